//! A year's program and its worker process: starting it, sending commands, watching
//! limits, ending it. If a command crashes the worker, the next command starts another
//! one.

use std::ffi::OsString;
use std::fmt::Display;
use std::hash::{BuildHasher, RandomState};
use std::io::{self, stderr};
use std::net::{SocketAddr, TcpListener};
#[cfg(unix)]
use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::process::{Command as Program, ExitStatus, Stdio};
use std::sync::Arc;
use std::thread::sleep;
use std::time::{Duration, Instant};

use aoc_solution::protocol::{
    CHANNEL_ARGUMENT, CHANNEL_LOST_EXIT_STATUS, Call, Command, DayInfo, Handshake,
    MEMORY_EXIT_STATUS, Outcome, Phase, Reply, Request, Response, Source, Wire,
};

#[cfg(unix)]
use nix::sys::signal::Signal;

use super::channel::WorkerChannel;
use super::results::{Status, WorkerError};
use super::worker_tree::WorkerTree;
use crate::error::{CliError, Result, failure};
use crate::processes::{CancelToken, resident_bytes};
use crate::puzzle::Puzzle;
use crate::terminal;

/// The longest time from a worker's start to its handshake. It takes a
/// millisecond; a machine that swaps may take a thousand times as long.
const HANDSHAKE: Duration = Duration::from_secs(20);

/// The longest time between closing the connection and the end of a worker.
const EXIT: Duration = Duration::from_secs(2);

/// The interval of checking whether a worker has ended, because its connection stays
/// open while a copy of the process lives, and whether the command was cancelled.
const WATCH_EXIT: Duration = Duration::from_millis(25);

/// The interval of checking the memory of a worker with a limit.
const WATCH_MEMORY: Duration = Duration::from_millis(20);

/// The memory of a worker without any solution: code and threads.
const PROGRAM_BYTES: u64 = 16 << 20;

/// The way in which a process ended.
enum CrashKind {
    Exited(i32),
    Aborted,
    #[cfg_attr(windows, expect(dead_code, reason = "there are no signals"))]
    Killed,
    /// By another signal or exception.
    Signal(String),
}

impl CrashKind {
    #[cfg(unix)]
    fn of(status: ExitStatus) -> Self {
        let Some(number) = status.signal() else {
            return Self::Exited(status.code().unwrap_or_default());
        };
        match Signal::try_from(number) {
            Ok(Signal::SIGABRT) => Self::Aborted,
            Ok(Signal::SIGKILL) => Self::Killed,
            Ok(signal) => Self::Signal(signal.to_string()),
            Err(_) => Self::Signal(format!("signal {number}")),
        }
    }

    #[cfg(not(unix))]
    fn of(status: ExitStatus) -> Self {
        let code = status.code().unwrap_or_default();
        match code.cast_unsigned() {
            // STATUS_STACK_OVERFLOW, and STATUS_STACK_BUFFER_OVERRUN, which is how Rust
            // aborts.
            0xC000_00FD | 0xC000_0409 => Self::Aborted,
            0xC000_0005 => Self::Signal("an access violation".to_owned()),
            exception @ 0xC000_0000.. => Self::Signal(format!("exception {exception:#X}")),
            _ => Self::Exited(code),
        }
    }
}

/// The way in which a worker's process ended, in words.
fn crash_message(status: ExitStatus) -> String {
    match CrashKind::of(status) {
        CrashKind::Exited(code) => format!("the worker exited with code {code}"),
        CrashKind::Aborted => {
            "aborted: a stack overflow, an abort or a failed allocation".to_owned()
        }
        CrashKind::Killed => "killed by SIGKILL: the machine may have run out of memory, or the \
                              solution closed the connection to aoc"
            .to_owned(),
        CrashKind::Signal(name) => format!("the worker was killed by {name}"),
    }
}

impl WorkerError {
    /// The error for a reply that does not fit the command.
    pub fn out_of_turn() -> Self {
        Self::invalid_response("a reply to another kind of request")
    }

    fn invalid_response(why: impl Display) -> Self {
        Self::failed(format!(
            "the worker sent an invalid response: {why}; a solution must not write to \
             descriptors that it did not open"
        ))
    }

    fn memory(limit: u64) -> Self {
        let limit = terminal::bytes(limit);
        Self::new(Status::Memory, format!("more than {limit} of memory"))
    }

    fn closed() -> Self {
        Self::failed("the solution closed the connection to aoc")
    }

    /// The solution crashed the program, whose memory may have been limited.
    fn crash(status: ExitStatus, memory: Option<u64>) -> Self {
        let code = status.code().map(u8::try_from);
        match (code, memory) {
            (Some(Ok(CHANNEL_LOST_EXIT_STATUS)), _) => Self::closed(),
            (Some(Ok(MEMORY_EXIT_STATUS)), Some(limit)) => Self::memory(limit),
            _ => Self::new(Status::Crash, crash_message(status)),
        }
    }
}

/// The options for starting a solution's program, and its limits.
#[derive(Clone)]
pub struct SpawnOptions {
    /// The year's program.
    pub executable: PathBuf,
    pub puzzle: Puzzle,
    /// The complete environment; nothing is inherited.
    pub environment: Arc<[(OsString, OsString)]>,
    /// The working directory of the solution.
    pub folder: PathBuf,
    /// True if the solution may read the runner's standard input.
    pub stdin: bool,
    pub stdout: Stdout,
    /// The time limit of a phase, or of its untimed run; `None` is no limit.
    pub timeout: Option<Duration>,
    /// The most bytes that a solution may use at a time; `None` is no limit.
    pub memory: Option<u64>,
    /// Cancelling it ends workers, and prevents new ones.
    pub cancel: CancelToken,
}

impl SpawnOptions {
    /// The options of a worker that shows and reads nothing, with this time limit.
    pub fn silent(self, timeout: Duration) -> Self {
        Self {
            stdin: false,
            stdout: Stdout::Silent,
            timeout: Some(timeout),
            ..self
        }
    }
}

/// The destination of a solution's stdout.
#[derive(Clone, PartialEq)]
pub enum Stdout {
    /// It goes to the runner's stdout.
    Inherit,
    /// It goes to the runner's stderr, because the runner's stdout is for a program.
    Stderr,
    /// It is discarded.
    Discard,
    /// Stdout and stderr are discarded.
    Silent,
}

/// A year's program, and its worker while one runs.
pub struct Client {
    options: SpawnOptions,
    worker: Option<Worker>,
    /// The command that opened the input. Each further worker gets it first.
    open: Option<Command>,
}

impl Client {
    /// Starts no worker yet. The limits apply to each command.
    pub fn new(options: SpawnOptions) -> Self {
        Self {
            options,
            worker: None,
            open: None,
        }
    }

    /// Ends the worker. The next command starts another one, with the same input.
    pub fn restart(&mut self) {
        self.worker = None;
    }

    /// Asks a worker what it has for the day.
    pub fn info(&mut self) -> Result<DayInfo> {
        let day = self.options.puzzle.day.get();
        for info in &self.worker()?.handshake.days {
            if info.day == day {
                return Ok(info.clone());
            }
        }
        Err(failure(format!(
            "day {day} is not in the year's registry: its file needs an `impl Solution for \
             Day{day:02}`, and main.rs a line for it"
        )))
    }

    /// True if the program counts allocations, and so ends itself at the memory limit.
    pub fn counts_allocations(&mut self) -> Result<bool> {
        Ok(self.worker()?.handshake.counts_allocations)
    }

    /// Calls a function once. The primary of `parse` parses the input of all commands that
    /// follow.
    pub fn call(&mut self, source: &Source, call: &Call) -> Result<Reply, WorkerError> {
        if call.phase != Phase::Parse {
            return self.ask(Command::Run(call.clone()));
        }
        let open = Command::Open {
            day: self.options.puzzle.day.get(),
            source: source.clone(),
            memory: self.options.memory,
        };
        self.open = Some(open.clone());
        self.send(open)
    }

    /// Sends a command, and waits for its reply. A new worker parses the input first.
    pub fn ask(&mut self, command: Command) -> Result<Reply, WorkerError> {
        if self.worker.is_none()
            && let Some(open) = self.open.clone()
        {
            self.send(open)?;
        }
        self.send(command)
    }

    /// Generates an input from the seed; `Ok(None)` if the puzzle has no `generate`. An
    /// error names the seed.
    pub fn generate(&mut self, seed: u64) -> Result<Option<String>> {
        let puzzle = self.options.puzzle;
        let command = Command::Generate {
            day: puzzle.day.get(),
            seed,
            memory: self.options.memory,
        };
        let failure = match self.ask(command) {
            Ok(Reply::Generated(text)) => return Ok(text),
            Ok(Reply::Ran { outcome, .. }) => WorkerError::failed(match outcome {
                Outcome::Panic(why) => format!("panicked at {why}"),
                Outcome::Error(why) => why,
                other => format!("{other:?} is no input"),
            }),
            Ok(_) => WorkerError::out_of_turn(),
            Err(error) => error,
        };
        Err(failure
            .error
            .context(format!("cannot generate an input from the seed {seed}")))
    }

    fn send(&mut self, command: Command) -> Result<Reply, WorkerError> {
        let reply = self.worker()?.ask(command);
        if reply.is_err() {
            self.worker = None;
        }
        reply
    }

    fn worker(&mut self) -> Result<&mut Worker, WorkerError> {
        match &mut self.worker {
            Some(worker) => Ok(worker),
            none => Ok(none.insert(Worker::start(&self.options, HANDSHAKE)?)),
        }
    }
}

/// The error for a puzzle that cannot generate an input.
pub fn no_generate(puzzle: Puzzle) -> CliError {
    failure(format!(
        "{puzzle} has no `generate` function: write one to generate inputs"
    ))
}

/// A worker that has sent its handshake. Dropping it ends the process and everything
/// that the process started.
struct Worker {
    tree: WorkerTree,
    channel: WorkerChannel,
    options: SpawnOptions,
    handshake: Handshake,
    /// The number of the last request.
    number: u64,
}

impl Worker {
    /// Starts the program, and waits for its handshake, at most this long.
    fn start(options: &SpawnOptions, longest: Duration) -> Result<Self, WorkerError> {
        options.cancel.check()?;
        let listener = TcpListener::bind("127.0.0.1:0")?;
        let mut key = [0; 16];
        getrandom::fill(&mut key).map_err(io::Error::from)?;
        let key = format!("{:032x}", u128::from_ne_bytes(key));
        let mut command = worker_command(options, listener.local_addr()?);
        let mut tree = WorkerTree::spawn(&mut command, &key, options.stdin)?;
        let start = Instant::now();
        // After this, nobody can connect, so the key is of no use.
        let (channel, handshake) = WorkerChannel::accept(&listener, &key, || {
            options.cancel.check()?;
            let what = if let Some(status) = tree.exit_status() {
                format!("{} before it connected to aoc", crash_message(status))
            } else if start.elapsed() >= longest {
                let longest = humantime::format_duration(longest);
                format!("the worker did not connect to aoc within {longest}")
            } else {
                return Ok(());
            };
            Err(WorkerError::failed(format!(
                "{what}; does its main end with `registry().main()`?"
            )))
        })?;
        Ok(Self {
            tree,
            channel,
            options: options.clone(),
            handshake,
            number: 0,
        })
    }

    /// Sends the command and waits for its reply, within the limits. After an error the
    /// worker cannot be used any more.
    fn ask(&mut self, command: Command) -> Result<Reply, WorkerError> {
        let deadline = self.deadline(&command);
        // The numbers of requests cannot be guessed, so a line that the solution wrote
        // in advance is not taken for a reply.
        self.number = RandomState::new().hash_one(self.number);
        let number = self.number;
        let line = Request { number, command }.to_line();
        let mut unsent = line.as_bytes();
        loop {
            let wait = self.check_limits(deadline)?;
            // Everything that the worker sent before it ended can be read by now.
            let has_ended = self.tree.exit_status().is_some();
            self.channel.send(&mut unsent);
            match self.channel.receive() {
                Ok(None) if !has_ended => self.channel.wait(wait, unsent),
                Ok(Some(line)) => {
                    if let Some(reply) = self.reply(&line)? {
                        return Ok(reply);
                    }
                }
                Err(error) if error.kind() == io::ErrorKind::InvalidData => {
                    return Err(WorkerError::invalid_response(error));
                }
                // Its exit status says why.
                _ => return Err(self.exit_reason()),
            }
        }
    }

    /// The time by which the worker must have replied, if there is a limit.
    fn deadline(&self, command: &Command) -> Option<Instant> {
        let mut timeout = self.options.timeout?;
        if let Command::Warm { ns, .. } | Command::Sample { ns, .. } = command {
            timeout = timeout.checked_add(Duration::from_nanos(*ns))?;
        }
        // A limit that does not fit into a time is no limit.
        Instant::now().checked_add(timeout)
    }

    /// Parses the reply in a line; `None` if the line does not answer the last request.
    fn reply(&self, line: &[u8]) -> Result<Option<Reply>, WorkerError> {
        let response = Response::from_line(line).map_err(WorkerError::invalid_response)?;
        match response.reply {
            Reply::OutOfMemory => Err(WorkerError::memory(self.options.memory.unwrap_or_default())),
            // A copy of the worker may have sent it, or the solution itself.
            _ if response.number != self.number => Ok(None),
            Reply::Refused(why) => Err(WorkerError::failed(format!(
                "the worker refused a request: {why}; this is a bug in aoc, please report it"
            ))),
            reply => Ok(Some(reply)),
        }
    }

    /// Fails if a limit is exceeded; otherwise returns the time until the next check.
    fn check_limits(&self, deadline: Option<Instant>) -> Result<Duration, WorkerError> {
        self.options.cancel.check()?;
        let mut wait = WATCH_EXIT;
        if let Some(deadline) = deadline {
            wait = wait.min(deadline.saturating_duration_since(Instant::now()));
            if wait.is_zero() {
                let timeout = self.options.timeout.unwrap_or_default();
                return Err(WorkerError::new(
                    Status::Timeout,
                    format!("no answer within {}", humantime::format_duration(timeout)),
                ));
            }
        }
        if let Some(limit) = self.options.memory {
            // The worker's allocator counts exactly. This finds memory that it does not
            // see: another allocator, memory maps, deep stacks.
            let held = resident_bytes(self.tree.id());
            if held.is_some_and(|held| held >= limit.saturating_add(PROGRAM_BYTES)) {
                return Err(WorkerError::memory(limit));
            }
            wait = wait.min(WATCH_MEMORY);
        }
        Ok(wait)
    }

    /// The reason why the worker does not answer any more.
    fn exit_reason(&mut self) -> WorkerError {
        let start = Instant::now();
        while start.elapsed() <= EXIT {
            if let Err(cancelled) = self.options.cancel.check() {
                return cancelled.into();
            }
            if let Some(status) = self.tree.exit_status() {
                return WorkerError::crash(status, self.options.memory);
            }
            self.tree.reap_traced_threads();
            sleep(Duration::from_millis(1));
        }
        // The program runs on without its connection.
        WorkerError::closed()
    }
}

/// The command that starts a worker, which connects to this address.
fn worker_command(options: &SpawnOptions, address: SocketAddr) -> Program {
    let mut command = Program::new(&options.executable);
    command
        .args([CHANNEL_ARGUMENT, &address.to_string()])
        .arg(options.puzzle.day.get().to_string())
        .env_clear()
        .envs(options.environment.iter().cloned())
        .current_dir(&options.folder);
    if !options.stdin {
        command.stdin(Stdio::null());
    }
    command.stdout(match options.stdout {
        Stdout::Inherit => Stdio::inherit(),
        Stdout::Stderr => stderr().into(),
        Stdout::Discard | Stdout::Silent => Stdio::null(),
    });
    if options.stdout == Stdout::Silent {
        command.stderr(Stdio::null());
    }
    command
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use std::thread;

    use aoc_solution::protocol::{OUT_OF_MEMORY_LINE, Phase};
    use tempfile::TempDir;

    use super::*;
    use crate::error::Exit;
    use crate::runner::primary;
    use crate::runner::testing::{executable, options, plain_day, program};

    /// A worker that has sent its handshake and does what the script says.
    fn worker(script: &str, timeout: Option<u64>, memory: Option<u64>) -> (Worker, TempDir) {
        let (executable, folder) = program(plain_day(), true, script);
        let options = options(&executable, timeout, memory);
        (Worker::start(&options, HANDSHAKE).unwrap(), folder)
    }

    fn run() -> Command {
        Command::Run(primary(Phase::Part1))
    }

    fn sample(ns: u64) -> Command {
        let call = primary(Phase::Part1);
        Command::Sample { call, batch: 1, ns }
    }

    #[test]
    fn what_a_worker_does_wrong_is_named() {
        let big = Command::Open {
            day: 1,
            source: Source::Text("x".repeat(40 << 20)),
            memory: None,
        };
        let late = "no answer within 10ms";
        #[cfg(target_os = "linux")]
        let memory = "ask; printf -v memory '%*s' 60000000 x; sleep 600";
        let endless = "printf -v x '%*s' 1000000 x; while printf '%s' \"$x\" >&3; do :; done";
        let refuses = "ask; tell 'refused\\tno such day'; sleep 600";
        let tells = str::from_utf8(OUT_OF_MEMORY_LINE).unwrap();
        let tells = &format!("ask; printf '{tells}' >&3; sleep 600");
        let said = "ask; echo 'I will not' >&3; sleep 600";
        let said_is = "the worker sent an invalid response: expected a number, found `I will not`";
        // What ends a worker otherwise is in tests/it/hostile.
        for (command, timeout, limit, script, message) in [
            (sample(1000), Some(10), None, "ask; sleep 600", late),
            // More than the system keeps for a worker that does not read.
            (big, Some(10), None, "sleep 600", late),
            // Memory that the allocator does not see counts too.
            #[cfg(target_os = "linux")]
            (run(), None, Some(1 << 20), memory, "more than 1.00 MiB of"),
            (
                run(),
                None,
                Some(1 << 20),
                tells,
                "more than 1.00 MiB of memory",
            ),
            (run(), None, None, said, said_is),
            (run(), None, None, endless, "a line without an end"),
            (run(), None, None, refuses, "refused a request: no such day"),
        ] {
            let (mut worker, _folder) = worker(script, timeout, limit);
            let error = worker.ask(command).unwrap_err().error.to_string();
            assert!(error.contains(message), "{script}: {error}");
        }
    }

    #[test]
    fn the_program_itself_does_not_count_as_memory() {
        let script = "ask; sleep 0.1; tell 'ran\\t1\\tunsolved'; ask";
        let (mut worker, _folder) = worker(script, None, Some(1));
        assert!(worker.ask(run()).is_ok());
    }

    #[test]
    fn a_silent_worker_reads_and_shows_nothing_and_has_this_limit() {
        let limit = Duration::from_secs(7);
        let loud = SpawnOptions {
            stdin: true,
            ..options("worker", None, Some(5))
        };
        let silent = loud.silent(limit);
        assert!(!silent.stdin && silent.stdout == Stdout::Silent);
        assert_eq!((silent.timeout, silent.memory), (Some(limit), Some(5)));
    }

    #[test]
    fn a_cancelled_worker_is_not_waited_for_and_no_other_starts() {
        let (mut worker, _folder) = worker("ask; sleep 600", None, None);
        let options = worker.options.clone();
        let asking = thread::spawn(move || worker.ask(run()).unwrap_err());
        options.cancel.cancel();
        assert_eq!(asking.join().unwrap().error.exit(), Exit::Interrupted);
        let error = Worker::start(&options, HANDSHAKE).err().expect("no worker");
        assert_eq!(error.error.exit(), Exit::Interrupted);
    }

    #[test]
    fn a_restarted_worker_is_another_process_with_the_same_input() {
        let script = "while ask; do case $command in \
                          open*) opened=$command; tell 'ran\\t1\\tparsed' ;; \
                          *) tell \"ran\\t1\\tanswered\\t$$ ${opened//[^a-z]/ }\" ;; \
                      esac; done";
        let (executable, _folder) = program(plain_day(), true, script);
        let mut client = Client::new(options(&executable, None, None));
        let source = Source::Text("the input".to_owned());
        client.call(&source, &primary(Phase::Parse)).unwrap();
        let mut answers = Vec::new();
        for restarts in [false, false, true] {
            if restarts {
                client.restart();
            }
            answers.push(format!("{:?}", client.ask(run()).unwrap()));
        }
        assert_eq!(answers[0], answers[1]);
        assert_ne!(answers[1], answers[2]);
        assert!(answers[2].contains("the input"), "{answers:?}");
    }

    #[test]
    fn sampling_takes_its_time_and_then_the_limit() {
        let script = "ask; sleep 0.1; tell 'sampled\\t0'; ask";
        let (mut worker, _folder) = worker(script, Some(1), None);
        let reply = worker.ask(sample(120_000_000_000));
        assert!(matches!(reply, Ok(Reply::Sampled(_))), "{reply:?}");
    }

    /// A reply to an earlier request is skipped, and numbers of requests cannot
    /// be foreseen.
    #[test]
    fn only_the_reply_to_the_request_counts() {
        let script = "ask; asked=$number; number=1; tell 'ran\\t1\\tanswered\\told'; \
                      number=$asked; tell 'ran\\t1\\tanswered\\tone'; \
                      number=${number%?}; tell 'ran\\t1\\tanswered\\tother'; \
                      ask; tell 'ran\\t1\\tanswered\\ttwo'; ask";
        // A limit beyond all times is none.
        let (mut worker, _folder) = worker(script, Some(u64::MAX), Some(u64::MAX));
        for answer in ["one", "two"] {
            let reply = worker.ask(run()).unwrap();
            assert!(format!("{reply:?}").contains(answer), "{reply:?}");
        }
    }

    #[test]
    fn the_numbers_of_requests_cannot_be_foreseen() {
        let script = "ask; tell \"ran\\t1\\tanswered\\t$number\"; \
                      ask; tell \"ran\\t1\\tanswered\\t$number\"; ask";
        let mut numbers = Vec::new();
        for _ in 0..2 {
            let (mut worker, _folder) = worker(script, None, None);
            for _ in 0..2 {
                numbers.push(format!("{:?}", worker.ask(run()).unwrap()));
            }
        }
        // Also from those of another worker.
        numbers.sort();
        numbers.dedup();
        assert_eq!(numbers.len(), 4, "{numbers:?}");
    }

    #[test]
    fn a_program_that_is_no_worker_is_told() {
        let failure = |program: &str| {
            let started = Worker::start(&options(program, None, None), HANDSHAKE);
            let error = started.err().expect("no worker");
            (error.error.exit(), error.error.to_string())
        };
        let message = "the worker exited with code 1 before it connected to aoc; does its main \
                       end with `registry().main()`?";
        assert_eq!(failure("/bin/false"), (Exit::Failed, message.to_owned()));
        assert_eq!(failure("/no/such/program").0, Exit::Files);
        let (silent, _folder) = executable("#!/bin/sh\nsleep 600\n");
        let started = Worker::start(&options(&silent, None, None), Duration::from_millis(10));
        let error = started.err().expect("no worker").error.to_string();
        assert!(
            error.starts_with("the worker did not connect to aoc within 10ms; "),
            "{error}"
        );
    }

    #[test]
    fn names_what_took_the_program_down() {
        let killed = "killed by SIGKILL: the machine may have run out of memory, or the solution \
                      closed the connection to aoc";
        // The others are in tests/it/hostile.
        for (raw, message) in [
            (9, killed),
            (11, "the worker was killed by SIGSEGV"),
            (63, "the worker was killed by signal 63"),
        ] {
            let crash = WorkerError::crash(ExitStatus::from_raw(raw), None);
            assert_eq!(crash.error.to_string(), message);
        }
        // Without a limit, it is a code like any other.
        let code = ExitStatus::from_raw(i32::from(MEMORY_EXIT_STATUS) << 8);
        let crash = |memory| WorkerError::crash(code, memory).error.to_string();
        assert_eq!(crash(Some(1 << 20)), "more than 1.00 MiB of memory");
        let exited = format!("the worker exited with code {MEMORY_EXIT_STATUS}");
        assert_eq!(crash(None), exited);
    }
}
