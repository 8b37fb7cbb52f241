//! Joins the files of days that have a file for each part, such as `day01-a.rs` and `day01-b.rs`.
//! The source of the first file gets a module for each part. The result is an ordinary day.

use std::collections::{BTreeMap, BTreeSet};

use aoc_solution::Part;

use super::{DayReader, has_both_parts};
use crate::import::candidates::part_functions;
use crate::import::folder::manifest::Package;
use crate::import::folder::names::folder_of;
use crate::import::repository::day_file::{DayFile, DayKind};
use crate::import::source::OldFile;
use crate::puzzle::Puzzle;

impl DayReader<'_> {
    /// Joins the two files of each day that has a file for each part. Returns the days with their
    /// joined files. If names say which functions answer both parts, the joined file has no `main`.
    /// Otherwise it keeps the `main` of both files, which may print the answers, and a trial
    /// decides.
    pub fn joined_days(&self, days: &[DayFile]) -> Vec<(DayFile, OldFile)> {
        let mut joined = Vec::new();
        for files in files_of_parts(days) {
            let by_names = self.joined_day(files, false);
            let by_names = by_names.filter(|(day, _)| {
                let taken = day.wiring_by_names();
                taken.is_some_and(|taken| taken.wiring.parts() == Part::BOTH)
            });
            joined.extend(by_names.or_else(|| self.joined_day(files, true)));
        }
        joined
    }

    /// The day of two files with one part each. `None` if the files cannot be joined.
    fn joined_day(&self, files: [&DayFile; 2], keeps_main: bool) -> Option<(DayFile, OldFile)> {
        let [one, two] = files.map(|day| self.repository.file(&day.file).ok());
        let read = [one?, two?];
        let has_both = |day: &DayFile| has_both_parts(&day.part_functions);
        let packages = files.map(|day| self.repository.package_of(&day.file));
        if packages[0].folder != packages[1].folder
            && (files.into_iter().all(has_both) || !self.can_share_a_manifest(packages))
        {
            return None;
        }
        let [one, two] = files;
        let file = OldFile::joined(read, one.is_crate, keeps_main)?;
        let functions = part_functions(&file.source);
        let day = DayFile {
            part2: Some(two.file.clone()),
            ..self.whole_day(&one.file, one.puzzle, &file, functions)
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
    fn libraries<'p>(&'p self, package: &'p Package) -> BTreeMap<String, [Option<&'p str>; 2]> {
        let tables = [
            &package.manifest.dependencies,
            &package.manifest.dev_dependencies,
        ];
        tables
            .into_iter()
            .flatten()
            .map(|(key, dependency)| {
                let name = self.repository.library_name(package, key, dependency);
                let means = match self.repository.package_at(package, dependency) {
                    Some(other) => [Some(&*other.folder), None],
                    None => [dependency.package().or(Some(key)), dependency.git()],
                };
                // Code has both `-` and `_` as `_`.
                (name.replace('-', "_"), means)
            })
            .collect()
    }
}

/// The files of part 1 and of part 2 of each day that has one file for each part in the same
/// folder. The root of a folder counts as a file of the outer folder. Days with another file that
/// can be called are left out.
fn files_of_parts(days: &[DayFile]) -> Vec<[&DayFile; 2]> {
    let mut found = BTreeMap::<(Puzzle, &str), [Vec<&DayFile>; 2]>::new();
    let mut called = BTreeSet::new();
    for day in days {
        match &day.kind {
            DayKind::OnePart(Some(part)) => {
                let folder = day.module_folder().trim_end_matches("/src");
                let place = (day.puzzle, folder_of(folder));
                found.entry(place).or_default()[part.index()].push(day);
            }
            DayKind::OnePart(None) => {}
            DayKind::ToCall(candidates) if candidates.is_empty() => {}
            DayKind::OfAoc | DayKind::TooManyCalls | DayKind::ToCall(_) => {
                called.insert(day.puzzle);
            }
        }
    }
    let mut pairs = Vec::new();
    for ((puzzle, _), files) in found {
        if let [[one], [two]] = files.each_ref().map(Vec::as_slice)
            && !called.contains(&puzzle)
        {
            pairs.push([*one, *two]);
        }
    }
    pairs
}
