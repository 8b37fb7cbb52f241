//! Days and years, as selectors name them.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;

use clap_complete::engine::{CompletionCandidate, PathCompleter, ValueCompleter};

use super::line::Line;
use crate::app::App;
use crate::puzzle::{Day, EVERY_YEAR, Puzzle, Year, days, is_every_year, newest_unlocked, unlock};
use crate::terminal::plural;

/// What there is to select.
#[derive(Debug, Default)]
struct Choice {
    days: BTreeMap<Year, BTreeSet<Day>>,
    /// The year of bare days; without one, the newest that has them.
    year: Option<Year>,
    words: &'static [(&'static str, &'static str)],
}

const OF_SOLUTIONS: [(&str, &str); 3] = [
    ("latest", "the day that was edited last"),
    ("today", "today's puzzle"),
    ("all", "every day"),
];
const OF_SITE: [(&str, &str); 1] = [("today", "today's puzzle")];

/// For commands that work on solutions: the days that have one.
pub fn of_solutions(app: &App, line: &Line) -> Vec<CompletionCandidate> {
    let choice = Choice {
        days: solved(app),
        words: &OF_SOLUTIONS,
        ..Choice::default()
    };
    choice.candidates(app, line)
}

/// For commands that talk to the site: the days that are unlocked.
pub fn of_site(app: &App, line: &Line) -> Vec<CompletionCandidate> {
    let choice = Choice {
        days: unlocked(app),
        year: Some(app.usual_year()),
        words: &OF_SITE,
    };
    choice.candidates(app, line)
}

/// For `new`: the days that are unlocked and have no solution.
pub fn of_new(app: &App, line: &Line) -> Vec<CompletionCandidate> {
    let (mut days, solved) = (unlocked(app), solved(app));
    days.retain(|year, days| {
        let there = solved.get(year);
        days.retain(|day| there.is_none_or(|there| !there.contains(day)));
        !days.is_empty()
    });
    let choice = Choice {
        days,
        year: Some(app.usual_year()),
        words: &OF_SITE,
    };
    choice.candidates(app, line)
}

/// Years alone: those with solutions, else all.
pub fn years(app: &App, line: &Line) -> Vec<CompletionCandidate> {
    let mut years = solved(app);
    if years.is_empty() {
        years = unlocked(app);
    }
    let years = years.keys().rev().map(Year::to_string);
    years
        .filter(|year| year.starts_with(&line.word))
        .map(CompletionCandidate::new)
        .collect()
}

fn solved(app: &App) -> BTreeMap<Year, BTreeSet<Day>> {
    let project = app.project().ok();
    let days = project.and_then(|project| project.days().ok());
    days.unwrap_or_default()
}

fn unlocked(app: &App) -> BTreeMap<Year, BTreeSet<Day>> {
    let now = (app.environment.now)();
    let newest = newest_unlocked(Day(1), now).unwrap_or(Year::FIRST);
    let years = (Year::FIRST.0..=newest.0).map(Year);
    years
        .map(|year| {
            let days = (1..=days(year)).map(Day);
            (
                year,
                days.filter(|&day| unlock(year.day(day)) <= now).collect(),
            )
        })
        .collect()
}

/// The first and the last of the years before a slash: `2020`, `2015-2018`, `*`.
fn years_before_days(text: &str) -> Option<(Year, Year)> {
    if is_every_year(text) {
        return Some(EVERY_YEAR);
    }
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let years = (Year::parse(first)?, Year::parse(last)?);
    (years.0 <= years.1).then_some(years)
}

impl Choice {
    fn candidates(mut self, app: &App, line: &Line) -> Vec<CompletionCandidate> {
        let word = &line.word;
        if word.starts_with('-') {
            return Vec::new();
        }
        if word.starts_with(['.', '/', '~']) || word.starts_with("days/") {
            let files = PathCompleter::any().current_dir(&app.environment.current_dir);
            return files.complete(OsStr::new(word));
        }
        let mut given = line.year.iter().chain(&line.selectors);
        let given = given.find_map(|word| Year::parse(word));
        let usual = app.default_year().map(|default| default.year);
        self.year = given.or(usual).or(self.year);
        let project = app.project().ok();
        let title = |puzzle: Puzzle| project.and_then(|project| project.title(puzzle));
        let offers = self.offers(word, &title).into_iter();
        offers
            .map(|(value, help)| {
                CompletionCandidate::new(value).help((!help.is_empty()).then(|| help.into()))
            })
            .collect()
    }

    /// What the word may become, and what that is.
    fn offers(
        &self,
        word: &str,
        title: &dyn Fn(Puzzle) -> Option<String>,
    ) -> Vec<(String, String)> {
        let mut offers: Vec<(String, String)> = Vec::new();
        // The part of the word that is typed: of `2020/1-5,2` it is the `2`.
        let typed = word.rfind(['/', ',', '-']).map_or(0, |at| at + 1);
        let (head, tail) = word.split_at(typed);
        let mut offer = |value: String, help: &dyn Fn() -> String| {
            let whole = format!("{head}{value}");
            if value.starts_with(tail) && offers.iter().all(|(other, _)| *other != whole) {
                offers.push((whole, help()));
            }
        };
        if head.is_empty() {
            for (word, help) in self.words {
                offer((*word).to_owned(), &|| (*help).to_owned());
            }
        }
        let (year, list) = match head.split_once('/') {
            Some((year, list)) => (Some(year), list),
            None => (None, head),
        };
        let first = list.split(['-', ',']).next().unwrap_or_default();
        let first_year = Year::parse(first).filter(|_| year.is_none());
        let days = match year {
            Some(years) => {
                years_before_days(years).map_or_else(Vec::new, |years| self.newest_days(years))
            }
            None if first_year.is_some() => Vec::new(),
            None => self.newest_days(self.year.map_or(EVERY_YEAR, |year| (year, year))),
        };
        // The end of a range lies behind its beginning.
        let begin = list.strip_suffix('-');
        let begin = begin.and_then(|list| list.rsplit(',').next());
        let least: u16 = begin.and_then(|begin| begin.parse().ok()).unwrap_or(0);
        let title = |puzzle| move || title(puzzle).unwrap_or_default();
        for puzzle in days {
            if u16::from(puzzle.day.0) > least {
                offer(puzzle.day.to_string(), &title(puzzle));
            }
        }
        if year.is_none() && (head.is_empty() || first_year.is_some()) {
            for (year, days) in self.days.iter().rev() {
                if year.0 > least {
                    offer(year.to_string(), &|| plural(days.len(), "day"));
                }
            }
            // A whole year may be the beginning of one of its days.
            if let Some(year) = Year::parse(word) {
                for puzzle in self.newest_days((year, year)) {
                    offer(puzzle.to_string(), &title(puzzle));
                }
            }
        }
        offers
    }

    /// Each day that these years have, of the newest one that has it.
    fn newest_days(&self, (first, last): (Year, Year)) -> Vec<Puzzle> {
        let all = self.days.range(first..=last);
        let all = all.flat_map(|(&year, days)| days.iter().map(move |&day| (day, year)));
        let newest: BTreeMap<Day, Year> = all.collect();
        newest
            .into_iter()
            .map(|(day, year)| year.day(day))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choice() -> Choice {
        let days = |days: &[u8]| days.iter().copied().map(Day).collect();
        Choice {
            days: [
                (Year(2019), days(&[1, 2, 20])),
                (Year(2020), days(&[1, 2, 21, 22])),
            ]
            .into(),
            year: Some(Year(2020)),
            words: &OF_SOLUTIONS,
        }
    }

    fn offered(word: &str) -> String {
        let offers = choice().offers(word, &|_| None);
        let values: Vec<String> = offers.into_iter().map(|(value, _)| value).collect();
        values.join(" ")
    }

    #[test]
    fn offers_what_the_word_may_become() {
        assert_eq!(offered(""), "latest today all 1 2 21 22 2020 2019");
        assert_eq!(offered("a"), "all");
        assert_eq!(offered("2"), "2 21 22 2020 2019");
        assert_eq!(offered("201"), "2019");
        assert_eq!(offered("2019"), "2019 2019/1 2019/2 2019/20");
        assert_eq!(offered("2019/"), "2019/1 2019/2 2019/20");
        assert_eq!(offered("2020/2"), "2020/2 2020/21 2020/22");
        assert_eq!(offered("1,2"), "1,2 1,21 1,22");
        assert_eq!(offered("2-"), "2-21 2-22");
        assert_eq!(offered("2020/1-2,21-"), "2020/1-2,21-22");
        assert_eq!(offered("2019-"), "2019-2020");
        assert_eq!(offered("*/2"), "*/2 */20 */21 */22");
        assert_eq!(offered("all/22"), "all/22");
        assert_eq!(
            offered("2019-2020/2"),
            "2019-2020/2 2019-2020/20 2019-2020/21 2019-2020/22"
        );
        assert_eq!(offered("2018-2019/2"), "2018-2019/2 2018-2019/20");
        for nothing in [
            "x",
            "2021",
            "2021/",
            "2020-2019/",
            "/",
            "2020/x",
            "1-x",
            "ä",
        ] {
            assert_eq!(offered(nothing), "", "{nothing}");
        }
    }

    #[test]
    fn bare_days_are_those_of_the_newest_year_that_has_them() {
        let any_year = Choice {
            year: None,
            ..choice()
        };
        let year = |puzzle: Puzzle| Some(puzzle.year.to_string());
        let offers = any_year.offers("2", &year);
        let days: Vec<String> = offers
            .iter()
            .map(|(day, year)| format!("{day}:{year}"))
            .collect();
        assert_eq!(days[..4], ["2:2020", "20:2019", "21:2020", "22:2020"]);
    }

    #[test]
    fn says_what_they_are() {
        let title = |puzzle: Puzzle| (puzzle.day == Day(22)).then(|| "Crab Combat".to_owned());
        let offers = choice().offers("22", &title);
        assert_eq!(offers, [("22".to_owned(), "Crab Combat".to_owned())]);
        let offers = choice().offers("2019", &|_| None);
        assert_eq!(offers[0], ("2019".to_owned(), "3 days".to_owned()));
    }
}
