//! Reads the capital letters that some puzzles draw on a screen.
//!
//! A letter is read only if its pixels are exactly those of a known letter. Nothing is guessed,
//! because a wrong answer costs a minute of waiting, while a user reads the picture in a few
//! seconds.
//!
//! This module is part of the library and not of the runner, because `cargo test` and a worker
//! without the runner also show and compare such answers.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::iter;

/// Replaces a letter that is not known.
const UNKNOWN: char = '?';

/// The meaning of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reading {
    /// The answer is not a picture.
    Text,
    /// The answer is a picture of these letters.
    Letters(String),
    /// The answer is a picture of letters, some of which are unknown. `?` replaces these.
    SomeLetters(String),
    /// The answer is a picture that cannot show letters, because no typeface has its height.
    OtherHeight,
}

/// Reads an answer. A picture may be drawn with any two characters, and with each pixel twice to
/// make it square. Blank rows and columns around the letters are ignored.
///
/// ```
/// use aoc_solution::letters::{Reading, read};
///
/// let picture = [
///     " ##  #  #",
///     "#  # #  #",
///     "#  # ####",
///     "#### #  #",
///     "#  # #  #",
///     "#  # #  #",
/// ];
/// assert_eq!(read(&picture.join("\n")), Reading::Letters("AH".to_owned()));
/// assert_eq!(read("33400"), Reading::Text);
/// ```
#[must_use]
pub fn read(answer: &str) -> Reading {
    Drawing::find(answer).map_or(Reading::Text, |drawing| drawing.reading)
}

/// The rows of the picture that an answer draws: true for a lit pixel. `None` for a text.
#[must_use]
pub fn pixels(answer: &str) -> Option<Vec<Vec<bool>>> {
    Some(Drawing::find(answer)?.picture.rows)
}

/// The answer as a user would type it into the site. A picture that can be read becomes its
/// letters, and a single line loses the blanks around it. Anything else stays unchanged.
#[must_use]
pub fn typed(answer: &str) -> Cow<'_, str> {
    match read(answer) {
        Reading::Letters(letters) => Cow::Owned(letters),
        Reading::Text if !answer.trim().contains('\n') => Cow::Borrowed(answer.trim()),
        _ => Cow::Borrowed(answer),
    }
}

/// The result of comparing two answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// The answers are equal.
    Equal,
    /// The answers differ.
    Different,
    /// One answer is a picture with unknown letters, and the other is a text with the same known
    /// letters.
    Unknown,
}

/// Compares two answers by their meaning: a picture equals the text of its letters.
#[must_use]
pub fn compare(one: &str, other: &str) -> Comparison {
    if one == other {
        return Comparison::Equal;
    }
    let is_same = match (Drawing::find(one), Drawing::find(other)) {
        (Some(drawing), None) if !drawing.is_read() => return drawing.compare(other),
        (None, Some(drawing)) if !drawing.is_read() => return drawing.compare(one),
        (Some(one), Some(other)) if !one.is_read() || !other.is_read() => {
            one.picture == other.picture
        }
        _ => typed(one).trim_end() == typed(other).trim_end(),
    };
    if is_same {
        Comparison::Equal
    } else {
        Comparison::Different
    }
}

/// A picture in an answer.
struct Drawing {
    picture: Picture,
    /// The letters of the picture. Never [`Reading::Text`].
    reading: Reading,
}

impl Drawing {
    /// The picture that the answer draws. `None` for a text.
    fn find(answer: &str) -> Option<Self> {
        let mut unread = None;
        for picture in Picture::candidates(answer) {
            for picture in picture.halved().into_iter().chain([picture]) {
                let reading = picture.read();
                let drawing = Self { picture, reading };
                if drawing.is_read() {
                    return Some(drawing);
                }
                unread.get_or_insert(drawing);
            }
        }
        // With other characters, this may be a text that contains only two different characters by
        // chance.
        if Picture::is_usual(answer) {
            unread
        } else {
            None
        }
    }

    fn is_read(&self) -> bool {
        matches!(self.reading, Reading::Letters(_))
    }

    /// Compares the letters, some of which are unknown, with a text.
    fn compare(&self, text: &str) -> Comparison {
        let Reading::SomeLetters(pattern) = &self.reading else {
            return Comparison::Different;
        };
        if pattern.is_empty() || pattern.len() != text.len() {
            return Comparison::Different;
        }
        for (known, letter) in pattern.chars().zip(text.chars()) {
            if !letter.is_ascii_uppercase() || (known != UNKNOWN && known != letter) {
                return Comparison::Different;
            }
        }
        Comparison::Unknown
    }
}

/// Characters that are usually lit pixels, and characters that are usually not.
const LIT: &str = "#█▓■●@*XO1";
const UNLIT: &str = ".░·-_0 \n\r";

/// The smallest rectangle that contains all lit pixels.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Picture {
    rows: Vec<Vec<bool>>,
}

impl Picture {
    /// The pictures that the text may draw, the most likely one first. There are several, because
    /// either of the two characters may be lit. The list is empty if the text has only one line, no
    /// lit pixel, or more than two characters besides the space.
    fn candidates(text: &str) -> Vec<Self> {
        if text.trim_matches(['\n', '\r']).lines().nth(1).is_none() {
            return Vec::new();
        }
        let mut marks = BTreeSet::new();
        for mark in text.chars() {
            if !matches!(mark, ' ' | '\n' | '\r') {
                marks.insert((!LIT.contains(mark), mark));
            }
        }
        if marks.len() > 2 {
            return Vec::new();
        }
        let pictures = marks.iter().map(|(_, lit)| Self::new(text, *lit));
        pictures.flatten().collect()
    }

    /// True if pictures are usually drawn with these characters.
    fn is_usual(text: &str) -> bool {
        let mut marks = text.chars();
        text.contains(|mark| LIT.contains(mark))
            && marks.all(|mark| LIT.contains(mark) || UNLIT.contains(mark))
    }

    fn new(text: &str, lit: char) -> Option<Self> {
        let mut rows: Vec<Vec<bool>> = text
            .lines()
            .map(|line| line.chars().map(|c| c == lit).collect())
            .collect();
        let bottom = rows.iter().rposition(|row| row.contains(&true))?;
        rows.truncate(bottom + 1);
        let top = rows.iter().position(|row| row.contains(&true))?;
        rows.drain(..top);
        let mut left = usize::MAX;
        let mut right = 0;
        for row in &rows {
            left = left.min(row.iter().position(|lit| *lit).unwrap_or(left));
            right = right.max(row.iter().rposition(|lit| *lit).unwrap_or(right));
        }
        let width = right + 1 - left;
        for row in &mut rows {
            row.drain(..left.min(row.len()));
            row.resize(width, false);
        }
        Some(Self { rows })
    }

    /// The picture with half the columns, if every column is drawn twice to make pixels square in a
    /// terminal. `None` otherwise.
    fn halved(&self) -> Option<Self> {
        let mut rows = Vec::new();
        for row in &self.rows {
            let mut half = Vec::new();
            for pair in row.chunks(2) {
                match pair {
                    [left, right] if left == right => half.push(*left),
                    _ => return None,
                }
            }
            rows.push(half);
        }
        Some(Self { rows })
    }

    /// The letters of the picture. Never [`Reading::Text`].
    fn read(&self) -> Reading {
        let Some(face) = TYPEFACES.iter().find(|face| face.height == self.height()) else {
            return Reading::OtherHeight;
        };
        let mut letters = String::new();
        // The column where unknown letters begin.
        let mut unknown = None;
        for (column, glyph) in face.pieces(self) {
            let Some(glyph) = glyph else {
                unknown.get_or_insert(column);
                continue;
            };
            if let Some(from) = unknown.take() {
                let columns = column.saturating_sub(glyph.left + from);
                let count = (columns + face.pitch / 2) / face.pitch;
                letters.extend(iter::repeat_n(UNKNOWN, count.max(1)));
            }
            letters.push(glyph.letter);
        }
        if let Some(from) = unknown {
            let count = (self.width() - from).div_ceil(face.pitch);
            letters.extend(iter::repeat_n(UNKNOWN, count));
        }
        if letters.contains(UNKNOWN) {
            Reading::SomeLetters(letters)
        } else {
            Reading::Letters(letters)
        }
    }

    fn height(&self) -> usize {
        self.rows.len()
    }

    fn width(&self) -> usize {
        self.rows.first().map_or(0, Vec::len)
    }

    /// True if the pixel is lit. Pixels outside of the picture are not lit.
    fn is_lit(&self, row: usize, column: usize) -> bool {
        match self.rows.get(row) {
            Some(row) => row.get(column) == Some(&true),
            None => false,
        }
    }

    fn is_blank_column(&self, column: usize) -> bool {
        (0..self.height()).all(|row| !self.is_lit(row, column))
    }
}

/// The letters of one height.
struct Typeface {
    height: usize,
    /// The distance from the start of one letter to the start of the next, in columns.
    pitch: usize,
    /// The letters with their rows, from top to bottom, separated by blanks. Unlit pixels at the
    /// end of a row may be left out.
    letters: &'static [(char, &'static str)],
}

impl Typeface {
    /// The letters and the columns where they begin. `None` for columns that do not show a letter.
    fn pieces(&self, picture: &Picture) -> Vec<(usize, Option<Glyph>)> {
        let mut pieces = Vec::new();
        let mut column = 0;
        let mut end = 0;
        while column < picture.width() {
            if picture.is_blank_column(column) {
                column += 1;
                continue;
            }
            if column - end >= self.pitch {
                // A letter is missing.
                pieces.push((end, None));
            }
            let blank = (column..picture.width()).find(|&column| picture.is_blank_column(column));
            end = blank.unwrap_or(picture.width());
            // These columns usually show one letter. They show several if a letter is as wide as
            // the pitch and touches the next one.
            while column < end {
                let glyph = self.glyph_at(picture, column, end);
                pieces.push((column, glyph));
                column = glyph.map_or(end, |glyph| column + glyph.width);
            }
        }
        pieces
    }

    /// The letter that begins at `start`. The column at `end` is blank.
    fn glyph_at(&self, picture: &Picture, start: usize, end: usize) -> Option<Glyph> {
        self.glyphs().find(|glyph| {
            let glyph_end = start + glyph.width;
            let has_room = glyph_end == end || (glyph.width == self.pitch && glyph_end < end);
            has_room && glyph.is_at(picture, start)
        })
    }

    fn glyphs(&self) -> impl Iterator<Item = Glyph> {
        self.letters.iter().map(|&(letter, shape)| {
            let mut left = usize::MAX;
            let mut right = 0;
            for row in shape.split_whitespace() {
                left = left.min(row.find('#').unwrap_or(left));
                right = right.max(row.rfind('#').unwrap_or(right));
            }
            Glyph {
                letter,
                shape,
                left,
                width: right + 1 - left,
            }
        })
    }
}

/// A letter's shape.
#[derive(Clone, Copy)]
struct Glyph {
    letter: char,
    shape: &'static str,
    /// The number of blank columns before the first lit one.
    left: usize,
    /// The number of columns from the first lit one to the last.
    width: usize,
}

impl Glyph {
    /// True if the picture shows exactly this letter in the columns from `start` on.
    fn is_at(&self, picture: &Picture, start: usize) -> bool {
        for row in 0..picture.height() {
            for column in 0..self.width {
                if self.is_lit(row, column) != picture.is_lit(row, start + column) {
                    return false;
                }
            }
        }
        true
    }

    /// True if the pixel is lit. Columns are counted from the first lit one.
    fn is_lit(&self, row: usize, column: usize) -> bool {
        let row = self.shape.split_whitespace().nth(row).unwrap_or_default();
        row.as_bytes().get(self.left + column) == Some(&b'#')
    }
}

// The letters that are known from answers, because the puzzles do not show their alphabets. The
// shapes are from the public collections `nbanman/advent-ocr` and `mstksg/advent-of-code-ocr`,
// which agree (the second lacks the S), and from the example of 2018/10. The letters of height 6
// are also in `bsoyka/advent-of-code-ocr`, whose Y lacks its last column.
const TYPEFACES: [Typeface; 3] = [
    // 2016/08, 2019/08, 2019/11, 2021/13, 2022/10. Never seen: D M N Q T V W X.
    Typeface {
        height: 6,
        pitch: 5,
        letters: &[
            ('A', ".##. #..# #..# #### #..# #..#"),
            ('B', "###. #..# ###. #..# #..# ###."),
            ('C', ".##. #..# #... #... #..# .##."),
            ('E', "#### #... ###. #... #... ####"),
            ('F', "#### #... ###. #... #... #..."),
            ('G', ".##. #..# #... #.## #..# .###"),
            ('H', "#..# #..# #### #..# #..# #..#"),
            ('I', ".### ..#. ..#. ..#. ..#. .###"),
            ('J', "..## ...# ...# ...# #..# .##."),
            ('K', "#..# #.#. ##.. #.#. #.#. #..#"),
            ('L', "#... #... #... #... #... ####"),
            ('O', ".##. #..# #..# #..# #..# .##."),
            ('P', "###. #..# #..# ###. #... #..."),
            ('R', "###. #..# #..# ###. #.#. #..#"),
            ('S', ".### #... #... .##. ...# ###."),
            ('U', "#..# #..# #..# #..# #..# .##."),
            ('Y', "#...# #...# .#.#. ..#.. ..#.. ..#.."),
            ('Z', "#### ...# ..#. .#.. #... ####"),
        ],
    },
    // 2018/10. Never seen: D I M O Q S T U V W Y.
    Typeface {
        height: 10,
        pitch: 8,
        letters: &[
            (
                'A',
                "..## .#..# #....# #....# #....# ###### #....# #....# #....# #....#",
            ),
            (
                'B',
                "##### #....# #....# #....# ##### #....# #....# #....# #....# #####",
            ),
            ('C', ".#### #....# # # # # # # #....# .####"),
            ('E', "###### # # # ##### # # # # ######"),
            ('F', "###### # # # ##### # # # # #"),
            ('G', ".#### #....# # # # #..### #....# #....# #...## .###.#"),
            (
                'H',
                "#....# #....# #....# #....# ###### #....# #....# #....# #....# #....#",
            ),
            (
                'J',
                "...### ....# ....# ....# ....# ....# ....# #...# #...# .###",
            ),
            ('K', "#....# #...# #..# #.# ## ## #.# #..# #...# #....#"),
            ('L', "# # # # # # # # # ######"),
            (
                'N',
                "#....# ##...# ##...# #.#..# #.#..# #..#.# #..#.# #...## #...## #....#",
            ),
            ('P', "##### #....# #....# #....# ##### # # # # #"),
            (
                'R',
                "##### #....# #....# #....# ##### #..# #...# #...# #....# #....#",
            ),
            (
                'X',
                "#....# #....# .#..# .#..# ..## ..## .#..# .#..# #....# #....#",
            ),
            ('Z', "###### .....# .....# ....# ...# ..# .# # # ######"),
        ],
    },
    // The example of 2018/10.
    Typeface {
        height: 8,
        pitch: 7,
        letters: &[
            ('H', "#...# #...# #...# ##### #...# #...# #...# #...#"),
            ('I', "### .#. .#. .#. .#. .#. .#. ###"),
        ],
    },
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Random;

    /// Draws the letters in cells of the typeface, each at its place in the cell. `margin` is the
    /// number of blank rows and columns around them.
    fn draw_with(text: &str, face: &Typeface, [lit, unlit]: [char; 2], margin: usize) -> String {
        let blank_row = vec![unlit; margin * 2 + text.len() * face.pitch];
        let mut rows = vec![blank_row; margin * 2 + face.height];
        for (cell, letter) in text.chars().enumerate() {
            let glyph = face.glyphs().find(|glyph| glyph.letter == letter).unwrap();
            let start = margin + cell * face.pitch + glyph.left;
            for (row, column) in
                (0..face.height).flat_map(|row| (0..glyph.width).map(move |column| (row, column)))
            {
                if glyph.is_lit(row, column) {
                    rows[margin + row][start + column] = lit;
                }
            }
        }
        let rows: Vec<String> = rows.iter().map(|row| row.iter().collect()).collect();
        rows.join("\n")
    }

    fn draw(text: &str) -> String {
        draw_with(text, &TYPEFACES[0], ['#', '.'], 0)
    }

    fn letters(text: &str) -> Reading {
        Reading::Letters(text.to_owned())
    }

    fn some_letters(text: &str) -> Reading {
        Reading::SomeLetters(text.to_owned())
    }

    #[test]
    fn reads_random_words_however_they_are_drawn() {
        let mut random = Random::new(1);
        let mut below = |bound: usize| usize::try_from(random.below(bound as u64)).unwrap();
        let pixels = ["#.", "# ", "█░", "X ", "10", "⬜⬛", ".#"];
        for _ in 0..500 {
            let face = &TYPEFACES[below(3)];
            let alphabet: Vec<char> = face.glyphs().map(|glyph| glyph.letter).collect();
            let length = 1 + below(10);
            let word: String = (0..length)
                .map(|_| alphabet[below(alphabet.len())])
                .collect();
            let mut pixels = pixels[below(pixels.len())].chars();
            let pixels = [(); 2].map(|()| pixels.next().unwrap());
            let mut picture = draw_with(&word, face, pixels, below(4));
            if below(2) == 0 {
                // Each pixel is drawn twice, to be a square.
                let twice = |c: char| iter::repeat_n(c, if c == '\n' { 1 } else { 2 });
                picture = picture.chars().flat_map(twice).collect();
            }
            if below(2) == 0 {
                let trimmed: Vec<&str> = picture.lines().map(str::trim_end).collect();
                picture = trimmed.join("\n");
            }
            assert_eq!(read(&picture), letters(&word), "{picture}");
            assert_eq!(typed(&picture), word);
            let with_blank_lines = format!("\r\n\n{}\r\n", picture.replace('\n', "\r\n"));
            assert_eq!(read(&with_blank_lines), letters(&word));
        }
    }

    #[test]
    fn says_which_letters_are_not_known() {
        let hello = draw("HELLO");
        for (from, to, letters) in [
            ("#..#.####", "#..#.##.#", "H?LLO"),
            // The gap between two letters is lit.
            ("#..#.####", "#..######", "??LLO"),
            // A letter is in two pieces.
            ("####", "#..#", "H?LLO"),
        ] {
            let spoiled = hello.replacen(from, to, 1);
            assert_eq!(read(&spoiled), some_letters(letters), "{spoiled}");
            assert_eq!(typed(&spoiled), spoiled);
        }
        // A whole letter is missing.
        let blank = |row: &str| format!("{}.....{}", &row[..5], &row[10..]);
        let missing: Vec<String> = hello.lines().map(blank).collect();
        assert_eq!(read(&missing.join("\n")), some_letters("H?LLO"));
        // Two rows of letters, and no letters at all.
        assert_eq!(read(&format!("{hello}\n\n{hello}")), Reading::OtherHeight);
        assert_eq!(read("#.\n.#"), Reading::OtherHeight);
    }

    #[test]
    fn text_is_left_alone() {
        for text in [
            "", "\n", "..\n..\n", "#", "####\n", "\n#\n\n", "ab\nba", "a\tb\n",
        ] {
            assert_eq!(read(text), Reading::Text, "{text:?}");
            let is_line = !text.trim().contains('\n');
            assert_eq!(typed(text), if is_line { text.trim() } else { text });
        }
    }

    #[test]
    fn answers_are_compared_as_what_they_say() {
        let plain = draw("HELLO");
        let other = draw_with("HELLO", &TYPEFACES[0], ['█', ' '], 2);
        assert_eq!(compare(&plain, &other), Comparison::Equal);
        assert_eq!(compare(&plain, "HELLO"), Comparison::Equal);
        assert_eq!(compare("HELLO", &other), Comparison::Equal);
        assert_eq!(compare(&plain, "HELL"), Comparison::Different);
        assert_eq!(compare("33400", "33401"), Comparison::Different);
        assert_eq!(compare("33400", " 33400\r\n"), Comparison::Equal);
        assert_eq!(compare("a\nbc", "a\nbc\n"), Comparison::Equal);
        assert_eq!(compare("a\nbc", " a\nbc"), Comparison::Different);
        // An unknown letter agrees with any letter.
        let spoiled = plain.replacen("#..#.####", "#..#.##.#", 1);
        assert_eq!(compare(&spoiled, "HELLO"), Comparison::Unknown);
        assert_eq!(compare("HALLO", &spoiled), Comparison::Unknown);
        for different in ["HELLA", "H?LLO", "H3LLO", "HELO", ""] {
            assert_eq!(
                compare(&spoiled, different),
                Comparison::Different,
                "{different}"
            );
        }
        assert_eq!(compare(&spoiled, &plain), Comparison::Different);
        assert_eq!(
            compare(&spoiled, &spoiled.replace('.', " ")),
            Comparison::Equal
        );
        // Pictures that are not letters are compared as pictures.
        assert_eq!(compare("#.\n.#", "@ \n @\n"), Comparison::Equal);
        assert_eq!(compare("#.\n.#", ".#\n#."), Comparison::Different);
        assert_eq!(compare("#.\n.#", "HELLO"), Comparison::Different);
    }
}
