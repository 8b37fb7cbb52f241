//! The project that is imported into: nothing that it has is replaced, except a
//! day that is still as it was created.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use super::manifest::{Needs, Versions, add_lines};
use super::plan::{NewDependencies, NewFile, Plan, Role};
use crate::files::read_text_file;
use crate::project::Project;
use crate::project::templates::{self, DayTemplate};
use crate::puzzle::Year;

pub struct Target<'p> {
    project: &'p Project,
}

impl<'p> Target<'p> {
    pub const fn new(project: &'p Project) -> Self {
        Self { project }
    }

    /// Plans to write a file, if the project has none.
    pub fn add(&self, mut file: NewFile, plan: &mut Plan) {
        let from = file
            .from
            .clone()
            .unwrap_or_else(|| file.path.clone().into());
        if let Some(other) = plan.files.iter().find(|other| other.path == file.path) {
            if other.text != file.text {
                let first = other.from.clone().unwrap_or_default();
                let why = format!("{} is copied to {}", first.display(), file.path);
                plan.skip(from, None, why);
            }
            return;
        }
        let path = self.project.root().join(&file.path);
        if let Some(other) = self.other_form(&file.path) {
            return plan.skip(from, None, format!("{other} exists"));
        }
        match path.symlink_metadata() {
            Err(_) => plan.files.push(file),
            Ok(_) => match read_text_file(&path) {
                Ok(old) if old == file.text => {
                    plan.unchanged += 1;
                    plan.known_days.extend(file.role.puzzle());
                }
                Ok(old) if self.is_untouched(&old, file.role) => {
                    file.replaces = Some(old);
                    plan.files.push(file);
                }
                _ => plan.skip(from, None, format!("{} exists", file.path)),
            },
        }
    }

    /// The file that is the same module as this one: `day01/mod.rs` for
    /// `day01.rs`.
    fn other_form(&self, path: &str) -> Option<String> {
        let other = match path.strip_suffix("/mod.rs") {
            Some(module) => format!("{module}.rs"),
            None => format!("{}/mod.rs", path.strip_suffix(".rs")?),
        };
        self.project.root().join(&other).exists().then_some(other)
    }

    /// Plans to take over a lock file, for a project that has none yet.
    pub fn add_lock_file(&self, text: String, from: PathBuf, plan: &mut Plan) {
        let path = "Cargo.lock".to_owned();
        let is_planned = plan.files.iter().any(|file| file.path == path);
        if !is_planned && !self.project.root().join(&path).exists() {
            plan.files.push(NewFile {
                path,
                text,
                role: Role::Manifest,
                from: Some(from),
                replaces: None,
            });
        }
    }

    /// Whether a day is still as `aoc` has created it, to the byte.
    fn is_untouched(&self, text: &str, role: Role) -> bool {
        let Role::Day { puzzle, .. } = role else {
            return false;
        };
        let titles = [None, self.project.title(puzzle)];
        let template = DayTemplate::find(self.project.root());
        template.is_ok_and(|template| {
            titles
                .iter()
                .any(|title| template.file(puzzle, title.as_deref()).text == text)
        })
    }

    /// Plans the manifest of a year, or what it lacks.
    pub fn add_manifest(&self, year: Year, needs: &Needs, versions: &Versions, plan: &mut Plan) {
        let path = format!("days/year{year}/Cargo.toml");
        if let Some(file) = plan.files.iter_mut().find(|file| file.path == path) {
            file.text = needs.added_to(&file.text, versions);
            return;
        }
        let Ok(old) = read_text_file(&self.project.root().join(&path)) else {
            let text = templates::year_manifest(self.project, year).text;
            let file = NewFile {
                text: needs.added_to(&text, versions),
                path,
                role: Role::Manifest,
                from: None,
                replaces: None,
            };
            return self.add(file, plan);
        };
        let new = add_lines(&old, "dependencies", &needs.dependencies);
        if new == old {
            return;
        }
        let before: BTreeSet<&str> = old.lines().collect();
        let lines = new.lines().filter(|line| !before.contains(line));
        plan.dependencies.push(NewDependencies {
            lines: lines.map(str::to_owned).collect(),
            manifest: path,
        });
    }
}

/// Whether `path` below `root` leads out of it, through a symbolic link.
pub fn leads_out(root: &Path, path: &Path) -> bool {
    let Ok(root) = fs::canonicalize(root) else {
        return true;
    };
    // A dangling link is one, too.
    let mut folders = path.ancestors().skip(1);
    let existing = folders.find(|folder| folder.symlink_metadata().is_ok());
    existing
        .and_then(|folder| fs::canonicalize(folder).ok())
        .is_none_or(|folder| !folder.starts_with(root))
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn links_may_lead_out() {
        let temp = tempfile::tempdir().unwrap();
        let root = temp.path().join("project");
        fs::create_dir_all(root.join("days/year2019")).unwrap();
        symlink(temp.path(), root.join("days/year2020")).unwrap();
        symlink("nowhere", root.join("days/year2021")).unwrap();
        let leads_out = |path: &str| leads_out(&root, &root.join(path));
        assert!(!leads_out("days/year2019/day01.rs"));
        assert!(!leads_out("days/year2022/day01/mod.rs"));
        assert!(leads_out("days/year2020/day01.rs"));
        assert!(leads_out("days/year2021/day01.rs"));
    }
}
