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
        let Self {
            part1,
            part2,
            not_before,
            first_look,
            clock_ahead: _,
            guesses,
        } = self;
        for (key, new, old) in [("part1", part1, &old.part1), ("part2", part2, &old.part2)] {
            if new == old {
                continue;
            }
            if let Some(answer) = new {
                set(document.as_table_mut(), key, answer.into());
            } else {
                remove(&mut document, &[], key);
            }
        }
        for (key, new, old) in [
            ("not_before", not_before, &old.not_before),
            ("first_seen", first_look, &old.first_look),
        ] {
            if new == old {
                continue;
            }
            if let Some(time) = *new {
                set(document.as_table_mut(), key, time_value(time));
            } else {
                remove(&mut document, &[], key);
            }
        }
        match document.entry("guess").or_insert(array()) {
            Item::ArrayOfTables(tables) => edit_guesses(tables, &old.guesses, guesses),
            Item::Value(Value::Array(inline)) => {
                edit_inline_guesses(inline, &old.guesses, guesses);
            }
            _ => {}
        }
        document.to_string()
    }
}

/// Updates the tables of the old guesses. Only verdicts and times change. Guesses are added or
/// removed at the end.
fn edit_guesses(tables: &mut ArrayOfTables, old: &[Guess], new: &[Guess]) {
    for (index, guess) in new.iter().enumerate() {
        match (tables.get_mut(index), old.get(index)) {
            (Some(table), Some(old)) => edit_guess(table, old, guess),
            _ => tables.push(Table::from_iter(fields(guess))),
        }
    }
    let count = new.len();
    while tables.len() > count {
        tables.remove(count);
    }
}

/// Like [`edit_guesses`], for an array that was written as `guess = [{ .. }]`. In an array with
/// several lines, a new guess gets its own line.
fn edit_inline_guesses(array: &mut Array, old: &[Guess], new: &[Guess]) {
    for (index, guess) in new.iter().enumerate() {
        let table = array.get_mut(index).and_then(Value::as_inline_table_mut);
        if let (Some(table), Some(old)) = (table, old.get(index)) {
            edit_guess(table, old, guess);
            continue;
        }
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
    let count = new.len();
    while array.len() > count {
        let removed = array.remove(array.len() - 1);
        let before = text_of(removed.decor().prefix());
        if before.contains('\n') {
            array.set_trailing(before.trim_end_matches(' '));
        }
    }
}

fn edit_guess(table: &mut dyn TableLike, old: &Guess, new: &Guess) {
    if new.verdict != old.verdict {
        set(table, "verdict", new.verdict.to_string().into());
    }
    if new.time != old.time {
        set(table, "time", time_value(new.time));
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
