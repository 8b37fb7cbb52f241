//! A worker's process: started, spoken to, watched, ended.

use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command as Process, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use aoc_solution::protocol::{CHANNEL_ARGUMENT, Command, Hello, Reply, VERSION};

use super::death::Death;
use super::memory;

/// How long a worker may take from its start to its first line. It takes a
/// millisecond; a machine that swaps may take a thousand times as long.
const GREETING: Duration = Duration::from_secs(20);

/// How long a worker that closed its channel may take to end.
const FAREWELL: Duration = Duration::from_secs(2);

/// How long an interrupt may take to end the runner too.
const INTERRUPT: Duration = Duration::from_millis(200);

/// How often a worker with a memory limit is looked at.
const WATCH: Duration = Duration::from_millis(20);

/// The longest line that a worker may send: an answer is short, an input some
/// kilobytes, a second of samples less than a megabyte.
const LINE_BYTES: u64 = 64 << 20;

/// How workers are started.
#[derive(Clone, Debug)]
pub struct Surroundings {
    /// The whole environment.
    pub environment: Vec<(OsString, OsString)>,
    /// The folder that the solution runs in.
    pub folder: PathBuf,
    /// Whether the solution may read the terminal.
    pub stdin: bool,
    /// Where what the solution prints goes.
    pub stdout: Stdout,
}

/// Where a solution's stdout goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stdout {
    /// To the terminal.
    Inherit,
    /// To the runner's stderr, for the runner's stdout is for a machine.
    Stderr,
    /// Nowhere.
    Discard,
}

/// What a solution may use.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits {
    /// The longest time of a phase.
    pub timeout: Option<Duration>,
    /// The most bytes held at a time.
    pub memory: Option<u64>,
}

/// A worker that has said hello. It ends when this is dropped.
pub struct Worker {
    child: Child,
    channel: BufReader<TcpStream>,
    hello: Hello,
    limits: Limits,
}

impl Worker {
    /// Starts the program and waits for its hello.
    pub fn start(
        executable: &Path,
        surroundings: &Surroundings,
        limits: Limits,
    ) -> Result<Self, Death> {
        let listener = TcpListener::bind("127.0.0.1:0").map_err(Death::NotStarted)?;
        let address = listener.local_addr().map_err(Death::NotStarted)?;
        let key = random_key();
        let mut child = Process::new(executable)
            .arg(CHANNEL_ARGUMENT)
            .arg(format!("{address}/{key}"))
            .env_clear()
            .envs(
                surroundings
                    .environment
                    .iter()
                    .map(|(name, value)| (name, value)),
            )
            .current_dir(&surroundings.folder)
            .stdin(if surroundings.stdin {
                Stdio::inherit()
            } else {
                Stdio::null()
            })
            .stdout(match surroundings.stdout {
                Stdout::Inherit => Stdio::inherit(),
                Stdout::Stderr => Stdio::from(io::stderr()),
                Stdout::Discard => Stdio::null(),
            })
            .spawn()
            .map_err(Death::NotStarted)?;
        match greet(&listener, &mut child, &key, GREETING) {
            Ok((channel, hello)) => Ok(Self {
                child,
                channel,
                hello,
                limits,
            }),
            Err(death) => {
                end(&mut child);
                Err(death)
            }
        }
    }

    /// What the worker has.
    pub const fn hello(&self) -> &Hello {
        &self.hello
    }

    /// Sends the command and waits for its reply, within the limits. After an
    /// error the worker is dead.
    pub fn ask(&mut self, command: &Command) -> Result<Reply, Death> {
        let reply = self.exchange(command);
        if reply.is_err() {
            end(&mut self.child);
        }
        reply
    }

    fn exchange(&mut self, command: &Command) -> Result<Reply, Death> {
        let mut line =
            serde_json::to_vec(command).map_err(|error| Death::Nonsense(error.to_string()))?;
        line.push(b'\n');
        // A limit beyond all times is none.
        let timeout = self.limits.timeout;
        let deadline = timeout.and_then(|timeout| Instant::now().checked_add(timeout));
        // A worker that does not listen must not hold us up either.
        let patience = timeout.map(|timeout| timeout.max(Duration::from_millis(1)));
        let _ = self.channel.get_ref().set_write_timeout(patience);
        match self.channel.get_mut().write_all(&line) {
            Ok(()) => {}
            Err(error) if has_passed(&error) => {
                return Err(Death::Timeout(timeout.unwrap_or_default()));
            }
            // One that died cannot be written to: why is in its exit status.
            Err(_) => return Err(self.obituary()),
        }
        let mut line = Vec::new();
        loop {
            let wait = match (deadline, self.limits.memory) {
                (None, None) => None,
                (deadline, memory) => {
                    let left =
                        deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
                    if left == Some(Duration::ZERO) {
                        return Err(Death::Timeout(timeout.unwrap_or_default()));
                    }
                    let watch = memory.map(|_| WATCH);
                    left.into_iter().chain(watch).min()
                }
            };
            match read_line(&mut self.channel, &mut line, wait) {
                Ok(true) => break,
                Ok(false) => {}
                Err(ReadError::Closed) => return Err(self.obituary()),
                Err(ReadError::TooLong) => {
                    return Err(Death::Nonsense("a line without an end".to_owned()));
                }
            }
            if let Some(limit) = self.limits.memory
                && memory::resident(self.child.id())
                    .is_some_and(|held| held > limit.saturating_add(memory::PROGRAM_BYTES))
            {
                return Err(Death::Memory(limit));
            }
        }
        match serde_json::from_slice(&line) {
            Ok(Reply::OutOfMemory) => Err(Death::Memory(self.limits.memory.unwrap_or_default())),
            Ok(Reply::Refused(why)) => Err(Death::Nonsense(why)),
            Ok(reply) => Ok(reply),
            Err(_) => Err(Death::Nonsense(excerpt(&line))),
        }
    }

    /// Why the worker closed its channel.
    fn obituary(&mut self) -> Death {
        match wait(&mut self.child, FAREWELL) {
            Some(status) => {
                let death = Death::of(status, self.limits.memory);
                if death.is_interrupt() {
                    // Ctrl-C went to us as well: let that end it all, rather
                    // than tell of a crash.
                    thread::sleep(INTERRUPT);
                }
                death
            }
            None => Death::Nonsense("it closed the channel and went on".to_owned()),
        }
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        end(&mut self.child);
    }
}

/// Waits until the child has connected and said its hello.
fn greet(
    listener: &TcpListener,
    child: &mut Child,
    key: &str,
    patience: Duration,
) -> Result<(BufReader<TcpStream>, Hello), Death> {
    let deadline = Instant::now() + patience;
    listener.set_nonblocking(true).map_err(Death::NotStarted)?;
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
                    return Err(Death::Mute(status));
                }
                if Instant::now() >= deadline {
                    return Err(Death::Silent(patience));
                }
                thread::sleep(pause);
                pause = (pause * 2).min(Duration::from_millis(5));
            }
            Err(error) => return Err(Death::NotStarted(error)),
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
) -> Result<Option<(BufReader<TcpStream>, Hello)>, Death> {
    // The child inherits nothing of this; a socket from `accept` may be
    // non-blocking on some systems.
    stream.set_nonblocking(false).map_err(Death::NotStarted)?;
    stream.set_nodelay(true).map_err(Death::NotStarted)?;
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
                return Err(Death::Nonsense("a line without an end".to_owned()));
            }
        }
    }
    let Ok(card) = serde_json::from_slice::<Card>(&line) else {
        return Err(Death::Nonsense(excerpt(&line)));
    };
    if card.key != key {
        return Ok(None);
    }
    if card.protocol != VERSION {
        return Err(Death::Version {
            theirs: card.protocol,
        });
    }
    match serde_json::from_slice(&line) {
        Ok(hello) => Ok(Some((channel, hello))),
        Err(_) => Err(Death::Nonsense(excerpt(&line))),
    }
}

/// Whether the time of a read or write has passed.
fn has_passed(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut
    )
}

enum ReadError {
    Closed,
    TooLong,
}

/// Reads on until `line` is one, without its end; `false` if `wait` passed.
fn read_line(
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
fn excerpt(line: &[u8]) -> String {
    let text = String::from_utf8_lossy(line);
    let mut short: String = text.chars().take(60).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    format!("`{}`", short.escape_debug())
}

/// A key that nobody else on this machine can guess: the standard library
/// seeds its hash maps from the system's source of randomness.
fn random_key() -> String {
    use std::hash::{BuildHasher, RandomState};
    let random = || RandomState::new().hash_one(std::process::id());
    format!("{:016x}{:016x}", random(), random())
}

/// The exit status, if the child ends in time.
fn wait(child: &mut Child, patience: Duration) -> Option<std::process::ExitStatus> {
    let deadline = Instant::now() + patience;
    loop {
        if let Ok(Some(status)) = child.try_wait() {
            return Some(status);
        }
        if Instant::now() > deadline {
            return None;
        }
        thread::sleep(Duration::from_millis(1));
    }
}

/// Ends the child, whatever it is at.
fn end(child: &mut Child) {
    let _ = child.kill();
    let _ = child.wait();
}

#[cfg(test)]
#[path = "process_tests.rs"]
mod tests;
