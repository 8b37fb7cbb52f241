//! Tests the calls of days that names and the user's expressions suggest.
//! `tests/it/import/calls.rs` compiles the calls, and tests their answers.

use super::*;
use crate::import::candidates::{Candidate, candidates_of, part_functions};
use crate::import::left_out::reason::Reason;

#[test]
fn parts_are_found_by_their_names() {
    check_wiring(&[
        ("fn solve_2(file_content: &str) -> u8 {}", "part2 = solve_2"),
        (
            "fn p1(a: u8, b: u8) -> u8 {} fn part_one(i: &str) -> u8 {}",
            "part1 = part_one",
        ),
        // A function without arguments often only reads the input.
        (
            "fn ex1() -> u8 {} fn task_no_1(i: &str) -> u8 {}",
            "part1 = task_no_1",
        ),
    ]);
}

#[test]
fn a_parser_is_found_by_its_name() {
    check_wiring(&[
        (
            "fn read(i: &str) -> Vec<&str> {} fn part1(i: &[&str]) -> u8 {}",
            "Vec<&str>, parse = read, part1 = part1",
        ),
        (
            "fn getinput(i: &str) -> Vec<&str> {} fn part1(i: &[&str]) -> u8 {}",
            "Vec<&str>, parse = getinput, part1 = part1",
        ),
        // `functions!` cannot name this type.
        (
            "fn parse(i: &str) -> impl Iterator<Item = u8> {} fn part1(v: Vec<u8>) -> u8 {}",
            "part1 = |&input| aoc_solution::imported::call!(input, parse, part1)",
        ),
        // In the closure, `input` is the text.
        (
            "fn input(i: &str) -> impl Iterator<Item = u8> {} fn part1(v: Vec<u8>) -> u8 {}",
            "part1 = |&input| aoc_solution::imported::call!(input, self::input, part1)",
        ),
        // The name of the module says that the function parses.
        (
            "mod parser { pub fn rows(i: &str) -> Vec<u8> {} } fn part1(v: &[u8]) -> u8 {}",
            "Vec<u8>, parse = parser::rows, part1 = part1",
        ),
        // In a copy, a constant with the input becomes such a function.
        (
            "fn INPUT(i: &str) -> Vec<&str> {} fn part1(i: &[&str]) -> u8 {}",
            "part1 = part1",
        ),
        // These names contain `read` and `load` only within another word.
        (
            "fn run_threaded(i: &str) -> (usize, usize) {}",
            "solve = run_threaded",
        ),
        (
            "fn upload(i: &str) -> Vec<&str> {} fn part1(i: &[&str]) -> u8 {}",
            "part1 = part1",
        ),
    ]);
}

#[test]
fn what_a_parser_makes_is_given_as_its_type_allows() {
    check_wiring(&[
        (
            "fn part1(i: &str) -> Result<u8, &'static str> {}",
            "part1 = part1",
        ),
        (
            "fn parse(i: &str) -> Vec<u8> {} fn part1(v: &[u8]) -> u8 {}",
            "Vec<u8>, parse = parse, part1 = part1",
        ),
        // The compiler infers the type of the parsed value.
        (
            "fn parse<T: FromStr>(i: &str) -> Vec<T> {} fn part1(v: &[u8]) -> u8 {}",
            "part1 = |&input| part1(&aoc_solution::imported::value!(parse(input)))",
        ),
        (
            "fn parse(i: &str) -> Result<Vec<u8>, Error<'_>> {} fn part1(v: &[u8]) -> u8 {}",
            "Vec<u8>, parse = parse, part1 = part1",
        ),
    ]);
}

#[test]
fn a_function_of_a_pair_answers_both_parts() {
    let none = "no function answers a part: use `--part1` and `--part2`";
    check_wiring(&[
        (
            "fn solve(i: &str) -> (u8, Option<String>) {} fn main() { solve(INPUT); }",
            "solve = solve",
        ),
        (
            "fn solve_day02(i: &str) -> (u8, u8) {}",
            "solve = solve_day02",
        ),
        (
            "fn run(i: &str) -> Result<(u8, u8), E> {} fn part1(a: u8, b: u8) -> u8 {}",
            "solve = run",
        ),
        (
            "fn point(i: &str) -> (u8, u8) {} fn other(i: u8) -> u8 { point(\"\") }",
            none,
        ),
        ("fn parse(i: &str) -> (u8, u8) {}", none),
        (
            "fn part1_and_2(i: &str) -> (u8, u8) {}",
            "solve = part1_and_2",
        ),
        (
            "fn part1(i: &str) -> u8 {} fn part2_fast(i: &str) -> u8 {}",
            "part1 = part1, part2 = part2_fast",
        ),
        (
            "fn part1(i: &str) -> u8 {} fn part2_fast(i: &str) -> u8 {} fn part2_slow(i: &str) -> u8 {}",
            "part1 = part1",
        ),
        (
            "fn part1(i: &str) -> u8 {} fn part2_fast(i: &str) -> u8 {} fn part2(i: &str) -> u8 {}",
            "part1 = part1, part2 = part2",
        ),
        (
            "fn part1(i: &str) -> u8 {} fn part2_score(i: &str) -> u8 {} fn other(i: u8) { part2_score(\"\"); }",
            "part1 = part1",
        ),
        (
            "fn part1(i: &str) -> u8 {} fn part2_fast(i: &str) -> u8 {} run!(part1, part2_fast);",
            "part1 = part1, part2 = part2_fast",
        ),
        (
            "mod geo { pub fn bounds(i: &str) -> (u8, u8) {} } fn other() { geo::bounds(\"\"); }",
            none,
        ),
        (
            "use geo::bounds; mod geo { pub fn bounds(i: &str) -> (u8, u8) {} } fn other() { bounds(\"\"); }",
            none,
        ),
        (
            "mod geo { pub fn pair(i: &str) -> (u8, u8) { pair(i) } } fn main() { geo::pair(\"\"); }",
            "solve = geo::pair",
        ),
        (
            "use geo::pair; mod geo { pub fn pair(i: &str) -> (u8, u8) { pair(i) } } fn main() { pair(\"\"); }",
            "solve = geo::pair",
        ),
        (
            "fn point(i: &str) -> (u8, u8) {} fn first(i: Option<&str>) -> u8 { i.map(point).unwrap().0 }",
            none,
        ),
    ]);
}

#[test]
fn a_function_of_an_inline_module_is_a_helper_if_it_is_called_by_its_path() {
    let none = "no function answers a part: use `--part1` and `--part2`";
    let geo = "mod geo { pub fn bounds(i: &str) -> (u8, u8) {} }";
    let solution = "mod solution { pub fn run(i: &str) -> (u8, u8) {} }";
    let solve = "solve = solution::run";
    for (code, wiring) in [
        (
            format!("{geo} fn other() -> u8 {{ geo::bounds(\"\").0 }}"),
            none,
        ),
        (
            format!("{geo} mod map {{ fn size() {{ super::geo::bounds(\"\"); }} }}"),
            none,
        ),
        (
            format!("{geo} use geo::bounds; fn other() {{ bounds(\"\"); }}"),
            none,
        ),
        (
            format!("{geo} use geo::*; fn other() {{ bounds(\"\"); }}"),
            none,
        ),
        (
            format!("{geo} use self::{{geo::*, other}}; fn other() {{ bounds(\"\"); }}"),
            none,
        ),
        (
            geo.replace("{} }", "{} pub fn area() { bounds(\"\"); } }"),
            none,
        ),
        (
            format!("{solution} fn main() {{ solution::run(INPUT); }}"),
            solve,
        ),
        // Other functions with this name are called.
        (
            format!(
                "{solution} mod intcode {{ pub fn run() {{}} }} fn step() {{ intcode::run(); }}"
            ),
            solve,
        ),
        (
            format!("{solution} mod intcode {{ fn run() {{}} fn step() {{ run(); }} }}"),
            solve,
        ),
        (
            format!("{solution} use intcode::run; fn step() {{ run(); }}"),
            solve,
        ),
        // The function calls itself, or a test calls it.
        (
            "mod solution { pub fn run(i: &str) -> (u8, u8) { run(i) } \
             #[cfg(test)] mod tests { fn one() { super::run(\"\"); } } }"
                .to_owned(),
            solve,
        ),
    ] {
        check_wiring(&[(&*code, wiring)]);
    }
}

#[test]
fn a_pair_may_have_another_name() {
    check_wiring(&[
        (
            "type Both = (u8, String); fn solve(i: &str) -> Both {}",
            "solve = solve",
        ),
        ("fn both(i: &str) -> (Shown, u8) {}", "solve = both"),
        (
            "struct Map(u8, Tile); fn load(i: &str) -> Map {}",
            "no function answers a part: use `--part1` and `--part2`",
        ),
    ]);
}

#[test]
fn arguments_of_many_types_and_unused_ones_are_given() {
    check_wiring(&[
        (
            "fn part1(i: impl AsRef<str>) -> u8 {}",
            "part1 = |&input| part1(input)",
        ),
        (
            "fn part1<T: Into<String>>(i: T) -> u8 {}",
            "part1 = |&input| part1(input)",
        ),
        (
            "fn part1(i: &mut Vec<String>) -> u8 {}",
            "part1 = |&input| part1(&mut aoc_solution::imported::given(input).into())",
        ),
        ("fn part1(i: &mut dyn BufRead) -> u8 {}", "part1 = part1"),
        (
            "#[derive(Clone)] struct Map; fn parse(i: &str) -> Map {} fn part1(map: Map) -> u8 {}",
            "Map, parse = parse, part1 = part1",
        ),
        (
            "struct Pair<'a, 'ab>(&'a str, &'ab str); \
             fn parse<'a, 'ab>(i: &'a str) -> Pair<'a, 'ab> {} fn part1(pair: &Pair) -> u8 {}",
            "Pair<'_, '_>, parse = parse, part1 = part1",
        ),
    ]);
}

#[test]
fn methods_of_a_type_answer_the_parts() {
    check_wiring(&[(
        "struct Map(u8); impl From<&str> for Map { fn from(i: &str) -> Self {} } \
             impl Map { fn part1(&self) -> u8 {} fn part2(&self) -> u8 {} }",
        "Map, parse = |input| Map::from(input), part1 = |input| Map::part1(input), \
             part2 = |input| Map::part2(input)",
    )]);
}

/// Names alone do not tell how `main` changes the text. The trial finds out by comparing answers.
#[test]
fn what_main_makes_of_the_text_is_made_again() {
    check_wiring(&[
        (
            "fn count(a: &str) -> u8 {} fn main() { let text = read(); \
             println!(\"Part 1: {}\", count(&text)); for i in 0..2 { println!(\"Part 2: {}\", i); } }",
            "`count` takes the text, and no name says its part: use `--part1` and `--part2`",
        ),
        // The argument is the number of a part, not the input.
        (
            "fn part1(a: &str) -> u8 {} fn run(part: &str) { part1(&load(part)); }",
            "part1 = part1",
        ),
        // A closure computes the value anew each time, so it is not clear how to pass it on.
        (
            "fn main() { let all: Vec<u8> = read().bytes().collect(); \
             println!(\"Part 1: {}\", (0..9).filter(|i| all[*i] == 1).count()); }",
            "it has only `main`: move the code of a part into a function that takes the input as `&str`",
        ),
        (
            "static INPUT: [u8; 2] = [1, 2]; old::main! { (INPUT[0], INPUT[1]) }",
            "it has no function: move the code of a part into a function that takes the input as `&str`",
        ),
        (
            "static ONE: Day = Day { part1: |input| input.len() };",
            "no function answers a part: use `--part1` and `--part2`",
        ),
        (
            "fn main() { println!(\"{}\", 1); }",
            "it has only `main`: move the code of a part into a function that takes the input as `&str`",
        ),
    ]);
}

#[test]
fn the_source_gives_a_function_more_than_its_type_says() {
    check_wiring(&[
        // A part that calls the other part says nothing about the input. A file that is read
        // elsewhere says nothing either.
        (
            "fn part1(a: &str) -> u8 {} fn part2(a: &str) -> u8 { part1(&a.replace('a', \"b\")) }",
            "part1 = part1, part2 = part2",
        ),
    ]);
}

#[test]
fn attributes_of_cargo_aoc_say_how_functions_are_called() {
    let code = "#[aoc_generator(day3)] fn gen(i: &str) -> Result<Vec<u8>, E> {} \
                #[aoc(day3, part1, simple)] fn simple(i: &[u8]) -> u8 {} \
                #[aoc(day3, part1)] fn one(i: &[u8]) -> u8 {}";
    assert_eq!(wired(code), "Vec<u8>, parse = gen, part1 = one");
    let plan = plan_of(&format!("== 2020/src/day03.rs\n{code}"));
    let text = text_in(&plan, "days/year2020/day03.rs");
    let cut = "text = |input| input.trim_end_matches('\\n'),\n    parse = gen,\n    part1 = one,\n";
    assert!(text.contains(cut), "{text}");
    let why = "functions for the same part are copied and not called: add `alternatives = [part1 \
               \"simple\" = simple]`";
    assert_eq!(notes(&plan), [format!("2020/3: {why}")]);
}

#[test]
fn an_alternative_of_cargo_aoc_has_its_name_and_is_called_like_the_part() {
    let code = "#[aoc_generator(day3, part1)] fn gen1(i: &str) -> Vec<u8> {} \
                #[aoc_generator(day3, part2)] fn gen2(i: &str) -> Vec<u8> {} \
                #[aoc(day3, part1, Fast)] fn fast_one(i: &[u8]) -> u8 {} \
                #[aoc(day3, part1)] fn one(i: &[u8]) -> u8 {} \
                #[aoc(day3, part2)] fn two(i: &[u8]) -> u8 {}";
    let plan = plan_of(&format!("== 2020/src/day03.rs\n{code}"));
    let why = "functions for the same part are copied and not called: add `alternatives = [part1 \
               \"Fast\" = |&input| aoc_solution::imported::call!(input, gen1, fast_one)]`";
    assert_eq!(notes(&plan), [format!("2020/3: {why}")]);
}

#[test]
fn a_generator_of_cargo_aoc_may_have_an_attribute_for_each_part() {
    let parts = "#[aoc(day3, part1)] fn one(i: &[u8]) -> u8 {} #[aoc(day3, part2)] fn two(i: &[u8]) -> u8 {}";
    for (second, wiring) in [
        (
            "part2, quick",
            "Vec<u8>, parse = gen, part1 = one, part2 = two",
        ),
        (
            "part1, quick",
            "part1 = |&input| aoc_solution::imported::call!(input, gen, one), part2 = two",
        ),
    ] {
        let code = format!(
            "#[aoc_generator(day3, part1, slow)] #[aoc_generator(day3, {second})] \
             fn gen(i: &str) -> Vec<u8> {{}} {parts}"
        );
        assert_eq!(wired(&code), wiring, "{second}");
    }
}

#[test]
fn a_refusal_names_the_obstacle() {
    check_wiring(&[
        (
            "fn run() { println!(\"{}\", 1); }",
            "`run` prints its answers: move the code of a part into a function that takes the input as `&str`",
        ),
        (
            "fn run(i: &str) {}",
            "no function answers a part: use `--part1` and `--part2`",
        ),
        (
            "fn easy(i: &str) -> u8 {} fn hard(i: &str) -> u8 {}",
            "`easy` and `hard` take the text, and no names say their parts: use `--part1` and `--part2`",
        ),
        (
            "trait Day { fn simple(i: &str) -> u8; fn advanced(i: &str) -> u8; } struct D; \
             impl Day for D { fn simple(i: &str) -> u8 {} fn advanced(i: &str) -> u8 {} }",
            "`simple` and `advanced` take the text, and no names say their parts: use `--part1` and `--part2`",
        ),
        (
            "fn part_one_simple(t: &str) -> u8 { 1 } fn part_one_by_sort(t: &str) -> u8 { 1 }",
            "`part_one_simple` and `part_one_by_sort` take the text, and no names say their parts: use `--part1` and `--part2`",
        ),
        (
            "make!(1); fn only(i: &str) -> u8 {}",
            "`only` takes the text, and no name says its part: use `--part1` and `--part2`",
        ),
        (
            "fn three(i: &str) -> (u8, u8, u8) {}",
            "no function answers a part: use `--part1` and `--part2`",
        ),
        (
            "fn show(i: &str, width: u8) {}",
            "no function answers a part: use `--part1` and `--part2`",
        ),
    ]);
}

#[test]
fn expressions_call_what_a_file_has() {
    let source = "use map::Map; struct Day07 { sum: u8 } fn go(text: &str) -> (u8, u8) {} \
                  impl Day07 { fn new(text: &str, day: u8, year: u16) -> Self {} fn part1(&self) -> u8 {} } \
                  #[derive(Default)] struct Other(u8); impl Parts for Other { fn part2(&self) -> u8 {} } \
                  fn wrapped(text: &str) -> Option<(u8, u8)> {} fn one(text: &str) -> u8 {} \
                  fn told(text: &str, fast: bool) -> u8 {} fn of<const LAST: bool>(text: &str) -> u8 {}";
    let source = Source::read(source.to_owned()).unwrap();
    let has = |name: &str| name == "Map" || source.has(name);
    let rendered = |call: &str| {
        let puzzle = Puzzle::of(2020, 7);
        let calls = [(Part::One, call.to_owned())];
        match UserCall::of(has, &calls, puzzle) {
            UserCall::Applies { wiring, .. } => Ok(wiring.render("D", "T", &[])),
            other => Err(other.note().map(str::to_owned)),
        }
    };
    let call = "{ let input = Map::new(input); go(input).0 }";
    let rendered_call = rendered(call).unwrap();
    assert!(rendered_call.contains(&format!("part1 = |&input| {call}")));
    let by_day = rendered("Day%PADDED_DAY%::new(input, %DAY%, %YEAR%).part1()");
    let by_day = by_day.unwrap();
    assert!(by_day.contains("Day07::new(input, 7, 2020).part1()"));
    for fine in [
        "Other::default().part2()",
        "<Other as Parts>::part2(&Other(1))",
        "wrapped(input).unwrap().1",
        "go(&input.trim().lines().map(|line| line.len()).collect::<String>()).0",
        "Day07::new(input, 7, 2020).sum",
        "told(input, true)",
        "of::<true>(input)",
    ] {
        assert!(rendered(fine).is_ok(), "{fine}");
    }
    for (call, why) in [
        (
            "gone(input)",
            "your expressions are not used: this day has no `gone`",
        ),
        (
            "u64::from(gone(input))",
            "your expressions are not used: this day has no `gone`",
        ),
        (
            "Some(gone(input))",
            "your expressions are not used: this day has no `gone`",
        ),
        (
            "f32::from(gone(input))",
            "your expressions are not used: this day has no `gone`",
        ),
        (
            "crate::gone::other(input)",
            "your expressions are not used: this day has no `gone`",
        ),
        (
            "input.len()",
            "your expressions name no function or type of this day",
        ),
    ] {
        assert_eq!(rendered(call), Err(Some(why.to_owned())), "{call}");
    }
    // The expression for the other part is taken. The reason says why this one is not.
    for (call, why) in [
        ("gone(input)", "this day has no `gone`"),
        (
            "input.lines().count()",
            "your expression names no function or type of this day",
        ),
    ] {
        let calls = [(Part::One, call), (Part::Two, "one(input)")];
        let calls = calls.map(|(part, call)| (part, call.to_owned()));
        let UserCall::Applies { unused, .. } = UserCall::of(has, &calls, Puzzle::of(2020, 7))
        else {
            panic!("part 2 is called");
        };
        let expected = format!("part 1: {why}");
        let unused = unused.map(|unused| Reason::from(unused).to_string());
        assert_eq!(unused, Some(expected), "{call}");
    }
    // Only the first name of an expression must be in the day. The compiler reports other missing
    // names.
    for call in [
        "Day07::new(input).part1()",
        "Day07::parse(input).part1()",
        "Day07::new(input, 7, 2020).star1()",
        "Day07::new(input, 7, 2020).part1(input)",
        "Day07::new(input, 7, 2020).total",
        "go(input, 7).0",
        "go(&read(input)).0",
        "go(Grid::new(input)).0",
        "go(text).0",
        "go(input).2",
        "wrapped(input).0",
        "one(input).1",
        "one(input).iter().sum::<u32>()",
        "crate::day07::one(input)",
        "dbg!(one(input))",
    ] {
        assert!(rendered(call).is_ok(), "{call}");
    }
    for wrong in ["go(".to_owned(), "a; b".to_owned(), "(".repeat(100_000)] {
        assert!(user_call::parse_expression(&wrong).is_err());
    }
    assert!(user_call::parse_expression("Day%PADDED_DAY%(%YEAR%)").is_ok());
}

/// An expression is checked inside of other code, which it must not end.
#[test]
fn code_that_is_not_one_expression_is_refused() {
    for wrong in ["go(input)]; const X: [u8; 1] = [1", "go(input); 1] == [1"] {
        let why = user_call::parse_expression(wrong).expect_err(wrong);
        assert!(why.starts_with("it is not an expression: "), "{why}");
    }
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
    let expected = "it is nested too deeply or too long to be read";
    for (open, close) in pairs.map(|(open, close)| (open.repeat(100_000), close.repeat(100_000))) {
        let read = || Source::read(format!("fn a() {{ {open}1{close} }}")).err();
        let why = on_large_stack(read).unwrap();
        assert_eq!(why.as_deref(), Some(expected));
    }
    let modules = "mod a {".repeat(5_000) + &"}".repeat(5_000);
    let why = on_large_stack(|| Source::read(modules).err()).unwrap();
    assert_eq!(why.as_deref(), Some(expected));
    let (text, functions) = ("(".repeat(100_000), "fn a() {}".repeat(3_000));
    assert!(Source::read(format!("const TEXT: &str = \"{text}\";{functions}")).is_ok());
    let references = format!("type A = {}u8;", "&".repeat(24_000));
    assert!(on_large_stack(|| Source::read(references).is_ok()).unwrap());
}

/// The plan for the files of a repository, with the user's expressions.
fn plan_with_calls(files: &str, year: Option<Year>, calls: &[(Part, &str)]) -> Plan {
    let temp = tempfile::tempdir().unwrap();
    unpack(&temp.path().join("old"), files);
    let calls: Vec<(Part, String)> = calls
        .iter()
        .map(|(part, call)| (*part, (*call).to_owned()))
        .collect();
    with_request(temp.path(), Some("old"), |request| {
        let request = ImportRequest {
            year,
            expressions: &calls,
            ..*request
        };
        plan_request(&request, instructions::by_names).unwrap()
    })
}

#[test]
fn the_calls_of_the_user_come_before_those_that_are_understood() {
    let code =
        "== 2020/day01.rs\nfn part1(_: &str) -> u8 { 1 }\nfn part1_fast(_: &str) -> u8 { 1 }\n";
    let plan = plan_with_calls(code, None, &[(Part::One, "part1_fast(input)")]);
    let day = text_in(&plan, "days/year2020/day01.rs");
    assert!(day.contains("part1 = |&input| part1_fast(input)"), "{day}");
    // The call needs an import that otherwise only `main` uses.
    let code = "== 2020/day01.rs\nuse std::cmp::max;\nfn go(_: &str, n: u8) -> u8 { n }\n\
                fn main() { go(\"\", max(1, 2)); }\n";
    let plan = plan_with_calls(code, None, &[(Part::One, "go(input, max(1, 2))")]);
    let day = text_in(&plan, "days/year2020/day01.rs");
    assert!(day.contains("use std::cmp::max;"), "{day}");
}

#[test]
fn a_call_of_the_user_for_one_part_shares_no_parser_with_the_call_that_the_trial_finds() {
    let code = "fn parse(i: &str) -> Vec<u8> {} fn part1(v: &[u8]) -> u8 {} \
                fn part2(v: &[u8]) -> u8 {}";
    let source = Source::read(code.to_owned()).unwrap();
    let listed = candidates_of(&source);
    let both = [
        (Part::One, "part1(parse(input))"),
        (Part::Two, "part2(parse(input))"),
    ];
    for (day, calls, shares) in [
        (1, &both[..1], false),
        (1, &both, true),
        (25, &both[..1], true),
    ] {
        let puzzle = Puzzle::of(2020, day);
        let calls: Vec<(Part, String)> = calls
            .iter()
            .map(|(part, call)| (*part, (*call).to_owned()))
            .collect();
        let user_call = UserCall::of(|name| source.has(name), &calls, puzzle);
        let [candidates, _] = user_call.candidates(&listed, puzzle);
        assert!(candidates.len() > 1, "{day} {calls:?}");
        let has_parser = |candidate: &Candidate| candidate.wiring.parse.is_some();
        assert_eq!(candidates.iter().any(has_parser), shares, "{day} {calls:?}");
    }
}

#[test]
fn a_day_that_reads_is_given_the_input_by_a_call_of_the_user() {
    for text in [
        "include_str!(\"input.txt\")",
        "std::fs::read_to_string(\"input.txt\").unwrap()",
    ] {
        let code =
            format!("== 2020/day01.rs\nfn count(n: usize) -> usize {{ {text}.len() + n }}\n");
        let plan = plan_with_calls(&code, None, &[(Part::One, "count(1)")]);
        let day = text_in(&plan, "days/year2020/day01.rs");
        let call = "part1 = |&input| aoc_solution::imported::reading(input, || count(1))";
        assert!(day.contains(call), "{day}");
        let given = day.matches("aoc_solution::imported::").count();
        assert_eq!(given, 2, "{day}");
    }
}

/// A call that passes the text may also call code that reads a file. In that case, the text is the
/// path of the file.
#[test]
fn a_call_without_the_text_is_one_of_code_that_reads() {
    let direct = "fn a(i: &str) -> usize { i.len() } fn new(i: &str) -> String { i.to_owned() }\n";
    let main = "use std::fs;\nfn main() { a(&fs::read_to_string(\"a\").unwrap()); }\n";
    let reads = "use std::fs;\nfn load() -> String { fs::read_to_string(\"a\").unwrap() }\n\
                 fn a(path: &str) -> usize { fs::read(path).unwrap().len() }\n\
                 fn b() -> usize { load().len() }\n";
    let parsed = "{ let input = new(input); a(&input) }";
    for (code, calls, expected) in [
        (direct.to_owned(), &["a(input)"][..], false),
        (direct.to_owned() + main, &["a(input)"], false),
        (direct.to_owned(), &[parsed], false),
        (reads.to_owned(), &["b()"], true),
        (reads.to_owned(), &["a(input)", "b()"], true),
        (
            reads.to_owned(),
            &["{ let input = load(); a(&input) }"],
            true,
        ),
        (reads.to_owned(), &["a(input)"], true),
    ] {
        let parts = Part::BOTH.into_iter().zip(calls.iter().copied());
        let plan = plan_with_calls(
            &format!("== 2020/day01.rs\n{code}"),
            None,
            &parts.collect::<Vec<_>>(),
        );
        let day = text_in(&plan, "days/year2020/day01.rs");
        assert_eq!(day.contains("reading(input, || "), expected, "{day}");
        assert_eq!(day.contains("imported::std::fs"), expected, "{day}");
    }
    // Another file of the day reads files. The name of that file or of its folder says the day.
    let load = "pub fn load(path: &str) -> String { std::fs::read_to_string(path).unwrap() }\n";
    let module = format!("== 2020/day01/day01_input.rs\n{load}");
    let library = format!(
        "== 2020/day01/Cargo.toml\n[package]\nname = \"day01\"\n== 2020/day01/src/lib.rs\n{load}"
    );
    let other_day = format!("== 2020/day02/day02_input.rs\n{load}");
    let solve_it = "fn solve_it() -> usize { load(\"a\").len() }\n";
    let by_path = "fn part1(path: &str) -> usize { load(path).len() }\n";
    let of_module = "mod day01_input;\nuse day01_input::load;\n";
    let expression = [(Part::One, "solve_it()")];
    for (files, expressions, expected) in [
        (
            format!("{module}== 2020/day01/mod.rs\n{of_module}{solve_it}"),
            &expression[..],
            true,
        ),
        (
            format!("{library}== 2020/day01/src/main.rs\nuse day01::load;\n{solve_it}"),
            &expression,
            true,
        ),
        (
            format!("{module}== 2020/day01/mod.rs\n{of_module}{by_path}"),
            &[],
            true,
        ),
        (
            format!("{other_day}== 2020/day01/mod.rs\nfn solve_it() -> usize {{ 1 }}\n"),
            &expression,
            false,
        ),
    ] {
        let plan = plan_with_calls(&files, None, expressions);
        let day = text_in(&plan, "days/year2020/day01.rs");
        assert_eq!(day.contains("reading(input, || "), expected, "{day}");
    }
}

/// A day whose code reads nothing may have its input in the code.
#[test]
fn a_call_of_code_that_reads_gets_the_input_if_no_argument_is_its_text() {
    let read = "std::fs::read(path).unwrap()";
    let parse = format!("fn parse(path: &str) -> Vec<u8> {{ {read} }}\n");
    let of_vec = "fn part1(bytes: &[u8]) -> usize { bytes.len() }\n";
    let imported = "aoc_solution::imported::";
    let call = format!("{imported}call!(input, parse)");
    for (code, expected) in [
        // The parser takes the path of the file.
        (
            format!("{parse}{of_vec}"),
            format!("parse = |input| {imported}reading(input, || {call}),\n    part1 = part1,"),
        ),
        // No code reads.
        (
            format!(
                "{}{of_vec}",
                parse.replace(read, "path.as_bytes().to_vec()")
            ),
            "parse = parse,\n    part1 = part1,".to_owned(),
        ),
        (
            "fn part1() -> u8 { 1 }\n".to_owned(),
            "part1 = |_| part1(),".to_owned(),
        ),
        (
            "fn part1() -> usize { std::fs::read(\"a\").unwrap().len() }\n".to_owned(),
            format!("part1 = |&input| {imported}reading(input, || part1()),"),
        ),
        // Only `main` reads. What is imported beside a reader reads nothing.
        (
            "use std::io::{BufRead, stdin};\nfn part1() -> u8 { 1 }\n\
             fn count(from: impl BufRead) -> usize { from.lines().count() }\n\
             fn main() { count(stdin().lock()); }\n"
                .to_owned(),
            "part1 = |_| part1(),".to_owned(),
        ),
    ] {
        let plan = plan_of(&format!("== 2020/day01.rs\n{code}"));
        let day = text_in(&plan, "days/year2020/day01.rs");
        assert!(day.contains(&expected), "{expected}\n{day}");
    }
}

#[test]
fn an_expression_for_a_part_that_the_puzzle_does_not_have_is_not_used() {
    let code = "== 2020/day25.rs\nfn part1(_: &str) -> u8 { 1 }\nfn part2(_: &str) -> u8 { 1 }\n";
    let plan = plan_with_calls(code, None, &[(Part::Two, "part2(input)")]);
    let day = text_in(&plan, "days/year2020/day25.rs");
    assert!(day.contains("part1 = part1,"), "{day}");
    assert_eq!(notes(&plan).len(), 0);
}

#[test]
fn a_call_of_the_user_that_does_not_fit_is_told() {
    let code = "== 2020/day01.rs\nfn part1(_: &str) -> u8 { 1 }\nfn part2(_: &str) -> u8 { 1 }\n";
    let calls = [(Part::One, "part1(input, 7)"), (Part::Two, "other(input)")];
    let plan = plan_with_calls(code, None, &calls);
    assert_eq!(plan.days().len(), 1);
    let reported: Vec<&str> = reasons(&plan).collect();
    assert_eq!(reported, ["part 2: this day has no `other`"]);
    let day = text_in(&plan, "days/year2020/day01.rs");
    assert!(day.contains("part1 = |&input| part1(input, 7)"), "{day}");
    for call in ["other(input)", "format!(\"{}\", other(input))"] {
        let plan = plan_with_calls(code, None, &[(Part::Two, call)]);
        let why = "your expressions are not used: this day has no `other`";
        assert_eq!(notes(&plan), [format!("2020/1: {why}")]);
    }
}

#[test]
fn a_call_of_the_user_for_what_is_not_copied_is_refused_by_its_name() {
    let code = "== 2020/day01.rs\nfn main() { println!(\"1\"); }\n";
    let plan = plan_with_calls(code, None, &[(Part::One, "printed(input, 1, || main())")]);
    let reported: Vec<&str> = reasons(&plan).collect();
    assert_eq!(
        reported,
        ["`main` is not in the copy: change the expression"]
    );
}

#[test]
fn an_expression_for_the_text_names_only_what_the_copy_has() {
    let temp = tempfile::tempdir().unwrap();
    let code = "== old/2020/day01.rs\nfn main() {}\nfn part1(_: &str) -> u8 { 1 }\n";
    unpack(temp.path(), code);
    with_request(temp.path(), Some("old"), |request| {
        let request = ImportRequest {
            text: Some("{ main(); input }"),
            ..*request
        };
        let plan = plan_request(&request, instructions::by_names).unwrap();
        let reported: Vec<&str> = reasons(&plan).collect();
        assert_eq!(
            reported,
            ["`main` is not in the copy: change the expression"]
        );
    });
}

/// The day has a function `input`, but in an expression `input` is the variable.
#[test]
fn an_expression_for_the_text_does_not_call_the_function_input() {
    let reader = "fn input() -> &'static str { include_str!(\"../day01.txt\") }";
    let module = "mod input { pub const TEXT: &str = include_str!(\"../day01.txt\"); }";
    for (first, attribute, text) in [
        (reader, "", Some("input.trim()")),
        (reader, "#[aoc(day1, part1)] ", None),
        (module, "", Some("input.trim()")),
    ] {
        let temp = tempfile::tempdir().unwrap();
        let code = format!(
            "== old/2020/src/day01.rs\n{first}\n{attribute}pub fn part1(i: &str) -> usize {{ i.len() }}\n"
        );
        unpack(temp.path(), &code);
        with_request(temp.path(), Some("old"), |request| {
            let request = ImportRequest { text, ..*request };
            let plan = plan_request(&request, instructions::by_names).unwrap();
            assert_eq!(reasons(&plan).collect::<Vec<_>>(), [""; 0], "{code}");
            assert_eq!(plan.days(), [Puzzle::of(2020, 1)]);
        });
    }
}

#[test]
fn the_parts_that_need_an_expression_are_known() {
    let sum = "fn part2(a: &str, b: u8) -> u8 { 1 }\n";
    for (one, parts) in [
        ("fn part1(_: &str) -> u8 { 1 }\n", &[Part::Two][..]),
        ("fn part1(a: &str, b: u8) -> u8 { 1 }\n", &Part::BOTH),
        // The compiler would refuse the call: the function is async.
        ("async fn part1(_: &str) -> u8 { 1 }\n", &Part::BOTH),
    ] {
        let plan = plan_with_calls(&format!("== 2020/day01.rs\n{one}{sum}"), None, &[]);
        let unclear: Vec<Part> = plan.left_out.unclear().into_iter().collect();
        assert_eq!(unclear, parts, "{one}");
    }
}

#[test]
fn all_notes_on_a_day_are_kept() {
    let code = "== 2020/src/lib.rs\nmacro_rules! day { ($a:tt) => {} }\nmod day01;\n\
                == 2020/src/day01.rs\nday!(1);\nfn part1(_: &str) -> u8 { 1 }\n";
    let plan = plan_with_calls(code, None, &[(Part::One, "other(input)")]);
    let misfit = "your expressions are not used: this day has no `other`";
    let lacks = "the copy lacks the top-level call of `day!`, which the old repository defines";
    let expected = [misfit, lacks].map(|why| format!("2020/1: {why}"));
    assert_eq!(notes(&plan), expected);
}

#[test]
fn a_call_of_the_user_that_names_nothing_of_a_day_is_told() {
    let code = "== 2020/day01.rs\nfn part1(_: &str) -> u8 { 1 }\n";
    for (call, expected) in [
        (
            "part1_fast(input)",
            "your expressions are not used: this day has no `part1_fast`",
        ),
        (
            "input.len()",
            "your expressions name no function or type of this day",
        ),
    ] {
        let plan = plan_with_calls(code, None, &[(Part::One, call)]);
        assert_eq!(plan.days().len(), 1);
        assert_eq!(notes(&plan), [format!("2020/1: {expected}")]);
    }
}

#[test]
fn a_type_in_the_call_of_the_user_is_one_that_the_day_has() {
    let code = "== 2020/day01.rs\nuse super::*;\npub fn new(_: &str) -> u8 { 1 }\n\
         fn part1(_: &str) -> u8 { 1 }\n\
         == 2020/mod.rs\npub struct Shared; impl Shared { pub fn new(_: &str) -> Self { Self }\n\
         pub fn part1(&self) -> u8 { 2 } }\n";
    let said = |call: &str| {
        let plan = plan_with_calls(code, None, &[(Part::One, call)]);
        text_in(&plan, "days/year2020/day01.rs").contains("|&input|")
    };
    assert!(said("Shared::new(input).part1()"));
    assert!(!said("Day%PADDED_DAY%::new(input).part1()"));
}

#[test]
fn an_expression_applies_to_what_any_use_imports_with_all_names() {
    for (import, applies) in [
        ("use crate::util::*;", true),
        ("use crate::{util::*, grid};", true),
        ("use std::{collections::*, fmt};", false),
    ] {
        let code = format!(
            "== 2020/src/lib.rs\npub mod util;\npub mod grid;\nmod day01;\n\
             == 2020/src/util.rs\npub fn solve(_: &str) -> u8 {{ 1 }}\n\
             == 2020/src/grid.rs\npub fn other() {{}}\n\
             == 2020/src/day01.rs\n{import}\nfn part2(_: &str) -> u8 {{ 1 }}\n"
        );
        let plan = plan_with_calls(&code, None, &[(Part::One, "solve(input)")]);
        let day = text_in(&plan, "days/year2020/day01.rs");
        let call = "part1 = |&input| solve(input)";
        assert_eq!(day.contains(call), applies, "{day}");
    }
}

#[test]
fn the_year_of_the_user_comes_before_that_of_a_package() {
    let files = "== days/day01.rs\nfn part1(_: &str) -> u8 { 1 }\n\
         == Cargo.toml\n[package]\nname = \"aoc2020\"\n";
    for (year, expected) in [(None, 2020), (Some(Year::of(2021)), 2021)] {
        assert_eq!(
            plan_with_calls(files, year, &[]).days(),
            [Puzzle::of(expected, 1)]
        );
    }
}

#[test]
fn a_module_elsewhere_under_a_condition_is_not_left_there() {
    let plan = plan_of(
        "== 2020/day01.rs\n#[cfg_attr(all(), path = \"../other/a.rs\")]\nmod a;\n\
         fn part1(_: &str) -> u8 { a::one() }\n== other/a.rs\npub fn one() -> u8 { 1 }\n",
    );
    assert!(plan.days().is_empty());
    let why: Vec<&str> = reasons(&plan).collect();
    assert!(why[0].contains("`#[cfg_attr(.., path = ..)]`"), "{why:?}");
}

#[test]
fn an_attribute_under_a_condition_is_no_path_of_a_module() {
    let plan = plan_of(
        "== 2020/day01.rs\n#[cfg_attr(debug_assertions, inline(never))]\n\
         fn part1(i: &str) -> usize { let path = i; path.len() }\n",
    );
    assert_eq!(plan.days(), [Puzzle::of(2020, 1)], "{:?}", plan.left_out);
}

#[test]
fn a_file_of_one_part_says_that_expressions_are_not_used() {
    let code = "== 2020/day01_part1.rs\nfn solve(i: &str) -> usize { 1 }\n";
    let used = "it has only one part, so your expressions are not used, and no file has the other \
                one: name it after the day alone, such as `day01.rs`";
    let other = "it has only one part, and no file has the other one: name it after the day alone, such as `day01.rs`";
    for (call, expected) in [("solve(input)", used), ("gone(input)", other)] {
        let plan = plan_with_calls(code, None, &[(Part::One, call)]);
        assert_eq!(reasons(&plan).collect::<Vec<_>>(), [expected], "{call}");
    }
}

/// No other file can call a function without arguments with another argument.
#[test]
fn only_a_function_with_arguments_takes_another_one_than_the_text() {
    let taken = on_large_stack(|| {
        ["", "i: &str", "numbers: &[u8]"].map(|argument| {
            let code = format!("pub fn part1({argument}) -> u8 {{ 1 }}");
            let functions = part_functions(&Source::read(code).unwrap());
            functions[0].takes_other
        })
    });
    assert_eq!(taken.unwrap(), [false, false, true]);
}
