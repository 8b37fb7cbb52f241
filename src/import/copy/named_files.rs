//! Finds the files that a copied source names with paths, such as `include_str!("font.txt")`. From
//! the copy, each path must lead to a copy of the same file. A source must be copied anyway, because
//! its text may change. Any other text is copied to the place where the path leads.

use std::path::Path;

use super::original::{CopiedSource, NAMES_FILE, NAMES_MODULE, Original};
use super::{NewFiles, insert};
use crate::files::{read_text_file, slashed, without_dots};
use crate::import::inputs::may_be_input;
use crate::import::names::{file_name, folder_of, is_source, within};
use crate::import::plan::Kind;
use crate::import::repository::OldRepository;
use crate::import::secrets::{is_secret_file, is_secret_text};
use crate::import::source::module_elsewhere;

impl Original<'_> {
    /// The files, other than sources, that the copied items of a source name. Their copies are in
    /// `folder`, as is `copy`, that of the source. The `sources` are copied with the same paths from
    /// each other. Fails if a path would not lead to a copy of the same file.
    pub fn named_files(
        &self,
        from: &CopiedSource,
        copy: &str,
        folder: &str,
        sources: &[&str],
    ) -> Result<NewFiles, String> {
        let mut files = NewFiles::new();
        let file = from.file;
        for item in &from.copied {
            let (code, why) = match (module_elsewhere(&item.item), &item.file_reference) {
                (Some(path), _) => (format!("#[path = {path:?}]"), NAMES_MODULE),
                (None, Some(code)) => (code.clone(), NAMES_FILE),
                (None, None) => continue,
            };
            let paths = item.named_paths();
            let refusal = || self.refusal(file, &code, why);
            for path in paths.ok_or_else(refusal)? {
                let at =
                    |from: &str| slashed(&without_dots(&Path::new(folder_of(from)).join(path)));
                let [named, copy] = [file, copy].map(at);
                if sources.contains(&&*named) {
                    continue;
                }
                let text = data(self.repository, &named);
                let text = text.filter(|_| within(folder, &copy).is_some());
                let text = text.ok_or_else(refusal)?;
                let from = Some(self.repository.tree.path(&named));
                insert(&mut files, Kind::Module, copy, from, text);
            }
        }
        Ok(files)
    }
}

/// The text of a file that code includes, such as a font. `None` if the file is not there, if it is
/// a source or not text, or if it may be an input or contain a secret.
fn data(repository: &OldRepository, file: &str) -> Option<String> {
    let path = repository.tree.path(file);
    let is_other = is_source(file)
        || file_name(file) == "Cargo.toml"
        || may_be_input(&repository.spelled_out(file))
        || is_secret_file(file)
        || is_secret_text(&path);
    if is_other || !repository.tree.files.contains(file) {
        return None;
    }
    read_text_file(&path).ok()
}
