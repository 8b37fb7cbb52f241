//! The parts of the help texts that clap does not make: the groups of commands,
//! and what stands below the options.

use std::fmt::Write as _;

use clap::CommandFactory;
use clap::builder::Styles;

use super::Cli;
use super::examples::{Example, examples};
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
    let aoc = Cli::command().mut_subcommands(|command| {
        let examples = of_command(command.get_name());
        command.after_help(examples)
    });
    let template = template(&aoc);
    aoc.help_template(template).after_help(of_program())
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
fn of_program() -> String {
    let codes = Exit::ALL.map(|exit| (exit.code().to_string(), exit.meaning()));
    let codes: Vec<(&str, &str)> = codes.iter().map(|(code, text)| (&**code, *text)).collect();
    format!(
        "{}\n{}\n{}",
        table("Selectors", &SELECTORS),
        of_command("aoc"),
        table("Exit codes", &codes)
    )
}

/// The examples of a command.
fn of_command(name: &str) -> String {
    let row = |&Example { command, purpose }: &Example| (command, purpose);
    table(
        "Examples",
        &examples(name).iter().map(row).collect::<Vec<_>>(),
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
