//! Tests of how days are called: by functions and methods, by what `main` does, and by expressions.

use super::*;

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
        (
            "#[aoc_generator(day3, part1)] fn first(i: &str) -> Vec<u8> {} \
             #[aoc_generator(day3, part2)] fn second(i: &str) -> Vec<u8> {} \
             #[aoc(day3, part1)] fn one(i: &[u8]) -> u8 {} #[aoc(day3, part2)] fn two(i: &[u8]) -> u8 {}",
            &format!(
                "{text}, part1 = |input| one(&first(input)), part2 = |input| two(&second(input))"
            ),
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
        assert!(expressions::expression(&wrong).is_err());
    }
    assert!(expressions::expression("Day%PADDED_DAY%(%YEAR%)").is_ok());
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

/// The plan for the files of a repository as the user says that its days are called.
fn plan_said(files: &str, year: Option<Year>, calls: &[(Part, &str)]) -> Plan {
    let temp = tempfile::tempdir().unwrap();
    unpack(&temp.path().join("old"), files);
    let root = temp.path().join("project");
    write(&root, "Cargo.toml", "[workspace.metadata.aoc]\n");
    let folder = temp.path().join("old").display().to_string();
    let calls: Vec<(Part, String)> = calls
        .iter()
        .map(|(part, call)| (*part, (*call).to_owned()))
        .collect();
    super::super::plan(&ImportRequest {
        project: &Project::find(&root, &crate::testing::no_variables()).unwrap(),
        store: &Store::new(root.join("inputs"), Locks { cache_dir: None }),
        environment: &environment(temp.path(), &[]),
        from: Some(&folder),
        year,
        expressions: &calls,
        text: None,
        only: None,
        calling: Calling::ByNames,
        unreadable: &[],
    })
    .unwrap()
}

#[test]
fn the_calls_of_the_user_come_before_those_that_are_understood() {
    let code =
        "== 2020/day01.rs\nfn part1(_: &str) -> u8 { 1 }\nfn part1_fast(_: &str) -> u8 { 1 }\n";
    let plan = plan_said(code, None, &[(Part::One, "part1_fast(input)")]);
    let day = text_in(&plan, "days/year2020/day01.rs");
    assert!(day.contains("part1 = |&input| part1_fast(input)"), "{day}");
}

#[test]
fn a_call_of_the_user_that_does_not_fit_is_told() {
    let code = "== 2020/day01.rs\nfn part1(_: &str) -> u8 { 1 }\nfn part2(_: &str) -> u8 { 1 }\n";
    let calls = [(Part::One, "part1(input, 7)"), (Part::Two, "other(input)")];
    let plan = plan_said(code, None, &calls);
    assert_eq!(plan.days.len(), 1);
    let why = "called as its functions say: `part1`, which the expressions name, is not there";
    assert_eq!(reasons(&plan).collect::<Vec<_>>(), [why]);
}

#[test]
fn a_type_in_the_call_of_the_user_is_one_that_the_day_has() {
    let code = "== 2020/day01.rs\nuse super::*;\npub fn new(_: &str) -> u8 { 1 }\n\
         fn part1(_: &str) -> u8 { 1 }\n\
         == 2020/mod.rs\npub struct Shared; impl Shared { pub fn new(_: &str) -> Self { Self }\n\
         pub fn part1(&self) -> u8 { 2 } }\n";
    let said = |call: &str| {
        let plan = plan_said(code, None, &[(Part::One, call)]);
        text_in(&plan, "days/year2020/day01.rs").contains("|&input|")
    };
    assert!(said("Shared::new(input).part1()"));
    assert!(!said("Day%PADDED_DAY%::new(input).part1()"));
}

#[test]
fn the_year_of_the_user_comes_before_that_of_a_package() {
    let files = "== days/day01.rs\nfn part1(_: &str) -> u8 { 1 }\n\
         == Cargo.toml\n[package]\nname = \"aoc2020\"\n";
    for (year, expected) in [(None, 2020), (Some(Year::of(2021)), 2021)] {
        assert_eq!(plan_said(files, year, &[]).days, [Puzzle::of(expected, 1)]);
    }
}

#[test]
fn a_module_elsewhere_under_a_condition_is_not_left_there() {
    let plan = plan_of(
        "== 2020/day01.rs\n#[cfg_attr(all(), path = \"../other/a.rs\")]\nmod a;\n\
         fn part1(_: &str) -> u8 { a::one() }\n== other/a.rs\npub fn one() -> u8 { 1 }\n",
    );
    assert!(plan.days.is_empty());
    let why: Vec<&str> = reasons(&plan).collect();
    assert!(why[0].contains("`#[cfg_attr(.., path = ..)]`"), "{why:?}");
}
