//! The loop of `watch`, which runs a day whenever its files are saved.
//!
//! Each round does its work on a separate thread, while the main thread watches files and
//! keys. A newer event cancels the round's token, and the next round starts when it has
//! ended.

use std::io;
use std::mem;
use std::panic::{self, AssertUnwindSafe};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::{Duration, Instant};

use super::access::Access;
use super::args::{BuildArgs, RunOptions, SubmitOptions};
use super::build::{BuildMode, profile};
use super::context::App;
use super::inputs::InputRequest;
use super::interrupt::was_interrupted;
use super::jobs::parts;
use super::measure::{BenchOptions, measure};
use super::read::read_open_part;
use super::run::{RunPlan, run};
use super::selection;
use super::submit::{Lift, SubmitRefusal, submit};
use crate::bench::BenchPlan;
use crate::cargo::built_from;
use crate::error::{CliError, Exit, Result};
use crate::processes::CancelToken;
use crate::puzzle::{DaySpan, Puzzle, PuzzleKind, Selector};
use crate::reporter::{WatchAction, cause_line, show_bench, waiting_lines};
use crate::runner::Alternatives;
use crate::terminal::{Keys, Terminal, plural, raw};
use crate::watch::{Follow, Watcher};

/// Events within this time belong to one save: an editor may empty a file before
/// writing it, or rename it and write a new one.
const BURST: Duration = Duration::from_millis(5);

/// The interval of checking the files in addition to events.
const HEARTBEAT: Duration = Duration::from_secs(2);

/// The interval if the system reports no events.
const POLL: Duration = Duration::from_millis(500);

/// What is watched, and how it is run.
pub struct WatchPlan {
    /// The days that may be followed; empty for all.
    pub selectors: Vec<Selector>,
    pub options: RunOptions,
    /// Whether the files are checked twice a second, without the system's events.
    pub poll: bool,
}

impl WatchPlan {
    /// The plan to watch one day.
    pub fn of(puzzle: Puzzle) -> Self {
        Self {
            selectors: vec![Selector::Days(DaySpan::of(puzzle))],
            options: RunOptions::default(),
            poll: false,
        }
    }
}

/// Runs the day that was edited last, and again whenever its files are saved, until a key
/// or a signal ends it.
pub fn watch(app: &App, plan: &WatchPlan) -> Result<Exit> {
    let project = app.project()?;
    let mut day = None;
    if !plan.selectors.is_empty() || !project.days()?.is_empty() {
        let selected = selection::resolve(app, &plan.selectors, PuzzleKind::Solutions)?;
        let days = selected.into_iter();
        day = days.max_by_key(|&puzzle| (project.edited(puzzle), puzzle));
    }
    let (sender, events) = mpsc::channel();
    let mut watcher = None;
    if !plan.poll {
        let sender = sender.clone();
        watcher = Watcher::new(move |result| drop(sender.send(Event::Files(result))));
    }
    let has_sequences = app.stdout.interactive || app.stderr.interactive;
    let key_sender = sender.clone();
    let keys = Keys::listen(has_sequences, move |key| {
        key_sender.send(Event::Key(key)).is_ok()
    });
    let session = WatchSession {
        app,
        plan,
        keys,
        sender,
        watcher,
        follow: Follow::new(project.clone(), app.store()?.root.clone(), day),
        next_check: Instant::now(),
        running: None,
        next: None,
        access: Access::after(&app.access),
        lift: None,
        separator: "",
        exit: None,
    };
    session.run(&events)
}

enum Event {
    /// Files have changed; an error says why the system reports no more changes.
    Files(Result<(), String>),
    Key(char),
    /// A round has ended, and returns the `App` that it used. The outer error is a panic.
    Ended(Box<App>, thread::Result<Result<Exit>>),
}

/// A round that runs, and the token that stops it.
struct Round {
    action: WatchAction,
    cancel: CancelToken,
}

/// A round that is to follow.
struct Requested {
    action: WatchAction,
    /// `None` if a key was pressed.
    cause: Option<String>,
}

struct WatchSession<'a> {
    app: &'a App,
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
    next: Option<Requested>,
    /// The state of the site for the next round.
    access: Access,
    /// The option that lifts the refusal of the last round.
    lift: Option<Lift>,
    /// The text before the output of the next round.
    separator: &'static str,
    /// If set, the program ends with this code once no round is running.
    exit: Option<Exit>,
}

impl WatchSession<'_> {
    fn run(mut self, events: &Receiver<Event>) -> Result<Exit> {
        self.request(WatchAction::Run, None)?;
        if self.follow.current.is_none() {
            self.show_waiting(self.app.stderr);
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
            if let Ok(event) = event {
                self.handle(event)?;
            }
        }
    }

    fn handle(&mut self, event: Event) -> Result<()> {
        match event {
            Event::Files(Ok(())) => {
                let soon = Instant::now() + BURST;
                self.next_check = self.next_check.min(soon);
                Ok(())
            }
            Event::Files(Err(reason)) => {
                self.watcher = None;
                self.next_check = Instant::now();
                self.app.warning(&format!(
                    "the system does not report changes: {reason}; checking for them twice a \
                     second"
                ));
                Ok(())
            }
            Event::Key(key) => match WatchAction::of_key(key) {
                None => Ok(()),
                Some(WatchAction::Quit) => {
                    self.exit = Some(Exit::Done);
                    self.stop();
                    Ok(())
                }
                Some(action) => {
                    if action == WatchAction::Run {
                        // Failed downloads are tried again.
                        self.access = Access::default();
                    }
                    self.request(action, None)
                }
            },
            Event::Ended(app, result) => self.finish(*app, result),
        }
    }

    /// Checks all files, and runs the day if changes affect it. Returns whether they do.
    fn check_files(&mut self) -> Result<bool> {
        if !self.follow.root().is_dir() {
            let root = self.follow.root().display();
            let message = format!("the project {root} is gone: it was moved or deleted");
            return Err(CliError::files(message));
        }
        let mut interval = POLL;
        if let Some(watcher) = &mut self.watcher {
            // Files that were created in a folder before it was watched cause no event.
            let is_new = watcher.update(&self.follow);
            interval = if is_new { BURST } else { HEARTBEAT };
        }
        self.next_check = Instant::now() + interval;
        // Inputs that a round itself writes do not count.
        let changes = self.follow.find_changes(self.running.is_none());
        let app = self.app;
        let selectors = &self.plan.selectors;
        let changes = self
            .follow
            .relevant(changes, &|puzzle| may_follow(app, selectors, puzzle));
        let Some((first, others)) = changes.split_first() else {
            return Ok(false);
        };
        let inner = first.path.strip_prefix(self.follow.root());
        let path = inner.unwrap_or(&first.path).display();
        let mut cause = format!("{path} {}", first.what);
        if !others.is_empty() {
            cause += &format!(", and {}", plural(others.len(), "more file"));
        }
        self.request(WatchAction::Run, Some(cause))?;
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
    fn request(&mut self, action: WatchAction, cause: Option<String>) -> Result<()> {
        let Some(puzzle) = self.follow.current else {
            return Ok(());
        };
        if self.exit.is_some() {
            return Ok(());
        }
        if self.running.is_some() {
            self.stop();
            self.next = Some(Requested { action, cause });
            return Ok(());
        }
        if !self.app.json {
            raw(&mut io::stdout(), self.separator.as_bytes())?;
        }
        self.clear_next(true);
        if let Some(cause) = cause {
            self.print_status(&cause_line(self.app.stderr, &cause));
        }
        // The terminal's size may have changed as well.
        match self.app.reload() {
            Ok(app) => self.start(action, app, puzzle),
            Err(error) => {
                self.app.error(&error.source);
                self.show_waiting(self.app.stderr);
            }
        }
        Ok(())
    }

    fn start(&mut self, action: WatchAction, mut app: App, puzzle: Puzzle) {
        app.access = mem::take(&mut self.access);
        self.lift = None;
        self.pause_keys(action, true);
        self.running = Some(Round {
            action,
            cancel: app.cancel.clone(),
        });
        let options = self.plan.options.clone();
        let sender = self.sender.clone();
        thread::spawn(move || {
            let result =
                panic::catch_unwind(AssertUnwindSafe(|| perform(action, &app, &options, puzzle)));
            let _ = sender.send(Event::Ended(Box::new(app), result));
        });
    }

    /// Leaves the terminal to an action that may read from it, or takes it back.
    fn pause_keys(&self, action: WatchAction, paused: bool) {
        if let Some(keys) = &self.keys
            && takes_terminal(action)
        {
            keys.pause(paused);
        }
    }

    /// Decides whether the next round clears the screen. The scrollback is kept.
    const fn clear_next(&mut self, clears: bool) {
        self.separator = if clears && self.app.stdout.interactive {
            "\x1b[H\x1b[2J"
        } else {
            "\n"
        };
    }

    fn finish(&mut self, app: App, result: thread::Result<Result<Exit>>) -> Result<()> {
        let Round { action, cancel } = self.running.take().expect("a round was running");
        self.pause_keys(action, false);
        let was_stopped = cancel.is_cancelled();
        let result = result.unwrap_or_else(|panic| panic::resume_unwind(panic));
        let exit = match &result {
            Ok(exit) => *exit,
            Err(error) => error.exit,
        };
        // An interrupt may come while the round is being stopped for another reason.
        if was_interrupted() || exit == Exit::Interrupted && !was_stopped {
            self.exit = Some(Exit::Interrupted);
        } else if let Err(error) = result {
            if error.exit == Exit::Done {
                // Stdout was closed.
                self.exit = Some(Exit::Done);
            } else if !was_stopped || action.submits() {
                let refusal = error.source.downcast_ref::<SubmitRefusal>();
                self.lift = refusal.and_then(|refusal| refusal.lift);
                app.error(&error.source);
            }
        }
        if self.exit.is_some() {
            return Ok(());
        }
        if app.access.downloads.take() > 0 || takes_terminal(action) {
            self.follow.skip_inputs();
        }
        self.access = app.access;
        if let Some(puzzle) = self.follow.current
            && let Ok(project) = self.app.project()
        {
            let profile = profile(&self.plan.options.build, BuildMode::Run);
            let built = built_from(project, puzzle, profile);
            self.follow.built_from(built.files, built.is_fresh);
        }
        // If a file was saved meanwhile, the site's reply stays on the screen.
        self.clear_next(!takes_terminal(action));
        let next = self.next.take();
        if self.check_files()? {
            return Ok(());
        }
        if let Some(Requested { action, cause }) = next {
            return self.request(action, cause);
        }
        self.clear_next(true);
        self.show_waiting(app.stderr);
        Ok(())
    }

    /// Shows what is watched, and the keys.
    fn show_waiting(&self, stderr: Terminal) {
        let mut offered = vec![WatchAction::Quit];
        if let Some(puzzle) = self.follow.current {
            offered.extend([
                WatchAction::Submit,
                WatchAction::Read,
                WatchAction::Bench,
                WatchAction::Run,
            ]);
            offered.extend(match self.lift {
                Some(Lift::Wait) => Some(WatchAction::WaitAndSubmit),
                Some(Lift::Force) => Some(WatchAction::SubmitAnyway),
                None => None,
            });
            if let Ok(project) = self.app.project()
                && project.has_trace(puzzle)
            {
                offered.push(WatchAction::Trace);
            }
        }
        let offered = self.keys.is_some().then_some(&*offered);
        self.print_status(&waiting_lines(stderr, self.follow.current, offered));
    }

    fn print_status(&self, lines: &str) {
        if !self.app.is_quiet() {
            // A closed stderr does not stop the command.
            let _ = raw(&mut self.app.stderr.writer(io::stderr()), lines.as_bytes());
        }
    }
}

/// True if the action may read from the terminal, for a question or the pager.
fn takes_terminal(action: WatchAction) -> bool {
    action == WatchAction::Read || action.submits()
}

/// True if the day is among those that may be followed.
fn may_follow(app: &App, selectors: &[Selector], puzzle: Puzzle) -> bool {
    if selectors.is_empty() {
        return true;
    }
    let selected = selection::resolve(app, selectors, PuzzleKind::Solutions);
    selected.is_ok_and(|selected| selected.contains(&puzzle))
}

/// Does the work of a round.
fn perform(action: WatchAction, app: &App, options: &RunOptions, puzzle: Puzzle) -> Result<Exit> {
    match action {
        WatchAction::Run | WatchAction::Trace => {
            let mut plan = RunPlan::new(options);
            plan.trace = action == WatchAction::Trace;
            run(app, &[puzzle], &plan)
        }
        WatchAction::Bench => bench(app, puzzle, options),
        WatchAction::Read => read_open_part(app, puzzle),
        WatchAction::Quit => Ok(Exit::Done),
        WatchAction::Submit | WatchAction::WaitAndSubmit | WatchAction::SubmitAnyway => {
            let options = SubmitOptions {
                part: options.part,
                wait: action == WatchAction::WaitAndSubmit,
                force: action == WatchAction::SubmitAnyway,
                ..SubmitOptions::default()
            };
            submit(app, puzzle, &options)
        }
    }
}

/// Measures the puzzle with its input. It uses the profile of all measurements, because
/// the one for quick builds is slower.
fn bench(app: &App, puzzle: Puzzle, options: &RunOptions) -> Result<Exit> {
    let measured = measure(
        app,
        &[puzzle],
        &BenchOptions {
            plan: BenchPlan {
                parts: parts(options.part),
                alternatives: match &options.alt {
                    Some(name) => Alternatives::Beside(name.clone()),
                    None => Alternatives::None,
                },
                ..BenchPlan::default()
            },
            request: InputRequest::Own,
            generated: None,
            jobs: 1,
            limits: options.limits,
            build: BuildArgs {
                dev: false,
                ..options.build.clone()
            },
        },
    )?;
    show_bench(&mut app.console(), app.json, &measured.report)?;
    measured.exit(app)
}
