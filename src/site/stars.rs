//! Stars: the endpoint `/events` with the stars of all events, the endpoint `/YEAR` with the
//! calendar of one event, and the file from which commands read the stars without a request. The
//! table of times in `own_times.rs` also shows stars. Each host and session has its own file,
//! because a new session may belong to another user.
//!
//! Each calendar is drawn differently. Its text always contains both `*` of a day, and the style
//! sheet of the site hides those that the user does not have. So stars are read from the class of
//! the day's link and not from its text.

use std::collections::{BTreeMap, BTreeSet};
use std::mem;

use chrono::{DateTime, SubsecRound, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

use super::cache_file::{CacheFile, SiteConfig};
use super::client::SiteClient;
use super::error::{SiteError, SiteResult};
use super::session::Session;
use super::statistics::INTERVAL;
use crate::error::Result;
use crate::pages::{
    Html, Node, PictureLine, PuzzlePage, User, day_of_element, first, leads_to_other_puzzle,
    main_part, plain_text, read_picture, select, star_count, stars_in,
};
use crate::puzzle::{
    Day, Puzzle, Year, built_in_day_count, day_count, possible_day_counts, unlock,
};

/// The stars of one event.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct YearStars {
    pub year: Year,
    pub stars: u32,
    /// The number of all stars of the event.
    #[serde(rename = "of")]
    pub total: u32,
    /// The open days in order, or only the days with stars. `None` if only the sum is known.
    pub days: Option<Vec<DayStars>>,
    /// The site's time when it showed the stars. `None` if it never showed them.
    #[serde(rename = "seen")]
    pub shown_at: Option<DateTime<Utc>>,
}

impl YearStars {
    /// True if the user has all stars of the event. In a damaged file, an event may have no stars
    /// at all.
    pub fn is_complete(&self) -> bool {
        self.total > 0 && self.stars >= self.total
    }

    /// True if the site has listed the day. The site lists a day from its unlock on.
    fn lists(&self, day: Day) -> bool {
        self.days.iter().flatten().any(|listed| listed.day == day)
    }

    /// The stars of a day. `None` if they are unknown. An unlocked day that the calendar does not
    /// list has no stars. If a later list of all events has shown more stars than the calendar, any
    /// day without stars may have got them, so its stars are unknown.
    pub fn of_day(&self, day: Day) -> Option<u8> {
        let days = self.days.as_deref().unwrap_or_default();
        let listed = days.iter().find(|listed| listed.day == day);
        if let Some(listed) = listed.filter(|listed| listed.stars > 0) {
            return Some(listed.stars);
        }
        let unlock = unlock(self.year.day(day));
        let was_unlocked = self.shown_at.is_some_and(|shown_at| shown_at >= unlock);
        let sum: u32 = days.iter().map(|listed| u32::from(listed.stars)).sum();
        let is_shown = listed.is_some() || was_unlocked;
        (is_shown && self.stars == sum).then_some(0)
    }
}

#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct DayStars {
    pub day: Day,
    /// The number of stars, from 0 to 2.
    pub stars: u8,
}

/// The stars of a user, as stored for a session.
#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(default)]
pub struct UserStars {
    /// The user's name, sanitized.
    pub user: Option<String>,
    /// All names that the site has shown with this session. A session always belongs to the same
    /// user, who may choose another name.
    pub names: BTreeSet<String>,
    /// The events, without duplicates.
    pub years: Vec<YearStars>,
    /// The picture of the event's calendar.
    #[serde(skip)]
    pub picture: Option<Vec<PictureLine>>,
    /// The number of days of an event, if the reply was its calendar.
    #[serde(skip)]
    pub day_count: Option<(Year, u8)>,
}

impl SiteClient {
    /// The stars of one event, or the stars of all events without their days.
    pub fn stars(&self, year: Option<Year>, session: &Session) -> SiteResult<UserStars> {
        let (name, path) = match year {
            Some(year) => (format!("event of {year}"), format!("/{year}")),
            None => ("list of events".to_owned(), "/events".to_owned()),
        };
        let page = self.statistics_page(&name, &path, session)?;
        let mut stars = match year {
            Some(year) => read_calendar(&page.html, page.user, year, page.fetched)?,
            None => read_events(&page.html, page.user)?,
        };
        stars.set_shown_at(page.fetched);
        Ok(stars)
    }
}

pub(super) fn read_events(page: &Html, user: User) -> SiteResult<UserStars> {
    let mut years = BTreeMap::new();
    for event in select(main_part(page), ".eventlist-event").filter_map(read_event) {
        years.entry(event.year).or_insert(event);
    }
    if years.is_empty() {
        return Err(SiteError::incomplete("the list of events"));
    }
    Ok(UserStars {
        user: Some(user.name),
        years: years.into_values().collect(),
        ..UserStars::default()
    })
}

/// Parses an event of the list. An event without stars has no number.
fn read_event(event: Node) -> Option<YearStars> {
    let name = plain_text(first(event, "a")?);
    let year = Year::parse(name.trim_matches(['[', ']', ' ']))?;
    let total = select(event, "span")
        .find_map(|span| star_count(plain_text(span).strip_prefix('/')?))
        .unwrap_or(2 * u32::from(day_count(year)));
    Some(YearStars {
        year,
        stars: stars_in(event).unwrap_or(0),
        total,
        days: None,
        shown_at: None,
    })
}

pub(super) fn read_calendar(
    page: &Html,
    user: User,
    year: Year,
    shown_at: DateTime<Utc>,
) -> SiteResult<UserStars> {
    let calendar = select(main_part(page), ".calendar").find(|element| element.name() == "pre");
    let Some(calendar) = calendar else {
        return Err(SiteError::incomplete("the calendar"));
    };
    let is_perfect = calendar.is(".calendar-perfect");
    let mut stars = BTreeMap::new();
    let mut last_day = 0;
    for element in calendar.descendants() {
        let Some(day) = day_of_element(element, year) else {
            continue;
        };
        last_day = last_day.max(day.get());
        if !element.attr("href").is_empty() {
            let shown = if is_perfect { 2 } else { stars_of(element) };
            // In some calendars a day has several links.
            let most: &mut u8 = stars.entry(day).or_default();
            *most = shown.max(*most);
        }
    }
    let puzzle = year.day(Day::FIRST);
    if stars.is_empty()
        && calendar
            .descendants()
            .any(|link| leads_to_other_puzzle(link.attr("href"), puzzle))
    {
        let message = format!("expected the calendar of {year}, got that of another event");
        return Err(SiteError::bad_body(message));
    }
    let picture = read_picture(page, calendar, year, &stars);
    let count = day_count_of_calendar(last_day, year, shown_at);
    Ok(UserStars {
        picture,
        day_count: Some((year, count)),
        ..UserStars::of_days(user, year, count, stars)
    })
}

/// The number of days of an event whose calendar ends with this day.
///
/// The calendar may lack days that are still locked. Example: on 5 December, a calendar that ends
/// with day 5 does not show that the event has 5 days. So a number below the expected one counts
/// only from a day after the unlock of the next day.
fn day_count_of_calendar(last_day: u8, year: Year, shown_at: DateTime<Utc>) -> u8 {
    let may_lack_next = Day::new(last_day + 1)
        .is_some_and(|next| unlock(year.day(next)) + TimeDelta::days(1) > shown_at);
    let is_too_small = last_day < built_in_day_count(year) && may_lack_next;
    if is_too_small || !possible_day_counts(year).contains(&last_day) {
        return day_count(year);
    }
    last_day
}

/// The stars in a day's link.
fn stars_of(link: Node) -> u8 {
    let label = link.attr("aria-label");
    if link.is(".calendar-verycomplete") || label.ends_with("two stars") {
        return 2;
    }
    u8::from(link.is(".calendar-complete") || label.ends_with("one star"))
}

impl UserStars {
    /// The stars of an event with this number of days. `days` contains each open day, or each day
    /// with stars.
    pub(super) fn of_days(
        user: User,
        year: Year,
        day_count: u8,
        days: impl IntoIterator<Item = (Day, u8)>,
    ) -> Self {
        let mut listed: Vec<DayStars> = days
            .into_iter()
            .map(|(day, stars)| DayStars { day, stars })
            .collect();
        listed.sort_by_key(|listed| listed.day);
        let sum = listed.iter().map(|listed| u32::from(listed.stars)).sum();
        let event = YearStars {
            year,
            stars: user.stars.max(sum),
            total: 2 * u32::from(day_count),
            days: Some(listed),
            shown_at: None,
        };
        Self {
            user: Some(user.name),
            years: vec![event],
            ..Self::default()
        }
    }

    /// Sets the time at which the site showed the stars.
    pub(super) fn set_shown_at(&mut self, time: DateTime<Utc>) {
        for event in &mut self.years {
            event.shown_at = Some(time.trunc_subsecs(0));
        }
    }

    fn file(config: SiteConfig, session: &Session) -> CacheFile {
        CacheFile::new(
            config,
            "stars",
            &format!("-{:016x}", session.token.digest()),
        )
    }

    /// Loads the stored stars. Empty if the file is missing or invalid.
    pub fn load(config: SiteConfig, session: &Session) -> Self {
        Self::file(config, session).read().unwrap_or_default()
    }

    /// Stores the stars that a reply shows, and the number of days if the reply shows it. If the
    /// file cannot be written, this process keeps the content.
    pub fn store(&self, config: SiteConfig, session: &Session) -> Result<()> {
        let written = self.store_stars(config, session);
        let counted = store_day_count(config, self.day_count);
        written.and(counted)
    }

    fn store_stars(&self, config: SiteConfig, session: &Session) -> Result<()> {
        let file = Self::file(config, session);
        let _lock = file.lock(|| {});
        let mut stored: Self = file.read().unwrap_or_default();
        stored.merge(self);
        file.write(&stored)
    }

    /// Records the user's name on a page of this session. If the file cannot be written, this process
    /// keeps it.
    pub fn add_name(config: SiteConfig, session: &Session, name: &str) {
        let file = Self::file(config, session);
        let _lock = file.lock(|| {});
        let mut stored: Self = file.read().unwrap_or_default();
        if stored.names.insert(name.to_owned()) {
            let _ = file.write(&stored);
        }
    }

    /// False if the page shows a name, and the site has shown only other names with the session.
    pub fn may_be_page_of_user(&self, page: &PuzzlePage) -> bool {
        let user = page.user.as_ref();
        self.names.is_empty() || user.is_none_or(|user| self.names.contains(&user.name))
    }

    /// Adds stars that the site has shown. They may be older than the known ones, because a page is
    /// stored for some time.
    fn merge(&mut self, new: &Self) {
        self.names.extend(new.user.clone());
        if !is_outdated(new.shown_at(), self.shown_at()) {
            self.user.clone_from(&new.user);
        }
        for new in &new.years {
            let mut event = new.clone();
            if let Some(at) = self.years.iter().position(|old| old.year == new.year) {
                let mut old = self.years.swap_remove(at);
                if is_outdated(event.shown_at, old.shown_at) {
                    mem::swap(&mut event, &mut old);
                }
                // Stars never disappear, so the known days are still right.
                event.days = event.days.or(old.days);
            }
            self.years.push(event);
        }
    }

    /// The time of the newest reply that showed stars.
    fn shown_at(&self) -> Option<DateTime<Utc>> {
        self.years.iter().filter_map(|event| event.shown_at).max()
    }

    /// The stars of an event. `None` if unknown.
    pub fn of_year(&self, year: Year) -> Option<&YearStars> {
        self.years.iter().find(|event| event.year == year)
    }

    /// True if the site has listed the puzzle as open. This depends on no clock.
    pub fn lists(&self, puzzle: Puzzle) -> bool {
        self.of_year(puzzle.year)
            .is_some_and(|year| year.lists(puzzle.day))
    }

    /// The stars of a puzzle. `None` if unknown.
    pub fn of_day(&self, puzzle: Puzzle) -> Option<u8> {
        self.of_year(puzzle.year)?.of_day(puzzle.day)
    }
}

/// True if one reply is older than the other, by at most the interval. A page is not stored longer
/// than the interval, so a larger difference comes from a wrong clock.
fn is_outdated(shown_at: Option<DateTime<Utc>>, other: Option<DateTime<Utc>>) -> bool {
    let times = shown_at.zip(other);
    times.is_some_and(|(own, other)| own < other && other <= own + INTERVAL)
}

/// The number of days of each event, as the site has shown it.
pub fn shown_days(config: SiteConfig) -> BTreeMap<Year, u8> {
    days_file(config).read().unwrap_or_default()
}

/// Stores the number of days of an event, if a reply has shown it.
pub(super) fn store_day_count(config: SiteConfig, day_count: Option<(Year, u8)>) -> Result<()> {
    let Some((year, count)) = day_count else {
        return Ok(());
    };
    let file = days_file(config);
    let _lock = file.lock(|| {});
    let mut days = shown_days(config);
    days.insert(year, count);
    file.write(&days)
}

fn days_file(config: SiteConfig) -> CacheFile {
    CacheFile::new(config, "days", "")
}

#[cfg(test)]
mod tests;
