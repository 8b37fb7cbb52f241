//! The selectors of a whole command line, before they are resolved to puzzles.

use super::id::{Day, Year};
use super::selector::{DaySpan, Selector, SelectorError};

/// The selectors of a command line with their years sorted out: one bare year
/// beside bare days has become theirs, and so has `--year`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selection {
    pub(super) selectors: Vec<Selector>,
}

impl Selection {
    /// Reads the selectors and `--year`.
    pub fn parse<S: AsRef<str>>(words: &[S], flag: Option<&str>) -> Result<Self, SelectorError> {
        let words = words.iter().map(|word| word.as_ref().parse());
        let selectors = words.collect::<Result<Vec<Selector>, _>>()?;
        let flag = flag.map(parse_flag).transpose()?;
        if let Some(flag) = flag {
            check_flag(&selectors, flag)?;
        }
        let bare_day = selectors.iter().find_map(|selector| match selector {
            Selector::Days(DaySpan { years: None, items }) => Some(items[0].0),
            _ => None,
        });
        let year = match (flag, bare_day) {
            (None, Some(day)) => one_bare_year(&selectors, day)?,
            (flag, _) => flag,
        };

        let mut qualified = Vec::with_capacity(selectors.len());
        for selector in selectors {
            qualified.push(match (selector, year) {
                (Selector::Days(DaySpan { years: None, items }), Some(year)) => {
                    Selector::Days(DaySpan::new(Some((year, year)), items)?)
                }
                // The days beside it are of this year.
                (Selector::Days(span), Some(_)) if bare_day.is_some() && span.is_whole_years() => {
                    continue;
                }
                (Selector::All, Some(year)) if flag.is_some() => {
                    Selector::Days(DaySpan::year(year))
                }
                (selector, _) => selector,
            });
        }
        if qualified.is_empty() {
            qualified.extend(flag.map(|year| Selector::Days(DaySpan::year(year))));
        }
        Ok(Self {
            selectors: qualified,
        })
    }

    /// `self`, or all solutions if no selector was given.
    #[must_use]
    pub fn or_all(mut self) -> Self {
        if self.is_empty() {
            self.selectors.push(Selector::All);
        }
        self
    }

    /// True if [`ResolveContext::latest`](super::ResolveContext::latest) will
    /// be read: finding it takes a look at the files of every day.
    pub fn asks_for_latest(&self) -> bool {
        self.is_empty() || self.selectors.contains(&Selector::Latest)
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.selectors.is_empty()
    }
}

fn parse_flag(word: &str) -> Result<Year, SelectorError> {
    Year::parse(word).ok_or_else(|| {
        SelectorError::new(format!(
            "--year `{}` is not a year: years are 2015 and later",
            word.escape_debug()
        ))
    })
}

/// The year beside bare days, where there is one.
fn one_bare_year(selectors: &[Selector], day: Day) -> Result<Option<Year>, SelectorError> {
    let mut found: Option<Year> = None;
    for selector in selectors {
        let Selector::Days(span) = selector else {
            continue;
        };
        let Some((year, last)) = span.years.filter(|_| span.is_whole_years()) else {
            continue;
        };
        if year != last {
            return Err(SelectorError::new(format!(
                "day {day} beside {span}: for that day of each of these years, write {span}/{day}"
            )));
        }
        if let Some(first) = found.filter(|&first| first != year) {
            return Err(SelectorError::new(format!(
                "{first} and {year}: day {day} can be of one year only; write it such as \
                 {first}/{day}"
            )));
        }
        found = Some(year);
    }
    Ok(found)
}

/// `--year` may stand beside bare days, `all` and selectors of its own year.
fn check_flag(selectors: &[Selector], flag: Year) -> Result<(), SelectorError> {
    let fits = |selector: &Selector| match selector {
        Selector::All => true,
        Selector::Days(span) => span.years.is_none_or(|years| years == (flag, flag)),
        Selector::Today | Selector::Latest => false,
    };
    match selectors.iter().find(|selector| !fits(selector)) {
        None => Ok(()),
        Some(word) => Err(SelectorError::new(format!(
            "--year {flag} contradicts `{word}`: remove one of them"
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The selectors as they would be written with every year in its place, or the
    /// error.
    fn read(line: &str) -> String {
        let (flag, line) = match line.strip_prefix("-y ") {
            Some(line) => line
                .split_once(' ')
                .map(|(flag, line)| (Some(flag), line))
                .unwrap(),
            None => (None, line),
        };
        let words: Vec<&str> = line.split_whitespace().collect();
        match Selection::parse(&words, flag) {
            Ok(selection) => {
                let words = selection.selectors.iter().map(Selector::to_string);
                words.collect::<Vec<_>>().join(" ")
            }
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn years_are_sorted_out() {
        let cases = "
            22 -> 22
            2020 22 -> 2020/22
            22 2020 -> 2020/22
            1-5 2020 22 -> 2020/1-5 2020/22
            2020 2020 22 -> 2020/22
            2020 22 2021/3 -> 2020/22 2021/3
            2020 2021 -> 2020 2021
            2020 all -> 2020 all
            */25 22 2020 -> */25 2020/22
            days/year2020 22 -> 2020/22
            -y 2020  -> 2020
            -y 2020 ALL -> 2020
            -y 2020 2020 -> 2020
            -y 2020 22 -> 2020/22
            -y 2020 22 2020 -> 2020/22
            -y 2020 2020/22 -> 2020/22
            2020 2021 22 -> 2020 and 2021: day 22 can be of one year only; write it such as 2020/22
            22 2015-2018 -> day 22 beside 2015-2018: for that day of each of these years, write 2015-2018/22
            -y 2020 22 2021 -> --year 2020 contradicts `2021`: remove one of them
            -y 2020 2020-2021 -> --year 2020 contradicts `2020-2021`: remove one of them
            -y 2020 2021/3 -> --year 2020 contradicts `2021/3`: remove one of them
            -y 2020 Today -> --year 2020 contradicts `today`: remove one of them
            -y 2020 */25 -> --year 2020 contradicts `*/25`: remove one of them
            -y 20 22 -> --year `20` is not a year: years are 2015 and later
            -y 2014 22 -> --year `2014` is not a year: years are 2015 and later
            13 2025 -> 2025/13 does not exist: 2025 has 12 days
            -y 2025 13 -> 2025/13 does not exist: 2025 has 12 days
        ";
        for case in cases.trim().lines() {
            let (line, says) = case.trim_start().split_once(" -> ").unwrap();
            assert_eq!(read(line), says, "{line}");
        }
    }
}
