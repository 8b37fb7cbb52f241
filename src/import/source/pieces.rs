//! Finds the functions whose results `main` combines to one value, as in
//! `input.lines().map(part1).sum()`. They get only pieces of the input, so their results are no
//! answers.
//!
//! Of the days in 169 public repositories, three have such functions that are named after a part.
//! None of the three has an input in its repository, so no answer would show that the function does
//! not take the whole text.

use std::collections::BTreeSet;

use syn::visit::{self, Visit};
use syn::{Expr, ExprCall, ExprMethodCall, ExprPath, Macro, Path};

use super::Source;
use super::split::{arguments_of, variables_in};

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

impl Source {
    /// The paths of the functions that `main` uses only for pieces, and whose results it combines.
    /// A method is a dot and its name.
    pub fn combined_by_main(&self) -> BTreeSet<String> {
        let mut uses = Uses::default();
        for item in self.items.iter().filter(|item| item.is_main()) {
            uses.visit_item(&item.item);
        }
        let count =
            |uses: &[String], path: &String| uses.iter().filter(|use_| *use_ == path).count();
        let of_pieces = uses.of_pieces.iter();
        let only = of_pieces.filter(|path| count(&uses.of_pieces, path) == count(&uses.all, path));
        only.cloned().collect()
    }
}

/// The functions that code uses.
#[derive(Default)]
struct Uses {
    all: Vec<String>,
    /// The uses for a piece, in an iterator whose values are combined.
    of_pieces: Vec<String>,
    /// The variables that are pieces, or parts of them.
    pieces: BTreeSet<String>,
}

impl Uses {
    fn is_piece(&self, value: &Expr) -> bool {
        matches!(value, Expr::Path(value) if self.pieces.contains(&joined(&value.path)))
    }
}

impl Visit<'_> for Uses {
    fn visit_expr_path(&mut self, value: &ExprPath) {
        self.all.push(joined(&value.path));
    }

    fn visit_expr_call(&mut self, call: &ExprCall) {
        let first = call.args.first().map(origin);
        if let Expr::Path(function) = &*call.func
            && first.is_some_and(|first| self.is_piece(first))
        {
            self.of_pieces.push(joined(&function.path));
        }
        visit::visit_expr_call(self, call);
    }

    fn visit_expr_method_call(&mut self, call: &ExprMethodCall) {
        let name = format!(".{}", call.method);
        if self.is_piece(&call.receiver) {
            self.of_pieces.push(name.clone());
        }
        self.all.push(name);
        let outside = self.pieces.clone();
        let mut step = Some(call).filter(|call| is_one_of(&COMBINERS, call));
        while let Some(method) = step {
            for argument in &method.args {
                match argument {
                    Expr::Path(function) => self.of_pieces.push(joined(&function.path)),
                    Expr::Closure(closure) => {
                        self.pieces
                            .extend(closure.inputs.iter().flat_map(variables_in));
                    }
                    _ => {}
                }
            }
            step = match &*method.receiver {
                Expr::MethodCall(before) if is_one_of(&ADAPTERS, before) => Some(before),
                _ => None,
            };
        }
        visit::visit_expr_method_call(self, call);
        self.pieces = outside;
    }

    fn visit_macro(&mut self, call: &Macro) {
        for argument in arguments_of(call) {
            self.visit_expr(&argument);
        }
    }
}

fn joined(path: &Path) -> String {
    let names = path
        .segments
        .iter()
        .map(|segment| segment.ident.to_string());
    names.collect::<Vec<_>>().join("::")
}

fn is_one_of(methods: &[&str], call: &ExprMethodCall) -> bool {
    methods.iter().any(|method| call.method == method)
}

/// The value from which this one is made: `line` of `&line.trim()`.
fn origin(value: &Expr) -> &Expr {
    match value {
        Expr::Reference(reference) => origin(&reference.expr),
        Expr::MethodCall(call) => origin(&call.receiver),
        _ => value,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// True if `main` with this code uses the function only for pieces.
    fn is_combined(code: &str, function: &str) -> bool {
        let source = Source::read(format!("fn main() {{ {code} }}")).expect("it is Rust");
        source.combined_by_main().contains(function)
    }

    #[test]
    fn a_function_gets_pieces_if_its_results_are_combined() {
        for code in [
            "i.lines().map(f).sum::<u32>();",
            "println!(\"{}\", i.lines().map(f).sum::<u32>());",
            "timed!(i.lines().flatten().map(f).sum::<u32>());",
            "i.lines().map(|line| f(line)).max();",
            "i.trim().split(\"\\n\\n\").enumerate().map(|(at, group)| at * f(&group)).sum();",
            "lines.rsplit(|line| line.is_empty()).map(f).fold((0, 0), add);",
            "i.lines().fold(0, |sum, line| sum + f(line.trim()));",
            "groups.iter().map(f).sum();",
            "groups.into_iter().filter(is_big).map(|group| f(&group)).filter(g).count();",
            "fn part1(i: File) -> u32 { i.lines().map(f).sum() }",
        ] {
            assert!(is_combined(code, "f"), "{code}");
        }
    }

    #[test]
    fn a_function_may_get_the_whole_text() {
        for code in [
            "f(&i);",
            "let answer = f(i.trim());",
            "f(i.lines().map(parse).collect());",
            "for text in [EXAMPLE, INPUT] { println!(\"{}\", f(text)); }",
            "for line in i.lines() { println!(\"{}\", f(line)); }",
            "i.lines().for_each(|line| println!(\"{}\", f(line)));",
            "(0..10).map(|n| f(&changed(i, n))).min();",
            "(0..10).map(|_| f(&i)).max();",
            "i.split(\"\\n\\n\").next().map(|text| f(text));",
            "read().map(f).unwrap();",
            "[EXAMPLE, INPUT].map(f);",
            "i.split(\"\\n\\n\").next().map(f);",
            "day.run(f);",
            "f(&i); i.lines().map(f).sum::<u32>();",
            "i.lines().map(|line| line.len()).sum(); f(line);",
        ] {
            assert!(!is_combined(code, "f"), "{code}");
        }
    }

    #[test]
    fn a_method_gets_the_value_before_it() {
        for (code, expected) in [
            ("groups.iter().map(|group| group.f()).sum();", true),
            ("groups.iter().map(|group| group.first.f()).sum();", false),
            ("groups.iter().map(|_| i.f()).sum();", false),
            ("groups.f();", false),
            ("parse(i).f();", false),
            (
                "parse(i).f(); groups.iter().map(|group| group.f()).sum();",
                false,
            ),
        ] {
            assert_eq!(is_combined(code, ".f"), expected, "{code}");
        }
    }
}
