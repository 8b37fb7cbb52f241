//! The dependencies of copies. A dependency on another package of the old repository is copied,
//! too.

use std::mem;

use cargo_toml::{Dependency, VersionReq};

use super::Copying;
use crate::config::ChildEnv;
use crate::files::{read_table, toml_at};
use crate::import::lock::Library;
use crate::import::manifest::{self, CARGO_CONFIGS, Package, YearManifest};
use crate::import::names::{folder_of, join, within};
use crate::import::plan::Kind;
use crate::import::shim::MARK;

/// Features with which a crate builds the system library that it needs from source.
const BUNDLING_FEATURES: [&str; 4] = ["bundled", "gh-release", "static-link-z3", "vendored"];

/// Sources and folders beside a library that belong to a program. In fspoettel's template, only
/// programs use the module `template`.
const PROGRAM_FILES: [&str; 4] = ["bin", "main.rs", "template", "template.rs"];

/// Endings that the name of a package has and that of its library lacks.
const NAME_ENDINGS: [&str; 3] = ["-rs", "-lib", "lib"];

/// Names that a copied package cannot have, because every day uses crates of these names.
const TAKEN: [&str; 5] = ["std", "core", "alloc", "aoc_solution", "aoc-solution"];

/// Whether a package with the name of the library of `aoc` is another one. `aoc init` writes the
/// library below `vendor`.
fn is_foreign(package: &Package) -> bool {
    let mut folders = package.folder.split('/');
    !folders.any(|folder| folder == "vendor") && !package.place.join("src/functions.rs").exists()
}

impl Copying<'_> {
    /// Adds the dependencies that the day uses to the manifest of the year.
    pub(super) fn add_dependencies(&mut self, manifest: &mut YearManifest) -> Result<(), String> {
        self.library = manifest.dependency("aoc-solution");
        let package = self.code.package_of(self.day.file);
        let mut dependencies = package.manifest.dependencies.clone();
        if let Some((_, file)) = package.library()
            && file != self.day.file
        {
            // A program uses the library of its own package by name. In the library, this is
            // `crate`.
            let mut beside = Dependency::Simple(VersionReq::default());
            beside.detail_mut().path = Some(String::new());
            dependencies.insert(package.name.clone(), beside);
        }
        for (table, dependencies) in [
            ("dependencies", &dependencies),
            ("dev-dependencies", &package.manifest.dev_dependencies),
        ] {
            for (key, dependency) in dependencies {
                let name = self.code.library_name(package, key, dependency);
                // Every year has the library of `aoc` already.
                let other = self.code.package_at(package, dependency);
                let is_there = key == "aoc-solution" && !other.is_some_and(is_foreign);
                // The macros of `serde_derive` expand to code that uses `serde`.
                let is_used = self.uses(&name) || self.uses(&format!("{name}-derive"));
                if is_there || dependency.optional() || !is_used {
                    continue;
                }
                let copy = self.copied_dependency(package, &name, dependency)?;
                manifest.add(table, &name, &copy)?;
            }
        }
        Ok(())
    }

    /// Whether the sources mention the library of a package. The library of `md-5` is `md5`. The name
    /// may also be shorter: that of `rust-crypto` is `crypto`, and that of `aoclib` is `aoc`. A
    /// variable may have such a short name, so it must be used in a path.
    fn uses(&self, package: &str) -> bool {
        let spelled = |name: &str| [name.replace('-', "_"), name.replace('-', "")];
        let short = package.strip_prefix("rust-").unwrap_or(package);
        let mut endings = NAME_ENDINGS.iter();
        let shorter = endings.find_map(|ending| short.strip_suffix(ending));
        spelled(package)
            .iter()
            .any(|name| self.words.contains(name))
            || [short, shorter.unwrap_or(short)]
                .into_iter()
                .flat_map(spelled)
                .any(|name| self.paths.contains(&name))
    }

    /// A dependency of a package, for its copy. If it is another package of the repository, that is
    /// copied, too, and the dependency has the path of the copy.
    fn copied_dependency(
        &mut self,
        package: &Package,
        name: &str,
        dependency: &Dependency,
    ) -> Result<Dependency, String> {
        let mut dependency = dependency.clone();
        if let Some(other) = self.code.package_at(package, &dependency) {
            let copy = self.copy_package(other)?;
            let detail = dependency.detail_mut();
            detail.version = None;
            detail.path = Some(format!("../{copy}"));
            detail.package = Some(copy).filter(|copy| copy != name);
        } else if dependency
            .detail()
            .is_some_and(|detail| detail.path.is_some())
        {
            return Err(format!("the package `{name}` is outside of the folder"));
        } else if let Some(registry) = dependency.detail().and_then(|of| of.registry.as_deref())
            && !self.knows_registry(registry)
        {
            return Err(format!(
                "the library `{name}` is from the registry `{registry}`, which your repository \
                 does not know"
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

    /// Whether cargo knows a registry in this project. If only the old repository configures its
    /// address, cargo could build no day of any year.
    fn knows_registry(&self, name: &str) -> bool {
        let request = self.code.request;
        let environment = request.environment;
        let upper = name.to_uppercase().replace('-', "_");
        let variable = format!("CARGO_REGISTRIES_{upper}_INDEX");
        if environment.variable(&variable).is_some() {
            return true;
        }
        let around = request.project.root().ancestors();
        let home = ChildEnv::new(environment.variables.clone()).home_of("cargo");
        around
            .flat_map(|folder| CARGO_CONFIGS.map(|file| folder.join(file)))
            .chain(
                home.into_iter()
                    .flat_map(|home| ["config.toml", "config"].map(|file| home.join(file))),
            )
            .any(|file| toml_at(&read_table(&file), &["registries", name]).is_some())
    }

    /// Copies the library of a package to a folder beside the years. Returns the name of the copy.
    fn copy_package(&mut self, package: &Package) -> Result<String, String> {
        let name = self.code.copy_name(package);
        let folder = format!("days/{name}");
        let path = format!("{folder}/Cargo.toml");
        if self.files.contains_key(&path) {
            return Ok(name);
        }
        let mut unreadable = self.code.request.unreadable.iter();
        if let Some((_, why)) = unreadable.find(|(other, _)| *other == name) {
            return Err(format!(
                "cargo cannot read the package `{name}` here: {why}"
            ));
        }
        let mut library = package.library();
        let mut others = self.code.own_packages.iter();
        if TAKEN.contains(&&*name)
            || name.to_lowercase().starts_with("year")
            || name.contains(|c: char| !c.is_ascii_alphanumeric() && !"-_".contains(c))
            || others.any(|own| own.name == name && own.folder != folder)
        {
            library = None;
        }
        let Some((_, library)) = library else {
            return Err(format!(
                "the package `{name}` cannot be copied: it has no library, or an odd or taken name"
            ));
        };
        self.code.source(&library)?;
        let sources = folder_of(&library);
        for file in self.code.tree.sources(sources) {
            let inner = within(sources, file).unwrap_or_default();
            let beside = inner.split('/').next().unwrap_or_default();
            // A program of the package may be a day.
            let is_of_program = file != library && package.is_crate(file)
                || PROGRAM_FILES.contains(&beside)
                || file == join(&package.folder, "build.rs");
            if is_of_program {
                continue;
            }
            // Sources outside of the package's folder are not copied.
            if let Some(path) = within(&package.folder, file) {
                // All days share the package, so its files are not a day's.
                let text = self.copied(file, false, Vec::new())?;
                let path = join(&folder, path);
                self.insert(Kind::Module, path, Some(file), text);
            }
        }
        let mut manifest = package.copied_manifest(&name);
        // Packages may depend on each other in tests, so the file is already entered here.
        self.insert(Kind::Manifest, path.clone(), None, String::new());
        let mut tables = vec![&mut manifest.dependencies];
        tables.push(&mut manifest.dev_dependencies);
        for target in manifest.target.values_mut() {
            tables.push(&mut target.dependencies);
        }
        for table in tables {
            for (key, dependency) in mem::take(table) {
                let name = self.code.library_name(package, &key, &dependency);
                let copy = self.copied_dependency(package, &name, &dependency)?;
                table.insert(name, copy);
            }
        }
        let mut copies = self.files.iter();
        let reads =
            copies.any(|(path, file)| within(&folder, path).is_some() && file.text.contains(MARK));
        if reads && let Some(library) = &self.library {
            let name = "aoc-solution".to_owned();
            manifest.dependencies.insert(name, library.clone());
        }
        let text = manifest::text(&manifest)?;
        self.insert(Kind::Manifest, path, None, text);
        Ok(name)
    }
}
