//! Cuts what comes through a connection into lines. The other side is not
//! trusted: it may send anything, or nothing.

use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

/// One end of a connection.
pub struct Connection {
    stream: TcpStream,
    /// What was received and not yet returned.
    received: Vec<u8>,
    /// How much of it has no end of line in it.
    searched: usize,
}

/// The result of looking for a line.
#[derive(Debug, PartialEq, Eq)]
pub enum Received {
    /// Without the `\n` at its end.
    Line(Vec<u8>),
    /// There is no whole line yet.
    Pending,
    /// The other side has closed the connection.
    Closed,
    /// The line is longer than it may be.
    TooLong,
}

impl Connection {
    pub fn new(stream: TcpStream) -> io::Result<Self> {
        stream.set_nodelay(true)?;
        Ok(Self {
            stream,
            received: Vec::new(),
            searched: 0,
        })
    }

    pub const fn stream(&self) -> &TcpStream {
        &self.stream
    }

    /// What was received of the current line and what follows it.
    pub fn received(&self) -> &[u8] {
        &self.received
    }

    /// Takes the next line, reading from the stream at most once. `max` is the
    /// length of the longest line that is waited for.
    pub fn receive(&mut self, max: usize) -> Received {
        if let Some(line) = self.take_line() {
            return Received::Line(line);
        }
        if self.received.len() > max {
            return Received::TooLong;
        }
        let mut chunk = [0; 16 << 10];
        match self.stream.read(&mut chunk) {
            Ok(0) => return Received::Closed,
            Ok(length) => self.received.extend_from_slice(&chunk[..length]),
            Err(error) if is_temporary(&error) => return Received::Pending,
            Err(_) => return Received::Closed,
        }
        self.take_line().map_or(Received::Pending, Received::Line)
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

    /// How long one `receive` or `send` waits.
    pub fn set_timeout(&self, timeout: Duration) -> io::Result<()> {
        // Zero would mean without end.
        let timeout = timeout.max(Duration::from_millis(1));
        self.stream.set_read_timeout(Some(timeout))?;
        self.stream.set_write_timeout(Some(timeout))
    }
}

/// Whether a read or write may succeed later: its time is over, or a signal
/// came.
fn is_temporary(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut | io::ErrorKind::Interrupted
    )
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;

    use super::*;

    fn pair() -> (TcpStream, Connection) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let other = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let connection = Connection::new(listener.accept().unwrap().0).unwrap();
        (other, connection)
    }

    fn receive(connection: &mut Connection) -> Received {
        loop {
            match connection.receive(8) {
                Received::Pending => {}
                received => return received,
            }
        }
    }

    #[test]
    fn lines_are_cut_wherever_the_bytes_are() {
        let (mut other, mut connection) = pair();
        for piece in ["on", "e\ntwo\n\nth", "ree\nrest"] {
            other.write_all(piece.as_bytes()).unwrap();
        }
        drop(other);
        for line in ["one", "two", "", "three"] {
            let line = Received::Line(line.as_bytes().to_vec());
            assert_eq!(receive(&mut connection), line);
        }
        assert_eq!(receive(&mut connection), Received::Closed);
        assert_eq!(connection.received(), b"rest");
    }

    #[test]
    fn a_line_has_a_longest_length() {
        let (mut other, mut connection) = pair();
        other.write_all(b"123456789").unwrap();
        assert_eq!(receive(&mut connection), Received::TooLong);
    }

    #[test]
    fn silence_is_waited_for_no_longer_than_said() {
        let (_other, mut connection) = pair();
        connection.set_timeout(Duration::ZERO).unwrap();
        assert_eq!(connection.receive(8), Received::Pending);
        let bytes = vec![0; 1 << 20];
        let mut written = 0;
        loop {
            match connection.send(&bytes).unwrap() {
                0 => break,
                length => written += length,
            }
        }
        assert!(written > 0);
    }
}
