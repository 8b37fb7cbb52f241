//! Abilities of the terminal other than colour: links in the text (OSC 8), and the progress of the
//! work in its tab or in the task bar (OSC 9;4). The rules and variables are those of cargo, so
//! users set them only once.

/// Whether to write links. `CARGO_TERM_HYPERLINKS` decides. If it is not set, links are written on
/// the terminals that `supports-hyperlinks` knows. Links of iTerm2 are not reliable, so cargo
/// leaves it out, too.
pub fn shows_links(variable: &dyn Fn(&str) -> Option<String>) -> bool {
    cargo_setting(variable, "CARGO_TERM_HYPERLINKS").unwrap_or_else(|| {
        variable("TERM_PROGRAM").as_deref() != Some("iTerm.app")
            && supports_hyperlinks::supports_hyperlinks()
    })
}

/// Whether to show the progress in the tab. `CARGO_TERM_PROGRESS_TERM_INTEGRATION` decides. If it
/// is not set, the progress is shown on the terminals that cargo knows. Other terminals may show
/// the sequence as a notification.
pub fn shows_tab_progress(variable: &dyn Fn(&str) -> Option<String>) -> bool {
    cargo_setting(variable, "CARGO_TERM_PROGRESS_TERM_INTEGRATION").unwrap_or_else(|| {
        let program = variable("TERM_PROGRAM").unwrap_or_default();
        variable("WT_SESSION").is_some()
            || variable("ConEmuANSI").as_deref() == Some("ON")
            || matches!(&*program, "WezTerm" | "ghostty")
    })
}

/// The value of a setting of cargo.
fn cargo_setting(variable: &dyn Fn(&str) -> Option<String>, name: &str) -> Option<bool> {
    variable(name)?.parse().ok()
}

#[cfg(test)]
mod tests;
