//! The configuration files of cargo.

use std::path::{Path, PathBuf};

use toml::{Table, Value};

use crate::config::ChildEnv;
use crate::files::read_table;

/// The names of cargo's configuration file in a folder. Older versions use the second name.
pub const CARGO_CONFIGS: [&str; 2] = [".cargo/config.toml", ".cargo/config"];

/// The configuration files that apply in a folder, with their contents: first those of the folder
/// and of all folders around it, the innermost first, and then that of `CARGO_HOME`. Included files
/// come after the file that includes them. Some of the files may not exist.
pub fn config_files(folder: &Path, environment: &ChildEnv) -> Vec<(PathBuf, Table)> {
    let mut files = Vec::new();
    for outer in folder.ancestors() {
        for file in CARGO_CONFIGS {
            add(outer.join(file), &mut files);
        }
    }
    if let Some(home) = environment.home_of("cargo") {
        for file in ["config.toml", "config"] {
            add(home.join(file), &mut files);
        }
    }
    files
}

/// Adds a file and the files that it includes. The key `include` is a path, or a list of paths and
/// of tables with a `path`. Paths are relative to the file.
fn add(file: PathBuf, files: &mut Vec<(PathBuf, Table)>) {
    if files.iter().any(|(known, _)| *known == file) {
        return;
    }
    let table = read_table(&file);
    let included = match table.get("include") {
        Some(Value::Array(list)) => list.clone(),
        one => one.cloned().into_iter().collect(),
    };
    let folder = file.with_file_name("");
    files.push((file, table));
    for item in included {
        let path = item.get("path").unwrap_or(&item);
        if let Some(path) = path.as_str() {
            add(folder.join(path), files);
        }
    }
}
