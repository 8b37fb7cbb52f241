//! One `aoc watch`, from its first round to its end.

use std::panic;
use std::path::PathBuf;
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

use super::WatchArgs;
use super::event::{Ended, Event, Task};
use super::listen::Listener;
use super::work::Work;
use crate::app::{Access, App};
use crate::error::{CliError, Exit};
use crate::processes::CancelToken;
use crate::puzzle::Puzzle;
use crate::reporter::WatchScreen;
use crate::terminal::{Key, Keys};
use crate::watch::{Change, Follow, Notice, Schedule, Snapshot, Step, Verdict, WatchError};

/// How long a file may be gone while an editor replaces it, and a new folder not
/// be watched yet.
const PATIENCE: Duration = Duration::from_millis(300);

/// How often to look whether the project is still there.
const HEARTBEAT: Duration = Duration::from_secs(2);

pub struct Session<'a> {
    pub app: &'a App,
    pub args: &'a WatchArgs,
    pub screen: WatchScreen,
    /// `None` if stdin is not a terminal.
    pub keys: Option<Keys>,
    pub listener: Listener,
    /// For work that ends.
    pub sender: Sender<Event>,
    pub snapshot: Snapshot,
    pub follow: Follow,
    pub schedule: Schedule<Work>,
    /// Of the work that is being done.
    pub cancel: CancelToken,
    /// What the last work knew of the site.
    pub access: Option<Access>,
    /// When to look at these paths again.
    pub look_again: Option<(Instant, Vec<PathBuf>)>,
    /// Inputs that did not exist when the work began: it may have downloaded
    /// them itself.
    pub created: Vec<Change>,
    /// Whether it was said that the day is gone.
    pub gone: bool,
    /// Whether the work that is being done was told to stop.
    pub stopped: bool,
    /// Whether the next work leaves what is on the screen.
    pub keep: bool,
    /// What the command ends with.
    pub exit: Exit,
}

impl Session<'_> {
    pub fn run(mut self) -> Result<Exit, CliError> {
        let mut step = Step::Wait;
        if self.follow.current().is_some() {
            step = self.schedule.want(Work::of(Task::Run));
        } else {
            self.wait();
        }
        loop {
            match step {
                Step::Start(work) => self.start(&work)?,
                Step::Stop => {
                    self.stopped = true;
                    self.cancel.cancel();
                }
                Step::Wait => {}
                Step::Quit => return Ok(self.exit),
            }
            step = self.happens()?;
        }
    }

    /// Waits until something happens.
    fn happens(&mut self) -> Result<Step<Work>, CliError> {
        let heartbeat = Instant::now() + HEARTBEAT;
        let look = self.look_again.as_ref().map(|(time, _)| *time);
        let deadline = look.map_or(heartbeat, |look| look.min(heartbeat));
        match self.listener.next(self.app, deadline) {
            Some(Event::Files(notice)) => self.files(notice),
            Some(Event::Key(key)) => Ok(self.key(key)),
            Some(Event::Ended(ended)) => self.ended(*ended),
            None => self.look(),
        }
    }

    /// Looks at what was put off.
    fn look(&mut self) -> Result<Step<Work>, CliError> {
        self.check_root()?;
        let due = self.look_again.take_if(|(time, _)| *time <= Instant::now());
        let Some((_, paths)) = due else {
            return Ok(Step::Wait);
        };
        let changes = self.snapshot.update(&paths);
        let verdict = self.verdict(&changes);
        Ok(match verdict {
            Verdict::Run(_) => self.changed(&changes),
            Verdict::Gone(puzzle) => self.is_gone(puzzle),
            Verdict::Nothing => match self.follow.current() {
                Some(puzzle) if !exists(self.app, puzzle) => self.is_gone(puzzle),
                _ => Step::Wait,
            },
        })
    }

    fn check_root(&self) -> Result<(), WatchError> {
        let root = self.snapshot.layout().root();
        if root.is_dir() {
            Ok(())
        } else {
            let root = root.to_owned();
            Err(WatchError::Gone { root })
        }
    }

    fn files(&mut self, notice: Notice) -> Result<Step<Work>, CliError> {
        self.check_root()?;
        let (changes, paths) = match notice {
            Notice::Paths(paths) => {
                let layout = self.snapshot.layout();
                self.listener.update(self.app, layout, &paths);
                (self.snapshot.update(&paths), paths)
            }
            Notice::Everything | Notice::Failed(_) => (self.snapshot.update_all(), Vec::new()),
        };
        if paths.iter().any(|path| path.is_dir()) {
            // What was created in it before it was watched is not told.
            self.put_off(paths);
        }
        let (changes, created): (Vec<Change>, Vec<Change>) = if self.schedule.is_idle() {
            (changes, Vec::new())
        } else {
            changes
                .into_iter()
                .partition(|change| !change.is_new_input())
        };
        self.created.extend(created);
        Ok(match self.verdict(&changes) {
            Verdict::Run(_) => self.changed(&changes),
            Verdict::Gone(_) => {
                self.put_off(Vec::new());
                Step::Wait
            }
            Verdict::Nothing => Step::Wait,
        })
    }

    fn put_off(&mut self, paths: Vec<PathBuf>) {
        let time = Instant::now() + PATIENCE;
        let before = self.look_again.take().map(|(_, paths)| paths);
        let paths = before
            .unwrap_or_default()
            .into_iter()
            .chain(paths)
            .collect();
        self.look_again = Some((time, paths));
    }

    fn verdict(&mut self, changes: &[Change]) -> Verdict {
        let selection = &self.args.selection;
        let any = selection.selectors.is_empty() && selection.year.is_none();
        let may_follow = |puzzle| {
            let selected = || self.app.solutions(selection).unwrap_or_default();
            any || selected().contains(&puzzle)
        };
        let exists = |puzzle| exists(self.app, puzzle);
        self.follow.changed(changes, &may_follow, &exists)
    }

    /// The day is run again because of these changes.
    fn changed(&mut self, changes: &[Change]) -> Step<Work> {
        self.gone = false;
        let root = self.snapshot.layout().root();
        let reason = changes.first().map(|change| match changes.len() {
            1 => change.describe(root),
            2 => format!("{}, and one more file", change.describe(root)),
            count => format!("{}, and {} more files", change.describe(root), count - 1),
        });
        self.schedule.want(Work {
            reason,
            ..Work::of(Task::Run)
        })
    }

    fn is_gone(&mut self, puzzle: Puzzle) -> Step<Work> {
        if self.gone {
            return Step::Wait;
        }
        self.gone = true;
        self.app.warning(&format!(
            "{puzzle} has no solution any more: waiting for {}, or for another day",
            puzzle.source()
        ));
        self.schedule.cancel()
    }

    fn key(&mut self, key: Key) -> Step<Work> {
        let task = match key {
            Key::Quit => return self.schedule.quit(),
            Key::Resumed => {
                if self.schedule.is_idle() {
                    // The shell has written below what was there.
                    self.wait();
                }
                return Step::Wait;
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
        if self.follow.current().is_none() || self.gone {
            return Step::Wait;
        }
        self.schedule.want(Work::of(task))
    }

    fn start(&mut self, work: &Work) -> Result<(), CliError> {
        let Some(puzzle) = self.follow.current() else {
            return Ok(());
        };
        let keep = std::mem::take(&mut self.keep);
        self.screen.begin(work.reason.as_deref(), keep)?;
        let mut app = self.app.again();
        app.access = self.access.take().unwrap_or_default();
        self.cancel = app.cancel.clone();
        if let (Task::Submit, Some(keys)) = (work.task, &self.keys) {
            keys.pause();
        }
        self.schedule.started(work.task.yields());
        let sender = self.sender.clone();
        work.task.start(app, self.args, puzzle, sender);
        Ok(())
    }

    fn ended(&mut self, ended: Ended) -> Result<Step<Work>, CliError> {
        let Ended { app, task, result } = ended;
        let stopped = std::mem::take(&mut self.stopped);
        if let (Task::Submit, Some(keys)) = (task, &self.keys) {
            keys.resume();
        }
        match result {
            Err(panic) => panic::resume_unwind(panic),
            // Nobody reads the results any more.
            Ok(Err(error)) if error.exit == Exit::Done => return Ok(Step::Quit),
            Ok(Err(error)) if error.exit == Exit::Interrupted && !stopped => return Err(error),
            Ok(Ok(Exit::Interrupted)) if !stopped => {
                self.exit = Exit::Interrupted;
                return Ok(Step::Quit);
            }
            Ok(Err(error)) if !stopped || task == Task::Submit => self.app.error(&error.source),
            Ok(_) => {}
        }
        let created = std::mem::take(&mut self.created);
        if app.access.downloads.take() > 0 || task == Task::Submit {
            // What it wrote itself is no news.
            let [_, inputs] = self.snapshot.layout().folders();
            drop(self.snapshot.update(&[inputs]));
        } else if let Verdict::Run(_) = self.verdict(&created) {
            // It has not ended for the schedule yet, so this comes next.
            let _later = self.changed(&created);
        }
        self.access = Some(app.access);
        let step = self.schedule.ended();
        match step {
            // What the site said is not cleared by a file that was saved meanwhile.
            Step::Start(_) => self.keep = task == Task::Submit,
            Step::Wait if !stopped => self.wait(),
            _ => {}
        }
        Ok(step)
    }

    fn wait(&self) {
        let what = self.follow.current().map_or_else(
            || "days/, where there is no day yet".to_owned(),
            |puzzle| puzzle.to_string(),
        );
        self.screen.waiting(&what, self.keys.is_some());
    }
}

fn exists(app: &App, puzzle: Puzzle) -> bool {
    let project = app.project();
    project.is_ok_and(|project| project.day_file(puzzle).is_some())
}
