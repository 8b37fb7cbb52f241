//! Pages that show something of their user. The head of the page says who is
//! logged in; sponsors' texts beside it may say anything.

use scraper::{ElementRef, Html};

use super::error::SiteError;
use super::html::{first, is_in_sidebar, is_of_the_site, missing_end, parse, select, title, words};
use super::refusal::not_logged_in;
use super::session::Session;
use crate::terminal::excerpt;

/// The longest name that is kept.
const MAX_NAME: usize = 80;

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
    let page = parse(html);
    let title = title(&page);
    if !is_of_the_site(title.as_deref()) {
        return Err(PageError::Foreign { title });
    }
    // What is cut off would have fewer stars.
    if let Some(what) = missing_end(html) {
        return Err(PageError::Incomplete(what));
    }
    let user = user(&page).ok_or(PageError::NotLoggedIn)?;
    Ok((page, user))
}

/// The user; `None` if nobody is logged in.
pub fn user(page: &Html) -> Option<User> {
    let user = select(page, ".user").find(|&user| !is_content(user))?;
    // The elements within are the stars and a supporter's badge.
    let name: String = user
        .children()
        .filter_map(|node| Some(node.value().as_text()?.to_string()))
        .collect();
    let stars = first(user, ".star-count");
    Some(User {
        name: excerpt(&name, MAX_NAME),
        stars: stars.and_then(star_count).unwrap_or(0),
    })
}

/// Whether an element belongs to what the page is about, or to a sponsor.
fn is_content(element: ElementRef<'_>) -> bool {
    let mut above = element.ancestors().filter_map(ElementRef::wrap);
    is_in_sidebar(element) || above.any(|above| above.value().name() == "main")
}

/// A number of stars, such as `31*`.
pub fn star_count(element: ElementRef<'_>) -> Option<u32> {
    number(&words(element))
}

/// The first number in a text, such as `/ 50*`; `None` if no event could have so
/// many stars.
pub fn number(text: &str) -> Option<u32> {
    let start = text.find(|c: char| c.is_ascii_digit())?;
    let digits = &text[start..];
    let end = digits.find(|c: char| !c.is_ascii_digit());
    let number: u16 = digits[..end.unwrap_or(digits.len())].parse().ok()?;
    Some(number.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn user_of(header: &str) -> Option<User> {
        let page = format!(
            "<title>Advent of Code</title><header>{header}</header><div id=sidebar>\
             <p class=user>sponsor</p></div><main><p class=user>bob</p></main>"
        );
        user(&parse(&page))
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

    /// The parser alone takes minutes for such a page.
    #[test]
    fn what_would_take_for_ever_is_cut_off() {
        let formats: String = (0..40_000).flat_map(|n| [format!("<b x={n}>")]).collect();
        let page = format!(
            "<title>Advent of Code</title><header><div class=user>ana</div></header><main>\
             {formats}{}</main></html>",
            "<p>x".repeat(100_000)
        );
        let (page, user) = read(&page).expect("a page");
        assert_eq!(user.name, "ana");
        assert!(page.tree.nodes().len() < 100_000);
    }

    #[test]
    fn numbers_stand_among_other_characters() {
        assert_eq!(number("/ 50*"), Some(50));
        assert_eq!(number("31* of 50"), Some(31));
        // The sum over all events is a number of 32 bits.
        assert_eq!(number("65536"), None);
        assert_eq!(number("*"), None);
    }
}
