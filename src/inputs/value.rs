//! The values in answers.toml and examples.toml, read leniently and written in
//! one form.

use std::fmt;

use chrono::{DateTime, SecondsFormat, Utc};
use serde::de::{Deserialize, Deserializer, Error, Unexpected, Visitor};

/// An answer: a string, or a whole number as people write it.
pub fn answer<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    from.deserialize_any(AnswerVisitor)
}

/// The same, for a key that may be missing.
pub fn optional_answer<'de, D: Deserializer<'de>>(from: D) -> Result<Option<String>, D::Error> {
    answer(from).map(Some)
}

struct AnswerVisitor;

impl Visitor<'_> for AnswerVisitor {
    type Value = String;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an answer: a string or a whole number")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<String, E> {
        Ok(text.to_owned())
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<String, E> {
        Ok(number.to_string())
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<String, E> {
        Ok(number.to_string())
    }

    fn visit_i128<E: Error>(self, number: i128) -> Result<String, E> {
        Ok(number.to_string())
    }
}

/// A TOML date-time with an offset.
pub fn time<'de, D: Deserializer<'de>>(from: D) -> Result<DateTime<Utc>, D::Error> {
    let text = toml::value::Datetime::deserialize(from)?.to_string();
    DateTime::parse_from_rfc3339(&text)
        .map(|time| time.to_utc())
        .map_err(|_| {
            let expected = &"a time with its offset, such as 2025-12-01T05:00:00Z";
            D::Error::invalid_value(Unexpected::Other(&text), expected)
        })
}

/// The same, for a key that may be missing.
pub fn optional_time<'de, D: Deserializer<'de>>(
    from: D,
) -> Result<Option<DateTime<Utc>>, D::Error> {
    time(from).map(Some)
}

/// A string in quotes.
pub fn quoted(text: &str) -> String {
    toml::Value::from(text).to_string()
}

/// A date-time in UTC.
pub fn date_time(time: DateTime<Utc>) -> String {
    time.to_rfc3339_opts(SecondsFormat::AutoSi, true)
}
