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
use crate::inputs::read_input;
use crate::puzzle::{Day, words};
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

/// The day whose input a file may be, by its path.
pub fn input_at(path: &str) -> Option<Day> {
    let file = file_name(path);
    let (stem, extension) = file.rsplit_once('.').unwrap_or((file, ""));
    let is_text = ["", "txt", "in", "input"].contains(&extension);
    for word in words(path) {
        if !is_text || NOT_INPUTS.iter().any(|other| word.starts_with(other)) {
            return None;
        }
    }
    // A folder of the day, perhaps with one for inputs within it.
    let of_folder = folder_of(path)
        .rsplit('/')
        .find(|name| !INNER.contains(&&*name.to_lowercase()))
        .and_then(day_of_folder);
    let of_name = day_of(stem);
    let Some((day, _)) = of_folder else {
        // In a folder of inputs or of a year files have the names of days.
        let is_of_year = extension == "txt" && year_in(file_name(folder_of(path))).is_some();
        let is_input = is_of_year || says_input(path);
        return if is_input { of_name } else { None };
    };
    let mut words = words(stem);
    words.retain(|word| !matches!(&**word, "input" | "inputs" | "puzzle" | "my" | "1"));
    let is_only_input = words.is_empty() && says_input(stem);
    (is_only_input || of_name == Some(day)).then_some(day)
}

fn says_input(path: &str) -> bool {
    words(path).iter().any(|word| word.starts_with("input"))
}

/// The day and the part whose answer aocd has in a file, by its name.
fn answer_at(path: &str) -> Option<(Day, Part)> {
    let name = file_name(path).strip_suffix("_answer.txt")?;
    let (day, words) = day_and_words(name)?;
    match words.concat().as_str() {
        "a" => Some((day, Part::One)),
        "b" => Some((day, Part::Two)),
        _ => None,
    }
}

/// Plans the inputs and answers of a folder.
pub fn plan(code: &Code, plan: &mut Plan) {
    let store = code.setting.store;
    let mut found = find(code, plan);
    found.sort();
    let mut doubtful = BTreeSet::new();
    for same in found.chunk_by(ImportedText::is_for_same) {
        let mut text = same[0].clone();
        let puzzle = text.puzzle;
        // Answers belong to one input.
        let is_doubtful = text.part.is_some() && doubtful.contains(&puzzle)
            || same.iter().any(|other| other.text != text.text);
        let old = match text.part {
            None => {
                text.file = store.input_path(puzzle, None);
                store.input(puzzle, None)
            }
            Some(part) => {
                text.file = store.answers_path(puzzle, None);
                let answers = store.answers(puzzle, None);
                answers.map(|answers| answers.accepted(part).map(str::to_owned))
            }
        };
        text.file = code.setting.project.shown(&text.file).into();
        match old {
            Ok(Some(old)) if old.trim() == text.text.trim() => plan.unchanged += 1,
            Ok(None) if !is_doubtful && text.part.is_none() => plan.inputs.push(text),
            Ok(None) if !is_doubtful => plan.answers.push(text),
            Ok(_) => {
                doubtful.insert(puzzle);
                let why = "other files, there or here, differ";
                plan.skip(text.from, Some(puzzle), why);
            }
            Err(error) => plan.skip(text.from, Some(puzzle), error.to_string()),
        }
    }
}

/// Finds the files that may be inputs and answers.
fn find(code: &Code, plan: &mut Plan) -> Vec<ImportedText> {
    let accounts = accounts(&code.tree.files);
    let mut found = Vec::new();
    for file in &code.tree.files {
        let answer = answer_at(file).map(|(day, part)| (day, Some(part)));
        let input = input_at(file).map(|day| (day, None));
        let Some((day, part)) = answer.or(input) else {
            continue;
        };
        let from = code.tree.path(file);
        let puzzle = match code.puzzle(file, day) {
            Ok(puzzle) => puzzle,
            Err(why) => {
                plan.skip(from, None, why);
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
            name: None,
            answer: part.map(|_| text.trim().to_owned()),
            text,
            file: PathBuf::new(),
            from,
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
    if line.is_empty() || is_list || is_error || is_binary || is_html(&text, "") {
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
        return Err(CliError::usage(format!(
            "no folder `{name}`, and no tool of that name: aocd, cargo-aoc, aoc-cli"
        )));
    }
    let has_session = session_file(environment, None).is_some_and(|file| file.exists());
    let mut folder = None;
    for (tool, file) in files {
        if let Some(parent) = file.parent()
            && tool == "aocd"
            && parent.is_dir()
        {
            folder.get_or_insert(parent.to_owned());
        }
        if setting.from.is_none() || has_session || !plan.sessions.is_empty() {
            continue;
        }
        match Session::read(environment, Place::File(file.clone())) {
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
