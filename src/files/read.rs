//! Reads files safely, although a path may lead to a FIFO, a device, a folder or an endless file.

use std::fs::{self, DirEntry, File, Metadata, read_dir};
use std::io::{self, ErrorKind, Read};
#[cfg(unix)]
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use crate::error::{CliError, Result};

/// The size limit of inputs, pages, sources, answers, examples and caches, in bytes.
pub const MAX_FILE: u64 = 64 * 1024 * 1024;

/// The size limit of settings, sessions and manifests, in bytes.
pub const MAX_SETTINGS: u64 = 1024 * 1024;

/// Reads a file and follows symbolic links. Fails if the file is not a regular file or is larger
/// than `limit` bytes. This never blocks.
pub fn read_regular_file(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    read_limited(open_regular_file(path)?, limit)
}

/// Reads a file that the user has named, of up to `limit` bytes. The file may be a FIFO or a
/// device, such as `/dev/stdin`, so the read may block.
pub fn read_any_file(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    check_is_not_a_folder(&fs::metadata(path)?)?;
    read_limited(File::open(path)?, limit)
}

/// Reads at most the first `length` bytes of a file of any size. Otherwise like
/// [`read_regular_file`].
pub fn read_start(path: &Path, length: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut start = open_regular_file(path)?.take(length);
    start.read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn open_regular_file(path: &Path) -> io::Result<File> {
    let metadata = fs::metadata(path)?;
    check_is_not_a_folder(&metadata)?;
    // Opening a FIFO would wait for a writer. Opening some devices has an effect.
    if !metadata.is_file() {
        return Err(io::Error::other("it is not a regular file"));
    }
    File::open(path)
}

fn check_is_not_a_folder(metadata: &Metadata) -> io::Result<()> {
    if metadata.is_dir() {
        return Err(io::Error::other("it is a folder, not a file"));
    }
    Ok(())
}

/// Reads a text file of up to [`MAX_SETTINGS`] bytes, like [`read_regular_file`].
pub fn read_text_file(path: &Path) -> io::Result<String> {
    read_text_up_to(path, MAX_SETTINGS)
}

/// Reads the text of a file of up to `limit` bytes, like [`read_regular_file`].
pub fn read_text_up_to(path: &Path, limit: u64) -> io::Result<String> {
    let bytes = read_regular_file(path, limit)?;
    match String::from_utf8(bytes) {
        Ok(text) => Ok(text),
        Err(_) => Err(io::Error::other("it is not UTF-8")),
    }
}

/// True if the file does not exist. A folder on its way may be missing, too, or may be no folder:
/// then `HOME` may be `/dev/null`.
pub fn is_missing(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory)
}

/// Turns the error for a missing file into `None`, and any other error into an error that names the
/// file.
pub fn if_exists<T>(path: &Path, read: io::Result<T>) -> Result<Option<T>> {
    match read {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(CliError::cannot_read(path, error)),
        Ok(content) => Ok(Some(content)),
    }
}

/// The entries of a folder. Entries that cannot be read are left out.
pub fn entries(folder: &Path) -> impl Iterator<Item = DirEntry> {
    read_dir(folder).into_iter().flatten().flatten()
}

/// Reads all bytes of `reader`. Fails if there are more than `limit`.
pub fn read_limited(reader: impl Read, limit: u64) -> io::Result<Vec<u8>> {
    // Most files are smaller than this.
    let mut bytes = Vec::with_capacity(16 << 10);
    let mut reader = reader.take(limit + 1);
    reader.read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit {
        let message = format!("it is larger than {} MiB", limit >> 20);
        return Err(io::Error::new(ErrorKind::FileTooLarge, message));
    }
    Ok(bytes)
}

/// True if anyone except the owner has any permission for the file. On Windows the user's folder
/// protects the files in it.
pub fn is_open_to_others(path: &Path) -> bool {
    #[cfg(unix)]
    return fs::metadata(path).is_ok_and(|file| file.mode() & 0o077 != 0);
    #[cfg(not(unix))]
    {
        let _ = path;
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_read_up_to_its_limit() {
        let temp = tempfile::tempdir().expect("a folder");
        let path = temp.path().join("file");
        fs::write(&path, "12345").expect("a file");
        assert_eq!(read_regular_file(&path, 5).expect("bytes"), b"12345");
        let error = read_regular_file(&path, 4).expect_err("too large");
        assert_eq!(error.kind(), ErrorKind::FileTooLarge);
        let error = read_limited(io::repeat(b'1'), 2 << 20).expect_err("endless");
        assert_eq!(error.to_string(), "it is larger than 2 MiB");
    }

    #[test]
    fn a_folder_is_not_a_file() {
        let temp = tempfile::tempdir().expect("a folder");
        let error = read_regular_file(temp.path(), 5).expect_err("a folder");
        assert_eq!(error.to_string(), "it is a folder, not a file");
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed_and_special_files_refused() {
        use std::os::unix::fs::symlink;
        use std::process::Command;

        let temp = tempfile::tempdir().expect("a folder");
        let path = |name: &str| temp.path().join(name);
        fs::write(path("file"), "text").expect("a file");
        symlink("file", path("link")).expect("a link");
        assert_eq!(read_regular_file(&path("link"), 9).expect("bytes"), b"text");
        let made = Command::new("mkfifo").arg(path("fifo")).status();
        assert!(made.expect("mkfifo").success());
        symlink("/dev/zero", path("device")).expect("a link");
        for special in ["fifo", "device"] {
            let error = read_regular_file(&path(special), 9).expect_err(special);
            assert_eq!(error.to_string(), "it is not a regular file", "{special}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_secret_is_readable_by_its_owner_only() {
        use std::fs::{Permissions, set_permissions};
        use std::os::unix::fs::PermissionsExt;

        let temp = tempfile::tempdir().expect("a folder");
        let path = temp.path().join("session");
        assert!(!is_open_to_others(&path));
        fs::write(&path, "").expect("a file");
        for (mode, is_readable) in [
            (0o600, false),
            (0o700, false),
            (0o640, true),
            (0o604, true),
            (0o620, true),
            (0o601, true),
        ] {
            set_permissions(&path, Permissions::from_mode(mode)).expect("a mode");
            assert_eq!(is_open_to_others(&path), is_readable, "{mode:o}");
        }
    }
}
