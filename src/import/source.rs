//! A Rust file of another repository, read with `syn`, with places in the text, so
//! that a copy keeps the author's text byte for byte.

use std::ops::Range;
use std::thread;

use aoc_solution::Part;
use quote::ToTokens;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{
    Attribute, Expr, Fields, Ident, ImplItem, ImplItemFn, Item, ItemConst, ItemEnum,
    ItemExternCrate, ItemFn, ItemImpl, ItemMacro, ItemMod, ItemStatic, ItemStruct, ItemTrait,
    ItemTraitAlias, ItemType, ItemUse, Lit, Meta, ReturnType, Token, UseTree, Visibility,
};

use super::names::part_of;
use crate::project::source::{features, nesting, places, tokens};
use crate::puzzle::words;

/// The most tokens of a file. `syn` recurses for each of them at worst, on the stack that
/// [`on_large_stack`] gives it.
const MOST_TOKENS: usize = 25_000;

/// Code that uses what is for tests at the root of the crate, and does not come along.
const TESTS_OF_ROOT: &str = " crate : : test";

/// Code for cargo-aoc, of the common template and for `RustEmbed`, as tokens with blanks
/// between them.
const TOOLS: [&str; 4] = [
    " aoc_lib !",
    " mod template ;",
    " aoc_runner",
    " RustEmbed ",
];

/// Code of a test that reads a file.
const TEST_READERS: [&str; 6] = [
    " fs :",
    " include_",
    "read_file",
    "data_file",
    "from_file",
    "read_to_",
];

/// Code that names a file, which means something else in a copy.
const NAMES_FILES: [&str; 4] = [
    " include ! ",
    " include_str ! ",
    " include_bytes ! ",
    " # [ path =",
];

/// Runs `work`, which parses, on a stack that is large enough for all that [`Source::read`]
/// lets through. The system provides only the pages that are used.
pub fn on_large_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    thread::scope(|scope| {
        let builder = thread::Builder::new().stack_size(1 << 30);
        builder
            .spawn_scoped(scope, work)
            .expect("threads can start")
            .join()
            .expect("it does not panic")
    })
}

/// Unstable features that stable compilers have by now with the same names, or that only benchmarks
/// need, which are not copied: a stable compiler refuses to be asked for them. Nightly compilers
/// warn of each but `test` that it "has been stable since" 1.95 or before.
const NEEDLESS_FEATURES: [&str; 73] = [
    "array_from_fn",
    "array_map",
    "array_methods",
    "array_value_iter",
    "array_windows",
    "assoc_char_funcs",
    "associated_type_bounds",
    "async_closure",
    "binary_heap_as_slice",
    "binary_heap_retain",
    "bindings_after_at",
    "bool_to_option",
    "byte_slice_trim_ascii",
    "cell_update",
    "clone_closures",
    "conservative_impl_trait",
    "const_fn_trait_bound",
    "const_generics_defaults",
    "const_int_pow",
    "const_mut_refs",
    "const_option",
    "copy_closures",
    "destructuring_assignment",
    "dyn_trait",
    "entry_and_modify",
    "exclusive_range_pattern",
    "extract_if",
    "format_args_capture",
    "generic_arg_infer",
    "generic_associated_types",
    "half_open_range_patterns",
    "hash_extract_if",
    "i128_type",
    "if_let_guard",
    "inclusive_range_syntax",
    "inline_const",
    "int_abs_diff",
    "is_none_or",
    "is_some_and",
    "is_sorted",
    "is_symlink",
    "isqrt",
    "iter_chain",
    "iter_map_while",
    "iter_repeat_n",
    "iterator_step_by",
    "label_break_value",
    "lazy_cell",
    "let_chains",
    "let_else",
    "map_first_last",
    "match_default_bindings",
    "min_const_generics",
    "mixed_integer_ops",
    "nll",
    "non_ascii_idents",
    "once_cell",
    "option_get_or_insert_default",
    "or_patterns",
    "result_option_inspect",
    "return_position_impl_trait_in_trait",
    "slice_as_chunks",
    "slice_first_last_chunk",
    "slice_patterns",
    "slice_rotate",
    "split_inclusive",
    "str_split_once",
    "str_strip",
    "test",
    "universal_impl_trait",
    "unsigned_is_multiple_of",
    "vec_pop_if",
    "vec_retain_mut",
];

/// The feature whose syntax stable compilers have in the edition 2024 only.
pub const LET_CHAINS: &str = "let_chains";

/// Code of benchmarks, for which a year has no target.
const BENCHMARKS: [&str; 4] = [
    " # [ bench ] ",
    " # [ divan : : bench ",
    " extern crate test ;",
    " test : : Bencher ",
];

/// Whether a feature is asked for in vain.
pub fn is_needless(feature: &str) -> bool {
    NEEDLESS_FEATURES.contains(&feature)
}

/// A file that `syn` can read.
pub struct Source {
    pub text: String,
    pub items: Vec<FileItem>,
    /// The attributes `#![feature(...)]`.
    features: Vec<Attribute>,
}

/// An item, with what would be slow to find in its syntax again and again.
pub struct FileItem {
    pub item: Item,
    pub place: Range<usize>,
    /// The place after its attributes.
    start: usize,
    /// The name; empty for items without one.
    pub name: String,
    /// The tokens, with a blank before and after each.
    pub code: String,
    /// Whether it is for tests or benchmarks.
    pub is_for_tests: bool,
}

impl Source {
    pub fn read(text: String) -> Result<Self, String> {
        if places(&text).count() > MOST_TOKENS {
            return Err("it is nested too deeply or too long to be read".to_owned());
        }
        let file = syn::parse_file(&text).map_err(|error| {
            let line = error.span().start().line;
            format!("it is not Rust that can be read: line {line}: {error}")
        })?;
        let items = file
            .items
            .into_iter()
            .map(|item| FileItem::new(item, &text))
            .collect();
        let mut features = file.attrs;
        features.retain(|attribute| attribute.path().is_ident("feature"));
        Ok(Self {
            text,
            items,
            features,
        })
    }

    /// Whether it asks for an unstable feature.
    pub fn asks_for(&self, feature: &str) -> bool {
        let attributes = self.features.iter();
        let mut places = attributes.map(|attribute| attribute.span().byte_range());
        places.any(|place| {
            features(&self.text[place])
                .iter()
                .any(|name| name == feature)
        })
    }

    /// The edits that ask for no unstable feature in vain.
    pub fn without_needless_features(&self) -> Vec<Edit> {
        let mut edits = Vec::new();
        for attribute in &self.features {
            let place = attribute.span().byte_range();
            let asked = features(&self.text[place.clone()]);
            let needed: Vec<&String> = asked.iter().filter(|name| !is_needless(name)).collect();
            if needed.is_empty() {
                edits.push((place, String::new()));
            } else if needed.len() < asked.len() {
                let needed: Vec<&str> = needed.into_iter().map(String::as_str).collect();
                edits.push((place, format!("#![feature({})]", needed.join(", "))));
            }
        }
        edits
    }

    /// The functions that are not for tests.
    pub fn functions(&self) -> impl Iterator<Item = &ItemFn> {
        self.items.iter().filter_map(|item| match &item.item {
            Item::Fn(function) if !item.is_for_tests => Some(function),
            _ => None,
        })
    }

    /// Whether there is an item of that name.
    pub fn has(&self, name: &str) -> bool {
        self.items.iter().any(|item| item.name == name)
    }

    /// Whether there is a struct or an enum of that name.
    pub fn has_type(&self, name: &str) -> bool {
        self.items
            .iter()
            .any(|item| item.name == name && matches!(item.item, Item::Struct(_) | Item::Enum(_)))
    }

    /// Whether a function other than `main` and tests calls a function. Methods and functions of
    /// types may have its name.
    pub fn is_called(&self, name: &str) -> bool {
        let call = format!(" {name} (");
        self.items.iter().any(|item| {
            let is_other = item.name != name && item.name != "main" && !item.is_for_tests;
            let mut calls = item.code.match_indices(&call);
            is_other && calls.any(|(at, _)| is_of_module(&item.code[..at]))
        })
    }

    /// The attributes of cargo-aoc: `#[aoc(day1, part1)]` or `#[aoc_generator(day1)]`.
    pub fn marks(&self) -> impl Iterator<Item = &Attribute> {
        self.functions()
            .flat_map(|function| &function.attrs)
            .filter(|attribute| {
                let path = attribute.path();
                path.is_ident("aoc") || path.is_ident("aoc_generator")
            })
    }

    /// The items that a copy has, and those that stay behind: those that must, and those that
    /// use one of them.
    pub fn split(&self, must_stay: impl Fn(&FileItem) -> bool) -> [Vec<&FileItem>; 2] {
        let (mut left, mut copied): (Vec<_>, Vec<_>) =
            self.items.iter().partition(|item| must_stay(item));
        while let Some(index) = copied
            .iter()
            .position(|item| left.iter().any(|other| item.uses(other)))
        {
            left.push(copied.remove(index));
        }
        [copied, left]
    }
}

/// The part that a function answers, by its attribute or else by its name, and how late it is
/// tried: with the name of a variant, or with a long name.
pub fn part_in(function: &ItemFn) -> Option<(Part, usize)> {
    for attribute in &function.attrs {
        if attribute.path().is_ident("aoc") {
            let parser = Punctuated::<Ident, Token![,]>::parse_terminated;
            let names = attribute.parse_args_with(parser).ok()?;
            let part = names.get(1)?.to_string();
            return Some((part_of(&part)?, names.len()));
        }
    }
    let name = function.sig.ident.to_string();
    let part = part_of(&name)?;
    Some((part, 10 + name.len()))
}

/// Whether a call after this code is one of a function, and not of a method or a type's function.
fn is_of_module(before: &str) -> bool {
    if let Some(path) = before.strip_suffix(" : :") {
        let owner = path.rsplit(' ').next().unwrap_or_default();
        return owner.starts_with(char::is_lowercase);
    }
    !before.ends_with(" .") && !before.ends_with(" fn")
}

impl FileItem {
    fn new(item: Item, text: &str) -> Self {
        let place = item.span().byte_range();
        let text = &text[place.clone()];
        let mut start = place.start;
        let mut depth = 0;
        for at in places(text) {
            let word = &text[at.clone()];
            depth += nesting(word);
            if depth == 0 && !["#", "]"].contains(&word) {
                start += at.start;
                break;
            }
        }
        Self {
            name: name(&item).map(Ident::to_string).unwrap_or_default(),
            code: code_of(text),
            is_for_tests: attributes(&item).iter().any(is_of_tests),
            item,
            place,
            start,
        }
    }

    /// The item without its attributes.
    pub fn without_attributes<'t>(&self, text: &'t str) -> &'t str {
        &text[self.start..self.place.end]
    }

    /// Whether a type derives or implements `Clone`.
    pub fn is_clone(&self, source: &Source) -> bool {
        let block = format!(" Clone for {} ", self.name);
        let implements = source.items.iter().any(|item| item.code.contains(&block));
        self.derives("Clone", source) || implements
    }

    /// Whether an attribute of the item has the name of a trait.
    pub fn derives(&self, name: &str, source: &Source) -> bool {
        let attributes = &source.text[self.place.start..self.start];
        tokens(attributes).contains(&name)
    }

    /// Whether the item is a macro that writes tests, as its name says.
    pub fn writes_tests(&self) -> bool {
        let mut named = words(&self.name).into_iter();
        named.any(|word| word == "test" || word == "tests") && self.mentions("test")
    }

    /// Whether the item is a macro that writes `main`, and nothing that a source uses.
    pub fn writes_main(&self, source: &Source) -> bool {
        let others = [" struct ", " enum ", " trait ", " impl ", " mod "];
        let functions = self.code.matches(" fn ").count();
        let words: Vec<&str> = self.code.split(' ').collect();
        let mut constants = words.windows(2).filter_map(|pair| match pair {
            ["const" | "static", name] => Some(*name),
            _ => None,
        });
        functions > 0
            && functions == self.code.matches(" fn main (").count()
            && !others.iter().any(|other| self.code.contains(other))
            && !constants.any(|name| source.items.iter().any(|item| item.mentions(name)))
    }

    /// Whether the item is code for a tool.
    pub fn is_of_tool(&self) -> bool {
        match self.item {
            Item::Fn(_) | Item::Impl(_) => false,
            _ => TOOLS.iter().any(|code| self.code.contains(code)),
        }
    }

    /// Whether the copy of a file does without the item: what belongs to tools, tests that
    /// read files or use those of the root; of a day also `main` and what has the text of a file.
    pub fn stays_behind(&self, is_day: bool) -> bool {
        let is_main = match &self.item {
            Item::Fn(function) => self.name == "main" && function.sig.inputs.is_empty(),
            _ => false,
        };
        let reads_files = TEST_READERS.iter().any(|code| self.code.contains(code));
        // A package may have a macro of that name.
        let is_of_template = is_day && self.code.contains(" solution !");
        let has_benchmark = BENCHMARKS.iter().any(|code| self.code.contains(code));
        is_of_template
            || has_benchmark && (self.is_for_tests || is_benchmark(&self.item))
            || is_day && (is_main || self.names_files().is_some())
            || self.is_for_tests && (reads_files || self.code.contains(TESTS_OF_ROOT))
            || self.is_of_tool()
    }

    /// Whether the item uses another one: calls a function, names what is in a module.
    fn uses(&self, other: &Self) -> bool {
        let name = &other.name;
        match other.item {
            Item::Fn(_) => self.calls(name),
            // The file of a module that is only declared comes along.
            Item::Mod(_) if other.names_files().is_none() => false,
            _ => self.mentions(name),
        }
    }

    /// The first names of the paths that a `use` brings in, also those of the `use` in a module
    /// that is written out, with their places.
    pub fn used_at_root(&self) -> Vec<(String, usize)> {
        let mut names = Vec::new();
        add_used(&self.item, &mut names);
        names
    }

    /// Whether the item is a `use` that brings a name. `use util::Grid` does not bring `util`.
    pub fn imports(&self, name: &str) -> bool {
        matches!(&self.item, Item::Use(item) if brings(&item.tree, None, name))
    }

    /// The places in a `use` of names that `is_gone` says are used no more, with the commas
    /// between them; the whole item if it names no other.
    pub fn without_names(&self, is_gone: impl Fn(&str) -> bool) -> Vec<Range<usize>> {
        let Item::Use(item) = &self.item else {
            return Vec::new();
        };
        if !is_private(&item.vis) {
            return Vec::new();
        }
        let mut places = Vec::new();
        if add_gone(&item.tree, &is_gone, &mut places) {
            return vec![self.place.clone()];
        }
        places
    }

    /// Whether the item calls a function, and not a method of that name, nor has one.
    fn calls(&self, name: &str) -> bool {
        let call = format!(" {name} ( ");
        let mut calls = self.code.match_indices(&call);
        !name.is_empty()
            && calls.any(|(at, _)| {
                let before = &self.code[..at];
                !["fn", " .", "Self : :"]
                    .iter()
                    .any(|end| before.ends_with(end))
            })
    }

    pub fn mentions(&self, name: &str) -> bool {
        !name.is_empty() && self.code.contains(&format!(" {name} "))
    }

    /// The edit that makes the item visible in the whole crate.
    pub fn publish(&self, text: &str) -> Option<Edit> {
        if self.name.is_empty() || text[self.start..].starts_with("pub") {
            return None;
        }
        Some(publish_at(self.start))
    }

    /// The edits that make visible in the whole crate what was so at its root, where private
    /// items, fields and functions of types are: the copy has them in a module.
    pub fn publish_all(&self, text: &str) -> Vec<Edit> {
        let mut places = Vec::new();
        match &self.item {
            Item::Struct(item) => places.extend(private_fields(&item.fields)),
            Item::Impl(item) if item.trait_.is_none() => {
                for item in &item.items {
                    match item {
                        ImplItem::Fn(function) if is_private(&function.vis) => {
                            places.push(function.sig.span().byte_range().start);
                        }
                        ImplItem::Const(item) if is_private(&item.vis) => {
                            places.push(item.const_token.span().byte_range().start);
                        }
                        _ => {}
                    }
                }
            }
            Item::Use(item) if is_private(&item.vis) => {
                places.push(item.use_token.span().byte_range().start);
            }
            _ => {}
        }
        let edits = places.into_iter().map(publish_at);
        edits.chain(self.publish(text)).collect()
    }

    /// The crate whose macros an item brings to the whole crate.
    pub fn macro_crate(&self) -> Option<String> {
        let Item::ExternCrate(item) = &self.item else {
            return None;
        };
        let mut attributes = item.attrs.iter();
        let has_macros = attributes.any(|attribute| attribute.path().is_ident("macro_use"));
        let renamed = item.rename.as_ref().map(|(_, name)| name);
        has_macros.then(|| renamed.unwrap_or(&item.ident).to_string())
    }

    /// Whether the item declares the file of a module of that name.
    pub fn declares(&self, name: &str) -> bool {
        matches!(&self.item, Item::Mod(module) if module.content.is_none()) && self.name == name
    }

    /// Whether the item is a module that is written out and declares the files of others.
    pub fn declares_files(&self) -> bool {
        matches!(&self.item, Item::Mod(module) if declares_files(module))
    }

    /// The text of a module that is written out and declares the files of others: they are
    /// in the folder of its name.
    pub fn folder_module<'t>(&self, text: &'t str) -> Option<(&str, &'t str)> {
        let Item::Mod(module) = &self.item else {
            return None;
        };
        let (braces, _) = module.content.as_ref().filter(|_| declares_files(module))?;
        let start = braces.span.open().byte_range().end;
        let end = braces.span.close().byte_range().start;
        Some((&self.name, &text[start..end]))
    }

    /// The attribute `#[path = "..."]` of a module's declaration, and the path from the folder of
    /// the file.
    pub fn module_elsewhere(&self) -> Option<(Range<usize>, String)> {
        let Item::Mod(module) = &self.item else {
            return None;
        };
        let mut attributes = module.attrs.iter();
        let attribute = attributes.find(|attribute| attribute.path().is_ident("path"))?;
        let Expr::Lit(literal) = &attribute.meta.require_name_value().ok()?.value else {
            return None;
        };
        let Lit::Str(path) = &literal.lit else {
            return None;
        };
        let place = attribute.span().byte_range();
        module.content.is_none().then(|| (place, path.value()))
    }

    /// Code that means something else in a copy, because it names files. A macro that is only
    /// defined does not, nor does a module, whose file comes along.
    pub fn names_files(&self) -> Option<String> {
        let is_defined = matches!(&self.item, Item::Macro(_)) && !self.name.is_empty();
        if is_defined || self.module_elsewhere().is_some() {
            return None;
        }
        let mut code = file_in(&self.code)?;
        if let Item::Impl(block) = &self.item {
            // Its functions that only give the text of the input are not called.
            let items = block.items.iter().filter(|item| gives_file(item).is_none());
            let text: String = items
                .map(|item| code_of(&item.to_token_stream().to_string()))
                .collect();
            code = file_in(&text)?;
        }
        Some(code.replace(' ', ""))
    }

    /// The edits that leave the texts of files out of functions that only give these, and which
    /// a trait may demand.
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

/// Whether an item that has code of a benchmark is nothing else.
fn is_benchmark(item: &Item) -> bool {
    match item {
        Item::ExternCrate(_) | Item::Use(_) => true,
        Item::Fn(function) => {
            let mut attributes = function.attrs.iter();
            attributes.any(|attribute| {
                let last = attribute.path().segments.last();
                last.is_some_and(|last| last.ident == "bench")
            })
        }
        _ => false,
    }
}

fn add_used(item: &Item, names: &mut Vec<(String, usize)>) {
    match item {
        Item::Use(item) if item.leading_colon.is_none() => add_first(&item.tree, names),
        Item::Mod(module) => {
            let inner = module.content.iter().flat_map(|(_, items)| items);
            inner.for_each(|item| add_used(item, names));
        }
        _ => {}
    }
}

/// Adds the first names of the paths of a tree, with their places.
fn add_first(tree: &UseTree, names: &mut Vec<(String, usize)>) {
    let name = match tree {
        UseTree::Path(path) => &path.ident,
        UseTree::Name(name) => &name.ident,
        UseTree::Rename(name) => &name.ident,
        UseTree::Group(group) => {
            return group.items.iter().for_each(|tree| add_first(tree, names));
        }
        UseTree::Glob(_) => return,
    };
    names.push((name.to_string(), name.span().byte_range().start));
}

/// Whether a tree brings a name. `last` is the part of the path before it, for `self`.
fn brings(tree: &UseTree, last: Option<&Ident>, name: &str) -> bool {
    match tree {
        UseTree::Path(path) => brings(&path.tree, Some(&path.ident), name),
        UseTree::Name(own) if own.ident == "self" => last.is_some_and(|last| last == name),
        UseTree::Name(own) => own.ident == name,
        UseTree::Rename(own) => own.rename == name,
        UseTree::Group(group) => group.items.iter().any(|tree| brings(tree, last, name)),
        UseTree::Glob(_) => false,
    }
}

/// Whether all names of a tree are gone; otherwise adds the places of those that are.
fn add_gone(
    tree: &UseTree,
    is_gone: &impl Fn(&str) -> bool,
    places: &mut Vec<Range<usize>>,
) -> bool {
    match tree {
        UseTree::Path(path) => add_gone(&path.tree, is_gone, places),
        UseTree::Name(name) => is_gone(&name.ident.to_string()),
        UseTree::Rename(name) => is_gone(&name.rename.to_string()),
        UseTree::Glob(_) => false,
        UseTree::Group(group) => {
            let mut inner = Vec::new();
            let all = group.items.iter();
            let gone: Vec<bool> = all
                .map(|tree| add_gone(tree, is_gone, &mut inner))
                .collect();
            if gone.iter().all(|gone| *gone) {
                return true;
            }
            places.append(&mut inner);
            let spans: Vec<Range<usize>> = group
                .items
                .iter()
                .map(|tree| tree.span().byte_range())
                .collect();
            for (index, span) in spans.iter().enumerate().filter(|(index, _)| gone[*index]) {
                // With the comma after it, or of the last ones with the comma before it.
                let is_tail = gone[index..].iter().all(|gone| *gone);
                places.push(match spans.get(index + 1) {
                    Some(next) if !is_tail => span.start..next.start,
                    _ => spans[index - 1].end..span.end,
                });
            }
            false
        }
    }
}

/// The function, if an item of a block is one that takes no more than its value and gives a
/// text with that of a file.
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

/// The code of [`NAMES_FILES`] that is in the tokens of a text.
fn file_in(code: &str) -> Option<&'static str> {
    NAMES_FILES.into_iter().find(|name| code.contains(name))
}

/// The tokens of a text, with a blank before and after each and none within: a word in a string
/// is no name.
fn code_of(text: &str) -> String {
    let tokens = tokens(text).into_iter();
    let tokens: Vec<String> = tokens
        .map(|token| token.replace(char::is_whitespace, "·"))
        .collect();
    format!(" {} ", tokens.join(" "))
}

/// Whether a module that is written out declares the files of others.
fn declares_files(module: &ItemMod) -> bool {
    let Some((_, items)) = &module.content else {
        return false;
    };
    items.iter().any(|item| match item {
        Item::Mod(inner) => inner.content.is_none() || declares_files(inner),
        _ => false,
    })
}

fn is_private(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Inherited)
}

/// The starts of the private fields of a type.
fn private_fields(fields: &Fields) -> impl Iterator<Item = usize> {
    let private = fields.iter().filter(|field| is_private(&field.vis));
    private.map(|field| {
        let start = match &field.ident {
            Some(name) => name.span(),
            None => field.ty.span(),
        };
        start.byte_range().start
    })
}

/// The edit that makes what begins at a place visible in the whole crate.
fn publish_at(start: usize) -> Edit {
    (start..start, "pub(crate) ".to_owned())
}

/// Whether an attribute makes its item one that only tests and benchmarks have: `#[test]`,
/// `#[tokio::test]`, `#[cfg(test)]`.
fn is_of_tests(attribute: &Attribute) -> bool {
    let last = attribute.path().segments.last();
    let is_test = last.is_some_and(|last| last.ident == "test" || last.ident == "bench");
    let is_condition = attribute.path().is_ident("cfg");
    is_test
        || is_condition
            && attribute
                .parse_args()
                .is_ok_and(|of| holds_in_tests_only(&of))
}

fn holds_in_tests_only(condition: &Meta) -> bool {
    let parser = Punctuated::<Meta, Token![,]>::parse_terminated;
    match condition {
        Meta::Path(name) => name.is_ident("test") || name.is_ident("bench"),
        Meta::List(list) => match list.parse_args_with(parser) {
            Ok(inner) if list.path.is_ident("all") => inner.iter().any(holds_in_tests_only),
            Ok(inner) if list.path.is_ident("any") => inner.iter().all(holds_in_tests_only),
            _ => false,
        },
        Meta::NameValue(_) => false,
    }
}

fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(ItemConst { attrs, .. })
        | Item::Enum(ItemEnum { attrs, .. })
        | Item::ExternCrate(ItemExternCrate { attrs, .. })
        | Item::Fn(ItemFn { attrs, .. })
        | Item::Impl(ItemImpl { attrs, .. })
        | Item::Macro(ItemMacro { attrs, .. })
        | Item::Mod(ItemMod { attrs, .. })
        | Item::Static(ItemStatic { attrs, .. })
        | Item::Struct(ItemStruct { attrs, .. })
        | Item::Trait(ItemTrait { attrs, .. })
        | Item::TraitAlias(ItemTraitAlias { attrs, .. })
        | Item::Type(ItemType { attrs, .. })
        | Item::Use(ItemUse { attrs, .. }) => attrs,
        _ => &[],
    }
}

fn name(item: &Item) -> Option<&Ident> {
    match item {
        Item::Fn(item) => Some(&item.sig.ident),
        Item::Macro(item) => item.ident.as_ref(),
        Item::Const(ItemConst { ident, .. })
        | Item::Enum(ItemEnum { ident, .. })
        | Item::Mod(ItemMod { ident, .. })
        | Item::Static(ItemStatic { ident, .. })
        | Item::Struct(ItemStruct { ident, .. })
        | Item::Trait(ItemTrait { ident, .. })
        | Item::Type(ItemType { ident, .. }) => Some(ident),
        _ => None,
    }
}

/// A place in a text, and what replaces it.
pub type Edit = (Range<usize>, String);

/// Replaces places in the text; a place within another is left out. A line that is removed
/// goes with its end.
pub fn apply_edits(text: &str, mut edits: Vec<Edit>) -> String {
    edits.sort_by_key(|(at, _)| (at.start, !at.is_empty()));
    let mut result = String::new();
    let mut end = 0;
    for (at, with) in edits {
        if at.start >= end {
            result += &text[end..at.start];
            result += &with;
            end = at.end;
            let is_start = result.is_empty() || result.ends_with('\n');
            if is_start && with.is_empty() && text[end..].starts_with('\n') {
                end += 1;
            }
        }
    }
    result + &text[end..]
}
