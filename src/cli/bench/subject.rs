//! What a puzzle is measured over.

use anyhow::{Context, Result};
use aoc_solution::Part;
use aoc_solution::protocol::{DayInfo, Source};

use crate::cli::desk::Desk;
use crate::cli::inputs::Wish;
use crate::puzzle::Puzzle;
use crate::report::source_name;
use crate::worker::{Client, SourceKind, Text};

/// Some inputs: a name for them, their kind, the texts, and the answers that
/// are known of the first.
pub struct Subject {
    pub name: String,
    pub kind: SourceKind,
    pub source: Source,
    pub known: [Option<String>; 2],
}

/// What is asked for.
pub struct Wanted<'a> {
    /// Which inputs.
    pub wish: &'a Wish,
    /// Or this many generated ones, all together.
    pub generated: Option<u32>,
}

impl Wanted<'_> {
    /// The inputs, or what stands in for one: generated, else the example.
    pub fn subjects(
        &self,
        desk: &Desk,
        puzzle: Puzzle,
        info: &DayInfo,
        client: &mut Client,
    ) -> Result<Vec<Subject>> {
        if let Some(count) = self.generated {
            let generated = Subject::generated(puzzle, client, count)?;
            let none = || format!("{puzzle} makes no inputs: write its `fn generate`");
            return Ok(vec![generated.with_context(none)?]);
        }
        let texts = desk.texts(puzzle, self.wish)?;
        if !texts.is_empty() {
            return Ok(texts.into_iter().filter_map(Subject::of).collect());
        }
        if let Some(generated) = Subject::generated(puzzle, client, 1)? {
            desk.note(&format!(
                "{puzzle}: no input here: measuring over a generated one"
            ));
            return Ok(vec![generated]);
        }
        let example = Subject::example(info).with_context(|| {
            format!("no input here, and {puzzle} has neither `generate` nor an example")
        })?;
        desk.note(&format!(
            "{puzzle}: no input here, and the day makes none: measuring over its example"
        ));
        Ok(vec![example])
    }
}

impl Subject {
    /// An input; none of examples, which have rules of their own.
    fn of(text: Text) -> Option<Self> {
        let Text::Input {
            kind,
            name,
            path,
            text,
            accepted,
        } = text
        else {
            return None;
        };
        Some(Self {
            name: source_name(kind, path.as_deref(), name.as_deref()),
            kind,
            source: Source::Texts(vec![text]),
            known: accepted,
        })
    }

    /// So many inputs, from the seed 0 on; none if the day makes none.
    fn generated(puzzle: Puzzle, client: &mut Client, count: u32) -> Result<Option<Self>> {
        let texts: Result<Option<Vec<String>>, _> = (0..u64::from(count))
            .map(|seed| client.generate(puzzle.day, seed).transpose())
            .map(Option::transpose)
            .collect();
        Ok(texts?.map(|texts| Self {
            name: match count {
                1 => "generated input, seed 0".to_owned(),
                _ => format!("{count} generated inputs, seeds 0 to {}", count - 1),
            },
            kind: SourceKind::Generated,
            source: Source::Texts(texts),
            known: [None, None],
        }))
    }

    /// The first example; none if there is none.
    fn example(info: &DayInfo) -> Option<Self> {
        let example = info.examples.first()?;
        Some(Self {
            name: "example".to_owned(),
            kind: SourceKind::Example,
            source: Source::Example(0),
            known: Part::BOTH.map(|part| example.expected(part).map(str::to_owned)),
        })
    }
}
