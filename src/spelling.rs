//! Suggestions for words that are probably misspelled.

use strsim::osa_distance;

/// The most similar name. Capitals are like small letters. `None` if the distance is more than a
/// third of the letters of the shorter word.
pub fn nearest<'a>(word: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let lower = word.to_ascii_lowercase();
    let (distance, name) = names
        .map(|name| (osa_distance(&lower, &name.to_ascii_lowercase()), name))
        .min()?;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_similar_whatever_its_capitals() {
        for (word, name, is_similar) in [
            ("WORKK", "WORK", true),
            ("workk", "WORK", true),
            ("WORKK", "work", true),
            ("wxyk", "WORK", false),
        ] {
            let found = nearest(word, [name].into_iter());
            assert_eq!(found, is_similar.then_some(name), "{word}");
        }
    }
}
