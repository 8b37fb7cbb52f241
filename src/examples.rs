//! The examples of a puzzle. `job.rs` gives a job its examples. `page.rs` writes the examples on
//! the page to the file. `take.rs` lets the user take examples that are only likely.

mod job;
mod page;
mod take;

pub use job::{find_for_job, has_only_tests, stored_for_job};
pub use page::{add_examples, missing_hint, tell_missing_examples, write_page_examples};
pub use take::{TakeOutcome, take_examples, take_unseen};

use crate::app::SiteAccess;
use crate::error::Result;
use crate::inputs::Store;
use crate::puzzle::Puzzle;
use crate::records::{KnownStars, StoredDay};
use crate::runner::DayExamples;

/// The examples of a puzzle in its file. If they do not check the next part to solve, the examples
/// on the stored page are added. [`StoredDay::examples_in_file`] has only the file.
pub fn find(site: &SiteAccess, store: &Store, puzzle: Puzzle) -> Result<DayExamples> {
    // Only a stored page can show a part without an example. Without a page, the stars do not
    // matter, and no session is needed.
    let on_site = if store.has_page(puzzle) {
        site.stored_replies().stars().of_day(puzzle)
    } else {
        None
    };
    // Examples need no answers, so a file of answers that cannot be read is no error here.
    let recorded = store.answers(puzzle, None).unwrap_or_default();
    let day = StoredDay::new(store, puzzle);
    let (_, stored) = day.answers_and_solved_parts(recorded);
    let stars = KnownStars {
        stored,
        on_site,
        ..KnownStars::default()
    };
    day.examples(stars.open_part())
}
