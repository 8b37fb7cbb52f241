//! How far a puzzle is solved, read from its page.

use std::sync::LazyLock;

use aoc_solution::Part;
use scraper::{ElementRef, Html, Selector};

use super::html_text::line;

static PARAGRAPHS: LazyLock<Selector> = LazyLock::new(|| selector("main p"));
static CODE: LazyLock<Selector> = LazyLock::new(|| selector("code"));
static ARTICLES: LazyLock<Selector> = LazyLock::new(|| selector("main > article"));

/// What a puzzle's page says of its user's progress.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SolvedParts {
    /// The accepted answers. The second part of an event's last day has none.
    pub answers: [Option<String>; 2],
    /// Whether both parts are solved.
    pub both: bool,
    /// How many parts of the puzzle are shown.
    pub parts: usize,
    /// The sentence that says how many stars the event's last star needs, if
    /// they are not there yet.
    pub missing_stars: Option<String>,
}

impl SolvedParts {
    pub fn parse(html: &str) -> Self {
        let document = Html::parse_document(html);
        let mut solved = Self {
            parts: document.select(&ARTICLES).count(),
            ..Self::default()
        };
        let mut answers = solved.answers.iter_mut();
        for paragraph in document.select(&PARAGRAPHS) {
            let text = line(paragraph);
            // A puzzle's text may say anything.
            let is_below = paragraph.parent().and_then(ElementRef::wrap);
            let is_below = is_below.is_some_and(|parent| parent.value().name() == "main");
            if is_below && text.starts_with("Your puzzle answer was") {
                let code = paragraph.select(&CODE).next();
                if let (Some(code), Some(answer)) = (code, answers.next()) {
                    *answer = Some(code.text().collect());
                }
            } else if is_below && text.starts_with("Both parts of this puzzle are complete") {
                solved.both = true;
            } else if text.contains("You don't have enough stars") {
                solved.missing_stars = Some(text);
            }
        }
        solved
    }

    pub fn has(&self, part: Part) -> bool {
        self.both || self.answers[part.index()].is_some()
    }
}

fn selector(css: &str) -> Selector {
    Selector::parse(css).expect("a selector")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const FIRST: &str = "<article class=\"day-desc\"><h2>--- Day 3: Title ---</h2><p>Your puzzle \
         answer was <code>decoy</code>.</p></article>";
    const SECOND: &str = "<article class=\"day-desc\"><h2 id=\"part2\">--- Part Two \
         ---</h2></article>";

    fn solved(main: &str) -> SolvedParts {
        let sidebar = "<div id=\"sidebar\"><p>Your puzzle answer was <code>1</code></p></div>";
        SolvedParts::parse(&format!("<body>{sidebar}<main>{main}</main></body>"))
    }

    #[test]
    fn nothing_is_solved_at_first() {
        let open = solved(&format!("{FIRST}<p>Answer: <input type=\"text\"></p>"));
        assert_eq!(open.parts, 1);
        assert!(Part::BOTH.iter().all(|&part| !open.has(part)));
        assert_eq!(SolvedParts::parse(""), SolvedParts::default());
    }

    #[test]
    fn answers_stand_below_their_parts() {
        let one = "<p>Your puzzle answer was <code>a&lt;b&amp;\nc</code>.</p><p \
             class=\"day-success\">The first half of this puzzle is complete! It provides one \
             gold star: *</p>";
        let half = solved(&format!("{FIRST}{one}{SECOND}"));
        assert_eq!(half.answers, [Some("a<b&\nc".to_owned()), None]);
        assert_eq!((half.both, half.parts), (false, 2));
        let two = "<p>Your puzzle answer was <code>620</code>.</p><p class=\"day-success\">Both \
             parts of this puzzle are complete! They provide two gold stars: **</p>";
        let both = solved(&format!("{FIRST}{one}{SECOND}{two}"));
        assert_eq!(both.answers[1].as_deref(), Some("620"));
        assert!(both.both);
    }

    #[test]
    fn the_last_star_has_no_answer() {
        let one = "<p>Your puzzle answer was <code>51</code>.</p>";
        let short = "<p>You don't have enough stars to start it, though.  You need 10 more.</p>";
        let short = solved(&format!("{FIRST}{one}{SECOND}{short}"));
        let sentence = "You don't have enough stars to start it, though. You need 10 more.";
        assert_eq!(short.missing_stars.as_deref(), Some(sentence));
        assert!(!short.has(Part::Two));
        let both = "<p class=\"day-success\">Both parts of this puzzle are complete!</p>";
        let done = solved(&format!("{FIRST}{one}{SECOND}{both}"));
        assert!(done.has(Part::Two));
        assert_eq!(done.answers, [Some("51".to_owned()), None]);
    }

    proptest! {
        #[test]
        fn every_text_is_read(html in any::<String>()) {
            SolvedParts::parse(&html);
            solved(&html);
        }
    }
}
