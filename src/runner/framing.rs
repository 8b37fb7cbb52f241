//! Lines from a worker, which need not be what they should.

use std::io::{self, BufRead, BufReader, Read};
use std::net::TcpStream;
use std::time::Duration;

/// The longest line that a worker may send: an answer is short, an input some
/// kilobytes, a second of samples less than a megabyte.
const LINE_BYTES: u64 = 64 << 20;

/// Whether the time of a read or write has passed.
pub fn has_passed(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut
    )
}

/// Why there is no line.
pub enum ReadError {
    /// The other side has gone.
    Closed,
    /// It does not come to an end.
    TooLong,
}

/// Reads on until `line` is one, without its end; `false` if `wait` passed.
pub fn read_line(
    channel: &mut BufReader<TcpStream>,
    line: &mut Vec<u8>,
    wait: Option<Duration>,
) -> Result<bool, ReadError> {
    channel
        .get_ref()
        .set_read_timeout(wait)
        .map_err(|_| ReadError::Closed)?;
    let room = LINE_BYTES - line.len() as u64;
    match channel.by_ref().take(room).read_until(b'\n', line) {
        Ok(_) if line.ends_with(b"\n") => {
            line.pop();
            Ok(true)
        }
        Ok(_) if line.len() as u64 >= LINE_BYTES => Err(ReadError::TooLong),
        Err(error) if has_passed(&error) => Ok(false),
        Ok(_) | Err(_) => Err(ReadError::Closed),
    }
}

/// The beginning of what a worker said.
pub fn excerpt(line: &[u8]) -> String {
    let text = String::from_utf8_lossy(line);
    let mut short: String = text.chars().take(60).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    format!("`{}`", short.escape_debug())
}
