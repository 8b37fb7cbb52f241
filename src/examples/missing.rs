//! Says why a puzzle has no example, or no certain one for the next part to solve.

use std::path::Path;

use aoc_solution::Part;

use crate::app::{ShownMessages, Ui, Workspace, watch_key};
use crate::error::Result;
use crate::pages::UnusablePage;
use crate::puzzle::{Puzzle, puzzle_list};
use crate::records::DayCode;
use crate::runner::{DayExamples, MissingExample};
use crate::terminal::plural;

/// The reason why the next part to solve has no certain example, given the `found` examples and the
/// examples in the code. `None` outside of a project, where no example can be taken or written.
pub fn missing_example(
    workspace: &Workspace,
    puzzle: Puzzle,
    found: &DayExamples,
) -> Option<MissingExample> {
    let code = DayCode::of(workspace.project().ok()?, puzzle).unwrap_or_default();
    found.missing_beside(&code.parts_with_example)
}

/// Tells the user that a part is not checked, because its page has no certain example. Each puzzle
/// is mentioned only once, and several puzzles share one line.
pub fn report_missing_examples(
    ui: &Ui,
    shown_messages: &ShownMessages,
    workspace: &Workspace,
    mut missing: Vec<(Puzzle, MissingExample)>,
) -> Result<()> {
    missing.retain(|&(puzzle, missing)| shown_messages.mark_missing_example(puzzle, missing));
    match missing[..] {
        [] => {}
        [(puzzle, missing)] => {
            let path = workspace.store()?.examples_path(puzzle);
            let path = workspace.relative_path(&path);
            let hint = missing_hint(ui, puzzle, &path, missing);
            ui.note(format!("{puzzle}: {hint}"));
        }
        [(first, _), ..] => {
            let puzzles = puzzle_list(missing.iter().map(|(puzzle, _)| *puzzle));
            let has_unusable_page = missing
                .iter()
                .any(|(_, missing)| matches!(missing, MissingExample::UnusablePage(..)));
            let place = if has_unusable_page {
                "for"
            } else {
                "on the pages of"
            };
            ui.note(format!(
                "no clear example was found {place} {puzzles}; run `aoc test {first}` for details"
            ));
        }
    }
    Ok(())
}

/// The hint for a page without a certain example. `file` is the file of examples.
pub fn missing_hint(ui: &Ui, puzzle: Puzzle, file: &Path, missing: MissingExample) -> String {
    let of_part = match missing.part() {
        Part::One => "",
        Part::Two => " of part 2",
    };
    let file = file.display();
    match missing {
        MissingExample::NotFound(_) => {
            format!("no example{of_part} was found on the page: add one to {file}")
        }
        MissingExample::UnusablePage(_, UnusablePage::NotCheckedOut(tool)) => {
            format!("no example{of_part}, as the stored page {tool}")
        }
        MissingExample::UnusablePage(..) => format!(
            "no example{of_part}, as the stored file is not the puzzle's page: `aoc fetch {puzzle}` \
             downloads it again"
        ),
        MissingExample::Likely(_) => {
            let how = ui.hint(&format!("`aoc test {puzzle} --take`"), watch_key::TAKE);
            format!(
                "the page has an example{of_part} that is not clear: see the comments in {file}; \
                 {how} takes it"
            )
        }
    }
}

/// The note for a puzzle without any example: what to do, by the tests in the day's code and the
/// stored page.
pub fn no_example_note(workspace: &Workspace, puzzle: Puzzle) -> Result<String> {
    let own_tests = workspace.project()?.test_count(puzzle);
    let has_page = workspace.store()?.has_page(puzzle);
    Ok(no_example_hint(puzzle, own_tests, has_page))
}

/// The hint for a puzzle without an example. Tests in the day's code may check the puzzle, but
/// `aoc test` does not run them.
fn no_example_hint(puzzle: Puzzle, own_tests: usize, has_page: bool) -> String {
    if own_tests > 0 {
        let tests = plural(own_tests, "test");
        let command = puzzle.test_command();
        return format!("no example, but the day has {tests}: run `{command}`");
    }
    if has_page {
        "no example: add one to the day's code".to_owned()
    } else {
        // The line is the same for all days, so that one line can name them.
        "no example: fetch its page, or add one to the day's code".to_owned()
    }
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

    #[test]
    fn without_an_example_the_hint_says_how_to_get_one() {
        for (own_tests, has_page, expected) in [
            (
                0,
                false,
                "no example: fetch its page, or add one to the day's code",
            ),
            (0, true, "no example: add one to the day's code"),
            (
                2,
                false,
                "no example, but the day has 2 tests: run `cargo test -p year2020 day01::`",
            ),
        ] {
            let hint = no_example_hint(Puzzle::of(2020, 1), own_tests, has_page);
            assert_eq!(hint, expected);
        }
    }
}
