//! What the paths, the functions and the tests of other repositories mean.

use std::collections::BTreeMap;
use std::path::Path;

use super::inputs::{self, day_of_input, plan_tools};
use super::rust::{Source, on_large_stack};
use super::tree::{Tree, day_in, puzzle, resolved, year_of};
use super::{Expressions, Plan, Setting, leads_out, manifest, wiring};
use crate::error::Exit;
use crate::files::Locks;
use crate::inputs::Store;
use crate::project::Project;
use crate::puzzle::{Day, Year};
use crate::site::Places;
use crate::testing::write;

#[test]
fn a_tree_has_files_and_follows_no_links() {
    let temp = tempfile::tempdir().unwrap();
    for file in "a.txt src/b.rs target/c days/d src/deep/e".split(' ') {
        write(temp.path(), file, "text\r\n");
    }
    #[cfg(unix)]
    std::os::unix::fs::symlink("..", temp.path().join("src/loop")).unwrap();
    let mut plan = Plan::default();
    let days = temp.path().join("days").canonicalize().unwrap();
    let tree = Tree::read(temp.path(), &[days], &mut plan);
    assert_eq!(tree.files, ["a.txt", "src/b.rs", "src/deep/e"]);
    assert_eq!(tree.sources("src").count(), 1);
    assert_eq!(plan.skipped.len(), usize::from(cfg!(unix)));
    assert_eq!(tree.text("a.txt").as_deref(), Ok("text\n"));
}

#[test]
fn names_say_days_and_years() {
    for (name, day) in [
        ("day01", Some(1)),
        ("d1", Some(1)),
        ("01", Some(1)),
        ("Day-25", Some(25)),
        ("2020_22", Some(22)),
        ("input_day_7", Some(7)),
        ("day26", None),
        ("day01a", None),
        ("01-2", None),
        ("100", None),
    ] {
        assert_eq!(day_in(name), day.map(Day), "{name}");
    }
    assert_eq!(day_in("day01-big"), None);
    assert_eq!(year_of("aoc2019/src/2020/day7.rs"), Some(Year(2020)));
    let why = puzzle(Some(Year(2025)), Day(13)).unwrap_err();
    assert_eq!(why, "2025 has no day 13");
    for (folder, path, expected) in [
        ("src/bin", "../../input/1.txt", Some("input/1.txt")),
        ("", "./a//b", Some("a/b")),
        ("src", "../../b", None),
        ("src", "/etc/passwd", None),
    ] {
        assert_eq!(resolved(folder, path).as_deref(), expected, "{path}");
    }
}

#[test]
fn only_the_folder_of_a_day_has_its_input() {
    for (path, expected) in [
        ("2020/22.txt", "22"),
        ("input/2020/day22.txt", "22"),
        ("data/inputs/01.txt", "1"),
        ("aoc2019/src/day7/input.txt", "7"),
        ("AoC2019/Day07/Input.txt", "7"),
        ("inputs/2020-22.in", "22"),
        ("day05/inputs/puzzle_input.txt", "5"),
        ("solutions/day05_boarding/input.txt", "5"),
        ("day05/solution.txt", ""),
        ("day02/input2.txt", "2 2"),
        ("day05/alt_input.txt", "5 alt"),
        ("day05/input_hard.txt", "5 hard"),
        ("inputs/day05-bob.txt", ""),
        ("day05/old/input.txt", ""),
        ("day05/example.txt", ""),
        ("day05/test_input.txt", ""),
        ("inputs/day26.txt", ""),
        ("data/examples/01.txt", ""),
        ("notes/input.txt", ""),
        ("2020/22_answer.txt", ""),
    ] {
        let found = day_of_input(path, None).map(|(day, name)| match name {
            Some(name) => format!("{day} {name}"),
            None => day.to_string(),
        });
        assert_eq!(found.unwrap_or_default(), expected, "{path}");
    }
}

#[test]
fn only_folders_of_this_contest_count_where_some_are_certain() {
    let temp = tempfile::tempdir().unwrap();
    let others = "everybody-codes codeforces euler i18n-puzzles bob/aoc_old x".split(' ');
    let paths = others.map(|name| format!("{name}/2020/day01.rs"));
    for path in paths {
        write(temp.path(), &path, "");
    }
    let foreign = || {
        let mut plan = Plan::default();
        let tree = Tree::read(temp.path(), &[], &mut plan);
        let kept = tree
            .files
            .iter()
            .filter(|it| !tree.is_foreign(it, &mut plan));
        let kept = kept.count();
        let skipped = plan
            .skipped
            .iter()
            .map(|it| it.from.strip_prefix(temp.path()));
        let skipped = skipped.map(|it| it.unwrap().display().to_string());
        (kept, skipped.collect::<Vec<_>>().join(" "))
    };
    // All could be somebody's only folder.
    assert_eq!(foreign(), (6, String::new()));
    write(temp.path(), "aoc-rs/src/year2020/day01_title/main.rs", "");
    write(temp.path(), "2020/Solutions/inputs/01.txt", "");
    write(temp.path(), "mine/Cargo.toml", "name = \"advent-of-code\"");
    write(temp.path(), "mine/src/day01.rs", "");
    let all = "bob codeforces euler everybody-codes i18n-puzzles x";
    assert_eq!(foreign(), (4, all.to_owned()));
}

/// The plan of the inputs of these files: the inputs, the answers and the
/// reasons for the rest.
fn planned(files: &[(&str, &str)], into: &Path) -> (Vec<String>, Vec<String>, Vec<String>) {
    let temp = tempfile::tempdir().unwrap();
    for (file, text) in files {
        write(temp.path(), file, text);
    }
    let mut plan = Plan::default();
    let tree = Tree::read(temp.path(), &[], &mut plan);
    let store = Store::new(into.to_owned(), Locks::new(None));
    inputs::plan(&tree, &year_of, &store, &mut plan);
    let puzzles = plan.inputs.iter().map(|it| match &it.name {
        Some(name) => format!("{} {name}", it.puzzle),
        None => it.puzzle.to_string(),
    });
    (
        puzzles.collect(),
        plan.answers.iter().map(|it| it.answer.clone()).collect(),
        plan.skipped.iter().map(|it| it.why.clone()).collect(),
    )
}

#[test]
fn inputs_of_tools_are_the_users_own_where_that_is_sure() {
    let into = tempfile::tempdir().unwrap();
    let aocd = [
        ("github.me.1/2020_22_input.txt", "1\n"),
        ("github.me.1/2020_22a_answer.txt", "306"),
        ("github.me.1/2020_22b_answer.txt", "a\nb"),
        ("github.me.1/2020_22_prose.0.html", "<html>"),
        ("reddit.you.2/2020_22_input.txt", "2\n"),
        ("reddit.you.2/2020_22b_answer.txt", "291\n"),
    ];
    let (found, _, why) = planned(&aocd, into.path());
    assert_eq!((found.len(), why.len()), (0, 5));
    // One account alone is the user's.
    let (found, answers, _) = planned(&aocd[4..], into.path());
    assert_eq!((found.len(), answers.join(" ")), (1, "291".to_owned()));
}

#[test]
fn no_input_is_replaced_and_in_doubt_none_is_taken() {
    let into = tempfile::tempdir().unwrap();
    write(into.path(), "year2020/day01.txt", "same\n");
    write(into.path(), "year2020/day02.txt", "mine\n");
    write(into.path(), "year2020/day01.answers.toml", "part1 = 1\n");
    let files = [
        ("2020/01.txt", "same\n"),
        ("2020/02.txt", "theirs\n"),
        ("2020/03.txt", "new\n"),
        ("2020/04.txt", "<!DOCTYPE html>"),
        ("2020/day06/input.txt", "one\n"),
        ("2020/day06/puzzle_input.txt", "one\n"),
        ("2020/day08/alt_input.txt", "another\n"),
        ("2020/day08/my_input.txt", "not this one\n"),
        ("2020/day08/input.txt", "the own one\n"),
        ("2020/day07/inputs/input.txt", "one\n"),
        ("2020/day07/input.txt", "other\n"),
        ("inputs/05.txt", "no year\n"),
        ("me/2020_01a_answer.txt", "2"),
    ];
    let (found, answers, why) = planned(&files, into.path());
    assert_eq!(
        (found.join(" "), answers.len()),
        ("2020/3 2020/6 2020/8 2020/8 alt".to_owned(), 0)
    );
    let ends = [
        "day01.answers.toml has another answer to part 1",
        "day02.txt has another text",
        "`input.txt` is taken instead",
        "it is a page, not an input",
        "its year is not known: say it with -y",
        "several files differ that may be the input of 2020/7: none is taken",
        "several files differ that may be the input of 2020/7: none is taken",
    ];
    assert_eq!(why.len(), ends.len(), "{why:#?}");
    let is_told = |end: &&str| why.iter().any(|why| why.ends_with(end));
    assert!(ends.iter().all(is_told), "{why:#?}");
}

#[test]
fn sessions_are_taken_from_a_tool_that_was_named_and_replace_none() {
    let token = |letter: &str| letter.repeat(96);
    let temp = tempfile::tempdir().unwrap();
    write(
        temp.path(),
        ".config/aocd/token",
        format!("{} mine\n", token("a")),
    );
    let credentials = format!("session = \"{}\"", token("d"));
    write(
        temp.path(),
        ".config/cargo-aoc/credentials.toml",
        credentials,
    );
    write(temp.path(), "old/token", token("e"));
    write(temp.path(), "Cargo.toml", "[workspace.metadata.aoc]\n");
    let ours = temp.path().join("aoc");
    let store = Store::new(temp.path().join("inputs"), Locks::new(None));
    let places = Places {
        variables: &[],
        config_dir: Some(&ours),
        home: Some(temp.path()),
    };
    let planned = |from: Option<&str>| {
        let setting = Setting {
            project: &Project::find(temp.path()).unwrap(),
            store: &store,
            places,
            year: None,
            expressions: Expressions::default(),
            from,
        };
        let mut plan = Plan::default();
        if let Err(error) = plan_tools(&setting, &mut plan) {
            assert_eq!(error.exit, Exit::Usage);
            return None;
        }
        assert!(!format!("{plan:?}").contains(&token("a")));
        Some((plan.sessions.len(), plan.skipped.len()))
    };
    assert_eq!(planned(Some("AOCD")), Some((1, 0)));
    assert_eq!(planned(Some("cargo-aoc")), Some((1, 0)));
    let old = temp.path().join("old").display().to_string();
    assert_eq!(planned(Some(&old)), Some((0, 1)));
    assert_eq!(planned(None), Some((0, 2)));
    write(&ours, "session", token("a"));
    assert_eq!(planned(Some("aocd")), Some((0, 1)));
    assert_eq!(planned(Some("cargo-aoc")), Some((0, 1)));
    assert_eq!(planned(Some("nowhere")), None);
}

/// Functions, and what `functions!` is told of them or why it is told nothing.
const WIRINGS: &str = "
fn parse(input: &str) -> Vec<&str> {} fn part1(i: &[&str]) -> u8 {} fn part2(i: &[&str]) -> u8 {}
=> Vec<&'a str>, parse = parse, part1 = part1, part2 = part2

fn parse(input: &str) -> Vec<&str> {} fn part_one(i: &str) -> Option<u8> {}
fn solve_2(i: &Vec<u8>) -> u8 {}
=> part1 = part_one, part2 = |&input| solve_2(&parse(input))

fn p1(lines: Vec<String>) -> u8 {} fn p2(bytes: &[u8]) -> u8 {}
=> part1 = |&input| p1(input.lines().map(String::from).collect::<Vec<_>>()),
part2 = |&input| p2(input.as_bytes())

fn parse(input: &str) -> Result<Map<'_>, Error> {} struct Map<'a>(&'a str); fn part1(i: &Map) -> u8 {}
=> Map<'a>, parse = parse, part1 = part1

fn parse(input: &str) -> Result<Map, Error> {} struct Map<'a>(&'a str); fn part1(i: &Map) -> u8 {}
=> part1 = |&input| part1(&parse(input).unwrap())

fn parse(input: &str) -> impl Iterator<Item = u8> {} fn part1(i: impl Iterator<Item = u8>) -> u8 {}
=> part1 = |&input| part1(parse(input))

#[aoc_generator(day3)] fn gen(i: &str) -> Result<Vec<u8>, E> {}
#[aoc(day3, part1, simple)] fn simple(i: &[u8]) -> u8 {}
#[aoc(day3, part1)] fn one(i: &[u8]) -> u8 {}
=> Vec<u8>, text = |text| text.trim_end_matches('\\n'), parse = gen, part1 = one

#[aoc_generator(day3, part1)] fn gen(i: &str) -> u8 {} #[aoc(day3, part1)] fn one(i: &u8) -> u8 {}
#[aoc(day3, part2)] fn two(i: &str) -> u8 {}
=> text = |text| text.trim_end_matches('\\n'), part1 = |&input| one(&gen(input)), part2 = two

fn solve(input: &str) -> u8 {}
=> no function answers a part

fn part1(a: u8, b: u8) -> u8 {}
=> `part1` takes 2 arguments

fn part1(a: &str) {}
=> `part1` returns nothing

fn part1(a: &Map) -> u8 {}
=> `part1` takes `&Map`, not the text

async fn part1(a: &str) -> u8 {}
=> `part1` is async or unsafe

fn part1(path: &str) -> u8 {}
=> `part1` reads its input itself";

#[test]
fn functions_are_wired_by_names_and_arguments() {
    for case in WIRINGS.trim().split("\n\n") {
        let (text, expected) = case.split_once("\n=> ").unwrap();
        let source = Source::read(text.to_owned()).unwrap();
        let told = wiring::wiring(&source).map(|it| it.render("D", "T", &[]));
        let told = told.unwrap_or_else(|why| why).replace("\n   ", "");
        let inner = told.strip_prefix("aoc_solution::functions! { D, \"T\", ");
        let inner = inner.map_or(&*told, |it| it.trim_end_matches(",\n}\n\n"));
        assert_eq!(inner, expected.replace('\n', " "), "{text}");
    }
}

#[test]
fn expressions_call_what_a_file_has() {
    let source = Source::read("fn go(text: &str) -> (u8, u8) { (1, 2) }".to_owned()).unwrap();
    let parts = |one: &str| Expressions {
        parse: Some("Map::new(input)".to_owned()),
        parts: [Some(one.to_owned()), None],
    };
    let wiring = parts("go(input).0")
        .wiring(&source)
        .unwrap()
        .render("D", "T", &[]);
    assert!(
        wiring.contains("part1 = |&input| { let input = Map::new(input); go(input).0 }"),
        "{wiring}"
    );
    let why = parts("gone(input)").wiring(&source).err();
    assert_eq!(why.as_deref(), Some("it has no function `gone`"));
    assert_eq!(parts("go(").check().unwrap_err().exit, Exit::Usage);
    assert_eq!(
        parts(&"(".repeat(100_000)).check().unwrap_err().exit,
        Exit::Usage
    );
}

#[test]
fn deep_sources_are_refused_before_they_are_parsed() {
    let nested = |open: &'static str, close: &'static str| {
        let text = format!(
            "fn a() {{ {}1{} }}",
            open.repeat(100_000),
            close.repeat(100_000)
        );
        on_large_stack(|| Source::read(text).err()).unwrap()
    };
    for (open, close) in [
        ("(", ")"),
        ("!", ""),
        ("{", "}"),
        ("if a {} else ", ""),
        ("A<", ">"),
    ] {
        assert_eq!(
            nested(open, close),
            "it is nested too deeply or too long to be read",
            "{open}"
        );
    }
    let long = format!(
        "const TEXT: &str = \"{}\";{}",
        "(".repeat(100_000),
        "fn a() {}".repeat(9_000)
    );
    assert!(Source::read(long).is_ok());
}

/// The plan of a folder `2020` with these files: the texts of the copies by their
/// paths, and the reasons for what is not copied.
fn copied(files: &[(&str, &str)]) -> (BTreeMap<String, String>, Vec<String>) {
    let temp = tempfile::tempdir().unwrap();
    for (file, text) in files {
        write(&temp.path().join("2020"), file, text);
    }
    let root = temp.path().join("project");
    write(&root, "Cargo.toml", "[workspace.metadata.aoc]\n");
    let from = temp.path().join("2020").display().to_string();
    let setting = Setting {
        project: &Project::find(&root).unwrap(),
        store: &Store::new(root.join("inputs"), Locks::new(None)),
        places: Places {
            variables: &[],
            config_dir: None,
            home: None,
        },
        year: None,
        expressions: Expressions::default(),
        from: Some(&from),
    };
    let plan = super::plan(&setting).unwrap();
    let files = plan.files.into_iter().map(|it| (it.file, it.text));
    (
        files.collect(),
        plan.skipped.into_iter().map(|it| it.why).collect(),
    )
}

#[test]
fn examples_come_along_and_tests_that_read_files_do_not() {
    let day = "fn parse(input: &str) -> Vec<u8> { vec![] }\n\
        fn part1(input: &[u8]) -> u32 { 7 }\n\
        fn part2<I: Iterator<Item = u8>>(input: &Vec<u8>) -> i32 { -3 }\n\
        const INPUT: &str = include_str!(\"../missing.txt\");\n\
        fn main() { part1(&parse(INPUT)); }\n\
        #[cfg(test)]\nmod tests {\n    use super::*;\n    const EXAMPLE: &str = \"\\\n1\n2\";\n\
        #[test] fn one() { let input = parse(EXAMPLE); assert_eq!(part1(&input), 7); }\n\
        #[test] fn two() { assert_eq!(-3, part2(&parse(EXAMPLE.trim()))); assert_eq!(part1(&[1]), 9); }\n\
        #[test] fn real() { assert_eq!(part1(&parse(&std::fs::read_to_string(\"a\").unwrap())), 8); }\n\
        #[test] fn main_too() { assert_eq!(part1(&parse(INPUT)), 8); }\n\
        #[test] fn helper() { assert_eq!(part1(&parse(&crate::get_from_file())), 8); }\n\
        #[test] fn own() { assert_eq!(part1(&parse(include_str!(\"../input/day01.txt\"))), 8); }\n}\n";
    let template = "fn part_one(input: &str) -> Option<u32> { None }\n\
        #[cfg(test)]\nmod tests {\n    use super::*;\n\
        #[test] fn one() { let result = part_one(&a::read_file(\"examples\", DAY)); assert_eq!(result, Some(5)); }\n}\n";
    let (files, why) = copied(&[
        ("src/day01.rs", day),
        ("input/day01.txt", "1"),
        ("src/bin/03.rs", template),
        ("data/examples/03.txt", "a\n"),
        (
            "src/day04/mod.rs",
            "pub fn part1(input: &str) -> String { crate::util::deep::text() }",
        ),
        (
            "tests/day04.rs",
            "#[test] fn t() { assert_eq!(part1(\"x\"), \"AB\"); }",
        ),
        (
            "src/util/deep.rs",
            "pub fn text() -> String { String::new() }",
        ),
        (
            "src/day06.rs",
            "#[cfg(not(test))] const N: u8 = 25; #[cfg(test)] const N: u8 = 5;\n\
             fn part1(input: &str) -> u8 { N }\n#[test] fn t() { assert_eq!(part1(\"x\"), 5); }",
        ),
        (
            "src/d7_title/mod.rs",
            "mod own;\nfn part1(input: &str) -> u8 { own::N }",
        ),
        ("src/d7_title/own.rs", "pub const N: u8 = 1;"),
        ("src/day05a.rs", "fn part1(input: &str) -> u8 { 1 }"),
        ("build.rs", ""),
    ]);
    let text = |day: &str| &files[&format!("days/year2020/day{day}.rs")];
    insta::assert_snapshot!(text("01"));
    assert!(
        text("03").contains("Example::new(\"a\\n\").part1(\"5\")"),
        "{}",
        text("03")
    );
    assert!(!text("03").contains("mod tests"));
    assert!(
        text("04").contains("Example::new(\"x\").part1(\"AB\")"),
        "{}",
        text("04")
    );
    assert!(!text("06").contains("Example"), "{}", text("06"));
    // A macro may have declared it.
    assert_eq!(files["days/year2020/util/mod.rs"], "pub mod deep;\n");
    assert!(files.contains_key("days/year2020/day07/own.rs"));
    let expected = [
        "it would change how all is built: copy it yourself",
        "it has a file for each part or step: put both parts into one file",
    ];
    assert_eq!(why, expected);
}

#[test]
fn manifests_take_values_and_no_lines() {
    let temp = tempfile::tempdir().unwrap();
    let old = "[package]\nname = \"NAME\"\nedition = \"2021\\\"\\n[evil]\"\n[dependencies]\nregex = { version = \"1\\n[evil]\", optional = true }\n\
               aoc-runner = \"0.3\"\nmd-5 = { workspace = true, features = [\"x\"] }\ncommon = { path = \"../../common\" }\n\
               [workspace.dependencies]\nmd-5 = { version = \"0.10\" }\n";
    let mut refused = 0;
    for name in "fine-name .. a/../../b /tmp/x std crate aoc-solution year2020 mine ".split(' ') {
        write(temp.path(), "Cargo.toml", old.replace("NAME", name));
        let tree = Tree::read(temp.path(), &[], &mut Plan::default());
        let packages = manifest::packages(&tree);
        refused += usize::from(packages[0].check_name(Some("mine")).is_err());
        let all = packages[0].dependencies().into_iter();
        let (outside, all): (Vec<_>, Vec<_>) = all.partition(|it| it.3.is_some());
        let why = "the package `common` is outside of the folder".to_owned();
        assert_eq!(outside[0].3, Some(Err(why)));
        let all = all
            .into_iter()
            .map(|(name, key, value, _)| (name, (key, value)))
            .collect();
        let new = Some(("year2020", &*packages[0].edition));
        let year = manifest::added_to("[package]\nname = \"\"\nedition = \"2024\"\n", new, &all);
        insta::allow_duplicates! { insta::assert_snapshot!(year.unwrap(), @r#"
        [package]
        name = "year2020"
        edition = "2018"

        [dependencies]
        md-5 = { version = "0.10", features = ["x"] }
        regex = { version = "1\n[evil]" }
        "#); }
    }
    assert_eq!(refused, 9);
}

#[cfg(unix)]
#[test]
fn links_may_lead_out() {
    let temp = tempfile::tempdir().unwrap();
    let root = temp.path().join("project");
    write(&root, "days/year2019/Cargo.toml", "");
    std::os::unix::fs::symlink(temp.path(), root.join("days/year2020")).unwrap();
    std::os::unix::fs::symlink("nowhere", root.join("days/year2021")).unwrap();
    for (year, leads) in [
        ("2019", false),
        ("2020", true),
        ("2021", true),
        ("2022/day01", false),
    ] {
        let path = root.join(format!("days/year{year}/day01.rs"));
        assert_eq!(leads_out(&root, &path), leads, "{year}");
    }
}
