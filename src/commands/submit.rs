//! `aoc submit`: has the site judge an answer, after every guard.

mod delivery;
mod guards;

use aoc_solution::Part;
use aoc_solution::letters::{same, typed};
use aoc_solution::protocol::{Source, text_digest};
use clap::Args;
use serde::Serialize;

use crate::app::args::{BuildArgs, SelectionArgs, part};
use crate::app::{App, Downloader, PartAnswer};
use crate::cargo::Profile;
use crate::error::{CliError, Exit};
use crate::inputs::date_time;
use crate::puzzle::{Day, Puzzle, Year};
use crate::runner::{Client, Limits, PuzzleResult, SolveTask};
use crate::site::Submission;
use crate::terminal::{self, sanitize, style};
use delivery::Delivery;
use guards::{
    Accepted, KnownPuzzle, check_answer, check_examples, check_form, is_last_star, refused,
};

/// Submit an answer to the site, after many checks
///
/// Runs the examples of the next part, then the part, and sends its answer. Each
/// answer is sent once, whatever happens to the request, and what the site says is
/// stored.
///
/// It refuses what cannot be right, such as an answer that was judged wrong before
/// or one above a value that was too high, and what comes too soon. With --wait it
/// waits instead.
#[derive(Args, Debug, Default)]
#[command(after_help = "\
Examples:
  aoc submit                              submit the day that was edited last
  aoc submit 22 --dry-run                 show what would be submitted
  aoc submit 2020/22 -p 1 --answer 33400  submit an answer found elsewhere")]
pub struct SubmitArgs {
    #[command(flatten)]
    pub selection: SelectionArgs,
    /// The part [default: the next one that is not solved]
    #[arg(short, long, value_name = "N", value_parser = part())]
    pub part: Option<Part>,
    /// Submit this answer [default: what the solution gives, once its examples agree]
    #[arg(long, value_name = "ANSWER", allow_negative_numbers = true)]
    pub answer: Option<String>,
    /// Wait until the site takes another answer
    #[arg(long)]
    pub wait: bool,
    /// Submit even if an example fails
    #[arg(long)]
    pub force: bool,
    /// Do everything but submit, and print what would be sent
    #[arg(long)]
    pub dry_run: bool,
}

/// The last star of an event takes any answer; this one is sent.
const ANY_ANSWER: &str = "done";

/// The JSON of `aoc submit`: schema `aoc-submit/1`.
#[derive(Debug, Serialize)]
pub struct SubmitResult {
    schema: &'static str,
    year: Year,
    day: Day,
    part: u8,
    /// `None` where there is none, as for the last star of an event.
    answer: Option<String>,
    /// The name of a verdict, if it was sent; else `matched` or `differs` of a part
    /// that is solved, `dry-run`, `refused` or `failed`.
    status: &'static str,
    /// The answer that the site has accepted, where it is known.
    accepted: Option<String>,
    /// It is the right answer to another user's input.
    someone_else: bool,
    /// The site takes no answer before this time.
    not_before: Option<String>,
    /// The examples that were checked.
    examples: Vec<PuzzleResult>,
    /// The command that comes next.
    next: Option<String>,
    /// It says what would be sent, or what went wrong.
    message: Option<String>,
    /// Its line was written already.
    #[serde(skip)]
    is_shown: bool,
}

pub fn run(app: &App, args: &SubmitArgs) -> Result<Exit, CliError> {
    let puzzle = app.puzzle_to_answer(&args.selection)?;
    let known = KnownPuzzle::load(&app.store()?, puzzle)?;
    let part = args.part.unwrap_or_else(|| known.next_part());
    let mut result = SubmitResult {
        schema: "aoc-submit/1",
        year: puzzle.year,
        day: puzzle.day,
        part: part.into(),
        answer: None,
        status: "failed",
        accepted: None,
        someone_else: false,
        not_before: None,
        examples: Vec::new(),
        next: None,
        message: None,
        is_shown: false,
    };
    let mut ended = submit(app, args, &known, part, &mut result).map_err(|error| {
        result.message = Some(format!("{:#}", error.source));
        if result.status == "failed" && error.exit == Exit::Refused {
            result.status = "refused";
        }
        error.context(format!("{puzzle} part {part}"))
    });
    if app.json {
        terminal::json(&mut app.console(), &result)?;
    } else if ended.is_ok() {
        result.show(app)?;
    }
    if app.cancel.is_cancelled() {
        match &mut ended {
            Ok(exit) => *exit = Exit::Interrupted,
            Err(error) => error.exit = Exit::Interrupted,
        }
    }
    ended
}

/// The guards, in their order, and the delivery.
fn submit(
    app: &App,
    args: &SubmitArgs,
    known: &KnownPuzzle,
    part: Part,
    result: &mut SubmitResult,
) -> Result<Exit, CliError> {
    let puzzle = known.puzzle;
    let last_star = is_last_star(puzzle, part);
    if let Some(accepted) = known.accepted(part) {
        let answer = match (&args.answer, &accepted.answer) {
            (Some(answer), _) => Some(answer.clone()),
            (None, Some(_)) => Some(solve(app, puzzle, part, false)?.answer),
            // There is nothing to compare.
            (None, None) => None,
        };
        result.answer = answer.map(|answer| typed(&answer).trim().to_owned());
        return Ok(result.compare(accepted));
    }
    if last_star && args.part.is_none() {
        return Err(refused(&format!(
            "the last star of {} has no puzzle, it is for those who have all others; `aoc submit \
             {puzzle} --part 2` claims it",
            puzzle.year
        )));
    }
    let candidate = match &args.answer {
        Some(answer) => FoundAnswer::given(answer),
        None if last_star => FoundAnswer::given(ANY_ANSWER),
        None => solve(app, puzzle, part, true)?,
    };
    let answer = typed(&candidate.answer);
    result.examples = candidate.examples;
    result.answer = (!last_star).then(|| answer.trim().to_owned());
    check_form(&answer)?;
    let mut downloader = Downloader::new(app)?;
    downloader.force = true;
    let delivery = Delivery {
        app,
        store: &app.store()?,
        downloader: &downloader,
        submission: Submission {
            puzzle,
            part,
            answer: answer.trim().to_owned(),
        },
        wait: args.wait,
    };
    let answer = &delivery.submission.answer;
    let site = app.site()?;
    let not_before = known.answers.not_before;
    let not_before = not_before.filter(|instant| site.until(*instant).is_some());
    result.not_before = not_before.map(date_time);
    check_answer(known, part, answer)?;
    delivery.left(not_before)?;
    if candidate.is_solved && !args.force {
        check_examples(app, puzzle, part, &result.examples, answer)?;
        if candidate.input_is_example {
            return Err(refused(&format!(
                "the input is the same as an example; --force submits {answer} anyway"
            )));
        }
    }
    if args.dry_run {
        let address = app.settings.base_url.at(&delivery.submission.path());
        let form = delivery.submission.form();
        result.message = Some(format!("would submit {answer}: POST {address} {form}"));
        result.status = "dry-run";
        return Ok(Exit::Done);
    }
    delivery.deliver(result)
}

/// An answer to submit.
struct FoundAnswer {
    answer: String,
    /// The solution gave it; else it was given on the command line.
    is_solved: bool,
    /// The examples that were checked.
    examples: Vec<PuzzleResult>,
    input_is_example: bool,
}

impl FoundAnswer {
    fn given(answer: &str) -> Self {
        Self {
            answer: answer.to_owned(),
            is_solved: false,
            examples: Vec::new(),
            input_is_example: false,
        }
    }
}

/// Builds the worker and runs the part on the user's input; with `check` the
/// examples before it, by the same program.
fn solve(app: &App, puzzle: Puzzle, part: Part, check: bool) -> Result<FoundAnswer, CliError> {
    if app.project()?.day_file(puzzle).is_none() {
        let message = format!(
            "no solution: create it with `aoc new {puzzle}`, or give the answer with --answer"
        );
        return Err(CliError::new(Exit::Usage, message));
    }
    let workers = app.build(&[puzzle], &BuildArgs::default(), Profile::Aoc)?;
    let executable = &workers.worker(puzzle).map_err(Clone::clone)?.executable;
    let input = app.real_input(puzzle, None)?;
    let stored = app.stored_examples(puzzle)?;
    let mut client = Client::new(
        executable.clone(),
        app.spawn_options(false),
        Limits::default(),
    );
    let in_code = client.info(puzzle.day)?.examples;
    drop(client);
    let is_input = |source: &Source| *source == input.source;
    let input_is_example = stored.iter().any(|example| is_input(&example.source))
        || matches!(&input.source, Source::Text(text)
            if in_code.iter().any(|example| example.digest == text_digest(text)));
    let results = app.solve_silently(puzzle, &workers, |executable| {
        let examples = check.then_some(stored);
        let task = SolveTask::Input { input, examples };
        Ok(app.plain_job(puzzle, executable, task, &[part]))
    })?;
    let failure = match PartAnswer::of(&results, part) {
        PartAnswer::Answer(answer) => {
            return Ok(FoundAnswer {
                answer,
                is_solved: true,
                examples: results.into_iter().flat_map(|it| it.examples).collect(),
                input_is_example,
            });
        }
        PartAnswer::NotYet => "not solved yet, so there is nothing to submit".to_owned(),
        PartAnswer::Failed(message) => format!("the solution failed: {message}"),
    };
    Err(CliError::new(Exit::Failed, failure))
}

impl SubmitResult {
    /// Compares the answer with the accepted one.
    fn compare(&mut self, accepted: Accepted) -> Exit {
        self.accepted = accepted.answer;
        if self.accepted.is_none() {
            self.answer = None;
        }
        let is_same = match (&self.accepted, &self.answer) {
            (Some(accepted), Some(answer)) => same(accepted, answer) == Some(true),
            (accepted, answer) => accepted == answer,
        };
        let (status, exit) = if is_same {
            ("matched", Exit::Done)
        } else {
            ("differs", Exit::Failed)
        };
        self.status = status;
        exit
    }

    /// Writes its line, once, unless it is part of the JSON.
    fn show(&mut self, app: &App) -> Result<(), CliError> {
        if app.json || std::mem::replace(&mut self.is_shown, true) {
            return Ok(());
        }
        let paint = |style, text: &str| app.stdout.paint(style, text.to_owned()).to_string();
        let (good, bad) = (
            |text| paint(style::GOOD, text),
            |text| paint(style::BAD, text),
        );
        let text =
            |text: &Option<String>| sanitize(text.as_deref().unwrap_or_default()).into_owned();
        let answer = paint(style::STRONG, &text(&self.answer));
        let said = match (self.status, &self.answer) {
            ("right", None) => format!("the last star is {}", good("yours")),
            ("right", Some(_)) => format!("{answer} is {}", good("right")),
            ("matched", None) => format!("already {}", good("solved")),
            ("matched", Some(_)) => format!("{answer} is the {} answer", good("accepted")),
            ("differs", _) => format!(
                "{answer} {} from the accepted answer {}",
                bad("differs"),
                text(&self.accepted)
            ),
            ("dry-run", _) => text(&self.message),
            ("wrong" | "too-high" | "too-low", _) => {
                format!("{answer} is {}", bad(&self.status.replace('-', " ")))
            }
            _ => return Ok(()),
        };
        let puzzle = self.year.day(self.day);
        let line = format!("{puzzle} part {}: {said}\n", self.part);
        Ok(app.console().print(&line)?)
    }
}
