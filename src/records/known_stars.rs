//! The parts of a day that are known to be solved, according to each source.

use aoc_solution::Part;

/// The stars of a day, according to each source.
#[derive(Clone, Copy, Default)]
pub struct KnownStars {
    /// True for each part that the stored files show as solved.
    pub stored: [bool; 2],
    /// The number of stars as the site showed it. `None` if the site never showed it.
    pub on_site: Option<u8>,
    /// True for each part that must be solved because a later star is known: the last star of an
    /// event requires all others, and part 2 requires part 1.
    pub required: [bool; 2],
}

impl KnownStars {
    /// True if a part is known to be solved.
    pub fn is_solved(self, part: Part) -> bool {
        let index = part.index();
        self.required[index] || self.stored[index] || self.on_site >= Some(part.into())
    }

    /// The part to solve next. `None` if both parts are known to be solved.
    pub fn open_part(self) -> Option<Part> {
        Part::BOTH.into_iter().find(|part| !self.is_solved(*part))
    }

    /// The number of stars, 0 to 2. `None` if nothing is known.
    pub fn count(self) -> Option<u8> {
        let solved = Part::BOTH.map(|part| u8::from(self.is_solved(part)));
        match solved.iter().sum() {
            0 => self.on_site,
            count => Some(count),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inputs::RecordedAnswers;
    use crate::pages::PuzzlePage;
    use crate::puzzle::Puzzle;
    use crate::records::KnownAnswers;

    /// The answer to part 1 may be recorded by hand, or the site may have called it right.
    #[test]
    fn a_page_takes_precedence_over_an_answer_that_nobody_judged() {
        let guess = "[[guess]]\npart = 1\nanswer = 5\nverdict = 'right'\ntime = \
                     2020-12-22T05:00:00Z\n";
        let open = "<main><article class=\"day-desc\"><h2>T</h2></article></main>";
        let solved = open.replace(
            "</main>",
            "<p>Your puzzle answer was <code>5</code>.</p></main>",
        );
        for (answers, page, is_solved) in [
            ("", None, false),
            ("", Some(open), false),
            ("", Some(&*solved), true),
            ("part1 = 5\n", None, true),
            ("part1 = 5\n", Some(open), false),
            ("part1 = 5\n", Some(&*solved), true),
            (guess, None, true),
            (guess, Some(open), true),
        ] {
            let puzzle = Puzzle::of(2020, 22);
            let page = page.map(PuzzlePage::parse);
            let recorded = RecordedAnswers::parse(answers).unwrap();
            let mut stars = KnownStars {
                stored: KnownAnswers::of(recorded, puzzle, page.as_ref()).solved(),
                ..KnownStars::default()
            };
            assert_eq!(stars.stored, [is_solved, false], "{answers}");
            stars.on_site = Some(1);
            assert!(stars.is_solved(Part::One), "{answers}");
        }
    }

    #[test]
    fn a_part_is_solved_if_any_source_says_so() {
        let [none, one, both] = [[false; 2], [true, false], [true; 2]];
        for (stored, on_site, open_part, count) in [
            (none, None, Some(Part::One), None),
            (none, Some(0), Some(Part::One), Some(0)),
            (none, Some(1), Some(Part::Two), Some(1)),
            (none, Some(2), None, Some(2)),
            (one, None, Some(Part::Two), Some(1)),
            // The star was won after the site had shown the number.
            (one, Some(0), Some(Part::Two), Some(1)),
            (one, Some(2), None, Some(2)),
            (both, Some(1), None, Some(2)),
            ([false, true], None, Some(Part::One), Some(1)),
            ([false, true], Some(1), None, Some(2)),
        ] {
            let mut stars = KnownStars {
                stored,
                on_site,
                required: [false; 2],
            };
            let case = format!("{stored:?} {on_site:?}");
            assert_eq!(stars.open_part(), open_part, "{case}");
            assert_eq!(stars.count(), count, "{case}");
            stars.required = [true; 2];
            assert_eq!(stars.open_part(), None, "{case}");
            assert_eq!(stars.count(), Some(2), "{case}");
        }
    }
}
