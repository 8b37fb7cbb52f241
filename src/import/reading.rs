//! Days that read their own input: by a function that includes or opens a file, or that is given
//! its path. The copy reads no file: its functions have an argument `input` with the text, and pass
//! it on to each other.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::{Range, RangeInclusive};

use syn::spanned::Spanned;
use syn::{FnArg, ImplItem, Item, ItemImpl, Pat, PatType, Signature};

use super::readers::Reader;
use super::repository::Wrapper;
use super::signature::{OTHER_ARGUMENTS, Scope, is_path_type, spelled};
use super::source::{Edit, apply_edits};
use crate::project::source::{nesting, places};
use crate::puzzle::words;

/// The most steps from a function that reads to one that answers a part.
const MOST_STEPS: usize = 8;

/// A function of the day.
struct DayFunction<'s> {
    name: String,
    signature: &'s Signature,
    /// The indices of its tokens among those of the source.
    tokens: Range<usize>,
    /// The module or the type that it is in.
    of: Option<String>,
    /// The block of a trait that it is in, as an index.
    of_trait: Option<usize>,
    /// The names of its arguments.
    arguments: Vec<String>,
}

/// What is found in a day.
struct Reading<'s> {
    scope: Scope<'s>,
    places: Vec<Range<usize>>,
    functions: Vec<DayFunction<'s>>,
    /// The constants whose value is the text, with the expression over `input` that replaces them.
    constants: BTreeMap<String, &'static str>,
    /// The functions that get the argument `input`, and how long that text has to live.
    given: BTreeMap<usize, TextLifetime>,
    /// The arguments with a path, as the indices of the function and the argument.
    paths: BTreeSet<(usize, usize)>,
    /// The edits by their places.
    edits: BTreeMap<(usize, usize), String>,
}

/// A call that reads the file of a path or the text of the day.
enum ReadCall {
    OfStandardLibrary(Reader),
    OfRepository {
        /// The value that is read, as an expression over `input`.
        value: String,
        wrapper: Wrapper,
    },
}

impl ReadCall {
    /// The expression that replaces the call, over a variable with the text.
    fn of_text(&self, variable: &str) -> String {
        match self {
            Self::OfStandardLibrary(reader) => reader.returned_of_text(variable),
            Self::OfRepository { value, wrapper } => {
                wrapper.around(value.replacen("input", variable, 1))
            }
        }
    }
}

/// How long the text lives that a function is given: for `OfProgram` it is `&'static str`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
enum TextLifetime {
    #[default]
    OfCall,
    OfProgram,
}

/// The source of a day, changed so that its functions are given the text and read no file. `None`
/// if it reads no file, or in a way that is not understood.
pub fn given_the_text(scope: Scope) -> Option<String> {
    let mut reading = Reading::new(scope)?;
    for index in 0..reading.functions.len() {
        reading.replace_reads(index);
    }
    for _ in 0..MOST_STEPS {
        let before = (reading.given.len(), reading.paths.len());
        for index in 0..reading.functions.len() {
            reading.replace_calls(index);
        }
        if before == (reading.given.len(), reading.paths.len()) {
            break;
        }
    }
    let files = reading.file_types();
    if reading.given.is_empty() && reading.paths.is_empty() && files.is_empty() {
        return None;
    }
    if !files.is_empty() && reading.has_file_elsewhere() {
        return None;
    }
    for tokens in files {
        reading.replace(tokens, "&[u8]");
    }
    reading.replace_path_types()?;
    reading.add_arguments();
    reading.leave_traits()?;
    reading.leave_tests();
    let edits = reading.edits.into_iter();
    let edits: Vec<Edit> = edits
        .map(|((start, end), text)| (start..end, text))
        .collect();
    Some(apply_edits(&scope.source.text, edits))
}

impl<'s> Reading<'s> {
    fn new(scope: Scope<'s>) -> Option<Self> {
        if scope.source.has("input") {
            // The name is taken.
            return None;
        }
        let mut reading = Self {
            scope,
            places: places(&scope.source.text).collect(),
            functions: Vec::new(),
            constants: BTreeMap::new(),
            given: BTreeMap::new(),
            paths: BTreeSet::new(),
            edits: BTreeMap::new(),
        };
        for (index, item) in scope.source.items.iter().enumerate() {
            let is_text = [" & str = include_str !", " & 'static str = include_str !"];
            match &item.item {
                _ if item.is_for_tests => {}
                Item::Const(_) | Item::Static(_)
                    if is_text.iter().any(|code| item.code.contains(code)) =>
                {
                    reading.constants.insert(item.name.clone(), "input");
                }
                Item::Const(_) | Item::Static(_) if item.code.contains("= include_bytes !") => {
                    let text = "input.as_bytes()";
                    reading.constants.insert(item.name.clone(), text);
                }
                Item::Fn(function) if item.name != "main" => {
                    reading.add(&function.sig, function.span().byte_range(), None, None);
                }
                Item::Mod(module) => {
                    for inner in module.content.iter().flat_map(|(_, items)| items) {
                        if let Item::Fn(function) = inner {
                            let of = Some(item.name.clone());
                            reading.add(&function.sig, function.span().byte_range(), of, None);
                        }
                    }
                }
                Item::Impl(block) => {
                    let of_trait = block.trait_.is_some().then_some(index);
                    for inner in &block.items {
                        if let ImplItem::Fn(function) = inner {
                            let of = Some(spelled(&block.self_ty));
                            let place = function.span().byte_range();
                            reading.add(&function.sig, place, of, of_trait);
                        }
                    }
                }
                _ => {}
            }
        }
        Some(reading)
    }

    fn add(
        &mut self,
        signature: &'s Signature,
        place: Range<usize>,
        of: Option<String>,
        of_trait: Option<usize>,
    ) {
        let start = self
            .places
            .partition_point(|token| token.start < place.start);
        let end = self.places.partition_point(|token| token.start < place.end);
        let arguments = signature
            .inputs
            .iter()
            .filter_map(|argument| match argument {
                FnArg::Typed(argument) => Some(match &*argument.pat {
                    Pat::Ident(name) => name.ident.to_string(),
                    _ => String::new(),
                }),
                FnArg::Receiver(_) => None,
            });
        self.functions.push(DayFunction {
            name: signature.ident.to_string(),
            arguments: arguments.collect(),
            tokens: start..end,
            signature,
            of,
            of_trait,
        });
    }

    /// The token of an index; empty behind the last one.
    fn token(&self, index: usize) -> &'s str {
        let place = self.places.get(index).cloned().unwrap_or_default();
        &self.scope.source.text[place]
    }

    /// The token before an index; empty at the first one.
    fn token_before(&self, index: usize) -> &'s str {
        index.checked_sub(1).map_or("", |index| self.token(index))
    }

    /// The index of the token that closes the bracket at an index.
    fn closing(&self, open: usize) -> usize {
        let mut depth = 0;
        for index in open..self.places.len() {
            depth += nesting(self.token(index));
            if depth == 0 {
                return index;
            }
        }
        self.places.len() - 1
    }

    /// The index at which the path before a token starts: that of `std` in `std::fs::read`.
    fn path_start(&self, end: usize) -> usize {
        let mut start = end;
        while start >= 3 && self.token(start - 1) == ":" && self.token(start - 2) == ":" {
            start -= 3;
        }
        start
    }

    fn replace(&mut self, tokens: RangeInclusive<usize>, text: impl Into<String>) {
        let start = self.places[*tokens.start()].start;
        let end = self.places[*tokens.end()].end;
        self.edits.insert((start, end), text.into());
    }

    /// Gives the function the argument `input`, which lives as long as its result needs it.
    fn give(&mut self, function: usize, lifetime: TextLifetime) {
        let output = &self.functions[function].signature.output;
        let result = &self.scope.source.text[output.span().byte_range()];
        let needed = if result.contains("'static") {
            TextLifetime::OfProgram
        } else {
            lifetime
        };
        let given = self.given.entry(function).or_default();
        *given = needed.max(*given);
    }

    /// The index of the first argument that appears among these tokens and may be a path: it has a
    /// type of texts or of paths.
    fn argument_in(&self, function: usize, tokens: &RangeInclusive<usize>) -> Option<usize> {
        let arguments = &self.functions[function].arguments;
        arguments.iter().enumerate().position(|(at, name)| {
            let ty = self.type_of(function, at).unwrap_or_default();
            let is_text = ["&str", "&'static str", "String", "&String"].contains(&&*ty);
            (is_text || self.is_path(function, at))
                && tokens.clone().any(|index| self.token(index) == name)
        })
    }

    /// The argument of a function, without the receiver.
    fn argument_of(&self, function: usize, argument: usize) -> Option<&'s PatType> {
        let inputs = self.functions[function].signature.inputs.iter();
        let mut typed = inputs.filter_map(|input| match input {
            FnArg::Typed(input) => Some(input),
            FnArg::Receiver(_) => None,
        });
        typed.nth(argument)
    }

    /// Whether an argument is a path by its type, which becomes a text.
    fn is_path(&self, function: usize, argument: usize) -> bool {
        let argument = self.argument_of(function, argument);
        argument.is_some_and(|taken| is_path_type(&taken.ty, self.functions[function].signature))
    }

    /// The type of an argument, without the receiver.
    fn type_of(&self, function: usize, argument: usize) -> Option<String> {
        let argument = self.argument_of(function, argument)?;
        Some(spelled(&argument.ty))
    }

    /// Replaces what reads a file by the text.
    fn replace_reads(&mut self, function: usize) {
        for index in self.functions[function].tokens.clone() {
            if let Some(read) = self.read_of_path(function, index) {
                // A method is called on `self`.
                let start = match self.token_before(index) {
                    "." => index - 2,
                    _ => self.path_start(index),
                };
                let end = self.closing(index + 1);
                if let Some(argument) = self.argument_in(function, &(index + 2..=end - 1)) {
                    self.paths.insert((function, argument));
                    let name = self.shown_name(function, argument);
                    self.replace(start..=end, read.of_text(&name));
                } else {
                    self.give(function, TextLifetime::OfCall);
                    self.replace(start..=end, read.of_text("input"));
                }
            } else if let Some((tokens, text)) = self.read_of_day(index) {
                self.replace(tokens, text);
                self.give(function, TextLifetime::OfCall);
            }
        }
    }

    /// The call at a token, if it reads the file of a path or the text of the day.
    fn read_of_path(&self, function: usize, index: usize) -> Option<ReadCall> {
        let before = self.token_before(index);
        if self.token(index + 1) != "(" {
            return None;
        }
        let name = self.token(index);
        if before != "."
            && let Some(reader) = Reader::of_function(name, |other| self.path_has(index, other))
        {
            return Some(ReadCall::OfStandardLibrary(reader));
        }
        if before == "fn" || !self.is_reader(function, index) {
            return None;
        }
        let value = self.scope.repository.read_by(name)?;
        let wrapper = self.scope.repository.wrapper_of(name);
        Some(ReadCall::OfRepository { value, wrapper })
    }

    /// The tokens that read the text of the day, beginning at one, and the expression that replaces
    /// them.
    fn read_of_day(&self, index: usize) -> Option<(RangeInclusive<usize>, String)> {
        let is_call = self.token(index + 1) == "(";
        let is_macro = self.token(index + 1) == "!";
        let before = self.token_before(index);
        if is_macro && let Some(reader) = Reader::of_macro(self.token(index)) {
            return Some((index..=self.closing(index + 2), reader.of_text("input")));
        }
        match self.token(index) {
            name if self.constants.contains_key(name) && ![".", ":"].contains(&before) => {
                Some((index..=index, self.constants[name].to_owned()))
            }
            "stdin" if is_call && self.token(index + 4) == "lock" => {
                let tokens = self.path_start(index)..=self.closing(index + 5);
                Some((tokens, "input.as_bytes()".to_owned()))
            }
            _ => None,
        }
    }

    fn path_has(&self, index: usize, name: &str) -> bool {
        let start = self.path_start(index);
        (start..index).any(|index| self.token(index) == name)
    }

    /// Whether a call reads the text of the day: the function is in another file, and its arguments
    /// do not depend on anything but the path.
    fn is_reader(&self, function: usize, index: usize) -> bool {
        let name = self.token(index);
        let is_own = self.functions.iter().any(|other| other.name == name);
        let end = self.closing(index + 1);
        if is_own || !name.starts_with(char::is_lowercase) {
            return false;
        }
        if self.argument_in(function, &(index + 2..=end - 1)).is_some() {
            return self.scope.repository.opens_its_argument(name);
        }
        if index > 1 && self.token(index - 1) == "." {
            return self.token(index - 2) == "self" && end == index + 2;
        }
        let is_literal = (index + 2..end).all(|index| {
            let token = self.token(index);
            !token.starts_with(char::is_lowercase) || ["true", "false"].contains(&token)
        });
        is_literal && self.scope.repository.has_function(name)
    }

    /// The name in the copy of an argument that is a path in the original.
    fn shown_name(&self, function: usize, argument: usize) -> String {
        let name = &self.functions[function].arguments[argument];
        let words = words(name);
        let last = words.last().map(String::as_str);
        if last.is_some_and(|last| OTHER_ARGUMENTS.contains(&last)) {
            "input".to_owned()
        } else {
            name.clone()
        }
    }

    /// Passes the text on in the calls of functions that now take it.
    fn replace_calls(&mut self, caller: usize) {
        let tokens = self.functions[caller].tokens.clone();
        for index in tokens {
            if self.token(index + 1) != "(" {
                continue;
            }
            let Some(target) = self.called(caller, index) else {
                continue;
            };
            let open = index + 1;
            if self.given.contains_key(&target) {
                let separator = if self.functions[target].arguments.is_empty() {
                    ""
                } else {
                    ", "
                };
                let place = self.places[open].end;
                self.edits
                    .insert((place, place), format!("input{separator}"));
                self.give(caller, self.given[&target]);
            }
            for (at, argument) in self.arguments_of(open).into_iter().enumerate() {
                if !self.paths.contains(&(target, at)) {
                    continue;
                }
                let of_target = self.type_of(target, at);
                let passed = |text: &str| match of_target.as_deref() {
                    Some("String") => format!("{text}.to_string()"),
                    Some("&String") => format!("&{text}.to_string()"),
                    _ => text.to_owned(),
                };
                if let Some(own) = self.argument_in(caller, &argument) {
                    self.paths.insert((caller, own));
                    let calls = argument.clone().any(|index| self.token(index) == "(");
                    if calls || self.is_path(caller, own) {
                        // A path that is made of it, such as by `format!`, is no text.
                        let name = self.shown_name(caller, own);
                        let text = match self.type_of(caller, own).as_deref() {
                            Some("String") if of_target.as_deref() != Some("String") => {
                                format!("&{name}")
                            }
                            _ => passed(&name),
                        };
                        self.replace(argument, text);
                    }
                } else {
                    self.replace(argument, passed("input"));
                    self.give(caller, TextLifetime::OfCall);
                }
            }
        }
    }

    /// The function of the day that is called at a token.
    fn called(&self, caller: usize, index: usize) -> Option<usize> {
        let name = self.token(index);
        let before = if index == 0 {
            ""
        } else {
            self.token(index - 1)
        };
        let around = if before == ":" && index > 2 {
            self.token(index - 3)
        } else {
            ""
        };
        self.functions.iter().position(|function| {
            let is_method = function.signature.receiver().is_some();
            let of = function.of.as_deref();
            let own = self.functions[caller].of.as_deref();
            let is_meant = match before {
                "fn" => false,
                "." => is_method,
                ":" => match around {
                    "Self" => of == own,
                    "self" | "super" => true,
                    _ => of == Some(around),
                },
                _ => of.is_none() || of == own && function.of_trait.is_none() && !is_method,
            };
            function.name == name && is_meant
        })
    }

    /// The arguments of a call, as the indices of their first and last tokens.
    fn arguments_of(&self, open: usize) -> Vec<RangeInclusive<usize>> {
        let end = self.closing(open);
        let mut arguments = Vec::new();
        let mut start = open + 1;
        let mut depth = 0;
        for index in open + 1..end {
            depth += nesting(self.token(index));
            if depth == 0 && self.token(index) == "," {
                arguments.push(start..=index - 1);
                start = index + 1;
            }
        }
        if start < end {
            arguments.push(start..=end - 1);
        }
        arguments
    }

    /// Adds the argument `input` to the functions that are given the text, and renames the paths.
    fn add_arguments(&mut self) {
        for (function, lifetime) in self.given.clone() {
            let signature = self.functions[function].signature;
            let ty = match lifetime {
                TextLifetime::OfCall => "&str",
                TextLifetime::OfProgram => "&'static str",
            };
            let mut place = signature.paren_token.span.open().byte_range().end;
            let mut text = format!("input: {ty}");
            let has_others = !self.functions[function].arguments.is_empty();
            match signature.inputs.first() {
                Some(FnArg::Receiver(receiver)) => {
                    place = receiver.span().byte_range().end;
                    text = format!(", {text}");
                }
                _ if has_others => text += ", ",
                _ => {}
            }
            self.edits.insert((place, place), text);
        }
        for (function, argument) in self.paths.clone() {
            let name = self.functions[function].arguments[argument].clone();
            let shown = self.shown_name(function, argument);
            if name == shown {
                continue;
            }
            for index in self.functions[function].tokens.clone() {
                let is_field = index > 0 && self.token(index - 1) == ".";
                let is_path = self.token(index + 1) == ":" && self.token(index + 2) == ":";
                let place = self.places[index].clone();
                let is_replaced = self
                    .edits
                    .keys()
                    .any(|&(start, end)| start <= place.start && place.end <= end);
                if self.token(index) == name && !is_field && !is_path && !is_replaced {
                    self.replace(index..=index, shown.clone());
                }
            }
        }
    }

    /// The places in the signatures of functions of types that are files: `File` of
    /// `BufReader<File>`.
    fn file_types(&self) -> Vec<RangeInclusive<usize>> {
        let mut found = Vec::new();
        for function in &self.functions {
            let place = function.signature.span().byte_range();
            let first = function.tokens.start;
            let own = (first..function.tokens.end)
                .take_while(|index| self.places[*index].start < place.end);
            let files = own.filter(|&index| {
                let is_file = self.token(index) == "File" && self.token(index + 1) != ":";
                is_file && self.token(self.path_start(index) - 1) == "<"
            });
            found.extend(files.map(|index| self.path_start(index)..=index));
        }
        found
    }

    /// Whether an item other than a function has a file in its type.
    fn has_file_elsewhere(&self) -> bool {
        let items = self.scope.source.items.iter();
        items.filter(|item| !item.is_for_tests).any(|item| {
            matches!(item.item, Item::Struct(_) | Item::Enum(_) | Item::Type(_))
                && item.mentions("File")
        })
    }

    /// Changes the arguments that are paths by their types to texts. `None` if one of them is also
    /// used for something other than reading, or if its generic type is too complex.
    fn replace_path_types(&mut self) -> Option<()> {
        for (function, argument) in self.paths.clone() {
            if !self.is_path(function, argument) {
                continue;
            }
            let DayFunction {
                signature, tokens, ..
            } = &self.functions[function];
            let taken = self.argument_of(function, argument)?;
            let place = taken.ty.span().byte_range();
            let body = signature.span().byte_range().end;
            let name = &self.functions[function].arguments[argument];
            for index in tokens.clone() {
                let own = &self.places[index];
                let mut edits = self.edits.keys();
                let is_read = edits.any(|&(start, end)| start <= own.start && own.end <= end);
                if own.start >= body && self.token(index) == name && !is_read {
                    return None;
                }
            }
            let generics = &signature.generics;
            let text = spelled(&taken.ty);
            let mut parameters = generics.type_params();
            let is_generic =
                parameters.any(|parameter| parameter.ident == text.trim_start_matches('&'));
            if is_generic {
                let clauses = generics.where_clause.iter();
                let clauses: usize = clauses.map(|clause| clause.predicates.len()).sum();
                if generics.params.len() > 1 || clauses > 1 {
                    return None;
                }
                let start = generics.lt_token?.span().byte_range().start;
                let end = generics.gt_token?.span().byte_range().end;
                self.edits.insert((start, end), String::new());
                if let Some(clause) = &generics.where_clause {
                    let place = clause.span().byte_range();
                    self.edits.insert((place.start, place.end), String::new());
                }
            }
            self.edits
                .insert((place.start, place.end), "&str".to_owned());
        }
        Some(())
    }

    /// Moves functions out of the block of a trait, whose signatures cannot take the text, to a
    /// block of the type itself. `None` if that is not possible.
    fn leave_traits(&mut self) -> Option<()> {
        let changed = self.given.keys();
        let blocks: BTreeSet<usize> = changed
            .filter_map(|&function| self.functions[function].of_trait)
            .collect();
        for index in blocks {
            let Item::Impl(block) = &self.scope.source.items[index].item else {
                continue;
            };
            if !self.can_leave(index, block) {
                return None;
            }
            let (path, for_token) = block.trait_.as_ref()?;
            let start = path.span().byte_range().start;
            let end = for_token.span().byte_range().end;
            self.edits.insert((start, end), String::new());
        }
        Some(())
    }

    fn can_leave(&self, index: usize, block: &ItemImpl) -> bool {
        let of = Some(spelled(&block.self_ty));
        let is_plain = block
            .items
            .iter()
            .all(|item| matches!(item, ImplItem::Fn(_)));
        let mut own = self
            .functions
            .iter()
            .filter(|function| function.of_trait == Some(index));
        let is_new = own.all(|function| {
            let others = self.functions.iter();
            others
                .filter(|other| other.of == of && other.name == function.name)
                .count()
                == 1
        });
        is_plain && is_new
    }

    /// Leaves out the tests that call what now takes the text.
    fn leave_tests(&mut self) {
        let changed = self
            .given
            .keys()
            .chain(self.paths.iter().map(|(function, _)| function));
        let names: BTreeSet<&str> = changed.map(|&index| &*self.functions[index].name).collect();
        for item in self
            .scope
            .source
            .items
            .iter()
            .filter(|item| item.is_for_tests)
        {
            let calls = names.iter().any(|name| item.mentions(name));
            let constants = self.constants.keys().any(|name| item.mentions(name));
            if calls || constants {
                self.edits
                    .insert((item.place.start, item.place.end), String::new());
            }
        }
    }
}
