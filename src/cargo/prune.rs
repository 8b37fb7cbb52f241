//! Removing programs of one day that were not used for long, or whose day is gone:
//! with what cargo keeps for the next build, each takes some 4 MB.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::time::{Duration, SystemTime};

use super::profile::Profile;
use super::request::BuildRequest;
use super::stamps;
use super::unit::day_program;
use crate::project::Project;
use crate::puzzle::{Day, Puzzle, Year};

/// How many are kept of a profile.
const fn kept(profile: Profile) -> usize {
    match profile {
        // Of 0.6 MB, as they are built in one piece; `bench all` has one for each
        // day of all years.
        Profile::AocBench => 400,
        Profile::Aoc | Profile::Dev => 10,
    }
}

/// How many are kept while they may be in use. Of the profiles with few, a command
/// has one for each year at most, so this is enough for two commands.
const fn kept_in_use(profile: Profile) -> usize {
    3 * kept(profile)
}

/// A program that was used in this time may be about to be started: that of the
/// last year of `aoc run '*/25'` is, once the years before it have run.
const IN_USE: Duration = Duration::from_mins(10);

/// Removes all but the programs that were built or used last, and those of days
/// that are no more, from the folder of the program `built`. Where cargo keeps its
/// files in another way than is known here, they stay.
pub fn prune(request: &BuildRequest<'_>, built: &Path) {
    if let Some(folder) = built.parent() {
        prune_folder(
            request.project,
            folder,
            request.options.profile,
            request.now,
        );
    }
}

fn prune_folder(project: &Project, folder: &Path, profile: Profile, now: SystemTime) {
    let modified = |path: &Path| {
        let time = fs::metadata(path).and_then(|metadata| metadata.modified());
        time.unwrap_or(SystemTime::UNIX_EPOCH)
    };
    let stamp = |program: &str| {
        let name = format!("{program}-{}.json", profile.name());
        stamps::folder(project).join(name)
    };
    let days = project.days().ok();
    let puzzles: Option<BTreeSet<Puzzle>> = days.map(|days| {
        let of_year =
            |(year, days): (Year, BTreeSet<Day>)| days.into_iter().map(move |day| year.day(day));
        days.into_iter().flat_map(of_year).collect()
    });
    let is_gone = |puzzle| {
        puzzles
            .as_ref()
            .is_some_and(|puzzles| !puzzles.contains(&puzzle))
    };
    let mut programs = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let name = name
            .to_str()
            .map(|name| name.trim_end_matches(std::env::consts::EXE_SUFFIX));
        if let Some((name, puzzle)) = name.and_then(|name| Some((name, one_day(name)?))) {
            let used = modified(&entry.path()).max(modified(&stamp(name)));
            programs.push((is_gone(puzzle), Reverse(used), name.to_owned()));
        }
    }
    programs.sort();
    for (rank, (is_gone, Reverse(used), program)) in programs.into_iter().enumerate() {
        let unwanted = is_gone || rank >= kept(profile);
        // What was used after `now` is in use.
        let unused = now.duration_since(used).is_ok_and(|age| age > IN_USE);
        if unwanted && unused || rank >= kept_in_use(profile) {
            let _ = fs::remove_file(stamp(&program));
            remove(folder, &program);
        }
    }
}

/// The puzzle of a program with a name such as `year2020-22`.
fn one_day(name: &str) -> Option<Puzzle> {
    let (year, day) = name.strip_prefix("year")?.split_once('-')?;
    let puzzle = Year(year.parse().ok()?).day(Day(day.parse().ok()?));
    (day_program(puzzle) == name).then_some(puzzle)
}

/// Removes what cargo built of a program. It finds that missing and builds it
/// again when it is asked to.
fn remove(folder: &Path, program: &str) {
    let crate_name = program.replace('-', "_");
    for folder in [
        folder.to_path_buf(),
        folder.join("deps"),
        folder.join("incremental"),
    ] {
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            let name = entry.file_name();
            let Some(name) = name.to_str() else { continue };
            let name = name.split('.').next().unwrap_or_default();
            let of_crate = name
                .strip_prefix(&crate_name)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('-'));
            if name == program || of_crate {
                let path = entry.path();
                let _ = fs::remove_file(&path).or_else(|_| fs::remove_dir_all(&path));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs::File;

    use super::*;
    use crate::testing;

    /// Any time.
    fn now() -> SystemTime {
        SystemTime::UNIX_EPOCH + Duration::from_hours(500_000)
    }

    #[test]
    fn the_programs_used_last_are_kept() {
        let temp = tempfile::tempdir().unwrap();
        fs::write(temp.path().join("Cargo.toml"), "[workspace.metadata.aoc]\n").unwrap();
        let project = Project::find(temp.path()).unwrap();
        let folder = temp.path().join("target/aoc-workers/aoc");
        let write = |path: &Path, age: u64| {
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            let time = now() - Duration::from_secs(age);
            File::create(path).unwrap().set_modified(time).unwrap();
        };
        write(&folder.join("year2020"), 9000);
        // Of the last day there is a program and no more.
        write(&folder.join("year2020-14"), 700);
        for day in 1..=13_u8 {
            let source = format!("days/year2020/day{day:02}.rs");
            write(&temp.path().join(source), 0);
            let name = format!("year2020-{day:02}");
            let crate_name = format!("year2020_{day:02}");
            write(&folder.join(&name), 1000 - u64::from(day));
            write(&folder.join(format!("{name}.d")), 0);
            write(&folder.join(format!("deps/{crate_name}-0123")), 0);
            write(&folder.join(format!("deps/{crate_name}-0123.d")), 0);
            write(&folder.join(format!("incremental/{crate_name}-4567/x")), 0);
            write(
                &stamps::folder(&project).join(format!("{name}-aoc.json")),
                1000,
            );
        }
        // The first two were built long ago, but used.
        for (name, age) in [("year2020-01-aoc.json", 1), ("year2020-02-aoc.json", 2)] {
            write(&stamps::folder(&project).join(name), age);
        }
        prune_folder(&project, &folder, Profile::Aoc, now());

        let names = |folder: &Path| -> BTreeSet<String> {
            let entries = fs::read_dir(folder).unwrap().flatten();
            entries
                .map(|it| it.file_name().into_string().unwrap())
                .collect()
        };
        let days: Vec<u8> = [1, 2].into_iter().chain(6..=13).collect();
        let of_days = |form: &str| -> Vec<String> {
            let name = |day| form.replace("22", &format!("{day:02}"));
            days.iter().map(name).collect()
        };
        let mut all = [of_days("year2020-22"), of_days("year2020-22.d")].concat();
        all.extend(["year2020", "deps", "incremental"].map(str::to_owned));
        assert_eq!(names(&folder), all.into_iter().collect());
        let all = [of_days("year2020_22-0123"), of_days("year2020_22-0123.d")].concat();
        assert_eq!(names(&folder.join("deps")), all.into_iter().collect());
        assert_eq!(
            names(&folder.join("incremental")),
            of_days("year2020_22-4567").into_iter().collect()
        );
        assert_eq!(
            names(&stamps::folder(&project)),
            of_days("year2020-22-aoc.json").into_iter().collect()
        );
    }

    #[test]
    fn what_is_in_use_is_kept_within_reason() {
        let temp = tempfile::tempdir().unwrap();
        fs::write(temp.path().join("Cargo.toml"), "[workspace.metadata.aoc]\n").unwrap();
        let project = Project::find(temp.path()).unwrap();
        for (year, age) in [(2020, 2), (2021, 1)] {
            for day in 1..=20 {
                let path = temp.path().join(format!("year{year}-{day:02}"));
                let time = now() - Duration::from_secs(age);
                File::create(path).unwrap().set_modified(time).unwrap();
                let source = format!("days/year{year}/day{day:02}.rs");
                testing::write(temp.path(), &source, "");
            }
        }
        let count = |year: &str| {
            let entries = fs::read_dir(temp.path()).unwrap().flatten();
            let names = entries.map(|entry| entry.file_name().into_string().unwrap());
            names.filter(|name| name.starts_with(year)).count()
        };
        prune_folder(&project, temp.path(), Profile::Aoc, now());
        assert_eq!((count("year2021-"), count("year2020-")), (20, 10));
        prune_folder(&project, temp.path(), Profile::Aoc, now() + 2 * IN_USE);
        assert_eq!((count("year2021-"), count("year2020-")), (10, 0));
    }
}
