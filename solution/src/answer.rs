//! The value that a part returns.

use std::borrow::Cow;
use std::fmt;

use crate::letters;

/// The answer to a part, or [`Unsolved`](Answer::Unsolved).
///
/// `into()` turns any integer or text into an answer, which is displayed exactly as a user would
/// type it into the site. Numbers are formatted only when they are displayed, so formatting is not
/// part of the measured time. Equal numbers are equal answers, whatever their types are:
///
/// ```
/// # use aoc_solution::Answer;
/// assert_eq!(Answer::from(2700_u64), 2700.into());
/// ```
#[derive(Clone, Debug, Default, Eq)]
#[non_exhaustive]
pub enum Answer {
    /// The part is not written yet.
    #[default]
    Unsolved,
    /// A number from a signed type.
    Signed(i128),
    /// A number from an unsigned type.
    Unsigned(u128),
    /// Any text.
    Text(String),
    /// A picture of capital letters, with `#` for lit pixels, as some puzzles draw them
    /// on a screen. See [`Answer::letters`].
    Letters(String),
}

impl Answer {
    /// Creates an answer from the letters drawn in `rows`: the top row first, `true`
    /// for a lit pixel.
    ///
    /// Only letters that have occurred in Advent of Code can be read. They are 6 or 10 pixels high,
    /// or 8 as in one example. Blank rows and columns around them are ignored. A picture that
    /// cannot be read is displayed as it is drawn.
    ///
    /// An [`Answer::Text`] may also contain such a picture, drawn with any two characters. It is
    /// read in the same way when the answer is shown, compared or submitted. See [`letters::read`].
    ///
    /// ```
    /// use aoc_solution::Answer;
    ///
    /// let screen = [
    ///     " ##  #  # ",
    ///     "#  # #  # ",
    ///     "#  # #### ",
    ///     "#### #  # ",
    ///     "#  # #  # ",
    ///     "#  # #  # ",
    /// ];
    /// let answer = Answer::letters(screen.map(|row| row.bytes().map(|pixel| pixel == b'#')));
    /// assert_eq!(answer.to_string(), "AH");
    /// ```
    pub fn letters<Row>(rows: impl IntoIterator<Item = Row>) -> Self
    where
        Row: IntoIterator<Item = bool>,
    {
        let mut picture = String::new();
        for row in rows {
            picture.extend(row.into_iter().map(|lit| if lit { '#' } else { '.' }));
            picture.push('\n');
        }
        Self::Letters(picture)
    }

    /// `true` if the part is written.
    #[must_use]
    pub const fn is_solved(&self) -> bool {
        !matches!(self, Self::Unsolved)
    }
}

impl PartialEq for Answer {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Unsolved, Self::Unsolved) => true,
            (Self::Signed(number), Self::Signed(other)) => number == other,
            (Self::Unsigned(number), Self::Unsigned(other)) => number == other,
            (Self::Signed(signed), Self::Unsigned(unsigned))
            | (Self::Unsigned(unsigned), Self::Signed(signed)) => {
                u128::try_from(*signed) == Ok(*unsigned)
            }
            (Self::Text(text), Self::Text(other)) | (Self::Letters(text), Self::Letters(other)) => {
                text == other
            }
            _ => false,
        }
    }
}

/// Displays the answer as a user would type it into the site. An unsolved part displays nothing.
impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unsolved => Ok(()),
            Self::Signed(number) => number.fmt(f),
            Self::Unsigned(number) => number.fmt(f),
            Self::Text(text) => text.fmt(f),
            Self::Letters(picture) => letters::typed(picture).fmt(f),
        }
    }
}

macro_rules! answer_from_integers {
    ($($integer:ty => $variant:ident),+) => {
        $(impl From<$integer> for Answer {
            #[inline]
            #[allow(clippy::cast_lossless, reason = "`usize` has no `into`")]
            fn from(number: $integer) -> Self {
                Self::$variant(number as _)
            }
        })+
    };
}
answer_from_integers!(
    i8 => Signed, i16 => Signed, i32 => Signed, i64 => Signed, i128 => Signed, isize => Signed,
    u8 => Unsigned, u16 => Unsigned, u32 => Unsigned, u64 => Unsigned, u128 => Unsigned, usize => Unsigned
);

macro_rules! answer_from_texts {
    ($($text:ty),+) => {
        $(impl From<$text> for Answer {
            fn from(text: $text) -> Self {
                Self::Text(text.into())
            }
        })+
    };
}
answer_from_texts!(String, &str, &String, Cow<'_, str>, char);

/// Turns the value into the text `true` or `false`.
impl From<bool> for Answer {
    fn from(truth: bool) -> Self {
        Self::Text(truth.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn becomes_text_as_typed() {
        assert_eq!(Answer::from(33_400_u32).to_string(), "33400");
        assert_eq!(Answer::from(-7_i8).to_string(), "-7");
        assert_eq!(Answer::from(u128::MAX).to_string(), u128::MAX.to_string());
        assert_eq!(Answer::from("a,b").to_string(), "a,b");
        assert_eq!(Answer::from(&String::from("a")).to_string(), "a");
        assert_eq!(Answer::from(Cow::Borrowed("b")).to_string(), "b");
        assert_eq!(Answer::from(true).to_string(), "true");
        assert_eq!(Answer::Unsolved.to_string(), "");
    }

    #[test]
    fn equal_numbers_of_different_types_are_equal_answers() {
        assert_eq!(Answer::from(5_i32), Answer::from(5_u64));
        assert_eq!(Answer::from(5_u8), Answer::from(5_i128));
        assert_ne!(Answer::from(-1_i8), Answer::from(u128::MAX));
        assert_ne!(Answer::from(-1_i8), Answer::from(255_u8));
        assert_ne!(Answer::from(5), Answer::from("5"));
        assert_ne!(Answer::from("#\n"), Answer::letters([[true]]));
    }
}
