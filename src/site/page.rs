//! A puzzle's page: downloading it, what it says as plain data, and the examples
//! in it.

mod document;
mod endpoint;
mod examples;
mod inline;
mod links;
mod parse;
mod solved;

pub use document::{Block, PartText, PuzzlePage, Span};
pub use examples::{Confidence, ExampleGuess, guess_examples};

#[cfg(test)]
mod corpus;
#[cfg(test)]
mod tests;
