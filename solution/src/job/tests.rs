use std::cell::Cell;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use super::*;
use crate::dispatch::DayOf;
use crate::protocol::Call;
use crate::{Example, Solution, bail, ensure};

/// The job on a year whose only day, the first, is `S`.
fn on<S: Solution>(test: impl FnOnce(&mut Job<'_>)) {
    let mut days = Days::new(2020);
    days.add(1, Box::new(DayOf::<S>::new()));
    test(&mut Job::new(&days));
}

fn open(text: &str) -> Command {
    Command::Open {
        day: 1,
        source: Source::Text(text.to_owned()),
        memory: None,
    }
}

const fn call(phase: Phase) -> Call {
    Call {
        phase,
        alternative: None,
    }
}

fn warm(phase: Phase) -> Command {
    Command::Warm {
        call: call(phase),
        ns: 0,
    }
}

fn ran(reply: Reply) -> Outcome {
    match reply {
        Reply::Ran { outcome, .. } => outcome,
        other => panic!("not an outcome: {other:?}"),
    }
}

fn answered(text: &str) -> Outcome {
    Outcome::Answered(text.to_owned())
}

/// Answers with the text it is given, or does what it says.
struct Echo;

impl Solution for Echo {
    const TITLE: &'static str = "Echo";
    type Input<'a> = &'a str;

    fn parse(input: &str) -> Result<&str> {
        ensure!(input != "unreadable", "line 1 is unreadable");
        Ok(input)
    }

    fn part1(input: &&str) -> Result<Answer> {
        match *input {
            "panics" => panic!("{}", "p".repeat(10 << 20)),
            "fails" => bail!("e".repeat(10 << 20)),
            "long" => Ok("a".repeat(ANSWER_BYTES + 1).into()),
            "longest" => Ok("a".repeat(ANSWER_BYTES).into()),
            "bomb" => panic::panic_any(Bomb),
            text => Ok(text.into()),
        }
    }

    fn generate(seed: u64) -> Option<String> {
        assert_ne!(seed, 7, "not this seed");
        (seed > 0).then(|| seed.to_string())
    }

    fn trace(input: &&str, _: Part, _: &mut dyn Write) -> Result<bool> {
        match *input {
            "broken pipe" => bail!(io::Error::from(io::ErrorKind::BrokenPipe)),
            "full" => bail!(io::Error::from(io::ErrorKind::StorageFull)),
            text => Ok(text == "traced"),
        }
    }

    const EXAMPLES: &'static [Example<Self>] =
        &[Example::<Self>::new("text").part1_with("own", |_| Ok("own".into()))];
}

/// Panics again when the panic that it is the payload of is dropped.
struct Bomb;

impl Drop for Bomb {
    fn drop(&mut self) {
        panic!("dropped");
    }
}

#[test]
fn opens_and_runs() {
    on::<Echo>(|job| {
        assert_eq!(ran(job.handle(open("1\n2"))), Outcome::Parsed);
        let run = |phase| Command::Run(call(phase));
        assert_eq!(ran(job.handle(run(Phase::Part1))), answered("1\n2"));
        assert_eq!(ran(job.handle(run(Phase::Part2))), Outcome::Unsolved);
        let example = Command::Open {
            day: 1,
            source: Source::Example(0),
            memory: None,
        };
        assert_eq!(ran(job.handle(example)), Outcome::Parsed);
        assert_eq!(ran(job.handle(run(Phase::Part1))), answered("own"));
    });
}

#[test]
fn refuses_what_makes_no_sense() {
    on::<Echo>(|job| {
        let refused = |reply| match reply {
            Reply::Refused(why) => why,
            other => panic!("not refused: {other:?}"),
        };
        let example = Command::Open {
            day: 1,
            source: Source::Example(1),
            memory: None,
        };
        let other_day = Command::Generate {
            day: 2,
            seed: 1,
            memory: None,
        };
        for (command, why) in [
            (warm(Phase::Parse), "no puzzle is open"),
            (Command::Trace(Part::One), "no puzzle is open"),
            (example, "day 1 has no example 2"),
            (other_day, "no solution for 2020/2 in this program"),
        ] {
            assert_eq!(refused(job.handle(command)), why);
        }
    });
}

#[test]
fn an_input_that_cannot_be_parsed_is_the_outcome_of_all_commands() {
    on::<Echo>(|job| {
        let error = Outcome::Error("line 1 is unreadable".to_owned());
        assert_eq!(ran(job.handle(open("unreadable"))), error);
        assert_eq!(ran(job.handle(warm(Phase::Parse))), error);
        assert_eq!(ran(job.handle(Command::Run(call(Phase::Part1)))), error);
    });
}

#[test]
fn long_messages_and_answers_are_cut_short() {
    on::<Echo>(|job| {
        let mut run = |text| {
            assert_eq!(ran(job.handle(open(text))), Outcome::Parsed);
            ran(job.handle(Command::Run(call(Phase::Part1))))
        };
        for text in ["panics", "fails"] {
            let (Outcome::Panic(message) | Outcome::Error(message)) = run(text) else {
                panic!("{text}");
            };
            assert!(message.len() < 17 << 10, "{}", message.len());
            assert!(message.ends_with("… (cut off: 10485760 bytes in all)"));
        }
        assert_eq!(
            run("long"),
            Outcome::Error(
                "the answer is too long: 1048577 bytes, where 1048576 is the most".to_owned()
            )
        );
        assert!(matches!(run("longest"), Outcome::Answered(_)));
    });
}

#[test]
fn a_panic_within_a_panic_is_an_outcome() {
    on::<Echo>(|job| {
        job.handle(open("bomb"));
        let bomb = ran(job.handle(Command::Run(call(Phase::Part1))));
        assert_eq!(bomb, Outcome::Panic("no message".to_owned()));
    });
}

#[test]
fn generates_inputs() {
    on::<Echo>(|job| {
        let mut generate = |seed| {
            job.handle(Command::Generate {
                day: 1,
                seed,
                memory: None,
            })
        };
        assert_eq!(generate(3), Reply::Generated(Some("3".to_owned())));
        assert_eq!(generate(0), Reply::Generated(None));
        let Outcome::Panic(message) = ran(generate(7)) else {
            panic!("no panic");
        };
        assert!(message.contains("not this seed"), "{message}");
    });
}

#[test]
fn a_reader_that_has_seen_enough_of_a_trace_is_no_failure() {
    on::<Echo>(|job| {
        let mut trace = |text| {
            job.handle(open(text));
            job.handle(Command::Trace(Part::One))
        };
        assert_eq!(trace("traced"), Reply::Traced(true));
        assert_eq!(trace("untraced"), Reply::Traced(false));
        assert_eq!(trace("broken pipe"), Reply::Traced(true));
        assert!(matches!(ran(trace("full")), Outcome::Error(_)));
    });
}

/// Can be parsed only a few times; part 2 panics.
struct Tired;

static PARSED: AtomicU32 = AtomicU32::new(0);

impl Solution for Tired {
    const TITLE: &'static str = "Tired";
    type Input<'a> = Cell<u32>;

    fn parse(input: &str) -> Result<Cell<u32>> {
        let times = PARSED.fetch_add(1, Relaxed) + 1;
        match input.parse()? {
            most if times <= most => Ok(Cell::new(times)),
            0 => bail!("cannot be parsed at all"),
            most => panic!("parsed {times} times, where {most} is the most"),
        }
    }

    fn part1(times: &Cell<u32>) -> Result<Answer> {
        Ok(times.get().into())
    }

    fn part2(times: &Cell<u32>) -> Result<Answer> {
        times.set(1000);
        panic!("part 2 has given up")
    }
}

/// One test, because it counts how often `parse` is called.
#[test]
fn a_parse_that_fails_when_it_is_called_again_says_so() {
    on::<Tired>(|job| {
        let part1 = || Command::Run(call(Phase::Part1));
        let again = Outcome::Panic("parsed 2 times, where 1 is the most".to_owned());
        assert_eq!(ran(job.handle(open("1"))), Outcome::Parsed);
        assert_eq!(ran(job.handle(warm(Phase::Parse))), again);
        // The first input is as good as before.
        assert_eq!(ran(job.handle(part1())), answered("1"));

        // A part that panics may have left anything in the input.
        PARSED.store(0, Relaxed);
        assert_eq!(ran(job.handle(open("2"))), Outcome::Parsed);
        let part2 = Outcome::Panic("part 2 has given up".to_owned());
        assert_eq!(ran(job.handle(warm(Phase::Part2))), part2);
        assert_eq!(ran(job.handle(part1())), answered("2"));

        // If it cannot be parsed again, later commands get the reason.
        assert_eq!(ran(job.handle(Command::Run(call(Phase::Part2)))), part2);
        let why = "the input cannot be parsed again: parsed 3 times, where 2 is the most";
        let why = Outcome::Error(why.to_owned());
        assert_eq!(ran(job.handle(part1())), why);
        assert_eq!(ran(job.handle(warm(Phase::Part1))), why);
    });
}
