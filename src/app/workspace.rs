//! The project and its inputs.

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use super::Ui;
use super::read_only_inputs::why_read_only;
use crate::config::{Environment, Settings};
use crate::error::Result;
use crate::files::{Locks, shown_path};
use crate::inputs::{MisnamedInput, Store};
use crate::project::Project;
use crate::puzzle::Puzzle;
use crate::records::StoredDay;

/// The project around the current folder, and the stored files. A function that takes no
/// `Workspace`, `Project` or `Store` neither reads nor writes code or inputs.
pub struct Workspace {
    /// The project. `None` outside of a project, where some commands also work.
    project: Option<Project>,
    /// The inputs. [`Workspace::store`] opens them.
    store: OnceLock<Store>,
    /// True if the command also works outside of a project, where it keeps its files in the cache
    /// folder.
    pub(super) works_anywhere: bool,
    environment: Arc<Environment>,
    settings: Arc<Settings>,
}

impl Workspace {
    pub fn new(
        project: Option<Project>,
        environment: Arc<Environment>,
        settings: Arc<Settings>,
    ) -> Self {
        Self {
            project,
            store: OnceLock::new(),
            works_anywhere: false,
            environment,
            settings,
        }
    }

    /// The project around the current folder.
    pub fn project(&self) -> Result<&Project> {
        let current = &self.environment.current_dir;
        self.project
            .as_ref()
            .ok_or_else(|| Project::not_found_error(current))
    }

    /// The project. Outside of a project, `None` for a command that works anywhere, and an error
    /// for all others.
    pub fn optional_project(&self) -> Result<Option<&Project>> {
        if self.project.is_none() {
            self.folder_without_project()?;
        }
        Ok(self.project.as_ref())
    }

    /// The inputs of the project, in the folder of the settings or in `inputs`. Outside of a
    /// project, the inputs in the cache folder.
    pub fn store(&self) -> Result<&Store> {
        if let Some(store) = self.store.get() {
            return Ok(store);
        }
        let store = match &self.project {
            Some(project) => self.project_store(project),
            None => Store::new(self.folder_without_project()?, self.locks()),
        };
        Ok(self.store.get_or_init(|| store))
    }

    /// The inputs, for a command that only reads them. Fails if their folder cannot be used. A
    /// submodule that is not checked out, as in CI, is not an error: it has no inputs.
    pub fn store_to_read(&self) -> Result<&Store> {
        let store = self.store()?;
        if !self.project()?.lacks_submodule(&store.root) {
            store.check_writable()?;
        }
        Ok(store)
    }

    /// The folder of the inputs outside of a project. Fails if the command needs a project.
    fn folder_without_project(&self) -> Result<PathBuf> {
        let no_project = Project::not_found_error(&self.environment.current_dir);
        if !self.works_anywhere {
            return Err(no_project);
        }
        match &self.environment.cache_dir {
            Some(cache) => Ok(cache.join("inputs")),
            None => Err(no_project.with_hint(
                "outside of a project the puzzle's files are in the cache folder, which is not \
                 known: set HOME",
            )),
        }
    }

    /// The title of a day from its code, or else from the stored files.
    pub fn title(&self, day: &StoredDay) -> Option<String> {
        let project = self.project().ok();
        let in_code = project.and_then(|project| project.title(day.puzzle));
        in_code.or_else(|| day.title())
    }

    /// Warns about files that were probably meant as inputs of the puzzle.
    pub fn warn_of_misnamed_inputs(&self, ui: &Ui, puzzle: Puzzle) {
        let Ok(store) = self.store() else {
            return;
        };
        for MisnamedInput { path, right } in store.misnamed_inputs(puzzle) {
            ui.warning(format!(
                "{} is not read: rename it to {}",
                self.relative_path(&path).display(),
                self.relative_path(&right).display()
            ));
        }
    }

    /// The locks on files of the user.
    pub fn locks(&self) -> Locks {
        let cache_dir = self.environment.cache_dir.clone();
        Locks { cache_dir }
    }

    pub fn current_dir(&self) -> &Path {
        &self.environment.current_dir
    }

    /// The path as messages and documents show it, see [`shown_path`].
    pub fn relative_path(&self, path: &Path) -> PathBuf {
        shown_path(path, self.current_dir())
    }

    /// The project's inputs, in the folder of the settings or in `inputs`.
    fn project_store(&self, project: &Project) -> Store {
        let home = self.environment.home.as_deref();
        let folder = self.settings.inputs.path(project.root(), home);
        let read_only = why_read_only(project, &folder, &self.settings);
        let mut store = Store::new(folder, self.locks());
        store.why_read_only = read_only;
        store.repository = Some(project.root().to_owned());
        store
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::App;
    use crate::app::args::GlobalArgs;
    use crate::testing::{environment, project};

    #[test]
    fn only_the_usual_folder_is_created() {
        for (variables, problem) in [
            (&[][..], None),
            (&[("AOC_INPUTS", "days")], None),
            (&[("AOC_INPUTS", "nosuch")], Some("correct AOC_INPUTS")),
        ] {
            let (temp, _) = project(&[("year2020/day01.rs", "")]);
            let app = App::new(environment(temp.path(), variables), &GlobalArgs::default());
            let checked = app.workspace.store().unwrap().check_writable();
            let error = checked.err().map(|error| error.to_string());
            let is_it = match (&error, problem) {
                (Some(error), Some(problem)) => error.ends_with(problem),
                (error, problem) => error.is_none() && problem.is_none(),
            };
            assert!(is_it, "{error:?}");
        }
    }

    #[test]
    fn outside_of_a_project_files_are_in_the_cache_folder_if_one_is_known() {
        let temp = tempfile::tempdir().unwrap();
        for (cache_dir, end) in [
            (Some(temp.path().join("cache")), None),
            (
                None,
                Some("in the cache folder, which is not known: set HOME"),
            ),
        ] {
            let environment = Environment {
                cache_dir,
                ..environment(temp.path(), &[])
            };
            let mut app = App::new(environment, &GlobalArgs::default());
            let needed = app.workspace.store().err().expect("no project").to_string();
            assert!(!needed.contains("HOME"), "{needed}");
            app.workspace.works_anywhere = true;
            let workspace = &app.workspace;
            let errors = [workspace.store().err(), workspace.optional_project().err()];
            for error in errors {
                let error = error.map(|error| error.to_string());
                let ends = error
                    .as_ref()
                    .map(|error| error.ends_with(end.unwrap_or("?")));
                assert_eq!(ends, end.map(|_| true), "{error:?}");
            }
        }
    }
}
