//! Checks that docs/json.md describes each field and each value of the documents of `--json`. The
//! page must not describe anything else.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use quote::ToTokens;
use syn::visit::{self, Visit};
use syn::{Attribute, Fields, ItemEnum, ItemStruct};
use walkdir::WalkDir;

use super::document::Document;
use crate::sandbox::REPOSITORY;

/// The types that are only written to files.
const STORED: &[&str] = &[
    "Baseline",
    "DayStars",
    "Example",
    "Examples",
    "Executable",
    "FileIdentity",
    "Fingerprint",
    "OwnDayTimes",
    "OwnTimes",
    "RunsOfYear",
    "SavedResult",
    "SeenStars",
    "StoredOffset",
    "StoredOutcome",
    "StoredPause",
    "StoredReply",
    "StoredState",
    "Throttle",
    "UserStars",
    "YearStars",
];

/// The module with types that only the script of the page of `bench --html` reads.
const PAGE: &str = "src/reporter/export/html/page_data";

/// The fields and values of documents that no type declares.
const OTHERS: &[&str] = &["checks", "exit", "null", "own", "puzzles"];

/// The names of the serialized fields and values.
#[derive(Default)]
struct Serialized(BTreeSet<String>);

#[test]
fn each_field_and_value_of_the_json_documents_is_described() {
    let mut serialized = Serialized::default();
    let page = Path::new(REPOSITORY).join(PAGE);
    for folder in ["src", "solution/src"] {
        for file in WalkDir::new(Path::new(REPOSITORY).join(folder))
            .into_iter()
            .flatten()
        {
            if file.path().with_extension("").starts_with(&page) {
                continue;
            }
            let name = file.file_name().to_string_lossy();
            if name.ends_with(".rs") && name != "tests.rs" && name != "testing.rs" {
                let text = fs::read_to_string(file.path()).expect("a source");
                // Parsing all files would take four times as long.
                if text.contains("Serialize")
                    && let Ok(parsed) = syn::parse_file(&text)
                {
                    serialized.visit_file(&parsed);
                }
            }
        }
    }
    serialized.0.extend(OTHERS.iter().map(ToString::to_string));
    let is_name = |span: &String| {
        span.starts_with(|c: char| c.is_ascii_lowercase())
            && span
                .chars()
                .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || "_-".contains(c))
    };
    let spans = Document::read("docs/json.md").code_spans().into_iter();
    let described: BTreeSet<String> = spans.filter(is_name).collect();
    let missing: Vec<_> = serialized.0.difference(&described).collect();
    let unknown: Vec<_> = described.difference(&serialized.0).collect();
    assert!(
        missing.is_empty() && unknown.is_empty(),
        "not described: {missing:?}; in no document: {unknown:?}"
    );
}

impl<'ast> Visit<'ast> for Serialized {
    fn visit_item_struct(&mut self, item: &'ast ItemStruct) {
        if is_shown(&item.ident.to_string(), &item.attrs) {
            self.add_fields(&item.fields);
        }
        visit::visit_item_struct(self, item);
    }

    fn visit_item_enum(&mut self, item: &'ast ItemEnum) {
        let case = serde(&item.attrs);
        if !is_shown(&item.ident.to_string(), &item.attrs) {
            return;
        }
        self.0.extend(value_of(&case, "tag"));
        for variant in &item.variants {
            let own = serde(&variant.attrs);
            let has_no_name = case.contains("untagged") || own.contains("untagged");
            if has_no_name || own.contains("skip)") {
                continue;
            }
            let name = variant.ident.to_string();
            let name = match value_of(&own, "rename") {
                Some(name) => name,
                None if case.contains("kebab-case") => kebab(&name),
                None => name.to_lowercase(),
            };
            self.0.insert(name);
        }
    }
}

impl Serialized {
    fn add_fields(&mut self, fields: &Fields) {
        for field in fields {
            let attributes = serde(&field.attrs);
            let is_left_out = ["flatten", "(skip)", "skip_serializing)"];
            if is_left_out.iter().any(|word| attributes.contains(word)) {
                continue;
            }
            if let Some(name) = &field.ident {
                let renamed = value_of(&attributes, "rename");
                self.0.insert(renamed.unwrap_or_else(|| name.to_string()));
            }
        }
    }
}

/// True if the type is part of a document and does not become another type before.
fn is_shown(name: &str, attributes: &[Attribute]) -> bool {
    let attributes = serde(attributes);
    attributes.contains("Serialize") && !attributes.contains("into=") && !STORED.contains(&name)
}

/// The attributes, without blanks.
fn serde(attributes: &[Attribute]) -> String {
    let code = attributes
        .iter()
        .filter(|attribute| !attribute.path().is_ident("doc"))
        .map(|attribute| attribute.to_token_stream().to_string());
    code.collect::<String>().replace(' ', "")
}

/// The text in `key = "…"`.
fn value_of(attributes: &str, key: &str) -> Option<String> {
    let (_, value) = attributes.split_once(&format!("{key}=\""))?;
    Some(value.split('"').next()?.to_owned())
}

fn kebab(name: &str) -> String {
    let mut kebab = String::new();
    for c in name.chars() {
        if c.is_uppercase() && !kebab.is_empty() {
            kebab.push('-');
        }
        kebab.extend(c.to_lowercase());
    }
    kebab
}
