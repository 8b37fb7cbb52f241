//! The call of the macro `functions!`, which turns the functions of a file into a day:
//! `functions! { Day01, "Report Repair", part1 = solve_a, part2 = solve_b }`.

use std::iter::once;

use aoc_solution::Part;

use super::expr::{Expr, on_text};
use crate::import::source::IMPORTED;
use crate::project::source::tokens;

/// The arguments of `functions!` for a day, or for one of its parts.
#[derive(Clone, Debug, Default)]
pub struct Wiring {
    /// The option `parse`. `None` if the parts take the input as text.
    pub parse: Option<Box<Parse>>,
    /// The options `part1` and `part2`. `None` for a part that is not answered. If both values are
    /// from one pair of answers, the option `solve` is written instead.
    pub answers: [Option<Expr>; 2],
    /// How the call for each part gets the text. If there is a parser, it gets the text, and both
    /// are the same.
    by_part: [TextOfCall; 2],
}

/// The option `parse` of `functions!`.
#[derive(Clone, Debug)]
pub struct Parse {
    /// The type that the parser returns.
    pub ty: String,
    pub value: Expr,
}

/// How a call gets the text.
#[derive(Clone, Debug, Default, PartialEq)]
struct TextOfCall {
    /// An expression over `input` that shortens the text, such as `input.trim_end()`. `None` if the
    /// call takes the whole text. If all calls have the same expression, it becomes the option
    /// `text` of the day.
    text: Option<String>,
    /// True if the call is wrapped in `reading`, so that the code reads the day's input instead of
    /// files. The copy of the day's file then also reads through the library
    /// (`CopyMode::redirects_reads`). Copies of other files always do, because outside of `reading`
    /// the library reads the real files.
    ///
    /// In a trial, all calls are wrapped, and a run on the input tells whether the code reads.
    /// Without a run, names decide (`Callable::is_reader`). The user's calls, and calls that do not
    /// pass the input, are wrapped if any code of the day, or code that days share, reads.
    redirects_reads: bool,
}

impl Wiring {
    /// These answers, from calls that take the whole text.
    pub fn of(answers: [Option<Expr>; 2]) -> Self {
        Self {
            answers,
            ..Self::default()
        }
    }

    /// The answer to one part alone.
    pub fn for_part(part: Part, value: Expr) -> Self {
        let mut answers = [None, None];
        answers[part.index()] = Some(value);
        Self::of(answers)
    }

    /// The answers to both parts, from a call that returns a pair.
    pub fn for_both_parts(pair: &Expr) -> Self {
        let answer = |part| Expr::OfPair(Box::new(pair.clone()), part);
        Self::of(Part::BOTH.map(|part| Some(answer(part))))
    }

    /// The call that returns the answers to both parts as a pair. `None` if there is no such call.
    pub fn pair(&self) -> Option<&Expr> {
        let [
            Some(Expr::OfPair(pair, Part::One)),
            Some(Expr::OfPair(other, Part::Two)),
        ] = &self.answers
        else {
            return None;
        };
        let [one, two] = &self.by_part;
        (pair == other && one == two).then_some(pair)
    }

    /// True if no part is answered.
    pub fn is_empty(&self) -> bool {
        self.parts().is_empty()
    }

    /// True if an option answers the part.
    pub fn answers(&self, part: Part) -> bool {
        self.answer_of(part).is_some()
    }

    /// The value of the option that answers a part.
    fn answer_of(&self, part: Part) -> Option<&Expr> {
        self.answers[part.index()].as_ref()
    }

    /// The values that take the text: only the parser if there is one, otherwise all answers.
    fn values_of_text(&self) -> Vec<&Expr> {
        match &self.parse {
            Some(parse) => vec![&parse.value],
            None => self.answers.iter().flatten().collect(),
        }
    }

    /// How the call for each answered part gets the text.
    fn texts_of_calls(&self) -> impl Iterator<Item = &TextOfCall> {
        self.parts()
            .into_iter()
            .map(|part| &self.by_part[part.index()])
    }

    /// The option `text`: the expression that shortens the text for all calls. `None` if a call
    /// takes the whole text, or if the expressions differ.
    pub fn text(&self) -> Option<&str> {
        let mut texts = self.texts_of_calls().map(|call| call.text.as_deref());
        let first = texts.next()??;
        texts.all(|text| text == Some(first)).then_some(first)
    }

    /// The text of the call for a part, if the other part takes a different text.
    fn own_text(&self, part: Part) -> Option<&str> {
        match self.text() {
            Some(_) => None,
            None => self.by_part[part.index()].text.as_deref(),
        }
    }

    /// Sets the text of all calls.
    pub fn set_text(&mut self, text: &str) {
        for call in &mut self.by_part {
            call.text = Some(text.to_owned());
        }
    }

    /// True if a call is wrapped in `reading`.
    pub fn redirects_reads(&self) -> bool {
        self.texts_of_calls().any(|call| call.redirects_reads)
    }

    /// True if a call does not pass the input.
    pub fn has_call_without_input(&self) -> bool {
        self.values_of_text()
            .into_iter()
            .any(|value| !value.passes_input())
    }

    /// Wraps all calls in `reading`, or none.
    pub fn set_redirects_reads(&mut self, redirects_reads: bool) {
        for call in &mut self.by_part {
            call.redirects_reads = redirects_reads;
        }
    }

    /// True if the answers are taken from the captured output.
    pub fn captures_output(&self) -> bool {
        self.captured().next().is_some()
    }

    /// True if the answer to this part is taken from the captured output.
    pub fn prints(&self, part: Part) -> bool {
        self.answer_of(part)
            .is_some_and(|value| matches!(value, Expr::InOutput(..)))
    }

    /// The call whose output has the answers to both parts, if there is one.
    pub fn printing_both(&self) -> Option<&Expr> {
        self.captured()
            .find_map(|(call, part)| part.is_some().then_some(call))
    }

    /// True if an answer counts only after the code has read the input: a call does not pass the
    /// input, and either its output is captured or it is a method. A free function without
    /// arguments may have the input in its code, so it is not one of these.
    pub fn counts_only_if_read(&self) -> bool {
        self.values_of_text()
            .into_iter()
            .any(|value| value.may_ignore_input() && !value.passes_input())
    }

    /// True if the answers are taken from an output for both parts, or from that of the day's own
    /// `main`.
    pub fn takes_answers_from_shared_output(&self) -> bool {
        self.printing_both().is_some() || self.calls("main")
    }

    /// True if the answers are taken from the output of the day's own `main`.
    pub fn calls_main(&self) -> bool {
        self.captured().any(|(call, _)| call.calls("main"))
    }

    /// The expressions whose output is captured, each with the part whose answer is found in it.
    fn captured(&self) -> impl Iterator<Item = (&Expr, Option<Part>)> {
        self.answers
            .iter()
            .flatten()
            .filter_map(|value| match value {
                Expr::InOutput(call, part) => Some((&**call, *part)),
                _ => None,
            })
    }

    /// The values of all options.
    fn values(&self) -> impl Iterator<Item = &Expr> {
        let parse = self.parse.iter().map(|parse| &parse.value);
        parse.chain(self.answers.iter().flatten())
    }

    /// True if a call names the function, the type or the module.
    pub fn mentions(&self, name: &str) -> bool {
        let ty = self.parse.as_ref().map(|parse| &*parse.ty);
        self.values().any(|value| value.mentions(name))
            || ty.is_some_and(|ty| tokens(ty).contains(&name))
            || self.texts().any(|text| text.mentions(name))
    }

    /// True if a call is written with a function of this name, and not through the library.
    pub fn calls(&self, name: &str) -> bool {
        self.values().any(|value| value.calls(name)) || self.texts().any(|text| text.calls(name))
    }

    /// The expressions that shorten the text.
    pub fn texts(&self) -> impl Iterator<Item = Expr> {
        self.texts_of_calls()
            .filter_map(|call| call.text.clone().map(Expr::Written))
    }

    /// The functions that answer a part, from the outermost to the innermost: `part1` and `parse`
    /// for `part1(parse(input))`. Assertions about these functions become examples. Empty if other
    /// code also answers the part.
    pub fn functions_for(&self, part: Part) -> Vec<&str> {
        let Some(own) = self.answer_of(part) else {
            return Vec::new();
        };
        let parse = self.parse.iter().map(|parse| &parse.value);
        let functions: Option<Vec<_>> = once(own).chain(parse).map(Expr::functions).collect();
        functions.unwrap_or_default().concat()
    }

    /// The source code that answers a part with another function, in the same way as with the
    /// function that the part calls now. `None` if the part already calls this function, or if it
    /// is not known which function it calls.
    pub fn alternative(&self, part: Part, function: &str) -> Option<String> {
        if *self.functions_for(part).first()? == function {
            return None;
        }
        let value = self.answer_of(part)?.with_function(function);
        Some(self.render_answer(part, &value, "|&input|"))
    }

    /// The parts that are answered.
    pub fn parts(&self) -> Vec<Part> {
        Part::BOTH
            .into_iter()
            .filter(|part| self.answers(*part))
            .collect()
    }

    /// Combines two wirings. This one answers one part, and `other` answers the other part.
    pub fn combined_with(mut self, other: Self) -> Self {
        let others = other.answers.into_iter().zip(other.by_part);
        for (index, (answer, text)) in others.enumerate() {
            if self.answers[index].is_none() {
                self.answers[index] = answer;
                self.by_part[index] = text;
            }
        }
        self
    }

    /// The source code for the answer to a part: a function, or a closure with this parameter. If
    /// there is a parser, the closure gets its result, and has a plain parameter.
    fn render_answer(&self, part: Part, value: &Expr, parameter: &str) -> String {
        match &self.parse {
            Some(_) => render_option(value, None, false, "|input|"),
            None => self.render_call(part, value, parameter),
        }
    }

    /// The source code for a value that gets the text of a part.
    fn render_call(&self, part: Part, value: &Expr, parameter: &str) -> String {
        let redirects_reads = self.by_part[part.index()].redirects_reads;
        render_option(value, self.own_text(part), redirects_reads, parameter)
    }

    /// The wiring with only the calls for these parts.
    pub fn only(mut self, parts: &[Part]) -> Self {
        for part in Part::BOTH {
            self.answers[part.index()].take_if(|_| !parts.contains(&part));
        }
        self
    }

    /// The calls that answer the parts, in the form that messages show.
    pub fn shown_calls(&self) -> Vec<String> {
        let mut calls: Vec<String> = Part::BOTH
            .into_iter()
            .filter_map(|part| self.shown_call(part))
            .collect();
        calls.dedup();
        calls
    }

    /// The call that answers a part, in the form that messages show (see [`Expr::shown`]). Calls
    /// that are shown in the same form are the same, except for the conversion of the input. If the
    /// user gives such a call as an expression, it means all of them.
    pub fn shown_call(&self, part: Part) -> Option<String> {
        let own = self.answer_of(part)?;
        let input = match &self.parse {
            Some(parse) => parse.value.shown("input"),
            None => self.own_text(part).unwrap_or("input").to_owned(),
        };
        Some(self.pair().unwrap_or(own).shown(&input))
    }

    /// The source code of the call of `functions!`. Empty if no part is answered.
    pub fn render(&self, name: &str, title: &str, examples: &[String]) -> String {
        if self.is_empty() {
            return String::new();
        }
        let mut lines = format!("    {name}, {title:?}");
        if let Some(parse) = &self.parse {
            lines += &format!(", {}", parse.ty);
        }
        if let Some(text) = self.text() {
            lines += &format!(",\n    text = |input| {text}");
        }
        if let Some(parse) = &self.parse {
            let value = self.render_call(Part::One, &parse.value, "|input|");
            lines += &format!(",\n    parse = {value}");
        }
        if let Some(pair) = self.pair() {
            let value = self.render_answer(Part::One, pair, "|&input: &&str|");
            lines += &format!(",\n    solve = {value}");
        } else {
            for part in self.parts() {
                let value = self.answer_of(part).expect("the part is answered");
                let value = self.render_answer(part, value, "|&input|");
                lines += &format!(",\n    part{part} = {value}");
            }
        }
        if !examples.is_empty() {
            let examples = examples.join(",\n        ");
            lines += &format!(",\n    examples = [\n        {examples},\n    ]");
        }
        format!("aoc_solution::functions! {{\n{lines},\n}}\n\n")
    }
}

/// The source code for the value of an option: a function, or a closure with this parameter. If the
/// code reads the input itself, the call is wrapped in `reading`.
fn render_option(
    value: &Expr,
    text: Option<&str>,
    redirects_reads: bool,
    parameter: &str,
) -> String {
    let mut call = value.code();
    match value {
        Expr::Chain(functions) if functions.len() == 1 && text.is_none() && !redirects_reads => {
            return functions[0].path.clone();
        }
        Expr::InOutput(..) => {}
        _ if redirects_reads => call = format!("{IMPORTED}reading(input, || {call})"),
        _ => {}
    }
    format!("{parameter} {}", on_text(text, call))
}
