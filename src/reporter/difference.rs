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
/// The columns before a line, with its mark.
const MARGIN: usize = 10;
/// The most lines of an answer that are shown.
const ROWS: usize = 40;
/// The number of lines before the first difference.
const BEFORE: usize = 3;

/// What differs, in a few words and in lines to show below them.
pub struct Difference {
    pub words: String,
    pub lines: Vec<String>,
}

/// Describes the difference of two texts; `None` if both are so short that it is obvious.
pub fn difference(expected: &str, got: &str, columns: Option<usize>) -> Option<Difference> {
    // Pictures that can be read are compared as text.
    let expected = rows(&typed(expected));
    let got = rows(&typed(got));
    if is_short(&expected) && is_short(&got) {
        return None;
    }
    let count = expected.len().max(got.len());
    let mut first = count;
    let mut number = 0;
    for row in 0..count {
        if expected.get(row) != got.get(row) {
            first = first.min(row);
            number += 1;
        }
    }
    let lines = plural(count, "line");
    let mut words = format!("{number} of {lines} differ");
    let mut columns = columns.unwrap_or(LONG).clamp(SHORT + MARGIN, LONG) - MARGIN;
    if let ([expected], [got]) = (&*expected, &*got) {
        let equal = expected
            .chars()
            .zip(got.chars())
            .take_while(|(expected, got)| expected == got)
            .count();
        words = format!("differs from column {} on", equal + 1);
        columns = LONG - MARGIN;
    }
    let start = first.saturating_sub(BEFORE);
    let end = count.min(start + ROWS);
    let mut lines = vec!["- expected, + got".to_owned()];
    if start > 0 {
        let equal = plural(start, "equal line");
        lines.push(format!("… {equal} before"));
    }
    for row in start..end {
        let expected = expected.get(row);
        let got = got.get(row);
        let mut marked = vec![('-', expected), ('+', got)];
        if expected == got {
            marked = vec![(' ', expected)];
        }
        for (mark, line) in marked {
            let line = line.map(|line| cut_end(line, columns));
            lines.extend(line.map(|line| format!("{mark} {line}")));
        }
    }
    if end < count {
        let left = plural(count - end, "line");
        lines.push(format!("… {left} after"));
    }
    Some(Difference { words, lines })
}

fn is_short(rows: &[String]) -> bool {
    rows.len() < 2 && rows.iter().all(|row| width(row) <= SHORT)
}

/// The sanitized lines, without blank lines at the end.
pub fn rows(text: &str) -> Vec<String> {
    text.trim_end().lines().map(sanitize).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(expected: &str, got: &str) -> Option<String> {
        let difference = difference(expected, got, Some(80))?;
        Some(
            [vec![difference.words], difference.lines]
                .concat()
                .join("\n"),
        )
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
        let Difference { words, lines } = difference(&expected, &got, None).unwrap();
        assert_eq!((&*words, lines.len()), ("1 of 1000 lines differ", ROWS + 4));
        assert_eq!(lines[1], "… 497 equal lines before");
        assert_eq!(lines[5..7], ["- 500", "+ 50x"]);
    }
}
