//! Inputs and answers in a folder. A wrong input is worse than none, as it is
//! never downloaded again: only the day's own folder and folders of inputs
//! count, and where two files say different things neither is taken.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::str;

use aoc_solution::Part;

use super::tree::{self, Tree};
use super::{NewAnswer, NewInput, Plan};
use crate::files::{MAX_INPUT, read_regular_file, read_text_file};
use crate::inputs::{InputName, Store};
use crate::puzzle::{Day, Puzzle, Year};

/// Words in the name of a file that is something else.
const OF_OTHERS: [&str; 17] = [
    "example",
    "examples",
    "ex",
    "sample",
    "samples",
    "test",
    "tests",
    "expected",
    "output",
    "outputs",
    "answer",
    "answers",
    "solution",
    "solutions",
    "demo",
    "small",
    "prose",
];

/// Folders within the folder of a day that may have its input.
const INNER: [&str; 9] = [
    "src",
    "input",
    "inputs",
    "data",
    "res",
    "resources",
    "assets",
    "puzzle",
    "files",
];

/// A file that may be an input, by its path.
#[derive(Debug, PartialEq, Eq)]
pub struct Candidate {
    pub day: Day,
    /// For a file that is not the user's own input.
    name: Option<String>,
    /// The lower, the surer it is the input.
    rank: u8,
}

/// What a path says about an input; `of_root` is the day of the folder that all
/// paths begin in.
pub fn candidate(path: &str, of_root: Option<Day>) -> Option<Candidate> {
    let (folder, file) = (tree::folder(path), path.rsplit('/').next()?);
    let (stem, extension) = file.rsplit_once('.').unwrap_or((file, ""));
    let folders: Vec<&str> = folder.split('/').filter(|name| !name.is_empty()).collect();
    let is_of_others = |name: &str| {
        tree::words(name)
            .iter()
            .any(|word| OF_OTHERS.contains(&&**word))
    };
    if !["", "txt", "in", "input", "data"].contains(&extension) || stem.is_empty() {
        return None;
    }
    if is_of_others(stem) || folders.iter().any(|name| is_of_others(name)) {
        return None;
    }
    let words = tree::words(stem);
    let says_input = |words: &[String]| {
        words
            .iter()
            .any(|word| ["input", "inputs", "puzzleinput"].contains(&&**word))
    };
    let is_inner = |name: &&&str| INNER.contains(&&*name.to_lowercase());
    // A folder of the day, perhaps with one for inputs within it.
    let outer: Vec<&&str> = folders.iter().rev().skip_while(is_inner).collect();
    let own = match outer.first() {
        Some(name) => tree::day_in(name).filter(|_| !INNER.contains(*name)),
        None => of_root,
    };
    let rank = match (&*words.join(" "), extension) {
        ("input", "txt") => 0,
        ("input", _) => 1,
        ("puzzle input" | "my input" | "in" | "real" | "puzzle", _) => 2,
        _ => 3,
    };
    if let Some(day) = own {
        let is_short = matches!(&words[..], [word, number] if word == "input" && number.len() == 1);
        let others: Vec<String> = match tree::named(stem) {
            // `day02/input2.txt` may be a second input as well as the second day's.
            Some((of_name, others)) if of_name == day && others.is_empty() && !is_short => {
                Vec::new()
            }
            _ if rank < 3 => Vec::new(),
            _ => words
                .iter()
                .filter(|word| *word != "input")
                .cloned()
                .collect(),
        };
        let is_input = rank < 3 || others.is_empty() || says_input(&words);
        let name = Some(others.join("-")).filter(|name| !name.is_empty());
        return is_input.then_some(Candidate { day, name, rank });
    }
    // A folder of inputs, or of a year, where files have the names of days.
    let (day, others) = tree::named(stem)?;
    let is_folder_of_inputs = || folders.iter().any(|name| says_input(&tree::words(name)));
    let of_year = || {
        extension == "txt"
            && folders
                .last()
                .is_none_or(|name| tree::year_in(name).is_some())
    };
    let is_input = says_input(&words) || is_folder_of_inputs() || (others.is_empty() && of_year());
    let name = Some(others.join("-")).filter(|name| !name.is_empty());
    is_input.then_some(Candidate { day, name, rank: 3 })
}

/// The folder that is looked at.
pub struct Inputs<'a> {
    pub tree: &'a Tree,
    pub pages: &'a Pages,
    /// The year of files whose path does not say it.
    pub year: &'a dyn Fn(&str) -> Option<Year>,
    /// The day that the folder itself is called by.
    pub day: Option<Day>,
    pub store: &'a Store,
}

impl Inputs<'_> {
    /// Plans the inputs and answers of the folder.
    pub fn plan(&self, plan: &mut Plan) {
        let all = self.tree.files.iter();
        let users: BTreeSet<&str> = all
            .filter(|file| aocd(file).is_some())
            .map(|it| tree::folder(it))
            .collect();
        let owner = self.owner(&users);
        // The files of each input, with how sure they are.
        let mut found: BTreeMap<(Puzzle, Option<InputName>), Vec<(u8, &str)>> = BTreeMap::new();
        for file in &self.tree.files {
            if let Some((puzzle, part)) = aocd(file) {
                let user = tree::folder(file);
                let name = (owner != Some(user)).then(|| account(user)).flatten();
                if name.is_none() && owner != Some(user) {
                    plan.skip(
                        self.tree.path(file),
                        "it belongs to an account without a name",
                    );
                } else if let Some(part) = part {
                    match self.tree.text(file) {
                        Ok(text) => self.answer(file, &text, (puzzle, part), name, plan),
                        Err(why) => plan.skip(self.tree.path(file), why),
                    }
                } else {
                    found.entry((puzzle, name)).or_default().push((0, file));
                }
            } else if let Some((puzzle, candidate)) = self.puzzle_of_input(file, plan) {
                match candidate.name.as_ref().map(|name| account(name)) {
                    Some(None) => {
                        plan.skip(self.tree.path(file), "its name is not one for an input")
                    }
                    name => found
                        .entry((puzzle, name.flatten()))
                        .or_default()
                        .push((candidate.rank, file)),
                }
            }
        }
        for ((puzzle, name), files) in found {
            self.input(puzzle, name, files, plan);
        }
        for (file, page) in &self.pages.0 {
            let day = page.day.filter(|_| !page.answers.is_empty());
            let Some(puzzle) = day.and_then(|day| self.puzzle(file, page.year, day, plan)) else {
                continue;
            };
            for (part, text) in &page.answers {
                self.answer(file, text, (puzzle, *part), None, plan);
            }
        }
    }

    /// The puzzle of an input: the page beside it knows best.
    fn puzzle_of_input(&self, file: &str, plan: &mut Plan) -> Option<(Puzzle, Candidate)> {
        let is_called_input = matches!(file.rsplit('/').next(), Some("input" | "input.txt"));
        let page = self
            .pages
            .0
            .get(&tree::join(tree::folder(file), PAGE))
            .filter(|_| is_called_input);
        let of_page = page.and_then(|page| page.day);
        let candidate = candidate(file, of_page.or(self.day));
        let day = of_page.or(candidate.as_ref().map(|it| it.day));
        let Some(day) = day else {
            if is_called_input && tree::folder(file).is_empty() {
                let why = "its puzzle is not known: give its folder a name such as 2020/day22";
                plan.skip(self.tree.path(file), why);
            }
            return None;
        };
        let puzzle = self.puzzle(file, page.and_then(|page| page.year), day, plan)?;
        Some((
            puzzle,
            candidate.unwrap_or(Candidate {
                day,
                name: None,
                rank: 0,
            }),
        ))
    }

    fn puzzle(&self, file: &str, year: Option<Year>, day: Day, plan: &mut Plan) -> Option<Puzzle> {
        let year = year
            .or_else(|| tree::year_of(file))
            .or_else(|| (self.year)(file));
        let Some(year) = year else {
            plan.skip(self.tree.path(file), NO_YEAR);
            return None;
        };
        let puzzle = tree::puzzle(year, day);
        if puzzle.is_none() {
            plan.skip(self.tree.path(file), format!("{year} has no day {day}"));
        }
        puzzle
    }

    /// The folder with the user's own inputs, of those that aocd has for each
    /// account: the only one, else the one of the default token.
    fn owner<'u>(&self, users: &BTreeSet<&'u str>) -> Option<&'u str> {
        if users.len() == 1 {
            return users.first().copied();
        }
        let token = self.tree.text("token").ok()?;
        let ids: BTreeMap<String, String> =
            serde_json::from_str(&self.tree.text("token2id.json").ok()?).ok()?;
        let id = ids.get(token.split_whitespace().next()?)?;
        users.iter().copied().find(|user| user == id)
    }

    /// Plans an input that one or several files have.
    fn input(
        &self,
        puzzle: Puzzle,
        name: Option<InputName>,
        files: Vec<(u8, &str)>,
        plan: &mut Plan,
    ) {
        let mut readable = Vec::new();
        for (rank, file) in files {
            let from = self.tree.path(file);
            match read_regular_file(&from, MAX_INPUT) {
                Err(error) => plan.skip(from, format!("cannot be read: {error}")),
                Ok(bytes) => match not_an_input(&bytes) {
                    Some(why) => plan.skip(from, why),
                    None => readable.push((rank, from, bytes)),
                },
            }
        }
        let Some(best) = readable.iter().map(|(rank, ..)| *rank).min() else {
            return;
        };
        let (mut sure, rest): (Vec<_>, Vec<_>) =
            readable.into_iter().partition(|(rank, ..)| *rank == best);
        let (_, from, bytes) = sure.swap_remove(0);
        for (_, other, text) in rest {
            if text != bytes {
                plan.skip(
                    other,
                    format!("{} is the input of {puzzle}", from.display()),
                );
            }
        }
        if let Some((_, other, _)) = sure.iter().find(|(_, _, text)| *text != bytes) {
            let why = format!(
                "{} differs, and only one can be the input of {puzzle}: neither is taken",
                other.display()
            );
            return plan.skip(from, why);
        }
        match self.store.has_input(puzzle, name.as_ref()) {
            Ok(false) => plan.inputs.push(NewInput {
                puzzle,
                name,
                bytes,
                from,
            }),
            Ok(true) => {
                let path = self.store.paths.input_path(puzzle, name.as_ref());
                if read_regular_file(&path, MAX_INPUT).is_ok_and(|old| old == bytes) {
                    plan.unchanged += 1;
                    plan.known_inputs.insert(from);
                } else {
                    plan.skip(from, format!("{} has another text", path.display()));
                }
            }
            Err(error) => plan.skip(from, error),
        }
    }

    fn answer(
        &self,
        file: &str,
        text: &str,
        of: (Puzzle, Part),
        name: Option<InputName>,
        plan: &mut Plan,
    ) {
        answer(self.tree.path(file), text, of, name, self.store, plan);
    }
}

const NO_YEAR: &str = "its year is not known: say it with -y";

/// The puzzle of a file with a name that aocd gives: `2020_22_input.txt`,
/// `2020_22a_answer.txt`, which has a part.
fn aocd(file: &str) -> Option<(Puzzle, Option<Part>)> {
    let (year, rest) = file.rsplit('/').next()?.split_once('_')?;
    let (day, kind) = rest.split_once('_')?;
    let (digits, part) = match (day.strip_suffix('a'), day.strip_suffix('b'), kind) {
        (None, None, "input.txt") => (day, None),
        (Some(day), _, "answer.txt") => (day, Some(Part::One)),
        (_, Some(day), "answer.txt") => (day, Some(Part::Two)),
        _ => return None,
    };
    let puzzle = tree::puzzle(Year::parse(year)?, Day(digits.parse().ok()?))?;
    (digits.len() == 2).then_some((puzzle, part))
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
    let errors = [
        "Puzzle inputs differ by user",
        "Please don't repeatedly request",
        "404 Not Found",
    ];
    if text.is_empty() {
        Some("it is empty")
    } else if begins("<!doctype") || begins("<html") {
        Some("it is a page, not an input")
    } else if begins("version https://git-lfs") {
        Some("it is not the file itself: run `git lfs pull` there first")
    } else {
        errors
            .iter()
            .any(|error| begins(error))
            .then_some("it is an error of the site, not an input")
    }
}

/// Plans the answers that tests state, if the inputs that they are to are the
/// user's own.
pub fn stated(store: &Store, plan: &mut Plan) {
    for stated in std::mem::take(&mut plan.stated) {
        let is_new = |new: &NewInput| {
            (new.puzzle, &new.from) == (stated.puzzle, &stated.input) && new.name.is_none()
        };
        if plan.inputs.iter().any(is_new) || plan.known_inputs.contains(&stated.input) {
            answer(
                stated.from,
                &stated.answer,
                (stated.puzzle, stated.part),
                None,
                store,
                plan,
            );
        } else {
            let why = "it states an answer to an input that is not yours";
            plan.skip_day(stated.puzzle, stated.from, why);
        }
    }
}

/// Plans an accepted answer, unless another one is known.
fn answer(
    from: PathBuf,
    text: &str,
    of: (Puzzle, Part),
    name: Option<InputName>,
    store: &Store,
    plan: &mut Plan,
) {
    let (puzzle, part) = of;
    let answer = text.trim().to_owned();
    if answer.is_empty() || answer.lines().count() > 1 {
        return plan.skip(from, "it is not one line");
    }
    let same = |new: &&NewAnswer| (new.puzzle, new.part) == of && new.name == name;
    if let Some(other) = plan.answers.iter().find(same) {
        if other.answer != answer {
            let why = format!(
                "{} has another answer to {puzzle} part {part}",
                other.from.display()
            );
            plan.skip(from, why);
        }
        return;
    }
    match store.answers(puzzle, name.as_ref()) {
        Err(error) => plan.skip(from, error),
        Ok(known) => match known.accepted(part) {
            Some(old) if old == answer => plan.unchanged += 1,
            Some(_) => {
                let path = store.paths.answers_path(puzzle, name.as_ref());
                plan.skip(
                    from,
                    format!("{} has another answer to part {part}", path.display()),
                );
            }
            None if known.ruled_out(part, &answer).is_some() => {
                plan.skip(from, "the site judged this answer wrong");
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

/// The pages that aoc-cli stores as Markdown (`puzzle.md`, and
/// `data/puzzles/01.md` of the common template), by their paths.
#[derive(Debug, Default)]
pub struct Pages(BTreeMap<String, Page>);

/// What a page says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Page {
    day: Option<Day>,
    year: Option<Year>,
    title: Option<String>,
    answers: Vec<(Part, String)>,
}

/// The name that aoc-cli gives to a page.
const PAGE: &str = "puzzle.md";

impl Pages {
    pub fn read(tree: &Tree) -> Self {
        let is_page = |file: &&String| {
            let (folder, name) = file.rsplit_once('/').unwrap_or(("", file));
            let is_numbered = name.strip_suffix(".md").and_then(tree::day_in).is_some();
            name == PAGE || (is_numbered && folder.rsplit('/').next() == Some("puzzles"))
        };
        let read =
            |file: &String| Some((file.clone(), page(&read_text_file(&tree.path(file)).ok()?)));
        Self(tree.files.iter().filter(is_page).filter_map(read).collect())
    }

    /// The title of a puzzle; `year` is that of pages which do not say it.
    pub fn title(&self, puzzle: Puzzle, year: Option<Year>) -> Option<String> {
        let is_of = |(file, page): &(&String, &Page)| {
            let year = page.year.or_else(|| tree::year_of(file)).or(year);
            (page.day, year) == (Some(puzzle.day), Some(puzzle.year))
        };
        self.0.iter().find(is_of)?.1.title.clone()
    }
}

/// Reads `\--- Day 22: Crab Combat ---`, the link to the event and the sentences
/// about answers.
fn page(text: &str) -> Page {
    let mut page = Page::default();
    let heading = text.lines().find_map(|line| {
        let line = line.trim_matches(|c: char| c.is_whitespace() || "\\-#=*".contains(c));
        let (day, title) = line.strip_prefix("Day ")?.split_once(':')?;
        Some((Day(day.parse().ok()?), title.trim().replace('\\', "")))
    });
    if let Some((day, title)) = heading {
        page.day = Some(day);
        page.title = Some(title).filter(|it| !it.is_empty() && !it.contains(char::is_control));
    }
    // The link back to the calendar; a puzzle's text may link to other years.
    let mut links = text.split("](/").skip(1);
    page.year = links.find_map(|rest| Year::parse(rest.split_once(')')?.0));
    let answers = text.split("Your puzzle answer was `").skip(1);
    let answers = answers.filter_map(|rest| Some(rest.split_once('`')?.0.to_owned()));
    page.answers = Part::BOTH.into_iter().zip(answers).collect();
    page
}

/// The days whose input a file is, for code that includes it.
pub fn is_input(path: &Path) -> bool {
    let path = path.to_string_lossy().replace('\\', "/");
    candidate(&path, None).is_some_and(|it| it.name.is_none())
}
