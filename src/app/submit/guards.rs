//! The checks before an answer is sent, which refuse an answer that cannot be right.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use aoc_solution::Part;
use thiserror::Error;

use crate::app::App;
use crate::error::{Exit, HasExit, Result};
use crate::inputs::{Answers, Guess, Store, Verdict, plain};
use crate::puzzle::{Puzzle, is_last_star};
use crate::reporter::WatchAction::{self, SubmitAnyway};
use crate::reporter::examples_lines;
use crate::runner::PuzzleResult;
use crate::site::PuzzlePage;
use crate::terminal::{ask, sanitize};

/// The wait after a wrong answer if the site does not name one: the shortest that it is
/// known to demand. The same time must pass after a guess whose verdict is unknown.
pub const USUAL_WAIT: Duration = Duration::from_mins(1);

/// The time that is added to a wait, because stored times are in whole seconds.
pub const MARGIN: Duration = Duration::from_secs(1);

/// The reason why an answer was not submitted, or not graded.
#[derive(Debug, Error)]
#[error("{message}")]
pub struct SubmitRefusal {
    message: String,
    /// The key of `watch` with the option that lifts it.
    pub lift: Option<WatchAction>,
}

/// Fails with a refusal.
pub fn refuse<T>(message: impl Into<String>, lift: Option<WatchAction>) -> Result<T> {
    let message = message.into();
    Err(SubmitRefusal { message, lift }.into())
}

impl HasExit for SubmitRefusal {
    fn exit(&self) -> Exit {
        Exit::Refused
    }
}

/// The recorded answers and the cached page of a puzzle.
pub struct KnownPuzzle {
    puzzle: Puzzle,
    pub answers: Answers,
    pub page: PuzzlePage,
}

impl KnownPuzzle {
    pub fn load(store: &Store, puzzle: Puzzle) -> Result<Self> {
        let mut page = PuzzlePage::stored(store, puzzle);
        // A page of another account does not show what this one has solved.
        if store.is_other_input(puzzle, page.input()) {
            page = PuzzlePage::default();
        }
        Ok(Self {
            puzzle,
            answers: store.answers(puzzle, None)?,
            page,
        })
    }

    pub fn is_solved(&self, part: Part) -> bool {
        let is_right = self.answers.is_right(part) || self.page.has_solved(part);
        is_right || self.accepted(part).is_some()
    }

    /// The accepted answer from the page, otherwise from the recorded answers; `None` for
    /// the last star of an event.
    pub fn accepted(&self, part: Part) -> Option<&str> {
        if is_last_star(self.puzzle, part) {
            return None;
        }
        self.page
            .answer(part)
            .or_else(|| self.answers.accepted(part))
    }

    /// The last guess whose verdict is unknown. It delays the next guess for either part.
    pub fn unknown_guess(&self) -> Option<&Guess> {
        let guesses = &self.answers.guesses;
        guesses
            .iter()
            .rfind(|guess| guess.verdict == Verdict::Unknown)
    }

    /// Refuses an answer that cannot be right according to earlier verdicts.
    pub fn check_answer(&self, part: Part, answer: &str) -> Result<()> {
        if let Some(why) = self.answers.ruled_out(part, answer) {
            return refuse(format!("not submitted: {why}"), None);
        }
        let other = match part {
            Part::One => Part::Two,
            Part::Two => Part::One,
        };
        if self.accepted(other).map(plain) == Some(plain(answer)) {
            return refuse(
                format!("not submitted: {answer} is the answer to part {other}"),
                None,
            );
        }
        Ok(())
    }
}

/// Refuses an answer that does not look like one; surrounding white space is allowed.
pub fn check_form(answer: &str) -> Result<()> {
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
    refuse(format!("not submitted: {why}"), None)
}

/// The intended answer, if the given one has a Rust wrapper, quotes, a plus sign or
/// leading zeros. Ten digits may begin with 0, as in 2018/14, and so may eight, as in
/// passwords.
fn intended(line: &str) -> Option<&str> {
    for (before, after) in [("Some(", ")"), ("Ok(", ")"), ("\"", "\""), ("'", "'")] {
        if let Some(rest) = line.strip_prefix(before)
            && let Some(inner) = rest.strip_suffix(after)
        {
            return Some(inner.trim_matches('"'));
        }
    }
    let (sign, digits) = line.split_at_checked(1)?;
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    match (sign, digits.trim_start_matches('0')) {
        ("+", _) => Some(digits),
        ("0", _) if digits.len() >= 7 => None,
        ("0", "") => Some("0"),
        ("0", number) => Some(number),
        _ => None,
    }
}

/// Shows failing examples, and refuses the answer because of them. An example that was
/// only extracted from the page may be wrong itself: if the code has examples of the part
/// and all of them pass, the user is asked on a terminal, in `watch` by a key, and elsewhere
/// there is only a note.
pub fn check_examples(
    app: &App,
    puzzle: Puzzle,
    part: Part,
    examples: &[PuzzleResult],
    answer: &str,
) -> Result<()> {
    let is_said = app.access.unclear_pages.borrow().contains_key(&puzzle);
    if !is_said && !examples.iter().any(|example| has_part(example, part)) {
        app.note(format!("{puzzle} part {part}: no example checks it"));
    }
    if !examples.iter().any(PuzzleResult::is_failure) {
        return Ok(());
    }
    if !app.json {
        let lines = examples_lines(app.stdout, examples);
        app.console().print(&lines)?;
    }
    let mut code_checks = false;
    let mut code_fails = false;
    for example in examples {
        // The examples in the code have no file.
        if example.header.input.is_none() {
            code_checks |= has_part(example, part);
            code_fails |= example.is_failure();
        }
    }
    let is_doubtful =
        code_checks && !code_fails && app.store()?.has_only_extracted_examples(puzzle);
    let mut doubt = "an example fails";
    if is_doubtful {
        doubt = "an example fails, but it was only extracted from the page, and those of the code \
                 agree";
    }
    if !is_doubtful || app.has_keys {
        let how = app.hint("--force", "f");
        return refuse(
            format!("not submitted: {doubt}; {how} submits {answer} anyway"),
            Some(SubmitAnyway),
        );
    }
    match ask(app.stderr, &format!("{doubt}: submit {answer}?"), false) {
        Some(true) => Ok(()),
        Some(false) => refuse("not submitted: you answered no", None),
        None => {
            app.note(format!("{puzzle} part {part}: {doubt}"));
            Ok(())
        }
    }
}

fn has_part(result: &PuzzleResult, part: Part) -> bool {
    result.phases.iter().any(|phase| phase.phase == part.into())
}

/// The editor that has changes of the file that are not saved: emacs has a link beside the
/// file, vim a swap file there or in its own folder.
pub fn unsaved_editor(file: &Path, home: Option<&Path>) -> Option<&'static str> {
    let name = file.file_name()?.display();
    if file.with_file_name(format!(".#{name}")).is_symlink() {
        return Some("emacs");
    }
    let mut swap_files = vec![file.with_file_name(format!(".{name}.swp"))];
    if let Some(home) = home {
        let path = file.to_string_lossy().replace('/', "%");
        swap_files.push(home.join(format!(".local/state/nvim/swap/{path}.swp")));
    }
    swap_files.iter().any(has_changes).then_some("vim")
}

/// True if the header of vim's swap file says that the file was not saved.
fn has_changes(swap_file: &PathBuf) -> bool {
    const FLAG: usize = 1007;
    const UNSAVED: u8 = 0x55;
    fs::read(swap_file).unwrap_or_default().get(FLAG) == Some(&UNSAVED)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{Day, Year};
    use crate::testing::Case;

    const PUZZLE: Puzzle = Year(2016).day(Day(8));

    #[test]
    fn only_one_plain_line_is_an_answer() {
        let invisible = "contains invisible characters: ";
        for (answer, why) in [
            ("\t", "is empty"),
            ("1\r2", "has several lines, or is a picture"),
            ("1\u{7}2", &format!("{invisible}1\\u{{7}}2")),
            ("33400\u{200b}", &format!("{invisible}33400\\u{{200b}}")),
            ("051", "is probably meant as 51, and not 051"),
            ("+51", "is probably meant as 51, and not +51"),
            ("Some(51)", "is probably meant as 51, and not Some(51)"),
            "Ok(\"ABC\")".gives("is probably meant as ABC, and not Ok(\"ABC\")"),
            ("00", "is probably meant as 0, and not 00"),
        ] {
            let refusal = check_form(answer).expect_err(answer).source.to_string();
            let start = format!("not submitted: the answer {why}");
            assert!(refusal.starts_with(&start), "{refusal}");
        }
        for answer in ["0", "-0", "-5", "1.0", "None", " 3 4\n", "05ace8e3", "ä"] {
            assert!(check_form(answer).is_ok(), "{answer}");
        }
        assert!(check_form("0124515891").is_ok());
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
        assert!(guess("unknown").unknown_guess().is_some());
        assert!(guess("wrong").unknown_guess().is_none());
    }
}
