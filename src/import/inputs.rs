//! Inputs and answers in a folder, and the sessions of tools. A wrong input is
//! worse than none, as the right one would never be downloaded: only the folder of a day
//! and folders of inputs count, and of two files that differ neither is taken.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use aoc_solution::Part;

use super::days::Code;
use super::names::{day_and_words, day_of, day_of_folder, file_name, folder_of, year_in};
use super::plan::{ImportedSession, ImportedText, Plan, Setting};
use crate::error::{CliError, Result};
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

/// The text that a file is, by its path.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TextFile {
    pub day: Day,
    /// The part whose answer aocd has in it; `None` for an input.
    pub part: Option<Part>,
    /// The name of an input that is not the day's own.
    pub name: Option<InputName>,
}

/// The day whose input a file may be, by its path; or whose answer, as aocd stores it.
pub fn text_file(path: &str) -> Option<TextFile> {
    let file = file_name(path);
    let (stem, extension) = file.rsplit_once('.').unwrap_or((file, ""));
    if let Some(name) = file.strip_suffix("_answer.txt") {
        let (day, words) = day_and_words(name)?;
        let part = match words.concat().as_str() {
            "a" => Some(Part::One),
            "b" => Some(Part::Two),
            _ => return None,
        };
        return Some(TextFile {
            day,
            part,
            name: None,
        });
    }
    let is_text = ["", "txt", "in", "input"].contains(&extension);
    for word in words(path) {
        if !is_text || NOT_INPUTS.iter().any(|other| word.starts_with(other)) {
            return None;
        }
    }
    // A folder of the day, perhaps with one for inputs within it.
    let mut folders = folder_of(path).rsplit('/');
    let own = folders.find(|name| !INNER.contains(&&*name.to_lowercase()));
    let of_folder = own.and_then(day_of_folder).map(|(day, _)| day);
    // In a folder of inputs or of a year files have the names of days.
    let is_of_year = extension == "txt" && year_in(file_name(folder_of(path))).is_some();
    let of_name = day_of(stem);
    let day = match of_folder {
        None if is_of_year || says_input(path) => of_name?,
        day => day?,
    };
    // `day02/input2.txt` may be a second input as well as the second day's.
    let is_second = of_folder.is_some() && stem == format!("input{day}") && day.0 < 10;
    let mut words = words(stem);
    words.retain(|word| !matches!(&**word, "input" | "inputs" | "puzzle" | "my" | "1"));
    let mut name = None;
    if of_name != Some(day) || is_second {
        if !says_input(stem) {
            return None;
        }
        if !words.is_empty() {
            name = Some(words.join("-").parse().ok()?);
        }
    }
    Some(TextFile {
        day,
        part: None,
        name,
    })
}

fn says_input(path: &str) -> bool {
    words(path).iter().any(|word| word.starts_with("input"))
}

/// Plans the inputs and answers of a folder.
pub fn plan(code: &Code, plan: &mut Plan) {
    let store = code.setting.store;
    let mut found = find(code, plan);
    found.sort_by(|one, other| (kind(one), rank(one)).cmp(&(kind(other), rank(other))));
    let mut doubtful = BTreeSet::new();
    for same in found.chunk_by(|one, other| kind(one) == kind(other)) {
        let mut text = same[0].clone();
        let puzzle = text.puzzle;
        let mut others: Vec<&ImportedText> = same.iter().collect();
        others.retain(|other| other.text != text.text);
        let is_equal = others.iter().any(|other| rank(other).0 == rank(&text).0);
        // Answers belong to one input.
        let is_doubtful = is_equal || text.part.is_some() && doubtful.contains(&puzzle);
        if !is_doubtful {
            for other in others {
                plan.skip(&other.from, Some(puzzle), "`input.txt` is taken instead");
            }
        }
        let (path, old) = match text.part {
            None => {
                let name = text.name.as_ref();
                (store.input_path(puzzle, name), store.input(puzzle, name))
            }
            Some(part) => {
                let answers = store.answers(puzzle, None);
                let answer = answers.map(|answers| answers.accepted(part).map(str::to_owned));
                (store.answers_path(puzzle, None), answer)
            }
        };
        text.file = code.setting.project.shown(&path);
        match old {
            Ok(Some(old)) if old.trim() == text.text.trim() => plan.unchanged += 1,
            Ok(None) if !is_doubtful => match text.part {
                None => plan.inputs.push(text),
                Some(_) => plan.answers.push(text),
            },
            Ok(_) => {
                doubtful.insert(puzzle);
                let why = "other files, there or here, differ";
                plan.skip(text.from, Some(puzzle), why);
            }
            Err(error) => plan.skip(text.from, Some(puzzle), error.to_string()),
        }
    }
}

/// What a text is for.
fn kind(text: &ImportedText) -> (Puzzle, Option<Part>, &Option<InputName>) {
    (text.puzzle, text.part, &text.name)
}

/// The order among the texts for the same: `input.txt` comes first.
fn rank(text: &ImportedText) -> (bool, &str, &Path) {
    let is_usual = text.from.ends_with("input.txt") || text.from.ends_with("Input.txt");
    (!is_usual, &text.text, &text.from)
}

/// Finds the files that may be inputs and answers.
fn find(code: &Code, plan: &mut Plan) -> Vec<ImportedText> {
    let accounts = accounts(&code.tree.files);
    let mut found = Vec::new();
    for file in &code.tree.files {
        let Some(TextFile { day, part, name }) = text_file(file) else {
            continue;
        };
        let from = code.tree.root.join(file);
        let puzzle = match code.puzzle(file, day) {
            Ok(puzzle) => puzzle,
            Err(why) => {
                plan.skip(from, None, why.to_string());
                continue;
            }
        };
        let Some(text) = read(&from, part) else {
            let why = "it is empty, encrypted, a git lfs pointer, an error page, or not an answer";
            plan.skip(from, Some(puzzle), why);
            continue;
        };
        if accounts.len() > 1 && accounts.contains(folder_of(file)) {
            plan.skip(from, Some(puzzle), "give the folder of one account");
            continue;
        }
        found.push(ImportedText {
            puzzle,
            part,
            answer: part.map(|_| text.trim().to_owned()),
            name,
            file: PathBuf::new(),
            from,
            text,
        });
    }
    found
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

/// Reads an input or an answer, if a file can be one.
fn read(file: &Path, part: Option<Part>) -> Option<String> {
    let text = read_input(file).ok()?;
    let line = text.trim_start().replace("  ", " ");
    let is_error = IN_PLACE_OF_INPUTS.iter().any(|page| line.starts_with(page));
    let is_binary = text.contains('\0') || line.starts_with("version https://git-lfs");
    let is_list = part.is_some() && line.trim().lines().count() > 1;
    if line.is_empty() || is_list || is_error || is_binary || is_html(&text, None) {
        return None;
    }
    Some(text)
}

/// Plans the session of a tool that was asked for by name, if none is stored. Returns the
/// folder whose files are to be looked at: the one that was given, or that of aocd with
/// its inputs and answers.
pub fn plan_tools(setting: &Setting, plan: &mut Plan) -> Result<Option<PathBuf>> {
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
        return Err(CliError::usage(why));
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
            Err(error) => plan.skip(file, None, error.to_string()),
        }
    }
    Ok(folder)
}
