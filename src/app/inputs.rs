//! Finds the inputs that a puzzle is solved with.

use std::io;
use std::path::PathBuf;

use aoc_solution::Part;

use super::context::App;
use super::download::{DownloadPlan, Downloader};
use crate::error::{CliError, Exit};
use crate::files::{MAX_INPUT, read_limited};
use crate::inputs::{Answers, InputName, read_input};
use crate::puzzle::{Puzzle, unlock};
use crate::runner::{Input, MissingInput, PuzzleHeader, SourceKind};
use crate::site::SiteError;

/// The inputs that a command asks for.
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
    /// The request of `--input`, `--all-inputs` and `--example`. Reads standard input
    /// if that is requested.
    pub fn new(
        input: Option<&str>,
        all: bool,
        example: bool,
        puzzles: usize,
    ) -> Result<Self, CliError> {
        let is_text = input.is_some_and(|word| word.parse::<InputName>().is_err());
        if is_text && puzzles > 1 {
            let message = format!(
                "a file is the input of one puzzle, but {puzzles} are selected; select one"
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
}

fn read_stdin() -> Result<String, CliError> {
    let error = |problem| CliError::new(Exit::Files, format!("standard input {problem}"));
    let read = read_limited(io::stdin().lock(), MAX_INPUT);
    let bytes = read.map_err(|cause| error(format!("cannot be read: {cause}")))?;
    String::from_utf8(bytes).map_err(|cause| {
        let position = cause.utf8_error().valid_up_to();
        error(format!("is not text: byte {position} is not UTF-8"))
    })
}

impl App {
    /// The existing inputs; empty if the user's input is missing, or if examples are
    /// requested.
    pub fn inputs(&self, puzzle: Puzzle, request: &InputRequest) -> Result<Vec<Input>, CliError> {
        let mut names = vec![None];
        match request {
            InputRequest::Examples => return Ok(Vec::new()),
            InputRequest::Own => {}
            InputRequest::All => {
                names.extend(self.store()?.named_inputs(puzzle).into_iter().map(Some));
            }
            InputRequest::Stdin(text) => {
                let header = header(puzzle, SourceKind::Stdin, None);
                return Ok(vec![Input::new(header, text.clone())]);
            }
            InputRequest::NameOrPath(word) => return Ok(vec![self.named_or_file(puzzle, word)?]),
        }
        let inputs = names.iter().map(|name| self.stored(puzzle, name.as_ref()));
        inputs.filter_map(Result::transpose).collect()
    }

    /// As [`App::inputs`], but a missing input is downloaded; each puzzle is tried
    /// once. If that fails, the reason is returned instead.
    pub fn inputs_or_fetched(
        &self,
        puzzle: Puzzle,
        request: &InputRequest,
    ) -> Result<(Vec<Input>, Option<MissingInput>), CliError> {
        let found = self.inputs(puzzle, request)?;
        if !found.is_empty() || matches!(request, InputRequest::Examples) {
            return Ok((found, None));
        }
        let failed_before = self.access.missing.borrow().get(&puzzle).cloned();
        if failed_before.is_some() {
            return Ok((found, failed_before));
        }
        if let Err(error) = self.download_missing(puzzle) {
            return Ok((found, Some(self.access.record_missing(puzzle, &error))));
        }
        self.access.downloads.update(|downloads| downloads + 1);
        Ok((self.inputs(puzzle, request)?, None))
    }

    /// The user's input or the named one, but never an example, because an example's
    /// answers are not the user's.
    pub fn real_input(&self, puzzle: Puzzle, name: Option<&InputName>) -> Result<Input, CliError> {
        if let Some(name) = name {
            let message = format!("no input `{name}`");
            let found = self.stored(puzzle, Some(name))?;
            return found.ok_or_else(|| CliError::new(Exit::Files, message));
        }
        let (mut found, missing) = self.inputs_or_fetched(puzzle, &InputRequest::Own)?;
        found.pop().ok_or_else(|| match missing {
            Some(MissingInput { reason, exit }) => {
                CliError::new(exit, format!("no input: {reason}"))
            }
            None => CliError::new(Exit::Files, "no input"),
        })
    }

    /// Downloads the user's input, and the page with the title, the examples and the
    /// accepted answers. If only the page fails, that is a note.
    fn download_missing(&self, puzzle: Puzzle) -> Result<(), SiteError> {
        let downloader = Downloader::new(self, DownloadPlan::default())?;
        if !self.offline {
            // A missing folder is reported before a missing session.
            self.store()?.check_folder()?;
            // Making a client takes longer than the run, so the session is checked first.
            // As in `fetch`, a locked puzzle is reported before a missing session.
            if unlock(puzzle) <= self.site_time() {
                downloader.session()?;
            }
        }
        let input = downloader.input(puzzle);
        self.access.record_result(input.as_ref().err());
        let (path, is_new) = input?;
        let path = self.relative_path(&path);
        self.note(&format!("{puzzle}: input downloaded to {}", path.display()));
        match downloader.page(puzzle, is_new) {
            Ok(download) => self.tell_learned(puzzle, &download),
            Err(error) => self.note(&format!("{puzzle}: page not downloaded: {error}")),
        }
        Ok(())
    }

    /// The examples in the file beside the puzzle's input.
    pub fn stored_examples(&self, puzzle: Puzzle) -> Result<Vec<Input>, CliError> {
        let store = self.store()?;
        let path = self.relative_path(&store.examples_path(puzzle));
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
        // If the configured folder cannot be used, the input is in the default folder.
        store.check_folder()?;
        let answers: Answers = store.answers(puzzle, name)?;
        let path = self.relative_path(&store.input_path(puzzle, name));
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

    /// The named input, otherwise the file at that path.
    fn named_or_file(&self, puzzle: Puzzle, word: &str) -> Result<Input, CliError> {
        let name: Option<InputName> = word.parse().ok();
        if let Some(name) = &name
            && let Some(input) = self.stored(puzzle, Some(name))?
        {
            return Ok(input);
        }
        let path = PathBuf::from(word);
        let full = self.environment.current_dir.join(&path);
        if let Some(name) = name.filter(|_| !full.exists()) {
            let expected = self.store()?.input_path(puzzle, Some(&name));
            let expected = self.relative_path(&expected);
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
