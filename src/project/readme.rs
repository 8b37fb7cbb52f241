//! Updates a block in the repository's README.md. It replaces only the text between two markers.

use std::ops::Range;
use std::path::{Path, PathBuf};

use crate::error::{CliError, Exit, Result};
use crate::files::{Lock, Locks, if_exists, probe_file, read_text_file, write_source};

/// The block of a command in a README.
#[derive(Debug)]
pub struct ReadmeBlock {
    path: PathBuf,
    /// The markers, each on a line of its own.
    start: String,
    end: String,
}

impl ReadmeBlock {
    /// The block of the command `name` in the README of this folder. Fails if [`Self::replace`]
    /// could not replace it later.
    pub fn find(root: &Path, name: &str) -> Result<Self> {
        let block = Self::new(root, name);
        block.parts()?;
        probe_file(&block.path)?;
        Ok(block)
    }

    /// Like [`ReadmeBlock::find`], but returns `None` if the README has neither marker.
    pub fn find_if_marked(root: &Path, name: &str) -> Result<Option<Self>> {
        let block = Self::new(root, name);
        let text = if_exists(&block.path, read_text_file(&block.path))?.unwrap_or_default();
        let is_marked = [&block.start, &block.end]
            .into_iter()
            .any(|marker| !marked_lines(&text, marker).is_empty());
        if !is_marked {
            return Ok(None);
        }
        Self::find(root, name).map(Some)
    }

    fn new(root: &Path, name: &str) -> Self {
        Self {
            path: root.join("README.md"),
            start: format!("<!-- aoc-{name}:start -->"),
            end: format!("<!-- aoc-{name}:end -->"),
        }
    }

    /// The lock that lets only one process at a time change the README. Hold it from reading a
    /// block until the block is replaced, so that no change of another command is lost.
    pub fn lock(&self, locks: &Locks, waiting: impl FnMut()) -> Option<Lock> {
        locks.edited_file(&self.path, waiting)
    }

    /// The lines of the block.
    pub fn lines(&self) -> Result<String> {
        let [_, lines, _] = self.parts()?;
        Ok(lines)
    }

    /// Replaces the block with these lines, with the line endings of the marker. Reads the file
    /// again, because the user may have edited it since.
    pub fn replace(&self, lines: &str) -> Result<&Path> {
        let [before, _, after] = self.parts()?;
        let line_end = if before.ends_with("\r\n") {
            "\r\n"
        } else {
            "\n"
        };
        let block = format!("\n{lines}\n").replace('\n', line_end);
        write_source(&self.path, before + &block + &after)?;
        Ok(&self.path)
    }

    /// The text up to the end of the first marker's line, the block, and the text from the second
    /// marker.
    fn parts(&self) -> Result<[String; 3]> {
        let text = if_exists(&self.path, read_text_file(&self.path))?;
        let kind = match text {
            Some(_) => Exit::Usage,
            None => Exit::Files,
        };
        let text = text.unwrap_or_default();
        let starts = marked_lines(&text, &self.start);
        let ends = marked_lines(&text, &self.end);
        match (&*starts, &*ends) {
            ([start], [end]) if start.end <= end.start => {
                let (before, lines) = text[..end.start].split_at(start.end);
                let after = &text[end.start..];
                Ok([before, lines, after].map(str::to_owned))
            }
            _ => {
                let message = format!(
                    "{} needs these two lines where the table belongs, each once and in this \
                     order\n{}\n{}",
                    self.path.display(),
                    self.start,
                    self.end
                );
                Err(CliError::new(kind, message))
            }
        }
    }
}

/// The byte ranges of the lines that are this marker.
fn marked_lines(text: &str, marker: &str) -> Vec<Range<usize>> {
    let mut places = Vec::new();
    let mut end = 0;
    for line in text.split_inclusive('\n') {
        let start = end;
        end += line.len();
        if line.trim() == marker {
            places.push(start..end);
        }
    }
    places
}

#[cfg(test)]
mod tests {
    use std::fs;

    use tempfile::TempDir;

    use super::*;
    use crate::error::Exit;

    const START: &str = "<!-- aoc-bench:start -->";
    const END: &str = "<!-- aoc-bench:end -->";

    /// A README with these lines in the block of the command `name`.
    fn with(text: &str, name: &str, lines: &str) -> Result<String> {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("README.md");
        fs::write(&path, text).unwrap();
        ReadmeBlock::find(folder.path(), name)?.replace(lines)?;
        Ok(fs::read_to_string(path).unwrap())
    }

    #[test]
    fn only_what_is_between_the_markers_is_replaced() {
        let text = format!("# Mine\n\n{START}\nold\n{END}\nrest");
        let new = with(&text, "bench", "| a |\n").unwrap();
        let expected = format!("# Mine\n\n{START}\n\n| a |\n\n{END}\nrest");
        assert_eq!(new, expected);
        // The second replacement changes nothing. Line ends stay as they are.
        assert_eq!(with(&new, "bench", "| a |\n").unwrap(), new);
        let text = text.replace('\n', "\r\n");
        let new = with(&text, "bench", "| a |\n").unwrap();
        assert_eq!(new, expected.replace('\n', "\r\n"));
        // Two commands keep a block each.
        let stars = "<!-- aoc-calendar:start -->\n<!-- aoc-calendar:end -->\n";
        let new = with(&format!("{START}\n{END}\n{stars}"), "calendar", "x\n").unwrap();
        assert!(new.starts_with(&format!(
            "{START}\n{END}\n<!-- aoc-calendar:start -->\n\nx\n\n"
        )));
    }

    #[test]
    fn what_was_saved_since_the_block_was_found_stays() {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("README.md");
        fs::write(&path, format!("old\n{START}\n{END}\n")).unwrap();
        let block = ReadmeBlock::find(folder.path(), "bench").unwrap();
        fs::write(&path, format!("saved\nmeanwhile\n{START}\n{END}\nmore\n")).unwrap();
        block.replace("| a |\n").unwrap();
        let expected = format!("saved\nmeanwhile\n{START}\n\n| a |\n\n{END}\nmore\n");
        assert_eq!(fs::read_to_string(&path).unwrap(), expected);
        fs::write(&path, "no markers any more\n").unwrap();
        assert!(block.replace("| a |\n").is_err());
        assert_eq!(fs::read_to_string(&path).unwrap(), "no markers any more\n");
    }

    #[test]
    fn markers_that_are_missing_or_wrong_are_shown() {
        for text in [
            "# Mine\n".to_owned(),
            format!("{END}\n{START}\n"),
            format!("{START}\n"),
            format!("{START}\n{START}\n{END}\n"),
        ] {
            let error = with(&text, "bench", "").unwrap_err();
            assert_eq!(error.exit, Exit::Usage);
            let message = error.to_string();
            let is_expected = message.contains("README.md needs these two lines");
            assert!(is_expected, "{message}");
            assert!(message.ends_with(&format!("\n{START}\n{END}")), "{message}");
        }
    }
}
