//! Inputs and answers in a folder, and the sessions of tools. A wrong input is
//! worse than none, as it is never downloaded again: only the day's own folder and
//! folders of inputs count, and where two files say different things neither is
//! taken.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use aoc_solution::Part;

use super::tree::{self, Tree};
use super::{ImportedAnswer, ImportedInput, ImportedSession, Plan, Setting};
use crate::error::{CliError, Exit};
use crate::files::{MAX_INPUT, read_regular_file};
use crate::inputs::{InputName, Store};
use crate::puzzle::{Day, Puzzle, Year};
use crate::site::{Place, Session, files_of_tools, session_file};

/// Beginnings of words in the path of a file that is something else.
const OF_OTHERS: [&str; 8] = [
    "example", "sample", "test", "expected", "output", "answer", "demo", "small",
];

/// Folders within the folder of a day that may have its input.
const INNER: [&str; 5] = ["src", "input", "inputs", "data", "resources"];

/// The day whose input a file may be, by its path, and the name of the input if it
/// is not the day's own.
pub fn day_of_input(path: &str) -> Option<(Day, Option<InputName>)> {
    let (folder, file) = (tree::folder(path), tree::last(path));
    let (stem, extension) = file.rsplit_once('.').unwrap_or((file, ""));
    let mut words = tree::words(stem);
    let is_other = |word: String| {
        ["ex", "exs"].contains(&&*word) || OF_OTHERS.iter().any(|with| word.starts_with(with))
    };
    let is_text = ["", "txt", "in", "input"].contains(&extension) && !stem.is_empty();
    let is_answer = words.iter().any(|word| word.starts_with("solution"));
    if !is_text || is_answer || path.split('/').flat_map(tree::words).any(is_other) {
        return None;
    }
    let of_name = tree::day_in(stem);
    let says_input = |words: &[String]| words.iter().any(|it| it.starts_with("input"));
    // A folder of the day, perhaps with one for inputs within it.
    let mut folders = folder.rsplit('/').filter(|name| !name.is_empty());
    let own = folders.find(|name| !INNER.contains(&&*name.to_lowercase()));
    if let Some((day, _)) = own.and_then(tree::day_at) {
        let is_plain = ["input", "puzzleinput", "myinput", "in"].contains(&&*words.concat());
        // `day02/input2.txt` may be a second input as well as the second day's.
        if is_plain || of_name == Some(day) && words[0] != "input" {
            return Some((day, None));
        }
        let is_input = says_input(&words);
        words.retain(|word| !["input", "inputs", "puzzle"].contains(&&**word));
        let name = words.join("-").parse().ok().filter(|_| is_input)?;
        return Some((day, Some(name)));
    }
    // A folder of inputs, or of a year, where files have the names of days.
    let parent = tree::last(folder);
    let of_year = parent.is_empty() || tree::year_of(parent).is_some();
    let counts = path.split('/').any(|name| says_input(&tree::words(name)));
    let is_input = counts || (of_year && extension == "txt");
    of_name.filter(|_| is_input).map(|day| (day, None))
}

/// Plans the inputs and answers of a folder; `year_of` knows the year of a file.
pub fn plan(tree: &Tree, year_of: &dyn Fn(&str) -> Option<Year>, store: &Store, plan: &mut Plan) {
    let of_aocd = tree.files.iter().filter(|file| aocd(file).is_some());
    let accounts: BTreeSet<&str> = of_aocd.map(|file| tree::folder(file)).collect();
    let mut found: BTreeMap<(Puzzle, Option<InputName>), Vec<ImportedInput>> = BTreeMap::new();
    for file in &tree.files {
        let from = tree.path(file);
        let planned = match (aocd(file), day_of_input(file)) {
            (Some(_), _) if accounts.len() > 1 => {
                Err("aocd has several accounts: import the folder of yours".to_owned())
            }
            (Some((puzzle, Some(part))), _) => plan_answer(tree, file, puzzle, part, store, plan),
            (Some((puzzle, None)), _) => Ok(Some((puzzle, None))),
            (None, Some((day, name))) if !tree.is_foreign(file, plan) => {
                tree::puzzle(year_of(file), day).map(|it| Some((it, name)))
            }
            _ => Ok(None),
        };
        let read = planned.and_then(|it| it.map(|it| Ok((it, input_of(&from)?))).transpose());
        match read {
            Ok(None) => {}
            Ok(Some(((puzzle, name), bytes))) => {
                let file = store.input_path(puzzle, name.as_ref());
                let of_puzzle = found.entry((puzzle, name.clone())).or_default();
                of_puzzle.push(ImportedInput {
                    puzzle,
                    name,
                    file,
                    from,
                    bytes,
                });
            }
            Err(why) => plan.skip(from, why),
        }
    }
    for files in found.into_values() {
        plan_input(files, store, plan);
    }
}

/// Plans an input that one or several files have.
fn plan_input(mut found: Vec<ImportedInput>, store: &Store, plan: &mut Plan) {
    // The name that comes before all that may be meant as well.
    let is_other = |it: &ImportedInput| {
        let stem = it.from.file_stem();
        stem.is_none_or(|stem| !stem.eq_ignore_ascii_case("input"))
    };
    found.sort_by(|one, two| (is_other(one), &one.bytes).cmp(&(is_other(two), &two.bytes)));
    found.dedup_by(|one, two| one.bytes == two.bytes);
    let differ = found.len() > 1 && is_other(&found[0]) == is_other(&found[1]);
    for (index, new) in found.into_iter().enumerate() {
        let old = || read_regular_file(&new.file, MAX_INPUT);
        let why = match store.has_input(new.puzzle, new.name.as_ref()) {
            _ if differ => format!(
                "several files differ that may be the input of {}: none is taken",
                new.puzzle
            ),
            _ if index > 0 => "`input.txt` is taken instead".to_owned(),
            Ok(false) => {
                plan.inputs.push(new);
                continue;
            }
            Ok(true) if old().is_ok_and(|old| old == new.bytes) => {
                plan.unchanged += 1;
                continue;
            }
            Ok(true) => format!("{} has another text", new.file.display()),
            Err(error) => error.to_string(),
        };
        plan.skip(new.from, why);
    }
}

/// Plans an accepted answer, unless another one is known.
fn plan_answer(
    tree: &Tree,
    file: &str,
    puzzle: Puzzle,
    part: Part,
    store: &Store,
    plan: &mut Plan,
) -> Result<Option<(Puzzle, Option<InputName>)>, String> {
    let (from, answer) = (tree.path(file), tree.text(file)?.trim().to_owned());
    let known = store.answers(puzzle, None);
    match known.map_err(|error| error.to_string())?.accepted(part) {
        _ if answer.lines().count() != 1 => return Err("it is not one line".to_owned()),
        Some(old) if *old == answer => plan.unchanged += 1,
        Some(_) => {
            let path = store.answers_path(puzzle, None);
            let path = path.display();
            return Err(format!("{path} has another answer to part {part}"));
        }
        None => plan.answers.push(ImportedAnswer {
            puzzle,
            part,
            answer,
            from,
        }),
    }
    Ok(None)
}

/// The puzzle of a file with a name that aocd gives: `2020_22_input.txt`,
/// `2020_22a_answer.txt`, which has a part.
fn aocd(file: &str) -> Option<(Puzzle, Option<Part>)> {
    let (year, rest) = tree::last(file).split_once('_')?;
    let (day, kind) = rest.split_once('_')?;
    let part = match (day.get(2..)?, kind) {
        ("", "input.txt") => None,
        ("a", "answer.txt") => Some(Part::One),
        ("b", "answer.txt") => Some(Part::Two),
        _ => return None,
    };
    let day = Day(day.get(..2)?.parse().ok()?);
    Some((tree::puzzle(Year::parse(year), day).ok()?, part))
}

/// Reads an input; the error says why the file cannot be one.
fn input_of(file: &Path) -> Result<Vec<u8>, String> {
    let bytes = read_regular_file(file, MAX_INPUT).map_err(|error| error.to_string())?;
    let text = str::from_utf8(&bytes).unwrap_or("\0").trim_start();
    let start = text.get(..200).unwrap_or(text).to_lowercase();
    let begins = |with: &[&str]| with.iter().any(|with| start.starts_with(with));
    let why = if bytes.starts_with(b"\0GITCRYPT") || begins(&["version https://git-lfs"]) {
        "git has it encrypted or elsewhere: run `git-crypt unlock` or `git lfs pull` there first"
    } else if text.starts_with('\0') || text.is_empty() {
        "it is not text, or empty"
    } else if begins(&["<!doctype", "<html"]) {
        "it is a page, not an input"
    } else if begins(&["puzzle inputs differ", "please don't", "404 not found"]) {
        "it is an error of the site, not an input"
    } else {
        return Ok(bytes);
    };
    Err(why.to_owned())
}

/// Plans the session of a tool that was asked for by name, if none is stored; those of
/// all others are only named. Returns the folders whose files are to be looked at, that
/// of aocd with its inputs and answers among these.
pub fn plan_tools(setting: &Setting<'_>, plan: &mut Plan) -> Result<Vec<PathBuf>, CliError> {
    let from = setting.from;
    let (files, mut folders) = (files_of_tools(setting.environment), Vec::new());
    let is_tool = |from: &&str| files.iter().any(|it| from.eq_ignore_ascii_case(it.0));
    let folder = from.filter(|from| !is_tool(from)).map(PathBuf::from);
    for (tool, file) in files {
        if !from.is_none_or(|from| from.eq_ignore_ascii_case(tool)) {
            continue;
        }
        if tool == "aocd" && folders.is_empty() {
            let beside = file.parent().filter(|folder| folder.is_dir());
            folders.extend(beside.map(Path::to_owned));
        }
        plan_session(tool, file, setting, plan);
    }
    if let Some(folder) = folder {
        if !folder.is_dir() {
            let why = format!(
                "no folder `{}`, and no tool of that name: give the folder of a repository, \
                 `aocd`, `cargo-aoc` or `aoc-cli`",
                folder.display()
            );
            return Err(CliError::new(Exit::Usage, why));
        }
        for name in "token session credentials.toml .adventofcode.session".split(' ') {
            if folder.join(name).is_file() {
                let why = "a session is not taken from a folder: `aoc login` stores yours";
                plan.skip(folder.join(name), why);
            }
        }
        folders.push(folder);
    }
    Ok(folders)
}

fn plan_session(tool: &str, from: PathBuf, setting: &Setting<'_>, plan: &mut Plan) {
    let session = Session::read(setting.environment, Place::File(from.clone()), None);
    let stored = session_file(setting.environment, None);
    let why = match (stored.filter(|file| file.exists()), session) {
        (_, Ok(None)) => return,
        _ if setting.from.is_none() => {
            format!("a session is not taken unasked: `aoc import {tool}` takes it")
        }
        (_, Err(_)) => "it has no session token".to_owned(),
        (Some(file), _) => format!("{} has a session", file.display()),
        _ if !plan.sessions.is_empty() => "another session was found first".to_owned(),
        (None, Ok(Some(session))) => {
            return plan.sessions.push(ImportedSession { from, session });
        }
    };
    plan.skip(from, why);
}
