//! What an error of a function becomes.

use std::fmt::{Debug, Display};

use super::Probe;
use crate::Error;

/// An error that keeps its causes.
pub trait ErrorInto {
    fn kind_of_error(&self) -> IntoError {
        IntoError
    }
}

impl<E: Into<Error>> ErrorInto for &&Probe<E> {}

pub struct IntoError;

impl IntoError {
    pub fn convert<E: Into<Error>>(self, error: E) -> Error {
        error.into()
    }
}

/// Such as `&str`, `String` and `Box<dyn Error>`.
pub trait ErrorDisplay {
    fn kind_of_error(&self) -> DisplayError {
        DisplayError
    }
}

impl<E: Display> ErrorDisplay for &Probe<E> {}

pub struct DisplayError;

impl DisplayError {
    pub fn convert<E: Display>(self, error: E) -> Error {
        Error::msg(error.to_string())
    }
}

/// Such as `()`.
pub trait ErrorDebug {
    fn kind_of_error(&self) -> DebugError {
        DebugError
    }
}

impl<E: Debug> ErrorDebug for Probe<E> {}

pub struct DebugError;

impl DebugError {
    pub fn convert<E: Debug>(self, error: E) -> Error {
        Error::msg(format!("{error:?}"))
    }
}
