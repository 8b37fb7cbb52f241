//! An example that was found on a page, and how sure it is.

use super::answer::Candidate;

/// An example as it was read from a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExampleGuess {
    pub input: String,
    /// `None` where the page says nothing, or nothing of this confidence.
    pub part1: Option<String>,
    pub part2: Option<String>,
    pub confidence: Confidence,
    /// Why it is unsure; empty if it is sure.
    pub reason: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Confidence {
    /// The page has the form that examples usually have.
    Sure,
    /// A person has to look at it.
    Unsure,
}

/// An input and what may be its answers.
#[derive(Debug)]
pub struct Found {
    pub input: String,
    /// Why this may not be an example's input.
    pub doubt: Option<String>,
    pub answers: [Option<Candidate>; 2],
}

impl Found {
    pub const fn new(input: String, doubt: Option<String>) -> Self {
        Self {
            input,
            doubt,
            answers: [None, None],
        }
    }

    /// Takes apart what is sure and what is not.
    pub fn split(self, sure: &mut Vec<ExampleGuess>, unsure: &mut Vec<ExampleGuess>) {
        let certain = |candidate: &Option<Candidate>| {
            let candidate = candidate.as_ref().filter(|it| it.doubt.is_none());
            candidate
                .filter(|_| self.doubt.is_none())
                .map(|it| it.value.clone())
        };
        let [part1, part2] = self.answers.each_ref().map(certain);
        if part1.is_some() || part2.is_some() {
            sure.push(ExampleGuess {
                input: self.input.clone(),
                part1: part1.clone(),
                part2: part2.clone(),
                confidence: Confidence::Sure,
                reason: String::new(),
            });
        }
        let rest = |candidate: &Option<Candidate>, known: &Option<String>| {
            let candidate = candidate.as_ref().filter(|_| known.is_none());
            candidate.map(|it| it.value.clone())
        };
        let [one, two] = &self.answers;
        let (rest1, rest2) = (rest(one, &part1), rest(two, &part2));
        if rest1.is_none() && rest2.is_none() {
            return;
        }
        let doubts = self
            .answers
            .iter()
            .flatten()
            .filter_map(|it| it.doubt.as_ref());
        let reason = self.doubt.iter().chain(doubts).next();
        unsure.push(ExampleGuess {
            input: self.input,
            part1: rest1,
            part2: rest2,
            confidence: Confidence::Unsure,
            reason: reason.cloned().unwrap_or_default(),
        });
    }
}
