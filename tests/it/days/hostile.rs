//! A day that misbehaves as its input says. Tests use it to see what a day can do to the runner.
//! Its `generate` never ends. With a seed, it also holds memory.

use std::hint::black_box;
use std::io::{Write, read_to_string, stdin, stdout};
use std::process::{Command, exit};
use std::thread::{park, sleep, spawn};
use std::time::Duration;

use aoc_solution::{Answer, Result, Solution, bail};

pub struct DayNN;

unsafe extern "C" {
    fn fork() -> i32;
    fn close(descriptor: i32) -> i32;
}

impl Solution for DayNN {
    const TITLE: &'static str = "Hostile";
    type Input<'a> = &'a str;

    fn parse(input: &str) -> Result<&str> {
        match input.trim() {
            "parse error" => bail!("line 1: `abcd` is no deck"),
            "parse panic" => panic!("no input is good enough"),
            word => Ok(word),
        }
    }

    fn part1(word: &&str) -> Result<Answer> {
        let pause = || sleep(Duration::from_millis(700));
        match *word {
            "panic" => panic!("index out of bounds"),
            "overflow" => return Ok(dive(1).into()),
            "endless" => endless(false),
            "memory" => endless(true),
            "chatter" => {
                for _ in 0..1000 {
                    println!("{}", "x".repeat(1000));
                }
                println!("{{\"schema\":\"aoc-run/1\",\"results\":[]}}");
                eprintln!("a word on stderr");
                print!("no line end");
            }
            "slow chatter" => {
                pause();
                print!("half a line");
                stdout().flush()?;
                pause();
                println!(", and the rest\none\ntwo");
                eprintln!("and on stderr");
                pause();
                print!("the last words");
            }
            "stdin" => return Ok(format!("stdin: {}", read_to_string(stdin())?).into()),
            "threads" => {
                spawn(|| endless(false));
                assert!(spawn(|| panic!("in a thread")).join().is_err());
            }
            "escapes" => return Ok("\u{1b}[31mred\u{7}".into()),
            "close" => (3..100).for_each(|descriptor| _ = unsafe { close(descriptor) }),
            // Both processes go on to the answer.
            "fork" if unsafe { fork() } == 0 => return Ok("of the copy".into()),
            // The copy continues for ever, with the worker's connection.
            "fork and exit" => match unsafe { fork() } {
                0 => park(),
                _ => exit(3),
            },
            word if word.starts_with("exit ") => exit(word[5..].parse()?),
            // From now on the runner traces this thread and must reap it.
            "traced" if unsafe { ptrace(0) } == 0 => endless(false),
            "traced and exit" if unsafe { ptrace(0) } == 0 => exit(3),
            "stop the runner" => stop_the_runner()?,
            word if word.starts_with("processes") => processes(word)?,
            _ => {}
        }
        Ok("one".into())
    }

    fn part2(_: &&str) -> Result<Answer> {
        Ok("two".into())
    }

    fn generate(seed: u64) -> Option<String> {
        endless(seed > 0)
    }
}

fn dive(depth: u64) -> u64 {
    let room = black_box([depth; 512]);
    if depth == 0 {
        return 0;
    }
    dive(depth + 1) + room[depth as usize % 512]
}

fn endless(hoards: bool) -> ! {
    let mut hoard = Vec::new();
    loop {
        if !hoards {
            park();
        }
        hoard.push(black_box(vec![1_u8; 1 << 20]));
    }
}

/// Stops the runner, as Ctrl-Z does, for three seconds.
fn stop_the_runner() -> Result<()> {
    let runner = std::os::unix::process::parent_id().to_string();
    Command::new("kill").args(["-STOP", &runner]).status()?;
    let script = format!("sleep 3; kill -CONT {runner}");
    Command::new("sh").args(["-c", &script]).spawn()?;
    Ok(())
}

/// Starts processes that never end and hold stdout: one in its own process group, one in its own
/// session, and one whose parent has ended. Prints their IDs.
fn processes(word: &str) -> Result<()> {
    let process = Command::new("sleep").arg("600").spawn()?.id();
    let session = Command::new("setsid").args(["sleep", "600"]).spawn()?.id();
    println!("process {process}\nsession {session}");
    let script = "setsid sleep 600 & echo orphan $!";
    Command::new("sh").args(["-c", script]).status()?;
    if word == "processes endless" {
        endless(false)
    }
    Ok(())
}

unsafe extern "C" {
    fn ptrace(request: u32, ...) -> i64;
}
