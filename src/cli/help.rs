//! The parts of the help texts that clap does not make: the groups of commands,
//! and what stands below the options.

use std::fmt::Write as _;

use clap::CommandFactory;
use clap::builder::Styles;

use super::Cli;
use crate::error::Exit;

/// How puzzles are named.
pub const SELECTORS: [(&str, &str); 6] = [
    (
        "22, 1-5, 1,3,22",
        "days: of AOC_YEAR, of the folder's year, or of the newest that has them",
    ),
    ("2020, 2015-2018", "whole years"),
    (
        "2020/22, 2020/1-5,22",
        "days of a year; 2020 22 and 22 -y 2020 are the same as 2020/22",
    ),
    ("all/25, 2015-2018/25", "a day of every year, or of several"),
    (
        "all, today, latest",
        "every day, today's, the one that was edited last",
    ),
    ("days/year2020/day22.rs", "the day that a file belongs to"),
];

/// The commands as a newcomer meets them. A test asks for each of them.
const GROUPS: [(&str, &[&str]); 5] = [
    ("Set up", &["init", "import", "login", "logout", "doctor"]),
    (
        "Solve a puzzle",
        &[
            "start", "fetch", "new", "read", "open", "watch", "test", "run", "submit", "accept",
        ],
    ),
    ("Verify and measure", &["verify", "bench", "gen"]),
    (
        "See where you stand",
        &["status", "list", "calendar", "leaderboard"],
    ),
    ("This program", &["completions", "man", "help"]),
];

/// Lines are no longer than those of the smallest terminals in use.
const WIDTH: usize = 80;

/// The program with all that its help shows. It takes longer to make than a
/// command line to read, so it is made only to be shown.
pub fn command() -> clap::Command {
    let with_heading = |command: &clap::Command| {
        let examples = command.get_after_help().map(ToString::to_string);
        examples
            .unwrap_or_default()
            .replacen("Examples:", &heading("Examples"), 1)
    };
    let aoc = Cli::command().mut_subcommands(|command| {
        let examples = with_heading(&command);
        command.after_help(examples)
    });
    let template = template(&aoc);
    let examples = with_heading(&aoc);
    aoc.help_template(template)
        .after_help(of_program(&examples))
}

/// The command lines of the help's examples, each with what it is for.
pub fn examples(command: &clap::Command) -> Vec<(String, String)> {
    let text = command.get_after_help().map(ToString::to_string);
    let text = text.unwrap_or_default();
    let mut examples: Vec<(String, String)> = Vec::new();
    for line in text.lines().skip(1) {
        match line.trim().split_once("  ") {
            Some((command, purpose)) => {
                examples.push((command.to_owned(), purpose.trim().to_owned()));
            }
            None => {
                let (_, purpose) = examples.last_mut().expect("a line that goes on");
                *purpose = format!("{purpose} {}", line.trim());
            }
        }
    }
    examples
}

/// The form of `aoc --help`: clap cannot group commands.
fn template(aoc: &clap::Command) -> String {
    let mut groups = String::new();
    for (heading, names) in GROUPS {
        let rows = names.iter().map(|&name| match aoc.find_subcommand(name) {
            Some(command) => {
                let about = command.get_about().map(ToString::to_string);
                let names = command.get_name_and_visible_aliases().join(", ");
                (names, about.unwrap_or_default())
            }
            // clap adds it last.
            None => (
                name.to_owned(),
                "Print this, or the help of a command".to_owned(),
            ),
        });
        let rows: Vec<(String, String)> = rows.collect();
        let rows: Vec<(&str, &str)> = rows.iter().map(|(name, text)| (&**name, &**text)).collect();
        groups += &table_of_width(heading, &rows, "leaderboard".len());
        groups.push('\n');
    }
    let heading = heading("Options");
    format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{groups}{heading}\n{{options}}{{after-help}}"
    )
}

/// The end of `aoc --help`.
fn of_program(examples: &str) -> String {
    let codes = Exit::ALL.map(|exit| (exit.code().to_string(), exit.meaning()));
    let codes: Vec<(&str, &str)> = codes.iter().map(|(code, text)| (&**code, *text)).collect();
    format!(
        "{}\n{examples}\n\n{}",
        table("Selectors", &SELECTORS),
        table("Exit codes", &codes)
    )
}

fn table(heading: &str, rows: &[(&str, &str)]) -> String {
    let width = rows.iter().map(|(term, _)| term.len()).max().unwrap_or(0);
    table_of_width(heading, rows, width)
}

/// A table whose terms have a column of this width.
fn table_of_width(title: &str, rows: &[(&str, &str)], width: usize) -> String {
    let mut table = heading(title) + "\n";
    for (term, meaning) in rows {
        let _ = write!(table, "  {term:width$}");
        let mut column = 2 + width;
        // The first word stands two columns from the term.
        let mut gap = 2;
        for word in meaning.split(' ') {
            if column + gap + word.len() > WIDTH {
                let _ = write!(table, "\n{:1$}", "", 2 + width);
                (column, gap) = (2 + width, 2);
            }
            let _ = write!(table, "{:gap$}{word}", "");
            column += gap + word.len();
            gap = 1;
        }
        table.push('\n');
    }
    table
}

/// As clap shows its own.
fn heading(title: &str) -> String {
    let styles = Styles::styled();
    let style = styles.get_header();
    format!("{style}{title}:{style:#}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_is_in_one_group() {
        let mut aoc = Cli::command();
        aoc.build();
        let mut grouped: Vec<&str> = GROUPS
            .iter()
            .flat_map(|(_, names)| *names)
            .copied()
            .collect();
        let mut commands: Vec<&str> = aoc.get_subcommands().map(clap::Command::get_name).collect();
        grouped.sort_unstable();
        commands.sort_unstable();
        assert_eq!(grouped, commands);
    }

    #[test]
    fn every_command_has_two_or_three_examples_that_parse() {
        let mut aoc = Cli::command();
        aoc.build();
        let commands = aoc.get_subcommands().filter(|it| it.get_name() != "help");
        for (name, lines) in commands
            .chain([&aoc])
            .map(|it| (it.get_name(), examples(it)))
        {
            assert!((2..=3).contains(&lines.len()), "{name}");
            for (line, _) in lines {
                // Without what the shell makes of it.
                let line = line.trim_start_matches("source <(");
                let line = line.split([')', '|']).next().unwrap().trim();
                assert!(line.starts_with("aoc "), "{line}");
                assert!(name == "aoc" || line.split(' ').nth(1) == Some(name));
                let read = crate::cli::parse(line.split(' ').map(Into::into));
                assert!(read.is_ok(), "{line}");
            }
        }
    }

    #[test]
    fn lines_fit_a_small_terminal() {
        let mut aoc = command().term_width(WIDTH);
        aoc.build();
        let commands = aoc.get_subcommands().cloned();
        for mut command in commands.chain([aoc.clone()]) {
            let help = command.render_long_help().to_string();
            for line in help.lines() {
                assert!(
                    line.chars().count() <= WIDTH,
                    "{}: {line}",
                    command.get_name()
                );
            }
            // A row that clap had to wrap begins at the margin.
            let below = help.split("Examples:").nth(1).unwrap_or_default();
            let torn = below
                .lines()
                .find(|line| line.starts_with(|c: char| c.is_lowercase()));
            assert_eq!(torn, None, "{}", command.get_name());
        }
    }
}
