//! What people type from habit with other tools for Advent of Code, answered with
//! the command line that does it here.

use clap::Parser;
use clap::error::ErrorKind;

use super::Cli;
use super::words::{is_command, is_selector, with_run};
use crate::error::{Exit, HasExit};
use crate::puzzle::{Day, Selection};
use crate::terminal::shell_word;

/// A command line of another tool.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what}: use `{command}`")]
pub struct Habit {
    what: String,
    /// The whole command line.
    command: String,
}

impl HasExit for Habit {
    fn exit(&self) -> Exit {
        Exit::Usage
    }
}

/// Words that are no commands, and the commands that do what they say.
const WORDS: [(&str, &[&str]); 29] = [
    (
        "run",
        &[
            "solve", "solution", "exec", "execute", "day", "puzzle", "build",
        ],
    ),
    ("run --example", &["example", "examples"]),
    ("new --edit", &["edit", "editor"]),
    ("run --trace", &["trace", "debug"]),
    (
        "verify",
        &[
            "check",
            "regress",
            "regression",
            "regressions",
            "validate",
            "assert",
            "ci",
        ],
    ),
    ("bench --all-alts", &["compare", "cmp", "vs"]),
    ("watch", &["follow", "dev", "auto", "live", "loop", "repl"]),
    ("start", &["begin", "go", "work"]),
    ("import", &["migrate", "convert", "port", "copy"]),
    ("completions", &["completion", "complete", "autocomplete"]),
    ("man", &["manual", "docs", "manpage", "manpages"]),
    (
        "bench",
        &[
            "time",
            "timing",
            "times",
            "benchmark",
            "benchmarks",
            "measure",
            "perf",
        ],
    ),
    (
        "new",
        &["scaffold", "add", "create", "touch", "template", "make"],
    ),
    (
        "fetch",
        &[
            "download", "dl", "input", "inputs", "get", "pull", "prepare",
        ],
    ),
    (
        "read",
        &[
            "description",
            "describe",
            "text",
            "show",
            "view",
            "print",
            "instructions",
        ],
    ),
    ("submit", &["answer", "send", "upload", "post"]),
    (
        "status",
        &["stars", "progress", "info", "overview", "st", "state"],
    ),
    ("list", &["ls", "solved", "solutions", "days"]),
    (
        "leaderboard",
        &["private-leaderboard", "board", "lb", "rank", "ranking"],
    ),
    ("open", &["browse", "browser", "web", "url", "page", "site"]),
    (
        "login",
        &[
            "auth",
            "credentials",
            "session",
            "cookie",
            "token",
            "set-cookie",
            "signin",
        ],
    ),
    ("logout", &["signout"]),
    (
        "doctor",
        &[
            "config",
            "env",
            "health",
            "diagnose",
            "whoami",
            "verify-session",
        ],
    ),
    ("gen", &["generate", "random", "fuzz"]),
    ("init", &["setup", "start-project", "bootstrap"]),
    ("init --update", &["update", "upgrade"]),
    ("accept", &["record", "expect"]),
    ("calendar", &["cal", "map"]),
    ("--version", &["version"]),
];

/// The command line to use instead of one that clap does not read: the words
/// after the program's name, and what kind of error they are.
pub fn answer(words: &[String], kind: ErrorKind) -> Option<Habit> {
    if !matches!(
        kind,
        ErrorKind::InvalidSubcommand | ErrorKind::UnknownArgument
    ) {
        return None;
    }
    let mut line = Line::new(words);
    let word = line.command.clone().unwrap_or_default();
    let same = |(_, words): &&(_, &[&str])| words.contains(&word.to_ascii_lowercase().as_str());
    let what = if let Some((command, _)) = WORDS.iter().find(same) {
        line.command = Some((*command).to_owned());
        format!("`{word}` is not a command of aoc")
    } else if let Some(day) = day_name(&word) {
        line.command = Some(format!("run {day}"));
        format!("`{word}` is not a command of aoc")
    } else if let Some(flag) = &line.foreign_flag {
        format!("there is no flag `{flag}`")
    } else if line.command.is_none() {
        let flag = words.iter().find(|word| word.starts_with('-'))?;
        let flag = flag.split('=').next().unwrap_or_default();
        format!("`{flag}` is a flag of `aoc run`")
    } else {
        return None;
    };
    let mut commands = line.commands();
    if line.command.is_none() && line.foreign_flag.is_none() {
        // The flag is what it is about.
        commands.truncate(1);
    }
    let command = commands.into_iter().find(|words| is_good(words))?;
    Some(Habit {
        what,
        command: shown(&command),
    })
}

/// The command line for `aoc submit 1 12345`, as aoc-cli has it.
pub fn submit(selectors: &[String]) -> Option<Habit> {
    let [part, answer] = selectors else {
        return None;
    };
    let is_answer = Selection::parse(&[answer], None).is_err();
    (is_answer && matches!(part.as_str(), "1" | "2")).then(|| Habit {
        what: "part and answer are flags of `aoc submit`".to_owned(),
        command: shown(&[
            "submit".to_owned(),
            "--part".to_owned(),
            part.clone(),
            "--answer".to_owned(),
            answer.clone(),
        ]),
    })
}

/// A command line taken apart.
struct Line {
    /// The first word, unless it is a selector; words of one line, with their
    /// flags, once it was replaced.
    command: Option<String>,
    /// A flag of other tools: `-d` or `--day` as it was typed, `--all`, or
    /// `--release`, which every build is.
    foreign_flag: Option<String>,
    /// What `--day` says.
    day: Option<String>,
    /// What `--year` says.
    year: Option<String>,
    /// Everything else, in order.
    rest: Vec<String>,
}

impl Line {
    fn new(words: &[String]) -> Self {
        let mut line = Self {
            command: None,
            foreign_flag: None,
            day: None,
            year: None,
            rest: Vec::new(),
        };
        let mut words = words.iter().cloned();
        let mut is_first = true;
        while let Some(word) = words.next() {
            if let Some((name, value)) = flag(&word, &["-d", "--day"]) {
                line.day = value.or_else(|| words.next());
                line.foreign_flag = Some(name);
            } else if word == "--release" {
                line.foreign_flag = Some(word);
            } else if word == "--all" {
                line.rest.push("all".to_owned());
                line.foreign_flag = Some(word);
            } else if let Some((_, value)) = flag(&word, &["-y", "--year"]) {
                line.year = value.or_else(|| words.next());
            } else if word.starts_with('-') {
                // The value of a flag is not a command.
                let has_value = ["-p", "--part", "--color"].contains(&word.as_str());
                line.rest.push(word);
                if has_value {
                    line.rest.extend(words.next());
                }
            } else if std::mem::take(&mut is_first) && !is_selector(&word) {
                line.command = Some(word);
            } else {
                line.rest.push(word);
            }
        }
        line
    }

    /// Command lines that mean it, the one with most of the words first.
    fn commands(&self) -> Vec<Vec<String>> {
        let command = self.command.as_deref().unwrap_or("run");
        let mut beginning: Vec<String> = command.split(' ').map(str::to_owned).collect();
        // What follows may be a secret.
        if command == "login" {
            return vec![beginning];
        }
        let bare = beginning.clone();
        match (&self.year, &self.day) {
            (Some(year), Some(day)) => beginning.push(format!("{year}/{day}")),
            (None, Some(day)) => beginning.push(day.clone()),
            (Some(year), None) => beginning.extend(["-y".to_owned(), year.clone()]),
            (None, None) => {}
        }
        let selectors = self.rest.iter().filter(|word| is_selector(word));
        vec![
            [&beginning[..], &self.rest].concat(),
            [&beginning[..], &selectors.cloned().collect::<Vec<_>>()].concat(),
            beginning,
            bare,
        ]
    }
}

/// The number in `day01` and `Day1`.
fn day_name(word: &str) -> Option<u8> {
    let number = word.to_ascii_lowercase();
    let number = number.strip_prefix("day")?;
    let digits = number.bytes().all(|byte| byte.is_ascii_digit());
    let day = number.parse().ok().filter(|_| digits)?;
    (1..=Day::LAST.0).contains(&day).then_some(day)
}

/// Whether a word is one of the flags: the flag, and the value if it is in the
/// same word.
fn flag(word: &str, names: &[&str]) -> Option<(String, Option<String>)> {
    names.iter().find_map(|name| {
        let rest = word.strip_prefix(name)?;
        let value = match rest.strip_prefix('=') {
            Some(value) => Some(value),
            None if rest.is_empty() => None,
            None if !name.starts_with("--") && rest.bytes().all(|byte| byte.is_ascii_digit()) => {
                Some(rest)
            }
            None => return None,
        };
        Some(((*name).to_owned(), value.map(str::to_owned)))
    })
}

/// Whether a command line can be read and begins with a command.
fn is_good(words: &[String]) -> bool {
    let line = ["aoc".to_owned()].into_iter().chain(words.iter().cloned());
    let is_version = words == ["--version"];
    let read = Cli::try_parse_from(with_run(line.map(Into::into).collect()));
    is_version || read.is_ok() && words.first().is_some_and(|word| is_command(word.as_ref()))
}

fn shown(words: &[String]) -> String {
    let words = words.iter().map(|word| format!(" {}", shell_word(word)));
    format!("aoc{}", words.collect::<String>())
}

#[cfg(test)]
mod tests;
