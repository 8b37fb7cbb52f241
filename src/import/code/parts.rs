//! Packages of one day with a file for each part: `part1.rs` and `part2.rs`, each
//! with a function that is given the text.

use aoc_solution::Part;

use super::super::plan::{NewFile, Plan, Role};
use super::adapter;
use super::copy::title;
use super::day::{Wiring, helpers, takes_text};
use super::examples::{Example, Tests, merge};
use super::files::DayFiles;
use super::found::Found;
use super::items::{Items, items};
use super::paths::{join, within};
use super::source::Source;
use super::sources::Sources;

/// The names of the files.
const FILES: [(Part, &str); 2] = [(Part::One, "part1"), (Part::Two, "part2")];
/// The names of their functions.
const SOLVERS: [&str; 5] = ["process", "solve", "solution", "run", "answer"];

/// Whether a file is the first of those that make a day.
pub fn is_first(files: &Sources<'_>, file: &str) -> bool {
    let mut parts = FILES
        .iter()
        .map(|(_, name)| join(&files.root, &format!("{name}.rs")));
    let first = parts.find(|part| {
        let text = files.texts.get(part);
        text.is_some_and(|text| solver(&Source::new(text)).is_some())
    });
    first.is_some_and(|first| first == file)
}

/// The function of a part's file that answers it.
fn solver<'a>(source: &Source<'a>) -> Option<&'a str> {
    let all = items(source, source.all());
    let named = |name: &&str| {
        let mut functions = all.functions.iter();
        functions.any(|it| it.name == *name && it.returns.is_some() && takes_text(source, it))
    };
    SOLVERS.into_iter().find(|name| named(name))
}

impl Sources<'_> {
    /// Adds the file of a day whose parts are modules.
    pub fn copy_parts(&self, day: &Found, files: &mut Vec<NewFile>, plan: &mut Plan) {
        let mut wiring = Wiring::default();
        let mut examples: Vec<Example> = Vec::new();
        let mut heading = None;
        for (part, name) in FILES {
            let file = join(&self.root, &format!("{name}.rs"));
            let Some(text) = self.texts.get(&file) else {
                continue;
            };
            let source = Source::new(text);
            let Some(function) = solver(&source) else {
                continue;
            };
            let all = items(&source, source.all());
            let of_part = Wiring {
                solvers: vec![(part, function.to_owned())],
                helpers: helpers(&source, &all),
                ..Wiring::default()
            };
            let tests = Tests {
                source: &source,
                wiring: &of_part,
                file: &file,
                files: &DayFiles { sources: self, day },
            };
            let mut found = tests.find(&all, &Items::default());
            for module in all.modules.iter().filter(|module| module.is_test) {
                let inner = items(&source, module.body.clone().unwrap_or_default());
                let inner = tests.find(&inner, &all);
                found.examples.extend(inner.examples);
                found.answers.extend(inner.answers);
            }
            // Other functions would be called in another module.
            found.examples.retain(Example::has_usual_rules);
            merge(&mut examples, found.examples);
            for answer in found.answers {
                plan.stated.push(self.stated(day, &file, answer));
            }
            heading = heading.or_else(|| title(text));
            wiring.parts.push((part, format!("{name}::{function}")));
        }
        let puzzle = day.puzzle;
        let heading = heading.or_else(|| (self.hints.title)(puzzle));
        let heading = heading.unwrap_or_else(|| format!("Day {puzzle}"));
        let call = adapter::render(puzzle, &heading, &wiring, &examples);
        let modules = self.texts.keys().filter_map(|file| {
            let name = within(&day.children, file);
            let is_here = name != file && !name.contains('/');
            let name = name.strip_suffix(".rs").filter(|_| is_here)?;
            (!matches!(name, "lib" | "main")).then(|| format!("mod {name};\n"))
        });
        let modules: String = modules.collect();
        files.push(NewFile {
            path: format!("days/year{}/day{:02}.rs", puzzle.year, puzzle.day.0),
            text: format!("{modules}\n{call}"),
            role: Role::Day {
                puzzle,
                examples: examples.len(),
            },
            from: Some(self.tree.path(&day.file)),
            replaces: None,
        });
    }
}
