//! The files of an item: files of modules that it declares, and files that its code names with a
//! path. In a copy, such a path would lead to another file.

use syn::{Expr, Item, ItemMod, Lit};

use super::{FileItem, Source, attribute};
use crate::project::source::literal_text;

/// Code that names a file with a path.
const NAMES_FILES: [&str; 5] = [
    INCLUDES_CODE,
    " include_str ! ",
    " include_bytes ! ",
    NAMES_MODULE,
    NAMES_GRAMMAR,
];

const INCLUDES_CODE: &str = " include ! ";
const NAMES_MODULE: &str = " # [ path =";
const NAMES_GRAMMAR: &str = " # [ grammar =";

/// Code of a test that reads a file, with the standard library or with helpers of common templates.
/// For other code, `with_input.rs` decides whether it reads.
const READS_FILE: [&str; 7] = [
    " fs :",
    " File : : open ",
    " include_",
    "read_file",
    "data_file",
    "from_file",
    "read_to_",
];

impl FileItem {
    /// True if the code of the item names a file with a path. This is also true for the definition
    /// of a macro, unlike [`FileItem::file_reference`].
    pub fn names_files(&self) -> bool {
        NAMES_FILES.iter().any(|name| self.code.contains(name))
    }

    /// The paths of the texts and modules that the code of the item names, relative to the folder
    /// of its file. `None` if a path is not a literal, is in a `cfg_attr`, is relative to another
    /// folder, as in an inline module, or belongs to code that would need changes of its own.
    pub fn named_paths(&self) -> Option<Vec<String>> {
        let is_in_module = matches!(self.item, Item::Mod(_)) && !self.declares_file();
        if has_path_under_condition(&self.code)
            || self.code.contains(INCLUDES_CODE)
            || self.code.contains(NAMES_GRAMMAR)
            || is_in_module && self.code.contains(NAMES_MODULE)
        {
            return None;
        }
        let named = NAMES_FILES.iter();
        let named = named.flat_map(|name| self.code.split(name).skip(1));
        named
            .map(|rest| {
                let mut words = rest.split_whitespace();
                let path = words.find(|word| !["(", "[", "{"].contains(word))?;
                literal_text(&path.replace('·', " "))
            })
            .collect()
    }

    /// True if the code of the item says the path of a module's file.
    pub fn names_module(&self) -> bool {
        self.code.contains(NAMES_MODULE)
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
        let Item::Mod(module) = &self.item else {
            return None;
        };
        let (braces, _) = module.content.as_ref().filter(|_| declares_files(module))?;
        let start = braces.span.open().byte_range().end;
        let end = braces.span.close().byte_range().start;
        Some((&self.name, &text[start..end]))
    }
}

impl Source {
    /// Marks the items with the path of a file of the old repository, which `is_path` recognizes.
    /// A test that names such a file reads it, or has a function of the day read it.
    pub fn mark_paths(&mut self, is_path: impl Fn(&str) -> bool) {
        for item in &mut self.items {
            let has_path = item.strings.iter().any(|text| is_path(text));
            item.has_path = has_path;
        }
        let constants = self
            .items
            .iter()
            .filter(|item| item.has_path && matches!(item.item, Item::Const(_) | Item::Static(_)));
        let constants: Vec<String> = constants.map(|item| item.name.clone()).collect();
        for item in &mut self.items {
            item.has_path |= constants.iter().any(|name| item.mentions(name));
        }
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

/// See [`FileItem::file_reference`]. The definition of a macro does not count, because the calls of
/// the macro do.
pub fn file_reference(item: &Item, code: &str) -> Option<String> {
    if has_path_under_condition(code) {
        return Some("#[cfg_attr(.., path = ..)]".to_owned());
    }
    let is_defined_macro = matches!(item, Item::Macro(call) if call.ident.is_some());
    if is_defined_macro || module_elsewhere(item).is_some() {
        return None;
    }
    let named = NAMES_FILES.into_iter().find(|name| code.contains(name))?;
    Some(match named.strip_suffix('=') {
        Some(attribute) => format!("{}=..]", attribute.replace(' ', "")),
        None => named.replace(' ', ""),
    })
}

/// True if an attribute such as `#[cfg_attr(unix, path = "a.rs")]` names a file.
fn has_path_under_condition(code: &str) -> bool {
    let attributes = code.split(" cfg_attr (").skip(1);
    attributes
        .filter_map(|rest| rest.split(" ] ").next())
        .any(|attribute| attribute.contains(" path = "))
}

/// True if names in the code say that it reads a file.
pub fn reads_file(code: &str) -> bool {
    READS_FILE.iter().any(|name| code.contains(name))
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
