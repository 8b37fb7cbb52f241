//! A puzzle's page adds to the files under `inputs/`: accepted answers and
//! examples.

use std::path::PathBuf;

use aoc_solution::Part;
use serde::Serialize;

use super::context::App;
use crate::error::CliError;
use crate::inputs::Store;
use crate::puzzle::Puzzle;
use crate::site::{PuzzlePage, extract_examples};
use crate::terminal::plural;

/// The additions of one page.
#[derive(Debug, Default)]
pub struct Learned {
    /// The parts whose accepted answers were recorded.
    pub accepted: Vec<Part>,
    /// `None` if the file of examples did not change.
    pub examples: Option<LearnedExamples>,
}

/// The examples that were written.
#[derive(Clone, Debug, Serialize)]
pub struct LearnedExamples {
    pub file: PathBuf,
    pub sure: usize,
    /// These stand in the file as comments.
    pub unsure: usize,
}

impl Learned {
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
    /// Tells what was learned from a page; in few words that of one of many.
    pub fn tell_learned(&self, puzzle: Puzzle, learned: &Learned, in_detail: bool) {
        if let Some(summary) = learned.summary().filter(|_| in_detail) {
            self.note(&format!("{puzzle}: {summary}"));
        }
    }

    /// Records what a page says: the accepted answers that are not recorded yet,
    /// and the examples. What people wrote is never changed. If a file cannot be
    /// read or written, that is a warning: the page is there all the same.
    pub fn learn(&self, store: &Store, puzzle: Puzzle, page: &PuzzlePage) -> Learned {
        let mut learned = Learned::default();
        if !page.is_titled(puzzle) {
            return learned;
        }
        // An input that cannot be read is no reason to learn nothing.
        let input = store.input(puzzle, None).ok().flatten();
        let known = input.as_deref().map(str::trim);
        let answers = match (page.input(), known) {
            (Some(shown), Some(known)) if shown != known => {
                let path = self.shown(&store.paths.input_path(puzzle, None));
                self.warning(&format!(
                    "{puzzle}: the page shows another input than {}, so its answers were not \
                     recorded; is this the session of another account?",
                    path.display()
                ));
                Ok(())
            }
            _ => self.learn_answers(store, puzzle, page, &mut learned),
        };
        let examples = self.learn_examples(store, puzzle, page, input.as_deref(), &mut learned);
        for error in [answers, examples].into_iter().filter_map(Result::err) {
            self.warning(&format!("{puzzle}: {:#}", CliError::from(error).source));
        }
        learned
    }

    /// Learns from a cached page that has not been looked at, which leaves no file
    /// of examples, or that says more now, as with a new input.
    pub fn learn_from_cached(&self, store: &Store, puzzle: Puzzle, says_more: bool) -> Learned {
        if !says_more && store.has_examples(puzzle).unwrap_or(true) {
            return Learned::default();
        }
        let html = store.page(puzzle).ok().flatten().unwrap_or_default();
        self.learn(store, puzzle, &PuzzlePage::parse(&html))
    }

    fn learn_answers(
        &self,
        store: &Store,
        puzzle: Puzzle,
        page: &PuzzlePage,
        learned: &mut Learned,
    ) -> Result<(), CliError> {
        let on_page = Part::BOTH.map(|part| (part, page.answer(part)));
        let known = store.answers(puzzle, None)?;
        if on_page
            .iter()
            .all(|&(part, answer)| answer.is_none() || answer == known.accepted(part))
        {
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
                    Some(recorded) => self.warning(&format!(
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
    ) -> Result<(), CliError> {
        let extracted = extract_examples(page, puzzle, input);
        let written = store.write_examples(puzzle, &extracted)?;
        if written && !extracted.is_empty() {
            learned.examples = Some(LearnedExamples {
                file: self.shown(&store.paths.examples_path(puzzle)),
                sure: extracted.iter().filter(|it| it.doubt.is_none()).count(),
                unsure: extracted.iter().filter(|it| it.doubt.is_some()).count(),
            });
        }
        Ok(())
    }
}
