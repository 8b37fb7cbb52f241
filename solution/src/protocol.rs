//! The protocol between the runner and a worker.
//!
//! The runner listens on a loopback port. It starts the worker with the address as an argument
//! ([`CHANNEL_ARGUMENT`]) and a random key in the environment ([`KEY_VARIABLE`]), because other
//! users can read the arguments of a process, but not its environment. [`MEMORY_LIMIT_VARIABLE`]
//! contains the solution's memory limit, if there is one.
//!
//! The worker connects and sends its [`Handshake`]. The key in the handshake proves that the runner
//! has started this process.
//!
//! From then on, the runner sends a [`Request`], and the worker replies with one [`Response`] of
//! the same number. There are three exceptions, which have the number 0, and after which the worker
//! ends: [`Reply::OutOfMemory`], [`Reply::StdoutClosed`], and a panic that aborts the worker. The
//! worker also ends when the channel closes, so a killed runner leaves no orphan.
//!
//! Each message is one line of text, in the format of [`Wire`].

mod wire;

use std::fmt;

use self::wire::wire;
pub use self::wire::{FieldWriter, Fields, Wire};
use crate::{Part, Result, Trace};

/// The version of the protocol. It changes whenever one side could misread the other.
pub const VERSION: u32 = 11;

/// The argument before the channel's address and the day.
pub const CHANNEL_ARGUMENT: &str = "--aoc-channel";

/// The environment variable that contains the channel's key.
pub const KEY_VARIABLE: &str = "AOC_CHANNEL_KEY";

/// The environment variable that contains the maximum number of bytes that the solution may have
/// allocated. Without the variable, there is no limit.
pub const MEMORY_LIMIT_VARIABLE: &str = "AOC_MEMORY_LIMIT";

/// The exit status of a worker after the solution has closed or replaced its channel, for example
/// by closing all file descriptors.
pub const CHANNEL_LOST_EXIT_STATUS: u8 = 87;

/// The maximum length of a line, in bytes. An answer is short, and a generated input has some
/// kilobytes. The titles and examples of a year take less than a megabyte, and so do the samples of
/// a second.
pub const MAX_LINE_BYTES: usize = 16 << 20;

/// The line that a worker over its memory limit sends. It is a constant, because such a worker
/// cannot allocate. Its number is 0, which no request has.
pub const OUT_OF_MEMORY_LINE: &[u8] = b"0\tout-of-memory\n";

/// The first field of every handshake.
const TAG: &str = "aoc-worker";

/// The worker's first message. Its first three fields are the same in every version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Handshake {
    /// The word `aoc-worker`.
    pub tag: String,
    /// The worker's version of the protocol.
    pub version: u32,
    /// The key from the worker's environment.
    pub key: String,
    /// The year that the worker solves.
    pub year: u16,
    /// True if the allocator counts. A counting allocator also stops the program at its memory
    /// limit.
    pub counts_allocations: bool,
    /// The days that the worker solves, in order.
    pub days: Vec<DayInfo>,
}
wire!(struct Handshake { tag, version, key, year, counts_allocations, days });

impl Handshake {
    /// Creates the handshake of this version of the protocol.
    #[must_use]
    pub fn new(key: String, year: u16, counts_allocations: bool, days: Vec<DayInfo>) -> Self {
        Self {
            tag: TAG.to_owned(),
            version: VERSION,
            key,
            year,
            counts_allocations,
            days,
        }
    }
}

/// Reads the protocol version and the key from the beginning of a handshake. Returns `None` if one
/// of them is not complete yet, or if this is not a handshake.
#[must_use]
#[inline]
pub fn identify(beginning: &[u8]) -> Option<(u32, &str)> {
    let mut fields = beginning.splitn(4, |byte| matches!(byte, b'\t' | b'\n'));
    let [tag, version, key] = [(); 3].map(|()| str::from_utf8(fields.next()?).ok());
    // The key is complete once a fourth field has begun.
    fields.next()?;
    (tag? == TAG).then_some((version?.parse().ok()?, key?))
}

/// A day that a worker solves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DayInfo {
    /// The day, from 1.
    pub day: u8,
    /// The puzzle's title.
    pub title: String,
    /// The examples in the code, in order.
    pub examples: Vec<ExampleInfo>,
    /// The alternatives of both parts, in order.
    pub alternatives: Vec<AlternativeInfo>,
    /// True if the parts get the text itself, so that there is no `parse` to measure.
    pub takes_text: bool,
}
wire!(struct DayInfo { day, title, examples, alternatives, takes_text });

impl DayInfo {
    /// The functions that solve a part: the primary, then the alternatives. If an example has its
    /// own function for the part, only that function solves it, and its call is the primary one.
    #[must_use]
    #[inline]
    pub fn calls(&self, part: Part, has_own_function: bool) -> Vec<Call> {
        let phase = part.into();
        let mut calls = vec![Call::primary(phase)];
        for alternative in &self.alternatives {
            if alternative.part == part && !has_own_function {
                calls.push(Call {
                    phase,
                    alternative: Some(alternative.name.clone()),
                });
            }
        }
        calls
    }

    /// The problem if an alternative has no name, or if two alternatives of a part share a name.
    /// `None` if there is no problem.
    #[must_use]
    #[inline]
    pub fn name_problem(&self) -> Option<String> {
        for (index, alternative) in self.alternatives.iter().enumerate() {
            let AlternativeInfo { name, part } = alternative;
            if name.is_empty() {
                return Some(format!(
                    "an alternative of part {part} has no name: give it one"
                ));
            }
            if self.alternatives[..index].contains(alternative) {
                return Some(format!(
                    "two alternatives of part {part} are called `{name}`: rename one"
                ));
            }
        }
        None
    }

    /// `true` if `part` has an alternative called `name`.
    #[must_use]
    pub fn has_alternative(&self, part: Part, name: &str) -> bool {
        self.alternatives
            .iter()
            .any(|alternative| alternative.part == part && alternative.name == name)
    }
}

/// An example in the code. The arrays have one element for each part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExampleInfo {
    /// The expected answers. `None` where the example has none.
    pub expected: [Option<String>; 2],
    /// The parts for which the example has its own function. Alternatives cannot solve them.
    pub has_own_function: [bool; 2],
    /// The text of the example.
    pub input: String,
}
wire!(struct ExampleInfo { expected, has_own_function, input });

/// A second way to solve a part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AlternativeInfo {
    /// The name. [`DayInfo::name_problem`] checks that it is unique among the alternatives of the
    /// part.
    pub name: String,
    /// The part that it solves.
    pub part: Part,
}
wire!(struct AlternativeInfo { name, part });

/// One of the three functions of a day that are timed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Phase {
    /// [`Solution::parse`](crate::Solution::parse).
    Parse,
    /// [`Solution::part1`](crate::Solution::part1).
    Part1,
    /// [`Solution::part2`](crate::Solution::part2).
    Part2,
}
wire!(names Phase, "a phase" { "parse" => Parse, "part1" => Part1, "part2" => Part2 });

impl Phase {
    /// All phases, in order.
    pub const ALL: [Self; 3] = [Self::Parse, Self::Part1, Self::Part2];

    /// The part that the phase answers. `None` for parse.
    #[must_use]
    pub const fn part(self) -> Option<Part> {
        match self {
            Self::Parse => None,
            Self::Part1 => Some(Part::One),
            Self::Part2 => Some(Part::Two),
        }
    }
}

impl From<Part> for Phase {
    fn from(part: Part) -> Self {
        match part {
            Part::One => Self::Part1,
            Part::Two => Self::Part2,
        }
    }
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// One function of a day.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Call {
    /// The phase of the function.
    pub phase: Phase,
    /// The name of the alternative. `None` for the primary function.
    pub alternative: Option<String>,
}
wire!(struct Call { phase, alternative });

impl Call {
    /// The call of the primary function.
    #[must_use]
    pub const fn primary(phase: Phase) -> Self {
        Self {
            phase,
            alternative: None,
        }
    }
}

/// A message from the runner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// A random number that the response repeats. It lets the runner ignore a late response to an
    /// earlier request, which a forked copy of the worker may send, and prevents a solution from
    /// writing a response in advance.
    pub number: u64,
    /// The command to execute.
    pub command: WorkerCommand,
}
wire!(struct Request { number, command });

/// A command to the worker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WorkerCommand {
    /// Opens a puzzle and parses its input, timed. Answered by [`Reply::Ran`], which also answers
    /// any other command whose function fails.
    Open {
        /// The day, from 1.
        day: u8,
        input: OpenedInput,
    },
    /// Runs a part once, timed. Answered by [`Reply::Ran`].
    Run(Call),
    /// Writes the trace of a part to stdout. Answered by [`Reply::Traced`].
    Trace(Part),
    /// Calls the function for about `ns` nanoseconds, at least once. Answered by
    /// [`Reply::Warmed`].
    Warm {
        call: Call,
        /// The time in which the function is called, in nanoseconds.
        ns: u64,
    },
    /// Samples the function for about `ns` nanoseconds, at least once. Answered by
    /// [`Reply::Sampled`].
    Sample {
        call: Call,
        /// The number of calls in a sample, between two readings of the clock.
        calls: u64,
        /// The time in which the function is called, in nanoseconds.
        ns: u64,
    },
    /// Times a fixed chain of instructions, to measure the machine's own speed. Answered by
    /// [`Reply::Chained`].
    Chain,
    /// Counts what one call allocates. Answered by [`Reply::Allocated`].
    Count(Call),
    /// Generates an input. Answered by [`Reply::Generated`].
    Generate {
        /// The day, from 1.
        day: u8,
        /// The same seed gives the same input.
        seed: u64,
    },
}
wire!(enum WorkerCommand, "a command" {
    "open" => Open { day, input },
    "run" => Run(call),
    "trace" => Trace(part),
    "warm" => Warm { call, ns },
    "sample" => Sample { call, calls, ns },
    "chain" => Chain,
    "count" => Count(call),
    "generate" => Generate { day, seed },
});

/// The input with which a puzzle is opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpenedInput {
    /// This text.
    Text(String),
    /// The day's example of this index. Functions of the example replace those of the day.
    Example(usize),
}
wire!(enum OpenedInput, "text or an example" { "text" => Text(text), "example" => Example(index) });

/// A message from the worker.
#[derive(Clone, Debug, PartialEq)]
pub struct Response {
    /// The number of the answered request, or 0 if there was no request.
    pub number: u64,
    /// The result of the command in the request.
    pub reply: Reply,
}
wire!(struct Response { number, reply });

/// The result of a command.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    /// A function was called once, or failed during another command.
    Ran {
        /// The time of the call, in nanoseconds, or 0 if it is unknown.
        ns: u64,
        /// The result of the call.
        outcome: Outcome,
    },
    /// A trace was written, or the part has none.
    Traced(Trace),
    /// A function was called repeatedly.
    Warmed {
        /// The time of a call at the end, in nanoseconds.
        call_ns: f64,
        /// The resolution of the clock, in nanoseconds.
        grain_ns: u64,
    },
    /// The time of each batch, in nanoseconds.
    Sampled(Vec<u64>),
    /// The time of the chain, in nanoseconds.
    Chained(u64),
    /// The allocations of the call. `None` if the worker does not count.
    Allocated(Option<Allocations>),
    /// A generated input. `None` if the day generates none for this seed.
    Generated(Option<String>),
    /// The memory limit is exceeded, and the worker ends.
    OutOfMemory,
    /// The solution called `println!` after the reader of stdout, such as `head`, had closed the
    /// pipe. The worker ends.
    StdoutClosed,
    /// The worker cannot execute the command, whatever the solution does. The cause is a mistake of
    /// the runner.
    Refused(String),
}
wire!(enum Reply, "a reply" {
    "ran" => Ran { ns, outcome },
    "traced" => Traced(trace),
    "warmed" => Warmed { call_ns, grain_ns },
    "sampled" => Sampled(batches_ns),
    "chained" => Chained(ns),
    "allocated" => Allocated(allocations),
    "generated" => Generated(text),
    "out-of-memory" => OutOfMemory,
    "stdout-closed" => StdoutClosed,
    "refused" => Refused(why),
});

wire!(enum Trace, "true or false" { "true" => Written, "false" => None });

/// The outcome of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The input is parsed.
    Parsed,
    /// The answer as the solution returned it. A picture of letters is sent as it is drawn.
    Answered(String),
    /// The part is not written yet.
    Unsolved,
    /// The error that the function returned, with its causes.
    Error(String),
    /// The place of the panic and its message.
    Panic(String),
}
wire!(enum Outcome, "an outcome" {
    "parsed" => Parsed,
    "answered" => Answered(answer),
    "unsolved" => Unsolved,
    "error" => Error(message),
    "panic" => Panic(message),
});

/// The allocations of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Allocations {
    /// The number of allocations.
    pub count: u64,
    /// The sum of their sizes.
    pub bytes: u64,
    /// The maximum number of bytes that were allocated at once, beyond those allocated before the
    /// call.
    pub peak: u64,
}
wire!(struct Allocations { count, bytes, peak });

#[cfg(test)]
mod tests {
    use std::fmt::Debug;

    use super::*;
    use crate::Random;

    /// Texts that could be mistaken for something else.
    const NASTY: &[&str] = &[
        "",
        " ",
        "\t",
        "\r\n",
        "\\",
        "\\\\t",
        "a\tb\nc\rd\\e",
        "none",
        "0\tout-of-memory\n",
        "é\u{1F384}\u{0}\u{7f}\u{2028}",
        "ends with \\",
    ];

    fn handshake(text: &str) -> Handshake {
        let example = ExampleInfo {
            expected: [None, Some(text.to_owned())],
            has_own_function: [false, true],
            input: text.to_owned(),
        };
        let alternative = AlternativeInfo {
            name: text.to_owned(),
            part: Part::Two,
        };
        let day = DayInfo {
            day: 1,
            title: text.to_owned(),
            examples: vec![example],
            alternatives: vec![alternative],
            takes_text: true,
        };
        Handshake::new("key".to_owned(), 2020, true, vec![day.clone(), day])
    }

    fn line<T: Wire + PartialEq + Debug>(message: &T) -> String {
        let line = message.to_line();
        assert_eq!(line.find('\n'), Some(line.len() - 1), "{line:?}");
        assert_eq!(&T::from_line(line.as_bytes()).unwrap(), message);
        line
    }

    /// A line for each kind of message. Reading it gives the message again.
    fn lines(text: &str) -> Vec<String> {
        let number = 3;
        let call = Call {
            phase: Phase::Part2,
            alternative: Some(text.to_owned()),
        };
        let commands = [
            WorkerCommand::Open {
                day: 25,
                input: OpenedInput::Text(text.to_owned()),
            },
            WorkerCommand::Open {
                day: 1,
                input: OpenedInput::Example(usize::MAX),
            },
            WorkerCommand::Run(call),
            WorkerCommand::Trace(Part::Two),
        ];
        let commands = commands.map(|command| line(&Request { number, command }));
        let outcomes = [Outcome::Parsed, Outcome::Answered(text.to_owned())];
        let times = [0.1, 60_500.25, f64::MAX, f64::MIN_POSITIVE, f64::INFINITY];
        let grain_ns = u64::MAX;
        let replies = [
            Reply::Traced(Trace::Written),
            Reply::Traced(Trace::None),
            Reply::Sampled(vec![1, 0, u64::MAX]),
            Reply::Generated(None),
            Reply::Generated(Some(text.to_owned())),
        ]
        .into_iter()
        .chain(outcomes.map(|outcome| Reply::Ran { ns: 7, outcome }))
        .chain(times.map(|call_ns| Reply::Warmed { call_ns, grain_ns }))
        .map(|reply| line(&Response { number, reply }));
        let handshake = line(&handshake(text));
        commands
            .into_iter()
            .chain(replies)
            .chain([handshake])
            .collect()
    }

    #[test]
    fn no_line_makes_the_decoder_panic() {
        let mut random = Random::new(2020);
        let mut below = |bound: usize| usize::try_from(random.below(bound as u64)).unwrap();
        let decode = |line: &[u8]| {
            let _ = Request::from_line(line);
            let _ = Response::from_line(line);
            let _ = Handshake::from_line(line);
            let _ = identify(line);
        };
        // Bytes that have a meaning in a line, and some that are not text.
        let meaningful = b"\t\n\r\\0129tnrsx-\x80\xff";
        for text in NASTY {
            for line in lines(text) {
                let line = line.into_bytes();
                for end in 0..line.len() {
                    decode(&line[..end]);
                }
                for _ in 0..50 {
                    let mut line = line.clone();
                    for _ in 0..=below(3) {
                        let at = below(line.len());
                        line[at] = meaningful[below(meaningful.len())];
                    }
                    decode(&line);
                }
            }
        }
    }

    #[test]
    fn messages_look_as_documented() {
        assert!(lines("one\ttwo").contains(&"3\trun\tpart2\tsome\tone\\ttwo\n".to_owned()));
        let unasked = Response {
            number: 0,
            reply: Reply::OutOfMemory,
        };
        assert_eq!(unasked.to_line().as_bytes(), OUT_OF_MEMORY_LINE);
    }

    /// If a line here changes, raise `VERSION`, because a worker of the same version would misread
    /// it.
    #[test]
    fn each_version_has_its_own_lines() {
        let day = 1;
        let ns = 2;
        let calls = 3;
        let call = || Call {
            phase: Phase::Part2,
            alternative: Some("loop".to_owned()),
        };
        let open = |input| WorkerCommand::Open { day, input };
        let commands = [
            open(OpenedInput::Text("a\tb".to_owned())),
            open(OpenedInput::Example(0)),
            WorkerCommand::Run(Call::primary(Phase::Parse)),
            WorkerCommand::Run(call()),
            WorkerCommand::Trace(Part::One),
            WorkerCommand::Warm { call: call(), ns },
            WorkerCommand::Sample {
                call: call(),
                calls,
                ns,
            },
            WorkerCommand::Chain,
            WorkerCommand::Count(call()),
            WorkerCommand::Generate { day, seed: 4 },
        ];
        let why = || "why".to_owned();
        let outcomes = [
            Outcome::Parsed,
            Outcome::Answered("306".to_owned()),
            Outcome::Unsolved,
            Outcome::Error(why()),
            Outcome::Panic(why()),
        ];
        let allocations = Allocations {
            count: 5,
            bytes: 6,
            peak: 7,
        };
        let replies = [
            Reply::Traced(Trace::Written),
            Reply::Traced(Trace::None),
            Reply::Warmed {
                call_ns: 0.5,
                grain_ns: ns,
            },
            Reply::Sampled(vec![8, 9]),
            Reply::Chained(ns),
            Reply::Allocated(None),
            Reply::Allocated(Some(allocations)),
            Reply::Generated(None),
            Reply::Generated(Some("1\n".to_owned())),
            Reply::OutOfMemory,
            Reply::StdoutClosed,
            Reply::Refused(why()),
        ];
        let number = 10;
        let mut lines = vec![VERSION.to_string(), line(&handshake("x"))];
        lines.extend(commands.map(|command| line(&Request { number, command })));
        let replies = outcomes
            .map(|outcome| Reply::Ran { ns, outcome })
            .into_iter()
            .chain(replies);
        lines.extend(replies.map(|reply| line(&Response { number, reply })));
        let shown = lines.iter().map(|line| line.trim_end().replace('\t', " "));
        let expected = [
            "11",
            "aoc-worker 11 key 2020 true 2 1 x 1 none some x false true x 1 x 2 true 1 x 1 none some x false true x 1 x 2 true",
            r"10 open 1 text a\tb",
            "10 open 1 example 0",
            "10 run parse none",
            "10 run part2 some loop",
            "10 trace 1",
            "10 warm part2 some loop 2",
            "10 sample part2 some loop 3 2",
            "10 chain",
            "10 count part2 some loop",
            "10 generate 1 4",
            "10 ran 2 parsed",
            "10 ran 2 answered 306",
            "10 ran 2 unsolved",
            "10 ran 2 error why",
            "10 ran 2 panic why",
            "10 traced true",
            "10 traced false",
            "10 warmed 0.5 2",
            "10 sampled 2 8 9",
            "10 chained 2",
            "10 allocated none",
            "10 allocated some 5 6 7",
            "10 generated none",
            r"10 generated some 1\n",
            "10 out-of-memory",
            "10 stdout-closed",
            "10 refused why",
        ];
        assert_eq!(shown.collect::<Vec<_>>(), expected);
    }

    #[test]
    fn a_handshake_of_any_version_is_identified() {
        let line = b"aoc-worker\t9\tkey\tanything\telse\\x\n";
        assert_eq!(identify(line), Some((9, "key")));
        let line = handshake("x").to_line();
        assert_eq!(identify(line.as_bytes()), Some((VERSION, "key")));
        for stranger in ["", "\n", "GET / HTTP/1.1\r\n", "aoc-worker\t2\tk"] {
            assert_eq!(identify(stranger.as_bytes()), None, "{stranger}");
        }
    }

    #[test]
    fn lines_that_are_not_messages_are_refused() {
        for (line, message) in [
            ("", "expected a number, found ``"),
            ("1", "expected a reply, found the end of the line"),
            ("1\tsing", "expected a reply, found `sing`"),
            (
                "1\t\"it's\"\u{7}",
                "expected a reply, found `\"it's\"\\u{7}`",
            ),
            ("1\ttraced\tyes", "expected true or false, found `yes`"),
            ("1\ttraced\ttrue\tx", "expected the end of the line, found"),
            ("1\tsampled\t9\t1", "expected a number, found the end of"),
            ("1\trefused\ta\\xb", "expected an escape, found `\\\\xb`"),
            ("1\trefused\ta\\é", "expected an escape, found `\\\\é`"),
        ] {
            let error = Response::from_line(line.as_bytes()).unwrap_err();
            assert!(error.to_string().starts_with(message), "{line:?}");
        }
        let error = Response::from_line(b"1\trefused\t\xff").unwrap_err();
        assert!(error.to_string().contains("UTF-8"), "{error}");
        let long = "x".repeat(1 << 20);
        let error = Response::from_line(long.as_bytes()).unwrap_err();
        assert!(error.to_string().len() < 200, "{error}");
    }
}
