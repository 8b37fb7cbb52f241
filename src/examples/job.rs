//! The examples of a puzzle in the form that a job needs.

use super::find;
use super::write::no_example_hint;
use crate::app::{SiteAccess, Workspace};
use crate::error::Result;
use crate::pages::DayExamples;
use crate::project::source::{example_count, tokens};
use crate::puzzle::Puzzle;
use crate::records::StoredDay;
use crate::runner::JobExamples;

/// The note for a puzzle without any example. It counts the tests in the day's code.
pub fn no_example_note(workspace: &Workspace, puzzle: Puzzle) -> Result<String> {
    let own_tests = workspace.project()?.test_count(puzzle);
    let has_page = workspace.store()?.has_page(puzzle);
    Ok(no_example_hint(puzzle, own_tests, has_page))
}

/// The examples that [`find`] returns, for a job.
pub fn find_for_job(
    site: &SiteAccess,
    workspace: &Workspace,
    puzzle: Puzzle,
) -> Result<JobExamples> {
    let found = find(site, workspace, puzzle)?;
    for_job(workspace, puzzle, found)
}

/// The examples in the file, for a job.
pub fn stored_for_job(workspace: &Workspace, puzzle: Puzzle) -> Result<JobExamples> {
    let file = StoredDay::new(workspace.store()?, puzzle).examples_in_file()?;
    let found = DayExamples {
        stored: file.examples,
        ..DayExamples::default()
    };
    for_job(workspace, puzzle, found)
}

fn for_job(workspace: &Workspace, puzzle: Puzzle, found: DayExamples) -> Result<JobExamples> {
    let file = workspace.store()?.examples_path(puzzle);
    let file = workspace.relative_path(&file);
    Ok(JobExamples { found, file })
}

/// True if the day's code may have tests, and there is no example in the code or the file.
pub fn may_have_only_tests(workspace: &Workspace, puzzle: Puzzle) -> Result<bool> {
    let project = workspace.project()?;
    let examples = example_count(&tokens(&project.day_text(puzzle)));
    if examples > 0 || !project.may_have_tests(puzzle) {
        return Ok(false);
    }
    let file = workspace.store()?.examples(puzzle);
    // A file that cannot be read may contain examples.
    Ok(file.is_ok_and(|file| file.examples.is_empty()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::App;
    use crate::app::args::GlobalArgs;
    use crate::testing::{environment, project};

    #[test]
    fn the_advice_for_a_day_without_an_example_counts_its_tests() {
        let puzzle = Puzzle::of(2020, 1);
        for (code, inner, count) in [
            ("", "", 0),
            ("#[test]\nfn one() {}\n", "", 1),
            ("#[test]\nfn one() {}\n#[test]\nfn two() {}\n", "", 2),
            // The quote is not closed in its file.
            ("#[test]\nfn one() {}\n\"", "#[test]\nfn two() {}\n", 2),
        ] {
            let files = [
                ("year2020/day01.rs", code),
                ("year2020/day01/inner.rs", inner),
            ];
            let (temp, _) = project(&files);
            let app = App::new(environment(temp.path(), &[]), &GlobalArgs::default());
            let note = no_example_note(&app.workspace, puzzle).unwrap();
            let advice = no_example_hint(puzzle, count, false);
            assert_eq!(note, advice, "{code}");
        }
    }
}
