use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::Command;
use std::thread;

use aoc_solution::protocol::DayInfo;

use super::*;

const KEY: &str = "0123";

/// Longer than anything takes here.
const PATIENCE: Duration = Duration::from_mins(2);

/// Waits for the handshake of a program that does nothing, while `clients`
/// connect in its place.
fn accept(
    timeout: Duration,
    clients: impl FnOnce(SocketAddr) + Send + 'static,
) -> Result<Handshake, WorkerError> {
    accept_from("sleep 600", timeout, clients)
}

fn accept_from(
    script: &str,
    timeout: Duration,
    clients: impl FnOnce(SocketAddr) + Send + 'static,
) -> Result<Handshake, WorkerError> {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let mut command = Command::new("sh");
    command.args(["-c", script]);
    // The processes of other tests are not this one's.
    let mark = random_key().unwrap();
    let mut process = ProcessTree::spawn(&mut command, ("AOC_TEST", &mark), false).unwrap();
    let clients = thread::spawn(move || clients(address));
    let accepted = accept_worker(
        &listener,
        &mut process,
        KEY,
        timeout,
        &CancelToken::default(),
    );
    let accepted = accepted.map(|(_, handshake)| handshake);
    drop(listener);
    clients.join().unwrap();
    accepted
}

/// Sends each text on a connection of its own, which stays open.
fn sending<const N: usize>(texts: [String; N]) -> Result<Handshake, WorkerError> {
    accept(PATIENCE, move |address| {
        let mut streams = Vec::new();
        for text in texts {
            let mut stream = connect(address);
            // The other side need not read all of it.
            let _ = stream.write_all(text.as_bytes());
            streams.push(stream);
        }
        wait_for_close(&mut streams);
    })
}

fn connect(address: SocketAddr) -> TcpStream {
    TcpStream::connect(address).unwrap()
}

fn wait_for_close(streams: &mut [TcpStream]) {
    for stream in streams {
        let _ = stream.read(&mut [0]);
    }
}

fn handshake(key: &str) -> String {
    let handshake = Handshake {
        key: key.to_owned(),
        year: 2020,
        days: vec![DayInfo {
            day: 1,
            // Longer than any chunk that is read at once.
            title: "x".repeat(100_000).into(),
            examples: Vec::new(),
            alternatives: Vec::new(),
        }],
    };
    handshake.to_line()
}

fn version(version: u32) -> String {
    format!("aoc-worker\t{version}\t{KEY}\tsomething new\n")
}

#[test]
fn keys_differ() {
    let keys = [(); 2].map(|()| random_key().unwrap());
    assert!(keys[0] != keys[1] && keys[0].len() == 32, "{keys:?}");
}

#[test]
fn strangers_neither_fail_nor_delay_the_worker() {
    let silent = String::new();
    let partial = "aoc-worker\t2".to_owned();
    let junk = "GET /\u{1b}[31m HTTP/1.1\r\n".to_owned();
    let old = format!("{{\"protocol\":1,\"key\":\"{KEY}\",\"year\":2020,\"days\":[]}}\n");
    let endless = "x".repeat(100_000);
    let endless_fields = "aoc-worker\t3\t".to_owned() + &"y".repeat(100_000);
    let not_text = "aoc-worker\t\u{fffd}\t\n".to_owned();
    let wrong = handshake("9999");
    let texts = [
        silent,
        partial,
        junk,
        old,
        endless,
        endless_fields,
        not_text,
        wrong,
        handshake(KEY),
    ];
    assert_eq!(sending(texts).unwrap().year, 2020);
}

#[test]
fn a_crowd_does_not_keep_the_worker_out() {
    let accepted = accept(PATIENCE, |address| {
        let mut silent: Vec<TcpStream> = (0..CANDIDATES + 30).map(|_| connect(address)).collect();
        let mut stream = connect(address);
        stream.write_all(handshake(KEY).as_bytes()).unwrap();
        silent.push(stream);
        wait_for_close(&mut silent);
    });
    assert_eq!(accepted.unwrap().year, 2020);
}

#[test]
fn a_handshake_may_come_in_pieces() {
    let accepted = accept(PATIENCE, |address| {
        let mut stream = connect(address);
        for piece in handshake(KEY).as_bytes().chunks(9_000) {
            stream.write_all(piece).unwrap();
            thread::sleep(Duration::from_millis(1));
        }
    });
    assert_eq!(accepted.unwrap().days.len(), 1);
}

#[test]
fn a_worker_with_the_key_has_to_say_the_rest() {
    let said = |text: String| sending([text]).unwrap_err().to_string();
    assert_eq!(
        said(format!("aoc-worker\t{VERSION}\t{KEY}\tMMXX\n")),
        "the worker sent an invalid handshake: expected a number, found `MMXX`"
    );
    let endless = accept(PATIENCE, |address| {
        let mut stream = connect(address);
        let beginning = format!("aoc-worker\t{VERSION}\t{KEY}\t");
        stream.write_all(beginning.as_bytes()).unwrap();
        // Until the other side has had enough.
        while stream.write_all(&[b'x'; 1 << 14]).is_ok() {}
    });
    assert_eq!(
        endless.unwrap_err().to_string(),
        "the worker sent an invalid handshake: a line without an end"
    );
}

#[test]
fn the_older_side_is_to_be_updated() {
    let said = |text| sending([text]).unwrap_err().to_string();
    assert_eq!(
        said(version(VERSION + 1)),
        format!(
            "the worker speaks version {} of the protocol, this aoc version {VERSION}: update aoc",
            VERSION + 1
        )
    );
    assert!(
        said(version(1)).ends_with(": update the repository's library with `aoc init --update`")
    );
}

#[test]
fn silence_has_an_end() {
    let timeout = Duration::from_millis(50);
    let error = accept(timeout, |_| {}).unwrap_err();
    assert!(matches!(error, WorkerError::HandshakeTimeout(_)), "{error}");
    let error = accept(timeout, |address| {
        // It may be over before this connects.
        if let Ok(mut stream) = TcpStream::connect(address) {
            let beginning = format!("aoc-worker\t{VERSION}\t{KEY}\t2020");
            let _ = stream.write_all(beginning.as_bytes());
            wait_for_close(&mut [stream]);
        }
    });
    let error = error.unwrap_err().to_string();
    assert!(
        error.ends_with("does its main end with `registry().main()`?"),
        "{error}"
    );
}

#[test]
fn a_program_that_ends_at_once_is_noticed() {
    let error = accept_from("exit 1", PATIENCE, |_| {}).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the worker exited with code 1 before it connected to aoc; does its main end with \
         `registry().main()`?"
    );
}
