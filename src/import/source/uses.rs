//! Finds the names that a `use` imports, the names after `crate::` and the paths that begin with
//! `super`, and makes the edits that remove names from a `use`.

use std::ops::Range;

use syn::spanned::Spanned;
use syn::{Ident, Item, UseGroup, UseTree};

use super::tokens::Tokens;
use super::{FileItem, apply_edits, is_private};
use crate::project::source::{nesting, tokens};

impl FileItem {
    pub fn is_private_use(&self) -> bool {
        matches!(&self.item, Item::Use(item) if is_private(&item.vis))
    }

    /// True if the item is a `use` that imports a name. `use util::Grid` does not import `util`.
    pub fn imports(&self, name: &str) -> bool {
        matches!(&self.item, Item::Use(item) if imports_name(&item.tree, None, name))
    }

    /// True if the item, or an item of the inline module, is a `use` that imports a name of the
    /// standard library.
    pub fn imports_from_std(&self, name: &str) -> bool {
        self.facts.qualifiers.contains("std") && self.imports(name)
            || self.inner.iter().any(|item| item.imports_from_std(name))
    }

    /// True if the item is a `use` that may import all names of a module of the repository. A group
    /// must begin in the crate, because `std::{collections::*, fmt}` is common.
    pub fn imports_all(&self) -> bool {
        matches!(&self.item, Item::Use(item) if has_glob(&item.tree, false))
    }

    /// The ranges to remove from a private `use`: the names for which `is_gone` is true, with their
    /// commas. If no other name is left, the range is the whole item. A public `use` stays.
    pub fn without_names(&self, is_gone: impl Fn(&str) -> bool) -> Vec<Range<usize>> {
        let Item::Use(item) = &self.item else {
            return Vec::new();
        };
        if !is_private(&item.vis) {
            return Vec::new();
        }
        let mut ranges = Vec::new();
        if add_gone(&item.tree, &is_gone, &mut ranges) {
            return vec![self.range.clone()];
        }
        ranges
    }
}

/// True if a `use` imports a name. `last` is the previous segment of the path. `self` means this
/// segment.
fn imports_name(tree: &UseTree, last: Option<&Ident>, name: &str) -> bool {
    match tree {
        UseTree::Path(path) => imports_name(&path.tree, Some(&path.ident), name),
        UseTree::Name(own) if own.ident == "self" => last.is_some_and(|last| last == name),
        UseTree::Name(own) => own.ident == name,
        UseTree::Rename(own) => own.rename == name,
        UseTree::Group(group) => group
            .items
            .iter()
            .any(|tree| imports_name(tree, last, name)),
        UseTree::Glob(_) => false,
    }
}

/// See [`FileItem::imports_all`]. `is_in_crate` is true for the rest of a path that begins in the
/// crate.
fn has_glob(tree: &UseTree, is_in_crate: bool) -> bool {
    match tree {
        UseTree::Path(path) => {
            let begins = ["crate", "super", "self"]
                .iter()
                .any(|own| path.ident == own);
            has_glob(&path.tree, is_in_crate || begins)
        }
        UseTree::Group(group) => {
            is_in_crate && group.items.iter().any(|tree| has_glob(tree, is_in_crate))
        }
        UseTree::Glob(_) => true,
        UseTree::Name(_) | UseTree::Rename(_) => false,
    }
}

/// Returns true if all names of a `use` are gone. Otherwise adds the ranges of the names that are
/// gone.
fn add_gone(
    tree: &UseTree,
    is_gone: &impl Fn(&str) -> bool,
    ranges: &mut Vec<Range<usize>>,
) -> bool {
    match tree {
        UseTree::Path(path) => add_gone(&path.tree, is_gone, ranges),
        UseTree::Name(name) => is_gone(&name.ident.to_string()),
        // A trait that is imported as `_` is used without a name.
        UseTree::Rename(name) => name.rename != "_" && is_gone(&name.rename.to_string()),
        UseTree::Glob(_) => false,
        UseTree::Group(group) => add_gone_in_group(group, is_gone, ranges),
    }
}

/// Like [`add_gone`], for a group.
fn add_gone_in_group(
    group: &UseGroup,
    is_gone: &impl Fn(&str) -> bool,
    ranges: &mut Vec<Range<usize>>,
) -> bool {
    let mut inner = Vec::new();
    let gone: Vec<bool> = group
        .items
        .iter()
        .map(|tree| add_gone(tree, is_gone, &mut inner))
        .collect();
    if gone.iter().all(|gone| *gone) {
        return true;
    }
    ranges.append(&mut inner);
    let spans: Vec<Range<usize>> = group
        .items
        .iter()
        .map(|tree| tree.span().byte_range())
        .collect();
    for (index, span) in spans.iter().enumerate().filter(|(index, _)| gone[*index]) {
        // The comma after the name is removed, too. At the end of the list, the comma before the
        // name is removed instead.
        let is_tail = gone[index..].iter().all(|gone| *gone);
        ranges.push(match spans.get(index + 1) {
            Some(next) if !is_tail => span.start..next.start,
            _ => spans[index - 1].end..span.end,
        });
    }
    false
}

/// The names after `crate::`, and the first names in `crate::{...}`, with their indices.
pub fn names_in_crate<'t>(words: &[&'t str]) -> impl Iterator<Item = (usize, &'t str)> {
    let mut names = Vec::new();
    for start in 0..words.len() {
        let ["crate", ":", ":", path @ ..] = &words[start..] else {
            continue;
        };
        let mut depth = 0;
        let mut before = ",";
        for (index, name) in path.iter().enumerate() {
            depth += nesting(name);
            let is_brace = ["{", "}"].contains(name);
            if depth <= 1 && !is_brace && ["{", ","].contains(&before) {
                names.push((start + 3 + index, *name));
            }
            if depth <= 0 {
                break;
            }
            before = name;
        }
    }
    names.into_iter()
}

/// One or more `super` at the beginning of a path, such as `super::super`.
pub struct Supers {
    pub range: Range<usize>,
    /// The number of `super` that lead out of the module of the file. The others only lead out of
    /// inline modules of the file.
    pub count: usize,
    /// The name after the last `super`.
    pub name: String,
}

/// The `super` in code that lead out of the module of the file.
pub fn supers(tokens: &Tokens, code: Range<usize>) -> Vec<Supers> {
    const SUPER: [&str; 3] = ["super", ":", ":"];
    let mut found = Vec::new();
    // The last tokens of the inline modules around a token.
    let mut modules: Vec<usize> = Vec::new();
    for index in code {
        modules.retain(|end| *end > index);
        let (before, path) = tokens.words.split_at(index);
        match path {
            ["mod", _, "{", ..] => modules.push(tokens.ends[index + 2]),
            ["super", ":", ":", ..] if !before.ends_with(&SUPER) => {
                let names = path.chunks(3).take_while(|name| *name == SUPER).count();
                let count = names.saturating_sub(modules.len());
                if count > 0 {
                    found.push(Supers {
                        range: tokens.bytes(index..index + 3 * names - 2),
                        count,
                        name: path[3 * names].to_owned(),
                    });
                }
            }
            _ => {}
        }
    }
    found
}

/// Replaces the beginning `old` of paths in the text with `new`. Both begin with `crate::`, which
/// the paths in a group lack: `crate::{util, year2020::grid}`.
pub fn with_moved_path(text: &str, old: &str, new: &str) -> String {
    let in_text = Tokens::of(text);
    let words = &in_text.words;
    let everywhere = (0..words.len()).collect();
    let in_crate: Vec<usize> = names_in_crate(words).map(|(index, _)| index).collect();
    let [old_name, new_name] = [old, new].map(|path| &path["crate::".len()..]);
    let mut edits = Vec::new();
    for (places, old, new) in [(everywhere, old, new), (in_crate, old_name, new_name)] {
        let old = tokens(old);
        for index in places {
            if !old.is_empty() && words[index..].starts_with(&old) {
                edits.push((in_text.bytes(index..index + old.len()), new.to_owned()));
            }
        }
    }
    apply_edits(text, edits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::source::Source;

    fn item(code: &str) -> FileItem {
        let source = Source::read(code.to_owned()).expect("it is Rust");
        source.items.into_iter().next().expect("an item")
    }

    #[test]
    fn a_use_imports_the_last_names_of_its_paths() {
        for (code, name, is_imported) in [
            ("use a::b;", "b", true),
            ("use a::b;", "a", false),
            ("use a::{b, c};", "c", true),
            ("use a::b::{self, c};", "b", true),
            ("use a::{self as b};", "b", true),
            ("use a::b as c;", "c", true),
            ("use a::b as c;", "b", false),
            ("use a::*;", "a", false),
            ("fn b() {}", "b", false),
        ] {
            assert_eq!(item(code).imports(name), is_imported, "{code} {name}");
        }
    }

    #[test]
    fn a_use_may_import_all_names_of_the_repository_unless_its_group_begins_elsewhere() {
        for (code, imports_all) in [
            ("use a::*;", true),
            ("use a::b::*;", true),
            ("use a::{b::*, c};", false),
            ("use crate::{a::*, b};", true),
            ("use super::{a, b};", false),
        ] {
            assert_eq!(item(code).imports_all(), imports_all, "{code}");
        }
    }

    #[test]
    fn a_use_loses_names_with_their_commas() {
        for (code, expected) in [
            ("use a::{g1, b, g2};", "use a::{b};"),
            ("use a::{b, c, g1};", "use a::{b, c};"),
            ("use a::{b, c::{g1, d}, g2};", "use a::{b, c::{d}};"),
            ("use a::{b, c::{g1, g2}};", "use a::{b};"),
            ("use a::b as g1;", ""),
            ("use a::{g1, b::{g2}};", ""),
            ("use a::{g1, b::*};", "use a::{b::*};"),
            ("pub use a::g1;", "pub use a::g1;"),
            ("use a::{g1, b as _};", "use a::{b as _};"),
        ] {
            let ranges = item(code).without_names(|name| name.starts_with(['g', '_']));
            let edits = ranges.into_iter().map(|range| (range, String::new()));
            assert_eq!(apply_edits(code, edits.collect()), expected, "{code}");
        }
    }

    #[test]
    fn super_leads_out_of_the_file_if_no_inline_module_is_around_it() {
        for (code, expected) in [
            ("super::a()", vec![("super", 1, "a")]),
            ("super::super::a", vec![("super::super", 2, "a")]),
            ("use super::{a, b};", vec![("super", 1, "{")]),
            ("mod m { super::a } super::b", vec![("super", 1, "b")]),
            ("mod m { super::super::a }", vec![("super::super", 1, "a")]),
            (
                "mod m { fn f() { super::a } } fn g() { super::b }",
                vec![("super", 1, "b")],
            ),
            ("pub(super) fn a() {}", vec![]),
            ("// super::a", vec![]),
        ] {
            let tokens = Tokens::of(code);
            let found = supers(&tokens, 0..tokens.words.len());
            let found = found
                .iter()
                .map(|of| (&code[of.range.clone()], of.count, &*of.name));
            assert_eq!(found.collect::<Vec<_>>(), expected, "{code}");
        }
    }

    #[test]
    fn the_beginning_of_paths_moves_also_in_groups() {
        let old = "crate::year2020::";
        for (new, code, expected) in [
            ("crate::", "crate::year2020::a()", "crate::a()"),
            ("crate::", "crate::{b, year2020::a}", "crate::{b, a}"),
            ("crate::", "crate::year2021::a", "crate::year2021::a"),
            ("crate::", "year2020::a", "year2020::a"),
            (
                "crate::",
                "\"crate::year2020::a\"",
                "\"crate::year2020::a\"",
            ),
            ("crate::b::", "crate:: year2020 ::a", "crate::b::a"),
        ] {
            assert_eq!(with_moved_path(code, old, new), expected, "{code}");
        }
        let moved = with_moved_path("crate::{a, b::c}", "crate::", "crate::day01::");
        assert_eq!(moved, "crate::day01::{a, b::c}");
    }
}
