//! The layout of a copy: where the files of the day and of its crate are in the project.

use std::collections::BTreeMap;

use syn::Item;

use super::original::{Original, ROOT_FILES};
use crate::import::folder::names::{folder_of, join, module_files, path_from, stem, within};
use crate::import::source::{FileItem, Source};
use crate::project::ROOT_ITEMS;

/// The places of a copy's files.
pub struct CopyLayout<'c> {
    /// The name of the day's module.
    pub module: String,
    /// The day's path in the project without `.rs`, which is also the folder of the day's own
    /// modules.
    own: String,
    /// The folder of the modules that the day uses from its crate: the day's folder if the day is a
    /// program, or the year's folder if the day is part of a library.
    pub base: String,
    /// The sources of each module at the root of the copy, by the module's name. The list of a
    /// module is empty as soon as it is copied.
    pub modules: BTreeMap<String, Vec<ModuleFile<'c>>>,
    /// The macros that these modules export to the root of the crate, with the modules' names.
    pub exported_macros: BTreeMap<String, String>,
}

/// A source that may be copied as a module.
pub struct ModuleFile<'c> {
    pub file: &'c str,
    /// The path of the copy in the project.
    pub path: String,
}

impl<'c> CopyLayout<'c> {
    pub fn of(original: &Original<'c>) -> Self {
        let day = original.day;
        let year = day.puzzle.year.folder();
        let module = day.puzzle.day.module();
        let own = join(&year, &module);
        let (folder, base) = match original.crate_folder {
            None => (folder_of(&day.file), own.clone()),
            Some(folder) => (folder, year),
        };
        let mut layout = Self {
            module,
            own,
            base,
            modules: BTreeMap::new(),
            exported_macros: BTreeMap::new(),
        };
        layout.find_modules(original, folder);
        layout.find_exported_macros(original);
        layout
    }

    /// Finds the sources in a folder that may be copied as modules of the day's crate.
    fn find_modules(&mut self, original: &Original<'c>, folder: &str) {
        let Original {
            repository, day, ..
        } = *original;
        let source = original.source(&day.file);
        let items_of_day = source.map_or(&[][..], |source| &source.items);
        for file in repository.tree.sources(folder) {
            let path = self.path_of(original, folder, file);
            let inner = within(&self.base, &path).unwrap_or_default();
            // Another file of the day may have the path that the copy of the day will have.
            let is_unused = path == day.puzzle.solution_path()
                && !items_of_day.iter().any(|item| item.mentions(stem(file)));
            if ROOT_FILES.contains(&inner) || day.contains(file) || is_unused {
                continue;
            }
            if !repository.belongs_to_another_day(day.puzzle, file) {
                let end = inner.find(['/', '.']).unwrap_or_default();
                let name = inner[..end].to_owned();
                let files = self.modules.entry(name).or_default();
                files.push(ModuleFile { file, path });
            }
        }
        let root_file = original.crate_root();
        let root = original.source(root_file);
        let items = root.map_or(&[][..], |root| &root.items);
        self.modules.retain(|name, files| {
            if *name == self.module {
                return true;
            }
            let mut own = items.iter().filter(|item| item.name == *name);
            let mut declared = own.clone().filter(|item| !item.is_for_tests).peekable();
            if declared.peek().is_some()
                && declared.all(|item| is_elsewhere(item, root_file, files))
            {
                return false;
            }
            // An inline module of the root may have a folder with files, but no file of its own.
            let index = module_files(&self.base, name);
            own.any(|item| item.inner.iter().any(FileItem::needs_file))
                || files.iter().any(|module| index.contains(&module.path))
        });
    }

    /// Finds the macros that modules of a library export. The macros of a program stay in its copy,
    /// see [`macros::keep_exported`](super::macros::keep_exported).
    fn find_exported_macros(&mut self, original: &Original<'c>) {
        if original.day.is_crate {
            return;
        }
        for (module, files) in &self.modules {
            let sources = files.iter().filter_map(|of| original.source(of.file).ok());
            for name in sources.flat_map(Source::exported_macros) {
                let module = module.clone();
                self.exported_macros.insert(name.to_owned(), module);
            }
        }
    }

    /// The path in the project of a source in the folder of the crate.
    fn path_of(&self, original: &Original, folder: &str, file: &str) -> String {
        if original.is_root(file) {
            return format!("{}/{ROOT_ITEMS}.rs", self.base);
        }
        let inner = original.day.module_folder();
        if let Some(path) = within(inner, file) {
            return join(&self.own, path);
        }
        let path = within(folder_of(inner), file).or_else(|| within(folder, file));
        join(&self.base, path.unwrap_or_default())
    }
}

/// True if the module of an item in the file `root` is inline or in another file than these. The
/// file with the usual path is then an old one.
fn is_elsewhere(item: &FileItem, root: &str, files: &[ModuleFile]) -> bool {
    if let Some(path) = item.declared_path() {
        let declared = path_from(root, path);
        return !files.iter().any(|module| module.file == declared);
    }
    matches!(item.item, Item::Mod(_)) && !item.needs_file()
}
