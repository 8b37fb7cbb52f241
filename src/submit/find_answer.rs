//! Finds the answer to submit, on the command line or by running the solution.

use aoc_solution::letters::typed;
use aoc_solution::protocol::OpenedInput;

use super::SubmitPlan;
use super::part_record::PartRecord;
use super::unsaved_changes::unsaved_editor;
use crate::app::App;
use crate::error::{Result, failure, usage_error};
use crate::examples;
use crate::execution::{BuildMode, build, execute_silently};
use crate::inputs::InputId;
use crate::runner::{CheckedExamples, SolveInputs, SolveJob};

/// The answer that is sent for the last star of an event. The site accepts any text there.
const ANY_ANSWER: &str = "done";

pub struct AnswerToSubmit {
    pub answer: String,
    pub source: AnswerSource,
}

pub enum AnswerSource {
    /// The user gave the answer on the command line.
    User,
    /// The last star of an event is claimed, for which any text is an answer.
    Claim,
    /// The solution gave the answer. It ran with this input, after these examples.
    Solution {
        input: OpenedInput,
        examples: Box<CheckedExamples>,
    },
}

impl AnswerToSubmit {
    /// An answer that the user gave.
    pub fn given(answer: &str) -> Self {
        Self::new(answer, AnswerSource::User)
    }

    /// The answer of a solution to this input.
    pub fn solved(answer: &str, input: OpenedInput, examples: CheckedExamples) -> Self {
        let examples = Box::new(examples);
        Self::new(answer, AnswerSource::Solution { input, examples })
    }

    /// The claim of an event's last star.
    pub fn claim() -> Self {
        Self::new(ANY_ANSWER, AnswerSource::Claim)
    }

    fn new(answer: &str, source: AnswerSource) -> Self {
        Self {
            answer: typed(answer).into_owned(),
            source,
        }
    }

    /// The examples of the solution. `None` if the answer does not come from the solution.
    pub fn examples(&self) -> Option<&CheckedExamples> {
        match &self.source {
            AnswerSource::Solution { examples, .. } => Some(examples),
            AnswerSource::User | AnswerSource::Claim => None,
        }
    }
}

/// Takes the answer from the command line, or runs the examples and then the solution.
pub fn find_answer(app: &App, plan: &SubmitPlan, record: &PartRecord) -> Result<AnswerToSubmit> {
    match &plan.answer {
        Some(answer) => Ok(AnswerToSubmit::given(answer)),
        None if record.is_last_star() => Ok(AnswerToSubmit::claim()),
        None => solve(app, plan, record),
    }
}

/// Runs the examples and the part with one program.
fn solve(app: &App, plan: &SubmitPlan, record: &PartRecord) -> Result<AnswerToSubmit> {
    let PartRecord { puzzle, part, .. } = *record;
    let project = app.workspace.project()?;
    if project.day_file(puzzle).is_none() {
        let next = project
            .misnamed_solution_note(puzzle)
            .unwrap_or_else(|| format!("create it with `aoc new {puzzle}`"));
        return Err(usage_error(format!(
            "no solution: {next}, or give the answer with --answer"
        )));
    }
    for file in project.files_of_day(puzzle) {
        if let Some(editor) = unsaved_editor(&file, &app.environment) {
            let shown = app.workspace.relative_path(&file);
            app.ui.warning(format!(
                "{} has unsaved changes in {editor}",
                shown.display()
            ));
        }
    }
    let puzzles = [puzzle];
    let programs = build(app, &puzzles, &plan.build, BuildMode::RUN)?;
    let input = programs.input(puzzle, &InputId::Own)?;
    let opened = input.opened.clone();
    let examples = if record.is_solved() {
        None
    } else {
        Some(examples::find(&app.site, &app.workspace, puzzle)?)
    };
    let inputs = SolveInputs::Inputs(vec![input], examples);
    let mut job = SolveJob::new(inputs, programs.spawn_options(puzzle, plan.limits)?);
    job.parts = vec![part];
    let (result, examples) = execute_silently(&programs, "submit", job)?;
    let found = result
        .answer(part)
        .map_err(|why| failure(format!("the solution failed: {why}")))?;
    let Some(answer) = found else {
        return Err(failure(if record.is_solved() {
            "the part is already solved, but the code gives no answer to compare"
        } else {
            "the code gives no answer yet, so there is nothing to submit"
        }));
    };
    Ok(AnswerToSubmit::solved(&answer, opened, examples))
}
