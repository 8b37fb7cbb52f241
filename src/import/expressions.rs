//! The expressions with which a user says how days are called, such as `--part1 'solve(input).0'`.
//! Every name in an expression is looked up in the day. An expression applies only to days that
//! have all of its names, so it is not used for a day in which it cannot work.

use std::collections::BTreeSet;

use aoc_solution::Part;
use syn::visit::{self, Visit};
use syn::{
    Expr, ExprCall, ExprField, ExprMethodCall, ExprPath, ImplItem, Item, Member, PatIdent,
    Signature,
};

use super::candidates::{lacks_field, spelled};
use super::source::{Source, on_large_stack};
use super::wiring::Wiring;
use crate::project::source::tokens;
use crate::puzzle::{Day, Puzzle, Year};

/// Methods of the standard library that expressions may call.
const STD_METHODS: [&str; 30] = [
    "as_bytes",
    "as_mut",
    "as_ref",
    "as_str",
    "bytes",
    "chars",
    "clone",
    "cloned",
    "collect",
    "copied",
    "expect",
    "into",
    "into_iter",
    "iter",
    "leak",
    "len",
    "lines",
    "map",
    "next",
    "parse",
    "split",
    "to_owned",
    "to_string",
    "to_vec",
    "trim",
    "trim_end",
    "trim_end_matches",
    "trim_start",
    "unwrap",
    "unwrap_or_default",
];

/// Types of the standard library that are in scope everywhere.
const STD_TYPES: [&str; 3] = ["Box", "String", "Vec"];

/// Functions that a type may have by a derive or by a trait of the standard library.
const STD_FUNCTIONS: [&str; 4] = ["default", "from", "try_from", "from_str"];

/// True if the expression uses the variable `input`.
pub fn uses_input(expression: &str) -> bool {
    tokens(expression).contains(&"input")
}

/// Checks that a text is an expression, which may use the variable `input`. The error says why it
/// is not.
pub fn expression(text: &str) -> Result<String, String> {
    let filled = fill(text, Year::FIRST.day(Day::FIRST));
    let code = format!("const _: () = [{filled}; 1];");
    on_large_stack(|| Source::read(code).map(drop))?;
    Ok(text.to_owned())
}

/// Replaces `%YEAR%`, `%DAY%` and `%PADDED_DAY%` in an expression.
pub fn fill(text: &str, puzzle: Puzzle) -> String {
    text.replace("%YEAR%", &puzzle.year.to_string())
        .replace("%DAY%", &puzzle.day.to_string())
        .replace("%PADDED_DAY%", &format!("{:02}", puzzle.day.get()))
}

/// The names in all sources of a repository. A day may use them.
#[derive(Default)]
pub struct RepositoryNames {
    /// The functions and methods.
    pub functions: BTreeSet<String>,
    /// The structs, the enums and the type aliases.
    pub types: BTreeSet<String>,
}

impl RepositoryNames {
    pub fn of<'s>(sources: impl Iterator<Item = &'s Source>) -> Self {
        let mut names = Self::default();
        for item in sources.flat_map(|source| &source.items) {
            if matches!(item.item, Item::Struct(_) | Item::Enum(_) | Item::Type(_)) {
                names.types.insert(item.name.clone());
            }
            let words: Vec<&str> = item.code.split(' ').collect();
            for pair in words.windows(2) {
                if let ["fn", name] = pair {
                    names.functions.insert((*name).to_owned());
                }
            }
        }
        names
    }
}

/// The call of a day by the user's expressions, or why they are not used.
pub enum UserCall {
    /// The user gave no expressions.
    None,
    /// The wiring by the expressions whose names the day has. Its `left_out` says why an expression
    /// for the other part is not used.
    Fits(Wiring),
    /// An expression names an item of this day, and another name that is missing.
    Lacks(String),
    /// The expressions name no item of this day.
    NamesNothing(String),
}

/// Applies the user's expressions to a day.
pub fn user_call(
    repository: &RepositoryNames,
    source: &Source,
    expressions: &[(Part, String)],
    puzzle: Puzzle,
) -> UserCall {
    let mut wiring = Wiring::default();
    let mut has_call = false;
    let mut lacks = None;
    let mut names_nothing = None;
    for (part, expression) in expressions {
        let call = fill(expression, puzzle);
        let names_item = tokens(&call).iter().any(|name| source.has(name));
        match missing_name(repository, source, &call) {
            Some(name) => {
                let why = format!("{name}, which the expressions name, is not there");
                wiring.left_out = Some(format!("part {part}: {why}"));
                let reason = if names_item {
                    &mut lacks
                } else {
                    &mut names_nothing
                };
                reason.get_or_insert(why);
            }
            None if names_item => {
                wiring.answer(*part, &call);
                has_call = true;
            }
            None => {
                let why = "the expressions name nothing of it";
                names_nothing.get_or_insert_with(|| why.to_owned());
            }
        }
    }
    match (lacks, names_nothing) {
        _ if has_call => UserCall::Fits(wiring),
        (Some(why), _) => UserCall::Lacks(why),
        (None, Some(why)) => UserCall::NamesNothing(why),
        (None, None) => UserCall::None,
    }
}

/// The first name in an expression that the day does not have.
fn missing_name(repository: &RepositoryNames, source: &Source, call: &str) -> Option<String> {
    let expression: Expr = syn::parse_str(call).ok()?;
    let mut names = NameCheck {
        repository,
        source,
        own: vec!["input".to_owned()],
        missing: None,
    };
    names.visit_expr(&expression);
    names.missing
}

struct NameCheck<'s> {
    repository: &'s RepositoryNames,
    source: &'s Source,
    /// The names of variables: `input`, and those that the expression binds.
    own: Vec<String>,
    missing: Option<String>,
}

impl NameCheck<'_> {
    fn check(&mut self, is_there: bool, name: &str) {
        if !is_there && self.missing.is_none() {
            self.missing = Some(format!("`{name}`"));
        }
    }

    /// True if a name is an item of the day, or may be imported.
    fn is_item(&self, name: &str) -> bool {
        let mut items = self.source.items.iter();
        self.source.has(name)
            || items.any(|item| {
                let is_import = matches!(item.item, Item::Use(_));
                is_import && (item.mentions(name) || item.code.contains(" * ;"))
            })
    }

    /// True if a name may be a type of the day. The day imports it by name, or imports with `*`
    /// while the repository has such a type, or mentions it in the call of a macro.
    fn is_type(&self, name: &str) -> bool {
        let repository_has_it = self.repository.types.contains(name);
        let mut items = self.source.items.iter();
        STD_TYPES.contains(&name)
            || items.any(|item| match item.item {
                Item::Use(_) => {
                    item.mentions(name) || repository_has_it && item.code.contains(" * ;")
                }
                Item::Macro(_) => item.mentions(name),
                _ => false,
            })
    }

    /// The functions of that name that types of the day have. With `of`, only those of that type.
    fn methods(&self, of: Option<&str>, name: &str) -> Vec<&Signature> {
        let items = self.source.items.iter();
        let blocks = items.filter_map(|item| match &item.item {
            Item::Impl(block) => Some(block),
            _ => None,
        });
        blocks
            .filter(|block| {
                let ty = spelled(&block.self_ty);
                of.is_none_or(|of| ty == of || ty.starts_with(&format!("{of}<")))
            })
            .flat_map(|block| &block.items)
            .filter_map(|item| match item {
                ImplItem::Fn(function) if function.sig.ident == name => Some(&function.sig),
                _ => None,
            })
            .collect()
    }

    /// True if a type has a function of that name with that number of arguments.
    fn has_function_of(&self, ty: &str, name: &str, arguments: usize) -> bool {
        let found = self.methods(Some(ty), name);
        if !found.is_empty() {
            return found.iter().any(|method| method.inputs.len() == arguments);
        }
        // A trait or a derive may provide the function.
        let has_trait = self.source.items.iter().any(|item| {
            let is_for_type = item.code.contains(&format!(" for {ty} "));
            matches!(item.item, Item::Impl(_)) && is_for_type
        });
        STD_FUNCTIONS.contains(&name)
            || name.starts_with(char::is_uppercase)
            || has_trait && self.repository.functions.contains(name)
    }
}

impl NameCheck<'_> {
    /// True if the expression calls a function of the day whose result has no field of that index.
    fn lacks_field(&self, base: &Expr, index: usize) -> bool {
        let Expr::Call(call) = base else {
            return false;
        };
        let Expr::Path(path) = &*call.func else {
            return false;
        };
        let mut functions = self.source.functions();
        let function = functions.find(|function| path.path.is_ident(&function.sig.ident));
        function.is_some_and(|function| lacks_field(&function.sig, index))
    }
}

impl<'ast> Visit<'ast> for NameCheck<'_> {
    fn visit_pat_ident(&mut self, name: &'ast PatIdent) {
        self.own.push(name.ident.to_string());
    }

    fn visit_expr_call(&mut self, call: &'ast ExprCall) {
        for argument in &call.args {
            self.visit_expr(argument);
        }
        let Expr::Path(path) = &*call.func else {
            self.visit_expr(&call.func);
            return;
        };
        let arguments = call.args.len();
        let mut names = path.path.segments.iter().rev();
        let name = names
            .next()
            .map(|last| last.ident.to_string())
            .unwrap_or_default();
        match names.next().map(|ty| ty.ident.to_string()) {
            _ if path.qself.is_some() => {
                let is_there = self.repository.functions.contains(&name);
                self.check(is_there, &name);
            }
            Some(ty) if self.source.has_type(&ty) => {
                let is_there = self.has_function_of(&ty, &name, arguments);
                self.check(is_there, &format!("{ty}::{name}"));
            }
            Some(ty) if ty.starts_with(char::is_uppercase) => {
                let is_there = self.is_type(&ty);
                self.check(is_there, &ty);
            }
            Some(_) => {
                let is_std = path.path.segments[0].ident == "std";
                let is_there = is_std || self.repository.functions.contains(&name);
                self.check(is_there, &name);
            }
            None if name.starts_with(char::is_uppercase) || self.own.contains(&name) => {}
            None => {
                let mut functions = self.source.functions();
                let function = functions.find(|function| function.sig.ident == name);
                let is_there = match function {
                    Some(function) => function.sig.inputs.len() == arguments,
                    None => self.is_item(&name),
                };
                self.check(is_there, &name);
            }
        }
    }

    fn visit_expr_path(&mut self, path: &'ast ExprPath) {
        if let Some(name) = path.path.get_ident() {
            let name = name.to_string();
            let is_std = ["None", "Some", "Ok"].contains(&&*name);
            let is_there = is_std || self.own.contains(&name) || self.is_item(&name);
            self.check(is_there, &name);
        }
    }

    fn visit_expr_method_call(&mut self, call: &'ast ExprMethodCall) {
        visit::visit_expr_method_call(self, call);
        let name = call.method.to_string();
        let own = self.methods(None, &name);
        let takes = call.args.len() + 1;
        let is_there = if own.is_empty() {
            STD_METHODS.contains(&&*name) || self.repository.functions.contains(&name)
        } else {
            own.iter()
                .any(|method| method.receiver().is_some() && method.inputs.len() == takes)
        };
        self.check(is_there, &name);
    }

    fn visit_expr_field(&mut self, field: &'ast ExprField) {
        visit::visit_expr_field(self, field);
        if let Member::Unnamed(index) = &field.member {
            let index = usize::try_from(index.index).unwrap_or(usize::MAX);
            let is_there = !self.lacks_field(&field.base, index);
            self.check(is_there, &format!(".{index}"));
        }
        if let Member::Named(name) = &field.member {
            let name = name.to_string();
            let mut items = self.source.items.iter();
            let is_there = items.any(|item| item.mentions(&name));
            self.check(is_there, &format!(".{name}"));
        }
    }
}
