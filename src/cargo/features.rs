//! Which features each year is built with.
//!
//! Years have features of their own, and cargo refuses a feature that none of
//! the packages has that it is asked to build, which are only those where
//! something changed. So each year gets those that it has, by its own name;
//! what no year has is left to cargo, which says so.

use toml::Table;

use super::request::BuildRequest;
use crate::files;
use crate::project::Project;
use crate::puzzle::Year;

/// Cargo's arguments for the features of a year.
pub fn arguments(request: &BuildRequest<'_>, year: Year) -> Vec<String> {
    if request.features.is_empty() {
        return Vec::new();
    }
    let manifests: Vec<(Year, Table)> = request
        .days
        .keys()
        .map(|&year| (year, manifest(request.project, year)))
        .collect();
    let has = |of: Option<Year>, feature: &str| {
        let mut years = manifests
            .iter()
            .filter(|(year, _)| of.is_none_or(|of| of == *year));
        years.any(|(year, manifest)| has_feature(*year, manifest, feature))
    };
    let argument = |feature: &str| {
        if has(Some(year), feature) {
            let package = format!("year{year}/");
            let feature = feature.strip_prefix(&package).unwrap_or(feature);
            Some(if feature.contains('/') {
                feature.to_owned()
            } else {
                package + feature
            })
        } else {
            (!has(None, feature)).then(|| feature.to_owned())
        }
    };
    let mut features: Vec<String> = request
        .features
        .iter()
        .filter_map(|it| argument(it))
        .collect();
    features.sort();
    features.dedup();
    features
        .into_iter()
        .flat_map(|feature| ["--features".to_owned(), feature])
        .collect()
}

/// The manifest of a year; without content if it cannot be read, as cargo will
/// say.
fn manifest(project: &Project, year: Year) -> Table {
    let path = project.year_dir(year).join("Cargo.toml");
    let text = files::read_text_file(&path).unwrap_or_default();
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
            own.is_some() || optional.and_then(toml::Value::as_bool) == Some(true)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_year_has_its_own_and_those_of_its_dependencies() {
        let manifest: Table = "[features]\nfast = []\n[dependencies]\nrayon = '1'\n\
                               grid = { path = '../grid', optional = true }\n"
            .parse()
            .unwrap();
        let has = |feature| has_feature(Year(2020), &manifest, feature);
        for feature in [
            "fast",
            "grid",
            "grid?/wide",
            "rayon/web",
            "year2020/fast",
            "year2020/grid",
        ] {
            assert!(has(feature), "{feature}");
        }
        for feature in ["slow", "rayon", "year2021/fast", "year2020/slow", "other/x"] {
            assert!(!has(feature), "{feature}");
        }
    }
}
