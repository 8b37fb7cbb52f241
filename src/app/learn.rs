//! What a puzzle's page adds to the files under `inputs/`: accepted answers and
//! examples.

use std::path::PathBuf;

use aoc_solution::Part;

use super::context::App;
use crate::inputs::{Store, StoreError, WrittenExamples};
use crate::puzzle::Puzzle;
use crate::site::{PuzzlePage, extract_examples};
use crate::terminal::plural;

/// What was learned from one page.
#[derive(Debug, Default)]
pub struct Learned {
    /// The parts whose accepted answers were recorded.
    pub accepted: Vec<Part>,
    /// `None` if the file of examples did not change.
    pub examples: Option<LearnedExamples>,
    /// What contradicts the files, one line each.
    pub warnings: Vec<String>,
}

/// The examples that were written.
#[derive(Debug)]
pub struct LearnedExamples {
    pub file: PathBuf,
    pub sure: usize,
    /// These stand in the file as comments.
    pub unsure: usize,
}

impl Learned {
    /// Nothing, and why.
    pub fn of_warning(warning: String) -> Self {
        Self {
            warnings: vec![warning],
            ..Self::default()
        }
    }

    /// One line for the user; `None` if nothing was learned.
    pub fn summary(&self) -> Option<String> {
        let mut said = Vec::new();
        match self.accepted[..] {
            [] => {}
            [part] => said.push(format!("recorded the accepted answer to part {part}")),
            _ => said.push("recorded the accepted answers to both parts".to_owned()),
        }
        if let Some(LearnedExamples { file, sure, unsure }) = &self.examples {
            let file = file.display();
            let examples = plural(*sure, "example");
            said.push(match (sure, unsure) {
                (_, 0) => format!("wrote {examples} to {file}"),
                (0, _) => format!("the page's examples are not clear: see the comments in {file}"),
                _ => format!("wrote {examples} to {file}, with what is not clear as a comment"),
            });
        }
        (!said.is_empty()).then(|| said.join("; "))
    }
}

impl App {
    /// Records what a page says: the accepted answers that are not recorded yet,
    /// and the examples. What people wrote is never changed.
    pub fn learn(
        &self,
        store: &Store,
        puzzle: Puzzle,
        page: &PuzzlePage,
    ) -> Result<Learned, StoreError> {
        let mut learned = Learned::default();
        if !page.is_titled(puzzle) {
            return Ok(learned);
        }
        // An input that cannot be read is no reason to learn nothing.
        let input = store.input(puzzle, None).ok().flatten();
        let (shown, known) = (page.input(), input.as_deref().map(str::trim));
        if let (Some(shown), Some(known)) = (shown, known)
            && shown != known
        {
            let path = self.shown(&store.paths.input_path(puzzle, None));
            learned.warnings.push(format!(
                "{puzzle}: the page shows another input than {}, so its answers were not \
                 recorded; is this the session of another account?",
                path.display()
            ));
        } else {
            self.learn_answers(store, puzzle, page, &mut learned)?;
        }
        self.learn_examples(store, puzzle, page, input.as_deref(), &mut learned)?;
        Ok(learned)
    }

    fn learn_answers(
        &self,
        store: &Store,
        puzzle: Puzzle,
        page: &PuzzlePage,
        learned: &mut Learned,
    ) -> Result<(), StoreError> {
        let on_page = Part::BOTH.map(|part| (part, page.answer(part)));
        let known = store.answers(puzzle, None)?;
        let is_new = |&(part, answer): &(Part, Option<&str>)| {
            answer.is_some() && answer != known.accepted(part)
        };
        if !on_page.iter().any(is_new) {
            return Ok(());
        }
        let path = self.shown(&store.paths.answers_path(puzzle, None));
        store.edit_answers(puzzle, None, |answers| {
            for (part, answer) in on_page {
                let Some(answer) = answer else { continue };
                match answers.accepted(part) {
                    None => {
                        answers.accept(part, answer);
                        learned.accepted.push(part);
                    }
                    Some(recorded) if recorded == answer => {}
                    Some(recorded) => learned.warnings.push(format!(
                        "{puzzle} part {part}: the site accepted {answer}, but {} has {recorded}, \
                         which stays; `aoc accept {puzzle} ANSWER --part {part} --force` corrects it",
                        path.display()
                    )),
                }
            }
        })
    }

    fn learn_examples(
        &self,
        store: &Store,
        puzzle: Puzzle,
        page: &PuzzlePage,
        input: Option<&str>,
        learned: &mut Learned,
    ) -> Result<(), StoreError> {
        let extracted = extract_examples(page, puzzle, input);
        let written = store.write_examples(puzzle, &extracted)?;
        if written == WrittenExamples::Written && !extracted.is_empty() {
            learned.examples = Some(LearnedExamples {
                file: self.shown(&store.paths.examples_path(puzzle)),
                sure: extracted.examples.len(),
                unsure: extracted.unsure.len(),
            });
        }
        Ok(())
    }
}
