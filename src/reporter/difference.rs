//! Shows how an answer differs from the expected one, without colour: each expected line
//! before the line that the solution gave.
//!
//! ```text
//!   ####.
//! - #..#.
//! + #.##.
//! ```

use aoc_solution::letters::typed;

use crate::terminal::{cut_end, sanitize, width};

/// Answers of at most this many columns are shown on one line.
const SHORT: usize = 24;
/// Longer lines are cut.
const LONG: usize = 160;
/// The most lines of an answer that are shown.
const ROWS: usize = 40;

/// The lines of both answers; `None` if both are so short that the difference is obvious.
pub fn difference(expected: &str, got: &str) -> Option<Vec<String>> {
    // Pictures that can be read are compared as text.
    let expected = rows(&typed(expected));
    let got = rows(&typed(got));
    let count = expected.len().max(got.len());
    let mut all = expected.iter().chain(&got);
    if count < 2 && all.all(|row| width(row) <= SHORT) {
        return None;
    }
    let mut lines = Vec::new();
    for row in 0..count.min(ROWS) {
        let expected = expected.get(row);
        let got = got.get(row);
        let mut marked = vec![("-", expected), ("+", got)];
        if expected == got {
            marked = vec![(" ", got)];
        }
        for (mark, line) in marked {
            if let Some(line) = line {
                let line = cut_end(line, LONG);
                lines.push(format!("{mark} {line}"));
            }
        }
    }
    Some(lines)
}

/// The sanitized lines, without blank lines at the end.
pub fn rows(text: &str) -> Vec<String> {
    text.trim_end().lines().map(sanitize).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn obvious_differences_are_not_explained() {
        let [a, b] = [
            ".##.\n#..#\n#..#\n####\n#..#\n#..#",
            "###.\n#..#\n###.\n#..#\n#..#\n###.",
        ];
        // Letters are read.
        for (expected, got) in [("127", "126"), ("127", ""), (a, b), (a, "B"), ("A", b)] {
            assert_eq!(difference(expected, got), None);
        }
        let expected = "####.\n#..#.\n#..#.\n####.\n";
        let got = "####.\n#.##.\n#..#.\n####.\n#....\n";
        insta::assert_snapshot!(difference(expected, got).unwrap().join("\n"), @"
          ####.
        - #..#.
        + #.##.
          #..#.
          ####.
        + #....
        ");
    }
}
