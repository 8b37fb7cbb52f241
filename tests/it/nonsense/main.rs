//! A worker that misbehaves on the channel, as `MISBEHAVE` says. aoc leaves its
//! main.rs alone; day01 is all it has.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::thread;
use std::time::Duration;

use aoc_solution::protocol::{
    DayInfo, Handshake, KEY_VARIABLE, Outcome, Reply, Request, Response, VERSION, Wire,
};

const LONG: Duration = Duration::from_secs(600);

fn main() {
    let address = std::env::args().nth(2).expect("an address");
    let key = std::env::var(KEY_VARIABLE).expect("a key");
    let manner = std::env::var("MISBEHAVE").expect("a manner");
    match &*manner {
        "exit" => std::process::exit(7),
        "strangers" => strangers(&address),
        _ => {}
    }
    let mut stream = TcpStream::connect(&address).expect("the runner");
    let handshake = |day: u8| {
        let day = DayInfo {
            day,
            title: "Nonsense".into(),
            examples: Vec::new(),
            alternatives: Vec::new(),
        };
        Handshake::new(key.clone(), 2017, vec![day]).to_line()
    };
    let mut say = |text: &str| {
        // The runner may have had enough.
        let _ = stream.write_all(text.as_bytes());
    };
    match &*manner {
        "junk" => say(&format!("aoc-worker\t{VERSION}\t{key}\tjunk\n")),
        "newer" => say(&format!("aoc-worker\t{}\t{key}\tjunk\n", VERSION + 1)),
        "older" => say(&format!("aoc-worker\t{}\t{key}\tjunk\n", VERSION - 1)),
        "no days" => say(&handshake(9)),
        "does not listen" => {
            say(&handshake(1));
            thread::sleep(LONG);
        }
        _ => {
            say(&handshake(1));
            let mut lines = BufReader::new(stream.try_clone().expect("a stream")).lines();
            while let Some(Ok(line)) = lines.next() {
                let Request { number, .. } =
                    Request::from_line(line.as_bytes()).expect("a request");
                answer(&manner, number, &mut stream);
            }
        }
    }
    // Until the runner hangs up, or ends this.
    let _ = std::io::copy(&mut stream, &mut std::io::sink());
}

/// Connects like programs that have no business there, and stays connected.
fn strangers(address: &str) {
    let say = |text: &str| {
        let mut stream = TcpStream::connect(address).expect("the runner");
        stream.write_all(text.as_bytes()).expect("it listens");
        std::mem::forget(stream);
    };
    for _ in 0..20 {
        say("");
        say("GET / HTTP/1.1\r\n\r\n");
        say(&format!("aoc-worker\t{VERSION}\t0123\t2017\t0\n"));
    }
    let address = address.to_owned();
    thread::spawn(move || {
        let mut stream = TcpStream::connect(address).expect("the runner");
        while stream.write_all(b"and so on ").is_ok() {}
    });
    // All of them are there before the worker is.
    thread::sleep(Duration::from_millis(100));
}

/// A response in which the answer is 5, or the input is parsed.
fn response(number: u64, answer: Option<&str>) -> String {
    let outcome = match answer {
        Some(answer) => Outcome::Answered(answer.to_owned()),
        None => Outcome::Parsed,
    };
    let reply = Reply::Ran { ns: 1, outcome };
    Response { number, reply }.to_line()
}

fn answer(manner: &str, number: u64, stream: &mut TcpStream) {
    let mut say = |text: &str| {
        let _ = stream.write_all(text.as_bytes());
    };
    let reply = |reply: Reply| Response { number, reply }.to_line();
    match manner {
        "strangers" => say(&response(number, None)),
        "babble" => say("I will not\n"),
        "out of turn" => say(&reply(Reply::Sampled(Vec::new()))),
        "another outcome" => say(&reply(Reply::Ran {
            ns: 1,
            outcome: Outcome::Unsolved,
        })),
        "refusal" => say(&reply(Reply::Refused("no such day".to_owned()))),
        // To this request, and to one that was not sent.
        "ahead" => {
            say(&response(number + 1, None));
            say(&response(number, None));
        }
        "endless line" => {
            let junk = "x".repeat(1 << 20);
            for _ in 0..100 {
                say(&junk);
            }
        }
        "hang up" => {
            let _ = stream.shutdown(std::net::Shutdown::Both);
            thread::sleep(LONG);
        }
        "deaf" => thread::sleep(LONG),
        other => panic!("no such manner: {other}"),
    }
}
