//! Decides for folders such as `advent23` whether the number is a year or a day. Either is usual: a
//! folder for each year, with its days in it, and a package for each day. So the name does not say
//! it, but the names in the folder and beside it do.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use super::names::{day_folder, day_of, file_name, folder_of, is_source, join, stem};
use crate::puzzle::{Day, Year, words};

/// The folders whose number is a year.
pub struct AdventYears {
    years: BTreeMap<String, Year>,
}

impl AdventYears {
    /// Finds the folders of years among those of all files. A folder is that of a year if it contains
    /// code that is named after a day with another number (`advent23/d1.rs`), and if no folder beside
    /// it has a number that only a day can have (`advent01`). Texts do not count, because their
    /// numbers may be those of examples.
    pub fn among(files: &BTreeSet<String>) -> Self {
        let mut years = BTreeMap::new();
        let mut places_of_days = BTreeSet::new();
        for file in files {
            for (end, _) in file.match_indices('/') {
                let folder = &file[..end];
                let Some(digits) = advent_number(file_name(folder)) else {
                    continue;
                };
                let Some(year) = Year::parse(&format!("20{digits}")) else {
                    places_of_days.insert(folder_of(folder));
                    continue;
                };
                let names = file[end + 1..].split('/');
                let mut days = names.filter_map(|name| day_folder(name).or(day_of(stem(name))));
                if is_source(file) && days.any(|day| Some(day) != Day::parse(&digits)) {
                    years.insert(folder.to_owned(), year);
                }
            }
        }
        years.retain(|folder, _| !places_of_days.contains(folder_of(folder)));
        Self { years }
    }

    /// The path with the year in place of the name of its folder: `2023/d1.rs`. All other names can
    /// be read without the files beside them.
    pub fn spelled_out<'p>(&self, path: &'p str) -> Cow<'p, str> {
        let spelled_out = self.years.iter().find_map(|(folder, year)| {
            let inner = path.strip_prefix(&**folder)?;
            let is_in_folder = inner.is_empty() || inner.starts_with('/');
            is_in_folder.then(|| join(folder_of(folder), &format!("{year}{inner}")))
        });
        spelled_out.map_or(path.into(), Cow::from)
    }
}

/// The digits in the name of a folder such as `advent23`.
fn advent_number(name: &str) -> Option<String> {
    match &*words(name) {
        [word, digits] if word == "advent" && digits.len() <= 2 => Some(digits.clone()),
        _ => None,
    }
}
