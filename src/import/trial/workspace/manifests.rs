//! The manifests of a trial: the manifest of its workspace, and the manifests of the years and
//! packages in the workspace.
//!
//! A year is compiled with the edition, the lints and the dependencies that it has in the user's
//! project, so that a copy that compiles in the trial also compiles beside the user's own days. The
//! user's own crates are left out, because copies do not use them.

use std::path::Path;

use toml::{Table, Value, toml};

use crate::cargo::Profile;
use crate::files::{slashed, toml_at, without_dots};
use crate::import::plan::{Plan, folder_below_days};
use crate::import::source::is_allowed_lint;
use crate::project::{LIBRARY_PACKAGE, Project, new_year_manifest, parse_year};
use crate::puzzle::Year;

/// The settings of the user's workspace that its years may inherit.
const INHERITED: [&str; 2] = ["package", "dependencies"];

/// The manifest of the trial's workspace with these years. `packages` has the names of the years
/// and of the packages that they use. Each is also the name of a folder. The trial and the later
/// check use the same profile, so libraries are compiled once for both. The packages themselves are
/// hardly optimised, so that they build and run quickly, and their numbers may overflow as in a
/// release build. `aoc-solution` is not optimised, because the trial hardly uses it, and optimising
/// it takes seconds.
///
/// The trial and the project share a folder of builds. There, cargo tells packages apart by their
/// path from the root and by the settings of their profile. The paths are equal, so only these
/// settings keep the two builds apart.
pub fn of_workspace(project: &Project, packages: &[&str], years: &[Year]) -> String {
    let mut profile = Profile::Aoc.table(project);
    let settings = profile
        .entry("package")
        .or_insert_with(|| Table::new().into());
    if let Some(settings) = settings.as_table_mut() {
        let library = toml! { opt-level = 0 };
        settings.insert(LIBRARY_PACKAGE.to_owned(), library.into());
        for name in packages {
            let own = toml! {
                opt-level = 1
                incremental = false
                overflow-checks = false
            };
            settings.insert((*name).to_owned(), own.into());
        }
    }
    let mut manifest = toml! {
        [workspace]
        members = []
        exclude = ["vendor/aoc-solution"]
        resolver = "3"
        [workspace.metadata.aoc]
    };
    let members: Vec<String> = years.iter().map(|year| year.folder()).collect();
    manifest["workspace"]["members"] = members.into();
    for key in INHERITED {
        if let Some(value) = toml_at(project.manifest(), &["workspace", key])
            && let Some(workspace) = manifest["workspace"].as_table_mut()
        {
            workspace.insert(key.to_owned(), value.clone());
        }
    }
    let mut profiles = Table::new();
    profiles.insert(Profile::Aoc.name().to_owned(), profile.into());
    manifest.insert("profile".to_owned(), profiles.into());
    manifest.to_string()
}

/// The manifest that a planned year or package has in the trial. In the project, its text will be
/// `planned`.
pub fn of_copy(project: &Project, plan: &Plan, file: &str, planned: &str) -> String {
    let planned: Table = planned.parse().expect("a planned manifest is TOML");
    match folder_below_days(file).and_then(parse_year) {
        Some(year) => of_year(project, plan, year, planned),
        None => with_library_of_trial(planned).to_string(),
    }
}

/// The manifest of a year with the edition, the lints and the dependencies of `planned`. Other
/// settings, such as further programs, and the user's own crates are left out, because only the
/// user's own code needs them.
fn of_year(project: &Project, plan: &Plan, year: Year, mut planned: Table) -> String {
    let mut manifest = new_manifest(year);
    let edition = toml_at(&planned, &["package", "edition"]).cloned();
    if let Some(package) = manifest.get_mut("package").and_then(Value::as_table_mut) {
        package.remove("edition");
        package.extend(edition.map(|edition| ("edition".to_owned(), edition)));
    }
    if let Some(lints) = planned.remove("lints") {
        manifest.insert("lints".to_owned(), lints_for_trial(project, lints));
    }
    let is_taken = |name: &str, dependency: &Value| {
        let crate_folder = own_crate(project, &year.folder(), name, dependency);
        crate_folder.is_none_or(|folder| {
            name == LIBRARY_PACKAGE || !plan.text_of(&format!("{folder}/Cargo.toml")).is_empty()
        })
    };
    manifest.extend(dependency_tables(&mut planned, is_taken));
    if let Some(Value::Table(mut targets)) = planned.remove("target") {
        for (_, target) in &mut targets {
            if let Value::Table(tables) = target {
                *tables = dependency_tables(tables, is_taken);
            }
        }
        manifest.insert("target".to_owned(), targets.into());
    }
    with_library_of_trial(manifest).to_string()
}

/// The tables `dependencies` and `dev-dependencies`, with only the entries for which `is_taken` is
/// true. Removes both from `tables`.
fn dependency_tables(tables: &mut Table, is_taken: impl Fn(&str, &Value) -> bool) -> Table {
    let mut taken = Table::new();
    for key in ["dependencies", "dev-dependencies"] {
        if let Some(Value::Table(mut dependencies)) = tables.remove(key) {
            dependencies.retain(|name, dependency| is_taken(name, dependency));
            taken.insert(key.to_owned(), dependencies.into());
        }
    }
    taken
}

/// The manifest that `aoc` writes for a new year.
fn new_manifest(year: Year) -> Table {
    let text = new_year_manifest(year);
    text.parse().expect("the built-in manifest is TOML")
}

/// Lets a dependency on the library of `aoc` name the library of the trial. The project may have
/// the library in another folder.
fn with_library_of_trial(mut manifest: Table) -> Table {
    let new = new_manifest(Year::FIRST);
    for key in ["dependencies", "dev-dependencies"] {
        if let Some(library) = manifest
            .get_mut(key)
            .and_then(|all| all.get_mut(LIBRARY_PACKAGE))
        {
            *library = new["dependencies"][LIBRARY_PACKAGE].clone();
        }
    }
    manifest
}

/// The lints of a year, with inherited lints of the workspace written out. A lint that the trial
/// allows in its own code is at most denied, because code cannot allow a forbidden lint.
fn lints_for_trial(project: &Project, mut lints: Value) -> Value {
    if lints.get("workspace").is_some()
        && let Some(inherited) = toml_at(project.manifest(), &["workspace", "lints"])
    {
        lints = inherited.clone();
    }
    let rust_lints = lints.get_mut("rust").and_then(Value::as_table_mut);
    for (name, lint) in rust_lints.into_iter().flatten() {
        let level = match lint {
            Value::Table(settings) => settings.get_mut("level"),
            level => Some(level),
        };
        if is_allowed_lint(name)
            && let Some(level) = level.filter(|level| level.as_str() == Some("forbid"))
        {
            *level = "deny".into();
        }
    }
    lints
}

/// The folder of a crate of the project on which a year depends, relative to the project's root.
/// `None` for other libraries.
fn own_crate(project: &Project, folder: &str, name: &str, dependency: &Value) -> Option<String> {
    let inherited = ["workspace", "dependencies", name, "path"];
    let (folder, path) = match dependency.get("path") {
        Some(path) => (folder, path),
        None if dependency.get("workspace").is_some() => {
            ("", toml_at(project.manifest(), &inherited)?)
        }
        None => return None,
    };
    Some(slashed(&without_dots(
        &Path::new(folder).join(path.as_str()?),
    )))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{no_variables, project, write};

    #[test]
    fn a_year_of_the_trial_has_what_it_inherits_from_the_workspace() {
        let (temp, project) = project(&[("year2020/Cargo.toml", "")]);
        let manifest = "[workspace]\nmembers = [\"days/year*\", \"own\"]\n\
                        [workspace.package]\nedition = \"2024\"\n\
                        [workspace.dependencies]\nown = { path = \"own\" }\ngrid = \"1\"\n\
                        [workspace.lints.rust]\nunused = \"forbid\"\nunsafe_code = \"forbid\"\n\
                        [workspace.metadata.aoc]\n";
        write(temp.path(), "Cargo.toml", manifest);
        let project = Project::at(project.root(), &no_variables());
        let year = Year::of(2020);
        let root: Table = of_workspace(&project, &["year2020"], &[year])
            .parse()
            .unwrap();
        for key in INHERITED {
            let inherited = toml_at(project.manifest(), &["workspace", key]);
            assert_eq!(root["workspace"].get(key), inherited, "{key}");
        }
        let planned = "[package]\nname = \"year2020\"\nedition.workspace = true\n\
                       [dependencies]\nown = { workspace = true }\ngrid.workspace = true\n\
                       [lints]\nworkspace = true\n";
        let copy = of_copy(
            &project,
            &Plan::default(),
            "days/year2020/Cargo.toml",
            planned,
        );
        let copy: Table = copy.parse().unwrap();
        assert_eq!(copy["package"]["edition"]["workspace"], true.into());
        // The user's own crate is left out.
        let libraries = copy["dependencies"].as_table().unwrap();
        assert_eq!(libraries.keys().collect::<Vec<_>>(), ["grid"]);
        // The trial allows unused items.
        let lints = &copy["lints"]["rust"];
        assert_eq!(lints["unused"], "deny".into());
        assert_eq!(lints["unsafe_code"], "forbid".into());
    }
}
