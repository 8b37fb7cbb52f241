//! The destination of a document, which the user names on the command line.

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use super::atomic::probe_file;
use super::read::read_start;
use crate::error::{CliError, Result, usage_error};

/// The marks of the documents that any version of `aoc` has written, for SVG and for HTML: the
/// beginning of the document, and a text in its first [`START_BYTES`] bytes that files of other
/// programs do not contain.
const DOCUMENT_MARKS: &[(&str, &str)] = &[
    ("<svg ", " role=\"img\" aria-labelledby=\"title"),
    ("<!DOCTYPE html>", "content=\"default-src 'none'; "),
];

const START_BYTES: u64 = 512;

pub enum Destination {
    Stdout,
    File(PathBuf),
}

impl Destination {
    /// The destination that an option names; `-` means stdout. Call this before the work for the
    /// document begins. Fails if stdout already gets another document, or if the file cannot be
    /// written or must not be replaced.
    pub fn checked(name: &Path, current_dir: &Path, is_stdout_taken: bool) -> Result<Self> {
        if name != Path::new("-") {
            let path = current_dir.join(name);
            probe_file(&path)?;
            check_is_document(&path).map_err(|error| CliError::cannot_write(&path, error))?;
            return Ok(Self::File(path));
        }
        if is_stdout_taken {
            return Err(usage_error(
                "only one document can be printed: name a file for each of the others",
            ));
        }
        Ok(Self::Stdout)
    }
}

/// Fails if the file exists and is neither empty nor an earlier document. This also protects the
/// user who types `--svg 22` and means day 22, not a file of this name.
fn check_is_document(path: &Path) -> io::Result<()> {
    let start = match read_start(path, START_BYTES) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        start => start?,
    };
    let text = String::from_utf8_lossy(&start);
    let is_document = DOCUMENT_MARKS
        .iter()
        .any(|(beginning, mark)| text.starts_with(beginning) && text.contains(mark));
    if text.is_empty() || is_document {
        return Ok(());
    }
    Err(io::Error::other(
        "the file is not an earlier document of `aoc`: name a new file after the option, and the \
         day or year after that file",
    ))
}
