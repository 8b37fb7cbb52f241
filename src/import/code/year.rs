//! The copies of a year: its days, the modules beside them, its manifest.

use std::collections::BTreeSet;
use std::path::Path;

use super::super::manifest::Needs;
use super::super::place;
use super::super::plan::{NewFile, Plan, Role, Stated};
use super::super::target::Target;
use super::attributes;
use super::copy::{Original, Style, copy, import_macros};
use super::edits::Edits;
use super::examples::InputAnswer;
use super::files::DayFiles;
use super::found::Found;
use super::includes::Places;
use super::items::items;
use super::modules::{self, Layout};
use super::paths::{join, within};
use super::root::Root;
use super::source::Source;
use super::sources::Sources;
use crate::project::rust_tokens;
use crate::puzzle::Year;

impl Sources<'_> {
    /// Adds the copy of a day and of its own modules.
    pub fn copy_day(
        &self,
        day: &Found,
        root: Option<&Root>,
        files: &mut Vec<NewFile>,
        plan: &mut Plan,
    ) {
        if day.style == Style::Parts {
            self.copy_parts(day, files, plan);
            return self.copy_children(day, root, files);
        }
        let text = &self.texts[&day.file];
        let macros = self.macros(text, root);
        let tests = self.tests.iter().find(|(file, _)| {
            place::day_of(file) == Some(day.puzzle.day)
                && place::year_of(file).is_none_or(|year| year == day.puzzle.year)
        });
        let year = day.puzzle.year;
        let name = format!("day{:02}", day.puzzle.day.0);
        let inputs = self.hints.inputs;
        let is_deeper = day.is_folder && Path::new(inputs).is_relative();
        let up = if is_deeper { "../" } else { "" };
        let folder = if day.is_folder {
            String::new()
        } else {
            format!("{name}/")
        };
        let copied = copy(&Original {
            puzzle: day.puzzle,
            style: day.style,
            text,
            layout: &day.layout,
            lifetimes: &self.lifetimes,
            tests: tests.map(|(file, text)| (&**file, &**text)),
            places: Places {
                files: &DayFiles {
                    sources: self,
                    puzzle: day.puzzle,
                },
                file: &day.file,
                folder: &folder,
                input: &format!("{up}{inputs}/year{year}/{name}.txt"),
            },
            title: (self.hints.title)(day.puzzle),
            macros: &macros,
        });
        let Some(copied) = copied else { return };
        for (line, why) in copied.problems {
            plan.skip(self.tree.path(&day.file), Some(line), why);
        }
        if let Some((file, _)) = tests {
            for line in copied.left_tests {
                let why = "this assertion is not an example: it is not copied";
                plan.skip(self.tree.path(file), Some(line), why);
            }
        }
        for (file, answer) in copied.answers {
            plan.stated.push(self.stated(day, &file, answer));
        }
        let module = format!("days/year{year}/{name}");
        for (name, file) in copied.files {
            files.push(NewFile {
                path: format!("{module}/{name}"),
                text: file.text,
                role: Role::Module,
                from: Some(self.tree.path(&file.path)),
                replaces: None,
            });
        }
        files.push(NewFile {
            path: if day.is_folder {
                format!("{module}/mod.rs")
            } else {
                format!("{module}.rs")
            },
            text: copied.text,
            role: Role::Day {
                puzzle: day.puzzle,
                examples: copied.examples,
            },
            from: Some(self.tree.path(&day.file)),
            replaces: None,
        });
        self.copy_children(day, root, files);
    }

    /// Adds the day's own modules.
    fn copy_children(&self, day: &Found, root: Option<&Root>, files: &mut Vec<NewFile>) {
        let year = day.puzzle.year;
        let is_part = day.style == Style::Parts;
        for (file, text) in &self.texts {
            let inner = within(&day.children, file);
            // Of a package, programs and the library's root are left out.
            let first = inner.split('/').next().unwrap_or_default();
            let is_root = is_part && matches!(first, "lib.rs" | "main.rs" | "bin");
            if inner != file && (is_part || *file != day.file) && !is_root {
                let path = format!("days/year{year}/day{:02}/{inner}", day.puzzle.day.0);
                files.push(self.module(file, text, &day.layout, root, year, path));
            }
        }
    }

    /// What a test of a day says of the input.
    pub fn stated(&self, day: &Found, file: &str, answer: InputAnswer) -> Stated {
        Stated {
            puzzle: day.puzzle,
            part: answer.part,
            answer: answer.answer,
            from: self.tree.path(file),
            line: answer.line,
            input: self.tree.path(&answer.input),
        }
    }

    /// The copy of a module that is not a day.
    fn module(
        &self,
        file: &str,
        text: &str,
        layout: &Layout,
        root: Option<&Root>,
        year: Year,
        path: String,
    ) -> NewFile {
        let source = Source::new(text);
        let mut edits = Edits::default();
        modules::edit(&source, layout, year, &mut edits);
        let all = items(&source, source.all());
        attributes::remove(&source, &all, &mut edits);
        import_macros(&self.macros(text, root), &source, &mut edits);
        NewFile {
            path,
            text: edits.apply(text),
            role: Role::Module,
            from: Some(self.tree.path(file)),
            replaces: None,
        }
    }

    /// The crates whose macros a file can use without naming them.
    fn macros(&self, text: &str, root: Option<&Root>) -> Vec<String> {
        let mut macros = self.macros.clone();
        if root.is_some_and(|root| root.has_macro(text)) {
            macros.push(self.shared_folder());
        }
        macros
    }

    /// Adds the modules beside the days of a year.
    pub fn copy_siblings(
        &self,
        year: Year,
        days: &[Found],
        root: Option<&Root>,
        is_day: &dyn Fn(&str) -> bool,
        files: &mut Vec<NewFile>,
        plan: &mut Plan,
    ) {
        let mut folders: Vec<(&str, &Layout)> = days
            .iter()
            .filter(|day| !day.folder.is_empty())
            .map(|day| (&*day.folder, &day.layout))
            .collect();
        folders.sort_by_key(|(folder, _)| *folder);
        folders.dedup_by_key(|(folder, _)| *folder);
        for (folder, layout) in folders {
            let declared = (folder == self.root).then(|| self.declared());
            for (file, text) in &self.texts {
                let inner = within(folder, file);
                let name = inner.split('/').next().unwrap_or_default();
                let name = name.strip_suffix(".rs").unwrap_or(name);
                let is_root = matches!(name, "main" | "lib" | "mod" | "bin" | "build");
                let is_missing = declared
                    .as_ref()
                    .is_some_and(|declared| !declared.contains(name));
                if inner == file
                    || is_root
                    || is_missing
                    || is_day(file)
                    || place::day_in(name).is_some()
                {
                    let is_library = is_root && folder == self.root && name == "lib";
                    if is_library && inner != file && root.is_none() {
                        self.report_items(file, text, plan);
                    }
                    continue;
                }
                let path = format!("days/year{year}/{inner}");
                files.push(self.module(file, text, layout, root, year, path));
            }
        }
    }

    /// Notes what the root of a crate has besides modules, and days mention: it is
    /// not copied.
    fn report_items(&self, file: &str, text: &str, plan: &mut Plan) {
        let source = Source::new(text);
        let all = items(&source, source.all());
        let named = all.functions.iter().map(|it| (it.all.start, it.name));
        let types = all.types.iter().map(|it| (it.keyword, it.name));
        let is_mentioned = |name: &str| {
            let mut others = self.texts.iter().filter(|(other, _)| *other != file);
            others.any(|(_, text)| rust_tokens(text).any(|token| token.text == name))
        };
        let named = named.chain(types).filter(|(_, name)| *name != "main");
        for (token, name) in named.filter(|(_, name)| is_mentioned(name)) {
            let why = format!("`{name}` is not copied: move it into a module");
            plan.skip(self.tree.path(file), Some(source.line(token)), why);
        }
    }

    /// Plans the files of a year and its manifest. Returns whether it uses the
    /// crate of shared modules.
    pub fn write_year(
        &self,
        year: Year,
        mut files: Vec<NewFile>,
        root: Option<&Root>,
        is_day: &dyn Fn(&str) -> bool,
        target: &Target<'_>,
        plan: &mut Plan,
    ) -> bool {
        let library = self.package.crate_name();
        let shared: BTreeSet<String> = self
            .shared_files(is_day)
            .iter()
            .filter_map(|file| within(&self.root, file).split('/').next())
            .map(|name| name.trim_end_matches(".rs").to_owned())
            .collect();
        let mut needs = Needs::default();
        let mut used: BTreeSet<&str> = BTreeSet::new();
        let mut words: BTreeSet<&str> = BTreeSet::new();
        for file in &files {
            let tokens: Vec<&str> = rust_tokens(&file.text).map(|token| token.text).collect();
            words.extend(&tokens);
            let paths = tokens
                .windows(4)
                .filter(|it| it[..3] == ["crate", ":", ":"]);
            used.extend(paths.filter_map(|path| shared.get(path[3]).map(|it| &**it)));
        }
        let is_single = files.iter().any(|file| {
            // Modules beside the days are the year's own.
            used.iter().any(|name| {
                let path = format!("days/year{year}/{name}");
                file.path == format!("{path}.rs") || file.path.starts_with(&format!("{path}/"))
            })
        });
        if is_single {
            used.clear();
        }
        self.package.needs(&words, &mut needs);
        let has_library = !shared.is_empty() || root.is_some() || self.library().is_some();
        let uses_shared = !used.is_empty() || (words.contains(&*library) && has_library);
        let reexports: Vec<NewFile> = used
            .iter()
            .map(|name| NewFile {
                path: format!("days/year{year}/{name}.rs"),
                text: format!(
                    "//! What days of several years share.\n\npub use {library}::{name}::*;\n"
                ),
                role: Role::Module,
                from: None,
                replaces: None,
            })
            .collect();
        files.extend(reexports);
        if uses_shared {
            let folder = self.shared_folder();
            needs
                .dependencies
                .insert(format!("{folder} = {{ path = \"../{folder}\" }}"));
        }
        for name in &needs.by_path {
            let why = format!(
                "its days use the package `{name}` of the other repository: copy it to days/{name} and \
                 add it to days/year{year}/Cargo.toml"
            );
            plan.skip(
                self.tree.path(&join(&self.package.folder, "Cargo.toml")),
                None,
                why,
            );
        }
        for file in files {
            target.add(file, plan);
        }
        target.add_manifest(year, &needs, &self.package.versions, plan);
        uses_shared
    }
}
