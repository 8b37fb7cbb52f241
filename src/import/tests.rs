//! What the paths, the functions and the tests of other repositories mean.

use std::path::Path;

use super::inputs::{self, day_of_input, plan_session};
use super::rust::Source;
use super::tree::{Tree, day_in, puzzle, resolved, year_of};
use super::{Expressions, Folders, Plan, Setting, leads_out, manifest, origins, wiring};
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
    for file in "a.txt src/b.rs target/c days/d src/deep/e Everybody-Codes/1.rs".split(' ') {
        write(temp.path(), file, "text\r\n");
    }
    #[cfg(unix)]
    std::os::unix::fs::symlink("..", temp.path().join("src/loop")).unwrap();
    let mut plan = Plan::default();
    let days = temp.path().join("days").canonicalize().unwrap();
    let tree = Tree::read(temp.path(), &[days], &mut plan).unwrap();
    assert_eq!(tree.files, ["a.txt", "src/b.rs", "src/deep/e"]);
    assert_eq!(tree.below("src").count(), 2);
    assert_eq!(plan.skipped.len(), 1 + usize::from(cfg!(unix)));
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
        ("2020/22.txt", Some(22)),
        ("input/2020/day22.txt", Some(22)),
        ("data/inputs/01.txt", Some(1)),
        ("aoc2019/src/day7/input.txt", Some(7)),
        ("AoC2019/Day07/Input.txt", Some(7)),
        ("inputs/2020-22.in", Some(22)),
        ("day05/inputs/puzzle_input.txt", Some(5)),
        ("day02/input2.txt", None),
        ("day05/alt_input.txt", None),
        ("inputs/day05-bob.txt", None),
        ("day05/old/input.txt", None),
        ("day05/example.txt", None),
        ("day05/test_input.txt", None),
        ("inputs/day26.txt", None),
        ("data/examples/01.txt", None),
        ("notes/input.txt", None),
        ("2020/22_answer.txt", None),
    ] {
        assert_eq!(
            day_of_input(path, None).map(|day| day.0),
            expected,
            "{path}"
        );
    }
}

/// The plan of the inputs of these files: the inputs, the answers and the
/// reasons for the rest.
fn planned(files: &[(&str, &str)], into: &Path) -> (Vec<String>, Vec<String>, Vec<String>) {
    let temp = tempfile::tempdir().unwrap();
    for (file, text) in files {
        write(temp.path(), file, text);
    }
    let mut plan = Plan::default();
    let tree = Tree::read(temp.path(), &[], &mut plan).unwrap();
    let store = Store::new(into.to_owned(), Locks::new(None));
    inputs::plan(&tree, &|_| None, None, &store, &mut plan);
    let puzzles = plan.inputs.iter().map(|it| it.puzzle.to_string());
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
        ("2020/day07/inputs/input.txt", "one\n"),
        ("2020/day07/input.txt", "other\n"),
        ("inputs/05.txt", "no year\n"),
        ("me/2020_01a_answer.txt", "2"),
    ];
    let (found, answers, why) = planned(&files, into.path());
    assert_eq!(
        (found.join(" "), answers.len()),
        ("2020/3 2020/6".to_owned(), 0)
    );
    let ends = [
        "day01.answers.toml has another answer to part 1",
        "day02.txt has another text",
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
    let folders = Folders {
        home: Some(temp.path()),
        config: None,
        aocd: None,
    };
    let planned = |from: Option<&str>| {
        let setting = Setting {
            project: &Project::find(temp.path()).unwrap(),
            store: &store,
            places: Places {
                variables: &[],
                config_dir: Some(&ours),
                home: None,
            },
            year: None,
            title: &|_| None,
            expressions: &Expressions::default(),
            is_named: from.is_some(),
        };
        let mut plan = Plan::default();
        for origin in origins(from, folders).unwrap() {
            plan_session(&origin, &setting, &mut plan);
        }
        assert!(!format!("{plan:?}").contains(&token("a")));
        (plan.sessions.len(), plan.skipped.len(), plan.unchanged)
    };
    assert_eq!(planned(Some("AOCD")), (1, 0, 0));
    assert_eq!(planned(Some("cargo-aoc")), (1, 0, 0));
    let old = temp.path().join("old").display().to_string();
    assert_eq!(planned(Some(&old)), (0, 0, 0));
    assert_eq!(planned(None), (0, 2, 0));
    write(&ours, "session", token("a"));
    assert_eq!(planned(Some("aocd")), (0, 0, 1));
    assert_eq!(planned(Some("cargo-aoc")), (0, 1, 0));
    assert_eq!(
        origins(Some("nowhere"), folders).unwrap_err().exit,
        Exit::Usage
    );
}

/// What `functions!` is told of these functions, without the title.
fn wired(text: &str) -> String {
    let source = Source::read(text).unwrap();
    let found = match wiring::marked_days(&source)[..] {
        [] => wiring::by_names(&source),
        _ => wiring::by_attributes(&source),
    };
    let text = match found {
        Ok(wiring) => wiring.render("D", "T"),
        Err(why) => return why,
    };
    let inner = text.split("\"T\",").nth(1).or(text.split("\"T\", ").nth(1));
    inner
        .unwrap_or_default()
        .trim_end_matches("}\n")
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
}

#[test]
fn functions_are_wired_by_names_and_arguments() {
    let parse = "fn parse(input: &str) -> Vec<&str> {}";
    for (text, expected) in [
        (
            &*format!("{parse} fn part1(i: &[&str]) -> u8 {{}} fn part2(i: &[&str]) -> u8 {{}}"),
            "Vec<&'a str>, parse = parse, part1 = part1, part2 = part2,",
        ),
        (
            &format!(
                "{parse} fn part_one(i: &str) -> Option<u8> {{}} fn solve_2(i: &Vec<u8>) -> u8 {{}}"
            ),
            "part1 = part_one, part2 = |&input| solve_2(&parse(input)),",
        ),
        (
            "fn p1(lines: Vec<String>) -> u8 {} fn p2(bytes: &[u8]) -> u8 {}",
            "part1 = |&input| p1(input.lines().map(String::from).collect::<Vec<_>>()), \
             part2 = |&input| p2(input.as_bytes()),",
        ),
        (
            "fn parse(input: &str) -> Result<Map, Error> {} struct Map<'a>(&'a str); fn part1(i: &Map) -> u8 {}",
            "Map<'a>, parse = parse, part1 = part1,",
        ),
        (
            "fn parse(input: &str) -> impl Iterator<Item = u8> {} fn part1(i: impl Iterator<Item = u8>) -> u8 {}",
            "part1 = |&input| part1(parse(input)),",
        ),
        (
            "fn solve(input: &str) -> (u8, Vec<(u8, u8)>) {}",
            "part1 = |&input| solve(input).0, part2 = |&input| solve(input).1,",
        ),
        (
            "fn solve(input: &str) -> u8 {}",
            "no function answers a part",
        ),
        (
            "fn part1(a: u8, b: u8) -> u8 {}",
            "`part1` takes 2 arguments",
        ),
        ("fn part1(a: &str) {}", "`part1` returns nothing"),
        (
            "fn part1(a: &Map) -> u8 {}",
            "`part1` takes `&Map`, not the text",
        ),
        (
            "async fn part1(a: &str) -> u8 {}",
            "`part1` is async or unsafe",
        ),
        (
            "fn part1(path: &str) -> u8 {}",
            "`part1` reads its input itself",
        ),
        (
            "#[aoc_generator(day3)] fn gen(i: &str) -> Result<Vec<u8>, E> {} #[aoc(day3, part1, simple)] \
             fn simple(i: &[u8]) -> u8 {} #[aoc(day3, part1)] fn one(i: &[u8]) -> u8 {}",
            "Vec<u8>, text = |text| text.trim_end_matches('\\n'), parse = gen, part1 = one,",
        ),
        (
            "#[aoc_generator(day3, part1)] fn gen(i: &str) -> u8 {} #[aoc(day3, part1)] fn one(i: &u8) -> u8 {} \
             #[aoc(day3, part2)] fn two(i: &str) -> u8 {}",
            "text = |text| text.trim_end_matches('\\n'), part1 = |&input| one(&gen(input)), part2 = two,",
        ),
    ] {
        assert_eq!(wired(text), expected, "{text}");
    }
}

#[test]
fn expressions_call_what_a_file_has() {
    let source = Source::read("fn go(text: &str) -> (u8, u8) { (1, 2) }").unwrap();
    let parts = |one: &str| Expressions {
        parse: Some("Map::new(input)".to_owned()),
        parts: [Some(one.to_owned()), None],
    };
    let wiring = parts("go(input).0")
        .wiring(&source)
        .unwrap()
        .render("D", "T");
    assert!(
        wiring.contains("part1 = |&input| { let input = Map::new(input); go(input).0 }"),
        "{wiring}"
    );
    let why = parts("gone(input)").wiring(&source).unwrap_err();
    assert_eq!(why, "it has no function `gone`");
    assert_eq!(parts("go(").check().unwrap_err().exit, Exit::Usage);
    assert_eq!(
        parts(&"(".repeat(100_000)).check().unwrap_err().exit,
        Exit::Usage
    );
}

#[test]
fn deep_sources_are_refused_before_they_are_parsed() {
    let nested = |open: &str, close: &str| {
        let text = format!(
            "fn a() {{ {}1{} }}",
            open.repeat(100_000),
            close.repeat(100_000)
        );
        Source::read(&text).unwrap_err()
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
            "it is nested too deeply to be read",
            "{open}"
        );
    }
    let long = format!(
        "const TEXT: &str = \"{}\";{}",
        "(".repeat(100_000),
        "fn a() {}".repeat(9_000)
    );
    assert!(Source::read(&long).is_ok());
}

#[test]
fn manifests_take_values_and_no_lines() {
    let temp = tempfile::tempdir().unwrap();
    let old = "[package]\nname = \"NAME\"\nedition = \"2021\\\"\\n[evil]\"\n[dependencies]\nregex = { version = \"1\\n[evil]\", optional = true }\n\
               aoc-runner = \"0.3\"\nunused = \"1\"\nmd-5 = { workspace = true, features = [\"x\"] }\ncommon = { path = \"../../common\" }\n\
               [workspace.dependencies]\nmd-5 = { version = \"0.10\" }\n";
    let mut refused = 0;
    for name in "fine-name .. a/../../b /tmp/x std crate aoc-solution year2020 mine ".split(' ') {
        write(temp.path(), "Cargo.toml", old.replace("NAME", name));
        let tree = Tree::read(temp.path(), &[], &mut Plan::default()).unwrap();
        let packages = manifest::packages(&tree);
        refused += usize::from(packages[0].check_name(Some("mine")).is_err());
        let words = ["regex", "aoc_runner", "md5", "common"].map(str::to_owned);
        let mut needs = manifest::Needs::default();
        needs.edition.clone_from(&packages[0].edition);
        let paths = packages[0].add_needs(&words.into(), &mut needs);
        assert_eq!(
            paths[0].1.as_deref().unwrap_err(),
            "the package `common` is outside of the folder"
        );
        let year = needs.added_to("[package]\nname = \"year2020\"\nedition = \"2024\"\n", true);
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
