//! Abilities of the terminal other than colour: links in the text (OSC 8), and the progress of the
//! work in its tab or in the task bar (OSC 9;4). The rules and variables are those of cargo, so
//! users need to set them only once.

/// True if links are written. `CARGO_TERM_HYPERLINKS` decides; if it is not set, links are written
/// on the terminals that `supports-hyperlinks` knows. iTerm2 is left out, as in cargo, because its
/// links are not reliable.
pub fn shows_links(variable: &dyn Fn(&str) -> Option<String>) -> bool {
    cargo_setting(variable, "CARGO_TERM_HYPERLINKS").unwrap_or_else(|| {
        variable("TERM_PROGRAM").as_deref() != Some("iTerm.app")
            && supports_hyperlinks::supports_hyperlinks()
    })
}

/// True if the tab shows the progress. `CARGO_TERM_PROGRESS_TERM_INTEGRATION` decides; if it is not
/// set, the tab shows the progress on the terminals that cargo knows. Other terminals may show the
/// sequence as a notification.
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
