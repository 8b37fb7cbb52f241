//! What the manual says of files and variables, and which commands they concern.

/// A file or a variable: what it is, and the commands that use it; none for all
/// of them.
pub struct Entry {
    pub term: &'static str,
    pub meaning: &'static str,
    commands: &'static str,
}

impl Entry {
    /// Whether the page of this command has it. That of the program has all.
    pub fn concerns(&self, command: &str) -> bool {
        let mut commands = self.commands.split_whitespace();
        command == "aoc" || self.commands.is_empty() || commands.any(|name| name == command)
    }
}

const fn entry(term: &'static str, meaning: &'static str, commands: &'static str) -> Entry {
    Entry {
        term,
        meaning,
        commands,
    }
}

/// Commands that work on solutions.
const SOLUTIONS: &str =
    "accept bench gen import list new run start status submit test verify watch";
/// Commands that read inputs.
const INPUTS: &str = "accept bench fetch import list run start status submit verify watch";
/// Commands that build solutions.
const BUILDS: &str = "accept bench gen import run start submit test verify watch";
/// Commands that may ask the site.
const SITE: &str = "accept bench calendar doctor fetch leaderboard login read run start status submit verify watch";

/// Where things are. Folders of the user are those of Linux, macOS and Windows.
pub const FILES: [Entry; 13] = [
    entry(
        "days/year2020/day22.rs",
        "The solution of a day.",
        SOLUTIONS,
    ),
    entry(
        "templates/day.rs",
        "The project's own template for the files of days, with %YEAR%, %DAY%, %PADDED_DAY% and \
         %TITLE%.",
        "new start",
    ),
    entry(
        "inputs/year2020/day22.txt",
        "The input of a puzzle, as the site sent it; further inputs are in day22.NAME.txt.",
        INPUTS,
    ),
    entry(
        "inputs/year2020/day22.html",
        "The page of a puzzle.",
        "fetch import new read start status submit",
    ),
    entry(
        "inputs/year2020/day22.answers.toml",
        "The accepted answers, which results are compared with, and every answer that was \
         submitted.",
        INPUTS,
    ),
    entry(
        "inputs/year2020/day22.examples.toml",
        "The examples of a puzzle; see docs/examples.md.",
        "bench fetch import run start status submit test watch",
    ),
    entry(
        "target/aoc-workers/",
        "The programs that are built from the solutions.",
        BUILDS,
    ),
    entry(
        "target/aoc-baselines/",
        "The figures that aoc bench --save stores, one file for each name.",
        "bench",
    ),
    entry(
        "target/aoc-revisions/",
        "The revisions that aoc bench --against compares with: the three that were used last.",
        "bench",
    ),
    entry(
        "Cargo.toml",
        "The project's settings, in the table workspace.metadata.aoc: year, contact, leaderboard, \
         and inputs, the folder that inputs are in.",
        "",
    ),
    entry(
        "~/.config/aoc/config.toml",
        "The user's settings: year, contact, leaderboard. On macOS in ~/Library/Application \
         Support/aoc/, on Windows in %APPDATA%\\aoc\\.",
        "",
    ),
    entry(
        "~/.config/aoc/session",
        "The session token that aoc login stores, and session.NAME for further accounts; in the \
         same folder as config.toml.",
        "accept bench calendar doctor fetch import leaderboard login logout read run start status \
         submit verify watch",
    ),
    entry(
        "~/.cache/aoc/",
        "What is remembered about the site: when requests were made, until when it asked for a \
         pause, and the stars and leaderboards that it showed. On macOS ~/Library/Caches/aoc/, on \
         Windows %LOCALAPPDATA%\\aoc\\.",
        SITE,
    ),
];

pub const ENVIRONMENT: [Entry; 16] = [
    entry(
        "AOC_SESSION",
        "The session token; it is used instead of a stored one.",
        SITE,
    ),
    entry("ADVENT_OF_CODE_SESSION", "The same, as for aoc-cli.", SITE),
    entry(
        "AOC_YEAR",
        "The year of days that are given without one.",
        "accept bench calendar fetch gen import leaderboard list new open read run start status \
         submit test verify watch",
    ),
    entry(
        "AOC_CONTACT",
        "How the site's maintainer can reach you; sent with every request.",
        SITE,
    ),
    entry(
        "AOC_BASE_URL",
        "The site's address, for tests.",
        "accept bench calendar doctor fetch leaderboard login open read run start status submit \
         verify watch",
    ),
    entry(
        "AOC_SPACING",
        "The time between requests; never below the default, except on loopback.",
        SITE,
    ),
    entry(
        "AOC_TIMEOUT",
        "The time limit of one request, such as 30s.",
        SITE,
    ),
    entry(
        "BROWSER",
        "The programs that open a page, with a colon between them, and %s for the address.",
        "open start",
    ),
    entry(
        "VISUAL, EDITOR",
        "The editor, with its arguments; VISUAL is tried first.",
        "new start",
    ),
    entry(
        "AOCD_DIR, AOCD_DATA_DIR, AOCD_CONFIG_DIR",
        "Where aocd keeps its files, for aoc import.",
        "import",
    ),
    entry(
        "PAGER",
        "The program that shows long texts on a terminal; cat for none.",
        "read",
    ),
    entry(
        "COLUMNS",
        "The width of a terminal that does not know its own; in a pipe that of the text of aoc read.",
        "",
    ),
    entry(
        "NO_COLOR, CLICOLOR, CLICOLOR_FORCE",
        "Whether to use colour, where --color does not say.",
        "",
    ),
    entry(
        "TERM",
        "A dumb terminal gets neither colour nor Unicode.",
        "",
    ),
    entry(
        "LC_ALL, LC_CTYPE, LANG",
        "The locale: C, POSIX and encodings other than UTF-8 get ASCII.",
        "",
    ),
    entry(
        "SOURCE_DATE_EPOCH",
        "The date of the manual pages of a version that is not released, in seconds since 1970, for \
         reproducible packages.",
        "man",
    ),
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use clap::CommandFactory;

    use super::*;
    use crate::cli::Cli;

    #[test]
    fn every_name_is_one_of_a_command() {
        let aoc = Cli::command();
        let commands: BTreeSet<&str> = aoc.get_subcommands().map(clap::Command::get_name).collect();
        for entry in FILES.iter().chain(&ENVIRONMENT) {
            for name in entry.commands.split_whitespace() {
                assert!(commands.contains(name), "{}: {name}", entry.term);
            }
            assert!(entry.concerns("aoc"));
        }
        let all = FILES.iter().chain(&ENVIRONMENT).map(|entry| entry.term);
        let terms: BTreeSet<&str> = all.clone().collect();
        assert_eq!(terms.len(), all.count(), "none stands twice");
    }
}
