//! The checks before an answer is sent, which refuse an answer that cannot be right.

use std::time::Duration;

use aoc_solution::Part;
use aoc_solution::protocol::{Source, text_digest};

use crate::app::App;
use crate::error::{CliError, Exit};
use crate::inputs::{Answers, Guess, Store, Verdict, plain};
use crate::puzzle::{Puzzle, is_last_star};
use crate::reporter::examples_lines;
use crate::runner::{Client, Input, PuzzleResult, SpawnOptions};
use crate::site::PuzzlePage;
use crate::terminal::{ask, sanitize};

/// The wait after a wrong answer if the site does not name one: the shortest that it is
/// known to demand. The same time must pass after a guess whose verdict is unknown.
pub const USUAL_WAIT: Duration = Duration::from_mins(1);

/// The time that is added to a wait, because stored times are in whole seconds.
pub const MARGIN: Duration = Duration::from_secs(1);

/// The recorded answers and the cached page of a puzzle.
pub struct KnownPuzzle {
    puzzle: Puzzle,
    pub answers: Answers,
    pub page: PuzzlePage,
}

impl KnownPuzzle {
    pub fn load(store: &Store, puzzle: Puzzle) -> Result<Self, CliError> {
        // An unreadable page is downloaded again when it is needed.
        let page = store.page(puzzle).ok().flatten();
        let page = page.map(|html| PuzzlePage::parse(&html));
        Ok(Self {
            puzzle,
            answers: store.answers(puzzle, None)?,
            page: page.filter(|it| it.is_titled(puzzle)).unwrap_or_default(),
        })
    }

    pub fn is_solved(&self, part: Part) -> bool {
        let is_right = self.answers.is_right(part) || self.page.has_solved(part);
        is_right || self.accepted(part).is_some()
    }

    /// The accepted answer from the page, otherwise from the recorded answers; `None` for
    /// the last star of an event.
    pub fn accepted(&self, part: Part) -> Option<&str> {
        let answer = self.page.answer(part).or(self.answers.accepted(part));
        answer.filter(|_| !is_last_star(self.puzzle, part))
    }

    /// The last guess for the puzzle, or for the part, if its verdict is unknown. It
    /// delays the next guess for either part.
    pub fn unknown_guess(&self, part: Part) -> Option<&Guess> {
        let guesses = &self.answers.guesses;
        let of_part = guesses.iter().rfind(|guess| guess.part == part);
        let mut last = guesses.last().into_iter().chain(of_part);
        last.find(|guess| guess.verdict == Verdict::Unknown)
    }

    /// Refuses an answer that cannot be right according to earlier verdicts.
    pub fn check_answer(&self, part: Part, answer: &str) -> Result<(), CliError> {
        if let Some(why) = self.answers.ruled_out(part, answer) {
            return Err(refused(&why));
        }
        let other = match part {
            Part::One => Part::Two,
            Part::Two => Part::One,
        };
        if self.accepted(other).map(plain) == Some(plain(answer)) {
            return Err(refused(&format!("{answer} is the answer to part {other}")));
        }
        Ok(())
    }
}

pub fn refused(why: &str) -> CliError {
    CliError::new(Exit::Refused, format!("not submitted: {why}"))
}

/// Refuses an answer that does not look like one; surrounding white space is allowed.
pub fn check_form(answer: &str) -> Result<(), CliError> {
    let line = answer.trim();
    let shown = sanitize(line);
    let why = if line.is_empty() {
        "the answer is empty".to_owned()
    } else if line.contains(['\n', '\r']) {
        "the answer has several lines, or is a picture with letters that aoc does not know; give \
         it on one line with --answer"
            .to_owned()
    } else if shown != line {
        format!("the answer contains invisible characters: {shown}")
    } else if let Some(intended) = intended(line) {
        format!("the answer is probably meant as {intended}, and not {line}")
    } else {
        return Ok(());
    };
    Err(refused(&why))
}

/// The intended answer, if the given one has a Rust wrapper, quotes, a plus sign or
/// leading zeros. Ten digits may begin with 0, as in 2018/14, and so may eight, as in
/// passwords.
fn intended(line: &str) -> Option<&str> {
    let is_number = |text: &&str| !text.is_empty() && text.bytes().all(|it| it.is_ascii_digit());
    for (before, after) in [("Some(", ")"), ("Ok(", ")"), ("\"", "\""), ("'", "'")] {
        let inner = line.strip_prefix(before);
        if let Some(inner) = inner.and_then(|inner| inner.strip_suffix(after)) {
            return Some(inner.trim_matches('"'));
        }
    }
    if let Some(number) = line.strip_prefix('+') {
        return Some(number).filter(is_number);
    }
    let digits = line.strip_prefix('0').filter(is_number)?;
    let number = digits.trim_start_matches('0');
    let number = if number.is_empty() { "0" } else { number };
    (digits.len() < 7).then_some(number)
}

/// Shows failing examples, and refuses the answer because of them. An example that was
/// only extracted from the page may be wrong itself: if the code has examples of the part
/// and all of them pass, the user is asked on a terminal, and elsewhere there is only a
/// note.
pub fn check_examples(
    app: &App,
    (puzzle, part): (Puzzle, Part),
    examples: &[PuzzleResult],
    answer: &str,
) -> Result<(), CliError> {
    let checks = |it: &PuzzleResult| it.phases.iter().any(|phase| phase.phase == part.into());
    if !examples.iter().any(checks) {
        app.note(&format!("{puzzle} part {part}: no example checks it"));
    }
    if !examples.iter().any(PuzzleResult::is_failure) {
        return Ok(());
    }
    if !app.json {
        app.console().print(&examples_lines(app.stdout, examples))?;
    }
    let mut in_code = examples.iter().filter(|it| it.header.input.is_none());
    let code_agrees = in_code.clone().any(checks) && !in_code.any(PuzzleResult::is_failure);
    if !(code_agrees && app.store()?.has_only_extracted_examples(puzzle)) {
        let message = format!("an example fails; --force submits {answer} anyway");
        return Err(refused(&message));
    }
    let doubt =
        "an example fails, but it was only extracted from the page, and those of the code agree";
    match ask(app.stderr, &format!("{doubt}: submit {answer}?")) {
        Some(true) => {}
        Some(false) => return Err(refused("you answered no")),
        None => app.note(&format!("{puzzle} part {part}: {doubt}")),
    }
    Ok(())
}

/// True if the input is an example in the file or in the code.
pub fn is_example(
    options: &SpawnOptions,
    input: &Input,
    stored: &[Input],
) -> Result<bool, CliError> {
    let digest = |input: &Input| match &input.source {
        Source::Text(text) => Some(text_digest(text)),
        Source::Example(_) => None,
    };
    let digest_of_input = digest(input);
    let mut stored = stored.iter().map(digest);
    let is_stored = stored.any(|digest| digest == digest_of_input);
    let info = Client::new(options.clone()).info(input.header.puzzle.day)?;
    let mut in_code = info.examples.iter();
    Ok(is_stored || in_code.any(|example| Some(example.digest) == digest_of_input))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{Day, Year};

    const PUZZLE: Puzzle = Year(2016).day(Day(8));

    #[test]
    fn only_one_plain_line_is_an_answer() {
        let cases = r#"
            \t -> is empty
            1\r2 -> has several lines, or is a picture with letters that aoc does not know; give it on one line
            1\u{7}2 -> contains invisible characters: 1\u{7}2
            33400\u{200b} -> contains invisible characters: 33400\u{200b}
            051 -> is probably meant as 51, and not 051
            +51 -> is probably meant as 51, and not +51
            Some(51) -> is probably meant as 51, and not Some(51)
            Ok("ABC") -> is probably meant as ABC, and not Ok("ABC")
            00 -> is probably meant as 0, and not 00
        "#;
        for case in cases.trim().lines() {
            let (answer, why) = case.trim().split_once(" -> ").unwrap();
            let answer = answer.replace("\\t", "\t").replace("\\r", "\r");
            let answer = answer
                .replace("\\u{7}", "\u{7}")
                .replace("\\u{200b}", "\u{200b}");
            let error = check_form(&answer).expect_err(&answer);
            let start = format!("not submitted: the answer {why}");
            assert!(error.source.to_string().starts_with(&start), "{answer}");
            assert_eq!(error.exit, Exit::Refused);
        }
        for answer in "0,-0,-5,1.0,None, 33 400\n,0124515891,05ace8e3,ä".split(',') {
            assert!(check_form(answer).is_ok(), "{answer}");
        }
    }

    #[test]
    fn solved_parts_are_known_from_the_page_and_the_answers() {
        let known = |text: &str| KnownPuzzle {
            puzzle: PUZZLE,
            answers: Answers::parse(text).unwrap(),
            page: PuzzlePage::default(),
        };
        let guess = |verdict: &str| {
            known(&format!(
                "[[guess]]\npart = 1\nanswer = 5\nverdict = '{verdict}'\ntime = \
                 2020-12-22T05:00:00Z\n"
            ))
        };
        for (known, is_solved) in [
            (known(""), false),
            (known("part1 = 1"), true),
            (guess("wrong"), false),
            (guess("right"), true),
        ] {
            assert_eq!(known.is_solved(Part::One), is_solved);
        }
        assert!(guess("unknown").unknown_guess(Part::One).is_some());
        // The site waits after a guess for either part.
        assert!(guess("unknown").unknown_guess(Part::Two).is_some());
        assert!(guess("wrong").unknown_guess(Part::Two).is_none());
        let error = known("part1 = 7").check_answer(Part::Two, "7").unwrap_err();
        let why = "not submitted: 7 is the answer to part 1";
        assert_eq!(error.source.to_string(), why);
    }
}
