//! Links between the documents.

use std::path::{Component, Path, PathBuf};

use super::document::Document;
use crate::sandbox::REPOSITORY;

#[test]
fn links_lead_to_files_and_headings_that_exist() {
    let mut count = 0;
    for document in Document::all() {
        let here = document.path.display();
        for link in document.links() {
            if link.contains("://") {
                continue;
            }
            let (file, anchor) = match link.split_once('#') {
                Some((file, anchor)) => (file, Some(anchor)),
                None => (link.as_str(), None),
            };
            let folder = document.path.parent().expect("a file's folder");
            let path = match file {
                "" => document.path.clone(),
                file => normal(&folder.join(file)),
            };
            assert!(Path::new(REPOSITORY).join(&path).exists(), "{here}: {link}");
            if let Some(anchor) = anchor {
                let anchors = Document::read(path).anchors();
                assert!(anchors.iter().any(|it| it == anchor), "{here}: {link}");
            }
            count += 1;
        }
    }
    assert!(count >= 5, "{count}");
}

#[test]
fn the_readme_is_short_leads_to_every_page_and_begins_with_what_runs_at_once() {
    let readme = Document::read("README.md");
    let lines = readme.text.lines().count();
    assert!(lines <= 150, "{lines} lines");
    let first = readme.blocks("sh").swap_remove(0);
    let commands: Vec<&str> = first
        .lines()
        .map(|line| line.split(" #").next().expect("a command").trim_end())
        .collect();
    assert_eq!(commands, ["cargo run --release -- run 22", "cargo test"]);
    let targets = readme.links();
    for document in Document::all() {
        let path = document.path.to_str().expect("ASCII");
        let mut files = targets.iter().map(|link| link.split('#').next());
        assert!(
            !path.starts_with("docs/") || files.any(|file| file == Some(path)),
            "{path}"
        );
    }
}

/// The source files that documents name are there.
#[test]
fn paths_of_the_source_exist() {
    let mut count = 0;
    for document in Document::all() {
        // That page has paths of other repositories.
        if document.path.ends_with("coming-from.md") {
            continue;
        }
        for span in document.code_spans() {
            let is_path = span.starts_with("src/") || span.starts_with("solution/src/");
            if is_path && !span.contains(char::is_whitespace) {
                let exists = Path::new(REPOSITORY).join(&span).exists();
                assert!(exists, "{}: {span}", document.path.display());
                count += 1;
            }
        }
    }
    assert!(count >= 5, "{count}");
}

/// The path without `..`.
fn normal(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for component in path.components() {
        match component {
            Component::ParentDir => drop(normal.pop()),
            component => normal.push(component),
        }
    }
    normal
}
