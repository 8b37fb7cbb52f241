//! Which features each year is built with.
//!
//! Years have features of their own, and cargo refuses one that the package does
//! not have. So each year gets those that it has; what no year has is left to
//! cargo, which says so.

use std::collections::BTreeSet;

use toml::{Table, Value};

use super::request::BuildRequest;
use crate::files::read_text_file;
use crate::project::Project;
use crate::puzzle::Year;

/// Cargo's arguments for the features of a year.
pub fn arguments(request: &BuildRequest<'_>, year: Year) -> Vec<String> {
    let has = |year: Year, feature: &str| {
        let manifest = manifest(request.project, year);
        has_feature(year, &manifest, feature)
    };
    let mut features = BTreeSet::new();
    for feature in request.features {
        let of_none = || !request.days.keys().any(|&other| has(other, feature));
        if has(year, feature) || of_none() {
            features.insert(feature.clone());
        }
    }
    let arguments = features.into_iter();
    arguments
        .flat_map(|feature| ["--features".to_owned(), feature])
        .collect()
}

/// The manifest of a year; without content if it cannot be read, as cargo will
/// say.
fn manifest(project: &Project, year: Year) -> Table {
    let path = project.year_dir(year).join("Cargo.toml");
    let text = read_text_file(&path).unwrap_or_default();
    text.parse().unwrap_or_default()
}

/// Whether a year has a feature: its own, that of an optional dependency, or
/// `DEPENDENCY/FEATURE`.
fn has_feature(year: Year, manifest: &Table, feature: &str) -> bool {
    let dependency = |name: &str| manifest.get("dependencies").and_then(|it| it.get(name));
    match feature.split_once('/') {
        Some((package, feature)) if package == format!("year{year}") => {
            has_feature(year, manifest, feature)
        }
        Some((package, _)) => dependency(package.trim_end_matches('?')).is_some(),
        None => {
            let own = manifest.get("features").and_then(|it| it.get(feature));
            let optional = dependency(feature).and_then(|it| it.get("optional"));
            own.is_some() || optional.and_then(Value::as_bool) == Some(true)
        }
    }
}
