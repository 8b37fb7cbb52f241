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
    pub options: Vec<(String, String)>,
    /// The functions that answer the parts.
    pub answering: Vec<AnsweringFunctions>,
    /// Why a part that the user gave an expression for is not answered.
    pub left_out: Option<String>,
    /// Whether the user says it.
    pub is_of_user: bool,
    /// What the copy of the code needs.
    pub code: CodeNeeds,
}

/// What the copy of a day needs so that its functions can be called.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CodeNeeds {
    /// It reads its input itself.
    pub reads: bool,
    /// What it prints is caught.
    pub prints: bool,
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
        self.set_part(part, format!("|&input| {expression}"));
    }

    pub fn set_part(&mut self, part: Part, value: impl Into<String>) {
        self.set(&format!("part{part}"), value);
    }

    pub fn set(&mut self, option: &str, value: impl Into<String>) {
        self.options.push((option.to_owned(), value.into()));
    }

    /// The wiring that answers one part by this one and the other part by another.
    pub fn with(mut self, mut other: Self) -> Self {
        if self.text != other.text {
            self.cut_each_part();
            other.cut_each_part();
        }
        self.options.extend(other.options);
        self.answering.extend(other.answering);
        self.code.reads |= other.code.reads;
        self.code.prints |= other.code.prints;
        self.left_out = self.left_out.or(other.left_out);
        self
    }

    /// Gives the parts what is made of the text, and not the whole day.
    fn cut_each_part(&mut self) {
        let Some(text) = self.text.take() else {
            return;
        };
        for (_, value) in &mut self.options {
            let call = match value.strip_prefix("|&input| ") {
                Some(call) => call.to_owned(),
                None => format!("{MARK}call!(input, {value})"),
            };
            *value = format!("|&input| {{ let input = {text}; {call} }}");
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
            lines += &format!(",\n    {option} = {value}");
        }
        if !examples.is_empty() {
            let examples = examples.join(",\n        ");
            lines += &format!(",\n    examples = [\n        {examples},\n    ]");
        }
        format!("aoc_solution::functions! {{\n{lines},\n}}\n\n")
    }
}
