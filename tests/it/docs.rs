//! The pages under `docs/` are true: their sessions print what they show, and
//! they know every command.

use std::fs;
use std::path::Path;

use crate::fetch::good_site;
use crate::readme::{normal, sessions_of};
use crate::sandbox::{REPOSITORY, Sandbox};

fn manners() -> String {
    fs::read_to_string(Path::new(REPOSITORY).join("docs/manners.md")).expect("a page")
}

#[test]
fn the_sessions_of_manners_print_what_is_shown() {
    let site = good_site();
    let sandbox = Sandbox::project().site(&site);
    let sessions = sessions_of(&manners());
    assert_eq!(sessions.len(), 3);
    for shown in sessions {
        let arguments = shown
            .command
            .strip_prefix("aoc ")
            .expect("a command of aoc");
        let done = sandbox
            .aoc(&arguments.split(' ').collect::<Vec<_>>())
            .exits(0);
        let seen = done.stderr.lines().chain(done.stdout.lines()).map(normal);
        let expected = shown.output.iter().map(|line| normal(line));
        assert!(seen.eq(expected), "{}: {done:#?}", shown.command);
    }
    assert_eq!(site.paths().len(), 2);
}

/// No command is added without a word on what it sends.
#[test]
fn manners_knows_every_command() {
    let manners = manners();
    let help = Sandbox::new().aoc(&["--help"]).exits(0).stdout;
    let (commands, _) = help.split_once("Options:\n").expect("options");
    let commands = commands.lines().filter_map(|line| line.strip_prefix("  "));
    let names = commands.filter_map(|line| line.split([' ', ',']).next());
    let names: Vec<&str> = names.filter(|name| !name.is_empty()).collect();
    assert!(names.contains(&"fetch"), "{help}");
    for name in names {
        let known = name == "help" || manners.contains(&format!("`aoc {name}`"));
        assert!(known, "docs/manners.md does not mention {name}");
    }
}

/// The files that it names are there.
#[test]
fn manners_names_only_what_there_is() {
    let manners = manners();
    let paths = manners.split('`').filter(|word| word.starts_with("src/"));
    let mut count = 0;
    for path in paths {
        assert!(Path::new(REPOSITORY).join(path).exists(), "{path}");
        count += 1;
    }
    assert!(count >= 4);
}
