//! Pages that show something of their user. The head of the page says who is
//! logged in; sponsors' texts beside it may say anything.

use scraper::{ElementRef, Html, Selector};

use super::error::SiteError;
use super::refusal::not_logged_in;
use super::session::Session;
use crate::text::excerpt;

/// The longest name that is kept.
const MAX_NAME: usize = 100;

/// The user who is logged in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct User {
    /// Sanitized.
    pub name: String,
    /// The stars of the page's event; 0 if the page shows none.
    pub stars: u32,
}

/// Why a page is not the one that was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PageError {
    NotLoggedIn,
    /// A page of another site.
    Foreign {
        title: Option<String>,
    },
    /// A part of the page is missing.
    Incomplete(&'static str),
}

impl PageError {
    /// The same, of a page that was asked for with this session.
    pub fn of(self, session: &Session) -> SiteError {
        match self {
            Self::NotLoggedIn => not_logged_in(session),
            Self::Foreign { title } => SiteError::WebPage {
                expected: "a page of Advent of Code",
                title,
            },
            Self::Incomplete(what) => SiteError::Incomplete { what },
        }
    }
}

/// Reads a page that is whole and has a user.
pub fn read(html: &str) -> Result<(Html, User), PageError> {
    let page = Html::parse_document(html);
    let title = page.select(&selector("title")).next().map(text);
    if !title
        .as_deref()
        .unwrap_or_default()
        .contains("Advent of Code")
    {
        let title = title.map(|title| excerpt(&title, MAX_NAME));
        return Err(PageError::Foreign { title });
    }
    // What is cut off would have fewer stars.
    if !html.contains("</html>") {
        return Err(PageError::Incomplete("its end"));
    }
    let user = user(&page).ok_or(PageError::NotLoggedIn)?;
    Ok((page, user))
}

/// The user; `None` if nobody is logged in.
fn user(page: &Html) -> Option<User> {
    let users = selector(".user");
    let user = page.select(&users).find(|&user| !is_content(user))?;
    // The elements within are the stars and a supporter's badge.
    let name: String = user
        .children()
        .filter_map(|node| Some(node.value().as_text()?.to_string()))
        .collect();
    let stars = user.select(&selector(".star-count")).next();
    Some(User {
        name: excerpt(&name, MAX_NAME),
        stars: stars.and_then(star_count).unwrap_or(0),
    })
}

/// Whether an element belongs to what the page is about, or to a sponsor.
fn is_content(element: ElementRef<'_>) -> bool {
    let mut above = element.ancestors().filter_map(ElementRef::wrap);
    above.any(|above| above.value().name() == "main" || above.value().id() == Some("sidebar"))
}

/// A number of stars, such as `31*`.
pub fn star_count(element: ElementRef<'_>) -> Option<u32> {
    number(&text(element))
}

/// The first number in a text, such as `/ 50*`.
pub fn number(text: &str) -> Option<u32> {
    let start = text.find(|c: char| c.is_ascii_digit())?;
    let digits = &text[start..];
    let end = digits.find(|c: char| !c.is_ascii_digit());
    digits[..end.unwrap_or(digits.len())].parse().ok()
}

/// The text of an element with single blanks.
pub fn text(element: ElementRef<'_>) -> String {
    let text: String = element.text().collect();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// # Panics
///
/// If the selector is not CSS.
pub fn selector(css: &str) -> Selector {
    Selector::parse(css).expect("a selector of this program is CSS")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn user_of(header: &str) -> Option<User> {
        let page = format!(
            "<title>Advent of Code</title><header>{header}</header><div id=sidebar>\
             <p class=user>sponsor</p></div><main><p class=user>bob</p></main>"
        );
        user(&Html::parse_document(&page))
    }

    #[test]
    fn the_user_is_named_without_badges() {
        let badge = r#"<a class="supporter-badge" href="/support">(AoC++)</a>"#;
        for (header, name, stars) in [
            (
                r#"<div class="user">ana <span class="star-count">31*</span></div>"#,
                "ana",
                31,
            ),
            (r#"<div class="user">ana</div>"#, "ana", 0),
            (
                &format!(
                    r#"<div class="user">a&amp;na {badge} <span class="star-count">5*</span></div>"#
                ),
                "a&na",
                5,
            ),
            (
                r#"<div class="user">(anonymous user #42) <span class="star-count">x</span></div>"#,
                "(anonymous user #42)",
                0,
            ),
            ("<div class=\"user\">a\u{1b}[2J</div>", r"a\u{1b}[2J", 0),
        ] {
            let name = name.to_owned();
            assert_eq!(user_of(header), Some(User { name, stars }), "{header}");
        }
        assert_eq!(user_of(r#"<a href="/2024/auth/login">[Log In]</a>"#), None);
    }

    #[test]
    fn numbers_stand_among_other_characters() {
        assert_eq!(number("/ 50*"), Some(50));
        assert_eq!(number("31* of 50"), Some(31));
        assert_eq!(number("99999999999"), None);
        assert_eq!(number("*"), None);
    }
}
