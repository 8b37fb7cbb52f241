//! Which inputs a puzzle is solved for.

use std::io;
use std::path::PathBuf;

use aoc_solution::Part;

use super::context::App;
use super::download;
use crate::error::{CliError, Exit, HasExit};
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
            return Err(InputError::OneForMany { puzzles }.into());
        }
        Ok(match input {
            Some("-") => Self::Stdin(read_stdin()?),
            Some(word) => Self::NameOrPath(word.to_owned()),
            None if example => Self::Examples,
            None if all => Self::All,
            None => Self::Own,
        })
    }

    /// Whether the solution may read standard input.
    pub const fn leaves_stdin(&self) -> bool {
        !matches!(self, Self::Stdin(_))
    }
}

fn read_stdin() -> Result<String, InputError> {
    let bytes = read_limited(io::stdin().lock(), MAX_INPUT)
        .map_err(|source| InputError::Stdin { source })?;
    String::from_utf8(bytes).map_err(|error| InputError::StdinNotText {
        at: error.utf8_error().valid_up_to(),
    })
}

/// What a puzzle can be solved for.
pub enum FoundInputs {
    Inputs(Vec<Input>),
    /// Those of the file. They are what was asked for, or `missing` says why
    /// there is no input.
    Examples {
        examples: Vec<Input>,
        missing: Option<MissingInput>,
    },
}

impl App {
    /// The inputs that exist; empty if the user's own is missing.
    pub fn inputs(&self, puzzle: Puzzle, request: &InputRequest) -> Result<Vec<Input>, CliError> {
        Ok(match request {
            InputRequest::Examples => self.stored_examples(puzzle)?,
            InputRequest::Own => self.stored(puzzle, None)?.into_iter().collect(),
            InputRequest::All => {
                let mut inputs: Vec<Input> = self.stored(puzzle, None)?.into_iter().collect();
                for name in self.store()?.paths.named_inputs(puzzle)? {
                    inputs.extend(self.stored(puzzle, Some(&name))?);
                }
                inputs
            }
            InputRequest::Stdin(text) => {
                let header = header(puzzle, SourceKind::Stdin, None);
                vec![Input::new(header, text.clone())]
            }
            InputRequest::NameOrPath(word) => vec![self.named(puzzle, word)?],
        })
    }

    /// As [`App::inputs`]; a missing input is downloaded once. If that fails,
    /// for whatever reason, the examples take its place.
    pub fn inputs_or_fetched(
        &self,
        puzzle: Puzzle,
        request: &InputRequest,
    ) -> Result<FoundInputs, CliError> {
        let mut inputs = self.inputs(puzzle, request)?;
        let mut missing = None;
        if matches!(request, InputRequest::Examples) {
            return Ok(FoundInputs::Examples {
                examples: inputs,
                missing,
            });
        }
        if inputs.is_empty() {
            match self.download_missing(puzzle) {
                Ok(()) => inputs = self.inputs(puzzle, request)?,
                Err(why) => {
                    missing = Some(why);
                    let examples = self.stored_examples(puzzle)?;
                    return Ok(FoundInputs::Examples { examples, missing });
                }
            }
        }
        Ok(FoundInputs::Inputs(inputs))
    }

    /// Downloads the user's input, unless that has failed before.
    fn download_missing(&self, puzzle: Puzzle) -> Result<(), MissingInput> {
        let known = self.access.missing.borrow().get(&puzzle).cloned();
        if let Some(known) = known {
            return Err(known);
        }
        let Err(error) = download::missing_input(self, puzzle) else {
            self.access.downloads.update(|downloads| downloads + 1);
            return Ok(());
        };
        let missing = MissingInput {
            reason: format!("{:#}", error.source),
            exit: error.exit,
        };
        self.access.is_missing(puzzle, &missing);
        Err(missing)
    }

    /// The examples in the file beside the puzzle's input.
    pub fn stored_examples(&self, puzzle: Puzzle) -> Result<Vec<Input>, CliError> {
        let store = self.store()?;
        let path = self.shown(&store.paths.examples_path(puzzle));
        let stored = store.examples(puzzle)?.into_iter();
        let stored = stored.map(|example| Input {
            expected: [example.part1, example.part2],
            ..Input::new(
                header(puzzle, SourceKind::Example, Some(path.clone())),
                example.input,
            )
        });
        Ok(stored.collect())
    }

    fn stored(&self, puzzle: Puzzle, name: Option<&InputName>) -> Result<Option<Input>, CliError> {
        let store = self.store()?;
        let Some(text) = store.input(puzzle, name)? else {
            return Ok(None);
        };
        let answers: Answers = store.answers(puzzle, name)?;
        let kind = match name {
            Some(_) => SourceKind::Named,
            None => SourceKind::Input,
        };
        let path = self.shown(&store.paths.input_path(puzzle, name));
        let header = PuzzleHeader {
            name: name.map(ToString::to_string),
            ..header(puzzle, kind, Some(path))
        };
        Ok(Some(Input {
            expected: Part::BOTH.map(|part| answers.accepted(part).map(str::to_owned)),
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
            let expected = self.shown(&self.store()?.paths.input_path(puzzle, Some(&name)));
            let word = word.to_owned();
            return Err(InputError::Missing { word, expected }.into());
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

/// Why there is no such input.
#[derive(Debug, thiserror::Error)]
pub enum InputError {
    /// Neither a named input nor a file.
    #[error("no input `{word}`: neither {} nor a file {word} exists", .expected.display())]
    Missing {
        word: String,
        /// The path of a named input of that name.
        expected: PathBuf,
    },
    #[error("standard input cannot be read")]
    Stdin { source: io::Error },
    #[error("standard input is not text: byte {at} is not UTF-8")]
    StdinNotText {
        /// The position of the first byte that is not text.
        at: usize,
    },
    /// One text for several puzzles.
    #[error("one file is the input of one puzzle, but {puzzles} are selected; name the one")]
    OneForMany { puzzles: usize },
}

impl HasExit for InputError {
    fn exit(&self) -> Exit {
        match self {
            Self::Missing { .. } | Self::Stdin { .. } | Self::StdinNotText { .. } => Exit::Files,
            Self::OneForMany { .. } => Exit::Usage,
        }
    }
}
