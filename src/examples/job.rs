//! Turns the examples of a puzzle into the inputs of a job.

use super::find;
use super::page::no_example_hint;
use crate::app::{SiteAccess, Workspace};
use crate::error::Result;
use crate::inputs::{Example, Trust};
use crate::project::source::test_count;
use crate::puzzle::Puzzle;
use crate::records::{DayExamples, examples_digest};
use crate::runner::{ExampleSources, Input, PuzzleHeader, SourceKind};

/// The examples that [`find`] gives, as inputs of a job.
pub fn find_for_job(
    site: &SiteAccess,
    workspace: &Workspace,
    puzzle: Puzzle,
) -> Result<ExampleSources> {
    let examples = find(site, workspace.store()?, puzzle)?;
    for_job(workspace, puzzle, examples)
}

/// These examples as inputs of a job.
pub fn for_job(
    workspace: &Workspace,
    puzzle: Puzzle,
    examples: DayExamples,
) -> Result<ExampleSources> {
    let store = workspace.store()?;
    let mut sources = ExampleSources {
        digest: Some(examples_digest(&examples.stored)),
        missing: examples.missing,
        if_none: if examples.stored.is_empty() {
            let own_tests = test_count(&workspace.project()?.source(puzzle));
            no_example_hint(puzzle, own_tests, store.has_page(puzzle))
        } else {
            String::new()
        },
        ..ExampleSources::default()
    };
    let header = example_header(workspace, puzzle)?;
    sources.stored = as_inputs(&header, examples.stored);
    for example in examples.likely {
        let answers = example.confirming();
        if let (Some(part), Some(first)) = (examples.unchecked, answers.first()) {
            let mut expected = [None, None];
            expected[part.index()] = Some(first.clone());
            sources.likely.push(Input {
                expected,
                possible_answers: answers,
                trust: [Trust::Likely; 2],
                ..Input::new(header.clone(), example.input)
            });
        }
    }
    Ok(sources)
}

/// The examples in the file, as inputs of a job.
pub fn stored_inputs(workspace: &Workspace, puzzle: Puzzle) -> Result<Vec<Input>> {
    let examples = DayExamples::of_file(workspace.store()?, puzzle)?;
    let header = example_header(workspace, puzzle)?;
    Ok(as_inputs(&header, examples.stored))
}

fn example_header(workspace: &Workspace, puzzle: Puzzle) -> Result<PuzzleHeader> {
    let file = workspace.relative_path(&workspace.store()?.examples_path(puzzle));
    Ok(PuzzleHeader::new(puzzle, SourceKind::Example, Some(&file)))
}

fn as_inputs(header: &PuzzleHeader, examples: Vec<Example>) -> Vec<Input> {
    let input = |example: Example| Input {
        expected: [example.part1, example.part2],
        trust: [example.trust; 2],
        ..Input::new(header.clone(), example.input)
    };
    examples.into_iter().map(input).collect()
}
