//! What the manual says of a command beyond its one line.

/// The description of `aoc` or of a command, one paragraph each; none if it does
/// not exist.
pub fn description(command: &str) -> &'static [&'static str] {
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
        "new" => &NEW,
        "init" => &INIT,
        "import" => &IMPORT,
        "completions" => &COMPLETIONS,
        "man" => &MAN,
        _ => &[],
    }
}

const PROGRAM: [&str; 2] = [
    "A project has one folder for each year and one file for each day. aoc downloads the input of a \
     puzzle, builds the day that was saved, runs it, compares its answers with the accepted ones, \
     and measures it. Without a command it shows where you stand, as aoc status does; with \
     selectors alone it runs them, as aoc run does.",
    "Results go to standard output, everything else to standard error. Requests to the site are \
     spaced over all processes of a user, nothing that is stored is asked for again, and with \
     --offline there is no request at all.",
];
const RUN: [&str; 2] = [
    "Builds the days that were edited and runs parse, part 1 and part 2, each timed and compared \
     with the accepted answer. The examples are checked first. Without a selector it runs the day \
     that was edited last.",
    "A missing input is downloaded once if there is a session; otherwise the examples take its \
     place. A day that panics, hangs or uses too much memory fails alone.",
];
const TEST: [&str; 1] = [
    "Runs the examples in the code and those in the .examples.toml file of each day, with every \
     alternative. What differs is shown side by side. No input is needed, and no request is made. \
     Without a selector it tests the day that was edited last.",
];
const VERIFY: [&str; 1] = [
    "Runs every part that has an accepted answer, with all stored inputs and all alternatives, \
     several puzzles at the same time. It prints a line for each year and names what differs. \
     Without a selector it verifies all years.",
];
const BENCH: [&str; 2] = [
    "Samples each phase in several passes, each in a process of its own, and shows the 10th \
     percentile of the time of one call with its interval, and the median. Alternatives and another \
     revision are sampled in turn with what they are compared with, so that a drift of the machine \
     affects both.",
    "--save stores the figures, --baseline compares with stored ones, --against compares with \
     another revision, and --fail-on turns a slower phase into exit code 1. A missing input is \
     downloaded once if there is a session; otherwise a generated input or an example takes its \
     place.",
];
const START: [&str; 1] = [
    "Does everything that comes before the first line of a solution: waits for the unlock, downloads \
     the input and the page, creates the day's file, opens the puzzle in the browser and the file \
     in the editor, and watches the file. Without a selector it starts the puzzle that unlocks \
     soon, else today's. Each step has a flag that leaves it out.",
];
const WATCH: [&str; 1] = [
    "Builds and runs a day whenever a file that it uses is saved: the examples first, then the \
     input. A newer save stops what still runs. On a terminal, keys submit an answer, show the \
     trace, measure, and run again. Without a selector it follows the day that is edited last.",
];
const FETCH: [&str; 1] = [
    "Downloads the input and the page of each puzzle that is not stored yet. Accepted answers and \
     examples are taken from the page. A puzzle that is locked is not asked for, unless --wait \
     waits for its unlock. Without a selector it fetches today's puzzle while an event runs.",
];
const READ: [&str; 1] = [
    "Shows the page of a puzzle as text, through the pager if it is long. It is downloaded if it is \
     not stored, and once more when part 2 is open. In a pipe the lines are as wide as COLUMNS says.",
];
const SUBMIT: [&str; 2] = [
    "Runs the examples of the next part, then the part, and sends its answer. Each answer is sent \
     once, whatever happens to the request, and what the site says is stored.",
    "It refuses what cannot be right, such as an answer that was judged wrong before or one above a \
     value that was too high, and what comes too soon. With --wait it waits instead.",
];
const ACCEPT: [&str; 1] = [
    "Records answers that the site has accepted, so that later runs are compared with them. Without \
     an answer it runs the solution and records what it gives. Another answer that is recorded \
     already is replaced only with --force. The site is not told.",
];
const LIST: [&str; 1] = [
    "Lists the days that have a solution, with their titles, inputs, accepted answers and the age \
     of the last edit. Nothing is built or run, and no request is made.",
];
const CALENDAR: [&str; 1] = [
    "Asks the site for the stars of a year's days, or of all years, and shows them. This is one \
     request each time. The stars are remembered for aoc status.",
];
const LEADERBOARD: [&str; 1] = [
    "Shows the members of a private leaderboard with their stars, medians and the first of each \
     day. The site is asked at most every 15 minutes; in between, and when the site fails, the \
     last answer is shown.",
];
const OPEN: [&str; 1] = [
    "Opens the page of a puzzle in the browser of BROWSER, else in that of the desktop. aoc itself \
     makes no request. Without a selector it opens today's puzzle while an event runs.",
];
const STATUS: [&str; 1] = [
    "Shows the session, the time until the next unlock, the stars, files and last time of each day, \
     and what to do next. It makes no request unless --refresh asks the site for the stars. aoc \
     without a command does the same.",
];
const GEN: [&str; 1] = [
    "Prints the input that the day's generate function makes from a seed. The same seed gives the \
     same input, so inputs can be shared and compared without those of the site.",
];
const LOGIN: [&str; 1] = [
    "Reads the value of the site's cookie named session, without showing it, and stores it in a \
     file that only you can read. With one request it is proved first; what the site does not \
     accept replaces nothing. With --offline it is stored without asking.",
];
const LOGOUT: [&str; 1] = [
    "Removes the file with your session, or that of an account. The site is not told, so the session \
     stays valid in the browser that it was copied from.",
];
const DOCTOR: [&str; 1] = [
    "Looks at the session, the site, the clock, the project, the toolchain, the settings and the \
     folders, and says how to mend what is wrong. It makes one request at most. The exit code is \
     that of the first problem.",
];
const NEW: [&str; 1] = [
    "Creates the file of each day that has none, from templates/day.rs or a built-in template, and \
     the crate of a year that has none. The title is taken from the stored page. What is there \
     stays as it is.",
];
const INIT: [&str; 1] = [
    "Creates a project for solutions with a first day that builds and runs at once, and makes the \
     folder a repository of git unless it is in one. Where files are there already, it completes \
     them and replaces nothing unasked. --update replaces the library in vendor/aoc-solution by \
     that of this program.",
];
const IMPORT: [&str; 1] = [
    "Copies inputs, answers, sessions and code from aocd, cargo-aoc, aoc-cli and from repositories \
     of solutions in Rust into this project. Nothing is replaced, and the source stays as it is. \
     What is left out is listed with the reason.",
];
const COMPLETIONS: [&str; 1] = [
    "Prints a script that has the shell ask aoc at each Tab. It offers commands, flags, days with \
     their titles, years, inputs, alternatives, accounts, baselines, branches and features, as they \
     are at that moment. No request is made for that, and nothing is built.",
];
const MAN: [&str; 1] = [
    "Prints a page in the format of man, made from the command line's own definition, so it is \
     always that of this version. aoc man run | man -l - shows it. With --all every page is \
     written into a folder.",
];

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;
    use crate::args::Cli;

    #[test]
    fn every_command_has_a_few_sentences() {
        let aoc = Cli::command();
        let commands = aoc.get_subcommands().map(clap::Command::get_name);
        for name in commands.chain(["aoc"]) {
            let text = description(name).join(" ");
            assert!(text.ends_with('.'), "{name}");
            let sentences = text.split(". ").count();
            assert!((2..=6).contains(&sentences), "{name}: {sentences}");
        }
    }
}
