//! Finds out which connection is the worker's.
//!
//! Any program on this machine can connect to the runner's port. So a worker
//! proves that it is the one that was started: its handshake begins with the
//! key that it found in its environment. Everybody else is dropped as soon as
//! they send something wrong, or when the worker has been found. All
//! connections are read at the same time, so nobody can make the worker wait.

use std::net::TcpListener;
use std::time::{Duration, Instant};

use aoc_solution::protocol::{Handshake, VERSION, Wire, identify};

use super::error::WorkerError;
use super::framing::{Connection, Received};
use super::process_tree::ProcessTree;
use super::system;
use crate::processes::CancelToken;

/// How many connections are kept until one has proved to be the worker's. The
/// oldest are dropped first: the worker sends its handshake at once.
const CANDIDATES: usize = 64;

/// The length of the longest beginning with version and key.
const IDENTITY_BYTES: usize = 256;

/// The longest handshake: a year's titles, and the answers of its examples.
const HANDSHAKE_BYTES: usize = 16 << 20;

/// How often to look whether the worker has ended.
const WATCH: Duration = Duration::from_millis(20);

/// A key that cannot be guessed.
pub fn random_key() -> Result<String, getrandom::Error> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes)?;
    Ok(format!("{:032x}", u128::from_ne_bytes(bytes)))
}

/// Waits until the worker has connected and sent its handshake.
pub fn accept_worker(
    listener: &TcpListener,
    worker: &mut ProcessTree,
    key: &str,
    timeout: Duration,
    cancel: &CancelToken,
) -> Result<(Connection, Handshake), WorkerError> {
    let deadline = Instant::now() + timeout;
    listener
        .set_nonblocking(true)
        .map_err(WorkerError::NotStarted)?;
    let mut candidates: Vec<Connection> = Vec::new();
    loop {
        // A limited number: another program may connect again and again.
        for _ in 0..CANDIDATES {
            let Ok((stream, _)) = listener.accept() else {
                break;
            };
            if stream.set_nonblocking(true).is_ok()
                && let Ok(connection) = Connection::new(stream)
            {
                candidates.push(connection);
            }
        }
        let mut index = 0;
        while let Some(candidate) = candidates.get_mut(index) {
            match read(candidate, key) {
                Candidate::Unknown => index += 1,
                Candidate::Stranger => drop(candidates.remove(index)),
                Candidate::Worker(handshake) => {
                    let connection = candidates.swap_remove(index);
                    let blocking = connection.stream().set_nonblocking(false);
                    blocking.map_err(WorkerError::NotStarted)?;
                    return Ok((connection, handshake?));
                }
            }
        }
        let surplus = candidates.len().saturating_sub(CANDIDATES);
        candidates.drain(..surplus);
        if cancel.is_cancelled() {
            return Err(WorkerError::Cancelled);
        }
        if let Some(status) = worker.exit_status() {
            return Err(WorkerError::NoHandshake(status));
        }
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(WorkerError::HandshakeTimeout(timeout));
        }
        let streams = candidates.iter().map(Connection::stream);
        system::wait_for_input(listener, streams, left.min(WATCH));
    }
}

/// Who is at the other end of a connection.
enum Candidate {
    Unknown,
    Stranger,
    Worker(Result<Handshake, WorkerError>),
}

/// Reads what a candidate has sent.
fn read(candidate: &mut Connection, key: &str) -> Candidate {
    loop {
        let known = has_key(candidate.received(), key);
        let max = if known {
            HANDSHAKE_BYTES
        } else {
            IDENTITY_BYTES
        };
        let before = candidate.received().len();
        match candidate.receive(max) {
            Received::Line(line) => return read_handshake(&line, key),
            // There may be more: it reads a chunk at a time.
            Received::Pending if candidate.received().len() > before => {}
            Received::Pending => return Candidate::Unknown,
            Received::TooLong if known => {
                let error = WorkerError::InvalidHandshake("a line without an end".to_owned());
                return Candidate::Worker(Err(error));
            }
            Received::TooLong | Received::Closed => return Candidate::Stranger,
        }
    }
}

/// Whether the beginning of a line proves that it is the worker's.
fn has_key(beginning: &[u8], key: &str) -> bool {
    let mut tabs = (0..).zip(beginning.iter().take(IDENTITY_BYTES));
    let third = tabs.by_ref().filter(|(_, byte)| **byte == b'\t').nth(2);
    third.is_some_and(|(end, _)| {
        identify(&beginning[..end]).is_ok_and(|identity| identity.key == key)
    })
}

fn read_handshake(line: &[u8], key: &str) -> Candidate {
    match identify(line) {
        Ok(identity) if identity.key == key => Candidate::Worker(if identity.version == VERSION {
            Handshake::from_line(line)
                .map_err(|error| WorkerError::InvalidHandshake(error.to_string()))
        } else {
            Err(WorkerError::Version {
                worker: identity.version,
            })
        }),
        _ => Candidate::Stranger,
    }
}

#[cfg(test)]
mod tests;
