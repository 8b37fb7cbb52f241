//! What is in a Rust file of the old repository, and how can its text be changed? The file is
//! parsed with `syn`. Each item knows its range in the text, so an edit of an item changes nothing
//! else.
//!
//! `old_file` has a source, and the edits after which it gets the day's input where the code reads
//! a file (`with_input`). `facts` are the facts about an item's code, such as its names and calls,
//! `pieces` says which functions `main` applies to parts of the input, such as lines, and `files`
//! are the files that it names. `split` divides a source into the items that a copy needs and the
//! others. `uses` changes imports, and `visibility` makes items visible to the copy's calls. Code
//! in which `syn` finds too little, such as the arguments of macros, is read from `tokens`.

mod facts;
mod files;
mod old_file;
mod pieces;
mod split;
mod tokens;
mod uses;
mod visibility;
mod with_input;

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::mem::take;
use std::ops::Range;
use std::panic::resume_unwind;
use std::thread;

use aoc_solution::Part;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{
    Attribute, Ident, Item, ItemConst, ItemEnum, ItemExternCrate, ItemFn, ItemImpl, ItemMacro,
    ItemMod, ItemStatic, ItemStruct, ItemTrait, ItemTraitAlias, ItemType, ItemUnion, ItemUse, Meta,
    Signature, Token, Visibility,
};

use self::facts::ItemFacts;
pub use self::files::Naming;
pub use self::old_file::OldFile;
pub use self::split::partition_with_users;
pub use self::tokens::Tokens;
pub use self::uses::{Supers, names_in_crate, with_moved_path};
pub use self::with_input::{CAPTURING_MACROS, IMPORTED};
use super::folder::names::day_of;
use super::folder::part_names::part_of;
use crate::error::{CliError, file_error};
use crate::project::source::{TEST_ATTRIBUTES, features, token_ranges};
use crate::puzzle::Day;

/// The maximum number of tokens in a file. In the worst case, `syn` recurses for each token, on the
/// stack of [`on_large_stack`].
const MAX_TOKENS: usize = 25_000;

/// The maximum depth of inline modules. The facts of a module cover all code in it, so code is read
/// once for each module around it.
const MAX_MODULES: usize = 50;

const TOO_DEEP: &str = "it is nested too deeply or too long to be read";

/// Runs `work`, which parses, on a large stack. The stack is large enough for every file that
/// [`Source::read`] accepts. The system provides only the pages that are used. Fails if the address
/// space of the process is limited to less.
pub fn on_large_stack<T: Send>(work: impl FnOnce() -> T + Send) -> Result<T, CliError> {
    thread::scope(|scope| {
        let thread = thread::Builder::new()
            .stack_size(1 << 30)
            .spawn_scoped(scope, work)
            .map_err(|error| {
                let why = "cannot start a thread with a stack of 1 GiB, which reading Rust files \
                           may need: raise the limit of virtual memory (`ulimit -v`)";
                file_error(why).caused_by(error)
            })?;
        Ok(thread.join().unwrap_or_else(|panic| resume_unwind(panic)))
    })
}

/// A file that `syn` has parsed.
pub struct Source {
    pub text: String,
    pub items: Vec<FileItem>,
    /// The unstable features that it declares.
    pub features: BTreeSet<String>,
    /// The ranges of the attributes `#![feature(...)]`.
    feature_ranges: Vec<Range<usize>>,
    /// The ranges of each `forbid` with a lint that copies allow: `#![forbid(unused)]`.
    forbid_ranges: Vec<Range<usize>>,
}

/// An item, with the facts about its code that several steps of an import need.
pub struct FileItem {
    /// The item. The items of an inline module are in `inner`, and not here.
    pub item: Item,
    pub inner: Vec<FileItem>,
    pub range: Range<usize>,
    /// The name. Empty for items without a name.
    pub name: String,
    pub facts: ItemFacts,
    /// True if only tests or benchmarks use the item.
    pub is_for_tests: bool,
    /// True if the code reads files, stdin or the program's arguments. Never true for a `use`.
    pub reads: bool,
    /// True if the item has the path of a file of the old repository, or uses code that reads a
    /// file or has such a path, see [`Source::mark_readers`].
    leads_to_file: bool,
    /// True if the item declares the module of fspoettel's template, which only programs use.
    is_template: bool,
}

impl Source {
    pub fn read(text: String) -> Result<Self, String> {
        let mut text = without_shebang(text);
        if token_ranges(&text).count() > MAX_TOKENS {
            return Err(TOO_DEEP.to_owned());
        }
        let mut file = parse(&text)?;
        // The unchanged text was parsed first, so an error has its line in the original.
        let included = included_documentation(&text);
        if !included.is_empty() {
            text = apply_edits(&text, included);
            file = parse(&text)?;
        }
        if module_depth(&file.items) > MAX_MODULES {
            return Err(TOO_DEEP.to_owned());
        }
        let tokens = Tokens::of(&text);
        let items = file
            .items
            .into_iter()
            .map(|item| FileItem::new(item, &tokens))
            .collect();
        let feature_ranges: Vec<Range<usize>> = file
            .attrs
            .iter()
            .filter(|attribute| attribute.path().is_ident("feature"))
            .map(|attribute| attribute.span().byte_range())
            .collect();
        let forbid_ranges = file
            .attrs
            .iter()
            .filter(|attribute| forbids_allowed_lint(attribute, &tokens))
            .map(|attribute| attribute.path().span().byte_range())
            .collect();
        let declared = feature_ranges.iter();
        Ok(Self {
            forbid_ranges,
            features: declared
                .flat_map(|range| features(&text[range.clone()]))
                .collect(),
            feature_ranges,
            text,
            items,
        })
    }

    pub fn tokens(&self) -> Tokens<'_> {
        Tokens::of(&self.text)
    }

    /// Marks all items as used by tests only.
    pub fn mark_for_tests(&mut self) {
        self.items.iter_mut().for_each(FileItem::mark_for_tests);
    }

    /// Marks the declaration of the module `template` as code for a tool.
    pub fn mark_template(&mut self) {
        for item in &mut self.items {
            item.is_template = item.declares("template");
        }
    }

    /// The byte offset of the first item.
    pub fn start(&self) -> usize {
        self.items.first().map_or(0, |item| item.range.start)
    }

    /// The edits that remove the declarations of unstable features.
    pub fn without_features(&self) -> impl Iterator<Item = Edit> {
        self.feature_ranges
            .iter()
            .map(|range| (range.clone(), String::new()))
    }

    /// The edits that only deny the forbidden lints which copies allow, because code cannot allow a
    /// forbidden lint.
    pub fn with_denied_lints(&self) -> impl Iterator<Item = Edit> {
        self.forbid_ranges
            .iter()
            .map(|range| (range.clone(), "deny".to_owned()))
    }

    /// The functions, except for tests.
    pub fn functions(&self) -> impl Iterator<Item = &ItemFn> {
        self.items.iter().filter_map(|item| match &item.item {
            Item::Fn(function) if !item.is_for_tests => Some(function),
            _ => None,
        })
    }

    /// The items that are not for tests.
    pub fn items_outside_of_tests(&self) -> impl Iterator<Item = &FileItem> + Clone {
        self.items.iter().filter(|item| !item.is_for_tests)
    }

    /// True if there is an item with this name.
    pub fn has(&self, name: &str) -> bool {
        self.items.iter().any(|item| item.name == name)
    }

    /// The number of fields of a struct that the source defines.
    pub fn field_count(&self, name: &str) -> Option<usize> {
        self.items.iter().find_map(|item| match &item.item {
            Item::Struct(defined) if defined.ident == name => Some(defined.fields.len()),
            _ => None,
        })
    }

    /// The names of the macros that the source defines.
    pub fn macros(&self) -> Vec<&str> {
        let items = self.items.iter();
        items
            .filter(|item| item.is_macro())
            .map(|item| &*item.name)
            .collect()
    }

    /// The macros with `#[macro_export]`, which are at the root of their crate. The macros of tests
    /// are left out, because code outside of tests cannot import them.
    pub fn exported_macros(&self) -> BTreeSet<&str> {
        let items = self.items.iter();
        let exported = items.filter(|item| item.export().is_some() && !item.is_for_tests);
        exported.map(|item| &*item.name).collect()
    }

    /// True if code other than tests prints to stdout.
    pub fn prints(&self) -> bool {
        self.items_outside_of_tests()
            .any(|item| item.facts.calls_macro("print") || item.facts.calls_macro("println"))
    }

    /// True if code other than tests certainly prints no more than one value: nothing shows a value,
    /// or only one `{}` of the outermost block of `main`. In a loop or another function, it may show
    /// several values, and `{:?}` may show a tuple.
    pub fn prints_one_value(&self) -> bool {
        let tokens = self.tokens();
        let mut shown = Vec::new();
        for item in self.items_outside_of_tests() {
            let mut depth = 0;
            for index in tokens.within(&item.range) {
                match tokens.words[index..] {
                    ["{", ..] => depth += 1,
                    ["}", ..] => depth -= 1,
                    ["print" | "println", "!", _, text, ..] => {
                        let values = text.replace("{{", "").matches('{').count();
                        let is_one = item.name == "main" && depth == 1 && !text.contains(":?");
                        shown.extend(vec![is_one; values]);
                    }
                    _ => {}
                }
            }
        }
        matches!(&*shown, [] | [true])
    }

    /// The code outside of tests that uses the function with this path: `solve`, or `geo::bounds` in
    /// an inline module. The function itself does not count.
    pub fn users<'s>(&'s self, path: &'s str) -> impl Iterator<Item = &'s FileItem> {
        let (module, own) = path.rsplit_once("::").unwrap_or(("", path));
        // Code that imports the function may use it by its name alone.
        let is_imported = self
            .items
            .iter()
            .any(|item| item.mentions(module) && (item.imports(own) || item.imports_all()));
        let outside = self.items_outside_of_tests().filter(move |item| {
            let may_import = is_imported && item.name != module;
            item.name != path && (item.uses_function(path) || may_import && item.uses_by_name(own))
        });
        outside.chain(self.users_beside(path))
    }

    /// Those of [`Self::users`] that are in the inline module of the function.
    pub fn users_beside<'s>(&'s self, path: &'s str) -> impl Iterator<Item = &'s FileItem> {
        let (module, own) = path.rsplit_once("::").unwrap_or(("", path));
        let modules = self.items.iter().filter(move |item| item.name == module);
        modules
            .flat_map(|module| &module.inner)
            .filter(move |item| item.name != own && !item.is_for_tests && item.uses_by_name(own))
    }

    /// True if other code than `main` uses the function with this path.
    pub fn is_used(&self, path: &str) -> bool {
        self.users(path).any(|user| user.name != "main")
    }

    /// The days that are inline modules, such as `mod days { mod day01 { fn part1 .. } }`.
    pub fn inline_days(&self) -> Vec<Day> {
        let mut days = Vec::new();
        for item in self.items_outside_of_tests() {
            item.add_inline_days(&mut days);
        }
        days
    }

    /// The attributes of cargo-aoc: `#[aoc(day1, part1)]` or `#[aoc_generator(day1)]`.
    pub fn cargo_aoc_attributes(&self) -> impl Iterator<Item = &Attribute> {
        self.functions()
            .flat_map(|function| &function.attrs)
            .filter(|attribute| {
                let path = attribute.path();
                path.is_ident("aoc") || path.is_ident("aoc_generator")
            })
    }

    /// The declarations of the modules with the files of part 1 and part 2.
    pub fn modules_of_parts(&self) -> Option<[&FileItem; 2]> {
        let [one, two] = Part::BOTH.map(|part| {
            self.items_outside_of_tests().find(|item| {
                let has_usual_file = item.declares_file() && item.declared_path().is_none();
                has_usual_file && part_of(&item.name) == Some(part)
            })
        });
        Some([one?, two?])
    }

    /// True if the code would have another meaning elsewhere, because it declares modules with
    /// files, or uses the module around the file.
    pub fn is_tied_to_place(&self) -> bool {
        self.items.iter().any(|item| {
            let uses_outer = !item.facts.supers.is_empty();
            item.needs_file() || uses_outer
        })
    }

    /// The text of the source as an inline module. Its items are visible outside of the module.
    /// Tests that read files are omitted, and so is `main` unless `keeps_main`. `None` if there is
    /// no `main` to keep, or if the code declares unstable features or functions for cargo-aoc.
    pub fn as_module(&self, keeps_main: bool) -> Option<String> {
        let is_for_cargo_aoc = self.cargo_aoc_attributes().next().is_some();
        let lacks_main = keeps_main && !self.items.iter().any(FileItem::is_main);
        if is_for_cargo_aoc || !self.features.is_empty() || lacks_main {
            return None;
        }
        let [copied, omitted] = self.partition_with_users(|item| {
            if item.is_main() {
                return !keeps_main;
            }
            // Outside of tests, the day's input replaces the file later.
            let is_test_of_file = item.is_for_tests && item.file_reference(false).is_some();
            item.is_omitted() || item.calls_solution() || is_test_of_file
        });
        let mut edits = without_items(&omitted);
        for item in copied {
            // Both files may export a macro of the same name.
            edits.extend(item.export().map(|range| (range, String::new())));
            if item.is_main() {
                // `main` may be unused, because another function of the module may answer the part.
                let start = item.range.start;
                edits.push((start..start, "#[allow(dead_code)]\n".to_owned()));
            }
            if !item.is_for_tests && !matches!(item.item, Item::Use(_)) {
                edits.extend(item.make_all_visible(&self.text));
            }
        }
        Some(apply_edits(&self.text, edits))
    }
}

/// Parses the text of a file. The error says why this is not possible.
fn parse(text: &str) -> Result<syn::File, String> {
    syn::parse_file(text).map_err(|error| {
        let line = error.span().start().line;
        format!("it cannot be parsed as Rust: line {line}: {error}")
    })
}

/// True for a `forbid` with a lint that copies allow.
fn forbids_allowed_lint(attribute: &Attribute, tokens: &Tokens) -> bool {
    let code = tokens.within(&attribute.span().byte_range());
    let mut lints = tokens.words[code].iter();
    attribute.path().is_ident("forbid") && lints.any(|lint| is_allowed_lint(lint))
}

/// The depth of the inline modules among these items.
fn module_depth(items: &[Item]) -> usize {
    let mut deepest = 0;
    for item in items {
        if let Item::Mod(module) = item
            && let Some((_, inner)) = &module.content
        {
            deepest = deepest.max(1 + module_depth(inner));
        }
    }
    deepest
}

/// A text without the shebang line that makes the file a script. A module cannot have such a line,
/// and `syn` does not count it in its positions.
fn without_shebang(mut text: String) -> String {
    let is_attribute = text.trim_start_matches("#!").trim_start().starts_with('[');
    if text.starts_with("#!") && !is_attribute {
        let end = text.find('\n').unwrap_or(text.len());
        text.replace_range(..end, "");
    }
    text
}

/// The edits that remove documentation from other files: `#![doc = include_str!("../README.md")]`.
/// From a copy, the path would lead to another file.
fn included_documentation(text: &str) -> Vec<Edit> {
    let tokens = Tokens::of(text);
    let mut edits = Vec::new();
    for index in 0..tokens.words.len() {
        let open = match tokens.words[index..] {
            ["#", "[", "doc", "=", ..] => index + 1,
            ["#", "!", "[", "doc", "=", ..] => index + 2,
            _ => continue,
        };
        let end = tokens.ends[open] + 1;
        if tokens.words[open..end].contains(&"include_str") {
            edits.push((tokens.bytes(index..end), String::new()));
        }
    }
    edits
}

/// The part of a generator of cargo-aoc. `None` if it is for both parts, perhaps with an attribute
/// for each.
pub fn generator_part(attributes: &[Attribute]) -> Option<Part> {
    let mut parts = attributes
        .iter()
        .filter(|attribute| attribute.path().is_ident("aoc_generator"))
        .map(|attribute| part_of(&names_of_mark(attribute)?.get(1)?.to_string()));
    let first = parts.next()??;
    parts.all(|part| part == Some(first)).then_some(first)
}

/// True if a function is a generator of cargo-aoc. Such a function parses the input.
pub fn is_generator(attributes: &[Attribute]) -> bool {
    attribute(attributes, "aoc_generator").is_some()
}

/// The part of a function with the attribute `#[aoc(day1, part1)]`, and the name of its variant if
/// the attribute has one.
pub fn marked_part(attributes: &[Attribute]) -> Option<(Part, Option<String>)> {
    let names = names_of_mark(attribute(attributes, "aoc")?)?;
    let part = part_of(&names.get(1)?.to_string())?;
    Some((part, names.get(2).map(Ident::to_string)))
}

/// The arguments of an attribute of cargo-aoc: the day, the part, the variant.
fn names_of_mark(mark: &Attribute) -> Option<Vec<Ident>> {
    let parser = Punctuated::<Ident, Token![,]>::parse_terminated;
    let names = mark.parse_args_with(parser).ok()?;
    Some(names.into_iter().collect())
}

/// True for the `main` of a program, which has no arguments.
pub fn is_main(function: &Signature) -> bool {
    function.ident == "main" && function.inputs.is_empty()
}

impl FileItem {
    fn new(mut item: Item, tokens: &Tokens) -> Self {
        let range = item.span().byte_range();
        let inner = match &mut item {
            Item::Mod(ItemMod {
                content: Some((_, items)),
                ..
            }) => take(items),
            _ => Vec::new(),
        };
        let inner = inner
            .into_iter()
            .map(|item| Self::new(item, tokens))
            .collect();
        let mut item = Self {
            name: name(&item).map(Ident::to_string).unwrap_or_default(),
            facts: ItemFacts::of(tokens, tokens.within(&range)),
            is_for_tests: attributes(&item).iter().any(is_test_attribute),
            reads: false,
            leads_to_file: false,
            is_template: false,
            item,
            inner,
            range,
        };
        let is_module = matches!(item.item, Item::Mod(_));
        if item.is_for_tests || is_module && item.facts.has_benchmark && item.is_benchmark() {
            item.mark_for_tests();
        }
        item
    }

    fn mark_for_tests(&mut self) {
        self.is_for_tests = true;
        self.inner.iter_mut().for_each(Self::mark_for_tests);
    }

    /// Adds the days of an inline module, and of the modules in it.
    fn add_inline_days(&self, days: &mut Vec<Day>) {
        let mut functions = self
            .inner
            .iter()
            .filter(|item| matches!(item.item, Item::Fn(_)));
        if functions.any(|function| part_of(&function.name).is_some()) {
            days.extend(day_of(&self.name));
        }
        for item in &self.inner {
            item.add_inline_days(days);
        }
    }

    /// True if only a tool needs the item: cargo-aoc, fspoettel's template, or `RustEmbed`.
    pub fn is_for_tool(&self) -> bool {
        let mut names = self.facts.names.iter();
        !matches!(self.item, Item::Fn(_) | Item::Impl(_))
            && (self.is_template
                || self.facts.calls_macro("aoc_lib")
                || names.any(|name| name == "RustEmbed" || name.starts_with("aoc_runner")))
    }

    /// True for a function with arguments.
    pub fn has_arguments(&self) -> bool {
        matches!(&self.item, Item::Fn(function) if !function.sig.inputs.is_empty())
    }

    /// True if the item is a test, and not only code for tests.
    pub fn is_test(&self) -> bool {
        matches!(&self.item, Item::Fn(function) if function.attrs.iter().any(is_test_attribute))
    }

    /// True if the item contains only code of benchmarks. Call this only if it contains such code.
    fn is_benchmark(&self) -> bool {
        match &self.item {
            Item::ExternCrate(_) | Item::Use(_) => true,
            Item::Fn(function) => function
                .attrs
                .iter()
                .any(|attribute| last_name(attribute.path()).is_some_and(|last| last == "bench")),
            Item::Mod(_) => !self.declares_file() && self.inner.iter().all(Self::is_benchmark),
            _ => false,
        }
    }

    /// True if every copy omits the item. This applies to code for tools, to benchmarks, and to
    /// tests of files.
    pub fn is_omitted(&self) -> bool {
        self.is_for_tool()
            || self.facts.has_benchmark && (self.is_for_tests || self.is_benchmark())
            || self.is_test_of_file()
    }

    /// True if the item is for tests, and leads to a file, or reads or names one. Such a test
    /// expects the answers to one particular file, which the copy does not have.
    pub fn is_test_of_file(&self) -> bool {
        self.is_for_tests && (self.leads_to_file || self.reads || !self.facts.files.is_empty())
    }

    /// The name of the macro that the item calls. `None` for any other item.
    pub fn called_macro(&self) -> Option<String> {
        match &self.item {
            Item::Macro(call) if call.ident.is_none() => last_name(&call.mac.path),
            _ => None,
        }
    }

    /// True if the item is only there under a condition: `#[cfg(...)]`.
    pub fn has_condition(&self) -> bool {
        attribute(attributes(&self.item), "cfg").is_some()
    }

    /// True if the item defines a macro.
    pub fn is_macro(&self) -> bool {
        matches!(self.item, Item::Macro(_)) && !self.name.is_empty()
    }

    pub fn is_main(&self) -> bool {
        matches!(&self.item, Item::Fn(function) if is_main(&function.sig))
    }

    /// True if the item calls the macro `solution` of fspoettel's template, which writes the `main`
    /// of a day. Outside of a day, it may be another macro.
    pub fn calls_solution(&self) -> bool {
        self.facts.calls_macro("solution")
    }

    /// The crate of an item such as `#[macro_use] extern crate regex;`. The whole crate can call
    /// its macros.
    pub fn macro_crate(&self) -> Option<String> {
        let Item::ExternCrate(item) = &self.item else {
            return None;
        };
        let renamed = item.rename.as_ref().map(|(_, name)| name);
        let name = renamed.unwrap_or(&item.ident);
        attribute(&item.attrs, "macro_use")?;
        Some(name.to_string())
    }

    /// The range of the attribute with which a macro is exported from its crate. `None` for other
    /// items.
    pub fn export(&self) -> Option<Range<usize>> {
        let Item::Macro(ItemMacro { attrs, .. }) = &self.item else {
            return None;
        };
        Some(attribute(attrs, "macro_export")?.span().byte_range())
    }

    /// True if the item declares a module with macros that all later modules can call:
    /// `#[macro_use] mod util;`.
    pub fn has_macros_for_all(&self) -> bool {
        self.declares_file() && attribute(attributes(&self.item), "macro_use").is_some()
    }
}

/// True for a lint that the code of a copy or of a trial allows, or a group with such a lint.
pub fn is_allowed_lint(name: &str) -> bool {
    ["dead_code", "unreachable_pub", "warnings"].contains(&name) || name.starts_with("unused")
}

/// The attribute with this name, such as `#[test]`.
pub fn attribute<'a>(attributes: &'a [Attribute], name: &str) -> Option<&'a Attribute> {
    attributes
        .iter()
        .find(|attribute| attribute.path().is_ident(name))
}

/// The last name of a path, such as `test` of `tokio::test`.
pub fn last_name(path: &syn::Path) -> Option<String> {
    Some(path.segments.last()?.ident.to_string())
}

fn is_private(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Inherited)
}

/// True if the item of an attribute is only for tests or benchmarks: `#[test]`, `#[tokio::test]`,
/// `#[rstest]`, `#[cfg(test)]`.
fn is_test_attribute(attribute: &Attribute) -> bool {
    let last = last_name(attribute.path());
    let is_test = last.is_some_and(|last| last == "bench" || TEST_ATTRIBUTES.contains(&&*last));
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
        | Item::Union(ItemUnion { attrs, .. })
        | Item::Use(ItemUse { attrs, .. }) => attrs,
        _ => &[],
    }
}

/// The name of an item that has one.
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
        | Item::TraitAlias(ItemTraitAlias { ident, .. })
        | Item::Type(ItemType { ident, .. })
        | Item::Union(ItemUnion { ident, .. }) => Some(ident),
        _ => None,
    }
}

/// A range of bytes in a text, and its replacement.
pub type Edit = (Range<usize>, String);

/// The edits that remove items.
pub fn without_items(items: &[&FileItem]) -> Vec<Edit> {
    let ranges = items.iter().map(|item| item.range.clone());
    ranges.map(|range| (range, String::new())).collect()
}

/// Applies the edits to the text. An edit inside the range of another edit is ignored. If an edit
/// removes a whole line, its line break is removed, too.
pub fn apply_edits(text: &str, mut edits: Vec<Edit>) -> String {
    // At the same position, an insertion comes first, then the edit with the longest range.
    edits.sort_by_key(|(at, _)| (at.start, !at.is_empty(), Reverse(at.end)));
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
