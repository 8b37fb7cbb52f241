//! Finds the values in a program's output that may be answers: numbers, words and pictures.
//!
//! A line consists of a label, such as `Part 1:`, an answer, and perhaps a remark. The answer is
//! the last value of the line. It stands alone between the label and the remark, or between the
//! label and the end of the line, and no other value of the line stands alone. The same value in
//! brackets after it, as in `Part 1: 5 (5)`, is a remark. If a number is the only value, words may
//! follow it, as in `Part 1: 5 elves`, or the label may consist of several words without a mark, as
//! in `Total score 5`. A number of at least three digits may also be the only value of a sentence,
//! as in `There are 1234 passwords`.
//!
//! In any other case there is no answer, because it would be a guess.

mod part_names;

use std::collections::BTreeSet;

pub use part_names::part_numbered;
use part_names::{PartName, name_of_part, names_of_parts};

use crate::Part;
use crate::letters::{Reading, read};

/// A number, a word or a picture in an output that may be an answer.
#[derive(Clone, Copy, Debug)]
pub struct PrintedValue<'a> {
    /// The byte offset of the value in the output.
    pub start: usize,
    /// The number, the list of numbers, the word or the picture as printed.
    pub text: &'a str,
    /// True if the value is alone, as after a colon or in a tuple.
    pub is_clear: bool,
}

impl PrintedValue<'_> {
    /// The value as an answer, without separators if it is a number: `1,234,567` or `76_108`.
    /// `76,108` may be a position and `233,251,112` a list, so these are not changed.
    #[inline]
    fn answer(&self) -> String {
        let (first, _) = self.text.split_once(',').unwrap_or_default();
        let is_number =
            self.text.matches(',').count() > 1 && first.trim_start_matches('-').len() < 3;
        match without_separators(self.text) {
            Some(number) if is_number || self.text.contains('_') => number,
            _ => self.text.to_owned(),
        }
    }
}

/// Words before a number that is a label and not an answer: `Part 1`, `day 05`, `AoC 2022`.
const LABELS: &[&str] = &[
    "part", "day", "star", "puzzle", "task", "year", "problem", "question", "strategy", "p",
    "code", "aoc",
];

/// Words in lines about an example and not about the input.
const EXAMPLES: &[&str] = &[
    "example", "examples", "sample", "samples", "test", "tests", "demo",
];

/// Words that a program prints if it has no answer.
const NO_ANSWERS: &[&str] = &[
    "none", "done", "ok", "err", "error", "todo", "unsolved", "unknown", "null", "nan", "finished",
    "failed", "true", "false",
];

/// Words in the label of an answer.
const ANSWER_WORDS: &[&str] = &["answer", "part", "result", "solution", "star"];

/// Units after a number that is a measured time: `12 ms`.
const UNITS: &[&str] = &[
    "ns",
    "us",
    "µs",
    "μs",
    "ms",
    "s",
    "sec",
    "secs",
    "second",
    "seconds",
    "millis",
    "micros",
    "milliseconds",
    "microseconds",
    "nanoseconds",
    "min",
    "minutes",
];

/// The length from which a value is distinctive. A shorter value may occur in an output by chance,
/// or as the number of a line.
pub const SURE_LENGTH: usize = 3;

/// The smallest number of rows of a picture, and of columns of its widest row.
const FEWEST_ROWS: usize = 4;
const FEWEST_COLUMNS: usize = 8;

/// The lines of an output that may be about the day's input. Leaves out lines that mention an
/// example, and terminal escape sequences, such as colours.
#[inline]
pub fn lines_of_input(output: &str) -> String {
    lines_where(output, |line| !is_about_example(line))
}

/// The lines of an output that mention an example. They may be about the day's input, too, as in
/// `605 samples behave like three opcodes`.
#[inline]
pub fn lines_of_examples(output: &str) -> String {
    lines_where(output, is_about_example)
}

/// The lines of an output for which `is_meant` is true, without terminal escape sequences.
#[inline]
fn lines_where(output: &str, is_meant: impl Fn(&str) -> bool) -> String {
    let mut parts = output.split("\u{1b}[");
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let end = part.find(|c: char| c.is_ascii_alphabetic());
        plain += end.map_or("", |end| &part[end + 1..]);
    }
    let lines = plain.split_inclusive('\n');
    lines.filter(|line| is_meant(line)).collect()
}

#[inline]
fn is_about_example(line: &str) -> bool {
    let lower = line.to_lowercase();
    lower
        .split(|c: char| !c.is_alphanumeric())
        .any(|word| EXAMPLES.contains(&word))
}

/// The whole numbers in an output that may be answers, and lists of such numbers. Leaves out
/// numbers of parts, numbers of days, and times, such as `3 ms` and `00:00:01.5`.
#[inline]
pub fn values(text: &str) -> Vec<PrintedValue<'_>> {
    let mut values = Vec::new();
    let mut offset = 0;
    for line in text.split_inclusive('\n') {
        let mut at = 0;
        while let Some(found) = line[at..].find(|c: char| c.is_ascii_digit()) {
            let digits = at + found;
            let clock = length_of_clock(&line[digits..]);
            if clock > 0 {
                at = digits + clock;
                continue;
            }
            let length = match length_of_snafu(&line[digits..]) {
                length if length > 0 && !line[..digits].ends_with(is_word) => length,
                _ => length_of_list(&line[digits..]),
            };
            let end = digits + length;
            at = end + length_of_year(&line[..digits], &line[end..]);
            let start = match line[..digits].strip_suffix('-') {
                Some(before) if !before.ends_with(is_word) => digits - 1,
                _ => digits,
            };
            let before = &line[..start];
            let after = &line[end..];
            let text = &line[start..end];
            let is_number = !text.contains('_') || without_separators(text).is_some();
            let is_value = is_number && is_whole(before, after) && !is_time(after);
            if is_value && !is_label(before, after, length) {
                values.push(PrintedValue {
                    start: offset + start,
                    text,
                    is_clear: is_clear(before, after),
                });
            }
        }
        offset += line.len();
    }
    values
}

/// True if a printed text shows the answer. `12,345` shows itself, such as a position, and the
/// number 12345.
#[inline]
pub fn shows(printed: &str, answer: &str) -> bool {
    printed == answer || without_separators(printed).is_some_and(|number| number == answer)
}

/// The number that is printed with commas or underscores between groups of three digits: 12345 for
/// `12,345`. `None` for any other text.
#[inline]
fn without_separators(text: &str) -> Option<String> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let separator = digits.chars().find(|c| [',', '_'].contains(c))?;
    let mut groups = digits.split(separator);
    let first = groups.next()?;
    let is_grouped = (1..=3).contains(&first.len())
        && !first.starts_with('0')
        && groups.all(|group| group.len() == 3)
        && digits.chars().all(|c| c.is_ascii_digit() || c == separator);
    is_grouped.then(|| text.replace(separator, ""))
}

/// The length in bytes of the number at the start, including its underscores, and further numbers
/// after commas: `76,108`.
#[inline]
fn length_of_list(text: &str) -> usize {
    let mut length = 0;
    for number in text.split(',') {
        let digits = match number.strip_prefix('-') {
            Some(digits) if length > 0 => digits,
            _ => number,
        };
        let count = digits
            .find(|c: char| !c.is_ascii_digit() && c != '_')
            .unwrap_or(digits.len());
        if count == 0 {
            break;
        }
        length += number.len() - digits.len() + count + 1;
        if count < digits.len() {
            break;
        }
    }
    length.saturating_sub(1)
}

/// The length in bytes of the answer to 2022/25 at the start, a number such as `2=-1=0`. Zero if
/// the text begins with something else, such as the number of a part and its value in `1=-20`.
#[inline]
fn length_of_snafu(text: &str) -> usize {
    let end = text.find(|c: char| !"012-=".contains(c));
    let (word, after) = text.split_at(end.unwrap_or(text.len()));
    let after_digits = word.trim_start_matches(['0', '1', '2']);
    // `1=====` is the number of a part in a heading.
    let is_number = word.starts_with(['1', '2']) && after_digits.contains(['0', '1', '2']);
    let has_negative_digits = word.matches(['-', '=']).count() > 2;
    if is_number && has_negative_digits && !after.starts_with(is_word) {
        word.len()
    } else {
        0
    }
}

/// The length in bytes of the year in the name of a day: `, 2019` in `Day 7, 2019: 5`. `before` is
/// the line before the number of the day, and `after` the line behind it. Zero if there is no year.
#[inline]
pub fn length_of_year(before: &str, after: &str) -> usize {
    let word = before.trim_end_matches([' ', ':', '#', '-', '_']);
    if !word.to_lowercase().ends_with("day") {
        return 0;
    }
    let rest = after.trim_start_matches([' ', ',', '(']);
    let digits = rest.find(|c: char| !c.is_ascii_digit());
    let (year, rest) = rest.split_at(digits.unwrap_or(rest.len()));
    let is_apart = after.trim_start().starts_with([',', '(']);
    let ends_name = is_apart || rest.starts_with(':') || rest.trim().is_empty();
    let is_year = ("2015"..="2035").contains(&year) && !rest.starts_with(',');
    if year.len() == 4 && is_year && is_whole("", rest) && ends_name {
        after.len() - rest.len()
    } else {
        0
    }
}

/// The length in bytes of the hours, minutes and seconds at the start: `00:00:01.5`. Zero if the
/// text begins with something else.
#[inline]
fn length_of_clock(text: &str) -> usize {
    let end = text.find(|c: char| !c.is_ascii_digit() && c != ':' && c != '.');
    let time = &text[..end.unwrap_or(text.len())];
    let fields: Vec<&str> = time.split(':').collect();
    let seconds = fields.last().and_then(|last| last.split('.').next());
    match (&*fields, seconds) {
        ([hours, minutes, _], Some(seconds))
            if [hours, minutes, seconds]
                .iter()
                .all(|field| field.len() == 2) =>
        {
            time.len()
        }
        _ => 0,
    }
}

/// True if a word can contain the character.
#[inline]
pub fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// True if the value between these texts is whole: not a part of a word, of a decimal or of words
/// joined by hyphens.
#[inline]
pub fn is_whole(before: &str, after: &str) -> bool {
    let joins = ['.', '-'];
    let before = before.strip_suffix(joins).unwrap_or(before);
    let after = after.strip_prefix(joins).unwrap_or(after);
    !before.ends_with(is_word) && !after.starts_with(is_word)
}

#[inline]
fn is_label(before: &str, after: &str, length: usize) -> bool {
    let before = before.trim_end_matches([' ', '\t', '#']);
    let is_first = before.is_empty() && length < SURE_LENGTH;
    if is_first && after.starts_with([':', ')', '.']) && !after[1..].trim().is_empty() {
        return true;
    }
    let word = before
        .rsplit(|c: char| !is_word(c))
        .next()
        .unwrap_or_default();
    let is_year = length == 4;
    (length < SURE_LENGTH || is_year) && LABELS.contains(&&*word.to_lowercase())
}

#[inline]
fn is_time(after: &str) -> bool {
    let after = after.trim_start_matches(' ');
    let word = after
        .split(|c: char| !is_word(c))
        .next()
        .unwrap_or_default();
    UNITS.contains(&word)
}

/// True if the value between these texts, which are the rest of its line, is alone. A remark in
/// brackets may follow it.
#[inline]
pub fn is_clear(before: &str, after: &str) -> bool {
    let closed = after.trim_start_matches([')', ']', '}', '"', '\'']);
    let after = closed.trim_start();
    let has_remark = after.len() < closed.len() && after.starts_with(['(', '[']);
    let ends =
        after.is_empty() || has_remark || after.starts_with([',', '|', '.', ';', ')', ']', '}']);
    ends && follows_label(before)
}

/// True if the value that comes after this text is the first one, or follows a label directly.
#[inline]
fn follows_label(before: &str) -> bool {
    let before = before.trim_end();
    !before.contains(is_word)
        || before.ends_with([':', '=', '>', '(', '[', '{', ',', '|', '"', '\''])
        || before.ends_with(" is")
}

/// The pictures in an output: at least four lines that use at most two different characters.
#[inline]
pub fn pictures(text: &str) -> Vec<PrintedValue<'_>> {
    let mut pictures = Vec::new();
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let mut start = 0;
    let mut first = 0;
    while first < lines.len() {
        let mut marks = BTreeSet::new();
        let rows = lines[first..].iter().take_while(|line| {
            marks.extend(line.chars().filter(|mark| !mark.is_whitespace()));
            !line.trim().is_empty() && marks.len() <= 2
        });
        let rows = rows.count();
        let after = first + rows.max(1);
        let length: usize = lines[first..after].iter().map(|line| line.len()).sum();
        let picture = text[start..start + length].trim_end_matches(['\n', '\r']);
        if rows >= FEWEST_ROWS && is_drawn(picture) {
            pictures.push(PrintedValue {
                start,
                text: picture,
                is_clear: true,
            });
        }
        start += length;
        first = after;
    }
    pictures
}

/// True if lines that use two characters are a picture, and not a list.
#[inline]
fn is_drawn(lines: &str) -> bool {
    let is_wide = lines
        .lines()
        .any(|line| line.chars().count() >= FEWEST_COLUMNS);
    is_wide && (!lines.contains(char::is_alphanumeric) || shows_letters(lines))
}

#[inline]
fn shows_letters(picture: &str) -> bool {
    matches!(read(picture), Reading::Letters(_))
}

/// A piece of an output: a picture, or a line between pictures.
enum Piece<'a> {
    Line(&'a str),
    Picture(&'a str),
}

impl<'a> Piece<'a> {
    /// The pictures of an output and its lines, without blank lines. A line that names both parts
    /// becomes two pieces.
    #[inline]
    fn all(text: &'a str) -> Vec<Self> {
        let mut pieces = Vec::new();
        let mut end = 0;
        for picture in pictures(text) {
            pieces.extend(Self::lines(&text[end..picture.start]));
            pieces.push(Self::Picture(picture.text));
            end = picture.start + picture.text.len();
        }
        pieces.extend(Self::lines(&text[end..]));
        pieces
    }

    /// The lines of a text without pictures.
    #[inline]
    fn lines(text: &'a str) -> impl Iterator<Item = Self> {
        text.lines()
            .flat_map(parts_of_line)
            .map(str::trim)
            .filter(|line| !line.is_empty())
            .map(Self::Line)
    }

    /// The name of a part in the piece. A picture has none.
    #[inline]
    fn name(&self) -> Option<PartName> {
        match self {
            Self::Line(line) => name_of_part(line),
            Self::Picture(_) => None,
        }
    }

    /// True for a line that begins with `0` or `3` as a label, such as `3) 140`. The labels then
    /// are the numbers of a list.
    #[inline]
    fn has_further_number(&self) -> bool {
        let Self::Line(line) = self else {
            return false;
        };
        let mut labels = [": ", ") "].iter().filter_map(|mark| line.split_once(mark));
        labels.any(|(number, _)| ["0", "3"].contains(&number))
    }

    /// True if the piece names a part and contains nothing else.
    #[inline]
    fn is_heading(&self) -> bool {
        let Self::Line(line) = self else {
            return false;
        };
        let words = words(line);
        let ends_with_snafu = words.last().is_some_and(|word| word.ends_with('='));
        if let Some((_, value)) = line.rsplit_once([':', '=']) {
            return value.trim().is_empty() && !ends_with_snafu;
        }
        let named = words.into_iter();
        named.filter(|word| word.contains(is_word)).count() <= 2
    }

    #[inline]
    fn text(&self) -> &'a str {
        match self {
            Self::Line(text) | Self::Picture(text) => text,
        }
    }

    /// The answer in the piece. A picture is an answer as a whole.
    #[inline]
    fn answer(&self) -> Option<String> {
        match self {
            Self::Line(line) => answer_of_line(line),
            Self::Picture(picture) => Some((*picture).to_owned()),
        }
    }

    /// The label of a number in a line, such as `Answer:`, or an empty text. `None` if the line has
    /// no number that is alone.
    #[inline]
    fn label(&self) -> Option<&'a str> {
        let Self::Line(line) = self else {
            return None;
        };
        let number = values(line).pop().filter(|value| value.is_clear)?;
        Some(line[..number.start].trim())
    }

    /// True if the label of a number in the piece says that an answer follows.
    #[inline]
    fn says_answer(&self) -> bool {
        let lower = self.label().unwrap_or_default().to_lowercase();
        let mut words = lower.split(|c: char| !c.is_alphabetic());
        words.any(|word| ANSWER_WORDS.contains(&word))
    }

    /// The values in the piece. A picture without letters has none, because it may not be an
    /// answer.
    #[inline]
    fn values(&self) -> Vec<String> {
        match self {
            Self::Line(line) => values(line)
                .iter()
                .map(|value| value.text.to_owned())
                .collect(),
            Self::Picture(picture) if shows_letters(picture) => vec![(*picture).to_owned()],
            Self::Picture(_) => Vec::new(),
        }
    }

    /// True if the piece has a number, or is a picture of letters.
    #[inline]
    fn has_value(&self) -> bool {
        !self.values().is_empty()
    }
}

/// For each piece, the name of a part in it, even if the name may mean something else.
#[inline]
fn names_of_pieces(pieces: &[Piece]) -> Vec<Option<PartName>> {
    pieces.iter().map(Piece::name).collect()
}

/// For each piece, the part that it names for sure. Bare numbers name parts if there are no other
/// names, both parts are named, and no line has a further number, as in the list `1)`, `2)`, `3)`.
/// A line without a value is in the list only if the others have none, either: `3: done` is not.
/// If the same label has a 0 and a 1, but nothing has a 2, the parts are 0 and 1.
#[inline]
fn parts_named(pieces: &[Piece], names: &[Option<PartName>]) -> Vec<Option<Part>> {
    let all_names: Vec<&PartName> = names.iter().flatten().collect();
    let are_bare = all_names.iter().all(|name| name.is_bare);
    let has = |number| all_names.iter().any(|name| name.number == number);
    let mut with_names = pieces.iter().zip(names);
    let has_values = with_names.any(|(piece, name)| name.is_some() && piece.has_value());
    let mut further = pieces.iter().filter(|piece| piece.has_further_number());
    let is_list = further.any(|piece| piece.has_value() || !has_values);
    let takes_bare = are_bare && !is_list && has(1) && has(2);
    let is_from_0 = has(0) && !has(2) && labels_of(0, pieces, names) == labels_of(1, pieces, names);
    let numbers = if is_from_0 { [0, 1] } else { [1, 2] };
    names
        .iter()
        .map(|name| {
            let name = name.as_ref()?;
            if name.is_bare && !takes_bare {
                return None;
            }
            let index = numbers.iter().position(|number| *number == name.number)?;
            Some(Part::BOTH[index])
        })
        .collect()
}

/// The words in the names that have this number.
#[inline]
fn labels_of(number: u8, pieces: &[Piece], names: &[Option<PartName>]) -> BTreeSet<String> {
    pieces
        .iter()
        .zip(names)
        .filter_map(|(piece, name)| Some((piece.text(), name.as_ref()?)))
        .filter(|(_, name)| name.number == number)
        .map(|(text, name)| text[name.range.clone()].to_lowercase())
        .map(|label| label.replace(|c: char| !c.is_alphabetic(), ""))
        .collect()
}

/// The answers to both parts in an output. If lines name the parts, the answers follow these names.
/// A part with several answers gets none, because some of them may be intermediate results. If no
/// line names a part, there must be exactly two pieces with a value, or one piece with two values.
/// If a line may name a part, but this is not sure, there are no answers.
#[inline]
pub fn answers(output: &str) -> [Option<String>; 2] {
    let text = lines_of_input(output);
    let pieces = Piece::all(&text);
    let labels = names_of_pieces(&pieces);
    let named = parts_named(&pieces, &labels);
    if named.iter().all(Option::is_none) {
        let is_unsure = labels.iter().any(Option::is_some);
        return if is_unsure {
            [None, None]
        } else {
            unnamed_answers(&pieces)
        };
    }
    Part::BOTH.map(|part| {
        if !named.contains(&Some(part)) {
            return only_letters(&pieces);
        }
        let places = (0..pieces.len()).filter(|index| named[*index] == Some(part));
        let mut answers: BTreeSet<String> = places
            .filter_map(|index| named_answer(&pieces[index..], &named[index..]))
            .collect();
        match answers.len() {
            1 => answers.pop_first(),
            _ => None,
        }
    })
}

/// An output, split by the parts that its lines name.
#[derive(Clone, Debug, Default)]
pub struct OutputByPart {
    /// The lines and pictures of each part.
    pub parts: [String; 2],
    /// The answers in the lines of each part, and all values of a line if it is not clear which one
    /// is the answer. If there are several, some of them may be intermediate results.
    pub said: [BTreeSet<String>; 2],
    /// The lines and pictures of no part.
    pub rest: String,
}

impl OutputByPart {
    /// True if lines that name a part may contain its answer.
    #[inline]
    pub fn names_parts(&self) -> bool {
        self.said.iter().any(|said| !said.is_empty())
    }
}

/// Splits an output by parts. A line belongs to the part that it names. If the line is only a
/// heading, lines below it also belong to the part.
#[inline]
pub fn by_part(output: &str) -> OutputByPart {
    let text = lines_of_input(output);
    let mut by_part = OutputByPart::default();
    let pieces = Piece::all(&text);
    let named = parts_named(&pieces, &names_of_pieces(&pieces));
    let mut start = 0;
    while start < pieces.len() {
        let (of_part, lines) = match named[start] {
            Some(part) => {
                let of_part = pieces_of_part(&pieces[start..], &named[start..]);
                by_part.said[part.index()].extend(said_in(of_part));
                (of_part, &mut by_part.parts[part.index()])
            }
            None => (&pieces[start..=start], &mut by_part.rest),
        };
        for piece in of_part {
            *lines += piece.text();
            lines.push('\n');
        }
        start += of_part.len();
    }
    by_part
}

/// The pieces of the part that the first piece names: that piece, and below a heading, the pieces
/// up to the next name. A piece that certainly is the answer ends them: a picture, a number without
/// a label, or a number whose label says that it is the answer. Numbers with other labels may be
/// steps, as in `Max: 7`, `Product: 42`.
#[inline]
fn pieces_of_part<'p, 't>(pieces: &'p [Piece<'t>], named: &[Option<Part>]) -> &'p [Piece<'t>] {
    if !pieces[0].is_heading() {
        return &pieces[..1];
    }
    let mut end = 1;
    while end < pieces.len() && named[end].is_none() {
        end += 1;
        let last = &pieces[end - 1];
        let is_alone = last.label().is_some_and(|label| !label.contains(is_word));
        if matches!(last, Piece::Picture(_)) || is_alone || last.says_answer() {
            break;
        }
    }
    &pieces[..end]
}

/// The answers in the pieces of a part, and all values of a line if it is not clear which one is
/// the answer. A word is an answer only above all numbers.
#[inline]
fn said_in(pieces: &[Piece]) -> Vec<String> {
    let mut said = Vec::new();
    for piece in pieces {
        if said.is_empty() || piece.has_value() {
            match piece.answer() {
                Some(answer) => said.push(answer),
                None => said.extend(piece.values()),
            }
        }
    }
    said
}

/// The answer to the part that the first piece names, from that piece or those below it.
#[inline]
fn named_answer(pieces: &[Piece], named: &[Option<Part>]) -> Option<String> {
    let [heading, below @ ..] = pieces_of_part(pieces, named) else {
        return None;
    };
    let Some(first) = below.first() else {
        return heading.answer();
    };
    // One answer may consist of several lines of words.
    let has_further = named.get(2).is_some_and(Option::is_none);
    if has_further && !first.has_value() && matches!(first, Piece::Line(_)) {
        return None;
    }
    let answer = first.answer()?;
    let is_only = said_in(below).iter().all(|said| *said == answer);
    is_only.then_some(answer)
}

/// The picture of letters in an output, if there is only one picture. This is the answer to a part
/// that no line names.
#[inline]
fn only_letters(pieces: &[Piece]) -> Option<String> {
    let mut pictures = pieces.iter().filter_map(|piece| match piece {
        Piece::Line(_) => None,
        Piece::Picture(picture) => Some(*picture),
    });
    let first = pictures.next()?;
    let is_answer = pictures.next().is_none() && shows_letters(first);
    is_answer.then(|| first.to_owned())
}

#[inline]
fn unnamed_answers(pieces: &[Piece]) -> [Option<String>; 2] {
    let with_values: Vec<&Piece> = pieces.iter().filter(|piece| piece.has_value()).collect();
    match (&*with_values, pieces) {
        ([Piece::Line(line)], _) => match &*values(line) {
            [one, two] if one.is_clear && two.is_clear || has_no_words(line) => {
                [one, two].map(|value| Some(value.answer()))
            }
            _ => two_lines(pieces),
        },
        // If only the second line says that it has an answer, the number above it is a step, as in
        // `last_answer`.
        ([one, two], _) if two.says_answer() && !one.says_answer() => [None, None],
        ([one, two], _) => [one.answer(), two.answer()],
        _ => two_lines(pieces),
    }
}

/// True if a line consists of values, which may be in `Some` or `Ok`.
#[inline]
pub fn has_no_words(line: &str) -> bool {
    line.split(|c: char| !c.is_alphabetic())
        .all(|word| ["", "Some", "Ok"].contains(&word))
}

/// The answers in an output that consists of two lines. If only one of the lines has an answer,
/// because the other one is a time, for example, the answer may be that of either part.
#[inline]
fn two_lines(pieces: &[Piece]) -> [Option<String>; 2] {
    if let [one @ Piece::Line(_), two @ Piece::Line(_)] = pieces
        && let (Some(one), Some(two)) = (one.answer(), two.answer())
    {
        return [Some(one), Some(two)];
    }
    [None, None]
}

/// The last answer in the output of a function that solves one part. `None` if a number above it
/// has another label, which says that the number is the answer, or if a picture above it has
/// letters.
#[inline]
pub fn last_answer(output: &str) -> Option<String> {
    let text = lines_of_input(output);
    let pieces = Piece::all(&text);
    let (last, others) = pieces.split_last()?;
    let label = last.label();
    let mut others = others.iter();
    if others.any(|other| match other {
        Piece::Line(_) => other.label() != label && other.says_answer(),
        Piece::Picture(picture) => shows_letters(picture),
    }) {
        return None;
    }
    last.answer()
}

/// The two halves of a line that names both parts, such as `Part 1: 5, Part 2: 6`. Any other line
/// stays whole.
#[inline]
fn parts_of_line(line: &str) -> Vec<&str> {
    let halves: Vec<&str> = line.split([',', ';', '|']).collect();
    if let [one, two] = &*halves
        && let [Some(one), Some(two)] = [one, two].map(|half| name_of_part(half.trim()))
        && one.number != two.number
    {
        return halves;
    }
    let names = names_of_parts(line);
    if let [first, others @ ..] = &*names
        && let Some(second) = others.iter().find(|name| name.number != first.number)
        // The names come first, and the values after them.
        && values(&line[..first.range.start]).is_empty()
    {
        return vec![&line[..second.range.start], &line[second.range.start..]];
    }
    vec![line]
}

/// The answer in a line, as the head of this file says.
#[inline]
fn answer_of_line(line: &str) -> Option<String> {
    let names = names_of_parts(line);
    let mut values = values(line);
    values.extend(words_alone(line, end_of_names(&names, line.len())));
    values.sort_by_key(|value| value.start);
    // An expected value in brackets is not another answer: `Part 1: 1234 (1234)`.
    if let [.., given, expected] = &*values
        && line[given.start..].starts_with(&format!("{0} ({0})", expected.text))
    {
        values.pop();
    }
    let (last, others) = values.split_last()?;
    let is_sure = if last.is_clear {
        // Of two texts in quotes, as in `"abc" vs "abd"`, either may be the answer.
        let before = line[..last.start].trim_end();
        let quotes = before.matches('"').count();
        // In a sentence such as `Seat ID 703 is vacant`, the number may be the answer.
        let is_word = last.text.contains(char::is_alphabetic);
        let may_be_number = is_word && before.ends_with(" is") && !others.is_empty();
        quotes < 3 && !may_be_number && !others.iter().any(|value| value.is_clear)
    } else {
        let before = &line[end_of_names(&names, last.start)..last.start];
        let after = &line[last.start + last.text.len()..];
        // Words may be a label without a mark, as in `Total score 5`.
        let follows_words =
            after.trim().is_empty() && before.trim_end().chars().all(|c| is_word(c) || c == ' ');
        // A sentence has no mark: `There are 1234 passwords`.
        let is_in_sentence = last.text.len() >= SURE_LENGTH && !line.contains([':', '=', '(', '"']);
        others.is_empty() && (follows_words || is_in_sentence || follows_label(before))
    };
    is_sure.then(|| last.answer())
}

/// The end of the last of these names in a line that ends before this place. Zero if none does.
#[inline]
fn end_of_names(names: &[PartName], place: usize) -> usize {
    let last = names.iter().rfind(|name| name.range.end <= place);
    last.map_or(0, |name| name.range.end)
}

/// The words of a line, from this place on, that are alone and may be answers. A row of a picture,
/// a time and `None` are not answers.
#[inline]
fn words_alone(line: &str, from: usize) -> Vec<PrintedValue<'_>> {
    if line.contains("Err(") {
        return Vec::new();
    }
    let rest = &line[from..];
    words_at(rest)
        .into_iter()
        .filter(|&(at, word)| {
            let is_word = word.contains(char::is_alphabetic)
                || word.contains(char::is_numeric) && values(word).is_empty();
            is_word
                && !NO_ANSWERS.contains(&&*word.to_lowercase())
                && !is_decimal_or_time(word)
                && is_clear(&rest[..at], &rest[at + word.len()..])
        })
        .map(|(at, text)| PrintedValue {
            start: from + at,
            text,
            is_clear: true,
        })
        .collect()
}

/// True if a word is a decimal or a measured time: `0.5`, `12ms`.
#[inline]
fn is_decimal_or_time(word: &str) -> bool {
    let unit = word.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
    unit.len() < word.len() && (unit.is_empty() || UNITS.contains(&unit))
}

/// The words of a line without the punctuation around them.
#[inline]
fn words(line: &str) -> Vec<&str> {
    let words = words_at(line).into_iter();
    words.map(|(_, word)| word).collect()
}

/// The words of a line, with their byte offsets.
#[inline]
fn words_at(line: &str) -> Vec<(usize, &str)> {
    let mut words = Vec::new();
    let mut start = 0;
    while start < line.len() {
        let rest = &line[start..];
        let length = match length_of_snafu(rest) {
            0 => rest
                .find(|c: char| c.is_whitespace() || "=:;()[]\"'`".contains(c))
                .unwrap_or(rest.len()),
            length => length,
        };
        let word = rest[..length].trim_end_matches(['.', '!', ',']);
        if !word.is_empty() {
            words.push((start, word));
        }
        let between = rest[length..].chars().next();
        start += length + between.map_or(0, char::len_utf8);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    const LETTERS: &str = "####.#..#\n#....#..#\n###..####\n#....#..#\n#....#..#\n#....#..#";
    const MAP: &str = "#.......\n##......\n#.#.....\n#..#....";

    #[test]
    fn a_label_in_brackets_names_its_part() {
        for (line, expected) in [
            ("[✓] part 1: 5", Some(1)),
            ("\u{201c}✓\u{201d} 5", None),
            ("(1): 5", Some(1)),
            ("[2]: 5", None),
            ("  1: 5", Some(1)),
            ("1: 5", Some(1)),
            ("1 5", None),
            ("one 5", Some(1)),
        ] {
            let part = name_of_part(line).map(|name| name.number);
            assert_eq!(part, expected, "{line}");
        }
    }

    #[test]
    fn a_number_elsewhere_in_a_line_is_not_its_answer() {
        for (line, expected) in [
            ("Part 1: 1234", Some("1234")),
            ("Part 1 - 1234", Some("1234")),
            ("[part 1] 1234", Some("1234")),
            ("The first part 12345", Some("12345")),
            ("Total 1234", Some("1234")),
            ("Number of increases 7", Some("7")),
            ("There are 1234 passwords", Some("1234")),
            ("Answers { a: 1234 }", Some("1234")),
            ("The answer is 1234", Some("1234")),
            ("Part 1: 1234 elves", Some("1234")),
            ("Part 1: 1234 (1234)", Some("1234")),
            ("Part 1: 1234 (took 3ms)", Some("1234")),
            ("Part 1: 1234 (took 3 ms)", Some("1234")),
            ("Part 1: abc (took 3ms)", Some("abc")),
            ("answer = abc", Some("abc")),
            ("The message (CrateMover 9000) reads: abc", Some("abc")),
            ("Part 1 (CrateMover 9000): abc", Some("abc")),
            ("Part 1 - top of the 9 stacks: abc", Some("abc")),
            ("After 10 rounds: abc", Some("abc")),
            ("Answer 1 for 2021-12-11: abc", Some("abc")),
            ("[input] part 1: abc", Some("abc")),
            ("Visited positions for rope length 2: 1234", Some("1234")),
            ("Possible beacons at y = 2000000: 1234", Some("1234")),
            ("[INFO] Part 1: 1234", Some("1234")),
            ("[INFO] answer: 1234", Some("1234")),
            // It is not clear whether the answer is the number or a word.
            ("Part 1: abc (in 12 steps)", None),
            ("Part 1: abc, iterations: 1234", None),
            ("Part 1: abc after 12 steps", None),
            ("Part 1: 1234 after 12 steps", None),
            ("Part 1: 1234 (1235)", None),
            ("Part 1: Order(\"abc\", 7)", None),
            ("Part 1: aa, 5", None),
            ("Part 1: aa,5,c", None),
            ("Part 1: abc def 99", None),
            ("The 9 stacks spell abc", None),
            ("abc has 77 items", None),
            ("Part 1: abc 12", None),
            ("Found 9 stacks", None),
            ("Seat ID 703 is vacant", None),
            ("Seat ID 703 is: vacant", Some("vacant")),
            ("The seat is vacant", Some("vacant")),
            ("The ID of 2 seats is 703", Some("703")),
        ] {
            assert_eq!(answer_of_line(line).as_deref(), expected, "{line}");
        }
        let given = answers("Puzzle 5a: 639 (639)\nPuzzle 5b: 22 (22)\n");
        assert_eq!(given, ["639", "22"].map(|answer| Some(answer.to_owned())));
    }

    #[test]
    fn a_bare_number_names_a_part_only_if_another_line_names_the_other_part() {
        for (output, expected) in [
            ("First: 5\nSecond: 6\n", [Some("5"), Some("6")]),
            ("Second: 6\nFirst: 5\n", [Some("5"), Some("6")]),
            ("The first: 5\nThe second: 6\n", [Some("5"), Some("6")]),
            ("A: 5\nB: 6\n", [Some("5"), Some("6")]),
            ("One 5, Two 6\n", [Some("5"), Some("6")]),
            ("Part two: 6\nFirst part: 5\n", [Some("5"), Some("6")]),
            ("Second star: 6\nPart a: 5\n", [Some("5"), Some("6")]),
            // A bare number does not count beside other names.
            (
                "Part 1: 5\nPart 2: 6\nFirst round: 7\n",
                [Some("5"), Some("6")],
            ),
            // The other line has no name, so none is sure.
            (
                "Empty tiles: 9000\nFirst round with no movement: 18000\n",
                [None, None],
            ),
            (
                "Total: 9000\nFirst basement position: 18000\n",
                [None, None],
            ),
            (
                "Duplicates: 9000\nThe first repeated is: 18000\n",
                [None, None],
            ),
            (
                "The two entries give 9000\nThe three entries give 18000\n",
                [None, None],
            ),
            ("First total: 9000\nLETTERS\n", [None, None]),
            // These are no names, so the order counts.
            (
                "After the first 20 rounds: 9000\nAfter 10000 rounds: 18000\n",
                [Some("9000"), Some("18000")],
            ),
            (
                "Sum of the first numbers: 9000\nProduct of the first numbers: 18000\n",
                [Some("9000"), Some("18000")],
            ),
            ("A total: 5\nBest: 6\n", [Some("5"), Some("6")]),
        ] {
            let found = answers(&output.replace("LETTERS", LETTERS));
            assert_eq!(found.each_ref().map(Option::as_deref), expected, "{output}");
        }
    }

    #[test]
    fn a_program_may_count_the_parts_from_0() {
        for (output, expected) in [
            ("answer0: 302\nanswer1: 4165\n", [Some("302"), Some("4165")]),
            ("part 0: 302\npart 1: 4165\n", [Some("302"), Some("4165")]),
            ("p0 = 302, p1 = 4165\n", [Some("302"), Some("4165")]),
            ("Part 0:\n302\nPart 1:\n4165\n", [Some("302"), Some("4165")]),
            ("Part 1: 4165\nPart 0: 302\n", [Some("302"), Some("4165")]),
            // Another number 0 is no part.
            (
                "Part 0: 11\nPart 1: 302\nPart 2: 4165\n",
                [Some("302"), Some("4165")],
            ),
            ("task 0 read 1 lines\nPart 1: 302\n", [Some("302"), None]),
            ("Part 1: 302\np0 = 5\n", [Some("302"), None]),
            ("robot p0 at 3\nPart 1: 302\n", [Some("302"), None]),
            (
                "star 0: 1\nPart 1: 302\nPart 2: 4165\n",
                [Some("302"), Some("4165")],
            ),
            // The parts are not sure.
            ("part 0: 302\nTotal: 4165\n", [None, None]),
            // No part is named.
            ("Part 1: 302\nAnswer: 0 steps\n", [Some("302"), None]),
            ("Part 1: 0\nPart 2: 0\n", [Some("0"), Some("0")]),
        ] {
            let found = answers(output);
            assert_eq!(found.each_ref().map(Option::as_deref), expected, "{output}");
        }
    }

    #[test]
    fn a_heading_names_the_part_of_the_line_below_it() {
        for output in [
            "Part One\n5\nPart Two\n6\n",
            "--- Part One ---\nResult: 5\n--- Part Two ---\nResult: 6\n",
            "== Part 1 ==\n5\n\n== Part 2 ==\n6\n",
            "# Part 1\n\n* 5\n# Part 2\n\n* 6\n",
        ] {
            let answers = [5, 6].map(|answer| Some(answer.to_string()));
            assert_eq!(super::answers(output), answers, "{output}");
        }
    }

    #[test]
    fn of_several_labelled_numbers_below_a_heading_none_is_the_answer() {
        for (below, answer, said) in [
            (
                "Max: 7\nSecond: 6\nProduct: 42",
                None,
                &["42", "6", "7"][..],
            ),
            ("Max 7\nProduct 42", None, &["42", "7"]),
            ("Lines: 300\n42", None, &["300", "42"]),
            ("Best: 7\nBest: 7\nGoodbye", Some("7"), &["7"]),
            ("42\nSteps: 7", Some("42"), &["42"]),
            ("Answer: 42\nSteps: 7", Some("42"), &["42"]),
            ("Total: 42\nTook 12 ms", Some("42"), &["42"]),
            ("Total: 42\nGoodbye", Some("42"), &["42"]),
        ] {
            let output = format!("Part 1\n{below}\nPart 2:\n99\n");
            let expected = [answer, Some("99")];
            let found = answers(&output);
            assert_eq!(found.each_ref().map(Option::as_deref), expected, "{below}");
            let [one, two] = by_part(&output).said;
            assert!(one.iter().eq(said), "{below}: {one:?}");
            assert!(two.iter().eq(["99"]), "{below}: {two:?}");
        }
    }

    #[test]
    fn a_word_with_hyphens_is_one_answer() {
        let answers = ["ab-6", "7-12"].map(|answer| Some(answer.to_owned()));
        assert_eq!(super::answers("Part 1: ab-6\nPart 2: 7-12\n"), answers);
    }

    #[test]
    fn a_number_with_negative_digits_is_one_answer() {
        for (output, expected) in [
            ("Part1: 2=-1=0\n", [Some("2=-1=0"), None]),
            ("part1=2=-1=\npart2 = 5\n", [Some("2=-1="), Some("5")]),
            ("Part 1: \"1-0---0\"\n", [Some("1-0---0"), None]),
            ("Answer 1: 2==1-\nAnswer 2: 5\n", [Some("2==1-"), Some("5")]),
            ("Part 1:\n2=-1=0\n", [Some("2=-1=0"), None]),
            ("Part 1: (2=-1=, 7)\n", [None, None]),
            ("2=-1=0\n5\n", [Some("2=-1=0"), Some("5")]),
            // These are numbers of parts and the answers to them.
            ("1=12\n2=-20\n", [Some("12"), Some("-20")]),
            ("p1=2 p2=1\n", [Some("2"), Some("1")]),
            (
                "Part 1=====\n12\nPart 2=====\n21\n",
                [Some("12"), Some("21")],
            ),
        ] {
            let found = answers(output);
            assert_eq!(found.each_ref().map(Option::as_deref), expected, "{output}");
        }
        for output in ["2=-1=\n", "Answer: 2=-1=\n", "The code is 2=-1=.\n"] {
            assert_eq!(last_answer(output).as_deref(), Some("2=-1="), "{output}");
            assert_eq!(values(output).len(), 1, "{output}");
        }
    }

    /// `76,108` may be a position, so it stays.
    #[test]
    fn separators_of_a_number_are_not_part_of_the_answer() {
        for (output, expected) in [
            (
                "Part 1: 1,234,567\nPart 2: 76_108\n",
                [Some("1234567"), Some("76108")],
            ),
            ("-1,234,567 76,108\n", [Some("-1234567"), Some("76,108")]),
            (
                "Part 1: 1,2,3\nPart 2: 233,251,12\n",
                [Some("1,2,3"), Some("233,251,12")],
            ),
            ("Part 1: 233,251,112\n", [Some("233,251,112"), None]),
            (
                "Part 1:\n1_234_567\nPart 2: 1_2\n",
                [Some("1234567"), Some("1_2")],
            ),
        ] {
            let found = answers(output);
            assert_eq!(found.each_ref().map(Option::as_deref), expected, "{output}");
        }
    }

    #[test]
    fn answers_of_examples_and_steps_are_not_those_of_the_input() {
        for output in [
            "Part 1 example: 20\nPart 1: 2005\nPart 2 example: 40\nPart 2: 4010\n",
            "Part 1: 2005\nPart 1 (example): 20\nPart 2: 4010\nPart 2 (example): 40\n",
            "Example part 1: 20\nExample part 2: 40\nPart 1: 2005\nPart 2: 4010\n",
            "[example] part 1 = 20\n[input] part 1 = 2005\n[input] part 2 = 4010\n",
            "Part 1:\n  example 20\n  input 2005\nPart 2:\n  example 40\n  input 4010\n",
            "p1 sample: 20\np1: 2005\np2 sample: 40\np2: 4010\n",
            "Test: 20, 40\n2005\n4010\n",
            "Part 1: Some(2005)\nPart 1 took: 12ms\nPart 2: 4010\nPart 2: 4010\nPart 2: 1.5ms\n",
            "AoC 2022\n2005\n4010\n",
            "Some(2005) 4010\n",
            "The sum of 3 elves is: 2005\n4010\n",
            "2005\n4010\nTime: 232.5µs\n",
            "Answer: 2005\nTotal: 4010\n",
            "Answer: 2005\nAnswer: 4010\n",
            "p1: 2005 p2: 4010\n",
            "Part 2: 4010, Part 1: 2005\n",
            "2005 is part 1, 4010 is part 2\n",
        ] {
            let expected = [2005, 4010].map(|answer| Some(answer.to_string()));
            assert_eq!(answers(output), expected, "{output}");
        }
        for output in [
            "Example:\nPart 1: 20\nPart 2: 40\nInput:\nPart 1: 2005\nPart 2: 4010\n",
            "Part 1 step 0: 0\nPart 1 step 1: 7\nPart 1: 2005\nPart 2: None\n",
            "Part 1: the answer is 401 after 100 steps\nPart 2: Err(\"not implemented\")\n",
            "Part 1: min: 3, max: 9\nPart 2: Err(\"todo\")\n",
            "Part 1: ()\nPart 2: not implemented\n",
            "Part 1: none\nPart 2:\n",
            "There are 401 elves in 5 groups\n",
            "Sample: 20\nSample: 40\n",
            // The answer may be that of part 2.
            "Diff after 40 iterations: 2005\nTime: 232.5µs\n",
            "Total: 2005\nTook 1500 ms\n",
            "Total: 2005\nElapsed: 0.0023\n",
            "abc\nTime: 12 ms\n",
            "2005\ndone\n",
            // The number of lines is not an answer.
            "3 lines\nAnswer: 2005\n",
            "Lines: 300\nThe answer is 2005\n",
        ] {
            assert_eq!(answers(output), [None, None], "{output}");
        }
        assert_eq!(last_answer("Part 1: 5\nDone\n"), None);
    }

    #[test]
    fn numbers_of_a_list_name_no_parts() {
        for output in [
            "1) 155 cubes\n2) 140 cubes\n3) 138 cubes\n",
            "0: 155\n1: 140\n2: 138\n",
            "0: ..xx\n1: xx..\n2: x..x\n",
            "1: xx..\n2: x..x\n3: ..xx\nHighest: 7\n",
        ] {
            assert_eq!(answers(output), [None, None], "{output}");
        }
        let expected = [155, 140].map(|answer| Some(answer.to_string()));
        for output in [
            "1) 155\n2) 140\n",
            "10:12:33 start\n1: 155\n2: 140\n",
            "1: 155\n2: 140\n3: done\n",
        ] {
            assert_eq!(answers(output), expected, "{output}");
        }
    }

    #[test]
    fn a_time_of_a_clock_is_no_value() {
        for (output, expected) in [
            ("took: 00:00:00.0012\n", &[][..]),
            ("[12:30:01] 155\n", &["155"]),
            ("Done at 01:02:03.\n", &[]),
            // These are not hours, minutes and seconds.
            ("day:part:answer = 16:01:605\n", &["16", "01", "605"]),
            ("At 15:30\n", &["15", "30"]),
            ("Part 1:60\n", &["60"]),
        ] {
            let found: Vec<&str> = values(output).iter().map(|value| value.text).collect();
            assert_eq!(found, expected, "{output}");
        }
    }

    #[test]
    fn the_year_in_the_name_of_a_day_is_no_value() {
        for (output, expected) in [
            ("Day 7, 2019: 155\n", &["155"][..]),
            ("day07 (2019) 155 156\n", &["155", "156"]),
            ("Day 7 2019: 155\n", &["155"]),
            ("== Day 7, 2019 ==\n155\n", &["155"]),
            ("Day 7 2019\n155\n", &["155"]),
            // These are answers.
            ("Day 7: 2019 155\n", &["2019", "155"]),
            ("Day 7 2019 155\n", &["2019", "155"]),
            ("Day 7, 20191: 155\n", &["20191", "155"]),
            ("Day 7, 1500: 155\n", &["1500", "155"]),
            ("Round 7, 2019: 155\n", &["7", "2019", "155"]),
            // The number of a day names no part.
            ("day2: 155\n", &["155"]),
        ] {
            let found: Vec<&str> = values(output).iter().map(|value| value.text).collect();
            assert_eq!(found, expected, "{output}");
            assert!(!by_part(output).names_parts(), "{output}");
        }
    }

    #[test]
    fn a_number_above_the_last_one_may_be_the_answer() {
        for (output, answer) in [
            ("Result: 1763\nScenic score: 671160\n", None),
            ("Part 1: 5\nPart 2: 6\n", None),
            ("Answer: 17\n012012\n111000\n", None),
            // The first numbers are not answers.
            ("Lines: 1000\nScore: 17\n", Some("17")),
            ("Lines: 1000\nAnswer: 17\n", Some("17")),
            ("a = 1, b = 2\na = 1, b = 17\n17\n", Some("17")),
            // The same label, or none.
            ("best: 5\nbest: 7\n", Some("7")),
            ("Answer: 5\nAnswer: 7\n", Some("7")),
            // No word of these labels says that an answer follows.
            ("Start: 5\nScore: 7\n", Some("7")),
            ("Particles: 5\nScore: 7\n", Some("7")),
            ("There are 1000 lines\nAnswer: 17\n", Some("17")),
            ("Time: 12ms\nAnswer: 17\n", Some("17")),
            ("Part 2: \"abcde\" vs \"abcdf\"\n", None),
            ("Part 2: \"abcde\"\n", Some("abcde")),
            ("11\n17\n", Some("17")),
            ("11\nAnswer: 17\n", Some("17")),
        ] {
            assert_eq!(last_answer(output).as_deref(), answer, "{output}");
        }
    }

    #[test]
    fn a_picture_is_an_answer_as_a_whole_or_not_at_all() {
        for (output, answers) in [
            ("Part 1: 5\nPart 2:\nLETTERS\n", [Some("5"), Some(LETTERS)]),
            ("Part 1: 5\nPart 2:\n\nMAP\ndone\n", [Some("5"), Some(MAP)]),
            ("Part 1: 5\nLETTERS\n", [Some("5"), Some(LETTERS)]),
            ("Part 2: 5\nLETTERS\n", [Some(LETTERS), Some("5")]),
            ("5\nLETTERS\n", [Some("5"), Some(LETTERS)]),
            // A map may be an intermediate result and not an answer.
            ("Part 1: 5\nMAP\n", [Some("5"), None]),
            ("5\nMAP\n", [None, None]),
            ("MAP\n\nMAP\n5\n6\n", [Some("5"), Some("6")]),
            ("LETTERS\n", [None, None]),
        ] {
            let output = output.replace("LETTERS", LETTERS).replace("MAP", MAP);
            let found = super::answers(&output);
            assert_eq!(found.each_ref().map(Option::as_deref), answers, "{output}");
        }
        for (output, answer) in [
            (MAP, Some(MAP)),
            (LETTERS, Some(LETTERS)),
            ("rows\n####..##\n", None),
            ("#\n#\n#\n#\n", None),
            ("11\n22\n12\n21\n", Some("21")),
            ("drawn:\n5\n", Some("5")),
            ("LETTERS\n98\n", None),
            ("MAP\n98\n", Some("98")),
        ] {
            let output = output.replace("LETTERS", LETTERS).replace("MAP", MAP);
            assert_eq!(last_answer(&output).as_deref(), answer, "{output}");
        }
    }
}
