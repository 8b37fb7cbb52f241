//! Resolves selectors to puzzles, given the days of the project and the time.
//!
//! Commands that work on solutions select days of the project. Commands that talk to the
//! site or create files select days of the events.

use std::collections::BTreeSet;
use std::fmt::{self, Display, Formatter};

use chrono::{DateTime, TimeDelta, Utc};

use super::calendar::{
    Day, Puzzle, Year, day_count, newest_unlocked, next_unlock, running, today, unlock,
};
use super::selector::{DaySpan, Selector, Span};
use crate::error::{CliError, Exit, Result, usage_error};
use crate::terminal::{LocalOffset, shown_day_and_time, shown_minute};

/// The information that is needed to resolve selectors.
pub struct ResolveContext<'a> {
    pub kind: PuzzleKind,
    /// The puzzles that have a solution in the project.
    pub solved: &'a BTreeSet<Puzzle>,
    /// The puzzles among `solved` whose solution is the untouched template of a locked puzzle. They
    /// are skipped if several puzzles are selected.
    pub templates: &'a BTreeSet<Puzzle>,
    /// The puzzle whose source was edited last, if the command needs it.
    pub latest: Option<Puzzle>,
    /// The year for days without a year, if a setting or the folder determines it.
    pub default_year: Option<ImpliedYear>,
    pub now: DateTime<Utc>,
    pub local_offset: LocalOffset,
}

/// The year for days without a year, and where it comes from.
#[derive(Clone, Copy, Debug)]
pub struct ImpliedYear {
    pub year: Year,
    pub source: YearSource,
}

/// The source of an [`ImpliedYear`].
#[derive(Clone, Copy, Debug)]
pub enum YearSource {
    Setting,
    Folder,
    Event,
}

impl Display for YearSource {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        f.write_str(match self {
            Self::Setting => "the setting `year`",
            Self::Folder => "the current folder",
            Self::Event => "the running event",
        })
    }
}

/// The puzzles that a command line selects.
pub struct Resolved {
    /// Empty if it selects only templates of locked puzzles, which a note explains.
    pub puzzles: BTreeSet<Puzzle>,
    /// The notes on puzzles that were skipped: days of the running event without a solution, and
    /// templates of locked puzzles.
    pub notes: Vec<String>,
}

/// The kind of puzzles that a command needs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PuzzleKind {
    /// Puzzles that have a solution. Without a selector: the puzzle that was edited last.
    Solutions,
    /// Puzzles of the events. Named days may still be locked. Without a selector: today's puzzle
    /// during an event, otherwise the latest one.
    Events,
    /// Puzzles to create files for, like [`PuzzleKind::Events`]. But a year includes its locked
    /// days, and the next event can be selected too.
    NewFiles,
}

impl ResolveContext<'_> {
    pub fn resolve(&self, selectors: &[Selector]) -> Result<Resolved> {
        let mut selectors = selectors.to_vec();
        if selectors.is_empty() {
            let has_today = today(self.now).is_some();
            selectors.push(if has_today && self.kind != PuzzleKind::Solutions {
                Selector::InDays(0)
            } else {
                Selector::Latest
            });
        }
        let are_many = selectors.len() > 1 || !selectors[0].names_one_day();
        let mut puzzles = BTreeSet::new();
        let mut without_year = Vec::new();
        let mut only_templates = Vec::new();
        for selector in selectors {
            let mut found = match selector {
                Selector::All => self.solved.iter().copied().collect(),
                Selector::Latest => self.latest.into_iter().collect(),
                Selector::InDays(days) => {
                    self.puzzles_in(self.in_days(days, selector)?, are_many)?
                }
                Selector::Days(span) => self.puzzles_in(span, are_many)?,
            };
            if found.is_empty() {
                return Err(self.no_solutions());
            }
            if are_many && (self.kind == PuzzleKind::Solutions || selector == Selector::All) {
                let templates = found.clone();
                found.retain(|puzzle| !self.templates.contains(puzzle));
                if found.is_empty() {
                    only_templates.push((selector, templates));
                }
            }
            if let Selector::Days(DaySpan { years: None, .. }) = selector {
                without_year.extend_from_slice(&found);
            }
            puzzles.extend(found);
        }
        let mut notes = Vec::from_iter(self.note_on_templates(&only_templates));
        notes.extend(self.passed_over(&without_year));
        Ok(Resolved { puzzles, notes })
    }

    /// The note on selectors that select only templates of locked puzzles. If the project has
    /// nothing else, the note also suggests a puzzle that can be started now.
    fn note_on_templates(&self, selected: &[(Selector, Vec<Puzzle>)]) -> Option<String> {
        let is_all = selected
            .iter()
            .any(|(selector, _)| *selector == Selector::All);
        let (problem, templates) = if is_all {
            let problem = "this project has no solutions yet".to_owned();
            (problem, self.templates.clone())
        } else {
            let names: Vec<String> = selected
                .iter()
                .map(|(selector, _)| selector.to_string())
                .collect();
            let problem = format!("no solution for {} yet", names.join(", "));
            let templates = selected.iter().flat_map(|(_, templates)| templates);
            (problem, templates.copied().collect())
        };
        let first = *templates.first()?;
        let unlock = shown_minute(unlock(first), self.local_offset);
        let names: Vec<String> = templates.iter().map(Puzzle::to_string).collect();
        let names = names.join(", ");
        let state = if templates.len() == 1 {
            format!("{names} is still the template, and unlocks {unlock}")
        } else {
            format!("{names} are still the template, and the first one unlocks {unlock}")
        };
        let mut note = format!("{problem}: {state}");
        if self.solved.is_subset(self.templates) {
            note += &format!(
                "; until then: `aoc start {}`",
                self.newest_unlocked(Day::FIRST)
            );
        }
        Some(note)
    }

    /// The note on puzzles that were given without a year and are used instead of the same days
    /// of the running event.
    fn passed_over(&self, puzzles: &[Puzzle]) -> Option<String> {
        let event = running(self.now)?;
        if self.default_year.is_some() {
            return None;
        }
        let older: BTreeSet<&Puzzle> = puzzles
            .iter()
            .filter(|puzzle| puzzle.year < event && puzzle.day.get() <= day_count(event))
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

    /// The puzzle that unlocks in `days` days. `selector` is used in the error.
    fn in_days(&self, days: i64, selector: Selector) -> Result<DaySpan> {
        if let Some(puzzle) = today(self.now + TimeDelta::days(days)) {
            return Ok(DaySpan::of(puzzle));
        }
        let next = next_unlock(self.now).map(unlock).unwrap_or_default();
        let next = shown_day_and_time(next, self.local_offset);
        let instead = self.newest_unlocked(Day::FIRST);
        let verb = if days < 0 { "unlocked" } else { "unlocks" };
        Err(usage_error(format!(
            "no puzzle {verb} {selector}; the next one unlocks on {next}: name one, such as \
             {instead}"
        )))
    }

    /// The puzzles of the selected days, at least one. Among solutions, these are all days that
    /// have one, including templates. Among events, named days of one year may be locked; whole
    /// years and ranges of years include only unlocked days, or with [`PuzzleKind::NewFiles`] all
    /// days up to the next event. `*` always includes only unlocked days.
    fn puzzles_in(&self, selected: DaySpan, are_many: bool) -> Result<Vec<Puzzle>> {
        let days = selected.days.unwrap_or(Span::<Day>::EVERY);
        let years = match selected.years {
            Some(years) => Some(years),
            None => match self.implied_year(days.last)? {
                Some(year) => Some(Span::of(year)),
                None => self.newest_year_with(days, are_many).map(Span::of),
            },
        };
        let Some(years) = years else {
            let suggested = self.suggested(days.first);
            return Err(usage_error(format!(
                "no solution for {selected}: create it with `aoc new {suggested}`"
            )));
        };
        let mut puzzles = self.existing(years, days);
        let is_of_year = years.is_one() && selected.days.is_some();
        match self.kind {
            PuzzleKind::Solutions => puzzles.retain(|puzzle| self.solved.contains(puzzle)),
            PuzzleKind::NewFiles if years != Span::<Year>::EVERY => {}
            PuzzleKind::Events | PuzzleKind::NewFiles if is_of_year => {}
            PuzzleKind::Events | PuzzleKind::NewFiles => {
                puzzles.retain(|&puzzle| unlock(puzzle) <= self.now);
            }
        }
        if puzzles.is_empty() {
            return Err(self.nothing_in(years, days, selected));
        }
        Ok(puzzles)
    }

    /// The error that explains why none of these days in these years can be selected.
    fn nothing_in(&self, years: Span<Year>, days: Span<Day>, selected: DaySpan) -> CliError {
        let span = DaySpan {
            years: Some(years),
            ..selected
        };
        let first = years.first.day(days.first);
        if self.kind != PuzzleKind::Solutions {
            let unlock = shown_minute(unlock(first), self.local_offset);
            let message =
                format!("no puzzle of {span} is unlocked: the first one unlocks {unlock}");
            return CliError::new(Exit::Locked, message);
        }
        let suggested = if years == Span::<Year>::EVERY {
            self.suggested(first.day)
        } else {
            first
        };
        let mut message = format!("no solution for {span}: create it with `aoc new {suggested}`");
        if selected.years.is_none()
            && let Some(ImpliedYear { source, .. }) = self.default_year
        {
            if let Some(year) = self.newest_with(|puzzle| puzzle.day == first.day) {
                message += &format!(", or write {}", year.day(first.day));
            }
            message += &format!("; the year is from {source}");
        }
        usage_error(message)
    }

    /// The days of these years that exist, up to the next event.
    fn existing(&self, years: Span<Year>, days: Span<Day>) -> Vec<Puzzle> {
        let Span { first, last } = years;
        let end = match next_unlock(self.now) {
            Some(next) => last.min(first.max(next.year)),
            None => last,
        };
        first
            .through(end)
            .flat_map(Year::puzzles)
            .filter(|puzzle| days.contains(puzzle.day))
            .collect()
    }

    /// The year for days without a year, if a setting, the folder or the running event determines
    /// it. Fails if that year does not have `day`.
    fn implied_year(&self, day: Day) -> Result<Option<Year>> {
        let event = match self.kind {
            PuzzleKind::Solutions => None,
            PuzzleKind::Events | PuzzleKind::NewFiles => running(self.now),
        };
        let event = event.map(|year| ImpliedYear {
            year,
            source: YearSource::Event,
        });
        let Some(ImpliedYear { year, source }) = self.default_year.or(event) else {
            return Ok(None);
        };
        let days = day_count(year);
        if day.get() <= days {
            return Ok(Some(year));
        }
        let instead = self.newest_unlocked(day);
        Err(usage_error(format!(
            "{year}/{day} does not exist: {year} has {days} days; the year is from {source}, \
             name another one, such as {instead}"
        )))
    }

    /// The newest year that has the selected days, for a selector without a year. All days of a
    /// range are in one year. Returns `None` if the command needs solutions and there are none. If
    /// several puzzles are selected, a year in which all of these days are untouched templates is
    /// used only if there is no other.
    fn newest_year_with(&self, selected: Span<Day>, are_many: bool) -> Option<Year> {
        let year = match self.kind {
            PuzzleKind::Solutions => {
                let newest = self.newest_with(|puzzle| selected.contains(puzzle.day));
                if !are_many {
                    return newest;
                }
                let written = self.newest_with(|puzzle| {
                    selected.contains(puzzle.day) && !self.templates.contains(&puzzle)
                });
                return written.or(newest);
            }
            PuzzleKind::Events => self
                .newest_with(|puzzle| selected.contains(puzzle.day) && unlock(puzzle) <= self.now)
                .or_else(|| self.newest_with(|puzzle| selected.contains(puzzle.day))),
            PuzzleKind::NewFiles => {
                self.newest_with(|puzzle| selected.last.get() <= day_count(puzzle.year))
            }
        };
        Some(year.unwrap_or_else(|| self.newest_unlocked(selected.last).year))
    }

    /// The newest year of the days in the project for which `matches` is true.
    fn newest_with(&self, matches: impl Fn(Puzzle) -> bool) -> Option<Year> {
        let newest = self.solved.iter().rev().find(|&&puzzle| matches(puzzle))?;
        Some(newest.year)
    }

    fn newest_unlocked(&self, day: Day) -> Puzzle {
        newest_unlocked(day, self.now)
            .unwrap_or(Year::FIRST)
            .day(day)
    }

    /// The puzzle to create for a day without a year, which the message names with its year. The
    /// year is that of a setting or of the running event, otherwise the newest unlocked event that
    /// has the day, or a later year that has files already. `aoc new` with the day alone continues
    /// the newest year of the project instead, even if later events have the day.
    fn suggested(&self, day: Day) -> Puzzle {
        let default = self.default_year.map(|default| default.year);
        match default.or(running(self.now)) {
            Some(year) if day.get() <= day_count(year) => year.day(day),
            _ => {
                let prepared = self.newest_with(|puzzle| day.get() <= day_count(puzzle.year));
                let newest = self.newest_unlocked(day);
                prepared.map_or(newest, |year| newest.max(year.day(day)))
            }
        }
    }

    fn no_solutions(&self) -> CliError {
        let suggested = self.suggested(Day::FIRST);
        usage_error(format!(
            "this project has no solutions yet: create one with `aoc new {suggested}`"
        ))
    }
}

#[cfg(test)]
mod tests {
    use chrono::Offset;

    use super::*;
    use crate::error::Exit;
    use crate::puzzle::parse_selectors;

    /// Resolves a line of selectors. Returns the puzzles, or their number if there are many, with
    /// the notes; or the error, with its exit code unless it is a usage error.
    fn resolved(context: &ResolveContext<'_>, line: &str) -> String {
        let words: Vec<&str> = line.split_whitespace().collect();
        let selectors = parse_selectors(&words, None);
        match selectors.and_then(|selectors| context.resolve(&selectors)) {
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

    /// The current day of December, the year of a setting, and the kind of puzzles.
    struct At(&'static str, Option<u16>, PuzzleKind);

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
            let days = days.map(|(year, day)| Puzzle::of(year, day)).into();
            let context = ResolveContext {
                kind: self.2,
                solved: &days,
                templates: &BTreeSet::new(),
                latest: Some(Puzzle::of(2020, 22)),
                default_year: self.1.map(|year| ImpliedYear {
                    year: Year::of(year),
                    source: YearSource::Setting,
                }),
                now: format!("2026-{}T12:00:00Z", self.0).parse().unwrap(),
                local_offset: |_| Utc.fix(),
            };
            for (line, expected) in cases {
                assert_eq!(resolved(&context, line), *expected, "{line}");
            }
        }
    }

    #[test]
    fn before_an_event_solutions_are_those_of_the_project() {
        At("11-20", None, PuzzleKind::Solutions).resolves(&[
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
    fn a_day_without_a_year_is_of_the_year_of_a_setting() {
        At("11-20", Some(2020), PuzzleKind::Solutions).resolves(&[
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
                        another one, such as 2024/22";
        for kind in [PuzzleKind::Solutions, PuzzleKind::Events] {
            At("11-20", Some(2025), kind).resolves(&[("22", expected)]);
        }
        // The setting takes precedence over the event.
        At("12-03", Some(2020), PuzzleKind::Solutions).resolves(&[("1", "2020/1")]);
        At("12-03", Some(2019), PuzzleKind::Events).resolves(&[("1-2", "2019/1 2019/2")]);
    }

    #[test]
    fn in_an_event_a_day_that_is_passed_over_is_said() {
        At("12-03", None, PuzzleKind::Solutions).resolves(&[
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
            // The running event is meant, even before the day unlocks.
            ("5", "no solution for 5: create it with `aoc new 2026/5`"),
            ("13", "no solution for 13: create it with `aoc new 2024/13`"),
            (
                "*/5",
                "no solution for */5: create it with `aoc new 2026/5`",
            ),
        ]);
        let words = &[("yesterday", "2026/2"), ("tomorrow", "2026/4")];
        At("12-03", None, PuzzleKind::Events).resolves(words);
        let none = "no puzzle unlocked yesterday; the next one unlocks on 2026-12-02 at 05:00 UTC: name one, such as 2026/1";
        At("12-01", None, PuzzleKind::Events).resolves(&[("yesterday", none)]);
    }

    #[test]
    fn before_an_event_unlocked_days_are_meant() {
        At("11-20", None, PuzzleKind::Events).resolves(&[
            ("", "2020/22"),
            ("2", "2021/2"),
            ("3", "2025/3"),
            ("13", "2024/13"),
            ("1-5", "2021/1 2021/2 2021/3 2021/4 2021/5"),
            ("3-5", "2025/3 2025/4 2025/5"),
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
                "today",
                "no puzzle unlocks today; the next one unlocks on 2026-12-01 at 05:00 UTC: name one, such as 2025/1",
            ),
        ]);
    }

    #[test]
    fn in_an_event_its_days_are_meant() {
        At("12-03", None, PuzzleKind::Events).resolves(&[
            ("", "2026/3"),
            ("today", "2026/3"),
            ("5", "2026/5"),
            (
                "22",
                "2026/22 does not exist: 2026 has 12 days; the year is from the running event, name another one, such as 2024/22",
            ),
            ("2026", "2026/1 2026/2 2026/3"),
            ("2027/3", "2027/3"),
            ("*/3", "12 puzzles"),
        ]);
    }

    #[test]
    fn after_an_event_there_is_no_puzzle_today() {
        At("12-20", None, PuzzleKind::Events).resolves(&[
            ("", "2020/22"),
            (
                "today",
                "no puzzle unlocks today; the next one unlocks on 2027-12-01 at 05:00 UTC: name one, such as 2026/1",
            ),
        ]);
    }

    #[test]
    fn files_can_be_created_for_the_next_event() {
        At("11-20", None, PuzzleKind::NewFiles).resolves(&[
            ("2019", "25 puzzles"),
            ("2026", "12 puzzles"),
            ("2025-2030", "24 puzzles"),
            ("2030", "12 puzzles"),
            ("*/25", "10 puzzles"),
            ("*/1", "11 puzzles"),
            // The newest year with a solution of any day is chosen, if that year has the day.
            ("2", "2025/2"),
            ("11-12", "2025/11 2025/12"),
            ("22", "2021/22"),
        ]);
    }

    /// The puzzles of the project, those that are templates, and the kind of puzzles.
    #[track_caller]
    fn with_templates(
        [days, templates]: [&[(u16, u8)]; 2],
        kind: PuzzleKind,
        cases: &[(&str, &str)],
    ) {
        let puzzles = |days: &[(u16, u8)]| -> BTreeSet<Puzzle> {
            days.iter()
                .map(|&(year, day)| Puzzle::of(year, day))
                .collect()
        };
        let days = puzzles(days);
        let context = ResolveContext {
            kind,
            solved: &days,
            templates: &puzzles(templates),
            latest: days.last().copied(),
            default_year: None,
            now: "2026-11-20T12:00:00Z".parse().unwrap(),
            local_offset: |_| Utc.fix(),
        };
        for (line, expected) in cases {
            assert_eq!(resolved(&context, line), *expected, "{line}");
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
            // A template that is named is selected.
            ("", "2026/1"),
            ("1", "2026/1"),
            ("2026/1", "2026/1"),
            (
                "2026",
                "(no solution for 2026 yet: 2026/1 is still the template, and unlocks 2026-12-01 \
                 05:00 UTC)",
            ),
        ];
        with_templates(days, PuzzleKind::Solutions, &solutions);
        let days = [&[(2026, 1), (2026, 2)][..], &[(2026, 1)]];
        let solutions = [("1-2", "2026/2"), ("2026/1-5", "2026/2"), ("1", "2026/1")];
        with_templates(days, PuzzleKind::Solutions, &solutions);
        let only = [&[(2026, 1)][..], &[(2026, 1)]];
        let template = "2026/1 is still the template, and unlocks 2026-12-01 05:00 UTC; until \
                        then: `aoc start 2025/1`";
        let none = format!("(this project has no solutions yet: {template})");
        let none_of_days = format!("(no solution for 1-5 yet: {template})");
        let none_of_first = format!("(no solution for 1, 1 yet: {template})");
        let cases = [
            ("all", none.as_str()),
            ("1-5", &none_of_days),
            ("1,1", &none_of_first),
            ("1,3", "no solution for 3: create it with `aoc new 2026/3`"),
        ];
        with_templates(only, PuzzleKind::Solutions, &cases);
        with_templates(only, PuzzleKind::Events, &cases[..1]);
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
        with_templates(two, PuzzleKind::Solutions, &cases);
    }

    #[test]
    fn a_fresh_repository_is_about_the_next_event() {
        let days = [&[(2026, 1)][..], &[(2026, 1)]];
        let new = [("2", "2026/2"), ("2-3", "2026/2 2026/3"), ("13", "2024/13")];
        with_templates(days, PuzzleKind::NewFiles, &new);
        let missing = [
            ("2", "no solution for 2: create it with `aoc new 2026/2`"),
            ("13", "no solution for 13: create it with `aoc new 2024/13`"),
        ];
        with_templates(days, PuzzleKind::Solutions, &missing);
        // Without a solution, the days to read are the unlocked ones.
        with_templates(
            days,
            PuzzleKind::Events,
            &[("1", "2026/1"), ("2", "2025/2")],
        );
        let both = [&[(2019, 1), (2026, 1)][..], &[(2026, 1)]];
        with_templates(both, PuzzleKind::Events, &[("1", "2019/1")]);
    }

    #[test]
    fn an_empty_project_has_no_solutions() {
        let context = ResolveContext {
            kind: PuzzleKind::Solutions,
            solved: &BTreeSet::new(),
            templates: &BTreeSet::new(),
            latest: None,
            default_year: None,
            now: "2026-11-20T12:00:00Z".parse().unwrap(),
            local_offset: |_| Utc.fix(),
        };
        let none = "this project has no solutions yet: create one with `aoc new 2025/1`";
        for line in ["", "latest", "all"] {
            assert_eq!(resolved(&context, line), none);
        }
        let context = ResolveContext {
            now: "2026-12-04T12:00:00Z".parse().unwrap(),
            ..context
        };
        let none = "this project has no solutions yet: create one with `aoc new 2026/1`";
        assert_eq!(resolved(&context, "all"), none);
    }
}
