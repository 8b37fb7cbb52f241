//! Finds the functions that code applies to the pieces of a text or a list, one after the other:
//! `input.lines().map(score)`, `for line in input.lines() { score(line) }`.
//!
//! Code has such pieces if it cuts a text ([`cuts`]), or if it combines the results of all pieces
//! to one value, as in `groups.iter().map(score).sum()`. Without one of these, `map(score)` may
//! pass the whole text in an `Option`, and a loop may pass the example and the input.

use std::collections::BTreeSet;
use std::ops::Range;

use super::tokens::{Tokens, start_of_path};
use crate::project::source::is_name;

/// Methods of iterators after which each piece is still one piece.
const ADAPTERS: [&str; 7] = [
    "enumerate",
    "filter",
    "inspect",
    "into_iter",
    "iter",
    "map",
    "skip",
];

/// Methods of iterators that combine all pieces to one value. An `Option` has none of them.
const COMBINERS: [&str; 7] = ["count", "fold", "max", "min", "product", "reduce", "sum"];

/// True for a method of a text, a slice or a reader that cuts it into pieces.
fn cuts(method: &str) -> bool {
    method == "lines" || method.trim_start_matches('r').starts_with("split")
}

/// The paths of the functions that code calls, by what they get. A method is a dot and its name, and
/// gets the value before it.
#[derive(Default)]
pub struct CallsByArgument {
    /// The functions that get a piece.
    pub of_pieces: BTreeSet<String>,
    /// The functions in `of_pieces` whose results are combined into one value. Without this, the
    /// pieces may be the lines of an input that has only one line.
    pub combined: BTreeSet<String>,
    /// The functions that get anything else.
    pub of_others: BTreeSet<String>,
}

/// The code of a closure or a loop that gets each piece.
struct PieceCode<'t> {
    tokens: Range<usize>,
    /// The variables that are the piece, or a part of it.
    variables: BTreeSet<&'t str>,
    /// True if these are certainly pieces. Otherwise they are if the results are added up.
    is_sure: bool,
    /// True if the results of all pieces are combined.
    is_combined: bool,
}

/// The calls in code.
pub fn calls_by_argument(tokens: &Tokens, code: Range<usize>) -> CallsByArgument {
    let words = &tokens.words;
    let mut calls = CallsByArgument::default();
    let mut with_pieces = Vec::new();
    for index in code.clone() {
        if words[index] == "for" {
            with_pieces.extend(tokens.piece_loop(index));
        } else if words[index] == "."
            && let Some(open) = tokens.arguments_after(index)
            && (tokens.is_cut(index) || tokens.is_combined(tokens.ends[open] + 1))
        {
            let arguments = &words[open + 1..tokens.ends[open]];
            let mut listed = arguments.split(|word| *word == ",");
            let first = listed.next().unwrap_or_default();
            if first.iter().all(|word| is_name(word) || *word == ":") {
                calls.of_pieces.insert(first.concat());
                if tokens.is_combined(index) {
                    calls.combined.insert(first.concat());
                }
            }
            with_pieces.extend(tokens.piece_closure(index, open));
        }
    }
    for index in code {
        let [name, "(", arguments @ ..] = &words[index..] else {
            continue;
        };
        let start = start_of_path(&words[..=index]);
        let before = &words[..start];
        if !is_name(name) {
            continue;
        }
        let (path, argument, before) = match before {
            [.., "fn"] => continue,
            [before @ .., value, "."] => {
                let is_range = before.ends_with(&["."]);
                let value = if is_range { None } else { Some(value) };
                (format!(".{name}"), value, before)
            }
            _ => {
                let mut arguments = arguments.iter();
                let argument = arguments.find(|word| !["&", "*", "mut"].contains(*word));
                (words[start..=index].concat(), argument, before)
            }
        };
        let is_added = matches!(before, [.., "+"] | [.., "+" | "*", "="]);
        let mut pieces = with_pieces.iter().filter(|code| {
            code.tokens.contains(&index)
                && argument.is_some_and(|argument| code.variables.contains(argument))
                && (code.is_sure || is_added)
        });
        if pieces.clone().any(|code| is_added || code.is_combined) {
            calls.combined.insert(path.clone());
        }
        if pieces.next().is_some() {
            calls.of_pieces.insert(path);
        } else {
            calls.of_others.insert(path);
        }
    }
    calls
}

fn names_in<'t>(pattern: &[&'t str]) -> BTreeSet<&'t str> {
    let names = pattern.iter().copied();
    names.filter(|token| is_name(token)).collect()
}

impl<'t> Tokens<'t> {
    /// The bracket before the arguments of the method that follows this dot.
    fn arguments_after(&self, dot: usize) -> Option<usize> {
        let rest = &self.words[dot + 1..];
        let open = match rest {
            [_, "(", ..] => 1,
            // `sum::<u32>()`
            [_, ":", ":", "<", ..] => rest.iter().position(|token| *token == "(")?,
            _ => return None,
        };
        Some(dot + 1 + open)
    }

    /// True if the code before this index ends with pieces of a text, as in `input.lines()`.
    fn is_cut(&self, mut index: usize) -> bool {
        while let Some(close) = index.checked_sub(1).filter(|at| self.words[*at] == ")") {
            let before = &self.words[..self.ends[close]];
            let Some(dot) = before.iter().rposition(|token| *token == ".") else {
                return false;
            };
            match before[dot + 1..] {
                [method] | [method, ":", ":", "<", ..] if cuts(method) => return true,
                [method] | [method, ":", ":", "<", ..] if ADAPTERS.contains(&method) => index = dot,
                _ => return false,
            }
        }
        false
    }

    /// True if the methods from this dot on combine all pieces.
    fn is_combined(&self, mut dot: usize) -> bool {
        while self.words.get(dot) == Some(&".")
            && let Some(method) = self.words.get(dot + 1)
            && let Some(open) = self.arguments_after(dot)
        {
            if COMBINERS.contains(method) {
                return true;
            }
            if !ADAPTERS.contains(method) {
                return false;
            }
            dot = self.ends[open] + 1;
        }
        false
    }

    /// The closure in the arguments of the method after this dot, which begin at `open`.
    fn piece_closure(&self, dot: usize, open: usize) -> Option<PieceCode<'t>> {
        let end = self.ends[open];
        let arguments = &self.words[open..end];
        let first = arguments.iter().position(|token| *token == "|")?;
        let variables = arguments[first + 1..].split(|token| *token == "|").next()?;
        Some(PieceCode {
            tokens: open..end,
            variables: names_in(variables),
            is_sure: true,
            is_combined: self.is_combined(dot),
        })
    }

    /// The loop of the `for` at this index.
    fn piece_loop(&self, start: usize) -> Option<PieceCode<'t>> {
        let body = (start..self.words.len()).find(|at| self.words[*at] == "{")?;
        let head = &self.words[start + 1..body];
        let variables = head.iter().position(|token| *token == "in")?;
        Some(PieceCode {
            tokens: body..self.ends[body],
            variables: names_in(&head[..variables]),
            is_sure: self.is_cut(body),
            is_combined: false,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn calls_in(code: &str) -> CallsByArgument {
        let tokens = Tokens::of(code);
        calls_by_argument(&tokens, 0..tokens.words.len())
    }

    /// The calls of `f` in this code.
    fn calls_of_f(code: &str) -> [bool; 2] {
        let calls = calls_in(code);
        [calls.of_pieces, calls.of_others].map(|paths| paths.contains("f"))
    }

    #[test]
    fn a_function_gets_pieces_if_the_text_is_cut_or_the_results_are_combined() {
        for code in [
            "i.lines().map(f).sum::<u32>()",
            "println!(\"{}\", i.lines().map(f).collect::<Vec<_>>().len());",
            "i.lines().map(|line| f(line)).max()",
            "i.trim().split(\"\\n\\n\").enumerate().map(|(at, group)| at * f(&group))",
            "lines.rsplit(|line| line.is_empty()).map(f).fold((0, 0), add)",
            "i.lines().fold(0, |sum, line| sum + f(line.trim()))",
            "groups.iter().map(f).sum()",
            "groups.into_iter().filter(is_big).map(|group| f(&group)).filter(g).count()",
            "for line in i.lines() { if f(line) > 2 { n += 1; } }",
            "for (at, line) in i.split(',').enumerate() { n = n.max(f(line)); }",
            "for line in lines { total += f(line); }",
            "for line in lines { total = total + f(line); }",
        ] {
            assert_eq!(calls_of_f(code), [true, false], "{code}");
        }
    }

    #[test]
    fn a_method_gets_the_value_before_it() {
        for (code, found) in [
            ("groups.iter().map(|group| group.f()).sum()", [true, false]),
            (
                "for line in i.lines() { total += line.f(); }",
                [true, false],
            ),
            (
                "groups.iter().map(|group| group.first.f()).sum()",
                [false, true],
            ),
            ("groups.iter().map(|_| i.f()).sum()", [false, true]),
            ("groups.f()", [false, true]),
            ("parse(i).f()", [false, true]),
        ] {
            let calls = calls_in(code);
            let found_here = [calls.of_pieces, calls.of_others].map(|paths| paths.contains(".f"));
            assert_eq!(found_here, found, "{code}");
            assert_eq!(calls.combined.contains(".f"), found[0], "{code}");
        }
    }

    #[test]
    fn the_results_of_pieces_may_be_combined() {
        for (code, is_combined) in [
            ("i.lines().map(f).sum::<u32>()", true),
            ("i.lines().map(|line| f(line)).max()", true),
            ("i.lines().fold(0, |sum, line| sum + f(line.trim()))", true),
            ("for line in i.lines() { total += f(line); }", true),
            (
                "for line in i.lines() { println!(\"{}\", f(line)); }",
                false,
            ),
            (
                "i.lines().for_each(|line| println!(\"{}\", f(line)))",
                false,
            ),
        ] {
            let calls = calls_in(code);
            assert_eq!(calls.combined.contains("f"), is_combined, "{code}");
        }
    }

    #[test]
    fn a_function_may_get_the_whole_text() {
        for code in [
            "f(&i)",
            "let answer = f(i.trim());",
            "f(i.lines().map(parse).collect())",
            "for text in [EXAMPLE, INPUT] { println!(\"{}\", f(text)); }",
            "(0..10).map(|n| f(&changed(i, n))).min()",
            "(0..10).map(|_| f(&i)).max()",
            "for _ in 0..10 { time += f(i); }",
            "i.split(\"\\n\\n\").next().map(|text| f(text))",
        ] {
            assert_eq!(calls_of_f(code), [false, true], "{code}");
        }
        for code in [
            "read().map(f).unwrap()",
            "[EXAMPLE, INPUT].map(f)",
            "i.split(\"\\n\\n\").next().map(f)",
            "day.run(f)",
            "fn f(i: &str) {}",
            "a.f(line)",
        ] {
            assert_eq!(calls_of_f(code), [false, false], "{code}");
        }
    }
}
