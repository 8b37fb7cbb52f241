//! How a day is called: the arguments of the macro `functions!`, which makes a day of the functions
//! of a file.

use std::fmt::{self, Display, Formatter};

use aoc_solution::Part;

use super::signature::{FunctionItem, Pair, is_generic, spelled};

/// The arguments of the macro `functions!` for a day.
#[derive(Clone, Debug, Default)]
pub struct Wiring {
    /// The type of the input, if the parts are not given the text.
    pub input: Option<String>,
    /// The expression over `text` that the functions are given, if it is not all of it.
    pub text: Option<String>,
    /// The options, such as `part1 = solve`.
    options: Vec<String>,
    /// The functions that answer the parts.
    pub answering: Vec<AnsweringFunctions>,
    /// Why a part that the user gave an expression for is not answered.
    pub left_out: Option<String>,
    /// The type that a macro at the top of the day declares.
    pub declared: Option<Declared>,
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

/// How the copy has a type that a macro declares.
#[derive(Clone, Debug)]
pub enum Declared {
    /// The copy declares a type without fields of that name, and the macro does not come along.
    Unit(String),
    /// The macro comes along, which makes a value of the type of that name.
    ByMacro(String),
}

/// The functions that answer a part: the last one is given the text, and each of the others
/// what the next one makes.
#[derive(Clone, Debug)]
pub struct AnsweringFunctions {
    pub part: Part,
    pub functions: Vec<String>,
}

/// What a function of the day does.
pub enum Role {
    Parse,
    Answer(Part),
    /// It answers both parts with a pair.
    AnswerBoth(Pair),
}

impl Display for Role {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        match self {
            Self::Parse => f.write_str("parse"),
            Self::Answer(part) => write!(f, "part{part}"),
            Self::AnswerBoth(_) => f.write_str("solve"),
        }
    }
}

/// What a function is given.
pub enum Argument {
    /// What the macro gives its option: the text, or what `parse` made of it.
    Input,
    /// An expression over the text `input`.
    Made(String),
}

impl Argument {
    /// An expression over the text, which may be the text itself.
    pub fn new(expression: impl Into<String>) -> Self {
        match expression.into() {
            text if text == "input" => Self::Input,
            made => Self::Made(made),
        }
    }

    pub fn expression(&self) -> &str {
        match self {
            Self::Input => "input",
            Self::Made(made) => made,
        }
    }
}

impl Wiring {
    pub fn has_no_options(&self) -> bool {
        self.options.is_empty()
    }

    /// Answers a part with an expression over the text `input`.
    pub fn answer(&mut self, part: Part, expression: &str) {
        self.options
            .push(format!("part{part} = |&input| {expression}"));
    }

    /// Makes the input of the parts, of this type, with an expression over the text `input`.
    pub fn parse(&mut self, ty: String, expression: &str) {
        self.input = Some(ty);
        self.options.push(format!("parse = |input| {expression}"));
    }

    pub fn push(&mut self, option: String) {
        self.options.push(option);
    }

    /// The wiring that answers one part by this one and the other part by another.
    pub fn with(mut self, other: Self) -> Self {
        self.options.extend(other.options);
        self.answering.extend(other.answering);
        self.code.reads |= other.code.reads;
        self.code.prints |= other.code.prints;
        self
    }

    /// Sets how the text is trimmed, such as `.trim_end()`, unless it is not.
    pub fn set_trimming(&mut self, trimming: &str) {
        if !trimming.is_empty() {
            self.text = Some(format!("input{trimming}"));
        }
    }

    /// Adds the call of a function. The macro does not see what a closure for both parts takes.
    pub fn add(&mut self, role: &Role, function: &FunctionItem, argument: &Argument) {
        let name = &function.name;
        let plain = function.call(argument.expression());
        let unwrapped = function.returned.unwrap(plain.clone());
        let call = if function.borrows_error {
            &unwrapped
        } else {
            &plain
        };
        let is_adapted = *call != format!("{name}({})", argument.expression());
        let is_generic = is_adapted || is_generic(function.takes, function.signature);
        let value = match (role, argument) {
            (Role::AnswerBoth(Pair::Fields(fields)), _) => {
                format!("|input: &&str| {}", fields.of(&unwrapped))
            }
            (Role::Answer(_), _) if let Some(shown) = shown(function, call) => {
                format!("|input| {shown}")
            }
            (Role::Answer(_), Argument::Input) if is_generic && self.input.is_none() => {
                format!("|&input| {call}")
            }
            (_, Argument::Input) if !is_generic => name.clone(),
            (Role::AnswerBoth(_), _) => format!("|input: &&str| {call}"),
            _ => format!("|input| {call}"),
        };
        self.options.push(format!("{role} = {value}"));
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
        for option in &self.options {
            lines += &format!(",\n    {option}");
        }
        if !examples.is_empty() {
            let examples = examples.join(",\n        ");
            lines += &format!(",\n    examples = [\n        {examples},\n    ]");
        }
        let declared = match &self.declared {
            Some(Declared::Unit(name)) => format!("pub struct {name};\n\n"),
            Some(Declared::ByMacro(_)) | None => String::new(),
        };
        format!("{declared}aoc_solution::functions! {{\n{lines},\n}}\n\n")
    }
}

/// Turns the value of a call into a text if its type has no name: `impl ToString`, `impl Debug`.
fn shown(function: &FunctionItem, call: &str) -> Option<String> {
    match &*spelled(function.returned.ty) {
        "implToString" => Some(format!("{call}.to_string()")),
        result if result.starts_with("impl") && result.ends_with("Debug") => Some(format!(
            "format!(\"{{:?}}\", {call}).trim_matches('\"').to_owned()"
        )),
        _ => None,
    }
}
