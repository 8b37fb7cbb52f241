//! The rounds of `watch`, which runs a day whenever its files are saved.
//!
//! Each round does its work on a separate thread. The main thread watches files and keys. A newer
//! event cancels the round's token, and the next round starts when the old one has ended.

use std::collections::BTreeSet;
use std::io::stdout;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

use super::changes::FollowedFiles;
use super::file_checks::FileChecks;
use super::keys::{KeyRow, WatchAction, WatchedDay, all_keys, shown_keys};
use super::work::{RunKind, Work, perform};
use crate::app::{App, SharedSession, Ui, was_interrupted, watch_key};
use crate::cargo::last_sources;
use crate::error::{Exit, Result};
use crate::execution::{BuildMode, SharedRunArgs, build_profile};
use crate::processes::CancelToken;
use crate::puzzle::{Puzzle, PuzzleScope, Selector};
use crate::records::share_line;
use crate::reporter::{key_lines, waiting_lines};
use crate::steps::Resolver;
use crate::steps::first_look::look_at_input;
use crate::submit::{Override, SubmitError};
use crate::terminal::style::DIM;
use crate::terminal::{Keys, Verbosity, copy_sequence, is_stdout_closed, text_line, write_raw};

const CLEAR_SCREEN: &str = "\x1b[H\x1b[2J";

/// The days to watch, and the options of their runs.
#[derive(Default)]
pub struct WatchPlan {
    /// The days that may be followed. Empty means all days.
    pub selectors: Vec<Selector>,
    pub options: SharedRunArgs,
    /// True to check the files twice a second, instead of using the system's events.
    pub poll: bool,
    /// The day that `start` has already [begun](look_at_input). `None` if it had no input.
    pub begun_day: Option<Puzzle>,
}

/// Runs the day that was edited last, and again whenever its files are saved. A key or a signal
/// ends it.
pub fn watch(app: App, plan: &WatchPlan) -> Result<Exit> {
    let project = app.workspace.project()?;
    let has_days = !project.days()?.is_empty();
    let day = if has_days || !plan.selectors.is_empty() {
        project.latest_day(Resolver::new(&app).resolve(&plan.selectors, PuzzleScope::Solutions)?)
    } else {
        None
    };
    let (sender, events) = channel();
    let store = app.workspace.store()?.clone();
    let followed = FollowedFiles::new(project.clone(), store, day);
    let file_sender = sender.clone();
    let files = FileChecks::new(&app.ui, followed, plan.poll, move || {
        drop(file_sender.send(Event::Files));
    });
    let has_sequences = app.ui.stdout.interactive || app.ui.stderr.interactive;
    let key_sender = sender.clone();
    let keys = Keys::listen(has_sequences, move |key| {
        let Some(row) = row_of(key) else {
            return true;
        };
        // After the last key, the terminal belongs to the shell.
        key_sender.send(Event::Key(row)).is_ok() && row.action != WatchAction::Quit
    });
    let watch_loop = WatchLoop {
        ui: Ui {
            has_keys: keys.is_some(),
            ..app.ui
        },
        verbosity_without_details: match app.ui.verbosity {
            Verbosity::Quiet => Verbosity::Quiet,
            Verbosity::Normal | Verbosity::Verbose => Verbosity::Normal,
        },
        shared_session: Arc::clone(&app.site.shared),
        app: Arc::new(app),
        plan,
        keys,
        sender,
        files,
        begun_days: plan.begun_day.into_iter().collect(),
        running: None,
        next: None,
        refused: None,
        keeps_screen: true,
        exit: None,
    };
    watch_loop.run(&events)
}

/// The row of a key. Enter runs the day again, and the end of the terminal quits.
fn row_of(key: char) -> Option<&'static KeyRow> {
    match key {
        Keys::ENTER => KeyRow::of_key(watch_key::RUN),
        Keys::END => KeyRow::of_key(watch_key::QUIT),
        _ => KeyRow::of_key(key),
    }
}

enum Event {
    /// Files have changed.
    Files,
    Key(&'static KeyRow),
    /// A round has ended, or panicked.
    Ended(thread::Result<Result<(), SubmitError>>),
}

/// The round that a key or a save requests.
struct NextRound {
    work: Work,
    /// The changes that caused the round, in words. `None` if a key caused it.
    cause: Option<String>,
}

impl From<Work> for NextRound {
    fn from(work: Work) -> Self {
        Self { work, cause: None }
    }
}

/// A running round, and the token that stops it.
struct Round {
    puzzle: Puzzle,
    work: Work,
    cancel: CancelToken,
}

/// The last submission, if its answer was refused.
#[derive(Debug, PartialEq)]
struct RefusedAnswer {
    /// The option that submits the answer anyway.
    lifted_by: Override,
    /// The submission with its options and this one. It needs two options if the answer is too
    /// early and an example fails.
    retry: Work,
}

struct WatchLoop<'a> {
    /// The output of the next round.
    ui: Ui,
    /// The verbosity while the key for details is off.
    verbosity_without_details: Verbosity,
    /// The session of the next round.
    shared_session: Arc<SharedSession>,
    /// The `App` of the last round. The thread of that round may still use it.
    app: Arc<App>,
    plan: &'a WatchPlan,
    /// The keys. `None` if stdin is not a terminal.
    keys: Option<Keys>,
    sender: Sender<Event>,
    files: FileChecks,
    /// The days whose [first look](look_at_input) is recorded.
    begun_days: BTreeSet<Puzzle>,
    running: Option<Round>,
    /// The round that starts when the running one has stopped. A newer key or save replaces it.
    next: Option<NextRound>,
    /// The answer that was refused. The next submission or a change of the day's files clears it.
    refused: Option<RefusedAnswer>,
    /// True if the next round does not clear the screen.
    keeps_screen: bool,
    /// The result with which the program ends when no round is running. `None` while it continues.
    exit: Option<Result<Exit>>,
}

impl WatchLoop<'_> {
    fn run(mut self, events: &Receiver<Event>) -> Result<Exit> {
        self.request_round(Work::Run(RunKind::Plain).into())?;
        if self.files.followed.current.is_none() {
            self.show_waiting();
        }
        loop {
            if self.running.is_none()
                && let Some(exit) = self.exit.take()
            {
                return exit;
            }
            if let Err(error) = self.wait_for_event(events) {
                self.exit.get_or_insert(Err(error));
                self.stop();
            }
        }
    }

    /// Waits for an event or for the next check of the files, and handles it.
    fn wait_for_event(&mut self, events: &Receiver<Event>) -> Result<()> {
        let left = match &self.exit {
            None => self.files.time_left(),
            Some(_) => Duration::MAX,
        };
        match events.recv_timeout(left) {
            Ok(Event::Files) => self.files.record_event(),
            Ok(Event::Key(row)) => self.handle_key(row)?,
            Ok(Event::Ended(end)) => self.end_round(end)?,
            Err(_) => {}
        }
        if self.exit.is_none()
            && self.files.time_left().is_zero()
            && let Some(next) = self.check_files()?
        {
            self.request_round(next)?;
        }
        Ok(())
    }

    fn handle_key(&mut self, row: &KeyRow) -> Result<()> {
        let running = self.running.as_ref().map(|round| &round.work);
        let requested = self.next.as_ref().map(|next| &next.work);
        let mut rounds = running.into_iter().chain(requested);
        let is_submitting = rounds.any(|work| work.policy().submits);
        // A second press of the key must not submit the next part as well, and no other key may
        // replace a submission.
        if is_submitting && row.action != WatchAction::Quit {
            return Ok(());
        }
        let day = self.watched_day();
        // A key that was pressed by mistake must not force a submission or claim a star.
        if let Some(reason) = row.refusal(day.as_ref()) {
            self.ui.note(reason);
            self.show_waiting();
            return Ok(());
        }
        match row.action {
            WatchAction::Quit => {
                self.exit = Some(Ok(Exit::Done));
                self.stop();
            }
            WatchAction::Help => {
                self.print_status(&key_lines(self.ui.stderr, all_keys()));
                self.show_waiting();
            }
            WatchAction::Share => {
                if let Some(line) = day.and_then(|day| day.share_line) {
                    self.copy_line(&line)?;
                }
                self.show_waiting();
            }
            WatchAction::RunAgain => {
                // The user may have a new session.
                self.shared_session = Arc::new(self.shared_session.renewed());
                self.request_round(Work::Run(RunKind::Plain).into())?;
            }
            WatchAction::Details => {
                self.toggle_details();
                self.request_round(Work::Run(RunKind::Plain).into())?;
            }
            WatchAction::Round(work) => self.request_round(work.into())?,
            WatchAction::SubmitWith(_) => {
                if let Some(refused) = &self.refused {
                    self.request_round(refused.retry.into())?;
                }
            }
        }
        Ok(())
    }

    /// Copies a line with the help of the terminal, which may refuse it without a reply.
    fn copy_line(&self, line: &str) -> Result<()> {
        write_raw(&mut stdout(), copy_sequence(line).as_bytes())?;
        self.ui
            .note(format!("copied, if the terminal allows it: {line}"));
        Ok(())
    }

    fn toggle_details(&mut self) {
        self.ui.verbosity = match self.ui.verbosity {
            Verbosity::Verbose => self.verbosity_without_details,
            Verbosity::Normal | Verbosity::Quiet => Verbosity::Verbose,
        };
    }

    /// Checks all files. Returns a round that runs the day if changes affect the day. This round
    /// replaces a round that was requested before. If that round would have submitted an answer, a
    /// note says that nothing was submitted.
    fn check_files(&mut self) -> Result<Option<NextRound>> {
        let resolver = Resolver::new(&self.app);
        let selectors = &self.plan.selectors;
        let cause = self.files.check(&self.ui, &|puzzle| {
            if selectors.is_empty() {
                return true;
            }
            resolver
                .resolve_silently(selectors, PuzzleScope::Solutions)
                .is_ok_and(|selected| selected.puzzles.contains(&puzzle))
        })?;
        if cause.is_none() {
            return Ok(None);
        }
        self.refused = None;
        if self
            .next
            .as_ref()
            .is_some_and(|next| next.work.policy().submits)
        {
            self.note_stopped_submission();
        }
        Ok(Some(NextRound {
            work: Work::Run(RunKind::Plain),
            cause,
        }))
    }

    /// Stops the running round. If the request of a submission is already being sent, the round
    /// continues to its end.
    fn stop(&self) {
        if let Some(running) = &self.running {
            running.cancel.cancel();
        }
    }

    /// Starts a round now, or as soon as the running one has stopped. No round starts without a
    /// day, or while the program is ending. While the day's file is gone, only its page can be
    /// read.
    fn request_round(&mut self, next: NextRound) -> Result<()> {
        let Some(puzzle) = self.files.followed.current else {
            return Ok(());
        };
        if self.exit.is_some() {
            return Ok(());
        }
        if self.running.is_some() {
            self.stop();
            self.next = Some(next);
            return Ok(());
        }
        if next.work.policy().needs_code
            && let Some(file) = self.files.followed.deleted_file()
        {
            let file = self.files.followed.shown(&file);
            self.ui.warning(format!(
                "{file} is gone; the day runs when it is there again"
            ));
            self.show_waiting();
            return Ok(());
        }
        self.start_round(puzzle, next)
    }

    /// Starts a round on its own thread.
    fn start_round(&mut self, puzzle: Puzzle, next: NextRound) -> Result<()> {
        let work = next.work;
        self.begin_output(work)?;
        if let Some(cause) = next.cause {
            self.print_status(&text_line(self.ui.stderr, DIM, &cause));
        }
        // The size of the terminal may have changed, too.
        let app = match self.app.reload(self.ui, &self.shared_session) {
            Ok(app) => Arc::new(app),
            Err(error) => {
                self.ui.error(&error);
                self.show_waiting();
                return Ok(());
            }
        };
        app.site.reset_failures();
        self.ui = app.ui;
        self.shared_session = Arc::clone(&app.site.shared);
        self.app = Arc::clone(&app);
        if let Ok(store) = app.workspace.store() {
            self.files.followed.replace_store(store);
        }
        if work.policy().submits {
            self.refused = None;
        }
        self.begin_day(puzzle);
        self.set_keys_paused(work, true);
        self.running = Some(Round {
            puzzle,
            work,
            cancel: app.launcher.cancel.clone(),
        });
        let options = self.plan.options.clone();
        let sender = self.sender.clone();
        thread::spawn(move || {
            let performed = AssertUnwindSafe(|| perform(work, &app, &options, puzzle));
            let _ = sender.send(Event::Ended(catch_unwind(performed)));
        });
        Ok(())
    }

    /// Clears the screen, or separates the round's output from what stays on the screen.
    fn begin_output(&mut self, work: Work) -> Result<()> {
        if !self.ui.json {
            let keeps_screen =
                self.keeps_screen || work.policy().submits || !self.ui.stdout.interactive;
            let separator = if keeps_screen { "\n" } else { CLEAR_SCREEN };
            write_raw(&mut stdout(), separator.as_bytes())?;
        }
        self.keeps_screen = false;
        Ok(())
    }

    /// Cleans up after the round that has ended. Starts the next one if a key or a save has
    /// requested it.
    fn end_round(&mut self, end: thread::Result<Result<(), SubmitError>>) -> Result<()> {
        let round = self.running.take().expect("a round was running");
        let work = round.work;
        self.set_keys_paused(work, false);
        let end = end.unwrap_or_else(|panic| resume_unwind(panic));
        if was_interrupted() {
            // The user may interrupt a round that is being stopped for another reason.
            self.exit = Some(Ok(Exit::Interrupted));
        } else if let Err(error) = end {
            self.handle_error(&round, &error);
        }
        if is_stdout_closed() {
            self.exit.get_or_insert(Ok(Exit::ClosedPipe));
        }
        if self.exit.is_some() {
            return Ok(());
        }
        self.follow_build();
        let Some(next) = self.check_files()?.or(self.next.take()) else {
            // The next round would clear the screen, and begins its own day.
            self.begin_day(round.puzzle);
            self.show_waiting();
            return Ok(());
        };
        self.keeps_screen = work.policy().keeps_output_on_screen;
        self.request_round(next)
    }

    /// Calls [`look_at_input`] until the day has its input. This is done before each round, and
    /// also after it, because a round may download the input.
    fn begin_day(&mut self, puzzle: Puzzle) {
        let App {
            ui,
            site,
            workspace,
            ..
        } = &*self.app;
        if !self.begun_days.contains(&puzzle) && look_at_input(ui, site, workspace, puzzle) {
            self.begun_days.insert(puzzle);
        }
    }

    /// Stops listening for keys while a round uses the terminal, or listens again.
    fn set_keys_paused(&self, work: Work, paused: bool) {
        if let Some(keys) = &self.keys
            && work.policy().uses_terminal
        {
            keys.set_paused(paused);
        }
    }

    /// Shows the error of a round, or reacts as [`after_error`] decides.
    fn handle_error(&mut self, round: &Round, problem: &SubmitError) {
        let is_cancelled = round.cancel.is_cancelled();
        match after_error(round.work, is_cancelled, self.exit.is_some(), problem) {
            AfterError::Ignore => {}
            AfterError::NoteStopped => self.note_stopped_submission(),
            AfterError::Exit(exit) => self.exit = Some(Ok(exit)),
            AfterError::Show => {
                self.ui.error(&problem.error);
            }
            AfterError::ShowRefusal(refused) => {
                self.refused = Some(refused);
                self.ui.error(&problem.error);
            }
        }
    }

    /// Tells the user that a save has stopped a submission.
    fn note_stopped_submission(&self) {
        let submit = watch_key::SUBMIT;
        self.ui.note(format!(
            "nothing was submitted because a file changed; the key {submit} submits the new answer"
        ));
    }

    /// Follows the files that the day was last built from.
    fn follow_build(&mut self) {
        if let Some(puzzle) = self.files.followed.current
            && let Ok(project) = self.app.workspace.project()
        {
            let profile = build_profile(&self.plan.options.build, BuildMode::RUN);
            let built = last_sources(project, puzzle, profile);
            self.files.followed.record_build(built);
        }
    }

    /// The facts that decide which keys are offered. `None` while the project has no day.
    fn watched_day(&self) -> Option<WatchedDay> {
        let puzzle = self.files.followed.current?;
        let mut records = self.app.site.records(&self.app.workspace);
        let day = records.day(puzzle).clone();
        let open_part = day.stars.open_part();
        Some(WatchedDay {
            open_part,
            alternative_of: self.plan.options.alt.as_ref().map(|_| puzzle),
            is_last_star_open: open_part.is_some_and(|part| day.answers.is_last_star(part)),
            lifted_by: self.refused.as_ref().map(|answer| answer.lifted_by),
            has_only_likely_example: day.has_only_likely_example(),
            // An alternative has no trace.
            has_trace: self.plan.options.alt.is_none()
                && day.code.as_ref().is_some_and(|code| code.has_trace),
            share_line: if self.ui.stdout.interactive {
                share_line(&day)
            } else {
                None
            },
        })
    }

    /// Shows the watched day and the keys, unless a round is running.
    fn show_waiting(&self) {
        if self.running.is_some() {
            return;
        }
        let keys = self
            .keys
            .as_ref()
            .map(|_| shown_keys(self.watched_day().as_ref()));
        self.print_status(&waiting_lines(
            self.ui.stderr,
            self.files.followed.current,
            keys,
        ));
    }

    fn print_status(&self, lines: &str) {
        if !self.ui.is_quiet() {
            // A closed stderr does not stop the command.
            let _ = self.ui.write_stderr(lines);
        }
    }
}

/// The reaction to the error of a round.
#[derive(Debug, PartialEq)]
enum AfterError {
    /// Nothing, because something newer has stopped the round.
    Ignore,
    /// The user learns that nothing was submitted.
    NoteStopped,
    /// The program ends.
    Exit(Exit),
    /// The error is shown.
    Show,
    /// The error is shown, and a key can submit the refused answer anyway.
    ShowRefusal(RefusedAnswer),
}

/// Decides how to react to the error of a round. `is_cancelled` is true if the round was stopped,
/// and `is_exiting` if the program is ending.
fn after_error(
    work: Work,
    is_cancelled: bool,
    is_exiting: bool,
    problem: &SubmitError,
) -> AfterError {
    let error = &problem.error;
    let is_interrupt = error.is_interrupted();
    // A submission that was stopped may still have another error to show.
    if is_cancelled && (is_interrupt || !work.policy().submits) {
        return if work.policy().submits && !is_exiting {
            AfterError::NoteStopped
        } else {
            AfterError::Ignore
        };
    }
    match (work, problem.lifted_by) {
        _ if is_interrupt || error.exit == Exit::ClosedPipe => AfterError::Exit(error.exit),
        // The change that cancels a submission may also change the answer.
        (Work::Submit { part, overrides }, Some(lifted_by)) if !is_cancelled => {
            AfterError::ShowRefusal(RefusedAnswer {
                lifted_by,
                retry: Work::Submit {
                    part,
                    overrides: overrides.with(lifted_by),
                },
            })
        }
        _ => AfterError::Show,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::CliError;
    use crate::submit::Overrides;

    #[test]
    fn enter_runs_and_the_end_of_the_terminal_quits() {
        let run = WatchAction::RunAgain;
        for (pressed, action) in [
            ('r', Some(run)),
            ('\n', Some(run)),
            ('q', Some(WatchAction::Quit)),
            ('\u{4}', Some(WatchAction::Quit)),
            ('x', None),
        ] {
            let found = row_of(pressed).map(|row| row.action);
            assert_eq!(found, action, "{pressed:?}");
        }
    }

    #[test]
    fn the_error_of_a_round_is_shown_unless_the_round_was_stopped_or_the_program_ends() {
        let run = Work::Run(RunKind::Plain);
        let submit_with = |overrides| Work::Submit {
            part: None,
            overrides,
        };
        let submit = submit_with(Overrides::default());
        let ended = || AfterError::Exit(Exit::Interrupted);
        let closed = || AfterError::Exit(Exit::ClosedPipe);
        let show = || AfterError::Show;
        let ignore = || AfterError::Ignore;
        let note = || AfterError::NoteStopped;
        let offer = || {
            AfterError::ShowRefusal(RefusedAnswer {
                lifted_by: Override::Wait,
                retry: submit_with(Overrides::default().with(Override::Wait)),
            })
        };
        // The columns are for an interrupt, for a closed stdout, for a refusal, and for a refusal
        // that an option lifts.
        for (work, is_cancelled, is_exiting, expected) in [
            (run, false, false, [ended(), closed(), show(), show()]),
            (run, false, true, [ended(), closed(), show(), show()]),
            (run, true, false, [ignore(), ignore(), ignore(), ignore()]),
            (run, true, true, [ignore(), ignore(), ignore(), ignore()]),
            (submit, false, false, [ended(), closed(), show(), offer()]),
            (submit, false, true, [ended(), closed(), show(), offer()]),
            (submit, true, false, [note(), closed(), show(), show()]),
            (submit, true, true, [ignore(), closed(), show(), show()]),
        ] {
            let problems = [
                (Exit::Interrupted, None),
                (Exit::ClosedPipe, None),
                (Exit::Refused, None),
                (Exit::Refused, Some(Override::Wait)),
            ];
            let follows = problems.map(|(exit, lifted_by)| {
                let error = CliError::new(exit, "why");
                let problem = SubmitError { error, lifted_by };
                after_error(work, is_cancelled, is_exiting, &problem)
            });
            assert_eq!(follows, expected, "{work:?} {is_cancelled} {is_exiting}");
        }
    }
}
