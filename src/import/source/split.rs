//! Splits the items of a source into those that are copied and those that are omitted.

use std::collections::{BTreeSet, HashMap};

use syn::Item;

use super::{FileItem, Source};

impl Source {
    /// The copied items, and the omitted ones. An item is omitted if `must_stay` returns true, or
    /// if it uses another omitted item.
    pub fn split(&self, must_stay: impl Fn(&FileItem) -> bool) -> [Vec<&FileItem>; 2] {
        let items = &self.items;
        let used_by = Uses::of(items);
        let mut is_omitted: Vec<bool> = items.iter().map(must_stay).collect();
        let mut omitted: Vec<usize> = (0..items.len())
            .filter(|index| is_omitted[*index])
            .collect();
        // Of the items that use an omitted one, the first in the source is omitted next.
        let mut users: BTreeSet<usize> = BTreeSet::new();
        for index in &omitted {
            users.extend(used_by.users_of(items, *index));
        }
        while let Some(index) = users.pop_first() {
            if !is_omitted[index] {
                is_omitted[index] = true;
                omitted.push(index);
                users.extend(used_by.users_of(items, index));
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
}

/// The items of a source that use a name, by their indices.
#[derive(Default)]
struct Uses<'s> {
    /// The items that mention the name.
    mentions: HashMap<&'s str, Vec<usize>>,
    /// The items that call the free function with the name.
    calls: HashMap<&'s str, Vec<usize>>,
}

impl<'s> Uses<'s> {
    fn of(items: &'s [FileItem]) -> Self {
        let mut uses = Self::default();
        for (index, item) in items.iter().enumerate() {
            for name in item.code.split_whitespace() {
                uses.mentions.entry(name).or_default().push(index);
            }
            for name in item.called_names() {
                uses.calls.entry(name).or_default().push(index);
            }
        }
        uses
    }

    /// The items that use an item: they call a function, or mention a type or a module.
    fn users_of(&self, items: &[FileItem], index: usize) -> impl Iterator<Item = usize> {
        let used = &items[index];
        let users = match used.item {
            _ if used.name.is_empty() => None,
            Item::Fn(_) => self.calls.get(&*used.name),
            // The item only declares the module. The module's file is copied.
            Item::Mod(_) if used.names_file.is_none() => None,
            _ => self.mentions.get(&*used.name),
        };
        // Code outside of tests cannot use a test, even if it mentions the test's name.
        let users = users.into_iter().flatten().copied();
        users.filter(move |user| items[*user].is_for_tests || !used.is_for_tests)
    }
}

impl FileItem {
    /// True if the item calls the free function with this name. The definition of the function does
    /// not count, and calls of methods and associated functions do not count either.
    pub fn calls(&self, name: &str) -> bool {
        self.called_names().any(|called| called == name)
    }

    /// The names of the free functions that the item calls.
    fn called_names(&self) -> impl Iterator<Item = &str> {
        self.code.match_indices(" ( ").filter_map(|(at, _)| {
            let (before, name) = self.code[..at].rsplit_once(' ')?;
            is_free_call(before).then_some(name)
        })
    }
}

/// True if a call after this code calls a free function. Otherwise it calls a method or an
/// associated function.
fn is_free_call(before: &str) -> bool {
    if let Some(path) = before.strip_suffix(" : :") {
        let owner = path.rsplit(' ').next().unwrap_or_default();
        return owner.starts_with(|c: char| c.is_lowercase() || c == '_');
    }
    !before.ends_with(" .") && !before.ends_with(" fn")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::source::on_large_stack;

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
            let [copied, omitted] = source.split(|item| item.name == last);
            let names = omitted.iter().map(|item| item.name.clone());
            let backwards = (0..functions).rev().map(|number| format!("f{number}"));
            copied.is_empty() && names.eq(backwards)
        });
        assert!(is_split.expect("a stack"));
    }
}
