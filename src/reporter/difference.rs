//! Shows the lines around the first difference between an answer and the expected one, without
//! colour. Each expected line comes before the line that the solution gave.
//!
//! ```text
//! - expected, + got
//! … 12 equal lines before
//!   ####.
//! - #..#.
//! + #.##.
//! ```

use aoc_solution::letters::typed;

use crate::terminal::{Terminal, plural, width};

/// If both answers have one line of at most this many columns, no difference is shown.
const SHORT_COLUMNS: usize = 24;
/// The largest number of columns of a shown line. Longer lines are cut.
const MAX_COLUMNS: usize = 160;
/// The largest number of lines of an answer that are shown.
const MAX_ROWS: usize = 40;
/// The largest number of lines of an input that are shown.
const MAX_FIRST_LINES: usize = 12;
/// The number of lines that are shown before the first difference.
const LINES_BEFORE: usize = 3;

/// The difference between two answers.
#[derive(Debug, PartialEq)]
pub struct Difference {
    /// The difference in words, such as `1 of 6 lines differs` or `differs from column 14 on`.
    pub summary: String,
    /// The lines of both answers around the first difference.
    pub lines: Vec<String>,
}

/// Compares two answers. Returns `None` if both are so short that the difference is obvious. Lines
/// are cut to the width of the terminal.
pub fn difference(expected: &str, got: &str, terminal: Terminal) -> Option<Difference> {
    // Pictures of letters are compared as text.
    let expected = shown_lines(&typed(expected));
    let got = shown_lines(&typed(got));
    let count = expected.len().max(got.len());
    if count < 2
        && expected
            .iter()
            .chain(&got)
            .all(|row| width(row) <= SHORT_COLUMNS)
    {
        return None;
    }
    // Each line begins with a mark and a space.
    let columns = shown_columns(terminal) - 2;
    let different: Vec<usize> = (0..count)
        .filter(|row| expected.get(*row) != got.get(*row))
        .collect();
    let summary = if let ([expected], [got]) = (&*expected, &*got) {
        format!(
            "differs from column {} on",
            equal_start(expected, got).chars().count() + 1
        )
    } else {
        let verb = match different.len() {
            1 => "differs",
            _ => "differ",
        };
        format!("{} of {} {verb}", different.len(), plural(count, "line"))
    };
    let first = different.first().copied().unwrap_or_default();
    let start = first.saturating_sub(LINES_BEFORE);
    let end = count.min(start + MAX_ROWS);
    let mut lines = vec!["- expected, + got".to_owned()];
    if start > 0 {
        lines.push(format!("… {} before", plural(start, "equal line")));
    }
    for row in start..end {
        match (expected.get(row), got.get(row)) {
            (Some(expected), Some(got)) if expected == got => {
                lines.push(format!("  {}", terminal.cut_end(got, columns)));
            }
            (Some(expected), Some(got)) => {
                let equal = equal_start(expected, got);
                lines.push(format!(
                    "- {}",
                    shown_part(terminal, expected, equal, columns)
                ));
                lines.push(format!("+ {}", shown_part(terminal, got, equal, columns)));
            }
            (expected, got) => {
                for (mark, line) in [('-', expected), ('+', got)] {
                    lines.extend(
                        line.map(|line| format!("{mark} {}", terminal.cut_end(line, columns))),
                    );
                }
            }
        }
    }
    if end < count {
        lines.push(format!("… {} after", plural(count - end, "line")));
    }
    Some(Difference { summary, lines })
}

/// The equal text at the start of both lines.
fn equal_start<'a>(one: &'a str, other: &str) -> &'a str {
    let length = one
        .chars()
        .zip(other.chars())
        .take_while(|(one, other)| one == other)
        .map(|(equal, _)| equal.len_utf8())
        .sum();
    &one[..length]
}

/// A part of a line in this number of columns. Of the `equal` text at its start, only so much is
/// shown that the first difference is visible. An ellipsis shows where characters are left out.
fn shown_part(terminal: Terminal, line: &str, equal: &str, columns: usize) -> String {
    // `cut_start` escapes control characters, like `cut_end`.
    if width(&terminal.cut_start(equal, columns)) < columns * 3 / 4 {
        return terminal.cut_end(line, columns);
    }
    let start = terminal.cut_start(equal, columns / 2 + 1);
    let rest = &line[equal.len()..];
    terminal.cut_end(&format!("{start}{rest}"), columns)
}

/// The first lines of an input, cut like the lines of a difference.
pub fn first_lines(text: &str, terminal: Terminal) -> Vec<String> {
    let all = shown_lines(text);
    let columns = shown_columns(terminal);
    let first = all.iter().take(MAX_FIRST_LINES);
    let mut lines: Vec<String> = first.map(|line| terminal.cut_end(line, columns)).collect();
    if all.len() > MAX_FIRST_LINES {
        lines.push(format!(
            "… {}",
            plural(all.len() - MAX_FIRST_LINES, "more line")
        ));
    }
    lines
}

/// The number of columns of a line on this terminal.
fn shown_columns(terminal: Terminal) -> usize {
    terminal
        .width
        .unwrap_or(MAX_COLUMNS)
        .clamp(SHORT_COLUMNS, MAX_COLUMNS)
}

/// The lines of a text, without blank lines at the end.
pub fn shown_lines(text: &str) -> Vec<String> {
    text.trim_end().lines().map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(expected: &str, got: &str) -> String {
        let Difference { summary, lines } =
            difference(expected, got, Terminal::wide(80)).expect("a difference");
        format!("{summary}\n{}", lines.join("\n"))
    }

    #[test]
    fn the_first_lines_of_an_input_are_shown_and_the_rest_is_counted() {
        assert_eq!(
            first_lines("1\r\n\n 2\u{1b}[0m\n\n", Terminal::PLAIN),
            ["1", "", r" 2\u{1b}[0m"]
        );
        assert_eq!(first_lines("", Terminal::wide(80)), [""; 0]);
        let long = "x".repeat(1000);
        assert_eq!(
            first_lines(&long, Terminal::wide(40)),
            [format!("{}…", "x".repeat(39))]
        );
        assert_eq!(width(&first_lines(&long, Terminal::PLAIN)[0]), MAX_COLUMNS);
        let lines = first_lines(&"1\n".repeat(MAX_FIRST_LINES + 2), Terminal::wide(40));
        assert_eq!(lines[MAX_FIRST_LINES - 1..], ["1", "… 2 more lines"]);
        assert_eq!(
            first_lines(&"1\n".repeat(MAX_FIRST_LINES), Terminal::PLAIN).len(),
            MAX_FIRST_LINES
        );
    }

    #[test]
    fn obvious_differences_are_not_explained() {
        let [a, b] = [
            ".##.\n#..#\n#..#\n####\n#..#\n#..#",
            "###.\n#..#\n###.\n#..#\n#..#\n###.",
        ];
        // Pictures of letters are compared as text.
        for (expected, got) in [("127", "126"), ("127", ""), (a, b), (a, "B"), ("A", b)] {
            assert_eq!(difference(expected, got, Terminal::wide(80)), None);
        }
        let line = "co,de,ka,ta,aa,bb,cc,dd,ee";
        insta::assert_snapshot!(shown(line, &line.replace("aa", "az")), @"
        differs from column 14 on
        - expected, + got
        - co,de,ka,ta,aa,bb,cc,dd,ee
        + co,de,ka,ta,az,bb,cc,dd,ee
        ");
        let expected = "####.\n#..#.\n#..#.\n####.\n";
        let got = "####.\n#.##.\n#..#.\n####.\n#....\n";
        insta::assert_snapshot!(shown(expected, got), @"
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
        let Difference { summary, lines } = difference(&expected, &got, Terminal::PLAIN).unwrap();
        assert_eq!(summary, "1 of 1000 lines differs");
        assert_eq!(lines.len(), MAX_ROWS + 4);
        assert_eq!(lines[1], "… 497 equal lines before");
        assert_eq!(lines[5..7], ["- 500", "+ 50x"]);
        assert_eq!(lines[MAX_ROWS + 3], "… 463 lines after");
    }

    #[test]
    fn long_lines_show_the_columns_around_the_first_difference() {
        let expected = format!("{}126{}", "ab,".repeat(100), ",cd".repeat(100));
        let got = expected.replace("126", "127");
        insta::assert_snapshot!(shown(&expected, &got), @"
        differs from column 303 on
        - expected, + got
        - …,ab,ab,ab,ab,ab,ab,ab,ab,ab,ab,ab,ab,126,cd,cd,cd,cd,cd,cd,cd,cd,cd,cd,cd,cd…
        + …,ab,ab,ab,ab,ab,ab,ab,ab,ab,ab,ab,ab,127,cd,cd,cd,cd,cd,cd,cd,cd,cd,cd,cd,cd…
        ");
        let narrow = difference(&expected, &got, Terminal::wide(30))
            .unwrap()
            .lines;
        assert!(narrow[1].contains("126") && narrow[2].contains("127"));
        assert!(narrow.iter().all(|line| width(line) <= 30), "{narrow:?}");
        // Wide characters take two columns, and the escaped form of a control character takes more.
        for equal in ["星", "\u{1}"] {
            let [expected, got] = ["126", "127"].map(|end| equal.repeat(60) + end);
            let lines = difference(&expected, &got, Terminal::wide(80))
                .unwrap()
                .lines;
            assert!(lines[1].ends_with("126") && lines[2].ends_with("127"));
            assert!(lines.iter().all(|line| width(line) <= 80), "{lines:?}");
        }
        // A text of several lines follows the same rule.
        let lines = difference(
            &format!("1\n{expected}"),
            &format!("1\n{got}"),
            Terminal::wide(30),
        );
        let lines = lines.unwrap().lines;
        assert!(
            lines[2].contains("126") && lines[3].contains("127"),
            "{lines:?}"
        );
    }
}
