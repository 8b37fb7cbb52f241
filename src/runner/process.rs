//! A worker's process: started, sent requests, watched, ended.

use std::hash::{BuildHasher, RandomState};
use std::net::{Shutdown, TcpListener};
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use aoc_solution::protocol::{Command, Handshake, KEY_VARIABLE, Reply, Request, Response, Wire};

use super::error::WorkerError;
use super::framing::{Connection, Received};
use super::handshake::{accept_worker, random_key};
use super::process_tree::{self, ProcessTree};
use super::spawn_options::{Limits, SpawnOptions};
use crate::processes::{self, Times};
use crate::processes::{CancelToken, OnCancel};

/// How long a worker may take from its start to its handshake. It takes a
/// millisecond; a machine that swaps may take a thousand times as long.
const HANDSHAKE: Duration = Duration::from_secs(20);

/// How long a worker that closed its connection may take to end.
const EXIT: Duration = Duration::from_secs(2);

/// How long to read what a worker sent before it ended.
const DRAIN: Duration = Duration::from_millis(200);

/// How long an interrupt may take to reach the runner too.
const INTERRUPT: Duration = Duration::from_millis(200);

/// How often to look whether a worker has ended: its connection stays open if
/// a copy of it lives on.
const WATCH_EXIT: Duration = Duration::from_millis(100);

/// How often to look at the memory of a worker that has a limit.
const WATCH_MEMORY: Duration = Duration::from_millis(20);

/// What a worker holds without any solution: its code, its threads.
const PROGRAM_BYTES: u64 = 16 << 20;

/// The longest response: an answer is short, a generated input some kilobytes,
/// a second of samples less than a megabyte.
const RESPONSE_BYTES: usize = 64 << 20;

/// A worker that has sent its handshake. It ends when this is dropped, and
/// what it started ends with it.
pub struct Worker {
    process: ProcessTree,
    connection: Connection,
    handshake: Handshake,
    limits: Limits,
    cancel: CancelToken,
    /// Ends the wait for a reply.
    _wakes: Option<OnCancel>,
    /// Of the last request.
    number: u64,
}

impl Worker {
    /// Starts the program and waits for its handshake.
    pub fn start(
        executable: &Path,
        options: &SpawnOptions,
        limits: Limits,
    ) -> Result<Self, WorkerError> {
        let cancel = &options.cancel;
        if cancel.is_cancelled() {
            return Err(WorkerError::Cancelled);
        }
        let listener = TcpListener::bind("127.0.0.1:0").map_err(WorkerError::NotStarted)?;
        let address = listener.local_addr().map_err(WorkerError::NotStarted)?;
        let key = random_key().map_err(|error| WorkerError::NotStarted(error.into()))?;
        let mut command = options.command(executable, &address.to_string());
        let mut process = ProcessTree::spawn(&mut command, (KEY_VARIABLE, &key), options.stdin)
            .map_err(WorkerError::NotStarted)?;
        let accepted = accept_worker(&listener, &mut process, &key, HANDSHAKE, cancel);
        let (connection, handshake) = match accepted {
            Err(WorkerError::NoHandshake(status))
                if status.code() == Some(1) && is_version_1(executable) =>
            {
                return Err(WorkerError::Version { worker: 1 });
            }
            Err(error) => return Err(unless_interrupted(error)),
            Ok(accepted) => accepted,
        };
        let stream = connection.stream().try_clone();
        let wakes = stream
            .ok()
            .map(|stream| cancel.on_cancel(move || drop(stream.shutdown(Shutdown::Both))));
        Ok(Self {
            process,
            connection,
            handshake,
            limits,
            cancel: cancel.clone(),
            _wakes: wakes,
            number: 0,
        })
        // Nobody can connect any more, so the key opens nothing.
    }

    /// What the worker said that it has.
    pub const fn handshake(&self) -> &Handshake {
        &self.handshake
    }

    /// How long its threads have kept processors busy, if the system tells.
    pub fn times(&self) -> Option<Times> {
        Times::of(self.process.id())
    }

    /// Sends the command and waits for its reply, within the limits. After an
    /// error the worker has ended.
    pub fn ask(&mut self, command: &Command) -> Result<Reply, WorkerError> {
        let reply = self.exchange(command);
        if reply.is_err() {
            self.process.end();
        }
        reply
    }

    fn exchange(&mut self, command: &Command) -> Result<Reply, WorkerError> {
        // Numbers rise by steps that cannot be foreseen: a line that the
        // solution wrote ahead of time cannot be a response to this request.
        let step = RandomState::new().hash_one(self.number) >> 32;
        self.number += 1 + step;
        let request = Request {
            number: self.number,
            command: command.clone(),
        };
        // A limit beyond all times is none.
        let deadline = self.limits.timeout.and_then(|timeout| {
            let time = timeout.checked_add(budget(command))?;
            Instant::now().checked_add(time)
        });
        self.send(request.to_line().as_bytes(), deadline)?;
        self.receive(deadline)
    }

    fn send(&mut self, mut bytes: &[u8], deadline: Option<Instant>) -> Result<(), WorkerError> {
        while !bytes.is_empty() {
            let wait = self.check_limits(deadline)?;
            let _ = self.connection.set_timeout(wait);
            match self.connection.send(bytes) {
                Ok(0) if self.process.exit_status().is_some() => return Err(self.exit_reason()),
                Ok(length) => bytes = &bytes[length..],
                // Its exit status says why it does not read.
                Err(_) => return Err(self.exit_reason()),
            }
        }
        Ok(())
    }

    fn receive(&mut self, deadline: Option<Instant>) -> Result<Reply, WorkerError> {
        let mut ended: Option<Instant> = None;
        loop {
            let wait = self.check_limits(deadline)?;
            let _ = self.connection.set_timeout(wait);
            let received = self.connection.receive(RESPONSE_BYTES);
            let is_over = match received {
                Received::Line(line) => {
                    if let Some(reply) = self.reply(&line)? {
                        return Ok(reply);
                    }
                    ended.is_some_and(|ended| ended.elapsed() > DRAIN)
                }
                Received::Pending => ended.is_some(),
                Received::Closed => true,
                Received::TooLong => {
                    let problem = "a line without an end".to_owned();
                    return Err(WorkerError::InvalidResponse(problem));
                }
            };
            if is_over {
                return Err(self.exit_reason());
            }
            if ended.is_none() && self.process.exit_status().is_some() {
                ended = Some(Instant::now());
            }
        }
    }

    /// The reply in a line; `None` if the line is not for the last request.
    fn reply(&self, line: &[u8]) -> Result<Option<Reply>, WorkerError> {
        let Response { number, reply } = Response::from_line(line)
            .map_err(|error| WorkerError::InvalidResponse(error.to_string()))?;
        match reply {
            Reply::OutOfMemory => Err(WorkerError::Memory(self.limits.memory.unwrap_or_default())),
            // A copy of the worker may have sent it, or the solution itself.
            _ if number < self.number => Ok(None),
            _ if number > self.number => {
                let problem = format!("a response to request {number}, which was never sent");
                Err(WorkerError::InvalidResponse(problem))
            }
            Reply::Refused(why) => Err(WorkerError::Refused(why)),
            reply => Ok(Some(reply)),
        }
    }

    /// How long to wait before the limits are looked at again.
    fn check_limits(&self, deadline: Option<Instant>) -> Result<Duration, WorkerError> {
        if self.cancel.is_cancelled() {
            return Err(WorkerError::Cancelled);
        }
        let mut wait = WATCH_EXIT;
        if let Some(deadline) = deadline {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                let timeout = self.limits.timeout.unwrap_or_default();
                return Err(WorkerError::Timeout(timeout));
            }
            wait = wait.min(left);
        }
        if let Some(limit) = self.limits.memory {
            // The worker's allocator counts exactly; this is for what it does
            // not see: another allocator, memory maps, deep stacks.
            let held = processes::resident_bytes(self.process.id());
            if held.is_some_and(|held| held > limit.saturating_add(PROGRAM_BYTES)) {
                return Err(WorkerError::Memory(limit));
            }
            wait = wait.min(WATCH_MEMORY);
        }
        Ok(wait)
    }

    /// Why the worker does not answer any more.
    fn exit_reason(&mut self) -> WorkerError {
        if self.cancel.is_cancelled() {
            return WorkerError::Cancelled;
        }
        let deadline = Instant::now() + EXIT;
        let status = loop {
            if let Some(status) = self.process.exit_status() {
                break status;
            }
            if Instant::now() > deadline {
                return WorkerError::Disconnected;
            }
            thread::sleep(Duration::from_millis(1));
        };
        unless_interrupted(WorkerError::of(status, self.limits.memory))
    }
}

/// The error. Does not return if the runner is interrupted: then it ends
/// everything, and a worker that ended first has not crashed.
fn unless_interrupted(error: WorkerError) -> WorkerError {
    if error.is_interrupt() {
        // Ctrl-C was sent to the runner too.
        thread::sleep(INTERRUPT);
    }
    process_tree::wait_if_ending();
    error
}

/// How long a command takes on purpose.
const fn budget(command: &Command) -> Duration {
    match command {
        Command::Warm { ns, .. } | Command::Sample { ns, .. } => Duration::from_nanos(*ns),
        _ => Duration::ZERO,
    }
}

/// Whether a program was built with version 1 of the library. It cannot say so
/// itself, because it does not understand its arguments; but it contains the
/// message of that error.
fn is_version_1(executable: &Path) -> bool {
    const MESSAGE: &[u8] = b"a channel is HOST:PORT/KEY";
    let program = std::fs::read(executable).unwrap_or_default();
    program.windows(MESSAGE.len()).any(|bytes| bytes == MESSAGE)
}

#[cfg(all(test, unix))]
mod tests {
    use std::process::Command as Process;

    use aoc_solution::protocol::{Call, Phase, Source, VERSION};
    use tempfile::TempDir;

    use super::*;
    use crate::runner::spawn_options::Stdout;

    /// A worker that sends its handshake and then does what the script says:
    /// `ask` reads a request, `tell` sends a reply to it.
    fn worker(script: &str, limits: Limits) -> (Worker, TempDir) {
        let folder = tempfile::tempdir().unwrap();
        let executable = folder.path().join("worker");
        let program = format!(
            "#!/usr/bin/env bash\n\
             exec 3<>/dev/tcp/${{2/://}}\n\
             ask() {{ IFS=$'\\t' read -r number command <&3; }}\n\
             tell() {{ printf \"$number\\t$1\\n\" >&3; }}\n\
             printf \"aoc-worker\\t{VERSION}\\t$AOC_CHANNEL_KEY\\t2020\\t0\\n\" >&3\n\
             {script}\n"
        );
        // Written by another process: while another test starts one, this one
        // could not be executed.
        let written = Process::new("sh")
            .args(["-c", "printf %s \"$1\" > \"$2\" && chmod +x \"$2\"", "sh"])
            .arg(program)
            .arg(&executable)
            .status();
        assert!(written.unwrap().success());
        let options = SpawnOptions {
            environment: std::env::vars_os().collect(),
            folder: folder.path().to_owned(),
            stdin: false,
            stdout: Stdout::Stderr,
            cancel: CancelToken::default(),
        };
        let worker = Worker::start(&executable, &options, limits).unwrap();
        (worker, folder)
    }

    fn part1() -> Call {
        Call {
            phase: Phase::Part1,
            alternative: None,
        }
    }

    fn sample(budget: Duration) -> Command {
        Command::Sample {
            call: part1(),
            batch: 1,
            ns: u64::try_from(budget.as_nanos()).unwrap(),
        }
    }

    #[test]
    fn every_command_has_a_time_limit() {
        let limits = Limits {
            timeout: Some(Duration::from_millis(10)),
            memory: None,
        };
        let open = Command::Open {
            day: 1,
            source: Source::Example(0),
            memory: None,
        };
        let warm = Command::Warm {
            call: part1(),
            ns: 1,
        };
        let generate = Command::Generate {
            day: 1,
            seed: 1,
            memory: None,
        };
        for command in [
            open,
            Command::Run(part1()),
            Command::Trace(aoc_solution::Part::One),
            warm,
            sample(Duration::from_millis(10)),
            Command::Count(part1()),
            generate,
        ] {
            let (mut worker, _folder) = worker("ask; sleep 600", limits);
            let error = worker.ask(&command).unwrap_err();
            assert_eq!(error.to_string(), "no answer within 10ms", "{command:?}");
            assert!(worker.process.exit_status().is_some());
        }
    }

    #[test]
    fn a_cancelled_worker_ends_at_once_and_no_other_starts() {
        let (mut worker, folder) = worker(
            "ask; tell 'ran\\t1\\tanswered\\tone'; sleep 600",
            Limits::default(),
        );
        assert!(worker.ask(&Command::Run(part1())).is_ok());
        let cancel = worker.cancel.clone();
        let (asks, asked) = std::sync::mpsc::channel();
        let asking = thread::spawn(move || {
            asks.send(()).unwrap();
            let error = worker.ask(&Command::Run(part1())).unwrap_err();
            (worker, error)
        });
        asked.recv().unwrap();
        cancel.cancel();
        let (mut worker, error) = asking.join().unwrap();
        assert!(matches!(error, WorkerError::Cancelled), "{error}");
        assert!(worker.process.exit_status().is_some());
        let options = SpawnOptions {
            environment: Vec::new(),
            folder: folder.path().to_owned(),
            stdin: false,
            stdout: Stdout::Stderr,
            cancel,
        };
        let program = folder.path().join("worker");
        let started = Worker::start(&program, &options, Limits::default());
        assert!(matches!(started, Err(WorkerError::Cancelled)));
    }

    #[test]
    fn sampling_takes_its_time_and_then_the_limit() {
        let limits = Limits {
            timeout: Some(Duration::from_nanos(1)),
            memory: None,
        };
        let (mut worker, _folder) = worker("ask; sleep 0.1; tell 'sampled\\t0'; ask", limits);
        let reply = worker.ask(&sample(Duration::from_mins(2)));
        assert!(matches!(reply, Ok(Reply::Sampled(_))), "{reply:?}");
    }

    #[test]
    fn what_the_allocator_says_comes_unasked() {
        let limits = Limits {
            timeout: None,
            memory: Some(1 << 30),
        };
        let (mut worker, _folder) = worker("ask; number=0; tell out-of-memory; exit 86", limits);
        let error = worker.ask(&sample(Duration::ZERO)).unwrap_err();
        assert!(matches!(error, WorkerError::Memory(_)), "{error}");
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn memory_that_the_allocator_does_not_see_counts_too() {
        let limits = Limits {
            timeout: None,
            memory: Some(1 << 20),
        };
        let script = "ask; printf -v memory '%*s' 60000000 x; sleep 600";
        let (mut worker, _folder) = worker(script, limits);
        let error = worker.ask(&sample(Duration::ZERO)).unwrap_err();
        assert_eq!(error.to_string(), "more than 1.00 MiB of memory");
    }

    #[test]
    fn replies_to_earlier_requests_are_skipped() {
        let script = "ask; asked=$number; number=1; tell 'ran\\t1\\tanswered\\told'; \
                      number=$asked; tell 'ran\\t1\\tanswered\\tnew'; ask";
        let (mut worker, _folder) = worker(script, Limits::default());
        let reply = worker.ask(&Command::Run(part1())).unwrap();
        assert!(format!("{reply:?}").contains("new"), "{reply:?}");
    }

    #[test]
    fn numbers_of_requests_cannot_be_foreseen() {
        let script = "ask; tell 'ran\\t1\\tanswered\\tone'; number=$((number + 1)); \
                      tell 'ran\\t1\\tanswered\\tearly'; \
                      ask; tell 'ran\\t1\\tanswered\\ttwo'; ask";
        let (mut worker, _folder) = worker(script, Limits::default());
        for answer in ["one", "two"] {
            let reply = worker.ask(&Command::Run(part1())).unwrap();
            assert!(format!("{reply:?}").contains(answer), "{reply:?}");
        }
    }
}
