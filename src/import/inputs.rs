//! Inputs and answers in a folder, and the sessions of tools. A wrong input is
//! worse than none, as it is never downloaded again: only the day's own folder and
//! folders of inputs count, and where two files say different things neither is
//! taken.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use aoc_solution::Part;

use super::tree::{self, Tree};
use super::{ImportedSession, ImportedText, Plan, Setting, Skipped};
use crate::error::{CliError, Exit};
use crate::files::{MAX_INPUT, read_regular_file};
use crate::inputs::{InputName, Store};
use crate::puzzle::{Day, Puzzle, Year};
use crate::site::{IN_PLACE_OF_INPUTS, Place, Session, files_of_tools, is_html, session_file};

/// Beginnings of words in the path of a file that is something else.
const OF_OTHERS: &str = "example sample test expected output answer demo small";

/// Folders within the folder of a day that may have its input.
const INNER: [&str; 6] = ["", "src", "input", "inputs", "data", "resources"];

/// The day whose input a file may be, by its path, and the name of the input if it
/// is not the day's own.
pub fn day_of_input(path: &str) -> Option<(Day, Option<InputName>)> {
    let file = tree::last(path);
    let (stem, extension) = file.rsplit_once('.').unwrap_or((file, ""));
    let is_other = |word: String| {
        ["ex", "exs"].contains(&&*word) || OF_OTHERS.split(' ').any(|it| word.starts_with(it))
    };
    let is_text = ["", "txt", "in", "input"].contains(&extension);
    if !is_text || path.split('/').flat_map(tree::words).any(is_other) {
        return None;
    }
    let (of_name, mut words) = (tree::day_in(stem), tree::words(stem));
    let says_input = |name| tree::words(name).iter().any(|it| it.starts_with("input"));
    // A folder of the day, perhaps with one for inputs within it.
    let mut folders = tree::folder(path).rsplit('/');
    let own = folders.find(|name| !INNER.contains(&&*name.to_lowercase()));
    let Some((day, _)) = own.and_then(tree::day_at) else {
        // A folder of inputs, or of a year, where files have the names of days.
        let parent = tree::last(tree::folder(path));
        let of_year = parent.is_empty() || tree::year_of(parent).is_some();
        let is_input = path.split('/').any(says_input) || of_year && extension == "txt";
        return of_name.filter(|_| is_input).map(|day| (day, None));
    };
    let is_plain = ["input", "puzzleinput", "myinput", "in"].contains(&&*words.concat());
    // `day02/input2.txt` may be a second input as well as the second day's.
    if is_plain || of_name == Some(day) && words[0] != "input" {
        return Some((day, None));
    }
    words.retain(|word| !["input", "inputs", "puzzle"].contains(&&**word));
    let name = words.join("-").parse().ok()?;
    says_input(stem).then_some((day, Some(name)))
}

/// The puzzle of a file with a name that aocd gives: `2020_22_input.txt`,
/// `2020_22a_answer.txt`, which has a part.
fn aocd(file: &str) -> Option<(Puzzle, Option<Part>)> {
    let words = tree::words(tree::last(file));
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let part = match words.get(2..)? {
        ["input", "txt"] => None,
        ["a", "answer", "txt"] => Some(Part::One),
        ["b", "answer", "txt"] => Some(Part::Two),
        _ => return None,
    };
    let day = Day(words[1].parse().ok()?);
    Some((tree::puzzle(Year::parse(words[0]), day).ok()?, part))
}

/// Plans the inputs and answers of a folder; `year_of` knows the year of a file.
pub fn plan(tree: &Tree, year_of: &dyn Fn(&str) -> Option<Year>, store: &Store, plan: &mut Plan) {
    let of_aocd = tree.files.iter().filter(|file| aocd(file).is_some());
    let accounts: BTreeSet<&str> = of_aocd.map(|file| tree::folder(file)).collect();
    if accounts.len() > 1 {
        let why = "aocd has several accounts: import the folder of yours";
        plan.skip(&tree.root, why);
    }
    let mut found: BTreeMap<_, Vec<(bool, String, PathBuf)>> = BTreeMap::new();
    for file in &tree.files {
        let from = tree.path(file);
        let meant = match (aocd(file), day_of_input(file)) {
            (Some(_), _) if accounts.len() > 1 => continue,
            (Some((puzzle, part)), _) => Ok((puzzle, part, None)),
            (_, Some((day, name))) => tree::puzzle(year_of(file), day).map(|it| (it, None, name)),
            _ => continue,
        };
        let puzzle = meant.as_ref().ok().map(|it| it.0);
        match meant.and_then(|meant| Ok((read(&from, meant.1.is_some())?, meant))) {
            Ok((text, meant)) => {
                let stem = from.file_stem().unwrap_or_default();
                let is_other = !stem.eq_ignore_ascii_case("input");
                let of_same = found.entry(meant).or_default();
                of_same.push((is_other, text, from));
            }
            Err(why) => plan.skipped.push(Skipped { from, puzzle, why }),
        }
    }
    for ((puzzle, part, name), mut files) in found {
        // The name `input.txt` comes before all that may be meant as well.
        files.sort();
        files.dedup_by(|one, two| one.1 == two.1);
        let differ = files.len() > 1 && files[0].0 == files[1].0;
        for (_, _, from) in files.drain(usize::from(!differ)..) {
            let why =
                format!("several files differ that may be the input of {puzzle}: none is taken");
            let instead = "`input.txt` is taken instead";
            plan.skip(from, if differ { &why } else { instead });
        }
        let Some((_, text, from)) = files.pop() else {
            continue;
        };
        let (planned, file, old) = match part {
            None => {
                let file = store.input_path(puzzle, name.as_ref());
                (&mut plan.inputs, file, store.input(puzzle, name.as_ref()))
            }
            Some(part) => {
                let known = store.answers(puzzle, None);
                let old = known.map(|known| known.accepted(part).map(str::to_owned));
                (&mut plan.answers, store.answers_path(puzzle, None), old)
            }
        };
        match old {
            Ok(None) => planned.push(ImportedText {
                puzzle,
                part,
                answer: part.map(|_| text.clone()),
                name,
                file,
                from,
                text,
            }),
            Ok(Some(old)) if old == text => plan.unchanged += 1,
            Ok(Some(_)) => plan.skip(from, format!("{} says something else", file.display())),
            Err(error) => plan.skip(from, error),
        }
    }
}

/// Reads an input or an answer; the error says why the file cannot be one.
fn read(file: &Path, is_answer: bool) -> Result<String, String> {
    let bytes = read_regular_file(file, MAX_INPUT).map_err(|error| error.to_string())?;
    let text = String::from_utf8(bytes).unwrap_or_default();
    let (plain, is_pointer) = (text.trim(), text.starts_with("version https://git-lfs"));
    let why = if plain.is_empty() || text.contains('\0') || is_pointer {
        "it is empty, not text, or encrypted: run `git-crypt unlock` or `git lfs pull` there first"
    } else if is_html(&text, None) || IN_PLACE_OF_INPUTS.iter().any(|it| text.starts_with(it)) {
        "it is a page or an error of the site, not an input"
    } else if is_answer && plain.contains('\n') {
        "it is not one line"
    } else {
        return Ok(if is_answer { plain.to_owned() } else { text });
    };
    Err(why.to_owned())
}

/// Plans the session of a tool that was asked for by name, if none is stored; those of
/// all others are only named. Returns the folder whose files are to be looked at: the
/// one that was given, or that of aocd with its inputs and answers.
pub fn plan_tools(setting: &Setting<'_>, plan: &mut Plan) -> Result<Option<PathBuf>, CliError> {
    let (from, environment) = (setting.from, setting.environment);
    let mut files = files_of_tools(environment);
    files.retain(|(tool, _)| from.is_none_or(|from| from.eq_ignore_ascii_case(tool)));
    if let Some(from) = from.filter(|_| files.is_empty()) {
        let folder = PathBuf::from(from);
        for name in "token session credentials.toml .adventofcode.session".split(' ') {
            if folder.join(name).is_file() {
                let why = "a session is not taken from a folder: `aoc login` stores yours";
                plan.skip(folder.join(name), why);
            }
        }
        let tools = "`aocd`, `cargo-aoc` or `aoc-cli`";
        let why = format!("no folder `{from}`, and no tool of that name: give a folder, {tools}");
        let folder = Some(folder).filter(|it| it.is_dir());
        let no_folder = CliError::new(Exit::Usage, why);
        return folder.map(Some).ok_or(no_folder);
    }
    let stored = session_file(environment, None).is_some_and(|file| file.exists());
    for (tool, file) in &files {
        let why = match Session::read(environment, Place::File(file.clone()), None) {
            Ok(None) => continue,
            _ if from.is_none() => format!("not taken unasked: `aoc import {tool}` takes it"),
            Err(_) => "it has no session token".to_owned(),
            Ok(_) if stored || !plan.sessions.is_empty() => "there is a session already".to_owned(),
            Ok(Some(session)) => {
                let from = file.clone();
                plan.sessions.push(ImportedSession { from, session });
                continue;
            }
        };
        plan.skip(file, why);
    }
    let of_aocd = files.iter().filter(|it| it.0 == "aocd");
    let mut folders = of_aocd.filter_map(|it| it.1.parent());
    Ok(folders.find(|it| it.is_dir()).map(Path::to_owned))
}
