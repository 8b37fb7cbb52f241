//! Finds the dependencies of copies. A dependency that is another package of the old repository is
//! copied, too.

use std::collections::{BTreeMap, BTreeSet};
use std::mem;

use cargo_toml::{Dependency, Edition, VersionReq};

use super::mentioned::MentionedWords;
use super::original::{CopiedSource, Original, Role, names_omitted_at_root};
use super::{DayCopy, insert, named_files, text};
use crate::cargo::config_files;
use crate::config::ChildEnv;
use crate::files::toml_at;
use crate::import::folder::manifest;
use crate::import::folder::manifest::Package;
use crate::import::folder::names::{join, within};
use crate::import::plan::Kind;
use crate::import::plan::cargo_lock::Library;
use crate::import::source::{CAPTURING_MACROS, FileItem};
use crate::project::LIBRARY_PACKAGE;
use crate::project::source::tokens;
use crate::puzzle::DAYS;

/// Features with which a crate builds its system library.
const BUNDLING_FEATURES: [&str; 4] = ["bundled", "gh-release", "static-link-z3", "vendored"];

/// Names that a copied package cannot have, because every day uses crates with these names.
const RESERVED_NAMES: [&str; 5] = ["std", "core", "alloc", "aoc_solution", LIBRARY_PACKAGE];

/// True if a package that has the name of the library of `aoc` is a different package. The real
/// library is in `vendor`, where `aoc init` writes it, or has the file `src/functions.rs`.
fn is_foreign(package: &Package) -> bool {
    !package.folder.split('/').any(|folder| folder == "vendor")
        && !package.root.join("src/functions.rs").exists()
}

impl<'c> DayCopy<'c> {
    /// Adds the dependencies of the day's packages that the copy uses to the manifest of the year.
    /// A day that is an example or a test also uses the dependencies for tests. They become
    /// ordinary dependencies, because the copy is neither an example nor a test.
    pub(super) fn add_dependencies(&mut self) -> Result<(), String> {
        let Original {
            repository, day, ..
        } = self.original;
        let packages: BTreeMap<&str, &Package> = day
            .files
            .values()
            .map(|file| repository.package_of(file))
            .map(|package| (&*package.folder, package))
            .collect();
        for package in packages.values() {
            self.add_of_package(package)?;
        }
        Ok(())
    }

    /// Adds the dependencies of one package of the day.
    fn add_of_package(&mut self, package: &Package) -> Result<(), String> {
        let Original {
            repository, day, ..
        } = self.original;
        let mut manifest = package.manifest.clone();
        if let Some((_, file)) = package.library()
            && !day.contains(&file)
        {
            // A program uses the library of its own package by name, while the library itself uses
            // `crate`.
            let mut beside = Dependency::Simple(VersionReq::default());
            beside.detail_mut().path = Some(String::new());
            manifest.dependencies.insert(package.name.clone(), beside);
        }
        for (mut path, dependencies) in manifest::tables(&mut manifest) {
            if package.is_example_or_test(&day.file)
                && let Some(table) = path.last_mut()
            {
                *table = "dependencies";
            }
            for (key, dependency) in dependencies {
                let name = repository.library_name(package, key, dependency);
                // Every year has the library of `aoc` already.
                let other = repository.package_at(package, dependency);
                let is_there = key == LIBRARY_PACKAGE && !other.is_some_and(is_foreign);
                if is_there || dependency.optional() || !self.mentioned.has_crate(&name) {
                    continue;
                }
                let copy = self.copied_dependency(package, &name, dependency)?;
                self.year.add(&path, &name, &copy)?;
            }
        }
        Ok(())
    }

    /// A dependency of a package, as written in the manifest of a copy. If the dependency is
    /// another package of the repository, that package is copied, too, and the dependency gets the
    /// path of the copy.
    fn copied_dependency(
        &mut self,
        package: &Package,
        name: &str,
        dependency: &Dependency,
    ) -> Result<Dependency, String> {
        let mut dependency = dependency.clone();
        if let Some(other) = self.original.repository.package_at(package, &dependency) {
            let copy = self.copy_package(other)?;
            let detail = dependency.detail_mut();
            detail.version = None;
            detail.path = Some(format!("../{copy}"));
            detail.package = Some(copy).filter(|copy| copy != name);
        } else if dependency
            .detail()
            .is_some_and(|detail| detail.path.is_some())
        {
            return Err(format!(
                "the package `{name}` is outside of the folder: import a folder that has both"
            ));
        } else if let Some(registry) = dependency.detail().and_then(|of| of.registry.as_deref())
            && !self.knows_registry(registry)
        {
            return Err(format!(
                "the library `{name}` is from the registry `{registry}`: add that to \
                 .cargo/config.toml here"
            ));
        } else {
            self.libraries.insert(Library {
                folder: package.folder.clone(),
                name: dependency.package().unwrap_or(name).to_owned(),
                git: dependency.git().map(str::to_owned),
                is_bundled: dependency
                    .req_features()
                    .iter()
                    .any(|feature| BUNDLING_FEATURES.contains(&&**feature)),
            });
        }
        Ok(dependency)
    }

    /// True if cargo knows the registry in this project. If only the old repository has the
    /// registry's address, cargo could not build any day of any year.
    fn knows_registry(&self, name: &str) -> bool {
        let environment = self.original.context.request.environment;
        let upper = name.to_uppercase().replace('-', "_");
        let variable = format!("CARGO_REGISTRIES_{upper}_INDEX");
        if environment.variable(&variable).is_some() {
            return true;
        }
        let root = self.original.context.request.project.root();
        let environment = ChildEnv::new(environment.variables.clone());
        config_files(root, &environment)
            .iter()
            .any(|(_, configuration)| toml_at(configuration, &["registries", name]).is_some())
    }

    /// Copies the library of a package to a folder beside the years. Returns the name of the copy.
    fn copy_package(&mut self, package: &'c Package) -> Result<String, String> {
        let Original {
            repository,
            context,
            ..
        } = self.original;
        let name = repository.copy_name(package);
        let folder = format!("{DAYS}/{name}");
        let path = format!("{folder}/Cargo.toml");
        // Packages may depend on each other in tests.
        match self.packages.insert(name.clone(), package) {
            None => {}
            Some(copied) if copied.folder == package.folder => return Ok(name),
            Some(_) => {
                return Err(format!("it uses two packages called `{name}`: rename one"));
            }
        }
        let library = self.library_root(package, &name)?;
        let [_, omitted] = repository
            .source(&library)?
            .partition_with_users(FileItem::is_omitted);
        let omitted_at_root = names_omitted_at_root(&omitted);
        let role = Role::Other(&omitted_at_root);
        let files = Vec::from_iter(repository.files_of_crate(&library));
        let mut sources = Vec::new();
        for file in &files {
            // All days share the package, so the copy is the same for each day, even if the file is
            // a day itself.
            sources.push((*file, repository.file(file)?));
        }
        let reads = sources.iter().any(|(_, read)| {
            let mut items = read.source.items.iter();
            !read.input_edits.is_empty() || items.any(|item| item.facts.calls_library)
        });
        let prints = sources.iter().any(|(_, read)| read.source.prints());
        let mut mentioned = MentionedWords::new(&name);
        for (file, read) in sources {
            let cut = text::without_omitted_tests(&self.original, file, read, role);
            let copied = CopiedSource::of(&self.original, file, cut.as_ref().unwrap_or(read), role);
            let source = copied.source;
            let mut edits = Vec::new();
            if reads && file == library && package.edition() == Edition::E2015 {
                // In the edition 2015, a `use` finds only the crates that the root declares.
                let start = source.start();
                edits.push((start..start, "extern crate aoc_solution;\n".to_owned()));
            } else if reads && file == library && prints {
                // A program may call the package to read the input and to print the answer.
                let start = source.start();
                edits.push((start..start, CAPTURING_MACROS.to_owned()));
            }
            let mut text = text::with_edits(&self.original, &copied, edits);
            let from = Some(repository.tree.path(file));
            let inner = within(&package.folder, file).unwrap_or_default();
            let path = join(&folder, inner);
            let original = &self.original;
            let named = named_files::of_source(original, &copied, &path, &files)?;
            self.files.extend(named);
            if file == library
                && let Some(features) = context.options.unstable.of_crate(
                    path.clone(),
                    source.features.clone(),
                    &context.kept_features(&path),
                )
            {
                features.declare_in(&mut text);
                self.features.push(features);
            }
            mentioned.add(&tokens(&text));
            insert(&mut self.files, Kind::Module, path, from, text);
        }
        let text = self.package_manifest(package, &name, &mentioned, reads)?;
        insert(&mut self.files, Kind::Manifest, path, None, text);
        Ok(name)
    }

    /// The root of the library of a package. `name` is the name of the copy. The error says why the
    /// package cannot be copied.
    fn library_root(&self, package: &Package, name: &str) -> Result<String, String> {
        let context = self.original.context;
        if let Some(why) = context.options.unreadable.get(name) {
            return Err(format!(
                "cargo cannot read the package `{name}` here: {why}"
            ));
        }
        let folder = format!("{DAYS}/{name}");
        let mut others = context.own_packages().iter();
        let is_odd = name.contains(|c: char| !c.is_ascii_alphanumeric() && !"-_".contains(c));
        let is_taken = RESERVED_NAMES.contains(&name)
            || name.to_lowercase().starts_with("year")
            || others.any(|own| own.name == name && own.folder != folder);
        let why = match package.library() {
            Some((_, library)) if !is_odd && !is_taken => return Ok(library),
            _ if is_odd => "rename it, with letters, digits, `-` and `_`",
            _ if is_taken => "rename it, as that name is taken here",
            _ => "it has no library: move the code that days use to its src/lib.rs",
        };
        Err(format!("the package `{name}` cannot be copied: {why}"))
    }

    /// The manifest of the copy of a package. The packages on which it depends are copied, too. A
    /// library that only programs of the package use is left out: the words that its copied sources
    /// and its features mention lack it. `reads` says whether the copy reads the day's input.
    fn package_manifest(
        &mut self,
        package: &Package,
        name: &str,
        mentioned: &MentionedWords,
        reads: bool,
    ) -> Result<String, String> {
        let mut manifest = package.copied_manifest(name);
        let features = manifest.features.clone();
        let enabled: BTreeSet<&str> = features
            .values()
            .flatten()
            .filter_map(|feature| feature.split(['/', '?']).next())
            .collect();
        for (_, table) in manifest::tables(&mut manifest) {
            for (key, dependency) in mem::take(table) {
                let name = self
                    .original
                    .repository
                    .library_name(package, &key, &dependency);
                let is_needed =
                    dependency.optional() || enabled.contains(&*key) || mentioned.has_crate(&name);
                if !is_needed {
                    continue;
                }
                let copy = self.copied_dependency(package, &name, &dependency)?;
                table.insert(name, copy);
            }
        }
        if reads && let Some(library) = self.year.dependency(LIBRARY_PACKAGE) {
            manifest
                .dependencies
                .insert(LIBRARY_PACKAGE.to_owned(), library);
        }
        manifest::text(manifest)
    }
}
