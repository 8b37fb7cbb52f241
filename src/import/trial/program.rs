//! Runs the program of a day's year for one candidate, in a separate process and within limits.

use std::fs::remove_file;
use std::io::ErrorKind;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use super::foreign_program::{
    LONGEST_RUN, LONGEST_TRIAL, MAX_OUTPUT, environment_of_day, run_foreign,
};
use super::protocol::{self, Task};
use super::runs::{RunCandidate, RunEnd, TrialStop};
use crate::files::{read_regular_file, write_source};
use crate::import::left_out::reason::Reason;
use crate::processes::ExceededLimit;
use crate::puzzle::{Puzzle, parts_in_calendar};
use crate::runner::Launcher;

/// The program of a day's year, and the time for all runs of the day.
pub struct DayProgram<'t> {
    launcher: &'t Launcher,
    /// The folder in which candidates run. It is also their home folder.
    folder: &'t Path,
    path: &'t Path,
    puzzle: Puzzle,
    longest_run: Duration,
    /// The end of all runs of the day.
    deadline: Instant,
}

impl<'t> DayProgram<'t> {
    /// Starts the time for all runs of the day.
    pub fn start(launcher: &'t Launcher, folder: &'t Path, path: &'t Path, puzzle: Puzzle) -> Self {
        Self {
            launcher,
            folder,
            path,
            puzzle,
            longest_run: LONGEST_RUN,
            deadline: Instant::now() + LONGEST_TRIAL,
        }
    }

    /// Fails if the time for all runs of the day is over.
    fn check_time(&self) -> Result<(), TrialStop> {
        if Instant::now() >= self.deadline {
            let parts = parts_in_calendar(self.puzzle);
            return Err(Reason::out_of_time(parts, LONGEST_TRIAL).into());
        }
        Ok(())
    }
}

impl RunCandidate for DayProgram<'_> {
    fn run(&self, candidate: usize, input: &str, task: Task) -> Result<RunEnd, TrialStop> {
        let Launcher {
            environment,
            cancel,
            ..
        } = self.launcher;
        let folder = self.folder;
        cancel.check()?;
        self.check_time()?;
        let name = protocol::name_of(self.puzzle.day, candidate);
        let file = format!("{}-{}", self.puzzle.year, name.replace('/', "-"));
        let [input_file, output] = ["in", "out"].map(|end| folder.join(format!("{file}.{end}")));
        write_source(&input_file, input)?;
        let _ = remove_file(&output);
        let mut command = Command::new(self.path);
        environment_of_day(environment, folder).apply_to(&mut command);
        command
            .current_dir(folder)
            .arg(name)
            .arg(&input_file)
            .arg(&output)
            .arg(task.word());
        let deadline = self.deadline.min(Instant::now() + self.longest_run);
        let ended = run_foreign(command, "", deadline, MAX_OUTPUT, cancel)?;
        self.check_time()?;
        let mut exceeded = ended.err();
        let output = match read_regular_file(&output, MAX_OUTPUT) {
            // A limit may have cut the last character.
            Ok(output) => String::from_utf8_lossy(&output).into_owned(),
            Err(error) => {
                if error.kind() == ErrorKind::FileTooLarge {
                    exceeded = Some(ExceededLimit::Output(MAX_OUTPUT));
                }
                String::new()
            }
        };
        Ok(RunEnd { output, exceeded })
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::error::Exit;
    use crate::processes::CancelToken;
    use crate::runner::StdoutTarget;
    use crate::testing::{no_variables, write, write_program};

    /// The end of a run of a script in `folder`, within these limits for the run and for all runs.
    fn run_in(
        folder: &Path,
        path: &Path,
        task: Task,
        longest_run: Duration,
        longest: Duration,
    ) -> Result<RunEnd, TrialStop> {
        let launcher = Launcher {
            environment: no_variables(),
            folder: folder.to_owned(),
            stdout: StdoutTarget::DiscardWithStderr,
            is_offline: true,
            cancel: CancelToken::default(),
        };
        let program = DayProgram {
            longest_run,
            deadline: Instant::now() + longest,
            ..DayProgram::start(&launcher, folder, path, Puzzle::of(2020, 1))
        };
        program.run(3, "abcde\n", task)
    }

    /// The end of a run of a script within these limits.
    fn run_script(
        task: Task,
        script: &str,
        longest_run: Duration,
        longest: Duration,
    ) -> Result<RunEnd, TrialStop> {
        let temp = tempfile::tempdir().expect("a folder");
        let path = temp.path().join("program");
        write_program(&path, &format!("#!/bin/sh\n{script}\n"));
        run_in(temp.path(), &path, task, longest_run, longest)
    }

    #[test]
    fn a_run_gets_its_text_and_a_limit_ends_it_but_keeps_its_answers() {
        let second = Duration::from_secs(1);
        for (script, longest_run, output, exceeded) in [
            (
                "printf '%s ' $1 > $3; cat $2 >> $3",
                LONGEST_RUN,
                "day01/3 abcde\n",
                None,
            ),
            (
                "printf '1\\t5\\n' > $3; exit 1",
                LONGEST_RUN,
                "1\t5\n",
                None,
            ),
            ("exit 1", LONGEST_RUN, "", None),
            (
                "printf '1\\t5\\n' > $3; sleep 60",
                second,
                "1\t5\n",
                Some(ExceededLimit::Time),
            ),
            // The limit cuts a character.
            (
                "printf '1\\t5\\n2\\t\\342\\226' > $3; sleep 60",
                second,
                "1\t5\n2\t\u{fffd}",
                Some(ExceededLimit::Time),
            ),
            (
                "yes",
                LONGEST_RUN,
                "",
                Some(ExceededLimit::Output(64 << 20)),
            ),
            // Captured output goes to the output file.
            (
                "dd if=/dev/zero of=\"$3\" bs=1 count=1 seek=67108864",
                LONGEST_RUN,
                "",
                Some(ExceededLimit::Output(64 << 20)),
            ),
        ] {
            let Ok(end) = run_script(Task::Answers, script, longest_run, LONGEST_TRIAL) else {
                panic!("{script}: it has no result");
            };
            assert_eq!(end.output, output, "{script}");
            assert_eq!(end.exceeded, exceeded, "{script}");
        }
    }

    #[test]
    fn the_arguments_of_a_run_say_its_task() {
        for (task, arguments) in [
            (Task::Answers, "day01/3 4 answers"),
            (Task::AnswersInAllOrders, "day01/3 4 orders"),
        ] {
            let script = "printf '%s %s %s' $1 $# \"$4\" > $3";
            let end = run_script(task, script, LONGEST_RUN, LONGEST_TRIAL);
            assert!(end.is_ok_and(|end| end.output == arguments), "{arguments}");
        }
    }

    #[test]
    fn no_run_has_a_result_after_the_time_for_all_runs() {
        let second = Duration::from_secs(1);
        for (script, longest) in [("exit 0", Duration::ZERO), ("sleep 60", second)] {
            let end = run_script(Task::Answers, script, LONGEST_RUN, longest);
            assert!(matches!(end, Err(TrialStop::Unclear(_))), "{script}");
        }
    }

    #[test]
    fn a_run_that_cannot_start_is_an_error_and_no_property_of_the_day() {
        let temp = tempfile::tempdir().expect("a folder");
        write(temp.path(), "file", "");
        for (folder, expected) in [
            (temp.path().to_owned(), "cannot start "),
            (temp.path().join("file"), "cannot write "),
        ] {
            let path = temp.path().join("program");
            let end = run_in(&folder, &path, Task::Answers, LONGEST_RUN, LONGEST_TRIAL);
            let Err(TrialStop::Error(error)) = end else {
                panic!("it has a result, or no time: {expected}");
            };
            assert_eq!(error.exit, Exit::Files, "{error}");
            assert!(error.to_string().starts_with(expected), "{error}");
        }
    }
}
