use std::io::{Read, Write};
use std::net::SocketAddr;
use std::process::Command;

use super::*;

const KEY: &str = "0123";

/// Greets a program that does nothing, with `stand_in` in its place on the
/// channel.
fn greeted(
    patience: Duration,
    stand_in: impl FnOnce(SocketAddr) + Send + 'static,
) -> Result<Hello, WorkerError> {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let mut child = Command::new("sleep").arg("60").spawn().unwrap();
    let stand_in = thread::spawn(move || stand_in(address));
    let heard = greet(&listener, &mut child, KEY, patience);
    child.kill().unwrap();
    child.wait().unwrap();
    let heard = heard.map(|(_, hello)| hello);
    stand_in.join().unwrap();
    heard
}

/// Says `lines`, each on a connection of its own that is then closed.
fn saying<const N: usize>(lines: [String; N]) -> Result<Hello, WorkerError> {
    greeted(Duration::from_secs(20), move |address| {
        for line in lines {
            let mut stream = TcpStream::connect(address).unwrap();
            stream.write_all(line.as_bytes()).unwrap();
        }
    })
}

fn hello(key: &str, protocol: u32) -> String {
    format!("{{\"protocol\":{protocol},\"key\":\"{key}\",\"year\":2020,\"days\":[]}}\n")
}

#[test]
fn the_one_with_the_key_is_heard_and_no_stranger() {
    let lines = [String::new(), hello("9999", VERSION), hello(KEY, VERSION)];
    assert_eq!(saying(lines).unwrap().year, 2020);
}

#[test]
fn what_is_no_hello_is_quoted() {
    let junk = "GET /\u{1b}[31m HTTP/1.1\r\n".to_owned();
    assert_eq!(
        saying([junk]).unwrap_err().to_string(),
        r"the worker does not speak the protocol: `GET /\u{1b}[31m HTTP/1.1\r`"
    );
    let poor = format!("{{\"protocol\":{VERSION},\"key\":\"{KEY}\"}}\n");
    let said = saying([poor]).unwrap_err().to_string();
    assert!(said.contains("does not speak the protocol"), "{said}");
}

#[test]
fn the_older_side_is_to_be_updated() {
    let said = |version| saying([hello(KEY, version)]).unwrap_err().to_string();
    assert_eq!(
        said(VERSION + 1),
        format!(
            "the worker speaks version {} of the protocol, this aoc version {VERSION}: update aoc",
            VERSION + 1
        )
    );
    assert!(said(0).ends_with("update the library aoc-solution of this repository"));
}

#[test]
fn a_line_without_an_end_is_not_read_for_ever() {
    let error = greeted(Duration::from_mins(1), |address| {
        let mut stream = TcpStream::connect(address).unwrap();
        // Until nobody listens any more.
        while stream.write_all(&[b'x'; 1 << 14]).is_ok() {}
    });
    assert_eq!(
        error.unwrap_err().to_string(),
        "the worker does not speak the protocol: a line without an end"
    );
}

#[test]
fn silence_is_not_waited_for_for_ever() {
    let patience = Duration::from_millis(50);
    let error = greeted(patience, |_| {}).unwrap_err();
    assert!(matches!(error, WorkerError::Silent(_)), "{error}");
    let error = greeted(patience, |address| {
        let mut stream = TcpStream::connect(address).unwrap();
        stream.write_all(b"{\"protocol\":").unwrap();
        // Until the other side hangs up.
        let _ = stream.read(&mut [0]);
    });
    let error = error.unwrap_err();
    assert!(matches!(error, WorkerError::Silent(_)), "{error}");
    assert!(
        error
            .to_string()
            .ends_with("does its main end with the registry's `.main()`?")
    );
}

#[test]
fn a_program_that_ends_at_once_is_mute() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let mut child = Command::new("false").spawn().unwrap();
    let error = greet(&listener, &mut child, KEY, Duration::from_secs(20)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the worker ended (the program ended with exit code 1) before it said hello; does its \
         main end with the registry's `.main()`?"
    );
}
