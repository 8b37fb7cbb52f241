//! The accepted answers and the solved parts that the files of a puzzle show.

use aoc_solution::Part;
use aoc_solution::letters::Comparison;

use crate::inputs::{Grade, Guess, RecordedAnswers, compare_answers, is_blank_answer};
use crate::pages::{PuzzlePage, UnusablePage};
use crate::puzzle::Puzzle;

/// The file of answers to an input, together with the user's own page.
#[derive(Clone)]
pub struct KnownAnswers {
    pub puzzle: Puzzle,
    /// The parts with an answer: both, or only part 1 if part 2 is the last star of the event.
    pub parts: &'static [Part],
    /// The answers in the file. If the file does not know the verdict on a guess, the guess has the
    /// verdict that the page shows.
    pub recorded: RecordedAnswers,
    /// True if the page was needed for these answers, and is damaged.
    pub is_page_damaged: bool,
    /// The parts on the page. `None` for a named input, or if there is no page of the user's
    /// account.
    shown: Option<[PartOnPage; 2]>,
}

/// The state of a part on the user's own page.
#[derive(Clone)]
struct PartOnPage {
    is_solved: bool,
    answer: Option<String>,
}

/// The evidence that the site has accepted an answer.
#[derive(Clone, Copy)]
pub enum AcceptedBySite<'a> {
    /// The site's verdict on a guess.
    Verdict(&'a Guess),
    /// The answer on the user's own page.
    Page(&'a str),
}

impl<'a> AcceptedBySite<'a> {
    pub fn answer(self) -> &'a str {
        match self {
            Self::Verdict(guess) => &guess.answer,
            Self::Page(answer) => answer,
        }
    }
}

impl Default for KnownAnswers {
    fn default() -> Self {
        Self::in_file(RecordedAnswers::default(), Puzzle::default(), &Part::BOTH)
    }
}

impl KnownAnswers {
    /// These answers, with those on the user's own page.
    pub fn with_page(self, own_page: Result<&PuzzlePage, UnusablePage>) -> Self {
        let mut known = self;
        let page = match own_page {
            Ok(page) => page,
            Err(why) => {
                known.is_page_damaged = why == UnusablePage::Damaged;
                return known;
            }
        };
        known.shown = Some(Part::BOTH.map(|part| PartOnPage {
            is_solved: page.has_solved(part),
            answer: page.answer(part).map(str::to_owned),
        }));
        for part in Part::BOTH {
            let answer = page.answer(part);
            if answer.is_some() || known.is_last_star(part) && page.has_solved(part) {
                known.recorded.confirm(part, answer);
            }
        }
        known
    }

    /// The recorded answers of one input, the user's or a named one. `parts` are the parts of the
    /// puzzle that have an answer, as [`StoredDay`](super::StoredDay) knows them.
    pub fn in_file(recorded: RecordedAnswers, puzzle: Puzzle, parts: &'static [Part]) -> Self {
        Self {
            puzzle,
            parts,
            recorded,
            is_page_damaged: false,
            shown: None,
        }
    }

    /// True for the last star of the event, which has no answer.
    pub fn is_last_star(&self, part: Part) -> bool {
        !self.parts.contains(&part)
    }

    /// The number of guesses that the site has called right or wrong. The claim of an event's last
    /// star is not a guess.
    pub fn judged_guesses(&self) -> usize {
        self.recorded
            .guesses
            .iter()
            .filter(|guess| guess.verdict.grade() != Grade::Unknown)
            .filter(|guess| !self.is_last_star(guess.part))
            .count()
    }

    /// The answer that the site has accepted: from a right guess, or else from the page. `None` for
    /// the last star of an event, because any answer claims it.
    pub fn accepted_by_site(&self, part: Part) -> Option<AcceptedBySite<'_>> {
        if self.is_last_star(part) {
            return None;
        }
        match self.recorded.right_guess(part) {
            // The answer is empty if the user sent it from another computer and wrote the guess by
            // hand.
            Some(guess) if !is_blank_answer(&guess.answer) => Some(AcceptedBySite::Verdict(guess)),
            _ => self.on_page(part).map(AcceptedBySite::Page),
        }
    }

    /// The accepted answer to a part. Users can record any answer, so an answer that the site has
    /// accepted has priority over the recorded one. `None` for the last star of an event, which has
    /// no answer.
    pub fn accepted(&self, part: Part) -> Option<&str> {
        if self.is_last_star(part) {
            return None;
        }
        let recorded = self.recorded.accepted(part);
        let Some(judged) = self.accepted_by_site(part).map(AcceptedBySite::answer) else {
            return recorded;
        };
        match recorded {
            // A recorded picture stays if its letters cannot be read, because the solution also
            // returns the picture.
            Some(recorded) if compare_answers(recorded, judged) != Comparison::Different => {
                Some(recorded)
            }
            _ => Some(judged),
        }
    }

    /// The last guess whose verdict is unknown and still matters. On the user's own page, the part
    /// of the guess is open.
    pub fn unknown_guess(&self) -> Option<&Guess> {
        self.recorded
            .unsettled_guesses()
            .rfind(|guess| !self.is_solved_on_page(guess.part))
    }

    fn is_solved_on_page(&self, part: Part) -> bool {
        let shown = self.shown.as_ref();
        shown.is_some_and(|shown| shown[part.index()].is_solved)
    }

    /// The accepted answer on the user's own page.
    pub fn on_page(&self, part: Part) -> Option<&str> {
        self.shown.as_ref()?[part.index()].answer.as_deref()
    }

    /// The parts with an accepted answer.
    pub fn accepted_parts(&self) -> impl Iterator<Item = Part> {
        Part::BOTH
            .into_iter()
            .filter(|part| self.accepted(*part).is_some())
    }

    /// The parts that the site's verdicts or the user's own page show as solved. The page also
    /// shows stars that were won on another computer.
    ///
    /// A recorded answer counts as a star only if there is no page, because it may have been
    /// entered by hand with `aoc accept`.
    pub fn solved(&self) -> [bool; 2] {
        Part::BOTH.map(|part| {
            let is_solved = match &self.shown {
                Some(shown) => shown[part.index()].is_solved,
                None => self.accepted(part).is_some(),
            };
            is_solved || self.recorded.is_right(part)
        })
    }
}

#[cfg(test)]
impl KnownAnswers {
    /// The answers to the user's own input, if no page of another account is stored.
    pub fn of(recorded: RecordedAnswers, puzzle: Puzzle, own_page: Option<&PuzzlePage>) -> Self {
        let parts = crate::puzzle::parts_with_answer(puzzle, || {
            own_page.is_some_and(PuzzlePage::has_answer_to_part2)
        });
        Self::in_file(recorded, puzzle, parts).with_page(own_page.ok_or(UnusablePage::Missing))
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::files::Locks;
    use crate::inputs::{InputId, Store};

    fn known(text: &str, puzzle: Puzzle) -> KnownAnswers {
        let recorded = RecordedAnswers::parse(text).expect("answers");
        KnownAnswers::of(recorded, puzzle, None)
    }

    fn stars(text: &str, puzzle: Puzzle) -> usize {
        let solved = known(text, puzzle).solved();
        solved.iter().filter(|is_solved| **is_solved).count()
    }

    #[test]
    fn an_answer_is_a_star_except_to_the_last_one() {
        let right = "[[guess]]\npart = 2\nanswer = 'done'\nverdict = 'right'\ntime = \
                     2025-12-12T05:00:00Z\n";
        for (text, expected) in [
            ("part1 = 1\npart2 = 2\n", [2, 1]),
            (&format!("part1 = 1\n{right}"), [2, 2]),
            (&right.replace("right", "unknown"), [0, 0]),
        ] {
            let stars = [11, 12].map(|day| stars(text, Puzzle::of(2025, day)));
            assert_eq!(stars, expected, "{text}");
        }
    }

    #[test]
    fn an_empty_answer_is_none() {
        for text in ["part1 = ''\n", "part1 = ' '\npart2 = '\u{200b}'\n"] {
            let puzzle = Puzzle::of(2020, 1);
            let known = known(text, puzzle);
            assert_eq!(known.accepted(Part::One), None, "{text}");
            assert_eq!(stars(text, puzzle), 0, "{text}");
            assert_eq!(known.accepted_parts().count(), 0, "{text}");
            let mut answers = known.recorded;
            assert_eq!(answers.accepted(Part::One), None, "{text}");
            assert_eq!(answers.edited_text(text), text);
            answers.accept(Part::One, "7");
            assert!(answers.edited_text(text).starts_with("part1 = \"7\"\n"));
        }
    }

    /// The file stays as the user wrote it.
    #[test]
    fn the_answer_of_a_right_guess_is_the_accepted_one() {
        let dir = tempfile::tempdir().expect("a folder");
        let store = Store::new(dir.path().to_owned(), Locks { cache_dir: None });
        let guess = "[[guess]]\npart = 2\nanswer = 42\nverdict = 'right'\ntime = \
                     2020-12-25T05:01:00Z\n";
        let wrong = guess.replace("right", "wrong");
        for (name, day, text, recorded, accepted) in [
            ("only the guess", 5, guess.to_owned(), None, Some("42")),
            (
                "an empty answer",
                5,
                format!("part2 = ''\n{guess}"),
                None,
                Some("42"),
            ),
            (
                "an answer",
                5,
                format!("part2 = 55\n{guess}"),
                Some("55"),
                Some("42"),
            ),
            ("a wrong guess", 5, wrong, None, None),
            (
                "a guess without an answer",
                5,
                guess.replace("42", "''"),
                None,
                None,
            ),
            (
                "a guess without a visible answer",
                5,
                guess.replace("42", "\"\\u200b\""),
                None,
                None,
            ),
            ("the last star", 25, guess.to_owned(), None, None),
            (
                "an answer to the last star",
                25,
                "part2 = 55\n".to_owned(),
                Some("55"),
                None,
            ),
        ] {
            let puzzle = Puzzle::of(2020, day);
            let path = store.answers_path(puzzle, &InputId::Own);
            store.write(&path, &text).expect("written");
            let answers = store.answers(puzzle, &InputId::Own).expect("answers");
            assert_eq!(answers.accepted(Part::Two), recorded, "{name}");
            let known = KnownAnswers::of(answers, puzzle, None);
            assert_eq!(known.accepted(Part::Two), accepted, "{name}");
            assert_eq!(known.accepted(Part::One), None, "{name}");
            let count = known.accepted_parts().count();
            assert_eq!(count, usize::from(accepted.is_some()), "{name}");
            store
                .edit_answers(puzzle, &InputId::Own, |_| ())
                .expect("nothing");
            assert_eq!(fs::read_to_string(path).expect("text"), text, "{name}");
        }
    }
}
