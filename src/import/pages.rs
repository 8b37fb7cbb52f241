//! The pages that aoc-cli stores as Markdown (`puzzle.md`, and `data/puzzles/01.md`
//! of fspoettel's template): which puzzle they are of, and the accepted answers.

use std::collections::BTreeMap;

use aoc_solution::Part;

use super::place;
use super::tree::Tree;
use crate::files::read_text_file;
use crate::puzzle::{Day, Puzzle, Year};

/// What a page says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Page {
    pub day: Option<Day>,
    pub year: Option<Year>,
    pub title: Option<String>,
    pub answers: Vec<(Part, String)>,
}

/// The pages of a tree, by their paths from its root.
#[derive(Debug, Default)]
pub struct Pages(BTreeMap<String, Page>);

/// The name that aoc-cli gives to a page.
const FILE: &str = "puzzle.md";

impl Pages {
    pub fn read(tree: &Tree) -> Self {
        let is_page = |file: &&String| {
            let (folder, name) = file.rsplit_once('/').unwrap_or(("", file));
            let is_numbered = name.strip_suffix(".md").and_then(place::day_in).is_some();
            name == FILE || (is_numbered && folder.rsplit('/').next() == Some("puzzles"))
        };
        let read = |file: &String| {
            let text = read_text_file(&tree.path(file)).ok()?;
            Some((file.clone(), page(&text)))
        };
        Self(tree.files.iter().filter(is_page).filter_map(read).collect())
    }

    /// The page in a folder, if it is the only one.
    pub fn in_folder(&self, folder: &str) -> Option<&Page> {
        let file = match folder {
            "" => FILE.to_owned(),
            folder => format!("{folder}/{FILE}"),
        };
        self.0.get(&file)
    }

    /// Each with its path.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Page)> {
        self.0.iter().map(|(file, page)| (&**file, page))
    }

    /// The title of a puzzle of this year.
    pub fn title(
        &self,
        puzzle: Puzzle,
        year: impl Fn(&str, &Page) -> Option<Year>,
    ) -> Option<&str> {
        let mut of_day = self.iter().filter(|(_, page)| page.day == Some(puzzle.day));
        let (_, page) = of_day.find(|(file, page)| year(file, page) == Some(puzzle.year))?;
        page.title.as_deref()
    }
}

/// Reads `\--- Day 22: Crab Combat ---`, the link to the event and the sentences
/// about answers.
fn page(text: &str) -> Page {
    let mut page = Page::default();
    let headings = text.lines().filter_map(|line| {
        let line = line.trim_matches(|c: char| c.is_whitespace() || "\\-#=*".contains(c));
        let (day, title) = line.strip_prefix("Day ")?.split_once(':')?;
        Some((Day(day.parse().ok()?), title.trim().replace('\\', "")))
    });
    if let Some((day, title)) = headings.take(1).next() {
        page.day = Some(day);
        page.title = Some(title).filter(|it| !it.is_empty() && !it.contains(char::is_control));
    }
    // The link back to the calendar; a puzzle's text may link to other years.
    let mut links = text.split("](/").skip(1);
    page.year = links.find_map(|rest| Year::parse(rest.split_once(')')?.0));
    let answers = text.split("Your puzzle answer was `").skip(1);
    let answers = answers.filter_map(|rest| rest.split_once('`').map(|(answer, _)| answer));
    page.answers = Part::BOTH
        .into_iter()
        .zip(answers.map(str::to_owned))
        .collect();
    page
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_says_its_puzzle_and_answers() {
        let text = "\\--- Day 22: Crab \\[Combat\\] ---\n----------\n\nSome [text](/2016/day/1) and [more](https://adventofcode.com/2018).\n\n\
            Your puzzle answer was `33400`.\n\n\\--- Part Two ---\n----------\n\nMore.\n\n\
            Your puzzle answer was `a b`.\n\nYou should [return to your Advent calendar](/2020).\n";
        let page = page(text);
        assert_eq!((page.day, page.year), (Some(Day(22)), Some(Year(2020))));
        assert_eq!(page.title.as_deref(), Some("Crab [Combat]"));
        let answers = [
            (Part::One, "33400".to_owned()),
            (Part::Two, "a b".to_owned()),
        ];
        assert_eq!(page.answers, answers);
        assert_eq!(super::page("# Notes\n[x](/about) `1`\n"), Page::default());
    }
}
