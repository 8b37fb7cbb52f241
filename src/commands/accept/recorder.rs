//! Records the answers of users and of solutions, and keeps a result for each.

use std::mem::take;
use std::path::PathBuf;

use aoc_solution::Part;

use super::rules::{check_against_site, last_star_error, part_of_answer, record_answer};
use super::{AcceptArgs, AcceptResult, AcceptStatus};
use crate::app::args::requested_parts;
use crate::app::{App, Ui, Workspace};
use crate::error::{CliError, Exit, Result, failure, file_error};
use crate::execution::{BuiltPrograms, execute_silently};
use crate::files::text_digest;
use crate::inputs::{InputId, InputName, Store, validate_answer};
use crate::puzzle::{ByMessage, Puzzle};
use crate::records::{KnownAnswers, StoredDay, answers_to_input};
use crate::runner::{NEEDS_ALL_STARS, PuzzleResult};
use crate::spelling::{did_you_mean, nearest};
use crate::terminal::style::PLAIN;
use crate::terminal::text_line;

/// Records answers and keeps the result for each.
pub(super) struct Recorder<'a> {
    ui: &'a Ui,
    workspace: &'a Workspace,
    args: &'a AcceptArgs,
    store: &'a Store,
    /// The input that the answers belong to.
    input: InputId,
    pub(super) results: Vec<AcceptResult>,
    /// The reasons why puzzles could not run.
    not_run: ByMessage<String>,
    /// The exit code of the first failure.
    pub(super) exit: Exit,
}

impl<'a> Recorder<'a> {
    pub(super) fn new(app: &'a App, args: &'a AcceptArgs) -> Result<Self> {
        Ok(Self {
            ui: &app.ui,
            workspace: &app.workspace,
            args,
            store: app.workspace.store()?,
            input: InputId::of(args.input.as_ref()),
            results: Vec::new(),
            not_run: ByMessage::default(),
            exit: Exit::Done,
        })
    }

    /// Keeps only the puzzles that lack an accepted answer. Prints a note if no puzzle is left.
    /// Fails if no puzzle has the named input.
    pub(super) fn retain_without_answer(&self, puzzles: &mut Vec<Puzzle>) -> Result<()> {
        if puzzles.is_empty() {
            return Ok(());
        }
        if let InputId::Named(name) = &self.input {
            // A named input cannot be downloaded.
            let all = puzzles.clone();
            puzzles.retain(|&puzzle| self.store.has_input(puzzle, &self.input));
            if puzzles.is_empty() {
                let similar = self.similar_input(&all, name);
                let advice = similar.map_or(String::new(), |similar| did_you_mean(&similar));
                return Err(file_error(format!(
                    "no puzzle has an input `{name}`{advice}"
                )));
            }
        }
        puzzles.retain(|&puzzle| self.lacks_answer(puzzle));
        if puzzles.is_empty() {
            let input = match &self.input {
                InputId::Named(name) => format!("input `{name}`"),
                InputId::Own => "input".to_owned(),
            };
            self.ui.note(format!(
                "nothing to record: every {input} has its accepted answers"
            ));
        }
        Ok(())
    }

    /// Leaves out puzzles for which only the last star of an event is selected: it has no answer.
    /// This is an error if no other puzzle is selected. For the only selected puzzle, also reports
    /// that its answers cannot be read.
    pub(super) fn retain_recordable(&mut self, puzzles: &mut Vec<Puzzle>) {
        let is_only = puzzles.len() == 1;
        let mut last_stars = Vec::new();
        puzzles.retain(|&puzzle| match self.known_answers(puzzle) {
            Ok(known) if self.parts_to_record(&known).is_empty() => {
                last_stars.push(puzzle);
                false
            }
            Err(why) if is_only => {
                self.add_not_run(puzzle, &why);
                false
            }
            Ok(_) | Err(_) => true,
        });
        for puzzle in last_stars {
            if puzzles.is_empty() {
                let refused = self.result(puzzle, self.args.part, AcceptStatus::Refused);
                self.add_failure(refused, last_star_error());
            } else {
                self.ui.note(format!("{puzzle}: {NEEDS_ALL_STARS}"));
            }
        }
    }

    /// The known answers to the requested input.
    fn known_answers(&self, puzzle: Puzzle) -> Result<KnownAnswers> {
        answers_to_input(self.store, puzzle, &self.input)
    }

    /// The parts to record, without the part of an event's last star, which has no answer.
    fn parts_to_record(&self, known: &KnownAnswers) -> Vec<Part> {
        let mut parts = requested_parts(self.args.part);
        parts.retain(|part| !known.is_last_star(*part));
        parts
    }

    /// True if an accepted answer of the puzzle is missing. Also true if the answers cannot be
    /// read: the error is then reported when they are recorded.
    fn lacks_answer(&self, puzzle: Puzzle) -> bool {
        let Ok(known) = self.known_answers(puzzle) else {
            return true;
        };
        self.parts_to_record(&known)
            .iter()
            .any(|&part| known.accepted(part).is_none())
    }

    /// Records the answers of each solution.
    pub(super) fn record_solutions(
        &mut self,
        puzzles: &[Puzzle],
        programs: &BuiltPrograms,
    ) -> Result<()> {
        let result = puzzles
            .iter()
            .try_for_each(|&puzzle| self.record_solution(puzzle, programs));
        // The reasons are shown even after an error that stopped the other puzzles.
        for (why, puzzles) in take(&mut self.not_run).into_lists() {
            self.ui.error(&failure(format!("{puzzles}: {why}")));
        }
        result
    }

    /// Records the solution's answer to each part.
    fn record_solution(&mut self, puzzle: Puzzle, programs: &BuiltPrograms) -> Result<()> {
        let (result, parts) = match self.solve(puzzle, programs) {
            Ok(solved) => solved,
            Err(error) if error.is_interrupted() => return Err(error),
            Err(why) => {
                self.add_not_run(puzzle, &why);
                return Ok(());
            }
        };
        for part in parts {
            match answer_to_record(&result, part) {
                Ok(Some(answer)) => self.record(puzzle, Some(part), answer)?,
                Ok(None) => {
                    self.ui
                        .note(format!("{puzzle} part {part}: not solved yet"));
                    let unsolved = self.result(puzzle, Some(part), AcceptStatus::Unsolved);
                    self.results.push(unsolved);
                }
                Err(why) => {
                    let line = failure(why.lines().collect::<Vec<_>>().join("; "));
                    let failed = AcceptResult {
                        message: Some(why),
                        ..self.result(puzzle, Some(part), AcceptStatus::Failed)
                    };
                    self.add_failure(failed, line);
                }
            }
        }
        Ok(())
    }

    /// Runs the solution. Returns its result and the parts to record. Fails if the input was replaced
    /// meanwhile.
    fn solve(&self, puzzle: Puzzle, programs: &BuiltPrograms) -> Result<(PuzzleResult, Vec<Part>)> {
        let mut job = programs.job_of_input(puzzle, &self.input, self.args.limits.limits())?;
        job.parts = requested_parts(self.args.part);
        let solved = job.inputs.inputs().first().map(|input| input.digest);
        let (result, _) = execute_silently(programs, "accept", job)?;
        let stored = self.store.input(puzzle, &self.input)?;
        if stored.map(|text| text_digest(&text)) != solved {
            let why = "the input changed while the solution ran: run the command again";
            return Err(CliError::new(Exit::Refused, why));
        }
        // The page may have been downloaded with the input.
        let known = self.known_answers(puzzle)?;
        Ok((result, self.parts_to_record(&known)))
    }

    /// Fails if the named input is missing: no command would read its answers.
    pub(super) fn check_named_input(&self, puzzle: Puzzle) -> Result<()> {
        let InputId::Named(name) = &self.input else {
            return Ok(());
        };
        if self.store.has_input(puzzle, &self.input) {
            return Ok(());
        }
        self.workspace.warn_of_misnamed_inputs(self.ui, puzzle);
        let file = self.store.input_path(puzzle, &self.input);
        let shown = self.workspace.relative_path(&file);
        let path = shown.display();
        let advice = match self.similar_input(&[puzzle], name) {
            Some(similar) => format!("{} save a new input as {path}", did_you_mean(&similar)),
            None => format!(": save it as {path}"),
        };
        Err(file_error(format!(
            "{puzzle}: no input `{name}`{advice} before you record its answer"
        )))
    }

    /// The similar name of another input of these puzzles.
    fn similar_input(&self, puzzles: &[Puzzle], name: &InputName) -> Option<String> {
        let stored: Vec<String> = puzzles
            .iter()
            .flat_map(|&puzzle| self.store.named_inputs(puzzle))
            .map(|stored| stored.to_string())
            .collect();
        let similar = nearest(&name.to_string(), stored.iter().map(String::as_str))?;
        Some(similar.to_owned())
    }

    /// Records an answer to the given part, or to the next part if none is given.
    pub(super) fn record(
        &mut self,
        puzzle: Puzzle,
        part: Option<Part>,
        answer: String,
    ) -> Result<()> {
        let stored = StoredDay::new(self.store, puzzle);
        let file = self.store.answers_path(puzzle, &self.input);
        let file = self.workspace.relative_path(&file);
        let (part, recorded) = self.store.edit_answers(puzzle, &self.input, |answers| {
            // The page may belong to another account, because most pages do not show the input.
            let known = match &self.input {
                InputId::Own => stored.answers_with_page(answers.clone()),
                InputId::Named(_) => stored.answers_in_file(answers.clone()),
            };
            let part = part.unwrap_or_else(|| part_of_answer(&known, &answer));
            let recorded = check_against_site(&known, part, &answer, &file)
                .and_then(|()| record_answer(answers, &known, part, &answer, self.args.force));
            (part, recorded)
        })?;
        match recorded {
            Ok(status) => self.add_recorded(puzzle, part, answer, status, file)?,
            Err(why) => {
                let refused = AcceptResult {
                    answer: Some(answer),
                    ..self.result(puzzle, Some(part), AcceptStatus::Refused)
                };
                self.add_failure(refused, why);
            }
        }
        Ok(())
    }

    /// A result without an answer.
    fn result(&self, puzzle: Puzzle, part: Option<Part>, status: AcceptStatus) -> AcceptResult {
        AcceptResult {
            puzzle,
            part,
            input: self.args.input.clone(),
            answer: None,
            status,
            file: None,
            message: None,
        }
    }

    /// Adds the result of a recorded answer, and prints it.
    fn add_recorded(
        &mut self,
        puzzle: Puzzle,
        part: Part,
        answer: String,
        status: AcceptStatus,
        file: PathBuf,
    ) -> Result<()> {
        if !self.ui.json {
            let already = if status == AcceptStatus::Unchanged {
                "already "
            } else {
                ""
            };
            let file = file.display();
            let line = format!("{puzzle} part {part}: {answer}, {already}recorded in {file}");
            let line = text_line(self.ui.stdout, PLAIN, line);
            self.ui.print(&line)?;
        }
        self.results.push(AcceptResult {
            answer: Some(answer),
            file: Some(file),
            ..self.result(puzzle, Some(part), status)
        });
        Ok(())
    }

    /// Adds the result of a puzzle that could not run.
    fn add_not_run(&mut self, puzzle: Puzzle, why: &CliError) {
        let message = why.to_string();
        self.exit = self.exit.or(why.exit);
        self.results.push(AcceptResult {
            message: Some(message.clone()),
            ..self.result(puzzle, None, AcceptStatus::Failed)
        });
        self.not_run.add(message, puzzle);
    }

    /// Adds the result of a failure, and prints its error. The first error decides the exit code.
    fn add_failure(&mut self, mut result: AcceptResult, why: CliError) {
        result.message.get_or_insert_with(|| why.to_string());
        let subject = match result.part {
            Some(part) => format!("{} part {part}", result.puzzle),
            None => result.puzzle.to_string(),
        };
        self.exit = self.exit.or(self.ui.error(&why.context(subject)));
        self.results.push(result);
    }
}

/// The answer to a part as it is recorded. `None` if the part is not written yet.
fn answer_to_record(result: &PuzzleResult, part: Part) -> Result<Option<String>, String> {
    match result.answer(part)? {
        Some(answer) => Ok(Some(validate_answer(
            result.header.puzzle,
            Some(part),
            &answer,
        )?)),
        None => Ok(None),
    }
}
