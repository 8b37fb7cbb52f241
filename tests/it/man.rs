//! `aoc man`: outside a project too.

use crate::sandbox::Sandbox;

#[test]
fn a_page_of_the_whole_and_of_a_command() {
    let sandbox = Sandbox::new();
    let page = sandbox.aoc(&["man"]).says("").exits(0).stdout;
    for part in [
        ".TH aoc 1",
        "aoc\\-run(1)",
        ".SH SELECTORS",
        ".SH EXAMPLES",
        ".SH \"EXIT STATUS\"",
        ".SH FILES",
        "\\fBAOC_SESSION\\fR\nthe session token;",
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
    let page = sandbox.aoc(&["man", "run"]).says("").exits(0).stdout;
    for part in [".TH aoc-run 1", "\\-\\-all\\-alts", ".SH EXAMPLES\n.nf\n"] {
        assert!(page.contains(part), "{part}: {page}");
    }
    sandbox
        .aoc(&["man", "dance"])
        .says("aoc: unknown command `dance`; `aoc help` lists them\n")
        .exits(2);
    let all = sandbox.aoc(&["man", "--all", "pages"]).prints("").exits(0);
    let count = sandbox.files("pages").len();
    assert_eq!(all.stderr, format!("note: wrote {count} pages to pages\n"));
    assert_eq!(sandbox.read("pages/aoc-run.1"), page);
}
