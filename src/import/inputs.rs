//! Inputs and answers in a folder: those of aocd, whose names say whose they
//! are, and all that are called like a day.

use std::collections::{BTreeMap, BTreeSet};
use std::str;

use aoc_solution::Part;

use super::place;
use super::plan::{NewAnswer, NewInput, Plan};
use super::tree::Tree;
use crate::inputs::{InputName, MAX_INPUT, MAX_TEXT, Store, read_regular_file};
use crate::puzzle::{Day, Puzzle, Year};

/// What a file of aocd has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Aocd {
    Input,
    Answer(Part),
}

/// Plans the inputs and answers of a folder. `year` says the year of files
/// whose path does not.
pub fn plan(tree: &Tree, year: &dyn Fn(&str) -> Option<Year>, store: &Store, plan: &mut Plan) {
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
                Aocd::Answer(part) => answer(tree, file, (puzzle, part), name, store, plan),
            }
        } else if place::is_input(file) {
            let Some(day) = place::day_of(file) else {
                continue;
            };
            match place::year_of(file).or_else(|| year(file)) {
                None => plan.skip(
                    tree.path(file),
                    None,
                    "its year is not known: say it with -y",
                ),
                Some(year) => match place::puzzle(year, day) {
                    Some(puzzle) => input(tree, file, puzzle, None, store, plan),
                    None => plan.skip(tree.path(file), None, format!("{year} has no day {day}")),
                },
            }
        }
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

fn answer(
    tree: &Tree,
    file: &str,
    (puzzle, part): (Puzzle, Part),
    name: Option<InputName>,
    store: &Store,
    plan: &mut Plan,
) {
    let from = tree.path(file);
    let text = read_regular_file(&from, MAX_TEXT).map(String::from_utf8);
    let answer = match text {
        Ok(Ok(text)) => text.trim().to_owned(),
        Ok(Err(_)) => return plan.skip(from, None, "it is not text"),
        Err(error) => return plan.skip(from, None, format!("cannot be read: {error}")),
    };
    if answer.is_empty() || answer.lines().count() > 1 {
        return plan.skip(from, None, "it is not one line");
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
            None if known.judged_wrong(part, &answer).is_some() => {
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
    use crate::inputs::Locks;

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
        plan(&tree, &|_| None, &store, &mut planned);
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
