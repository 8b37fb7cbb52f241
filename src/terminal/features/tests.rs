use super::*;

#[test]
fn cargos_variables_come_before_what_is_known_of_the_terminal() {
    for (variables, links, tab) in [
        (&[][..], None, false),
        (&[("TERM_PROGRAM", "ghostty")], None, true),
        (&[("TERM_PROGRAM", "WezTerm")], None, true),
        (&[("TERM_PROGRAM", "iTerm.app")], Some(false), false),
        (&[("WT_SESSION", "1a2b")], None, true),
        (&[("ConEmuANSI", "ON")], None, true),
        (&[("ConEmuANSI", "OFF")], None, false),
        (&[("CARGO_TERM_HYPERLINKS", "true")], Some(true), false),
        (&[("CARGO_TERM_HYPERLINKS", "false")], Some(false), false),
        (
            &[
                ("WT_SESSION", "1"),
                ("CARGO_TERM_PROGRESS_TERM_INTEGRATION", "false"),
            ],
            None,
            false,
        ),
        (
            &[("CARGO_TERM_PROGRESS_TERM_INTEGRATION", "true")],
            None,
            true,
        ),
    ] {
        let variable = |name: &str| {
            let (_, value) = variables.iter().find(|(other, _)| *other == name)?;
            Some((*value).to_owned())
        };
        assert_eq!(shows_tab_progress(&variable), tab, "{variables:?}");
        // Without a setting the crate looks at the environment of the process.
        if let Some(links) = links {
            assert_eq!(shows_links(&variable), links, "{variables:?}");
        }
    }
}
