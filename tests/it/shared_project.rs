//! A project that many tests share, because building takes time. It is kept with its build output
//! from one `cargo test` to the next.
//!
//! - 2015: days that misbehave as their inputs say (`days/hostile.rs`)
//! - 2016: days that behave (`ordinary/`)
//! - 2017 and later: empty years, each for one test that edits days
//!
//! Tests change only their own years and days. Most tests of `watch` have a project of their
//! own ([`Year::apart`]).

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::SystemTime;

use filetime::{FileTime, set_file_mtime};
use walkdir::{DirEntry, WalkDir};

use crate::sandbox::{CARGO_CONFIG, FLAGS, REPOSITORY, Sandbox};

const LAST_YEAR: u16 = 2078;

/// The days of 2016 that contain only `days/length.rs`. The tests of `submit` use 15 to 18 and 21
/// and write answers for them. The tests of `status` use 19.
const LENGTHS: [u8; 12] = [7, 8, 9, 10, 11, 12, 15, 16, 17, 18, 19, 21];

/// The days of 2015, each with its kind of misbehaviour.
const MISBEHAVING: [(u8, &str); 12] = [
    (1, "panic"),
    (2, "overflow"),
    (4, "endless"),
    (5, "memory"),
    (6, "chatter"),
    (7, "stdin"),
    (8, "threads"),
    (10, "parse error"),
    (11, "parse panic"),
    (12, "escapes"),
    // The test of a download replaces the input of this day.
    (13, "endless"),
    (20, "slow chatter"),
];

/// A separate sandbox in the shared project.
pub fn shared_project() -> Sandbox {
    static READY: OnceLock<PathBuf> = OnceLock::new();
    let folder = READY.get_or_init(|| {
        let (folder, _lock) = kept("shared_project");
        add_library(&folder);
        fill(&folder);
        // Both years are built completely, so no test shows their build. A day is not built
        // separately if its year is up to date.
        let world = Sandbox::new().in_folder(&folder);
        let done = world.line("run 2015/10-11 2016/1-2");
        done.shows("is no deck").shows("24");
        folder
    });
    Sandbox::new().in_folder(folder)
}

/// A folder that is kept from one test run to the next. The lock is needed because another test
/// program may use the folder at the same time.
fn kept(name: &str) -> (PathBuf, File) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(&folder).expect("a folder");
    // Below this repository, cargo uses its flags. `CARGO_TARGET_DIR` may be another folder.
    let folder = folder.canonicalize().expect("a folder");
    if !folder.starts_with(REPOSITORY) {
        write(&folder, CARGO_CONFIG, FLAGS);
    }
    let lock = File::create(folder.join("lock")).expect("a lock file");
    lock.lock().expect("a lock");
    (folder, lock)
}

/// A project of its own with this repository's library, which is compiled.
pub fn project_with_library() -> Sandbox {
    let sandbox = Sandbox::new();
    add_library(&sandbox.path(""));
    sandbox
}

/// Adds this repository's library. If the folder has no build output yet, the library is compiled
/// for the profiles that several tests use.
fn add_library(root: &Path) {
    static READY: OnceLock<PathBuf> = OnceLock::new();
    let compiled = READY.get_or_init(|| {
        let (folder, _lock) = kept("library");
        write_library(&folder);
        write_manifest(&folder, 2015);
        write(&folder, "days/year2015/day01.rs", length(1));
        for (file, text) in [("txt", "abcd\n"), ("answers.toml", "part1 = 5\n")] {
            write(&folder, &format!("inputs/year2015/day01.{file}"), text);
        }
        let world = Sandbox::new().in_folder(&folder);
        for line in ["run 2015/1", "run 2015/1 --dev", "verify 2015/1"] {
            world.line(line).exits(0);
        }
        folder.join("target")
    });
    write_library(root);
    if !root.join("target").exists() {
        add_compiled(root, "solution", compiled);
    }
}

/// The shared project. These years are also built for `bench`.
pub fn shared_bench_project() -> Sandbox {
    static READY: OnceLock<()> = OnceLock::new();
    READY.get_or_init(|| {
        let done = shared_project().line("bench 2015/10 2016/2 --part 1");
        done.shows("  2 One star");
    });
    shared_project()
}

/// A sandbox of `aoc init` with the compiled library.
pub fn new_project() -> Sandbox {
    let sandbox = Sandbox::new();
    sandbox.line("init").exits(0);
    add_compiled_library(&sandbox);
    sandbox
}

/// Adds the compiled library to a sandbox of `aoc init`. In most tests of `aoc import`, compiling
/// it would take longer than everything else. The days of a trial are not optimised either, which
/// would take most of the remaining time.
pub fn add_compiled_library(sandbox: &Sandbox) {
    // The library of a nightly compiler is a different one.
    const NIGHTLY: &str = "RUSTC_BOOTSTRAP";
    static READY: [OnceLock<PathBuf>; 2] = [const { OnceLock::new() }; 2];
    let nightly = sandbox.variable(NIGHTLY);
    let compiled = READY[usize::from(nightly.is_some())].get_or_init(|| {
        let mut first = Sandbox::new();
        if let Some(value) = nightly {
            first = first.env(NIGHTLY, value);
        }
        first.line("init").exits(0);
        let day = "pub fn part1(input: &str) -> usize { input.len() }\n";
        first.write("../old/2020/day01.rs", day);
        first.line("import ../old").exits(0);
        let name = nightly.map_or("compiled", |_| "compiled-nightly");
        let kept = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = fs::remove_dir_all(&kept);
        copy_compiled(&first.path("target"), &kept);
        kept
    });
    add_compiled(&sandbox.path(""), "vendor", compiled);
    leave_trials_unoptimised(sandbox);
}

/// Compiles the days of trials without optimisation.
pub fn leave_trials_unoptimised(sandbox: &Sandbox) {
    let years =
        (2015..=2025).map(|year| format!("[profile.aoc.package.year{year}]\nopt-level = 0\n"));
    let before = fs::read_to_string(sandbox.outside(CARGO_CONFIG)).expect("a configuration");
    let config = before + &years.collect::<String>();
    write(&sandbox.outside(""), CARGO_CONFIG, config);
}

/// Adds the compiled library, whose sources are in a folder of the project.
fn add_compiled(root: &Path, sources: &str, compiled: &Path) {
    // Cargo compiles a file again if it is newer than the output.
    let long_ago = FileTime::from_unix_time(1_000_000_000, 0);
    let entries = WalkDir::new(root.join(sources)).into_iter().flatten();
    for file in entries.filter(|entry| entry.file_type().is_file()) {
        set_file_mtime(file.path(), long_ago).expect("a file");
    }
    copy_compiled(compiled, &root.join("target"));
}

/// Copies the compiled library, the records of it and of the compiler. Copies keep the times of the
/// files.
fn copy_compiled(from: &Path, to: &Path) {
    let entries = WalkDir::new(from).into_iter().flatten();
    for entry in entries.filter(|entry| entry.file_type().is_file()) {
        let inner = entry.path().strip_prefix(from).expect("below it");
        let name = inner.to_str().expect("text");
        let names = ["aoc_solution", "anyhow", "compiled.json", "rustc_info"];
        if name.starts_with("aoc-import") || !names.iter().any(|part| name.contains(part)) {
            continue;
        }
        let copy = to.join(inner);
        fs::create_dir_all(copy.parent().expect("a folder")).expect("a folder");
        fs::copy(entry.path(), &copy).expect("a file");
        let metadata = entry.metadata().expect("a file");
        let time = FileTime::from_last_modification_time(&metadata);
        set_file_mtime(copy, time).expect("a file");
    }
}

/// The source of a day of 2016 that measures lengths, adapted to another day.
pub fn length(day: u8) -> String {
    include_str!("days/length.rs").replace("DayNN", &format!("Day{day:02}"))
}

/// The source of such a day with this expression as part 1. The expression is different in each run
/// of the tests, because earlier build output still exists.
pub fn day_text(day: u8, part1: &str) -> String {
    let own = format!("Ok(({part1}).into())");
    let source = length(day).replacen("Ok(input.len().into())", &own, 1);
    format!("{source}\n// {}\n", std::process::id())
}

/// Writes a file only if its content differs, because the times of files matter.
pub fn write(root: &Path, path: &str, content: impl AsRef<[u8]>) {
    let path = root.join(path);
    if fs::read(&path).is_ok_and(|old| old == content.as_ref()) {
        return;
    }
    fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    fs::write(path, content).expect("a file");
}

/// Copies a folder. Files that are already equal are left out.
pub fn copy(from: &Path, to: &Path) {
    let entries = WalkDir::new(from).into_iter().flatten();
    for entry in entries.filter(|entry| entry.file_type().is_file()) {
        let inner = entry.path().strip_prefix(from).expect("below it");
        let content = fs::read(entry.path()).expect("a file");
        write(to, inner.to_str().expect("text"), content);
    }
}

fn write_library(root: &Path) {
    let repository = Path::new(REPOSITORY);
    // The package of `aoc` itself is left out.
    let manifest = fs::read_to_string(repository.join("Cargo.toml")).expect("a manifest");
    let mut manifest: toml::Table = manifest.parse().expect("TOML");
    manifest.retain(|key, _| key == "workspace");
    let workspace = manifest["workspace"].as_table_mut();
    workspace.expect("a workspace").remove("default-members");
    write(root, "Cargo.toml", manifest.to_string());
    // Cargo removes entries from the lock file that are not needed here. So the copy is compared
    // with its original.
    let lock = fs::read(repository.join("Cargo.lock")).expect("a lock file");
    let old = fs::read(root.join("Cargo.lock.of-repository"));
    if old.ok().as_ref() != Some(&lock) {
        write(root, "Cargo.lock", &lock);
        write(root, "Cargo.lock.of-repository", &lock);
    }
    copy(&repository.join("solution"), &root.join("solution"));
}

fn fill(root: &Path) {
    for year in 2015..=LAST_YEAR {
        write_manifest(root, year);
    }
    let ordinary = Path::new(REPOSITORY).join("tests/it/ordinary");
    copy(&ordinary, &root.join("days/year2016"));
    for (day, word) in MISBEHAVING {
        let source = include_str!("days/hostile.rs").replace("DayNN", &format!("Day{day:02}"));
        write(root, &format!("days/year2015/day{day:02}.rs"), source);
        write(root, &format!("inputs/year2015/day{day:02}.txt"), word);
    }
    for day in LENGTHS {
        write(root, &format!("days/year2016/day{day:02}.rs"), length(day));
    }
    for day in [13, 22] {
        let half = include_str!("ordinary/day02.rs").replace("Day02", &format!("Day{day}"));
        write(root, &format!("days/year2016/day{day}.rs"), half);
    }
    for day in [2, 3, 5, 6, 19, 20] {
        let input = format!("inputs/year2016/day{day:02}.txt");
        write(root, &input, "hello\n");
    }
    for (file, text) in [
        ("txt", "1\n2\n3\n4\n"),
        ("answers.toml", "part1 = 10\npart2 = \"24\"\n"),
        ("bad.txt", "5\n6\n"),
        ("bad.answers.toml", "part1 = \"12\"\n"),
        ("crlf.txt", "1\r\n2\r\n\r\n"),
    ] {
        write(root, &format!("inputs/year2016/day01.{file}"), text);
    }
}

fn write_manifest(root: &Path, year: u16) {
    let manifest = format!(
        "[package]\nname = \"year{year}\"\nedition = \"2024\"\n\n[[bin]]\nname = \
         \"year{year}\"\npath = \"main.rs\"\n\n[dependencies]\n\
         aoc-solution = {{ path = \"../../solution\" }}\n"
    );
    write(root, &format!("days/year{year}/Cargo.toml"), manifest);
}

/// A year of the shared project for one test. It is emptied before. The inputs of its days 1 and 2
/// have four letters.
pub struct Year {
    pub world: Sandbox,
    pub year: u16,
}

impl Year {
    pub fn empty(year: u16) -> Self {
        static TAKEN: Mutex<BTreeSet<u16>> = Mutex::new(BTreeSet::new());
        let mut taken = TAKEN.lock().unwrap_or_else(PoisonError::into_inner);
        assert!(taken.insert(year), "another test has the year {year}");
        drop(taken);
        let world = shared_project();
        for folder in ["days", "inputs"] {
            let folder = world.path(&format!("{folder}/year{year}"));
            for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
                if entry.file_name() != "Cargo.toml" {
                    let _ = fs::remove_file(entry.path());
                }
            }
        }
        Self { world, year }.with_inputs()
    }

    /// A year in a project of its own. `watch` looks at all files of its project after each save,
    /// so in one project, tests of it would do that for the saves of each other.
    pub fn apart(year: u16) -> Self {
        let world = project_with_library();
        write_manifest(&world.path(""), year);
        Self { world, year }.with_inputs()
    }

    fn with_inputs(self) -> Self {
        for day in 1..=2 {
            let input = format!("inputs/year{}/day{day:02}.txt", self.year);
            self.world.write(&input, "abcd\n");
        }
        self
    }

    pub fn env(self, name: &str, value: impl Into<OsString>) -> Self {
        let world = self.world.env(name, value);
        Self { world, ..self }
    }

    pub fn path(&self, file: &str) -> PathBuf {
        self.world.path(&format!("days/year{}/{file}", self.year))
    }

    pub fn write(&self, file: &str, text: impl AsRef<[u8]>) {
        fs::write(self.path(file), text).expect("a file");
    }

    /// Writes a day whose part 1 is an expression.
    pub fn day(&self, day: u8, part1: &str) {
        self.write(&format!("day{day:02}.rs"), day_text(day, part1));
    }
}

/// Otherwise each test would compile the library, and still pass.
#[test]
fn a_project_of_its_own_has_the_compiled_library() {
    let it = Year::apart(2015);
    it.day(1, "input.len()");
    let workers = it.world.path("target/aoc-workers");
    let compiled = || -> BTreeSet<(PathBuf, SystemTime)> {
        let entries = WalkDir::new(&workers).into_iter().flatten();
        let libraries = entries.filter(|entry| entry.path().extension() == Some("rlib".as_ref()));
        let time = |file: &DirEntry| file.metadata().expect("a file").modified().expect("a time");
        libraries
            .map(|file| (file.path().to_owned(), time(&file)))
            .collect()
    };
    let before = compiled();
    for line in ["run 2015/1", "run 2015/1 --dev", "verify 2015/1"] {
        it.world.line(line).exits(0);
    }
    assert_eq!(compiled(), before);
}
