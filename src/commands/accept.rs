//! `aoc accept`: records accepted answers. The user types them, or the solution gives them.

use std::path::PathBuf;

use aoc_solution::Part;
use clap::Args;
use serde::Serialize;

use crate::app::args::{Completes, SelectionArgs, parse_name, parse_part, parts};
use crate::app::{App, Ui, Workspace};
use crate::error::{CliError, Exit, Result, failure, file_error, usage_error};
use crate::execution::{BuildArgs, BuildMode, BuiltPrograms, LimitArgs, build, execute_silently};
use crate::inputs::{Answers, InputName, Store, is_same_answer, typed_answer};
use crate::pages::PuzzlePage;
use crate::puzzle::{Puzzle, Year, is_last_star, is_selector, puzzle_list};
use crate::records::{StoredDay, answers_to_input};
use crate::runner::PuzzleResult;
use crate::spelling::{did_you_mean, nearest};
use crate::steps::selection::{Resolver, only_puzzle};
use crate::terminal::style::PLAIN;
use crate::terminal::{ResultList, text_line};

/// Record accepted answers
///
/// Records answers that the site has accepted, so that later runs are compared with
/// them. Without an answer it runs the solution and records its answers; without a
/// selector it does so for all solutions that lack an answer, recorded or on the page.
/// A different recorded answer is replaced only with --force. Nothing is sent to the
/// site.
#[derive(Args)]
#[command(after_help = "\
Examples:
  aoc accept 22                  record what the solution of day 22 gives now
  aoc accept 2020/22 -p 1 33400  record this answer to part 1")]
pub struct AcceptArgs {
    /// Which puzzle: 22, 2020/22, today, latest; several without ANSWER [default: all without an answer, recorded or on the page]
    #[arg(value_name = "SELECTOR", allow_negative_numbers = true)]
    #[arg(add = Completes::Selectors)]
    selector: Option<String>,
    /// The accepted answer [default: the solution's answer]
    #[arg(allow_negative_numbers = true)]
    answer: Option<String>,
    /// A selector, as other tools have it
    #[arg(short, long, hide = true)]
    #[arg(add = Completes::Selectors)]
    day: Vec<String>,
    /// The year of a day that is given without one
    #[arg(short, long)]
    #[arg(add = Completes::Year)]
    year: Option<String>,
    /// The part [default: every solved part; with ANSWER the next one without an answer]
    #[arg(short, long, value_name = "N", value_parser = parse_part)]
    part: Option<Part>,
    /// The named input that the answers belong to
    #[arg(long, value_name = "NAME", value_parser = parse_name)]
    #[arg(add = Completes::Input)]
    input: Option<InputName>,
    /// Replace another answer, and record one that the site's verdicts rule out
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    build: BuildArgs,
}

/// An entry of the results of `aoc accept --json`.
#[derive(Serialize)]
struct AcceptResult {
    #[serde(flatten)]
    puzzle: Puzzle,
    /// The part. `None` if the failure affects all parts.
    part: Option<Part>,
    /// The name of a named input.
    input: Option<InputName>,
    answer: Option<String>,
    status: AcceptStatus,
    /// The file that contains the answer.
    file: Option<PathBuf>,
    message: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
enum AcceptStatus {
    Recorded,
    /// The same answer was already recorded.
    Unchanged,
    Refused,
    /// The part is not written yet.
    Unsolved,
    /// The solution failed at the part or before it.
    Failed,
}

impl AcceptArgs {
    /// The selectors and the typed answer. A single word is the selector, or, beside `--day`, the
    /// answer, which may be negative.
    fn selection_and_answer(&self) -> (SelectionArgs, Option<String>) {
        let mut selectors: Vec<String> = [&self.selector, &self.answer]
            .into_iter()
            .flatten()
            .cloned()
            .collect();
        let has_answer = selectors.len() + self.day.len() > 1;
        let answer = if has_answer { selectors.pop() } else { None };
        let selection = SelectionArgs {
            selectors,
            day: self.day.clone(),
            year: self.year.clone(),
        };
        (selection, answer)
    }
}

pub fn run(app: &App, args: &AcceptArgs) -> Result<Exit> {
    let (selection, answer) = args.selection_and_answer();
    let mut recorder = Recorder {
        ui: &app.ui,
        workspace: &app.workspace,
        args,
        store: app.workspace.store()?,
        results: Vec::new(),
        not_run: Vec::new(),
        exit: Exit::Done,
    };
    if let Some(answer) = answer {
        let answer = typed_answer(&answer).map_err(usage_error)?;
        let puzzle = puzzle_of_answer(app, args, &selection, &answer)?;
        // The site has accepted no answer to a locked puzzle.
        let unlocked = app.site.client().check_unlocked(recorder.store, puzzle);
        unlocked.map_err(|error| {
            let error = CliError::from(error).context(puzzle);
            error.with_hint("if this computer's clock is wrong, correct it")
        })?;
        recorder.check_spelling(puzzle)?;
        recorder.record(puzzle, args.part, answer)?;
    } else {
        let mut puzzles = Resolver::new(app).solutions_or_all(&selection)?;
        if selection.words().is_empty() {
            recorder.retain_without_answer(&mut puzzles)?;
        } else {
            recorder.refuse_last_star(&mut puzzles);
        }
        let programs = build(app, &puzzles, &args.build, BuildMode::Run)?;
        let ended = puzzles
            .iter()
            .try_for_each(|&puzzle| recorder.record_solution(puzzle, &programs));
        recorder.show_not_run();
        ended?;
    }
    let results = &recorder.results;
    // Without --json, each line was already printed.
    app.ui
        .show("accept", &ResultList { results }, String::new)?;
    Ok(recorder.exit)
}

/// The puzzle of a typed answer. Fails if the answer was probably meant as another selector, unless
/// `--force` is given.
fn puzzle_of_answer(
    app: &App,
    args: &AcceptArgs,
    selection: &SelectionArgs,
    answer: &str,
) -> Result<Puzzle> {
    // No answer has ever contained a slash.
    if answer.contains('/') && is_selector(answer) && !args.force {
        return Err(usage_error(format!(
            "`{answer}` is a puzzle: accept one puzzle at a time; --force records it as the answer"
        )));
    }
    // With other commands, such a word is the year of the days.
    if let Some(year) = Year::parse(answer)
        && !selection.day.is_empty()
        && !args.force
    {
        return Err(usage_error(format!(
            "`{answer}` is read as the answer: if it is the year, write `--year {year}`; --force \
             records it as the answer"
        )));
    }
    let selector = selection.selectors.first().map_or("", String::as_str);
    let years = [selector, answer].map(Year::parse);
    // The user probably means two years. If the first year has only one solution, the second year
    // would become its answer.
    if let [Some(_), Some(_)] = years
        && !args.force
    {
        let error = usage_error("two years are given instead of a puzzle and its answer");
        return Err(error_of_several(error, years, answer));
    }
    let puzzles = Resolver::new(app).solutions_or_events(selection)?;
    only_puzzle(&puzzles).map_err(|error| error_of_several(error, years, answer))
}

/// The error for several puzzles with one answer. The answer was perhaps meant as another selector.
/// `years` has the selector and the answer if they are years.
fn error_of_several(error: CliError, years: [Option<Year>; 2], answer: &str) -> CliError {
    if !is_selector(answer) {
        return error;
    }
    let range = match years {
        [Some(first), Some(last)] if first < last => {
            format!("`aoc accept {first}-{last}` or ")
        }
        _ => String::new(),
    };
    error.with_hint(format!(
        "`{answer}` is read as the answer: to accept several puzzles write {range}`aoc accept all`"
    ))
}

/// Records answers and keeps the result for each.
struct Recorder<'a> {
    ui: &'a Ui,
    workspace: &'a Workspace,
    args: &'a AcceptArgs,
    store: &'a Store,
    results: Vec<AcceptResult>,
    /// The reasons why puzzles could not run. Often all have the same one, such as no session.
    not_run: Vec<(CliError, Vec<Puzzle>)>,
    /// The exit code of the first failure.
    exit: Exit,
}

impl Recorder<'_> {
    /// Keeps the puzzles that lack an accepted answer. If there is none, a note says so. Fails if no
    /// puzzle has the named input.
    fn retain_without_answer(&self, puzzles: &mut Vec<Puzzle>) -> Result<()> {
        if puzzles.is_empty() {
            return Ok(());
        }
        let name = self.args.input.as_ref();
        if let Some(name) = name {
            // Only the user's own input can be downloaded.
            let all = puzzles.clone();
            puzzles.retain(|&puzzle| self.store.has_input(puzzle, Some(name)));
            if puzzles.is_empty() {
                let similar = self.similar_input(&all, name);
                let advice = similar.map_or(String::new(), |similar| did_you_mean(&similar));
                return Err(file_error(format!(
                    "no puzzle has an input `{name}`{advice}"
                )));
            }
        }
        puzzles.retain(|&puzzle| self.lacks_answer(puzzle));
        if puzzles.is_empty() {
            let input = match name {
                Some(name) => format!("input `{name}`"),
                None => "input".to_owned(),
            };
            self.ui.note(format!(
                "nothing to record: every {input} has its accepted answers"
            ));
        }
        Ok(())
    }

    /// Refuses the last star of an event if only its puzzle and part are selected.
    fn refuse_last_star(&mut self, puzzles: &mut Vec<Puzzle>) {
        if let [puzzle] = puzzles[..]
            && self.parts_with_answer(puzzle).is_empty()
        {
            let refused = self.result(puzzle, self.args.part, AcceptStatus::Refused);
            self.add_failure(refused, last_star_error());
            puzzles.clear();
        }
    }

    /// The parts to record. The last star of an event has no answer, so its part is left out.
    fn parts_with_answer(&self, puzzle: Puzzle) -> Vec<Part> {
        let mut parts = parts(self.args.part);
        parts.retain(|&part| !is_last_star(puzzle, part));
        parts
    }

    /// True if the accepted answer to any part of the puzzle is missing.
    fn lacks_answer(&self, puzzle: Puzzle) -> bool {
        // A file that cannot be read is reported later, when it is needed.
        let answers = answers_to_input(self.store, puzzle, self.args.input.as_ref());
        let answers = answers.unwrap_or_default();
        self.parts_with_answer(puzzle)
            .iter()
            .any(|&part| answers.accepted(part).is_none())
    }

    /// Records the solution's answer to each part.
    fn record_solution(&mut self, puzzle: Puzzle, programs: &BuiltPrograms) -> Result<()> {
        let result = match self.solve(puzzle, programs) {
            Ok(result) => result,
            Err(error) if error.is_interrupted() => return Err(error),
            Err(why) => {
                self.add_not_run(puzzle, why);
                return Ok(());
            }
        };
        for part in self.parts_with_answer(puzzle) {
            match answer_to_record(&result, part) {
                Ok(Some(answer)) => self.record(puzzle, Some(part), answer)?,
                Ok(None) => {
                    self.ui
                        .note(format!("{puzzle} part {part}: not solved yet"));
                    let unsolved = self.result(puzzle, Some(part), AcceptStatus::Unsolved);
                    self.results.push(unsolved);
                }
                Err(why) => {
                    let failed = self.result(puzzle, Some(part), AcceptStatus::Failed);
                    self.add_failure(failed, failure(why));
                }
            }
        }
        Ok(())
    }

    fn solve(&self, puzzle: Puzzle, programs: &BuiltPrograms) -> Result<PuzzleResult> {
        let name = self.args.input.as_ref();
        let program = programs.program(puzzle)?;
        let mut job = program.job_of_input(name, self.args.limits.with_default_timeout())?;
        job.parts = parts(self.args.part);
        let (result, _) = execute_silently(programs, "accept", job)?;
        Ok(result)
    }

    /// Fails if the named input is missing and its name is similar to the name of another input.
    /// Otherwise it may be missing: an answer may be recorded before the input is saved.
    fn check_spelling(&self, puzzle: Puzzle) -> Result<()> {
        let Some(name) = &self.args.input else {
            return Ok(());
        };
        if self.store.has_input(puzzle, Some(name)) {
            return Ok(());
        }
        let Some(similar) = self.similar_input(&[puzzle], name) else {
            return Ok(());
        };
        let path = self.store.input_path(puzzle, Some(name));
        let path = self.workspace.relative_path(&path);
        Err(file_error(format!(
            "{puzzle}: no input `{name}`{} to record the answer to a new input, save that first as {}",
            did_you_mean(&similar),
            path.display()
        )))
    }

    /// The named input of these puzzles whose name is similar.
    fn similar_input(&self, puzzles: &[Puzzle], name: &InputName) -> Option<String> {
        let stored: Vec<String> = puzzles
            .iter()
            .flat_map(|&puzzle| self.store.named_inputs(puzzle))
            .map(|stored| stored.to_string())
            .collect();
        let similar = nearest(&name.to_string(), stored.iter().map(String::as_str))?;
        Some(similar.to_owned())
    }

    /// Records an answer to the given part. Without a part, the answer is for the next one.
    fn record(&mut self, puzzle: Puzzle, part: Option<Part>, answer: String) -> Result<()> {
        let name = self.args.input.as_ref();
        // The page shows no answers to named inputs. It may be of another account, as most pages do
        // not show the input.
        let page = match name {
            None => StoredDay::new(self.store, puzzle).into_own_page().ok(),
            Some(_) => None,
        };
        let (part, changed) = self.store.edit_answers(puzzle, name, |answers| {
            let part =
                part.unwrap_or_else(|| part_of_answer(answers, page.as_ref(), puzzle, &answer));
            let changed = check_page(page.as_ref(), puzzle, part, &answer)
                .and_then(|()| change(answers, puzzle, part, &answer, self.args.force));
            (part, changed)
        })?;
        match changed {
            Ok(status) => self.add_recorded(puzzle, part, answer, status)?,
            Err(why) => {
                let refused = AcceptResult {
                    answer: Some(answer),
                    ..self.result(puzzle, Some(part), AcceptStatus::Refused)
                };
                self.add_failure(refused, why);
            }
        }
        Ok(())
    }

    /// A result without an answer.
    fn result(&self, puzzle: Puzzle, part: Option<Part>, status: AcceptStatus) -> AcceptResult {
        AcceptResult {
            puzzle,
            part,
            input: self.args.input.clone(),
            answer: None,
            status,
            file: None,
            message: None,
        }
    }

    /// Adds the result of a recorded answer, and prints it.
    fn add_recorded(
        &mut self,
        puzzle: Puzzle,
        part: Part,
        answer: String,
        status: AcceptStatus,
    ) -> Result<()> {
        let path = self.store.answers_path(puzzle, self.args.input.as_ref());
        let path = self.workspace.relative_path(&path);
        if !self.ui.json {
            let already = if status == AcceptStatus::Unchanged {
                "already "
            } else {
                ""
            };
            let file = path.display();
            let line = format!("{puzzle} part {part}: {answer}, {already}recorded in {file}");
            let line = text_line(self.ui.stdout, PLAIN, line);
            self.ui.console().print(&line)?;
        }
        self.results.push(AcceptResult {
            answer: Some(answer),
            file: Some(path),
            ..self.result(puzzle, Some(part), status)
        });
        Ok(())
    }

    /// Adds the result of a puzzle that could not run.
    fn add_not_run(&mut self, puzzle: Puzzle, why: CliError) {
        let message = format!("{why:#}");
        self.exit = self.exit.or(why.exit);
        self.results.push(AcceptResult {
            message: Some(message.clone()),
            ..self.result(puzzle, None, AcceptStatus::Failed)
        });
        let mut known = self.not_run.iter_mut();
        match known.find(|(other, _)| format!("{other:#}") == message) {
            Some((_, puzzles)) => puzzles.push(puzzle),
            None => self.not_run.push((why, vec![puzzle])),
        }
    }

    /// Prints each reason why puzzles could not run once, with its puzzles.
    fn show_not_run(&mut self) {
        for (why, puzzles) in self.not_run.drain(..) {
            self.ui.error(&why.context(puzzle_list(puzzles)));
        }
    }

    /// Adds the result of a failure, and prints its error. The first error decides the exit code.
    fn add_failure(&mut self, mut result: AcceptResult, why: CliError) {
        result.message = Some(format!("{why:#}"));
        let subject = match result.part {
            Some(part) => format!("{} part {part}", result.puzzle),
            None => result.puzzle.to_string(),
        };
        self.exit = self.exit.or(self.ui.error(&why.context(subject)));
        self.results.push(result);
    }
}

/// The answer to a part as it is recorded. `None` if the part is not written yet.
fn answer_to_record(result: &PuzzleResult, part: Part) -> Result<Option<String>, String> {
    match result.answer(part)? {
        Some(answer) => Ok(Some(typed_answer(&answer)?)),
        None => Ok(None),
    }
}

fn last_star_error() -> CliError {
    usage_error("the last star of an event requires all others and has no answer")
}

/// Fails if the page shows another accepted answer. `--force` does not replace what the site has
/// accepted.
fn check_page(page: Option<&PuzzlePage>, puzzle: Puzzle, part: Part, answer: &str) -> Result<()> {
    match page.and_then(|page| page.answer(part)) {
        Some(accepted) if !is_same_answer(accepted, answer) => {
            let why =
                format!("the stored page shows that the site accepted {accepted}, not {answer}");
            let error = CliError::new(Exit::Refused, why);
            Err(error.with_hint(format!(
                "if the page is of another account, `aoc fetch {puzzle} --force` replaces it"
            )))
        }
        _ => Ok(()),
    }
}

/// Records an answer if it is not refused.
fn change(
    answers: &mut Answers,
    puzzle: Puzzle,
    part: Part,
    answer: &str,
    force: bool,
) -> Result<AcceptStatus> {
    if is_last_star(puzzle, part) {
        return Err(last_star_error());
    }
    if let Some(recorded) = answers.accepted(part)
        && is_same_answer(recorded, answer)
    {
        return Ok(AcceptStatus::Unchanged);
    }
    if let Some(why) = contradiction(answers, part, answer)
        && !force
    {
        return Err(CliError::new(Exit::Refused, why));
    }
    answers.accept(part, answer);
    Ok(AcceptStatus::Recorded)
}

/// Says which recorded data the answer contradicts, and what `--force` would do. `None` if there is
/// no contradiction.
fn contradiction(answers: &Answers, part: Part, answer: &str) -> Option<String> {
    if let Some(recorded) = answers.accepted(part) {
        let why = format!("the recorded answer is {recorded}, not {answer}; --force replaces it");
        return Some(why);
    }
    let why = answers.ruled_out(part, answer)?;
    Some(format!("{why}; --force records it"))
}

/// The part of an answer that was given without one. It is part 1, or part 2 if part 1 already has
/// another answer, in the file or on the page.
fn part_of_answer(
    answers: &Answers,
    page: Option<&PuzzlePage>,
    puzzle: Puzzle,
    answer: &str,
) -> Part {
    let recorded = answers.accepted(Part::One);
    let on_page = page.and_then(|page| page.answer(Part::One));
    let known: Vec<&str> = recorded.into_iter().chain(on_page).collect();
    let is_known = known
        .iter()
        .any(|accepted| is_same_answer(accepted, answer));
    if !known.is_empty() && !is_known && !is_last_star(puzzle, Part::Two) {
        Part::Two
    } else {
        Part::One
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_for_the_next_part_and_replaces_another_only_with_force() {
        let too_low = "[[guess]]\npart = 2\nanswer = 5\nverdict = 'too-low'\ntime = \
                       2020-12-22T05:00:00Z\n";
        let replaces = "the recorded answer is 1, not 2; --force replaces it";
        let last_star = "the last star of an event requires all others and has no answer";
        let ruled_out = "3 cannot be right, as the site judged 5 too low on 2020-12-22; --force \
                         records it";
        let picture = ".##.\n#..#\n#..#\n####\n#..#\n#..#\n";
        let picture = format!("part1 = '''\n{picture}'''\n");
        // The columns are the day, its file, the given part, the answer, the chosen part and the
        // result.
        for (day, file, named, answer, part, end) in [
            (22, "", None, "1", Part::One, "recorded"),
            (22, "part2 = 1", None, "1", Part::One, "recorded"),
            (22, "part1 = 1", None, "2", Part::Two, "recorded"),
            (25, "part1 = 1", None, "2", Part::One, replaces),
            (25, "", Some(Part::Two), "2", Part::Two, last_star),
            (22, "part1 = 1", None, "1", Part::One, "unchanged"),
            (22, "part1 = 1", Some(Part::One), "2", Part::One, replaces),
            (22, too_low, Some(Part::Two), "3", Part::Two, ruled_out),
            (22, &picture, None, "A", Part::One, "unchanged"),
            (22, &picture, Some(Part::One), "A", Part::One, "unchanged"),
            (22, "part1 = '1\u{200b}'", None, "1", Part::One, "unchanged"),
        ] {
            let puzzle = Puzzle::of(2020, day);
            for force in [false, true] {
                let mut answers = Answers::parse(file).unwrap();
                let found = named.unwrap_or_else(|| part_of_answer(&answers, None, puzzle, answer));
                assert_eq!(found, part, "{day} {file}");
                let before = answers.clone();
                let outcome = change(&mut answers, puzzle, part, answer, force);
                let is_unchanged = answers == before;
                assert!(outcome.is_ok() || is_unchanged, "{day} {file}");
                let is_recorded = answers
                    .accepted(part)
                    .is_some_and(|recorded| is_same_answer(recorded, answer));
                assert_eq!(is_recorded, outcome.is_ok());
                let found = match outcome {
                    Ok(AcceptStatus::Recorded) => "recorded".to_owned(),
                    Ok(status) => format!("{status:?}").to_lowercase(),
                    Err(error) => error.to_string(),
                };
                let is_forced = force && end.contains("--force");
                let expected = if is_forced { "recorded" } else { end };
                assert_eq!(found, expected, "{day} {file}");
            }
        }
    }
}
