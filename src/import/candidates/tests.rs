//! The candidates of a day, and their order.

use super::evidence::{part_named, part_of_scope};
use super::*;

/// The first candidates of a source, one a line. A line has the answered parts and the options of
/// `functions!`. `?` marks a guess or a helper, and `~` a fallback.
fn first(code: &str, count: usize) -> Vec<String> {
    let source = Source::read(code.to_owned()).unwrap();
    let candidates = candidates_of(&source).into_iter().take(count);
    let lines = candidates.map(|candidate| {
        let call = candidate
            .wiring
            .render("D", "T", &[])
            .replace("aoc_solution::imported::", "");
        let call = call.replace("\n   ", "");
        let call = call.trim_start_matches("aoc_solution::functions! { D, \"T\", ");
        let call = call.trim_end_matches(",\n}\n\n");
        let rank = match candidate.rank {
            Rank::User | Rank::Names => "",
            Rank::Guess | Rank::Helper => "? ",
            Rank::Fallback => "~ ",
        };
        format!("{rank}{call}")
    });
    lines.collect()
}

#[test]
fn a_parser_of_both_parts_comes_first() {
    let code = "struct Map; fn parse(i: &str) -> Map {} fn part1(map: &Map) -> u8 {} fn part2(map: &Map) -> u8 {}";
    assert_eq!(
        first(code, 8),
        [
            "Map, parse = parse, part1 = part1, part2 = part2",
            "part1 = |&input| call!(input, parse, part1)",
            "~ part1 = part1",
            "~ part1 = |&input| part1(given(input).into())",
            "part2 = |&input| call!(input, parse, part2)",
            "~ part2 = part2",
            "~ part2 = |&input| part2(given(input).into())",
        ]
    );
}

#[test]
fn methods_may_print_the_answers() {
    let code = "struct A {} impl Solution for A { fn part1(&self, i: String) {} fn part2(&self, i: String) {} }";
    let candidates = first(code, 100).join("\n");
    for part in ["part1", "part2"] {
        let call =
            format!("? {part} = |&input| shown(input, || A::{part}(&A {{}}, given(input).into()))");
        assert!(candidates.contains(&call), "{candidates}");
    }
}

#[test]
fn a_function_whose_name_has_the_numbers_of_both_parts_answers_both() {
    for name in ["part1_and_2", "part_1_and_part_2", "one_and_two"] {
        let code = format!("fn {name}(i: &str) {{}}");
        let both = [1, 2].map(|part| {
            format!("part{part} = |&input| printed(input, {part}, || call!(input, {name}))")
        });
        assert_eq!(
            first(&code, 1),
            [format!("? {}", both.join(", "))],
            "{name}"
        );
    }
}

#[test]
fn a_function_of_the_text_takes_the_text_first() {
    let code =
        "fn parse(i: &str) -> Vec<u8> {} fn part1(i: &str) -> u8 {} fn part_2(i: Vec<u8>) -> u8 {}";
    assert_eq!(
        first(code, 10),
        [
            "part1 = part1",
            "part1 = |&input| part1(given(input).into())",
            "part1 = |&input| call!(input, parse, part1)",
            "part2 = |&input| call!(input, parse, part_2)",
            "part2 = |&input| part_2(value!(call!(input, parse)))",
            "~ part2 = part_2",
            "~ part2 = |&input| part_2(given(input).into())",
        ]
    );
}

/// Such a function parses, although it belongs to a type.
#[test]
fn texts_may_come_from_a_function_of_a_type() {
    for (returned, arguments) in [
        ("Vec<&str>", "lines: &[&str]"),
        ("HashMap<String, u8>", "counts: &HashMap<String, u8>"),
        ("Result<Vec<String>>", "lines: &[String]"),
        ("(Vec<&str>, Day05)", "lines: &[&str], day: &Day05"),
        ("(Day05, Vec<u8>)", "day: &Day05, numbers: &[u8]"),
        ("(Start, End)", "start: Start, end: End"),
    ] {
        let code = format!(
            "struct Day05; impl Day05 {{ fn parse(i: &str) -> {returned} {{}} \
             fn part1({arguments}) -> u8 {{}} }}"
        );
        let candidates = first(&code, 1);
        let expected = candidates[0].contains("value!(Day05::parse(input))");
        assert!(
            expected && !candidates[0].starts_with('~'),
            "{candidates:?}"
        );
    }
}

#[test]
fn attributes_of_cargo_aoc_come_before_names() {
    let code = "#[aoc_generator(day3, part1)] fn gen(i: &str) -> Vec<u8> {} #[aoc(day3, part1, fast)] fn fast(i: &[u8]) -> u8 {} \
                #[aoc(day3, part1)] fn one(i: &[u8]) -> u8 {} #[aoc(day3, part2)] fn two(i: &str) -> u8 {}";
    assert_eq!(
        first(code, 8),
        [
            "part1 = |&input| call!(input, gen, one)",
            "~ part1 = one",
            "~ part1 = |&input| one(given(input).into())",
            "part1 = |&input| call!(input, gen, fast)",
            "~ part1 = fast",
            "~ part1 = |&input| fast(given(input).into())",
            "part2 = two",
            "part2 = |&input| two(given(input).into())",
        ]
    );
}

#[test]
fn a_value_is_made_once_for_methods_of_both_parts() {
    let code = "struct Map; impl Map { fn new(i: &str) -> Self {} fn part1(&self) -> u8 {} fn part2(&self, size: bool) -> u8 {} } \
                impl FromStr for Grid { fn from_str(i: &str) -> Self {} } impl Grid { fn one(&self) -> u8 {} fn part_two(&self) -> u8 {} }";
    assert_eq!(
        first(code, 7),
        [
            "Grid, parse = |input| input.parse::<Grid>(), part1 = |input| Grid::one(input), part2 = |input| Grid::part_two(input)",
            "part1 = |&input| Map::part1(&value!(Map::new(input)))",
            "part1 = |&input| Map::part1(&value!(Map::new(given(input).into())))",
            "~ part1 = |_| Map::part1(&Map {})",
            "part2 = |&input| Map::part2(&Map {}, given(input).into())",
            "~ part2 = |&input| Map::part2(&value!(Map::new(input)), given(input).into())",
            "~ part2 = |&input| Map::part2(&value!(Map::new(given(input).into())), given(input).into())",
        ]
    );
}

#[test]
fn methods_that_change_their_value_are_also_called_one_after_the_other() {
    let code = "impl Game { fn parse(i: &str) -> Self {} fn part1(&mut self) -> u8 {} fn part2(&mut self) -> u8 {} }";
    assert_eq!(
        first(code, 16),
        [
            "part1 = |&input| Game::part1(&mut value!(Game::parse(input)))",
            "part1 = |&input| Game::part1(&mut value!(Game::parse(given(input).into())))",
            "~ part1 = |_| Game::part1(&mut Game {})",
            "~ part1 = |_| Game::part1(&mut Game::default())",
            "~ part1 = |_| Game::part1(&mut Game::new())",
            "part2 = |&input| Game::part2(&mut value!(Game::parse(input)))",
            "part2 = |&input| Game::part2(&mut value!(Game::parse(given(input).into())))",
            "~ part2 = |_| Game::part2(&mut Game {})",
            "~ part2 = |_| Game::part2(&mut Game::default())",
            "~ part2 = |_| Game::part2(&mut Game::new())",
            "solve = |&input: &&str| { let mut day = value!(Game::parse(input)); let one = day.part1(); (one, day.part2()) }",
            "solve = |&input: &&str| { let mut day = value!(Game::parse(given(input).into())); let one = day.part1(); (one, day.part2()) }",
        ]
    );
    // A method whose name does not say that it parses may get something else.
    let code = "struct A(u8); impl A { fn init(&mut self, i: &str) {} fn part1(&mut self) -> u8 {} fn part2(&mut self) -> u8 {} }";
    let in_order = "~ solve = |&input: &&str| { let mut day = value!({ let mut day = A::default(); day.init(input); day }); let one = day.part1(); (one, day.part2()) }";
    assert!(first(code, 100).contains(&in_order.to_owned()));
}

#[test]
fn functions_that_change_their_value_are_also_called_one_after_the_other() {
    let code = "fn parse(i: &str) -> Vec<u8> {} fn part1(v: &mut Vec<u8>) -> u8 {} fn part2(v: &mut Vec<u8>) -> u8 {}";
    let in_order = "solve = |&input: &&str| { let mut day = value!(call!(input, parse)); let one = part1(&mut day); (one, part2(&mut day)) }";
    assert!(first(code, 100).contains(&in_order.to_owned()));
    let code = "impl Puzzle for Day03 { fn parse(i: &str) -> Vec<u8> {} fn part1(v: &mut Vec<u8>) -> u8 {} fn part2(v: &mut Vec<u8>) -> u8 {} }";
    let in_order = "solve = |&input: &&str| { let mut day = value!(Day03::parse(input)); let one = Day03::part1(&mut day); (one, Day03::part2(&mut day)) }";
    assert!(first(code, 100).contains(&in_order.to_owned()));
    // Only their modules say the parts.
    let code = "mod part1 { pub fn solve(v: &mut Vec<u8>) -> u8 {} } mod part2 { pub fn solve(v: &mut Vec<u8>) -> u8 {} } fn parse(i: &str) -> Vec<u8> {}";
    let candidates = first(code, 100);
    let in_order = candidates.iter().find(|call| call.contains("let one"));
    assert!(
        in_order.is_some_and(|call| call.starts_with("? ")),
        "{candidates:?}"
    );
    // A doubt about one part is a doubt about both.
    for code in [
        "async fn part1(v: &mut Vec<u8>) -> u8 {} fn part2(v: &mut Vec<u8>) -> u8 {} fn parse(i: &str) -> Vec<u8> {}",
        "fn part1(v: &mut Vec<u8>) -> u8 {} async fn part2(v: &mut Vec<u8>) -> u8 {} fn parse(i: &str) -> Vec<u8> {}",
    ] {
        let candidates = first(code, 100);
        let in_order = candidates.iter().find(|call| call.contains("let one"));
        assert!(
            in_order.is_some_and(|call| call.starts_with("? ")),
            "{candidates:?}"
        );
    }
    // A function of a type takes what any parser makes.
    let code = "fn parse(i: &str) -> Vec<u8> {} impl Day03 { fn part1(v: &mut Vec<u8>) -> u8 {} fn part2(v: &mut Vec<u8>) -> u8 {} }";
    let in_order = "solve = |&input: &&str| { let mut day = value!(call!(input, parse)); let one = Day03::part1(&mut day); (one, Day03::part2(&mut day)) }";
    assert!(first(code, 100).contains(&in_order.to_owned()));
    // These change no value of both parts.
    for code in [
        "fn parse(i: &str) -> Vec<u8> {} fn part1(v: &[u8]) -> u8 {} fn part2(v: &mut Vec<u8>) -> u8 {}",
        "fn parse(i: &str) -> Vec<u8> {} fn part1(v: &mut Vec<u8>) -> u8 {} fn part2(v: Vec<u8>) -> u8 {}",
        "fn parse(i: &str) -> Vec<u8> {} fn part1(v: &mut Vec<u8>) -> u8 {} fn part2(v: &Vec<u8>) -> u8 {}",
        "fn parse(i: &str) -> Vec<u8> {} fn part1(v: &mut Vec<u8>, n: u8) -> u8 {} fn part2(v: &mut Vec<u8>, n: u8) -> u8 {}",
        "fn part1(v: &mut str) -> u8 {} fn part2(v: &str) -> u8 {}",
        "struct A(u8); impl A { fn parse(i: &str) -> A {} fn part1(&mut self) -> u8 {} fn part2(i: &str) -> u8 {} }",
    ] {
        let candidates = first(code, 100).join("\n");
        assert!(!candidates.contains("let one"), "{candidates}");
    }
}

#[test]
fn a_method_fills_a_value_with_the_text() {
    let filled = |start: &str, method: &str| {
        format!(
            "~ part1 = |&input| A::part1(&mut value!({{ let mut day = A::{start}(); \
             day.{method}(input); day }}))"
        )
    };
    let completed =
        "~ part1 = |&input| A::part1(&mut value!(A::with(A::default(), input)))".to_owned();
    // A method whose name does not say that it parses may get something else.
    for (methods, expected) in [
        (
            "fn init(&mut self, i: &str) {}",
            vec![filled("default", "init")],
        ),
        (
            "fn new() -> Self {} fn init(&mut self, i: &str) -> &mut Self {}",
            vec![filled("default", "init"), filled("new", "init")],
        ),
        ("fn with(mut self, i: &str) -> Self {}", vec![completed]),
        (
            "fn with_input(self, i: &str) -> Self {}",
            vec![
                "part1 = |&input| A::part1(&mut value!(A::with_input(A::default(), input)))"
                    .to_owned(),
            ],
        ),
        // The name says that it parses, whatever it returns.
        (
            "fn parse(&mut self, i: &str) -> bool {}",
            vec![filled("default", "parse").replace("~ ", "")],
        ),
        // These make another value of the text, or get none.
        ("fn with(self, sizes: Vec<u8>) -> Self {}", vec![]),
        ("fn count(&mut self, i: &str) -> u8 {}", vec![]),
        ("fn count(self, i: &str) -> u8 {}", vec![]),
    ] {
        let code = format!("struct A(u8); impl A {{ {methods} fn part1(&mut self) -> u8 {{}} }}");
        let candidates = first(&code, 100);
        let mut given = candidates.clone();
        given.retain(|call| call.contains("input)") && !call.contains("input.parse"));
        assert_eq!(given, expected, "{candidates:?}");
        // They come before values that get no text.
        let mut others = candidates.iter();
        others.rfind(|call| call.contains("input)") && !call.contains("input.parse"));
        let is_without_text = |call: &String| !call.contains("input.parse");
        assert!(
            expected.is_empty()
                || others.all(|call| !is_without_text(call) || call.contains("input)")),
            "{candidates:?}"
        );
    }
}

#[test]
fn a_method_that_takes_the_text_is_called_on_nothing_first() {
    // If the source does not show the fields of the type, the type may have fields or none.
    for (ty, values) in [
        ("struct Day01;", &["Day01 {}"][..]),
        ("struct Day01();", &["Day01 {}"]),
        ("struct Day01(u8);", &["Day01::default()", "Day01::new()"]),
        (
            "struct Day01(u8); impl Day01 { fn new() -> Self {} }",
            &["Day01::new()", "Day01::default()"],
        ),
        (
            "make!(Day01);",
            &["Day01 {}", "Day01::default()", "Day01::new()"],
        ),
    ] {
        let code =
            format!("{ty} impl Solution for Day01 {{ fn part1(&self, input: &str) -> u8 {{}} }}");
        let mut expected = Vec::new();
        for text in ["input", "given(input).into()"] {
            for value in values {
                expected.push(format!("part1 = |&input| Day01::part1(&{value}, {text})"));
            }
            expected.push(format!(
                "~ part1 = |&input| Day01::part1(&value!(input.parse::<Day01>()), {text})"
            ));
        }
        assert_eq!(first(&code, 20), expected);
    }
}

#[test]
fn a_function_of_a_part_is_no_parser_in_a_module_with_the_name_of_one() {
    let code = "mod input { pub fn part1(i: &str) -> u8 {} pub fn part2(i: &str) -> u8 {} }";
    assert_eq!(
        first(code, 8),
        [
            "part1 = input::part1",
            "part1 = |&input| input::part1(given(input).into())",
            "part2 = input::part2",
            "part2 = |&input| input::part2(given(input).into())",
        ]
    );
}

#[test]
fn functions_of_a_type_take_the_text() {
    let code = "impl Day01 { fn part1(i: &str) -> u8 {} fn part2(i: String) -> u8 {} }";
    assert_eq!(
        first(code, 8),
        [
            "part1 = Day01::part1",
            "part1 = |&input| Day01::part1(given(input).into())",
            "part2 = Day01::part2",
            "part2 = |&input| Day01::part2(given(input).into())",
        ]
    );
}

#[test]
fn a_function_of_both_parts_takes_what_a_parser_makes() {
    let code = "fn read_map(i: &str) -> Vec<u8> {} fn solve(map: Vec<u8>) -> (u8, u8) {} fn run(i: &str) -> (u8, u8) {} \
                impl Map { fn answers(&self) -> (u8, u8) {} }";
    assert_eq!(
        first(code, 16),
        [
            "solve = |&input: &&str| call!(input, read_map, solve)",
            "solve = |&input: &&str| solve(value!(call!(input, read_map)))",
            "~ solve = solve",
            "~ solve = |&input: &&str| solve(given(input).into())",
            "solve = run",
            "solve = |&input: &&str| run(given(input).into())",
            "solve = |&input: &&str| call!(input, read_map, run)",
            "solve = |&input: &&str| Map::answers(&value!(input.parse::<Map>()))",
            "~ solve = |_: &&str| Map::answers(&Map {})",
            "~ solve = |_: &&str| Map::answers(&Map::default())",
            "~ solve = |_: &&str| Map::answers(&Map::new())",
        ]
    );
}

#[test]
fn what_is_printed_comes_last() {
    let code = "fn part1(i: &str) {} fn main() {} fn run(i: &str) {}";
    assert_eq!(
        first(code, 8),
        [
            "? part1 = |&input| shown(input, || call!(input, part1))",
            "? part1 = |&input| shown(input, || part1(given(input).into()))",
            "? part1 = |&input| printed(input, 1, || main()), part2 = |&input| printed(input, 2, || main())",
            "? part1 = |&input| printed(input, 1, || call!(input, run)), part2 = |&input| printed(input, 2, || call!(input, run))",
            "? part1 = |&input| printed(input, 1, || run(given(input).into())), part2 = |&input| printed(input, 2, || run(given(input).into()))",
        ]
    );
}

#[test]
fn a_main_may_return_anything_that_is_no_answer() {
    let printed = "? part1 = |&input| printed(input, 1, || main()), part2 = |&input| printed(input, 2, || main())";
    for (returned, expected) in [
        ("", &[printed][..]),
        ("-> ExitCode", &[printed]),
        ("-> Res<()>", &[printed]),
        ("-> io::Result<()>", &[printed]),
    ] {
        assert_eq!(first(&format!("fn main() {returned} {{}}"), 8), expected);
    }
    for returned in ["ExitCode", "Res<()>"] {
        assert!(first(&format!("async fn main() -> {returned} {{}}"), 8).is_empty());
    }
}

#[test]
fn functions_that_names_only_suggest_come_after_others() {
    let code = "fn easy(i: &str) -> u8 {} fn hard(i: &str) -> u8 {} fn zad1(i: &str) -> u8 {} fn part1_fast(i: &str) -> u8 {} fn part1() -> u8 {} \
                mod part1 { pub fn solve(i: &str) -> u8 {} fn own(i: &str) -> u8 {} } mod part2 { pub fn solve(i: &str) -> u8 {} }";
    assert_eq!(
        first(code, 16),
        [
            "part1 = |_| part1()",
            "part1 = zad1",
            "part1 = |&input| zad1(given(input).into())",
            "? part1 = part1::solve",
            "? part1 = |&input| part1::solve(given(input).into())",
            "? part2 = part2::solve",
            "? part2 = |&input| part2::solve(given(input).into())",
        ]
    );
}

#[test]
fn a_name_that_says_more_than_the_part_is_one_of_a_helper_beside_a_name_that_does_not() {
    let helpers = |code: &str| {
        let candidates = candidates_of(&Source::read(code.to_owned()).unwrap());
        let helpers = candidates
            .iter()
            .filter(|candidate| candidate.rank == Rank::Helper);
        let calls = helpers.filter_map(|helper| helper.wiring.shown_call(helper.part?));
        let mut calls: Vec<String> = calls.collect();
        calls.dedup();
        calls.join(" ")
    };
    for (code, expected) in [
        // The helper is named for the same part.
        (
            "fn part1(i: &str) -> u8 {} fn part2(i: &str) -> u8 {} fn count_two(i: &str) -> u8 {}",
            "count_two(input)",
        ),
        (
            "impl Day01 { fn part_two(i: &str) -> u8 {} } fn value_2(i: &str) -> u8 {}",
            "value_2(input)",
        ),
        (
            "fn part1(i: &str) -> u8 {} fn easy(i: &str) -> u8 {} fn hard(i: &str) -> u8 {}",
            "",
        ),
        // The helper is used for the other part.
        (
            "fn part1(i: &str) -> u8 { split_two(i) } fn split_two(i: &str) -> u8 {}",
            "split_two(input)",
        ),
        (
            "fn part1(i: &str) -> u8 { i.lines().map(split_two).sum() } fn split_two(i: &str) -> u8 {}",
            "split_two(input)",
        ),
        (
            "impl Day01 { fn part1(i: &str) -> u8 { split_two(i) } } fn split_two(i: &str) -> u8 {}",
            "split_two(input)",
        ),
        (
            "fn one(i: &str) -> u8 { sum(i, hand_v1) } fn two(i: &str) -> u8 { sum(i, hand_v2) } \
             fn hand_v1(i: &str) -> u8 {} fn hand_v2(i: &str) -> u8 {}",
            "hand_v1(input) hand_v2(input)",
        ),
        // No other function answers part 2.
        (
            "fn part1(i: &str) -> u8 {} fn solution_b(i: &str) -> u8 {} fn ex2(i: &str) -> u8 {}",
            "ex2(input)",
        ),
        ("fn part1(i: &str) -> u8 {} fn ex2(i: &str) -> u8 {}", ""),
        (
            "fn ex1(i: &str) -> u8 { ex2(i) } fn ex2(i: &str) -> u8 {}",
            "",
        ),
        // `do_part_1` calls the function with the part's name, and passes the further argument.
        (
            "fn part1(i: &[u8], n: u8) -> u8 {} fn do_part_1(i: &str) -> u8 { part1(&parse(i), 10) }",
            "",
        ),
        // `main` calls the longer name, and nothing calls the shorter one.
        (
            "fn part1(i: &str) -> u8 {} fn real1(i: &str) -> u8 {} fn main() { real1(i); } \
             #[test] fn one() { part1(i); }",
            "",
        ),
        // A variable has the shorter name.
        (
            "fn part1(i: &str) -> u8 {} fn real1(i: &str) -> u8 {} \
             fn main() { let part1 = real1(i); show(part1); }",
            "",
        ),
        (
            "fn part1(i: &str) -> u8 {} fn real1(i: &str) -> u8 {} fn main() { part1(i); real1(i); }",
            "real1(input)",
        ),
        (
            "fn part1(i: &str) -> u8 {} fn real1(i: &str) -> u8 {} fn main() { both(i); } \
             fn both(i: &str) { real1(i); }",
            "real1(input)",
        ),
        // A function without arguments often only reads the input and calls a better function.
        (
            "fn part2() -> u8 { count_two(i) } fn count_two(i: &str) -> u8 {}",
            "",
        ),
    ] {
        assert_eq!(helpers(code), expected, "{code}");
    }
    let code = "fn parse(i: &str) -> Vec<u8> {} fn part1(i: &Vec<u8>) -> usize { count_two(i) } \
                fn count_two(i: &Vec<u8>) -> usize {}";
    assert_eq!(first(code, 1), ["Vec<u8>, parse = parse, part1 = part1"]);
    assert_eq!(
        first(code, 8).last().map(|last| last.starts_with("? ")),
        Some(true)
    );
}

#[test]
fn a_name_that_only_ends_with_a_part_says_none_if_the_signature_is_one_of_a_helper() {
    let of_values = |mark: &str, part: u8, name: &str| {
        [
            format!("{mark}part{part} = {name}"),
            format!("{mark}part{part} = |&input| {name}(given(input).into())"),
        ]
    };
    for (code, expected) in [
        (
            "struct Map; impl Map { fn find_first(&self, needle: u8) -> Option<u32> {} }",
            vec![],
        ),
        ("fn is_valid_1(n: u64) -> bool {}", vec![]),
        ("impl Edge { fn warp_two(n: u64) -> (u8, u8) {} }", vec![]),
        // Nothing makes the value that it takes.
        (
            "fn dist2(n: u64) -> u64 {}",
            of_values("? ", 2, "dist2").into(),
        ),
        ("fn ex2(i: &str) -> u64 {}", of_values("", 2, "ex2").into()),
        ("fn ex1() -> u64 {}", vec!["part1 = |_| ex1()".to_owned()]),
    ] {
        assert_eq!(first(code, 8), expected, "{code}");
    }
    let parsed = "fn parse(i: &str) -> Vec<u8> {} fn ex1(v: &[u8]) -> u8 {}";
    let call = "Vec<u8>, parse = parse, part1 = ex1";
    for (other, mark) in [
        ("", ""),
        ("fn decode(i: &str) -> u8 {}", "? "),
        (
            "fn decode(i: &str) -> u8 {} fn all(v: &[u8]) { decode(i) }",
            "",
        ),
        ("impl Map { fn from_text(i: &str) -> Self {} }", ""),
    ] {
        let code = format!("{parsed} {other}");
        assert_eq!(first(&code, 1), [format!("{mark}{call}")], "{other}");
    }
}

#[test]
fn a_method_that_main_applies_to_groups_is_not_called() {
    let group = "pub struct Group; impl Group { pub fn new(i: &str) -> Self {} ";
    let sum = "groups.iter().map(|group| group";
    for (code, call, is_called) in [
        (
            format!(
                "{group} pub fn part1(&self) -> u32 {{}} }} fn main() {{ let n = {sum}.part1()).sum(); }}"
            ),
            "Group::part1",
            false,
        ),
        // The groups of a day have a method of the same name.
        (
            format!("{group} pub fn solve(&self) -> (u32, u32) {{ ({sum}.solve()).sum(), 0) }} }}"),
            "Group::solve",
            true,
        ),
    ] {
        let calls = first(&code, 100);
        let is_listed = calls.iter().any(|line| line.contains(call));
        assert_eq!(is_listed, is_called, "{code} {calls:?}");
    }
}

#[test]
fn a_function_that_answers_only_pieces_of_the_text_is_not_called() {
    let part1 = "fn part1(line: &str) -> u32 {}";
    let of_lines = format!("{part1} fn part2(line: &str) -> u32 {{ part1(line) + 100 }}");
    let count = "fn count(group: &str) -> (usize, usize) {}";
    for (code, call, is_called) in [
        (
            format!(
                "{of_lines} fn main() {{ println!(\"{{}} {{}}\", i.lines().map(part1).sum::<u32>(), i.lines().map(part2).sum::<u32>()); }}"
            ),
            "part1 = part1",
            false,
        ),
        (
            "fn parse(i: &str) -> Vec<String> {} fn part1(lines: &[String]) -> usize {} \
             fn main() { let n: usize = parse(i).split(|line| line == \"\").map(part1).sum(); }"
                .to_owned(),
            ", part1)",
            false,
        ),
        (
            format!(
                "{count} pub fn solve(i: &str, out: &mut Out) {{ i.split(\"\\n\\n\").map(count).fold((0, 0), add); }}"
            ),
            "count",
            false,
        ),
        (
            format!("{count} fn main() {{ total += groups.iter().map(|group| count(group).0).sum(); }}"),
            "count",
            false,
        ),
        (
            format!("{count} fn main() {{ count(&read()); }}"),
            "count",
            true,
        ),
        // The example and the input are whole texts.
        (
            format!(
                "{part1} fn main() {{ for i in [EXAMPLE, INPUT] {{ println!(\"{{}}\", part1(i)); }} }}"
            ),
            "part1 = part1",
            true,
        ),
        // The day also calls it with the text.
        (
            format!("{part1} fn main() {{ part1(&read()); i.split(',').map(part1).max(); }}"),
            "part1 = part1",
            true,
        ),
        // The lines may be several whole texts, such as those of an example.
        (
            format!(
                "{of_lines} pub fn all(i: &str) -> u32 {{ i.lines().map(|i| part1(i) + part2(i)).sum() }}"
            ),
            "part1 = part1",
            true,
        ),
        // The input may have only one line.
        (
            format!(
                "{of_lines} fn main() {{ for line in stdin().lines() {{ println!(\"{{}}\", part1(&line)); }} }}"
            ),
            "part1 = part1",
            true,
        ),
        (
            "pub struct Board; impl Board { pub fn new(i: &str) -> Self {} \
             pub fn part1(&self) -> u32 {} \
             pub fn part2(&self) -> u32 { texts().iter().map(|i| Board::new(i)).map(|b| b.part1()).sum() } }"
                .to_owned(),
            "Board::new",
            true,
        ),
        // Part 2 changes the text several times.
        (
            format!(
                "{part1} fn part2(i: &str) -> u32 {{ units(i).map(|unit| i.replace(unit, \"\")).map(part1).min() }}"
            ),
            "part1 = part1",
            true,
        ),
        // Only a test has several texts.
        (
            format!(
                "{part1} #[test] fn all() {{ assert_eq!(i.lines().map(part1).sum::<u32>(), 5); }}"
            ),
            "part1 = part1",
            true,
        ),
    ] {
        let candidates = first(&code, 100).join("\n");
        assert_eq!(candidates.contains(call), is_called, "{code}\n{candidates}");
    }
}

#[test]
fn a_bool_is_no_answer() {
    for code in [
        "struct Puzzle1; impl Puzzle1 { fn is_valid(rule: String) -> bool {} } \
         struct Puzzle2; impl Puzzle2 { fn is_valid(rule: String) -> bool {} }",
        "mod part1 { pub fn is_valid(i: &str) -> bool {} } mod part2 { pub fn is_valid(i: &str) -> bool {} }",
        "fn part1(i: &str) -> Option<bool> {}",
        "fn check(i: &str) -> (bool, bool) {}",
    ] {
        assert!(first(code, 8).is_empty(), "{code}");
    }
}

#[test]
fn a_value_of_its_own_type_is_no_answer_of_a_method() {
    let code = "impl Group { fn one(step: &str) -> Self {} fn two(a: u8, b: u8) -> Option<Self> {} } \
                fn solve(i: &str) -> Solution {} fn two() -> u8 {}";
    assert_eq!(first(code, 1), ["solve = solve"]);
}

#[test]
fn a_number_that_is_a_helper_is_no_part() {
    let numbers = "fn one(i: &str) -> u8 { 1 } fn two(i: &str) -> u8 { 2 } ";
    let methods = "impl Day { fn one(&self, i: &str) -> u8 {} fn two(&self, i: &str) -> u8 {} } ";
    for (helpers, solvers, expected) in [
        (numbers, "", "one two"),
        (
            numbers,
            "fn part1(i: &str) -> u8 { f(i, one) } fn part2(i: &str) -> u8 { f(i, two) }",
            "part1 part2",
        ),
        (
            methods,
            "fn part_a(i: &str) -> u8 { Day.one(i) } fn part_b(i: &str) -> u8 { Day.two(i) }",
            "part_a part_b",
        ),
        (
            numbers,
            "fn solve(i: &str) -> (u8, u8) { (one(i), two(i)) }",
            "",
        ),
        (
            "fn two(i: &str) -> u8 { 2 } ",
            "fn solve(i: &str) -> u8 { i.lines().map(two).sum() }",
            "",
        ),
        // `main` calls them.
        (numbers, "fn main() { one(i); two(i) }", "one two"),
    ] {
        let code = format!("{helpers}{solvers}");
        let source = Source::read(code).unwrap();
        let named = callables(&source)
            .into_iter()
            .filter(|callable| callable.part.is_some())
            .map(|callable| callable.path);
        assert_eq!(named.collect::<Vec<_>>().join(" "), expected, "{solvers}");
    }
}

#[test]
fn attributes_of_cargo_aoc_say_the_whole_call() {
    let code = "#[aoc_generator(day3)] fn gen(i: &str) -> Data {} #[aoc(day3, part1)] fn one(d: &Data) -> u8 {} \
                fn parse(i: &str) -> Data {} impl FromStr for Data { fn from_str(i: &str) -> Self {} }";
    assert_eq!(
        first(code, 8),
        [
            "Data, parse = gen, part1 = one",
            "part1 = |&input| call!(input, gen, one)",
            "~ part1 = one",
            "~ part1 = |&input| one(given(input).into())",
        ]
    );
    // A helper with the name of a parser comes first in the code.
    let helper = "fn parse_numbers(i: &str) -> Vec<u64> {} ";
    let parts = "#[aoc(day1, part1)] fn part1(v: &[u64]) -> u64 {} #[aoc(day1, part2)] fn part2(v: &[u64]) -> u64 {}";
    for (generator, expected) in [
        (
            "#[aoc_generator(day1)]",
            "Vec<u64>, parse = build, part1 = part1, part2 = part2",
        ),
        // The other part has no generator.
        (
            "#[aoc_generator(day1, part2)]",
            "part1 = |&input| call!(input, parse_numbers, part1)",
        ),
    ] {
        let code = format!("{helper} {generator} fn build(i: &str) -> Vec<u64> {{}} {parts}");
        let listed = first(&code, 8);
        assert_eq!(listed[0], expected);
        let of_part2 = "part2 = |&input| call!(input, build, part2)";
        assert!(listed.iter().any(|call| call == of_part2), "{listed:?}");
        let of_helper = "part2 = |&input| call!(input, parse_numbers, part2)";
        assert!(!listed.iter().any(|call| call == of_helper), "{listed:?}");
    }
}

#[test]
fn arguments_that_are_not_the_input_are_filled() {
    let code = "fn part1(is_test: bool) -> u8 {} fn part2(i: impl AsRef<str>, verbose: bool) -> u8 {} fn part_two(i: &str, _: u8) -> impl ToString {}";
    assert_eq!(
        first(code, 12),
        [
            "part1 = |_| part1(false)",
            "part2 = |&input| part2(input, false)",
            "part2 = |&input| part2(given(input), false)",
            "part2 = |&input| part2(given(input).into(), false)",
            "part2 = |&input| part_two(input, Default::default())",
            "part2 = |&input| part_two(given(input).into(), Default::default())",
        ]
    );
    // Other flags may be true in the old program.
    let code = "fn part1(i: &str, smallest: bool) -> u8 {}";
    assert!(first(code, 12).is_empty(), "{:?}", first(code, 12));
    let given = first("fn part1<R: BufRead>(r: &mut R) -> u8 {}", 2).pop();
    assert_eq!(given.unwrap(), "part1 = |&input| part1(&mut given(input))");
}

#[test]
fn a_parser_whose_name_says_a_part_is_for_that_part() {
    for (parsers, expected) in [
        (["parse_1", "parse_2"], ["parse_1", "parse_2"]),
        (["parse", "parse_for_part2"], ["parse", "parse_for_part2"]),
        (["parse", "parse_line1"], ["parse_line1", "parse"]),
        (["parse_v2", "other"], ["parse_v2", "parse_v2"]),
        (["parse", "parse_vec2"], ["parse", "parse_vec2"]),
    ] {
        let parsers = parsers
            .map(|name| format!("fn {name}(i: &str) -> Map {{}} "))
            .concat();
        let code = format!("{parsers} fn part1(m: &Map) -> u8 {{}} fn part2(m: &Map) -> u8 {{}}");
        let calls = first(&code, 20);
        for (part, parser) in [1, 2].into_iter().zip(expected) {
            let call = format!("part{part} = |&input| call!(input, {parser}, part{part})");
            let mut of_part = calls
                .iter()
                .filter(|call| call.starts_with(&format!("part{part} = ")));
            assert_eq!(of_part.next(), Some(&call), "{code}");
        }
        let is_shared = calls[0].contains("parse = ");
        assert_eq!(is_shared, expected[0] == expected[1], "{code} {calls:?}");
    }
}

#[test]
fn a_function_of_a_type_whose_name_says_a_part_makes_the_value_of_that_part() {
    for (makers, expected) in [
        (["parse_1", "parse_2"], ["parse_1", "parse_2"]),
        (
            ["from_for_part2", "from_text"],
            ["from_text", "from_for_part2"],
        ),
        (["new", "from_text"], ["new", "new"]),
    ] {
        let makers = makers
            .map(|name| format!("fn {name}(i: &str) -> Self {{}} "))
            .concat();
        for passing in ["self", "&self"] {
            let parts = format!("fn part1({passing}) -> u8 {{}} fn part2({passing}) -> u8 {{}}");
            let code = format!("struct A(u8); impl A {{ {makers} {parts} }}");
            let calls = first(&code, 100);
            for (part, maker) in [1, 2].into_iter().zip(expected) {
                let start = format!("part{part} = ");
                let best = calls.iter().find(|call| call.starts_with(&start));
                let maker = format!("A::{maker}(input)");
                assert!(
                    best.is_some_and(|call| call.contains(&maker)),
                    "{code} {calls:?}"
                );
            }
            let is_shared = calls[0].contains("parse = ");
            let is_same = expected[0] == expected[1];
            assert_eq!(is_shared, is_same && passing == "&self", "{code} {calls:?}");
        }
    }
}

#[test]
fn a_function_with_a_pair_as_its_result_answers_both_parts_if_it_takes_nothing_unknown() {
    for (function, is_tried) in [
        ("fn counts(i: &str) -> (u8, u8) {}", true),
        ("fn counts(v: Vec<u8>) -> (u8, u8) {}", true),
        ("fn counts(i: &str, _n: u8) -> (u8, u8) {}", true),
        (
            "fn counts(v: &[u8], start: u8) -> Option<(u8, u8)> {}",
            false,
        ),
        ("fn solve(v: &[u8], start: u8) -> Option<(u8, u8)> {}", true),
    ] {
        let code = format!("fn parse(i: &str) -> (Vec<u8>, u8) {{}} {function}");
        let calls = first(&code, 100);
        assert_eq!(!calls.is_empty(), is_tried, "{function} {calls:?}");
    }
}

#[test]
fn a_function_beside_its_second_part_is_tried_as_the_first_part() {
    let second = "fn day5_part2(i: &str) -> u8 { other(i) }";
    for (code, is_tried) in [
        ("fn day5(i: &str) -> u8 {}", true),
        ("fn day5(i: &str) -> bool {}", false),
        ("fn day5(n: u8) -> u8 {}", false),
        ("fn other(i: &str) -> u8 {}", false),
        ("fn day(i: &str) -> u8 {}", false),
    ] {
        let calls = first(&format!("{code} {second}"), 20);
        let is_listed = calls.iter().any(|call| call.contains("part1 = "));
        assert_eq!(is_listed, is_tried, "{code} {calls:?}");
    }
    let parser = "fn parse(i: &str) -> Vec<u8> {}";
    for (pair, is_tried) in [
        (
            "fn solve(v: &[u8]) -> usize {} fn solve2(v: &[u8]) -> usize {}",
            true,
        ),
        (
            "fn solve(v: &[u8]) -> usize {} fn solve2(v: &[u8]) -> usize { solve(v) }",
            false,
        ),
        (
            "fn solve(n: &u8) -> usize {} fn solve2(v: &[u8]) -> usize {}",
            false,
        ),
    ] {
        let calls = first(&format!("{parser} {pair}"), 20);
        let is_listed = calls.iter().any(|call| call.contains("part1 = solve,"));
        assert_eq!(is_listed, is_tried, "{pair} {calls:?}");
    }
    for code in [
        "fn day5(i: &str) -> u8 {} fn day5_part2(i: &str) -> u8 { day5(i) }",
        "fn day5(i: &str) -> u8 { day5_part2(i) } fn day5_part2(i: &str) -> u8 {}",
        "fn day5(i: &str) -> u8 {} fn day5_part2(i: &str) -> u8 {} \
         fn main() { println!(\"{}\", i.lines().map(day5).max()); }",
    ] {
        let calls = first(code, 20);
        let is_other = |call: &String| call.starts_with("part2 = ") || call.contains("main()");
        assert!(calls.iter().all(is_other), "{calls:?}");
    }
}

#[test]
fn what_a_parser_makes_may_be_several_arguments() {
    let code = "fn parse(i: &str) -> (u8, u8) {} fn part1(a: u8, b: u8) -> u8 {} fn part2<T: Iterator>(i: T) -> u8 {}";
    assert_eq!(
        first(code, 14),
        [
            "part1 = |&input| { let (a, b) = value!(call!(input, parse)); part1(a, b) }",
            "part1 = |&input| { let (a, b) = value!(call!(input, parse)); part1(&a, &b) }",
            "part2 = |&input| part2(value!(call!(input, parse)))",
            "part2 = |&input| part2(&value!(call!(input, parse)))",
            "~ part2 = |&input| part2(input)",
            "~ part2 = |&input| part2(given(input))",
            "~ part2 = |&input| part2(given(input).into())",
        ]
    );
    let code = "fn parse(i: &str) -> (u8, u8, u8) {} fn part1(a: u8, b: u8, c: u8) -> u8 {}";
    let call = "{ let (a, b, c) = value!(call!(input, parse)); part1(a, b, c) }";
    assert_eq!(first(code, 1), [format!("part1 = |&input| {call}")]);
}

#[test]
fn the_functions_of_a_call_say_which_assertions_are_examples() {
    let code = "fn parse(text: &str) -> Vec<u8> { text.bytes().collect() }
        fn part1(bytes: &[u8]) -> usize { bytes.len() }
        impl Made { fn new(text: &str) -> Self { Self } }
        fn part2(made: Made) -> usize { 2 }";
    let source = Source::read(code.to_owned()).unwrap();
    for candidate in candidates_of(&source) {
        let Some(part) = candidate.part else {
            continue;
        };
        let functions = candidate.wiring.functions_for(part);
        let functions = (!functions.is_empty()).then(|| functions.join(" "));
        let call = candidate.wiring.render("Day01", "", &[]);
        let expected = match (call.contains("parse"), call.contains("Made::")) {
            (true, _) => Some(format!("part{part} parse")),
            (false, true) => None,
            (false, false) => Some(format!("part{part}")),
        };
        assert_eq!(functions, expected, "{call}");
    }
}

#[test]
fn a_day_that_reads_has_no_more_candidates_than_one_that_does_not() {
    let count = |load: &str| {
        let code = format!("fn load() -> String {{ {load} }} fn part1(i: &str) -> u8 {{ 1 }}");
        candidates_of(&Source::read(code).unwrap()).len()
    };
    let reading = count("aoc_solution::imported::std::fs::read_to_string(\"a\").unwrap()");
    assert_eq!(reading, count("String::new()"));
}

/// Helpers of the same name are in the modules of both parts, too.
#[test]
fn in_a_module_for_each_part_main_comes_before_helpers_and_a_reader_is_no_answer() {
    let module = "fn rd() -> String { String::new() } pub fn rows(i: &str) -> u8 { 1 } \
                  pub fn count() -> usize { rd().len() } pub fn main() { println!(\"1\"); }";
    let code = format!("pub mod part1 {{ {module} }} pub mod part2 {{ {module} }}");
    let candidates = candidates_of(&Source::read(code).unwrap());
    assert!(
        !candidates
            .iter()
            .any(|candidate| candidate.wiring.mentions("count"))
    );
    for candidate in &candidates {
        let is_main = candidate.wiring.calls_main();
        assert_eq!(candidate.rank == Rank::Fallback, !is_main, "{candidate:?}");
    }
    assert!(
        candidates
            .iter()
            .any(|candidate| candidate.rank != Rank::Fallback)
    );
}

/// Without `main` and without a function with arguments, only the reader can answer.
#[test]
fn a_function_without_arguments_answers_if_its_module_has_no_other() {
    let module = "pub fn solve_it() -> u32 { 1 }";
    let code = format!("pub mod part1 {{ {module} }} pub mod part2 {{ {module} }} fn main() {{}}");
    let candidates = candidates_of(&Source::read(code).unwrap());
    assert!(
        candidates
            .iter()
            .any(|candidate| candidate.wiring.mentions("solve_it"))
    );
    assert_eq!(first("fn PART1(i: &str) -> u8 { 1 }", 1), ["part1 = PART1"]);
}

/// In a copy, a constant with an included text is a function.
#[test]
fn a_function_in_place_of_a_constant_answers_no_part() {
    for name in ["INPUT1", "PART1", "DAY_2"] {
        let code = format!(
            "const {name}: &str = include_str!(\"a\");\n\
             fn main() {{ println!(\"{{}} {{}}\", {name}.len(), 1); }}\n"
        );
        let candidates = candidates_of(&Source::read(code).unwrap());
        assert!(!candidates.is_empty(), "{name}");
        for candidate in candidates {
            assert!(candidate.wiring.calls_main(), "{name}: {candidate:?}");
        }
    }
}

#[test]
fn no_more_candidates_are_made_than_tell_that_there_are_too_many() {
    let functions = (0..300).map(|number| {
        format!(
            "fn parse_{number}x(i: &str) -> Vec<u8> {{}} fn pair_{number}x(v: Vec<u8>) -> (u8, u8) {{}}\n"
        )
    });
    let source = Source::read(functions.collect()).unwrap();
    assert_eq!(candidates_of(&source).len(), MAX_CANDIDATES + 1);
    assert!(!answers_a_part(&source));
}

#[test]
fn a_name_says_its_part_by_itself_or_beside_another_one() {
    let part = |name: &str, others: &[&str]| {
        let others: Vec<String> = others.iter().map(|name| (*name).to_owned()).collect();
        let said = part_named(name).or_else(|| part_of_scope(name, &others));
        said.map(|(part, _)| u8::from(part))
    };
    for (name, others, expected) in [
        ("part1", &[][..], Some(1)),
        ("ex2", &[], Some(2)),
        ("part2::solve", &["part1::solve"], Some(2)),
        ("solve_level1", &["solve_level2"], Some(1)),
        ("part_01", &[], Some(1)),
        ("part2_mut", &[], Some(2)),
        ("Part2::run", &["Part1::run"], Some(2)),
        ("Part2::run", &["Part1::new"], None),
        ("easy", &["easy", "hard"], None),
        ("hard", &["easy", "hard"], None),
        ("easy", &["easy"], None),
        ("a", &["b"], None),
        ("b", &["a"], None),
        ("count", &["total"], None),
        ("a", &["b_fast"], None),
    ] {
        assert_eq!(part(name, others), expected, "{name} {others:?}");
    }
}

#[test]
fn a_program_that_prints_may_take_the_text() {
    let code = "fn main(input: &str) {} fn new(i: &str) -> u8 {}";
    assert_eq!(
        first(code, 1),
        [
            "? part1 = |&input| printed(input, 1, || call!(input, main)), \
             part2 = |&input| printed(input, 2, || call!(input, main))",
        ]
    );
}

#[test]
fn a_function_of_a_pair_that_another_function_calls_is_a_helper() {
    let module = "pub fn solve(lines: &mut Vec<String>) -> usize { cleaned(&lines[0]).len() }\n\
                  pub fn cleaned(line: &str) -> String { line.trim().to_owned() }\n\
                  pub fn run() { println!(\"{}\", solve(&mut lines())) }";
    let code = format!(
        "pub mod part1 {{ {module} }}\npub mod part2 {{ {module} }}\n\
         fn both() {{ part1::solve(&mut lines()); part2::solve(&mut lines()); }}"
    );
    let source = Source::read(code).expect("it is Rust");
    let rank_of = |path: &str| {
        let mut candidates = candidates_of(&source).into_iter();
        let of_path =
            candidates.find(|candidate| candidate.wiring.functions_for(Part::One) == [path]);
        of_path.map(|candidate| candidate.rank)
    };
    assert_eq!(rank_of("part1::solve"), Some(Rank::Guess));
    assert_eq!(rank_of("part1::cleaned"), Some(Rank::Helper));
}

#[test]
fn letters_of_a_name_are_no_generic_type() {
    for (simple, same) in [
        ("simpl: &str", "text: &str"),
        ("map: &Simplex", "map: &Other"),
    ] {
        let calls = |argument: &str| {
            let code = format!(
                "fn parse(i: &str) -> Struct {{}} fn part1({argument}) -> u8 {{}} \
                 fn part2({argument}) -> u8 {{}}"
            );
            first(&code, 100)
        };
        assert_eq!(calls(simple), calls(same), "{simple}");
    }
}
