//! Changes paths to their form in the copy, and checks that the copy has their items.
//!
//! A path takes three steps. `replace_supers` turns it into a path from the root of the old crate,
//! `in_copy` turns this into a path in the copy or refuses it, and `modules_at_root` finds the
//! module that the path needs in the copy.

use std::collections::BTreeSet;

use syn::Item;

use super::DayCopy;
use super::original::{CopiedSource, IS_AT_ROOT, Original, ROOT_FILES, Role};
use crate::import::folder::names::{
    day_of_folder, file_name, folder_of, join, module_folder, within,
};
use crate::import::repository::day_file::DayFile;
use crate::import::source::{Edit, FileItem, Supers, names_in_crate, with_moved_path};
use crate::project::ROOT_ITEMS;
use crate::project::source::tokens;

/// Replaces paths that lead out of a module by paths from the root of the crate, because the copy
/// is in other modules. These are examples for a day in `src/year2020/day01.rs`:
///
/// - `super::super::util` becomes `crate::util`.
/// - `use super::grid;` becomes `use crate::year2020::grid;`. In other code of the day and in other
///   files, `super::grid` stays, because the copy has `grid` beside the day, too.
/// - `super::Grid` becomes `crate::year2020::Grid` if `year2020` is the root and defines `Grid`,
///   because the copy has the items of the root in a module of their own.
/// - `super::day05` becomes `crate::year2020::day05`, which is another day. The copy may not use
///   it, and paths from the root are checked.
pub fn replace_supers(original: &Original, from: &CopiedSource) -> Vec<Edit> {
    let CopiedSource { file, source, .. } = *from;
    let mut edits = Vec::new();
    let Some(module) = original.module_path(file) else {
        return edits;
    };
    let names: Vec<&str> = module.split('/').collect();
    let root_module = original.module_path(original.crate_root());
    let below_root = within(root_module.unwrap_or_default(), module);
    let depth = below_root.map_or(0, |path| path.split('/').count());
    for item in &source.items {
        let is_use = from.role == Role::Day && matches!(item.item, Item::Use(_));
        for Supers { range, count, name } in &item.facts.supers {
            let mut at_root = original.root_items().iter();
            let leads_elsewhere = *count == depth
                && (at_root.any(|item| item.name == *name && !item.declares_file())
                    || names_another_day(original, name));
            if (*count > 1 || is_use || leads_elsewhere)
                && let Some(outer) = names.len().checked_sub(*count)
            {
                let path = [&["crate"], &names[..outer]].concat().join("::");
                edits.push((range.clone(), path));
            }
        }
    }
    edits
}

/// Replaces paths from the root of the crate by paths of the copy:
///
/// - `crate::util` of a program becomes `crate::day01::util`, because the copy of the program is a
///   module.
/// - `crate::year2020::grid` of a library becomes `crate::grid`, if `year2020` has the days.
/// - `crate::day_1`, which is the day, becomes `crate::day01`. For a day of two files, it becomes
///   `crate::day01::part1` or `crate::day01::part2`.
pub fn in_copy(original: &Original, file: &str, text: &str) -> Result<String, String> {
    let day = original.day;
    let copy = format!("crate::{}", day.puzzle.day.module());
    if original.crate_folder.is_none() {
        return Ok(with_moved_path(text, "crate::", &format!("{copy}::")));
    }
    let around = around_day(original);
    check_outer_root(original, file, text, around)?;
    let around = join("crate", around).replace('/', "::") + "::";
    let mut text = with_moved_path(text, &around, "crate::");
    for (module, file) in &day.files {
        let new = format!("{copy}::{module}");
        text = with_moved_module(&text, file, new.trim_end_matches("::"));
    }
    Ok(text)
}

/// The text with the path `new` in place of the path of a file's module.
fn with_moved_module(text: &str, file: &str, new: &str) -> String {
    let old = format!("crate::{}", file_name(module_folder(file)));
    with_moved_path(text, &old, new)
}

/// The folder of the module around the days, in the folder of the crate's modules. Empty if the
/// days are at the root of the crate.
fn around_day<'c>(original: &Original<'c>) -> &'c str {
    let folder = original.crate_folder.unwrap_or_default();
    within(folder, folder_of(original.day.module_folder())).unwrap_or_default()
}

/// The reason for refusing a source with a path to an item that the copy lacks. In the copy, the
/// path is `crate::NAME`. In the source, the module around the days may come before the name.
fn no_such_item(original: &Original, file: &str, name: &str) -> String {
    let around = around_day(original).replace('/', "::");
    let source = original.source(file);
    let is_written = source.is_ok_and(|source| {
        let mut items = source.items.iter();
        items.any(|item| item.facts.names_in_crate.contains(name))
    });
    let root = original.source(original.crate_root());
    let declares = |item: &FileItem| item.called_macro().is_some() && item.mentions(name);
    if root.is_ok_and(|root| root.items.iter().any(declares)) {
        let why = "is declared by a macro instead of `mod`, so it is not copied";
        return original.refusal(file, &format!("crate::{name}"), why);
    }
    if is_written || around.is_empty() {
        return original.refusal(file, &format!("crate::{name}"), IS_AT_ROOT);
    }
    let path = format!("crate::{around}::{name}");
    original.refusal(
        file,
        &path,
        "is in the module of the days and is not copied",
    )
}

/// Refuses a path from the root of the crate if it would silently change its meaning. In the copy,
/// the module `around` the days takes the place of the crate's root, and may have another item of
/// that name. These are examples for `year2020`:
///
/// - `crate::day01`, which is beside `year2020`, would lead to the day in the copy.
/// - `crate::Grid`, which is beside `year2020`, would lead to the `Grid` of `year2020`, if it has
///   one.
fn check_outer_root(
    original: &Original,
    file: &str,
    text: &str,
    around: &str,
) -> Result<(), String> {
    let folder = original.crate_folder.unwrap_or_default();
    let day = original.day.module_folder();
    if around.is_empty() {
        return Ok(());
    }
    let is_outermost = ROOT_FILES
        .iter()
        .any(|name| original.is_root(&join(folder, name)));
    let words = tokens(text);
    for (_, name) in names_in_crate(&words) {
        let path = format!("crate::{name}");
        if Some(name) == around.split('/').next() {
            continue;
        }
        if name == file_name(day) {
            return Err(Original::another_day_message(&path));
        }
        let mut items = original.root_items().iter();
        if !is_outermost && items.any(|item| item.name == name) {
            return Err(original.refusal(file, &path, IS_AT_ROOT));
        }
    }
    Ok(())
}

impl DayCopy<'_> {
    /// The modules of the copy that must be copied because the text has a path such as
    /// `crate::Grid` or `crate::max`: the module with the items of the old root, and modules that
    /// export macros. Fails if the copy does not have the module or item of such a path.
    pub(super) fn modules_at_root(
        &self,
        file: &str,
        words: &[&str],
    ) -> Result<BTreeSet<String>, String> {
        let Self {
            original, layout, ..
        } = self;
        let mut modules = BTreeSet::new();
        for (_, name) in names_in_crate(words) {
            // `use super::{super::util}`, whose two `super` have become paths from the root.
            if name == "crate" {
                let why = "a path in a group of imports begins with `super`: import it by itself";
                return Err(why.to_owned());
            }
            let mut items = original.root_items().iter();
            if name == "*" || items.any(|item| item.name == name || item.imports(name)) {
                modules.insert(ROOT_ITEMS.to_owned());
                continue;
            }
            // The name is that of the day's own module, which the copy has, or an argument of a
            // macro.
            if name == layout.module || name == "$" {
                continue;
            }
            if names_another_day(original, name) {
                return Err(Original::another_day_message(&format!("crate::{name}")));
            }
            if layout.modules.contains_key(name) {
                continue;
            }
            match layout.exported_macros.get(name) {
                Some(module) => modules.insert(module.clone()),
                None => return Err(no_such_item(original, file, name)),
            };
        }
        Ok(modules)
    }
}

/// True if a module of another day has this name.
fn names_another_day(original: &Original, name: &str) -> bool {
    original
        .repository
        .day_files()
        .any(|other| names_day(name, other) && other.puzzle != original.day.puzzle)
}

/// True if the module of a day, or the folder of a day with several files, has this name.
fn names_day(name: &str, day: &DayFile) -> bool {
    let module = day.module_folder();
    let folder = file_name(folder_of(module));
    file_name(module) == name || folder == name && day_of_folder(name).is_some()
}

/// The names in paths, in `use` and in declarations of modules.
pub fn names_in_paths<'t>(words: &'t [&'t str]) -> impl Iterator<Item = &'t str> {
    let mut is_use = false;
    words.iter().enumerate().filter_map(move |(index, word)| {
        is_use = *word == "use" || is_use && *word != ";";
        let is_in_path = match (&words[..index], &words[index + 1..]) {
            ([.., "mod"], [";", ..]) | ([.., ":"], _) | (_, [":", ":", ..]) => true,
            _ => is_use,
        };
        is_in_path.then_some(*word)
    })
}
