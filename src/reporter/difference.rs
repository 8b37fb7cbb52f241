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

use std::ops::Range;

use aoc_solution::letters::{Reading, read};

use crate::terminal::{excerpt, plural, sanitize, width};

/// Answers of at most this many columns stand on one line.
const SHORT: usize = 24;
/// Longer lines are cut around the first difference.
const LONG: usize = 160;
/// The most lines that are shown of an answer.
const ROWS: usize = 40;
/// The lines and columns that are shown before the first difference.
const BEFORE: usize = 3;

/// Compares two texts that are not equal, in a few words, and in lines below where
/// the words are not enough. `room` is how many columns there are.
pub(super) fn difference(expected: &str, got: &str, room: Option<usize>) -> (String, Vec<String>) {
    if expected.trim() == got.trim() {
        // Quoted, so that blanks and line ends can be seen.
        let [expected, got] = [expected, got].map(|text| excerpt(&format!("{text:?}"), LONG));
        return (format!("expected {expected}, got {got}"), Vec::new());
    }
    let letters = [expected, got].map(letters);
    let [mut expected, mut got] = [expected, got].map(rows);
    // A picture beside a text says nothing; its letters do.
    match &letters {
        [Some(letters), None] if got.len() < 2 => expected = vec![letters.clone()],
        [None, Some(letters)] if expected.len() < 2 => got = vec![letters.clone()],
        _ => {}
    }
    if [&expected, &got].iter().all(|rows| is_short(rows)) {
        let [expected, got] = [&expected, &got].map(|rows| rows.first().map_or("nothing", |it| it));
        return (format!("expected {expected}, got {got}"), Vec::new());
    }
    let lines = expected.len().max(got.len());
    let differing: Vec<usize> = (0..lines)
        .filter(|&row| expected.get(row) != got.get(row))
        .collect();
    let mut words = format!("{} of {} differ", differing.len(), plural(lines, "line"));
    if let [Some(expected), Some(got)] = letters {
        words = format!("expected {expected}, got {got}: {words}");
    } else if let ([left], [right]) = (&expected[..], &got[..]) {
        let at = common(left.chars(), right.chars());
        words = format!("differs from column {} on", at + 1);
    }
    let start = differing[0].saturating_sub(BEFORE);
    let shown = start..lines.min(start + ROWS);
    let room = room.unwrap_or(LONG).clamp(SHORT, LONG);
    (words, below(&expected, &got, shown, room))
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

fn is_short(rows: &[String]) -> bool {
    rows.len() < 2 && rows.iter().all(|row| width(row) <= SHORT)
}

/// The lines around the first difference: side by side, or one above the other
/// where there is too little room.
fn below(expected: &[String], got: &[String], shown: Range<usize>, room: usize) -> Vec<String> {
    let widest = |rows: &[String], least| {
        let rows = rows.iter().take(shown.end).skip(shown.start);
        rows.map(|row| width(row)).fold(least, usize::max)
    };
    let column = widest(expected, "expected".len());
    let beside = column + 3 + widest(got, "got".len()) <= room;
    let pad = |left: &str| left.to_owned() + &" ".repeat(column - width(left));
    let mut lines = vec![if beside {
        pad("expected") + "   got"
    } else {
        "- expected, + got".to_owned()
    }];
    if shown.start > 0 {
        lines.push(format!("… {} before", plural(shown.start, "equal line")));
    }
    for row in shown.clone() {
        let (left, right) = (expected.get(row), got.get(row));
        let mark = match (left, right) {
            (Some(left), Some(right)) if left == right => ' ',
            (Some(_), Some(_)) => '|',
            (Some(_), None) => '<',
            (None, _) => '>',
        };
        let both = [left, right].map(|row| row.map_or("", String::as_str));
        if beside {
            let line = format!("{} {mark} {}", pad(both[0]), both[1]);
            lines.push(line.trim_end().to_owned());
            if mark == '|' {
                lines.push(format!("{}   {}", pad(""), carets(both[0], both[1])));
            }
            continue;
        }
        let [left, right] = cut(both, room - 2);
        match mark {
            ' ' => lines.push(format!("  {left}")),
            '<' => lines.push(format!("- {left}")),
            '>' => lines.push(format!("+ {right}")),
            _ => {
                let carets = carets(&left, &right);
                lines.extend([
                    format!("- {left}"),
                    format!("+ {right}"),
                    format!("  {carets}"),
                ]);
            }
        }
    }
    let after = expected.len().max(got.len()) - shown.end;
    if after > 0 {
        lines.push(format!("… {} after", plural(after, "line")));
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
        let mut rest = line.chars().skip(start);
        let kept: String = rest.by_ref().take(room - 2).collect();
        let before = if start > 0 { "…" } else { "" };
        let after = if rest.next().is_some() { "…" } else { "" };
        format!("{before}{kept}{after}")
    })
}

/// Carets below the columns that differ: each of them in lines of equal length,
/// otherwise all between the common beginning and the common end.
fn carets(left: &str, right: &str) -> String {
    let [left, right] = [left, right].map(|line| line.chars().collect::<Vec<_>>());
    let (shorter, longer) = (left.len().min(right.len()), left.len().max(right.len()));
    let before = common(&left, &right);
    let after = common(left.iter().rev(), right.iter().rev()).min(shorter - before);
    let caret = |column| {
        let differs = if shorter == longer {
            left[column] != right[column]
        } else {
            (before..longer - after).contains(&column)
        };
        if differs { '^' } else { ' ' }
    };
    let carets: String = (0..longer).map(caret).collect();
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
        let (line, below) = difference(expected, got, Some(room));
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
        let (line, below) = difference(&expected, &got, None);
        assert_eq!((&*line, below.len()), ("1 of 1000 lines differ", ROWS + 4));
        assert_eq!(below[1], "… 497 equal lines before");
        assert_eq!(below[5], "500      | 50x");
    }
}
