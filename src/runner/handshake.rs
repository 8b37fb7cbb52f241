//! Telling the worker that was started from whoever else connects.

use std::io::{self, BufReader};
use std::net::{TcpListener, TcpStream};
use std::process::Child;
use std::thread;
use std::time::{Duration, Instant};

use aoc_solution::protocol::{Hello, VERSION};

use super::error::WorkerError;
use super::framing::{ReadError, excerpt, read_line};

/// A key that nobody else on this machine can guess: the standard library
/// seeds its hash maps from the system's source of randomness.
pub fn random_key() -> String {
    use std::hash::{BuildHasher, RandomState};
    let random = || RandomState::new().hash_one(std::process::id());
    format!("{:016x}{:016x}", random(), random())
}

/// Waits until the child has connected and said its hello.
pub fn greet(
    listener: &TcpListener,
    child: &mut Child,
    key: &str,
    patience: Duration,
) -> Result<(BufReader<TcpStream>, Hello), WorkerError> {
    let deadline = Instant::now() + patience;
    listener
        .set_nonblocking(true)
        .map_err(WorkerError::NotStarted)?;
    let mut pause = Duration::from_micros(50);
    loop {
        match listener.accept() {
            Ok((stream, _)) => {
                if let Some(greeted) = hear(stream, deadline, key)? {
                    return Ok(greeted);
                }
            }
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                if let Ok(Some(status)) = child.try_wait() {
                    return Err(WorkerError::Mute(status));
                }
                if Instant::now() >= deadline {
                    return Err(WorkerError::Silent(patience));
                }
                thread::sleep(pause);
                pause = (pause * 2).min(Duration::from_millis(5));
            }
            Err(error) => return Err(WorkerError::NotStarted(error)),
        }
    }
}

/// What can be relied upon in the hello of any version.
#[derive(serde::Deserialize)]
struct Card {
    protocol: u32,
    key: String,
}

/// The hello of whoever connected; `None` if it is a stranger, or says none.
fn hear(
    stream: TcpStream,
    deadline: Instant,
    key: &str,
) -> Result<Option<(BufReader<TcpStream>, Hello)>, WorkerError> {
    // The child inherits nothing of this; a socket from `accept` may be
    // non-blocking on some systems.
    stream
        .set_nonblocking(false)
        .map_err(WorkerError::NotStarted)?;
    stream.set_nodelay(true).map_err(WorkerError::NotStarted)?;
    let mut channel = BufReader::new(stream);
    let mut line = Vec::new();
    loop {
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Ok(None);
        }
        match read_line(&mut channel, &mut line, Some(left)) {
            Ok(true) => break,
            Ok(false) => {}
            Err(ReadError::Closed) => return Ok(None),
            Err(ReadError::TooLong) => {
                return Err(WorkerError::Nonsense("a line without an end".to_owned()));
            }
        }
    }
    let Ok(card) = serde_json::from_slice::<Card>(&line) else {
        return Err(WorkerError::Nonsense(excerpt(&line)));
    };
    if card.key != key {
        return Ok(None);
    }
    if card.protocol != VERSION {
        return Err(WorkerError::Version {
            theirs: card.protocol,
        });
    }
    match serde_json::from_slice(&line) {
        Ok(hello) => Ok(Some((channel, hello))),
        Err(_) => Err(WorkerError::Nonsense(excerpt(&line))),
    }
}

#[cfg(test)]
mod tests;
