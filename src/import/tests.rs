//! Tests with the paths, functions and tests of other repositories.

use std::collections::BTreeSet;
use std::path::Path;

use aoc_solution::Part;
use syn::{ItemEnum, ItemStruct, Type};

use super::inputs::input_at;
use super::names::{day_of, day_of_folder, part_of, year_in};
use super::repository::Repository;
use super::shapes::{expressions, find_wiring};
use super::signature::Scope;
use super::source::{Source, on_large_stack};
use super::tree::Tree;
use super::{Kind, Plan, Setting, with_versions};
use crate::error::Result;
use crate::files::Locks;
use crate::inputs::Store;
use crate::project::Project;
use crate::project::templates::{BUILT_IN, day_file};
use crate::puzzle::{Day, Puzzle, Year};
use crate::testing::{environment, write};

mod shapes;

/// Writes files, each after a line with its path.
fn unpack(folder: &Path, files: &str) {
    for file in files.split("== ").skip(1) {
        let (path, text) = file.split_once('\n').unwrap();
        write(folder, path, text);
    }
}

/// The plan for a project in `project`, where `home` is the user's home.
fn planned(home: &Path, from: Option<&str>) -> Result<Plan> {
    let root = home.join("project");
    write(&root, "Cargo.toml", "[workspace.metadata.aoc]\n");
    let folder = from.map(|from| home.join(from).display().to_string());
    let folder = folder.filter(|folder| Path::new(folder).is_dir());
    super::plan(&Setting {
        project: &Project::find(&root)?,
        store: &Store::new(root.join("inputs"), Locks { cache_dir: None }),
        environment: &environment(home, &[]),
        from: folder.as_deref().or(from),
        year: None,
        expressions: &[],
        text: None,
        only: None,
    })
}

/// The reasons for what is not imported.
fn reasons(plan: &Plan) -> impl Iterator<Item = &str> {
    plan.skipped.iter().map(|it| &*it.why)
}

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
        // The name of a file leads nowhere.
        write(temp.path(), "src/..\\..\\x", "");
    }
    let mut plan = Plan::default();
    let days = temp.path().join("days").canonicalize().unwrap();
    let tree = Tree::read(temp.path(), temp.path(), &[days], &mut plan);
    let odd = cfg!(unix).then_some("src/..\\..\\x");
    let all = ["a.txt"].into_iter().chain(odd);
    assert!(tree.files.iter().eq(all.chain(["src/b.rs", "src/deep/e"])));
    assert_eq!(tree.sources("src").len(), 1);
    assert_eq!(plan.skipped.len(), usize::from(cfg!(unix)));
    assert_eq!(tree.text("a.txt").as_deref(), Ok("text\n"));
    assert!(tree.text("src/loop/a.txt").is_err());
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
        ("ex05", 5),
        ("year2024_day25", 25),
    ] {
        assert_eq!(day_of(name), Some(Day::of(day)), "{name}");
    }
    for name in ["day26", "day01a", "01-2", "100", "day01-big", "y15"] {
        assert_eq!(day_of(name), None, "{name}");
    }
    for (path, year) in [
        ("aoc2019/src/2020/day7.rs", 2020),
        ("src/y15/d1.rs", 2015),
        ("aoc15/day01.rs", 2015),
        ("2017/aoc15.rs", 2017),
        ("src/aoc21_03.rs", 2021),
        ("y15d03.rs", 2015),
        ("advent_of_code_22_rust/src/bin/01.rs", 2022),
        ("rust-aoc20/src/day1.rs", 2020),
        ("adventOfCode23/day1.rs", 2023),
    ] {
        assert_eq!(year_in(path), Some(Year::of(year)), "{path}");
    }
    assert!(year_in("src/day15/part1.rs").is_none() && day_of_folder("aoc15").is_none());
    for (name, part) in [
        ("part1", Some(Part::One)),
        ("solve_part_two", Some(Part::Two)),
        ("p1", Some(Part::One)),
        ("solve2", Some(Part::Two)),
        ("resolve_part_two", Some(Part::Two)),
        ("day05_part1", Some(Part::One)),
        ("part_a", Some(Part::One)),
        ("gold", Some(Part::Two)),
        ("fn1", Some(Part::One)),
        ("pt2", Some(Part::Two)),
        ("day_4_1", Some(Part::One)),
        ("first_part", Some(Part::One)),
        ("first_line", None),
        ("day_1_2_3", None),
        ("part_1_fast", None),
        ("step1", None),
        ("day1", None),
    ] {
        assert_eq!(part_of(name), part, "{name}");
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
        ("day02/input2.txt", 2),
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
    ] {
        assert_eq!(input_at(path), None, "{path}");
    }
}

#[test]
fn folders_of_other_contests_are_named_once() {
    let temp = tempfile::tempdir().unwrap();
    let ours = ["2020", "aoc-rs/src/year2020", "mine/2020/Solutions"];
    let others = [
        "everybody-codes",
        "codeforces/2020",
        "leet/leetcode",
        "project_euler",
        "i18n-puzzles/2020",
    ];
    for folder in ours.into_iter().chain(others) {
        let day = "fn part1(input: &str) -> u8 { 1 }";
        write(temp.path(), &format!("old/{folder}/day01.rs"), day);
        write(temp.path(), &format!("old/{folder}/2020/02.txt"), "1");
    }
    let plan = planned(temp.path(), Some("old")).unwrap();
    assert_eq!(plan.days, [Year::of(2020).day(Day::of(1))]);
    let named = plan
        .skipped
        .iter()
        .filter(|skipped| skipped.why.starts_with("another contest"));
    assert_eq!(named.count(), others.len());
    let of_others = plan.files.iter().filter_map(|file| file.from.as_ref());
    for from in of_others {
        let from = from.strip_prefix(temp.path().join("old")).unwrap();
        assert!(
            ours.iter().any(|folder| from.starts_with(folder)),
            "{from:?}"
        );
    }
    // A folder that was given is what the user says it is.
    let plan = planned(temp.path(), Some("old/codeforces")).unwrap();
    assert_eq!(plan.days.len(), 1);
}

#[test]
fn the_folders_of_aocd_say_nothing_of_their_files() {
    let temp = tempfile::tempdir().unwrap();
    for account in ["github.example.1", "google.tester.2", "demo"] {
        let folder = format!(".config/aocd/{account}");
        write(temp.path(), &format!("{folder}/2020_22_input.txt"), "1\n");
        write(temp.path(), &format!("{folder}/2020_22a_answer.txt"), "306");
        let plan = planned(temp.path(), Some("aocd")).unwrap();
        let found = [
            plan.puzzles(Kind::Input).len(),
            plan.puzzles(Kind::Answer).len(),
        ];
        assert_eq!(found, [1, 1], "{account}");
        std::fs::remove_dir_all(temp.path().join(folder)).unwrap();
    }
    write(temp.path(), "old/examples/2020_22_input.txt", "1\n");
    let plan = planned(temp.path(), Some("old")).unwrap();
    assert!(plan.files.is_empty());
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
    assert!(plan.files.is_empty() && plan.skipped.is_empty(), "{plan:?}");
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
        ("old/me/2020_12a_answer.txt", "1\n2"),
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
    let inputs = plan.puzzles(Kind::Input).into_iter();
    assert!(inputs.map(|puzzle| puzzle.day.get()).eq([3, 6, 13]));
    assert!(plan.files[3].file.ends_with("day13.txt"));
    assert!(plan.files[2].text == "291" && plan.files[2].part == Some(Part::Two));
    assert_eq!(plan.puzzles(Kind::Answer).len(), 1);
    let why: Vec<_> = reasons(&plan).collect();
    insta::assert_snapshot!(why.join("\n"), @"
    it is empty, encrypted, a git lfs pointer, an error page, or not an answer
    it is empty, encrypted, a git lfs pointer, an error page, or not an answer
    its year is not known: give it with -y, and import the folder of each year by itself
    it is empty, encrypted, a git lfs pointer, an error page, or not an answer
    other files, there or here, differ
    other files, there or here, differ
    other files, there or here, differ
    other files, there or here, differ
    ");
    // Of several accounts of aocd nobody knows which is the user's.
    let plan = planned(temp.path(), Some("two")).unwrap();
    assert_eq!((plan.files.len(), plan.skipped.len()), (1, 2));
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
    // A session in a folder is named, and that of a tool is not.
    let named = |from| planned(temp.path(), Some(from)).unwrap().skipped.len();
    assert_eq!((named("old"), named("aocd")), (1, 0));
    // What is no session keeps nothing else from being imported.
    unpack(temp.path(), "== .config/cargo-aoc/credentials.toml\nno");
    let plan = planned(temp.path(), Some("cargo-aoc")).unwrap();
    assert_eq!((plan.files.len(), plan.skipped.len()), (0, 1));
    write(&temp.path().join("aoc"), "session", &token);
    check(Some("aocd"), 0);
}

/// Readers that are functions of a library: `read` trims nothing, and all days are given the
/// text as `days` says.
struct Library {
    days: Option<&'static str>,
}

impl Repository for Library {
    fn read_by(&self, function: &str) -> Option<String> {
        (function == "read").then(|| "input.to_string()".to_owned())
    }

    fn has_function(&self, name: &str) -> bool {
        name == "go" || name.starts_with("part")
    }

    fn alias(&self, _: &str) -> Option<&Type> {
        None
    }

    fn structure(&self, _: &str) -> Option<&ItemStruct> {
        None
    }

    fn enumeration(&self, _: &str) -> Option<&ItemEnum> {
        None
    }

    fn makes_type(&self, called: &str) -> bool {
        called == "make"
    }

    fn is_displayed(&self, name: &str) -> bool {
        name == "Shown"
    }

    fn wrapper_of(&self, _: &str) -> &'static str {
        ""
    }

    fn opens_its_argument(&self, _: &str) -> bool {
        false
    }

    fn trimming_of_days(&self) -> Option<String> {
        self.days.map(str::to_owned)
    }
}

/// The arguments of `functions!` for functions, or why there are none.
fn wired(code: &str) -> String {
    wired_with(code, &Library { days: None })
}

fn wired_with(code: &str, readers: &Library) -> String {
    let source = Source::read(code.to_owned()).unwrap();
    let scope = Scope {
        source: &source,
        repository: readers,
    };
    match find_wiring(scope) {
        Ok(wiring) => {
            let call = wiring.render("D", "T", &[]).replace("\n   ", "");
            let call = call.strip_prefix("aoc_solution::functions! { D, \"T\", ");
            call.unwrap().trim_end_matches(",\n}\n\n").to_owned()
        }
        Err(why) => why,
    }
}

/// Compares the arguments of `functions!` for pieces of code with what is expected.
fn check_wiring(cases: &[(&str, &str)]) {
    for (code, expected) in cases {
        assert_eq!(wired(code), *expected, "{code}");
    }
}

#[test]
fn parts_are_found_by_their_names_and_called_by_their_types() {
    let lines = "input.lines().map(Into::into).collect::<Vec<_>>()";
    for (argument, call) in [
        ("&str", "part1"),
        ("String", "|input| part1(input.to_string())"),
        ("&String", "|input| part1(&input.to_string())"),
        ("&[u8]", "|input| part1(input.as_bytes())"),
        ("std::str::Lines<'_>", "|input| part1(input.lines())"),
        ("&'static str", "|input| part1(input.to_string().leak())"),
        ("Vec<&str>", &format!("|input| part1({lines})")),
        ("&[String]", &format!("|input| part1(&{lines})")),
    ] {
        let code = format!("fn part1(i: {argument}) -> u8 {{}}");
        assert_eq!(wired(&code), format!("part1 = {call}"), "{argument}");
    }
    check_wiring(&[
        ("fn solve_2(file_content: &str) -> u8 {}", "part2 = solve_2"),
        (
            "fn p1(a: u8, b: u8) -> u8 {} fn part_one(i: &str) -> u8 {}",
            "part1 = part_one",
        ),
    ]);
}

#[test]
fn a_parser_is_found_by_its_type() {
    let map = "struct Map<'a>(&'a str);";
    let result = format!(
        "{map} fn of<'b>(i: &'b str) -> Result<Map<'b>, E> {{}} fn part1(i: &Map) -> u8 {{}}"
    );
    let elided = format!(
        "#[derive(Clone)] {map} fn of(i: &str) -> Map {{}} fn part1(i: &mut Map) -> u8 {{}}"
    );
    check_wiring(&[
        (
            "fn read(i: &str) -> Vec<&str> {} fn part1(i: &[&str]) -> u8 {}",
            "Vec<&str>, parse = read, part1 = part1",
        ),
        (&result, "Map<'_>, parse = of, part1 = part1"),
        (&elided, "Map, parse = of, part1 = part1"),
        (
            "fn of(i: &[u8]) -> Option<Grid> {} fn part1(i: Grid) -> u8 {}",
            "Grid, parse = |input| of(input.as_bytes()), part1 = part1",
        ),
        (
            "fn parse(i: &str) -> u8 {} fn rows(i: &str) -> Vec<u8> {} fn part1(i: &[u8]) -> u8 {}",
            "Vec<u8>, parse = rows, part1 = part1",
        ),
        (
            "fn parse(i: &str) -> Vec<&str> {} fn p1(i: &str) -> u8 {} fn p2(i: &Vec<&str>) -> u8 {}",
            "part1 = p1, part2 = |input| p2(&parse(input))",
        ),
        (
            "fn of(i: &str) -> Result<impl Iterator, E> {} fn p1(i: impl Iterator) -> u8 {}",
            "part1 = |input| p1(of(input).unwrap())",
        ),
    ]);
}

#[test]
fn what_a_parser_makes_is_given_as_its_type_allows() {
    let map = "struct Map(u8); fn parse(i: &str) -> Map {}";
    check_wiring(&[
        // Neither part leaves the other one what it changes, and nothing copies it.
        (
            &format!("{map} fn part1(i: &mut Map) -> u8 {{}} fn part2(i: &Map) -> u8 {{}}"),
            "part1 = |input| part1(&mut parse(input)), part2 = |input| part2(&parse(input))",
        ),
        // The type of a generic parser has no name.
        (
            "fn parse<T: FromStr>(i: &str) -> Vec<T> {} fn part1(i: &[T]) -> u8 {}",
            "part1 = |input| part1(&parse(input))",
        ),
        (
            "fn parse<T: FromStr>(i: &str) -> Vec<T> {} fn part1<T: Copy>(i: &[T]) -> T {}",
            "`part1` and `parse` are generic, and nothing says over what",
        ),
        // An error with a part of the text cannot leave the call.
        (
            "fn parse(i: &str) -> Result<Vec<u8>, Error<&str>> {} fn part1(i: &[u8]) -> u8 {}",
            "Vec<u8>, parse = |input| parse(input).unwrap(), part1 = part1",
        ),
        (
            "fn part1(i: &str) -> Result<u8, Error<&str>> {}",
            "part1 = |&input| part1(input).unwrap()",
        ),
        (
            "fn part1(i: &str) -> Result<u8, &'static str> {}",
            "part1 = part1",
        ),
    ]);
}

#[test]
fn the_text_is_passed_as_the_source_passes_it() {
    let part = "fn part1(i: &str) -> u8 { 1 }";
    let parse = "fn parse(i: &str) -> Vec<u8> { vec![] } fn part1(i: &[u8]) -> u8 { 1 }";
    for (caller, text) in [
        ("fn main() { part1(read().trim()); }", ".trim()"),
        (
            "fn main() { println!(\"{}\", part1(include_str!(\"a\").trim_end())) }",
            ".trim_end()",
        ),
        (
            "fn main() -> Result<()> { let text = std::fs::read_to_string(\"a\")?; \
             let text = text.trim_end_matches('\\n'); part1(text); Ok(()) }",
            ".trim_end_matches('\\n')",
        ),
        (
            "pub fn run(input: &str) { part1(input.trim()); }",
            ".trim()",
        ),
        (
            "const IN: &str = include_str!(\"a\"); fn main() { part1(IN.trim_start()); }",
            ".trim_start()",
        ),
        ("fn main() { part1(&read()); }", ""),
        ("#[test] fn t() { part1(read().trim()); }", ""),
        ("fn main() { let text = other(); part1(text.trim()); }", ""),
    ] {
        let code = format!("{part} {caller}");
        let expected = match text {
            "" => "part1 = part1".to_owned(),
            _ => format!("text = |input| input{text}, part1 = part1"),
        };
        assert_eq!(wired(&code), expected, "{caller}");
    }
    let parsed = format!("{parse} fn main() {{ let data = parse(read().trim()); part1(&data); }}");
    let expected = "Vec<u8>, text = |input| input.trim(), parse = parse, part1 = part1";
    assert_eq!(wired(&parsed), expected);
    // What runs all days may trim; a day that calls its functions itself says more.
    let library = Library {
        days: Some(".trim()"),
    };
    let expected = "text = |input| input.trim(), part1 = part1";
    assert_eq!(wired_with(part, &library), expected);
    let own = format!("{part} fn main() {{ part1(&read()); }}");
    assert_eq!(wired_with(&own, &library), "part1 = part1");
}

#[test]
fn what_runs_all_days_says_how_the_text_is_trimmed() {
    let day = "== 2020/src/day01.rs\nfn part1(input: &str) -> u8 { 1 }\n";
    let run = "== 2020/src/main.rs\nmod day01;\nfn main() { let text = \
               std::fs::read_to_string(\"a\").unwrap(); day01::part1(TEXT); }\n";
    let per_line = "text.lines().map(|line| line.trim()).collect()";
    for (passed, expected) in [
        ("text.trim()", "text = |input| input.trim(),"),
        (
            "text.trim_end_matches('\\n')",
            "text = |input| input.trim_end_matches('\\n'),",
        ),
        ("&text", "part1 = part1,"),
        (per_line, "part1 = part1,"),
    ] {
        let plan = plan_of(&format!("{day}{}", run.replace("TEXT", passed)));
        let text = text_in(&plan, "days/year2020/day01.rs");
        assert!(
            text.contains(&format!("\"Report Repair\",\n    {expected}")),
            "{passed}: {text}"
        );
    }
}

#[test]
fn a_function_of_a_pair_answers_both_parts() {
    let none = "no function answers a part";
    check_wiring(&[
        (
            "fn solve(i: &str) -> (u8, Option<String>) {} fn main() { solve(INPUT); }",
            "solve = solve",
        ),
        (
            "fn run(i: &str) -> Result<(u8, u8), E> {} fn part1(a: u8, b: u8) -> u8 {}",
            "solve = run",
        ),
        (
            "fn parse(i: &str) -> Vec<u8> {} fn both(i: &[u8]) -> (u8, u8) {}",
            "Vec<u8>, parse = parse, solve = both",
        ),
        (
            "fn both(i: &[u8]) -> (u8, u8) {}",
            "solve = |input: &&str| both(input.as_bytes())",
        ),
        (
            "fn point(i: &str) -> (u8, u8) {} fn other(i: u8) -> u8 { point(\"\") }",
            none,
        ),
        ("fn parse(i: &str) -> (u8, u8) {}", none),
        ("fn split(i: &str) -> (Vec<u8>, u8) {}", none),
    ]);
}

#[test]
fn a_pair_may_have_another_name() {
    check_wiring(&[
        (
            "type Both = (u8, String); fn solve(i: &str) -> Both {}",
            "solve = solve",
        ),
        (
            "struct Answers { one: u8, two: u8 } fn run(i: &str) -> Result<Answers, E> {}",
            "solve = |input: &&str| { let pair = run(input).unwrap(); (pair.one, pair.two) }",
        ),
        (
            "struct Answers(u8, Option<u8>); type Given<'a> = &'a [&'a str]; \
             fn run(i: Given) -> Answers {}",
            "solve = |input: &&str| { let pair = \
             run(&input.lines().map(Into::into).collect::<Vec<_>>()); (pair.0, pair.1) }",
        ),
        ("fn both(i: &str) -> (Shown, u8) {}", "solve = both"),
        (
            "struct Map(u8, Tile); fn load(i: &str) -> Map {}",
            "no function answers a part",
        ),
        (
            "struct Map(u8, u8, u8); fn go(i: &str) -> Map {}",
            "no function answers a part",
        ),
    ]);
}

#[test]
fn arguments_of_many_types_and_unused_ones_are_given() {
    check_wiring(&[
        (
            "fn part1(i: impl IntoIterator<Item = impl AsRef<str>>) -> u8 {}",
            "part1 = |input| part1(input.lines())",
        ),
        (
            "fn part1(i: impl AsRef<str>) -> u8 {}",
            "part1 = |&input| part1(input)",
        ),
        (
            "fn part1<T: Into<String>>(i: T) -> u8 {}",
            "part1 = |&input| part1(input)",
        ),
        (
            "fn part1<R>(i: R) -> u8 where R: BufRead {}",
            "part1 = |input| part1(input.as_bytes())",
        ),
        (
            "fn part1(i: impl Iterator<Item = String>) -> u8 {}",
            "part1 = |input| part1(input.lines().map(str::to_owned))",
        ),
        (
            "fn part1(i: String, _: bool) -> u8 {}",
            "part1 = |input| part1(input.to_string(), Default::default())",
        ),
        (
            "fn part1(i: String, size: usize) -> u8 {}",
            "`part1` takes 2 arguments",
        ),
        (
            "fn part1(i: &str) -> impl ToString {}",
            "part1 = |input| part1(input).to_string()",
        ),
        (
            "struct Map; fn parse(i: &str) -> Map {} fn part1(map: Map) -> u8 {}",
            "part1 = |input| part1(parse(input))",
        ),
        (
            "#[derive(Clone)] struct Map; fn parse(i: &str) -> Map {} fn part1(map: Map) -> u8 {}",
            "Map, parse = parse, part1 = part1",
        ),
    ]);
}

#[test]
fn methods_of_a_type_answer_the_parts() {
    let day = "impl Day for D { fn part1(&self, i: &str) -> u8 {} \
               fn part2(&self, i: String) -> Option<u8> {} }";
    let parts = |value: &str| {
        format!(
            "part1 = |&input| <D as Day>::part1(&{value}, input), \
             part2 = |&input| <D as Day>::part2(&{value}, input.to_string())"
        )
    };
    check_wiring(&[
        (&format!("struct D; {day}"), &parts("D")),
        (&format!("struct D {{}} {day}"), &parts("D {}")),
        (
            &format!("#[derive(Default)] struct D {{ a: u8 }} {day}"),
            &parts("D::default()"),
        ),
        (
            &format!("struct D(u8); impl D {{ fn new() -> Self {{}} }} {day}"),
            &parts("D::new()"),
        ),
        (
            "struct D; impl crate::Day<5> for D { fn part_one(i: &str) -> Self::Answer {} }",
            "part1 = |&input| <D as crate::Day<5>>::part_one(input)",
        ),
        (
            "struct Map<'a>(&'a str); impl<'a> Solution<'a> for Map<'a> { \
             fn parse(i: &'a str) -> Self {} fn part1(&self) -> u8 {} fn part2(&self) -> u8 {} }",
            "Map<'_>, parse = |input| <Map as Solution>::parse(input), \
             part1 = |input| <Map as Solution>::part1(input), \
             part2 = |input| <Map as Solution>::part2(input)",
        ),
        (
            "struct Map(u8); impl From<&str> for Map { fn from(i: &str) -> Self {} } \
             impl Map { fn part1(&self) -> u8 {} fn part2(&self) -> u8 {} }",
            "Map, parse = |input| Map::from(input), part1 = |input| Map::part1(input), \
             part2 = |input| Map::part2(input)",
        ),
        (
            "struct Map(u8); impl FromStr for Map { fn from_str(i: &str) -> Result<Self, E> {} } \
             impl Map { fn part1(&mut self) -> u8 {} fn part2(self) -> u8 {} }",
            "part1 = |&input| Map::part1(&mut input.parse::<Map>().unwrap()), \
             part2 = |&input| Map::part2(input.parse::<Map>().unwrap())",
        ),
        (
            "#[derive(Default)] struct D(u8); impl D { fn load_input(&mut self, i: &str) {} \
             fn part1(&mut self) -> u8 {} }",
            "part1 = |&input| { let mut day = D::default(); D::load_input(&mut day, input); \
             D::part1(&mut day) }",
        ),
        (
            "struct D; impl D { fn parse(i: &str) -> Vec<u8> {} fn part1(i: &[u8]) -> u8 {} }",
            "part1 = |&input| D::part1(&D::parse(input))",
        ),
        (
            "struct Map(u8); impl Map { fn part1(&self) -> u8 {} }",
            "`Map` has `part1`, but nothing makes a value of it of the text",
        ),
        (
            "struct D; impl D { fn part1(&self, a: &str, b: u8) -> u8 {} }",
            "`part1` takes 2 arguments",
        ),
        (
            "struct D; impl D { fn part1(&self, i: &str) {} }",
            "`part1` returns nothing",
        ),
        (
            "struct Hidden; struct D; impl D { fn part1(i: &str) -> Hidden {} }",
            "`part1` returns `Hidden`, which cannot be displayed",
        ),
    ]);
}

#[test]
fn what_main_makes_of_the_text_is_made_again() {
    check_wiring(&[
        (
            "fn part1(a: &[u8], n: usize) -> u8 {} fn main() { let text = read(); \
             let all: Vec<u8> = text.trim().bytes().collect(); let n = 25; \
             println!(\"{}\", part1(&all, n)); }",
            "part1 = |&input| part1(&({ let value: Vec<u8> = input.trim().bytes().collect(); value }), 25)",
        ),
        (
            "fn part1(a: Map) -> u8 {} fn main() -> Result<()> { \
             let (map, _) = cut(include_str!(\"a\"))?; part1(map); Ok(()) }",
            "part1 = |&input| part1((cut(input).unwrap()).0)",
        ),
        (
            "fn part1(a: &[Row]) -> u8 {} fn main() { let mut all = Vec::new(); \
             for line in read().lines() { all.push(line); } part1(&all); }",
            "`part1` takes `&[Row]`, which no function makes of the text",
        ),
        (
            "fn count(a: &str, n: u8) -> u8 {} fn main() { let mut text = String::new(); \
             io::stdin().read_to_string(&mut text).unwrap(); \
             println!(\"Part 1: {}\", count(&text, 4)); println!(\"Part two: {:?}\", count(&text, 14)); }",
            "part1 = |&input| count(input, 4), part2 = |&input| count(input, 14)",
        ),
        (
            "fn find(a: &String) -> u8 {} fn part1(a: &String, b: u8) -> u8 {} \
             fn main() { let text = read(); part1(&text, find(&text)); }",
            "part1 = |&input| part1(&input.to_string(), find(&input.to_string()))",
        ),
        (
            "fn count(a: &str) -> u8 {} fn main() { let text = read(); \
             println!(\"Part 1: {}\", count(&text)); for i in 0..2 { println!(\"Part 2: {}\", i); } }",
            "`count` takes the text, and no name says its part",
        ),
        (
            "fn part1(a: Map) -> u8 {} fn main() { let rows = rows_of(&read()); \
             part1(Map { rows, width: rows.len() }); }",
            "part1 = |&input| part1(Map { rows: rows_of(input), width: rows_of(input).len() })",
        ),
        // What answers a part makes nothing for the other.
        (
            "fn part1(a: String) -> String {} fn part2(a: String) -> String {}",
            "part1 = |input| part1(input.to_string()), part2 = |input| part2(input.to_string())",
        ),
        // A number of the part is not the text.
        (
            "fn part1(a: &str) -> u8 {} fn run(part: &str) { part1(&load(part)); }",
            "part1 = part1",
        ),
        (
            "fn part1(a: &str) -> u8 {} fn run(part: &str) { part1(read(part).trim_end()); }",
            "text = |input| input.trim_end(), part1 = part1",
        ),
        // An operator or a method binds to all that a name stands for.
        (
            "fn count(a: &str) -> i32 {} fn main() { let text = read(); let a = count(&text); \
             let b = a + 1; let c = -a; \
             println!(\"Part 1: {}\", b * 2); println!(\"Part 2: {}\", c.pow(count(b))); }",
            "part1 = |&input| (count(input) + 1) * 2, \
             part2 = |&input| (-count(input)).pow(count(count(input) + 1))",
        ),
        // What a closure would make anew each time is not clear.
        (
            "fn main() { let all: Vec<u8> = read().bytes().collect(); \
             println!(\"Part 1: {}\", (0..9).filter(|i| all[*i] == 1).count()); }",
            "it has only `main`: put what answers a part into a function of the text",
        ),
        (
            "fn main() { println!(\"{}\", 1); }",
            "it has only `main`: put what answers a part into a function of the text",
        ),
    ]);
}

#[test]
fn the_source_gives_a_function_more_than_its_type_says() {
    check_wiring(&[
        (
            "fn part1(a: &[String]) -> u8 {} fn run() { \
             let all = read().split_whitespace().map(str::to_owned).collect::<Vec<_>>(); part1(&all); }",
            "part1 = |&input| part1(&input.split_whitespace().map(str::to_owned).collect::<Vec<_>>())",
        ),
        (
            "fn part1(a: &[String]) -> u8 {} fn run() { \
             let all: Vec<String> = read().lines().map(String::from).collect(); part1(&all); }",
            "part1 = |input| part1(&input.lines().map(Into::into).collect::<Vec<_>>())",
        ),
        (
            "fn part1(a: &[String]) -> u8 {} fn run() { let mut all = Vec::new(); \
             for word in read().split(' ') { all.push(word); } part1(&all); }",
            "`part1` is given something else than the text, and it is not clear what",
        ),
        (
            "fn part1(a: &str) -> u8 {} fn main() { let text = read(); part1(&text[2..]); }",
            "part1 = |&input| part1(&input.to_string()[2..])",
        ),
        (
            "fn parse(a: &str) -> Vec<u8> {} fn part1(a: &[u8]) -> u8 {} \
             fn main() { let mut all = parse(&read()); all.sort_unstable(); part1(&all); }",
            "`part1` is given something else than the text, and it is not clear what",
        ),
        (
            "fn part1(a: &str) -> u8 {} fn main() { part1(read(clean(read()).trim())); }",
            "part1 = |&input| part1(read(clean(input.to_string()).trim()))",
        ),
        // A part that calls another one says nothing of the text, and neither does a file that
        // is read elsewhere.
        (
            "fn part1(a: &str) -> u8 {} fn part2(a: &str) -> u8 { part1(&a.replace('a', \"b\")) }",
            "part1 = part1, part2 = part2",
        ),
        (
            "fn part1(a: &[i64]) -> u8 {} fn main() { let code = code_of(\"in.txt\"); part1(&code); }",
            "`part1` takes `&[i64]`, which no function makes of the text",
        ),
        (
            "fn solve(a: &str) { println!(\"{}\", part1(a)); } fn part1(a: &str) -> u8 {} \
             fn main() { solve(read().trim()); }",
            "text = |input| input.trim(), part1 = part1",
        ),
    ]);
}

#[test]
fn attributes_of_cargo_aoc_say_how_functions_are_called() {
    let text = "text = |input| input.trim_end_matches('\\n')";
    check_wiring(&[
        (
            "#[aoc_generator(day3)] fn gen(i: &str) -> Result<Vec<u8>, E> {} \
             #[aoc(day3, part1, simple)] fn simple(i: &[u8]) -> u8 {} \
             #[aoc(day3, part1)] fn one(i: &[u8]) -> u8 {}",
            &format!("Vec<u8>, {text}, parse = gen, part1 = one"),
        ),
        (
            "#[aoc_generator(day3, part1)] fn gen(i: &str) -> u8 {} \
             #[aoc(day3, part1)] fn one(i: &u8) -> u8 {} #[aoc(day3, part2)] fn two(i: &str) -> u8 {}",
            &format!("{text}, part1 = |input| one(&gen(input)), part2 = two"),
        ),
    ]);
}

#[test]
fn a_refusal_names_the_obstacle() {
    let special = "`part1` is async or generic over a number";
    let not_text = "`part1` seems to take a path or a line, as its argument is called";
    check_wiring(&[
        (
            "fn solve(i: &str) -> u8 {}",
            "`solve` takes the text, and no name says its part",
        ),
        (
            "fn solve(i: &str) -> u8 {} struct D; impl D { fn go(&self, i: &str) -> u8 {} }",
            "`solve` and `go` take the text, and no names say their parts",
        ),
        (
            "fn run() { println!(\"{}\", 1); }",
            "`run` prints its answers: put what answers a part into a function of the text",
        ),
        ("fn run(i: &str) {}", "no function answers a part"),
        (
            "fn part1(path: &str) -> u8 {} fn main() { part1(\"a.txt\"); }",
            "`part1` seems to take a path or a line, as its argument is called `path`",
        ),
        ("async fn part1(a: &str) -> u8 {}", special),
        ("fn part1<const N: usize>(a: &str) -> u8 {}", special),
        (
            "fn part1(a: u8, b: u8) -> u8 {}",
            "`part1` takes 2 arguments",
        ),
        ("fn part1() -> u8 {}", "`part1` takes 0 arguments"),
        ("fn part1(a: &str) {}", "`part1` returns nothing"),
        (
            "fn part1(a: &str) -> (u8, u8) {}",
            "`part1` returns no answer but a tuple",
        ),
        (
            "fn part1(a: &str) -> io::Result<()> {}",
            "`part1` returns nothing",
        ),
        (
            "fn part1(line: &str) -> u8 {}",
            &format!("{not_text} `line`"),
        ),
        (
            "fn part1(in_path: &str) -> u8 {}",
            &format!("{not_text} `in_path`"),
        ),
        (
            "fn part1(a: &Vec<Map<'_>>) -> u8 {} fn parse(a: &str) -> Map {}",
            "`part1` takes `&Vec<Map<'_>>`, which no function makes of the text",
        ),
    ]);
}

#[test]
fn expressions_call_what_a_file_has() {
    let source = "use map::Map; struct Day07 { sum: u8 } fn go(text: &str) -> (u8, u8) {} \
                  impl Day07 { fn new(text: &str, day: u8, year: u16) -> Self {} fn part1(&self) -> u8 {} } \
                  #[derive(Default)] struct Other(u8); impl Parts for Other { fn part2(&self) -> u8 {} } \
                  fn wrapped(text: &str) -> Option<(u8, u8)> {} fn one(text: &str) -> u8 {}";
    let source = Source::read(source.to_owned()).unwrap();
    let told = |call: &str| {
        let puzzle = Puzzle::of(2020, 7);
        let scope = Scope {
            source: &source,
            repository: &Library { days: None },
        };
        let wiring = expressions::expressed(scope, &[(Part::One, call.to_owned())], puzzle);
        wiring.map(|wiring| wiring.map(|wiring| wiring.render("D", "T", &[])))
    };
    let call = "{ let input = Map::new(input); go(input).0 }";
    let told_call = told(call).unwrap().unwrap();
    assert!(told_call.contains(&format!("part1 = |&input| {call}")));
    let by_day = told("Day%PADDED_DAY%::new(input, %DAY%, %YEAR%).part1()");
    let by_day = by_day.unwrap().unwrap();
    assert!(by_day.contains("Day07::new(input, 7, 2020).part1()"));
    for fine in [
        "Other::default().part2()",
        "<Other as Parts>::part2(&Other(1))",
        "wrapped(input).unwrap().1",
        "go(&input.trim().lines().map(|line| line.len()).collect::<String>()).0",
        "Day07::new(input, 7, 2020).sum",
    ] {
        assert!(told(fine).is_some_and(|told| told.is_ok()), "{fine}");
    }
    assert!(told("gone(input)").is_none());
    // The other part is taken, and what this one lacks is told.
    let calls = [(Part::One, "gone(input)"), (Part::Two, "one(input)")];
    let calls = calls.map(|(part, call)| (part, call.to_owned()));
    let scope = Scope {
        source: &source,
        repository: &Library { days: None },
    };
    let wiring = expressions::expressed(scope, &calls, Puzzle::of(2020, 7));
    let left_out = wiring.unwrap().unwrap().left_out;
    let expected = "part 1: `gone`, which the expressions name, is not there";
    assert_eq!(left_out.as_deref(), Some(expected));
    // What a line names and a day does not have.
    for (call, missing) in [
        ("Day07::new(input).part1()", "`Day07::new`"),
        ("Day07::parse(input).part1()", "`Day07::parse`"),
        ("Day07::new(input, 7, 2020).star1()", "`star1`"),
        ("Day07::new(input, 7, 2020).part1(input)", "`part1`"),
        ("Day07::new(input, 7, 2020).total", "`.total`"),
        ("go(input, 7).0", "`go`"),
        ("go(&read(input)).0", "`read`"),
        ("go(Grid::new(input)).0", "`Grid`"),
        ("go(text).0", "`text`"),
        ("go(input).2", "`.2`"),
        ("wrapped(input).0", "`.0`"),
        ("one(input).1", "`.1`"),
    ] {
        let why = format!("{missing}, which the expressions name, is not there");
        assert_eq!(told(call).and_then(Result::err), Some(why), "{call}");
    }
    for wrong in ["go(".to_owned(), "a; b".to_owned(), "(".repeat(100_000)] {
        assert!(super::expression(&wrong).is_err());
    }
    assert!(super::expression("Day%PADDED_DAY%(%YEAR%)").is_ok());
}

#[test]
fn deep_sources_are_refused_before_they_are_parsed() {
    let pairs = [
        ("(", ")"),
        ("!", ""),
        ("{", "}"),
        ("if a {} else ", ""),
        ("A<", ">"),
    ];
    for (open, close) in pairs.map(|(open, close)| (open.repeat(100_000), close.repeat(100_000))) {
        let why = on_large_stack(|| Source::read(format!("fn a() {{ {open}1{close} }}")).err());
        let expected = "it is nested too deeply or too long to be read";
        assert_eq!(why.as_deref(), Some(expected));
    }
    let (text, functions) = ("(".repeat(100_000), "fn a() {}".repeat(3_000));
    assert!(Source::read(format!("const TEXT: &str = \"{text}\";{functions}")).is_ok());
    let references = format!("type A = {}u8;", "&".repeat(24_000));
    assert!(on_large_stack(|| Source::read(references).is_ok()));
}

/// Days of which each has something that does not go into its copy as it is.
const DAYS: &str = "\
== 2020/src/day01.rs
fn parse(input: &str) -> Vec<u8> { vec![] }
fn part1(input: &[u8]) -> u32 { 7 }
fn part2(input: &Vec<u8>) -> i32 { -3 }
const INPUT: &str = include_str!(\"../missing.txt\");
fn day01_part1() -> u32 { part1(&parse(INPUT)) }
fn main() { day01_part1(); }
#[cfg(test)]
mod tests {
    use super::*;
    #[test] fn real() { assert_eq!(part1(&parse(&std::fs::read_to_string(\"a\").unwrap())), 8); }
}
#[test] fn helper() { assert_eq!(part1(&parse(&mine())), 8); }
#[cfg(test)] fn mine() -> String { crate::get_from_file() }
#[test] fn main_too() { assert_eq!(part1(&parse(INPUT)), 8); }
#[test] fn stays() { assert_eq!(part1(&[]), 7); }
== 2020/input/day01.txt
1
== 2020/src/day4/mod.rs
pub fn part1(input: &str) -> String { crate::day4::two() + crate::util::deep::text() }
== 2020/src/util/deep.rs
pub fn text() -> String { String::new() }
== 2020/src/day06.rs
fn part1(input: &str) -> u8 { N } const IN: &str = include_str!(\"x\"); fn input() -> u8 { part1(IN) }
== 2020/src/d7_title/mod.rs
mod own;
fn part1(input: &str) -> u8 { own::N }
== 2020/src/d7_title/own.rs
pub const N: u8 = 1;
== 2020/src/day14.rs
fn part1(input: &str) -> u8 { crate::near::SIZE }
== 2020/src/near.rs
use crate::{size, util::deep};
pub const SIZE: u8 = size();
== 2020/src/day13_part2.rs
fn main() {}
== 2020/src/day08.rs
fn part1(input: &str) -> usize { crate::words::WORDS.len() }
== 2020/src/words.rs
pub const WORDS: &str = include_str!(\"words.txt\");
== 2020/src/day9/mod.rs
fn part1(input: &str) -> usize { 1 }
#[test] fn stays() { let file = \"a fs file\"; }
#[test] fn real() { assert_eq!(part1(&crate::read_file_part(\"1.txt\")), 5); }
== 2020/src/day12/mod.rs
mod solution;
fn part1(input: &str) -> usize { solution::x() }
== 2020/src/day12/solution.rs
pub fn x() -> usize { 1 }
== 2020/src/day10.rs
#[path = \"x.rs\"] mod inner;
fn part1(input: &str) -> usize { inner::x() }
== 2020/src/day11.rs
aoc_solution::functions! { Day11, \"T\", part1 = |input| input.len() }
== 2020/build.rs
";

/// Days whose tests have examples, and assertions that are none.
const EXAMPLES: &str = "\
== 2020/src/bin/01.rs
advent_of_code::solution!(1);
pub fn part_one(input: &str) -> Option<u32> { None }
pub fn part_two(input: &str) -> Option<String> { None }
#[cfg(test)]
mod tests {
    use super::*;
    #[test]
    fn test_part_one() {
        let result = part_one(&advent_of_code::template::read_file(\"examples\", DAY));
        assert_eq!(result, Some(2));
    }
    #[test]
    fn test_part_two() {
        let result = part_two(&advent_of_code::template::read_file(\"examples\", DAY));
        assert_eq!(result, Some(\"x\".to_string()));
    }
    #[test]
    fn other() {
        let input = advent_of_code::template::read_file_part(\"examples\", DAY, 2);
        assert_eq!(part_two(&input), Some(-7));
        assert_eq!(part_one(&advent_of_code::template::read_file(\"inputs\", DAY)), Some(3));
        assert_eq!(part_one(&input), None);
    }
}
== 2020/data/examples/01.txt
a
b
== 2020/data/examples/01-2.txt
c
== 2020/Cargo.toml
[package]
name = \"advent_of_code\"
== 2020/src/lib.rs

== 2020/tool/src/day02.rs
use aoc_runner_derive::{aoc, aoc_generator};
#[aoc_generator(day2)]
fn parse(input: &str) -> Vec<u8> { vec![] }
#[aoc(day2, part1)]
fn part1(input: &[u8]) -> u32 { 7 }
#[aoc(day2, part2)]
fn part2(input: &[u8]) -> i32 { -3 }
#[cfg(test)]
mod tests {
    use super::*;
    const EXAMPLE: &str = \"1\n2\";
    #[test] fn one() { let input = parse(EXAMPLE); assert_eq!(part1(&input), 7); }
    #[test] fn two() { assert_eq!(part2(&parse(EXAMPLE)), -3); assert_eq!(part1(&[1]), 9); }
    #[test] fn real() { assert_eq!(part1(&parse(&std::fs::read_to_string(\"a\").unwrap())), 8); }
    #[test] fn changed() { let mut input = parse(\"5\"); input.push(1); assert_eq!(part1(&input), 8); }
    #[test] #[should_panic] fn fails() { assert_eq!(part1(&parse(\"9\")), 8); }
    #[test] fn inner() { let input = parse(\"6\"); let (input, _) = other(input); assert_eq!(part1(&input), 8); }
    #[test] fn local() { const EXAMPLE: &str = \"8\"; let other = EXAMPLE; call(other); assert_eq!(part1(&parse(EXAMPLE)), 8); }
    #[test] fn small() { SIZE.set(7); assert_eq!(part1(&parse(\"7\")), 8); }
    #[test] fn grows() { let a = (1, 1, 1, 1); GROWS }
    #[test] fn blank() { assert_eq!(part1(&parse(\"1\n\n\")), 8); }
    #[test] fn own() { assert_eq!(part1(&parse(include_str!(\"../input/day01.txt\"))), 8); }
}
== 2020/loose/day03/mod.rs
pub fn part1(input: &str) -> String { String::new() }
== 2020/tests/day03.rs
#[test] fn t() { assert_eq!(part1(\"x\"), \"AB\"); }
== 2020/loose/day04.rs
#[cfg(not(test))] const N: u8 = 25; #[cfg(test)] const N: u8 = 5;
fn part1(input: &str) -> u8 { N }
#[test] fn t() { let input = \"x\"; assert_eq!(part1(input), 5); }
";

#[test]
fn a_copy_has_no_main_and_no_tests_that_read_files() {
    let temp = tempfile::tempdir().unwrap();
    unpack(temp.path(), DAYS);
    let page = "<title>Day 1 - Advent of Code 2020</title><main><article class=\"day-desc\">\
                <h2>--- Day 1: Adding \"Up\" ---</h2></article></main>";
    write(temp.path(), "project/inputs/year2020/day01.html", page);
    let plan = planned(temp.path(), Some("2020")).unwrap();
    let text = |path: &str| {
        let path = format!("days/year2020/{path}");
        let mut files = plan.files.iter();
        &files.find(|it| it.file == path).expect(&path).text
    };
    insta::assert_snapshot!(text("day01.rs"));
    assert!(text("day04.rs").contains("{ crate::day04::two() + crate::util::"));
    assert!(text("day06.rs").ends_with("fn part1(input: &str) -> u8 { N }  \n"));
    assert!(text("day07/own.rs").starts_with("pub const N"));
    assert!(text("day12/solution.rs").starts_with("pub fn x"));
    assert!(text("day09.rs").ends_with("\"a fs file\"; }\n"));
    assert!(text("day11.rs").starts_with("aoc_solution"));
    let expected = [
        "src/words.rs: `include_str!` would mean something else in the copy: change the code first",
        "`#[path = \"x.rs\"]` would mean something else in the copy: change the code first",
        "it is a part of a day: put each day into one file",
        "src/near.rs: `crate::size` would mean something else in the copy: change the code first",
        "it would change how all is built: copy what days want of it yourself",
    ];
    assert_eq!(reasons(&plan).collect::<Vec<_>>(), expected);
}

/// The plan for the files of a repository called `old`, each after a line with its path.
fn plan_of(files: &str) -> Plan {
    let temp = tempfile::tempdir().unwrap();
    unpack(&temp.path().join("old"), files);
    planned(temp.path(), Some("old")).unwrap()
}

/// The text of a planned file.
fn text_in<'p>(plan: &'p Plan, path: &str) -> &'p str {
    let file = plan.files.iter().find(|file| file.file == path);
    &file
        .unwrap_or_else(|| panic!("{path}: {:?}", plan.skipped))
        .text
}

#[test]
fn items_at_the_root_of_a_crate_come_along_without_the_days() {
    let plan = plan_of(
        "== 2020/src/day01.rs\nuse crate::{Day, util::two};\npub use super::Answers;\n\
         fn part1(input: &str) -> u8 { crate::one() + two() }\n\
         == 2020/src/util.rs\npub fn two() -> u8 { 2 }\n\
         == 2020/src/main.rs\nmod util;\nmod day01;\nuse clap::Parser;\n\
         trait Day {}\npub struct Answers(u8, pub u8);\nfn one() -> u8 { 1 }\n\
         fn all() { day01::part1(\"\") }\nfn main() { all() }\n",
    );
    let copy = text_in(&plan, "days/year2020/day01.rs");
    let uses = "use crate::{Day, util::two};\npub use crate::Answers;\n";
    assert!(copy.starts_with(uses), "{copy}");
    insta::assert_snapshot!(text_in(&plan, "days/year2020/crate_root.rs"), @"
    #[allow(unused_imports)]
    use super::*;
    pub(crate) use clap::Parser;
    pub(crate) trait Day {}
    pub struct Answers(pub(crate) u8, pub u8);
    pub(crate) fn one() -> u8 { 1 }
    ");
}

#[test]
fn macros_of_crates_at_the_root_are_named_where_they_are_called() {
    let manifest = "== 2020/Cargo.toml\n[package]\nname = \"y\"\n[dependencies]\n\
                    lazy_static = \"1\"\nitertools = \"0.8\"\n";
    let crates = "#[macro_use]\nextern crate lazy_static;\n#[macro_use] extern crate itertools;\n";
    let day = "//! One.\nuse std::fmt;\nlazy_static! { static ref A: u8 = 1; }\n\
               macro_rules! own { () => {} }\n\
               fn part1(input: &str) -> u8 { own!(); vec![1]; iproduct!(0..1);\n\
               if !(true) && !(true) || !{ true } { return !(1) } 1 }\n";
    let plan = plan_of(&format!(
        "{manifest}== 2020/src/main.rs\n{crates}mod day01;\nmod util;\n\
         == 2020/src/day01.rs\n{day}== 2020/src/util.rs\n"
    ));
    let text = text_in(&plan, "days/year2020/day01.rs");
    let uses = "//! One.\nuse itertools::iproduct;\nuse lazy_static::lazy_static;\nuse std::fmt;\n";
    assert!(text.starts_with(uses), "{text}");
    let year = text_in(&plan, "days/year2020/Cargo.toml");
    let has = |line: &str| year.lines().any(|other| other == line);
    assert!(
        has("lazy_static = \"1\"") && has("itertools = \"0.8\""),
        "{year}"
    );
    // A package of the repository may define them.
    let plan = plan_of(
        "== 2020/Cargo.toml\n[package]\nname = \"y\"\n[dependencies]\n\
         my-tools = { path = \"tools\" }\n\
         == 2020/tools/Cargo.toml\n[package]\nname = \"my-tools\"\n\
         == 2020/tools/src/lib.rs\n#[macro_export]\nmacro_rules! get { () => {} }\n\
         == 2020/src/lib.rs\n#[macro_use] extern crate my_tools;\nmod day01;\n\
         == 2020/src/day01.rs\nfn part1(input: &str) -> u8 { get!(); 1 }\n",
    );
    let text = text_in(&plan, "days/year2020/day01.rs");
    assert!(text.contains("use my_tools::get;\n"), "{text}");
    // A program has them in its own file, where a module cannot.
    let plan = plan_of(&format!(
        "{manifest}== 2020/src/bin/01.rs\n{}",
        day.replace("//! One.\n", crates)
    ));
    let text = text_in(&plan, "days/year2020/day01.rs");
    assert!(text.starts_with(&uses["//! One.\n".len()..]), "{text}");
}

#[test]
fn names_that_only_main_used_are_not_imported() {
    for (uses, expected) in [
        ("use std::fs;\n", ""),
        ("use std::{env, fs};\n", ""),
        (
            "use std::{collections::HashMap, env, fs};\n",
            "use std::{collections::HashMap};\n",
        ),
        (
            "use std::{env, fs, collections::HashMap};\n",
            "use std::{collections::HashMap};\n",
        ),
        (
            "use std::{env, collections::{HashMap, BTreeMap}, fs::File};\n",
            "use std::{collections::{HashMap, BTreeMap}};\n",
        ),
        (
            "use std::{collections::{BTreeSet, HashMap}};\n",
            "use std::{collections::{HashMap}};\n",
        ),
        // What nobody names may be a trait, and others may import a name from here.
        ("use std::io::Read;\n", "use std::io::Read;\n"),
        ("use std::str::FromStr;\n", "use std::str::FromStr;\n"),
        ("pub use std::fs;\n", "pub use std::fs;\n"),
        ("use std::env as environment;\n", ""),
        // The call of the part has what `main` passed.
        ("use std::cmp::max;\n", "use std::cmp::max;\n"),
    ] {
        let plan = plan_of(&format!(
            "== 2020/src/bin/01.rs\n{uses}\
             fn part1(input: &str, n: u8) -> usize {{ HashMap::<u8, u8>::new().len() }}\n\
             fn main() {{ let a = (env::args(), fs::x(), File::y(), environment::z(), BTreeSet::new()); \
             FromStr::of(); part1(&read(), max(1, 2)); }}\n"
        ));
        let text = text_in(&plan, "days/year2020/day01.rs");
        let (before, _) = text.split_once("aoc_solution::functions!").unwrap();
        assert_eq!(before, expected, "{uses}");
    }
}

#[test]
fn the_call_comes_before_a_first_item_that_becomes_visible() {
    let plan = plan_of(
        "== 2020/src/day01.rs\nuse std::fmt;\n\nstruct Data { one: u8 }\n\
         fn parse(input: &str) -> Data { Data { one: 1 } }\n\
         fn part1(input: &Data) -> u8 { input.one }\n",
    );
    let copy = text_in(&plan, "days/year2020/day01.rs");
    assert!(
        copy.starts_with("use std::fmt;\n\naoc_solution::functions! {"),
        "{copy}"
    );
    assert!(copy.contains("}\n\npub(crate) struct Data {"), "{copy}");
}

#[test]
fn what_the_whole_crate_sees_at_its_root_is_seen_in_the_copy() {
    let plan = plan_of(
        "== 2020/src/day01.rs\nuse crate::{HashMap, Pair};\n\
         fn part1(input: &str) -> u8 { Pair(1, 2).sum() + Pair::ONE }\n\
         == 2020/src/main.rs\nmod day01;\nuse std::collections::HashMap;\n\
         pub struct Pair(u8, pub u8);\nstruct Named { #[allow(unused)] one: u8 }\n\
         impl Pair { const ONE: u8 = 1; #[inline] fn sum(&self) -> u8 { self.0 } }\n\
         impl Clone for Pair { fn clone(&self) -> Self { Self(self.0, self.1) } }\n\
         mod own { fn hidden() {} }\n",
    );
    insta::assert_snapshot!(text_in(&plan, "days/year2020/crate_root.rs"), @"
    #[allow(unused_imports)]
    use super::*;
    pub(crate) use std::collections::HashMap;
    pub struct Pair(pub(crate) u8, pub u8);
    pub(crate) struct Named { #[allow(unused)] pub(crate) one: u8 }
    impl Pair { pub(crate) const ONE: u8 = 1; #[inline] pub(crate) fn sum(&self) -> u8 { self.0 } }
    impl Clone for Pair { fn clone(&self) -> Self { Self(self.0, self.1) } }
    pub(crate) mod own { fn hidden() {} }
    ");
}

#[test]
fn modules_within_a_module_of_the_root_stay_in_its_folder() {
    let plan = plan_of(
        "== src/year2020/day01.rs\nuse crate::util::{grid::side, deep::far};\n\
         fn part1(input: &str) -> u8 { side() + far::one() + crate::own() }\n\
         == src/util/grid.rs\npub fn side() -> u8 { 1 }\n\
         == src/util/deep/far.rs\npub fn one() -> u8 { 1 }\n\
         == src/lib.rs\npub mod util {\n    pub mod grid;\n    pub mod deep { pub mod far; }\n    \
         pub use grid::side as other;\n}\npub mod year2020 {\n    pub mod day01;\n}\n\
         fn own() -> u8 { 1 }\n",
    );
    let index = text_in(&plan, "days/year2020/util/mod.rs");
    assert_eq!(
        index,
        "pub mod grid;\n    pub mod deep { pub mod far; }\n    pub use grid::side as other;\n"
    );
    assert_eq!(
        text_in(&plan, "days/year2020/util/deep/mod.rs"),
        "pub mod far;\n"
    );
    let root = text_in(&plan, "days/year2020/crate_root.rs");
    assert!(
        root.contains("fn own()") && !root.contains("mod "),
        "{root}"
    );
}

#[test]
fn tests_of_other_tools_give_examples() {
    let temp = tempfile::tempdir().unwrap();
    unpack(temp.path(), EXAMPLES);
    let plan = planned(temp.path(), Some("2020")).unwrap();
    let example = |day: &str| {
        let text = text_in(&plan, &format!("days/year2020/{day}.rs"));
        let (_, after) = text.split_once("examples = [").unwrap_or_default();
        let (examples, _) = after.split_once("],\n}").unwrap_or_default();
        examples
            .replace("aoc_solution::example!", "")
            .replace("\n        ", " ")
            .trim()
            .to_owned()
    };
    assert_eq!(
        example("day01"),
        r#"("a\nb\n").part1("2").part2("x"), ("c\n").part2("-7"),"#
    );
    assert_eq!(example("day02"), r#"("1\n2").part1("7").part2("-3"),"#);
    assert_eq!(example("day03"), r#"("x").part1("AB"),"#);
    assert_eq!(example("day04"), "");
}

#[test]
fn a_folder_of_modules_that_the_root_declared_declares_them() {
    let plan = plan_of(
        "== 2020/src/lib.rs\nlibrary!(util deep, other);\n\
         == 2020/src/year2020/day01.rs\nuse crate::util::deep; fn part1(_: &str) -> u8 { deep() }\n\
         == 2020/src/util/deep.rs\n\n== 2020/src/util/other.rs\n",
    );
    let index = text_in(&plan, "days/year2020/util/mod.rs");
    assert_eq!(index, "pub mod deep;\npub mod other;\n");
}

#[test]
fn nothing_is_claimed_that_cannot_work() {
    let part = "fn part1(input: &str) -> u8 { 1 }";
    let features = "== 2020/Cargo.toml\n[package]\nname = \"x\"\n[features]\n\
                    default = [\"a\"]\na = [\"b\"]\nb = []\nc = []\n";
    for (name, root, code, expected) in [
        (
            "a macro of its own",
            "macro_rules! puzzle { () => {} } mod day01;",
            "puzzle!(); fn part1(input: &str) -> u8 { 1 }",
            "`puzzle!` at its top is a macro of the repository: replace it with what it writes",
        ),
        (
            "an item that needs the days",
            "mod day01; pub fn all() { day01::part1(\"\") }",
            "fn part1(input: &str) -> u8 { crate::all() }",
            "`crate::all` would mean something else in the copy: change the code first",
        ),
        (
            "a feature of its package",
            "mod day01;",
            "fn part1(input: &str) -> u8 { if cfg!(feature = \"a\") { 1 } else { 2 } }",
            "`feature = \"a\"` would mean something else in the copy: change the code first",
        ),
        (
            "a feature that another one turns on",
            "mod day01;",
            "#[cfg(not(feature = \"b\"))] fn x() {} fn part1(input: &str) -> u8 { 1 }",
            "`feature = \"b\"` would mean something else in the copy: change the code first",
        ),
        (
            "a constant with the text of a file",
            "mod day01;",
            "const MAP: &str = include_str!(\"map.txt\"); fn part1(input: &str) -> usize { MAP.len() }",
            "`include_str!` would mean something else in the copy: change the code first",
        ),
    ] {
        let plan = plan_of(&format!(
            "{features}== 2020/src/lib.rs\n{root}\n== 2020/src/day01.rs\n{code}"
        ));
        assert_eq!(reasons(&plan).collect::<Vec<_>>(), [expected], "{name}");
        assert!(plan.has_refused && plan.days.is_empty(), "{name}");
    }
    for (name, root, code) in [
        (
            "a feature of its package that is not on by default",
            "mod day01;",
            "fn part1(input: &str) -> u8 { if cfg!(feature = \"c\") { 1 } else { 2 } }",
        ),
        (
            "a feature that the day does without",
            "#![feature(array_windows)] mod day01;",
            part,
        ),
        (
            "a folder that only main uses",
            "mod day01;",
            "#[derive(RustEmbed)] #[folder = \"in\"] struct Files; fn part1(input: &str) -> u8 { 1 } \
             fn main() { Files::get(\"1\"); }",
        ),
        (
            "a macro that includes files where it is called",
            "mod day01;",
            "macro_rules! check { ($n:expr) => { include_str!($n) } } fn part1(input: &str) -> u8 { 1 }",
        ),
        (
            "all of the root",
            "mod day01; fn one() -> u8 { 1 }",
            "use super::*; fn part1(input: &str) -> u8 { one() }",
        ),
        (
            "a main function of the text",
            "mod day01;",
            "pub fn main(input: &str) -> (u8, u8) { (1, 1) }",
        ),
    ] {
        let plan = plan_of(&format!(
            "{features}== 2020/src/lib.rs\n{root}\n== 2020/src/day01.rs\n{code}"
        ));
        assert_eq!(plan.days.len(), 1, "{name}: {:?}", plan.skipped);
        let text = text_in(&plan, "days/year2020/day01.rs");
        assert!(!text.contains("Files"), "{name}");
    }
}

#[test]
fn what_is_not_called_a_day_and_settings_of_builds_are_named() {
    let day = "fn part1(input: &str) -> u8 { 1 }";
    let plan = plan_of(&format!("== src/first.rs\n{day}\n== src/lib.rs\n"));
    let [skipped] = &*plan.skipped else {
        panic!("{:?}", plan.skipped);
    };
    assert!(skipped.from.ends_with("src/first.rs"));
    assert!(skipped.why.starts_with("no file is named like a day"));
    let plan = plan_of("== src/main.rs\nfn main() {}");
    assert!(plan.skipped[0].from.ends_with("old"), "{:?}", plan.skipped);
    let plan = plan_of(&format!(
        "== 2020/src/day01.rs\n{day}\n== 2021/src/day02.rs\n{day}\n\
         == 2020/.cargo/config.toml\n[build]\nrustflags = []\n"
    ));
    let [skipped] = &*plan.skipped else {
        panic!("{:?}", plan.skipped);
    };
    assert!(skipped.why.ends_with("copy what days want of it yourself"));
    assert_eq!(skipped.wanted_by, [Puzzle::of(2020, 1)]);
}

/// The plan for a day that uses the package `x`, with lines of its manifest and its code.
fn plan_with_package(manifest: &str, code: &str) -> Plan {
    plan_of(&format!(
        "== 2020/Cargo.toml\n[package]\nname = \"y\"\n[dependencies]\nx.path = \"../x\"\n\
         == 2020/src/bin/01.rs\nuse x::y; fn part1(input: &str) -> u8 {{ 1 }}\n\
         == x/Cargo.toml\n[package]\nname = \"x\"\n{manifest}\n== x/src/lib.rs\n{code}"
    ))
}

#[test]
fn features_of_the_root_that_a_day_may_use_go_to_its_head() {
    let plan = plan_of(
        "== 2020/src/lib.rs\n#![feature(iter_next_chunk, test)] mod day01;\n\
         == 2020/src/main.rs\nfn main() {}\n== 2020/src/day01.rs\n\
         //! One.\nfn part1(input: &str) -> usize { input.next_chunk() }",
    );
    let text = text_in(&plan, "days/year2020/day01.rs");
    assert!(text.starts_with("#![feature(iter_next_chunk)]\n//! One.\n"));
}

#[test]
fn a_shared_module_may_need_a_feature_of_the_root() {
    let plan = plan_of(
        "== 2020/src/lib.rs\n#![feature(iter_next_chunk)] mod day01; mod util;\n\
         == 2020/src/util.rs\npub fn one() -> u8 { [1].into_iter().next_chunk() }\n\
         == 2020/src/day01.rs\nuse crate::util;\nfn part1(input: &str) -> u8 { util::one() }",
    );
    let text = text_in(&plan, "days/year2020/day01.rs");
    assert!(text.starts_with("#![feature(iter_next_chunk)]\n"), "{text}");
    // It is told before anything is built.
    assert_eq!(plan.nightly, [Year::of(2020).day(Day::of(1))]);
    // Some have a syntax and no name.
    let plan = plan_of(
        "== 2020/src/lib.rs\n#![feature(trait_alias)] mod day01; mod day02; mod util;\n\
         == 2020/src/util.rs\npub trait Both<A> = Into<A> + From<A>;\n\
         == 2020/src/day01.rs\nuse crate::util::*;\nfn part1(input: &str) -> u8 { 1 }\n\
         == 2020/src/day02.rs\npub trait Same<A = u8> {}\nfn part1(input: &str) -> u8 { 1 }\n",
    );
    assert_eq!(plan.nightly, [Year::of(2020).day(Day::of(1))]);
    // `use util::Both` at the root does not make `crate::util` an item of the root, which would
    // bring `run` and what runs the days, and refuse them for a path of that.
    let plan = plan_of(
        "== 2020/src/main.rs\n#![feature(trait_alias)] mod day01; mod run; mod util;\n\
         use util::Both;\nfn main() { run::all(); }\nfn say(a: impl Both<u8>) { run::all(); }\n\
         == 2020/src/run.rs\nmacro_rules! call { ($day:ident) => { crate::$day::part1 } }\n\
         == 2020/src/util.rs\npub trait Both<A> = Into<A> + From<A>;\n\
         == 2020/src/day01.rs\nuse crate::util::*;\nfn part1(input: &str) -> u8 { 1 }\n",
    );
    assert_eq!(reasons(&plan).next(), None);
    assert_eq!(plan.nightly, [Year::of(2020).day(Day::of(1))]);
    assert_eq!(plan.features, BTreeSet::from(["trait_alias".to_owned()]));
    // Beside a library without the days, the program is their root.
    let plan = plan_of(
        "== 2020/src/lib.rs\npub fn one() {}\n\
         == 2020/src/main.rs\n#![feature(iter_next_chunk)] mod day01;\nfn main() {}\n\
         == 2020/src/day01.rs\nfn part1(input: &str) -> usize { input.next_chunk() }\n",
    );
    assert_eq!(plan.nightly, [Year::of(2020).day(Day::of(1))]);
    let plan = plan_of(
        "== 2020/src/lib.rs\n#![feature(generic_const_exprs)] mod day01; mod day02;\n\
         == 2020/src/day01.rs\nfn all<T, const N: usize>() -> [u8; N * 2] { [0; N * 2] }\n\
         fn part1(input: &str) -> u8 { 1 }\n\
         == 2020/src/day02.rs\nfn part1(input: &str) -> u8 { 1 }\n",
    );
    assert_eq!(plan.nightly, [Year::of(2020).day(Day::of(1))]);
}

#[test]
fn only_what_a_path_names_comes_along() {
    let plan = plan_of(
        "== 2020/src/lib.rs\nmod day01; mod grid;\n== 2020/src/template.rs\nmod gone;\n\
         == 2020/src/test.rs\nmod gone;\n== 2020/src/grid.rs\npub fn one() -> u8 { 1 }\n\
         == 2020/src/day01.rs\nuse crate::{grid};\n\
         fn part1(template: &str) -> u8 { let test = 1; test + grid::one() }\n\
         #[cfg(test)] mod test { }\n",
    );
    let files: Vec<&str> = plan.files.iter().map(|file| &*file.file).collect();
    let expected = [
        "days/year2020/Cargo.toml",
        "days/year2020/day01.rs",
        "days/year2020/grid.rs",
    ];
    assert_eq!(files, expected);
}

#[test]
fn macros_and_attributes_that_register_a_day_are_left_out() {
    let plan = plan_of(
        "== 2020/Cargo.toml\n[package]\nname = \"y\"\n[dependencies]\nx.path = \"../x\"\n\
         == 2020/src/lib.rs\nmacro_rules! boilerplate { ($($a:tt)*) => {} }\nmod day01;\n\
         == 2020/src/day01.rs\nboilerplate!(Day, 1, part1, 7);\n\
         fn part1(input: &str) -> u8 { 1 }\n\
         == 2020/src/bin/02.rs\n#[x::main(02)]\n#[inline]\n\
         fn main(input: &str) -> (u8, u8) { (1, 2) }\n\
         == x/Cargo.toml\n[package]\nname = \"x\"\n[lib]\nproc-macro = true\n\
         == x/src/lib.rs\n#[proc_macro_attribute]\npub fn main() { let a = quote! { \
         run(include_str!(#path).trim_end()) }; }\n",
    );
    let [one, two] =
        ["day01", "day02"].map(|day| text_in(&plan, &format!("days/year2020/{day}.rs")));
    assert!(
        one.ends_with("}\n\nfn part1(input: &str) -> u8 { 1 }\n"),
        "{one}"
    );
    assert!(
        two.ends_with("}\n\n#[inline]\nfn main(input: &str) -> (u8, u8) { (1, 2) }\n"),
        "{two}"
    );
    assert!(
        two.contains("text = |input| input.trim_end(),\n    solve = main"),
        "{two}"
    );
}

#[test]
fn what_a_trait_demands_gives_no_file() {
    let plan = plan_of(
        "== 2020/src/day01.rs\npub struct D;\nimpl Day for D {\n\
         fn input(&self) -> &'static str { include_str!(\"a\") }\n\
         fn part1(&self, input: &str) -> u8 { 1 }\n}\n",
    );
    let text = text_in(&plan, "days/year2020/day01.rs");
    let input = "fn input(&self) -> &'static str { unimplemented!(\"the file is not copied\") }\n";
    assert!(text.contains(input), "{text}");
}

#[test]
fn a_package_keeps_its_own_macros() {
    let plan = plan_with_package("", "solution! { pub fn y() {} }\npub fn z() {}\n");
    assert!(text_in(&plan, "days/x/src/lib.rs").starts_with("solution! {"));
}

#[test]
fn compatible_requirements_are_one() {
    let day = |day: &str, needed: &str| {
        format!(
            "== 2023/{day}/src/main.rs\nuse adv::X; fn part1(_: &str) -> u8 {{ 1 }}\n\
             == 2023/{day}/Cargo.toml\n[package]\nname = \"{day}\"\n[dependencies]\nadv = {needed}\n"
        )
    };
    for (one, other, both) in [
        ("\"4.11\"", "\"4.12\"", Some("adv = \"4.12\"")),
        ("\"4.12.1\"", "\"4.2\"", Some("adv = \"4.12.1\"")),
        ("\"0.3\"", "\"0.4\"", None),
        ("\"=1.2\"", "\"1.3\"", None),
        ("\"1\"", "{ git = \"https://a.b/c\" }", None),
        (
            "{ version = \"2\", features = [\"a\"] }",
            "{ version = \"2.1\", features = [\"b\"] }",
            Some("adv = { version = \"2.1\", features = [\"a\", \"b\"] }"),
        ),
        (
            "{ version = \"2\", default-features = false }",
            "\"2\"",
            Some("adv = \"2\""),
        ),
    ] {
        let plan = plan_of(&(day("day01", one) + &day("day02", other)));
        assert_eq!(
            plan.days.len(),
            if both.is_some() { 2 } else { 1 },
            "{one} {other}"
        );
        let manifest = text_in(&plan, "days/year2023/Cargo.toml");
        if let Some(both) = both {
            assert!(manifest.contains(&format!("\n{both}\n")), "{manifest}");
        }
    }
}

#[test]
fn a_member_may_ask_for_default_features() {
    let plan = plan_of(
        "== Cargo.toml\n[workspace]\nmembers = [\"2020\"]\n[workspace.dependencies]\n\
         adv = { version = \"2\", default-features = false }\n\
         oth = { version = \"3\", default-features = false }\n\
         == 2020/Cargo.toml\n[package]\nname = \"y\"\n[dependencies]\n\
         adv = { workspace = true, default-features = true }\noth.workspace = true\n\
         == 2020/src/bin/01.rs\nuse adv::X; use oth::Y; fn part1(_: &str) -> u8 { 1 }\n",
    );
    let manifest = text_in(&plan, "days/year2020/Cargo.toml");
    assert!(
        manifest.contains("\nadv = { version = \"2\" }\n"),
        "{manifest}"
    );
    let other = "\noth = { version = \"3\", default-features = false }\n";
    assert!(manifest.contains(other), "{manifest}");
}

#[test]
fn a_derive_crate_brings_the_one_that_it_belongs_to() {
    let plan = plan_of(
        "== 2020/Cargo.toml\n[package]\nname = \"y\"\n[dependencies]\n\
         adv = \"2\"\nadv-derive = \"2\"\nunused = \"1\"\n\
         == 2020/src/bin/01.rs\nuse adv_derive::X; fn part1(_: &str) -> u8 { 1 }\n",
    );
    let manifest = text_in(&plan, "days/year2020/Cargo.toml");
    assert!(
        manifest.contains("\nadv = \"2\"\nadv-derive = \"2\"\n"),
        "{manifest}"
    );
    assert!(!manifest.contains("unused"), "{manifest}");
}

#[test]
fn days_that_are_named_like_none_end_with_1() {
    let day = "fn part1(input: &str) -> u8 { 1 }";
    let plan = plan_of(&format!("== 2020/src/first.rs\n{day}\n"));
    assert!(plan.has_refused && plan.days.is_empty());
}

#[test]
fn a_package_of_procedural_macros_is_copied_like_any_other() {
    let plan = plan_with_package("[lib]\nproc-macro = true", "#![feature(test)]");
    let manifest = text_in(&plan, "days/x/Cargo.toml");
    assert!(manifest.contains("\nproc-macro = true\n"), "{manifest}");
    // Cargo refuses both.
    assert!(!manifest.contains("crate-type"), "{manifest}");
    assert!(text_in(&plan, "days/year2020/Cargo.toml").contains("path = \"../x\""));
}

#[test]
fn manifests_are_read_and_written_with_what_days_need() {
    let temp = tempfile::tempdir().unwrap();
    write(temp.path(), "old/help/src/lib.rs", "");
    let own = "[package]\nname = \"u\"";
    write(temp.path(), "project/u/Cargo.toml", own);
    let plan = |name: &str, tables: &str| {
        let code = "fn part1(_: &str) -> u8 { x::one() }";
        write(temp.path(), "old/2020/src/bin/01.rs", code);
        for (folder, name, tables) in [
            ("2020", "d", "[dependencies]\nx = { path = \"../help\" }"),
            ("help", name, &format!("[lib]\nname = \"x\"\n{tables}")),
        ] {
            let text = format!("[package]\nname = \"{name}\"\nedition = \"2021\"\n{tables}");
            write(temp.path(), &format!("old/{folder}/Cargo.toml"), text);
        }
        planned(temp.path(), Some("old")).unwrap()
    };
    let outside = "[dependencies]\nfoo = { path = \"../../y\" }";
    for (name, (tables, expected)) in [
        (
            r#"a\"b"#,
            (
                "",
                r#"the package `a"b` cannot be copied: it has no library, or an odd"#,
            ),
        ),
        ("x", ("path = \"gone.rs\"", "help/gone.rs is not there")),
        (
            "a/../../b",
            ("", "the package `a/../../b` cannot be copied"),
        ),
        ("Year2020", ("", "the package `Year2020` cannot be copied")),
        ("u", ("", "the package `u` cannot be copied")),
        ("core", ("", "the package `core` cannot be copied")),
        ("x", (outside, "the package `foo` is outside of the folder")),
    ] {
        let plan = plan(name, tables);
        let why = reasons(&plan).collect::<Vec<_>>();
        assert_eq!((plan.files.len(), why.len()), (0, 1), "{name} {tables}");
        assert!(why[0].contains(expected), "{name} {tables}: {why:?}");
    }
    for tables in ["[", "[dependencies]\nfoo = \"nonsense\""] {
        let plan = plan("x", tables);
        let why: Vec<&str> = reasons(&plan).collect();
        assert!(plan.files.is_empty() && why.len() == 2, "{tables}: {why:?}");
    }
    let tables = "[dependencies]\nregex = { version = \"1\", optional = true }\naoc-runner = \"0.3\"\n\
         md-5 = { workspace = true, features = [\"x\"] }\nadv = { version = \"2\", default_features = false }\n\
         far = { git = \"https://a.b/c\", package = \"near\" }\n\
         [features]\na = [\"aoc-runner/x\", \"regex\"]\n\
         [workspace.dependencies]\nmd-5 = { version = \"0.10\", features = [\"y\"] }\n[workspace]\n";
    insta::assert_snapshot!(plan("fine-name", tables).files[0].text);
}

#[test]
fn packages_come_along_whole_and_never_mixed() {
    let temp = tempfile::tempdir().unwrap();
    let template = "== old/YEAR/Cargo.toml\n[package]\nname = \"lib\"\n[dependencies]\nz.path = \"z\"\n\
         == old/YEAR/z/Cargo.toml\n[package]\nname = \"z\"\n== old/YEAR/z/src/lib.rs\n\n== old/YEAR/src/lib.rs\n// YEAR\n\
         == old/YEAR/src/bin/01.rs\nfn part1(_: &str) -> u8 { lib::one() + z::two() }\n";
    for year in ["2022", "2023"] {
        unpack(temp.path(), &template.replace("YEAR", year));
    }
    // A workspace that is not whole.
    let helper = "== old/Cargo.toml\n[workspace]\nmembers = [\"gone\"]\n== old/help/Cargo.toml\n[package]\nname = \"help\"\n[lib]\npath = \"./x.rs\"\nname = \"h\"\ntest = false\ndoctest = false\nbench = false\n\
         == old/help/x.rs\n\n== old/help/build.rs\n\n\
         == old/2021/Cargo.toml\n[package]\nname = \"y\"\n[dependencies]\nhelp = { path = \"../help\", version = \"1\" }\naoc-solution.path = \"../vendor\"\n\
         == old/2021/src/bin/01.rs\nfn part1(_: &str) -> u8 { h::one(aoc_solution::X) }\n== old/vendor/Cargo.toml\n[package]\nname = \"aoc-solution\"\n== old/vendor/src/lib.rs\n";
    unpack(temp.path(), helper);
    let in_project = "== project/days/lib_2023/src/lib.rs\n// another\n\
         == project/days/year2020/Cargo.toml\n[dependencies]\nlib = { path = \"../lib_2020\" }\n";
    unpack(temp.path(), in_project);
    let plan = planned(temp.path(), Some("old")).unwrap();
    let files: Vec<&str> = plan.files.iter().map(|it| &*it.file).collect();
    insta::assert_snapshot!(files.join("\n"), @"
    days/help/Cargo.toml
    days/lib_2022/Cargo.toml
    days/z_2022/Cargo.toml
    days/help/x.rs
    days/lib_2022/src/lib.rs
    days/z_2022/src/lib.rs
    days/year2021/Cargo.toml
    days/year2022/Cargo.toml
    days/year2021/day01.rs
    days/year2022/day01.rs
    ");
    let library =
        "\n[lib]\npath = \"./x.rs\"\nname = \"h\"\ntest = false\ndoctest = false\nbench = false\n";
    assert!(
        plan.files[0].text.contains(library),
        "{}",
        plan.files[0].text
    );
    let all: String = plan.files.iter().map(|it| &*it.text).collect();
    let entry = "\nh = { package = \"help\", path = \"../help\" }\n";
    assert!(all.contains(entry) && !all.contains("lib_2020"), "{all}");
    let why = "the project has its own days/lib_2023/src/lib.rs there, or a link";
    assert_eq!(reasons(&plan).next(), Some(why));
}

#[test]
fn days_that_are_there_as_they_would_be_copied_are_told() {
    let temp = tempfile::tempdir().unwrap();
    for day in ["01", "02"] {
        let path = format!("old/2020/day{day}.rs");
        write(temp.path(), &path, "fn part1(_: &str) -> u8 { 1 }");
    }
    let plan = planned(temp.path(), Some("old")).unwrap();
    assert_eq!(plan.unchanged(), []);
    write(
        &temp.path().join("project"),
        "days/year2020/day02.rs",
        text_in(&plan, "days/year2020/day02.rs"),
    );
    let plan = planned(temp.path(), Some("old")).unwrap();
    assert_eq!(plan.unchanged(), [Puzzle::of(2020, 2)]);
}

#[test]
fn only_an_unchanged_template_is_replaced_and_no_link_is_followed() {
    let temp = tempfile::tempdir().unwrap();
    let project = temp.path().join("project");
    for (year, edit) in [(2019, ""), (2020, "\n")] {
        let day = day_file(BUILT_IN, Puzzle::of(year, 1), None);
        write(&project, &day.path, day.text + edit);
    }
    write(&project, "days/year2021/day01/mod.rs", "");
    #[cfg(unix)]
    std::os::unix::fs::symlink(temp.path(), project.join("days/year2022")).unwrap();
    #[cfg(not(unix))]
    write(&project, "days/year2022/day01.rs", "");
    for year in 2018..2023 {
        let path = format!("old/{year}/day01.rs");
        write(temp.path(), &path, "fn part1(_: &str) -> u8 { 1 }");
    }
    let plan = planned(temp.path(), Some("old")).unwrap();
    let days = plan.files.iter().filter(|it| it.puzzle.is_some());
    let days = days.map(|day| &*day.file);
    assert!(days.eq(["days/year2018/day01.rs", "days/year2019/day01.rs"]));
    let why: Vec<_> = reasons(&plan).collect();
    insta::assert_snapshot!(why.join("\n"), @"
    the project has its own day there, or a link
    the project has its own day there, or a link
    the project has its own day there, or a link
    ");
}

#[test]
fn a_file_that_can_be_called_is_the_day_beside_one_that_cannot() {
    let temp = tempfile::tempdir().unwrap();
    let files = "== old/2023/src/day05.rs\npub fn part1(_: &str) -> u8 { 1 }\n\
                 == old/2023/tests/day05_test.rs\n#[test]\nfn works() {}\n";
    unpack(temp.path(), files);
    write(temp.path(), "project/days/year2023/day05.rs", "// mine\n");
    let plan = planned(temp.path(), Some("old")).unwrap();
    let own = ["the project has its own day there, or a link"];
    assert!(reasons(&plan).eq(own) && plan.has_refused && !plan.has_unclear);
}

#[test]
fn a_manifest_that_is_there_keeps_what_it_has() {
    let temp = tempfile::tempdir().unwrap();
    let day = "== 2023/day05/src/main.rs\n\
         use adv::X; fn part1(_: &str) -> u8 { 1 } fn main() {}\n\
         == 2023/day05/Cargo.toml\n[package]\nname = \"y\"\n[dependencies]\n\
         adv = { version = \"2\", features = [\"x\"] }\n";
    unpack(temp.path(), day);
    let manifest = "project/days/year2023/Cargo.toml";
    let needed = "adv = { version = \"2\", features = [\"x\"] }";
    let with = format!("[dependencies]\n{needed}\n");
    let other = format!("the year has another `adv`: it needs `{needed}`");
    for (old, expected) in [
        ("[dependencies]\nadv = \"0.1\"\n", &*other),
        ("[dependencies]\n", &with),
        (&with, "use adv::X;"),
        (
            "dependencies = 3\n",
            "the dependencies of the year are no table",
        ),
        ("[", "cannot be read: it is not TOML"),
    ] {
        write(temp.path(), manifest, old);
        // The name of the folder says the day.
        let plan = planned(temp.path(), Some("2023/day05")).unwrap();
        let texts = plan.files.iter().map(|it| &*it.text);
        let told: Vec<&str> = reasons(&plan).chain(texts).collect();
        let is_told = told.iter().any(|text| text.contains(expected));
        assert!(is_told, "{old}: {told:?}");
    }
}

#[test]
fn versions_are_those_of_the_lock_that_cargo_would_use() {
    // Of the form of old cargos; that of the member is of the time before the workspace.
    let plan = plan_of(
        "== Cargo.toml\n[workspace]\nmembers = [\"2020\"]\n\
         == Cargo.lock\n[[package]]\nname = \"y\"\nversion = \"0.1.0\"\n\
         dependencies = [\"rand 0.7.3 (registry+x)\", \"tool 1.0.0 (registry+x)\", \"z 1.0.0\"]\n\
         [[package]]\nname = \"rand\"\nversion = \"0.7.3\"\nsource = \"registry+x\"\n\
         dependencies = [\"libc\"]\n\
         [[package]]\nname = \"rand\"\nversion = \"0.8.1\"\nsource = \"registry+x\"\n\
         [[package]]\nname = \"libc\"\nversion = \"0.2.9\"\nsource = \"registry+x\"\n\
         [[package]]\nname = \"tool\"\nversion = \"1.0.0\"\nsource = \"registry+x\"\n\
         [[package]]\nname = \"z\"\nversion = \"1.0.0\"\nsource = \"git+https://z#abc\"\n\
         [metadata]\n\"checksum rand 0.7.3 (registry+x)\" = \"12\"\n\
         \"checksum libc 0.2.9 (registry+x)\" = \"<none>\"\n\
         == 2020/Cargo.lock\n[[package]]\nname = \"y\"\nversion = \"0.1.0\"\n\
         == 2020/Cargo.toml\n[package]\nname = \"y\"\n[dependencies]\nrand = \"0.7\"\ntool = \"1\"\n\
         q = { git = \"https://z\", package = \"z\" }\n\
         == 2020/src/bin/01.rs\nuse q::y; fn part1(input: &str) -> u8 { rand::random() }\n",
    );
    let text = with_versions(None, &plan.locked).unwrap();
    insta::assert_snapshot!(text, @r#"
    version = 4

    [[package]]
    name = "rand"
    version = "0.7.3"
    source = "registry+x"
    checksum = "12"

    [[package]]
    name = "libc"
    version = "0.2.9"
    source = "registry+x"

    [[package]]
    name = "z"
    version = "1.0.0"
    source = "git+https://z#abc"
    "#);
    // A project keeps what it has, unless it is another one for cargo.
    let own = "[[package]]\nname = \"rand\"\nversion = \"0.7.0\"\nsource = \"registry+x\"\n\
               [[package]]\nname = \"libc\"\nversion = \"0.1.9\"\nsource = \"registry+x\"\n";
    let text = with_versions(Some(own), &plan.locked).unwrap();
    let (own_text, new) = text.split_at(own.len());
    assert_eq!(own_text, own);
    assert!(
        new.contains("\"libc\"") && !new.contains("\"rand\""),
        "{new}"
    );
    assert!(with_versions(Some(&text), &plan.locked).is_none());
    assert!(with_versions(Some("no lock"), &plan.locked).is_none());
}

#[test]
fn of_compatible_versions_in_two_locks_the_newest_is_taken() {
    let year = |year: u16, version: &str| {
        format!(
            "== {year}/Cargo.toml\n[package]\nname = \"y\"\n[dependencies]\nrand = \"0.7\"\n\
             == {year}/Cargo.lock\n[[package]]\nname = \"y\"\nversion = \"0.1.0\"\n\
             dependencies = [\"rand\"]\n\
             [[package]]\nname = \"rand\"\nversion = \"{version}\"\nsource = \"registry+x\"\n\
             == {year}/src/bin/01.rs\nfn part1(input: &str) -> u8 {{ rand::random() }}\n"
        )
    };
    let years = [
        year(2019, "0.7.9"),
        year(2020, "0.7.10"),
        year(2021, "0.7.3"),
    ];
    let locked = plan_of(&years.concat()).locked;
    let versions: Vec<_> = locked
        .iter()
        .map(|library| library.version.to_string())
        .collect();
    assert_eq!(versions, ["0.7.10"]);
}

#[test]
fn what_no_feature_is_needed_for_is_not_asked_for() {
    let plan = plan_of(
        "== 2020/src/lib.rs\n#![feature(slice_group_by, slice_take, str_split_once, test)] mod day01;\n\
         == 2020/src/day01.rs\n#![feature(once_cell, try_blocks)]\n#![feature(test)]\n\
         extern crate test;\nuse test::Bencher;\n\
         pub fn part1(input: &str) -> usize { input.split_once('a'); [1].group_by() }\n\
         #[bench]\nfn bench_it(b: &mut Bencher) { b.iter(|| part1(\"\")) }\n\
         #[cfg(test)] mod benches { #[bench] fn b(b: &mut test::Bencher) {} }\n\
         #[test] fn stays() {}\n",
    );
    let text = text_in(&plan, "days/year2020/day01.rs");
    let (features, rest) = text.split_once("\npub fn").unwrap_or_default();
    let (_, tests) = rest.split_once("}\n").unwrap_or_default();
    let head = "#![feature(slice_group_by)]\n#![feature(try_blocks)]\n";
    assert!(features.starts_with(head), "{text}");
    assert_eq!(tests, "#[test] fn stays() {}\n", "{text}");
    assert_eq!(plan.nightly.len(), 1);
}

#[test]
fn a_shared_file_with_a_feature_is_declared_for_the_days_that_use_it() {
    let files = |fast: &str| {
        format!(
            "== src/lib.rs\n#![feature(portable_simd)] mod util; mod year2020;\n\
             == src/util/mod.rs\npub mod fast;\npub mod slow;\n\
             == src/util/fast.rs\nuse std::simd::u8x4;\npub fn one() -> u8 {{ 1 }}\n\
             == src/util/slow.rs\npub fn two() -> u8 {{ {fast} }}\n\
             == src/year2020/mod.rs\nmod day01; mod day02;\n\
             == src/year2020/day01.rs\nuse crate::util::*;\n\
             fn part1(input: &str) -> u8 {{ fast::one() }}\n\
             == src/year2020/day02.rs\nuse crate::util::*;\n\
             fn part1(input: &str) -> u8 {{ slow::two() }}\n"
        )
    };
    let plan = plan_of(&files("2"));
    let first = Puzzle::of(2020, 1);
    assert_eq!(plan.nightly, [first]);
    assert_eq!(plan.puzzles(Kind::Day), [first, Puzzle::of(2020, 2)]);
    assert_eq!(
        text_in(&plan, "days/year2020/util/mod.rs"),
        "#[cfg(any(not(aoc_some), aoc_day = \"1\"))]\npub mod fast;\npub mod slow;\n"
    );
    // If other shared files use it, it is not known which days do.
    let plan = plan_of(&files("super::fast::one()"));
    assert_eq!(plan.nightly.len(), 2);
    let declared = text_in(&plan, "days/year2020/util/mod.rs");
    assert_eq!(declared, "pub mod fast;\npub mod slow;\n");
}

#[test]
fn paths_of_the_edition_2015_begin_at_the_crate() {
    // A program is a module in the copy; a library has its root beside the days.
    for (manifest, path) in [("", "crate::"), ("edition = \"2018\"\n", "")] {
        let plan = plan_of(&format!(
            "== Cargo.toml\n[package]\nname = \"y\"\n{manifest}\
             [dependencies]\nregex = \"1\"\n\
             == src/lib.rs\nextern crate regex; mod common; mod year2020; pub struct Size;\n\
             == src/common.rs\npub fn one() -> u8 {{ 1 }}\n\
             == src/year2020/mod.rs\nmod day01;\n\
             == src/year2020/day01.rs\nuse common::one;\nuse {{common, Size}};\nuse regex::Regex;\n\
             pub fn part1(input: &str) -> u8 {{ one() }}\n"
        ));
        let text = text_in(&plan, "days/year2020/day01.rs");
        let uses = format!("use {path}common::one;\nuse {{{path}common, {path}Size}};\nuse regex");
        assert!(text.starts_with(&uses), "{text}");
    }
    let plan = plan_of(
        "== 2020/day02/Cargo.toml\n[package]\nname = \"z\"\n\
         == 2020/day02/src/main.rs\nmod grid;\nuse grid::one;\nfn main() {}\n\
         fn part1(input: &str) -> u8 { one() }\nmod inner { use grid; }\n\
         == 2020/day02/src/grid.rs\nuse std::fmt;\npub fn one() -> u8 { 1 }\n",
    );
    let text = text_in(&plan, "days/year2020/day02.rs");
    assert!(text.contains("use crate::day02::grid::one;"), "{text}");
    assert!(
        text.contains("mod inner { use crate::day02::grid; }"),
        "{text}"
    );
}

#[test]
fn a_package_with_a_feature_is_built_for_all_days_of_the_year() {
    let plan = plan_of(
        "== 2020/Cargo.toml\n[package]\nname = \"y\"\n[dependencies]\n\
         fast = { path = \"fast\" }\n\
         == 2020/fast/Cargo.toml\n[package]\nname = \"fast\"\n\
         == 2020/fast/src/lib.rs\n#![feature(portable_simd)]\npub fn one() -> u8 { 1 }\n\
         == 2020/src/bin/01.rs\nfn part1(input: &str) -> u8 { 1 }\n\
         == 2020/src/bin/02.rs\nfn part1(input: &str) -> u8 { fast::one() }\n\
         == 2021/src/bin/01.rs\nfn part1(input: &str) -> u8 { 1 }\n",
    );
    assert_eq!(plan.days.len(), 3);
    let days = [Puzzle::of(2020, 1), Puzzle::of(2020, 2)];
    assert_eq!(plan.nightly, days);
}

#[test]
fn a_function_with_the_name_of_the_text_is_not_called() {
    let plan = plan_of(
        "== 2020/src/bin/01.rs\nfn main() {\n\
         let text = std::fs::read_to_string(\"1.txt\").unwrap();\n\
         println!(\"Part 1: {}\", count(input(&text)));\n}\n\
         fn count(numbers: Vec<u8>) -> usize { 1 }\n\
         fn input(text: &str) -> Vec<u8> { vec![1] }\n",
    );
    let why = ["`input` would mean something else in the copy: change the code first"];
    assert!(reasons(&plan).eq(why), "{:?}", plan.skipped);
}

#[test]
fn what_cargo_does_not_get_from_a_registry_is_named() {
    let files = |features: &str| {
        format!(
            "== 2020/Cargo.toml\n[package]\nname = \"y\"\n[dependencies]\n\
             z3 = {{ version = \"0.12\", features = [{features}] }}\nreqwest = \"1\"\n\
             grid = {{ git = \"https://example.com/grid\" }}\n\
             == 2020/Cargo.lock\n[[package]]\nname = \"y\"\nversion = \"0.1.0\"\n\
             dependencies = [\"reqwest\"]\n\
             [[package]]\nname = \"reqwest\"\nversion = \"1.0.0\"\nsource = \"registry+x\"\n\
             dependencies = [\"openssl-sys\"]\n\
             [[package]]\nname = \"openssl-sys\"\nversion = \"1.0.0\"\nsource = \"registry+x\"\n\
             == 2020/src/bin/01.rs\nfn part1(input: &str) -> u8 {{ z3::a(reqwest::b()) }}\n\
             == 2020/src/bin/02.rs\nfn part1(input: &str) -> u8 {{ z3::a(grid::b()) }}\n\
             == 2020/src/bin/03.rs\nfn part1(input: &str) -> u8 {{ 1 }}\n"
        )
    };
    let needs = |features: &str| {
        let needs = plan_of(&files(features)).needs.into_iter();
        let days = |days: BTreeSet<Puzzle>| days.iter().map(|day| day.day.get()).collect();
        needs
            .map(|need| (need.what, days(need.days)))
            .collect::<Vec<(String, Vec<u8>)>>()
    };
    let grid = "`grid` from https://example.com/grid, which cargo gets by git";
    let openssl = "OpenSSL on the system, for `reqwest`";
    let expected = [
        (openssl.to_owned(), vec![1]),
        ("Z3 on the system, for `z3`".to_owned(), vec![1, 2]),
        (grid.to_owned(), vec![2]),
    ];
    assert_eq!(needs(""), expected);
    // It builds its own.
    assert_eq!(
        needs("\"static-link-z3\""),
        [expected[0].clone(), expected[2].clone()]
    );
}
