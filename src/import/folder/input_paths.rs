//! Finds the files that may be inputs, by their paths alone.

use aoc_solution::imported::is_path_of_example;

use super::names::{day_and_words, day_of_folder, file_name, folder_of, year_in};
use crate::puzzle::{Day, words};

/// Beginnings of words in paths. A file with such a word in its path is not an input. Examples are
/// recognized by `is_path_of_example`.
const OTHER_FILE_WORDS: [&str; 4] = ["answer", "expect", "output", "regression"];

/// Words in paths. A file with such a word in its path is not an input, unless the path also says
/// that it is one.
const OTHER_TEXT_WORDS: [&str; 7] = [
    "correct",
    "description",
    "descriptions",
    "note",
    "notes",
    "result",
    "results",
];

/// The extensions of pictures that a day may write.
const PICTURES: [&str; 5] = ["gif", "jpg", "mp4", "png", "svg"];

/// Folders in the folder of a day that may contain its input.
const INNER_FOLDERS: [&str; 6] = ["src", "input", "inputs", "data", "resources", "fixtures"];

/// Folders in which files are named after days, besides folders with `input` in their names.
const DATA_FOLDERS: [&str; 4] = ["assets", "data", "res", "resources"];

/// Words that the name of an input file may have in the folder of its day.
const INPUT_WORDS: [&str; 5] = ["input", "inputs", "puzzle", "my", "1"];

/// Words for an input that is not an example.
const OWN_WORDS: [&str; 6] = ["actual", "full", "mine", "personal", "prod", "real"];

/// The day whose input may be at this path.
pub fn input_at(path: &str) -> Option<Day> {
    let file = file_name(path);
    let (stem, extension) = file.rsplit_once('.').unwrap_or((file, ""));
    let folder = folder_of(path);
    let words_of_path = words(path);
    let is_other_file = !["", "txt", "in", "inp", "input"].contains(&extension)
        || is_path_of_example(path)
        || has_word_with(&words_of_path, &OTHER_FILE_WORDS);
    if is_other_file {
        return None;
    }
    let of_name = match day_and_words(stem) {
        Some((day, after)) if after.iter().all(|word| is_own_word(word)) => Some(day),
        _ => None,
    };
    // The folder of the day may contain a folder for inputs.
    let of_folder = folder
        .rsplit('/')
        .find(|name| !INNER_FOLDERS.contains(&&*name.to_lowercase()))
        .and_then(day_of_folder);
    if let Some((day, _)) = of_folder {
        let words = words(stem);
        let has_only_input_words = words
            .iter()
            .all(|word| INPUT_WORDS.contains(&&**word) || is_own_word(word));
        let place = format!("{}/{stem}", file_name(folder)).to_lowercase();
        let is_named = place.contains("input") || ["prod.txt", "real.txt"].contains(&file);
        let is_input = has_only_input_words && is_named;
        return (of_name == Some(day) || is_input).then_some(day);
    }
    // Files are named after days in a folder of inputs, and in a folder of a year.
    let is_data_folder = folder
        .split('/')
        .any(|name| DATA_FOLDERS.contains(&&*name.to_lowercase()));
    let is_year_folder = year_in(file_name(folder)).is_some();
    // A text directly in `solutions` may be a solution. If `solutions` is further up in the path,
    // it may be the folder of the code and of the inputs.
    let is_of_solutions = file_name(folder).eq_ignore_ascii_case("solutions");
    let is_other_text = is_of_solutions
        || words_of_path
            .iter()
            .any(|word| OTHER_TEXT_WORDS.contains(&&**word));
    let is_named_after_day = extension == "txt" && (is_year_folder || is_data_folder);
    let says_input = has_word_with(&words_of_path, &["input"]);
    if says_input || is_named_after_day && !is_other_text {
        return of_name;
    }
    None
}

/// True if one of the words has one of these beginnings.
fn has_word_with(words: &[String], beginnings: &[&str]) -> bool {
    words
        .iter()
        .any(|word| beginnings.iter().any(|start| word.starts_with(start)))
}

fn is_own_word(word: &str) -> bool {
    OWN_WORDS.contains(&word)
}

/// True if the name of a file fits the input of this day, in any folder. The name, or else a folder
/// in the path, has the number of the day, no other word of the name describes other contents, and
/// the file is no picture. Call this only for a file that the day names, or that may be its stdin.
pub fn is_input_in_any_folder(path: &str, day: Day) -> bool {
    let mut name = file_name(path).split('.');
    let stem = name.next().unwrap_or_default();
    if name.next_back().is_some_and(|end| PICTURES.contains(&end)) {
        return false;
    }
    let named = day_and_words(stem).or_else(|| {
        let (of_folder, _) = folder_of(path).rsplit('/').find_map(day_of_folder)?;
        Some((of_folder, words(stem)))
    });
    named.is_some_and(|(of, words)| of == day && words.iter().all(says_nothing_else))
}

/// True for a word that an input's name may contain, such as `real` or `data`.
fn says_nothing_else(word: &String) -> bool {
    let word = &**word;
    INPUT_WORDS.contains(&word) || is_own_word(word) || ["data", "in", "main"].contains(&word)
}

/// True if a file might be somebody's input, judging by its path. Such files are never copied with
/// the code, so many others count, too: `data.txt`, and all files in the folder of a day.
pub fn may_be_input(path: &str) -> bool {
    let stem = file_name(path).split('.').next().unwrap_or_default();
    input_at(path).is_some()
        || has_word_with(&words(path), &["input", "puzzle"])
        || words(stem).iter().all(says_nothing_else)
        || day_and_words(stem).is_some_and(|(_, after)| after.iter().all(says_nothing_else))
        || folder_of(path)
            .split('/')
            .any(|name| day_of_folder(name).is_some())
}
