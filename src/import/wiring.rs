//! The call of the macro `functions!`, which turns the functions of a file into a day:
//! `functions! { Day01, "Report Repair", part1 = solve_a, part2 = solve_b }`.

use aoc_solution::Part;

use super::shim::MARK;

/// The arguments of `functions!` for a day, or for one of its parts.
#[derive(Clone, Debug, Default)]
pub struct Wiring {
    /// The type that `parse` returns. `None` if the parts take the input as text.
    pub input: Option<String>,
    /// The option `text`: an expression over `input` that shortens it, such as `input.trim_end()`.
    /// `None` if the functions take all of it.
    pub text: Option<String>,
    /// The other options, such as `part1` and `solve`.
    pub options: Vec<WiringOption>,
    /// Whether its code reads the input itself, judging by names, or by a run of it.
    pub reads: bool,
}

/// An option of `functions!`.
#[derive(Clone, Debug)]
pub struct WiringOption {
    pub name: String,
    pub value: OptionValue,
    /// The free functions that the value calls, the outermost first. Empty if it calls others, too.
    pub functions: Vec<String>,
}

/// The value of an option of `functions!`.
#[derive(Clone, Debug)]
pub enum OptionValue {
    /// The name of a function.
    Function(String),
    /// An expression over `input`.
    Call(String),
    /// An expression over `input` that captures the output. It also provides the input to code that
    /// reads it.
    Printed(String),
}

impl OptionValue {
    /// The call of the value, as messages show it.
    fn shown(&self) -> String {
        match self {
            Self::Function(name) => format!("{name}(input)"),
            Self::Call(call) | Self::Printed(call) => call.replace(MARK, ""),
        }
    }
}

impl Wiring {
    pub fn has_no_options(&self) -> bool {
        self.options.is_empty()
    }

    /// True if an option answers the part.
    pub fn answers(&self, part: Part) -> bool {
        self.option(&name_of(part)).is_some() || self.option("solve").is_some()
    }

    /// True if its answers are taken from its output, which is captured.
    pub fn prints(&self) -> bool {
        let mut options = self.options.iter();
        options.any(|option| matches!(option.value, OptionValue::Printed(_)))
    }

    /// The functions that answer a part, the outermost first: `part1` and `parse` for
    /// `part1(parse(input))`. Assertions about them become examples. Empty if other code answers it,
    /// too.
    pub fn functions_for(&self, part: Part) -> Vec<&str> {
        let Some(own) = self.option(&name_of(part)) else {
            return Vec::new();
        };
        let mut options = vec![own];
        options.extend(self.option("parse"));
        if options.iter().any(|option| option.functions.is_empty()) {
            return Vec::new();
        }
        let functions = options.into_iter().flat_map(|option| &option.functions);
        functions.map(String::as_str).collect()
    }

    /// Answers a part with an expression over `input`.
    pub fn answer(&mut self, part: Part, expression: &str) {
        self.set_part(part, OptionValue::Call(expression.to_owned()), Vec::new());
    }

    /// Answers a part with a value that calls these functions.
    pub fn set_part(&mut self, part: Part, value: OptionValue, functions: Vec<String>) {
        self.set(&name_of(part), value, functions);
    }

    pub fn set(&mut self, name: &str, value: OptionValue, functions: Vec<String>) {
        self.options.push(WiringOption {
            name: name.to_owned(),
            value,
            functions,
        });
    }

    /// Combines two wirings: this one answers one part, and `other` the other part.
    pub fn with(mut self, mut other: Self) -> Self {
        if self.text != other.text {
            self.trim_each_part();
            other.trim_each_part();
        }
        self.options.extend(other.options);
        self.reads |= other.reads;
        self
    }

    /// Moves the option `text` into the values of the parts, so that it does not apply to the whole
    /// day.
    fn trim_each_part(&mut self) {
        let Some(text) = self.text.take() else {
            return;
        };
        for WiringOption { value, .. } in &mut self.options {
            let trimmed = |call: &str| format!("{{ let input = {text}; {call} }}");
            *value = match value {
                OptionValue::Function(name) => OptionValue::Call(trimmed(&call_of(name))),
                OptionValue::Call(call) => OptionValue::Call(trimmed(call)),
                OptionValue::Printed(call) => OptionValue::Printed(trimmed(call)),
            };
        }
    }

    /// The source code for the value of an option. If the code reads its input itself, the call is
    /// wrapped in `reading`. A part that takes the result of `parse` is not wrapped.
    fn rendered(&self, option: &WiringOption) -> String {
        let takes_text = option.name == "parse" || self.input.is_none();
        let input = match &*option.name {
            "parse" => "|input|",
            _ if !takes_text => "|input|",
            "solve" => "|&input: &&str|",
            _ => "|&input|",
        };
        let is_wrapped = self.reads && takes_text;
        match &option.value {
            OptionValue::Function(name) if is_wrapped => {
                format!("{input} {MARK}reading(input, || {})", call_of(name))
            }
            OptionValue::Function(name) => name.clone(),
            OptionValue::Call(call) if is_wrapped => {
                format!("{input} {MARK}reading(input, || {call})")
            }
            OptionValue::Call(call) | OptionValue::Printed(call) => format!("{input} {call}"),
        }
    }

    /// The wiring with the calls for these parts only.
    pub fn only(mut self, parts: &[Part]) -> Self {
        let others = Part::BOTH.into_iter().filter(|part| !parts.contains(part));
        for part in others {
            let own = name_of(part);
            self.options.retain(|option| option.name != own);
        }
        self
    }

    /// The calls that answer the parts, as messages show them.
    pub fn shown_calls(&self) -> Vec<String> {
        let mut calls: Vec<String> = Part::BOTH
            .into_iter()
            .filter_map(|part| self.shown_call(part))
            .collect();
        calls.dedup();
        calls
    }

    /// The call that answers a part, as messages show it: `part1(parse(input))`. It leaves out how
    /// the input is converted, so it may not compile. If the user gives it back as an expression, it
    /// stands for the calls that are shown like this.
    pub fn shown_call(&self, part: Part) -> Option<String> {
        let functions = self.functions_for(part);
        if !functions.is_empty() {
            let functions = functions.iter().rev();
            return Some(functions.fold("input".to_owned(), |argument, function| {
                format!("{function}({argument})")
            }));
        }
        let own = self.option(&name_of(part));
        let call = own.or_else(|| self.option("solve"))?.value.shown();
        Some(match self.option("parse") {
            Some(parse) => call.replacen("(input)", &format!("({})", parse.value.shown()), 1),
            None => call,
        })
    }

    fn option(&self, name: &str) -> Option<&WiringOption> {
        self.options.iter().find(|option| option.name == name)
    }

    /// The source code of the call of `functions!`. Empty if there are no options.
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
            let value = self.rendered(option);
            lines += &format!(",\n    {} = {value}", option.name);
        }
        if !examples.is_empty() {
            let examples = examples.join(",\n        ");
            lines += &format!(",\n    examples = [\n        {examples},\n    ]");
        }
        format!("aoc_solution::functions! {{\n{lines},\n}}\n\n")
    }
}

/// The name of the option that answers a part.
fn name_of(part: Part) -> String {
    format!("part{part}")
}

/// The call of a function with the input, converted to the type that it takes.
fn call_of(function: &str) -> String {
    format!("{MARK}call!(input, {function})")
}
