//! The stored page of a puzzle, from which commands read what the site has shown.

use super::html::page_title;
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

    /// True if the puzzle's stored page says that both parts are solved. The page is searched and
    /// not parsed, because status does this for each day.
    pub fn says_complete(store: &Store, puzzle: Puzzle) -> bool {
        let html = store.page(puzzle).ok().flatten().unwrap_or_default();
        html.contains(COMPLETE) && html.contains(&page_title(puzzle))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::Locks;

    #[test]
    fn only_the_puzzles_own_page_says_that_it_is_complete() {
        let dir = tempfile::tempdir().expect("a folder");
        let store = Store::new(dir.path().to_owned(), Locks { cache_dir: None });
        let puzzle = Puzzle::of(2020, 2);
        let path = store.page_path(puzzle);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("created");
        assert!(!PuzzlePage::says_complete(&store, puzzle));
        for (day, text, expected) in [(2, COMPLETE, true), (2, "", false), (22, COMPLETE, false)] {
            let title = page_title(Puzzle::of(2020, day));
            let html = format!("<title>{title}</title><main><p>{text}!</p></main>");
            std::fs::write(&path, html).expect("written");
            let says_complete = PuzzlePage::says_complete(&store, puzzle);
            assert_eq!(says_complete, expected, "{day} {text}");
        }
    }
}
