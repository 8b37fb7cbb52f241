//! The command line.

use crate::exit::Exit;

/// Does what the command line asks for.
pub fn main() -> Exit {
    Exit::Done
}
