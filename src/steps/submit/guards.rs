//! The guards: checks of an answer before it is sent, in their order. They decide by what was
//! collected before, so they make no request, ask nothing and show nothing.

use std::time::Duration;

use aoc_solution::Part;

use super::failing_examples::doubt;
use super::form::bad_form;
use crate::app::DecidesBy;
use crate::inputs::{Answers, Consequence, FailurePlace, Trust, plain};
use crate::puzzle::{Puzzle, Year};
use crate::runner::PuzzleResult;
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
    /// `None` if it is another star.
    pub last_star: Option<LastStar>,
    /// The recorded answers.
    pub answers: &'a Answers,
    /// The accepted answer to the other part.
    pub other_accepted: Option<&'a str>,
    pub next_answer: NextAnswer,
    /// Whether `--wait` waits until the site takes an answer.
    pub waits: bool,
    /// The examples of the part that ran.
    pub examples: &'a [PuzzleResult],
    /// The one of them that fails and holds back most.
    pub failing_example: Option<&'a PuzzleResult>,
    pub decides_by: DecidesBy,
    /// Whether the solution ran with an example in place of the input.
    pub input_is_example: bool,
}

/// When the site takes the next answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NextAnswer {
    /// Not asked yet; see [`Need::NextAnswer`].
    NotAsked,
    Now,
    After(Duration),
}

/// What is known of the last star of an event, which is for having all others.
pub struct LastStar {
    pub year: Year,
    /// How many other stars are missing; `None` if none is, or if it is not known.
    pub missing: Option<String>,
    /// Whether the command names the part.
    pub is_named: bool,
    /// How the user claims the star.
    pub claim: String,
}

/// What a guard needs to be done before it decides. Only an answer that the guards before it
/// pass makes the request, or shows its examples.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    Nothing,
    /// [`Facts::next_answer`], for which the site may be asked.
    NextAnswer,
    /// The user sees which examples fail.
    ShownExamples,
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

    pub fn needs(self) -> Need {
        match self {
            Self::NotBefore => Need::NextAnswer,
            Self::Examples => Need::ShownExamples,
            Self::Solved
            | Self::LastStar
            | Self::Form
            | Self::Judged
            | Self::Bounds
            | Self::OtherPart
            | Self::InputIsExample => Need::Nothing,
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
            Self::Solved => None,
            Self::LastStar => facts.last_star.as_ref().and_then(LastStar::refusal),
            Self::Form => bad_form(answer),
            Self::Judged => answers.earlier_verdict(part, answer),
            Self::Bounds => answers.beyond_bounds(part, answer),
            Self::OtherPart => facts.as_other_part(),
            Self::NotBefore => match facts.next_answer {
                NextAnswer::NotAsked => unreachable!("the guard needs it"),
                NextAnswer::Now => None,
                NextAnswer::After(_) if facts.waits => return Check::Early,
                NextAnswer::After(left) => {
                    Some(format!("the site takes the next answer in {}", span(left)))
                }
            },
            Self::Examples => facts.refusing_example(),
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

    /// The reason if an example that fails refuses the answer: one of the user's; in `watch`
    /// any; and without a terminal one that is certain on the page, unless the user's own
    /// examples agree. On a terminal the user is asked afterwards.
    fn refusing_example(&self) -> Option<String> {
        let failing = self.failing_example?;
        let mut examples = self.examples.iter();
        let has_own = examples.any(|example| example.trust == Trust::Own);
        let place = match self.decides_by {
            DecidesBy::Question => FailurePlace::SubmitOnTerminal,
            DecidesBy::Key => FailurePlace::SubmitByKey,
            DecidesBy::Nothing => FailurePlace::Submit { has_own },
        };
        let refuses = failing.trust.on_failure(place) == Consequence::Failure;
        refuses.then(|| doubt(failing))
    }
}

impl LastStar {
    /// Why it cannot be claimed.
    fn refusal(&self) -> Option<String> {
        let year = self.year;
        if let Some(missing) = &self.missing {
            return Some(format!(
                "the last star of {year} is for having all others: {missing}; `aoc status {year} \
                 --refresh` asks the site"
            ));
        }
        if self.is_named {
            return None;
        }
        let claim = &self.claim;
        Some(format!(
            "the last star of {year} has no puzzle: it is for having all other stars; {claim} \
             claims it"
        ))
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

#[cfg(test)]
mod tests {
    use super::*;

    /// What the guards know of an answer to part 2 that nothing speaks against.
    fn facts<'a>(answers: &'a Answers, examples: &'a [PuzzleResult]) -> Facts<'a> {
        Facts {
            part: Part::Two,
            answer: "7",
            is_solved: false,
            last_star: None,
            answers,
            other_accepted: None,
            next_answer: NextAnswer::Now,
            waits: false,
            examples,
            failing_example: examples.first(),
            decides_by: DecidesBy::Nothing,
            input_is_example: false,
        }
    }

    #[test]
    fn an_answer_that_nothing_speaks_against_passes_all_guards() {
        let answers = Answers::default();
        for guard in Guard::ALL {
            assert_eq!(
                guard.check(&facts(&answers, &[])),
                Check::Passed,
                "{guard:?}"
            );
        }
    }

    /// `--wait` waits until then.
    #[test]
    fn the_next_answer_is_refused_or_waited_for() {
        let answers = Answers::default();
        let refused = Check::Refused("the site takes the next answer in 5s".to_owned());
        for (waits, check) in [(false, refused), (true, Check::Early)] {
            let facts = Facts {
                next_answer: NextAnswer::After(Duration::from_secs(5)),
                waits,
                ..facts(&answers, &[])
            };
            assert_eq!(Guard::NotBefore.check(&facts), check);
        }
    }

    #[test]
    fn the_last_star_is_claimed_by_its_part_if_no_other_is_missing() {
        let answers = Answers::default();
        let missing = "the last star of 2020 is for having all others: 2 stars are missing; `aoc \
                       status 2020 --refresh` asks the site";
        let not_named = "the last star of 2020 has no puzzle: it is for having all other stars; \
                         the key c claims it";
        for (count, is_named, refusal) in [
            (Some("2 stars are missing"), true, Some(missing)),
            (Some("2 stars are missing"), false, Some(missing)),
            (None, false, Some(not_named)),
            (None, true, None),
        ] {
            let facts = Facts {
                last_star: Some(LastStar {
                    year: Year::parse("2020").unwrap(),
                    missing: count.map(str::to_owned),
                    is_named,
                    claim: "the key c".to_owned(),
                }),
                ..facts(&answers, &[])
            };
            let check = match refusal {
                Some(why) => Check::Refused(why.to_owned()),
                None => Check::Passed,
            };
            assert_eq!(Guard::LastStar.check(&facts), check);
        }
    }

    /// An example of the page yields to the user's own; on a terminal the user is asked.
    #[test]
    fn who_answers_for_an_example_decides_whether_it_refuses() {
        let answers = Answers::default();
        let example = |trust| PuzzleResult {
            trust,
            ..PuzzleResult::default()
        };
        let own = || example(Trust::Own);
        let refuses = |examples: &[PuzzleResult]| {
            [DecidesBy::Question, DecidesBy::Key, DecidesBy::Nothing].map(|decides_by| {
                let facts = Facts {
                    decides_by,
                    ..facts(&answers, examples)
                };
                Guard::Examples.check(&facts) != Check::Passed
            })
        };
        assert_eq!(refuses(&[own()]), [true, true, true]);
        let of_page = || example(Trust::Page);
        assert_eq!(refuses(&[of_page()]), [false, true, true]);
        assert_eq!(refuses(&[of_page(), own()]), [false, true, false]);
        assert_eq!(refuses(&[example(Trust::Taken)]), [false, true, false]);
        assert_eq!(refuses(&[example(Trust::Confirmed)]), [false; 3]);
    }
}
