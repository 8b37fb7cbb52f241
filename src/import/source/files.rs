//! The files of an item: files of modules that it declares, and files that its code names with a
//! path. In a copy, such a path would lead to another file.

use std::ops::Range;

use syn::{Expr, Item, ItemMod, Lit};

use super::{Edit, FileItem, Source, apply_edits, attribute};
use crate::project::source::literal_text;

/// A file that code names with a path.
pub struct NamedFile {
    pub naming: Naming,
    /// The path. `None` if it is not a literal.
    path: Option<String>,
}

/// The code that names a file.
#[derive(Clone, Copy, PartialEq)]
pub enum Naming {
    Include,
    IncludeStr,
    IncludeBytes,
    /// The attribute of a module.
    Path,
    /// The attribute of a module, under a condition.
    ConditionalPath,
    /// The attribute of a parser, with a grammar for `pest`.
    Grammar,
}

impl Naming {
    /// The code as it is shown.
    pub fn code(self) -> &'static str {
        match self {
            Self::Include => "include!",
            Self::IncludeStr => "include_str!",
            Self::IncludeBytes => "include_bytes!",
            Self::Path => "#[path=..]",
            Self::ConditionalPath => "#[cfg_attr(.., path = ..)]",
            Self::Grammar => "#[grammar=..]",
        }
    }
}

impl NamedFile {
    /// The file that the code at the first of these tokens names.
    pub fn at(tokens: &[&str]) -> Option<Self> {
        let (naming, path) = match tokens {
            ["include", "!", "(" | "[" | "{", path, ..] => (Naming::Include, path),
            ["include_str", "!", "(" | "[" | "{", path, ..] => (Naming::IncludeStr, path),
            ["include_bytes", "!", "(" | "[" | "{", path, ..] => (Naming::IncludeBytes, path),
            ["#", "[", "path", "=", path, ..] => (Naming::Path, path),
            ["#", "[", "grammar", "=", path, ..] => (Naming::Grammar, path),
            ["cfg_attr", "(", attribute @ ..] => {
                let mut attribute = attribute.split(|token| *token == "]").next()?.windows(3);
                let [.., path] = attribute.find(|tokens| tokens.starts_with(&["path", "="]))?
                else {
                    return None;
                };
                (Naming::ConditionalPath, path)
            }
            _ => return None,
        };
        Some(Self {
            naming,
            path: literal_text(path),
        })
    }
}

impl FileItem {
    /// The code in the item that refers to a file by its path, such as `include!`. In a copy, the
    /// path would lead to another file. The declaration of a module does not count, because the
    /// module's file is copied. The definition of a macro does not count, because the calls of the
    /// macro do.
    pub fn file_reference(&self) -> Option<Naming> {
        let is_exempt = self.is_macro() || module_elsewhere(&self.item).is_some();
        let mut namings = self.facts.files.iter().map(|file| file.naming);
        namings.find(|naming| !is_exempt || *naming == Naming::ConditionalPath)
    }

    /// The path of a file that the code of the item names, relative to the folder of the item's
    /// file. `None` if the path is not a literal, is under a condition, is relative to another
    /// folder, as in an inline module, or belongs to code that would need changes of its own.
    pub fn path_of<'f>(&self, file: &'f NamedFile) -> Option<&'f str> {
        let is_inline_module = matches!(self.item, Item::Mod(_)) && !self.declares_file();
        match file.naming {
            Naming::Include | Naming::Grammar | Naming::ConditionalPath => None,
            Naming::Path if is_inline_module => None,
            Naming::Path | Naming::IncludeStr | Naming::IncludeBytes => file.path.as_deref(),
        }
    }

    /// True if the item declares the module with this name: `mod name;`.
    pub fn declares(&self, name: &str) -> bool {
        self.declares_file() && self.name == name
    }

    /// True if the item declares a module in its own file: `mod name;`.
    pub fn declares_file(&self) -> bool {
        matches!(&self.item, Item::Mod(module) if module.content.is_none())
    }

    /// True if the item is an inline module that declares modules with files, such as
    /// `mod util { mod grid; }`.
    pub fn declares_files(&self) -> bool {
        matches!(&self.item, Item::Mod(module) if declares_files(module))
    }

    /// The name and the content of an inline module that declares modules with files. These files
    /// are in the folder with the module's name.
    pub fn folder_module<'t>(&self, text: &'t str) -> Option<(&str, &'t str)> {
        let content = self.content().filter(|_| self.declares_files())?;
        Some((&self.name, &text[content]))
    }

    /// The range between the braces of an inline module.
    pub(super) fn content(&self) -> Option<Range<usize>> {
        let Item::Mod(module) = &self.item else {
            return None;
        };
        let (braces, _) = module.content.as_ref()?;
        let start = braces.span.open().byte_range().end;
        let end = braces.span.close().byte_range().start;
        Some(start..end)
    }
}

impl Source {
    /// Marks the items with the path of a file of the old repository, which `is_path` recognizes.
    /// A test that names such a file reads it, or has a function of the day read it.
    pub fn mark_paths(&mut self, is_path: impl Fn(&str) -> bool) {
        for item in &mut self.items {
            let paths: Vec<&String> = item
                .facts
                .strings
                .iter()
                .filter(|text| is_path(text))
                .collect();
            item.has_path = !paths.is_empty();
            self.paths.extend(paths.into_iter().cloned());
        }
        let constants = self.constants_with_path();
        for item in &mut self.items {
            item.has_path |= constants.iter().any(|name| item.mentions(name));
        }
    }

    /// The names of the constants and variables with the path of a file.
    fn constants_with_path(&self) -> Vec<String> {
        self.items
            .iter()
            .filter(|item| item.has_path && matches!(item.item, Item::Const(_) | Item::Static(_)))
            .map(|item| item.name.clone())
            .collect()
    }

    /// The content of an inline module of tests as a source of its own, and its range in this
    /// source. `None` for any other item.
    pub fn tests_in(&self, module: &FileItem) -> Option<(Range<usize>, Self)> {
        let content = module.content().filter(|_| module.is_for_tests)?;
        let mut tests = Self::read(self.text[content.clone()].to_owned()).ok()?;
        tests.mark_for_tests();
        tests.mark_paths(|text| self.paths.contains(text));
        let constants = self.constants_with_path();
        for item in &mut tests.items {
            item.has_path |= constants.iter().any(|name| item.mentions(name));
        }
        Some((content, tests))
    }

    /// The source with these edits, which change no item other than inside of it. `None` if the
    /// result is not Rust.
    pub fn edited(&self, edits: Vec<Edit>) -> Option<Self> {
        let mut edited = Self::read(apply_edits(&self.text, edits)).ok()?;
        for (item, original) in edited.items.iter_mut().zip(&self.items) {
            item.is_for_tests = original.is_for_tests;
        }
        edited.mark_paths(|text| self.paths.contains(text));
        Some(edited)
    }
}

/// The path in the attribute `#[path = "..."]` of a declared module.
pub fn module_elsewhere(item: &Item) -> Option<String> {
    let Item::Mod(module) = item else {
        return None;
    };
    let path = attribute(&module.attrs, "path")?;
    let Expr::Lit(literal) = &path.meta.require_name_value().ok()?.value else {
        return None;
    };
    match &literal.lit {
        Lit::Str(path) if module.content.is_none() => Some(path.value()),
        _ => None,
    }
}

/// True if an inline module, or a module in it, declares modules with files.
fn declares_files(module: &ItemMod) -> bool {
    let Some((_, items)) = &module.content else {
        return false;
    };
    items.iter().any(|item| match item {
        Item::Mod(inner) => inner.content.is_none() || declares_files(inner),
        _ => false,
    })
}
