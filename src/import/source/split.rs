//! Splits the items of a source into those that are copied and those that are omitted, and finds
//! the items that a function uses.

use std::collections::BTreeSet;

use syn::punctuated::Punctuated;
use syn::visit::{self, Visit};
use syn::{Expr, ExprPath, Ident, Item, Macro, Pat, PatIdent, Token};

use super::{FileItem, Source};

/// The copied items of a module, and the omitted ones. An item is omitted if `omits` returns true,
/// or if it uses another omitted item.
pub fn partition_with_users(
    items: &[FileItem],
    omits: impl Fn(&FileItem) -> bool,
) -> [Vec<&FileItem>; 2] {
    let mut is_omitted: Vec<bool> = items.iter().map(omits).collect();
    let mut omitted: Vec<usize> = (0..items.len())
        .filter(|index| is_omitted[*index])
        .collect();
    // The indices of items that use an omitted item. The first of them in the source is omitted
    // next.
    let mut users: BTreeSet<usize> = BTreeSet::new();
    for index in &omitted {
        users.extend(users_of(items, &items[*index]));
    }
    while let Some(index) = users.pop_first() {
        if !is_omitted[index] {
            is_omitted[index] = true;
            omitted.push(index);
            users.extend(users_of(items, &items[index]));
        }
    }
    let copied = items
        .iter()
        .zip(&is_omitted)
        .filter(|(_, omitted)| !**omitted);
    [
        copied.map(|(item, _)| item).collect(),
        omitted.into_iter().map(|index| &items[index]).collect(),
    ]
}

impl Source {
    /// The copied items, and the omitted ones, see [`partition_with_users`].
    pub fn partition_with_users(&self, omits: impl Fn(&FileItem) -> bool) -> [Vec<&FileItem>; 2] {
        partition_with_users(&self.items, omits)
    }

    /// The items that a call of the function with this path may use: the function itself, the items
    /// that it mentions, the items that those mention, and so on. Items without a name, such as an
    /// `impl`, always count.
    pub fn used_by<'s>(&'s self, function: &'s str) -> Vec<&'s FileItem> {
        let mut names: BTreeSet<&str> = function.split("::").chain([""]).collect();
        let mut used = Vec::new();
        let mut others: Vec<&FileItem> = self.items.iter().collect();
        loop {
            let (next, rest): (Vec<&FileItem>, Vec<&FileItem>) = others
                .into_iter()
                .partition(|item| names.contains(&*item.name));
            if next.is_empty() {
                return used;
            }
            for item in &next {
                names.extend(item.facts.names.iter().map(String::as_str));
            }
            used.extend(next);
            others = rest;
        }
    }
}

/// The indices of the items that use `used`: the code that calls it if it is a function or a macro,
/// or that mentions it otherwise.
fn users_of<'s>(items: &'s [FileItem], used: &'s FileItem) -> impl Iterator<Item = usize> {
    // A declaration of modules does not count if their files are copied.
    let is_declaration = used.needs_file() && used.file_reference(false).is_none();
    items.iter().enumerate().filter_map(move |(index, item)| {
        // Code outside of tests cannot use a test, even if it mentions the test's name.
        if is_declaration || used.is_for_tests && !item.is_for_tests {
            return None;
        }
        let is_user = match used.item {
            Item::Macro(_) if matches!(item.item, Item::Use(_)) => item.mentions(&used.name),
            Item::Macro(_) => item.facts.calls_macro(&used.name),
            // A `use` in tests may import anything, so all tests count as its users.
            Item::Use(_) if used.is_for_tests => item.is_for_tests,
            Item::Fn(_) => item.uses_function(&used.name),
            _ => item.mentions(&used.name),
        };
        is_user.then_some(index)
    })
}

impl FileItem {
    /// True if the code uses the function or the constant with this path.
    pub fn uses(&self, path: &str) -> bool {
        // A variable may have the name of a function.
        let is_constant = !path.contains(char::is_lowercase);
        (is_constant || path.contains("::")) && self.mentions_names_of(path)
            || self.uses_function(path)
    }

    /// True if the code calls the function with this path, or uses it as a value: `map(load)`.
    pub fn uses_function(&self, path: &str) -> bool {
        self.facts.calls_function(path) || self.uses_by_name(path)
    }

    /// Like [`Self::uses_function`], but without a path to the function.
    pub fn uses_by_name(&self, name: &str) -> bool {
        self.facts.calls_by_name(name) || self.mentions(name) && self.has_value(name)
    }

    /// True if the name is a value in the code, but no variable of the code.
    fn has_value(&self, name: &str) -> bool {
        let mut values = Values::default();
        values.visit_item(&self.item);
        values.used.contains(name) && !values.variables.contains(name)
            || self.inner.iter().any(|item| item.has_value(name))
    }
}

/// The names of the values and of the variables in code.
#[derive(Default)]
struct Values {
    used: BTreeSet<String>,
    variables: BTreeSet<String>,
}

impl Visit<'_> for Values {
    fn visit_expr_path(&mut self, value: &ExprPath) {
        self.used
            .extend(value.path.get_ident().map(Ident::to_string));
    }

    fn visit_pat_ident(&mut self, pattern: &PatIdent) {
        self.variables.insert(pattern.ident.to_string());
        visit::visit_pat_ident(self, pattern);
    }

    fn visit_macro(&mut self, call: &Macro) {
        for argument in arguments_of(call) {
            self.visit_expr(&argument);
        }
    }
}

/// The arguments of a macro. None if they are no expressions.
pub fn arguments_of(call: &Macro) -> impl Iterator<Item = Expr> {
    let parser = Punctuated::<Expr, Token![,]>::parse_terminated;
    call.parse_body_with(parser).into_iter().flatten()
}

/// The variables in a pattern.
pub fn variables_in(pattern: &Pat) -> BTreeSet<String> {
    let mut values = Values::default();
    values.visit_pat(pattern);
    values.variables
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::source::on_large_stack;

    #[test]
    fn what_uses_an_omitted_inline_module_is_omitted_but_not_what_uses_a_declared_one() {
        let text = "mod a { pub fn f() {} } mod b; mod c { mod d; } \
                    fn x() { a::f() } fn y() { b::f() } fn z() { c::d::f() }";
        let names = on_large_stack(|| {
            let source = Source::read(text.to_owned()).expect("it is Rust");
            let [copied, _] = source.partition_with_users(|item| matches!(item.item, Item::Mod(_)));
            let names = copied.iter().map(|item| item.name.clone());
            names.collect::<Vec<_>>()
        });
        assert_eq!(names.expect("a stack"), ["y", "z"]);
    }

    #[test]
    fn a_function_is_used_by_a_call_or_as_a_value_that_is_no_variable() {
        for (code, is_user) in [
            ("load(\"a\");", true),
            ("load::<u8>(\"a\");", true),
            ("a.map(load);", true),
            ("let a: fn() = load;", true),
            ("println!(\"{}\", a.map(load));", true),
            ("let load = a(); b(load);", false),
            ("if let Some((load, _)) = a { b(load) }", false),
            ("a.map(|load| b(load));", false),
            ("println!(\"{load}\");", false),
            ("a.load(); b::load;", false),
        ] {
            let names = on_large_stack(|| {
                let text = format!("fn load() {{}} fn x() {{ {code} }}");
                let source = Source::read(text).expect("it is Rust");
                let [copied, _] = source.partition_with_users(|item| item.name == "load");
                copied.len()
            });
            assert_eq!(names.expect("a stack") == 0, is_user, "{code}");
        }
    }

    /// Each function calls the one after it, and the last one is omitted.
    #[test]
    fn a_long_chain_of_calls_is_followed_to_its_end() {
        let functions = 2_000;
        let mut text = String::new();
        for number in 0..functions {
            text += &format!("fn f{number}() {{ f{}() }}\n", number + 1);
        }
        let is_split = on_large_stack(|| {
            let source = Source::read(text).expect("it is Rust");
            let last = format!("f{}", functions - 1);
            let [copied, omitted] = source.partition_with_users(|item| item.name == last);
            let names = omitted.iter().map(|item| item.name.clone());
            let backwards = (0..functions).rev().map(|number| format!("f{number}"));
            copied.is_empty() && names.eq(backwards)
        });
        assert!(is_split.expect("a stack"));
    }
}
