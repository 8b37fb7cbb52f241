//! What is said and done about a puzzle without any example. Its code may have tests.

use super::write::no_example_hint;
use crate::app::Workspace;
use crate::error::Result;
use crate::project::source::{example_count, tokens};
use crate::puzzle::Puzzle;

/// The note for a puzzle without any example. It counts the tests in the day's code.
pub fn no_example_note(workspace: &Workspace, puzzle: Puzzle) -> Result<String> {
    let own_tests = workspace.project()?.test_count(puzzle);
    let has_page = workspace.store()?.has_page(puzzle);
    Ok(no_example_hint(puzzle, own_tests, has_page))
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
