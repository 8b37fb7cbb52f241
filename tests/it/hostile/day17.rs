//! Starts processes in part one that have no end and hold stdout: one in its
//! own process group, one in a session of its own, one whose parent is gone.
//! It says which ones. How part one itself ends, the input says.

use std::process::Command;

use aoc_solution::{Answer, Result, Solution};

pub struct Day17;

impl Solution for Day17 {
    const TITLE: &'static str = "Processes";
    type Input<'a> = &'a str;

    fn parse(input: &str) -> Result<&str> {
        Ok(input.trim())
    }

    fn part1(input: &&str) -> Result<Answer> {
        let process = Command::new("sleep").arg("600").spawn()?.id();
        let session = Command::new("setsid").args(["sleep", "600"]).spawn()?.id();
        println!("process {process}\nsession {session}");
        let script = "setsid sleep 600 & echo orphan $!";
        Command::new("sh").args(["-c", script]).status()?;
        match *input {
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
        Ok(input.len().into())
    }

    fn part2(input: &&str) -> Result<Answer> {
        Ok(input.len().into())
    }
}
