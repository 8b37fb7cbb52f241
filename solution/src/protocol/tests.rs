use std::fmt::Debug;

use super::*;
use crate::{Part, Random};

/// Texts that could be mistaken for something else.
const NASTY: &[&str] = &[
    "",
    " ",
    "\t",
    "\n",
    "\r\n",
    "\\",
    "\\n",
    "\\\\t",
    "a\tb\nc\rd\\e",
    "none",
    "some",
    "0\tout-of-memory\n",
    "é\u{1F384}\u{0}\u{7f}\u{2028}",
    "#.\n.#\n",
    "ends with \\",
];

/// Bytes with a meaning in a line, and some that are not text.
const MEANINGFUL: &[u8] = b"\t\n\r\\0129tnrsx-\x80\xff";

fn assert_round_trip<T: Wire + PartialEq + Debug>(message: &T) {
    let line = message.to_line();
    assert_eq!(line.find('\n'), Some(line.len() - 1), "{line:?}");
    assert_eq!(T::from_line(line.as_bytes()).as_ref(), Ok(message));
    let line = line.trim_end_matches('\n');
    assert_eq!(T::from_line(line.as_bytes()).as_ref(), Ok(message));
}

fn commands(text: &str) -> Vec<Command> {
    let call = |phase, alternative: Option<&str>| Call {
        phase,
        alternative: alternative.map(str::to_owned),
    };
    let open = |source, memory| Command::Open {
        day: 25,
        source,
        memory,
    };
    vec![
        open(Source::Text(text.to_owned()), None),
        open(Source::Text(String::new()), Some(u64::MAX)),
        open(Source::Example(usize::MAX), None),
        Command::Run(call(Phase::Part1, None)),
        Command::Run(call(Phase::Part2, Some(text))),
        Command::Trace(Part::One),
        Command::Trace(Part::Two),
        Command::Warm {
            call: call(Phase::Parse, None),
            ns: u64::MAX,
        },
        Command::Sample {
            call: call(Phase::Part2, Some(text)),
            batch: 1,
            ns: 0,
        },
        Command::Count(call(Phase::Part1, Some(text))),
        Command::Generate {
            day: 1,
            seed: u64::MAX,
            memory: Some(1 << 30),
        },
    ]
}

fn replies(text: &str) -> Vec<Reply> {
    let text = || text.to_owned();
    let mut replies: Vec<Reply> = [
        Outcome::Parsed,
        Outcome::Answered(text()),
        Outcome::Unsolved,
        Outcome::Error(text()),
        Outcome::Panic(text()),
    ]
    .map(|outcome| Reply::Ran { ns: 7, outcome })
    .into();
    replies.extend(
        [
            0.0,
            0.1,
            60_500.25,
            f64::MAX,
            f64::MIN_POSITIVE,
            f64::INFINITY,
        ]
        .map(|call_ns| Reply::Warmed {
            call_ns,
            grain_ns: u64::MAX,
        }),
    );
    replies.extend([
        Reply::Traced(true),
        Reply::Traced(false),
        Reply::Sampled(vec![]),
        Reply::Sampled(vec![1, 0, u64::MAX]),
        Reply::Allocated(None),
        Reply::Allocated(Some(Allocations {
            count: 1,
            bytes: 2,
            peak: u64::MAX,
        })),
        Reply::Generated(None),
        Reply::Generated(Some(text())),
        Reply::OutOfMemory,
        Reply::Refused(text()),
    ]);
    replies
}

fn handshake(text: &str) -> Handshake {
    let cow = || text.to_owned().into();
    Handshake {
        key: text.to_owned(),
        year: 2020,
        days: vec![
            DayInfo {
                day: 1,
                title: cow(),
                examples: vec![],
                alternatives: vec![],
            },
            DayInfo {
                day: 25,
                title: cow(),
                examples: vec![
                    ExampleInfo {
                        expected: [None, Some(cow())],
                        own_rules: [false, true],
                        digest: 0,
                    },
                    ExampleInfo {
                        expected: [Some(cow()), None],
                        own_rules: [true, false],
                        digest: u64::MAX,
                    },
                ],
                alternatives: vec![AlternativeInfo {
                    name: cow(),
                    part: Part::Two,
                }],
            },
        ],
    }
}

/// A line of every kind of message.
fn lines(text: &str) -> Vec<String> {
    let commands = commands(text).into_iter();
    let requests = commands.map(|command| Request { number: 3, command }.to_line());
    let replies = replies(text).into_iter();
    let responses = replies.map(|reply| Response { number: 3, reply }.to_line());
    let mut lines: Vec<String> = requests.chain(responses).collect();
    lines.push(handshake(text).to_line());
    lines
}

/// Decodes the line as everything that it could be.
fn decode(line: &[u8]) {
    let _ = Request::from_line(line);
    let _ = Response::from_line(line);
    let _ = Handshake::from_line(line);
    let _ = identify(line);
}

#[test]
fn messages_are_read_as_they_were_written() {
    for text in NASTY {
        for command in commands(text) {
            assert_round_trip(&Request { number: 1, command });
        }
        for reply in replies(text) {
            let number = u64::MAX;
            assert_round_trip(&Response { number, reply });
        }
        assert_round_trip(&handshake(text));
    }
}

#[test]
fn messages_look_as_documented() {
    let request = Request {
        number: 12,
        command: Command::Run(Call {
            phase: Phase::Part1,
            alternative: Some("one\ttwo".to_owned()),
        }),
    };
    assert_eq!(request.to_line(), "12\trun\tpart1\tsome\tone\\ttwo\n");
    let response = Response {
        number: 12,
        reply: Reply::Ran {
            ns: 2100,
            outcome: Outcome::Answered("#.\n.#\n".to_owned()),
        },
    };
    assert_eq!(response.to_line(), "12\tran\t2100\tanswered\t#.\\n.#\\n\n");
    let unasked = Response {
        number: 0,
        reply: Reply::OutOfMemory,
    };
    assert_eq!(unasked.to_line().as_bytes(), OUT_OF_MEMORY_LINE);
}

#[test]
fn the_ends_of_a_text_and_of_its_lines_do_not_count() {
    assert_eq!(text_digest("1\n2"), text_digest("1\r\n2\r\n\n"));
    assert_ne!(text_digest("1\n2"), text_digest("12"));
    assert_ne!(text_digest("1\n2"), text_digest(" 1\n2"));
    // The test vector of FNV-1a.
    assert_eq!(text_digest("foobar"), 0x8594_4171_f739_67e8);
}

#[test]
fn a_handshake_of_any_version_is_identified() {
    let line = b"aoc-worker\t9\tkey\tanything\telse\\x\n";
    assert_eq!(identify(line), Some((9, "key")));
    let line = handshake("key").to_line();
    assert_eq!(identify(line.as_bytes()), Some((VERSION, "key")));
    for stranger in [
        "",
        "\n",
        "GET / HTTP/1.1\r\n",
        "{\"protocol\":1,\"key\":\"5\"}",
        "aoc-worker\t2",
        "aoc-worker\t2\tk",
    ] {
        assert_eq!(identify(stranger.as_bytes()), None, "{stranger}");
    }
}

#[test]
fn lines_that_are_not_messages_are_refused() {
    for (line, message) in [
        ("", "expected a number, found ``"),
        ("x\trun", "expected a number, found `x`"),
        ("1", "expected a reply, found the end of the line"),
        ("1\tsing", "expected a reply, found `sing`"),
        ("1\ttraced\tyes", "expected true or false, found `yes`"),
        (
            "1\ttraced\ttrue\tfalse",
            "expected the end of the line, found `false`",
        ),
        (
            "1\tsampled\t18446744073709551615\t1",
            "expected a number, found the end of the line",
        ),
        ("1\trefused\ta\\xb", "expected an escape, found `\\\\xb`"),
        ("1\trefused\ta\\", "expected an escape, found `\\\\`"),
    ] {
        let error = Response::from_line(line.as_bytes()).unwrap_err();
        assert_eq!(error.to_string(), message, "{line:?}");
    }
    let error = Response::from_line(b"1\trefused\t\xff").unwrap_err();
    assert!(error.to_string().contains("UTF-8"), "{error}");
    let long = "x".repeat(1 << 20);
    let error = Response::from_line(long.as_bytes()).unwrap_err();
    assert!(error.to_string().len() < 200, "{error}");
}

#[test]
fn no_line_makes_the_decoder_panic() {
    let mut random = Random::new(2020);
    let mut below = |bound: usize| usize::try_from(random.below(bound as u64)).unwrap();
    for text in NASTY {
        for line in lines(text) {
            let line = line.into_bytes();
            // Cut off anywhere.
            for end in 0..line.len() {
                decode(&line[..end]);
            }
            // With some bytes replaced.
            for _ in 0..200 {
                let mut line = line.clone();
                for _ in 0..=below(3) {
                    let at = below(line.len());
                    line[at] = MEANINGFUL[below(MEANINGFUL.len())];
                }
                decode(&line);
            }
        }
    }
    for _ in 0..20_000 {
        let length = below(40);
        let line: Vec<u8> = (0..length)
            .map(|_| u8::try_from(below(256)).unwrap())
            .collect();
        decode(&line);
    }
}

#[test]
fn long_texts_are_read_as_they_were_written() {
    let text = "12, -7\tx\\y\r\n".repeat(1 << 18);
    let command = Command::Open {
        day: 1,
        source: Source::Text(text),
        memory: None,
    };
    assert_round_trip(&Request { number: 1, command });
}
