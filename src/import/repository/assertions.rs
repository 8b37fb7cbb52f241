//! Reads assertions of the old repository, such as `assert_eq!(part1(TEXT), 42)`. An assertion is
//! an example if its text is a literal, a constant or an example file of fspoettel's template,
//! perhaps parsed first. An assertion is a known answer if its text is a file that the code
//! includes, reads or names, and this file is the day's input. If the text is the result of another
//! function, such as `read_input(5)`, the import does not know the text. It may be the day's input.
//! An ignored test is perhaps wrong, so its text counts as not known, and it gives no example. All
//! other assertions are left out. If a function returns the answers to both parts, the assertion
//! has both as a tuple, such as `(42, 7)`.

mod scope;

use std::collections::{BTreeMap, BTreeSet};

use aoc_solution::Part;

use self::scope::{Equality, TestScope, TestValue};
use super::OldRepository;
use crate::files::is_same_text;
use crate::import::candidates::wiring::Wiring;
use crate::import::candidates::{Candidate, Rank};
use crate::import::folder::names::{join, path_from};
use crate::import::source::Source;
use crate::project::source::tokens;
use crate::puzzle::Day;

/// The assertions in `main` and in the tests of a day. All files of its puzzle are searched,
/// because the tests may be in their own file.
#[derive(Clone, Debug, Default)]
pub struct DayAssertions {
    asserted: Vec<AssertedCall>,
}

/// A call in the code of a day, with the answer that the code asserts.
#[derive(Clone, Debug)]
struct AssertedCall {
    /// The functions from the outermost to the innermost, with their arguments: `part1` and `parse`
    /// for `part1(parse(TEXT))`. `None` is an argument that is not a text.
    functions: Vec<(String, Option<AssertedText>)>,
    answer: AssertedAnswer,
}

/// The result that the code of a day asserts for a call.
#[derive(Clone, Debug)]
enum AssertedAnswer {
    /// The answer to one part.
    One(String),
    /// The answers to both parts. `None` if the value is not known.
    Both([Option<String>; 2]),
}

/// An answer that the code of a day asserts for a part and a text.
struct Assertion<'a> {
    part: Part,
    text: &'a AssertedText,
    answer: &'a str,
}

/// The text of an assertion.
#[derive(Clone, Debug)]
enum AssertedText {
    Literal(String),
    /// The text of a file that the code includes, reads or names.
    OfFile(String),
    /// The result of a function, such as `read_input(5)`.
    Unknown,
}

/// A text, and the answers that the day's own tests expect for it.
#[derive(Clone, Debug)]
pub struct TestedText {
    pub text: String,
    pub answers: BTreeMap<Part, String>,
}

impl TestedText {
    /// The example for `functions!` with this text and these answers.
    pub fn render(&self) -> String {
        let mut code = format!("aoc_solution::example!({:?})", self.text);
        for (part, answer) in &self.answers {
            code += &format!(".part{part}({answer:?})");
        }
        code
    }
}

/// The assertions in all files of a puzzle, see [`DayFile::files`](super::DayFile::files).
pub fn read_assertions<'f>(
    repository: &OldRepository,
    day: Day,
    files: impl Iterator<Item = (&'f String, &'f String)>,
) -> DayAssertions {
    let mut asserted = Vec::new();
    for (module, file) in files {
        let mut equalities = Vec::new();
        if let Ok(source) = repository.source(file)
            && !differs_in_tests(source)
        {
            TestScope::of_file(day).add_equalities(module, &source.items, &mut equalities);
        }
        let reader = AssertionReader {
            repository,
            day,
            file,
        };
        for Equality { sides, is_ignored } in equalities {
            let [left, right] = &sides;
            let mut calls = reader.asserted_calls(left, right);
            calls.extend(reader.asserted_calls(right, left));
            if is_ignored {
                calls.iter_mut().for_each(AssertedCall::forget_texts);
            }
            asserted.extend(calls);
        }
    }
    DayAssertions { asserted }
}

impl DayAssertions {
    /// The texts for which the day's own tests expect answers from the functions in `wiring`.
    pub fn tested_texts(&self, wiring: &Wiring) -> Vec<TestedText> {
        let mut tested = Vec::<TestedText>::new();
        for Assertion { part, text, answer } in self.assertions_about(wiring) {
            let AssertedText::Literal(text) = text else {
                continue;
            };
            let answer = answer.to_owned();
            match tested.iter_mut().find(|other| other.text == *text) {
                Some(other) => {
                    other.answers.entry(part).or_insert(answer);
                }
                None => tested.push(TestedText {
                    text: text.clone(),
                    answers: BTreeMap::from([(part, answer)]),
                }),
            }
        }
        tested
    }

    /// The longest text for which tests expect an answer of any candidate except helpers.
    pub fn longest_text(&self, candidates: &[Candidate]) -> Option<&str> {
        let asserted = self.assertions_about_all(candidates);
        let texts = asserted.filter_map(|assertion| match assertion.text {
            AssertedText::Literal(text) | AssertedText::OfFile(text) => Some(&**text),
            AssertedText::Unknown => None,
        });
        texts.max_by_key(|text| text.len())
    }

    /// The asserted answers to the day's input, for the functions of any candidate except helpers.
    /// If the assertions about several candidates differ, the first candidate counts. A literal, or
    /// a file that the code includes, reads or names, is the day's input if it has the same text.
    pub fn answers_to(&self, input: &str, candidates: &[Candidate]) -> BTreeMap<Part, String> {
        let mut answers = BTreeMap::new();
        for Assertion { part, text, answer } in self.assertions_about_all(candidates) {
            if let AssertedText::Literal(text) | AssertedText::OfFile(text) = text
                && is_same_text(text, input)
            {
                answers.entry(part).or_insert(answer.to_owned());
            }
        }
        answers
    }

    /// The asserted answers to texts that are not known, for the functions of any candidate except
    /// helpers. An answer that is also asserted for a known text is left out: that text is an
    /// example, and a function that uses an example in place of its argument gives this answer.
    pub fn answers_to_unknown_texts(&self, candidates: &[Candidate]) -> BTreeSet<(Part, String)> {
        let mut answers = [BTreeSet::new(), BTreeSet::new()];
        for Assertion { part, text, answer } in self.assertions_about_all(candidates) {
            let is_known = !matches!(text, AssertedText::Unknown);
            answers[usize::from(is_known)].insert((part, answer.to_owned()));
        }
        let [unknown, known] = &answers;
        unknown - known
    }

    /// The assertions about the functions of each candidate except helpers.
    fn assertions_about_all(
        &self,
        candidates: &[Candidate],
    ) -> impl Iterator<Item = Assertion<'_>> {
        candidates
            .iter()
            .filter(|candidate| candidate.rank != Rank::Helper)
            .flat_map(|candidate| self.assertions_about(&candidate.wiring))
    }

    /// The assertions about the functions in `wiring`.
    fn assertions_about(&self, wiring: &Wiring) -> impl Iterator<Item = Assertion<'_>> {
        let functions = Part::BOTH.map(|part| (part, wiring.functions_for(part)));
        let is_pair = wiring.is_pair();
        self.asserted.iter().flat_map(move |call| {
            let about = functions.iter().filter_map(|(part, functions)| {
                Some(Assertion {
                    part: *part,
                    text: call.text_of(functions)?,
                    answer: call.answer_to(*part, is_pair)?,
                })
            });
            about.collect::<Vec<_>>()
        })
    }
}

impl AssertedCall {
    /// The text that these functions get, if they are the outermost ones of the call.
    fn text_of(&self, functions: &[&str]) -> Option<&AssertedText> {
        let outermost = self.functions.get(..functions.len())?;
        let mut pairs = outermost.iter().zip(functions);
        if pairs.any(|((name, _), function)| name != function) {
            return None;
        }
        let (_, text) = outermost.last()?;
        text.as_ref()
    }

    /// The answer to the part. `is_pair` says whether the functions return both answers.
    fn answer_to(&self, part: Part, is_pair: bool) -> Option<&str> {
        match &self.answer {
            AssertedAnswer::One(answer) if !is_pair => Some(answer),
            AssertedAnswer::Both(answers) if is_pair => answers[part.index()].as_deref(),
            _ => None,
        }
    }

    /// Makes the texts unknown. A literal is certainly no input, and counts as no text.
    fn forget_texts(&mut self) {
        for (_, text) in &mut self.functions {
            *text = text
                .take_if(|text| !matches!(text, AssertedText::Literal(_)))
                .map(|_| AssertedText::Unknown);
        }
    }
}

/// Reads the assertions of a file of a day's puzzle.
struct AssertionReader<'r> {
    repository: &'r OldRepository,
    day: Day,
    /// The file with the assertions.
    file: &'r str,
}

impl AssertionReader<'_> {
    /// The calls in an `assert_eq!` with the sides `call` and `answer`. If the function has no
    /// arguments, each file that it names may be the text, so there is a call for each of these
    /// files.
    fn asserted_calls(&self, call: &TestValue, answer: &TestValue) -> Vec<AssertedCall> {
        let Some(answer) = answer_in(answer) else {
            return Vec::new();
        };
        if let TestValue::Call(path, arguments) = call
            && arguments.is_empty()
        {
            let texts = self.named_by(path).into_iter().map(AssertedText::OfFile);
            return texts
                .map(|text| AssertedCall {
                    functions: vec![(path.clone(), Some(text))],
                    answer: answer.clone(),
                })
                .collect();
        }
        let mut functions = Vec::new();
        let mut value = call;
        while let TestValue::Call(path, arguments) = value
            && let [only] = &**arguments
        {
            functions.push((path.clone(), self.text_of(only)));
            value = only;
        }
        vec![AssertedCall { functions, answer }]
    }

    /// The texts of the files that a function of the file names, itself or in the items that it
    /// uses.
    fn named_by(&self, function: &str) -> Vec<String> {
        let source = self.repository.source(self.file);
        let items = source.map_or(Vec::new(), |source| source.used_by(function));
        items
            .into_iter()
            .flat_map(|item| &item.facts.strings)
            .filter_map(|path| self.repository.file_named(self.file, path))
            .filter_map(|named| self.repository.tree.text(named).ok())
            .collect()
    }

    /// The text for which a value stands. `None` if the value is no text, if its file cannot be
    /// read, or if the text ends with a blank line. cargo-aoc would remove that line before the day
    /// gets the text, so the asserted answer may not hold here.
    fn text_of(&self, value: &TestValue) -> Option<AssertedText> {
        let AssertionReader {
            repository, file, ..
        } = *self;
        match value {
            // A function that gets the path of a file reads the file.
            TestValue::Text(text) => match repository.file_named(file, text) {
                Some(named) => repository.tree.text(named).ok().map(AssertedText::OfFile),
                None => literal(text.clone()),
            },
            TestValue::Included(path) => {
                let text = repository.tree.text(&path_from(file, path)).ok();
                text.map(AssertedText::OfFile)
            }
            TestValue::Call(function, arguments) => match (&**function, &**arguments) {
                ("read_to_string", [TestValue::Text(path)]) => {
                    let text = self.text_in_package(path.trim_start_matches("./"));
                    Some(text.map_or(AssertedText::Unknown, AssertedText::OfFile))
                }
                // The examples of fspoettel's template.
                ("read_file" | "read_file_part", [TestValue::Text(folder), _, part @ ..])
                    if folder == "examples" =>
                {
                    self.example(part)
                }
                _ => Some(AssertedText::Unknown),
            },
            TestValue::Number(_) | TestValue::Pair(_) | TestValue::Unknown => None,
        }
    }

    /// An example of the day in fspoettel's template, perhaps of a part. The text is not known if
    /// the repository lacks the example, or if the part is not a number.
    fn example(&self, part: &[TestValue]) -> Option<AssertedText> {
        let end = match part {
            [] => String::new(),
            [TestValue::Number(number)] => format!("-{number}"),
            _ => return Some(AssertedText::Unknown),
        };
        self.text_in_package(&format!("data/examples/{:02}{end}.txt", self.day.get()))
            .map_or(Some(AssertedText::Unknown), literal)
    }

    /// The text at a path that is relative to the folder of the package, where a test runs.
    fn text_in_package(&self, path: &str) -> Option<String> {
        let package = self.repository.package_of(self.file);
        let text = self.repository.tree.text(&join(&package.folder, path));
        text.ok()
    }
}

/// A text that is given to a function as it is. `None` if it ends with a blank line.
fn literal(text: String) -> Option<AssertedText> {
    let has_blank_end = text.ends_with("\n\n");
    (!has_blank_end).then_some(AssertedText::Literal(text))
}

/// The answers in the value to which a call is equal.
fn answer_in(value: &TestValue) -> Option<AssertedAnswer> {
    Some(match value {
        TestValue::Pair(both) => AssertedAnswer::Both(both.each_ref().map(TestValue::answer)),
        one => AssertedAnswer::One(one.answer()?),
    })
}

/// True if a condition such as `not(test)` or `cfg!(test)` may give a constant another value in
/// tests. The condition `#[cfg(test)]` alone only adds code.
fn differs_in_tests(source: &Source) -> bool {
    let words = tokens(&source.text);
    (0..words.len()).any(|start| match &words[start..] {
        ["cfg", "!", "(", "test", ")", ..] => true,
        ["cfg" | "cfg_attr", "(" | "!", condition @ ..] => {
            let mut parts = condition.split(|word| ["]", "{", ";"].contains(word));
            let condition = parts.next().unwrap_or_default();
            condition
                .windows(4)
                .any(|words| matches!(words, ["all" | "any" | "not", "(", "test", ")"]))
        }
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::Import;
    use crate::import::repository::day_file::DayFile;
    use crate::import::tests::with_request;
    use crate::testing::write;

    /// The answers that a day with this code asserts for its input.
    fn known_answers(code: &str) -> BTreeMap<Part, String> {
        with_day(code, |day| {
            day.assertions.answers_to(INPUT, day.candidates())
        })
    }

    /// The answers that a day with this code asserts for part 1 of its input, and for a text that
    /// is not known.
    fn asserted_in(code: &str) -> [Option<String>; 2] {
        with_day(code, |day| {
            let unknown = day.assertions.answers_to_unknown_texts(day.candidates());
            let unknown = unknown.into_iter().next().map(|(_, answer)| answer);
            [
                day.assertions
                    .answers_to(INPUT, day.candidates())
                    .remove(&Part::One),
                unknown,
            ]
        })
    }

    const INPUT: &str = "7\n6\n";

    /// Reads a day with this code.
    fn with_day<T>(code: &str, read: impl FnOnce(&DayFile) -> T) -> T {
        let temp = tempfile::tempdir().expect("a folder");
        write(&temp.path().join("old"), "2020/day01.rs", code);
        write(&temp.path().join("old"), "2020/day01.txt", INPUT);
        with_request(temp.path(), Some("old"), |request| {
            let import = Import::read(request).expect("a folder");
            read(import.repository.day_files().next().unwrap())
        })
    }

    #[test]
    fn an_assertion_about_a_helper_is_no_known_answer() {
        let part2 = "assert_eq!(part2(INPUT), 9);";
        let helper = "assert_eq!(count_two(INPUT), 7);";
        let other_version = "assert_eq!(solve2(INPUT), 8);";
        for (assertions, expected) in [
            (vec![part2], Some("9")),
            (vec![helper], None),
            (vec![part2, helper], Some("9")),
            (vec![helper, part2], Some("9")),
            (vec![other_version], Some("8")),
            // The function that most likely answers the part comes first.
            (vec![other_version, part2], Some("9")),
            (vec![part2, other_version], Some("9")),
        ] {
            let code = format!(
                "const INPUT: &str = include_str!(\"day01.txt\");\n\
                 fn part2(i: &str) -> usize {{ 9 }}\nfn solve2(i: &str) -> usize {{ 8 }}\n\
                 fn count_two(i: &str) -> usize {{ 7 }}\n\
                 #[test]\nfn real() {{ {} }}\n",
                assertions.join(" ")
            );
            let answers = known_answers(&code);
            let answer = answers.get(&Part::Two).map(String::as_str);
            assert_eq!(answer, expected, "{assertions:?}");
        }
    }

    /// A function without arguments may use an example, although its file includes the input.
    #[test]
    fn an_assertion_without_a_text_is_about_the_files_that_its_function_includes() {
        for (functions, answer) in [
            ("fn part1() -> usize { solve(INPUT) }", Some("7")),
            ("fn part1() -> usize { solve(EXAMPLE) }", None),
            (
                "fn part1() -> usize { solve(include_str!(\"day01.txt\")) }",
                Some("7"),
            ),
            (
                "fn text() -> &'static str { INPUT } fn part1() -> usize { solve(text()) }",
                Some("7"),
            ),
            (
                "struct Day; impl Day { fn text() -> &'static str { INPUT } }\n\
                 fn part1() -> usize { solve(Day::text()) }",
                Some("7"),
            ),
        ] {
            let code = format!(
                "const INPUT: &str = include_str!(\"day01.txt\");\n\
                 const EXAMPLE: &str = \"1\\n2\";\n\
                 fn solve(i: &str) -> usize {{ i.len() }}\n{functions}\n\
                 fn main() {{ println!(\"{{}}\", solve(INPUT)); }}\n\
                 #[test]\nfn real() {{ assert_eq!(part1(), 7); }}\n"
            );
            let answers = known_answers(&code);
            let known = answers.get(&Part::One).map(String::as_str);
            assert_eq!(known, answer, "{functions}");
        }
    }

    /// The user may have ignored a test because it is slow, or because its answer is wrong.
    #[test]
    fn an_ignored_test_confirms_answers_and_gives_no_example() {
        for (attributes, text, known, unknown, examples) in [
            ("", "include_str!(\"day01.txt\")", Some("700"), None, 0),
            ("", "\"1\\n2\"", None, None, 1),
            ("", "\"7\\n6\\n\"", Some("700"), None, 1),
            (
                "#[ignore]",
                "include_str!(\"day01.txt\")",
                None,
                Some("700"),
                0,
            ),
            ("#[ignore = \"slow\"]", "&input()", None, Some("700"), 0),
            ("#[ignore]", "\"1\\n2\"", None, None, 0),
            (
                "#[should_panic]",
                "include_str!(\"day01.txt\")",
                None,
                None,
                0,
            ),
            ("#[should_panic]", "\"1\\n2\"", None, None, 0),
        ] {
            let code = format!(
                "fn part1(i: &str) -> usize {{ 700 }}\n\
                 #[test] {attributes} fn real() {{ assert_eq!(part1({text}), 700); }}"
            );
            let [answer, asserted] = asserted_in(&code);
            assert_eq!(answer.as_deref(), known, "{code}");
            assert_eq!(asserted.as_deref(), unknown, "{code}");
            let tested = with_day(&code, |day| {
                let wiring = &day.candidates()[0].wiring;
                day.assertions.tested_texts(wiring).len()
            });
            assert_eq!(tested, examples, "{code}");
        }
    }

    #[test]
    fn an_answer_to_an_example_is_no_answer_to_an_unknown_text() {
        let example = "assert_eq!(part1(&parse(\"1\\n2\")), 700);";
        let other = "assert_eq!(part1(&numbers()), 700);";
        let real = "assert_eq!(part1(&numbers()), 800);";
        for (assertions, unknown) in [
            ([example, ""], None),
            ([other, ""], Some("700")),
            ([example, other], None),
            ([example, real], Some("800")),
        ] {
            let assertions = assertions.concat();
            let code = format!(
                "fn parse(i: &str) -> Vec<u8> {{ vec![] }} fn part1(v: &[u8]) -> usize {{ 700 }}\n\
                 #[test] fn t() {{ {assertions} }}"
            );
            let [_, asserted] = asserted_in(&code);
            assert_eq!(asserted.as_deref(), unknown, "{code}");
        }
    }

    #[test]
    fn a_tuple_has_the_answers_to_both_parts() {
        let both = "fn run(i: &str) -> (usize, usize) { (9, 18) }";
        let options = "fn solve(i: &str) -> (Option<u8>, Option<u8>) { (Some(9), Some(18)) }";
        let parsed =
            "fn parse(i: &str) -> Vec<u8> { vec![] } fn run(v: &[u8]) -> (u8, u8) { (9, 18) }";
        let parts = "fn part1(i: &str) -> u8 { 9 } fn part2(i: &str) -> u8 { 18 }";
        for (code, assertion, expected) in [
            (both, "run(INPUT), (9, 18)", [Some("9"), Some("18")]),
            (both, "(9, 18), run(INPUT)", [Some("9"), Some("18")]),
            (both, "run(INPUT), (9, other())", [Some("9"), None]),
            (
                options,
                "solve(INPUT), (Some(9), Some(18))",
                [Some("9"), Some("18")],
            ),
            (options, "solve(INPUT), (Some(9), None)", [Some("9"), None]),
            (
                parsed,
                "run(&parse(INPUT)), (9, 18)",
                [Some("9"), Some("18")],
            ),
            // These are not the answers to both parts.
            (both, "run(INPUT), 9", [None, None]),
            (parts, "part1(INPUT), (9, 18)", [None, None]),
            (both, "run(INPUT), (9, 18, 27)", [None, None]),
        ] {
            for (head, input) in [
                ("fn main()", true),
                ("#[test] fn t()", true),
                ("#[test] fn t()", false),
            ] {
                let text = if input {
                    "include_str!(\"day01.txt\")"
                } else {
                    "\"1\\n2\""
                };
                let code = format!(
                    "const INPUT: &str = {text};\n{code}\n{head} {{ assert_eq!({assertion}); }}"
                );
                let answers = if input {
                    known_answers(&code)
                } else {
                    with_day(&code, |day| {
                        let texts = day
                            .candidates()
                            .iter()
                            .flat_map(|candidate| day.assertions.tested_texts(&candidate.wiring));
                        texts.flat_map(|text| text.answers).collect()
                    })
                };
                let found = Part::BOTH.map(|part| answers.get(&part).map(String::as_str));
                assert_eq!(found, expected, "{code}");
            }
        }
    }

    #[test]
    fn a_variable_of_a_test_may_have_a_type() {
        let code = "fn part1(i: &str) -> usize { 700 }\n\
                    #[test] fn real() { let text: &str = include_str!(\"day01.txt\");\n\
                    assert_eq!(part1(text), 700); }";
        assert_eq!(asserted_in(code), [Some("700".to_owned()), None]);
    }

    #[test]
    fn a_text_may_be_in_a_file_that_code_reads_or_be_unknown() {
        for (code, known, unknown) in [
            (
                "fn part1() -> usize { read(\"2020/day01.txt\") }\n\
                 #[test] fn real() { assert_eq!(part1(), 700); }",
                Some("700"),
                None,
            ),
            (
                "struct Day; impl Day { fn part1(i: &str) -> usize { 700 } }\n\
                 #[test] fn real() { let text = std::fs::read_to_string(\"2020/day01.txt\").unwrap();\n\
                 assert_eq!(700, Day::part1(&text)); }",
                Some("700"),
                None,
            ),
            (
                "fn part1(i: &str) -> usize { 700 }\n\
                 #[test] fn real() { let text = input(2020, 1); assert_eq!(part1(text.as_str()), 700); }",
                None,
                Some("700"),
            ),
            (
                "fn parse(i: &str) -> &str { i } fn part1(i: &str) -> usize { 700 }\n\
                 #[test] fn real() { assert_eq!(part1(parse(&input())), 700); }",
                None,
                Some("700"),
            ),
            (
                "fn part1(i: &[u8]) -> usize { 700 }\n\
                 #[test] fn real() { assert_eq!(part1(&[1, 2]), 700); }",
                None,
                None,
            ),
            (
                "fn part1(i: &str) -> usize { 700 }\n\
                 #[test] fn real() { static TEXT: &str = include_str!(\"day01.txt\");\n\
                 assert_eq!(part1((TEXT)), 700); }",
                Some("700"),
                None,
            ),
            (
                "fn part1(i: &str) -> usize { 700 }\n\
                 #[test] fn real() -> std::io::Result<()> {\n\
                 let text = std::fs::read_to_string(\"2020/day01.txt\")?;\n\
                 assert_eq!(part1(&text), 700); Ok(()) }",
                Some("700"),
                None,
            ),
            (
                "fn part1(i: &str) -> usize { 700 }\n\
                 #[test] fn real() {\n\
                 let text = include_str!(concat!(\"day\", \"01.txt\"));\n\
                 assert_eq!(part1(text), 700); }",
                None,
                None,
            ),
            // The function in the test is not that of the day.
            (
                "fn part1(i: &str) -> usize { 7 }\n\
                 #[test] fn real() { fn part1(i: &str) -> usize { 700 }\n\
                 assert_eq!(part1(include_str!(\"day01.txt\")), 700); }",
                None,
                None,
            ),
            (
                "fn part1(i: &str) -> isize { -700 }\n\
                 #[test] fn real() { assert_eq!(part1(include_str!(\"day01.txt\")), -700); }",
                Some("-700"),
                None,
            ),
            // These values are not known.
            (
                "fn part1(i: &str) -> isize { -700 }\n\
                 #[test] fn real() { assert_eq!(part1(include_str!(\"day01.txt\")), -total()); }",
                None,
                None,
            ),
            (
                "fn part1(i: &str) -> char { 'x' }\n\
                 #[test] fn real() { assert_eq!(part1(include_str!(\"day01.txt\")), 'x'); }",
                None,
                None,
            ),
            (
                "fn part1(i: &str) -> usize { 700 }\n\
                 #[test] fn real() { assert_eq!(part1(include_str!(\"day01.txt\")), [700][0]); }",
                None,
                None,
            ),
            (
                "fn part1(i: &str) -> usize { 700 }\n\
                 #[test] fn real() { assert_eq!((DAY.part1)(include_str!(\"day01.txt\")), 700); }",
                None,
                None,
            ),
        ] {
            let [answer, asserted] = asserted_in(code);
            assert_eq!(answer.as_deref(), known, "{code}");
            assert_eq!(asserted.as_deref(), unknown, "{code}");
        }
    }

    /// The package has no such file in its folder. The file beside the source is another one.
    #[test]
    fn a_test_reads_files_in_the_folder_of_its_package() {
        let code = "fn part1(i: &str) -> usize { 700 }\n\
                    #[test] fn real() { let text = std::fs::read_to_string(\"day01.txt\").unwrap();\n\
                    assert_eq!(part1(&text), 700); }";
        assert_eq!(asserted_in(code), [None, Some("700".to_owned())]);
    }

    #[test]
    fn only_a_condition_makes_the_answers_of_tests_differ() {
        for (code, is_known) in [
            (
                "fn test(c: char) -> bool { true } fn f(t: &str) -> bool { t.chars().any(test) }",
                true,
            ),
            (
                "fn f() -> bool { if cfg!(windows) { not(test) } else { all(test) } }",
                true,
            ),
            ("const N: u8 = if cfg!(test) { 1 } else { 2 };", false),
            ("const N: u8 = if cfg!(not(test)) { 1 } else { 2 };", false),
            ("#[cfg(not(test))] const N: u8 = 1;", false),
            ("#[cfg(all(windows, not(test)))] const N: u8 = 1;", false),
            ("#[cfg_attr(not(test), path = \"a.rs\")] mod a;", false),
        ] {
            let answers = known_answers(&format!(
                "{code}\nfn part1(i: &str) -> u8 {{ 8 }}\n\
                 #[test] fn t() {{ assert_eq!(part1(include_str!(\"day01.txt\")), 8); }}"
            ));
            assert_eq!(answers.contains_key(&Part::One), is_known, "{code}");
        }
    }

    /// A function that takes a path reads the file itself, so the path is no text of an example.
    #[test]
    fn a_literal_that_names_a_file_is_the_text_of_the_file() {
        for (literal, tested, answer) in [
            ("1\\n2", 1, None),
            ("no/file.txt", 1, None),
            ("data/test.txt", 0, None),
            ("./data/input.txt", 0, Some("7")),
            ("../data/test.txt", 0, None),
            ("2020/data/input.txt", 0, Some("7")),
        ] {
            let temp = tempfile::tempdir().expect("a folder");
            let folder = temp.path().join("old");
            let code = format!(
                "fn part1(path: &str) -> usize {{ std::fs::read_to_string(path).unwrap().len() }}\n\
                 #[test]\nfn works() {{ assert_eq!(part1(\"{literal}\"), 7); }}\n"
            );
            write(&folder, "2020/Cargo.toml", "[package]\nname = \"days\"\n");
            write(&folder, "2020/src/bin/01.rs", code);
            for (file, text) in [("2020/data/input", "7\n"), ("2020/data/test", "1\n")] {
                write(&folder, &format!("{file}.txt"), text);
            }
            write(&folder, "data/test.txt", "2\n");
            let (texts, answers) = with_request(temp.path(), Some("old"), |request| {
                let import = Import::read(request).expect("a folder");
                let day = import.repository.day_files().next().unwrap();
                let wiring = &day.candidates()[0].wiring;
                (
                    day.assertions.tested_texts(wiring),
                    day.assertions.answers_to("7\n", day.candidates()),
                )
            });
            assert_eq!(texts.len(), tested, "{literal}");
            let known = answers.get(&Part::One).map(String::as_str);
            assert_eq!(known, answer, "{literal}");
        }
    }

    #[test]
    fn an_assertion_is_about_the_function_to_which_its_path_leads() {
        for (call, of_day, of_other) in [
            ("part1", "5", "-"),
            ("crate::import::part1", "5", "-"),
            ("self::crate::import::part1", "5", "-"),
            ("crate::day01::part1", "5", "-"),
            ("aoc23::day01::part1", "5", "-"),
            ("day02::part1", "-", "-"),
            ("crate::day02::part1", "-", "-"),
            ("other::part1", "-", "5"),
            ("crate::import::other::part1", "-", "5"),
            ("day01::other::part1", "-", "5"),
            ("third::part1", "-", "-"),
        ] {
            let code = format!(
                "fn part1(i: &str) -> usize {{ 1 }}\n\
                 pub mod other {{ pub fn part1(i: &str) -> usize {{ 2 }}\n\
                 #[test] fn own() {{ assert_eq!(part1(\"own\"), 7); }} }}\n\
                 mod third {{ pub fn part1(i: &str) -> usize {{ 3 }} }}\n\
                 mod tests {{ use super::*;\n\
                 #[test] fn part1() {{ assert_eq!({call}(\"x\"), 5); }} }}\n"
            );
            let temp = tempfile::tempdir().expect("a folder");
            write(&temp.path().join("old"), "2020/day01.rs", &code);
            let tested = with_request(temp.path(), Some("old"), |request| {
                let import = Import::read(request).expect("a folder");
                let day = import.repository.day_files().next().unwrap();
                ["part1", "other::part1"].map(|function| {
                    let candidate = day
                        .candidates()
                        .iter()
                        .find(|candidate| candidate.wiring.functions_for(Part::One) == [function]);
                    day.assertions
                        .tested_texts(&candidate.expect("it is called").wiring)
                })
            });
            let [day, other] = tested;
            let answer = |tested: &[TestedText], text: &str| {
                let found = tested.iter().find(|tested| tested.text == text);
                found.map_or("-".to_owned(), |tested| tested.answers[&Part::One].clone())
            };
            assert_eq!(answer(&day, "x"), of_day, "{call}");
            assert_eq!(answer(&other, "x"), of_other, "{call}");
            assert_eq!([answer(&day, "own"), answer(&other, "own")], ["-", "7"]);
        }
    }
}
