//! Encodes and decodes messages.
//!
//! A message is one line of text, with tabs between the fields. In text, a tab, a line feed, a
//! carriage return and a backslash are written `\t`, `\n`, `\r` and `\\`. An option is `none`, or
//! `some` and the value. A list is its length and the elements. An enum is the name of the variant
//! and its fields.
//!
//! serde could do this, but its derive macros would take most of the time of a worker's first
//! build.
//!
//! Everything is `inline`, so a worker compiles only the code that it uses.

use crate::{Part, Result, anyhow, bail, excerpt};

/// A value that can be sent through the channel.
pub trait Wire: Sized {
    /// Appends the value's fields.
    fn encode(&self, line: &mut FieldWriter);

    /// Reads the value from the next fields.
    fn decode(fields: &mut Fields<'_>) -> Result<Self>;

    /// The value as a line with a final `\n`.
    #[inline]
    fn to_line(&self) -> String {
        let mut line = FieldWriter::default();
        self.encode(&mut line);
        line.0 + "\n"
    }

    /// Reads a whole line, with or without a final `\n`.
    #[inline]
    fn from_line(line: &[u8]) -> Result<Self> {
        let line = str::from_utf8(line.strip_suffix(b"\n").unwrap_or(line));
        let mut fields = Fields(Some(line.map_err(|_| anyhow!("the line is not UTF-8"))?));
        let value = Self::decode(&mut fields)?;
        match fields.0 {
            None => Ok(value),
            Some(rest) => Err(unexpected("the end of the line", rest)),
        }
    }
}

/// A line under construction.
#[derive(Debug, Default)]
pub struct FieldWriter(String);

impl FieldWriter {
    /// Appends a word of the protocol, which needs no escapes.
    pub fn word(&mut self, word: &str) {
        // No message begins with an empty field.
        if !self.0.is_empty() {
            self.0.push('\t');
        }
        self.0.push_str(word);
    }
}

/// The unread fields of a line. `None` at the end of the line.
#[derive(Debug)]
pub struct Fields<'a>(Option<&'a str>);

impl<'a> Fields<'a> {
    /// The next field, unchanged. If there is none, the error says that `expected` is missing.
    pub fn word(&mut self, expected: &str) -> Result<&'a str> {
        let Some(rest) = self.0 else {
            bail!("expected {expected}, found the end of the line");
        };
        let mut words = rest.splitn(2, '\t');
        let word = words.next().unwrap_or_default();
        self.0 = words.next();
        Ok(word)
    }
}

/// An error that shows the beginning of the actual text.
pub(super) fn unexpected(expected: &str, found: &str) -> crate::Error {
    anyhow!("expected {expected}, found `{}`", excerpt(found))
}

/// Implements [`Wire`] for structs and enums. A struct is its fields. An enum is the name of the
/// variant and its fields. With `names`, an enum without fields also gets a function that returns
/// this name.
macro_rules! wire {
    (names $name:ident, $what:literal { $($word:literal => $variant:ident),+ }) => {
        impl $name {
            /// The name in JSON and in the protocol.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $word),+
                }
            }
        }
        wire!(enum $name, $what { $($word => $variant),+ });
    };
    (struct $name:ident { $($field:ident),+ }) => {
        impl Wire for $name {
            #[inline]
            fn encode(&self, line: &mut FieldWriter) {
                $(self.$field.encode(line);)+
            }

            #[inline]
            fn decode(fields: &mut Fields<'_>) -> Result<Self> {
                $(let $field = Wire::decode(fields)?;)+
                Ok(Self { $($field),+ })
            }
        }
    };
    (enum $name:ident, $what:literal { $(
        $word:literal => $variant:ident $(($value:ident))? $({ $($field:ident),+ })?
    ),+ $(,)? }) => {
        impl Wire for $name {
            #[inline]
            fn encode(&self, line: &mut FieldWriter) {
                match self {
                    $(Self::$variant $(($value))? $({ $($field),+ })? => {
                        line.word($word);
                        $($value.encode(line);)?
                        $($($field.encode(line);)+)?
                    })+
                }
            }

            #[inline]
            fn decode(fields: &mut Fields<'_>) -> Result<Self> {
                Ok(match fields.word($what)? {
                    $($word => {
                        $(let $value = Wire::decode(fields)?;)?
                        $($(let $field = Wire::decode(fields)?;)+)?
                        Self::$variant $(($value))? $({ $($field),+ })?
                    })+
                    other => return Err(wire::unexpected($what, other)),
                })
            }
        }
    };
}
pub(super) use wire;

/// Implements [`Wire`] for values that are written as they are displayed.
macro_rules! wire_as_displayed {
    ($($type:ty: $what:literal),+) => {
        $(impl Wire for $type {
            #[inline]
            fn encode(&self, line: &mut FieldWriter) {
                line.word(&self.to_string());
            }

            #[inline]
            fn decode(fields: &mut Fields<'_>) -> Result<Self> {
                let word = fields.word($what)?;
                word.parse().map_err(|_| unexpected($what, word))
            }
        })+
    };
}
wire_as_displayed!(u8: "a number", u16: "a number", u32: "a number", u64: "a number");
wire_as_displayed!(usize: "a number", f64: "a number", bool: "true or false");

impl Wire for Part {
    #[inline]
    fn encode(&self, line: &mut FieldWriter) {
        u8::from(*self).encode(line);
    }

    #[inline]
    fn decode(fields: &mut Fields<'_>) -> Result<Self> {
        Self::try_from(u8::decode(fields)?).map_err(crate::Error::msg)
    }
}

impl Wire for String {
    fn encode(&self, line: &mut FieldWriter) {
        let text = self.replace('\\', "\\\\").replace('\t', "\\t");
        line.word(&text.replace('\n', "\\n").replace('\r', "\\r"));
    }

    fn decode(fields: &mut Fields<'_>) -> Result<Self> {
        let mut rest = fields.word("text")?;
        let mut text = Self::with_capacity(rest.len());
        while let Some((plain, escaped)) = rest.split_once('\\') {
            text.push_str(plain);
            text.push(match escaped.bytes().next() {
                Some(b'\\') => '\\',
                Some(b't') => '\t',
                Some(b'n') => '\n',
                Some(b'r') => '\r',
                _ => return Err(unexpected("an escape", &format!("\\{escaped}"))),
            });
            rest = &escaped[1..];
        }
        Ok(text + rest)
    }
}

impl<T: Wire> Wire for Option<T> {
    #[inline]
    fn encode(&self, line: &mut FieldWriter) {
        line.word(if self.is_some() { "some" } else { "none" });
        if let Some(value) = self {
            value.encode(line);
        }
    }

    #[inline]
    fn decode(fields: &mut Fields<'_>) -> Result<Self> {
        match fields.word("`none` or `some`")? {
            "none" => Ok(None),
            "some" => T::decode(fields).map(Some),
            other => Err(unexpected("`none` or `some`", other)),
        }
    }
}

impl<T: Wire> Wire for Vec<T> {
    #[inline]
    fn encode(&self, line: &mut FieldWriter) {
        self.len().encode(line);
        for element in self {
            element.encode(line);
        }
    }

    #[inline]
    fn decode(fields: &mut Fields<'_>) -> Result<Self> {
        // The length may be wrong, so no memory is reserved for it.
        (0..usize::decode(fields)?)
            .map(|_| T::decode(fields))
            .collect()
    }
}

impl<T: Wire> Wire for [T; 2] {
    #[inline]
    fn encode(&self, line: &mut FieldWriter) {
        for element in self {
            element.encode(line);
        }
    }

    #[inline]
    fn decode(fields: &mut Fields<'_>) -> Result<Self> {
        Ok([T::decode(fields)?, T::decode(fields)?])
    }
}
