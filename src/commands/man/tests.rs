use super::reference::ENVIRONMENT;
use super::*;
use crate::cli::examples;

const DATE: &str = "2026-12-01";

fn built() -> Command {
    let mut aoc = Cli::command();
    aoc.build();
    aoc
}

/// The headings of a page, in order.
fn headings(page: &str) -> Vec<&str> {
    let headings = page.lines().filter_map(|line| line.strip_prefix(".SH "));
    headings.map(|heading| heading.trim_matches('"')).collect()
}

#[test]
fn the_page_of_the_program_has_everything() {
    let page = page(&built(), DATE);
    assert_eq!(
        headings(&page),
        [
            "NAME",
            "SYNOPSIS",
            "DESCRIPTION",
            "OPTIONS",
            "GLOBAL OPTIONS",
            "SUBCOMMANDS",
            "SELECTORS",
            "EXAMPLES",
            "FILES",
            "ENVIRONMENT",
            "EXIT STATUS",
        ]
    );
    for exit in Exit::ALL {
        let row = format!("\\fB{}\\fR\n{}", exit.code(), exit.meaning());
        assert!(page.contains(&row), "{row}: {page}");
    }
    for entry in ENVIRONMENT {
        let row = format!("\\fB{}\\fR", entry.term);
        assert!(page.contains(&row), "{row}: {page}");
    }
}

#[test]
fn the_page_of_a_command_has_what_concerns_it() {
    let aoc = built();
    for command in documented(&aoc) {
        let (name, page) = (command.get_name(), page(command, DATE));
        let headings = headings(&page);
        let end = [
            "EXAMPLES",
            "FILES",
            "ENVIRONMENT",
            "EXIT STATUS",
            "SEE ALSO",
        ];
        assert!(headings.ends_with(&end), "{name}: {headings:?}");
        let title = format!(".TH aoc-{name} 1 {DATE} \"aoc ");
        assert!(page.contains(&title), "{page}");
        for (line, _) in examples(command) {
            let line = line.replace('-', "\\-");
            assert!(page.contains(&line), "{line}: {page}");
        }
    }
    let [run, open] = ["run", "open"].map(|name| page(find(&aoc, Some(name)).unwrap(), DATE));
    assert!(
        run.contains("\\fBaoc run [OPTIONS] [SELECTOR]...\\fR"),
        "{run}"
    );
    assert!(run.contains("aoc\\-workers") && !run.contains("BROWSER"));
    assert!(open.contains("BROWSER") && !open.contains("aoc\\-workers"));
    assert_eq!(
        find(&aoc, Some("dance")).unwrap_err().to_string(),
        "unknown command `dance`; `aoc help` lists them"
    );
}

#[test]
fn all_pages_are_written_at_once() {
    let temp = tempfile::tempdir().unwrap();
    let folder = temp.path().join("man/man1");
    let count = write_all(&built(), DATE, &folder).unwrap();
    let files = std::fs::read_dir(&folder).unwrap().count();
    assert_eq!((count, files), (documented(&built()).count() + 1, count));
    let page = std::fs::read_to_string(folder.join("aoc-run.1")).unwrap();
    assert!(page.contains(".TH aoc-run 1"));
    let file = folder.join("aoc.1");
    assert!(matches!(
        write_all(&built(), DATE, &file),
        Err(ManError::Write { path, .. }) if path == file
    ));
}
