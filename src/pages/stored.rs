//! The stored page of a puzzle, from which commands read what the site has shown.

use super::page::{COMPLETE, PuzzlePage};
use crate::inputs::Store;
use crate::puzzle::Puzzle;

impl PuzzlePage {
    /// The stored page of the puzzle. It is empty if it is missing, cannot be read, or is another
    /// page.
    pub fn stored(store: &Store, puzzle: Puzzle) -> Self {
        let html = store.page(puzzle).ok().flatten().unwrap_or_default();
        let page = Self::parse(&html);
        if page.is_titled(puzzle) {
            page
        } else {
            Self::default()
        }
    }

    /// The name of the puzzle on its stored page, sanitized. `None` if the page is missing or
    /// cannot be read.
    pub fn stored_name(store: &Store, puzzle: Puzzle) -> Option<String> {
        Self::stored(store, puzzle).name(puzzle)
    }

    /// True if the stored page says that both parts are solved. It is not parsed for that.
    pub fn says_complete(store: &Store, puzzle: Puzzle) -> bool {
        let html = store.page(puzzle).ok().flatten();
        html.is_some_and(|html| html.contains(COMPLETE))
    }
}
