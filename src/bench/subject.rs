//! What a puzzle is measured over: one input, several generated ones together,
//! or an example.

use aoc_solution::Part;
use aoc_solution::protocol::{DayInfo, Phase, Source};

use super::error::BenchError;
use crate::error::CliError;
use crate::puzzle::Puzzle;
use crate::runner::{Client, GenerateError, Input, JobError, PuzzleHeader, SourceKind, Status};

pub(super) struct Subject {
    pub(super) header: PuzzleHeader,
    pub(super) source: Source,
    /// How many texts.
    pub(super) inputs: u32,
    /// The answers that are known of the first text, and the status of an
    /// answer that is equal.
    pub(super) expected: [Option<(String, Status)>; 2],
    /// Parts that follow rules of the example's own, which alternatives do not
    /// know.
    pub(super) own_rules: [bool; 2],
    /// Parts that the example knows no answer of, so that nothing says whether
    /// they can be run with it at all.
    skipped: [bool; 2],
}

/// The day that is measured, and a worker that has it.
pub(super) struct Origin<'a> {
    pub(super) puzzle: Puzzle,
    pub(super) info: &'a DayInfo,
    pub(super) client: &'a mut Client,
}

impl Subject {
    /// Whether the phase can be measured over it.
    pub(super) fn has(&self, phase: Phase) -> bool {
        phase.part().is_none_or(|part| !self.skipped[part.index()])
    }

    /// One for each input; none for examples, which stand in only where there
    /// is nothing else.
    pub(super) fn of_inputs(origin: &Origin<'_>, inputs: Vec<Input>) -> Vec<Self> {
        let of = |input: Input| match input {
            Input::Text {
                kind,
                name,
                path,
                text,
                accepted,
            } => Some(Self {
                header: PuzzleHeader {
                    source: kind,
                    name,
                    input: path,
                    ..origin.header()
                },
                source: Source::Texts(vec![text]),
                inputs: 1,
                expected: accepted.map(|answer| answer.map(|answer| (answer, Status::Accepted))),
                own_rules: [false; 2],
                skipped: [false; 2],
            }),
            Input::Examples(_) => None,
        };
        inputs.into_iter().filter_map(of).collect()
    }

    /// So many generated inputs, measured together, from the seed 0 on.
    pub(super) fn generated(origin: &mut Origin<'_>, count: u32) -> Result<Self, CliError> {
        let puzzle = origin.puzzle;
        let generated = Self::try_generated(origin, count)?;
        generated.ok_or_else(|| JobError::NoGenerate { puzzle }.into())
    }

    /// What stands in for a missing input: a generated one, else the first
    /// example. The note says which.
    pub(super) fn stand_in(origin: &mut Origin<'_>) -> Result<(Self, String), CliError> {
        let puzzle = origin.puzzle;
        if let Some(generated) = Self::try_generated(origin, 1)? {
            let note = format!("{puzzle}: no input: benchmarking a generated one");
            return Ok((generated, note));
        }
        let example = Self::example(origin).ok_or(BenchError::NoInput(puzzle))?;
        let note =
            format!("{puzzle}: no input and no `generate` function: benchmarking the example");
        Ok((example, note))
    }

    fn try_generated(origin: &mut Origin<'_>, count: u32) -> Result<Option<Self>, GenerateError> {
        let mut texts = Vec::new();
        for seed in 0..u64::from(count) {
            match origin.client.generate(origin.puzzle.day, seed)? {
                Some(text) => texts.push(text),
                None => return Ok(None),
            }
        }
        Ok(Some(Self {
            header: PuzzleHeader {
                source: SourceKind::Generated,
                name: Some(match count {
                    1 => "seed 0".to_owned(),
                    _ => format!("seeds 0 to {}", count - 1),
                }),
                ..origin.header()
            },
            source: Source::Texts(texts),
            inputs: count,
            expected: [None, None],
            own_rules: [false; 2],
            skipped: [false; 2],
        }))
    }

    fn example(origin: &Origin<'_>) -> Option<Self> {
        let example = origin.info.examples.first()?;
        let known = Part::BOTH.map(|part| example.expected(part).is_some());
        // One that knows no answer at all is there for what it shows.
        let knows_any = known.contains(&true);
        Some(Self {
            header: PuzzleHeader {
                source: SourceKind::Example,
                ..origin.header()
            },
            source: Source::Example(0),
            inputs: 1,
            expected: Part::BOTH.map(|part| {
                let answer = example.expected(part)?;
                Some((answer.to_owned(), Status::Matched))
            }),
            own_rules: Part::BOTH.map(|part| example.has_own_rules(part)),
            skipped: known.map(|known| knows_any && !known),
        })
    }
}

impl Origin<'_> {
    fn header(&self) -> PuzzleHeader {
        PuzzleHeader {
            title: self.info.title.clone().into_owned(),
            ..PuzzleHeader::unknown(self.puzzle)
        }
    }
}
