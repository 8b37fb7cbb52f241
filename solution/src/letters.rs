//! Reads the capital letters that some puzzles draw on a screen.
//!
//! A letter is read if its pixels are exactly those of a letter that is known,
//! and never guessed: an answer that is wrong by a letter costs a minute of
//! waiting, reading it off the screen costs a few seconds.
//!
//! It is here and not in the runner because `cargo test` and a worker without
//! the runner show and compare such answers too.

mod picture;
mod typefaces;

use std::borrow::Cow;
use std::iter;

use picture::Picture;
use typefaces::{Glyph, TYPEFACES, Typeface};

/// Stands for a letter that is not known.
const UNKNOWN: char = '?';

/// What an answer says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reading {
    /// It is no picture: it is to be taken as it is.
    Text,
    /// It is a picture of these letters.
    Letters(String),
    /// It is a picture of something else, or of letters that are not all known.
    Unknown {
        /// The letters with `?` for those that are not known; `None` if no
        /// letters are as high as the picture.
        letters: Option<String>,
        /// The height of the picture.
        rows: usize,
    },
}

/// Reads an answer. Any two characters may be the lit and the other pixels;
/// blank rows and columns around the letters do not matter, nor whether each
/// pixel is drawn twice to be a square.
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
    look(answer).1
}

/// The answer as it would be typed into the site: the letters of a picture that
/// can be read, and everything else as it is.
#[must_use]
pub fn typed(answer: &str) -> Cow<'_, str> {
    match read(answer) {
        Reading::Letters(letters) => Cow::Owned(letters),
        _ => Cow::Borrowed(answer),
    }
}

/// Whether two answers are the same; `None` if that cannot be told, as the one
/// is a picture with letters that are not known and the other a text that has
/// some letter there.
#[must_use]
pub fn same(one: &str, other: &str) -> Option<bool> {
    if one == other {
        return Some(true);
    }
    let ((a, reading_a), (b, reading_b)) = (look(one), look(other));
    let (letters, text) = match (reading_a, reading_b) {
        (Reading::Unknown { letters, .. }, _) if b.is_none() => (letters, other),
        (_, Reading::Unknown { letters, .. }) if a.is_none() => (letters, one),
        (Reading::Unknown { .. }, _) | (_, Reading::Unknown { .. }) => return Some(a == b),
        _ => return Some(typed(one) == typed(other)),
    };
    let may_be = letters.is_some_and(|letters| fits(&letters, text));
    if may_be { None } else { Some(false) }
}

/// Whether `text` is `pattern` with letters in place of the unknown ones.
fn fits(pattern: &str, text: &str) -> bool {
    let fits = |(known, c): (char, char)| match known {
        UNKNOWN => c.is_ascii_uppercase(),
        known => known == c,
    };
    pattern.len() == text.len() && pattern.chars().zip(text.chars()).all(fits)
}

/// The picture that the answer draws, and what it says.
fn look(answer: &str) -> (Option<Picture>, Reading) {
    let candidates = Picture::candidates(answer);
    let mut unknown = None;
    for picture in candidates {
        for picture in picture.halved().into_iter().chain([picture]) {
            match read_picture(&picture) {
                Ok(letters) => return (Some(picture), Reading::Letters(letters)),
                Err(letters) => {
                    let rows = picture.height();
                    let reading = Reading::Unknown { letters, rows };
                    unknown.get_or_insert((Some(picture), reading));
                }
            }
        }
    }
    // Other characters may be a text that has but two of them.
    let is_picture = Picture::is_usual(answer);
    unknown
        .filter(|_| is_picture)
        .unwrap_or((None, Reading::Text))
}

/// The letters; if not all are known, those that are, or `None` if no letters
/// are as high.
fn read_picture(picture: &Picture) -> Result<String, Option<String>> {
    let has_height = |face: &&Typeface| face.height == picture.height();
    let face = TYPEFACES.iter().find(has_height).ok_or(None)?;
    let mut letters = String::new();
    // Where letters begin that are not known.
    let mut unknown = None;
    for (column, glyph) in face.pieces(picture) {
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
        let count = (picture.width() - from).div_ceil(face.pitch);
        letters.extend(iter::repeat_n(UNKNOWN, count));
    }
    if letters.contains(UNKNOWN) {
        Err(Some(letters))
    } else {
        Ok(letters)
    }
}

impl Typeface {
    /// The letters and where they begin; `None` for columns that show anything
    /// else.
    fn pieces(&self, picture: &Picture) -> Vec<(usize, Option<Glyph>)> {
        let mut pieces = Vec::new();
        let (mut column, mut end) = (0, 0);
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
            // One letter, or several where one is as wide as the pitch and
            // touches the next.
            while column < end {
                let glyph = self.glyph_at(picture, column, end);
                pieces.push((column, glyph));
                column = glyph.map_or(end, |glyph| column + glyph.width);
            }
        }
        pieces
    }

    /// The letter in the columns from `start` on, of which the one at `end` is
    /// blank.
    fn glyph_at(&self, picture: &Picture, start: usize, end: usize) -> Option<Glyph> {
        let has_room = |glyph: &Glyph| {
            start + glyph.width == end || (glyph.width == self.pitch && start + glyph.width < end)
        };
        self.glyphs()
            .find(|glyph| has_room(glyph) && glyph.is_at(picture, start))
    }
}

#[cfg(test)]
mod tests;
