//! The results of candidates: their answers, compared with all known facts.

use aoc_solution::Part;

use super::foreign_program::LONGEST_RUN;
use super::reasons::shown_answer;
use crate::import::candidates::wiring::Wiring;
use crate::import::compare::{GivenAnswers, KnownFacts, Verdicts};
use crate::processes::ExceededLimit;
use crate::terminal::one_line;

/// A run of a candidate on the input and on the texts of the day's tests.
#[derive(Clone)]
pub struct CandidateRun {
    /// The number of the candidate.
    pub number: usize,
    /// How the texts were trimmed. `None` if they were not.
    pub trim: Option<Trim>,
    /// The candidate's wiring, which trims and reads the text as in this run.
    pub wiring: Wiring,
    pub answered: GivenAnswers,
    /// The limit that ended the run on the input, if one did. Missing answers are then unknown. If
    /// the day has no input, the first limit that ended the run on a test.
    pub exceeded: Option<ExceededLimit>,
}

/// The result of running a candidate, or two candidates for one part each.
#[derive(Clone)]
pub struct CandidateResult {
    pub runs: Vec<CandidateRun>,
    pub wiring: Wiring,
    pub answered: GivenAnswers,
    /// The answers, compared with all known facts.
    pub verdicts: Verdicts,
    /// The limit that ended a run, if one did.
    pub exceeded: Option<ExceededLimit>,
}

impl CandidateResult {
    pub fn new(runs: Vec<CandidateRun>, known: &KnownFacts) -> Self {
        let mut answered = GivenAnswers::default();
        for run in &runs {
            answered.add(run.answered.clone());
        }
        Self {
            wiring: runs
                .iter()
                .map(|run| run.wiring.clone())
                .reduce(Wiring::combined_with)
                .unwrap_or_default(),
            verdicts: known.verdicts(&answered),
            answered,
            exceeded: runs.iter().find_map(|run| run.exceeded),
            runs,
        }
    }

    /// Combines two results. This one answers one part, and `other` answers the other part.
    pub fn combined_with(mut self, other: Self, known: &KnownFacts) -> Self {
        self.runs.extend(other.runs);
        Self::new(self.runs, known)
    }

    /// True if the answers are right as far as is known, so that the candidate need not run again
    /// on the trimmed input.
    pub fn needs_no_trimming(&self, known: &KnownFacts) -> bool {
        if known.is_empty() {
            self.answered.answers_input() && !self.verdicts.is_refuted()
        } else {
            self.verdicts.is_confirmed()
        }
    }

    /// True if there is an answer to the day's input, or in a test.
    pub fn has_answers(&self) -> bool {
        self.verdicts.has_answers()
    }

    /// True if a limit ended the run before its first answer. With more time, the run might have
    /// given the right answer.
    pub fn was_stopped_without_answer(&self) -> bool {
        self.exceeded.is_some() && !self.has_answers()
    }

    /// The parts with an answer to the day's input.
    pub fn answered_parts(&self) -> Vec<Part> {
        let mut parts = Part::BOTH.to_vec();
        parts.retain(|part| self.answered.answers[part.index()].is_some());
        parts
    }

    pub fn answers_both_parts(&self) -> bool {
        self.answered.answers.iter().all(Option::is_some)
    }

    /// A message about the limit that ended a run, if one did.
    pub fn stopped(&self) -> Option<String> {
        self.exceeded.map(|limit| match limit {
            ExceededLimit::Time => format!("did not end within {} seconds", LONGEST_RUN.as_secs()),
            ExceededLimit::Memory(_) | ExceededLimit::Output(_) => limit.to_string(),
        })
    }

    /// The calls and their answers to the input, for messages.
    pub fn shown(&self) -> [String; 2] {
        [self.shown_calls(), self.shown_answers()]
    }

    /// The calls for messages: `` `part1(input)` ``.
    pub fn shown_calls(&self) -> String {
        self.wiring
            .shown_calls()
            .iter()
            .map(|call| format!("`{}`", one_line(call)))
            .collect::<Vec<_>>()
            .join(" and ")
    }

    /// The answers to the input for messages.
    pub fn shown_answers(&self) -> String {
        self.answered
            .answers
            .iter()
            .flatten()
            .map(|answer| shown_answer(answer))
            .collect::<Vec<_>>()
            .join(" and ")
    }
}

/// The whitespace that a program removes from the input before it uses the input.
#[derive(Clone, Copy)]
pub enum Trim {
    End,
    BothEnds,
}

impl Trim {
    pub const ALL: [Self; 2] = [Self::End, Self::BothEnds];

    pub fn apply(self, text: &str) -> &str {
        match self {
            Self::End => text.trim_end(),
            Self::BothEnds => text.trim(),
        }
    }

    pub fn expression(self) -> &'static str {
        match self {
            Self::End => "input.trim_end()",
            Self::BothEnds => "input.trim()",
        }
    }

    /// The ends that are trimmed, for messages.
    pub fn ends(self) -> &'static str {
        match self {
            Self::End => "the end",
            Self::BothEnds => "both ends",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_answer_is_cut_in_messages() {
        let answers = [Some("x".repeat(2_000)), Some("7".to_owned())];
        let run = CandidateRun {
            number: 0,
            trim: None,
            wiring: Wiring::default(),
            answered: GivenAnswers {
                answers,
                ..GivenAnswers::default()
            },
            exceeded: None,
        };
        let result = CandidateResult::new(vec![run], &KnownFacts::default());
        assert_eq!(
            result.shown_answers(),
            format!("{}… and 7", "x".repeat(199))
        );
    }
}
