//! Executes commands, one after the other, on the puzzle that was opened. Answers,
//! errors and panics of the solution become replies.

use std::any::Any;
use std::backtrace::Backtrace;
use std::cell::Cell;
use std::fmt::Display;
use std::io::{self, Write};
use std::mem;
use std::panic::{self, AssertUnwindSafe, Location, PanicHookInfo};
use std::{process, thread};

use crate::dispatch::{AnyDay, ParsedInput};
use crate::memory;
use crate::protocol::{OpenedInput, Outcome, Phase, Reply, WorkerCommand};
use crate::{Answer, Error, Part, Registry, Result, Trace, measure};

/// The maximum length of an answer that is sent to the runner, in bytes. Answers of puzzles are far
/// shorter.
const MAX_ANSWER_BYTES: usize = 1 << 20;

/// The maximum length of a message that is sent whole, in bytes.
const MAX_MESSAGE_BYTES: usize = 16 << 10;

/// Executes the commands of one worker.
pub(crate) struct Executor<'a> {
    registry: &'a Registry,
    open: Option<OpenPuzzle<'a>>,
}

/// The puzzle that was opened.
struct OpenPuzzle<'a> {
    day: &'a dyn AnyDay,
    text: &'static str,
    example: Option<usize>,
    /// The parsed input, or the outcome of the parse that failed. `Unsolved` before the parse.
    input: Result<Box<dyn ParsedInput>, Outcome>,
}

/// The reason why a command has no regular reply.
enum Failure {
    /// The command cannot be executed, whatever the solution does.
    Refused(String),
    /// The solution failed with this outcome.
    Failed(Outcome),
}

/// Converts an error of the solution.
impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::Failed(error_outcome(&error))
    }
}

impl<'a> Executor<'a> {
    pub(crate) const fn new(registry: &'a Registry) -> Self {
        Self {
            registry,
            open: None,
        }
    }

    /// Executes the command. Panics and errors of the solution become replies.
    pub(crate) fn handle(&mut self, command: WorkerCommand) -> Reply {
        LAST_PANIC.set(None);
        let gets_input = gets_input(&command);
        let executed = panic::catch_unwind(AssertUnwindSafe(|| self.execute(command)));
        let outcome = match executed {
            Ok(Ok(reply)) => return reply,
            Ok(Err(Failure::Refused(why))) => return Reply::Refused(why),
            Ok(Err(Failure::Failed(outcome))) => outcome,
            Err(payload) => {
                let outcome = Outcome::Panic(panic_message(payload));
                // The part may have left an input with interior mutability in any state.
                if gets_input && let Some(open) = &mut self.open {
                    open.parse_again();
                }
                outcome
            }
        };
        Reply::Ran { ns: 0, outcome }
    }

    fn execute(&mut self, command: WorkerCommand) -> Result<Reply, Failure> {
        Ok(match command {
            WorkerCommand::Open { day, input } => self.open(day, input)?,
            WorkerCommand::Run(call) => {
                let (ns, answer) = self.input()?.run(&call);
                Reply::Ran {
                    ns,
                    outcome: answer_outcome(answer),
                }
            }
            WorkerCommand::Trace(part) => Reply::Traced(trace(self.input()?, part)?),
            WorkerCommand::Warm { call, ns } => {
                let input = self.input()?;
                memory::leave_limit_to_runner();
                measure::warm(&|calls| input.time_batch(&call, calls), ns)?
            }
            WorkerCommand::Sample { call, calls, ns } => {
                let input = self.input()?;
                memory::leave_limit_to_runner();
                measure::sample(&|calls| input.time_batch(&call, calls), calls, ns)?
            }
            WorkerCommand::Chain => measure::chain(),
            WorkerCommand::Count(call) => Reply::Allocated(self.input()?.count(&call)?),
            WorkerCommand::Generate { day, seed } => {
                Reply::Generated(self.day(day)?.generate(seed))
            }
        })
    }

    fn open(&mut self, number: u8, input: OpenedInput) -> Result<Reply, Failure> {
        let day = self.day(number)?;
        // A worker serves one puzzle until it ends, so the text is leaked.
        let (text, example): (&'static str, _) = match input {
            OpenedInput::Text(text) => (text.leak(), None),
            OpenedInput::Example(index) => {
                let Some(example) = day.example(index) else {
                    let why = format!("day {number} has no example {}", index + 1);
                    return Err(Failure::Refused(why));
                };
                (example.input, Some(index))
            }
        };
        let open = self.open.insert(OpenPuzzle {
            day,
            text,
            example,
            input: Err(Outcome::Unsolved),
        });
        let (ns, outcome) = open.parse();
        Ok(Reply::Ran { ns, outcome })
    }

    fn day(&self, number: u8) -> Result<&'a dyn AnyDay, Failure> {
        self.registry.get(number).map_err(Failure::Refused)
    }

    /// The parsed input of the open puzzle.
    fn input(&self) -> Result<&dyn ParsedInput, Failure> {
        let Some(open) = &self.open else {
            return Err(Failure::Refused("no puzzle is open".to_owned()));
        };
        match &open.input {
            Ok(input) => Ok(input.as_ref()),
            Err(outcome) => Err(Failure::Failed(outcome.clone())),
        }
    }
}

impl OpenPuzzle<'_> {
    /// Parses the text. Returns the time in nanoseconds, and the outcome.
    fn parse(&mut self) -> (u64, Outcome) {
        let open = AssertUnwindSafe(|| self.day.open(self.text, self.example));
        let (ns, input) = match panic::catch_unwind(open) {
            Ok((ns, Ok(input))) => (ns, Ok(input)),
            Ok((ns, Err(error))) => (ns, Err(error_outcome(&error))),
            Err(payload) => (0, Err(Outcome::Panic(panic_message(payload)))),
        };
        let outcome = match &input {
            Ok(_) => Outcome::Parsed,
            Err(outcome) => outcome.clone(),
        };
        self.input = input;
        (ns, outcome)
    }

    /// Parses the text again, to replace an input that can no longer be trusted. If this fails, the
    /// reason is the reply to every later command.
    fn parse_again(&mut self) {
        let spoiled = mem::replace(&mut self.input, Err(Outcome::Unsolved));
        if let Err(payload) = panic::catch_unwind(AssertUnwindSafe(|| drop(spoiled))) {
            // Only the panic that spoiled the input is shown to the user.
            drop(panic_message(payload));
        }
        if let (_, Outcome::Error(why) | Outcome::Panic(why)) = self.parse() {
            let message = format!("the input cannot be parsed again: {why}");
            self.input = Err(Outcome::Error(message));
        }
    }
}

/// True if the command passes the parsed input to a function of the day. `parse` gets only the
/// text.
fn gets_input(command: &WorkerCommand) -> bool {
    match command {
        WorkerCommand::Open { .. } | WorkerCommand::Chain | WorkerCommand::Generate { .. } => false,
        WorkerCommand::Trace(_) => true,
        WorkerCommand::Run(call)
        | WorkerCommand::Warm { call, .. }
        | WorkerCommand::Sample { call, .. }
        | WorkerCommand::Count(call) => call.phase != Phase::Parse,
    }
}

/// Writes the trace of a part to stdout, if it has one.
fn trace(input: &dyn ParsedInput, part: Part) -> Result<Trace> {
    // Stdout is locked for each write only, so that a thread of the solution can print meanwhile.
    let mut out = io::BufWriter::new(io::stdout());
    let traced = input.trace(part, &mut out).and_then(|traced| {
        out.flush()?;
        Ok(traced)
    });
    match traced {
        // The reader, such as `head`, has closed the pipe.
        Err(error) if is_io_error(&error, io::ErrorKind::BrokenPipe) => Ok(Trace::Written),
        traced => traced,
    }
}

/// True if the cause is an I/O error of this kind.
pub(crate) fn is_io_error(error: &Error, kind: io::ErrorKind) -> bool {
    matches!(error.downcast_ref::<io::Error>(), Some(cause) if cause.kind() == kind)
}

/// The outcome of a part.
fn answer_outcome(answer: Result<Answer>) -> Outcome {
    let answer = match answer {
        Ok(Answer::Unsolved) => return Outcome::Unsolved,
        // The text stays as it is drawn, so that the runner can show the picture as well.
        Ok(Answer::Text(text) | Answer::Letters(text)) => text,
        Ok(answer) => answer.to_string(),
        Err(error) => return error_outcome(&error),
    };
    if answer.len() > MAX_ANSWER_BYTES {
        return Outcome::Error(format!(
            "the answer has {} bytes; at most {MAX_ANSWER_BYTES} are allowed",
            answer.len()
        ));
    }
    Outcome::Answered(answer)
}

fn error_outcome(error: &Error) -> Outcome {
    let message = bounded(&format_args!("{error:#}"));
    Outcome::Error(if message.trim().is_empty() {
        NO_MESSAGE.to_owned()
    } else {
        message
    })
}

thread_local! {
    /// The last panic of the current command. The solution may have caught it.
    static LAST_PANIC: Cell<Option<RecordedPanic>> = const { Cell::new(None) };
}

/// A panic that the hook of [`record_panics`] has seen.
struct RecordedPanic {
    text: String,
    place: Option<String>,
}

impl RecordedPanic {
    fn message(&self) -> String {
        match &self.place {
            Some(place) => bounded(&format_args!("{place}: {}", self.text)),
            None => bounded(&self.text),
        }
    }
}

const NO_MESSAGE: &str = "no message";

/// The message of the panic that was just caught, with the place if the panic was recorded. A panic
/// that `resume_unwind` continues is not recorded, for example one from another thread.
fn panic_message(payload: Box<dyn Any + Send>) -> String {
    let text = match payload.downcast::<String>() {
        Ok(text) => *text,
        Err(payload) => {
            let text = payload.downcast_ref::<&str>().copied();
            // Dropping the payload may panic, too.
            mem::forget(payload);
            text.unwrap_or(NO_MESSAGE).to_owned()
        }
    };
    match LAST_PANIC.take() {
        Some(recorded) if recorded.text == text => recorded.message(),
        _ => bounded(&text),
    }
}

/// Makes all later panics of the current thread a part of the reply. Such a panic is printed only
/// if `RUST_BACKTRACE` asks for a backtrace. Panics of other threads are printed as usual. A panic
/// that ends the program is sent by `send_last`. If nobody reads a `println!`, the program ends,
/// because this is not a failure of the solution.
pub(crate) fn record_panics(send_last: fn(Reply)) {
    let solution = thread::current().id();
    let backtrace = std::env::var_os("RUST_BACKTRACE").is_some_and(|value| value != "0");
    let print = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        let text = info.payload_as_str().unwrap_or(NO_MESSAGE);
        if is_of_closed_stdout(text) {
            send_last(Reply::StdoutClosed);
            process::exit(1);
        }
        let is_of_solution = thread::current().id() == solution;
        let is_fatal = cfg!(panic = "abort") || !can_unwind(info);
        if is_fatal || is_of_solution {
            let panic = RecordedPanic {
                text: text.to_owned(),
                place: info.location().map(place_in_day),
            };
            if is_fatal {
                // The program ends at a panic in a destructor during another panic, or in a
                // function that must not unwind. The panic before it explains more.
                let before = is_of_solution.then(|| LAST_PANIC.take()).flatten();
                let outcome = Outcome::Panic(match before {
                    Some(before) => format!("{}; then {text}", before.message()),
                    None => panic.message(),
                });
                send_last(Reply::Ran { ns: 0, outcome });
            }
            if is_of_solution {
                LAST_PANIC.set(Some(panic));
            }
        }
        if is_of_solution && !backtrace {
            return;
        }
        print(info);
    }));
}

/// The place of a panic. For a panic in a library, it is the place in the day that called it.
fn place_in_day(place: &Location<'_>) -> String {
    if is_of_library(place.file()) {
        let backtrace = Backtrace::force_capture().to_string();
        caller(&place.to_string(), &backtrace)
    } else {
        place.to_string()
    }
}

/// False for a panic that ends the program though its profile lets panics unwind, for example in a
/// destructor during another panic. `PanicHookInfo::can_unwind` is not stable yet.
fn can_unwind(info: &PanicHookInfo<'_>) -> bool {
    !format!("{info:?}").contains("can_unwind: false")
}

/// True for the panic of `println!` after the reader of stdout, such as `head`, has closed the
/// pipe.
fn is_of_closed_stdout(text: &str) -> bool {
    let code = if cfg!(windows) { 232 } else { 32 };
    let closed = io::Error::from_raw_os_error(code);
    text == format!("failed printing to stdout: {closed}")
}

/// True for a source file of the standard library, of a downloaded package or of this library, and
/// false for a file of a day.
fn is_of_library(file: &str) -> bool {
    let file = file.replace('\\', "/");
    [
        &*folder_of(file!()),
        "/rustc/",
        "/rustlib/",
        "/registry/src/",
        "/git/checkouts/",
    ]
    .iter()
    .any(|folder| file.contains(folder))
}

/// The folder of a file, with slashes on every system.
fn folder_of(file: &str) -> String {
    let file = file.replace('\\', "/");
    file.trim_end_matches(|c| c != '/').to_owned()
}

/// The place in the day's code that called a library function, if that function panicked at
/// `place`. The backtrace has line numbers only if the program was built with them, as in the dev
/// profile.
fn caller(place: &str, backtrace: &str) -> String {
    let places = backtrace
        .lines()
        .filter_map(|line| line.trim().strip_prefix("at "));
    for caller in places {
        // Frames of the C library may have line numbers, too.
        if caller.contains(".rs:") && !is_of_library(caller) {
            return caller.trim_start_matches("./").to_owned();
        }
    }
    let (_, place) = place.rsplit_once("/library/").unwrap_or(("", place));
    format!("{place}, called by the day (`--dev` shows its line)")
}

/// The message, cut with a note if it is too long.
fn bounded(message: &dyn Display) -> String {
    let text = message.to_string();
    let bytes = text.len();
    if bytes <= MAX_MESSAGE_BYTES {
        return text;
    }
    let beginning = &text[..text.floor_char_boundary(MAX_MESSAGE_BYTES)];
    format!("{beginning}… (cut off: {bytes} bytes in all)")
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
    use std::sync::mpsc;
    use std::time::Duration;

    use super::*;
    use crate::protocol::Call;
    use crate::{Solution, bail};

    fn text(text: &str) -> WorkerCommand {
        WorkerCommand::Open {
            day: 1,
            input: OpenedInput::Text(text.to_owned()),
        }
    }

    const RUN: WorkerCommand = WorkerCommand::Run(Call::primary(Phase::Part1));

    const fn warm(phase: Phase) -> WorkerCommand {
        WorkerCommand::Warm {
            call: Call::primary(phase),
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

    /// Answers with its input, or does what the input says.
    struct Echo;

    impl Solution for Echo {
        const TITLE: &'static str = "Echo";
        type Input<'a> = &'a str;

        fn parse(input: &str) -> Result<&str> {
            Ok(input)
        }

        fn part1(input: &&str) -> Result<Answer> {
            match *input {
                "panics" => panic!("{}", "é".repeat(5 << 20)),
                "fails" => bail!("e".repeat(10 << 20)),
                "says nothing" => bail!(""),
                "long" => Ok("a".repeat(MAX_ANSWER_BYTES + 1).into()),
                "longest" => Ok("a".repeat(MAX_ANSWER_BYTES).into()),
                "bomb" => panic::panic_any(Bomb),
                "catches" => {
                    let caught = panic::catch_unwind(|| panic!("first"));
                    Ok(u32::from(caught.is_err()).into())
                }
                "resumes" => panic::resume_unwind(Box::new("second".to_owned())),
                "catches and resumes" => {
                    let _ = panic::catch_unwind(|| panic!("first"));
                    panic::resume_unwind(Box::new("second".to_owned()))
                }
                "has a bug" => panic!("third"),
                text => Ok(text.into()),
            }
        }

        fn trace(input: &&str, _: Part, _: &mut dyn Write) -> Result<Trace> {
            match *input {
                "broken pipe" => bail!(io::Error::from(io::ErrorKind::BrokenPipe)),
                "a thread prints" => {
                    let (printed, has_printed) = mpsc::channel();
                    thread::spawn(move || {
                        // Simulates `println!`, whose output a test would capture.
                        drop(io::stdout().lock());
                        let _ = printed.send(());
                    });
                    has_printed.recv_timeout(Duration::from_secs(10))?;
                    Ok(Trace::Written)
                }
                _ => bail!(io::Error::from(io::ErrorKind::StorageFull)),
            }
        }
    }

    /// A panic payload that panics again when it is dropped.
    struct Bomb;

    impl Drop for Bomb {
        fn drop(&mut self) {
            panic!("dropped");
        }
    }

    #[test]
    fn what_makes_no_sense_is_refused_and_what_is_too_long_is_cut_short() {
        let registry = Registry::new(2020).day::<Echo>(1);
        let executor = &mut Executor::new(&registry);
        let (day, input) = (1, OpenedInput::Example(1));
        let example = WorkerCommand::Open { day, input };
        let (day, seed) = (2, 1);
        let other_day = WorkerCommand::Generate { day, seed };
        for (command, why) in [
            (RUN, "no puzzle is open"),
            (example, "day 1 has no example 2"),
            (other_day, "no solution for 2020/2 in this program"),
        ] {
            assert_eq!(executor.handle(command), Reply::Refused(why.to_owned()));
        }

        let mut run = |input| {
            executor.handle(text(input));
            ran(executor.handle(RUN))
        };
        for text in ["panics", "fails"] {
            let (Outcome::Panic(message) | Outcome::Error(message)) = run(text) else {
                panic!("{text}");
            };
            assert!(message.len() < 17 << 10, "{}", message.len());
            assert!(message.ends_with("… (cut off: 10485760 bytes in all)"));
        }
        let long = "the answer has 1048577 bytes; at most 1048576 are allowed";
        assert_eq!(run("long"), Outcome::Error(long.to_owned()));
        assert!(matches!(run("longest"), Outcome::Answered(_)));
        let nothing = Outcome::Error("no message".to_owned());
        assert_eq!(run("says nothing"), nothing);
        // A panic during a panic.
        assert_eq!(run("bomb"), Outcome::Panic("no message".to_owned()));
        let long = format!("{}é{}", "x".repeat(MAX_MESSAGE_BYTES - 1), "y");
        let cut = bounded(&format_args!("{long}"));
        assert!(cut.ends_with("xx… (cut off: 16386 bytes in all)"), "{cut}");

        // A reader that stops reading a trace early is not a failure.
        executor.handle(text("broken pipe"));
        let traced = executor.handle(WorkerCommand::Trace(Part::One));
        assert_eq!(traced, Reply::Traced(Trace::Written));
        executor.handle(text("full"));
        let full = ran(executor.handle(WorkerCommand::Trace(Part::One)));
        assert!(matches!(full, Outcome::Error(_)));
    }

    #[test]
    fn a_panic_that_the_solution_catches_is_not_the_reason_of_a_later_one() {
        record_panics(drop);
        let registry = Registry::new(2020).day::<Echo>(1);
        let executor = &mut Executor::new(&registry);
        let mut run = |input| {
            executor.handle(text(input));
            ran(executor.handle(RUN))
        };
        assert_eq!(run("catches"), answered("1"));
        for resumed in ["resumes", "catches and resumes"] {
            assert_eq!(
                run(resumed),
                Outcome::Panic("second".to_owned()),
                "{resumed}"
            );
        }
        let Outcome::Panic(message) = run("has a bug") else {
            panic!("no panic");
        };
        assert!(
            message.len() > ": third".len() && message.ends_with(": third"),
            "{message}"
        );
    }

    #[test]
    fn a_thread_can_print_while_a_trace_is_written() {
        let registry = Registry::new(2020).day::<Echo>(1);
        let executor = &mut Executor::new(&registry);
        executor.handle(text("a thread prints"));
        let traced = executor.handle(WorkerCommand::Trace(Part::One));
        assert_eq!(traced, Reply::Traced(Trace::Written));
    }

    #[test]
    fn a_panic_in_a_library_points_to_the_line_of_the_day_that_called_it() {
        let std = "/rustc/0123/library/core/src/iter/traits/accum.rs";
        let backtrace = format!(
            "   0: {{closure#0}}\n             at ./{}:270:5\n             at ./nptl/start.c:4:8\n   1: <u64 as Sum>::sum\n             \
             at {std}:72:22\n   2: part1\n             at ./days/year2020/day22.rs:34:24\n   \
             3: main\n             at ./days/year2020/main.rs:5:2\n",
            file!()
        );
        let place = format!("{std}:204:1");
        assert_eq!(caller(&place, &backtrace), "days/year2020/day22.rs:34:24");
        // Without line numbers, the backtrace has only functions.
        let without = "core/src/iter/traits/accum.rs:204:1, called by the day (`--dev` shows its \
                       line)";
        assert_eq!(caller(&place, "   0: part1\n"), without);
        for (file, is_library) in [
            (std, true),
            (
                "C:\\Users\\a\\.cargo\\registry\\src\\x\\itertools\\src\\lib.rs",
                true,
            ),
            ("/home/a/.cargo/git/checkouts/grid/1/src/lib.rs", true),
            ("days/year2020/day22.rs", false),
            ("/home/a/advent/days/util/src/lib.rs", false),
        ] {
            assert_eq!(is_of_library(file), is_library, "{file}");
        }
        let own = "vendor\\aoc-solution\\src\\executor.rs";
        assert_eq!(folder_of(own), "vendor/aoc-solution/src/");
    }

    /// A day whose input can be parsed only a few times, and whose part 2 panics.
    struct Tired;

    static PARSED: AtomicU32 = AtomicU32::new(0);

    impl Solution for Tired {
        const TITLE: &'static str = "Tired";
        type Input<'a> = Cell<u32>;

        fn parse(input: &str) -> Result<Cell<u32>> {
            let times = PARSED.fetch_add(1, Relaxed) + 1;
            let most = input.parse()?;
            let is_allowed = times <= most;
            assert!(is_allowed, "parsed {times} times, where {most} is the most");
            Ok(Cell::new(times))
        }

        fn part1(times: &Cell<u32>) -> Result<Answer> {
            Ok(times.get().into())
        }

        fn part2(times: &Cell<u32>) -> Result<Answer> {
            times.set(1000);
            panic!("part 2 has given up")
        }
    }

    /// A single test, because it counts the calls of `parse`.
    #[test]
    fn a_parse_that_fails_when_it_is_called_again_says_so() {
        let registry = Registry::new(2020).day::<Tired>(1);
        let mut executor = Executor::new(&registry);
        let mut outcome = |command| ran(executor.handle(command));
        let again = Outcome::Panic("parsed 2 times, where 1 is the most".to_owned());
        assert_eq!(outcome(text("1")), Outcome::Parsed);
        assert_eq!(outcome(warm(Phase::Parse)), again);
        // The first input can still be used.
        assert_eq!(outcome(RUN), answered("1"));

        // A part that panics may have changed the input in any way.
        PARSED.store(0, Relaxed);
        assert_eq!(outcome(text("2")), Outcome::Parsed);
        let part2 = Outcome::Panic("part 2 has given up".to_owned());
        assert_eq!(outcome(warm(Phase::Part2)), part2);
        assert_eq!(outcome(RUN), answered("2"));

        // If the input cannot be parsed again, later commands get the reason.
        assert_eq!(outcome(warm(Phase::Part2)), part2);
        let why = "the input cannot be parsed again: parsed 3 times, where 2 is the most";
        assert_eq!(outcome(RUN), Outcome::Error(why.to_owned()));
    }
}
