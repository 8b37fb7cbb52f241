//! The rounds of `watch`, which runs a day whenever its files are saved.
//!
//! Each round does its work on a separate thread, while the main thread watches files and
//! keys. A newer event cancels the round's token, and the next round starts when it has
//! ended.

mod actions;

use std::any::Any;
use std::fmt::Display;
use std::io::{stderr, stdout};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use aoc_solution::Part;

use self::actions::Failure;
use super::build::{BuildMode, profile};
use super::inputs::tell_glance;
use super::last_runs::last_time;
use super::overview::stars_before_last;
use super::selection::Resolver;
use super::share_line::share_line;
use super::solved::known_stars;
use super::watch_keys::{WatchAction, all_keys, shown_keys};
use crate::app::args::RunOptions;
use crate::app::{App, Ui, was_interrupted};
use crate::cargo::built_from;
use crate::changes::{Follow, Searched, Watcher};
use crate::error::{Exit, Result, file_error};
use crate::processes::CancelToken;
use crate::project::source::has_trace;
use crate::puzzle::{Puzzle, PuzzleKind, Selector, is_last_star};
use crate::reporter::{key_lines, waiting_lines};
use crate::runner::MissingExample;
use crate::terminal::style::DIM;
use crate::terminal::{Keys, Verbosity, copy_sequence, plural, raw, text_line};

/// Events within this time belong to one save: an editor may empty a file before
/// writing it, or rename it and write a new one.
const BURST: Duration = Duration::from_millis(5);

/// The interval of checking the files in addition to events.
const HEARTBEAT: Duration = Duration::from_secs(2);

/// The interval if the system reports no events.
const POLL: Duration = Duration::from_millis(500);

const CLEAR_SCREEN: &str = "\x1b[H\x1b[2J";

/// What is watched, and how it is run.
#[derive(Default)]
pub struct WatchPlan {
    /// The days that may be followed; empty for all.
    pub selectors: Vec<Selector>,
    pub options: RunOptions,
    /// Whether the files are checked twice a second, without the system's events.
    pub poll: bool,
}

/// Runs the day that was edited last, and again whenever its files are saved, until a key
/// or a signal ends it.
pub fn watch(app: &App, plan: &WatchPlan) -> Result<Exit> {
    let project = app.workspace.project()?;
    let has_days = !project.days()?.is_empty();
    let day = if has_days || !plan.selectors.is_empty() {
        project.latest(Resolver::new(app).resolve(&plan.selectors, PuzzleKind::Solutions)?)
    } else {
        None
    };
    let (sender, events) = channel();
    let mut watcher = None;
    if !plan.poll {
        let sender = sender.clone();
        match Watcher::new(move || drop(sender.send(Event::Files))) {
            Ok(new) => watcher = Some(new),
            Err(error) => warn_of_polling(&app.ui, &error),
        }
    }
    let has_sequences = app.ui.stdout.interactive || app.ui.stderr.interactive;
    let key_sender = sender.clone();
    let keys = Keys::listen(has_sequences, move |key| {
        key_sender.send(Event::Key(key)).is_ok()
    });
    if let (Some(puzzle), true) = (day, keys.is_some()) {
        app.workspace.note_first_look(app.site.clock(), puzzle);
        tell_glance(&app.ui, &app.workspace, puzzle);
    }
    let store = app.workspace.store()?.clone();
    let mut own_app = app.reload()?;
    own_app.ui.has_keys = keys.is_some();
    let session = WatchSession {
        app: own_app,
        plan,
        keys,
        sender,
        watcher,
        follow: Follow::new(project.clone(), store, day),
        next_check: Instant::now(),
        running: None,
        next: None,
        cause: None,
        lift: None,
        keeps_screen: true,
        exit: None,
    };
    session.run(&events)
}

enum Event {
    /// Files have changed.
    Files,
    Key(char),
    /// A round has ended, and returns the `App` that it used.
    Ended(Box<App>, RoundEnd),
}

/// How a round has ended.
enum RoundEnd {
    Done,
    Failed(Failure),
    Panicked(Box<dyn Any + Send>),
}

/// A round that runs, and the token that stops it.
struct Round {
    action: WatchAction,
    cancel: CancelToken,
}

struct WatchSession<'a> {
    /// The `App` of the last round, whose verbosity and state of the site the next one gets.
    app: App,
    plan: &'a WatchPlan,
    /// `None` if stdin is not a terminal.
    keys: Option<Keys>,
    sender: Sender<Event>,
    /// `None` if files are polled.
    watcher: Option<Watcher>,
    follow: Follow,
    /// The time of the next check of the files.
    next_check: Instant,
    running: Option<Round>,
    /// The next round. A newer key or save replaces it.
    next: Option<WatchAction>,
    /// What changed since the last round.
    cause: Option<String>,
    /// The key that lifts the refusal of the last round.
    lift: Option<WatchAction>,
    /// Whether the screen is not cleared before the next round.
    keeps_screen: bool,
    /// If set, the program ends with this code once no round is running.
    exit: Option<Exit>,
}

impl WatchSession<'_> {
    fn run(mut self, events: &Receiver<Event>) -> Result<Exit> {
        self.request(WatchAction::Run)?;
        if self.follow.current.is_none() {
            self.show_waiting();
        }
        loop {
            if let (Some(exit), None) = (self.exit, &self.running) {
                return Ok(exit);
            }
            let left = self.next_check.saturating_duration_since(Instant::now());
            let event = events.recv_timeout(left);
            if left.is_zero() {
                self.check_files()?;
            }
            match event {
                Ok(Event::Files) => {
                    let soon = Instant::now() + BURST;
                    self.next_check = self.next_check.min(soon);
                }
                Ok(Event::Key(key)) => {
                    if let Some(action) = WatchAction::of_key(key) {
                        self.act(action)?;
                    }
                }
                Ok(Event::Ended(app, end)) => self.finish(*app, end)?,
                Err(_) => {}
            }
        }
    }

    fn act(&mut self, action: WatchAction) -> Result<()> {
        let running = self.running.as_ref();
        let is_submitting = running.is_some_and(|round| round.action.submits());
        match action {
            WatchAction::Quit => {
                self.exit = Some(Exit::Done);
                self.stop();
                return Ok(());
            }
            // A key that is pressed twice does not submit the next part as well.
            _ if is_submitting => return Ok(()),
            // Nothing is forced or claimed by a slip.
            _ if action.submits() && !self.offered().contains(&action) => {
                self.app.ui.note(why_not_offered(action));
                if running.is_none() {
                    self.show_waiting();
                }
                return Ok(());
            }
            WatchAction::Help => {
                self.print_status(&key_lines(self.app.ui.stderr, all_keys()));
                if running.is_none() {
                    self.show_waiting();
                }
                return Ok(());
            }
            WatchAction::Share => {
                self.copy_share_line()?;
                if running.is_none() {
                    self.show_waiting();
                }
                return Ok(());
            }
            // Failed downloads are tried again, with a session that may be new.
            WatchAction::Run => {
                self.app.site = self.app.site.retry();
                self.app.ui.forget_examples();
            }
            WatchAction::Details if self.app.ui.verbosity == Verbosity::Verbose => {
                self.app.ui.verbosity = Verbosity::Normal;
            }
            WatchAction::Details => self.app.ui.verbosity = Verbosity::Verbose,
            _ => {}
        }
        self.cause = None;
        self.request(action)
    }

    /// Checks all files, and runs the day if changes affect it. Returns whether they do.
    fn check_files(&mut self) -> Result<bool> {
        if !self.follow.root().is_dir() {
            let root = self.follow.root().display();
            return Err(file_error(format!(
                "the project {root} is gone: it was moved or deleted"
            )));
        }
        let interval = match &mut self.watcher {
            None => POLL,
            Some(watcher) => match watcher.update(&self.follow) {
                // Files that were created in a folder before it was watched cause no event.
                Ok(true) => BURST,
                Ok(false) => HEARTBEAT,
                Err(error) => {
                    self.watcher = None;
                    warn_of_polling(&self.app.ui, &error);
                    POLL
                }
            },
        };
        self.next_check = Instant::now() + interval;
        let searched = if self.running.is_some() {
            Searched::AllButInputs
        } else {
            Searched::All
        };
        let changes = self.follow.find_changes(searched);
        let resolver = Resolver::new(&self.app);
        let selectors = &self.plan.selectors;
        let changes = self.follow.follow_changes(changes, &|puzzle| {
            if selectors.is_empty() {
                return true;
            }
            resolver
                .resolve(selectors, PuzzleKind::Solutions)
                .is_ok_and(|selected| selected.contains(&puzzle))
        });
        let Some((first, others)) = changes.split_first() else {
            return Ok(false);
        };
        let path = first.strip_prefix(self.follow.root()).unwrap_or(first);
        let mut cause = format!("{} changed", path.display());
        if !others.is_empty() {
            cause += &format!(", and {}", plural(others.len(), "more file"));
        }
        self.cause = Some(cause);
        self.request(WatchAction::Run)?;
        Ok(true)
    }

    /// Stops the running round, and drops the next one. Submitting is stopped only at
    /// the end of the program, because its follow-up steps are wanted.
    fn stop(&mut self) {
        self.next = None;
        if let Some(running) = &self.running
            && (self.exit.is_some() || !running.action.submits())
        {
            running.cancel.cancel();
        }
    }

    /// Starts a round now, or as soon as the running one has stopped.
    fn request(&mut self, action: WatchAction) -> Result<()> {
        let Some(puzzle) = self.follow.current else {
            return Ok(());
        };
        if self.exit.is_some() {
            return Ok(());
        }
        if self.running.is_some() {
            self.stop();
            self.next = Some(action);
            return Ok(());
        }
        if !self.app.ui.json {
            // The answer stays on the screen, and the scrollback.
            let keeps_screen =
                self.keeps_screen || action.submits() || !self.app.ui.stdout.interactive;
            let separator = if keeps_screen { "\n" } else { CLEAR_SCREEN };
            raw(&mut stdout(), separator.as_bytes())?;
        }
        self.keeps_screen = false;
        if let Some(cause) = self.cause.take() {
            self.print_status(&text_line(self.app.ui.stderr, DIM, &cause));
        }
        // The terminal's size may have changed as well.
        let mut app = match self.app.reload() {
            Ok(app) => app,
            Err(error) => {
                self.app.ui.error(&error);
                self.show_waiting();
                return Ok(());
            }
        };
        if self.keys.is_some() {
            self.app
                .site
                .shorten_missing_input(puzzle, "the key `r` tries again");
        }
        app.site.take_over(&mut self.app.site);
        self.app.ui.stderr = app.ui.stderr;
        self.lift = None;
        self.pause_keys(action, true);
        self.running = Some(Round {
            action,
            cancel: app.launcher.cancel.clone(),
        });
        let options = self.plan.options.clone();
        let sender = self.sender.clone();
        thread::spawn(move || {
            let performed = AssertUnwindSafe(|| actions::perform(action, &app, &options, puzzle));
            let end = match catch_unwind(performed) {
                Ok(Ok(())) => RoundEnd::Done,
                Ok(Err(failure)) => RoundEnd::Failed(failure),
                Err(panic) => RoundEnd::Panicked(panic),
            };
            let _ = sender.send(Event::Ended(Box::new(app), end));
        });
        Ok(())
    }

    /// Ends the running round. Starts the next one if a key or a save asks for it.
    fn finish(&mut self, app: App, end: RoundEnd) -> Result<()> {
        let round = self.running.take().expect("a round was running");
        self.pause_keys(round.action, false);
        // An interrupt may come while the round is being stopped for another reason.
        match end {
            RoundEnd::Panicked(panic) => resume_unwind(panic),
            _ if was_interrupted() => self.exit = Some(Exit::Interrupted),
            RoundEnd::Failed(failure) => self.show_failure(&app.ui, &round, &failure),
            RoundEnd::Done => {}
        }
        if self.exit.is_some() {
            return Ok(());
        }
        let leaves_text = round.action == WatchAction::Read || round.action.submits();
        if app.workspace.take_has_written() || leaves_text {
            self.follow.skip_inputs();
        }
        self.adopt(app);
        self.follow_build();
        // If a file was saved meanwhile, the site's reply stays on the screen.
        self.keeps_screen = leaves_text;
        let next = self.next.take();
        if self.check_files()? {
            return Ok(());
        }
        if let Some(action) = next {
            return self.request(action);
        }
        self.keeps_screen = false;
        self.show_waiting();
        Ok(())
    }

    /// While the round shows a text, the terminal belongs to the pager.
    fn pause_keys(&self, action: WatchAction, pauses: bool) {
        if let (WatchAction::Read, Some(keys)) = (action, &self.keys) {
            keys.pause(pauses);
        }
    }

    /// Shows why the round failed, unless it was stopped. Some failures end the program.
    fn show_failure(&mut self, ui: &Ui, round: &Round, failure: &Failure) {
        let was_stopped = round.cancel.is_cancelled();
        match failure.error.exit {
            Exit::Interrupted if was_stopped => {}
            Exit::Interrupted => self.exit = Some(Exit::Interrupted),
            // Stdout was closed.
            Exit::Done => self.exit = Some(Exit::Done),
            _ if was_stopped && !round.action.submits() => {}
            _ => {
                self.lift = failure.lift;
                ui.error(&failure.error);
            }
        }
    }

    /// Takes over the `App` of the round that has ended. A key may have changed the verbosity
    /// meanwhile.
    fn adopt(&mut self, mut app: App) {
        app.ui.verbosity = self.app.ui.verbosity;
        self.app = app;
    }

    /// Follows the files that the day was last built from.
    fn follow_build(&mut self) {
        if let Some(puzzle) = self.follow.current
            && let Ok(project) = self.app.workspace.project()
        {
            let profile = profile(&self.plan.options.build, BuildMode::Run);
            let built = built_from(project, puzzle, profile);
            self.follow.built_from(built);
        }
    }

    /// The actions whose keys are shown.
    fn offered(&self) -> Vec<WatchAction> {
        let mut offered = Vec::from_iter(self.lift);
        if let Some(puzzle) = self.follow.current {
            offered.extend([
                WatchAction::Read,
                WatchAction::Bench,
                WatchAction::Details,
                WatchAction::Run,
            ]);
            let stars = self.known_stars(puzzle);
            if self.app.ui.stdout.interactive && self.share_line(puzzle).is_some() {
                offered.push(WatchAction::Share);
            }
            if stars < 2 {
                offered.push(WatchAction::Submit);
            }
            if stars == 1
                && is_last_star(puzzle, Part::Two)
                && stars_before_last(&self.app.workspace, self.app.site.stored_replies(), puzzle)
                    == 0
            {
                offered.push(WatchAction::Claim);
            }
            if let Some(MissingExample::Likely(_)) = self.app.ui.unclear_page(puzzle) {
                offered.push(WatchAction::Take);
            }
            if let Ok(project) = self.app.workspace.project()
                && has_trace(&project.source(puzzle))
            {
                offered.push(WatchAction::Trace);
            }
        }
        offered
    }

    /// The line about the puzzle to share, if both stars were won here.
    fn share_line(&self, puzzle: Puzzle) -> Option<String> {
        let workspace = &self.app.workspace;
        let answers = workspace.store().ok()?.answers(puzzle, None).ok()?;
        share_line(puzzle, &answers, last_time(workspace, puzzle))
    }

    /// Asks the terminal to copy the line to share, if there is one.
    fn copy_share_line(&self) -> Result<()> {
        if let Some(puzzle) = self.follow.current
            && self.app.ui.stdout.interactive
            && let Some(line) = self.share_line(puzzle)
        {
            raw(&mut stdout(), copy_sequence(&line).as_bytes())?;
            let copied = format!("copied, if the terminal allows it: {line}");
            self.app.ui.note(copied);
        }
        Ok(())
    }

    fn known_stars(&self, puzzle: Puzzle) -> u8 {
        let Ok(store) = self.app.workspace.store() else {
            return 0;
        };
        let answers = store.answers(puzzle, None).unwrap_or_default();
        known_stars(store, puzzle, &answers)
    }

    /// Shows what is watched, and the keys.
    fn show_waiting(&self) {
        let keys = self.keys.as_ref().map(|_| shown_keys(&self.offered()));
        self.print_status(&waiting_lines(
            self.app.ui.stderr,
            self.follow.current,
            keys.as_ref(),
        ));
    }

    fn print_status(&self, lines: &str) {
        if !self.app.ui.is_quiet() {
            // A closed stderr does not stop the command.
            let _ = raw(&mut self.app.ui.stderr.writer(stderr()), lines.as_bytes());
        }
    }
}

/// Why a key that submits does nothing.
fn why_not_offered(action: WatchAction) -> &'static str {
    match action {
        WatchAction::Claim => "there is no last star to claim",
        WatchAction::WaitAndSubmit => "there is no answer that waits for the site",
        WatchAction::SubmitAnyway => "no example holds an answer back",
        _ => "there is nothing to submit: no day is watched, or both of its parts are solved",
    }
}

fn warn_of_polling(ui: &Ui, error: &dyn Display) {
    ui.warning(format!(
        "the system does not report changes: {error}; checking for them twice a second"
    ));
}
