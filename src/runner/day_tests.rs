//! Runs the tests in a day's code, as `cargo test` does, and counts them.

use std::time::Duration;

use serde::Serialize;

use super::execute::{Emit, Job};
use super::spawn_options::SpawnOptions;
use super::status::Status;
use crate::error::{CliError, Exit, HasExit, Result, file_error};
use crate::processes::{EndedProgram, ExceededLimit, ProgramLimits, run_within};
use crate::puzzle::Puzzle;
use crate::terminal::plural;

/// The most bytes that the tests of a day may print.
const MAX_OUTPUT: u64 = 16 << 20;

/// Runs the tests of one day. The executable may contain the tests of several days.
pub struct TestJob {
    pub spawn_options: SpawnOptions,
}

/// The result of the tests in a day's code.
#[derive(Debug, Serialize)]
pub struct DayTests {
    #[serde(flatten)]
    pub puzzle: Puzzle,
    /// [`Status::Ok`] if tests passed and none failed, [`Status::Unverified`] if all are
    /// ignored.
    pub status: Status,
    /// The counts in words, or the reason why there are none.
    pub message: String,
    pub passed: usize,
    pub failed: usize,
    pub ignored: usize,
    #[serde(skip)]
    exit: Exit,
}

impl DayTests {
    fn without_counts(puzzle: Puzzle, status: Status, message: String, exit: Exit) -> Self {
        Self {
            puzzle,
            status,
            message,
            passed: 0,
            failed: 0,
            ignored: 0,
            exit,
        }
    }

    /// The result of tests that were not built or could not be started.
    pub fn not_started(puzzle: Puzzle, error: &CliError) -> Self {
        Self::without_counts(puzzle, Status::Error, error.to_string(), error.exit)
    }

    /// True if the day turned out to have no tests.
    pub fn has_no_tests(&self) -> bool {
        self.status == Status::Unverified && self.ignored == 0
    }

    /// Reads the last counts that the tests have printed. `None` if there are none.
    fn of_output(puzzle: Puzzle, output: &str) -> Option<Self> {
        // ok. 2 passed; 0 failed; 1 ignored; 0 measured; 9 filtered out; finished in 0.00s
        let (before, counts) = output.rsplit_once("test result: ")?;
        let passed = count_of(counts, "passed")?;
        let failed = count_of(counts, "failed")?;
        let ignored = count_of(counts, "ignored")?;
        let all = plural(passed + failed, "test");
        let (status, mut message) = if failed > 0 {
            let (_, names) = before.rsplit_once("\nfailures:\n")?;
            let first = names.lines().next().unwrap_or_default().trim();
            let command = puzzle.test_command();
            let which = if passed > 0 {
                format!("{failed} of its {all}")
            } else {
                format!("its {all}")
            };
            let message = format!("{which} failed: {first}; `{command}` shows why");
            (Status::Wrong, message)
        } else if passed > 0 {
            (Status::Ok, format!("its {all} passed"))
        } else {
            (Status::Unverified, "none of its tests ran".to_owned())
        };
        if ignored > 0 && failed == 0 {
            message += &format!(", {ignored} ignored");
        }
        Some(Self {
            puzzle,
            status,
            message,
            passed,
            failed,
            ignored,
            exit: if failed > 0 { Exit::Failed } else { Exit::Done },
        })
    }
}

/// The number before this word in counts such as `2 passed; 0 failed`.
fn count_of(counts: &str, word: &str) -> Option<usize> {
    counts
        .split(['.', ';'])
        .find_map(|count| count.strip_suffix(word)?.trim().parse().ok())
}

impl TestJob {
    fn run_program(&self, arguments: &[&str]) -> Result<Result<EndedProgram, ExceededLimit>> {
        let options = &self.spawn_options;
        let mut command = options.command();
        command.args(arguments);
        let limits = ProgramLimits {
            memory: options.limits.memory.unwrap_or(u64::MAX),
            output: MAX_OUTPUT,
            ..ProgramLimits::of_time(options.limits.timeout.unwrap_or(Duration::MAX))
        };
        let ended = run_within(&limits, &options.cancel, command, "");
        options.cancel.check()?;
        ended.map_err(|error| file_error("its tests cannot be started").caused_by(error))
    }

    /// Runs the tests in the day's module. Lists them first, because the filter of a test program
    /// also matches names that contain the module's name, such as `today12::`.
    fn run_tests(&self) -> Result<Result<EndedProgram, ExceededLimit>> {
        let listed = match self.run_program(&["--list"])? {
            Ok(listed) if listed.status.success() => listed,
            ended => return Ok(ended),
        };
        let module = format!("{}::", self.spawn_options.puzzle.day.module());
        let names = listed.stdout.lines().filter_map(|line| {
            let name = line.strip_suffix(": test")?;
            name.starts_with(&module).then_some(name)
        });
        // Without a name, all tests would run.
        let arguments: Vec<&str> = ["--exact", &module].into_iter().chain(names).collect();
        self.run_program(&arguments)
    }
}

impl Job for TestJob {
    type Output = DayTests;

    fn run(self, _: Emit) -> Result<DayTests> {
        let puzzle = self.spawn_options.puzzle;
        let (status, message) = match self.run_tests()? {
            Ok(program) => {
                if let Some(tests) = DayTests::of_output(puzzle, &program.stdout)
                    && program.status.success() == (tests.failed == 0)
                {
                    return Ok(tests);
                }
                let message = format!("its tests gave no result: {}", program.status);
                (Status::Crash, message)
            }
            Err(limit) => {
                let message = format!("its tests did not end: the program {limit}");
                (limit_status(limit), message)
            }
        };
        Ok(DayTests::without_counts(
            puzzle,
            status,
            message,
            Exit::Failed,
        ))
    }
}

/// The status of tests that exceeded a limit.
fn limit_status(limit: ExceededLimit) -> Status {
    match limit {
        ExceededLimit::Time => Status::Timeout,
        ExceededLimit::Memory(_) => Status::Memory,
        ExceededLimit::Output(_) => Status::Error,
    }
}

impl HasExit for DayTests {
    fn exit(&self) -> Exit {
        self.exit
    }
}

/// The exit code of a command with the tests of these days.
impl HasExit for Vec<DayTests> {
    fn exit(&self) -> Exit {
        self.iter()
            .fold(Exit::Done, |exit, tests| exit.or(tests.exit()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_counts_are_read_and_ignored_tests_have_not_passed() {
        let failures = "---- day01::b stdout ----\n\nfailures:\n\nfailures:\n    day01::b\n    \
                        day01::c\n\n";
        for (before, counts, status, message) in [
            (
                "test result: ok. 9 passed; 0 failed; 0 ignored\n",
                "ok. 2 passed; 0 failed; 0 ignored",
                Status::Ok,
                "its 2 tests passed",
            ),
            (
                "",
                "ok. 1 passed; 0 failed; 3 ignored",
                Status::Ok,
                "its 1 test passed, 3 ignored",
            ),
            (
                "",
                "ok. 0 passed; 0 failed; 2 ignored",
                Status::Unverified,
                "none of its tests ran, 2 ignored",
            ),
            (
                failures,
                "FAILED. 1 passed; 2 failed; 1 ignored",
                Status::Wrong,
                "2 of its 3 tests failed: day01::b; `cargo test -p year2020 day01::` shows why",
            ),
            (
                failures,
                "FAILED. 0 passed; 1 failed; 0 ignored",
                Status::Wrong,
                "its 1 test failed: day01::b; `cargo test -p year2020 day01::` shows why",
            ),
        ] {
            let output = format!(
                "{before}test result: {counts}; 0 measured; 4 filtered out; finished in 0.01s\n"
            );
            let tests = DayTests::of_output(Puzzle::of(2020, 1), &output).expect("counts");
            assert_eq!((tests.status, &*tests.message), (status, message));
        }
        assert!(DayTests::of_output(Puzzle::of(2020, 1), "test day01::a ... ").is_none());
    }
}
