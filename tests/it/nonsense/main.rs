//! A worker that misbehaves on the channel, as `MISBEHAVE` says. Its registry
//! is none that aoc knows, so aoc leaves it alone; day01 is all it has.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::time::Duration;

use aoc_solution::protocol::VERSION;

fn main() {
    let channel = std::env::args().nth(2).expect("a channel");
    let (address, key) = channel.split_once('/').expect("an address and a key");
    let manner = std::env::var("MISBEHAVE").expect("a manner");
    if manner == "exit" {
        std::process::exit(7);
    }
    let mut stream = TcpStream::connect(address).expect("the runner");
    let hello = |protocol: u32| {
        format!(
            "{{\"protocol\":{protocol},\"key\":\"{key}\",\"year\":2017,\"days\":[{{\"day\":1,\
             \"title\":\"Nonsense\",\"examples\":[],\"alternatives\":[]}}]}}\n"
        )
    };
    let mut say = |text: &str| {
        // The runner may have had enough.
        let _ = stream.write_all(text.as_bytes());
    };
    match &*manner {
        "junk" => say("HTTP/1.1 200 OK\n"),
        "newer" => say(&hello(VERSION + 1)),
        "older" => say(&hello(VERSION - 1)),
        "no days" => say(&hello(VERSION).replace("\"day\":1", "\"day\":9")),
        "does not listen" => {
            say(&hello(VERSION));
            std::thread::sleep(Duration::from_secs(600));
        }
        _ => {
            say(&hello(VERSION));
            let mut lines = BufReader::new(stream.try_clone().expect("a stream")).lines();
            let opened = lines.next();
            assert!(opened.is_some(), "no command");
            answer(&manner, &mut stream);
        }
    }
    // Until the runner hangs up, or ends this.
    let _ = std::io::copy(&mut stream, &mut std::io::sink());
}

fn answer(manner: &str, stream: &mut TcpStream) {
    let mut say = |text: &str| {
        let _ = stream.write_all(text.as_bytes());
    };
    match manner {
        "babble" => say("I will not\n"),
        "out of turn" => say("{\"sampled\":[1,2]}\n"),
        "another outcome" => say("{\"ran\":{\"ns\":1,\"outcome\":\"unsolved\"}}\n"),
        "endless line" => {
            let junk = "x".repeat(1 << 20);
            for _ in 0..100 {
                say(&junk);
            }
        }
        "hang up" => {
            let _ = stream.shutdown(std::net::Shutdown::Both);
            std::thread::sleep(Duration::from_secs(600));
        }
        "deaf" => std::thread::sleep(Duration::from_secs(600)),
        other => panic!("no such manner: {other}"),
    }
}
