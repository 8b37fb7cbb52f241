//! Resolves selectors to puzzles, given the days of the project and the time.
//!
//! Commands that work on solutions select days of the project. Commands that talk to the
//! site or create files select days of the events.

use std::collections::BTreeSet;

use chrono::{DateTime, TimeDelta, Utc};
use clap::builder::CommandExt;

use super::calendar::{
    Day, Puzzle, Year, days, newest_unlocked, next_unlock, running, today, unlock,
};
use super::selector::Selector::{All, Days, Latest, Today};
use super::selector::{DaySpan, EVERY_YEAR, Selector};
use crate::error::Exit::Locked;
use crate::error::{CliError, Result, usage_error};

use PuzzleKind::{Events, NewFiles, Solutions};

/// The information that selectors are resolved with.
pub struct ResolveContext<'a> {
    pub kind: PuzzleKind,
    /// The days that have a solution in the project.
    pub days: &'a BTreeSet<Puzzle>,
    /// The day whose source was edited last, if it may be asked for.
    pub latest: Option<Puzzle>,
    /// The year of days that are given without one, and its source, such as `AOC_YEAR`
    /// or `the current folder`.
    pub default_year: Option<(Year, &'static str)>,
    pub now: DateTime<Utc>,
}

/// The kind of puzzles that a command needs. Completion finds it in the definition of the
/// command, as an extension; without one, the command needs solutions.
#[derive(Clone, Copy, Debug, PartialEq)]
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

impl ResolveContext<'_> {
    /// Returns the selected puzzles, sorted, and a note if a day of the running event was
    /// skipped because it has no solution yet.
    pub fn resolve(&self, selectors: &[Selector]) -> Result<(BTreeSet<Puzzle>, Option<String>)> {
        let mut selectors = selectors.to_vec();
        if selectors.is_empty() {
            let has_today = today(self.now).is_some();
            if has_today && self.kind != Solutions {
                selectors.push(Today(0));
            } else {
                selectors.push(Latest);
            }
        }
        let mut puzzles = BTreeSet::new();
        let mut older = Vec::new();
        for selector in selectors {
            let found = match selector {
                All => self.days.iter().copied().collect(),
                Latest => self.latest.into_iter().collect(),
                Today(later) => self.puzzles_in(self.today(selector, later)?)?,
                Days(span) => self.puzzles_in(span)?,
            };
            if found.is_empty() {
                let first = self.newest_unlocked(Day::FIRST);
                return Err(usage_error(format!(
                    "this project has no solutions yet: create one with `aoc new {first}`"
                )));
            }
            if let Days(DaySpan { years: None, .. }) = selector {
                older.extend_from_slice(&found);
            }
            puzzles.extend(found);
        }
        Ok((puzzles, self.passed_over(&older)))
    }

    /// The note on those of these puzzles, which were given without a year, that are used
    /// in place of days of the running event.
    fn passed_over(&self, puzzles: &[Puzzle]) -> Option<String> {
        let event = running(self.now)?;
        let mut older = Vec::new();
        for puzzle in puzzles {
            if puzzle.year < event && puzzle.day.get() <= days(event) {
                older.push(puzzle.to_string());
            }
        }
        if older.is_empty() || self.default_year.is_some() {
            return None;
        }
        let older = older.join(", ");
        Some(format!("using {older}: {event} has no solution yet"))
    }

    /// The puzzle of the day that is so many days after today, which `selector` names.
    fn today(&self, selector: Selector, later: i64) -> Result<DaySpan> {
        if let Some(puzzle) = today(self.now + TimeDelta::days(later)) {
            return Ok(DaySpan::of(puzzle));
        }
        let next = next_unlock(self.now)
            .map(unlock)
            .unwrap_or_default()
            .format("%Y-%m-%d at %H:%M UTC");
        let instead = self.newest_unlocked(Day::FIRST);
        Err(usage_error(format!(
            "there is no puzzle {selector}: the next one unlocks on {next}; name one, such as \
             {instead}"
        )))
    }

    /// The puzzles that a selector selects, at least one. Of solutions, those of its days
    /// that have one. Of events, a named day even if it is locked; of whole years and of
    /// several years only the unlocked days, or with [`PuzzleKind::NewFiles`] all days up to
    /// the next event, unless it selects every year.
    fn puzzles_in(&self, selected: DaySpan) -> Result<Vec<Puzzle>> {
        let span = self.with_implied_year(selected)?;
        let mut puzzles = self.existing(span);
        let first = *puzzles
            .first()
            .expect("the first year of a span has its days");
        let is_one_year = span.years.is_none_or(|(first, last)| first == last);
        match self.kind {
            Solutions => puzzles.retain(|puzzle| self.days.contains(puzzle)),
            _ if is_one_year && span.days.is_some() => {}
            NewFiles if span.years != Some(EVERY_YEAR) => {}
            _ => puzzles.retain(|&puzzle| unlock(puzzle) <= self.now),
        }
        if !puzzles.is_empty() {
            return Ok(puzzles);
        }
        if self.kind != Solutions {
            let unlock = unlock(first).format("%Y-%m-%d %H:%M UTC");
            return Err(CliError::new(
                Locked,
                format!("no puzzle of {span} is unlocked: the first one unlocks {unlock}"),
            ));
        }
        let mut message = format!("no solution for {span}: create it with `aoc new {first}`");
        if let Some((_, source)) = self.default_year
            && span != selected
        {
            message += &format!("; the year is from {source}");
        }
        Err(usage_error(message))
    }

    /// The puzzles of these days that exist up to the next event. Of a day without a year,
    /// the newest one that has a solution, otherwise the newest one that is unlocked.
    fn existing(&self, span: DaySpan) -> Vec<Puzzle> {
        let (from, to) = span.days.unwrap_or((Day::FIRST, Day::LAST));
        let Some((first, last)) = span.years else {
            let mut puzzles = Vec::new();
            for day in from.through(to) {
                let mut newest_first = self.days.iter().rev();
                let solution = newest_first.find(|puzzle| puzzle.day == day);
                let unlocked = self.newest_unlocked(day);
                puzzles.push(*solution.unwrap_or(&unlocked));
            }
            return puzzles;
        };
        let end = match next_unlock(self.now) {
            Some(next) => last.min(first.max(next.year)),
            None => first,
        };
        first
            .through(end)
            .flat_map(Year::puzzles)
            .filter(|puzzle| (from..=to).contains(&puzzle.day))
            .collect()
    }

    /// Adds the year of days that are given without one, if a setting, the folder or the
    /// running event names a year; that year must have the days.
    fn with_implied_year(&self, mut span: DaySpan) -> Result<DaySpan> {
        let event = match self.kind {
            Solutions => None,
            Events | NewFiles => running(self.now),
        };
        let event = event.map(|year| (year, "the running event"));
        let Some((year, source)) = self.default_year.or(event) else {
            return Ok(span);
        };
        let DaySpan {
            years: None,
            days: Some((_, day)),
        } = span
        else {
            return Ok(span);
        };
        let days = days(year);
        if day.get() > days {
            let instead = self.newest_unlocked(day);
            return Err(usage_error(format!(
                "{year}/{day} does not exist: {year} has {days} days; the year is from \
                 {source}, name another one, such as {instead}"
            )));
        }
        span.years = Some((year, year));
        Ok(span)
    }

    fn newest_unlocked(&self, day: Day) -> Puzzle {
        newest_unlocked(day, self.now)
            .unwrap_or(Year::FIRST)
            .day(day)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Exit::Usage;
    use crate::puzzle::parse_selectors;
    use crate::testing::Case;

    /// The puzzles that a line selects and the note, of many puzzles how many, or the
    /// error, with its exit code unless it is a usage error.
    fn resolved(context: &ResolveContext<'_>, line: &str) -> String {
        let words: Vec<&str> = line.split_whitespace().collect();
        let selectors = parse_selectors(&words, None);
        match selectors.and_then(|selectors| context.resolve(&selectors)) {
            Ok((puzzles, _)) if puzzles.len() > 6 => format!("{} puzzles", puzzles.len()),
            Ok((puzzles, note)) => {
                let mut words: Vec<String> = puzzles.iter().map(Puzzle::to_string).collect();
                words.extend(note.map(|note| format!("({note})")));
                words.join(" ")
            }
            Err(error) if error.exit == Usage => error.to_string(),
            Err(error) => format!("{:?}: {error}", error.exit),
        }
    }

    /// A day, a year of a setting, and what is selected.
    struct At(&'static str, Option<u16>, PuzzleKind);

    impl At {
        /// Resolves lines. What is expected may end with `…`.
        #[track_caller]
        fn resolves(&self, cases: &[(&str, &str)]) {
            let days = [
                (2020, 1),
                (2020, 2),
                (2020, 22),
                (2021, 2),
                (2021, 21),
                (2025, 12),
            ];
            let days = days.map(|(year, day)| Puzzle::of(year, day)).into();
            let context = ResolveContext {
                kind: self.2,
                days: &days,
                latest: Some(Puzzle::of(2020, 22)),
                default_year: self.1.map(|year| (Year::of(year), "AOC_YEAR")),
                now: format!("2026-{}T12:00:00Z", self.0).parse().unwrap(),
            };
            for (line, expected) in cases {
                let found = resolved(&context, line);
                match expected.strip_suffix('…') {
                    Some(start) => assert!(found.starts_with(start), "{line}: {found}"),
                    None => assert_eq!(found, *expected, "{line}"),
                }
            }
        }
    }

    #[test]
    fn before_an_event_solutions_are_those_of_the_project() {
        At("11-20", None, Solutions).resolves(&[
            ("", "2020/22"),
            ("latest", "2020/22"),
            ("1-5", "2020/1 2021/2"),
            ("22,1,2", "2020/1 2020/22 2021/2"),
            ("2021 2020", "2020/1 2020/2 2020/22 2021/2 2021/21"),
            ("2020/1-25", "2020/1 2020/2 2020/22"),
            ("22 22 2020/22", "2020/22"),
            ("all", "2020/1 2020/2 2020/22 2021/2 2021/21 2025/12"),
            ("2021-2030", "2021/2 2021/21 2025/12"),
            ("*/1,20-25", "2020/1 2020/22 2021/21"),
            "2020/1,3".gives("no solution for 2020/3: create it with `aoc new 2020/3`"),
            ("5", "no solution for 5: create it with `aoc new 2025/5`"),
            ("13", "no solution for 13: create it with `aoc new 2024/13`"),
            ("2019", "no solution for 2019: create it with `aoc ne…"),
            ("3-5", "no solution for 3-5: create it with `aoc new…"),
            ("2019-2025/2,25", "no solution for 2019-2025/25: crea…"),
            ("*/2,25", "no solution for */25: create it with `aoc…"),
            "today".gives("there is no puzzle today: the next one unlocks on 2026-12-01 at 05:0…"),
        ]);
    }

    #[test]
    fn a_day_without_a_year_is_of_the_year_of_a_setting() {
        At("11-20", Some(2020), Solutions).resolves(&[
            ("1-5", "2020/1 2020/2"),
            ("all", "2020/1 2020/2 2020/22 2021/2 2021/21 2025/12"),
            "3".gives("no solution for 2020/3: create it with `aoc new 2020/3`; the year is fro…"),
            "2020/3".gives("no solution for 2020/3: create it with `aoc new 2020/3`"),
        ]);
        let expected = "2025/22 does not exist: 2025 has 12 days; the year is from AOC_YEAR, name \
                        another one, such as 2024/22";
        for kind in [Solutions, Events] {
            At("11-20", Some(2025), kind).resolves(&[("22", expected)]);
        }
        // It is stronger than the event.
        At("12-03", Some(2020), Solutions).resolves(&[("1", "2020/1")]);
        At("12-03", Some(2019), Events).resolves(&[("1-2", "2019/1 2019/2")]);
    }

    #[test]
    fn in_an_event_a_day_that_is_passed_over_is_said() {
        At("12-03", None, Solutions).resolves(&[
            ("2", "2021/2 (using 2021/2: 2026 has no solution yet)"),
            "1-5".gives("2020/1 2021/2 (using 2020/1, 2021/2: 2026 has no solution yet)"),
            ("22", "2020/22"),
            ("*/2", "2020/2 2021/2"),
            ("today", "no solution for 2026/3: create it with `aoc…"),
        ]);
        let words = &[("yesterday", "2026/2"), ("tomorrow", "2026/4")];
        At("12-03", None, Events).resolves(words);
        let none = "there is no puzzle yesterday: the next one unlocks on 2026-12-02 at…";
        At("12-01", None, Events).resolves(&[("yesterday", none)]);
    }

    #[test]
    fn before_an_event_unlocked_days_are_meant() {
        At("11-20", None, Events).resolves(&[
            ("", "2020/22"),
            ("2", "2021/2"),
            ("3", "2025/3"),
            ("13", "2024/13"),
            ("all", "2020/1 2020/2 2020/22 2021/2 2021/21 2025/12"),
            ("2024-2025", "37 puzzles"),
            ("2025-2030", "12 puzzles"),
            ("*/25", "10 puzzles"),
            ("2016-2017/25", "2016/25 2017/25"),
            ("2025-2030/1", "2025/1"),
            "2026".gives("Locked: no puzzle of 2026 is unlocked: the first one unlocks 2026-12-…"),
            ("today", "there is no puzzle today: the next one unl…"),
        ]);
    }

    #[test]
    fn in_an_event_its_days_are_meant() {
        At("12-03", None, Events).resolves(&[
            ("", "2026/3"),
            ("today", "2026/3"),
            ("5", "2026/5"),
            "22".gives("2026/22 does not exist: 2026 has 12 days; the year is from the running …"),
            ("2026", "2026/1 2026/2 2026/3"),
            ("2027/3", "2027/3"),
            ("*/3", "12 puzzles"),
        ]);
    }

    #[test]
    fn after_an_event_there_is_no_puzzle_today() {
        At("12-20", None, Events).resolves(&[
            ("", "2020/22"),
            ("today", "there is no puzzle today: the next one unl…"),
        ]);
    }

    #[test]
    fn files_can_be_created_for_the_next_event() {
        At("11-20", None, NewFiles).resolves(&[
            ("2019", "25 puzzles"),
            ("2026", "12 puzzles"),
            ("2025-2030", "24 puzzles"),
            ("2030", "12 puzzles"),
            ("*/25", "10 puzzles"),
            ("*/1", "11 puzzles"),
            ("22", "2020/22"),
        ]);
    }

    #[test]
    fn an_empty_project_has_no_solutions() {
        let context = ResolveContext {
            kind: Solutions,
            days: &BTreeSet::new(),
            latest: None,
            default_year: None,
            now: "2026-11-20T12:00:00Z".parse().unwrap(),
        };
        let none = "this project has no solutions yet: create one with `aoc new 2025/1`";
        for line in ["", "latest", "all"] {
            assert_eq!(resolved(&context, line), none);
        }
    }
}
