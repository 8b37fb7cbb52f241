//! A worker as a program of its own, for debuggers and profilers.

use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::process::ExitCode;
use std::time::Duration;

use crate::days::Days;
use crate::job::{Job, is_broken_pipe};
use crate::letters;
use crate::protocol::{Call, Command, DayInfo, Outcome, Reply, Source};
use crate::{Context, Error, Part, Result, anyhow, bail, ensure};

/// Solves the day that the arguments name. The exit status is 1 if the solution
/// failed, 2 if the arguments are wrong.
pub(crate) fn main(days: &Days, arguments: &[String]) -> ExitCode {
    let request = match Arguments::parse(arguments) {
        Ok(request) => request,
        Err(error) => {
            eprintln!("{error:#}\n\n{}", usage(days));
            return ExitCode::from(2);
        }
    };
    match answer(days, &request) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::FAILURE
        }
    }
}

fn usage(days: &Days) -> String {
    let year = days.year;
    let mut text = format!(
        "\
Solves the days of {year} without the runner, for debuggers and profilers.

usage: year{year} DAY [OPTIONS] < INPUT
       year{year} DAY FILE [OPTIONS]

      --part N      solve part N only
      --alt NAME    solve with the alternative NAME
      --example     solve the first example instead of an input
      --trace       print the play-by-play
      --seed N      print the input that is generated from the seed N

days:
"
    );
    for (number, day) in days.iter() {
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
    file: Option<String>,
    part: Option<Part>,
    alternative: Option<String>,
    example: bool,
    trace: bool,
    seed: Option<u64>,
    help: bool,
}

impl Arguments {
    fn parse(arguments: &[String]) -> Result<Self> {
        let mut arguments = arguments.iter();
        let mut parsed = Self::default();
        while let Some(argument) = arguments.next() {
            let mut value = || {
                let value = arguments.next();
                value.ok_or_else(|| anyhow!("{argument} needs a value"))
            };
            match argument.as_str() {
                "--part" => {
                    let number: u8 = value()?.parse().context("--part takes 1 or 2")?;
                    parsed.part = Some(Part::try_from(number).map_err(Error::msg)?);
                }
                "--alt" => parsed.alternative = Some(value()?.clone()),
                "--seed" => parsed.seed = Some(value()?.parse().context("--seed takes a number")?),
                "--example" => parsed.example = true,
                "--trace" => parsed.trace = true,
                "-h" | "--help" => parsed.help = true,
                option if option.len() > 1 && option.starts_with('-') => {
                    bail!("unknown option {option}")
                }
                day if parsed.day.is_none() => {
                    let Ok(number) = day.parse() else {
                        bail!("unknown day `{day}`: give its number, such as 22");
                    };
                    parsed.day = Some(number);
                }
                file if parsed.file.is_none() => parsed.file = Some(file.to_owned()),
                more => bail!("unexpected argument `{more}`: give one day and one file"),
            }
        }
        Ok(parsed)
    }
}

/// Solves and prints; `false` if a phase failed.
fn answer(days: &Days, arguments: &Arguments) -> Result<bool> {
    let Some(day) = arguments.day.filter(|_| !arguments.help) else {
        io::stdout().write_all(usage(days).as_bytes())?;
        return Ok(true);
    };
    let Some(solution) = days.get(day) else {
        bail!(days.missing(day));
    };
    let info = solution.info(day);
    if let Some(name) = &arguments.alternative {
        ensure!(
            Part::BOTH
                .iter()
                .any(|&part| info.has_alternative(part, name)),
            "day {day} has no alternative `{name}`"
        );
    }
    let command = first_command(day, arguments)?;
    let mut command = Some(command);
    let mut result = Ok(false);
    let mut work = || {
        if let Some(command) = command.take() {
            result = solve(days, &info, command, arguments);
        }
    };
    days.on_thread(day, &mut work, &mut || ())?;
    result
}

fn first_command(day: u8, arguments: &Arguments) -> Result<Command> {
    if let Some(seed) = arguments.seed {
        return Ok(Command::Generate {
            day,
            seed,
            memory: None,
        });
    }
    let source = if arguments.example {
        Source::Example(0)
    } else {
        Source::Text(match arguments.file.as_deref() {
            None | Some("-") => io::read_to_string(io::stdin()).context("standard input")?,
            Some(file) => std::fs::read_to_string(file).with_context(|| file.to_owned())?,
        })
    };
    Ok(Command::Open {
        day,
        source,
        memory: None,
    })
}

/// Carries out the first command, then solves the parts.
fn solve(days: &Days, info: &DayInfo, first: Command, arguments: &Arguments) -> Result<bool> {
    let mut job = Job::new(days);
    match job.handle(first) {
        Reply::Generated(Some(text)) => io::stdout().write_all(text.as_bytes())?,
        Reply::Generated(None) => bail!("day {} has no `generate` function", info.day),
        Reply::Ran {
            outcome: Outcome::Parsed,
            ns,
        } => {
            if !arguments.trace {
                writeln!(io::stdout(), "{:<8}{:>12}", "parse", duration(ns))?;
            }
            let asked = |part: &Part| arguments.part.is_none_or(|asked| asked == *part);
            let mut is_well = true;
            for part in Part::BOTH.into_iter().filter(asked) {
                is_well &= solve_part(&mut job, info, part, arguments)?;
            }
            return Ok(is_well);
        }
        failed => {
            let phase = arguments.seed.map_or("parse", |_| "generate");
            return show(phase, failed);
        }
    }
    Ok(true)
}

/// Solves the part, or prints its play-by-play; `false` if it failed.
fn solve_part(job: &mut Job, info: &DayInfo, part: Part, arguments: &Arguments) -> Result<bool> {
    let command = if arguments.trace {
        Command::Trace(part)
    } else {
        let name = arguments.alternative.as_deref();
        Command::Run(Call {
            phase: part.into(),
            // The other part is solved by its primary function, as by `aoc`.
            alternative: name
                .filter(|name| info.has_alternative(part, name))
                .map(str::to_owned),
        })
    };
    match job.handle(command) {
        Reply::Traced(true) => Ok(true),
        Reply::Traced(false) => {
            eprintln!("part {part} has no play-by-play");
            Ok(true)
        }
        reply => show(&format!("part {part}"), reply),
    }
}

/// Prints what a function returned; `false` if it failed.
fn show(function: &str, reply: Reply) -> Result<bool> {
    let (ns, outcome) = match reply {
        Reply::Ran { ns, outcome } => (ns, outcome),
        Reply::Refused(why) => bail!(why),
        _ => bail!("{function}: an unexpected reply"),
    };
    let (is_well, shown) = match outcome {
        Outcome::Answered(answer) => (true, letters::typed(&answer).into_owned()),
        Outcome::Unsolved => (true, "unsolved".to_owned()),
        Outcome::Parsed => (true, String::new()),
        Outcome::Error(message) => (false, format!("error: {message}")),
        Outcome::Panic(message) => (false, format!("panic: {message}")),
    };
    writeln!(io::stdout(), "{function:<8}{:>12}  {shown}", duration(ns))?;
    Ok(is_well)
}

fn duration(ns: u64) -> String {
    format!("{:.2?}", Duration::from_nanos(ns))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(arguments: &str) -> Result<Arguments> {
        let arguments: Vec<String> = arguments.split_whitespace().map(str::to_owned).collect();
        Arguments::parse(&arguments)
    }

    #[test]
    fn reads_its_arguments() {
        let arguments = parse("22 deck.txt --part 2 --alt textbook --trace").unwrap();
        assert_eq!(
            arguments,
            Arguments {
                day: Some(22),
                file: Some("deck.txt".into()),
                part: Some(Part::Two),
                alternative: Some("textbook".into()),
                trace: true,
                ..Arguments::default()
            }
        );
        assert_eq!(parse("22 -").unwrap().file.as_deref(), Some("-"));
        assert_eq!(parse("").unwrap(), Arguments::default());
    }

    #[test]
    fn refuses_unknown_arguments() {
        for wrong in [
            "22 --fast",
            "22 --part 3",
            "22 --part",
            "x",
            "256",
            "22 a b",
            "22 --seed x",
        ] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }
}
