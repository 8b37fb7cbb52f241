//! Pages with data of the session's user. The head of a page shows who is logged in; the
//! texts of sponsors beside it may contain anything, and are ignored. The endpoint
//! `/settings` shows the account.

use std::fmt;

use serde::Serialize;

use super::client::Site;
use super::error::SiteError;
use super::html::{first, is_site_title, is_within, missing_end, plain_text, select, title};
use super::markup::{Html, Node, parse};
use super::reply::SiteRequest;
use super::session::Session;
use crate::terminal::excerpt;

/// The longest name or address that is kept.
const MAX_NAME: usize = 80;

/// A user of the site. The texts are sanitized.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Account {
    pub id: u64,
    /// The name that the site shows; `None` if it is not on the page.
    pub name: Option<String>,
    /// The linked account at another site, such as `github.com/NAME`.
    pub link: Option<String>,
}

/// `alice (user 12345, github.com/alice)`
impl fmt::Display for Account {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let id = self.id;
        let anonymous = format!("(anonymous user #{id})");
        let link = self.link.as_ref().map(|link| format!(", {link}"));
        let link = link.unwrap_or_default();
        match &self.name {
            Some(name) if *name != anonymous => write!(f, "{name} (user {id}{link})"),
            _ => write!(f, "{anonymous}{link}"),
        }
    }
}

impl Site {
    /// Requests the user of the session. Fails if the site does not accept the session.
    pub fn account(&self, session: &Session) -> Result<Account, SiteError> {
        let (page, ..) = self.own_page("/settings", session, "settings page")?;
        account(&page).ok_or_else(|| SiteError::incomplete("the number of the account"))
    }

    /// Requests a page for the session's user. Returns it with the user's name and stars;
    /// `what` is the page's name in messages.
    pub(super) fn own_page(
        &self,
        path: &str,
        session: &Session,
        what: &str,
    ) -> Result<(Html, String, u32), SiteError> {
        let request = SiteRequest::new(what, path, Some(session));
        let html = self.get(&request)?;
        let page = parse(&html);
        if !is_site_title(&title(&page)) {
            return Err(request.other_page(&page));
        }
        // A page that was cut off would have fewer stars.
        if let Some(what) = missing_end(&html) {
            return Err(SiteError::incomplete(what));
        }
        let user = user(&page).ok_or_else(|| session.refused());
        user.map(|(name, stars)| (page, name, stars))
    }
}

/// The user's sanitized name, and the stars of the page's event: 0 if it shows none.
/// `None` if nobody is logged in.
fn user(page: &Html) -> Option<(String, u32)> {
    let is_content = |user: &Node<'_>| is_within(*user, "#sidebar") || is_within(*user, "main");
    let user = select(page, ".user").find(|user| !is_content(user))?;
    // Child elements are the stars and a supporter's badge.
    let name: String = user.children().map(Node::own_text).collect();
    let stars = first(user, ".star-count").and_then(|stars| star_count(&plain_text(stars)));
    Some((excerpt(&name, MAX_NAME), stars.unwrap_or(0)))
}

/// The first number in a text such as `31*` or `/ 50*`; `None` if it is too large for
/// an event.
pub fn star_count(text: &str) -> Option<u32> {
    let mut digits = text.split(|c: char| !c.is_ascii_digit());
    let number: u16 = digits.find(|digits| !digits.is_empty())?.parse().ok()?;
    Some(number.into())
}

/// The user on a settings page; `None` if the page names none.
fn account(page: &Html) -> Option<Account> {
    let outside_sidebar = |name| select(page, name).filter(|it| !is_within(*it, "#sidebar"));
    let id = outside_sidebar("code").find_map(|code| owner(&plain_text(code)))?;
    let link = outside_sidebar("span").find_map(|span| {
        let text = plain_text(span);
        let address = text.strip_prefix("Link to ")?;
        let address = address.strip_prefix("https://").unwrap_or(address);
        Some(excerpt(address, MAX_NAME)).filter(|address| !address.is_empty())
    });
    let name = user(page).map(|(name, _)| name);
    Some(Account {
        id,
        name: name.filter(|name| !name.is_empty()),
        link,
    })
}

/// The number in `ownerproof-NUMBER-TIME-HEX`, which users publish to prove their
/// identity.
fn owner(code: &str) -> Option<u64> {
    let (id, proof) = code.strip_prefix("ownerproof-")?.split_once('-')?;
    proof.contains('-').then(|| id.parse().ok())?
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROOF: &str = "<code>ownerproof-12345-1700000000-0123abcd</code>";

    fn page(user: &str, main: &str) -> Html {
        parse(&format!(
            "<title>Settings - Advent of Code 2025</title><header><div class=user>{user}</div>\
             </header><div id=sidebar><p class=user>sponsor</p><code>ownerproof-1-2-3</code><span>\
             Link to x</span></div><main><p class=user>bob</p>{main}</main>"
        ))
    }

    #[test]
    fn the_head_says_who_is_logged_in() {
        let stars = r#"<span class="star-count">31*</span>"#;
        let badge = r#"<a class="supporter-badge" href="/support">(AoC++)</a>"#;
        for (shown, name, stars) in [
            (format!("ana {stars}"), "ana", 31),
            (format!("{badge}\n a&amp;na  &lt;3 {stars}"), "a&na <3", 31),
            ("a <span class=star-count>x</span>".into(), "a", 0),
            ("a\u{1b}[2J\u{202e}".into(), r"a\u{1b}[2J\u{202e}", 0),
        ] {
            assert_eq!(user(&page(&shown, "")), Some((name.to_owned(), stars)));
        }
        let nobody = parse("<a href=\"/2024/auth/login\">[Log In]</a>");
        assert_eq!(user(&nobody), None);
        let counts = ["/ 50*", "31* of 50", "65536", "*"].map(star_count);
        assert_eq!(counts, [Some(50), Some(31), None, None]);
    }

    #[test]
    fn the_settings_say_whose_session_it_is() {
        let account = |user: &str, main: &str| account(&page(user, main)).map(|it| it.to_string());
        let link = |address: &str| format!("<span>Link to {address}</span>{PROOF}");
        let (long, anonymous) = ("x".repeat(5000), "(anonymous user #12345)");
        let cut = excerpt(&long, MAX_NAME);
        for (user, main, shown) in [
            ("ana", link("https://x.y/a"), "ana (user 12345, x.y/a)"),
            ("ana", PROOF.to_owned(), "ana (user 12345)"),
            ("", PROOF.to_owned(), anonymous),
            (anonymous, link("x.y/a"), "(anonymous user #12345), x.y/a"),
            ("a", link(&long), &format!("a (user 12345, {cut})")),
        ] {
            assert_eq!(account(user, &main).as_deref(), Some(shown));
        }
        let proofs = "12345 ownerproof-12345 ownerproof-12x-1700000000-ab \
                      ownerproof-99999999999999999999-1700000000-ab";
        for proof in proofs.split(' ') {
            assert_eq!(account("ana", &format!("<code>{proof}</code>")), None);
        }
        assert_eq!(account("ana", "ownerproof-12345-1700000000-0123abcd"), None);
    }
}
