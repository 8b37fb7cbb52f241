//! A puzzle's page as plain data: its parts, and the user.

mod blocks;

use std::collections::{BTreeMap, BTreeSet};

use aoc_solution::Part;

use self::blocks::BlockReader;
pub use self::blocks::{Block, StyledText, unstyled};
use super::html::{User, first, is_logged_out, is_within, page_title, plain_text, title, user};
use super::markup::{Html, Node, parse_html};
use crate::puzzle::Puzzle;
use crate::terminal::sanitize;

/// The beginning of the sentence below a puzzle with both stars.
pub const COMPLETE: &str = "Both parts of this puzzle are complete";

/// The beginning of the sentence below part 1 if only this part is solved.
const FIRST_HALF: &str = "The first half of this puzzle is complete";

/// The contents of `/YEAR/day/DAY`. Only the title is sanitized.
#[derive(Default)]
pub struct PuzzlePage {
    /// The text of the element `title`, sanitized. Empty if there is none.
    pub title: String,
    /// True if the page is for a user who is not logged in.
    pub logged_out: bool,
    /// One or two parts. Empty if the page is not a puzzle's.
    pub parts: Vec<PartText>,
    /// The user in the page's header.
    pub user: Option<User>,
    /// True if the page contains the first part twice, for example after a damaged transfer. The
    /// second copy is not read.
    pub begins_again: bool,
    /// The part whose answer the page's form takes. `None` if there is no form.
    form_part: Option<Part>,
    /// True if the form has a field for an answer. The form for an event's last star has only a
    /// button.
    has_answer_field: bool,
}

#[derive(Default)]
pub struct PartText {
    /// The heading, such as `--- Day 22: Crab Combat ---`.
    pub heading: String,
    pub blocks: Vec<Block>,
    /// The paragraphs below the part: the accepted answer, a short input, and the number of stars.
    pub below: Vec<Block>,
    /// The accepted answer.
    pub answer: Option<String>,
    /// The input, if the page shows it.
    input: Option<String>,
    /// The texts of all `pre`, `code`, `li` and `em` elements, by the name of the element. Line
    /// feeds at the end are removed. The table of examples refers to these texts.
    pub elements: BTreeMap<String, Vec<String>>,
    /// The names of elements that lost a start or end tag during the transfer. The number and the
    /// texts of these elements may differ from those on the site.
    pub damaged: BTreeSet<String>,
}

impl PuzzlePage {
    /// Parses a page. Never fails: a page that is not a puzzle's has no parts.
    pub fn parse(html: &str) -> Self {
        Self::new(&parse_html(html))
    }

    pub fn new(html: &Html) -> Self {
        let mut page = Self {
            title: title(html),
            logged_out: is_logged_out(html),
            user: user(html),
            ..Self::default()
        };
        let Some(main) = first(html, "main") else {
            return page;
        };
        for element in main.descendants() {
            match element.name() {
                _ if page.begins_again => break,
                "article" | "p" if is_within(element, "article") => {}
                "article" => page.read_part(element),
                "p" => page.read_below(element),
                "input" if element.attr("name") == "level" => {
                    page.form_part = element.attr("value").parse().ok();
                }
                "input" if element.attr("name") == "answer" => {
                    page.has_answer_field = matches!(element.attr("type"), "" | "text");
                }
                _ => {}
            }
        }
        page
    }

    fn read_part(&mut self, article: Node) {
        let mut part = PartText::default();
        for block in BlockReader::read(article) {
            match block {
                Block::Heading(spans) if part.heading.is_empty() => part.heading = unstyled(&spans),
                block => part.blocks.push(block),
            }
        }
        if !self.parts.is_empty() && part.heading.starts_with("--- Day ") {
            self.begins_again = true;
            return;
        }
        part.damaged = article.unpaired_tags().map(str::to_owned).collect();
        for element in article.descendants() {
            let name = element.name();
            if matches!(name, "pre" | "code" | "li" | "em") {
                let texts = part.elements.entry(name.to_owned());
                let text = element.text().trim_end_matches('\n').to_owned();
                texts.or_default().push(text);
            }
        }
        self.parts.push(part);
    }

    /// Reads a paragraph outside of the parts. Most paragraphs are ignored.
    fn read_below(&mut self, paragraph: Node) {
        let Some(part) = self.parts.last_mut() else {
            return;
        };
        let sentence = plain_text(paragraph);
        let code = first(paragraph, "code")
            .map(|code| code.text().trim().to_owned())
            .filter(|code| !code.is_empty());
        if sentence.starts_with("Your puzzle answer was") {
            part.answer = code;
        } else if sentence.starts_with("Your puzzle input ") {
            part.input = code;
        } else if paragraph.attr("class") != "day-success"
            // This sentence is about the event's last star.
            && !sentence.contains("have enough stars to")
        {
            return;
        }
        part.below.extend(BlockReader::read(paragraph));
    }

    pub fn part(&self, part: Part) -> Option<&PartText> {
        self.parts.get(part.index())
    }

    /// The accepted answer to a part.
    pub fn answer(&self, part: Part) -> Option<&str> {
        self.part(part)?.answer.as_deref()
    }

    /// The user's input. The page shows only short inputs.
    pub fn input(&self) -> Option<&str> {
        self.parts.iter().find_map(|part| part.input.as_deref())
    }

    /// True if this is the title of the puzzle's page.
    pub fn is_titled(&self, puzzle: Puzzle) -> bool {
        self.title == page_title(puzzle)
    }

    /// The name of the puzzle, sanitized. `None` if the page does not have it.
    pub fn name(&self, puzzle: Puzzle) -> Option<String> {
        let heading = self.parts.first()?.heading.trim_matches(['-', ' ']);
        let name = heading.strip_prefix(&format!("Day {}: ", puzzle.day))?;
        (!name.is_empty()).then(|| sanitize(name))
    }

    /// True if the part is solved. The page may lack the answer, as for the second part of an
    /// event's last day. In that case, a sentence or the form for the answer shows that the part is
    /// solved.
    pub fn has_solved(&self, part: Part) -> bool {
        if self.answer(part).is_some() || self.says(COMPLETE) {
            return true;
        }
        part == Part::One && (self.form_part == Some(Part::Two) || self.says(FIRST_HALF))
    }

    /// True if the page takes or shows an answer to part 2. For the last star of an event it does
    /// neither.
    pub fn has_answer_to_part2(&self) -> bool {
        let has_field = self.form_part == Some(Part::Two) && self.has_answer_field;
        has_field || self.answer(Part::Two).is_some()
    }

    /// True if a paragraph below a part begins with this sentence.
    fn says(&self, sentence: &str) -> bool {
        self.parts
            .iter()
            .flat_map(|part| &part.below)
            .any(|block| unstyled(block.spans()).starts_with(sentence))
    }

    /// The sentence that refuses an event's last star because other stars are missing.
    pub fn refusal_of_last_star(&self) -> Option<String> {
        let part = self.part(Part::Two)?;
        part.blocks
            .iter()
            .chain(&part.below)
            .map(|block| unstyled(block.spans()).replace('\n', " "))
            .find(|text| text.contains("You don't have enough stars"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_that_of_its_title() {
        let page = PuzzlePage::parse("<title>Day 22 - Advent of Code 2020</title>");
        assert!(page.is_titled(Puzzle::of(2020, 22)));
        for (year, day) in [(2020, 2), (2021, 22), (2020, 21)] {
            assert!(!page.is_titled(Puzzle::of(year, day)), "{year}/{day}");
        }
    }

    #[test]
    fn what_is_solved_is_known_from_the_paragraphs_below_the_parts() {
        let answer = |answer: &str| format!("<p>Your puzzle answer was <code>{answer}</code>.</p>");
        let both = "<p class=day-success>Both parts of this puzzle are complete! They provide</p>";
        let quoted = "<article>Your puzzle answer was <code>1</code>. Both parts of this puzzle are \
                      complete</article>";
        for (html, solved) in [
            (quoted.to_owned(), [false, false]),
            (
                format!("{quoted}<p>Soon: Both parts of this puzzle are complete!</p>"),
                [false, false],
            ),
            (format!("{quoted}{}", answer("7")), [true, false]),
            (format!("{quoted}{}", answer(" ")), [false, false]),
            (
                format!("{quoted}{}{quoted}{}", answer("7"), answer("8")),
                [true, true],
            ),
            (
                format!("{quoted}{}{quoted}{both}", answer("7")),
                [true, true],
            ),
        ] {
            let page = PuzzlePage::parse(&format!("<main>{html}</main>"));
            let found = Part::BOTH.map(|part| page.has_solved(part));
            assert_eq!(found, solved, "{html}");
        }
    }

    #[test]
    fn part_1_is_solved_if_a_sentence_or_the_form_shows_it() {
        let part = "<article><h2>T</h2></article>";
        let half = "<p class=day-success>The first half of this puzzle is complete! It provides";
        let form = |level| format!("<form><input type=hidden name=level value=\"{level}\"></form>");
        for (html, is_solved) in [
            (
                format!("<p>Your answer: <code>7</code></p>{half}</p>{part}"),
                true,
            ),
            (
                format!("<p>Your puzzle answer was <code></code>.</p>{half}</p>{part}"),
                true,
            ),
            (format!("{part}{}", form("2")), true),
            (form("1"), false),
            (form("x"), false),
        ] {
            let page = PuzzlePage::parse(&format!("<main>{part}{html}</main>"));
            let found = Part::BOTH.map(|part| page.has_solved(part));
            assert_eq!(found, [is_solved, false], "{html}");
        }
    }

    /// Browsers do not show the contents of these elements.
    #[test]
    fn an_answer_in_an_invisible_element_is_none() {
        let part = "<article><h2>--- Day 1: A ---</h2></article>";
        let answer = "<p>Your puzzle answer was <code>7</code>.</p>";
        for (start, end) in [
            ("<template>", "</template>"),
            ("<template><template></template>", "</template>"),
            ("<TEMPLATE id=a>", "</TEMPLATE>"),
            ("<noscript>", "</noscript>"),
            ("<textarea>", "</textarea>"),
            ("<textarea>a &amp; b", "</textarea>"),
            ("<p>Your puzzle answer was <noscript>", "</noscript></p>"),
            // All following text is inside this element.
            ("<template>", ""),
        ] {
            let hidden = format!("<main>{part}{start}{answer}{end}</main>");
            let page = PuzzlePage::parse(&hidden);
            assert_eq!(page.answer(Part::One), None, "{start}");
            if !end.is_empty() {
                let page = PuzzlePage::parse(&format!("<main>{part}{start}x{end}{answer}</main>"));
                assert_eq!(page.answer(Part::One), Some("7"), "{start}");
            }
        }
    }

    /// The answer to part one must not become the answer to part two.
    #[test]
    fn a_first_part_that_is_there_twice_is_no_second_one() {
        let part = "<article><h2>--- Day 1: A ---</h2></article>";
        let two = "<article><h2>--- Part Two ---</h2></article>";
        let answer = |answer: &str| format!("<p>Your puzzle answer was <code>{answer}</code>.</p>");
        for (html, begins_again, answers) in [
            (
                part.to_owned() + &answer("7") + two,
                false,
                [Some("7"), None],
            ),
            (part.to_owned() + part + &answer("7"), true, [None, None]),
            (
                part.to_owned() + &answer("7") + part + &answer("7"),
                true,
                [Some("7"), None],
            ),
        ] {
            let page = PuzzlePage::parse(&format!("<main>{html}</main>"));
            assert_eq!(page.begins_again, begins_again, "{html}");
            assert_eq!(Part::BOTH.map(|part| page.answer(part)), answers, "{html}");
        }
    }

    #[test]
    fn a_short_input_and_the_missing_stars_are_read_from_the_page() {
        let part = "<article>Find <code>9</code>.</article>";
        let short = "<p>Your puzzle input is <code>\n12-34 </code>.</p>";
        let linked = "<p>Your puzzle input is <a href=day/1/input>here</a>.</p>";
        let missing = "<article>You don't have enough stars\nfor it: 2 are missing.</article>";
        let needs = "You don't have enough stars for it: 2 are missing.";
        for (html, input, stars) in [
            (format!("{part}{short}"), Some("12-34"), None),
            (format!("{part}{part}{short}"), Some("12-34"), None),
            (format!("{part}{linked}"), None, None),
            (part.to_owned(), None, None),
            (format!("{part}{missing}"), None, Some(needs)),
            // Only part two has this sentence.
            (format!("{missing}{part}"), None, None),
        ] {
            let page = PuzzlePage::parse(&format!("<main>{html}</main>"));
            assert_eq!(page.input(), input, "{html}");
            assert_eq!(page.refusal_of_last_star().as_deref(), stars, "{html}");
        }
    }
}
