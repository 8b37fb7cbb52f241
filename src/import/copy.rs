//! Plans the copy of a day, with everything that it needs.
//!
//! The copy has the text of the original, with the call of `functions!` added. Attributes of tools,
//! `main`, and tests that cannot run here are left out. A program becomes a module, so its paths
//! from `crate` change. Shared modules and packages are copied whole. The items at the root of a
//! crate are copied to a module of their own, because the root of the year is generated.

mod dependencies;
mod paths;
mod unstable;

use std::collections::{BTreeMap, BTreeSet};
use std::mem;
use std::path::Path;

use cargo_toml::Dependency;
use syn::Item;
use syn::spanned::Spanned;

use self::paths::{names_in_paths, with_moved_paths};
use super::candidates::Candidate;
use super::days::{Code, DayFile};
use super::examples::{asserted_answers, examples_of_tests, tested_texts};
use super::lock::Library;
use super::manifest::YearManifest;
use super::names::{file_name, folder_of, join, within};
use super::plan::{ImportedFile, Kind, Plan, TriedDay};
use super::shim::MARK;
use super::source::{Edit, FileItem, Source, apply_edits, is_main, marked_part};
use super::wiring::Wiring;
use crate::files::{slashed, without_dots};
use crate::project::source::tokens;
use crate::project::templates::placeholder_title;
use crate::project::{ROOT_ITEMS, module_name};
use crate::puzzle::Day;
use crate::site::PuzzlePage;

/// Traits that code imports only for their methods, so that their names are not mentioned again.
const TRAITS: [&str; 12] = [
    "BufRead",
    "Display",
    "FromStr",
    "Hash",
    "Hasher",
    "IntoIterator",
    "Itertools",
    "Read",
    "Rng",
    "Seek",
    "Sum",
    "Write",
];

/// Names of files that are the root of a crate or of a folder. A program beside a library only
/// calls the days.
const ROOTS: [&str; 3] = ["mod.rs", "lib.rs", "main.rs"];

/// The beginning of the line with which each candidate's module begins, at the end of a day.
pub const CANDIDATE_MODULE: &str = "pub mod aoc_candidate_";

/// The type that each candidate declares. No day uses this name.
pub const CANDIDATE_TYPE: &str = "AocCandidate";

/// The imports of a day whose output is captured.
const PRINTS: &str = "#[allow(unused_imports)]\nuse aoc_solution::imported::{print, println};\n";

/// The most segments in the path of a copy.
const DEEPEST: usize = 20;

/// The copy of a day while it is planned.
struct Copying<'c> {
    code: &'c Code<'c>,
    day: &'c DayFile<'c>,
    /// The day's path in the project without `.rs`. It is also the folder of the day's own modules.
    own: String,
    /// The folder of the modules that the day uses from its crate: the day's folder if the day is a
    /// program, and the year's folder if it is part of a library.
    base: String,
    /// The beginnings of paths in the original, such as `crate::year2020::`, and in the copy.
    moved: Vec<[String; 2]>,
    /// The folder of the crate's modules. `None` if the day is the root of its crate.
    modules_around: Option<&'c str>,
    /// The root of the day's crate. `None` if the day itself is the root.
    root: Option<String>,
    /// The items of that root that can be copied.
    root_items: Vec<&'c FileItem>,
    /// The modules at the root of the copy, by name. Each has the sources that are not copied yet,
    /// with the paths of their copies in the project.
    modules: BTreeMap<String, Vec<(&'c str, String)>>,
    /// The new files by their paths in the project.
    files: BTreeMap<String, ImportedFile>,
    /// The words in all sources of the day's crate that were copied so far.
    words: BTreeSet<String>,
    /// The words among `words` that are used like the name of a module. A variable may have the
    /// same name as a module.
    paths: BTreeSet<String>,
    /// The words among `paths` whose modules are not copied yet.
    new_paths: BTreeSet<String>,
    /// The libraries in the manifests of the copies.
    libraries: BTreeSet<Library>,
    /// The shared files that need an unstable feature, with the days that use them.
    unstable: BTreeMap<&'c str, BTreeSet<Day>>,
    called: Called<'c>,
    /// The dependency of the year on `aoc-solution`.
    library: Option<Dependency>,
    /// The functions of the day that read the input.
    reading: BTreeSet<String>,
}

/// How the copy of a day is called.
#[derive(Clone, Copy)]
pub enum Called<'w> {
    By(&'w Wiring),
    /// By each of these candidates, in a module of its own at the end.
    InAllWays {
        candidates: &'w [Candidate],
        has_main: bool,
    },
}

impl<'w> Called<'w> {
    /// Whether the copy gets the day's input when its code reads a file.
    fn reads(self) -> bool {
        match self {
            Self::By(wiring) => wiring.reads || wiring.prints,
            Self::InAllWays { .. } => true,
        }
    }

    /// Whether the output of the copy is captured.
    fn prints(self) -> bool {
        match self {
            Self::By(wiring) => wiring.prints,
            Self::InAllWays {
                candidates,
                has_main,
            } => has_main && candidates.iter().any(|candidate| candidate.wiring.prints),
        }
    }

    /// All wirings by which it is called.
    fn wirings(self) -> Vec<&'w Wiring> {
        match self {
            Self::By(wiring) => vec![wiring],
            Self::InAllWays { candidates, .. } => candidates
                .iter()
                .map(|candidate| &candidate.wiring)
                .collect(),
        }
    }
}

/// Plans the copy of a day, and adds its dependencies to the manifest of the year. If it fails,
/// nothing is planned. Returns what the user should know of the copy.
pub fn plan_copy(
    code: &Code,
    day: &DayFile,
    called: Called,
    manifest: &mut YearManifest,
    plan: &mut Plan,
) -> Result<Vec<String>, String> {
    let mut copying = Copying::new(code, day, called)?;
    let mut new_manifest = manifest.clone();
    copying.add_day()?;
    copying.add_modules()?;
    copying.declare_modules()?;
    copying.add_features()?;
    copying.add_dependencies(&mut new_manifest)?;
    if let Called::InAllWays { candidates, .. } = called {
        plan.tried.push(TriedDay {
            puzzle: day.puzzle,
            from: day.file.to_owned(),
            candidates: candidates.to_vec(),
            files: copying.files.keys().cloned().collect(),
            trims: code.trims(day),
            asserted: candidates
                .iter()
                .flat_map(|candidate| asserted_answers(code, day, &candidate.wiring))
                .collect(),
            tested: candidates
                .iter()
                .map(|candidate| tested_texts(code, day, &candidate.wiring))
                .collect(),
        });
    }
    let macros = copying.left_out_macros();
    plan.add_day(code.request.project, day.puzzle, copying.files)?;
    for library in copying.libraries {
        let days = plan.libraries.entry(library).or_default();
        days.push(day.puzzle);
    }
    *manifest = new_manifest;
    Ok(match called {
        Called::By(wiring) => {
            let source = code.source(day.file).ok();
            let alternatives = source.and_then(|source| alternatives(source, wiring));
            if let Some(why) = &wiring.left_out {
                plan.skip(code.tree.path(day.file), Some(day.puzzle), why.clone());
            }
            let notes = [wiring.misfit.clone(), alternatives, macros];
            notes.into_iter().flatten().collect()
        }
        Called::InAllWays { .. } => Vec::new(),
    })
}

impl<'c> Copying<'c> {
    fn new(code: &'c Code<'c>, day: &'c DayFile<'c>, called: Called<'c>) -> Result<Self, String> {
        let year = format!("days/year{}", day.puzzle.year);
        let name = module_name(day.puzzle.day);
        let own = join(&year, &name);
        let module = format!("crate::{name}::");
        let mut copying = Self {
            code,
            day,
            base: own.clone(),
            own,
            moved: Vec::new(),
            modules_around: None,
            root: None,
            root_items: Vec::new(),
            modules: BTreeMap::new(),
            files: BTreeMap::new(),
            words: BTreeSet::new(),
            new_paths: BTreeSet::from([name.clone()]),
            paths: BTreeSet::from([name]),
            libraries: BTreeSet::new(),
            unstable: BTreeMap::new(),
            called,
            library: None,
            reading: BTreeSet::new(),
        };
        if called.reads() {
            copying.reading = reading_functions(copying.source(day.file)?);
        }
        if day.is_crate {
            copying.moved.push(["crate::".to_owned(), module]);
            copying.find_modules(folder_of(day.file));
            return Ok(copying);
        }
        let folder = match day.file.rfind("src/") {
            Some(at) => &day.file[..at + "src".len()],
            None => &code.package_of(day.file).folder,
        };
        copying.modules_around = Some(folder);
        let around = folder_of(&day.inner);
        let inner = within(folder, around).unwrap_or_default();
        let path = join("crate", inner).replace('/', "::") + "::";
        let old = format!("{path}{}::", file_name(&day.inner));
        copying.moved.push([old, module]);
        copying.moved.push([path, "crate::".to_owned()]);
        copying.base = year;
        let mut roots: Vec<String> = ROOTS.iter().map(|name| join(folder, name)).collect();
        // A day that is a program without a manifest is not the root of the crate around it.
        roots.retain(|root| code.tree.files.contains(root) && root != day.file);
        // In a package with a library and a program, either may declare the days.
        let module = within(folder, &day.inner).unwrap_or_default();
        let module = module.split('/').next().unwrap_or_default();
        let declares = |root: &String| {
            let source = code.source(root);
            source.is_ok_and(|source| source.items.iter().any(|item| item.declares(module)))
        };
        let root = roots.iter().find(|root| declares(root)).or(roots.first());
        if let Some(root) = root {
            let source = copying.source(root)?;
            [copying.root_items, _] = source.split(|item| code.stays_at_root(item));
            copying.root = Some(root.clone());
        }
        copying.find_modules(folder);
        copying.find_unstable();
        Ok(copying)
    }

    /// The root of the day's crate. Empty if there is none.
    fn crate_root(&self) -> &str {
        if self.day.is_crate {
            return self.day.file;
        }
        self.root.as_deref().unwrap_or_default()
    }

    fn is_root(&self, file: &str) -> bool {
        self.root.as_deref() == Some(file)
    }

    /// Finds the sources of the day's crate that may be copied as its modules.
    fn find_modules(&mut self, folder: &'c str) {
        let Self { code, day, .. } = *self;
        for file in code.tree.sources(folder) {
            let path = if self.is_root(file) {
                format!("{}/{ROOT_ITEMS}.rs", self.base)
            } else if let Some(path) = within(&day.inner, file) {
                join(&self.own, path)
            } else {
                let around = folder_of(&day.inner);
                let path = within(around, file).or_else(|| within(folder, file));
                join(&self.base, path.unwrap_or_default())
            };
            let inner = within(&self.base, &path).unwrap_or_default();
            if ROOTS.contains(&inner) {
                continue;
            }
            let end = inner.find(['/', '.']).unwrap_or_default();
            let name = inner[..end].to_owned();
            if file != day.file && !code.is_of_another(day.puzzle, file) {
                self.modules.entry(name).or_default().push((file, path));
            }
        }
    }

    /// Whether an item of a source is left out. In a day, tests are left out if they use functions
    /// that read the input, because they expect the answers to one input.
    fn stays_behind(&self, item: &FileItem, is_day: bool) -> bool {
        if is_day && item.is_for_tests && self.reading.iter().any(|name| item.mentions(name)) {
            return true;
        }
        let is_called = is_day && is_main(&item.item) && self.called.prints();
        !is_called && item.stays_behind(is_day)
    }

    fn add_day(&mut self) -> Result<(), String> {
        let Self {
            code, day, called, ..
        } = *self;
        let source = self.source(day.file)?;
        let mut edits = Vec::new();
        // If the call is not known yet, `said` is the call that the names of functions suggest.
        let (call, said) = match (called, &day.wiring) {
            (Called::By(wiring), _) => {
                let call = self.registration(source, wiring);
                (call.clone(), call)
            }
            (Called::InAllWays { candidates, .. }, by_names) => {
                let end = source.text.len();
                edits.push((end..end, Self::modules_of(candidates)));
                let said = by_names.as_ref().map(|wiring| wiring.render("", "", &[]));
                (String::new(), said.unwrap_or_default())
            }
        };
        // In the call, `input` is a variable with the day's input.
        if tokens(&call)
            .windows(2)
            .any(|words| words == ["input", "("])
        {
            return Err(self.elsewhere(day.file, "input"));
        }
        let [copied, left] = source.split(|item| self.stays_behind(item, true));
        if left.iter().any(|item| is_needed(item, &said)) && !said.is_empty() {
            let code = left.iter().find_map(|item| item.names_files());
            return Err(self.elsewhere(day.file, &code.unwrap_or_default()));
        }
        let is_parsed = match called {
            Called::By(wiring) => wiring.input.is_some(),
            Called::InAllWays { .. } => true,
        };
        let mut start = source.text.len();
        for item in copied.iter().rev() {
            if self.leaves_out_macro(item) {
                edits.push((item.place.clone(), String::new()));
                continue;
            }
            match &item.item {
                Item::Use(_) | Item::ExternCrate(_) => continue,
                Item::Struct(_) | Item::Enum(_) | Item::Type(_) if is_parsed => {
                    edits.extend(item.publish(&source.text));
                }
                Item::Macro(call) if call.ident.is_none() => {}
                _ => edits.extend(item.without_files()),
            }
            start = item.place.start;
        }
        let prints = if called.prints() { PRINTS } else { "" };
        let call = format!("{prints}{call}");
        // The call must be inserted before the edit that makes the first item visible.
        edits.insert(0, (start..start, call));
        let functions = source.functions().flat_map(|function| &function.attrs);
        let own = functions.filter(|attribute| code.is_own_attribute(attribute.path()));
        for mark in source.marks().chain(own) {
            let place = mark.span().byte_range();
            edits.push((place, String::new()));
        }
        self.add_source(day.puzzle.source(), day.file, edits)
    }

    /// A module for each candidate, with the candidate's number in its name. In all of them, code
    /// that reads gets the day's input. The run then shows whether it reads.
    fn modules_of(candidates: &[Candidate]) -> String {
        let mut modules = "\n".to_owned();
        for (index, candidate) in candidates.iter().enumerate() {
            let wiring = Wiring {
                reads: true,
                ..candidate.wiring.clone()
            };
            let call = wiring.render(CANDIDATE_TYPE, "", &[]);
            let output = candidate.printing.as_ref().map(|call| {
                format!(
                    "pub fn output(input: &str) -> String {{ \
                     aoc_solution::imported::output(input, || {call}) }}\n"
                )
            });
            modules += &format!(
                "{CANDIDATE_MODULE}{index} {{\n#[allow(unused_imports)]\nuse super::*;\n\
                 {call}{}}}\n",
                output.unwrap_or_default()
            );
        }
        modules
    }

    /// A source as the copy has it. Shared files always read the day's input in place of files. The
    /// day does so if its code reads its input.
    fn source(&self, file: &str) -> Result<&'c Source, String> {
        let is_given = file != self.day.file || self.called.reads();
        match self.code.given(file) {
            Some(source) if is_given => Ok(source),
            _ => self.code.source(file),
        }
    }

    /// The call of `functions!`, with the title and the examples of the day.
    fn registration(&self, source: &Source, wiring: &Wiring) -> String {
        let Self { code, day, .. } = *self;
        let mut name = format!("Day{:02}", day.puzzle.day.get());
        if source.text.contains(&name) {
            name.push('_');
        }
        let title = PuzzlePage::stored_name(code.request.store, day.puzzle)
            .or_else(|| day.puzzle.title().map(str::to_owned))
            .unwrap_or_else(|| placeholder_title(day.puzzle.day));
        let examples = examples_of_tests(code, day, wiring);
        wiring.render(&name, &title, &examples)
    }

    /// Whether an item calls a macro that the copy leaves out: one that registers the functions of
    /// the day, or one of the repository.
    fn leaves_out_macro(&self, item: &FileItem) -> bool {
        self.registers(item) || self.own_macro(item).is_some()
    }

    /// Whether an item is the call of a macro that registers the functions of the day.
    fn registers(&self, item: &FileItem) -> bool {
        let wirings = self.called.wirings().into_iter();
        let answering = wirings.flat_map(|wiring| &wiring.answering);
        let mut functions = answering.flat_map(|of| &of.functions);
        item.called_macro().is_some() && functions.any(|function| item.mentions(function))
    }

    /// The macro of the repository that an item calls. `None` if the day itself defines it, because
    /// then the copy has it.
    fn own_macro(&self, item: &FileItem) -> Option<String> {
        let name = item.called_macro()?;
        let source = self.code.source(self.day.file).ok()?;
        (!source.has(&name) && self.code.has_macro(&name)).then_some(name)
    }

    /// A note about the calls of the repository's macros at the top of the day, which the copy does
    /// not have. They may have expanded to tests, to `main`, or to something that the day needs.
    fn left_out_macros(&self) -> Option<String> {
        let source = self.code.source(self.day.file).ok()?;
        let others = source.items.iter().filter(|item| !self.registers(item));
        let names: BTreeSet<String> = others
            .filter_map(|item| self.own_macro(item))
            .map(|name| format!("`{name}!`"))
            .collect();
        let list = Vec::from_iter(names).join(", ");
        (!list.is_empty()).then(|| {
            format!("the copy lacks the call of {list} at its top, a macro of the repository")
        })
    }

    /// Notes a name that may be the name of a module.
    fn add_path(&mut self, name: &str) {
        if self.paths.insert(name.to_owned()) {
            self.new_paths.insert(name.to_owned());
        }
    }

    /// Copies the modules that the copied sources mention, and those that these mention in turn.
    fn add_modules(&mut self) -> Result<(), String> {
        while let Some(name) = self.new_paths.pop_first() {
            let sources = self.modules.get_mut(&name).map(mem::take);
            for (file, path) in sources.unwrap_or_default() {
                let edits = self.declare_unstable(file)?;
                self.add_source(path, file, edits)?;
            }
        }
        Ok(())
    }

    /// Adds a `mod.rs` to each folder of modules that has none. In the original, the root of the
    /// crate had such a module inline, or declared its modules, perhaps by a macro.
    fn declare_modules(&mut self) -> Result<(), String> {
        let mut folders = BTreeMap::<String, BTreeSet<String>>::new();
        for path in self.files.keys() {
            let mut inner = path.trim_end_matches(".rs");
            while let Some((folder, name)) = inner.rsplit_once('/')
                && within(&self.base, folder).is_some()
            {
                if name != "mod" {
                    let names = folders.entry(folder.to_owned()).or_default();
                    names.insert(name.to_owned());
                }
                inner = folder;
            }
        }
        for (folder, names) in folders {
            let index = join(&folder, "mod.rs");
            let file = format!("{folder}.rs");
            if self.files.contains_key(&index) || self.files.contains_key(&file) {
                continue;
            }
            let mut text = self.written_out(&folder)?;
            let words = tokens(&text).join(" ");
            for name in names {
                let declares = ["{", ";"].map(|end| format!("mod {name} {end}"));
                if !declares.iter().any(|declared| words.contains(declared)) {
                    text += &format!("pub mod {name};\n");
                }
            }
            self.insert(Kind::Module, index, None, text);
        }
        Ok(())
    }

    /// The content of the inline module of the crate's root whose folder is copied. Empty if there
    /// is none.
    fn written_out(&self, folder: &str) -> Result<String, String> {
        let Some(root) = &self.root else {
            return Ok(String::new());
        };
        let source = self.source(root)?;
        for item in &source.items {
            if let Some((name, text)) = item.folder_module(&source.text)
                && within(&self.base, folder) == Some(name)
            {
                return Ok(format!("{}\n", text.trim()));
            }
        }
        Ok(String::new())
    }

    /// Adds a new file. `source` is the original, if the file is a copy.
    fn insert(&mut self, kind: Kind, path: String, source: Option<&str>, text: String) {
        let from = source.map(|file| self.code.tree.path(file));
        let mut new = ImportedFile::new(kind, path.clone(), from, text);
        if source == Some(self.day.file) {
            new.kind = Kind::Day;
            new.puzzle = Some(self.day.puzzle);
        }
        self.files.insert(path, new);
    }

    /// Adds the copy of a source of the day's crate, with its paths changed.
    fn add_source(&mut self, path: String, file: &str, edits: Vec<Edit>) -> Result<(), String> {
        if self.files.contains_key(&path) {
            return Err(format!("two of its files would be {path}: rename one"));
        }
        let mut edits = edits;
        let modules = self.modules_elsewhere(&path, file, &mut edits)?;
        edits.extend(self.name_supers(file)?);
        self.name_macros(file, &mut edits)?;
        self.name_crate(file, &mut edits)?;
        let text = self.copied(file, file == self.day.file, edits)?;
        let text = with_moved_paths(&text, &self.moved);
        let words = tokens(&text);
        self.check_features(file, &words)?;
        let paths = names_in_paths(&words);
        for name in paths {
            self.add_path(name);
        }
        self.words
            .extend(words.iter().map(|word| (*word).to_owned()));
        if !self.day.is_crate {
            self.check_paths(file, &words)?;
        }
        self.insert(Kind::Module, path, Some(file), text);
        for (path, file) in modules {
            self.add_source(path, file, Vec::new())?;
        }
        Ok(())
    }

    /// The files that a source declares with `#[path = "..."]`, and the modules that such a file
    /// declares beside it, each with its path in the copy. The copies are at the usual places of
    /// modules, so the attributes are removed.
    fn modules_elsewhere(
        &self,
        path: &str,
        file: &str,
        edits: &mut Vec<Edit>,
    ) -> Result<Vec<(String, &'c str)>, String> {
        let Self { code, day, .. } = *self;
        let mut modules = Vec::new();
        for item in &self.source(file)?.items {
            let Some((attribute, elsewhere)) = item.module_elsewhere() else {
                continue;
            };
            if item.is_for_tests {
                continue;
            }
            let place = slashed(&without_dots(&Path::new(folder_of(file)).join(&elsewhere)));
            // Two files may declare each other, so the depth is limited.
            let is_deep = path.split('/').count() > DEEPEST;
            let Some(source) = code.tree.files.get(&place).filter(|_| !is_deep) else {
                return Err(self.elsewhere(file, &format!("#[path = {elsewhere:?}]")));
            };
            if code.is_of_another(day.puzzle, source) {
                return Err(format!(
                    "it uses another day, `{source}`: put what both use into a file of its own"
                ));
            }
            edits.push((attribute, String::new()));
            let copy = join(declared_in(path), &item.name);
            // The modules that such a file declares are in its own folder.
            for inner in &code.source(source)?.items {
                if !inner.declares_file() || inner.module_elsewhere().is_some() {
                    continue;
                }
                for end in [".rs", "/mod.rs"] {
                    let name = format!("{}{end}", inner.name);
                    let beside = join(folder_of(source), &name);
                    let beside = code.tree.files.get(&beside);
                    modules.extend(beside.map(|source| (join(&copy, &name), &**source)));
                }
            }
            modules.push((format!("{copy}.rs"), source));
        }
        Ok(modules)
    }

    /// Checks that the code does not depend on a default feature of its own package. The year does
    /// not have the feature. A feature that is off by default is off in the year, too.
    fn check_features(&self, file: &str, words: &[&str]) -> Result<(), String> {
        let features = self.code.package_of(file).default_features();
        for words in words.windows(3) {
            if let ["feature", "=", name] = words
                && features.contains(name.trim_matches('"'))
            {
                return Err(self.elsewhere(file, &format!("feature = {name}")));
            }
        }
        Ok(())
    }

    /// The text of a source's copy: without the code for tools, and without code that reads files,
    /// because these are not copied. The items at the root of a crate become a module.
    fn copied(&self, file: &str, is_day: bool, mut edits: Vec<Edit>) -> Result<String, String> {
        let source = self.source(file)?;
        let is_root = self.is_root(file);
        let [copied, left] = source.split(|item| {
            if is_root {
                self.code.stays_at_root(item)
            } else {
                self.stays_behind(item, is_day)
            }
        });
        if is_root {
            // The items may use the modules beside them by their names.
            let start = copied.first().map_or(0, |item| item.place.start);
            let text = "#[allow(unused_imports)]\nuse super::*;\n";
            edits.push((start..start, text.to_owned()));
            for item in &copied {
                edits.extend(item.publish_all(&source.text));
            }
        }
        for item in &copied {
            if let Some(code) = item.names_files() {
                return Err(self.elsewhere(file, &code));
            }
        }
        // Imports that only left-out items used are removed. At the root they stay, because the
        // whole crate can use them.
        let mut unused = Vec::new();
        for item in copied.iter().filter(|_| !is_root) {
            unused.extend(item.without_names(|name| {
                let is_left = left.iter().any(|other| other.mentions(name));
                let mut rest = copied.iter().filter(|other| other.place != item.place);
                let mut added = edits.iter();
                is_left
                    && !is_trait(name)
                    && !rest.any(|other| other.code.contains(name))
                    && !added.any(|(_, with)| with.contains(name))
            }));
        }
        edits.extend(unused.into_iter().map(|place| (place, String::new())));
        edits.extend(source.without_needless_features());
        let has_black_box = copied.iter().any(|item| item.mentions("black_box"));
        for item in left {
            // Code that is not a benchmark may use `test::black_box`. The standard library has it,
            // too.
            let is_crate = item.code == " extern crate test ; ";
            let with = if is_crate && has_black_box {
                "#[allow(unused_imports)]\nuse std::hint as test;"
            } else {
                ""
            };
            edits.push((item.place.clone(), with.to_owned()));
        }
        Ok(apply_edits(&source.text, edits))
    }

    /// The reason for refusing code that would mean something else in the copy.
    fn elsewhere(&self, file: &str, code: &str) -> String {
        let place = if file == self.day.file {
            String::new()
        } else {
            format!("{file}: ")
        };
        format!("{place}`{code}` would mean something else in the copy: change the code first")
    }
}

/// A note about further functions that cargo-aoc runs for a part. `None` if there are none.
fn alternatives(source: &Source, wiring: &Wiring) -> Option<String> {
    let mut others = Vec::new();
    for function in source.functions() {
        let name = function.sig.ident.to_string();
        let Some((part, _)) = marked_part(&function.attrs) else {
            continue;
        };
        let mut called = wiring.answering.iter();
        if let Some(of) = called.find(|of| of.part == part)
            && of.functions[0] != name
        {
            others.push(format!("part{} \"{name}\" = {name}", of.part));
        }
    }
    let list = others.join(", ");
    (!others.is_empty()).then(|| {
        format!(
            "functions for the same part are copied and not called: add `alternatives = [{list}]`"
        )
    })
}

/// The functions of a source that read the input, or call a function that does.
fn reading_functions(source: &Source) -> BTreeSet<String> {
    let mark = MARK.replace("::", " : : ");
    let [_, reading] = source.split(|item| item.code.contains(mark.trim_end()));
    let functions = reading.into_iter().filter(|item| {
        matches!(item.item, Item::Fn(_)) && !item.is_for_tests && item.name != "main"
    });
    functions.map(|item| item.name.clone()).collect()
}

/// Whether the copy of a day needs an item that is left out: an `impl`, or something that the call
/// of `functions!` mentions other than as the name of an option.
fn is_needed(item: &FileItem, call: &str) -> bool {
    let words = tokens(call);
    let after = words.iter().skip(1).chain([&""]);
    let mut called = words.iter().zip(after).filter(|(_, after)| **after != "=");
    matches!(item.item, Item::Impl(_)) || called.any(|(word, _)| *word == item.name)
}

/// The folder of the modules that a file declares.
fn declared_in(file: &str) -> &str {
    match file.strip_suffix("/mod.rs") {
        Some(folder) => folder,
        None => file.trim_end_matches(".rs"),
    }
}

/// Whether a name may be the name of a trait. Code that calls its methods does not mention it.
fn is_trait(name: &str) -> bool {
    TRAITS.contains(&name) || name.ends_with("Ext")
}
