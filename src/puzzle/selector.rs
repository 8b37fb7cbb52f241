//! The grammar of one selector.
//!
//! ```text
//! selector = "all" | "today" | "latest" | year | [ year "/" ] item { "," item }
//! item     = day | day "-" day
//! ```

use std::fmt;
use std::str::FromStr;

use super::calendar;
use super::error::SelectorError;
use super::id::{Day, Year, number};

/// What one word of the command line names, as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Selector {
    /// `all`.
    All,
    /// `today`.
    Today,
    /// `latest`.
    Latest,
    /// `2020`.
    Year(Year),
    /// `22`, `1-5,22`, `2020/22`.
    Days {
        /// What is before the slash.
        year: Option<Year>,
        /// At least one.
        items: Vec<DayItem>,
    },
}

/// One day or a range of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DayItem {
    /// `22`.
    One(Day),
    /// `1-5`, both ends included, never falling.
    Range(Day, Day),
}

impl DayItem {
    /// The first day.
    pub const fn first(self) -> Day {
        match self {
            Self::One(day) | Self::Range(day, _) => day,
        }
    }

    /// The last day.
    pub const fn last(self) -> Day {
        match self {
            Self::One(day) | Self::Range(_, day) => day,
        }
    }

    /// Every day.
    pub fn days(self) -> impl Iterator<Item = Day> {
        (self.first().0..=self.last().0).map(Day)
    }
}

impl FromStr for Selector {
    type Err = SelectorError;

    fn from_str(word: &str) -> Result<Self, SelectorError> {
        match word {
            "all" => return Ok(Self::All),
            "today" => return Ok(Self::Today),
            "latest" => return Ok(Self::Latest),
            _ => {}
        }
        if let Some((year, days)) = word.split_once('/') {
            let year = parse_year(word, year)?;
            let items = parse_items(word, days)?;
            check(year, &items)?;
            return Ok(Self::Days {
                year: Some(year),
                items,
            });
        }
        // From 1000 on a year was meant, below it a day.
        match number(word) {
            Some(1000..) => Ok(Self::Year(parse_year(word, word)?)),
            _ => Ok(Self::Days {
                year: None,
                items: parse_items(word, word)?,
            }),
        }
    }
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

fn parse_year(word: &str, text: &str) -> Result<Year, SelectorError> {
    let word = || word.to_owned();
    match number(text) {
        None | Some(10_000..) => Err(SelectorError::Junk { word: word() }),
        Some(_) => Year::parse(text).ok_or_else(|| SelectorError::TooEarly { word: word() }),
    }
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
    if Year::parse(first).is_some() {
        let instead = match Year::parse(last) {
            Some(_) => format!("the years one by one, such as {first} {last}"),
            None => format!("{first}/{last}"),
        };
        return Err(SelectorError::YearInRange {
            word: word.to_owned(),
            instead,
        });
    }
    let (first, last) = (parse_day(word, first)?, parse_day(word, last)?);
    if first > last {
        return Err(SelectorError::Falling {
            word: word.to_owned(),
            first,
            last,
        });
    }
    Ok(DayItem::Range(first, last))
}

fn parse_day(word: &str, text: &str) -> Result<Day, SelectorError> {
    let Some(number) = number(text) else {
        return Err(SelectorError::Junk {
            word: word.to_owned(),
        });
    };
    match u8::try_from(number).map(Day) {
        Ok(day) if (Day(1)..=Day::LAST).contains(&day) => Ok(day),
        _ => Err(SelectorError::NoDay {
            word: word.to_owned(),
            number: text.to_owned(),
        }),
    }
}

impl fmt::Display for Selector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::All => f.write_str("all"),
            Self::Today => f.write_str("today"),
            Self::Latest => f.write_str("latest"),
            Self::Year(year) => year.fmt(f),
            Self::Days { year, items } => {
                if let Some(year) = year {
                    write!(f, "{year}/")?;
                }
                for (index, item) in items.iter().enumerate() {
                    let comma = if index == 0 { "" } else { "," };
                    write!(f, "{comma}{item}")?;
                }
                Ok(())
            }
        }
    }
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
