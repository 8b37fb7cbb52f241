//! Resolves a selection to puzzles, given the days of the project and the time.
//!
//! There are two kinds of commands: those that work on solutions select days of
//! the project, those that prepare one select days of the events.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;

use chrono::{DateTime, Utc};

use super::calendar;
use super::id::{Day, Puzzle, Year};
use super::selector::{DaySpan, EVERY_YEAR, Selection, Selector, SelectorError};

/// The project's days and the time, which a selection is resolved against.
#[derive(Clone, Copy, Debug)]
pub struct ResolveContext<'a> {
    /// The days that have a solution in the project.
    pub days: &'a BTreeMap<Year, BTreeSet<Day>>,
    /// The day whose source was edited last; read only if
    /// [`Selection::asks_for_latest`].
    pub latest: Option<Puzzle>,
    /// The year of days that come without one, and who says it: `AOC_YEAR`, `the
    /// current folder`.
    pub default_year: Option<(Year, &'static str)>,
    pub now: DateTime<Utc>,
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

/// The days of whole years.
const ALL: (Day, Day) = (Day(1), Day::LAST);

impl Selection {
    /// `self`, or all solutions if no selector was given.
    #[must_use]
    pub fn or_all(mut self) -> Self {
        if self.0.is_empty() {
            self.0.push(Selector::All);
        }
        self
    }

    /// Whether [`ResolveContext::latest`] will be read: finding it takes a look at the
    /// files of every day.
    pub fn asks_for_latest(&self) -> bool {
        self.0.is_empty() || self.0.contains(&Selector::Latest)
    }

    /// The selected puzzles, sorted, and a note if a day of the running event was
    /// passed over, because it has no solution yet.
    pub fn resolve(
        &self,
        context: &ResolveContext<'_>,
        wanted: Wanted,
    ) -> Result<(BTreeSet<Puzzle>, Option<String>), SelectorError> {
        let no_solutions = || {
            let place = context.place(Day(1));
            let message =
                format!("this project has no solutions yet: create one with `aoc new {place}`");
            SelectorError::new(message)
        };
        let default = match calendar::today(context.now) {
            Some(_) if wanted != Wanted::Solutions => Selector::Today,
            None if wanted != Wanted::Solutions
                && context.latest.is_none()
                && self.0.is_empty() =>
            {
                let instead = context.place(Day(1));
                let message = format!("no puzzle given: name one, such as {instead}");
                return Err(SelectorError::new(message));
            }
            _ => Selector::Latest,
        };
        let default = Some(&default).filter(|_| self.0.is_empty());
        let event = calendar::running(context.now).filter(|_| context.default_year.is_none());
        let mut puzzles = BTreeSet::new();
        let mut passed_over = BTreeSet::new();
        for selector in self.0.iter().chain(default) {
            let found = match selector {
                Selector::All => context.solved_among(EVERY_YEAR, ALL),
                Selector::Today => context.today(wanted)?,
                Selector::Latest => context.latest.into_iter().collect(),
                Selector::Days(span) if wanted == Wanted::Solutions => context.solutions(*span)?,
                Selector::Days(span) => context.events(*span, wanted)?,
            };
            if found.is_empty() {
                return Err(no_solutions());
            }
            if let Selector::Days(DaySpan { years: None, .. }) = selector {
                let older = found.iter().copied().filter(|puzzle| {
                    event.is_some_and(|it| puzzle.year < it && puzzle.day.0 <= calendar::days(it))
                });
                passed_over.extend(older);
            }
            puzzles.extend(found);
        }
        let list = |puzzles: &mut dyn Iterator<Item = Puzzle>| {
            puzzles
                .map(|it| it.to_string())
                .collect::<Vec<_>>()
                .join(", ")
        };
        let note = event.filter(|_| !passed_over.is_empty()).map(|event| {
            let missing = list(&mut passed_over.iter().map(|puzzle| event.day(puzzle.day)));
            let used = list(&mut passed_over.iter().copied());
            format!("no solution for {missing} yet: using {used}")
        });
        Ok((puzzles, note))
    }
}

impl ResolveContext<'_> {
    fn today(&self, wanted: Wanted) -> Result<Vec<Puzzle>, SelectorError> {
        if let Some(today) = calendar::today(self.now) {
            return match wanted {
                Wanted::Solutions => {
                    self.solutions(DaySpan::of_year(today.year, Some((today.day, today.day))))
                }
                Wanted::Events | Wanted::NewFiles => Ok(vec![today]),
            };
        }
        let next = calendar::next_unlock(self.now).map(calendar::unlock);
        let why = match (calendar::running(self.now), next) {
            (Some(year), _) => format!("the event of {year} is over"),
            (None, Some(next)) => {
                let next = next.format("%Y-%m-%d at %H:%M UTC");
                format!("the next event begins on {next}")
            }
            (None, None) => "no event is running".to_owned(),
        };
        let newest = self.days.iter().next_back();
        let newest = newest.filter(|_| wanted == Wanted::Solutions);
        let instead = newest.and_then(|(year, days)| Some(year.day(*days.first()?)));
        let instead = instead.unwrap_or_else(|| self.place(Day(1)));
        Err(SelectorError::new(format!(
            "there is no puzzle today: {why}; name one, such as {instead}"
        )))
    }

    /// The solutions of some days in some years, which may be none.
    fn solved_among(&self, years: (Year, Year), days: (Day, Day)) -> Vec<Puzzle> {
        let years = self.days.range(years.0..=years.1);
        let of_year = years.flat_map(|(&year, solved)| {
            let solved = solved.range(days.0..=days.1);
            solved.map(move |&day| year.day(day))
        });
        of_year.collect()
    }

    /// A day of one year must have a solution; of several days or years, one must.
    fn solutions(&self, span: DaySpan) -> Result<Vec<Puzzle>, SelectorError> {
        let (first, last) = span.days.unwrap_or(ALL);
        let default = self.default_year.filter(|_| span.years.is_none());
        if let Some(default) = default {
            self.check(default, last)?;
        }
        let years = span.years.or(default.map(|(year, _)| (year, year)));
        let newest = |day| Some(self.newest_with(day)?.day(day));
        let found = match years {
            Some(years) => self.solved_among(years, (first, last)),
            None => (first.0..=last.0).map(Day).filter_map(newest).collect(),
        };
        if !found.is_empty() {
            return Ok(found);
        }
        let place = years.filter(|years| *years != EVERY_YEAR);
        let place = place.map_or_else(|| self.place(first), |(year, _)| year.day(first));
        let what = DaySpan { years, ..span };
        let no_solution = match years {
            None if first == last => no_solution(&format_args!("day {what} in any year"), place),
            _ => no_solution(&what, place),
        };
        Err(SelectorError::new(match default {
            None => no_solution,
            Some((_, source)) => {
                let newest = newest(first).map(|newest| format!(", or write {newest}"));
                let newest = newest.unwrap_or_default();
                format!("{no_solution}{newest}; the year is from {source}")
            }
        }))
    }

    /// The puzzles of the events: a named day in any case, of whole years and of
    /// several years those that are unlocked, or can have files.
    fn events(&self, span: DaySpan, wanted: Wanted) -> Result<Vec<Puzzle>, SelectorError> {
        let (from, to) = span.days.unwrap_or(ALL);
        let days = (from.0..=to.0).map(Day);
        let Some((first, last)) = span.years else {
            return days.map(|day| Ok(self.year_of(day)?.day(day))).collect();
        };
        if first == last && span.days.is_some() {
            return Ok(days.map(|day| first.day(day)).collect());
        }
        let next = calendar::next_unlock(self.now).map_or(Year::FIRST, |next| next.year);
        let years = (first.0..=last.0.min(next.max(first).0)).map(Year);
        let mut found: Vec<Puzzle> = years
            .flat_map(|year| days.clone().map(move |day| year.day(day)))
            .filter(|puzzle| puzzle.day.0 <= calendar::days(puzzle.year))
            .collect();
        if let (Wanted::Events, Some(&puzzle)) = (wanted, found.first()) {
            found.retain(|&puzzle| calendar::unlock(puzzle) <= self.now);
            if found.is_empty() {
                let unlock = calendar::unlock(puzzle).format("%Y-%m-%d %H:%M UTC");
                return Err(SelectorError::new(format!(
                    "no puzzle of {span} is unlocked: the first one unlocks {unlock}"
                )));
            }
        }
        Ok(found)
    }

    /// The year of a day of the events that comes without one.
    fn year_of(&self, day: Day) -> Result<Year, SelectorError> {
        let event = calendar::running(self.now).map(|year| (year, "the running event"));
        if let Some(default) = self.default_year.or(event) {
            self.check(default, day)?;
            return Ok(default.0);
        }
        let newest = self.newest_with(day);
        Ok(newest.unwrap_or_else(|| self.newest_unlocked(day)))
    }

    /// Fails if the default year does not have the day.
    fn check(&self, (year, source): (Year, &str), day: Day) -> Result<(), SelectorError> {
        let days = calendar::days(year);
        if day.0 <= days {
            return Ok(());
        }
        let instead = self.newest_unlocked(day).day(day);
        Err(SelectorError::new(format!(
            "{year}/{day} does not exist: {year} has {days} days; the year is from {source}, name \
             another one, such as {instead}"
        )))
    }

    fn newest_with(&self, day: Day) -> Option<Year> {
        let mut newest = self.days.iter().rev();
        newest.find_map(|(&year, days)| days.contains(&day).then_some(year))
    }

    fn newest_unlocked(&self, day: Day) -> Year {
        calendar::newest_unlocked(day, self.now).unwrap_or(Year::FIRST)
    }

    /// The puzzle to create for a day that no year has: of the default year, of the
    /// running event, or of the newest event that has it.
    fn place(&self, day: Day) -> Puzzle {
        let default = self.default_year.map(|(year, _)| year);
        let year = default.or_else(|| calendar::running(self.now));
        let year = year.filter(|&year| day.0 <= calendar::days(year));
        year.unwrap_or_else(|| self.newest_unlocked(day)).day(day)
    }
}

fn no_solution(what: &dyn Display, place: Puzzle) -> String {
    let what = what.to_string();
    let it = if what == place.to_string() {
        "it"
    } else {
        "one"
    };
    format!("no solution for {what}: create {it} with `aoc new {place}`")
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
            default_year: default.map(|year| (Year(year), source)),
            now: now.parse().unwrap(),
        }
    }

    /// The puzzles and the note, or the error; of many puzzles how many.
    fn resolve(context: &ResolveContext<'_>, line: &str, wanted: Wanted) -> String {
        let words: Vec<&str> = line.split_whitespace().collect();
        let selection = Selection::parse(&words, None);
        match selection.and_then(|selection| selection.resolve(context, wanted)) {
            Ok((puzzles, _)) if puzzles.len() > 6 => format!("{} puzzles", puzzles.len()),
            Ok((puzzles, note)) => {
                let puzzles = puzzles.iter().map(Puzzle::to_string);
                let note = note.map(|note| format!("({note})"));
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
