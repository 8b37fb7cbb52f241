//! Modules that days of several years, or several programs, share: a crate.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::super::manifest::{self, Needs};
use super::super::place;
use super::super::plan::{NewFile, Plan, Role};
use super::super::target::Target;
use super::edits::Edits;
use super::items::items;
use super::paths::{join, within};
use super::root::Root;
use super::source::Source;
use super::sources::Sources;
use crate::project::rust_tokens;

impl Sources<'_> {
    /// The name of the package of shared modules.
    pub fn shared_folder(&self) -> String {
        self.package.crate_name()
    }

    /// The files that days of several years, or several programs, share: those
    /// of the library that are no days.
    pub fn shared_files(&self, is_day: &dyn Fn(&str) -> bool) -> Vec<&str> {
        self.texts
            .keys()
            .map(String::as_str)
            .filter(|file| {
                let inner = within(&self.root, file);
                let first = inner.split('/').next().unwrap_or_default();
                let first = first.trim_end_matches(".rs");
                let is_root = matches!(first, "main" | "lib" | "bin" | "template");
                (inner != *file || self.root.is_empty())
                    && !is_root
                    && !is_day(file)
                    && place::year_in(first).is_none()
                    && place::day_in(first).is_none()
            })
            .collect()
    }

    /// The library without the template's module, if it has a plain root.
    pub fn library(&self) -> Option<String> {
        let text = without_template(self.texts.get(&join(&self.root, "lib.rs"))?)?;
        let has_items = rust_tokens(&text).next().is_some();
        has_items.then_some(text)
    }

    /// Plans the crate of shared modules, and of what the root had.
    pub fn write_shared(
        &self,
        files: &[&str],
        root: Option<&Root>,
        target: &Target<'_>,
        plan: &mut Plan,
    ) {
        let folder = self.shared_folder();
        let inner: BTreeSet<&str> = files.iter().map(|file| within(&self.root, file)).collect();
        let mut words: BTreeSet<&str> = BTreeSet::new();
        let library = join(&self.root, "lib.rs");
        let (text, from) = match (root, self.library()) {
            (Some(root), _) => (
                with_declarations(&root.text, &inner),
                Some(self.tree.path(&root.file)),
            ),
            (None, Some(text)) => (text, Some(self.tree.path(&library))),
            (None, None) => (
                format!(
                    "//! What days of several years share.\n\n{}",
                    declarations(&inner)
                ),
                None,
            ),
        };
        let tokens: Vec<String> = rust_tokens(&text).map(|it| it.text.to_owned()).collect();
        words.extend(tokens.iter().map(String::as_str));
        for file in files {
            words.extend(rust_tokens(&self.texts[*file]).map(|token| token.text));
        }
        let mut needs = Needs::default();
        self.package.needs(&words, &mut needs);
        let new = |path: String, text: String, role, from| NewFile {
            path,
            text,
            role,
            from,
            replaces: None,
        };
        let manifest = manifest::shared(&folder, &self.package.versions, &needs);
        target.add(
            new(
                format!("days/{folder}/Cargo.toml"),
                manifest,
                Role::Manifest,
                None,
            ),
            plan,
        );
        target.add(
            new(
                format!("days/{folder}/src/lib.rs"),
                text,
                Role::Module,
                from,
            ),
            plan,
        );
        for file in files {
            let path = format!("days/{folder}/src/{}", within(&self.root, file));
            let text = self.texts[*file].clone();
            target.add(
                new(path, text, Role::Module, Some(self.tree.path(file))),
                plan,
            );
        }
    }
}

/// The root of a library without the template's module; `None` if there is
/// nothing else, or if macros declare its modules.
fn without_template(text: &str) -> Option<String> {
    let source = Source::new(text);
    let all = items(&source, source.all());
    let mut edits = Edits::default();
    for module in all
        .modules
        .iter()
        .filter(|module| module.name == "template")
    {
        edits.remove_lines(text, source.bytes(module.all.clone()));
    }
    let of_template =
        |tokens: &Range<usize>| tokens.clone().any(|at| source.word(at) == "template");
    for tokens in all.uses.iter().filter(|tokens| of_template(tokens)) {
        edits.remove_lines(text, source.bytes(tokens.clone()));
    }
    let is_plain = all.macros.is_empty();
    let has_days = all.modules.iter().any(|module| {
        place::day_in(module.name).is_some() || place::year_in(module.name).is_some()
    });
    (is_plain && !has_days).then(|| edits.apply(text))
}

/// The root's items with the modules behind them: their macros come first.
fn with_declarations(text: &str, files: &BTreeSet<&str>) -> String {
    match &*declarations(files) {
        "" => text.to_owned(),
        modules => format!("{}\n\n{modules}", text.trim_end()),
    }
}

/// The modules that the files below `folder` form, as the crate's root would
/// declare them. Where a folder has no file for its module, the declaration
/// has its content.
fn declarations(files: &BTreeSet<&str>) -> String {
    let mut text = String::new();
    declare(files, "", 0, &mut text);
    text
}

fn declare(files: &BTreeSet<&str>, folder: &str, depth: usize, text: &mut String) {
    let mut modules: BTreeMap<&str, bool> = BTreeMap::new();
    for file in files {
        let Some(rest) = file.strip_prefix(folder) else {
            continue;
        };
        match rest.split_once('/') {
            Some((module, inner)) => {
                let has_file = modules.entry(module).or_default();
                *has_file |= inner == "mod.rs";
            }
            None => {
                if let Some(module) = rest
                    .strip_suffix(".rs")
                    .filter(|it| !matches!(*it, "mod" | "lib"))
                {
                    modules.insert(module, true);
                }
            }
        }
    }
    let indent = "    ".repeat(depth);
    for (module, has_file) in modules {
        if has_file {
            text.extend([&*indent, "pub mod ", module, ";\n"]);
        } else {
            text.extend([&*indent, "pub mod ", module, " {\n"]);
            declare(files, &format!("{folder}{module}/"), depth + 1, text);
            text.extend([&*indent, "}\n"]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_without_a_file_are_declared_with_their_content() {
        let files = [
            "util/grid.rs",
            "util/deep/a.rs",
            "lib.rs",
            "math.rs",
            "math/inner.rs",
            "text/mod.rs",
        ];
        insta::assert_snapshot!(declarations(&files.into()), @r"
        pub mod math;
        pub mod text;
        pub mod util {
            pub mod deep {
                pub mod a;
            }
            pub mod grid;
        }
        ");
    }
}
