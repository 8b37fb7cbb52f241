//! The arguments of the macro `functions!`, which makes a day of the functions of a file.

use aoc_solution::Part;

use super::signature::{FunctionItem, Pair, is_generic, spelled};

/// The arguments of the macro `functions!` for a day.
#[derive(Default)]
pub struct Wiring {
    /// The type of the input, if the parts are not given the text.
    pub input: Option<String>,
    /// What the functions are given of the `text`, if it is not all of it.
    pub text: Option<String>,
    /// The options, such as `part1 = solve`.
    options: Vec<String>,
    /// The functions that answer the parts.
    pub called: Vec<Called>,
    /// Why a part that the user gave an expression for is not answered.
    pub left_out: Option<String>,
    /// The type that a macro at the top of the day declares.
    pub declared: Option<Declared>,
}

/// How the copy has a type that a macro declares.
pub enum Declared {
    /// The copy declares a type without fields of that name, and the macro does not come along.
    Unit(String),
    /// The macro comes along, which makes a value of the type of that name.
    ByMacro(String),
}

/// The functions that answer a part: the last one is given the text, and each of the others
/// what the next one makes.
pub struct Called {
    pub part: Part,
    pub functions: Vec<String>,
}

impl Wiring {
    pub fn has_no_options(&self) -> bool {
        self.options.is_empty()
    }

    pub fn push(&mut self, option: String) {
        self.options.push(option);
    }

    /// Sets how the text is trimmed, such as `.trim_end()`, unless it is not.
    pub fn set_trimming(&mut self, trimming: &str) {
        if !trimming.is_empty() {
            self.text = Some(format!("input{trimming}"));
        }
    }

    /// Adds the call of a function. The macro does not see what a closure for both parts takes.
    pub fn add(
        &mut self,
        option: &str,
        function: &FunctionItem,
        argument: &str,
        pair: Option<&Pair>,
    ) {
        let name = &function.name;
        let mut call = function.call(argument);
        if function.borrows_error {
            call += ".unwrap()";
        }
        let has_more = call != format!("{name}({argument})");
        let is_generic = has_more || is_generic(function.takes, function.signature);
        let result = spelled(function.makes);
        self.options.push(match (option, argument, pair) {
            (_, _, Some(pair @ Pair::Fields(_))) => {
                let is_wrapped = function.is_wrapped && !function.borrows_error;
                format!(
                    "{option} = |input: &&str| {}",
                    pair.answers(&call, is_wrapped)
                )
            }
            ("part1" | "part2", _, _) if result == "implToString" => {
                format!("{option} = |input| {call}.to_string()")
            }
            ("part1" | "part2", _, _)
                if result.starts_with("impl") && result.ends_with("Debug") =>
            {
                format!(
                    "{option} = |input| format!(\"{{:?}}\", {call}).trim_matches('\"').to_owned()"
                )
            }
            ("part1" | "part2", "input", _) if is_generic && self.input.is_none() => {
                format!("{option} = |&input| {call}")
            }
            (_, "input", _) if !is_generic => format!("{option} = {name}"),
            ("solve", _, _) => format!("{option} = |input: &&str| {call}"),
            _ => format!("{option} = |input| {call}"),
        });
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
