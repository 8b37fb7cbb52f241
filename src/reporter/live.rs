//! What every format of a run shows on stderr: a line that names what runs, and
//! notes and warnings.

use super::head::{phase_name, source_name};
use super::progress::Spinner;
use super::repeated::Repeated;
use crate::puzzle::Puzzle;
use crate::runner::RunEvent;
use crate::terminal::console::Console;

pub(super) struct Live {
    /// How many jobs there are, where several run at a time.
    parallel_jobs: Option<usize>,
    ended: usize,
    puzzle: Option<Puzzle>,
    /// What runs, without the jobs that have ended.
    what: String,
    repeated: Repeated,
    spinner: Option<Spinner>,
}

impl Live {
    pub(super) fn new(parallel_jobs: Option<usize>) -> Self {
        Self {
            parallel_jobs,
            ended: 0,
            puzzle: None,
            what: String::new(),
            repeated: Repeated::default(),
            spinner: None,
        }
    }

    /// Shows what an event has to do with stderr. Call it before anything else
    /// is written: the line that moves is gone then.
    pub(super) fn event(&mut self, console: &mut Console, event: &RunEvent) {
        if matches!(event, RunEvent::PhaseProgress(_)) {
            return;
        }
        self.spinner = None;
        self.repeated.event(console, event);
        match event {
            RunEvent::JobStarted(puzzle) => {
                self.puzzle = Some(*puzzle);
                if self.parallel_jobs.is_some() {
                    self.spin(console, puzzle.to_string());
                }
            }
            RunEvent::PhaseStarted { phase, alternative } => {
                let mut what = phase_name(*phase).to_owned();
                if let Some(puzzle) = self.puzzle {
                    what = format!("{puzzle} {what}");
                }
                if let Some(name) = alternative {
                    what = format!("{what} {name}");
                }
                self.spin(console, what);
            }
            RunEvent::ExampleStarted(header) => {
                let what = format!("{} {}", header.puzzle(), source_name(header));
                self.spin(console, what);
            }
            RunEvent::PuzzleStarted { .. }
            | RunEvent::ExampleFinished(_)
            | RunEvent::ExamplesChecked(_)
            | RunEvent::PhaseProgress(_)
            | RunEvent::PhaseFinished(_)
            | RunEvent::Traced
            | RunEvent::Note(_)
            | RunEvent::Warning(_) => {}
        }
    }

    pub(super) fn progress(&mut self, ended: usize) {
        self.ended = ended;
        if let Some(spinner) = &self.spinner {
            spinner.set_message(&self.message());
        }
    }

    /// Nothing runs any more.
    pub(super) fn stop(&mut self) {
        self.spinner = None;
    }

    /// All jobs have ended.
    pub(super) fn finish(&mut self, console: &mut Console) {
        self.stop();
        self.repeated.finish(console);
    }

    fn spin(&mut self, console: &Console, what: String) {
        self.what = what;
        if !console.is_quiet() {
            self.spinner = Some(Spinner::new(console.stderr, &self.message()));
        }
    }

    fn message(&self) -> String {
        match self.parallel_jobs {
            Some(jobs) => format!("{}/{jobs} done  {}", self.ended, self.what),
            None => self.what.clone(),
        }
    }
}
