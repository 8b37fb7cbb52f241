//! Writing a source file so that a killed process leaves the old one.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

/// Puts `text` in the place of the file at `path`, keeping its mode; a symbolic
/// link stays one.
pub fn replace(path: &Path, text: &str) -> io::Result<()> {
    let path = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    let folder = path.parent().unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    builder.prefix(".tmp");
    if let Ok(metadata) = fs::metadata(&path) {
        builder.permissions(metadata.permissions());
    } else {
        // What the umask leaves of everything: no privacy of temporary files.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    }
    let mut file = builder.tempfile_in(folder)?;
    file.write_all(text.as_bytes())?;
    file.as_file().sync_all()?;
    file.persist(&path)?;
    Ok(())
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
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
        symlink(&file, &link).unwrap();
        replace(&link, "two").unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "two");
        assert_eq!(mode(&file), 0o640);
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read_dir(temp.path()).unwrap().count(), 2);
    }
}
