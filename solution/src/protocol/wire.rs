//! How messages become lines of text.
//!
//! A message is one line; its fields are separated by tabs. In text, a tab, a
//! line feed, a carriage return and a backslash are written `\t`, `\n`, `\r`
//! and `\\`. Numbers are decimal. An option is `none`, or `some` and the value;
//! a list is its length and the elements; an enum is the name of the variant
//! and its fields. serde would do this too, but its derive macros would make up
//! most of the time that a worker's first build takes.

use std::borrow::Cow;
use std::fmt::{self, Write};
use std::str::FromStr;

use crate::Part;

/// What can be sent through the channel.
pub trait Wire: Sized {
    /// Appends the value's fields.
    fn encode(&self, line: &mut Line);

    /// Reads the value from the next fields.
    fn decode(fields: &mut Fields<'_>) -> Result<Self, DecodeError>;

    /// The value as a line, with the `\n` at its end.
    fn to_line(&self) -> String {
        let mut line = Line::default();
        self.encode(&mut line);
        line.end()
    }

    /// Reads a whole line, with or without the `\n` at its end.
    fn from_line(line: &[u8]) -> Result<Self, DecodeError> {
        let mut fields = Fields::of(line)?;
        let value = Self::decode(&mut fields)?;
        fields.end()?;
        Ok(value)
    }
}

/// A line that is being written.
#[derive(Default)]
pub struct Line {
    text: String,
}

impl Line {
    /// Appends a field that needs no escapes: a number, or a word of the
    /// protocol.
    pub fn plain(&mut self, field: impl fmt::Display) {
        self.separate();
        let _ = write!(self.text, "{field}");
    }

    /// Appends a field of any text.
    pub fn text(&mut self, field: &str) {
        self.separate();
        self.text.reserve(field.len());
        let mut rest = field;
        while let Some(at) = rest.find(['\\', '\t', '\n', '\r']) {
            self.text.push_str(&rest[..at]);
            self.text.push_str(match rest.as_bytes()[at] {
                b'\\' => "\\\\",
                b'\t' => "\\t",
                b'\n' => "\\n",
                _ => "\\r",
            });
            rest = &rest[at + 1..];
        }
        self.text.push_str(rest);
    }

    fn separate(&mut self) {
        // No message begins with an empty field.
        if !self.text.is_empty() {
            self.text.push('\t');
        }
    }

    fn end(mut self) -> String {
        self.text.push('\n');
        self.text
    }
}

/// The fields of a line that are not read yet.
pub struct Fields<'a> {
    rest: Option<&'a str>,
}

impl<'a> Fields<'a> {
    /// The fields of `line`, with or without the `\n` at its end.
    pub fn of(line: &'a [u8]) -> Result<Self, DecodeError> {
        let line = line.strip_suffix(b"\n").unwrap_or(line);
        match std::str::from_utf8(line) {
            Ok(text) => Ok(Self { rest: Some(text) }),
            Err(_) => Err(DecodeError::new("UTF-8", &String::from_utf8_lossy(line))),
        }
    }

    /// The next field as it stands in the line; `expected` is for the message
    /// if there is none.
    pub fn plain(&mut self, expected: &'static str) -> Result<&'a str, DecodeError> {
        let rest = self.rest.ok_or(DecodeError::end(expected))?;
        let (field, rest) = match rest.split_once('\t') {
            Some((field, rest)) => (field, Some(rest)),
            None => (rest, None),
        };
        self.rest = rest;
        Ok(field)
    }

    /// The next field as text, its escapes resolved.
    pub fn text(&mut self) -> Result<String, DecodeError> {
        let field = self.plain("text")?;
        let mut text = String::with_capacity(field.len());
        let mut rest = field;
        while let Some((before, escape)) = rest.split_once('\\') {
            text.push_str(before);
            text.push(match escape.as_bytes().first() {
                Some(b'\\') => '\\',
                Some(b't') => '\t',
                Some(b'n') => '\n',
                Some(b'r') => '\r',
                _ => return Err(DecodeError::new("an escape", &rest[before.len()..])),
            });
            rest = &escape[1..];
        }
        text.push_str(rest);
        Ok(text)
    }

    /// The next field as a number, or as another type that is parsed from a
    /// plain field.
    pub fn parse<T: FromStr>(&mut self, expected: &'static str) -> Result<T, DecodeError> {
        let field = self.plain(expected)?;
        field.parse().map_err(|_| DecodeError::new(expected, field))
    }

    fn end(self) -> Result<(), DecodeError> {
        match self.rest {
            None => Ok(()),
            Some(rest) => Err(DecodeError::new("the end of the line", rest)),
        }
    }
}

/// A line that does not follow the protocol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecodeError {
    expected: &'static str,
    /// The beginning of what is there instead; `None` at the end of the line.
    found: Option<String>,
}

impl DecodeError {
    /// `found` may be long: an excerpt is kept.
    pub fn new(expected: &'static str, found: &str) -> Self {
        const EXCERPT_CHARS: usize = 60;
        let mut excerpt: String = found.chars().take(EXCERPT_CHARS).collect();
        if excerpt.len() < found.len() {
            excerpt.push('…');
        }
        Self {
            expected,
            found: Some(excerpt),
        }
    }

    const fn end(expected: &'static str) -> Self {
        Self {
            expected,
            found: None,
        }
    }
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.found {
            Some(found) => write!(
                f,
                "expected {}, found `{}`",
                self.expected,
                found.escape_debug()
            ),
            None => write!(f, "expected {}, found the end of the line", self.expected),
        }
    }
}

impl std::error::Error for DecodeError {}

macro_rules! wire_numbers {
    ($($number:ty),+) => {
        $(impl Wire for $number {
            fn encode(&self, line: &mut Line) {
                line.plain(self);
            }

            fn decode(fields: &mut Fields<'_>) -> Result<Self, DecodeError> {
                fields.parse("a number")
            }
        })+
    };
}
wire_numbers!(u8, u16, u32, u64, usize, f64);

impl Wire for bool {
    fn encode(&self, line: &mut Line) {
        line.plain(self);
    }

    fn decode(fields: &mut Fields<'_>) -> Result<Self, DecodeError> {
        fields.parse("true or false")
    }
}

impl Wire for String {
    fn encode(&self, line: &mut Line) {
        line.text(self);
    }

    fn decode(fields: &mut Fields<'_>) -> Result<Self, DecodeError> {
        fields.text()
    }
}

impl Wire for Cow<'static, str> {
    fn encode(&self, line: &mut Line) {
        line.text(self);
    }

    fn decode(fields: &mut Fields<'_>) -> Result<Self, DecodeError> {
        fields.text().map(Cow::Owned)
    }
}

impl Wire for Part {
    fn encode(&self, line: &mut Line) {
        u8::from(*self).encode(line);
    }

    fn decode(fields: &mut Fields<'_>) -> Result<Self, DecodeError> {
        let number = u8::decode(fields)?;
        Self::try_from(number).map_err(|_| DecodeError::new("part 1 or 2", &number.to_string()))
    }
}

impl<T: Wire> Wire for Option<T> {
    fn encode(&self, line: &mut Line) {
        match self {
            None => line.plain("none"),
            Some(value) => {
                line.plain("some");
                value.encode(line);
            }
        }
    }

    fn decode(fields: &mut Fields<'_>) -> Result<Self, DecodeError> {
        match fields.plain("`none` or `some`")? {
            "none" => Ok(None),
            "some" => T::decode(fields).map(Some),
            other => Err(DecodeError::new("`none` or `some`", other)),
        }
    }
}

impl<T: Wire> Wire for Vec<T> {
    fn encode(&self, line: &mut Line) {
        self.len().encode(line);
        for element in self {
            element.encode(line);
        }
    }

    fn decode(fields: &mut Fields<'_>) -> Result<Self, DecodeError> {
        // Nothing is reserved: the length may be a lie.
        (0..usize::decode(fields)?)
            .map(|_| T::decode(fields))
            .collect()
    }
}

impl<T: Wire> Wire for [T; 2] {
    fn encode(&self, line: &mut Line) {
        for element in self {
            element.encode(line);
        }
    }

    fn decode(fields: &mut Fields<'_>) -> Result<Self, DecodeError> {
        Ok([T::decode(fields)?, T::decode(fields)?])
    }
}
