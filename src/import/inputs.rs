//! Inputs and answers in a folder, and the sessions of tools. A wrong input is
//! worse than none, as the right one would never be downloaded: only the folder of a day
//! and folders of inputs count, and of two files that differ neither is taken.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use aoc_solution::Part;

use super::days::Code;
use super::names::{day_and_words, day_of, day_of_folder, file_name, folder_of, year_in};
use super::plan::{ImportedSession, ImportedText, Plan, Setting};
use crate::error::{CliError, Exit};
use crate::inputs::{InputName, read_input};
use crate::puzzle::{Day, Puzzle, words};
use crate::site::{IN_PLACE_OF_INPUTS, Place, Session, files_of_tools, is_html, session_file};

/// Beginnings of words in the paths of files that are not inputs.
const NOT_INPUTS: [&str; 8] = [
    "ex",
    "sample",
    "test",
    "output",
    "answer",
    "demo",
    "small",
    "regression",
];

/// Folders within the folder of a day that may have its input.
const INNER: [&str; 6] = ["src", "input", "inputs", "data", "resources", "fixtures"];

/// Why a file is no input.
const NO_INPUT: &str = "it is empty, encrypted, a git lfs pointer, an error page, or not an answer";

/// Why none of several is taken.
const DIFFER: &str = "other files, there or here, differ";

/// What a file is for its day.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TextKind {
    /// An input; it has a name if it is not the day's own.
    Input(Option<InputName>),
    Answer(Part),
}

/// A file that may be the text of a kind; of several the least one is taken.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Candidate {
    /// Whether it is not called `input.txt`, which comes first.
    is_other: bool,
    text: String,
    from: PathBuf,
}

/// The day whose input a file may be, by its path; or whose answer, as aocd stores it.
pub fn day_of_text(path: &str) -> Option<(Day, TextKind)> {
    let file = file_name(path);
    if let Some(name) = file.strip_suffix("_answer.txt") {
        let (day, words) = day_and_words(name)?;
        return match words.as_slice() {
            [letter] if letter == "a" => Some((day, TextKind::Answer(Part::One))),
            [letter] if letter == "b" => Some((day, TextKind::Answer(Part::Two))),
            _ => None,
        };
    }
    let (stem, extension) = file.rsplit_once('.').unwrap_or((file, ""));
    let is_other = |word: &String| NOT_INPUTS.iter().any(|other| word.starts_with(other));
    if !["", "txt", "in", "input"].contains(&extension) || words(path).iter().any(is_other) {
        return None;
    }
    // A folder of the day, perhaps with one for inputs within it.
    let mut folders = folder_of(path).rsplit('/');
    let own = folders.find(|name| !INNER.contains(&&*name.to_lowercase()));
    let of_folder = own.and_then(day_of_folder).map(|(day, _)| day);
    // In a folder of inputs or of a year files have the names of days.
    let is_of_year = extension == "txt" && year_in(file_name(folder_of(path))).is_some();
    let of_name = day_of(stem);
    let day = of_folder.or(of_name.filter(|_| is_of_year || says_input(path)))?;
    // `day02/input2.txt` may be a second input as well as the second day's.
    let is_second = of_folder.is_some() && stem == format!("input{day}") && day.0 < 10;
    if of_name == Some(day) && !is_second {
        return Some((day, TextKind::Input(None)));
    }
    if !says_input(stem) {
        return None;
    }
    let mut words = words(stem);
    words.retain(|word| !matches!(&**word, "input" | "inputs" | "puzzle" | "my"));
    if words.is_empty() {
        return Some((day, TextKind::Input(None)));
    }
    Some((day, TextKind::Input(Some(words.join("-").parse().ok()?))))
}

fn says_input(path: &str) -> bool {
    words(path).iter().any(|word| word.starts_with("input"))
}

/// Plans the inputs and answers of a folder.
pub fn plan(code: &Code<'_>, plan: &mut Plan) {
    let store = code.setting.store;
    let accounts = accounts(&code.tree.files);
    let mut found: BTreeMap<(Puzzle, TextKind), Vec<Candidate>> = BTreeMap::new();
    for file in &code.tree.files {
        let Some((day, kind)) = day_of_text(file) else {
            continue;
        };
        let from = code.tree.root.join(file);
        let puzzle = match code.puzzle(file, day) {
            Ok(puzzle) => puzzle,
            Err(why) => {
                plan.skip(from, None, why);
                continue;
            }
        };
        if accounts.len() > 1 && accounts.contains(folder_of(file)) {
            plan.skip(from, Some(puzzle), "give the folder of one account");
            continue;
        }
        match read(&from) {
            Some(text) if is_input(&kind) || text.trim().lines().count() == 1 => {
                let is_other = !file_name(file).eq_ignore_ascii_case("input.txt");
                let candidates = found.entry((puzzle, kind)).or_default();
                candidates.push(Candidate {
                    is_other,
                    text,
                    from,
                });
            }
            _ => plan.skip(from, Some(puzzle), NO_INPUT),
        }
    }
    unname_only_inputs(&mut found);
    let mut doubtful = BTreeSet::new();
    for ((puzzle, kind), mut candidates) in found {
        candidates.sort();
        candidates.dedup_by(|one, other| one.text == other.text);
        let are_equal = |pair: &[Candidate]| pair[0].is_other == pair[1].is_other;
        // Answers belong to one input.
        let is_doubtful = candidates.windows(2).take(1).any(are_equal)
            || !is_input(&kind) && doubtful.contains(&puzzle);
        for other in candidates.drain(1..) {
            if !is_doubtful {
                plan.skip(other.from, Some(puzzle), "`input.txt` is taken instead");
            }
        }
        let Candidate { text, from, .. } = candidates.swap_remove(0);
        let old = match &kind {
            TextKind::Input(name) => store.input(puzzle, name.as_ref()),
            TextKind::Answer(part) => {
                let answers = store.answers(puzzle, None);
                answers.map(|answers| answers.accepted(*part).map(str::to_owned))
            }
        };
        match old {
            Ok(None) if !is_doubtful => plan_text(code, puzzle, kind, from, text, plan),
            Ok(Some(old)) if old.trim() == text.trim() => plan.unchanged += 1,
            Ok(_) => {
                doubtful.insert(puzzle);
                plan.skip(from, Some(puzzle), DIFFER);
            }
            Err(error) => plan.skip(from, Some(puzzle), error),
        }
    }
}

/// The folders of aocd's accounts, with files such as `2020_22_input.txt`.
fn accounts(files: &[String]) -> BTreeSet<&str> {
    let mut accounts = BTreeSet::new();
    for file in files {
        let is_text = file.ends_with("_input.txt") || file.ends_with("_answer.txt");
        if is_text && year_in(file_name(file)).is_some() {
            accounts.insert(folder_of(file));
        }
    }
    accounts
}

fn is_input(kind: &TextKind) -> bool {
    matches!(kind, TextKind::Input(_))
}

/// Makes an only `input1.txt` the input of its day.
fn unname_only_inputs(found: &mut BTreeMap<(Puzzle, TextKind), Vec<Candidate>>) {
    for (puzzle, kind) in found.keys().cloned().collect::<Vec<_>>() {
        let of_day = found
            .keys()
            .filter(|(other, kind)| *other == puzzle && is_input(kind));
        if of_day.count() == 1
            && let TextKind::Input(Some(name)) = &kind
            && name.to_string() == "1"
            && let Some(candidates) = found.remove(&(puzzle, kind))
        {
            found.insert((puzzle, TextKind::Input(None)), candidates);
        }
    }
}

/// Plans to write an input or an answer.
fn plan_text(
    code: &Code<'_>,
    puzzle: Puzzle,
    kind: TextKind,
    from: PathBuf,
    text: String,
    plan: &mut Plan,
) {
    let store = code.setting.store;
    let mut new = ImportedText {
        puzzle,
        part: None,
        answer: None,
        name: None,
        file: PathBuf::new(),
        from,
        text,
    };
    match kind {
        TextKind::Input(name) => {
            new.file = store.input_path(puzzle, name.as_ref());
            new.name = name;
        }
        TextKind::Answer(part) => {
            new.file = store.answers_path(puzzle, None);
            new.part = Some(part);
            new.answer = Some(new.text.trim().to_owned());
        }
    }
    new.file = code.setting.project.shown(&new.file);
    let list = if new.part.is_some() {
        &mut plan.answers
    } else {
        &mut plan.inputs
    };
    list.push(new);
}

/// Reads an input or an answer, if a file can be one.
fn read(file: &Path) -> Option<String> {
    let text = read_input(file).ok()?;
    let line = text.trim_start().replace("  ", " ");
    let is_error = IN_PLACE_OF_INPUTS.iter().any(|page| line.starts_with(page));
    let is_binary = text.contains('\0') || line.starts_with("version https://git-lfs");
    if line.is_empty() || is_error || is_binary || is_html(&text, None) {
        return None;
    }
    Some(text)
}

/// Plans the session of a tool that was asked for by name, if none is stored. Returns the
/// folder whose files are to be looked at: the one that was given, or that of aocd with
/// its inputs and answers.
pub fn plan_tools(setting: &Setting<'_>, plan: &mut Plan) -> Result<Option<PathBuf>, CliError> {
    let environment = setting.environment;
    let name = setting.from.unwrap_or("aocd");
    let mut files = files_of_tools(environment);
    files.retain(|(tool, _)| name.eq_ignore_ascii_case(tool));
    if files.is_empty() {
        let folder = PathBuf::from(name);
        if folder.is_dir() {
            return Ok(Some(folder));
        }
        let why = format!("no folder `{name}`, and no tool of that name: aocd, cargo-aoc, aoc-cli");
        return Err(CliError::new(Exit::Usage, why));
    }
    let mut folder = None;
    let has_session = session_file(environment, None).is_some_and(|file| file.exists());
    for (tool, file) in files {
        let of_file = file
            .parent()
            .filter(|folder| tool == "aocd" && folder.is_dir());
        folder = folder.or(of_file.map(Path::to_owned));
        if setting.from.is_none() || has_session || !plan.sessions.is_empty() {
            continue;
        }
        match Session::read(environment, Place::File(file.clone()), None) {
            Ok(Some(session)) => plan.sessions.push(ImportedSession {
                from: file,
                session,
            }),
            Ok(None) => {}
            Err(error) => plan.skip(file, None, error),
        }
    }
    Ok(folder)
}
