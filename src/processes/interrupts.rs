//! The effect of Ctrl-C: it may have ended a process, and `aoc` ignores it while another program
//! uses the terminal.

use std::process::ExitStatus;
use std::sync::atomic::{AtomicUsize, Ordering};

#[cfg(unix)]
use {nix::sys::signal::Signal, std::os::unix::process::ExitStatusExt};

/// The number of [`IgnoreInterrupts`] that exist.
static IGNORING: AtomicUsize = AtomicUsize::new(0);

/// Ignores interrupts while it exists. Ctrl-C is then meant for the pager or the editor that uses
/// the terminal.
#[must_use = "interrupts are ignored only until this is dropped"]
pub struct IgnoreInterrupts(());

impl IgnoreInterrupts {
    pub fn new() -> Self {
        IGNORING.fetch_add(1, Ordering::SeqCst);
        Self(())
    }
}

impl Drop for IgnoreInterrupts {
    fn drop(&mut self) {
        IGNORING.fetch_sub(1, Ordering::SeqCst);
    }
}

pub fn are_interrupts_ignored() -> bool {
    IGNORING.load(Ordering::SeqCst) > 0
}

/// True if Ctrl-C ended the process.
pub fn ended_by_interrupt(status: ExitStatus) -> bool {
    #[cfg(unix)]
    return status.signal() == Some(Signal::SIGINT as i32);
    // The number is STATUS_CONTROL_C_EXIT.
    #[cfg(not(unix))]
    return status.code().map(i32::cast_unsigned) == Some(0xC000_013A);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn interrupts_are_ignored_until_the_last_program_has_ended() {
        let pager = IgnoreInterrupts::new();
        let editor = std::panic::catch_unwind(|| {
            let _editor = IgnoreInterrupts::new();
            std::panic::resume_unwind(Box::new(()));
        });
        assert!(editor.is_err() && are_interrupts_ignored());
        drop(pager);
        assert!(!are_interrupts_ignored());
    }
}
