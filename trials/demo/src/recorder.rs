//! Runs programs one after the other in one terminal. Records what the terminal shows, and for how
//! long.

use std::fs::File;
use std::io::{Read, Write};
use std::process::{Child, Command};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use nix::pty::{Winsize, openpty};
use vt100::Parser;

pub const ROWS: u16 = 16;
pub const COLUMNS: u16 = 92;

/// The longest pause between two changes. Longer pauses are cut to this length.
const LONGEST: Duration = Duration::from_millis(1100);

/// The shortest pause between two changes. Changes that follow each other sooner are merged.
const SHORTEST: Duration = Duration::from_millis(60);

const KEY: Duration = Duration::from_millis(55);
const PATIENCE: Duration = Duration::from_secs(60);

/// A state of the terminal.
pub struct Frame {
    pub screen: vt100::Screen,
    pub time: Duration,
}

pub struct Recorder {
    parser: Parser,
    pub frames: Vec<Frame>,
}

impl Default for Recorder {
    fn default() -> Self {
        Self {
            parser: Parser::new(ROWS, COLUMNS, 0),
            frames: Vec::new(),
        }
    }
}

pub struct Running<'a> {
    recorder: &'a mut Recorder,
    child: Child,
    ours: File,
    bytes: Receiver<Vec<u8>>,
    /// The text shown since the last wait.
    text: String,
}

impl Recorder {
    /// Keeps showing the current contents of the terminal for this time.
    fn hold(&mut self, time: Duration) {
        let screen = self.parser.screen().clone();
        match self.frames.last_mut() {
            Some(last) if last.screen.contents_formatted() == screen.contents_formatted() => {
                last.time += time;
            }
            _ => self.frames.push(Frame { screen, time }),
        }
    }

    /// Types a command at a prompt and starts it.
    pub fn type_command(&mut self, mut command: Command) -> Running<'_> {
        let arguments = command
            .get_args()
            .map(|argument| argument.to_str().expect("text"));
        let line = format!("aoc {}", arguments.collect::<Vec<_>>().join(" "));
        // Each command gets an empty screen, because the still picture shows only the last screen.
        self.parser.process(b"\x1b[2J\x1b[H\x1b[32m$\x1b[m ");
        self.hold(LONGEST);
        for letter in line.chars() {
            self.parser
                .process(format!("\x1b[1m{letter}\x1b[m").as_bytes());
            self.hold(KEY);
        }
        self.hold(4 * KEY);
        self.parser.process(b"\r\n");

        let size = Winsize {
            ws_row: ROWS,
            ws_col: COLUMNS,
            ws_xpixel: 0,
            ws_ypixel: 0,
        };
        let pair = openpty(Some(&size), None).expect("a terminal");
        let end = || pair.slave.try_clone().expect("a terminal");
        command.stdin(end()).stdout(end()).stderr(end());
        let child = command.spawn().expect("aoc starts");
        let ours = File::from(pair.master);
        let mut reader = ours.try_clone().expect("a terminal");
        let (sender, bytes) = mpsc::channel();
        thread::spawn(move || {
            let mut chunk = [0; 4096];
            while let Ok(length @ 1..) = reader.read(&mut chunk) {
                if sender.send(chunk[..length].to_vec()).is_err() {
                    break;
                }
            }
        });
        Running {
            recorder: self,
            child,
            ours,
            bytes,
            text: String::new(),
        }
    }
}

impl Running<'_> {
    /// Reads the program's output. Returns false if the program has ended.
    fn read_output(&mut self, patience: Duration) -> bool {
        let start = Instant::now();
        match self.bytes.recv_timeout(patience) {
            Ok(bytes) => {
                if start.elapsed() >= SHORTEST {
                    self.recorder.hold(start.elapsed().min(LONGEST));
                }
                let text = String::from_utf8_lossy(&bytes);
                // Both sequences have the same effect in a terminal, but the parser knows only
                // the second.
                self.recorder
                    .parser
                    .process(text.replace("\x1bD", "\n").as_bytes());
                self.text += &text;
                true
            }
            Err(_) => false,
        }
    }

    /// Leaves out everything before this text.
    pub fn skip_to(&mut self, text: &str) {
        let start = self.recorder.frames.len();
        let before = self.recorder.parser.screen().contents_formatted();
        while !self.text.contains(text) {
            assert!(self.read_output(PATIENCE), "no {text:?} in {}", self.text);
        }
        self.recorder.frames.truncate(start);
        let row = self
            .recorder
            .parser
            .screen()
            .contents_between(ROWS - 1, 0, ROWS - 1, COLUMNS);
        self.recorder.parser = Parser::new(ROWS, COLUMNS, 0);
        self.recorder.parser.process(&before);
        self.recorder
            .parser
            .process(format!("\x1b7\x1b[1;{}r\x1b[{ROWS};1H{row}\x1b8", ROWS - 1).as_bytes());
    }

    /// Waits for this text, and then for this long.
    pub fn wait_for(&mut self, text: &str, pause: Duration) {
        while !self.text.contains(text) {
            assert!(self.read_output(PATIENCE), "no {text:?} in {}", self.text);
        }
        let (_, rest) = self.text.split_once(text).expect("the text");
        self.text = rest.to_owned();
        let end = Instant::now() + SHORTEST;
        while self.read_output(end.saturating_duration_since(Instant::now())) {}
        self.recorder.hold(pause);
    }

    pub fn press(&mut self, keys: &str) {
        self.ours.write_all(keys.as_bytes()).expect("a terminal");
    }

    pub fn finish(mut self) {
        while self.read_output(PATIENCE) {
            if self.child.try_wait().expect("a child").is_some() {
                break;
            }
        }
        while self.read_output(SHORTEST) {}
        assert!(self.child.wait().expect("a child").success());
        self.recorder.hold(LONGEST);
    }
}
