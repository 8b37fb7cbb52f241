//! The examples of a puzzle outside of its code. `missing.rs` says why there is none, `write.rs`
//! writes the examples on the page to the file, and `take.rs` lets the user take examples that are
//! only likely.

mod missing;
mod take;
mod write;

pub use missing::{missing_example, missing_hint, no_example_note, report_missing_examples};
pub use take::{TakeOutcome, take_examples, take_unasked};
pub use write::{add_examples, write_page_examples};

use aoc_solution::Part;

use crate::app::{SiteAccess, Workspace};
use crate::error::Result;
use crate::inputs::InputId;
use crate::puzzle::Puzzle;
use crate::records::StoredDay;
use crate::runner::DayExamples;

/// The examples of a puzzle from its file, and also from the stored page if the file has no example
/// for the next part to solve.
pub fn find(site: &SiteAccess, workspace: &Workspace, puzzle: Puzzle) -> Result<DayExamples> {
    let day = StoredDay::new(workspace.store()?, puzzle);
    examples_of(workspace, &day, || {
        // Examples need no answers, so a file of answers that cannot be read is not an error here.
        let recorded = day.store.answers(puzzle, &InputId::Own).unwrap_or_default();
        let known = day.known_answers(recorded);
        match known.solved() {
            // No session is needed.
            [true, true] => None,
            _ => site.records(workspace).stars_of(&known).open_part(),
        }
    })
}

/// The examples of a puzzle from its file, or from its page if there is no file. Without the likely
/// ones.
pub fn find_in_file(workspace: &Workspace, puzzle: Puzzle) -> Result<DayExamples> {
    let day = StoredDay::new(workspace.store()?, puzzle);
    examples_of(workspace, &day, || None)
}

/// The examples of a day. Results show the path of their file relative to the current folder.
fn examples_of(
    workspace: &Workspace,
    day: &StoredDay,
    open_part: impl FnOnce() -> Option<Part>,
) -> Result<DayExamples> {
    let examples = day.examples(open_part)?;
    Ok(DayExamples {
        file: workspace.relative_path(&examples.file),
        ..examples
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::App;
    use crate::app::args::GlobalArgs;
    use crate::testing::{environment, project, write};

    /// The last star of an event requires all others, so no part of the year is open, even if an
    /// older page shows an open part.
    #[test]
    fn a_part_of_a_complete_year_needs_no_example() {
        let (temp, _) = project(&[]);
        let article = "<article class=\"day-desc\"><h2>T</h2><pre><code>5\n6\n</code></pre><p>It may \
                       be <code><em>11</em></code>.</p><p><em>What is it?</em></p></article>";
        let page = format!("<title>Day 8 - Advent of Code 2016</title><main>{article}</main>");
        write(temp.path(), "inputs/year2016/day08.html", &page);
        let app = App::new(environment(temp.path(), &[]), &GlobalArgs::default());
        let is_missing = || {
            find(&app.site, &app.workspace, Puzzle::of(2016, 8))
                .unwrap()
                .missing
                .is_some()
        };
        assert!(is_missing());
        let last_star = "[[guess]]\npart = 2\nanswer = 5\nverdict = 'right'\ntime = \
                         2020-12-22T05:00:00Z\n";
        write(temp.path(), "inputs/year2016/day25.answers.toml", last_star);
        assert!(!is_missing());
    }
}
