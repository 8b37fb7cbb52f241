//! Resolves selectors to puzzles, given the days of the project and the time.
//!
//! Commands that work on solutions select days of the project. Commands that talk to the
//! site or create files select days of the events.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Utc};
use clap::builder::CommandExt;

use super::calendar::{
    Day, Puzzle, Year, days, newest_unlocked, next_unlock, running, today, unlock,
};
use super::selector::{DaySpan, EVERY_YEAR, Selector, usage_error};
use crate::error::{CliError, Exit};

/// The information that selectors are resolved with.
pub struct ResolveContext<'a> {
    pub kind: PuzzleKind,
    /// The days that have a solution in the project.
    pub days: &'a BTreeMap<Year, BTreeSet<Day>>,
    /// The day whose source was edited last, if it may be asked for.
    pub latest: Option<Puzzle>,
    /// The year of days that are given without one, and its source, such as `AOC_YEAR`
    /// or `the current folder`.
    pub default_year: Option<(Year, &'static str)>,
    pub now: DateTime<Utc>,
}

/// The kind of puzzles that a command needs. Completion finds it in the definition of the
/// command, as an extension; without one, the command needs solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PuzzleKind {
    /// Puzzles that have a solution. Without a selector, the day that was edited last.
    Solutions,
    /// Puzzles of the events. A day that is named may still be locked. Without a
    /// selector, today's puzzle during an event, otherwise the latest.
    Events,
    /// Puzzles to create files for: as [`PuzzleKind::Events`], but a year includes its
    /// locked days, and the next event can be selected too.
    NewFiles,
}

impl CommandExt for PuzzleKind {}

/// All days of a year.
const ALL: (Day, Day) = (Day(1), Day::LAST);

impl ResolveContext<'_> {
    /// Returns the selected puzzles, sorted, and a note if a day of the running event was
    /// skipped because it has no solution yet.
    pub fn resolve(
        &self,
        selectors: &[Selector],
    ) -> Result<(BTreeSet<Puzzle>, Option<String>), CliError> {
        let default = match today(self.now) {
            Some(_) if self.kind != PuzzleKind::Solutions => Selector::Today,
            _ => Selector::Latest,
        };
        let default = selectors.is_empty().then_some(&default);
        let event = running(self.now).filter(|_| self.default_year.is_none());
        let (mut puzzles, mut passed_over) = (BTreeSet::new(), BTreeSet::new());
        for &selector in selectors.iter().chain(default) {
            let found = match selector {
                Selector::All => self.solutions_in(EVERY_YEAR, ALL),
                Selector::Latest => self.latest.into_iter().collect(),
                Selector::Today => self.puzzles_in(self.today()?)?,
                Selector::Days(span) => self.puzzles_in(span)?,
            };
            if found.is_empty() {
                let suggested = self.suggested(Day(1));
                return Err(usage_error(format_args!(
                    "this project has no solutions yet: create one with `aoc new {suggested}`"
                )));
            }
            let is_bare = matches!(selector, Selector::Days(it) if it.years.is_none());
            if let Some(event) = event.filter(|_| is_bare) {
                let is_older = |it: &&Puzzle| it.year < event && it.day.0 <= days(event);
                passed_over.extend(found.iter().filter(is_older).copied());
            }
            puzzles.extend(found);
        }
        let note = event.filter(|_| !passed_over.is_empty()).map(|event| {
            let names = |it: &Puzzle| (event.day(it.day).to_string(), it.to_string());
            let (missing, used): (Vec<_>, Vec<_>) = passed_over.iter().map(names).unzip();
            let (missing, used) = (missing.join(", "), used.join(", "));
            format!("no solution for {missing} yet: using {used}")
        });
        Ok((puzzles, note))
    }

    fn puzzles_in(&self, span: DaySpan) -> Result<Vec<Puzzle>, CliError> {
        match self.kind {
            PuzzleKind::Solutions => self.solutions(span),
            PuzzleKind::Events | PuzzleKind::NewFiles => self.events(span),
        }
    }

    fn today(&self) -> Result<DaySpan, CliError> {
        today(self.now).map(DaySpan::of).ok_or_else(|| {
            let next = next_unlock(self.now).map(unlock).unwrap_or_default();
            let (next, instead) = (next.format("%Y-%m-%d at %H:%M UTC"), self.suggested(Day(1)));
            usage_error(format_args!(
                "there is no puzzle today: the next event begins on {next}; name one, such as \
                 {instead}"
            ))
        })
    }

    /// The solutions of these days in these years, if any.
    fn solutions_in(&self, years: (Year, Year), days: (Day, Day)) -> Vec<Puzzle> {
        let years = self.days.range(years.0..=years.1);
        let solutions = years.flat_map(|(&year, solved)| {
            let solved = solved.range(days.0..=days.1);
            solved.map(move |&day| year.day(day))
        });
        solutions.collect()
    }

    /// The solutions that a selector selects. At least one of its days must have one.
    fn solutions(&self, span: DaySpan) -> Result<Vec<Puzzle>, CliError> {
        let (first, last) = span.days.unwrap_or(ALL);
        let default = match span.years {
            None => self.implied_year(last)?,
            Some(_) => None,
        };
        let years = span.years.or(default.map(|year| (year, year)));
        let newest = |day| Some(self.newest_year(day)?.day(day));
        let found = match years {
            Some(years) => self.solutions_in(years, (first, last)),
            None => (first.0..=last.0).map(Day).filter_map(newest).collect(),
        };
        if !found.is_empty() {
            return Ok(found);
        }
        let suggested = match years {
            None | Some(EVERY_YEAR) => self.suggested(first),
            Some((year, _)) => year.day(first),
        };
        let what = DaySpan { years, ..span };
        let mut why = format!("no solution for {what}: create it with `aoc new {suggested}`");
        if let (Some(_), Some((_, source))) = (default, self.default_year) {
            let other = newest(first).map(|it| format!(", or write {it}"));
            why += &format!("{}; the year is from {source}", other.unwrap_or_default());
        }
        Err(usage_error(why))
    }

    /// The puzzles of the events that a selector selects: a named day even if it is
    /// locked; of whole years and of several years only the unlocked days, or with
    /// [`PuzzleKind::NewFiles`] all days up to the next event, unless it names no year.
    fn events(&self, span: DaySpan) -> Result<Vec<Puzzle>, CliError> {
        let (from, to) = span.days.unwrap_or(ALL);
        let days_of_span = (from.0..=to.0).map(Day);
        let Some((first, last)) = span.years else {
            let year = |day| {
                let year = self.implied_year(day)?.or_else(|| self.newest_year(day));
                Ok(year.unwrap_or_else(|| self.newest_unlocked(day)).day(day))
            };
            return days_of_span.map(year).collect();
        };
        if first == last && span.days.is_some() {
            return Ok(days_of_span.map(|day| first.day(day)).collect());
        }
        let next = next_unlock(self.now).map_or(Year::FIRST, |next| next.year);
        let years = (first.0..=last.0.min(next.max(first).0)).map(Year);
        let mut found: Vec<Puzzle> = years
            .flat_map(|year| days_of_span.clone().map(move |day| year.day(day)))
            .filter(|puzzle| puzzle.day.0 <= days(puzzle.year))
            .collect();
        let is_begun = self.kind == PuzzleKind::Events || (first, last) == EVERY_YEAR;
        if let Some(&puzzle) = found.first().filter(|_| is_begun) {
            found.retain(|&puzzle| unlock(puzzle) <= self.now);
            if found.is_empty() {
                let unlock = unlock(puzzle).format("%Y-%m-%d %H:%M UTC");
                let why = "is unlocked: the first one unlocks";
                let why = format!("no puzzle of {span} {why} {unlock}");
                return Err(CliError::new(Exit::Locked, why));
            }
        }
        Ok(found)
    }

    /// The year of a day that is given without one, if a setting or the folder names a
    /// year; that year must have the day.
    fn implied_year(&self, day: Day) -> Result<Option<Year>, CliError> {
        let event = running(self.now).filter(|_| self.kind != PuzzleKind::Solutions);
        let event = event.map(|year| (year, "the running event"));
        let Some((year, source)) = self.default_year.or(event) else {
            return Ok(None);
        };
        let days = days(year);
        if day.0 <= days {
            return Ok(Some(year));
        }
        let instead = self.newest_unlocked(day).day(day);
        Err(usage_error(format_args!(
            "{year}/{day} does not exist: {year} has {days} days; the year is from {source}, name \
             another one, such as {instead}"
        )))
    }

    fn newest_year(&self, day: Day) -> Option<Year> {
        let mut newest = self.days.iter().rev();
        newest.find_map(|(&year, days)| days.contains(&day).then_some(year))
    }

    fn newest_unlocked(&self, day: Day) -> Year {
        newest_unlocked(day, self.now).unwrap_or(Year::FIRST)
    }

    /// The puzzle to create for a day without a year: of the default year, of the
    /// running event, or of the newest event that has the day.
    fn suggested(&self, day: Day) -> Puzzle {
        let default = self.default_year.map(|(year, _)| year);
        let year = default.or_else(|| running(self.now));
        let year = year.filter(|&year| day.0 <= days(year));
        year.unwrap_or_else(|| self.newest_unlocked(day)).day(day)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::parse_selectors;

    /// A line with `#` has the time, the default year and the kind of command; the
    /// others have the words, and what they are resolved to: the puzzles and the note,
    /// of many puzzles how many, or the error, with its exit code unless it is a usage
    /// error.
    const CASES: &str = "
        # 2026-11-20 - Solutions
        -> 2020/22
        latest -> 2020/22
        1-5 -> 2020/1 2021/2
        22,1,2 -> 2020/1 2020/22 2021/2
        2021 2020 -> 2020/1 2020/2 2020/22 2021/2 2021/21
        2020/1-25 -> 2020/1 2020/2 2020/22
        22 22 2020/22 -> 2020/22
        all -> 2020/1 2020/2 2020/22 2021/2 2021/21 2025/12
        2021-2030 -> 2021/2 2021/21 2025/12
        */1,20-25 -> 2020/1 2020/22 2021/21
        days/year2021 -> 2021/2 2021/21
        2020/1,3 -> no solution for 2020/3: create it with `aoc new 2020/3`
        5 -> no solution for 5: create it with `aoc new 2025/5`
        13 -> no solution for 13: create it with `aoc new 2024/13`
        2019 -> no solution for 2019: create it with `aoc new 2019/1`
        3-5 -> no solution for 3-5: create it with `aoc new 2025/3`
        2019-2025/2,25 -> no solution for 2019-2025/25: create it with `aoc new 2019/25`
        */2,25 -> no solution for */25: create it with `aoc new 2024/25`
        today -> there is no puzzle today: the next event begins on 2026-12-01 at 05:00 UTC; name one, such as 2025/1
        # 2026-11-20 2020 Solutions
        1-5 -> 2020/1 2020/2
        all -> 2020/1 2020/2 2020/22 2021/2 2021/21 2025/12
        21 -> no solution for 2020/21: create it with `aoc new 2020/21`, or write 2021/21; the year is from AOC_YEAR
        3 -> no solution for 2020/3: create it with `aoc new 2020/3`; the year is from AOC_YEAR
        2020/3 -> no solution for 2020/3: create it with `aoc new 2020/3`
        # 2026-11-20 2025 Solutions
        22 -> 2025/22 does not exist: 2025 has 12 days; the year is from AOC_YEAR, name another one, such as 2024/22
        # 2026-11-20 2025 Events
        22 -> 2025/22 does not exist: 2025 has 12 days; the year is from AOC_YEAR, name another one, such as 2024/22
        # 2026-12-03 - Solutions
        2 -> 2021/2 (no solution for 2026/2 yet: using 2021/2)
        1-5 -> 2020/1 2021/2 (no solution for 2026/1, 2026/2 yet: using 2020/1, 2021/2)
        22 -> 2020/22
        */2 -> 2020/2 2021/2
        today -> no solution for 2026/3: create it with `aoc new 2026/3`
        # 2026-12-03 2020 Solutions
        1 -> 2020/1
        # 2026-11-20 - Events
        -> 2020/22
        2 -> 2021/2
        3 -> 2025/3
        13 -> 2024/13
        all -> 2020/1 2020/2 2020/22 2021/2 2021/21 2025/12
        2024-2025 -> 37 puzzles
        2025-2030 -> 12 puzzles
        */25 -> 10 puzzles
        2016-2017/25 -> 2016/25 2017/25
        2025-2030/1 -> 2025/1
        2026 -> Locked: no puzzle of 2026 is unlocked: the first one unlocks 2026-12-01 05:00 UTC
        today -> there is no puzzle today: the next event begins on 2026-12-01 at 05:00 UTC; name one, such as 2025/1
        # 2026-12-03 - Events
        -> 2026/3
        today -> 2026/3
        5 -> 2026/5
        22 -> 2026/22 does not exist: 2026 has 12 days; the year is from the running event, name another one, such as 2024/22
        2026 -> 2026/1 2026/2 2026/3
        2027/3 -> 2027/3
        */3 -> 12 puzzles
        # 2026-12-03 2019 Events
        1-2 -> 2019/1 2019/2
        # 2026-12-20 - Events
        -> 2020/22
        today -> there is no puzzle today: the next event begins on 2027-12-01 at 05:00 UTC; name one, such as 2026/1
        # 2026-11-20 - NewFiles
        2019 -> 25 puzzles
        2026 -> 12 puzzles
        2025-2030 -> 24 puzzles
        2030 -> 12 puzzles
        */25 -> 10 puzzles
        */1 -> 11 puzzles
        22 -> 2020/22
        # 2026-11-20 - nothing
        -> this project has no solutions yet: create one with `aoc new 2025/1`
        latest -> this project has no solutions yet: create one with `aoc new 2025/1`
        all -> this project has no solutions yet: create one with `aoc new 2025/1`
    ";

    #[test]
    fn words_are_resolved_to_puzzles() {
        let solved = [
            (2020, 1),
            (2020, 2),
            (2020, 22),
            (2021, 2),
            (2021, 21),
            (2025, 12),
        ];
        let mut head = Vec::new();
        for line in CASES.trim().lines().map(str::trim) {
            if let Some(rest) = line.strip_prefix("# ") {
                head = rest.split(' ').collect();
                continue;
            }
            let mut days: BTreeMap<Year, BTreeSet<Day>> = BTreeMap::new();
            for (year, day) in solved.into_iter().filter(|_| head[2] != "nothing") {
                days.entry(Year(year)).or_default().insert(Day(day));
            }
            let latest = Year(2020).day(Day(22));
            let context = ResolveContext {
                kind: match head[2] {
                    "Events" => PuzzleKind::Events,
                    "NewFiles" => PuzzleKind::NewFiles,
                    _ => PuzzleKind::Solutions,
                },
                days: &days,
                latest: (!days.is_empty()).then_some(latest),
                default_year: Year::parse(head[1]).map(|year| (year, "AOC_YEAR")),
                now: format!("{}T12:00:00Z", head[0]).parse().unwrap(),
            };
            let (words, says) = line.split_once("-> ").unwrap();
            let words: Vec<&str> = words.split_whitespace().collect();
            let selectors = parse_selectors(&words, None);
            let said = match selectors.and_then(|selectors| context.resolve(&selectors)) {
                Ok((puzzles, _)) if puzzles.len() > 6 => format!("{} puzzles", puzzles.len()),
                Ok((puzzles, note)) => {
                    let puzzles = puzzles.iter().map(Puzzle::to_string);
                    let note = note.map(|note| format!("({note})"));
                    puzzles.chain(note).collect::<Vec<_>>().join(" ")
                }
                Err(error) if error.exit == Exit::Usage => error.to_string(),
                Err(error) => format!("{:?}: {error}", error.exit),
            };
            assert_eq!(said, says, "{head:?} {line}");
        }
    }
}
