use std::fs;
use std::path::Path;

use aoc_solution::Part;
use tempfile::TempDir;

use super::*;
use crate::error::Exit;
use crate::files::{Locks, Readers, replace};
use crate::puzzle::Puzzle;

const PUZZLE: Puzzle = Puzzle::of(2020, 5);

fn locks(folder: Option<&Path>) -> Locks {
    Locks {
        cache_dir: folder.map(Path::to_owned),
    }
}

fn store() -> (TempDir, Store) {
    let dir = tempfile::tempdir().expect("a folder");
    let store = Store::new(dir.path().join("inputs"), locks(Some(dir.path())));
    (dir, store)
}

fn name(name: &str) -> InputName {
    name.parse().expect("a name")
}

#[test]
fn everything_has_its_place() {
    let (_dir, store) = store();
    let folder = store.root.join("year2020");
    let work = name("work");
    let answers_of_work = store.answers_path(PUZZLE, &InputId::Named(work.clone()));
    for (path, file) in [
        (store.input_path(PUZZLE, &InputId::Own), "day05.txt"),
        (store.page_path(PUZZLE), "day05.html"),
        (store.examples_path(PUZZLE), "day05.examples.toml"),
        (
            store.answers_path(PUZZLE, &InputId::Own),
            "day05.answers.toml",
        ),
        (answers_of_work, "day05.work.answers.toml"),
    ] {
        assert_eq!(path, folder.join(file));
    }
    // A name cannot lead out of the folder.
    let long = "a".repeat(65);
    for bad in [
        "", "-a", "_", "a.b", "a/b", "..", "a\\b", "C:", "ä", "a b", &*long,
    ] {
        let error = bad.parse::<InputName>().expect_err(bad);
        assert_eq!(error.exit, Exit::Usage);
    }
    let error = "a b".parse::<InputName>().unwrap_err().to_string();
    let says = "`a b` cannot be the name of an account or an input: use at most 64 letters";
    assert!(error.starts_with(says), "{error}");
    assert!(store.named_inputs(PUZZLE).is_empty());
    fs::create_dir_all(&folder).expect("a folder");
    for file in [
        "day05.work.txt",
        "day05.0-A_z.txt",
        "day05.txt",
        "day05..txt",
        "day05.a.b.txt",
        "day06.x.txt",
        "day05.x.toml",
        "day05.ä.txt",
    ] {
        fs::write(folder.join(file), "1\n").expect("written");
    }
    assert_eq!(store.named_inputs(PUZZLE), [name("0-A_z"), work].into());
}

#[test]
fn an_input_comes_back_as_it_was() {
    let (_dir, store) = store();
    assert_eq!(store.input(PUZZLE, &InputId::Own).expect("none"), None);
    assert!(!store.has_input(PUZZLE, &InputId::Own));
    for (bytes, is_there, expected) in [
        (&b" a\r\n\n"[..], true, " a\r\n\n"),
        ("ä\n".as_bytes(), true, "ä\n"),
        (b"12\xff", true, "day05.txt is not text: byte 2"),
        // For `fetch` an empty input is missing. For other commands it is an error.
        (b"", false, "day05.txt is empty; download it"),
        (b" \r\n", true, "again with `aoc fetch 2020/5 --force`"),
    ] {
        let path = store.input_path(PUZZLE, &InputId::Own);
        store.write(&path, bytes).expect("written");
        assert_eq!(store.has_input(PUZZLE, &InputId::Own), is_there);
        match store.input(PUZZLE, &InputId::Own) {
            Ok(text) => assert_eq!(text.as_deref(), Some(expected)),
            Err(error) => {
                assert!(error.to_string().contains(expected), "{error}");
                assert_eq!(error.exit, Exit::Files);
            }
        }
    }
    // A named input is not on the site.
    let work = InputId::Named(name("work"));
    let path = store.input_path(PUZZLE, &work);
    store.write(&path, "\n").expect("written");
    let error = store.input(PUZZLE, &work).expect_err("blank").to_string();
    let why = "day05.work.txt is empty; write the input into it or remove it";
    assert!(error.ends_with(why), "{error}");
    // A missing file behind a link is not a missing input.
    #[cfg(unix)]
    {
        fs::remove_file(&path).expect("removed");
        assert!(matches!(store.input(PUZZLE, &work), Ok(None)));
        std::os::unix::fs::symlink("nothing", &path).expect("a link");
        let error = store.input(PUZZLE, &work).expect_err("no file");
        let why = "day05.work.txt is a link to a missing file; restore the file or remove the link";
        assert!(error.to_string().ends_with(why), "{error}");
        // A download replaces a link in place of the user's own input.
        let own = store.input_path(PUZZLE, &InputId::Own);
        fs::remove_file(&own).expect("removed");
        std::os::unix::fs::symlink("nothing", own).expect("a link");
        assert!(matches!(store.input(PUZZLE, &InputId::Own), Ok(None)));
    }
}

#[test]
fn a_page_of_another_account_shows_another_input() {
    let (_dir, store) = store();
    let path = store.input_path(PUZZLE, &InputId::Own);
    for (stored, shown, is_other) in [
        (&b""[..], Some("12"), false),
        (b"12\n", Some("12"), false),
        (b"12\n", Some("13"), true),
        (b"12\n", None, false),
        // Git may write other line ends at a checkout.
        (b"1\r\n2\r\n", Some("1\n2"), false),
        (b"12\xff", Some("12"), false),
        (
            b"version https://git-lfs.github.com/spec/v1\n",
            Some("12"),
            false,
        ),
        (
            b"Puzzle inputs differ by user.  Please log in.\n",
            Some("12"),
            false,
        ),
    ] {
        replace(&path, stored, Readers::Owner).expect("written");
        let found = store.is_other_input(PUZZLE, shown);
        assert_eq!(found, is_other, "{stored:?} {shown:?}");
    }
}

#[test]
fn what_is_not_a_file_is_no_place_for_a_download() {
    let (_dir, store) = store();
    let path = store.input_path(PUZZLE, &InputId::Own);
    check_is_file(&path).expect("nothing is there");
    store.write(&path, "1\n").expect("written");
    check_is_file(&path).expect("a file");
    fs::remove_file(&path).expect("removed");
    fs::create_dir(&path).expect("a folder");
    let error = check_is_file(&path).expect_err("a folder").to_string();
    let why = "day05.txt is not a file: move it out of the way";
    assert!(error.ends_with(why), "{error}");
}

#[test]
fn a_file_that_is_not_checked_out_is_neither_read_nor_written() {
    let (_dir, store) = store();
    let files = [
        store.input_path(PUZZLE, &InputId::Own),
        store.page_path(PUZZLE),
        store.answers_path(PUZZLE, &InputId::Own),
        store.examples_path(PUZZLE),
    ];
    for (tool, content) in [
        (NotCheckedOut::GitCrypt, &b"\0GITCRYPT\0\xff"[..]),
        (
            NotCheckedOut::GitLfs,
            b"version https://git-lfs.github.com/spec/v1\n",
        ),
    ] {
        for file in &files {
            replace(file, content, Readers::Owner).expect("written");
            let error = store.write(file, "1\n").expect_err("not checked out");
            assert_eq!(error.to_string(), format!("{} {tool}", file.display()));
            assert_eq!(fs::read(file).expect("a file"), content);
        }
        assert_eq!(store.files_to_check_out(tool).len(), files.len());
        let says = tool.to_string();
        for error in [
            store.input(PUZZLE, &InputId::Own).map(drop),
            store.answers(PUZZLE, &InputId::Own).map(drop),
            store.edit_answers(PUZZLE, &InputId::Own, |answers| {
                answers.accept(Part::One, "1");
            }),
            store.examples(PUZZLE).map(drop),
            store.update_examples(PUZZLE, &[], |_| Vec::new()).map(drop),
        ] {
            let error = error.expect_err("not checked out").to_string();
            assert!(error.ends_with(&says), "{error}");
        }
    }
}

#[test]
fn answers_are_edited_in_place() {
    let (_dir, store) = store();
    store
        .edit_answers(PUZZLE, &InputId::Own, |_| ())
        .expect("nothing");
    let path = store.answers_path(PUZZLE, &InputId::Own);
    assert!(!path.exists());
    replace(&path, "# by hand\npart1 = 33400\n", Readers::Owner).expect("written");
    let accept = |answers: &mut RecordedAnswers| answers.accept(Part::Two, "a,b");
    store
        .edit_answers(PUZZLE, &InputId::Own, accept)
        .expect("written");
    let text = fs::read_to_string(&path).expect("text");
    assert_eq!(text, "# by hand\npart1 = 33400\npart2 = \"a,b\"\n");
    let answers = store.answers(PUZZLE, &InputId::Own).expect("two");
    assert_eq!(answers.accepted(Part::Two), Some("a,b"));
    // A file with an unknown key is an error and is left as it is.
    let text = "part1 = 1\nprt2 = 2\n";
    replace(&path, text, Readers::Owner).expect("written");
    let read = store.answers(PUZZLE, &InputId::Own).map(drop);
    for ended in [store.edit_answers(PUZZLE, &InputId::Own, accept), read] {
        let error = ended.expect_err("unknown key").to_string();
        assert!(error.contains(".answers.toml, line 2: unknown field `prt2`"));
        assert!(error.ends_with("correct the file or remove it"), "{error}");
    }
    assert_eq!(fs::read_to_string(&path).expect("text"), text);
}

/// The file has guesses and bounds, so the message does not advise removing it.
#[test]
fn a_conflict_of_git_is_named() {
    let (_dir, store) = store();
    let text = "# mine\n<<<<<<< HEAD\npart1 = 1\n=======\npart1 = 2\n>>>>>>> other\n";
    for path in [
        store.answers_path(PUZZLE, &InputId::Own),
        store.examples_path(PUZZLE),
    ] {
        replace(&path, text, Readers::Owner).expect("written");
    }
    let answers = store.answers(PUZZLE, &InputId::Own).map(drop);
    for read in [answers, store.examples(PUZZLE).map(drop)] {
        let error = read.expect_err("a conflict").to_string();
        assert!(error.contains(", line 2: git has left a conflict; keep the lines"));
        assert!(!error.contains("remove it"), "{error}");
        // Both sides have such keys above their guesses.
        assert!(
            error.contains("each key above the first `[[` once"),
            "{error}"
        );
        // Git writes this line with `merge.conflictStyle = diff3`.
        assert!(error.contains("`|||||||`"), "{error}");
    }
}

/// Every answer to both sides of a merge would be wrong.
#[test]
fn an_input_with_a_conflict_of_git_is_not_used() {
    let (_dir, store) = store();
    let why = "git has left a conflict in it";
    let advice = "`aoc fetch 2020/5 --force` downloads the input";
    for (id, expected) in [
        (InputId::Own, format!(": {why}; {advice}")),
        (InputId::Named(name("bob")), format!(": {why}")),
    ] {
        let path = store.input_path(PUZZLE, &id);
        for (text, is_conflict) in [
            ("<<<<<<< HEAD\n1\n=======\n2\n>>>>>>> other\n", true),
            (
                "0\r\n<<<<<<< HEAD\r\n1\r\n=======\r\n>>>>>>> other\r\n",
                true,
            ),
            // Puzzles have inputs of such characters.
            ("<<<<<<<<>>>>>>>\n", false),
            ("=======\n", false),
        ] {
            replace(&path, text, Readers::Owner).expect("written");
            match store.input(PUZZLE, &id) {
                Ok(input) => assert!(!is_conflict && input.is_some(), "{text}"),
                Err(error) => {
                    let error = error.to_string();
                    assert!(is_conflict && error.ends_with(&expected), "{error}");
                }
            }
        }
    }
}

/// The commands themselves report a file in place of `inputs`.
#[cfg(unix)]
#[test]
fn a_file_in_place_of_the_folder_of_a_year_is_an_error() {
    let (dir, store) = store();
    fs::write(dir.path().join("inputs"), "").expect("written");
    assert_eq!(store.input(PUZZLE, &InputId::Own).expect("none"), None);
    fs::remove_file(&store.root).expect("removed");
    fs::create_dir(&store.root).expect("a folder");
    fs::write(store.root.join("year2020"), "").expect("written");
    assert!(store.input(PUZZLE, &InputId::Own).is_err());
    assert!(store.answers(PUZZLE, &InputId::Own).is_err());
}

// Windows cannot lock folders.
#[cfg(unix)]
#[test]
fn locks_work_without_a_common_cache_folder() {
    use std::cell::Cell;
    use std::sync::mpsc;
    use std::thread;

    let (dir, store) = store();
    let other = Store::new(store.root.clone(), locks(None));
    let first = other.lock_download(PUZZLE, &InputId::Own, || panic!("nobody else holds it"));
    assert!(first.is_some() && !store.root.exists());
    // Files can be changed during a download.
    let edit = |store: &Store| {
        let accept = |answers: &mut RecordedAnswers| {
            let count = answers.accepted(Part::One).unwrap_or("0").parse::<u32>();
            answers.accept(Part::One, &(count.expect("a number") + 1).to_string());
        };
        for _ in 0..20 {
            let edited = store.edit_answers(PUZZLE, &InputId::Own, accept);
            edited.expect("written");
        }
    };
    thread::scope(|scope| {
        scope.spawn(|| edit(&store));
        edit(&other);
    });
    let answers = store.answers(PUZZLE, &InputId::Own).expect("answers");
    assert_eq!(answers.accepted(Part::One), Some("40"));
    // The second of two downloads waits, even if folders were added meanwhile. No file stays
    // behind.
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        let waiting = move || sender.send(()).expect("a receiver");
        scope.spawn(|| drop(other.lock_download(PUZZLE, &InputId::Own, waiting)));
        receiver.recv().expect("a process that waits");
        drop(first);
    });
    for folder in [&store.root, &dir.path().join("inputs/year2020")] {
        assert_eq!(fs::read_dir(folder).expect("a folder").count(), 1);
    }
    // A file in place of the cache folder counts as no cache folder.
    let unusable = Store::new(store.root.clone(), locks(Some(Path::new("/dev/null"))));
    let first = Cell::new(unusable.lock_download(PUZZLE, &InputId::Own, || panic!("nobody else")));
    drop(other.lock_download(PUZZLE, &InputId::Own, || drop(first.take())));
    assert!(first.take().is_none());
    // A submission reports that it waits, even if the folder cannot be locked.
    let root = dir.path().join("file");
    fs::write(&root, "").expect("written");
    let other = Store::new(root, locks(Some(dir.path())));
    let first = other.lock_submission(PUZZLE, || panic!("nobody else"));
    let first = Cell::new(Some(first.expect("a lock")));
    drop(other.lock_submission(PUZZLE, || drop(first.take())));
    assert!(first.take().is_none());
}

/// The path of the folder may be a typing mistake in a setting, so locking must not create the
/// folder.
#[test]
fn a_folder_that_must_not_be_written_to_is_not_created_for_examples() {
    let (_dir, mut store) = store();
    store.why_read_only = Some("the folder does not exist".to_owned());
    let added = store.update_examples(PUZZLE, &[], |_| Vec::new());
    let error = added.expect_err("read-only");
    assert_eq!(error.to_string(), "the folder does not exist");
    assert!(!store.root.exists());
}

#[test]
fn examples_are_written_until_someone_edits_them() {
    let (_dir, store) = store();
    let file = || store.examples(PUZZLE).expect("readable");
    let examples = || file().map_or_else(Vec::new, |file| file.examples);
    let is_edited = || file().is_some_and(|file| file.is_edited);
    let update = |extracted: &[Example]| {
        let written = store.update_examples(PUZZLE, &[], |_| extracted.to_vec());
        written.expect("a file").is_some()
    };
    assert_eq!(examples(), []);
    let path = store.examples_path(PUZZLE);
    // A page without an example is not searched again.
    assert!(update(&[]));
    assert_eq!(examples(), []);
    let write = |part2: Option<&str>| {
        let answers = [Some("3".to_owned()), part2.map(str::to_owned)];
        let extracted = [Example::from_page("1\n2\n", answers)];
        let is_written = update(&extracted);
        (is_written, examples() == extracted)
    };
    assert_eq!(write(None), (true, true));
    assert_eq!(write(None), (false, true));
    // Part two has become available.
    assert_eq!(write(Some("4")), (true, true));
    assert!(!is_edited());
    let text = fs::read_to_string(&path).expect("a file");
    let rest = text.split_once(".\n").expect("a mark").1.to_owned();
    // Git may change line ends.
    fs::write(&path, text.replace('\n', "\r\n")).expect("written");
    assert!(!is_edited());
    for edited in [text.replace('4', "5"), text + "\n", rest, String::new()] {
        fs::write(&path, &edited).expect("written");
        assert!(is_edited());
        assert!(!write(Some("4")).0);
        let added = Example::of_part("5\n", Part::One, "6", Trust::Taken);
        let refused = store.update_examples(PUZZLE, &[added], |_| Vec::new());
        let message = refused.expect_err("an edited file").to_string();
        assert!(message.ends_with("so the example was not added: add it there"));
        assert_eq!(fs::read_to_string(&path).expect("a file"), edited);
    }
}
