//! Replaces the names that a caller knows in an expression by what they stand for.

use std::ops::Range;

use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Expr, ExprCall, ExprClosure, ExprPath, FieldValue, Lit, Macro, Member, PatIdent, Token};

use super::{BoundNames, Caller, has_text, last_name};
use crate::import::source::Edit;
use crate::project::source::tokens;

/// The edits that make an expression one over the text. `None` if it has something that only the
/// caller can know.
pub fn edits(caller: &Caller, expression: &Expr, known: usize, steps: usize) -> Option<Vec<Edit>> {
    let mut replacing = Replacing {
        caller,
        known,
        steps,
        own: Vec::new(),
        alone: Vec::new(),
        closures: 0,
        edits: Vec::new(),
        is_clear: true,
    };
    replacing.visit_alone(expression);
    replacing.is_clear.then_some(replacing.edits)
}

/// What is replaced in an expression.
struct Replacing<'c> {
    caller: &'c Caller<'c>,
    known: usize,
    steps: usize,
    /// The names that the expression itself binds.
    own: Vec<String>,
    /// The places of expressions with nothing around them that binds to a part of them only.
    alone: Vec<Range<usize>>,
    /// How many closures are around the expression.
    closures: usize,
    edits: Vec<Edit>,
    /// Whether nothing is left that only the caller can know.
    is_clear: bool,
}

impl<'ast> Visit<'ast> for Replacing<'_> {
    fn visit_expr(&mut self, expression: &'ast Expr) {
        let place = expression.span().byte_range();
        if let Some(text) = self.caller.text(expression, self.known, self.steps) {
            self.edits.push((place, text));
            return;
        }
        if let Expr::MethodCall(call) = expression
            && let Some(text) = self.caller.text(&call.receiver, self.known, self.steps)
            && !call.method.to_string().starts_with("into")
        {
            // What is borrowed needs no copy.
            let text = text.trim_end_matches(".to_string()").to_owned();
            self.edits.push((call.receiver.span().byte_range(), text));
            for argument in &call.args {
                self.visit_alone(argument);
            }
            return;
        }
        match expression {
            Expr::Path(path) => self.replace_name(path),
            Expr::Call(call) => self.replace_arguments(call),
            Expr::MethodCall(call) => {
                self.visit_expr(&call.receiver);
                for argument in &call.args {
                    self.visit_alone(argument);
                }
            }
            Expr::Try(inner) => {
                let mark = inner.question_token.span().byte_range();
                self.edits.push((mark, ".unwrap()".to_owned()));
                self.visit_expr(&inner.expr);
            }
            Expr::Return(_) | Expr::Break(_) | Expr::Continue(_) | Expr::Await(_) => {
                self.is_clear = false;
            }
            _ => visit::visit_expr(self, expression),
        }
    }

    fn visit_expr_closure(&mut self, closure: &'ast ExprClosure) {
        let mut names = BoundNames::default();
        for pattern in &closure.inputs {
            names.visit_pat(pattern);
        }
        let known = self.own.len();
        self.own.append(&mut names.0);
        self.closures += 1;
        self.visit_expr(&closure.body);
        self.closures -= 1;
        self.own.truncate(known);
    }

    fn visit_field_value(&mut self, field: &'ast FieldValue) {
        let known = self.edits.len();
        self.visit_alone(&field.expr);
        if field.colon_token.is_none()
            && let Member::Named(name) = &field.member
        {
            for (_, value) in &mut self.edits[known..] {
                *value = format!("{name}: {value}");
            }
        }
    }

    fn visit_pat_ident(&mut self, name: &'ast PatIdent) {
        self.own.push(name.ident.to_string());
    }

    fn visit_macro(&mut self, call: &'ast Macro) {
        let parser = Punctuated::<Expr, Token![,]>::parse_terminated;
        let Ok(arguments) = call.parse_body_with(parser) else {
            // `vec![0; 5]` and others know no names of the caller, or it is not clear.
            let text = &self.caller.scope.source.text[call.tokens.span().byte_range()];
            for word in tokens(text) {
                self.is_clear &= self.caller.value(word, self.known).is_none();
            }
            return;
        };
        for argument in &arguments {
            if let Expr::Lit(literal) = argument
                && let Lit::Str(text) = &literal.lit
            {
                self.is_clear &= !self.captures(&text.value());
            }
            self.visit_alone(argument);
        }
    }
}

/// An expression in parentheses, if an operator or a method could bind to a part of it only.
fn in_parentheses(expression: String) -> String {
    match syn::parse_str(&expression) {
        Ok(
            Expr::Array(_)
            | Expr::Call(_)
            | Expr::Field(_)
            | Expr::Index(_)
            | Expr::Lit(_)
            | Expr::Macro(_)
            | Expr::MethodCall(_)
            | Expr::Paren(_)
            | Expr::Path(_)
            | Expr::Tuple(_),
        ) => expression,
        _ => format!("({expression})"),
    }
}

impl Replacing<'_> {
    /// Visits an expression between parentheses, commas or both ends.
    fn visit_alone(&mut self, expression: &Expr) {
        self.alone.push(expression.span().byte_range());
        self.visit_expr(expression);
    }

    fn replace_name(&mut self, path: &ExprPath) {
        const OUTER: [&str; 3] = ["env", "args", "stdin"];
        let segments = &path.path.segments;
        let words: Vec<String> = segments.iter().map(|part| part.ident.to_string()).collect();
        if words.iter().any(|word| OUTER.contains(&&**word)) {
            self.is_clear = false;
        }
        let [name] = &*words else {
            return;
        };
        if self.own.contains(name) {
            return;
        }
        let Some(value) = self.caller.value(name, self.known) else {
            return;
        };
        let place = path.span().byte_range();
        match self.caller.made(value, self.steps) {
            // It would be made anew for each call of the closure.
            Some(made) if self.closures > 0 && has_text(&made) => self.is_clear = false,
            Some(made) if self.alone.contains(&place) => self.edits.push((place, made)),
            Some(made) => self.edits.push((place, in_parentheses(made))),
            None => self.is_clear = false,
        }
    }

    fn replace_arguments(&mut self, call: &ExprCall) {
        if !matches!(&*call.func, Expr::Path(_)) {
            self.visit_expr(&call.func);
        }
        let name = last_name(&call.func).unwrap_or_default();
        self.is_clear &= name != "args";
        for (index, argument) in call.args.iter().enumerate() {
            let owned = self
                .caller
                .owned(&name, index, argument, self.known, self.steps);
            match owned {
                Some(text) => self.edits.push((argument.span().byte_range(), text)),
                None => self.visit_alone(argument),
            }
        }
    }

    /// Whether the text of a format has names of the caller: `{line}`.
    fn captures(&self, text: &str) -> bool {
        text.split('{').skip(1).any(|after| {
            let end = after.find([':', '}']).unwrap_or(after.len());
            self.caller.value(&after[..end], self.known).is_some()
        })
    }
}
