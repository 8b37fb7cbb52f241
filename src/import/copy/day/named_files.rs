//! Finds the files that a copied source names with paths, such as `include_str!("font.txt")`. From
//! the copy, each path must lead to a copy of the same file. If the named file is Rust code, it
//! must be among the sources that are copied anyway, because its text may change. Any other text
//! beside the source, or in a folder there, is copied to the place where the path leads.

use super::original::{CopiedSource, NAMES_FILE, NAMES_MODULE, NAMES_PRIVATE_FILE, Original};
use super::{NewFiles, insert};
use crate::files::read_text_file;
use crate::import::folder::input_paths::may_be_input;
use crate::import::folder::names::{folder_of, is_source, path_from, within};
use crate::import::folder::secrets::{is_secret_file, is_secret_text};
use crate::import::plan::Kind;
use crate::import::repository::OldRepository;
use crate::import::source::Naming;

/// The files, other than sources, that the copied items of a source name. `copy` is the path of the
/// source's copy. The copies of the `sources` have the same paths relative to each other. Fails if
/// a path would not lead to a copy of the same file.
pub fn of_source(
    original: &Original,
    from: &CopiedSource,
    copy: &str,
    sources: &[&str],
) -> Result<NewFiles, String> {
    let mut files = NewFiles::new();
    let file = from.file;
    let gets_input = original.gets_input(from.role);
    for item in &from.copied {
        let (code, why) = match (item.declared_path(), item.file_reference(gets_input)) {
            (Some(path), _) => (format!("#[path = {path:?}]"), NAMES_MODULE),
            (None, Some(naming)) => (naming.code().to_owned(), NAMES_FILE),
            (None, None) => continue,
        };
        for named in item.files_in_copy(gets_input) {
            let refusal = original.refusal(file, &code, why);
            let Some(path) = item.path_of(named) else {
                return Err(refusal);
            };
            let names_module = named.naming == Naming::Path;
            let [named, copy] = [file, copy].map(|source| path_from(source, path));
            if sources.contains(&&*named) {
                continue;
            }
            let is_beside = within(folder_of(file), &named).is_some();
            let is_there = original.repository.tree.files.contains(&named);
            let is_code = names_module || is_source(&named);
            if !is_beside || !is_there || is_code || is_setting(&named) {
                return Err(refusal);
            }
            if may_be_private(original.repository, &named) {
                return Err(original.refusal(file, &code, NAMES_PRIVATE_FILE));
            }
            let from = original.repository.tree.path(&named);
            let text = read_text_file(&from).map_err(|_| refusal)?;
            insert(&mut files, Kind::Module, copy, Some(from), text);
        }
    }
    Ok(files)
}

/// True if a file may be an input or may contain a secret.
fn may_be_private(repository: &OldRepository, file: &str) -> bool {
    may_be_input(&repository.spelled_out(file))
        || is_secret_file(file)
        || is_secret_text(&repository.tree.path(file))
}

/// True if a file is a setting of git, cargo or a tool of Rust, which would apply to the copy.
fn is_setting(file: &str) -> bool {
    let beginnings = [
        ".",
        "cargo.",
        "rust-toolchain",
        "clippy.toml",
        "rustfmt.toml",
    ];
    file.split('/').any(|name| {
        let name = name.to_lowercase();
        beginnings.iter().any(|start| name.starts_with(start))
    })
}
