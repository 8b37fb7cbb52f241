//! Plans the copy of a day, with all files that it needs.
//!
//! The copy has the text of the original and the call of `functions!`. Attributes of tools, `main`,
//! and tests that cannot run here are omitted. A program becomes a module, so its paths from
//! `crate` change. Shared modules and packages are copied whole. The root of the year is generated,
//! so the items at the root of a crate are copied to a separate module.
//!
//! `original` is the day in the old repository, with the crate around it. `layout` says where the
//! files of the copy are. `text` and `paths` change the text of a source. `mentioned` collects the
//! words of the text, which tell which modules and `dependencies` must also be copied. `named_files`
//! finds the files that the code includes. `notes` tell the user what the copy omits.

mod dependencies;
mod layout;
mod mentioned;
mod named_files;
mod notes;
mod original;
mod paths;
mod text;

use std::collections::{BTreeMap, BTreeSet};
use std::mem;
use std::path::PathBuf;

use syn::Item;
use syn::spanned::Spanned;

use self::layout::CopyLayout;
use self::mentioned::MentionedWords;
use self::original::{NAMES_FILE, NEEDS_FEATURE, Original, Role};
use self::text::is_needed;
use super::copy_mode::{CopyMode, candidate_modules};
use super::day_decision::Certainty;
use super::day_file::DayFile;
use super::examples::{DayAssertions, TestedText};
use super::left_out::Subject;
use super::lock::Library;
use super::manifest::{Package, YearManifest};
use super::names::{join, within};
use super::plan::{CopiedDay, CrateFeatures, ImportedFile, Kind, Origin, Plan, PlanContext};
use super::source::{Edit, FileItem, Source, with_moved_path};
use super::wiring::Wiring;
use crate::pages::StoredPage;
use crate::project::source::tokens;
use crate::project::templates::placeholder_title;

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
    let features_notes = original.features_notes(&copy.features);
    let copied = CopiedDay {
        file: day.file.clone(),
        copies: copy.files.keys().cloned().collect(),
        libraries: copy.libraries,
        features: copy.features,
        origin: origin(context, day, mode)?,
    };
    plan.add_day(context, day.puzzle, copied, copy.files)?;
    *manifest = copy.year;
    let notes = match mode {
        CopyMode::AsItIs => original.notes(None),
        CopyMode::Kept(_) => Vec::new(),
        CopyMode::OneWiring(taken) => {
            if let Some(not_called) = &taken.not_called {
                let subject = Subject::Part {
                    puzzle: day.puzzle,
                    part: not_called.part,
                };
                let from = context.repository.tree.path(&day.file);
                plan.left_out.skip(from, subject, not_called.clone());
            }
            original.notes(Some(&**taken))
        }
        CopyMode::Candidates(_) => {
            plan.to_try.insert(day.puzzle);
            Vec::new()
        }
    };
    Ok(notes.into_iter().chain(features_notes).collect())
}

/// The origin of a copy with one wiring. `None` for any other copy.
fn origin(context: &PlanContext, day: &DayFile, mode: &CopyMode) -> Result<Option<Origin>, String> {
    if !matches!(mode, CopyMode::OneWiring(_)) {
        return Ok(None);
    }
    let source = &context.repository.source(&day.file)?.text;
    let mut certainty = context.certainty(Some(mode));
    if !context.options.stage.is_tried() {
        // The user's expression was not compiled, so the result of a later trial may replace this
        // copy.
        certainty = certainty.min(Certainty::Tried);
    }
    Ok(Some(Origin::new(source, certainty)))
}

/// The reason why no call of a day can be copied. `None` if there is no such reason. If the day has
/// no candidate other than its `main`, the missing function for a part is the reason to show, unless
/// the project has other files at the places of the copy.
pub fn obstacle(
    context: &PlanContext,
    day: &DayFile,
    manifest: &YearManifest,
    plan: &Plan,
) -> Option<String> {
    let mode = CopyMode::candidates(day);
    match DayCopy::of(context, day, &mode, manifest) {
        Ok(copy) => plan.check_files(context, copy.files.values()).err(),
        Err(why) => day.has_other_calls().then_some(why),
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
        copy.add_day()?;
        copy.add_modules()?;
        copy.add_inline_modules()?;
        copy.add_dependencies()?;
        Ok(copy)
    }

    /// Adds the copy of the day's file, with the call of `functions!` or with candidates.
    fn add_day(&mut self) -> Result<(), String> {
        let Original { day, mode, .. } = self.original;
        let source = self.original.source(&day.file)?;
        let mut edits = Vec::new();
        let call = match mode {
            CopyMode::AsItIs => String::new(),
            CopyMode::Kept(text) => {
                return self.add_text(day.puzzle.solution_path(), &day.file, (*text).to_owned());
            }
            CopyMode::OneWiring(taken) => registration(&self.original, source, &taken.wiring),
            CopyMode::Candidates(candidates) => {
                let end = source.text.len();
                edits.push((end..end, candidate_modules(candidates)));
                String::new()
            }
        };
        self.check_call(source)?;
        let (start, changed) = self.changed_items(source);
        edits.extend(changed);
        // The call must be inserted before the edit that makes the first item visible.
        edits.insert(0, (start..start, format!("{}{call}", mode.imports())));
        let functions = source.functions().flat_map(|function| &function.attrs);
        let own = functions
            .filter(|attribute| self.original.repository.is_own_attribute(attribute.path()));
        for attribute in source.cargo_aoc_attributes().chain(own) {
            edits.push((attribute.span().byte_range(), String::new()));
        }
        self.add_source(day.puzzle.solution_path(), &day.file, edits)
    }

    /// Checks that the copy of the day has all names in its call. If no candidate has been chosen
    /// yet, checks the call that names suggest.
    fn check_call(&self, source: &Source) -> Result<(), String> {
        let original = &self.original;
        let day = original.day;
        let wiring = match original.mode {
            CopyMode::AsItIs | CopyMode::Kept(_) => None,
            CopyMode::OneWiring(taken) => Some(taken.wiring.clone()),
            CopyMode::Candidates(_) => day.wiring_by_names().map(|taken| taken.wiring),
        };
        let [_, omitted] = source.split(|item| original.omits(item, Role::Day));
        let file_reference = omitted.iter().find_map(|item| item.file_reference.clone());
        let needed = wiring.and_then(|wiring| {
            let mut omitted = omitted.iter();
            omitted.find(|item| is_needed(item, &wiring))
        });
        if let Some(code) = file_reference {
            if needed.is_some() || self.calls_only_omitted(&omitted) {
                return Err(original.refusal(&day.file, &code, NAMES_FILE));
            }
        } else if let Some(item) = needed {
            return Err(self.call_refusal(&item.name, "is not in the copy"));
        }
        Ok(())
    }

    /// The reason for refusing a call with this name. `why` describes the name.
    fn call_refusal(&self, name: &str, why: &str) -> String {
        let day = self.original.day;
        let is_of_user = day.candidates().first().is_some_and(|first| {
            let mut texts = first.wiring.texts();
            first.is_of_user() && first.wiring.mentions(name)
                || texts.any(|text| text.mentions(name))
        });
        if is_of_user {
            format!("`{name}` {why}: change the expression")
        } else {
            self.original.refusal(&day.file, name, why)
        }
    }

    /// True if every candidate calls a function that the copy omits.
    fn calls_only_omitted(&self, omitted: &[&FileItem]) -> bool {
        let CopyMode::Candidates(candidates) = self.original.mode else {
            return false;
        };
        candidates.iter().all(|(_, candidate)| {
            omitted
                .iter()
                .filter(|item| matches!(item.item, Item::Fn(_)))
                .any(|function| is_needed(function, &candidate.wiring))
        })
    }

    /// The position of the day's first item after its imports, and the edits of its items. The
    /// edits remove calls of macros, and make the types visible that the call of `functions!` may
    /// name.
    fn changed_items(&self, source: &Source) -> (usize, Vec<Edit>) {
        let original = &self.original;
        let [copied, _] = source.split(|item| original.omits(item, Role::Day));
        let names_types = original.mode.names_types();
        let mut start = source.text.len();
        let mut edits = Vec::new();
        for item in copied.iter().rev() {
            match &item.item {
                Item::Use(_) | Item::ExternCrate(_) => continue,
                Item::Struct(_) | Item::Enum(_) | Item::Type(_) if names_types => {
                    edits.extend(item.publish(&source.text));
                }
                _ => {}
            }
            start = item.range.start;
        }
        (start, edits)
    }

    /// Copies the modules that the copied sources mention, directly or through other modules.
    fn add_modules(&mut self) -> Result<(), String> {
        while let Some(name) = self.mentioned.next_path() {
            let files = self.layout.modules.get_mut(&name).map(mem::take);
            for module in files.unwrap_or_default() {
                self.add_source(module.path, module.file, Vec::new())?;
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
    fn add_source(&mut self, path: String, file: &str, mut edits: Vec<Edit>) -> Result<(), String> {
        if path == self.original.day.puzzle.solution_path() && self.files.contains_key(&path) {
            return Err(Original::another_day_message(file));
        }
        if self.files.contains_key(&path) {
            return Err(format!(
                "two of its files would be copied to {path}: rename one"
            ));
        }
        let original = &self.original;
        let source = original.source(file)?;
        let role = original.role_of(file);
        edits.extend(original.replace_supers(file, source));
        edits.extend(original.import_macros_of_crates(file, source)?);
        edits.extend(original.import_macros_of_modules(file, source));
        edits.extend(original.keep_exported_macros(file, source));
        let named = original.named_files(file, source, role, &path, &self.layout.base, &[])?;
        let text = original.copied_text(source, role, edits);
        original.check_outer_root(file, &text)?;
        let moved = self.layout.moved.iter();
        let mut text = moved.fold(text, |text, [old, new]| with_moved_path(&text, old, new));
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
        for words in words.windows(3) {
            if let ["feature", "=", name] = words
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

/// The call of `functions!`, with the title and the examples of the day.
fn registration(original: &Original, source: &Source, wiring: &Wiring) -> String {
    let day = original.day;
    let mut name = format!("Day{:02}", day.puzzle.day.get());
    if source.text.contains(&name) {
        name.push('_');
    }
    let title = StoredPage::read(original.context.request.store, day.puzzle)
        .title(day.puzzle)
        .unwrap_or_else(|| placeholder_title(day.puzzle.day));
    let tested = DayAssertions::read(original.repository, day).tested_texts(wiring);
    let examples: Vec<String> = tested.iter().map(TestedText::render).collect();
    wiring.render(&name, &title, &examples)
}
