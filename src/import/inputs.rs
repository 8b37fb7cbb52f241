//! Inputs and answers in a folder: those of aocd, whose names say whose they
//! are, and all that are called like a day.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::str;

use aoc_solution::Part;

use super::pages::Pages;
use super::place;
use super::plan::{NewAnswer, NewInput, Plan};
use super::tree::Tree;
use crate::files::{MAX_INPUT, MAX_TEXT, read_regular_file};
use crate::inputs::{InputName, Store};
use crate::puzzle::{Day, Puzzle, Year};

/// What a file of aocd has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Aocd {
    Input,
    Answer(Part),
}

/// The folder that is looked at.
pub struct Origin<'a> {
    pub tree: &'a Tree,
    pub pages: &'a Pages,
    /// The year of files whose path does not say it.
    pub year: &'a dyn Fn(&str) -> Option<Year>,
    /// The day that the folder itself is called by.
    pub day: Option<Day>,
}

const NO_YEAR: &str = "its year is not known: say it with -y";

/// Plans the inputs and answers of a folder.
pub fn plan(origin: &Origin<'_>, store: &Store, plan: &mut Plan) {
    let tree = origin.tree;
    let users: BTreeSet<&str> = tree
        .files
        .iter()
        .filter(|file| aocd(file).is_some())
        .map(|file| folder(file))
        .collect();
    let owner = owner(tree, &users);
    for file in &tree.files {
        if let Some((puzzle, what)) = aocd(file) {
            let user = folder(file);
            let name = (owner != Some(user)).then(|| account(user)).flatten();
            if name.is_none() && owner != Some(user) {
                plan.skip(
                    tree.path(file),
                    None,
                    "it belongs to an account without a name",
                );
                continue;
            }
            match what {
                Aocd::Input => input(tree, file, puzzle, name, store, plan),
                Aocd::Answer(part) => answer_file(tree, file, (puzzle, part), name, store, plan),
            }
        } else if (place::is_input(file) || place::is_called_input(file))
            && let Some(puzzle) = origin.puzzle_of_input(file, plan)
        {
            input(tree, file, puzzle, None, store, plan);
        }
    }
    for (file, page) in origin.pages.iter() {
        let day = page.day.or_else(|| place::day_of(file));
        let Some(day) = day.filter(|_| !page.answers.is_empty()) else {
            continue;
        };
        let Some(puzzle) = origin.puzzle(file, page.year, day, plan) else {
            continue;
        };
        for (part, text) in &page.answers {
            answer(tree.path(file), text, (puzzle, *part), None, store, plan);
        }
    }
    stated(store, plan);
}

/// Plans the answers that tests state, if the inputs that they are to are the
/// user's own.
fn stated(store: &Store, plan: &mut Plan) {
    for stated in std::mem::take(&mut plan.stated) {
        let of = (stated.puzzle, stated.part);
        let is_new = plan.inputs.iter().any(|new| {
            (new.puzzle, &new.from) == (stated.puzzle, &stated.input) && new.name.is_none()
        });
        let is_known = || {
            let path = store.paths.input_path(stated.puzzle, None);
            let known = read_regular_file(&path, MAX_INPUT);
            let theirs = read_regular_file(&stated.input, MAX_INPUT);
            matches!((known, theirs), (Ok(known), Ok(theirs)) if known == theirs)
        };
        if is_new || is_known() {
            answer(stated.from, &stated.answer, of, None, store, plan);
        } else {
            let why = format!("the input of this answer is not yours of {}", stated.puzzle);
            plan.skip(stated.from, Some(stated.line), why);
        }
    }
}

impl Origin<'_> {
    /// The puzzle of an input: the page beside it knows best.
    fn puzzle_of_input(&self, file: &str, plan: &mut Plan) -> Option<Puzzle> {
        let page = self.pages.in_folder(folder(file));
        let page = page.filter(|_| place::is_called_input(file));
        let is_here = folder(file).is_empty();
        let day = page
            .and_then(|page| page.day)
            .or_else(|| place::day_of(file))
            .or(self.day.filter(|_| is_here));
        if let Some(day) = day {
            return self.puzzle(file, page.and_then(|page| page.year), day, plan);
        }
        if is_here {
            let why = "its puzzle is not known: give its folder a name such as 2020/day22";
            plan.skip(self.tree.path(file), None, why);
        }
        None
    }

    fn puzzle(&self, file: &str, year: Option<Year>, day: Day, plan: &mut Plan) -> Option<Puzzle> {
        let year = year
            .or_else(|| place::year_of(file))
            .or_else(|| (self.year)(file));
        let puzzle = year.and_then(|year| place::puzzle(year, day));
        match (year, puzzle) {
            (None, _) => plan.skip(self.tree.path(file), None, NO_YEAR),
            (Some(year), None) => {
                plan.skip(
                    self.tree.path(file),
                    None,
                    format!("{year} has no day {day}"),
                );
            }
            (Some(_), Some(_)) => {}
        }
        puzzle
    }
}

/// The puzzle of a file with a name that aocd gives: `2020_22_input.txt`,
/// `2020_22a_answer.txt`.
fn aocd(file: &str) -> Option<(Puzzle, Aocd)> {
    let name = file.rsplit('/').next()?;
    let (year, rest) = name.split_once('_')?;
    let (day, kind) = rest.split_once('_')?;
    let (digits, what) = match (day.strip_suffix('a'), day.strip_suffix('b'), kind) {
        (None, None, "input.txt") => (day, Aocd::Input),
        (Some(day), _, "answer.txt") => (day, Aocd::Answer(Part::One)),
        (_, Some(day), "answer.txt") => (day, Aocd::Answer(Part::Two)),
        _ => return None,
    };
    let puzzle = place::puzzle(Year::parse(year)?, Day(digits.parse().ok()?))?;
    (digits.len() == 2).then_some((puzzle, what))
}

fn folder(file: &str) -> &str {
    file.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// The folder with the user's own inputs, of those that aocd has for each
/// account: the only one, else the one of the default token.
fn owner<'a>(tree: &Tree, users: &BTreeSet<&'a str>) -> Option<&'a str> {
    if users.len() == 1 {
        return users.first().copied();
    }
    let text = |name: &str| {
        let bytes = read_regular_file(&tree.path(name), MAX_TEXT).ok()?;
        String::from_utf8(bytes).ok()
    };
    let token = text("token")?;
    let token = token.split_whitespace().next()?;
    let ids: BTreeMap<String, String> = serde_json::from_str(&text("token2id.json")?).ok()?;
    let id = ids.get(token)?;
    users.iter().copied().find(|user| user == id)
}

/// The name of an input that belongs to an account: `github-someone-123`.
fn account(user: &str) -> Option<InputName> {
    let name = user.rsplit('/').next()?;
    let plain = |c: char| {
        if c.is_ascii_alphanumeric() || c == '_' {
            c
        } else {
            '-'
        }
    };
    name.chars().map(plain).collect::<String>().parse().ok()
}

fn input(
    tree: &Tree,
    file: &str,
    puzzle: Puzzle,
    name: Option<InputName>,
    store: &Store,
    plan: &mut Plan,
) {
    let from = tree.path(file);
    let bytes = match read_regular_file(&from, MAX_INPUT) {
        Ok(bytes) => bytes,
        Err(error) => return plan.skip(from, None, format!("cannot be read: {error}")),
    };
    if let Some(why) = not_an_input(&bytes) {
        return plan.skip(from, None, why);
    }
    let same = |input: &&NewInput| input.puzzle == puzzle && input.name == name;
    if let Some(other) = plan.inputs.iter().find(same) {
        if other.bytes != bytes {
            let why = format!("{} is another input of {puzzle}", other.from.display());
            plan.skip(from, None, why);
        }
        return;
    }
    match store.has_input(puzzle, name.as_ref()) {
        Ok(false) => plan.inputs.push(NewInput {
            puzzle,
            name,
            bytes,
            from,
        }),
        Ok(true) => {
            let path = store.paths.input_path(puzzle, name.as_ref());
            if read_regular_file(&path, MAX_INPUT).is_ok_and(|old| old == bytes) {
                plan.unchanged += 1;
            } else {
                plan.skip(from, None, format!("{} has another text", path.display()));
            }
        }
        Err(error) => plan.skip(from, None, error),
    }
}

/// Why a file cannot be an input.
fn not_an_input(bytes: &[u8]) -> Option<&'static str> {
    if bytes.starts_with(b"\0GITCRYPT") {
        return Some("it is encrypted: run `git-crypt unlock` there first");
    }
    let Ok(text) = str::from_utf8(bytes) else {
        return Some("it is not text");
    };
    let text = text.trim_start();
    let begins = |with: &str| {
        text.get(..with.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(with))
    };
    if text.is_empty() {
        Some("it is empty")
    } else if begins("<!doctype") || begins("<html") {
        Some("it is a page, not an input")
    } else if begins("Puzzle inputs differ by user")
        || begins("Please don't repeatedly request")
        || begins("404 Not Found")
    {
        Some("it is an error of the site, not an input")
    } else {
        None
    }
}

fn answer_file(
    tree: &Tree,
    file: &str,
    of: (Puzzle, Part),
    name: Option<InputName>,
    store: &Store,
    plan: &mut Plan,
) {
    let from = tree.path(file);
    let text = read_regular_file(&from, MAX_TEXT).map(String::from_utf8);
    match text {
        Ok(Ok(text)) => answer(from, &text, of, name, store, plan),
        Ok(Err(_)) => plan.skip(from, None, "it is not text"),
        Err(error) => plan.skip(from, None, format!("cannot be read: {error}")),
    }
}

/// Plans an accepted answer, unless another one is known.
pub fn answer(
    from: PathBuf,
    text: &str,
    (puzzle, part): (Puzzle, Part),
    name: Option<InputName>,
    store: &Store,
    plan: &mut Plan,
) {
    let answer = text.trim().to_owned();
    if answer.is_empty() || answer.lines().count() > 1 {
        return plan.skip(from, None, "it is not one line");
    }
    let same = |new: &&NewAnswer| (new.puzzle, new.part) == (puzzle, part) && new.name == name;
    if let Some(other) = plan.answers.iter().find(same) {
        if other.answer != answer {
            let other = other.from.display();
            let why = format!("{other} has another answer to {puzzle} part {part}");
            plan.skip(from, None, why);
        }
        return;
    }
    match store.answers(puzzle, name.as_ref()) {
        Err(error) => plan.skip(from, None, error),
        Ok(known) => match known.accepted(part) {
            Some(old) if old == answer => plan.unchanged += 1,
            Some(_) => {
                let path = store.paths.answers_path(puzzle, name.as_ref());
                let why = format!("{} has another answer to part {part}", path.display());
                plan.skip(from, None, why);
            }
            None if known.ruled_out(part, &answer).is_some() => {
                plan.skip(from, None, "the site judged this answer wrong");
            }
            None => plan.answers.push(NewAnswer {
                puzzle,
                name,
                part,
                answer,
                from,
            }),
        },
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;
    use crate::files::Locks;

    fn planned(files: &[(&str, &str)], into: &Path) -> Plan {
        let temp = tempfile::tempdir().unwrap();
        for (file, text) in files {
            let path = temp.path().join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        let mut planned = Plan::default();
        let tree = Tree::read(temp.path(), &[], &mut planned).unwrap();
        let store = Store::new(into.to_owned(), Locks::new(None));
        let origin = Origin {
            tree: &tree,
            pages: &Pages::read(&tree),
            year: &|_| None,
            day: None,
        };
        plan(&origin, &store, &mut planned);
        planned
    }

    fn inputs(plan: &Plan) -> Vec<String> {
        let inputs = plan.inputs.iter();
        let name = |name: &Option<InputName>| name.as_ref().map(|it| format!(" {it}"));
        inputs
            .map(|it| format!("{}{}", it.puzzle, name(&it.name).unwrap_or_default()))
            .collect()
    }

    #[test]
    fn the_files_of_aocd() {
        let into = tempfile::tempdir().unwrap();
        let files = [
            ("token", "abc # mine\n"),
            (
                "token2id.json",
                r#"{"abc": "github.me.1", "def": "reddit.you.2"}"#,
            ),
            ("github.me.1/2020_22_input.txt", "1\n"),
            ("github.me.1/2020_22a_answer.txt", "306"),
            ("github.me.1/2020_22b_answer.txt", "a\nb"),
            ("github.me.1/2020_22_prose.0.html", "<html>"),
            ("reddit.you.2/2020_22_input.txt", "2\n"),
            ("reddit.you.2/2020_22b_answer.txt", "291\n"),
        ];
        let plan = planned(&files, into.path());
        assert_eq!(inputs(&plan), ["2020/22", "2020/22 reddit-you-2"]);
        let answers: Vec<_> = plan
            .answers
            .iter()
            .map(|it| (it.part, &*it.answer))
            .collect();
        assert_eq!(answers, [(Part::One, "306"), (Part::Two, "291")]);
        assert_eq!(plan.skipped.len(), 1, "{:?}", plan.skipped);
        // One account alone is the user's.
        let plan = planned(&files[6..], into.path());
        assert_eq!(inputs(&plan), ["2020/22"]);
    }

    #[test]
    fn the_files_of_aoc_cli() {
        let into = tempfile::tempdir().unwrap();
        let page = "\\--- Day 22: Crab Combat ---\n\nYour puzzle answer was `306`.\n";
        let with_year = format!("{page}[return to your Advent calendar](/2020)\n");
        let planned_with = |page: &str, folder: &str| {
            let files = [
                (&*format!("{folder}input"), "1\n"),
                (&*format!("{folder}puzzle.md"), page),
            ];
            planned(&files, into.path())
        };
        for (page, folder, expected) in [
            (&*with_year, "", Some("2020/22")),
            (&with_year, "some/where/", Some("2020/22")),
            (page, "2020/crabs/", Some("2020/22")),
            (page, "", None),
            ("Notes", "2020/22/", Some("2020/22")),
            ("Notes", "2020/", None),
        ] {
            let plan = planned_with(page, folder);
            let expected: Vec<_> = expected.into_iter().collect();
            assert_eq!(inputs(&plan), expected, "{folder}");
            let answers = usize::from(page.contains("306")) * expected.len();
            assert_eq!(plan.answers.len(), answers, "{folder}");
        }
        let why = |page, folder| planned_with(page, folder).skipped[0].why.clone();
        assert_eq!(why(page, ""), NO_YEAR);
        assert!(why("Notes", "").starts_with("its puzzle is not known"));
    }

    #[test]
    fn nothing_is_replaced() {
        let into = tempfile::tempdir().unwrap();
        let year = into.path().join("year2020");
        fs::create_dir(&year).unwrap();
        for (file, text) in [
            ("day01.txt", "same\n"),
            ("day02.txt", "mine\n"),
            ("day03.txt", ""),
            ("day01.answers.toml", "part1 = 1\n"),
        ] {
            fs::write(year.join(file), text).unwrap();
        }
        let plan = planned(
            &[
                ("2020/01.txt", "same\n"),
                ("2020/02.txt", "theirs\n"),
                ("2020/03.txt", "new\n"),
                ("2020/04.txt", "<!DOCTYPE html>"),
                ("inputs/05.txt", "no year\n"),
                ("me/2020_01a_answer.txt", "2"),
            ],
            into.path(),
        );
        assert_eq!(inputs(&plan), ["2020/3"]);
        assert_eq!((plan.unchanged, plan.answers.len()), (1, 0));
        let mut why: Vec<String> = plan.skipped.iter().map(|it| it.why.clone()).collect();
        why.sort();
        assert_eq!(why.len(), 4, "{why:?}");
        assert!(why[0].ends_with("day01.answers.toml has another answer to part 1"));
        assert!(why[1].ends_with("day02.txt has another text"));
        assert_eq!(why[2], "it is a page, not an input");
        assert_eq!(why[3], "its year is not known: say it with -y");
    }
}
