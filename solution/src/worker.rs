//! Serves the runner: reads commands from the channel, calls the day's
//! functions, answers.
//!
//! Two threads: the main one reads the channel, and ends the program when it
//! closes, whatever the solution is at; the other, with a large stack and the
//! puzzle's name, calls the solution. One thread serves all phases of a job,
//! so that a parsed input need not be `Send`.

use std::io::{self, BufRead, BufReader, Write};
use std::net::TcpStream;
use std::process::{self, ExitCode};
use std::sync::OnceLock;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

use crate::job::Job;
use crate::panics::catch_panics;
use crate::protocol::{Command, Hello, MEMORY_EXIT_STATUS, Reply, VERSION};
use crate::{Context, Error, Registry, Result, anyhow};

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
    let mut job = Job::new(registry);
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

/// Writes a message to the runner.
fn send(message: &impl serde::Serialize) -> Result<()> {
    let mut line = serde_json::to_vec(message)?;
    line.push(b'\n');
    let mut channel = CHANNEL.get().context("there is no channel")?;
    Ok(channel.write_all(&line)?)
}

/// Tells the runner that the memory limit is exceeded, and ends the program.
/// Nothing here may allocate.
pub(crate) fn out_of_memory() -> ! {
    if let Some(mut channel) = CHANNEL.get() {
        let _ = channel.write_all(b"\"out-of-memory\"\n");
    }
    process::exit(i32::from(MEMORY_EXIT_STATUS));
}

/// When the machine runs out of memory, Linux kills the process with the
/// highest score: this one, not the runner or the editor.
fn offer_to_be_killed_first() {
    #[cfg(target_os = "linux")]
    let _ = std::fs::write("/proc/self/oom_score_adj", "1000");
}
