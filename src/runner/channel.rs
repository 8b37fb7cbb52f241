//! The connection to a worker.
//!
//! Any program on this machine can connect to the runner's port. So a worker
//! proves that it is the one that was started: its handshake begins with the
//! key that it found in its environment. All connections are read at the same
//! time until one has proved that, so nobody can make the worker wait, and the
//! others are dropped then.
//!
//! The bytes that arrive are cut into lines. The other side is not trusted: it
//! may send anything, or nothing.

use std::io::{self, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::thread;
use std::time::Duration;

use aoc_solution::protocol::{Handshake, VERSION, Wire, identify};

use super::error::WorkerError;

/// The connections that are kept until one has proved to be the worker's. The
/// oldest are dropped first: the worker sends its handshake at once.
const CANDIDATES: usize = 64;

/// The length of the longest beginning with version and key.
const IDENTITY_BYTES: usize = 256;

/// The longest handshake: a year's titles, and the answers of its examples.
const HANDSHAKE_BYTES: usize = 16 << 20;

/// The time between two looks whether the worker has ended before its handshake.
const WATCH: Duration = Duration::from_millis(20);

/// One end of a connection.
pub struct Channel {
    stream: TcpStream,
    /// The bytes that were received and not yet returned.
    received: Vec<u8>,
    /// The first bytes of it have no end of line in them: so many.
    searched: usize,
}

/// A key that cannot be guessed.
pub fn random_key() -> Result<String, getrandom::Error> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes)?;
    Ok(format!("{:032x}", u128::from_ne_bytes(bytes)))
}

impl Channel {
    /// Waits until the worker has connected and sent its handshake, or `check`
    /// fails.
    pub fn accept(
        listener: &TcpListener,
        key: &str,
        check: &mut dyn FnMut() -> Result<(), WorkerError>,
    ) -> Result<(Self, Handshake), WorkerError> {
        let nonblocking = listener.set_nonblocking(true);
        nonblocking.map_err(WorkerError::NotStarted)?;
        let mut candidates: Vec<Self> = Vec::new();
        loop {
            // A limited number: another program may connect again and again.
            for _ in 0..CANDIDATES {
                let Ok((stream, _)) = listener.accept() else {
                    break;
                };
                if stream.set_nonblocking(true).is_ok()
                    && let Ok(candidate) = Self::new(stream)
                {
                    candidates.push(candidate);
                }
            }
            for index in (0..candidates.len()).rev() {
                let is_open = candidates[index].read(IDENTITY_BYTES);
                match identify(&candidates[index].received) {
                    Some((version, of)) if of == key => {
                        return candidates.swap_remove(index).handshake(version, check);
                    }
                    _ if is_open => {}
                    _ => drop(candidates.remove(index)),
                }
            }
            let surplus = candidates.len().saturating_sub(CANDIDATES);
            candidates.drain(..surplus);
            check()?;
            wait_for_input(listener, &candidates);
        }
    }

    fn new(stream: TcpStream) -> io::Result<Self> {
        stream.set_nodelay(true)?;
        Ok(Self {
            stream,
            received: Vec::new(),
            searched: 0,
        })
    }

    /// The rest of the worker's handshake.
    fn handshake(
        mut self,
        version: u32,
        check: &mut dyn FnMut() -> Result<(), WorkerError>,
    ) -> Result<(Self, Handshake), WorkerError> {
        if version != VERSION {
            let advice = if version < VERSION {
                "update the repository's library with `aoc init --update`"
            } else {
                "update aoc"
            };
            return Err(WorkerError::Protocol(format!(
                "the worker speaks version {version} of the protocol, this aoc version \
                 {VERSION}: {advice}"
            )));
        }
        let blocking = self.stream.set_nonblocking(false);
        let blocking = blocking.and_then(|()| self.set_timeout(WATCH));
        blocking.map_err(WorkerError::NotStarted)?;
        loop {
            match self.receive(HANDSHAKE_BYTES) {
                Ok(Some(line)) => {
                    let handshake = Handshake::from_line(&line);
                    return match handshake {
                        Ok(handshake) => Ok((self, handshake)),
                        Err(error) => Err(invalid_handshake(&error.to_string())),
                    };
                }
                Err(error) if error.kind() == io::ErrorKind::InvalidData => {
                    return Err(invalid_handshake(&error.to_string()));
                }
                // Its exit status says why.
                Err(_) => thread::sleep(Duration::from_millis(1)),
                Ok(None) => {}
            }
            check()?;
        }
    }

    pub const fn stream(&self) -> &TcpStream {
        &self.stream
    }

    /// Takes the next line, without the `\n` at its end, reading from the stream
    /// at most once; `None` if there is no whole line yet. `max` is the length of
    /// the longest line that is waited for: a longer one is `InvalidData`. Any
    /// other error means that the other side has closed the connection.
    pub fn receive(&mut self, max: usize) -> io::Result<Option<Vec<u8>>> {
        if let Some(line) = self.take_line() {
            return Ok(Some(line));
        }
        if self.received.len() > max {
            let why = "a line without an end";
            return Err(io::Error::new(io::ErrorKind::InvalidData, why));
        }
        let is_open = self.read(usize::MAX);
        match self.take_line() {
            None if !is_open => Err(io::ErrorKind::UnexpectedEof.into()),
            line => Ok(line),
        }
    }

    /// Reads what there is, unless more than `max` was received. `false` if the
    /// other side has closed the connection, or sent more than that.
    fn read(&mut self, max: usize) -> bool {
        let mut chunk = [0; 16 << 10];
        match self.stream.read(&mut chunk) {
            Ok(length) => {
                self.received.extend_from_slice(&chunk[..length]);
                length > 0 && self.received.len() <= max
            }
            Err(error) => is_temporary(&error),
        }
    }

    fn take_line(&mut self) -> Option<Vec<u8>> {
        let new = &self.received[self.searched..];
        let Some(end) = new.iter().position(|&byte| byte == b'\n') else {
            self.searched = self.received.len();
            return None;
        };
        let rest = self.received.split_off(self.searched + end + 1);
        let mut line = std::mem::replace(&mut self.received, rest);
        self.searched = 0;
        line.pop();
        Some(line)
    }

    /// Writes the beginning of `bytes`, and gives its length: 0 if the other
    /// side does not read.
    pub fn send(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.stream.write(bytes) {
            Err(error) if is_temporary(&error) => Ok(0),
            written => written,
        }
    }

    /// Sets the longest time that one `receive` or `send` waits.
    pub fn set_timeout(&self, timeout: Duration) -> io::Result<()> {
        // Zero would mean without end.
        let timeout = timeout.max(Duration::from_millis(1));
        self.stream.set_read_timeout(Some(timeout))?;
        self.stream.set_write_timeout(Some(timeout))
    }
}

fn invalid_handshake(why: &str) -> WorkerError {
    WorkerError::Protocol(format!("the worker sent an invalid handshake: {why}"))
}

/// A read or write may succeed later: its time is over, or a signal came.
fn is_temporary(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut | io::ErrorKind::Interrupted
    )
}

/// Waits until somebody connects, somebody has sent something, or it is time to
/// look whether the worker has ended.
#[cfg(unix)]
fn wait_for_input(listener: &TcpListener, candidates: &[Channel]) {
    use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
    use std::os::fd::AsFd;
    let streams = candidates.iter().map(|candidate| candidate.stream.as_fd());
    let mut waited_for: Vec<PollFd<'_>> = std::iter::once(listener.as_fd())
        .chain(streams)
        .map(|descriptor| PollFd::new(descriptor, PollFlags::POLLIN))
        .collect();
    let timeout = PollTimeout::try_from(WATCH).unwrap_or(PollTimeout::MAX);
    // After an error the caller looks for itself, too early.
    let _ = poll(&mut waited_for, timeout);
}

/// The standard library cannot wait for several sockets.
#[cfg(not(unix))]
fn wait_for_input(_listener: &TcpListener, _candidates: &[Channel]) {
    thread::sleep(Duration::from_millis(1));
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;

    const KEY: &str = "0123";

    /// Sends each text on a connection of its own, which stays open until the
    /// other side closes it.
    fn sending(texts: Vec<String>) -> Result<Handshake, WorkerError> {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let clients = thread::spawn(move || {
            let send = |text: String| {
                let mut stream = TcpStream::connect(address).unwrap();
                // The other side need not read all of it.
                let _ = stream.write_all(text.as_bytes());
                stream
            };
            let streams: Vec<TcpStream> = texts.into_iter().map(send).collect();
            for mut stream in streams {
                let _ = stream.read(&mut [0]);
            }
        });
        let patience = Duration::from_mins(1);
        let deadline = Instant::now() + patience;
        let accepted = Channel::accept(&listener, KEY, &mut || {
            if Instant::now() > deadline {
                return Err(WorkerError::Timeout(patience));
            }
            Ok(())
        });
        let handshake = accepted.map(|(_, handshake)| handshake);
        drop(listener);
        clients.join().unwrap();
        handshake
    }

    fn handshake(key: &str) -> String {
        let day = aoc_solution::protocol::DayInfo {
            day: 1,
            // Longer than any chunk that is read at once.
            title: "x".repeat(100_000),
            examples: Vec::new(),
            alternatives: Vec::new(),
        };
        Handshake::new(key.to_owned(), 2020, vec![day]).to_line()
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
        // More of them than are kept, in the end.
        let crowd = (0..CANDIDATES + 30).map(|_| String::new());
        let texts = strangers.into_iter().chain(crowd);
        let texts = texts.chain([handshake(KEY)]).collect();
        assert_eq!(sending(texts).unwrap().year, 2020);
    }

    #[test]
    fn a_worker_with_the_key_has_to_say_the_rest() {
        let said = |text: String| sending(vec![text]).unwrap_err().to_string();
        assert_eq!(
            said(format!("aoc-worker\t{VERSION}\t{KEY}\tMMXX\n")),
            "the worker sent an invalid handshake: expected a number, found `MMXX`"
        );
        let newer = VERSION + 1;
        assert_eq!(
            said(format!("aoc-worker\t{newer}\t{KEY}\tsomething new\n")),
            format!(
                "the worker speaks version {newer} of the protocol, this aoc version {VERSION}: \
                 update aoc"
            )
        );
        let older = said(format!("aoc-worker\t2\t{KEY}\tsomething old\n"));
        assert!(older.ends_with(": update the repository's library with `aoc init --update`"));
        let endless = "x".repeat(HANDSHAKE_BYTES + (1 << 20));
        assert_eq!(
            said(format!("aoc-worker\t{VERSION}\t{KEY}\t{endless}")),
            "the worker sent an invalid handshake: a line without an end"
        );
    }

    fn pair() -> (TcpStream, Channel) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let other = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let channel = Channel::new(listener.accept().unwrap().0).unwrap();
        (other, channel)
    }

    fn receive(channel: &mut Channel) -> Result<Vec<u8>, io::ErrorKind> {
        loop {
            match channel.receive(8) {
                Ok(None) => {}
                Ok(Some(line)) => return Ok(line),
                Err(error) => return Err(error.kind()),
            }
        }
    }

    #[test]
    fn lines_are_cut_wherever_the_bytes_are() {
        let (mut other, mut channel) = pair();
        for piece in ["on", "e\ntwo\n\nth", "ree\nrest"] {
            other.write_all(piece.as_bytes()).unwrap();
        }
        drop(other);
        for line in ["one", "two", "", "three"] {
            assert_eq!(receive(&mut channel).unwrap(), line.as_bytes());
        }
        assert_eq!(receive(&mut channel), Err(io::ErrorKind::UnexpectedEof));
        let (mut other, mut channel) = pair();
        other.write_all(b"123456789").unwrap();
        assert_eq!(receive(&mut channel), Err(io::ErrorKind::InvalidData));
    }
}
