//! Runs the program of a day's year for one candidate, in a separate process and within limits.

use std::fs::remove_file;
use std::io::ErrorKind;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use super::protocol::{self, Task};
use crate::config::ChildEnv;
use crate::error::CliError;
use crate::files::{read_text, write_source};
use crate::import::foreign_program::{environment_of_day, run_foreign};
use crate::processes::{CancelToken, ExceededLimit};
use crate::puzzle::Puzzle;

/// The longest run of a candidate.
pub const LONGEST_RUN: Duration = Duration::from_secs(20);

/// The longest time for all runs of a day.
pub const LONGEST_TRIAL: Duration = Duration::from_mins(2);

/// The most bytes that a candidate may print, and of its output file. Output that is captured goes
/// to that file.
const MAX_OUTPUT: u64 = 64 << 20;

/// The settings of all runs.
pub struct RunSettings<'t> {
    pub environment: &'t ChildEnv,
    /// The folder in which candidates run. It is also their home folder.
    pub folder: &'t Path,
    pub cancel: &'t CancelToken,
    /// The longest run of a candidate.
    pub longest_run: Duration,
    /// The longest time for all runs of a day.
    pub longest: Duration,
}

/// The program of a day's year, and the time for all runs of the day.
pub struct DayProgram<'t> {
    pub settings: &'t RunSettings<'t>,
    path: &'t Path,
    puzzle: Puzzle,
    deadline: Instant,
}

/// The end of a process.
pub struct ProcessEnd {
    /// The output file of the year's program. Empty if the program failed before it wrote one, or
    /// if the file is too long.
    pub output: String,
    /// The limit that ended the process, if one did.
    pub exceeded: Option<ExceededLimit>,
}

/// The reason why a run has no result. After that, no other candidate of the day runs.
pub enum RunError {
    /// All runs of the day together have taken too long. Contains their time limit.
    OutOfTime(Duration),
    /// The run could not start, or the user has interrupted the import.
    Failed(CliError),
}

impl From<CliError> for RunError {
    fn from(error: CliError) -> Self {
        Self::Failed(error)
    }
}

impl<'t> DayProgram<'t> {
    /// Starts the time for all runs of the day.
    pub fn start(settings: &'t RunSettings<'t>, path: &'t Path, puzzle: Puzzle) -> Self {
        Self {
            settings,
            path,
            puzzle,
            deadline: Instant::now() + settings.longest,
        }
    }

    /// Runs the program for a candidate. Answers that it wrote before a limit ended it also count.
    pub fn run(&self, candidate: usize, input: &str, task: Task) -> Result<ProcessEnd, RunError> {
        let RunSettings {
            environment,
            folder,
            cancel,
            longest_run,
            ..
        } = *self.settings;
        cancel.check()?;
        self.check_time()?;
        let name = protocol::argument(self.puzzle.day, candidate, task);
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
            .arg(&output);
        if task == Task::AnswersInAllOrders {
            command.arg(protocol::IN_ALL_ORDERS);
        }
        let deadline = self.deadline.min(Instant::now() + longest_run);
        let ended = run_foreign(command, "", deadline, MAX_OUTPUT, cancel)?;
        self.check_time()?;
        let mut exceeded = ended.err();
        let output = match read_text(&output, MAX_OUTPUT) {
            Ok(output) => output,
            Err(error) => {
                if error.kind() == ErrorKind::FileTooLarge {
                    exceeded = Some(ExceededLimit::Output(MAX_OUTPUT));
                }
                String::new()
            }
        };
        Ok(ProcessEnd { output, exceeded })
    }

    /// Fails if the time for all runs of the day is over.
    fn check_time(&self) -> Result<(), RunError> {
        if Instant::now() >= self.deadline {
            return Err(RunError::OutOfTime(self.settings.longest));
        }
        Ok(())
    }
}
