//! The object-safe form of [`Solution`], so that one registry can hold days of
//! different types. There is one virtual call for a whole batch: the loops that
//! are timed are generic and compiled for each day.

use std::borrow::Cow;
use std::hint::black_box;
use std::io::Write;
use std::marker::PhantomData;
use std::mem::needs_drop;
use std::time::Instant;

use crate::batch::{Batch, Watched, batch, nanoseconds};
use crate::protocol::{AlternativeInfo, Call, DayInfo, ExampleInfo, Phase, text_digest};
use crate::{Answer, Context, Example, ParseFn, Part, PartFn, Result, Solution, anyhow};

/// A day of any type.
pub(crate) trait Day: Send + Sync {
    /// `day` is its number.
    fn info(&self, day: u8) -> DayInfo;
    /// `None` if the day has no `generate`.
    fn generate(&self, seed: u64) -> Option<String>;
    /// The input of an example; `None` if there is no such index.
    fn example(&self, index: usize) -> Option<&'static str>;
    /// Parses the texts: the nanoseconds that the first took, and the inputs.
    /// `example` is the index of the example whose functions replace those of
    /// the day.
    fn open(
        &self,
        texts: &[&'static str],
        example: Option<usize>,
    ) -> (u64, Result<Box<dyn Opened>>);
}

/// A day's parsed inputs.
pub(crate) trait Opened {
    /// Calls the function with the first input: the nanoseconds it took and its
    /// answer.
    fn run(&self, call: &Call) -> (u64, Result<Answer>);
    /// Calls the function `rounds` times with each input. What the calls return
    /// is dropped with the clock stopped.
    fn batch(&self, call: &Call, rounds: u64, watched: Watched) -> Result<Batch>;
    /// How many inputs there are.
    fn inputs(&self) -> u64;
    /// Writes the part's play-by-play; `false` if it has none.
    fn trace(&self, part: Part, out: &mut dyn Write) -> Result<bool>;
}

/// The day that `S` solves.
pub(crate) struct DayOf<S>(PhantomData<fn() -> S>);

impl<S: Solution> DayOf<S> {
    pub(crate) const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<S: Solution> Day for DayOf<S> {
    fn info(&self, day: u8) -> DayInfo {
        DayInfo {
            day,
            title: Cow::Borrowed(S::TITLE),
            examples: S::EXAMPLES
                .iter()
                .map(|example| ExampleInfo {
                    expected: example.expected.map(|answer| answer.map(Cow::Borrowed)),
                    own_rules: example.solve.map(|solve| solve.is_some()),
                    digest: text_digest(example.input),
                })
                .collect(),
            alternatives: S::ALTERNATIVES
                .iter()
                .map(|alternative| AlternativeInfo {
                    name: Cow::Borrowed(alternative.name),
                    part: alternative.part,
                })
                .collect(),
        }
    }

    fn generate(&self, seed: u64) -> Option<String> {
        S::generate(seed)
    }

    fn example(&self, index: usize) -> Option<&'static str> {
        S::EXAMPLES.get(index).map(|example| example.input)
    }

    fn open(
        &self,
        texts: &[&'static str],
        example: Option<usize>,
    ) -> (u64, Result<Box<dyn Opened>>) {
        let mut inputs = Vec::with_capacity(texts.len());
        let (first, rest) = texts.split_first().expect("a job has a text");
        let example = example.and_then(|index| S::EXAMPLES.get(index));
        let own_parse = example.and_then(|example| example.parse);
        let parse = own_parse.unwrap_or(S::parse);
        let start = Instant::now();
        let parsed = parse(black_box(first));
        let ns = nanoseconds(start);
        let opened = parsed.and_then(|input| {
            inputs.push(input);
            for (index, text) in (2..).zip(rest) {
                inputs.push(parse(text).with_context(|| format!("input {index}"))?);
            }
            Ok(Box::new(OpenedOf::<S> {
                texts: texts.to_vec(),
                inputs,
                parse,
                example,
            }) as Box<dyn Opened>)
        });
        (ns, opened)
    }
}

/// Inputs of the day that `S` solves.
struct OpenedOf<S: Solution> {
    texts: Vec<&'static str>,
    inputs: Vec<S::Input<'static>>,
    parse: ParseFn<S>,
    example: Option<&'static Example<S>>,
}

impl<S: Solution> OpenedOf<S> {
    /// The function for `call`, which must not be `parse`.
    fn part(&self, call: &Call) -> Result<PartFn<S>> {
        let part = call
            .phase
            .part()
            .ok_or_else(|| anyhow!("parsing has no alternatives"))?;
        if let Some(name) = &call.alternative {
            return S::ALTERNATIVES
                .iter()
                .find(|alternative| alternative.name == name && alternative.part == part)
                .map(|alternative| alternative.solve)
                .ok_or_else(|| anyhow!("part {part} has no alternative `{name}`"));
        }
        let own_rules = |example: &Example<S>| example.solve[part.index()];
        Ok(self.example.and_then(own_rules).unwrap_or(match part {
            Part::One => S::part1,
            Part::Two => S::part2,
        }))
    }
}

impl<S: Solution> Opened for OpenedOf<S> {
    fn run(&self, call: &Call) -> (u64, Result<Answer>) {
        let solve = match self.part(call) {
            Ok(solve) => solve,
            Err(error) => return (0, Err(error)),
        };
        let start = Instant::now();
        let answer = solve(black_box(&self.inputs[0]));
        (nanoseconds(start), answer)
    }

    fn batch(&self, call: &Call, rounds: u64, watched: Watched) -> Result<Batch> {
        if call.phase == Phase::Parse {
            let heavy = |_: &S::Input<'static>| needs_drop::<S::Input<'static>>();
            let parse = self.parse;
            return batch(rounds, watched, &self.texts, |text| parse(text), heavy);
        }
        let solve = self.part(call)?;
        // Numbers need no dropping, though their type does.
        let heavy = |answer: &Answer| matches!(answer, Answer::Text(_) | Answer::Letters(_));
        batch(rounds, watched, &self.inputs, solve, heavy)
    }

    fn inputs(&self) -> u64 {
        self.inputs.len() as u64
    }

    fn trace(&self, part: Part, out: &mut dyn Write) -> Result<bool> {
        S::trace(&self.inputs[0], part, out)
    }
}
