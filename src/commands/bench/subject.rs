//! What a puzzle is measured over.

use aoc_solution::Part;
use aoc_solution::protocol::{DayInfo, Source};

use crate::app::{App, InputRequest};
use crate::error::{CliError, Exit};
use crate::puzzle::Puzzle;
use crate::reporter::source_name;
use crate::runner::{Client, GenerateError, Input, SourceKind};

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
    pub request: &'a InputRequest,
    /// Or this many generated ones, all together.
    pub generated: Option<u32>,
}

impl Wanted<'_> {
    /// The inputs, or what stands in for one: generated, else the example.
    pub fn subjects(
        &self,
        app: &App,
        puzzle: Puzzle,
        info: &DayInfo,
        client: &mut Client,
    ) -> Result<Vec<Subject>, CliError> {
        if let Some(count) = self.generated {
            let generated = Subject::generated(puzzle, client, count)?;
            let none = || {
                CliError::new(
                    Exit::Failed,
                    format!("{puzzle} makes no inputs: write its `fn generate`"),
                )
            };
            return Ok(vec![generated.ok_or_else(none)?]);
        }
        let texts = app.inputs(puzzle, self.request)?;
        if !texts.is_empty() {
            return Ok(texts.into_iter().filter_map(Subject::of).collect());
        }
        if let Some(generated) = Subject::generated(puzzle, client, 1)? {
            app.note(&format!(
                "{puzzle}: no input here: measuring over a generated one"
            ));
            return Ok(vec![generated]);
        }
        let example = Subject::example(info).ok_or_else(|| {
            CliError::new(
                Exit::Failed,
                format!("no input here, and {puzzle} has neither `generate` nor an example"),
            )
        })?;
        app.note(&format!(
            "{puzzle}: no input here, and the day makes none: measuring over its example"
        ));
        Ok(vec![example])
    }
}

impl Subject {
    /// An input; none of examples, which have rules of their own.
    fn of(text: Input) -> Option<Self> {
        let Input::Input {
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
    fn generated(
        puzzle: Puzzle,
        client: &mut Client,
        count: u32,
    ) -> Result<Option<Self>, CliError> {
        let texts: Result<Option<Vec<String>>, GenerateError> = (0..u64::from(count))
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
