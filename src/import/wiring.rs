//! How a day is called: the arguments of the macro `functions!`, which makes a day of the functions
//! of a file.

use aoc_solution::Part;

use super::shim::MARK;

/// The arguments of the macro `functions!` for a day.
#[derive(Clone, Debug, Default)]
pub struct Wiring {
    /// The type of the input, if the parts are not given the text.
    pub input: Option<String>,
    /// The expression over the text `input` that the functions are given, if it is not all of it.
    pub text: Option<String>,
    /// The options and their values, such as `part1` and `solve`.
    pub options: Vec<(String, Value)>,
    /// The functions that answer the parts.
    pub answering: Vec<AnsweringFunctions>,
    /// Why a part that the user gave an expression for is not answered.
    pub left_out: Option<String>,
    /// Whether the user says it.
    pub is_of_user: bool,
    /// Whether what it prints is caught.
    pub prints: bool,
    /// Whether its code reads the text itself: as names say, or as a run of it showed.
    pub reads: bool,
}

/// What an option of `functions!` is.
#[derive(Clone, Debug)]
pub enum Value {
    /// A function by its name.
    Function(String),
    /// An expression over `input`.
    Call(String),
    /// An expression over `input` that catches what is printed, and gives its code the text.
    Printed(String),
}

/// The functions that answer a part: the last one is given the text, and each of the others
/// what the next one makes.
#[derive(Clone, Debug)]
pub struct AnsweringFunctions {
    pub part: Part,
    pub functions: Vec<String>,
}

impl AnsweringFunctions {
    pub fn names(&self) -> Vec<&str> {
        self.functions.iter().map(String::as_str).collect()
    }
}

impl Wiring {
    pub fn has_no_options(&self) -> bool {
        self.options.is_empty()
    }

    /// Answers a part with an expression over the text `input`.
    pub fn answer(&mut self, part: Part, expression: &str) {
        self.set_part(part, Value::Call(expression.to_owned()));
    }

    pub fn set_part(&mut self, part: Part, value: Value) {
        self.set(&format!("part{part}"), value);
    }

    pub fn set(&mut self, option: &str, value: Value) {
        self.options.push((option.to_owned(), value));
    }

    /// The wiring that answers one part by this one and the other part by another.
    pub fn with(mut self, mut other: Self) -> Self {
        if self.text != other.text {
            self.cut_each_part();
            other.cut_each_part();
        }
        self.options.extend(other.options);
        self.answering.extend(other.answering);
        self.prints |= other.prints;
        self.reads |= other.reads;
        self.left_out = self.left_out.or(other.left_out);
        self
    }

    /// Gives the parts what is made of the text, and not the whole day.
    fn cut_each_part(&mut self) {
        let Some(text) = self.text.take() else {
            return;
        };
        for (_, value) in &mut self.options {
            let cut = |call: &str| format!("{{ let input = {text}; {call} }}");
            *value = match value {
                Value::Function(name) => Value::Call(cut(&call_of(name))),
                Value::Call(call) => Value::Call(cut(call)),
                Value::Printed(call) => Value::Printed(cut(call)),
            };
        }
    }

    /// The value of an option as it is written. If code reads its input, every file is the text
    /// while it is called. Parts that are given what `parse` makes have no text.
    fn written(&self, option: &str, value: &Value) -> String {
        let is_parser = option == "parse";
        let is_of_text = is_parser || self.input.is_none();
        let input = match option {
            _ if is_parser || !is_of_text => "|input|",
            "solve" => "|&input: &&str|",
            _ => "|&input|",
        };
        let is_wrapped = self.reads && is_of_text;
        match value {
            Value::Function(name) if is_wrapped => {
                format!("{input} {MARK}reading(input, || {})", call_of(name))
            }
            Value::Function(name) => name.clone(),
            Value::Call(call) if is_wrapped => format!("{input} {MARK}reading(input, || {call})"),
            Value::Call(call) | Value::Printed(call) => format!("{input} {call}"),
        }
    }

    /// The call of `functions!`, which makes a day of the functions beside it.
    pub fn render(&self, name: &str, title: &str, examples: &[String]) -> String {
        if self.has_no_options() {
            return String::new();
        }
        let mut lines = format!("    {name}, {title:?}");
        if let Some(input) = &self.input {
            lines += &format!(", {input}");
        }
        if let Some(text) = &self.text {
            lines += &format!(",\n    text = |input| {text}");
        }
        for (option, value) in &self.options {
            let value = self.written(option, value);
            lines += &format!(",\n    {option} = {value}");
        }
        if !examples.is_empty() {
            let examples = examples.join(",\n        ");
            lines += &format!(",\n    examples = [\n        {examples},\n    ]");
        }
        format!("aoc_solution::functions! {{\n{lines},\n}}\n\n")
    }
}

/// The call of a function with the text as it takes it.
fn call_of(function: &str) -> String {
    format!("{MARK}call!(input, {function})")
}
