//! Collects the words in the copied sources. The words tell which modules and libraries a day
//! needs.

use std::collections::BTreeSet;

use super::paths::names_in_paths;

/// Endings of a package's name that the name of its library may lack.
const NAME_ENDINGS: [&str; 3] = ["-rs", "-lib", "lib"];

/// The words in all sources of the day's crate that were copied so far.
pub struct MentionedWords {
    words: BTreeSet<String>,
    /// The words beside `::`, in `use` and in `mod`. Other words do not count as modules, because a
    /// variable may have the name of a module.
    paths: BTreeSet<String>,
    /// The words of `paths` whose modules are not copied yet.
    new_paths: BTreeSet<String>,
}

impl MentionedWords {
    /// The words of a copy without sources: the name of the day's module.
    pub fn new(module: &str) -> Self {
        let paths = BTreeSet::from([module.to_owned()]);
        Self {
            words: BTreeSet::new(),
            new_paths: paths.clone(),
            paths,
        }
    }

    /// Notes the tokens of a copied source.
    pub fn add(&mut self, words: &[&str]) {
        for name in names_in_paths(words) {
            self.add_path(name);
        }
        self.words
            .extend(words.iter().map(|word| (*word).to_owned()));
    }

    /// Notes a name that may be the name of a module.
    pub fn add_path(&mut self, name: &str) {
        if self.paths.insert(name.to_owned()) {
            self.new_paths.insert(name.to_owned());
        }
    }

    /// The next name that may be a module. Each name is returned once.
    pub fn next_path(&mut self) -> Option<String> {
        self.new_paths.pop_first()
    }

    /// True if the sources mention the library of a package, or its macros: those of `serde_derive`
    /// expand to code that uses `serde`.
    pub fn has_crate(&self, package: &str) -> bool {
        self.has_library(package) || self.has_library(&format!("{package}-derive"))
    }

    /// True if the sources mention the library of a package. The library of `md-5` is `md5`. The
    /// name may also be shorter: `crypto` for `rust-crypto`, and `aoc` for `aoclib`. A shorter name
    /// counts only in a path, because a variable may have that name, too.
    fn has_library(&self, package: &str) -> bool {
        let short = package.strip_prefix("rust-").unwrap_or(package);
        let shorter = NAME_ENDINGS
            .iter()
            .find_map(|ending| short.strip_suffix(ending))
            .unwrap_or(short);
        spellings(package)
            .iter()
            .any(|name| self.words.contains(name))
            || [short, shorter]
                .into_iter()
                .flat_map(spellings)
                .any(|name| self.paths.contains(&name))
    }
}

/// The names that the library of a package with this name may have.
fn spellings(name: &str) -> [String; 2] {
    [name.replace('-', "_"), name.replace('-', "")]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_module_that_many_sources_use_is_returned_once() {
        let modules: Vec<String> = (0..50).map(|number| format!("m{number}")).collect();
        let mut words = vec!["use", "crate", ":", ":"];
        for module in &modules {
            words.extend([module, ","]);
        }
        words.push(";");
        let mut mentioned = MentionedWords::new("day01");
        let mut returned = Vec::new();
        while let Some(name) = mentioned.next_path() {
            // Each source uses all modules.
            mentioned.add(&words);
            returned.push(name);
        }
        returned.retain(|name| modules.contains(name));
        assert_eq!(returned.len(), modules.len());
    }
}
