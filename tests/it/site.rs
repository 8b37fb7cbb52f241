//! A stand-in for adventofcode.com: a real HTTP/1.1 server on loopback that
//! says what it is told to, misbehaves when asked to, and keeps a log.

use std::collections::HashMap;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use flate2::Compression;
use flate2::write::GzEncoder;
use socket2::SockRef;

/// What the site sends in place of an input without a valid session.
pub const LOG_IN: &str = "Puzzle inputs differ by user.  Please log in to get your puzzle input.\n";

/// What it sends before the unlock.
pub const LOCKED: &str = "Please don't repeatedly request this endpoint before it unlocks! The \
     calendar countdown is synchronized with the server time; the link will be enabled on the \
     calendar the instant this puzzle becomes available.\n";

/// What it sends when it fails.
pub const FAILURE: &str = "<!DOCTYPE HTML PUBLIC \"-//IETF//DTD HTML 2.0//EN\">\n<html><head>\n\
     <title>500 Internal Server Error</title>\n</head><body>\n<h1>Internal Server Error</h1>\n";

/// The server. It lives as long as the test's process.
pub struct Site {
    address: String,
    state: Arc<Mutex<State>>,
}

#[derive(Default)]
struct State {
    scripts: HashMap<String, Script>,
    log: Vec<Request>,
}

struct Script {
    replies: Vec<Reply>,
    next: usize,
}

/// A request as it came.
#[derive(Clone, Debug)]
pub struct Request {
    pub time: Instant,
    pub method: String,
    pub path: String,
    /// Names in lower case.
    pub headers: HashMap<String, String>,
    /// As long as its head says.
    pub body: String,
}

impl Request {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).map(String::as_str)
    }
}

/// What the server does with a request.
#[derive(Clone, Debug)]
pub struct Reply {
    version: &'static str,
    status: u16,
    headers: Vec<(String, String)>,
    /// Whether the head says how long the body is.
    length: Length,
    body: Vec<u8>,
    ending: Ending,
    delay: Duration,
    gate: Option<Arc<Mutex<()>>>,
    /// A pause after every byte of the body.
    trickle: Duration,
    before: &'static [u8],
}

#[derive(Clone, Copy, Debug)]
enum Length {
    Right,
    Said(usize),
    Unsaid,
    Chunked,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Ending {
    Proper,
    /// The last chunk is missing.
    Cut,
    /// The connection is reset after the body.
    Reset,
    /// The body goes on for ever.
    Endless,
    /// Nothing is sent at all, and the connection stays open.
    Silence,
    /// The connection is closed without a word.
    Closed,
    /// The body is all that is sent.
    Raw,
}

impl Reply {
    pub fn new(status: u16, body: impl Into<Vec<u8>>) -> Self {
        Self {
            version: "HTTP/1.1",
            status,
            headers: Vec::new(),
            length: Length::Right,
            body: body.into(),
            ending: Ending::Proper,
            delay: Duration::ZERO,
            gate: None,
            trickle: Duration::ZERO,
            before: b"",
        }
    }

    /// 200 and plain text.
    pub fn text(body: impl Into<Vec<u8>>) -> Self {
        Self::new(200, body).header("Content-Type", "text/plain")
    }

    /// 200 and a page.
    pub fn html(body: impl Into<Vec<u8>>) -> Self {
        Self::new(200, body).header("Content-Type", "text/html; charset=utf-8")
    }

    /// 302.
    pub fn redirect(to: &str) -> Self {
        Self::new(302, "").header("Location", to)
    }

    /// No reply, for a long time.
    pub fn silence() -> Self {
        Self::new(200, "").ending(Ending::Silence)
    }

    /// The connection closed without a word.
    pub fn closed() -> Self {
        Self::new(200, "").ending(Ending::Closed)
    }

    /// These bytes and the end.
    pub fn raw(bytes: impl Into<Vec<u8>>) -> Self {
        Self::new(200, bytes).ending(Ending::Raw)
    }

    pub fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    /// Says that the body has another length than it has.
    pub fn content_length(mut self, length: usize) -> Self {
        self.length = Length::Said(length);
        self
    }

    /// Ends the body with the connection.
    pub fn without_length(mut self) -> Self {
        self.length = Length::Unsaid;
        self
    }

    pub fn chunked(mut self) -> Self {
        self.length = Length::Chunked;
        self
    }

    pub fn chunked_cut(self) -> Self {
        self.chunked().ending(Ending::Cut)
    }

    /// Resets the connection after the body, which is said to be longer.
    pub fn reset(self) -> Self {
        let length = self.body.len() + 1000;
        self.content_length(length).ending(Ending::Reset)
    }

    pub fn endless(self) -> Self {
        self.without_length().ending(Ending::Endless)
    }

    /// Packs the body, and says so.
    pub fn gzip(mut self) -> Self {
        let mut packer = GzEncoder::new(Vec::new(), Compression::default());
        packer.write_all(&self.body).expect("memory");
        self.body = packer.finish().expect("memory");
        self.header("Content-Encoding", "gzip")
    }

    /// Leaves out the last bytes of the body, and of its length.
    pub fn truncate(mut self, bytes: usize) -> Self {
        self.body.truncate(self.body.len() - bytes);
        self
    }

    pub fn http10(mut self) -> Self {
        self.version = "HTTP/1.0";
        self.without_length()
    }

    /// Sends `100 Continue` first, as some servers do.
    pub fn after_continue(mut self) -> Self {
        self.before = b"HTTP/1.1 100 Continue\r\n\r\n";
        self
    }

    pub fn delay(mut self, delay: Duration) -> Self {
        self.delay = delay;
        self
    }

    /// Is sent when the gate is not locked.
    pub fn behind(mut self, gate: &Arc<Mutex<()>>) -> Self {
        self.gate = Some(Arc::clone(gate));
        self
    }

    pub fn trickle(mut self, pause: Duration) -> Self {
        self.trickle = pause;
        self
    }

    const fn ending(mut self, ending: Ending) -> Self {
        self.ending = ending;
        self
    }
}

impl Site {
    /// A server that knows nothing yet: 404.
    pub fn start() -> Self {
        Self::listen("127.0.0.1:0").expect("a port on loopback")
    }

    /// One on an address of choice, if there is such an address.
    pub fn listen(address: &str) -> std::io::Result<Self> {
        let listener = TcpListener::bind(address)?;
        let address = listener.local_addr()?.to_string();
        let state: Arc<Mutex<State>> = Arc::default();
        let shared = Arc::clone(&state);
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let state = Arc::clone(&shared);
                thread::spawn(move || serve(stream, &state));
            }
        });
        Ok(Self { address, state })
    }

    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// What it is called in the names of files.
    pub fn name(&self) -> String {
        self.address.replace(':', "_")
    }

    /// Where `aoc` keeps what it knows about it.
    pub fn state_file(&self) -> String {
        format!("../cache/aoc/site-{}.json", self.name())
    }

    /// What a path answers from now on.
    pub fn on(&self, path: &str, reply: Reply) -> &Self {
        self.script(path, [reply])
    }

    /// What a path answers from now on, one after the other; the last one for
    /// good.
    pub fn script(&self, path: &str, replies: impl IntoIterator<Item = Reply>) -> &Self {
        let script = Script {
            replies: replies.into_iter().collect(),
            next: 0,
        };
        lock(&self.state).scripts.insert(path.to_owned(), script);
        self
    }

    /// Everything that was asked so far.
    pub fn requests(&self) -> Vec<Request> {
        lock(&self.state).log.clone()
    }

    /// The paths that were asked for so far.
    pub fn paths(&self) -> Vec<String> {
        self.requests().into_iter().map(|r| r.path).collect()
    }

    /// How often a path was asked for.
    pub fn count(&self, path: &str) -> usize {
        self.paths().iter().filter(|asked| *asked == path).count()
    }
}

fn lock(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

fn serve(mut stream: TcpStream, state: &Mutex<State>) {
    // What fails here is a client that has gone, which some tests are about.
    let Some(request) = read_request(&mut stream) else {
        return;
    };
    let reply = {
        let mut state = lock(state);
        let reply = match state.scripts.get_mut(&request.path) {
            Some(script) => {
                let at = script.next.min(script.replies.len() - 1);
                script.next += 1;
                script.replies[at].clone()
            }
            None => Reply::new(404, "404 Not Found\n"),
        };
        state.log.push(request);
        reply
    };
    let _ = send(&mut stream, &reply);
}

fn read_request(stream: &mut TcpStream) -> Option<Request> {
    let mut bytes = Vec::new();
    let head = loop {
        if let Some(at) = bytes.windows(4).position(|end| end == b"\r\n\r\n") {
            break String::from_utf8_lossy(&bytes[..at]).into_owned();
        }
        read_more(stream, &mut bytes)?;
        // Someone who speaks TLS.
        if bytes[0] == 0x16 {
            let _ = stream.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n");
            return None;
        }
    };
    let mut lines = head.lines();
    let mut first = lines.next()?.split(' ');
    let mut request = Request {
        time: Instant::now(),
        method: first.next()?.to_owned(),
        path: first.next()?.to_owned(),
        headers: lines
            .map_while(|line| line.split_once(": "))
            .map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned()))
            .collect(),
        body: String::new(),
    };
    let length = request.header("content-length").unwrap_or("0");
    let end = head.len() + 4 + length.parse::<usize>().expect("a length");
    while bytes.len() < end {
        read_more(stream, &mut bytes)?;
    }
    request.body = String::from_utf8_lossy(&bytes[head.len() + 4..]).into_owned();
    Some(request)
}

/// `None` if the client has gone.
fn read_more(stream: &mut TcpStream, bytes: &mut Vec<u8>) -> Option<()> {
    let mut buffer = [0; 4096];
    match stream.read(&mut buffer) {
        Ok(0) | Err(_) => None,
        Ok(read) => {
            bytes.extend_from_slice(&buffer[..read]);
            Some(())
        }
    }
}

fn send(stream: &mut TcpStream, reply: &Reply) -> std::io::Result<()> {
    thread::sleep(reply.delay);
    if let Some(gate) = &reply.gate {
        drop(gate.lock());
    }
    match reply.ending {
        Ending::Silence => {
            // Until the client has had enough.
            let _ = stream.read(&mut [0; 16]);
            return Ok(());
        }
        Ending::Closed => return Ok(()),
        Ending::Raw => return stream.write_all(&reply.body),
        _ => {}
    }
    stream.write_all(reply.before)?;
    stream.write_all(head(reply).as_bytes())?;
    if matches!(reply.length, Length::Chunked) {
        write!(stream, "{:x}\r\n", reply.body.len())?;
    }
    if reply.trickle.is_zero() {
        stream.write_all(&reply.body)?;
    } else {
        for byte in &reply.body {
            stream.write_all(&[*byte])?;
            thread::sleep(reply.trickle);
        }
    }
    match reply.ending {
        Ending::Endless => loop {
            stream.write_all(&[b'1'; 8192])?;
        },
        Ending::Reset => {
            // Time for the client to see the head.
            thread::sleep(Duration::from_millis(50));
            SockRef::from(&*stream).set_linger(Some(Duration::ZERO))?;
        }
        Ending::Cut => {}
        _ if matches!(reply.length, Length::Chunked) => stream.write_all(b"\r\n0\r\n\r\n")?,
        _ => {}
    }
    Ok(())
}

fn head(reply: &Reply) -> String {
    let mut head = format!("{} {} Said\r\n", reply.version, reply.status);
    let length = match reply.length {
        Length::Right => Some(("Content-Length", reply.body.len().to_string())),
        Length::Said(length) => Some(("Content-Length", length.to_string())),
        Length::Unsaid => None,
        Length::Chunked => Some(("Transfer-Encoding", "chunked".to_owned())),
    };
    let said = reply
        .headers
        .iter()
        .map(|(name, value)| (name.as_str(), value));
    let length = length.iter().map(|(name, value)| (*name, value));
    for (name, value) in said.chain(length) {
        head.extend([name, ": ", value, "\r\n"]);
    }
    head + "Connection: close\r\n\r\n"
}
