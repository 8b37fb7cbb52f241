//! Properties of the manifests that an import writes: cargo reads exactly the dependencies of the
//! old repository. `just fuzz import` tests the properties for an hour.

use cargo_toml::{Dependency, DependencyDetail, Manifest};
use proptest::prelude::*;
use toml_edit::DocumentMut;

use super::manifest::{YearManifest, text};

/// Values that would change their meaning if they were inserted into a line without quoting.
fn value() -> impl Strategy<Value = String> {
    "[a-z0-9./:^~=é \"'\\\\#\n\\[\\]{}-]{1,12}|default_features|\\^1"
}

fn requirement() -> impl Strategy<Value = String> {
    "(\\^|~|=|>=)?(0|[1-9][0-9]?)(\\.(0|[1-9][0-9]?)){0,2}"
}

fn dependency() -> impl Strategy<Value = Dependency> {
    let parts = (
        prop::option::of(requirement().prop_map(|text| text.parse().expect("a requirement"))),
        prop::option::of(value()),
        prop::option::of(value()),
        prop::collection::vec(value(), 0..3),
        any::<bool>(),
    );
    prop_oneof![
        requirement().prop_map(|text| Dependency::Simple(text.parse().expect("a requirement"))),
        parts.prop_map(|(version, git, package, features, default_features)| {
            Dependency::Detailed(Box::new(DependencyDetail {
                version,
                git,
                package,
                features,
                default_features,
                ..DependencyDetail::default()
            }))
        }),
    ]
}

proptest! {
    #[test]
    fn a_dependency_is_what_it_was_and_nothing_else_changes(
        name in "[a-z][a-z0-9_-]{0,8}", dependency in dependency(), others in prop::collection::btree_map("[A-Z]{1,3}", value(), 0..3),
    ) {
        let mut document: DocumentMut = "[package]\nname = \"year2020\"\nversion = \"0.0.0\"\n".parse().expect("TOML");
        for (key, value) in &others {
            document["package"]["metadata"][key.as_str()] = toml_edit::value(value);
        }
        let before = document.clone();
        let mut year = YearManifest { document, is_ours: true };
        year.add(&["dependencies"], &name, &dependency).expect("no other of the name");
        let written = year.document.to_string();
        let read = Manifest::from_str(&written).expect("a manifest");
        prop_assert_eq!(read.dependencies.len(), 1, "{}", written);
        let found = &read.dependencies[&name];
        match (&dependency, found.detail()) {
            (Dependency::Simple(wanted), None) => prop_assert_eq!(found.req(), wanted),
            (Dependency::Detailed(wanted), Some(found)) => {
                prop_assert_eq!(&found.version, &wanted.version);
                prop_assert_eq!(&found.git, &wanted.git);
                prop_assert_eq!(&found.package, &wanted.package);
                prop_assert_eq!(&found.features, &wanted.features);
                prop_assert_eq!(found.default_features, wanted.default_features);
            }
            _ => prop_assert!(dependency.detail().is_some(), "{}", written),
        }
        prop_assert_eq!(year.document["package"].to_string(), before["package"].to_string());
        // The same dependency can be added again. A different dependency with this name is refused,
        // and changes nothing.
        year.add(&["dependencies"], &name, &dependency).expect("the same");
        prop_assert_eq!(year.document.to_string(), written.as_str());
        let other = Dependency::Simple("999".parse().expect("a requirement"));
        prop_assert!(year.add(&["dependencies"], &name, &other).is_err());
        prop_assert_eq!(year.document.to_string(), written);
    }

    #[test]
    fn a_copied_manifest_is_read_as_it_was(
        name in "[a-z][a-z0-9_-]{0,8}", description in value(), dependency in dependency(), feature in "[a-z]{1,5}", needs in prop::collection::vec("[a-z]{1,5}", 0..3),
    ) {
        let mut manifest = Manifest::from_str("[package]\nname = \"x\"\nversion = \"0.1.0\"\nedition = \"2021\"\n").expect("a manifest");
        manifest.package.as_mut().expect("a package").set_description(Some(description.clone()));
        manifest.dependencies.insert(name.clone(), dependency);
        manifest.features.insert(feature.clone(), needs.clone());
        let written = text(manifest).expect("TOML");
        let read = Manifest::from_str(&written).expect("a manifest");
        prop_assert_eq!(read.package.as_ref().and_then(|package| package.description()), Some(description.as_str()), "{}", written);
        prop_assert_eq!(read.dependencies.len(), 1);
        prop_assert_eq!(&read.features[&feature], &needs);
    }
}
