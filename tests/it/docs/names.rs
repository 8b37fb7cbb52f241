//! Checks that the names in ARCHITECTURE.md and CONTRIBUTING.md exist: files, names in the code,
//! tests, recipes and packages.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::sync::OnceLock;

use syn::visit::{self, Visit};
use syn::{Fields, File, Ident, ImplItem, Item, TraitItem, Type};
use walkdir::WalkDir;

use super::document::Document;
use super::runner_source::all;
use crate::sandbox::REPOSITORY;

/// Names that stand for other names, that tools create, or that belong to Rust, cargo or HTTP.
const OTHER_NAMES: &[&str] = &[
    "CARGO_TARGET_DIR",
    "LD_DEBUG=statistics",
    "Unreleased",
    "User-Agent",
    "diff/",
    "intel_check_word",
    "missed.txt",
    "mod",
    "name.rs",
    "name/",
    "os error 111",
    "true",
    "unsafe",
];

/// The programs that a command line may start with.
const PROGRAMS: &[&str] = &[
    "aoc", "bash", "cargo", "gh", "git", "just", "perf", "valgrind",
];

#[test]
fn the_names_in_documents_for_contributors_exist() {
    let repository = Repository::get();
    let mut missing = Vec::new();
    for page in ["ARCHITECTURE.md", "CONTRIBUTING.md"] {
        let document = Document::read(page);
        for paragraph in paragraphs(&document) {
            let place = place_of(&paragraph);
            for span in Document::code_spans_of(&paragraph) {
                if !repository.has(&span, place.as_deref()) {
                    missing.push(format!("{page}: {span}"));
                }
            }
        }
        for line in document.blocks("sh").iter().flat_map(|block| block.lines()) {
            if !repository.has_command(line) {
                missing.push(format!("{page}: {line}"));
            }
        }
    }
    assert_eq!(missing, Vec::<String>::new(), "in no source");
}

#[test]
fn a_name_that_is_only_a_word_of_the_code_does_not_exist() {
    let repository = Repository::get();
    for span in [
        "Ui::warning",
        "Ui",
        "SETTINGS",
        "site/client.rs",
        "src/site/",
        "run(app, &args)",
        "functions!",
        "cargo test --bin aoc puzzle::",
        "cargo bench --bench intervals",
        "just fuzz site",
        "aoc-kit",
        "--json",
        "#[cfg(unix)]",
    ] {
        assert!(repository.has(span, None), "{span}");
    }
    for span in [
        // The type and the name exist, but the type has no such member.
        "Ui::puzzle",
        // These are words of comments, of tests and of other crates.
        "Somewhere",
        "BTreeMap",
        "PROGRAMS",
        "paragraphs",
        "every_lint",
        "site/clients.rs",
        "ite/client.rs",
        "src/sites/",
        "walk(app)",
        "procedures!",
        "cargo test --bin aoc puzzles::",
        "cargo bench --bench interval",
        "just fuzzy site",
        "aoc-kid",
        "--jsn",
        "#[cfg(unixes)]",
        "make all",
    ] {
        assert!(!repository.has(span, None), "{span}");
    }
    assert!(repository.has("Ui", Some("src/app")));
    assert!(!repository.has("Ui", Some("src/site")));
    assert!(!repository.has("ui.rs", Some("src/site")));
}

/// The paragraphs of the prose. Each row of a table is a paragraph of its own.
fn paragraphs(document: &Document) -> Vec<String> {
    let mut paragraphs = vec![String::new()];
    for line in document.prose() {
        if line.starts_with('|') || line.is_empty() {
            paragraphs.push(String::new());
        }
        let paragraph = paragraphs.last_mut().expect("the first");
        *paragraph += line;
        *paragraph += "\n";
    }
    paragraphs
}

/// The folder or file that a paragraph describes: a room or the library.
fn place_of(paragraph: &str) -> Option<String> {
    if paragraph.contains("(solution/src/lib.rs)") {
        return Some("solution/src".to_owned());
    }
    let (room, _) = paragraph.strip_prefix("| `")?.split_once('`')?;
    Some(format!("src/{}", room.trim_end_matches('/')))
}

/// The names that the documents may use.
struct Repository {
    /// The paths of files and folders from the root.
    paths: BTreeSet<String>,
    /// The names that the code declares, with their files. A member is `Type::member`.
    declared: BTreeMap<String, BTreeSet<String>>,
    /// The text of the sources, for attributes and names of folders.
    code: String,
    /// The text of the manifests and of other configuration.
    configuration: String,
}

impl Repository {
    /// The repository, which is read once for all tests.
    fn get() -> &'static Self {
        static REPOSITORY: OnceLock<Repository> = OnceLock::new();
        REPOSITORY.get_or_init(Self::read)
    }

    fn read() -> Self {
        let root = Path::new(REPOSITORY);
        let mut all = Self {
            paths: BTreeSet::new(),
            declared: BTreeMap::new(),
            code: String::new(),
            configuration: String::new(),
        };
        let files = WalkDir::new(root).into_iter().filter_entry(|entry| {
            let name = entry.file_name();
            name != "target" && name != ".git"
        });
        for file in files.flatten() {
            let path = file.path().strip_prefix(root).expect("below it");
            let path = path.to_str().expect("ASCII").to_owned();
            let is_rust = file
                .path()
                .extension()
                .is_some_and(|extension| extension == "rs");
            let is_code = ["src/", "solution/", "days/"]
                .iter()
                .any(|folder| path.starts_with(folder));
            let is_configuration = ["toml", "yml", "justfile"]
                .iter()
                .any(|end| path.ends_with(end))
                || path.starts_with(".ci/") && file.file_type().is_file();
            if is_configuration || is_code && is_rust {
                let text = fs::read_to_string(file.path()).unwrap_or_default();
                if is_configuration {
                    all.configuration += &text;
                } else {
                    all.declare(&path, &text);
                    all.code += &text;
                }
            }
            all.paths.insert(path);
        }
        all
    }

    fn declare(&mut self, path: &str, text: &str) {
        // Parsing the runner's files again would double the time of these tests.
        let of_runner = path.strip_prefix("src/");
        let mut sources = all().iter();
        let names = match sources.find(|source| of_runner == Some(&*source.path)) {
            Some(source) => source.declared.clone(),
            None => match syn::parse_file(text) {
                Ok(parsed) => declared(&parsed),
                Err(_) => return, // A template.
            },
        };
        for name in names {
            let files = self.declared.entry(name).or_default();
            files.insert(path.to_owned());
        }
    }

    /// True if the name between backticks exists. A name without a folder must exist within
    /// `place`, if there is one.
    fn has(&self, span: &str, place: Option<&str>) -> bool {
        let is_plain = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
        if OTHER_NAMES.contains(&span)
            || PROGRAMS.contains(&span)
            || span.starts_with(|c: char| c.is_ascii_digit())
        {
            return true;
        }
        if span.starts_with("#[") {
            return self.code.contains(span);
        }
        if span.starts_with('[') {
            return self.configuration.contains(&format!("\n{span}\n"));
        }
        if let Some(option) = span.strip_prefix("--") {
            return self.declared.contains_key(&option.replace('-', "_"));
        }
        if let Some(name) = span.strip_suffix('!') {
            return self.declared.contains_key(name);
        }
        if let Some((function, _)) = span.split_once('(') {
            return self.declared.contains_key(function);
        }
        if span.contains(' ') {
            return self.has_command(span);
        }
        if span.contains(['/', '.']) {
            return self.has_path(span, place);
        }
        if !span.chars().all(is_plain) {
            // The name is a package or a feature.
            return self.configuration.contains(&format!("\"{span}\""))
                || self.configuration.contains(&format!("\n{span} = "));
        }
        self.is_declared(span, place)
    }

    fn is_declared(&self, name: &str, place: Option<&str>) -> bool {
        let place = place.filter(|_| name.starts_with(char::is_uppercase));
        let files = self.declared.get(name).into_iter().flatten();
        let mut files = files.filter(|file| place.is_none_or(|place| file.starts_with(place)));
        files.next().is_some()
            || self.configuration.contains(&format!("\n{name} = "))
            || self.configuration.contains(&format!("vars.{name} "))
            // The name is a value of an enum in a file.
            || self.declared.keys().any(|declared| {
                declared
                    .rsplit_once("::")
                    .is_some_and(|(_, variant)| variant.to_lowercase() == name)
            })
    }

    fn has_path(&self, span: &str, place: Option<&str>) -> bool {
        let name = span.trim_end_matches('/');
        if let Some(made) = name.strip_prefix("target/") {
            let is_made = |text: &str| text.contains(made);
            return is_made(&self.code) || is_made(&self.configuration);
        }
        // The name is a file of the user. The code builds its path.
        if name.starts_with("inputs/year") {
            return true;
        }
        let below = format!("/{name}");
        // The paragraph of a room may also mention the room itself and the program of a year.
        let is_inner =
            |place: &str| !name.contains('/') && !place.ends_with(name) && name != "main.rs";
        if let Some(place) = place.filter(|place| is_inner(place)) {
            return self.paths.contains(&format!("{place}{below}"));
        }
        self.paths.contains(name) || self.paths.iter().any(|path| path.ends_with(&below))
    }

    /// True if the program of a command line is known and the names in it exist.
    fn has_command(&self, line: &str) -> bool {
        let mut words = line.split_whitespace().peekable();
        // The word sets an environment variable.
        while words.next_if(|word| word.contains('=')).is_some() {}
        let Some(program) = words.next() else {
            return false;
        };
        let mut before = program;
        let is_file = program.contains('/') && self.has_path(program, None);
        let mut exists = is_file || PROGRAMS.contains(&program);
        for word in words {
            let is_module = word.ends_with("::");
            exists &= match before {
                "--bench" => self.paths.contains(&format!("benches/{word}.rs")),
                "--test" => self.paths.contains(&format!("tests/{word}")),
                "-p" => self.configuration.contains(&format!("name = \"{word}\"")),
                "just" => self.configuration.contains(&format!("\n{word} ")),
                _ if is_module => {
                    let module = word.trim_end_matches("::");
                    let files = ["src", "tests/it"].map(|folder| format!("{folder}/{module}.rs"));
                    files.iter().any(|file| self.paths.contains(file))
                }
                _ if word.contains('/') && word.contains(['.', '/']) && word != "OWNER/NAME" => {
                    self.has_path(word, None)
                }
                _ => true,
            };
            before = word;
        }
        exists
    }
}

/// The names of a file's items, fields and variants. A member is `Type::member`.
pub fn declared(file: &File) -> Vec<String> {
    let mut names = Declared::default();
    names.visit_file(file);
    names.0
}

#[derive(Default)]
struct Declared(Vec<String>);

impl Declared {
    fn add(&mut self, name: &Ident) {
        self.0.push(name.to_string());
    }

    fn add_member(&mut self, owner: &Ident, name: &Ident) {
        self.add(name);
        self.0.push(format!("{owner}::{name}"));
    }

    fn add_fields(&mut self, owner: &Ident, fields: &Fields) {
        for field in fields {
            if let Some(name) = &field.ident {
                self.add_member(owner, name);
            }
        }
    }
}

impl<'ast> Visit<'ast> for Declared {
    fn visit_item(&mut self, item: &'ast Item) {
        match item {
            Item::Const(item) => self.add(&item.ident),
            Item::Enum(item) => {
                self.add(&item.ident);
                for variant in &item.variants {
                    self.add_member(&item.ident, &variant.ident);
                    self.add_fields(&variant.ident, &variant.fields);
                }
            }
            Item::Fn(item) => self.add(&item.sig.ident),
            Item::Impl(item) => {
                if let Type::Path(path) = &*item.self_ty
                    && let Some(owner) = path.path.segments.last()
                {
                    for member in &item.items {
                        match member {
                            ImplItem::Fn(member) => {
                                self.add_member(&owner.ident, &member.sig.ident);
                            }
                            ImplItem::Const(member) => {
                                self.add_member(&owner.ident, &member.ident);
                            }
                            _ => {}
                        }
                    }
                }
            }
            Item::Macro(item) => {
                if let Some(name) = &item.ident {
                    self.add(name);
                }
            }
            Item::Mod(item) => self.add(&item.ident),
            Item::Static(item) => self.add(&item.ident),
            Item::Struct(item) => {
                self.add(&item.ident);
                self.add_fields(&item.ident, &item.fields);
            }
            Item::Trait(item) => {
                self.add(&item.ident);
                for member in &item.items {
                    match member {
                        TraitItem::Fn(member) => self.add_member(&item.ident, &member.sig.ident),
                        TraitItem::Const(member) => self.add_member(&item.ident, &member.ident),
                        _ => {}
                    }
                }
            }
            Item::Type(item) => self.add(&item.ident),
            _ => {}
        }
        visit::visit_item(self, item);
    }
}
