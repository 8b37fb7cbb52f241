//! Detects whether the user has edited a file. `aoc` keeps the hash of each text that it writes for
//! the user, and rewrites a file only if the file still has this hash.
//!
//! If the format of the file has comments, the hash is in the file itself. Otherwise it is in a
//! list beside the files, which is committed with them and survives `cargo clean`.

use std::collections::{BTreeMap, BTreeSet};

use super::identity::bytes_hash;
use super::text_form::unix_lines;

/// The hash of a text that `aoc` has written. It ignores the kind of line ends, because git may
/// change them.
pub fn written_hash(text: &str) -> String {
    format!("{:016x}", bytes_hash(unix_lines(text).as_bytes()))
}

/// The files that `aoc` wrote. Each path from the root has the hashes of the file's texts, and
/// marks. A mark, such as `tried:2d06800538d394c2:1`, is a word, the hash of the text that it is
/// about, and data of the caller.
#[derive(Debug, Default)]
pub struct WrittenFiles(BTreeMap<String, BTreeSet<String>>);

impl WrittenFiles {
    /// Parses a list. Each line has the hash of a file's text, or a mark, and the path of the file.
    /// Invalid lines are ignored, so their files count as the user's own.
    pub fn parse(list: &str) -> Self {
        let mut written = Self::default();
        for (hash, path) in list.lines().filter_map(|line| line.split_once(' ')) {
            let hashes = written.0.entry(path.trim_start().to_owned()).or_default();
            hashes.insert(hash.to_owned());
        }
        written
    }

    /// The list in the form that [`Self::parse`] reads. A hash that a mark has is not repeated.
    pub fn list(&self) -> String {
        let mut list = String::new();
        for (path, hashes) in &self.0 {
            for hash in hashes {
                let is_repeated = hashes.iter().any(|mark| hash_in_mark(mark) == Some(hash));
                if !is_repeated {
                    list += &format!("{hash}  {path}\n");
                }
            }
        }
        list
    }

    /// Replaces the hashes and the marks of a file by the hash of its new text.
    pub fn add(&mut self, path: &str, text: &str) {
        let hashes = BTreeSet::from([written_hash(text)]);
        self.0.insert(path.to_owned(), hashes);
    }

    /// Adds the new text of a file before the file is replaced, and keeps the hash of the old text.
    /// So the file counts as written by `aoc` even if the replacement fails.
    pub fn add_next(&mut self, path: &str, text: &str) {
        let hashes = self.0.entry(path.to_owned()).or_default();
        hashes.insert(written_hash(text));
    }

    /// Adds a mark, which stays until another text is added.
    pub fn add_mark(&mut self, path: &str, mark: String) {
        self.0.entry(path.to_owned()).or_default().insert(mark);
    }

    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    /// True if `aoc` wrote a file at this path.
    pub fn has(&self, path: &str) -> bool {
        self.0.contains_key(path)
    }

    /// True if `aoc` wrote this text to this path.
    pub fn is_unedited(&self, path: &str, text: &str) -> bool {
        let hash = written_hash(text);
        self.0
            .get(path)
            .into_iter()
            .flatten()
            .any(|written| *written == hash || hash_in_mark(written) == Some(&hash))
    }

    pub fn has_mark(&self, path: &str, mark: &str) -> bool {
        self.0.get(path).is_some_and(|marks| marks.contains(mark))
    }
}

/// The hash in a mark, which is that of the text that the mark is about. `None` for a plain hash.
fn hash_in_mark(mark: &str) -> Option<&str> {
    mark.split(':').nth(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_unedited_if_it_has_the_text_that_was_written() {
        let mut written = WrittenFiles::default();
        written.add("days/a b.rs", "one\ntwo\n");
        written.add("days/c.rs", "");
        let two_blanks = written.list();
        for list in [two_blanks.replace("  ", " "), two_blanks] {
            for list in [list.clone(), list.replace('\n', "\r\n")] {
                let read = WrittenFiles::parse(&list);
                assert!(read.is_unedited("days/a b.rs", "one\ntwo\n"), "{list}");
                assert!(read.is_unedited("days/a b.rs", "one\r\ntwo\r\n"), "{list}");
                assert!(!read.is_unedited("days/a b.rs", "one\n"), "{list}");
                assert!(!read.is_unedited("days/b.rs", ""), "{list}");
                assert!(read.has("days/c.rs") && !read.has("days/b.rs"), "{list}");
            }
        }
    }

    #[test]
    fn a_file_that_is_being_replaced_is_unedited_with_both_texts() {
        let mut written = WrittenFiles::default();
        written.add("days/a.rs", "one\n");
        written.add_next("days/a.rs", "two\n");
        let mut read = WrittenFiles::parse(&written.list());
        for text in ["one\n", "two\n"] {
            assert!(read.is_unedited("days/a.rs", text), "{text}");
        }
        let mark = format!(
            "tried:{}:{}",
            written_hash("two\n"),
            written_hash("three\n")
        );
        read.add_mark("days/a.rs", mark.clone());
        // The line of the mark is also that of its text.
        assert_eq!(read.list().lines().count(), 2);
        let mut read = WrittenFiles::parse(&read.list());
        assert!(read.has_mark("days/a.rs", &mark));
        for (text, is_unedited) in [("one\n", true), ("two\n", true), ("three\n", false)] {
            assert_eq!(read.is_unedited("days/a.rs", text), is_unedited, "{text}");
        }
        read.add("days/a.rs", "two\n");
        assert!(!read.has_mark("days/a.rs", &mark));
        assert!(!read.is_unedited("days/a.rs", "one\n"));
        assert_eq!(read.list().lines().count(), 1);
    }

    #[test]
    fn the_lists_of_earlier_versions_are_understood() {
        let library = "2d06800538d394c2  vendor/aoc-solution/src/lib.rs\n";
        let imported = "2d06800538d394c2 days/year2020/day01.rs\n";
        let text = "";
        assert_eq!(written_hash(text), "2d06800538d394c2");
        let library = WrittenFiles::parse(library);
        assert!(library.is_unedited("vendor/aoc-solution/src/lib.rs", text));
        let imported = WrittenFiles::parse(imported);
        assert!(imported.is_unedited("days/year2020/day01.rs", text));
    }
}
