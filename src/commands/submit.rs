//! `aoc submit`: has the site judge an answer, after every guard.

mod delivery;
mod guards;

use aoc_solution::Part;
use aoc_solution::letters::typed;
use aoc_solution::protocol::{Source, text_digest};
use clap::Args;
use serde::Serialize;

use crate::app::args::{BuildArgs, LimitArgs, SelectionArgs, part};
use crate::app::{App, PartAnswer, limits};
use crate::cargo::Profile;
use crate::error::{CliError, Exit};
use crate::inputs::date_time;
use crate::puzzle::Puzzle;
use crate::runner::{Client, Limits, PuzzleResult, SolveTask};
use crate::site::Submission;
use crate::terminal::{self, sanitize, span, style};
use delivery::{Delivery, Outcome};
use guards::{KnownPuzzle, check_answer, check_examples, check_form, is_last_star, refused};

/// Submit an answer to the site, after many checks
///
/// Runs the examples of the next part, then the part, and sends its answer. Each
/// answer is sent once, whatever happens to the request, and what the site says is
/// stored.
///
/// It refuses what cannot be right, such as an answer that was judged wrong before
/// or one above a value that was too high, and what comes too soon. With --wait it
/// waits instead.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  aoc submit                              submit the day that was edited last
  aoc submit 22 --dry-run                 show what would be submitted
  aoc submit 2020/22 -p 1 --answer 33400  submit an answer found elsewhere")]
pub struct SubmitArgs {
    #[command(flatten)]
    pub selection: SelectionArgs,
    #[command(flatten)]
    pub options: SubmitOptions,
}

/// What is submitted, and when.
#[derive(Args, Clone, Debug, Default)]
pub struct SubmitOptions {
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
    #[command(flatten)]
    pub limits: LimitArgs,
}

/// The last star of an event takes any answer; this one is sent.
const ANY_ANSWER: &str = "done";

/// The JSON of `aoc submit`.
#[derive(Serialize)]
struct SubmitResult<'a> {
    schema: &'static str,
    #[serde(flatten)]
    puzzle: Puzzle,
    part: u8,
    #[serde(flatten)]
    outcome: &'a Outcome,
}

pub fn run(app: &App, args: &SubmitArgs) -> Result<Exit, CliError> {
    let puzzle = app.puzzle_to_answer(&args.selection)?;
    submit_puzzle(app, puzzle, &args.options)
}

/// Submits the answer to a part of a puzzle, and shows what became of it.
pub fn submit_puzzle(app: &App, puzzle: Puzzle, options: &SubmitOptions) -> Result<Exit, CliError> {
    let known = KnownPuzzle::load(&app.store()?, puzzle)?;
    let part = options.part.unwrap_or_else(|| known.next_part());
    let mut outcome = match candidate(app, options, &known, part) {
        Ok(candidate) => {
            let outcome = attempt(app, options, &known, part, &candidate);
            let outcome = outcome.unwrap_or_else(Outcome::from);
            let has_none = outcome.status == "matched" && outcome.accepted.is_none();
            let answer = typed(&candidate.answer).trim().to_owned();
            Outcome {
                answer: Some(answer).filter(|_| !has_none && !is_last_star(puzzle, part)),
                examples: candidate.examples,
                ..outcome
            }
        }
        Err(error) => error.into(),
    };
    let answers = app.store()?.answers(puzzle, None).unwrap_or_default();
    let wait = answers.not_before.map(|it| it - app.site_time());
    let wait = wait.and_then(|wait| wait.to_std().ok());
    outcome.not_before = answers.not_before.filter(|_| wait.is_some()).map(date_time);

    if let Some(said) = outcome.said(app).filter(|_| !app.json) {
        app.console()
            .print(&format!("{puzzle} part {part}: {said}\n"))?;
    }
    if outcome.someone_else {
        app.warning(
            "it is the right answer to someone else's input: are the session and the input of one \
             account?",
        );
    }
    match outcome.exit {
        Exit::Wrong => {
            if let Some(wait) = wait {
                let wait = span(wait);
                app.note(&format!("the site takes the next answer in {wait}"));
            }
        }
        _ if outcome.status == "right" => outcome.next = go_on(app, puzzle, part, &outcome),
        _ => {}
    }
    if app.json {
        let result = SubmitResult {
            schema: "aoc-submit/1",
            puzzle,
            part: part.into(),
            outcome: &outcome,
        };
        terminal::json(&mut app.console(), &result)?;
    }
    match outcome.message {
        Some(why) if outcome.exit != Exit::Done => {
            Err(CliError::new(outcome.exit, why).context(format!("{puzzle} part {part}")))
        }
        _ => Ok(outcome.exit),
    }
}

/// What follows a right answer: the page has more now. Returns the next command.
fn go_on(app: &App, puzzle: Puzzle, part: Part, outcome: &Outcome) -> Option<String> {
    // The server may be busy, and the verdict is known.
    if outcome.has_old_page
        && let Err(error) = delivery::download_page(app, puzzle)
    {
        let why = format!("the page was not downloaded again: {:#}", error.source);
        app.note(&format!("{puzzle}: {why}"));
    }
    if part == Part::Two {
        app.note(&format!("{puzzle} is complete"));
        return None;
    }
    if is_last_star(puzzle, Part::Two) {
        let next = format!("aoc submit {puzzle} --part 2");
        let year = puzzle.year;
        app.note(&format!(
            "the last star of {year} is for those who have all others: `{next}`"
        ));
        return Some(next);
    }
    let next = format!("aoc read {puzzle} --part 2");
    app.note(&format!("part 2 is open: `{next}` shows it"));
    Some(next)
}

/// The guards, in their order, and the delivery.
fn attempt(
    app: &App,
    options: &SubmitOptions,
    known: &KnownPuzzle,
    part: Part,
    candidate: &Candidate,
) -> Result<Outcome, CliError> {
    let puzzle = known.puzzle;
    let answer = typed(&candidate.answer);
    if known.is_solved(part) {
        return Ok(Outcome::compared(known.accepted(part), answer.trim()));
    }
    check_form(&answer)?;
    let answer = answer.trim();
    check_answer(known, part, answer)?;
    let submission = Submission {
        puzzle,
        part,
        answer: answer.to_owned(),
    };
    let would_submit = || {
        let address = app.settings.base_url.at(&submission.path());
        format!(
            "would submit {answer}: POST {address} {}",
            submission.form()
        )
    };
    let would_submit = options.dry_run.then(would_submit);
    let delivery = Delivery::new(app, submission, options.wait)?;
    delivery.left(known.answers.not_before)?;
    if candidate.is_solved && !options.force {
        check_examples(app, puzzle, part, &candidate.examples, answer)?;
        if candidate.input_is_example {
            return Err(refused(&format!(
                "the input is the same as an example; --force submits {answer} anyway"
            )));
        }
    }
    if would_submit.is_some() {
        return Ok(Outcome {
            message: would_submit,
            ..Outcome::new("dry-run", Exit::Done)
        });
    }
    delivery.deliver()
}

/// An answer to submit.
struct Candidate {
    answer: String,
    /// The solution gave it; else it was given on the command line.
    is_solved: bool,
    /// The examples that were checked.
    examples: Vec<PuzzleResult>,
    input_is_example: bool,
}

/// The answer that was given, else that of the solution. A part that is solved is
/// compared, whatever the examples say.
fn candidate(
    app: &App,
    options: &SubmitOptions,
    known: &KnownPuzzle,
    part: Part,
) -> Result<Candidate, CliError> {
    let puzzle = known.puzzle;
    let is_solved = known.is_solved(part);
    let is_last_star = is_last_star(puzzle, part);
    if is_last_star && options.part.is_none() && !is_solved {
        return Err(refused(&format!(
            "the last star of {} has no puzzle, it is for those who have all others; `aoc submit \
             {puzzle} --part 2` claims it",
            puzzle.year
        )));
    }
    let given = options.answer.as_deref();
    match given.or(is_last_star.then_some(ANY_ANSWER)) {
        Some(answer) => Ok(Candidate {
            answer: answer.to_owned(),
            is_solved: false,
            examples: Vec::new(),
            input_is_example: false,
        }),
        None => solve(app, options, puzzle, part, !is_solved),
    }
}

/// Builds the worker and runs the part on the user's input; with `check` the
/// examples before it, by the same program.
fn solve(
    app: &App,
    options: &SubmitOptions,
    puzzle: Puzzle,
    part: Part,
    check: bool,
) -> Result<Candidate, CliError> {
    if app.project()?.day_file(puzzle).is_none() {
        let message = format!(
            "no solution: create it with `aoc new {puzzle}`, or give the answer with --answer"
        );
        return Err(CliError::new(Exit::Usage, message));
    }
    let workers = app.build(&[puzzle], &BuildArgs::default(), Profile::Aoc)?;
    let executable = workers.worker(puzzle)?.to_owned();
    let input = app.real_input(puzzle, None)?;
    let stored = app.stored_examples(puzzle)?;
    let mut client = Client::new(executable, app.spawn_options(false), Limits::default());
    let in_code = client.info(puzzle.day)?.examples;
    drop(client);
    let digest = match &input.source {
        Source::Text(text) => Some(text_digest(text)),
        Source::Example(_) => None,
    };
    let input_is_example = stored.iter().any(|example| example.source == input.source)
        || in_code.iter().any(|example| Some(example.digest) == digest);
    let results = app.solve_silently(puzzle, &workers, |executable| {
        let examples = check.then_some(stored);
        let task = SolveTask::Input { input, examples };
        let mut job = app.plain_job(puzzle, executable, task, &[part]);
        job.limits = limits(&options.limits, None);
        Ok(job)
    })?;
    let failure = match PartAnswer::of(&results, part) {
        PartAnswer::Answer(answer) => {
            return Ok(Candidate {
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

impl Outcome {
    /// The line that says what became of the answer, unless that is an error.
    fn said(&self, app: &App) -> Option<String> {
        let paint = |style, text: &str| app.stdout.paint(style, sanitize(text)).to_string();
        let text =
            |text: &Option<String>| sanitize(text.as_deref().unwrap_or_default()).into_owned();
        let answer = paint(style::STRONG, &text(&self.answer));
        Some(match (self.status, &self.answer) {
            ("right", None) => format!("the last star is {}", paint(style::GOOD, "yours")),
            ("right", Some(_)) => format!("{answer} is {}", paint(style::GOOD, "right")),
            ("matched", None) => format!("already {}", paint(style::GOOD, "solved")),
            ("matched", Some(_)) => {
                format!("{answer} is the {} answer", paint(style::GOOD, "accepted"))
            }
            ("differs", _) => format!(
                "{answer} {} from the accepted answer {}",
                paint(style::BAD, "differs"),
                text(&self.accepted)
            ),
            ("dry-run", _) => text(&self.message),
            ("wrong" | "too-high" | "too-low", _) => {
                format!(
                    "{answer} is {}",
                    paint(style::BAD, &self.status.replace('-', " "))
                )
            }
            _ => return None,
        })
    }
}
