//! How an answer differs from the expected one, so that it can be seen without
//! colour: side by side, with a mark between lines that differ and carets below
//! the columns that do.
//!
//! ```text
//! expected   got
//! ####.      ####.
//! #..#.    | #.##.
//!              ^
//! ```

use aoc_solution::letters::{Reading, read};

use crate::terminal::width;
use crate::terminal::{excerpt, plural, sanitize};

/// A comparison of two answers that differ.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Difference {
    /// In a few words.
    pub(super) line: String,
    /// Lines below, if the words are not enough.
    pub(super) below: Vec<String>,
}

impl Difference {
    pub(super) fn only(line: &str) -> Self {
        Self {
            line: line.to_owned(),
            below: Vec::new(),
        }
    }
}

/// Answers of at most this many columns stand on one line.
pub(super) const SHORT: usize = 24;
/// Longer lines are cut around the first difference.
const LONG: usize = 160;
/// The most lines that are shown of an answer.
const ROWS: usize = 40;
/// The lines and columns that are shown before the first difference.
const BEFORE: usize = 3;

/// Compares two texts that are not equal. `room` is how many columns there are.
pub(super) fn difference(expected: &str, got: &str, room: Option<usize>) -> Difference {
    if expected.trim() == got.trim() {
        // Quoted, so that blanks and line ends can be seen.
        let [expected, got] = [expected, got].map(|text| excerpt(&format!("{text:?}"), LONG));
        return Difference::only(&format!("expected {expected}, got {got}"));
    }
    let [left_letters, right_letters] = [expected, got].map(letters);
    let [mut expected, mut got] = [expected, got].map(rows);
    // A picture beside a text says nothing; its letters do.
    match (&left_letters, &right_letters) {
        (Some(letters), None) if got.len() == 1 => expected = vec![letters.clone()],
        (None, Some(letters)) if expected.len() == 1 => got = vec![letters.clone()],
        _ => {}
    }
    let is_short = |rows: &[String]| rows.len() < 2 && rows.iter().all(|row| width(row) <= SHORT);
    if is_short(&expected) && is_short(&got) {
        let [expected, got] = [&expected, &got].map(|rows| match rows.first() {
            Some(row) => row.as_str(),
            None => "nothing",
        });
        return Difference::only(&format!("expected {expected}, got {got}"));
    }
    let pairs = pairs(&expected, &got);
    let differ = pairs.iter().filter(|(mark, ..)| *mark != ' ').count();
    let mut line = format!("{differ} of {} differ", plural(pairs.len(), "line"));
    if let (Some(expected), Some(got)) = (left_letters, right_letters) {
        line = format!("expected {expected}, got {got}: {line}");
    } else if let [(_, left, right)] = pairs[..] {
        let at = common(left.chars(), right.chars());
        line = format!("differs from column {} on", at + 1);
    }
    Difference {
        line,
        below: below(&pairs, room.unwrap_or(LONG).clamp(SHORT, LONG)),
    }
}

/// The letters of a picture, with `?` for those that are not known; `None` if it
/// is no picture of letters.
fn letters(answer: &str) -> Option<String> {
    match read(answer) {
        Reading::Letters(letters) => Some(letters),
        Reading::Unknown { letters, .. } => letters,
        Reading::Text => None,
    }
}

/// The sanitized lines, without blank ones at the end.
fn rows(text: &str) -> Vec<String> {
    let rows = text.trim_end().lines();
    rows.map(|row| sanitize(row).into_owned()).collect()
}

/// A line of both answers: a mark for how they differ, as `diff -y` has it, and
/// the lines.
type Pair<'a> = (char, &'a str, &'a str);

fn pairs<'a>(expected: &'a [String], got: &'a [String]) -> Vec<Pair<'a>> {
    let pair = |row: usize| match (expected.get(row), got.get(row)) {
        (Some(left), Some(right)) if left == right => (' ', &**left, &**right),
        (Some(left), Some(right)) => ('|', &**left, &**right),
        (Some(left), None) => ('<', &**left, ""),
        (None, right) => ('>', "", right.map_or("", String::as_str)),
    };
    (0..expected.len().max(got.len())).map(pair).collect()
}

/// The lines around the first difference: side by side, or one above the other
/// where there is too little room.
fn below(pairs: &[Pair<'_>], room: usize) -> Vec<String> {
    let first = pairs.iter().position(|(mark, ..)| *mark != ' ');
    let start = first.unwrap_or_default().saturating_sub(BEFORE);
    let shown = &pairs[start..pairs.len().min(start + ROWS)];
    let left = shown.iter().map(|(_, left, _)| width(left));
    let column = left.fold("expected".len(), usize::max);
    let right = shown.iter().map(|(.., right)| width(right));
    let mut below = if column + 3 + right.fold("got".len(), usize::max) <= room {
        side_by_side(shown, column)
    } else {
        one_above_the_other(shown, room)
    };
    if start > 0 {
        below.insert(1, format!("… {} before", plural(start, "equal line")));
    }
    let after = pairs.len() - start - shown.len();
    if after > 0 {
        below.push(format!("… {} after", plural(after, "line")));
    }
    below
}

fn side_by_side(pairs: &[Pair<'_>], column: usize) -> Vec<String> {
    let pad = |left: &str| " ".repeat(column - width(left));
    let mut lines = vec![format!("expected{}   got", pad("expected"))];
    for (mark, left, right) in pairs {
        let line = format!("{left}{} {mark} {right}", pad(left));
        lines.push(line.trim_end().to_owned());
        if *mark == '|' {
            lines.push(format!("{}   {}", pad(""), carets(left, right)));
        }
    }
    lines
}

fn one_above_the_other(pairs: &[Pair<'_>], room: usize) -> Vec<String> {
    let mut lines = vec!["- expected, + got".to_owned()];
    for (mark, left, right) in pairs {
        let [left, right] = cut([left, right], room - 2);
        if *mark == ' ' {
            lines.push(format!("  {left}"));
        }
        if ['<', '|'].contains(mark) {
            lines.push(format!("- {left}"));
        }
        if ['>', '|'].contains(mark) {
            lines.push(format!("+ {right}"));
        }
        if *mark == '|' {
            lines.push(format!("  {}", carets(&left, &right)));
        }
    }
    lines
}

/// Two lines cut alike around their first difference.
fn cut(lines: [&str; 2], room: usize) -> [String; 2] {
    if lines.into_iter().all(|line| width(line) <= room) {
        return lines.map(str::to_owned);
    }
    let at = common(lines[0].chars(), lines[1].chars());
    let start = at.saturating_sub(BEFORE + 1);
    lines.map(|line| {
        let kept: String = line.chars().skip(start).take(room - 2).collect();
        let more = line.chars().nth(start + room - 2).is_some();
        let [before, after] = [start > 0, more].map(|cut| if cut { "…" } else { "" });
        format!("{before}{kept}{after}")
    })
}

/// Carets below the columns that differ: each of them in lines of equal length,
/// otherwise all between the common beginning and the common end.
fn carets(left: &str, right: &str) -> String {
    let (left, right): (Vec<char>, Vec<char>) = (left.chars().collect(), right.chars().collect());
    let longer = left.len().max(right.len());
    let before = common(&left, &right);
    let rest = left.len().min(right.len()) - before;
    let after = common(left.iter().rev(), right.iter().rev()).min(rest);
    let differs = |&column: &usize| {
        if left.len() == right.len() {
            left[column] != right[column]
        } else {
            (before..longer - after).contains(&column)
        }
    };
    let carets: String = (0..longer)
        .map(|column| if differs(&column) { '^' } else { ' ' })
        .collect();
    carets.trim_end().to_owned()
}

/// The number of elements at the beginning that are equal.
fn common<T: PartialEq>(
    left: impl IntoIterator<Item = T>,
    right: impl IntoIterator<Item = T>,
) -> usize {
    let pairs = left.into_iter().zip(right);
    pairs.take_while(|(left, right)| left == right).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(expected: &str, got: &str, room: usize) -> String {
        let Difference { line, below } = difference(expected, got, Some(room));
        [vec![line], below].concat().join("\n")
    }

    #[test]
    fn answers_are_shown_by_their_length_and_the_room() {
        assert_eq!(shown("127", "126", 80), "expected 127, got 126");
        assert_eq!(shown("127", "", 80), "expected 127, got nothing");
        assert_eq!(shown("6", "6\n", 80), r#"expected "6", got "6\n""#);
        assert_eq!(shown("6", "\u{1b}[1m", 80), "expected 6, got \\u{1b}[1m");
        let long = "co,de,ka,ta,aa,bb,cc,dd,ee";
        insta::assert_snapshot!(shown(long, &long.replace("aa", "az"), 80), @"
        differs from column 14 on
        expected                     got
        co,de,ka,ta,aa,bb,cc,dd,ee | co,de,ka,ta,az,bb,cc,dd,ee
                                                  ^
        ");
        insta::assert_snapshot!(shown(long, &long.replace(",ta", ""), 30), @"
        differs from column 10 on
        - expected, + got
        - co,de,ka,ta,aa,bb,cc,dd,ee
        + co,de,ka,aa,bb,cc,dd,ee
                   ^^^
        ");
        let expected = "####.\n#..#.\n#..#.\n####.\n";
        insta::assert_snapshot!(shown(expected, "####.\n#.##.\n#..#.\n####.\n#....\n", 80), @"
        2 of 5 lines differ
        expected   got
        ####.      ####.
        #..#.    | #.##.
                     ^
        #..#.      #..#.
        ####.      ####.
                 > #....
        ");
        let two = "#.#.#.#.#.#.#.#.\n".repeat(2);
        insta::assert_snapshot!(shown(&two, "#.#.#.#.#.#.#.#.\n#.#", 24), @"
        1 of 2 lines differ
        - expected, + got
          #.#.#.#.#.#.#.#.
        - #.#.#.#.#.#.#.#.
        + #.#
             ^^^^^^^^^^^^^
        ");
    }

    #[test]
    fn letters_are_read() {
        let [a, b] = [
            ".##.\n#..#\n#..#\n####\n#..#\n#..#",
            "###.\n#..#\n###.\n#..#\n#..#\n###.",
        ];
        let both = shown(a, b, 80);
        assert!(
            both.starts_with("expected A, got B: 4 of 6 lines differ\nexpected   got\n"),
            "{both}"
        );
        assert_eq!(shown(a, "B", 80), "expected A, got B");
        assert_eq!(shown("A", b, 80), "expected A, got B");
        let unknown = a.replace("####", "#..#");
        assert!(shown(a, &unknown, 80).starts_with("expected A, got ?"));
    }

    #[test]
    fn of_many_lines_those_around_the_first_difference_are_shown() {
        let expected: String = (0..1000).flat_map(|row| [format!("{row}\n")]).collect();
        let got = expected.replace("\n500\n", "\n50x\n");
        let Difference { line, below } = difference(&expected, &got, None);
        assert_eq!((&*line, below.len()), ("1 of 1000 lines differ", ROWS + 4));
        assert_eq!(below[1], "… 497 equal lines before");
        assert_eq!(below[5], "500      | 50x");
    }
}
