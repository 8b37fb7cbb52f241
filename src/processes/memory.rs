//! Protects the memory of this process from other processes.

/// Prevents other processes of the same user from reading our memory and environment, which may
/// contain the session token. Works on Linux only. The user `root` can still read them.
pub fn deny_memory_access() {
    #[cfg(target_os = "linux")]
    let _ = nix::sys::prctl::set_dumpable(false);
}

#[cfg(target_os = "linux")]
#[cfg(test)]
mod tests {
    use super::*;
    use crate::processes::resident_bytes;

    #[test]
    fn memory_is_denied_to_others() {
        deny_memory_access();
        assert_eq!(nix::sys::prctl::get_dumpable(), Ok(false));
        // The process can still read its own files.
        assert!(resident_bytes(std::process::id()).is_some());
    }
}
