//! Inputs and answers in a folder, and the sessions of tools. A wrong input is
//! worse than none, as the right one would never be downloaded: only the folder of a day
//! and folders of inputs count, and of two files that differ neither is taken.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use aoc_solution::Part;

use super::days::Code;
use super::names::{day_and_words, day_of, file_name, folder_of, year_in};
use super::plan::{ImportedSession, ImportedText, Plan, Setting, Skipped};
use crate::error::{CliError, Exit};
use crate::inputs::{InputName, read_input};
use crate::puzzle::{Day, words};
use crate::site::{IN_PLACE_OF_INPUTS, Place, Session, files_of_tools, is_html, session_file};

/// Beginnings of words in the paths of files that are not inputs.
const NOT_INPUTS: &str = "ex sample test output answer demo small regression";

/// Folders within the folder of a day that may have its input; the first name is empty.
const INNER: &str = " src input inputs data resources fixtures";

/// Why a file is no input.
const NO_INPUT: &str = "it is empty, encrypted, a git lfs pointer, an error page, or not an answer";

/// Why none of several is taken.
const DIFFER: &str = "other files, there or here, differ";

/// The day whose input a file may be, by its path, and the name of the input if it
/// is not the day's own; or the day and the part whose answer aocd has in it.
pub fn day_of_text(path: &str) -> Option<(Day, Option<Part>, Option<InputName>)> {
    let file = file_name(path);
    if let Some(name) = file.strip_suffix("_answer.txt") {
        let (day, part) = day_and_words(name)?;
        let part = ["a", "b"].iter().position(|letter| part == [*letter])?;
        return Some((day, Some(Part::BOTH[part]), None));
    }
    let (stem, extension) = file.rsplit_once('.').unwrap_or((file, ""));
    let is_other = |word: &String| NOT_INPUTS.split(' ').any(|other| word.starts_with(other));
    let is_text = ["", "txt", "in", "input"].contains(&extension);
    if !is_text || words(path).iter().any(is_other) {
        return None;
    }
    let says_input = |path| words(path).iter().any(|word| word.starts_with("input"));
    // A folder of the day, perhaps with one for inputs within it.
    let mut folders = folder_of(path).rsplit('/');
    let is_inner = |name: &&str| INNER.split(' ').any(|dir| name.eq_ignore_ascii_case(dir));
    let own = folders.find(|name| !is_inner(name));
    let of_folder = own.and_then(day_and_words).map(|(day, _)| day);
    // In a folder of inputs or of a year files have the names of days.
    let is_of_year = extension == "txt" && year_in(file_name(folder_of(path))).is_some();
    let of_name = day_of(stem);
    let day = of_folder.or(of_name.filter(|_| is_of_year || says_input(path)))?;
    // `day02/input2.txt` may be a second input as well as the second day's.
    let is_second = of_folder.is_some() && stem == format!("input{day}") && day.0 < 10;
    let is_own = of_name == Some(day) && !is_second;
    let mut words = words(stem);
    words.retain(|word| !matches!(&**word, "input" | "inputs" | "puzzle" | "my"));
    let is_named = !is_own && !words.is_empty();
    let name = is_named.then(|| words.join("-").parse()).transpose().ok()?;
    (is_own || says_input(stem)).then_some((day, None, name))
}

/// Plans the inputs and answers of a folder.
pub fn plan(code: &Code<'_>, plan: &mut Plan) {
    let (files, store) = (&code.tree.files, code.setting.store);
    // aocd has a folder for each account, with files such as `2020_22_input.txt`.
    let is_text = |file: &str| file.ends_with("_input.txt") || file.ends_with("_answer.txt");
    let is_of_aocd = |file: &&str| is_text(file) && year_in(file_name(file)).is_some();
    let of_aocd = files.iter().map(String::as_str).filter(is_of_aocd);
    let accounts: BTreeSet<&str> = of_aocd.map(folder_of).collect();
    // The files for each text; `false` stands for `input.txt`, which comes first.
    let mut found: BTreeMap<_, Vec<(bool, String, PathBuf)>> = BTreeMap::new();
    for (file, (day, part, name)) in files.iter().filter_map(|it| Some((it, day_of_text(it)?))) {
        let is_mixed = accounts.len() > 1 && accounts.contains(folder_of(file));
        let from = code.tree.root.join(file);
        match (code.puzzle(file, day), read(&from)) {
            (Err(why), _) => plan.skip(from, None, why),
            (Ok(it), _) if is_mixed => plan.skip(from, Some(it), "give the folder of one account"),
            (Ok(puzzle), Some(text)) if part.is_none() || text.trim().lines().count() == 1 => {
                let is_other = !file_name(file).eq_ignore_ascii_case("input.txt");
                let of_same = found.entry((puzzle, part, name)).or_default();
                of_same.push((is_other, text, from));
            }
            (Ok(puzzle), _) => plan.skip(from, Some(puzzle), NO_INPUT),
        }
    }
    for ((puzzle, part, name), mut files) in found {
        files.sort();
        files.dedup_by(|(_, one, _), (_, other, _)| one == other);
        // Answers belong to one input.
        let is_doubtful = |it: &Skipped| it.puzzle == Some(puzzle) && it.why == DIFFER;
        let is_of_other = part.is_some() && plan.skipped.iter().any(is_doubtful);
        let differ = is_of_other || files.len() > 1 && files[0].0 == files[1].0;
        for (.., from) in files.drain(1..).filter(|_| !differ) {
            plan.skip(from, Some(puzzle), "`input.txt` is taken instead");
        }
        let (_, text, from) = files.swap_remove(0);
        let known = store.answers(puzzle, None);
        let old = match part {
            None => store.input(puzzle, name.as_ref()),
            Some(part) => known.map(|answers| answers.accepted(part).map(str::to_owned)),
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
                file: code.setting.project.shown(&file),
                from,
                text,
            }),
            Ok(Some(old)) if old.trim() == text.trim() => plan.unchanged += 1,
            Ok(_) => plan.skip(from, Some(puzzle), DIFFER),
            Err(error) => plan.skip(from, Some(puzzle), error.to_string()),
        }
    }
}

/// Reads an input or an answer, if a file can be one.
fn read(file: &Path) -> Option<String> {
    let text = read_input(file).unwrap_or_default();
    let line = text.trim_start().replace("  ", " ");
    let is_error = IN_PLACE_OF_INPUTS.iter().any(|page| line.starts_with(page));
    let is_other = is_error || is_html(&text, None) || text.starts_with("version https://git-lfs");
    (!is_other && !line.is_empty() && !text.contains('\0')).then_some(text)
}

/// Plans the session of a tool that was asked for by name, if none is stored. Returns the
/// folder whose files are to be looked at: the one that was given, or that of aocd with
/// its inputs and answers.
pub fn plan_tools(setting: &Setting<'_>, plan: &mut Plan) -> Result<Option<PathBuf>, CliError> {
    let (from, environment) = (setting.from, setting.environment);
    let name = from.unwrap_or("aocd");
    let mut files = files_of_tools(environment);
    files.retain(|(tool, _)| name.eq_ignore_ascii_case(tool));
    if files.is_empty() {
        let folder = PathBuf::from(name);
        let why = format!("no folder `{name}`, and no tool of that name: aocd, cargo-aoc, aoc-cli");
        let folder = folder.is_dir().then_some(Some(folder));
        return folder.ok_or_else(|| CliError::new(Exit::Usage, why));
    }
    let is_due = from.is_some() && !session_file(environment, None).is_some_and(|it| it.exists());
    for (_, file) in files.iter().filter(|_| is_due) {
        let (from, place) = (file.clone(), Place::File(file.clone()));
        match Session::read(environment, place, None) {
            Ok(Some(session)) => plan.sessions.push(ImportedSession { from, session }),
            Ok(None) => {}
            Err(error) => plan.skip(from, None, error.to_string()),
        }
    }
    plan.sessions.truncate(1);
    let of_aocd = files.iter().filter(|(tool, _)| *tool == "aocd");
    let mut folders = of_aocd.filter_map(|(_, file)| file.parent());
    Ok(folders.find(|folder| folder.is_dir()).map(Path::to_owned))
}
