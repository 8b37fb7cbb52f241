//! Shows how an answer differs from the expected one, without colour: the lines around the
//! first difference, each expected line before the line that the solution gave.
//!
//! ```text
//! - expected, + got
//!   ####.
//! - #..#.
//! + #.##.
//! ```

use aoc_solution::letters::typed;

use crate::terminal::{cut_end, plural, sanitize, width};

/// Answers of at most this many columns are shown on one line.
const SHORT: usize = 24;
/// Longer lines are cut.
const LONG: usize = 160;
/// The most lines of an answer that are shown.
const ROWS: usize = 40;
/// The number of lines before the first difference.
const BEFORE: usize = 3;

/// Describes the difference of two texts in a few words and in lines to show below them;
/// `None` if both are so short that the difference is obvious.
pub(super) fn difference(
    expected: &str,
    got: &str,
    columns: Option<usize>,
) -> Option<(String, Vec<String>)> {
    // Pictures that can be read are compared as text.
    let [expected, got] = [expected, got].map(|text| rows(&typed(text)));
    let is_short = |rows: &[String]| rows.len() < 2 && rows.iter().all(|it| width(it) <= SHORT);
    if is_short(&expected) && is_short(&got) {
        return None;
    }
    let lines = expected.len().max(got.len());
    let columns = columns.filter(|_| lines > 1).unwrap_or(LONG);
    let columns = columns.clamp(SHORT, LONG) - 2;
    let differs = |row: &usize| expected.get(*row) != got.get(*row);
    let words = if let ([left], [right]) = (&expected[..], &got[..]) {
        let pairs = left.chars().zip(right.chars());
        let equal = pairs.take_while(|(left, right)| left == right).count();
        format!("differs from column {} on", equal + 1)
    } else {
        let count = (0..lines).filter(differs).count();
        format!("{count} of {} differ", plural(lines, "line"))
    };
    let mut below = vec!["- expected, + got".to_owned()];
    let first = (0..lines).find(differs).unwrap_or_default();
    let start = first.saturating_sub(BEFORE);
    let end = lines.min(start + ROWS);
    if start > 0 {
        below.push(format!("… {} before", plural(start, "equal line")));
    }
    for row in start..end {
        let marked = |mark: char, text: &[String]| {
            let line = text.get(row)?;
            Some(format!("{mark} {}", cut_end(line, columns)))
        };
        if differs(&row) {
            below.extend(marked('-', &expected));
            below.extend(marked('+', &got));
        } else {
            below.extend(marked(' ', &expected));
        }
    }
    if end < lines {
        below.push(format!("… {} after", plural(lines - end, "line")));
    }
    Some((words, below))
}

/// The sanitized lines, without blank lines at the end.
pub(super) fn rows(text: &str) -> Vec<String> {
    let rows = text.trim_end().lines();
    rows.map(|row| sanitize(row).into_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(expected: &str, got: &str) -> Option<String> {
        let (line, below) = difference(expected, got, Some(80))?;
        Some([vec![line], below].concat().join("\n"))
    }

    #[test]
    fn obvious_differences_are_not_explained() {
        let [a, b] = [
            ".##.\n#..#\n#..#\n####\n#..#\n#..#",
            "###.\n#..#\n###.\n#..#\n#..#\n###.",
        ];
        // Letters are read.
        for (expected, got) in [("127", "126"), ("127", ""), (a, b), (a, "B"), ("A", b)] {
            assert_eq!(shown(expected, got), None);
        }
        let line = "co,de,ka,ta,aa,bb,cc,dd,ee";
        let told = shown(line, &line.replace("aa", "az")).unwrap();
        assert!(told.starts_with("differs from column 14 on\n"), "{told}");
        let expected = "####.\n#..#.\n#..#.\n####.\n";
        let got = "####.\n#.##.\n#..#.\n####.\n#....\n";
        insta::assert_snapshot!(shown(expected, got).unwrap(), @"
        2 of 5 lines differ
        - expected, + got
          ####.
        - #..#.
        + #.##.
          #..#.
          ####.
        + #....
        ");
    }

    #[test]
    fn long_answers_show_the_lines_around_the_first_difference() {
        let expected: String = (0..1000).flat_map(|row| [format!("{row}\n")]).collect();
        let got = expected.replace("\n500\n", "\n50x\n");
        let (line, below) = difference(&expected, &got, None).unwrap();
        assert_eq!((&*line, below.len()), ("1 of 1000 lines differ", ROWS + 4));
        assert_eq!(below[1], "… 497 equal lines before");
        assert_eq!(below[5..7], ["- 500", "+ 50x"]);
    }
}
