//! One `aoc watch`, from its first round to its end.

use std::panic::{self, AssertUnwindSafe};
use std::path::PathBuf;
use std::thread;
use std::time::{Duration, Instant};

use super::listener::{Ended, Event, Listener, Task};
use super::{WatchArgs, separate_rounds, tell_reason, tell_waiting};
use crate::app::args::{BuildArgs, SelectionArgs};
use crate::app::{Access, App, profile, was_interrupted};
use crate::cargo::{Profile, built_from};
use crate::commands::{bench, run, submit};
use crate::error::{CliError, Exit};
use crate::processes::CancelToken;
use crate::puzzle::Puzzle;
use crate::terminal::{Key, Keys};
use crate::watch::{Change, Effect, FileNotice, Files, Follow};

/// A file may be gone for this long while an editor replaces it, and a new folder not
/// be watched yet.
const PATIENCE: Duration = Duration::from_millis(300);

/// The time between two looks whether the project is still there.
const HEARTBEAT: Duration = Duration::from_secs(2);

/// A task, and why it is done, where that is not a key.
type Work = (Task, Option<String>);

/// The work that is done.
struct CurrentWork {
    task: Task,
    cancel: CancelToken,
    /// It was told to stop because of other work, or of the end.
    stopped: bool,
}

pub struct WatchSession<'a> {
    app: &'a App,
    args: &'a WatchArgs,
    /// `None` if stdin is not a terminal.
    keys: Option<Keys>,
    listener: Listener,
    files: Files,
    follow: Follow,
    running: Option<CurrentWork>,
    /// The work that is done after it. The last wish replaces those before.
    next: Option<Work>,
    quits: bool,
    /// The last work's knowledge of the site.
    access: Option<Access>,
    /// When to look at these paths again.
    look_again: Option<(Instant, Vec<PathBuf>)>,
    /// Inputs that did not exist when the work began: it may have downloaded
    /// them itself.
    created: Vec<Change>,
    /// It was said that the day is gone.
    gone: bool,
    /// Something was shown, which the next work clears.
    clears: Option<bool>,
}

impl<'a> WatchSession<'a> {
    pub fn new(app: &'a App, args: &'a WatchArgs, first: Option<Puzzle>) -> Result<Self, CliError> {
        let follow = Follow::new(app.project()?.clone(), app.store()?.paths.root, first);
        // Before the files are looked at: nothing that changes from now on is missed.
        let listener = Listener::new(app, &follow, args.poll);
        let mut files = Files::default();
        files.changed(&follow.folders());
        files.changed(&follow.files());
        let to_us = listener.sender.clone();
        let keys = Keys::listen(move |key| to_us.send(Event::Key(key)).is_ok());
        Ok(Self {
            app,
            args,
            keys,
            listener,
            files,
            follow,
            running: None,
            next: None,
            quits: false,
            access: Some(Access::after(&app.access)),
            look_again: None,
            created: Vec::new(),
            gone: false,
            clears: None,
        })
    }

    pub fn run(mut self) -> Result<Exit, CliError> {
        match self.follow.current {
            Some(_) => self.want(Task::Run, None)?,
            None => self.wait(),
        }
        loop {
            let heartbeat = Instant::now() + HEARTBEAT;
            let look = self.look_again.as_ref().map(|(time, _)| *time);
            let deadline = look.map_or(heartbeat, |look| look.min(heartbeat));
            let exit = match self.listener.next(self.app, deadline) {
                Some(Event::Files(notice)) => self.files(notice)?,
                Some(Event::Key(key)) => self.key(key)?,
                Some(Event::Ended(ended)) => self.ended(*ended)?,
                None => self.look()?,
            };
            if let Some(exit) = exit {
                return Ok(exit);
            }
        }
    }

    fn check_root(&self) -> Result<(), CliError> {
        let root = self.follow.root();
        if root.is_dir() {
            return Ok(());
        }
        let root = root.display();
        let message = format!("the project {root} is gone: it was moved or deleted");
        Err(CliError::new(Exit::Files, message))
    }

    fn files(&mut self, notice: FileNotice) -> Result<Option<Exit>, CliError> {
        self.check_root()?;
        let mut changes = match notice {
            FileNotice::Paths(paths) => {
                self.listener.update(self.app, &self.follow, &paths);
                if paths.iter().any(|path| path.is_dir()) {
                    // What was created in it before it was watched is not told.
                    self.put_off(paths.clone());
                }
                let is_watched = |path: &PathBuf| self.follow.is_watched(path);
                let watched: Vec<PathBuf> = paths.into_iter().filter(is_watched).collect();
                self.files.changed(&watched)
            }
            FileNotice::Everything | FileNotice::Failed(_) => {
                self.files.changed(&self.follow.folders())
            }
        };
        // They are few, and may lie behind links.
        changes.extend(self.files.changed(&self.follow.files()));
        if self.running.is_some() {
            let is_new_input = |it: &Change| it.what == "created" && self.follow.is_input(&it.path);
            let (created, others) = changes.into_iter().partition(is_new_input);
            self.created.extend::<Vec<_>>(created);
            changes = others;
        }
        match self.effect(&changes) {
            Effect::Run => self.changed(&changes)?,
            Effect::Gone => self.put_off(Vec::new()),
            Effect::Nothing => {}
        }
        Ok(None)
    }

    fn put_off(&mut self, paths: Vec<PathBuf>) {
        let (_, mut all) = self
            .look_again
            .take()
            .unwrap_or((Instant::now(), Vec::new()));
        all.extend(paths);
        self.look_again = Some((Instant::now() + PATIENCE, all));
    }

    /// Looks at what was put off.
    fn look(&mut self) -> Result<Option<Exit>, CliError> {
        self.check_root()?;
        let due = self.look_again.take_if(|(time, _)| *time <= Instant::now());
        let Some((_, paths)) = due else {
            return Ok(None);
        };
        let is_watched = |path: &PathBuf| self.follow.is_watched(path);
        let watched: Vec<PathBuf> = paths.into_iter().filter(is_watched).collect();
        let mut changes = self.files.changed(&watched);
        changes.extend(self.files.changed(&self.follow.files()));
        let effect = self.effect(&changes);
        let current = self.follow.current;
        match (effect, current) {
            (Effect::Run, _) => self.changed(&changes)?,
            (_, Some(puzzle)) if !self.follow.exists(puzzle) && !self.gone => {
                self.gone = true;
                self.app.warning(&format!(
                    "{puzzle} has no solution any more: waiting for {}, or for another day",
                    puzzle.source()
                ));
                self.stop();
            }
            _ => {}
        }
        Ok(None)
    }

    fn effect(&mut self, changes: &[Change]) -> Effect {
        let selection = &self.args.selection;
        let any = selection.selectors.is_empty() && selection.year.is_none();
        let is_selected = |puzzle| {
            let selected = self.app.solutions(selection);
            selected.is_ok_and(|selected| selected.contains(&puzzle))
        };
        self.follow
            .changed(changes, &|puzzle| any || is_selected(puzzle))
    }

    /// The day is run again because of these changes.
    fn changed(&mut self, changes: &[Change]) -> Result<(), CliError> {
        self.gone = false;
        let root = self.follow.root();
        let reason = changes.first().map(|change| {
            let path = change.path.strip_prefix(root).unwrap_or(&change.path);
            let more = match changes.len() {
                1 => String::new(),
                2 => ", and one more file".to_owned(),
                count => format!(", and {} more files", count - 1),
            };
            format!("{} {}{more}", path.display(), change.what)
        });
        self.want(Task::Run, reason)
    }

    fn key(&mut self, key: Key) -> Result<Option<Exit>, CliError> {
        let task = match key {
            Key::Quit if self.running.is_none() => return Ok(Some(Exit::Done)),
            Key::Quit => {
                self.quits = true;
                self.stop();
                return Ok(None);
            }
            Key::Resumed => {
                if self.running.is_none() {
                    // The shell has written below what was there.
                    self.wait();
                }
                return Ok(None);
            }
            Key::Again => {
                // What could not be downloaded is tried again.
                self.access = None;
                Task::Run
            }
            Key::Trace => Task::Trace,
            Key::Bench => Task::Bench,
            Key::Submit => Task::Submit,
        };
        if self.follow.current.is_some() && !self.gone {
            self.want(task, None)?;
        }
        Ok(None)
    }

    /// Stops the work that is done, and does nothing after it. Sending an answer is
    /// stopped at the end alone: what follows the verdict is wanted.
    fn stop(&mut self) {
        self.next = None;
        if let Some(running) = &mut self.running
            && (running.task != Task::Submit || self.quits)
        {
            running.stopped = true;
            running.cancel.cancel();
        }
    }

    fn want(&mut self, task: Task, reason: Option<String>) -> Result<(), CliError> {
        if self.running.is_some() {
            self.stop();
            self.next = Some((task, reason));
            return Ok(());
        }
        let Some(puzzle) = self.follow.current else {
            return Ok(());
        };
        if let Some(clears) = self.clears.replace(true) {
            separate_rounds(self.app, clears)?;
        }
        if let Some(reason) = reason {
            tell_reason(self.app, &reason);
        }
        let mut app = self.app.again();
        app.access = self.access.take().unwrap_or_default();
        if let (Task::Submit, Some(keys)) = (task, &self.keys) {
            keys.pause();
        }
        self.running = Some(CurrentWork {
            task,
            cancel: app.cancel.clone(),
            stopped: false,
        });
        let (args, sender) = (self.args.clone(), self.listener.sender.clone());
        thread::spawn(move || {
            let work = || perform(task, &app, &args, puzzle);
            let result = panic::catch_unwind(AssertUnwindSafe(work));
            let _ = sender.send(Event::Ended(Box::new(Ended { app, task, result })));
        });
        Ok(())
    }

    fn ended(&mut self, ended: Ended) -> Result<Option<Exit>, CliError> {
        let Ended { app, task, result } = ended;
        let stopped = self.running.take().is_some_and(|running| running.stopped);
        if let (Task::Submit, Some(keys)) = (task, &self.keys) {
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
            Err(error) if !stopped || task == Task::Submit => self.app.error(&error.source),
            _ => {}
        }
        if self.quits {
            return Ok(Some(Exit::Done));
        }
        let mut changes = std::mem::take(&mut self.created);
        if app.access.downloads.take() > 0 || task == Task::Submit {
            // What it wrote itself is no news.
            let [_, inputs] = self.follow.folders();
            drop(self.files.changed(&[inputs]));
            changes.clear();
        }
        self.access = Some(app.access);
        changes.extend(self.learn_sources());
        match self.next.take() {
            Some((task_after, reason)) => {
                // What the site said is not cleared by a file that was saved meanwhile.
                self.clears = Some(task != Task::Submit);
                self.want(task_after, reason)?;
            }
            None if self.effect(&changes) == Effect::Run => self.changed(&changes)?,
            None if !stopped => self.wait(),
            None => {}
        }
        Ok(None)
    }

    /// Watches the files that the day was built from. Returns those that have
    /// changed since.
    fn learn_sources(&mut self) -> Vec<Change> {
        let (Some(puzzle), Ok(project)) = (self.follow.current, self.app.project()) else {
            return Vec::new();
        };
        let profile = profile(&self.args.options.build, Profile::Aoc);
        self.follow
            .set_sources(built_from(project, puzzle, profile));
        self.listener.update(self.app, &self.follow, &[]);
        let mut changes = self.files.changed(&self.follow.files());
        // Those that are new here are as they were built.
        changes.retain(|change| change.what == "changed");
        changes
    }

    fn wait(&self) {
        tell_waiting(self.app, self.follow.current, self.keys.is_some());
    }
}

/// Does what the command does that is called the same.
fn perform(task: Task, app: &App, args: &WatchArgs, puzzle: Puzzle) -> Result<Exit, CliError> {
    let selection = SelectionArgs {
        selectors: vec![puzzle.to_string()],
        year: None,
    };
    let options = args.options.clone();
    let part = options.part;
    match task {
        Task::Run | Task::Trace => run::run(
            app,
            &run::RunArgs {
                selection,
                options,
                trace: task == Task::Trace,
                jobs: 1,
                ..run::RunArgs::default()
            },
        ),
        Task::Bench => bench::run(
            app,
            &bench::BenchArgs {
                selection,
                part,
                alt: options.alt,
                limits: options.limits,
                // A profile that is fast to build is not one to measure.
                build: BuildArgs {
                    features: options.build.features,
                    dev: false,
                },
                ..bench::BenchArgs::default()
            },
        ),
        Task::Submit => {
            let options = submit::SubmitOptions {
                part,
                ..submit::SubmitOptions::default()
            };
            submit::submit_puzzle(app, puzzle, &options)
        }
    }
}
