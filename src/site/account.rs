//! The endpoint `/settings` with the account of the session's user, and other pages with data of
//! that user. The text of a sponsor on such a page may contain anything, so it is ignored.

use std::fmt::{self, Display, Formatter};

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::client::SiteClient;
use super::error::{SiteError, SiteResult};
use super::request::{SETTINGS_PAGE, SiteRequest};
use super::retry::Retries;
use super::session::Session;
use super::validate::WebPage;
use crate::pages::{Html, User, first, plain_text, select, short_excerpt, user};

/// A user of the site. All texts are sanitized.
#[derive(Deserialize, Serialize)]
pub struct Account {
    pub id: u64,
    /// The name that the site shows. `None` if the page has no name.
    pub name: Option<String>,
    /// The linked account on another site, such as `github.com/NAME`.
    pub link: Option<String>,
}

/// Writes `alice (user 12345, github.com/alice)`.
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

/// A page with data of the session's user.
pub(super) struct OwnPage {
    pub text: String,
    pub html: Html,
    pub user: User,
    /// The time at which the site sent the page.
    pub fetched: DateTime<Utc>,
}

impl SiteClient {
    /// Requests the user of the session. Fails if the site does not accept the session.
    pub fn account(&self, session: &Session, retries: Retries) -> SiteResult<Account> {
        let request = SiteRequest::own_page("settings page", SETTINGS_PAGE, session);
        let OwnPage { html, user, .. } = self.own_page(&request, retries)?;
        let Some(id) = account_id(&html) else {
            return Err(SiteError::incomplete("the number of the account"));
        };
        let name = (!user.name.is_empty()).then_some(user.name);
        let link = account_link(&html);
        Ok(Account { id, name, link })
    }

    /// Requests a page with data of the session's user, whose name it must show.
    pub(super) fn own_page(&self, request: &SiteRequest, retries: Retries) -> SiteResult<OwnPage> {
        let (WebPage { text, html }, user) = self.get(request, retries, |text| {
            let page = WebPage::parse(text, request)?;
            let user = user(&page.html).ok_or_else(|| request.refusal_error())?;
            Ok((page, user))
        })?;
        Ok(OwnPage {
            text,
            html,
            user,
            fetched: self.time().now(),
        })
    }
}

/// The user's number in the text `ownerproof-NUMBER-TIME-HEX` on a settings page. Users publish
/// this text to prove their identity.
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
        let link = text.strip_prefix("Link to ")?;
        let address = link.strip_prefix("https://").unwrap_or(link);
        (!address.is_empty()).then(|| short_excerpt(address))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pages::parse_html;

    const PROOF: &str = "<code>ownerproof-12345-1700000000-0123abcd</code>";

    fn page(user: &str, main: &str) -> Html {
        parse_html(&format!(
            "<title>Settings - Advent of Code 2025</title><header><div class=user>{user}</div>\
             </header><div id=sidebar><p class=user>sponsor</p><code>ownerproof-1-2-3</code>\
             </div><main><p class=user>bob</p>{main}</main>"
        ))
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
            (&long, Some(short_excerpt(&long))),
        ] {
            let main = format!("<span>Link to {address}</span>{PROOF}");
            assert_eq!(account_link(&page("ana", &main)), link, "{address}");
        }
        assert_eq!(account_link(&page("ana", PROOF)), None);
    }
}
