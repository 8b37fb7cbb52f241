//! A worker process: starts it, sends it commands, watches its limits, and ends it.

use std::hash::{BuildHasher, RandomState};
use std::io::{self, stderr};
use std::net::{SocketAddr, TcpListener};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use aoc_solution::protocol::{
    CHANNEL_ARGUMENT, Handshake, MEMORY_LIMIT_VARIABLE, Outcome, Reply, Request, Response, Wire,
    WorkerCommand,
};

use super::channel::WorkerChannel;
use super::error::{WorkerError, crash_message};
use super::spawn_options::{SpawnOptions, StdoutTarget};
use super::status::Status;
use crate::error::Result;
use crate::processes::{ProcessTree, ended_by_interrupt, resident_bytes, unique_key};
use crate::terminal::tty::InputModeGuard;

/// The longest time from the start of a worker to its handshake. It usually takes a millisecond,
/// but on a machine that swaps it may take a thousand times as long.
const HANDSHAKE_LIMIT: Duration = Duration::from_secs(20);

/// The longest time between closing the connection and the end of a worker.
const EXIT_LIMIT: Duration = Duration::from_secs(2);

/// The longest wait for the command to be cancelled after Ctrl-C has ended the worker.
const INTERRUPT_LIMIT: Duration = Duration::from_secs(1);

/// The extra time for a command whose function was called before. A busy machine may delay the
/// reply by this much.
pub const GRACE: Duration = Duration::from_secs(1);

/// The interval at which the runner checks whether the worker has ended, how much memory it uses,
/// and whether the command is cancelled. The connection does not show the end of the worker,
/// because it stays open while a copy of the process lives.
const WATCH_INTERVAL: Duration = Duration::from_millis(20);

/// The memory that a worker needs before it solves anything, for its code and threads.
const PROGRAM_BYTES: u64 = 16 << 20;

/// A worker that has sent its handshake. Dropping it ends the process and all processes that it
/// started.
pub struct Worker {
    tree: ProcessTree,
    /// Dropped after `tree`, so the process has ended.
    _terminal: InputModeGuard,
    channel: WorkerChannel,
    options: SpawnOptions,
    pub handshake: Handshake,
    /// The number of the last request.
    number: u64,
}

impl Worker {
    /// Starts the program and waits for its handshake.
    pub fn start(options: &SpawnOptions) -> Result<Self, WorkerError> {
        Self::start_within(HANDSHAKE_LIMIT, options)
    }

    fn start_within(longest: Duration, options: &SpawnOptions) -> Result<Self, WorkerError> {
        options.cancel.check()?;
        let listener = TcpListener::bind("127.0.0.1:0")?;
        let key = unique_key()?;
        let mut command = worker_command(options, listener.local_addr()?);
        let terminal = InputModeGuard::new();
        let mut tree = ProcessTree::spawn(&mut command, &key, options.reads_stdin)?;
        let start = Instant::now();
        // The listener closes when this function returns. After that, the key is of no use to
        // anyone.
        let (channel, handshake) = WorkerChannel::accept(&listener, &key, || {
            options.cancel.check()?;
            let why = match tree.exit_status() {
                Some(status) => format!("{} before it connected to aoc", crash_message(status)),
                None if start.elapsed() < longest => return Ok(()),
                None => {
                    let longest = humantime::format_duration(longest);
                    format!("the worker did not connect to aoc within {longest}")
                }
            };
            Err(WorkerError::failed(format!(
                "{why}; does its main end with `registry().main()`?"
            )))
        })?;
        Ok(Self {
            tree,
            _terminal: terminal,
            channel,
            options: options.clone(),
            handshake,
            number: 0,
        })
    }

    /// Sends the command and waits for its reply. `grace` is added to the time limit. After an
    /// error the worker cannot be used any more.
    ///
    /// The wait ends early if the command is cancelled, if the worker uses too much memory, exceeds
    /// its time or ends, or if a line is invalid.
    pub fn send(&mut self, command: WorkerCommand, grace: Duration) -> Result<Reply, WorkerError> {
        let timeout = self.options.limits.timeout;
        let deadline = timeout.and_then(|timeout| Deadline::of(&command, timeout, grace));
        // The solution cannot guess the number of a request, so it cannot write a reply in advance.
        self.number = RandomState::new().hash_one(self.number);
        let number = self.number;
        let line = Request { number, command }.to_line();
        let mut unsent = line.as_bytes();
        loop {
            self.options.cancel.check()?;
            self.check_memory()?;
            // This is checked before the channel is read: if the worker has ended, all its lines
            // can be read now.
            let has_ended = self.tree.exit_status().is_some();
            self.channel.send(&mut unsent);
            let wait = match self.channel.receive() {
                Ok(Some(line)) => match self.parse_reply(&line)? {
                    Some(reply) => return Ok(reply),
                    None => Duration::ZERO,
                },
                Ok(None) if !has_ended => WATCH_INTERVAL,
                Err(error) if error.kind() == io::ErrorKind::InvalidData => {
                    return Err(WorkerError::invalid_response(error));
                }
                // The exit status explains the failure.
                _ => return Err(self.exit_reason()),
            };
            // The deadline is checked after reading, so that a reply that arrived in time counts
            // even if Ctrl-Z had stopped `aoc` until after the deadline.
            let left = deadline.as_ref().map(Deadline::time_left).transpose()?;
            self.channel
                .wait(left.map_or(wait, |left| wait.min(left)), unsent);
        }
    }

    /// Parses the reply in a line. Returns `None` if the line does not answer the last request.
    fn parse_reply(&self, line: &[u8]) -> Result<Option<Reply>, WorkerError> {
        let response = Response::from_line(line).map_err(WorkerError::invalid_response)?;
        match response.reply {
            Reply::OutOfMemory => Err(WorkerError::memory(
                self.options.limits.memory.unwrap_or_default(),
            )),
            Reply::StdoutClosed => Err(WorkerError::stdout_closed()),
            // The panic aborts the worker.
            Reply::Ran {
                outcome: Outcome::Panic(message),
                ..
            } if response.number == 0 => Err(WorkerError::new(Status::Panic, message)),
            // The solution or a copy of the worker may have sent the line.
            _ if response.number != self.number => Ok(None),
            Reply::Refused(why) => Err(WorkerError::failed(format!(
                "the worker refused a request: {why}; this is a bug in aoc, please report it"
            ))),
            reply => Ok(Some(reply)),
        }
    }

    /// Fails if the process is larger than the memory limit allows. The worker's allocator enforces
    /// the limit exactly. It does not count memory maps, stacks and other allocators, and on Linux
    /// nothing from the first sample on. This check covers those cases.
    fn check_memory(&self) -> Result<(), WorkerError> {
        if let Some(limit) = self.options.limits.memory
            && let Some(held) = resident_bytes(self.tree.id())
            && held >= limit.saturating_add(PROGRAM_BYTES)
        {
            return Err(WorkerError::memory(limit));
        }
        Ok(())
    }

    /// The reason why the worker no longer answers.
    fn exit_reason(&mut self) -> WorkerError {
        let start = Instant::now();
        while start.elapsed() <= EXIT_LIMIT {
            if let Err(cancelled) = self.options.cancel.check() {
                return cancelled.into();
            }
            // In a terminal, Ctrl-C also ends the worker, perhaps before it cancels the command.
            if let Some(status) = self.tree.exit_status()
                && (!ended_by_interrupt(status) || start.elapsed() > INTERRUPT_LIMIT)
            {
                return WorkerError::crash(status);
            }
            self.tree.reap_traced_threads();
            sleep(Duration::from_millis(1));
        }
        // The program still runs, but it has closed the connection.
        WorkerError::closed()
    }
}

/// The time by which a worker must reply to a command.
struct Deadline {
    end: Instant,
    timeout: Duration,
    /// The time in which the command takes samples, which is added to the timeout.
    sampling: Duration,
}

impl Deadline {
    /// The deadline of a command that is sent now. `grace` is the extra time of `Open`, `Run`,
    /// `Trace` and `Generate`. All other commands get [`GRACE`]. `None` if the deadline is too far
    /// in the future for a clock.
    fn of(command: &WorkerCommand, timeout: Duration, grace: Duration) -> Option<Self> {
        let (sampling, grace) = match command {
            WorkerCommand::Open { .. }
            | WorkerCommand::Run(_)
            | WorkerCommand::Trace(_)
            | WorkerCommand::Generate { .. } => (Duration::ZERO, grace),
            WorkerCommand::Chain | WorkerCommand::Count(_) => (Duration::ZERO, GRACE),
            WorkerCommand::Warm { ns, .. } | WorkerCommand::Sample { ns, .. } => {
                (Duration::from_nanos(*ns), GRACE)
            }
        };
        let longest = timeout.checked_add(sampling)?.checked_add(grace)?;
        Some(Self {
            end: Instant::now().checked_add(longest)?,
            timeout,
            sampling,
        })
    }

    /// The time until the deadline. Fails if it has passed.
    fn time_left(&self) -> Result<Duration, WorkerError> {
        let left = self.end.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(WorkerError::timeout(self.timeout, self.sampling));
        }
        Ok(left)
    }
}

/// The command that starts a worker. The worker connects to this address.
fn worker_command(options: &SpawnOptions, address: SocketAddr) -> Command {
    let mut command = options.command();
    command
        .args([CHANNEL_ARGUMENT, &address.to_string()])
        .arg(options.puzzle.day.get().to_string());
    match options.limits.memory {
        Some(bytes) => command.env(MEMORY_LIMIT_VARIABLE, bytes.to_string()),
        None => command.env_remove(MEMORY_LIMIT_VARIABLE),
    };
    if !options.reads_stdin {
        command.stdin(Stdio::null());
    }
    command.stdout(match options.stdout {
        StdoutTarget::Inherit => Stdio::inherit(),
        StdoutTarget::Stderr => stderr().into(),
        StdoutTarget::Discard | StdoutTarget::DiscardWithStderr => Stdio::null(),
    });
    if options.stdout == StdoutTarget::DiscardWithStderr {
        command.stderr(Stdio::null());
    }
    command
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use std::{process, thread};

    use aoc_solution::protocol::{Call, OUT_OF_MEMORY_LINE, OpenedInput, Phase};
    use tempfile::TempDir;

    use super::*;
    use crate::error::Exit;
    use crate::runner::testing::{executable, options, plain_day, program};

    /// A worker that has sent its handshake and runs the script.
    fn worker(script: &str, timeout: Option<u64>, memory: Option<u64>) -> (Worker, TempDir) {
        // If the tests are started with an ignored Ctrl-C, as in the background of a script, a
        // worker ignores it, too. As in `aoc`, a handler gives each worker the default action.
        let _ = ctrlc::set_handler(|| process::exit(130));
        let (executable, folder) = program(plain_day(), true, script);
        let options = options(&executable, timeout, memory);
        (Worker::start(&options).unwrap(), folder)
    }

    fn run() -> WorkerCommand {
        WorkerCommand::Run(Call::primary(Phase::Part1))
    }

    fn sample(ns: u64) -> WorkerCommand {
        let call = Call::primary(Phase::Part1);
        WorkerCommand::Sample { call, calls: 1, ns }
    }

    #[test]
    fn what_a_worker_does_wrong_is_named() {
        let big = WorkerCommand::Open {
            day: 1,
            input: OpenedInput::Text("x".repeat(40 << 20)),
        };
        let late = "no answer within 10ms";
        let late_samples = "no answer within 10ms after 1us of sampling";
        #[cfg(target_os = "linux")]
        let memory = "ask; printf -v memory '%*s' 60000000 x; sleep 600";
        let endless = "printf -v x '%*s' 1000000 x; while printf '%s' \"$x\" >&3; do :; done";
        let refuses = "ask; tell 'refused\\tno such day'; sleep 600";
        let tells = str::from_utf8(OUT_OF_MEMORY_LINE).unwrap();
        let tells = &format!("ask; printf '{tells}' >&3; sleep 600");
        let panics = "ask; printf '0\\tran\\t0\\tpanic\\tday01.rs:1:2: third\\n' >&3; sleep 600";
        let said = "ask; echo 'I will not' >&3; sleep 600";
        let said_is = "the worker sent an invalid response: expected a number, found `I will not`";
        // More ends of workers are in tests/it/hostile.
        for (command, timeout, limit, script, message) in [
            (run(), Some(10), None, "ask; sleep 600", late),
            // The time limit begins after sampling.
            (sample(1000), Some(10), None, "ask; sleep 600", late_samples),
            // The request is larger than the system's buffers, and the worker does not read it.
            (big, Some(10), None, "sleep 600", late),
            // Memory that the allocator does not see counts, too.
            #[cfg(target_os = "linux")]
            (run(), None, Some(1 << 20), memory, "more than 1.00 MiB of"),
            (
                run(),
                None,
                Some(1 << 20),
                tells,
                "more than 1.00 MiB of memory",
            ),
            (run(), None, None, panics, "day01.rs:1:2: third"),
            (run(), None, None, said, said_is),
            (run(), None, None, endless, "a line without an end"),
            (run(), None, None, refuses, "refused a request: no such day"),
        ] {
            let (mut worker, _folder) = worker(script, timeout, limit);
            let error = worker
                .send(command, Duration::ZERO)
                .unwrap_err()
                .error
                .to_string();
            assert!(error.contains(message), "{script}: {error}");
        }
    }

    #[test]
    fn the_program_itself_does_not_count_as_memory() {
        let script = "ask; sleep 0.1; tell 'ran\\t1\\tunsolved'; ask";
        let (mut worker, _folder) = worker(script, None, Some(1));
        assert!(worker.send(run(), Duration::ZERO).is_ok());
    }

    #[test]
    fn a_cancelled_worker_is_not_waited_for_and_no_other_starts() {
        let (mut worker, _folder) = worker("ask; sleep 600", None, None);
        let options = worker.options.clone();
        let asking = thread::spawn(move || worker.send(run(), Duration::ZERO).unwrap_err());
        options.cancel.cancel();
        assert_eq!(asking.join().unwrap().error.exit, Exit::Interrupted);
        let error = Worker::start(&options).err().expect("no worker");
        assert_eq!(error.error.exit, Exit::Interrupted);
    }

    /// The signal has reached the worker first.
    #[test]
    fn a_worker_that_an_interrupt_has_ended_has_not_crashed() {
        let (mut worker, _folder) = worker("ask; kill -INT $$", None, None);
        let cancel = worker.options.cancel.clone();
        let asking = thread::spawn(move || worker.send(run(), Duration::ZERO).unwrap_err());
        sleep(Duration::from_millis(100));
        cancel.cancel();
        assert_eq!(asking.join().unwrap().error.exit, Exit::Interrupted);
    }

    /// No Ctrl-C follows, so it was the solution itself.
    #[test]
    fn a_worker_that_sends_itself_an_interrupt_has_crashed() {
        let (mut worker, _folder) = worker("ask; kill -INT $$", None, None);
        let error = worker.send(run(), Duration::ZERO).unwrap_err();
        assert_eq!(error.status, Status::Crash);
        assert_eq!(error.error.to_string(), "the worker was killed by SIGINT");
    }

    #[test]
    fn sampling_takes_its_time_and_then_the_limit() {
        let script = "ask; sleep 0.1; tell 'sampled\\t0'; ask";
        let (mut worker, _folder) = worker(script, Some(1), None);
        let reply = worker.send(sample(120_000_000_000), Duration::ZERO);
        assert!(matches!(reply, Ok(Reply::Sampled(_))), "{reply:?}");
        // The shortest limit leaves room for the delays of the machine.
        let script = "ask; tell 'sampled\\t0'; ask";
        let (mut worker, _folder) = self::worker(script, Some(0), None);
        let reply = worker.send(sample(0), Duration::ZERO);
        assert!(matches!(reply, Ok(Reply::Sampled(_))), "{reply:?}");
    }

    /// The system may delay any reply by more than a short limit.
    #[test]
    fn a_call_that_is_repeated_has_room_for_the_delays_of_the_machine() {
        let script = "ask; tell 'allocated\tnone'; ask; tell 'ran\t1\tunsolved'; ask; ask";
        let (mut worker, _folder) = worker(script, Some(0), None);
        let count = WorkerCommand::Count(Call::primary(Phase::Part1));
        assert!(worker.send(count, Duration::ZERO).is_ok());
        assert!(worker.send(run(), GRACE).is_ok());
        let first = worker.send(run(), Duration::ZERO).expect_err("a timeout");
        assert_eq!(first.status, Status::Timeout);
    }

    /// A reply to an earlier request is skipped. The numbers of requests cannot be guessed.
    #[test]
    fn only_the_reply_to_the_request_counts() {
        let script = "ask; asked=$number; number=1; tell 'ran\\t1\\tanswered\\told'; \
                      number=$asked; tell 'ran\\t1\\tanswered\\tone'; \
                      number=${number%?}; tell 'ran\\t1\\tanswered\\tother'; \
                      ask; tell 'ran\\t1\\tanswered\\ttwo'; ask";
        // A limit beyond all possible times has no effect.
        let (mut worker, _folder) = worker(script, Some(u64::MAX), Some(u64::MAX));
        for answer in ["one", "two"] {
            let reply = worker.send(run(), Duration::ZERO).unwrap();
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
                numbers.push(format!("{:?}", worker.send(run(), Duration::ZERO).unwrap()));
            }
        }
        // They also differ from the numbers of another worker.
        numbers.sort();
        numbers.dedup();
        assert_eq!(numbers.len(), 4, "{numbers:?}");
    }

    #[test]
    fn a_program_that_is_not_a_worker_is_an_error() {
        let failure = |program: &str| {
            let started = Worker::start(&options(program, None, None));
            let error = started.err().expect("no worker");
            (error.error.exit, error.error.to_string())
        };
        let message = "the worker exited with code 1 before it connected to aoc; does its main \
                       end with `registry().main()`?";
        assert_eq!(failure("/bin/false"), (Exit::Failed, message.to_owned()));
        assert_eq!(failure("/no/such/program").0, Exit::Files);
        let (silent, _folder) = executable("#!/bin/sh\nsleep 600\n");
        let started =
            Worker::start_within(Duration::from_millis(10), &options(&silent, None, None));
        let error = started.err().expect("no worker").error.to_string();
        assert!(
            error.starts_with("the worker did not connect to aoc within 10ms; "),
            "{error}"
        );
    }
}
