//! Profiles and other options of a build, and cargo's arguments for them.

use crate::project::Project;

/// How workers are built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BuildOptions {
    pub profile: Profile,
    /// Whether cargo may not use the network.
    pub offline: bool,
    /// Whether messages are for a terminal with colours.
    pub color: bool,
    /// Whether cargo shows nothing but warnings and errors of the compiler.
    pub quiet: bool,
}

/// A profile of cargo.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Profile {
    /// For `run`, `test` and `submit`: quick to rebuild, overflow checked.
    Aoc,
    /// For `bench` and `verify`: optimised as a whole, without checks.
    AocBench,
    /// `--dev`.
    Dev,
}

impl Profile {
    /// Its name for cargo.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Aoc => "aoc",
            Self::AocBench => "aoc-bench",
            Self::Dev => "dev",
        }
    }

    /// The profile's settings, as TOML, where a repository does not define it.
    const fn keys(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Self::Aoc => &[
                ("inherits", "\"release\""),
                ("incremental", "true"),
                ("lto", "\"off\""),
                ("debug", "false"),
                ("overflow-checks", "true"),
            ],
            Self::AocBench => &[
                ("inherits", "\"release\""),
                ("incremental", "false"),
                ("codegen-units", "1"),
                ("lto", "\"off\""),
            ],
            Self::Dev => &[],
        }
    }

    /// The arguments that choose the profile, and define it if the project's
    /// manifest does not.
    pub fn arguments(self, project: &Project) -> Vec<String> {
        let mut arguments = vec!["--profile".to_owned(), self.name().to_owned()];
        let profiles = project.manifest().get("profile");
        if profiles.and_then(|table| table.get(self.name())).is_none() {
            for (key, value) in self.keys() {
                arguments.push("--config".to_owned());
                arguments.push(format!("profile.{}.{key}={value}", self.name()));
            }
        }
        arguments
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_as_in_this_repositorys_manifest() {
        let manifest: toml::Table = include_str!("../../Cargo.toml").parse().unwrap();
        for profile in [Profile::Aoc, Profile::AocBench] {
            let text: Vec<String> = profile
                .keys()
                .iter()
                .map(|(key, value)| format!("{key} = {value}"))
                .collect();
            let keys: toml::Table = text.join("\n").parse().unwrap();
            let mut ours = manifest["profile"][profile.name()].clone();
            // Undoes what `release` is here; nobody else's is like that.
            ours.as_table_mut().unwrap().remove("package");
            assert_eq!(ours, keys.into());
        }
    }

    #[test]
    fn is_defined_where_the_project_does_not() {
        let temp = tempfile::tempdir().unwrap();
        let arguments = |manifest: &str| {
            std::fs::write(temp.path().join("Cargo.toml"), manifest).unwrap();
            let project = Project::find(temp.path()).unwrap();
            Profile::Aoc.arguments(&project).join(" ")
        };
        assert_eq!(
            arguments("[workspace.metadata.aoc]\n[profile.aoc]\n"),
            "--profile aoc"
        );
        let defined = arguments("[workspace.metadata.aoc]\n");
        assert!(defined.starts_with("--profile aoc --config profile.aoc.inherits=\"release\" "));
    }
}
