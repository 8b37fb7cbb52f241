//! Suggests the next step, according to the rules in `docs/reference.md`. If a step needs a session
//! and there is none, suggests `aoc login` instead.

use std::fmt::Display;

use aoc_solution::Part;
use chrono::{DateTime, Utc};
use serde::Serialize;

use super::KnownSession;
use crate::app::SessionProblem;
use crate::puzzle::{Day, MAX_START_WAIT, NEXT_EVENT_LEAD, Puzzle, Year, may_be_last_star, unlock};
use crate::records::{DayProblem, DayRecord, YearRecord};
use crate::site::SessionPlace;
use crate::terminal::{plural, span_of};

/// A step and its reason.
#[derive(Serialize)]
pub struct Suggestion {
    #[serde(rename = "command")]
    pub step: NextStep,
    pub why: String,
}

impl Suggestion {
    fn new(step: NextStep, why: impl Display) -> Self {
        Self {
            step,
            why: why.to_string(),
        }
    }

    /// The words for this step when it follows another step.
    fn then(&self) -> String {
        format!("then `{}` ({})", self.step.command(), self.why)
    }
}

/// A step to suggest. In JSON it is the command.
#[derive(Clone, Copy, Serialize)]
#[serde(into = "String")]
pub enum NextStep {
    Init,
    Login,
    Fetch(Year),
    New(Puzzle),
    NewYear(Year),
    Start(Puzzle),
    Run(Puzzle),
    Watch(Puzzle),
    TakeExample(Puzzle),
    SubmitLastStar(Puzzle),
    Calendar,
}

/// The facts on which the next step depends.
#[cfg_attr(test, derive(Clone))]
pub(super) struct Situation<'a> {
    pub now: DateTime<Utc>,
    pub has_project: bool,
    /// The session, or the reason why there is none.
    pub session: &'a Result<KnownSession, String>,
    /// The year on the screen.
    pub year: &'a YearRecord,
    /// The puzzle that `aoc start` would start: during an event, today's puzzle or the one that
    /// unlocks soon.
    pub due: Option<DayRecord>,
    /// The day that was edited last.
    pub latest: Option<DayRecord>,
    /// The puzzle that unlocks next.
    pub upcoming: Option<DayRecord>,
    /// Finds an unfinished day of another year. Returns `None` if the year on the screen has an
    /// unfinished day. Only rules that suggest such a day call this, because it reads all files of
    /// other years.
    pub unfinished_elsewhere: &'a dyn Fn() -> Option<DayRecord>,
}

/// A rule, which returns `None` if it does not apply.
type Rule = fn(&Situation) -> Option<Suggestion>;

/// The rules in their order, each with its name in `docs/reference.md`. The first rule that applies
/// decides. The last rule always applies.
const RULES: &[(&str, Rule)] = &[
    ("no repository", make_repository),
    ("a refused session", replace_session),
    ("answers that are only on the site", fetch_answers),
    ("today's puzzle", due_step),
    ("a session for the event", log_in_before_event),
    ("the day that was edited last", edited_last),
    ("the first day of an event", create_first_day),
    ("the first day that is not solved", first_unfinished_day),
    ("the last star", last_star),
    ("the next unlock", next_unlock),
    ("a gap in a complete year", missing_in_archive),
    ("another year", |situation| Some(another_year(situation))),
];

impl NextStep {
    pub fn command(self) -> String {
        match self {
            Self::Init => "aoc init advent".to_owned(),
            Self::Login => "aoc login".to_owned(),
            Self::Fetch(year) => format!("aoc fetch {year}"),
            Self::New(puzzle) => format!("aoc new {puzzle}"),
            Self::NewYear(year) => format!("aoc new {year}"),
            Self::Start(puzzle) => format!("aoc start {puzzle}"),
            Self::Run(puzzle) => format!("aoc run {puzzle}"),
            Self::Watch(puzzle) => format!("aoc watch {puzzle}"),
            Self::TakeExample(puzzle) => format!("aoc test {puzzle} --take"),
            Self::SubmitLastStar(puzzle) => format!("aoc submit {puzzle} -p 2"),
            Self::Calendar => "aoc calendar".to_owned(),
        }
    }

    fn needs_session(self) -> bool {
        match self {
            Self::Fetch(_) | Self::Start(_) | Self::SubmitLastStar(_) | Self::Calendar => true,
            Self::Init
            | Self::Login
            | Self::New(_)
            | Self::NewYear(_)
            | Self::Run(_)
            | Self::Watch(_)
            | Self::TakeExample(_) => false,
        }
    }
}

impl From<NextStep> for String {
    fn from(step: NextStep) -> Self {
        step.command()
    }
}

impl Situation<'_> {
    /// The step of the first rule that applies, or `aoc login` if the step needs a session and
    /// there is none.
    pub fn next_step(&self) -> Suggestion {
        let next = RULES.iter().find_map(|(_, rule)| rule(self));
        self.log_in_first(next.expect("the last rule applies"))
    }

    /// The first day of an event that begins within two weeks.
    fn near_event(&self) -> Option<&DayRecord> {
        let events = [self.shown_before_event(), self.upcoming.as_ref()];
        events.into_iter().flatten().find(|first| {
            let is_near = unlock(first.puzzle) <= self.now + NEXT_EVENT_LEAD;
            first.puzzle.day == Day::FIRST && is_near
        })
    }

    /// The first day of the year on the screen, if its event has not begun.
    fn shown_before_event(&self) -> Option<&DayRecord> {
        self.year.days.first().filter(|day| !day.is_unlocked)
    }

    /// The step before an event with this first day. Long before the event, an open puzzle of
    /// another year comes first. Otherwise, a day without code is created, and a day with code is
    /// started, watched or, long before the event, replaced by the calendar.
    fn prepare(&self, first: &DayRecord) -> Suggestion {
        let year = first.puzzle.year;
        let until_unlock = unlock(first.puzzle) - self.now;
        let left = span_of(until_unlock);
        let wait = until_unlock.to_std().unwrap_or_default();
        let is_near = wait <= NEXT_EVENT_LEAD;
        let can_start = wait <= MAX_START_WAIT;
        let has_code = first.code.is_some();
        let is_ready = if has_code { can_start } else { is_near };
        if !is_ready && let Some(open) = (self.unfinished_elsewhere)() {
            let why = format!("{year} begins in {left}; this puzzle is already unlocked");
            return work_on(&open, &why);
        }
        if !has_code {
            let why = format!("prepares the first day of {year}, which begins in {left}");
            return Suggestion::new(NextStep::New(first.puzzle), why);
        }
        if can_start {
            let why = format!("when {year} begins, in {left}");
            return Suggestion::new(NextStep::Start(first.puzzle), why);
        }
        if is_near {
            let why = format!("{year} begins in {left}; this runs its prepared day at each save");
            return Suggestion::new(NextStep::Watch(first.puzzle), why);
        }
        let why = format!("{year} begins in {left}; this shows all events");
        Suggestion::new(NextStep::Calendar, why)
    }

    fn until_unlock(&self, puzzle: Puzzle) -> Suggestion {
        let left = span_of(unlock(puzzle) - self.now);
        let why = format!("waits for the unlock in {left}");
        Suggestion::new(NextStep::Start(puzzle), why)
    }

    fn all_stars(&self) -> String {
        let year = self.year.year;
        let may_have_more_days = self.year.days.iter().any(|day| {
            may_be_last_star(day.puzzle, Part::Two) && !day.answers.is_last_star(Part::Two)
        });
        if may_have_more_days {
            return format!("you have all stars of the known days of {year}");
        }
        format!("you have all stars of {year}")
    }

    /// Returns `next`, or `aoc login` if the step needs a session and there is none.
    fn log_in_first(&self, next: Suggestion) -> Suggestion {
        if self.session.is_err() && next.step.needs_session() {
            return Suggestion::new(NextStep::Login, next.then());
        }
        next
    }
}

fn make_repository(situation: &Situation) -> Option<Suggestion> {
    if situation.has_project {
        return None;
    }
    let why = "make a repository for your solutions";
    Some(Suggestion::new(NextStep::Init, why))
}

fn replace_session(situation: &Situation) -> Option<Suggestion> {
    let known = situation.session.as_ref().ok()?;
    if !matches!(known.problem, Some(SessionProblem::Refused { .. })) {
        return None;
    }
    // The variable would take precedence over the session that `aoc login` stores. The line about
    // the session says what to do.
    if let SessionPlace::Variable(_) = known.session.place {
        return None;
    }
    let why = "the site has refused the session";
    Some(Suggestion::new(NextStep::Login, why))
}

/// Suggests fetching accepted answers if only the site knows the answers to several days. For a
/// single day, the other rules apply. During the event on the screen, a page may also show that the
/// due puzzle is solved.
fn fetch_answers(situation: &Situation) -> Option<Suggestion> {
    let due = due_step(situation);
    let unchecked = situation
        .year
        .days
        .iter()
        .filter(|day| day.lacks_known_answers())
        .count();
    let due_year = situation.due.as_ref().map(|day| day.puzzle.year);
    if unchecked <= 1 || due.is_some() && due_year != Some(situation.year.year) {
        return None;
    }
    let takes = format!("takes the accepted answers of {unchecked} days from their pages");
    let why = match due {
        Some(due) => format!("{takes}, {}", due.then()),
        None => takes,
    };
    Some(Suggestion::new(NextStep::Fetch(situation.year.year), why))
}

/// Suggests today's unfinished puzzle or the puzzle that unlocks soon.
fn due_step(situation: &Situation) -> Option<Suggestion> {
    let day = situation.due.as_ref()?;
    if !day.is_unlocked {
        return Some(situation.until_unlock(day.puzzle));
    }
    // The page may show that the puzzle is unlocked although the clock is behind.
    let why = if unlock(day.puzzle) <= situation.now {
        "today's puzzle"
    } else {
        "already unlocked"
    };
    day.is_unfinished().then(|| work_on(day, why))
}

/// Suggests logging in if the session is missing or may expire before the event. This comes before
/// other work, because the event begins at a fixed time.
fn log_in_before_event(situation: &Situation) -> Option<Suggestion> {
    let first = situation.near_event()?;
    let problem = match situation.session {
        Ok(known) => match &known.problem {
            Some(problem @ SessionProblem::Old { .. }) => format!("the session is {problem}; "),
            _ => return None,
        },
        Err(_) => String::new(),
    };
    let why = problem + &situation.prepare(first).then();
    Some(Suggestion::new(NextStep::Login, why))
}

fn edited_last(situation: &Situation) -> Option<Suggestion> {
    let latest = situation
        .latest
        .as_ref()
        .filter(|day| day.is_unfinished())?;
    Some(work_on(latest, "edited last"))
}

fn create_first_day(situation: &Situation) -> Option<Suggestion> {
    let first = situation
        .near_event()
        .filter(|first| first.code.is_none())?;
    Some(situation.prepare(first))
}

fn first_unfinished_day(situation: &Situation) -> Option<Suggestion> {
    let year = situation.year;
    if year.lacks_only_last_star() {
        return None;
    }
    let open = year.days.iter().find(|day| day.is_unfinished())?;
    Some(work_on(open, "the first day without all its stars"))
}

/// Suggests the last star of the year. No day is unfinished at this point, so no other star is
/// missing.
fn last_star(situation: &Situation) -> Option<Suggestion> {
    let last = situation
        .year
        .days
        .last()
        .filter(|day| day.stars.count() == Some(1))?;
    let why = "the last star, which requires all others";
    Some(Suggestion::new(NextStep::SubmitLastStar(last.puzzle), why))
}

/// Suggests the first day of the next event, or the next day of the running event.
fn next_unlock(situation: &Situation) -> Option<Suggestion> {
    let first = situation.near_event();
    if let Some(first) = first.or_else(|| situation.shown_before_event()) {
        return Some(situation.prepare(first));
    }
    let next = situation.upcoming.as_ref()?.puzzle;
    if next.year != situation.year.year {
        return None;
    }
    Some(situation.until_unlock(next))
}

/// Suggests the next gap to fill in a year with all stars: a missing solution, a missing input, or
/// a failing day.
fn missing_in_archive(situation: &Situation) -> Option<Suggestion> {
    let year = situation.year.year;
    let all = situation.all_stars();
    if !situation.year.days.iter().any(|day| day.code.is_some()) {
        let why = format!("{all}, but this project has no solution of that year");
        return Some(Suggestion::new(NextStep::NewYear(year), why));
    }
    for day in &situation.year.days {
        if day.code.is_none() {
            let why = format!("{all}; this project has no solution of this day");
            return Some(Suggestion::new(NextStep::New(day.puzzle), why));
        }
        if let Some(DayProblem::Fails(status)) = day.problem() {
            let why = format!("{all}; the last run of this day: {status}");
            return Some(Suggestion::new(NextStep::Run(day.puzzle), why));
        }
    }
    let without_input = situation
        .year
        .days
        .iter()
        .filter(|day| !day.has_input)
        .count();
    if without_input > 0 {
        let why = format!(
            "{all}; {} without an input in this project",
            plural(without_input, "day")
        );
        return Some(Suggestion::new(NextStep::Fetch(year), why));
    }
    None
}

/// Suggests an unfinished day of another year, or else the calendar of all events.
fn another_year(situation: &Situation) -> Suggestion {
    let all = situation.all_stars();
    let Some(unfinished) = (situation.unfinished_elsewhere)() else {
        let why = format!("{all}; this shows all events");
        return Suggestion::new(NextStep::Calendar, why);
    };
    let year = unfinished.puzzle.year;
    let why = format!("{all}; the first day of {year} without all its stars");
    work_on(&unfinished, &why)
}

fn work_on(day: &DayRecord, why: &str) -> Suggestion {
    let puzzle = day.puzzle;
    let step = if !day.has_input {
        NextStep::Start(puzzle)
    } else if day.code.is_none() {
        NextStep::New(puzzle)
    } else if let Some(DayProblem::LikelyExample) = day.problem() {
        let why = "its page has an example that is not clear";
        return Suggestion::new(NextStep::TakeExample(puzzle), why);
    } else {
        NextStep::Run(puzzle)
    };
    Suggestion::new(step, why)
}

#[cfg(test)]
mod tests;
