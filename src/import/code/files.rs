//! The files that the sources of a day name: examples, inputs, grammars.

use super::super::place;
use super::paths::{join, split};
use super::source::Source;
use super::sources::Sources;
use crate::files::{MAX_TEXT, read_regular_file};
use crate::project::TokenKind;
use crate::puzzle::Puzzle;

/// A file that a source names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// From the tree's root, with slashes.
    pub path: String,
    /// Whether it is the user's input: it is not copied into the code.
    pub is_input: bool,
    pub text: String,
}

/// Finds the files of a day.
pub trait Files {
    /// An example of fspoettel's template, for a part or for both.
    fn example(&self, part: Option<u8>) -> Option<String>;

    /// What the file `from` includes by this path.
    fn included(&self, from: &str, path: &str) -> Option<Named>;

    /// What a program opens by this path.
    fn opened(&self, path: &str) -> Option<Named>;
}

/// The files of a day in a tree.
pub struct DayFiles<'s> {
    pub sources: &'s Sources<'s>,
    pub puzzle: Puzzle,
}

impl DayFiles<'_> {
    fn text(&self, path: &str) -> Option<String> {
        let bytes = read_regular_file(&self.sources.tree.path(path), MAX_TEXT).ok()?;
        String::from_utf8(bytes).ok()
    }

    fn named(&self, folder: &str, path: &str) -> Option<Named> {
        let path = resolved(folder, path)?;
        let files = &self.sources.tree.files;
        files.binary_search(&path).ok()?;
        Some(Named {
            is_input: place::is_input(&path) || place::is_called_input(&path),
            text: self.text(&path)?,
            path,
        })
    }
}

impl Files for DayFiles<'_> {
    fn example(&self, part: Option<u8>) -> Option<String> {
        let suffix = part.map(|part| format!("-{part}")).unwrap_or_default();
        let year = self.puzzle.year;
        let day = self.puzzle.day.0;
        let names = [
            format!("{day:02}{suffix}"),
            format!("{year}/{day:02}{suffix}"),
        ];
        names.iter().find_map(|name| {
            let folder = &self.sources.package.folder;
            let text = self.text(&join(folder, &format!("data/examples/{name}.txt")))?;
            (!text.is_empty()).then_some(text)
        })
    }

    fn included(&self, from: &str, path: &str) -> Option<Named> {
        self.named(split(from).0, path)
    }

    fn opened(&self, path: &str) -> Option<Named> {
        self.named(&self.sources.package.folder, path)
    }
}

/// A relative path from a folder, without `..`; `None` if it leads out.
fn resolved(folder: &str, path: &str) -> Option<String> {
    let mut names: Vec<&str> = folder.split('/').filter(|name| !name.is_empty()).collect();
    if path.starts_with('/') {
        return None;
    }
    for name in path.split('/') {
        match name {
            "" | "." => {}
            ".." => drop(names.pop()?),
            name => names.push(name),
        }
    }
    Some(names.join("/"))
}

/// The literal of `include_str!("path")`, or of the like, at a token.
pub fn include_at(source: &Source<'_>, index: usize) -> Option<usize> {
    let is_macro = matches!(source.word(index), "include_str" | "include_bytes");
    let opens = is_macro && source.matches(index + 1, &["!", "("]);
    let literal = index + 3;
    let is_literal = source.tokens.get(literal)?.kind == TokenKind::Text
        && matches!(source.word(literal + 1), ")" | ",");
    (opens && is_literal).then_some(literal)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_followed_and_stay_in_the_tree() {
        for (folder, path, expected) in [
            ("src/bin", "../../input/1.txt", Some("input/1.txt")),
            ("", "./a//b", Some("a/b")),
            ("src", "../../b", None),
            ("src", "/etc/passwd", None),
        ] {
            assert_eq!(resolved(folder, path).as_deref(), expected, "{path}");
        }
    }
}
