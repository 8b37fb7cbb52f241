//! What a part returns.

use std::convert::Infallible;
use std::fmt::Display;

use super::Probe;
use crate::Answer;

/// A kind of result: the trait that chooses it, and how it is flattened to
/// `Result<Option<T>, E>`.
macro_rules! kind {
    (
        $(#[$doc:meta])*
        $choose:ident => $kind:ident, $probe:ty,
        [$($generics:ident),*], $result:ty, $value:ty, $error:ty, |$given:ident| $flatten:expr
    ) => {
        $(#[$doc])*
        pub trait $choose {
            fn kind(&self) -> $kind {
                $kind
            }
        }

        impl<$($generics),*> $choose for $probe {}

        pub struct $kind;

        impl $kind {
            #[inline]
            pub fn flatten<$($generics),*>(self, $given: $result) -> Result<Option<$value>, $error> {
                $flatten
            }
        }
    };
}

kind! {
    /// `Result<Option<T>, E>`
    ResultOfOption => OptionInResult, &&&&&Probe<Result<Option<T>, E>>,
    [T, E], Result<Option<T>, E>, T, E, |result| result
}
kind! {
    /// `Option<Result<T, E>>`
    OptionOfResult => ResultInOption, &&&&Probe<Option<Result<T, E>>>,
    [T, E], Option<Result<T, E>>, T, E, |result| result.transpose()
}
kind! {
    /// `Result<T, E>`
    IsResult => PlainResult, &&&Probe<Result<T, E>>,
    [T, E], Result<T, E>, T, E, |result| result.map(Some)
}
kind! {
    /// `Option<T>`
    IsOption => PlainOption, &&Probe<Option<T>>,
    [T], Option<T>, T, Infallible, |result| Ok(result)
}
kind! {
    /// `()`
    IsUnit => Unit, &Probe<()>,
    [], (), Answer, Infallible, |_nothing| Ok(None)
}
kind! {
    /// Anything else.
    IsValue => PlainValue, Probe<T>,
    [T], T, T, Infallible, |value| Ok(Some(value))
}

/// A number or text, or what says itself how it becomes an answer.
pub trait AnswerInto {
    fn kind_of_answer(&self) -> IntoAnswer {
        IntoAnswer
    }
}

impl<T: Into<Answer>> AnswerInto for &Probe<T> {}

pub struct IntoAnswer;

impl IntoAnswer {
    #[inline]
    pub fn convert<T: Into<Answer>>(self, value: T) -> Answer {
        value.into()
    }
}

/// Anything that can be displayed.
pub trait AnswerDisplay {
    fn kind_of_answer(&self) -> DisplayAnswer {
        DisplayAnswer
    }
}

// Without a bound, so that the compiler names the one of `convert`.
impl<T> AnswerDisplay for Probe<T> {}

pub struct DisplayAnswer;

impl DisplayAnswer {
    #[inline]
    pub fn convert<T: Display>(self, value: T) -> Answer {
        Answer::Text(value.to_string())
    }
}
