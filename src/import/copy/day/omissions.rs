//! The items that a copy omits: [`Original::omits`] decides about each item of a source.

use std::collections::BTreeSet;

use aoc_solution::Part;
use syn::Item;

use super::original::{Original, Role};
use crate::import::plan::copy_mode::CopyMode;
use crate::import::source::FileItem;

impl<'c> Original<'c> {
    /// True if the copy of a source with this role omits an item. The copy then also omits the
    /// items that use this item, see
    /// [`Source::partition_with_users`](crate::import::source::Source::partition_with_users).
    pub fn omits(&self, item: &FileItem, role: Role) -> bool {
        item.is_omitted()
            || match role {
                Role::Day => self.omits_in_day(item),
                Role::RootItems => self.omits_at_root(item),
                Role::Other(omitted_at_root) => is_test_of(item, omitted_at_root),
            }
    }

    fn omits_in_day(&self, item: &FileItem) -> bool {
        self.registers(item)
            || self.own_macro(item).is_some()
            || self.is_test_of_input(item)
            || is_test_of(item, self.omitted_at_root())
            || match self.mode {
                CopyMode::Verbatim => false,
                _ if item.is_main() => !self.mode.keeps_main(),
                _ => item.file_reference_in_day().is_some() || item.calls_solution(),
            }
    }

    /// True for an item that declares or runs the days.
    fn omits_at_root(&self, item: &FileItem) -> bool {
        let is_declaration = match &item.item {
            Item::ExternCrate(_) => true,
            Item::Macro(_) => !item.is_macro() || !item.facts.files.is_empty(),
            Item::Mod(_) => item.declares_file() || item.has_file_modules(),
            _ => item.name == "main",
        };
        let day_names = &self.repository.day_names;
        is_declaration || item.is_for_tests || !item.facts.names.is_disjoint(day_names)
    }

    /// True if the item calls a macro that registers the functions of the day.
    pub fn registers(&self, item: &FileItem) -> bool {
        let wirings = self.mode.wirings().into_iter();
        item.called_macro().is_some()
            && wirings
                .flat_map(|wiring| Part::BOTH.map(|part| wiring.functions_for(part)).concat())
                .any(|function| item.mentions_names_of(function))
    }

    /// The macro of the repository that an item calls. `None` if the day itself defines the macro,
    /// because the copy then has it.
    pub fn own_macro(&self, item: &FileItem) -> Option<String> {
        let name = item.called_macro()?;
        let source = self.repository.source(&self.day.file).ok()?;
        (!source.has(&name) && self.repository.has_macro(&name)).then_some(name)
    }

    /// The functions that a test of the day may call to read the input. They are in the day, at the
    /// root of its crate, or in a module that the day mentions, except other days. A name that the
    /// day defines itself means the day's own item. Functions of the standard library count if the
    /// day imports them by name.
    pub fn reading_functions(&self) -> Result<BTreeSet<&'c str>, String> {
        let repository = self.repository;
        let own = repository.file(&self.day.file)?;
        let may_use = |file: &str| {
            let module = repository.module_name(file);
            file == self.crate_root() || own.source.items.iter().any(|item| item.mentions(module))
        };
        let mut paths: BTreeSet<&str> = own.reader_paths.iter().map(String::as_str).collect();
        paths.extend(own.imported_readers());
        for (file, read) in &repository.files {
            if let Ok(read) = read
                && !read.reader_paths.is_empty()
                && !repository.named.contains_key(file)
                && may_use(file)
            {
                let others = read.reader_paths.iter().map(String::as_str);
                paths.extend(
                    others.filter(|path| path.split("::").all(|name| !own.source.has(name))),
                );
            }
        }
        Ok(paths)
    }

    /// True for a test that uses a function that reads the input. Such a test expects the answers
    /// to one particular input, and the copy of the test would not find its file.
    pub fn is_test_of_input(&self, item: &FileItem) -> bool {
        let calls = |path: &&str| {
            let is_of_type = path.contains("::");
            // A module of tests may have its own function with the name.
            let is_own = item.inner.iter().any(|inner| inner.name == **path);
            is_of_type && item.mentions_names_of(path) || item.uses_function(path) && !is_own
        };
        item.is_for_tests && self.reader_paths.iter().any(calls)
    }
}

/// True for a test that uses one of these items at the root of its crate, or an item there whose
/// name begins with `test`. Such an item is a helper for tests, and the root may only import it.
fn is_test_of(item: &FileItem, omitted_at_root: &BTreeSet<String>) -> bool {
    item.is_for_tests
        && item
            .facts
            .names_in_crate
            .iter()
            .any(|name| omitted_at_root.contains(name) || name.starts_with("test"))
}
