//! Resolves a selection to puzzles, given the days of the project and the time.
//!
//! There are two kinds of commands: those that work on solutions select days of
//! the project, those that prepare one select days of the events.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Utc};

use super::calendar;
use super::id::{Day, Puzzle, Year};
use super::selection::Selection;
use super::selector::{DayRange, DaySpan, EVERY_YEAR, Selector, SelectorError};

/// The project's days and the time, which a selection is resolved against.
#[derive(Clone, Copy, Debug)]
pub struct ResolveContext<'a> {
    /// The days that have a solution in the project.
    pub days: &'a BTreeMap<Year, BTreeSet<Day>>,
    /// The day whose source was edited last; read only if
    /// [`Selection::asks_for_latest`].
    pub latest: Option<Puzzle>,
    /// The year of days that come without one, if the settings or the folder
    /// name it.
    pub default_year: Option<DefaultYear>,
    pub now: DateTime<Utc>,
}

/// A year that applies although nobody typed it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DefaultYear {
    pub year: Year,
    /// Who says it, for messages: `AOC_YEAR`, `the current folder`.
    pub source: &'static str,
}

/// The use that a command has for the puzzles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// It works on solutions: all puzzles have one. Without a selector, the latest.
    Solutions,
    /// It talks to the site. A day that was named may still be locked. Without a
    /// selector, today's while an event runs, else the latest.
    Events,
    /// It creates files: as [`Wanted::Events`], and years have all of their days, up
    /// to the next event.
    NewFiles,
}

/// The selected puzzles, and what the user should know about the choice.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Resolved {
    /// Sorted, each once.
    pub puzzles: Vec<Puzzle>,
    /// Says that the running event has these days too, but no solution of them yet.
    pub note: Option<String>,
}

impl Selection {
    pub fn resolve(
        &self,
        context: &ResolveContext<'_>,
        wanted: Wanted,
    ) -> Result<Resolved, SelectorError> {
        let default = match (wanted, calendar::today(context.now), context.latest) {
            (Wanted::Events | Wanted::NewFiles, Some(_), _) => Selector::Today,
            (Wanted::Events | Wanted::NewFiles, None, None) if self.is_empty() => {
                let instead = context.example();
                let message = format!("no puzzle given: name one, such as {instead}");
                return Err(SelectorError::new(message));
            }
            _ => Selector::Latest,
        };
        let selectors = if self.is_empty() {
            std::slice::from_ref(&default)
        } else {
            &self.selectors
        };
        let mut puzzles = BTreeSet::new();
        let mut passed_over = BTreeSet::new();
        for selector in selectors {
            match selector {
                Selector::All => {
                    let all = context.solved_among(EVERY_YEAR, DayRange::ALL);
                    if all.is_empty() {
                        return Err(context.no_solutions());
                    }
                    puzzles.extend(all);
                }
                Selector::Today => puzzles.extend(context.today(wanted)?),
                Selector::Latest => {
                    puzzles.extend([context.latest.ok_or_else(|| context.no_solutions())?]);
                }
                Selector::Days(span) if wanted == Wanted::Solutions => {
                    let found = context.solutions(span)?;
                    if span.years.is_none() && context.default_year.is_none() {
                        passed_over.extend(context.passed_over(&found));
                    }
                    puzzles.extend(found);
                }
                Selector::Days(span) => puzzles.extend(context.events(span, wanted)?),
            }
        }
        Ok(Resolved {
            puzzles: puzzles.into_iter().collect(),
            note: context.note(&passed_over),
        })
    }
}

impl ResolveContext<'_> {
    fn today(&self, wanted: Wanted) -> Result<Vec<Puzzle>, SelectorError> {
        if let Some(today) = calendar::today(self.now) {
            return match wanted {
                Wanted::Solutions => {
                    self.solutions_in((today.year, today.year), today.day.into(), None)
                }
                Wanted::Events | Wanted::NewFiles => Ok(vec![today]),
            };
        }
        let why = match (
            calendar::running(self.now),
            calendar::next_unlock(self.now).map(calendar::unlock),
        ) {
            (Some(year), _) => format!("the event of {year} is over"),
            (None, Some(next)) => {
                let next = next.format("%Y-%m-%d at %H:%M UTC");
                format!("the next event begins on {next}")
            }
            (None, None) => "no event is running".to_owned(),
        };
        let instead = match (wanted, self.days.iter().next_back()) {
            (Wanted::Solutions, Some((year, days))) => days.first().map(|&day| year.day(day)),
            _ => None,
        };
        let instead = instead.unwrap_or_else(|| self.example());
        Err(SelectorError::new(format!(
            "there is no puzzle today: {why}; name one, such as {instead}"
        )))
    }

    /// The solutions of some days in some years, which may be none.
    fn solved_among(&self, (first, last): (Year, Year), item: DayRange) -> Vec<Puzzle> {
        let years = self.days.range(first..=last);
        years
            .flat_map(|(&year, days)| days.range(item.0..=item.1).map(move |&day| year.day(day)))
            .collect()
    }

    fn solutions(&self, span: &DaySpan) -> Result<Vec<Puzzle>, SelectorError> {
        let mut found = Vec::new();
        for item in items(span) {
            found.extend(match (span.years, self.default_year) {
                (Some(years), _) => self.solutions_in(years, item, None)?,
                (None, Some(default)) => {
                    self.check(default, item.1)?;
                    self.solutions_in((default.year, default.year), item, Some(default))?
                }
                (None, None) => self.newest_solutions(item)?,
            });
        }
        Ok(found)
    }

    /// A day of one year must have a solution; of several days or years, one must.
    /// `default` is who said the year, if nobody typed it.
    fn solutions_in(
        &self,
        years: (Year, Year),
        item: DayRange,
        default: Option<DefaultYear>,
    ) -> Result<Vec<Puzzle>, SelectorError> {
        let found = self.solved_among(years, item);
        if !found.is_empty() {
            return Ok(found);
        }
        let (year, day) = (years.0, item.0);
        if years.0 != years.1 || !item.is_one() {
            let place = if years == EVERY_YEAR {
                self.place(day)
            } else {
                year.day(day)
            };
            return Err(none_of(&named(years, item), place));
        }
        let puzzle = year.day(day);
        let from = default.map_or_else(String::new, |default| {
            let newest = self.newest_with(day);
            let newest = newest.map(|newest| format!(", or write {}", newest.day(day)));
            let source = default.source;
            format!("{}; the year is from {source}", newest.unwrap_or_default())
        });
        Err(SelectorError::new(format!(
            "no solution for {puzzle}: create it with `aoc new {puzzle}`{from}"
        )))
    }

    fn newest_solutions(&self, item: DayRange) -> Result<Vec<Puzzle>, SelectorError> {
        let newest = |day| Some(self.newest_with(day)?.day(day));
        let found: Vec<Puzzle> = item.days().filter_map(newest).collect();
        if found.is_empty() {
            let place = self.place(item.0);
            return Err(if item.is_one() {
                none_of(&format_args!("day {item} in any year"), place)
            } else {
                none_of(&item, place)
            });
        }
        Ok(found)
    }

    /// Keeps the puzzles that were found in place of a day of the running event.
    fn passed_over(&self, found: &[Puzzle]) -> Vec<Puzzle> {
        let event = calendar::running(self.now);
        let passed = |puzzle: &&Puzzle| {
            event.is_some_and(|event| puzzle.year < event && puzzle.day.0 <= calendar::days(event))
        };
        found.iter().filter(passed).copied().collect()
    }

    fn note(&self, used: &BTreeSet<Puzzle>) -> Option<String> {
        let event = calendar::running(self.now).filter(|_| !used.is_empty())?;
        let list = |puzzle: &dyn Fn(&Puzzle) -> String| {
            used.iter().map(puzzle).collect::<Vec<_>>().join(", ")
        };
        let passed = list(&|puzzle| event.day(puzzle.day).to_string());
        let used = list(&Puzzle::to_string);
        Some(format!("no solution for {passed} yet: using {used}"))
    }

    /// The puzzles of the events: a named day in any case, of whole years and of
    /// several years those that are unlocked, or can have files.
    fn events(&self, span: &DaySpan, wanted: Wanted) -> Result<Vec<Puzzle>, SelectorError> {
        let days = || span.items.iter().flat_map(|item| item.days());
        let Some((first, last)) = span.years else {
            return days().map(|day| Ok(self.year_of(day)?.day(day))).collect();
        };
        if first == last && !span.is_whole_years() {
            return Ok(days().map(|day| first.day(day)).collect());
        }
        let next = calendar::next_unlock(self.now).map_or(Year::FIRST, |next| next.year);
        let mut found = Vec::new();
        for item in items(span) {
            let of_year = |year: Year| {
                let days = item.days().filter(move |day| day.0 <= calendar::days(year));
                days.map(move |day| year.day(day))
            };
            let all = (first.0..=last.0).map(Year).flat_map(of_year);
            let all = all.take_while(|puzzle| puzzle.year <= next.max(first));
            let mut all: Vec<Puzzle> = all.collect();
            if let (Wanted::Events, Some(&puzzle)) = (wanted, all.first()) {
                all.retain(|&puzzle| calendar::unlock(puzzle) <= self.now);
                if all.is_empty() {
                    return Err(SelectorError::new(format!(
                        "no puzzle of {} is unlocked: the first one unlocks {}",
                        named((first, last), item),
                        calendar::unlock(puzzle).format("%Y-%m-%d %H:%M UTC")
                    )));
                }
            }
            found.append(&mut all);
        }
        Ok(found)
    }

    /// The year of a day of the events that comes without one.
    fn year_of(&self, day: Day) -> Result<Year, SelectorError> {
        let event = calendar::running(self.now).map(|year| DefaultYear {
            year,
            source: "the running event",
        });
        if let Some(default) = self.default_year.or(event) {
            self.check(default, day)?;
            return Ok(default.year);
        }
        self.newest_with(day)
            .or_else(|| calendar::newest_unlocked(day, self.now))
            .ok_or_else(|| {
                SelectorError::new(format!(
                    "day {day} has not unlocked in any year: name the year as well, such as \
                     2026/{day}"
                ))
            })
    }

    /// Fails if the default year does not have the day.
    fn check(&self, default: DefaultYear, day: Day) -> Result<(), SelectorError> {
        let DefaultYear { year, source } = default;
        let days = calendar::days(year);
        if day.0 <= days {
            return Ok(());
        }
        let newest = calendar::newest_unlocked(day, self.now).unwrap_or(Year::FIRST);
        let instead = newest.day(day);
        Err(SelectorError::new(format!(
            "{year}/{day} does not exist: {year} has {days} days; the year is from {source}, name \
             another one, such as {instead}"
        )))
    }

    fn newest_with(&self, day: Day) -> Option<Year> {
        let mut newest = self.days.iter().rev();
        newest.find_map(|(&year, days)| days.contains(&day).then_some(year))
    }

    /// The puzzle to create for a day that no year has: of the default year, of the
    /// running event, or of the newest event that has it.
    fn place(&self, day: Day) -> Puzzle {
        let default = self.default_year.map(|default| default.year);
        let event = default.or_else(|| calendar::running(self.now));
        let year = event.filter(|&year| day.0 <= calendar::days(year));
        let newest = || calendar::newest_unlocked(day, self.now);
        year.or_else(newest).unwrap_or(Year::FIRST).day(day)
    }

    /// A puzzle that shows in messages how one is written.
    fn example(&self) -> Puzzle {
        let newest = calendar::newest_unlocked(Day(1), self.now);
        newest.unwrap_or(Year::FIRST).day(Day(1))
    }

    fn no_solutions(&self) -> SelectorError {
        let place = self.place(Day(1));
        SelectorError::new(format!(
            "this project has no solutions yet: create one with `aoc new {place}`"
        ))
    }
}

/// The items of a span; all days for whole years.
fn items(span: &DaySpan) -> Vec<DayRange> {
    if span.is_whole_years() {
        vec![DayRange::ALL]
    } else {
        span.items.clone()
    }
}

/// The name of these days of these years in messages.
fn named(years: (Year, Year), item: DayRange) -> DaySpan {
    let is_whole = item == DayRange::ALL;
    DaySpan {
        years: Some(years),
        items: if is_whole { vec![] } else { vec![item] },
    }
}

fn none_of(what: &dyn std::fmt::Display, place: Puzzle) -> SelectorError {
    SelectorError::new(format!(
        "no solution for {what}: create one with `aoc new {place}`"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOVEMBER: &str = "2026-11-20T00:00:00Z";
    const DECEMBER_3: &str = "2026-12-03T12:00:00Z";

    /// 2020 has days 1, 2, 22; 2021 has 2, 21; 2025 has 12.
    fn days() -> BTreeMap<Year, BTreeSet<Day>> {
        let year = |year, days: &[u8]| (Year(year), days.iter().copied().map(Day).collect());
        [
            year(2020, &[1, 2, 22]),
            year(2021, &[2, 21]),
            year(2025, &[12]),
        ]
        .into()
    }

    fn context<'a>(
        days: &'a BTreeMap<Year, BTreeSet<Day>>,
        now: &str,
        default: Option<u16>,
    ) -> ResolveContext<'a> {
        let (latest, source) = (Year(2020).day(Day(22)), "AOC_YEAR");
        ResolveContext {
            days,
            latest: (!days.is_empty()).then_some(latest),
            default_year: default.map(|year| DefaultYear {
                year: Year(year),
                source,
            }),
            now: now.parse().unwrap(),
        }
    }

    /// The puzzles and the note, or the error; of many puzzles how many.
    fn resolve(context: &ResolveContext<'_>, line: &str, wanted: Wanted) -> String {
        let words: Vec<&str> = line.split_whitespace().collect();
        let selection = Selection::parse(&words, None);
        match selection.and_then(|selection| selection.resolve(context, wanted)) {
            Ok(found) if found.puzzles.len() > 6 => format!("{} puzzles", found.puzzles.len()),
            Ok(found) => {
                let puzzles = found.puzzles.iter().map(Puzzle::to_string);
                let note = found.note.iter().map(|note| format!("({note})"));
                puzzles.chain(note).collect::<Vec<_>>().join(" ")
            }
            Err(error) => error.to_string(),
        }
    }

    /// Each case is `line -> what is said`.
    #[track_caller]
    fn check(now: &str, default: Option<u16>, wanted: Wanted, cases: &str) {
        let days = days();
        let context = context(&days, now, default);
        for case in cases.trim().lines() {
            let (line, says) = case.trim_start().split_once("-> ").unwrap();
            assert_eq!(resolve(&context, line, wanted), says, "{line}");
        }
    }

    #[test]
    fn solutions_are_those_that_exist() {
        let cases = "
            -> 2020/22
            latest -> 2020/22
            22 -> 2020/22
            1-5 -> 2020/1 2021/2
            22,1,2 -> 2020/1 2020/22 2021/2
            2021 2020 -> 2020/1 2020/2 2020/22 2021/2 2021/21
            2020/1-25 -> 2020/1 2020/2 2020/22
            2 2020 -> 2020/2
            22 22 2020/22 -> 2020/22
            all -> 2020/1 2020/2 2020/22 2021/2 2021/21 2025/12
            2021-2030 -> 2021/2 2021/21 2025/12
            */1,20-25 -> 2020/1 2020/22 2021/21
            days/year2021 -> 2021/2 2021/21
            2020/1,3 -> no solution for 2020/3: create it with `aoc new 2020/3`
            5 -> no solution for day 5 in any year: create one with `aoc new 2025/5`
            13 -> no solution for day 13 in any year: create one with `aoc new 2024/13`
            2019 -> no solution for 2019: create one with `aoc new 2019/1`
            2020/3-5 -> no solution for 2020/3-5: create one with `aoc new 2020/3`
            3-5 -> no solution for 3-5: create one with `aoc new 2025/3`
            2019-2025/2,25 -> no solution for 2019-2025/25: create one with `aoc new 2019/25`
            */2,25 -> no solution for */25: create one with `aoc new 2024/25`
            today -> there is no puzzle today: the next event begins on 2026-12-01 at 05:00 UTC; name one, such as 2025/12
        ";
        check(NOVEMBER, None, Wanted::Solutions, cases);
        let none = BTreeMap::new();
        let empty = context(&none, NOVEMBER, None);
        for line in ["", "latest", "all"] {
            let says = "this project has no solutions yet: create one with `aoc new 2025/1`";
            assert_eq!(resolve(&empty, line, Wanted::Solutions), says);
        }
    }

    #[test]
    fn solutions_take_the_year_that_was_set() {
        let cases = "
            2 -> 2020/2
            1-5 -> 2020/1 2020/2
            2 2021 -> 2021/2
            all -> 2020/1 2020/2 2020/22 2021/2 2021/21 2025/12
            21 -> no solution for 2020/21: create it with `aoc new 2020/21`, or write 2021/21; the year is from AOC_YEAR
            3 -> no solution for 2020/3: create it with `aoc new 2020/3`; the year is from AOC_YEAR
            2020/3 -> no solution for 2020/3: create it with `aoc new 2020/3`
        ";
        check(NOVEMBER, Some(2020), Wanted::Solutions, cases);
        let beyond = "22 -> 2025/22 does not exist: 2025 has 12 days; the year is from AOC_YEAR, \
                      name another one, such as 2024/22";
        check(NOVEMBER, Some(2025), Wanted::Solutions, beyond);
        check(NOVEMBER, Some(2025), Wanted::Events, beyond);
    }

    #[test]
    fn a_note_says_that_the_running_event_was_passed_over() {
        let cases = "
            2 -> 2021/2 (no solution for 2026/2 yet: using 2021/2)
            1-5 -> 2020/1 2021/2 (no solution for 2026/1, 2026/2 yet: using 2020/1, 2021/2)
            22 -> 2020/22
            2020/2 -> 2020/2
            */2 -> 2020/2 2021/2
            today -> no solution for 2026/3: create it with `aoc new 2026/3`
        ";
        check(DECEMBER_3, None, Wanted::Solutions, cases);
        check(DECEMBER_3, Some(2020), Wanted::Solutions, "1 -> 2020/1");
    }

    #[test]
    fn events_take_the_running_one_and_outside_of_it_the_newest_solution() {
        let cases = "
            -> 2020/22
            2 -> 2021/2
            3 -> 2025/3
            13 -> 2024/13
            latest -> 2020/22
            all -> 2020/1 2020/2 2020/22 2021/2 2021/21 2025/12
            2024-2025 -> 37 puzzles
            2025-2030 -> 12 puzzles
            */25 -> 10 puzzles
            2016-2017/25 -> 2016/25 2017/25
            2024-2025/24-25 -> 2024/24 2024/25
            2025-2030/1 -> 2025/1
            2026 -> no puzzle of 2026 is unlocked: the first one unlocks 2026-12-01 05:00 UTC
            today -> there is no puzzle today: the next event begins on 2026-12-01 at 05:00 UTC; name one, such as 2025/1
        ";
        check(NOVEMBER, None, Wanted::Events, cases);
        let cases = "
            -> 2026/3
            today -> 2026/3
            2 -> 2026/2
            5 -> 2026/5
            22 -> 2026/22 does not exist: 2026 has 12 days; the year is from the running event, name another one, such as 2024/22
            2026 -> 2026/1 2026/2 2026/3
            2027/3 -> 2027/3
            */3 -> 12 puzzles
        ";
        check(DECEMBER_3, None, Wanted::Events, cases);
        check(
            DECEMBER_3,
            Some(2019),
            Wanted::Events,
            "1-2 -> 2019/1 2019/2",
        );
        let over = "
            -> 2020/22
            today -> there is no puzzle today: the event of 2026 is over; name one, such as 2026/1
        ";
        check("2026-12-20T12:00:00Z", None, Wanted::Events, over);
        let none = BTreeMap::new();
        let empty = context(&none, NOVEMBER, None);
        let says = "no puzzle given: name one, such as 2025/1";
        assert_eq!(resolve(&empty, "", Wanted::Events), says);
    }

    #[test]
    fn files_are_created_for_whole_years_up_to_the_next_event() {
        let cases = "
            2019 -> 25 puzzles
            2026 -> 12 puzzles
            2025-2030 -> 24 puzzles
            2030 -> 12 puzzles
            */25 -> 10 puzzles
            22 -> 2020/22
        ";
        check(NOVEMBER, None, Wanted::NewFiles, cases);
    }
}
