//! What differs between operating systems when files are opened and written.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io;
use std::path::Path;

/// From now on, a write that would exceed the file size limit (`ulimit -f`)
/// fails with an error. By default SIGXFSZ ends the process in the middle of
/// it, which leaves a temporary file.
///
/// To be called before any thread is started: threads inherit the signal mask.
pub fn fail_writes_past_the_size_limit() {
    #[cfg(unix)]
    {
        use nix::sys::signal::{SigSet, Signal};

        let mut signals = SigSet::empty();
        signals.add(Signal::SIGXFSZ);
        // If this fails, the process ends at the limit, as it would have.
        let _ = signals.thread_block();
    }
}

/// Opens a file for reading without waiting for a writer, as the open of a FIFO
/// would.
pub fn open_without_waiting(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(
        &mut options,
        nix::libc::O_NONBLOCK | nix::libc::O_NOCTTY,
    );
    options.open(path)
}

/// Who may do what with a file, such as `0o600`; `None` where the system has no
/// such modes: Windows protects a user's files through their folder.
#[cfg(unix)]
#[expect(clippy::unnecessary_wraps, reason = "other systems have none")]
pub fn mode(metadata: &Metadata) -> Option<u32> {
    use std::os::unix::fs::PermissionsExt;
    Some(metadata.permissions().mode() & 0o7777)
}

#[cfg(not(unix))]
pub fn mode(_metadata: &Metadata) -> Option<u32> {
    None
}

/// Whether anyone but the file's owner has a permission for it.
pub fn others_can_read(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|metadata| mode(&metadata).is_some_and(|mode| mode & 0o077 != 0))
}

/// Sets the mode of a file that `options` will create.
#[cfg(unix)]
pub fn set_mode(options: &mut OpenOptions, mode: u32) {
    std::os::unix::fs::OpenOptionsExt::mode(options, mode);
}

#[cfg(not(unix))]
pub fn set_mode(_options: &mut OpenOptions, _mode: u32) {}
