//! Writing a set of files: all of them, or none.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::{File, TemplateError};
use crate::inputs::{self, Readers};

/// Writes the files below `root`, which need not be there yet. If one of them
/// is there already, or cannot be written, none is.
pub fn unpack(root: &Path, files: &[File]) -> Result<(), TemplateError> {
    let mut in_the_way = Vec::new();
    for file in files {
        in_the_way.extend(obstacle(root, &file.path)?);
    }
    // A file in the place of a folder is in the way of all below it.
    in_the_way.dedup();
    if let [path, others @ ..] = in_the_way.as_slice() {
        return Err(TemplateError::InTheWay {
            path: path.clone(),
            others: others.len(),
        });
    }
    let mut written = Written::default();
    for file in files {
        written.add(&root.join(&file.path), &file.text)?;
    }
    written.keep();
    Ok(())
}

/// What has the place of a file, or of a folder that it is to be in.
fn obstacle(root: &Path, path: &str) -> Result<Option<PathBuf>, TemplateError> {
    let file = root.join(path);
    for folder in file.ancestors().skip(1) {
        match fs::metadata(folder) {
            Ok(metadata) if metadata.is_dir() => break,
            Ok(_) => return Ok(Some(folder.to_path_buf())),
            Err(error) if is_absent(&error) => {}
            Err(why) => {
                let path = folder.to_path_buf();
                return Err(TemplateError::Read { path, why });
            }
        }
    }
    // A link to nothing is something too.
    match fs::symlink_metadata(&file) {
        Ok(_) => Ok(Some(file)),
        Err(error) if is_absent(&error) => Ok(None),
        Err(why) => Err(TemplateError::Read { path: file, why }),
    }
}

fn is_absent(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory
    )
}

/// What is written so far: gone again with this, unless it is kept.
#[derive(Default)]
struct Written {
    files: Vec<PathBuf>,
    folders: Vec<PathBuf>,
}

impl Written {
    fn add(&mut self, path: &Path, text: &str) -> Result<(), TemplateError> {
        let failed = |path: &Path, why| TemplateError::Write {
            path: path.to_path_buf(),
            why,
        };
        let folder = path.parent().unwrap_or(Path::new("."));
        let missing = folder.ancestors().take_while(|folder| !folder.is_dir());
        for folder in missing.collect::<Vec<_>>().into_iter().rev() {
            fs::create_dir(folder).map_err(|why| failed(folder, why))?;
            self.folders.push(folder.to_path_buf());
        }
        inputs::create(path, text, Readers::Usual).map_err(|why| failed(path, why))?;
        self.files.push(path.to_path_buf());
        Ok(())
    }

    fn keep(mut self) {
        self.files.clear();
        self.folders.clear();
    }
}

impl Drop for Written {
    fn drop(&mut self) {
        for file in &self.files {
            let _ = fs::remove_file(file);
        }
        // Only if empty: it may have got something else in it.
        for folder in self.folders.iter().rev() {
            let _ = fs::remove_dir(folder);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::{Exit, HasExit};

    fn files(paths: &[&str]) -> Vec<File> {
        paths.iter().map(|&path| File::new(path, "text")).collect()
    }

    #[test]
    fn writes_beside_what_is_there() {
        let temp = tempfile::tempdir().unwrap();
        fs::create_dir(temp.path().join(".git")).unwrap();
        unpack(temp.path(), &files(&["a", "b/c/d", "b/e"])).unwrap();
        for path in ["a", "b/c/d", "b/e"] {
            assert_eq!(fs::read_to_string(temp.path().join(path)).unwrap(), "text");
        }
    }

    #[test]
    fn writes_nothing_where_something_is_in_the_way() {
        let temp = tempfile::tempdir().unwrap();
        fs::write(temp.path().join("b"), "mine").unwrap();
        fs::write(temp.path().join("e"), "mine").unwrap();
        let error = unpack(temp.path(), &files(&["a", "b/c", "b/d", "e"])).unwrap_err();
        assert_eq!(
            error.to_string(),
            format!(
                "{} is there already (and 1 more), and nothing is overwritten: move it away or \
                 choose another folder",
                temp.path().join("b").display()
            )
        );
        assert_eq!(error.exit(), Exit::Usage);
        assert_eq!(fs::read_dir(temp.path()).unwrap().count(), 2);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_to_nothing_is_in_the_way() {
        let temp = tempfile::tempdir().unwrap();
        std::os::unix::fs::symlink("nowhere", temp.path().join("a")).unwrap();
        let error = unpack(temp.path(), &files(&["a"])).unwrap_err();
        assert!(matches!(error, TemplateError::InTheWay { others: 0, .. }));
    }

    #[test]
    fn leaves_nothing_behind_when_a_write_fails() {
        let temp = tempfile::tempdir().unwrap();
        let root = temp.path().join("new/repository");
        fs::create_dir(temp.path().join("new")).unwrap();
        let long = "x".repeat(300);
        let error = unpack(&root, &files(&["a", "b/c", &format!("b/{long}/d")])).unwrap_err();
        assert_eq!(error.exit(), Exit::Files);
        assert_eq!(fs::read_dir(temp.path().join("new")).unwrap().count(), 0);
    }
}
