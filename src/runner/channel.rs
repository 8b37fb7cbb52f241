//! The connection to a worker.
//!
//! Any program on this machine can connect to the runner's port, so a worker has to authenticate
//! itself: its handshake begins with the key from its environment. The runner reads all connections
//! at the same time, so that no other program can delay the worker, and drops the others once one
//! of them has sent the key.
//!
//! The received bytes are split into lines. The other side is not trusted and may send anything or
//! nothing, so sockets do not block, and [`WorkerChannel::wait`] waits instead. On Windows, the
//! read timeout of a socket would be at least half a second, and might lose bytes.

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

use aoc_solution::protocol::{Handshake, MAX_LINE_BYTES, VERSION, Wire, identify};

use super::error::WorkerError;

/// The most connections that are kept open until the worker has authenticated itself. The oldest
/// one is dropped first, because the worker sends its handshake soon after it has connected.
const MAX_CANDIDATES: usize = 64;

/// The interval at which the caller's limits are checked.
const INTERVAL: Duration = Duration::from_millis(5);

/// The runner's end of a connection. Before the handshake, any program may be at the other end.
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
            if let Ok((stream, _)) = listener.accept() {
                stream.set_nonblocking(true)?;
                if candidates.len() == MAX_CANDIDATES {
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
                // The line is not a handshake, or the connection is closed. If this was the worker,
                // its exit status explains more than this error.
                if let Ok(Some(line)) = received
                    && let Some((version, sent_key)) = identify(&line)
                    && sent_key == key
                {
                    channel.stream().set_nodelay(true)?;
                    return Ok((channel, parse_handshake(&line, version)?));
                }
            }
            // The check comes after reading, so that a handshake that has arrived counts even if
            // `aoc` was stopped meanwhile.
            check()?;
            wait_for_any(listener, &candidates);
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

    /// The next line without its `\n`. `None` if no complete line has arrived. Fails with
    /// `InvalidData` if the line is too long. Any other error means that the other side has closed
    /// the connection.
    pub fn receive(&mut self) -> io::Result<Option<Vec<u8>>> {
        while self.received.len() <= MAX_LINE_BYTES {
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
    /// lost connection is not an error here: lines that have already arrived can still be received,
    /// and after them [`Self::receive`] reports the loss.
    pub fn send(&mut self, unsent: &mut &[u8]) {
        while let Ok(length @ 1..) = self.reader.get_mut().write(unsent) {
            *unsent = &unsent[length..];
        }
    }

    /// Waits until a part of `unsent` can be sent. If `unsent` is empty, waits until bytes can be
    /// read. Waits for at most `time`.
    pub fn wait(&self, time: Duration, unsent: &[u8]) {
        #[cfg(unix)]
        {
            let event = if unsent.is_empty() {
                PollFlags::POLLIN
            } else {
                PollFlags::POLLOUT
            };
            poll_sockets(&mut [PollFd::new(self.stream().as_fd(), event)], time);
        }
        #[cfg(not(unix))]
        {
            let _ = (self, unsent);
            sleep_briefly(time);
        }
    }
}

/// Parses the handshake of a worker. The worker's library may have another version than this `aoc`.
/// An older library does not always have a lower version of the protocol.
fn parse_handshake(line: &[u8], version: u32) -> Result<Handshake, WorkerError> {
    if version != VERSION {
        let versions = format!(
            "the worker uses version {version} of the protocol, this aoc version {VERSION}"
        );
        let mut error = WorkerError::failed(versions);
        error.error = error.error.with_hint(
            "`aoc init --update` brings the repository's library to this aoc; if the library is \
             the newer one, update aoc",
        );
        return Err(error);
    }
    Handshake::from_line(line)
        .map_err(|why| WorkerError::failed(format!("the worker sent an invalid handshake: {why}")))
}

/// Waits until a program connects or sends bytes, or until the caller's limits must be checked.
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
        poll_sockets(&mut sockets, INTERVAL);
    }
    #[cfg(not(unix))]
    {
        let _ = (listener, candidates);
        sleep_briefly(INTERVAL);
    }
}

#[cfg(unix)]
fn poll_sockets(sockets: &mut [PollFd], time: Duration) {
    let time = PollTimeout::try_from(time).unwrap_or(PollTimeout::MAX);
    let _ = poll(sockets, time);
}

#[cfg(not(unix))]
fn sleep_briefly(time: Duration) {
    thread::sleep(time.min(Duration::from_millis(1)));
}

#[cfg(test)]
mod tests;
