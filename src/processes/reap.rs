//! Programs that outlive the call that started them.

use std::process::Child;
use std::thread;

/// Collects the exit status of a program that nobody waits for, whenever it ends:
/// until then it would be a zombie, in a command that goes on for hours.
pub fn reap_later(mut child: Child) {
    // Without a thread it is a zombie until this program ends.
    let _ = thread::Builder::new().spawn(move || child.wait());
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::path::PathBuf;
    use std::process::Command;

    use super::*;

    #[test]
    fn no_zombie_is_left() {
        let child = Command::new("true").spawn().unwrap();
        let process = PathBuf::from(format!("/proc/{}", child.id()));
        reap_later(child);
        while process.exists() {
            thread::yield_now();
        }
    }
}
