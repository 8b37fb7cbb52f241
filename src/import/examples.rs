//! Reads assertions of the old repository, such as `assert_eq!(part1(TEXT), 42)`. An assertion is
//! an example if its text is a literal, a constant or an example file of fspoettel's template,
//! perhaps parsed first. An assertion is a known answer if its text is a file that the code
//! includes or reads, and this file is the day's input. All other assertions are ignored.

use std::collections::BTreeMap;
use std::path::Path;

use aoc_solution::Part;
use syn::punctuated::Punctuated;
use syn::{Expr, Item, ItemFn, Lit, LitStr, Macro, Pat, Stmt, Token, UnOp};

use super::day_file::DayFile;
use super::inputs::is_same_text;
use super::names::{folder_of, join, part_of};
use super::repository::OldRepository;
use super::source::{Source, is_main};
use super::wiring::Wiring;
use crate::files::{slashed, without_dots};
use crate::project::source::tokens;

/// Functions and methods whose result counts as the value of their argument or receiver.
const VALUE_OF_ARGUMENT: [&str; 10] = [
    "Some",
    "Ok",
    "from",
    "unwrap",
    "as_str",
    "as_bytes",
    "to_string",
    "to_owned",
    "into",
    "expect",
];

/// Macros that do not change the meaning of the statements after them.
const PRINTING: [&str; 5] = ["println", "print", "eprintln", "eprint", "assert"];

/// The deepest nesting of calls that is read. The value of a deeper call is unknown.
const MAX_CALLS: usize = 8;

/// The value of an expression in a test.
#[derive(Clone, PartialEq)]
enum TestValue {
    Text(String),
    Number(String),
    Call(String, Vec<TestValue>),
    /// The text of a file. The path is relative to the source.
    Included(String),
    Unknown,
}

/// The answer of a part for a text, as the code of a day asserts it.
#[derive(Debug)]
pub struct Assertion {
    pub part: Part,
    pub text: String,
    pub answer: String,
    /// Whether the text is in a file that the code includes or reads.
    pub is_of_file: bool,
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

/// The constants and variables that a test can use.
type Names = BTreeMap<String, TestValue>;

/// The texts for which a day's own tests expect answers of the functions in `wiring`. All files of
/// the puzzle are searched, because the tests may be in their own file.
pub fn tested_texts(repository: &OldRepository, day: &DayFile, wiring: &Wiring) -> Vec<TestedText> {
    let mut tested = Vec::<TestedText>::new();
    let mut assertions = assertions(repository, day, wiring);
    assertions.retain(|assertion| !assertion.is_of_file);
    for Assertion {
        part, text, answer, ..
    } in assertions
    {
        match tested.iter_mut().find(|other| other.text == text) {
            Some(other) => {
                other.answers.entry(part).or_insert(answer);
            }
            None => tested.push(TestedText {
                text,
                answers: BTreeMap::from([(part, answer)]),
            }),
        }
    }
    tested
}

/// The examples of a day as source code.
pub fn examples_of_tests(
    repository: &OldRepository,
    day: &DayFile,
    wiring: &Wiring,
) -> Vec<String> {
    let tested = tested_texts(repository, day, wiring);
    tested.iter().map(TestedText::render).collect()
}

/// The answers to the day's input that `main` or a test of the day asserts. They may call any
/// candidate, except a helper. If the assertions of several candidates differ, that of the first
/// one counts. A file that the code includes or reads is the day's input if it has the same text.
pub fn asserted_answers(
    repository: &OldRepository,
    day: &DayFile,
    input: &str,
) -> BTreeMap<Part, String> {
    let mut answers = BTreeMap::new();
    let candidates = day.candidates().iter();
    for candidate in candidates.filter(|candidate| !candidate.is_helper) {
        for assertion in assertions(repository, day, &candidate.wiring) {
            if assertion.is_of_file && is_same_text(&assertion.text, input) {
                answers.entry(assertion.part).or_insert(assertion.answer);
            }
        }
    }
    answers
}

/// The assertions in `main` and in the tests of all files of the day's puzzle.
fn assertions(repository: &OldRepository, day: &DayFile, wiring: &Wiring) -> Vec<Assertion> {
    let mut found = Vec::new();
    for file in repository
        .days
        .iter()
        .filter(|file| file.puzzle == day.puzzle)
    {
        let Ok(source) = repository.source(&file.file) else {
            continue;
        };
        // With `not(test)` or `cfg!(test)`, a constant may have another value in tests.
        if source.text.replace("#[cfg(test)]", "").contains("(test)") {
            continue;
        }
        let texts = Texts {
            repository,
            day,
            file: &file.file,
        };
        for Equality { of_part, sides } in equalities(source) {
            let [left, right] = &sides;
            found.extend(texts.assertions(wiring, of_part, left, right));
            found.extend(texts.assertions(wiring, of_part, right, left));
        }
    }
    found
}

/// Finds the texts of assertions.
struct Texts<'a> {
    repository: &'a OldRepository,
    day: &'a DayFile,
    /// The source with the assertions.
    file: &'a str,
}

impl Texts<'_> {
    /// The assertions in an `assert_eq!` with the sides `call` and `answer`. Empty unless `call`
    /// calls the functions that answer a part with a text. If the function has no arguments, each
    /// file that its source includes may be the text, so there is an assertion for each of these
    /// files. If the day has a file for each part, `of_part` is the part of the assertion's file,
    /// and only functions of this file are called.
    fn assertions(
        &self,
        wiring: &Wiring,
        of_part: Option<Part>,
        call: &TestValue,
        answer: &TestValue,
    ) -> Vec<Assertion> {
        let (TestValue::Text(answer) | TestValue::Number(answer)) = answer else {
            return Vec::new();
        };
        let assertion = |part: Part, text: String, is_of_file: bool| Assertion {
            part,
            text,
            answer: answer.clone(),
            is_of_file,
        };
        for part in Part::BOTH {
            let mut functions = wiring.functions_for(part);
            if functions.is_empty() || of_part.is_some_and(|of_part| of_part != part) {
                continue;
            }
            if of_part.is_some() {
                let module = format!("part{part}::");
                for function in &mut functions {
                    *function = function.strip_prefix(&*module).unwrap_or(function);
                }
            }
            let mut value = call;
            for function in &functions {
                match value {
                    TestValue::Call(name, arguments) if name == function => match &**arguments {
                        [only] => value = only,
                        [] if functions.len() == 1 => {
                            let texts = self.included().into_iter();
                            return texts.map(|text| assertion(part, text, true)).collect();
                        }
                        _ => value = &TestValue::Unknown,
                    },
                    _ => value = &TestValue::Unknown,
                }
            }
            // A test may have a blank line at the end. cargo-aoc removes it from the input of a
            // day.
            let is_of_file = value.is_file();
            if let Some(text) = self.text_of(value)
                && (is_of_file || !text.ends_with("\n\n"))
            {
                return vec![assertion(part, text, is_of_file)];
            }
        }
        Vec::new()
    }

    /// The texts of the files that the source includes.
    fn included(&self) -> Vec<String> {
        let source = self.repository.source(self.file);
        let words = source.map_or(Vec::new(), |source| tokens(&source.text));
        let macros = words.windows(4);
        let paths = macros.filter_map(|words| match words {
            ["include_str", "!", "(", path] => {
                Some(TestValue::Included(path.trim_matches('"').to_owned()))
            }
            _ => None,
        });
        paths.filter_map(|path| self.text_of(&path)).collect()
    }

    /// The text of a value. The value is a literal, a file that is included or read, or an example
    /// file of fspoettel's template.
    fn text_of(&self, value: &TestValue) -> Option<String> {
        let Self {
            repository,
            day,
            file,
        } = *self;
        let package = repository.package_of(file);
        let name = match value {
            TestValue::Text(text) => return Some(text.clone()),
            TestValue::Included(path) => {
                let path = without_dots(&Path::new(folder_of(file)).join(path));
                return repository.tree.text(&slashed(&path)).ok();
            }
            TestValue::Call(function, arguments) => match (&**function, &**arguments) {
                ("read_to_string", [TestValue::Text(path)]) => {
                    let path = path.trim_start_matches("./");
                    return repository.tree.text(&join(&package.folder, path)).ok();
                }
                ("read_file", [TestValue::Text(folder), _]) if folder == "examples" => {
                    String::new()
                }
                ("read_file_part", [TestValue::Text(folder), _, TestValue::Number(part)])
                    if folder == "examples" =>
                {
                    format!("-{part}")
                }
                _ => return None,
            },
            _ => return None,
        };
        let path = format!("data/examples/{:02}{name}.txt", day.puzzle.day.get());
        let package = repository.package_of(&day.file);
        repository.tree.text(&join(&package.folder, &path)).ok()
    }
}

impl TestValue {
    /// True for the text of a file that the code includes or reads.
    fn is_file(&self) -> bool {
        matches!(self, Self::Included(_))
            || matches!(self, Self::Call(name, _) if name == "read_to_string")
    }
}

/// An `assert_eq!` in the tests or in `main` of a source.
struct Equality {
    /// The part of the source, if the day has a file for each part.
    of_part: Option<Part>,
    sides: [TestValue; 2],
}

fn equalities(source: &Source) -> Vec<Equality> {
    let files: Vec<(Option<Part>, Vec<&Item>)> = if source.is_joined {
        let modules = source.items.iter();
        modules
            .map(|module| (part_of(&module.name), vec![&module.item]))
            .collect()
    } else {
        let items = source.items.iter().map(|item| &item.item);
        vec![(None, items.collect())]
    };
    let mut equalities = Vec::new();
    for (of_part, items) in files {
        let mut found = Vec::new();
        add_equalities(&items, &Names::new(), &mut found);
        let sides = found.into_iter();
        equalities.extend(sides.map(|(left, right)| Equality {
            of_part,
            sides: [left, right],
        }));
    }
    equalities
}

/// Adds the assertions in `main` and in tests, also in inline modules. A module can use the
/// constants of the modules around it.
fn add_equalities(items: &[&Item], outer: &Names, found: &mut Vec<(TestValue, TestValue)>) {
    let mut names = outer.clone();
    for item in items {
        if let Some((name, expression)) = constant(item) {
            let value = value(expression, &names, 0);
            names.insert(name, value);
        }
    }
    for item in items {
        match item {
            Item::Fn(function) if is_plain_test(function) || is_main(&function.sig) => {
                add_function(function, &names, found);
            }
            Item::Mod(module) => {
                let items = module.content.iter().flat_map(|(_, items)| items);
                add_equalities(&items.collect::<Vec<_>>(), &names, found);
            }
            _ => {}
        }
    }
}

fn is_plain_test(function: &ItemFn) -> bool {
    let has = |name: &str| {
        function
            .attrs
            .iter()
            .any(|attribute| attribute.path().is_ident(name))
    };
    has("test") && !has("should_panic")
}

/// The name and the value of a constant.
fn constant(item: &Item) -> Option<(String, &Expr)> {
    match item {
        Item::Const(item) => Some((item.ident.to_string(), &item.expr)),
        Item::Static(item) => Some((item.ident.to_string(), &item.expr)),
        _ => None,
    }
}

/// Adds the assertions of a function, up to the first statement that does more than name a value,
/// assert or print. Such a statement may change the later answers, for example by setting a size.
fn add_function(function: &ItemFn, outer: &Names, found: &mut Vec<(TestValue, TestValue)>) {
    let mut names = outer.clone();
    for statement in &function.block.stmts {
        let call = match statement {
            Stmt::Local(local) => {
                let (Pat::Ident(name), Some(init)) = (&local.pat, &local.init) else {
                    return;
                };
                if name.mutability.is_some() || init.diverge.is_some() {
                    return;
                }
                let value = value(&init.expr, &names, 0);
                names.insert(name.ident.to_string(), value);
                continue;
            }
            Stmt::Item(Item::Use(_)) => continue,
            Stmt::Item(item) => {
                let Some((name, expression)) = constant(item) else {
                    return;
                };
                let value = value(expression, &names, 0);
                names.insert(name, value);
                continue;
            }
            Stmt::Macro(statement) => &statement.mac,
            Stmt::Expr(Expr::Macro(expression), _) => &expression.mac,
            Stmt::Expr(..) => return,
        };
        if PRINTING.iter().any(|name| call.path.is_ident(name)) {
            continue;
        }
        let Some([left, right]) = sides(call) else {
            return;
        };
        found.push((value(&left, &names, 0), value(&right, &names, 0)));
    }
}

/// The two expressions that `assert_eq!` compares.
fn sides(call: &Macro) -> Option<[Expr; 2]> {
    if !call.path.is_ident("assert_eq") {
        return None;
    }
    let parser = Punctuated::<Expr, Token![,]>::parse_terminated;
    let mut arguments = call.parse_body_with(parser).ok()?.into_iter();
    Some([arguments.next()?, arguments.next()?])
}

fn value(expression: &Expr, names: &Names, calls: usize) -> TestValue {
    if calls > MAX_CALLS {
        return TestValue::Unknown;
    }
    match expression {
        Expr::Reference(reference) => value(&reference.expr, names, calls),
        Expr::Paren(inner) => value(&inner.expr, names, calls),
        Expr::Try(inner) => value(&inner.expr, names, calls),
        Expr::Lit(literal) => match &literal.lit {
            Lit::Int(number) => TestValue::Number(number.base10_digits().to_owned()),
            Lit::Str(text) => TestValue::Text(text.value()),
            _ => TestValue::Unknown,
        },
        Expr::Unary(negative) if matches!(negative.op, UnOp::Neg(_)) => {
            match value(&negative.expr, names, calls) {
                TestValue::Number(number) => TestValue::Number(format!("-{number}")),
                _ => TestValue::Unknown,
            }
        }
        Expr::Macro(included) if included.mac.path.is_ident("include_str") => {
            match included.mac.parse_body::<LitStr>() {
                Ok(path) => TestValue::Included(path.value()),
                Err(_) => TestValue::Unknown,
            }
        }
        Expr::Path(path) => {
            let name = path.path.segments.last().map(|last| last.ident.to_string());
            let known = name.and_then(|name| names.get(&name));
            known.cloned().unwrap_or(TestValue::Unknown)
        }
        Expr::MethodCall(call) if VALUE_OF_ARGUMENT.contains(&&*call.method.to_string()) => {
            value(&call.receiver, names, calls)
        }
        Expr::Call(call) => {
            let Some(name) = last_name(&call.func) else {
                return TestValue::Unknown;
            };
            let arguments = call.args.iter();
            let arguments: Vec<TestValue> = arguments
                .map(|argument| value(argument, names, calls + 1))
                .collect();
            match &*arguments {
                [same] if VALUE_OF_ARGUMENT.contains(&&*name) => same.clone(),
                _ if size(&arguments) > 100 => TestValue::Unknown,
                _ => TestValue::Call(name, arguments),
            }
        }
        _ => TestValue::Unknown,
    }
}

/// The number of values, including nested ones. Names that other names define could make a value
/// very large.
fn size(values: &[TestValue]) -> usize {
    let sizes = values.iter().map(|value| match value {
        TestValue::Call(_, arguments) => 1 + size(arguments),
        _ => 1,
    });
    sizes.sum()
}

/// The last name of a path.
fn last_name(function: &Expr) -> Option<String> {
    match function {
        Expr::Path(path) => Some(path.path.segments.last()?.ident.to_string()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::ImportSource;
    use crate::import::tests::with_request;
    use crate::testing::write;

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
            let temp = tempfile::tempdir().expect("a folder");
            write(&temp.path().join("old"), "2020/day01.rs", &code);
            write(&temp.path().join("old"), "2020/day01.txt", "7\n6\n");
            let answers = with_request(temp.path(), Some("old"), |request| {
                let source = ImportSource::read(request).expect("a folder");
                let repository = source.repository.expect("a folder");
                asserted_answers(&repository, &repository.days[0], "7\n6\n")
            });
            let answer = answers.get(&Part::Two).map(String::as_str);
            assert_eq!(answer, expected, "{assertions:?}");
        }
    }
}
