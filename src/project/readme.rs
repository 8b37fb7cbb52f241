//! The benchmark table in the repository's README.md: what stands between two
//! markers is replaced, and nothing else.

use std::io;
use std::path::{Path, PathBuf};

use super::root::ProjectError;
use crate::error::Exit;
use crate::files::{Readers, probe_file, read_text_file, replace};

const README: &str = "README.md";

/// The lines between which the benchmark table is written.
pub const MARKERS: [&str; 2] = ["<!-- aoc-bench:start -->", "<!-- aoc-bench:end -->"];

/// A README of the user's with the markers at its end; `None` if it has them.
pub fn with_markers(text: &str) -> Option<String> {
    if MARKERS.iter().any(|marker| text.contains(marker)) {
        return None;
    }
    let end = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let old = text.trim_end();
    let section = ["## How fast", "", MARKERS[0], MARKERS[1], ""].join(end);
    let gap = if old.is_empty() { "" } else { end };
    Some(format!("{old}{gap}{gap}{section}"))
}

/// The place of the table in a README.
#[derive(Debug, PartialEq, Eq)]
pub struct ReadmeTable {
    path: PathBuf,
    /// The file itself, if the path is a link within the repository.
    file: PathBuf,
    /// Up to the end of the first marker's line.
    before: String,
    /// From the second marker on.
    after: String,
}

impl ReadmeTable {
    /// Reads the README of the repository in this folder. It is known then that
    /// it can be written.
    pub fn find(root: &Path) -> Result<Self, ProjectError> {
        let path = root.join(README);
        let shown = path.display();
        let failed = |message: String| ProjectError::new(Exit::Files, message);
        let read = || {
            Ok((
                read_text_file(&path)?,
                root.canonicalize()?,
                path.canonicalize()?,
            ))
        };
        let (text, root, file) = read().map_err(|source: io::Error| {
            if source.kind() != io::ErrorKind::NotFound {
                return ProjectError::read(&path, source);
            }
            failed(format!(
                "{shown} does not exist: create it, with these two lines where the table \
                 belongs\n{}",
                MARKERS.join("\n")
            ))
        })?;
        if !file.starts_with(&root) {
            return Err(failed(format!(
                "{shown} is a link to a file outside of the repository: put a file in its place"
            )));
        }
        let table = Self::of(path, &text)?;
        probe_file(&file).map_err(|source| ProjectError::write(&table.path, source))?;
        Ok(Self { file, ..table })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    fn of(path: PathBuf, text: &str) -> Result<Self, ProjectError> {
        let [starts, ends] = MARKERS.map(|marker| places(text, marker));
        let shown = path.display();
        let message = match (starts.as_slice(), ends.as_slice()) {
            ([start], [end]) if start.number < end.number => {
                return Ok(Self {
                    file: path.clone(),
                    before: text[..start.end].to_owned(),
                    after: text[end.start..].to_owned(),
                    path,
                });
            }
            ([], []) => format!(
                "{shown} has no markers for the table: put these two lines where it belongs, the \
                 first one first\n{}",
                MARKERS.join("\n")
            ),
            _ => format!(
                "{shown} needs each marker once, the first one first, each on a line of its own: \
                 it has `{}` in {} and `{}` in {}",
                MARKERS[0],
                lines(&starts),
                MARKERS[1],
                lines(&ends)
            ),
        };
        Err(ProjectError::new(Exit::Usage, message))
    }

    /// Puts the table, of whole lines, in the place of what was there. The other
    /// lines stay as they are; the table's end as the marker's does.
    pub fn replace(&self, table: &str) -> Result<&Path, ProjectError> {
        replace(&self.file, self.with(table), Readers::Usual)
            .map_err(|source| ProjectError::write(&self.path, source))?;
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

/// A line that is a marker.
struct Place {
    /// From 1.
    number: usize,
    start: usize,
    /// After its line end.
    end: usize,
}

/// `line 3`, `lines 3, 9`, `no line`
fn lines(places: &[Place]) -> String {
    let numbers: Vec<String> = places.iter().map(|it| it.number.to_string()).collect();
    match numbers.as_slice() {
        [] => "no line".to_owned(),
        [line] => format!("line {line}"),
        lines => format!("lines {}", lines.join(", ")),
    }
}

/// The lines that are this marker and no example of it in a block of code.
fn places(text: &str, marker: &str) -> Vec<Place> {
    let mut places = Vec::new();
    let mut end = 0;
    let mut fence: Option<&str> = None;
    for (index, line) in text.split_inclusive('\n').enumerate() {
        let start = end;
        end += line.len();
        let line = line.trim();
        let fences = ["```", "~~~"];
        match fence {
            Some(open) if line.starts_with(open) => fence = None,
            Some(_) => {}
            None => fence = fences.into_iter().find(|fence| line.starts_with(fence)),
        }
        if fence.is_none() && line == marker {
            places.push(Place {
                number: index + 1,
                start,
                end,
            });
        }
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = MARKERS[0];
    const END: &str = MARKERS[1];

    fn find(text: &str) -> Result<ReadmeTable, ProjectError> {
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
        let error = find("# Mine\n").unwrap_err();
        assert_eq!(error.exit, Exit::Usage);
        let shown = error.to_string();
        assert!(
            shown.ends_with(&format!("first\n{START}\n{END}")),
            "{shown}"
        );
        for (text, says) in [
            (format!("{END}\n{START}\n"), "in line 2 and"),
            (format!("{START}\n"), "in no line"),
            (format!("{START}\n{START}\n{END}\n"), "in lines 1, 2 and"),
        ] {
            let error = find(&text).unwrap_err().to_string();
            assert!(error.contains(says), "{error}");
        }
    }

    #[test]
    fn the_file_is_read_and_written() {
        let temp = tempfile::tempdir().unwrap();
        let missing = ReadmeTable::find(temp.path()).unwrap_err();
        assert_eq!(missing.exit, Exit::Files);
        assert!(missing.to_string().ends_with(&format!("\n{START}\n{END}")));
        let path = temp.path().join(README);
        std::fs::write(&path, format!("{START}\n{END}\n")).unwrap();
        let table = ReadmeTable::find(temp.path()).unwrap();
        assert_eq!(table.replace("x\n").unwrap(), path);
        let text = std::fs::read_to_string(&path).unwrap();
        assert_eq!(text, format!("{START}\n\nx\n\n{END}\n"));
        std::fs::write(&path, b"\xff").unwrap();
        let unreadable = ReadmeTable::find(temp.path()).unwrap_err().message;
        assert!(unreadable.starts_with("cannot read "), "{unreadable}");
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_and_its_file_is_written_if_it_is_in_the_repository() {
        let temp = tempfile::tempdir().unwrap();
        let (root, outside) = (temp.path().join("repository"), temp.path().join("other.md"));
        std::fs::create_dir_all(root.join("docs")).unwrap();
        for file in [&root.join("docs/start.md"), &outside] {
            std::fs::write(file, format!("{START}\n{END}\n")).unwrap();
        }
        let link = root.join(README);
        std::os::unix::fs::symlink("docs/start.md", &link).unwrap();
        ReadmeTable::find(&root).unwrap().replace("x\n").unwrap();
        assert!(link.is_symlink());
        let text = std::fs::read_to_string(root.join("docs/start.md")).unwrap();
        assert_eq!(text, format!("{START}\n\nx\n\n{END}\n"));
        std::fs::remove_file(&link).unwrap();
        std::os::unix::fs::symlink(&outside, &link).unwrap();
        let error = ReadmeTable::find(&root).unwrap_err().message;
        assert!(error.contains(" is a link to a file outside "), "{error}");
    }
}
