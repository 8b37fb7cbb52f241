//! Adds the answers and examples of a page to the other files under `inputs/`.

use std::path::PathBuf;

use aoc_solution::Part;
use serde::Serialize;

use super::Downloader;
use crate::app::Ui;
use crate::error::Result;
use crate::examples;
use crate::inputs::{InputId, is_same_answer};
use crate::pages::PuzzlePage;
use crate::puzzle::Puzzle;
use crate::records::{AcceptedBySite, KnownAnswers, StoredDay};
use crate::runner::MissingExample;
use crate::terminal::{excerpt, plural, shell_word};

/// The answers and examples that were taken from a page.
#[derive(Default, Serialize)]
pub struct Learned {
    /// The parts whose accepted answers were recorded.
    accepted: Vec<u8>,
    /// The examples that were written. `None` if the file of examples did not change.
    examples: Option<LearnedExamples>,
}

/// The examples that were written to the file.
#[derive(Serialize)]
struct LearnedExamples {
    file: PathBuf,
    #[serde(rename = "sure")]
    certain: usize,
    /// The number of examples that are comments in the file.
    #[serde(rename = "unsure")]
    likely: usize,
    /// The kind of missing example. `None` if an example is certain, or if the user already knows
    /// that it is missing.
    #[serde(skip)]
    missing: Option<MissingExample>,
}

impl Learned {
    /// Prints a note about the answers and examples that were taken from the page. Returns false if
    /// there are none.
    pub fn report(&self, ui: &Ui, puzzle: Puzzle) -> bool {
        let mut notes = Vec::new();
        match self.accepted[..] {
            [] => {}
            [part] => notes.push(format!("recorded the accepted answer to part {part}")),
            _ => notes.push("recorded the accepted answers to both parts".to_owned()),
        }
        if let Some(LearnedExamples {
            file,
            certain,
            missing,
            ..
        }) = &self.examples
        {
            if *certain > 0 {
                let count = plural(*certain, "example");
                notes.push(format!("wrote {count} to {}", file.display()));
            }
            notes.extend(missing.map(|missing| examples::missing_hint(ui, puzzle, file, missing)));
        }
        if notes.is_empty() {
            return false;
        }
        ui.note(format!("{puzzle}: {}", notes.join("; ")));
        true
    }
}

impl Downloader<'_> {
    /// Records the answers and examples that a stored page shows.
    pub(super) fn record_page(&self, puzzle: Puzzle, page: &PuzzlePage) -> Learned {
        Learned {
            accepted: self.or_warning(puzzle, self.record_answers(puzzle, page)),
            examples: self.or_warning(puzzle, self.record_examples(puzzle, page)),
        }
    }

    /// Turns an error into a warning, because the page itself is stored.
    fn or_warning<T: Default>(&self, puzzle: Puzzle, recorded: Result<T>) -> T {
        recorded.unwrap_or_else(|error| {
            self.ui.warning(format!("{puzzle}: {error}"));
            T::default()
        })
    }

    /// Records the accepted answers on the page that are not recorded yet, and returns their parts.
    /// This may settle a guess whose verdict is unknown. Text that people have written never
    /// changes. Nothing is recorded for a part if the site has judged another answer right, perhaps
    /// for another account.
    fn record_answers(&self, puzzle: Puzzle, page: &PuzzlePage) -> Result<Vec<u8>> {
        if self.store.is_other_input(puzzle, page.input()) {
            let path = self.store.input_path(puzzle, &InputId::Own);
            self.ui.warning(format!(
                "{puzzle}: the page shows another input than {}, so its answers were not \
                 recorded; is this the session of another account?",
                self.workspace.relative_path(&path).display()
            ));
            return Ok(Vec::new());
        }
        let day = StoredDay::new(self.store, puzzle);
        self.store.edit_answers(puzzle, &InputId::Own, |answers| {
            let known = day.answers_in_file(answers.clone()).with_page(Ok(page));
            answers.clone_from(&known.recorded);
            let mut added = Vec::new();
            for part in Part::BOTH {
                if let Some(answer) = self.new_answer(&known, part) {
                    answers.accept(part, answer);
                    added.push(part.into());
                }
            }
            added
        })
    }

    /// The accepted answer to a part, if the file has none yet. Warns if the file has another one.
    fn new_answer<'k>(&self, known: &'k KnownAnswers, part: Part) -> Option<&'k str> {
        let puzzle = known.puzzle;
        let path = self.store.answers_path(puzzle, &InputId::Own);
        let path = self.workspace.relative_path(&path);
        let file = path.display();
        if let Some(AcceptedBySite::Verdict(guess)) = known.accepted_by_site(part)
            && let Some(shown) = known.on_page(part)
            && !is_same_answer(&guess.answer, shown)
        {
            self.ui.warning(format!(
                "{puzzle} part {part}: the page shows that the site accepted {shown}, but {file} \
                 records that {}; if that guess was for another input, remove it",
                guess.verdict_in_words()
            ));
            return None;
        }
        let answer = known.accepted(part)?;
        let Some(recorded) = known.recorded.accepted(part) else {
            return Some(answer);
        };
        if answer != recorded {
            self.ui.warning(format!(
                "{puzzle} part {part}: the site accepted {answer}, but {file} has {}, which is \
                 kept; the site's answer counts, and `aoc accept {puzzle} {} --part {part} --force` \
                 corrects the file",
                excerpt(recorded, 40),
                shell_word(answer)
            ));
        }
        None
    }

    /// Writes the examples of the page. Returns `None` if the file already has them, or if the user
    /// has written the file.
    fn record_examples(
        &self,
        puzzle: Puzzle,
        page: &PuzzlePage,
    ) -> Result<Option<LearnedExamples>> {
        let Some(extracted) = examples::write_page_examples(self.store, puzzle, page)? else {
            return Ok(None);
        };
        let certain = extracted
            .iter()
            .filter(|example| example.trust.is_active())
            .count();
        let found = examples::find(self.site, self.workspace, puzzle)?;
        let messages = self.site.shown_messages();
        let missing =
            examples::missing_example(self.workspace, puzzle, &found).filter(|&missing| {
                // The other reasons are told after a run. Each is told once.
                matches!(missing, MissingExample::Likely(_))
                    && messages.mark_missing_example(puzzle, missing)
            });
        Ok(Some(LearnedExamples {
            file: found.file,
            certain,
            likely: extracted.len() - certain,
            missing,
        }))
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::app::App;
    use crate::app::args::GlobalArgs;
    use crate::download::DownloadPlan;
    use crate::inputs::Verdict;
    use crate::records::answers_to_input;
    use crate::testing::{environment, project, write};

    /// A page of another day without an answer counts as damaged, so it gives no verdict.
    #[test]
    fn the_page_settles_the_guess_for_the_last_star() {
        let guess = "[[guess]]\npart = 2\nanswer = 'done'\nverdict = 'unknown'\ntime = \
                     2020-12-25T05:00:00Z\n";
        let complete = "<p class=\"day-success\">Both parts of this puzzle are complete!</p>";
        for (day, below, verdict) in [
            (25, complete, Verdict::Right),
            (
                25,
                "<p>You have enough stars to start.</p>",
                Verdict::Unknown,
            ),
            (24, complete, Verdict::Unknown),
        ] {
            let puzzle = Puzzle::of(2020, day);
            let (temp, _) = project(&[]);
            let answers = format!("inputs/year2020/day{day}.answers.toml");
            write(temp.path(), &answers, guess);
            let app = App::new(environment(temp.path(), &[]), &GlobalArgs::default());
            let plan = DownloadPlan::default();
            let downloader = Downloader::new(&app.ui, &app.site, &app.workspace, plan).unwrap();
            let article = "<article class=\"day-desc\"><h2>T</h2></article>";
            let page = PuzzlePage::parse(&format!("<main>{article}{article}{below}</main>"));
            let added = downloader.record_answers(puzzle, &page).unwrap();
            assert_eq!(added, [0; 0], "{day} {below}");
            let answers = downloader.store.answers(puzzle, &InputId::Own).unwrap();
            assert_eq!(answers.guesses[0].verdict, verdict, "{day} {below}");
        }
    }

    /// The recorded answer was typed by hand.
    #[test]
    fn the_accepted_answer_is_the_same_before_and_after_its_guess_is_settled() {
        let puzzle = Puzzle::of(2020, 22);
        let (temp, _) = project(&[]);
        let text = "part1 = 5\n[[guess]]\npart = 1\nanswer = 7\nverdict = 'unknown'\ntime = \
                    2020-12-22T05:00:00Z\n";
        let html = "<title>Day 22 - Advent of Code 2020</title><main><article \
                    class=\"day-desc\"><h2>T</h2></article><p>Your puzzle answer was \
                    <code>7</code>.</p></main>";
        write(temp.path(), "inputs/year2020/day22.answers.toml", text);
        write(temp.path(), "inputs/year2020/day22.html", html);
        let app = App::new(environment(temp.path(), &[]), &GlobalArgs::default());
        let plan = DownloadPlan::default();
        let downloader = Downloader::new(&app.ui, &app.site, &app.workspace, plan).unwrap();
        let store = downloader.store;
        for verdict in [Verdict::Unknown, Verdict::Right, Verdict::Right] {
            let stored = store.answers(puzzle, &InputId::Own).unwrap();
            assert_eq!(stored.accepted(Part::One), Some("5"));
            assert_eq!(stored.guesses[0].verdict, verdict);
            let known = answers_to_input(store, puzzle, &InputId::Own).unwrap();
            assert_eq!(known.accepted(Part::One), Some("7"), "{verdict}");
            let added = downloader.record_answers(puzzle, &PuzzlePage::parse(html));
            assert_eq!(added.unwrap(), [0; 0]);
        }
    }

    /// The example is certain, and a note would mention a file that does not exist.
    #[test]
    fn a_file_of_examples_that_cannot_be_written_has_no_comments() {
        let (temp, _) = project(&[]);
        let app = App::new(environment(temp.path(), &[]), &GlobalArgs::default());
        let downloader = Downloader::for_missing_files(&app).unwrap();
        let puzzle = Puzzle::of(2020, 22);
        let text = "<p>For example, consider:</p><pre><code>9\n</code></pre><p>The score is \
                    <em><code>306</code></em>.</p><p><em>What is yours?</em></p>";
        let article = format!("<article class=\"day-desc\"><h2>T</h2>{text}</article>");
        let title = "<title>Day 22 - Advent of Code 2020</title>";
        let html = format!("{title}<main>{article}</main>");
        let page = PuzzlePage::parse(&html);
        // This file is in the place of the folder.
        write(temp.path(), "inputs/year2020", "");
        let learned = downloader.record_page(puzzle, &page);
        assert!(learned.examples.is_none());
        fs::remove_file(temp.path().join("inputs/year2020")).unwrap();
        write(temp.path(), "inputs/year2020/day22.html", html);
        write(temp.path(), "inputs/year2020/day22.txt", "7\n");
        // Every command finds the input, such as `run` in another terminal.
        let found = examples::find(&app.site, &app.workspace, puzzle).unwrap();
        assert_eq!((found.stored.len(), found.missing), (1, None));
        let written = downloader.record_page(puzzle, &page).examples;
        assert_eq!(written.map(|examples| examples.certain), Some(1));
    }

    /// The user is told only about an example that `aoc test --take` offers for the open part.
    #[test]
    fn a_page_is_unclear_if_the_open_part_may_have_an_example() {
        let numbers = "<pre><code>5\n6\n</code></pre>";
        let value = "<p>It may be <code><em>11</em></code>.</p>";
        let question = "<p><em>What is it?</em></p>";
        let codes = "<code>3</code> ".repeat(30);
        let unknown = Puzzle::of(2036, 1);
        let other_rules = Puzzle::of(2016, 13);
        let unclear = [numbers, value, question].concat();
        for (puzzle, part1, part2, solved, expected) in [
            (unknown, &*unclear, "", 0, Some(Part::One)),
            (unknown, question, "", 0, None),
            (unknown, &*unclear, question, 1, None),
            (unknown, &*unclear, &*unclear, 1, Some(Part::Two)),
            (unknown, &*unclear, &*unclear, 2, None),
            (other_rules, &*codes, "", 0, None),
        ] {
            let (temp, _) = project(&[]);
            let app = App::new(environment(temp.path(), &[]), &GlobalArgs::default());
            let site = app.site.with_session(&app.environment, None);
            let plan = DownloadPlan::default();
            let downloader = Downloader::new(&app.ui, &site, &app.workspace, plan).unwrap();
            let mut page = String::new();
            for (index, text) in [part1, part2].into_iter().enumerate() {
                page += &format!("<article class=\"day-desc\">{text}</article>");
                if index < solved {
                    page += "<p>Your puzzle answer was <code>7</code>.</p>";
                }
            }
            let Puzzle { year, day } = puzzle;
            let title = format!("<title>Day {day} - Advent of Code {year}</title>");
            let page = format!("{title}<main>{page}</main>");
            downloader
                .store
                .write(&downloader.store.page_path(puzzle), &page)
                .unwrap();
            let page = PuzzlePage::parse(&page);
            let learned = downloader.record_examples(puzzle, &page).unwrap();
            let told = learned.and_then(|examples| examples.missing);
            assert_eq!(
                told,
                expected.map(MissingExample::Likely),
                "{puzzle} {part1} {part2} {solved}"
            );
            // The user was already told about the page. The file is still reported.
            if told.is_some() {
                fs::remove_file(downloader.store.examples_path(puzzle)).unwrap();
                let learned = downloader.record_examples(puzzle, &page).unwrap();
                let again = learned.expect("a file that was written");
                assert_eq!((again.missing, again.likely), (None, 1));
            }
        }
    }

    /// `aoc run` and `aoc status` do not call such a part unchecked either.
    #[test]
    fn a_page_is_not_unclear_for_a_part_with_an_example_in_the_code() {
        let article = "<article class=\"day-desc\"><h2>T</h2><pre><code>5\n6\n</code></pre><p>It may \
                       be <code><em>11</em></code>.</p><p><em>What is it?</em></p></article>";
        let html = format!("<title>Day 1 - Advent of Code 2036</title><main>{article}</main>");
        let puzzle = Puzzle::of(2036, 1);
        let code =
            |part| format!("functions! {{ examples = [example!(\"1\").part{part}(\"2\")], }}");
        for (code, expected) in [
            (code(1), None),
            (code(2), Some(MissingExample::Likely(Part::One))),
        ] {
            let (temp, _) = project(&[("year2036/day01.rs", &code)]);
            write(temp.path(), "inputs/year2036/day01.html", &html);
            let app = App::new(environment(temp.path(), &[]), &GlobalArgs::default());
            let downloader = Downloader::for_missing_files(&app).unwrap();
            // For a run, the examples that its worker lists decide.
            let found = examples::find(&app.site, &app.workspace, puzzle).unwrap();
            assert_eq!(found.missing, Some(MissingExample::Likely(Part::One)));
            let page = PuzzlePage::parse(&html);
            let learned = downloader.record_examples(puzzle, &page).unwrap();
            let told = learned.expect("a file that was written").missing;
            assert_eq!(told, expected, "{code}");
        }
    }
}
