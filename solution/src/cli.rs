//! A worker as a program of its own, for debuggers and profilers.

use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::process::ExitCode;
use std::thread;
use std::time::Duration;

use crate::dispatch::Opened;
use crate::protocol::{Call, DayInfo, Phase};
use crate::worker::STACK_BYTES;
use crate::{Answer, Context, Error, Part, Registry, Result, anyhow, bail, ensure};

/// Solves the day that the arguments name; the exit status says how it went.
pub(crate) fn main(registry: &Registry, arguments: impl Iterator<Item = String>) -> ExitCode {
    let request = match Request::parse(arguments) {
        Ok(request) => request,
        Err(error) => {
            eprintln!("{error}\n\n{}", usage(registry));
            return ExitCode::from(2);
        }
    };
    match answer(registry, &request) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        // Whoever read our output has seen enough.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::FAILURE
        }
    }
}

fn is_broken_pipe(error: &Error) -> bool {
    let cause = error.downcast_ref::<io::Error>();
    cause.is_some_and(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}

fn usage(registry: &Registry) -> String {
    let year = registry.year;
    let mut text = format!(
        "\
The days of {year}, without the runner: for debuggers and profilers.

usage: year{year} DAY [OPTIONS] < INPUT
       year{year} DAY FILE [OPTIONS]

      --part N      solve part N only
      --alt NAME    solve with the alternative NAME
      --example     solve the first example instead of an input
      --trace       write the play-by-play
      --seed N      write the input generated from the seed N

days:
"
    );
    for (&number, day) in &registry.days {
        let info = day.info(number);
        let _ = write!(text, "{number:>4}  {}", info.title);
        for alternative in info.alternatives {
            let _ = write!(text, ", part {} {}", alternative.part, alternative.name);
        }
        text.push('\n');
    }
    text
}

/// What the arguments ask for.
#[derive(Debug, Default, PartialEq)]
struct Request {
    day: Option<u8>,
    file: Option<String>,
    part: Option<Part>,
    alternative: Option<String>,
    example: bool,
    trace: bool,
    seed: Option<u64>,
    help: bool,
}

impl Request {
    fn parse(mut arguments: impl Iterator<Item = String>) -> Result<Self> {
        let mut request = Self::default();
        while let Some(argument) = arguments.next() {
            let mut value = || {
                arguments
                    .next()
                    .ok_or_else(|| anyhow!("{argument} needs a value"))
            };
            match argument.as_str() {
                "--part" => {
                    let number: u8 = value()?.parse().context("--part takes 1 or 2")?;
                    request.part = Some(Part::try_from(number).map_err(Error::msg)?);
                }
                "--alt" => request.alternative = Some(value()?),
                "--seed" => request.seed = Some(value()?.parse().context("--seed takes a number")?),
                "--example" => request.example = true,
                "--trace" => request.trace = true,
                "-h" | "--help" => request.help = true,
                option if option.len() > 1 && option.starts_with('-') => {
                    bail!("there is no option {option}")
                }
                day if request.day.is_none() => {
                    request.day = Some(day.parse().with_context(|| format!("`{day}` is no day"))?);
                }
                file if request.file.is_none() => request.file = Some(file.to_owned()),
                more => bail!("one day and one file at most, but there is `{more}`"),
            }
        }
        Ok(request)
    }
}

/// Solves and prints; `false` if a part failed.
fn answer(registry: &Registry, request: &Request) -> Result<bool> {
    let Some(number) = request.day.filter(|_| !request.help) else {
        io::stdout().write_all(usage(registry).as_bytes())?;
        return Ok(true);
    };
    let day = registry
        .days
        .get(&number)
        .ok_or_else(|| anyhow!("{} has no day {number} here", registry.year))?;
    let info = day.info(number);
    if let Some(name) = &request.alternative {
        ensure!(
            Part::BOTH.iter().any(|&part| has(&info, part, name)),
            "day {number} has no alternative `{name}`"
        );
    }
    if let Some(seed) = request.seed {
        let text = day
            .generate(seed)
            .ok_or_else(|| anyhow!("day {number} makes no inputs"))?;
        io::stdout().write_all(text.as_bytes())?;
        return Ok(true);
    }
    let (text, example) = if request.example {
        let text = day
            .example(0)
            .ok_or_else(|| anyhow!("day {number} has no example"))?;
        (text, Some(0))
    } else {
        let text = match request.file.as_deref() {
            None | Some("-") => io::read_to_string(io::stdin()).context("standard input")?,
            Some(file) => read(file)?,
        };
        (&*text.leak(), None)
    };
    // The same room as under the runner.
    thread::scope(|scope| {
        thread::Builder::new()
            .name(format!("{}/{number:02}", registry.year))
            .stack_size(STACK_BYTES)
            .spawn_scoped(scope, || {
                let (ns, opened) = day.open(&[text], example);
                solve(&info, ns, &*opened.context("parse")?, request)
            })?
            .join()
            .unwrap_or(Ok(false))
    })
}

fn read(file: &str) -> Result<String> {
    std::fs::read_to_string(file).with_context(|| file.to_owned())
}

/// Whether the day has an alternative of that name for the part.
fn has(info: &DayInfo, part: Part, name: &str) -> bool {
    let mut alternatives = info.alternatives.iter();
    alternatives.any(|alternative| alternative.part == part && alternative.name == name)
}

fn solve(info: &DayInfo, parse_ns: u64, opened: &dyn Opened, request: &Request) -> Result<bool> {
    if !request.trace {
        writeln!(io::stdout(), "{:<8}{:>12}", "parse", duration(parse_ns))?;
    }
    let mut well = true;
    for part in Part::BOTH {
        if request.part.is_none_or(|asked| asked == part) {
            well &= solve_part(info, opened, part, request)?;
        }
    }
    Ok(well)
}

fn solve_part(info: &DayInfo, opened: &dyn Opened, part: Part, request: &Request) -> Result<bool> {
    if request.trace {
        let mut out = io::BufWriter::new(io::stdout().lock());
        if !opened.trace(part, &mut out)? {
            eprintln!("part {part} has no play-by-play");
        }
        out.flush()?;
        return Ok(true);
    }
    let call = Call {
        phase: Phase::from(part),
        // A part that has it not is solved in the day's own way, as under `aoc`.
        alternative: request
            .alternative
            .clone()
            .filter(|name| has(info, part, name)),
    };
    let (ns, answer) = opened.run(&call);
    let shown = match &answer {
        Ok(Answer::Unsolved) => "unsolved".to_owned(),
        Ok(answer) => answer.to_string(),
        Err(error) => format!("error: {error:#}"),
    };
    writeln!(io::stdout(), "part {part}  {:>12}  {shown}", duration(ns))?;
    Ok(answer.is_ok())
}

fn duration(ns: u64) -> String {
    format!("{:.2?}", Duration::from_nanos(ns))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(arguments: &str) -> Result<Request> {
        Request::parse(arguments.split_whitespace().map(str::to_owned))
    }

    #[test]
    fn reads_its_arguments() {
        let request = parse("22 deck.txt --part 2 --alt textbook --trace").unwrap();
        assert_eq!(
            request,
            Request {
                day: Some(22),
                file: Some("deck.txt".into()),
                part: Some(Part::Two),
                alternative: Some("textbook".into()),
                trace: true,
                ..Request::default()
            }
        );
        assert_eq!(parse("22 -").unwrap().file.as_deref(), Some("-"));
        assert_eq!(parse("").unwrap(), Request::default());
    }

    #[test]
    fn a_broken_pipe_is_no_error() {
        let pipe = io::Error::from(io::ErrorKind::BrokenPipe);
        assert!(is_broken_pipe(&Error::from(pipe)));
        let full = io::Error::from(io::ErrorKind::StorageFull);
        assert!(!is_broken_pipe(&Error::from(full)));
        assert!(!is_broken_pipe(&anyhow!("line 3")));
    }

    #[test]
    fn refuses_what_it_does_not_know() {
        for wrong in [
            "22 --fast",
            "22 --part 3",
            "22 --part",
            "x",
            "22 a b",
            "22 --seed x",
        ] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }
}
