//! Importing from other tools and repositories: first a plan of what is new,
//! which writes nothing, then its execution.
//!
//! `origin` says where to look, `tree` lists what is there, `inputs`, `pages`,
//! `sessions` and `code` read one kind of thing each, and `target` knows what
//! the project has already.

mod apply;
mod code;
mod error;
mod inputs;
mod manifest;
mod origin;
mod pages;
mod place;
mod plan;
mod sessions;
mod setting;
mod target;
mod tree;

use std::fs;
use std::path::{Path, PathBuf};

pub use apply::apply;
pub use error::ImportError;
pub use origin::{Folders, Origin, origins};
pub use plan::{Plan, Role};
pub use setting::Setting;

use crate::inputs::Store;
use crate::project::Project;
use pages::Pages;
use target::Target;
use tree::Tree;

/// Plans what to import from the origins.
pub fn plan(origins: &[Origin], setting: &Setting<'_>) -> Result<Plan, ImportError> {
    let Setting {
        project,
        store,
        places,
        ..
    } = *setting;
    let mut plan = Plan::default();
    for origin in origins {
        sessions::plan(origin.sessions.clone(), places, &mut plan);
        let Some(folder) = &origin.folder else {
            continue;
        };
        // As the system sees them, whatever links there are.
        let real = fs::canonicalize(folder).unwrap_or_else(|_| folder.clone());
        let own = own_folders(project, store);
        if own.iter().any(|own| real.starts_with(own)) {
            return Err(ImportError::Own(folder.clone()));
        }
        let tree = Tree::read(folder, &own, &mut plan)?;
        let name = |folder: &Path| Some(folder.file_name()?.to_str()?.to_owned());
        let names: Vec<String> = real.ancestors().take(2).filter_map(name).collect();
        let of_folder = names.iter().find_map(|name| place::year_in(name));
        let year = of_folder.or(setting.year);
        let pages = Pages::read(&tree);
        let title = |puzzle| {
            let of_page = pages.title(puzzle, |file, page| {
                page.year.or_else(|| place::year_of(file)).or(year)
            });
            (setting.title)(puzzle).or_else(|| of_page.map(str::to_owned))
        };
        let hints = code::Hints {
            title: &title,
            inputs: &inputs_folder(project, store),
        };
        let years = code::plan(&tree, year, hints, &Target::new(project), &mut plan);
        // Where all solutions of a package are of one year, its inputs are too.
        let of_code = |file: &str| {
            let path = Path::new(file);
            let mut around = years
                .iter()
                .filter(|(package, _)| path.starts_with(package));
            let (_, years) = around.next()?;
            years.first().copied().filter(|_| years.len() == 1)
        };
        let origin = inputs::Origin {
            tree: &tree,
            pages: &pages,
            year: &|file| of_code(file).or(year),
            day: names.first().and_then(|name| place::day_in(name)),
        };
        inputs::plan(&origin, store, &mut plan);
    }
    Ok(plan)
}

/// The folder of the inputs from that of a year, or its full path if it is not
/// in the project.
fn inputs_folder(project: &Project, store: &Store) -> String {
    let root = &store.paths.root;
    match root.strip_prefix(project.root()) {
        Ok(inner) => format!("../../{}", inner.display()),
        Err(_) => root.display().to_string(),
    }
}

/// The folders of the project itself: what is in them is imported already.
fn own_folders(project: &Project, store: &Store) -> Vec<PathBuf> {
    let own = ["days", "vendor", "target"].map(|name| project.root().join(name));
    let own = own.into_iter().chain([store.paths.root.clone()]);
    own.map(|folder| fs::canonicalize(&folder).unwrap_or(folder))
        .collect()
}
