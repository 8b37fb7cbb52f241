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
    /// The options `part1` and `part2`. `None` for a part that is not answered. If both answers are
    /// from one pair, the option `solve` is written instead.
    answers: [Option<Answer>; 2],
}

/// How a part is answered.
#[derive(Clone, Debug, PartialEq)]
struct Answer {
    call: Expr,
    place: AnswerPlace,
    /// An expression over `input` that shortens the text for the call, such as `input.trim_end()`.
    /// `None` if the call takes the whole text. If all calls have the same expression, it becomes
    /// the option `text` of the day. If there is a parser, all have the same.
    text: Option<String>,
    /// True if the call, or the parser if there is one, is wrapped in `reading`, in which code that
    /// reads files gets the day's input. For this, the copy of the day's file reads through the
    /// library, see `CopyMode::redirects_reads`. Copies of other files always do, and read the real
    /// files outside of `reading`.
    ///
    /// A trial wraps all calls, and its run on the input says which code reads. Without a run,
    /// `redirect_reads` decides.
    redirects_reads: bool,
}

/// Where the answer to a part is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnswerPlace {
    /// The call returns it.
    Value,
    /// The call returns the answers to both parts as a pair.
    Pair,
    /// It is the output of the call. Code that reads files or stdin gets the input there.
    Output,
    /// It is in the output of the call, which has the answers to both parts. Code that reads files
    /// or stdin gets the input there.
    OutputOfBoth,
}

/// The option `parse` of `functions!`.
#[derive(Clone, Debug)]
pub struct Parse {
    /// The type that the parser returns.
    pub ty: String,
    pub value: Expr,
}

impl Wiring {
    /// The answer to `part`, or to both parts for `None`, from a call that takes the whole text.
    pub fn new(call: Expr, place: AnswerPlace, part: Option<Part>) -> Self {
        let answer = Answer {
            call,
            place,
            text: None,
            redirects_reads: false,
        };
        let answers = Part::BOTH.map(|other| {
            let is_answered = part.is_none_or(|part| part == other);
            is_answered.then(|| answer.clone())
        });
        Self {
            parse: None,
            answers,
        }
    }

    /// The answer to one part, which the call returns.
    pub fn for_part(part: Part, call: Expr) -> Self {
        Self::new(call, AnswerPlace::Value, Some(part))
    }

    /// The answer to both parts: a call that returns a pair. `None` if there is no such call.
    fn pair(&self) -> Option<&Answer> {
        match &self.answers {
            [Some(one), two] if one.place == AnswerPlace::Pair && two.as_ref() == Some(one) => {
                Some(one)
            }
            _ => None,
        }
    }

    /// True if one call returns the answers to both parts as a pair.
    pub fn is_pair(&self) -> bool {
        self.pair().is_some()
    }

    /// True if no part is answered.
    pub fn is_empty(&self) -> bool {
        self.parts().is_empty()
    }

    /// True if an option answers the part.
    pub fn answers(&self, part: Part) -> bool {
        self.answer_of(part).is_some()
    }

    /// How a part is answered.
    fn answer_of(&self, part: Part) -> Option<&Answer> {
        self.answers[part.index()].as_ref()
    }

    /// How the answered parts are answered.
    fn all_answers(&self) -> impl Iterator<Item = &Answer> {
        self.answers.iter().flatten()
    }

    /// The option `text`: the expression that shortens the text for all calls. `None` if a call
    /// takes the whole text, or if the expressions differ.
    pub fn text(&self) -> Option<&str> {
        let mut texts = self.all_answers().map(|answer| answer.text.as_deref());
        let first = texts.next()??;
        texts.all(|text| text == Some(first)).then_some(first)
    }

    /// The line for [`Self::text`] in a copy.
    pub fn text_option(&self) -> Option<String> {
        Some(format!("text = |input| {}", self.text()?))
    }

    /// The text of the call for an answer, if the other part takes a different text.
    fn own_text<'w>(&self, answer: &'w Answer) -> Option<&'w str> {
        match self.text() {
            Some(_) => None,
            None => answer.text.as_deref(),
        }
    }

    /// Sets the text of all calls.
    pub fn set_text(&mut self, text: &str) {
        for answer in self.answers.iter_mut().flatten() {
            answer.text = Some(text.to_owned());
        }
    }

    /// True if a call is wrapped in `reading`.
    pub fn redirects_reads(&self) -> bool {
        self.all_answers().any(|answer| answer.redirects_reads)
    }

    /// True if a call does not pass the input.
    pub fn has_call_without_input(&self) -> bool {
        match &self.parse {
            Some(parse) => !parse.value.passes_input,
            None => self.all_answers().any(|answer| !answer.call.passes_input),
        }
    }

    /// Wraps all calls in `reading`, or none.
    pub fn set_redirects_reads(&mut self, redirects_reads: bool) {
        for answer in self.answers.iter_mut().flatten() {
            answer.redirects_reads = redirects_reads;
        }
    }

    /// True if the answers are taken from the captured output.
    pub fn captures_output(&self) -> bool {
        self.all_answers().any(Answer::is_printed)
    }

    /// True if the answer to this part is taken from the captured output.
    pub fn prints(&self, part: Part) -> bool {
        self.answer_of(part).is_some_and(Answer::is_printed)
    }

    /// The call whose output has the answers to both parts, if there is one.
    pub fn printing_both(&self) -> Option<&Expr> {
        self.all_answers()
            .find(|answer| answer.place == AnswerPlace::OutputOfBoth)
            .map(|answer| &answer.call)
    }

    /// True if an answer counts only after the code has read the input: a call does not pass the
    /// input, and either its output is captured or it is a method. A free function without
    /// arguments may have the input in its code, so it is not one of these.
    pub fn counts_only_if_read(&self) -> bool {
        match &self.parse {
            Some(parse) => parse.value.may_ignore_input && !parse.value.passes_input,
            None => self.all_answers().any(|answer| {
                let may_ignore_input = answer.is_printed() || answer.call.may_ignore_input;
                may_ignore_input && !answer.call.passes_input
            }),
        }
    }

    /// True if the answers are taken from an output for both parts, or from that of the day's own
    /// `main`.
    pub fn takes_answers_from_shared_output(&self) -> bool {
        let mut calls = self.all_answers().map(|answer| &answer.call);
        self.printing_both().is_some() || calls.any(|call| call.calls_main)
    }

    /// True if the answers are taken from the output of the day's own `main`.
    pub fn calls_main(&self) -> bool {
        self.all_answers()
            .any(|answer| answer.is_printed() && answer.call.calls_main)
    }

    /// True if a call names the function, the type or the module.
    pub fn mentions(&self, name: &str) -> bool {
        let ty = self.parse.as_ref().map(|parse| &*parse.ty);
        let parse = self.parse.iter().map(|parse| &parse.value);
        let mut calls = parse.chain(self.all_answers().map(|answer| &answer.call));
        calls.any(|call| call.mentions(name))
            || ty.is_some_and(|ty| tokens(ty).contains(&name))
            || self.texts().any(|text| text.mentions(name))
    }

    /// The expressions that shorten the text.
    pub fn texts(&self) -> impl Iterator<Item = Expr> {
        self.all_answers()
            .filter_map(|answer| answer.text.as_deref())
            .map(Expr::written)
    }

    /// The functions that answer a part, from the outermost to the innermost: `part1` and `parse`
    /// for `part1(parse(input))`. Assertions about these functions become examples. Empty if other
    /// code also answers the part.
    pub fn functions_for(&self, part: Part) -> Vec<&str> {
        let own = match self.answer_of(part) {
            Some(answer) if !answer.is_printed() => &answer.call,
            _ => return Vec::new(),
        };
        let parse = self.parse.iter().map(|parse| &parse.value);
        let functions: Option<Vec<_>> = once(own).chain(parse).map(Expr::functions).collect();
        functions.unwrap_or_default().concat()
    }

    /// The source code that answers a part with another function, after the same parser. `None` if
    /// the part already calls this function, or if it is not known which function it calls.
    pub fn alternative(&self, part: Part, function: &str) -> Option<String> {
        let called = self.functions_for(part);
        let call = match &*called {
            [] => return None,
            [own, ..] if *own == function => return None,
            [_, parser] if self.parse.is_none() => Expr::chain(parser, function),
            _ => Expr::function(function),
        };
        let own = self.answer_of(part)?;
        Some(self.render_answer(own, &call, "|&input|"))
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
        for (own, other) in self.answers.iter_mut().zip(other.answers) {
            if own.is_none() {
                *own = other;
            }
        }
        self
    }

    /// The option for an answer by this call: a function, or a closure with this parameter. If
    /// there is a parser, the closure gets its result, and has a plain parameter.
    fn render_answer(&self, answer: &Answer, call: &Expr, parameter: &str) -> String {
        if self.parse.is_some() {
            return render_option(call, None, false, "|input|");
        }
        let redirects_reads = answer.redirects_reads && !answer.is_printed();
        render_option(call, self.own_text(answer), redirects_reads, parameter)
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

    /// The call that answers a part, in the form that messages show (see [`Expr::in_message`]). Calls
    /// that are shown in the same form are the same, except for the conversion of the input. If the
    /// user gives such a call as an expression, it means all of them.
    pub fn shown_call(&self, part: Part) -> Option<String> {
        let own = self.answer_of(part)?;
        let input = match &self.parse {
            Some(parse) => parse.value.in_message("input"),
            None => self.own_text(own).unwrap_or("input").to_owned(),
        };
        let call = own.call.in_message(&input);
        Some(if self.is_pair() {
            call
        } else {
            own.expression(part, "", &input, &call)
        })
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
        if let Some(option) = self.text_option() {
            lines += &format!(",\n    {option}");
        }
        if let Some(parse) = &self.parse {
            let value = render_option(&parse.value, None, self.redirects_reads(), "|input|");
            lines += &format!(",\n    parse = {value}");
        }
        if let Some(pair) = self.pair() {
            let value = self.render_answer(pair, &pair.call, "|&input: &&str|");
            lines += &format!(",\n    solve = {value}");
        } else {
            for part in Part::BOTH {
                if let Some(answer) = self.answer_of(part) {
                    let value = self.render_answer(answer, &answer.value(part), "|&input|");
                    lines += &format!(",\n    part{part} = {value}");
                }
            }
        }
        if !examples.is_empty() {
            let examples = examples.join(",\n        ");
            lines += &format!(",\n    examples = [\n        {examples},\n    ]");
        }
        format!("aoc_solution::functions! {{\n{lines},\n}}\n\n")
    }
}

impl Answer {
    /// True if the answer is in the captured output.
    fn is_printed(&self) -> bool {
        matches!(self.place, AnswerPlace::Output | AnswerPlace::OutputOfBoth)
    }

    /// The answer to `part`.
    fn value(&self, part: Part) -> Expr {
        let mut value = self.call.clone();
        if self.place != AnswerPlace::Value {
            value.code = self.expression(part, IMPORTED, "input", &value.code);
            value.option = None;
            value.passes_input |= self.is_printed();
        }
        value
    }

    /// The expression for the answer to `part`, from the call in the form of a day or of messages.
    fn expression(&self, part: Part, library: &str, input: &str, call: &str) -> String {
        match self.place {
            AnswerPlace::Value => call.to_owned(),
            AnswerPlace::Pair => format!("({call}).{}", part.index()),
            AnswerPlace::Output => format!("{library}shown({input}, || {call})"),
            AnswerPlace::OutputOfBoth => format!("{library}printed({input}, {part}, || {call})"),
        }
    }
}

/// The source code for an option: a function, or a closure with this parameter. If the code reads
/// the input itself, the call is wrapped in `reading`. If nothing uses the input, the parameter has
/// no name, because the compiler would warn about one.
fn render_option(
    call: &Expr,
    text: Option<&str>,
    redirects_reads: bool,
    parameter: &str,
) -> String {
    let code = match &call.option {
        _ if redirects_reads => format!("{IMPORTED}reading(input, || {})", call.code),
        Some(path) if text.is_none() => return path.clone(),
        _ => call.code.clone(),
    };
    let code = on_text(text, code);
    if redirects_reads || call.passes_input || text.is_some() {
        return format!("{parameter} {code}");
    }
    let parameter = parameter.replace("&input", "_").replace("input", "_");
    format!("{parameter} {code}")
}

#[cfg(test)]
mod tests {
    use std::slice::from_ref;

    use super::*;
    use crate::import::candidates::expr::Passing;

    #[test]
    fn another_function_is_in_place_of_the_outermost_one() {
        let input = Expr::input();
        let parsed = Expr::function("parse");
        let after_parser = "|&input| call!(input, parse, two)";
        for (call, expected) in [
            (Expr::function("one"), Some("two")),
            (Expr::call("one", from_ref(&input)), Some("two")),
            (
                Expr::spread("one", &["a", "b"], Passing::Value, &input),
                Some("two"),
            ),
            (Expr::chain("parse", "one"), Some(after_parser)),
            (
                Expr::call("one", &[Passing::Reference.of(&parsed)]),
                Some(after_parser),
            ),
            (Expr::function("two"), None),
            (Expr::input(), None),
        ] {
            let wiring = Wiring::for_part(Part::One, call);
            let code = wiring.alternative(Part::One, "two");
            let code = code.map(|code| code.replace(IMPORTED, ""));
            assert_eq!(code.as_deref(), expected, "{wiring:?}");
        }
    }
}
