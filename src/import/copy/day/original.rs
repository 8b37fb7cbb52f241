//! The day in the old repository, with the crate around it.

use std::collections::BTreeSet;

use syn::Item;

use crate::import::folder::names::{
    file_name, folder_of, join, module_files, module_folder, within,
};
use crate::import::plan::copy_mode::CopyMode;
use crate::import::plan::{CrateFeatures, PlanContext};
use crate::import::repository::OldRepository;
use crate::import::repository::day_file::DayFile;
use crate::import::source::{Edit, FileItem, OldFile, Source};
use crate::project::source::features;

/// The reason for refusing code that names a file that is not copied.
pub const NAMES_FILE: &str = "names a file that the copy does not have";

/// The reason for refusing code that names a file which no copy may have.
pub const NAMES_PRIVATE_FILE: &str =
    "names a file that may be an input or have a secret, so no copy has it";

/// The reason for refusing an attribute that names the file of a module.
pub const NAMES_MODULE: &str = "names a module that cannot be copied";

/// The reason for refusing a path to an item at the root of the old crate that is not copied.
pub const IS_AT_ROOT: &str = "is at the root of the crate and is not copied";

/// The reason for refusing code that needs a default feature of the old package.
pub const NEEDS_FEATURE: &str = "depends on a feature of the old package";

/// The names of files that are the root of a crate or of a folder. Of several files that may be the
/// root of a day's crate, the first one in this order is taken: a library comes before the program
/// beside it, which usually only calls the days.
pub const ROOT_FILES: [&str; 3] = ["mod.rs", "lib.rs", "main.rs"];

/// Everything that the steps of copying a day read: the day, its crate, and what its copy is for.
pub struct Original<'c> {
    pub context: &'c PlanContext<'c>,
    pub repository: &'c OldRepository,
    pub day: &'c DayFile,
    pub mode: &'c CopyMode<'c>,
    /// The folder of the crate's modules. `None` if the day is the root of its crate.
    pub crate_folder: Option<&'c str>,
    /// The root of the crate. `None` if there is no root, or if the day itself is the root.
    pub root: Option<CrateRoot<'c>>,
}

/// The role of a source in the copy.
#[derive(Clone, Copy, PartialEq)]
pub enum Role<'r> {
    Day,
    /// The module with the items at the root of the crate.
    RootItems,
    /// Any other source of a crate. The copy of the crate's root omits the items with these names,
    /// so tests that use them are omitted, too.
    Other(&'r BTreeSet<String>),
}

/// A source in the form that is copied, with the items that its copy has and lacks.
pub struct CopiedSource<'s> {
    pub file: &'s str,
    pub source: &'s Source,
    pub role: Role<'s>,
    /// The edits after which the copy gets the day's input, if it does.
    pub input_edits: &'s [Edit],
    pub copied: Vec<&'s FileItem>,
    pub omitted: Vec<&'s FileItem>,
}

impl<'s> CopiedSource<'s> {
    pub fn of(original: &Original, file: &'s str, read: &'s OldFile, role: Role<'s>) -> Self {
        let OldFile {
            source,
            input_edits,
            ..
        } = read;
        let gets_input = original.gets_input(role);
        let [copied, omitted] = source.partition_with_users(|item| original.omits(item, role));
        Self {
            file,
            source,
            role,
            input_edits: if gets_input { input_edits } else { &[] },
            copied,
            omitted,
        }
    }
}

/// The root of a crate in which a day is a module.
pub struct CrateRoot<'c> {
    pub file: String,
    /// The items that can be copied.
    pub items: Vec<&'c FileItem>,
    /// The names of the items that are not copied, see [`names_omitted_at_root`].
    omitted: BTreeSet<String>,
}

impl<'c> Original<'c> {
    pub fn of(
        context: &'c PlanContext<'c>,
        day: &'c DayFile,
        mode: &'c CopyMode<'c>,
    ) -> Result<Self, String> {
        let repository = context.repository;
        let mut original = Self {
            context,
            repository,
            day,
            mode,
            crate_folder: None,
            root: None,
        };
        if !day.is_crate {
            let folder = match format!("/{}", day.file).rfind("/src/") {
                Some(at) => &day.file[..at + "src".len()],
                None => &repository.package_of(&day.file).folder,
            };
            original.crate_folder = Some(folder);
            original.root = original.find_root(folder)?;
        }
        Ok(original)
    }

    /// Finds the root of the crate whose modules are in a folder. If a package has a library and a
    /// program, the root is the file that declares the day. A module around the days counts as
    /// their root if code below it uses one of its items, other than macros and private imports.
    fn find_root(&self, folder: &str) -> Result<Option<CrateRoot<'c>>, String> {
        let around = folder_of(self.day.module_folder());
        if around != folder {
            for file in module_files(folder_of(around), file_name(around)) {
                if self.repository.tree.files.contains(&file)
                    && let root = self.root_at(file)?
                    && self.uses_items_of(&root, around)
                {
                    return Ok(Some(root));
                }
            }
        }
        let Self {
            repository, day, ..
        } = *self;
        let mut roots: Vec<String> = ROOT_FILES.iter().map(|name| join(folder, name)).collect();
        // A program without a manifest is not the root of the crate around it, even if it is a day.
        roots.retain(|root| repository.tree.files.contains(root) && root != &day.file);
        let path = within(folder, day.module_folder()).unwrap_or_default();
        let module = path.split('/').next().unwrap_or_default();
        let with_day = roots.iter().find(|root| {
            let source = repository.source(root);
            source.is_ok_and(|source| source.items.iter().any(|item| item.declares(module)))
        });
        let Some(file) = with_day.or(roots.first()) else {
            return Ok(None);
        };
        self.root_at(file.clone()).map(Some)
    }

    /// True if a source below a module names an item of the module with a path: `super::Grid`,
    /// `crate::year2020::Grid`.
    fn uses_items_of(&self, module: &CrateRoot, folder: &str) -> bool {
        let mut visible = module.items.clone();
        visible.retain(|item| !item.is_private_use() && !item.is_macro());
        let module_name = file_name(folder);
        let mut sources = self.repository.files.iter().filter_map(|(file, read)| {
            let inner = within(folder, module_folder(file))?;
            Some((inner.split('/').count(), &read.as_ref().ok()?.source))
        });
        !visible.is_empty()
            && sources.any(|(depth, source)| {
                source.items.iter().any(|item| {
                    let mut supers = item.facts.supers.iter();
                    let leads_to_module = item.facts.qualifiers.contains(module_name)
                        || supers.any(|supers| supers.count == depth);
                    leads_to_module && names_one_of(item, &visible)
                })
            })
    }

    fn root_at(&self, file: String) -> Result<CrateRoot<'c>, String> {
        let [items, omitted] = self
            .source(&file)?
            .partition_with_users(|item| self.omits(item, Role::RootItems));
        Ok(CrateRoot {
            file,
            items,
            omitted: names_omitted_at_root(&omitted),
        })
    }

    /// The root of the day's crate, which may be the day itself. Empty if there is no root.
    pub fn crate_root(&self) -> &str {
        if self.day.is_crate {
            return &self.day.file;
        }
        self.root.as_ref().map_or("", |root| &root.file)
    }

    /// True if the copy of a source with this role keeps the declarations of unstable features in
    /// its text. The text of a day of `aoc` is not changed.
    pub fn keeps_features(&self, role: Role) -> bool {
        role == Role::Day && matches!(self.mode, CopyMode::Verbatim)
    }

    /// The unstable features that the day or the root of its crate declares. `None` if there are
    /// none.
    pub fn features(&self) -> Option<CrateFeatures> {
        let file = self.day.puzzle.solution_path();
        let sources = self
            .crate_folder
            .into_iter()
            .flat_map(|folder| ROOT_FILES.map(|name| join(folder, name)))
            .chain([self.day.file.clone()])
            .filter_map(|file| self.source(&file).ok());
        let names = sources.flat_map(|source| &source.features).cloned();
        let kept = match (self.mode, self.source(&self.day.file)) {
            (CopyMode::Verbatim, Ok(day)) => day.features.clone(),
            (CopyMode::Kept(text), _) => features(text),
            _ => self.context.kept_features(&file),
        };
        let unstable = &self.context.options.unstable;
        unstable.of_crate(file, names.collect(), &kept)
    }

    /// The role of a source of the day's crate.
    pub fn role_of(&self, file: &str) -> Role<'_> {
        if file == self.day.file {
            Role::Day
        } else if self.is_root(file) {
            Role::RootItems
        } else {
            Role::Other(self.omitted_at_root())
        }
    }

    /// The names of the items at the root of the day's crate that its copy omits.
    pub fn omitted_at_root(&self) -> &BTreeSet<String> {
        const NONE: &BTreeSet<String> = &BTreeSet::new();
        self.root.as_ref().map_or(NONE, |root| &root.omitted)
    }

    /// The items at the root of the day's crate that can be copied. Empty if there is no root.
    pub fn root_items(&self) -> &[&'c FileItem] {
        self.root.as_ref().map_or(&[], |root| &root.items)
    }

    /// The path of a file as a module of the day's crate. `None` if the day is the root of its
    /// crate, or if the file is outside of the crate.
    pub fn module_path<'f>(&self, file: &'f str) -> Option<&'f str> {
        within(self.crate_folder?, file).map(module_folder)
    }

    /// True if a file is the root of a crate in which the day is a module.
    pub fn is_root(&self, file: &str) -> bool {
        self.root.as_ref().is_some_and(|root| root.file == file)
    }

    pub fn source(&self, file: &str) -> Result<&'c Source, String> {
        self.repository.source(file)
    }

    /// True if the copy of a source with this role gets the day's input where the code reads files.
    /// For the day's own file, [`CopyMode::redirects_reads`] says whether it does.
    pub fn gets_input(&self, role: Role) -> bool {
        role != Role::Day || self.mode.redirects_reads()
    }

    /// The reason for refusing code that would change its meaning in the copy. `why` describes the
    /// code.
    pub fn refusal(&self, file: &str, code: &str, why: &str) -> String {
        let place = if file == self.day.file {
            String::new()
        } else {
            format!("{file}: ")
        };
        format!("{place}`{code}` {why}: change it in the old repository, then import again")
    }

    /// The reason for refusing code that uses another day.
    pub fn another_day_message(day: &str) -> String {
        format!("it uses another day, `{day}`: put what both use into a file of its own")
    }
}

/// True if the code of an item names one of the items of a module, or imports all of them.
fn names_one_of(item: &FileItem, of_module: &[&FileItem]) -> bool {
    let mut names = item.facts.names.iter();
    item.imports_all()
        || names.any(|name| {
            of_module
                .iter()
                .any(|other| other.name == *name || other.imports(name) || other.imports_all())
        })
}

/// The names of the items that are omitted at the root of a crate. A module in its own file may be
/// copied, unless it is for tests.
pub fn names_omitted_at_root(omitted: &[&FileItem]) -> BTreeSet<String> {
    omitted
        .iter()
        .filter(|item| item.is_for_tests || !matches!(item.item, Item::Mod(_)))
        .map(|item| item.name.clone())
        .collect()
}
