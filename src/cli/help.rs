//! The parts of the help that clap does not generate: the groups of commands, and the text below
//! the options of `aoc --help`.

use clap::builder::Styles;
use clap::{Command, CommandFactory};

use super::{Cli, USAGE};
use crate::commands::man::documented_rows;
use crate::terminal::style::PLAIN;
use crate::terminal::{Line, Terminal};

/// The groups of commands. Each has a heading and the name of its first command.
const COMMAND_GROUPS: &[(&str, &str)] = &[
    ("Set up", "init"),
    ("Solve a puzzle", "start"),
    ("Verify and measure", "verify"),
    ("See where you stand", "status"),
    ("This program", "completions"),
];

/// The maximum width of a help text in columns, because longer lines are hard to read.
pub const MAX_COLUMNS: usize = 80;

const SELECTORS: &str = "\
Selectors:
  22, 1-5, 1,3,22         days of AOC_YEAR, of the settings or of the year's folder, else \
of the newest year with a solution (fetch, read, open, new, start: of the running event)
  2020, 2015-2018         whole years
  2020/22, 2020/1-5,22    days of a year; 2020 22 and 22 -y 2020 are the same
  all/25, 2015-2018/25    a day of every year, or of several
  day22, -d 22, 2020-22   a day as other tools write it, or its web address
  all, today, latest      every day, today's, the one that was edited last
  yesterday, tomorrow     the puzzle before today's, and the one after it
  days/year2020/day22.rs  the day that a file belongs to";

const GLOBAL: &str = "Global options: -C DIR, --json, --offline, -q, -v, --color; see `aoc -h`";

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum HelpKind {
    /// `aoc -h`, at most one screen, with only the names of the commands.
    Overview,
    /// `aoc COMMAND -h`, at most one screen, with all options in one list. Options that many
    /// commands share are only named.
    Short,
    /// `aoc COMMAND --help`. Global options are only named.
    Long,
    /// `aoc --help`, `aoc help`, and the help from which manual pages and completion scripts are
    /// made.
    Whole,
}

/// The command line with the whole help.
pub fn whole() -> Command {
    command(HelpKind::Whole, MAX_COLUMNS)
}

/// The template of a help. `middle` is the text between the usage and the options.
fn template(middle: &str) -> String {
    let head = "{about-with-newline}\n{usage-heading} {usage}\n\n";
    format!("{head}{middle}{{options}}{{after-help}}")
}

/// The command line with everything that the help shows. Build it only for help and for the manual,
/// because that takes longer than parsing a command line.
pub fn command(kind: HelpKind, columns: usize) -> Command {
    let aoc = with_usages(Cli::command(), columns)
        .term_width(columns)
        .mut_args(|argument| {
            let is_of_command = matches!(kind, HelpKind::Short | HelpKind::Long);
            let is_hidden = is_of_command && argument.is_global_set();
            argument
                .hide_short_help(is_hidden)
                .hide_long_help(is_hidden)
        })
        .mut_subcommands(|command| with_help_below(command, kind, columns));
    let commands = if kind == HelpKind::Overview {
        command_names(&aoc)
    } else {
        command_list(&aoc)
    };
    let examples = help_examples(&aoc);
    let mut below = format!("{SELECTORS}\n\n{examples}\n\nExit codes:");
    for (code, meaning) in documented_rows("Exit codes") {
        below += &format!("\n  {code:>3}  {meaning}");
    }
    aoc.help_template(template(&with_headings(&commands, columns)))
        .after_help(with_headings(&examples, columns))
        .after_long_help(with_headings(&below, columns))
}

/// A command with the text below its options: examples, the names of the global options, and in the
/// short help the names of the options that have a heading.
fn with_help_below(command: Command, kind: HelpKind, columns: usize) -> Command {
    let examples = help_examples(&command);
    let long = match kind {
        HelpKind::Short | HelpKind::Long => format!("{GLOBAL}\n\n{examples}"),
        HelpKind::Overview | HelpKind::Whole => examples.clone(),
    };
    let command = command.after_long_help(with_headings(&long, columns));
    if kind != HelpKind::Short {
        return command;
    }
    let below = format!("{examples}\n\n{}{GLOBAL}", option_groups(&command));
    // Headings would make the help longer than a screen.
    let positionals = match command.get_positionals().next() {
        Some(_) => "{positionals}\n",
        None => "",
    };
    command
        .help_template(template(positionals))
        .after_help(with_headings(&below, columns))
        .mut_args(|argument| {
            let is_in_group = argument.get_help_heading().is_some();
            argument.hide_short_help(is_in_group)
        })
}

/// The minimum width of a terminal on which every usage fits on one line.
const LONGEST_USAGE: usize = 64;

/// `aoc` and its commands, with usages that fit. clap does not wrap usages.
fn with_usages(aoc: Command, columns: usize) -> Command {
    if columns >= LONGEST_USAGE {
        return aoc;
    }
    let mut built = aoc.clone();
    built.build();
    let aoc = aoc.override_usage(wrapped_usage(USAGE, columns));
    aoc.mut_subcommands(|command| {
        let built = built.find_subcommand_mut(command.get_name());
        let shown = built.expect("the same commands").render_usage().to_string();
        let usage = shown.trim_start_matches("Usage: ");
        command.override_usage(wrapped_usage(usage, columns))
    })
}

/// A usage, wrapped to `columns`, with further lines indented.
fn wrapped_usage(usage: &str, columns: usize) -> String {
    let terminal = Terminal::wide(columns);
    let indent = "Usage: ".len();
    let lines = usage.lines().map(|line| {
        Line::new(terminal, indent)
            .gap(indent)
            .words(PLAIN, line.trim())
            .end()
    });
    lines.collect::<String>().trim().to_owned()
}

/// The minimum width of a right column. A narrower column is moved below the left column.
const MIN_RIGHT: usize = 20;

/// The text, wrapped to `columns`. The right column of a row, such as the explanation of an
/// example, is wrapped within its column.
fn wrapped(text: &str, columns: usize) -> String {
    let terminal = Terminal::wide(columns);
    let mut wrapped = String::new();
    for line in text.lines() {
        // A line that fits is only copied, because wrapping every line would take twice as long as
        // the rest of the help.
        if line.len() <= columns {
            wrapped = wrapped + line + "\n";
            continue;
        }
        let words = line.trim_start();
        let indent = line.len() - words.len();
        let row = if indent > 0 {
            words.split_once("  ")
        } else {
            None
        };
        let Some((left, right)) = row else {
            let mut line = Line::new(terminal, indent);
            wrapped += &line.gap(indent).words(PLAIN, words).end();
            continue;
        };
        let right = right.trim_start();
        let column = line.len() - right.len();
        let begins_below = column + MIN_RIGHT > columns;
        let mut line = Line::new(terminal, if begins_below { indent + 4 } else { column });
        line.gap(indent).cell(PLAIN, left);
        if begins_below {
            line.fit(columns);
        } else {
            line.gap(column - indent - left.len());
        }
        wrapped += &line.words(PLAIN, right).end();
    }
    wrapped
}

/// A line with the names of the options, for each group of options that has a heading.
fn option_groups(command: &Command) -> String {
    let mut groups: Vec<(&str, Vec<String>)> = Vec::new();
    for argument in command.get_arguments() {
        let Some(heading) = argument.get_help_heading() else {
            continue;
        };
        let mut name = format!("--{}", argument.get_long().expect("an option"));
        if argument.get_action().takes_values() {
            let values = argument.get_value_names().expect("a name").join(" ");
            name += &format!(" {values}");
        }
        match groups.iter_mut().find(|(other, _)| *other == heading) {
            Some((_, names)) => names.push(name),
            None => groups.push((heading, vec![name])),
        }
    }
    let mut text = String::new();
    for (heading, names) in groups {
        text += &format!("{heading}: {}\n", names.join(", "));
    }
    text
}

/// A line for each command, in groups, and then the heading of the options.
fn command_list(aoc: &Command) -> String {
    let mut text = String::new();
    for command in aoc.get_subcommands() {
        for (heading, first) in COMMAND_GROUPS {
            if command.get_name() == *first {
                text += &format!("\n{heading}:\n");
            }
        }
        let names = command.get_name_and_visible_aliases().join(", ");
        let about = command.get_about().expect("a line of help");
        text += &format!("  {names:11}  {about}\n");
    }
    text += "  help         Print this, or the help of a command\n\nOptions:\n";
    text.trim_start().to_owned()
}

/// A line for each group with the names of its commands, and then a blank line.
fn command_names(aoc: &Command) -> String {
    let mut text = "Commands, which `aoc help` explains:".to_owned();
    for command in aoc.get_subcommands() {
        let name = command.get_name();
        if let Some((heading, _)) = COMMAND_GROUPS.iter().find(|(_, first)| *first == name) {
            text += &format!("\n  {heading:19} ");
        }
        text += &format!(" {name}");
    }
    text + " help\n\n"
}

fn help_examples(command: &Command) -> String {
    let examples = command.get_after_help();
    examples.expect("examples").to_string()
}

/// The text, wrapped to `columns`. Headings look like clap's own.
fn with_headings(text: &str, columns: usize) -> String {
    let style = *Styles::styled().get_header();
    let mut painted = String::new();
    for line in wrapped(text, columns).lines() {
        if line.ends_with(':') && !line.starts_with(' ') {
            painted += &format!("{style}{line}{style:#}\n");
        } else {
            painted += &format!("{line}\n");
        }
    }
    painted
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;

    use super::*;
    use crate::site::STATISTICS_INTERVAL;

    #[test]
    fn every_command_has_examples_that_parse_and_fits_a_small_terminal() {
        let mut aoc = command(HelpKind::Short, 80);
        aoc.build();
        let commands = aoc
            .get_subcommands()
            .filter(|command| command.get_name() != "help");
        for mut command in commands.cloned().chain([aoc.clone()]) {
            let name = command.get_name().to_owned();
            if name == "aoc" {
                command = super::command(HelpKind::Overview, 80);
            }
            let short = command.render_help().to_string();
            let long = command.render_long_help().to_string();
            for line in short.lines().chain(long.lines()) {
                assert!(line.chars().count() <= 80, "{name}: {line}");
            }
            // The short help must fit on a small terminal.
            assert!(short.lines().count() <= 24, "{short}");
            let examples = |help: &str| -> Vec<String> {
                let (_, examples) = help.split_once("Examples:\n").expect("examples");
                examples
                    .lines()
                    .take_while(|line| !line.is_empty())
                    .filter_map(|line| line.strip_prefix("  "))
                    .filter(|line| !line.starts_with(' '))
                    .map(str::to_owned)
                    .collect()
            };
            assert_eq!(examples(&short).len(), 2, "{name}");
            let has_global = short.contains("Print results as JSON");
            assert_eq!(has_global, name == "aoc");
            let lines = examples(&long);
            assert_eq!(lines.len(), 2, "{name}");
            for line in &lines {
                // Removes the shell's syntax around the command.
                let line = line.trim_start_matches("source <(").split("  ").next();
                let line = line.and_then(|line| line.split(['|', '>']).next());
                let line = line
                    .expect("a command")
                    .trim_end_matches(')')
                    .replace('\'', "");
                let words: Vec<OsString> = line.split_whitespace().map(Into::into).collect();
                assert!(name == "aoc" || words[..2] == ["aoc", &name], "{words:?}");
                let read = crate::cli::parse(&words);
                // `today` is an error outside of an event.
                let is_valid = read.is_ok() && !words.contains(&"today".into());
                assert!(is_valid, "{words:?}");
            }
        }
    }

    #[test]
    fn help_and_manners_have_the_time_between_two_requests_for_statistics() {
        let mut aoc = Cli::command();
        let manners = include_str!("../../docs/manners.md");
        for name in ["calendar", "status", "times", "leaderboard"] {
            let row = format!("`aoc {name}");
            let row = manners.lines().find(|line| line.contains(&row));
            let row = row.expect("a row");
            assert!(row.contains(STATISTICS_INTERVAL), "{row}");
        }
        for name in ["times", "leaderboard"] {
            let command = aoc.find_subcommand_mut(name).expect("a command");
            let help = command.render_long_help().to_string();
            let words: Vec<&str> = help.split_whitespace().collect();
            assert!(words.join(" ").contains(STATISTICS_INTERVAL), "{help}");
        }
    }

    /// Words are never broken. Only the line of an option or of a single word may be too long.
    #[test]
    fn help_fits_terminals_of_all_widths() {
        let words_of = |help: &str| -> Vec<String> {
            let words = help.split_whitespace().map(str::to_owned);
            words.collect()
        };
        // Building takes longer than rendering, so each width is built once.
        let built = |columns| {
            let mut aoc = command(HelpKind::Long, columns);
            aoc.build();
            aoc
        };
        let mut wide = built(MAX_COLUMNS);
        let mut narrow = [40, 60, 76].map(|columns| (columns, built(columns)));
        for name in Cli::command().get_subcommands().map(Command::get_name) {
            let help = |aoc: &mut Command| {
                let command = aoc.find_subcommand_mut(name).expect("a command");
                command.render_long_help().to_string()
            };
            let wide = help(&mut wide);
            assert!(!wide.contains("Print results as JSON"), "{name}");
            for (columns, aoc) in &mut narrow {
                let (columns, narrow) = (*columns, help(aoc));
                assert_eq!(words_of(&narrow), words_of(&wide), "{name}");
                for line in narrow.lines() {
                    let is_option = line.starts_with("      -");
                    let is_word = line.split_whitespace().count() < 2;
                    let fits = line.chars().count() <= columns;
                    assert!(fits || is_option || is_word, "{name}: {line}");
                }
            }
        }
    }

    #[test]
    fn the_right_column_of_a_row_continues_below_its_beginning() {
        let rows = "Rows:\n  22, 1-5   days of the newest year\n\nAll others are not here.";
        insta::assert_snapshot!(wrapped(rows, 32) + &wrapped(rows, 24), @"
        Rows:
          22, 1-5   days of the newest
                    year

        All others are not here.
        Rows:
          22, 1-5
              days of the newest
              year

        All others are not here.
        ");
    }

    #[test]
    fn every_command_is_listed_once_below_a_heading() {
        let help = command(HelpKind::Whole, 80).render_help().to_string();
        for command in Cli::command().get_subcommands() {
            let name = command.get_name();
            let about = command.get_about().expect("a line").to_string();
            let is_row =
                |line: &&str| line.starts_with(&format!("  {name}")) && line.ends_with(&about);
            assert_eq!(help.lines().filter(is_row).count(), 1, "{name}");
        }
        let overview = command(HelpKind::Overview, 80).render_help().to_string();
        for (heading, _) in COMMAND_GROUPS {
            assert!(help.contains(&format!("\n{heading}:\n  ")), "{heading}");
            assert!(overview.contains(&format!("\n  {heading} ")), "{heading}");
        }
        let words: Vec<&str> = overview.split_whitespace().collect();
        for command in Cli::command().get_subcommands() {
            assert!(words.contains(&command.get_name()), "{overview}");
        }
    }
}
