//! The repository's README.

use super::file::File;
use crate::puzzle::Year;

/// The lines between which the benchmark table is written.
pub const MARKERS: [&str; 2] = ["<!-- aoc-bench:start -->", "<!-- aoc-bench:end -->"];

pub fn readme(year: Year) -> File {
    let text = include_str!("files/README.md").replace("2025", &year.to_string());
    File::new("README.md", text)
}

/// A README of the user's with the markers at its end; `None` if it has them.
pub fn with_markers(text: &str) -> Option<String> {
    if MARKERS.iter().any(|marker| text.contains(marker)) {
        return None;
    }
    let end = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let mut new = text.trim_end().to_owned();
    let section = ["", "", "## How fast", "", MARKERS[0], MARKERS[1], ""];
    // Nothing to separate it from.
    let section = if new.is_empty() {
        &section[2..]
    } else {
        &section
    };
    new += &section.join(end);
    Some(new)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markers_are_added_once() {
        assert_eq!(with_markers(&readme(Year(2025)).text), None);
        let new = with_markers("# Mine\r\n\r\ntext").unwrap();
        assert_eq!(
            new,
            "# Mine\r\n\r\ntext\r\n\r\n## How fast\r\n\r\n<!-- aoc-bench:start -->\r\n\
             <!-- aoc-bench:end -->\r\n"
        );
        assert_eq!(with_markers(&new), None);
        assert!(with_markers("").unwrap().starts_with("## How fast\n"));
    }
}
