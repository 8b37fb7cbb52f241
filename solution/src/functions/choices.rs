//! The ways to call a function, and the kinds of results. From each list, the compiler takes the
//! first choice that applies.
//!
//! # An example
//!
//! A day parses bytes: `fn parse(input: &[u8]) -> usize`. Its input, the text, is a `str`. The list
//! [`Way`] says how to call a function. This one takes way 7, because no way before it applies:
//!
//! | way | for a function that takes | applies |
//! |---|---|---|
//! | 1 [`ByReference`] | `&str`, as this is the input's type | no: `parse` takes `&[u8]` |
//! | 2 [`ByTarget`] | a reference to what the input derefs to | no: a `str` derefs to nothing |
//! | 3 [`ByValue`] | `str` | no |
//! | 4 [`ByMutable`] | `&mut str` | no |
//! | 5 [`ByMutableTarget`] | `&mut` to what the input derefs to | no |
//! | 6 [`BySlice`] | the slice of an array | no: a `str` is not an array |
//! | 7 [`ByBytes`] | `&[u8]`, for a text | yes: a `str` is a text |
//!
//! `functions!` leaves this search to the compiler. It writes `(&&&...probe).way()` with 18 `&`,
//! one for each choice of the list: 17 ways and the fallback. Way 1 is implemented for the probe
//! behind 17 `&`, and `way` takes `&self`, so the compiler looks there first. The bound
//! `F: FnOnce(&str)` is not met, so it removes one `&` and looks at way 2. It finds way 7 behind
//! 11 `&`, one for each of the 10 later ways and one for the fallback:
//!
//! ```
//! use aoc_solution::functions::traits::*;
//! use aoc_solution::functions::{ByBytes, CallProbe};
//!
//! fn parse(input: &[u8]) -> usize {
//!     input.len()
//! }
//!
//! let probe = CallProbe::of(&parse, "text");
//! let way: ByBytes = (&&&&&&&&&&&&&&&&&&probe).way();
//! assert_eq!(way.call(parse, "text", &mut None), 4);
//! ```

use std::convert::Infallible;
use std::fmt::{Debug, Display};
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};
use std::str::Lines;

use crate::{Answer, Error, anyhow};

/// The traits that must be in scope for a choice.
pub mod traits {
    pub use super::{
        KindOfAnswer as _, KindOfError as _, KindOfInput as _, KindOfResult as _,
        KindOfWrapper as _, Way as _,
    };
}

/// A placeholder for a value of type `T` while the compiler chooses a trait.
pub struct Probe<T>(PhantomData<T>);

impl<T> Probe<T> {
    pub const fn of(_value: &T) -> Self {
        Self(PhantomData)
    }
}

/// A placeholder for a value of type `T` that is converted to an input of type `I`.
pub struct ParsedProbe<T, I>(PhantomData<(T, I)>);

impl<T, I> ParsedProbe<T, I> {
    pub const fn of(_value: &T) -> Self {
        Self(PhantomData)
    }
}

/// A placeholder for a call of a function of type `F` with an input of type `I`.
pub struct CallProbe<'i, F, I: ?Sized>(PhantomData<(F, &'i I)>);

impl<'i, F, I: ?Sized> CallProbe<'i, F, I> {
    pub const fn of(_function: &F, _input: &'i I) -> Self {
        Self(PhantomData)
    }
}

/// Defines a list of choices: a trait with the method that chooses, and an implementation for each
/// choice. The compiler takes the first choice that applies, because it prefers the implementation
/// for the probe behind the most `&`. Each choice has one `&` for every choice after it, and one
/// more if there is a `fallback` below the list. `@way` and `@choose` in `functions!` have as many
/// `&` as their longest list needs. All the traits are in `traits`.
///
/// A list has a single trait, because for each `&` the compiler tries every trait that has the
/// method. With a trait for each choice, checking the types of a day took three times as long.
macro_rules! choices {
    ($(#[$doc:meta])* $trait:ident::$choose:ident $({ $($choice:tt)* })+ $($fallback:ident)?) => {
        $(#[$doc])*
        pub trait $trait {
            type Choice;

            fn $choose(&self) -> Self::Choice;
        }

        choices! { [$trait::$choose] $({ $($choice)* })+ $($fallback)? }
    };
    ([$($names:tt)*] $(fallback)?) => {};
    ([$($names:tt)*] { $($choice:tt)* } $($later:tt)*) => {
        choice! { [$($later)*] $($names)* => $($choice)* }
        choices! { [$($names)*] $($later)* }
    };
}

/// Defines a choice: the implementation for the probe, and the chosen value, whose method does the
/// work.
macro_rules! choice {
    (
        [$($later:tt)*] $trait:ident::$choose:ident =>
        $(#[$doc:meta])*
        $kind:ident, [$($generics:tt)*], $probe:ty,
        $work:ident($($value:ident: $type:ty),+) -> $result:ty $(where $bounded:ident: $bound:ident)?,
        $body:expr
    ) => {
        impl<$($generics)*> $trait for behind!([$($later)*] $probe) {
            type Choice = $kind;

            fn $choose(&self) -> $kind {
                $kind
            }
        }

        $(#[$doc])*
        pub struct $kind;

        impl $kind {
            #[inline]
            pub fn $work<$($generics)*>(self, $($value: $type),+) -> $result
            $(where $bounded: $bound)? {
                $body
            }
        }
    };
}

/// The type behind one `&` for each token in the brackets.
macro_rules! behind {
    ([] $type:ty) => { $type };
    ([$first:tt $($rest:tt)*] $type:ty) => { &behind!([$($rest)*] $type) };
}

/// The place of a clone, for a way that keeps none.
pub type Nothing<'k> = &'k mut Option<()>;

choices! {
    /// The way in which a function takes an input. The caller keeps the clone that a function takes
    /// by `&mut`, because the result may borrow from it.
    Way::way
    {
        /// `fn(&I)`
        ByReference,
        ['i, F: FnOnce(&'i I) -> R, R, I: ?Sized],
        CallProbe<'i, F, I>,
        call(function: F, input: &'i I, _kept: Nothing<'_>) -> R,
        function(input)
    }
    {
        /// `fn(&[T])` for a `Vec<T>`
        ByTarget,
        ['i, F: FnOnce(&'i I::Target) -> R, R, I: Deref + 'i],
        CallProbe<'i, F, I>,
        call(function: F, input: &'i I, _kept: Nothing<'_>) -> R,
        function(input)
    }
    {
        /// `fn(I)`
        ByValue,
        ['i, F: FnOnce(I) -> R, R, I],
        CallProbe<'i, F, I>,
        call(function: F, input: &'i I, _kept: Nothing<'_>) -> R where I: Cloned,
        function(input.clone())
    }
    {
        /// `fn(&mut I)`
        ByMutable,
        ['i, F: FnOnce(&'i mut I) -> R, R, I],
        CallProbe<'i, F, I>,
        call(function: F, input: &'i I, kept: &'i mut Option<I>) -> R where I: Cloned,
        function(kept.insert(input.clone()))
    }
    {
        /// `fn(&mut [T])` for a `Vec<T>`
        ByMutableTarget,
        ['i, F: FnOnce(&'i mut I::Target) -> R, R, I: DerefMut + 'i],
        CallProbe<'i, F, I>,
        call(function: F, input: &'i I, kept: &'i mut Option<I>) -> R where I: Cloned,
        function(kept.insert(input.clone()))
    }
    {
        /// `fn(&[T])` for an array
        BySlice,
        ['i, F: FnOnce(&'i [T]) -> R, R, T: 'i, const N: usize],
        CallProbe<'i, F, [T; N]>,
        call(function: F, input: &'i [T; N], _kept: Nothing<'_>) -> R,
        function(input)
    }
    {
        /// `fn(&[u8])` for the text
        ByBytes,
        ['i, F: FnOnce(&'i [u8]) -> R, R, I: AsRef<str> + ?Sized + 'i],
        CallProbe<'i, F, I>,
        call(function: F, input: &'i I, _kept: Nothing<'_>) -> R,
        function(input.as_ref().as_bytes())
    }
    {
        /// `fn(String)` for the text
        ByString,
        ['i, F: FnOnce(String) -> R, R, I: AsRef<str> + ?Sized],
        CallProbe<'i, F, I>,
        call(function: F, input: &'i I, _kept: Nothing<'_>) -> R,
        function(input.as_ref().to_owned())
    }
    {
        /// `fn(&String)` for the text
        ByStringReference,
        ['i, F: for<'s> FnOnce(&'s String) -> R, R, I: AsRef<str> + ?Sized + 'i],
        CallProbe<'i, F, I>,
        call(function: F, input: &'i I, _kept: Nothing<'_>) -> R,
        function(&input.as_ref().to_owned())
    }
    {
        /// `fn(Vec<&str>)` for the text, with its lines
        ByLines,
        ['i, F: FnOnce(Vec<&'i str>) -> R, R, I: AsRef<str> + ?Sized + 'i],
        CallProbe<'i, F, I>,
        call(function: F, input: &'i I, _kept: Nothing<'_>) -> R,
        function(input.as_ref().lines().collect())
    }
    {
        /// `fn(&[&str])`
        ByLineSlice,
        ['i, F: for<'s> FnOnce(&'s [&'i str]) -> R, R, I: AsRef<str> + ?Sized + 'i],
        CallProbe<'i, F, I>,
        call(function: F, input: &'i I, _kept: Nothing<'_>) -> R,
        function(&input.as_ref().lines().collect::<Vec<_>>())
    }
    {
        /// `fn(&Vec<&str>)`
        ByLineVec,
        ['i, F: for<'s> FnOnce(&'s Vec<&'i str>) -> R, R, I: AsRef<str> + ?Sized + 'i],
        CallProbe<'i, F, I>,
        call(function: F, input: &'i I, _kept: Nothing<'_>) -> R,
        function(&input.as_ref().lines().collect())
    }
    {
        /// `fn(Vec<String>)`
        ByOwnedLines,
        ['i, F: FnOnce(Vec<String>) -> R, R, I: AsRef<str> + ?Sized + 'i],
        CallProbe<'i, F, I>,
        call(function: F, input: &'i I, _kept: Nothing<'_>) -> R,
        function(input.as_ref().lines().map(str::to_owned).collect())
    }
    {
        /// `fn(&[String])`
        ByOwnedLineSlice,
        ['i, F: for<'s> FnOnce(&'s [String]) -> R, R, I: AsRef<str> + ?Sized + 'i],
        CallProbe<'i, F, I>,
        call(function: F, input: &'i I, _kept: Nothing<'_>) -> R,
        function(&input.as_ref().lines().map(str::to_owned).collect::<Vec<_>>())
    }
    {
        /// `fn(&Vec<String>)`
        ByOwnedLineVec,
        ['i, F: for<'s> FnOnce(&'s Vec<String>) -> R, R, I: AsRef<str> + ?Sized + 'i],
        CallProbe<'i, F, I>,
        call(function: F, input: &'i I, _kept: Nothing<'_>) -> R,
        function(&input.as_ref().lines().map(str::to_owned).collect())
    }
    {
        /// `fn(Lines)`
        ByLinesIterator,
        ['i, F: FnOnce(Lines<'i>) -> R, R, I: AsRef<str> + ?Sized + 'i],
        CallProbe<'i, F, I>,
        call(function: F, input: &'i I, _kept: Nothing<'_>) -> R,
        function(input.as_ref().lines())
    }
    {
        /// A part that is not written yet: see [`unwritten`].
        ByUnwritten,
        ['i, F: FnOnce(Unwritten) -> R, R, I: ?Sized],
        CallProbe<'i, F, I>,
        call(function: F, _input: &'i I, _kept: Nothing<'_>) -> R,
        function(Unwritten)
    }
    fallback
}

/// The fallback, which makes the compiler report the call instead of listing every trait.
impl<F, I: ?Sized> Way for CallProbe<'_, F, I> {
    type Choice = NoWay<I>;

    fn way(&self) -> NoWay<I> {
        NoWay(PhantomData)
    }
}

pub struct NoWay<I: ?Sized>(PhantomData<fn(&I)>);

impl<I: ?Sized> NoWay<I> {
    pub fn call<F: TakesInput<I>>(self, _function: F, _input: &I, _kept: Nothing<'_>) {}
}

/// Implemented by no type, only for the compiler's message.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not take the input, which is `{I}`",
    label = "a function here takes something other than `{I}`",
    note = "a part takes what `parse` returns, or the text if there is no type after the title; `parse` takes the text",
    note = "take it by reference, by `&mut`, by value or as a slice, or name a closure, such as `part1 = |input| part1(input, 10)`",
    note = "a function that takes `&String` or a slice of the text's lines returns `impl Display + use<>`"
)]
pub trait TakesInput<I: ?Sized> {}

/// Implemented for every input that can be cloned.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be cloned, but a part takes it by value or by `&mut`",
    label = "each part gets a clone of `{Self}`",
    note = "add `#[derive(Clone)]` to `{Self}`, or take it by reference"
)]
pub trait Cloned: Clone {}

impl<T: Clone> Cloned for T {}

/// A function that parses. Its result is the input type in `functions!`, so the macro does not have
/// to name the lifetime of the text.
pub trait Parse {
    type Input;
}

impl<'a, I> Parse for fn(&'a str) -> I {
    type Input = I;
}

/// The result of the function of `solve`: the answers to both parts, or a `Result` of
/// them.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a pair of answers",
    label = "the function of `solve` returns this",
    note = "it returns a pair, one answer for each part, or a `Result` of a pair"
)]
pub trait Pair {
    type First;
    type Second;

    fn first(self) -> Self::First;
    fn second(self) -> Self::Second;
}

impl<A, B> Pair for (A, B) {
    type First = A;
    type Second = B;

    fn first(self) -> A {
        self.0
    }

    fn second(self) -> B {
        self.1
    }
}

impl<P: Pair, E> Pair for Result<P, E> {
    type First = Result<P::First, E>;
    type Second = Result<P::Second, E>;

    fn first(self) -> Self::First {
        self.map(P::first)
    }

    fn second(self) -> Self::Second {
        self.map(P::second)
    }
}

/// The argument of the parts of [`unwritten`].
pub struct Unwritten;

/// Placeholders for the parts that a day does not have yet. `functions!` imports them into the
/// day's module, where functions with these names replace them.
pub mod unwritten {
    pub const fn part1(_: super::Unwritten) {}
    pub const fn part2(_: super::Unwritten) {}
}

choices! {
    /// Whether `parse` returns the input or a value that contains it.
    KindOfInput::kind_of_input
    {
        /// `parse` returns the input itself, even if that is a `Result` or an `Option`.
        FromValue,
        [I],
        ParsedProbe<I, I>,
        convert(input: I) -> Result<I, Infallible>,
        Ok(input)
    }
    {
        /// `parse` returns `Result<I, E>`.
        FromResult,
        [I, E],
        ParsedProbe<Result<I, E>, I>,
        convert(input: Result<I, E>) -> Result<I, E>,
        input
    }
    {
        /// `parse` returns `Option<I>`.
        FromOption,
        [I],
        ParsedProbe<Option<I>, I>,
        convert(input: Option<I>) -> Result<I, Error>,
        input.ok_or_else(|| anyhow!("the input was not understood: `parse` returned `None`"))
    }
    fallback
}

/// The fallback for any other result of `parse`, which the compiler reports at `convert`.
impl<T, I> KindOfInput for ParsedProbe<T, I> {
    type Choice = NoInput<I>;

    fn kind_of_input(&self) -> NoInput<I> {
        NoInput(PhantomData)
    }
}

pub struct NoInput<I>(PhantomData<I>);

impl<I> NoInput<I> {
    pub fn convert<T: ParsesTo<I>>(self, _parsed: T) -> Result<I, Infallible> {
        unreachable!("nothing implements the trait")
    }
}

/// Implemented by no type, only for the compiler's message.
#[diagnostic::on_unimplemented(
    message = "`parse` returns `{Self}`, and not `{I}`, the type after the title in `functions!`",
    label = "correct the type here, or what `parse` returns",
    note = "`parse` returns the input, or it in a `Result` or an `Option`"
)]
pub trait ParsesTo<I> {}

choices! {
    /// The value that a part returns.
    KindOfResult::kind
    {
        /// A part returns `Result<Option<T>, E>`.
        OptionInResult,
        [T, E],
        Probe<Result<Option<T>, E>>,
        flatten(result: Result<Option<T>, E>) -> Result<Option<T>, E>,
        result
    }
    {
        /// `Result<T, E>`
        PlainResult,
        [T, E],
        Probe<Result<T, E>>,
        flatten(result: Result<T, E>) -> Result<Option<T>, E>,
        result.map(Some)
    }
    {
        /// `Option<T>`
        PlainOption,
        [T],
        Probe<Option<T>>,
        flatten(result: Option<T>) -> Result<Option<T>, Infallible>,
        Ok(result)
    }
    {
        /// `()`
        Unit,
        [],
        Probe<()>,
        flatten(_nothing: ()) -> Result<Option<Answer>, Infallible>,
        Ok(None)
    }
    {
        /// Anything else.
        PlainValue,
        [T],
        Probe<T>,
        flatten(value: T) -> Result<Option<T>, Infallible>,
        Ok(Some(value))
    }
}

choices! {
    /// The conversion of a value to an answer.
    KindOfAnswer::kind_of_answer
    {
        /// A number, a text, or another type that can be converted to an answer.
        IntoAnswer,
        [T: Into<Answer>],
        Probe<T>,
        convert(value: T) -> Answer,
        value.into()
    }
    {
        /// Anything that can be converted to a string.
        TextAnswer,
        [T],
        Probe<T>,
        convert(value: T) -> Answer where T: CanBeAnswer,
        Answer::Text(value.to_string())
    }
}

/// Implemented for everything that can be converted to a string, such as what can be displayed.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be an answer",
    label = "a part returns this",
    note = "a part returns a number, a text or what can be displayed, or one of these in an `Option` or a `Result`"
)]
pub trait CanBeAnswer: ToString {}

impl<T: ToString> CanBeAnswer for T {}

choices! {
    /// The conversion of a value to an error.
    KindOfError::kind_of_error
    {
        /// An error that keeps its causes.
        IntoError,
        [E: Into<Error>],
        Probe<E>,
        convert(error: E) -> Error,
        error.into()
    }
    {
        /// An error that can be displayed, such as `&str`, `String` and `Box<dyn Error>`.
        DisplayError,
        [E: Display],
        Probe<E>,
        convert(error: E) -> Error,
        Error::msg(error.to_string())
    }
    {
        /// An error that has only a debug form, such as `()`.
        DebugError,
        [E],
        Probe<E>,
        convert(error: E) -> Error where E: CanBeError,
        Error::msg(format!("{error:?}"))
    }
}

/// Implemented for everything that has a debug form.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be an error",
    label = "a function returns this as the error of a `Result`",
    note = "add `#[derive(Debug)]` to `{Self}`"
)]
pub trait CanBeError: Debug {}

impl<E: Debug> CanBeError for E {}

// This list is only for days that `aoc import` has written; see `imported`.
choices! {
    /// The type around the value that a function returns.
    KindOfWrapper::kind_of_wrapper
    {
        /// A parser returned a value and the rest of the text.
        ValueWithRest,
        ['i, T, E],
        Probe<Result<(&'i str, T), E>>,
        value(made: Result<(&'i str, T), E>) -> T,
        {
            let Ok((_, made)) = made else {
                panic!("the input was not understood");
            };
            made
        }
    }
    {
        /// A function returned a `Result`.
        ValueInResult,
        [T, E],
        Probe<Result<T, E>>,
        value(made: Result<T, E>) -> T,
        {
            let Ok(made) = made else {
                panic!("the input was not understood");
            };
            made
        }
    }
    {
        /// A function returned an `Option`.
        ValueInOption,
        [T],
        Probe<Option<T>>,
        value(made: Option<T>) -> T,
        made.expect("the input is understood")
    }
    {
        /// A function returned any other value.
        BareValue,
        [T],
        Probe<T>,
        value(made: T) -> T,
        made
    }
}
