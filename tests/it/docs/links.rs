//! Links between the documents, and the source files that they name.

use std::path::Path;

use super::document::Document;
use crate::sandbox::REPOSITORY;

#[test]
fn links_and_paths_lead_to_files_and_headings_that_exist() {
    let root = Path::new(REPOSITORY);
    for document in Document::all() {
        let here = document.path.display();
        let folder = document.path.parent().expect("a file's folder");
        for link in document.links() {
            if link.contains("://") {
                continue;
            }
            let (file, anchor) = link.split_once('#').unwrap_or((&link, ""));
            let path = match file {
                "" => root.join(&document.path),
                file => root.join(folder).join(file),
            };
            assert!(path.exists(), "{here}: {link}");
            let has_anchor = || Document::read(path).anchors().iter().any(|it| it == anchor);
            assert!(anchor.is_empty() || has_anchor(), "{here}: {link}");
        }
        // That page has paths of other repositories.
        for span in document.code_spans() {
            let is_path = span.starts_with("src/") || span.starts_with("solution/src/");
            if is_path && !document.path.ends_with("coming-from.md") {
                assert!(root.join(&span).exists(), "{here}: {span}");
            }
        }
    }
}

#[test]
fn the_readme_is_short_leads_to_every_page_and_begins_with_what_runs_at_once() {
    let readme = Document::read("README.md");
    assert!(readme.text.lines().count() <= 150);
    let first = readme.blocks("sh").swap_remove(0);
    let commands = first.lines().map(|line| line.split(" #").next());
    let commands: Vec<&str> = commands.flatten().map(str::trim_end).collect();
    assert_eq!(commands, ["cargo run --release -- run 22", "cargo test"]);
    let links = readme.links();
    for document in Document::all() {
        let path = document.path.to_str().expect("ASCII");
        let is_linked = links
            .iter()
            .any(|link| link.split('#').next() == Some(path));
        assert!(!path.starts_with("docs/") || is_linked, "{path}");
    }
}
