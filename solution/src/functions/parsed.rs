//! What `parse` returns: the input, or perhaps the input.

use std::convert::Infallible;
use std::marker::PhantomData;

use crate::{Error, anyhow};

/// Stands for a value of type `T` that an input of type `I` is made of.
pub struct ParsedProbe<T, I>(PhantomData<(T, I)>);

impl<T, I> ParsedProbe<T, I> {
    pub const fn of(_value: &T) -> Self {
        Self(PhantomData)
    }
}

/// The input itself, also if it is a `Result` or an `Option`.
pub trait ParsedValue {
    fn kind_of_input(&self) -> FromValue {
        FromValue
    }
}

impl<I> ParsedValue for &&ParsedProbe<I, I> {}

pub struct FromValue;

impl FromValue {
    #[inline]
    pub const fn convert<I>(self, input: I) -> Result<I, Infallible> {
        Ok(input)
    }
}

/// `Result<I, E>`
pub trait ParsedResult {
    fn kind_of_input(&self) -> FromResult {
        FromResult
    }
}

impl<I, E> ParsedResult for &ParsedProbe<Result<I, E>, I> {}

pub struct FromResult;

impl FromResult {
    #[inline]
    pub const fn convert<I, E>(self, input: Result<I, E>) -> Result<I, E> {
        input
    }
}

/// `Option<I>`
pub trait ParsedOption {
    fn kind_of_input(&self) -> FromOption {
        FromOption
    }
}

impl<I> ParsedOption for ParsedProbe<Option<I>, I> {}

pub struct FromOption;

impl FromOption {
    #[inline]
    pub fn convert<I>(self, input: Option<I>) -> Result<I, Error> {
        input.ok_or_else(|| anyhow!("the input was not understood: `parse` returned `None`"))
    }
}
