//! `aoc status`, and `aoc` alone: an overview on one screen. Without `--refresh` it makes
//! no request.
//!
//! ```text
//! session  AOC_SESSION (…cdef)  ana
//! event    2026 begins in 10d 18h  on 2026-12-01 at 05:00 UTC
//! stars    2025: 5 of 24  the site was asked 3h 5m ago
//!
//! day     title       stars examples answers     last
//! 2025/1  Crab Combat **           2       2  2.10 ms
//! 11 others without code
//!
//! next     aoc run 2025/2  edited last
//! ```

use std::collections::BTreeSet;
use std::fmt::Display;
use std::path::PathBuf;

use anstyle::Style;
use chrono::{DateTime, Utc};
use clap::Args;
use serde::Serialize;

use crate::app::args::YearArgs;
use crate::app::{App, SiteAccess, Ui, Workspace};
use crate::error::{Exit, Result, usage_error};
use crate::puzzle::{
    Day, NEXT_EVENT_LEAD, Puzzle, PuzzleKind, Year, due, looks_like_selector, next_unlock,
    parse_selectors, unlock,
};
use crate::reporter::{DayOverview, DayProblem, days_legend, days_table, puzzle_list};
use crate::steps::is_first_time;
use crate::steps::overview::{LONG_AGO, Overview, StarsOverview};
use crate::steps::selection::{Resolver, begun_year};
use crate::terminal::style::{DIM, DOUBT, PLAIN, STRONG, star_style};
use crate::terminal::{Terminal, plural, row, span, span_of, text_line, with_tilde};

/// Show session, event, the days of a year, and what to do next
///
/// Shows the session, the time until the next unlock, a line for each day of the year
/// that has something to show, with what is missing, and what to do next. It makes no
/// request unless --refresh asks the site for the stars. aoc without a command does the
/// same.
///
/// Without YEAR it shows the year of `AOC_YEAR`, of the settings or of the year folder you
/// are in; if none gives one, that of the running event, else your newest year that has
/// begun. In place of YEAR it takes days of a year, such as 2 or 2020/1-5.
#[derive(Args, Default)]
#[command(
    visible_alias = "s",
    after_help = "\
Examples:
  aoc status            show where you stand
  aoc status --refresh  ask the site for the stars first

A blank cell of stars is not known, and · means none. A > before the time of the last run means \
that it is without a part. A wide terminal also shows the time from the unlock to the last star \
(unlock) and from your first look (look)."
)]
pub struct StatusArgs {
    #[command(flatten)]
    year: YearArgs,
    /// Ask the site for the stars, with one request
    #[arg(long)]
    refresh: bool,
}

/// The most days without code that are named.
const MAX_NAMED: usize = 5;

/// The results, for the screen and as JSON.
#[derive(Serialize)]
struct StatusResults {
    /// The project's folder; `None` outside of one.
    project: Option<PathBuf>,
    session: SessionOverview,
    event: EventOverview,
    year: Year,
    stars: StarsOverview,
    days: Vec<DayOverview>,
    next: Suggestion,
}

#[derive(Default, Serialize)]
struct SessionOverview {
    /// The place with the end of the token; empty if there is no session.
    #[serde(skip)]
    shown: String,
    #[serde(skip)]
    is_refused: bool,
    /// The variable or file of the session; `None` if there is none.
    place: Option<String>,
    /// The last characters of the token.
    tail: Option<String>,
    /// The user's name from the last reply of the site.
    user: Option<String>,
    /// Why there is no session, or what is known against it.
    problem: Option<String>,
}

#[derive(Serialize)]
struct EventOverview {
    /// The puzzle that unlocks next.
    next: Option<Unlock>,
}

#[derive(Clone, Copy, Serialize)]
struct Unlock {
    #[serde(flatten)]
    puzzle: Puzzle,
    time: DateTime<Utc>,
}

/// A suggested command, and its reason.
#[derive(Default, Serialize)]
struct Suggestion {
    command: String,
    why: String,
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
struct Situation {
    now: DateTime<Utc>,
    /// The puzzle that `aoc start` starts: in an event, today's or the one that unlocks soon.
    due: Option<DayOverview>,
    /// The day that was edited last.
    latest: Option<DayOverview>,
    /// The puzzle that unlocks next.
    upcoming: Option<DayOverview>,
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

pub fn run(app: &App, args: &StatusArgs) -> Result<Exit> {
    let (year, selected) = match args.year.word() {
        Some(word) if Year::parse(word).is_none() && looks_like_selector(word) => {
            let selectors = parse_selectors(&[word], None)?;
            let puzzles = Resolver::new(app).resolve(&selectors, PuzzleKind::Events)?;
            let year = puzzles[0].year;
            if puzzles.iter().any(|puzzle| puzzle.year != year) {
                let why = "one year at a time: `aoc list` shows the days of all years";
                return Err(usage_error(why));
            }
            (year, Some(puzzles))
        }
        Some(word) => (Year::read(word)?, None),
        None => (Resolver::new(app).usual_year(), None),
    };
    Resolver::new(app).warn_of_all_misnamed();
    let mut exit = Exit::Done;
    if args.refresh {
        let year = begun_year(app.site.clock().now(), &year.to_string());
        if let Err(error) = year.and_then(|year| app.site.ask_for_stars(Some(year))) {
            // The screen is still shown, with earlier data.
            exit = app.ui.error(&error);
        }
    }
    let now = app.site.clock().now();
    let mut results = results(&app.ui, &app.site, &app.workspace, year)?;
    if let Some(puzzles) = selected {
        results.days.retain(|day| puzzles.contains(&day.puzzle));
    }
    let has_table = results.days.iter().any(DayOverview::is_known);
    let is_first = has_table && is_first_time(&app.ui, &app.workspace, "days");
    app.ui.show("status", &results, || {
        screen(app.ui.stdout, now, &results, is_first)
    })?;
    Ok(exit)
}

fn results(ui: &Ui, site: &SiteAccess, workspace: &Workspace, year: Year) -> Result<StatusResults> {
    let now = site.clock().now();
    let project = workspace.project().ok();
    let mut overview = Overview::new(workspace, site.seen());
    let (stars, days) = overview.year(year);
    let mut results = StatusResults {
        project: project.map(|project| project.root().to_owned()),
        session: session(site, overview.seen.user.clone()),
        event: EventOverview {
            next: next_unlock(now).map(|puzzle| Unlock {
                puzzle,
                time: unlock(puzzle),
            }),
        },
        year,
        stars,
        days,
        next: Suggestion::default(),
    };
    let days = match project {
        Some(project) => project.days()?,
        None => BTreeSet::new(),
    };
    let latest = project.and_then(|project| project.latest(&days));
    let situation = Situation {
        now,
        due: due(now).map(|puzzle| overview.day(puzzle)),
        latest: latest.map(|puzzle| overview.day(puzzle)),
        upcoming: next_unlock(now).map(|puzzle| overview.day(puzzle)),
    };
    results.next = results.next_step(&situation).unwrap_or_else(|| {
        let years: BTreeSet<Year> = days.iter().map(|puzzle| puzzle.year).collect();
        let others = years.into_iter().rev().filter(|other| *other != year);
        let open = others
            .flat_map(|other| overview.year(other).1)
            .find(DayOverview::is_open);
        results.after_all_stars(open.as_ref())
    });
    overview.warn(ui);
    Ok(results)
}

fn session(site: &SiteAccess, user: Option<String>) -> SessionOverview {
    match site.session() {
        Ok(session) => SessionOverview {
            shown: with_tilde(&session.to_string()),
            place: Some(session.place.to_string()),
            tail: Some(session.token.tail().to_owned()),
            user,
            is_refused: site.state().has_refused(session),
            problem: site.session_problem(session),
        },
        Err(error) => SessionOverview {
            problem: Some(error.to_string()),
            ..SessionOverview::default()
        },
    }
}

impl StatusResults {
    /// Chooses from what is due by the clock, the days whose answers can be fetched, the day
    /// that was edited last, and the days of the year; `None` if nothing is left to do there.
    fn next_step(&self, situation: &Situation) -> Option<Suggestion> {
        if self.project.is_none() {
            return Some(self.suggest(NextStep::Init, "make a repository for your solutions"));
        }
        if self.session.is_refused {
            return Some(self.suggest(NextStep::Login, "the site has refused the session"));
        }
        let due = situation.due_step();
        let unchecked = self.days.iter().filter(|day| day.is_unchecked()).count();
        let due_year = situation.due.as_ref().map(|day| day.puzzle.year);
        // A single one is a new day. In the event that is shown, the pages may also tell that
        // today's puzzle is solved.
        if unchecked > 1 && (due.is_none() || due_year == Some(self.year)) {
            let mut why =
                format!("takes the accepted answers of {unchecked} days from their pages");
            if let Some((step, due)) = due {
                why += &format!(", {}", then(&step.command(), due));
            }
            return Some(self.suggest(NextStep::Fetch(self.year), why));
        }
        if let Some((step, why)) = due {
            return Some(self.suggest(step, why));
        }
        let preparation = self.preparation(situation);
        let has_session = self.session.place.is_some() && self.session.problem.is_none();
        if let Some((step, why)) = &preparation
            && !has_session
        {
            return Some(self.prepare(*step, why));
        }
        if let Some(latest) = situation.latest.as_ref().filter(|day| day.is_open()) {
            return Some(self.work_on(latest, "edited last"));
        }
        if let Some((NextStep::New(first), why)) = &preparation {
            return Some(self.prepare(NextStep::New(*first), why));
        }
        if let Some(open) = self.days.iter().find(|day| day.is_open()) {
            return Some(self.work_on(open, "the first day without all its stars"));
        }
        if let Some(step) = self.last_star() {
            return Some(step);
        }
        if let Some((step, why)) = &preparation {
            return Some(self.prepare(*step, why));
        }
        if let Some(next) = situation.upcoming.as_ref().map(|day| day.puzzle)
            && next.year == self.year
        {
            let (step, why) = step_until_unlock(next, situation.now);
            return Some(self.suggest(step, why));
        }
        self.missing_in_archive()
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
    fn after_all_stars(&self, open: Option<&DayOverview>) -> Suggestion {
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

/// The screen, at this time.
fn screen(
    terminal: Terminal,
    now: DateTime<Utc>,
    results: &StatusResults,
    has_legend: bool,
) -> String {
    let mut text = session_line(terminal, &results.session);
    if let Some(Unlock { puzzle, time }) = results.event.next {
        let what = format!("{puzzle} unlocks in {}", span_of(time - now));
        let date = time.format("on %Y-%m-%d at %H:%M UTC").to_string();
        text += &labelled_line(terminal, "event", (STRONG, &what), (DIM, &date));
    }
    text += &stars_line(terminal, results);
    if results.project.is_some() {
        text += "\n";
        text += &known_days(terminal, &results.days);
        if has_legend {
            text += &days_legend(terminal, &results.days);
        }
    }
    let Suggestion { command, why } = &results.next;
    text + "\n" + &labelled_line(terminal, "next", (STRONG, command), (DIM, why))
}

fn labelled_line(
    terminal: Terminal,
    label: &str,
    what: (Style, &str),
    about: (Style, &str),
) -> String {
    row(terminal, 2, &[7], &[(DIM, label), what, about])
}

/// The session, and its user or what is wrong.
fn session_line(terminal: Terminal, session: &SessionOverview) -> String {
    let mut about = (PLAIN, session.user.as_deref().unwrap_or_default());
    if let Some(problem) = &session.problem {
        about = (DOUBT, problem);
    }
    if session.shown.is_empty() {
        return labelled_line(terminal, "session", about, (PLAIN, ""));
    }
    labelled_line(terminal, "session", (PLAIN, &session.shown), about)
}

/// The number of stars, and its source: the site or recorded answers.
fn stars_line(terminal: Terminal, results: &StatusResults) -> String {
    let StarsOverview { stars, of, .. } = results.stars;
    let mut style = star_style(stars, of);
    let source = match results.stars.age {
        Some(age) => {
            if age > LONG_AGO && results.stars.seen_stars == Some(stars) {
                style = DIM;
            }
            format!("the site was asked {} ago", span(age))
        }
        None if results.days.iter().any(|day| day.unlocked) => {
            "from recorded answers; `aoc status --refresh` asks the site".to_owned()
        }
        None => "no puzzle is unlocked".to_owned(),
    };
    let count = format!("{}: {stars} of {of}", results.year);
    labelled_line(terminal, "stars", (style, &count), (DIM, &source))
}

/// The days with something to show, and the number of other days.
fn known_days(terminal: Terminal, days: &[DayOverview]) -> String {
    let mut known = Vec::new();
    let mut others = Vec::new();
    for day in days {
        if day.is_known() {
            known.push(day.clone());
        } else if day.unlocked {
            others.push(day.puzzle);
        }
    }
    let mut text = days_table(terminal, &known);
    if !others.is_empty() {
        let mut rest = plural(others.len(), "open day") + " without code";
        if others.len() <= MAX_NAMED {
            rest += &format!(": {}", puzzle_list(others));
        }
        text += &text_line(terminal, DIM, rest);
    }
    text
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use chrono::TimeDelta;
    use clap::CommandFactory as _;

    use super::*;
    use crate::cli::Cli;
    use crate::reporter::{LastRun, LastTime, StarTimes};
    use crate::runner::Status;
    use crate::terminal::width;

    /// A day with these files: code, input, page and examples by their first letters.
    fn day((year, day): (u16, u8), stars: u8, answers: usize, files: &str) -> DayOverview {
        DayOverview {
            puzzle: Puzzle::of(year, day),
            unlocked: true,
            stars: Some(stars),
            seen_stars: Some(stars),
            solution: files.contains('c'),
            input: files.contains('i'),
            page: files.contains('p'),
            examples: files.contains('e'),
            example_count: files.matches('e').count(),
            answers,
            ..DayOverview::default()
        }
    }

    fn results(days: Vec<DayOverview>) -> StatusResults {
        StatusResults {
            project: Some("/home/me/aoc".into()),
            session: SessionOverview {
                shown: "~/.config/session (…cdef)".into(),
                place: Some(String::new()),
                tail: None,
                user: Some("ana".into()),
                ..SessionOverview::default()
            },
            event: EventOverview {
                next: Some(unlock_of(Puzzle::of(2026, 1))),
            },
            year: days.first().map_or(Year::of(2025), |day| day.puzzle.year),
            stars: StarsOverview {
                stars: 15,
                of: 50,
                seen: Some(now() - TimeDelta::seconds(11_100)),
                age: Some(Duration::from_mins(185)),
                seen_stars: Some(13),
            },
            days,
            next: Suggestion {
                command: "aoc run 2024/15".into(),
                why: "edited last".into(),
            },
        }
    }

    fn of_2024() -> StatusResults {
        let of = |number, stars, answers, files| day((2024, number), stars, answers, files);
        let mut days = vec![
            of(1, 1, 1, "ciep"),
            of(2, 2, 2, "cipee"),
            of(3, 0, 0, "cpe"),
        ];
        days[0].problem = Some(DayProblem::Fails(Status::Wrong));
        days[1].title = Some("Red-Nosed Reports".to_owned());
        days[2].title = Some("A title that is much longer than others are".to_owned());
        days[2].problem = Some(DayProblem::NoInput);
        let time = LastTime {
            ns: 24_700_000,
            is_partial: false,
            time: now(),
            parts: [None; 2],
            timed_source: None,
        };
        let last = LastRun {
            time: Some(time),
            ..LastRun::default()
        };
        days.push(DayOverview {
            last_run: Some(last),
            ..of(4, 2, 0, "cip")
        });
        days.push(of(5, 0, 0, "cip"));
        days[4].problem = Some(DayProblem::UnclearExample);
        days.extend((6..=24).map(|number| of(number, 0, 0, "p")));
        days.push(of(25, 0, 0, "c"));
        days[24].unlocked = false;
        days[3].is_old = true;
        results(days)
    }

    fn now() -> DateTime<Utc> {
        "2026-11-20T11:00:00Z".parse().unwrap()
    }

    fn unlock_of(puzzle: Puzzle) -> Unlock {
        Unlock {
            puzzle,
            time: unlock(puzzle),
        }
    }

    #[test]
    #[expect(clippy::too_many_lines, reason = "a table of all states of a year")]
    fn the_next_step_depends_on_files_and_time() {
        // The answers to a day with a page are recorded.
        let of = |number, stars, files: &str| {
            let answers = files.matches('p').count() * usize::from(stars);
            day((2025, number), stars, answers, files)
        };
        let locked = |number, files| DayOverview {
            unlocked: false,
            ..of(number, 0, files)
        };
        let days = vec![of(1, 2, "cip"), of(2, 1, "ci"), of(3, 0, "i"), of(4, 0, "")];
        let [done, open, third, fourth] = [0, 1, 2, 3].map(|index| days.get(index));
        let too_early = &locked(12, "c");
        let soon = &locked(5, "");
        let mut unclear = of(2, 1, "cip");
        unclear.problem = Some(DayProblem::UnclearExample);
        let unclear = Some(&unclear);
        let usual = || results(days.clone());
        let outside = StatusResults {
            project: None,
            ..usual()
        };
        let mut anonymous = usual();
        anonymous.session.place = None;
        let mut refused = usual();
        refused.session.is_refused = true;
        let one = |day| results(vec![day]);
        let two = |day: DayOverview| results(vec![day.clone(), day]);
        let all_stars = |mut results: StatusResults| {
            results.stars.stars = 23;
            results.stars.of = 24;
            results
        };
        let last = all_stars(one(of(12, 1, "ci")));
        let mut unfinished = one(of(12, 1, "ci"));
        (unfinished.stars.stars, unfinished.stars.of) = (21, 24);
        let two_of_2025 = results(vec![of(1, 2, "ci"), of(2, 2, "i")]);
        let mut old = one(locked(1, "c"));
        old.session.problem = Some("340 days old (sessions live about a month)".into());
        let mut first_minute = one(locked(1, "c"));
        first_minute.session.place = None;
        let mut new_repository = one(locked(1, ""));
        new_repository.session.place = None;
        let mut anonymous_clone = two(of(2, 2, "c"));
        anonymous_clone.session.place = None;
        let mut failing = of(2, 2, "cip");
        failing.problem = Some(DayProblem::Fails(Status::Timeout));
        let whole = || two(of(2, 2, "cip"));
        let mut last_years_session = whole();
        last_years_session.session.problem = old.session.problem.clone();
        let first_of_2026 = |files| DayOverview {
            unlocked: false,
            ..day((2026, 1), 0, 0, files)
        };
        let (next_event, prepared_event) = (&first_of_2026(""), &first_of_2026("c"));
        let (afternoon, night) = ("2025-12-04T12:00:00Z", "2025-12-05T04:30:00Z");
        let november = "2025-11-20T05:00:00Z";
        let next_november = "2026-11-20T05:00:00Z";
        let spring = "2026-04-01T12:00:00Z";
        let mut shown = String::new();
        // The puzzles that are due, edited last, and next to unlock.
        for (name, results, now, due, latest, upcoming) in [
            ("no project", outside, afternoon, None, None, None),
            ("an old day", usual(), afternoon, None, None, None),
            ("edited and done", usual(), afternoon, None, done, None),
            (
                "edited too early",
                usual(),
                afternoon,
                None,
                Some(too_early),
                None,
            ),
            ("edited", usual(), afternoon, None, third, None),
            ("not clear", usual(), afternoon, None, unclear, None),
            ("today", usual(), afternoon, fourth, third, Some(soon)),
            ("refused", refused, afternoon, fourth, None, None),
            ("soon", usual(), night, Some(soon), third, Some(soon)),
            (
                "no session",
                anonymous,
                night,
                Some(soon),
                third,
                Some(soon),
            ),
            ("an evening", usual(), afternoon, done, None, Some(soon)),
            ("all is done", whole(), afternoon, done, done, Some(soon)),
            ("a clone", two(of(2, 2, "c")), afternoon, None, open, None),
            (
                "a clone in December",
                two(of(2, 2, "c")),
                afternoon,
                fourth,
                None,
                Some(soon),
            ),
            (
                "a clone at night",
                two(of(2, 2, "c")),
                night,
                Some(soon),
                None,
                Some(soon),
            ),
            (
                "without session",
                anonymous_clone,
                afternoon,
                fourth,
                None,
                Some(soon),
            ),
            (
                "an import",
                two(of(2, 0, "ci")),
                afternoon,
                None,
                open,
                None,
            ),
            (
                "an import of another year",
                two(of(2, 0, "ci")),
                afternoon,
                Some(next_event),
                None,
                None,
            ),
            ("fetched", two(of(2, 0, "cip")), afternoon, None, open, None),
            // `start` refuses to wait for days, so it is not proposed then.
            ("November", one(locked(1, "")), november, None, None, None),
            (
                "a new repository",
                new_repository,
                november,
                None,
                None,
                None,
            ),
            ("prepared", one(locked(1, "c")), november, None, None, None),
            ("the first minute", first_minute, november, None, None, None),
            ("the last star", last, afternoon, None, None, None),
            ("too early", unfinished, afternoon, None, None, None),
            ("a gap", two_of_2025, spring, None, None, Some(next_event)),
            (
                "fails",
                results(vec![failing]),
                spring,
                None,
                None,
                Some(next_event),
            ),
            (
                "no input",
                one(of(12, 2, "cp")),
                spring,
                None,
                None,
                Some(next_event),
            ),
            (
                "no code",
                one(of(12, 2, "i")),
                spring,
                None,
                None,
                Some(next_event),
            ),
            ("all stars", whole(), spring, None, done, Some(next_event)),
            ("an old session", old, november, None, None, None),
            (
                "next November",
                whole(),
                next_november,
                None,
                done,
                Some(next_event),
            ),
            (
                "one day of last year",
                usual(),
                next_november,
                None,
                open,
                Some(next_event),
            ),
            (
                "open days of last year",
                usual(),
                next_november,
                None,
                None,
                Some(next_event),
            ),
            (
                "prepared, open days",
                usual(),
                next_november,
                None,
                None,
                Some(prepared_event),
            ),
            (
                "prepared again",
                whole(),
                next_november,
                None,
                None,
                Some(prepared_event),
            ),
            (
                "last year's session",
                last_years_session,
                next_november,
                None,
                open,
                Some(next_event),
            ),
        ] {
            let situation = Situation {
                now: now.parse().unwrap(),
                due: due.cloned(),
                latest: latest.cloned(),
                upcoming: upcoming.cloned(),
            };
            let next = results.next_step(&situation);
            let Suggestion { command, why } = next.unwrap_or_else(|| results.after_all_stars(None));
            let verb = command.split(' ').nth(1).expect("a command");
            assert!(Cli::command().find_subcommand(verb).is_some(), "{verb}");
            shown += &format!("{name}: {command} ({why})\n");
        }
        insta::assert_snapshot!(shown, @"
        no project: aoc init DIR (make a repository for your solutions)
        an old day: aoc run 2025/2 (the first day without all its stars)
        edited and done: aoc run 2025/2 (the first day without all its stars)
        edited too early: aoc run 2025/2 (the first day without all its stars)
        edited: aoc new 2025/3 (edited last)
        not clear: aoc test 2025/2 --take (its page has an example that is not clear)
        today: aoc start 2025/4 (today's puzzle)
        refused: aoc login (the site has refused the session)
        soon: aoc start 2025/5 (waits for the unlock in 30m 0s)
        no session: aoc login (then `aoc start 2025/5` (waits for the unlock in 30m 0s))
        an evening: aoc run 2025/2 (the first day without all its stars)
        all is done: aoc start 2025/5 (waits for the unlock in 17h 0m)
        a clone: aoc fetch 2025 (takes the accepted answers of 2 days from their pages)
        a clone in December: aoc fetch 2025 (takes the accepted answers of 2 days from their pages, then `aoc start 2025/4` (today's puzzle))
        a clone at night: aoc fetch 2025 (takes the accepted answers of 2 days from their pages, then `aoc start 2025/5` (waits for the unlock in 30m 0s))
        without session: aoc login (then `aoc fetch 2025` (takes the accepted answers of 2 days from their pages, then `aoc start 2025/4` (today's puzzle)))
        an import: aoc fetch 2025 (takes the accepted answers of 2 days from their pages)
        an import of another year: aoc start 2026/1 (waits for the unlock in 361d 17h)
        fetched: aoc run 2025/2 (edited last)
        November: aoc new 2025/1 (prepares the first day of 2025, which begins in 11d 0h)
        a new repository: aoc login (then `aoc new 2025/1` (prepares the first day of 2025, which begins in 11d 0h))
        prepared: aoc start 2025/1 (when 2025 begins, in 11d 0h)
        the first minute: aoc login (then `aoc start 2025/1` (when 2025 begins, in 11d 0h))
        the last star: aoc submit 2025/12 -p 2 (the last star, for having all others)
        too early: aoc status 2025 --refresh (2 stars missing before the last one)
        a gap: aoc new 2025/2 (you have all stars of 2025; this day has no solution here)
        fails: aoc run 2025/2 (you have all stars of 2025; the last run of this day: timeout)
        no input: aoc fetch 2025 (you have all stars of 2025; 1 day without input here)
        no code: aoc new 2025 (you have all stars of 2025, and no solution here)
        all stars: aoc calendar (you have all stars of 2025; shows those of all events)
        an old session: aoc login (the session is 340 days old (sessions live about a month); then `aoc start 2025/1` (when 2025 begins, in 11d 0h))
        next November: aoc new 2026/1 (prepares the first day of 2026, which begins in 11d 0h)
        one day of last year: aoc run 2025/2 (edited last)
        open days of last year: aoc new 2026/1 (prepares the first day of 2026, which begins in 11d 0h)
        prepared, open days: aoc run 2025/2 (the first day without all its stars)
        prepared again: aoc start 2026/1 (when 2026 begins, in 11d 0h)
        last year's session: aoc login (the session is 340 days old (sessions live about a month); then `aoc new 2026/1` (prepares the first day of 2026, which begins in 11d 0h))
        ");
        let other_year = day((2024, 3), 1, 1, "cip");
        let Suggestion { command, why } = whole().after_all_stars(Some(&other_year));
        assert_eq!(command, "aoc run 2024/3");
        let expected = "you have all stars of 2025; the first day of 2024 without all its stars";
        assert_eq!(why, expected);
    }

    #[test]
    fn a_time_without_a_part_is_explained() {
        let mut november = of_2024();
        let explained = |november: &StatusResults| {
            screen(Terminal::wide(80), now(), november, true).contains("; > the last run was")
        };
        assert!(!explained(&november));
        let last = november.days[3].last_run.as_mut().expect("a run");
        last.time.as_mut().expect("a time").is_partial = true;
        assert!(explained(&november));
    }

    #[test]
    fn a_year_fits_on_a_screen_of_any_width() {
        let mut little = of_2024();
        little.session.shown.clear();
        little.session.problem = Some("no session; log in at adventofcode.com".into());
        little.event.next = None;
        little.stars.seen = None;
        little.stars.age = None;
        little.days = little.days.drain(15..24).collect();
        let screens =
            [of_2024(), little].map(|days| screen(Terminal::wide(80), now(), &days, false));
        insta::assert_snapshot!(screens.join("\n"), @"
        session  ~/.config/session (…cdef)  ana
        event    2026/1 unlocks in 10d 18h  on 2026-12-01 at 05:00 UTC
        stars    2024: 15 of 50  the site was asked 3h 5m ago

        day     title                  stars examples answers     last
        2024/1  (no title)             *            1       1          wrong now
        2024/2  Red-Nosed Reports      **           2       2
        2024/3  A title that is much…  ·            1       ·          no input
        2024/4  (no title)             **           ·       ·  24.7 ms
        2024/5  (no title)             ·            ·       ·          example not clear
        2024/25 (no title)             ·            ·       ·
        19 open days without code

        next     aoc run 2024/15  edited last

        session  no session; log in at adventofcode.com
        stars    2024: 15 of 50  from recorded answers; `aoc status --refresh` asks the
          site

        9 open days without code

        next     aoc run 2024/15  edited last
        ");
        let mut november = of_2024();
        november.days.drain(4..24);
        insta::assert_snapshot!(screen(Terminal::wide(40), now(), &november, true), @"
        session  ~/.config/session (…cdef)  ana
        event    2026/1 unlocks in 10d 18h  on
          2026-12-01 at 05:00 UTC
        stars    2024: 15 of 50  the site was
          asked 3h 5m ago

        day     title             stars     last
        2024/1  (no title)        *
          wrong now
        2024/2  Red-Nosed Reports **
        2024/3  A title that is…  ·
          no input
        2024/4  (no title)        **     24.7 ms
        2024/25 (no title)        ·
        · none; a blank cell of stars is not
          known

        next     aoc run 2024/15  edited last
        ");
        let times = StarTimes {
            part1: Some(431),
            part2: Some(1_130),
            part2_from_look: Some(722),
            ..StarTimes::default()
        };
        november.days[1].times = times;
        insta::assert_snapshot!(screen(Terminal::wide(100), now(), &november, true), @"
        session  ~/.config/session (…cdef)  ana
        event    2026/1 unlocks in 10d 18h  on 2026-12-01 at 05:00 UTC
        stars    2024: 15 of 50  the site was asked 3h 5m ago

        day     title                              stars examples answers  unlock    look     last
        2024/1  (no title)                         *            1       1                          wrong now
        2024/2  Red-Nosed Reports                  **           2       2 18m 50s  12m 2s
        2024/3  A title that is much longer than…  ·            1       ·                          no input
        2024/4  (no title)                         **           ·       ·                  24.7 ms
        2024/25 (no title)                         ·            ·       ·
        · none; a blank cell of stars is not known; unlock and look: the time from the unlock and from your
          first look to the last star

        next     aoc run 2024/15  edited last
        ");
        let narrow = screen(Terminal::wide(40), now(), &of_2024(), false);
        let rows = "2024/3  A title that is…  ·\n  no input\n2024/4  (no title)        **     24.7";
        assert!(narrow.contains(rows), "{narrow}");
        // What was seen long ago is dim.
        let mut old = of_2024();
        old.stars.age = Some(2 * LONG_AGO);
        old.stars.seen_stars = Some(15);
        let colored = Terminal {
            color: true,
            ..Terminal::wide(80)
        };
        let shown = screen(colored, now(), &old, false);
        assert!(shown.contains("\u{1b}[2m2024:"), "{shown}");
        assert!(shown.contains("\u{1b}[2m**"), "{shown}");
        for columns in 20..100 {
            let text = days_table(Terminal::wide(columns), &of_2024().days);
            let whole = screen(Terminal::wide(columns), now(), &of_2024(), true) + &text;
            assert!(whole.lines().all(|line| width(line) <= columns), "{whole}");
            assert!(columns < 80 || text.lines().count() == 26, "{text}");
        }
    }
}
