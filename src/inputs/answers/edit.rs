//! Edits a file of answers. Changes values, and keeps the text that users wrote around them.

use chrono::{DateTime, Utc};
use toml_edit::{
    Array, ArrayOfTables, DocumentMut, InlineTable, Item, Table, TableLike, Value, array,
};

use super::{Guess, RecordedAnswers, date_time};
use crate::files::toml_text::{remove, set, text_of};
use crate::files::{in_form_of, parse_toml};

impl RecordedAnswers {
    /// The new text of a file. Changed values are replaced in the old text, and everything else
    /// stays as it was written. If that is not possible, the file is rewritten.
    pub fn edited_text(&self, old: &str) -> String {
        if let Ok(document) = old.parse() {
            let edited = in_form_of(old, self.edit(document));
            if parse_toml(&edited).as_ref() == Ok(self) {
                return edited;
            }
        }
        self.edit(DocumentMut::new())
    }

    fn edit(&self, mut document: DocumentMut) -> String {
        let text = document.to_string();
        let old: Self = parse_toml(&text).unwrap_or_default();
        for ((key, new), (_, old)) in self.values().into_iter().zip(old.values()) {
            let [new_text, old_text] =
                [&new, &old].map(|value| value.as_ref().map(Value::to_string));
            if new_text == old_text {
                continue;
            }
            if let Some(value) = new {
                set(document.as_table_mut(), key, value);
            } else {
                remove(&mut document, &[], key);
            }
        }
        match document.entry("guess").or_insert(array()) {
            Item::ArrayOfTables(tables) => edit_guesses(tables, &old.guesses, &self.guesses),
            Item::Value(Value::Array(inline)) => {
                edit_inline_guesses(inline, &old.guesses, &self.guesses);
            }
            _ => {}
        }
        document.to_string()
    }

    /// The keys except the guesses, each with its value in TOML. `None` for a missing key.
    fn values(&self) -> [(&'static str, Option<Value>); 4] {
        [
            ("part1", self.part1.as_ref().map(Value::from)),
            ("part2", self.part2.as_ref().map(Value::from)),
            ("not_before", self.not_before.map(time_value)),
            ("first_seen", self.first_look.map(time_value)),
        ]
    }
}

/// Updates the tables of the old guesses. Guesses are added or removed at the end.
fn edit_guesses(tables: &mut ArrayOfTables, old: &[Guess], new: &[Guess]) {
    for (table, (old, new)) in tables.iter_mut().zip(old.iter().zip(new)) {
        edit_guess(table, old, new);
    }
    for guess in new.iter().skip(tables.len()) {
        tables.push(Table::from_iter(fields(guess)));
    }
    while tables.len() > new.len() {
        tables.remove(new.len());
    }
}

/// Like [`edit_guesses`], for an array that was written as `guess = [{ .. }]`. In an array with
/// several lines, a new guess gets its own line.
fn edit_inline_guesses(array: &mut Array, old: &[Guess], new: &[Guess]) {
    let tables = array.iter_mut().filter_map(Value::as_inline_table_mut);
    for (table, (old, new)) in tables.zip(old.iter().zip(new)) {
        edit_guess(table, old, new);
    }
    for guess in new.iter().skip(array.len()) {
        let end = text_of(Some(array.trailing()));
        let mut table = Value::from(InlineTable::from_iter(fields(guess)));
        if end.contains('\n') {
            // A comment after the last guess stays there.
            table.decor_mut().set_prefix(end + "  ");
            array.set_trailing("\n");
            array.set_trailing_comma(true);
        } else if !array.is_empty() {
            table.decor_mut().set_prefix(" ");
        }
        array.push_formatted(table);
    }
    while array.len() > new.len() {
        let removed = array.remove(array.len() - 1);
        let before = text_of(removed.decor().prefix());
        if before.contains('\n') {
            array.set_trailing(before.trim_end_matches(' '));
        }
    }
}

fn edit_guess(table: &mut dyn TableLike, old: &Guess, new: &Guess) {
    for ((key, new), (_, old)) in fields(new).into_iter().zip(fields(old)) {
        if new.to_string() != old.to_string() {
            set(table, key, new);
        }
    }
}

/// The keys of a guess.
fn fields(guess: &Guess) -> [(&'static str, Value); 4] {
    let part = i64::from(u8::from(guess.part));
    [
        ("part", part.into()),
        ("answer", Value::from(&guess.answer)),
        ("verdict", guess.verdict.to_string().into()),
        ("time", time_value(guess.time)),
    ]
}

fn time_value(time: DateTime<Utc>) -> Value {
    date_time(time).parse().expect("a TOML date-time")
}
