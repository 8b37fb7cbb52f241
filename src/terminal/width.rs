//! How wide text is, and cutting it to fit.

use std::borrow::Cow;

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// How many columns `text` takes.
pub fn width(text: &str) -> usize {
    text.width()
}

/// `text` in at most `columns` columns; what is too long ends with an ellipsis.
pub fn cut_end(text: &str, columns: usize) -> Cow<'_, str> {
    if width(text) <= columns {
        return text.into();
    }
    let mut kept = fitting(text.chars(), columns);
    kept.truncate(kept.trim_end().len());
    (kept + "…").into()
}

/// `text` in at most `columns` columns; what is too long begins with an
/// ellipsis: the end of a path says most.
pub fn cut_start(text: &str, columns: usize) -> Cow<'_, str> {
    if width(text) <= columns {
        return text.into();
    }
    let kept: String = fitting(text.chars().rev(), columns).chars().rev().collect();
    ("…".to_owned() + &kept).into()
}

/// As many of `chars` as fit in `columns` with an ellipsis beside them.
fn fitting(chars: impl Iterator<Item = char>, columns: usize) -> String {
    let mut room = columns.saturating_sub(1);
    chars
        .take_while(|c| {
            let width = c.width().unwrap_or(0);
            let fits = width <= room;
            room = room.saturating_sub(width);
            fits
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn cuts_only_what_does_not_fit() {
        assert_eq!(cut_end("Crab Combat", 11), "Crab Combat");
        assert_eq!(cut_end("Crab Combat", 10), "Crab Comb…");
        assert_eq!(cut_end("Crab Combat", 6), "Crab…");
        assert_eq!(cut_start("inputs/day22.txt", 11), "…/day22.txt");
        assert_eq!(cut_end("カニの戦い", 6), "カニ…");
    }

    proptest! {
        #[test]
        fn what_is_cut_fits(text in "\\PC{0,40}", columns in 1_usize..50) {
            prop_assert!(width(&cut_end(&text, columns)) <= columns);
            prop_assert!(width(&cut_start(&text, columns)) <= columns);
        }
    }
}
