//! The files of an item: files of modules that it declares, and files that its code names with a
//! path. In a copy, such a path would lead to another file.

use std::collections::BTreeSet;

use syn::Item;

use super::{Edit, FileItem, Source, apply_edits, partition_with_users};
use crate::import::folder::names::{join, module_files, path_from};
use crate::project::source::literal_text;

/// A file that code names with a path.
pub struct NamedFile {
    pub naming: Naming,
    /// The path. `None` if it is not a literal.
    path: Option<String>,
    /// The byte offset of the code.
    start: usize,
    /// True if a copy that gets the day's input has it in place of the file.
    is_input: bool,
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
    /// The file that the code at the first of these tokens names. The code starts at this byte.
    pub fn at(start: usize, tokens: &[&str]) -> Option<Self> {
        let (naming, path) = match tokens {
            ["include", "!", "(" | "[" | "{", path, ..] => (Naming::Include, path),
            ["include_str", "!", "(" | "[" | "{", path, ..] => (Naming::IncludeStr, path),
            ["include_bytes", "!", "(" | "[" | "{", path, ..] => (Naming::IncludeBytes, path),
            ["#", "[", "path", "=", path, ..] => (Naming::Path, path),
            ["#", "[", "grammar", "=", path, ..] => (Naming::Grammar, path),
            ["cfg_attr", "(", attribute @ ..] => {
                let mut attribute = attribute.split(|token| *token == "]").next()?.windows(3);
                let path = attribute.find(|tokens| tokens.starts_with(&["path", "="]))?;
                (Naming::ConditionalPath, path.last()?)
            }
            _ => return None,
        };
        Some(Self {
            naming,
            path: literal_text(path),
            start,
            is_input: false,
        })
    }
}

impl FileItem {
    /// Marks the files that the day's input replaces. `edits` give the code the input.
    pub fn mark_inputs(&mut self, edits: &[Edit]) {
        for file in &mut self.facts.files {
            file.is_input = edits.iter().any(|(at, _)| at.contains(&file.start));
        }
    }

    /// The files that the code of a copy names. `gets_input` says whether it gets the day's input.
    pub fn files_in_copy(&self, gets_input: bool) -> impl Iterator<Item = &NamedFile> {
        let files = self.facts.files.iter();
        files.filter(move |file| !(gets_input && file.is_input))
    }

    /// The code in the item that refers to a file by its path, such as `include!`, see
    /// [`Self::files_in_copy`]. In a copy, the path would lead to another file. The declaration of
    /// a module does not count, because the module's file is copied. The definition of a macro does
    /// not count. A call counts only if it contains the macro that includes the file.
    pub fn file_reference(&self, gets_input: bool) -> Option<Naming> {
        let is_exempt = self.is_macro() || self.declared_path().is_some();
        let mut namings = self.files_in_copy(gets_input).map(|file| file.naming);
        namings.find(|naming| !is_exempt || *naming == Naming::ConditionalPath)
    }

    /// Like [`Self::file_reference`], for an item of a day. The definition of a macro counts, too,
    /// because its calls may only have a part of the path: `input!("03.txt")`.
    pub fn file_reference_in_day(&self, gets_input: bool) -> Option<Naming> {
        let reference = self.file_reference(gets_input);
        if reference.is_none() && self.is_macro() {
            let mut files = self.files_in_copy(gets_input);
            return files.next().map(|file| file.naming);
        }
        reference
    }

    /// The path of a file that the code of the item names, relative to the folder of the item's
    /// file. `None` if the copy cannot keep the path: it is not a literal, it is in a `cfg_attr`,
    /// it is relative to an inline module, or it names code or a grammar.
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

    /// The path in the attribute `#[path = "..."]` of a declared module.
    pub fn declared_path(&self) -> Option<&str> {
        if !self.declares_file() {
            return None;
        }
        let mut files = self.facts.files.iter();
        let named = files.find(|file| file.naming == Naming::Path)?;
        named.path.as_deref()
    }

    /// Adds the files in which the modules may be that the item of `file` declares. The modules
    /// without a `#[path]` are in the folder `modules`. The call of a macro may declare a module
    /// with each name in it.
    pub fn add_module_files(&self, file: &str, modules: &str, found: &mut Vec<String>) {
        if self.is_omitted() {
            return;
        }
        let named_by_path = self.facts.files.iter();
        let mut files: Vec<String> = named_by_path
            .filter(|named| named.naming == Naming::Path)
            .filter_map(|named| Some(path_from(file, self.path_of(named)?)))
            .collect();
        match &self.item {
            Item::Mod(_) if !self.declares_file() => {
                for item in &self.inner {
                    item.add_module_files(file, &join(modules, &self.name), found);
                }
            }
            Item::Mod(_) if files.is_empty() => files.extend(module_files(modules, &self.name)),
            Item::Macro(_) => {
                let names = self.facts.names.iter();
                files.extend(names.flat_map(|name| module_files(modules, name)));
            }
            _ => {}
        }
        found.append(&mut files);
    }

    /// True if the item declares a module in its own file, or contains such a declaration:
    /// `mod util { mod grid; }`.
    pub fn needs_file(&self) -> bool {
        self.declares_file() || self.inner.iter().any(Self::needs_file)
    }

    /// The name and the content of an inline module that declares modules with files. These files
    /// are in the folder with the module's name.
    pub fn folder_module<'t>(&self, text: &'t str) -> Option<(&str, &'t str)> {
        let Item::Mod(module) = &self.item else {
            return None;
        };
        let (braces, _) = module.content.as_ref()?;
        let start = braces.span.open().byte_range().end;
        let end = braces.span.close().byte_range().start;
        self.needs_file().then(|| (&*self.name, &text[start..end]))
    }
}

impl Source {
    /// Marks the items that lead to a file: they have the path of a file of the old repository,
    /// which `is_path` recognizes, or use one of the functions `readers` or a constant with such a
    /// path.
    pub fn mark_readers(&mut self, readers: &BTreeSet<String>, is_path: impl Fn(&str) -> bool) {
        mark_readers(&mut self.items, readers, &is_path);
    }

    /// The source with these edits. They may change the code inside of a top-level item, but must
    /// not add, remove or move such an item. `None` if the result is not Rust.
    pub fn edited(&self, edits: Vec<Edit>) -> Option<Self> {
        let mut edited = Self::read(apply_edits(&self.text, edits)).ok()?;
        for (item, original) in edited.items.iter_mut().zip(&self.items) {
            if original.is_for_tests {
                item.mark_for_tests();
            }
            item.is_template = original.is_template;
        }
        Some(edited)
    }
}

/// Marks the items of a module. `readers` includes the constants and statics with a path, and the
/// functions that use a reader, in the modules around it.
fn mark_readers(
    items: &mut [FileItem],
    readers: &BTreeSet<String>,
    is_path: &impl Fn(&str) -> bool,
) {
    let mut readers = readers.clone();
    for item in &mut *items {
        item.leads_to_file = item.facts.strings.iter().any(|text| is_path(text));
        if item.leads_to_file && matches!(item.item, Item::Const(_) | Item::Static(_)) {
            readers.insert(item.name.clone());
        }
    }
    // A test may call a function that calls a reader of another file.
    let [_, callers] = partition_with_users(items, |item| {
        is_function(item) && readers.iter().any(|path| item.uses(path))
    });
    let callers = callers.into_iter().filter(|item| is_function(item));
    readers.extend(callers.map(|item| item.name.clone()));
    for item in items {
        // A module of tests may have its own function with the name.
        let mut visible = readers.clone();
        visible.retain(|path| item.inner.iter().all(|inner| inner.name != *path));
        item.leads_to_file |= visible.iter().any(|path| item.uses(path));
        mark_readers(&mut item.inner, &visible, is_path);
    }
}

/// True for a function that is neither `main` nor a test.
fn is_function(item: &FileItem) -> bool {
    matches!(item.item, Item::Fn(_)) && !item.is_main() && !item.is_for_tests
}
