//! The copy of a day: the original's text with one call of `functions!`, and
//! without what belongs to the other tool.

use std::collections::{BTreeMap, BTreeSet};

use super::adapter;
use super::attributes;
use super::day::{self, Wiring};
use super::edits::Edits;
use super::examples::{Example, InputAnswer, Tests};
use super::files::{Files, Named, include_at};
use super::input_type::Lifetimes;
use super::items::{Function, Items, MacroCall, items};
use super::modules::{self, Layout};
use super::source::Source;
use super::values;
use crate::puzzle::Puzzle;

/// How a file says which functions are the day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// By the names of the functions.
    Names,
    /// The same, with `solution!(1)`.
    Template,
    /// By the attributes of cargo-aoc.
    Attributes,
    /// By a file for each part.
    Parts,
}

/// What a copy is made of.
pub struct Original<'o> {
    pub puzzle: Puzzle,
    pub style: Style,
    /// From the root of its tree, with slashes.
    pub file: &'o str,
    pub text: &'o str,
    pub layout: &'o Layout,
    /// Of the types in all files of the package.
    pub lifetimes: &'o Lifetimes,
    /// The file with its tests and its text, if they have one of their own.
    pub tests: Option<(&'o str, &'o str)>,
    pub files: &'o dyn Files,
    /// The folder of the files that it includes, as its copy is to name it.
    pub folder: &'o str,
    /// The user's input, as the copy is to include it.
    pub input: &'o str,
    /// What it is called if it has no heading.
    pub title: Option<String>,
    /// Crates whose macros it can use without naming them.
    pub macros: &'o [String],
}

/// What became of a day.
#[derive(Debug, Default)]
pub struct Copy {
    pub text: String,
    pub examples: usize,
    /// Lines of the original, and why they are a problem.
    pub problems: Vec<(usize, String)>,
    /// Lines of the file of tests that are not examples now.
    pub left_tests: Vec<usize>,
    /// Answers to the input, each with the file that says so.
    pub answers: Vec<(String, InputAnswer)>,
    /// The files that it includes, by their names in its folder.
    pub files: BTreeMap<String, Named>,
}

/// `None` if no function answers a part.
pub fn copy(original: &Original<'_>) -> Option<Copy> {
    let source = Source::new(original.text);
    let all = items(&source, source.all());
    let mut lifetimes = original.lifetimes.clone();
    lifetimes.extend(
        all.types
            .iter()
            .map(|it| (it.name.to_owned(), it.lifetimes)),
    );
    let mut wiring = match original.style {
        Style::Attributes => attributes::wiring(&source, &all, original.puzzle.day, &lifetimes)?,
        Style::Names | Style::Template => day::usual(&source, &all, &lifetimes)?,
        // These are not copied into one file.
        Style::Parts => return None,
    };
    wiring.helpers = day::helpers(&source, &all);
    let mut copy = Copy::default();
    let mut edits = Edits::default();
    for line in modules::edit(&source, original.layout, original.puzzle.year, &mut edits) {
        let why = "it uses another year, which is another program here".to_owned();
        copy.problems.push((line, why));
    }
    show_types(&source, &all, &wiring, &mut edits);
    attributes::remove(&source, &all, &mut edits);
    if original.style == Style::Template {
        for call in all.macros.iter().filter(|it| is_template(&source, it)) {
            edits.remove_lines(source.text, source.bytes(call.all.clone()));
        }
    }
    import_macros(original.macros, &source, &mut edits);
    for main in all.functions.iter().filter(|it| it.name == "main") {
        if day::is_marked(&source, main) {
            name_solve(&source, main, &mut edits);
        } else {
            edits.remove_lines(source.text, source.bytes(main.all.clone()));
        }
    }
    let mut examples = examples(original, &source, &all, &wiring, &mut edits, &mut copy);
    if let Some((file, text)) = original.tests {
        let source = Source::new(text);
        let all = items(&source, source.all());
        let tests = Tests {
            source: &source,
            wiring: &wiring,
            file,
            files: original.files,
        };
        let found = tests.find(&all, &Items::default());
        examples.extend(found.examples);
        copy.left_tests = found.left;
        let answers = found.answers.into_iter();
        copy.answers
            .extend(answers.map(|answer| (file.to_owned(), answer)));
    }
    includes(original, &source, &all, &mut edits, &mut copy);
    let title = title(original.text)
        .or_else(|| original.title.clone())
        .unwrap_or_else(|| format!("Day {}", original.puzzle));
    let call = adapter::render(original.puzzle, &title, &wiring, &examples);
    copy.examples = examples.len();
    let tests = all.modules.iter().find(|module| module.is_test);
    if let Some(module) = tests {
        let start = source.bytes(module.all.clone()).start;
        let line = original.text[..start].rfind('\n').map_or(0, |at| at + 1);
        edits.replace(line..line, format!("{call}\n"));
        copy.text = edits.apply(original.text);
    } else {
        copy.text = edits.apply(original.text);
        copy.text.truncate(copy.text.trim_end().len());
        copy.text.extend(["\n\n", &call]);
    }
    copy.text.truncate(copy.text.trim_end().len());
    copy.text.push('\n');
    Some(copy)
}

/// The examples in the file's own tests. Tests that need the template's library
/// are removed, as it is not here; the others stay.
fn examples(
    original: &Original<'_>,
    source: &Source<'_>,
    all: &Items<'_>,
    wiring: &Wiring,
    edits: &mut Edits,
    copy: &mut Copy,
) -> Vec<Example> {
    let tests = Tests {
        source,
        wiring,
        file: original.file,
        files: original.files,
    };
    let found = tests.find(all, &Items::default());
    let mut examples = found.examples;
    let mut answers = found.answers;
    for module in all.modules.iter().filter(|module| module.is_test) {
        let Some(body) = module.body.clone() else {
            continue;
        };
        let inner = items(source, body);
        let found = tests.find(&inner, all);
        examples.extend(found.examples);
        answers.extend(found.answers);
        if original.style != Style::Template {
            continue;
        }
        let needs_template = |name: &str| {
            let function = inner.functions.iter().find(|it| it.name == name);
            function.is_some_and(|it| {
                let mut body = it.body.clone();
                body.any(|index| matches!(source.word(index), "template" | "DAY"))
            })
        };
        let lost: Vec<_> = inner
            .functions
            .iter()
            .filter(|it| needs_template(it.name))
            .collect();
        if lost.len() == inner.functions.len() {
            edits.remove_lines(source.text, source.bytes(module.all.clone()));
        } else {
            for function in &lost {
                edits.remove_lines(source.text, source.bytes(function.all.clone()));
            }
        }
        let is_converted = |name: &str| found.converted.iter().any(|it| it.name == name);
        for function in lost.iter().filter(|it| !is_converted(it.name)) {
            let why = "this test is not copied: it needs the template, or its example is missing"
                .to_owned();
            copy.problems.push((source.line(function.all.start), why));
        }
    }
    let answers = answers.into_iter();
    copy.answers
        .extend(answers.map(|answer| (original.file.to_owned(), answer)));
    examples
}

/// Whether this is `solution!(1)`, or `main!(1)` of older templates.
pub fn is_template(source: &Source<'_>, call: &MacroCall) -> bool {
    matches!(source.word(call.path.end - 1), "solution" | "main")
}

/// Makes a function `solve` of a `main` that an attribute gives the input.
fn name_solve(source: &Source<'_>, main: &Function<'_>, edits: &mut Edits) {
    for attribute in &main.attributes {
        edits.remove_lines(source.text, source.bytes(attribute.clone()));
    }
    let mut tokens = main.all.clone();
    if let Some(keyword) = tokens.find(|&index| source.matches(index, &["fn", "main"])) {
        edits.replace(source.bytes(keyword + 1..keyword + 2), "solve");
    }
}

/// Sees to the files that the code includes. The user's input stays where inputs
/// are, and a constant with it that only `main` needed goes; other texts are
/// copied beside the day, and a grammar is written into its attribute.
fn includes(
    original: &Original<'_>,
    source: &Source<'_>,
    all: &Items<'_>,
    edits: &mut Edits,
    copy: &mut Copy,
) {
    let mains: Vec<&Function<'_>> = all
        .functions
        .iter()
        .filter(|it| it.name == "main" && !day::is_marked(source, it))
        .collect();
    let in_main = |index: usize| mains.iter().any(|main| main.all.contains(&index));
    for index in source.all().filter(|index| !in_main(*index)) {
        let is_grammar = source.matches(index, &["#", "[", "grammar", "="]);
        if is_grammar {
            let literal = values::unquoted(source.word(index + 4));
            let file = literal.and_then(|path| {
                let in_src = original.files.opened(&format!("src/{path}"));
                in_src.or_else(|| original.files.opened(&path))
            });
            if let Some(file) = file {
                let inline = format!("grammar_inline = {}", values::quoted(&file.text));
                edits.replace(source.bytes(index + 2..index + 5), inline);
            } else {
                let why = "the file of this grammar is not copied".to_owned();
                copy.problems.push((source.line(index), why));
            }
        }
        if !matches!(source.word(index), "include_str" | "include_bytes")
            || source.word(index + 1) != "!"
        {
            continue;
        }
        let literal = include_at(source, index);
        let file = literal.and_then(|literal| {
            let path = values::unquoted(source.word(literal))?;
            original.files.included(original.file, &path)
        });
        let unused = || {
            let constant = all.constants.iter().find(|it| it.all.contains(&index))?;
            let is_mentioned = |other: usize| {
                source.word(other) == constant.name
                    && !constant.all.contains(&other)
                    && !in_main(other)
            };
            (!source.all().any(is_mentioned)).then_some(constant)
        };
        if let Some(constant) = unused() {
            edits.remove_lines(source.text, source.bytes(constant.all.clone()));
            continue;
        }
        let (Some(literal), Some(file)) = (literal, file) else {
            let why = format!("`{}!` of a file that is not copied", source.word(index));
            copy.problems.push((source.line(index), why));
            continue;
        };
        let path = if file.is_input {
            original.input.to_owned()
        } else {
            format!("{}{}", original.folder, add_file(&mut copy.files, file))
        };
        edits.replace(source.bytes(literal..literal + 1), format!("{path:?}"));
    }
}

/// Adds a file to those of a day; returns the name that it has there.
fn add_file(files: &mut BTreeMap<String, Named>, file: Named) -> String {
    let mut name = String::new();
    for folder in file.path.rsplit('/') {
        name = match &*name {
            "" => folder.to_owned(),
            inner => format!("{folder}-{inner}"),
        };
        if files.get(&name).is_none_or(|other| *other == file) {
            break;
        }
    }
    files.insert(name.clone(), file);
    name
}

/// Imports the macros that the root of the other crate imported for all files.
pub fn import_macros(crates: &[String], source: &Source<'_>, edits: &mut Edits) {
    let mut first = 0;
    while source.matches(first, &["#", "!", "["]) {
        first = source.close(first + 2) + 1;
    }
    let start = source.bytes(first..first + 1).start;
    for name in crates {
        let import = format!("#[allow(unused_imports)]\nuse {name}::*;\n");
        edits.replace(start..start, import);
    }
}

/// Makes the file's types visible, if the type of the input consists of one
/// that is not: the year's program must be able to name it. The others follow,
/// as what a visible type implements may name them.
fn show_types(source: &Source<'_>, all: &Items<'_>, wiring: &Wiring, edits: &mut Edits) {
    let Some((_, input)) = &wiring.parse else {
        return;
    };
    let input = Source::new(input);
    let mut names: Vec<&str> = input.all().map(|index| input.word(index)).collect();
    let mut seen = BTreeSet::new();
    let mut is_hidden = false;
    while let Some(name) = names.pop() {
        if !seen.insert(name) {
            continue;
        }
        let Some(found) = all.types.iter().find(|it| it.name == name) else {
            continue;
        };
        match &found.alias {
            Some(alias) => names.extend(alias.clone().map(|index| source.word(index))),
            None => is_hidden |= !found.is_visible,
        }
    }
    let hidden = all.types.iter().filter(|it| is_hidden && !it.is_visible);
    for found in hidden.filter(|it| it.alias.is_none()) {
        let start = source.tokens[found.keyword].start;
        edits.replace(start..start, "pub ");
    }
}

/// The title that the first comment of a file has as its heading, without
/// `Day 1:`.
pub fn title(text: &str) -> Option<String> {
    let comments = text
        .lines()
        .map(str::trim)
        .take_while(|line| line.is_empty() || line.starts_with("//") || line.starts_with("#!["));
    for line in comments {
        let line = line.trim_start_matches(['/', '!']).trim();
        let heading = line
            .strip_prefix('#')
            .filter(|rest| !rest.starts_with("!["))
            .map(|it| it.trim_start_matches('#'));
        let line = heading
            .unwrap_or(line)
            .trim_matches(|c: char| c.is_whitespace() || "-*=#".contains(c));
        let after_day = line.find("Day ").and_then(|at| {
            let rest = line[at + 4..].trim_start_matches(|c: char| c.is_ascii_digit());
            let name = rest
                .strip_prefix(':')
                .or_else(|| rest.trim_start().strip_prefix('-'))?;
            Some(name.trim())
        });
        let title = match (heading, after_day) {
            (_, Some(title)) => title,
            (Some(_), None) => line,
            (None, None) => continue,
        };
        let is_title = !title.is_empty() && title.len() <= 80 && !title.contains(char::is_control);
        if is_title {
            return Some(title.to_owned());
        }
    }
    None
}

#[cfg(test)]
mod tests {
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
            file: "src/day01.rs",
            text,
            layout: &Layout::default(),
            lifetimes: &Lifetimes::new(),
            tests: tests.map(|text| ("tests/day01.rs", text)),
            files: &Stub,
            folder: "day01/",
            input: "../../inputs/year2015/day01.txt",
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
}
