//! Editing of a file of answers: the text that people wrote stays around the values that
//! change.

use chrono::{DateTime, Utc};
use toml_edit::{
    Array, ArrayOfTables, Decor, DocumentMut, InlineTable, Item, RawString, Table, TableLike,
    Value, array,
};

use super::{Answers, Guess, date_time};
use crate::files::parse_toml;

/// The first character of a file that some editors write.
const BYTE_ORDER_MARK: char = '\u{feff}';

impl Answers {
    /// The new text of a file: changed values are replaced in the old text, and
    /// everything else stays as it was written. If that is not possible, the file is
    /// rewritten.
    pub fn write_over(&self, old: &str) -> String {
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
        for (key, new, old) in [
            ("part1", &self.part1, &old.part1),
            ("part2", &self.part2, &old.part2),
        ] {
            if let Some(answer) = new
                && new != old
            {
                set(document.as_table_mut(), key, answer.into());
            }
        }
        for (key, new, old) in [
            ("not_before", self.not_before, old.not_before),
            ("first_seen", self.first_seen, old.first_seen),
        ] {
            if let Some(time) = new
                && new != old
            {
                set(document.as_table_mut(), key, time_value(time));
            }
        }
        match self.clock_ahead {
            same if same == old.clock_ahead => {}
            Some(seconds) => set(document.as_table_mut(), "clock_ahead", seconds.into()),
            None => remove_key(&mut document, "clock_ahead"),
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
}

/// Brings the tables of the old guesses up to date. Only verdicts and times change, and
/// guesses are added or removed at the end.
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

/// As [`edit_guesses`], for an array that somebody wrote as `guess = [{ .. }]`. A new guess
/// stands on a line of its own if the array has several lines.
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
            // The comment behind the last guess stays there.
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

/// A text with the byte order mark and the line endings of the old one, which `toml_edit`
/// does not keep.
fn in_form_of(old: &str, mut new: String) -> String {
    if old.contains("\r\n") {
        new = new.replace("\r\n", "\n").replace('\n', "\r\n");
    }
    if old.starts_with(BYTE_ORDER_MARK) && !new.is_empty() {
        new.insert(0, BYTE_ORDER_MARK);
    }
    new
}

/// Sets a key and keeps the comments around its old value.
fn set(table: &mut dyn TableLike, key: &str, mut value: Value) {
    match table.get_mut(key) {
        Some(item) => {
            if let Some(old) = item.as_value() {
                *value.decor_mut() = old.decor().clone();
            }
            *item = Item::Value(value);
        }
        None => {
            table.insert(key, Item::Value(value));
        }
    }
}

/// Removes a key with its value. The comments above it and beside it stay, above what
/// follows.
fn remove_key(document: &mut DocumentMut, key: &str) {
    let keys: Vec<String> = document.iter().map(|(key, _)| key.to_owned()).collect();
    let Some((removed, item)) = document.remove_entry(key) else {
        return;
    };
    let mut comments = text_of(removed.leaf_decor().prefix());
    let beside = text_of(item.as_value().and_then(|value| value.decor().suffix()));
    if !beside.trim().is_empty() {
        comments += &format!("{}\n", beside.trim());
    }
    if comments.trim().is_empty() {
        return;
    }
    for next in keys.iter().skip_while(|other| *other != key).skip(1) {
        let Some((mut name, item)) = document.get_key_value_mut(next) else {
            continue;
        };
        match item {
            Item::Value(_) => return prepend(name.leaf_decor_mut(), &comments),
            Item::Table(table) => return prepend(table.decor_mut(), &comments),
            Item::ArrayOfTables(tables) => {
                if let Some(first) = tables.get_mut(0) {
                    return prepend(first.decor_mut(), &comments);
                }
            }
            Item::None => {}
        }
    }
    let end = text_of(Some(document.trailing()));
    document.set_trailing(comments + &end);
}

fn prepend(decor: &mut Decor, comments: &str) {
    let own = text_of(decor.prefix());
    decor.set_prefix(comments.to_owned() + &own);
}

fn text_of(text: Option<&RawString>) -> String {
    let text = text.and_then(RawString::as_str);
    text.unwrap_or_default().to_owned()
}

fn time_value(time: DateTime<Utc>) -> Value {
    date_time(time).parse().expect("a time of TOML")
}
