//! What ARCHITECTURE.md and CONTRIBUTING.md say of the code is so: the names that they use
//! exist, and the rules about rooms, printing and the environment hold.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::sync::OnceLock;

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use walkdir::WalkDir;

use super::document::Document;
use crate::sandbox::REPOSITORY;

/// Files outside of the screens that use the program's own output, with the reason.
const OTHER_OUTPUT: &[(&str, &str)] = &[
    ("steps/build.rs", "cargo's messages go on as they come"),
    ("steps/external.rs", "an editor or a pager gets it"),
    ("steps/login.rs", "the question for the token"),
    ("steps/rounds.rs", "the line between two rounds"),
    ("cli/parse.rs", "help and errors of the command line"),
    ("runner/worker.rs", "a worker's process gets it"),
];

/// Files that read the environment of the process, with the reason.
const ENVIRONMENT: &[(&str, &str)] = &[
    ("config/environment.rs", "it reads all of it, once"),
    (
        "main.rs",
        "colours of errors before that, and the command line",
    ),
    (
        "cli/complete.rs",
        "the shell asks for completions before that",
    ),
    (
        "terminal/pager.rs",
        "the folders with programs, for a child",
    ),
];

/// Steps that take all of `App`, with the reason. The others take the parts that they need, so
/// that a signature says what a step may do.
const WHOLE_APP: &[(&str, &str)] = &[
    ("steps/download.rs", "`Downloader::of` takes parts of it"),
    ("steps/execute.rs", "`Execution::new` takes parts of it"),
    ("steps/external.rs", "all of `aoc open`"),
    ("steps/login.rs", "another session changes several parts"),
    ("steps/measure.rs", "all of `aoc bench` but its documents"),
    ("steps/rounds.rs", "all of `aoc watch`"),
    ("steps/run.rs", "all of `aoc run`"),
    ("steps/selection.rs", "`Resolver::new` takes parts of it"),
    ("steps/submit.rs", "all of `aoc submit`"),
];

/// A file of the runner without its tests.
struct Source {
    /// From `src/`.
    path: String,
    /// Such as `site` and `client`.
    module: Vec<String>,
    code: Vec<Token>,
}

/// Groups are flat, because paths go on in them.
#[derive(PartialEq)]
enum Token {
    Word(String),
    Mark(char),
    Open,
    Close,
    Literal,
}

impl Source {
    /// All of them, parsed once for all tests.
    fn all() -> &'static [Self] {
        static ALL: OnceLock<Vec<Source>> = OnceLock::new();
        ALL.get_or_init(Self::parse_all)
    }

    fn parse_all() -> Vec<Self> {
        let root = Path::new(REPOSITORY).join("src");
        let files = WalkDir::new(&root)
            .sort_by_file_name()
            .into_iter()
            .flatten();
        let files = files.filter(|file| file.path().extension().is_some_and(|it| it == "rs"));
        let sources: Vec<Self> = files
            .filter_map(|file| {
                let path = file.path().strip_prefix(&root).expect("below it");
                let path = path.to_str().expect("ASCII").to_owned();
                let is_test = ["tests.rs", "properties.rs", "testing.rs"];
                if is_test.iter().any(|name| path.ends_with(name)) || path.contains("templates/") {
                    return None;
                }
                let text = fs::read_to_string(file.path()).expect("a source");
                let mut parsed = syn::parse_file(&text).expect("Rust");
                parsed.items.retain(|item| !is_test_only(item));
                let module = path
                    .trim_end_matches(".rs")
                    .split('/')
                    .map(str::to_owned)
                    .collect();
                let code = flat(parsed.to_token_stream());
                Some(Self { path, module, code })
            })
            .collect();
        assert!(sources.len() > 100);
        sources
    }

    /// The paths of the code that lead to other modules of the runner, from the crate's root:
    /// of `use crate::a::{b, c::D}` that is `a b` and `a c D`.
    fn imports(&self) -> BTreeSet<Vec<String>> {
        let mut found = BTreeSet::new();
        for at in 0..self.code.len() {
            let mut base = match word(self.code.get(at)) {
                Some("crate") => Vec::new(),
                Some("super") if !follows_colons(&self.code, at) => {
                    self.module[..self.module.len() - 1].to_vec()
                }
                Some("self")
                    if !follows_colons(&self.code, at) && has_colons(&self.code, at + 1) =>
                {
                    self.module.clone()
                }
                _ => continue,
            };
            let mut next = at + 1;
            while has_colons(&self.code, next) && word(self.code.get(next + 2)) == Some("super") {
                base.pop();
                next += 3;
            }
            paths(&self.code, next, &base, &mut found);
        }
        found
    }

    /// True if the code has one of these paths, such as `env::var`.
    fn has_path(&self, names: &[&str]) -> bool {
        names.iter().any(|name| {
            let (first, second) = name.split_once("::").expect("a path");
            (0..self.code.len()).any(|at| {
                word(self.code.get(at)) == Some(first)
                    && has_colons(&self.code, at + 1)
                    && word(self.code.get(at + 3)) == Some(second)
            })
        })
    }

    /// True if the code calls one of these functions or macros, not a method of the name.
    fn calls(&self, names: &[&str]) -> bool {
        (1..self.code.len()).any(|at| {
            let is_named = word(self.code.get(at)).is_some_and(|it| names.contains(&it));
            let before = &self.code[at - 1];
            let is_own = *before == Token::Mark('.') || word(Some(before)) == Some("fn");
            let after = self.code.get(at + 1);
            let is_called = matches!(after, Some(Token::Mark('!') | Token::Open));
            is_named && !is_own && is_called
        })
    }

    fn room(&self) -> &str {
        &self.module[0]
    }
}

/// True for `#[cfg(test)]`, also among other conditions.
fn is_test_only(item: &syn::Item) -> bool {
    let attributes = match item {
        syn::Item::Mod(item) => &item.attrs,
        syn::Item::Fn(item) => &item.attrs,
        syn::Item::Use(item) => &item.attrs,
        syn::Item::Impl(item) => &item.attrs,
        _ => return false,
    };
    let conditions = attributes.iter().filter(|it| it.path().is_ident("cfg"));
    conditions
        .map(|condition| condition.to_token_stream().to_string())
        .any(|condition| condition.contains("(test"))
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

/// Adds the paths that go on at `::`, with all branches. Returns the place after them.
fn paths(code: &[Token], at: usize, base: &[String], found: &mut BTreeSet<Vec<String>>) -> usize {
    if !has_colons(code, at) {
        found.insert(base.to_vec());
        return at;
    }
    let mut at = at + 2;
    if let Some(name) = word(code.get(at)) {
        let path = [base, &[name.to_owned()]].concat();
        return paths(code, at + 1, &path, found);
    }
    if code.get(at) == Some(&Token::Open) {
        at += 1;
        while at < code.len() && code[at] != Token::Close {
            match word(code.get(at)) {
                Some("self") | None => at += 1,
                Some(name) => {
                    let path = [base, &[name.to_owned()]].concat();
                    at = paths(code, at + 1, &path, found);
                }
            }
        }
        return at + 1;
    }
    // A `*`.
    found.insert(base.to_vec());
    at + 1
}

/// The rooms of the table, from above.
fn rooms() -> Vec<String> {
    let architecture = Document::read("ARCHITECTURE.md").text;
    let rows = architecture
        .lines()
        .filter_map(|line| line.strip_prefix("| `"));
    let names = rows.filter_map(|row| row.split_once('`'));
    names
        .map(|(name, _)| {
            name.trim_end_matches('/')
                .trim_end_matches(".rs")
                .to_owned()
        })
        .collect()
}

#[test]
fn a_room_imports_only_rooms_below_it() {
    let rooms = rooms();
    let place = |name: &str| rooms.iter().position(|room| room == name);
    let mut up = BTreeSet::new();
    for source in Source::all() {
        let own = place(source.room()).unwrap_or_else(|| panic!("no row for {}", source.path));
        for import in source.imports() {
            let Some(other) = import.first().and_then(|name| place(name)) else {
                continue;
            };
            if other < own {
                up.insert((source.room().to_owned(), rooms[other].clone()));
            }
        }
    }
    assert_eq!(up, BTreeSet::new());
}

#[test]
fn no_two_files_import_each_other() {
    let sources = Source::all();
    let modules: BTreeMap<&[String], &str> =
        sources.iter().map(|it| (&*it.module, &*it.path)).collect();
    // The files that a file imports: of a path the longest beginning that is a file.
    let mut imports: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for source in sources {
        for path in source.imports() {
            let file = (1..=path.len())
                .rev()
                .find_map(|end| modules.get(&path[..end]));
            // A room's file names what is in its files, and these may name it.
            let is_family = |file: &str| {
                let folder = |path: &str| format!("{}/", path.trim_end_matches(".rs"));
                source.path.starts_with(&folder(file)) || file.starts_with(&folder(&source.path))
            };
            if let Some(file) = file.filter(|file| !is_family(file)) {
                imports.entry(&source.path).or_default().insert(file);
            }
        }
    }
    let mut circles = BTreeSet::new();
    for (file, others) in &imports {
        for other in others.iter().filter(|other| *other > file) {
            if imports.get(other).is_some_and(|it| it.contains(file)) {
                circles.insert(((*file).to_owned(), (*other).to_owned()));
            }
        }
    }
    assert_eq!(circles, BTreeSet::new());
}

/// The files of which something is true, but those with a reason.
fn others(is_true: impl Fn(&Source) -> bool, reasons: &[(&str, &str)]) -> Vec<String> {
    let sources = Source::all();
    let found = sources.iter().filter(|source| is_true(source));
    let found: Vec<&str> = found.map(|source| &*source.path).collect();
    for (file, why) in reasons {
        assert!(
            found.contains(file),
            "{file} ({why}) needs no reason any more: remove its line"
        );
    }
    let is_reasoned = |path: &str| reasons.iter().any(|(file, _)| *file == path);
    let others = found.into_iter().filter(|path| !is_reasoned(path));
    others.map(str::to_owned).collect()
}

#[test]
fn only_screens_print() {
    let names = ["print", "println", "eprint", "eprintln", "stdout", "stderr"];
    let found = others(|source| source.calls(&names), OTHER_OUTPUT);
    let screens = ["commands/", "reporter/", "terminal/", "main.rs"];
    let found = found
        .iter()
        .filter(|path| !screens.iter().any(|it| path.starts_with(it)));
    assert_eq!(found.collect::<Vec<_>>(), Vec::<&String>::new());
}

#[test]
fn steps_take_the_parts_that_they_need() {
    let takes_app = |source: &Source| {
        let mut words = source.code.iter().filter_map(|token| word(Some(token)));
        source.room() == "steps" && words.any(|word| word == "App")
    };
    assert_eq!(others(takes_app, WHOLE_APP), Vec::<String>::new());
}

#[test]
fn the_environment_is_read_in_one_place() {
    let names = [
        "env::var",
        "env::vars",
        "env::var_os",
        "env::vars_os",
        "env::args",
        "env::args_os",
        "env::current_dir",
        "env::home_dir",
        "env::temp_dir",
    ];
    assert_eq!(
        others(|source| source.has_path(&names), ENVIRONMENT),
        Vec::<String>::new()
    );
}

/// Names that stand for others, are made by tools, or are words of Rust and of cargo.
const OTHER_NAMES: &[&str] = &[
    "CARGO_TARGET_DIR",
    "Unreleased",
    "User-Agent",
    "aoc",
    "cargo",
    "diff/",
    "just",
    "missed.txt",
    "mod",
    "name.rs",
    "name/",
    "proptest-regressions/",
    "true",
    "unknown",
    "unsafe",
    "version",
];

#[test]
fn the_names_in_documents_for_contributors_exist() {
    let root = Path::new(REPOSITORY);
    let mut files = BTreeSet::new();
    let mut code = String::new();
    for folder in [
        "src", "solution", "tests", "docs", "benches", ".ci", ".github", ".cargo", "trials", "days",
    ] {
        for file in WalkDir::new(root.join(folder)).into_iter().flatten() {
            let path = file
                .path()
                .strip_prefix(root)
                .expect("below it")
                .to_string_lossy()
                .into_owned();
            if path.contains("/target") {
                continue;
            }
            if ["rs", "toml", "yml"].iter().any(|end| path.ends_with(end)) {
                code += &fs::read_to_string(file.path()).unwrap_or_default();
            }
            files.insert(if file.file_type().is_dir() {
                path + "/"
            } else {
                path
            });
        }
    }
    code += &fs::read_to_string(root.join("Cargo.toml")).expect("the manifest");
    for file in fs::read_dir(root).expect("a folder").flatten() {
        files.insert(file.file_name().to_string_lossy().into_owned());
    }
    let in_order: Vec<&str> = code
        .split(|c: char| !c.is_alphanumeric() && c != '_')
        .filter(|word| !word.is_empty())
        .collect();
    let words: BTreeSet<&str> = in_order.iter().copied().collect();
    let defined: BTreeSet<(&str, &str)> =
        in_order.windows(2).map(|pair| (pair[0], pair[1])).collect();
    let is_defined =
        |name: &str, kinds: &[&str]| kinds.iter().any(|kind| defined.contains(&(*kind, name)));
    let is_file = |name: &str| {
        let pattern: Vec<&str> = name.split(['*']).collect();
        files.iter().any(|file| match &pattern[..] {
            [_] => {
                file.trim_end_matches('/') == name.trim_end_matches('/')
                    || file
                        .trim_end_matches('/')
                        .ends_with(&format!("/{}", name.trim_end_matches('/')))
            }
            parts => file.starts_with(parts[0]) && file.ends_with(parts[parts.len() - 1]),
        })
    };
    let mut missing = Vec::new();
    for page in ["ARCHITECTURE.md", "CONTRIBUTING.md"] {
        for span in Document::read(page).code_spans() {
            if OTHER_NAMES.contains(&&*span)
                || span.starts_with("target/")
                || span.starts_with("inputs/year")
            {
                continue;
            }
            let is_plain = |c: char| c.is_alphanumeric() || c == '_';
            let name = span.split('(').next().unwrap_or_default();
            let exists = if span.contains(' ') && !span.contains('(')
                || span.starts_with(['-', '#', '['])
                || span.starts_with(|c: char| c.is_ascii_digit())
            {
                true // A command, an option, an attribute, a section.
            } else if span.contains(['/', '.']) && !span.contains('(') {
                is_file(&span.replace("ROOM", "*").replace("FILE", "*"))
            } else if span.contains('(') {
                is_defined(name, &["fn"])
            } else if span.contains('-') {
                code.contains(&*span) // A package, a header.
            } else if !span.chars().all(is_plain) {
                true
            } else if span
                .chars()
                .all(|c| c.is_uppercase() || c == '_' || c.is_numeric())
            {
                is_defined(name, &["const", "static"]) || words.contains(name)
            } else if span.starts_with(char::is_uppercase) {
                is_defined(name, &["struct", "enum", "trait", "type"])
            } else {
                is_file(&format!("{span}.rs"))
                    || is_defined(name, &["fn", "mod"])
                    || name.contains('_') && words.contains(name)
            };
            if !exists {
                missing.push(format!("{page}: {span}"));
            }
        }
    }
    assert_eq!(missing, Vec::<String>::new(), "in no source");
}
