//! Runs a program of other people within limits: the old program, its build, or a day of a trial.

use std::process::Command;
use std::time::Instant;

use crate::error::{Result, file_error};
use crate::processes::{CancelToken, EndedProgram, ExceededLimit, ProgramLimits, run_within};

/// The most memory of each program that an import runs, in bytes. At most one program for each
/// processor runs at a time.
const MAX_MEMORY: u64 = 4 << 30;

/// Runs a program with this text on stdin, until a deadline. It may print `max_output` bytes. Fails
/// if it cannot start, or if the user cancels.
pub fn run_foreign(
    command: Command,
    input: &str,
    deadline: Instant,
    max_output: u64,
    cancel: &CancelToken,
) -> Result<Result<EndedProgram, ExceededLimit>> {
    let limits = ProgramLimits {
        deadline,
        memory: MAX_MEMORY,
        output: max_output,
    };
    let program = command.get_program().to_owned();
    let ended = run_within(&limits, cancel, command, input);
    cancel.check()?;
    ended
        .map_err(|error| file_error(format!("cannot start {}", program.display())).caused_by(error))
}
