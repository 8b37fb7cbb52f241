//! Shows what runs, as it runs.

use std::io::{self, Stdout};

use anstream::AutoStream;
use aoc_solution::protocol::Call;

use crate::app::App;
use crate::error::CliError;
use crate::reporter::{self, Head, OutputError, RunReport, Spinner, phase_name};
use crate::runner::{PhaseResult, PuzzleResult, RunEvents, RunResults};

/// The table on stdout, or silence until the JSON at the end; on stderr a line
/// for a part that runs long.
pub struct Show<'a> {
    app: &'a App,
    table: Option<RunReport<AutoStream<Stdout>>>,
    spinner: Option<Spinner>,
    /// The puzzle that runs, for the spinner.
    puzzle: String,
    /// What stdout said last.
    written: Result<(), OutputError>,
}

impl<'a> Show<'a> {
    /// Nothing is shown yet.
    pub fn new(app: &'a App) -> Self {
        let table = || {
            let out = app.stdout.writer(io::stdout());
            RunReport::new(out, app.stdout, app.verbosity)
        };
        Self {
            app,
            table: (!app.json).then(table),
            spinner: None,
            puzzle: String::new(),
            written: Ok(()),
        }
    }

    /// Shows a result that is there already.
    pub fn replay(&mut self, result: &PuzzleResult) {
        let names = result
            .phases
            .iter()
            .filter_map(|phase| phase.alternative.clone());
        self.begun(result, &names.collect::<Vec<_>>());
        for phase in &result.phases {
            self.finished(phase);
        }
    }

    /// Fails if what was shown could not be written.
    pub fn check(&mut self) -> Result<(), OutputError> {
        std::mem::replace(&mut self.written, Ok(()))
    }

    /// All puzzles have run.
    pub fn end(mut self, results: &RunResults) -> Result<(), CliError> {
        match &mut self.table {
            Some(table) => table.summary()?,
            None => reporter::json(&mut io::stdout(), results)?,
        }
        Ok(())
    }

    fn write(
        &mut self,
        write: impl FnOnce(&mut RunReport<AutoStream<Stdout>>) -> Result<(), OutputError>,
    ) {
        // Gone from the terminal before anything else is written.
        self.spinner = None;
        if let (Some(table), Ok(())) = (&mut self.table, &self.written) {
            self.written = write(table);
        }
    }
}

impl RunEvents for Show<'_> {
    fn begun(&mut self, head: &PuzzleResult, alternatives: &[String]) {
        self.puzzle = head.puzzle().to_string();
        let head = Head::of(head);
        self.write(|table| table.puzzle_started(&head, alternatives.iter().map(String::as_str)));
    }

    fn running(&mut self, call: &Call) {
        let what = match &call.alternative {
            Some(name) => format!("{} {} {name}", self.puzzle, phase_name(call.phase)),
            None => format!("{} {}", self.puzzle, phase_name(call.phase)),
        };
        self.spinner = Some(Spinner::new(self.app.stderr, &what));
    }

    fn finished(&mut self, phase: &PhaseResult) {
        self.write(|table| table.phase_finished(phase));
    }

    fn traced(&mut self) {
        // What the worker wrote stands by itself.
        self.write(RunReport::gap);
    }

    fn note(&mut self, note: &str) {
        self.spinner = None;
        self.app.note(note);
    }
}

/// Keeps the notes of a job whose results are shown later.
#[derive(Default)]
pub struct Notes(pub Vec<String>);

impl RunEvents for Notes {
    fn begun(&mut self, _: &PuzzleResult, _: &[String]) {}

    fn running(&mut self, _: &Call) {}

    fn finished(&mut self, _: &PhaseResult) {}

    fn traced(&mut self) {}

    fn note(&mut self, note: &str) {
        self.0.push(note.to_owned());
    }
}
