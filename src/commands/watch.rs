//! `aoc watch`: builds and runs a day whenever its files are saved.
//!
//! Each round does what `aoc run` does, on a thread of its own, while the main thread
//! watches files and keys. A newer event stops the round: its token is cancelled, and
//! the next round starts when it has ended.

use std::io;
use std::mem;
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
use crate::terminal::{Keys, Terminal, plural, raw};
use crate::watch::{Follow, Watcher};

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
  aoc watch 22                  stay with day 22
  aoc watch -p 2 --timeout 10s  run part 2, for ten seconds at most"
)]
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

/// The key with the same effect as a save.
const RUN: char = 'r';

/// The keys that submit an answer.
const SUBMITS: [char; 3] = ['s', 'w', 'f'];

pub fn run(app: &App, args: &WatchArgs) -> Result<Exit, CliError> {
    let day = first(app, &args.selection)?;
    let (sender, events) = mpsc::channel();
    let to_us = sender.clone();
    let tell = move |told| drop(to_us.send(Event::Files(told)));
    let to_us = sender.clone();
    let session = WatchSession {
        app,
        args,
        keys: Keys::listen(move |key| to_us.send(Event::Key(key)).is_ok()),
        sender,
        watcher: if args.poll { None } else { Watcher::new(tell) },
        follow: Follow::new(app.project()?.clone(), app.store()?.root, day),
        look_at: Instant::now(),
        running: None,
        next: None,
        access: Access::after(&app.access),
        advice: String::new(),
        above: "",
        exit: None,
    };
    session.run(&events)
}

/// Watches one day, for `start`.
pub fn watch_puzzle(app: &App, puzzle: Puzzle) -> Result<Exit, CliError> {
    let mut args = WatchArgs::default();
    args.selection.selectors.push(puzzle.to_string());
    run(app, &args)
}

/// The first day to watch: of the selected ones, the one that was edited last. `None`
/// in a project without days, which waits for the first one.
fn first(app: &App, selection: &SelectionArgs) -> Result<Option<Puzzle>, CliError> {
    let project = app.project()?;
    if selection.is_empty() && project.days()?.is_empty() {
        return Ok(None);
    }
    let selected = app.solutions(selection)?.into_iter();
    Ok(selected.max_by_key(|&puzzle| (project.edited(puzzle), puzzle)))
}

enum Event {
    /// Files have changed; an error says why the system reports no more changes.
    Files(Result<(), String>),
    Key(char),
    /// A task has ended, and returns the `App` that it used. The outer error is a
    /// panic.
    Ended(Box<App>, thread::Result<Result<Exit, CliError>>),
}

struct WatchSession<'a> {
    app: &'a App,
    args: &'a WatchArgs,
    /// `None` if stdin is not a terminal.
    keys: Option<Keys>,
    sender: Sender<Event>,
    /// `None` if files are polled.
    watcher: Option<Watcher>,
    follow: Follow,
    /// When to check the files next.
    look_at: Instant,
    /// The key of the running task, and the token that stops it.
    running: Option<(char, CancelToken)>,
    /// The key of the next task, and the reason if the key was not pressed. A newer key
    /// or save replaces it.
    next: Option<(char, Option<String>)>,
    /// What the last task learned about the site.
    access: Access,
    /// The reason why the last task failed; it may mention an option of `submit`.
    advice: String,
    /// Text above the output of the next task.
    above: &'static str,
    /// If set, the program ends with this once no task is running.
    exit: Option<Exit>,
}

impl WatchSession<'_> {
    fn run(mut self, events: &Receiver<Event>) -> Result<Exit, CliError> {
        self.want(RUN, None)?;
        if self.follow.current.is_none() {
            self.wait(self.app.stderr);
        }
        while self.exit.is_none() || self.running.is_some() {
            let left = self.look_at.saturating_duration_since(Instant::now());
            let event = events.recv_timeout(left);
            if left.is_zero() {
                self.look()?;
            }
            match event {
                Ok(Event::Files(Ok(()))) => {
                    self.look_at = self.look_at.min(Instant::now() + BURST);
                }
                Ok(Event::Files(Err(reason))) => {
                    self.watcher = None;
                    self.look_at = Instant::now();
                    self.app.warning(&format!(
                        "the system does not report changes: {reason}; checking for them twice a \
                         second"
                    ));
                }
                Ok(Event::Key('q')) => {
                    self.exit = Some(Exit::Done);
                    self.stop();
                }
                Ok(Event::Key(key)) => {
                    if key == RUN {
                        // Failed downloads are tried again.
                        self.access = Access::default();
                    }
                    self.want(key, None)?;
                }
                Ok(Event::Ended(app, result)) => self.ended(*app, result)?,
                Err(_) => {}
            }
        }
        Ok(self.exit.unwrap_or_default())
    }

    /// Checks all files, and runs the day if it is affected by changes. Returns whether
    /// it is.
    fn look(&mut self) -> Result<bool, CliError> {
        let root = self.follow.root();
        if !root.is_dir() {
            let root = root.display();
            let message = format!("the project {root} is gone: it was moved or deleted");
            return Err(CliError::new(Exit::Files, message));
        }
        let is_new = self.watcher.as_mut().map(|it| it.update(&self.follow));
        self.look_at = Instant::now()
            + match is_new {
                Some(false) => HEARTBEAT,
                // Files that were created in a folder before it was watched cause no
                // event.
                Some(true) => BURST,
                None => POLL,
            };
        // Inputs that a round itself writes do not count.
        let changes = self.follow.look(self.running.is_none());
        let selection = &self.args.selection;
        let is_selected = |puzzle| {
            let selected = self.app.solutions(selection);
            selection.is_empty() || selected.is_ok_and(|selected| selected.contains(&puzzle))
        };
        let changes = self.follow.concerning(changes, &is_selected);
        let Some((first, others)) = changes.split_first() else {
            return Ok(false);
        };
        let path = first.path.strip_prefix(self.follow.root());
        let mut reason = format!("{} {}", path.unwrap_or(&first.path).display(), first.what);
        if !others.is_empty() {
            reason += &format!(", and {}", plural(others.len(), "more file"));
        }
        self.want(RUN, Some(reason))?;
        Ok(true)
    }

    /// Stops the running task, and drops the next one. Submitting is stopped only at
    /// the end of the program, because its follow-up steps are wanted.
    fn stop(&mut self) {
        self.next = None;
        if let Some((key, cancel)) = &self.running
            && (self.exit.is_some() || !SUBMITS.contains(key))
        {
            cancel.cancel();
        }
    }

    /// Does the task of the key now, or as soon as the running task has stopped.
    fn want(&mut self, key: char, reason: Option<String>) -> Result<(), CliError> {
        let known = matches!(key, RUN | 't' | 'b' | 'p') || SUBMITS.contains(&key);
        let Some(puzzle) = self.follow.current.filter(|_| known && self.exit.is_none()) else {
            return Ok(());
        };
        if self.running.is_some() {
            self.stop();
            self.next = Some((key, reason));
            return Ok(());
        }
        if !self.app.json {
            raw(&mut io::stdout(), self.above.as_bytes())?;
        }
        self.clear_next(true);
        // The terminal's size may have changed as well.
        let mut app = self.app.reload();
        if let Some(reason) = reason {
            self.tell(&Line::new(app.stderr, 2).words(DIM, &reason).end());
        }
        app.access = mem::take(&mut self.access);
        if let Some(keys) = self.keys.as_ref().filter(|_| takes_terminal(key)) {
            keys.pause(true);
        }
        self.advice.clear();
        self.running = Some((key, app.cancel.clone()));
        let (options, sender) = (self.args.options.clone(), self.sender.clone());
        thread::spawn(move || {
            let work = || perform(key, &app, &options, puzzle);
            let result = panic::catch_unwind(AssertUnwindSafe(work));
            let _ = sender.send(Event::Ended(Box::new(app), result));
        });
        Ok(())
    }

    /// Decides whether the next task clears the screen. The scrollback is kept.
    const fn clear_next(&mut self, clears: bool) {
        let clears = clears && self.app.stdout.interactive;
        self.above = if clears { "\x1b[H\x1b[2J" } else { "\n" };
    }

    fn ended(
        &mut self,
        app: App,
        result: thread::Result<Result<Exit, CliError>>,
    ) -> Result<(), CliError> {
        let (key, cancel) = self.running.take().expect("it was running");
        if let Some(keys) = self.keys.as_ref().filter(|_| takes_terminal(key)) {
            keys.pause(false);
        }
        let stopped = cancel.is_cancelled();
        let result = result.unwrap_or_else(|panic| panic::resume_unwind(panic));
        let exit = result.as_ref().map_or_else(|it| it.exit, |it| *it);
        match result {
            // It may have come while the task was being stopped for another reason.
            _ if was_interrupted() || exit == Exit::Interrupted && !stopped => {
                self.exit = Some(Exit::Interrupted);
            }
            // Stdout was closed.
            Err(error) if error.exit == Exit::Done => self.exit = Some(Exit::Done),
            Err(error) if !stopped || SUBMITS.contains(&key) => {
                self.advice = format!("{:#}", error.source);
                app.error(&error.source);
            }
            _ => {}
        }
        if self.exit.is_some() {
            return Ok(());
        }
        if app.access.downloads.take() > 0 || takes_terminal(key) {
            self.follow.skip_inputs();
        }
        self.access = app.access;
        if let (Some(puzzle), Ok(project)) = (self.follow.current, self.app.project()) {
            let profile = profile(&self.args.options.build, Profile::Aoc);
            let (files, is_built) = built_from(project, puzzle, profile);
            self.follow.built_from(files, is_built);
        }
        // The site's answer is not cleared by a file that was saved in the meantime.
        self.clear_next(!takes_terminal(key));
        let next = self.next.take();
        if self.look()? {
            return Ok(());
        }
        if let Some((key, reason)) = next {
            return self.want(key, reason);
        }
        self.clear_next(true);
        self.wait(app.stderr);
        Ok(())
    }

    /// Says that it waits for a save or a key, and lists the keys.
    fn wait(&self, stderr: Terminal) {
        let day = self.follow.current.map(|day| day.to_string());
        let what = day.unwrap_or_else(|| "days/, where there is no day yet".to_owned());
        let end = self.keys.as_ref().map_or("; Ctrl-C ends it", |_| "");
        let mut line = Line::new(stderr, 2);
        line.words(DIM, &format!("watching {what}{end}"));
        if self.keys.is_none() {
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
                line.gap(2).fit(2 + purpose.len());
                line.cell(STRONG, key).gap(1).cell(DIM, purpose);
            }
        }
        self.tell(&format!("\n{}", line.end()));
    }

    /// True if the day's file has a `trace` function.
    fn has_trace(&self) -> bool {
        let project = self.app.project().ok();
        let file = project.and_then(|project| project.day_file(self.follow.current?));
        let text = file.and_then(|file| std::fs::read_to_string(file).ok());
        text.is_some_and(|text| text.contains("fn trace"))
    }

    fn tell(&self, lines: &str) {
        if !self.app.is_quiet() {
            // A closed stderr does not stop the command.
            let _ = raw(&mut self.app.stderr.writer(io::stderr()), lines.as_bytes());
        }
    }
}

/// True if the task of the key may use the terminal itself, for a question or for the
/// pager.
fn takes_terminal(key: char) -> bool {
    key == 'p' || SUBMITS.contains(&key)
}

/// Runs the command of the key.
fn perform(key: char, app: &App, options: &RunOptions, puzzle: Puzzle) -> Result<Exit, CliError> {
    match key {
        'b' => bench::bench_puzzle(app, puzzle, options),
        'p' => read::read_puzzle(app, puzzle),
        's' | 'w' | 'f' => {
            let options = SubmitOptions {
                part: options.part,
                wait: key == 'w',
                force: key == 'f',
                ..SubmitOptions::default()
            };
            submit_puzzle(app, puzzle, &options)
        }
        _ => run_puzzle(app, puzzle, options, key == 't'),
    }
}
