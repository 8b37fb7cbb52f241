//! What reads the text of a day: macros and functions of the standard library, functions of the
//! repository by what they return, and functions of libraries by their names.

use syn::{ItemFn, ReturnType};

use super::signature::{BUFFERED_LINES, spelled, unwrapped, without_paths};
use super::source::FileItem;
use crate::puzzle::words;

/// Parts of the names of functions that read the text.
const READER_WORDS: [&str; 5] = ["read", "input", "load", "fetch", "file"];

/// Words in the names of library functions that return something other than the whole text.
const LIST_WORDS: [&str; 9] = [
    "line", "lines", "numbers", "ints", "grid", "vec", "list", "chars", "bytes",
];

/// A reader of the standard library.
#[derive(Clone, Copy, PartialEq)]
pub enum Reader {
    IncludeStr,
    IncludeBytes,
    /// `fs::read_to_string` and `io::read_to_string`.
    ReadToString,
    /// `fs::read`.
    ReadBytes,
    /// `File::open`.
    Open,
}

impl Reader {
    pub fn of_macro(name: &str) -> Option<Self> {
        match name {
            "include_str" => Some(Self::IncludeStr),
            "include_bytes" => Some(Self::IncludeBytes),
            _ => None,
        }
    }

    /// The reader that a function is, by its name. `has_before` says whether the path before the
    /// name contains a word.
    pub fn of_function(name: &str, has_before: impl Fn(&str) -> bool) -> Option<Self> {
        match name {
            "read_to_string" => Some(Self::ReadToString),
            "read" if has_before("fs") => Some(Self::ReadBytes),
            "open" if has_before("File") => Some(Self::Open),
            _ => None,
        }
    }

    /// The readers whose names are in code, whatever their paths are.
    fn named_in(code: &str) -> impl Iterator<Item = Self> {
        let words: Vec<&str> = code.split_whitespace().collect();
        let mut named = Vec::new();
        for pair in words.windows(2) {
            let reader = match pair[1] {
                "!" => Self::of_macro(pair[0]),
                _ => Self::of_function(pair[0], |_| true),
            };
            named.extend(reader);
        }
        named.into_iter()
    }

    /// Whether code reads the text into a variable: `stdin.read_to_string(&mut text)`.
    pub fn fills(code: &str, variable: &str) -> bool {
        let words: Vec<&str> = code.split_whitespace().collect();
        words.windows(6).any(|call| {
            let is_filled = call[1..] == ["(", "&", "mut", variable, ")"];
            is_filled && Self::of_function(call[0], |_| false) == Some(Self::ReadToString)
        })
    }

    /// The expression that replaces its unwrapped value, where `text` is the text of the day.
    pub fn of_text(self, text: &str) -> String {
        match self {
            Self::IncludeStr => text.to_owned(),
            Self::ReadToString => format!("{text}.to_string()"),
            Self::IncludeBytes | Self::Open => format!("{text}.as_bytes()"),
            Self::ReadBytes => format!("{text}.as_bytes().to_vec()"),
        }
    }
}

/// Whether the name of a function says that it reads the whole text. A name with `lines` or `grid`
/// says so only if the function is one of the repository, which may return a text.
pub fn is_named_for_reading(function: &str, is_of_repository: bool) -> bool {
    let is_list = words(function)
        .iter()
        .any(|word| LIST_WORDS.contains(&&**word));
    let is_reader = READER_WORDS.iter().any(|word| function.contains(word));
    is_reader && (!is_list || is_of_repository)
}

/// Whether a function returns a text, perhaps in a `Result`.
pub fn returns_text(function: &ItemFn) -> bool {
    match &function.sig.output {
        ReturnType::Type(_, returned) => {
            ["String", "&str"].contains(&&*spelled(unwrapped(returned)))
        }
        ReturnType::Default => false,
    }
}

/// Whether a function returns the lines of a text, perhaps in a `Result`.
pub fn returns_lines(function: &ItemFn) -> bool {
    lines_returned(function).is_some()
}

/// The expression over `input` that replaces the value of a function that returns the lines of a
/// file, perhaps in a `Result`.
pub fn lines_returned(function: &ItemFn) -> Option<&'static str> {
    let ReturnType::Type(_, returned) = &function.sig.output else {
        return None;
    };
    match &*without_paths(unwrapped(returned)) {
        "Lines<BufReader<File>>" => Some(BUFFERED_LINES),
        "Vec<String>" => Some("input.lines().map(str::to_owned).collect::<Vec<_>>()"),
        "implIterator<Item=String>" => Some("input.lines().map(str::to_owned)"),
        _ => None,
    }
}

/// How an item trims the text of the file that it reads, such as `.trim_end()`; empty if it does
/// not. Calls in a closure for each line do not count. `None` if it reads no file.
pub fn trimming_of_read(item: &FileItem) -> Option<String> {
    let reads_text = Reader::named_in(&item.code)
        .any(|reader| matches!(reader, Reader::ReadToString | Reader::IncludeStr));
    if item.is_for_tests || !reads_text {
        return None;
    }
    let words: Vec<&str> = item.code.split_whitespace().collect();
    let mut trimming = String::new();
    for index in 1..words.len().saturating_sub(3) {
        let [".", method, "(", ..] = words[index..] else {
            continue;
        };
        // `|line| line.trim()` has the name before it.
        let is_of_line = index > 1 && words[index - 2] == "|" || words[index - 1] == "line";
        if method.starts_with("trim") && !is_of_line && trimming.is_empty() {
            let arguments = &words[index + 3..];
            let end = arguments.iter().position(|word| *word == ")")?;
            trimming = format!(".{method}({})", arguments[..end].concat());
        }
    }
    Some(trimming)
}
