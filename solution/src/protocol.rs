//! What the runner and a worker say to each other.
//!
//! The runner listens on a loopback port and starts the worker with the
//! address as an argument ([`CHANNEL_ARGUMENT`]) and a random key in the
//! environment ([`KEY_VARIABLE`]): other users can read the arguments of a
//! process, but not its environment. The worker connects and sends its
//! [`Handshake`], which contains the key and so proves that this is the
//! process that was started.
//!
//! From then on the runner sends a [`Request`] and the worker answers it with
//! one [`Response`] of the same number. The one exception is a worker over its
//! memory limit: it sends [`OUT_OF_MEMORY_LINE`] without being asked, and
//! ends. The worker also ends when the channel closes, so a runner that is
//! killed leaves no orphan.
//!
//! Each message is one line of text; [`Wire`] says how it is written.
//!
//! A worker serves one puzzle: the first [`Command::Open`] decides which.

mod call;
mod command;
mod constants;
mod handshake;
mod reply;
mod wire;

pub use call::{Call, Phase};
pub use command::{Command, Request, Source};
pub use constants::{
    CHANNEL_ARGUMENT, CHANNEL_LOST_EXIT_STATUS, KEY_VARIABLE, MEMORY_EXIT_STATUS, VERSION,
};
pub use handshake::{AlternativeInfo, DayInfo, ExampleInfo, Handshake, identify, text_digest};
pub use reply::{Allocations, OUT_OF_MEMORY_LINE, Outcome, Reply, Response};
pub use wire::{DecodeError, Fields, Line, Wire};

#[cfg(test)]
mod tests;
