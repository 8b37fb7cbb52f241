//! The endpoint `/YEAR`: an event's calendar with the user's stars.
//!
//! Every calendar is drawn differently, and both `*` of a day are always in its
//! text: the site's style sheet hides them. So what counts is the class of each
//! day's link, never its text.

use std::collections::BTreeMap;

use scraper::ElementRef;

use super::connection::Site;
use super::error::SiteError;
use super::html::{first, select};
use super::notice::Listener;
use super::refusal::page_refusal;
use super::reply::page_text;
use super::session::Session;
use super::stars::{Stars, YearStars};
use super::user_page::{PageError, read};
use crate::puzzle::{Day, Year, days};

/// No event has more days.
const LAST: u8 = 31;

impl Site {
    /// The stars of one event.
    pub fn calendar(
        &self,
        year: Year,
        session: &Session,
        listener: Listener<'_>,
    ) -> Result<Stars, SiteError> {
        let reply = self
            .transport
            .get(&format!("/{year}"), Some(session), listener)?;
        if reply.status == 404 {
            return Err(SiteError::NoSuchEvent { year });
        }
        if reply.status != 200 {
            return Err(page_refusal(&reply, Some(session)));
        }
        parse(&page_text(reply)?, year).map_err(|error| error.of(session))
    }
}

/// Reads an event's page.
pub fn parse(html: &str, year: Year) -> Result<Stars, PageError> {
    let (page, user) = read(html)?;
    let calendar = first(&page, "pre.calendar").ok_or(PageError::Incomplete("the calendar"))?;
    let perfect = calendar
        .value()
        .classes()
        .any(|class| class == "calendar-perfect");

    let mut stars_of: BTreeMap<Day, u8> = BTreeMap::new();
    for link in select(calendar, "a[href]") {
        let Some(day) = linked_day(link, year) else {
            continue;
        };
        let stars = if perfect { 2 } else { stars(link) };
        // Some drawings have several links for a day.
        let most = stars_of.entry(day).or_default();
        *most = stars.max(*most);
    }
    let locked = select(calendar, "span[class]").filter_map(locked_day);
    let last = stars_of.keys().copied().chain(locked).max();
    let sum: u32 = stars_of.values().map(|&stars| u32::from(stars)).sum();
    // The calendar knows better how many days its event has. Where it shows only
    // some of them, as before the first day, the known number counts.
    let count = last.map_or(0, |day| day.0).max(days(year));
    Ok(Stars {
        years: vec![YearStars {
            year,
            stars: sum.max(user.stars),
            of: 2 * u32::from(count),
            days: Some(stars_of),
        }],
        user: Some(user.name),
        total: None,
    })
}

/// The day that a link leads to: `/2024/day/6`, or relative to the event.
fn linked_day(link: ElementRef<'_>, year: Year) -> Option<Day> {
    let href = link.value().attr("href")?;
    let path = href.split(['?', '#']).next()?;
    let mut parts = path.rsplit('/');
    let day: u8 = parts.next()?.parse().ok()?;
    if parts.next()? != "day" {
        return None;
    }
    let of_year = parts.next().is_none_or(|before| before == year.to_string());
    (of_year && (1..=LAST).contains(&day)).then_some(Day(day))
}

/// The stars of a day's link, by its class, else by what screen readers say.
fn stars(link: ElementRef<'_>) -> u8 {
    let has = |name: &str| link.value().classes().any(|class| class == name);
    if has("calendar-verycomplete") {
        return 2;
    }
    if has("calendar-complete") {
        return 1;
    }
    let label = link.value().attr("aria-label").unwrap_or_default();
    if label.ends_with("two stars") {
        2
    } else {
        u8::from(label.ends_with("one star"))
    }
}

/// The day of an element of the class `calendar-day13`.
fn locked_day(span: ElementRef<'_>) -> Option<Day> {
    let number = |class: &str| class.strip_prefix("calendar-day")?.parse().ok();
    let day: u8 = span.value().classes().find_map(number)?;
    (1..=LAST).contains(&day).then_some(Day(day))
}

#[cfg(test)]
mod tests;
