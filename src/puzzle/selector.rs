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
use super::error::SelectorError;
use super::id::{Day, Year, number};
use super::path;

/// What one word of the command line selects, as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Selector {
    All,
    Today,
    Latest,
    /// `2020`.
    Year(Year),
    /// `2015-2018`, both ends included.
    Years(Year, Year),
    /// `22`, `1-5,22`, `2020/22`.
    Days {
        /// `None` if the word does not say it.
        year: Option<Year>,
        /// At least one.
        items: Vec<DayItem>,
    },
    /// `2015-2018/25`, `*/25`, `all/25`: days of several years. Not each of the
    /// years needs to have them.
    EachYear {
        /// Both ends included; `None` is every year.
        years: Option<(Year, Year)>,
        /// At least one.
        items: Vec<DayItem>,
    },
}

/// One day or a range of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DayItem {
    One(Day),
    /// `1-5`, both ends included, never falling.
    Range(Day, Day),
}

impl DayItem {
    pub const fn first(self) -> Day {
        match self {
            Self::One(day) | Self::Range(day, _) => day,
        }
    }

    pub const fn last(self) -> Day {
        match self {
            Self::One(day) | Self::Range(_, day) => day,
        }
    }

    pub fn contains(self, day: Day) -> bool {
        (self.first()..=self.last()).contains(&day)
    }

    pub fn days(self) -> impl Iterator<Item = Day> {
        (self.first().0..=self.last().0).map(Day)
    }
}

impl FromStr for Selector {
    type Err = SelectorError;

    fn from_str(word: &str) -> Result<Self, SelectorError> {
        parse(word).map_err(|error| match error {
            SelectorError::Unknown { word, .. } => {
                let suggestion = suggestion(&word.to_ascii_lowercase());
                SelectorError::Unknown { word, suggestion }
            }
            error => error,
        })
    }
}

/// Reads a word. An error suggests nothing yet.
fn parse(word: &str) -> Result<Selector, SelectorError> {
    match word.to_ascii_lowercase().as_str() {
        "all" => return Ok(Selector::All),
        "today" => return Ok(Selector::Today),
        "latest" => return Ok(Selector::Latest),
        _ => {}
    }
    if path::is_path(word) {
        let (year, day) = path::parse(word)?;
        return match day {
            Some(day) => days_of(year, vec![DayItem::One(day)]),
            None => Ok(Selector::Year(year)),
        };
    }
    if let Some((year, days)) = word.split_once('/') {
        if path::is_every_year(year) {
            let items = parse_items(word, days)?;
            return Ok(Selector::EachYear { years: None, items });
        }
        if let Some((first, last)) = year.split_once('-') {
            let years = parse_years(word, first, last)?;
            let items = parse_items(word, days)?;
            check_some(years, &items)?;
            let years = Some(years);
            return Ok(Selector::EachYear { years, items });
        }
        return days_of(parse_year(word, year)?, parse_items(word, days)?);
    }
    if let Some((first, last)) = word.split_once('-')
        && is_year(first)
    {
        let end = number(last).ok_or_else(|| unknown(word))?;
        if end < 1000 {
            return Err(SelectorError::YearInRange {
                word: word.to_owned(),
                instead: format!("{first}/{last}"),
            });
        }
        let (first, last) = parse_years(word, first, last)?;
        return Ok(Selector::Years(first, last));
    }
    if is_year(word) {
        return Ok(Selector::Year(parse_year(word, word)?));
    }
    let items = parse_items(word, word)?;
    Ok(Selector::Days { year: None, items })
}

fn days_of(year: Year, items: Vec<DayItem>) -> Result<Selector, SelectorError> {
    check(year, &items)?;
    let year = Some(year);
    Ok(Selector::Days { year, items })
}

/// Whether the year has all of the days.
pub fn check(year: Year, items: &[DayItem]) -> Result<(), SelectorError> {
    let days = calendar::days(year);
    match items.iter().find(|item| item.last().0 > days) {
        None => Ok(()),
        Some(item) => Err(SelectorError::Beyond {
            puzzle: year.day(item.last()),
            days,
        }),
    }
}

/// Whether at least one of the years has each of the days.
fn check_some((first, last): (Year, Year), items: &[DayItem]) -> Result<(), SelectorError> {
    let has = |year: u16, item: DayItem| check(Year(year), &[item]).is_ok();
    let exists = |item: DayItem| (first.0..=last.0).any(|year| has(year, item));
    match items.iter().find(|item| !exists(**item)) {
        None => Ok(()),
        Some(item) => check(first, &[*item]),
    }
}

/// Whether a number is meant as a year: from 1000 on.
fn is_year(text: &str) -> bool {
    number(text).is_some_and(|number| number >= 1000)
}

fn parse_year(word: &str, text: &str) -> Result<Year, SelectorError> {
    match number(text) {
        None | Some(10_000..) => Err(unknown(word)),
        Some(_) => Year::parse(text).ok_or_else(|| SelectorError::TooEarly {
            year: text.to_owned(),
        }),
    }
}

fn parse_years(word: &str, first: &str, last: &str) -> Result<(Year, Year), SelectorError> {
    let (first, last) = (parse_year(word, first)?, parse_year(word, last)?);
    check_rising(first.0, last.0)?;
    Ok((first, last))
}

fn parse_items(word: &str, text: &str) -> Result<Vec<DayItem>, SelectorError> {
    let parts: Vec<&str> = text.split(',').collect();
    if parts.len() > 1 && parts.iter().any(|part| Year::parse(part).is_some()) {
        return Err(SelectorError::YearInList {
            word: word.to_owned(),
            instead: untangled(&parts),
        });
    }
    parts.iter().map(|part| parse_item(word, part)).collect()
}

/// `2020,2021` is `2020 2021`; `2020,22` is `2020/22`.
fn untangled(parts: &[&str]) -> String {
    let (years, days): (Vec<&str>, Vec<&str>) =
        parts.iter().partition(|part| Year::parse(part).is_some());
    if days.is_empty() {
        years.join(" ")
    } else {
        format!("{}/{}", years[0], days.join(","))
    }
}

fn parse_item(word: &str, text: &str) -> Result<DayItem, SelectorError> {
    let Some((first, last)) = text.split_once('-') else {
        return Ok(DayItem::One(parse_day(word, text)?));
    };
    let (first, last) = (parse_day(word, first)?, parse_day(word, last)?);
    check_rising(first.0.into(), last.0.into())?;
    Ok(DayItem::Range(first, last))
}

fn check_rising(first: u16, last: u16) -> Result<(), SelectorError> {
    if first > last {
        return Err(SelectorError::Falling { first, last });
    }
    Ok(())
}

fn parse_day(word: &str, text: &str) -> Result<Day, SelectorError> {
    let number = number(text).ok_or_else(|| unknown(word))?;
    match u8::try_from(number).map(Day) {
        Ok(day) if (Day(1)..=Day::LAST).contains(&day) => Ok(day),
        _ => Err(SelectorError::NoSuchDay {
            number: text.to_owned(),
        }),
    }
}

fn unknown(word: &str) -> SelectorError {
    SelectorError::Unknown {
        word: word.to_owned(),
        suggestion: None,
    }
}

/// What may be meant by a word in lower case.
fn suggestion(word: &str) -> Option<String> {
    in_our_form(word).or_else(|| similar_word(word))
}

/// What other tools and habits write otherwise: `day22`, `d22`, `year2020`,
/// `2020/day22`, `2020:22`, `1..5`.
fn in_our_form(word: &str) -> Option<String> {
    let mut ours = word.replace("year", "").replace("day", "");
    ours = ours
        .replace("..=", "-")
        .replace("..", "-")
        .replace(':', "/");
    let ours = ours.strip_prefix(['d', 'y']).unwrap_or(&ours);
    if ours == word {
        return None;
    }
    Some(parse(ours).ok()?.to_string())
}

fn similar_word(word: &str) -> Option<String> {
    let distance = |known: &&str| strsim::osa_distance(word, known);
    ["all", "today", "latest"]
        .into_iter()
        .min_by_key(distance)
        // One slip in three letters.
        .filter(|known| distance(known) * 3 <= known.len().min(word.len()))
        .map(str::to_owned)
}

impl fmt::Display for Selector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::All => f.write_str("all"),
            Self::Today => f.write_str("today"),
            Self::Latest => f.write_str("latest"),
            Self::Year(year) => year.fmt(f),
            Self::Years(first, last) => write!(f, "{first}-{last}"),
            Self::Days { year, items } => {
                if let Some(year) = year {
                    write!(f, "{year}/")?;
                }
                write_items(items, f)
            }
            Self::EachYear { years, items } => {
                match years {
                    Some((first, last)) => write!(f, "{first}-{last}/")?,
                    None => f.write_str("*/")?,
                }
                write_items(items, f)
            }
        }
    }
}

fn write_items(items: &[DayItem], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    for (index, item) in items.iter().enumerate() {
        let comma = if index == 0 { "" } else { "," };
        write!(f, "{comma}{item}")?;
    }
    Ok(())
}

impl fmt::Display for DayItem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::One(day) => day.fmt(f),
            Self::Range(first, last) => write!(f, "{first}-{last}"),
        }
    }
}

#[cfg(test)]
mod tests;
