//! `aoc watch`: builds and runs a day whenever its files are saved.
//!
//! Each round does the work of `aoc run` on a separate thread, while the main thread
//! watches files and keys. A newer event cancels the round's token, and the next round
//! starts when it has ended.

use std::io;
use std::mem;
use std::panic::{self, AssertUnwindSafe};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::{Duration, Instant};

use clap::Args;

use super::read;
use super::submit::{SubmitOptions, submit_puzzle};
use crate::app::args::{BuildArgs, RunOptions, SelectionArgs};
use crate::app::{
    self, Access, App, BenchOptions, BuildMode, InputRequest, RequestedInputs, RunPlan, measure,
    profile, selection, was_interrupted,
};
use crate::cargo::built_from;
use crate::error::{CliError, Exit};
use crate::processes::CancelToken;
use crate::puzzle::{DaySpan, Puzzle, PuzzleKind, Selector};
use crate::reporter::show_bench;
use crate::runner::Alternatives;
use crate::terminal::layout::Line;
use crate::terminal::style::{DIM, STRONG};
use crate::terminal::{Keys, Terminal, plural, raw};
use crate::watch::{Follow, Watcher};

/// Build and run at each save: examples, then the input
///
/// Builds and runs a day whenever a file that it uses is saved: the examples first,
/// then the input. A newer save stops what still runs. On a terminal, keys submit
/// an answer, show the trace, measure, and run again. Without a selector it follows
/// the day that is edited last.
#[derive(Args, Clone, Debug, Default)]
#[command(visible_alias = "w")]
#[command(after_help = "\
Examples:
  aoc watch 22                  stay with day 22
  aoc watch -p 2 --timeout 10s  run part 2, for ten seconds at most")]
pub struct WatchArgs {
    #[command(flatten)]
    pub selection: SelectionArgs,
    /// Check for changes twice a second, if the system does not report them (network drives)
    #[arg(long)]
    pub poll: bool,
    #[command(flatten)]
    pub options: RunOptions,
}

/// Events within this time belong to one save: an editor may empty a file before
/// writing it, or rename it and write a new one.
const BURST: Duration = Duration::from_millis(5);

/// The interval of checking the files in addition to events.
const HEARTBEAT: Duration = Duration::from_secs(2);

/// The interval if the system reports no events.
const POLL: Duration = Duration::from_millis(500);

pub fn run(app: &App, args: &WatchArgs) -> Result<Exit, CliError> {
    let selectors = selection::selectors(app, &args.selection)?;
    watch(app, selectors, &args.options, args.poll)
}

/// Watches one day, for `start`.
pub fn watch_puzzle(app: &App, puzzle: Puzzle) -> Result<Exit, CliError> {
    let selectors = vec![Selector::Days(DaySpan::of(puzzle))];
    watch(app, selectors, &RunOptions::default(), false)
}

fn watch(
    app: &App,
    selectors: Vec<Selector>,
    options: &RunOptions,
    poll: bool,
) -> Result<Exit, CliError> {
    let project = app.project()?;
    let day = if selectors.is_empty() && project.days()?.is_empty() {
        None
    } else {
        let selected = selection::resolve(app, &selectors, PuzzleKind::Solutions)?;
        let edited = |&puzzle: &Puzzle| (project.edited(puzzle), puzzle);
        selected.into_iter().max_by_key(edited)
    };
    let (sender, events) = mpsc::channel();
    let (for_files, for_keys) = (sender.clone(), sender.clone());
    let on_files = move |result| drop(for_files.send(Event::Files(result)));
    let on_key = move |key| for_keys.send(Event::Key(key)).is_ok();
    let session = WatchSession {
        app,
        selectors,
        options,
        keys: Keys::listen(app.stdout.interactive || app.stderr.interactive, on_key),
        sender,
        watcher: if poll { None } else { Watcher::new(on_files) },
        follow: Follow::new(project.clone(), app.store()?.root.clone(), day),
        next_check: Instant::now(),
        running: None,
        next: None,
        access: Access::after(&app.access),
        advice: String::new(),
        separator: "",
        exit: None,
    };
    session.run(&events)
}

enum Event {
    /// Files have changed; an error says why the system reports no more changes.
    Files(Result<(), String>),
    Key(char),
    /// A task has ended, and returns the `App` that it used. The outer error is a
    /// panic.
    Ended(Box<App>, thread::Result<Result<Exit, CliError>>),
}

/// A task that a key or a save starts.
#[derive(Clone, Copy, PartialEq)]
enum Task {
    Run,
    Trace,
    Bench,
    Read,
    Submit { wait: bool, force: bool },
}

impl Task {
    /// True if the task may read from the terminal, for a question or the pager.
    const fn takes_terminal(self) -> bool {
        matches!(self, Self::Read | Self::Submit { .. })
    }
}

struct WatchSession<'a> {
    app: &'a App,
    /// The days that may be followed; empty for all.
    selectors: Vec<Selector>,
    options: &'a RunOptions,
    /// `None` if stdin is not a terminal.
    keys: Option<Keys>,
    sender: Sender<Event>,
    /// `None` if files are polled.
    watcher: Option<Watcher>,
    follow: Follow,
    /// The time of the next check of the files.
    next_check: Instant,
    /// The running task, and the token that stops it.
    running: Option<(Task, CancelToken)>,
    /// The next task, and the reason if no key was pressed. A newer key or save replaces
    /// it.
    next: Option<(Task, Option<String>)>,
    /// The state of the site for the next task.
    access: Access,
    /// The error of the last task, which may advise an option of `submit`.
    advice: String,
    /// The text before the output of the next task.
    separator: &'static str,
    /// If set, the program ends with this code once no task is running.
    exit: Option<Exit>,
}

impl WatchSession<'_> {
    fn run(mut self, events: &Receiver<Event>) -> Result<Exit, CliError> {
        self.request(Task::Run, None)?;
        if self.follow.current.is_none() {
            self.show_waiting(self.app.stderr);
        }
        while self.exit.is_none() || self.running.is_some() {
            let left = self.next_check.saturating_duration_since(Instant::now());
            let event = events.recv_timeout(left);
            if left.is_zero() {
                self.check_files()?;
            }
            match event {
                Ok(Event::Files(Ok(()))) => {
                    self.next_check = self.next_check.min(Instant::now() + BURST);
                }
                Ok(Event::Files(Err(reason))) => {
                    self.watcher = None;
                    self.next_check = Instant::now();
                    self.app.warning(&format!(
                        "the system does not report changes: {reason}; checking for them twice a \
                         second"
                    ));
                }
                Ok(Event::Key('q')) => {
                    self.exit = Some(Exit::Done);
                    self.stop();
                }
                Ok(Event::Key('r')) => {
                    // Failed downloads are tried again.
                    self.access = Access::default();
                    self.request(Task::Run, None)?;
                }
                Ok(Event::Key('t')) => self.request(Task::Trace, None)?,
                Ok(Event::Key('b')) => self.request(Task::Bench, None)?,
                Ok(Event::Key('p')) => self.request(Task::Read, None)?,
                Ok(Event::Key(key @ ('s' | 'w' | 'f'))) => {
                    let (wait, force) = (key == 'w', key == 'f');
                    self.request(Task::Submit { wait, force }, None)?;
                }
                Ok(Event::Ended(app, result)) => self.finish_task(*app, result)?,
                Ok(Event::Key(_)) | Err(_) => {}
            }
        }
        Ok(self.exit.unwrap_or_default())
    }

    /// Checks all files, and runs the day if changes affect it. Returns whether they do.
    fn check_files(&mut self) -> Result<bool, CliError> {
        let root = self.follow.root();
        if !root.is_dir() {
            let root = root.display();
            let message = format!("the project {root} is gone: it was moved or deleted");
            return Err(CliError::new(Exit::Files, message));
        }
        let is_new = self.watcher.as_mut().map(|it| it.update(&self.follow));
        self.next_check = Instant::now()
            + match is_new {
                Some(false) => HEARTBEAT,
                // Files that were created in a folder before it was watched cause no
                // event.
                Some(true) => BURST,
                None => POLL,
            };
        // Inputs that a round itself writes do not count.
        let changes = self.follow.find_changes(self.running.is_none());
        let selectors = &self.selectors;
        let is_selected = |puzzle| {
            let selected = selection::resolve(self.app, selectors, PuzzleKind::Solutions);
            selectors.is_empty() || selected.is_ok_and(|selected| selected.contains(&puzzle))
        };
        let changes = self.follow.relevant(changes, &is_selected);
        let Some((first, others)) = changes.split_first() else {
            return Ok(false);
        };
        let path = first.path.strip_prefix(self.follow.root());
        let mut reason = format!("{} {}", path.unwrap_or(&first.path).display(), first.what);
        if !others.is_empty() {
            reason += &format!(", and {}", plural(others.len(), "more file"));
        }
        self.request(Task::Run, Some(reason))?;
        Ok(true)
    }

    /// Stops the running task, and drops the next one. Submitting is stopped only at
    /// the end of the program, because its follow-up steps are wanted.
    fn stop(&mut self) {
        self.next = None;
        if let Some((task, cancel)) = &self.running
            && (self.exit.is_some() || !matches!(task, Task::Submit { .. }))
        {
            cancel.cancel();
        }
    }

    /// Starts the task now, or as soon as the running task has stopped.
    fn request(&mut self, task: Task, reason: Option<String>) -> Result<(), CliError> {
        let Some(puzzle) = self.follow.current.filter(|_| self.exit.is_none()) else {
            return Ok(());
        };
        if self.running.is_some() {
            self.stop();
            self.next = Some((task, reason));
            return Ok(());
        }
        if !self.app.json {
            raw(&mut io::stdout(), self.separator.as_bytes())?;
        }
        self.clear_next(true);
        if let Some(reason) = reason {
            let stderr = self.app.stderr;
            self.print_status(&Line::new(stderr, 2).words(DIM, &reason).end());
        }
        // The terminal's size may have changed as well.
        let mut app = match self.app.reload() {
            Ok(app) => app,
            Err(error) => {
                self.app.error(&error.source);
                self.show_waiting(self.app.stderr);
                return Ok(());
            }
        };
        app.access = mem::take(&mut self.access);
        if let Some(keys) = self.keys.as_ref().filter(|_| task.takes_terminal()) {
            keys.pause(true);
        }
        self.advice.clear();
        self.running = Some((task, app.cancel.clone()));
        let (options, sender) = (self.options.clone(), self.sender.clone());
        thread::spawn(move || {
            let perform = || perform(task, &app, &options, puzzle);
            let result = panic::catch_unwind(AssertUnwindSafe(perform));
            let _ = sender.send(Event::Ended(Box::new(app), result));
        });
        Ok(())
    }

    /// Decides whether the next task clears the screen. The scrollback is kept.
    const fn clear_next(&mut self, clears: bool) {
        let clears = clears && self.app.stdout.interactive;
        self.separator = if clears { "\x1b[H\x1b[2J" } else { "\n" };
    }

    fn finish_task(
        &mut self,
        app: App,
        result: thread::Result<Result<Exit, CliError>>,
    ) -> Result<(), CliError> {
        let (task, cancel) = self.running.take().expect("a task was running");
        if let Some(keys) = self.keys.as_ref().filter(|_| task.takes_terminal()) {
            keys.pause(false);
        }
        let was_stopped = cancel.is_cancelled();
        let result = result.unwrap_or_else(|panic| panic::resume_unwind(panic));
        let exit = result.as_ref().map_or_else(|error| error.exit, |it| *it);
        // An interrupt may come while the task is being stopped for another reason.
        if was_interrupted() || exit == Exit::Interrupted && !was_stopped {
            self.exit = Some(Exit::Interrupted);
        } else if let Err(error) = result {
            if error.exit == Exit::Done {
                // Stdout was closed.
                self.exit = Some(Exit::Done);
            } else if !was_stopped || matches!(task, Task::Submit { .. }) {
                self.advice = format!("{:#}", error.source);
                app.error(&error.source);
            }
        }
        if self.exit.is_some() {
            return Ok(());
        }
        if app.access.downloads.take() > 0 || task.takes_terminal() {
            self.follow.skip_inputs();
        }
        self.access = app.access;
        if let (Some(puzzle), Ok(project)) = (self.follow.current, self.app.project()) {
            let profile = profile(&self.options.build, BuildMode::Run);
            let built = built_from(project, puzzle, profile);
            self.follow.built_from(built.files, built.is_fresh);
        }
        // If a file was saved meanwhile, the site's reply stays on the screen.
        self.clear_next(!task.takes_terminal());
        let next = self.next.take();
        if self.check_files()? {
            return Ok(());
        }
        if let Some((task, reason)) = next {
            return self.request(task, reason);
        }
        self.clear_next(true);
        self.show_waiting(app.stderr);
        Ok(())
    }

    /// Shows what is watched, and the keys.
    fn show_waiting(&self, stderr: Terminal) {
        let what = match self.follow.current {
            Some(day) => day.to_string(),
            None => "days/, where there is no day yet".to_owned(),
        };
        let end = self.keys.as_ref().map_or("; Ctrl-C ends it", |_| "");
        let mut line = Line::new(stderr, 2);
        line.words(DIM, &format!("watching {what}{end}"));
        if self.keys.is_none() {
            return self.print_status(&line.end());
        }
        let has_day = self.follow.current.is_some();
        for (key, purpose, is_offered) in [
            ("s", "submit", has_day),
            ("w", "wait and submit", self.advice.contains("--wait")),
            ("f", "submit anyway", self.advice.contains("--force")),
            ("p", "puzzle", has_day),
            ("t", "trace", self.has_trace()),
            ("b", "bench", has_day),
            ("r", "run again", has_day),
            ("q", "quit", true),
        ] {
            if is_offered {
                line.gap(2).fit(2 + purpose.len());
                line.cell(STRONG, key).gap(1).cell(DIM, purpose);
            }
        }
        self.print_status(&format!("\n{}", line.end()));
    }

    /// True if the day has a `trace` function.
    fn has_trace(&self) -> bool {
        match (self.app.project(), self.follow.current) {
            (Ok(project), Some(puzzle)) => project.has_trace(puzzle),
            _ => false,
        }
    }

    fn print_status(&self, lines: &str) {
        if !self.app.is_quiet() {
            // A closed stderr does not stop the command.
            let _ = raw(&mut self.app.stderr.writer(io::stderr()), lines.as_bytes());
        }
    }
}

/// Runs the command of a task.
fn perform(task: Task, app: &App, options: &RunOptions, puzzle: Puzzle) -> Result<Exit, CliError> {
    match task {
        Task::Run | Task::Trace => {
            let mut plan = RunPlan::new(options);
            plan.trace = task == Task::Trace;
            app::run(app, &[puzzle], &plan)
        }
        Task::Bench => bench_puzzle(app, puzzle, options),
        Task::Read => read::read_puzzle(app, puzzle),
        Task::Submit { wait, force } => {
            let options = SubmitOptions {
                part: options.part,
                wait,
                force,
                ..SubmitOptions::default()
            };
            submit_puzzle(app, puzzle, &options)
        }
    }
}

/// Measures the puzzle with its input. It uses the profile of all measurements, because
/// the one for quick builds is slower.
fn bench_puzzle(app: &App, puzzle: Puzzle, options: &RunOptions) -> Result<Exit, CliError> {
    let measured = measure(
        app,
        &[puzzle],
        &BenchOptions {
            inputs: RequestedInputs::Stored(InputRequest::Own),
            part: options.part,
            alternatives: match &options.alt {
                Some(name) => Alternatives::Beside(name.clone()),
                None => Alternatives::None,
            },
            jobs: 1,
            against: None,
            allowed: None,
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
