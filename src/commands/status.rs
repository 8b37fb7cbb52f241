//! `aoc status`, and `aoc` alone: shows an overview on one screen. Without `--refresh` it makes no
//! request.
//!
//! ```text
//! session  AOC_SESSION (…cdef)  ana
//! event    2026/1 unlocks in 10d 18h  on 2026-12-01 at 05:00 UTC
//! stars    2025: 5 of 24  the site was asked 3h 5m ago
//!
//! day     title       stars examples answers     last
//! 2025/1  Crab Combat **           2       2  2.10 ms
//! 11 open days not started
//!
//! next     aoc run 2025/2  edited last
//! ```

mod next_step;

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::mem;
use std::path::PathBuf;
use std::sync::Arc;

use anstyle::Style;
use chrono::{DateTime, Utc};
use clap::Args;
use serde::Serialize;

use self::next_step::{Situation, Suggestion};
use crate::app::args::SelectionArgs;
use crate::app::{App, SessionProblem};
use crate::error::{CliError, Exit, HasExit, Result};
use crate::puzzle::{
    Puzzle, PuzzleScope, SelectionFacts, Year, due, newest_event, puzzle_list, unlock,
};
use crate::records::{DayRecord, LONG_AGO, Records, ShownStarCount, YearRecord};
use crate::render::{DayDocument, DaysTable};
use crate::site::{Session, SessionPlace, SiteErrorKind};
use crate::steps::selection::{Resolver, begun_year};
use crate::terminal::style::{DIM, PLAIN, STRONG, WARNING, star_style};
use crate::terminal::table::{Cell, Column, list};
use crate::terminal::{
    LocalOffset, Terminal, plural, shown_day_and_time, span, span_of, text_line, with_tilde,
};

/// Show session, event, the days of a year, and what to do next
///
/// Shows the session, the time until the next unlock, a line for each day of the year
/// that has something to show, with what is missing, and what to do next. It makes no
/// request unless --refresh asks the site for the stars. aoc without a command does the
/// same.
///
/// Takes a year, or days of a year, such as 2 or 2020/1-5. Without a year it takes the first that
/// is known: that of `AOC_YEAR`, of the settings, of the year folder you are in, of the running
/// event, or your newest year that has begun.
#[derive(Args, Default)]
#[command(
    add = PuzzleScope::Events,
    visible_alias = "s",
    after_help = "\
Examples:
  aoc status            show where you stand
  aoc status --refresh  ask the site for the stars first

The table:
  stars     · means none, and an empty cell means unknown
  > 1.2 ms  a part is missing from the time
  (1.2 ms)  the time of other code or of another input
  unlock    the time from the unlock to the last star (on a wide terminal)
  look      the time from your first look to the last star (on a wide terminal)"
)]
pub struct StatusArgs {
    #[command(flatten)]
    selection: SelectionArgs,
    /// Ask the site for the stars, with one request
    #[arg(long)]
    refresh: bool,
}

/// The largest number of days not started that are named.
const MAX_NAMED: usize = 5;

/// The data of the screen and of the JSON document.
struct StatusResults {
    /// The project's folder. `None` outside of a project.
    project: Option<PathBuf>,
    /// The session that commands use, or the reason why there is none.
    session: Result<KnownSession, String>,
    event: EventOverview,
    year: YearRecord,
    /// The selected days of the year. `None` if all days are shown.
    selected: Option<Vec<Puzzle>>,
    next: Suggestion,
    /// The user's time zone.
    local_offset: LocalOffset,
}

/// The results as JSON.
#[derive(Serialize)]
struct StatusDocument<'a> {
    project: &'a Option<PathBuf>,
    session: SessionDocument<'a>,
    event: &'a EventOverview,
    year: Year,
    stars: YearStarsDocument,
    days: Vec<DayDocument<'a>>,
    next: &'a Suggestion,
}

/// The stars of the year in JSON.
#[derive(Serialize)]
struct YearStarsDocument {
    stars: Option<u32>,
    #[serde(rename = "of")]
    total: u32,
    seen: Option<DateTime<Utc>>,
    seen_stars: Option<u32>,
}

struct KnownSession {
    session: Arc<Session>,
    /// The user's name, from the site's last reply.
    user: Option<String>,
    problem: Option<SessionProblem>,
}

/// The session in JSON. Without a session, `problem` is the reason.
#[derive(Default, Serialize)]
struct SessionDocument<'a> {
    place: Option<&'a SessionPlace>,
    tail: Option<&'a str>,
    user: Option<&'a str>,
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

impl<'a> From<&'a StatusResults> for StatusDocument<'a> {
    fn from(results: &'a StatusResults) -> Self {
        let year = &results.year;
        Self {
            project: &results.project,
            session: SessionDocument::from(&results.session),
            event: &results.event,
            year: year.year,
            stars: YearStarsDocument {
                stars: year.stars,
                total: year.total,
                seen: year.on_site.map(|shown| shown.at),
                seen_stars: year.on_site.map(|shown| shown.stars),
            },
            days: results.days().map(DayDocument::from).collect(),
            next: &results.next,
        }
    }
}

pub fn run(app: &App, args: &StatusArgs) -> Result<Exit> {
    let resolver = Resolver::new(app);
    let (year, selected) = resolver.year_and_days(
        &args.selection,
        SelectionFacts::year_of_status,
        "`aoc list` shows the days of all years",
    )?;
    // For selected puzzles, the resolver has already warned about misnamed files of their years.
    if selected.is_none() {
        resolver.warn_of_all_misnamed();
    }
    let exit = if args.refresh {
        refresh(app, year, !args.selection.is_empty())
    } else {
        Exit::Done
    };
    let now = app.site.time().now();
    let results = load_results(app, year, selected)?;
    app.ui.show("status", &StatusDocument::from(&results), || {
        let explains_signs = app.ui.explains_signs();
        screen(app.ui.stdout, now, &results, explains_signs)
    })?;
    Ok(exit)
}

/// Requests the stars of a year. If the event has not begun and the user did not name the year,
/// requests the list of all events instead. After a failed request, the screen shows the stored
/// stars.
fn refresh(app: &App, year: Year, is_named: bool) -> Exit {
    let year = match begun_year(app, year) {
        Ok(year) => Some(year),
        Err(error) if is_named => return app.ui.error(&error),
        Err(_) => None,
    };
    match app.site.refresh_stars(year) {
        Ok(_) => Exit::Done,
        // The line of the session says why, and what to do.
        Err(error) if error.kind == SiteErrorKind::NoSession => {
            let message = "showing the stored stars, because the site was not asked";
            app.ui.error(&CliError::new(error.exit(), message))
        }
        Err(error) => app.site.report_failed_refresh("the stored stars", error),
    }
}

fn load_results(app: &App, year: Year, selected: Option<Vec<Puzzle>>) -> Result<StatusResults> {
    let App {
        ui,
        site,
        workspace,
        ..
    } = app;
    let now = site.time().now();
    let project = workspace.project().ok();
    let mut records = site.records(workspace);
    // The year and the next step need the files of other days, too.
    let errors_of_selected = selected.as_ref().map(|puzzles| {
        for puzzle in puzzles {
            records.day(*puzzle);
        }
        mem::take(&mut records.errors)
    });
    let shown = records.year(year);
    let session = site.session().map(|session| KnownSession {
        user: records.user().map(str::to_owned),
        problem: site.session_problem(&session),
        session,
    });
    let session = session.map_err(|error| error.to_string());
    let with_code = match project {
        Some(project) => project.days()?,
        None => BTreeSet::new(),
    };
    let upcoming = records.next_unlock();
    let due = due(now).map(|puzzle| records.day(puzzle).clone());
    let latest = project
        .and_then(|project| project.latest_day(with_code.iter().copied()))
        .map(|puzzle| records.day(puzzle).clone());
    let upcoming_day = upcoming.map(|puzzle| records.day(puzzle).clone());
    let records = RefCell::new(records);
    let situation = Situation {
        now,
        has_project: project.is_some(),
        session: &session,
        year: &shown,
        due,
        latest,
        upcoming: upcoming_day,
        unfinished_elsewhere: &|| {
            unfinished_elsewhere(&mut records.borrow_mut(), &shown, &with_code, now)
        },
    };
    let next = situation.next_step();
    let errors = records.into_inner().errors;
    ui.warn_of(&errors_of_selected.unwrap_or(errors));
    Ok(StatusResults {
        project: project.map(|project| project.root().to_owned()),
        session,
        event: EventOverview {
            next: upcoming.map(|puzzle| Unlock {
                puzzle,
                time: unlock(puzzle),
            }),
        },
        year: shown,
        selected,
        next,
        local_offset: site.config().environment.local_offset,
    })
}

/// The first unfinished day of another year than the shown one. `None` if a day of the shown year
/// is unfinished. If the event of the shown year has not begun, the newest event that has begun
/// comes first. The other years with code follow.
fn unfinished_elsewhere(
    records: &mut Records,
    shown: &YearRecord,
    with_code: &BTreeSet<Puzzle>,
    now: DateTime<Utc>,
) -> Option<DayRecord> {
    if shown.days.iter().any(DayRecord::is_unfinished) {
        return None;
    }
    let newest = newest_event(now);
    let begun = (newest < shown.year).then_some(newest);
    let mut years: Vec<Year> = with_code.iter().rev().map(|puzzle| puzzle.year).collect();
    years.dedup();
    years.retain(|year| *year != shown.year);
    begun
        .into_iter()
        .chain(years)
        .flat_map(|year| records.year(year).days)
        .find(DayRecord::is_unfinished)
}

impl StatusResults {
    /// The days to show.
    fn days(&self) -> impl Iterator<Item = &DayRecord> {
        self.year.days.iter().filter(|day| match &self.selected {
            Some(puzzles) => puzzles.contains(&day.puzzle),
            None => true,
        })
    }
}

impl<'a> From<&'a Result<KnownSession, String>> for SessionDocument<'a> {
    fn from(session: &'a Result<KnownSession, String>) -> Self {
        match session {
            Ok(known) => Self {
                place: Some(&known.session.place),
                tail: Some(known.session.token.tail()),
                user: known.user.as_deref(),
                problem: known.problem.as_ref().map(SessionProblem::to_string),
            },
            Err(why) => Self {
                problem: Some(why.clone()),
                ..Self::default()
            },
        }
    }
}

/// The screen at the time `now`.
fn screen(
    terminal: Terminal,
    now: DateTime<Utc>,
    results: &StatusResults,
    explains_signs: bool,
) -> String {
    let mut text = session_line(terminal, &results.session);
    if let Some(Unlock { puzzle, time }) = results.event.next {
        let what = format!("{puzzle} unlocks in {}", span_of(time - now));
        let date = format!("on {}", shown_day_and_time(time, results.local_offset));
        text += &labelled_line(terminal, "event", (STRONG, &what), (DIM, &date));
    }
    text += &stars_line(terminal, results);
    if results.project.is_some() {
        let known: Vec<DayRecord> = results
            .days()
            .filter(|day| day.is_known())
            .cloned()
            .collect();
        let table = DaysTable::new(terminal, &known);
        text += "\n";
        text += &table.text();
        text += &line_of_days_not_started(terminal, results.days());
        if explains_signs {
            text += &table.legend();
        }
    }
    let Suggestion { step, why } = &results.next;
    let command = step.command();
    text + "\n" + &labelled_line(terminal, "next", (STRONG, &command), (DIM, why))
}

fn labelled_line(
    terminal: Terminal,
    label: &str,
    what: (Style, &str),
    about: (Style, &str),
) -> String {
    const COLUMNS: &[Column] = &[
        Column::left("").at_least(7),
        Column::left("").wraps(),
        Column::left("").wraps(),
    ];
    let cells = [(DIM, label), what, about].map(|(style, text)| Cell::new(style, text));
    list(terminal, COLUMNS, [cells])
}

/// The line about the session, with the user or the problem.
fn session_line(terminal: Terminal, session: &Result<KnownSession, String>) -> String {
    match session {
        Ok(known) => {
            let label = with_tilde(&known.session);
            let (style, about) = match &known.problem {
                Some(problem) => (WARNING, with_tilde(problem)),
                None => (PLAIN, known.user.clone().unwrap_or_default()),
            };
            labelled_line(terminal, "session", (PLAIN, &label), (style, &about))
        }
        Err(why) => {
            let why = with_tilde(why);
            labelled_line(terminal, "session", (WARNING, &why), (PLAIN, ""))
        }
    }
}

/// The line with the number of stars and its source: the site, a stored page, or the other stored
/// files. If the number does not come from the site, the line also has the site's
/// number.
fn stars_line(terminal: Terminal, results: &StatusResults) -> String {
    let record = &results.year;
    let YearRecord {
        year, stars, total, ..
    } = *record;
    let Some(stars) = stars else {
        let count = format!("{year}: not known");
        let source = format!("`aoc status {year} --refresh` asks the site");
        return labelled_line(terminal, "stars", (DIM, &count), (DIM, &source));
    };
    let on_last_page = record.days.last().and_then(|day| day.year_stars);
    let in_files = if on_last_page == Some(stars) {
        "from the stored page of the last day"
    } else if record.on_page == Some(stars) {
        "from a stored page"
    } else {
        "from the stored files"
    };
    let mut style = star_style(stars, total);
    let source = match record.on_site {
        Some(ShownStarCount {
            stars: shown, age, ..
        }) if shown == stars => {
            if age > LONG_AGO {
                style = DIM;
            }
            format!("the site was asked {} ago", span(age))
        }
        Some(ShownStarCount {
            stars: shown, age, ..
        }) => {
            let shown = plural(shown as usize, "star");
            format!("{in_files}; the site showed {shown} {} ago", span(age))
        }
        None if record.days.iter().any(|day| day.is_unlocked) => {
            format!("{in_files}; `aoc status {year} --refresh` asks the site")
        }
        None => "no puzzle is unlocked".to_owned(),
    };
    let count = format!("{year}: {stars} of {total}");
    labelled_line(terminal, "stars", (style, &count), (DIM, &source))
}

/// The line about unlocked days that are not in the table, because nothing is known about them.
/// Empty if there are none.
fn line_of_days_not_started<'a>(
    terminal: Terminal,
    days: impl Iterator<Item = &'a DayRecord>,
) -> String {
    let not_started: Vec<Puzzle> = days
        .filter(|day| day.is_unlocked && !day.is_known())
        .map(|day| day.puzzle)
        .collect();
    if not_started.is_empty() {
        return String::new();
    }
    let mut words = plural(not_started.len(), "open day") + " not started";
    if not_started.len() <= MAX_NAMED {
        words += &format!(": {}", puzzle_list(not_started));
    }
    text_line(terminal, DIM, words)
}

#[cfg(test)]
mod tests;
