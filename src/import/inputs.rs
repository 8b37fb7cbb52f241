//! Inputs and answers in a folder, and the sessions of tools. A wrong input is
//! worse than none, as it is never downloaded again: only the day's own folder and
//! folders of inputs count, and where two files say different things neither is
//! taken.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::str;

use aoc_solution::Part;

use super::tree::{self, Tree};
use super::{ImportedAnswer, ImportedInput, ImportedSession, Origin, Plan, Setting};
use crate::files::{MAX_INPUT, read_regular_file};
use crate::inputs::Store;
use crate::puzzle::{Day, Puzzle, Year};
use crate::site::{MAX_SESSION_FILE, Place, Session};

/// Words in the path of a file that is something else.
const OF_OTHERS: [&str; 6] = ["ex", "expected", "output", "answer", "demo", "small"];
/// Beginnings of such words.
const BEGIN_OTHERS: [&str; 4] = ["example", "sample", "test", "solution"];

/// Folders within the folder of a day that may have its input.
const INNER: [&str; 5] = ["src", "input", "inputs", "data", "resources"];

/// The day whose input a file may be, by its path; `of_root` is the day of the
/// folder that all paths begin in.
pub fn day_of_input(path: &str, of_root: Option<Day>) -> Option<Day> {
    let (folder, file) = (tree::folder(path), path.rsplit('/').next()?);
    let (stem, extension) = file.rsplit_once('.').unwrap_or((file, ""));
    let is_other = |word: String| {
        OF_OTHERS.contains(&word.trim_end_matches('s'))
            || BEGIN_OTHERS.iter().any(|with| word.starts_with(with))
    };
    let is_text = ["", "txt", "in", "input"].contains(&extension) && !stem.is_empty();
    if !is_text || path.split('/').flat_map(tree::words).any(is_other) {
        return None;
    }
    let words = tree::words(stem);
    let is_plain = ["input", "puzzle input", "my input", "in"].contains(&&*words.join(" "));
    let of_name = tree::day_in(stem);
    // A folder of the day, perhaps with one for inputs within it.
    let mut folders = folder.rsplit('/').filter(|name| !name.is_empty());
    let own = match folders.find(|name| !INNER.contains(&&*name.to_lowercase())) {
        Some(name) => tree::day_in(name),
        None => of_root,
    };
    if let Some(day) = own {
        // `day02/input2.txt` may be a second input as well as the second day's.
        let is_own = of_name == Some(day) && words[0] != "input";
        return Some(day).filter(|_| is_plain || is_own);
    }
    // A folder of inputs, or of a year, where files have the names of days.
    let says_input = |name: &str| tree::words(name).iter().any(|it| it.starts_with("input"));
    let parent = folder.rsplit('/').next().unwrap_or_default();
    let of_year = parent.is_empty() || tree::year_in(parent).is_some();
    let counts = path.split('/').any(says_input) || (of_year && extension == "txt");
    of_name.filter(|_| counts)
}

/// Plans the inputs and answers of a folder; `year_of` knows the year of files
/// whose path does not say it, `day` is the one that the folder is called by.
pub fn plan(
    tree: &Tree,
    year_of: &dyn Fn(&str) -> Option<Year>,
    day: Option<Day>,
    store: &Store,
    plan: &mut Plan,
) {
    let of_aocd = tree.files.iter().filter(|file| aocd(file).is_some());
    let accounts: BTreeSet<&str> = of_aocd.map(|file| tree::folder(file)).collect();
    let mut found: BTreeMap<Puzzle, Vec<&str>> = BTreeMap::new();
    for file in &tree.files {
        if let Some((puzzle, part)) = aocd(file) {
            match part {
                _ if accounts.len() > 1 => {
                    let why = "aocd has several accounts: import the folder of yours";
                    plan.skip(tree.path(file), why);
                }
                None => found.entry(puzzle).or_default().push(file),
                Some(part) => match tree.text(file) {
                    Ok(text) => plan_answer(tree, file, &text, (puzzle, part), store, plan),
                    Err(why) => plan.skip(tree.path(file), why),
                },
            }
        } else if let Some(day) = day_of_input(file, day) {
            let year = tree::year_of(file).or_else(|| year_of(file));
            match tree::puzzle(year, day) {
                Ok(puzzle) => found.entry(puzzle).or_default().push(file),
                Err(why) => plan.skip(tree.path(file), why),
            }
        }
    }
    for (puzzle, files) in found {
        plan_input(tree, puzzle, &files, store, plan);
    }
}

/// Plans an input that one or several files have.
fn plan_input(tree: &Tree, puzzle: Puzzle, files: &[&str], store: &Store, plan: &mut Plan) {
    let mut found: Vec<ImportedInput> = Vec::new();
    for file in files {
        let from = tree.path(file);
        let bytes = read_regular_file(&from, MAX_INPUT).map_err(|error| error.to_string());
        match bytes.and_then(|bytes| check(&bytes).map(|()| bytes)) {
            Ok(bytes) if found.iter().any(|it| it.bytes == bytes) => {}
            Ok(bytes) => found.push(ImportedInput {
                puzzle,
                file: store.paths.input_path(puzzle, None),
                from,
                bytes,
            }),
            Err(why) => plan.skip(from, why),
        }
    }
    if found.len() > 1 {
        let why = format!("several files differ that may be the input of {puzzle}: none is taken");
        return found.into_iter().for_each(|it| plan.skip(it.from, &why));
    }
    let Some(new) = found.pop() else { return };
    let has_same = || read_regular_file(&new.file, MAX_INPUT).is_ok_and(|old| old == new.bytes);
    match store.has_input(puzzle, None) {
        Ok(false) => plan.inputs.push(new),
        Ok(true) if has_same() => plan.unchanged += 1,
        Ok(true) => plan.skip(new.from, format!("{} has another text", new.file.display())),
        Err(error) => plan.skip(new.from, error),
    }
}

/// Plans an accepted answer, unless another one is known.
fn plan_answer(
    tree: &Tree,
    file: &str,
    text: &str,
    (puzzle, part): (Puzzle, Part),
    store: &Store,
    plan: &mut Plan,
) {
    let (from, answer) = (tree.path(file), text.trim().to_owned());
    if answer.is_empty() || answer.lines().count() > 1 {
        return plan.skip(from, "it is not one line");
    }
    let known = match store.answers(puzzle, None) {
        Ok(known) => known,
        Err(error) => return plan.skip(from, error),
    };
    match known.accepted(part) {
        Some(old) if old == answer => plan.unchanged += 1,
        Some(_) => {
            let path = store.paths.answers_path(puzzle, None);
            let why = format!("{} has another answer to part {part}", path.display());
            plan.skip(from, why);
        }
        None => plan.answers.push(ImportedAnswer {
            puzzle,
            part,
            answer,
            from,
        }),
    }
}

/// The puzzle of a file with a name that aocd gives: `2020_22_input.txt`,
/// `2020_22a_answer.txt`, which has a part.
fn aocd(file: &str) -> Option<(Puzzle, Option<Part>)> {
    let (year, rest) = file.rsplit('/').next()?.split_once('_')?;
    let (day, kind) = rest.split_once('_')?;
    let (digits, part) = match (day.get(..2)?, day.get(2..)?, kind) {
        (digits, "", "input.txt") => (digits, None),
        (digits, "a", "answer.txt") => (digits, Some(Part::One)),
        (digits, "b", "answer.txt") => (digits, Some(Part::Two)),
        _ => return None,
    };
    let puzzle = tree::puzzle(Year::parse(year), Day(digits.parse().ok()?));
    Some((puzzle.ok()?, part))
}

/// Refuses what cannot be an input.
fn check(bytes: &[u8]) -> Result<(), String> {
    let text = str::from_utf8(bytes).unwrap_or("\0").trim_start();
    let begins = |with: &str| {
        text.get(..with.len())
            .is_some_and(|it| it.eq_ignore_ascii_case(with))
    };
    let why = if bytes.starts_with(b"\0GITCRYPT") || begins("version https://git-lfs") {
        "git has it encrypted or elsewhere: run `git-crypt unlock` or `git lfs pull` there first"
    } else if text.starts_with('\0') || text.is_empty() {
        "it is not text, or empty"
    } else if begins("<!doctype") || begins("<html") {
        "it is a page, not an input"
    } else if begins("Puzzle inputs differ") || begins("Please don't") || begins("404 Not Found") {
        "it is an error of the site, not an input"
    } else {
        return Ok(());
    };
    Err(why.to_owned())
}

/// Plans to store the session of a tool that was asked for, if none is stored.
/// Those of tools that were not named are told.
pub fn plan_session(origin: &Origin, setting: &Setting<'_>, plan: &mut Plan) {
    let tool = origin.tool.unwrap_or_default();
    for from in &origin.sessions {
        let Ok(bytes) = read_regular_file(from, MAX_SESSION_FILE) else {
            continue;
        };
        let text = String::from_utf8_lossy(&bytes);
        let added = if setting.is_named {
            add_session(from, &text, setting, plan)
        } else {
            Err(format!(
                "a session is not taken unasked: `aoc import {tool}` takes it"
            ))
        };
        if let Err(why) = added {
            plan.skip(from, why);
        }
    }
}

fn add_session(
    from: &Path,
    text: &str,
    setting: &Setting<'_>,
    plan: &mut Plan,
) -> Result<(), String> {
    let given = |text: &str| Session::given(text, Place::Given(from.display().to_string())).ok();
    // cargo-aoc's file is TOML; aocd allows comments behind the first word.
    let table: toml::Table = text.parse().unwrap_or_default();
    let token = table.get("session").and_then(|it| it.as_str());
    let token = token.or_else(|| text.split_whitespace().next());
    let session = given(token.unwrap_or_default()).ok_or("it has no session token")?;
    let stored = setting.places.session_file(None);
    if let Some(file) = stored.filter(|file| file.exists()) {
        let old = read_regular_file(&file, MAX_SESSION_FILE).unwrap_or_default();
        let old = given(&String::from_utf8_lossy(&old));
        if old.is_none_or(|old| old.token != session.token) {
            return Err(format!("{} has a session", file.display()));
        }
        plan.unchanged += 1;
    } else if !plan.sessions.is_empty() {
        return Err("another session was found first".to_owned());
    } else {
        let from = from.to_owned();
        plan.sessions.push(ImportedSession { from, session });
    }
    Ok(())
}
