//! Examples in the tests of another repository: `assert_eq!(part1(..), 42)`
//! with a text that is a literal or a constant.

use std::collections::BTreeMap;
use std::ops::Range;

use aoc_solution::Part;

use super::day::{Returns, Wiring};
use super::files::{Files, Named, include_at};
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
    /// Whether its parts are answered by the day's own functions.
    pub fn has_usual_rules(&self) -> bool {
        self.parts.iter().flatten().all(|it| it.with.is_none())
    }

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
    /// What the tests say that the parts answer to the input.
    pub answers: Vec<InputAnswer>,
    /// Tests whose assertions are all examples now.
    pub converted: Vec<Function<'a>>,
    /// The lines of assertions that are not.
    pub left: Vec<usize>,
}

/// The answer to the user's input, as a test has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputAnswer {
    pub part: Part,
    pub answer: String,
    /// The file with the input, from the tree's root.
    pub input: String,
    /// The line of the test.
    pub line: usize,
}

/// What an expression in a test is worth.
#[derive(Clone, Debug)]
enum Value {
    Text(Text),
    /// What the day's function for parsing makes of it.
    Parsed(Text),
    /// What a part answers to it, or another function in its place.
    Answer(Part, Text, Option<String>),
}

#[derive(Clone, Debug)]
enum Text {
    Literal(String),
    /// That of a file.
    Input(String),
}

/// What an assertion says.
enum Said {
    Example(Example),
    Answer(InputAnswer),
}

/// The longest file whose text is written into the code.
const LONGEST: usize = 16 << 10;

/// A reader of tests.
pub struct Tests<'s, 'a> {
    pub source: &'s Source<'a>,
    pub wiring: &'s Wiring,
    /// The file that they are in.
    pub file: &'s str,
    pub files: &'s dyn Files,
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
                let is_known = match self.assertion(statement, &variables, constant) {
                    Some(Said::Example(example)) => add(&mut found.examples, example),
                    Some(Said::Answer(answer)) => {
                        found.answers.push(answer);
                        true
                    }
                    None => false,
                };
                if !is_known {
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
    ) -> Option<Said> {
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
            let is_none = self.source.slice(expected.clone()) == "None";
            let text = match text {
                Text::Literal(text) => text,
                Text::Input(input) if !is_none && with.is_none() => {
                    return Some(Said::Answer(InputAnswer {
                        part,
                        answer: values::answer(self.source, expected.clone(), constant)?,
                        input,
                        line: self.source.line(statement.start),
                    }));
                }
                Text::Input(_) => return None,
            };
            if !is_none {
                let answer = values::answer(self.source, expected.clone(), constant)?;
                parts[part.index()] = Some(Expected { answer, with });
            }
            return Some(Said::Example(Example { text, parts }));
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
        let mut trimmed: Vec<fn(&str) -> &str> = Vec::new();
        loop {
            let end = expression.end;
            // A call of a method, with an argument for `expect`.
            let close = end.checked_sub(1).filter(|at| self.source.word(*at) == ")");
            let open = close.and_then(|close| {
                let mut opens = expression.start..close;
                opens.find(|open| self.source.close(*open) == close)
            });
            let method = open
                .and_then(|open| open.checked_sub(2))
                .filter(|dot| *dot > expression.start && self.source.word(*dot) == ".");
            if let Some(dot) = method {
                let is_empty = dot + 4 == end;
                match self.source.word(dot + 1) {
                    "expect" => {}
                    "unwrap" | "clone" | "as_bytes" | "as_str" | "as_ref" | "to_string"
                    | "to_owned" | "to_vec" | "into" | "as_slice" | "iter"
                        if is_empty => {}
                    "trim" if is_empty => trimmed.push(str::trim),
                    "trim_end" if is_empty => trimmed.push(str::trim_end),
                    "trim_start" if is_empty => trimmed.push(str::trim_start),
                    _ => break,
                }
                expression.end = dot;
            } else if end > expression.start && self.source.word(end - 1) == "?" {
                expression.end -= 1;
            } else {
                break;
            }
        }
        let value = self.untrimmed(expression, variables, constant)?;
        trimmed.into_iter().rev().try_fold(value, trim)
    }

    /// The value of an expression without the methods at its end.
    fn untrimmed(
        &self,
        expression: Range<usize>,
        variables: &BTreeMap<&str, Value>,
        constant: &dyn Fn(&str) -> Option<Range<usize>>,
    ) -> Option<Value> {
        if expression.len() == 1 {
            let name = self.source.word(expression.start);
            if let Some(value) = variables.get(name) {
                return Some(value.clone());
            }
            if let Some(value) = constant(name).filter(|value| value.len() > 1) {
                return self.value(value, &BTreeMap::new(), &|_| None);
            }
        }
        if let Some(text) = values::text(self.source, expression.clone(), constant) {
            return Some(Value::Text(Text::Literal(text.to_owned())));
        }
        if let Some(literal) = include_at(self.source, expression.start) {
            let path = values::unquoted(self.source.word(literal))?;
            return file(self.files.included(self.file, &path)?);
        }
        let open = self.source.find(expression.clone(), &["("])?;
        if open == expression.start || self.source.close(open) + 1 != expression.end {
            return None;
        }
        let name = self.source.word(open - 1);
        let arguments = self.source.split_plain(self.source.inside(open), ",");
        match name {
            "read_file" => return self.files.example(None).map(|text| literal(&text)),
            "read_file_part" => {
                let part = self.source.slice(arguments.last()?.clone()).parse().ok()?;
                return self.files.example(Some(part)).map(|text| literal(&text));
            }
            "read_to_string" => {
                let path = values::unquoted(self.source.slice(arguments.first()?.clone()))?;
                return file(self.files.opened(&path)?);
            }
            _ => {}
        }
        let first = self.value(arguments.first()?.clone(), variables, constant)?;
        let is_one = arguments.len() == 1;
        let is_parsed = matches!(first, Value::Parsed(_));
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
                let helper = self.wiring.helpers.iter().find(|it| it.name == name)?;
                let argument = match (&self.wiring.parse, is_parsed) {
                    (Some(_), _) => "input",
                    (None, false) => helper.argument,
                    // It would have to be parsed for it.
                    (None, true) => return None,
                };
                let call = format!("{name}({argument}, {more})");
                let answer = match helper.returns {
                    Returns::Value => format!("{call}.into()"),
                    Returns::Option => {
                        format!("{call}.map_or(aoc_solution::Answer::Unsolved, Into::into)")
                    }
                    Returns::Result => format!("{call}?.into()"),
                };
                let with = format!("|input| Ok({answer})");
                (is_literal && name != solver).then_some(Value::Answer(*part, text, Some(with)))
            }
            Value::Answer(..) => None,
        }
    }
}

fn literal(text: &str) -> Value {
    Value::Text(Text::Literal(values::quoted(text)))
}

/// What a file is worth: an input of the user is not an example.
fn file(named: Named) -> Option<Value> {
    if named.is_input {
        return Some(Value::Text(Text::Input(named.path)));
    }
    (named.text.len() <= LONGEST).then(|| literal(&named.text))
}

/// The value of a text without blanks around it.
fn trim(value: Value, trim: fn(&str) -> &str) -> Option<Value> {
    match value {
        Value::Text(Text::Literal(text)) => Some(literal(trim(&values::unquoted(&text)?))),
        value => Some(value),
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

/// Adds examples to others, those with the same text to each other.
pub fn merge(examples: &mut Vec<Example>, more: Vec<Example>) {
    for example in more {
        add(examples, example);
    }
}

fn source_words<'a>(source: &Source<'a>, tokens: Range<usize>) -> Vec<&'a str> {
    tokens.map(|index| source.word(index)).collect()
}

/// The statements of a body, without their semicolons.
fn statements(source: &Source<'_>, body: Range<usize>) -> Vec<Range<usize>> {
    source.split_plain(body, ";")
}

#[cfg(test)]
mod tests;
