//! The keys of `watch`. They are defined here because the hints of lower modules mention some of
//! them.

pub const READ: char = 'p';
pub const TAKE: char = 'e';
pub const RUN: char = 'r';
pub const DETAILS: char = 'v';
pub const WAIT: char = 'w';
pub const FORCE: char = 'f';
pub const CLAIM: char = 'c';
pub const TRACE: char = 't';
pub const SUBMIT: char = 's';
pub const SHARE: char = 'y';
pub const BENCH: char = 'b';
pub const HELP: char = '?';
pub const QUIT: char = 'q';
