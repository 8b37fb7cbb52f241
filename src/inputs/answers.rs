//! The accepted answers of a puzzle: `day22.answers.toml`.

use toml::{Table, Value};

use aoc_solution::Part;

/// What the site accepted for an input, as it would be typed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answers {
    /// Part one's.
    pub part1: Option<String>,
    /// Part two's.
    pub part2: Option<String>,
}

impl Answers {
    /// The accepted answer of a part.
    pub fn of(&self, part: Part) -> Option<&str> {
        match part {
            Part::One => self.part1.as_deref(),
            Part::Two => self.part2.as_deref(),
        }
    }

    /// Reads `part1` and `part2`, strings or whole numbers, and passes over
    /// everything else in the file.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let table: Table = text
            .parse()
            .map_err(|error: toml::de::Error| error.message().to_owned())?;
        Ok(Self {
            part1: answer(&table, "part1")?,
            part2: answer(&table, "part2")?,
        })
    }
}

fn answer(table: &Table, key: &str) -> Result<Option<String>, String> {
    match table.get(key) {
        None => Ok(None),
        Some(Value::String(text)) => Ok(Some(text.clone())),
        Some(Value::Integer(number)) => Ok(Some(number.to_string())),
        Some(other) => Err(format!(
            "{key} is neither a string nor a whole number but of type {}",
            other.type_str()
        )),
    }
}
