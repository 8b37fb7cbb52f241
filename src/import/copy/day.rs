//! Plans the copy of a day, with all files that it needs.
//!
//! The copy has the text of the original and the call of `functions!`. Attributes of tools and
//! tests that cannot run here are omitted, and so is `main`, unless the call takes answers from its
//! output. `omissions` decides about each item. Items that use an omitted item are omitted, too
//! (`Source::partition_with_users`). A program becomes a module, so its paths from `crate` change.
//! Of shared modules and packages, only tests that cannot run here and code for tools are omitted.
//! The root of the year is generated, so the items at the root of a crate are copied to a separate
//! module.
//!
//! The text of a file changes in four steps:
//!
//! 1. When the old repository is read, the edits are made after which code that reads a file gets
//!    the day's input (`source/with_input.rs`).
//! 2. If only some tests of an inline module can run here, the others are removed
//!    (`text::without_omitted_tests`).
//! 3. `text` collects the edits of a copied source in their order: `call` adds the call of the day,
//!    `paths` changes paths, and `macros` imports the called macros. The sources of packages only
//!    have the edits of `text::with_edits`: those of step 1, and the removal of what is omitted. In
//!    a mode that does not give the input ([`CopyMode::redirects_reads`]), the day's own file lacks
//!    the edits of step 1.
//! 4. When the text is added to the copy, its paths get their form in the copy (`paths::in_copy`),
//!    and its unstable features are declared.
//!
//! `original` is the day in the old repository, with the crate around it. `layout` says where the
//! files of the copy are. `mentioned` collects the words of the text. The words tell which modules
//! and `dependencies` must also be copied. `named_files` finds the files that the code includes.
//! `notes` tell the user what the copy omits.

mod call;
mod dependencies;
mod layout;
mod macros;
mod mentioned;
mod named_files;
mod notes;
mod omissions;
mod original;
mod paths;
mod text;

use std::collections::{BTreeMap, BTreeSet};
use std::mem;
use std::path::PathBuf;

use self::layout::CopyLayout;
use self::mentioned::MentionedWords;
use self::original::{CopiedSource, NEEDS_FEATURE, Original, Role};
use crate::import::folder::manifest::{Package, YearManifest};
use crate::import::folder::names::{join, within};
use crate::import::left_out::SkippedKind;
use crate::import::plan::cargo_lock::Library;
use crate::import::plan::copy_mode::CopyMode;
use crate::import::plan::{
    CopiedDay, CrateFeatures, ImportedFile, Kind, Origin, Plan, PlanContext,
};
use crate::import::repository::day_decision::Certainty;
use crate::import::repository::day_file::DayFile;
use crate::import::source::Source;
use crate::project::source::tokens;

/// Plans the copy of a day, and adds its dependencies to the manifest of the year. Returns the
/// notes for the user about the copy. After an error, nothing is planned.
pub fn plan_copy(
    context: &PlanContext,
    day: &DayFile,
    mode: &CopyMode,
    manifest: &mut YearManifest,
    plan: &mut Plan,
) -> Result<Vec<String>, String> {
    let copy = DayCopy::of(context, day, mode, manifest)?;
    let original = copy.original;
    let source = context.repository.source(&day.file)?;
    let features_notes = notes::of_features(&original, &copy.features);
    let copied = CopiedDay {
        file: day.file.clone(),
        copies: copy.files.keys().cloned().collect(),
        libraries: copy.libraries,
        features: copy.features,
        origin: origin(context, source, mode),
        replaces: None,
        in_trial: match mode {
            CopyMode::OneWiring(taken) => taken.answers.clone(),
            _ => [None, None],
        },
    };
    plan.add_day(context, day.puzzle, copied, copy.files)?;
    *manifest = copy.year;
    let notes = match mode {
        CopyMode::Verbatim => notes::of_copy(&original, source, None),
        CopyMode::Kept(_) => Vec::new(),
        CopyMode::OneWiring(taken) => {
            if let Some(not_called) = &taken.not_called {
                let kind = SkippedKind::Part {
                    puzzle: day.puzzle,
                    part: not_called.part,
                };
                let from = context.repository.tree.path(&day.file);
                plan.left_out.add(from, kind, not_called.clone().into());
            }
            notes::of_copy(&original, source, Some(&**taken))
        }
        CopyMode::Candidates(_) => {
            plan.to_try.insert(day.puzzle);
            Vec::new()
        }
    };
    Ok(notes.into_iter().chain(features_notes).collect())
}

/// The origin of a copy with one wiring. `None` for any other copy.
fn origin(context: &PlanContext, source: &Source, mode: &CopyMode) -> Option<Origin> {
    if !matches!(mode, CopyMode::OneWiring(_)) {
        return None;
    }
    let known = context.certainty(Some(mode));
    let certainty = if context.options.stage.is_tried() {
        known
    } else {
        // The user's expression was not compiled, so the result of a later trial may replace this
        // copy.
        known.min(Certainty::Tried)
    };
    Some(Origin::new(&source.text, certainty))
}

/// The reason why a day cannot be copied, whatever its call is: the project has other files at the
/// places of the copy, or the code cannot be copied. `None` if nothing is in the way. If the day
/// has no candidate other than its `main`, the code of `main` does not count, because the user must
/// first write a function for a part.
pub fn obstacle(
    context: &PlanContext,
    day: &DayFile,
    manifest: &YearManifest,
    plan: &Plan,
) -> Option<String> {
    let mode = if day.has_calls_beside_main() {
        CopyMode::candidates(day)
    } else {
        CopyMode::Candidates(Vec::new())
    };
    match DayCopy::of(context, day, &mode, manifest) {
        Ok(copy) => plan.check_files(context, copy.files.values()).err(),
        Err(why) => (!day.candidates().is_empty()).then_some(why),
    }
}

/// New files by their paths in the project.
type NewFiles = BTreeMap<String, ImportedFile>;

/// The copy of a day while it is planned.
struct DayCopy<'c> {
    original: Original<'c>,
    layout: CopyLayout<'c>,
    mentioned: MentionedWords,
    /// The files of the copy, and of the packages that it needs.
    files: NewFiles,
    /// The copied packages, by the names of their copies.
    packages: BTreeMap<String, &'c Package>,
    /// The unstable features of the day's crate, and of the copied packages.
    features: Vec<CrateFeatures>,
    /// The libraries in the manifests of the copies.
    libraries: BTreeSet<Library>,
    /// The manifest of the year, with the dependencies of the copy.
    year: YearManifest,
}

impl<'c> DayCopy<'c> {
    /// Copies a day with the modules that it needs. The error says why this is not possible.
    fn of(
        context: &'c PlanContext<'c>,
        day: &'c DayFile,
        mode: &'c CopyMode<'c>,
        year: &YearManifest,
    ) -> Result<Self, String> {
        let original = Original::of(context, day, mode)?;
        let layout = CopyLayout::of(&original);
        let mut copy = Self {
            features: Vec::from_iter(original.features()),
            mentioned: MentionedWords::new(&layout.module),
            files: NewFiles::new(),
            packages: BTreeMap::new(),
            libraries: BTreeSet::new(),
            year: year.clone(),
            original,
            layout,
        };
        let path = day.puzzle.solution_path();
        match mode {
            CopyMode::Kept(text) => copy.add_text(path, &day.file, (*text).to_owned())?,
            CopyMode::Verbatim | CopyMode::OneWiring(_) | CopyMode::Candidates(_) => {
                copy.add_source(path, &day.file)?;
            }
        }
        copy.add_modules()?;
        copy.add_inline_modules()?;
        copy.add_dependencies()?;
        Ok(copy)
    }

    /// Copies the modules that the copied sources mention, directly or through other modules.
    fn add_modules(&mut self) -> Result<(), String> {
        while let Some(name) = self.mentioned.next_path() {
            let files = self.layout.modules.get_mut(&name).map(mem::take);
            for module in files.unwrap_or_default() {
                self.add_source(module.path, module.file)?;
            }
        }
        Ok(())
    }

    /// Adds a `mod.rs` to each copied folder whose module is inline at the root of the crate, such
    /// as `mod util { pub mod grid; }`. The file gets the content of that module.
    fn add_inline_modules(&mut self) -> Result<(), String> {
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

    /// Adds the copy of a source of the day's crate, with its paths changed.
    fn add_source(&mut self, path: String, file: &str) -> Result<(), String> {
        if path == self.original.day.puzzle.solution_path() && self.files.contains_key(&path) {
            return Err(Original::another_day_message(file));
        }
        if self.files.contains_key(&path) {
            return Err(format!(
                "two of its files would be copied to {path}: rename one"
            ));
        }
        let original = &self.original;
        let role = original.role_of(file);
        let read = original.repository.file(file)?;
        let cut = text::without_omitted_tests(original, file, read, role);
        let from = CopiedSource::of(original, file, cut.as_ref().unwrap_or(read), role);
        let text = text::in_crate(original, &from)?;
        let named = named_files::of_source(original, &from, &path, &[])?;
        let mut text = paths::in_copy(original, file, &text)?;
        for features in self.features.iter().filter(|of| of.file == path) {
            features.declare_in(&mut text);
        }
        self.files.extend(named);
        self.add_text(path, file, text)
    }

    /// Adds the copy of a source with this text, and notes the names that the text mentions.
    fn add_text(&mut self, path: String, file: &str, text: String) -> Result<(), String> {
        let original = &self.original;
        let words = tokens(&text);
        self.check_features(file, &words)?;
        self.mentioned.add(&words);
        if !original.day.is_crate {
            for module in self.modules_at_root(file, &words)? {
                self.mentioned.add_path(&module);
            }
        }
        let kind = match original.role_of(file) {
            Role::Day => Kind::Day {
                puzzle: original.day.puzzle,
            },
            Role::RootItems | Role::Other(_) => Kind::Module,
        };
        let from = Some(original.repository.tree.path(file));
        insert(&mut self.files, kind, path, from, text);
        Ok(())
    }

    /// Checks that the code does not depend on a default feature of its own package, because the
    /// year lacks that feature. A feature that is off by default needs no check: in the year it is
    /// off, too.
    fn check_features(&self, file: &str, words: &[&str]) -> Result<(), String> {
        let package = self.original.repository.package_of(file);
        let features = package.default_features();
        for words in words.windows(4) {
            // An assignment to a variable `feature` does not match, because it ends with `;`.
            if let ["feature", "=", name, ")" | "]" | "}" | "," | "="] = words
                && features.contains(name.trim_matches('"'))
            {
                let feature = format!("feature = {name}");
                return Err(self.original.refusal(file, &feature, NEEDS_FEATURE));
            }
        }
        Ok(())
    }
}

/// Adds a file at its path in the project.
fn insert(files: &mut NewFiles, kind: Kind, path: String, from: Option<PathBuf>, text: String) {
    let file = ImportedFile {
        kind,
        file: path.clone(),
        from,
        text,
    };
    files.insert(path, file);
}
