//! Finds the answer to submit, on the command line or by running the solution.

use std::cmp::Reverse;
use std::path::Path;

use aoc_solution::letters::typed;
use aoc_solution::protocol::Source;

use super::SubmitPlan;
use super::part_record::PartRecord;
use crate::app::{App, DecidesBy};
use crate::download::Downloader;
use crate::download::inputs::real_input;
use crate::error::{Result, failure, usage_error};
use crate::examples;
use crate::execution::{BuildMode, build, execute_silently};
use crate::files::{MAX_FILE, read_regular_file};
use crate::inputs::{Consequence, FailurePlace, Trust};
use crate::pages::is_text_of_page;
use crate::reporter::source_name;
use crate::runner::{MissingExample, PuzzleResult, SolveJob};

/// The answer that is sent for the last star of an event. The site accepts any text there.
const ANY_ANSWER: &str = "done";

/// An answer to submit.
pub struct Candidate {
    pub answer: String,
    /// The result of the solution; `None` if the user gave the answer.
    pub solved: Option<PuzzleResult>,
    /// The kind of example that is missing, which a note tells.
    pub missing_example: Option<MissingExample>,
    /// Whether an example, or a text of the page, was used instead of the input.
    pub ran_with_example: bool,
}

impl Candidate {
    /// An answer that did not come from the solution.
    pub fn given(answer: &str) -> Self {
        Self {
            answer: typed(answer).trim().to_owned(),
            solved: None,
            missing_example: None,
            ran_with_example: false,
        }
    }

    /// The examples of the part that ran.
    pub fn examples(&self) -> &[PuzzleResult] {
        self.solved.as_ref().map_or(&[], |solved| &solved.examples)
    }

    /// The failed example with the gravest consequence, and this consequence. `None` if no
    /// example failed.
    pub fn failing_example(&self, decides_by: DecidesBy) -> Option<(&PuzzleResult, Consequence)> {
        let examples = self.examples();
        let failing = examples
            .iter()
            .filter(|example| example.is_failure())
            .min_by_key(|example| Reverse(example.trust))?;
        let place = match decides_by {
            DecidesBy::Question => FailurePlace::SubmitOnTerminal,
            DecidesBy::Key => FailurePlace::SubmitByKey,
            DecidesBy::Nothing => FailurePlace::Submit {
                has_own: examples.iter().any(|example| example.trust == Trust::User),
            },
        };
        Some((failing, failing.trust.on_failure(place)))
    }
}

/// Describes the failure of an example, and how to remove the example if the tool wrote it.
pub fn describe_failure(example: &PuzzleResult) -> String {
    let name = source_name(&example.header);
    let place = match example.header.name {
        Some(_) => name,
        None => format!("the {name}"),
    };
    let remedy = "compare it with the page, and remove its entry if it is wrong";
    match example.trust {
        Trust::User => format!("{place} fails"),
        Trust::Taken => format!("{place}, which you took from the page, fails ({remedy})"),
        Trust::Page | Trust::Confirmed | Trust::Likely | Trust::OtherRules => {
            format!("{place}, which was found on the page, fails ({remedy})")
        }
    }
}

/// Finds the answer on the command line, or runs the examples and then the solution.
pub fn find_answer(app: &App, plan: &SubmitPlan, record: &PartRecord) -> Result<Candidate> {
    match &plan.answer {
        Some(answer) => Ok(Candidate::given(answer)),
        None if record.is_last_star() => Ok(Candidate::given(ANY_ANSWER)),
        None => solve(app, plan, record),
    }
}

/// Runs the examples and the part with one program.
fn solve(app: &App, plan: &SubmitPlan, record: &PartRecord) -> Result<Candidate> {
    let PartRecord { puzzle, part, .. } = *record;
    let Some(file) = app.workspace.project()?.day_file(puzzle) else {
        return Err(usage_error(format!(
            "no solution: create it with `aoc new {puzzle}`, or give the answer with --answer"
        )));
    };
    if let Some(editor) = unsaved_editor(&file, app.environment.home.as_deref()) {
        let shown = app.workspace.relative_path(&file);
        app.ui.warning(format!(
            "{} has unsaved changes in {editor}",
            shown.display()
        ));
    }
    let puzzles = [puzzle];
    let programs = build(app, &puzzles, &plan.build, BuildMode::Run)?;
    let program = programs.program(puzzle)?;
    let downloader = Downloader::for_missing_files(app)?;
    let input = real_input(&downloader, puzzle, None)?;
    let has_text_of_page = match &input.source {
        Source::Text(text) => {
            let page = record.page.as_ref();
            page.is_some_and(|page| is_text_of_page(page, text))
        }
        Source::Example(_) => false,
    };
    let mut job = SolveJob::of_input(input, program.spawn_options(plan.limits));
    if !record.is_solved() {
        let examples = examples::find(&app.site, app.workspace.store()?, puzzle)?;
        job.examples = Some(examples::for_job(&app.workspace, puzzle, examples)?);
    }
    job.parts = vec![part];
    let (result, findings) = execute_silently(&programs, job)?;
    let found = result
        .answer(part)
        .map_err(|why| failure(format!("the solution failed: {why}")))?;
    let Some(answer) = found else {
        let why = "the code gives no answer yet, so there is nothing to submit";
        return Err(failure(why));
    };
    Ok(Candidate {
        ran_with_example: findings.input_is_example || has_text_of_page,
        solved: Some(result),
        missing_example: findings.missing,
        ..Candidate::given(&answer)
    })
}

/// The byte in the header of vim's swap file that tells whether the file has unsaved changes.
const SWAP_STATE: usize = 1007;
/// The value of that byte if there are unsaved changes.
const UNSAVED: u8 = 0x55;

/// The editor that has unsaved changes of the file. emacs has a link next to the file, vim a swap
/// file there, and neovim one in its state folder.
fn unsaved_editor(file: &Path, home: Option<&Path>) -> Option<&'static str> {
    let name = file.file_name()?.display();
    if file.with_file_name(format!(".#{name}")).is_symlink() {
        return Some("emacs");
    }
    let mut swap_files = vec![file.with_file_name(format!(".{name}.swp"))];
    if let Some(home) = home {
        let path = file.to_string_lossy().replace('/', "%");
        swap_files.push(home.join(format!(".local/state/nvim/swap/{path}.swp")));
    }
    for swap_file in swap_files {
        let header = read_regular_file(&swap_file, MAX_FILE).unwrap_or_default();
        if header.get(SWAP_STATE) == Some(&UNSAVED) {
            return Some("vim");
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use std::fs::{create_dir_all, remove_file, write};

    use super::*;

    /// vim has swap files even for unchanged files, and one byte in them decides.
    #[test]
    fn changes_that_are_not_saved_are_seen() {
        let temp = tempfile::tempdir().unwrap();
        let file = temp.path().join("day01.rs");
        let editor = || unsaved_editor(&file, Some(temp.path()));
        assert_eq!(editor(), None);
        let beside = temp.path().join(".day01.rs.swp");
        let name = file.to_string_lossy().replace('/', "%");
        let folder = temp.path().join(".local/state/nvim/swap");
        create_dir_all(&folder).unwrap();
        let own = folder.join(format!("{name}.swp"));
        // On Windows, a path with `%` instead of separators is not a valid name of a file.
        let swap_files = if cfg!(unix) {
            vec![beside, own]
        } else {
            vec![beside]
        };
        for swap_file in swap_files {
            let mut header = vec![0; 4096];
            write(&swap_file, &header).unwrap();
            assert_eq!(editor(), None);
            header[SWAP_STATE] = UNSAVED;
            write(&swap_file, &header).unwrap();
            assert_eq!(editor(), Some("vim"), "{}", swap_file.display());
            remove_file(swap_file).unwrap();
        }
        #[cfg(unix)]
        std::os::unix::fs::symlink("me@host.1234:5678", temp.path().join(".#day01.rs")).unwrap();
        #[cfg(unix)]
        assert_eq!(editor(), Some("emacs"));
    }

    /// The path of a swap file may contain anything.
    #[cfg(unix)]
    #[test]
    fn a_swap_file_that_is_a_fifo_holds_up_nobody() {
        let temp = tempfile::tempdir().unwrap();
        let fifo = temp.path().join(".day01.rs.swp");
        let made = std::process::Command::new("mkfifo").arg(&fifo).status();
        assert!(made.expect("mkfifo").success());
        assert_eq!(unsaved_editor(&temp.path().join("day01.rs"), None), None);
    }
}
