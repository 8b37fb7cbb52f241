//! Groups of options that several commands share, and parsers of their values.

use std::num::{IntErrorKind, NonZeroUsize, ParseIntError};
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use aoc_solution::Part;
use bytesize::ByteSize;
use clap::builder::{ArgExt, NonEmptyStringValueParser};
use clap::{ArgAction, Args, ColorChoice, ValueHint};

use super::tokens::looks_like_token;
use crate::error::CliError;
use crate::inputs::InputName;

/// The kind of values that Tab offers for an argument. An argument without this extension either
/// has no such values, or clap already knows them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Completes {
    Selectors,
    Year,
    /// A day without its year, which another argument names.
    DayOfYear,
    /// A named input of the selected puzzles.
    Input,
    /// An alternative of the selected puzzles.
    Alternative,
    Baseline,
    Setting,
    Command,
    ImportSource,
    Account,
}

impl ArgExt for Completes {}

#[derive(Args, Clone, Default)]
#[command(next_help_heading = "Global options")]
pub struct GlobalArgs {
    /// Work in this folder, as if aoc were started there
    #[arg(short = 'C', global = true, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub directory: Option<PathBuf>,
    /// Print results as JSON on stdout
    #[arg(long, global = true)]
    pub json: bool,
    /// Make no request to the site and download no crates
    #[arg(long, global = true)]
    pub offline: bool,
    /// Print only results and failures
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    pub quiet: bool,
    /// Print more details
    #[arg(short, long, global = true, action = ArgAction::Count)]
    pub verbose: u8,
    /// When to use colour: auto, always or never
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    #[arg(hide_possible_values = true)]
    pub color: ColorChoice,
}

#[derive(Args, Default)]
pub struct SelectionArgs {
    /// Puzzles, such as 22, 1-5, 2020/22, 2020, all, today, latest
    ///
    /// Which puzzles: 22, 1-5, 2020, 2020/22, 2015-2018, all/25, all, today, latest, or a day's
    /// file. `aoc --help` lists all ways to name them.
    #[arg(value_name = "SELECTOR")]
    #[arg(add = Completes::Selectors)]
    pub selectors: Vec<String>,
    /// The same as SELECTOR, for users of other tools
    #[arg(short, long, hide = true)]
    #[arg(add = Completes::Selectors)]
    pub day: Vec<String>,
    /// The year of days without a year
    #[arg(short, long)]
    #[arg(add = Completes::Year)]
    pub year: Option<String>,
}

impl SelectionArgs {
    pub fn is_empty(&self) -> bool {
        self.words().is_empty() && self.year.is_none()
    }

    /// All selectors, including those of `--day`.
    pub fn words(&self) -> Vec<String> {
        [&*self.selectors, &*self.day].concat()
    }
}

/// The inputs of `run` and `bench`.
#[derive(Args)]
pub struct InputArgs {
    /// Use this input: a stored one's name, a file, or -
    ///
    /// Use this input: the name of a stored input, a file, or - for standard input. The answers
    /// to a stored input are compared with the accepted ones, even if you name its file.
    #[arg(long, value_name = "NAME|PATH|-", value_parser = NonEmptyStringValueParser::new(), conflicts_with = "all_inputs")]
    #[arg(add = Completes::Input)]
    pub input: Option<String>,
    /// Use every stored input
    #[arg(long)]
    pub all_inputs: bool,
}

/// The parts to run: the one of `--part`, or both without `--part`.
pub fn requested_parts(part: Option<Part>) -> Vec<Part> {
    part.map_or(Part::BOTH.to_vec(), |part| vec![part])
}

/// Parses a whole number.
pub fn parse_number<N: FromStr<Err = ParseIntError>>(text: &str) -> Result<N, &'static str> {
    text.parse()
        .map_err(|error: ParseIntError| match error.kind() {
            IntErrorKind::PosOverflow => "write a smaller number",
            _ => "write a whole number",
        })
}

/// Parses the number of puzzles that run at the same time.
pub fn parse_jobs(text: &str) -> Result<NonZeroUsize, &'static str> {
    NonZeroUsize::new(parse_number(text)?).ok_or("write 1 or more")
}

pub fn parse_part(text: &str) -> Result<Part, &'static str> {
    match text {
        "1" => Ok(Part::One),
        "2" => Ok(Part::Two),
        _ => Err("write 1 or 2"),
    }
}

/// Parses a time with a unit, such as `10s` or `500ms`. A time of 0 is an error.
pub fn parse_duration(text: &str) -> Result<Duration, &'static str> {
    match humantime::parse_duration(text) {
        Ok(Duration::ZERO) => Err("write a time longer than 0, such as 10s or 500ms"),
        Ok(time) => Ok(time),
        Err(_) => Err("write a time such as 10s or 500ms"),
    }
}

/// Parses a number of bytes with a unit. Units are powers of 1000 (`kB`, `MB`, `GB`) or of 1024
/// (`KiB`, `MiB`, `GiB`).
pub fn parse_size(text: &str) -> Result<u64, &'static str> {
    match text.parse() {
        // A number that is too large to be represented is parsed as the largest number.
        Ok(ByteSize(u64::MAX)) => Err("too large: write a size such as 2GiB, 500MB or 1048576"),
        Ok(ByteSize(bytes)) if bytes > 0 => Ok(bytes),
        _ => Err("write a size such as 2GiB, 500MB or 1048576"),
    }
}

/// Parses a percentage into a share: `5%` and `5` are 0.05. A number below 1 needs the percent
/// sign, because `0.05` without it could mean 5%.
pub fn parse_percent(text: &str) -> Result<f64, String> {
    let number = text.strip_suffix('%');
    let has_sign = number.is_some();
    match number.unwrap_or(text).trim().parse::<f64>() {
        Ok(percent) if percent > 0.0 && percent < 1.0 && !has_sign => {
            // Without rounding, 0.07 would be 7.000000000000001%.
            let hundredfold = (percent * 1e9).round() / 1e7;
            Err(format!("write {hundredfold}% or {percent}%, with the sign"))
        }
        Ok(percent) if percent.is_finite() && percent >= 0.0 => Ok(percent / 100.0),
        _ => Err("write a number of percent, such as 5%".to_owned()),
    }
}

/// Parses the name of an account or of a named input. Session tokens are refused first, because the
/// error for an invalid name would show the token.
pub fn parse_name(name: &str) -> Result<InputName, String> {
    if looks_like_token(name) {
        return Err("a session token is not a name".to_owned());
    }
    name.parse().map_err(|error: CliError| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read_or_refused() {
        for (text, bytes) in [
            ("2GiB", 2 << 30),
            ("1.5GiB", 3 << 29),
            ("500MB", 500_000_000),
            ("3 KiB", 3072),
            ("1048576", 1 << 20),
        ] {
            assert_eq!(parse_size(text), Ok(bytes));
        }
        for wrong in ["", "GiB", "2 pc", "-1", "0", "1e400"] {
            assert!(parse_size(wrong).is_err(), "{wrong}");
        }
        for large in ["99999999999G", "16EiB", "18446744073709551615"] {
            let error = parse_size(large).unwrap_err();
            assert!(error.starts_with("too large: "), "{large}: {error}");
        }
        for (text, share) in [
            ("5%", 0.05),
            ("2.5", 0.025),
            ("0.5%", 0.005),
            ("150 %", 1.5),
        ] {
            assert!(
                (parse_percent(text).unwrap() - share).abs() < 1e-12,
                "{text}"
            );
        }
        for wrong in ["", "%", "x", "-5%", "inf", "nan%", "5%%"] {
            assert!(parse_percent(wrong).is_err(), "{wrong}");
        }
        let says = "write 5% or 0.05%, with the sign";
        assert_eq!(parse_percent("0.05").unwrap_err(), says);
        let says = "write 7% or 0.07%, with the sign";
        assert_eq!(parse_percent("0.07").unwrap_err(), says);
    }
}
