//! Which inputs a puzzle is solved for.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::{io, iter};

use aoc_solution::Part;

use super::context::App;
use super::download;
use crate::error::{CliError, Exit};
use crate::files::{MAX_INPUT, read_limited};
use crate::inputs::{Answers, InputName, read_input};
use crate::puzzle::Puzzle;
use crate::runner::{Input, MissingInput, PuzzleHeader, SourceKind};

/// Which inputs are asked for.
#[derive(Clone, Debug)]
pub enum InputRequest {
    /// The user's input.
    Own,
    /// A named input, or a file if there is no such input.
    NameOrPath(String),
    /// This text from standard input.
    Stdin(String),
    /// The user's input and all named inputs.
    All,
    Examples,
}

impl InputRequest {
    /// The request of `--input`, `--all-inputs` and `--example`. Standard input
    /// is read here.
    pub fn new(
        input: Option<&str>,
        all: bool,
        example: bool,
        puzzles: usize,
    ) -> Result<Self, CliError> {
        let is_text = input.is_some_and(|word| word.parse::<InputName>().is_err());
        if is_text && puzzles > 1 {
            let message = format!(
                "one file is the input of one puzzle, but {puzzles} are selected; name the one"
            );
            return Err(CliError::new(Exit::Usage, message));
        }
        Ok(match input {
            Some("-") => Self::Stdin(read_stdin()?),
            Some(word) => Self::NameOrPath(word.to_owned()),
            None if example => Self::Examples,
            None if all => Self::All,
            None => Self::Own,
        })
    }

    pub const fn leaves_stdin(&self) -> bool {
        !matches!(self, Self::Stdin(_))
    }
}

fn read_stdin() -> Result<String, CliError> {
    let failed = |why| CliError::new(Exit::Files, format!("standard input {why}"));
    let read = read_limited(io::stdin().lock(), MAX_INPUT);
    let bytes = read.map_err(|error| failed(format!("cannot be read: {error}")))?;
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        failed(format!("is not text: byte {at} is not UTF-8"))
    })
}

impl App {
    /// The inputs that exist; empty if the user's own is missing, or examples are asked
    /// for.
    pub fn inputs(&self, puzzle: Puzzle, request: &InputRequest) -> Result<Vec<Input>, CliError> {
        let mut names = BTreeSet::new();
        match request {
            InputRequest::Examples => return Ok(Vec::new()),
            InputRequest::Own => {}
            InputRequest::All => names = self.store()?.named_inputs(puzzle),
            InputRequest::Stdin(text) => {
                let header = header(puzzle, SourceKind::Stdin, None);
                return Ok(vec![Input::new(header, text.clone())]);
            }
            InputRequest::NameOrPath(word) => return Ok(vec![self.named(puzzle, word)?]),
        }
        let names = iter::once(None).chain(names.iter().map(Some));
        let inputs = names.map(|name| self.stored(puzzle, name));
        inputs.filter_map(Result::transpose).collect()
    }

    /// As [`App::inputs`]; a missing input is downloaded once. If
    /// that fails, the reason comes instead.
    pub fn inputs_or_fetched(
        &self,
        puzzle: Puzzle,
        request: &InputRequest,
    ) -> Result<(Vec<Input>, Option<MissingInput>), CliError> {
        let mut found = self.inputs(puzzle, request)?;
        if found.is_empty() && !matches!(request, InputRequest::Examples) {
            if let Err(missing) = self.download_missing(puzzle) {
                return Ok((found, Some(missing)));
            }
            found = self.inputs(puzzle, request)?;
        }
        Ok((found, None))
    }

    /// The user's input or the named one, downloaded once if it is missing: no
    /// example takes its place, as the answers of examples are not the user's.
    pub fn real_input(&self, puzzle: Puzzle, name: Option<&InputName>) -> Result<Input, CliError> {
        let mut found = self.stored(puzzle, name)?;
        if found.is_none() && name.is_none() {
            if let Err(missing) = self.download_missing(puzzle) {
                let message = format!("no input: {}", missing.reason);
                return Err(CliError::new(missing.exit, message));
            }
            found = self.stored(puzzle, name)?;
        }
        found.ok_or_else(|| {
            let name = name.map(ToString::to_string).unwrap_or_default();
            CliError::new(Exit::Files, format!("{puzzle} has no input `{name}`"))
        })
    }

    /// Downloads the user's input, unless that has failed before.
    fn download_missing(&self, puzzle: Puzzle) -> Result<(), MissingInput> {
        let known = self.access.missing.borrow().get(&puzzle).cloned();
        if let Some(known) = known {
            return Err(known);
        }
        download::missing_input(self, puzzle)
            .inspect(|()| self.access.downloads.update(|downloads| downloads + 1))
            .map_err(|error| self.access.lacks(puzzle, &error))
    }

    /// The examples in the file beside the puzzle's input.
    pub fn stored_examples(&self, puzzle: Puzzle) -> Result<Vec<Input>, CliError> {
        let store = self.store()?;
        let path = self.shown(&store.examples_path(puzzle));
        let header = header(puzzle, SourceKind::Example, Some(path));
        let stored = store.examples(puzzle)?.into_iter();
        let inputs = stored.map(|example| Input {
            expected: [example.part1, example.part2],
            ..Input::new(header.clone(), example.input)
        });
        Ok(inputs.collect())
    }

    fn stored(&self, puzzle: Puzzle, name: Option<&InputName>) -> Result<Option<Input>, CliError> {
        let store = self.store()?;
        let Some(text) = store.input(puzzle, name)? else {
            return Ok(None);
        };
        let answers: Answers = store.answers(puzzle, name)?;
        let path = self.shown(&store.input_path(puzzle, name));
        let mut header = header(puzzle, SourceKind::Input, Some(path));
        if let Some(name) = name {
            header.source = SourceKind::Named;
            header.name = Some(name.to_string());
        }
        Ok(Some(Input {
            expected: Part::BOTH.map(|part| answers.accepted(part).map(str::to_owned)),
            judged: answers,
            ..Input::new(header, text)
        }))
    }

    /// The named input, else the file at that path.
    fn named(&self, puzzle: Puzzle, word: &str) -> Result<Input, CliError> {
        let name: Option<InputName> = word.parse().ok();
        if let Some(name) = &name
            && let Some(input) = self.stored(puzzle, Some(name))?
        {
            return Ok(input);
        }
        let path = PathBuf::from(word);
        let full = self.environment.current_dir.join(&path);
        if let Some(name) = name.filter(|_| !full.exists()) {
            let expected = self.shown(&self.store()?.input_path(puzzle, Some(&name)));
            let expected = expected.display();
            let message = format!("no input `{word}`: neither {expected} nor a file {word} exists");
            return Err(CliError::new(Exit::Files, message));
        }
        let text = read_input(&path)?;
        // Messages show the path as it was given.
        let header = header(puzzle, SourceKind::File, Some(path));
        Ok(Input::new(header, text))
    }
}

fn header(puzzle: Puzzle, source: SourceKind, input: Option<PathBuf>) -> PuzzleHeader {
    PuzzleHeader {
        source,
        input,
        ..PuzzleHeader::unknown(puzzle)
    }
}
