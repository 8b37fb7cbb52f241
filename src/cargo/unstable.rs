//! Asks the compiler about unstable features.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use serde_json::Value;
use tempfile::tempdir;

use super::toolchain::rustc;
use crate::config::ChildEnv;
use crate::processes::{CancelToken, ProgramLimits, run_within};

/// The time limit for a question. It may include the download of a toolchain.
const LIMIT: Duration = Duration::from_mins(5);

/// The error about a declaration of unstable features. Only a stable compiler has it.
const NO_FEATURES: &str = "E0554";

/// What the compiler says about some unstable features. By default, nothing is known about them.
#[derive(Debug, Default, PartialEq)]
pub struct UnstableFeatures {
    /// Whether the compiler accepts declarations of features that are not obsolete.
    pub is_nightly: bool,
    /// The features that it does not know, that have been removed, or that are stable by now.
    pub obsolete: BTreeSet<String>,
}

impl UnstableFeatures {
    /// Asks the compiler that cargo uses in this folder: it compiles declarations of the features.
    /// Without an answer, a build will show what is wrong.
    pub fn ask(
        mut names: Vec<&str>,
        folder: &Path,
        environment: &ChildEnv,
        cancel: &CancelToken,
    ) -> Self {
        let mut answer = Self::default();
        let Ok(output) = tempdir() else {
            return answer;
        };
        // The compiler does not reject all features at once.
        while !names.is_empty() {
            let mut command = Command::new(rustc(environment));
            environment.apply_to(&mut command);
            command
                .args(["--crate-type=lib", "--emit=metadata", "--error-format=json"])
                .args(["-Awarnings", "-Dstable_features", "-", "--out-dir"])
                .arg(output.path())
                .current_dir(folder);
            let lines = names.iter().map(|name| format!("#![feature({name})]\n"));
            let code: String = lines.collect();
            let limits = ProgramLimits::of_time(LIMIT);
            let Ok(Ok(ended)) = run_within(&limits, cancel, command, &code) else {
                break;
            };
            answer.is_nightly = ended.status.success();
            let mut rejected = rejected_lines(&ended.stderr);
            rejected.retain(|index| *index < names.len());
            if rejected.is_empty() {
                break;
            }
            for index in rejected.into_iter().rev() {
                answer.obsolete.insert(names.remove(index).to_owned());
            }
        }
        answer
    }
}

/// The lines of these features that the compiler rejects, from 0. A stable compiler also has an error
/// about all of them.
fn rejected_lines(messages: &str) -> BTreeSet<usize> {
    messages
        .lines()
        .filter_map(|line| serde_json::from_str::<Value>(line).ok())
        .filter(|message| message["level"] == "error" && message["code"]["code"] != NO_FEATURES)
        .filter_map(|message| message["spans"][0]["line_start"].as_u64())
        .filter_map(|line| usize::try_from(line.checked_sub(1)?).ok())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cargo::tool_version;

    #[test]
    fn a_compiler_says_which_features_are_obsolete() {
        let temp = tempdir().unwrap();
        let environment = ChildEnv::new(std::env::vars_os());
        // A stable compiler with this variable stands in for a nightly one.
        let nightly = environment.clone().with("RUSTC_BOOTSTRAP", "1");
        let ask = |names: &[&str], environment| {
            let token = CancelToken::default();
            UnstableFeatures::ask(names.to_vec(), temp.path(), environment, &token)
        };
        // These are removed, unknown, stable, an incomplete one, and one of the library.
        let names = [
            "generic_const_exprs",
            "let_else",
            "macro_reexport",
            "no_such_feature",
            "step_trait",
        ];
        let obsolete = [1, 2, 3].map(|index| names[index].to_owned());
        for (environment, is_nightly) in [(&environment, false), (&nightly, true)] {
            let answer = ask(&names, environment);
            assert_eq!(answer.obsolete, obsolete.clone().into(), "{is_nightly}");
            let version = tool_version(rustc(environment), temp.path(), environment).unwrap();
            assert_eq!(answer.is_nightly, is_nightly || version.contains("nightly"));
        }
        assert_eq!(ask(&["no_such_feature"], &nightly).obsolete.len(), 1);
        assert_eq!(ask(&[], &nightly), UnstableFeatures::default());
        let missing = nightly.clone().with("RUSTC", "/nosuch/rustc");
        assert_eq!(ask(&names, &missing), UnstableFeatures::default());
    }
}
