//! The program of a year. It serves the runner, or solves one day without the runner, for debuggers
//! and profilers.

use std::fmt::Write as _;
use std::io::{self, IsTerminal as _, Write as _};
use std::path::Path;
use std::process::ExitCode;
use std::str::FromStr;
use std::{env, fs};

use crate::examples::describe;
use crate::executor::{Executor, is_io_error};
use crate::figures::time;
use crate::protocol::{
    CHANNEL_ARGUMENT, Call, DayInfo, OpenedInput, Outcome, Reply, WorkerCommand,
};
use crate::{Context, Error, Part, Registry, Result, Trace, bail, worker};

/// The keys that end an input that is typed.
const END_OF_INPUT: &str = if cfg!(windows) {
    "Ctrl-Z and Enter"
} else {
    "Ctrl-D"
};

impl Registry {
    /// Runs the program: it serves the runner, or solves a day with the input from standard input
    /// or from a file. Without the runner, the exit status is 1 if the solution failed, and 2 if
    /// the arguments are wrong.
    #[must_use]
    pub fn main(self) -> ExitCode {
        // `env::args` panics at an argument that is not Unicode.
        let arguments: Vec<String> = env::args_os()
            .skip(1)
            .map(|argument| argument.to_string_lossy().into_owned())
            .collect();
        match &arguments[..] {
            [argument, address, day] if argument == CHANNEL_ARGUMENT => {
                worker::serve(&self, address, day.parse().unwrap_or_default())
            }
            arguments => solve_by_hand(&self, arguments),
        }
    }
}

/// Solves the day that the arguments name. The exit status is 1 if the solution failed, and 2 if
/// the arguments are wrong.
fn solve_by_hand(registry: &Registry, arguments: &[String]) -> ExitCode {
    let arguments = match Arguments::parse(arguments) {
        Ok(arguments) => arguments,
        Err(error) => {
            say(&format!("{error:#}\n\n{}", usage(registry)));
            return ExitCode::from(2);
        }
    };
    match run(registry, &arguments) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) if is_io_error(&error, io::ErrorKind::BrokenPipe) => ExitCode::SUCCESS,
        Err(error) => {
            say(&format!("{error:#}"));
            ExitCode::FAILURE
        }
    }
}

/// Prints an error. `eprintln!` would panic if nobody reads stderr.
fn say(error: &str) {
    let _ = writeln!(io::stderr(), "{error}");
}

fn usage(registry: &Registry) -> String {
    let year = registry.year;
    let mut text = format!(
        "\
Solves the days of {year} without the runner, for debuggers and profilers.

usage: year{year} DAY [OPTIONS] < INPUT
       year{year} DAY FILE [OPTIONS]

DAY is a number, such as 22, a name, such as day22, or the path of the day's file.

      --part N      solve part N only
      --for SECONDS repeat each part for this many seconds, for a profiler
      --alt NAME    solve with the alternative NAME
      --example     solve the first example instead of an input
      --trace       print the trace
      --seed N      print the input that is generated from the seed N

days:
"
    );
    for (number, day) in registry.iter() {
        let info = day.info(number);
        let _ = write!(text, "{number:>4}  {}", info.title);
        for alternative in info.alternatives {
            let _ = write!(text, ", part {} {}", alternative.part, alternative.name);
        }
        text.push('\n');
    }
    text
}

#[derive(Debug, Default, PartialEq)]
struct Arguments {
    day: Option<u8>,
    /// The year in the path of a day's file.
    year: Option<u16>,
    file: Option<String>,
    part: Option<Part>,
    alternative: Option<String>,
    example: bool,
    trace: bool,
    seed: Option<u64>,
    /// The number of seconds for which a part is repeated.
    repeat: Option<u64>,
}

impl Arguments {
    fn parse(arguments: &[String]) -> Result<Self> {
        let mut arguments = arguments.iter();
        let mut parsed = Self::default();
        while let Some(argument) = arguments.next() {
            match argument.as_str() {
                "--part" | "--alt" | "--seed" | "--for" => {
                    let Some(value) = arguments.next() else {
                        bail!("{argument} needs a value");
                    };
                    parsed.set(argument, value)?;
                }
                "--example" => parsed.example = true,
                "--trace" => parsed.trace = true,
                "-h" | "--help" => return Ok(Self::default()),
                option if option != "-" && option.starts_with('-') => {
                    bail!("unknown option {option}")
                }
                day if parsed.day.is_none() => {
                    let number = day.parse().ok().or_else(|| number_in_path(day, "day"));
                    parsed.day = number.filter(|number| (1..=25).contains(number));
                    parsed.year = number_in_path(day, "year");
                    if parsed.day.is_none() {
                        bail!("unknown day `{day}`: give its number, such as 22");
                    }
                }
                file if parsed.file.is_none() => parsed.file = Some(file.to_owned()),
                more => bail!("unexpected argument `{more}`: give one day and one file"),
            }
        }
        if parsed.day.is_none() && parsed != Self::default() {
            bail!("no day: give its number, such as 22");
        }
        parsed.check_combination()?;
        Ok(parsed)
    }

    /// Refuses a combination of arguments in which one would have no effect.
    fn check_combination(&self) -> Result<()> {
        if self.trace && self.alternative.is_some() {
            bail!("--trace and --alt cannot be combined: an alternative has no trace");
        }
        if self.trace && self.repeat.is_some() {
            bail!("--trace and --for cannot be combined: a trace is printed once");
        }
        if self.example
            && let Some(file) = &self.file
        {
            bail!("`{file}` and --example cannot be combined: give one input");
        }
        let generates_only = Self {
            day: self.day,
            year: self.year,
            seed: self.seed,
            ..Self::default()
        };
        if self.seed.is_some() && *self != generates_only {
            bail!("--seed only prints an input: give it with the day alone");
        }
        Ok(())
    }

    /// The parts to solve.
    fn parts(&self) -> impl Iterator<Item = Part> {
        Part::BOTH
            .into_iter()
            .filter(|part| self.part.is_none_or(|asked| asked == *part))
    }

    /// Sets an option that has a value.
    fn set(&mut self, option: &str, value: &str) -> Result<()> {
        match option {
            "--part" => self.part = Some(value.parse()?),
            "--seed" => self.seed = Some(value.parse().context("--seed takes a number")?),
            "--for" => self.repeat = Some(value.parse().context("--for takes whole seconds")?),
            _ => self.alternative = Some(value.to_owned()),
        }
        Ok(())
    }

    /// The text of the input. `None` if an example or a generated input is used instead.
    fn input(&self) -> Result<Option<String>> {
        if self.example || self.seed.is_some() {
            return Ok(None);
        }
        let text = match self.file.as_deref() {
            None | Some("-") => {
                if io::stdin().is_terminal() {
                    eprintln!("reading the input from the terminal: {END_OF_INPUT} ends it");
                }
                io::read_to_string(io::stdin()).context("standard input")?
            }
            Some(file) => fs::read_to_string(file).with_context(|| file.to_owned())?,
        };
        // Some editors begin a file with a byte order mark.
        Ok(Some(text.trim_start_matches('\u{feff}').to_owned()))
    }
}

/// The number after the prefix in the path of a day's file: 22 for `day22`.
fn number_in_path<T: FromStr>(text: &str, prefix: &str) -> Option<T> {
    Path::new(text).iter().rev().find_map(|name| {
        let name = name.to_str()?.trim_end_matches(".rs");
        name.strip_prefix(prefix)?.parse().ok()
    })
}

/// Carries out the arguments, usually by solving the day. Returns `false` if a phase failed.
fn run(registry: &Registry, arguments: &Arguments) -> Result<bool> {
    let Some(day) = arguments.day else {
        io::stdout().write_all(usage(registry).as_bytes())?;
        return Ok(true);
    };
    if let Some(year) = arguments.year
        && year != registry.year
    {
        bail!(
            "the file belongs to {year}, but this program solves {}",
            registry.year
        );
    }
    let solution = registry.get(day).map_err(Error::msg)?;
    let info = solution.info(day);
    if let Some(name) = &arguments.alternative
        && !arguments
            .parts()
            .any(|part| info.has_alternative(part, name))
    {
        let of_part = arguments.part.map(|part| format!(" of part {part}"));
        bail!(
            "day {day} has no alternative `{name}`{}",
            of_part.unwrap_or_default()
        );
    }
    let mut text = arguments.input()?;
    let mut result = Ok(false);
    registry.on_thread(
        day,
        &mut || {
            result = match arguments.seed {
                Some(seed) => generate(registry, day, seed),
                None => solve(registry, &info, text.take(), arguments),
            }
        },
        &mut || (),
    )?;
    result
}

/// Prints the input that is generated from the seed.
fn generate(registry: &Registry, day: u8, seed: u64) -> Result<bool> {
    match Executor::new(registry).handle(WorkerCommand::Generate { day, seed }) {
        Reply::Generated(Some(text)) => io::stdout().write_all(text.as_bytes())?,
        Reply::Generated(None) => {
            bail!(
                "day {day} has no `generate` function, or it returns no input for the seed {seed}"
            )
        }
        failed => return show("generate", &failed),
    }
    Ok(true)
}

/// Opens the text, or the first example, and solves the parts.
fn solve(
    registry: &Registry,
    info: &DayInfo,
    text: Option<String>,
    arguments: &Arguments,
) -> Result<bool> {
    let mut executor = Executor::new(registry);
    let example = match text {
        Some(_) => None,
        None => info.examples.first(),
    };
    let opened = executor.handle(WorkerCommand::Open {
        day: info.day,
        input: text.map_or(OpenedInput::Example(0), OpenedInput::Text),
    });
    // With a trace, nothing else is printed.
    let is_quiet = arguments.trace
        && matches!(&opened, Reply::Ran { outcome, .. } if *outcome == Outcome::Parsed);
    if !is_quiet && !show("parse", &opened)? {
        return Ok(false);
    }
    let mut is_solved = true;
    let mut has_written_part = false;
    let mut is_replaced_by_example = false;
    for part in arguments.parts() {
        let name = arguments.alternative.clone();
        let call = Call {
            phase: part.into(),
            // As in `aoc`, the other part is solved by its primary function.
            alternative: name.filter(|name| info.has_alternative(part, name)),
        };
        if call.alternative.is_some()
            && example.is_some_and(|example| example.has_own_function[part.index()])
        {
            eprintln!(
                "part {part}: the example has its own function, which no alternative replaces"
            );
            is_replaced_by_example = true;
            continue;
        }
        let command = if arguments.trace {
            WorkerCommand::Trace(part)
        } else {
            WorkerCommand::Run(call.clone())
        };
        let name = format!("part {part}");
        let reply = executor.handle(command);
        let succeeds = show(&name, &reply)?;
        is_solved &= succeeds;
        let is_written =
            !matches!(&reply, Reply::Ran { outcome, .. } if *outcome == Outcome::Unsolved);
        has_written_part |= is_written;
        if let Some(seconds) = arguments.repeat
            && is_written
            && succeeds
        {
            let ns = seconds.saturating_mul(1_000_000_000);
            is_solved &= show(&name, &executor.handle(WorkerCommand::Warm { call, ns }))?;
        }
    }
    if arguments.repeat.is_some() && !has_written_part {
        let why = if is_replaced_by_example {
            "the example has its own function"
        } else {
            "the part is not written"
        };
        bail!("--for has nothing to repeat, because {why}");
    }
    Ok(is_solved)
}

/// Prints the result of a function, unless the reply is a trace or a repetition. Returns `false` if
/// the function failed.
fn show(function: &str, reply: &Reply) -> Result<bool> {
    let (ns, outcome) = match reply {
        Reply::Ran { ns, outcome } => (ns, outcome),
        Reply::Traced(Trace::Written) | Reply::Warmed { .. } => return Ok(true),
        Reply::Traced(Trace::None) => {
            eprintln!("{function} has no trace");
            return Ok(true);
        }
        Reply::Refused(why) => bail!("{why}"),
        _ => bail!("{function}: an unexpected reply"),
    };
    writeln!(io::stdout(), "{}", line(function, *ns, outcome))?;
    Ok(!is_failure(outcome))
}

/// The line of a function, without a time if the function failed.
fn line(function: &str, ns: u64, outcome: &Outcome) -> String {
    let shown_time = if is_failure(outcome) {
        String::new()
    } else {
        time(ns)
    };
    let line = format!("{function:<8}{shown_time:>12}  {}", describe(outcome));
    line.trim_end_matches(' ').to_owned()
}

fn is_failure(outcome: &Outcome) -> bool {
    matches!(outcome, Outcome::Error(_) | Outcome::Panic(_))
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;
    use crate::{Alternative, Answer, Example, Solution};

    fn parse(arguments: &str) -> Result<Arguments> {
        let arguments: Vec<String> = arguments.split_whitespace().map(str::to_owned).collect();
        Arguments::parse(&arguments)
    }

    #[test]
    fn a_function_that_failed_has_no_time() {
        let why = || "index 7 is out of bounds".to_owned();
        for (outcome, expected) in [
            (Outcome::Answered("7".into()), "part 1          5 ns  7"),
            (Outcome::Parsed, "part 1          5 ns"),
            (
                Outcome::Unsolved,
                "part 1          5 ns  no answer: the part is unsolved",
            ),
            (
                Outcome::Panic(why()),
                "part 1                a panic: index 7 is out of bounds",
            ),
            (
                Outcome::Error(why()),
                "part 1                an error: index 7 is out of bounds",
            ),
        ] {
            assert_eq!(line("part 1", 5, &outcome), expected);
        }
    }

    /// A day with one part.
    struct Day01;

    impl Solution for Day01 {
        const TITLE: &'static str = "One part";
        type Input<'a> = &'a str;
        const EXAMPLES: &'static [Example<Self>] = &[Example::new("a")];

        fn parse(input: &str) -> Result<&str> {
            Ok(input)
        }

        fn part1(input: &&str) -> Result<Answer> {
            Ok(input.len().into())
        }
    }

    #[test]
    fn a_part_that_is_not_written_cannot_be_repeated() {
        let registry = Registry::new(2020).day::<Day01>(1);
        for (arguments, is_done) in [
            ("1 --example --part 2", true),
            ("1 --example --for 0", true),
            ("1 --example --for 0 --part 1", true),
            ("1 --example --for 0 --part 2", false),
        ] {
            let done = run(&registry, &parse(arguments).unwrap());
            let message = done.as_ref().err().map(Error::to_string);
            let refused = "--for has nothing to repeat, because the part is not written";
            assert_eq!(message.as_deref() == Some(refused), !is_done, "{arguments}");
            assert_eq!(done.is_ok(), is_done, "{arguments}");
        }
    }

    /// A day with an alternative of its second part.
    struct Day03;

    impl Solution for Day03 {
        const TITLE: &'static str = "Alternative";
        type Input<'a> = ();
        const EXAMPLES: &'static [Example<Self>] = &[Example::new("a")];
        const ALTERNATIVES: &'static [Alternative<Self>] =
            &[Alternative::new("slow", Part::Two, |()| Ok(2.into()))];

        fn parse(_: &str) -> Result<()> {
            Ok(())
        }
    }

    /// A day with an example for which part 2 has a function of its own.
    struct Day05;

    impl Solution for Day05 {
        const TITLE: &'static str = "Own function";
        type Input<'a> = ();
        const EXAMPLES: &'static [Example<Self>] =
            &[Example::new("a").part2_with("1", |()| Ok(1.into()))];
        const ALTERNATIVES: &'static [Alternative<Self>] =
            &[Alternative::new("slow", Part::Two, |()| {
                bail!("this example has other rules")
            })];

        fn parse(_: &str) -> Result<()> {
            Ok(())
        }
    }

    #[test]
    fn no_alternative_solves_an_example_that_has_its_own_function() {
        let registry = Registry::new(2020).day::<Day05>(5);
        for arguments in ["5 --example", "5 --example --alt slow"] {
            let is_solved = run(&registry, &parse(arguments).unwrap()).unwrap();
            assert!(is_solved, "{arguments}");
        }
        let arguments = parse("5 --example --alt slow --part 2 --for 0").unwrap();
        let error = run(&registry, &arguments).unwrap_err().to_string();
        let why = "--for has nothing to repeat, because the example has its own function";
        assert_eq!(error, why);
    }

    #[test]
    fn an_alternative_of_the_other_part_is_refused() {
        let registry = Registry::new(2020).day::<Day03>(3);
        for (arguments, refused) in [
            ("--alt slow", None),
            ("--alt slow --part 2", None),
            (
                "--alt slow --part 1",
                Some("day 3 has no alternative `slow` of part 1"),
            ),
            ("--alt fast", Some("day 3 has no alternative `fast`")),
        ] {
            let arguments = parse(&format!("3 --example {arguments}")).unwrap();
            let error = run(&registry, &arguments).err();
            let error = error.map(|error| error.to_string());
            assert_eq!(error.as_deref(), refused);
        }
    }

    /// A day whose first part succeeds only once, and whose second part fails.
    struct Day02;

    thread_local! {
        static CALLS: Cell<[u32; 2]> = const { Cell::new([0; 2]) };
    }

    impl Day02 {
        fn count(part: usize) -> u32 {
            let mut calls = CALLS.get();
            calls[part] += 1;
            CALLS.set(calls);
            calls[part]
        }
    }

    impl Solution for Day02 {
        const TITLE: &'static str = "Failures";
        type Input<'a> = ();
        const EXAMPLES: &'static [Example<Self>] = &[Example::new("a")];

        fn parse(_: &str) -> Result<()> {
            Ok(())
        }

        fn part1((): &()) -> Result<Answer> {
            if Self::count(0) > 1 {
                bail!("once is enough");
            }
            Ok(1.into())
        }

        fn part2((): &()) -> Result<Answer> {
            bail!("failure {}", Self::count(1));
        }
    }

    #[test]
    fn a_failure_is_not_repeated_and_one_of_a_repetition_is_shown() {
        let registry = Registry::new(2020).day::<Day02>(2);
        let info = registry.get(2).unwrap().info(2);
        for (part, calls) in [(1, [2, 0]), (2, [0, 1])] {
            CALLS.set([0; 2]);
            let arguments = parse(&format!("2 --example --for 0 --part {part}")).unwrap();
            let is_solved = solve(&registry, &info, None, &arguments).unwrap();
            assert!(!is_solved, "{part}");
            assert_eq!(CALLS.get(), calls, "{part}");
        }
    }

    #[test]
    fn reads_its_arguments() {
        let arguments = parse("22 deck.txt --part 2 --alt textbook --for 5").unwrap();
        assert_eq!(
            arguments,
            Arguments {
                day: Some(22),
                file: Some("deck.txt".into()),
                part: Some(Part::Two),
                alternative: Some("textbook".into()),
                repeat: Some(5),
                ..Arguments::default()
            }
        );
        for day in [
            "day22",
            "./days/year2020/day22.rs",
            "day22/mod.rs",
            "day22/grid.rs",
        ] {
            assert_eq!(parse(day).unwrap().day, Some(22), "{day}");
        }
        let other = parse("C/year2019/day22.rs").unwrap();
        assert_eq!(other.year, Some(2019));
        let error = run(&Registry::new(2020), &other).unwrap_err();
        assert!(
            error.to_string().starts_with("the file belongs to 2019,"),
            "{error}"
        );
        assert!(parse("22 deck.txt --part 2 --trace").unwrap().trace);
        assert_eq!(parse("22 --for 5").unwrap().repeat, Some(5));
        assert_eq!(parse("22 -").unwrap().file.as_deref(), Some("-"));
        assert_eq!(parse("").unwrap(), Arguments::default());
        assert_eq!(parse("--part 1 --help").unwrap(), Arguments::default());
        let wrong = [
            "--fast",
            "--part 3",
            "--part",
            "a b",
            "--seed x",
            // An alternative has no trace.
            "--trace --alt textbook",
            // A trace is not repeated.
            "--trace --for 1",
            // The file would not be read.
            "input.txt --example",
            "- --example",
            // The input is printed and not solved.
            "input.txt --seed 1",
            "--seed 1 --example",
            "--seed 1 --part 2",
            "--seed 1 --alt textbook",
            "--seed 1 --trace",
            "--seed 1 --for 5",
        ];
        let wrong = wrong.map(|wrong| format!("22 {wrong}"));
        for wrong in wrong
            .iter()
            .map(String::as_str)
            .chain(["x", "0", "26", "day26", "256", "22/grid.rs"])
            .chain(["--part 1", "--example", "--trace"])
        {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_byte_order_mark_is_not_a_part_of_the_input() {
        let path = env::temp_dir().join(format!("aoc-solution-{}.txt", std::process::id()));
        fs::write(&path, "\u{feff}199\n").unwrap();
        let arguments = Arguments {
            file: Some(path.to_str().unwrap().to_owned()),
            ..Arguments::default()
        };
        let text = arguments.input();
        fs::remove_file(&path).unwrap();
        assert_eq!(text.unwrap().as_deref(), Some("199\n"));
    }

    #[test]
    fn the_exit_code_tells_wrong_arguments() {
        for (arguments, code) in [("", 0), ("--help", 0), ("--part 1", 2), ("--example", 2)] {
            let arguments: Vec<String> = arguments.split_whitespace().map(str::to_owned).collect();
            let exit = solve_by_hand(&Registry::new(2020), &arguments);
            assert_eq!(exit, ExitCode::from(code), "{arguments:?}");
        }
    }
}
