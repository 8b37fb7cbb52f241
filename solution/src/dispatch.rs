//! The object-safe form of [`Solution`], so that a registry can have days of different
//! types. A whole batch is one virtual call: the timed loops are generic and compiled
//! for each day.

use std::hint::black_box;
use std::io::Write;
use std::marker::PhantomData;
use std::mem::needs_drop;
use std::time::Instant;

use crate::measure::{batch, nanoseconds};
use crate::memory::{self, Count};
use crate::protocol::{Allocations, AlternativeInfo, Call, DayInfo, ExampleInfo, text_digest};
use crate::{Answer, Example, ParseFn, Part, PartFn, Result, Solution, anyhow};

/// A day of any type.
pub(crate) trait AnyDay: Send + Sync {
    /// Describes the day, whose number is `day`.
    fn info(&self, day: u8) -> DayInfo;
    /// Generates an input; returns `None` if the day has no `generate`.
    fn generate(&self, seed: u64) -> Option<String>;
    /// The input of an example; `None` if there is no such index.
    fn example(&self, index: usize) -> Option<&'static str>;
    /// Parses the text; returns the time in nanoseconds, and the input. `example` is
    /// the index of the example whose functions replace those of the day.
    fn open(&self, text: &'static str, example: Option<usize>) -> (u64, Result<Box<dyn Opened>>);
}

/// A day's parsed input.
pub(crate) trait Opened {
    /// Calls the function; returns the time in nanoseconds, and the answer.
    fn run(&self, call: &Call) -> (u64, Result<Answer>);
    /// The nanoseconds of this many calls. Their results are dropped while the clock is
    /// stopped.
    fn batch(&self, call: &Call, calls: u64) -> Result<u64>;
    /// Counts the allocations of one call; `None` if they cannot be counted.
    fn count(&self, call: &Call) -> Result<Option<Allocations>>;
    /// Writes the part's play-by-play; returns `false` if it has none.
    fn trace(&self, part: Part, out: &mut dyn Write) -> Result<bool>;
}

/// The day that `S` solves.
pub(crate) struct DayOf<S>(PhantomData<fn() -> S>);

impl<S: Solution> DayOf<S> {
    pub(crate) const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<S: Solution> AnyDay for DayOf<S> {
    fn info(&self, day: u8) -> DayInfo {
        let example = |example: &Example<S>| ExampleInfo {
            expected: example.expected.map(|answer| answer.map(str::to_owned)),
            own_rules: example.solve.map(|solve| solve.is_some()),
            digest: text_digest(example.input),
        };
        let alternatives = S::ALTERNATIVES.iter().map(|alternative| AlternativeInfo {
            name: alternative.name.to_owned(),
            part: alternative.part,
        });
        DayInfo {
            day,
            title: S::TITLE.to_owned(),
            examples: S::EXAMPLES.iter().map(example).collect(),
            alternatives: alternatives.collect(),
        }
    }

    fn generate(&self, seed: u64) -> Option<String> {
        S::generate(seed)
    }

    fn example(&self, index: usize) -> Option<&'static str> {
        S::EXAMPLES.get(index).map(|example| example.input)
    }

    fn open(&self, text: &'static str, example: Option<usize>) -> (u64, Result<Box<dyn Opened>>) {
        let example = example.and_then(|index| S::EXAMPLES.get(index));
        let own_parse = example.and_then(|example| example.parse);
        let parse = own_parse.unwrap_or(S::parse);
        let start = Instant::now();
        let parsed = parse(black_box(text));
        let ns = nanoseconds(start);
        let opened = parsed.map(|input| {
            Box::new(OpenedOf::<S> {
                text,
                input,
                parse,
                example,
            }) as Box<dyn Opened>
        });
        (ns, opened)
    }
}

/// An input of the day that `S` solves.
struct OpenedOf<S: Solution> {
    text: &'static str,
    input: S::Input<'static>,
    parse: ParseFn<S>,
    example: Option<&'static Example<S>>,
}

impl<S: Solution> OpenedOf<S> {
    /// The function for `call`, which must not be `parse`.
    fn part(&self, call: &Call) -> Result<PartFn<S>> {
        let part = call.phase.part();
        let part = part.ok_or_else(|| anyhow!("parsing has no alternatives"))?;
        if let Some(name) = &call.alternative {
            let mut alternatives = S::ALTERNATIVES.iter();
            let found = alternatives.find(|found| found.name == name && found.part == part);
            return found
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
        let answer = solve(black_box(&self.input));
        (nanoseconds(start), answer)
    }

    fn batch(&self, call: &Call, calls: u64) -> Result<u64> {
        if call.phase.part().is_none() {
            let heavy = |_: &S::Input<'static>| needs_drop::<S::Input<'static>>();
            return batch(calls, &self.text, |text| (self.parse)(text), heavy);
        }
        // Numbers need no drop, although their type does.
        let heavy = |answer: &Answer| matches!(answer, Answer::Text(_) | Answer::Letters(_));
        batch(calls, &self.input, self.part(call)?, heavy)
    }

    fn count(&self, call: &Call) -> Result<Option<Allocations>> {
        let part = call.phase.part().map(|_| self.part(call)).transpose()?;
        let count = Count::start();
        let called = match part {
            Some(solve) => black_box(solve(&self.input)).map(drop),
            None => black_box((self.parse)(self.text)).map(drop),
        };
        let allocations = count.end();
        called?;
        Ok(memory::is_counting().then_some(allocations))
    }

    fn trace(&self, part: Part, out: &mut dyn Write) -> Result<bool> {
        S::trace(&self.input, part, out)
    }
}
