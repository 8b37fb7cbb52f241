//! What the root of a crate has besides modules: functions, types and macros that
//! its days use as `crate::NAME`. They become a crate, as days of several years
//! may use them.

use std::collections::BTreeSet;
use std::ops::Range;

use super::super::place;
use super::attributes;
use super::edits::Edits;
use super::items::{Function, Items, items};
use super::paths::join;
use super::source::Source;
use super::sources::Sources;

/// The items of a root that are taken along.
#[derive(Debug, PartialEq, Eq)]
pub struct Root {
    /// All of them, visible from outside.
    pub text: String,
    /// The file that they are from.
    pub file: String,
    pub names: BTreeSet<String>,
    pub macros: BTreeSet<String>,
}

impl Sources<'_> {
    /// What the root of the crate has for its modules. `modules` says whether
    /// the crate's other modules are in the same crate as these items.
    pub fn root_items(&self, modules: bool) -> Option<Root> {
        let mut files = ["lib.rs", "main.rs"]
            .iter()
            .map(|name| join(&self.root, name));
        let file = files.find(|file| self.texts.contains_key(file))?;
        let found = root(&self.texts[&file], modules)?;
        Some(Root { file, ..found })
    }
}

impl Root {
    /// Whether a file may use an item of the root.
    pub fn is_used(&self, text: &str) -> bool {
        let source = Source::new(text);
        let mut words = source.all().map(|index| (index, source.word(index)));
        words.any(|(index, word)| {
            let is_path = index > 1 && source.matches(index - 2, &[":", ":"]);
            (is_path && self.names.contains(word)) || self.is_macro(&source, index)
        })
    }

    /// Whether a file calls a macro of the root.
    pub fn has_macro(&self, text: &str) -> bool {
        let source = Source::new(text);
        source.all().any(|index| self.is_macro(&source, index))
    }

    fn is_macro(&self, source: &Source<'_>, index: usize) -> bool {
        source.word(index + 1) == "!" && self.macros.contains(source.word(index))
    }
}

/// The root without its modules, `main` and what needs these; `None` if nothing
/// is left, or if it cannot do without them.
fn root(text: &str, modules: bool) -> Option<Root> {
    let source = Source::new(text);
    let all = items(&source, source.all());
    // Macros that are called here may declare modules.
    let is_of_tool = |index| matches!(source.word(index), "aoc_lib" | "aoc_main");
    if all.macros.iter().any(|call| !is_of_tool(call.path.end - 1)) {
        return None;
    }
    let is_solution = |name: &str| {
        name == "template" || place::day_in(name).is_some() || place::year_in(name).is_some()
    };
    let kept = |name: &str| modules && !is_solution(name);
    let mut lost: BTreeSet<&str> = all
        .modules
        .iter()
        .map(|module| module.name)
        .filter(|name| !kept(name))
        .collect();
    let mut edits = Edits::default();
    attributes::remove(&source, &all, &mut edits);
    let mut remove = |tokens: &Range<usize>| {
        edits.remove_lines(text, source.bytes(tokens.clone()));
    };
    all.modules.iter().for_each(|module| remove(&module.all));
    all.macros.iter().for_each(|call| remove(&call.all));
    let needs = |tokens: &Range<usize>, lost: &BTreeSet<&str>| {
        tokens.clone().any(|at| lost.contains(source.word(at)))
    };
    for tokens in &all.uses {
        if needs(tokens, &lost) {
            remove(tokens);
            let names = tokens.clone().filter(|&at| source.is_name(at));
            let names = names.map(|at| source.word(at));
            lost.extend(names.filter(|name| !matches!(*name, "use" | "pub" | "crate" | "self")));
        }
    }
    let needs_lost = |tokens: &Range<usize>| needs(tokens, &lost);
    let is_left = |name: &str, tokens: &Range<usize>| name != "main" && !needs_lost(tokens);
    let functions = all.functions.iter();
    let (functions, gone): (Vec<_>, Vec<_>) = functions.partition(|it| is_left(it.name, &it.all));
    for it in &gone {
        remove(&it.all);
    }
    if all.others.iter().any(needs_lost) {
        return None;
    }

    let mut names: BTreeSet<String> = BTreeSet::new();
    names.extend(functions.iter().map(|it| it.name.to_owned()));
    names.extend(all.types.iter().map(|it| it.name.to_owned()));
    names.extend(all.constants.iter().map(|it| it.name.to_owned()));
    let macros = export_macros(&source, &all, &mut edits);
    names.extend(traits(&source, &all).map(|(_, name)| name.to_owned()));
    names.extend(macros.iter().cloned());
    show(&source, &all, &functions, &mut edits);
    (!names.is_empty()).then(|| Root {
        text: edits.apply(text).trim_start().to_owned(),
        file: String::new(),
        names,
        macros,
    })
}

/// Makes macros visible from outside; returns their names.
fn export_macros(source: &Source<'_>, all: &Items<'_>, edits: &mut Edits) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for tokens in &all.others {
        let mut inside = tokens.clone();
        let Some(at) = inside.find(|&at| source.matches(at, &["macro_rules", "!"])) else {
            continue;
        };
        names.insert(source.word(at + 2).to_owned());
        let mut before = tokens.start..at;
        if !before.any(|index| source.word(index) == "macro_export") {
            let start = source.tokens[at].start;
            edits.replace(start..start, "#[macro_export]\n");
        }
    }
    names
}

/// The traits of a file: the place of `pub`, and the name.
fn traits<'s>(
    source: &'s Source<'_>,
    all: &'s Items<'_>,
) -> impl Iterator<Item = (usize, &'s str)> {
    all.others.iter().filter_map(|tokens| {
        let at = source.find(tokens.clone(), &["trait", "impl", "macro_rules", "{"])?;
        (source.word(at) == "trait").then(|| (at, source.word(at + 1)))
    })
}

/// Makes these functions, and all types, constants and traits, visible from
/// outside.
fn show(source: &Source<'_>, all: &Items<'_>, functions: &[&Function<'_>], edits: &mut Edits) {
    // Where an item begins, behind its attributes.
    let start = |tokens: &Range<usize>| {
        let mut at = tokens.start;
        while source.matches(at, &["#", "["]) {
            at = source.close(at + 1) + 1;
        }
        at
    };
    let functions = functions.iter().map(|it| start(&it.all));
    let constants = all.constants.iter().map(|it| start(&it.all));
    let types = all.types.iter().filter(|it| !it.is_visible);
    let types = types.map(|it| it.keyword);
    let traits = traits(source, all).map(|(at, _)| at);
    for at in functions.chain(constants).chain(types).chain(traits) {
        let before = at.checked_sub(1).map_or("", |before| source.word(before));
        if source.word(at) != "pub" && before != "pub" && before != ")" {
            let start = source.tokens[at].start;
            edits.replace(start..start, "pub ");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIBRARY: &str = "//! Mine.\nuse std::fs;\nuse aoc_runner_derive::aoc_lib;\n\npub mod day1;\nmod util;\n\n\
        /// Reads.\nfn read() -> u8 { 1 }\npub fn run() { day1::part1() }\n#[derive(Clone)]\nstruct Grid;\n\
        const SIZE: u8 = 2;\ntrait Shape { fn area(&self); }\n#[allow(unused)]\nmacro_rules! twice { ($x:expr) => { $x + $x } }\n\
        impl Grid { fn new() {} }\nfn main() {}\naoc_lib! { year = 2020 }\n";

    #[test]
    fn items_are_visible_and_modules_stay_behind() {
        let found = root(LIBRARY, false).expect("items");
        insta::assert_snapshot!(found.text, @r"
        //! Mine.
        use std::fs;


        /// Reads.
        pub fn read() -> u8 { 1 }
        #[derive(Clone)]
        pub struct Grid;
        pub const SIZE: u8 = 2;
        pub trait Shape { fn area(&self); }
        #[allow(unused)]
        #[macro_export]
        macro_rules! twice { ($x:expr) => { $x + $x } }
        impl Grid { fn new() {} }
        ");
        let names: Vec<&str> = found.names.iter().map(|name| &**name).collect();
        assert_eq!(names, ["Grid", "SIZE", "Shape", "read", "twice"]);
        assert!(found.is_used("use crate::read;"));
        assert!(found.is_used("fn a() { twice!(1) }") && found.has_macro("twice!(1)"));
        assert!(!found.is_used("fn read() {} struct Grid;"));
    }

    #[test]
    fn a_root_that_needs_its_modules_is_left() {
        for text in [
            "library! { util }",
            "mod util;\nimpl util::A {}",
            "mod day1;",
        ] {
            assert_eq!(root(text, false), None, "{text}");
        }
        let with_modules = "mod util;\nimpl util::A {}\nfn a() {}";
        assert!(root(with_modules, true).is_some());
    }
}
