//! The modules of a copy that need changes: files that are declared elsewhere, and folders whose
//! module is inline.

use std::path::Path;

use super::layout::declared_in;
use super::original::{OTHER_PATH, Original};
use super::{DayCopy, insert};
use crate::files::{slashed, without_dots};
use crate::import::names::{folder_of, join, within};
use crate::import::plan::Kind;
use crate::import::source::Edit;

/// The most segments in the path of a copy.
const MAX_DEPTH: usize = 20;

impl<'c> DayCopy<'c> {
    /// The files that a source declares with `#[path = "..."]`, and the modules that such a file
    /// declares beside it. Each has its path in the copy. The copies are at the usual places of
    /// modules, so the attributes are removed.
    pub(super) fn modules_elsewhere(
        &self,
        path: &str,
        file: &str,
        edits: &mut Vec<Edit>,
    ) -> Result<Vec<(String, &'c str)>, String> {
        let Original {
            repository, day, ..
        } = self.original;
        let mut modules = Vec::new();
        for item in &self.original.source(file)?.items {
            let Some((attribute, elsewhere)) = item.module_elsewhere() else {
                continue;
            };
            if item.is_for_tests {
                continue;
            }
            let place = slashed(&without_dots(&Path::new(folder_of(file)).join(&elsewhere)));
            // Two files may declare each other, so the depth is limited.
            let is_deep = path.split('/').count() > MAX_DEPTH;
            let Some(source) = repository.tree.files.get(&place).filter(|_| !is_deep) else {
                let attribute = format!("#[path = {elsewhere:?}]");
                return Err(self.original.refusal(file, &attribute, OTHER_PATH));
            };
            if repository.belongs_to_another_day(day.puzzle, source) {
                return Err(Original::uses_another_day(source));
            }
            edits.push((attribute, String::new()));
            let copy = join(declared_in(path), &item.name);
            // The modules that such a file declares are in the file's own folder.
            for inner in &repository.source(source)?.items {
                if !inner.declares_file() || inner.module_elsewhere().is_some() {
                    continue;
                }
                for end in [".rs", "/mod.rs"] {
                    let name = format!("{}{end}", inner.name);
                    let beside = join(folder_of(source), &name);
                    let beside = repository.tree.files.get(&beside);
                    modules.extend(beside.map(|source| (join(&copy, &name), &**source)));
                }
            }
            modules.push((format!("{copy}.rs"), source));
        }
        Ok(modules)
    }

    /// Adds a `mod.rs` to each copied folder whose module is inline at the root of the crate, such as
    /// `mod util { pub mod grid; }`. It has the content of that module.
    pub(super) fn add_inline_modules(&mut self) -> Result<(), String> {
        let Some(root) = &self.original.root else {
            return Ok(());
        };
        let source = self.original.source(&root.file)?;
        for item in &source.items {
            let Some((name, text)) = item.folder_module(&source.text) else {
                continue;
            };
            let folder = join(&self.layout.base, name);
            if self
                .files
                .keys()
                .any(|path| within(&folder, path).is_some())
            {
                let index = join(&folder, "mod.rs");
                let text = format!("{}\n", text.trim());
                insert(&mut self.files, Kind::Module, index, None, text);
            }
        }
        Ok(())
    }
}
