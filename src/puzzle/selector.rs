//! The grammar of one selector.
//!
//! ```text
//! selector = "all" | "today" | "latest" | year | [ year "/" ] item { "," item }
//! item     = day | day "-" day
//! ```

use std::fmt;
use std::str::FromStr;

use super::{Day, SelectorError, Year, calendar};

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

/// The number that `text` is: digits and nothing else. What is too large for
/// a `u32` is as good as its maximum.
pub fn number(text: &str) -> Option<u32> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| text.parse().unwrap_or(u32::MAX))
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
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn days(year: Option<u16>, items: &[DayItem]) -> Selector {
        Selector::Days {
            year: year.map(Year),
            items: items.to_vec(),
        }
    }

    fn one(day: u8) -> DayItem {
        DayItem::One(Day(day))
    }

    fn range(first: u8, last: u8) -> DayItem {
        DayItem::Range(Day(first), Day(last))
    }

    #[test]
    fn reads_every_form() {
        let cases = [
            ("22", days(None, &[one(22)])),
            ("07", days(None, &[one(7)])),
            ("1-5", days(None, &[range(1, 5)])),
            ("5-5", days(None, &[range(5, 5)])),
            ("1,3,22", days(None, &[one(1), one(3), one(22)])),
            ("2020", Selector::Year(Year(2020))),
            ("2020/22", days(Some(2020), &[one(22)])),
            ("2020/1-5,22", days(Some(2020), &[range(1, 5), one(22)])),
            ("2099/12", days(Some(2099), &[one(12)])),
            ("all", Selector::All),
            ("today", Selector::Today),
            ("latest", Selector::Latest),
        ];
        for (text, selector) in cases {
            assert_eq!(text.parse(), Ok(selector), "{text}");
        }
    }

    #[test]
    fn refuses_with_the_word_and_what_to_write() {
        let grammar = "write such as 22, 1-5, 2020, 2020/22, all, today or latest";
        let no_day = "is no day: write a day from 1 to 25, or a year from 2015 on";
        let early = "the first event was in 2015: write a year from 2015 on";
        let cases = [
            ("", format!("`` names no puzzle: {grammar}")),
            ("crab", format!("`crab` names no puzzle: {grammar}")),
            ("ALL", format!("`ALL` names no puzzle: {grammar}")),
            ("+5", format!("`+5` names no puzzle: {grammar}")),
            ("-5", format!("`-5` names no puzzle: {grammar}")),
            ("1,,3", format!("`1,,3` names no puzzle: {grammar}")),
            ("1-", format!("`1-` names no puzzle: {grammar}")),
            ("1-2-3", format!("`1-2-3` names no puzzle: {grammar}")),
            ("2020/", format!("`2020/` names no puzzle: {grammar}")),
            ("/22", format!("`/22` names no puzzle: {grammar}")),
            ("2020/1/2", format!("`2020/1/2` names no puzzle: {grammar}")),
            ("a\nb", format!("`a\\nb` names no puzzle: {grammar}")),
            ("20200", format!("`20200` names no puzzle: {grammar}")),
            ("0", format!("`0`: 0 {no_day}")),
            ("26", format!("`26`: 26 {no_day}")),
            ("999", format!("`999`: 999 {no_day}")),
            ("1-26", format!("`1-26`: 26 {no_day}")),
            ("2020/0", format!("`2020/0`: 0 {no_day}")),
            ("2020/2020", format!("`2020/2020`: 2020 {no_day}")),
            ("2014", format!("`2014`: {early}")),
            ("20/22", format!("`20/22`: {early}")),
            ("5-1", "`5-1` runs backwards: write 1-5".to_owned()),
            (
                "2019-2021",
                "`2019-2021` has a year in a range: write the years one by one, such as 2019 2021"
                    .to_owned(),
            ),
            (
                "2020-22",
                "`2020-22` has a year in a range: write 2020/22".to_owned(),
            ),
            (
                "2020,2021",
                "`2020,2021` has a year in a list of days: write 2020 2021".to_owned(),
            ),
            (
                "2020,1,3-5",
                "`2020,1,3-5` has a year in a list of days: write 2020/1,3-5".to_owned(),
            ),
            (
                "2025/13",
                "there is no 2025/13, since 2025 has 12 days: write 2025/1 to 2025/12".to_owned(),
            ),
            (
                "2025/10-14",
                "there is no 2025/14, since 2025 has 12 days: write 2025/1 to 2025/12".to_owned(),
            ),
        ];
        for (text, message) in cases {
            let error = text.parse::<Selector>().unwrap_err();
            assert_eq!(error.to_string(), message, "{text:?}");
        }
        assert!("99999999999999999999".parse::<Selector>().is_err());
        assert!("1-99999999999999999999".parse::<Selector>().is_err());
        assert!("٣".parse::<Selector>().is_err());
    }

    fn item(last: u8) -> impl Strategy<Value = DayItem> {
        (1..=last, 1..=last, any::<bool>()).prop_map(|(a, b, single)| {
            if single {
                one(a)
            } else {
                range(a.min(b), a.max(b))
            }
        })
    }

    fn selector() -> impl Strategy<Value = Selector> {
        let items = |last| prop::collection::vec(item(last), 1..6);
        prop_oneof![
            Just(Selector::All),
            Just(Selector::Today),
            Just(Selector::Latest),
            (2015u16..=9999).prop_map(|year| Selector::Year(Year(year))),
            items(25).prop_map(|items| days(None, &items)),
            (2015u16..=2024, items(25)).prop_map(|(year, items)| days(Some(year), &items)),
            (2025u16..=9999, items(12)).prop_map(|(year, items)| days(Some(year), &items)),
        ]
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_again(selector in selector()) {
            prop_assert_eq!(selector.to_string().parse(), Ok(selector));
        }

        #[test]
        fn no_text_makes_it_panic(text in any::<String>()) {
            let _ = text.parse::<Selector>();
        }

        #[test]
        fn no_text_of_its_own_letters_makes_it_panic(text in "[0-9,/-]{0,12}") {
            if let Ok(selector) = text.parse::<Selector>() {
                prop_assert_eq!(selector.to_string().parse(), Ok(selector));
            }
        }

        #[test]
        fn an_error_is_one_line(text in any::<String>()) {
            if let Err(error) = text.parse::<Selector>() {
                prop_assert!(!error.to_string().contains('\n'));
            }
        }
    }
}
