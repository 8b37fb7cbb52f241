//! Suggestions for words that are probably misspelled.

use strsim::osa_distance;

/// The most similar name. `None` if more than a third of the letters differ.
pub fn nearest<'a>(word: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let lower = word.to_ascii_lowercase();
    let (distance, name) = names.map(|name| (osa_distance(&lower, name), name)).min()?;
    let shorter = name.len().min(lower.len());
    if distance * 3 > shorter {
        return None;
    }
    Some(name)
}

/// The end of an error message about an unknown word that is similar to this name.
pub fn did_you_mean(name: &str) -> String {
    format!("; did you mean `{name}`?")
}
