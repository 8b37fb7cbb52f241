use std::io::Read;
use std::net::SocketAddr;
use std::thread;
use std::time::Instant;

use super::*;

const KEY: &str = "0123";

/// Accepts a worker while `programs` use the runner's port.
fn accepted(programs: impl FnOnce(SocketAddr) + Send + 'static) -> Result<Handshake, WorkerError> {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let programs = thread::spawn(move || programs(address));
    let deadline = Instant::now() + Duration::from_mins(1);
    let accepted = WorkerChannel::accept(&listener, KEY, || {
        assert!(Instant::now() < deadline);
        Ok(())
    });
    let handshake = accepted.map(|(_, handshake)| handshake);
    drop(listener);
    programs.join().unwrap();
    handshake
}

fn connected(address: SocketAddr, text: &str) -> TcpStream {
    let mut stream = TcpStream::connect(address).unwrap();
    // The other side may not read all of the text.
    let _ = stream.write_all(text.as_bytes());
    stream
}

fn wait_until_closed(mut stream: TcpStream) {
    while let Ok(1..) = stream.read(&mut [0]) {}
}

/// Sends each text on its own connection. The connection stays open until the other side closes it.
fn sending(texts: Vec<String>) -> Result<Handshake, WorkerError> {
    accepted(move |address| {
        let streams: Vec<TcpStream> = texts.iter().map(|text| connected(address, text)).collect();
        streams.into_iter().for_each(wait_until_closed);
    })
}

fn handshake(key: &str) -> String {
    let day = aoc_solution::protocol::DayInfo {
        day: 1,
        // The title does not fit into one read.
        title: "x".repeat(100_000),
        examples: Vec::new(),
        alternatives: Vec::new(),
        takes_text: false,
    };
    Handshake::new(key.to_owned(), 2020, true, vec![day]).to_line()
}

#[test]
fn strangers_neither_fail_nor_delay_the_worker() {
    let strangers = [
        String::new(),
        "aoc-worker\t2".to_owned(),
        "GET /\u{1b}[31m HTTP/1.1\r\n".to_owned(),
        "x".repeat(100_000),
        "aoc-worker\t3\t".to_owned() + &"y".repeat(100_000),
        "aoc-worker\t\u{fffd}\t\n".to_owned(),
        handshake("9999"),
    ];
    // There are more candidates than are kept.
    let crowd = (0..MAX_CANDIDATES + 30).map(|_| String::new());
    let texts = strangers.into_iter().chain(crowd);
    let texts = texts.chain([handshake(KEY)]).collect();
    assert_eq!(sending(texts).unwrap().year, 2020);
}

#[test]
fn a_slow_handshake_is_waited_for() {
    let handshake = accepted(|address| {
        let line = handshake(KEY);
        let (half, rest) = line.split_at(line.len() / 2);
        let mut worker = connected(address, half);
        // Meanwhile, other programs connect, send a text and leave.
        for _ in 0..3 {
            wait_until_closed(connected(address, "GET /\n"));
        }
        worker.write_all(rest.as_bytes()).unwrap();
        wait_until_closed(worker);
    });
    assert_eq!(handshake.unwrap().year, 2020);
}

#[test]
fn a_handshake_that_has_arrived_counts_whatever_the_time() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let _worker = connected(listener.local_addr().unwrap(), &handshake(KEY));
    let accepted = WorkerChannel::accept(&listener, KEY, || Err(WorkerError::failed("too late")));
    assert_eq!(accepted.unwrap().1.year, 2020);
}

#[test]
fn a_worker_with_the_key_has_to_say_the_rest() {
    let said = |text: String| sending(vec![text]).unwrap_err().error.to_string();
    let invalid = said(format!("aoc-worker\t{VERSION}\t{KEY}\tMMXX\n"));
    let why = "the worker sent an invalid handshake: expected a number, found `MMXX`";
    assert_eq!(invalid, why);
    for version in [VERSION + 1, 2] {
        let differs = said(format!("aoc-worker\t{version}\t{KEY}\tsomething else\n"));
        let versions = format!(
            "the worker uses version {version} of the protocol, this aoc version {VERSION}; "
        );
        assert!(differs.starts_with(&versions) && differs.contains("`aoc init --update`"));
    }
}

#[test]
fn who_waits_for_a_worker_uses_no_processor_time() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    // A program that sends nothing does not wake the runner.
    let _stranger = connected(listener.local_addr().unwrap(), "");
    let start = Instant::now();
    let mut checks = 0;
    let gone = WorkerChannel::accept(&listener, KEY, || {
        checks += 1;
        if checks < 10 {
            return Ok(());
        }
        Err(WorkerError::failed("it is gone"))
    });
    assert_eq!(gone.err().unwrap().error.to_string(), "it is gone");
    // Only the stranger's connection ended a wait early.
    assert!(start.elapsed() >= LEAST_WAIT * 7);
}

/// Both ends of a new connection.
fn connection() -> (WorkerChannel, TcpStream) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let other = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
    let (stream, _) = listener.accept().unwrap();
    stream.set_nonblocking(true).unwrap();
    (WorkerChannel::new(stream), other)
}

const LONG: Duration = Duration::from_mins(1);

/// The shortest wait in which nothing arrives. On systems without `poll`, a wait is only a sleep.
const LEAST_WAIT: Duration = if cfg!(unix) {
    INTERVAL
} else {
    Duration::from_millis(1)
};

/// Waits for the next line or for the end of the connection.
fn next_line(channel: &mut WorkerChannel) -> io::Result<Option<Vec<u8>>> {
    loop {
        channel.wait(LONG, b"");
        let received = channel.receive();
        if cfg!(unix) || !matches!(received, Ok(None)) {
            return received;
        }
    }
}

#[test]
fn waiting_ends_with_the_time_or_with_what_it_waits_for() {
    let (mut channel, mut other) = connection();
    let start = Instant::now();
    channel.wait(Duration::from_millis(20), b"");
    assert!(start.elapsed() >= LEAST_WAIT.min(Duration::from_millis(10)));
    // The request can be sent, and a line can be read.
    channel.wait(LONG, b"a request");
    other.write_all(b"one\n").unwrap();
    assert_eq!(next_line(&mut channel).unwrap().unwrap(), b"one");
    assert!(start.elapsed() < LONG);
}

#[test]
fn a_connection_that_is_reset_is_told_and_a_silent_one_is_not() {
    let (mut channel, other) = connection();
    assert_eq!(channel.receive().unwrap(), None);
    let mut request = &b"a request"[..];
    channel.send(&mut request);
    assert!(request.is_empty());
    // The other side leaves without reading the request.
    other.peek(&mut [0]).unwrap();
    drop(other);
    assert!(next_line(&mut channel).is_err());
    // Nothing can be sent any more, so there is no reason to wait.
    channel.send(&mut &b"another"[..]);
}

#[test]
fn lines_are_cut_wherever_the_bytes_are() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let mut other = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
    let mut channel = WorkerChannel::new(listener.accept().unwrap().0);
    for piece in ["on", "e\ntwo\n\nth", "ree\nrest"] {
        other.write_all(piece.as_bytes()).unwrap();
    }
    drop(other);
    for line in ["one", "two", "", "three"] {
        assert_eq!(channel.receive().unwrap().unwrap(), line.as_bytes());
    }
    let error = channel.receive().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::UnexpectedEof);
}
