//! Names, reads and writes the files of the folder `inputs/`, such as `year2020/day22.txt`.

use std::collections::BTreeSet;
use std::fs::{metadata, remove_file, symlink_metadata};
use std::io;
use std::iter::once;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;

use super::answers::RecordedAnswers;
use super::examples::{
    Example, Examples, ExamplesFile, is_untouched, merge_examples, parse_page_examples,
    render_examples,
};
use super::input_id::{InputId, InputName};
use super::input_text::{error_in, line_of_conflict, utf8_text};
use super::no_input::why_no_input;
use super::not_checked_out::NotCheckedOut;
use super::write_log::WriteLog;
use crate::error::{CliError, Result, file_error};
use crate::files::{
    Lock, Locks, MAX_FILE, Readers, entries, if_exists, is_same_text, parse_toml, probe_folder,
    read_regular_file, replace, without_bom,
};
use crate::puzzle::{Day, Puzzle, parse_day_name};

/// A file that is stored for a puzzle.
#[derive(Clone, Copy)]
pub enum PuzzleFile {
    Input,
    Page,
    Answers,
    Examples,
}

impl PuzzleFile {
    pub const ALL: [Self; 4] = [Self::Input, Self::Page, Self::Answers, Self::Examples];

    /// The end of the file's name, after the day and the name of the input.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Input => "txt",
            Self::Page => "html",
            Self::Answers => "answers.toml",
            Self::Examples => "examples.toml",
        }
    }

    /// The name without the extension. `None` if the name has another one.
    pub fn stem(self, name: &str) -> Option<&str> {
        name.strip_suffix(self.extension())?.strip_suffix('.')
    }

    /// True if the site asks not to publish the file.
    pub fn is_private(self) -> bool {
        match self {
            Self::Input | Self::Page => true,
            Self::Answers | Self::Examples => false,
        }
    }

    fn affects_runs(self) -> bool {
        match self {
            Self::Input | Self::Answers | Self::Examples => true,
            Self::Page => false,
        }
    }
}

/// A project's folder `inputs/`, or the folder in the cache that replaces it outside of a project.
#[derive(Clone)]
pub struct Store {
    pub root: PathBuf,
    /// The reason why nothing may be written, as `app/read_only_inputs.rs` finds it. `None` if the
    /// folder is writable.
    pub why_read_only: Option<String>,
    /// The repository of the folder. After the repository was moved or removed, nothing is written,
    /// because the files would be created at its old place.
    pub repository: Option<PathBuf>,
    pub locks: Locks,
    /// The writes of this store and of its clones.
    pub writes: WriteLog,
}

impl Store {
    pub fn new(root: PathBuf, locks: Locks) -> Self {
        Self {
            root,
            why_read_only: None,
            repository: None,
            locks,
            writes: WriteLog::default(),
        }
    }

    /// The folder of the puzzle's year.
    pub(super) fn year_dir(&self, puzzle: Puzzle) -> PathBuf {
        self.root.join(puzzle.year.package())
    }

    /// True if the folder of the puzzle's year exists.
    pub fn has_folder(&self, puzzle: Puzzle) -> bool {
        self.year_dir(puzzle).is_dir()
    }

    /// The file of an input: `day22.txt`, or `day22.NAME.txt`.
    pub fn input_path(&self, puzzle: Puzzle, input: &InputId) -> PathBuf {
        self.path_of(puzzle, input, PuzzleFile::Input)
    }

    /// The file of a page as the site sent it: `day22.html`.
    pub fn page_path(&self, puzzle: Puzzle) -> PathBuf {
        self.path_of(puzzle, &InputId::Own, PuzzleFile::Page)
    }

    /// The file of the answers to an input: `day22.answers.toml`, or `day22.NAME.answers.toml`.
    pub fn answers_path(&self, puzzle: Puzzle, input: &InputId) -> PathBuf {
        self.path_of(puzzle, input, PuzzleFile::Answers)
    }

    /// The file of the examples: `day22.examples.toml`.
    pub fn examples_path(&self, puzzle: Puzzle) -> PathBuf {
        self.path_of(puzzle, &InputId::Own, PuzzleFile::Examples)
    }

    fn path_of(&self, puzzle: Puzzle, input: &InputId, file: PuzzleFile) -> PathBuf {
        let mut file_name = file_start(puzzle);
        match input {
            InputId::Own => {}
            InputId::Named(name) => file_name += &format!("{name}."),
        }
        self.year_dir(puzzle).join(file_name + file.extension())
    }

    /// The files that this tool has not checked out, sorted.
    pub fn files_to_check_out(&self, tool: NotCheckedOut) -> Vec<PathBuf> {
        let mut found = Vec::new();
        for year in entries(&self.root).map(|folder| folder.path()) {
            let files = entries(&year).map(|file| file.path());
            found.extend(files.filter(|file| NotCheckedOut::of_file(file) == Some(tool)));
        }
        found.sort();
        found
    }

    /// The names of the puzzle's named inputs, sorted.
    pub fn named_inputs(&self, puzzle: Puzzle) -> BTreeSet<InputName> {
        self.names_with(puzzle, PuzzleFile::Input)
    }

    /// The names for which the puzzle has such a file, sorted.
    fn names_with(&self, puzzle: Puzzle, file: PuzzleFile) -> BTreeSet<InputName> {
        let prefix = file_start(puzzle);
        let mut names = BTreeSet::new();
        for entry in entries(&self.year_dir(puzzle)) {
            let file_name = entry.file_name();
            let text = file_name.to_string_lossy();
            // Files with other names are not inputs of the puzzle.
            if let Some(rest) = text.strip_prefix(&prefix)
                && let Some(name) = file.stem(rest)
            {
                names.extend(name.parse::<InputName>());
            }
        }
        names
    }

    /// All inputs that may exist. The user's input comes first.
    pub fn inputs(&self, puzzle: Puzzle) -> impl Iterator<Item = InputId> {
        let named = self.named_inputs(puzzle).into_iter().map(InputId::Named);
        once(InputId::Own).chain(named)
    }

    /// All inputs that may have answers. The user's input comes first.
    pub fn inputs_with_answers(&self, puzzle: Puzzle) -> impl Iterator<Item = InputId> {
        let named = self.names_with(puzzle, PuzzleFile::Answers);
        once(InputId::Own).chain(named.into_iter().map(InputId::Named))
    }

    /// True if runs of the puzzle use the file: the input, the answers or the examples. Named
    /// inputs do not count.
    pub fn affects_runs_of(&self, path: &Path, puzzle: Puzzle) -> bool {
        PuzzleFile::ALL
            .into_iter()
            .any(|file| file.affects_runs() && path == self.path_of(puzzle, &InputId::Own, file))
    }

    /// True if the file belongs to another day of the puzzle's year.
    pub fn is_of_other_day(&self, path: &Path, puzzle: Puzzle) -> bool {
        self.day_of(path, puzzle)
            .is_some_and(|day| day != puzzle.day)
    }

    /// The day in the name of a file such as `day22.txt`. `None` if the file is not in the folder
    /// of the puzzle's year.
    fn day_of(&self, path: &Path, puzzle: Puzzle) -> Option<Day> {
        let file = path.strip_prefix(self.year_dir(puzzle)).ok()?;
        let name = file.file_name()?.to_string_lossy();
        let (day, _) = name.split_once('.')?;
        parse_day_name(day)
    }

    /// True if the input exists. An empty file does not count: no puzzle has an empty input, and
    /// other tools leave such a file after a failed download.
    pub fn has_input(&self, puzzle: Puzzle, input: &InputId) -> bool {
        let path = self.input_path(puzzle, input);
        has_file(&path, 1)
    }

    /// Reads an input. Returns `None` if the file does not exist. Fails if the text is blank, or
    /// certainly not an input.
    pub fn input(&self, puzzle: Puzzle, input: &InputId) -> Result<Option<String>> {
        let path = self.input_path(puzzle, input);
        let Some(text) = self.read_if_exists(&path)? else {
            // A link in place of the user's input is replaced by the download.
            if *input != InputId::Own && path.is_symlink() {
                let why = " is a link to a missing file; restore the file or remove the link";
                return Err(error_in(&path, why));
            }
            return Ok(None);
        };
        let text = without_bom(&text);
        if text.trim().is_empty() {
            let why = match input {
                InputId::Named(_) => " is empty; write the input into it or remove it".to_owned(),
                InputId::Own => {
                    format!(" is empty; download it again with `aoc fetch {puzzle} --force`")
                }
            };
            return Err(error_in(&path, &why));
        }
        if let Some(why) = why_no_input(text) {
            let error = error_in(&path, &format!(": {why}"));
            return Err(match input {
                InputId::Named(_) => error,
                InputId::Own => {
                    error.with_hint(format!("`aoc fetch {puzzle} --force` downloads the input"))
                }
            });
        }
        Ok(Some(text.to_owned()))
    }

    /// The input. `None` if it is missing, or if [`Self::input`] fails.
    pub fn usable_input(&self, puzzle: Puzzle, input: &InputId) -> Option<String> {
        self.input(puzzle, input).ok().flatten()
    }

    /// True if the page exists.
    pub fn has_page(&self, puzzle: Puzzle) -> bool {
        let path = self.page_path(puzzle);
        has_file(&path, 0)
    }

    /// The HTML of the puzzle's page. Empty if the file is missing or cannot be read.
    pub fn page_html(&self, puzzle: Puzzle) -> String {
        let html = self.read_if_exists(&self.page_path(puzzle));
        html.ok().flatten().unwrap_or_default()
    }

    /// Fails if files of this puzzle cannot be written, as far as this can be checked in advance.
    /// Call this before a download, so that nothing is downloaded that cannot be stored.
    pub fn probe(&self, puzzle: Puzzle) -> Result<()> {
        self.check_writable()?;
        let folder = self.year_dir(puzzle);
        probe_folder(&folder)
    }

    /// Reads the file of examples. Returns `None` if the file does not exist.
    pub fn examples(&self, puzzle: Puzzle) -> Result<Option<ExamplesFile>> {
        let path = self.examples_path(puzzle);
        let Some(text) = self.read_if_exists(&path)? else {
            return Ok(None);
        };
        let Examples { example } = toml_of(&path, &text)?;
        Ok(Some(ExamplesFile {
            examples: example,
            is_edited: !is_untouched(&text),
        }))
    }

    /// Adds `added` and the examples that `extract` finds on the page to the file of examples.
    /// `extract` gets the examples that the file has from the page, including likely ones, which
    /// are comments.
    ///
    /// Confirmed and taken examples are kept. If there are no examples, the file says so, and the
    /// page is not searched again. Returns the examples that `extract` found. Returns `None` if the
    /// file did not change, or if the user has edited the file. Fails if examples should be added
    /// to an edited file.
    pub fn update_examples(
        &self,
        puzzle: Puzzle,
        added: &[Example],
        extract: impl FnOnce(&[Example]) -> Vec<Example>,
    ) -> Result<Option<Vec<Example>>> {
        self.check_writable()?;
        let path = self.examples_path(puzzle);
        let _lock = self.locks.lock_answers(&self.root, || {});
        let old = match self.read_if_exists(&path)? {
            Some(text) if !is_untouched(&text) => {
                if added.is_empty() {
                    return Ok(None);
                }
                return Err(file_error(format!(
                    "{} was edited, so the example was not added: add it there",
                    path.display()
                )));
            }
            text => text.unwrap_or_default(),
        };
        let extracted = extract(&parse_page_examples(&old));
        let new = render_examples(merge_examples(&old, &[added, &extracted].concat()));
        if new == old {
            return Ok(None);
        }
        self.write(&path, new)?;
        Ok(Some(extracted))
    }

    /// The errors of the puzzle's inputs, answers and examples that cannot be used. Files that have
    /// to be checked out first are left out.
    pub fn unusable_files(&self, puzzle: Puzzle) -> Vec<CliError> {
        let mut read = vec![(self.examples_path(puzzle), self.examples(puzzle).err())];
        for input in self.inputs(puzzle) {
            let path = self.input_path(puzzle, &input);
            read.push((path, self.input(puzzle, &input).err()));
        }
        for input in self.inputs_with_answers(puzzle) {
            let path = self.answers_path(puzzle, &input);
            let error = match self.answers(puzzle, &input) {
                Ok(answers) if answers.has_accepted() => {
                    self.check_input_of_answers(puzzle, &input).err()
                }
                read => read.err(),
            };
            read.push((path, error));
        }
        // The folder of the year may be unreadable as a whole.
        read.retain(|(path, _)| {
            symlink_metadata(path).is_ok() && NotCheckedOut::of_file(path).is_none()
        });
        read.into_iter().filter_map(|(_, error)| error).collect()
    }

    /// Fails if the named input of a file of answers is missing. The user's input can be downloaded.
    pub fn check_input_of_answers(&self, puzzle: Puzzle, input: &InputId) -> Result<()> {
        let path = self.input_path(puzzle, input);
        if *input == InputId::Own || path.symlink_metadata().is_ok() {
            return Ok(());
        }
        let answers = self.answers_path(puzzle, input);
        let path = path.display();
        let hint = format!("save the input as {path}, or remove the file of answers");
        Err(error_in(&answers, " has answers to a missing input").with_hint(hint))
    }

    /// Reads the file of answers to an input.
    pub fn answers(&self, puzzle: Puzzle, input: &InputId) -> Result<RecordedAnswers> {
        let (_, answers) = self.read_toml(&self.answers_path(puzzle, input))?;
        Ok(answers)
    }

    /// Changes the answers under a lock, so that no other process interferes. Comments and
    /// formatting are kept. If no value is left, the file is removed.
    pub fn edit_answers<T>(
        &self,
        puzzle: Puzzle,
        input: &InputId,
        change: impl FnOnce(&mut RecordedAnswers) -> T,
    ) -> Result<T> {
        self.check_writable()?;
        let path = self.answers_path(puzzle, input);
        let _lock = self.locks.lock_answers(&self.root, || {});
        let (old, before): (_, RecordedAnswers) = self.read_toml(&path)?;
        let mut answers = before.clone();
        let result = change(&mut answers);
        if answers != before {
            let new = answers.edited_text(&old);
            if new.is_empty() {
                self.writes.record(&path, None, || {
                    remove_file(&path).map_err(|error| CliError::cannot_write(&path, error))
                })?;
            } else {
                self.write(&path, new)?;
            }
        }
        Ok(result)
    }

    /// True if a page shows another input than the stored one, and therefore belongs to another
    /// account.
    pub fn is_other_input(&self, puzzle: Puzzle, shown: Option<&str>) -> bool {
        let Some(shown) = shown else {
            return false;
        };
        self.usable_input(puzzle, &InputId::Own)
            .is_some_and(|stored| !is_same_text(shown, stored.trim()))
    }

    /// Writes a file of the folder. Fails if the file has to be checked out first.
    pub fn write(&self, path: &Path, bytes: impl AsRef<[u8]>) -> Result<()> {
        self.check_writable()?;
        check_is_checked_out(path)?;
        let bytes = bytes.as_ref();
        self.writes
            .record(path, Some(bytes), || replace(path, bytes, Readers::Owner))
    }

    /// Fails if the folder must not be written to.
    pub fn check_writable(&self) -> Result<()> {
        if let Some(why) = &self.why_read_only {
            return Err(file_error(why));
        }
        self.check_repository()
    }

    /// Fails if the repository was moved or removed.
    pub fn check_repository(&self) -> Result<()> {
        match &self.repository {
            Some(root) if !root.join("Cargo.toml").is_file() => Err(file_error(format!(
                "the repository {} was moved or removed",
                root.display()
            ))),
            _ => Ok(()),
        }
    }

    /// Waits until no other process downloads this input. Calls `waiting` first if there is such a
    /// process. Returns `None` if nothing can be locked.
    pub fn lock_download(
        &self,
        puzzle: Puzzle,
        input: &InputId,
        waiting: impl FnMut(),
    ) -> Option<Lock> {
        let path = self.input_path(puzzle, input);
        self.locks.lock_download(&path, &self.root, waiting)
    }

    /// Waits until no other process submits an answer of this year. Calls `waiting` first if there
    /// is such a process. Returns `None` if nothing can be locked. The lock creates the folder of
    /// the year, so this fails if nothing may be written.
    pub fn lock_submission(&self, puzzle: Puzzle, waiting: impl FnMut()) -> Result<Option<Lock>> {
        self.check_writable()?;
        Ok(self.locks.lock_answers(&self.year_dir(puzzle), waiting))
    }

    /// Reads a text file. Returns `None` if it does not exist.
    fn read_if_exists(&self, path: &Path) -> Result<Option<String>> {
        let bytes = read_regular_file(path, MAX_FILE);
        // The commands report once that the folder of the inputs is a file. Here it would be
        // reported for each day.
        if let Err(error) = &bytes
            && error.kind() == io::ErrorKind::NotADirectory
            && !self.root.is_dir()
        {
            return Ok(None);
        }
        match if_exists(path, bytes)? {
            Some(bytes) => utf8_text(path, bytes).map(Some),
            None => Ok(None),
        }
    }

    /// Reads a TOML file. Returns its text and its value. A missing file counts as empty.
    fn read_toml<T>(&self, path: &Path) -> Result<(String, T)>
    where
        T: DeserializeOwned,
    {
        let text = self.read_if_exists(path)?.unwrap_or_default();
        let value = toml_of(path, &text)?;
        Ok((text, value))
    }
}

/// Parses the text of a TOML file.
fn toml_of<T: DeserializeOwned>(path: &Path, text: &str) -> Result<T> {
    parse_toml(text).map_err(|why| {
        let problem = match line_of_conflict(text) {
            Some(line) => format!(
                ", line {line}: git has left a conflict; keep the lines of both sides that are \
                 right, each key above the first `[[` once, and remove the lines with `<<<<<<<`, \
                 `|||||||`, `=======` and `>>>>>>>`"
            ),
            None => format!(", {why}; correct the file or remove it"),
        };
        error_in(path, &problem)
    })
}

/// The prefix of the names of a puzzle's files: `day22.`.
fn file_start(puzzle: Puzzle) -> String {
    format!("{}.", puzzle.day.module())
}

/// Fails if the path of an input or a page leads to something other than a file, or to a file that
/// has to be checked out first. Call this before a download, so that nothing is downloaded that
/// cannot be stored.
pub fn check_is_file(path: &Path) -> Result<()> {
    match metadata(path) {
        Ok(found) if !found.is_file() => {
            Err(error_in(path, " is not a file: move it out of the way"))
        }
        _ => check_is_checked_out(path),
    }
}

fn check_is_checked_out(path: &Path) -> Result<()> {
    match NotCheckedOut::of_file(path) {
        Some(tool) => Err(error_in(path, &format!(" {tool}"))),
        None => Ok(()),
    }
}

/// True if a file exists and has at least this number of bytes.
fn has_file(path: &Path, min_size: u64) -> bool {
    metadata(path).is_ok_and(|file| file.is_file() && file.len() >= min_size)
}
