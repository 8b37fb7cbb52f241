//! `aoc profile`: repeats a part under a profiler.

use std::ffi::{OsStr, OsString};
use std::io::Write;
use std::iter;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use aoc_solution::Part;
use aoc_solution::protocol::OpenedInput;
use clap::Args;
use clap::builder::NonEmptyStringValueParser;
use serde::Serialize;
use tempfile::NamedTempFile;

use crate::app::args::{Completes, SelectionArgs, parse_duration, parse_part, requested_parts};
use crate::app::{App, Ui};
use crate::download::{Downloader, InputRequest, inputs};
use crate::error::{CliError, Exit, Result, failure, file_error};
use crate::examples;
use crate::execution::{BuildArgs, BuildMode, BuiltPrograms, build};
use crate::processes::ended_by_interrupt;
use crate::puzzle::{Puzzle, PuzzleScope};
use crate::runner::{ExampleInputs, Launcher, Limits, RestartingWorker};
use crate::steps::selection::{Resolver, only_puzzle};
use crate::steps::user_programs::run_program;
use crate::terminal::tty::InputModeGuard;

/// Show where the time goes: a part, repeated under a profiler
///
/// Builds the day as bench does, with line numbers, and repeats a part under the command after
/// --, or else under samply record, or under perf record -g, which writes perf.data to the current
/// folder. The program, its day and its input follow the command. Without a selector it takes the
/// day that was edited last.
#[derive(Args)]
#[command(mut_arg("selectors", |selectors| selectors
    .help("One puzzle, such as 22 or 2020/22 [default: latest]")
    .long_help("One puzzle, such as 22, 2020/22 or the file of its day [default: latest, which was \
                edited last]")))]
// `mut_arg` moves an argument to the end. This call restores the order.
#[command(mut_arg("command", |command| command))]
#[command(after_help = "\
Examples:
  aoc profile 22 -p 2                     profile part 2 with samply or perf
  aoc profile 22 -- valgrind --tool=dhat  count its allocations")]
pub struct ProfileArgs {
    #[command(flatten)]
    selection: SelectionArgs,
    /// Repeat one part only
    #[arg(short, long, value_name = "N", value_parser = parse_part)]
    part: Option<Part>,
    /// Repeat each part for this long, in whole seconds
    ///
    /// A call is not stopped: Ctrl-C ends a part that does not end by itself.
    #[arg(
        long = "for",
        value_name = "TIME",
        default_value = "5s",
        value_parser = parse_duration
    )]
    time: Duration,
    /// Use this input: the name of a stored one, a file, or - for standard input
    #[arg(
        long,
        value_name = "NAME|PATH|-",
        value_parser = NonEmptyStringValueParser::new()
    )]
    #[arg(add = Completes::Input)]
    input: Option<String>,
    /// The profiler, with its arguments
    #[arg(last = true)]
    command: Vec<OsString>,
    #[command(flatten)]
    build: BuildArgs,
}

/// The profilers to look for on `PATH`. Without `-o`, perf would write its data to stdout if stdout
/// is a pipe.
const KNOWN_PROFILERS: [&[&str]; 2] = [
    &["samply", "record"],
    &["perf", "record", "-g", "-o", "perf.data"],
];

/// The JSON document of `aoc profile`.
#[derive(Serialize)]
struct ProfileResult {
    #[serde(flatten)]
    puzzle: Puzzle,
    /// The part that was repeated. `None` if both were repeated.
    part: Option<Part>,
    /// The words of the command that ran.
    command: Vec<String>,
}

pub fn run(app: &App, args: &ProfileArgs) -> Result<Exit> {
    let puzzles = Resolver::new(app).select(&args.selection, PuzzleScope::Solutions)?;
    let puzzle = only_puzzle(&puzzles)?;
    let mut command = profiler(&app.launcher, &args.command)?;
    let request = InputRequest::new(args.input.as_deref(), 1)?;
    let programs = build(app, &puzzles, &args.build, BuildMode::PROFILE)?;
    let input = input_file(&programs, puzzle, &request, args.part)?;
    command
        .arg(programs.days.program(puzzle)?)
        .arg(puzzle.day.to_string());
    match &input {
        Some(file) => command.arg(file.path()),
        None => command.arg("--example"),
    };
    if let Some(part) = args.part {
        command.args(["--part", &part.to_string()]);
    }
    command.args(["--for", &whole_seconds(&app.ui, args.time).to_string()]);
    let name = command.get_program().to_string_lossy().into_owned();
    let environment = programs.days.environment(&app.launcher.environment, puzzle);
    let terminal_mode = InputModeGuard::new();
    let ended = run_program(&app.launcher, &environment, &mut command);
    drop(terminal_mode);
    let status =
        ended.map_err(|error| file_error(format!("cannot start `{name}`")).caused_by(error))?;
    let words = iter::once(command.get_program()).chain(command.get_args());
    let result = ProfileResult {
        puzzle,
        part: args.part,
        command: words
            .map(|word| word.to_string_lossy().into_owned())
            .collect(),
    };
    app.ui.show("profile", &result, String::new)?;
    // A profiler that Ctrl-C ends has written what it recorded.
    let exit = if status.success() {
        Exit::Done
    } else if ended_by_interrupt(status) {
        Exit::Interrupted
    } else {
        return Err(failure(format!("`{name}` failed: {status}")));
    };
    app.ui.note(next_steps(&command, puzzle, args.part));
    Ok(exit)
}

/// The time in seconds, rounded up, because the program accepts only whole seconds. Prints a note
/// if the time was rounded.
fn whole_seconds(ui: &Ui, time: Duration) -> u64 {
    let has_fraction = time.subsec_nanos() > 0;
    let seconds = time.as_secs().saturating_add(has_fraction.into());
    if has_fraction {
        ui.note(format!(
            "each part is repeated for {seconds} s, because --for counts in whole seconds"
        ));
    }
    seconds
}

/// The note about the next commands, for example to show the recorded data.
fn next_steps(profiler: &Command, puzzle: Puzzle, part: Option<Part>) -> String {
    let part = part.map_or(String::new(), |part| format!(" -p {part}"));
    let bench = format!("`aoc bench {puzzle}{part} --save before`");
    let measure = format!("{bench} saves the present times before you change the day");
    let is_perf = Path::new(profiler.get_program()).file_stem() == Some("perf".as_ref());
    // `perf stat` and others record nothing.
    if is_perf && profiler.get_args().next() == Some("record".as_ref()) {
        return format!("next: `perf report` shows what was recorded; {measure}");
    }
    format!("next: {measure}")
}

/// The user's command, or else the first known profiler on `PATH`.
fn profiler(launcher: &Launcher, command: &[OsString]) -> Result<Command> {
    let words: Vec<&OsStr> = if command.is_empty() {
        let known = KNOWN_PROFILERS
            .into_iter()
            .find(|words| launcher.environment.program(words[0]).is_some());
        known.into_iter().flatten().map(OsStr::new).collect()
    } else {
        command.iter().map(OsString::as_os_str).collect()
    };
    let Some((program, arguments)) = words.split_first() else {
        return Err(file_error(
            "no profiler on PATH: install samply (`cargo install samply`) or perf, or \
                       write the command of another one after `--`",
        ));
    };
    let mut command = Command::new(program);
    command.args(arguments);
    Ok(command)
}

/// A file with the input, or else with an example. `None` if an example in the code is profiled.
fn input_file(
    programs: &BuiltPrograms,
    puzzle: Puzzle,
    requested: &InputRequest,
    part: Option<Part>,
) -> Result<Option<NamedTempFile>> {
    let App { ui, workspace, .. } = programs.app;
    let found = inputs::find(workspace, puzzle, requested);
    if !found.as_ref().is_ok_and(|inputs| !inputs.is_empty()) {
        workspace.warn_of_misnamed_inputs(ui, puzzle);
    }
    let found = found?;
    let text = match found.into_iter().flatten().next().map(|input| input.opened) {
        Some(OpenedInput::Text(text)) => Some(text),
        _ => example_to_profile(programs, puzzle, part)?,
    };
    let Some(text) = text else {
        return Ok(None);
    };
    let mut file = NamedTempFile::new().map_err(|error| {
        file_error("cannot create a temporary file for the input")
            .caused_by(error)
            .with_hint("set TMPDIR to a writable folder on a disk with free space")
    })?;
    file.write_all(text.as_bytes())
        .map_err(|error| CliError::cannot_write(file.path(), error))?;
    Ok(Some(file))
}

/// The text of the example with answers to most of the parts. `None` if it is the first one in the
/// code. Warns that an example is profiled. Fails if there is none.
fn example_to_profile(
    programs: &BuiltPrograms,
    puzzle: Puzzle,
    part: Option<Part>,
) -> Result<Option<String>> {
    let app = programs.app;
    let missing = inputs::why_missing(&Downloader::for_missing_files(app)?, puzzle);
    let found = examples::find_in_file(&app.workspace, puzzle)?;
    let info = RestartingWorker::new(programs.spawn_options(puzzle, Limits::default())?).info()?;
    let examples = ExampleInputs::new(puzzle, &found, &info);
    let Some(example) = examples.substitute(&requested_parts(part)) else {
        return Err(missing.without_example_error(puzzle));
    };
    let warning = missing.replaced_message("profiling the example, which takes far less time");
    app.ui.warning(format!("{puzzle}: {warning}"));
    Ok(match example.opened {
        OpenedInput::Example(0) => None,
        _ => Some(example.text(&info).to_owned()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_data_that_perf_recorded_can_be_reported() {
        for (program, argument, has_report) in [
            ("perf", "record", true),
            ("/usr/bin/perf", "record", true),
            ("perf", "stat", false),
            ("samply", "record", false),
        ] {
            let mut command = Command::new(program);
            command.arg(argument);
            let next = next_steps(&command, Puzzle::of(2020, 22), None);
            let report = "next: `perf report` shows what was recorded; `aoc bench 2020/22 ";
            assert_eq!(next.starts_with(report), has_report, "{program} {argument}");
            assert!(next.contains("`aoc bench 2020/22 --save before`"), "{next}");
        }
    }
}
