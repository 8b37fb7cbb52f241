//! The stored page of a puzzle. Commands read from it what the site has shown so far.

use super::html::{page_title, star_count};
use super::puzzle_page::{COMPLETE, PuzzlePage};
use crate::inputs::{NotCheckedOut, Store};
use crate::puzzle::Puzzle;

/// The reason why the stored page of a puzzle cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum UnusablePage {
    Missing,
    /// The file cannot be read, or is not the page of this puzzle.
    Damaged,
    NotCheckedOut(NotCheckedOut),
    /// The page belongs to another account, because it shows another input than the stored one.
    OtherAccount,
}

/// The stored page of a puzzle, which may belong to another account.
pub fn stored_page(store: &Store, puzzle: Puzzle) -> Result<PuzzlePage, UnusablePage> {
    if !store.has_page(puzzle) {
        return Err(UnusablePage::Missing);
    }
    let page = PuzzlePage::parse(&store.page_html(puzzle));
    if page.is_titled(puzzle) && !page.parts.is_empty() {
        return Ok(page);
    }
    let tool = NotCheckedOut::of_file(&store.page_path(puzzle));
    Err(tool.map_or(UnusablePage::Damaged, UnusablePage::NotCheckedOut))
}

/// The number of stars in the header of the stored page. `None` if it shows none. The page is
/// searched instead of parsed, because screens ask this of each day.
pub fn stars_in_header(store: &Store, puzzle: Puzzle) -> Option<u32> {
    let html = store.page_html(puzzle);
    let (_, rest) = html.split_once("star-count")?;
    let (_, rest) = rest.split_once('>')?;
    star_count(rest.split('<').next()?)
}

/// True if the stored page says that both parts of the puzzle are solved, and shows these answers
/// in this order. The page is searched instead of parsed, because `status` does this for each day.
/// The result is therefore false for an answer with a character that HTML escapes.
pub fn page_says_complete(store: &Store, puzzle: Puzzle, answers: &[&str]) -> bool {
    let html = store.page_html(puzzle);
    let mut rest = &*html;
    for answer in answers {
        let sentence = format!("Your puzzle answer was <code>{answer}</code>");
        let Some((_, after)) = rest.split_once(&sentence) else {
            return false;
        };
        rest = after;
    }
    rest.contains(COMPLETE) && html.contains(&page_title(puzzle))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::Locks;

    #[test]
    fn a_file_that_is_not_the_puzzles_page_is_damaged() {
        let dir = tempfile::tempdir().expect("a folder");
        let store = Store::new(dir.path().to_owned(), Locks { cache_dir: None });
        let puzzle = Puzzle::of(2020, 2);
        let path = store.page_path(puzzle);
        let part = "<main><article><h2>--- Day 2: A ---</h2></article></main>";
        let titled = |day| format!("<title>{}</title>", page_title(Puzzle::of(2020, day)));
        let missing = stored_page(&store, puzzle).map(|_| ());
        assert_eq!(missing, Err(UnusablePage::Missing));
        for (name, html, is_page) in [
            ("empty", Vec::new(), false),
            ("no text", vec![0xff], false),
            ("no part", titled(2).into(), false),
            ("another day", (titled(22) + part).into(), false),
            ("the page", (titled(2) + part).into(), true),
        ] {
            store.write(&path, html).expect("written");
            let stored = stored_page(&store, puzzle).map(|_| ());
            let expected = if is_page {
                Ok(())
            } else {
                Err(UnusablePage::Damaged)
            };
            assert_eq!(stored, expected, "{name}");
        }
    }

    #[test]
    fn only_the_puzzles_own_page_says_that_it_is_complete() {
        let dir = tempfile::tempdir().expect("a folder");
        let store = Store::new(dir.path().to_owned(), Locks { cache_dir: None });
        let puzzle = Puzzle::of(2020, 2);
        let path = store.page_path(puzzle);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("created");
        assert!(!page_says_complete(&store, puzzle, &[]));
        for (day, text, expected) in [(2, COMPLETE, true), (2, "", false), (22, COMPLETE, false)] {
            let title = page_title(Puzzle::of(2020, day));
            let html = format!("<title>{title}</title><main><p>{text}!</p></main>");
            std::fs::write(&path, html).expect("written");
            let says_complete = page_says_complete(&store, puzzle, &[]);
            assert_eq!(says_complete, expected, "{day} {text}");
        }
    }

    #[test]
    fn a_complete_page_shows_its_answers_in_their_order() {
        let dir = tempfile::tempdir().expect("a folder");
        let store = Store::new(dir.path().to_owned(), Locks { cache_dir: None });
        let puzzle = Puzzle::of(2020, 2);
        let [one, two] = ["5", "7"]
            .map(|answer| format!("<p>Your puzzle answer was <code>{answer}</code>.</p>"));
        let title = page_title(puzzle);
        let html = format!("<title>{title}</title>{one}{two}<p>{COMPLETE}!</p>");
        store
            .write(&store.page_path(puzzle), html)
            .expect("written");
        for (answers, expected) in [
            (&["5", "7"][..], true),
            (&["5"], true),
            (&["7", "5"], false),
            (&["5", "77"], false),
        ] {
            let says_complete = page_says_complete(&store, puzzle, answers);
            assert_eq!(says_complete, expected, "{answers:?}");
        }
    }
}
