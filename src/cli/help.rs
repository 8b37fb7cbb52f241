//! The parts of the help texts that clap does not make: the groups of commands, and the
//! text below the options of `aoc --help`.

use std::ffi::OsStr;

use clap::builder::Styles;
use clap::{Command, CommandFactory};

use super::Cli;
use crate::commands::man::rows;

/// The headings of the groups, each with its first command.
const GROUPS: [(&str, &str); 5] = [
    ("Set up", "init"),
    ("Solve a puzzle", "start"),
    ("Verify and measure", "verify"),
    ("See where you stand", "status"),
    ("This program", "completions"),
];

const SELECTORS: &str = "\
Selectors:
  22, 1-5, 1,3,22         days of AOC_YEAR, else of the newest year with them
  2020, 2015-2018         whole years
  2020/22, 2020/1-5,22    days of a year; 2020 22 and 22 -y 2020 are the same
  all/25, 2015-2018/25    a day of every year, or of several
  all, today, latest      every day, today's, the one that was edited last
  days/year2020/day22.rs  the day that a file belongs to";

const GLOBAL: &str = "\
Global options: --json, --offline, -q, -v, --color; see `aoc -h`";

/// The command line with everything that the help of `aoc` shows, and that of the
/// commands whose names `words` has. Building it takes longer than parsing a command
/// line, so it is built only for help and for the manual. The short help of a command
/// (`of_command`) has the global options on one line.
pub fn command(of_command: bool, words: &[impl AsRef<OsStr>]) -> Command {
    let examples = |command: &Command| {
        let text = command.get_after_help().map(ToString::to_string);
        text.unwrap_or_default()
    };
    let with_headings = |command: Command| {
        let is_in_words = |name| words.iter().any(|word| word.as_ref() == name);
        if !is_in_words(command.get_name()) && !command.get_all_aliases().any(is_in_words) {
            return command;
        }
        let examples = examples(&command);
        let short = format!("{GLOBAL}\n\n{examples}");
        let command = command.after_help(painted(&short));
        command.after_long_help(painted(&examples))
    };
    let aoc = Cli::command().mut_args(|argument| {
        let is_hidden = of_command && argument.is_global_set();
        argument.hide_short_help(is_hidden)
    });
    let aoc = aoc.mut_subcommands(with_headings);
    let (template, examples) = (template(&aoc), examples(&aoc));
    let codes = rows("Exit codes").map(|(code, meaning)| format!("\n  {code:>3}  {meaning}"));
    let codes: String = codes.collect();
    let long = format!("{SELECTORS}\n\n{examples}\n\nExit codes:{codes}");
    aoc.help_template(template)
        .after_help(painted(&examples))
        .after_long_help(painted(&long))
}

/// The form of `aoc --help`: clap cannot group commands.
fn template(aoc: &Command) -> String {
    let mut text = "{about-with-newline}\n{usage-heading} {usage}\n".to_owned();
    for command in aoc.get_subcommands() {
        let begins = |(_, first): &&(&str, &str)| *first == command.get_name();
        if let Some((heading, _)) = GROUPS.iter().find(begins) {
            text += &format!("\n{heading}:\n");
        }
        let names = command.get_name_and_visible_aliases().join(", ");
        let about = command.get_about().map(ToString::to_string);
        text += &format!("  {names:11}  {}\n", about.unwrap_or_default());
    }
    text += "  help         Print this, or the help of a command\n\nOptions:\n";
    painted(&text) + "{options}{after-help}"
}

/// Paints the headings as clap paints its own.
fn painted(text: &str) -> String {
    let styles = Styles::styled();
    let style = styles.get_header();
    let mut painted = String::new();
    for line in text.lines() {
        if line.ends_with(':') && !line.starts_with(' ') {
            painted += &format!("{style}{line}{style:#}\n");
        } else {
            painted.extend([line, "\n"]);
        }
    }
    painted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_has_examples_that_parse_and_fits_a_small_terminal() {
        let names = Cli::command();
        let names: Vec<&str> = names.get_subcommands().map(Command::get_name).collect();
        let mut aoc = command(true, &names).term_width(80);
        aoc.build();
        let commands = aoc.get_subcommands().filter(|it| it.get_name() != "help");
        for mut command in commands.cloned().chain([aoc.clone()]) {
            let name = command.get_name().to_owned();
            let short = command.render_help().to_string();
            let long = command.render_long_help().to_string();
            for line in short.lines().chain(long.lines()) {
                assert!(line.chars().count() <= 80, "{name}: {line}");
            }
            let examples = |help: &str| -> Vec<String> {
                let (_, examples) = help.split_once("Examples:\n").expect("examples");
                let lines = examples.lines().take_while(|line| !line.is_empty());
                let lines = lines.filter_map(|line| line.strip_prefix("  "));
                let lines = lines.filter(|line| !line.starts_with(' '));
                lines.map(str::to_owned).collect()
            };
            assert_eq!(examples(&short).len(), 2, "{name}");
            assert!(!short.contains("Print results as JSON"), "{name}");
            let lines = examples(&long);
            assert_eq!(lines.len(), 2, "{name}");
            for line in &lines {
                // Without what the shell makes of it.
                let line = line.trim_start_matches("source <(").split("  ").next();
                let line = line.and_then(|line| line.split([')', '|', '>']).next());
                let words: Vec<&str> = line.expect("a command").split_whitespace().collect();
                assert!(name == "aoc" || words[..2] == ["aoc", &name], "{words:?}");
                let read = crate::cli::parse(words.iter().map(Into::into));
                // Outside of an event, `today` is an error.
                assert!(read.is_ok() && !words.contains(&"today"), "{words:?}");
            }
        }
        for (_, first) in GROUPS {
            assert!(aoc.find_subcommand(first).is_some(), "{first}");
        }
    }
}
