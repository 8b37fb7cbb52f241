//! The reasons why the old program of a day gave no answer.

use super::DayToCompare;
use super::attempts::CommandForm;
use crate::error::{CliError, without_error_numbers};
use crate::processes::EndedProgram;
use crate::terminal::excerpt;

/// The maximum width of an error of the old program.
const MAX_WORDS: usize = 200;

/// The reason why a program that ended has no output.
pub const NO_ANSWER: &str = "printed no answer of the day";

/// The reason why a day has no program: the first error in the file of the day, or else the first
/// error that is not in the file of any day.
pub fn why_unbuilt(
    day: &DayToCompare,
    days: &[&DayToCompare],
    has_programs: bool,
    errors: &[String],
) -> String {
    let own = errors.iter().find(|error| is_in_file_of(day, error));
    let error = own.or_else(|| {
        errors
            .iter()
            .find(|error| !days.iter().any(|day| is_in_file_of(day, error)))
    });
    let why = match error {
        Some(error) => error,
        None if has_programs => "its package has programs, but none for this day",
        None => "it has no program",
    };
    format!("was not built: {why}")
}

/// True if an error names the file of a day first.
fn is_in_file_of(day: &DayToCompare, error: &str) -> bool {
    let file = error.split(':').next().unwrap_or_default();
    !file.is_empty() && day.file.ends_with(&file.replace('\\', "/"))
}

/// The reason why no attempt printed an answer. If attempts failed in different ways, it is not
/// known which one is the right way to call the program.
pub fn why_no_answer(failures: &[(CommandForm, String)]) -> String {
    let Some((_, first)) = failures.first() else {
        return NO_ANSWER.to_owned();
    };
    let of_form = |form| failures.iter().find(|(other, _)| *other == form);
    if let Some((_, why)) = of_form(CommandForm::OwnProgram) {
        return why.clone();
    }
    let is_same = failures.iter().all(|(_, why)| why == first);
    match of_form(CommandForm::AllDays) {
        _ if is_same => first.clone(),
        Some((_, why)) if why != NO_ANSWER => format!("{NO_ANSWER}: without arguments, it {why}"),
        _ => NO_ANSWER.to_owned(),
    }
}

/// The status of a program that failed, and the last line of its errors. Lines such as ``note: run
/// with `RUST_BACKTRACE=1` `` are left out.
pub fn why_failed(ended: &EndedProgram) -> String {
    let words = ended
        .stderr
        .lines()
        .map(str::trim)
        .rfind(|line| !line.is_empty() && !line.starts_with("note: "))
        .unwrap_or("it printed no error");
    format!("ended with {}: {}", ended.status, excerpt(words, MAX_WORDS))
}

/// The system's reason why a program cannot start.
pub fn why_not_started(error: &CliError) -> String {
    let why = error.error.root_cause().to_string();
    format!("cannot start: {}", without_error_numbers(&why))
}

#[cfg(test)]
mod tests {
    use super::super::package::errors_in;
    use super::*;
    use crate::import::compare::Proof;
    use crate::puzzle::Puzzle;

    #[test]
    fn a_day_without_a_program_has_the_first_error_in_its_file() {
        let stderr = "warning: unused variable: `a`\n --> src/bin/day02.rs:1:1\n\
                      error: couldn't read `src/bin/..\\a`: No such file\n --> src\\bin\\day01.rs:2:3\n\
                      error[E0425]: cannot find value `b` in this scope\n --> src/bin/day02.rs:4:5\n\
                      error: could not compile `a` (bin \"day01\") due to 1 previous error\n";
        let errors = errors_in(stderr);
        let read =
            "was not built: src\\bin\\day01.rs:2:3: couldn't read `src/bin/..\\a`: No such file";
        let of_day_2 = "was not built: src/bin/day02.rs:4:5: cannot find value `b` in this scope";
        let library = ["src/lib.rs:1:1: expected `;`".to_owned()];
        for (number, has_programs, errors, expected) in [
            (1, true, &errors[..], read),
            (2, true, &errors[..], of_day_2),
            (
                3,
                true,
                &errors[..],
                "was not built: its package has programs, but none for this day",
            ),
            (
                3,
                false,
                &library,
                "was not built: src/lib.rs:1:1: expected `;`",
            ),
            (
                1,
                false,
                &["it took too long".to_owned()],
                "was not built: it took too long",
            ),
            (1, false, &[], "was not built: it has no program"),
            (
                1,
                true,
                &[],
                "was not built: its package has programs, but none for this day",
            ),
        ] {
            let days = [1, 2, 3].map(|number: u8| DayToCompare {
                puzzle: Puzzle::of(2020, number),
                file: format!("old/src/bin/day{number:02}.rs"),
                proves: Proof::Refutes,
                input: String::new(),
            });
            let day = &days[number - 1];
            let days: Vec<_> = days.iter().collect();
            assert_eq!(why_unbuilt(day, &days, has_programs, errors), expected);
        }
    }

    #[test]
    fn the_reason_is_that_of_the_days_own_program_or_of_all_its_calls() {
        let own = (CommandForm::OwnProgram, "panicked".to_owned());
        let silent = (CommandForm::WithNumbers("%DAY%"), NO_ANSWER.to_owned());
        let with_day = (CommandForm::WithNumbers("%DAY%"), "had no token".to_owned());
        let all = (CommandForm::AllDays, "wanted a day".to_owned());
        let silent_of_all = (CommandForm::AllDays, NO_ANSWER.to_owned());
        let late = (CommandForm::AllDays, "had no token".to_owned());
        let of_all = "printed no answer of the day: without arguments, it wanted a day";
        for (failures, expected) in [
            (vec![&silent, &own], "panicked"),
            (vec![&all, &with_day, &silent], of_all),
            (vec![&with_day, &late], "had no token"),
            (vec![&with_day, &silent], NO_ANSWER),
            (vec![&with_day, &silent_of_all], NO_ANSWER),
            (vec![&all], "wanted a day"),
            (vec![], NO_ANSWER),
        ] {
            let failures: Vec<_> = failures.into_iter().cloned().collect();
            assert_eq!(why_no_answer(&failures), expected);
        }
    }
}
