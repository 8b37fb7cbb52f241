//! Checks the rules of ARCHITECTURE.md: the imports of each module, the files that print, and the
//! files that read the environment.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::document::Document;
use super::runner_source::{NamePath, Source, all, imported_files, imported_names};

/// The files outside of the screens that print, with the reason.
const OTHER_OUTPUT: &[(&str, &str)] = &[
    ("app/interrupt.rs", "it restores the terminal"),
    ("app/ui.rs", "it is the way to print"),
    ("cli/parse.rs", "help and errors of the command line"),
    ("runner/worker.rs", "a worker's process gets stderr"),
    ("examples/take.rs", "a question about an example"),
    ("steps/editor.rs", "the editor gets the terminal"),
    ("steps/browser.rs", "the results of `open`"),
    ("steps/user_programs.rs", "an editor gets the terminal"),
    ("steps/login.rs", "the question for the token"),
    ("steps/new_day.rs", "the results of `new`"),
    ("steps/read.rs", "the page in `read` and `watch`"),
    ("watch/rounds.rs", "the line between two rounds"),
    ("submit.rs", "the results of `submit`"),
    ("submit/carry_out.rs", "the same"),
    ("submit/star.rs", "the same"),
];

const SCREENS: &[&str] = &[
    "commands/",
    "reporter/",
    "terminal/",
    "terminal.rs",
    "main.rs",
];

/// The files of `terminal/` that only make or measure text. The others can print.
const SILENT_FILES: &[&str] = &[
    "terminal/clipboard.rs",
    "terminal/figures.rs",
    "terminal/line.rs",
    "terminal/link.rs",
    "terminal/sanitize.rs",
    "terminal/screen.rs",
    "terminal/style.rs",
    "terminal/table.rs",
];

/// The names in other files of `terminal/` that cannot print. Code that has a `Console` may write
/// messages and pass it to a reporter. The test finds results by the method `print`.
const SILENT_NAMES: &[&str] = &[
    "Console",
    "Consent",
    "MessageKind",
    "ResultList",
    "can_ask",
    "write_error",
];

/// Files that read the environment, the folders, the clock or the terminal of the process,
/// with the reason.
const ENVIRONMENT: &[(&str, &str)] = &[
    ("config/environment.rs", "it reads all of it, once"),
    (
        "main.rs",
        "the command line, and colours of errors before that",
    ),
    ("cli/parse.rs", "help and errors before that"),
    ("app/ui.rs", "the terminal, once for each round of `watch`"),
    ("terminal/sanitize.rs", "`~` in errors before that"),
];

/// The files outside of `terminal/` that make text safe themselves, with the reason. Text that
/// becomes a part of a line or of a cell is made safe in `terminal/`.
const SANITIZERS: &[(&str, &str)] = &[
    ("pages/puzzle_page.rs", "titles and names are stored"),
    ("pages/picture.rs", "the picture is data whose width counts"),
    (
        "inputs/typed_answer.rs",
        "an answer in a message stays on its line",
    ),
    ("import/trial/reasons.rs", "the same, and reasons are data"),
    ("import/trial/results.rs", "the same"),
    ("import/trial/old_program/package.rs", "the same"),
    ("commands/import/check/outcome.rs", "the same"),
    ("cli/parse.rs", "the same for words of the command line"),
    ("cli/complete.rs", "descriptions go to the shell"),
    (
        "render/page_text.rs",
        "carets stand below preformatted text",
    ),
    ("reporter/export/csv.rs", "fields of CSV"),
    ("reporter/export/html.rs", "JSON in a page"),
    ("render/svg.rs", "text in XML"),
];

/// The functions of `std::env` that do not read the environment.
const PURE: &[&str] = &["consts", "join_paths", "split_paths"];

/// The modules whose steps take only the parts of `App` that they need. A signature then shows what
/// a step may do. The modules above them are most of a command each, and take all of `App`.
const STEPS: &[&str] = &["steps", "download", "examples"];

/// The steps that take all of `App`, with the reason.
const WHOLE_APP: &[(&str, &str)] = &[
    (
        "download/downloader.rs",
        "`Downloader::for_missing_files` takes parts of it",
    ),
    ("steps/browser.rs", "all of `aoc open`"),
    ("steps/login.rs", "another session changes several parts"),
    ("steps/read.rs", "all of `aoc read`"),
    ("steps/selection.rs", "`Resolver::new` takes parts of it"),
];

/// Files that ask whether a stream is a terminal, with the reason.
const STREAMS: &[(&str, &str)] = &[
    ("terminal/screen.rs", "stdout and stderr, for `Terminal`"),
    (
        "terminal/tty.rs",
        "where the terminal is restored at the end",
    ),
    ("terminal/console.rs", "stdin, before a question"),
    ("terminal/keys.rs", "stdin, before keys are read"),
    ("commands/login.rs", "stdin, before a session is typed"),
    ("steps/login.rs", "the same"),
    ("processes/tree.rs", "stdin, before a worker reads it"),
];

/// The files with a global variable, with the reason.
const GLOBALS: &[(&str, &str)] = &[
    ("app/interrupt.rs", "signals come to the process"),
    ("processes/interrupts.rs", "the same"),
    ("processes/tree.rs", "the programs that a signal ends"),
    ("terminal/tty.rs", "the terminal is one for all threads"),
    ("terminal/tty/input_mode.rs", "the same"),
    ("terminal/console.rs", "whether somebody reads stdout"),
    ("files/atomic.rs", "only one thread renames at a time"),
    (
        "puzzle/calendar.rs",
        "how many days of an event the site has shown",
    ),
    ("puzzle/titles.rs", "a table, parsed once"),
];

/// Files that do not write sources through `Project`, with the reason.
const OTHER_SOURCES: &[(&str, &str)] = &[
    ("project/root.rs", "`Project::write` and `Project::create`"),
    ("project/readme.rs", "README.md is in the root"),
    ("import/plan/cargo_lock.rs", "Cargo.lock is in the root"),
    (
        "import/trial/workspace.rs",
        "a package of aoc's own, below `target/`",
    ),
    (
        "import/trial/workspace/copies.rs",
        "the days of that package",
    ),
    ("import/trial/program.rs", "the inputs of its runs"),
    (
        "import/trial/foreign_program.rs",
        "an empty file beside them, below `target/`",
    ),
    (
        "import/trial/old_program/copy.rs",
        "a copy of the other repository, below `target/`",
    ),
    ("commands/bench.rs", "documents at a path of the user's"),
    ("commands/calendar.rs", "a drawing at a path of the user's"),
];

/// The modules of the table, from above.
fn rooms() -> Vec<String> {
    let architecture = Document::read("ARCHITECTURE.md").text;
    let rows = architecture
        .lines()
        .filter_map(|line| line.strip_prefix("| `"));
    let names = rows.filter_map(|row| row.split_once('`'));
    names
        .map(|(name, _)| {
            name.trim_end_matches('/')
                .trim_end_matches(".rs")
                .to_owned()
        })
        .collect()
}

#[test]
fn a_room_imports_only_rooms_below_it() {
    let rooms = rooms();
    let place = |name: &str| rooms.iter().position(|room| room == name);
    let mut up = BTreeSet::new();
    for source in all() {
        let own = place(source.room()).unwrap_or_else(|| panic!("no row for {}", source.path));
        for import in source.imports() {
            let Some(other) = import.first().and_then(|name| place(name)) else {
                continue;
            };
            if other < own {
                up.insert((source.room().to_owned(), rooms[other].clone()));
            }
        }
    }
    assert_eq!(up, BTreeSet::new());
}

/// A file and the folder of the same name count as one, with all files in the folder.
#[test]
fn no_two_files_import_each_other() {
    let mut imported: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (file, others) in imported_files() {
        let file: Vec<&str> = file.trim_end_matches(".rs").split('/').collect();
        for other in others {
            let other: Vec<&str> = other.trim_end_matches(".rs").split('/').collect();
            let names = file.iter().zip(&other);
            let common = names.take_while(|(one, other)| one == other).count();
            if common < file.len().min(other.len()) {
                let others = imported.entry(file[..=common].join("/")).or_default();
                others.insert(other[..=common].join("/"));
            }
        }
    }
    assert_eq!(cycles(&imported), BTreeSet::new());
}

#[test]
fn a_module_of_import_uses_only_those_before_it() {
    let head = Document::read("src/import.rs").text;
    let rows = head.lines().filter_map(|line| line.strip_prefix("//! | `"));
    let names: Vec<&str> = rows
        .filter_map(|row| Some(row.split_once('`')?.0))
        .collect();
    let place = |file: &str| {
        let name = file.strip_prefix("import/")?.split(['/', '.']).next()?;
        names.iter().position(|other| *other == name)
    };
    let mut later = BTreeSet::new();
    let mut found = BTreeSet::new();
    for (file, others) in imported_files() {
        let Some(own) = place(file) else {
            continue;
        };
        found.insert(own);
        for other in others {
            if place(other).is_some_and(|other| other > own) {
                later.insert((file, other));
            }
        }
    }
    assert_eq!(later, BTreeSet::new());
    assert_eq!(found.len(), names.len(), "every module has files");
}

/// So no other module builds or runs the code of others.
#[test]
fn only_the_trial_of_an_import_starts_programs() {
    let starts = |source: &Source| {
        let is_trial = source.path.starts_with("import/trial");
        source.room() == "import" && !is_trial && source.has_word("Launcher")
    };
    assert_eq!(others(starts, &[]), Vec::<String>::new());
}

/// The shortest cycle through each file that is in a cycle. It begins with its first file.
fn cycles(imported: &BTreeMap<String, BTreeSet<String>>) -> BTreeSet<Vec<String>> {
    let mut found = BTreeSet::new();
    for start in imported.keys() {
        let mut came_from: BTreeMap<&String, &String> = BTreeMap::new();
        let mut queue = VecDeque::from([start]);
        while let Some(file) = queue.pop_front() {
            for next in imported.get(file).into_iter().flatten() {
                if !came_from.contains_key(next) {
                    came_from.insert(next, file);
                    queue.push_back(next);
                }
            }
        }
        let mut circle = Vec::new();
        let mut before = came_from.get(start);
        while let Some(file) = before {
            circle.push((*file).clone());
            before = came_from.get(file).filter(|_| *file != start);
        }
        if let Some(first) = (0..circle.len()).min_by_key(|at| &circle[*at]) {
            circle.reverse();
            let first = circle.len() - 1 - first;
            circle.rotate_left(first);
            found.insert(circle);
        }
    }
    found
}

#[test]
fn circles_of_every_length_are_found() {
    let found = |arrows: &[(&str, &str)]| {
        let mut imported: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for (file, other) in arrows {
            let others = imported.entry((*file).to_owned()).or_default();
            others.insert((*other).to_owned());
        }
        let cycles = cycles(&imported).into_iter();
        let cycles: Vec<String> = cycles.map(|circle| circle.join(" ")).collect();
        cycles.join(", ")
    };
    assert_eq!(found(&[("a", "b"), ("b", "c"), ("a", "c")]), "");
    assert_eq!(found(&[("a", "b"), ("b", "a")]), "a b");
    assert_eq!(
        found(&[("d", "b"), ("b", "c"), ("c", "a"), ("a", "d"), ("a", "e")]),
        "a d b c"
    );
    assert_eq!(
        found(&[("a", "b"), ("b", "a"), ("b", "c"), ("c", "d"), ("d", "b")]),
        "a b, b c d"
    );
}

/// The files for which `is_true` returns true, except those with a reason.
fn others(is_true: impl Fn(&Source) -> bool, reasons: &[(&str, &str)]) -> Vec<String> {
    let found = all().iter().filter(|source| is_true(source));
    let found: Vec<&str> = found.map(|source| &*source.path).collect();
    for (file, why) in reasons {
        assert!(
            found.contains(file),
            "{file} ({why}) needs no reason any more: remove its line"
        );
    }
    let is_reasoned = |path: &str| reasons.iter().any(|(file, _)| *file == path);
    let others = found.into_iter().filter(|path| !is_reasoned(path));
    others.map(str::to_owned).collect()
}

#[test]
fn only_screens_print() {
    let streams = [
        "print", "println", "eprint", "eprintln", "dbg", "stdout", "stderr",
    ];
    let imported = imported_names();
    let prints = |source: &Source| {
        let mut names = imported[&*source.path].iter();
        let is_screen = SCREENS.iter().any(|room| source.path.starts_with(room));
        !is_screen
            && (source.calls(&streams)
                || source.calls_method(&["print", "show"])
                || names.any(|(file, name)| prints_with(file, name)))
    };
    assert_eq!(others(prints, OTHER_OUTPUT), Vec::<String>::new());
}

/// True if a file that imports this name can write to stdout or stderr.
fn prints_with(file: &str, name: &str) -> bool {
    let is_silent_file = SILENT_FILES.contains(&file) || !file.starts_with("terminal/");
    !is_silent_file && !name.is_empty() && !SILENT_NAMES.contains(&name)
}

#[test]
fn text_is_made_safe_where_it_is_shown() {
    let imported = imported_names();
    let sanitizes = |source: &Source| {
        let mut names = imported[&*source.path].iter();
        !source.path.starts_with("terminal")
            && names.any(|(file, name)| {
                // The function `sanitize` has the same name as its module.
                *file == "terminal/sanitize.rs"
                    && ["", "sanitize_json", "one_line"].contains(&&**name)
            })
    };
    assert_eq!(others(sanitizes, SANITIZERS), Vec::<String>::new());
}

#[test]
fn steps_take_the_parts_that_they_need() {
    let takes_app = |source: &Source| {
        STEPS.contains(&source.room()) && (source.has_word("App") || source.has_field("app"))
    };
    assert_eq!(others(takes_app, WHOLE_APP), Vec::<String>::new());
}

#[test]
fn the_environment_is_read_in_one_place() {
    let reads = |path: &NamePath| {
        let names: Vec<&str> = path.iter().map(String::as_str).collect();
        match names[..] {
            ["std", "env", name, ..] => !PURE.contains(&name),
            ["dirs", ..]
            | ["chrono", "Utc" | "Local", "now"]
            | ["std", "time", "SystemTime", "now"]
            | ["terminal", .., "Terminal", "from_process"] => true,
            _ => false,
        }
    };
    let reads_some = |source: &Source| source.imports().iter().any(reads);
    assert_eq!(others(reads_some, ENVIRONMENT), Vec::<String>::new());
}

#[test]
fn the_terminal_is_looked_at_where_a_stream_is_opened() {
    let asks = |source: &Source| source.calls_method(&["is_terminal"]);
    assert_eq!(others(asks, STREAMS), Vec::<String>::new());
}

#[test]
fn global_variables_are_what_a_process_has_one_of() {
    assert_eq!(others(Source::has_static, GLOBALS), Vec::<String>::new());
}

/// `Project` writes the files of the repository. It does not follow a link that git tracks and that
/// leads out of the repository.
#[test]
fn files_of_the_repository_are_written_by_the_project() {
    let writes = |source: &Source| {
        let names = ["write_source", "create_source"];
        !source.path.starts_with("files") && source.calls(&names)
    };
    assert_eq!(others(writes, OTHER_SOURCES), Vec::<String>::new());
}
