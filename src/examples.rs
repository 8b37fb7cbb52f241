//! The examples of a puzzle: which ones a job runs, and those on its page, which are written to the
//! file, or taken by the user if they are only likely.

mod job;
mod page;
mod take;

pub use job::{find_for_job, stored_for_job};
pub use page::{add_examples, missing_hint, tell_missing_examples, write_page_examples};
pub use take::{TakeOutcome, take_examples, take_unseen};

use crate::app::SiteAccess;
use crate::error::Result;
use crate::inputs::Store;
use crate::puzzle::Puzzle;
use crate::records::StoredDay;
use crate::runner::DayExamples;

/// The examples of a puzzle in its file and, if those do not check the next part to solve, on its
/// stored page. For the file alone there is [`StoredDay::examples_in_file`].
pub fn find(site: &SiteAccess, store: &Store, puzzle: Puzzle) -> Result<DayExamples> {
    // Only a stored page can show a part without an example, so no session is looked for without
    // one.
    let shown = if store.has_page(puzzle) {
        site.stored_replies().stars().of_day(puzzle)
    } else {
        None
    };
    // Examples need no answers, so only other commands fail if the file cannot be read.
    let answers = store.answers(puzzle, None).unwrap_or_default();
    let day = StoredDay::new(store, puzzle);
    day.examples(day.stars(&answers, shown).open_part())
}
