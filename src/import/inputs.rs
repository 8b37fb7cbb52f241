//! Inputs and answers in a folder, and the sessions of tools. A wrong input is
//! worse than none, as it is never downloaded again: only the day's own folder and
//! folders of inputs count, and where two files say different things neither is
//! taken.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::str;

use aoc_solution::Part;

use super::tree::{self, Tree};
use super::{ImportedAnswer, ImportedInput, ImportedSession, Plan, Setting};
use crate::error::{CliError, Exit};
use crate::files::{MAX_INPUT, read_regular_file, without_dots};
use crate::inputs::{InputName, Store};
use crate::puzzle::{Day, Puzzle, Year};
use crate::site::{MAX_SESSION_FILE, Place, Session};

/// Words in the path of a file that is something else, and beginnings of such words.
const OF_OTHERS: [&str; 6] = ["ex", "expected", "output", "answer", "demo", "small"];
const BEGIN_OTHERS: [&str; 3] = ["example", "sample", "test"];

/// Folders within the folder of a day that may have its input.
const INNER: [&str; 5] = ["src", "input", "inputs", "data", "resources"];

/// The day whose input a file may be, by its path, and the name of the input if it
/// is not the day's own; `of_root` is the day of the folder that all paths begin in.
pub fn day_of_input(path: &str, of_root: Option<Day>) -> Option<(Day, Option<InputName>)> {
    let (folder, file) = (tree::folder(path), path.rsplit('/').next()?);
    let (stem, extension) = file.rsplit_once('.').unwrap_or((file, ""));
    let is_other = |word: String| {
        let is_word = OF_OTHERS.contains(&word.trim_end_matches('s'));
        is_word || BEGIN_OTHERS.iter().any(|with| word.starts_with(with))
    };
    let is_text = ["", "txt", "in", "input"].contains(&extension) && !stem.is_empty();
    let mut words = tree::words(stem);
    let is_answer = words.iter().any(|word| word.starts_with("solution"));
    if !is_text || is_answer || path.split('/').flat_map(tree::words).any(is_other) {
        return None;
    }
    let of_name = tree::day_in(stem);
    // A folder of the day, perhaps with one for inputs within it.
    let mut folders = folder.rsplit('/').filter(|name| !name.is_empty());
    let own = match folders.find(|name| !INNER.contains(&&*name.to_lowercase())) {
        Some(name) => tree::day_at(name).map(|(day, _)| day),
        None => of_root,
    };
    let says_input = |words: &[String]| words.iter().any(|it| it.starts_with("input"));
    if let Some(day) = own {
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
    let parent = folder.rsplit('/').next().unwrap_or_default();
    let of_year = parent.is_empty() || tree::year_in(parent).is_some();
    let counts = path.split('/').any(|name| says_input(&tree::words(name)));
    let is_input = counts || (of_year && extension == "txt");
    of_name.filter(|_| is_input).map(|day| (day, None))
}

/// Plans the inputs and answers of a folder; `year_of` knows the year of files
/// whose path does not say it.
pub fn plan(tree: &Tree, year_of: &dyn Fn(&str) -> Option<Year>, store: &Store, plan: &mut Plan) {
    let of_aocd = tree.files.iter().filter(|file| aocd(file).is_some());
    let accounts: BTreeSet<&str> = of_aocd.map(|file| tree::folder(file)).collect();
    let mut found: BTreeMap<(Puzzle, Option<InputName>), Vec<&str>> = BTreeMap::new();
    for file in &tree.files {
        let from = tree.path(file);
        if let Some((puzzle, part)) = aocd(file) {
            match part {
                _ if accounts.len() > 1 => {
                    plan.skip(
                        from,
                        "aocd has several accounts: import the folder of yours",
                    );
                }
                None => found.entry((puzzle, None)).or_default().push(file),
                Some(part) => {
                    let planned = tree
                        .text(file)
                        .and_then(|it| plan_answer(it.trim(), (puzzle, part), &from, store, plan));
                    planned.unwrap_or_else(|why| plan.skip(from, why));
                }
            }
        } else if let Some((day, name)) = day_of_input(file, tree.day)
            && !tree.is_foreign(file, plan)
        {
            match tree::puzzle(tree::year_of(file).or_else(|| year_of(file)), day) {
                Ok(puzzle) => found.entry((puzzle, name)).or_default().push(file),
                Err(why) => plan.skip(from, why),
            }
        }
    }
    for ((puzzle, name), mut files) in found {
        files.sort_by_key(|file| !is_called_input(Path::new(file)));
        plan_input(tree, puzzle, name.as_ref(), &files, store, plan);
    }
}

/// Whether a file has the name that comes before all that may be meant as well.
fn is_called_input(file: &Path) -> bool {
    file.file_stem()
        .is_some_and(|stem| stem.eq_ignore_ascii_case("input"))
}

/// Plans an input that one or several files have.
fn plan_input(
    tree: &Tree,
    puzzle: Puzzle,
    name: Option<&InputName>,
    files: &[&str],
    store: &Store,
    plan: &mut Plan,
) {
    let mut found: Vec<ImportedInput> = Vec::new();
    for file in files {
        let from = tree.path(file);
        let is_better = |it: &ImportedInput| is_called_input(&it.from) && !is_called_input(&from);
        let bytes = read_regular_file(&from, MAX_INPUT).map_err(|error| error.to_string());
        match bytes.and_then(|bytes| check(&bytes).map(|()| bytes)) {
            Ok(bytes) if found.iter().any(|it| it.bytes == bytes) => {}
            Ok(_) if found.iter().any(is_better) => plan.skip(from, "`input.txt` is taken instead"),
            Ok(bytes) => found.push(ImportedInput {
                puzzle,
                file: store.input_path(puzzle, name),
                name: name.cloned(),
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
    match store.has_input(puzzle, name) {
        Ok(false) => plan.inputs.push(new),
        Ok(true) if has_same() => plan.unchanged += 1,
        Ok(true) => plan.skip(new.from, format!("{} has another text", new.file.display())),
        Err(error) => plan.skip(new.from, error),
    }
}

/// Plans an accepted answer, unless another one is known.
fn plan_answer(
    answer: &str,
    (puzzle, part): (Puzzle, Part),
    from: &Path,
    store: &Store,
    plan: &mut Plan,
) -> Result<(), String> {
    if answer.lines().count() != 1 {
        return Err("it is not one line".to_owned());
    }
    let known = store
        .answers(puzzle, None)
        .map_err(|error| error.to_string())?;
    match known.accepted(part) {
        Some(old) if old == answer => plan.unchanged += 1,
        Some(_) => {
            let path = store.answers_path(puzzle, None);
            return Err(format!(
                "{} has another answer to part {part}",
                path.display()
            ));
        }
        None => {
            let (answer, from) = (answer.to_owned(), from.to_owned());
            plan.answers.push(ImportedAnswer {
                puzzle,
                part,
                answer,
                from,
            });
        }
    }
    Ok(())
}

/// The puzzle of a file with a name that aocd gives: `2020_22_input.txt`,
/// `2020_22a_answer.txt`, which has a part.
fn aocd(file: &str) -> Option<(Puzzle, Option<Part>)> {
    let (year, rest) = file.rsplit('/').next()?.split_once('_')?;
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

/// Refuses what cannot be an input.
fn check(bytes: &[u8]) -> Result<(), String> {
    let text = str::from_utf8(bytes).unwrap_or("\0").trim_start();
    let start = text.get(..200).unwrap_or(text).to_lowercase();
    let begins = |with: &[&str]| with.iter().any(|with| start.starts_with(with));
    Err(if bytes.starts_with(b"\0GITCRYPT") || begins(&["version https://git-lfs"]) {
        "git has it encrypted or elsewhere: run `git-crypt unlock` or `git lfs pull` there first"
    } else if text.starts_with('\0') || text.is_empty() {
        "it is not text, or empty"
    } else if begins(&["<!doctype", "<html"]) {
        "it is a page, not an input"
    } else if begins(&["puzzle inputs differ", "please don't", "404 not found"]) {
        "it is an error of the site, not an input"
    } else {
        return Ok(());
    }
    .to_owned())
}

/// One place to import from.
#[derive(Clone, Debug)]
pub struct Origin {
    /// `None` for a folder that was given.
    pub tool: Option<&'static str>,
    /// The folder whose files are looked at.
    pub folder: Option<PathBuf>,
    /// Files that may have a session.
    sessions: Vec<PathBuf>,
}

/// The tools that store sessions, and the files below a folder for configuration.
const TOOLS: [(&str, &[&str]); 3] = [
    ("aocd", &["aocd/token"]),
    (
        "cargo-aoc",
        &[
            "cargo-aoc/credentials.toml",
            "com.github.gobanos.cargo-aoc/credentials.toml",
        ],
    ),
    (
        "aoc-cli",
        &["adventofcode.session", "../.adventofcode.session"],
    ),
];

/// The places that `from` means; without it, those of all tools. `config` are the
/// folders where programs have their configuration, `aocd` is what the environment
/// says is aocd's.
pub fn origins(
    from: Option<&str>,
    config: &[PathBuf],
    aocd: Option<&Path>,
) -> Result<Vec<Origin>, CliError> {
    let mut found = Vec::new();
    for (tool, files) in TOOLS {
        if from.is_some_and(|from| !from.eq_ignore_ascii_case(tool)) {
            continue;
        }
        let given = aocd.filter(|_| tool == "aocd");
        let usual = config
            .iter()
            .flat_map(|folder| files.iter().map(|file| folder.join(file)));
        let files = given
            .map(|folder| folder.join("token"))
            .into_iter()
            .chain(usual);
        let mut sessions: Vec<PathBuf> = files.map(|file| without_dots(&file)).collect();
        sessions.dedup();
        // It has inputs and answers beside its token.
        let mut folders = sessions
            .iter()
            .filter(|_| tool == "aocd")
            .filter_map(|it| it.parent());
        let folder = folders.find(|it| it.is_dir()).map(Path::to_owned);
        let tool = Some(tool);
        found.push(Origin {
            tool,
            folder,
            sessions,
        });
    }
    if let (Some(from), []) = (from, &found[..]) {
        let folder = PathBuf::from(from);
        if !folder.is_dir() {
            let why = format!(
                "no folder `{from}`, and no tool of that name: give the folder of a repository, \
                 `aocd`, `cargo-aoc` or `aoc-cli`"
            );
            return Err(CliError::new(Exit::Usage, why));
        }
        let names = [
            "token",
            "session",
            "credentials.toml",
            ".adventofcode.session",
        ];
        let (tool, sessions) = (None, names.map(|name| folder.join(name)).into());
        let folder = Some(folder);
        found.push(Origin {
            tool,
            folder,
            sessions,
        });
    }
    Ok(found)
}

/// Plans to store the session of a tool that was asked for by name, if none is
/// stored. All others are only named.
pub fn plan_sessions(origin: &Origin, setting: &Setting<'_>, plan: &mut Plan) {
    for from in &origin.sessions {
        let Ok(bytes) = read_regular_file(from, MAX_SESSION_FILE) else {
            continue;
        };
        let text = String::from_utf8_lossy(&bytes);
        let added = match origin.tool {
            Some(_) if setting.is_named => add_session(from, &text, setting, plan),
            Some(tool) => Err(format!(
                "a session is not taken unasked: `aoc import {tool}` takes it"
            )),
            None => {
                Err("a session is not taken from a folder: `aoc login` stores yours".to_owned())
            }
        };
        added.unwrap_or_else(|why| plan.skip(from, why));
    }
}

fn add_session(
    from: &Path,
    text: &str,
    setting: &Setting<'_>,
    plan: &mut Plan,
) -> Result<(), String> {
    // cargo-aoc's file is TOML; aocd allows comments behind the first word.
    let table: toml::Table = text.parse().unwrap_or_default();
    let token = table.get("session").and_then(|it| it.as_str());
    let token = token.or_else(|| text.split_whitespace().next());
    let place = Place::Given(from.display().to_string());
    let session = Session::new(Ok(token.unwrap_or_default().into()), place, None);
    let session = session.map_err(|_| "it has no session token")?;
    let stored = setting.places.session_file(None);
    if let Some(file) = stored.filter(|file| file.exists()) {
        return Err(format!("{} has a session", file.display()));
    }
    if !plan.sessions.is_empty() {
        return Err("another session was found first".to_owned());
    }
    let from = from.to_owned();
    plan.sessions.push(ImportedSession { from, session });
    Ok(())
}
