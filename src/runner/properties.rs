//! Property tests of the lines on the channel, which a solution or any other program may write.
//! `just fuzz runner` runs them for an hour.

use std::fmt::Debug;

use aoc_solution::protocol::{
    Allocations, AlternativeInfo, Call, DayInfo, ExampleInfo, Handshake, OpenedInput, Outcome,
    Phase, Reply, Request, Response, VERSION, Wire, WorkerCommand, identify,
};
use aoc_solution::{Part, Trace};
use proptest::prelude::*;

use crate::testing::matching;

fn text() -> impl Strategy<Value = String> {
    matching("([a-z0-9\t\n\r\\\\ é\u{0}\u{2028}]|none|some|parsed|0\tout-of-memory\n){0,12}")
}

fn part() -> impl Strategy<Value = Part> {
    prop::sample::select(Part::BOTH.to_vec())
}

fn call() -> impl Strategy<Value = Call> {
    let phase = prop::sample::select(Phase::ALL.to_vec());
    (phase, prop::option::of(text())).prop_map(|(phase, alternative)| Call { phase, alternative })
}

fn outcome() -> impl Strategy<Value = Outcome> {
    prop_oneof![
        Just(Outcome::Parsed),
        text().prop_map(Outcome::Answered),
        Just(Outcome::Unsolved),
        text().prop_map(Outcome::Error),
        text().prop_map(Outcome::Panic),
    ]
}

fn reply() -> impl Strategy<Value = Reply> {
    let allocations =
        any::<[u64; 3]>().prop_map(|[count, bytes, peak]| Allocations { count, bytes, peak });
    prop_oneof![
        (any::<u64>(), outcome()).prop_map(|(ns, outcome)| Reply::Ran { ns, outcome }),
        prop::sample::select(vec![Trace::Written, Trace::None]).prop_map(Reply::Traced),
        (0.0..f64::MAX, any::<u64>())
            .prop_map(|(call_ns, grain_ns)| Reply::Warmed { call_ns, grain_ns }),
        prop::collection::vec(any::<u64>(), 0..5).prop_map(Reply::Sampled),
        any::<u64>().prop_map(Reply::Chained),
        prop::option::of(allocations).prop_map(Reply::Allocated),
        prop::option::of(text()).prop_map(Reply::Generated),
        Just(Reply::OutOfMemory),
        Just(Reply::StdoutClosed),
        text().prop_map(Reply::Refused),
    ]
}

fn command() -> impl Strategy<Value = WorkerCommand> {
    let input = prop_oneof![
        text().prop_map(OpenedInput::Text),
        any::<usize>().prop_map(OpenedInput::Example)
    ];
    prop_oneof![
        (any::<u8>(), input).prop_map(|(day, input)| WorkerCommand::Open { day, input }),
        call().prop_map(WorkerCommand::Run),
        part().prop_map(WorkerCommand::Trace),
        (call(), any::<u64>()).prop_map(|(call, ns)| WorkerCommand::Warm { call, ns }),
        (call(), any::<u64>(), any::<u64>()).prop_map(|(call, calls, ns)| WorkerCommand::Sample {
            call,
            calls,
            ns
        }),
        Just(WorkerCommand::Chain),
        call().prop_map(WorkerCommand::Count),
        (any::<u8>(), any::<u64>()).prop_map(|(day, seed)| WorkerCommand::Generate { day, seed }),
    ]
}

fn handshake() -> impl Strategy<Value = Handshake> {
    let expected = [prop::option::of(text()), prop::option::of(text())];
    let example =
        (expected, any::<[bool; 2]>(), text()).prop_map(|(expected, has_own_function, input)| {
            ExampleInfo {
                expected,
                has_own_function,
                input,
            }
        });
    let alternative = (text(), part()).prop_map(|(name, part)| AlternativeInfo { name, part });
    let day = (
        any::<u8>(),
        text(),
        prop::collection::vec(example, 0..3),
        prop::collection::vec(alternative, 0..3),
        any::<bool>(),
    )
        .prop_map(|(day, title, examples, alternatives, takes_text)| DayInfo {
            day,
            title,
            examples,
            alternatives,
            takes_text,
        });
    let days = prop::collection::vec(day, 0..3);
    ("[0-9a-f]{1,32}", any::<u16>(), any::<bool>(), days)
        .prop_map(|(key, year, counts, days)| Handshake::new(key, year, counts, days))
}

/// A message is written as one line. Reading the line gives the same message.
fn round_trips<T: Wire + PartialEq + Debug>(message: &T) -> Result<(), TestCaseError> {
    let line = message.to_line();
    prop_assert_eq!(line.find('\n'), Some(line.len() - 1));
    let read = T::from_line(line.as_bytes()).expect("a message");
    prop_assert_eq!(&read, message);
    // A line that was cut off can only be another message. Nothing may follow the end of a line.
    for (end, _) in line.trim_end_matches('\n').char_indices().skip(1) {
        if let Ok(other) = T::from_line(&line.as_bytes()[..end]) {
            prop_assert_ne!(&other, message);
        }
    }
    prop_assert!(T::from_line(line.replace('\n', "\t\n").as_bytes()).is_err());
    Ok(())
}

proptest! {
    #[test]
    fn messages_arrive_as_they_were_sent(number: u64, command in command(), reply in reply(), handshake in handshake()) {
        round_trips(&Request { number, command })?;
        round_trips(&Response { number, reply })?;
        round_trips(&handshake)?;
        let line = handshake.to_line();
        prop_assert_eq!(identify(line.as_bytes()), Some((VERSION, handshake.key.as_str())));
        // The sender is not known before the key is complete.
        let known = line.match_indices('\t').nth(2).map_or(line.len(), |(at, _)| at);
        prop_assert_eq!(identify(&line.as_bytes()[..known]), None);
    }

    /// A request is not answered by text that a solution prints into the channel.
    #[test]
    fn a_text_of_a_solution_is_one_field(printed in text(), number: u64) {
        let reply = Reply::Ran { ns: 1, outcome: Outcome::Answered(printed.clone()) };
        let line = Response { number, reply }.to_line();
        prop_assert_eq!(line.matches('\n').count(), 1);
        prop_assert_eq!(line.matches('\t').count(), 4);
        prop_assert!(!line.contains('\r'));
        // Printed text counts as a response only in the form of a response.
        if let Ok(response) = Response::from_line(printed.as_bytes()) {
            prop_assert!(printed.starts_with(|c: char| c.is_ascii_digit() || c == '+'), "{:?}", response);
        }
    }

    #[test]
    fn a_line_that_is_read_means_what_is_written_back(
        line in matching("[0-9+]{0,3}(\t(ran|traced|warmed|sampled|allocated|generated|refused|out-of-memory|open|run|answered|parsed|text|example|none|some|true|part1|[0-9.e-]{0,4}|\\\\[tnr\\\\x]|[a-zé]{0,3})){0,6}"),
        text in matching("[0-9]{1,3}\t(refused|generated\tsome|ran\t[0-9]{1,3}\t(answered|error|panic))\t([a-zé]|\\\\[tnr\\\\x]){0,4}"),
        bytes in prop::collection::vec(any::<u8>(), 0..40),
    ) {
        for line in [line.as_bytes(), text.as_bytes(), &bytes] {
            if let Ok(request) = Request::from_line(line) {
                prop_assert_eq!(Request::from_line(request.to_line().as_bytes()).expect("a request"), request);
            }
            if let Ok(response) = Response::from_line(line) {
                let again = Response::from_line(response.to_line().as_bytes()).expect("a response");
                prop_assert_eq!(again.to_line(), response.to_line());
            }
            let _ = Handshake::from_line(line);
            let _ = identify(line);
        }
    }
}
