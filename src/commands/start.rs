//! `aoc start`: prepares a puzzle with the steps of other commands.

use std::panic::resume_unwind;
use std::thread;

use chrono::{DateTime, TimeDelta, Utc};
use clap::Args;

use crate::app::args::SelectionArgs;
use crate::app::{App, SiteAccess};
use crate::download::fetch::{FetchResult, fetch};
use crate::download::{AtUnlock, DownloadPlan, Downloader};
use crate::error::{CliError, Exit, HasExit, Result};
use crate::examples::{self, report_missing_examples};
use crate::inputs::InputId;
use crate::puzzle::{
    DaySpan, MAX_START_WAIT, Puzzle, PuzzleScope, Selector, due, next_unlock, next_unlock_hint,
    unlock,
};
use crate::site::{FailureScope, UnlockState};
use crate::steps::Resolver;
use crate::steps::browser::{open_page, show_openings};
use crate::steps::editor::Editor;
use crate::steps::first_look::look_at_input;
use crate::steps::login::{ensure_session, log_in};
use crate::steps::new_day::{new_days, show_new_days};
use crate::steps::selection::only_puzzle;
use crate::terminal::{LocalOffset, ResultList, shown_day_and_time};
use crate::watch::{WatchPlan, watch};

const SCOPE: PuzzleScope = PuzzleScope::NewFiles;

/// Wait for the unlock, fetch, create the day's file, open it, watch
///
/// Does everything that comes before the first line of a solution: waits for the
/// unlock, with a session that the site accepts, downloads the input and the page,
/// creates the day's file, opens the puzzle in the browser and the file in the
/// editor, and watches the file. Without a selector it starts the puzzle that unlocks
/// soon, else today's, else the day that was edited last. Each step has a flag that
/// leaves it out.
#[derive(Args)]
#[command(add = SCOPE, after_help = "\
Examples:
  aoc start                       wait for the next puzzle, or start today's
  aoc start --no-edit --no-watch  fetch and create the file")]
pub struct StartArgs {
    #[command(flatten)]
    selection: SelectionArgs,
    /// Do not wait for the unlock and download nothing
    #[arg(long)]
    no_fetch: bool,
    /// Do not create the day's file
    #[arg(long)]
    no_new: bool,
    /// Do not open the puzzle in the browser
    #[arg(long)]
    no_open: bool,
    /// Do not open the day's file in the editor
    #[arg(long)]
    no_edit: bool,
    /// End when everything is ready
    #[arg(long)]
    no_watch: bool,
}

/// `app` is mutable because a new session replaces one that the site refuses.
pub fn run(mut app: App, args: &StartArgs) -> Result<Exit> {
    if args.selection.is_empty() && !args.no_fetch && needs_site_time(&app.site) {
        ensure_session(&mut app)?;
    }
    let puzzle = puzzle_to_start(Resolver::new(&app), &args.selection)?;
    // A missing editor is reported before the countdown.
    let editor = if args.no_edit {
        None
    } else {
        editor_or_note(&app)
    };
    let mut exit = Exit::Done;
    if !args.no_fetch {
        refuse_long_wait(Resolver::new(&app), puzzle)?;
        let fetched = download(&mut app, puzzle)?;
        exit = fetched.exit();
        if matches!(exit, Exit::Session | Exit::Locked)
            && !app.workspace.store()?.has_input(puzzle, &InputId::Own)
        {
            app.ui.note("--no-fetch starts without the input");
            return Ok(exit);
        }
    }
    let begun_day = look_at_input(&app.ui, &app.site, &app.workspace, puzzle).then_some(puzzle);
    if !args.no_new {
        let days = new_days(&app.ui, &app.workspace, &[puzzle])?;
        show_new_days(&app.ui, &days)?;
    }
    let file = match &editor {
        Some(_) => app.workspace.project()?.day_file(puzzle),
        None => None,
    };
    let editor = editor.as_ref().zip(file.as_deref());
    // The browser and the editor start at the same time, because each is observed for a while after
    // its start.
    let (opening, is_editor_beside) = thread::scope(|scope| {
        let opening = (!args.no_open).then(|| scope.spawn(|| open_page(&app, puzzle)));
        let is_editor_beside = !args.no_watch
            && editor.is_some_and(|(editor, file)| editor.open_beside(&app.launcher, file));
        let opened =
            opening.map(|opening| opening.join().unwrap_or_else(|panic| resume_unwind(panic)));
        (opened, is_editor_beside)
    });
    if let Some(opening) = opening {
        show_openings(&app, vec![(puzzle, opening)])?;
    }
    // Earlier requests may have failed because the site was down. It may be up again.
    app.site.reset_failures();
    // The project is read again, because the year may now have a package.
    let app = app.reload(app.ui, &app.site.shared)?;
    if let Some((editor, file)) = editor
        && !is_editor_beside
    {
        if !args.no_watch {
            app.ui.note(format!(
                "watching begins when the editor ends; `aoc watch {puzzle}` in another terminal \
                 begins at once"
            ));
        }
        // `watch` follows even after a failure, because the user may have another editor.
        if let Err(error) = editor.edit(&app.launcher, &[file]) {
            exit = exit.or(app.ui.error(&error));
        }
    }
    if args.no_watch {
        return Ok(exit);
    }
    let plan = WatchPlan {
        selectors: vec![Selector::Days(DaySpan::of(puzzle))],
        begun_day,
        ..WatchPlan::default()
    };
    Ok(watch(app, &plan)?.or(exit))
}

/// The editor. Prints a note if there is none.
fn editor_or_note(app: &App) -> Option<Editor> {
    match Editor::find(&app.launcher, &app.settings) {
        Ok(editor) => Some(editor),
        Err(why) => {
            app.ui.note(format!("{why}; starting without one"));
            None
        }
    }
}

/// Downloads the input and the page. Waits for the unlock of a locked puzzle, and asks the user for
/// another session if the site refuses the current one.
fn download(app: &mut App, puzzle: Puzzle) -> Result<FetchResult> {
    loop {
        let plan = DownloadPlan {
            at_unlock: AtUnlock::WaitAndCheckSession,
            ..DownloadPlan::default()
        };
        let downloader = Downloader::new(&app.ui, &app.site, &app.workspace, plan)?;
        let result = fetch(&downloader, puzzle);
        result.show_problem(&app.ui);
        if let Some(failure) = result.failure()
            && failure.exit() == Exit::Session
            && log_in(app)
        {
            continue;
        }
        result.show_note(&app.ui);
        let results = [&result];
        app.ui
            .show("fetch", &ResultList { results }, || result.lines())?;
        let found = examples::find(&app.site, &app.workspace, puzzle).unwrap_or_default();
        if let Some(missing) = examples::missing_example(&app.workspace, puzzle, &found) {
            let pages = vec![(puzzle, missing)];
            report_missing_examples(&app.ui, app.site.shown_messages(), &app.workspace, pages)?;
        }
        return Ok(result);
    }
}

/// True if the choice of the puzzle depends on a clock that may be wrong, and the site can be asked
/// for its time: an event may be running, and no reply has shown the site's time yet.
fn needs_site_time(site: &SiteAccess) -> bool {
    let time = site.time();
    if time.is_measured() || !site.can_request(FailureScope::Session) {
        return false;
    }
    let day = TimeDelta::days(1);
    let now = time.now();
    [now - day, now, now + day]
        .into_iter()
        .any(|now| due(now).is_some())
}

/// The selected puzzle, or without a selector the first that exists of these: the puzzle that
/// unlocks soon, today's puzzle, the day that was edited last.
fn puzzle_to_start(resolver: Resolver, selection: &SelectionArgs) -> Result<Puzzle> {
    if !selection.is_empty() {
        return only_puzzle(&resolver.select(selection, SCOPE)?);
    }
    let now = resolver.app.site.time().now();
    if let Some(puzzle) = due(now) {
        resolver.app.ui.note(format!("starting {puzzle}"));
        return Ok(puzzle);
    }
    let puzzle = only_puzzle(&resolver.select(selection, SCOPE)?)?;
    resolver.app.ui.note(format!(
        "starting {puzzle}, which was edited last{}",
        next_note(now, resolver.app.environment.local_offset)
    ));
    Ok(puzzle)
}

/// The note that no puzzle unlocks before the next event.
fn next_note(now: DateTime<Utc>, local_offset: LocalOffset) -> String {
    let Some(next) = next_unlock(now) else {
        return String::new();
    };
    let time = shown_day_and_time(unlock(next), local_offset);
    let hint = next_unlock_hint(now);
    format!(": nothing unlocks until {next} on {time}{hint}")
}

/// Fails if the unlock is days away. The error suggests an unlocked puzzle.
fn refuse_long_wait(resolver: Resolver, puzzle: Puzzle) -> Result<()> {
    let store = resolver.app.workspace.store()?;
    let UnlockState::Locked(wait) = resolver.app.site.unlock_state(Some(store), puzzle) else {
        return Ok(());
    };
    if wait.left <= MAX_START_WAIT {
        return Ok(());
    }
    let unlock = wait.until_when(resolver.app.environment.local_offset);
    let other = resolver.facts().unlocked_puzzle();
    Err(CliError::new(
        Exit::Locked,
        format!(
            "{puzzle} unlocks {unlock}; --no-fetch starts without waiting, and `aoc start {other}` \
             starts a puzzle that is unlocked"
        ),
    ))
}

#[cfg(test)]
mod tests {
    use chrono::Offset;

    use super::*;

    #[test]
    fn after_the_last_known_day_the_next_unlock_may_be_sooner() {
        let ask = " as far as is known; from its first day on, `aoc calendar 2031` asks the site";
        for (now, next, hint) in [
            ("2024-12-26T05:00:00Z", 2025, ""),
            ("2031-12-13T05:00:00Z", 2032, ask),
            ("2032-01-01T05:00:00Z", 2032, ""),
        ] {
            let note = next_note(now.parse().unwrap(), |_| Utc.fix());
            let expected =
                format!(": nothing unlocks until {next}/1 on {next}-12-01 at 05:00 UTC{hint}");
            assert_eq!(note, expected, "{now}");
        }
    }
}
