//! The keys of `watch`. They are defined here because the hints of lower modules mention some of
//! them.

/// Shows the part of the puzzle that is open.
pub const READ: char = 'p';
/// Shows a likely example of the page, and then takes it.
pub const TAKE: char = 'e';
/// Runs the day again.
pub const RUN: char = 'r';
pub const DETAILS: char = 'v';
/// Submits an answer as soon as the site accepts the next one.
pub const WAIT: char = 'w';
/// Submits an answer although a check has refused it.
pub const FORCE: char = 'f';
/// Claims the last star of an event.
pub const CLAIM: char = 'c';
pub const TRACE: char = 't';
pub const SUBMIT: char = 's';
/// Copies the line to share.
pub const SHARE: char = 'y';
pub const BENCH: char = 'b';
pub const HELP: char = '?';
pub const QUIT: char = 'q';
