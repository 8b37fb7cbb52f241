//! The progress in the tab of the terminal, or in the task bar.

use super::super::screen::Terminal;
use super::{changes, is_closed, write_sequence};

/// The finished share of the work, as the tab of the terminal shows it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TabProgress {
    /// The share is unknown.
    Unknown,
    Percent(u64),
}

impl TabProgress {
    pub fn of(done: u64, all: u64) -> Self {
        Self::Percent((done.min(all) * 100).checked_div(all).unwrap_or_default())
    }
}

/// Shows the progress in the tab or in the task bar, until a [`TabGuard`] is dropped.
pub fn show_in_tab(terminal: Terminal, progress: TabProgress) {
    let mut changes = changes();
    if terminal.tab_progress && !is_closed() && changes.tab != Some(progress) {
        write_sequence(&tab_sequence(Some(progress)));
        changes.tab = Some(progress);
    }
}

pub fn clear_tab() {
    clear(&mut changes().tab);
}

/// Clears the tab when it is dropped.
pub struct TabGuard;

impl Drop for TabGuard {
    fn drop(&mut self) {
        clear_tab();
    }
}

/// Clears the tab if it shows progress.
pub fn clear(shown: &mut Option<TabProgress>) {
    if shown.take().is_some() {
        write_sequence(&tab_sequence(None));
    }
}

/// The sequence that shows progress in the tab: a state and a percentage (`ConEmu`'s OSC 9;4).
fn tab_sequence(progress: Option<TabProgress>) -> String {
    let (state, percent) = match progress {
        None => (0, 0),
        Some(TabProgress::Percent(percent)) => (1, percent),
        Some(TabProgress::Unknown) => (3, 0),
    };
    format!("\x1b]9;4;{state};{percent}\x1b\\")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_is_a_state_and_a_number() {
        for (share, sequence) in [
            (None, "0;0"),
            (Some(TabProgress::Unknown), "3;0"),
            (Some(TabProgress::of(0, 25)), "1;0"),
            (Some(TabProgress::of(24, 25)), "1;96"),
            (Some(TabProgress::of(26, 25)), "1;100"),
            (Some(TabProgress::of(0, 0)), "1;0"),
        ] {
            let expected = format!("\x1b]9;4;{sequence}\x1b\\");
            assert_eq!(tab_sequence(share), expected, "{share:?}");
        }
    }
}
