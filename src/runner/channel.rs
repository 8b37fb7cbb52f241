//! The connection to a worker.
//!
//! Any program on this machine can connect to the runner's port. So a worker has to
//! authenticate itself: its handshake begins with the key from its environment. All
//! connections are read at the same time until one has sent the key, so that nobody can
//! delay the worker; then the other connections are dropped.
//!
//! The received bytes are split into lines. The other side is not trusted: it may send
//! anything, or nothing. So sockets do not block, and the runner waits apart: a socket's
//! own time limit is at least half a second on Windows, and may lose bytes there.

use std::io::{self, BufRead, BufReader, ErrorKind, Write};
use std::net::{TcpListener, TcpStream};
use std::time::Duration;

#[cfg(unix)]
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};

use aoc_solution::protocol::{Handshake, VERSION, Wire, identify};

use super::results::WorkerError;

/// The most connections that are kept open until the worker has authenticated itself.
/// The oldest are dropped first, because the worker sends its handshake at once.
const CANDIDATES: usize = 64;

/// The longest line. An answer is short, a generated input has some kilobytes, and the
/// titles of a year or the samples of a second have less than a megabyte.
const LINE_BYTES: usize = 16 << 20;

/// The runner's end of a connection, at first to any program.
pub struct WorkerChannel {
    reader: BufReader<TcpStream>,
    /// The beginning of a line that has not arrived completely.
    received: Vec<u8>,
}

impl WorkerChannel {
    /// Waits until the worker has connected and sent its handshake, or `check`
    /// fails.
    pub fn accept(
        listener: &TcpListener,
        key: &str,
        mut check: impl FnMut() -> Result<(), WorkerError>,
    ) -> Result<(Self, Handshake), WorkerError> {
        listener.set_nonblocking(true)?;
        let mut candidates: Vec<Self> = Vec::new();
        loop {
            if let Ok((stream, _)) = listener.accept() {
                stream.set_nonblocking(true)?;
                candidates.push(Self::new(stream));
                candidates.drain(..candidates.len().saturating_sub(CANDIDATES));
            }
            for index in (0..candidates.len()).rev() {
                match candidates[index].receive() {
                    Ok(None) => {}
                    Ok(Some(line)) if identify(&line).is_some_and(|(_, of)| of == key) => {
                        let channel = candidates.swap_remove(index);
                        channel.reader.get_ref().set_nodelay(true)?;
                        return Ok((channel, handshake(&line)?));
                    }
                    // Another program, or a worker whose exit status says more.
                    _ => drop(candidates.remove(index)),
                }
            }
            check()?;
            wait(listener, &candidates);
        }
    }

    fn new(stream: TcpStream) -> Self {
        Self {
            reader: BufReader::new(stream),
            received: Vec::new(),
        }
    }

    /// Returns the next line without its `\n`; `None` if no complete line has arrived. A
    /// line that is too long is `InvalidData`; any other error means that the other side
    /// has closed the connection.
    pub fn receive(&mut self) -> io::Result<Option<Vec<u8>>> {
        while self.received.len() <= LINE_BYTES {
            let mut new = match self.reader.fill_buf() {
                Ok([]) => return Err(ErrorKind::UnexpectedEof.into()),
                Err(error) if is_temporary(&error) => return Ok(None),
                new => new?,
            };
            let length = new.read_until(b'\n', &mut self.received)?;
            self.reader.consume(length);
            if self.received.pop_if(|last| *last == b'\n').is_some() {
                return Ok(Some(std::mem::take(&mut self.received)));
            }
        }
        Err(io::Error::new(
            ErrorKind::InvalidData,
            "a line without an end",
        ))
    }

    /// Sends the beginning of `unsent`, as much as the other side takes now, and removes it.
    pub fn send(&mut self, unsent: &mut &[u8]) -> io::Result<()> {
        while !unsent.is_empty() {
            match self.reader.get_mut().write(unsent) {
                Ok(length) => *unsent = &unsent[length..],
                Err(error) if is_temporary(&error) => break,
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Waits until something can be read, or sent if `is_sending`, or this time is over.
    #[cfg_attr(
        not(unix),
        expect(clippy::unused_self, unused_variables, reason = "it only sleeps there")
    )]
    pub fn wait(&self, time: Duration, is_sending: bool) {
        #[cfg(unix)]
        {
            let event = if is_sending {
                PollFlags::POLLOUT
            } else {
                PollFlags::POLLIN
            };
            let time = PollTimeout::try_from(time).unwrap_or(PollTimeout::MAX);
            let _ = poll(&mut [self.polled(event)], time);
        }
        #[cfg(not(unix))]
        std::thread::sleep(time.min(Duration::from_millis(1)));
    }

    #[cfg(unix)]
    fn polled(&self, event: PollFlags) -> PollFd<'_> {
        use std::os::fd::AsFd as _;
        PollFd::new(self.reader.get_ref().as_fd(), event)
    }
}

/// True if a later attempt may succeed.
fn is_temporary(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted)
}

/// Parses the handshake of a worker, whose library may be another one than that of this
/// `aoc`. An older library need not have a lower version.
fn handshake(line: &[u8]) -> Result<Handshake, WorkerError> {
    let (version, _) = identify(line).expect("it has the key");
    let problem = if version == VERSION {
        match Handshake::from_line(line) {
            Ok(handshake) => return Ok(handshake),
            Err(why) => format!("the worker sent an invalid handshake: {why}"),
        }
    } else {
        format!("the worker uses version {version} of the protocol, this aoc version {VERSION}")
    };
    let mut advice = "`aoc init --update` brings the repository's library to this aoc".to_owned();
    if version > VERSION {
        advice += "; if the library is the newer one, update aoc";
    }
    Err(WorkerError::failed(format!("{problem}: {advice}")))
}

/// Waits until something arrives, but not so long that the caller checks its limits too
/// late.
#[cfg_attr(not(unix), expect(unused_variables, reason = "it only sleeps there"))]
fn wait(listener: &TcpListener, candidates: &[WorkerChannel]) {
    #[cfg(unix)]
    {
        use std::os::fd::AsFd as _;

        let mut sockets = vec![PollFd::new(listener.as_fd(), PollFlags::POLLIN)];
        for candidate in candidates {
            sockets.push(candidate.polled(PollFlags::POLLIN));
        }
        let _ = poll(&mut sockets, 5u8);
    }
    #[cfg(not(unix))]
    std::thread::sleep(Duration::from_millis(1));
}

#[cfg(test)]
mod tests {
    use std::io::Read;
    use std::thread;
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
        let deadline = Instant::now() + Duration::from_mins(1);
        let accepted = WorkerChannel::accept(&listener, KEY, || {
            assert!(Instant::now() < deadline);
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
        // More of them than are kept, in the end.
        let crowd = (0..CANDIDATES + 30).map(|_| String::new());
        let texts = strangers.into_iter().chain(crowd);
        let texts = texts.chain([handshake(KEY)]).collect();
        assert_eq!(sending(texts).unwrap().year, 2020);
    }

    #[test]
    fn a_worker_with_the_key_has_to_say_the_rest() {
        let said = |text: String| sending(vec![text]).unwrap_err().error.to_string();
        let update = "`aoc init --update` brings the repository's library to this aoc";
        let invalid = said(format!("aoc-worker\t{VERSION}\t{KEY}\tMMXX\n"));
        let why = "the worker sent an invalid handshake: expected a number, found `MMXX`";
        assert_eq!(invalid, format!("{why}: {update}"));
        let newer = VERSION + 1;
        let differs = said(format!("aoc-worker\t{newer}\t{KEY}\tsomething new\n"));
        let versions =
            format!("the worker uses version {newer} of the protocol, this aoc version {VERSION}");
        let newest = "; if the library is the newer one, update aoc";
        assert_eq!(differs, format!("{versions}: {update}{newest}"));
        let older = said(format!("aoc-worker\t2\t{KEY}\tsomething old\n"));
        assert!(older.ends_with(&format!(": {update}")), "{older}");
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
