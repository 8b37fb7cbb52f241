//! Decides for folders such as `advent23` and `aoc23` whether the number is a year or a day. Both
//! are usual: a folder for each year, with its days in it, and a package for each day. The name of
//! the folder does not decide this, but the names in the folder and beside it do. They also decide
//! whether names such as `three` and `01-2` are days.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use super::names::{
    certain_day_of_folder, day_in_words, day_of, file_name, folder_of, is_source, join, stem,
    two_numbers, within, year_in, year_of_two_digits,
};
use crate::puzzle::{Day, words};

/// The folders with a number that may be a year or a day, and the names that are numbers in words
/// or two numbers.
pub struct AdventYears {
    /// For each of these folders, a name that says what the number is: `2023` or `day23`. A folder
    /// without an entry is read by its own name. Files are without their extension.
    names: BTreeMap<String, String>,
}

impl AdventYears {
    /// Finds these folders among those of all files. The number is a day if a folder beside it has
    /// a number that only a day can have (`advent01`). Otherwise, it is a year if the folder
    /// contains code that is named after a day with another number (`advent23/d1.rs`). If the name
    /// by itself also says the year (`aoc23/d1.rs`), the number is a year, whatever is beside the
    /// folder. Texts do not count, because their numbers may be those of examples. Numbers in words
    /// are days if three sources are named so beside each other, outside of the folder of a day,
    /// and not in a folder beside days: `one.rs`, `two.rs` and `three.rs`. Two numbers are a day
    /// and its part if those of all sources beside each other can be: `01-1.rs` and `01-2.rs`, but
    /// not `01-05.rs`. All of them may be dates if the first number is always 12.
    pub fn among<'f>(files: impl IntoIterator<Item = &'f str>) -> Self {
        let mut numbers = BTreeMap::new();
        let mut years = BTreeMap::new();
        let mut places_of_days = BTreeSet::new();
        let mut places_of_certain_days = BTreeSet::new();
        let mut in_words = BTreeMap::<&str, BTreeMap<&str, Day>>::new();
        let mut in_pairs = BTreeMap::<&str, BTreeMap<&str, [String; 2]>>::new();
        for file in files {
            let ends = file.match_indices('/').map(|(end, _)| end);
            for end in ends.chain(file.rfind('.')).filter(|_| is_source(file)) {
                let path = &file[..end];
                let [folder, name] = [folder_of(path), file_name(path)];
                if certain_day_of_folder(name).is_some() {
                    places_of_certain_days.insert(folder);
                }
                let is_in_day = folder
                    .split('/')
                    .any(|name| certain_day_of_folder(name).is_some());
                if let Some(day) = day_in_words(name).filter(|_| !is_in_day) {
                    in_words.entry(folder).or_default().insert(path, day);
                }
                if let Some(numbers) = two_numbers(name).filter(|_| !is_in_day) {
                    in_pairs.entry(folder).or_default().insert(path, numbers);
                }
            }
            for (end, _) in file.match_indices('/') {
                let folder = &file[..end];
                let Some(digits) = number_of_folder(file_name(folder)) else {
                    continue;
                };
                let Some(year) = year_of_two_digits(&digits) else {
                    places_of_days.insert(folder_of(folder));
                    continue;
                };
                let inner = file[end + 1..].split('/');
                let mut days =
                    inner.filter_map(|name| certain_day_of_folder(name).or(day_of(stem(name))));
                if is_source(file) && days.any(|day| Some(day) != Day::parse(&digits)) {
                    years.insert(folder, year);
                }
                numbers.insert(folder, digits);
            }
        }
        let mut names = BTreeMap::new();
        for (folder, digits) in numbers {
            let year = years.get(folder);
            let is_certain = year.is_some() && year_in(file_name(folder)).is_some();
            if places_of_days.contains(folder_of(folder)) && !is_certain {
                names.insert(folder.to_owned(), format!("day{digits}"));
            } else if let Some(year) = year {
                names.insert(folder.to_owned(), year.to_string());
            }
        }
        for (folder, days) in in_words {
            let mut places = places_of_certain_days.iter();
            let is_beside_days =
                places.any(|place| within(place, folder).is_some_and(|inner| !inner.is_empty()));
            if days.len() > 2 && !is_beside_days {
                let days = days.into_iter();
                names.extend(days.map(|(path, day)| (path.to_owned(), day.module())));
            }
        }
        for pairs in in_pairs.into_values() {
            let have_parts = pairs
                .values()
                .all(|[_, part]| ["1", "2"].contains(&&**part));
            if have_parts && pairs.values().any(|[day, _]| day != "12") {
                for path in pairs.into_keys() {
                    names.insert(path.to_owned(), format!("day_{}", file_name(path)));
                }
            }
        }
        Self { names }
    }

    /// The path with unclear numbers written out as a year or a day, as the folders beside them
    /// decide: `2023/d1.rs`. All other names can be read without the files beside them.
    pub fn spelled_out<'p>(&self, path: &'p str) -> Cow<'p, str> {
        let mut spelled_out = Cow::from(path);
        // The inner folders are first, because their paths contain the names of the outer ones.
        for (folder, name) in self.names.iter().rev() {
            if let Some(inner) = spelled_out.strip_prefix(&**folder)
                && (inner.is_empty() || inner.starts_with(['/', '.']))
            {
                spelled_out = join(folder_of(folder), &format!("{name}{inner}")).into();
            }
        }
        spelled_out
    }
}

/// The number of one or two digits after `advent`, `aoc` or `dec`, as in `advent23`. `None` for any
/// other name, such as `aoc-rs`.
fn number_of_folder(name: &str) -> Option<String> {
    match &*words(name) {
        [word, number]
            if ["advent", "aoc", "dec"].contains(&&**word)
                && number.len() <= 2
                && number.chars().all(|digit| digit.is_ascii_digit()) =>
        {
            Some(number.clone())
        }
        _ => None,
    }
}
