//! Which texts a puzzle is solved for.

use std::io;
use std::path::PathBuf;

use aoc_solution::Part;

use super::context::App;
use super::download;
use crate::error::{CliError, Exit, HasExit};
use crate::inputs::{InputName, read_text};
use crate::puzzle::Puzzle;
use crate::runner::{Input, SourceKind};

/// What is asked for.
#[derive(Clone, Debug)]
pub enum InputRequest {
    /// The user's input.
    Own,
    /// A further input, or a file, whichever there is.
    NameOrPath(String),
    /// This text from standard input.
    Stdin(String),
    /// Every input that is there.
    All,
    /// The examples.
    Examples,
}

impl InputRequest {
    /// What `--input` and its kin ask for. Standard input is read here.
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
            Some("-") => Self::Stdin(
                io::read_to_string(io::stdin()).map_err(|source| InputError::Stdin { source })?,
            ),
            Some(word) => Self::NameOrPath(word.to_owned()),
            None if example => Self::Examples,
            None if all => Self::All,
            None => Self::Own,
        })
    }

    /// Whether the solution may read the terminal: nobody else does.
    pub const fn leaves_stdin(&self) -> bool {
        !matches!(self, Self::Stdin(_))
    }
}

impl App {
    /// The texts that are there; none if there is no input of the user's own.
    pub fn texts(&self, puzzle: Puzzle, request: &InputRequest) -> Result<Vec<Input>, CliError> {
        Ok(match request {
            InputRequest::Examples => vec![Input::Examples(Vec::new())],
            InputRequest::Own => self.stored(puzzle, None)?.into_iter().collect(),
            InputRequest::All => {
                let mut texts: Vec<Input> = self.stored(puzzle, None)?.into_iter().collect();
                for name in self.store()?.paths.named_inputs(puzzle)? {
                    texts.extend(self.stored(puzzle, Some(&name))?);
                }
                texts
            }
            InputRequest::Stdin(text) => vec![Input::Text {
                kind: SourceKind::Stdin,
                name: None,
                path: None,
                text: text.clone(),
                accepted: [None, None],
            }],
            InputRequest::NameOrPath(word) => vec![self.named(puzzle, word)?],
        })
    }

    /// As [`App::texts`], and an input that is missing is fetched once, if
    /// there is a session; without one, the examples stand in.
    pub fn texts_or_fetched(
        &self,
        puzzle: Puzzle,
        request: &InputRequest,
    ) -> Result<Vec<Input>, CliError> {
        let texts = self.texts(puzzle, request)?;
        if !texts.is_empty() {
            return Ok(texts);
        }
        let why = if self.offline {
            "--offline forbids to fetch it"
        } else if self.fetch_missing(puzzle)? {
            return self.texts(puzzle, &InputRequest::Own);
        } else {
            "there is no session to fetch it with (AOC_SESSION)"
        };
        self.note(&format!(
            "{puzzle}: no input here, and {why}: running the example"
        ));
        Ok(vec![Input::Examples(Vec::new())])
    }

    fn fetch_missing(&self, puzzle: Puzzle) -> Result<bool, CliError> {
        let fetched = download::missing_input(self, puzzle)?;
        Ok(fetched.is_some())
    }

    fn stored(&self, puzzle: Puzzle, name: Option<&InputName>) -> Result<Option<Input>, CliError> {
        let Some(text) = self.store()?.input(puzzle, name)? else {
            return Ok(None);
        };
        let answers = self.store()?.answers(puzzle, name)?;
        Ok(Some(Input::Text {
            kind: if name.is_some() {
                SourceKind::Named
            } else {
                SourceKind::Input
            },
            name: name.map(ToString::to_string),
            path: Some(self.shown(&self.store()?.paths.input_path(puzzle, name))),
            text,
            accepted: Part::BOTH.map(|part| answers.of(part).map(str::to_owned)),
        }))
    }

    /// A further input of that name, else the file at that path.
    fn named(&self, puzzle: Puzzle, word: &str) -> Result<Input, CliError> {
        let name: Option<InputName> = word.parse().ok();
        if let Some(name) = &name
            && let Some(text) = self.stored(puzzle, Some(name))?
        {
            return Ok(text);
        }
        let path = PathBuf::from(word);
        let full = self.environment.current_dir.join(&path);
        if let Some(name) = name.filter(|_| !full.exists()) {
            let expected = self.shown(&self.store()?.paths.input_path(puzzle, Some(&name)));
            let word = word.to_owned();
            return Err(InputError::Missing { word, expected }.into());
        }
        Ok(Input::Text {
            kind: SourceKind::File,
            name: None,
            // By the path as it was given, which messages name.
            text: read_text(&path)?,
            path: Some(path),
            accepted: [None, None],
        })
    }
}

/// Why there is no such input.
#[derive(Debug, thiserror::Error)]
pub enum InputError {
    /// Neither a further input nor a file.
    #[error("no input `{word}`: neither {} nor a file {word} is there", .expected.display())]
    Missing {
        /// What was asked for.
        word: String,
        /// Where a further input of that name belongs.
        expected: PathBuf,
    },
    #[error("standard input cannot be read")]
    Stdin { source: io::Error },
    /// One text for several puzzles.
    #[error("one file is the input of one puzzle, but {puzzles} are selected; name the one")]
    OneForMany {
        /// How many.
        puzzles: usize,
    },
}

impl HasExit for InputError {
    fn exit(&self) -> Exit {
        match self {
            Self::Missing { .. } | Self::Stdin { .. } => Exit::Files,
            Self::OneForMany { .. } => Exit::Usage,
        }
    }
}
