//! Serves the runner: reads commands from the channel, calls the day's
//! functions, answers.
//!
//! Two threads: the main one reads the channel, and ends the program when it
//! closes, whatever the solution is at; the other, with a large stack and the
//! puzzle's name, calls the solution. One thread serves all phases of a job,
//! so that a parsed input need not be `Send`.

use std::io::{self, BufRead, BufReader, Write};
use std::net::TcpStream;
use std::panic::{self, AssertUnwindSafe};
use std::process::{self, ExitCode};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Mutex, OnceLock};
use std::thread;

use crate::dispatch::{Day, Opened, Watched};
use crate::protocol::{Command, Hello, MEMORY_EXIT_STATUS, Outcome, Reply, Source, VERSION};
use crate::{Answer, Context, Error, Registry, Result, anyhow, memory, sample};

/// A recursion that is deep but sound must not overflow; the pages are only
/// taken from the system when they are touched.
pub(crate) const STACK_BYTES: usize = 256 << 20;

/// The way to the runner. A static, for a program over its memory limit can
/// still write to it without allocating.
static CHANNEL: OnceLock<TcpStream> = OnceLock::new();

/// Serves the runner at `channel`, `HOST:PORT/KEY`, until it hangs up.
pub(crate) fn serve(registry: Registry, channel: &str) -> ExitCode {
    match connect(&registry, channel).and_then(|lines| read_commands(registry, lines)) {
        Ok(()) => ExitCode::SUCCESS,
        // The runner has gone already, and nobody waits for us.
        Err(error) if is_refused(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("worker: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn is_refused(error: &Error) -> bool {
    let cause = error.downcast_ref::<io::Error>();
    cause.is_some_and(|cause| cause.kind() == io::ErrorKind::ConnectionRefused)
}

fn connect(registry: &Registry, channel: &str) -> Result<BufReader<TcpStream>> {
    let (address, key) = channel
        .split_once('/')
        .ok_or_else(|| anyhow!("a channel is HOST:PORT/KEY, not `{channel}`"))?;
    let stream =
        TcpStream::connect(address).with_context(|| format!("no runner listens at {address}"))?;
    stream.set_nodelay(true)?;
    let reader = BufReader::new(stream.try_clone()?);
    CHANNEL.get_or_init(|| stream);
    send(&Hello {
        protocol: VERSION,
        key: key.to_owned(),
        year: registry.year,
        days: registry
            .days
            .iter()
            .map(|(&number, day)| day.info(number))
            .collect(),
    })?;
    offer_to_be_killed_first();
    Ok(reader)
}

/// Hands the commands to the job's thread; returns when the runner hangs up.
fn read_commands(registry: Registry, lines: BufReader<TcpStream>) -> Result<()> {
    let mut registry = Some(registry);
    let mut job: Option<Sender<Command>> = None;
    for line in lines.lines() {
        // A runner that was killed resets the channel: that is its hanging up.
        let Ok(line) = line else { break };
        let command: Command =
            serde_json::from_str(&line).context("the runner sent what is no command")?;
        let job = if let Some(job) = &job {
            job
        } else {
            let registry = registry.take().expect("there is one job");
            job.insert(start_job(registry, &command)?)
        };
        if job.send(command).is_err() {
            break;
        }
    }
    // Whatever the job is at, nobody waits for it.
    process::exit(0);
}

fn start_job(registry: Registry, first: &Command) -> Result<Sender<Command>> {
    let (sender, commands) = mpsc::channel();
    let name = match first {
        Command::Open { day, .. } | Command::Generate { day, .. } => {
            format!("{}/{day:02}", registry.year)
        }
        _ => registry.year.to_string(),
    };
    let days = move || serve_job(registry, &commands);
    thread::Builder::new()
        .name(name)
        .stack_size(STACK_BYTES)
        .spawn(days)
        .context("cannot start the solution's thread")?;
    Ok(sender)
}

fn serve_job(registry: Registry, commands: &Receiver<Command>) {
    catch_panics();
    let mut job = Job {
        registry,
        open: None,
    };
    for command in commands {
        let reply = job
            .obey(command)
            .unwrap_or_else(|error| Reply::Refused(format!("{error:#}")));
        // What the solution printed comes before what it answered.
        let _ = io::stdout().flush();
        if send(&reply).is_err() {
            break;
        }
    }
}

/// What one worker does in its life.
struct Job {
    registry: Registry,
    open: Option<Open>,
}

/// The puzzle that was opened.
struct Open {
    day: u8,
    texts: Vec<&'static str>,
    example: Option<usize>,
    /// `None` when the input cannot be parsed.
    inputs: Option<Box<dyn Opened>>,
}

impl Job {
    /// Does what is asked. An error means that it makes no sense; that a
    /// solution failed is a reply.
    fn obey(&mut self, command: Command) -> Result<Reply> {
        match command {
            Command::Open {
                day,
                source,
                memory,
            } => self.open(day, source, memory),
            Command::Run(call) => self.on_inputs(|inputs| {
                let (ns, answer) = inputs.run(&call);
                Ok(Reply::Ran {
                    ns,
                    outcome: outcome(answer),
                })
            }),
            Command::Trace(part) => self.on_inputs(|inputs| {
                let mut out = io::BufWriter::new(io::stdout().lock());
                let traced = inputs.trace(part, &mut out)?;
                out.flush()?;
                Ok(Reply::Traced(traced))
            }),
            Command::Warm { call, ns } => self.on_inputs(|inputs| sample::warm(inputs, &call, ns)),
            Command::Sample { call, batch, ns } => {
                self.on_inputs(|inputs| sample::sample(inputs, &call, batch, ns))
            }
            Command::Count(call) => self.on_inputs(|inputs| {
                let batch = inputs.batch(&call, 1, Watched::Allocations)?;
                Ok(Reply::Allocated(batch.allocations))
            }),
            Command::Generate { day, seed } => {
                let day = find(&self.registry, day)?;
                match panic::catch_unwind(AssertUnwindSafe(|| day.generate(seed))) {
                    Ok(text) => Ok(Reply::Generated(text)),
                    Err(_) => Ok(failed(Outcome::Panic(last_panic()))),
                }
            }
        }
    }

    fn open(&mut self, day: u8, source: Source, memory: Option<u64>) -> Result<Reply> {
        let solution = find(&self.registry, day)?;
        // A worker serves one puzzle and then ends, so its texts live as long
        // as it does.
        let (texts, example): (Vec<&'static str>, _) = match source {
            Source::Texts(texts) => (texts.into_iter().map(|text| &*text.leak()).collect(), None),
            Source::Example(index) => {
                let text = solution
                    .example(index)
                    .ok_or_else(|| anyhow!("day {day} has no example {index}"))?;
                (vec![text], Some(index))
            }
        };
        if texts.is_empty() {
            return Err(anyhow!("a job needs a text"));
        }
        if let Some(bytes) = memory {
            memory::limit(bytes, out_of_memory);
        }
        self.open = Some(Open {
            day,
            texts,
            example,
            inputs: None,
        });
        let (ns, outcome) = self.parse();
        Ok(Reply::Ran { ns, outcome })
    }

    /// Parses the texts of the open puzzle.
    fn parse(&mut self) -> (u64, Outcome) {
        let Some(open) = &mut self.open else {
            return (0, Outcome::Error("nothing is open".to_owned()));
        };
        open.inputs = None;
        let day = &self.registry.days[&open.day];
        let parsed = panic::catch_unwind(AssertUnwindSafe(|| day.open(&open.texts, open.example)));
        match parsed {
            Ok((ns, Ok(inputs))) => {
                open.inputs = Some(inputs);
                (ns, Outcome::Parsed)
            }
            Ok((ns, Err(error))) => (ns, Outcome::Error(format!("{error:#}"))),
            Err(_) => (0, Outcome::Panic(last_panic())),
        }
    }

    /// Calls the solution through `call`. An error or a panic is the reply;
    /// after a panic the inputs are read anew, for who knows what it left.
    fn on_inputs(&mut self, call: impl FnOnce(&dyn Opened) -> Result<Reply>) -> Result<Reply> {
        let inputs = self
            .open
            .as_ref()
            .and_then(|open| open.inputs.as_deref())
            .ok_or_else(|| anyhow!("there is no parsed input"))?;
        match panic::catch_unwind(AssertUnwindSafe(|| call(inputs))) {
            Ok(Ok(reply)) => Ok(reply),
            Ok(Err(error)) => Ok(failed(Outcome::Error(format!("{error:#}")))),
            Err(_) => {
                let message = last_panic();
                self.parse();
                Ok(failed(Outcome::Panic(message)))
            }
        }
    }
}

fn find(registry: &Registry, day: u8) -> Result<&dyn Day> {
    registry
        .days
        .get(&day)
        .map(|day| &**day)
        .ok_or_else(|| anyhow!("{} has no day {day}", registry.year))
}

/// What came of a part.
fn outcome(answer: Result<Answer>) -> Outcome {
    match answer {
        Ok(answer) if answer.is_solved() => Outcome::Answered(answer.to_string()),
        Ok(_) => Outcome::Unsolved,
        Err(error) => Outcome::Error(format!("{error:#}")),
    }
}

fn failed(outcome: Outcome) -> Reply {
    Reply::Ran { ns: 0, outcome }
}

/// Writes a message to the runner.
fn send(message: &impl serde::Serialize) -> Result<()> {
    let mut line = serde_json::to_vec(message)?;
    line.push(b'\n');
    let mut channel = CHANNEL.get().context("there is no channel")?;
    Ok(channel.write_all(&line)?)
}

/// Tells the runner that the memory limit is exceeded, and ends the program.
/// Nothing here may allocate.
fn out_of_memory() -> ! {
    if let Some(mut channel) = CHANNEL.get() {
        let _ = channel.write_all(b"\"out-of-memory\"\n");
    }
    process::exit(i32::from(MEMORY_EXIT_STATUS));
}

/// Where and why the solution's thread panicked last.
static LAST_PANIC: Mutex<Option<String>> = Mutex::new(None);

fn last_panic() -> String {
    LAST_PANIC
        .lock()
        .ok()
        .and_then(|mut message| message.take())
        .unwrap_or_else(|| "no message".to_owned())
}

/// Keeps the message of a panic of this thread for the reply. Those of threads
/// that the solution starts are printed as ever, and so is a backtrace that
/// the environment asks for.
fn catch_panics() {
    let job = thread::current().id();
    let backtrace = std::env::var_os("RUST_BACKTRACE").is_some_and(|value| value != "0");
    let print = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if thread::current().id() == job {
            let place = info.location().map(|at| format!("{at}: "));
            let message = info.payload_as_str().unwrap_or("no message");
            if let Ok(mut last) = LAST_PANIC.lock() {
                *last = Some(place.unwrap_or_default() + message);
            }
            if !backtrace {
                return;
            }
        }
        print(info);
    }));
}

/// When the machine runs out of memory, Linux kills the process with the
/// highest score: this one, not the runner or the editor.
fn offer_to_be_killed_first() {
    #[cfg(target_os = "linux")]
    let _ = std::fs::write("/proc/self/oom_score_adj", "1000");
}
