//! `aoc watch`: builds and runs a day whenever its files are saved.
//!
//! A round is what `aoc run` does, on a thread of its own, while this one listens
//! to files and keys. What comes meanwhile stops the round: its token is
//! cancelled, and the next round starts when it has ended.

use std::io;
use std::panic::{self, AssertUnwindSafe};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::{Duration, Instant};

use clap::Args;

use super::run::{RunOptions, run_puzzle};
use super::submit::{SubmitOptions, submit_puzzle};
use super::{bench, read};
use crate::app::args::SelectionArgs;
use crate::app::{Access, App, profile, was_interrupted};
use crate::cargo::{Profile, built_from};
use crate::error::{CliError, Exit};
use crate::processes::CancelToken;
use crate::puzzle::Puzzle;
use crate::terminal::layout::Line;
use crate::terminal::style::{DIM, STRONG};
use crate::terminal::{Key, Keys, raw};
use crate::watch::{Change, Follow, Watcher};

/// Build and run at each save: examples, then the input
///
/// Builds and runs a day whenever a file that it uses is saved: the examples first,
/// then the input. A newer save stops what still runs. On a terminal, keys submit
/// an answer, show the trace, measure, and run again. Without a selector it follows
/// the day that is edited last.
#[derive(Args, Clone, Debug, Default)]
#[command(
    visible_alias = "w",
    after_help = "\
Examples:
  aoc watch                     follow the day that is edited last
  aoc watch 22                  stay with day 22
  aoc watch -p 2 --timeout 10s  run part 2, for ten seconds at most"
)]
pub struct WatchArgs {
    #[command(flatten)]
    pub selection: SelectionArgs,
    /// Look for changes twice a second, where the system does not tell of them (network drives)
    #[arg(long)]
    pub poll: bool,
    #[command(flatten)]
    pub options: RunOptions,
}

/// What is told of files within this time is one save: an editor empties a file
/// before it writes it, or renames it and writes another one.
const BURST: Duration = Duration::from_millis(5);

/// A file may be gone for this long while an editor replaces it.
const PATIENCE: Duration = Duration::from_millis(300);

/// The time between two looks at the files where nothing is told of them.
const HEARTBEAT: Duration = Duration::from_secs(2);

/// The same where the system cannot tell.
const POLL: Duration = Duration::from_millis(500);

pub fn run(app: &App, args: &WatchArgs) -> Result<Exit, CliError> {
    WatchSession::new(app, args)?.run()
}

/// Watches one day, as `start` does.
pub fn watch_puzzle(app: &App, puzzle: Puzzle) -> Result<Exit, CliError> {
    let mut args = WatchArgs::default();
    args.selection.selectors.push(puzzle.to_string());
    run(app, &args)
}

/// The day to begin with: of those that are selected, the one that was edited
/// last. None in a project without days, where the first one is waited for.
fn first(app: &App, selection: &SelectionArgs) -> Result<Option<Puzzle>, CliError> {
    let project = app.project()?;
    let unselected = selection.selectors.is_empty() && selection.year.is_none();
    if unselected && project.days()?.is_empty() {
        return Ok(None);
    }
    let selected = app.solutions(selection)?.into_iter();
    Ok(selected.max_by_key(|&puzzle| (project.edited(puzzle), puzzle)))
}

enum Event {
    /// Something happened to files; an error is why the system tells nothing more.
    Files(Result<(), String>),
    Key(Key),
    /// A round has ended, for which the program was lent. The outer error is a panic.
    Ended(Box<App>, thread::Result<Result<Exit, CliError>>),
}

/// The tasks that can be done with a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Task {
    Run { trace: bool },
    Bench,
    Read,
    Submit { wait: bool, force: bool },
}

impl Task {
    const fn is_submit(self) -> bool {
        matches!(self, Self::Submit { .. })
    }

    /// Whether it may use the terminal by itself, for a question or for the pager.
    const fn takes_terminal(self) -> bool {
        self.is_submit() || matches!(self, Self::Read)
    }

    /// The task of a key.
    const fn of(key: char) -> Option<Self> {
        Some(match key {
            'r' => Self::Run { trace: false },
            't' => Self::Run { trace: true },
            'b' => Self::Bench,
            'p' => Self::Read,
            's' | 'w' | 'f' => Self::Submit {
                wait: key == 'w',
                force: key == 'f',
            },
            _ => return None,
        })
    }
}

/// The work that is done.
struct CurrentWork {
    task: Task,
    cancel: CancelToken,
    /// It was told to stop because of other work, or of the end.
    stopped: bool,
}

struct WatchSession<'a> {
    app: &'a App,
    args: &'a WatchArgs,
    /// `None` if stdin is not a terminal.
    keys: Option<Keys>,
    sender: Sender<Event>,
    events: Receiver<Event>,
    /// `None` if files are looked at again and again.
    watcher: Option<Watcher>,
    follow: Follow,
    /// When to look at the files.
    look_at: Instant,
    running: Option<CurrentWork>,
    /// The work that is done after it, and why, where that is not a key. The last wish
    /// replaces those before.
    next: Option<(Task, Option<String>)>,
    quits: bool,
    /// The last work's knowledge of the site.
    access: Option<Access>,
    /// The day has no file since then.
    gone_since: Option<Instant>,
    /// The reason why the last work failed, which may name an option of `submit`.
    advice: String,
    /// Something was shown, which the next work clears.
    clears: Option<bool>,
}

impl<'a> WatchSession<'a> {
    fn new(app: &'a App, args: &'a WatchArgs) -> Result<Self, CliError> {
        let day = first(app, &args.selection)?;
        let (sender, events) = mpsc::channel();
        let to_us = sender.clone();
        let watcher = Watcher::new(move |told| drop(to_us.send(Event::Files(told))));
        let to_us = sender.clone();
        let keys = Keys::listen(move |key| to_us.send(Event::Key(key)).is_ok());
        let mut session = Self {
            app,
            args,
            keys,
            sender,
            events,
            watcher: None,
            follow: Follow::new(app.project()?.clone(), app.store()?.root, day),
            look_at: Instant::now(),
            running: None,
            next: None,
            quits: false,
            access: Some(Access::after(&app.access)),
            gone_since: None,
            advice: String::new(),
            clears: None,
        };
        match watcher {
            _ if args.poll => {}
            Ok(watcher) => session.watcher = Some(watcher),
            Err(reason) => session.poll(&reason),
        }
        Ok(session)
    }

    fn run(mut self) -> Result<Exit, CliError> {
        self.want(Task::Run { trace: false }, None)?;
        if self.follow.current.is_none() {
            self.wait();
        }
        loop {
            let left = self.look_at.saturating_duration_since(Instant::now());
            let event = self.events.recv_timeout(left);
            if left.is_zero() {
                self.look()?;
            }
            let exit = match event {
                Ok(Event::Files(told)) => {
                    self.look_at = self.look_at.min(Instant::now() + BURST);
                    told.unwrap_or_else(|reason| self.poll(&reason));
                    None
                }
                Ok(Event::Key(key)) => self.key(key)?,
                Ok(Event::Ended(app, result)) => self.ended(*app, result)?,
                Err(_) => None,
            };
            if let Some(exit) = exit {
                return Ok(exit);
            }
        }
    }

    /// Looks for changes again and again from now on.
    fn poll(&mut self, reason: &str) {
        self.watcher = None;
        self.app.warning(&format!(
            "the system does not tell of changes: {reason}; looking for them twice a second"
        ));
    }

    /// Looks at all files.
    fn look(&mut self) -> Result<(), CliError> {
        let root = self.follow.root();
        if !root.is_dir() {
            let message = format!(
                "the project {} is gone: it was moved or deleted",
                root.display()
            );
            return Err(CliError::new(Exit::Files, message));
        }
        self.look_at = Instant::now() + self.watch();
        // What a round writes to the inputs is no news.
        let changes = self.follow.look(self.running.is_none());
        if self.changed(changes)? {
            return Ok(());
        }
        let gone = self.follow.current.filter(|day| !self.follow.exists(*day));
        let Some(puzzle) = gone else {
            self.gone_since = None;
            return Ok(());
        };
        let since = *self.gone_since.get_or_insert_with(Instant::now);
        if since.elapsed() < PATIENCE {
            self.look_at = self.look_at.min(since + PATIENCE);
            return Ok(());
        }
        self.app.warning(&format!(
            "{puzzle} has no solution any more: waiting for {}, or for another day",
            puzzle.source()
        ));
        self.follow.current = None;
        self.stop();
        Ok(())
    }

    /// Watches the folders of all files; returns how long nothing needs to be looked at.
    fn watch(&mut self) -> Duration {
        let Some(watcher) = &mut self.watcher else {
            return POLL;
        };
        match watcher.update(&self.follow) {
            Ok(false) => HEARTBEAT,
            // What was created in a folder before it was watched is not told.
            Ok(true) => BURST,
            Err(reason) => {
                self.poll(&reason);
                POLL
            }
        }
    }

    /// The day is run again if these changes concern it; false if they do not.
    fn changed(&mut self, changes: Vec<Change>) -> Result<bool, CliError> {
        let selection = &self.args.selection;
        let any = selection.selectors.is_empty() && selection.year.is_none();
        let is_selected = |puzzle| {
            let selected = self.app.solutions(selection);
            any || selected.is_ok_and(|selected| selected.contains(&puzzle))
        };
        let changes = self.follow.concerning(changes, &is_selected);
        let root = self.follow.root();
        let Some(first) = changes.first() else {
            return Ok(false);
        };
        self.gone_since = None;
        let path = first.path.strip_prefix(root).unwrap_or(&first.path);
        let more = match changes.len() {
            1 => String::new(),
            2 => ", and one more file".to_owned(),
            count => format!(", and {} more files", count - 1),
        };
        let reason = format!("{} {}{more}", path.display(), first.what);
        self.want(Task::Run { trace: false }, Some(reason))?;
        Ok(true)
    }

    fn key(&mut self, key: Key) -> Result<Option<Exit>, CliError> {
        match key {
            Key::Quit if self.running.is_none() => return Ok(Some(Exit::Done)),
            Key::Quit => {
                self.quits = true;
                self.stop();
            }
            // The shell has written below what was there.
            Key::Resumed if self.running.is_none() => self.wait(),
            Key::Resumed => {}
            Key::Typed(typed) => {
                if typed == 'r' {
                    // What could not be downloaded is tried again.
                    self.access = None;
                }
                if let Some(task) = Task::of(typed) {
                    self.want(task, None)?;
                }
            }
        }
        Ok(None)
    }

    /// Stops the work that is done, and does nothing after it. Sending an answer is
    /// stopped at the end alone: what follows the verdict is wanted.
    fn stop(&mut self) {
        self.next = None;
        if let Some(running) = &mut self.running
            && (!running.task.is_submit() || self.quits)
        {
            running.stopped = true;
            running.cancel.cancel();
        }
    }

    fn want(&mut self, task: Task, reason: Option<String>) -> Result<(), CliError> {
        let Some(puzzle) = self.follow.current else {
            return Ok(());
        };
        if self.running.is_some() {
            self.stop();
            self.next = Some((task, reason));
            return Ok(());
        }
        match self.clears.replace(true) {
            Some(clears) if !self.app.json => {
                // What can be scrolled back to stays.
                let clears = clears && self.app.stdout.interactive;
                raw(
                    &mut io::stdout(),
                    if clears { b"\x1b[H\x1b[2J" } else { b"\n" },
                )?;
            }
            _ => {}
        }
        if let Some(reason) = reason {
            let mut line = Line::new(self.app.stderr, 2);
            line.words(DIM, &reason);
            self.tell(&line.end());
        }
        let mut app = self.app.again();
        app.access = self.access.take().unwrap_or_default();
        if let Some(keys) = self.keys.as_ref().filter(|_| task.takes_terminal()) {
            keys.pause();
        }
        self.advice.clear();
        self.running = Some(CurrentWork {
            task,
            cancel: app.cancel.clone(),
            stopped: false,
        });
        let (options, sender) = (self.args.options.clone(), self.sender.clone());
        thread::spawn(move || {
            let work = || perform(task, &app, &options, puzzle);
            let result = panic::catch_unwind(AssertUnwindSafe(work));
            let _ = sender.send(Event::Ended(Box::new(app), result));
        });
        Ok(())
    }

    fn ended(
        &mut self,
        app: App,
        result: thread::Result<Result<Exit, CliError>>,
    ) -> Result<Option<Exit>, CliError> {
        let ended = self.running.take().expect("it was running");
        let (task, stopped) = (ended.task, ended.stopped);
        if let Some(keys) = self.keys.as_ref().filter(|_| task.takes_terminal()) {
            keys.resume();
        }
        let result = result.unwrap_or_else(|panic| panic::resume_unwind(panic));
        if was_interrupted() {
            // It may have come while the work was being stopped for another reason.
            return Ok(Some(Exit::Interrupted));
        }
        match result {
            // Nobody reads the results any more.
            Err(error) if error.exit == Exit::Done => return Ok(Some(Exit::Done)),
            Err(error) if error.exit == Exit::Interrupted && !stopped => return Err(error),
            Ok(Exit::Interrupted) if !stopped => return Ok(Some(Exit::Interrupted)),
            Err(error) if !stopped || task.is_submit() => {
                self.advice = format!("{:#}", error.source);
                self.app.error(&error.source);
            }
            _ => {}
        }
        if self.quits {
            return Ok(Some(Exit::Done));
        }
        if app.access.downloads.take() > 0 || task.takes_terminal() {
            self.follow.skip_inputs();
        }
        self.access = Some(app.access);
        if let (Some(puzzle), Ok(project)) = (self.follow.current, self.app.project()) {
            let profile = profile(&self.args.options.build, Profile::Aoc);
            let (files, is_built) = built_from(project, puzzle, profile);
            self.follow.built_from(files, is_built);
            self.watch();
        }
        let changes = self.follow.look(true);
        let next = self.next.take();
        // What the site said is not cleared by a file that was saved meanwhile.
        self.clears = Some(!task.takes_terminal());
        if !self.changed(changes)? {
            if let Some((next, reason)) = next {
                self.want(next, reason)?;
            } else if !stopped {
                self.clears = Some(true);
                self.wait();
            }
        }
        Ok(None)
    }

    /// Says that nothing is done until a file is saved or a key is pressed, and which
    /// keys there are.
    fn wait(&self) {
        let day = self.follow.current.map(|day| day.to_string());
        let what = day.unwrap_or_else(|| "days/, where there is no day yet".to_owned());
        let mut line = Line::new(self.app.stderr, 2);
        line.words(DIM, &format!("watching {what}"));
        if self.keys.is_none() {
            line.words(DIM, "; Ctrl-C ends it");
            return self.tell(&line.end());
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
                line.gap(2).keep(2 + purpose.len());
                line.cell(STRONG, key).gap(1).cell(DIM, purpose);
            }
        }
        self.tell(&format!("\n{}", line.end()));
    }

    /// Whether the day's file has a function of that name.
    fn has_trace(&self) -> bool {
        let project = self.app.project().ok();
        let file = project.and_then(|project| project.day_file(self.follow.current?));
        let text = file.and_then(|file| std::fs::read_to_string(file).ok());
        text.is_some_and(|text| text.contains("fn trace"))
    }

    fn tell(&self, lines: &str) {
        if !self.app.is_quiet() {
            // A closed stderr is no reason to stop.
            let _ = raw(&mut self.app.stderr.writer(io::stderr()), lines.as_bytes());
        }
    }
}

/// Does what the command does that is called the same.
fn perform(task: Task, app: &App, options: &RunOptions, puzzle: Puzzle) -> Result<Exit, CliError> {
    match task {
        Task::Run { trace } => run_puzzle(app, puzzle, options, trace),
        Task::Bench => bench::bench_puzzle(app, puzzle, options),
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
