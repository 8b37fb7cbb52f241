//! The text of an input or of another file under `inputs/`. The errors say how a text that cannot be
//! used came about.

use std::io::{self, stdin};
use std::path::Path;

use crate::error::{CliError, Result, file_error};
use crate::files::{MAX_FILE, read_any_file, read_limited, read_regular_file, without_mark};

/// Reads an input of a repository.
pub fn read_input(path: &Path) -> Result<String> {
    input_text(path, read_regular_file(path, MAX_FILE))
}

/// Reads an input at a path that the user has named. It may be a FIFO or a device.
pub fn read_named_input(path: &Path) -> Result<String> {
    input_text(path, read_any_file(path, MAX_FILE))
}

/// Reads an input from standard input.
pub fn read_input_of_stdin() -> Result<String> {
    let bytes = read_limited(stdin().lock(), MAX_FILE);
    input_text(Path::new("standard input"), bytes)
}

fn input_text(path: &Path, bytes: io::Result<Vec<u8>>) -> Result<String> {
    let bytes = bytes.map_err(|error| CliError::read(path, error))?;
    let text = utf8_text(path, bytes)?;
    Ok(without_mark(&text).to_owned())
}

/// The number of the line at which a conflict that git has left begins.
pub fn line_of_conflict(text: &str) -> Option<usize> {
    let index = text.lines().position(|line| line.starts_with("<<<<<<< "))?;
    Some(index + 1)
}

pub fn utf8_text(path: &Path, bytes: Vec<u8>) -> Result<String> {
    if bytes.starts_with(b"\xFF\xFE") {
        let why = " is UTF-16, as `>` of Windows PowerShell writes it; save it as UTF-8";
        return Err(error_in(path, why));
    }
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let why = format!(" is not text: byte {at} is not UTF-8; replace the file");
        error_in(path, &why)
    })
}

/// The error for a file that exists. `why` follows its path.
pub fn error_in(path: &Path, why: &str) -> CliError {
    file_error(format!("{}{why}", path.display()))
}
