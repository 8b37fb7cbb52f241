//! The copies of days: what is copied, what changes, and what is refused.

use super::*;

/// Days with code that cannot be copied as it is.
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
== 2020/src/util/mod.rs
pub mod deep;
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
== 2020/tool/Cargo.toml
[package]
name = \"tool\"
== 2020/tool/build.rs
";

/// Days whose tests have examples, and assertions that are not examples.
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
    #[test] fn closure() { let other = |_: &str| 1; assert_eq!(part1(&parse(EXAMPLE)), 7); }
    #[test] fn inner() { let input = parse(\"6\"); let (input, _) = other(input); assert_eq!(part1(&input), 8); }
    #[test] fn local() { const EXAMPLE: &str = \"8\"; let other = EXAMPLE; call(other); assert_eq!(part1(&parse(EXAMPLE)), 8); }
    #[test] fn hidden() { let part1 = |_: &[u8]| 9; assert_eq!(part1(&parse(\"4\")), 9); }
    #[test] fn small() { SIZE.set(7); assert_eq!(part1(&parse(\"7\")), 8); }
    #[test] fn grows() { let a = (1, 1, 1, 1); GROWS assert_eq!(part1(&parse(a)), 8); }
    #[test] fn blank() { assert_eq!(part1(&parse(\"1\n\n\")), 8); }
    #[test] fn own() { assert_eq!(part1(&parse(include_str!(\"../input/day01.txt\"))), 8); }
}
== 2020/loose/day03/mod.rs
pub fn part1(input: &str) -> String { String::new() }
== 2020/tests/day03.rs
#[test] fn t() { assert_eq!(part1(\"x\"), \"AB\"); }
#[test] fn of_a_part() { assert_eq!(part1(&read_file_part(\"examples\", 3, N)), \"C\"); }
== 2020/data/examples/03.txt
of another part
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
        &plan
            .files
            .iter()
            .find(|it| it.file == path)
            .expect(&path)
            .text
    };
    insta::assert_snapshot!(text("day01.rs"));
    assert!(text("day04.rs").contains("{ crate::day04::two() + crate::util::"));
    assert!(text("day06.rs").ends_with("fn part1(input: &str) -> u8 { N }  \n"));
    assert!(text("day07/own.rs").starts_with("pub const N"));
    assert!(text("day12/solution.rs").starts_with("pub fn x"));
    assert!(text("day09.rs").ends_with("\"a fs file\"; }\n"));
    assert!(text("day11.rs").starts_with("aoc_solution"));
    let expected = [
        "src/words.rs: `include_str!` names a file that the copy does not have: change it in the old repository, then import again",
        "`#[path = \"x.rs\"]` names a module that cannot be copied: change it in the old repository, then import again",
        "it has only one part, and no file has the other one: name it after the day alone, such as `day01.rs`",
        "src/near.rs: `crate::size` is at the root of the crate and is not copied: change it in the old repository, then import again",
        "it would affect every build of your project, and no imported day needs it",
    ];
    assert_eq!(reasons(&plan).collect::<Vec<_>>(), expected);
}

/// Without some of its tests, the code after them has other places in the file.
#[test]
fn code_after_tests_gets_the_input_if_some_tests_are_omitted() {
    let plan = plan_of(
        "== 2020/src/day01.rs\n#[cfg(test)] mod tests {\n\
         #[test] fn real() { assert_eq!(std::fs::read(\"a.txt\").unwrap(), []); }\n\
         #[test] fn stays() { assert_eq!(1 + 1, 2); }\n}\n\
         fn part1() -> usize { include_str!(\"a.txt\").len() }\n\
         == 2020/src/a.txt\n1\n2\n3\n",
    );
    let copy = text_in(&plan, "days/year2020/day01.rs");
    assert!(copy.contains("imported::text().len()"), "{copy}");
    assert!(
        copy.contains("fn stays()") && !copy.contains("fn real()"),
        "{copy}"
    );
}

/// Only `main` reads.
#[test]
fn a_module_of_tests_that_imports_what_may_read_is_copied() {
    for (import, value) in [
        ("std::io::Cursor", "part1(Cursor::new(\"1\"))"),
        ("std::fs", "part1(\"1\".as_bytes())"),
    ] {
        let plan = plan_of(&format!(
            "== 2020/src/bin/01.rs\nuse std::io::{{self, BufRead}};\n\
             fn part1(input: impl BufRead) -> usize {{ input.lines().count() }}\n\
             fn main() {{ part1(io::stdin().lock()); }}\n\
             #[cfg(test)] mod tests {{ use super::*; use {import};\n\
             #[test] fn t() {{ assert_eq!({value}, 1); }} }}\n"
        ));
        assert_eq!(notes(&plan), [""; 0]);
        assert!(text_in(&plan, "days/year2020/day01.rs").contains("fn t()"));
    }
}

const NO_TESTS_OF_FILES: &str = "2020/1: the copy lacks the tests that read a file";

/// In the copy, the text is known only while a part of the day is called.
#[test]
fn a_test_over_a_static_that_includes_the_input_is_omitted() {
    let plan = plan_of(
        "== 2020/src/day01.rs\nuse std::sync::LazyLock;\n\
         static LINES: LazyLock<Vec<&str>> = LazyLock::new(|| include_str!(\"a.txt\").lines().collect());\n\
         fn part1() -> usize { LINES.len() }\n\
         #[test] fn real() { assert_eq!(LINES.len(), 3); }\n\
         #[test] fn stays() { assert_eq!(1 + 1, 2); }\n\
         == 2020/src/a.txt\n1\n2\n3\n",
    );
    let copy = text_in(&plan, "days/year2020/day01.rs");
    assert!(copy.contains("imported::text().lines()"), "{copy}");
    assert!(
        copy.contains("fn stays()") && !copy.contains("fn real()"),
        "{copy}"
    );
}

#[test]
fn tests_over_the_file_of_an_example_are_omitted_with_a_note() {
    for tests in [
        "mod tests { use super::*; const SAMPLE: &[u8] = include_bytes!(\"x.txt\");\n\
         #[test] fn t() { assert_eq!(part1(SAMPLE), 3); } }",
        "mod tests { #[test] fn t() { let text = include_str!(\"x.txt\");\n\
         assert_eq!(super::part1(text), 3); } }",
        "#[rstest] fn t() { assert_eq!(part1(include_str!(\"x.txt\")), 3); }",
        "#[test] fn t() { assert_eq!(part1(include_example!()), 3); }",
        "#[test_case(3)] fn t(size: usize) { assert_eq!(part1(&fs::read(\"x.txt\")), size); }",
    ] {
        let plan = plan_of(&format!(
            "== 2020/src/bin/01.rs\nuse std::fs;\nfn part1(input: &str) -> usize {{ input.len() }}\n\
             fn main() {{}}\n#[cfg(test)] {tests}\n== 2020/src/bin/x.txt\nabc\n"
        ));
        assert_eq!(notes(&plan), [NO_TESTS_OF_FILES], "{tests}");
        let copy = text_in(&plan, "days/year2020/day01.rs");
        assert!(!copy.contains("fn t("), "{copy}");
    }
}

/// A module and a function may have the same name.
#[test]
fn a_module_of_tests_may_have_the_name_of_a_part() {
    let plan = plan_of(
        "== 2020/src/bin/01.rs\nfn part1(input: &str) -> usize { input.len() }\nfn main() {}\n\
         #[cfg(test)] mod part1 { #[test] fn t() { super::part1(include_str!(\"x\")); } }\n",
    );
    assert_eq!(notes(&plan), [NO_TESTS_OF_FILES]);
    let text = text_in(&plan, "days/year2020/day01.rs");
    assert!(
        text.contains("part1 = part1,") && !text.contains("mod part1"),
        "{text}"
    );
}

/// The included code may have the functions of the parts.
#[test]
fn a_day_that_includes_code_is_refused() {
    for path in ["\"parts.in\"", "concat!(env!(\"OUT_DIR\"), \"/parts.rs\")"] {
        for function in ["", "fn part1(input: &str) -> usize { solve(input) }\n"] {
            let plan = plan_of(&format!(
                "== 2020/src/bin/01.rs\nconst TEXT: &str = include_str!(\"a\");\ninclude!({path});\n\
                 {function}fn main() {{ part1(TEXT); }}\n== 2020/src/bin/parts.in\nfn solve() {{}}\n"
            ));
            let refused = "`include!` names a file that the copy does not have: change it in the old \
                           repository, then import again";
            assert_eq!(reasons(&plan).collect::<Vec<_>>(), [refused], "{path}");
        }
    }
}

/// `solution!(1)` and `include!("a.rs")` are calls of macros, but a comparison is not.
#[test]
fn a_variable_may_have_the_name_of_a_macro() {
    let plan = plan_of(
        "== 2020/src/bin/01.rs\npub fn part1(input: &str) -> u8 { let solution = input.len(); \
         u8::from(solution != 3) }\npub fn part2(include: &str) -> u8 { u8::from(include != \"a\") }\n\
         #[test] fn own() { let fs: u8 = part1(\"from_file\"); assert_eq!(fs, 1); }\n",
    );
    assert_eq!(notes(&plan), [""; 0]);
    let copy = text_in(&plan, "days/year2020/day01.rs");
    assert!(
        copy.contains("fn part2") && copy.contains("fn own"),
        "{copy}"
    );
}

#[test]
fn a_test_that_opens_a_file_is_not_copied_however_its_path_is_written() {
    for (import, open) in [
        ("", "std::fs::File::open"),
        ("use std::fs;\n", "fs::File::open"),
        ("use std::fs::File;\n", "File::open"),
    ] {
        let plan = plan_of(&format!(
            "== 2020/day01.rs\n{import}pub fn part1(input: &str) -> usize {{ input.len() }}\n\
             #[test] fn real() {{ {open}(\"inputs/day01.txt\").unwrap(); }}\n\
             #[test] fn own() {{ assert_eq!(part1(\"x\"), 1); }}\n"
        ));
        let copy = text_in(&plan, "days/year2020/day01.rs");
        assert!(
            copy.contains("fn own") && !copy.contains("fn real"),
            "{copy}"
        );
    }
}

/// The file of the day may have the import, and the repository may lack a crate.
#[test]
fn a_test_in_a_file_of_its_own_that_reads_a_file_is_not_copied() {
    for (code, text) in [
        ("", "String::from_utf8(fs::read(\"a\").unwrap()).unwrap()"),
        ("", "text_in(File::open(\"a\").unwrap())"),
        (
            "fn load() -> String { aoc::read_file(\"inputs\", 1) }\n",
            "load()",
        ),
    ] {
        let plan = plan_of(&format!(
            "== 2020/day01.rs\nuse std::fs::{{self, File}};\n#[cfg(test)] mod tests;\n\
             pub fn part1(input: &str) -> usize {{ input.len() }}\n\
             == 2020/day01/tests.rs\nuse super::*;\n{code}\
             #[test] fn real() {{ assert_eq!(part1(&{text}), 5); }}\n\
             #[test] fn own() {{ assert_eq!(part1(\"x\"), 1); }}\n"
        ));
        let copy = text_in(&plan, "days/year2020/day01/tests.rs");
        assert!(
            copy.contains("fn own") && !copy.contains("fn real") && !copy.contains("fn load"),
            "{copy}"
        );
    }
}

/// The copy has no file for the test to read. A function of the same name in another type may read
/// no file.
#[test]
fn a_test_that_calls_a_function_that_reads_is_not_copied() {
    for (code, test, is_copied) in [
        (
            "use std::fs; fn load() -> String { fs::read_to_string(\"a\").unwrap() }",
            "part1(&load())",
            false,
        ),
        (
            "use std::fs::read;",
            "part1(&String::from_utf8(read(\"a\").unwrap()).unwrap())",
            false,
        ),
        (
            "use std::fs::read; fn load() -> String { String::from_utf8(read(\"a\").unwrap()).unwrap() }",
            "part1(&load())",
            false,
        ),
        (
            "use std::fs::OpenOptions; \
             fn load() -> String { read(OpenOptions::new().read(true).open(\"a\").unwrap()) }",
            "part1(&load())",
            false,
        ),
        (
            "use std::fs; fn load() -> String { fs::read_to_string(\"a\").unwrap() }",
            "part1(\"load\")",
            true,
        ),
        ("use crate::files::load;", "part1(&load(1))", false),
        (
            "fn load(_: u8) -> String { String::new() }",
            "part1(&load(1))",
            true,
        ),
        (
            "use crate::files::Files; fn text() -> String { Files::new(1) } fn all() -> usize { part1(&text()) }",
            "all()",
            false,
        ),
        (
            "use crate::files::Files; fn text() -> String { Files::new(1) } fn all() -> usize { part1(&text()) }",
            "part1(\"x\")",
            true,
        ),
        // A variable may have the name of the function.
        ("", "{ let load = \"x\"; part1(load) }", true),
        ("use crate::files::Files;", "part1(&Files::new(1))", false),
        ("use crate::files::Files;", "part1(&Files::empty())", true),
        // A function of this name in a module that the day does not use.
        ("use crate::texts::fetch;", "part1(&fetch(1))", true),
        ("use crate::of_root;", "part1(&of_root(1))", false),
        (
            "use std::fs; struct Day(String); impl Day { fn new() -> Self { \
             Self(fs::read_to_string(\"a\").unwrap()) } fn of(i: &str) -> Self { Self(i.into()) } }",
            "part1(&Day::new().0)",
            false,
        ),
        (
            "use std::fs; struct Day(String); impl Day { fn new() -> Self { \
             Self(fs::read_to_string(\"a\").unwrap()) } fn of(i: &str) -> Self { Self(i.into()) } }",
            "part1(&Day::of(\"x\").0)",
            true,
        ),
        (
            "use std::io::{self, BufRead}; fn lines(text: impl BufRead) -> usize { text.lines().count() } \
             fn all() -> usize { lines(io::stdin().lock()) }",
            "lines(\"x\".as_bytes())",
            true,
        ),
        (
            "use std::fs::File; enum Node { File(u8) } fn parse(i: &str) -> Node { Node::File(1) }\n\
             fn main() { File::open(\"a\").unwrap(); }",
            "size(parse(\"x\"))",
            true,
        ),
        (
            "use std::fs; struct File; impl File { fn new(i: &str) -> Self { Self } }\n\
             fn parse(i: &str) -> File { File::new(i) } fn main() { fs::read(\"a\").unwrap(); }",
            "size(parse(\"x\"))",
            true,
        ),
    ] {
        let plan = plan_of(&format!(
            "== 2020/src/main.rs\nmod day01; mod files; mod texts; mod other;\n\
             pub fn of_root(day: u8) -> String {{ std::fs::read_to_string(\"a\").unwrap() }}\n\
             == 2020/src/texts.rs\npub fn fetch(day: u8) -> String {{ String::new() }}\n\
             == 2020/src/other.rs\n\
             pub fn fetch(day: u8) -> String {{ std::fs::read_to_string(\"a\").unwrap() }}\n\
             == 2020/src/files.rs\nuse std::fs::File;\n\
             pub fn load(day: u8) -> String {{ std::io::read_to_string(open(day)).unwrap() }}\n\
             fn open(day: u8) -> File {{ File::open(day.to_string()).unwrap() }}\n\
             pub struct Files; impl Files {{ pub fn new(day: u8) -> String {{ load(day) }}\n\
             pub fn empty() -> String {{ String::new() }} }}\n\
             == 2020/src/day01.rs\n{code}\npub fn part1(input: &str) -> usize {{ input.len() }}\n\
             #[test] fn own() {{ assert_eq!({test}, 1); }}\n"
        ));
        let copy = text_in(&plan, "days/year2020/day01.rs");
        assert_eq!(copy.contains("fn own"), is_copied, "{test}: {copy}");
        let is_told = notes(&plan).iter().any(|told| told == NO_TESTS_OF_FILES);
        assert_eq!(is_told, !is_copied, "{test}");
    }
}

#[test]
fn a_test_of_a_module_that_calls_a_function_that_reads_is_not_copied() {
    let load = "pub fn load() -> String { std::fs::read_to_string(\"a\").unwrap() }\n";
    for (util, other) in [
        (load, ""),
        ("use crate::files::load;\n", load),
        ("use crate::files::load;\n", "pub fn load() {}\n"),
    ] {
        let plan = plan_of(&format!(
            "== 2020/src/main.rs\nmod day01; mod files; mod util;\n== 2020/src/files.rs\n{other}\
             == 2020/src/day01.rs\npub fn part1(i: &str) -> usize {{ crate::util::size(i) }}\n\
             == 2020/src/util.rs\n{util}pub fn size(i: &str) -> usize {{ i.len() }}\n\
             #[test] fn real() {{ load(); }}\n#[test] fn stays() {{ size(\"a\"); }}\n"
        ));
        let copy = text_in(&plan, "days/year2020/util.rs");
        let is_reader = util.contains(load) || other == load;
        assert_eq!(copy.contains("fn real"), !is_reader, "{copy}");
        assert!(copy.contains("fn stays"), "{copy}");
    }
}

#[test]
fn a_function_of_the_tests_with_the_name_of_one_that_reads_is_their_own() {
    let tests = "#[cfg(test)] mod tests { use super::*; fn load() -> String { \"ab\".to_owned() }\n\
                 #[test] fn own() { assert_eq!(part1(&load()), 2); } }\n";
    let plan = plan_of(&format!(
        "== 2020/src/bin/day01.rs\nuse std::fs;\n\
         fn load() -> String {{ fs::read_to_string(\"a\").unwrap() }}\n\
         pub fn part1(input: &str) -> usize {{ input.len() }}\n{tests}"
    ));
    assert!(text_in(&plan, "days/year2020/day01.rs").contains("fn own"));
    assert!(notes(&plan).is_empty(), "{:?}", notes(&plan));
}

#[test]
fn a_module_keeps_the_tests_that_read_no_file_and_what_they_use() {
    let kept = "#[cfg(test)] mod tests {\n    use super::*;\n    const TEXT: &str = \"abc\";\n\
                \x20   #[test] fn stays() { assert_eq!(part1(TEXT), 3); }\n}\n";
    for (helper, text) in [
        ("", "include_str!(\"../input.txt\")"),
        (
            "const INPUT: &str = include_str!(\"../input.txt\");\n",
            "INPUT",
        ),
        (
            "use std::fs;\n",
            "&fs::read_to_string(\"input.txt\").unwrap()",
        ),
        (
            "use std::{fs::File, io};\nfn open() -> File { File::open(\"a\").unwrap() }\n\
             fn text() -> String { io::read_to_string(open()).unwrap() }\n",
            "&text()",
        ),
        // A function of the day reads the file.
        ("", "&load()"),
        ("fn twice() -> String { load() + &load() }\n", "&twice()"),
        // The text is the path of a file of the repository.
        ("", "\"../example.txt\""),
    ] {
        let real = format!("    #[test] fn real() {{ assert_eq!(part1({text}), ANSWER); }}\n");
        let more = format!("{helper}\n    const ANSWER: usize = 7;\n{real}}}\n");
        for (module, expected) in [
            (kept.replace("}\n}\n", "}\n") + &more, kept),
            (
                format!("#[cfg(test)] mod tests {{\nuse super::*;\n{more}"),
                "",
            ),
        ] {
            let plan = plan_of(&format!(
                "== 2020/day01/example.txt\n1\n== 2020/day01/src/main.rs\n\
                 fn load() -> String {{ std::fs::read_to_string(\"input.txt\").unwrap() }}\n\
                 fn part1(i: &str) -> usize {{ i.len() }}\nfn main() {{}}\n{module}"
            ));
            let copy = text_in(&plan, "days/year2020/day01.rs");
            let tests = copy.find("#[cfg(test)]").map_or("", |at| &copy[at..]);
            assert_eq!(tests, expected, "{text}: {copy}");
        }
    }
}

/// An omitted test contains `_`, as in `let _`, and no other code of the module does.
#[test]
fn a_module_keeps_a_trait_that_it_imports_as_an_underscore() {
    let import = "use std::fmt::Write as _;\n";
    let plan = plan_of(&format!(
        "== 2020/src/main.rs\nmod day01; mod util; fn main() {{}}\n== 2020/src/day01.rs\n\
         pub fn part1(input: &str) -> usize {{ crate::util::len(input) }}\n\
         == 2020/src/util.rs\n{import}\
         pub fn len(text: &str) -> usize {{ let mut copy = String::new(); \
         copy.write_str(text).unwrap(); copy.len() }}\n\
         #[test] fn real() {{ let _ = std::fs::read(\"a\").unwrap(); }}\n"
    ));
    let copy = text_in(&plan, "days/year2020/util.rs");
    assert!(!copy.contains("fn real"), "{copy}");
    assert!(copy.contains(import), "{copy}");
}

#[test]
fn code_that_only_writes_or_exits_reads_no_file() {
    for (imports, code) in [
        (
            "",
            "std::io::stdout().flush().unwrap(); std::process::exit(1)",
        ),
        ("use std::process;\n", "process::exit(1)"),
        (
            "use std::io::{self, Write};\n",
            "writeln!(io::stdout(), \"a\").unwrap(); 0",
        ),
    ] {
        let plan = plan_of(&format!(
            "== 2020/day01/src/main.rs\n{imports}fn count() -> usize {{ {code} }}\n\
             fn part1(i: &str) -> usize {{ i.len() + count() }}\n\
             fn main() {{ println!(\"{{}}\", part1(include_str!(\"../input.txt\"))); }}\n\
             #[test] fn stays() {{ assert_eq!(part1(\"abc\"), 3); }}\n"
        ));
        let copy = text_in(&plan, "days/year2020/day01.rs");
        assert!(copy.contains("fn stays"), "{copy}");
        assert!(copy.contains("part1 = part1"), "{copy}");
        assert!(notes(&plan).is_empty(), "{:?}", notes(&plan));
    }
}

#[test]
fn a_module_loses_tests_that_read_a_file_also_at_its_beginning() {
    let stays = "    #[test] fn stays() { assert_eq!(part1(\"abc\"), 3); }\n}\n";
    let real =
        |name: &str| format!("    #[test] fn {name}() {{ std::fs::read(\"a\").unwrap(); }}\n");
    let start = "#[cfg(test)] mod tests {\n";
    for beginning in [
        real("one"),
        real("one") + "\n",
        real("one") + &real("two"),
        "    use std::fs;\n\n".to_owned() + &real("one"),
    ] {
        let plan = plan_of(&format!(
            "== 2020/src/bin/01.rs\nfn part1(i: &str) -> usize {{ i.len() }}\n\
             fn main() {{}}\n{start}{beginning}{stays}"
        ));
        let copy = text_in(&plan, "days/year2020/day01.rs");
        let tests = copy.find("#[cfg(test)]").map_or("", |at| &copy[at..]);
        assert_eq!(tests, format!("{start}{stays}"), "{beginning}");
    }
}

/// A function may take the path of a file and read the file. The path is then not the text of an
/// example.
#[test]
fn a_test_with_the_path_of_a_file_is_no_example_and_is_not_copied() {
    // The paths are relative to the package, to the source and to the repository.
    let paths = [
        "../example/day01.txt",
        "./../../example/day01.txt",
        "2020/example/day01.txt",
        "../example/of day 1.txt",
    ];
    let raw = "r\"../example/day01.txt\"".to_owned();
    for path in paths
        .map(|path| format!("{path:?}"))
        .into_iter()
        .chain([raw])
    {
        let own = format!("#[test] fn real() {{ assert_eq!(part1({path}), 3); }}\n");
        let constant = format!(
            "const EXAMPLE: &str = {path};\n\
             #[test] fn real() {{ assert_eq!(part1(EXAMPLE), 3); }}\n"
        );
        let module = format!("#[cfg(test)] mod tests {{ use crate::part1; {own} }}\n");
        for (more, of_module) in [
            (&*own, ""),
            (&*constant, ""),
            ("mod main_test;\n", &*module),
            ("#[cfg(test)] mod main_test;\n", &*module),
            ("#[cfg(test)] mod main_test;\n", &*own),
        ] {
            let plan = plan_of(&format!(
                "== 2020/day01/Cargo.toml\n[package]\nname = \"day01\"\n\
                 == 2020/day01/src/main.rs\n\
                 pub fn part1(input: &str) -> usize {{ read(input).len() }}\nfn main() {{}}\n\
                 #[test] fn stays() {{ assert_eq!(part1(\"example/no.txt\"), 14); }}\n{more}\
                 == 2020/day01/src/main_test.rs\n{of_module}\
                 #[test] fn stays() {{ assert_eq!(crate::part1(\"day01.txt\"), 9); }}\n\
                 == 2020/example/day01.txt\na\n== 2020/example/of day 1.txt\na\n"
            ));
            let copy = text_in(&plan, "days/year2020/day01.rs");
            assert!(
                copy.contains(
                    "[\n        aoc_solution::example!(\"example/no.txt\").part1(\"14\"),\n    ]"
                ) && copy.contains("fn stays")
                    && !copy.contains("fn real"),
                "{copy}"
            );
            if more.contains("main_test") {
                let copy = text_in(&plan, "days/year2020/day01/main_test.rs");
                let has_stayed = copy.contains("fn stays") && !copy.contains("fn real");
                assert!(has_stayed, "{copy}");
            }
        }
    }
}

/// Only a condition about tests may give a constant another value in tests.
#[test]
fn a_variable_or_a_comment_with_the_word_test_hides_no_example() {
    let code = "fn part1(i: &str) -> u8 { 1 }\n";
    for (more, has_example) in [
        (
            "#[test] fn t() { let test = \"x\"; assert_eq!(part1(test), 1); }\n",
            true,
        ),
        (
            "// Slow (test).\n#[test] fn t() { assert_eq!(part1(\"x\"), 1); }\n",
            true,
        ),
        (
            "#[cfg(test)] mod tests { #[test] fn t() { assert_eq!(part1(\"x\"), 1); } }\n",
            true,
        ),
        (
            "const N: u8 = if cfg!( test ) { 5 } else { 25 };\n\
             #[test] fn t() { assert_eq!(part1(\"x\"), 1); }\n",
            false,
        ),
        (
            "#[cfg(not(test))] const N: u8 = 25;\n\
             #[test] fn t() { assert_eq!(part1(\"x\"), 1); }\n",
            false,
        ),
    ] {
        let plan = plan_of(&format!("== 2020/day01.rs\n{code}{more}"));
        let copy = text_in(&plan, "days/year2020/day01.rs");
        let example = "examples = [\n        aoc_solution::example!(\"x\").part1(\"1\"),";
        assert_eq!(copy.contains(example), has_example, "{copy}");
    }
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
fn every_kind_of_item_at_the_root_of_a_crate_may_come_along() {
    for item in [
        "trait Both = Clone + Copy;",
        "type Both = u8;",
        "union Both { one: u8 }",
    ] {
        let plan = plan_of(&format!(
            "== 2020/src/main.rs\nmod day01;\n{item}\nfn main() {{}}\n== 2020/src/day01.rs\n\
             use crate::Both;\npub fn part1(input: &str) -> usize {{ 1 }}\n"
        ));
        assert_eq!(reasons(&plan).next(), None, "{item}");
        let root = text_in(&plan, "days/year2020/crate_root.rs");
        assert!(root.contains(&format!("pub(crate) {item}")), "{root}");
    }
}

/// In the copy, a path from the crate begins at the module of the year. A path that leads past that
/// module must not find another item with the same name there.
#[test]
fn a_path_past_the_module_of_the_year_never_leads_to_another_item_of_the_same_name() {
    let at_root = "is at the root of the crate and is not copied: change it in the old repository, \
                   then import again";
    for (of_root, of_year, call, why) in [
        (
            "fn size() {}",
            "pub fn size() -> u8 { 1 }",
            "crate::size()",
            format!("`crate::size` {at_root}"),
        ),
        (
            "fn size() {}",
            "pub fn size() -> u8 { 1 }",
            "super::super::size()",
            format!("`crate::size` {at_root}"),
        ),
        (
            "mod day1;",
            "pub fn size() -> u8 { 1 }",
            "crate::day1::size()",
            "it uses another day, `crate::day1`: put what both use into a file of its own"
                .to_owned(),
        ),
        // The module of the year does not have the item.
        (
            "fn size() {}",
            "",
            "crate::size()",
            format!("`crate::size` {at_root}"),
        ),
        // An item that names a day.
        (
            "",
            "pub const ALL: [fn(&str) -> u8; 1] = [day1::part1];",
            "crate::y2016::ALL.len()",
            "`crate::y2016::ALL` is in the module of the days and is not copied: change it in the \
             old repository, then import again"
                .to_owned(),
        ),
    ] {
        let plan = plan_of(&format!(
            "== 2017/src/main.rs\nmod y2016;\n{of_root}\nfn main() {{}}\n\
             == 2017/src/day1.rs\npub fn size() -> u8 {{ 2 }}\npub fn part1(i: &str) -> u8 {{ 2 }}\n\
             == 2017/src/y2016/mod.rs\npub mod day1;\n{of_year}\npub fn other() {{}}\n\
             == 2017/src/y2016/day1.rs\nuse super::other;\nfn size() -> u8 {{ 1 }}\n\
             pub fn part1(input: &str) -> u8 {{ size() + {call} }}\n"
        ));
        let reasons: Vec<&str> = reasons(&plan).collect();
        assert!(reasons.contains(&&*why), "{call}: {reasons:?}");
        assert!(!plan.days().contains(&Puzzle::of(2016, 1)), "{call}");
    }
}

#[test]
fn a_module_around_the_days_may_import_what_is_at_the_root() {
    let plan = plan_of(
        "== src/main.rs\nmod util;\nmod y2016;\nfn main() {}\n\
         == src/util.rs\npub fn one() -> u8 { 1 }\n\
         == src/y2016/mod.rs\nuse crate::util;\npub mod day1;\n\
         pub fn two() -> u8 { util::one() + 1 }\n\
         == src/y2016/day1.rs\nuse crate::util;\npub mod grid;\npub struct Pos;\n\
         pub fn part1(input: &str) -> u8 { let day1 = util::one(); \
         day1 + super::two() + grid::three(Pos) }\n\
         == src/y2016/day1/grid.rs\nuse crate::y2016::{day1::Pos, two};\nuse crate::util;\n\
         pub fn three(_: Pos) -> u8 { two() + util::one() }\n",
    );
    let grid = text_in(&plan, "days/year2016/day01/grid.rs");
    assert!(
        grid.starts_with("use crate::{day01::Pos, two};\n"),
        "{grid}"
    );
    // A variable with the name of the module keeps its name.
    let day = text_in(&plan, "days/year2016/day01.rs");
    assert!(day.contains("let day1 = util::one(); day1"), "{day}");
    assert_eq!(reasons(&plan).count(), 0);
}

/// If the root has the module inline or in another file, the compiler does not read the file with
/// the usual path.
#[test]
fn a_module_that_the_root_has_elsewhere_is_not_read_from_an_old_file() {
    for (module, expected) in [
        ("mod util;", Ok("2")),
        ("#[path = \"util.rs\"]\nmod util;", Ok("2")),
        (
            "#[cfg(windows)]\n#[path = \"new.rs\"]\nmod util;\n#[cfg(unix)]\nmod util;",
            Ok("2"),
        ),
        ("mod util { pub fn size() -> u8 { 1 } }", Ok("1")),
        (
            "#[path = \"new.rs\"]\nmod util;",
            Err(
                "`crate::util` is at the root of the crate and is not copied: change it in the old \
                 repository, then import again",
            ),
        ),
    ] {
        let plan = plan_of(&format!(
            "== 2020/src/main.rs\nmod day01;\n{module}\nfn main() {{}}\n\
             == 2020/src/new.rs\npub fn size() -> u8 {{ 1 }}\n\
             == 2020/src/util.rs\npub fn size() -> u8 {{ 2 }}\n\
             == 2020/src/day01.rs\npub fn part1(input: &str) -> u8 {{ crate::util::size() }}\n"
        ));
        match expected {
            Ok(size) => {
                let file = if size == "2" { "util" } else { "crate_root" };
                let copy = text_in(&plan, &format!("days/year2020/{file}.rs"));
                assert!(copy.contains(&format!("{{ {size} }}")), "{module}: {copy}");
                let has_file =
                    |file: &crate::import::plan::ImportedFile| file.file == "days/year2020/util.rs";
                assert_eq!(plan.files.iter().any(has_file), size == "2", "{module}");
            }
            Err(why) => assert_eq!(reasons(&plan).collect::<Vec<_>>(), [why], "{module}"),
        }
    }
}

#[test]
fn folders_and_numbers_are_no_names_of_days_at_the_root_of_a_crate() {
    let plan = plan_of(
        "== 2020/src/main.rs\nmod day01;\npub fn rows(src: &str) -> usize { let bin = 1; src.len() + bin }\n\
         pub fn first() -> usize { day01::part1(\"\") }\n\
         == 2020/src/day01.rs\nuse crate::rows;\npub fn part1(input: &str) -> usize { rows(input) }\n\
         == 2021/src/bin/1.rs\nfn part1(input: &str) -> usize { 1 }\n",
    );
    let root = text_in(&plan, "days/year2020/crate_root.rs");
    assert!(
        root.contains("fn rows") && !root.contains("fn first"),
        "{root}"
    );
}

#[test]
fn a_path_by_super_to_an_item_at_the_root_of_a_crate_leads_to_its_copy() {
    let plan = plan_of(
        "== 2020/src/main.rs\nmod code;\nmod day01;\nstruct Failure;\nfn main() {}\n\
         == 2020/src/code.rs\npub fn run() -> Option<super::Failure> { None }\n\
         == 2020/src/day01.rs\nuse super::code;\n\
         fn part1(input: &str) -> Result<u8, super::Failure> { super::code::run(); Ok(1) }\n",
    );
    let copy = text_in(&plan, "days/year2020/day01.rs");
    let part1 =
        "fn part1(input: &str) -> Result<u8, crate::Failure> { super::code::run(); Ok(1) }\n";
    assert!(copy.contains(part1), "{copy}");
    let code = text_in(&plan, "days/year2020/code.rs");
    assert_eq!(code, "pub fn run() -> Option<crate::Failure> { None }\n");
    let root = text_in(&plan, "days/year2020/crate_root.rs");
    assert!(root.contains("pub(crate) struct Failure;"), "{root}");
}

#[test]
fn the_name_of_the_day_is_that_of_the_copy_also_in_a_group_of_paths() {
    let plan = plan_of(
        "== 2020/src/main.rs\nmod day1;\nmod util;\nfn main() {}\n\
         == 2020/src/util.rs\npub fn two() -> u8 { 2 }\n\
         #[macro_export] macro_rules! run { ($day:ident) => { $crate::$day::part1(\"\") }; }\n\
         == 2020/src/day1.rs\npub struct One;\npub fn part1(input: &str) -> u8 { inner::go() }\n\
         mod inner {\n    use crate::{util::two, day1::{One, part1}};\n    \
         pub fn go() -> u8 { two() }\n}\n",
    );
    let copy = text_in(&plan, "days/year2020/day01.rs");
    let uses = "use crate::{util::two, day01::{One, part1}};\n";
    assert!(copy.contains(uses), "{copy}");
    assert_eq!(reasons(&plan).count(), 0);
}

#[test]
fn the_library_of_the_package_of_a_day_is_copied_as_it_is() {
    let library = "use std::fmt;\npub fn two() -> u8 { 2 }\n";
    let plan = plan_of(&format!(
        "== 2020/Cargo.toml\n[package]\nname = \"old\"\nversion = \"0.1.0\"\nedition = \"2021\"\n\
         == 2020/src/lib.rs\n{library}== 2020/src/main.rs\nold_macro::days!();\nfn main() {{}}\n\
         == 2020/src/day01.rs\nuse old::two;\npub fn part1(input: &str) -> u8 {{ two() }}\n"
    ));
    assert_eq!(text_in(&plan, "days/old_2020/src/lib.rs"), library);
}

#[test]
fn items_of_the_module_that_has_the_days_come_along() {
    for index in ["2020/src/days.rs", "2020/src/days/mod.rs"] {
        let plan = plan_of(&format!(
            "== 2020/src/main.rs\nmod days;\nfn main() {{}}\nfn other() {{}}\n\
             == {index}\npub mod day1;\npub mod files;\npub trait Day {{ fn one(&self) -> u8; }}\n\
             pub use self::day1::Day1;\npub use self::files::Files;\n\
             == 2020/src/days/files.rs\npub struct Files;\n\
             == 2020/src/days/day1.rs\nuse super::Files;\npub struct Day1;\n\
             impl crate::days::Day for Day1 {{ fn one(&self) -> u8 {{ 1 }} }}\n\
             pub fn part1(input: &str) -> u8 {{ 1 }}\n"
        ));
        let copy = text_in(&plan, "days/year2020/day01.rs");
        assert!(copy.starts_with("use crate::Files;\n"), "{copy}");
        assert!(copy.contains("impl crate::Day for Day1"), "{copy}");
        assert_eq!(
            text_in(&plan, "days/year2020/crate_root.rs"),
            "#[allow(unused_imports)]\nuse super::*;\n\
             pub trait Day { fn one(&self) -> u8; }\npub use self::files::Files;\n"
        );
    }
}

#[test]
fn paths_in_a_group_lose_the_module_of_the_year_like_any_other() {
    for (uses, expected) in [
        (
            "crate::{util::one, year2020::grid::*};",
            "crate::{util::one, grid::*};",
        ),
        (
            "crate::{year2020::{grid::side}, util};",
            "crate::{{grid::side}, util};",
        ),
        ("crate::year2020::{grid};", "crate::{grid};"),
    ] {
        let plan = plan_of(&format!(
            "== src/lib.rs\nmod util;\nmod year2020 {{ mod grid; mod day01; }}\n\
             == src/util.rs\npub fn one() -> u8 {{ 1 }}\n\
             == src/year2020/grid.rs\npub fn side() -> u8 {{ 1 }}\n\
             == src/year2020/day01.rs\nuse {uses}\npub fn part1(input: &str) -> u8 {{ 1 }}\n"
        ));
        assert_eq!(reasons(&plan).next(), None, "{uses}");
        let copy = text_in(&plan, "days/year2020/day01.rs");
        assert!(copy.contains(&format!("use {expected}")), "{copy}");
        assert!(plan.text_of("days/year2020/grid.rs").contains("fn side"));
    }
}

#[test]
fn a_module_around_the_days_that_only_declares_and_imports_is_not_their_root() {
    let plan = plan_of(
        "== src/main.rs\nmod util;\nmod year2020;\nuse util::Size;\nfn main() {}\n\
         == src/util.rs\nuse crate::Size as Same;\npub struct Size;\npub fn one() -> u8 { 1 }\n\
         == src/year2020/mod.rs\nuse crate::util::one;\nmod day01;\n\
         pub fn all() -> u8 { day01::part1(\"\") + one() }\n\
         == src/year2020/day01.rs\nuse crate::util;\n\
         pub fn part1(input: &str) -> u8 { util::one() }\n",
    );
    assert_eq!(reasons(&plan).next(), None);
    assert!(text_in(&plan, "days/year2020/crate_root.rs").contains("use util::Size;"));
}

/// Otherwise, the stub of a day would hide the items at the root of the crate.
#[test]
fn a_module_around_the_days_is_their_root_only_if_they_use_its_items() {
    for (import, expected) in [
        ("use crate::Grid;", "struct Grid"),
        (
            "use crate::Grid;\n#[cfg(test)] mod tests { use super::*; }",
            "struct Grid",
        ),
        ("use crate::Grid;\nuse super::grid;", "struct Grid"),
        ("use super::day05;", "fn day05"),
        ("use super::{day05 as other};", "fn day05"),
        ("use super::*;", "fn day05"),
        ("use crate::year2020::day05;", "fn day05"),
        ("fn other() -> u8 { super::day05(\"\") }", "fn day05"),
        ("mod inner { use super::super::day05; }", "fn day05"),
    ] {
        let plan = plan_of(&format!(
            "== src/main.rs\nmod year2020;\npub struct Grid;\nfn main() {{}}\n\
             == src/year2020/mod.rs\nmod day01;\nmod grid;\npub fn day05(_: &str) -> u8 {{ todo!() }}\n\
             == src/year2020/grid.rs\n== src/year2020/day01.rs\n{import}\npub fn part1(input: &str) -> u8 {{ 1 }}\n"
        ));
        assert_eq!(reasons(&plan).next(), None, "{import}");
        let root = plan.text_of("days/year2020/crate_root.rs");
        assert!(root.contains(expected), "{import}: {root}");
    }
}

#[test]
fn macros_with_the_name_of_their_crate_are_imported_where_they_are_called() {
    let manifest = "== 2020/Cargo.toml\n[package]\nname = \"y\"\n[dependencies]\n\
                    lazy_static = \"1\"\nitertools = \"0.8\"\n";
    let crates = "#[macro_use]\nextern crate lazy_static;\n#[macro_use] extern crate itertools;\n";
    let day = "//! One.\nuse std::fmt;\nlazy_static! { static ref A: u8 = 1; }\n\
               macro_rules! own { () => {} }\n\
               fn part1(input: &str) -> u8 { own!(); vec![1]; iproduct!(0..1);\n\
               if !(true) && !(true) || !{ true } { return !(1) } 1 }\n\
               const B: &[u8] = include_bytes!(\"example.txt\"); thread_local! {}\n";
    let plan = plan_of(&format!(
        "{manifest}== 2020/src/main.rs\n{crates}mod day01;\nmod util;\n\
         == 2020/src/day01.rs\n{day}== 2020/src/util.rs\n"
    ));
    let text = text_in(&plan, "days/year2020/day01.rs");
    let uses = "//! One.\nuse lazy_static::lazy_static;\nuse std::fmt;\n";
    assert!(text.starts_with(uses), "{text}");
    let year = text_in(&plan, "days/year2020/Cargo.toml");
    assert!(year.contains("\nlazy_static = \"1\"\n"), "{year}");
    // A program may have `extern crate` in its own file. A module cannot.
    let plan = plan_of(&format!(
        "{manifest}== 2020/src/bin/01.rs\n{}",
        day.replace("//! One.\n", crates)
    ));
    let text = text_in(&plan, "days/year2020/day01.rs");
    assert!(text.starts_with(&uses["//! One.\n".len()..]), "{text}");
}

/// The files beside a day are copied to the folder of the year, and so are those of the root.
#[test]
fn two_files_with_one_place_in_the_year_are_the_reason() {
    let plan = plan_of(
        "== 2020/src/main.rs\nmod days; mod util;\nfn main() {}\n\
         == 2020/src/util.rs\npub fn f() -> u8 { 1 }\n\
         == 2020/src/days/mod.rs\npub mod day01; pub mod util;\n\
         == 2020/src/days/util.rs\npub fn f() -> u8 { 1 }\n\
         == 2020/src/days/day01.rs\nuse super::util;\n\
         pub fn part1(input: &str) -> u8 { util::f() + crate::util::f() }\n",
    );
    let why = "two of its files would be copied to days/year2020/util.rs: rename one";
    assert_eq!(reasons(&plan).collect::<Vec<_>>(), [why]);
}

/// The path already names the crate of the macro.
#[test]
fn a_macro_that_is_called_by_its_path_is_not_imported() {
    let plan = plan_of(
        "== 2020/Cargo.toml\n[package]\nname = \"y\"\n[dependencies]\n\
         anyhow = \"1\"\n\
         == 2020/src/main.rs\n#[macro_use] extern crate anyhow;\nmod day01;\n\
         == 2020/src/day01.rs\n\
         fn part1(input: &str) -> anyhow::Result<u8> { anyhow::anyhow!(\"none\") }\n",
    );
    let text = text_in(&plan, "days/year2020/day01.rs");
    assert!(!text.contains("use "), "{text}");
}

/// `#[macro_export]` puts a macro at the root of its crate, wherever its module is.
#[test]
fn a_module_whose_macro_a_day_imports_from_the_root_comes_along() {
    for (call, import) in [
        ("get!(input)", "use crate::{util::SIZE, get};"),
        ("crate::get!(input)", "use crate::util::SIZE;"),
    ] {
        let plan = plan_of(&format!(
            "== 2020/src/lib.rs\n#[macro_use] mod macros;\nmod util;\npub mod day01;\n\
             == 2020/src/macros.rs\n#[macro_export]\nmacro_rules! get {{ ($text:expr) => {{ 1 }} }}\n\
             == 2020/src/util.rs\npub const SIZE: u8 = 2;\n\
             == 2020/src/day01.rs\n{import}\npub fn part1(input: &str) -> u8 {{ {call} * SIZE }}\n"
        ));
        assert_eq!(notes(&plan), [""; 0], "{call}");
        let macros = text_in(&plan, "days/year2020/macros.rs");
        assert!(macros.starts_with("#[macro_export]\n"), "{macros}");
        let day = text_in(&plan, "days/year2020/day01.rs");
        assert!(day.contains(import) && day.contains(call), "{day}");
    }
    // The path leads to the module of this name.
    let plan = plan_of(
        "== 2020/src/lib.rs\nmod macros;\nmod grid;\npub mod day01;\n\
         == 2020/src/macros.rs\n#[macro_export]\nmacro_rules! grid { () => { 1 } }\n\
         const TEXT: &str = include_str!(\"text\");\n\
         == 2020/src/grid.rs\npub const SIZE: u8 = 2;\n\
         == 2020/src/day01.rs\nuse crate::grid;\npub fn part1(input: &str) -> u8 { grid::SIZE }\n",
    );
    assert_eq!(notes(&plan), [""; 0]);
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
        // A name without another occurrence may be a trait, or other code may import it from here.
        ("use std::io::Read;\n", "use std::io::Read;\n"),
        ("use std::str::FromStr;\n", "use std::str::FromStr;\n"),
        ("pub use std::fs;\n", "pub use std::fs;\n"),
        ("use std::env as environment;\n", ""),
        ("use std::cmp::max;\n", ""),
    ] {
        let plan = plan_of(&format!(
            "== 2020/src/bin/01.rs\n{uses}\
             fn part1(input: &str) -> usize {{ HashMap::<u8, u8>::new().len() }}\n\
             fn main() {{ let a = (env::args(), fs::x(), File::y(), environment::z(), BTreeSet::new()); \
             FromStr::of(); part1(&read()[max(1, 2)..]); HashMap::x(); }}\n"
        ));
        let text = text_in(&plan, "days/year2020/day01.rs");
        let (before, _) = text.split_once("aoc_solution::functions!").unwrap();
        assert_eq!(before, expected, "{uses}");
    }
}

/// In a trial, `load` gives the day's input. A copy of what names say has no file for it.
#[test]
fn what_uses_a_function_that_reads_stays_behind_however_it_is_used() {
    for call in ["load(\"a\")", "load::<String>()", "Some(\"a\").map(load)"] {
        let plan = plan_of(&format!(
            "== 2020/src/bin/01.rs\n\
             fn load() -> String {{ include_str!(\"../../a.txt\").into() }}\n\
             fn part1(input: &str) -> usize {{ input.len() }}\n\
             fn run() {{ println!(\"{{}}\", {call}); }}\nfn main() {{ run(); }}\n\
             mod inner {{ use super::*; pub fn run() {{ {call}; }} }}\n"
        ));
        let copy = text_in(&plan, "days/year2020/day01.rs");
        assert!(!copy.contains("run"), "{call}: {copy}");
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
         impl Pair { const ONE: u8 = 1; pub const TWO: u8 = 2; #[inline] fn sum(&self) -> u8 { self.0 } }\n\
         impl Clone for Pair { fn clone(&self) -> Self { Self(self.0, self.1) } }\n\
         mod own { fn hidden() {} }\n",
    );
    insta::assert_snapshot!(text_in(&plan, "days/year2020/crate_root.rs"), @"
    #[allow(unused_imports)]
    use super::*;
    pub(crate) use std::collections::HashMap;
    pub struct Pair(pub(crate) u8, pub u8);
    pub(crate) struct Named { #[allow(unused)] pub(crate) one: u8 }
    impl Pair { pub(crate) const ONE: u8 = 1; pub const TWO: u8 = 2; #[inline] pub(crate) fn sum(&self) -> u8 { self.0 } }
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
    // The module `deep` is in the copied `mod.rs`.
    assert_eq!(plan.text_of("days/year2020/util/deep/mod.rs"), "");
    let root = text_in(&plan, "days/year2020/crate_root.rs");
    assert!(
        root.contains("fn own()") && !root.contains("mod "),
        "{root}"
    );
}

#[test]
fn tests_of_other_tools_give_examples() {
    let temp = tempfile::tempdir().unwrap();
    // Written out, the last value would be a tree of 2^50 calls.
    let grows = "let a = f(a, a); ".repeat(50);
    unpack(temp.path(), &EXAMPLES.replace("GROWS", &grows));
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
    let plan_with = |root: &str| {
        plan_of(&format!(
            "== 2020/src/lib.rs\n{root}\n\
             == 2020/src/year2020/day01.rs\nuse crate::util::deep; fn part1(_: &str) -> u8 {{ deep() }}\n\
             == 2020/src/util/deep.rs\n\n== 2020/src/util/other.rs\n"
        ))
    };
    let plan = plan_with("mod util { pub mod deep;\npub mod other; }");
    let index = text_in(&plan, "days/year2020/util/mod.rs");
    assert_eq!(index, "pub mod deep;\npub mod other;\n");
    let plan = plan_with("library!(util deep, other);");
    let why = "`crate::util` is declared by a macro instead of `mod`, so it is not copied: \
               change it in the old repository, then import again";
    assert_eq!(reasons(&plan).collect::<Vec<_>>(), [why]);
}

#[test]
fn a_macro_with_the_folder_of_the_files_is_refused() {
    let plan = plan_of(
        "== 2020/src/bin/day01.rs\n\
         macro_rules! text { ($n:expr) => { include_str!(concat!(\"in/\", $n)) } }\n\
         const MAP: &str = text!(\"map.txt\");\nfn part1(input: &str) -> usize { MAP.len() }\n",
    );
    let why = "`include_str!` names a file that the copy does not have: change it in the old \
               repository, then import again";
    assert_eq!(reasons(&plan).collect::<Vec<_>>(), [why]);
}

#[test]
fn what_a_copy_would_lack_is_named() {
    for (code, lacking) in [
        (
            "use super::all; fn part1(input: &str) -> u8 { all() }",
            "`crate::all` is at the root of the crate and is not copied",
        ),
        (
            "#[derive(RustEmbed)] #[folder = \"in\"] struct Files; \
             fn part1(input: &str) -> u8 { Files::get(\"1\"); 1 }",
            "`part1` is not in the copy",
        ),
    ] {
        let plan = plan_of(&format!(
            "== 2020/src/lib.rs\nmod day01; pub fn all() {{ day01::part1(\"\") }}\n\
             == 2020/src/day01.rs\n{code}"
        ));
        let why = format!("{lacking}: change it in the old repository, then import again");
        assert!(reasons(&plan).eq([&why]), "{:?}", plan.left_out);
    }
}

#[test]
fn nothing_is_claimed_that_cannot_work() {
    let part = "fn part1(input: &str) -> u8 { 1 }";
    let features = "== 2020/Cargo.toml\n[package]\nname = \"x\"\n[features]\n\
                    default = [\"a\"]\na = [\"b\"]\nb = [\"a\"]\nc = []\n";
    for (name, root, code, expected) in [
        (
            "an item that needs the days",
            "mod day01; pub fn all() { day01::part1(\"\") }",
            "fn part1(input: &str) -> u8 { crate::all() }",
            "`crate::all` is at the root of the crate and is not copied: change it in the old repository, then import again",
        ),
        (
            "a feature of its package",
            "mod day01;",
            "fn part1(input: &str) -> u8 { if cfg!(feature = \"a\") { 1 } else { 2 } }",
            "`feature = \"a\"` depends on a feature of the old package: change it in the old repository, then import again",
        ),
        (
            "a feature that another one turns on",
            "mod day01;",
            "#[cfg(not(feature = \"b\"))] fn x() {} fn part1(input: &str) -> u8 { 1 }",
            "`feature = \"b\"` depends on a feature of the old package: change it in the old repository, then import again",
        ),
        (
            "a feature of its package in a macro that chooses items",
            "mod day01;",
            "cfg_select! { feature = \"b\" => { fn x() {} } _ => {} } fn part1(input: &str) -> u8 { 1 }",
            "`feature = \"b\"` depends on a feature of the old package: change it in the old repository, then import again",
        ),
        (
            "a feature of its package in other brackets",
            "mod day01;",
            "fn part1(input: &str) -> u8 { u8::from(cfg![feature = \"b\"]) }",
            "`feature = \"b\"` depends on a feature of the old package: change it in the old repository, then import again",
        ),
        (
            "a constant with the text of a file",
            "mod day01;",
            "const MAP: &str = include_str!(\"map.txt\"); fn part1(input: &str) -> usize { MAP.len() }",
            "`include_str!` names a file that the copy does not have: change it in the old repository, then import again",
        ),
    ] {
        let plan = plan_of(&format!(
            "{features}== 2020/src/lib.rs\n{root}\n== 2020/src/day01.rs\n{code}"
        ));
        assert_eq!(reasons(&plan).collect::<Vec<_>>(), [expected], "{name}");
        assert!(
            plan.left_out.has_refused_days() && plan.days().is_empty(),
            "{name}"
        );
    }
    for (name, root, code) in [
        (
            "a feature of its package that is not on by default",
            "mod day01;",
            "fn part1(input: &str) -> u8 { if cfg!(feature = \"c\") { 1 } else { 2 } }",
        ),
        (
            "a variable of the name of a feature",
            "mod day01;",
            "fn part1(input: &str) -> usize { let feature = \"a\"; feature.len() }",
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
            "an item with a variable of the name of a macro",
            "macro_rules! day { () => {} } mod day01; fn one(day: u8) -> u8 { day }",
            "fn part1(input: &str) -> u8 { crate::one(1) }",
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
        assert_eq!(plan.days().len(), 1, "{name}: {:?}", plan.left_out.skipped);
        let text = text_in(&plan, "days/year2020/day01.rs");
        assert!(!text.contains("Files"), "{name}");
    }
}

#[test]
fn what_is_not_called_a_day_and_settings_of_builds_are_named() {
    let day = "fn part1(input: &str) -> u8 { 1 }";
    let plan = plan_of(&format!("== src/first.rs\n{day}\n== src/lib.rs\n"));
    let [skipped] = &*plan.left_out.skipped else {
        panic!("{:?}", plan.left_out.skipped);
    };
    assert!(skipped.from.ends_with("src/first.rs"));
    assert!(
        skipped
            .why
            .text()
            .starts_with("no file is named like a day")
    );
    assert!(plan.has_failed());
    let plan = plan_of("== 2020/01.txt\n12\n== tools/helper.rs\nfn help() {}\n");
    assert_eq!(plan.new_inputs(), [Puzzle::of(2020, 1)]);
    assert_eq!(
        plan.left_out.skipped.len(),
        1,
        "no file is named like a day"
    );
    assert!(!plan.has_failed());
    let plan = plan_of("== src/main.rs\nfn main() {}");
    assert!(
        plan.left_out.skipped[0].from.ends_with("old"),
        "{:?}",
        plan.left_out.skipped
    );
    // The folder itself is named like a day.
    let temp = tempfile::tempdir().unwrap();
    unpack(temp.path(), "== day05/helper.rs\nfn help() {}\n");
    let plan = planned(temp.path(), Some("day05")).unwrap();
    let [skipped] = &*plan.left_out.skipped else {
        panic!("{:?}", plan.left_out.skipped);
    };
    assert_eq!(skipped.from, temp.path().join("day05"));
    let plan = plan_of(&format!(
        "== 2020/src/day01.rs\n{day}\n== 2021/src/day02.rs\n{day}\n\
         == 2020/.cargo/config.toml\n[build]\nrustflags = []\n\
         == 2020/other/config.toml\n[build]\nrustflags = []\n"
    ));
    let [skipped] = &*plan.left_out.skipped else {
        panic!("{:?}", plan.left_out.skipped);
    };
    assert!(
        skipped
            .why
            .text()
            .ends_with("copy the settings that these days need")
    );
    assert_eq!(skipped.wanted_by, [Puzzle::of(2020, 1)]);
    let plan = plan_of(&format!(
        "== 2020/src/day01.rs\n{day}\n== tool/Cargo.toml\n[package]\nname = \"tool\"\n\
         == tool/build.rs\nfn main() {{}}\n"
    ));
    let [skipped] = &*plan.left_out.skipped else {
        panic!("{:?}", plan.left_out.skipped);
    };
    let why = "it would affect every build of your project, and no imported day needs it";
    assert_eq!(skipped.why.text(), why);
}

#[test]
fn a_group_by_super_leads_to_the_same_modules_but_not_further_out() {
    let plan_with = |group: &str| {
        plan_of(&format!(
            "== src/lib.rs\nmod y2020; mod util;\n== src/util.rs\npub fn len() {{}}\n\
             == src/y2020/mod.rs\nmod day01; mod more;\n== src/y2020/more.rs\npub fn two() {{}}\n\
             == src/y2020/day01.rs\nuse {group};\npub fn part1(_: &str) -> u8 {{ 1 }}\n"
        ))
    };
    let plan = plan_with("super::{more, more::two}");
    let copy = text_in(&plan, "days/year2020/day01.rs");
    assert!(
        copy.starts_with("use crate::{more, more::two};\n"),
        "{copy}"
    );
    for group in ["super::{more, super::util::len}", "super::{super::util}"] {
        let plan = plan_with(group);
        let why = "a path in a group of imports begins with `super`: import it by itself";
        assert_eq!(reasons(&plan).collect::<Vec<_>>(), [why], "{group}");
    }
}

/// In an inline module, the first `super` lead to the modules around it in the same file.
#[test]
fn a_path_by_super_may_lead_out_of_an_inline_module() {
    for (inline, copied) in [
        (
            "mod part1 { use super::super::super::util::len; }",
            "mod part1 { use crate::util::len; }",
        ),
        (
            "mod part1 { use super::{one, part1 as b}; fn a() { super::one() } }",
            "mod part1 { use super::{one, part1 as b}; fn a() { super::one() } }",
        ),
        (
            "#[cfg(test)]\nmod tests { mod inner { fn a() { super::super::super::super::util::len() } } }",
            "#[cfg(test)]\nmod tests { mod inner { fn a() { crate::util::len() } } }",
        ),
        (
            "mod a { fn b() { super::super::more::two() } }",
            "mod a { fn b() { super::super::more::two() } }",
        ),
        (
            "mod a { mod b {} } fn c() { super::super::util::len() }",
            "mod a { mod b {} } fn c() { crate::util::len() }",
        ),
    ] {
        let plan = plan_of(&format!(
            "== src/lib.rs\nmod y2020; mod util;\n== src/util.rs\npub fn len() {{}}\n\
             == src/y2020/mod.rs\nmod day01; mod more;\n== src/y2020/more.rs\npub fn two() {{}}\n\
             == src/y2020/day01.rs\npub fn part1(_: &str) -> u8 {{ 1 }}\nfn one() {{}}\n{inline}\n"
        ));
        let copy = text_in(&plan, "days/year2020/day01.rs");
        assert!(copy.contains(copied), "{copy}");
    }
}

#[test]
fn thousands_of_modules_that_use_each_other_are_copied() {
    let modules = 3_000;
    let names: Vec<String> = (0..modules).map(|number| format!("m{number}")).collect();
    let declared = names.join("; mod ");
    let mut files = format!(
        "== 2020/src/main.rs\nmod day01; mod {declared}; fn main() {{}}\n\
         == 2020/src/day01.rs\nuse crate::m0::one;\nfn part1(_: &str) -> u8 {{ one() }}\n"
    );
    for (name, next) in names.iter().zip(names.iter().cycle().skip(1)) {
        files += &format!(
            "== 2020/src/{name}.rs\nuse crate::{next};\npub fn one() -> u8 {{ {next}::one() }}\n"
        );
    }
    let plan = plan_of(&files);
    let copied = plan
        .files
        .iter()
        .filter(|file| matches!(file.kind, Kind::Module));
    assert_eq!(copied.count(), modules);
}

#[test]
fn a_module_that_is_named_build_is_no_script() {
    let plan = plan_of(
        "== Cargo.toml\n[package]\nname = \"y\"\n== src/build.rs\npub fn one() -> u8 { 1 }\n\
         == src/y2020/day01.rs\nuse crate::build;\nfn part1(_: &str) -> u8 { build::one() }\n",
    );
    assert_eq!(plan.days().len(), 1);
    assert!(
        plan.left_out.skipped.is_empty(),
        "{:?}",
        plan.left_out.skipped
    );
}

#[test]
fn only_what_a_path_names_comes_along() {
    let plan = plan_of(
        "== 2020/src/lib.rs\nmod day01; mod grid;\n== 2020/src/template.rs\nmod gone;\n\
         == 2020/src/test.rs\nmod gone;\n== 2020/src/grid.rs\npub fn one() -> u8 { 1 }\n\
         == 2020/src/day01.rs\nuse crate::{grid};\n\
         fn part1(template: &str) -> u8 { let test = 1; let t = template; test + grid::one() }\n\
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
    assert!(two.contains("    solve = main,"), "{two}");
}

/// Without the attribute, the function may give another answer.
#[test]
fn an_attribute_of_the_repository_that_the_copy_lacks_is_named() {
    let day = |attribute: &str| {
        format!(
            "== 2020/Cargo.toml\n[package]\nname = \"y\"\n[dependencies]\nx.path = \"../x\"\n\
             == 2020/src/bin/01.rs\n{attribute}\nfn part1(input: &str) -> u8 {{ 1 }}\n\
             == x/Cargo.toml\n[package]\nname = \"x\"\n[lib]\nproc-macro = true\n\
             == x/src/lib.rs\n#[proc_macro_attribute]\npub fn double() {{}}\n"
        )
    };
    let why = "2020/1: the copy lacks the attribute `#[double]`, which the old repository defines, so \
               its answer may differ";
    assert_eq!(notes(&plan_of(&day("#[x::double]"))), [why]);
    assert_eq!(notes(&plan_of(&day("#[inline]"))), [""; 0]);
}

/// In a copied function, only the attribute would be removed.
#[test]
fn a_main_with_an_attribute_of_the_repository_is_left_out_with_it() {
    let plan = plan_of(
        "== 2020/Cargo.toml\n[package]\nname = \"y\"\n[dependencies]\nx.path = \"../x\"\n\
         == 2020/src/bin/01.rs\nfn part1(input: &str) -> usize { input.len() }\n\
         #[timed]\nfn main() { part1(\"\"); }\n\
         == x/Cargo.toml\n[package]\nname = \"x\"\n[lib]\nproc-macro = true\n\
         == x/src/lib.rs\n#[proc_macro_attribute]\npub fn timed() {}\n",
    );
    let text = text_in(&plan, "days/year2020/day01.rs");
    assert!(
        text.ends_with("}\n\nfn part1(input: &str) -> usize { input.len() }\n"),
        "{text}"
    );
}

#[test]
fn a_function_of_a_trait_that_returns_a_file_is_a_reason() {
    let plan = plan_of(
        "== 2020/src/day01.rs\npub struct D;\nimpl Day for D {\n\
         fn input(&self) -> &'static str { include_str!(\"a\") }\n\
         fn part1(&self, input: &str) -> u8 { 1 }\n}\n",
    );
    assert!(plan.days().is_empty());
    let why = "`include_str!` names a file that the copy does not have: change it in the old repository, then import again";
    assert_eq!(reasons(&plan).collect::<Vec<_>>(), [why]);
}

#[test]
fn a_function_of_a_trait_may_return_the_input_of_the_day() {
    let temp = tempfile::tempdir().unwrap();
    let day = "pub struct D;\nimpl Day for D {\n\
               fn input(&self) -> &'static str { include_str!(\"../inputs/day01.txt\") }\n\
               fn part1(&self, input: &str) -> u8 { 1 }\n}\n";
    write(temp.path(), "old/2020/src/day01.rs", day);
    let plan = planned_as(temp.path(), Some("old"), instructions::all_candidates).unwrap();
    assert_eq!(reasons(&plan).next(), None);
    let copy = text_in(&plan, "days/year2020/day01.rs");
    let body = "{ aoc_solution::imported::text() }";
    assert!(copy.contains(body), "{copy}");
    // Names do not tell which calls must read the input.
    let plan = planned(temp.path(), Some("old")).unwrap();
    let why = "the function names do not say how to call it: let `aoc import` build and run it, or \
               use `--part1` and `--part2`";
    assert_eq!(reasons(&plan).collect::<Vec<_>>(), [why]);
    // A file that is not the input is refused, even beside the input.
    let plan = plan_of(
        "== 2020/src/day01.rs\npub struct D;\nimpl Day for D {\n\
         fn input(&self) -> &'static str { include_str!(\"../inputs/day01.txt\") }\n\
         fn part1(&self, input: &str) -> usize { include_str!(\"words.txt\").len() }\n}\n",
    );
    assert!(plan.days().is_empty());
}

/// In the edition 2015, paths of a `use` begin at the crate. The compiler reports that the copy
/// lacks the items that they name. After `cargo fix --edition` in the old repository, such paths
/// are copied correctly.
#[test]
fn paths_of_the_edition_2015_are_copied_as_they_are() {
    for (edition, path) in [("", ""), ("edition = \"2018\"\n", "crate::")] {
        let uses = format!("use {path}common::one;\nuse {{{path}common, {path}Size}};\nuse regex");
        let plan = plan_of(&format!(
            "== Cargo.toml\n[package]\nname = \"y\"\n{edition}\
             [dependencies]\nregex = \"1\"\n\
             == src/lib.rs\nextern crate regex; mod common; mod year2020; pub struct Size;\n\
             == src/common.rs\npub fn one() -> u8 {{ 1 }}\n\
             == src/year2020/mod.rs\nmod day01;\n\
             == src/year2020/day01.rs\n{uses}::Regex;\n\
             pub fn part1(input: &str) -> u8 {{ one() }}\n"
        ));
        let text = text_in(&plan, "days/year2020/day01.rs");
        assert!(text.starts_with(&uses), "{text}");
        let manifest = text_in(&plan, "days/year2020/Cargo.toml");
        assert!(manifest.contains("edition = \"2018\""), "{manifest}");
    }
}

#[test]
fn a_file_that_a_day_reads_beside_the_text_is_told() {
    let note = "2020/1: the copy does not have `data/table.txt`, which the day names: put the text \
                that the day reads into the code";
    let reads = |path: &str| format!("std::fs::read_to_string({path:?}).unwrap().len() as u8");
    let table = reads("data/table.txt");
    for (code, expected) in [
        (format!("fn part1(i: &str) -> u8 {{ {table} }}"), true),
        (
            format!("fn part1(i: &str) -> u8 {{ 1 }} fn main() {{ {table}; }}"),
            false,
        ),
        (
            format!("fn part1(i: &str) -> u8 {{ 1 }} #[test] fn t() {{ {table}; }}"),
            false,
        ),
        (
            format!("fn part1(i: &str) -> u8 {{ {} }}", reads("input/day01.txt")),
            false,
        ),
        (
            format!("fn part1(i: &str) -> u8 {{ {} }}", reads("data/gone.txt")),
            false,
        ),
    ] {
        let plan = plan_of(&format!(
            "== 2020/day01.rs\n{code}\n== data/table.txt\n1\n== input/2020/day01.txt\n7\n\
             == input/day01.txt\n7\n"
        ));
        assert_eq!(plan.days(), [Puzzle::of(2020, 1)], "{code}");
        let of_tests = code.contains("#[test]").then_some(NO_TESTS_OF_FILES);
        let expected = [of_tests, expected.then_some(note)];
        let expected: Vec<&str> = expected.into_iter().flatten().collect();
        let notes: Vec<String> = plan
            .notes
            .iter()
            .map(|note| format!("{}: {}", note.puzzle, note.why))
            .collect();
        assert_eq!(notes, expected, "{code}");
    }
}

#[test]
fn a_call_that_ignores_the_input_is_told() {
    let note = "2020/1: a call neither gets nor reads the input, so its answer is always that of \
                the input in its code";
    for (code, is_told) in [
        ("fn part1() -> usize { 1 }", true),
        (
            "fn part1(i: &str) -> usize { 1 } fn part2() -> usize { 2 }",
            true,
        ),
        ("fn part1(i: &str) -> usize { 1 }", false),
        (
            "fn part1() -> usize { std::fs::read(\"a\").unwrap().len() }",
            false,
        ),
        (
            "fn part1() -> usize { load() } fn load() -> usize { include_str!(\"a\").len() }",
            false,
        ),
    ] {
        let plan = plan_of(&format!("== 2020/day01.rs\n{code}\n== 2020/a\n1\n"));
        assert_eq!(
            notes(&plan),
            Vec::from_iter(is_told.then_some(note)),
            "{code}"
        );
    }
}

#[test]
fn a_main_that_ignores_the_input_is_told() {
    for (code, is_told) in [
        (
            "const N: u64 = 426; fn main() { println!(\"{}\", N * 7); }",
            true,
        ),
        ("fn main() { println!(\"Hello, world!\") }", true),
        (
            "fn main() { println!(\"{}\", include_str!(\"a\").len()); }",
            false,
        ),
        (
            "use std::io; fn main() { println!(\"{:?}\", io::read_to_string(io::stdin())); }",
            false,
        ),
        (
            "fn main() { println!(\"{}\", load()); } \
             fn load() -> usize { std::fs::read(\"a\").unwrap().len() }",
            false,
        ),
    ] {
        let temp = tempfile::tempdir().unwrap();
        unpack(
            &temp.path().join("old"),
            &format!("== 2020/day01.rs\n{code}\n== 2020/a\n1\n"),
        );
        let plan = with_request(temp.path(), Some("old"), |request| {
            let import = Import::read(request).unwrap();
            let day = import.repository.day_files().next().unwrap();
            let mut candidates = day.candidates().iter();
            let of_main = candidates.find(|candidate| candidate.wiring.calls_main());
            let taken = Box::new(day.untried(of_main.unwrap().wiring.clone()));
            let decisions = BTreeMap::from([(day.puzzle, (day.file.clone(), Ok(taken)))]);
            let instructions = instructions::decided(&import.repository, &decisions);
            import.plan(&PlanOptions::before_trial(instructions))
        });
        let told = notes(&plan)
            .iter()
            .any(|note| note.contains("neither gets nor reads the input"));
        assert_eq!(told, is_told, "{code}");
    }
}

#[test]
fn a_second_file_that_a_day_reads_is_told() {
    let note = |files: &str| {
        format!(
            "2020/1: the copy reads the day's input in place of {files}: put the text of any file \
             other than the input into the code"
        )
    };
    let reads = |path: &str| format!("std::fs::read_to_string({path:?}).unwrap().len()");
    let table = reads("data/table.txt");
    for (code, expected) in [
        (format!("{} + {table}", reads("input/day01.txt")), true),
        // The input exists, and the code names its path in pieces.
        (format!("{table} + {}", reads("input")), true),
        (reads("input/day01.txt"), false),
        (
            format!("{} + {}", reads("input/day01.txt"), reads("data/test.txt")),
            false,
        ),
        // A day does not read sources.
        (format!("{} + \"sum.rs\".len()", reads("input")), false),
        // `main` is not copied.
        (
            format!("{} }}\nfn main() {{ {table};", reads("input/day01.txt")),
            false,
        ),
    ] {
        let plan = plan_of(&format!(
            "== 2020/Cargo.toml\n[package]\nname = \"y\"\n== 2020/data/table.txt\n1\n\
             == 2020/data/test.txt\n1\n== 2020/input/day01.txt\n1\n\
             == 2020/src/sum.rs\n\n== 2020/src/day01.rs\npub fn part1() -> usize {{ {code} }}\n"
        ));
        let expected = expected.then(|| note("`2020/data/table.txt`"));
        assert_eq!(notes(&plan), Vec::from_iter(expected), "{code}");
    }
    // No file has the usual name of the input. At most one of these files can be the input.
    let plan = plan_of(
        "== 2020/src/day01/main.rs\nfn part1() -> usize { include_str!(\"a\").len() + \
         include_str!(\"b\").len() }\n== 2020/src/day01/a\n1\n== 2020/src/day01/b\n2\n",
    );
    let files = "`2020/src/day01/a` and `2020/src/day01/b`";
    assert_eq!(notes(&plan), [note(files)]);
    // Only `main` says that each part has its own file.
    for (code, is_told) in [
        (
            "part1(include_str!(\"a\")), part2(include_str!(\"b\"))",
            true,
        ),
        (
            "part1(include_str!(\"a\")), part2(include_str!(\"a\"))",
            false,
        ),
    ] {
        let plan = plan_of(&format!(
            "== 2020/src/day01/main.rs\nfn part1(i: &str) -> usize {{ i.len() }}\n\
             fn part2(i: &str) -> usize {{ i.len() }}\nfn main() {{ println!(\"{{}} {{}}\", {code}) }}\n\
             == 2020/src/day01/a\n1\n== 2020/src/day01/b\n2\n"
        ));
        let told = format!(
            "2020/1: the copy does not have {files}, which the day names: put the text that the \
             day reads into the code"
        );
        assert_eq!(
            notes(&plan),
            Vec::from_iter(is_told.then_some(told)),
            "{code}"
        );
    }
}

#[test]
fn a_day_whose_only_functions_name_files_has_that_reason() {
    let temp = tempfile::tempdir().unwrap();
    let code = "fn run(i: &str) { println!(\"{}\", i.len() + include_str!(\"example.txt\").len()) }\n\
                fn solve(i: &str) { run(i) }\n";
    write(temp.path(), "old/2020/day01.rs", code);
    let plan = planned_as(temp.path(), Some("old"), instructions::all_candidates).unwrap();
    let why = reasons(&plan).next().unwrap_or_default();
    assert!(
        why.contains("names a file that the copy does not have"),
        "{why}"
    );
}

#[test]
fn a_copy_has_the_candidates_that_are_left_and_what_they_need() {
    let temp = tempfile::tempdir().unwrap();
    let code =
        "fn run() { println!(\"{}\", 5); }\nfn main() { run(); println!(\"{}\", missing()); }\n";
    write(temp.path(), "old/2020/day01.rs", code);
    let copy = |is_left: &(dyn Fn(usize) -> bool + Sync)| {
        let plan = planned_as(temp.path(), Some("old"), |source| {
            let mut instructions = instructions::all_candidates(source);
            let of_day = instructions.values_mut().flatten().next();
            let Some((_, Ok(CopyMode::Candidates(candidates)))) = of_day else {
                panic!("the day has candidates")
            };
            candidates.retain(|(number, _)| is_left(*number));
            instructions
        })
        .unwrap();
        text_in(&plan, "days/year2020/day01.rs").to_owned()
    };
    let all = copy(&|_| true);
    let numbers = all.matches("pub mod aoc_candidate_").count();
    let of_run: BTreeSet<usize> = (0..numbers)
        .filter(|number| {
            let declaration = format!("pub mod aoc_candidate_{number} {{");
            let (_, module) = all.split_once(&declaration).unwrap();
            let (module, _) = module.split_once("pub mod").unwrap_or((module, ""));
            module.contains("run()")
        })
        .collect();
    assert!(!of_run.is_empty() && of_run.len() < numbers, "{all}");
    let captures = "macro_rules! println { ($($text:tt)*) => { \
                    aoc_solution::imported::println!($($text)*) } }";
    assert!(all.contains("fn main()") && all.contains(captures));
    // The output of other functions is captured even without `main`.
    let left = copy(&|number| of_run.contains(&number));
    assert_eq!(left.matches("pub mod aoc_candidate_").count(), of_run.len());
    assert!(!left.contains("fn main()"), "{left}");
    assert!(left.contains(captures), "{left}");
}

/// The obstacle is the same whether the day is tried or not.
#[test]
fn a_day_with_only_main_is_refused_for_what_stops_its_copy() {
    let include = "include_str!(\"../in\")";
    let in_module = "2020/01/src/data.rs: `include_str!` names a file that the copy does not have: \
                     change it in the old repository, then import again";
    let in_main = "it has only `main`: move the code of a part into a function that takes the input \
                   as `&str`";
    for (of_module, of_main, expected) in [
        (include, "data::IN", in_module),
        (include, include, in_module),
        ("\"\"", include, in_main),
    ] {
        let plan = plan_of(&format!(
            "== 2020/01/src/main.rs\nmod data;\nfn main() {{ println!(\"{{}}\", {of_main}.len()); }}\n\
             == 2020/01/src/data.rs\npub const IN: &str = {of_module};\n"
        ));
        let found: Vec<_> = reasons(&plan).collect();
        assert_eq!(found, [expected], "{of_module} {of_main}");
    }
}

#[test]
fn a_parser_that_includes_the_input_reads_it_without_a_trial() {
    let plan = plan_of(
        "== 2020/src/bin/01.rs\n\
         fn read_input() -> Vec<u8> { include_str!(\"../../in\").bytes().collect() }\n\
         fn part1(bytes: Vec<u8>) -> usize { bytes.len() }\n",
    );
    assert_eq!(reasons(&plan).next(), None);
    let text = text_in(&plan, "days/year2020/day01.rs");
    let imported = "aoc_solution::imported::";
    let call = format!("{imported}reading(input, || part1({imported}value!(read_input())))");
    assert!(text.contains(&call), "{text}");
    let read = format!("{{ {imported}text().bytes().collect() }}");
    assert!(text.contains(&read), "{text}");
}

#[test]
fn the_example_at_the_top_of_the_import_is_true() {
    let header: Vec<&str> = include_str!("../../import.rs")
        .lines()
        .map_while(|line| line.strip_prefix("//!"))
        .map(|line| line.strip_prefix(' ').unwrap_or(line))
        .collect();
    let header = header.join("\n");
    let blocks: Vec<&str> = header.split("```").skip(1).step_by(2).collect();
    let [old, candidates, trial, written] = blocks[..] else {
        panic!("{blocks:?}")
    };
    let code = old.trim_start_matches("text\n");
    let lines_of = |block: &str| block.lines().skip(1).map(str::to_owned).collect::<Vec<_>>();
    let short = |text: &str| text.replace("aoc_solution::imported::", "imported::");
    let listed: Vec<String> = candidates_of(&Source::read(code.to_owned()).unwrap())
        .iter()
        .map(|candidate| short(&options_of(&candidate.wiring)))
        .collect();
    assert_eq!(listed, lines_of(candidates));
    let temp = tempfile::tempdir().unwrap();
    unpack(temp.path(), &format!("== old/2020/day01.rs\n{code}"));
    let plan = planned_as(temp.path(), Some("old"), instructions::all_candidates).unwrap();
    let copy = short(text_in(&plan, "days/year2020/day01.rs"));
    let (day, modules) = copy.split_once("pub mod aoc_candidate_1 {").unwrap();
    let (module, _) = modules.split_once("pub mod").unwrap();
    let [main, call] = &*lines_of(trial) else {
        panic!("{trial}")
    };
    assert!(day.contains(main), "{copy}");
    assert!(module.contains(call), "{copy}");
    let plan = planned(temp.path(), Some("old")).unwrap();
    let copy = text_in(&plan, "days/year2020/day01.rs");
    assert!(
        copy.starts_with(written.trim_start_matches("text\n")),
        "{copy}"
    );
    assert!(!copy.contains("fn main"), "{copy}");
}

/// An import that followed such a module again and again would never end.
#[test]
fn a_module_with_macros_that_leads_back_to_its_own_file_is_followed_once() {
    for module in [
        "#[macro_use] mod main { macro_rules! two { () => { 2 } } }",
        "#[cfg(any())] #[macro_use] mod main;",
    ] {
        let plan = plan_of(&format!(
            "== 2020/src/main.rs\n{module}\nmod day01;\nfn main() {{}}\n\
             == 2020/src/day01.rs\npub fn part1(i: &str) -> usize {{ i.len() }}\n"
        ));
        assert_eq!(notes(&plan), [""; 0], "{module}");
        let text = text_in(&plan, "days/year2020/day01.rs");
        assert!(text.ends_with("{ i.len() }\n"), "{module}: {text}");
    }
}

/// In a copy, the path would lead to another file, and such an attribute must be a literal.
#[test]
fn a_documentation_in_a_file_is_left_out() {
    let code = "//! A day.\n#![doc = include_str!(\"../README.md\")]\n#![allow(unused)]\n\
                /// Counts.\n#[doc = include_str!(\"puzzle.md\")]\n\
                #[doc = concat!(\"a]\", include_str!(\"b.md\"))]\n#[doc = \"c\"]\n\
                pub fn part1(i: &str) -> usize { i.len() }\n\
                #[cfg(doctest)] #[doc = include_str!(\"../README.md\")] pub struct Readme;\n";
    let day = plan_of(&format!("== 2020/src/day01.rs\n{code}"));
    let package = plan_with_package("", &format!("{code}pub fn y() {{}}\n"));
    for (plan, path) in [
        (day, "days/year2020/day01.rs"),
        (package, "days/x/src/lib.rs"),
    ] {
        let text = text_in(&plan, path);
        assert!(
            text.starts_with("//! A day.\n#![allow(unused)]\n"),
            "{text}"
        );
        let function = "/// Counts.\n#[doc = \"c\"]\npub fn part1";
        assert!(text.contains(function), "{text}");
        assert!(
            !text.contains("README") && !text.contains("imported"),
            "{text}"
        );
        assert!(
            text.contains("#[cfg(doctest)]  pub struct Readme;"),
            "{text}"
        );
    }
}

/// Its line counts in the original, without the attribute.
#[test]
fn an_error_has_its_line_although_a_documentation_is_left_out() {
    let plan = plan_of(
        "== 2020/src/day01.rs\n#![doc = include_str!(\"../README.md\")]\nfn part1(i: &str) {\n",
    );
    let why: Vec<&str> = reasons(&plan).collect();
    assert!(why[0].contains("line 2: "), "{why:?}");
}

/// The copy allows unused imports where it adds an import, and code cannot allow a forbidden lint.
#[test]
fn a_lint_that_a_copy_allows_is_denied_and_not_forbidden() {
    for (attributes, expected) in [
        ("#![forbid(unused_imports)]", "#![deny(unused_imports)]"),
        (
            "#![forbid(unsafe_code, unused)]",
            "#![deny(unsafe_code, unused)]",
        ),
        ("#![forbid(warnings)]", "#![deny(warnings)]"),
        (
            "#![forbid(unsafe_code)]\n#![deny(unused)]",
            "#![forbid(unsafe_code)]\n#![deny(unused)]",
        ),
    ] {
        let plan = plan_of(&format!(
            "== 2020/src/day01.rs\n{attributes}\npub fn part1(i: &str) -> usize {{ i.len() }}\n"
        ));
        let text = text_in(&plan, "days/year2020/day01.rs");
        assert!(text.starts_with(&format!("{expected}\n")), "{text}");
    }
}

/// The plan of a trial for a day in 2020, with all its candidates.
fn plan_of_trial(code: &str) -> Plan {
    let files = format!("== 2020/src/day01.rs\n{code}\n== 2020/src/day01.txt\n7\n");
    plan_of_as(&files, instructions::all_candidates)
}

/// In the copy, the constant would be a function, which is no member of the trait.
#[test]
fn a_constant_of_a_trait_with_an_included_text_is_the_reason() {
    let part = "pub fn part1(i: &str) -> usize { i.len() }\n";
    let why = "`include_str!` names a file that the copy does not have: \
               change it in the old repository, then import again";
    for code in [
        "trait Day { const INPUT: &'static str; }\n\
         struct D; impl Day for D { const INPUT: &'static str = include_str!(\"a.txt\"); }\n",
        "mod b { pub trait Day { const INPUT: &'static str; } }\n\
         impl b::Day for u8 { const INPUT: &'static str = include_str!(\"a.txt\"); }\n",
        "trait Day { const INPUT: &'static str = include_str!(\"a.txt\"); }\n\
         struct D; impl Day for D {}\n",
        // Names do not decide about a day whose `impl` includes the input.
        "trait Day { const INPUT: &'static str; }\n\
         struct D; impl Day for D { const INPUT: &'static str = include_str!(\"day01.txt\"); }\n",
    ] {
        let plan = plan_of_trial(&format!("{code}{part}"));
        assert_eq!(reasons(&plan).collect::<Vec<_>>(), [why], "{code}");
    }
    // No trait has these constants.
    let plan = plan_of_trial(&format!(
        "struct D; impl D {{ const INPUT: &'static str = include_str!(\"a.txt\"); }}\n\
         trait Day {{ fn go() -> usize; }}\nimpl Day for D {{ fn go() -> usize {{ \
         const INPUT: &str = include_str!(\"a.txt\"); part1(INPUT) + part1(Self::INPUT) }} }}\n{part}"
    ));
    assert_eq!(reasons(&plan).next(), None);
}
