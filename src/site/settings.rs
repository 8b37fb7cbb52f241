//! The endpoint `/settings`: whose session it is.

use std::fmt;

use scraper::Html;
use serde::Serialize;

use super::connection::Site;
use super::error::SiteError;
use super::html::{self, is_in_sidebar, is_logged_out, is_of_the_site, select, title, words};
use super::notice::Listener;
use super::refusal::{general_refusal, not_logged_in, unexpected_page};
use super::reply::Reply;
use super::session::Session;
use super::user_page::user;
use crate::terminal::excerpt;

/// The longest address that is shown.
const MAX_LINK: usize = 80;

/// A user of the site. The texts are sanitized.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Account {
    pub id: u64,
    /// The name that the site shows; `None` if it is not on the page.
    pub name: Option<String>,
    /// The account at another site that it is linked to, such as
    /// `github.com/NAME`.
    pub link: Option<String>,
}

/// `alice (user 12345, github.com/alice)`
impl fmt::Display for Account {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let id = self.id;
        let anonymous = format!("(anonymous user #{id})");
        let link = self.link.iter().map(|link| format!(", {link}"));
        let link: String = link.collect();
        match &self.name {
            Some(name) if *name != anonymous => write!(f, "{name} (user {id}{link})"),
            _ => write!(f, "{anonymous}{link}"),
        }
    }
}

impl Site {
    /// The user whose session it is. An error if the site does not accept it.
    pub fn account(&self, session: &Session, listener: Listener<'_>) -> Result<Account, SiteError> {
        validate(&self.transport.get(PATH, Some(session), listener)?, session)
    }

    /// The same with one request, even if the server fails.
    pub fn account_at_once(
        &self,
        session: &Session,
        listener: Listener<'_>,
    ) -> Result<Account, SiteError> {
        let reply = self
            .transport
            .get_within(PATH, Some(session), 1, listener)?;
        validate(&reply, session)
    }
}

const PATH: &str = "/settings";

/// Without a valid session the site redirects to its front page.
const LOGGED_OUT: &str = "/";

fn validate(reply: &Reply, session: &Session) -> Result<Account, SiteError> {
    if reply.status != 200 {
        return Err(general_refusal(reply, session, LOGGED_OUT));
    }
    let html = str::from_utf8(&reply.body).map_err(|error| SiteError::NotText {
        at: error.valid_up_to(),
    })?;
    let page = html::parse(html);
    if let Some(account) = account(&page) {
        return Ok(account);
    }
    let of_the_site = is_of_the_site(title(&page).as_deref());
    if of_the_site && is_logged_out(&page) {
        Err(not_logged_in(session))
    } else if of_the_site {
        Err(SiteError::Incomplete {
            what: "the number of the account",
        })
    } else {
        Err(unexpected_page(html, "the settings page", session))
    }
}

/// The user on a settings page; `None` if the page names none.
fn account(page: &Html) -> Option<Account> {
    let own = |selector| select(page, selector).filter(|element| !is_in_sidebar(*element));
    let id = own("code").find_map(|code| owner(&words(code)))?;
    let name = user(page).map(|user| user.name);
    let link = own("span").find_map(|span| {
        let text = words(span);
        let address = text.strip_prefix("Link to ")?;
        let address = address.strip_prefix("https://").unwrap_or(address);
        Some(excerpt(address, MAX_LINK)).filter(|address| !address.is_empty())
    });
    Some(Account {
        id,
        name: name.filter(|name| !name.is_empty()),
        link,
    })
}

/// The number in `ownerproof-NUMBER-TIME-HEX`, which users show to prove who
/// they are.
fn owner(code: &str) -> Option<u64> {
    let mut parts = code.strip_prefix("ownerproof-")?.split('-');
    let (id, time, proof) = (parts.next()?, parts.next()?, parts.next()?);
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if digits(id) && digits(time) && !proof.is_empty() {
        id.parse().ok()
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn parse(html: &str) -> Option<Account> {
        account(&html::parse(html))
    }

    fn page(user: &str, main: &str) -> String {
        format!(
            "<!DOCTYPE html><html><head><title>Settings - Advent of Code 2025</title></head><body>\
             <header><div class=\"user\">{user}</div></header>\
             <div id=\"sidebar\"><code>ownerproof-1-2-3</code><span>Link to x</span></div>\
             <main><article>{main}</article></main></body></html>"
        )
    }

    const PROOF: &str =
        "<p>Send <code>ownerproof-12345-1700000000-0123abcd</code> to prove it.</p>";

    #[test]
    fn users_have_a_name_and_a_number() {
        let user = |name: Option<&str>, link: Option<&str>| Account {
            id: 12345,
            name: name.map(str::to_owned),
            link: link.map(str::to_owned),
        };
        for (user, words) in [
            (user(Some("alice"), None), "alice (user 12345)"),
            (
                user(Some("alice"), Some("github.com/alice")),
                "alice (user 12345, github.com/alice)",
            ),
            (user(None, None), "(anonymous user #12345)"),
            (
                user(Some("(anonymous user #12345)"), Some("reddit.com/u/a")),
                "(anonymous user #12345), reddit.com/u/a",
            ),
        ] {
            assert_eq!(user.to_string(), words);
        }
    }

    #[test]
    fn reads_whose_page_it_is() {
        let linked = "<label><span>Link to https://github.com/alice</span></label>";
        for (user, main, name, link) in [
            (
                "alice <span class=\"star-count\">31*</span>",
                format!("{linked}{PROOF}"),
                Some("alice"),
                Some("github.com/alice"),
            ),
            (
                "<a class=\"supporter-badge\" href=\"/support\">(AoC++)</a>\n Al  &lt;3\n",
                PROOF.to_owned(),
                Some("Al <3"),
                None,
            ),
            (
                "(anonymous user #12345)",
                PROOF.to_owned(),
                Some("(anonymous user #12345)"),
                None,
            ),
            (
                "a\u{1b}[31mb\u{202e}c",
                PROOF.to_owned(),
                Some(r"a\u{1b}[31mb\u{202e}c"),
                None,
            ),
            (
                "",
                format!("<span>Link to \u{1b}]0;x\u{7}</span>{PROOF}"),
                None,
                Some(r"\u{1b}]0;x\u{7}"),
            ),
        ] {
            let account = Account {
                id: 12345,
                name: name.map(str::to_owned),
                link: link.map(str::to_owned),
            };
            assert_eq!(parse(&page(user, &main)), Some(account), "{user}");
        }
        let long = format!("<span>Link to {}</span>{PROOF}", "x".repeat(5000));
        let long = parse(&page("alice", &long)).expect("an account");
        assert_eq!(long.link.expect("a link").chars().count(), MAX_LINK + 1);
    }

    #[test]
    fn a_page_without_a_proof_names_nobody() {
        for main in [
            "",
            "ownerproof-12345-1700000000-0123abcd",
            "<code>12345</code>",
            "<code>ownerproof-12345</code>",
            "<code>ownerproof--1-a</code>",
            "<code>ownerproof-x-1-a</code>",
            "<code>ownerproof-99999999999999999999-1-a</code>",
            "<!-- <code>ownerproof-12345-1-a</code> -->",
        ] {
            assert_eq!(parse(&page("alice", main)), None, "{main}");
        }
        // Wherever the tags are broken, as a browser reads it.
        let broken = "<div class=user>alice<main><p><code>ownerproof-7-1-a";
        let account = parse(broken).expect("an account");
        assert_eq!(account.id, 7);
    }

    proptest! {
        #[test]
        fn any_page_is_read_and_nothing_is_shown_that_a_terminal_acts_on(
            user in "\\PC*|[\u{0}-\u{9f}\u{202e}<>&#;a-z/ ]{0,60}",
            main in "\\PC*|(<|>|/|code|span|Link to |ownerproof-1-2-3|\u{1b}| ){0,30}",
        ) {
            for html in [page(&user, &main), page(&user, &format!("{main}{PROOF}")), main] {
                if let Some(account) = parse(&html) {
                    let texts = [account.name, account.link];
                    prop_assert!(!texts.iter().flatten().any(|text| text.contains(char::is_control)));
                }
            }
        }
    }
}
