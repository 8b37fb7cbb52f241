//! The items that a copy omits: [`Original::omits`] decides about each item of a source.

use std::collections::BTreeSet;

use aoc_solution::Part;
use syn::Item;

use super::original::{Original, Role};
use crate::import::plan::copy_mode::CopyMode;
use crate::import::source::FileItem;

impl Original<'_> {
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
            || is_test_of(item, self.omitted_at_root())
            || match self.mode {
                CopyMode::Verbatim => false,
                _ if item.is_main() => !self.mode.keeps_main(),
                _ => {
                    let gets_input = self.gets_input(Role::Day);
                    item.file_reference_in_day(gets_input).is_some() || item.calls_solution()
                }
            }
    }

    /// True for an item that declares or runs the days.
    fn omits_at_root(&self, item: &FileItem) -> bool {
        let is_declaration = match &item.item {
            Item::ExternCrate(_) => true,
            Item::Macro(_) => !item.is_macro() || !item.facts.files.is_empty(),
            Item::Mod(_) => item.needs_file(),
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
