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

use super::changes::FollowedFiles;
use super::file_checks::FileChecks;
use super::keys::{DROP_ORDER, KeyRow, WatchAction, WatchedDay, all_keys, shown_keys};
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
    let resolver = Resolver::new(&app);
    let selected = match &plan.selectors[..] {
        [] if project.days()?.is_empty() => Vec::new(),
        // This may be the template of a locked puzzle, because the user prepares that day.
        [] => resolver.resolve(&[Selector::Latest], PuzzleScope::Solutions)?,
        selectors => resolver.resolve(selectors, PuzzleScope::Solutions)?,
    };
    let day = project.latest_day(selected);
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
    WatchLoop::new(app, plan, keys, sender, files).run(&events)
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
    Ended(RoundEnd),
}

/// The result of a round, or its panic.
type RoundEnd = thread::Result<Result<(), SubmitError>>;

/// The round that a key or a save requests.
#[derive(Debug)]
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

/// A running round.
struct Round {
    puzzle: Puzzle,
    work: Work,
    cancel: CancelToken,
    then: Then,
}

/// What happens after the running round.
#[derive(Debug)]
enum Then {
    /// The loop waits for a key or a save.
    Wait,
    /// The round was stopped for this one. A newer key or save replaces it.
    Start(NextRound),
    /// The round was stopped because the program ends.
    End,
}

impl Round {
    /// Stops the round. If the request of a submission is already being sent, the round continues
    /// to its end.
    fn stop(&mut self, then: Then) {
        self.cancel.cancel();
        self.then = then;
    }

    /// True if the round that starts after this one submits an answer.
    fn is_followed_by_submission(&self) -> bool {
        matches!(&self.then, Then::Start(next) if next.work.submits())
    }
}

/// The last submission, if its answer was refused.
#[derive(Debug, PartialEq)]
struct RefusedAnswer {
    /// The option that submits the answer anyway.
    lifted_by: Override,
    /// The submission with its options and this one. Options add up: an answer may come too soon
    /// and also fail an example.
    retry: Work,
}

struct WatchLoop<'a> {
    /// The output of the next round.
    ui: Ui,
    /// The verbosity while the key for details is off.
    verbosity_without_details: Verbosity,
    /// The session of the next round.
    shared_session: Arc<SharedSession>,
    /// The `App` of the running or the last round, shared with the thread of that round.
    app: Arc<App>,
    plan: &'a WatchPlan,
    /// The keys. `None` if stdin is not a terminal.
    keys: Option<Keys>,
    sender: Sender<Event>,
    files: FileChecks,
    /// The days whose [first look](look_at_input) is recorded.
    begun_days: BTreeSet<Puzzle>,
    running: Option<Round>,
    /// The answer that was refused. The next submission or a change of the day's files clears it.
    refused: Option<RefusedAnswer>,
    /// True if the next round does not clear the screen.
    keeps_screen: bool,
}

impl<'a> WatchLoop<'a> {
    fn new(
        app: App,
        plan: &'a WatchPlan,
        keys: Option<Keys>,
        sender: Sender<Event>,
        files: FileChecks,
    ) -> Self {
        Self {
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
            refused: None,
            keeps_screen: true,
        }
    }

    /// Handles events until a key, an error or the end of a round ends the program. Then a round
    /// that still runs is stopped, and all events but its end are ignored.
    fn run(mut self, events: &Receiver<Event>) -> Result<Exit> {
        self.request_round(Work::Run(RunKind::Plain).into())?;
        let result = loop {
            if let Some(result) = self.handle_event(events).transpose() {
                break result;
            }
        };
        let Some(mut round) = self.running.take() else {
            return result;
        };
        round.stop(Then::End);
        let end = events.iter().find_map(|event| match event {
            Event::Ended(end) => Some(end),
            Event::Files | Event::Key(_) => None,
        });
        match (
            self.leave_round(&round, end.expect("the loop has a sender")),
            &result,
        ) {
            // An interrupt always has its own exit code, even if an error ends the program.
            (Some(Exit::Interrupted), _) => Ok(Exit::Interrupted),
            (Some(Exit::ClosedPipe), Ok(_)) => Ok(Exit::ClosedPipe),
            _ => result,
        }
    }

    /// Waits for an event or for the next check of the files, and handles it. Returns the exit code
    /// if the program ends, and an error if it ends with this error.
    fn handle_event(&mut self, events: &Receiver<Event>) -> Result<Option<Exit>> {
        let exit = match events.recv_timeout(self.files.time_left()) {
            Ok(Event::Files) => {
                self.files.record_event();
                None
            }
            Ok(Event::Key(row)) => self.handle_key(row)?,
            Ok(Event::Ended(end)) => self.end_round(end)?,
            Err(_) => None,
        };
        if exit.is_none() && self.files.time_left().is_zero() {
            let running = self.running.as_ref();
            let replaces_submission = running.is_some_and(Round::is_followed_by_submission);
            if let Some(next) = self.check_files(replaces_submission)? {
                self.request_round(next)?;
            }
        }
        Ok(exit)
    }

    /// Does what the key is for. Returns the exit code if the key quits.
    fn handle_key(&mut self, row: &KeyRow) -> Result<Option<Exit>> {
        let is_submitting = self
            .running
            .as_ref()
            .is_some_and(|round| round.work.submits() || round.is_followed_by_submission());
        // A second press of the key must not submit the next part as well, and no other key may
        // replace a submission.
        if is_submitting && row.action != WatchAction::Quit {
            return Ok(None);
        }
        let day = self.watched_day();
        // A key that was pressed by mistake must not force a submission or claim a star.
        if let Some(reason) = row.refusal(day.as_ref()) {
            self.ui.note(reason);
            self.show_waiting();
            return Ok(None);
        }
        match row.action {
            WatchAction::Quit => return Ok(Some(Exit::Done)),
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
        Ok(None)
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
    /// replaces a round that was requested before. With `replaces_submission`, that round would have
    /// submitted an answer, and a note says that nothing was submitted.
    fn check_files(&mut self, replaces_submission: bool) -> Result<Option<NextRound>> {
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
        if replaces_submission {
            self.note_stopped_submission();
        }
        Ok(Some(NextRound {
            work: Work::Run(RunKind::Plain),
            cause,
        }))
    }

    /// Starts a round now, or as soon as the running one has stopped. No round starts without a
    /// day. While the day's file is gone, only its page can be read.
    fn request_round(&mut self, next: NextRound) -> Result<()> {
        let Some(puzzle) = self.files.followed.current else {
            self.show_waiting();
            return Ok(());
        };
        if let Some(running) = &mut self.running {
            running.stop(Then::Start(next));
            return Ok(());
        }
        if !next.work.reads()
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
        if work.submits() {
            self.refused = None;
        }
        self.begin_day(puzzle);
        self.set_keys_paused(work, true);
        self.running = Some(Round {
            puzzle,
            work,
            cancel: app.launcher.cancel.clone(),
            then: Then::Wait,
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
            let keeps_screen = self.keeps_screen || work.submits() || !self.ui.stdout.interactive;
            let separator = if keeps_screen { "\n" } else { CLEAR_SCREEN };
            write_raw(&mut stdout(), separator.as_bytes())?;
        }
        self.keeps_screen = false;
        Ok(())
    }

    /// Cleans up after the round that has ended. Starts the next one if a key or a save has
    /// requested it. Returns the exit code if the program ends with the round.
    fn end_round(&mut self, end: RoundEnd) -> Result<Option<Exit>> {
        let mut round = self.running.take().expect("a round was running");
        let exit = self.leave_round(&round, end);
        if exit.is_some() {
            return Ok(exit);
        }
        self.follow_build();
        if let Some(save) = self.check_files(round.is_followed_by_submission())? {
            round.then = Then::Start(save);
        }
        if let Then::Start(next) = round.then {
            // The text of a page or the verdict on an answer stays visible.
            self.keeps_screen = round.work.reads() || round.work.submits();
            self.request_round(next)?;
        } else {
            // The next round would clear the screen, and begins its own day.
            self.begin_day(round.puzzle);
            self.show_waiting();
        }
        Ok(None)
    }

    /// Listens for keys again after a round, and shows its error. Returns the exit code if the round
    /// ends the program.
    fn leave_round(&mut self, round: &Round, end: RoundEnd) -> Option<Exit> {
        self.set_keys_paused(round.work, false);
        let end = end.unwrap_or_else(|panic| resume_unwind(panic));
        // The user may interrupt a round that is being stopped for another reason.
        if was_interrupted() {
            return Some(Exit::Interrupted);
        }
        if let Err(problem) = end {
            match after_error(round.work, &round.then, &problem) {
                AfterError::Ignore => {}
                AfterError::NoteStopped => self.note_stopped_submission(),
                AfterError::Exit(exit) => return Some(exit),
                AfterError::Show => {
                    self.ui.error(&problem.error);
                }
                AfterError::ShowRefusal(refused) => {
                    self.refused = Some(refused);
                    self.ui.error(&problem.error);
                }
            }
        }
        is_stdout_closed().then_some(Exit::ClosedPipe)
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
            && work.reads()
        {
            keys.set_paused(paused);
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
        let day = records.day(puzzle);
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
                share_line(day)
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
        let has_keys = self.ui.has_keys;
        let keys = has_keys.then(|| shown_keys(self.watched_day().as_ref()));
        let day = self.files.followed.current;
        self.print_status(&waiting_lines(self.ui.stderr, day, keys, DROP_ORDER));
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

/// Decides how to react to the error of a round, after which `then` happens.
fn after_error(work: Work, then: &Then, problem: &SubmitError) -> AfterError {
    let error = &problem.error;
    let is_interrupt = error.is_interrupted();
    match (then, work, problem.lifted_by) {
        (Then::Start(_), ..) if is_interrupt && work.submits() => AfterError::NoteStopped,
        // A submission that was stopped may still have another error to show.
        (Then::Start(_) | Then::End, ..) if is_interrupt || !work.submits() => AfterError::Ignore,
        _ if is_interrupt || error.exit == Exit::ClosedPipe => AfterError::Exit(error.exit),
        // The change that stops a submission may also change the answer.
        (Then::Wait, Work::Submit { part, overrides }, Some(lifted_by)) => {
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
    use crate::app::args::GlobalArgs;
    use crate::error::CliError;
    use crate::files::Locks;
    use crate::inputs::Store;
    use crate::submit::Overrides;
    use crate::testing::{environment, project};

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

    /// The submission that runs when the project is deleted takes time to stop. Meanwhile, the user
    /// presses the key that quits.
    #[test]
    fn the_error_that_ends_watch_is_kept_until_the_round_has_stopped() {
        let (temp, project) = project(&[]);
        let app = App::new(environment(temp.path(), &[]), &GlobalArgs::default());
        let store = Store::new(temp.path().join("inputs"), Locks { cache_dir: None });
        let followed = FollowedFiles::new(project, store, None);
        let files = FileChecks::new(&app.ui, followed, true, || {});
        let plan = WatchPlan::default();
        let (sender, events) = channel();
        let mut watch_loop = WatchLoop::new(app, &plan, None, sender.clone(), files);
        let cancel = CancelToken::default();
        watch_loop.running = Some(Round {
            puzzle: Puzzle::of(2020, 1),
            work: Work::Submit {
                part: None,
                overrides: Overrides::default(),
            },
            cancel: cancel.clone(),
            then: Then::Wait,
        });
        drop(temp);
        let quit = row_of('q').expect("a key with an action");
        // The files are checked after the first event.
        for event in [Event::Files, Event::Key(quit), Event::Ended(Ok(Ok(())))] {
            sender.send(event).expect("a receiver");
        }
        let error = watch_loop.run(&events).expect_err("the project is gone");
        assert!(error.to_string().contains("is gone"), "{error}");
        assert!(cancel.is_cancelled());
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
        let starts = || Then::Start(run.into());
        let offer = || {
            AfterError::ShowRefusal(RefusedAnswer {
                lifted_by: Override::Wait,
                retry: submit_with(Overrides::default().with(Override::Wait)),
            })
        };
        // The columns are for an interrupt, for a closed stdout, for a refusal, and for a refusal
        // that an option lifts.
        for (work, then, expected) in [
            (run, Then::Wait, [ended(), closed(), show(), show()]),
            (run, starts(), [ignore(), ignore(), ignore(), ignore()]),
            (run, Then::End, [ignore(), ignore(), ignore(), ignore()]),
            (submit, Then::Wait, [ended(), closed(), show(), offer()]),
            (submit, starts(), [note(), closed(), show(), show()]),
            (submit, Then::End, [ignore(), closed(), show(), show()]),
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
                after_error(work, &then, &problem)
            });
            assert_eq!(follows, expected, "{work:?} {then:?}");
        }
    }
}
