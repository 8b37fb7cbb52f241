//! Builds the programs of a package of the old folder, and runs them for the days of the package.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::Value;

use super::attempts::{Attempt, CommandForm, OldPrograms, OldTarget};
use super::copy::ProgramCopy;
use super::failures::{NO_ANSWER, why_failed, why_no_answer, why_not_started, why_unbuilt};
use super::own_outputs::{OldOutput, has_several_years, own_outputs};
use super::{DayToCompare, Failures};
use crate::cargo::CARGO_CONFIGS;
use crate::error::{Result, failure, file_error};
use crate::files::read_table;
use crate::import::compare::{ProgramOutput, may_show_answers, values_in};
use crate::import::trial::foreign_program::{
    LONGEST_OLD_BUILD, LONGEST_OLD_DAY, MAX_OLD_BUILD_OUTPUT, MAX_OLD_OUTPUT, environment_of_build,
    environment_of_old_program, network_variables, run_foreign,
};
use crate::processes::{EndedProgram, ExceededLimit};
use crate::puzzle::Puzzle;
use crate::runner::Launcher;
use crate::terminal::{one_line, plural};

/// A package of the copied folder.
pub struct OldPackage<'a> {
    launcher: &'a Launcher,
    /// The folder that contains the copy, its build, and the empty home folder.
    work_dir: &'a Path,
    folder: &'a ProgramCopy<'a>,
    /// The folder of the package in the copy.
    package_folder: &'a str,
    /// The puzzles of all days of the package.
    puzzles: BTreeSet<Puzzle>,
    /// [`LONGEST_OLD_DAY`], or less in tests.
    day_limit: Duration,
    /// The last attempt that printed an answer.
    last_success: Option<Attempt>,
    /// The outputs of runs for all days.
    all_days_outputs: BTreeMap<Attempt, Result<String, String>>,
}

impl<'a> OldPackage<'a> {
    pub fn new(
        launcher: &'a Launcher,
        work_dir: &'a Path,
        folder: &'a ProgramCopy<'a>,
        package_folder: &'a str,
    ) -> Self {
        Self {
            launcher,
            work_dir,
            folder,
            package_folder,
            puzzles: folder.puzzles(package_folder),
            day_limit: LONGEST_OLD_DAY,
            last_success: None,
            all_days_outputs: BTreeMap::new(),
        }
    }

    /// Builds the programs, and runs them for these days. The days without an output are added to
    /// the failures, with the reason, such as "was not built: it has no program".
    pub fn outputs(
        &mut self,
        days: &[&DayToCompare],
        failures: &mut Failures,
        say: &mut dyn FnMut(&str),
    ) -> Result<Vec<(Puzzle, ProgramOutput)>> {
        let name = if self.package_folder.is_empty() {
            "."
        } else {
            self.package_folder
        };
        say(&format!("building the old program {name}"));
        let built = self.build();
        self.launcher.cancel.check()?;
        let (targets, errors) =
            built.unwrap_or_else(|error| (Vec::new(), vec![one_line(&error.to_string())]));
        let programs = OldPrograms {
            folder: self.folder,
            package: self.package_folder,
            targets: &targets,
            has_years: has_several_years(&self.puzzles),
        };
        let mut outputs = Vec::new();
        for (index, day) in days.iter().enumerate() {
            let count = plural(days.len(), "run");
            say(&format!(
                "running the old program: {} ({} of {count})",
                day.puzzle,
                index + 1
            ));
            let attempts = programs.attempts(day);
            let output = if attempts.is_empty() {
                Err(why_unbuilt(day, days, !targets.is_empty(), &errors))
            } else {
                self.output(day, attempts)?
            };
            match output {
                Ok(output) => outputs.push((day.puzzle, output)),
                Err(why) => failures.add(why, day.puzzle),
            }
        }
        let own = own_outputs(&outputs, &self.puzzles);
        let mut of_days = Vec::new();
        for ((puzzle, _), output) in outputs.into_iter().zip(own) {
            match output {
                Some(output) => of_days.push((puzzle, output)),
                None => failures.add(NO_ANSWER.to_owned(), puzzle),
            }
        }
        Ok(of_days)
    }

    /// The output of the first attempt that succeeds and prints numbers that may be answers. If no
    /// attempt prints such numbers, the output of the first attempt that prints words. The error
    /// says why there is no output.
    fn output(
        &mut self,
        day: &DayToCompare,
        mut attempts: Vec<Attempt>,
    ) -> Result<Result<OldOutput, String>> {
        // An attempt that worked for another day of the package probably works for this day, too.
        if let Some(last_success) = &self.last_success {
            attempts.sort_by_key(|attempt| {
                attempt.form != last_success.form || attempt.folder != last_success.folder
            });
        }
        let deadline = Instant::now() + self.day_limit;
        let mut output_of_words = None;
        let mut failures = Vec::new();
        for attempt in attempts {
            self.launcher.cancel.check()?;
            let printed = match attempt.form {
                CommandForm::AllDays => self.output_of_all_days(&attempt)?,
                _ => self.run_attempt(&attempt, &day.input, deadline)?,
            };
            let text = match printed {
                Ok(text) => text,
                Err(why) => {
                    failures.push((attempt.form, why));
                    continue;
                }
            };
            let has_values = !values_in(&text).is_empty();
            let output = OldOutput {
                attempt: attempt.clone(),
                text,
                proves: day.proves,
            };
            if has_values {
                self.last_success = Some(attempt);
                return Ok(Ok(output));
            }
            output_of_words.get_or_insert(output);
        }
        Ok(output_of_words.ok_or_else(|| why_no_answer(&failures)))
    }

    /// The output of a run for all days. The program runs only once, with its own time limit,
    /// because other days need the output, too. It does not get the input of one day on stdin.
    fn output_of_all_days(&mut self, attempt: &Attempt) -> Result<Result<String, String>> {
        if let Some(printed) = self.all_days_outputs.get(attempt) {
            return Ok(printed.clone());
        }
        let printed = self.run_attempt(attempt, "", Instant::now() + self.day_limit)?;
        self.all_days_outputs
            .insert(attempt.clone(), printed.clone());
        Ok(printed)
    }

    /// The output of an attempt that succeeds and prints numbers or words that may be answers. The
    /// error says why there is no such output. The run ends at the deadline.
    fn run_attempt(
        &self,
        attempt: &Attempt,
        input: &str,
        deadline: Instant,
    ) -> Result<Result<String, String>> {
        if Instant::now() > deadline {
            return Ok(Err(ExceededLimit::Time.to_string()));
        }
        let ended = self.run(self.command(attempt), input, deadline, MAX_OLD_OUTPUT);
        self.launcher.cancel.check()?;
        let ended = match ended {
            Ok(ended) => ended,
            // For example, cargo may have built the program for another processor.
            Err(error) if attempt.executable.is_file() => return Ok(Err(why_not_started(&error))),
            Err(error) => return Err(error),
        };
        Ok(match ended {
            Err(limit) => Err(limit.to_string()),
            Ok(ended) if !ended.status.success() => Err(why_failed(&ended)),
            Ok(ended)
                if values_in(&ended.stdout).is_empty() && !may_show_answers(&ended.stdout) =>
            {
                Err(NO_ANSWER.to_owned())
            }
            Ok(ended) => Ok(ended.stdout),
        })
    }

    /// The command of an attempt, with the environment variables that cargo would set.
    fn command(&self, attempt: &Attempt) -> Command {
        let package = self.root();
        let mut command = Command::new(&attempt.executable);
        let variables = environment_of_old_program(&self.launcher.environment, &self.home());
        variables.apply_to(&mut command);
        command
            .args(&attempt.arguments)
            .current_dir(&attempt.folder);
        command.env("CARGO_MANIFEST_DIR", &package);
        // The configuration of the inner folder takes precedence, as in cargo. No configuration
        // replaces a variable that is passed on, such as the home folder, even with `force = true`.
        for root in [&self.folder.root, &package] {
            for file in CARGO_CONFIGS {
                let configuration = read_table(&root.join(file));
                let configured = configuration.get("env").and_then(toml::Value::as_table);
                for (name, value) in configured.into_iter().flatten() {
                    if let Some(value) = configured_value(value, root)
                        && variables.get(name).is_none()
                    {
                        command.env(name, value);
                    }
                }
            }
        }
        command
    }

    /// Builds the programs. Returns the programs that compile, and the errors of the others.
    fn build(&self) -> Result<(Vec<OldTarget>, Vec<String>)> {
        let deadline = Instant::now() + LONGEST_OLD_BUILD;
        if !self.launcher.is_offline {
            // Cargo and rustup look for settings in the working folder, and settings of the copy
            // may name a program to run, such as a compiler. So this runs outside of the copy. If a
            // download fails, the error of the build names the missing library.
            let mut command = self.cargo("fetch")?;
            command
                .arg("--manifest-path")
                .arg(self.manifest())
                .current_dir(self.work_dir)
                .envs(network_variables(&self.launcher.environment));
            let _ = self.run(command, "", deadline, MAX_OLD_BUILD_OUTPUT)?;
        }
        let mut command = self.cargo("build")?;
        command
            .args([
                "--release",
                "--bins",
                "--examples",
                "--keep-going",
                "--offline",
            ])
            .args(["--message-format", "json-render-diagnostics"])
            .env("CARGO_NET_OFFLINE", "true");
        let ended = self
            .run(command, "", deadline, MAX_OLD_BUILD_OUTPUT)?
            .map_err(|limit| failure(format!("it {limit}")))?;
        let targets: Vec<OldTarget> = ended
            .stdout
            .lines()
            .filter_map(|line| target_of(line, &self.manifest()))
            .collect();
        Ok((targets, errors_in(&ended.stderr)))
    }

    fn run(
        &self,
        command: Command,
        input: &str,
        deadline: Instant,
        max_output: u64,
    ) -> Result<Result<EndedProgram, ExceededLimit>> {
        let cancel = &self.launcher.cancel;
        run_foreign(command, input, deadline, max_output, cancel)
    }

    /// A command that runs cargo in the package.
    fn cargo(&self, name: &str) -> Result<Command> {
        let environment = &self.launcher.environment;
        let cargo = environment
            .program("cargo")
            .ok_or_else(|| file_error("no cargo on PATH"))?;
        let mut command = Command::new(cargo);
        environment_of_build(environment, &self.home()).apply_to(&mut command);
        command
            .args([name, "--color=never"])
            .current_dir(self.root())
            .env("CARGO_TARGET_DIR", self.target_dir());
        Ok(command)
    }

    /// The folder of the package in the copy.
    fn root(&self) -> PathBuf {
        self.folder.root.join(self.package_folder)
    }

    fn manifest(&self) -> PathBuf {
        self.root().join("Cargo.toml")
    }

    fn target_dir(&self) -> PathBuf {
        let folder = self.folder.target_folder(self.package_folder);
        self.work_dir.join("target").join(folder)
    }

    /// The empty home folder.
    fn home(&self) -> PathBuf {
        self.work_dir.join("home")
    }
}

/// The value of a variable in the `[env]` table of a cargo configuration in `root`. The value is a
/// string, or a table with a string. With `relative = true`, the string is a path relative to
/// `root`.
fn configured_value(value: &toml::Value, root: &Path) -> Option<OsString> {
    let text = value.as_str().or_else(|| value.get("value")?.as_str())?;
    let is_relative = value.get("relative").and_then(toml::Value::as_bool);
    if is_relative == Some(true) {
        return Some(root.join(text).into());
    }
    Some(text.into())
}

/// The errors that cargo printed: the first line of each, after its place if it has one. Cargo's
/// sentence about a crate that it could not compile is left out if there is another error.
pub fn errors_in(stderr: &str) -> Vec<String> {
    let lines = stderr.lines().zip(stderr.lines().skip(1).chain([""]));
    let (summaries, errors): (Vec<_>, Vec<_>) = lines
        .filter_map(|(line, next)| {
            let (head, text) = line.trim().split_once(": ")?;
            let is_error = head == "error" || head.starts_with("error[");
            let place = next.trim().strip_prefix("--> ");
            let error = place.map_or(text.to_owned(), |place| format!("{place}: {text}"));
            is_error.then(|| one_line(&error))
        })
        .partition(|error| error.starts_with("could not compile "));
    if errors.is_empty() { summaries } else { errors }
}

/// The program in a message of cargo, if the program belongs to this manifest. An example is a
/// program only if it has the name of a day.
fn target_of(line: &str, manifest: &Path) -> Option<OldTarget> {
    let message: Value = serde_json::from_str(line).ok()?;
    let belongs_to_package = Path::new(message["manifest_path"].as_str()?) == manifest;
    if !belongs_to_package {
        return None;
    }
    let is_example = message["target"]["kind"][0] == "example";
    let target = OldTarget {
        name: message["target"]["name"].as_str()?.to_owned(),
        source: message["target"]["src_path"].as_str()?.into(),
        executable: message["executable"].as_str()?.into(),
    };
    (!is_example || target.day().is_some()).then_some(target)
}

#[cfg(test)]
mod tests {
    use super::*;
    #[cfg(unix)]
    use crate::import::compare::Proof;
    use crate::testing::with_slashes;

    #[test]
    fn a_configured_variable_is_a_text_or_a_table() {
        for (line, expected) in [
            ("A = \"2022\"", Some("2022")),
            ("A = { value = \"2022\", force = true }", Some("2022")),
            ("A = { value = \"in\", relative = false }", Some("in")),
            ("A = { value = \"in\", relative = true }", Some("root/in")),
            ("A = { force = true }", None),
            ("A = 2022", None),
        ] {
            let table: toml::Table = line.parse().expect("TOML");
            let value = configured_value(&table["A"], Path::new("root"));
            let value = value.map(|value| with_slashes(&value.to_string_lossy()));
            assert_eq!(value.as_deref(), expected, "{line}");
        }
    }

    /// The attempts to run a day with these programs.
    #[cfg(unix)]
    fn attempts(package: &OldPackage, day: &DayToCompare, targets: &[OldTarget]) -> Vec<Attempt> {
        let programs = OldPrograms {
            folder: package.folder,
            package: package.package_folder,
            targets,
            has_years: false,
        };
        programs.attempts(day)
    }

    /// Calls `work` with a package of a repository with two days and an input for the first day.
    /// Each program of the package is this script, and each day has the time limit `day_limit`.
    #[cfg(unix)]
    fn with_package(
        script: &str,
        day_limit: Duration,
        work: impl FnOnce(&mut OldPackage, PathBuf),
    ) {
        use crate::config::ChildEnv;
        use crate::import::Import;
        use crate::import::tests::with_request;
        use crate::processes::CancelToken;
        use crate::runner::StdoutTarget;
        use crate::testing::{write, write_program};

        let temp = tempfile::tempdir().unwrap();
        let executable = temp.path().join("program");
        write_program(&executable, script);
        let code = "fn part1(i: &str) -> usize { 1 }\n";
        write(temp.path(), "old/src/day01.rs", code);
        write(temp.path(), "old/src/day02.rs", code);
        let mut variables = vec![("HTTPS_PROXY".into(), "http://127.0.0.1:1".into())];
        variables.extend(std::env::vars_os().filter(|(name, _)| {
            ["PATH", "HOME", "CARGO_HOME", "RUSTUP_HOME"]
                .iter()
                .any(|other| name == other)
        }));
        let environment = ChildEnv::new(variables);
        let launcher = Launcher {
            environment,
            folder: temp.path().to_owned(),
            stdout: StdoutTarget::DiscardWithStderr,
            is_offline: false,
            cancel: CancelToken::default(),
        };
        with_request(temp.path(), Some("old"), |request| {
            let import = Import::read(request).unwrap();
            let folder = ProgramCopy::copy(&import.repository, &temp.path().join("copy")).unwrap();
            let mut package = OldPackage {
                puzzles: BTreeSet::from([1, 2].map(|day| Puzzle::of(2020, day))),
                day_limit,
                ..OldPackage::new(&launcher, temp.path(), &folder, "")
            };
            work(&mut package, executable);
        });
    }

    #[cfg(unix)]
    fn old_day(day: u8) -> DayToCompare {
        DayToCompare {
            puzzle: Puzzle::of(2020, day),
            file: format!("src/day{day:02}.rs"),
            proves: Proof::Refutes,
            input: "text\n".to_owned(),
        }
    }

    /// A program whose `main` is in this file.
    #[cfg(unix)]
    fn old_target(name: &str, source: &str, executable: &Path) -> OldTarget {
        OldTarget {
            name: name.to_owned(),
            source: source.into(),
            executable: executable.to_owned(),
        }
    }

    #[cfg(unix)]
    #[test]
    fn no_code_of_the_folder_runs_while_libraries_may_be_downloaded() {
        use crate::testing::write;

        use std::fs::{copy, read_to_string};

        let script =
            "#!/bin/sh\necho \"proxy: $HTTPS_PROXY\" >> \"$(dirname \"$0\")/ran\"\nexec \"$@\"\n";
        with_package(script, Duration::from_mins(2), |package, executable| {
            let root = package.folder.root.clone();
            copy(executable, root.join("wrapper")).unwrap();
            write(&root, "Cargo.toml", "[package]\nname = \"old\"\n");
            write(&root, "src/main.rs", "fn main() {}\n");
            write(&root, "src/bin/day01.rs", "fn main() { missing }\n");
            let configuration = "[build]\nrustc-wrapper = \"./wrapper\"\n";
            write(&root, ".cargo/config.toml", configuration);
            let (targets, errors) = package.build().unwrap();
            assert_eq!(targets.len(), 1);
            let error = "src/bin/day01.rs:1:13: cannot find value `missing` in this scope";
            assert_eq!(errors[0], error);
            let ran = read_to_string(root.join("ran")).unwrap();
            assert!(ran.lines().all(|line| line == "proxy: "), "{ran}");
        });
    }

    #[cfg(unix)]
    #[test]
    fn a_run_of_all_days_has_its_own_time() {
        // The program fails with arguments. Without arguments, it takes more time than the day has
        // left.
        let script = "#!/bin/sh\nsleep 1.2\n[ $# = 0 ] && echo 'Part 1: 205'\n";
        with_package(script, Duration::from_secs(2), |package, executable| {
            let root = package.root();
            let attempt = |arguments: &[&str]| Attempt {
                executable: executable.clone(),
                arguments: arguments.iter().map(|&word| word.to_owned()).collect(),
                form: match arguments {
                    [] => CommandForm::AllDays,
                    _ => CommandForm::WithNumbers("%DAY%"),
                },
                folder: root.clone(),
            };
            let day = old_day(1);
            let attempts = vec![attempt(&["1"]), attempt(&[])];
            let output = package.output(&day, attempts).unwrap();
            let output = output.expect("the run of all days ends");
            assert_eq!(output.text, "Part 1: 205\n");
            let own = own_outputs(&[(day.puzzle, output)], &package.puzzles);
            assert!(own[0].is_none(), "it is about several days");
            let missing = Attempt {
                executable: executable.with_file_name("missing"),
                arguments: Vec::new(),
                form: CommandForm::OwnProgram,
                folder: root,
            };
            let expected = format!("cannot start {}", missing.executable.display());
            let error = package.output(&day, vec![missing]).unwrap_err();
            assert_eq!(error.error.to_string(), expected);
        });
    }

    #[cfg(unix)]
    #[test]
    fn a_day_without_an_output_has_the_reason() {
        let script = "#!/bin/sh\necho 7 >&2\n[ $# = 0 ] || exit 4\n\
                      echo 'thread panicked:' >&2\necho 'no input' >&2\necho 'note: run with' >&2\n\
                      exit 3\n";
        for (script, limit, expected) in [
            (
                script,
                60,
                "printed no answer of the day: without arguments, it ended with exit status: 3: no \
                 input",
            ),
            (
                "#!/bin/sh\nexit 1\n",
                60,
                "ended with exit status: 1: it printed no error",
            ),
            ("#!/bin/sh\n", 60, NO_ANSWER),
            ("#!/bin/sh\nexec sleep 60\n", 0, "took too long"),
        ] {
            with_package(script, Duration::from_secs(limit), |package, executable| {
                let targets = [old_target("old", "src/main.rs", &executable)];
                for day in [1, 2].map(old_day) {
                    let attempts = attempts(package, &day, &targets);
                    let why = package.output(&day, attempts).unwrap().err();
                    assert_eq!(why.as_deref(), Some(expected));
                }
            });
        }
    }

    /// A folder may be built for another processor.
    #[cfg(unix)]
    #[test]
    fn a_program_that_cannot_start_is_the_failure_of_its_day() {
        let script = "#!/bin/sh\necho 'Part 1: 205'\n";
        with_package(script, Duration::from_mins(1), |package, executable| {
            let foreign = executable.with_file_name("day01.wasm");
            std::fs::write(&foreign, "").unwrap();
            let targets = [
                old_target("day01", "src/day01.rs", &foreign),
                old_target("day02", "src/day02.rs", &executable),
            ];
            for (number, expected) in [
                (1, Err("cannot start: Permission denied".to_owned())),
                (2, Ok("Part 1: 205\n".to_owned())),
            ] {
                let day = old_day(number);
                let attempts = attempts(package, &day, &targets);
                let output = package.output(&day, attempts).unwrap();
                assert_eq!(output.map(|output| output.text), expected);
            }
        });
    }

    #[cfg(unix)]
    #[test]
    fn all_days_run_even_if_runs_of_one_day_take_all_its_time() {
        let script = "#!/bin/sh\n[ $# = 0 ] || exec sleep 60\necho 'Part 1: 205'\n";
        with_package(script, Duration::from_secs(1), |package, executable| {
            let targets = [old_target("old", "src/main.rs", &executable)];
            for day in [1, 2].map(old_day) {
                let attempts = attempts(package, &day, &targets);
                let output = package.output(&day, attempts).unwrap();
                let output = output.expect("the run of all days ends");
                assert_eq!(output.text, "Part 1: 205\n", "{}", day.puzzle);
            }
        });
    }

    #[cfg(unix)]
    #[test]
    fn the_command_line_that_worked_is_the_first_one_for_the_next_day() {
        // Only `-d 1` and `-d 2` answer.
        let script = "#!/bin/sh\necho \"$*\" >>\"$(dirname \"$0\")/calls\"\n\
                      [ \"$1\" = -d ] && echo 'Part 1: 205'\n";
        with_package(script, Duration::from_mins(1), |package, executable| {
            // Day 1 also has its own program, which is called first.
            let targets = [
                old_target("day01", "src/bin/day01.rs", &executable),
                old_target("old", "src/main.rs", &executable),
            ];
            for day in [1, 2].map(old_day) {
                let attempts = attempts(package, &day, &targets);
                let output = package.output(&day, attempts).unwrap();
                assert!(output.is_ok(), "{}", day.puzzle);
            }
            let calls = std::fs::read_to_string(executable.with_file_name("calls")).unwrap();
            assert_eq!(calls, "\n1\n-d 1\n-d 2\n");
        });
    }
}
