//! Changes keys of a TOML file that people edit, and keeps their comments and formatting.

use toml_edit::{Decor, DocumentMut, Item, RawString, Table, TableLike, Value};

/// Sets a key. The comments around the old value are kept.
pub fn set(table: &mut dyn TableLike, key: &str, mut value: Value) {
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

/// Removes a key and its value from a table, which `tables` names from the outermost. Returns false
/// if the key is missing.
///
/// Comments above and beside the key move to the next item of the table. If there is none, they
/// move to the end of the document, or above the table.
pub fn remove(document: &mut DocumentMut, tables: &[&str], key: &str) -> bool {
    let mut item = document.as_item_mut();
    for name in tables {
        // `get_mut` of an item would add a missing key.
        let table = item.as_table_like_mut();
        let Some(inner) = table.and_then(|table| table.get_mut(name)) else {
            return false;
        };
        item = inner;
    }
    let was_there = item.get(key).is_some();
    let Some(table) = item.as_table_mut() else {
        if let Some(inline_table) = item.as_table_like_mut() {
            inline_table.remove(key);
        }
        return was_there;
    };
    let comments = remove_key(table, key);
    if comments.is_empty() {
        return was_there;
    }
    if tables.is_empty() {
        let end = text_of(Some(document.trailing()));
        document.set_trailing(comments + &end);
    } else {
        let before = text_of(table.decor().prefix());
        table.decor_mut().set_prefix(before + &comments);
    }
    was_there
}

/// Removes a key and its value. Returns its comments if there is no next item to which they could
/// move.
fn remove_key(table: &mut Table, key: &str) -> String {
    let keys: Vec<String> = table.iter().map(|(key, _)| key.to_owned()).collect();
    let Some((removed, item)) = table.remove_entry(key) else {
        return String::new();
    };
    let mut comments = text_of(removed.leaf_decor().prefix());
    let beside = text_of(item.as_value().and_then(|value| value.decor().suffix()));
    if !beside.trim().is_empty() {
        comments += &format!("{}\n", beside.trim());
    }
    if comments.trim().is_empty() {
        return String::new();
    }
    for next in keys.iter().skip_while(|other| *other != key).skip(1) {
        let Some((mut name, item)) = table.get_key_value_mut(next) else {
            continue;
        };
        let decor = match item {
            Item::Value(_) => Some(name.leaf_decor_mut()),
            Item::Table(table) => Some(table.decor_mut()),
            Item::ArrayOfTables(tables) => tables.get_mut(0).map(Table::decor_mut),
            Item::None => None,
        };
        if let Some(decor) = decor {
            prepend(decor, &comments);
            return String::new();
        }
    }
    comments
}

/// Adds comments above the item with this decor.
fn prepend(decor: &mut Decor, comments: &str) {
    let own = text_of(decor.prefix());
    decor.set_prefix(comments.to_owned() + &own);
}

/// The text of `toml_edit`, or an empty text if there is none.
pub fn text_of(text: Option<&RawString>) -> String {
    let text = text.and_then(RawString::as_str);
    text.unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_of_a_key_that_goes_stay() {
        let guesses = "[[guess]]\npart = 2\nanswer = \"5\"\nverdict = \"wrong\"\ntime = \
                       2020-12-22T05:09:00Z\n";
        for (old, new) in [
            ("# mine\nclock_ahead = 600\n", "# mine\n"),
            ("clock_ahead = 600\n", ""),
            (
                "# mine\n\nclock_ahead = 600 # why\npart1 = 1\n",
                "# mine\n\n# why\npart1 = 1\n",
            ),
            (
                "part1 = 1\n# mine\nclock_ahead = 600\n# end\n",
                "part1 = 1\n# mine\n# end\n",
            ),
            (
                &format!("# mine\nclock_ahead = 600\n\n# a slip\n{guesses}"),
                &format!("# mine\n\n# a slip\n{guesses}"),
            ),
            ("# mine\nclock_ahead = 600\n[other]\n", "# mine\n[other]\n"),
        ] {
            let mut document: DocumentMut = old.parse().expect("valid");
            assert!(remove(&mut document, &[], "clock_ahead"));
            assert_eq!(document.to_string(), new);
        }
    }

    #[test]
    fn the_removal_of_a_missing_key_changes_nothing() {
        for text in [
            "",
            "workspace = 5\n",
            "[workspace]\nmembers = []\n",
            "[workspace]\nmetadata = { year = 2020 }\n",
            "[workspace.metadata]\nyear = 2020\n",
        ] {
            let mut document: DocumentMut = text.parse().expect("valid");
            assert!(!remove(&mut document, &["workspace", "metadata"], "inputs"));
            assert_eq!(document.to_string(), text);
        }
    }
}
