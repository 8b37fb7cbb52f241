//! A server in place of the site. It has one puzzle with a text of its own, which unlocks soon, and
//! accepts every answer.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

const LOCKED: &str = "Please don't repeatedly request this endpoint before it unlocks! The \
     calendar countdown is synchronized with the server time; the link will be enabled on the \
     calendar the instant this puzzle becomes available.\n";

const RIGHT: &str = "<main><article><p>That's the right answer! You are <span \
     class=\"day-success\">one gold star</span> closer.</p></article></main>";

pub struct Site {
    pub url: String,
}

struct Puzzle {
    unlock: Instant,
    input: String,
    /// The accepted answers.
    answers: Vec<String>,
}

impl Site {
    /// Serves a puzzle that unlocks after the time `locked`.
    pub fn start(input: String, locked: Duration) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port on loopback");
        let url = format!("http://{}", listener.local_addr().expect("an address"));
        let mut puzzle = Puzzle {
            unlock: Instant::now() + locked,
            input,
            answers: Vec::new(),
        };
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                puzzle.serve(stream);
            }
        });
        Self { url }
    }
}

impl Puzzle {
    fn serve(&mut self, mut stream: TcpStream) {
        let (path, body) = request(&stream);
        let is_open = self.unlock <= Instant::now();
        let (status, text) = match path.as_str() {
            "/2020/day/22" if is_open => (200, self.page()),
            "/2020/day/22/input" if is_open => (200, self.input.clone()),
            "/2020/day/22/answer" => {
                let answer = body.rsplit('=').next().unwrap_or_default();
                self.answers.push(answer.to_owned());
                (200, html(RIGHT))
            }
            _ => (404, LOCKED.to_owned()),
        };
        let kind = if text.starts_with('<') {
            "html"
        } else {
            "plain"
        };
        let (date, length) = (self.date(), text.len());
        let reply = format!(
            "HTTP/1.1 {status} Said\r\nDate: {date}\r\nContent-Type: text/{kind}\r\n\
             Content-Length: {length}\r\nConnection: close\r\n\r\n{text}"
        );
        // A client that has closed the connection already has its reply.
        let _ = stream.write_all(reply.as_bytes());
    }

    /// The server's time. The puzzle unlocks at five, and from then on real time passes.
    fn date(&self) -> String {
        let left = self.unlock.saturating_duration_since(Instant::now());
        let seconds = 60.0 - left.as_secs_f64().ceil();
        if left.is_zero() {
            httpdate::fmt_http_date(SystemTime::now())
        } else {
            format!("Tue, 22 Dec 2020 04:59:{seconds:02.0} GMT")
        }
    }

    /// The page, which shows part 2 after part 1 is solved.
    fn page(&self) -> String {
        let article = |title: &str, text: &str| {
            format!("<article class=\"day-desc\"><h2>{title}</h2>{text}</article>")
        };
        let codes = |count: usize| "<code>9</code> ".repeat(count);
        let mut page = article(
            "--- Day 22: Crab Combat ---",
            &format!(
                "<p>For example:</p><pre><code>Player 1:\n9\n2\n6\n3\n1\n\nPlayer 2:\n5\n8\n4\n7\n10\n\
                 </code></pre><p>{}</p><p>The score is <code><em>306</em></code>. <em>What is the \
                 score?</em></p>",
                codes(10)
            ),
        );
        for (index, answer) in self.answers.iter().enumerate() {
            page += &format!("<p>Your puzzle answer was <code>{answer}</code>.</p>");
            if index == 0 {
                let text = format!(
                    "<p>{}The score is <code><em>291</em></code>. <em>What is it now?</em></p>",
                    codes(8)
                );
                page += &article("--- Part Two ---", &text);
            }
        }
        html(&format!("<main>{page}</main>"))
    }
}

fn html(body: &str) -> String {
    format!(
        "<!DOCTYPE html><html lang=\"en-us\"><head><title>Day 22 - Advent of Code 2020</title>\
         </head><body><header><div class=\"user\">someone</div></header>{body}</body></html>"
    )
}

/// The path and the body of a request.
fn request(stream: &TcpStream) -> (String, String) {
    let mut reader = BufReader::new(stream);
    let (mut path, mut length) = (String::new(), 0);
    for index in 0.. {
        let mut line = String::new();
        let read = reader.read_line(&mut line).unwrap_or(0);
        let line = line.trim_end().to_ascii_lowercase();
        if index == 0 {
            path = line.split(' ').nth(1).unwrap_or_default().to_owned();
        }
        if let Some(value) = line.strip_prefix("content-length: ") {
            length = value.parse().expect("a length");
        }
        if read == 0 || line.is_empty() {
            break;
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).expect("a body");
    (path, String::from_utf8(body).expect("text"))
}
