//! Helpers for the unit tests of the files in this folder.

use std::path::PathBuf;

use tempfile::TempDir;

use aoc_solution::Part;
use aoc_solution::protocol::OpenedInput;

use super::SubmitPlan;
use super::find_answer::AnswerToSubmit;
use super::part_record::PartRecord;
use crate::app::App;
use crate::app::args::GlobalArgs;
use crate::config::Environment;
use crate::inputs::RecordedAnswers;
use crate::pages::{PuzzlePage, UnusablePage};
use crate::puzzle::Puzzle;
use crate::records::{KnownAnswers, KnownStars};
use crate::runner::PuzzleResult;
use crate::testing::{clock_at, environment, project, write};

pub const PUZZLE: Puzzle = Puzzle::of(2016, 8);
const ANSWERS: &str = "inputs/year2016/day08.answers.toml";

/// An `App` in a project with this answers file, at Christmas 2026.
pub fn app(answers: &str) -> (TempDir, App) {
    let (temp, _) = project(&[]);
    write(temp.path(), ANSWERS, answers);
    let environment = Environment {
        clock: clock_at(|| "2026-12-25T05:00:00Z".parse().unwrap()),
        ..environment(temp.path(), &[("AOC_BASE_URL", "http://127.0.0.1:9")])
    };
    let global = GlobalArgs {
        json: true,
        quiet: true,
        ..GlobalArgs::default()
    };
    (temp, App::new(environment, &global))
}

pub fn record(app: &App, plan: &SubmitPlan) -> PartRecord {
    let loaded = PartRecord::load(app, PUZZLE, plan.part);
    loaded.unwrap().0
}

/// The record of a part 2 that accepts the answer 7. Part 1 is solved.
pub fn empty_record(puzzle: Puzzle) -> PartRecord {
    let page = "<main><article class=\"day-desc\"><h2>T</h2></article><p>Your puzzle answer was \
                <code>1</code>.</p></main>";
    let page = PuzzlePage::parse(page);
    let answers = KnownAnswers::of(RecordedAnswers::default(), puzzle, Some(&page));
    PartRecord {
        puzzle,
        part: Part::Two,
        missing_before_last: answers.is_last_star(Part::Two).then_some(0),
        answers,
        answers_file: PathBuf::new(),
        page: Ok(page),
        is_page_of_other: false,
        is_page_new: false,
        day_stars: KnownStars::default(),
        stars_on_pages: None,
    }
}

/// The answer 7 of a solution that ran on these examples before.
pub fn solved_with(examples: Vec<PuzzleResult>) -> AnswerToSubmit {
    let input = OpenedInput::Text("the input".to_owned());
    AnswerToSubmit::solved("7", input, examples.into())
}

/// Replaces the page of a record.
pub fn set_page(record: &mut PartRecord, page: Result<PuzzlePage, UnusablePage>) {
    let recorded = record.answers.recorded.clone();
    record.answers = KnownAnswers::of(recorded, record.puzzle, page.as_ref().ok());
    record.page = page;
}
