//! Measures the time from saving a file to seeing the answer in a running `aoc watch`.
//!
//! Edits a line that affects the answer in two copies of a repository of 500 days. In one copy,
//! `aoc run` is started after the save; in the other, an `aoc watch` is already running. The two
//! take turns. Prints the median times until the new answer, and how much longer watching takes.
//!
//! ```sh
//! cargo bench --bench save_to_answer            # 21 rounds; a number as argument changes it
//! ```

mod generated_repository;

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use generated_repository::{answer, day, repository, source};

const AOC: &str = env!("CARGO_BIN_EXE_aoc");

fn main() {
    let rounds = std::env::args()
        .find_map(|argument| argument.parse().ok())
        .unwrap_or(21);
    let work_dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/save-to-answer");
    let _ = fs::remove_dir_all(&work_dir);
    let (runs, watched) = (work_dir.join("run"), work_dir.join("watch"));
    repository(&runs, 500);
    repository(&watched, 500);
    save(&watched, 1);
    let mut watch = Running::start(&watched, "watch");
    watch.wait_for_answer(answer(1));

    let (mut run_times, mut watch_times) = (Vec::new(), Vec::new());
    // The first rounds build everything and warm the caches.
    for round in 0..rounds + 2 {
        let number = 1_000_003 + round;
        let start = save(&runs, number);
        let mut run = Running::start(&runs, "run");
        run.wait_for_answer(answer(number));
        let run_time = start.elapsed();
        run.finish();

        let start = save(&watched, number);
        watch.wait_for_answer(answer(number));
        let watch_time = start.elapsed();
        if round >= 2 {
            run_times.push(run_time);
            watch_times.push(watch_time);
        }
    }
    drop(watch);

    println!("save an edit, see the new answer, 500 days: median of {rounds}");
    let (run, watch) = (median(&mut run_times), median(&mut watch_times));
    println!("{:<24}{run:>8.1} ms", "aoc run after the save");
    println!("{:<24}{watch:>8.1} ms", "aoc watch");
    println!("{:<24}{:>+8.1} ms", "difference", watch - run);
}

/// Saves an edit. Returns the time just before it.
fn save(folder: &Path, number: u32) -> Instant {
    let path: PathBuf = source(folder, 2020, 7);
    let text = day(7).replace("EDITED", &number.to_string());
    let start = Instant::now();
    fs::write(path, text).unwrap();
    start
}

fn median(times: &mut [Duration]) -> f64 {
    times.sort();
    (times[(times.len() - 1) / 2] + times[times.len() / 2]).as_secs_f64() / 2.0 * 1e3
}

/// A running `aoc` whose results are read as they arrive.
struct Running {
    child: Child,
    lines: BufReader<ChildStdout>,
}

impl Running {
    fn start(folder: &Path, command: &str) -> Self {
        let mut child = Command::new(AOC)
            .args([command, "2020/7", "--offline"])
            .current_dir(folder)
            .env_remove("CARGO_TARGET_DIR")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap());
        Self { child, lines }
    }

    /// Waits until `aoc` prints the answer.
    fn wait_for_answer(&mut self, answer: u64) {
        let answer = answer.to_string();
        let mut line = String::new();
        while !line.contains(&answer) {
            line.clear();
            let read = self.lines.read_line(&mut line).unwrap();
            assert!(read > 0, "it ended without {answer}");
        }
    }

    fn finish(mut self) {
        assert!(self.child.wait().unwrap().success());
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
