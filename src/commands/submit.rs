//! `aoc submit`: has the site judge an answer, after every guard.

mod delivery;
mod guards;

use aoc_solution::Part;
use aoc_solution::letters::typed;
use aoc_solution::protocol::{Source, text_digest};
use clap::Args;
use serde::Serialize;

use crate::app::args::{BuildArgs, LimitArgs, SelectionArgs, part};
use crate::app::{App, part_answer};
use crate::cargo::Profile;
use crate::error::{CliError, Exit};
use crate::inputs::date_time;
use crate::puzzle::Puzzle;
use crate::runner::{Client, Input, PuzzleResult, SolveJob, SolveTask, SpawnOptions};
use crate::site::Submission;
use crate::terminal::{self, sanitize, span, style};
use delivery::{Delivery, Outcome, download_page};
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
    /// Submit even if an example fails, or the input is one
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
    let store = app.store()?;
    let known = KnownPuzzle::load(&store, puzzle)?;
    let one_is_solved = known.is_solved(Part::One);
    let next = if one_is_solved { Part::Two } else { Part::One };
    let part = options.part.unwrap_or(next);
    let failed = |error: CliError| {
        let is_refused = error.exit == Exit::Refused;
        let status = if is_refused { "refused" } else { "failed" };
        Outcome::failed(status, error.exit, format!("{error:#}"))
    };
    let mut outcome = match candidate(app, options, &known, part) {
        Ok((answer, examples)) => {
            let answer = typed(&answer);
            let outcome = attempt(app, options, &known, part, &answer, &examples);
            let outcome = outcome.unwrap_or_else(failed);
            let has_none = outcome.status == "matched" && outcome.accepted.is_none();
            let answer = (!has_none && !is_last_star(puzzle, part)).then(|| answer.trim().into());
            Outcome {
                answer,
                examples,
                ..outcome
            }
        }
        Err(error) => failed(error),
    };
    let not_before = store.answers(puzzle, None).unwrap_or_default().not_before;
    let not_before = not_before.filter(|time| *time > app.site_time());
    outcome.not_before = not_before.map(date_time);

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
    if outcome.status == "right" {
        outcome.next = go_on(app, puzzle, part, outcome.has_old_page);
    } else if let (Exit::Wrong, Some(time)) = (outcome.exit, not_before) {
        let wait = span((time - app.site_time()).to_std().unwrap_or_default());
        app.note(&format!("the site takes the next answer in {wait}"));
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
fn go_on(app: &App, puzzle: Puzzle, part: Part, has_old_page: bool) -> Option<String> {
    // The server may be busy, and the verdict is known.
    if has_old_page && let Err(error) = download_page(app, puzzle) {
        let note = format!("{puzzle}: the page was not downloaded again: {error:#}");
        app.note(&note);
    }
    if part == Part::Two {
        app.note(&format!("{puzzle} is complete"));
        return None;
    }
    let (next, note) = if is_last_star(puzzle, Part::Two) {
        let star = format!(
            "the last star of {} is for those who have all others",
            puzzle.year
        );
        let next = format!("aoc submit {puzzle} --part 2");
        (next.clone(), format!("{star}: `{next}`"))
    } else {
        let next = format!("aoc read {puzzle} --part 2");
        (next.clone(), format!("part 2 is open: `{next}` shows it"))
    };
    app.note(&note);
    Some(next)
}

/// The guards, in their order, and the delivery.
fn attempt(
    app: &App,
    options: &SubmitOptions,
    known: &KnownPuzzle,
    part: Part,
    answer: &str,
    examples: &[PuzzleResult],
) -> Result<Outcome, CliError> {
    let puzzle = known.puzzle;
    if known.is_solved(part) {
        return Ok(Outcome::compared(known.accepted(part), answer.trim()));
    }
    check_form(answer)?;
    let answer = answer.trim();
    check_answer(known, part, answer)?;
    let delivery = Delivery {
        app,
        store: &app.store()?,
        submission: Submission {
            puzzle,
            part,
            answer: answer.to_owned(),
        },
        wait: options.wait,
    };
    delivery.left(known.answers.not_before)?;
    let is_given = options.answer.is_some() || is_last_star(puzzle, part);
    if !is_given && !options.force {
        check_examples(app, puzzle, part, examples, answer)?;
    }
    if options.dry_run {
        let (path, form) = (delivery.submission.path(), delivery.submission.form());
        let address = app.settings.base_url.at(&path);
        let message = format!("would submit {answer}: POST {address} {form}");
        return Ok(Outcome::failed("dry-run", Exit::Done, message));
    }
    delivery.deliver()
}

/// The answer that was given, else that of the solution, with the examples that were
/// checked before it. A part that is solved is compared, whatever the examples say.
fn candidate(
    app: &App,
    options: &SubmitOptions,
    known: &KnownPuzzle,
    part: Part,
) -> Result<(String, Vec<PuzzleResult>), CliError> {
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
    if let Some(answer) = given.or(is_last_star.then_some(ANY_ANSWER)) {
        return Ok((answer.to_owned(), Vec::new()));
    }
    if app.project()?.day_file(puzzle).is_none() {
        let message = format!(
            "no solution: create it with `aoc new {puzzle}`, or give the answer with --answer"
        );
        return Err(CliError::new(Exit::Usage, message));
    }
    let workers = app.build(&[puzzle], &BuildArgs::default(), Profile::Aoc)?;
    let input = app.real_input(puzzle, None)?;
    let stored = app.stored_examples(puzzle)?;
    // The examples and the input are run by one program.
    let results = app.solve_silently(puzzle, &workers, |executable| {
        let spawn_options = app.spawn_options(executable, &options.limits, None);
        if !is_solved && !options.force {
            check_input(&spawn_options, &input, &stored)?;
        }
        Ok(SolveJob {
            examples: (!is_solved).then_some(stored),
            ..app.plain_job(puzzle, SolveTask::Input(input), &[part], spawn_options)
        })
    })?;
    let failure = match part_answer(&results, part) {
        Ok(Some(answer)) => {
            let examples = results.into_iter().flat_map(|it| it.examples);
            return Ok((answer, examples.collect()));
        }
        Ok(None) => "not solved yet, so there is nothing to submit".to_owned(),
        Err(message) => format!("the solution failed: {message}"),
    };
    Err(CliError::new(Exit::Failed, failure))
}

/// Refuses an input that is an example of the file or of the code.
fn check_input(options: &SpawnOptions, input: &Input, stored: &[Input]) -> Result<(), CliError> {
    let mut client = Client::new(options.clone());
    let in_code = client.info(input.header.day)?.examples;
    let digest = |input: &Input| match &input.source {
        Source::Text(text) => Some(text_digest(text)),
        Source::Example(_) => None,
    };
    let mut examples = stored.iter().map(digest);
    let mut in_code = in_code.iter().map(|example| Some(example.digest));
    let own = digest(input);
    if examples.any(|it| it == own) || in_code.any(|it| it == own) {
        let why = "the input is the same as an example; --force submits its answer anyway";
        return Err(refused(why));
    }
    Ok(())
}

impl Outcome {
    /// The line that says what became of the answer, unless that is an error.
    fn said(&self, app: &App) -> Option<String> {
        let paint = |style, text: &str| app.stdout.paint(style, text.to_owned());
        let text =
            |text: &Option<String>| sanitize(text.as_deref().unwrap_or_default()).into_owned();
        let (good, bad) = (
            |text| paint(style::GOOD, text),
            |text| paint(style::BAD, text),
        );
        let answer = paint(style::STRONG, &text(&self.answer));
        let has_answer = self.answer.is_some();
        Some(match self.status {
            "right" if has_answer => format!("{answer} is {}", good("right")),
            "right" => format!("the last star is {}", good("yours")),
            "matched" if has_answer => format!("{answer} is the {} answer", good("accepted")),
            "matched" => format!("already {}", good("solved")),
            "differs" => {
                let accepted = text(&self.accepted);
                let differs = bad("differs");
                format!("{answer} {differs} from the accepted answer {accepted}")
            }
            "wrong" | "too-high" | "too-low" => {
                format!("{answer} is {}", bad(&self.status.replace('-', " ")))
            }
            "dry-run" => text(&self.message),
            _ => return None,
        })
    }
}
