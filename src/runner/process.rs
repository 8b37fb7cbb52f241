//! A worker's process: started, sent commands, watched, ended. A command may take
//! a worker down; the next command starts another one.

use std::ffi::OsString;
use std::hash::{BuildHasher, RandomState};
use std::io;
use std::net::{Shutdown, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{self, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use aoc_solution::protocol::{
    CHANNEL_ARGUMENT, Command, DayInfo, Handshake, KEY_VARIABLE, Outcome, Reply, Request, Response,
    Wire,
};

use super::channel::{Channel, random_key};
use super::error::WorkerError;
use super::input::Input;
use super::worker_tree::{self, WorkerTree};
use crate::error::{CliError, Exit};
use crate::processes::{self, CancelToken, OnCancel};
use crate::puzzle::{Day, Puzzle};

/// The longest time from a worker's start to its handshake. It takes a
/// millisecond; a machine that swaps may take a thousand times as long.
const HANDSHAKE: Duration = Duration::from_secs(20);

/// The longest time that a worker that closed its connection may take to end.
const EXIT: Duration = Duration::from_secs(2);

/// The time to read what a worker sent before it ended.
const DRAIN: Duration = Duration::from_millis(200);

/// The longest time that an interrupt may take to reach the runner too.
const INTERRUPT: Duration = Duration::from_millis(200);

/// The time between two looks whether a worker has ended: its connection stays
/// open if a copy of it lives on.
const WATCH_EXIT: Duration = Duration::from_millis(100);

/// The time between two looks at the memory of a worker that has a limit.
const WATCH_MEMORY: Duration = Duration::from_millis(20);

/// The memory of a worker without any solution: its code, its threads.
const PROGRAM_BYTES: u64 = 16 << 20;

/// The longest response: an answer is short, a generated input some kilobytes,
/// a second of samples less than a megabyte.
const RESPONSE_BYTES: usize = 16 << 20;

/// The surroundings that workers are started in.
#[derive(Clone, Debug)]
pub struct SpawnOptions {
    /// All of it; nothing is inherited.
    pub environment: Vec<(OsString, OsString)>,
    /// The folder that the solution runs in.
    pub folder: PathBuf,
    /// The solution may read the runner's standard input.
    pub stdin: bool,
    pub stdout: Stdout,
    /// The token that ends workers, and keeps others from being started.
    pub cancel: CancelToken,
}

/// Where a solution's stdout goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stdout {
    /// To the runner's stdout.
    Inherit,
    /// To the runner's stderr, because the runner's stdout is for a machine.
    Stderr,
    /// Nowhere.
    Discard,
    /// Nowhere, and its stderr neither.
    Silent,
}

/// The limits of a solution; `None` is without limit.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits {
    /// The longest time of a phase, or of an untimed run of one.
    pub timeout: Option<Duration>,
    /// The most bytes held at a time.
    pub memory: Option<u64>,
}

impl SpawnOptions {
    /// The command that starts a worker, which connects to this address.
    fn command(&self, executable: &Path, address: &str) -> process::Command {
        let variables = self.environment.iter();
        let mut command = process::Command::new(executable);
        command
            .args([CHANNEL_ARGUMENT, address])
            .env_clear()
            .envs(variables.map(|(name, value)| (name, value)))
            .current_dir(&self.folder)
            .stdin(if self.stdin {
                Stdio::inherit()
            } else {
                Stdio::null()
            })
            .stdout(match self.stdout {
                Stdout::Inherit => Stdio::inherit(),
                Stdout::Stderr => Stdio::from(io::stderr()),
                Stdout::Discard | Stdout::Silent => Stdio::null(),
            });
        if self.stdout == Stdout::Silent {
            command.stderr(Stdio::null());
        }
        command
    }
}

/// A year's program, and its worker while one runs.
pub struct Client {
    executable: PathBuf,
    spawn_options: SpawnOptions,
    limits: Limits,
    worker: Option<Worker>,
    /// The command that opens the input, for each worker first.
    open: Option<Command>,
}

impl Client {
    /// Starts nothing yet. The limits are for each command.
    pub const fn new(executable: PathBuf, spawn_options: SpawnOptions, limits: Limits) -> Self {
        Self {
            executable,
            spawn_options,
            limits,
            worker: None,
            open: None,
        }
    }

    /// Decides which input the next commands are about.
    pub fn set_input(&mut self, input: &Input) {
        if let Some(worker) = &mut self.worker {
            worker.is_open = false;
        }
        self.open = Some(Command::Open {
            day: input.header.day.0,
            source: input.source.clone(),
            memory: self.limits.memory,
        });
    }

    /// Has the input parsed: the nanoseconds that it took, and the outcome.
    pub fn open(&mut self) -> Result<(u64, Outcome), WorkerError> {
        let open = self.open.clone().expect("an input was set");
        let ran = ran(self.send(&open)?)?;
        if let Some(worker) = &mut self.worker {
            worker.is_open = true;
        }
        Ok(ran)
    }

    /// The worker runs that was sent the last command.
    pub const fn is_alive(&self) -> bool {
        self.worker.is_some()
    }

    /// Asks a worker what it has for the day.
    pub fn info(&mut self, day: Day) -> Result<DayInfo, WorkerError> {
        let days = &self.worker()?.handshake.days;
        let known = days.iter().find(|info| info.day == day.0);
        known.cloned().ok_or_else(|| {
            WorkerError::Protocol(format!(
                "day {day} is not in the year's registry: its file needs an \
                 `impl Solution for Day{:02}`, and main.rs a line for it",
                day.0
            ))
        })
    }

    /// Sends a command about the input, and waits for its reply. A new worker
    /// parses the input first.
    pub fn ask(&mut self, command: &Command) -> Result<Reply, WorkerError> {
        if !self.worker.as_ref().is_some_and(|worker| worker.is_open) {
            self.open()?;
        }
        self.send(command)
    }

    /// Sends a command that calls the solution: its nanoseconds, its outcome.
    pub fn call(&mut self, command: &Command) -> Result<(u64, Outcome), WorkerError> {
        ran(self.ask(command)?)
    }

    /// The input that the puzzle makes from the seed; `Ok(None)` if it has no
    /// `generate`. An error names the puzzle and the seed.
    pub fn generate(&mut self, puzzle: Puzzle, seed: u64) -> Result<Option<String>, CliError> {
        let command = Command::Generate {
            day: puzzle.day.0,
            seed,
            memory: self.limits.memory,
        };
        let error = match self.send(&command) {
            Ok(Reply::Generated(text)) => return Ok(text),
            Ok(Reply::Ran { ns, outcome }) => match outcome {
                Outcome::Panic(why) => CliError::new(Exit::Failed, format!("panicked at {why}")),
                Outcome::Error(why) => CliError::new(Exit::Failed, why),
                outcome => WorkerError::out_of_turn(&Reply::Ran { ns, outcome }).into(),
            },
            Ok(other) => WorkerError::out_of_turn(&other).into(),
            Err(error) => error.into(),
        };
        Err(error.context(format!("{puzzle}: no input from the seed {seed}")))
    }

    fn send(&mut self, command: &Command) -> Result<Reply, WorkerError> {
        let reply = self.worker().and_then(|worker| worker.ask(command));
        if reply.is_err() {
            self.worker = None;
        }
        reply
    }

    fn worker(&mut self) -> Result<&mut Worker, WorkerError> {
        match &mut self.worker {
            Some(worker) => Ok(worker),
            none => {
                let worker = Worker::start(&self.executable, &self.spawn_options, self.limits)?;
                Ok(none.insert(worker))
            }
        }
    }
}

fn ran(reply: Reply) -> Result<(u64, Outcome), WorkerError> {
    match reply {
        Reply::Ran { ns, outcome } => Ok((ns, outcome)),
        other => Err(WorkerError::out_of_turn(&other)),
    }
}

/// A worker that has sent its handshake. It ends when this is dropped, and
/// what it started ends with it.
struct Worker {
    process: WorkerTree,
    channel: Channel,
    handshake: Handshake,
    /// It has parsed the input that the commands are about.
    is_open: bool,
    limits: Limits,
    cancel: CancelToken,
    /// Ends the wait for a reply.
    _wakes: Option<OnCancel>,
    /// The number of the last request.
    number: u64,
}

impl Worker {
    /// Starts the program and waits for its handshake.
    fn start(
        executable: &Path,
        options: &SpawnOptions,
        limits: Limits,
    ) -> Result<Self, WorkerError> {
        let cancel = options.cancel.clone();
        if cancel.is_cancelled() {
            return Err(WorkerError::Cancelled);
        }
        let listener = TcpListener::bind("127.0.0.1:0").map_err(WorkerError::NotStarted)?;
        let address = listener.local_addr().map_err(WorkerError::NotStarted)?;
        let key = random_key().map_err(|error| WorkerError::NotStarted(error.into()))?;
        let mut command = options.command(executable, &address.to_string());
        let mut process = WorkerTree::spawn(&mut command, (KEY_VARIABLE, &key), options.stdin)
            .map_err(WorkerError::NotStarted)?;
        let deadline = Instant::now() + HANDSHAKE;
        let accepted = Channel::accept(&listener, &key, &mut || {
            if cancel.is_cancelled() {
                return Err(WorkerError::Cancelled);
            }
            if let Some(status) = process.exit_status() {
                return Err(WorkerError::NoHandshake(status));
            }
            if Instant::now() > deadline {
                return Err(WorkerError::Protocol(format!(
                    "the worker did not connect to aoc within {} s; does its main end with \
                     `registry().main()`?",
                    HANDSHAKE.as_secs()
                )));
            }
            Ok(())
        });
        let (channel, handshake) = accepted.map_err(unless_interrupted)?;
        let stream = channel.stream().try_clone();
        let wakes = stream
            .ok()
            .map(|stream| cancel.on_cancel(move || drop(stream.shutdown(Shutdown::Both))));
        // Nobody can connect any more, so the key opens nothing.
        Ok(Self {
            process,
            channel,
            handshake,
            is_open: false,
            limits,
            cancel,
            _wakes: wakes,
            number: 0,
        })
    }

    /// Sends the command and waits for its reply, within the limits. After an
    /// error the worker has ended.
    fn ask(&mut self, command: &Command) -> Result<Reply, WorkerError> {
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
            let _ = self.channel.set_timeout(wait);
            match self.channel.send(bytes) {
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
            let _ = self.channel.set_timeout(wait);
            let received = self.channel.receive(RESPONSE_BYTES);
            let is_over = match received {
                Ok(Some(line)) => {
                    if let Some(reply) = self.reply(&line)? {
                        return Ok(reply);
                    }
                    ended.is_some_and(|ended| ended.elapsed() > DRAIN)
                }
                Ok(None) => ended.is_some(),
                Err(error) if error.kind() == io::ErrorKind::InvalidData => {
                    return Err(WorkerError::invalid_response(&error.to_string()));
                }
                Err(_) => true,
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
            .map_err(|error| WorkerError::invalid_response(&error.to_string()))?;
        match reply {
            Reply::OutOfMemory => Err(WorkerError::Memory(self.limits.memory.unwrap_or_default())),
            // A copy of the worker may have sent it, or the solution itself.
            _ if number < self.number => Ok(None),
            _ if number > self.number => {
                let problem = format!("a response to request {number}, which was never sent");
                Err(WorkerError::invalid_response(&problem))
            }
            Reply::Refused(why) => Err(WorkerError::Protocol(format!(
                "the worker refused a request: {why}; this is a defect of aoc, please report it"
            ))),
            reply => Ok(Some(reply)),
        }
    }

    /// Fails if a limit is exceeded; else returns the time until the next look.
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

    /// The reason why the worker does not answer any more.
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
    worker_tree::wait_if_ending();
    error
}

/// The time that a command takes on purpose.
const fn budget(command: &Command) -> Duration {
    match command {
        Command::Warm { ns, .. } | Command::Sample { ns, .. } => Duration::from_nanos(*ns),
        _ => Duration::ZERO,
    }
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use std::process::Command as Process;

    use aoc_solution::protocol::{Call, Phase, Source, VERSION};
    use tempfile::TempDir;

    use super::*;
    use crate::error::HasExit;
    use crate::puzzle::Year;

    fn options(cancel: CancelToken) -> SpawnOptions {
        SpawnOptions {
            environment: std::env::vars_os().collect(),
            folder: "/".into(),
            stdin: false,
            stdout: Stdout::Stderr,
            cancel,
        }
    }

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
        let options = options(CancelToken::default());
        let worker = Worker::start(&executable, &options, limits).unwrap();
        (worker, folder)
    }

    fn run() -> Command {
        Command::Run(Call {
            phase: Phase::Part1,
            alternative: None,
        })
    }

    fn sample(budget: Duration) -> Command {
        Command::Sample {
            call: Call {
                phase: Phase::Part1,
                alternative: None,
            },
            batch: 1,
            ns: u64::try_from(budget.as_nanos()).unwrap(),
        }
    }

    fn limits(timeout: Option<Duration>, memory: Option<u64>) -> Limits {
        Limits { timeout, memory }
    }

    #[test]
    fn a_worker_that_misbehaves_has_ended() {
        let short = limits(Some(Duration::from_millis(10)), None);
        let none = limits(None, None);
        let timeout = "no answer within 10ms";
        let big = Command::Open {
            day: 1,
            source: Source::Text("x".repeat(40 << 20)),
            memory: None,
        };
        let response = "the worker sent an invalid response: ";
        let descriptors = "a solution must not write to descriptors that it did not open";
        let invalid = |what: &str| format!("{response}{what}; {descriptors}");
        for (command, limits, script, message) in [
            (run(), short, "ask; sleep 600", timeout),
            (
                sample(Duration::from_millis(10)),
                short,
                "ask; sleep 600",
                timeout,
            ),
            // More than the system keeps for who does not listen.
            (big, short, "sleep 600", timeout),
            // What the allocator says comes unasked.
            (
                run(),
                limits(None, Some(1 << 30)),
                "ask; number=0; tell out-of-memory; exit 86",
                "more than 1.00 GiB of memory",
            ),
            // Memory that the allocator does not see counts too.
            #[cfg(target_os = "linux")]
            (
                run(),
                limits(None, Some(1 << 20)),
                "ask; printf -v memory '%*s' 60000000 x; sleep 600",
                "more than 1.00 MiB of memory",
            ),
            (
                run(),
                none,
                "ask; echo 'I will not' >&3; sleep 600",
                &invalid("expected a number, found `I will not`"),
            ),
            (
                run(),
                none,
                "printf -v x '%*s' 1000000 x; while printf '%s' \"$x\" >&3; do :; done",
                &invalid("a line without an end"),
            ),
            (
                run(),
                none,
                "ask; tell 'refused\\tno such day'; sleep 600",
                "the worker refused a request: no such day; this is a defect of aoc, please report it",
            ),
            (
                run(),
                none,
                "ask; exec 3>&-; sleep 600",
                "the solution closed the connection to aoc",
            ),
            (run(), none, "ask; exit 3", "the worker exited with code 3"),
        ] {
            let (mut worker, _folder) = worker(script, limits);
            let error = worker.ask(&command).unwrap_err();
            assert_eq!(error.to_string(), message, "{script}");
            assert!(worker.process.exit_status().is_some());
        }
    }

    #[test]
    fn a_cancelled_worker_ends_at_once_and_no_other_starts() {
        let (mut worker, folder) = worker("ask; sleep 600", Limits::default());
        let cancel = worker.cancel.clone();
        let asking = thread::spawn(move || (worker.ask(&run()).unwrap_err(), worker));
        cancel.cancel();
        let (error, mut worker) = asking.join().unwrap();
        assert!(matches!(error, WorkerError::Cancelled), "{error}");
        assert!(worker.process.exit_status().is_some());
        let started = Worker::start(
            &folder.path().join("worker"),
            &options(cancel),
            limits(None, None),
        );
        assert!(matches!(started, Err(WorkerError::Cancelled)));
    }

    #[test]
    fn sampling_takes_its_time_and_then_the_limit() {
        let limits = limits(Some(Duration::from_nanos(1)), None);
        let (mut worker, _folder) = worker("ask; sleep 0.1; tell 'sampled\\t0'; ask", limits);
        let reply = worker.ask(&sample(Duration::from_mins(2)));
        assert!(matches!(reply, Ok(Reply::Sampled(_))), "{reply:?}");
    }

    /// A reply to an earlier request is skipped, and numbers of requests cannot
    /// be foreseen.
    #[test]
    fn only_the_reply_to_the_request_counts() {
        let script = "ask; asked=$number; number=1; tell 'ran\\t1\\tanswered\\told'; \
                      number=$asked; tell 'ran\\t1\\tanswered\\tone'; \
                      number=$((number + 1)); tell 'ran\\t1\\tanswered\\tearly'; \
                      ask; tell 'ran\\t1\\tanswered\\ttwo'; ask";
        // A limit beyond all times is none.
        let (mut worker, _folder) = worker(script, limits(Some(Duration::MAX), Some(u64::MAX)));
        for answer in ["one", "two"] {
            let reply = worker.ask(&run()).unwrap();
            assert!(format!("{reply:?}").contains(answer), "{reply:?}");
        }
    }

    #[test]
    fn a_program_that_is_no_worker_is_told() {
        let options = options(CancelToken::default());
        let started = Worker::start(Path::new("/bin/false"), &options, Limits::default());
        assert_eq!(
            started.err().expect("no worker").to_string(),
            "the worker exited with code 1 before it connected to aoc; does its main end with \
             `registry().main()`?"
        );
        let mut client = Client::new("/no/such/program".into(), options, Limits::default());
        assert_eq!(client.info(Day(1)).unwrap_err().exit(), Exit::Files);
        let generated = client.generate(Year(2020).day(Day(1)), 0);
        assert_eq!(generated.unwrap_err().exit, Exit::Files);
    }
}
