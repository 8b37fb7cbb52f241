//! The object-safe form of [`Solution`], which lets a registry contain days of different types. One
//! virtual call runs a whole batch, so the timed loops are generic and compiled for each day.

use std::any::type_name;
use std::hint::black_box;
use std::io::Write;
use std::marker::PhantomData;
use std::mem::needs_drop;
use std::time::Instant;

use crate::measure::{nanoseconds, time_batch};
use crate::memory::{self, Count};
use crate::protocol::{Allocations, AlternativeInfo, Call, DayInfo, ExampleInfo};
use crate::{Answer, Error, Example, ParseFn, Part, PartFn, Result, Solution, Trace, anyhow};

/// A day of any type.
pub(crate) trait AnyDay: Send + Sync {
    /// The puzzle's title.
    fn title(&self) -> &'static str;
    /// True if the parts get the text itself, so that there is no `parse` to measure.
    fn takes_text(&self) -> bool;
    /// The example with this index.
    fn example(&self, index: usize) -> Option<ExampleData>;
    /// The part and the name of the alternative with this index.
    fn alternative(&self, index: usize) -> Option<(Part, &'static str)>;
    /// Generates an input. Returns `None` if the day generates none for this seed.
    fn generate(&self, seed: u64) -> Option<String>;
    /// Parses the text. Returns the time in nanoseconds, and the input. `example` is the index of
    /// an example whose functions replace those of the day.
    fn open(
        &self,
        text: &'static str,
        example: Option<usize>,
    ) -> (u64, Result<Box<dyn ParsedInput>>);
}

/// An [`Example`] of a day of any type.
pub(crate) struct ExampleData {
    pub(crate) input: &'static str,
    expected: [Option<&'static str>; 2],
    has_own_function: [bool; 2],
}

// This is not generic, so it is compiled once and not for every day.
impl dyn AnyDay {
    /// Describes the day, whose number is `day`.
    pub(crate) fn info(&self, day: u8) -> DayInfo {
        let mut info = DayInfo {
            day,
            title: self.title().to_owned(),
            examples: Vec::new(),
            alternatives: Vec::new(),
            takes_text: self.takes_text(),
        };
        while let Some(example) = self.example(info.examples.len()) {
            info.examples.push(ExampleInfo {
                expected: example.expected.map(|answer| answer.map(str::to_owned)),
                has_own_function: example.has_own_function,
                input: example.input.to_owned(),
            });
        }
        while let Some((part, name)) = self.alternative(info.alternatives.len()) {
            info.alternatives.push(AlternativeInfo {
                name: name.to_owned(),
                part,
            });
        }
        info
    }
}

/// A day's parsed input.
pub(crate) trait ParsedInput {
    /// Calls the function. Returns the time in nanoseconds, and the answer.
    fn run(&self, call: &Call) -> (u64, Result<Answer>);
    /// Returns the time of `calls` calls in nanoseconds, without the time of dropping their
    /// results.
    fn time_batch(&self, call: &Call, calls: u64) -> Result<u64>;
    /// Counts the allocations of one call. `None` if they cannot be counted.
    fn count(&self, call: &Call) -> Result<Option<Allocations>>;
    /// Writes the trace of a part, if it has one.
    fn trace(&self, part: Part, out: &mut dyn Write) -> Result<Trace>;
}

/// The day that `S` solves.
pub(crate) struct DayOf<S>(PhantomData<fn() -> S>);

impl<S: Solution> DayOf<S> {
    pub(crate) const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<S: Solution> AnyDay for DayOf<S> {
    fn title(&self) -> &'static str {
        S::TITLE
    }

    fn takes_text(&self) -> bool {
        // `TypeId` needs a `'static` type, and the compiler does not know that `Input<'static>` is
        // one.
        S::TAKES_TEXT.unwrap_or_else(|| type_name::<S::Input<'static>>() == type_name::<&str>())
    }

    fn example(&self, index: usize) -> Option<ExampleData> {
        let example = S::EXAMPLES.get(index)?;
        let [one, two] = &example.solve;
        Some(ExampleData {
            input: example.input,
            expected: example.expected,
            has_own_function: [one.is_some(), two.is_some()],
        })
    }

    fn alternative(&self, index: usize) -> Option<(Part, &'static str)> {
        let alternative = S::ALTERNATIVES.get(index)?;
        Some((alternative.part, alternative.name))
    }

    fn generate(&self, seed: u64) -> Option<String> {
        S::generate(seed)
    }

    fn open(
        &self,
        text: &'static str,
        example: Option<usize>,
    ) -> (u64, Result<Box<dyn ParsedInput>>) {
        let example = example.map(|index| &S::EXAMPLES[index]);
        let own_parse = example.and_then(|example| example.parse);
        let parse = own_parse.unwrap_or(S::parse);
        let start = Instant::now();
        let parsed = parse(black_box(text));
        let ns = nanoseconds(start);
        let opened = parsed.map(|input| -> Box<dyn ParsedInput> {
            Box::new(ParsedInputOf::<S> {
                text,
                input,
                parse,
                example,
            })
        });
        (ns, opened)
    }
}

/// An input of the day that `S` solves.
struct ParsedInputOf<S: Solution> {
    text: &'static str,
    input: S::Input<'static>,
    parse: ParseFn<S>,
    example: Option<&'static Example<S>>,
}

impl<S: Solution> ParsedInputOf<S> {
    /// The function for `call`, which must not be `parse`.
    fn part(&self, call: &Call) -> Result<PartFn<S>> {
        let Some(part) = call.phase.part() else {
            return Err(no_function(call));
        };
        if let Some(name) = &call.alternative {
            for alternative in S::ALTERNATIVES {
                if alternative.name == name && alternative.part == part {
                    return Ok(alternative.solve);
                }
            }
            return Err(no_function(call));
        }
        if let Some(example) = self.example
            && let Some(solve) = example.solve[part.index()]
        {
            return Ok(solve);
        }
        Ok(match part {
            Part::One => S::part1,
            Part::Two => S::part2,
        })
    }
}

fn no_function(call: &Call) -> Error {
    match (call.phase.part(), &call.alternative) {
        (Some(part), Some(name)) => anyhow!("part {part} has no alternative `{name}`"),
        _ => anyhow!("parsing has no alternatives"),
    }
}

impl<S: Solution> ParsedInput for ParsedInputOf<S> {
    fn run(&self, call: &Call) -> (u64, Result<Answer>) {
        let solve = match self.part(call) {
            Ok(solve) => solve,
            Err(error) => return (0, Err(error)),
        };
        let start = Instant::now();
        let answer = solve(black_box(&self.input));
        (nanoseconds(start), answer)
    }

    fn time_batch(&self, call: &Call, calls: u64) -> Result<u64> {
        if call.phase.part().is_none() {
            let parse = self.parse;
            return time_batch(calls, &self.text, |text| parse(text), is_input_slow_to_drop);
        }
        time_batch(calls, &self.input, self.part(call)?, is_answer_slow_to_drop)
    }

    fn count(&self, call: &Call) -> Result<Option<Allocations>> {
        let part = match call.phase.part() {
            Some(_) => Some(self.part(call)?),
            None => None,
        };
        let count = Count::start();
        let error = match part {
            Some(solve) => black_box(solve(&self.input)).err(),
            None => black_box((self.parse)(self.text)).err(),
        };
        let allocations = count.end();
        if let Some(error) = error {
            return Err(error);
        }
        Ok(memory::is_counting().then_some(allocations))
    }

    fn trace(&self, part: Part, out: &mut dyn Write) -> Result<Trace> {
        S::trace(&self.input, part, out)
    }
}

/// True if a parsed input takes time to drop.
fn is_input_slow_to_drop<T>(_input: &T) -> bool {
    needs_drop::<T>()
}

/// True if an answer takes time to drop. A number takes none, although other variants of the type
/// may.
fn is_answer_slow_to_drop(answer: &Answer) -> bool {
    matches!(answer, Answer::Text(_) | Answer::Letters(_))
}
