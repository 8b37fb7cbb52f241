//! The layouts of repositories, each in its smallest form.

use super::*;

/// Names alone do not tell what is printed. The trial compares it with the answers of functions.
#[test]
fn what_is_printed_says_the_parts() {
    check_wiring(&[
        (
            "async fn solve(a: &str) -> (u8, u8) {} fn count(a: &str) -> u8 {}",
            "`count` takes the text, and no name says its part: use `--part1` and `--part2`",
        ),
        (
            "fn count(a: &str) -> u8 {} fn run() { println!(\"1: {}\", count(&read())); }",
            "`count` takes the text, and no name says its part: use `--part1` and `--part2`",
        ),
        (
            "fn count(a: &str) -> u8 {} fn check() { println!(\"part 1: {}\", count(&read())); } \
             fn main() { run(); } fn run() { check(); }",
            "`count` takes the text, and no name says its part: use `--part1` and `--part2`",
        ),
        (
            "fn count(a: &str) -> u8 {} fn run(day: u8) { println!(\"part 1: {}\", count(&read())); }",
            "`count` takes the text, and no name says its part: use `--part1` and `--part2`",
        ),
    ]);
}

#[test]
fn modules_and_types_are_named_for_the_parts() {
    check_wiring(&[
        ("fn solve_level1(i: &str) -> u8 {}", "part1 = solve_level1"),
        (
            "mod part1 { pub fn solve(i: &str) -> u8 {} } mod part2 { pub fn run(i: &str) -> u8 {} }",
            "part1 = part1::solve, part2 = part2::run",
        ),
        (
            "struct Part1; impl Part1 { fn solve_part1(i: &str) -> u8 {} }",
            "part1 = Part1::solve_part1",
        ),
    ]);
}

#[test]
fn a_macro_of_the_repository_is_left_out_and_named() {
    let plan = plan_of(
        "== 2020/src/lib.rs\nmacro_rules! day { ($($a:tt)*) => {} }\nmod day03;\n\
         == 2020/src/day03.rs\nday!(Three, 3);\n\
         impl Day for Three { fn part1(&self, input: &str) -> u8 { 1 } }\n\
         == 2020/src/day04.rs\nmacro_rules! own { () => { const ONE: u8 = 1; } }\nown!();\n\
         fn part1(input: &str) -> u8 { ONE }\n",
    );
    let text = text_in(&plan, "days/year2020/day03.rs");
    assert!(
        text.ends_with("}\n\nimpl Day for Three { fn part1(&self, input: &str) -> u8 { 1 } }\n"),
        "{text}"
    );
    assert_eq!(
        notes(&plan),
        ["2020/3: the copy lacks the top-level call of `day!`, which the old repository defines"]
    );
    // A macro that the day itself defines is copied.
    let text = text_in(&plan, "days/year2020/day04.rs");
    assert!(text.contains("\nown!();\n"), "{text}");
}

/// The copy of this day, which reads its input itself.
fn copy_of(day: &str) -> String {
    let plan = plan_of(&format!(
        "== 2020/src/main.rs\nmod day01; mod util;\n== 2020/src/day01.rs\n{day}\n\
         == 2020/src/util.rs\nuse std::fs;\n\
         pub fn load(day: u8) -> String {{ fs::read_to_string(format!(\"{{day}}\")).unwrap() }}\n\
         pub fn lines_of(path: impl AsRef<Path>) -> impl Iterator<Item = String> {{ File::open(path).lines() }}\n\
         pub fn read_lines<P: AsRef<Path>>(path: P) -> io::Result<io::Lines<io::BufReader<File>>> {{ File::open(path) }}\n\
         pub fn try_load(path: &str) -> Option<String> {{ fs::read_to_string(path).ok() }}\n\
         pub fn join(path: &str) -> String {{ format!(\"{{path}}\") }}\n\
         pub trait Day {{ fn lines_of_file(&self) -> String {{ load(1) }} }}\n"
    ));
    if plan.days().is_empty() {
        return plan.left_out.skipped[0].why.to_string();
    }
    let text = text_in(&plan, "days/year2020/day01.rs");
    let text = text.replace("aoc_solution::functions! {\n    Day01, ", "");
    text.replace("\"Report Repair\",\n    ", "")
        .replace(",\n}\n\n", " | ")
        .replace('\n', " ")
        .replace("     ", " ")
}

#[test]
fn days_that_read_are_given_the_text_by_their_names() {
    let given = "part1 = |&input| aoc_solution::imported::reading(input, || ";
    for (day, call) in [
        ("fn part1() -> u8 { 1 }", "part1())"),
        (
            "fn part1() -> usize { include_str!(\"a\").len() }",
            "part1())",
        ),
        (
            "fn part1(path: &str) -> usize { 1 }",
            "aoc_solution::imported::call!(input, part1))",
        ),
    ] {
        let copy = copy_of(day);
        assert!(copy.contains(&format!("{given}{call} | ")), "{copy}");
    }
    // If the functions of a day get the input, other code of the day still reads its own files.
    let whole = "pub fn part1(i: &str) -> u8 { 1 } fn notes() -> String { fs::read_to_string(\"a\").unwrap() }";
    assert!(copy_of(whole).ends_with(&format!("{whole} ")));
}

#[test]
fn a_function_of_the_name_of_an_option_may_stay_behind() {
    let copy = copy_of(
        "pub fn part1() -> u8 { solve_part1(include_str!(\"a\")) } fn solve_part1(i: &str) -> u8 { 1 }",
    );
    assert!(copy.starts_with(" part1 = solve_part1 | "), "{copy}");
}

#[test]
fn a_method_of_the_same_name_is_no_call_of_the_function() {
    check_wiring(&[(
        "fn solve(i: &str) -> (u8, u8) {} fn other() { self::solve(\"\"); }",
        "no function answers a part: use `--part1` and `--part2`",
    )]);
}

#[test]
fn an_argument_that_tells_examples_apart_is_false() {
    check_wiring(&[(
        "fn part1(i: &str, is_test: bool) -> u8 {}",
        "part1 = |&input| part1(input, false)",
    )]);
}

#[test]
fn parsers_of_nom_are_parsers() {
    check_wiring(&[(
        "struct Map; fn line(i: &str) -> IResult<&str, u8> {} \
             fn parse(i: &str) -> nom::IResult<&str, Vec<Map>> {} fn part1(map: &[Map]) -> u8 {}",
        "Vec<Map>, parse = |input| parse(input).unwrap().1, part1 = part1",
    )]);
}

#[test]
fn macros_that_write_tests_stay_behind() {
    let plan = plan_of(
        "== 2020/src/lib.rs\n#[macro_export]\nmacro_rules! test_day { ($a:expr) => { #[test] fn a() {} } }\n\
         == 2020/src/day03.rs\npub fn part1(input: &str) -> u8 { 1 }\ncrate::test_day!(\"day03\");\n",
    );
    let text = text_in(&plan, "days/year2020/day03.rs");
    assert!(!text.contains("test_day"), "{text}");
    assert_eq!(plan.days().len(), 1);
}

#[test]
fn tests_that_use_those_of_the_root_stay_behind() {
    let plan = plan_of(
        "== 2020/src/lib.rs\nmod day03;\n#[cfg(test)]\nmod tests { pub fn example() {} }\n\
         == 2020/src/day03.rs\npub fn part1(input: &str) -> u8 { 1 }\n\
         #[cfg(test)]\nmod tests { use crate::tests::example; }\n",
    );
    let text = text_in(&plan, "days/year2020/day03.rs");
    assert!(!text.contains("example;"), "{text}");
}

#[test]
fn tests_that_use_any_test_item_of_the_root_stay_behind() {
    let tests = "#[cfg(test)]\nmod tests {\n#[test] fn real() { use crate::{get_input, util::f}; get_input(f()); }\n}\n";
    let plan = plan_of(&format!(
        "== 2020/src/lib.rs\nmod day03;\nmod util;\n\
         #[cfg(test)]\nfn get_input(day: u8) -> String {{ String::new() }}\n\
         == 2020/src/day03.rs\npub fn part1(input: &str) -> u8 {{ crate::util::f() }}\n\
         {tests}#[test] fn stays() {{ assert_eq!(crate::util::f(), 1); }}\n\
         == 2020/src/util.rs\npub fn f() -> u8 {{ 1 }}\n{tests}",
    ));
    for (file, kept) in [("day03.rs", "fn stays"), ("util.rs", "fn f")] {
        let text = text_in(&plan, &format!("days/year2020/{file}"));
        assert!(!text.contains("get_input") && text.contains(kept), "{text}");
    }
}

#[test]
fn a_module_that_only_tests_use_may_read_files() {
    let reading = "use super::*;\nstatic TEXT: &str = include_str!(\"in.txt\");\n\
                   #[test] fn real() { f(TEXT); }\n#[test] fn stays() { f(\"\"); }\n";
    let plan = plan_with_package(
        "",
        &format!(
            "#[cfg(test)]\nmod test;\n#[cfg(test)]\nmod more;\npub fn y(text: &str) {{}}\n\
             == x/src/test.rs\n{reading}== x/src/more.rs\nmod inner;\n\
             == x/src/more/inner.rs\n{reading}"
        ),
    );
    for file in ["test.rs", "more/inner.rs"] {
        let text = text_in(&plan, &format!("days/x/src/{file}"));
        assert!(
            !text.contains("TEXT") && text.contains("fn stays"),
            "{text}"
        );
    }
    // A file that is a day is not only for tests.
    let plan = plan_of(
        "== 2020/src/lib.rs\n#[cfg(test)]\nmod day01;\n\
         == 2020/src/day01.rs\nfn part1(i: &str) -> usize { i.len() }\n",
    );
    assert_eq!(plan.days(), [Puzzle::of(2020, 1)]);
}

#[test]
fn macros_that_a_program_exports_stay_in_its_copy() {
    let util = "pub fn f() -> u8 { 1 }\npub fn g() -> u8 { crate::own!() }\n#[macro_export]\nmacro_rules! one { () => { 1 } }\n\
                #[macro_export(local_inner_macros)]\nmacro_rules! two { () => { one!() } }\n";
    let day = "mod util;\nfn part1(input: &str) -> u8 { util::f() + util::one!() + own!() }\nfn main() {}\n\
               #[macro_export]\nmacro_rules! own { () => { 1 } }\n\
               #[cfg(windows)]\n#[macro_export]\nmacro_rules! other { () => { 1 } }\n";
    let plan = plan_of(&format!(
        "== 2020/Cargo.toml\n[package]\nname = \"x\"\n== 2020/src/bin/day01.rs\n{day}\
         == 2020/src/bin/day02.rs\n{day}== 2020/src/bin/util.rs\n{util}"
    ));
    for day in ["day01", "day02"] {
        let text = text_in(&plan, &format!("days/year2020/{day}.rs"));
        assert!(text.contains("pub(crate) use {own};"), "{text}");
        let text = text_in(&plan, &format!("days/year2020/{day}/util.rs"));
        assert!(!text.contains("macro_export"), "{text}");
        assert!(text.contains("pub(crate) use {one, two};"), "{text}");
    }
}

#[test]
fn a_day_that_uses_another_one_is_refused() {
    let plan = plan_of(
        "== 2020/src/lib.rs\nmod day5;\nmod day7;\n\
         == 2020/src/day5.rs\npub fn run() {}\npub fn part1(input: &str) -> u8 { 1 }\n\
         == 2020/src/day7.rs\nuse crate::day5::run;\npub fn part1(input: &str) -> u8 { run(); 1 }\n",
    );
    assert_eq!(plan.days().len(), 1);
    assert_eq!(
        reasons(&plan).collect::<Vec<_>>(),
        ["it uses another day, `crate::day5`: put what both use into a file of its own"]
    );
}

/// Otherwise the copy could use a day of the project that has the same name.
#[test]
fn a_day_that_calls_another_one_by_super_is_refused() {
    let other =
        "== 2020/src/day5.rs\npub fn run() -> u8 { 1 }\npub fn part1(input: &str) -> u8 { 1 }\n";
    for files in [
        "== 2020/src/day7.rs\npub fn part1(input: &str) -> u8 { super::day5::run() }\n",
        "== 2020/src/day7.rs\npub fn part1(input: &str) -> u8 { super::util::f() }\n\
         == 2020/src/util.rs\npub fn f() -> u8 { super::day5::run() }\n",
        "== 2020/src/day7.rs\nmod inner { pub fn f() -> u8 { super::super::day5::run() } }\n\
         pub fn part1(input: &str) -> u8 { inner::f() }\n",
    ] {
        let root = "== 2020/src/lib.rs\nmod day5;\nmod day7;\nmod util;\n";
        let plan = plan_of(&format!("{root}{other}{files}"));
        assert_eq!(plan.days().len(), 1, "{files}");
        assert_eq!(
            reasons(&plan).collect::<Vec<_>>(),
            ["it uses another day, `crate::day5`: put what both use into a file of its own"]
        );
    }
}

#[test]
fn another_day_may_be_a_folder_or_another_file_of_the_day() {
    let one = "pub fn part1(input: &str) -> u8 { 1 }\n";
    for (name, files) in [
        (
            "crate::day5",
            format!(
                "== 2020/src/day5/mod.rs\npub mod part1;\n{one}== 2020/src/day5/part1.rs\n{one}\
                 == 2020/src/day7.rs\nuse crate::day5::part1;\n{one}"
            ),
        ),
        (
            "2020/src/day07.rs",
            "== 2020/src/day07.rs\npub fn f(n: u8) {}\n\
             == 2020/src/day07_big.rs\nuse crate::day07::f;\npub fn part1(input: &str) -> u8 { f(1); 1 }\n"
                .to_owned(),
        ),
    ] {
        let plan = plan_of(&format!("== 2020/src/lib.rs\nmod all;\n{files}"));
        let why =
            format!("it uses another day, `{name}`: put what both use into a file of its own");
        assert!(reasons(&plan).any(|reason| reason == why), "{:?}", plan.left_out);
    }
    // A file that is not used is not copied.
    let plan = plan_of(&format!(
        "== 2020/src/lib.rs\nmod all;\n== 2020/src/day07.rs\npub fn f(n: u8) {{}}\n\
         == 2020/src/day07_big.rs\n{one}"
    ));
    assert_eq!(plan.days().len(), 1, "{:?}", plan.left_out);
}

#[test]
fn a_grammar_beside_a_day_is_the_reason() {
    let parser = "#[derive(Parser)]\n#[grammar = \"a.pest\"]\npub struct P;\n";
    let day = "pub fn part1(i: &str) -> u8 { P::parse(i) }\n";
    for files in [
        format!("== 2020/src/day01.rs\n{parser}{day}"),
        format!("== 2020/src/day01.rs\nuse super::other::P;\n{day}== 2020/src/other.rs\n{parser}"),
    ] {
        let plan = plan_of(&format!(
            "== 2020/src/lib.rs\nmod other; mod day01;\n{files}"
        ));
        assert!(plan.days().is_empty());
        let why: Vec<&str> = reasons(&plan).collect();
        assert!(why[0].contains("`#[grammar=..]`"), "{why:?}");
    }
}

#[test]
fn a_function_that_is_told_the_part_is_named_in_the_reason() {
    check_wiring(&[
        (
            "fn run<const PART2: bool>(i: &str) -> u8 {}",
            "`run` takes the text, and no name says its part: use `--part1` and `--part2`",
        ),
        (
            "fn sum(i: &str, is_part_two: bool) -> u8 {}",
            "`sum` takes more than the text: say what, such as `--part1 'sum(input, ...)'`",
        ),
        (
            "fn go(i: &str, _second: bool) -> u8 { if _second { 2 } else { 1 } }",
            "`go` takes the text, and no name says its part: use `--part1` and `--part2`",
        ),
        (
            "enum Mode { One, Two } fn part(i: &str, mode: Mode) -> u8 {}",
            "`part` takes more than the text: say what, such as `--part1 'part(input, ...)'`",
        ),
        // A parser is not a solution, and neither is a function that another function calls.
        (
            "fn parse(i: &str, size: u8) -> u8 {} fn go(i: &str, size: u8) -> u8 {} fn other() { go(\"\", 1) }",
            "no function answers a part: use `--part1` and `--part2`",
        ),
    ]);
}

#[test]
fn benchmarks_of_a_library_stay_behind() {
    let text = copy_of(
        "fn run(input: &str) -> (u8, u8) { (1, 2) }\n\
         #[divan::bench(args = [1])]\nfn speed(size: u8) { run(\"\"); }\n",
    );
    assert!(text.contains("solve = run"), "{text}");
    assert!(!text.contains("divan"), "{text}");
    let text = copy_of(
        "fn run(input: &str) -> (u8, u8) { (1, 2) }\nmod bench {\n    use super::*;\n    \
         #[bench]\n    fn speed(b: &mut Bencher) { b.iter(|| run(\"\")); }\n}\n",
    );
    assert!(text.contains("solve = run"), "{text}");
    assert!(!text.contains("bench"), "{text}");
    // A module with other code than benchmarks stays.
    let text = copy_of(
        "pub mod inner {\n    pub fn part1(input: &str) -> u8 { 1 }\n    \
         #[bench]\n    fn speed(b: &mut Bencher) { b.iter(|| part1(\"\")); }\n}\n",
    );
    assert!(text.contains("part1 = inner::part1"), "{text}");
}

#[test]
fn days_that_are_modules_within_a_file_are_named() {
    let plan = plan_of(
        "== 2020/src/main.rs\nmod days {\n\
         pub mod day01 { pub fn part1(input: &str) -> u8 { 1 } }\n\
         pub mod day02 { pub fn part1(input: &str) -> u8 { 2 } }\n\
         pub mod day04 { pub const NAME: &str = \"no answer\"; }\n}\n\
         mod day02;\nfn main() {}\n\
         == 2020/src/day02.rs\nfn part1(input: &str) -> u8 { 3 }\n",
    );
    assert_eq!(plan.days(), [Puzzle::of(2020, 2)]);
    let [skipped] = &*plan.left_out.skipped else {
        panic!("{:?}", plan.left_out.skipped);
    };
    assert_eq!(skipped.kind, SkippedKind::Day(Puzzle::of(2020, 1)));
    let why = "it is a module within a file: put it into a file of its own";
    assert_eq!(skipped.why.text(), why);
}

#[test]
fn the_first_line_of_a_script_is_not_copied() {
    let text = copy_of(
        "#!/usr/bin/env rust-script\nuse std::collections::HashMap;\n\
         fn part1(input: &str) -> usize { HashMap::<u8, u8>::new().len() }\n",
    );
    let copied = "use std::collections::HashMap; part1 = part1 | fn part1(input: &str) -> usize";
    assert!(text.trim_start().starts_with(copied), "{text}");
    let text = copy_of("#![allow(dead_code)]\nfn part1(input: &str) -> usize { 1 }\n");
    assert!(text.contains("#![allow(dead_code)]"), "{text}");
}

#[test]
fn a_macro_that_writes_main_is_left_out() {
    let day = |body: &str| {
        plan_of(&format!(
            "== 2020/src/lib.rs\n#[macro_export]\nmacro_rules! start {{ ($a:expr) => {{ {body} }} }}\n\
             == 2020/src/bin/01.rs\ny::start!(7);\nfn part1(input: &str) -> u8 {{ ONE }}\n"
        ))
    };
    for body in [
        "fn main() { println!(\"{}\", part1(include_str!($a))); }",
        "static TEXT: &str = include_str!($a); fn main() { part1(TEXT); }",
        "struct N; fn main() {}",
        "const ONE: u8 = 1; fn main() {}",
    ] {
        let plan = day(body);
        let text = text_in(&plan, "days/year2020/day01.rs");
        assert!(
            text.ends_with("}\n\nfn part1(input: &str) -> u8 { ONE }\n"),
            "{text}"
        );
        assert_eq!(
            notes(&plan),
            [
                "2020/1: the copy lacks the top-level call of `start!`, which the old repository defines"
            ]
        );
    }
}

#[test]
fn a_module_at_a_path_of_its_own_is_a_reason() {
    let plan = plan_of(
        "== 2020/Cargo.toml\n[package]\nname = \"y\"\nedition = \"2021\"\n\
         == 2020/src/bin/01.rs\n#[path = \"../../shared/grid.rs\"]\nmod grid;\n\
         fn part1(input: &str) -> u8 { grid::size() }\nfn main() {}\n\
         == 2020/shared/grid.rs\npub fn size() -> u8 { 1 }\n\
         == 2020/src/bin/02.rs\n#[path = \"../../../more.rs\"]\nmod more;\n\
         fn part1(input: &str) -> u8 { more::size() }\nfn main() {}\n\
         == 2020/src/bin/03.rs\n#[path = \"01.rs\"]\nmod one;\n\
         fn part1(input: &str) -> u8 { one::part1(input) }\nfn main() {}\n\
         == 2020/src/bin/04/main.rs\nmod a;\n\
         fn part1(input: &str) -> u8 { 1 }\nfn main() {}\n\
         == 2020/src/bin/04/a.rs\n#[path = \"b.rs\"]\nmod b;\n\
         == 2020/src/bin/05.rs\nfn part1(input: &str) -> u8 { 1 }\nfn main() {}\n\
         #[cfg(test)]\n#[path = \"../../shared/tests.rs\"]\nmod tests;\n",
    );
    let expected = [
        "`#[path = \"../../shared/grid.rs\"]` names a module that cannot be copied: change it in the old repository, then import again",
        "`#[path = \"../../../more.rs\"]` names a module that cannot be copied: change it in the old repository, then import again",
        "`#[path = \"01.rs\"]` names a module that cannot be copied: change it in the old repository, then import again",
        "2020/src/bin/04/a.rs: `#[path = \"b.rs\"]` names a module that cannot be copied: change it in the old repository, then import again",
    ];
    assert_eq!(reasons(&plan).collect::<Vec<_>>(), expected);
    assert_eq!(plan.days(), [Puzzle::of(2020, 5)]);
    let copy = text_in(&plan, "days/year2020/day05.rs");
    assert!(!copy.contains("mod tests"), "{copy}");
}

#[cfg(unix)]
#[test]
fn a_package_behind_a_link_to_a_place_in_the_folder_comes_along() {
    let temp = tempfile::tempdir().unwrap();
    let old = temp.path().join("old");
    unpack(
        &old,
        "== 2020/Cargo.toml\n[package]\nname = \"y\"\n[dependencies]\ncommon.path = \"common\"\n\
         == 2020/src/bin/01.rs\nfn part1(input: &str) -> u8 { common::ONE }\nfn main() {}\n\
         == shared/rust/Cargo.toml\n[package]\nname = \"common\"\n\
         == shared/rust/src/lib.rs\npub const ONE: u8 = 1;\n",
    );
    std::os::unix::fs::symlink("../shared/rust", old.join("2020/common")).unwrap();
    let plan = planned(temp.path(), Some("old")).unwrap();
    assert_eq!(
        text_in(&plan, "days/common/src/lib.rs"),
        "pub const ONE: u8 = 1;\n"
    );
    assert_eq!(plan.days().len(), 1);
}

#[test]
fn let_chains_want_the_edition_of_2024_and_no_nightly_compiler() {
    let manifest = |feature: &str| {
        let plan = plan_of(&format!(
            "== 2020/Cargo.toml\n[package]\nname = \"y\"\nedition = \"2021\"\n\
             == 2020/src/bin/01.rs\n#![feature({feature})]\nfn part1(input: &str) -> u8 {{ 1 }}\n"
        ));
        assert!(plan.nightly().is_empty(), "{feature}");
        let day = text_in(&plan, "days/year2020/day01.rs");
        assert!(!day.contains("feature"), "{day}");
        text_in(&plan, "days/year2020/Cargo.toml").to_owned()
    };
    assert!(manifest("let_chains").contains("edition = \"2024\""));
    assert!(manifest("let_else, is_sorted").contains("edition = \"2021\""));
}

#[test]
fn a_word_in_a_string_is_no_name() {
    let plan = plan_of(
        "== 2020/src/lib.rs\npub mod day01;\nmacro_rules! day { () => {} }\npub struct Error;\n\
         impl Display for Error { fn fmt(&self, f: &mut Formatter) -> Result { write!(f, \"no day is there\") } }\n\
         == 2020/src/day01.rs\nuse crate::Error;\npub fn part1(input: &str) -> Result<u8, Error> { Ok(1) }\n",
    );
    let root = text_in(&plan, "days/year2020/crate_root.rs");
    assert!(root.contains("impl Display for Error"), "{root}");
}

#[test]
fn days_that_use_their_own_package_by_its_name_share_its_copy() {
    let day = "use y::one;\npub fn part1(input: &str) -> u8 { one() }\nfn main() {}\n";
    let plan = plan_of(&format!(
        "== 2020/Cargo.toml\n[package]\nname = \"y\"\nedition = \"2021\"\n\
         == 2020/src/lib.rs\npub mod day01;\npub mod day02;\npub fn one() -> u8 {{ 1 }}\n\
         == 2020/src/day01.rs\n{day}== 2020/src/day02.rs\n{day}"
    ));
    assert_eq!(plan.days().len(), 2, "{:?}", plan.left_out.skipped);
}

#[test]
fn only_numbers_texts_and_what_is_displayed_are_answers() {
    check_wiring(&[
        (
            "fn solve(i: &str) -> (crate::Shown, u8) {}",
            "solve = solve",
        ),
        (
            "fn solve(i: &str) -> (std::string::String, u8) {}",
            "solve = solve",
        ),
        // The type may be from a library.
        ("fn part1(i: &str) -> BigUint {}", "part1 = part1"),
        (
            "fn part1(i: &str, _: &str) -> u8 {}",
            "part1 = |&input| part1(input, Default::default())",
        ),
    ]);
}

#[test]
fn code_with_a_condition_that_is_not_the_one_of_tests_is_the_days() {
    check_wiring(&[
        (
            "#[cfg(not(test))] fn part1(i: &str) -> u8 {}",
            "part1 = part1",
        ),
        (
            "#[cfg(all(test, unix))] fn part1(i: &str) -> u8 {}",
            "no function answers a part: use `--part1` and `--part2`",
        ),
        (
            "#[cfg(any(test, unix))] fn part1(i: &str) -> u8 {}",
            "part1 = part1",
        ),
        (
            "#[tokio::test] fn part1(i: &str) -> u8 {}",
            "no function answers a part: use `--part1` and `--part2`",
        ),
    ]);
}

#[test]
fn only_paths_of_the_crate_are_those_of_the_copy() {
    let plan = plan_of(
        "== 2020/Cargo.toml\n[package]\nname = \"y\"\n[dependencies]\nmy_crate.path = \"../my_crate\"\n\
         == 2020/src/bin/05.rs\nmod util;\n// As crate::util does.\nuse my_crate::grid;\n\
         macro_rules! one { () => { $crate::util::one() } }\n\
         fn part1(input: &str) -> u8 { crate::util::one(); \"crate::util\".len() as u8 }\n\
         == 2020/src/bin/util.rs\npub fn one() {}\n\
         == my_crate/Cargo.toml\n[package]\nname = \"my_crate\"\n== my_crate/src/lib.rs\npub mod grid {}\n",
    );
    let text = text_in(&plan, "days/year2020/day05.rs");
    for line in [
        "// As crate::util does.\nuse my_crate::grid;\n",
        "{ $crate::day05::util::one() }",
        "{ crate::day05::util::one(); \"crate::util\".len() as u8 }",
    ] {
        assert!(text.contains(line), "{line}\n{text}");
    }
}

#[test]
fn expressions_are_not_asked_for_where_a_file_has_one_part() {
    let part = "fn go(input: &str) -> u8 { 1 }\n";
    let plan = plan_of(&format!(
        "== 2020/src/day01a.rs\n{part}== 2020/src/day01b.rs\nfn walk(input: &str) -> u8 {{ 1 }}\n"
    ));
    let why = "it has only one part: put both parts of a day into one file";
    assert_eq!(reasons(&plan).collect::<Vec<_>>(), [why, why]);
    assert!(plan.left_out.unclear().is_empty());
    let plan = plan_of(&format!("== 2020/src/day01.rs\n{part}"));
    assert!(!plan.left_out.unclear().is_empty());
}

#[test]
fn the_only_file_of_the_last_day_has_the_whole_day() {
    let part = "pub fn part1(i: &str) -> u8 { 1 }\n";
    let why = "it has only one part, and no file has the other one: name it after the day alone, \
               such as `day01.rs`";
    for (file, expected) in [
        ("2020/src/day25a.rs", None),
        ("2025/src/bin/day12_part1.rs", None),
        ("2020/src/day24a.rs", Some(why)),
        ("2020/src/day25b.rs", Some(why)),
        ("2025/src/day11a.rs", Some(why)),
        ("2025/src/day13.rs", Some("2025 has no day 13")),
        // Only the site knows how many days this event has.
        ("2099/src/day12a.rs", Some(why)),
    ] {
        let plan = plan_of(&format!("== {file}\n{part}"));
        assert_eq!(reasons(&plan).next(), expected, "{file}");
        assert_eq!(plan.days().len(), usize::from(expected.is_none()), "{file}");
    }
    let solve = "fn solve(i: &str) -> u8 { 1 }\n";
    let two = format!("== 2020/src/day25a.rs\n{solve}== 2020/src/day25b.rs\n{solve}");
    let text = text_in(&plan_of(&two), "days/year2020/day25.rs").to_owned();
    assert!(text.contains("pub mod part2 {"), "{text}");
}

#[test]
fn the_advice_for_the_last_day_names_its_only_part() {
    for (day, options) in [(24, "`--part1` and `--part2`"), (25, "`--part1`")] {
        for (code, why) in [
            (
                "fn easy(i: &str) -> u8 { 1 }",
                "`easy` takes the text, and no name says its part:",
            ),
            ("struct Day;", "no function answers a part:"),
        ] {
            let plan = plan_of(&format!("== 2020/src/day{day}.rs\n{code}\n"));
            let expected = format!("{why} use {options}");
            assert_eq!(reasons(&plan).next(), Some(&*expected), "{day}: {code}");
        }
    }
}

#[test]
fn a_title_may_begin_like_a_part() {
    let both = "pub fn part1(i: &str) -> u8 { 1 }\npub fn part2(i: &str) -> u8 { 2 }\n";
    for file in [
        "src/day08_two_factor_authentication.rs",
        "src/day19_a_series_of_tubes.rs",
        "day08_two_factor_authentication/mod.rs",
        "day19_a_series_of_tubes/src/main.rs",
    ] {
        let plan = plan_of(&format!("== 2016/{file}\n{both}"));
        assert_eq!(reasons(&plan).next(), None, "{file}");
        assert_eq!(plan.days().len(), 1, "{file}");
    }
    // If the day has two files, these words are parts.
    for files in [
        ["day01a_report", "day01b_report"],
        ["day01_one_report", "day01_two_report"],
    ] {
        let [one, two] = files.map(|file| format!("== 2020/src/{file}.rs\n"));
        let part = "fn solve(i: &str) -> u8 { 1 }\n";
        let plan = plan_of(&format!("{one}{part}{two}{part}"));
        assert_eq!(reasons(&plan).next(), None, "{files:?}");
        let text = text_in(&plan, "days/year2020/day01.rs");
        assert!(text.contains("pub mod part2 {"), "{files:?}\n{text}");
    }
}

#[test]
fn a_type_that_is_displayed_may_have_a_path() {
    let plan = plan_of(
        "== 2020/src/lib.rs\nmod day01;\npub mod grid { pub struct Grid; }\n\
         impl std::fmt::Display for crate::grid::Grid {}\n\
         == 2020/src/day01.rs\nfn part1(input: &str) -> crate::grid::Grid { crate::grid::Grid }\n",
    );
    assert_eq!(reasons(&plan).next(), None);
}

#[test]
fn a_file_named_by_a_number_is_a_day() {
    let both = "pub fn part1(i: &str) -> u8 { 1 }\npub fn part2(i: &str) -> u8 { 2 }\n";
    let files = ["1.rs", "2.rs", "src/bin/3.rs"];
    let files = files.map(|file| format!("== 2020/{file}\n{both}"));
    let plan = plan_of(&files.concat());
    assert_eq!(plan.days(), [1, 2, 3].map(|day| Puzzle::of(2020, day)));
    assert_eq!(reasons(&plan).count(), 0);
}

#[test]
fn a_day_with_a_file_for_each_part_is_copied_with_a_module_for_each() {
    let one = "// Part one.\nuse std::fmt;\nfn parse(i: &str) -> Vec<u8> { vec![] }\n\
               fn helper(a: u8) -> u8 { a }\nfn part1(v: &[u8]) -> u8 { helper(1) }\n\
               fn main() { println!(\"{}\", part1(&parse(include_str!(\"in.txt\")))); }\n";
    let two = "fn parse(i: &str) -> Vec<u64> { vec![] }\nstruct Sum { a: u64 }\n\
               fn helper(a: u64) -> u64 { a }\nfn solve(v: &[u64]) -> u64 { helper(2) }\n\
               fn main() { println!(\"{}\", solve(&parse(include_str!(\"in.txt\")))); }\n";
    for [first, second] in [
        ["src/bin/day01-a.rs", "src/bin/day01-b.rs"],
        ["src/bin/day01_part1.rs", "src/bin/day01_part2.rs"],
        ["day01/src/bin/part1.rs", "day01/src/bin/part2.rs"],
        ["src/bin/d01p1.rs", "src/bin/d01p2.rs"],
    ] {
        let plan = plan_of(&format!(
            "== 2020/Cargo.toml\n[package]\nname = \"y\"\n\
             == 2020/day01/Cargo.toml\n[package]\nname = \"one\"\n\
             == 2020/{first}\n{one}== 2020/{second}\n{two}"
        ));
        assert_eq!(plan.days(), [Puzzle::of(2020, 1)], "{first}");
        assert_eq!(plan.files.len(), 2, "{first}");
        assert_eq!(reasons(&plan).next(), None, "{first}");
        let text = text_in(&plan, "days/year2020/day01.rs");
        let expected = "\npub mod part1 {\n// Part one.\nuse std::fmt;\n\
             pub(crate) fn parse(i: &str) -> Vec<u8> { vec![] }\n\
             pub(crate) fn helper(a: u8) -> u8 { a }\n\
             pub(crate) fn part1(v: &[u8]) -> u8 { helper(1) }\n\n}\n\n\
             pub mod part2 {\npub(crate) fn parse(i: &str) -> Vec<u64> { vec![] }\n\
             pub(crate) struct Sum { pub(crate) a: u64 }\n\
             pub(crate) fn helper(a: u64) -> u64 { a }\n\
             pub(crate) fn solve(v: &[u64]) -> u64 { helper(2) }\n\n}\n\n";
        assert!(text.ends_with(expected), "{first}: {text}");
        for (part, call) in [(1, "part1::part1"), (2, "part2::solve")] {
            let call = format!(
                "part{part} = |&input| aoc_solution::imported::call!(input, part{part}::parse, {call})"
            );
            assert!(text.contains(&call), "{first}: {text}");
        }
    }
    // Two packages, of which only that of part 2 says its part.
    let program = "fn solve(i: &str) -> usize { i.len() }\n\
                   fn main() { println!(\"{}\", solve(include_str!(\"in.txt\"))); }\n";
    let [first, second] = ["day01", "day01_part2"].map(|name| {
        format!(
            "== 2020/{name}/Cargo.toml\n[package]\nname = \"{name}\"\n\
             == 2020/{name}/src/main.rs\n{program}"
        )
    });
    let plan = plan_of(&(first + &second));
    assert_eq!(reasons(&plan).next(), None);
    let text = text_in(&plan, "days/year2020/day01.rs");
    assert!(text.contains("pub mod part2 {"), "{text}");
    // Another file has part 2, too, as its name says among other words.
    let plan = plan_of(&format!(
        "== 2020/day01/Cargo.toml\n[package]\nname = \"one\"\n\
         == 2020/day01/src/bin/part1.rs\n{one}== 2020/day01/src/bin/part2.rs\n{two}\
         == 2020/day01/src/bin/part2_brute_force.rs\n{two}"
    ));
    let text = text_in(&plan, "days/year2020/day01.rs");
    assert!(text.contains("part2::solve"), "{text}");
    let why: Vec<&str> = reasons(&plan).collect();
    let file = "2020/day01/src/bin/part1.rs";
    assert_eq!(
        why,
        [format!("another file of this day, `{file}`, is imported")]
    );
    // The file of part 2 also has part 1.
    let plan = plan_of(
        "== 2020/src/bin/day01a.rs\nfn solve(i: &str) -> u8 { 1 }\n\
         == 2020/src/bin/day01b.rs\nfn part1(i: &str) -> u8 { 1 }\nfn part2(i: &str) -> u8 { 2 }\n",
    );
    let text = text_in(&plan, "days/year2020/day01.rs");
    assert!(text.contains("    part1 = part1::solve,\n"), "{text}");
}

#[test]
fn functions_of_the_same_name_in_the_files_of_both_parts_are_tried() {
    let part = "fn count(line: &str) -> u8 { 1 }\n\
                pub fn exec(i: &str) -> u8 { i.lines().map(count).sum() }\n";
    for lib in [
        "== 2020/src/lib.rs\npub mod day01 { pub mod part1; pub mod part2; }\n",
        "== 2020/src/day01/mod.rs\npub mod part1;\npub mod part2;\n",
    ] {
        let files = format!(
            "== 2020/Cargo.toml\n[package]\nname = \"y\"\n{lib}\
             == 2020/src/day01/part1.rs\n{part}== 2020/src/day01/part2.rs\n{part}"
        );
        let plan = plan_of_as(&files, instructions::by_names_or_candidates);
        assert_eq!(plan.to_try, BTreeSet::from([Puzzle::of(2020, 1)]), "{lib}");
        let text = text_in(&plan, "days/year2020/day01.rs");
        assert!(text.contains("part2::exec("), "{lib}: {text}");
    }
    // The programs of both parts say more.
    let program = "fn main() { println!(\"{}\", std::fs::read(\"a\").unwrap().len()); }\n";
    let files = format!(
        "== 2020/day01/Cargo.toml\n[package]\nname = \"day01\"\n\
         == 2020/day01/src/lib.rs\npub mod part1;\npub mod part2;\n\
         == 2020/day01/src/part1.rs\n{part}== 2020/day01/src/part2.rs\n{part}\
         == 2020/day01/src/bin/part1.rs\n{program}== 2020/day01/src/bin/part2.rs\n{program}"
    );
    let plan = plan_of_as(&files, instructions::by_names_or_candidates);
    let text = text_in(&plan, "days/year2020/day01.rs");
    assert!(text.contains("part2::main()"), "{text}");
}

#[test]
fn a_path_to_a_part_of_a_joined_day_leads_to_its_module() {
    let one = "pub fn solve(i: &str) -> u8 { count(i) }\npub fn count(i: &str) -> u8 { 1 }\n";
    for (files, of_part1, of_part2) in [
        (["part1", "part2"], "crate::part1", "crate::part2"),
        (["a", "b"], "crate::a", "crate::b"),
    ] {
        let plan = plan_of(&format!(
            "== 2020/day-02/Cargo.toml\n[package]\nname = \"day-02\"\n\
             == 2020/day-02/src/lib.rs\npub mod {0};\npub mod {1};\n\
             == 2020/day-02/src/{0}.rs\n{one}\
             == 2020/day-02/src/{1}.rs\nuse {of_part1}::count;\npub const TWO: u8 = 2;\n\
             pub fn solve(i: &str) -> u8 {{ count(i) * {of_part2}::TWO }}\n",
            files[0], files[1]
        ));
        let text = text_in(&plan, "days/year2020/day02.rs");
        for path in [
            "use crate::day02::part1::count;",
            "crate::day02::part2::TWO",
        ] {
            assert!(text.contains(path), "{files:?}: {text}");
        }
    }
}

/// The files of the parts use the module of the day, and other modules in it.
#[test]
fn modules_of_the_parts_become_inline_in_the_file_that_declares_them() {
    let day = "pub mod part1;\npub(crate) mod part2;\nmod utils;\nconst N: u8 = 1;\n";
    let one = "use super::utils::count;\nuse crate::DAY::N;\n\
               pub fn solve(i: &str) -> u8 { N * count(i) }\n";
    let two = "mod inner;\npub fn solve(i: &str) -> u8 { super::N * inner::TWO }\n";
    let mut files = "== 2020/src/lib.rs\npub mod day3;\npub mod day4;\n".to_owned();
    for (name, root) in [("day3", "day3.rs"), ("day4", "day4/mod.rs")] {
        files += &format!(
            "== 2020/src/{root}\n{day}== 2020/src/{name}/part1.rs\n{}\
             == 2020/src/{name}/part2.rs\n{two}\
             == 2020/src/{name}/part2/inner.rs\npub const TWO: u8 = 2;\n\
             == 2020/src/{name}/utils.rs\npub fn count(i: &str) -> u8 {{ 1 }} // {name}\n",
            one.replace("DAY", name)
        );
    }
    let plan = plan_of(&files);
    assert_eq!(reasons(&plan).next(), None);
    assert_eq!(plan.days(), [3, 4].map(|day| Puzzle::of(2020, day)));
    for day in [3, 4] {
        let text = text_in(&plan, &format!("days/year2020/day0{day}.rs"));
        let expected = format!(
            "\npub mod part1 {{\nuse super::utils::count;\nuse crate::day0{day}::N;\n\
             pub fn solve(i: &str) -> u8 {{ N * count(i) }}\n\n}}\n\
             pub(crate) mod part2 {{\npub(crate) mod inner;\n\
             pub fn solve(i: &str) -> u8 {{ super::N * inner::TWO }}\n\n}}\n\
             mod utils;\nconst N: u8 = 1;\n"
        );
        assert!(text.ends_with(&expected), "{text}");
        for call in ["part1 = part1::solve", "part2 = part2::solve"] {
            assert!(text.contains(call), "{text}");
        }
        let utils = text_in(&plan, &format!("days/year2020/day0{day}/utils.rs"));
        assert!(utils.ends_with(&format!("// day{day}\n")), "{utils}");
        text_in(&plan, &format!("days/year2020/day0{day}/part2/inner.rs"));
    }
}

#[test]
fn a_library_that_shares_code_and_imports_between_the_modules_of_the_parts_is_the_day() {
    let plan = plan_of(
        "== 2020/day24/Cargo.toml\n[package]\nname = \"day24\"\n\
         == 2020/day24/src/lib.rs\nmod part_a;\nmod part_b;\npub use part_a::part_a;\n\
         pub use part_b::part_b;\nfn rule() -> u8 { 1 }\n\
         #[cfg(test)] mod tests { #[test] fn t() { check(\"src/in.txt\") } }\n\
         == 2020/day24/src/in.txt\n1\n\
         == 2020/day24/src/part_a.rs\nuse crate::rule;\npub fn part_a(i: &str) -> u8 { rule() }\n\
         == 2020/day24/src/part_b.rs\npub fn part_b(i: &str) -> u8 { super::rule() }\n",
    );
    assert_eq!(reasons(&plan).next(), None);
    let files: Vec<&str> = plan.files.iter().map(|file| &*file.file).collect();
    assert_eq!(
        files,
        ["days/year2020/Cargo.toml", "days/year2020/day24.rs"]
    );
    let text = text_in(&plan, "days/year2020/day24.rs");
    assert!(text.contains("use crate::day24::rule;"), "{text}");
    assert!(
        text.contains("pub use part_b::part_b;\nfn rule()"),
        "{text}"
    );
    assert!(!text.contains("in.txt"), "{text}");
}

#[test]
fn a_test_of_a_file_hides_no_other_assertion_of_a_part() {
    let part = |answer: u8| {
        format!(
            "pub fn solve(i: &str) -> u8 {{ {answer} }}\n\
             #[cfg(test)] mod tests {{\n\
             #[test] fn example() {{ assert_eq!(super::solve(\"a\"), {answer}); }}\n\
             #[test] fn real() {{ assert_eq!(super::solve(include_str!(\"in.txt\")), 9); }}\n}}\n"
        )
    };
    let [one, two] = [5, 6].map(part);
    for files in [
        format!("== 2020/day01a.rs\n{one}== 2020/day01b.rs\n{two}"),
        format!(
            "== 2020/day01.rs\nmod part1;\nmod part2;\n\
             == 2020/day01/part1.rs\n{one}== 2020/day01/part2.rs\n{two}"
        ),
    ] {
        let plan = plan_of(&files);
        let text = text_in(&plan, "days/year2020/day01.rs");
        let example = "aoc_solution::example!(\"a\").part1(\"5\").part2(\"6\"),";
        assert!(text.contains(example), "{text}");
        assert!(!text.contains("include_str"), "{text}");
    }
}

#[test]
fn a_package_for_each_part_is_joined_with_the_libraries_of_both() {
    let part = "fn solve(i: &str) -> usize { LIBRARY::count(i) }\nfn main() {}\n";
    let package = |folder: &str, edition: &str, library: &str, version: &str| {
        format!(
            "== 2020/{folder}/Cargo.toml\n[package]\nname = \"{}\"\nedition = \"{edition}\"\n\
             [dependencies]\n{library} = {version}\n== 2020/{folder}/src/main.rs\n{}",
            folder.replace('/', "-"),
            part.replace("LIBRARY", library)
        )
    };
    let only_part = "it has only one part: put both parts of a day into one file";
    for [one, two] in [
        ["day01a", "day01b"],
        ["01a", "01b"],
        ["day01-part1", "day01-part2"],
        ["day-01/part-1", "day-01/part-2"],
    ] {
        let first = package(one, "2021", "alpha", "\"1\"");
        let second = package(two, "2021", "beta", "\"2\"");
        let plan = plan_of(&format!("{first}{second}"));
        assert_eq!(reasons(&plan).next(), None, "{one}");
        let text = text_in(&plan, "days/year2020/day01.rs");
        assert!(text.contains("part2 = part2::solve"), "{one}: {text}");
        let manifest = text_in(&plan, "days/year2020/Cargo.toml");
        for line in ["alpha = \"1\"", "beta = \"2\""] {
            assert!(manifest.contains(line), "{one}: {manifest}");
        }
        // No manifest can serve both packages.
        let other_edition = package(two, "2018", "alpha", "\"1\"");
        let other_package = package(two, "2021", "alpha", "{ version = \"1\", package = \"a\" }");
        let features = "\"1\"\n[features]\ndefault = [\"x\"]\nx = []";
        let other_features = package(two, "2021", "alpha", features);
        for second in [other_edition, other_package, other_features] {
            let plan = plan_of(&format!("{first}{second}"));
            let why: Vec<&str> = reasons(&plan).collect();
            assert_eq!(why, [only_part, only_part], "{second}");
        }
        let plan = plan_of(&format!(
            "{first}{}",
            package(two, "2021", "alpha", "\"2\"")
        ));
        assert!(plan.days().is_empty(), "{one}");
        let why = reasons(&plan).next().unwrap_or_default();
        assert!(why.contains("`alpha`"), "{why}");
        // Each part has a package of its own with the same name.
        let with_own = |folder: &str| {
            let day = package(folder, "2021", "alpha", "{ path = \"alpha\" }");
            let manifest = "[package]\nname = \"alpha\"";
            format!(
                "{day}== 2020/{folder}/alpha/Cargo.toml\n{manifest}\n\
                 == 2020/{folder}/alpha/src/lib.rs\npub fn count(i: &str) -> usize {{ 1 }}\n"
            )
        };
        let shared = "== 2020/al-pha/Cargo.toml\n[package]\nname = \"al-pha\"\n\
                      == 2020/al-pha/src/lib.rs\npub fn count(i: &str) -> usize { 1 }\n";
        let with_shared = |folder: &str, value: &str| {
            let day = package(folder, "2021", "al-pha", value);
            format!("{}{shared}", day.replace("al-pha::", "al_pha::"))
        };
        let path = format!(
            "{{ path = \"{}al-pha\" }}",
            "../".repeat(1 + two.matches('/').count())
        );
        // Code calls both packages `al_pha`.
        let same_in_code = format!("{}{}", with_shared(one, "\"1\""), with_shared(two, &path));
        for files in [format!("{}{}", with_own(one), with_own(two)), same_in_code] {
            let plan = plan_of(&files);
            let why: Vec<&str> = reasons(&plan).collect();
            assert_eq!(why, [only_part, only_part], "{files}");
        }
    }
    // Both packages have both parts.
    let both = "fn part1(i: &str) -> u8 { 1 }\nfn part2(i: &str) -> u8 { 2 }\nfn main() {}\n";
    let package = |name: &str| {
        format!(
            "== 2020/{name}/Cargo.toml\n[package]\nname = \"{name}\"\n\
             == 2020/{name}/src/main.rs\n{both}"
        )
    };
    let plan = plan_of(&format!("{}{}", package("day01a"), package("day01b")));
    let why: Vec<&str> = reasons(&plan).collect();
    assert_eq!(why, [only_part, only_part]);
}

#[test]
fn files_of_parts_that_cannot_be_joined_are_refused_as_before() {
    let why = "it has only one part: put both parts of a day into one file";
    let part = "fn solve(i: &str) -> u8 { 1 }\n";
    for (files, expected) in [
        // Two files have part 1.
        (vec![("day01a", part), ("day01_part1", part)], 2),
        // Names say only for one part which function answers it.
        (
            vec![("day01a", part), ("day01b", "fn go(i: &str) -> u8 { 2 }\n")],
            2,
        ),
        // Two files have part 2.
        (
            vec![("day01a", part), ("day01b", part), ("day01_part2", part)],
            3,
        ),
        // A module with a file, an unstable feature, and a file without a function that is named
        // for a part.
        (vec![("day01a", "mod grid;\n"), ("day01b", part)], 2),
        (vec![("day01a", part), ("day01b", "#![feature(a)]\n")], 2),
        // Code that uses the module around the file.
        (
            vec![
                ("day01a", part),
                (
                    "day01b",
                    "use super::util;\nfn solve(i: &str) -> u8 { 2 }\n",
                ),
            ],
            2,
        ),
        (
            vec![
                ("day01a", part),
                (
                    "day01b",
                    "mod b { use super::super::util; }\nfn solve(i: &str) -> u8 { 2 }\n",
                ),
            ],
            2,
        ),
        (
            vec![
                ("day01a", "fn go(i: &str) -> u8 { 1 }\n"),
                ("day01b", "fn walk(i: &str) -> u8 { 2 }\n"),
            ],
            2,
        ),
    ] {
        let mut listed = String::new();
        for (file, code) in files {
            listed += &format!("== 2020/src/{file}.rs\n{code}");
        }
        let plan = plan_of(&listed);
        assert!(plan.days().is_empty(), "{listed}");
        assert_eq!(
            reasons(&plan).filter(|reason| *reason == why).count(),
            expected,
            "{listed}"
        );
    }
    // One part is missing.
    let alone = "it has only one part, and no file has the other one: name it after the day alone, \
                 such as `day01.rs`";
    let plan = plan_of(&format!("== 2020/src/day01a.rs\n{part}"));
    assert!(plan.days().is_empty());
    assert_eq!(reasons(&plan).collect::<Vec<_>>(), [alone]);
    // Another file has both parts.
    let plan = plan_of(&format!(
        "== 2020/src/day01.rs\nfn part1(i: &str) -> u8 {{ 1 }}\n\
         == 2020/src/day01a.rs\n{part}== 2020/src/day01b.rs\n{part}"
    ));
    let text = text_in(&plan, "days/year2020/day01.rs");
    assert!(!text.contains("mod part1"), "{text}");
    // The day uses the file of a part as a module.
    let plan = plan_of(
        "== 2020/src/main.rs\nmod day01;\nmod day01a;\nfn main() {}\n\
         == 2020/src/day01.rs\nuse crate::day01a::part1 as one;\nfn part1(i: &str) -> u8 { one(i) }\n\
         == 2020/src/day01a.rs\npub fn part1(i: &str) -> u8 { 1 }\n",
    );
    assert_eq!(reasons(&plan).next(), None);
}

#[test]
fn a_file_with_only_one_value_is_part_1_beside_a_file_of_part_2() {
    let prints =
        |text: &str| format!("fn main() {{ println!({text}, std::fs::read(\"a\").len()); }}\n");
    let solves = "fn solve(i: &str) -> u8 { 1 }\nfn main() {}\n".to_owned();
    let looped = "fn main() { let n = std::fs::read(\"a\").len(); \
                  for a in [n, 2 * n] { println!(\"{}\", a); } }\n"
        .to_owned();
    let helper = "fn show(n: usize) { println!(\"{}\", n); }\n\
                  fn main() { show(std::fs::read(\"a\").len()); show(2); }\n"
        .to_owned();
    let both =
        "fn part1(i: &str) -> u8 { 1 }\nfn part2(i: &str) -> u8 { 1 }\nfn main() {}\n".to_owned();
    for (one, two, first, is_joined) in [
        ("day1", "day1_p2", prints("\"{}\""), true),
        ("17", "17_part_2", prints("\"Result: {{{}}}\""), true),
        ("day1", "day1b", solves, true),
        ("day1", "day1_p2", prints("\"{} {}\", 1"), false),
        ("day1", "day1_p2", prints("\"{:?}\""), false),
        ("day1", "day1_p2", looped, false),
        ("day1", "day1_p2", helper, false),
        ("day1", "day1_p2", both, false),
        ("day1_fast", "day1_p2", prints("\"{}\""), false),
    ] {
        let temp = tempfile::tempdir().unwrap();
        let second = prints("\"{}\"");
        let files = format!(
            "== old/2020/Cargo.toml\n[package]\nname = \"y\"\n\
             == old/2020/src/bin/{one}.rs\n{first}== old/2020/src/bin/{two}.rs\n{second}"
        );
        unpack(temp.path(), &files);
        with_request(temp.path(), Some("old"), |request| {
            let import = Import::read(request).unwrap();
            let days: Vec<_> = import.repository.days.values().flatten().collect();
            let has_joined = days.iter().any(|day| day.is_joined());
            assert_eq!(has_joined, is_joined, "{one} {two} {first}");
            assert!(!is_joined || days.len() == 1, "{one} {two} {first}");
        });
    }
}

#[test]
fn the_programs_of_both_parts_are_joined_with_their_main_to_be_tried() {
    let program = "use std::{fs, io};\npub(crate) type Count = u8;\n\
         mod deep { pub fn zero() -> crate::Count { 0 } }\n\
         fn main() { println!(\"{}\", fs::read(\"a\").unwrap().len()); }\n\
         // The end";
    let files = format!(
        "== 2020/Cargo.toml\n[package]\nname = \"y\"\n== 2020/src/bin/day01a.rs\n{program}== 2020/src/bin/day01b.rs\n{program}"
    );
    let plan = plan_of_as(&files, instructions::by_names_or_candidates);
    assert_eq!(reasons(&plan).next(), None);
    assert_eq!(plan.to_try, BTreeSet::from([Puzzle::of(2020, 1)]));
    let text = text_in(&plan, "days/year2020/day01.rs");
    for part in ["part1", "part2"] {
        let module = format!(
            "pub mod {part} {{\nuse aoc_solution::imported::std::{{fs, io}};\n\
             pub(crate) type Count = u8;\n\
             pub(crate) mod deep {{ pub fn zero() -> crate::day01::{part}::Count {{ 0 }} }}\n\
             #[allow(dead_code)]\npub(crate) fn main() {{ println!"
        );
        assert!(text.contains(&module), "{text}");
        let call = format!("shown(input, || {part}::main())");
        assert!(text.contains(&call), "{text}");
        // The macros before both modules also hold in them.
        let start = "#[allow(unused_macros)]\nmacro_rules! print { ($($text:tt)*) => { \
                     aoc_solution::imported::print!($($text)*) } }\n";
        assert!(text.starts_with(start), "{text}");
        assert_eq!(text.matches(start).count(), 1, "{text}");
        assert!(text.contains("// The end\n}"), "{text}");
    }
}

#[test]
fn the_tests_of_a_file_are_those_of_its_part() {
    let code = |answer: u8| {
        format!(
            "fn solve(i: &str) -> u8 {{ {answer} }}\n\
             #[cfg(test)] mod tests {{ #[test] fn t() {{ assert_eq!(super::solve(\"a\"), {answer}); }} }}\n"
        )
    };
    let [one, two] = [5, 6].map(code);
    let plan = plan_of(&format!("== 2020/day01a.rs\n{one}== 2020/day01b.rs\n{two}"));
    let text = text_in(&plan, "days/year2020/day01.rs");
    let example = "aoc_solution::example!(\"a\").part1(\"5\").part2(\"6\"),";
    assert!(text.contains(example), "{text}");
}

#[test]
fn macros_of_a_module_are_imported_where_the_root_of_the_crate_has_them_for_all() {
    let plan = plan_of(
        "== 2020/src/main.rs\n#[macro_use]\nmod common;\nmod day01;\nmod day02;\nmod other;\n\
         fn main() {}\n\
         == 2020/src/common.rs\nmacro_rules! twice { ($e:expr) => { 2 * one!($e) } }\n\
         macro_rules! one { ($e:expr) => { $e } }\npub fn len(i: &str) -> usize { i.len() }\n\
         == 2020/src/other.rs\npub fn all(i: &str) -> usize { one!(i.len()) }\n\
         == 2020/src/day01.rs\n//! One.\npub fn part1(i: &str) -> usize { twice!(i.len()) }\n\
         == 2020/src/day02.rs\nuse crate::other;\nmacro_rules! one { () => { 1 } }\n\
         pub fn part1(i: &str) -> usize { other::all(i) + one!() }\n\
         == 2020/src/day03.rs\npub fn part1(i: &str) -> usize { crate::common::twice!(i.len()) }\n",
    );
    assert_eq!(reasons(&plan).next(), None);
    let exported = "#[allow(unused_imports)]\npub(crate) use {twice, one};\n";
    let common = text_in(&plan, "days/year2020/common.rs");
    assert!(common.ends_with(exported), "{common}");
    let import = "#[allow(unused_imports)]\nuse crate::common::{twice, one};\n";
    for (file, imports) in [
        ("day01", true),
        ("other", true),
        ("day02", false),
        ("day03", true),
    ] {
        let text = text_in(&plan, &format!("days/year2020/{file}.rs"));
        assert_eq!(text.contains(import), imports, "{text}");
    }
}

#[test]
fn macros_for_all_of_a_module_in_a_module_are_imported_where_they_are_called() {
    let plan = plan_of(
        "== 2020/src/main.rs\n#[macro_use]\nmod utils;\nmod day01;\nfn main() {}\n\
         == 2020/src/utils.rs\n#[macro_use]\nmod macros;\n\
         == 2020/src/utils/macros.rs\nmacro_rules! twice { ($e:expr) => { 2 * $e } }\n\
         == 2020/src/day01.rs\npub fn part1(i: &str) -> usize { twice!(i.len()) }\n",
    );
    assert_eq!(reasons(&plan).next(), None);
    let allow = "#[allow(unused_imports)]";
    for (file, expected) in [
        (
            "day01",
            format!("{allow}\nuse crate::utils::macros::{{twice}};\n"),
        ),
        ("utils", "#[macro_use]\npub(crate) mod macros;\n".to_owned()),
        (
            "utils/macros",
            format!("{allow}\npub(crate) use {{twice}};\n"),
        ),
    ] {
        let text = text_in(&plan, &format!("days/year2020/{file}.rs"));
        assert!(text.contains(&expected), "{text}");
    }
}

/// Outside of tests, the macro does not exist.
#[test]
fn a_macro_for_tests_is_exported_and_imported_for_tests() {
    let plan = plan_of(
        "== 2020/src/lib.rs\n#[macro_use]\nmod common;\nmod day01;\n\
         == 2020/src/common.rs\n#[cfg(test)]\nmacro_rules! check { ($e:expr) => { assert!($e) } }\n\
         #[cfg(not(test))]\nmacro_rules! one { ($e:expr) => { $e } }\n\
         #[cfg(test)]\nmacro_rules! one { ($e:expr) => { $e } }\n\
         == 2020/src/day01.rs\npub fn part1(i: &str) -> usize { one!(i.len()) }\n\
         #[cfg(test)] mod tests { #[test] fn t() { check!(super::part1(\"a\") > 0); } }\n",
    );
    assert_eq!(reasons(&plan).next(), None);
    let common = text_in(&plan, "days/year2020/common.rs");
    let exported = "\n#[allow(unused_imports)]\npub(crate) use {one};\n\n\
                    #[cfg(test)]\n#[allow(unused_imports)]\npub(crate) use {check};\n";
    assert!(common.ends_with(exported), "{common}");
    let day = text_in(&plan, "days/year2020/day01.rs");
    let imported = "#[allow(unused_imports)]\nuse crate::common::{one};\n\
                    #[cfg(test)]\n#[allow(unused_imports)]\nuse crate::common::{check};\n";
    assert!(day.contains(imported), "{day}");
}

#[test]
fn macros_at_the_root_of_a_crate_are_imported_where_they_are_called() {
    let plan = plan_of(
        "== 2020/src/lib.rs\nmacro_rules! two { () => { 2 * one!() } }\n\
         #[macro_export]\nmacro_rules! one { () => { 1 } }\n\
         macro_rules! day { ($day:ident) => { mod $day; } }\nday!(day01);\n\
         macro_rules! text { () => { include_bytes!(\"a.txt\") } }\n\
         mod day02; mod day03; mod day04; mod day05;\npub(crate) use two;\n\
         == 2020/src/day01.rs\npub fn part1(i: &str) -> usize { two!() }\n\
         == 2020/src/day02.rs\nuse crate::one;\npub fn part1(i: &str) -> usize { one!() + two!() }\n\
         == 2020/src/day03.rs\npub fn part1(i: &str) -> usize { crate::one!() }\n\
         == 2020/src/day04.rs\nmacro_rules! one { () => { 1 } }\n\
         pub fn part1(i: &str) -> usize { one!() }\n\
         == 2020/src/day05.rs\nday!(five);\npub fn part1(i: &str) -> usize { 1 }\n\
         == 2020/src/day06.rs\npub fn part1(i: &str) -> usize { crate::text!().len() }\n",
    );
    let named = "`crate::text` is at the root of the crate and is not copied: \
                 change it in the old repository, then import again";
    assert_eq!(reasons(&plan).collect::<Vec<_>>(), [named]);
    let root = text_in(&plan, "days/year2020/crate_root.rs");
    let exported = "#[allow(unused_imports)]\npub(crate) use {one, day};\n";
    assert!(root.ends_with(exported), "{root}");
    for (day, expected) in [
        (1, "use crate::{two, one, day};\n"),
        (2, "use crate::{two, day};\nuse crate::one;\n"),
        (3, "use crate::{two, one, day};\n"),
        (4, ""),
        (5, ""),
    ] {
        let text = text_in(&plan, &format!("days/year2020/day{day:02}.rs"));
        let imports: String = text
            .split_inclusive('\n')
            .filter(|line| line.contains("use crate::"))
            .collect();
        assert_eq!(imports, expected, "{text}");
    }
}
