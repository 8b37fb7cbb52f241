//! Years, days and puzzles. Each event has a number of days, and each day unlocks at midnight in
//! UTC-5, all year round, which is 05:00 UTC.

use std::collections::BTreeMap;
use std::fmt::{self, Display, Formatter};
use std::ops::RangeInclusive;
use std::sync::{PoisonError, RwLock};
use std::time::Duration;

use aoc_solution::Part;
use chrono::{DateTime, Datelike, FixedOffset, TimeDelta, TimeZone, Utc};
use serde::{Deserialize, Serialize};

use crate::error::{Result, usage_error};

/// The folder with the years, below the project's root.
pub const DAYS: &str = "days";

/// The year of an event: 2015 to 9999.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "u16")]
pub struct Year(u16);

impl Year {
    /// The first event.
    pub const FIRST: Self = Self(2015);
    /// The last year of four digits.
    pub const LAST: Self = Self(9999);

    /// Returns `None` if the year is before the first event or has more than four digits.
    pub const fn new(year: u16) -> Option<Self> {
        if year < Self::FIRST.0 || year > Self::LAST.0 {
            return None;
        }
        Some(Self(year))
    }

    #[cfg(test)]
    pub const fn of(year: u16) -> Self {
        Self::new(year).expect("a year of an event")
    }

    pub const fn get(self) -> u16 {
        self.0
    }

    /// The name of the year's package, of the package's program and of its folder, such as
    /// `year2020`.
    pub fn package(self) -> String {
        format!("year{self}")
    }

    /// The folder of the year's days, relative to the project's root, with forward slashes.
    pub fn folder(self) -> String {
        format!("{DAYS}/{}", self.package())
    }

    /// Parses a year from 2015 to 9999, with or without leading zeros.
    pub fn parse(text: &str) -> Option<Self> {
        Self::new(u16::try_from(parse_number(text)?).ok()?)
    }

    /// Parses a year from the command line. The error says which years exist.
    pub fn parse_word(word: &str) -> Result<Self> {
        Self::parse(word).ok_or_else(|| {
            let word = word.escape_debug();
            usage_error(format!("`{word}` is not a year: years are 2015 and later"))
        })
    }

    pub const fn day(self, day: Day) -> Puzzle {
        Puzzle { year: self, day }
    }

    pub fn has_day(self, day: Day) -> bool {
        day.0 <= day_count(self)
    }

    pub fn puzzles(self) -> impl Iterator<Item = Puzzle> {
        (1..=day_count(self)).map(move |day| self.day(Day(day)))
    }

    /// The years from `self` to `last`, both included.
    pub fn through(self, last: Self) -> impl DoubleEndedIterator<Item = Self> {
        (self.0..=last.0).map(Self)
    }
}

impl Default for Year {
    fn default() -> Self {
        Self::FIRST
    }
}

impl TryFrom<u16> for Year {
    type Error = String;

    fn try_from(year: u16) -> Result<Self, String> {
        Self::new(year).ok_or_else(|| format!("year {year} does not exist: years are 2015 to 9999"))
    }
}

impl Display for Year {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A day of an event: 1 to 25.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, Hash)]
#[serde(try_from = "u8")]
pub struct Day(u8);

impl Day {
    pub const FIRST: Self = Self(1);
    /// The last day of the longest events.
    pub const LAST: Self = Self(25);

    /// Returns `None` for a day that no event has.
    pub const fn new(day: u8) -> Option<Self> {
        if day < Self::FIRST.0 || day > Self::LAST.0 {
            return None;
        }
        Some(Self(day))
    }

    #[cfg(test)]
    pub const fn of(day: u8) -> Self {
        Self::new(day).expect("a day of an event")
    }

    pub const fn get(self) -> u8 {
        self.0
    }

    /// The name of its module, such as `day07`.
    pub fn module(self) -> String {
        format!("day{:02}", self.0)
    }

    /// Parses a day, with or without leading zeros.
    pub fn parse(text: &str) -> Option<Self> {
        Self::new(u8::try_from(parse_number(text)?).ok()?)
    }

    /// The days from `self` to `last`, both included.
    pub fn through(self, last: Self) -> impl Iterator<Item = Self> {
        (self.0..=last.0).map(Self)
    }
}

impl Default for Day {
    fn default() -> Self {
        Self::FIRST
    }
}

impl TryFrom<u8> for Day {
    type Error = String;

    fn try_from(day: u8) -> Result<Self, String> {
        Self::new(day).ok_or_else(|| format!("day {day} does not exist: days are 1 to 25"))
    }
}

impl Display for Day {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Puzzle {
    pub year: Year,
    pub day: Day,
}

impl Puzzle {
    #[cfg(test)]
    pub const fn of(year: u16, day: u8) -> Self {
        Year::of(year).day(Day::of(day))
    }

    /// The message for a day that the event does not have.
    pub fn not_in_event_message(self) -> String {
        let days = day_count(self.year);
        format!("{self} does not exist: {} has {days} days", self.year)
    }

    /// The path of its page on the site.
    pub fn page_path(self) -> String {
        let Self { year, day } = self;
        format!("/{year}/day/{day}")
    }

    /// The file with the solution, relative to the project's root, with forward slashes.
    pub fn solution_path(self) -> String {
        format!("{}/{}.rs", self.year.folder(), self.day.module())
    }

    /// The command that runs the tests of the day's module in its year only.
    pub fn test_command(self) -> String {
        format!(
            "cargo test -p {} {}::",
            self.year.package(),
            self.day.module()
        )
    }
}

/// Writes a puzzle as a selector: `2020/22`.
impl Display for Puzzle {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        f.pad(&format!("{}/{}", self.year, self.day))
    }
}

/// Parses a number that consists of digits only. Returns `None` for any other text, and `u32::MAX`
/// if the number is too large.
pub fn parse_number(text: &str) -> Option<u32> {
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    Some(text.parse().unwrap_or(u32::MAX))
}

/// The numbers of days that the site has shown. This is a global variable, because almost every
/// module needs the calendar.
static SHOWN_DAYS: RwLock<BTreeMap<Year, u8>> = RwLock::new(BTreeMap::new());

/// Adds numbers of days that the site has shown.
pub fn add_shown_days(shown: BTreeMap<Year, u8>) {
    let mut days = SHOWN_DAYS.write().unwrap_or_else(PoisonError::into_inner);
    days.extend(shown);
}

/// The time zone of the site. Puzzles unlock at its midnight.
const SITE_TIME_ZONE: FixedOffset = FixedOffset::west_opt(5 * 3600).unwrap();

/// The number of days of the event of `year`.
pub fn day_count(year: Year) -> u8 {
    let shown = SHOWN_DAYS.read().unwrap_or_else(PoisonError::into_inner);
    day_count_among(&shown, year)
}

/// The number of days that the site has shown, or the built-in number if the site has shown none or
/// an impossible one.
fn day_count_among(shown: &BTreeMap<Year, u8>, year: Year) -> u8 {
    possible_count_among(shown, year).unwrap_or_else(|| built_in_day_count(year))
}

fn possible_count_among(shown: &BTreeMap<Year, u8>, year: Year) -> Option<u8> {
    let count = shown.get(&year).copied();
    count.filter(|count| possible_day_counts(year).contains(count))
}

/// True if the site has shown the number of days of the event, or if this program knows it. If not,
/// the number is only a guess.
pub fn is_day_count_known(year: Year) -> bool {
    let shown = SHOWN_DAYS.read().unwrap_or_else(PoisonError::into_inner);
    year <= LAST_KNOWN_EVENT || possible_count_among(&shown, year).is_some()
}

/// The end of a sentence about the number of days of an event. Empty if the number is known.
/// Otherwise it says how to ask the site, which shows nothing before the event.
pub fn day_count_hint(year: Year) -> String {
    if is_day_count_known(year) {
        return String::new();
    }
    format!(" as far as is known; from its first day on, `aoc calendar {year}` asks the site")
}

/// The end of a sentence about the next unlock. Empty unless the next known one is in a later event
/// than the running one, which may then have more days than is known.
pub fn next_unlock_hint(now: DateTime<Utc>) -> String {
    running_event(now)
        .filter(|event| next_unlock(now).is_none_or(|next| next.year > *event))
        .map_or_else(String::new, day_count_hint)
}

/// The first event with 12 days.
const FIRST_SHORT_EVENT: Year = Year(2025);

/// The message that no event has a day with this number.
pub fn no_such_day_message(number: &str) -> String {
    format!(
        "day {number} does not exist: days are {} to {} ({} to {} since {FIRST_SHORT_EVENT})",
        Day::FIRST,
        Day::LAST,
        Day::FIRST,
        built_in_day_count(FIRST_SHORT_EVENT)
    )
}

/// The last event that had taken place when this program was written. Its titles (`titles.tsv`) and
/// the places of its examples (`pages/example-locators.tsv`) are known.
pub const LAST_KNOWN_EVENT: Year = Year(2025);

/// The number of days of an event that is built into this program. For events after 2025 it is a
/// guess.
pub fn built_in_day_count(year: Year) -> u8 {
    if year < FIRST_SHORT_EVENT { 25 } else { 12 }
}

/// The numbers of days that an event may have. A past event has at least the built-in number of
/// days.
pub fn possible_day_counts(year: Year) -> RangeInclusive<u8> {
    let least = if year <= LAST_KNOWN_EVENT {
        built_in_day_count(year)
    } else {
        Day::FIRST.0
    };
    least..=Day::LAST.0
}

/// True for the second part of an event's last known day. If the event has no more days, this part
/// has no input and no answer: its star requires all other stars of the event. The page of the day
/// may show that there are more days, which `KnownAnswers::is_last_star` takes into account.
pub fn may_be_last_star(puzzle: Puzzle, part: Part) -> bool {
    part == Part::Two && puzzle.day.0 == day_count(puzzle.year)
}

/// The parts with an answer: only part 1 on the last day of an event, otherwise both. An event may
/// have more days than are known. Only on its last known day, `has_answer_to_part2` looks at the
/// page, which shows whether there are more.
pub fn parts_with_answer(
    puzzle: Puzzle,
    has_answer_to_part2: impl FnOnce() -> bool,
) -> &'static [Part] {
    let has_last_star = may_be_last_star(puzzle, Part::Two)
        && (is_day_count_known(puzzle.year) || !has_answer_to_part2());
    if has_last_star {
        &[Part::One]
    } else {
        &Part::BOTH
    }
}

/// The parts with an answer as far as the calendar knows, without a look at the page.
pub fn parts_in_calendar(puzzle: Puzzle) -> &'static [Part] {
    parts_with_answer(puzzle, || false)
}

pub fn other_part(part: Part) -> Part {
    match part {
        Part::One => Part::Two,
        Part::Two => Part::One,
    }
}

/// The time at which the puzzle unlocks.
pub fn unlock(puzzle: Puzzle) -> DateTime<Utc> {
    let year = i32::from(puzzle.year.0);
    let day = u32::from(puzzle.day.0);
    SITE_TIME_ZONE
        .with_ymd_and_hms(year, 12, day, 0, 0, 0)
        .single()
        .expect("December has every day from 1 to 25")
        .to_utc()
}

/// The time before an event's first unlock in which `aoc init` prepares the event's first day, and
/// `aoc status` suggests that day as the next step.
pub const NEXT_EVENT_LEAD: Duration = Duration::from_hours(14 * 24);

/// The longest time that `aoc start` waits for an unlock. It is limited because the user may have
/// named no puzzle, or only a day. `aoc fetch --wait` waits longer.
pub const MAX_START_WAIT: Duration = Duration::from_hours(7 * 24);

/// The time before its unlock at which the next puzzle becomes due. Until then, today's puzzle is
/// due.
const NEXT_PUZZLE_LEAD: TimeDelta = TimeDelta::hours(1);

/// The time before its unlock at which the first puzzle of an event becomes due.
const FIRST_PUZZLE_LEAD: TimeDelta = TimeDelta::hours(36);

/// The current year in the site's time zone. `None` before the first event.
fn year_of(now: DateTime<Utc>) -> Option<Year> {
    let year = now.with_timezone(&SITE_TIME_ZONE).year();
    Year::new(u16::try_from(year).ok()?)
}

/// The event of the current December, even after the event's last day. `None` in other months.
pub fn running_event(now: DateTime<Utc>) -> Option<Year> {
    if now.with_timezone(&SITE_TIME_ZONE).month() < 12 {
        return None;
    }
    year_of(now)
}

/// The puzzle of the current day. `None` outside of the event's days.
pub fn today(now: DateTime<Utc>) -> Option<Puzzle> {
    let year = running_event(now)?;
    let day = now.with_timezone(&SITE_TIME_ZONE).day();
    year.puzzles().find(|puzzle| u32::from(puzzle.day.0) == day)
}

/// The puzzles of this year and the next one that are locked at this time, in order.
pub fn locked_puzzles(now: DateTime<Utc>) -> impl Iterator<Item = Puzzle> {
    let year = year_of(now).unwrap_or(Year::FIRST);
    [Some(year), Year::new(year.0 + 1)]
        .into_iter()
        .flatten()
        .flat_map(Year::puzzles)
        .filter(move |&puzzle| unlock(puzzle) > now)
}

/// The puzzle that unlocks next after this time.
pub fn next_unlock(now: DateTime<Utc>) -> Option<Puzzle> {
    locked_puzzles(now).next()
}

/// The year of the newest event whose `day` is unlocked.
pub fn newest_unlocked(day: Day, now: DateTime<Utc>) -> Option<Year> {
    Year::FIRST
        .through(year_of(now)?)
        .rev()
        .find(|year| year.has_day(day) && unlock(year.day(day)) <= now)
}

/// The newest event that has begun. If the clock says that none has begun, the first event.
pub fn newest_event(now: DateTime<Utc>) -> Year {
    newest_unlocked(Day::FIRST, now).unwrap_or(Year::FIRST)
}

/// The puzzle to start now: today's, or the next one shortly before its unlock. `None` if no event
/// is near.
pub fn due(now: DateTime<Utc>) -> Option<Puzzle> {
    let today = today(now);
    let near = if today.is_some() {
        NEXT_PUZZLE_LEAD
    } else {
        FIRST_PUZZLE_LEAD
    };
    match next_unlock(now) {
        Some(next) if unlock(next) - now <= near => Some(next),
        _ => today,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn years_have_25_or_12_days_the_last_with_one_part() {
        let counts = [2015, 2024, 2025, 2040].map(|year| day_count(Year::of(year)));
        assert_eq!(counts, [25, 25, 12, 12]);
        let is_last = [(2024, 25), (2024, 12), (2025, 12), (2025, 11)]
            .map(|(year, day)| may_be_last_star(Puzzle::of(year, day), Part::Two));
        assert_eq!(is_last, [true, false, true, false]);
    }

    #[test]
    fn the_site_knows_the_days_of_later_events() {
        let [past, next] = [Year::of(2025), Year::of(9997)];
        for (shown, of_past, of_next) in [
            (10, 12, 10),
            (15, 15, 15),
            // No event can have these numbers.
            (0, 12, 12),
            (255, 12, 12),
        ] {
            let days = BTreeMap::from([(past, shown), (next, shown)]);
            assert_eq!(day_count_among(&days, past), of_past, "{shown}");
            assert_eq!(day_count_among(&days, next), of_next, "{shown}");
        }
    }

    #[test]
    fn only_days_and_years_of_events_are_read() {
        use serde_json::from_str;
        for (year, is_one) in [
            ("0", false),
            ("2014", false),
            ("2015", true),
            ("9999", true),
            ("10000", false),
            ("65536", false),
            ("-2020", false),
        ] {
            assert_eq!(Year::parse(year).is_some(), is_one, "{year}");
            assert_eq!(from_str::<Year>(year).is_ok(), is_one, "{year}");
        }
        for (day, is_one) in [
            ("0", false),
            ("1", true),
            ("25", true),
            ("26", false),
            ("32", false),
            ("256", false),
            ("-1", false),
        ] {
            assert_eq!(Day::parse(day).is_some(), is_one, "{day}");
            assert_eq!(from_str::<Day>(day).is_ok(), is_one, "{day}");
            let key = format!(r#"{{"{day}":2}}"#);
            assert_eq!(from_str::<BTreeMap<Day, u8>>(&key).is_ok(), is_one, "{day}");
        }
        let text = r#"{"year":2020,"day":22}"#;
        let puzzle: Puzzle = from_str(text).unwrap();
        assert_eq!(puzzle, Puzzle::of(2020, 22));
        assert_eq!(serde_json::to_string(&puzzle).unwrap(), text);
        let error = from_str::<Puzzle>(r#"{"year":2020,"day":32}"#).unwrap_err();
        let says = "day 32 does not exist: days are 1 to 25";
        assert!(error.to_string().starts_with(says), "{error}");
    }

    #[test]
    fn every_day_of_every_year_unlocks() {
        for year in [Year::FIRST, Year::LAST] {
            for day in Day::FIRST.through(Day::LAST) {
                let time = unlock(year.day(day)).to_string();
                assert_eq!(time, format!("{year}-12-{:02} 05:00:00 UTC", day.get()));
            }
        }
        // The last year has no next event.
        let end = "9999-12-31T23:00:00Z".parse().unwrap();
        assert_eq!(next_unlock(end), None);
    }

    fn shown(value: Option<impl ToString>) -> String {
        value.map_or("-".to_owned(), |value| value.to_string())
    }

    #[test]
    fn the_calendar_is_that_of_the_site() {
        // The value of `day1_ts` on the site in 2025.
        assert_eq!(unlock(Puzzle::of(2025, 1)).timestamp(), 1_764_565_200);
        for (time, event, today_is, next, newest_day_3) in [
            ("2014-12-05T12:00:00Z", "-", "-", "2015/1", "-"),
            ("2015-12-01T05:00:00Z", "2015", "2015/1", "2015/2", "-"),
            ("2024-12-24T05:00:01Z", "2024", "2024/24", "2024/25", "2024"),
            ("2024-12-26T12:00:00Z", "2024", "-", "2025/1", "2024"),
            ("2025-01-01T04:59:59Z", "2024", "-", "2025/1", "2024"),
            ("2025-01-01T05:00:00Z", "-", "-", "2025/1", "2024"),
            ("2025-12-01T04:59:59Z", "-", "-", "2025/1", "2024"),
            ("2025-12-01T05:00:00Z", "2025", "2025/1", "2025/2", "2024"),
            ("2025-12-03T04:59:59Z", "2025", "2025/2", "2025/3", "2024"),
            ("2025-12-03T05:00:00Z", "2025", "2025/3", "2025/4", "2025"),
            ("2025-12-13T04:59:59Z", "2025", "2025/12", "2026/1", "2025"),
            ("2025-12-13T05:00:00Z", "2025", "-", "2026/1", "2025"),
        ] {
            let now = time.parse().unwrap();
            assert_eq!(shown(running_event(now)), event, "{time}");
            assert_eq!(shown(today(now)), today_is, "{time}");
            assert_eq!(shown(next_unlock(now)), next, "{time}");
            assert_eq!(
                shown(newest_unlocked(Day::of(3), now)),
                newest_day_3,
                "{time}"
            );
        }
        let november = "2026-11-20T00:00:00Z".parse().unwrap();
        assert_eq!(newest_unlocked(Day::of(13), november), Some(Year::of(2024)));
    }

    #[test]
    fn a_puzzle_that_unlocks_soon_is_due() {
        let cases = [
            ("2026-11-29T16:59:59Z", None),
            ("2026-11-29T17:00:00Z", Some(1)),
            ("2026-12-01T05:00:00Z", Some(1)),
            ("2026-12-02T03:59:59Z", Some(1)),
            ("2026-12-02T04:00:00Z", Some(2)),
            ("2026-12-13T04:59:59Z", Some(12)),
            ("2026-12-13T05:00:00Z", None),
        ];
        for (now, day) in cases {
            let puzzle = day.map(|day| Puzzle::of(2026, day));
            assert_eq!(due(now.parse().unwrap()), puzzle, "{now}");
        }
    }
}
