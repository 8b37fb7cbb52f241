//! The grammar of one selector.
//!
//! ```text
//! selector = "all" | "today" | "latest" | years | [ ( years | every ) "/" ] items | path
//! every    = "*" | "all"
//! years    = year [ "-" year ]
//! items    = item { "," item }
//! item     = day [ "-" day ]
//! ```

use std::fmt;
use std::str::FromStr;

use super::calendar;
use super::id::{Day, Year, number};
use super::names;
use crate::error::{Exit, HasExit};

/// The reason why a command line does not select puzzles: one line that names the
/// word or the puzzle and ends with what to write or to do instead.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct SelectorError {
    message: String,
    /// The word is nothing like a selector.
    pub is_unknown: bool,
}

impl SelectorError {
    pub fn new(message: String) -> Self {
        let is_unknown = false;
        Self {
            message,
            is_unknown,
        }
    }
}

impl HasExit for SelectorError {
    fn exit(&self) -> Exit {
        Exit::Usage
    }
}

/// The meaning of one word of the command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Selector {
    All,
    Today,
    Latest,
    Days(DaySpan),
}

/// Days of years: `2020`, `2015-2018`, `22`, `1-5,22`, `2020/22`, `*/25`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DaySpan {
    /// The first and the last year; `None` if the word does not say it. Of several
    /// years, not each needs to have the days.
    pub years: Option<(Year, Year)>,
    /// None for whole years.
    pub items: Vec<DayRange>,
}

/// The first and the last year that can be written: `*`.
pub const EVERY_YEAR: (Year, Year) = (Year::FIRST, Year::LAST);

/// One day or a range of them, never backwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DayRange(pub Day, pub Day);

impl DayRange {
    pub const ALL: Self = Self(Day(1), Day::LAST);

    pub fn days(self) -> impl Iterator<Item = Day> {
        (self.0.0..=self.1.0).map(Day)
    }

    pub fn is_one(self) -> bool {
        self.0 == self.1
    }
}

impl DaySpan {
    /// Checks that the days exist in at least one of the years.
    pub fn new(years: Option<(Year, Year)>, items: Vec<DayRange>) -> Result<Self, SelectorError> {
        if let Some((first, last)) = years {
            let has = |year: u16, day: Day| day.0 <= calendar::days(Year(year));
            let missing = items
                .iter()
                .find(|item| !(first.0..=last.0).any(|year| has(year, item.1)));
            if let Some(DayRange(_, day)) = missing {
                let days = calendar::days(first);
                return Err(SelectorError::new(format!(
                    "{first}/{day} does not exist: {first} has {days} days"
                )));
            }
        }
        Ok(Self { years, items })
    }

    pub const fn year(year: Year) -> Self {
        Self {
            years: Some((year, year)),
            items: Vec::new(),
        }
    }

    pub const fn is_whole_years(&self) -> bool {
        self.items.is_empty()
    }
}

impl From<Day> for DayRange {
    fn from(day: Day) -> Self {
        Self(day, day)
    }
}

impl FromStr for Selector {
    type Err = SelectorError;

    fn from_str(word: &str) -> Result<Self, SelectorError> {
        parse(word)
    }
}

fn parse(word: &str) -> Result<Selector, SelectorError> {
    match word.to_ascii_lowercase().as_str() {
        "all" => return Ok(Selector::All),
        "today" => return Ok(Selector::Today),
        "latest" => return Ok(Selector::Latest),
        _ => {}
    }
    if names::is_path(word) {
        let (year, day) = names::parse_path(word)?;
        let items = day.map(DayRange::from).into_iter().collect();
        return Ok(Selector::Days(DaySpan::new(Some((year, year)), items)?));
    }
    let is_year = |text: &str| number(text).is_some_and(|number| number >= 1000);
    let (years, items) = match (word.split_once('/'), word.split_once('-')) {
        (Some((years, items)), _) => (Some(years), Some(items)),
        (None, Some((first, _))) if is_year(first) => (Some(word), None),
        _ if is_year(word) => (Some(word), None),
        _ => (None, Some(word)),
    };
    let years = match years {
        Some(years) if names::is_every_year(years) => Some(EVERY_YEAR),
        Some(years) => Some(parse_range(years, |text| parse_year(word, text))?),
        None => None,
    };
    let items = match items {
        Some(items) => parse_items(word, items)?,
        None => Vec::new(),
    };
    Ok(Selector::Days(DaySpan::new(years, items)?))
}

fn parse_range<T: Copy + PartialOrd + fmt::Display>(
    text: &str,
    parse: impl Fn(&str) -> Result<T, SelectorError>,
) -> Result<(T, T), SelectorError> {
    let Some((first, last)) = text.split_once('-') else {
        let one = parse(text)?;
        return Ok((one, one));
    };
    let (first, last) = (parse(first)?, parse(last)?);
    if first > last {
        return Err(SelectorError::new(format!(
            "the range {first}-{last} is backwards: write {last}-{first}"
        )));
    }
    Ok((first, last))
}

fn parse_year(word: &str, text: &str) -> Result<Year, SelectorError> {
    match number(text) {
        None | Some(10_000..) => Err(unknown(word)),
        Some(_) => Year::parse(text).ok_or_else(|| {
            SelectorError::new(format!(
                "there was no event in {text}: the first one was in 2015"
            ))
        }),
    }
}

fn parse_items(word: &str, text: &str) -> Result<Vec<DayRange>, SelectorError> {
    let item = |part: &str| {
        let (first, last) = parse_range(part, |text| parse_day(word, text))?;
        Ok(DayRange(first, last))
    };
    text.split(',').map(item).collect()
}

fn parse_day(word: &str, text: &str) -> Result<Day, SelectorError> {
    let number = number(text).ok_or_else(|| unknown(word))?;
    let day = u8::try_from(number).map(Day).ok();
    day.filter(|day| (Day(1)..=Day::LAST).contains(day))
        .ok_or_else(|| {
            SelectorError::new(format!(
                "day {text} does not exist: days are 1 to 25 (1 to 12 since 2025)"
            ))
        })
}

/// Names the word that is probably meant, with one slip in three letters at most.
fn unknown(word: &str) -> SelectorError {
    let lower = word.to_ascii_lowercase();
    let distance = |known: &&str| strsim::osa_distance(&lower, known);
    let nearest = ["all", "today", "latest"].into_iter().min_by_key(distance);
    let instead = match nearest.filter(|it| distance(it) * 3 <= it.len().min(lower.len())) {
        Some(meant) => format!("; did you mean `{meant}`?"),
        None => ": write 22, 1-5, 2020, 2020/22, all, today, latest or a day's file".to_owned(),
    };
    SelectorError {
        message: format!("unknown puzzle `{}`{instead}", word.escape_debug()),
        is_unknown: true,
    }
}

impl fmt::Display for Selector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::All => f.write_str("all"),
            Self::Today => f.write_str("today"),
            Self::Latest => f.write_str("latest"),
            Self::Days(span) => span.fmt(f),
        }
    }
}

impl fmt::Display for DaySpan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.years {
            Some(EVERY_YEAR) => f.write_str("*")?,
            Some((first, last)) if first == last => first.fmt(f)?,
            Some((first, last)) => write!(f, "{first}-{last}")?,
            None => {}
        }
        for (index, item) in self.items.iter().enumerate() {
            let separator = match index {
                0 if self.years.is_some() => "/",
                0 => "",
                _ => ",",
            };
            write!(f, "{separator}{item}")?;
        }
        Ok(())
    }
}

impl fmt::Display for DayRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_one() {
            self.0.fmt(f)
        } else {
            write!(f, "{}-{}", self.0, self.1)
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The selector as we write it, or the error.
    fn read(word: &str) -> String {
        let read = word.parse::<Selector>();
        read.map_or_else(|error| error.to_string(), |selector| selector.to_string())
    }

    #[test]
    fn reads_every_form() {
        // One of the years 2024 to 2026 has the day.
        let cases = "22 22, 07 7, 1-5 1-5, 5-5 5, 2020 2020, 2020/1-5 2020/1-5, 2099/12 2099/12, \
                     ALL all, Today today, LaTeSt latest, 2015-2018 2015-2018, 2020-2020 2020, \
                     */1-5 */1-5, ALL/25 */25, 2015-2018/1-5 2015-2018/1-5, \
                     2024-2026/25 2024-2026/25, inputs/year2020/day22.txt 2020/22, \
                     days/year2020 2020, days/year2020/day22/lanes.rs 2020/22";
        for case in cases.split(", ") {
            let (word, ours) = case.split_once(' ').unwrap();
            assert_eq!(read(word), ours, "{word}");
        }
        assert_eq!(read("1,3,22"), "1,3,22");
        assert_eq!(read("2020/1-5,22"), "2020/1-5,22");
    }

    #[test]
    fn refuses_with_what_to_write_instead() {
        // What a shell makes of `*/25` where there are such files is `notes/25`.
        let cases = "
            0 -> day 0 does not exist: days are 1 to 25 (1 to 12 since 2025)
            1-26 -> day 26 does not exist: days are 1 to 25 (1 to 12 since 2025)
            */26 -> day 26 does not exist: days are 1 to 25 (1 to 12 since 2025)
            2014-2016/25 -> there was no event in 2014: the first one was in 2015
            20/22 -> there was no event in 20: the first one was in 2015
            5-1 -> the range 5-1 is backwards: write 1-5
            2018-2015/25 -> the range 2018-2015 is backwards: write 2015-2018
            2025/10-14 -> 2025/14 does not exist: 2025 has 12 days
            /22 -> `/22` is not the file of a day: those are such as days/year2020/day01.rs
            notes/25 -> `notes/25` is not the file of a day: those are such as days/year2020/day01.rs; day 25 of every year is all/25
            tody -> unknown puzzle `tody`; did you mean `today`?
            Lastest -> unknown puzzle `Lastest`; did you mean `latest`?
            crab -> unknown puzzle `crab`: write 22, 1-5, 2020, 2020/22, all, today, latest or a day's file
        ";
        for case in cases.trim().lines() {
            let (word, message) = case.trim().split_once(" -> ").unwrap();
            assert_eq!(read(word), message);
        }
        let others = "+5 -5 1,,3 1- 1-2-3 2020/ 2020/1/2 * */ */* 2015-/25 2015-2018/ 20200 day99 2020- a ٣ ";
        for word in others.split(' ').chain(["a\nb"]) {
            let start = format!("unknown puzzle `{}`: write ", word.escape_debug());
            assert!(read(word).starts_with(&start), "{word}");
        }
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_again(word in "\\PC{0,12}|[0-9,/*-]{0,12}|20[12][0-9]/[0-9]{1,2}(-[0-9]{1,2})?|201[0-9]-202[0-9](/[0-9]{1,2})?") {
            match word.parse::<Selector>() {
                Ok(selector) => prop_assert_eq!(selector.to_string().parse(), Ok(selector)),
                Err(error) => prop_assert!(!error.to_string().contains('\n')),
            }
        }
    }
}
