//! Serves the runner: reads requests from the channel, executes them, and sends
//! responses.
//!
//! There are two threads. The main thread reads the channel, and ends the program when the channel
//! closes, whatever the solution is doing. The other thread has a large stack and the puzzle's
//! name, and calls the solution. It runs all phases of a job, so a parsed input need not be `Send`.
//!
//! The solution runs in the same process and can do anything to the channel's descriptor: close it,
//! let another file get its number, or fork. So the worker checks the descriptor before each
//! message.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::{self, ExitCode};
use std::sync::{Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::{env, fs};

use crate::executor::{Executor, is_io_error, record_panics};
use crate::protocol::{
    CHANNEL_LOST_EXIT_STATUS, Handshake, KEY_VARIABLE, MAX_LINE_BYTES, MEMORY_LIMIT_VARIABLE,
    OUT_OF_MEMORY_LINE, Outcome, Reply, Request, Response, VERSION, Wire,
};
use crate::{Context, Registry, Result, bail, memory};

/// Serves the runner that listens at `address`, until the runner closes the channel. The job's
/// thread is named after the day.
pub(crate) fn serve(registry: &Registry, address: &str, day: u8) -> ExitCode {
    match connect(registry, address).and_then(|channel| serve_requests(registry, channel, day)) {
        Ok(()) => ExitCode::SUCCESS,
        // The runner has already ended and needs no message.
        Err(error) if is_io_error(&error, io::ErrorKind::ConnectionRefused) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("worker: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn connect(registry: &Registry, address: &str) -> Result<&'static Channel> {
    let Some(key) = env::var_os(KEY_VARIABLE) else {
        bail!(
            "{KEY_VARIABLE} is not set: start this program with an `aoc` that speaks version \
             {VERSION} of the protocol, or give it a day to solve by hand"
        );
    };
    let channel =
        Channel::connect(address).with_context(|| format!("cannot connect to {address}"))?;
    memory::when_exceeded(out_of_memory);
    let days = registry.iter().map(|(number, day)| day.info(number));
    let handshake = Handshake::new(
        key.to_string_lossy().into_owned(),
        registry.year,
        memory::is_counting(),
        days.collect(),
    );
    (&channel.stream).write_all(handshake.to_line().as_bytes())?;
    // When the machine runs out of memory, Linux kills the process with the highest score. This
    // score makes it the worker, and not the runner or the editor.
    #[cfg(target_os = "linux")]
    let _ = fs::write("/proc/self/oom_score_adj", "1000");
    Ok(channel)
}

/// Lets the job's thread execute the requests, until the channel is closed.
fn serve_requests(registry: &Registry, channel: &Channel, day: u8) -> Result<()> {
    let mut reader = BufReader::new(&channel.stream);
    let requests = Requests::default();
    registry
        .on_thread(
            day,
            &mut || execute_requests(registry, &requests, channel),
            &mut || read_requests(&mut reader, &requests, channel),
        )
        .context("cannot start the solution's thread")
}

/// Executes requests until the program ends.
fn execute_requests(registry: &Registry, requests: &Requests, channel: &Channel) {
    record_panics(send_last_reply);
    let mut executor = Executor::new(registry);
    let mut request = requests.pop();
    // The limit begins after the request was received, so that the text of the request does not
    // count.
    if let Some(bytes) = memory_limit() {
        memory::limit(bytes);
    }
    loop {
        let Request { number, command } = request;
        let reply = executor.handle(command);
        // The solution's output must appear before its answer. Even if the output cannot be shown,
        // the answer is sent.
        let _ = io::stdout().flush();
        channel.respond(&Response { number, reply });
        request = requests.pop();
    }
}

/// The maximum number of bytes that the solution may hold, if the runner has set a limit.
fn memory_limit() -> Option<u64> {
    env::var(MEMORY_LIMIT_VARIABLE).ok()?.parse().ok()
}

/// Reads requests. Ends the program when the channel closes, because nobody needs the result of the
/// job any more.
fn read_requests(reader: &mut BufReader<&TcpStream>, requests: &Requests, channel: &Channel) {
    loop {
        match next_request(reader, channel) {
            Ok(Some(request)) => requests.push(request),
            Ok(None) => {
                end_orphans();
                process::exit(0)
            }
            Err(error) => {
                eprintln!("worker: {error:#}");
                process::exit(1)
            }
        }
    }
}

/// The next request. `None` once the runner has closed the channel.
fn next_request(reader: &mut BufReader<&TcpStream>, channel: &Channel) -> Result<Option<Request>> {
    let mut line = Vec::new();
    let read = reader.read_until(b'\n', &mut line);
    // A runner that was killed resets the connection.
    if matches!(&read, Err(error) if error.kind() == io::ErrorKind::ConnectionReset) {
        return Ok(None);
    }
    // The solution may have replaced the stream, so the bytes may come from elsewhere.
    channel.check();
    if read.is_err() || !line.ends_with(b"\n") {
        return Ok(None);
    }
    Request::from_line(&line)
        .context("the runner's request")
        .map(Some)
}

/// The requests that were read and are not executed yet. A channel of the standard library would
/// take ten times as long to compile.
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
            let waited = self.arrived.wait(queue);
            queue = waited.unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn queue(&self) -> MutexGuard<'_, VecDeque<Request>> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The channel. It is a static, because a program over its memory limit must be able to write to it
/// from any thread without allocating.
static CHANNEL: OnceLock<Channel> = OnceLock::new();

/// The connection to the runner.
struct Channel {
    stream: TcpStream,
    /// The local and the remote address of the stream at the time of connecting.
    ends: [SocketAddr; 2],
    /// The ID of the process that connected.
    process: u32,
}

impl Channel {
    /// Connects to the runner, once in the life of the program.
    fn connect(address: &str) -> io::Result<&'static Self> {
        let stream = TcpStream::connect(address)?;
        stream.set_nodelay(true)?;
        let channel = Self {
            ends: ends(&stream)?,
            stream,
            process: process::id(),
        };
        Ok(CHANNEL.get_or_init(|| channel))
    }

    /// Sends the response. Ends the program if the connection is closed, or if this process is a
    /// forked copy, because the original process responds.
    fn respond(&self, response: &Response) {
        if process::id() != self.process {
            process::exit(0);
        }
        let line = line_of(response);
        self.check();
        if (&self.stream).write_all(line.as_bytes()).is_err() {
            exit_without_channel();
        }
    }

    /// Ends the program if the stream is no longer the connection to the runner.
    fn check(&self) {
        if !self.is_intact() {
            exit_without_channel();
        }
    }

    fn is_intact(&self) -> bool {
        ends(&self.stream).is_ok_and(|ends| ends == self.ends)
    }
}

/// The line of a response, or of an error if a generated input is too large for a line.
fn line_of(response: &Response) -> String {
    let line = response.to_line();
    if line.len() <= MAX_LINE_BYTES {
        return line;
    }
    let outcome = Outcome::Error(format!(
        "the response has {} bytes; at most {MAX_LINE_BYTES} are allowed",
        line.len()
    ));
    let reply = Reply::Ran { ns: 0, outcome };
    Response {
        number: response.number,
        reply,
    }
    .to_line()
}

/// Ends the program if nothing can be sent to the runner any more.
fn exit_without_channel() -> ! {
    process::exit(i32::from(CHANNEL_LOST_EXIT_STATUS));
}

fn ends(stream: &TcpStream) -> io::Result<[SocketAddr; 2]> {
    Ok([stream.local_addr()?, stream.peer_addr()?])
}

/// Tells the runner that the memory limit is exceeded, and ends the program. The allocator calls
/// this, so it must not unwind. It may allocate, because the counters are off.
fn out_of_memory() -> ! {
    send_last_line(OUT_OF_MEMORY_LINE);
    process::exit(1);
}

/// Tells the runner why the program is about to end.
fn send_last_reply(reply: Reply) {
    send_last_line(Response { number: 0, reply }.to_line().as_bytes());
}

/// Sends a line without a request before the program ends. A forked copy sends nothing.
fn send_last_line(line: &[u8]) {
    if let Some(channel) = CHANNEL.get()
        && process::id() == channel.process
        && channel.is_intact()
    {
        let _ = (&channel.stream).write_all(line);
    }
}

/// Ends the processes that a solution has started, after the runner was killed: the worker's
/// process group, which includes this process, and on Linux every process with the worker's key in
/// its environment. A runner that was not killed ends them itself.
fn end_orphans() {
    if !cfg!(unix) {
        return;
    }
    let key = env::var_os(KEY_VARIABLE).unwrap_or_default();
    let variable = format!("{KEY_VARIABLE}={}", key.to_string_lossy());
    let mut orphans = Vec::new();
    // Other systems have no `/proc`, or a `/proc` without `environ`.
    for entry in fs::read_dir("/proc").into_iter().flatten().flatten() {
        let name = entry.file_name();
        if let Some(Ok(id)) = name.to_str().map(str::parse::<u32>)
            && id != process::id()
            && has_variable(id, &variable)
        {
            orphans.push(id.to_string());
        }
    }
    // The group comes last, because it includes this process. If this worker does not lead a group,
    // no group has this number.
    orphans.push(format!("-{}", process::id()));
    // The standard library can only kill child processes.
    let _ = process::Command::new("kill")
        .args(["-KILL", "--"])
        .args(orphans)
        .output();
}

/// True if the environment of a process has this variable with this value.
fn has_variable(process: u32, variable: &str) -> bool {
    let environment = fs::read(format!("/proc/{process}/environ")).unwrap_or_default();
    environment
        .split(|&byte| byte == 0)
        .any(|entry| entry == variable.as_bytes())
}

#[cfg(test)]
mod tests {
    //! The runner's own tests cover the requests. This test starts its own program again, where the
    //! copy runs one test that serves as a worker.

    use std::net::TcpListener;
    use std::process::{Child, Stdio};

    use super::*;
    use crate::protocol::identify;

    const ADDRESS: &str = "AOC_TEST_ADDRESS";

    #[test]
    fn a_response_that_is_too_long_for_a_line_is_an_error() {
        let response = |bytes| Response {
            number: 7,
            reply: Reply::Generated(Some("x".repeat(bytes))),
        };
        let longest = MAX_LINE_BYTES - "7\tgenerated\tsome\t\n".len();
        assert_eq!(line_of(&response(longest)), response(longest).to_line());
        let line = line_of(&response(longest + 1));
        let why = "the response has 16777217 bytes; at most 16777216 are allowed";
        assert_eq!(line, format!("7\tran\t0\terror\t{why}\n"));
    }

    #[test]
    fn acts_as_a_worker() {
        if let Ok(address) = env::var(ADDRESS) {
            let status = serve(&Registry::new(2020), &address, 0);
            process::exit(i32::from(status != ExitCode::SUCCESS));
        }
    }

    fn start(address: &str, key: Option<&str>) -> Child {
        let mut worker = process::Command::new(env::current_exe().unwrap());
        worker
            .args(["worker::tests::acts_as_a_worker", "--exact", "--nocapture"])
            .env(ADDRESS, address)
            .env_remove(KEY_VARIABLE)
            .envs(key.map(|key| (KEY_VARIABLE, key)))
            .stdout(Stdio::null())
            .stderr(Stdio::piped());
        worker.spawn().unwrap()
    }

    fn end(child: Child) -> (Option<i32>, String) {
        let output = child.wait_with_output().unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        (output.status.code(), stderr)
    }

    #[test]
    fn what_is_no_conversation_ends_it_with_a_message_or_without() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap().to_string();
        // A worker that ends kills the others with its key.
        let key = format!("the key at {address}");
        let wrong = "worker: the runner's request: expected a command, found `sing`\n";
        for (line, expected) in [("2\tsing\n", (Some(1), wrong)), ("", (Some(0), ""))] {
            let worker = start(&address, Some(&key));
            let (mut stream, _) = listener.accept().unwrap();
            let mut handshake = Vec::new();
            let mut reader = BufReader::new(stream.try_clone().unwrap());
            reader.read_until(b'\n', &mut handshake).unwrap();
            assert_eq!(identify(&handshake), Some((VERSION, &*key)));
            stream.write_all(line.as_bytes()).unwrap();
            stream.shutdown(std::net::Shutdown::Write).unwrap();
            let (status, stderr) = end(worker);
            assert_eq!((status, &*stderr), expected);
        }
        let no_key = format!(
            "worker: AOC_CHANNEL_KEY is not set: start this program with an `aoc` that speaks \
             version {VERSION} of the protocol, or give it a day to solve by hand\n"
        );
        assert_eq!(end(start(&address, None)), (Some(1), no_key));
        // A worker whose runner has ended does not fail.
        drop(listener);
        assert_eq!(end(start(&address, Some(&key))), (Some(0), String::new()));
    }
}
