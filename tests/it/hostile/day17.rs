//! Starts processes in part one that have no end and hold stdout: one in its
//! own process group, one in a session of its own, one whose parent is gone.
//! It says which ones. How part one itself ends, the input says.

use std::io::Result;
use std::process::Command;

aoc_solution::functions!(Day17, "Processes");

fn part1(input: &str) -> Result<usize> {
    let process = Command::new("sleep").arg("600").spawn()?.id();
    let session = Command::new("setsid").args(["sleep", "600"]).spawn()?.id();
    println!("process {process}\nsession {session}");
    let script = "setsid sleep 600 & echo orphan $!";
    Command::new("sh").args(["-c", script]).status()?;
    match input.trim() {
        "crash" => std::process::abort(),
        "endless" => loop {
            std::thread::park();
        },
        "stop" => {
            let process = std::process::id().to_string();
            Command::new("kill").args(["-STOP", &process]).status()?;
        }
        _ => {}
    }
    Ok(input.len())
}

fn part2(input: &str) -> usize {
    input.len()
}
