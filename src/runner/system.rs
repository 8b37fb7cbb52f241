//! What else depends on the operating system: the names of signals, waiting for
//! several sockets, and who may read the memory of this process.

use std::net::{TcpListener, TcpStream};
use std::process::ExitStatus;
use std::time::Duration;

/// Keeps other processes of the same user from reading our memory and our
/// environment, which may contain the session token. Linux only; the user
/// `root` can still read them.
pub fn deny_memory_access() {
    #[cfg(target_os = "linux")]
    let _ = nix::sys::prctl::set_dumpable(false);
}

/// The name of the signal that ended a process, such as `SIGSEGV`.
#[cfg(unix)]
pub fn signal(status: ExitStatus) -> Option<String> {
    let number = std::os::unix::process::ExitStatusExt::signal(&status)?;
    Some(nix::sys::signal::Signal::try_from(number).map_or_else(
        |_| format!("signal {number}"),
        |signal| signal.as_str().to_owned(),
    ))
}

#[cfg(not(unix))]
pub const fn signal(_: ExitStatus) -> Option<String> {
    None
}

/// Waits until somebody connects, one of the streams has something to read or
/// has ended, or the time is over.
#[cfg(unix)]
pub fn wait_for_input<'a>(
    listener: &'a TcpListener,
    streams: impl Iterator<Item = &'a TcpStream>,
    timeout: Duration,
) {
    use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
    use std::os::fd::AsFd;
    let descriptors = std::iter::once(listener.as_fd()).chain(streams.map(AsFd::as_fd));
    let mut waited_for: Vec<PollFd<'_>> = descriptors
        .map(|descriptor| PollFd::new(descriptor, PollFlags::POLLIN))
        .collect();
    let timeout = PollTimeout::try_from(timeout).unwrap_or(PollTimeout::MAX);
    // After an error the caller looks for itself, too early.
    let _ = poll(&mut waited_for, timeout);
}

/// Waits a moment: the standard library cannot wait for several sockets.
#[cfg(not(unix))]
pub fn wait_for_input<'a>(
    _listener: &TcpListener,
    _streams: impl Iterator<Item = &'a TcpStream>,
    timeout: Duration,
) {
    std::thread::sleep(timeout.min(Duration::from_millis(1)));
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use crate::processes;

    #[test]
    fn memory_is_denied_to_others() {
        deny_memory_access();
        assert_eq!(nix::sys::prctl::get_dumpable(), Ok(false));
        // We can still see ourselves.
        assert!(processes::resident_bytes(std::process::id()).is_some());
    }
}
