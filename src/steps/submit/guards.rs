//! The guards: checks of an answer before it is sent, in their order. They decide by what was
//! collected before, so they make no request, ask nothing and show nothing.

use std::time::Duration;

use aoc_solution::Part;

use super::form::bad_form;
use crate::inputs::{Answers, plain};
use crate::puzzle::Puzzle;
use crate::site::PuzzlePage;
use crate::terminal::span;

/// A check of an answer before it is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guard {
    /// The part is solved already: the answer is compared with the accepted one.
    Solved,
    /// The last star of an event is for having all others.
    LastStar,
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

/// What lets an answer pass that a guard refuses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LiftedBy {
    /// `--wait`
    Wait,
    /// `--force`
    Force,
}

/// When the guards are gone through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Before anything is sent or asked.
    First,
    /// No other process can submit: what the file or the clock can have changed.
    Locked,
}

/// What the guards decide by.
pub struct Facts<'a> {
    pub part: Part,
    pub answer: &'a str,
    pub is_solved: bool,
    /// Why the last star of an event cannot be claimed; `None` also for other stars.
    pub last_star: Option<String>,
    /// The recorded answers.
    pub answers: &'a Answers,
    /// The accepted answer to the other part.
    pub other_accepted: Option<&'a str>,
    /// The time until the site takes an answer; `None` if it takes one now.
    pub time_left: Option<Duration>,
    /// Whether `--wait` waits for it.
    pub waits: bool,
    /// Why an example that fails refuses the answer.
    pub failing_example: Option<String>,
    /// Whether the solution ran with an example in place of the input.
    pub input_is_example: bool,
}

/// What a guard says of an answer.
#[derive(Debug, PartialEq, Eq)]
pub enum Check {
    Passed,
    /// Nothing is sent, because the part is solved.
    Solved,
    /// The site takes the answer later, and `--wait` waits for it.
    Early,
    Refused(String),
}

impl Guard {
    /// All of them, in their order: the first one that refuses decides.
    pub const ALL: [Self; 9] = [
        Self::Solved,
        Self::LastStar,
        Self::Form,
        Self::Judged,
        Self::Bounds,
        Self::OtherPart,
        Self::NotBefore,
        Self::Examples,
        Self::InputIsExample,
    ];

    /// Whether it is gone through at this stage.
    pub fn is_due(self, stage: Stage) -> bool {
        match self {
            Self::Solved | Self::Judged | Self::Bounds | Self::OtherPart | Self::NotBefore => true,
            Self::LastStar | Self::Form | Self::Examples | Self::InputIsExample => {
                stage == Stage::First
            }
        }
    }

    /// What lets the answer pass all the same; `None` if nothing does.
    pub fn lifted_by(self) -> Option<LiftedBy> {
        match self {
            Self::NotBefore => Some(LiftedBy::Wait),
            Self::Examples | Self::InputIsExample => Some(LiftedBy::Force),
            Self::Solved
            | Self::LastStar
            | Self::Form
            | Self::Judged
            | Self::Bounds
            | Self::OtherPart => None,
        }
    }

    /// What it says of an answer.
    pub fn check(self, facts: &Facts) -> Check {
        let Facts {
            part,
            answer,
            answers,
            ..
        } = *facts;
        let refusal = match self {
            Self::Solved if facts.is_solved => return Check::Solved,
            Self::NotBefore if facts.time_left.is_some() && facts.waits => return Check::Early,
            Self::Solved => None,
            Self::LastStar => facts.last_star.clone(),
            Self::Form => bad_form(answer),
            Self::Judged => answers.earlier_verdict(part, answer),
            Self::Bounds => answers.beyond_bounds(part, answer),
            Self::OtherPart => facts.as_other_part(),
            Self::NotBefore => facts
                .time_left
                .map(|left| format!("the site takes the next answer in {}", span(left))),
            Self::Examples => facts.failing_example.clone(),
            Self::InputIsExample => facts
                .input_is_example
                .then(|| "the input is the same as an example".to_owned()),
        };
        match refusal {
            Some(why) => Check::Refused(why),
            None => Check::Passed,
        }
    }
}

impl Facts<'_> {
    /// The reason if the answer is that to the other part.
    fn as_other_part(&self) -> Option<String> {
        let other = other_part(self.part);
        let answer = self.answer;
        if self.other_accepted.map(plain) != Some(plain(answer)) {
            return None;
        }
        Some(format!("{answer} is the answer to part {other}"))
    }
}

pub fn other_part(part: Part) -> Part {
    match part {
        Part::One => Part::Two,
        Part::Two => Part::One,
    }
}

/// What the page says of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnPage {
    Solved,
    /// The site takes an answer.
    Open,
}

/// What the page of a puzzle, which was just downloaded, says of a part; otherwise why the
/// site takes no answer to it. The page is asked under the lock, before the guards: if the
/// verdict of a guess is not known, and for the last star of an event.
pub fn on_page(
    puzzle: Puzzle,
    part: Part,
    page: &PuzzlePage,
    is_other_input: bool,
) -> Result<OnPage, String> {
    if is_other_input {
        let why = "the page shows another input than the stored one; use the session and the \
                   input of one account";
        return Err(why.to_owned());
    }
    if page.has_solved(part) {
        return Ok(OnPage::Solved);
    }
    if part == Part::Two && !page.has_solved(Part::One) {
        let command = format!("aoc submit {puzzle} --part 1");
        return Err(format!("part 1 comes first; `{command}` submits it"));
    }
    match page.missing_stars() {
        Some(says) => Err(format!("the site says: {says}")),
        None => Ok(OnPage::Open),
    }
}
