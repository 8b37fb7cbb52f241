use std::path::Component;

use aoc_solution::Part;
use proptest::prelude::*;
use tempfile::TempDir;

use super::answers::Answers;
use super::*;
use crate::error::{Exit, HasExit};
use crate::puzzle::{Day, Puzzle, Year};
use std::fs;
use std::path::Path;

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
fn further_inputs_are_found_and_nothing_else() {
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
    for text in ["", " a\r\n\n", "ä\n"] {
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
fn answers_are_strings_or_numbers_beside_anything_else() {
    let (_dir, store) = store();
    assert_eq!(
        store.answers(PUZZLE, None).expect("none"),
        Answers::default()
    );
    let write = |text: &str| {
        replace(
            &store.paths.answers_path(PUZZLE, None),
            text,
            Readers::Owner,
        )
        .expect("written");
        store.answers(PUZZLE, None)
    };
    let answers = write("part1 = 33400\npart2 = \"a,b\"\n[[guess]]\nanswer = 1\n").expect("two");
    assert_eq!(answers.of(Part::One), Some("33400"));
    assert_eq!(answers.of(Part::Two), Some("a,b"));
    assert_eq!(write("not_before = 1\n").expect("none"), Answers::default());
    for wrong in ["part1 = true", "part1 = [1]", "part1 = 1.5", "part1 ="] {
        let error = write(wrong).expect_err("no answer");
        assert!(
            error
                .to_string()
                .contains("day05.answers.toml is not a list"),
            "{error}"
        );
    }
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

#[cfg(unix)]
#[test]
fn a_link_to_an_input_stays_a_link() {
    let (dir, store) = store();
    let path = store.paths.input_path(PUZZLE, None);
    let elsewhere = dir.path().join("elsewhere.txt");
    replace(&elsewhere, b"old\n", Readers::Owner).expect("written");
    fs::create_dir_all(store.paths.year_dir(PUZZLE)).expect("a folder");
    std::os::unix::fs::symlink(&elsewhere, &path).expect("a link");
    store.write_input(PUZZLE, None, b"new\n").expect("written");
    assert!(fs::symlink_metadata(&path).expect("a link").is_symlink());
    assert_eq!(read_text(&elsewhere).expect("text"), "new\n");
}
