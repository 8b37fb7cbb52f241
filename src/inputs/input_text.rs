//! Reads the text of an input or of another file under `inputs/`. If the text cannot be used, the
//! error names the likely cause.

use std::io::{self, Read, stdin};
use std::path::Path;

use super::not_checked_out::NotCheckedOut;
use crate::error::{CliError, Result, file_error};
use crate::files::{MAX_FILE, read_any_file, read_limited, read_regular_file, without_bom};

/// The advice for a file that is not text.
const REPLACE: &str = "replace the file";

/// Reads an input of the project, which must be a regular file.
pub fn read_input(path: &Path) -> Result<String> {
    input_text(path, read_regular_file(path, MAX_FILE), REPLACE)
}

/// Reads an input at a path that the user has named. It may be a FIFO or a device.
pub fn read_named_input(path: &Path) -> Result<String> {
    input_text(path, read_any_file(path, MAX_FILE), REPLACE)
}

/// Reads an input from standard input.
pub fn read_input_of_stdin() -> Result<String> {
    input_of_stream(stdin().lock())
}

fn input_of_stream(stdin: impl Read) -> Result<String> {
    let bytes = read_limited(stdin, MAX_FILE);
    input_text(Path::new("standard input"), bytes, "pipe a text instead")
}

/// The text of an input. `advice` says what to do if the bytes are not text.
fn input_text(path: &Path, bytes: io::Result<Vec<u8>>, advice: &str) -> Result<String> {
    let bytes = bytes.map_err(|error| CliError::cannot_read(path, error))?;
    let text = decode(path, bytes, advice)?;
    Ok(without_bom(&text).to_owned())
}

/// The number of the line at which the first merge conflict of git begins. `None` if there is no
/// conflict.
pub fn line_of_conflict(text: &str) -> Option<usize> {
    let index = text.lines().position(|line| line.starts_with("<<<<<<< "))?;
    Some(index + 1)
}

/// Decodes the contents of a file. Fails if they are not UTF-8.
pub fn utf8_text(path: &Path, bytes: Vec<u8>) -> Result<String> {
    decode(path, bytes, REPLACE)
}

fn decode(path: &Path, bytes: Vec<u8>, advice: &str) -> Result<String> {
    if bytes.starts_with(b"\xFF\xFE") {
        let why = " is UTF-16, as `>` of Windows PowerShell writes it; save it as UTF-8";
        return Err(error_in(path, why));
    }
    if let Some(tool) = NotCheckedOut::of(&bytes) {
        return Err(error_in(path, &format!(" {tool}")));
    }
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let why = format!(" is not text: byte {at} is not UTF-8; {advice}");
        error_in(path, &why)
    })
}

/// The error for a file that exists but cannot be used. In the message, `why` follows the path.
pub fn error_in(path: &Path, why: &str) -> CliError {
    file_error(format!("{}{why}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_input_is_the_text_of_its_file_without_the_mark_at_its_start() {
        let temp = tempfile::tempdir().unwrap();
        let path = temp.path().join("input");
        for (bytes, text) in [("1\n2\n", "1\n2\n"), ("\u{feff}1\n", "1\n"), ("", "")] {
            std::fs::write(&path, bytes).unwrap();
            for read in [read_input, read_named_input] {
                assert_eq!(read(&path).unwrap(), text);
            }
        }
    }

    #[test]
    fn a_stream_that_is_not_text_is_no_file_to_replace() {
        let error = input_of_stream(&b"\xff"[..]).expect_err("it is not text");
        let expected = "standard input is not text: byte 0 is not UTF-8; pipe a text instead";
        assert_eq!(error.to_string(), expected);
    }
}
