//! What is known of a day: its files, its stars and its last runs.

use serde::Serialize;

use super::last_run::{LastRun, LastTime, RunBasis};
use super::star_times::StarTimes;
use crate::puzzle::{Puzzle, Year, part_count};
use crate::runner::{MissingExample, Status};

/// What is known of a day.
#[derive(Clone, Default, Serialize)]
pub struct DayOverview {
    #[serde(flatten)]
    pub puzzle: Puzzle,
    /// `None` if neither the code nor a stored page has one.
    pub title: Option<String>,
    pub unlocked: bool,
    /// 0 to 2: the most of what the site showed and of the recorded answers; `None` if
    /// neither is known.
    pub stars: Option<u8>,
    /// The stars that the site showed; `None` if it was never asked.
    pub seen_stars: Option<u8>,
    /// Whether the files exist.
    pub solution: bool,
    pub input: bool,
    pub page: bool,
    pub examples: bool,
    /// The number of recorded accepted answers.
    pub answers: usize,
    pub times: StarTimes,
    /// What the last runs found out about the day as it is saved now; a time may be an old one.
    pub last_run: Option<LastRun>,
    /// What a run would be of now.
    #[serde(skip)]
    pub basis: RunBasis,
    /// The examples of the file or of the code, whichever has more.
    #[serde(skip)]
    pub example_count: usize,
    /// Whether the stars are only what the site showed long ago.
    #[serde(skip)]
    pub has_old_stars: bool,
    /// Whether the code is as `aoc new` wrote it.
    #[serde(skip)]
    pub is_unwritten: bool,
    /// The example that the page lacks, if the code has no examples either.
    #[serde(skip)]
    pub missing_example: Option<MissingExample>,
}

/// What keeps a day from its stars.
#[derive(Debug, PartialEq)]
pub enum DayProblem {
    /// The last run failed.
    Fails(Status),
    NoInput,
    /// The page has an example that is not clear.
    UnclearExample,
}

impl DayOverview {
    /// The first problem in this order: a failure is of the code as it is now, and without an
    /// input nothing else can be tried.
    pub fn problem(&self) -> Option<DayProblem> {
        let failure = self.last_run.as_ref().and_then(LastRun::failure);
        if let Some(status) = failure {
            Some(DayProblem::Fails(status))
        } else if self.solution && self.unlocked && !self.input {
            Some(DayProblem::NoInput)
        } else if self.solution
            && let Some(MissingExample::Likely(_)) = self.missing_example
        {
            Some(DayProblem::UnclearExample)
        } else {
            None
        }
    }

    /// True if a part is unlocked that has an answer and no star. The last star of an
    /// event has no answer.
    pub fn is_open(&self) -> bool {
        let stars = self.stars.unwrap_or(0);
        self.unlocked && usize::from(stars) < part_count(self.puzzle)
    }

    /// True if there is something to show.
    pub fn is_known(&self) -> bool {
        self.solution
            || self.input
            || self.examples
            || self.stars > Some(0)
            || self.last_run.is_some()
    }

    /// The time of the last run, perhaps of older code.
    pub fn last_time(&self) -> Option<LastTime> {
        self.last_run.as_ref()?.time
    }

    /// Whether a time is that of older code, or of another input.
    pub fn is_old(&self, time: LastTime) -> bool {
        time.is_older_than(&self.basis)
    }

    /// True if the answers to the code's day can still be taken from the puzzle's page, as
    /// in a clone on another computer or after an import.
    pub fn is_unchecked(&self) -> bool {
        // The answers of a stored page were taken already, and a day that is not written has none.
        let may_have_answers = !self.page && !self.is_unwritten;
        let may_show_answers = may_have_answers || self.seen_stars > Some(0);
        self.solution && self.unlocked && self.answers == 0 && may_show_answers
    }
}

/// The stars of a year's days as far as they are known without a request.
pub struct YearDays {
    pub year: Year,
    pub stars: u32,
    pub of: u32,
    /// `None` for a day of which nothing is known.
    pub days: Vec<Option<u8>>,
}

#[cfg(test)]
mod tests {
    use aoc_solution::Part;

    use super::*;

    #[test]
    fn a_failure_comes_before_an_input_and_that_before_an_example() {
        let failing = LastRun {
            status: Status::Wrong,
            ..LastRun::default()
        };
        let mut day = DayOverview {
            solution: true,
            unlocked: true,
            missing_example: Some(MissingExample::Likely(Part::One)),
            last_run: Some(failing),
            ..DayOverview::default()
        };
        assert_eq!(day.problem(), Some(DayProblem::Fails(Status::Wrong)));
        day.last_run = Some(LastRun::default());
        assert_eq!(day.problem(), Some(DayProblem::NoInput));
        // There is no input yet, so none is missing.
        day.unlocked = false;
        assert_eq!(day.problem(), Some(DayProblem::UnclearExample));
        day.unlocked = true;
        day.input = true;
        assert_eq!(day.problem(), Some(DayProblem::UnclearExample));
        day.missing_example = None;
        assert_eq!(day.problem(), None);
    }
}
