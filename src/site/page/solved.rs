//! How far a puzzle is solved, by its page.

use aoc_solution::Part;

use super::document::{Block, PuzzlePage, text};

impl PuzzlePage {
    /// Whether the part is solved. The second part of an event's last day has no
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
        let mut paragraphs = part.blocks.iter().chain(&part.below).map(Block::spans);
        paragraphs
            .find_map(|spans| Some(text(spans)).filter(|text| text.contains(MISSING)))
            .map(|text| text.split_whitespace().collect::<Vec<_>>().join(" "))
    }
}

const MISSING: &str = "You don't have enough stars";

#[cfg(test)]
mod tests {
    use super::*;

    const FIRST: &str = "<article class=\"day-desc\"><h2>--- Day 25: Title ---</h2><p>Both parts \
         of this puzzle are complete! You don't have enough stars.</p></article>";
    const SECOND: &str =
        "<article class=\"day-desc\"><h2 id=\"part2\">--- Part Two ---</h2></article>";
    const ANSWER: &str = "<p>Your puzzle answer was <code>51</code>.</p>";

    fn page(main: &str) -> PuzzlePage {
        let sidebar = "<div id=\"sidebar\"><p>Both parts of this puzzle are complete!</p></div>";
        PuzzlePage::parse(&format!("<body>{sidebar}<main>{main}</main></body>"))
    }

    #[test]
    fn parts_are_solved_one_after_the_other() {
        let open = page(FIRST);
        assert!(!open.has_solved(Part::One) && !open.has_solved(Part::Two));
        let half = page(&format!("{FIRST}{ANSWER}{SECOND}"));
        assert!(half.has_solved(Part::One) && !half.has_solved(Part::Two));
        let both = page(&format!("{FIRST}{ANSWER}{SECOND}{ANSWER}"));
        assert!(both.has_solved(Part::Two));
        assert!(!PuzzlePage::default().has_solved(Part::One));
    }

    #[test]
    fn the_last_star_has_no_answer() {
        let sentence = "You don't have enough stars to start it, though. You need 10 more.";
        for below in [
            format!("{SECOND}<p>{sentence}</p>"),
            SECOND.replace("</article>", &format!("<p>{sentence}</p></article>")),
        ] {
            let short = page(&format!("{FIRST}{ANSWER}{below}"));
            assert_eq!(short.missing_stars().as_deref(), Some(sentence));
            assert!(!short.has_solved(Part::Two));
        }
        let complete = "<p class=\"day-success\">Both parts of this puzzle are complete! **</p>";
        let done = page(&format!("{FIRST}{ANSWER}{SECOND}{complete}"));
        assert!(done.has_solved(Part::Two));
        assert_eq!(done.answer(Part::Two), None);
        assert_eq!(done.missing_stars(), None);
    }
}
