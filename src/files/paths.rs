//! The forms of paths, the names that may become files, and the files that may be sources.

use std::env::split_paths;
use std::ffi::OsStr;
use std::path::{Component, Path, PathBuf};

#[cfg(unix)]
use nix::unistd::{AccessFlags, access};
use walkdir::WalkDir;

use super::read::MAX_FILE;
use crate::error::{Result, usage_error};

/// The longest allowed name, in bytes. Some file systems allow only about 140 bytes for a whole
/// file name.
const MAX_NAME: usize = 64;

/// The longest chain of links that is followed. Linux has the same limit.
const MAX_LINKS: usize = 40;

/// Fails if a name cannot become part of a file name. The name must consist of letters, digits and
/// the characters in `marks`, and begin with a letter or a digit, so that it cannot form a path.
/// `what` describes the name in the error, such as "a baseline".
pub fn check_name(what: &str, name: &str, marks: &str) -> Result<()> {
    let is_plain = name
        .chars()
        .all(|c| c.is_ascii_alphanumeric() || marks.contains(c));
    let begins_well = name.starts_with(|c: char| c.is_ascii_alphanumeric());
    if is_plain && begins_well && name.len() <= MAX_NAME {
        return Ok(());
    }
    Err(usage_error(format!(
        "`{}` cannot be the name of {what}: use at most {MAX_NAME} letters, digits and `{marks}`, \
         with a letter or digit first",
        name.escape_debug()
    )))
}

/// Resolves `.` and `..` in a path without reading the disk: `a/./b/../c` becomes `a/c`.
pub fn without_dots(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir if plain.file_name().is_some() => {
                plain.pop();
            }
            // The root has no parent.
            Component::ParentDir if plain.has_root() => {}
            component => plain.push(component),
        }
    }
    plain
}

/// A path as messages and documents show it: relative to the current folder if it is below that
/// folder, or else unchanged. All separators become the separators of the system.
pub fn shown_path(path: &Path, current: &Path) -> PathBuf {
    path.strip_prefix(current).unwrap_or(path).iter().collect()
}

/// The path with all links resolved, as cargo and git print it. On Windows they do not resolve
/// links, so the path is unchanged: a resolved path would begin with `\\?\` and never equal theirs.
pub fn real_path(path: &Path) -> PathBuf {
    if cfg!(unix)
        && let Ok(real) = path.canonicalize()
    {
        return real;
    }
    without_dots(path)
}

/// The target of a link, whether or not the target exists. A path that is not a link is unchanged.
pub fn link_target(path: &Path) -> PathBuf {
    let mut target = path.to_owned();
    for _ in 0..MAX_LINKS {
        let Ok(next) = target.read_link() else {
            break;
        };
        target = target.parent().unwrap_or(&target).join(next);
    }
    target
}

/// The path with the links in its folder resolved. In this form, different paths to the same file
/// are equal, even if the file is missing.
pub fn in_real_folder(path: &Path) -> Option<PathBuf> {
    let folder = path.parent()?;
    let real = folder.canonicalize();
    Some(real.as_deref().unwrap_or(folder).join(path.file_name()?))
}

/// A relative path with forward slashes. Documents and messages have this form on every system.
pub fn slashed(path: &Path) -> String {
    let names: Vec<_> = path.iter().map(OsStr::to_string_lossy).collect();
    names.join("/")
}

/// Finds a program in the folders of `path`, which has the format of `PATH`. Skips files that
/// cannot be executed. On Windows the program may be a batch file: `code` is `code.cmd`.
pub fn find_program(path: &OsStr, name: &str) -> Option<PathBuf> {
    let endings: &[&str] = if cfg!(windows) {
        &[".exe", ".cmd", ".bat"]
    } else {
        &[""]
    };
    for folder in split_paths(path) {
        for ending in endings {
            let program = folder.join(format!("{name}{ending}"));
            if is_program(&program) {
                return Some(program);
            }
        }
    }
    None
}

fn is_program(path: &Path) -> bool {
    #[cfg(unix)]
    let may_execute = access(path, AccessFlags::X_OK).is_ok();
    #[cfg(windows)]
    let may_execute = true;
    may_execute && path.is_file()
}

/// True for a file that an editor keeps beside an open file: a swap file of Vim (`.day01.rs.swp`,
/// then `swo` and `swn`, and `swpx` while Vim looks for a free name), a lock or a copy of Emacs, or
/// a backup.
pub fn is_temporary(name: &OsStr) -> bool {
    let name = name.to_string_lossy();
    let end = name.rsplit('.').next().unwrap_or_default();
    let is_swap_file =
        name.starts_with('.') && end.starts_with("sw") && (end.len() == 3 || end == "swpx");
    is_swap_file || name.starts_with(".#") || name.starts_with('#') || name.ends_with('~')
}

/// The files in a folder that may be sources. Build output, hidden files, temporary files of
/// editors and very large files are left out. Links to folders are not followed, because they may
/// form a cycle.
pub fn source_files(folder: &Path) -> Vec<PathBuf> {
    let walk = WalkDir::new(folder).into_iter().filter_entry(|entry| {
        let name = entry.file_name().to_string_lossy();
        let is_hidden = name.starts_with('.');
        let is_cache = entry.file_type().is_dir() && entry.path().join("CACHEDIR.TAG").is_file();
        let is_output = name == "target" || name == "Cargo.lock" || is_cache;
        entry.depth() == 0 || !is_hidden && !is_temporary(entry.file_name()) && !is_output
    });
    let mut files = Vec::new();
    for entry in walk.flatten() {
        let is_small = entry
            .metadata()
            .is_ok_and(|metadata| metadata.len() <= MAX_FILE);
        if is_small && !entry.path().is_dir() {
            files.push(entry.into_path());
        }
    }
    files
}

#[cfg(test)]
mod tests {
    use std::env::join_paths;
    use std::fs::{create_dir_all, write};

    use super::*;
    use crate::testing::make_executable;

    #[test]
    fn a_program_is_the_first_file_of_its_name_in_the_folders_of_path() {
        let temp = tempfile::tempdir().unwrap();
        let [missing, folder, first, second] =
            ["missing", "folder", "first", "second"].map(|name| temp.path().join(name));
        let path = join_paths([&missing, &folder, &first, &second]).unwrap();
        let ending = if cfg!(windows) { ".cmd" } else { "" };
        let name = format!("code{ending}");
        create_dir_all(folder.join(&name)).unwrap();
        create_dir_all(&first).unwrap();
        create_dir_all(&second).unwrap();
        assert_eq!(find_program(&path, "code"), None);
        write(second.join(&name), "").unwrap();
        make_executable(&second.join(&name));
        assert_eq!(find_program(&path, "code"), Some(second.join(&name)));
        write(first.join(&name), "").unwrap();
        make_executable(&first.join(&name));
        assert_eq!(find_program(&path, "code"), Some(first.join(&name)));
    }

    /// A shell skips such a file, too.
    #[cfg(unix)]
    #[test]
    fn a_file_that_cannot_be_executed_is_not_a_program() {
        let temp = tempfile::tempdir().unwrap();
        let [data, program] = ["data", "program"].map(|name| temp.path().join(name));
        for folder in [&data, &program] {
            create_dir_all(folder).unwrap();
            write(folder.join("cargo"), "").unwrap();
        }
        make_executable(&program.join("cargo"));
        let path = join_paths([&data, &program]).unwrap();
        assert_eq!(find_program(&path, "cargo"), Some(program.join("cargo")));
        assert_eq!(find_program(data.as_os_str(), "cargo"), None);
    }

    /// Such a file would be read at each check.
    #[test]
    fn a_huge_file_is_no_source() {
        let temp = tempfile::tempdir().unwrap();
        for (name, length) in [("large", MAX_FILE), ("huge", MAX_FILE + 1)] {
            let file = std::fs::File::create(temp.path().join(name)).unwrap();
            file.set_len(length).unwrap();
        }
        assert_eq!(source_files(temp.path()), [temp.path().join("large")]);
    }

    #[test]
    fn detours_are_removed() {
        for (path, plain) in [
            ("/a/./b/../c", "/a/c"),
            ("/../a", "/a"),
            ("../../a", "../../a"),
            ("a/../../b", "../b"),
            ("./a", "a"),
        ] {
            assert_eq!(without_dots(Path::new(path)), Path::new(plain), "{path}");
        }
    }
}
