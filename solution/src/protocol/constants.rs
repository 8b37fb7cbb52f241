//! What both sides must agree on before the first message.

/// The version of the protocol. It changes whenever one side could misread the
/// other.
pub const VERSION: u32 = 5;

/// The worker's argument that is followed by the channel's address.
pub const CHANNEL_ARGUMENT: &str = "--aoc-channel";

/// The environment variable with the channel's key.
pub const KEY_VARIABLE: &str = "AOC_CHANNEL_KEY";

/// The exit status of a worker that exceeded its memory limit.
pub const MEMORY_EXIT_STATUS: u8 = 86;

/// The exit status of a worker whose channel was closed or replaced by the
/// solution, for example one that closes all file descriptors.
pub const CHANNEL_LOST_EXIT_STATUS: u8 = 87;
