//! What to do next: the rules that the guide lists, in their order.

use std::fmt::Display;

use chrono::{DateTime, Utc};
use serde::Serialize;

use super::StatusResults;
use crate::puzzle::{Day, NEXT_EVENT_LEAD, Puzzle, Year, unlock};
use crate::reporter::{DayOverview, DayProblem};
use crate::terminal::{plural, span_of};

/// A suggested command, and its reason.
#[derive(Default, Serialize)]
pub struct Suggestion {
    pub command: String,
    pub why: String,
}

/// What to do next.
#[derive(Clone, Copy)]
enum NextStep {
    Init,
    Login,
    Fetch(Year),
    New(Puzzle),
    NewYear(Year),
    Start(Puzzle),
    Run(Puzzle),
    TakeExample(Puzzle),
    SubmitLastStar(Puzzle),
    Refresh(Year),
    Calendar,
}

/// What the next step depends on beside the year that is shown.
pub struct Situation {
    pub now: DateTime<Utc>,
    /// The puzzle that `aoc start` starts: in an event, today's or the one that unlocks soon.
    pub due: Option<DayOverview>,
    /// The day that was edited last.
    pub latest: Option<DayOverview>,
    /// The puzzle that unlocks next.
    pub upcoming: Option<DayOverview>,
}

impl NextStep {
    fn command(self) -> String {
        match self {
            Self::Init => "aoc init DIR".to_owned(),
            Self::Login => "aoc login".to_owned(),
            Self::Fetch(year) => format!("aoc fetch {year}"),
            Self::New(puzzle) => format!("aoc new {puzzle}"),
            Self::NewYear(year) => format!("aoc new {year}"),
            Self::Start(puzzle) => format!("aoc start {puzzle}"),
            Self::Run(puzzle) => format!("aoc run {puzzle}"),
            Self::TakeExample(puzzle) => format!("aoc test {puzzle} --take"),
            Self::SubmitLastStar(puzzle) => format!("aoc submit {puzzle} -p 2"),
            Self::Refresh(year) => format!("aoc status {year} --refresh"),
            Self::Calendar => "aoc calendar".to_owned(),
        }
    }

    fn needs_session(self) -> bool {
        match self {
            Self::Fetch(_)
            | Self::Start(_)
            | Self::SubmitLastStar(_)
            | Self::Refresh(_)
            | Self::Calendar => true,
            Self::Init
            | Self::Login
            | Self::New(_)
            | Self::NewYear(_)
            | Self::Run(_)
            | Self::TakeExample(_) => false,
        }
    }
}

impl StatusResults {
    /// The first step that there is a reason for; `None` if nothing is left to do in the year.
    pub(super) fn next_step(&self, situation: &Situation) -> Option<Suggestion> {
        if self.project.is_none() {
            return Some(self.suggest(NextStep::Init, "make a repository for your solutions"));
        }
        if self.session.is_refused {
            return Some(self.suggest(NextStep::Login, "the site has refused the session"));
        }
        let preparation = self.preparation(situation);
        self.fetch_answers(situation)
            .or_else(|| self.due(situation))
            .or_else(|| self.log_in_before_event(preparation.as_ref()))
            .or_else(|| self.edited_last(situation))
            .or_else(|| self.create_first_day(preparation.as_ref()))
            .or_else(|| self.first_open_day())
            .or_else(|| self.last_star())
            .or_else(|| self.next_unlock(situation, preparation.as_ref()))
            .or_else(|| self.missing_in_archive())
    }

    /// The days whose accepted answers are only on the site. A single one is a new day. In the
    /// event that is shown, the pages may also tell that today's puzzle is solved.
    fn fetch_answers(&self, situation: &Situation) -> Option<Suggestion> {
        let due = situation.due_step();
        let unchecked = self.days.iter().filter(|day| day.is_unchecked()).count();
        let due_year = situation.due.as_ref().map(|day| day.puzzle.year);
        if unchecked <= 1 || due.is_some() && due_year != Some(self.year) {
            return None;
        }
        let mut why = format!("takes the accepted answers of {unchecked} days from their pages");
        if let Some((step, due)) = due {
            why += &format!(", {}", then(&step.command(), due));
        }
        Some(self.suggest(NextStep::Fetch(self.year), why))
    }

    fn due(&self, situation: &Situation) -> Option<Suggestion> {
        let (step, why) = situation.due_step()?;
        Some(self.suggest(step, why))
    }

    /// A session that is missing or old comes before all other work, as the event does not wait.
    fn log_in_before_event(&self, preparation: Option<&(NextStep, String)>) -> Option<Suggestion> {
        if self.session.place.is_some() && self.session.problem.is_none() {
            return None;
        }
        let (step, why) = preparation?;
        Some(self.prepare(*step, why))
    }

    fn edited_last(&self, situation: &Situation) -> Option<Suggestion> {
        let latest = situation.latest.as_ref().filter(|day| day.is_open())?;
        Some(self.work_on(latest, "edited last"))
    }

    fn create_first_day(&self, preparation: Option<&(NextStep, String)>) -> Option<Suggestion> {
        match preparation? {
            (NextStep::New(first), why) => Some(self.prepare(NextStep::New(*first), why)),
            _ => None,
        }
    }

    fn first_open_day(&self) -> Option<Suggestion> {
        let open = self.days.iter().find(|day| day.is_open())?;
        Some(self.work_on(open, "the first day without all its stars"))
    }

    /// The first day of an event that is prepared, or the next day of a running one.
    fn next_unlock(
        &self,
        situation: &Situation,
        preparation: Option<&(NextStep, String)>,
    ) -> Option<Suggestion> {
        if let Some((step, why)) = preparation {
            return Some(self.prepare(*step, why));
        }
        let next = situation.upcoming.as_ref()?.puzzle;
        if next.year != self.year {
            return None;
        }
        let (step, why) = step_until_unlock(next, situation.now);
        Some(self.suggest(step, why))
    }

    /// What to do before an event that has not begun: the one that is shown, or one that begins
    /// within a fortnight.
    fn preparation(&self, situation: &Situation) -> Option<(NextStep, String)> {
        let shown = self.days.first().filter(|day| !day.unlocked);
        let is_near = |day: &&DayOverview| {
            day.puzzle.day == Day::FIRST && unlock(day.puzzle) - situation.now <= NEXT_EVENT_LEAD
        };
        let first = shown.or(situation.upcoming.as_ref().filter(is_near))?;
        let year = first.puzzle.year;
        // `start` does not wait for an unlock that is days away.
        let left = span_of(unlock(first.puzzle) - situation.now);
        if first.solution {
            let why = format!("when {year} begins, in {left}");
            return Some((NextStep::Start(first.puzzle), why));
        }
        let why = format!("prepares the first day of {year}, which begins in {left}");
        Some((NextStep::New(first.puzzle), why))
    }

    /// The last star of the year, or what is missing before it.
    fn last_star(&self) -> Option<Suggestion> {
        let last = self.days.last().filter(|day| day.stars == Some(1))?;
        // The site gives the last star for having all others.
        let missing = self.stars.missing_before_last();
        if missing > 0 {
            let why = format!(
                "{} missing before the last one",
                plural(missing as usize, "star")
            );
            return Some(self.suggest(NextStep::Refresh(self.year), why));
        }
        let why = "the last star, for having all others";
        Some(self.suggest(NextStep::SubmitLastStar(last.puzzle), why))
    }

    /// What a year with all stars lacks here: solutions, inputs, days that work.
    fn missing_in_archive(&self) -> Option<Suggestion> {
        let year = self.year;
        let all = self.all_stars();
        if !self.days.iter().any(|day| day.solution) {
            let why = format!("{all}, and no solution here");
            return Some(self.suggest(NextStep::NewYear(year), why));
        }
        for day in &self.days {
            if !day.solution {
                let why = format!("{all}; this day has no solution here");
                return Some(self.suggest(NextStep::New(day.puzzle), why));
            }
            if let Some(DayProblem::Fails(status)) = &day.problem {
                let why = format!("{all}; the last run of this day: {status}");
                return Some(self.suggest(NextStep::Run(day.puzzle), why));
            }
        }
        let without_input = self.days.iter().filter(|day| !day.input).count();
        if without_input > 0 {
            let why = format!("{all}; {} without input here", plural(without_input, "day"));
            return Some(self.suggest(NextStep::Fetch(year), why));
        }
        None
    }

    /// What to do once nothing is missing in the year: a day of another year of the project
    /// that is open, otherwise the events that the project does not have.
    pub(super) fn after_all_stars(&self, open: Option<&DayOverview>) -> Suggestion {
        let all = self.all_stars();
        if let Some(open) = open {
            let other = open.puzzle.year;
            let why = format!("{all}; the first day of {other} without all its stars");
            return self.work_on(open, &why);
        }
        self.suggest(
            NextStep::Calendar,
            format!("{all}; shows those of all events"),
        )
    }

    fn all_stars(&self) -> String {
        format!("you have all stars of {}", self.year)
    }

    /// A step before an event, or `aoc login` if the session may be dead by then.
    fn prepare(&self, step: NextStep, why: &str) -> Suggestion {
        let then = then(&step.command(), why);
        if self.session.place.is_none() {
            return self.suggest(NextStep::Login, then);
        }
        if let Some(problem) = &self.session.problem {
            let why = format!("the session is {problem}; {then}");
            return self.suggest(NextStep::Login, why);
        }
        self.suggest(step, why)
    }

    fn work_on(&self, day: &DayOverview, why: &str) -> Suggestion {
        let (step, why) = work_on(day, why);
        self.suggest(step, why)
    }

    /// A step and its reason, or `aoc login` before one that needs a session.
    fn suggest(&self, step: NextStep, why: impl Display) -> Suggestion {
        let command = step.command();
        if step.needs_session() && self.session.place.is_none() {
            return self.suggest(NextStep::Login, then(&command, why));
        }
        Suggestion {
            command,
            why: why.to_string(),
        }
    }
}

impl Situation {
    /// Today's puzzle if it is open, or the one that unlocks soon.
    fn due_step(&self) -> Option<(NextStep, String)> {
        let day = self.due.as_ref()?;
        if !day.unlocked {
            return Some(step_until_unlock(day.puzzle, self.now));
        }
        day.is_open().then(|| work_on(day, "today's puzzle"))
    }
}

/// The words for a step that follows the suggested one.
fn then(command: &str, why: impl Display) -> String {
    format!("then `{command}` ({why})")
}

fn step_until_unlock(puzzle: Puzzle, now: DateTime<Utc>) -> (NextStep, String) {
    let left = span_of(unlock(puzzle) - now);
    (
        NextStep::Start(puzzle),
        format!("waits for the unlock in {left}"),
    )
}

fn work_on(day: &DayOverview, why: &str) -> (NextStep, String) {
    let puzzle = day.puzzle;
    let step = if !day.input {
        NextStep::Start(puzzle)
    } else if !day.solution {
        NextStep::New(puzzle)
    } else if let Some(DayProblem::UnclearExample) = &day.problem {
        let why = "its page has an example that is not clear";
        return (NextStep::TakeExample(puzzle), why.to_owned());
    } else {
        NextStep::Run(puzzle)
    };
    (step, why.to_owned())
}

#[cfg(test)]
mod tests;
