use super::super::files::Files;
use super::*;
use crate::puzzle::{Day, Year};

struct Stub;

impl Files for Stub {
    fn example(&self, _: Option<u8>) -> Option<String> {
        Some("1\n2\n".to_owned())
    }

    fn included(&self, _: &str, path: &str) -> Option<Named> {
        let named = Named {
            path: format!("data/{}", path.trim_start_matches("../")),
            is_input: path.contains("input"),
            text: "a\n".to_owned(),
        };
        (!path.contains("missing")).then_some(named)
    }

    fn opened(&self, path: &str) -> Option<Named> {
        self.included("", path)
    }
}

fn copied(text: &str, style: Style, tests: Option<&str>) -> Copy {
    let original = Original {
        puzzle: Year(2015).day(Day(1)),
        style,
        text,
        layout: &Layout::default(),
        lifetimes: &Lifetimes::new(),
        tests: tests.map(|text| ("tests/day01.rs", text)),
        places: Places {
            files: &Stub,
            file: "src/day01.rs",
            folder: "day01/",
            input: "../../inputs/year2015/day01.txt",
        },
        title: None,
        macros: &[],
    };
    copy(&original).expect("a day")
}

#[test]
fn a_file_of_free_functions() {
    let text = "//! # Not Quite Lisp\n//!\n//! The idea.\ntype Input<'a> = Vec<Line<'a>>;\n\
            struct Line<'a>(&'a str);\nfn parse(input: &str) -> Input<'_> { todo!() }\n\
            pub fn part1(input: &[Line<'_>]) -> usize { input.len() }\n";
    let tests = "use aoc::year2015::day01::*;\nconst EXAMPLE: &str = \"()\";\n#[test]\nfn test() {\n\
            let input = parse(EXAMPLE);\nassert_eq!(part1(&input), 0);\nassert!(false);\n}\n";
    let copy = copied(text, Style::Names, Some(tests));
    insta::assert_snapshot!(copy.text, @r#"
        //! # Not Quite Lisp
        //!
        //! The idea.
        type Input<'a> = Vec<Line<'a>>;
        pub struct Line<'a>(&'a str);
        fn parse(input: &str) -> Input<'_> { todo!() }
        pub fn part1(input: &[Line<'_>]) -> usize { input.len() }

        aoc_solution::functions! {
            Day01, "Not Quite Lisp", Input<'a>,
            part1 = part1,
            examples = [
                aoc_solution::Example::new("()").part1("0"),
            ],
        }
        "#);
    assert_eq!((copy.examples, copy.left_tests), (1, vec![7]));
}

#[test]
fn a_file_of_the_template() {
    let text = "use std::fs;\n\nadvent_of_code::solution!(1);\n\npub fn part_one(input: &str) -> Option<u32> { None }\n\
            pub fn part_two(input: &str) -> Option<u32> { None }\n\n#[cfg(test)]\nmod tests {\n    use super::*;\n\n    #[test]\n\
            fn test_part_one() {\n        let result = part_one(&advent_of_code::template::read_file(\"examples\", DAY));\n\
            assert_eq!(result, Some(3));\n    }\n}\n";
    let copy = copied(text, Style::Template, None);
    insta::assert_snapshot!(copy.text, @r#"
        use std::fs;

        pub fn part_one(input: &str) -> Option<u32> { None }
        pub fn part_two(input: &str) -> Option<u32> { None }

        aoc_solution::functions! {
            Day01, "Day 2015/1",
            part1 = part_one,
            part2 = part_two,
            examples = [
                aoc_solution::Example::new(r"1
        2
        ").part1("3"),
            ],
        }
        "#);
    assert_eq!(copy.problems, []);
}

#[test]
fn files_come_along_and_inputs_stay() {
    let text = "const INPUT: &str = include_str!(\"../input.txt\");\n\
            const MINE: &str = include_str!(\"../input.txt\");\n\
            const WORDS: &str = include_str!(\"../words.txt\");\n\
            const OTHERS: &[u8] = include_bytes!(\"../more/words.txt\");\n\
            const MISSING: &str = include_str!(\"missing\");\n\
            #[derive(Parser)]\n#[grammar = \"day.pest\"]\nstruct P;\n\
            pub fn part1(_: &str) -> usize { MINE.len() + WORDS.len() + OTHERS.len() + MISSING.len() }\n\
            fn main() { println!(\"{}\", part1(INPUT)); }\n\
            #[test]\nfn mine() { assert_eq!(part1(MINE), 7); }\n";
    let copy = copied(text, Style::Names, None);
    insta::assert_snapshot!(copy.text, @r#"
        const MINE: &str = include_str!("../../inputs/year2015/day01.txt");
        const WORDS: &str = include_str!("day01/words.txt");
        const OTHERS: &[u8] = include_bytes!("day01/more-words.txt");
        const MISSING: &str = include_str!("missing");
        #[derive(Parser)]
        #[grammar_inline = r"a
        "]
        struct P;
        pub fn part1(_: &str) -> usize { MINE.len() + WORDS.len() + OTHERS.len() + MISSING.len() }
        #[test]
        fn mine() { assert_eq!(part1(MINE), 7); }

        aoc_solution::functions! {
            Day01, "Day 2015/1",
            part1 = part1,
        }
        "#);
    let files: Vec<_> = copy
        .files
        .iter()
        .map(|(name, it)| (&**name, &*it.path))
        .collect();
    assert_eq!(
        files,
        [
            ("more-words.txt", "data/more/words.txt"),
            ("words.txt", "data/words.txt")
        ]
    );
    let why = "`include_str!` of a file that is not copied".to_owned();
    assert_eq!(copy.problems, [(5, why)]);
    let (_, answer) = &copy.answers[0];
    assert_eq!((&*answer.answer, answer.line), ("7", 12));
}

#[test]
fn a_main_that_is_given_the_input() {
    let text = "#[aoc::main(01)]\nfn main(input: &str) -> (usize, usize) { (1, 2) }\n";
    insta::assert_snapshot!(copied(text, Style::Names, None).text, @r#"
        fn solve(input: &str) -> (usize, usize) { (1, 2) }

        aoc_solution::functions! {
            Day01, "Day 2015/1",
            text = |text| text.trim_end_matches('\n'),
            solve = solve,
        }
        "#);
}

#[test]
fn titles_are_headings() {
    for (text, expected) in [
        ("//! # Not Quite Lisp\n", Some("Not Quite Lisp")),
        ("// --- Day 2: Dive! ---\n", Some("Dive!")),
        ("//! # Day 12 - Passage\n", Some("Passage")),
        (
            "#![allow(x)]\n\n// Advent of Code 2025 - Day 1: Secret\n",
            Some("Secret"),
        ),
        ("// a note\nuse x;\n// # Late\n", None),
        ("//! Day 1\n", None),
    ] {
        assert_eq!(title(text).as_deref(), expected, "{text}");
    }
}
