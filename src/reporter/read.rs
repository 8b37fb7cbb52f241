//! The results of `aoc read`.

use std::path::PathBuf;

use aoc_solution::Part;
use serde::Serialize;

use super::markdown::page_markdown;
use super::page::page_text;
use crate::puzzle::{Day, Puzzle, Year};
use crate::site::{PartText, PuzzlePage};
use crate::terminal::screen::Terminal;

/// A page that is to be shown, or one part of it.
#[derive(Debug)]
pub struct ReadPage {
    pub puzzle: Puzzle,
    /// With absolute links.
    pub page: PuzzlePage,
    /// `None` for all parts.
    pub part: Option<Part>,
    /// The cached page.
    pub file: PathBuf,
}

/// What `aoc read --json` prints: schema `aoc-read/1`.
#[derive(Debug, Serialize)]
pub struct ReadResults {
    schema: &'static str,
    results: Vec<ReadResult>,
}

#[derive(Debug, Serialize)]
struct ReadResult {
    year: Year,
    day: Day,
    file: PathBuf,
    parts: Vec<ReadPart>,
}

#[derive(Debug, Serialize)]
struct ReadPart {
    part: u8,
    heading: String,
    markdown: String,
    /// The accepted answer, if the page shows it.
    answer: Option<String>,
}

impl ReadPage {
    /// The parts that are to be shown.
    fn parts(&self) -> Vec<(Part, &PartText)> {
        let parts = Part::BOTH.into_iter().zip(&self.page.parts);
        parts
            .filter(|(part, _)| self.part.is_none_or(|only| only == *part))
            .collect()
    }

    fn texts(&self) -> Vec<&PartText> {
        self.parts().into_iter().map(|(_, text)| text).collect()
    }

    /// As text for a terminal.
    pub fn text(&self, terminal: Terminal) -> String {
        page_text(terminal, &self.page, &self.texts())
    }

    /// As Markdown.
    pub fn markdown(&self) -> String {
        page_markdown(&self.page, &self.texts())
    }

    fn result(&self) -> ReadResult {
        let part = |(part, text): (Part, &PartText)| ReadPart {
            part: part.into(),
            heading: text.heading.clone(),
            markdown: page_markdown(&self.page, &[text]),
            answer: text.answer.clone(),
        };
        ReadResult {
            year: self.puzzle.year,
            day: self.puzzle.day,
            file: self.file.clone(),
            parts: self.parts().into_iter().map(part).collect(),
        }
    }
}

impl ReadResults {
    pub fn new(pages: &[ReadPage]) -> Self {
        Self {
            schema: "aoc-read/1",
            results: pages.iter().map(ReadPage::result).collect(),
        }
    }
}
