//! The endpoint `/YEAR/leaderboard/self` with the times of the user's own stars, and the file of
//! each session that stores them.

use std::time::Duration;

use aoc_solution::Part;
use chrono::{DateTime, SubsecRound, Utc};
use serde::{Deserialize, Serialize};

use super::cache_file::{CacheFile, SiteConfig};
use super::client::SiteClient;
use super::error::{SiteError, SiteResult};
use super::session::Session;
use super::stars::UserStars;
use crate::pages::{Html, main_part, plain_text, select, title};
use crate::puzzle::{Day, Year, day_count};
use crate::terminal::span;

/// The times of the user's own stars in an event as the site showed them.
#[derive(Deserialize, Serialize)]
pub struct OwnTimes {
    /// The time of the request, by the site's clock.
    pub fetched: DateTime<Utc>,
    pub days: Vec<OwnDayTimes>,
}

/// The times of a day's stars. `None` for a missing star.
#[derive(Debug, PartialEq, Deserialize, Serialize)]
pub struct OwnDayTimes {
    pub day: Day,
    pub part1: Option<StarTime>,
    pub part2: Option<StarTime>,
}

/// The time from the unlock of a day to one of its stars.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize, Serialize)]
#[serde(from = "Duration", into = "Duration")]
pub enum StarTime {
    /// The time, in whole seconds.
    After(Duration),
    /// The user got the star more than a day after the unlock, so the site does not show the time.
    Later,
}

impl StarTime {
    /// The site does not show longer times.
    pub const LIMIT: Duration = Duration::from_hours(24);

    /// The site's text for a longer time.
    pub const LATER_TEXT: &str = ">24h";

    /// A known time in whole seconds.
    pub fn after(time: Duration) -> Self {
        Self::After(Duration::from_secs(time.as_secs()))
    }

    /// The exact time. `None` if unknown.
    pub fn exact(self) -> Option<Duration> {
        match self {
            Self::After(time) => Some(time),
            Self::Later => None,
        }
    }

    pub fn in_words(self) -> String {
        match self {
            Self::After(time) => span(time),
            Self::Later => StarTime::LATER_TEXT.to_owned(),
        }
    }
}

/// Converts a time to the number in files and JSON, where [`StarTime::LIMIT`] stands for
/// [`StarTime::Later`].
impl From<StarTime> for Duration {
    fn from(time: StarTime) -> Self {
        time.exact().unwrap_or(StarTime::LIMIT)
    }
}

/// Reads the number in files.
impl From<Duration> for StarTime {
    fn from(time: Duration) -> Self {
        if time == StarTime::LIMIT {
            Self::Later
        } else {
            Self::After(time)
        }
    }
}

impl OwnDayTimes {
    /// The time of a star. `None` if the star is missing.
    pub fn of(&self, part: Part) -> Option<StarTime> {
        match part {
            Part::One => self.part1,
            Part::Two => self.part2,
        }
    }

    /// The number of stars.
    fn stars(&self) -> u8 {
        let won = Part::BOTH.map(|part| u8::from(self.of(part).is_some()));
        won.iter().sum()
    }
}

impl OwnTimes {
    pub fn of(&self, day: Day) -> Option<&OwnDayTimes> {
        self.days.iter().find(|own| own.day == day)
    }

    /// The file of a session and an event.
    pub fn file(config: SiteConfig, session: &Session, year: Year) -> CacheFile {
        let suffix = format!("-{year}-{:016x}", session.token.digest());
        CacheFile::new(config, "times", &suffix)
    }
}

impl SiteClient {
    /// Requests the times of the session's user. Each time belongs to a star, so the reply also
    /// shows the stars of the year.
    pub fn own_times(&self, year: Year, session: &Session) -> SiteResult<(OwnTimes, UserStars)> {
        let name = format!("list of times in {year}");
        let path = format!("/{year}/leaderboard/self");
        let page = self.statistics_page(&name, &path, session)?;
        let title = title(&page.html);
        let shown_year = title.split_whitespace().next_back().and_then(Year::parse);
        if shown_year.is_some_and(|shown| shown != year) {
            let message = format!("expected the {name}, got that of another event");
            return Err(SiteError::bad_body(message));
        }
        let days = read_own_times(&page.html)
            .ok_or_else(|| SiteError::incomplete("the table of times"))?;
        let numbers = days.iter().map(|day| day.day.get());
        let day_count = numbers.fold(day_count(year), u8::max);
        let stars_of_days = days.iter().map(|day| (day.day, day.stars()));
        let mut stars = UserStars::of_days(page.user, year, day_count, stars_of_days);
        stars.set_shown_at(page.fetched);
        let fetched = page.fetched.trunc_subsecs(0);
        Ok((OwnTimes { fetched, days }, stars))
    }
}

/// Parses the rows of the table of times: `day time rank score time rank score`, or `day time time`
/// since 2025. Ignores a second row of a day.
///
/// Returns an empty list if the page says that there are no stars, and `None` if the page has no
/// table.
pub(super) fn read_own_times(page: &Html) -> Option<Vec<OwnDayTimes>> {
    let main = main_part(page);
    let mut days = Vec::new();
    for table in select(main, "pre") {
        for line in table.text().lines() {
            let words: Vec<&str> = line.split_whitespace().collect();
            let ([day, part1, part2] | [day, part1, _, _, part2, _, _]) = words[..] else {
                continue;
            };
            if let Some(day) = Day::parse(day)
                && !days.iter().any(|own: &OwnDayTimes| own.day == day)
            {
                days.push(OwnDayTimes {
                    day,
                    part1: star_time(part1),
                    part2: star_time(part2),
                });
            }
        }
    }
    for article in select(main, "article") {
        if plain_text(article).contains("collected any stars") {
            return Some(days);
        }
    }
    (!days.is_empty()).then_some(days)
}

/// Parses `00:12:34` or `>24h`. `None` for `-`, which means a missing star.
fn star_time(text: &str) -> Option<StarTime> {
    if text.starts_with('>') {
        return Some(StarTime::Later);
    }
    let mut seconds: u64 = 0;
    for number in text.split(':') {
        let number = number.parse().ok()?;
        seconds = seconds.checked_mul(60)?.checked_add(number)?;
    }
    Some(StarTime::After(Duration::from_secs(seconds)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pages::parse_html;

    #[test]
    fn tables_of_all_years_are_read() {
        let old = "      --------Part 1--------   --------Part 2--------\n\
                   Day       Time   Rank  Score       Time   Rank  Score\n \
                   25       &gt;24h  14040      0       &gt;24h   9000      0\n  \
                   2   01:02:03   4000      0          -      -      -\n";
        let new = "Day   Part 1   Part 2\n  1  00:02:05  00:12:34\n  1  00:02:06  -\n";
        let seconds = |table: &str| {
            let page = format!("<main><article><p>Times</p><pre>{table}</pre></article></main>");
            let days = read_own_times(&parse_html(&page))
                .expect("a table")
                .into_iter();
            let seconds = |time: Option<StarTime>| time.map(|time| Duration::from(time).as_secs());
            days.map(|day| (day.day.get(), seconds(day.part1), seconds(day.part2)))
                .collect::<Vec<_>>()
        };
        let late = Some(86_400);
        assert_eq!(seconds(old), [(25, late, late), (2, Some(3723), None)]);
        assert_eq!(seconds(new), [(1, Some(125), Some(754))]);
    }

    #[test]
    fn times_have_hours_or_are_later_than_a_day() {
        for (text, seconds) in [
            ("00:12:34", Some(754)),
            ("23:59:59", Some(86_399)),
            (">24h", Some(86_400)),
            ("-", None),
            ("1:", None),
            ("-1:00", None),
            // A reply of the server must never crash the program.
            ("9999999999:00:00", Some(35_999_999_996_400)),
            ("99999999999999999:00:00:00:00", None),
            ("18446744073709551615:59", None),
        ] {
            let time = star_time(text).map(Duration::from);
            assert_eq!(time, seconds.map(Duration::from_secs), "{text}");
            let is_later = star_time(text) == Some(StarTime::Later);
            assert_eq!(is_later, text == ">24h", "{text}");
        }
    }

    #[test]
    fn a_page_without_stars_is_no_table_of_something_else() {
        let none = "<article><p>You haven't collected any stars... yet.</p></article>";
        assert_eq!(read_own_times(&parse_html(none)), Some(Vec::new()));
        assert_eq!(
            read_own_times(&parse_html("<article><pre>1 2</pre></article>")),
            None
        );
    }
}
