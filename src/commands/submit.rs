//! `aoc submit`: has the site judge an answer, after every guard.

mod attempt;
mod guards;

use aoc_solution::Part;
use clap::Args;

use crate::app::App;
use crate::app::args::SelectionArgs;
use crate::error::{CliError, Exit};
use crate::inputs::date_time;
use crate::puzzle::Puzzle;
use crate::site::Submission;
use crate::terminal::{self, sanitize, span, style};
pub use attempt::SubmitOptions;
use attempt::{Attempt, Outcome, download_page};
use guards::{KnownPuzzle, is_last_star};

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
    let mut attempt = Attempt {
        app,
        store: &store,
        options,
        submission: Submission {
            puzzle,
            part,
            answer: String::new(),
        },
        outcome: Outcome {
            puzzle: Some(puzzle),
            part: part.into(),
            status: "failed",
            ..Outcome::default()
        },
    };
    let ended = attempt.run(&known);
    let mut outcome = attempt.outcome;
    if let Err(error) = &ended {
        outcome.message = Some(format!("{error:#}"));
        if error.exit == Exit::Refused && outcome.status == "failed" {
            outcome.status = "refused";
        }
    }
    let not_before = store.answers(puzzle, None).unwrap_or_default().not_before;
    let not_before = not_before.filter(|time| *time > app.site_time());
    outcome.not_before = not_before.map(date_time);

    if let Some(said) = said(app, &outcome).filter(|_| !app.json) {
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
    } else if let (Ok(Exit::Wrong), Some(time)) = (&ended, not_before) {
        let wait = span((time - app.site_time()).to_std().unwrap_or_default());
        app.note(&format!("the site takes the next answer in {wait}"));
    }
    if app.json {
        terminal::json(&mut app.console(), "submit", &outcome)?;
    }
    ended.map_err(|error| error.context(format!("{puzzle} part {part}")))
}

/// The line that says what became of the answer, unless that is an error.
fn said(app: &App, outcome: &Outcome) -> Option<String> {
    let text = |text: &Option<String>| sanitize(text.as_deref().unwrap_or_default()).into_owned();
    let good = |text| app.stdout.paint(style::GOOD, text);
    let bad = |text: &str| app.stdout.paint(style::BAD, text);
    let answer = app.stdout.paint(style::STRONG, text(&outcome.answer));
    let has_answer = outcome.answer.is_some();
    Some(match outcome.status {
        "right" if has_answer => format!("{answer} is {}", good("right")),
        "right" => format!("the last star is {}", good("yours")),
        "matched" if has_answer => format!("{answer} is the {} answer", good("accepted")),
        "matched" => format!("already {}", good("solved")),
        "differs" => {
            let (differs, accepted) = (bad("differs"), text(&outcome.accepted));
            format!("{answer} {differs} from the accepted answer {accepted}")
        }
        status @ ("wrong" | "too-high" | "too-low") => {
            format!("{answer} is {}", bad(&status.replace('-', " ")))
        }
        "dry-run" => text(&outcome.message),
        _ => return None,
    })
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
    let (verb, does) = if is_last_star(puzzle, Part::Two) {
        ("submit", "claims the star of those who have all others")
    } else {
        ("read", "shows it")
    };
    let next = format!("aoc {verb} {puzzle} --part 2");
    app.note(&format!("part 2 is open: `{next}` {does}"));
    Some(next)
}
