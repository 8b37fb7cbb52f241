//! Pages with data of the session's user. The head of a page shows who is logged in; the
//! texts of sponsors beside it may contain anything, and are ignored. The endpoint
//! `/settings` shows the account.

use std::fmt::{self, Display, Formatter};

use serde::{Deserialize, Serialize};

use super::client::Site;
use super::error::{SiteError, SiteResult};
use super::html::{MAX_SHOWN, first, head_user, plain_text, select};
use super::markup::{Html, Node};
use super::request::SiteRequest;
use super::session::Session;
use crate::terminal::excerpt;

/// A user of the site. The texts are sanitized.
#[derive(Deserialize, Serialize)]
pub struct Account {
    pub id: u64,
    /// The name that the site shows; `None` if it is not on the page.
    pub name: Option<String>,
    /// The linked account at another site, such as `github.com/NAME`.
    pub link: Option<String>,
}

/// `alice (user 12345, github.com/alice)`
impl Display for Account {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        let name = self.name.as_deref().unwrap_or("(anonymous)");
        write!(f, "{name} (user {}", self.id)?;
        if let Some(link) = &self.link {
            write!(f, ", {link}")?;
        }
        f.write_str(")")
    }
}

/// The user in the head of a page.
#[derive(Debug, PartialEq)]
pub struct User {
    /// The name is sanitized.
    pub name: String,
    /// The stars of the page's event; 0 if it shows none.
    pub stars: u32,
}

impl Site {
    /// Requests the user of the session. Fails if the site does not accept the session.
    pub fn account(&self, session: &Session) -> SiteResult<Account> {
        let (_, page, user) = self.own_page("settings page", "/settings", session)?;
        let Some(id) = account_id(&page) else {
            return Err(SiteError::incomplete("the number of the account"));
        };
        let name = (!user.name.is_empty()).then_some(user.name);
        let link = account_link(&page);
        Ok(Account { id, name, link })
    }

    /// Requests a page for the session's user. Returns its text and its tree with the user.
    pub(super) fn own_page(
        &self,
        what: &str,
        path: &str,
        session: &Session,
    ) -> SiteResult<(String, Html, User)> {
        let request = SiteRequest {
            what: what.to_owned(),
            path: path.to_owned(),
            session: Some(session),
            ..SiteRequest::default()
        };
        let (text, html) = self.get_page(&request)?;
        let user = user(&html).ok_or_else(|| self.remember_refusal(&request))?;
        self.state.remember(session, false);
        Ok((text, html, user))
    }
}

/// The user in the head of a page; `None` if nobody is logged in.
pub fn user(page: &Html) -> Option<User> {
    let user = head_user(page)?;
    // Child elements are the stars and a supporter's badge.
    let name: String = user.children().map(Node::own_text).collect();
    Some(User {
        name: excerpt(&name, MAX_SHOWN),
        stars: stars_in(user).unwrap_or(0),
    })
}

/// The number of stars that an element shows.
pub fn stars_in(element: Node) -> Option<u32> {
    star_count(&plain_text(first(element, ".star-count")?))
}

/// The first number in a text such as `31*`, `/ 50*` or `31* of 50`.
pub fn star_count(text: &str) -> Option<u32> {
    text.trim_start_matches(|c: char| !c.is_ascii_digit())
        .split(|c: char| !c.is_ascii_digit())
        .next()?
        .parse()
        .ok()
}

/// The number on a settings page in `ownerproof-NUMBER-TIME-HEX`, which users publish to
/// prove their identity.
fn account_id(page: &Html) -> Option<u64> {
    let main = first(page, "main")?;
    select(main, "code").find_map(|code| {
        let code = plain_text(code);
        let (id, _) = code.strip_prefix("ownerproof-")?.split_once('-')?;
        id.parse().ok()
    })
}

/// The address in `Link to ADDRESS` on a settings page.
fn account_link(page: &Html) -> Option<String> {
    let main = first(page, "main")?;
    select(main, "span").find_map(|span| {
        let text = plain_text(span);
        let address = text.strip_prefix("Link to ")?;
        let address = address.strip_prefix("https://").unwrap_or(address);
        (!address.is_empty()).then(|| excerpt(address, MAX_SHOWN))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::site::markup::parse_html;

    const PROOF: &str = "<code>ownerproof-12345-1700000000-0123abcd</code>";

    fn page(user: &str, main: &str) -> Html {
        parse_html(&format!(
            "<title>Settings - Advent of Code 2025</title><header><div class=user>{user}</div>\
             </header><div id=sidebar><p class=user>sponsor</p><code>ownerproof-1-2-3</code>\
             </div><main><p class=user>bob</p>{main}</main>"
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
            let name = name.to_owned();
            assert_eq!(user(&page(&shown, "")), Some(User { name, stars }));
        }
        let nobody = parse_html("<a href=\"/2024/auth/login\">[Log In]</a>");
        assert_eq!(user(&nobody), None);
        for (text, count) in [
            ("/ 50*", Some(50)),
            (" 31*", Some(31)),
            ("31* of 50", Some(31)),
            ("99999999999", None),
            ("*", None),
        ] {
            assert_eq!(star_count(text), count, "{text}");
        }
    }

    #[test]
    fn the_settings_say_whose_session_it_is() {
        assert_eq!(account_id(&page("ana", PROOF)), Some(12345));
        for proof in [
            "<code>12345</code>",
            "<code>ownerproof-12345</code>",
            "<code>ownerproof-12x-1700000000-ab</code>",
            "<code>ownerproof-99999999999999999999-1700000000-ab</code>",
            "ownerproof-12345-1700000000-0123abcd",
        ] {
            assert_eq!(account_id(&page("ana", proof)), None, "{proof}");
        }
        for (name, link, shown) in [
            (Some("ana"), None, "ana (user 7)"),
            (Some("ana"), Some("x.y/a"), "ana (user 7, x.y/a)"),
            (None, None, "(anonymous) (user 7)"),
        ] {
            let [name, link] = [name, link].map(|text| text.map(str::to_owned));
            assert_eq!(Account { id: 7, name, link }.to_string(), shown);
        }
        let long = "x".repeat(5000);
        for (address, link) in [
            ("https://x.y/a", Some("x.y/a".to_owned())),
            ("x.y/a", Some("x.y/a".to_owned())),
            ("https://", None),
            (&long, Some(excerpt(&long, MAX_SHOWN))),
        ] {
            let main = format!("<span>Link to {address}</span>{PROOF}");
            assert_eq!(account_link(&page("ana", &main)), link, "{address}");
        }
        assert_eq!(account_link(&page("ana", PROOF)), None);
    }
}
