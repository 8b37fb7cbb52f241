//! Measures a repository of 500 days: the first build, the space on the disk, and the commands
//! that read all days.
//!
//! ```sh
//! cargo bench --bench scale            # 5 rounds of 500 days; `-- 3 100` changes that
//! ```
//!
//! Each answer is checked. The repository is in `target/scale/`, and is removed
//! at the end.

mod generated_repository;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const AOC: &str = env!("CARGO_BIN_EXE_aoc");

/// The answer to part 1 of every generated day.
const FIRST: u64 = 999;

/// The day that is edited.
const YEAR: u16 = 2015;
const DAY: u8 = 7;

fn main() {
    let mut numbers = std::env::args().filter_map(|argument| argument.parse().ok());
    let rounds = numbers.next().unwrap_or(5);
    let days = numbers.next().map_or(500, |days| days as usize);
    let work_dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/scale");
    let _ = fs::remove_dir_all(&work_dir);
    let repository = Repository::new(&work_dir, days);
    println!("a repository of {days} days, medians of {rounds} where something can be repeated\n");

    row(
        "first `aoc run all`, builds everything",
        repository.aoc(&["run", "all"]).1,
    );
    row(
        "`aoc run all`, nothing to build",
        repository.median(rounds, &["run", "all"]),
    );
    let jobs = std::thread::available_parallelism()
        .map_or(1, usize::from)
        .to_string();
    let parallel = ["run", "all", "--jobs", &jobs];
    row(
        &format!("the same, --jobs {jobs}"),
        repository.median(rounds, &parallel),
    );
    row(
        "save to answer, one day",
        repository.edit_and_run(rounds, &["2015/7"]),
    );
    row(
        "save to answer, its year",
        repository.edit_and_run(rounds, &["2015"]),
    );
    size("target after that", &work_dir.join("repository/target"));

    repository.aoc(&["accept", "all", "--quiet"]);
    row(
        "first `aoc verify`, builds everything",
        repository.aoc(&["verify"]).1,
    );
    row(
        "`aoc verify`, nothing to build",
        repository.median(rounds, &["verify"]),
    );
    size("target after that", &work_dir.join("repository/target"));

    row(
        "`aoc status 2015`",
        repository.median(rounds, &["status", "2015"]),
    );
    row("`aoc list`", repository.median(rounds, &["list"]));
    row("`aoc new` of a day", repository.new_day(rounds));
    fs::remove_dir_all(&work_dir).expect("a folder of our own");
}

fn row(what: &str, time: Duration) {
    let seconds = time.as_secs_f64();
    if seconds < 10.0 {
        println!("{what:<44}{:>9.1} ms", seconds * 1e3);
    } else {
        println!("{what:<44}{seconds:>9.1} s");
    }
}

fn size(what: &str, folder: &Path) {
    println!("{what:<44}{:>9} MB", bytes(folder) / 1_000_000);
}

/// The size of all files below a folder. A file with several names counts once.
fn bytes(folder: &Path) -> u64 {
    fn add(folder: &Path, seen: &mut std::collections::HashSet<u64>) -> u64 {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        let of_entry = |entry: fs::DirEntry| match entry.metadata() {
            Ok(metadata) if metadata.is_dir() => add(&entry.path(), seen),
            Ok(metadata) if seen.insert(inode(&metadata)) => metadata.len(),
            _ => 0,
        };
        entries.map(of_entry).sum()
    }
    add(folder, &mut std::collections::HashSet::new())
}

#[cfg(unix)]
fn inode(metadata: &fs::Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::ino(metadata)
}

#[cfg(not(unix))]
fn inode(metadata: &fs::Metadata) -> u64 {
    metadata.len()
}

struct Repository {
    folder: PathBuf,
    home: PathBuf,
}

impl Repository {
    fn new(work_dir: &Path, days: usize) -> Self {
        let folder = work_dir.join("repository");
        generated_repository::repository(&folder, days);
        let home = work_dir.join("home");
        fs::create_dir_all(&home).expect("an empty home");
        Self { folder, home }
    }

    /// Runs `aoc` until it ends. Returns its output and the time.
    fn aoc(&self, arguments: &[&str]) -> (String, Duration) {
        let own = std::env::home_dir().unwrap_or_default();
        let tool = |name: &str, default: &str| {
            std::env::var_os(name).unwrap_or_else(|| own.join(default).into())
        };
        let mut command = Command::new(AOC);
        command
            .args(arguments)
            .arg("--offline")
            .current_dir(&self.folder)
            .env("HOME", &self.home)
            .env("CARGO_HOME", tool("CARGO_HOME", ".cargo"))
            .env("RUSTUP_HOME", tool("RUSTUP_HOME", ".rustup"))
            .env("AOC_BASE_URL", "http://127.0.0.1:9")
            .env_remove("AOC_SESSION")
            .env_remove("CARGO_TARGET_DIR")
            .stdin(Stdio::null());
        let start = Instant::now();
        let output = command.output().expect("aoc runs");
        let time = start.elapsed();
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{arguments:?}: {text}{errors}");
        (text, time)
    }

    fn median(&self, rounds: u32, arguments: &[&str]) -> Duration {
        median((0..rounds).map(|_| self.aoc(arguments).1).collect())
    }

    /// The time from saving a day to its answer.
    fn edit_and_run(&self, rounds: u32, selectors: &[&str]) -> Duration {
        let arguments = [&["run"], selectors].concat();
        let edit = |round: u32| {
            let number = 1_000_003 + round;
            let text = generated_repository::day(DAY).replace("EDITED", &number.to_string());
            let start = Instant::now();
            generated_repository::write(
                &generated_repository::source(&self.folder, YEAR, DAY),
                &text,
            );
            let (output, _) = self.aoc(&arguments);
            let time = start.elapsed();
            let expected = generated_repository::answer(number).to_string();
            assert!(output.contains(&expected), "no {expected} in {output}");
            assert!(output.contains(&FIRST.to_string()), "{output}");
            time
        };
        // The first edit compiles everything that the other edits reuse.
        edit(rounds);
        median((0..rounds).map(edit).collect())
    }

    /// The time of creating a new day.
    fn new_day(&self, rounds: u32) -> Duration {
        let file = generated_repository::source(&self.folder, YEAR, 25);
        let create = |_| {
            let _ = fs::remove_file(&file);
            let (_, time) = self.aoc(&["new", "2015/25"]);
            assert!(file.is_file());
            time
        };
        median((0..rounds).map(create).collect())
    }
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    (times[(times.len() - 1) / 2] + times[times.len() / 2]) / 2
}
