//! What a puzzle's page says, as plain data: for showing it, and for whoever
//! reads something out of it.

use aoc_solution::Part;

use crate::config::BaseUrl;
use crate::puzzle::Puzzle;
use crate::terminal::sanitize;

/// A page of `/YEAR/day/DAY`. Nothing in it is sanitized.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PuzzlePage {
    /// Of the element `title`.
    pub title: Option<String>,
    /// It was made for someone who is not logged in.
    pub logged_out: bool,
    /// The parts that it shows: one or two, or none if it is no puzzle's page.
    pub parts: Vec<PartText>,
    /// The addresses of all links, as the page has them. Spans refer to these by
    /// their index.
    pub links: Vec<String>,
}

/// One part of the puzzle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PartText {
    /// Such as `--- Day 22: Crab Combat ---`.
    pub heading: String,
    pub blocks: Vec<Block>,
    /// The paragraphs below it: the accepted answer, the input if it is so short
    /// that the page shows it, and how many stars there are.
    pub below: Vec<Block>,
    /// The accepted answer.
    pub answer: Option<String>,
    /// The input, where the page shows it.
    pub input: Option<String>,
    /// The elements that examples are known to be in, at any depth.
    pub elements: Vec<TextElement>,
}

/// The text of a `pre`, `code`, `li` or `em`, without the line ends behind it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextElement {
    pub name: String,
    pub text: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    Heading(Vec<Span>),
    /// Runs of blanks are single blanks; a line feed is a break.
    Paragraph(Vec<Span>),
    /// Preformatted text of several lines.
    Code(Vec<Span>),
    List {
        /// The items are numbered.
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
    pub struck: bool,
    /// The index of the link that it belongs to.
    pub link: Option<usize>,
    /// The text that browsers show when the mouse rests on it.
    pub note: Option<String>,
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

    /// Returns whether the title is that of the puzzle's page.
    pub fn is_titled(&self, puzzle: Puzzle) -> bool {
        let title = format!("Day {} - Advent of Code {}", puzzle.day, puzzle.year);
        self.title.as_ref() == Some(&title)
    }

    /// The name of the puzzle, if this is its page. It is safe to show.
    pub fn name(&self, puzzle: Puzzle) -> Option<String> {
        let first = self.parts.first().filter(|_| self.is_titled(puzzle))?;
        let heading = first.heading.trim_matches(['-', ' ']);
        let name = heading.strip_prefix(&format!("Day {}: ", puzzle.day))?;
        let name = sanitize(name.trim()).into_owned();
        (!name.is_empty()).then_some(name)
    }

    /// Returns whether the part is solved. The second part of an event's last day has no
    /// answer.
    pub fn has_solved(&self, part: Part) -> bool {
        let both = "Both parts of this puzzle are complete";
        let mut below = self.parts.iter().flat_map(|part| &part.below);
        self.answer(part).is_some() || below.any(|block| text(block.spans()).starts_with(both))
    }

    /// The sentence that says how many stars the event's last one needs, if they
    /// are not there.
    pub fn missing_stars(&self) -> Option<String> {
        let part = self.part(Part::Two)?;
        let mut paragraphs = part.blocks.iter().chain(&part.below);
        let sentence = paragraphs.find_map(|block| {
            Some(text(block.spans())).filter(|text| text.contains("You don't have enough stars"))
        })?;
        Some(sentence.split_whitespace().collect::<Vec<_>>().join(" "))
    }

    /// Makes the addresses of links absolute. What leads to no web page becomes
    /// empty.
    #[must_use]
    pub fn with_absolute_links(mut self, base_url: &BaseUrl, puzzle: Puzzle) -> Self {
        let page = base_url.at(&puzzle.page_path());
        for link in &mut self.links {
            let absolute = page.join(link).ok();
            let absolute = absolute.filter(|url| matches!(url.scheme(), "http" | "https"));
            *link = absolute.map_or_else(String::new, Into::into);
        }
        self
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
