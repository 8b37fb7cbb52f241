//! Parses the command line. `aoc 22` means `aoc run 22`. The error for an unknown command suggests
//! a similar command.
//!
//! The word in the place of the command decides which definitions are built: only `run`, all
//! commands, or the whole help. [`CommandLine::read`] finds this word.

use std::ffi::OsString;
use std::io::{Write, stdout};

use clap::builder::PossibleValue;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{
    Arg, Args, ColorChoice, Command, CommandFactory, FromArgMatches, Parser, ValueEnum,
    value_parser,
};

use super::Cli;
use super::help::{self, HelpKind};
use crate::app::args::GlobalArgs;
use crate::app::tokens::{looks_like_token, refuse_tokens, token_argument_error};
use crate::commands::run::RunArgs;
use crate::error::{CliError, Result, usage_error};
use crate::puzzle::{SELECTOR_WORDS, looks_like_selector};
use crate::spelling::{did_you_mean, nearest};
use crate::terminal::{Terminal, sanitize, write_error};

/// The definition of the command line with `run` as the only command. Defining all commands would
/// cost a fifth of the instructions of a run that has nothing to build.
fn definition_of_run() -> Command {
    let run = RunArgs::augment_args(Command::new("run"));
    GlobalArgs::augment_args(Command::new("aoc")).subcommand(run)
}

/// The request of a command line.
pub enum Parsed {
    Command(Box<Cli>),
    HelpOrVersion(HelpOrVersion),
}

/// Parses a command line. Its first word is the program's name.
pub fn parse(words: &[OsString]) -> Result<Parsed> {
    refuse_tokens(words)?;
    let line = CommandLine::read(words);
    line.check_order()?;
    if let Some(run) = line.parse_run() {
        return Ok(Parsed::Command(Box::new(run)));
    }
    let parsed = match Cli::try_parse_from(&line.words) {
        Err(error) if is_about_value(&error) => line.parse_answer_with_hyphen(),
        parsed => parsed,
    };
    match parsed {
        Ok(cli) => Ok(Parsed::Command(Box::new(cli))),
        Err(error) if error.use_stderr() => Err(line.error(&error)),
        Err(_) => Ok(Parsed::HelpOrVersion(line.help_or_version())),
    }
}

/// The help or the version that a line requests, as clap prints it.
pub struct HelpOrVersion(clap::Error);

impl HelpOrVersion {
    pub fn print(&self) -> Result<()> {
        self.0
            .print()
            .and_then(|()| stdout().flush())
            .map_err(write_error)
    }
}

/// A command line that is read without the definitions of all commands.
pub struct CommandLine {
    /// The words that clap parses, with `run` added if the line leaves it out.
    pub words: Vec<OsString>,
    /// True if the line has a selector instead of a command, as an argument or as an option.
    pub leaves_out_run: bool,
    /// The first word that is neither an option nor its value: the typed name of the command, or a
    /// selector. `None` without such a word, or if an earlier option asks for help or is a mistake.
    first_word: Option<String>,
}

impl CommandLine {
    pub fn read(words: &[OsString]) -> Self {
        // Global options may precede the command.
        let day = Arg::new("day").short('d').long("day").num_args(0..=1);
        let year = Arg::new("year").short('y').long("year").num_args(0..=1);
        let rest = Arg::new("rest")
            .num_args(1..)
            .trailing_var_arg(true)
            .value_parser(value_parser!(OsString));
        let matches = GlobalArgs::augment_args(Command::new("aoc"))
            .disable_help_flag(true)
            .ignore_errors(true)
            .args([day, year, rest])
            .try_get_matches_from(words)
            .expect("errors are ignored");
        let first: Option<&OsString> = matches.get_one("rest");
        let first_word = first.map(|word| word.to_string_lossy().into_owned());
        let leaves_out_run = matches.contains_id("day")
            || matches.contains_id("year")
            || first_word.as_deref().is_some_and(implies_run);
        let mut words = words.to_vec();
        if leaves_out_run {
            words.insert(1, "run".into());
        } else if first_word.as_deref() == Some("help") {
            // `aoc help -h` means `aoc help`.
            words.retain(|word| word != "-h" && word != "--help");
        }
        Self {
            words,
            leaves_out_run,
            first_word,
        }
    }

    /// The name of the command. `None` if the line has none.
    fn command(&self) -> Option<&str> {
        if self.leaves_out_run {
            Some("run")
        } else {
            self.first_word.as_deref()
        }
    }

    /// Fails if the line has `-d` or `-y` before the name of a command. Without this check, the
    /// name would count as a selector of `run`.
    fn check_order(&self) -> Result<()> {
        let Some(word) = &self.first_word else {
            return Ok(());
        };
        if !self.leaves_out_run || implies_run(word) {
            return Ok(());
        }
        let aoc = Cli::command();
        let Some(command) = aoc.find_subcommand(word) else {
            return Ok(());
        };
        let name = command.get_name();
        Err(usage_error(format!(
            "`{word}` is a command: write it before `-d` and `-y`; see `aoc {name} -h`"
        )))
    }

    /// Parses a line of `run` alone, because people wait for this command most often. Returns
    /// `None` for other commands, for help and for mistakes, which need the definitions of all
    /// commands.
    fn parse_run(&self) -> Option<Cli> {
        let command = self.words.get(1)?;
        if command != "run" && command != "r" {
            return None;
        }
        let matches = definition_of_run().try_get_matches_from(&self.words).ok()?;
        Cli::from_arg_matches(&matches).ok()
    }

    /// Parses a line in which a word such as `-3,5` may be an answer. No other line is parsed in
    /// this way, because a misspelled option could then be the answer.
    fn parse_answer_with_hyphen(&self) -> Result<Cli, clap::Error> {
        let mut aoc = Cli::command();
        for command in ["accept", "submit"] {
            aoc = aoc.mut_subcommand(command, |command| {
                command.mut_arg("answer", |answer| answer.allow_hyphen_values(true))
            });
        }
        Cli::from_arg_matches(&aoc.try_get_matches_from(&self.words)?)
    }

    fn help_or_version(&self) -> HelpOrVersion {
        let color = color(&self.words);
        let [terminal, _] = Terminal::from_process(color, &|_| None);
        let columns = terminal.width.unwrap_or(help::MAX_COLUMNS);
        let shown = help::command(self.help_kind(), columns.min(help::MAX_COLUMNS))
            .color(color)
            .try_get_matches_from(&self.words)
            .expect_err("a help or a version");
        HelpOrVersion(shown)
    }

    fn help_kind(&self) -> HelpKind {
        let is_long = self.words.iter().any(|word| word == "--help");
        match self.command() {
            Some("help") => HelpKind::Whole,
            None if is_long => HelpKind::Whole,
            None => HelpKind::Overview,
            Some(_) if is_long => HelpKind::Long,
            Some(_) => HelpKind::Short,
        }
    }

    /// The error for a line that clap refused, which names the help to read.
    fn error(&self, error: &clap::Error) -> CliError {
        let aoc = Cli::command();
        let command = self.command().and_then(|name| aoc.find_subcommand(name));
        let message = sanitize(&describe(error, &aoc, command));
        if looks_like_token(&message) {
            return token_argument_error();
        }
        let separator = if message.ends_with('?') { " " } else { "; " };
        let help = match command {
            Some(command) => format!("see `aoc {} -h`", command.get_name()),
            None => "see `aoc -h`".to_owned(),
        };
        usage_error(message + separator + &help)
    }
}

/// True for a selector in the place of a command. An option is not a selector, even if its value is
/// a path.
fn implies_run(word: &str) -> bool {
    !word.starts_with('-') && !looks_like_token(word) && looks_like_selector(word)
}

/// The last valid value of `--color`, even in a command line with errors.
pub fn color(words: &[OsString]) -> ColorChoice {
    let mut choice = ColorChoice::Auto;
    let mut follows_option = false;
    for word in words {
        let word = word.to_string_lossy();
        let value = if follows_option {
            Some(&*word)
        } else {
            word.strip_prefix("--color=")
        };
        if let Some(value) = value
            && let Ok(valid) = ColorChoice::from_str(value, true)
        {
            choice = valid;
        }
        follows_option = word == "--color";
    }
    choice
}

/// True if clap took a word such as `-3,5` for an option. The names of options begin with a letter.
fn is_about_value(error: &clap::Error) -> bool {
    let argument = context(error, ContextKind::InvalidArg);
    let name = argument.strip_prefix('-').unwrap_or_default();
    error.kind() == ErrorKind::UnknownArgument
        && name.starts_with(|first: char| first != '-' && !first.is_ascii_alphabetic())
}

/// Describes a mistake in the command line. Uses clap's own message if it says what to type.
fn describe(error: &clap::Error, aoc: &Command, command: Option<&Command>) -> String {
    let argument = context(error, ContextKind::InvalidArg);
    match error.kind() {
        ErrorKind::InvalidSubcommand => {
            describe_unknown_command(&context(error, ContextKind::InvalidSubcommand), aoc)
        }
        ErrorKind::UnknownArgument if argument.starts_with('-') => {
            let question = match &*context(error, ContextKind::SuggestedArg) {
                "" => String::new(),
                similar => did_you_mean(similar),
            };
            format!("unknown option `{argument}`{question}")
        }
        ErrorKind::MissingRequiredArgument => {
            let missing = argument.replace('|', " or ").replace(['<', '>'], "");
            let mut arguments = command.into_iter().flat_map(Command::get_arguments);
            let found = arguments.find(|found| {
                found.is_positional()
                    && found
                        .get_value_names()
                        .is_some_and(|names| names == [&*missing])
            });
            let values = found.map(Arg::get_possible_values).unwrap_or_default();
            let names: Vec<&str> = values.iter().map(PossibleValue::get_name).collect();
            match &names[..] {
                [] => format!("missing {missing}"),
                names => format!("missing {missing}: write one of {}", names.join(", ")),
            }
        }
        _ => message_of_clap(error),
    }
}

fn describe_unknown_command(word: &str, aoc: &Command) -> String {
    if let Some(advice) = advice_for_word_of_other_tool(word) {
        return format!("unknown command `{word}`: {advice}");
    }
    let names = aoc
        .get_subcommands()
        .map(Command::get_name)
        .chain(SELECTOR_WORDS.iter().map(|(name, _)| *name));
    let question = nearest(word, names).map(did_you_mean);
    format!("unknown command `{word}`{}", question.unwrap_or_default())
}

/// The first line of clap's message, with the valid values. The user's value may have several lines.
fn message_of_clap(error: &clap::Error) -> String {
    let value = context(error, ContextKind::InvalidValue);
    let shown = error
        .to_string()
        .replace(&value, &value.replace('\n', r"\n"));
    let line = shown.lines().next().unwrap_or_default();
    let message = line.trim_start_matches("error: ");
    match context(error, ContextKind::ValidValue) {
        values if values.is_empty() => message.to_owned(),
        values => format!("{message}: write one of {values}"),
    }
}

/// The command of aoc that replaces a word of another tool, as in `docs/coming-from.md`.
fn advice_for_word_of_other_tool(word: &str) -> Option<String> {
    let command = match &*word.to_ascii_lowercase() {
        "add" | "create" | "scaffold" => "new",
        "answer" => "submit",
        "auth" | "credentials" | "session" | "token" => "login",
        "check" => {
            let advice = "`aoc test` checks examples, `aoc verify` accepted answers, and \
                          `aoc doctor` this computer";
            return Some(advice.to_owned());
        }
        "clean" => {
            let advice =
                "`cargo clean` removes what was built, and the figures of `aoc bench --save`";
            return Some(advice.to_owned());
        }
        "description" | "puzzle" | "view" => "read",
        "download" | "input" => "fetch",
        "edit" => "new --edit",
        "example" => "test",
        "health" | "troubleshoot" | "whoami" => "doctor",
        "private-leaderboard" => "leaderboard",
        "settings" => "config",
        "setup" => "init",
        "solve" => "run",
        "stars" | "stats" => "status",
        "time" => "bench",
        "update" | "upgrade" => {
            let advice = "`aoc` is updated as it was installed; after that, `aoc init --update` \
                          updates the library of a repository";
            return Some(advice.to_owned());
        }
        "version" => "--version",
        "visualize" => "run --trace",
        _ => return None,
    };
    Some(format!("`aoc {command}` does that"))
}

/// The context of this kind that clap attaches to an error. Empty if there is none.
fn context(error: &clap::Error, kind: ContextKind) -> String {
    match error.get(kind) {
        Some(ContextValue::String(text)) => text.clone(),
        Some(ContextValue::Strings(texts)) => texts.join(", "),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn words(line: &str) -> Vec<OsString> {
        let words = line.split_whitespace().map(OsString::from);
        [OsString::from("aoc")].into_iter().chain(words).collect()
    }

    #[test]
    fn a_selector_in_place_of_a_command_is_run() {
        let read = |line: &str| {
            let line = CommandLine::read(&words(line));
            let parsed = match line.parse_run() {
                Some(cli) => Ok(cli),
                None => Cli::try_parse_from(&line.words),
            };
            (line.words, parsed.err().map(|error| error.to_string()))
        };
        for (line, meant) in [
            ("22", "run 22"),
            ("-- 22", "run -- 22"),
            ("-d 22 -p 1", "run -d 22 -p 1"),
            ("--day=22", "run --day=22"),
            ("day22", "run day22"),
            ("2020 22", "run 2020 22"),
            ("TODAY", "run TODAY"),
            ("days/year2020/day22.rs", "run days/year2020/day22.rs"),
            ("--json --color never 22", "run --json --color never 22"),
            ("--color=never 26 --color", "run --color=never 26 --color"),
            ("-C/x/y 22", "run -C/x/y 22"),
            ("-C x/22 22", "run -C x/22 22"),
            ("--json -d 22", "run --json -d 22"),
            ("-q --day 22 -p 1", "run -q --day 22 -p 1"),
            ("-q -v 22", "run -q -v 22"),
            ("-y 2020 22", "run -y 2020 22"),
            ("-y 2020 -d 22", "run -y 2020 -d 22"),
            ("--json --year=2020 22", "run --json --year=2020 22"),
            (
                "-C x --color never --day=22",
                "run -C x --color never --day=22",
            ),
            ("-d 22 list", "run -d 22 list"),
            ("-d", "run -d"),
        ] {
            assert_eq!(read(line), read(meant), "{line}");
        }
        // The path is the value of an option, not the path of a day.
        let (line, error) = read("-C/x/y list");
        assert_eq!((line, error), (words("-C/x/y list"), None));
        for line in [
            "login -d 22",
            "--json login -d 22",
            "-C 22 list",
            "--color 22",
        ] {
            assert_eq!(read(line).0, words(line), "{line}");
        }
        assert_eq!(read("run 22 --jsno").1, read("-q run 22 --jsno").1);
        for line in ["calendar -y2020", "r --json 22 -p 1 --jobs 2"] {
            assert_eq!(read(line).1, None, "{line}");
        }
        for line in ["-x 22", "rnu 22"] {
            assert!(refused(line).starts_with("unknown "), "{line}");
        }
        for command in Cli::command().get_subcommands() {
            for name in command.get_all_aliases().chain([command.get_name()]) {
                assert!(!looks_like_selector(name), "{name}");
            }
        }
    }

    #[test]
    fn help_is_that_of_the_command_wherever_the_options_are() {
        for (line, kind) in [
            ("-h", HelpKind::Overview),
            ("-C x -qh", HelpKind::Overview),
            ("-h run", HelpKind::Overview),
            ("--help", HelpKind::Whole),
            ("-q --help", HelpKind::Whole),
            ("help", HelpKind::Whole),
            ("-C x help run", HelpKind::Whole),
            ("run -h", HelpKind::Short),
            ("-C x run -h", HelpKind::Short),
            ("--color never -v run 22 -vh", HelpKind::Short),
            ("r -h", HelpKind::Short),
            ("run --help", HelpKind::Long),
            ("-C x run 22 --help", HelpKind::Long),
        ] {
            let read = CommandLine::read(&words(line));
            assert_eq!(read.help_kind(), kind, "{line}");
        }
    }

    #[test]
    fn a_run_is_parsed_alone_with_the_same_options() {
        let options = |run: &Command| -> BTreeMap<_, _> {
            let arguments = run.get_arguments().map(|argument| {
                let names = (argument.get_short(), argument.get_long().map(str::to_owned));
                let defaults = argument.get_default_values().to_vec();
                let values = (argument.get_num_args(), defaults);
                (argument.get_id().clone(), (names, values))
            });
            arguments.collect()
        };
        let [alone, aoc] = [definition_of_run(), Cli::command()].map(|mut definition| {
            definition.build();
            definition
        });
        let [alone, run] =
            [&alone, &aoc].map(|definition| definition.find_subcommand("run").expect("a command"));
        assert_eq!(options(alone), options(run));
        assert_eq!(run.get_all_aliases().collect::<Vec<_>>(), ["r"]);
        for (line, is_alone) in [
            ("run", true),
            ("r 22 --json -p 1", true),
            ("run --jobs 2 -v today", true),
            ("run -h", false),
            ("run 22 --version", false),
            ("run 22 --jsno", false),
            ("--json run 22", false),
            ("status", false),
        ] {
            let read = CommandLine::read(&words(line));
            assert_eq!(read.parse_run().is_some(), is_alone, "{line}");
        }
    }

    fn refused(line: &str) -> String {
        match parse(&words(line)) {
            Err(error) => error.to_string(),
            Ok(_) => panic!("{line}"),
        }
    }

    #[test]
    fn words_of_other_tools_are_answered_with_the_command_as_the_docs_say() {
        let (_, table) = include_str!("../../docs/coming-from.md")
            .split_once("| there | here |\n|---|---|\n| `add`")
            .expect("the table of words");
        for row in format!("| `add`{table}")
            .lines()
            .take_while(|row| !row.is_empty())
        {
            let cells: Vec<&str> = row.split('|').map(str::trim).collect();
            let [_, there, here, _] = cells[..] else {
                panic!("{row}");
            };
            let is_command = here.matches('`').count() == 2 && here.ends_with('`');
            let does = if is_command { " does that" } else { "" };
            for there in there.split(", ") {
                let says = format!("unknown command {there}: {here}{does}; see `aoc -h`");
                let there = there.trim_matches('`');
                assert_eq!(refused(&format!("{there} 5 -y 2020")), says);
            }
        }
    }

    #[test]
    fn color_is_that_of_the_last_valid_option() {
        for (line, expected) in [
            ("", ColorChoice::Auto),
            ("--color never rnu", ColorChoice::Never),
            ("rnu --color=always", ColorChoice::Always),
            ("--color never --color=ALWAYS", ColorChoice::Always),
            ("--color never --color blue", ColorChoice::Never),
            ("--color", ColorChoice::Auto),
        ] {
            assert_eq!(color(&words(line)), expected, "{line}");
        }
    }

    #[test]
    fn what_may_be_a_token_is_not_quoted_and_hides_no_other_mistake() {
        let digits = "a1".repeat(32);
        let misspelt = format!("submit 22 --anwser {digits}");
        let says = "unknown option `--anwser`; did you mean `--answer`? see `aoc submit -h`";
        assert_eq!(refused(&misspelt), says);
        for line in [
            digits.clone(),
            format!("run --part {digits}"),
            format!("run 1 -p={digits}"),
            format!("calendar 2020 {digits}"),
            format!("login --account {digits}"),
            format!("help {digits}"),
            format!("bench --{digits}"),
        ] {
            assert_eq!(refused(&line), token_argument_error().to_string(), "{line}");
        }
    }

    #[test]
    fn a_command_after_the_options_of_a_puzzle_is_not_a_puzzle() {
        let says = "`list` is a command: write it before `-d` and `-y`; see `aoc list -h`";
        assert_eq!(refused("-y 2020 list"), says);
        let says = "`f` is a command: write it before `-d` and `-y`; see `aoc fetch -h`";
        assert_eq!(refused("-q -d 22 f --offline"), says);
    }

    #[test]
    fn a_wrong_value_may_have_several_lines() {
        let words = ["aoc", "run", "--part", "a\nb"].map(OsString::from);
        let error = parse(&words).err().expect("a wrong value").to_string();
        let says = r"invalid value 'a\nb' for '--part <N>': write 1 or 2; see `aoc run -h`";
        assert_eq!(error, says);
    }

    #[test]
    fn an_answer_may_begin_with_a_hyphen_and_no_option_is_an_answer() {
        for line in [
            "submit 22 --answer -3,5 -p 2 --dry-run",
            "-q submit --answer -3,5",
            "submit 22 --answer=-abc",
            "submit 2020/22 --part 2 --answer -3,5",
            "accept 22 -3,5 -p 2 --force",
            "accept 2020/22 -3,5 --part 2 --force",
            "accept -p2 2020/22 -3,5",
            "accept 22 -v -3,5",
            "accept 22 -- -abc",
        ] {
            if let Err(error) = parse(&words(line)) {
                panic!("{line}: {error}");
            }
        }
        let missing = "a value is required for '--answer <ANSWER>' but none was supplied";
        for (line, says) in [
            ("submit 22 --answer --dry-run", missing),
            ("submit 22 --answer -v", missing),
            ("submit 22 --answer --dry-run -3,5", missing),
            ("submit 22 --answer -x", "unknown option `-x`"),
            (
                "submit 22 --answer -3,5 --dryrun",
                "unknown option `--dryrun`; did you mean `--dry-run`?",
            ),
            ("submit -3,5", "unknown option `-3`"),
            ("accept 22 -x", "unknown option `-x`"),
            ("accept 22 -p2 -3,5", "unknown option `-3`"),
            (
                "accept 22 -3,5 --forse",
                "unknown option `--forse`; did you mean `--force`?",
            ),
            ("run -3,5", "unknown option `-3`"),
        ] {
            let refused = refused(line);
            assert!(refused.starts_with(says), "{line}: {refused}");
        }
    }

    #[test]
    fn an_option_is_not_the_expression_before_it() {
        for (line, option, expression) in [
            ("import --part1 --dry-run", "--dry-run", "part1"),
            ("import --text -y 2020", "-y", "text"),
            ("import --part2 -y2020", "-y2020", "part2"),
        ] {
            let says = format!(
                "invalid value '{option}' for '--{expression} <EXPR>': write an expression before \
                 this option; see `aoc import -h`"
            );
            assert_eq!(refused(line), says);
        }
        let says =
            "a value is required for '--part1 <EXPR>' but none was supplied; see `aoc import -h`";
        assert_eq!(refused("import --part1"), says);
    }

    #[test]
    fn errors_say_what_to_write() {
        for (line, says) in [
            (
                "run 1 --part 3",
                "invalid value '3' for '--part <N>': write 1 or 2; see `aoc run -h`",
            ),
            (
                "run 1 --jobs 0",
                "invalid value '0' for '--jobs <N>': write 1 or more; see `aoc run -h`",
            ),
            (
                "gen 1 --seed x",
                "invalid value 'x' for '--seed <N>': write a whole number; see `aoc gen -h`",
            ),
            (
                "verify --jobs=-1",
                "invalid value '-1' for '--jobs <N>': write a whole number; see `aoc verify -h`",
            ),
            (
                "gen 1 --seed 18446744073709551616",
                "invalid value '18446744073709551616' for '--seed <N>': write a smaller number; see `aoc gen -h`",
            ),
            (
                "bench 1 --generated x",
                "invalid value 'x' for '--generated <N>': write a whole number; see `aoc bench -h`",
            ),
            (
                "--color blue",
                "invalid value 'blue' for '--color <WHEN>': write one of auto, always, never; see `aoc -h`",
            ),
            (
                "--color blue run",
                "invalid value 'blue' for '--color <WHEN>': write one of auto, always, never; see `aoc -h`",
            ),
            (
                "run --input -h",
                "a value is required for '--input <NAME|PATH|->' but none was supplied; see `aoc run -h`",
            ),
            ("-- -h", "unknown command `-h`; see `aoc -h`"),
            (
                "22 --alt-all",
                "unknown option `--alt-all`; did you mean `--all-alts`? see `aoc run -h`",
            ),
            (
                "calendar 2020 2021",
                "unexpected argument '2021' found; see `aoc calendar -h`",
            ),
            (
                "b 1 --jobs",
                "a value is required for '--jobs <N>' but none was supplied; see `aoc bench -h`",
            ),
            (
                "completions csh",
                "invalid value 'csh' for '<SHELL>': write one of bash, elvish, fish, nushell, powershell, zsh; see `aoc completions -h`",
            ),
            (
                "completions",
                "missing SHELL: write one of bash, elvish, fish, nushell, powershell, zsh; see `aoc completions -h`",
            ),
            (
                "run 1 --input a --example",
                "the argument '--input <NAME|PATH|->' cannot be used with '--example'; see `aoc run -h`",
            ),
            (
                "bench 1 --fail-on 5%",
                "missing --baseline NAME or --against REVISION; see `aoc bench -h`",
            ),
            (
                "Rum",
                "unknown command `Rum`; did you mean `run`? see `aoc -h`",
            ),
            (
                "inti",
                "unknown command `inti`; did you mean `init`? see `aoc -h`",
            ),
            (
                "leaderbord",
                "unknown command `leaderbord`; did you mean `leaderboard`? see `aoc -h`",
            ),
            (
                "tody",
                "unknown command `tody`; did you mean `today`? see `aoc -h`",
            ),
            ("ff", "unknown command `ff`; see `aoc -h`"),
            ("frobnicate", "unknown command `frobnicate`; see `aoc -h`"),
            ("foo run", "unknown command `foo`; see `aoc -h`"),
            (
                "configure list",
                "unknown command `configure`; see `aoc -h`",
            ),
            ("help foo", "unknown command `foo`; see `aoc -h`"),
            (
                "--color never bench --foo run",
                "unknown option `--foo`; see `aoc bench -h`",
            ),
        ] {
            assert_eq!(refused(line), says, "{line}");
        }
    }
}
