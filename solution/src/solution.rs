//! The trait a day implements, and the constants it may carry.

use std::io::Write;

use crate::{Answer, Part, Result};

/// Solves one puzzle: reads the input, answers both parts.
///
/// Only [`TITLE`](Solution::TITLE), [`Input`](Solution::Input) and
/// [`parse`](Solution::parse) are required; a part that is not written yet
/// answers [`Answer::Unsolved`].
///
/// The three phases `parse`, `part1` and `part2` are timed separately, so work
/// that both parts need belongs in `parse`. A phase that cannot do its work
/// returns an error. A panic is caught, and the other phases still run.
pub trait Solution: Sized + 'static {
    /// The puzzle's title, as on its page.
    const TITLE: &'static str;

    /// The parsed input. It may borrow from the text.
    type Input<'a>;

    /// Parses the input.
    fn parse(input: &str) -> Result<Self::Input<'_>>;

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

    /// Other ways to solve a part, which are compared with the primary function
    /// in answer and in time.
    const ALTERNATIVES: &'static [Alternative<Self>] = &[];

    /// A valid random input, the same for the same seed; `None` if the day
    /// cannot generate any.
    fn generate(_seed: u64) -> Option<String> {
        None
    }

    /// Writes a part's play-by-play to `out`; `false` if the part has none.
    fn trace(_input: &Self::Input<'_>, _part: Part, _out: &mut dyn Write) -> Result<bool> {
        Ok(false)
    }
}

/// A function that answers a part of `S`.
pub type PartFn<S> = for<'i, 'a> fn(&'i <S as Solution>::Input<'a>) -> Result<Answer>;

/// A small input with its expected answers.
///
/// Where the rules of an example differ from those of the real input (fewer
/// steps, a smaller grid), the example has a function of its own for the part.
/// Write `Example::<Self>::new` then: without the type the compiler cannot know
/// yet what the function is given.
///
/// ```
/// # use aoc_solution::{Answer, Example, Result, Solution};
/// # struct Day09;
/// # fn first_invalid(_: &[u64], _: usize) -> u64 { 127 }
/// impl Solution for Day09 {
///     const TITLE: &'static str = "Encoding Error";
///     type Input<'a> = Vec<u64>;
/// #   fn parse(_: &str) -> Result<Vec<u64>> { Ok(vec![]) }
///     fn part1(numbers: &Vec<u64>) -> Result<Answer> {
///         Ok(first_invalid(numbers, 25).into())
///     }
///     // The example's preamble is shorter than the real one.
///     const EXAMPLES: &'static [Example<Self>] =
///         &[Example::<Self>::new("35\n20\n15\n")
///             .part1_with("127", |numbers| Ok(first_invalid(numbers, 5).into()))
///             .part2("62")];
/// }
/// ```
pub struct Example<S: Solution> {
    pub(crate) input: &'static str,
    pub(crate) expected: [Option<&'static str>; 2],
    pub(crate) solve: [Option<PartFn<S>>; 2],
}

impl<S: Solution> Example<S> {
    /// An example without answers: only `parse` is checked.
    pub const fn new(input: &'static str) -> Self {
        Self {
            input,
            expected: [None; 2],
            solve: [None; 2],
        }
    }

    /// Part 1 must give this answer.
    #[must_use]
    pub const fn part1(mut self, answer: &'static str) -> Self {
        self.expected[0] = Some(answer);
        self
    }

    /// Part 2 must give this answer.
    #[must_use]
    pub const fn part2(mut self, answer: &'static str) -> Self {
        self.expected[1] = Some(answer);
        self
    }

    /// Part 1 must give this answer when it is solved by `solve`, which replaces
    /// [`Solution::part1`] and the alternatives.
    #[must_use]
    pub const fn part1_with(mut self, answer: &'static str, solve: PartFn<S>) -> Self {
        self.expected[0] = Some(answer);
        self.solve[0] = Some(solve);
        self
    }

    /// Part 2 must give this answer when it is solved by `solve`, which replaces
    /// [`Solution::part2`] and the alternatives.
    #[must_use]
    pub const fn part2_with(mut self, answer: &'static str, solve: PartFn<S>) -> Self {
        self.expected[1] = Some(answer);
        self.solve[1] = Some(solve);
        self
    }
}

/// A second way to solve one part.
///
/// Write `Alternative::<Self>::new`, which takes functions as well as closures:
/// without the type the compiler cannot know yet what they are given.
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
///         Alternative::<Self>::new("one by one", Part::One, one_by_one),
///         Alternative::<Self>::new("backwards", Part::One, |lines| {
///             Ok(lines.iter().rev().count().into())
///         }),
///     ];
/// }
///
/// fn one_by_one(lines: &Vec<&str>) -> Result<Answer> {
///     Ok(lines.iter().fold(0, |count, _| count + 1).into())
/// }
/// ```
pub struct Alternative<S: Solution> {
    pub(crate) name: &'static str,
    pub(crate) part: Part,
    pub(crate) solve: PartFn<S>,
}

impl<S: Solution> Alternative<S> {
    /// `name` identifies it among the alternatives of its part, on the command
    /// line too.
    pub const fn new(name: &'static str, part: Part, solve: PartFn<S>) -> Self {
        Self { name, part, solve }
    }
}
