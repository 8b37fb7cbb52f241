//! Inputs and answers in a folder, and the sessions of tools. A wrong input is
//! worse than none, as it is never downloaded again: only the day's own folder and
//! folders of inputs count, and where two files say different things neither is
//! taken.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use aoc_solution::Part;

use super::tree::{self, Tree};
use super::{ImportedSession, ImportedText, Plan, Setting};
use crate::error::{CliError, Exit};
use crate::files::{MAX_INPUT, read_regular_file};
use crate::inputs::{InputName, Store};
use crate::puzzle::{Day, Year};
use crate::site::{IN_PLACE_OF_INPUTS, Place, Session, files_of_tools, is_html, session_file};

/// Beginnings of words in the path of a file that is something else.
const OF_OTHERS: &str = "ex sample test output answer demo small";

/// Folders within the folder of a day that may have its input.
const INNER: [&str; 6] = ["", "src", "input", "inputs", "data", "resources"];

/// Why a file is no input.
const NO_INPUT: &str = "it is empty, no text, a page or an error of the site, or encrypted: run \
                        `git-crypt unlock` or `git lfs pull` there first";

/// The day whose input a file may be, by its path, and the name of the input if it
/// is not the day's own; or the day and the part whose answer aocd has in it.
pub fn day_of_text(path: &str) -> Option<(Day, Option<Part>, Option<InputName>)> {
    let file = tree::last(path);
    if let Some(name) = file.strip_suffix("_answer.txt") {
        let (day, part) = tree::day_at(name)?;
        let part = ["a", "b"].iter().position(|it| part == [*it])?;
        return Some((day, Some(Part::BOTH[part]), None));
    }
    let (stem, extension) = file.rsplit_once('.').unwrap_or((file, ""));
    let is_other = |word: &String| OF_OTHERS.split(' ').any(|it| word.starts_with(it));
    let is_text = ["", "txt", "in", "input"].contains(&extension);
    if !is_text || tree::words(path).iter().any(is_other) {
        return None;
    }
    let (of_name, mut words) = (tree::day_in(stem), tree::words(stem));
    let says_input = |path| tree::words(path).iter().any(|it| it.starts_with("input"));
    // A folder of the day, perhaps with one for inputs within it.
    let mut folders = tree::folder(path).rsplit('/');
    let own = folders.find(|name| !INNER.contains(&&*name.to_lowercase()));
    let Some((day, _)) = own.and_then(tree::day_at) else {
        // In a folder of inputs files have the names of days.
        let day = of_name.filter(|_| says_input(path))?;
        return Some((day, None, None));
    };
    // `day02/input2.txt` may be a second input as well as the second day's.
    let is_own = of_name == Some(day) && words[0] != "input";
    words.retain(|word| !["input", "inputs", "puzzle", "my"].contains(&&**word));
    let is_named = !is_own && !words.is_empty();
    let name = is_named.then(|| words.join("-").parse()).transpose().ok()?;
    (is_own || says_input(stem)).then_some((day, None, name))
}

/// Plans the inputs and answers of a folder; `year_of` knows the year of a file.
pub fn plan(tree: &Tree, year_of: &dyn Fn(&str) -> Option<Year>, store: &Store, plan: &mut Plan) {
    let of_aocd = tree
        .files
        .iter()
        .filter(|file| file.ends_with("_input.txt") && tree::year_of(tree::last(file)).is_some());
    let accounts: BTreeSet<&str> = of_aocd.map(|file| tree::folder(file)).collect();
    let mut found: BTreeMap<_, Vec<(bool, String, PathBuf)>> = BTreeMap::new();
    for file in &tree.files {
        let Some((day, part, name)) = day_of_text(file) else {
            continue;
        };
        if accounts.len() > 1 && accounts.contains(tree::folder(file)) {
            plan.skip(
                &tree.root,
                None,
                "aocd has several accounts: import the folder of yours",
            );
            continue;
        }
        let (from, puzzle) = (tree.root.join(file), tree::puzzle(year_of(file), day));
        match puzzle.clone().and_then(|puzzle| Ok((puzzle, read(&from)?))) {
            Ok((puzzle, text)) => {
                let is_other = !tree::last(file).eq_ignore_ascii_case("input.txt");
                let of_same = found.entry((puzzle, part, name)).or_default();
                of_same.push((is_other, text, from));
            }
            Err(why) => plan.skip(from, puzzle.ok(), why),
        }
    }
    for ((puzzle, part, name), mut files) in found {
        files.sort();
        files.dedup_by(|one, two| one.1 == two.1);
        let differ = files.len() > 1 && files[0].0 == files[1].0;
        let (_, text, from) = files.swap_remove(0);
        let old = match part {
            None => store.input(puzzle, name.as_ref()),
            Some(part) => {
                let known = store.answers(puzzle, None);
                known.map(|it| it.accepted(part).map(str::to_owned))
            }
        };
        let (planned, file) = match part {
            None => (&mut plan.inputs, store.input_path(puzzle, name.as_ref())),
            Some(_) => (&mut plan.answers, store.answers_path(puzzle, None)),
        };
        match old {
            Ok(None) if !differ => planned.push(ImportedText {
                puzzle,
                part,
                answer: part.map(|_| text.trim().to_owned()),
                name,
                file,
                from,
                text,
            }),
            Ok(Some(old)) if old.trim() == text.trim() => plan.unchanged += 1,
            Ok(_) => plan.skip(
                from,
                Some(puzzle),
                "another file, there or here, has another input or answer",
            ),
            Err(error) => plan.skip(from, Some(puzzle), error),
        }
    }
}

/// Reads an input or an answer; the error says why the file cannot be one.
fn read(file: &Path) -> Result<String, String> {
    let bytes = read_regular_file(file, MAX_INPUT).map_err(|error| error.to_string())?;
    let text = String::from_utf8(bytes).unwrap_or_default();
    let mut others = IN_PLACE_OF_INPUTS
        .into_iter()
        .chain(["version https://git-lfs"]);
    let is_other = is_html(&text, None) || others.any(|it| text.starts_with(it));
    let is_input = !is_other && !text.trim().is_empty() && !text.contains('\0');
    is_input.then_some(text).ok_or_else(|| NO_INPUT.to_owned())
}

/// Plans the session of a tool that was asked for by name, if none is stored. Returns the
/// folder whose files are to be looked at: the one that was given, or that of aocd with
/// its inputs and answers.
pub fn plan_tools(setting: &Setting<'_>, plan: &mut Plan) -> Result<Option<PathBuf>, CliError> {
    let (from, environment) = (setting.from, setting.environment);
    let mut files = files_of_tools(environment);
    files.retain(|(tool, _)| from.is_none_or(|from| from.eq_ignore_ascii_case(tool)));
    if let Some(from) = from.filter(|_| files.is_empty()) {
        let folder = PathBuf::from(from);
        let why = format!("no folder `{from}`, and no tool of that name: aocd, cargo-aoc, aoc-cli");
        let folder = folder.is_dir().then_some(Some(folder));
        return folder.ok_or_else(|| CliError::new(Exit::Usage, why));
    }
    let is_due = from.is_some() && !session_file(environment, None).is_some_and(|it| it.exists());
    let mut places = files
        .iter()
        .filter(|_| is_due)
        .map(|it| Place::File(it.1.clone()));
    let session = places.find_map(|place| Session::read(environment, place, None).transpose());
    if let Some(session) = session.transpose()? {
        let from = session.place.to_string();
        plan.sessions.push(ImportedSession { from, session });
    }
    let of_aocd = files.iter().filter(|it| it.0 == "aocd");
    let mut folders = of_aocd.filter_map(|it| it.1.parent());
    Ok(folders.find(|it| it.is_dir()).map(Path::to_owned))
}
