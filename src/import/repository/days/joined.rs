//! Joins the files of days that have a file for each part. The result is an ordinary day with an
//! inline module for each part:
//!
//! - If a file of the day declares the modules, such as `day01/part1.rs`, they become inline in that
//!   file, and everything else about it stays as it is.
//! - Otherwise, such as for `day01-a.rs` and `day01-b.rs`, the modules replace the first file.

use std::collections::BTreeMap;

use aoc_solution::Part;

use super::{DayReader, has_both_parts, uses_module};
use crate::import::folder::manifest::{Package, tables};
use crate::import::folder::names::{folder_of, has_plain_name, module_files};
use crate::import::folder::part_names::only_part;
use crate::import::repository::day_file::{DayFile, DayKind};
use crate::import::source::{OldFile, Source};
use crate::puzzle::Puzzle;

impl DayReader<'_> {
    /// Joins the files of part 1 and part 2 of each day with two such files. Returns the days with
    /// their joined files. If names say which functions answer both parts, the joined file has no
    /// `main`. Otherwise it keeps the `main` of both files, which may print the answers, and a trial
    /// decides. Without a `main`, the trial decides between functions whose names say no part, if
    /// no other files of the day can be joined.
    pub fn joined_days(&self, days: &[DayFile]) -> Vec<(DayFile, OldFile)> {
        let (mut joined, mut guesses): (Vec<_>, Vec<_>) = days
            .iter()
            .filter_map(|day| self.with_inline_parts(day))
            .partition(|(day, _)| names_answer_both(day));
        let mut pairs = self.files_of_parts(days);
        pairs.retain(|[one, _]| {
            let mut others = joined.iter().chain(&guesses);
            !others.any(|(day, _)| day.contains(&one.file))
        });
        for files in pairs {
            let functions = self.joined_day(files, false);
            if functions
                .as_ref()
                .is_some_and(|(day, _)| names_answer_both(day))
            {
                joined.extend(functions);
            } else if let Some(with_main) = self.joined_day(files, true) {
                joined.push(with_main);
            } else {
                guesses.extend(functions);
            }
        }
        guesses.retain(|(day, _)| {
            let has_calls = Part::BOTH.into_iter().all(|part| {
                let mut candidates = day.candidates().iter();
                candidates.any(|candidate| candidate.wiring.answers(part))
            });
            has_calls && !joined.iter().any(|(other, _)| other.puzzle == day.puzzle)
        });
        joined.append(&mut guesses);
        joined
    }

    /// The day of a file that declares a module for each part, with these modules inline. `None`
    /// for any other file, and if the file itself answers both parts.
    fn with_inline_parts(&self, day: &DayFile) -> Option<(DayFile, OldFile)> {
        let file = self.repository.file(&day.file).ok()?;
        let [one, two] = file.source.modules_of_parts()?.map(|module| {
            let files = module_files(self.repository.folder_of_modules(&day.file), &module.name);
            let read = files
                .iter()
                .find_map(|file| self.repository.files.get_key_value(file));
            let (file, read) = read?;
            Some((module.name.clone(), file.clone(), read.as_ref().ok()?))
        });
        let parts = [one?, two?];
        if !matches!(day.kind, DayKind::ToCall(_)) || has_both_parts(&day.part_functions) {
            return None;
        }
        let file = file.with_inline_parts(parts.each_ref().map(|(.., read)| *read))?;
        let mut day = self.whole_day(&day.file, day.puzzle, &file);
        let parts = parts.map(|(name, file, _)| (format!("{name}::"), file));
        day.files.extend(parts);
        Some((day, file))
    }

    /// The files of part 1 and of part 2 of each day that has one file for each part in the same
    /// folder. If several files have the same part, the only one whose name says nothing else
    /// counts. A file that is named after the day alone may have part 1. Days with another file
    /// that can be called are left out.
    fn files_of_parts<'d>(&self, days: &'d [DayFile]) -> Vec<[&'d DayFile; 2]> {
        let mut found = BTreeMap::<(Puzzle, &str), [Vec<&DayFile>; 2]>::new();
        let mut called = BTreeMap::<Puzzle, Vec<&DayFile>>::new();
        for day in days {
            match &day.kind {
                DayKind::OnePart(Some(part)) => {
                    let place = (day.puzzle, place_of(day));
                    found.entry(place).or_default()[part.index()].push(day);
                }
                DayKind::OnePart(None) => {}
                DayKind::ToCall(candidates) if candidates.is_empty() => {}
                DayKind::OfAoc | DayKind::TooManyCalls | DayKind::ToCall(_) => {
                    called.entry(day.puzzle).or_default().push(day);
                }
            }
        }
        let mut pairs = Vec::new();
        for ((puzzle, place), mut files) in found {
            for days in &mut files {
                if days.len() > 1 {
                    days.retain(|day| self.says_only_part(day));
                }
            }
            let [ones, twos] = files.each_ref().map(Vec::as_slice);
            match (
                ones,
                twos,
                called.get(&puzzle).map_or(&[][..], Vec::as_slice),
            ) {
                ([one], [two], []) => pairs.push([*one, *two]),
                ([], [two], [day]) if place_of(day) == place && self.may_be_part1(day, two) => {
                    pairs.push([*day, *two]);
                }
                _ => {}
            }
        }
        pairs
    }

    /// True if a day may have only part 1, although its name says no part: names give no call for
    /// part 2, the code prints one value, and the file `two` of part 2 does not use it.
    fn may_be_part1(&self, day: &DayFile, two: &DayFile) -> bool {
        let mut functions = day.part_functions.iter();
        let mut candidates = day.candidates().iter();
        let source = self.repository.source(&day.file);
        has_plain_name(&day.file)
            && day.user_call.wiring().is_none()
            && functions.all(|function| function.part == Part::One)
            && candidates
                .all(|candidate| candidate.is_guess() || !candidate.wiring.answers(Part::Two))
            && !uses_module(self.repository, two, day)
            && source.is_ok_and(Source::prints_one_value)
    }

    /// True if the words after the day in the name of a file say only a part: `day01_part2`.
    fn says_only_part(&self, day: &DayFile) -> bool {
        let named = self.repository.named.get(&day.file);
        named.is_some_and(|named| only_part(&named.after.join("_")).is_some())
    }

    /// The day of two files with one part each. `None` if the files cannot be joined.
    fn joined_day(&self, files: [&DayFile; 2], keeps_main: bool) -> Option<(DayFile, OldFile)> {
        let [one, two] = files.map(|day| self.repository.file(&day.file).ok());
        let read = [one?, two?];
        let packages = files.map(|day| self.repository.package_of(&day.file));
        let have_both_parts = files.iter().all(|day| has_both_parts(&day.part_functions));
        if packages[0].folder != packages[1].folder
            && (have_both_parts || !self.can_share_a_manifest(packages))
        {
            return None;
        }
        let [one, two] = files;
        let file = OldFile::joined(read, one.is_crate, keeps_main)?;
        let files = [("part1::", one), ("part2::", two)];
        let day = DayFile {
            files: files
                .map(|(name, day)| (name.to_owned(), day.file.clone()))
                .into(),
            ..self.whole_day(&one.file, one.puzzle, &file)
        };
        Some((day, file))
    }

    /// True if code of both packages means the same in one package: they have the same default
    /// features, and no name of a library means two different packages.
    fn can_share_a_manifest(&self, packages: [&Package; 2]) -> bool {
        let [one, two] = packages;
        let libraries = self.libraries(two);
        let is_same = |(name, package)| libraries.get(&name).is_none_or(|other| *other == package);
        one.edition() == two.edition()
            && one.default_features() == two.default_features()
            && self.libraries(one).into_iter().all(is_same)
    }

    /// The names of the libraries that a package uses, with what the name stands for: the folder of
    /// another package of the repository, or the package and its address.
    fn libraries(&self, package: &Package) -> BTreeMap<String, [Option<String>; 2]> {
        tables(&mut package.manifest.clone())
            .into_iter()
            .flat_map(|(_, dependencies)| dependencies)
            .map(|(key, dependency)| {
                let name = self.repository.library_name(package, key, dependency);
                let means = match self.repository.package_at(package, dependency) {
                    Some(other) => [Some(&*other.folder), None],
                    None => [dependency.package().or(Some(key)), dependency.git()],
                };
                let means = means.map(|what| what.map(str::to_owned));
                // Code has both `-` and `_` as `_`.
                (name.replace('-', "_"), means)
            })
            .collect()
    }
}

/// True if names say which functions answer both parts.
fn names_answer_both(day: &DayFile) -> bool {
    let taken = day.wiring_by_names();
    taken.is_some_and(|taken| taken.wiring.parts() == Part::BOTH)
}

/// The folder in which a file stands for a part. The root of a folder counts as a file of the outer
/// folder.
fn place_of(day: &DayFile) -> &str {
    folder_of(day.module_folder().trim_end_matches("/src"))
}
