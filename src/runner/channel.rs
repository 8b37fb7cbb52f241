//! The connection to a worker.
//!
//! Any program on this machine can connect to the runner's port. So a worker has to authenticate
//! itself: its handshake begins with the key from its environment. All connections are read at
//! the same time until one has sent the key, so that no other program can delay the worker. Then
//! the other connections are dropped.
//!
//! The received bytes are split into lines. The other side is not trusted: it may send anything
//! or nothing. So sockets do not block, and the runner waits separately. On Windows the time
//! limit of a socket itself would be at least half a second and might lose bytes.

use std::io::{self, BufRead, BufReader, ErrorKind, Write};
use std::mem;
use std::net::{TcpListener, TcpStream};
#[cfg(unix)]
use std::os::fd::AsFd;
#[cfg(not(unix))]
use std::thread;
use std::time::Duration;

#[cfg(unix)]
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};

use aoc_solution::protocol::{Handshake, VERSION, Wire, identify};

use super::error::WorkerError;

/// The most connections that are kept open until the worker has authenticated itself. The oldest
/// is dropped first, because the worker sends its handshake soon after it has connected.
const CANDIDATES: usize = 64;

/// The interval at which the caller's limits are checked.
const INTERVAL: Duration = Duration::from_millis(5);

/// The longest line in bytes. An answer is short, a generated input has some kilobytes, and the
/// titles and examples of a year or the samples of a second have less than a megabyte.
const LINE_BYTES: usize = 16 << 20;

/// The runner's end of a connection. At first the other end may be any program.
pub struct WorkerChannel {
    reader: BufReader<TcpStream>,
    /// The beginning of a line that is not complete yet.
    received: Vec<u8>,
}

impl WorkerChannel {
    /// Waits until the worker has connected and sent its handshake. Fails if `check` fails.
    pub fn accept(
        listener: &TcpListener,
        key: &str,
        mut check: impl FnMut() -> Result<(), WorkerError>,
    ) -> Result<(Self, Handshake), WorkerError> {
        listener.set_nonblocking(true)?;
        let mut candidates = Vec::new();
        loop {
            check()?;
            wait_for_any(listener, &candidates);
            if let Ok((stream, _)) = listener.accept() {
                stream.set_nonblocking(true)?;
                if candidates.len() == CANDIDATES {
                    candidates.remove(0);
                }
                candidates.push(Self::new(stream));
            }
            for index in (0..candidates.len()).rev() {
                let received = candidates[index].receive();
                if let Ok(None) = received {
                    continue;
                }
                let channel = candidates.remove(index);
                // Another program may send anything. If it is the worker, its exit status says
                // more than this error.
                if let Ok(Some(line)) = received
                    && let Some((version, of)) = identify(&line)
                    && of == key
                {
                    channel.stream().set_nodelay(true)?;
                    return Ok((channel, handshake(&line, version)?));
                }
            }
        }
    }

    fn new(stream: TcpStream) -> Self {
        Self {
            reader: BufReader::new(stream),
            received: Vec::new(),
        }
    }

    fn stream(&self) -> &TcpStream {
        self.reader.get_ref()
    }

    /// The next line without its `\n`. `None` if no complete line has arrived. If a line is too
    /// long, the error is `InvalidData`. Any other error means that the other side has closed the
    /// connection.
    pub fn receive(&mut self) -> io::Result<Option<Vec<u8>>> {
        while self.received.len() <= LINE_BYTES {
            let mut new = match self.reader.fill_buf() {
                Ok([]) => return Err(ErrorKind::UnexpectedEof.into()),
                // The next attempt may succeed.
                Err(error)
                    if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) =>
                {
                    return Ok(None);
                }
                new => new?,
            };
            let length = new.read_until(b'\n', &mut self.received)?;
            self.reader.consume(length);
            if self.received.ends_with(b"\n") {
                self.received.pop();
                return Ok(Some(mem::take(&mut self.received)));
            }
        }
        let why = "a line without an end";
        Err(io::Error::new(ErrorKind::InvalidData, why))
    }

    /// Sends as much of `unsent` as the other side accepts now, and removes it from `unsent`. A
    /// lost connection is reported by [`Self::receive`], because what the other side sent before
    /// can still be received.
    pub fn send(&mut self, unsent: &mut &[u8]) {
        while let Ok(length @ 1..) = self.reader.get_mut().write(unsent) {
            *unsent = &unsent[length..];
        }
    }

    /// Waits until something can be read, or sent if `unsent` is not empty, or until this time is
    /// over.
    pub fn wait(&self, time: Duration, unsent: &[u8]) {
        #[cfg(unix)]
        {
            let event = if unsent.is_empty() {
                PollFlags::POLLIN
            } else {
                PollFlags::POLLOUT
            };
            wait(&mut [PollFd::new(self.stream().as_fd(), event)], time);
        }
        #[cfg(not(unix))]
        {
            let _ = (self, unsent);
            sleep_briefly(time);
        }
    }
}

/// Parses the handshake of a worker. Its library may have another version than this `aoc`. An
/// older library does not always have a lower version of the protocol.
fn handshake(line: &[u8], version: u32) -> Result<Handshake, WorkerError> {
    if version != VERSION {
        return Err(WorkerError::failed(format!(
            "the worker uses version {version} of the protocol, this aoc version {VERSION}: \
             `aoc init --update` brings the repository's library to this aoc; if the library is \
             the newer one, update aoc"
        )));
    }
    Handshake::from_line(line)
        .map_err(|why| WorkerError::failed(format!("the worker sent an invalid handshake: {why}")))
}

/// Waits until a program connects or sends something, or until the caller's limits must be
/// checked.
fn wait_for_any(listener: &TcpListener, candidates: &[WorkerChannel]) {
    #[cfg(unix)]
    {
        let streams = candidates
            .iter()
            .map(|candidate| candidate.stream().as_fd());
        let mut sockets: Vec<PollFd> = streams
            .chain([listener.as_fd()])
            .map(|socket| PollFd::new(socket, PollFlags::POLLIN))
            .collect();
        wait(&mut sockets, INTERVAL);
    }
    #[cfg(not(unix))]
    {
        let _ = (listener, candidates);
        sleep_briefly(INTERVAL);
    }
}

#[cfg(unix)]
fn wait(sockets: &mut [PollFd], time: Duration) {
    let time = PollTimeout::try_from(time).unwrap_or(PollTimeout::MAX);
    let _ = poll(sockets, time);
}

#[cfg(not(unix))]
fn sleep_briefly(time: Duration) {
    thread::sleep(time.min(Duration::from_millis(1)));
}

#[cfg(test)]
mod tests {
    use std::io::Read;
    use std::net::SocketAddr;
    use std::thread;
    use std::time::Instant;

    use super::*;

    const KEY: &str = "0123";

    /// Accepts a worker while `programs` use the runner's port.
    fn accepted(
        programs: impl FnOnce(SocketAddr) + Send + 'static,
    ) -> Result<Handshake, WorkerError> {
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
        // The other side may not read all of it.
        let _ = stream.write_all(text.as_bytes());
        stream
    }

    fn wait_until_closed(mut stream: TcpStream) {
        while let Ok(1..) = stream.read(&mut [0]) {}
    }

    /// Sends each text on a separate connection, which stays open until the other side closes it.
    fn sending(texts: Vec<String>) -> Result<Handshake, WorkerError> {
        accepted(move |address| {
            let streams: Vec<TcpStream> =
                texts.iter().map(|text| connected(address, text)).collect();
            streams.into_iter().for_each(wait_until_closed);
        })
    }

    fn handshake(key: &str) -> String {
        let day = aoc_solution::protocol::DayInfo {
            day: 1,
            // The title is longer than any chunk that is read at once.
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
        // In the end there are more candidates than are kept.
        let crowd = (0..CANDIDATES + 30).map(|_| String::new());
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
            // Other programs connect, send something and leave meanwhile.
            for _ in 0..3 {
                wait_until_closed(connected(address, "GET /\n"));
            }
            worker.write_all(rest.as_bytes()).unwrap();
            wait_until_closed(worker);
        });
        assert_eq!(handshake.unwrap().year, 2020);
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
                "the worker uses version {version} of the protocol, this aoc version {VERSION}: "
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
        // All waits lasted, except for the one in which the stranger connected.
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

    /// The least duration of a wait in which nothing arrives. On systems without `poll`, waiting
    /// is just sleeping.
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
        // There is room for sending, and something to read.
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
        // The other side ends without reading the request.
        other.peek(&mut [0]).unwrap();
        drop(other);
        assert!(next_line(&mut channel).is_err());
        // Nothing can be sent any more, so there is nothing to wait for.
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
}
