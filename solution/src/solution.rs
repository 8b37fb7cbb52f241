//! The trait that a day implements, and the types of its constants.

use std::error::Error;
use std::fmt;
use std::io::Write;
use std::marker::PhantomData;
use std::str::FromStr;

use crate::{Answer, Result};

/// Solves one puzzle: parses the input, and answers both parts.
///
/// Only [`TITLE`](Solution::TITLE), [`Input`](Solution::Input) and [`parse`](Solution::parse) are
/// required. A part that is not written yet answers [`Answer::Unsolved`].
///
/// The three phases `parse`, `part1` and `part2` are timed separately, so work that both parts need
/// belongs in `parse`. A phase that cannot do its work returns an error. A panic is caught, and the
/// other phases still run.
pub trait Solution: Sized + 'static {
    /// The puzzle's title, as on its page.
    const TITLE: &'static str;

    /// The parsed input. It may borrow from the text.
    type Input<'a>;

    /// Parses the input.
    fn parse(input: &str) -> Result<Self::Input<'_>>;

    /// True if `parse` is not the day's own, but returns the text and does nothing else. `None`
    /// if only the type of the input can tell. `functions!` sets it.
    #[doc(hidden)]
    const TAKES_TEXT: Option<bool> = None;

    /// Answers part 1.
    fn part1(_input: &Self::Input<'_>) -> Result<Answer> {
        Ok(Answer::Unsolved)
    }

    /// Answers part 2.
    fn part2(_input: &Self::Input<'_>) -> Result<Answer> {
        Ok(Answer::Unsolved)
    }

    /// Small inputs with their expected answers.
    const EXAMPLES: &'static [Example<Self>] = &[];

    /// Other ways to solve a part. Their answers and times are compared with those of the primary
    /// function.
    const ALTERNATIVES: &'static [Alternative<Self>] = &[];

    /// Generates a valid random input. The same seed gives the same input. `None` if there is
    /// no input for this seed. A day without its own `generate` has none for any seed.
    fn generate(_seed: u64) -> Option<String> {
        None
    }

    /// Writes the trace of a part to `out`. A trace shows people the steps of the solution. The
    /// result says whether the part has a trace.
    fn trace(_input: &Self::Input<'_>, _part: Part, _out: &mut dyn Write) -> Result<Trace> {
        Ok(Trace::None)
    }
}

/// The result of writing a trace.
///
/// ```
/// # use std::io::Write;
/// # use aoc_solution::{Answer, Part, Result, Solution, Trace};
/// # struct Day04;
/// # impl Solution for Day04 {
/// #     const TITLE: &'static str = "Rocket Fuel";
/// #     type Input<'a> = Vec<u64>;
/// #     fn parse(input: &str) -> Result<Vec<u64>> {
/// #         input.lines().map(|line| Ok(line.parse()?)).collect()
/// #     }
/// fn trace(masses: &Vec<u64>, part: Part, out: &mut dyn Write) -> Result<Trace> {
///     if part == Part::Two {
///         return Ok(Trace::None);
///     }
///     for mass in masses {
///         writeln!(out, "{mass} takes {}", mass / 3)?;
///     }
///     Ok(Trace::Written)
/// }
/// # }
/// # let mut written = vec![];
/// # Day04::trace(&vec![12], Part::One, &mut written).unwrap();
/// # assert_eq!(written, b"12 takes 4\n");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Trace {
    /// The trace was written.
    Written,
    /// The part has no trace, and nothing was written.
    None,
}

/// A function that answers a part of `S`.
pub type PartFn<S> = for<'i, 'a> fn(&'i <S as Solution>::Input<'a>) -> Result<Answer>;

/// A function that parses an input of `S`.
pub type ParseFn<S> = for<'a> fn(&'a str) -> Result<<S as Solution>::Input<'a>>;

/// A small input with its expected answers.
///
/// ```
/// # use aoc_solution::{Answer, Example, Result, Solution};
/// # struct Day01;
/// impl Solution for Day01 {
///     const TITLE: &'static str = "Report Repair";
///     type Input<'a> = Vec<&'a str>;
/// #   fn parse(input: &str) -> Result<Vec<&str>> { Ok(input.lines().collect()) }
///     // ...
///     const EXAMPLES: &'static [Example<Self>] = &[
///         Example::new("1721\n979\n366\n").part1("514579").part2("241861950"),
///         Example::new("979\n").part2("0"),
///     ];
/// }
/// ```
///
/// # Rules of its own
///
/// The rules of an example may differ from those of the real input (fewer steps, a smaller grid).
/// Such an example can have its own function for a part, and for [`parse`](Solution::parse). Use
/// [`example!`](crate::example), with a closure or any function of the right signature.
///
/// ```
/// # use aoc_solution::{Answer, Example, Result, Solution};
/// # struct Day09;
/// # fn first_invalid(_: &[&str], preamble: usize) -> usize { preamble }
/// impl Solution for Day09 {
///     const TITLE: &'static str = "Encoding Error";
///     type Input<'a> = Vec<&'a str>;
///
///     fn parse(input: &str) -> Result<Vec<&str>> {
///         Ok(input.lines().collect())
///     }
///
///     fn part1(lines: &Vec<&str>) -> Result<Answer> {
///         Ok(first_invalid(lines, 25).into())
///     }
///
///     const EXAMPLES: &'static [Example<Self>] = &[
///         // The example's preamble is shorter than the real one.
///         aoc_solution::example!("35\n20\n15\n")
///             .part1_with("5", |lines| Ok(first_invalid(lines, 5).into()))
///             .part2("62"),
///         aoc_solution::example!("35, 20")
///             .parse_with(|text| Ok(text.split(", ").collect()))
///             .part1_with("2", short)
///             .part2("7"),
///     ];
/// }
///
/// fn short(lines: &Vec<&str>) -> Result<Answer> {
///     Ok(first_invalid(lines, 2).into())
/// }
/// # use aoc_solution::Registry;
/// # let registry = Registry::new(2020).day::<Day09>(9);
/// ```
pub struct Example<S: Solution> {
    pub(crate) input: &'static str,
    pub(crate) expected: [Option<&'static str>; 2],
    pub(crate) solve: [Option<PartFn<S>>; 2],
    pub(crate) parse: Option<ParseFn<S>>,
}

impl<S: Solution> Example<S> {
    /// An example without answers: only `parse` is checked.
    pub const fn new(input: &'static str) -> Self {
        Self {
            input,
            expected: [None; 2],
            solve: [None; 2],
            parse: None,
        }
    }

    /// Expects this answer from part 1.
    #[must_use]
    pub const fn part1(mut self, answer: &'static str) -> Self {
        self.expected[0] = Some(answer);
        self
    }

    /// Expects this answer from part 2.
    #[must_use]
    pub const fn part2(mut self, answer: &'static str) -> Self {
        self.expected[1] = Some(answer);
        self
    }

    /// Expects this answer from `solve`, which replaces [`Solution::part1`] and its alternatives
    /// for this example: see [rules of its own](Self#rules-of-its-own).
    #[must_use]
    pub const fn part1_with(mut self, answer: &'static str, solve: PartFn<S>) -> Self {
        self.expected[0] = Some(answer);
        self.solve[0] = Some(solve);
        self
    }

    /// Expects this answer from `solve`, which replaces [`Solution::part2`] and its alternatives
    /// for this example: see [rules of its own](Self#rules-of-its-own).
    #[must_use]
    pub const fn part2_with(mut self, answer: &'static str, solve: PartFn<S>) -> Self {
        self.expected[1] = Some(answer);
        self.solve[1] = Some(solve);
        self
    }

    /// Parses the text with `parse`, which replaces [`Solution::parse`] for this example: see
    /// [rules of its own](Self#rules-of-its-own).
    #[must_use]
    pub const fn parse_with(mut self, parse: ParseFn<S>) -> Self {
        self.parse = Some(parse);
        self
    }
}

// `Clone` and `Debug` are not derived, because a derive would also require these traits of `S`.
impl<S: Solution> Clone for Example<S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S: Solution> Copy for Example<S> {}

/// Shows the input and the expected answers.
impl<S: Solution> fmt::Debug for Example<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Example")
            .field("input", &self.input)
            .field("expected", &self.expected)
            .finish_non_exhaustive()
    }
}

/// Creates an [`Example`] of the surrounding `impl`. Unlike `Example::new`, it tells the compiler
/// the type of the day, which named functions in `part1_with`, `part2_with` and `parse_with` need.
#[macro_export]
macro_rules! example {
    ($input:expr) => {
        $crate::Example::<Self>::new($input)
    };
}

/// A second way to solve one part, by a function or a closure.
///
/// ```
/// # use aoc_solution::{Alternative, Answer, Part, Result, Solution};
/// struct Day01;
///
/// impl Solution for Day01 {
///     const TITLE: &'static str = "Report Repair";
///     type Input<'a> = Vec<&'a str>;
/// #   fn parse(input: &str) -> Result<Vec<&str>> { Ok(input.lines().collect()) }
/// #   fn part1(lines: &Vec<&str>) -> Result<Answer> { Ok(lines.len().into()) }
///     // ...
///     const ALTERNATIVES: &'static [Alternative<Self>] = &[
///         Alternative::new("one by one", Part::One, one_by_one),
///         Alternative::new("backwards", Part::One, |lines| {
///             Ok(lines.iter().rev().count().into())
///         }),
///     ];
/// }
///
/// fn one_by_one(lines: &Vec<&str>) -> Result<Answer> {
///     Ok(lines.iter().fold(0, |count, _| count + 1).into())
/// }
/// ```
///
/// Never write the parameter `F` yourself. It lets the compiler infer the types of a closure from
/// the constant that contains the alternative.
pub struct Alternative<S: Solution, F = PartFn<S>> {
    pub(crate) name: &'static str,
    pub(crate) part: Part,
    pub(crate) solve: F,
    solution: PhantomData<fn() -> S>,
}

impl<S: Solution, F: Copy> Alternative<S, F> {
    /// Creates an alternative. `name` identifies it among the alternatives of the part, on the
    /// command line as well.
    pub const fn new(name: &'static str, part: Part, solve: F) -> Self {
        Self {
            name,
            part,
            solve,
            solution: PhantomData,
        }
    }
}

impl<S: Solution, F: Copy> Clone for Alternative<S, F> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S: Solution, F: Copy> Copy for Alternative<S, F> {}

/// Shows the name and the part.
impl<S: Solution, F> fmt::Debug for Alternative<S, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Alternative")
            .field("name", &self.name)
            .field("part", &self.part)
            .finish_non_exhaustive()
    }
}

/// A half of a puzzle, worth one star.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(into = "u8", try_from = "u8"))]
pub enum Part {
    /// Part 1.
    One,
    /// Part 2, which the site shows after part 1 is solved.
    Two,
}

impl Part {
    /// Both parts, in order.
    pub const BOTH: [Self; 2] = [Self::One, Self::Two];

    /// 0 for part 1 and 1 for part 2, as the index into an array with one element for each part.
    #[must_use]
    pub const fn index(self) -> usize {
        match self {
            Self::One => 0,
            Self::Two => 1,
        }
    }
}

impl From<Part> for u8 {
    fn from(part: Part) -> Self {
        match part {
            Part::One => 1,
            Part::Two => 2,
        }
    }
}

impl TryFrom<u8> for Part {
    type Error = UnknownPart;

    fn try_from(number: u8) -> Result<Self, UnknownPart> {
        match number {
            1 => Ok(Self::One),
            2 => Ok(Self::Two),
            other => Err(UnknownPart(other.to_string())),
        }
    }
}

/// Parses `1` or `2`.
impl FromStr for Part {
    type Err = UnknownPart;

    fn from_str(text: &str) -> Result<Self, UnknownPart> {
        match text {
            "1" => Ok(Self::One),
            "2" => Ok(Self::Two),
            other => Err(UnknownPart(other.to_owned())),
        }
    }
}

/// The error for a part other than 1 and 2.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownPart(String);

impl fmt::Display for UnknownPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "part {} does not exist: parts are 1 and 2", self.0)
    }
}

impl Error for UnknownPart {}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        u8::from(*self).fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_one_and_two() {
        assert_eq!(Part::BOTH.map(u8::from), [1, 2]);
        for part in Part::BOTH {
            assert_eq!(part.to_string().parse(), Ok(part));
            assert_eq!(Part::try_from(u8::from(part)), Ok(part));
        }
        let error = "part 3 does not exist: parts are 1 and 2";
        assert_eq!(Part::try_from(3).unwrap_err().to_string(), error);
        assert_eq!("3".parse::<Part>().unwrap_err().to_string(), error);
        for other in ["0", "", "01", " 1", "two"] {
            assert!(other.parse::<Part>().is_err(), "{other}");
        }
    }
}
