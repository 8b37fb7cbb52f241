//! Modules that days share: beside the days of one year, or a crate for the
//! days of several.

use std::collections::{BTreeMap, BTreeSet};

/// The modules that the files below `folder` form, as the crate's root would
/// declare them. Where a folder has no file for its module, the declaration
/// has its content.
pub fn declarations(files: &BTreeSet<&str>) -> String {
    let mut text = String::new();
    declare(files, "", 0, &mut text);
    text
}

fn declare(files: &BTreeSet<&str>, folder: &str, depth: usize, text: &mut String) {
    let mut modules: BTreeMap<&str, bool> = BTreeMap::new();
    for file in files {
        let Some(rest) = file.strip_prefix(folder) else {
            continue;
        };
        match rest.split_once('/') {
            Some((module, inner)) => {
                let has_file = modules.entry(module).or_default();
                *has_file |= inner == "mod.rs";
            }
            None => {
                if let Some(module) = rest
                    .strip_suffix(".rs")
                    .filter(|it| !matches!(*it, "mod" | "lib"))
                {
                    modules.insert(module, true);
                }
            }
        }
    }
    let indent = "    ".repeat(depth);
    for (module, has_file) in modules {
        if has_file {
            text.extend([&*indent, "pub mod ", module, ";\n"]);
        } else {
            text.extend([&*indent, "pub mod ", module, " {\n"]);
            declare(files, &format!("{folder}{module}/"), depth + 1, text);
            text.extend([&*indent, "}\n"]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_without_a_file_are_declared_with_their_content() {
        let files = [
            "util/grid.rs",
            "util/deep/a.rs",
            "lib.rs",
            "math.rs",
            "math/inner.rs",
            "text/mod.rs",
        ];
        insta::assert_snapshot!(declarations(&files.into()), @r"
        pub mod math;
        pub mod text;
        pub mod util {
            pub mod deep {
                pub mod a;
            }
            pub mod grid;
        }
        ");
    }
}
