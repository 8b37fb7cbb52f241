//! Warnings of files that look like days or inputs, and are none.

use std::collections::BTreeSet;

use super::context::App;
use crate::puzzle::Year;

impl App {
    /// Warns of such files of these years, of each once.
    pub fn warn_of_misnamed(&self, years: BTreeSet<Year>) {
        for file in self.misnamed(years) {
            self.warn_once(&file);
        }
    }

    /// The same for every year that has a folder.
    pub fn warn_of_all_misnamed(&self) {
        for file in self.all_misnamed() {
            self.warn_once(&file);
        }
    }

    /// What there is to say of such files of all years, a line for each.
    pub fn all_misnamed(&self) -> Vec<String> {
        let (Ok(project), Ok(store)) = (self.project(), self.store()) else {
            return Vec::new();
        };
        let mut years = project.years();
        years.extend(store.paths.years());
        self.misnamed(years)
    }

    fn misnamed(&self, years: BTreeSet<Year>) -> Vec<String> {
        let (Ok(project), Ok(store)) = (self.project(), self.store()) else {
            return Vec::new();
        };
        let of_year = |year| {
            let inputs = store.paths.misnamed(year).into_iter();
            let inputs = inputs.map(|mut misnamed| {
                misnamed.file = project.shown(&misnamed.file);
                misnamed
            });
            project.misnamed(year).into_iter().chain(inputs)
        };
        let found = years.into_iter().flat_map(of_year);
        found.map(|misnamed| misnamed.to_string()).collect()
    }
}
