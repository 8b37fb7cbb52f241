//! Resolves selectors to puzzles. The result depends on the days of the project and on the time.
//!
//! Commands that work on solutions select days of the project. Commands that talk to the site or
//! create files select days of the events.

use std::collections::BTreeSet;

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};

use super::calendar::{
    Day, Puzzle, Year, next_unlock, next_unlock_hint, running_event, today, unlock,
};
use super::facts::{ImpliedYear, PuzzleScope, SelectionFacts};
use super::selector::{DaySpan, Selector, Span};
use crate::error::{CliError, Exit, Result, usage_error};
use crate::terminal::{shown_day_and_time, shown_minute};

/// The puzzles that a command line selects.
pub struct Resolved {
    /// Empty if only templates of locked puzzles are selected. A note then says so.
    pub puzzles: BTreeSet<Puzzle>,
    /// Notes on puzzles that were skipped: days of the running event without a solution, templates
    /// of locked puzzles, and years after the next event.
    pub notes: Vec<String>,
}

impl SelectionFacts<'_> {
    /// The selectors, or else the default of the scope.
    pub fn selectors_or_default(
        &self,
        selectors: &[Selector],
        scope: PuzzleScope,
    ) -> Vec<Selector> {
        match scope {
            _ if !selectors.is_empty() => selectors.to_vec(),
            PuzzleScope::Solutions => vec![Selector::LatestToRun],
            _ if today(self.now).is_some() => vec![Selector::FromToday(0)],
            _ => vec![Selector::Latest],
        }
    }

    /// The puzzles that at least one of the selectors selects.
    pub fn resolve(&self, selectors: &[Selector], scope: PuzzleScope) -> Result<Resolved> {
        let selects_several = !matches!(selectors, [one] if one.names_one_day());
        let mut puzzles = BTreeSet::new();
        let mut without_year = Vec::new();
        // The selectors that select only templates, and these templates.
        let mut template_selectors = Vec::new();
        let mut templates = BTreeSet::new();
        let mut locked = Vec::new();
        for &selector in selectors {
            let found = match self.puzzles_of(selector, scope, selects_several) {
                // Other selectors, such as the other years of a range, may still select unlocked
                // puzzles.
                Err(error) if error.exit == Exit::Locked => {
                    locked.push(error);
                    continue;
                }
                found => found?,
            };
            let skips_templates =
                selects_several && (scope == PuzzleScope::Solutions || selector == Selector::All);
            let (skipped, mut kept): (Vec<Puzzle>, Vec<Puzzle>) = found
                .into_iter()
                .partition(|puzzle| skips_templates && self.is_locked_template(*puzzle));
            if selector == Selector::LatestToRun {
                kept = Vec::from_iter((self.latest_of)(&kept));
            }
            if kept.is_empty() {
                templates.extend(skipped);
                if !template_selectors.contains(&selector) {
                    template_selectors.push(selector);
                }
            }
            if let Selector::Days(DaySpan { years: None, .. }) = selector {
                without_year.extend_from_slice(&kept);
            }
            puzzles.extend(kept);
        }
        let mut notes = Vec::from_iter(self.note_on_templates(&template_selectors, &templates));
        notes.extend(self.note_on_older_days(&without_year));
        if scope == PuzzleScope::NewFiles {
            let later = selectors.iter();
            notes.extend(later.filter_map(|selector| self.note_on_later_years(*selector)));
        }
        notes.extend(locked.iter().map(CliError::to_string));
        if puzzles.is_empty()
            && let Some(error) = locked.into_iter().next()
        {
            return Err(error);
        }
        Ok(Resolved { puzzles, notes })
    }

    /// The puzzles of a selector, including templates. Fails if there are none.
    fn puzzles_of(
        &self,
        selector: Selector,
        scope: PuzzleScope,
        selects_several: bool,
    ) -> Result<Vec<Puzzle>> {
        let all: Vec<Puzzle> = self.with_code.iter().copied().collect();
        let puzzles = match selector {
            Selector::All | Selector::LatestToRun => all,
            Selector::Latest => Vec::from_iter((self.latest_of)(&all)),
            Selector::FromToday(days) => {
                let span = self.span_from_today(days, selector)?;
                self.puzzles_in(span, scope, selects_several)?
            }
            Selector::Days(span) => self.puzzles_in(span, scope, selects_several)?,
        };
        if puzzles.is_empty() {
            return Err(self.empty_project_error());
        }
        Ok(puzzles)
    }

    /// The note about selectors that select only these templates of locked puzzles. If the project
    /// has no other solutions, the note also suggests a puzzle that can be started now.
    fn note_on_templates(
        &self,
        selectors: &[Selector],
        templates: &BTreeSet<Puzzle>,
    ) -> Option<String> {
        let first = *templates.first()?;
        let problem = if selectors
            .iter()
            .any(|selector| matches!(selector, Selector::All | Selector::LatestToRun))
        {
            "this project has no solutions yet".to_owned()
        } else {
            let names: Vec<String> = selectors.iter().map(Selector::to_string).collect();
            format!("no solution for {} yet", names.join(", "))
        };
        let unlock = shown_minute(unlock(first), self.local_offset);
        let names: Vec<String> = templates.iter().map(Puzzle::to_string).collect();
        let state = if templates.len() == 1 {
            format!("{first} is still the template, and unlocks {unlock}")
        } else {
            let names = names.join(", ");
            format!("{names} are still the template, and the first one unlocks {unlock}")
        };
        let mut note = format!("{problem}: {state}");
        if self
            .with_code
            .iter()
            .all(|puzzle| self.is_locked_template(*puzzle))
        {
            let next = self.next_to_start(first);
            note += &if next == first {
                format!("; `aoc start {next}` waits for the unlock")
            } else {
                format!("; until then: `aoc start {next}`")
            };
        }
        Some(note)
    }

    /// The note about puzzles that were given without a year, if older puzzles are used in place of
    /// the same days of the running event.
    fn note_on_older_days(&self, puzzles: &[Puzzle]) -> Option<String> {
        // Only the time decides here, because `run` would read the session for anything else.
        let event = running_event(self.now)?;
        if self.implied_year(PuzzleScope::Solutions).is_some() {
            return None;
        }
        let older: BTreeSet<&Puzzle> = puzzles
            .iter()
            .filter(|puzzle| puzzle.year < event && event.has_day(puzzle.day))
            .collect();
        if older.is_empty() {
            return None;
        }
        let missing: Vec<String> = older
            .iter()
            .map(|puzzle| event.day(puzzle.day).to_string())
            .collect();
        let used: Vec<String> = older.iter().map(ToString::to_string).collect();
        Some(format!(
            "no solution for {} yet: using {}",
            missing.join(", "),
            used.join(", ")
        ))
    }

    /// The note about years of a range that are left out although files can be created for them.
    fn note_on_later_years(&self, selector: Selector) -> Option<String> {
        let Selector::Days(span) = selector else {
            return None;
        };
        let years = span.years.filter(|years| *years != Span::<Year>::EVERY)?;
        let day = span.days.unwrap_or(Span::<Day>::EVERY).first;
        let mut later = self.last_event(years).through(years.last).skip(1);
        let first = later.find(|year| year.has_day(day))?;
        let years = Some(Span { first, ..years });
        let left_out = DaySpan { years, ..span };
        Some(format!(
            "{left_out} left out: a range ends with the next event, or with its first year if \
             that is later; name later years alone"
        ))
    }

    /// The puzzle that unlocks in `days` days. `selector` has the same meaning, for the error.
    fn span_from_today(&self, days: i64, selector: Selector) -> Result<DaySpan> {
        let day = self.now + TimeDelta::days(days);
        if let Some(puzzle) = today(day) {
            return Ok(DaySpan::of(puzzle));
        }
        let puzzle = next_unlock(self.now);
        let time = puzzle.map(unlock).unwrap_or_default();
        let next = shown_day_and_time(time, self.local_offset);
        // Until the unlock, the date at the site is still the day before.
        if let Some(puzzle) = puzzle
            && self.local_date(time) == self.local_date(day)
        {
            return Err(usage_error(format!(
                "{puzzle} unlocks {selector}, on {next}: name it instead of `{selector}`"
            )));
        }
        let instead = self.newest_event().day(Day::FIRST);
        let verb = if days < 0 { "unlocked" } else { "unlocks" };
        let hint = next_unlock_hint(self.now);
        Err(usage_error(format!(
            "no puzzle {verb} {selector}; the next one unlocks on {next}{hint}: name one, such as \
             {instead}"
        )))
    }

    /// The date in the user's time zone.
    fn local_date(&self, time: DateTime<Utc>) -> NaiveDate {
        time.with_timezone(&(self.local_offset)(time)).date_naive()
    }

    /// The puzzles of the selected days. Fails if there are none.
    ///
    /// - Where solutions are needed, all days with one are selected, including templates.
    /// - [`PuzzleScope::Events`] also selects locked days if the selector names days of a single
    ///   year.
    /// - [`PuzzleScope::NewFiles`] also selects locked days of whole years and of ranges.
    ///
    /// With `*` as the year, only unlocked days of the events are selected.
    fn puzzles_in(
        &self,
        selected: DaySpan,
        scope: PuzzleScope,
        selects_several: bool,
    ) -> Result<Vec<Puzzle>> {
        let days = selected.days.unwrap_or(Span::<Day>::EVERY);
        let implied = match selected.years {
            Some(_) => None,
            None => self.year_of_days(days, scope, selects_several)?,
        };
        let implied_years = implied.map(|implied| Span::of(implied.year));
        let Some(years) = selected.years.or(implied_years) else {
            return Err(self.no_solution_error(selected, None));
        };
        let puzzles: Vec<Puzzle> = if scope == PuzzleScope::Solutions {
            self.with_code
                .iter()
                .filter(|puzzle| years.contains(puzzle.year) && days.contains(puzzle.day))
                .copied()
                .collect()
        } else {
            let may_be_locked = match scope {
                PuzzleScope::NewFiles if years != Span::<Year>::EVERY => true,
                _ => years.is_one() && selected.days.is_some(),
            };
            self.event_puzzles(years, days)
                .filter(|&puzzle| may_be_locked || (self.is_unlocked)(puzzle))
                .collect()
        };
        if puzzles.is_empty() {
            let span = DaySpan {
                years: Some(years),
                ..selected
            };
            return Err(if scope == PuzzleScope::Solutions {
                self.no_solution_error(span, implied)
            } else {
                self.all_locked_error(span, years.first.day(days.first))
            });
        }
        Ok(puzzles)
    }

    /// The error for days without any solution. `implied` is the year that was assumed if they were
    /// given without one.
    fn no_solution_error(&self, span: DaySpan, implied: Option<ImpliedYear>) -> CliError {
        let day = span.days.unwrap_or(Span::<Day>::EVERY).first;
        let suggested = match span.years {
            None | Some(Span::<Year>::EVERY) => self.puzzle_to_create(day),
            Some(years) => years.first.day(day),
        };
        let mut message = format!("no solution for {span}: create it with `aoc new {suggested}`");
        if let Some(ImpliedYear { source, .. }) = implied {
            if let Some(year) = self.newest(|puzzle| puzzle.day == day) {
                message += &format!(", or write {}", year.day(day));
            }
            message += &format!("; the year is from {source}");
        }
        usage_error(message)
    }

    /// The error for days that are all locked. `first` is the first of them.
    fn all_locked_error(&self, span: DaySpan, first: Puzzle) -> CliError {
        let unlock = shown_minute(unlock(first), self.local_offset);
        let message = format!("no puzzle of {span} is unlocked: the first one unlocks {unlock}");
        CliError::new(Exit::Locked, message)
    }

    /// The last of these years whose days are selected. Years after the next event are left out,
    /// except for the first of the span.
    fn last_event(&self, Span { first, last }: Span<Year>) -> Year {
        match next_unlock(self.now) {
            Some(next) => last.min(first.max(next.year)),
            None => last,
        }
    }

    /// The days that the events of these years have, without the years that are left out.
    fn event_puzzles(&self, years: Span<Year>, days: Span<Day>) -> impl Iterator<Item = Puzzle> {
        years
            .first
            .through(self.last_event(years))
            .flat_map(Year::puzzles)
            .filter(move |puzzle| days.contains(puzzle.day))
    }

    fn empty_project_error(&self) -> CliError {
        let suggested = self.puzzle_to_create(Day::FIRST);
        usage_error(format!(
            "this project has no solutions yet: create one with `aoc new {suggested}`"
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Exit;
    use crate::puzzle::parse_selectors;

    /// Resolves a line of selectors. Returns the puzzles, or their number if there are many, and
    /// the notes. An error is returned with its exit code, unless it is a usage error.
    fn resolved(facts: &SelectionFacts, scope: PuzzleScope, line: &str) -> String {
        let words: Vec<&str> = line.split_whitespace().collect();
        let selectors = parse_selectors(&words, None);
        match selectors.and_then(|selectors| {
            let selectors = facts.selectors_or_default(&selectors, scope);
            facts.resolve(&selectors, scope)
        }) {
            Ok(Resolved { puzzles, .. }) if puzzles.len() > 6 => {
                format!("{} puzzles", puzzles.len())
            }
            Ok(Resolved { puzzles, notes }) => {
                let mut words: Vec<String> = puzzles.iter().map(Puzzle::to_string).collect();
                words.extend(notes.iter().map(|note| format!("({note})")));
                words.join(" ")
            }
            Err(error) if error.exit == Exit::Usage => error.to_string(),
            Err(error) => format!("{:?}: {error}", error.exit),
        }
    }

    /// The current day of December, the year of a setting, and the command's puzzles.
    struct At(&'static str, Option<u16>, PuzzleScope);

    impl At {
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
            let days = days.map(|(year, day)| Puzzle::of(year, day));
            let now = format!("2026-{}T12:00:00Z", self.0).parse().unwrap();
            let facts = SelectionFacts {
                setting: self.1.map(Year::of),
                latest_of: Box::new(|_| Some(Puzzle::of(2020, 22))),
                ..SelectionFacts::of(days, now)
            };
            for (line, expected) in cases {
                assert_eq!(resolved(&facts, self.2, line), *expected, "{line}");
            }
        }
    }

    #[test]
    fn before_an_event_solutions_are_those_of_the_project() {
        At("11-20", None, PuzzleScope::Solutions).resolves(&[
            ("", "2020/22"),
            ("latest", "2020/22"),
            // A range of days is in one year.
            ("1-5", "2021/2"),
            ("1-2 20-25", "2021/2 2021/21"),
            ("22,1,2", "2020/1 2020/22 2021/2"),
            ("2021 2020", "2020/1 2020/2 2020/22 2021/2 2021/21"),
            ("2020/1-25", "2020/1 2020/2 2020/22"),
            ("22 22 2020/22", "2020/22"),
            ("all", "2020/1 2020/2 2020/22 2021/2 2021/21 2025/12"),
            ("2021-2030", "2021/2 2021/21 2025/12"),
            ("*/1,20-25", "2020/1 2020/22 2021/21"),
            (
                "2020/1,3",
                "no solution for 2020/3: create it with `aoc new 2020/3`",
            ),
            ("5", "no solution for 5: create it with `aoc new 2025/5`"),
            ("13", "no solution for 13: create it with `aoc new 2024/13`"),
            (
                "2019",
                "no solution for 2019: create it with `aoc new 2019/1`",
            ),
            (
                "3-5",
                "no solution for 3-5: create it with `aoc new 2025/3`",
            ),
            ("2019-2025/2,25", "no solution for 2019-2025/25: create it with `aoc new 2019/25`"),
            ("*/2,25", "no solution for */25: create it with `aoc new 2024/25`"),
            (
                "today",
                "no puzzle unlocks today; the next one unlocks on 2026-12-01 at 05:00 UTC: name one, such as 2025/1",
            ),
        ]);
    }

    #[test]
    fn solutions_of_years_after_the_next_event_are_in_ranges() {
        let days = [(2025, 1), (2027, 1), (2050, 1)].map(|(year, day)| Puzzle::of(year, day));
        let facts = SelectionFacts::of(days, "2026-11-20T12:00:00Z".parse().unwrap());
        for (line, expected) in [
            ("2026-2027", "2027/1"),
            ("2015-2050", "2025/1 2027/1 2050/1"),
            ("*/1", "2025/1 2027/1 2050/1"),
            ("2027-2049/1-5", "2027/1"),
        ] {
            assert_eq!(
                resolved(&facts, PuzzleScope::Solutions, line),
                expected,
                "{line}"
            );
        }
        // Files are created for the first of the years, and for no later ones after the next event.
        for (line, created, left_out) in [
            ("2050-2060/1", "2050/1", "2051-2060/1"),
            ("2027-2028/1", "2027/1", "2028/1"),
            ("2026-2028/1-2", "2026/1 2026/2", "2027-2028/1-2"),
        ] {
            let expected = format!(
                "{created} ({left_out} left out: a range ends with the next event, or with its \
                 first year if that is later; name later years alone)"
            );
            assert_eq!(resolved(&facts, PuzzleScope::NewFiles, line), expected);
        }
        for (line, created) in [
            ("2025-2026/1", "2025/1 2026/1"),
            ("2027/1 2028/1", "2027/1 2028/1"),
            // As far as is known, later events have no such day.
            ("2024-2030/25", "2024/25"),
        ] {
            assert_eq!(resolved(&facts, PuzzleScope::NewFiles, line), created);
        }
    }

    #[test]
    fn a_day_without_a_year_is_of_the_year_of_a_setting() {
        At("11-20", Some(2020), PuzzleScope::Solutions).resolves(&[
            ("1-5", "2020/1 2020/2"),
            ("all", "2020/1 2020/2 2020/22 2021/2 2021/21 2025/12"),
            (
                "21",
                "no solution for 2020/21: create it with `aoc new 2020/21`, or write 2021/21; the \
                 year is from the setting `year`",
            ),
            ("3", 
                "no solution for 2020/3: create it with `aoc new 2020/3`; the year is from the setting `year`"),
            ("2020/3", "no solution for 2020/3: create it with `aoc new 2020/3`"),
        ]);
        let expected = "2025/22 does not exist: 2025 has 12 days; the year is from the setting `year`, name \
                        another one, such as 2020/22";
        for scope in [PuzzleScope::Solutions, PuzzleScope::Events] {
            At("11-20", Some(2025), scope).resolves(&[("22", expected)]);
        }
        // The setting takes precedence over the event.
        At("12-03", Some(2020), PuzzleScope::Solutions).resolves(&[("1", "2020/1")]);
        At("12-03", Some(2019), PuzzleScope::Events).resolves(&[("1-2", "2019/1 2019/2")]);
    }

    #[test]
    fn in_an_event_a_day_that_is_passed_over_is_said() {
        At("12-03", None, PuzzleScope::Solutions).resolves(&[
            ("2", "2021/2 (no solution for 2026/2 yet: using 2021/2)"),
            (
                "1 2",
                "2020/1 2021/2 (no solution for 2026/1, 2026/2 yet: using 2020/1, 2021/2)",
            ),
            ("1-5", "2021/2 (no solution for 2026/2 yet: using 2021/2)"),
            ("22", "2020/22"),
            ("*/2", "2020/2 2021/2"),
            (
                "today",
                "no solution for 2026/3: create it with `aoc new 2026/3`",
            ),
            (
                "2026",
                "no solution for 2026: create it with `aoc new 2026/1`",
            ),
            // The day of the running event is meant, even before it unlocks.
            ("5", "no solution for 5: create it with `aoc new 2026/5`"),
            ("13", "no solution for 13: create it with `aoc new 2024/13`"),
            (
                "*/5",
                "no solution for */5: create it with `aoc new 2026/5`",
            ),
        ]);
        let words = &[("yesterday", "2026/2"), ("tomorrow", "2026/4")];
        At("12-03", None, PuzzleScope::Events).resolves(words);
        let none = "no puzzle unlocked yesterday; the next one unlocks on 2026-12-02 at 05:00 UTC: name one, such as 2026/1";
        At("12-01", None, PuzzleScope::Events).resolves(&[("yesterday", none)]);
    }

    #[test]
    fn before_an_event_unlocked_days_are_meant() {
        At("11-20", None, PuzzleScope::Events).resolves(&[
            ("", "2020/22"),
            ("2", "2021/2"),
            ("3", "2025/3"),
            ("13", "2024/13"),
            ("1-5", "2021/1 2021/2 2021/3 2021/4 2021/5"),
            ("3-5", "2025/3 2025/4 2025/5"),
            (
                "11-13",
                "2025/13 does not exist: 2025 has 12 days; the year is from the newest file of these days, name another one, such as 2024/13",
            ),
            ("11-21", "11 puzzles"),
            ("all", "2020/1 2020/2 2020/22 2021/2 2021/21 2025/12"),
            ("2024-2025", "37 puzzles"),
            ("2025-2030", "12 puzzles"),
            ("*/25", "10 puzzles"),
            ("2016-2017/25", "2016/25 2017/25"),
            ("2025-2030/1", "2025/1"),
            (
                "2026",
                "Locked: no puzzle of 2026 is unlocked: the first one unlocks 2026-12-01 05:00 UTC",
            ),
            (
                "2026 2015/1",
                "2015/1 (no puzzle of 2026 is unlocked: the first one unlocks 2026-12-01 05:00 UTC)",
            ),
            (
                "2026 2027",
                "Locked: no puzzle of 2026 is unlocked: the first one unlocks 2026-12-01 05:00 UTC",
            ),
            (
                "today",
                "no puzzle unlocks today; the next one unlocks on 2026-12-01 at 05:00 UTC: name one, such as 2025/1",
            ),
        ]);
    }

    #[test]
    fn in_an_event_its_days_are_meant() {
        At("12-03", None, PuzzleScope::Events).resolves(&[
            ("", "2026/3"),
            ("today", "2026/3"),
            ("5", "2026/5"),
            (
                "22",
                "2026/22 does not exist: 2026 has 12 days as far as is known; from its first day on, `aoc calendar 2026` asks the site; the year is from the running event, name another one, such as 2020/22",
            ),
            ("2026", "2026/1 2026/2 2026/3"),
            ("2027/3", "2027/3"),
            ("*/3", "12 puzzles"),
        ]);
    }

    /// The event may have more days than `aoc` knows.
    #[test]
    fn a_day_after_the_last_known_one_is_told_with_the_way_to_ask() {
        for (setting, source) in [
            (None, "the running event"),
            (Some(2026), "the setting `year`"),
        ] {
            let expected = format!(
                "2026/13 does not exist: 2026 has 12 days as far as is known; from its first day on, \
                 `aoc calendar 2026` asks the site; the year is from {source}, name another one, such \
                 as 2024/13"
            );
            At("12-13", setting, PuzzleScope::Events).resolves(&[("13", &expected)]);
            // Before the event, the number is only expected, too.
            if setting.is_some() {
                At("11-20", setting, PuzzleScope::Solutions).resolves(&[("13", &expected)]);
            }
        }
    }

    /// Before the first unlock of an event, it is still November at the site.
    #[test]
    fn the_first_puzzle_is_named_on_its_date_before_it_unlocks() {
        for (day, word) in [("12-01", "today"), ("11-30", "tomorrow")] {
            let now = format!("2026-{day}T04:59:58Z").parse().unwrap();
            let facts = SelectionFacts::of([], now);
            let expected = format!(
                "2026/1 unlocks {word}, on 2026-12-01 at 05:00 UTC: name it instead of `{word}`"
            );
            assert_eq!(resolved(&facts, PuzzleScope::Events, word), expected);
        }
    }

    #[test]
    fn after_an_event_there_is_no_puzzle_today() {
        At("12-20", None, PuzzleScope::Events).resolves(&[
            ("", "2020/22"),
            (
                "today",
                "no puzzle unlocks today; the next one unlocks on 2027-12-01 at 05:00 UTC as far as is \
                 known; from its first day on, `aoc calendar 2026` asks the site: name one, such as 2026/1",
            ),
        ]);
    }

    #[test]
    fn files_can_be_created_for_the_next_event() {
        At("11-20", None, PuzzleScope::NewFiles).resolves(&[
            ("2019", "25 puzzles"),
            ("2026", "12 puzzles"),
            ("2025-2030", "24 puzzles"),
            ("2030", "12 puzzles"),
            ("*/25", "10 puzzles"),
            ("*/1", "11 puzzles"),
            // The newest year with a solution is chosen if it has the day.
            ("2", "2025/2"),
            ("11-12", "2025/11 2025/12"),
            ("22", "2021/22"),
        ]);
    }

    /// The puzzles of the project, the templates among them, and the command's puzzles.
    #[track_caller]
    fn with_templates(
        [days, templates]: [&[(u16, u8)]; 2],
        scope: PuzzleScope,
        cases: &[(&str, &str)],
    ) {
        let puzzles = |days: &[(u16, u8)]| -> BTreeSet<Puzzle> {
            days.iter()
                .map(|&(year, day)| Puzzle::of(year, day))
                .collect()
        };
        let days = puzzles(days);
        let templates = puzzles(templates);
        let facts = SelectionFacts {
            is_untouched: Box::new(move |puzzle| templates.contains(&puzzle)),
            latest_of: Box::new(|days| days.last().copied()),
            ..SelectionFacts::of(days, "2026-11-20T12:00:00Z".parse().unwrap())
        };
        for (line, expected) in cases {
            assert_eq!(resolved(&facts, scope, line), *expected, "{line}");
        }
    }

    #[test]
    fn the_template_of_a_locked_puzzle_is_passed_over_where_many_are_meant() {
        let days = [
            &[(2025, 1), (2025, 2), (2025, 3), (2026, 1)][..],
            &[(2026, 1)],
        ];
        let solutions = [
            ("all", "2025/1 2025/2 2025/3"),
            ("2025-2026", "2025/1 2025/2 2025/3"),
            ("*/1", "2025/1"),
            ("1-5", "2025/1 2025/2 2025/3"),
            // A list of days is resolved like a range.
            ("1,3", "2025/1 2025/3"),
            ("1 3", "2025/1 2025/3"),
            (
                "2026/1 2025/3",
                "2025/3 (no solution for 2026/1 yet: 2026/1 is still the template, and unlocks 2026-12-01 05:00 UTC)",
            ),
            (
                "latest 1",
                "2025/1 (no solution for latest yet: 2026/1 is still the template, and unlocks 2026-12-01 05:00 UTC)",
            ),
            // It is not what to run without a selector, although it was edited last.
            ("", "2025/3"),
            // A template is selected if it is named.
            ("latest", "2026/1"),
            ("1", "2026/1"),
            ("2026/1", "2026/1"),
            (
                "2026",
                "(no solution for 2026 yet: 2026/1 is still the template, and unlocks 2026-12-01 \
                 05:00 UTC)",
            ),
        ];
        with_templates(days, PuzzleScope::Solutions, &solutions);
        let days = [&[(2026, 1), (2026, 2)][..], &[(2026, 1)]];
        let solutions = [("1-2", "2026/2"), ("2026/1-5", "2026/2"), ("1", "2026/1")];
        with_templates(days, PuzzleScope::Solutions, &solutions);
        let only = [&[(2026, 1)][..], &[(2026, 1)]];
        let template = "2026/1 is still the template, and unlocks 2026-12-01 05:00 UTC; until \
                        then: `aoc start 2025/1`";
        let none = format!("(this project has no solutions yet: {template})");
        let none_of_days = format!("(no solution for 1-5 yet: {template})");
        let none_of_same = format!("(no solution for 1, 2026/1 yet: {template})");
        let none_of_first = format!("(no solution for 1 yet: {template})");
        let cases = [
            ("all", none.as_str()),
            ("1-5", &none_of_days),
            ("1,1", &none_of_first),
            ("1 2026/1", &none_of_same),
            ("1,3", "no solution for 3: create it with `aoc new 2026/3`"),
        ];
        with_templates(only, PuzzleScope::Solutions, &cases);
        with_templates(only, PuzzleScope::Events, &cases[..1]);
        let two = [&[(2026, 1), (2026, 2)][..]; 2];
        let templates = "2026/1, 2026/2 are still the template, and the first one unlocks \
                         2026-12-01 05:00 UTC; until then: `aoc start 2025/1`";
        let none = format!("(this project has no solutions yet: {templates})");
        let none_of_2026 = format!("(no solution for 2026 yet: {templates})");
        let none_of_days = format!("(no solution for 1, 2 yet: {templates})");
        let cases = [
            ("all", none.as_str()),
            ("2026", &none_of_2026),
            ("1,2", &none_of_days),
        ];
        with_templates(two, PuzzleScope::Solutions, &cases);
    }

    /// This is the next step of `aoc status`, too.
    #[test]
    fn shortly_before_its_event_a_template_is_what_to_start() {
        let first = Puzzle::of(2026, 1);
        for (now, then) in [
            ("2026-11-20T12:00:00Z", "until then: `aoc start 2025/1`"),
            (
                "2026-11-25T12:00:00Z",
                "`aoc start 2026/1` waits for the unlock",
            ),
            (
                "2026-12-01T04:59:51Z",
                "`aoc start 2026/1` waits for the unlock",
            ),
        ] {
            let facts = SelectionFacts {
                is_untouched: Box::new(|_| true),
                ..SelectionFacts::of([first], now.parse().unwrap())
            };
            let note = resolved(&facts, PuzzleScope::Solutions, "all");
            assert!(
                note.ends_with(&format!("05:00 UTC; {then})")),
                "{now}: {note}"
            );
        }
        // Before a later day of the event, the puzzle of the day is due.
        let facts = SelectionFacts {
            is_untouched: Box::new(|_| true),
            ..SelectionFacts::of(
                [Puzzle::of(2026, 5)],
                "2026-12-03T12:00:00Z".parse().unwrap(),
            )
        };
        let note = resolved(&facts, PuzzleScope::Solutions, "all");
        assert!(
            note.ends_with("; until then: `aoc start 2026/3`)"),
            "{note}"
        );
    }

    #[test]
    fn a_fresh_repository_is_about_the_next_event() {
        let days = [&[(2026, 1)][..], &[(2026, 1)]];
        let new = [("2", "2026/2"), ("2-3", "2026/2 2026/3"), ("13", "2024/13")];
        with_templates(days, PuzzleScope::NewFiles, &new);
        let missing = [
            ("2", "no solution for 2: create it with `aoc new 2026/2`"),
            ("13", "no solution for 13: create it with `aoc new 2024/13`"),
        ];
        with_templates(days, PuzzleScope::Solutions, &missing);
        // Pages can be read for unlocked days without a solution.
        with_templates(
            days,
            PuzzleScope::Events,
            &[("1", "2026/1"), ("2", "2025/2")],
        );
        let both = [&[(2019, 1), (2026, 1)][..], &[(2026, 1)]];
        with_templates(both, PuzzleScope::Events, &[("1", "2019/1")]);
    }

    #[test]
    fn an_empty_project_has_no_solutions() {
        let facts = SelectionFacts::of([], "2026-11-20T12:00:00Z".parse().unwrap());
        let none = "this project has no solutions yet: create one with `aoc new 2025/1`";
        for line in ["", "latest", "all"] {
            assert_eq!(resolved(&facts, PuzzleScope::Solutions, line), none);
        }
        let facts = SelectionFacts::of([], "2026-12-04T12:00:00Z".parse().unwrap());
        let none = "this project has no solutions yet: create one with `aoc new 2026/1`";
        assert_eq!(resolved(&facts, PuzzleScope::Solutions, "all"), none);
    }
}
