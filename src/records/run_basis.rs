//! The digests of everything that the result of a run depends on. A stored result is valid until
//! one of its digests changes.

use std::collections::HashMap;

use aoc_solution::Part;

use crate::files::{bytes_hash, file_hash, text_digest, value_hash};
use crate::inputs::Example;
use crate::project::Project;

/// The digests of the code, the input, the accepted answers and the examples of a run.
#[derive(Clone, Copy, Default)]
pub struct RunBasis {
    pub code: u64,
    pub input: Option<u64>,
    /// The hash of the accepted answer to each part.
    pub answers: [Option<u64>; 2],
    /// The [`examples_digest`] of the stored examples.
    pub examples: u64,
}

impl RunBasis {
    /// The basis of a run without examples. `code` is the digest of the program's code.
    pub fn new(code: u64, input: Option<&str>, accepted: [Option<&str>; 2]) -> Self {
        Self {
            code,
            input: input.map(|text| bytes_hash(text.as_bytes())),
            answers: accepted.map(|answer| answer.map(|answer| value_hash(&answer))),
            examples: examples_digest(&[]),
        }
    }

    /// The digest for results with the input.
    pub fn of_input(&self) -> u64 {
        value_hash(&(self.code, self.input))
    }

    /// The digest for results with the examples.
    pub fn of_examples(&self) -> u64 {
        value_hash(&(self.code, self.examples))
    }
}

/// The digest of the stored examples that can refute the code. A run may confirm other examples and
/// rewrite their entries, so these do not count.
pub fn examples_digest(stored: &[Example]) -> u64 {
    let refuting: Vec<_> = stored
        .iter()
        .filter(|example| example.trust.refutes())
        .map(|example| {
            let answers = Part::BOTH.map(|part| example.answer(part));
            (text_digest(&example.input), answers)
        })
        .collect();
    value_hash(&refuting)
}

/// The content hash of each file. The paths have `/` and are relative to the project's root.
#[derive(Clone, Default)]
pub struct ContentHashes {
    pub by_file: HashMap<String, Option<u64>>,
}

impl ContentHashes {
    /// The digest of the code in these files. A file is read only once.
    pub fn of_code(&mut self, project: &Project, files: &[String]) -> u64 {
        let mut contents = Vec::new();
        for file in files {
            let known = self.by_file.get(file).copied();
            let content = known.unwrap_or_else(|| {
                let content = file_hash(&project.root().join(file));
                self.by_file.insert(file.clone(), content);
                content
            });
            contents.push((file, content));
        }
        value_hash(&contents)
    }
}
