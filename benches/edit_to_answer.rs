//! Measures the time from saving a file to seeing the answer.
//!
//! Edits a line that affects the answer, builds and runs, and waits for the new answer. Three
//! projects take turns:
//!
//! - a bare crate with one day and no dependencies, by `cargo run --release`,
//! - a copy of this repository, by `aoc run`,
//! - a repository of 500 days, by `aoc run`.
//!
//! Prints the medians and their ratio to the bare crate, and then how long whole processes of `aoc
//! run` and `aoc --help` take without an edit.
//!
//! ```sh
//! cargo bench --bench edit_to_answer            # 7 rounds; a number as argument changes it
//! ```

mod generated_repository;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use generated_repository::{answer, copy, day, input, solver, write};

const AOC: &str = env!("CARGO_BIN_EXE_aoc");
const HERE: &str = env!("CARGO_MANIFEST_DIR");

fn main() {
    let rounds = std::env::args()
        .find_map(|argument| argument.parse().ok())
        .unwrap_or(7);
    let work_dir = Path::new(HERE).join("target/edit-to-answer");
    let _ = fs::remove_dir_all(&work_dir);
    let projects = [
        bare(&work_dir.join("bare")),
        this_repository(&work_dir.join("this")),
        many_years(&work_dir.join("years")),
    ];

    let mut times = vec![Vec::new(); projects.len()];
    // The first rounds build everything and warm the caches.
    for round in 0..rounds + 2 {
        for (project, times) in projects.iter().zip(&mut times) {
            let time = project.edit_and_run(round);
            if round >= 2 {
                times.push(time);
            }
        }
    }
    println!("edit a line, build, run, see the new answer: median of {rounds}");
    let bare = median(&mut times[0]);
    for (project, times) in projects.iter().zip(&mut times) {
        let time = median(times);
        let ratio = time.as_secs_f64() / bare.as_secs_f64();
        println!(
            "{:<48}{:>7.0} ms  {ratio:>5.2} x bare",
            project.name,
            millis(time)
        );
    }

    println!(
        "\nnothing to build, whole process: median of {}",
        3 * rounds
    );
    let this = &projects[1];
    let idle = |name: &str, command: &dyn Fn() -> Command| {
        let mut times: Vec<_> = (0..3 * rounds).map(|_| run(&mut command()).1).collect();
        println!("{name:<48}{:>7.1} ms", millis(median(&mut times)));
    };
    idle("aoc run 2020/7, this repository", &|| this.command());
    idle("aoc run 2020/7, 500 days", &|| projects[2].command());
    idle("aoc --help", &|| {
        let mut command = Command::new(AOC);
        command.arg("--help");
        command
    });
}

/// A project with a day that is edited.
struct EditedProject {
    name: &'static str,
    /// The folder in which the command runs.
    folder: PathBuf,
    command: Vec<String>,
    /// The edited file, and its text with `EDITED` in place of the number.
    file: PathBuf,
    text: String,
}

impl EditedProject {
    fn command(&self) -> Command {
        let mut command = Command::new(&self.command[0]);
        command
            .args(&self.command[1..])
            .current_dir(&self.folder)
            .env_remove("CARGO_TARGET_DIR");
        command
    }

    /// Saves an edit. Returns the time until its answer is printed.
    fn edit_and_run(&self, round: u32) -> Duration {
        let number = 1_000_003 + round;
        let text = self.text.replace("EDITED", &number.to_string());
        let start = Instant::now();
        fs::write(&self.file, text).unwrap();
        let (output, _) = run(&mut self.command());
        let time = start.elapsed();
        let expected = answer(number).to_string();
        assert!(
            output.contains(&expected),
            "{}: no {expected} in\n{output}",
            self.name
        );
        time
    }
}

fn run(command: &mut Command) -> (String, Duration) {
    let start = Instant::now();
    let output = command
        .stdin(Stdio::null())
        .stderr(Stdio::inherit())
        .output()
        .unwrap();
    let time = start.elapsed();
    assert!(output.status.success(), "{command:?}: {}", output.status);
    (String::from_utf8(output.stdout).unwrap(), time)
}

fn median(times: &mut [Duration]) -> Duration {
    times.sort();
    (times[(times.len() - 1) / 2] + times[times.len() / 2]) / 2
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

fn words(words: &[&str]) -> Vec<String> {
    words.iter().map(ToString::to_string).collect()
}

/// A crate written by hand for one day.
fn bare(folder: &Path) -> EditedProject {
    write(
        &folder.join("Cargo.toml"),
        "[package]\nname = \"bare\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n",
    );
    write(&folder.join("input.txt"), &input());
    let text = solver(7)
        + r#"
fn main() {
    let text = std::fs::read_to_string("input.txt").unwrap();
    let numbers = numbers(&text).unwrap();
    println!("{}\n{}", first(&numbers), second(&numbers));
}
"#;
    EditedProject {
        name: "a bare crate, one day, cargo run --release",
        folder: folder.to_owned(),
        command: words(&["cargo", "run", "--release", "--quiet"]),
        file: folder.join("src/main.rs"),
        text,
    }
    .prepared()
}

/// This repository with a third day to edit.
fn this_repository(folder: &Path) -> EditedProject {
    for part in [
        "Cargo.toml",
        "Cargo.lock",
        "src",
        "solution",
        "days",
        "tests",
        "benches",
    ] {
        copy(&Path::new(HERE).join(part), &folder.join(part));
    }
    project("this repository, aoc run", folder)
}

/// A repository like those of `aoc init`, with 500 days.
fn many_years(folder: &Path) -> EditedProject {
    generated_repository::repository(folder, 500);
    project("a repository of 500 days, aoc run", folder)
}

fn project(name: &'static str, folder: &Path) -> EditedProject {
    write(&folder.join("inputs/year2020/day07.txt"), &input());
    EditedProject {
        name,
        folder: folder.to_owned(),
        command: words(&[AOC, "run", "2020/7", "--offline"]),
        file: folder.join("days/year2020/day07.rs"),
        text: day(7),
    }
    .prepared()
}

impl EditedProject {
    fn prepared(self) -> Self {
        write(&self.file, &self.text.replace("EDITED", "1"));
        self
    }
}
