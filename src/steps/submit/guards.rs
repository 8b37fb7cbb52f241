//! The guards: the checks before an answer is sent, in their order. They are gone through
//! before anything is sent or asked, and again when no other process can submit.

use std::cmp::Reverse;
use std::time::Duration;

use aoc_solution::Part;

use super::Attempt;
use crate::app::DecidesBy;
use crate::error::{CliError, Exit};
use crate::inputs::{ExampleOrigin, Guess, Verdict, plain};
use crate::reporter::{WatchAction, examples_lines, source_name};
use crate::runner::PuzzleResult;
use crate::site::{MARGIN, SiteError, SiteErrorKind, USUAL_WAIT};
use crate::terminal::{Consent, ask, sanitize, span};

/// A check of an answer before it is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guard {
    /// The part is solved already: the answer is compared with the accepted one.
    Solved,
    Form,
    /// The site has judged the answer wrong.
    Judged,
    /// The site has judged a smaller one too high, or a larger one too low.
    Bounds,
    OtherPart,
    /// The site takes no answer yet.
    NotBefore,
    Examples,
    InputIsExample,
}

/// When the guards are gone through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Before anything is sent or asked.
    First,
    /// No other process can submit: what the file or the clock can have changed.
    Locked,
}

/// What the guards say of an answer that none of them refuses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clearance {
    Free,
    /// The part is solved already. The answer was compared.
    Compared,
    /// The site takes the answer later, and `--wait` waits for it.
    Early,
}

impl Guard {
    /// All of them, in their order: the first one that refuses decides.
    pub const ALL: [Self; 8] = [
        Self::Solved,
        Self::Form,
        Self::Judged,
        Self::Bounds,
        Self::OtherPart,
        Self::NotBefore,
        Self::Examples,
        Self::InputIsExample,
    ];

    /// Whether the file or the clock can have changed the outcome since the first time.
    fn is_repeated(self) -> bool {
        match self {
            Self::Solved | Self::Judged | Self::Bounds | Self::OtherPart | Self::NotBefore => true,
            Self::Form | Self::Examples | Self::InputIsExample => false,
        }
    }

    /// The key of `watch` with the option that lifts it.
    fn lift(self) -> Option<WatchAction> {
        match self {
            Self::NotBefore => Some(WatchAction::WaitAndSubmit),
            Self::Examples | Self::InputIsExample => Some(WatchAction::SubmitAnyway),
            Self::Solved | Self::Form | Self::Judged | Self::Bounds | Self::OtherPart => None,
        }
    }
}

/// Why an answer was not submitted or not graded: it was refused, or something failed.
#[derive(Debug)]
pub struct SubmitError {
    pub source: CliError,
    /// `None` if something failed.
    pub refusal: Option<Refusal>,
}

/// Who refused an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    Guard(Guard),
    /// The user, or the site.
    Other,
}

pub type Result<T, E = SubmitError> = std::result::Result<T, E>;

impl SubmitError {
    fn refused(message: String, refusal: Refusal) -> Self {
        Self {
            source: CliError::new(Exit::Refused, message),
            refusal: Some(refusal),
        }
    }

    /// The key of `watch` with the option that lifts the refusal.
    pub fn lift(&self) -> Option<WatchAction> {
        match self.refusal? {
            Refusal::Guard(guard) => guard.lift(),
            Refusal::Other => None,
        }
    }
}

impl From<CliError> for SubmitError {
    fn from(source: CliError) -> Self {
        Self {
            source,
            refusal: None,
        }
    }
}

impl From<SiteError> for SubmitError {
    fn from(error: SiteError) -> Self {
        let is_refused = matches!(error.kind, SiteErrorKind::Busy);
        Self {
            source: error.into(),
            refusal: is_refused.then_some(Refusal::Other),
        }
    }
}

impl From<SubmitError> for CliError {
    fn from(error: SubmitError) -> Self {
        error.source
    }
}

/// Fails with a refusal that nothing lifts.
pub fn refuse<T>(message: impl Into<String>) -> Result<T> {
    Err(SubmitError::refused(message.into(), Refusal::Other))
}

impl Attempt<'_> {
    /// Goes through the guards. The first one that refuses decides.
    pub(super) fn pass_guards(&mut self, stage: Stage) -> Result<Clearance> {
        let mut clearance = Clearance::Free;
        for guard in Guard::ALL {
            let is_lifted = self.options.force && guard.lift() == Some(WatchAction::SubmitAnyway);
            let is_due = stage == Stage::First || guard.is_repeated();
            if is_lifted || !is_due {
                continue;
            }
            let refused = match guard {
                Guard::Solved if self.is_solved() => {
                    self.compare();
                    return Ok(Clearance::Compared);
                }
                Guard::Solved => None,
                Guard::Form => bad_form(&self.answer),
                Guard::Judged => self.answers.earlier_verdict(self.part, &self.answer),
                Guard::Bounds => self.answers.beyond_bounds(self.part, &self.answer),
                Guard::OtherPart => self.other_part(),
                Guard::NotBefore => {
                    let left = self.time_left(stage)?;
                    if left.is_some() && self.options.wait {
                        clearance = Clearance::Early;
                        continue;
                    }
                    left.map(|left| format!("the site takes the next answer in {}", span(left)))
                }
                Guard::Examples => self.check_examples()?,
                Guard::InputIsExample => self.example_as_input(),
            };
            if let Some(why) = refused {
                return self.refuse_by(guard, &format!("not submitted: {why}"));
            }
        }
        Ok(clearance)
    }

    /// Fails because of a guard, and says what lifts it.
    pub(super) fn refuse_by<T>(&self, guard: Guard, why: &str) -> Result<T> {
        let lift = guard.lift();
        let remedy = match lift {
            Some(WatchAction::WaitAndSubmit) => {
                format!("; {} waits for it", self.app.ui.hint("--wait", "w"))
            }
            Some(_) => {
                let force = self.app.ui.hint("--force", "f");
                format!("; {force} submits {} anyway", self.answer)
            }
            None => String::new(),
        };
        let message = format!("{why}{remedy}");
        Err(SubmitError::refused(message, Refusal::Guard(guard)))
    }

    /// The reason if the answer is that to the other part.
    fn other_part(&self) -> Option<String> {
        let other = match self.part {
            Part::One => Part::Two,
            Part::Two => Part::One,
        };
        let answer = &self.answer;
        if self.accepted(other).map(plain) != Some(plain(answer)) {
            return None;
        }
        Some(format!("{answer} is the answer to part {other}"))
    }

    /// The time until the site takes an answer; `None` if it takes one now. A minute has
    /// to pass after a guess whose verdict is unknown.
    pub(super) fn time_left(&self, stage: Stage) -> Result<Option<Duration>> {
        let answers = &self.answers;
        let unknown = match stage {
            // The page is asked about it before the guards are gone through again.
            Stage::First if !self.options.dry_run => None,
            Stage::First | Stage::Locked => self.unknown_guess(),
        };
        if answers.not_before.is_none() && unknown.is_none() {
            return Ok(None);
        }
        let site = self.app.site.client()?;
        site.clock.recall(answers.clock_ahead);
        let mut left = None;
        if let Some(instant) = answers.not_before {
            if !self.app.site.is_offline {
                let last = answers.guesses.last();
                site.resolve_doubt(self.puzzle, instant, last.map(|guess| guess.time));
            }
            left = site.clock.until(instant);
        }
        if let Some(guess) = unknown {
            // The time of the guess may be from either clock.
            left = left.max(site.clock.until_waited(guess.time, USUAL_WAIT + MARGIN));
        }
        Ok(left)
    }

    /// The last guess whose verdict is unknown. It delays the next guess for either part.
    pub(super) fn unknown_guess(&self) -> Option<&Guess> {
        self.answers
            .guesses
            .iter()
            .rfind(|guess| guess.verdict == Verdict::Unknown)
    }

    /// Shows examples that fail. The reason if one of them refuses the answer: one of the
    /// user's; in `watch` any; and without a terminal one that is certain on the page, unless
    /// the user's own examples agree. On a terminal [`Self::ask_about_examples`] follows.
    fn check_examples(&self) -> Result<Option<String>> {
        let app = self.app;
        let Some(solved) = &self.solved else {
            return Ok(None);
        };
        // Only examples of this part have run.
        if solved.unclear.is_none() && solved.examples.is_empty() {
            app.ui
                .note(format!("{}: no example checks it", self.name()));
        }
        let Some(failing) = strictest_failure(solved) else {
            return Ok(None);
        };
        if !app.ui.json {
            let lines = examples_lines(app.ui.stdout, &solved.examples);
            app.ui.console().print(&lines)?;
        }
        let mut examples = solved.examples.iter();
        let has_own = examples.any(|example| example.origin == ExampleOrigin::Own);
        let refuses = match (failing.origin, app.ui.decides_by()) {
            (ExampleOrigin::Own, _) | (_, DecidesBy::Key) => true,
            (ExampleOrigin::Page, DecidesBy::Nothing) => !has_own,
            (ExampleOrigin::Taken | ExampleOrigin::Confirmed, DecidesBy::Nothing)
            | (_, DecidesBy::Question) => false,
        };
        Ok(refuses.then(|| doubt(failing)))
    }

    /// Asks on a terminal about an example that fails and that the tool wrote; elsewhere it is
    /// a note.
    pub(super) fn ask_about_examples(&self) -> Result<()> {
        let failing = self.solved.as_ref().and_then(strictest_failure);
        let Some(failing) = failing.filter(|_| !self.options.force) else {
            return Ok(());
        };
        let doubt = doubt(failing);
        let question = format!("{doubt}: submit {}?", self.answer);
        match ask(self.app.ui.stderr, &question, false) {
            Consent::Yes => {}
            Consent::No => return refuse("not submitted: you answered no"),
            Consent::NotAsked => self.app.ui.note(format!("{}: {doubt}", self.name())),
        }
        Ok(())
    }

    /// The reason if the solution ran with an example in place of the input.
    fn example_as_input(&self) -> Option<String> {
        let solved = self.solved.as_ref()?;
        if !solved.is_example && !self.has_text_of_page {
            return None;
        }
        Some("the input is the same as an example".to_owned())
    }
}

/// The example that fails and holds back most.
fn strictest_failure(solved: &PuzzleResult) -> Option<&PuzzleResult> {
    let failing = solved
        .examples
        .iter()
        .filter(|example| example.is_failure());
    failing.min_by_key(|example| Reverse(example.origin))
}

/// The failure of an example, and how to remove it if the tool wrote it.
fn doubt(example: &PuzzleResult) -> String {
    let mut place = source_name(&example.header);
    if example.header.name.is_none() {
        place = format!("the {place}");
    }
    let remedy = "compare it with the page, and remove its entry if it is wrong";
    match example.origin {
        ExampleOrigin::Own => format!("{place} fails"),
        ExampleOrigin::Page => {
            format!("{place} fails, which was found on the page ({remedy})")
        }
        ExampleOrigin::Taken | ExampleOrigin::Confirmed => {
            format!("{place} fails, which you took from the page ({remedy})")
        }
    }
}

/// The reason why an answer does not look like one; surrounding white space is allowed.
fn bad_form(answer: &str) -> Option<String> {
    let line = answer.trim();
    let shown = sanitize(line);
    if line.is_empty() {
        return Some("the answer is empty".to_owned());
    }
    if line.contains(['\n', '\r']) {
        let why = "the answer has several lines, or is a picture with letters that aoc does not \
                   know; give it on one line with --answer";
        return Some(why.to_owned());
    }
    if shown != line {
        return Some(format!("the answer contains invisible characters: {shown}"));
    }
    let intended = intended(line)?;
    Some(format!(
        "the answer is probably meant as {intended}, and not {line}"
    ))
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

#[cfg(test)]
mod tests {
    use super::*;

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
            (
                "Ok(\"ABC\")",
                "is probably meant as ABC, and not Ok(\"ABC\")",
            ),
            ("00", "is probably meant as 0, and not 00"),
        ] {
            let refusal = bad_form(answer).expect(answer);
            assert!(
                refusal.starts_with(&format!("the answer {why}")),
                "{refusal}"
            );
        }
        for answer in ["0", "-0", "-5", "1.0", "None", " 3 4\n", "05ace8e3", "ä"] {
            assert_eq!(bad_form(answer), None, "{answer}");
        }
        assert_eq!(bad_form("0124515891"), None);
    }
}
