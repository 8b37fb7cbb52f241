//! What the paths, the functions and the tests of other repositories mean.

use std::path::Path;

use super::inputs::{FolderInputs, Pages, candidate};
use super::rust::Source;
use super::tools::{Folders, origins, sessions};
use super::tree::{Tree, day_in, named, puzzle, resolved, year_of};
use super::wiring::{self, Lifetimes};
use super::{Expressions, Plan, Setting, examples, leads_out, manifest};
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
    for case in
        "day01 1, d1 1, 01 1, Day-25 25, 2020_22 22, input_day_7 7, day26 -, day01a -, 01-2 -, \
                 100 -, util -"
            .split(", ")
    {
        let (name, day) = case.split_once(' ').unwrap();
        assert_eq!(day_in(name), day.parse().ok().map(Day), "{name}");
    }
    assert_eq!(named("day01-big"), Some((Day(1), vec!["big".to_owned()])));
    assert_eq!(year_of("aoc2019/src/2020/day7.rs"), Some(Year(2020)));
    assert_eq!(puzzle(Year(2025), Day(13)), None);
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
        ("2020/22.txt", Some((22, ""))),
        ("input/2020/day22.txt", Some((22, ""))),
        ("data/inputs/01.txt", Some((1, ""))),
        ("aoc2019/src/day7/input.txt", Some((7, ""))),
        ("AoC2019/Day07/Input.txt", Some((7, ""))),
        ("inputs/2020-22.in", Some((22, ""))),
        ("day05/inputs/puzzle_input.txt", Some((5, ""))),
        ("day02/input2.txt", Some((2, "2"))),
        ("day05/alt_input.txt", Some((5, "alt"))),
        ("day05/input_hard.txt", Some((5, "hard"))),
        ("inputs/day05-bob.txt", Some((5, "bob"))),
        ("day05/old/input.txt", None),
        ("day05/example.txt", None),
        ("day05/test_input.txt", None),
        ("inputs/day26.txt", None),
        ("data/examples/01.txt", None),
        ("notes/input.txt", None),
        ("2020/22_answer.txt", None),
    ] {
        let found = candidate(path, None);
        let found = found.map(|it| (it.day.0, it.name.unwrap_or_default()));
        let expected = expected.map(|(day, name)| (day, name.to_owned()));
        assert_eq!(found, expected, "{path}");
    }
}

/// The plan of the inputs of these files: the inputs, the answers and the
/// reasons for the rest.
fn inputs(files: &[(&str, &str)], into: &Path) -> (Vec<String>, Vec<String>, Vec<String>) {
    let temp = tempfile::tempdir().unwrap();
    for (file, text) in files {
        write(temp.path(), file, text);
    }
    let mut plan = Plan::default();
    let tree = Tree::read(temp.path(), &[], &mut plan).unwrap();
    let store = Store::new(into.to_owned(), Locks::new(None));
    let inputs = FolderInputs {
        tree: &tree,
        pages: &Pages::read(&tree),
        year: &|_| None,
        day: None,
        store: &store,
    };
    inputs.plan(&mut plan);
    let name = |name: &Option<_>| {
        name.as_ref()
            .map_or(String::new(), |it: &crate::inputs::InputName| {
                format!(" {it}")
            })
    };
    let found = plan
        .inputs
        .iter()
        .map(|it| format!("{}{}", it.puzzle, name(&it.name)));
    let answers = plan.answers.iter().map(|it| it.answer.clone());
    let why = plan.skipped.iter().map(|it| it.why.clone());
    (found.collect(), answers.collect(), why.collect())
}

#[test]
fn inputs_of_tools_are_the_users_own_where_that_is_sure() {
    let into = tempfile::tempdir().unwrap();
    let aocd = [
        ("token", "abc # mine\n"),
        (
            "token2id.json",
            r#"{"abc": "github.me.1", "def": "reddit.you.2"}"#,
        ),
        ("github.me.1/2020_22_input.txt", "1\n"),
        ("github.me.1/2020_22a_answer.txt", "306"),
        ("github.me.1/2020_22b_answer.txt", "a\nb"),
        ("github.me.1/2020_22_prose.0.html", "<html>"),
        ("reddit.you.2/2020_22_input.txt", "2\n"),
        ("reddit.you.2/2020_22b_answer.txt", "291\n"),
    ];
    let (found, answers, why) = inputs(&aocd, into.path());
    assert_eq!(found, ["2020/22", "2020/22 reddit-you-2"]);
    assert_eq!((answers.join(" "), why.len()), ("306 291".to_owned(), 1));
    // One account alone is the user's.
    assert_eq!(inputs(&aocd[6..], into.path()).0, ["2020/22"]);

    let page = "\\--- Day 22: Crab Combat ---\n\nYour puzzle answer was `306`.\n";
    let with_year = format!("{page}[return to your Advent calendar](/2020)\n");
    for (page, folder, expected) in [
        (&*with_year, "", Some("2020/22")),
        (&with_year, "some/where/", Some("2020/22")),
        (page, "2020/crabs/", Some("2020/22")),
        (page, "", None),
        ("Notes", "2020/22/", Some("2020/22")),
        ("Notes", "2020/", None),
    ] {
        let files = [
            (&*format!("{folder}input"), "1\n"),
            (&*format!("{folder}puzzle.md"), page),
        ];
        let (found, answers, _) = inputs(&files, into.path());
        assert_eq!(found, expected.into_iter().collect::<Vec<_>>(), "{folder}");
        let has_answer = page.contains("306") && expected.is_some();
        assert_eq!(answers.len(), usize::from(has_answer), "{folder}");
    }
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
        ("2020/day06/puzzle_input.txt", "other\n"),
        ("2020/day07/inputs/input.txt", "one\n"),
        ("2020/day07/input.txt", "other\n"),
        ("inputs/05.txt", "no year\n"),
        ("me/2020_01a_answer.txt", "2"),
    ];
    let (found, answers, why) = inputs(&files, into.path());
    assert_eq!(
        (found.join(" "), answers.len()),
        ("2020/3 2020/6".to_owned(), 0)
    );
    let ends = [
        "day01.answers.toml has another answer to part 1",
        "day02.txt has another text",
        "day06/input.txt is the input of 2020/6",
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
    let [a, b, c, d, e] = ["a", "b", "c", "d", "e"].map(token);
    let temp = tempfile::tempdir().unwrap();
    let accounts = format!(r#"{{"me": "{a}", "you": "{b}", "a b": "{c}"}}"#);
    for (file, text) in [
        (".config/aocd/token", &format!("{a} mine\n")),
        (".config/aocd/tokens.json", &accounts),
        (
            ".config/cargo-aoc/credentials.toml",
            &format!("session = \"{d}\""),
        ),
        ("old/token", &e),
        ("Cargo.toml", &"[workspace.metadata.aoc]\n".to_owned()),
    ] {
        write(temp.path(), file, text);
    }
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
            sessions(&origin, &setting, &mut plan);
        }
        assert!(!format!("{plan:?}").contains(&a));
        let account = |account: &Option<_>| {
            account
                .as_ref()
                .map_or("-".to_owned(), |it: &crate::inputs::InputName| {
                    it.to_string()
                })
        };
        let accounts = plan.sessions.iter().map(|it| account(&it.account));
        let accounts = accounts.collect::<Vec<_>>().join(" ");
        (accounts, plan.skipped.len(), plan.unchanged)
    };
    let old = temp.path().join("old").display().to_string();
    for (from, accounts, skipped) in [
        (Some("AOCD"), "- you", 1),
        (Some("cargo-aoc"), "-", 0),
        (Some(&*old), "", 1),
        (None, "", 3),
    ] {
        assert_eq!(planned(from), (accounts.to_owned(), skipped, 0), "{from:?}");
    }
    write(&ours, "session", a.clone());
    assert_eq!(planned(Some("aocd")), ("me you".to_owned(), 1, 1));
    let nowhere = origins(Some("nowhere"), folders).unwrap_err();
    assert_eq!(nowhere.exit, Exit::Usage);
}

/// What `functions!` is told of these functions, without the title.
fn wired(text: &str) -> String {
    let source = Source::read(text).unwrap();
    let types = source
        .types
        .iter()
        .map(|it| (it.name.clone(), it.lifetimes));
    let types: Lifetimes = types.collect();
    let found = match wiring::marked_days(&source)[..] {
        [] => wiring::by_names(&source, &types),
        _ => wiring::by_attributes(&source, &types),
    };
    let text = match found {
        Ok(wiring) => wiring.render("D", "T", &[]),
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
    // The functions, and below them what becomes of them.
    let cases = "
        fn parse(i: &str) -> Vec<&str> {} fn part1(i: &[&str]) -> u8 {} fn part2(i: &[&str]) -> u8 {}
        Vec<&'a str>, parse = parse, part1 = part1, part2 = part2,
        fn parse(i: &str) -> Vec<&str> {} fn part_one(i: &str) -> Option<u8> {} fn solve_2(i: &Vec<u8>) -> u8 {}
        part1 = part_one, part2 = |&input| solve_2(&parse(input)),
        fn part1(i: &mut dyn Read) -> u8 {} fn part2(lines: Vec<String>) -> u8 {}
        part1 = |&input| part1(&mut input.as_bytes()), \
        part2 = |&input| part2(input.lines().map(String::from).collect::<Vec<_>>()),
        fn p1(i: std::str::Lines<'_>) -> u8 {} fn p2<'a>(i: impl Iterator<Item = &'a str>) -> u8 {}
        part1 = |&input| p1(input.lines()), part2 = |&input| p2(input.lines()),
        fn parse(input: &str) -> Result<Map, Error> {} struct Map<'a>(&'a str); fn part1(i: &Map) -> u8 {}
        Map<'a>, parse = parse, part1 = part1,
        fn parse(input: &str) -> impl Iterator<Item = u8> {} fn part1(i: impl Iterator<Item = u8>) -> u8 {}
        part1 = |&input| part1(parse(input)),
        fn solve(input: &str) -> (u8, Vec<(u8, u8)>) {}
        part1 = |&input| solve(input).0, part2 = |&input| solve(input).1,
        fn solve(input: &str) -> u8 {}
        no function answers a part
        fn part1(a: u8, b: u8) -> u8 {}
        `part1` takes 2 arguments
        fn part1(a: &str) {}
        `part1` returns nothing
        fn part1(a: &Map) -> u8 {}
        `part1` takes `&Map`, not the text
        async fn part1(a: &str) -> u8 {}
        `part1` is async or unsafe
        fn part1(path: &str) -> u8 {}
        `part1` reads its input itself
        #[aoc_generator(day3)] fn gen(i: &str) -> Result<Vec<u8>, E> {} #[aoc(day3, part1, simple)] \
        fn simple(i: &[u8]) -> u8 {} #[aoc(day3, part1)] fn one(i: &[u8]) -> u8 {}
        Vec<u8>, text = |text| text.trim_end_matches('\\n'), parse = gen, part1 = one, \
        alternatives = [part1 \"simple\" = simple],
        #[aoc_generator(day3, part1)] fn gen(i: &str) -> u8 {} #[aoc(day3, part1)] fn one(i: &u8) -> u8 {} \
        #[aoc(day3, part2)] fn two(i: &str) -> u8 {}
        text = |text| text.trim_end_matches('\\n'), part1 = |&input| one(&gen(input)), part2 = two,
    ";
    let lines: Vec<&str> = cases.trim().lines().map(str::trim).collect();
    for case in lines.chunks(2) {
        assert_eq!(wired(case[0]), case[1], "{}", case[0]);
    }
}

#[test]
fn expressions_call_what_a_file_has() {
    let source = Source::read("fn go(text: &str) -> (u8, u8) { (1, 2) }").unwrap();
    let parts = |one: &str| Expressions {
        parse: Some("Map::new(input)".to_owned()),
        parts: [Some(one.to_owned()), None],
    };
    let wiring = parts("go(input).0").wiring(&source).unwrap();
    let wiring = wiring.render("D", "T", &[]);
    let says = "part1 = |&input| { let input = Map::new(input); go(input).0 }";
    assert!(wiring.contains(says), "{wiring}");
    let why = parts("gone(input)").wiring(&source).unwrap_err();
    assert_eq!(why, "it has no function `gone`");
    for wrong in ["go(", &"(".repeat(100_000)] {
        assert_eq!(parts(wrong).check().unwrap_err().exit, Exit::Usage);
    }
}

#[test]
fn deep_sources_are_refused_before_they_are_parsed() {
    let many = |text: &str| text.repeat(10_000);
    for (open, close) in [
        ("(", ")"),
        ("!", ""),
        ("{", "}"),
        ("if a {} else ", ""),
        ("A<", ">"),
    ] {
        let text = format!("fn a() {{ {}1{} }}", many(open), many(close));
        let why = Source::read(&text).unwrap_err();
        assert_eq!(why, "it is nested too deeply to be read", "{open}");
    }
    let long = format!(
        "const TEXT: &str = \"{}\";{}",
        many("("),
        "fn a() {}".repeat(900)
    );
    assert!(Source::read(&long).is_ok());
}

#[test]
fn examples_keep_their_text_and_their_parse() {
    let text = r#"
        fn parse(input: &str) -> Vec<u8> { vec![] }
        fn other(input: &str) -> Vec<u8> { vec![] }
        fn part1(input: &[u8]) -> u8 { 1 }
        const EXAMPLE: &str = "1\n2";
        #[test] fn one() { let input = parse(EXAMPLE); assert_eq!(part1(&input), 3); assert!(true); }
        #[test] fn two() { assert_eq!(Some(-4), part1(&parse("5"))); assert_eq!(part1(&other("6")), 7); }
        #[test] fn three() { assert_eq!(part1(&parse(include_str!("a.txt"))), 8); }
        fn four() { assert_eq!(part1(&parse("9")), 10); }
    "#;
    let source = Source::read(text).unwrap();
    let wiring = wiring::by_names(&source, &Lifetimes::new()).unwrap();
    let found = examples::find(text, &wiring, &|path| {
        (path == "a.txt").then(|| "file".to_owned())
    });
    let found: Vec<String> = found.iter().map(examples::TestExample::render).collect();
    assert_eq!(
        found,
        [
            "aoc_solution::Example::new(\"\\\n1\n2\").part1(\"3\")",
            "aoc_solution::Example::new(\"5\").part1(\"-4\")",
            "aoc_solution::Example::new(\"file\").part1(\"8\")",
        ]
    );
}

#[test]
fn manifests_take_values_and_no_lines() {
    let temp = tempfile::tempdir().unwrap();
    let old = "[package]\nname = \"NAME\"\nedition = \"2021\\\"\\n[evil]\"\n[dependencies]\nregex = { version = \"1\\n[evil]\", optional = true }\n\
               aoc-runner = \"0.3\"\nunused = \"1\"\nmd-5 = { workspace = true, features = [\"x\"] }\ncommon = { path = \"../../common\" }\n\
               [workspace.dependencies]\nmd-5 = { version = \"0.10\" }\n";
    let mut refused = 0;
    let names = "fine-name .. a/../../b /tmp/x std crate aoc-solution year2020 mine ";
    for name in names.split(' ') {
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
