//! Writing a source file so that a killed process leaves the old one.

use std::error::Error as _;
use std::fs::{self, Permissions};
use std::io::{self, Write};
use std::path::Path;

use tempfile::NamedTempFile;

/// Puts `text` in the place of the file at `path`, keeping its mode; a symbolic
/// link stays one.
pub fn replace(path: &Path, text: &str) -> io::Result<()> {
    let path = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    let permissions = fs::metadata(&path).map(|metadata| metadata.permissions());
    let file = beside(&path, text, permissions.ok())?;
    file.persist(&path)?;
    Ok(())
}

/// Writes a file that must not be there yet.
pub fn create(path: &Path, text: &str) -> io::Result<()> {
    beside(path, text, None)?.persist_noclobber(path)?;
    Ok(())
}

/// A temporary file in the same folder, on the disk.
fn beside(path: &Path, text: &str, permissions: Option<Permissions>) -> io::Result<NamedTempFile> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    builder.prefix(".tmp");
    if let Some(permissions) = permissions {
        builder.permissions(permissions);
    } else {
        // What the umask leaves of everything: no privacy of temporary files.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    }
    let mut file = builder.tempfile_in(folder).map_err(bare)?;
    file.write_all(text.as_bytes()).map_err(bare)?;
    file.as_file().sync_all()?;
    Ok(file)
}

/// The system's own error: tempfile adds the temporary name, which is of no use
/// to a reader; the caller names the file that was meant.
fn bare(error: io::Error) -> io::Error {
    error
        .source()
        .and_then(|inner| inner.downcast_ref::<io::Error>())
        .and_then(io::Error::raw_os_error)
        .map_or(error, io::Error::from_raw_os_error)
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::{PermissionsExt, symlink};

    use super::*;

    #[test]
    fn keeps_mode_and_link_and_leaves_nothing_behind() {
        let temp = tempfile::tempdir().unwrap();
        let (file, link) = (temp.path().join("file"), temp.path().join("link"));
        replace(&file, "one").unwrap();
        let mode = |path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(&file) & 0o400, 0o400);
        fs::set_permissions(&file, Permissions::from_mode(0o640)).unwrap();
        symlink(&file, &link).unwrap();
        replace(&link, "two").unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "two");
        assert_eq!(mode(&file), 0o640);
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read_dir(temp.path()).unwrap().count(), 2);
    }

    #[test]
    fn creates_what_is_not_there() {
        let temp = tempfile::tempdir().unwrap();
        let file = temp.path().join("file");
        create(&file, "one").unwrap();
        let error = create(&file, "two").unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(fs::read_to_string(&file).unwrap(), "one");
        assert_eq!(fs::read_dir(temp.path()).unwrap().count(), 1);
    }
}
