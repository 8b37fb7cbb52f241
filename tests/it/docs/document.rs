//! Parses a Markdown file as far as the tests need it.

use std::fs;
use std::path::{Path, PathBuf};

use crate::sandbox::REPOSITORY;

pub struct Document {
    /// The path from the root of the repository.
    pub path: PathBuf,
    pub text: String,
}

/// A command in a `console` block and the output below it.
#[derive(Debug)]
pub struct Shown {
    pub command: String,
    pub output: Vec<String>,
}

impl Document {
    pub fn read(path: impl Into<PathBuf>) -> Self {
        let path = path.into();
        let text = fs::read_to_string(Path::new(REPOSITORY).join(&path));
        let text = text.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        Self { path, text }
    }

    /// The README, the pages under `docs/`, and the other documents for users and contributors.
    pub fn all() -> Vec<Self> {
        let names = ["README", "ARCHITECTURE", "CONTRIBUTING", "CHANGELOG"];
        let names = names.into_iter().chain(["inputs/README"]);
        let mut paths: Vec<PathBuf> = names.map(|name| format!("{name}.md").into()).collect();
        let pages = fs::read_dir(Path::new(REPOSITORY).join("docs")).expect("a folder");
        let names = pages.map(|entry| PathBuf::from(entry.expect("a file").file_name()));
        let pages =
            names.filter(|name| name.extension().is_some_and(|extension| extension == "md"));
        paths.extend(pages.map(|name| Path::new("docs").join(name)));
        paths.into_iter().map(Self::read).collect()
    }

    /// The contents of the code blocks in a language.
    pub fn blocks(&self, language: &str) -> Vec<String> {
        let opening = format!("```{language}");
        let mut blocks = Vec::new();
        let mut lines = self.text.lines();
        while let Some(line) = lines.next() {
            if line == opening {
                let block = lines.by_ref().take_while(|line| *line != "```");
                blocks.push(block.collect::<Vec<_>>().join("\n"));
            }
        }
        blocks
    }

    /// The commands of the `console` blocks.
    pub fn sessions(&self) -> Vec<Shown> {
        let blocks = format!("\n{}", self.blocks("console").join("\n"));
        let commands = blocks.split("\n$ ").skip(1).map(str::lines);
        let shown = commands.map(|mut lines| Shown {
            command: lines.next().expect("a command").to_owned(),
            output: lines.map(str::to_owned).collect(),
        });
        shown.collect()
    }

    /// The lines outside of code blocks.
    pub fn prose(&self) -> Vec<&str> {
        let mut in_block = false;
        let is_prose = |line: &&str| {
            let fence = line.starts_with("```");
            in_block ^= fence;
            !in_block && !fence
        };
        self.text.lines().filter(is_prose).collect()
    }

    /// The targets of all links.
    pub fn links(&self) -> Vec<String> {
        let prose = self.prose().join("\n");
        let targets = prose.split("](").skip(1).map(|rest| rest.split(')').next());
        targets.flatten().map(str::to_owned).collect()
    }

    /// The anchors that GitHub makes of the headings.
    pub fn anchors(&self) -> Vec<String> {
        let headings = self
            .prose()
            .into_iter()
            .filter(|line| line.starts_with('#'));
        let anchors = headings.map(|line| {
            let text = line.trim_start_matches('#').trim().to_lowercase();
            let text = text.replace(' ', "-");
            text.replace(|c: char| !c.is_alphanumeric() && !"-_".contains(c), "")
        });
        anchors.collect()
    }

    /// The `code` in the prose.
    pub fn code_spans(&self) -> Vec<String> {
        Self::code_spans_of(&self.prose().join("\n"))
    }

    /// The `code` in a paragraph. A line end counts as a blank.
    pub fn code_spans_of(paragraph: &str) -> Vec<String> {
        let spans = paragraph.split('`').skip(1).step_by(2);
        spans
            .map(|span| span.split_whitespace().collect::<Vec<_>>().join(" "))
            .collect()
    }
}
