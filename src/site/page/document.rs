//! What a puzzle's page says, as plain data: for showing it, and for whoever
//! reads something out of it.

use aoc_solution::Part;

/// A page of `/YEAR/day/DAY`. Nothing in it is sanitized.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PuzzlePage {
    /// Of the element `title`.
    pub title: Option<String>,
    /// Whether it was made for someone who is not logged in.
    pub logged_out: bool,
    /// The parts that it shows: one or two, or none if it is no puzzle's page.
    pub parts: Vec<PartText>,
    /// Where the links of all parts lead, as the page has it. Spans refer to
    /// these by their index.
    pub links: Vec<String>,
}

/// One part of the puzzle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PartText {
    /// Such as `--- Day 22: Crab Combat ---`.
    pub heading: String,
    pub blocks: Vec<Block>,
    /// What stands below it: the accepted answer, the input if it is so short
    /// that the page shows it, and how many stars there are.
    pub below: Vec<Block>,
    /// The accepted answer.
    pub answer: Option<String>,
    /// The input, where the page shows it.
    pub input: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    Heading(Vec<Span>),
    /// Runs of blanks are single blanks; a line feed is a break.
    Paragraph(Vec<Span>),
    /// Preformatted text of several lines.
    Code(Vec<Span>),
    List {
        /// Whether the items are numbered.
        ordered: bool,
        items: Vec<Vec<Block>>,
    },
}

/// Text in one style.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Span {
    pub text: String,
    pub emphasis: bool,
    pub code: bool,
    /// The index of the link that it belongs to.
    pub link: Option<usize>,
}

impl PuzzlePage {
    pub fn part(&self, part: Part) -> Option<&PartText> {
        self.parts.get(part.index())
    }

    /// The accepted answer to a part.
    pub fn answer(&self, part: Part) -> Option<&str> {
        self.part(part)?.answer.as_deref()
    }

    /// The user's input, where it is so short that the page shows it.
    pub fn input(&self) -> Option<&str> {
        self.parts.iter().find_map(|part| part.input.as_deref())
    }
}

impl Block {
    /// Its own text, without that of lists in it.
    pub fn spans(&self) -> &[Span] {
        match self {
            Self::Heading(spans) | Self::Paragraph(spans) | Self::Code(spans) => spans,
            Self::List { .. } => &[],
        }
    }
}

/// The text of spans without their style.
pub fn text(spans: &[Span]) -> String {
    spans.iter().map(|span| span.text.as_str()).collect()
}
