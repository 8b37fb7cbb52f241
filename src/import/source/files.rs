//! The files of an item: files of modules that it declares, and files that its code names with a
//! path. In a copy, such a path would lead to another file.

use std::ops::Range;

use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{Expr, ImplItem, ImplItemFn, Item, ItemMod, Lit, ReturnType};

use super::{Edit, FileItem, code_of};

/// Code that names a file with a path.
const NAMES_FILES: [&str; 5] = [
    " include ! ",
    " include_str ! ",
    " include_bytes ! ",
    " # [ path =",
    " # [ grammar =",
];

/// Code that reads a file, with the standard library or with helpers of common templates.
const READS_FILE: [&str; 6] = [
    " fs :",
    " include_",
    "read_file",
    "data_file",
    "from_file",
    "read_to_",
];

impl FileItem {
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

    /// The range of the attribute `#[path = "..."]` of a declared module, and its path. The path is
    /// relative to the folder of the source.
    pub fn module_elsewhere(&self) -> Option<(Range<usize>, String)> {
        module_elsewhere(&self.item)
    }

    /// The edits that remove included texts from functions that only return such a text. The
    /// functions stay, because a trait may require them.
    pub fn without_files(&self) -> Vec<Edit> {
        let Item::Impl(block) = &self.item else {
            return Vec::new();
        };
        if file_in(&self.code).is_none() {
            return Vec::new();
        }
        let functions = block.items.iter().filter_map(gives_file);
        let body = "{ unimplemented!(\"the file is not copied\") }";
        functions
            .map(|function| (function.block.span().byte_range(), body.to_owned()))
            .collect()
    }
}

/// See [`FileItem::module_elsewhere`].
fn module_elsewhere(item: &Item) -> Option<(Range<usize>, String)> {
    let Item::Mod(module) = item else {
        return None;
    };
    let attribute = module
        .attrs
        .iter()
        .find(|attribute| attribute.path().is_ident("path"))?;
    let Expr::Lit(literal) = &attribute.meta.require_name_value().ok()?.value else {
        return None;
    };
    let Lit::Str(path) = &literal.lit else {
        return None;
    };
    let range = attribute.span().byte_range();
    module.content.is_none().then(|| (range, path.value()))
}

/// See [`FileItem::names_file`]. The definition of a macro does not count, because the calls of the
/// macro do.
pub fn named_file(item: &Item, code: &str) -> Option<String> {
    if code.contains(" cfg_attr (") && code.contains(" path = ") {
        return Some("#[cfg_attr(.., path = ..)]".to_owned());
    }
    let is_defined_macro = matches!(item, Item::Macro(call) if call.ident.is_some());
    if is_defined_macro || module_elsewhere(item).is_some() {
        return None;
    }
    let mut named = file_in(code)?;
    if let Item::Impl(block) = item {
        // A copy does not call functions that only return the text of a file.
        let items = block.items.iter().filter(|item| gives_file(item).is_none());
        let text: String = items
            .map(|item| code_of(&item.to_token_stream().to_string()))
            .collect();
        named = file_in(&text)?;
    }
    Some(match named.strip_suffix('=') {
        Some(attribute) => format!("{}=..]", attribute.replace(' ', "")),
        None => named.replace(' ', ""),
    })
}

/// True if names in the code say that it reads a file.
pub fn reads_file(code: &str) -> bool {
    READS_FILE.iter().any(|name| code.contains(name))
}

/// The function of an `impl`, if it only returns the text of a file. It has no argument except
/// `self`, and returns a text.
fn gives_file(item: &ImplItem) -> Option<&ImplItemFn> {
    let ImplItem::Fn(function) = item else {
        return None;
    };
    let code = code_of(&function.to_token_stream().to_string());
    let has_file = file_in(&code).is_some();
    let takes_none = function.sig.inputs.len() <= 1;
    let is_text = matches!(&function.sig.output, ReturnType::Type(_, ty)
        if ["&'staticstr", "&str", "String"].contains(&&*ty.to_token_stream().to_string().replace(' ', "")));
    (has_file && takes_none && is_text).then_some(function)
}

/// The first code of [`NAMES_FILES`] that is among the tokens.
fn file_in(code: &str) -> Option<&'static str> {
    NAMES_FILES.into_iter().find(|name| code.contains(name))
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
