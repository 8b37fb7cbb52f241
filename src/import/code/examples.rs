//! Examples in the tests of another repository: `assert_eq!(part1(..), 42)`
//! with a text that is a literal or a constant.

use std::collections::BTreeMap;
use std::ops::Range;

use aoc_solution::Part;

use super::day::Wiring;
use super::items::{Function, Items, items};
use super::source::Source;
use super::values;

/// An example for `functions!`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example {
    /// A literal.
    text: String,
    parts: [Option<Expected>; 2],
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Expected {
    answer: String,
    /// What answers in place of the part's own function.
    with: Option<String>,
}

impl Example {
    pub fn render(&self) -> String {
        let has_own = self.parts.iter().flatten().any(|it| it.with.is_some());
        let generic = if has_own { "::<Self>" } else { "" };
        let mut text = format!("aoc_solution::Example{generic}::new({})", self.text);
        for (part, expected) in Part::BOTH.into_iter().zip(&self.parts) {
            let Some(expected) = expected else { continue };
            let answer = values::quoted(&expected.answer);
            let number = part.to_string();
            match &expected.with {
                None => text.extend([".part", &number, "(", &answer, ")"]),
                Some(with) => text.extend([".part", &number, "_with(", &answer, ", ", with, ")"]),
            }
        }
        text
    }
}

/// What was found in tests.
#[derive(Debug, Default)]
pub struct Found<'a> {
    pub examples: Vec<Example>,
    /// Tests whose assertions are all examples now.
    pub converted: Vec<Function<'a>>,
    /// The lines of assertions that are not.
    pub left: Vec<usize>,
}

/// What an expression in a test is worth.
#[derive(Clone, Debug)]
enum Value {
    /// A literal.
    Text(String),
    /// What the day's function for parsing makes of it.
    Parsed(String),
    /// What a part answers to it, or another function in its place.
    Answer(Part, String, Option<String>),
}

/// A reader of tests.
pub struct Tests<'s, 'a> {
    pub source: &'s Source<'a>,
    pub wiring: &'s Wiring,
    /// The text of an example file, for a part or for both.
    pub file: &'s dyn Fn(Option<u8>) -> Option<String>,
}

impl<'a> Tests<'_, 'a> {
    /// The examples in the tests among `tests`; constants may be in `outer` too.
    pub fn find(&self, tests: &Items<'a>, outer: &Items<'a>) -> Found<'a> {
        let mut found = Found::default();
        for function in &tests.functions {
            let is_test = |attribute: &Range<usize>| {
                source_words(self.source, attribute.clone()).contains(&"test")
            };
            if !function.attributes.iter().any(is_test) {
                continue;
            }
            let inner = items(self.source, function.body.clone());
            let constant = |name: &str| {
                let all = inner
                    .constants
                    .iter()
                    .chain(&tests.constants)
                    .chain(&outer.constants);
                let mut all = all.filter(|constant| constant.name == name);
                all.next().map(|constant| constant.value.clone())
            };
            let before = found.left.len();
            self.read(function.body.clone(), &constant, &mut found);
            if found.left.len() == before {
                found.converted.push(function.clone());
            }
        }
        found
    }

    fn read(
        &self,
        body: Range<usize>,
        constant: &dyn Fn(&str) -> Option<Range<usize>>,
        found: &mut Found<'a>,
    ) {
        let mut variables: BTreeMap<&str, Value> = BTreeMap::new();
        for statement in statements(self.source, body) {
            let start = statement.start;
            if self.source.word(start) == "let" {
                let name = start + 1 + usize::from(self.source.word(start + 1) == "mut");
                let value = self
                    .source
                    .find(statement.clone(), &["="])
                    .and_then(|equals| self.value(equals + 1..statement.end, &variables, constant));
                match value {
                    Some(value) => drop(variables.insert(self.source.word(name), value)),
                    None => drop(variables.remove(self.source.word(name))),
                }
            } else if self.source.word(start).starts_with("assert") {
                let is_example = self
                    .assertion(statement, &variables, constant)
                    .is_some_and(|example| add(&mut found.examples, example));
                if !is_example {
                    found.left.push(self.source.line(start));
                }
            }
        }
    }

    /// The example that an assertion is; with no answers if it says that the
    /// part has none.
    fn assertion(
        &self,
        statement: Range<usize>,
        variables: &BTreeMap<&str, Value>,
        constant: &dyn Fn(&str) -> Option<Range<usize>>,
    ) -> Option<Example> {
        if !self.source.matches(statement.start, &["assert_eq", "!"]) {
            return None;
        }
        let arguments = self
            .source
            .split_plain(self.source.inside(statement.start + 2), ",");
        let [one, other, ..] = &arguments[..] else {
            return None;
        };
        for (call, expected) in [(one, other), (other, one)] {
            let Some(Value::Answer(part, text, with)) =
                self.value(call.clone(), variables, constant)
            else {
                continue;
            };
            let mut parts = [None, None];
            if self.source.slice(expected.clone()) != "None" {
                let answer = values::answer(self.source, expected.clone(), constant)?;
                parts[part.index()] = Some(Expected { answer, with });
            }
            return Some(Example { text, parts });
        }
        None
    }

    fn value(
        &self,
        mut expression: Range<usize>,
        variables: &BTreeMap<&str, Value>,
        constant: &dyn Fn(&str) -> Option<Range<usize>>,
    ) -> Option<Value> {
        while matches!(self.source.word(expression.start), "&" | "mut") && !expression.is_empty() {
            expression.start += 1;
        }
        loop {
            let end = expression.end;
            let method = end
                .checked_sub(4)
                .filter(|method| *method > expression.start);
            let is_unwrap = |method: usize| {
                self.source.matches(method, &[".", "unwrap", "(", ")"])
                    || self.source.matches(method, &[".", "clone", "(", ")"])
            };
            match method.filter(|method| is_unwrap(*method)) {
                Some(method) => expression.end = method,
                None if end > expression.start && self.source.word(end - 1) == "?" => {
                    expression.end -= 1;
                }
                None => break,
            }
        }
        if expression.len() == 1
            && let Some(value) = variables.get(self.source.word(expression.start))
        {
            return Some(value.clone());
        }
        if let Some(text) = values::text(self.source, expression.clone(), constant) {
            return Some(Value::Text(text.to_owned()));
        }
        let open = self.source.find(expression.clone(), &["("])?;
        if open == expression.start || self.source.close(open) + 1 != expression.end {
            return None;
        }
        let name = self.source.word(open - 1);
        let arguments = self.source.split_plain(self.source.inside(open), ",");
        match name {
            "read_file" => return (self.file)(None).map(|text| Value::Text(values::quoted(&text))),
            "read_file_part" => {
                let part = self.source.slice(arguments.last()?.clone()).parse().ok()?;
                return (self.file)(Some(part)).map(|text| Value::Text(values::quoted(&text)));
            }
            _ => {}
        }
        let first = self.value(arguments.first()?.clone(), variables, constant)?;
        let is_one = arguments.len() == 1;
        match first {
            Value::Text(text) if is_one && self.wiring.parsers.iter().any(|it| it == name) => {
                Some(Value::Parsed(text))
            }
            Value::Text(text) | Value::Parsed(text) => {
                let (part, solver) = self
                    .wiring
                    .solvers
                    .iter()
                    .find(|(_, solver)| name == solver)
                    .or_else(|| {
                        let mut solvers = self.wiring.solvers.iter();
                        solvers.find(|(_, solver)| !is_one && name.starts_with(&**solver))
                    })?;
                if is_one {
                    return Some(Value::Answer(*part, text, None));
                }
                let more = self.source.slice(arguments[1].start..arguments.last()?.end);
                let is_literal = more
                    .chars()
                    .all(|c| c.is_ascii_alphanumeric() || "_, -".contains(c));
                // The other function is in the file, beside the part's own.
                let with = format!("|input| Ok({name}(input, {more}).into())");
                (is_literal && name != solver).then_some(Value::Answer(*part, text, Some(with)))
            }
            Value::Answer(..) => None,
        }
    }
}

/// Adds an example to those with the same text; `false` if they contradict it.
fn add(examples: &mut Vec<Example>, example: Example) -> bool {
    if example.parts.iter().all(Option::is_none) {
        return true;
    }
    let same_rules = |other: &Example| {
        other.text == example.text
            && (0..2).all(|part| match (&other.parts[part], &example.parts[part]) {
                (Some(old), Some(new)) => old == new,
                _ => true,
            })
    };
    match examples.iter_mut().find(|other| same_rules(other)) {
        Some(other) => {
            for (old, new) in other.parts.iter_mut().zip(example.parts) {
                *old = old.take().or(new);
            }
        }
        None => examples.push(example),
    }
    true
}

fn source_words<'a>(source: &Source<'a>, tokens: Range<usize>) -> Vec<&'a str> {
    tokens.map(|index| source.word(index)).collect()
}

/// The statements of a body, without their semicolons.
fn statements(source: &Source<'_>, body: Range<usize>) -> Vec<Range<usize>> {
    source.split_plain(body, ";")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> (Vec<String>, usize, Vec<usize>) {
        let source = Source::new(text);
        let all = items(&source, source.all());
        let wiring = Wiring {
            parsers: vec!["parse".to_owned()],
            solvers: vec![
                (Part::One, "part1".to_owned()),
                (Part::Two, "part2".to_owned()),
            ],
            ..Wiring::default()
        };
        let file = |part: Option<u8>| match part {
            None => Some("from\nfile\n".to_owned()),
            Some(_) => None,
        };
        let tests = Tests {
            source: &source,
            wiring: &wiring,
            file: &file,
        };
        let found = tests.find(&all, &Items::default());
        let examples = found.examples.iter().map(Example::render);
        let examples = examples
            .map(|it| it.replace("aoc_solution::", ""))
            .collect();
        (examples, found.converted.len(), found.left)
    }

    #[test]
    fn tests_become_examples() {
        let (examples, converted, left) = found(
            r#"
const EXAMPLE: &str = "\
1
2";
const PICTURE: &str = "
#.";
#[test]
fn part1_test() {
    let input = parse(EXAMPLE);
    assert_eq!(part1(&input), 1_000);
}
#[test]
fn part2_test() { assert_eq!("a", part2(&parse(EXAMPLE).unwrap())); }
#[test]
fn direct() { assert_eq!(part1("x"), Some(-1), "message"); }
#[test]
fn picture() { let input = "y"; let result = part2(input); assert_eq!(result, PICTURE); }
#[test]
fn own_rules() { let input = parse("z"); assert_eq!(part1_testable(&input, 20), 5); }
#[test]
fn from_file() {
    let result = part1(&lib::template::read_file("examples", DAY));
    assert_eq!(result, Some(7));
}
#[test]
fn nothing() { assert_eq!(part2(&read_file("examples", DAY)), None); }
#[test]
fn other() {
    assert_eq!(helper(1), 2);
    assert!(true);
}
fn no_test() { assert_eq!(part1("q"), 1); }
"#,
        );
        assert_eq!(
            examples,
            [
                "Example::new(\"\\\n1\n2\").part1(\"1000\").part2(\"a\")",
                "Example::new(\"x\").part1(\"-1\")",
                "Example::new(\"y\").part2(r\"\n#.\")",
                "Example::<Self>::new(\"z\").part1_with(\"5\", |input| Ok(part1_testable(input, 20).into()))",
                "Example::new(r\"from\nfile\n\").part1(\"7\")",
            ]
        );
        assert_eq!((converted, left), (7, vec![29, 30]));
    }

    #[test]
    fn examples_that_differ_in_one_part_are_two() {
        let (examples, _, _) =
            found("#[test] fn a() { assert_eq!(part1(\"x\"), 1); assert_eq!(part1(\"x\"), 2); }");
        assert_eq!(examples.len(), 2);
    }
}
