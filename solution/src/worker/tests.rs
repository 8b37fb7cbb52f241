//! These tests start their own program again: the copy runs one test,
//! [`acts_as_a_worker`], and that test serves as a worker.

use std::io::{BufReader, Read};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Stdio};

use super::*;
use crate::dispatch::DayOf;
use crate::protocol::{
    Call, MEMORY_EXIT_STATUS, OUT_OF_MEMORY_LINE, Outcome, Phase, Reply, Source, identify,
};
use crate::{Answer, Solution};

const ADDRESS: &str = "AOC_TEST_ADDRESS";

/// Does what its input says.
struct Obedient;

impl Solution for Obedient {
    const TITLE: &'static str = "Obedient";
    type Input<'a> = &'a str;

    fn parse(input: &str) -> Result<&str> {
        Ok(input)
    }

    fn part1(input: &&str) -> Result<Answer> {
        match *input {
            "waits" => loop {
                std::thread::park();
            },
            "allocates" => Ok(vec![1_u8; 64 << 20]
                .iter()
                .map(|&one| u64::from(one))
                .sum::<u64>()
                .into()),
            "panics" => panic!("given up"),
            "prints" => {
                print!("a line without an end");
                Ok(1.into())
            }
            text => Ok(text.into()),
        }
    }
}

#[test]
fn acts_as_a_worker() {
    if let Ok(address) = env::var(ADDRESS) {
        let mut days = Days::new(2020);
        days.add(1, Box::new(DayOf::<Obedient>::new()));
        let status = serve(&days, &address);
        process::exit(i32::from(status != ExitCode::SUCCESS));
    }
}

/// The runner's side.
struct Runner {
    child: Child,
    channel: BufReader<TcpStream>,
    number: u64,
}

fn start(address: &str, key: Option<&str>) -> Child {
    let mut worker = process::Command::new(env::current_exe().unwrap());
    worker
        .args(["worker::tests::acts_as_a_worker", "--exact", "--nocapture"])
        .env(ADDRESS, address)
        .env_remove(KEY_VARIABLE)
        .env_remove("RUST_BACKTRACE")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    if let Some(key) = key {
        worker.env(KEY_VARIABLE, key);
    }
    worker.spawn().unwrap()
}

impl Runner {
    /// A worker that has opened the text, within the memory limit.
    fn open(text: &str, memory: Option<u64>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap().to_string();
        // A worker that ends kills the others with its key.
        let key = format!("the key at {address}");
        let child = start(&address, Some(&key));
        let (stream, _) = listener.accept().unwrap();
        let mut runner = Self {
            child,
            channel: BufReader::new(stream),
            number: 0,
        };
        let line = runner.line();
        assert_eq!(identify(&line), Some((VERSION, &*key)));
        let handshake = Handshake::from_line(&line).unwrap();
        assert_eq!((handshake.year, handshake.days.len()), (2020, 1));
        let opened = runner.ask(Command::Open {
            day: 1,
            source: Source::Text(text.to_owned()),
            memory,
        });
        assert!(matches!(
            opened,
            Reply::Ran {
                outcome: Outcome::Parsed,
                ..
            }
        ));
        runner
    }

    fn line(&mut self) -> Vec<u8> {
        let mut line = Vec::new();
        self.channel.read_until(b'\n', &mut line).unwrap();
        line
    }

    fn send(&mut self, command: Command) {
        self.number += 1;
        let number = self.number;
        let line = Request { number, command }.to_line();
        self.channel.get_mut().write_all(line.as_bytes()).unwrap();
    }

    fn ask(&mut self, command: Command) -> Reply {
        self.send(command);
        let Response { number, reply } = Response::from_line(&self.line()).unwrap();
        assert_eq!(number, self.number);
        reply
    }

    /// Closes the channel; how the worker ends then.
    fn close(self) -> End {
        drop(self.channel);
        end(self.child)
    }

    /// How the worker ends by itself.
    fn wait(self) -> End {
        end(self.child)
    }
}

struct End {
    status: Option<i32>,
    stderr: String,
}

fn end(child: Child) -> End {
    let output = child.wait_with_output().unwrap();
    End {
        status: output.status.code(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

fn part1() -> Command {
    Command::Run(Call {
        phase: Phase::Part1,
        alternative: None,
    })
}

#[test]
fn answers_with_the_number_it_was_asked_with() {
    let mut runner = Runner::open("7", None);
    runner.number = 41;
    let Reply::Ran { outcome, .. } = runner.ask(part1()) else {
        panic!("no outcome");
    };
    assert_eq!(outcome, Outcome::Answered("7".to_owned()));
    assert_eq!(runner.close().status, Some(0));
}

#[test]
fn ends_with_the_channel_whatever_the_solution_does() {
    let mut runner = Runner::open("waits", None);
    runner.send(part1());
    assert_eq!(runner.close().status, Some(0));
}

#[test]
fn tells_of_the_memory_limit_unasked() {
    let mut runner = Runner::open("allocates", Some(16 << 20));
    runner.send(part1());
    if cfg!(feature = "allocations") {
        assert_eq!(runner.line(), OUT_OF_MEMORY_LINE);
        assert_eq!(runner.wait().status, Some(i32::from(MEMORY_EXIT_STATUS)));
    } else {
        let response = Response::from_line(&runner.line()).unwrap();
        assert_ne!(response.reply, Reply::OutOfMemory);
    }
}

#[test]
fn tells_where_the_solution_panicked_and_prints_nothing() {
    let mut runner = Runner::open("panics", None);
    let Reply::Ran {
        outcome: Outcome::Panic(message),
        ..
    } = runner.ask(part1())
    else {
        panic!("no panic");
    };
    let (place, text) = message.rsplit_once(": ").unwrap();
    assert!(place.contains("tests.rs:"), "{message}");
    assert_eq!(text, "given up");
    let End { stderr, .. } = runner.close();
    assert!(!stderr.contains("given up"), "{stderr}");
}

#[test]
fn what_a_solution_prints_comes_before_the_answer() {
    let mut runner = Runner::open("prints", None);
    runner.ask(part1());
    let mut stdout = runner.child.stdout.take().unwrap();
    let mut printed = Vec::new();
    let mut buffer = [0; 256];
    while !String::from_utf8_lossy(&printed).contains("a line without an end") {
        let length = stdout.read(&mut buffer).unwrap();
        assert_ne!(length, 0, "the answer came, and what was printed did not");
        printed.extend_from_slice(&buffer[..length]);
    }
}

#[test]
fn a_line_that_is_no_request_ends_it_with_a_message() {
    let mut runner = Runner::open("7", None);
    runner.channel.get_mut().write_all(b"2\tsing\n").unwrap();
    let End { status, stderr } = runner.wait();
    assert_eq!(status, Some(1));
    assert!(
        stderr.contains("worker: the runner's request: expected a command, found `sing`\n"),
        "{stderr}"
    );
}

#[test]
fn without_a_key_it_says_so_in_one_line() {
    let End { status, stderr } = end(start("127.0.0.1:1/key", None));
    assert_eq!(status, Some(1));
    assert_eq!(
        stderr,
        format!(
            "worker: AOC_CHANNEL_KEY is not set: start this program with an `aoc` that speaks \
             version {VERSION} of the protocol, or give it a day to solve by hand\n"
        )
    );
}

#[test]
fn a_runner_that_has_gone_is_no_failure() {
    let address = {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        listener.local_addr().unwrap().to_string()
    };
    let End { status, stderr } = end(start(&address, Some("key")));
    assert_eq!((status, &*stderr), (Some(0), ""));
}
