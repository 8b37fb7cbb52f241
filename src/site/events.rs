//! The endpoint `/events`: the stars of all events in one page.

use scraper::ElementRef;

use super::connection::Site;
use super::error::SiteError;
use super::html::{first, select, words};
use super::notice::Listener;
use super::refusal::page_refusal;
use super::reply::page_text;
use super::session::Session;
use super::stars::{Stars, YearStars};
use super::user_page::{PageError, number, read, star_count};
use crate::puzzle::{Year, days};

impl Site {
    /// The stars of all events, without their days.
    pub fn events(&self, session: &Session, listener: Listener<'_>) -> Result<Stars, SiteError> {
        let reply = self.transport.get("/events", Some(session), listener)?;
        if reply.status != 200 {
            return Err(page_refusal(&reply, Some(session)));
        }
        parse(&page_text(reply)?).map_err(|error| error.of(session))
    }
}

/// Reads the page of all events.
pub fn parse(html: &str) -> Result<Stars, PageError> {
    let (page, user) = read(html)?;
    let mut years: Vec<YearStars> = Vec::new();
    for event in select(&page, ".eventlist-event") {
        let Some(year) = event_year(event) else {
            continue;
        };
        if years.iter().all(|other| other.year != year) {
            years.push(event_stars(event, year));
        }
    }
    if years.is_empty() {
        return Err(PageError::Incomplete("the list of events"));
    }
    years.sort_by_key(|event| event.year);
    let sum = years.iter().map(|event| event.stars).sum();
    Ok(Stars {
        user: Some(user.name),
        total: Some(sum),
        years,
    })
}

/// The year that an event's link shows; the newest one's may lead to `/`.
fn event_year(event: ElementRef<'_>) -> Option<Year> {
    let link = first(event, "a")?;
    let shown = words(link);
    let shown = shown.trim_matches(['[', ']', ' ']);
    Year::parse(shown).or_else(|| Year::parse(link.value().attr("href")?.trim_matches('/')))
}

/// An event without stars has neither number.
fn event_stars(event: ElementRef<'_>, year: Year) -> YearStars {
    let stars = first(event, ".star-count");
    let of = select(event, "span").find_map(|span| number(words(span).strip_prefix('/')?));
    YearStars {
        year,
        stars: stars.and_then(star_count).unwrap_or(0),
        of: of.unwrap_or_else(|| 2 * u32::from(days(year))),
        days: None,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const USER: &str = r#"<div class="user">ana <span class="star-count">5*</span></div>"#;
    const ANONYMOUS: &str = r#"<li><a href="/2025/auth/login">[Log In]</a></li>"#;

    fn page(header: &str, main: &str) -> String {
        format!(
            "<!DOCTYPE html><html><head><title>Events - Advent of Code</title></head><body>\
             <header>{header}</header><div id=\"sidebar\"><span class=\"star-count\">99*</span>\
             </div><main>{main}</main></body></html>"
        )
    }

    fn event(href: &str, year: u16, rest: &str) -> String {
        format!("<div class=\"eventlist-event\"><a href=\"{href}\">[{year}]</a>{rest}</div>\n")
    }

    fn all() -> String {
        event("/", 2025, " <span class=\"star-count\"> 5*</span> <span class=\"quiet\">/ 24*</span>")
            + &event("/2024", 2024, " <span class=\"star-count\">31*</span> <span class=\"quiet\">/ 50*</span>")
            // Before there was a second span.
            + &event("/2023", 2023, " <span class=\"star-count\">50*</span>")
            + &event("/2022", 2022, "")
            + "<p>Total stars: <span class=\"star-count\">86*</span></p>"
    }

    #[test]
    fn every_event_has_its_stars() {
        let stars = parse(&page(USER, &all())).expect("a page");
        let years: Vec<(u16, u32, u32)> = stars
            .years
            .iter()
            .map(|event| (event.year.0, event.stars, event.of))
            .collect();
        let expected = [(2022, 0, 50), (2023, 50, 50), (2024, 31, 50), (2025, 5, 24)];
        assert_eq!(years, expected);
        assert_eq!(stars.total, Some(86));
        assert_eq!(stars.user.as_deref(), Some("ana"));
    }

    #[test]
    fn without_a_user_there_are_no_stars_to_read() {
        let error = |html: &str| parse(html).expect_err("no stars");
        let events = event("/2024", 2024, "");
        assert_eq!(error(&page(ANONYMOUS, &events)), PageError::NotLoggedIn);
        assert_eq!(error(&page("", &all())), PageError::NotLoggedIn);
        let incomplete = PageError::Incomplete("the list of events");
        assert_eq!(error(&page(USER, "")), incomplete);
        let cut = page(USER, &all()).replace("</html>", "");
        assert_eq!(error(&cut), PageError::Incomplete("its end"));
        let foreign = "<title>Log in to the hotel</title></html>";
        assert!(matches!(error(foreign), PageError::Foreign { .. }));
    }

    proptest! {
        #[test]
        fn no_page_makes_it_panic(main in "\\PC*|([<>/\"= a-z0-9*\\[\\]]|<div class=\"eventlist-event\">|<a href=\"/20|<span class=\"star-count\">|\u{1b}){0,60}") {
            let _ = parse(&main);
            if let Ok(stars) = parse(&page(USER, &main)) {
                prop_assert!(!stars.years.is_empty());
            }
        }
    }
}
