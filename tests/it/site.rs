//! A stand-in for adventofcode.com. It is an HTTP/1.1 server on loopback. It sends scripted
//! replies, misbehaves on request, and records all requests.

pub mod pages;

use std::collections::HashMap;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Barrier, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use chrono::{DateTime, Datelike, TimeDelta, Utc};
use flate2::Compression;
use flate2::write::GzEncoder;
use socket2::SockRef;

use crate::sandbox::Sandbox;

/// The text that the site sends instead of an input if the session is not valid.
pub const LOG_IN: &str = "Puzzle inputs differ by user.  Please log in to get your puzzle input.\n";

/// The site's reply to a request for a puzzle that is still locked.
pub const LOCKED: &str = "Please don't repeatedly request this endpoint before it unlocks! The \
     calendar countdown is synchronized with the server time; the link will be enabled on the \
     calendar the instant this puzzle becomes available.\n";

/// The site's maintenance page.
pub const MAINTENANCE: &str = "<!DOCTYPE html>\n<html lang=\"en-us\">\n<head>\n<title>Advent of \
     Code</title>\n</head><body>\n<div id=\"message\"><p>We'll be right back!</p></div>\n</body>\n\
     </html>\n";

/// The header that the site sends when it refuses a session.
pub const COOKIE_DELETED: &str =
    "session=; Path=/; Domain=.adventofcode.com; Expires=Thu, 01-Jan-1970 00:00:00 GMT";

/// The beginning of the site's page after an internal error.
pub const FAILURE: &str = "<!DOCTYPE HTML PUBLIC \"-//IETF//DTD HTML 2.0//EN\">\n<html><head>\n\
     <title>500 Internal Server Error</title>\n</head><body>\n<h1>Internal Server Error</h1>\n";

/// The next moment of the year that is at least this far away, such as `12-03T12:00:00Z`. It is
/// hardly more than a year away: `aoc` stores no larger difference between two clocks.
pub fn next_moment(of_year: &str, least: TimeDelta) -> DateTime<Utc> {
    let now = DateTime::<Utc>::from(SystemTime::now());
    let mut years = now.year()..;
    years
        .find_map(|year| {
            let moment: DateTime<Utc> = format!("{year}-{of_year}").parse().expect("a time");
            (moment - now >= least).then_some(moment)
        })
        .expect("a later year")
}

pub struct Site {
    address: String,
    state: Arc<Mutex<State>>,
}

type Handler = dyn Fn(&Request) -> Reply + Send + Sync;

#[derive(Default)]
struct State {
    /// The replies of each path, and how many of them were sent.
    scripts: HashMap<String, (Vec<Reply>, usize)>,
    /// The function that answers all requests in place of the scripts.
    handler: Option<Arc<Handler>>,
    log: Vec<Request>,
}

#[derive(Clone, Debug)]
pub struct Request {
    pub time: Instant,
    pub method: String,
    pub path: String,
    pub headers: HashMap<String, String>,
    pub body: String,
}

impl Request {
    /// Whether the request has the cookie of this session.
    pub fn has_session(&self, token: &str) -> bool {
        self.header("cookie")
            .and_then(|cookie| cookie.strip_prefix("session="))
            == Some(token)
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).map(String::as_str)
    }
}

#[derive(Clone, Debug, Default)]
pub struct Reply {
    /// The status line and the headers. Empty if only the body is sent.
    head: String,
    body: Vec<u8>,
    ending: Ending,
    delay: Duration,
    gate: Option<Arc<Barrier>>,
    trickle: Duration,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum Ending {
    #[default]
    Proper,
    Reset,
    Endless,
}

impl Reply {
    pub fn new(status: u16, body: impl Into<Vec<u8>>) -> Self {
        Self {
            head: format!("HTTP/1.1 {status} Said\r\n"),
            ..Self::raw(body)
        }
    }

    /// Sends only these bytes, without a status line and headers.
    pub fn raw(bytes: impl Into<Vec<u8>>) -> Self {
        Self {
            body: bytes.into(),
            ..Self::default()
        }
    }

    pub fn text(body: impl Into<Vec<u8>>) -> Self {
        Self::new(200, body).header("Content-Type", "text/plain")
    }

    pub fn html(body: impl Into<Vec<u8>>) -> Self {
        Self::new(200, body).header("Content-Type", "text/html; charset=utf-8")
    }

    pub fn redirect(to: &str) -> Self {
        Self::new(302, "").header("Location", to)
    }

    /// Sends nothing and keeps the connection open.
    pub fn silence() -> Self {
        Self::raw("").delay(Duration::from_hours(1))
    }

    /// Adds a header. It may replace the length of the body.
    pub fn header(mut self, name: &str, value: &str) -> Self {
        self.head.extend([name, ": ", value, "\r\n"]);
        self
    }

    /// Resets the connection after the body. The announced length is larger than the body.
    pub fn reset(self) -> Self {
        let ending = Ending::Reset;
        let it = self.header("Content-Length", "1000000");
        Self { ending, ..it }
    }

    /// Sends digits after the body until the client closes the connection.
    pub fn endless(self) -> Self {
        let ending = Ending::Endless;
        Self { ending, ..self }
    }

    pub fn gzip(mut self) -> Self {
        let mut packer = GzEncoder::new(Vec::new(), Compression::default());
        packer.write_all(&self.body).expect("memory");
        self.body = packer.finish().expect("memory");
        self.header("Content-Encoding", "gzip")
    }

    /// Waits before the reply.
    pub fn delay(self, delay: Duration) -> Self {
        Self { delay, ..self }
    }

    /// Sends the reply only when the test also waits at the gate.
    pub fn gate(mut self, gate: &Arc<Barrier>) -> Self {
        self.gate = Some(Arc::clone(gate));
        self
    }

    /// Sends the body byte by byte, with a pause after each.
    pub fn trickle(self, trickle: Duration) -> Self {
        Self { trickle, ..self }
    }
}

impl Site {
    pub fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port on loopback");
        let address = listener.local_addr().expect("an address").to_string();
        let state: Arc<Mutex<State>> = Arc::default();
        let shared = Arc::clone(&state);
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let state = Arc::clone(&shared);
                thread::spawn(move || serve(stream, &state));
            }
        });
        Self { address, state }
    }

    /// The site, and a project that uses it.
    pub fn project(self) -> (Self, Sandbox) {
        let sandbox = Sandbox::project().site(&self);
        (self, sandbox)
    }

    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    pub fn name(&self) -> String {
        self.address.replace(':', "_")
    }

    /// The file with the pages that are requested at most once in 15 minutes.
    pub fn statistics_file(&self) -> String {
        format!("../cache/aoc/statistics-{}.json", self.name())
    }

    /// The stored file of this kind, such as `stars`, for the session of the sandbox.
    pub fn cached(&self, sandbox: &Sandbox, kind: &str) -> String {
        let start = format!("{kind}-{}-", self.name());
        let files = sandbox.files("../cache/aoc");
        let mut files = files
            .into_iter()
            .filter(|file| file.starts_with(&start) && file.contains(".json"));
        let file = files.next().expect("a file of the session");
        assert_eq!(files.next(), None);
        format!("../cache/aoc/{file}")
    }

    /// The file with the site's time and other facts about the site.
    pub fn state_file(&self) -> String {
        format!("../cache/aoc/site-{}.json", self.name())
    }

    /// Sets the site's time as if an earlier command had measured it.
    pub fn set_time(&self, sandbox: &Sandbox, time: DateTime<Utc>) {
        let lead = time - DateTime::<Utc>::from(SystemTime::now());
        let state = format!("{{\"clock_ahead\":{}}}", lead.num_milliseconds());
        sandbox.write(&self.state_file(), state);
    }

    /// Changes the stored state as if this computer's clock had been set by this many seconds after
    /// the last reply.
    pub fn set_local_clock(&self, sandbox: &Sandbox, seconds: i64) {
        let text = sandbox.read(&self.state_file());
        let mut state: serde_json::Value = serde_json::from_str(&text).expect("a document");
        let start = state["computer_started"].as_i64().expect("a time");
        state["computer_started"] = (start - 1000 * seconds).into();
        sandbox.write(&self.state_file(), state.to_string());
    }

    /// Sets the reply of a path.
    pub fn on(&self, path: &str, reply: Reply) -> &Self {
        self.script(path, [reply])
    }

    /// Sets the replies of a path, in order. The last one is repeated.
    pub fn script(&self, path: &str, replies: impl IntoIterator<Item = Reply>) -> &Self {
        let script = (replies.into_iter().collect(), 0);
        lock(&self.state).scripts.insert(path.to_owned(), script);
        self
    }

    /// Makes this function answer all requests from now on.
    pub fn handle(&self, handler: impl Fn(&Request) -> Reply + Send + Sync + 'static) {
        lock(&self.state).handler = Some(Arc::new(handler));
    }

    pub fn requests(&self) -> Vec<Request> {
        lock(&self.state).log.clone()
    }

    pub fn paths(&self) -> Vec<String> {
        let requests = self.requests().into_iter();
        requests.map(|request| request.path).collect()
    }

    /// The number of requests of a path.
    pub fn count(&self, path: &str) -> usize {
        self.paths().iter().filter(|asked| *asked == path).count()
    }
}

fn lock(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

fn serve(mut stream: TcpStream, state: &Mutex<State>) {
    // Errors mean that the client has closed the connection, which some tests expect.
    let Some(request) = read_request(&mut stream) else {
        return;
    };
    let handler = lock(state).handler.clone();
    let reply = if let Some(handler) = handler {
        handler(&request)
    } else {
        let mut state = lock(state);
        let script = state.scripts.get_mut(&request.path);
        let reply = script.map(|(replies, next)| {
            *next += 1;
            replies[(*next - 1).min(replies.len() - 1)].clone()
        });
        reply.unwrap_or_else(|| Reply::new(404, "404 Not Found\n"))
    };
    lock(state).log.push(request);
    let _ = send(&mut stream, &reply);
}

/// Reads a request. `None` if the client has closed the connection.
fn read_request(stream: &mut TcpStream) -> Option<Request> {
    let mut reader = BufReader::new(stream);
    // The client speaks TLS.
    if reader.fill_buf().ok()?.first() == Some(&0x16) {
        let _ = reader
            .get_mut()
            .write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n");
        return None;
    }
    let mut lines = reader.by_ref().lines().map_while(Result::ok);
    let first = lines.next()?;
    let (method, path) = first.split_once(' ')?;
    let headers = lines.map_while(|line| {
        let (name, value) = line.split_once(": ")?;
        Some((name.to_ascii_lowercase(), value.to_owned()))
    });
    let headers: HashMap<String, String> = headers.collect();
    let length = headers.get("content-length").map_or("0", String::as_str);
    let mut body = vec![0; length.parse().expect("a length")];
    reader.read_exact(&mut body).ok()?;
    Some(Request {
        time: Instant::now(),
        method: method.to_owned(),
        path: path.split(' ').next()?.to_owned(),
        headers,
        body: String::from_utf8_lossy(&body).into_owned(),
    })
}

fn send(stream: &mut TcpStream, reply: &Reply) -> io::Result<()> {
    thread::sleep(reply.delay);
    let _ = reply.gate.as_ref().map(|gate| gate.wait());
    if !reply.head.is_empty() {
        stream.write_all(reply.head.as_bytes())?;
        if reply.ending != Ending::Endless && !reply.head.contains("Content-Length") {
            write!(stream, "Content-Length: {}\r\n", reply.body.len())?;
        }
        stream.write_all(b"Connection: close\r\n\r\n")?;
    }
    for bytes in reply.body.chunks(if reply.trickle.is_zero() {
        usize::MAX
    } else {
        1
    }) {
        stream.write_all(bytes)?;
        thread::sleep(reply.trickle);
    }
    match reply.ending {
        Ending::Endless => loop {
            stream.write_all(&[b'1'; 8192])?;
        },
        Ending::Reset => {
            // The client gets time to read the head of the reply.
            thread::sleep(Duration::from_millis(50));
            SockRef::from(&*stream).set_linger(Some(Duration::ZERO))
        }
        Ending::Proper => Ok(()),
    }
}
