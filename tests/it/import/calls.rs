//! The calls of imported days. Each row is a day like those in real repositories, with its answers
//! after an import. Names give the candidates, and the compiler and the answers choose among them.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::shared_project::new_project;

/// Days, each with the name of its former test and with the answers for an input with the lines 7
/// and 6.
const DAYS: &[(&str, &str, &str)] = &[
    // The forms in which arguments take the text.
    (
        "parts_are_called_by_their_types",
        "fn part1(i: &str) -> usize { i.len() } fn part2(i: String) -> usize { i.len() + 1 }",
        "4 5",
    ),
    (
        "parts_are_called_by_their_types",
        "fn part1(i: &String) -> usize { i.len() } fn part2(i: &[u8]) -> u8 { i[0] }",
        "4 55",
    ),
    (
        "parts_are_called_by_their_types",
        "fn part1(i: std::str::Lines<'_>) -> usize { i.count() } fn part2(i: &'static str) -> usize { i.len() }",
        "2 4",
    ),
    (
        "parts_are_called_by_their_types",
        "fn part1(i: Vec<&str>) -> usize { i.len() } fn part2(i: &[String]) -> String { i.concat() }",
        "2 76",
    ),
    (
        "parts_are_called_by_their_types",
        "fn part1(i: impl IntoIterator<Item = impl AsRef<str>>) -> usize { i.into_iter().map(|it| it.as_ref().len()).sum() } fn part2(i: impl AsRef<str>) -> usize { i.as_ref().len() }",
        "2 4",
    ),
    (
        "parts_are_called_by_their_types",
        "fn part1<T: Into<String>>(i: T) -> usize { let text: String = i.into(); text.len() } fn part2(i: impl Iterator<Item = &'static str>) -> usize { i.count() }",
        "4 2",
    ),
    (
        "parts_are_called_by_their_types",
        "fn part1(i: String, _: bool) -> usize { i.len() } fn part2(i: &str, _debug: u8) -> impl ToString { i.len() }",
        "4 4",
    ),
    // In a call, `input` is the text.
    (
        "a_function_may_have_the_name_of_the_text",
        "fn input(i: &str) -> Vec<u8> { i.bytes().collect() } fn part1(i: &[u8]) -> usize { i.len() } fn part2(i: &[u8], _: u8) -> usize { i.len() + 1 }",
        "4 5",
    ),
    (
        "a_module_of_the_parts_may_have_the_name_of_a_parser",
        "mod input { pub fn part1(i: &str) -> usize { i.len() } pub fn part2(i: &str) -> usize { i.len() + 1 } }",
        "4 5",
    ),
    (
        "readers_are_given_the_text",
        "use std::io::Read; fn part1(i: &mut dyn Read) -> usize { i.bytes().count() } fn part2(i: impl std::io::Read) -> usize { i.bytes().count() }",
        "4 4",
    ),
    (
        "readers_are_given_the_text",
        "use std::io::{self, BufRead}; fn part1<R: io::BufRead>(i: &mut R) -> usize { i.lines().count() } fn part2(i: Box<dyn io::BufRead>) -> usize { i.lines().count() }",
        "2 2",
    ),
    (
        "readers_are_given_the_text",
        "use std::io::{self, Read}; trait Day { fn part1(&mut self, i: &mut dyn io::Read) -> usize; } struct D; impl Day for D { fn part1(&mut self, i: &mut dyn io::Read) -> usize { i.bytes().count() } }",
        "4 -",
    ),
    (
        "readers_are_given_the_text",
        "use std::io::{self, Read}; type In = io::BufReader<Box<dyn io::Read>>; fn part1(reader: In) -> usize { reader.bytes().count() }",
        "4 -",
    ),
    // The values that a parser makes.
    (
        "a_parser_is_found_by_its_name",
        "fn read(i: &str) -> Vec<&str> { i.lines().collect() } fn part1(i: &[&str]) -> usize { i.len() } fn part2(i: &Vec<&str>) -> String { i.concat() }",
        "2 76",
    ),
    (
        "a_parser_is_found_by_its_name",
        "struct Map<'a>(&'a str); fn parse<'b>(i: &'b str) -> Result<Map<'b>, String> { Ok(Map(i)) } fn part1(i: &Map) -> usize { i.0.len() }",
        "4 -",
    ),
    (
        "a_parser_is_found_by_its_name",
        "#[derive(Clone)] struct Map(u8); fn parse(i: &str) -> Map { Map(i.len() as u8) } fn part1(i: &mut Map) -> u8 { i.0 += 1; i.0 } fn part2(i: Map) -> u8 { i.0 }",
        "5 4",
    ),
    (
        "a_parser_is_found_by_its_name",
        "struct Map(u8); fn parse(i: &str) -> Map { Map(i.len() as u8) } fn part1(i: &mut Map) -> u8 { i.0 += 1; i.0 } fn part2(i: &Map) -> u8 { i.0 }",
        "5 4",
    ),
    (
        "a_parser_is_found_by_its_name",
        "struct Grid(usize); fn parse(i: &[u8]) -> Option<Grid> { Some(Grid(i.len())) } fn part1(i: Grid) -> usize { i.0 }",
        "4 -",
    ),
    (
        "a_parser_is_found_by_its_name",
        "fn parse(i: &str) -> u8 { i.len() as u8 } fn parse_rows(i: &str) -> Vec<u8> { vec![parse(i); 3] } fn part1(i: &[u8]) -> usize { i.len() }",
        "3 -",
    ),
    (
        "a_parser_is_found_by_its_name",
        "fn parse(i: &str) -> Vec<&str> { i.lines().collect() } fn p1(i: &str) -> usize { i.len() } fn p2(i: &Vec<&str>) -> usize { i.len() }",
        "4 2",
    ),
    (
        "a_parser_is_found_by_its_name",
        "fn parse(i: &str) -> Result<impl Iterator<Item = &str>, String> { Ok(i.lines()) } fn p1<'a>(i: impl Iterator<Item = &'a str>) -> usize { i.count() }",
        "2 -",
    ),
    (
        "what_a_parser_makes_is_given_as_its_type_allows",
        "fn parse<T: std::str::FromStr>(i: &str) -> Vec<T> { i.lines().filter_map(|it| it.parse().ok()).collect() } fn part1(i: &[u8]) -> u8 { i.iter().sum() }",
        "13 -",
    ),
    (
        "what_a_parser_makes_is_given_as_its_type_allows",
        "#[derive(Debug)] struct Error<'a>(&'a str); fn parse(i: &str) -> Result<Vec<u8>, Error<'_>> { i.lines().map(|it| it.parse().map_err(|_| Error(it))).collect() } fn part1(i: &[u8]) -> u8 { i.iter().sum() }",
        "13 -",
    ),
    (
        "parsers_of_nom_are_parsers",
        "type IResult<I, O> = Result<(I, O), String>; fn parse(i: &str) -> IResult<&str, Vec<u8>> { Ok((\"\", i.bytes().collect())) } fn part1(i: &[u8]) -> usize { i.len() }",
        "4 -",
    ),
    (
        "what_a_type_makes_of_the_text_is_given_to_the_parts",
        "struct Input(usize); impl Input { fn parse(s: &str) -> Option<Self> { Some(Self(s.len())) } } fn part1(i: &Input) -> usize { i.0 } fn part2(i: &Input) -> usize { i.0 + 1 }",
        "4 5",
    ),
    (
        "what_a_type_makes_of_the_text_is_given_to_the_parts",
        "struct In(usize); impl std::str::FromStr for In { type Err = String; fn from_str(s: &str) -> Result<Self, String> { Ok(Self(s.len())) } } fn part1(i: In) -> usize { i.0 }",
        "4 -",
    ),
    (
        "attributes_of_cargo_aoc_say_how_functions_are_called",
        "#[aoc_generator(day3, part1)] fn first(i: &str) -> Vec<u8> { i.bytes().collect() } #[aoc_generator(day3, part2)] fn second(i: &str) -> Vec<u8> { vec![i.len() as u8] } #[aoc(day3, part1)] fn one(i: &[u8]) -> usize { i.len() } #[aoc(day3, part2)] fn two(i: &[u8]) -> u8 { i[0] }",
        "3 3",
    ),
    // Both parts.
    (
        "a_function_of_a_pair_answers_both_parts",
        "fn solve(i: &str) -> (usize, Option<String>) { (i.len(), Some(i.replace('\\n', \"\"))) }",
        "4 76",
    ),
    (
        "a_function_of_a_pair_answers_both_parts",
        "fn parse(i: &str) -> Vec<u8> { i.bytes().collect() } fn both(i: &[u8]) -> (usize, u8) { (i.len(), i[0]) }",
        "4 55",
    ),
    (
        "a_function_of_a_pair_answers_both_parts",
        "fn run(i: &str) -> Result<(usize, u8), String> { Ok((i.len(), 1)) } fn part(a: u8) -> u8 { a }",
        "4 1",
    ),
    (
        "a_method_for_both_parts_returns_a_pair",
        "trait Puzzle { type Both; fn solve(&self, i: &str) -> Self::Both; } struct Day02; impl Puzzle for Day02 { type Both = (usize, u8); fn solve(&self, i: &str) -> Self::Both { (i.len(), 2) } }",
        "4 2",
    ),
    (
        "a_method_for_both_parts_returns_a_pair",
        "struct Map(usize); impl From<&str> for Map { fn from(i: &str) -> Self { Self(i.len()) } } impl Map { fn solve(self) -> Result<(usize, u8), String> { Ok((self.0, 3)) } }",
        "4 3",
    ),
    // Methods.
    (
        "methods_of_a_type_answer_the_parts",
        "trait Day { fn part1(&self, i: &str) -> usize; fn part2(&self, i: String) -> Option<usize>; } struct D; impl Day for D { fn part1(&self, i: &str) -> usize { i.len() } fn part2(&self, i: String) -> Option<usize> { Some(i.len()) } }",
        "4 4",
    ),
    (
        "methods_of_a_type_answer_the_parts",
        "struct D {} impl D { fn part1(&self, i: &str) -> usize { i.len() } }",
        "4 -",
    ),
    (
        "methods_of_a_type_answer_the_parts",
        "#[derive(Default)] struct D { a: usize } impl D { fn part1(&self, i: &str) -> usize { self.a + i.len() } }",
        "4 -",
    ),
    // Only the compiler knows the fields of a type that a macro makes.
    (
        "methods_of_a_type_answer_the_parts",
        "macro_rules! day { ($day:ident) => { struct $day; } } day!(D); impl D { fn part1(&self, i: &str) -> usize { i.len() } }",
        "4 -",
    ),
    (
        "methods_of_a_type_answer_the_parts",
        "macro_rules! day { ($day:ident) => { #[derive(Default)] struct $day { a: usize } } } day!(D); impl D { fn part1(&self, i: &str) -> usize { self.a + i.len() } }",
        "4 -",
    ),
    (
        "methods_of_a_type_answer_the_parts",
        "struct D(usize); impl D { fn new() -> Self { Self(1) } fn part1(&self, i: &str) -> usize { self.0 + i.len() } }",
        "5 -",
    ),
    (
        "methods_of_a_type_answer_the_parts",
        "trait Day<const N: u8> { fn part_one(i: &str) -> usize; } struct D; impl Day<5> for D { fn part_one(i: &str) -> usize { i.len() } }",
        "4 -",
    ),
    (
        "methods_of_a_type_answer_the_parts",
        "trait Solution<'a> { fn parse(i: &'a str) -> Self; fn part1(&self) -> usize; fn part2(&self) -> usize; } struct Map<'a>(&'a str); impl<'a> Solution<'a> for Map<'a> { fn parse(i: &'a str) -> Self { Self(i) } fn part1(&self) -> usize { self.0.len() } fn part2(&self) -> usize { self.0.lines().count() } }",
        "4 2",
    ),
    (
        "methods_of_a_type_answer_the_parts",
        "struct Map(usize); impl std::str::FromStr for Map { type Err = String; fn from_str(i: &str) -> Result<Self, String> { Ok(Self(i.len())) } } impl Map { fn part1(&mut self) -> usize { self.0 } fn part2(self) -> usize { self.0 + 1 } }",
        "4 5",
    ),
    (
        "methods_of_a_type_answer_the_parts",
        "#[derive(Default)] struct D(usize); impl D { fn load_input(&mut self, i: &str) { self.0 = i.len(); } fn part1(&mut self) -> usize { self.0 } }",
        "4 -",
    ),
    (
        "methods_of_a_type_answer_the_parts",
        "struct D; impl D { fn parse(i: &str) -> Vec<u8> { i.bytes().collect() } fn part1(i: &[u8]) -> usize { i.len() } }",
        "4 -",
    ),
    (
        "methods_of_another_name_of_a_type_are_its_own",
        "trait Solution { fn new(lines: impl Iterator<Item = &'static str>) -> Self; fn part1(&self) -> usize; } pub struct Day08(usize); type Day = Day08; impl Solution for Day { fn new(lines: impl Iterator<Item = &'static str>) -> Self { Day08(lines.count()) } fn part1(&self) -> usize { self.0 } }",
        "2 -",
    ),
    // Names of pairs.
    (
        "modules_and_types_are_named_for_the_parts",
        "mod part1 { pub fn solve(i: &str) -> usize { i.len() } } mod part2 { pub fn solve(_: &str) -> usize { 2 } }",
        "4 2",
    ),
    (
        "modules_and_types_are_named_for_the_parts",
        "trait Answer { fn answer(i: &str) -> usize; } struct Part1; impl Answer for Part1 { fn answer(i: &str) -> usize { i.len() } } struct Part2; impl Answer for Part2 { fn answer(_: &str) -> usize { 2 } }",
        "4 2",
    ),
    // Words such as `easy` and `hard` are no longer names of parts: a refusal tells them
    // (`a_refusal_names_the_obstacle`).
    (
        "pairs_of_names_are_tried",
        "struct M(usize); fn read(i: &str) -> M { M(i.len()) } fn part_01(m: &M) -> usize { m.0 } fn part_02(m: &M) -> usize { m.0 + 1 }",
        "4 5",
    ),
    (
        "pairs_of_names_are_tried",
        "pub struct Part1; impl Part1 { fn run(&self, i: &str) -> usize { i.len() } } pub struct Part2; impl Part2 { fn run(&self, _: &str) -> usize { 2 } }",
        "4 2",
    ),
    (
        "helpers_end_with_the_number_of_a_part",
        "fn part1(i: &str) -> usize { split_two(i) + 100 } fn split_two(i: &str) -> usize { i.len() / 2 }",
        "102 -",
    ),
    (
        "helpers_end_with_the_number_of_a_part",
        "fn part1(i: &str) -> usize { i.len() } fn part2(_: &str) -> usize { todo!() } fn count_two(i: &str) -> usize { i.len() * 2 }",
        "4 -",
    ),
    (
        "helpers_end_with_the_number_of_a_part",
        "fn part_one(i: &str) -> Option<usize> { Some(i.len()) } fn part_two(_: &str) -> Option<usize> { None } fn value_two(i: &str) -> usize { i.len() * 2 }",
        "4 -",
    ),
    (
        "helpers_end_with_the_number_of_a_part",
        "fn is_safe_1(line: &str) -> usize { line.len() } fn is_safe_2(line: &str) -> usize { line.len() * 2 } fn part_one(i: &str) -> Option<usize> { Some(i.lines().map(is_safe_1).sum()) } fn part_two(i: &str) -> Option<usize> { Some(i.lines().map(is_safe_2).sum::<usize>() + 1000) }",
        "2 1004",
    ),
    (
        "helpers_end_with_the_number_of_a_part",
        "fn parse(i: &str) -> Vec<u8> { i.bytes().collect() } fn part1(i: &Vec<u8>) -> usize { count_two(i) } fn count_two(i: &Vec<u8>) -> usize { i.len() }",
        "4 -",
    ),
    // `main` shows the arguments of the functions.
    (
        "what_main_makes_of_the_text_is_made_again",
        "fn part1(a: &[u8], n: usize) -> usize { a.len() + n } fn main() { let text = std::fs::read_to_string(\"a\").unwrap(); let all: Vec<u8> = text.trim().bytes().collect(); println!(\"Part 1: {}\", part1(&all, 25)); }",
        "28 -",
    ),
    (
        "what_main_makes_of_the_text_is_made_again",
        "fn count(a: &str, n: usize) -> usize { a.len() + n } fn main() { let text = std::fs::read_to_string(\"a\").unwrap(); println!(\"Part 1: {}\", count(&text, 40)); println!(\"Part two: {:?}\", count(&text, 14)); }",
        "44 18",
    ),
    (
        "the_text_is_passed_as_the_source_passes_it",
        "fn part1(i: &str) -> usize { 700 + i.len() } fn main() { println!(\"Part 1: {}\", part1(include_str!(\"a\").trim())); }",
        "703 -",
    ),
    (
        "the_input_may_be_a_file_that_the_arguments_name",
        "use std::env; fn main() { let path = env::args().nth(1).expect(\"a path\"); let text = std::fs::read_to_string(path).unwrap(); println!(\"Part 1: {}\", text.len()); println!(\"Part 2: {}\", text.lines().count()); }",
        "4 2",
    ),
    (
        "the_text_is_passed_as_the_source_passes_it",
        "fn part1(i: &str) -> usize { 700 + i.len() } fn part2(i: &str) -> usize { 900 + i.len() } fn main() { let text = std::fs::read_to_string(\"a\").unwrap(); println!(\"Part 1: {}\", part1(text.trim_end())); println!(\"Part 2: {}\", part2(&text)); }",
        "703 904",
    ),
    (
        "the_source_gives_a_function_more_than_its_type_says",
        "fn part1(a: &[u8]) -> u32 { 800 + a.iter().map(|it| u32::from(*it)).sum::<u32>() } fn main() { let text = std::fs::read_to_string(\"a\").unwrap(); let all: Vec<u8> = text.lines().map(|it| it.parse().unwrap()).collect(); println!(\"Part 1: {}\", part1(&all)); }",
        "813 -",
    ),
    (
        "the_source_gives_a_function_more_than_its_type_says",
        "fn parse(a: &str) -> Vec<u32> { a.lines().map(|it| it.parse().unwrap()).collect() } fn part1(a: &[u32]) -> u32 { a[0] * 100 + 5 } fn main() { let mut all = parse(&std::fs::read_to_string(\"a\").unwrap()); all.sort_unstable(); println!(\"Part 1: {}\", part1(&all)); }",
        "605 -",
    ),
    (
        "part_2_reads_what_part_1_left",
        "struct D(usize); impl D { fn new(i: &str) -> Self { Self(i.len()) } fn part1(&mut self) -> usize { self.0 += 700; self.0 } fn part2(&mut self) -> usize { self.0 + 1 } } fn main() { let mut day = D::new(&std::fs::read_to_string(\"a\").unwrap()); println!(\"Part 1: {}\", day.part1()); println!(\"Part 2: {}\", day.part2()); }",
        "704 705",
    ),
    (
        "an_argument_that_tells_examples_apart_is_false",
        "fn part1(i: &str, is_test: bool) -> usize { if is_test { 1 } else { i.len() } }",
        "4 -",
    ),
    // Output, and values that stay between calls.
    (
        "a_print_that_names_no_part_refutes_no_function",
        "fn part1(i: &str) -> usize { 700 + i.len() } fn part2(i: &str) -> usize { 900 + i.len() } fn main() { let t = std::fs::read_to_string(\"a\").unwrap(); println!(\"Loaded {} bytes\", 2500); println!(\"The answer is {}\", part1(&t)); }",
        "704 904",
    ),
    (
        "a_print_that_names_no_part_refutes_no_function",
        "fn part1(i: &str) -> usize { 700 + i.len() } fn part2(i: &str) -> usize { 900 + i.len() } fn main() { let t = std::fs::read_to_string(\"a\").unwrap(); println!(\"{}\", part2(&t)); }",
        "704 904",
    ),
    (
        "a_print_that_names_no_part_refutes_no_function",
        "fn part1(i: &str) -> usize { 700 + i.len() } fn part2(i: &str) -> usize { 900 + i.len() } fn main() { let t = std::fs::read_to_string(\"a\").unwrap(); if std::env::args().any(|a| a == \"--part2\") { println!(\"{}\", part2(&t)) } else { println!(\"{}\", part1(&t)) } }",
        "704 904",
    ),
    (
        "a_print_that_names_no_part_refutes_no_function",
        "fn part1(i: &str) -> usize { 700 + i.len() } fn part2(i: &str) -> usize { 900 + i.len() } fn main() { let t = std::fs::read_to_string(\"a\").unwrap(); println!(\"Day 7: {} lines, {} bytes\", t.lines().count(), t.len()); println!(\"Part 1: {}\", part1(&t)); }",
        "704 904",
    ),
    (
        "a_print_that_names_no_part_refutes_no_function",
        "fn part1(i: &str) -> usize { 700 + i.len() } fn part2(i: &str) -> usize { 900 + i.len() } fn main() { let t = std::fs::read_to_string(\"a\").unwrap(); println!(\"{} lines\", 300); println!(\"{} bytes\", t.len()); println!(\"result {}\", part2(&t)); }",
        "704 904",
    ),
    (
        "what_is_printed_without_the_input_is_no_answer",
        "fn part1(i: &str) -> usize { 700 + i.len() } fn part2(i: &str) -> usize { 900 + i.len() } const EXAMPLE: &str = \"7\"; fn main() { println!(\"{}\", part1(EXAMPLE)); println!(\"{}\", part2(EXAMPLE)); }",
        "704 904",
    ),
    (
        "what_is_printed_without_the_input_is_no_answer",
        "fn part1(i: &str) -> usize { 700 + i.len() } fn part2(i: &str) -> usize { 900 + i.len() } fn main() { println!(\"Run `cargo test`. Expected 3460 and 4567.\"); }",
        "704 904",
    ),
    (
        "what_is_printed_without_the_input_is_no_answer",
        "fn part1(i: &str) -> usize { 700 + i.len() } fn part2(i: &str) -> usize { 900 + i.len() } fn main() { println!(\"Merry Christmas 2020!\"); println!(\"25 days\"); println!(\"12 more\"); }",
        "704 904",
    ),
    (
        "a_picture_that_is_printed_is_taken_whole",
        "fn part1(i: &str) { println!(\"{}\", i.len()); } fn part2(_: &str) { for row in [15, 8, 14, 8, 8, 8] { let letter = format!(\"{row:04b}\").replace('1', \"#\").replace('0', \".\"); println!(\"{letter}.{letter}\"); } }",
        "4 FF",
    ),
    (
        "each_part_is_given_a_value_that_no_other_one_has_changed",
        "use std::cell::Cell; struct Grid(Vec<Cell<usize>>); fn parse(i: &str) -> Grid { Grid(i.bytes().map(|it| Cell::new(it.into())).collect()) } fn part1(grid: &Grid) -> usize { for cell in &grid.0 { cell.set(cell.get() + 1); } grid.0[0].get() } fn part2(grid: &Grid) -> usize { grid.0[0].get() }",
        "56 55",
    ),
    (
        "a_macro_that_declares_the_type_is_left_out",
        "fn part1(i: &str) -> Result<usize, &'static str> { Ok(i.len()) } fn part2(i: &str) -> Option<std::rc::Rc<str>> { Some(i.replace('\\n', \"\").into()) } runner::day!(Day, part1, part2);",
        "4 76",
    ),
    (
        "a_main_that_does_not_compile_leaves_the_output_of_other_functions_captured",
        "fn run() { let text = std::fs::read_to_string(\"a\").unwrap(); println!(\"Part 1: {}\", 700 + text.len()); println!(\"Part 2: {}\", text.lines().count()); } fn main() { run(); missing(); }",
        "704 2",
    ),
    (
        "a_function_that_prints_may_return_a_result_without_a_value",
        "type Result<T = (), E = std::io::Error> = std::result::Result<T, E>; fn run(_args: &[&str]) -> Result { let text = std::fs::read_to_string(\"a\")?; println!(\"answer A: {}\", 700 + text.len()); println!(\"answer B: {}\", text.lines().count()); Ok(()) }",
        "704 2",
    ),
    (
        "a_function_that_prints_may_return_a_result_without_a_value",
        "fn run(_args: &[String]) -> std::io::Result<()> { let text = std::fs::read_to_string(\"a\")?; println!(\"Part 1: {}\", 700 + text.len()); println!(\"Part 2: {}\", text.lines().count()); Ok(()) }",
        "704 2",
    ),
    (
        "a_function_that_prints_may_return_a_result_without_a_value",
        "type Result = std::result::Result<(), std::fmt::Error>; fn part1(i: &str) -> Result { println!(\"{}\", 700 + i.len()); Ok(()) } fn part2(i: &str) -> std::fmt::Result { println!(\"{}\", i.lines().count()); Ok(()) }",
        "704 2",
    ),
    // A module with `use super::*` prints, as tests often do.
    (
        "the_output_of_a_module_in_a_day_is_captured",
        "mod show { use super::*; pub fn show(i: &str) { println!(\"{}\", 700 + length(i)); } } fn length(i: &str) -> usize { i.len() } fn part1(i: &str) { show::show(i); }",
        "704 -",
    ),
    // The value counts, if there is one.
    (
        "a_function_that_prints_may_return_a_result_without_a_value",
        "type Result = std::result::Result<usize, std::fmt::Error>; fn part1(i: &str) -> Result { println!(\"{} lines\", i.lines().count()); Ok(700 + i.len()) }",
        "704 -",
    ),
    (
        "a_function_of_a_pair_answers_both_parts",
        "fn parse(i: &str) -> Vec<u8> { i.lines().map(|it| it.parse().unwrap()).collect() } fn both(i: &[u8]) -> (usize, u8) { (i.len(), i[0]) }",
        "2 7",
    ),
    (
        "a_number_elsewhere_in_a_line_is_not_its_answer",
        "fn main() { let text = std::fs::read_to_string(\"a\").unwrap(); println!(\"The message (CrateMover 9000) reads: ab{}\", text.len()); println!(\"The message (CrateMover 9001) reads: cd{}\", text.len()); }",
        "ab4 cd4",
    ),
    (
        "a_program_may_count_the_parts_from_0",
        "fn main() { let text = std::fs::read_to_string(\"a\").unwrap(); println!(\"answer0: {}\", 700 + text.len()); println!(\"answer1: {}\", text.lines().count()); }",
        "704 2",
    ),
    (
        "a_function_of_a_line_is_no_part",
        "fn part1(line: &str) -> usize { 700 + line.len() } fn part2(line: &str) -> usize { part1(line) + 100 } fn main() { let text = std::fs::read_to_string(\"a\").unwrap(); println!(\"Part 1: {}\", text.lines().map(part1).sum::<usize>()); println!(\"Part 2: {}\", text.lines().map(part2).sum::<usize>()); }",
        "1402 1602",
    ),
];

/// Days that are not taken, with the reasons.
const REFUSED: &[(&str, &str)] = &[
    (
        "fn part1(i: &[u8], size: usize) -> usize { i.len() + size }",
        "no function answers a part: use `--part1` and `--part2`",
    ),
    (
        "struct Hidden; fn part1(i: &str) -> Hidden { Hidden }",
        "none of its possible calls compiles: ",
    ),
    (
        "fn part1(_: &str) -> (i32, i32, i32) { (1, 2, 3) }",
        "none of its possible calls compiles: ",
    ),
    (
        "struct Map; fn part1(map: &Map) -> u8 { 1 }",
        "none of its possible calls compiles: ",
    ),
    (
        "fn count(i: &str) -> usize { i.len() }",
        "`count` takes the text, and no name says its part: use `--part1` and `--part2`",
    ),
    (
        "fn part1(_: &str) -> &'static str { \" \" } fn part2(_: &str) -> String { String::new() }",
        "no call of it gives an answer: call it with `--part1` and `--part2`",
    ),
    (
        "struct D(usize); impl D { fn new(i: &str) -> Self { Self(i.len()) } \
         fn part1(&mut self) -> usize { self.0 += 1; self.0 } fn part2(&mut self) -> usize { self.0 + 1 } }",
        "its calls disagree: `D::part1(D::new(input))` and `D::part2(D::new(input))` gave 5 and 5, \
         `{ let mut day = D::new(input); let one = day.part1(); (one, day.part2()) }` gave 5 and 6; choose with `--part2`",
    ),
    (
        "fn part1(i: &str) -> usize { i.len() } fn other(i: &str) -> usize { part1(i.trim()) }",
        "its answers depend on whitespace at the end of the input: `part1(input)` gave 4, and 3 with `--text 'input.trim_end()'`; \
         choose with `--text`",
    ),
    (
        "fn part1(i: &str) -> usize { i.len() } fn solve1(i: &str) -> usize { i.len() + 1 }",
        "its calls disagree: `part1(input)` gave 4, `solve1(input)` gave 5; choose with `--part1`",
    ),
    (
        "fn parse(i: &str) -> Vec<u8> { i.bytes().collect() } fn part1(i: &[u8]) -> usize { i.len() } \
         fn part2(i: &[u8]) -> usize { i.len() } fn solve2(i: &[u8]) -> usize { i.len() + 1 }",
        "its calls disagree: `part1(parse(input))` and `part2(parse(input))` gave 4 and 4, `solve2(parse(input))` gave 5; \
         choose with `--part2`",
    ),
    (
        "fn read_clean(i: &str) -> String { i.replace('6', \"\") } fn part1(i: String) -> usize { i.len() + 10 }",
        "its calls disagree: `part1(input)` gave 14, `part1(read_clean(input))` gave 13; choose with `--part1`",
    ),
    (
        "fn part1(i: &[u8]) -> usize { i.iter().map(|b| usize::from(*b)).sum() } \
         fn main() { let t = std::fs::read_to_string(\"a\").unwrap(); \
         let v: Vec<u8> = t.bytes().filter(u8::is_ascii_digit).map(|b| b - b'0').collect(); \
         println!(\"{}\", 700 + part1(&v)); }",
        "every call gives a wrong answer, such as 129 for part 1, but its program prints another value",
    ),
    // Answers to both parts that are not a pair.
    (
        "struct Answers { one: usize, two: u8 } fn run(i: &str) -> Result<Answers, String> { Ok(Answers { one: i.len(), two: 2 }) }",
        "none of its possible calls compiles: `day13::Answers` is not a pair of answers",
    ),
    (
        "struct Answers(usize, Option<u8>); fn run(i: &[&str]) -> Answers { Answers(i.len(), None) }",
        "none of its possible calls compiles: `day14::Answers` is not a pair of answers",
    ),
    (
        "struct Both { a: usize, b: u8 } struct Map; impl Map { fn run(i: &str) -> Option<Both> { Some(Both { a: i.len(), b: 1 }) } }",
        "none of its possible calls compiles: `Option<day15::Both>` is not a pair of answers",
    ),
    // Functions with an argument for the part.
    (
        "fn solve(i: &str, fast: bool) -> usize { if fast { 2 } else { i.len() } }",
        "`solve` takes more than the text: say what, such as `--part1 'solve(input, ...)'`",
    ),
    (
        "fn run(i: &str, part: u8) -> usize { i.len() + usize::from(part) }",
        "`run` takes more than the text: say what, such as `--part1 'run(input, ...)'`",
    ),
    (
        "fn solve<const LAST: bool>(i: &str) -> usize { if LAST { 2 } else { i.len() } }",
        "`solve` takes the text, and no name says its part: use `--part1` and `--part2`",
    ),
    (
        "enum Way { Short, Long } fn count(i: &str, way: Way) -> usize { match way { Way::Short => 1, Way::Long => i.len() } }",
        "`count` takes more than the text: say what, such as `--part1 'count(input, ...)'`",
    ),
    // A call that a test refutes is not offered as a choice.
    (
        "fn part1(i: &str) -> usize { i.len() } fn solve1(i: &str) -> usize { i.len() + 1 } \
         fn ex1(i: &str) -> usize { i.len() + 2 } #[test] fn one() { assert_eq!(part1(\"abc\"), 9); }",
        "its calls disagree: `solve1(input)` gave 5, `ex1(input)` gave 6; choose with `--part1`",
    ),
    (
        "fn total(i: &str, part: u8) -> usize { i.len() + usize::from(part) } \
         fn main() { let part = std::env::args().nth(1).and_then(|part| part.parse().ok()).unwrap_or(1); \
         println!(\"{}\", total(&std::fs::read_to_string(\"a\").unwrap(), part)); }",
        "`total` takes more than the text: say what, such as `--part1 'total(input, ...)'`",
    ),
    // A day that gives another answer each time.
    (
        "fn part1(_: &str) -> u128 { std::time::UNIX_EPOCH.elapsed().unwrap().as_nanos() }",
        "its calls disagree: `part1(input)` gave ",
    ),
    // An output that names no part and is different each time.
    (
        "fn part1(i: &str) -> usize { 700 + i.len() } fn part2(i: &str) -> usize { 900 + i.len() } \
         fn main() { let t = std::fs::read_to_string(\"a\").unwrap(); \
         println!(\"{}\", part1(&t)); println!(\"{}\", part1(&(t.clone() + \"1\\n\"))); }",
        "its calls disagree: `part1(input)` and `part2(input)` gave 704 and 904, \
         `printed(input, 1, || main())` and `printed(input, 2, || main())` gave 704 and 706; choose with `--part2`",
    ),
    // Only `main` answers.
    (
        "fn main() { println!(\"{}\", std::fs::read_to_string(\"in\").unwrap().len()); }",
        "its output does not say which part it answers: move the code of a part into a function that takes the input as `&str`",
    ),
    (
        "const NUMBERS: [usize; 2] = include!(\"in\"); \
         fn main() { println!(\"Part 1: {}\", NUMBERS[0]); println!(\"Part 2: {}\", NUMBERS[1]); }",
        "it has only `main`: move the code of a part into a function that takes the input as `&str`",
    ),
];

/// Days with functions of one line or one group, and with checks, which answer no part.
const WITHOUT_SOLVERS: &[&str] = &[
    "fn main() { let i = std::fs::read_to_string(\"in\").unwrap(); \
         let sums: [usize; 2] = [i.lines().map(part1).sum(), i.lines().map(part2).sum()]; \
         std::fs::write(\"out\", format!(\"{sums:?}\")).unwrap(); } \
         fn part1(line: &str) -> usize { 100 + line.len() } fn part2(line: &str) -> usize { 200 + line.len() } \
         #[test] fn one() { assert_eq!(part1(\"abc\"), 103); assert_eq!(part2(\"abc\"), 203); }",
    "pub fn solve(i: &str, out: &mut (usize, usize)) { \
         *out = i.trim().split(\"\\n\\n\").map(count).fold((0, 0), |x, y| (x.0 + y.0, x.1 + y.1)); } \
         fn count(group: &str) -> (usize, usize) { (group.trim().len(), group.lines().count()) }",
    "pub fn solve(i: &str, out: &mut [usize; 2]) { \
         out[0] = i.lines().filter(|l| Puzzle1::is_valid(l.to_string())).count(); \
         out[1] = i.lines().filter(|l| Puzzle2::is_valid(l.to_string())).count(); } \
         struct Puzzle1; impl Puzzle1 { fn is_valid(rule: String) -> bool { rule.len() > 3 } } \
         struct Puzzle2; impl Puzzle2 { fn is_valid(rule: String) -> bool { rule.len() > 4 } }",
];

/// A crate of two years with a module that both share, and texts that it includes.
const CRATE: &[(&str, &str)] = &[
    (
        "Cargo.toml",
        "[package]\nname = \"old\"\nedition = \"2021\"\n",
    ),
    ("src/lib.rs", "mod y2019; mod y2020; mod util;\n"),
    // The texts beside it are no modules of the years.
    (
        "src/util.rs",
        "pub fn len(i: &str) -> usize { i.len() + include_str!(\"names.txt\").len() - include_bytes!(\"words/de.txt\").len() }\n",
    ),
    ("src/names.txt", "ab\n"),
    ("src/words/de.txt", "cd\n"),
    ("src/y2019/mod.rs", "mod day01;\n"),
    (
        "src/y2019/day01.rs",
        "pub fn part1(i: &str) -> usize { i.len() }\n",
    ),
    (
        "src/y2020/mod.rs",
        "mod day01; mod day02; mod day03; mod day04; mod broken;\n",
    ),
    (
        "src/y2020/day01.rs",
        "use crate::y2020::day01::inner::go; mod inner { pub fn go(i: &str) -> usize { i.len() } }\n\
         pub fn part1(i: &str) -> usize { go(i) }\n",
    ),
    (
        "src/y2020/day02.rs",
        "use super::super::util::{self as tools, len, len as count};\n\
         pub fn part1(i: &str) -> usize { len(i) + count(\"a\") + tools::len(\"\") }\n",
    ),
    (
        "src/y2020/day03.rs",
        "pub fn part1(i: &str) -> usize { super::super::util::len(i) + 2 }\n",
    ),
    (
        "src/y2020/day04.rs",
        "use super::broken::gone;\npub fn part1(i: &str) -> usize { gone(i) }\n",
    ),
    (
        "src/y2020/broken.rs",
        "pub fn gone(i: &str) -> usize { nothing(i) }\n",
    ),
];

#[test]
fn tests_that_are_no_examples_are_told() {
    let sandbox = new_project();
    let code = "fn part1(i: &str) -> usize { i.len() }\n\
                #[test]\nfn one() { let all = part1(\"abc\"); assert!(all > 1); }\n\
                #[test]\nfn two() { assert!(part1(\"ab\") > 1); }\n";
    sandbox.write("../old/2020/day01.rs", code);
    let told = "note: 2020/1: no example, but the day has 2 tests: run `cargo test -p year2020 \
                day01::`\n";
    let unchecked = sandbox.line("import ../old --no-check").exits(0);
    assert!(!unchecked.stdout.contains("passed"), "{unchecked:#?}");
    sandbox.remove("days/year2020/day01.rs");
    let passed = "2020/1   its 2 tests passed\n";
    let done = sandbox.line("import ../old").exits(0);
    assert!(!done.stderr.contains("no example"), "{done:#?}");
    done.shows(passed)
        .shows("2020: 1 copied, 1 built, 0 equal to what is known, 1 with passing tests\n");
    // No library was compiled for the tests: they have those of the solutions.
    let workers = sandbox.path("target/aoc-workers");
    assert!(workers.join("aoc").is_dir() && !workers.join("debug").exists());
    sandbox.line("test 2020/1").exits(0).mentions(told);
    sandbox.line("verify 2020/1").exits(0).shows(passed);
}

#[test]
fn the_tests_of_a_day_whose_output_is_captured_may_print() {
    let sandbox = new_project();
    let code = "fn length(i: &str) -> usize { i.len() }\n\
                fn part1(i: &str) { println!(\"{}\", 700 + length(i)); }\n\
                #[cfg(test)]\nmod tests {\n    use super::*;\n    #[test]\n    fn one() {\n\
                let length = length(\"abc\");\n        println!(\"{length}\");\n\
                assert!(length > 1);\n    }\n}\n";
    sandbox.write("../old/2020/day01.rs", code);
    sandbox.write("inputs/year2020/day01.txt", "7\n6\n");
    sandbox
        .line("import ../old")
        .exits(0)
        .shows("2020/1   its 1 test passed\n");
}

#[test]
fn the_tests_of_copied_days_that_fail_or_do_not_compile_are_told() {
    let sandbox = new_project();
    for (day, test) in [
        (1, "fn one() { assert!(part1(\"abc\") > 9); }"),
        (
            2,
            "fn one() { let two: u8 = part1(\"ab\"); assert!(two > 1); }",
        ),
        (3, "#[ignore]\nfn one() { assert!(part1(\"abc\") > 9); }"),
        (4, "fn one() { assert!(part1(\"abc\") > 1); }"),
        (5, "fn one() { assert!(part1(\"abc\") > 9); }"),
    ] {
        let code = format!("fn part1(i: &str) -> usize {{ i.len() }}\n#[test]\n{test}\n");
        sandbox.write(&format!("../old/2020/day0{day}.rs"), code);
    }
    // An answer that is known is no reason to pass over the tests, and tests do not refute it.
    for day in [4, 5] {
        sandbox.write(&format!("inputs/year2020/day0{day}.txt"), "abc\n");
        sandbox.write(
            &format!("inputs/year2020/day0{day}.answers.toml"),
            "part1 = 4\n",
        );
    }
    let done = sandbox.line("import ../old --json").exits(1).json();
    let field = |list: &str, name: &str| -> Vec<String> {
        let days = done[list].as_array().expect("a list").iter();
        days.map(|day| day[name].as_str().expect("text").to_owned())
            .collect()
    };
    let expected = [
        "its 1 test failed: day01::one; `cargo test -p year2020 day01::` shows why",
        "its tests were not built: days/year2020/day02.rs:",
        "none of its tests ran, 1 ignored",
        "its 1 test passed",
        "its 1 test failed: day05::one;",
    ];
    let messages = field("tests", "message");
    assert_eq!(messages.len(), expected.len(), "{done:#?}");
    for (message, expected) in messages.iter().zip(expected) {
        assert!(message.starts_with(expected), "{message}");
    }
    let outcomes = field("comparison", "outcome");
    assert_eq!(
        outcomes,
        ["failed", "failed", "no-answer", "equal", "equal"]
    );
}

#[test]
fn paths_from_the_crate_and_from_the_modules_around_a_day_are_those_of_the_copy() {
    let sandbox = new_project();
    for (path, code) in CRATE {
        sandbox.write(&format!("../old/{path}"), code);
    }
    for day in 1..=4 {
        sandbox.write(&format!("inputs/year2020/day0{day}.txt"), "7\n6\n");
    }
    let done = sandbox.line("import ../old --json").exits(0).json();
    let results = done["check"].as_array().expect("results").iter();
    let answers: Vec<&str> = results
        .filter(|day| day["year"] == 2020)
        .map(|day| day["phases"][1]["answer"].as_str().unwrap_or("-"))
        .collect();
    assert_eq!(answers, ["4", "5", "6"], "{done:#?}");
    // A shared file that does not compile must not stay: no other day would compile with it.
    assert!(!sandbox.path("days/year2020/broken.rs").exists());
    sandbox
        .line("import ../old")
        .exits(0)
        .shows("4 days there already, unchanged: 2019/1, 2020/1-3\n")
        .shows("not imported: 2020/4: it does not compile: days/year2020/broken.rs:1:");
}

/// A crate whose module reads files, which one of two days calls.
const READING: &[(&str, &str)] = &[
    (
        "Cargo.toml",
        "[package]\nname = \"old\"\nedition = \"2021\"\n",
    ),
    ("src/lib.rs", "mod day01; mod day02; mod util;\n"),
    (
        "src/util.rs",
        "pub fn load() -> String { std::fs::read_to_string(\"a\").unwrap() }\n\
         pub fn len(i: &str) -> usize { i.len() }\n",
    ),
    (
        "src/day01.rs",
        "use crate::util;\npub fn part1(_: &str) -> usize { util::load().len() + 1 }\n",
    ),
    (
        "src/day02.rs",
        "use crate::util;\npub fn part1(i: &str) -> usize { util::len(i) + 2 }\n",
    ),
];

#[test]
fn only_a_day_that_read_when_it_ran_is_given_what_it_reads() {
    let sandbox = new_project();
    for (path, code) in READING {
        sandbox.write(&format!("../old/2020/{path}"), code);
    }
    for day in ["day01", "day02"] {
        sandbox.write(&format!("inputs/year2020/{day}.txt"), "7\n6\n");
    }
    let done = sandbox.line("import ../old --json").exits(0).json();
    let results = done["check"].as_array().expect("results").iter();
    let answers: Vec<&str> = results
        .map(|day| day["phases"][1]["answer"].as_str().unwrap_or("-"))
        .collect();
    assert_eq!(answers, ["5", "6"], "{done:#?}");
    let [one, two] = ["day01", "day02"].map(|day| {
        let path = sandbox.path(&format!("days/year2020/{day}.rs"));
        std::fs::read_to_string(path).expect("a copy")
    });
    assert!(
        one.contains("part1 = |&input| aoc_solution::imported::reading("),
        "{one}"
    );
    assert!(two.contains("part1 = part1,"), "{two}");
}

#[test]
fn an_answer_that_code_asserts_for_the_input_is_known() {
    let sandbox = new_project();
    let parts = "fn part1(i: &str) -> usize { i.len() }\n\
                 fn solve1(i: &str) -> usize { i.len() + 100 }\n";
    for (day, code) in [
        (
            "day01",
            "fn main() { let result = solve1(include_str!(\"day01.txt\")); println!(\"{result}\"); \
             assert_eq!(104, result); }",
        ),
        (
            "day02",
            "const INPUT: &str = include_str!(\"day02.txt\");\n\
             #[test]\nfn real() { assert_eq!(solve1(INPUT), 104); }",
        ),
        (
            "day03",
            "#[test]\nfn real() { let text = std::fs::read_to_string(\"2020/day03.txt\").unwrap(); \
             assert_eq!(solve1(&text), 104); }",
        ),
        // The test uses another text.
        (
            "day04",
            "#[test]\nfn real() { assert_eq!(solve1(include_str!(\"other.txt\")), 104); }",
        ),
    ] {
        sandbox.write(&format!("../old/2020/{day}.rs"), format!("{parts}{code}\n"));
        sandbox.write(&format!("../old/2020/{day}.txt"), "7\n6\n");
    }
    sandbox.write("../old/2020/other.txt", "7\n\n6");
    // A function reads the input itself, and a module of tests uses the same name.
    let code = "fn part1() -> usize { include_str!(\"day05.txt\").len() }\n\
                mod values { pub fn test() -> usize { 100 } }\n\
                fn solve1() -> usize { include_str!(\"day05.txt\").len() + values::test() }\n\
                #[cfg(test)]\nmod test {\n#[test]\nfn real() { let got = super::solve1(); \
                let expected = 104; assert_eq!(expected, got); }\n\
                #[test]\nfn file() { std::fs::read(\"a\").unwrap(); }\n}\n";
    sandbox.write("../old/2020/day05.rs", code);
    sandbox.write("../old/2020/day05.txt", "7\n6\n");
    sandbox
        .line("import ../old")
        .exits(0)
        .shows("4 days copied: 2020/1-3,5\n")
        .shows("not imported: 2020/4: its calls disagree: `part1(input)` gave 4, `solve1(input)` gave 104; choose with `--part1`\n")
        .shows("2020: 4 copied, 4 built, 4 equal to what is known\n");
}

/// Days with tests and without an input. Each has the call that the tests leave, or the reason for
/// refusing the day.
const TESTED: &[(&str, &str)] = &[
    (
        "fn part1(i: &str) -> usize { i.len() }\nfn solve1(i: &str) -> usize { i.len() + 4 }\n\
         #[test] fn one() { assert_eq!(solve1(\"abc\"), 7); }\n",
        "part1 = solve1,",
    ),
    // The parser of both parts counts blanks, too.
    (
        "fn parse(i: &str) -> usize { i.len() }\nfn read_numbers(i: &str) -> usize { i.trim().len() }\n\
         fn part1(n: usize) -> usize { n }\nfn part2(n: usize) -> usize { n * 2 }\n\
         #[test] fn one() { assert_eq!(part1(read_numbers(\"abc \")), 3); }\n\
         #[test] fn two() { assert_eq!(part2(read_numbers(\"abc \")), 6); }\n",
        "parse = read_numbers,",
    ),
    // A test that panics proves nothing.
    (
        "fn part1(i: &str) -> usize { i.parse::<usize>().unwrap() }\n\
         fn solve1(i: &str) -> usize { i.len() }\n\
         #[test] fn one() { assert_eq!(part1(\"abc\"), 7); }\n",
        "part1 = part1,",
    ),
    (
        "fn part1(i: &str) -> usize { i.len() }\n\
         #[test] fn one() { assert_eq!(part1(\"abc\"), 7); }\n",
        "not imported: 2020/4: every call gives a wrong answer, such as 3 for part 1 in a test that expects 7\n",
    ),
    // The test is about one line, so only `main` answers.
    (
        "fn part1(line: &str) -> usize { 100 + line.len() }\n\
         fn main() { let text = std::fs::read_to_string(\"a\").unwrap(); \
         println!(\"Part 1: {}\", text.lines().map(part1).sum::<usize>()); }\n\
         #[test] fn one() { assert_eq!(part1(\"abc\"), 103); }\n",
        "part1 = |&input| aoc_solution::imported::printed(input, 1, || main()),",
    ),
];

#[test]
fn the_tests_of_a_day_decide_how_it_is_called() {
    let sandbox = new_project();
    for (index, (code, _)) in TESTED.iter().enumerate() {
        sandbox.write(&format!("../old/2020/day{:02}.rs", index + 1), code);
    }
    let done = sandbox.line("import ../old");
    for (index, (code, expected)) in TESTED.iter().enumerate() {
        let copy = sandbox.path(&format!("days/year2020/day{:02}.rs", index + 1));
        let copy = std::fs::read_to_string(copy).unwrap_or_default();
        let is_there = copy.contains(expected) || done.stdout.contains(expected);
        assert!(is_there, "{code}\n{expected}\n{copy}\n{}", done.stdout);
    }
}

#[test]
fn a_day_that_needs_too_much_memory_is_ended_in_the_check_too() {
    // The trial counts only the memory that a day touches.
    let code = "fn part1(_: &str) -> usize { vec![0_u8; 5 << 30].len() }\n";
    let sandbox = new_project();
    sandbox.write("../old/2020/day01.rs", code);
    sandbox.write("inputs/year2020/day01.txt", "7\n6\n");
    sandbox
        .line("import ../old")
        .exits(1)
        .shows("more than 4.00 GiB of memory");
}

#[test]
fn a_day_that_panics_in_the_repository_is_not_equal() {
    let sandbox = new_project();
    let code = "fn part1(i: &str) -> usize { i.len() }\n\
                fn part2(i: &str) -> u8 { i.as_bytes()[0] + 250 }\n";
    sandbox.write("../old/2020/day01.rs", code);
    sandbox.write("inputs/year2020/day01.txt", "7\n6\n");
    sandbox.write(
        "inputs/year2020/day01.answers.toml",
        "part1 = 4\npart2 = 49\n",
    );
    sandbox
        .line("import ../old")
        .exits(1)
        .shows("2020: 1 copied, 1 built, 0 equal to what is known, 1 failed\n")
        .shows("numbers overflow in 2020/1; a release build of the old repository does not check that: use methods such as `wrapping_add` in these days");
}

fn year_and_day(index: usize) -> (u64, u64) {
    let index = u64::try_from(index).expect("a small number");
    (2015 + index / 25, index % 25 + 1)
}

#[test]
fn days_are_called_as_the_compiler_and_their_answers_say() {
    let sandbox = new_project();
    for (index, (_, code, _)) in DAYS.iter().enumerate() {
        let (year, day) = year_and_day(index);
        sandbox.write(&format!("../old/{year}/day{day:02}.rs"), code);
        sandbox.write(&format!("inputs/year{year}/day{day:02}.txt"), "7\n6\n");
    }
    let done = sandbox.line("import ../old --json").json();
    let results = done["check"].as_array().expect("results").iter();
    let answers: BTreeMap<(u64, u64), String> = results
        .map(|day| {
            let answer = |phase: usize| day["phases"][phase]["answer"].as_str().unwrap_or("-");
            let number = |name: &str| day[name].as_u64().expect("a number");
            let both = format!("{} {}", answer(1), answer(2));
            ((number("year"), number("day")), both)
        })
        .collect();
    let mut wrong = String::new();
    for (index, (name, code, expected)) in DAYS.iter().enumerate() {
        let answer = answers.get(&year_and_day(index));
        if answer.is_none_or(|answer| answer != expected) {
            let _ = write!(wrong, "{answer:?} and not {expected}: {name}: {code}\n\n");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// Days in which `Day%PADDED_DAY%::new(input, 7).part1().0` does not compile. Their names decide
/// about the call.
const UNLIKE_THE_USERS: &[&str] = &[
    "impl Day01 { fn parse(_: &str, _: u8) -> Self { Self } fn part1(&self) -> (u8, u8) { (1, 2) } }",
    "impl Day02 { fn new(_: &str) -> Self { Self } fn part1(&self) -> (u8, u8) { (1, 2) } }",
    "impl Day03 { fn new(_: &str, _: u8) -> Self { Self } fn star1(&self) -> (u8, u8) { (1, 2) } }",
    "impl Day04 { fn new(_: &str, _: u8) -> Self { Self } fn part1(&self, _: u8) -> (u8, u8) { (1, 2) } }",
    "impl Day05 { fn new(_: &str, _: u8) -> Self { Self } fn part1(&self) -> Option<(u8, u8)> { Some((1, 2)) } }",
    "impl Day06 { fn new(_: &str, _: u8) -> Self { Self } fn part1(&self) -> u8 { 1 } }",
];

#[test]
fn an_expression_that_does_not_compile_is_told_and_names_decide() {
    let sandbox = new_project();
    for (index, code) in UNLIKE_THE_USERS.iter().enumerate() {
        let day = index + 1;
        let code = format!("struct Day0{day}; {code} fn part1(i: &str) -> usize {{ i.len() }}");
        sandbox.write(&format!("../old/2020/day0{day}.rs"), code);
        sandbox.write(&format!("inputs/year2020/day0{day}.txt"), "7\n6\n");
    }
    // The compiler knows the methods of the standard library.
    let nums = "fn nums(i: &str) -> Vec<u32> { i.lines().map(|n| n.parse().unwrap()).collect() } \
                fn part1(i: &str) -> usize { i.len() }";
    sandbox.write("../nums/2020/day07.rs", nums);
    sandbox.write("inputs/year2020/day07.txt", "7\n6\n");
    // This day keeps the reason why it is not clear without the expression.
    let words = "fn nums(i: &str) -> Vec<&str> { i.lines().collect() } \
                 fn part1(i: &str) -> usize { i.len() } fn solve1(i: &str) -> usize { i.len() + 1 }";
    sandbox.write("../nums/2020/day08.rs", words);
    sandbox.write("inputs/year2020/day08.txt", "7\n6\n");
    let call = "Day%PADDED_DAY%::new(input,7).part1().0";
    let done = sandbox
        .line(&format!("import ../old --part1 {call}"))
        .exits(0)
        .shows("6 days copied: 2020/1-6\n");
    for day in 1..=UNLIKE_THE_USERS.len() {
        let note = format!("note: 2020/{day}: `--part1` does not compile here: ");
        assert!(done.stdout.contains(&note), "{note}\n{}", done.stdout);
        let copy = sandbox.read(&format!("days/year2020/day0{day}.rs"));
        assert!(copy.contains("part1 = part1,"), "{copy}");
    }
    sandbox
        .line("import ../nums --part1 nums(input).iter().sum::<u32>()")
        .exits(0)
        .shows("1 day copied: 2020/7\n")
        .shows(
            "not imported: 2020/8: its calls disagree: `part1(input)` gave 4, `solve1(input)` gave \
             5; choose with `--part1`; `--part1` does not compile here: ",
        );
    let copy = sandbox.read("days/year2020/day07.rs");
    let expected = "part1 = |&input| nums(input).iter().sum::<u32>()";
    assert!(copy.contains(expected), "{copy}");
}

/// Days with calls that disagree. Each has a call that the message shows, and the option that takes
/// it.
const SHOWN: &[(&str, &str, &str)] = &[
    (
        "struct D(usize); impl D { fn new(i: &str) -> Self { Self(i.len()) } \
         fn part1(&mut self) -> usize { self.0 += 1; self.0 } fn part2(&mut self) -> usize { self.0 + 1 } }",
        "--part2",
        "D::part2(D::new(input))",
    ),
    (
        "fn part1(i: &[u8]) -> usize { i.len() } fn solve1(i: &[u8]) -> usize { i.len() + 1 }",
        "--part1",
        "solve1(input)",
    ),
    (
        "fn parse(i: &str) -> Vec<u8> { i.bytes().collect() } fn part1(i: &[u8]) -> usize { i.len() } \
         fn solve1(i: &[u8]) -> usize { i.len() + 1 }",
        "--part1",
        "solve1(parse(input))",
    ),
    // One call answers both parts, and the other argument is not made from the input.
    (
        "fn parse(i: &str) -> Vec<u8> { i.bytes().collect() } \
         fn solve(v: &[u8], _: u8) -> (usize, usize) { (v.len(), 7) } \
         fn run(v: &[u8], _: u8) -> (usize, usize) { (v.len(), 8) }",
        "--part2",
        "run(parse(input))",
    ),
    // The text is the path of a file.
    (
        "fn part1(path: &str) -> usize { std::fs::read_to_string(path).unwrap().len() } \
         fn solve1(path: &str) -> usize { std::fs::read_to_string(path).unwrap().len() + 1 }",
        "--part1",
        "solve1(input)",
    ),
];

#[test]
fn a_call_that_a_message_shows_is_taken_if_the_user_gives_it_back() {
    let sandbox = new_project();
    sandbox.write("inputs/year2020/day01.txt", "7\n6\n");
    for (code, option, call) in SHOWN {
        sandbox.write("../old/2020/day01.rs", code);
        let shown = format!("`{call}`");
        sandbox.line("import ../old").exits(1).shows(&shown);
        let line = ["import", "../old", option, call];
        let done = sandbox.aoc(&line).exits(0).shows("1 day copied: 2020/1\n");
        assert!(!done.stdout.contains("note: "), "{}", done.stdout);
        assert!(!done.stdout.contains("not imported"), "{}", done.stdout);
        std::fs::remove_file(sandbox.path("days/year2020/day01.rs")).expect("it is there");
    }
}

/// Days with the options that say how they are called, and the calls in their copies. Each answers
/// 4 and 8.
const SAID: &[(&str, &[&str], &[&str])] = &[
    (
        "struct D(usize); fn new(i: &str) -> D { D(i.len()) }",
        &[
            "--parse",
            "new(input)",
            "--part1",
            "input.0",
            "--part2",
            "input.0 * 2",
        ],
        &[
            "part1 = |&input| { let input = new(input); input.0 },",
            "part2 = |&input| { let input = new(input); input.0 * 2 },",
        ],
    ),
    // A method that names do not show is said for one part. The other part gets the call that is
    // found.
    (
        "struct Day02(usize); impl Day02 { fn new(i: &str) -> Self { Self(i.len()) } \
         fn part1(&self) -> usize { self.0 } fn answer(&self) -> usize { self.0 * 2 } }",
        &["--part2", "Day%PADDED_DAY%::new(input).answer()"],
        &[
            "Day02::part1",
            "part2 = |&input| Day02::new(input).answer(),",
        ],
    ),
    (
        "fn part1(lines: impl Iterator<Item = String>) -> usize { lines.count() * 2 } \
         fn part2(i: &str) -> usize { i.len() * 2 }",
        &["--part1", "part1(input.lines().map(String::from))"],
        &[
            "part1 = |&input| part1(input.lines().map(String::from)),",
            "part2 = part2,",
        ],
    ),
    (
        "fn part1(i: &str) -> usize { i.len() } fn part2(i: &str, n: usize) -> usize { i.len() * n }",
        &["--part2", "part2(input, 2)"],
        &["part2 = |&input| part2(input, 2),"],
    ),
];

#[test]
fn a_day_is_called_as_the_expressions_say() {
    let sandbox = new_project();
    for (index, (code, options, calls)) in SAID.iter().enumerate() {
        let day = format!("day0{}", index + 1);
        sandbox.write(&format!("../{day}/2020/{day}.rs"), code);
        sandbox.write(&format!("inputs/year2020/{day}.txt"), "7\n6\n");
        let folder = format!("../{day}");
        let done = sandbox.aoc(&[&["import", &folder], *options].concat());
        let done = done.exits(0);
        assert!(!done.stdout.contains("note: "), "{}", done.stdout);
        assert!(!done.stdout.contains("not imported"), "{}", done.stdout);
        let row = |answer: &str| format!(" {answer} ");
        done.shows(&row("4")).shows(&row("8"));
        let copy = sandbox.read(&format!("days/year2020/{day}.rs"));
        for call in *calls {
            assert!(copy.contains(call), "{call}\n{copy}");
        }
    }
}

#[test]
fn the_alternatives_that_the_report_shows_can_be_added() {
    let sandbox = new_project();
    let code = "#[aoc_generator(day3, part1)] fn first(i: &str) -> Vec<u8> { i.bytes().collect() }\n\
                #[aoc(day3, part1)] fn one(i: &[u8]) -> usize { i.len() }\n\
                #[aoc(day3, part1, Fast)] fn fast(i: &[u8]) -> usize { i.len() + 1 }\n";
    sandbox.write("../old/2020/day03.rs", code);
    sandbox.write("inputs/year2020/day03.txt", "7\n6\n");
    let done = sandbox.line("import ../old --no-check").exits(0);
    let shown = done.stdout.split("add `").nth(1).expect("a note");
    let shown = shown.split("`\n").next().expect("its end");
    assert!(
        shown.starts_with("alternatives = [part1 \"Fast\" = "),
        "{shown}"
    );
    let copy = sandbox.read("days/year2020/day03.rs");
    let copy = copy.replacen("\n}\n", &format!("\n    {shown},\n}}\n"), 1);
    sandbox.write("days/year2020/day03.rs", copy);
    let run = sandbox.line("run 2020/3 --alt Fast").exits(0);
    run.shows(" 4 ");
}

/// Days with an expression for part 2: the call of part 1 in the copy, or what the report says.
const ONLY_PART_2: &[(&str, Result<&str, &str>)] = &[
    (
        "fn part1(i: &str) -> usize { i.len() } fn part2(_: &str) -> usize { 2 }",
        Ok("part1 = part1,"),
    ),
    (
        "fn parse(i: &str) -> Vec<u8> { i.bytes().collect() } fn part1(i: &[u8]) -> usize { i.len() } \
         fn part2(_: &str) -> usize { 2 }",
        Ok("part1 = |&input| aoc_solution::imported::call!(input, parse, part1),"),
    ),
    (
        "fn solve(i: &str) -> (usize, usize) { (i.len(), 7) } fn part2(_: &str) -> usize { 2 }",
        Ok("part1 = |&input| (aoc_solution::imported::call!(input, solve)).0,"),
    ),
    (
        "fn part2(_: &str) -> usize { 2 } \
         fn main() { println!(\"Part 1: {}\", 700 + std::fs::read_to_string(\"a\").unwrap().len()); }",
        Ok("part1 = |&input| aoc_solution::imported::printed(input, 1, || main()),"),
    ),
    (
        "fn part1(i: &str, more: usize) -> usize { i.len() + more } fn part2(_: &str) -> usize { 2 }",
        Err("part 1: your expressions do not answer it, and `part1` is not called"),
    ),
    (
        "fn part1(i: &str) -> usize { assert!(i.is_empty()); 1 } fn part2(_: &str) -> usize { 2 }",
        Err("part 1: your expressions do not answer it, and `part1` is not called"),
    ),
    (
        "fn part1(i: &str) -> usize { i.len() } fn part2(_: &str) -> usize { 2 }\n\
         #[test] fn one() { assert_eq!(part1(\"abc\"), 4); }",
        Err("part 1: every call gives a wrong answer, such as 3 in a test that expects 4"),
    ),
];

#[test]
fn a_part_without_an_expression_gets_the_call_that_is_found() {
    let sandbox = new_project();
    let disagreeing = "fn part1(i: &str) -> usize { i.len() } fn solve1(_: &str) -> usize { 1 } \
                       fn part2(_: &str) -> usize { 2 }";
    let codes = ONLY_PART_2.iter().map(|(code, _)| *code);
    for (index, code) in codes.chain([disagreeing]).enumerate() {
        let day = index + 1;
        sandbox.write(&format!("../old/2020/day0{day}.rs"), code);
        sandbox.write(&format!("inputs/year2020/day0{day}.txt"), "7\n6\n");
    }
    let done = sandbox
        .aoc(&["import", "../old", "--part2", "part2(input) + 3"])
        .exits(0)
        .shows("7 days copied: 2020/1-7\n")
        .shows(
            "not imported: 2020/8: its calls disagree: `part1(input)` gave 4, `solve1(input)` gave 1; \
             choose with `--part1`\n",
        );
    for (index, (code, part1)) in ONLY_PART_2.iter().enumerate() {
        let day = index + 1;
        let copy = sandbox.read(&format!("days/year2020/day0{day}.rs"));
        assert!(copy.contains("part2(input) + 3"), "{copy}");
        match part1 {
            Ok(call) => assert!(copy.contains(call), "{call}\n{copy}"),
            Err(why) => {
                assert!(!copy.contains("part1 = "), "{copy}");
                let line = format!(": {why}\n");
                assert!(
                    done.stdout.contains(&line),
                    "{code}\n{line}\n{}",
                    done.stdout
                );
            }
        }
    }
    // The choice for the other part is added to the first one. It panics on day 6.
    let line = [
        "import",
        "../old",
        "--part2",
        "part2(input) + 3",
        "--part1",
        "part1(input)",
    ];
    sandbox.aoc(&line).exits(1);
    let copy = sandbox.read("days/year2020/day08.rs");
    assert!(copy.contains("part1 = |&input| part1(input),"), "{copy}");
}

/// A library of days. Other files have programs that call some of them.
const CALLED_ELSEWHERE: &[(&str, &str)] = &[
    (
        "Cargo.toml",
        "[package]\nname = \"old\"\nedition = \"2021\"\n",
    ),
    (
        "src/lib.rs",
        "pub mod day01; pub mod day02; pub mod day03; pub mod day04; mod day05;\n",
    ),
    (
        "src/day01.rs",
        "pub fn part1(i: &str) -> usize { i.len() * 10 }\n",
    ),
    (
        "src/bin/day01.rs",
        "use old::day01::*; fn main() { let t = std::fs::read_to_string(\"a\").unwrap(); println!(\"{}\", part1(t.trim())); }\n",
    ),
    (
        "src/day02.rs",
        "pub fn part1(i: &[u8]) -> u64 { i.iter().map(|b| u64::from(*b)).sum() }\n",
    ),
    (
        "src/bin/day02.rs",
        "use old::day02::*; fn main() { let t = std::fs::read(\"a\").unwrap(); \
         let v: Vec<u8> = t.iter().filter(|b| b.is_ascii_digit()).map(|b| b - b'0').collect(); println!(\"{}\", part1(&v)); }\n",
    ),
    // The answer of this day is recorded.
    (
        "src/day03.rs",
        "pub fn part1(i: &[u8]) -> u64 { i.iter().map(|b| u64::from(*b)).sum() }\n",
    ),
    (
        "src/main.rs",
        "fn main() { println!(\"{}\", old::day03::part1(&[7, 6])); println!(\"{}\", old::day04::part1(\"7\")); }\n",
    ),
    // This day takes the text.
    (
        "src/day04.rs",
        "pub fn part1(i: &str) -> usize { i.lines().count() }\n",
    ),
    // The variant does not call the other function, whose name its attribute has.
    (
        "src/day05.rs",
        "#[aoc_generator(day5)] fn read(i: &str) -> Vec<u8> { i.bytes().collect() }\n\
         #[aoc(day5, part1)] fn part1(i: &[u8]) -> usize { i.len() }\n\
         #[aoc(day5, part1, Fast)] fn fast(i: &[u8]) -> usize { i.len() }\n",
    ),
];

#[test]
fn a_program_in_another_file_that_calls_a_day_is_seen() {
    let sandbox = new_project();
    for (path, code) in CALLED_ELSEWHERE {
        sandbox.write(&format!("../old/2020/{path}"), code);
    }
    for day in 1..=5 {
        sandbox.write(&format!("inputs/year2020/day0{day}.txt"), "7\n6\n");
    }
    sandbox.write("inputs/year2020/day03.answers.toml", "part1 = 129\n");
    let done = sandbox
        .line("import ../old")
        .exits(0)
        .shows("4 days copied: 2020/2-5\n")
        .shows(
            "not imported: 2020/1: its answers depend on whitespace at the end of the input: `part1(input)` gave 40, and 30 \
             with `--text 'input.trim_end()'`; choose with `--text`, or compare with `--run-old`\n",
        )
        .shows(
            "note: 2020/2: `2020/src/bin/day02.rs` calls `part1` with an argument that may differ from the copy's: \
             compare with `--run-old`\n",
        );
    assert_eq!(
        done.stdout
            .matches("with an argument that may differ")
            .count(),
        1,
        "{}",
        done.stdout
    );
}

#[test]
fn a_program_that_calls_a_part_is_seen_even_if_the_other_part_is_compared() {
    let sandbox = new_project();
    let day = "pub fn part1(i: &str) -> usize { i.len() }\n\
               pub fn part2(i: &[u8]) -> usize { i.len() }\n";
    let main = "fn main() { println!(\"{}\", old::day01::part2(&[7, 6])); }\n";
    sandbox.write("../old/2020/src/day01.rs", day);
    sandbox.write("../old/2020/src/main.rs", main);
    sandbox.write("inputs/year2020/day01.txt", "7\n6\n");
    sandbox.write("inputs/year2020/day01.answers.toml", "part1 = 4\n");
    sandbox.line("import ../old").exits(0).shows(
        "note: 2020/1: `2020/src/main.rs` calls `part2` with an argument that may differ from the \
         copy's: compare with `--run-old`\n",
    );
}

#[test]
fn a_program_that_calls_a_part_in_an_inline_module_is_seen() {
    let sandbox = new_project();
    let day = "pub mod solve {\n    pub fn part1(i: &str) -> usize { i.len() }\n    \
               pub fn part2(i: &[u8]) -> usize { i.len() }\n}\n";
    let main = "fn main() { println!(\"{}\", old::day01::solve::part2(&[7, 6])); }\n";
    sandbox.write("../old/2020/src/day01.rs", day);
    sandbox.write("../old/2020/src/main.rs", main);
    sandbox.write("inputs/year2020/day01.txt", "7\n6\n");
    sandbox.write("inputs/year2020/day01.answers.toml", "part1 = 4\n");
    sandbox.line("import ../old").exits(0).shows(
        "note: 2020/1: `2020/src/main.rs` calls `solve::part2` with an argument that may differ \
         from the copy's: compare with `--run-old`\n",
    );
}

#[test]
fn a_function_of_a_day_that_calls_a_part_without_the_parser_of_the_copy_is_seen() {
    let sandbox = new_project();
    for (day, value) in [(1, "split(i)"), (2, "parse(i)")] {
        let code = format!(
            "fn parse(i: &str) -> Vec<u8> {{ i.bytes().collect() }}\n\
             fn split(i: &str) -> Vec<u8> {{ vec![i.len() as u8] }}\n\
             pub fn part1(v: Vec<u8>) -> usize {{ v.len() }}\n\
             pub fn show(i: &str) -> String {{ part1({value}).to_string() }}\n"
        );
        sandbox.write(&format!("../old/2020/src/day0{day}.rs"), code);
        sandbox.write(&format!("inputs/year2020/day0{day}.txt"), "7\n6\n");
    }
    // Without a parser, the part gets the text.
    let code = "pub fn part1(i: &str) -> usize { i.len() }\n\
                pub fn show(i: &str) -> String { part1(i).to_string() }\n";
    sandbox.write("../old/2020/src/day03.rs", code);
    sandbox.write("inputs/year2020/day03.txt", "7\n6\n");
    let done = sandbox.line("import ../old").exits(0).shows(
        "note: 2020/1: `show` calls `part1` with an argument that may differ from the copy's: compare \
         with `--run-old`\n",
    );
    assert_eq!(
        done.stdout
            .matches("with an argument that may differ")
            .count(),
        1
    );
}

#[test]
fn a_program_of_another_package_that_calls_a_day_is_seen_but_none_of_another_year() {
    let sandbox = new_project();
    let package = |folder: &str, name: &str, file: &str, code: &str| {
        let manifest = format!("[package]\nname = \"{name}\"\nversion = \"0.1.0\"\n");
        sandbox.write(&format!("../old/{folder}/Cargo.toml"), manifest);
        sandbox.write(&format!("../old/{folder}/src/{file}"), code);
    };
    let day = "pub fn part1(i: &str) -> usize { i.len() }\n\
               pub fn part2(i: &[u8]) -> usize { i.len() }\n";
    let calls = |path: &str| format!("{path}::part2(&[7, 6])");
    // Other packages call the library by its name.
    package("2020/day01", "first", "lib.rs", day);
    package("2020/day02", "second", "lib.rs", day);
    let code = format!(
        "fn main() {{ println!(\"{{}}\", {}); }}\n#[test] fn own() {{ {}; }}\n",
        calls("first"),
        calls("second")
    );
    package("runner", "runner", "main.rs", &code);
    let code = format!("fn own() {{ {}; }}\n", calls("second"));
    sandbox.write("../old/runner/tests/own.rs", code);
    // Both years have a `day03`, and only one has a program.
    package("2019/day03", "day03", "lib.rs", day);
    package("2020/day03", "day03", "lib.rs", day);
    let code = format!("fn main() {{ {}; }}\n", calls("day03"));
    package("2019/all", "all", "main.rs", &code);
    // Within the library, the module is called.
    package("2021", "year21", "lib.rs", "pub mod day01;\nmod all;\n");
    sandbox.write("../old/2021/src/day01.rs", day);
    let code = format!("pub fn all() -> usize {{ {} }}\n", calls("crate::day01"));
    sandbox.write("../old/2021/src/all.rs", code);
    for day in [
        "2019/day03",
        "2020/day01",
        "2020/day02",
        "2020/day03",
        "2021/day01",
    ] {
        sandbox.write(&format!("inputs/year{day}.txt"), "7\n6\n");
        sandbox.write(&format!("inputs/year{day}.answers.toml"), "part1 = 4\n");
    }
    let done = sandbox
        .line("import ../old")
        .exits(0)
        .shows("5 days copied: ");
    let callers: Vec<&str> = done
        .stdout
        .lines()
        .filter(|line| line.contains("with an argument that may differ"))
        .filter_map(|line| line.split(" calls").next())
        .collect();
    assert_eq!(
        callers,
        [
            "note: 2019/3: `2019/all/src/main.rs`",
            "note: 2020/1: `runner/src/main.rs`",
            "note: 2021/1: `2021/src/all.rs`",
        ],
        "{done:#?}"
    );
}

/// Without a build, names would call it with the whole input.
#[test]
fn a_copy_whose_answers_were_compared_is_not_replaced_by_names() {
    let sandbox = new_project();
    let code =
        "fn part1(i: &str) -> usize { i.len() }\nfn part2(i: &str) -> usize { i.len() + 1 }\n";
    sandbox.write("../old/2020/day01.rs", code);
    sandbox.write("inputs/year2020/day01.txt", "7\n6\n");
    sandbox.write(
        "inputs/year2020/day01.answers.toml",
        "part1 = 3\npart2 = 4\n",
    );
    sandbox.line("import ../old").exits(0);
    let path = "days/year2020/day01.rs";
    let copy = sandbox.read(path);
    assert!(copy.contains("text = |input| input.trim_end()"), "{copy}");
    let unchanged = "1 day there already, unchanged: 2020/1\n";
    sandbox
        .line("import ../old --no-check")
        .exits(0)
        .prints(unchanged);
    // If nothing is known any more, the calls are tried without a decision.
    sandbox.remove("inputs/year2020/day01.answers.toml");
    sandbox.line("import ../old").exits(0).shows(unchanged);
    assert_eq!(sandbox.read(path), copy);
    sandbox.write("../old/2020/day01.rs", format!("{code}fn more() {{}}\n"));
    sandbox
        .line("import ../old --no-check")
        .exits(0)
        .shows("1 day copied, but not built because of --no-check: 2020/1\n");
    assert!(!sandbox.read(path).contains("trim_end"));
}

#[test]
fn an_expression_is_remembered_until_a_call_is_compared() {
    let sandbox = new_project();
    let code = "fn part1(i: &str) -> usize { i.len() }\nfn other(_: &str) -> usize { 9 }\n\
                fn part2(_: &str) -> usize { 5 }\n";
    sandbox.write("../old/2020/day01.rs", code);
    sandbox.write(
        "../old/2020/day02.rs",
        "fn second(i: &str) -> usize { i.len() }\n",
    );
    sandbox.write("inputs/year2020/day01.txt", "7\n6\n");
    sandbox
        .aoc(&["import", "../old", "--part1", "other(input)"])
        .exits(0)
        .shows("1 day copied: 2020/1\n")
        .shows("say how to call the days that were not understood");
    let done = sandbox.aoc(&["import", "../old", "--part1", "second(input)"]);
    let done = done
        .exits(0)
        .shows("1 day copied: 2020/2\n1 day there already, unchanged: 2020/1\n");
    for advice in ["not imported: ", "note: ", "say how"] {
        assert!(!done.stdout.contains(advice), "{}", done.stdout);
    }
    assert!(
        sandbox
            .read("days/year2020/day01.rs")
            .contains("other(input)")
    );
    // The answer to part 2 may still be wrong.
    sandbox.write("inputs/year2020/day01.answers.toml", "part1 = 9\n");
    sandbox
        .line("import ../old")
        .exits(0)
        .shows("2 days there already, unchanged: 2020/1-2\n");
    sandbox.write(
        "inputs/year2020/day01.answers.toml",
        "part1 = 4\npart2 = 5\n",
    );
    sandbox
        .line("import ../old")
        .exits(0)
        .shows("1 day copied: 2020/1\n1 day there already, unchanged: 2020/2\n");
}

#[test]
fn a_copy_that_an_import_would_not_make_again_is_named() {
    let sandbox = new_project();
    let code = "fn part1(i: &str) -> usize { i.len() }\n";
    sandbox.write("../old/2020/day01.rs", code);
    sandbox.write("inputs/year2020/day01.txt", "7\n6\n");
    sandbox.line("import ../old").exits(0);
    sandbox.write("inputs/year2020/day01.answers.toml", "part1 = 5\n");
    let note = "note: 2020/1: the copy of an earlier import was not replaced, and may be wrong: check it, or delete it\n";
    sandbox
        .line("import ../old")
        .exits(1)
        .shows("not imported: 2020/1: every call gives a wrong answer, such as 4 for part 1, but the known answer is 5\n")
        .shows(note);
    // The user may have corrected a copy by editing it.
    let copy = sandbox.read("days/year2020/day01.rs");
    sandbox.write("days/year2020/day01.rs", copy + "// edited\n");
    let done = sandbox.line("import ../old").exits(1);
    assert!(!done.stdout.contains("note: "), "{}", done.stdout);
}

/// Days that are taken without one of their parts, each with the reason that is shown.
const OPEN_PARTS: &[(&str, &str)] = &[
    (
        "fn part1(i: &str) -> usize { i.len() } fn part2(_: &str) -> (usize, usize) { (1, 2) }",
        "part 2: no call of `part2` compiles: ",
    ),
    (
        "fn part1(i: &str) -> usize { i.len() } fn part2(i: &str, k: usize) -> usize { i.len() * k }",
        "part 2: `part2` takes more than the text: say what, such as `--part2 'part2(input, ...)'`",
    ),
    (
        "fn part1(i: &str) -> usize { i.len() } fn part2(lines: impl Iterator<Item = String>) -> usize { lines.count() }",
        "part 2: no call of `part2` compiles: ",
    ),
    (
        "fn part1(i: &str) -> usize { i.len() } async fn part2(_: &str) -> usize { 1 }",
        "part 2: no call of `part2` compiles: `impl Future<Output = usize>` cannot be an answer",
    ),
    (
        "fn main() { let t = std::fs::read_to_string(\"a\").unwrap(); println!(\"Part 1: {}\", 700 + t.len()); }",
        "part 2: its output has no answer to it, or several: use `--part2`",
    ),
];

#[test]
fn a_part_that_no_call_answers_is_told() {
    let sandbox = new_project();
    for (index, (code, _)) in OPEN_PARTS.iter().enumerate() {
        let day = index + 1;
        sandbox.write(&format!("../old/2020/day{day:02}.rs"), code);
        sandbox.write(&format!("inputs/year2020/day{day:02}.txt"), "7\n6\n");
    }
    let done = sandbox
        .line("import ../old")
        .exits(0)
        .shows("5 days copied: 2020/1-5\n")
        .shows("\nsay how to call the days that were not understood, for example: ");
    // No note advises to add a call that does not compile.
    assert!(!done.stderr.contains("is unsolved"), "{}", done.stderr);
    for (index, (code, why)) in OPEN_PARTS.iter().enumerate() {
        let line = format!("not imported: 2020/{}: {why}", index + 1);
        assert!(
            done.stdout.contains(&line),
            "{code}\n{line}\n{}",
            done.stdout
        );
    }
}

#[test]
fn a_day_may_forbid_the_lints_that_its_copy_allows() {
    let sandbox = new_project();
    let code = "#![doc = include_str!(\"gone.md\")]\n#![forbid(unused_imports)]\n\
                fn part1(i: &str) -> usize { i.len() }\n";
    sandbox.write("../old/2020/day01.rs", code);
    sandbox.write("inputs/year2020/day01.txt", "7\n6\n");
    sandbox
        .line("import ../old")
        .exits(0)
        .shows("2020: 1 copied, 1 built");
}

#[test]
fn a_text_that_is_no_str_is_the_reason() {
    let sandbox = new_project();
    let code = "fn parse(i: &str) -> Vec<u8> { i.into() }\n\
                fn part1(v: &[u8]) -> usize { v.len() }\n";
    sandbox.write("../old/2020/day01.rs", code);
    sandbox.write("inputs/year2020/day01.txt", "7\n6\n");
    sandbox
        .line("import ../old --text input.to_owned()")
        .exits(1)
        .shows(
            "not imported: 2020/1: none of its possible calls compiles: \
             `--text` does not give a `&str`: mismatched types",
        );
}

#[test]
fn a_function_of_a_line_or_a_group_and_a_check_answer_no_part() {
    let sandbox = new_project();
    for (day, code) in (1..).zip(WITHOUT_SOLVERS) {
        sandbox.write(&format!("../old/2020/day0{day}.rs"), code);
        sandbox.write(&format!("inputs/year2020/day0{day}.txt"), "7\n6\n");
    }
    sandbox
        .line("import ../old")
        .exits(1)
        .shows("not imported: 2020/1: no call of it gives an answer: call it with ")
        .shows("not imported: 2020/2-3: no function answers a part: use `--part1` and `--part2`\n");
}

#[test]
fn days_that_no_way_of_calling_fits_are_refused_with_the_reason() {
    let sandbox = new_project();
    for (index, (code, _)) in REFUSED.iter().enumerate() {
        let day = index + 1;
        sandbox.write(&format!("../old/2020/day{day:02}.rs"), code);
        sandbox.write(&format!("inputs/year2020/day{day:02}.txt"), "7\n6\n");
    }
    let done = sandbox.line("import ../old").exits(1);
    for (index, (code, why)) in REFUSED.iter().enumerate() {
        let line = format!("not imported: 2020/{}: {why}", index + 1);
        assert!(
            done.stdout.contains(&line),
            "{code}\n{line}\n{}",
            done.stdout
        );
    }
    assert!(!sandbox.path("days/year2020").exists());
}

#[test]
fn a_day_whose_printed_answers_are_not_sure_is_refused() {
    let sandbox = new_project();
    for (day, [one, two]) in [
        ("day01", ["Empty tiles: 70{n}", "First round: 90{n}"]),
        (
            "day02",
            ["Part 1: ab{n}, rounds: 12", "Part 2: cd{n}, rounds: 34"],
        ),
    ] {
        let code = format!(
            "fn main() {{ let n = std::fs::read_to_string(\"in\").unwrap().len(); \
             println!(\"{one}\"); println!(\"{two}\"); }}\n"
        );
        sandbox.write(&format!("../old/2020/{day}.rs"), code);
        sandbox.write(&format!("inputs/year2020/{day}.txt"), "7\n6\n");
    }
    let put = "move the code of a part into a function that takes the input as `&str`\n";
    sandbox
        .line("import ../old")
        .exits(1)
        .shows(&format!(
            "not imported: 2020/1: its output does not say which part it answers: {put}"
        ))
        .shows(&format!(
            "not imported: 2020/2: it is not clear which values in its output are the answers: {put}"
        ));
}

#[test]
fn a_day_that_was_not_in_the_question_is_not_copied_and_not_built() {
    let sandbox = new_project();
    // The packages of the days have the same name, so the year has room for only one of them.
    for day in ["day01", "day02"] {
        let folder = format!("../2019/{day}");
        let manifest = |name: &str, rest: &str| {
            format!("[package]\nname = \"{name}\"\nedition = \"2021\"\n{rest}")
        };
        let needs = "[dependencies]\ncommon.path = \"common\"\n";
        sandbox.write(&format!("{folder}/Cargo.toml"), manifest(day, needs));
        let package = format!("{folder}/common");
        sandbox.write(&format!("{package}/Cargo.toml"), manifest("common", ""));
        let code = format!("// {day}\npub fn one() -> u8 {{ 1 }}\n");
        sandbox.write(&format!("{package}/src/lib.rs"), code);
    }
    let two = "use common::one;\npub fn part1(_: &str) -> u8 { one() }\n";
    sandbox.write("../2019/day02/src/lib.rs", two);
    // Names do not show that the first program does not compile.
    let main = "use common::one;\nfn main() { let x: u8 = one(0); println!(\"{x} {x}\"); }\n";
    sandbox.write("../2019/day01/src/main.rs", main);
    let done = sandbox.line("import ../2019");
    let done = done.mentions("building and running 2019/1 (skip this with --no-check)\n");
    let why = "not imported: 2019/2: it was not built, because another day had its place: \
               import its folder by itself\n";
    assert!(done.stdout.contains(why), "{}", done.stdout);
    assert!(!sandbox.path("days/year2019/day02.rs").exists());
    sandbox.line("import ../2019/day02").exits(0);
    assert!(sandbox.path("days/year2019/day02.rs").exists());
}

/// The days of a year and the packages that they need. One package has the edition 2015 and reads
/// the input. Another one does not compile.
const PACKAGES: &[(&str, &str)] = &[
    (
        "day01/Cargo.toml",
        "[package]\nname = \"day01\"\nedition = \"2021\"\n[dependencies]\nbroken.path = \"../broken\"\n",
    ),
    (
        "day01/src/lib.rs",
        "pub fn part1(_: &str) -> u8 { broken::one() }\n",
    ),
    (
        "broken/Cargo.toml",
        "[package]\nname = \"broken\"\nedition = \"2021\"\n",
    ),
    ("broken/src/lib.rs", "pub fn one() -> u8 { \"1\" }\n"),
    (
        "day02/Cargo.toml",
        "[package]\nname = \"day02\"\nedition = \"2018\"\n[dependencies]\nutils.path = \"../utils\"\n",
    ),
    (
        "day02/src/lib.rs",
        "pub fn part1() -> usize { utils::files::load(\"a\").len() }\n",
    ),
    (
        "day03/Cargo.toml",
        "[package]\nname = \"day03\"\n[target.'cfg(all())'.dependencies]\nodd.path = \"../odd\"\n",
    ),
    (
        "day03/src/lib.rs",
        "pub fn part1(_: &str) -> u8 { odd::one() }\n",
    ),
    (
        "odd/Cargo.toml",
        "[package]\nname = \"odd\"\nedition = \"2021\"\n",
    ),
    ("odd/src/lib.rs", "pub fn one() -> u8 { 1 }\n"),
    ("utils/Cargo.toml", "[package]\nname = \"utils\"\n"),
    ("utils/src/lib.rs", "pub mod files;\n"),
    (
        "utils/src/files.rs",
        "use std::fs::File;\nuse std::io::{Read, Write};\n\
         pub fn save(path: &str) {\n\
         writeln!(File::create(path).unwrap(), \"a\").unwrap();\n\
         let mut file = File::options().append(true).open(path).unwrap();\n\
         file.write_all(b\"b\").unwrap();\n}\n\
         pub fn load(path: &str) -> String {\n\
         let mut text = String::new();\n\
         File::open(path).unwrap().read_to_string(&mut text).unwrap();\n\
         text + &std::fs::read_to_string(path).unwrap()\n}\n",
    ),
];

#[test]
fn a_package_that_does_not_compile_keeps_out_only_the_days_that_need_it() {
    let sandbox = new_project();
    for (path, code) in PACKAGES {
        sandbox.write(&format!("../2018/{path}"), code);
    }
    sandbox.write("inputs/year2018/day02.txt", "7\n6\n");
    let done = sandbox.line("import ../2018 --json").exits(0).json();
    let why = done["skipped"][0]["why"].as_str().unwrap_or_default();
    assert!(
        why.starts_with("it does not compile: days/broken_2018/src/lib.rs:1:"),
        "{done:#?}"
    );
    let answer = &done["check"][0]["phases"][1]["answer"];
    assert_eq!(answer, "8", "{done:#?}");
    // This day needs its package on one platform, which is every platform here.
    assert!(sandbox.path("days/year2018/day03.rs").exists());
}

#[test]
fn a_macro_that_the_root_imports_for_all_modules_is_found_by_the_days() {
    let sandbox = new_project();
    for (file, code) in [
        (
            "main",
            "#[macro_use]\nmod util;\nmod day01;\nfn main() {}\n",
        ),
        (
            "util",
            "macro_rules! one { ($e:expr) => { $e } }\n\
             #[macro_export]\nmacro_rules! twice { ($e:expr) => { one!($e) * 2 } }\n\
             pub fn four() -> usize { twice!(2) }\n",
        ),
        (
            "day01",
            "pub fn part1(i: &str) -> usize { twice!(i.len()) }\n\
             #[test]\nfn five() { assert_eq!(twice!(1) + 3, 5); }\n",
        ),
    ] {
        sandbox.write(&format!("../2020/src/{file}.rs"), code);
    }
    sandbox.write(
        "../2020/Cargo.toml",
        "[package]\nname = \"old\"\nedition = \"2021\"\n",
    );
    sandbox.write("inputs/year2020/day01.txt", "7\n6\n");
    let done = sandbox.line("import ../2020 --json").exits(0).json();
    let answer = &done["check"][0]["phases"][1]["answer"];
    assert_eq!(answer, "8", "{done:#?}");
}

#[test]
fn a_part_with_a_wrong_answer_is_left_out_with_the_value_of_the_test_and_without_noise() {
    let sandbox = new_project();
    let code = "fn part1(i: &str) -> usize { dbg!(i.len()) }\n\
                fn part2(i: &str) -> usize { i.len() + 1 }\n\
                #[test] fn one() { assert_eq!(part1(\"abc\"), 3); }\n\
                #[test] fn two() { assert_eq!(part2(\"abc\"), 39); }\n";
    sandbox.write("../2020/day01.rs", code);
    sandbox.write("inputs/year2020/day01.txt", "7\n6\n");
    let done = sandbox.line("import ../2020").exits(0);
    let done = done.shows(
        "not imported: 2020/1: part 2: every call gives a wrong answer, such as 4 in a test that \
         expects 39\n",
    );
    assert!(!done.stderr.contains("i.len()"), "{}", done.stderr);
}
