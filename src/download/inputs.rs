//! Finds the inputs of a puzzle for a command, and downloads a missing one.

use std::path::{Path, PathBuf};

use aoc_solution::Part;

use super::downloader::Downloader;
use super::fetch::fetch;
use crate::app::Workspace;
use crate::app::args::InputArgs;
use crate::error::{CliError, Exit, Result, file_error, usage_error};
use crate::files::real_path;
use crate::inputs::{InputId, InputName, Trust, read_input_of_stdin, read_named_input};
use crate::puzzle::Puzzle;
use crate::records::answers_to_input;
use crate::runner::{ExpectedAnswer, Input, MissingInput, PuzzleHeader, SourceKind};

/// The inputs that a command requests for its jobs, or what runs without an input.
pub enum InputRequest {
    /// The user's input.
    Own,
    /// A named input.
    Named(InputName),
    /// A named input, or else the file with its name in the current folder.
    NamedOrFile(InputName),
    File(PathBuf),
    /// A text from standard input.
    Stdin(String),
    /// Every stored input. These are the user's input and the named inputs.
    All,
    /// Like [`Self::All`], but nothing is downloaded if no input is stored.
    Stored,
    /// No input: only the examples run.
    Examples,
    /// No input: this many inputs are generated.
    Generated(u32),
}

impl InputRequest {
    /// The inputs that the options request. `puzzles` is the number of puzzles.
    pub fn of(args: &InputArgs, puzzles: usize) -> Result<Self> {
        if args.all_inputs {
            return Ok(Self::All);
        }
        Self::new(args.input.as_deref(), puzzles)
    }

    /// Parses the value of `--input`: the name of an input, a path, or `-`, for which this reads
    /// standard input. `None` requests the user's input. `puzzles` is the number of puzzles.
    pub fn new(word: Option<&str>, puzzles: usize) -> Result<Self> {
        let Some(word) = word else {
            return Ok(Self::Own);
        };
        if let Ok(name) = word.parse() {
            return Ok(if puzzles > 1 {
                Self::Named(name)
            } else {
                Self::NamedOrFile(name)
            });
        }
        if puzzles > 1 {
            return Err(usage_error(format!(
                "a file is the input of one puzzle, but {puzzles} are selected; select one"
            )));
        }
        if word == "-" {
            return Ok(Self::Stdin(read_input_of_stdin()?));
        }
        Ok(Self::File(word.into()))
    }

    /// The header of the result if no input is found.
    pub fn header(&self, puzzle: Puzzle) -> PuzzleHeader {
        match self {
            Self::Own | Self::All | Self::Stored => PuzzleHeader::of_stored(puzzle, &InputId::Own),
            Self::Named(name) | Self::NamedOrFile(name) => {
                PuzzleHeader::of_stored(puzzle, &InputId::Named(name.clone()))
            }
            Self::File(path) => PuzzleHeader::new(puzzle, SourceKind::File, Some(path)),
            Self::Stdin(_) => PuzzleHeader::new(puzzle, SourceKind::Stdin, None),
            Self::Examples => PuzzleHeader::new(puzzle, SourceKind::Example, None),
            Self::Generated(_) => PuzzleHeader::new(puzzle, SourceKind::Generated, None),
        }
    }
}

/// A requested input, or one of all stored inputs that cannot be read, and why.
type ReadInput = Result<Input, (InputId, CliError)>;

/// The requested inputs that exist. A missing input of the user is left out. Fails if there is
/// neither an input nor a file with the requested name, or if the only requested input cannot be
/// read.
pub fn find(
    workspace: &Workspace,
    puzzle: Puzzle,
    request: &InputRequest,
) -> Result<Vec<ReadInput>> {
    let inputs = match request {
        InputRequest::Own => Vec::from_iter(stored_input(workspace, puzzle, &InputId::Own)?),
        InputRequest::All | InputRequest::Stored => return stored_inputs(workspace, puzzle),
        InputRequest::Stdin(text) => vec![Input::new(request.header(puzzle), text.clone())],
        InputRequest::Named(name) => vec![named_input(workspace, puzzle, name)?],
        InputRequest::NamedOrFile(name) => vec![named_input_or_file(workspace, puzzle, name)?],
        InputRequest::File(path) => vec![input_of_file(workspace, puzzle, path)?],
        InputRequest::Examples | InputRequest::Generated(_) => Vec::new(),
    };
    Ok(inputs.into_iter().map(Ok).collect())
}

/// All stored inputs of a puzzle.
fn stored_inputs(workspace: &Workspace, puzzle: Puzzle) -> Result<Vec<ReadInput>> {
    let mut inputs = Vec::new();
    for id in workspace.store()?.inputs(puzzle) {
        let read = stored_input(workspace, puzzle, &id).transpose();
        inputs.extend(read.map(|read| read.map_err(|error| (id, error))));
    }
    Ok(inputs)
}

/// Like [`find`], but downloads the user's input if it was requested and no input is found. A
/// failed download is not tried again by the same command. The inner error means that the input is
/// missing and cannot be downloaded. There are no inputs if none is requested, or if none of
/// [`InputRequest::Stored`] exists.
pub fn find_or_download(
    downloader: &Downloader,
    puzzle: Puzzle,
    request: &InputRequest,
) -> Result<Result<Vec<ReadInput>, MissingInput>> {
    let Downloader { ui, workspace, .. } = *downloader;
    let found = find(workspace, puzzle, request);
    let is_missing = matches!(request, InputRequest::Own | InputRequest::All)
        && found.as_ref().is_ok_and(Vec::is_empty);
    // If the user's input is missing, the download warns about misnamed inputs.
    if found.is_err() || (matches!(request, InputRequest::All) && !is_missing) {
        workspace.warn_of_misnamed_inputs(ui, puzzle);
    }
    let mut found = found?;
    if is_missing {
        if let Err(missing) = download(downloader, puzzle) {
            return Ok(Err(missing));
        }
        // The answers to the input may be unreadable, so the notes about the download come first.
        found = find(workspace, puzzle, request)?;
        if found.is_empty() {
            let why = "the input was removed after its download: run the command again";
            return Err(file_error(why));
        }
    }
    Ok(Ok(found))
}

/// The reason why the user's input is missing, for a command that does not download it. If `aoc
/// fetch` would fail without a request, this is its error.
pub fn why_missing(downloader: &Downloader, puzzle: Puzzle) -> MissingInput {
    match downloader.puzzle(puzzle).check_input_request() {
        Ok(()) => MissingInput {
            reason: format!("`aoc fetch {puzzle}` downloads the input"),
            exit: Exit::Files,
        },
        Err(error) => MissingInput::because_of(&error),
    }
}

/// Downloads the user's input, and shows notes about it.
fn download(downloader: &Downloader, puzzle: Puzzle) -> Result<(), MissingInput> {
    let ui = downloader.ui;
    let fetched = fetch(downloader, puzzle);
    if fetched.input.is_none()
        && let Some(error) = fetched.failure()
    {
        return Err(MissingInput::because_of(error));
    }
    if let Some(path) = &fetched.input {
        ui.note(format!("{puzzle}: input downloaded to {}", path.display()));
    }
    fetched.learned.report(ui, puzzle);
    // The input is sufficient, so a missing page is not an error.
    if let Some(problem) = fetched.problem {
        ui.note(format!("{puzzle}: {problem}"));
    }
    Ok(())
}

/// The user's input or the named input. An example does not count, because its answers are not the
/// user's.
pub fn own_or_named_input(downloader: &Downloader, puzzle: Puzzle, id: &InputId) -> Result<Input> {
    let request = match id {
        InputId::Own => InputRequest::Own,
        InputId::Named(name) => InputRequest::Named(name.clone()),
    };
    match find_or_download(downloader, puzzle, &request)? {
        Ok(mut inputs) => inputs.remove(0).map_err(|(_, error)| error),
        Err(MissingInput { reason, exit }) => {
            Err(CliError::new(exit, format!("no input: {reason}")))
        }
    }
}

/// A named input. Fails if it is missing.
fn named_input(workspace: &Workspace, puzzle: Puzzle, name: &InputName) -> Result<Input> {
    let id = InputId::Named(name.clone());
    if let Some(input) = stored_input(workspace, puzzle, &id)? {
        return Ok(input);
    }
    let path = shown_path(workspace, puzzle, &id)?;
    Err(file_error(format!("no input `{name}`: save it as {path}")))
}

/// A named input, or the file with its name in the current folder. Fails if both are missing.
fn named_input_or_file(workspace: &Workspace, puzzle: Puzzle, name: &InputName) -> Result<Input> {
    let id = InputId::Named(name.clone());
    if let Some(input) = stored_input(workspace, puzzle, &id)? {
        return Ok(input);
    }
    let path = PathBuf::from(name.to_string());
    if path.exists() && !path.is_dir() {
        return input_of_file(workspace, puzzle, &path);
    }
    let named = shown_path(workspace, puzzle, &id)?;
    let how = if path.is_dir() {
        format!("{name} is a folder, not a file; save the input as {named}")
    } else {
        format!("there is neither {named} nor a file {name}; save it as one of them")
    };
    Err(file_error(format!("no input `{name}`: {how}")))
}

/// The input in a file. A stored input of the puzzle comes with its answers. For another file,
/// messages show the path as the user typed it.
fn input_of_file(workspace: &Workspace, puzzle: Puzzle, path: &Path) -> Result<Input> {
    let store = workspace.store()?;
    let file = real_path(&workspace.current_dir().join(path));
    for id in store.inputs(puzzle) {
        if real_path(&store.input_path(puzzle, &id)) == file
            && let Some(input) = stored_input(workspace, puzzle, &id)?
        {
            return Ok(input);
        }
    }
    let header = PuzzleHeader::new(puzzle, SourceKind::File, Some(path));
    Ok(Input::new(header, read_named_input(path)?))
}

/// The path of an input, as messages show it.
fn shown_path(workspace: &Workspace, puzzle: Puzzle, id: &InputId) -> Result<String> {
    let path = workspace.store()?.input_path(puzzle, id);
    Ok(workspace.relative_path(&path).display().to_string())
}

/// A stored input with its answers. Fails if the file contains another text.
fn stored_input(workspace: &Workspace, puzzle: Puzzle, id: &InputId) -> Result<Option<Input>> {
    let store = workspace.store()?;
    let Some(text) = store.input(puzzle, id)? else {
        return Ok(None);
    };
    // If the folder in the settings cannot be used, this text comes from the default folder and may
    // be another input, so that is an error.
    store.check_writable()?;
    let path = workspace.relative_path(&store.input_path(puzzle, id));
    let known = answers_to_input(store, puzzle, id)?;
    let header = PuzzleHeader {
        input: Some(path),
        ..PuzzleHeader::of_stored(puzzle, id)
    };
    let accepted = Part::BOTH.map(|part| known.accepted(part));
    Ok(Some(Input {
        expected: ExpectedAnswer::of_parts(accepted, Trust::User),
        answers: known.recorded,
        ..Input::new(header, text)
    }))
}

#[cfg(test)]
mod tests {
    use aoc_solution::protocol::OpenedInput;

    use super::*;
    use crate::app::App;
    use crate::app::args::GlobalArgs;
    use crate::testing::{environment, project, write};

    /// `--all-inputs` uses every stored input, and requests the user's input only if no input is
    /// stored.
    #[test]
    fn all_inputs_are_those_that_are_stored() {
        let (temp, _) = project(&[]);
        let global = GlobalArgs {
            offline: true,
            quiet: true,
            ..GlobalArgs::default()
        };
        let app = App::new(environment(temp.path(), &[]), &global);
        let downloader = Downloader::for_missing_files(&app).unwrap();
        let puzzle = Puzzle::of(2016, 1);
        let names_of = |request| match find_or_download(&downloader, puzzle, &request) {
            Ok(Ok(inputs)) => inputs
                .into_iter()
                .flatten()
                .map(|input| input.header.name.unwrap_or_default())
                .collect(),
            Ok(Err(missing)) => vec![missing.reason],
            Err(error) => panic!("{error}"),
        };
        // These need no input, so nothing is downloaded.
        for request in [InputRequest::Examples, InputRequest::Generated(2)] {
            assert!(names_of(request).is_empty());
        }
        let names = || names_of(InputRequest::All);
        let missing = names();
        assert!(missing[0].contains("--offline"), "{missing:?}");
        write(temp.path(), "inputs/year2016/day01.bob.txt", "1\n");
        assert_eq!(names(), ["bob"]);
        write(temp.path(), "inputs/year2016/day01.txt", "1\n");
        assert_eq!(names(), ["", "bob"]);
    }

    /// The tests run in the folder of the package, which contains the file `justfile` and the
    /// folder `src`.
    #[test]
    fn a_file_with_the_name_of_an_input_is_the_input_of_one_puzzle() {
        let (temp, _) = project(&[]);
        let app = App::new(environment(temp.path(), &[]), &GlobalArgs::default());
        let puzzle = Puzzle::of(2016, 1);
        let found = |word: &str, puzzles: usize| {
            let request = InputRequest::new(Some(word), puzzles).unwrap();
            match find(&app.workspace, puzzle, &request) {
                Ok(inputs) => Ok(inputs[0].as_ref().unwrap().header.source),
                Err(error) => Err(error.to_string()),
            }
        };
        assert_eq!(found("justfile", 1), Ok(SourceKind::File));
        assert_eq!(found("./justfile", 1), Ok(SourceKind::File));
        let stored = Path::new("inputs").join("year2016").join("day01");
        let stored = stored.display();
        let missing = format!("no input `justfile`: save it as {stored}.justfile.txt");
        assert_eq!(found("justfile", 2), Err(missing));
        let neither = format!(
            "no input `nope`: there is neither {stored}.nope.txt nor a file nope; save it as one \
             of them"
        );
        assert_eq!(found("nope", 1), Err(neither));
        let folder = format!(
            "no input `src`: src is a folder, not a file; save the input as {stored}.src.txt"
        );
        assert_eq!(found("src", 1), Err(folder));
        write(temp.path(), "inputs/year2016/day01.justfile.txt", "1\n");
        for puzzles in [1, 2] {
            assert_eq!(found("justfile", puzzles), Ok(SourceKind::Named));
        }
    }

    #[test]
    fn the_file_of_a_stored_input_is_this_input_with_its_answers() {
        let (temp, _) = project(&[]);
        let root = temp.path().join("inputs/year2016");
        for (file, text) in [
            ("day01.txt", "1\n"),
            ("day01.bob.txt", "2\n"),
            ("day01.bob.answers.toml", "part1 = 7\n"),
            ("day02.txt", "3\n"),
        ] {
            write(&root, file, text);
        }
        let app = App::new(environment(temp.path(), &[]), &GlobalArgs::default());
        for (file, source, text, answers) in [
            ("day01.txt", SourceKind::Input, "1\n", 0),
            ("../year2016/day01.bob.txt", SourceKind::Named, "2\n", 1),
            // This is the input of another puzzle.
            ("day02.txt", SourceKind::File, "3\n", 0),
        ] {
            let request = InputRequest::File(root.join(file));
            let inputs = find(&app.workspace, Puzzle::of(2016, 1), &request).unwrap();
            let [Ok(input)] = &inputs[..] else {
                panic!("{file}");
            };
            assert_eq!(input.header.source, source, "{file}");
            assert_eq!(input.opened, OpenedInput::Text(text.to_owned()), "{file}");
            assert_eq!(input.expected.iter().flatten().count(), answers, "{file}");
        }
    }

    /// Another tool has stored what the site sends without a session, or git lfs has not fetched
    /// the file. Only the first is replaced.
    #[test]
    fn a_text_in_place_of_an_input_is_not_run() {
        let (temp, _) = project(&[]);
        let app = App::new(environment(temp.path(), &[]), &GlobalArgs::default());
        let message = "day01.txt: it is a message of the site and not an input; `aoc fetch 2016/1 \
                       --force` downloads the input";
        for (text, why) in [
            (
                "Puzzle inputs differ by user.  Please log in to get your puzzle input.\n",
                message,
            ),
            ("<!DOCTYPE html>\n<title>404</title>\n", message),
            (
                "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n",
                "day01.txt is a pointer of git lfs: `git lfs pull`, or remove the file if its \
                 content is lost",
            ),
        ] {
            write(temp.path(), "inputs/year2016/day01.txt", text);
            let found = find(&app.workspace, Puzzle::of(2016, 1), &InputRequest::Own);
            let error = found.err().expect("no input").to_string();
            assert!(error.ends_with(why), "{error}");
        }
        // `aoc fetch` stores such a text, too.
        let text = "Puzzle inputs differ by user. Please log in\n1\n";
        write(temp.path(), "inputs/year2016/day01.txt", text);
        let found = find(&app.workspace, Puzzle::of(2016, 1), &InputRequest::Own);
        assert!(matches!(&found.unwrap()[..], [Ok(_)]));
    }
}
