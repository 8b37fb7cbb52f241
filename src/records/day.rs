//! The record of a day: its facts, and the questions about them that several screens ask.

use super::known_stars::KnownStars;
use super::last_run::{LastRun, LastTime};
use super::star_times::StarTimes;
use crate::inputs::Answers;
use crate::puzzle::{Puzzle, part_count};
use crate::runner::{DayExamples, MissingExample, Status};

/// Everything that is known about a day at the time of loading.
#[derive(Clone, Default)]
pub struct DayRecord {
    pub puzzle: Puzzle,
    /// The title in the code, on the stored page or in the table of past puzzles; `None` if none
    /// of them has one.
    pub title: Option<String>,
    pub unlocked: bool,
    /// The code; `None` if the day has none.
    pub code: Option<DayCode>,
    pub has_input: bool,
    pub has_page: bool,
    /// Whether the file of the page is damaged, so that it counts as missing. The file is checked
    /// only if no answers are known, because only then this matters.
    pub has_bad_page: bool,
    pub examples: DayExamples,
    pub answers: Answers,
    /// Whether the file of answers cannot be read, so that no answers are known.
    pub has_bad_answers: bool,
    pub stars: KnownStars,
    /// Whether the site showed the day's number of stars so long ago that it may be outdated.
    pub is_shown_long_ago: bool,
    /// The stars of the year in the header of the stored page. Only the page of an event's last day
    /// is read, because only its last star needs this number.
    pub year_stars: Option<u32>,
    pub times: StarTimes,
    /// The results of the last runs that hold for the saved code. The time may be that of older
    /// code.
    pub last_run: Option<LastRun>,
}

/// The file with the code of a day, and facts about its contents.
#[derive(Clone, Default)]
pub struct DayCode {
    /// The file, with `/` and relative to the project's root.
    pub file: String,
    /// The number of examples in the code.
    pub examples: usize,
    /// Whether these examples have an answer to each part.
    pub parts_with_example: [bool; 2],
    /// Whether the file is a template that nobody has edited.
    pub is_untouched: bool,
}

/// A problem that keeps a day from its stars.
#[derive(Debug, PartialEq)]
pub enum DayProblem {
    /// The last run failed.
    Fails(Status),
    NoInput,
    /// The page has only a likely example.
    LikelyExample,
}

impl DayRecord {
    /// Whether stars are known only because the site showed them long ago.
    pub fn has_old_stars(&self) -> bool {
        // A star may be recorded, or on the stored page, before the site is asked again.
        let stored = KnownStars {
            on_site: None,
            ..self.stars
        };
        self.is_shown_long_ago && stored.count() != self.stars.count()
    }

    /// The first problem, in this order: a failure of the present code comes first, and without
    /// an input nothing else can be tried.
    pub fn problem(&self) -> Option<DayProblem> {
        if let Some(status) = self.failure() {
            Some(DayProblem::Fails(status))
        } else if self.code.is_some() && self.unlocked && !self.has_input {
            Some(DayProblem::NoInput)
        } else if self.has_only_likely_example() {
            Some(DayProblem::LikelyExample)
        } else {
            None
        }
    }

    fn failure(&self) -> Option<Status> {
        self.last_run.as_ref()?.failure()
    }

    /// Whether the last run failed.
    pub fn has_failed(&self) -> bool {
        self.failure().is_some()
    }

    /// Whether the page has only a likely example of the open part, and the code has none.
    pub fn has_only_likely_example(&self) -> bool {
        match (self.examples.missing, &self.code) {
            (Some(MissingExample::Likely(part)), Some(code)) => {
                !code.parts_with_example[part.index()]
            }
            _ => false,
        }
    }

    /// The number of examples in the file or in the code, whichever has more.
    pub fn example_count(&self) -> usize {
        let in_code = self.code.as_ref().map_or(0, |code| code.examples);
        in_code.max(self.examples.stored.len())
    }

    /// The number of recorded accepted answers.
    pub fn answer_count(&self) -> usize {
        self.answers.accepted_parts().count()
    }

    /// Whether the puzzle is unlocked and lacks a star that needs an answer. The last star of an
    /// event needs none.
    pub fn is_unfinished(&self) -> bool {
        let stars = self.stars.count().unwrap_or(0);
        self.unlocked && usize::from(stars) < part_count(self.puzzle)
    }

    /// True if there is something to show.
    pub fn is_known(&self) -> bool {
        self.code.is_some()
            || self.has_input
            || !self.examples.stored.is_empty()
            || self.stars.count() > Some(0)
            || self.last_run.is_some()
    }

    /// The time of the last run, which may be that of older code.
    pub fn last_time(&self) -> Option<&LastTime> {
        self.last_run.as_ref()?.time.as_ref()
    }

    /// The time of the last run, unless the code or the input has changed since.
    pub fn time_now(&self) -> Option<&LastTime> {
        self.last_time().filter(|time| !time.is_old)
    }

    /// True if a day with code has no recorded answers, and its page may show them. This is so in
    /// a clone on another computer and after an import.
    pub fn lacks_known_answers(&self) -> bool {
        let Some(code) = &self.code else {
            return false;
        };
        // The answers of a stored page were recorded already, and a template has none.
        let lacks_page = !self.has_page || self.has_bad_page;
        let may_show_answers = lacks_page && !code.is_untouched || self.stars.on_site > Some(0);
        self.unlocked && self.answer_count() == 0 && may_show_answers
    }
}

#[cfg(test)]
mod tests {
    use aoc_solution::Part;

    use super::*;
    use crate::inputs::{Example, Trust};

    #[test]
    fn a_failure_comes_before_an_input_and_that_before_an_example() {
        let failing = LastRun {
            statuses: [Status::Wrong, Status::Ok],
            ..LastRun::default()
        };
        let mut day = DayRecord {
            code: Some(DayCode::default()),
            unlocked: true,
            last_run: Some(failing),
            ..DayRecord::default()
        };
        day.examples.missing = Some(MissingExample::Likely(Part::One));
        assert_eq!(day.problem(), Some(DayProblem::Fails(Status::Wrong)));
        day.last_run = Some(LastRun::default());
        assert_eq!(day.problem(), Some(DayProblem::NoInput));
        // The puzzle has no input yet, so none is missing.
        day.unlocked = false;
        assert_eq!(day.problem(), Some(DayProblem::LikelyExample));
        day.unlocked = true;
        day.has_input = true;
        assert_eq!(day.problem(), Some(DayProblem::LikelyExample));
        day.examples.missing = None;
        assert_eq!(day.problem(), None);
    }

    #[test]
    fn an_example_is_unclear_if_the_code_has_none_of_that_part() {
        let code = DayCode {
            examples: 1,
            parts_with_example: [true, false],
            ..DayCode::default()
        };
        for (code, missing, is_unclear) in [
            (Some(code.clone()), MissingExample::Likely(Part::One), false),
            (Some(code.clone()), MissingExample::Likely(Part::Two), true),
            (Some(code), MissingExample::NotFound(Part::Two), false),
            (None, MissingExample::Likely(Part::Two), false),
        ] {
            let mut day = DayRecord {
                code,
                ..DayRecord::default()
            };
            day.examples.missing = Some(missing);
            assert_eq!(day.has_only_likely_example(), is_unclear, "{missing:?}");
        }
    }

    #[test]
    fn a_day_lacks_answers_that_its_page_may_show() {
        // A template, a page, a recorded answer, and the number of stars that the site showed.
        for (is_untouched, has_page, has_answer, shown, lacks_answers) in [
            (false, false, false, None, true),
            (false, false, true, None, false),
            (false, true, false, None, false),
            (false, true, false, Some(1), true),
            (true, false, false, None, false),
            (true, false, false, Some(0), false),
            (true, false, false, Some(1), true),
        ] {
            let mut day = DayRecord {
                code: Some(DayCode {
                    is_untouched,
                    ..DayCode::default()
                }),
                unlocked: true,
                has_page,
                ..DayRecord::default()
            };
            day.stars.on_site = shown;
            if has_answer {
                day.answers.accept(Part::One, "7");
            }
            let context = format!("{is_untouched} {has_page} {has_answer} {shown:?}");
            assert_eq!(day.lacks_known_answers(), lacks_answers, "{context}");
            day.unlocked = false;
            assert!(!day.lacks_known_answers(), "{context}");
        }
    }

    #[test]
    fn stars_that_only_an_old_reply_shows_are_old() {
        for (is_shown_long_ago, stored, shown, is_old) in [
            (true, [false; 2], Some(1), true),
            (true, [true, false], Some(2), true),
            (true, [true, false], Some(1), false),
            (true, [true, false], None, false),
            (false, [false; 2], Some(1), false),
        ] {
            let day = DayRecord {
                stars: KnownStars {
                    stored,
                    on_site: shown,
                },
                is_shown_long_ago,
                ..DayRecord::default()
            };
            assert_eq!(day.has_old_stars(), is_old, "{stored:?} {shown:?}");
        }
    }

    #[test]
    fn one_fact_is_enough_for_something_to_show() {
        let day = DayRecord::default;
        let shown = |shown| KnownStars {
            on_site: Some(shown),
            ..KnownStars::default()
        };
        let code = Some(DayCode::default());
        let last_run = Some(LastRun::default());
        let mut with_example = day();
        with_example.examples.stored.push(Example {
            input: "1\n".to_owned(),
            part1: None,
            part2: None,
            trust: Trust::User,
        });
        for (name, day, is_known) in [
            ("nothing", day(), false),
            ("code", DayRecord { code, ..day() }, true),
            (
                "an input",
                DayRecord {
                    has_input: true,
                    ..day()
                },
                true,
            ),
            ("an example", with_example, true),
            (
                "no star",
                DayRecord {
                    stars: shown(0),
                    ..day()
                },
                false,
            ),
            (
                "a star",
                DayRecord {
                    stars: shown(1),
                    ..day()
                },
                true,
            ),
            ("a run", DayRecord { last_run, ..day() }, true),
        ] {
            assert_eq!(day.is_known(), is_known, "{name}");
        }
    }
}
