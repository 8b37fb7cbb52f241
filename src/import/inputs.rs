//! Inputs and answers in a folder. A wrong input is worse than none, as it is
//! never downloaded again: only the day's own folder and folders of inputs
//! count, and where two files say different things neither is taken.

use std::collections::{BTreeMap, BTreeSet};
use std::str;

use aoc_solution::Part;

use super::tree::{self, Tree};
use super::{ImportedAnswer, ImportedInput, Plan};
use crate::files::{MAX_INPUT, read_regular_file, read_text_file};
use crate::inputs::{InputName, Store};
use crate::puzzle::{Day, Puzzle, Year};

/// Words in the path of a file that is something else.
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
const INNER: [&str; 7] = [
    "src",
    "input",
    "inputs",
    "data",
    "res",
    "resources",
    "assets",
];

/// A file that may be an input, by its path.
#[derive(Debug, PartialEq, Eq)]
pub struct InputFile {
    pub day: Day,
    /// For a file that is not the user's own input.
    pub name: Option<String>,
    /// The lower, the surer it is the input.
    rank: u8,
}

/// What a path says about an input; `of_root` is the day of the folder that all
/// paths begin in.
pub fn candidate(path: &str, of_root: Option<Day>) -> Option<InputFile> {
    let (folder, file) = (tree::folder(path), path.rsplit('/').next()?);
    let (stem, extension) = file.rsplit_once('.').unwrap_or((file, ""));
    let words = tree::words(stem);
    let is_of_others = |word: &String| OF_OTHERS.contains(&&**word);
    let is_text = ["", "txt", "in", "input", "data"].contains(&extension) && !stem.is_empty();
    if !is_text
        || path
            .split('/')
            .flat_map(tree::words)
            .any(|it| is_of_others(&it))
    {
        return None;
    }
    let says_input = |name: &str| tree::words(name).iter().any(|it| it.starts_with("input"));
    let rank = match (&*words.join(" "), extension) {
        ("input", "txt") => 0,
        ("input", _) => 1,
        ("puzzle input" | "my input" | "in" | "puzzle", _) => 2,
        _ => 3,
    };
    // A folder of the day, perhaps with one for inputs within it.
    let mut folders = folder.rsplit('/').filter(|name| !name.is_empty());
    let own = match folders.find(|name| !INNER.contains(&&*name.to_lowercase())) {
        Some(name) => tree::day_in(name),
        None => of_root,
    };
    let named = tree::named(stem);
    // `day02/input2.txt` may be a second input as well as the second day's.
    let is_own = |day: &Day| {
        let is_short = words.len() == 2 && words[0] == "input" && words[1].len() == 1;
        named
            .as_ref()
            .is_some_and(|it| it.0 == *day && it.1.is_empty())
            && !is_short
    };
    let (day, others) = match own {
        Some(day) if rank < 3 || is_own(&day) => (day, Vec::new()),
        Some(day) if says_input(stem) => {
            (day, words.into_iter().filter(|it| it != "input").collect())
        }
        Some(_) => return None,
        // A folder of inputs, or of a year, where files have the names of days.
        None => {
            let (day, others) = named?;
            let parent = folder.rsplit('/').next().unwrap_or_default();
            let of_year = parent.is_empty() || tree::year_in(parent).is_some();
            let is_plain = others.is_empty() && extension == "txt" && of_year;
            (is_plain || path.split('/').any(says_input)).then_some((day, others))?
        }
    };
    let name = Some(others.join("-")).filter(|name| !name.is_empty());
    Some(InputFile { day, name, rank })
}

/// The folder that is looked at.
pub struct FolderInputs<'a> {
    pub tree: &'a Tree,
    pub pages: &'a Pages,
    /// The year of files whose path does not say it.
    pub year: &'a dyn Fn(&str) -> Option<Year>,
    /// The day that the folder itself is called by.
    pub day: Option<Day>,
    pub store: &'a Store,
}

type Name = Option<InputName>;

impl FolderInputs<'_> {
    /// Plans the inputs and answers of the folder.
    pub fn plan(&self, plan: &mut Plan) {
        let of_aocd = self.tree.files.iter().filter(|file| aocd(file).is_some());
        let users: BTreeSet<&str> = of_aocd.map(|file| tree::folder(file)).collect();
        let owner = self.owner(&users);
        // The files of each input, with how sure they are.
        let mut found: BTreeMap<(Puzzle, Name), Vec<(u8, &str)>> = BTreeMap::new();
        for file in &self.tree.files {
            let (puzzle, part, name, rank) = if let Some((puzzle, part)) = aocd(file) {
                let user = tree::folder(file);
                let name = user.rsplit('/').next().filter(|_| owner != Some(user));
                (puzzle, part, name.map(str::to_owned), 0)
            } else if let Some((puzzle, it)) = self.puzzle_of_input(file, plan) {
                (puzzle, None, it.name, it.rank)
            } else {
                continue;
            };
            let letter = |c: char| {
                if c.is_ascii_alphanumeric() || c == '_' {
                    c
                } else {
                    '-'
                }
            };
            let name = name.map(|name| name.chars().map(letter).collect::<String>().parse());
            match (name.transpose(), part) {
                (Err(_), _) => plan.skip(self.tree.path(file), "it has no name for a named input"),
                (Ok(name), None) => found.entry((puzzle, name)).or_default().push((rank, file)),
                (Ok(name), Some(part)) => match self.tree.text(file) {
                    Ok(text) => self.answer(file, &text, (puzzle, part), name, plan),
                    Err(why) => plan.skip(self.tree.path(file), why),
                },
            }
        }
        for ((puzzle, name), files) in found {
            self.input(puzzle, name.as_ref(), files, plan);
        }
        for (file, page) in &self.pages.0 {
            let day = page.day.filter(|_| !page.answers.is_empty());
            let puzzle = day.and_then(|day| self.puzzle(file, page.year, day, plan));
            for (part, text) in page.answers.iter().filter(|_| puzzle.is_some()) {
                let of = puzzle.map(|puzzle| (puzzle, *part));
                if let Some(of) = of {
                    self.answer(file, text, of, None, plan);
                }
            }
        }
    }

    /// The puzzle of an input: the page beside it knows best.
    fn puzzle_of_input(&self, file: &str, plan: &mut Plan) -> Option<(Puzzle, InputFile)> {
        let is_called_input = matches!(file.rsplit('/').next(), Some("input" | "input.txt"));
        let page = self.pages.0.get(&tree::join(tree::folder(file), PAGE));
        let page = page.filter(|page| is_called_input && page.day.is_some());
        let candidate = match page.and_then(|page| page.day) {
            Some(day) => Some(InputFile {
                day,
                name: None,
                rank: 0,
            }),
            None => candidate(file, self.day),
        };
        if candidate.is_none() && is_called_input && tree::folder(file).is_empty() {
            let why = "its puzzle is not known: give its folder a name such as 2020/day22";
            plan.skip(self.tree.path(file), why);
        }
        let candidate = candidate?;
        let puzzle = self.puzzle(file, page.and_then(|it| it.year), candidate.day, plan)?;
        Some((puzzle, candidate))
    }

    fn puzzle(&self, file: &str, year: Option<Year>, day: Day, plan: &mut Plan) -> Option<Puzzle> {
        let year = year
            .or_else(|| tree::year_of(file))
            .or_else(|| (self.year)(file));
        let puzzle = year.and_then(|year| tree::puzzle(year, day));
        match (year, puzzle) {
            (None, _) => plan.skip(self.tree.path(file), tree::NO_YEAR),
            (Some(year), None) => {
                plan.skip(self.tree.path(file), format!("{year} has no day {day}"));
            }
            _ => {}
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
        let ids = self.tree.text("token2id.json").ok()?;
        let ids: BTreeMap<String, String> = serde_json::from_str(&ids).ok()?;
        let id = ids.get(token.split_whitespace().next()?)?;
        users.iter().copied().find(|user| user == id)
    }

    /// Plans an input that one or several files have.
    fn input(
        &self,
        puzzle: Puzzle,
        name: Option<&InputName>,
        mut files: Vec<(u8, &str)>,
        plan: &mut Plan,
    ) {
        files.sort_unstable();
        let mut best: Option<ImportedInput> = None;
        let mut best_rank = 0;
        for (rank, path) in files {
            let from = self.tree.path(path);
            let bytes = read_regular_file(&from, MAX_INPUT).map_err(|error| error.to_string());
            let bytes = match bytes.and_then(|bytes| check(&bytes).map(|()| bytes)) {
                Ok(bytes) => bytes,
                Err(why) => {
                    plan.skip(from, why);
                    continue;
                }
            };
            match &best {
                Some(first) if first.bytes == bytes => {}
                Some(first) if rank > best_rank => {
                    let why = format!("{} is the input of {puzzle}", first.from.display());
                    plan.skip(from, why);
                }
                Some(first) => {
                    let why = format!(
                        "several files differ that may be the input of {puzzle}: none is taken"
                    );
                    plan.skip(&first.from, &why);
                    return plan.skip(from, why);
                }
                None => {
                    let file = self.store.paths.input_path(puzzle, name);
                    let name = name.cloned();
                    best = Some(ImportedInput {
                        puzzle,
                        name,
                        file,
                        from,
                        bytes,
                    });
                    best_rank = rank;
                }
            }
        }
        let Some(new) = best else { return };
        match self.store.has_input(puzzle, name) {
            Ok(false) => plan.inputs.push(new),
            Ok(true)
                if read_regular_file(&new.file, MAX_INPUT).is_ok_and(|old| old == new.bytes) =>
            {
                plan.unchanged += 1;
            }
            Ok(true) => plan.skip(new.from, format!("{} has another text", new.file.display())),
            Err(error) => plan.skip(new.from, error),
        }
    }

    /// Plans an accepted answer, unless another one is known.
    fn answer(&self, file: &str, text: &str, of: (Puzzle, Part), name: Name, plan: &mut Plan) {
        let (from, (puzzle, part)) = (self.tree.path(file), of);
        let answer = text.trim().to_owned();
        let same = |new: &&ImportedAnswer| (new.puzzle, new.part) == of && new.name == name;
        let known = self.store.answers(puzzle, name.as_ref());
        let why = match (plan.answers.iter().find(same), known) {
            _ if answer.is_empty() || answer.lines().count() > 1 => "it is not one line".to_owned(),
            (Some(other), _) if other.answer == answer => return,
            (Some(other), _) => format!("{} has another answer", other.from.display()),
            (None, Err(error)) => error.to_string(),
            (None, Ok(known)) => match known.accepted(part) {
                Some(old) if old == answer => return plan.unchanged += 1,
                Some(_) => {
                    let path = self.store.paths.answers_path(puzzle, name.as_ref());
                    format!("{} has another answer to part {part}", path.display())
                }
                None if known.ruled_out(part, &answer).is_some() => {
                    "the site judged this answer wrong".to_owned()
                }
                None => {
                    plan.answers.push(ImportedAnswer {
                        puzzle,
                        part,
                        name,
                        answer,
                        from,
                    });
                    return;
                }
            },
        };
        plan.skip(from, why);
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
    Some((
        tree::puzzle(Year::parse(year)?, Day(digits.parse().ok()?))?,
        part,
    ))
}

/// Refuses what cannot be an input.
fn check(bytes: &[u8]) -> Result<(), String> {
    let text = str::from_utf8(bytes).unwrap_or("\0").trim_start();
    let begins = |with: &str| {
        text.get(..with.len())
            .is_some_and(|it| it.eq_ignore_ascii_case(with))
    };
    let why = if bytes.starts_with(b"\0GITCRYPT") {
        "it is encrypted: run `git-crypt unlock` there first"
    } else if text.starts_with('\0') {
        "it is not text"
    } else if text.is_empty() {
        "it is empty"
    } else if begins("<!doctype") || begins("<html") {
        "it is a page, not an input"
    } else if begins("version https://git-lfs") {
        "it is not the file itself: run `git lfs pull` there first"
    } else if begins("Puzzle inputs differ") || begins("Please don't") || begins("404 Not Found") {
        "it is an error of the site, not an input"
    } else {
        return Ok(());
    };
    Err(why.to_owned())
}

/// The pages that aoc-cli stores as Markdown (`puzzle.md`, and
/// `data/puzzles/01.md` of the common template), by their paths.
#[derive(Debug, Default)]
pub struct Pages(BTreeMap<String, StoredPage>);

/// What a page says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct StoredPage {
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
            let day = name.strip_suffix(".md").and_then(tree::day_in);
            name == PAGE || (day.is_some() && folder.rsplit('/').next() == Some("puzzles"))
        };
        let pages = tree.files.iter().filter(is_page);
        let read = |file: &String| Some(page(&read_text_file(&tree.path(file)).ok()?));
        Self(
            pages
                .filter_map(|file| Some((file.clone(), read(file)?)))
                .collect(),
        )
    }

    /// The title of a puzzle; `year_of` is the year of pages that do not say it.
    pub fn title(&self, puzzle: Puzzle, year_of: &dyn Fn(&str) -> Option<Year>) -> Option<String> {
        let mut of_day = self.0.iter().filter(|it| it.1.day == Some(puzzle.day));
        let year = |(file, page): &(&String, &StoredPage)| page.year.or_else(|| year_of(file));
        of_day
            .find(|it| year(it) == Some(puzzle.year))?
            .1
            .title
            .clone()
    }
}

/// Reads `\--- Day 22: Crab Combat ---`, the link to the event and the sentences
/// about answers.
fn page(text: &str) -> StoredPage {
    let heading = text.lines().find_map(|line| {
        let is_mark = |c: char| c.is_whitespace() || "\\-#=*".contains(c);
        let (day, title) = line
            .trim_matches(is_mark)
            .strip_prefix("Day ")?
            .split_once(':')?;
        Some((Day(day.parse().ok()?), title.trim().replace('\\', "")))
    });
    let (day, title) = heading.unzip();
    // The link back to the calendar; a puzzle's text may link to other years.
    let mut links = text.split("](/").skip(1);
    let answers = text.split("Your puzzle answer was `").skip(1);
    let answers = answers.filter_map(|rest| Some(rest.split_once('`')?.0.to_owned()));
    StoredPage {
        day,
        year: links.find_map(|rest| Year::parse(rest.split_once(')')?.0)),
        title: title.filter(|it| !it.is_empty() && !it.contains(char::is_control)),
        answers: Part::BOTH.into_iter().zip(answers).collect(),
    }
}
