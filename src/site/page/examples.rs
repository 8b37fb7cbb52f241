//! The examples in a puzzle's text: their inputs and answers, and how sure that
//! is.
//!
//! A page does not mark them up. A paragraph such as "For example, suppose you
//! have the following list:" introduces an input; the last emphasised code in
//! the paragraphs behind it is the answer; part two mostly takes up part one's
//! input. Wherever a page departs from that, the guess is marked as unsure and
//! says why: a wrong example costs more than a missing one.
//!
//! `cue` reads how preformatted text is introduced, `codes` finds emphasised
//! values, `source` the inputs, `answer` the answer behind an input, `guess` puts
//! it together.

mod answer;
mod codes;
mod cue;
mod found;
mod guess;
mod pieces;
mod shape;
mod source;

pub use found::{Confidence, ExampleGuess};
pub use guess::guess_examples;
