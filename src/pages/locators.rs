//! The examples of past puzzles. A table says where each example and its answers are on the page.
//! The table contains no text of the puzzles. Its header explains the notation.

use aoc_solution::Part;

use super::form::{can_be_answer, is_readable_like};
use super::puzzle_page::PuzzlePage;
use crate::inputs::{Example, Trust};
use crate::puzzle::{LAST_KNOWN_EVENT, Puzzle};

const TABLE: &str = include_str!("example-locators.tsv");

/// The locator for a missing answer.
const NO_ANSWER: &str = "-";

/// The separators between the pieces of a locator. They mean a line feed, nothing, and a space.
const SEPARATORS: [char; 3] = ['+', '~', '_'];

/// The examples of a page that the table knows.
#[derive(Debug, PartialEq)]
pub struct KnownExamples {
    pub examples: Vec<Example>,
    /// True if these are all examples of the page. False if that is not known, because the table
    /// lacks the year or the page has something else at the place of an example.
    pub is_complete: bool,
}

impl KnownExamples {
    /// The examples that code for the user's input can probably parse.
    pub fn readable_like(&self, input: Option<&str>) -> Self {
        let mut readable = self.examples.clone();
        readable
            .retain(|example| input.is_none_or(|input| is_readable_like(&example.input, input)));
        Self {
            is_complete: self.is_complete && readable.len() == self.examples.len(),
            examples: readable,
        }
    }
}

/// Finds the examples of a past puzzle. Answers to a part that the page does not show yet are left
/// out. If the page has something else at the place of an example, the page has changed since the
/// table was made, and no example on it is certain.
pub fn known_examples(page: &PuzzlePage, puzzle: Puzzle) -> KnownExamples {
    let day = format!("{}\t{}\t", puzzle.year, puzzle.day);
    let has_part2 = page.part(Part::Two).is_some();
    let mut examples = Vec::new();
    let mut is_complete = puzzle.year <= LAST_KNOWN_EVENT;
    let mut is_damaged = false;
    for row in TABLE.lines().filter(|row| row.starts_with(&day)) {
        let columns: Vec<&str> = row.split('\t').collect();
        let [_, _, _, text, part1, part2, note] = columns[..] else {
            continue;
        };
        let answers = [part1, if has_part2 { part2 } else { NO_ANSWER }];
        let has_answer = answers != [NO_ANSWER; 2];
        let is_text_shown = has_part2 || !text.starts_with('2');
        if !has_answer || !is_text_shown {
            continue;
        }
        match located_example(text, answers, page) {
            Some(example) => {
                let trust = match note {
                    "rules" => Trust::OtherRules,
                    _ => Trust::Page,
                };
                examples.push(Example { trust, ..example });
            }
            None => is_damaged = true,
        }
    }
    if is_damaged {
        is_complete = false;
        examples.retain(|example| !example.trust.is_active());
    }
    KnownExamples {
        examples,
        is_complete,
    }
}

fn located_example(text: &str, locators: [&str; 2], page: &PuzzlePage) -> Option<Example> {
    let mut answers = [None, None];
    for (answer, locator) in answers.iter_mut().zip(locators) {
        if locator != NO_ANSWER {
            let found = located_text(locator, page)?;
            if !can_be_answer(&found) {
                return None;
            }
            *answer = Some(found);
        }
    }
    let text = located_text(text, page)?;
    if text.trim().is_empty() {
        return None;
    }
    Some(Example::from_page(&(text + "\n"), answers))
}

/// The text that a locator refers to, or its literal text after `=`.
fn located_text(locator: &str, page: &PuzzlePage) -> Option<String> {
    if let Some(literal) = locator.strip_prefix('=') {
        return Some(literal.to_owned());
    }
    let mut text = String::new();
    for piece in locator.split_inclusive(SEPARATORS) {
        let element = piece.trim_end_matches(SEPARATORS);
        if !element.is_empty() {
            text += &element_text(element, page)?;
        }
        match &piece[element.len()..] {
            "+" => text.push('\n'),
            "_" => text.push(' '),
            _ => {}
        }
    }
    Some(text)
}

/// The text of an element. The steps after the number of the element are applied to it.
fn element_text(piece: &str, page: &PuzzlePage) -> Option<String> {
    let (part, element) = piece.split_once('.')?;
    let (kind, rest) = element.split_once('.')?;
    let end = rest.find(['[', '.']).unwrap_or(rest.len());
    let (index, steps) = rest.split_at(end);
    let index: usize = index.parse().ok()?;
    let number: u8 = part.parse().ok()?;
    let part = page.part(Part::try_from(number).ok()?)?;
    // If a tag of this kind was lost, the elements after it have other numbers.
    if part.damaged.contains(kind) {
        return None;
    }
    let mut text = part.elements.get(kind)?.get(index)?.clone();
    for step in steps.split_terminator(']') {
        let (step, argument) = step.split_once('[')?;
        let lines = text.split('\n');
        text = match step {
            "" => joined_items(lines, "\n", argument)?,
            ".w" => joined_items(text.split_whitespace(), " ", argument)?,
            ".cut" => {
                let cut: Vec<&str> = lines
                    .filter_map(|line| line.split(argument).next())
                    .collect();
                cut.join("\n")
            }
            _ => return None,
        };
    }
    Some(text)
}

/// The joined items of a range such as `3` or `1-6`.
fn joined_items<'a>(
    items: impl Iterator<Item = &'a str>,
    separator: &str,
    range: &str,
) -> Option<String> {
    let (first, last) = range.split_once('-').unwrap_or((range, range));
    let first: usize = first.parse().ok()?;
    let last: usize = last.parse().ok()?;
    let items: Vec<&str> = items.collect();
    Some(items.get(first..=last)?.join(separator))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(first: &str, second: &str) -> PuzzlePage {
        let article = |text: &str| format!("<article class=\"day-desc\">{text}</article>");
        let mut articles = article(first);
        if !second.is_empty() {
            articles += &article(second);
        }
        PuzzlePage::parse(&format!("<main>{articles}</main>"))
    }

    #[test]
    fn locators_name_texts_and_parts_of_them() {
        let first =
            "<pre>\n<code>a b\r\n c d:e <em>x</em>\n\n</code></pre><ul><li>one<br>two</li></ul>";
        let page = page(first, "<p><code>four</code> <em>5</em></p>");
        for (locator, text) in [
            ("=12,3", Some("12,3")),
            ("1.pre.0", Some("a b\n c d:e x")),
            ("1.code.0[1]", Some(" c d:e x")),
            ("1.pre.0[0-1].w[1-3]", Some("b c d:e")),
            ("1.pre.0.cut[:]", Some("a b\n c d")),
            ("1.pre.0[1].cut[ d]", Some(" c")),
            ("1.li.0+2.code.0~2.em.0_1.em.0", Some("one\ntwo\nfour5 x")),
            ("2.em.0++2.em.0", Some("5\n\n5")),
            ("1.pre.0[2]", None),
            ("1.pre.1", None),
            ("2.em.0.w[0-1]", None),
        ] {
            assert_eq!(located_text(locator, &page).as_deref(), text, "{locator}");
        }
    }

    #[test]
    fn every_row_of_the_table_can_be_read() {
        let elements = |name: &str| format!("<{name}>0 1 2</{name}>").repeat(200);
        let text = ["pre", "code", "li", "em"].map(elements).concat();
        let page = page(&text, &text);
        let mut rows = 0;
        for row in TABLE.lines().filter(|row| !row.starts_with('#')) {
            let columns: Vec<&str> = row.split('\t').collect();
            assert_eq!(columns.len(), 7, "{row}");
            assert!(columns[3] != "-" && columns[4..6] != ["-"; 2], "{row}");
            assert!(matches!(columns[6], "" | "rules"), "{row}");
            for locator in [columns[3], columns[4], columns[5]] {
                // A locator without steps is a whole element.
                let whole = locator.split(['[', '.']).count() <= 3;
                let is_text = locator == "-" || !whole || located_text(locator, &page).is_some();
                assert!(is_text, "{locator}");
            }
            rows += 1;
        }
        assert!(rows > 400);
        let last = format!("\n{LAST_KNOWN_EVENT}\t");
        let next = format!("\n{}\t", LAST_KNOWN_EVENT.get() + 1);
        assert!(TABLE.contains(&last) && !TABLE.contains(&next));
    }

    /// Something between the site and this computer has changed elements of the page.
    #[test]
    fn nothing_is_certain_where_the_page_has_something_else() {
        // In 2020/1 the text is a `pre`, and the answer is a `code` after it.
        let puzzle = Puzzle::of(2020, 1);
        let examples = |pre: &str, code: &str| {
            let page = page(&format!("<pre>{pre}</pre>{}", code.repeat(9)), "");
            known_examples(&page, puzzle).examples
        };
        assert_eq!(examples("1\n2", "<code>7</code>").len(), 1);
        for (pre, code) in [
            ("", "<code>7</code>"),
            ("\n \n", "<code>7</code>"),
            ("1\n2", "<code></code>"),
            ("1\n2", "<code>*</code>"),
            ("1\n2", "<code>two words</code>"),
            ("1\n2", "<em>7</em>"),
        ] {
            assert_eq!(examples(pre, code), [], "{pre} {code}");
        }
        // In 2020/6 texts and answers are in `code`. Of two examples, one lacks its answer.
        let puzzle = Puzzle::of(2020, 6);
        let of_codes = |codes: usize| {
            let page = page(&"<code>3</code>".repeat(codes), "");
            known_examples(&page, puzzle)
        };
        assert!(of_codes(29).is_complete);
        for codes in 1..29 {
            let known = of_codes(codes);
            assert!(known.is_complete || known.examples.is_empty(), "{codes}");
        }
    }

    #[test]
    fn a_row_counts_as_a_whole_and_for_the_parts_that_are_there() {
        let puzzle = Puzzle::of(2020, 1);
        let one = "<pre>1\n2</pre>".to_owned() + &"<code>7</code>".repeat(7);
        let two = "<code>8</code>".repeat(5);
        let known = |first: &str, second: &str| known_examples(&page(first, second), puzzle);
        let found = |examples, is_complete| KnownExamples {
            examples,
            is_complete,
        };
        let example = |part2: Option<&str>| {
            let answers = [Some("7".to_owned()), part2.map(str::to_owned)];
            vec![Example::from_page("1\n2\n", answers)]
        };
        assert_eq!(known(&one, ""), found(example(None), true));
        assert_eq!(known(&one, &two), found(example(Some("8")), true));
        assert_eq!(known(&one, "<p>text</p>"), found(Vec::new(), false));
        assert_eq!(known("<pre>1</pre>", ""), found(Vec::new(), false));
        for (year, day, is_complete) in [(2015, 16, true), (2030, 1, false)] {
            let puzzle = Puzzle::of(year, day);
            let known = known_examples(&page(&one, &two), puzzle);
            assert_eq!(known, found(Vec::new(), is_complete), "{year}");
        }
    }
}
