//! Tests what an import finds in a folder: files, names, inputs, and the sessions of tools.

use super::*;
use crate::import::PlanOptions;
use crate::import::folder::part_names::part_at_end;
use crate::import::trial::known_facts;
use crate::inputs::InputId;
use crate::testing::with_slashes;

#[test]
fn a_tree_has_files_and_follows_no_links() {
    let temp = tempfile::tempdir().unwrap();
    let folders = ["target/c", "benches/f", "days/d", "src/deep/e"];
    for file in folders.into_iter().chain(["a.txt", "src/b.rs"]) {
        write(temp.path(), file, "text\r\n");
    }
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("..", temp.path().join("src/loop")).unwrap();
        // Backslashes in the name of a file do not lead to another folder.
        write(temp.path(), "src/..\\..\\x", "");
    }
    let mut left_out = LeftOut::default();
    let days = temp.path().join("days").canonicalize().unwrap();
    let tree = Tree::read(temp.path(), temp.path(), &[days], &mut left_out);
    let odd = cfg!(unix).then_some("src/..\\..\\x");
    let all = ["a.txt"].into_iter().chain(odd);
    assert!(tree.files.iter().eq(all.chain(["src/b.rs", "src/deep/e"])));
    assert_eq!(tree.sources("src").len(), 1);
    assert_eq!(left_out.skipped.len(), usize::from(cfg!(unix)));
    assert_eq!(tree.text("a.txt").as_deref(), Ok("text\n"));
    assert!(tree.text("src/loop/a.txt").is_err());
}

#[test]
fn the_manifest_may_name_the_day_of_a_program() {
    let temp = tempfile::tempdir().unwrap();
    let code = "fn part1(_: &str) -> u8 { 1 }\nfn part2(_: &str) -> u8 { 2 }\nfn main() {}\n";
    for file in [
        "src/main.rs",
        "odd/place.rs",
        "odd/day04.rs",
        "odd/other.rs",
        "odd/year.rs",
    ] {
        write(temp.path(), &format!("old/2020/{file}"), code);
    }
    // The path has priority over the name of the program, and the package may be of another day.
    write(
        temp.path(),
        "old/2020/Cargo.toml",
        "[package]\nname = \"day01\"\n\
         [[bin]]\nname = \"day02\"\npath = \"odd/place.rs\"\n\
         [[bin]]\nname = \"day03\"\npath = \"odd/day04.rs\"\n\
         [[bin]]\nname = \"other\"\npath = \"odd/other.rs\"\n\
         [[bin]]\nname = \"aoc20\"\npath = \"odd/year.rs\"\n",
    );
    let plan = planned(temp.path(), Some("old")).unwrap();
    assert_eq!(plan.new_days(), [2, 4].map(|day| Puzzle::of(2020, day)));
}

#[test]
fn a_module_may_have_the_name_of_a_folder_that_is_not_listed() {
    let temp = tempfile::tempdir().unwrap();
    let modules = [
        "src/a/target.rs",
        "src/a/target/inner.rs",
        "src/target/mod.rs",
    ];
    for file in modules.into_iter().chain(["target/debug/a.rs"]) {
        write(temp.path(), file, "");
    }
    let tree = Tree::read(temp.path(), temp.path(), &[], &mut LeftOut::default());
    assert!(tree.files.iter().eq(modules), "{:?}", tree.files);
}

#[cfg(target_os = "linux")]
#[test]
fn each_entry_that_is_not_listed_has_the_true_reason() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let temp = tempfile::tempdir().unwrap();
    let root = temp.path();
    write(root, "a\tb.rs", "");
    std::fs::write(root.join(OsStr::from_bytes(b"day07\xff.rs")), "").unwrap();
    std::os::unix::fs::symlink("/", root.join("folder")).unwrap();
    std::os::unix::fs::symlink("/etc/hostname", root.join("file")).unwrap();
    std::os::unix::fs::symlink("/", root.join("target")).unwrap();
    let _socket = std::os::unix::net::UnixListener::bind(root.join("socket")).unwrap();
    let mut left_out = LeftOut::default();
    let tree = Tree::read(root, root, &[], &mut left_out);
    assert!(tree.files.is_empty());
    let mut reported: Vec<String> = left_out
        .skipped
        .iter()
        .map(|skipped| {
            let name = skipped.from.file_name().unwrap().to_string_lossy();
            format!("{}: {}", name.escape_debug(), skipped.why)
        })
        .collect();
    reported.sort();
    assert_eq!(
        reported,
        [
            "a\\tb.rs: its name has control characters or is not UTF-8: rename it to import it",
            "day07\u{fffd}.rs: its name has control characters or is not UTF-8: rename it to import it",
            "file: a link: put the file in its place to import it",
            "folder: a link: give its own path to import it",
            "socket: neither a file nor a folder",
        ]
    );
}

/// An input or a session that is stored already is a success. An import that finds nothing fails,
/// and so does one whose input differs from the stored one.
#[test]
fn an_import_fails_only_if_nothing_is_found_or_an_input_differs() {
    let token = "a1".repeat(48);
    let temp = tempfile::tempdir().unwrap();
    let takes_nothing = |from| planned(temp.path(), Some(from)).unwrap().has_failed();
    // No tool has stored any file.
    assert!(takes_nothing("aocd") && takes_nothing("cargo-aoc"));
    let plan = planned(temp.path(), Some("cargo-aoc")).unwrap();
    assert_eq!(plan.left_out.skipped.len(), 0, "a tool without a folder");
    unpack(
        temp.path(),
        "== project/inputs/year2020/day01.txt\n1\n== old/2020/01.txt\n1\n",
    );
    assert!(!takes_nothing("old"));
    write(temp.path(), "old/2020/01.txt", "2\n");
    assert!(takes_nothing("old"));
    let credentials = format!("session = \"{token}\"");
    write(
        temp.path(),
        ".config/cargo-aoc/credentials.toml",
        &credentials,
    );
    assert!(!takes_nothing("cargo-aoc"));
    write(&temp.path().join("aoc"), "session", &token);
    assert!(!takes_nothing("cargo-aoc"));
}

#[test]
fn names_say_days_years_and_parts() {
    for (name, day) in [
        ("day01", 1),
        ("d1", 1),
        ("01", 1),
        ("Day-25", 25),
        ("2020_22", 22),
        ("input_day_7", 7),
        ("aoc15", 15),
        ("aoc21_03", 3),
        ("y15d03", 3),
        ("y2019d02", 2),
        ("ex05", 5),
        ("dec01", 1),
        ("year2024_day25", 25),
        ("day_one", 1),
        ("day-twenty-two", 22),
        ("DayTwelve", 12),
    ] {
        assert_eq!(day_of(name), Some(Day::of(day)), "{name}");
    }
    for name in [
        "day26",
        "day01a",
        "01-2",
        "100",
        "day01-big",
        "y15",
        "year_15",
        "one",
        "day_one_big",
        "day_thirty",
    ] {
        assert_eq!(day_of(name), None, "{name}");
    }
    // The year of a file that is alone.
    let year_of = |path: &str| {
        let years = AdventYears::among([path]);
        year_in(&years.spelled_out(path))
    };
    for (path, year) in [
        ("aoc2019/src/2020/day7.rs", 2020),
        ("src/y15/d1.rs", 2015),
        ("aoc15/day01.rs", 2015),
        ("2020/2048/day01.rs", 2020),
        ("2017/aoc15.rs", 2017),
        ("src/aoc21_03.rs", 2021),
        ("y15d03.rs", 2015),
        ("advent_of_code_22_rust/src/bin/01.rs", 2022),
        ("rust-aoc20/src/day1.rs", 2020),
        ("adventOfCode23/day1.rs", 2023),
        ("advent/advent23/src/day1.rs", 2023),
        ("2020/advent23/advent23.rs", 2020),
    ] {
        assert_eq!(year_of(path), Some(Year::of(year)), "{path}");
    }
    for path in ["src/day15/part1.rs", "advent16", "advent16/src/main.rs"] {
        assert!(year_of(path).is_none(), "{path}");
    }
    assert!(day_of_folder("aoc15").is_none());
    for (name, part) in [
        ("part1", Some(Part::One)),
        ("solve_part_two", Some(Part::Two)),
        ("p1", Some(Part::One)),
        ("solve2", Some(Part::Two)),
        ("resolve_part_two", Some(Part::Two)),
        ("day05_part1", Some(Part::One)),
        ("part_a", Some(Part::One)),
        ("silver", Some(Part::One)),
        ("gold", Some(Part::Two)),
        ("fn1", Some(Part::One)),
        ("pt2", Some(Part::Two)),
        ("day_4_1", Some(Part::One)),
        ("part_01", Some(Part::One)),
        ("level02", Some(Part::Two)),
        ("solve_part_02", Some(Part::Two)),
        ("first_part", Some(Part::One)),
        ("two", Some(Part::Two)),
        // The number is a day, not a part.
        ("solve_day02", None),
        ("solve_day2", None),
        ("run_day_1", None),
        ("day2_solve", None),
        ("solve_01", None),
        ("solve_2020_02", None),
        ("puzzle_02", None),
        ("run_01", None),
        ("day_2020_02", None),
        ("first_line", None),
        ("first", None),
        ("day_1_2_3", None),
        ("part_1_fast", None),
        ("step1", None),
        ("day1", None),
    ] {
        assert_eq!(part_of(name), part, "{name}");
    }
}

#[test]
fn the_number_of_a_day_at_the_end_of_a_name_is_no_part() {
    for (name, part) in [
        ("ex1", Some(Part::One)),
        ("solve_b", Some(Part::Two)),
        ("day1b", Some(Part::Two)),
        ("day_2_1", Some(Part::One)),
        ("day2", None),
        ("day_two", None),
        ("Day1", None),
        ("my_day_1", None),
        ("solve_day2", None),
        ("day2_solve", None),
    ] {
        assert_eq!(part_at_end(name), part, "{name}");
    }
}

#[test]
fn the_name_of_a_function_says_that_it_parses() {
    for name in [
        "parse",
        "parser",
        "parsing",
        "read",
        "read_file",
        "readfile",
        "readlines",
        "load_input",
        "get_input",
        "puzzleinput",
        "inputs",
        "generate",
        "generator",
        "input_generator",
        "prepare",
    ] {
        assert!(is_parser(name), "{name}");
    }
    for name in [
        "INPUT",
        "ready_count",
        "reading_order",
        "loaded_dice",
        "spread",
        "count",
    ] {
        assert!(!is_parser(name), "{name}");
    }
}

#[test]
fn only_the_folder_of_a_day_has_its_input() {
    for (path, day) in [
        ("2020/22.txt", 22),
        ("input/2020/day22.txt", 22),
        ("data/inputs/01.txt", 1),
        ("inputs/2020-22.in", 22),
        ("aoc2019/src/day7/input.txt", 7),
        ("AoC2019/Day07/Input.txt", 7),
        ("day_5/fixtures/input.txt", 5),
        ("day05/inputs/puzzle_input.txt", 5),
        ("solutions/day05_boarding/input.txt", 5),
        ("day05/input05.txt", 5),
        ("day05/input1.txt", 5),
        ("src/d05/prod.txt", 5),
        ("day06/data/real.txt", 6),
        ("day02/input2.txt", 2),
        ("2021/assets/03.txt", 3),
        ("data/y2020/d25_full.txt", 25),
        ("src/res/day_13.txt", 13),
        ("data/day06.txt", 6),
        ("inputs/2019/day05_real.txt", 5),
        ("2020/src/inputs/day06.inp", 6),
        ("2019/day-02-program-alarm/inputs/personal.txt", 2),
        // Some people call days exercises.
        ("exercises/2020/05.txt", 5),
        ("ex05/input.txt", 5),
        ("y2019/y2019d02/src/input1", 2),
        ("export/inputs/05.txt", 5),
        ("solutions/2020/inputs/05.txt", 5),
        ("solutions/2020/day05.txt", 5),
        ("solutions/data/day05.txt", 5),
        // The path says that it is an input.
        ("2020/notes/input05.txt", 5),
        ("inputs/results/05.txt", 5),
    ] {
        assert_eq!(input_at(path), Some(Day::of(day)), "{path}");
    }
    for path in [
        "proptest-regressions/y2025/day01.txt",
        "day05/solution.txt",
        "inputs/day05-bob.txt",
        "day05/old/input.txt",
        "day05/example.txt",
        "day05/test_input.txt",
        "day05/alt_input.txt",
        "day05/input2.txt",
        "inputs/day26.txt",
        "data/examples/01.txt",
        "notes/input.txt",
        "2020/22_answer.txt",
        "data/d01_example.txt",
        "data/day01.json",
        "database/day01.txt",
        "src/res/day_13_ex_2.txt",
        "day05/inputs/other.txt",
        "day05/1.txt",
        "day05/my.txt",
        "day05/full.txt",
        "day05/real.rs",
        "day05/real_notes.txt",
        // This file may be an example.
        "inputs/ex05.txt",
        "inputs/ex/05.txt",
        "day05/inputs/expected.txt",
        "day05/testinput.txt",
        "txt/correct/2020/05.txt",
        "data/solutions/day05.txt",
        "data/Solutions/day05.txt",
        "2020/05.in",
        "data/results/day05.txt",
        "descriptions/2020/05.txt",
        "notes/2020/05.txt",
    ] {
        assert_eq!(input_at(path), None, "{path}");
    }
}

#[test]
fn a_file_of_a_day_that_only_its_code_names_is_its_input() {
    for (file, reads, is_taken) in [
        ("day1.txt", "day1.txt", true),
        ("1.txt", "1.txt", true),
        ("src/day1.txt", "src/day1.txt", true),
        ("res/1.in", "res/1.in", true),
        ("foo/day1.txt", "./foo/day1.txt", true),
        ("src/day1/data/main.txt", "src/day1/data/main.txt", true),
        ("src/day1/table.txt", "src/day1/table.txt", false),
        // The code does not name it, or names further files.
        ("day1.txt", "gone.txt", false),
        ("day1.txt", "day1.txt\"); read(\"table.txt", false),
        // The input is not in the repository, and this may be an example.
        ("day1.txt", "day1.txt\"); read(\"input/day1.txt", false),
        // It is an example, of another day, or something else.
        ("day1_test.txt", "day1_test.txt", false),
        ("day2.txt", "day2.txt", false),
        ("data.txt", "data.txt", false),
        ("day1_words.txt", "day1_words.txt", false),
        ("day1.gif", "day1.gif", false),
    ] {
        let plan = plan_of(&format!(
            "== Cargo.toml\n[package]\nname = \"aoc2022\"\nedition = \"2021\"\n\
             == src/main.rs\nmod day1; fn main() {{ day1::run(); }}\n\
             == src/day1.rs\npub fn part1(i: &str) -> usize {{ i.len() }}\n\
             pub fn run() {{ part1(&read(\"{reads}\")); }}\n\
             == table.txt\n1\n== {file}\n7\n"
        ));
        let inputs: Vec<&str> = plan
            .files
            .iter()
            .filter(|file| matches!(file.kind, Kind::Input { .. }))
            .map(|file| &*file.file)
            .collect();
        let expected = is_taken.then_some("inputs/year2022/day01.txt");
        assert!(
            inputs.iter().copied().eq(expected),
            "{file} {reads}: {inputs:?}"
        );
    }
}

#[test]
fn the_text_beside_a_day_that_reads_stdin_is_its_input() {
    let reads = "std::io::stdin().lines().count()";
    for (code, file, is_taken) in [
        (reads, "data.txt", true),
        (reads, "puzzle.txt", true),
        (reads, "notes.txt", false),
        (reads, "data.md", false),
        (reads, "src/data.txt", false),
        (reads, "data_test.txt", false),
        ("1", "data.txt", false),
        // Another file may be the input.
        (
            "std::io::stdin().lines().count() + read(\"../gone.txt\")",
            "data.txt",
            true,
        ),
        (
            "std::io::stdin().lines().count() + read(\"my.txt\")",
            "data.txt",
            false,
        ),
        (
            "std::io::stdin().lines().count() + read(\"../table.txt\")",
            "data.txt",
            false,
        ),
    ] {
        let plan = plan_of(&format!(
            "== 2022/day01/Cargo.toml\n[package]\nname = \"day01\"\n\
             == 2022/day01/src/main.rs\nfn main() {{ println!(\"{{}}\", {code}); }}\n\
             == 2022/table.txt\n1\n== 2022/day01/{file}\n7\n"
        ));
        let input = plan.new_inputs();
        assert_eq!(!input.is_empty(), is_taken, "{code} {file}: {input:?}");
    }
}

#[test]
fn the_folders_of_aocd_say_nothing_of_their_files() {
    let temp = tempfile::tempdir().unwrap();
    for account in ["github.example.1", "google.tester.2", "demo"] {
        let folder = format!(".config/aocd/{account}");
        write(temp.path(), &format!("{folder}/2020_22_input.txt"), "1\n");
        write(temp.path(), &format!("{folder}/2020_22a_answer.txt"), "306");
        let plan = planned(temp.path(), Some("aocd")).unwrap();
        let found = [plan.new_inputs().len(), plan.new_answers().len()];
        assert_eq!(found, [1, 1], "{account}");
        std::fs::remove_dir_all(temp.path().join(folder)).unwrap();
    }
    write(temp.path(), "old/examples/2020_22_input.txt", "1\n");
    let plan = planned(temp.path(), Some("old")).unwrap();
    assert!(plan.files.is_empty());
}

/// The answers of one account must not be sent with the session of another.
#[test]
fn the_session_of_aocd_is_taken_only_from_a_single_account() {
    let temp = tempfile::tempdir().unwrap();
    write(temp.path(), ".config/aocd/token", "a1".repeat(48));
    let several = "aocd has several accounts, and it may be the session of any of them: `aoc login` \
                   stores yours";
    for (account, is_taken) in [("github.me.1", true), ("github.you.2", false)] {
        let input = format!(".config/aocd/{account}/2020_22_input.txt");
        write(temp.path(), &input, account);
        let plan = planned(temp.path(), Some("aocd")).unwrap();
        let mut kinds = plan.files.iter().map(|file| &file.kind);
        let has_session = kinds.any(|kind| matches!(kind, Kind::Session { .. }));
        assert_eq!(has_session, is_taken, "{account}");
        assert_eq!(reasons(&plan).any(|why| why == several), !is_taken);
    }
}

#[test]
fn the_project_itself_is_not_imported() {
    let temp = tempfile::tempdir().unwrap();
    let library = "project/vendor/aoc-solution/src/lib.rs";
    write(
        temp.path(),
        library,
        "pub fn part1(input: &str) -> u8 { 1 }",
    );
    let day = "fn part1(input: &str) -> u8 { 1 }";
    write(temp.path(), "project/days/year2020/day01.rs", day);
    let plan = planned(temp.path(), Some("project")).unwrap();
    assert!(
        plan.files.is_empty() && plan.left_out.skipped.is_empty(),
        "{plan:?}"
    );
}

#[test]
fn no_input_is_replaced_and_in_doubt_none_is_taken() {
    let temp = tempfile::tempdir().unwrap();
    for (path, text) in [
        ("project/inputs/year2020/day01.txt", "same"),
        ("project/inputs/year2020/day02.txt", "mine"),
        ("project/inputs/year2020/day01.answers.toml", "part1 = 1"),
        ("old/input/2020/01.txt", "same"),
        ("old/input/2020/02.txt", "theirs"),
        ("old/me/2020_02a_answer.txt", "5"),
        ("old/input/2020/03.txt", "new"),
        ("old/input/2020/04.txt", "<!DOCTYPE html>"),
        (
            "old/input/2020/11.txt",
            "Puzzle inputs differ by user.  Please log in to get yours.",
        ),
        ("old/input/2020/14.txt", " \n"),
        (
            "old/input/2020/15.txt",
            "version https://git-lfs.github.com/spec/v1\n",
        ),
        ("old/input/2020/16.txt", "\0GITCRYPT\0"),
        ("old/input/2020/17.txt", "1\0\n"),
        ("old/me/2020_12a_answer.txt", "1\n2"),
        ("old/me/2020_25b_answer.txt", "0"),
        ("old/2020/day06/day06.txt", "one"),
        ("old/2020/day06/puzzle_input.txt", "one"),
        ("old/2020/day07/inputs/input.txt", "one"),
        ("old/2020/day07/input.txt", "other"),
        ("old/2020/day13/input1.txt", "the only one"),
        ("old/inputs/05.txt", "no year"),
        ("old/me/2020_01a_answer.txt", "2"),
        ("old/me/2020_09b_answer.txt", "291"),
        ("two/me/2020_22_input.txt", "mine"),
        ("two/you/2020_22a_answer.txt", "3"),
        ("two/inputs/2020/10.txt", "one"),
    ] {
        write(temp.path(), path, text);
    }
    let plan = planned(temp.path(), Some("old")).unwrap();
    assert!(
        plan.new_inputs()
            .into_iter()
            .map(|puzzle| puzzle.day.get())
            .eq([3, 6, 13])
    );
    assert_eq!(plan.new_answers(), [Puzzle::of(2020, 9)]);
    let of_day13 = plan
        .files
        .iter()
        .find(|file| file.file.ends_with("day13.txt"))
        .unwrap();
    assert_eq!(of_day13.text, "the only one");
    let mut answers = plan
        .files
        .iter()
        .filter(|file| matches!(file.kind, Kind::Answer { .. }));
    assert!(answers.all(|file| {
        let part = Part::Two;
        file.text == "291" && matches!(file.kind, Kind::Answer { part: of, .. } if of == part)
    }));
    let by_file = reasons_by_file(&plan, &temp.path().join("old"));
    insta::assert_snapshot!(with_slashes(&by_file), @"
    input/2020/04.txt: it is a message of the site and not an input
    input/2020/11.txt: it is a message of the site and not an input
    input/2020/14.txt: it is empty
    input/2020/15.txt: it is a pointer of git lfs: `git lfs pull`
    input/2020/16.txt: it is locked by git-crypt: `git-crypt unlock`
    input/2020/17.txt: it is not text: decrypt it to import it
    inputs/05.txt: its year is not known: give it with -y, and import the folder of each year by itself
    me/2020_12a_answer.txt: it has several lines and is not an answer
    me/2020_01a_answer.txt: `me/2020_01a_answer.txt` and `inputs/year2020/day01.answers.toml` of this project differ: keep one
    input/2020/02.txt: `input/2020/02.txt` and `inputs/year2020/day02.txt` of this project differ: keep one
    me/2020_02a_answer.txt: files of this day differ, so it is not known to which input it belongs: keep one of them
    2020/day07/input.txt: `2020/day07/input.txt` and `2020/day07/inputs/input.txt` differ: keep one
    me/2020_25b_answer.txt: the last star of an event has no answer
    ");
    // If aocd has several accounts, the user's account is not known.
    let plan = planned(temp.path(), Some("two")).unwrap();
    assert_eq!((plan.files.len(), plan.left_out.skipped.len()), (1, 2));
    let [me, you] = ["me", "you"].map(|name| temp.path().join("two").join(name));
    let [me, you] = [me.display(), you.display()];
    let why =
        format!("there are inputs of several accounts, {me}, {you}: import one of these folders");
    assert_eq!(reasons(&plan).next(), Some(&*why));
}

/// The user may fetch an input and submit an answer while the days are tried.
#[test]
fn what_is_stored_after_the_plan_was_made_stays() {
    let temp = tempfile::tempdir().unwrap();
    unpack(
        temp.path(),
        "== old/me/2020_01_input.txt\ntheirs\n== old/me/2020_01a_answer.txt\n5\n\
         == old/me/2020_02b_answer.txt\n7\n",
    );
    with_request(temp.path(), Some("old"), |request| {
        let mut plan = plan_request(request, instructions::by_names).unwrap();
        assert_eq!(plan.files.len(), 3, "{:?}", plan.files);
        let of_day2 = plan.answers_of(request.store, Puzzle::of(2020, 2));
        assert_eq!(of_day2, BTreeMap::from([(Part::Two, "7".to_owned())]));
        let stored = [("txt", "mine\n"), ("answers.toml", "part1 = 1\n")];
        let stored = stored.map(|(end, text)| (format!("inputs/year2020/day01.{end}"), text));
        for (path, text) in &stored {
            write(request.project.root(), path, text);
        }
        super::super::apply(&mut plan, request).unwrap();
        for (path, expected) in stored {
            let text = std::fs::read_to_string(request.project.root().join(path));
            assert_eq!(text.unwrap(), expected);
        }
    });
}

#[test]
fn the_answers_in_another_project_of_aoc_are_taken() {
    let temp = tempfile::tempdir().unwrap();
    for (path, text) in [
        ("old/inputs/year2020/day02.txt", "2"),
        (
            "old/inputs/year2020/day02.answers.toml",
            "part1 = 4\npart2 = \"ab\"\n",
        ),
        (
            "old/inputs/year2020/day03.answers.toml",
            "part2 = 4\n[[guess]]\npart = 2\nanswer = \"5\"\nverdict = \"right\"\n\
             time = 2020-12-03T05:10:00Z\n",
        ),
        (
            "old/inputs/year2020/day04.answers.toml",
            "first_seen = 2020-12-04T05:00:00Z\n",
        ),
        ("old/inputs/year2020/day05.answers.toml", "part1 = [\n"),
        ("old/inputs/year2020/day06.work.answers.toml", "part1 = 6\n"),
    ] {
        write(temp.path(), path, text);
    }
    let plan = planned(temp.path(), Some("old")).unwrap();
    let [two, three] = [2, 3].map(|day| Puzzle::of(2020, day));
    assert_eq!(plan.new_inputs(), [two]);
    assert_eq!(plan.new_answers(), [two, two, three]);
    let texts = plan.files.iter().filter(|file| file.puzzle() == Some(two));
    assert!(texts.map(|file| &*file.text).eq(["2", "4", "ab"]));
    // The site has accepted another answer than the one that was recorded by hand.
    let of_three = plan.files.iter().find(|file| file.puzzle() == Some(three));
    assert_eq!(of_three.map(|file| &*file.text), Some("5"));
    let why: Vec<_> = reasons(&plan).collect();
    assert!(
        matches!(why[..], [why] if why.starts_with("inputs/year2020/day05.answers.toml: line 1: ")),
        "{why:?}"
    );
}

/// The number of days of 2026 is only expected. The page of the project may be of another account.
#[test]
fn an_answer_to_part_2_is_taken_if_the_page_of_the_project_takes_one() {
    let puzzle = Puzzle::of(2026, 12);
    let page = "<title>Day 12 - Advent of Code 2026</title><main><article><h2>T</h2></article>\
                <p>Your puzzle input is <code>theirs</code>.</p>";
    let field = "<form><input name=level value=2><input name=answer></form>";
    for (below, taken) in [("", &["4"][..]), (field, &["4", "5"])] {
        let temp = tempfile::tempdir().unwrap();
        let page = format!("{page}{below}</main>");
        write(temp.path(), "project/inputs/year2026/day12.html", page);
        write(temp.path(), "project/inputs/year2026/day12.txt", "mine\n");
        let answers = "part1 = 4\npart2 = 5\n";
        write(
            temp.path(),
            "old/inputs/year2026/day12.answers.toml",
            answers,
        );
        let plan = planned(temp.path(), Some("old")).unwrap();
        assert!(plan.new_answers().iter().all(|of| *of == puzzle));
        let texts = plan.files.iter().map(|file| &*file.text);
        assert!(texts.eq(taken.iter().copied()), "{below} {:?}", plan.files);
    }
}

#[test]
fn an_answer_beside_an_input_that_cannot_be_read_may_belong_to_another_input() {
    let locked = "\0GITCRYPT\0";
    for (own, found, is_taken) in [(locked, "1", false), ("1", locked, false), ("1", "1", true)] {
        let temp = tempfile::tempdir().unwrap();
        write(temp.path(), "project/inputs/year2020/day01.txt", own);
        write(temp.path(), "old/2020_01_input.txt", found);
        write(temp.path(), "old/2020_01a_answer.txt", "5");
        let plan = planned(temp.path(), Some("old")).unwrap();
        assert_eq!(plan.new_answers().len(), usize::from(is_taken), "{own:?}");
        let why = "an input of this day cannot be read, so this answer may belong to another input";
        assert_eq!(reasons(&plan).any(|of| of == why), !is_taken, "{own:?}");
    }
}

#[test]
fn an_answer_beside_one_that_differs_from_the_projects_may_belong_to_another_input() {
    let temp = tempfile::tempdir().unwrap();
    for (path, text) in [
        ("project/inputs/year2020/day01.answers.toml", "part1 = 6"),
        ("old/2020_01a_answer.txt", "5"),
        ("old/2020_01b_answer.txt", "7"),
    ] {
        write(temp.path(), path, text);
    }
    let plan = planned(temp.path(), Some("old")).unwrap();
    assert!(plan.new_answers().is_empty());
    let reasons = reasons_by_file(&plan, &temp.path().join("old"));
    assert_eq!(
        with_slashes(&reasons),
        "2020_01a_answer.txt: `2020_01a_answer.txt` and \
         `inputs/year2020/day01.answers.toml` of this project differ: keep one\n\
         2020_01b_answer.txt: the answer to part 1 differs from yours, so this answer may belong \
         to another input"
    );
}

/// A file of answers may be older than the user's own page, and may lack the answers of the page.
#[test]
fn an_answer_is_compared_with_the_page_of_the_project() {
    for (recorded, found, skipped) in [
        (None, "7", ""),
        (Some("part1 = 5"), "7", ""),
        (
            None,
            "5",
            "2020_22a_answer.txt: `2020_22a_answer.txt` and `inputs/year2020/day22.html` of this \
             project differ: keep one",
        ),
        // Only the page shows that the guess is right.
        (
            Some(
                "[[guess]]\npart = 1\nanswer = 7\nverdict = 'unknown'\ntime = \
                 2020-12-22T05:00:00Z\n",
            ),
            "5",
            "2020_22a_answer.txt: `2020_22a_answer.txt` and `inputs/year2020/day22.html` of this \
             project differ: keep one",
        ),
        // The file of answers has a right guess beside a different recorded answer.
        (
            Some(
                "part1 = 5\n[[guess]]\npart = 1\nanswer = 7\nverdict = 'right'\ntime = \
                 2020-12-22T05:00:00Z\n",
            ),
            "5",
            "2020_22a_answer.txt: `2020_22a_answer.txt` and `inputs/year2020/day22.answers.toml` \
             of this project differ: keep one",
        ),
    ] {
        let temp = tempfile::tempdir().unwrap();
        let page = "<title>Day 22 - Advent of Code 2020</title><main><article><h2>T</h2></article>\
                    <p>Your puzzle answer was <code>7</code>.</p></main>";
        write(temp.path(), "project/inputs/year2020/day22.html", page);
        if let Some(recorded) = recorded {
            let file = "project/inputs/year2020/day22.answers.toml";
            write(temp.path(), file, recorded);
        }
        write(temp.path(), "old/2020_22a_answer.txt", found);
        write(temp.path(), "old/input/2020/01.txt", "an input");
        let plan = planned(temp.path(), Some("old")).unwrap();
        assert_eq!(plan.new_answers(), []);
        let by_file = reasons_by_file(&plan, &temp.path().join("old"));
        assert_eq!(with_slashes(&by_file), skipped);
        let store = Store::new(
            temp.path().join("project/inputs"),
            Locks { cache_dir: None },
        );
        let answers = plan.answers_of(&store, Puzzle::of(2020, 22));
        assert_eq!(answers, BTreeMap::from([(Part::One, "7".to_owned())]));
    }
}

#[test]
fn folders_of_days_are_not_accounts() {
    let plan = plan_of(
        "== day01/2020_01_input.txt\n1\n== src/02_two/data/2020_02_input.txt\n2\n\
         == day01/2020_01a_answer.txt\n3\n",
    );
    assert_eq!(reasons(&plan).next(), None);
    let days = [1, 2].map(|day| Puzzle::of(2020, day));
    assert_eq!(plan.new_inputs(), days);
}

#[test]
fn folders_of_years_are_not_accounts() {
    let plan = plan_of(
        "== 2015/2015_01_input.txt\n1\n== 2016/2016_01_input.txt\n2\n\
         == inputs/y17/2017_01_input.txt\n3\n",
    );
    assert_eq!(reasons(&plan).next(), None);
    let days = [2015, 2016, 2017].map(|year| Puzzle::of(year, 1));
    assert_eq!(plan.new_inputs(), days);
}

#[test]
fn inputs_that_differ_only_in_their_line_ends_are_the_same() {
    let temp = tempfile::tempdir().unwrap();
    for (path, text) in [
        ("old/2020/input/day01.txt", "a\nb\n"),
        ("old/2020/day01/input.txt", "a\r\nb"),
        ("old/2020/input/day02.txt", "a\r\nb\r\n"),
        ("project/inputs/year2020/day02.txt", "a\nb\n"),
        // The first line begins with the blanks of a missing crate.
        ("old/2020/input/day03.txt", "    [B]\n"),
        ("old/2020/day03/input.txt", "[B]\n"),
    ] {
        write(temp.path(), path, text);
    }
    let plan = planned(temp.path(), Some("old")).unwrap();
    assert_eq!(plan.new_inputs(), [Puzzle::of(2020, 1)]);
    assert!(plan.has_unchanged);
    insta::assert_snapshot!(reasons_by_file(&plan, &temp.path().join("old")), @"2020/day03/input.txt: `2020/day03/input.txt` and `2020/input/day03.txt` differ: keep one");
}

/// `aoc init` says how to have `aoc` and an old program in one repository.
#[test]
fn inputs_of_an_old_program_in_the_project_are_found() {
    let temp = tempfile::tempdir().unwrap();
    for (path, text) in [
        (
            "project/2020/src/bin/day01.rs",
            "fn part1(i: &str) -> u8 { 1 }",
        ),
        ("project/inputs/2020/day01.txt", "1\n"),
        ("project/inputs/year2020/day02.txt", "2\n"),
        ("project/inputs/year2020/2019/day03.txt", "3\n"),
    ] {
        write(temp.path(), path, text);
    }
    let plan = planned(temp.path(), Some("project")).unwrap();
    assert_eq!(plan.new_inputs(), [Puzzle::of(2020, 1)]);
}

#[test]
fn sessions_are_taken_from_a_tool_that_was_named_and_replace_none() {
    let token = "a1".repeat(48);
    let temp = tempfile::tempdir().unwrap();
    let files = "== .config/aocd/token\nTOKEN mine\n== old/token\nTOKEN\n\
                 == .config/cargo-aoc/credentials.toml\nsession = \"TOKEN\"";
    unpack(temp.path(), &files.replace("TOKEN", &token));
    let check = |from, sessions| {
        let plan = planned(temp.path(), from).unwrap();
        assert!(!format!("{plan:?}").contains(&token));
        assert_eq!(plan.files.len(), sessions);
    };
    check(Some("AOCD"), 1);
    check(Some("cargo-aoc"), 1);
    check(Some("old"), 0);
    check(None, 0);
    // The plan mentions a session in a folder, but not the session of a tool.
    let named = |from| {
        planned(temp.path(), Some(from))
            .unwrap()
            .left_out
            .skipped
            .len()
    };
    assert_eq!((named("old"), named("aocd")), (1, 0));
    // A session file without a session does not stop the import of other files.
    unpack(temp.path(), "== .config/cargo-aoc/credentials.toml\nno");
    let plan = planned(temp.path(), Some("cargo-aoc")).unwrap();
    assert_eq!((plan.files.len(), plan.left_out.skipped.len()), (0, 1));
    write(&temp.path().join("aoc"), "session", &token);
    check(Some("aocd"), 0);
}

#[test]
fn inputs_of_another_year_than_the_days_are_told() {
    let temp = tempfile::tempdir().unwrap();
    unpack(
        temp.path(),
        "== aoc-2022/rust/Cargo.toml\n[package]\nname = \"aoc-2021\"\n\
         == aoc-2022/rust/src/day01.rs\nfn part1(input: &str) -> u8 { 1 }\n\
         == aoc-2022/inputs/day01.txt\n1\n",
    );
    let plan = planned(temp.path(), Some("aoc-2022")).unwrap();
    let why = "2021/1: the inputs are of 2022: if the days are, too, give their year with -y";
    assert_eq!(notes(&plan), [why]);
    // The day has no input yet, but its year has one.
    let plan = plan_of(
        "== 2022/src/day01.rs\nfn part1(input: &str) -> u8 { 1 }\n== 2022/inputs/day02.txt\n1\n",
    );
    assert_eq!(notes(&plan), [""; 0]);
}

#[test]
fn a_folder_without_days_and_inputs_is_told() {
    for files in ["", "== notes.md\nx\n== day01.py\nx\n"] {
        let temp = tempfile::tempdir().unwrap();
        std::fs::create_dir(temp.path().join("old")).unwrap();
        unpack(&temp.path().join("old"), files);
        let plan = planned(temp.path(), Some("old")).unwrap();
        let why: Vec<&str> = reasons(&plan).collect();
        assert_eq!(
            why,
            ["it has neither days in Rust nor inputs: give the folder of your solutions"],
            "{files}"
        );
        assert!(plan.left_out.has_refused_days());
    }
}

#[test]
fn a_part_that_a_function_is_named_for_and_nothing_answers_is_told() {
    for (code, expected) in [
        (
            "fn part1(i: &str) -> u8 { 1 }\nfn part2(i: &str, k: u8) -> u8 { k }\n",
            "part 2: `part2` takes more than the text: say what, such as `--part2 'part2(input, ...)'`",
        ),
        (
            "fn part1(i: &str, k: u8) -> u8 { k }\nfn part2(i: &str) -> u8 { 1 }\n",
            "part 1: `part1` takes more than the text: say what, such as `--part1 'part1(input, ...)'`",
        ),
        (
            "pub async fn part1(i: &str) -> u8 { 1 }\nfn part2(i: &str) -> u8 { 1 }\n",
            "part 1: the function names do not say how to call `part1`: let `aoc import` build and run it, \
             or use `--part1`",
        ),
        (
            "fn part1(i: &str) -> u8 { 1 }\nstruct D;\n\
             impl D { async fn part2(&self, i: &str) -> u8 { 1 } }\n",
            "part 2: the function names do not say how to call `D::part2`: let `aoc import` build and \
             run it, or use `--part2`",
        ),
        (
            "fn part1(i: &str) -> u8 { 1 }\nfn part2(i: &str) { println!(\"2\"); }\n",
            "part 2: the function names do not say how to call `part2`: let `aoc import` build and run it, \
             or use `--part2`",
        ),
        (
            "fn part1(i: &str) -> u8 { 1 }\nfn part2_slow(i: &str) -> u8 { 1 }\n\
             fn part2_fast(i: &str) -> u8 { 1 }\n",
            "part 2: the function names do not say how to call `part2_slow`: let `aoc import` build and \
             run it, or use `--part2`",
        ),
        (
            "fn part1(i: &str) -> u8 { 1 }\nfn step_2(i: &str, k: u8) -> u8 { k }\n",
            "",
        ),
    ] {
        let plan = plan_of(&format!("== 2020/day01.rs\n{code}== 2020/day25.rs\n{code}"));
        assert_eq!(plan.days().len(), 2, "{code}");
        let reported: Vec<_> = plan
            .left_out
            .skipped
            .iter()
            .map(|skipped| {
                let SkippedKind::Part { puzzle, .. } = skipped.kind else {
                    panic!("{skipped:?}");
                };
                format!("{puzzle}: {}", skipped.why)
            })
            .collect();
        // Day 25 has no part 2.
        let mut all = Vec::new();
        if !expected.is_empty() {
            all.push(format!("2020/1: {expected}"));
        }
        if expected.starts_with("part 1") {
            all.push(format!("2020/25: {expected}"));
        }
        assert_eq!(reported, all, "{code}");
    }
}

#[test]
fn files_like_days_that_are_not_taken_are_told() {
    let temp = tempfile::tempdir().unwrap();
    let code = "pub fn part1(i: &str) -> u8 { 1 }\n";
    for file in [
        "src/day00.rs",
        "src/day02.rs",
        "src/day02/tricks.rs",
        "src/day02/day02.rs",
        "src/day02b.rs",
        "src/day26.rs",
        "src/step03.rs",
        "tests/day02.rs",
        "tests/day26.rs",
        "benches/day02.rs",
    ] {
        write(&temp.path().join("2020"), file, code);
    }
    let caller = "fn main() { println!(\"{}\", y2020::day02::part1(\"\")); }\n";
    write(&temp.path().join("2020"), "src/bin/day02.rs", caller);
    let plan = planned(temp.path(), Some("2020")).unwrap();
    assert_eq!(plan.days(), [Puzzle::of(2020, 2)]);
    let expected = "src/day00.rs: day 00 does not exist: days are 1 to 25 (1 to 12 since 2025)\n\
                    src/day26.rs: day 26 does not exist: days are 1 to 25 (1 to 12 since 2025)\n\
                    src/day02b.rs: another file of this day, `src/day02.rs`, is imported";
    assert_eq!(reasons_by_file(&plan, &temp.path().join("2020")), expected);
}

#[test]
fn a_file_with_a_number_beyond_the_days_has_one_reason() {
    let code = "pub fn part1(i: &str) -> u8 { 1 }\n";
    let beyond = "day 26 does not exist: days are 1 to 25 (1 to 12 since 2025)";
    let unnamed = "no file is named like a day (day01.rs, 01.rs, day01/main.rs)";
    for (other, expected) in [
        ("help.rs", vec![beyond, unnamed]),
        ("day02.rs", vec![beyond]),
        ("day26b.rs", vec![beyond, beyond]),
    ] {
        let plan = plan_of(&format!("== 2020/day26.rs\n{code}== 2020/{other}\n{code}"));
        assert_eq!(reasons(&plan).collect::<Vec<_>>(), expected, "{other}");
        assert_eq!(plan.has_failed(), other != "day02.rs", "{other}");
    }
}

#[test]
fn another_file_of_a_day_is_told_whatever_its_functions_are_named() {
    for (other, is_reported) in [
        ("fn solve(i: &str) -> (u8, u8) { (1, 2) }", true),
        ("fn main() { println!(\"{}\", 1); }", false),
        ("pub struct Grid;", false),
    ] {
        for name in ["day01_v2", "day01-v2", "day01 v2", "day01.v2"] {
            let plan = plan_of(&format!(
                "== 2020/day01.rs\npub fn part1(i: &str) -> u8 {{ 1 }}\n\
                 == 2020/{name}.rs\n{other}\n"
            ));
            assert_eq!(plan.days(), [Puzzle::of(2020, 1)]);
            let expected = "another file of this day, `2020/day01.rs`, is imported";
            let reported: Vec<&str> = reasons(&plan).collect();
            assert_eq!(
                reported,
                [expected][..is_reported.into()],
                "{name}: {other}"
            );
        }
    }
}

#[test]
fn a_file_for_one_part_is_told_unless_it_is_a_program_that_calls_the_imported_file() {
    let own = "fn main() { println!(\"{}\", 1); }";
    let calling = "fn main() { println!(\"{}\", y::day01::part1(\"\")); }";
    for (name, code, is_reported) in [
        ("bin/day01b", own, true),
        ("bin/day01_p2", own, true),
        ("bin/day01_part2", own, true),
        ("bin/day01_part2", calling, false),
        (
            "day01b",
            "pub fn solve() -> u8 { crate::day01::part1(\"\") }",
            true,
        ),
    ] {
        let plan = plan_of(&format!(
            "== 2020/Cargo.toml\n[package]\nname = \"y\"\n\
             == 2020/src/day01.rs\npub fn part1(i: &str) -> u8 {{ 1 }}\n\
             == 2020/src/{name}.rs\n{code}\n"
        ));
        assert_eq!(plan.days(), [Puzzle::of(2020, 1)]);
        let expected = "another file of this day, `2020/src/day01.rs`, is imported";
        let reported: Vec<&str> = reasons(&plan).collect();
        assert_eq!(reported, [expected][..is_reported.into()], "{name}: {code}");
    }
}

#[test]
fn the_plain_name_of_a_day_comes_before_names_with_more_words() {
    let code = "pub fn part1(i: &str) -> u8 { 1 }\n";
    for [plain, other] in [
        ["day01.rs", "day01_fast.rs"],
        ["day01.rs", "day01-fast.rs"],
        ["day01/mod.rs", "day01-fast/mod.rs"],
        ["d1/src/main.rs", "d1-regex/src/main.rs"],
        ["day 01/main.rs", "day 01 fast/main.rs"],
    ] {
        let plan = plan_of(&format!("== 2020/{plain}\n{code}== 2020/{other}\n{code}"));
        let expected = format!("another file of this day, `2020/{plain}`, is imported");
        assert_eq!(reasons(&plan).collect::<Vec<_>>(), [expected]);
    }
}

/// A file that draws the values of a day, for example, is not the day.
#[test]
fn a_file_whose_parts_take_values_of_its_namesake_comes_after_it() {
    for (uses, imported) in [
        ("use crate::solutions::day05::Line;", "solutions"),
        (
            "use crate::{grid, solutions::{day05::{self, Line}}};",
            "solutions",
        ),
        ("struct Line;", "charts"),
    ] {
        let plan = plan_of(&format!(
            "== 2020/src/charts/day05.rs\n{uses}\n\
             pub fn part1(lines: &[Line]) -> String {{ String::new() }}\n\
             == 2020/src/solutions/day05.rs\npub struct Line;\n\
             pub fn parse(i: &str) -> Vec<Line> {{ vec![] }}\n\
             pub fn part1(lines: &[Line]) -> usize {{ lines.len() }}\n"
        ));
        let expected =
            format!("another file of this day, `2020/src/{imported}/day05.rs`, is imported");
        assert_eq!(reasons(&plan).collect::<Vec<_>>(), [expected], "{uses}");
    }
}

/// A dice may have the sides `one` and `two`, too.
#[test]
fn several_sources_that_are_named_after_numbers_in_words_are_days() {
    for (files, days) in [
        (["one.rs", "two.rs", "twenty_one.rs"], &[1, 2, 21][..]),
        (["one/mod.rs", "Two/mod.rs", "twentyfive.rs"], &[1, 2, 25]),
        (["one.rs", "two.rs", "dice.rs"], &[]),
        (["one.rs", "two.rs", "three.txt"], &[]),
        (["day_one.rs", "day-two.rs", "dice.rs"], &[1, 2]),
        (["day03.rs", "day03/one.rs", "day03/four.rs"], &[3]),
        (["day05/one.rs", "day05/two.rs", "day05/three.rs"], &[]),
    ] {
        let files = files.map(|file| {
            format!("== 2020/src/{file}\npub fn part1(i: &str) -> usize {{ i.len() }}\n")
        });
        let plan = plan_of(&files.concat());
        let expected: Vec<Puzzle> = days.iter().map(|day| Puzzle::of(2020, *day)).collect();
        assert_eq!(plan.days(), expected, "{files:?}");
    }
    // Helpers in a folder beside days.
    let helpers = ["one", "two", "three"].map(|name| format!("== 2020/src/util/{name}.rs\n"));
    let plan = plan_of(&format!(
        "== 2020/src/day05.rs\npub fn part1(i: &str) -> usize {{ i.len() }}\n{}",
        helpers.concat()
    ));
    assert_eq!(reasons(&plan).count(), 0);
}

#[test]
fn the_path_of_a_file_says_its_day_and_its_part() {
    for (file, is_crate, expected) in [
        ("day05/puzzle1.rs", false, "5: 1"),
        ("day05/src/bin/puzzle2.rs", true, "5: 2"),
        ("day05/1.rs", false, "5: 1"),
        ("05/2.rs", false, "5: 2"),
        ("05-title/ex1.rs", false, "5: 1"),
        ("05/a.rs", false, "5: a"),
        ("day01/part1.rs", false, "1: 1"),
        ("src/day01/part2/mod.rs", false, "1: 2"),
        ("day-01/part-1/src/main.rs", true, "1: 1"),
        ("year2015_day02/part_two.rs", false, "2: two"),
        // If the name of the file says the day again, it is read as in any other folder.
        ("day1/1a.rs", false, "1: a"),
        ("day2/2b.rs", false, "2: b"),
        ("day01/src/bin/part1.rs", true, "1: part 1"),
        ("day-01-title/src/bin/part1.rs", true, "1: title"),
        ("day01a/src/main.rs", true, "1: a"),
        ("day1/1.rs", false, "1: 1"),
        ("d1/d1.rs", false, "1: d 1"),
        ("day01/01.rs", false, "1: 01"),
        ("day05/old/day05.rs", false, "5: day 05"),
        ("day05/src/bin/solution.rs", true, "5: solution"),
        // The folder is not certainly the folder of a day.
        ("src/15/1.rs", false, "1: 1"),
        ("advent23/d1.rs", false, "1: d 1"),
        ("advent16/src/main.rs", true, "16: main"),
        ("5/part1.rs", false, ""),
        ("2019/1.rs", false, "1: "),
        // Names with two numbers.
        ("aoc-01-01.rs", false, ""),
        ("01_1.rs", false, ""),
        // Other languages, modules and tests.
        ("day01/rust/src/main.rs", true, ""),
        ("day05/grid.rs", false, ""),
        ("day05/part1/grid.rs", false, ""),
        ("day05/part1_grid.rs", false, ""),
        ("day05/tests/part1.rs", false, ""),
    ] {
        let named = day_in_path(file, is_crate);
        let named = named.map(|(day, words)| format!("{}: {}", day.get(), words.join(" ")));
        assert_eq!(named.unwrap_or_default(), expected, "{file}");
    }
}

#[test]
fn in_the_folder_of_a_day_a_number_is_a_part() {
    let [one, two] = ["1", "2"].map(|n| format!("pub fn solve(i: &str) -> u8 {{ {n} }}\n"));
    for [first, second] in [
        ["day05/puzzle1.rs", "day05/puzzle2.rs"],
        ["src/day05/1.rs", "src/day05/2.rs"],
        ["src/day05/part1.rs", "src/day05/part2.rs"],
        ["src/day05/part1/mod.rs", "src/day05/part2/mod.rs"],
        ["05/a.rs", "05/b.rs"],
        ["day5/5a.rs", "day5/5b.rs"],
    ] {
        let parts = format!("== 2020/{first}\n{one}== 2020/{second}\n{two}");
        // A module that only declares the files of the parts does not replace them.
        let declares = "== 2020/src/day05/mod.rs\nmod part1; mod part2;\n";
        for files in [parts.clone(), format!("{declares}{parts}")] {
            let plan = plan_of(&files);
            assert_eq!(plan.days(), [Puzzle::of(2020, 5)], "{first}");
            assert_eq!(reasons(&plan).next(), None, "{first}");
            let text = text_in(&plan, "days/year2020/day05.rs");
            assert!(text.contains("part2 = part2::solve"), "{first}: {text}");
        }
    }
    // Files that are modules of a day are not joined.
    let calls = "pub fn part1(i: &str) -> u8 { part1::solve(i) }\n\
                 pub fn part2(i: &str) -> u8 { part2::solve(i) }\n";
    for [root, folder] in [
        ["src/day05.rs", "src/day05"],
        ["src/day05/mod.rs", "src/day05"],
        ["day05/day05.rs", "day05"],
    ] {
        let plan = plan_of(&format!(
            "== 2020/Cargo.toml\n[package]\nname = \"y\"\n[[bin]]\nname = \"a\"\n\
             path = \"day05/day05.rs\"\n== 2020/{root}\nmod part1; mod part2;\n{calls}\
             == 2020/{folder}/part1.rs\n{one}== 2020/{folder}/part2.rs\n{two}"
        ));
        assert_eq!(plan.days(), [Puzzle::of(2020, 5)], "{root}");
        assert_eq!(reasons(&plan).next(), None, "{root}");
        let code = plan.files.iter().filter(|file| file.kind.is_code());
        assert_eq!(code.count(), 4, "{root}");
    }
    // A file with both parts is a day.
    let both = "pub fn part1(i: &str) -> u8 { 1 }\npub fn part2(i: &str) -> u8 { 2 }\n";
    for (first, second, days) in [
        ("day05/puzzle1.rs", "day05/puzzle2.rs", &[5][..]),
        ("src/days/1.rs", "src/days/2.rs", &[1, 2]),
    ] {
        let plan = plan_of(&format!("== 2020/{first}\n{both}== 2020/{second}\n{both}"));
        let days: Vec<Puzzle> = days.iter().map(|day| Puzzle::of(2020, *day)).collect();
        assert_eq!(plan.days(), days, "{first}");
        let text = text_in(&plan, &days[0].solution_path());
        assert!(!text.contains("pub mod"), "{first}: {text}");
    }
    let plan = plan_of(&format!(
        "== advent23/d1.rs\n{both}== advent23/d2.rs\n{both}"
    ));
    assert_eq!(plan.days(), [1, 2].map(|day| Puzzle::of(2023, day)));
}

#[test]
fn the_number_of_advent23_is_a_year_if_there_are_other_days_in_it() {
    let both = "pub fn part1(i: &str) -> u8 { 1 }\npub fn part2(i: &str) -> u8 { 2 }\n";
    for (files, days) in [
        (&["advent23/day01/main.rs"][..], &["2023/1"][..]),
        (&["advent23/1.rs"], &["2023/1"]),
        (&["dec23/src/day1.rs", "dec23/src/main.rs"], &["2023/1"]),
        (
            &["advent23/day01-title/src/main.rs", "advent23/src/main.rs"],
            &["2023/1"],
        ),
        (
            &[
                "advent22/day22.rs",
                "advent22/day01.rs",
                "advent23/src/d1.rs",
            ],
            &["2022/1", "2022/22", "2023/1"],
        ),
        // A package for each day.
        (&["2020/advent16/src/main.rs"], &["2020/16"]),
        (&["2020/advent16/src/day16.rs"], &["2020/16"]),
        (
            &["2020/advent16/src/main.rs", "2020/advent16/input01.txt"],
            &["2020/16"],
        ),
        (
            &["2020/advent16/src/main.rs", "2020/advent17/src/main.rs"],
            &["2020/16", "2020/17"],
        ),
        (
            &[
                "2020/advent2/main.rs",
                "2020/advent16/main.rs",
                "2020/advent16/day01.rs",
            ],
            &["2020/1", "2020/2", "2020/16"],
        ),
        (&["aoc20/src/main.rs", "aoc20/src/day_1.rs"], &["2020/1"]),
        (
            &["2019/aoc-1/src/main.rs", "2019/aoc-15/src/main.rs"],
            &["2019/1", "2019/15"],
        ),
        (
            &["aoc19/aoc01/main.rs", "aoc19/aoc20/main.rs"],
            &["2019/1", "2019/20"],
        ),
        (
            &["2019/aoc15/day01.rs", "2019/aoc16/day02.rs"],
            &["2015/1", "2016/2"],
        ),
        // A crate that days share may have a number, too.
        (
            &["aoc-1/src/lib.rs", "aoc15/day01.rs", "aoc16/src/day2.rs"],
            &["2015/1", "2016/2"],
        ),
        // A word of two letters is no number.
        (
            &["aoc-rs/src/lib.rs", "advent22/day01.rs", "advent23/day2.rs"],
            &["2022/1", "2023/2"],
        ),
    ] {
        let files = files.iter().map(|file| format!("== {file}\n{both}"));
        let text = files.collect::<Vec<_>>().concat();
        let found: Vec<String> = plan_of(&text)
            .days()
            .iter()
            .map(Puzzle::to_string)
            .collect();
        assert_eq!(found, days, "{text}");
    }
    for (file, input) in [
        ("advent23/inputs/01.txt", Some("inputs/year2023/day01.txt")),
        ("advent23/1.txt", Some("inputs/year2023/day01.txt")),
        ("advent23/input.txt", None),
    ] {
        let plan = plan_of(&format!("== advent23/day01.rs\n{both}== {file}\n1\n"));
        let inputs = plan
            .files
            .iter()
            .filter(|file| matches!(file.kind, Kind::Input { .. }));
        let inputs: Vec<&str> = inputs.map(|file| &*file.file).collect();
        assert_eq!(inputs, Vec::from_iter(input), "{file}");
    }
}

/// Only the name of the imported folder says the year.
#[test]
fn the_number_of_a_package_is_a_day_if_packages_beside_it_have_the_numbers_of_days() {
    let code = "pub fn part1(i: &str) -> u8 { 1 }\n";
    for (folders, packages) in [
        (["aoc-1", "aoc-15"], ["aoc-1", "aoc-15"]),
        (["day01", "day15"], ["aoc-1", "aoc-15"]),
        (["aoc1", "aoc15"], ["one", "fifteen"]),
    ] {
        let temp = tempfile::tempdir().unwrap();
        for (folder, package) in folders.into_iter().zip(packages) {
            let manifest = format!("[package]\nname = \"{package}\"\n");
            unpack(
                &temp.path().join("advent-2019"),
                &format!("== {folder}/Cargo.toml\n{manifest}== {folder}/src/main.rs\n{code}"),
            );
        }
        let plan = planned(temp.path(), Some("advent-2019")).unwrap();
        let days = [1, 15].map(|day| Puzzle::of(2019, day));
        assert_eq!(plan.days(), days, "{folders:?} {packages:?}");
    }
}

#[test]
fn files_in_the_folder_of_a_day_are_told_beside_another_day() {
    let code = "pub fn part1(i: &str) -> u8 { 1 }\n";
    for (file, expected) in [
        (
            "src/day01/solution.rs",
            "no file of its folder is named like the day (day01/main.rs, day01/mod.rs, \
             day01/day01.rs)",
        ),
        (
            "src/day01/part1.rs",
            "it has only one part, and no file has the other one: name it after the day alone, such as `day01.rs`",
        ),
    ] {
        let temp = tempfile::tempdir().unwrap();
        let files = format!("== old/2020/src/day02.rs\n{code}== old/2020/{file}\n{code}");
        unpack(temp.path(), &files);
        let plan = planned(temp.path(), Some("old")).unwrap();
        assert_eq!(plan.days(), [Puzzle::of(2020, 2)]);
        let listed = reasons_by_file(&plan, &temp.path().join("old/2020"));
        assert_eq!(listed, format!("{file}: {expected}"));
        let [skipped] = &*plan.left_out.skipped else {
            panic!("{listed}")
        };
        assert_eq!(skipped.kind, SkippedKind::Day(Puzzle::of(2020, 1)));
    }
    // Another year has a file with the name of the day.
    let plan = plan_of(&format!(
        "== 2020/src/day02.rs\n{code}== 2021/src/day01.rs\n{code}== 2020/src/day01/solution.rs\n{code}"
    ));
    assert_eq!(reasons(&plan).count(), 1, "{:?}", plan.left_out);
    // The file with the name of the day cannot be read.
    let plan = plan_of(&format!(
        "== 2020/src/day02.rs\n{code}== 2020/src/day01/mod.rs\nfn broken( {{\n\
         == 2020/src/day01/solution.rs\n{code}"
    ));
    let why: Vec<&str> = reasons(&plan).collect();
    assert_eq!(why.len(), 1, "{why:?}");
    assert!(why[0].starts_with("it cannot be parsed"), "{why:?}");
    assert!(!why[0].contains("edition"), "{why:?}");
    // The puzzle is not known.
    let inline = "mod days { mod day13 { fn part1(i: &str) -> u8 { 1 } } }\n";
    let unknown = "its year is not known: give it with -y, and import the folder of each year by \
                   itself";
    for (files, told) in [
        (
            format!("== x/src/main.rs\n{inline}{}", inline.replace("13", "14")),
            vec![unknown],
        ),
        (format!("== x/day05/solver.rs\n{code}"), vec![unknown]),
        (
            format!("== x/day05/solver.rs\n{code}== x/day05/main.rs\n{code}"),
            vec![unknown],
        ),
        (
            format!("== x/day05/solver.rs\n{code}== x/day06/main.rs\n{code}"),
            vec![unknown, unknown],
        ),
        (
            format!("== 2025/src/main.rs\n{inline}"),
            vec!["2025 has no day 13"],
        ),
    ] {
        let plan = plan_of(&format!("== 2025/day01.rs\n{code}{files}"));
        assert_eq!(plan.days(), [Puzzle::of(2025, 1)], "{files}");
        assert_eq!(reasons(&plan).collect::<Vec<_>>(), told, "{files}");
    }
}

#[test]
fn a_number_after_that_of_a_day_is_a_part_or_the_end_of_a_range() {
    for (one, two, is_day) in [
        ("day1_1", "day1_2", true),
        ("day_1_1", "day_1_2", true),
        ("01-1", "01-2", true),
        ("1_1", "1_2", true),
        ("aoc2020-01-1/src/main", "aoc2020-01-2/src/main", true),
        ("day01-05", "day06-10", false),
        ("01-05", "06-10", false),
        ("01-2", "03-4", false),
        ("2020-12-01", "2020-12-2", false),
        ("12-1", "12-2", false),
    ] {
        let plan = plan_of(&format!(
            "== 2020/{one}.rs\npub fn part1(i: &str) -> usize {{ i.len() }}\n\
             == 2020/{two}.rs\npub fn part2(i: &str) -> usize {{ i.len() }}\n"
        ));
        let expected: &[Puzzle] = if is_day { &[Puzzle::of(2020, 1)] } else { &[] };
        assert_eq!(plan.new_days(), expected, "{one}");
    }
}

/// A day with too many candidates is refused with a reason, and the user can choose one of them.
#[test]
fn candidates_beyond_the_limit_are_not_left_out_without_a_word() {
    let function = |length: usize| format!("fn x{}_1(i: &str) -> u8 {{ 1 }}\n", "y".repeat(length));
    let code = |count: usize| (0..count).map(function).collect::<String>();
    let of_day = |count| plan_of(&format!("== 2020/day01.rs\n{}", code(count)));
    let calls = |count| candidates_of(&Source::read(code(count)).unwrap()).len();
    let most = (1..=100).take_while(|count| calls(*count) <= 100).last();
    let most = most.expect("a day with one function");
    assert_eq!(calls(most), 100);
    for count in [20, most] {
        let plan = of_day(count);
        assert_eq!(reasons(&plan).next(), None);
        assert_eq!(notes(&plan), [""; 0], "{count}");
    }
    let plan = of_day(most + 1);
    let why = "it has more than 100 possible calls: choose with `--part1` and `--part2`";
    assert_eq!(reasons(&plan).collect::<Vec<_>>(), [why]);
    // The user chooses one of them.
    let temp = tempfile::tempdir().unwrap();
    let files = format!("== 2020/day01.rs\n{}", code(most + 1));
    unpack(&temp.path().join("old"), &files);
    with_request(temp.path(), Some("old"), |request| {
        let request = ImportRequest {
            expressions: &[(Part::One, "xy_1(input)".to_owned())],
            ..*request
        };
        let plan = plan_request(&request, instructions::by_names).unwrap();
        assert_eq!(plan.days(), [Puzzle::of(2020, 1)]);
        assert_eq!(reasons(&plan).next(), None);
    });
}

#[test]
fn an_asserted_answer_is_known_whatever_line_ends_the_stored_input_has() {
    let temp = tempfile::tempdir().unwrap();
    unpack(
        &temp.path().join("old"),
        "== 2020/src/bin/01.rs\nfn part1(input: &str) -> usize { 9 }\n\
         #[test] fn real() { assert_eq!(part1(include_str!(\"../../input/01.txt\")), 9); }\n\
         == 2020/input/01.txt\nab\ncd\n",
    );
    with_request(temp.path(), Some("old"), |request| {
        let puzzle = Puzzle::of(2020, 1);
        for input in ["ab\ncd\n", "ab\r\ncd\r\n"] {
            let path = request.store.input_path(puzzle, &InputId::Own);
            request.store.write(&path, input.as_bytes()).unwrap();
            let known = on_large_stack(|| {
                let import = Import::read(request).unwrap();
                let plan = import.plan(&PlanOptions::before_trial(instructions::by_names(
                    &import.repository,
                )));
                known_facts(&import, &plan)
            });
            let known = &known.unwrap().0[&puzzle].answers;
            assert_eq!(known[&Part::One], "9", "{input:?}");
        }
    });
}
