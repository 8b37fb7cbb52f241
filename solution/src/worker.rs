//! Serves the runner: reads requests from the channel, has them carried out,
//! responds.
//!
//! There are two threads. The main one reads the channel, and ends the program
//! when it closes, no matter what the solution is doing. The other one, with a
//! large stack and the puzzle's name, calls the solution. All phases of a job
//! run on this one thread, so a parsed input need not be `Send`.

use std::collections::VecDeque;
use std::env;
use std::io::{self, BufRead, BufReader, Write};
use std::net::TcpStream;
use std::process::{self, ExitCode};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use crate::channel::Channel;
use crate::days::Days;
use crate::job::Job;
use crate::orphans;
use crate::panics;
use crate::protocol::{Command, Handshake, KEY_VARIABLE, Request, Response, VERSION, Wire};
use crate::{Context, Error, Result, bail};

/// Serves the runner that listens at `address` until it closes the channel.
pub(crate) fn serve(days: &Days, address: &str) -> ExitCode {
    match connect(days, address).and_then(|channel| serve_requests(days, channel)) {
        Ok(()) => ExitCode::SUCCESS,
        // The runner has ended already and needs no message.
        Err(error) if is_refused(&error) => ExitCode::SUCCESS,
        Err(error) => {
            report(&error);
            ExitCode::FAILURE
        }
    }
}

fn report(error: &Error) {
    eprintln!("worker: {error:#}");
}

fn is_refused(error: &Error) -> bool {
    let cause = error.downcast_ref::<io::Error>();
    cause.is_some_and(|cause| cause.kind() == io::ErrorKind::ConnectionRefused)
}

fn connect(days: &Days, address: &str) -> Result<&'static Channel> {
    let Some(key) = env::var_os(KEY_VARIABLE) else {
        bail!(
            "{KEY_VARIABLE} is not set: start this program with an `aoc` that speaks version \
             {VERSION} of the protocol, or give it a day to solve by hand"
        );
    };
    let channel =
        Channel::connect(address).with_context(|| format!("cannot connect to {address}"))?;
    channel.shake_hands(&Handshake {
        key: key.to_string_lossy().into_owned(),
        year: days.year,
        days: days.iter().map(|(number, day)| day.info(number)).collect(),
    })?;
    offer_to_be_killed_first();
    Ok(channel)
}

/// Has the requests carried out by the job's thread, until the channel is
/// closed.
fn serve_requests(days: &Days, channel: &Channel) -> Result<()> {
    let mut reader = channel.reader();
    // The job's thread is named after the day.
    let Some(first) = next_request(&mut reader, channel)? else {
        return Ok(());
    };
    let day = match &first.command {
        Command::Open { day, .. } | Command::Generate { day, .. } => *day,
        _ => 0,
    };
    let requests = Requests::default();
    requests.push(first);
    days.on_thread(
        day,
        &mut || serve_job(days, channel, &requests),
        &mut || {
            loop {
                match next_request(&mut reader, channel) {
                    Ok(Some(request)) => requests.push(request),
                    // The result of the job is no longer needed.
                    Ok(None) => {
                        orphans::end();
                        process::exit(0)
                    }
                    Err(error) => {
                        report(&error);
                        process::exit(1)
                    }
                }
            }
        },
    )
    .context("cannot start the solution's thread")
}

/// The next request; `None` once the runner has closed the channel.
fn next_request(reader: &mut BufReader<&TcpStream>, channel: &Channel) -> Result<Option<Request>> {
    let mut line = Vec::new();
    let read = reader.read_until(b'\n', &mut line);
    // A runner that was killed resets the connection.
    if matches!(&read, Err(error) if error.kind() == io::ErrorKind::ConnectionReset) {
        return Ok(None);
    }
    // Whatever was read, it need not be from the runner.
    channel.check();
    if read.is_err() || !line.ends_with(b"\n") {
        return Ok(None);
    }
    let request = Request::from_line(&line).context("the runner's request")?;
    Ok(Some(request))
}

fn serve_job(days: &Days, channel: &Channel, requests: &Requests) {
    panics::record();
    let mut job = Job::new(days);
    loop {
        let Request { number, command } = requests.pop();
        let reply = job.handle(command);
        // What the solution printed is shown before its answer. If it cannot be
        // shown, the answer is still sent.
        let _ = io::stdout().flush();
        channel.respond(&Response { number, reply });
    }
}

/// The requests that were read and not yet carried out. A channel of the
/// standard library does the same and takes ten times as long to compile.
#[derive(Default)]
struct Requests {
    queue: Mutex<VecDeque<Request>>,
    arrived: Condvar,
}

impl Requests {
    fn push(&self, request: Request) {
        self.queue().push_back(request);
        self.arrived.notify_one();
    }

    /// Waits for the next request.
    fn pop(&self) -> Request {
        let mut queue = self.queue();
        loop {
            if let Some(request) = queue.pop_front() {
                return request;
            }
            queue = self
                .arrived
                .wait(queue)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn queue(&self) -> MutexGuard<'_, VecDeque<Request>> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// When the machine runs out of memory, Linux kills the process with the
/// highest score: this one, rather than the runner or the editor.
fn offer_to_be_killed_first() {
    #[cfg(target_os = "linux")]
    let _ = std::fs::write("/proc/self/oom_score_adj", "1000");
}

#[cfg(test)]
mod tests;
