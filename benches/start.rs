//! Measures how long a program takes that has nothing to build, which is the most frequent wait.
//!
//! The given programs and an empty one take turns, so that a drift of the machine affects all of
//! them. `aoc run` gets a day with an input in a repository of 25 days.
//!
//! ```sh
//! cargo build --release --locked && cargo build --profile dist --locked
//! cargo bench --bench start -- target/release/aoc target/dist/aoc
//! ```

mod generated_repository;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const ROUNDS: usize = 61;

const COMMANDS: [&[&str]; 3] = [&["run", "22", "--offline"], &["list"], &["--help"]];

fn main() {
    let mut programs: Vec<PathBuf> = std::env::args()
        .skip(1)
        .filter(|argument| !argument.starts_with("--"))
        .map(|argument| fs::canonicalize(&argument).expect(&argument))
        .collect();
    if programs.is_empty() {
        programs.push(env!("CARGO_BIN_EXE_aoc").into());
    }
    let work_dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/start");
    let _ = fs::remove_dir_all(&work_dir);
    let repository = work_dir.join("repository");
    generated_repository::repository(&repository, 25);
    let empty = empty_program(&work_dir);

    println!("nothing to build, whole process: median of {ROUNDS}, in turns");
    println!("{:40}  {:>9}  {:>7}", "", "MB", "ms");
    for arguments in COMMANDS {
        // The program of a day is built for each of the programs, because their libraries differ.
        for program in &programs {
            time(program, arguments, &repository);
        }
        let mut times = vec![Vec::new(); programs.len() + 1];
        for _ in 0..ROUNDS {
            for (program, times) in programs.iter().zip(&mut times) {
                times.push(time(program, arguments, &repository));
            }
            let times = times.last_mut().expect("the empty program");
            times.push(time(&empty, &[], &repository));
        }
        for (program, times) in programs.iter().chain([&empty]).zip(&mut times) {
            times.sort();
            let mb = fs::metadata(program).expect("a program").len() as f64 / 1e6;
            let ms = times[times.len() / 2].as_secs_f64() * 1e3;
            let folder = program
                .parent()
                .and_then(Path::file_name)
                .unwrap_or_default();
            let name = if *program == empty {
                "an empty program".to_owned()
            } else {
                format!("{}/aoc {}", folder.display(), arguments.join(" "))
            };
            println!("{name:40}  {mb:>9.1}  {ms:>7.1}");
        }
    }
}

fn time(program: &Path, arguments: &[&str], folder: &Path) -> Duration {
    let mut command = Command::new(program);
    command
        .args(arguments)
        .current_dir(folder)
        .env_remove("CARGO_TARGET_DIR")
        .stdin(Stdio::null())
        .stderr(Stdio::inherit());
    let start = Instant::now();
    let output = command.output().expect("it runs");
    let time = start.elapsed();
    assert!(output.status.success(), "{command:?}: {}", output.status);
    if arguments == COMMANDS[0] {
        let text = String::from_utf8_lossy(&output.stdout);
        let answer = generated_repository::answer(1).to_string();
        assert!(text.contains(&answer), "no {answer} in\n{text}");
    }
    time
}

fn empty_program(work_dir: &Path) -> PathBuf {
    let source = work_dir.join("empty.rs");
    generated_repository::write(&source, "fn main() {}\n");
    let program = work_dir.join("empty");
    let mut rustc = Command::new("rustc");
    rustc.args(["-O", "-o"]).args([&program, &source]);
    assert!(rustc.status().expect("rustc runs").success());
    program
}
