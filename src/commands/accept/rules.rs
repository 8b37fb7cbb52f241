//! The rules for recording an answer: the part that it belongs to, and the recorded data that it
//! must not contradict.

use std::path::Path;

use aoc_solution::Part;

use super::AcceptStatus;
use crate::error::{CliError, Exit, Result, usage_error};
use crate::inputs::{RecordedAnswers, is_same_answer};
use crate::records::{AcceptedBySite, KnownAnswers};

/// The part of an answer that was given without a part: part 1, or part 2 if part 1 already has
/// another answer. The sources may have different answers to part 1.
pub(super) fn part_of_answer(known: &KnownAnswers, answer: &str) -> Part {
    let accepted = known.accepted(Part::One);
    let sources = [
        accepted,
        known.on_page(Part::One),
        known.recorded.accepted(Part::One),
    ];
    let is_known = sources
        .into_iter()
        .flatten()
        .any(|known| is_same_answer(known, answer));
    if accepted.is_some() && !is_known && !known.is_last_star(Part::Two) {
        Part::Two
    } else {
        Part::One
    }
}

pub(super) fn last_star_error() -> CliError {
    usage_error("the last star of an event requires all others and has no answer")
}

/// Fails if the site has accepted another answer. Not even `--force` replaces it, because it takes
/// precedence over recorded answers. `file` is the file with the guesses.
pub(super) fn check_against_site(
    known: &KnownAnswers,
    part: Part,
    answer: &str,
    file: &Path,
) -> Result<()> {
    let Some(by_site) = known.accepted_by_site(part) else {
        return Ok(());
    };
    let accepted = by_site.answer();
    if is_same_answer(accepted, answer) {
        return Ok(());
    }
    let (why, advice) = match by_site {
        AcceptedBySite::Verdict(guess) => (
            guess.verdict_in_words(),
            format!(
                "if that guess was for another input, remove it from {}",
                file.display()
            ),
        ),
        AcceptedBySite::Page(_) => (
            format!("the stored page shows that the site accepted {accepted}"),
            format!(
                "if the page is of another account, `aoc fetch {} --force` replaces it",
                known.puzzle
            ),
        ),
    };
    let error = CliError::new(Exit::Refused, format!("{why}, not {answer}"));
    Err(error.with_hint(advice))
}

/// Records an answer, unless it is refused. An answer that the site has accepted is always
/// recorded.
pub(super) fn record_answer(
    answers: &mut RecordedAnswers,
    known: &KnownAnswers,
    part: Part,
    answer: &str,
    force: bool,
) -> Result<AcceptStatus> {
    if known.is_last_star(part) {
        return Err(last_star_error());
    }
    if let Some(recorded) = answers.accepted(part)
        && is_same_answer(recorded, answer)
    {
        return Ok(AcceptStatus::Unchanged);
    }
    if let Some(why) = contradiction(answers, part, answer)
        && !force
        && known.accepted_by_site(part).is_none()
    {
        return Err(CliError::new(Exit::Refused, why));
    }
    answers.accept(part, answer);
    Ok(AcceptStatus::Recorded)
}

/// The error text for an answer that contradicts recorded data, with the effect of `--force`.
/// `None` if there is no contradiction.
fn contradiction(answers: &RecordedAnswers, part: Part, answer: &str) -> Option<String> {
    if let Some(recorded) = answers.accepted(part) {
        let why = format!("the recorded answer is {recorded}, not {answer}; --force replaces it");
        return Some(why);
    }
    let why = answers.why_ruled_out(part, answer)?;
    Some(format!("{why}; --force records it"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pages::PuzzlePage;
    use crate::puzzle::Puzzle;

    #[test]
    fn an_answer_that_any_source_has_for_part_1_is_not_for_part_2() {
        let text = "part1 = 5\n[[guess]]\npart = 1\nanswer = 6\nverdict = 'right'\ntime = \
                    2020-12-22T05:00:00Z\n";
        let recorded = RecordedAnswers::parse(text).unwrap();
        let page = PuzzlePage::parse(
            "<main><article class=\"day-desc\"><h2>T</h2></article><p>Your puzzle answer was \
             <code>7</code>.</p></main>",
        );
        let known = KnownAnswers::of(recorded, Puzzle::of(2020, 22), Some(&page));
        let parts = ["5", "6", "7", "8"].map(|answer| part_of_answer(&known, answer));
        assert_eq!(parts, [Part::One, Part::One, Part::One, Part::Two]);
    }

    /// The number of days of 2026 is only expected.
    #[test]
    fn part_2_of_an_expected_last_day_has_an_answer_if_the_page_has_one() {
        let first = "<main><article></article><p>Your puzzle answer was <code>1</code>.</p>";
        let answer = "<article></article><p>Your puzzle answer was <code>2</code>.</p>";
        let field = "<form><input name=level value=2><input name=answer></form>";
        for (below, part, is_recorded) in [
            ("", Part::One, false),
            (field, Part::Two, true),
            (answer, Part::Two, true),
        ] {
            let page = PuzzlePage::parse(&format!("{first}{below}</main>"));
            let mut answers = RecordedAnswers::parse("part1 = 1").unwrap();
            let puzzle = Puzzle::of(2026, 12);
            let known = KnownAnswers::of(answers.clone(), puzzle, Some(&page));
            assert_eq!(part_of_answer(&known, "2"), part, "{below}");
            let recorded = record_answer(&mut answers, &known, Part::Two, "2", false);
            assert_eq!(recorded.is_ok(), is_recorded, "{below}");
        }
    }

    #[test]
    fn an_answer_is_for_the_next_part_and_replaces_another_only_with_force() {
        let too_low = "[[guess]]\npart = 2\nanswer = 5\nverdict = 'too-low'\ntime = \
                       2020-12-22T05:00:00Z\n";
        let replaces = "the recorded answer is 1, not 2; --force replaces it";
        let last_star = "the last star of an event requires all others and has no answer";
        let ruled_out = "3 cannot be right, as the site judged 5 too low on 2020-12-22; --force \
                         records it";
        let right = "[[guess]]\npart = 1\nanswer = 1\nverdict = 'right'\ntime = \
                     2020-12-22T05:00:00Z\n";
        let picture = ".##.\n#..#\n#..#\n####\n#..#\n#..#\n";
        let picture = format!("part1 = '''\n{picture}'''\n");
        // The columns are the day, its file, the given part, the answer, the chosen part and the
        // result.
        for (day, file, named, answer, part, end) in [
            (22, "", None, "1", Part::One, "recorded"),
            (22, "part2 = 1", None, "1", Part::One, "recorded"),
            (22, "part1 = 1", None, "2", Part::Two, "recorded"),
            (25, "part1 = 1", None, "2", Part::One, replaces),
            (25, "", Some(Part::Two), "2", Part::Two, last_star),
            (22, "part1 = 1", None, "1", Part::One, "unchanged"),
            (22, right, None, "2", Part::Two, "recorded"),
            (22, "part1 = 1", Some(Part::One), "2", Part::One, replaces),
            (22, too_low, Some(Part::Two), "3", Part::Two, ruled_out),
            (22, &picture, None, "A", Part::One, "unchanged"),
            (22, &picture, Some(Part::One), "A", Part::One, "unchanged"),
            (22, "part1 = '1\u{200b}'", None, "1", Part::One, "unchanged"),
        ] {
            let puzzle = Puzzle::of(2020, day);
            for force in [false, true] {
                let mut answers = RecordedAnswers::parse(file).unwrap();
                let known = KnownAnswers::of(answers.clone(), puzzle, None);
                let found = named.unwrap_or_else(|| part_of_answer(&known, answer));
                assert_eq!(found, part, "{day} {file}");
                let before = answers.clone();
                let outcome = record_answer(&mut answers, &known, part, answer, force);
                let is_unchanged = answers == before;
                assert!(outcome.is_ok() || is_unchanged, "{day} {file}");
                let is_recorded = answers
                    .accepted(part)
                    .is_some_and(|recorded| is_same_answer(recorded, answer));
                assert_eq!(is_recorded, outcome.is_ok());
                let found = match outcome {
                    Ok(AcceptStatus::Recorded) => "recorded".to_owned(),
                    Ok(status) => format!("{status:?}").to_lowercase(),
                    Err(error) => error.to_string(),
                };
                let is_forced = force && end.contains("--force");
                let expected = if is_forced { "recorded" } else { end };
                assert_eq!(found, expected, "{day} {file}");
            }
        }
    }
}
