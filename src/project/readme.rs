//! The benchmark table in the repository's README.md: what stands between two
//! markers is replaced, and nothing else.

use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};

use crate::error::{CliError, Exit};
use crate::files::{Readers, probe_file, read_text_file, replace};

const README: &str = "README.md";

/// The lines between which the benchmark table is written.
const MARKERS: [&str; 2] = ["<!-- aoc-bench:start -->", "<!-- aoc-bench:end -->"];

/// The place of the table in a README.
#[derive(Debug, PartialEq, Eq)]
pub struct ReadmeTable {
    path: PathBuf,
    /// Up to the end of the first marker's line.
    before: String,
    /// From the second marker on.
    after: String,
}

impl ReadmeTable {
    /// Reads the README of the repository in this folder. It is known then that
    /// it can be written.
    pub fn find(root: &Path) -> Result<Self, CliError> {
        let path = root.join(README);
        let shown = path.display();
        let text = match read_text_file(&path) {
            Ok(text) => text,
            Err(source) if source.kind() != io::ErrorKind::NotFound => {
                return Err(CliError::read(&path, source));
            }
            Err(_) => {
                let message = format!(
                    "{shown} does not exist: create it, with these two lines where the table \
                     belongs\n{}",
                    MARKERS.join("\n")
                );
                return Err(CliError::new(Exit::Files, message));
            }
        };
        // A link would be replaced by a file.
        if path.is_symlink() {
            let message = format!("{shown} is a link: put a file in its place");
            return Err(CliError::new(Exit::Files, message));
        }
        probe_file(&path).map_err(|source| CliError::write(&path, source))?;
        Self::of(path, &text)
    }

    /// Whether a path leads to this README.
    pub fn is_at(&self, path: &Path) -> bool {
        path == self.path || path.canonicalize().ok() == self.path.canonicalize().ok()
    }

    fn of(path: PathBuf, text: &str) -> Result<Self, CliError> {
        let [starts, ends] = MARKERS.map(|marker| places(text, marker));
        let problem = match (starts.as_slice(), ends.as_slice()) {
            ([start], [end]) if start.end <= end.start => {
                return Ok(Self {
                    path,
                    before: text[..start.end].to_owned(),
                    after: text[end.start..].to_owned(),
                });
            }
            ([], []) => "has no markers for the table: put these two lines where it belongs",
            _ => "needs each marker of the table once, on a line of its own, in this order",
        };
        let message = format!("{} {problem}\n{}", path.display(), MARKERS.join("\n"));
        Err(CliError::new(Exit::Usage, message))
    }

    /// Puts the table, of whole lines, in the place of what was there. The other
    /// lines stay as they are; the table's end as the marker's does.
    pub fn replace(&self, table: &str) -> Result<&Path, CliError> {
        replace(&self.path, self.with(table), Readers::Usual)
            .map_err(|source| CliError::write(&self.path, source))?;
        Ok(&self.path)
    }

    fn with(&self, table: &str) -> String {
        let mut table = format!("\n{table}\n");
        if self.before.ends_with("\r\n") {
            table = table.replace('\n', "\r\n");
        }
        format!("{}{table}{}", self.before, self.after)
    }
}

/// The lines that are this marker and no example of it in a block of code, with
/// their line ends.
fn places(text: &str, marker: &str) -> Vec<Range<usize>> {
    let mut places = Vec::new();
    let mut end = 0;
    let mut fence: Option<&str> = None;
    for line in text.split_inclusive('\n') {
        let start = end;
        end += line.len();
        let line = line.trim();
        match fence {
            Some(open) if line.starts_with(open) => fence = None,
            Some(_) => {}
            None => fence = ["```", "~~~"].into_iter().find(|it| line.starts_with(it)),
        }
        if fence.is_none() && line == marker {
            places.push(start..end);
        }
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = MARKERS[0];
    const END: &str = MARKERS[1];

    fn find(text: &str) -> Result<ReadmeTable, CliError> {
        ReadmeTable::of("README.md".into(), text)
    }

    #[test]
    fn only_what_is_between_the_markers_is_replaced() {
        let text = format!("# Mine\n\n{START}\nold\n{END}\nrest");
        let new = find(&text).unwrap().with("| a |\n");
        assert_eq!(new, format!("# Mine\n\n{START}\n\n| a |\n\n{END}\nrest"));
        // Again, it changes nothing.
        assert_eq!(find(&new).unwrap().with("| a |\n"), new);
        let text = format!("# Mine\r\n{START}\r\n{END}\r\n");
        let new = find(&text).unwrap().with("| a |\n");
        assert_eq!(
            new,
            format!("# Mine\r\n{START}\r\n\r\n| a |\r\n\r\n{END}\r\n")
        );
    }

    #[test]
    fn examples_of_the_markers_are_no_markers() {
        let text = format!("```\n{START}\n{END}\n```\nor `{START}`\n {START}\n{END}\n");
        let new = find(&text).unwrap().with("x\n");
        assert!(
            new.ends_with(&format!("`\n {START}\n\nx\n\n{END}\n")),
            "{new}"
        );
    }

    #[test]
    fn markers_that_are_missing_or_wrong_are_shown() {
        for (text, says) in [
            ("# Mine\n".to_owned(), "has no markers for the table"),
            (format!("{END}\n{START}\n"), "needs each marker"),
            (format!("{START}\n"), "needs each marker"),
            (format!("{START}\n{START}\n{END}\n"), "needs each marker"),
        ] {
            let error = find(&text).unwrap_err();
            assert_eq!(error.exit, Exit::Usage);
            assert!(
                error.to_string().starts_with(&format!("README.md {says}")),
                "{error}"
            );
            assert!(
                error.to_string().ends_with(&format!("\n{START}\n{END}")),
                "{error}"
            );
        }
    }
}
