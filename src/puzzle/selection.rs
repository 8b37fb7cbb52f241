//! The puzzles that a whole command line names, before anyone looks which
//! there are.

use super::error::SelectorError;
use super::id::{Day, Year};
use super::selector::{Selector, check};

/// The selectors of a command line with their years sorted out: a bare year
/// beside bare days has become theirs, and so has `--year`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selection {
    pub(super) selectors: Vec<Selector>,
}

impl Selection {
    /// Reads the selectors and `--year`.
    pub fn parse<S: AsRef<str>>(words: &[S], flag: Option<&str>) -> Result<Self, SelectorError> {
        let selectors = words
            .iter()
            .map(|word| word.as_ref().parse())
            .collect::<Result<Vec<Selector>, _>>()?;
        let flag = flag.map(parse_flag).transpose()?;
        let year = bare_year(&selectors, flag)?;

        let mut qualified = Vec::with_capacity(selectors.len());
        for selector in selectors {
            match (selector, year) {
                // Said by what it qualifies.
                (Selector::Year(_), Some(_)) => {}
                (Selector::Days { year: None, items }, Some(year)) => {
                    check(year, &items)?;
                    let year = Some(year);
                    qualified.push(Selector::Days { year, items });
                }
                (Selector::All, _) if flag.is_some() => qualified.extend(flag.map(Selector::Year)),
                (selector, _) => qualified.push(selector),
            }
        }
        if qualified.is_empty() {
            qualified.extend(flag.map(Selector::Year));
        }
        Ok(Self {
            selectors: qualified,
        })
    }

    /// Whether it takes knowing the day that was edited last, for a command on
    /// solutions: to find it costs a look at every file.
    pub fn asks_for_latest(&self) -> bool {
        self.selectors.is_empty() || self.selectors.contains(&Selector::Latest)
    }
}

fn parse_flag(word: &str) -> Result<Year, SelectorError> {
    Year::parse(word).ok_or_else(|| SelectorError::FlagIsNoYear {
        word: word.to_owned(),
    })
}

/// The year that the bare days are of, where there is one to say so and days
/// to say it of.
fn bare_year(selectors: &[Selector], flag: Option<Year>) -> Result<Option<Year>, SelectorError> {
    let mut year = flag;
    let bare_day = selectors.iter().find_map(bare_day);
    for selector in selectors {
        match (selector, year) {
            (&Selector::Year(second), Some(first)) if first != second => {
                if let Some(flag) = flag {
                    return Err(SelectorError::FlagAndYear { flag, year: second });
                }
                if let Some(day) = bare_day {
                    return Err(SelectorError::TwoYears { first, second, day });
                }
            }
            (&Selector::Year(first), None) => year = Some(first),
            _ => {}
        }
    }
    if let Some(flag) = flag {
        check_flag(selectors, flag)?;
    }
    // The flag stands for a bare year that was said twice.
    let qualifies = bare_day.is_some() || (flag.is_some() && selectors.is_empty());
    Ok(year.filter(|_| qualifies))
}

fn bare_day(selector: &Selector) -> Option<Day> {
    match selector {
        Selector::Days { year: None, items } => Some(items[0].first()),
        _ => None,
    }
}

/// `--year` must mean something: where every selector says its year itself, and
/// one of them another, one of the two is a mistake.
fn check_flag(selectors: &[Selector], flag: Year) -> Result<(), SelectorError> {
    let of_use = |selector: &Selector| {
        matches!(
            selector,
            Selector::All | Selector::Year(_) | Selector::Days { year: None, .. }
        )
    };
    let astray = |selector: &&Selector| match selector {
        Selector::Today | Selector::Latest => true,
        Selector::Days { year, .. } => *year != Some(flag),
        _ => false,
    };
    match selectors.iter().find(astray) {
        Some(selector) if !selectors.iter().any(of_use) => Err(SelectorError::FlagForNothing {
            flag,
            word: selector.to_string(),
        }),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use proptest::sample::Index;

    use super::*;

    /// The selectors as they would be written with every year in its place.
    fn read(line: &str, flag: Option<&str>) -> Result<String, String> {
        let words: Vec<&str> = line.split_whitespace().collect();
        match Selection::parse(&words, flag) {
            Ok(selection) => {
                let words: Vec<String> = selection
                    .selectors
                    .iter()
                    .map(Selector::to_string)
                    .collect();
                Ok(words.join(" "))
            }
            Err(error) => Err(error.to_string()),
        }
    }

    #[test]
    fn a_bare_year_qualifies_bare_days() {
        let cases = [
            ("", None, ""),
            ("22", None, "22"),
            ("2020 22", None, "2020/22"),
            ("22 2020", None, "2020/22"),
            ("1-5 2020 22", None, "2020/1-5 2020/22"),
            ("2020 2020 22", None, "2020/22"),
            ("2020 22 2021/3", None, "2020/22 2021/3"),
            ("2020 2021", None, "2020 2021"),
            ("2020 2021/3", None, "2020 2021/3"),
            ("2020 all", None, "2020 all"),
            ("", Some("2020"), "2020"),
            ("2020", Some("2020"), "2020"),
            ("22", Some("2020"), "2020/22"),
            ("22 2020", Some("2020"), "2020/22"),
            ("22 2021/3", Some("2020"), "2020/22 2021/3"),
            ("2020/22", Some("2020"), "2020/22"),
            ("all", Some("2020"), "2020"),
        ];
        for (line, flag, qualified) in cases {
            assert_eq!(
                read(line, flag).as_deref(),
                Ok(qualified),
                "{line} {flag:?}"
            );
        }
    }

    #[test]
    fn refuses_years_that_contradict() {
        let cases = [
            (
                "2020 2021 22",
                None,
                "2020 and 2021 beside days with no year: write which is meant, such as 2020/22",
            ),
            (
                "2021",
                Some("2020"),
                "--year 2020 beside 2021: leave one of them out",
            ),
            (
                "22 2021",
                Some("2020"),
                "--year 2020 beside 2021: leave one of them out",
            ),
            (
                "2021/3",
                Some("2020"),
                "--year 2020 beside `2021/3`, which says its year itself: leave out --year",
            ),
            (
                "today",
                Some("2020"),
                "--year 2020 beside `today`, which says its year itself: leave out --year",
            ),
            (
                "22",
                Some("20"),
                "--year `20` is no year: write one from 2015 on",
            ),
            (
                "22",
                Some("2014"),
                "--year `2014` is no year: write one from 2015 on",
            ),
            (
                "13 2025",
                None,
                "there is no 2025/13, since 2025 has 12 days: write 2025/1 to 2025/12",
            ),
            (
                "13",
                Some("2025"),
                "there is no 2025/13, since 2025 has 12 days: write 2025/1 to 2025/12",
            ),
        ];
        for (line, flag, message) in cases {
            assert_eq!(read(line, flag), Err(message.to_owned()), "{line} {flag:?}");
        }
    }

    proptest! {
        #[test]
        fn the_place_of_a_bare_year_does_not_matter(
            days in prop::collection::vec("[1-9]|1[0-9]|2[0-5]|[1-5]-[6-9]|[1-9],[1-9]", 1..5),
            year in 2015u16..2030,
            place in any::<Index>(),
        ) {
            let mut first = days.clone();
            first.insert(0, year.to_string());
            let mut moved = days.clone();
            moved.insert(place.index(days.len() + 1), year.to_string());
            let flag = year.to_string();
            let expected = Selection::parse(&first, None);
            prop_assert_eq!(Selection::parse(&moved, None), expected.clone());
            prop_assert_eq!(Selection::parse(&days, Some(&flag)), expected);
        }

        #[test]
        fn no_words_make_it_panic(
            words in prop::collection::vec("[0-9]{1,4}|20[12][0-9]/[0-9]{1,2}|all|today|latest|[a-z/,-]{0,3}", 0..5),
            flag in prop::option::of("20[12][0-9]|[0-9]{0,5}"),
        ) {
            let _ = Selection::parse(&words, flag.as_deref());
        }
    }
}
