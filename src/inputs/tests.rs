use std::fs;
use std::path::{Component, Path};

use aoc_solution::Part;
use proptest::prelude::*;
use tempfile::TempDir;

use super::answers::Answers;
use super::examples::Examples;
use super::*;
use crate::error::{Exit, HasExit};
use crate::files::{Locks, Readers, replace};
use crate::puzzle::{Day, Puzzle, Year};

const PUZZLE: Puzzle = Year(2020).day(Day(5));

fn store() -> (TempDir, Store) {
    let dir = tempfile::tempdir().expect("a folder");
    let store = Store::new(dir.path().join("inputs"), Locks::new(Some(dir.path())));
    (dir, store)
}

fn name(name: &str) -> InputName {
    name.parse().expect("a name")
}

#[test]
fn everything_has_its_place() {
    let store = Store::new("inputs".into(), Locks::new(None));
    let work = name("work");
    for (path, expected) in [
        (
            store.paths.input_path(PUZZLE, None),
            "inputs/year2020/day05.txt",
        ),
        (
            store.paths.input_path(PUZZLE, Some(&work)),
            "inputs/year2020/day05.work.txt",
        ),
        (store.paths.page_path(PUZZLE), "inputs/year2020/day05.html"),
        (
            store.paths.answers_path(PUZZLE, None),
            "inputs/year2020/day05.answers.toml",
        ),
        (
            store.paths.answers_path(PUZZLE, Some(&work)),
            "inputs/year2020/day05.work.answers.toml",
        ),
    ] {
        assert_eq!(path, Path::new(expected));
    }
}

#[test]
fn named_inputs_are_found_and_nothing_else() {
    let (_dir, store) = store();
    assert_eq!(store.paths.named_inputs(PUZZLE).expect("none"), []);
    for input in ["work", "home"] {
        store
            .write_input(PUZZLE, Some(&name(input)), b"1\n")
            .expect("written");
    }
    store.write_input(PUZZLE, None, b"1\n").expect("written");
    let dir = store.paths.year_dir(PUZZLE);
    for other in [
        "day05..txt",
        "day05.a.b.txt",
        "day06.x.txt",
        "day05.x.toml",
        "day05.ä.txt",
    ] {
        fs::write(dir.join(other), "").expect("written");
    }
    assert_eq!(
        store.paths.named_inputs(PUZZLE).expect("two"),
        [name("home"), name("work")]
    );
}

#[test]
fn an_input_comes_back_as_it_was() {
    let (_dir, store) = store();
    assert_eq!(store.input(PUZZLE, None).expect("none"), None);
    assert!(!store.has_input(PUZZLE, None).expect("none"));
    for text in [" a\r\n\n", "ä\n"] {
        store
            .write_input(PUZZLE, None, text.as_bytes())
            .expect("written");
        assert_eq!(
            store.input(PUZZLE, None).expect("text").as_deref(),
            Some(text)
        );
    }
    store.write_input(PUZZLE, None, b"12\xff").expect("written");
    let error = store.input(PUZZLE, None).expect_err("no text");
    assert!(
        error.to_string().contains("day05.txt is not text: byte 2"),
        "{error}"
    );
    assert_eq!(error.exit(), Exit::Files);
}

#[test]
fn a_failed_write_leaves_the_old_and_no_temporary_file() {
    let (_dir, store) = store();
    let path = store.paths.input_path(PUZZLE, None);
    fs::create_dir_all(&path).expect("a folder");
    let error = store
        .write_input(PUZZLE, None, b"1\n")
        .expect_err("in the way");
    assert!(
        error.to_string().contains("day05.txt cannot be written"),
        "{error}"
    );
    let left = fs::read_dir(store.paths.year_dir(PUZZLE))
        .expect("a folder")
        .count();
    assert_eq!(left, 1);
}

#[test]
fn an_empty_input_is_missing_for_fetch_and_an_error_for_the_rest() {
    let (_dir, store) = store();
    for (text, there) in [("", false), (" \r\n", true)] {
        store
            .write_input(PUZZLE, None, text.as_bytes())
            .expect("written");
        assert_eq!(store.has_input(PUZZLE, None).expect("a file"), there);
        let error = store.input(PUZZLE, None).expect_err("empty").to_string();
        assert!(error.contains("day05.txt is empty; download it"), "{error}");
    }
}

#[test]
fn answers_are_edited_in_place() {
    let (_dir, store) = store();
    assert_eq!(
        store.answers(PUZZLE, None).expect("none"),
        Answers::default()
    );
    store
        .edit_answers(PUZZLE, None, |_| ())
        .expect("nothing to do");
    let path = store.paths.answers_path(PUZZLE, None);
    assert!(!path.exists());
    let text = "# by hand\npart1 = 33400\n";
    replace(&path, text, Readers::Owner).expect("written");
    let accept = |answers: &mut Answers| answers.accept(Part::Two, "a,b");
    store.edit_answers(PUZZLE, None, accept).expect("written");
    let text = fs::read_to_string(&path).expect("text");
    assert_eq!(text, "# by hand\npart1 = 33400\npart2 = \"a,b\"\n");
    let answers = store.answers(PUZZLE, None).expect("two");
    assert_eq!(answers.accepted(Part::One), Some("33400"));
    assert_eq!(answers.accepted(Part::Two), Some("a,b"));
}

#[test]
fn answers_that_make_no_sense_are_an_error_and_stay() {
    let (_dir, store) = store();
    let path = store.paths.answers_path(PUZZLE, None);
    replace(&path, "part1 = 1\nprt2 = 2\n", Readers::Owner).expect("written");
    let accept = |answers: &mut Answers| answers.accept(Part::Two, "2");
    for error in [
        store.answers(PUZZLE, None).expect_err("unknown key"),
        store
            .edit_answers(PUZZLE, None, accept)
            .expect_err("unknown key"),
    ] {
        assert_eq!(
            error.to_string(),
            format!(
                "{}, line 2: unknown field `prt2`, expected one of `part1`, `part2`, \
                 `not_before`, `guess`; correct the file or remove it",
                path.display()
            )
        );
        assert_eq!(error.exit(), Exit::Files);
    }
    let text = fs::read_to_string(&path).expect("text");
    assert_eq!(text, "part1 = 1\nprt2 = 2\n");
}

#[test]
fn examples_come_back() {
    let (_dir, store) = store();
    let none = store.examples(PUZZLE).expect("none");
    assert_eq!(none, Examples::default());
    let path = store.paths.examples_path(PUZZLE);
    assert!(path.ends_with("year2020/day05.examples.toml"));
    let mut extracted = Extracted::default();
    // A page without an example is not searched again.
    let written = store.write_examples(PUZZLE, &extracted).expect("a file");
    assert_eq!(written, WrittenExamples::Written);
    assert!(store.has_examples(PUZZLE).expect("a file"));
    assert_eq!(store.examples(PUZZLE).expect("none"), none);
    let mut write = |part2: Option<&str>| {
        let example = Example {
            input: "1\n2\n".to_owned(),
            part1: Some("3".to_owned()),
            part2: part2.map(str::to_owned),
            source: None,
        };
        extracted.examples = vec![example];
        let written = store.write_examples(PUZZLE, &extracted).expect("a file");
        let examples = store.examples(PUZZLE).expect("one").examples;
        (written, examples == extracted.examples)
    };
    assert_eq!(write(None), (WrittenExamples::Written, true));
    assert_eq!(write(None), (WrittenExamples::Unchanged, true));
    // Part two is open now.
    assert_eq!(write(Some("4")), (WrittenExamples::Written, true));
    let edited = fs::read_to_string(&path).expect("a file").replace('4', "5");
    fs::write(&path, &edited).expect("written");
    assert_eq!(write(Some("4")), (WrittenExamples::Edited, false));
    assert_eq!(fs::read_to_string(&path).expect("a file"), edited);
    fs::write(&path, "").expect("written");
    assert_eq!(write(Some("4")), (WrittenExamples::Edited, false));
    fs::write(&path, "[[example]]\n").expect("written");
    let error = store.examples(PUZZLE).expect_err("no input").to_string();
    assert!(
        error.contains("examples.toml, line 1: missing field `input`"),
        "{error}"
    );
}

#[cfg(unix)]
#[test]
fn what_is_not_a_file_is_an_error_and_never_waited_for() {
    let (_dir, store) = store();
    let dir = store.paths.year_dir(PUZZLE);
    fs::create_dir_all(&dir).expect("a folder");
    let make_fifo = |path: &Path| {
        let made = std::process::Command::new("mkfifo").arg(path).status();
        assert!(made.expect("mkfifo").success());
    };
    make_fifo(&store.paths.input_path(PUZZLE, None));
    make_fifo(&store.paths.answers_path(PUZZLE, None));
    make_fifo(&store.paths.examples_path(PUZZLE));
    let zero = store.paths.page_path(PUZZLE);
    std::os::unix::fs::symlink("/dev/zero", zero).expect("a link");
    store.input(PUZZLE, None).expect_err("a FIFO");
    store.has_input(PUZZLE, None).expect_err("a FIFO");
    store.answers(PUZZLE, None).expect_err("a FIFO");
    store.examples(PUZZLE).expect_err("a FIFO");
    store.page(PUZZLE).expect_err("a device");
}

#[test]
fn one_lock_for_two_names_of_a_folder() {
    let (dir, store) = store();
    fs::create_dir_all(store.paths.year_dir(PUZZLE)).expect("a folder");
    let other = Store::new(dir.path().join("inputs/../inputs"), store.locks.clone());
    let held = store.lock(PUZZLE, None, || panic!("free"));
    let waited = std::cell::Cell::new(false);
    std::thread::scope(|scope| {
        let (started, start) = std::sync::mpsc::channel();
        let other = &other;
        let other_end = scope.spawn(move || {
            drop(other.lock(PUZZLE, None, || started.send(()).expect("heard")));
        });
        start.recv().expect("someone waits");
        waited.set(!other_end.is_finished());
        drop(held);
    });
    assert!(waited.get());
}

#[cfg(unix)]
#[test]
fn a_lock_is_the_same_before_and_after_the_years_folder_is_made() {
    let (dir, store) = store();
    let elsewhere = dir.path().join("elsewhere");
    fs::create_dir(&elsewhere).expect("a folder");
    std::os::unix::fs::symlink(&elsewhere, dir.path().join("inputs")).expect("a link");
    let held = store.lock(PUZZLE, None, || panic!("free"));
    fs::create_dir(store.paths.year_dir(PUZZLE)).expect("a folder");
    std::thread::scope(|scope| {
        let (started, start) = std::sync::mpsc::channel();
        let store = &store;
        let other = scope.spawn(move || {
            drop(store.lock(PUZZLE, None, || started.send(()).expect("heard")));
        });
        start.recv().expect("someone waits");
        drop(held);
        other.join().expect("no panic");
    });
}

proptest! {
    #[test]
    fn a_name_never_leads_out_of_its_folder(text in "\\PC*|[a-z./\\\\:~ -]{0,12}") {
        if let Ok(name) = text.parse::<InputName>() {
            let store = Store::new("inputs".into(), Locks::new(None));
            for path in [store.paths.input_path(PUZZLE, Some(&name)), store.paths.answers_path(PUZZLE, Some(&name))] {
                prop_assert_eq!(path.components().count(), 3);
                prop_assert!(path.components().all(|part| matches!(part, Component::Normal(_))));
                prop_assert!(path.to_str().is_some_and(str::is_ascii));
            }
        }
    }

    #[test]
    fn a_named_input_is_found_under_its_name(text in "[A-Za-z0-9][A-Za-z0-9_-]{0,63}") {
        let (_dir, store) = store();
        let name = name(&text);
        store.write_input(PUZZLE, Some(&name), b"1\n").expect("written");
        prop_assert_eq!(store.paths.named_inputs(PUZZLE).expect("one"), [name]);
    }
}
