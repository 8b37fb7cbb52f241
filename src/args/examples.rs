//! Command lines that help and manual show.

/// A command line and what it is for.
#[derive(Clone, Copy, Debug)]
pub struct Example {
    pub command: &'static str,
    pub purpose: &'static str,
}

const fn example(command: &'static str, purpose: &'static str) -> Example {
    Example { command, purpose }
}

/// The examples of a command, or of `aoc` itself; none if it does not exist.
pub fn examples(command: &str) -> &'static [Example] {
    match command {
        "aoc" => &PROGRAM,
        "run" => &RUN,
        "test" => &TEST,
        "verify" => &VERIFY,
        "bench" => &BENCH,
        "start" => &START,
        "watch" => &WATCH,
        "fetch" => &FETCH,
        "read" => &READ,
        "submit" => &SUBMIT,
        "accept" => &ACCEPT,
        "list" => &LIST,
        "calendar" => &CALENDAR,
        "leaderboard" => &LEADERBOARD,
        "open" => &OPEN,
        "status" => &STATUS,
        "gen" => &GEN,
        "login" => &LOGIN,
        "logout" => &LOGOUT,
        "doctor" => &DOCTOR,
        "init" => &INIT,
        "new" => &NEW,
        "import" => &IMPORT,
        "completions" => &COMPLETIONS,
        "man" => &MAN,
        _ => &[],
    }
}

const PROGRAM: [Example; 3] = [
    example("aoc 22", "run day 22 of the newest year that has it"),
    example("aoc fetch 2020", "download the inputs of a year"),
    example(
        "aoc bench 2020/22 --all-alts",
        "compare the alternatives of a day",
    ),
];
const RUN: [Example; 3] = [
    example("aoc run", "run the day that was edited last"),
    example("aoc run 2020/22 -p 2", "run one part"),
    example(
        "aoc run all --jobs 4 --timeout 10s",
        "run everything, four puzzles at a time",
    ),
];
const TEST: [Example; 3] = [
    example("aoc test", "test the day that was edited last"),
    example("aoc test 2020/22 -p 2", "test its second part"),
    example(
        "aoc test all --jobs 4",
        "test everything, four days at a time",
    ),
];
const VERIFY: [Example; 3] = [
    example("aoc verify", "verify all years"),
    example(
        "aoc verify 2020 -v",
        "verify a year, with a line for each day",
    ),
    example(
        "aoc verify --jobs 2 --timeout 10s",
        "with less load, and less patience",
    ),
];
const BENCH: [Example; 3] = [
    example(
        "aoc bench 22 --all-alts",
        "measure a day, and compare its alternatives",
    ),
    example(
        "aoc bench 22 --generated 100",
        "measure the median and the worst of 100 generated inputs",
    ),
    example(
        "aoc bench 2020 --html bench.html",
        "measure a year, and write a page with its charts",
    ),
];
const START: [Example; 3] = [
    example("aoc start", "wait for the next puzzle, or start today's"),
    example("aoc start 2020/22 --no-open", "leave the browser alone"),
    example(
        "aoc start --no-edit --no-watch",
        "fetch and create the file",
    ),
];
const WATCH: [Example; 3] = [
    example("aoc watch", "follow the day that is edited last"),
    example("aoc watch 22", "stay with day 22"),
    example(
        "aoc watch -p 2 --timeout 10s",
        "run part 2, for ten seconds at most",
    ),
];
const FETCH: [Example; 3] = [
    example("aoc fetch", "download today's input, while an event runs"),
    example("aoc fetch today --wait", "wait for the unlock first"),
    example("aoc fetch 2020/1-5", "download the inputs of five days"),
];
const READ: [Example; 3] = [
    example("aoc read", "read today's puzzle, while an event runs"),
    example("aoc read 2020/22 -p 2", "read its second part"),
    example("aoc read 2020/22 --raw", "print the page as Markdown"),
];
const SUBMIT: [Example; 3] = [
    example("aoc submit", "submit the next part of today's puzzle"),
    example("aoc submit 22 --dry-run", "show what would be submitted"),
    example(
        "aoc submit 2020/22 -p 1 --answer 33400",
        "submit an answer found elsewhere",
    ),
];
const ACCEPT: [Example; 2] = [
    example(
        "aoc accept 22",
        "record what the solution of day 22 gives now",
    ),
    example(
        "aoc accept 2020/22 -p 1 33400",
        "record this answer to part 1",
    ),
];
const CALENDAR: [Example; 2] = [
    example("aoc calendar", "show the stars of all years"),
    example("aoc calendar 2024", "show the stars of each day of 2024"),
];
const LEADERBOARD: [Example; 3] = [
    example("aoc leaderboard 1001", "show the leaderboard with this ID"),
    example(
        "aoc leaderboard 1001 -y 2024 -v",
        "show that of 2024, with everyone's times",
    ),
    example(
        "aoc leaderboard 1001 --view-key 1a2b3c4d",
        "show it without a session",
    ),
];
const OPEN: [Example; 2] = [
    example("aoc open", "open today's puzzle, while an event runs"),
    example("aoc open 2020/22 --print", "print the puzzle's address"),
];
const STATUS: [Example; 3] = [
    example("aoc status", "show where you stand"),
    example("aoc status 2020", "show the days of 2020"),
    example("aoc status --refresh", "ask the site for the stars first"),
];
const GEN: [Example; 2] = [
    example("aoc gen 22", "print an input of day 22"),
    example("aoc gen 2020/22 --seed 7", "print another one"),
];
const LOGIN: [Example; 3] = [
    example("aoc login", "store the session cookie that you paste"),
    example("aoc login cookie.txt", "store the one in a file"),
    example(
        "aoc login --account work",
        "store the session of another account",
    ),
];
const LOGOUT: [Example; 2] = [
    example("aoc logout", "remove your stored session"),
    example("aoc logout --account work", "remove the one of an account"),
];
const DOCTOR: [Example; 2] = [
    example("aoc doctor", "check everything, with one request"),
    example("aoc doctor --offline", "check what needs no request"),
];
const LIST: [Example; 2] = [
    example("aoc list", "list everything that is solved here"),
    example("aoc list 2020 --json", "list a year for a script"),
];
const INIT: [Example; 3] = [
    example("aoc init", "create a repository in the current folder"),
    example("aoc init advent", "create one in the new folder advent"),
    example(
        "aoc init --update",
        "bring the library of a repository up to date",
    ),
];
const NEW: [Example; 3] = [
    example("aoc new", "create today's file, while an event runs"),
    example("aoc new 2020/22 --edit", "create a day's file and open it"),
    example("aoc new 2015-2016", "create the files of two years"),
];
const IMPORT: [Example; 3] = [
    example("aoc import --dry-run", "show what other tools have stored"),
    example(
        "aoc import ../advent-of-code",
        "import the inputs and the code of a repository",
    ),
    example("aoc import aocd", "import the inputs and answers of aocd"),
];
const COMPLETIONS: [Example; 3] = [
    example(
        "source <(aoc completions bash)",
        "for ~/.bashrc; with zsh for ~/.zshrc",
    ),
    example(
        "aoc completions fish | source",
        "for ~/.config/fish/config.fish",
    ),
    example("aoc completions elvish", "print the script for elvish"),
];
const MAN: [Example; 3] = [
    example("aoc man", "print the page of aoc itself"),
    example("aoc man run", "print the page of aoc run"),
    example(
        "aoc man --all ~/.local/share/man/man1",
        "install all pages, for man aoc-run",
    ),
];

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;
    use crate::args::{self, Cli};

    #[test]
    fn every_command_has_two_or_three_that_parse() {
        let aoc = Cli::command();
        let commands = aoc.get_subcommands().map(clap::Command::get_name);
        for name in commands.chain(["aoc"]) {
            let examples = examples(name);
            assert!((2..=3).contains(&examples.len()), "{name}");
            for Example { command, .. } in examples {
                // Without what the shell makes of it.
                let command = command.trim_start_matches("source <(");
                let command = command.split([')', '|']).next().unwrap().trim();
                assert!(command.starts_with("aoc "), "{command}");
                assert!(name == "aoc" || command.split(' ').nth(1) == Some(name));
                let read = args::parse(command.split(' ').map(Into::into));
                assert!(read.is_ok(), "{command}");
            }
        }
    }
}
