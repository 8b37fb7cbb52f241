//! Programs of one day, and of those days of a year that compile where others do
//! not.
//!
//! They are built in a second workspace in `target/aoc-workers/single/`, which
//! has the layout of the project: everything in it is a link to the project's
//! own, except for the manifest of a year, which has one program for each day,
//! and for the `main-22.rs` of these. So the compiler names the same paths,
//! build scripts and `include_str!` find their files, the lock file is the same
//! one, and cargo shares compiled libraries with the programs of years.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use toml::{Table, Value};

use super::request::BuildRequest;
use super::unit::{REST_MAIN_FILE, Unit, day_main_file, day_program, rest_program};
use crate::files;
use crate::files::Readers;
use crate::project::Project;
use crate::puzzle::{Day, Year};

/// The workspace's folder, relative to the project's root.
pub const FOLDER: &str = "target/aoc-workers/single";

/// Whether there can be such a workspace: it takes symbolic links.
pub const fn is_possible() -> bool {
    cfg!(unix)
}

/// Brings the workspace up to date, and returns those of the units that cannot
/// be built in it.
pub fn prepare(request: &BuildRequest<'_>, units: Vec<Unit>) -> (Vec<Unit>, Vec<Unit>) {
    let project = request.project;
    if link_project(project, &units).is_err() {
        return (Vec::new(), units);
    }
    units
        .into_iter()
        .partition(|unit| write_main(project, unit).is_ok())
}

fn link_project(project: &Project, units: &[Unit]) -> io::Result<()> {
    let root = project.root().join(FOLDER);
    let kept = |name: &OsStr| name == "days";
    let skipped = |name: &OsStr| name == "days" || name == "target" || name == ".git";
    link_entries(project.root(), &root, &["Cargo.lock"], skipped, kept)?;

    let mut years: BTreeSet<OsString> = entries(&root.join("days"))?
        .into_iter()
        .filter(|(_, is_link)| !is_link)
        .map(|(name, _)| name)
        .collect();
    years.extend(
        units
            .iter()
            .map(|unit| OsString::from(format!("year{}", unit.year))),
    );
    years.retain(|year| project.root().join("days").join(year).is_dir());
    let is_year = |name: &OsStr| years.contains(name);
    let days = project.root().join("days");
    link_entries(&days, &root.join("days"), &[], is_year, is_year)?;
    for year in &years {
        link_year(project, &days.join(year), &root.join("days").join(year))?;
    }
    Ok(())
}

fn link_year(project: &Project, year: &Path, copy: &Path) -> io::Result<()> {
    let generated =
        |name: &OsStr| name == "Cargo.toml" || name.as_encoded_bytes().starts_with(b"main-");
    let skipped = |name: &OsStr| name == "main.rs" || generated(name);
    link_entries(year, copy, &[], skipped, generated)?;
    let days = project
        .year_of(year)
        .map(|year| (year, project.days_of(year)));
    let (year_number, days) = days.ok_or(io::ErrorKind::NotFound)?;
    let days = days.map_err(io::Error::other)?;
    let text = files::read_text_file(&year.join("Cargo.toml"))?;
    let manifest = manifest(&text, year_number, &days).ok_or(io::ErrorKind::InvalidData)?;
    write(&copy.join("Cargo.toml"), &manifest)
}

fn write_main(project: &Project, unit: &Unit) -> io::Result<()> {
    let main = unit.own_main().ok_or(io::ErrorKind::InvalidInput)?;
    write(&project.root().join(FOLDER).join(unit.main_file()), main)
}

/// The manifest of a year, with a program for each day and one for the days that
/// compile in place of its own.
fn manifest(text: &str, year: Year, days: &BTreeSet<Day>) -> Option<String> {
    let mut manifest: Table = text.parse().ok()?;
    let own = manifest.get("bin")?.as_array()?.iter().find(|bin| {
        let is = |key, value: &str| bin.get(key).and_then(Value::as_str) == Some(value);
        is("name", &format!("year{year}")) && is("path", "main.rs")
    });
    let own = own?.as_table()?.clone();
    let of_day = |day: &Day| (day_program(year.day(*day)), day_main_file(*day));
    let rest = (rest_program(year), REST_MAIN_FILE.to_owned());
    let programs = days.iter().map(of_day).chain([rest]).map(|(name, path)| {
        let mut bin = own.clone();
        bin.insert("name".to_owned(), name.into());
        bin.insert("path".to_owned(), path.into());
        Value::Table(bin)
    });
    manifest.insert("bin".to_owned(), programs.collect::<Vec<_>>().into());
    manifest
        .get_mut("package")?
        .as_table_mut()?
        .remove("default-run");
    Some(manifest.to_string())
}

/// Makes `to` a folder with a link to each entry of `from` but those that are
/// `skipped`, and with nothing else but what is `kept`.
fn link_entries(
    from: &Path,
    to: &Path,
    always: &[&str],
    skipped: impl Fn(&OsStr) -> bool,
    kept: impl Fn(&OsStr) -> bool,
) -> io::Result<()> {
    // What was linked as a whole is now a folder here.
    if fs::symlink_metadata(to).is_ok_and(|metadata| !metadata.is_dir()) {
        fs::remove_file(to)?;
    }
    fs::create_dir_all(to)?;
    let mut wanted: BTreeMap<OsString, PathBuf> = BTreeMap::new();
    for name in entries(from)?
        .into_keys()
        .chain(always.iter().map(OsString::from))
    {
        if !skipped(&name) {
            let path = from.join(&name);
            wanted.insert(name, path);
        }
    }
    for (name, is_link) in entries(to)? {
        let path = to.join(&name);
        if is_link
            && wanted
                .get(&name)
                .is_some_and(|target| fs::read_link(&path).is_ok_and(|it| it == *target))
        {
            wanted.remove(&name);
        } else if is_link || !kept(&name) {
            if path.is_dir() && !is_link {
                fs::remove_dir_all(&path)?;
            } else {
                fs::remove_file(&path)?;
            }
        }
    }
    wanted
        .into_iter()
        .try_for_each(|(name, target)| link(&target, &to.join(name)))
}

/// The names in a folder, and which of them are links.
fn entries(folder: &Path) -> io::Result<BTreeMap<OsString, bool>> {
    let mut names = BTreeMap::new();
    match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        entries => {
            for entry in entries? {
                let entry = entry?;
                names.insert(entry.file_name(), entry.file_type()?.is_symlink());
            }
        }
    }
    Ok(names)
}

#[cfg(unix)]
fn link(target: &Path, link: &Path) -> io::Result<()> {
    std::os::unix::fs::symlink(target, link)
}

#[cfg(not(unix))]
fn link(_: &Path, _: &Path) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Writes a file unless it is the same: its time counts for cargo.
fn write(path: &Path, text: &str) -> io::Result<()> {
    if fs::read_to_string(path).is_ok_and(|old| old == text) {
        return Ok(());
    }
    files::replace(path, text, Readers::Usual)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::testing;

    #[test]
    fn a_folder_of_links_follows_its_original() {
        let temp = tempfile::tempdir().unwrap();
        let (from, to) = (temp.path().join("from"), temp.path().join("to"));
        let write = |path| testing::write(&from, path, "text");
        let sync = || {
            let skipped = |name: &OsStr| name == "skipped";
            let kept = |name: &OsStr| name == "kept";
            link_entries(&from, &to, &["always"], skipped, kept).unwrap();
            entries(&to).unwrap().into_keys().collect::<Vec<_>>()
        };
        write("a/deep");
        write("b");
        write("skipped");
        // It was a link as a whole.
        link(&from, &to).unwrap();
        assert_eq!(sync(), ["a", "always", "b"]);
        assert_eq!(fs::read_to_string(to.join("a/deep")).unwrap(), "text");
        assert!(from.join("b").is_file());

        fs::write(to.join("kept"), "").unwrap();
        fs::remove_file(to.join("b")).unwrap();
        fs::create_dir(to.join("b")).unwrap();
        fs::write(to.join("b/ours"), "").unwrap();
        fs::remove_dir_all(from.join("a")).unwrap();
        write("c");
        assert_eq!(sync(), ["always", "b", "c", "kept"]);
        assert_eq!(sync(), ["always", "b", "c", "kept"]);
        assert_eq!(fs::read_to_string(to.join("b")).unwrap(), "text");
    }

    #[test]
    fn a_manifest_has_a_program_for_each_day() {
        let text = "[package]\nname = 'year2020'\ndefault-run = 'year2020'\n\
                    [[bin]]\nname = 'other'\npath = 'other.rs'\n\
                    [[bin]]\nname = 'year2020'\npath = 'main.rs'\ndoc = false\n\
                    [features]\nfast = []\n";
        let days = [Day(1), Day(22)].into();
        let expected: Table = "[package]\nname = 'year2020'\n\
             [[bin]]\nname = 'year2020-01'\npath = 'main-01.rs'\ndoc = false\n\
             [[bin]]\nname = 'year2020-22'\npath = 'main-22.rs'\ndoc = false\n\
             [[bin]]\nname = 'year2020-rest'\npath = 'main-rest.rs'\ndoc = false\n\
             [features]\nfast = []\n"
            .parse()
            .unwrap();
        let manifest = |text: &str| manifest(text, Year(2020), &days);
        assert_eq!(manifest(text).unwrap().parse(), Ok(expected));
        assert_eq!(manifest("[package]\nname = 'year2020'\n"), None);
        assert_eq!(manifest(&text.replace("main.rs", "src/main.rs")), None);
        assert_eq!(manifest("["), None);
    }
}
