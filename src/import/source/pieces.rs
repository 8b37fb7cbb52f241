//! Finds the functions that code applies to the pieces of a text or a list, one after the other:
//! `input.lines().map(score)`, `for line in input.lines() { score(line) }`.
//!
//! Code has such pieces if it cuts a text ([`cuts`]), or if it combines the results of all pieces
//! to one value, as in `groups.iter().map(score).sum()`. Without one of these, `map(score)` may
//! pass the whole text in an `Option`, and a loop may pass the example and the input.

use std::collections::BTreeSet;
use std::ops::Range;

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

/// The paths of the functions that code calls, by what they get.
#[derive(Default)]
pub struct Calls {
    /// The functions that get a piece.
    pub of_pieces: BTreeSet<String>,
    /// Those of them whose results are combined to one value. Without this, the pieces may be the
    /// lines of an input that has only one line.
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

/// The calls in code. `path_to` is the path that ends with the last of the given tokens.
pub fn calls(tokens: &[&str], path_to: impl Fn(&[&str]) -> String) -> Calls {
    let code = Brackets::of(tokens);
    let mut calls = Calls::default();
    let mut with_pieces = Vec::new();
    for (index, token) in tokens.iter().enumerate() {
        if *token == "for" {
            with_pieces.extend(code.piece_loop(index));
        } else if *token == "."
            && let Some(open) = code.arguments_after(index)
            && code.has_pieces(index, open)
        {
            let arguments = &tokens[open + 1..code.ends[open]];
            let first = arguments
                .split(|token| *token == ",")
                .next()
                .unwrap_or_default();
            if first.iter().all(|token| is_name(token) || *token == ":") {
                calls.of_pieces.insert(first.concat());
                if code.is_combined(index) {
                    calls.combined.insert(first.concat());
                }
            }
            with_pieces.extend(code.piece_closure(index, open));
        }
    }
    for (index, pair) in tokens.windows(2).enumerate() {
        if !is_name(pair[0]) || pair[1] != "(" {
            continue;
        }
        let path = path_to(&tokens[..=index]);
        let start = index + 1 - path_length(&path);
        let before = &tokens[..start];
        if matches!(before, [.., "." | "fn"]) {
            continue;
        }
        let is_added = matches!(before, [.., "+"] | [.., "+" | "*", "="]);
        let argument = tokens[index + 2..]
            .iter()
            .find(|token| !["&", "*", "mut"].contains(*token));
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

/// The number of tokens in a path.
fn path_length(path: &str) -> usize {
    3 * path.matches("::").count() + 1
}

fn names_in<'t>(pattern: &[&'t str]) -> BTreeSet<&'t str> {
    let names = pattern.iter().copied();
    names.filter(|token| is_name(token)).collect()
}

/// Tokens with the ends of their brackets.
struct Brackets<'c, 't> {
    tokens: &'c [&'t str],
    /// For each opening bracket, the index of the closing one, and the other way round.
    ends: Vec<usize>,
}

impl<'c, 't> Brackets<'c, 't> {
    fn of(tokens: &'c [&'t str]) -> Self {
        let mut ends: Vec<usize> = (0..tokens.len()).collect();
        let mut open = Vec::new();
        for (index, token) in tokens.iter().enumerate() {
            match *token {
                "(" | "[" | "{" => open.push(index),
                ")" | "]" | "}" => {
                    if let Some(start) = open.pop() {
                        ends[start] = index;
                        ends[index] = start;
                    }
                }
                _ => {}
            }
        }
        Self { tokens, ends }
    }

    /// The bracket before the arguments of the method that follows this dot.
    fn arguments_after(&self, dot: usize) -> Option<usize> {
        let rest = &self.tokens[dot + 1..];
        let open = match rest {
            [_, "(", ..] => 1,
            // `sum::<u32>()`
            [_, ":", ":", "<", ..] => rest.iter().position(|token| *token == "(")?,
            _ => return None,
        };
        Some(dot + 1 + open)
    }

    /// True if the method after this dot, whose arguments begin at `open`, gets pieces.
    fn has_pieces(&self, dot: usize, open: usize) -> bool {
        self.is_cut(dot) || self.is_combined(self.ends[open] + 1)
    }

    /// True if the code before this index ends with pieces of a text, as in `input.lines()`.
    fn is_cut(&self, mut index: usize) -> bool {
        while let Some(close) = index.checked_sub(1).filter(|at| self.tokens[*at] == ")") {
            let before = &self.tokens[..self.ends[close]];
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
        while self.tokens.get(dot) == Some(&".")
            && let Some(method) = self.tokens.get(dot + 1)
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
        let arguments = &self.tokens[open..end];
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
        let body = (start..self.tokens.len()).find(|at| self.tokens[*at] == "{")?;
        let head = &self.tokens[start + 1..body];
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
    use crate::import::source::facts::path_to;
    use crate::project::source::tokens;

    /// The calls of `f` in this code.
    fn calls_of_f(code: &str) -> [bool; 2] {
        let calls = calls(&tokens(code), path_to);
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
            let calls = calls(&tokens(code), path_to);
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
