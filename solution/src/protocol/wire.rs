//! How messages become lines of text.
//!
//! A message is one line; its fields are separated by tabs. In text, a tab, a
//! line feed, a carriage return and a backslash are written `\t`, `\n`, `\r`
//! and `\\`. Numbers are decimal. An option is `none`, or `some` and the value;
//! a list is its length and the elements; an enum is the name of the variant
//! and its fields. serde would do this too, but its derive macros would make up
//! most of the time that a worker's first build takes.
//!
//! For the same reason, what only the runner needs is `inline`: so it is
//! compiled where it is called, and not for each worker.

use std::borrow::Cow;
use std::fmt;

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
    /// Appends a word of the protocol, which needs no escapes.
    pub fn word(&mut self, word: &str) {
        self.separate();
        self.text.push_str(word);
    }

    /// Appends a number.
    pub fn number(&mut self, number: u64) {
        self.word(&number.to_string());
    }

    /// Appends any text.
    pub fn text(&mut self, text: &str) {
        self.separate();
        self.text.reserve(text.len());
        let mut start = 0;
        for (at, byte) in text.bytes().enumerate() {
            let escape = match byte {
                b'\\' => "\\\\",
                b'\t' => "\\t",
                b'\n' => "\\n",
                b'\r' => "\\r",
                _ => continue,
            };
            self.text.push_str(&text[start..at]);
            self.text.push_str(escape);
            start = at + 1;
        }
        self.text.push_str(&text[start..]);
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
    pub fn word(&mut self, expected: &'static str) -> Result<&'a str, DecodeError> {
        let Some(rest) = self.rest else {
            return Err(DecodeError::end(expected));
        };
        let end = rest.bytes().position(|byte| byte == b'\t');
        self.rest = end.map(|end| &rest[end + 1..]);
        Ok(&rest[..end.unwrap_or(rest.len())])
    }

    /// The next field as a number.
    pub fn number(&mut self) -> Result<u64, DecodeError> {
        let field = self.word("a number")?;
        match field.parse() {
            Ok(number) => Ok(number),
            Err(_) => Err(DecodeError::new("a number", field)),
        }
    }

    /// The next field as text, its escapes resolved.
    pub fn text(&mut self) -> Result<String, DecodeError> {
        let field = self.word("text")?;
        let bytes = field.as_bytes();
        let mut text = String::with_capacity(field.len());
        let mut start = 0;
        while let Some(length) = bytes[start..].iter().position(|&byte| byte == b'\\') {
            let at = start + length;
            text.push_str(&field[start..at]);
            text.push(match bytes.get(at + 1) {
                Some(b'\\') => '\\',
                Some(b't') => '\t',
                Some(b'n') => '\n',
                Some(b'r') => '\r',
                _ => return Err(DecodeError::new("an escape", &field[at..])),
            });
            start = at + 2;
        }
        text.push_str(&field[start..]);
        Ok(text)
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

macro_rules! wire_integers {
    ($($integer:ty),+) => {
        $(impl Wire for $integer {
            #[allow(clippy::cast_lossless, reason = "`usize` has no `into`")]
            fn encode(&self, line: &mut Line) {
                line.number(*self as u64);
            }

            #[allow(clippy::unnecessary_fallible_conversions, reason = "for `u64`")]
            fn decode(fields: &mut Fields<'_>) -> Result<Self, DecodeError> {
                let number = fields.number()?;
                match Self::try_from(number) {
                    Ok(number) => Ok(number),
                    Err(_) => Err(DecodeError::new("a smaller number", &number.to_string())),
                }
            }
        })+
    };
}
wire_integers!(u8, u16, u32, u64, usize);

impl Wire for f64 {
    fn encode(&self, line: &mut Line) {
        line.word(&self.to_string());
    }

    #[inline]
    fn decode(fields: &mut Fields<'_>) -> Result<Self, DecodeError> {
        let field = fields.word("a number")?;
        match field.parse() {
            Ok(number) => Ok(number),
            Err(_) => Err(DecodeError::new("a number", field)),
        }
    }
}

impl Wire for bool {
    fn encode(&self, line: &mut Line) {
        line.word(if *self { "true" } else { "false" });
    }

    #[inline]
    fn decode(fields: &mut Fields<'_>) -> Result<Self, DecodeError> {
        match fields.word("true or false")? {
            "true" => Ok(true),
            "false" => Ok(false),
            other => Err(DecodeError::new("true or false", other)),
        }
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
        Ok(Cow::Owned(fields.text()?))
    }
}

impl Wire for Part {
    fn encode(&self, line: &mut Line) {
        u8::from(*self).encode(line);
    }

    fn decode(fields: &mut Fields<'_>) -> Result<Self, DecodeError> {
        match fields.word("part 1 or 2")? {
            "1" => Ok(Self::One),
            "2" => Ok(Self::Two),
            other => Err(DecodeError::new("part 1 or 2", other)),
        }
    }
}

impl<T: Wire> Wire for Option<T> {
    fn encode(&self, line: &mut Line) {
        match self {
            None => line.word("none"),
            Some(value) => {
                line.word("some");
                value.encode(line);
            }
        }
    }

    fn decode(fields: &mut Fields<'_>) -> Result<Self, DecodeError> {
        match fields.word("`none` or `some`")? {
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
        // Nothing is reserved: the length may be wrong.
        let mut elements = Self::new();
        for _ in 0..fields.number()? {
            elements.push(T::decode(fields)?);
        }
        Ok(elements)
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
