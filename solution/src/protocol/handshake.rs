//! The worker's first message.

use std::borrow::Cow;

use super::constants::VERSION;
use super::wire::{DecodeError, Fields, Line, Wire};
use crate::Part;

/// The first field of every handshake.
const TAG: &str = "aoc-worker";

/// The worker's version of the protocol and the key that it was given: what no
/// version changes. `None` if the beginning of a handshake does not hold both
/// yet, or if this is none.
#[must_use]
#[inline]
pub fn identify(beginning: &[u8]) -> Option<(u32, &str)> {
    let mut fields = beginning.splitn(4, |byte| matches!(byte, b'\t' | b'\n'));
    let [tag, version, key, rest] = [(); 4].map(|()| fields.next());
    // Without a rest, the key may go on.
    rest?;
    let [tag, version, key] = [tag, version, key].map(|it| it.map(std::str::from_utf8));
    match (tag?.ok()?, version?.ok()?.parse(), key?.ok()?) {
        (TAG, Ok(version), key) => Some((version, key)),
        _ => None,
    }
}

/// The worker's first line, in this version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Handshake {
    /// The key that the worker was given.
    pub key: String,
    /// The year that the worker solves.
    pub year: u16,
    /// The days it has, in order.
    pub days: Vec<DayInfo>,
}

impl Wire for Handshake {
    fn encode(&self, line: &mut Line) {
        line.word(TAG);
        VERSION.encode(line);
        self.key.encode(line);
        self.year.encode(line);
        self.days.encode(line);
    }

    #[inline]
    fn decode(fields: &mut Fields<'_>) -> Result<Self, DecodeError> {
        fields.word(TAG)?;
        fields.number()?;
        Ok(Self {
            key: String::decode(fields)?,
            year: u16::decode(fields)?,
            days: Vec::decode(fields)?,
        })
    }
}

/// What a worker has for one day.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DayInfo {
    /// From 1.
    pub day: u8,
    /// The puzzle's title.
    pub title: Cow<'static, str>,
    /// The examples in the code, in order.
    pub examples: Vec<ExampleInfo>,
    /// The alternatives of both parts, in order.
    pub alternatives: Vec<AlternativeInfo>,
}

impl DayInfo {
    /// Whether `part` has an alternative called `name`.
    #[must_use]
    pub fn has_alternative(&self, part: Part, name: &str) -> bool {
        let mut alternatives = self.alternatives.iter();
        alternatives.any(|alternative| alternative.part == part && alternative.name == name)
    }
}

impl Wire for DayInfo {
    fn encode(&self, line: &mut Line) {
        self.day.encode(line);
        self.title.encode(line);
        self.examples.encode(line);
        self.alternatives.encode(line);
    }

    #[inline]
    fn decode(fields: &mut Fields<'_>) -> Result<Self, DecodeError> {
        Ok(Self {
            day: u8::decode(fields)?,
            title: Cow::decode(fields)?,
            examples: Vec::decode(fields)?,
            alternatives: Vec::decode(fields)?,
        })
    }
}

/// An example in the code. Arrays have one element for each part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExampleInfo {
    /// The expected answers; `None` where the example has none.
    pub expected: [Option<Cow<'static, str>>; 2],
    /// Whether the example has a function of its own for the part, so that
    /// alternatives cannot solve it.
    pub own_rules: [bool; 2],
    /// The [`text_digest`] of its input, by which the runner finds the same
    /// example in a file.
    pub digest: u64,
}

impl ExampleInfo {
    /// The answer expected of `part`; `None` where the example has none.
    #[must_use]
    pub fn expected(&self, part: Part) -> Option<&str> {
        self.expected[part.index()].as_deref()
    }

    /// Whether the example has a function of its own for `part`, so that
    /// alternatives cannot solve it.
    #[must_use]
    pub const fn has_own_rules(&self, part: Part) -> bool {
        self.own_rules[part.index()]
    }
}

impl Wire for ExampleInfo {
    fn encode(&self, line: &mut Line) {
        self.expected.encode(line);
        self.own_rules.encode(line);
        self.digest.encode(line);
    }

    #[inline]
    fn decode(fields: &mut Fields<'_>) -> Result<Self, DecodeError> {
        Ok(Self {
            expected: Wire::decode(fields)?,
            own_rules: Wire::decode(fields)?,
            digest: u64::decode(fields)?,
        })
    }
}

/// The same for two texts if they are equal but for the ends of their lines and
/// blanks at their end: FNV-1a with 64 bits.
#[must_use]
pub fn text_digest(text: &str) -> u64 {
    let bytes = text.trim_end().bytes().filter(|&byte| byte != b'\r');
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// A second way to solve a part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AlternativeInfo {
    /// Unique among the alternatives of its part.
    pub name: Cow<'static, str>,
    /// The part it solves.
    pub part: Part,
}

impl Wire for AlternativeInfo {
    fn encode(&self, line: &mut Line) {
        self.name.encode(line);
        self.part.encode(line);
    }

    #[inline]
    fn decode(fields: &mut Fields<'_>) -> Result<Self, DecodeError> {
        Ok(Self {
            name: Cow::decode(fields)?,
            part: Part::decode(fields)?,
        })
    }
}
