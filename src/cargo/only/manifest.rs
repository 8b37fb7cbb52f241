//! The manifest of a shadow package.

use std::path::Path;

use toml::{Table, Value};

use crate::project::Project;

/// The manifest of a package called `name` that is built as the one in `folder`
/// is, a member of the project's workspace with the manifest `package`.
pub fn shadow(project: &Project, folder: &Path, package: &Table, name: &str) -> Table {
    let root = project.manifest();
    let mut shadow = Table::new();
    shadow.insert(
        "package".to_owned(),
        package_table(folder, package, name).into(),
    );
    let program: Table = [("name", name), ("path", "main.rs")]
        .map(|(key, value)| (key.to_owned(), value.into()))
        .into_iter()
        .collect();
    shadow.insert("bin".to_owned(), Value::Array(vec![program.into()]));
    for key in ["dependencies", "build-dependencies", "target"] {
        if let Some(value) = package.get(key) {
            let mut value = value.clone();
            absolute(&mut value, folder);
            shadow.insert(key.to_owned(), value);
        }
    }
    for key in ["features", "lints"] {
        shadow.extend(
            package
                .get(key)
                .map(|value| (key.to_owned(), value.clone())),
        );
    }
    shadow.insert(
        "workspace".to_owned(),
        workspace(root, project.root()).into(),
    );
    for key in ["profile", "patch", "replace"] {
        if let Some(value) = root.get(key) {
            let mut value = value.clone();
            absolute(&mut value, project.root());
            shadow.insert(key.to_owned(), value);
        }
    }
    shadow
}

fn package_table(folder: &Path, package: &Table, name: &str) -> Table {
    let mut table = Table::new();
    table.insert("name".to_owned(), name.into());
    table.insert("version".to_owned(), "0.0.0".into());
    table.insert("publish".to_owned(), false.into());
    let old = package.get("package").and_then(Value::as_table);
    for key in ["edition", "rust-version"] {
        let value = old.and_then(|old| old.get(key));
        table.extend(value.map(|value| (key.to_owned(), value.clone())));
    }
    let said = old.and_then(|old| old.get("build"));
    let script = said.and_then(Value::as_str).unwrap_or("build.rs");
    let script = folder.join(script);
    if said != Some(&Value::Boolean(false)) && script.is_file() {
        let script = script.to_string_lossy().into_owned();
        table.insert("build".to_owned(), script.into());
    }
    table
}

/// What members inherit.
fn workspace(root: &Table, folder: &Path) -> Table {
    let old = root.get("workspace").and_then(Value::as_table);
    let mut table = Table::new();
    for key in ["resolver", "package", "dependencies", "lints"] {
        if let Some(value) = old.and_then(|old| old.get(key)) {
            let mut value = value.clone();
            if key == "dependencies" {
                absolute(&mut value, folder);
            }
            table.insert(key.to_owned(), value);
        }
    }
    table
}

/// Makes every `path = "..."` in it absolute.
fn absolute(value: &mut Value, folder: &Path) {
    let Value::Table(table) = value else { return };
    for (key, value) in table {
        match value {
            Value::String(path) if key == "path" => {
                *path = folder.join(&*path).to_string_lossy().into_owned();
            }
            value => absolute(value, folder),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_built_as_the_year_is() {
        let temp = tempfile::tempdir().unwrap();
        let root = temp.path().display();
        std::fs::write(
            temp.path().join("Cargo.toml"),
            r#"
            [workspace]
            members = ["days/year*"]
            resolver = "3"
            [workspace.package]
            edition = "2024"
            [workspace.dependencies]
            grid = { path = "days/grid" }
            [workspace.metadata.aoc]
            [profile.aoc]
            inherits = "release"
            [patch.crates-io]
            anyhow = { path = "vendor/anyhow" }
            "#,
        )
        .unwrap();
        let project = Project::find(temp.path()).unwrap();
        let year = temp.path().join("days/year2020");
        let package: Table = r#"
            [package]
            name = "year2020"
            edition.workspace = true
            readme = "README.md"
            [dependencies]
            aoc-solution = { path = "../../solution" }
            grid.workspace = true
            [dev-dependencies]
            insta = "1"
            [lints]
            workspace = true
            "#
        .parse()
        .unwrap();
        let shadow = shadow(&project, &year, &package, "year2020-only-22");
        let expected: Table = format!(
            r#"
            [package]
            name = "year2020-only-22"
            version = "0.0.0"
            publish = false
            edition.workspace = true
            [[bin]]
            name = "year2020-only-22"
            path = "main.rs"
            [dependencies]
            aoc-solution = {{ path = "{root}/days/year2020/../../solution" }}
            grid.workspace = true
            [lints]
            workspace = true
            [workspace]
            resolver = "3"
            [workspace.package]
            edition = "2024"
            [workspace.dependencies]
            grid = {{ path = "{root}/days/grid" }}
            [profile.aoc]
            inherits = "release"
            [patch.crates-io]
            anyhow = {{ path = "{root}/vendor/anyhow" }}
            "#
        )
        .parse()
        .unwrap();
        assert_eq!(shadow, expected);
    }
}
