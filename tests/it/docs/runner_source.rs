//! The sources of the runner, as far as the checks of ARCHITECTURE.md need them: the names, the
//! imports and the calls of a file.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::sync::OnceLock;

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Item, UseTree};
use walkdir::WalkDir;

use super::names::declared;
use crate::sandbox::REPOSITORY;

/// A path of names from the crate's root, such as `site`, `client` and `Site`.
pub type NamePath = Vec<String>;

/// A file of the runner without its tests.
pub struct Source {
    /// The path from `src/`.
    pub path: String,
    /// The module, such as `site` and `client`.
    pub module: NamePath,
    /// The names that it declares, also in its tests.
    pub declared: Vec<String>,
    /// The names that its `use` items declare, with their paths. The path of another crate begins
    /// with the name of the crate.
    uses: Vec<(String, NamePath)>,
    /// The code without the `use` items.
    code: Vec<Token>,
}

/// A token of the code. Groups are flattened, because paths continue in them.
#[derive(PartialEq)]
enum Token {
    Word(String),
    Mark(char),
    Open,
    Close,
    Literal,
}

/// All files, which are parsed once for all tests.
pub fn all() -> &'static [Source] {
    static ALL: OnceLock<Vec<Source>> = OnceLock::new();
    ALL.get_or_init(parse_all)
}

fn parse_all() -> Vec<Source> {
    let root = Path::new(REPOSITORY).join("src");
    let mut sources = Vec::new();
    for file in WalkDir::new(&root)
        .sort_by_file_name()
        .into_iter()
        .flatten()
    {
        let path = file.path().strip_prefix(&root).expect("below it");
        let path = path.to_str().expect("ASCII").to_owned();
        let is_test = ["tests.rs", "properties.rs", "testing.rs"]
            .iter()
            .any(|name| path.ends_with(name))
            || ["templates/", "/tests/"]
                .iter()
                .any(|folder| path.contains(folder));
        if file
            .path()
            .extension()
            .is_some_and(|extension| extension == "rs")
            && !is_test
        {
            let text = fs::read_to_string(file.path()).expect("a source");
            sources.push(Source::parse(path, &text));
        }
    }
    assert!(sources.len() > 100);
    let modules: BTreeSet<NamePath> = sources.iter().map(|source| source.module.clone()).collect();
    for source in &mut sources {
        source.find_modules(&modules);
    }
    sources
}

/// The files that each file imports.
pub fn imported_files() -> BTreeMap<&'static str, BTreeSet<&'static str>> {
    let names = imported_names().into_iter();
    names
        .map(|(file, names)| (file, names.into_iter().map(|(file, _)| file).collect()))
        .collect()
}

/// The files that each file imports, with the names that it takes from them. An empty name stands
/// for the module itself. Another file may only pass a name on, by `pub use` or as a parent. The
/// import then counts for the file that declares the name.
pub fn imported_names() -> BTreeMap<&'static str, BTreeSet<(&'static str, String)>> {
    let modules: BTreeMap<&[String], &Source> = all()
        .iter()
        .map(|source| (&*source.module, source))
        .collect();
    let mut imported = BTreeMap::new();
    for source in all() {
        let imports = source.imports();
        let names = imports
            .iter()
            .filter_map(|path| declaration(path, &modules));
        imported.insert(&*source.path, names.collect());
    }
    imported
}

/// The file that declares the name at the end of the path, with the name.
fn declaration(
    path: &[String],
    modules: &BTreeMap<&[String], &'static Source>,
) -> Option<(&'static str, String)> {
    let end = (1..=path.len())
        .rev()
        .find(|end| modules.contains_key(&path[..*end]))?;
    let file = modules[&path[..end]];
    let Some(name) = path.get(end) else {
        return Some((&file.path, String::new()));
    };
    match file.uses.iter().find(|(local, _)| local == name) {
        Some((_, target)) => {
            let further = [target, &path[end + 1..]].concat();
            declaration(&further, modules)
        }
        None => Some((&file.path, name.clone())),
    }
}

impl Source {
    fn parse(path: String, text: &str) -> Self {
        let mut parsed = syn::parse_file(text).expect("Rust");
        let declared = declared(&parsed);
        parsed.items.retain(|item| !is_test_only(item));
        let mut uses = Vec::new();
        for item in &parsed.items {
            if let Item::Use(item) = item {
                add_leaves(&item.tree, &[], &mut uses);
            }
        }
        parsed.items.retain(|item| !matches!(item, Item::Use(_)));
        let module = path
            .trim_end_matches(".rs")
            .split('/')
            .map(str::to_owned)
            .collect();
        let code = flat(parsed.to_token_stream());
        Self {
            path,
            module,
            declared,
            uses,
            code,
        }
    }

    /// Makes the paths of `use` items start at the root of the crate.
    fn find_modules(&mut self, modules: &BTreeSet<NamePath>) {
        for (_, path) in &mut self.uses {
            let supers = path.iter().take_while(|name| *name == "super").count();
            let child = [&self.module[..], &path[..1]].concat();
            *path = match &*path[0] {
                "crate" => path[1..].to_vec(),
                "self" => [&self.module[..], &path[1..]].concat(),
                "super" => {
                    let base = &self.module[..self.module.len() - supers];
                    [base, &path[supers..]].concat()
                }
                _ if modules.contains(&child) => [&self.module[..], &*path].concat(),
                _ => path.clone(),
            };
        }
    }

    pub fn room(&self) -> &str {
        &self.module[0]
    }

    /// The paths in the code that lead to other modules of the runner or to other crates. `use
    /// crate::a::{b, c::D}` gives `a b` and `a c D`, and `b::run()` gives `a b run`.
    pub fn imports(&self) -> BTreeSet<NamePath> {
        let mut found: BTreeSet<NamePath> =
            self.uses.iter().map(|(_, path)| path.clone()).collect();
        for at in 0..self.code.len() {
            let Some(name) = word(self.code.get(at)) else {
                continue;
            };
            if follows_colons(&self.code, at) || !has_colons(&self.code, at + 1) {
                continue;
            }
            let mut next = at + 1;
            let mut base = match name {
                "crate" => Vec::new(),
                "self" => self.module.clone(),
                "super" => self.module[..self.module.len() - 1].to_vec(),
                _ => match self.uses.iter().find(|(local, _)| local == name) {
                    Some((_, path)) => path.clone(),
                    None => vec![name.to_owned()],
                },
            };
            while has_colons(&self.code, next) && word(self.code.get(next + 2)) == Some("super") {
                base.pop();
                next += 3;
            }
            add_paths(&self.code, next, &base, &mut found);
        }
        found
    }

    /// True if the code calls one of these functions or macros. Methods do not count.
    pub fn calls(&self, names: &[&str]) -> bool {
        (1..self.code.len()).any(|at| {
            let is_named = word(self.code.get(at)).is_some_and(|name| names.contains(&name));
            let before = &self.code[at - 1];
            let is_own = *before == Token::Mark('.') || word(Some(before)) == Some("fn");
            let after = self.code.get(at + 1);
            let is_called = matches!(after, Some(Token::Mark('!') | Token::Open));
            is_named && !is_own && is_called
        })
    }

    /// True if the code calls one of these methods, except on `self`.
    pub fn calls_method(&self, names: &[&str]) -> bool {
        (2..self.code.len()).any(|at| {
            word(self.code.get(at)).is_some_and(|name| names.contains(&name))
                && self.code[at - 1] == Token::Mark('.')
                && word(self.code.get(at - 2)) != Some("self")
                && self.code.get(at + 1) == Some(&Token::Open)
        })
    }

    /// True if the code uses a field of this name.
    pub fn has_field(&self, name: &str) -> bool {
        (1..self.code.len()).any(|at| {
            word(self.code.get(at)) == Some(name)
                && self.code[at - 1] == Token::Mark('.')
                && self.code.get(at + 1) != Some(&Token::Open)
        })
    }

    /// True if the code has a `static` item. The lifetime `'static` does not count.
    pub fn has_static(&self) -> bool {
        (1..self.code.len()).any(|at| {
            word(self.code.get(at)) == Some("static") && self.code[at - 1] != Token::Mark('\'')
        })
    }

    pub fn has_word(&self, name: &str) -> bool {
        self.uses.iter().any(|(local, _)| local == name)
            || self
                .code
                .iter()
                .any(|token| word(Some(token)) == Some(name))
    }
}

/// True for `#[cfg(test)]`, also in combination with other conditions.
fn is_test_only(item: &Item) -> bool {
    let attributes = match item {
        Item::Mod(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        _ => return false,
    };
    let conditions = attributes
        .iter()
        .filter(|attribute| attribute.path().is_ident("cfg"));
    conditions
        .map(|condition| condition.to_token_stream().to_string())
        .any(|condition| condition.contains("(test"))
}

/// Adds the names that a `use` item declares, with their paths as written.
fn add_leaves(tree: &UseTree, base: &[String], leaves: &mut Vec<(String, NamePath)>) {
    let with = |name: String| [base, &[name]].concat();
    match tree {
        UseTree::Path(path) => add_leaves(&path.tree, &with(path.ident.to_string()), leaves),
        UseTree::Name(name) if name.ident == "self" => {
            let local = base.last().expect("`self` is in braces");
            leaves.push((local.clone(), base.to_vec()));
        }
        UseTree::Name(name) => {
            let name = name.ident.to_string();
            leaves.push((name.clone(), with(name)));
        }
        UseTree::Rename(rename) => {
            let path = with(rename.ident.to_string());
            leaves.push((rename.rename.to_string(), path));
        }
        UseTree::Glob(_) => leaves.push(("*".to_owned(), base.to_vec())),
        UseTree::Group(group) => {
            for tree in &group.items {
                add_leaves(tree, base, leaves);
            }
        }
    }
}

fn flat(stream: TokenStream) -> Vec<Token> {
    let mut tokens = Vec::new();
    for token in stream {
        match token {
            TokenTree::Ident(ident) => tokens.push(Token::Word(ident.to_string())),
            TokenTree::Punct(punct) => tokens.push(Token::Mark(punct.as_char())),
            TokenTree::Literal(_) => tokens.push(Token::Literal),
            TokenTree::Group(group) => {
                tokens.push(Token::Open);
                tokens.extend(flat(group.stream()));
                tokens.push(Token::Close);
            }
        }
    }
    tokens
}

fn word(token: Option<&Token>) -> Option<&str> {
    match token {
        Some(Token::Word(word)) => Some(word),
        _ => None,
    }
}

fn has_colons(code: &[Token], at: usize) -> bool {
    let is_colon = |at: usize| code.get(at) == Some(&Token::Mark(':'));
    is_colon(at) && is_colon(at + 1)
}

fn follows_colons(code: &[Token], at: usize) -> bool {
    at >= 2 && has_colons(code, at - 2)
}

/// Adds the paths that continue after `::`, with all branches. Returns the position after them.
fn add_paths(code: &[Token], at: usize, base: &[String], found: &mut BTreeSet<NamePath>) -> usize {
    if !has_colons(code, at) {
        found.insert(base.to_vec());
        return at;
    }
    let mut at = at + 2;
    if let Some(name) = word(code.get(at)) {
        let path = [base, &[name.to_owned()]].concat();
        return add_paths(code, at + 1, &path, found);
    }
    if code.get(at) == Some(&Token::Open) {
        at += 1;
        while at < code.len() && code[at] != Token::Close {
            match word(code.get(at)) {
                Some("self") | None => at += 1,
                Some(name) => {
                    let path = [base, &[name.to_owned()]].concat();
                    at = add_paths(code, at + 1, &path, found);
                }
            }
        }
        return at + 1;
    }
    // The token is `*`, or begins the generic arguments of a call.
    found.insert(base.to_vec());
    at + 1
}
