//! Updates a block in the repository's README.md: only the text between two markers is
//! replaced.

use std::ops::Range;
use std::path::{Path, PathBuf};

use crate::error::{CliError, Exit};
use crate::files::{if_exists, probe_file, read_text_file, write_source};

/// The place of a block in a README.
#[derive(Debug, PartialEq, Eq)]
pub struct ReadmeBlock {
    path: PathBuf,
    /// The text up to the end of the first marker's line.
    before: String,
    /// The text from the second marker on.
    after: String,
}

impl ReadmeBlock {
    /// Reads the README in this folder, and finds the markers of the command `name`.
    /// Fails if the file cannot be written later.
    pub fn find(root: &Path, name: &str) -> Result<Self, CliError> {
        let path = root.join("README.md");
        let [start, end] = ["start", "end"].map(|end| format!("<!-- aoc-{name}:{end} -->"));
        let refused = |exit, why: &str| {
            let message = format!("{} {why}\n{start}\n{end}", path.display());
            Err(CliError::new(exit, message))
        };
        let Some(text) = if_exists(&path, read_text_file(&path))? else {
            let why = "does not exist: create it, with these two lines where the table belongs";
            return refused(Exit::Files, why);
        };
        probe_file(&path)?;
        let why = match (&*places(&text, &start), &*places(&text, &end)) {
            ([start], [end]) if start.end <= end.start => {
                return Ok(Self {
                    before: text[..start.end].to_owned(),
                    after: text[end.start..].to_owned(),
                    path,
                });
            }
            ([], []) => "has no markers for the table: put these two lines where it belongs",
            _ => "needs each marker of the table once, on a line of its own, in this order",
        };
        refused(Exit::Usage, why)
    }

    /// Replaces the block by these lines, with the line endings of the marker.
    pub fn replace(&self, lines: &str) -> Result<&Path, CliError> {
        let is_crlf = self.before.ends_with("\r\n");
        let end = if is_crlf { "\r\n" } else { "\n" };
        let block = format!("\n{lines}\n").replace('\n', end);
        write_source(&self.path, [&*self.before, &block, &self.after].concat())?;
        Ok(&self.path)
    }
}

/// The byte ranges of the lines that are this marker.
fn places(text: &str, marker: &str) -> Vec<Range<usize>> {
    let mut end = 0;
    let lines = text.split_inclusive('\n').map(|line| {
        let start = end;
        end += line.len();
        (line.trim() == marker).then_some(start..end)
    });
    lines.flatten().collect()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use tempfile::TempDir;

    use super::*;

    const START: &str = "<!-- aoc-bench:start -->";
    const END: &str = "<!-- aoc-bench:end -->";

    /// A README, once the lines are put into the block of the command `name`.
    fn with(text: &str, name: &str, lines: &str) -> Result<String, CliError> {
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
        // Again, it changes nothing; line ends stay as they are.
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
    fn markers_that_are_missing_or_wrong_are_shown() {
        for (text, says) in [
            ("# Mine\n".to_owned(), "has no markers for the table"),
            (format!("{END}\n{START}\n"), "needs each marker"),
            (format!("{START}\n"), "needs each marker"),
            (format!("{START}\n{START}\n{END}\n"), "needs each marker"),
        ] {
            let error = with(&text, "bench", "").unwrap_err();
            assert_eq!(error.exit, Exit::Usage);
            let message = error.to_string();
            assert!(message.contains(&format!("README.md {says}")), "{message}");
            assert!(message.ends_with(&format!("\n{START}\n{END}")), "{message}");
        }
    }
}
