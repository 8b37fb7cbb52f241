use std::path::Path;
use std::time::Duration;

use aoc_solution::Part;
use aoc_solution::protocol::Phase;
use chrono::{DateTime, TimeDelta, Utc};

use super::*;
use crate::inputs::{Guess, Trust, Verdict};
use crate::pages::{PuzzlePage, UnusablePage};
use crate::puzzle::Puzzle;
use crate::runner::{CheckedExamples, PhaseResult, PuzzleHeader, PuzzleResult, SourceKind, Status};
use crate::site::{ClockOffset, LocalTime};
use crate::submit::Overrides;
use crate::submit::testing::{self, empty_record, set_page, solved_with};
use crate::testing::names_in_reference;

const PUZZLE: Puzzle = Puzzle::of(2020, 8);

fn now() -> DateTime<Utc> {
    "2026-12-25T05:00:00Z".parse().unwrap()
}

/// The site's time, which a reply has just shown.
fn site_time() -> SiteTime {
    let local = LocalTime {
        now: now(),
        boot: now(),
    };
    let last = ClockOffset {
        offset: TimeDelta::zero(),
        boot: now(),
        measured_at: Some(TimeDelta::zero()),
    };
    SiteTime::new(local, None, Some(last))
}

/// The facts before the lock, when nobody can be asked.
fn facts<'a>(record: &'a PartRecord, found: &'a AnswerToSubmit, plan: &'a SubmitPlan) -> Facts<'a> {
    Facts {
        record,
        time: site_time(),
        may_request_time: true,
        stage: Stage::BeforeLock,
        found,
        plan,
        decides_by: DecidesBy::Nothing,
    }
}

fn guard(name: &str) -> Guard {
    let named = GUARDS.iter().find(|(other, _)| *other == name);
    named.expect(name).1
}

fn check(
    guard: Guard,
    record: &PartRecord,
    examples: &[PuzzleResult],
    plan: &SubmitPlan,
    decides_by: DecidesBy,
) -> Option<Decision> {
    let found = solved_with(examples.to_vec());
    guard(&Facts {
        decides_by,
        ..facts(record, &found, plan)
    })
}

#[test]
fn an_answer_that_nothing_speaks_against_passes_all_guards() {
    for (name, guard) in GUARDS {
        let plan = SubmitPlan::default();
        let record = empty_record(PUZZLE);
        let decision = check(*guard, &record, &[], &plan, DecidesBy::Nothing);
        assert_eq!(decision, None, "{name}");
    }
}

/// `--wait` waits until this time.
#[test]
fn the_next_answer_is_refused_or_waited_for() {
    let refused = Decision::Refuse(Refusal {
        message: "not submitted: the site takes the next answer in 5s".to_owned(),
        lifted_by: Some(Override::Wait),
        shows_examples: false,
    });
    for (wait, expected) in [(false, refused), (true, Decision::Wait)] {
        let plan = SubmitPlan {
            overrides: Overrides {
                wait,
                ..Overrides::default()
            },
            ..SubmitPlan::default()
        };
        let mut record = empty_record(PUZZLE);
        record.answers.recorded.not_before = Some(now() + TimeDelta::seconds(5));
        let decision = decide(&Facts {
            stage: Stage::UnderLock,
            ..facts(&record, &AnswerToSubmit::given("7"), &plan)
        });
        assert_eq!(decision, expected);
    }
}

#[test]
fn the_last_star_is_claimed_by_its_part_if_no_other_is_missing() {
    let missing = "the last star of 2020 requires all others: 2 stars are missing; `aoc \
                   fetch 2020/25 --force` asks the site";
    let one_missing = &missing.replace("2 stars are", "1 star is");
    let not_named = "the last star of 2020 has no puzzle but requires all other stars; the \
                     key c claims it";
    for (count, is_named, refusal) in [
        (2, true, Some(missing)),
        (2, false, Some(missing)),
        (1, true, Some(one_missing)),
        (0, false, Some(not_named)),
        (0, true, None),
    ] {
        let record = PartRecord {
            missing_before_last: Some(count),
            ..empty_record(Puzzle::of(2020, 25))
        };
        let plan = SubmitPlan {
            part: is_named.then_some(Part::Two),
            ..SubmitPlan::default()
        };
        let expected = refusal.map(refuse);
        let guard = guard("an event's last star");
        let decision = check(guard, &record, &[], &plan, DecidesBy::Key);
        assert_eq!(decision, expected);
    }
}

/// The site has not shown the number of days of 2031, and the page that was just downloaded has a
/// field for an answer.
#[test]
fn a_part_2_with_an_answer_is_not_claimed_but_takes_the_users_answer() {
    let page = "<main><article><h2>T</h2></article><p>Your puzzle answer was <code>1</code>.</p>\
                <article><h2>Two</h2></article><form><input name=level value=2><input \
                name=answer></form></main>";
    let mut record = PartRecord {
        is_page_new: true,
        missing_before_last: None,
        ..empty_record(Puzzle::of(2031, 12))
    };
    set_page(&mut record, Ok(PuzzlePage::parse(page)));
    let refused = "part 2 has an answer, so 2031 has more days than `aoc` knows; `aoc calendar 2031` \
                   asks the site";
    for (found, expected) in [
        (AnswerToSubmit::claim(), refuse(refused)),
        (AnswerToSubmit::given("7"), Decision::Send),
    ] {
        let plan = SubmitPlan {
            part: Some(Part::Two),
            ..SubmitPlan::default()
        };
        let decision = decide(&Facts {
            stage: Stage::UnderLock,
            ..facts(&record, &found, &plan)
        });
        assert_eq!(decision, expected, "{}", found.answer);
    }
}

/// The user may have got stars since the page was stored, so their number refuses nothing.
#[test]
fn the_stars_on_a_stored_page_are_told_beside_the_claim_of_the_last_star() {
    for (on_page, on_site, told) in [
        (48, None, ", of which the stored page shows 48;"),
        (49, None, "all other stars;"),
        // The page does not show the number.
        (0, None, "all other stars;"),
        (48, Some(1), "all other stars;"),
    ] {
        let mut record = empty_record(Puzzle::of(2020, 25));
        record.stars_on_pages = Some(on_page);
        record.day_stars.on_site = on_site;
        let plan = SubmitPlan::default();
        let guard = guard("an event's last star");
        let decision = check(guard, &record, &[], &plan, DecidesBy::Nothing);
        let Some(Decision::Refuse(refusal)) = decision else {
            panic!("{decision:?}");
        };
        assert!(refusal.message.contains(told), "{}", refusal.message);
    }
}

/// The user's own examples take precedence over those of the page. On a terminal, the user is
/// asked.
#[test]
fn who_answers_for_an_example_decides_whether_it_refuses() {
    let example = |trust| PuzzleResult {
        trust,
        phases: vec![PhaseResult::new(Phase::Part1, Status::Wrong, None)],
        ..PuzzleResult::default()
    };
    let own = || example(Trust::User);
    let refuses = |examples: &[PuzzleResult]| {
        [DecidesBy::Question, DecidesBy::Key, DecidesBy::Nothing].map(|decides_by| {
            let plan = SubmitPlan::default();
            let record = empty_record(PUZZLE);
            check(guard("examples"), &record, examples, &plan, decides_by).is_some()
        })
    };
    assert_eq!(refuses(&[own()]), [true, true, true]);
    let of_page = || example(Trust::Page);
    assert_eq!(refuses(&[of_page()]), [false, true, true]);
    let matched = PuzzleResult {
        phases: Vec::new(),
        ..own()
    };
    assert_eq!(refuses(&[of_page(), matched.clone()]), [false, true, false]);
    // An example in the file is not one of the code.
    let in_file = PuzzleResult {
        header: PuzzleHeader::new(PUZZLE, SourceKind::Example, Some(Path::new("file"))),
        ..matched
    };
    assert_eq!(refuses(&[of_page(), in_file]), [false, true, true]);
    assert_eq!(refuses(&[example(Trust::Taken)]), [false, true, false]);
    assert_eq!(refuses(&[example(Trust::Confirmed)]), [false; 3]);
}

/// `--force` ignores the examples.
#[test]
fn the_user_knows_of_the_examples_before_an_answer_is_sent() {
    let header = PuzzleHeader::new(PUZZLE, SourceKind::Example, None);
    let failed = PuzzleResult {
        trust: Trust::Taken,
        phases: vec![PhaseResult::new(Phase::Part1, Status::Wrong, None)],
        ..PuzzleResult::new(header)
    };
    let words = "the example, which you took from the page, fails (compare it with the page, and \
                 remove its entry if it is wrong)";
    let caveat = |consequence, text: &str| {
        Some(Caveat {
            consequence,
            text: text.to_owned(),
        })
    };
    let none = caveat(Consequence::Note, "no example checks this part");
    let asks = caveat(Consequence::Question, words);
    let fails = caveat(Consequence::Note, words);
    for (decides_by, force, examples, caveat) in [
        (DecidesBy::Nothing, false, vec![], none),
        (DecidesBy::Nothing, true, vec![], None),
        (DecidesBy::Question, false, vec![failed.clone()], asks),
        (DecidesBy::Question, true, vec![failed.clone()], None),
        (DecidesBy::Nothing, false, vec![failed], fails),
    ] {
        let found = solved_with(examples);
        let decision = |dry_run| {
            let plan = SubmitPlan {
                overrides: Overrides { wait: false, force },
                dry_run,
                ..SubmitPlan::default()
            };
            decide(&Facts {
                decides_by,
                ..facts(&empty_record(PUZZLE), &found, &plan)
            })
        };
        let Decision::DryRun(told) = decision(true) else {
            panic!("no guard refuses the answer");
        };
        assert_eq!(told, caveat);
        assert_eq!(decision(false), Decision::TakeLock(caveat));
    }
}

const JUDGED: &str =
    "[[guess]]\npart = 2\nanswer = 7\nverdict = 'wrong'\ntime = 2020-12-22T05:00:00Z\n";
const TOO_HIGH: &str =
    "[[guess]]\npart = 2\nanswer = 6\nverdict = 'too-high'\ntime = 2020-12-22T05:00:00Z\n";

/// An answer of the solution to part 2. The example that ran before it ended with `status`.
fn found(answer: &str, status: Status) -> AnswerToSubmit {
    let header = PuzzleHeader::new(testing::PUZZLE, SourceKind::Example, None);
    let mut example = PuzzleResult::new(header);
    example
        .phases
        .push(PhaseResult::new(Phase::Part2, status, None));
    let examples = CheckedExamples {
        results: vec![example],
        input_is_example: true,
        ..CheckedExamples::default()
    };
    let input = OpenedInput::Text("the input".to_owned());
    AnswerToSubmit::solved(answer, input, examples)
}

/// The page may have been downloaded after the solution ran.
#[test]
fn an_input_is_an_example_if_the_run_or_the_present_page_knows_it() {
    let page = "<main><article class=\"day-desc\"><h2>T</h2><pre><code>1\n2\n</code></pre></article>\
                </main>";
    let plan = SubmitPlan::default();
    let guard = guard("an input that equals an example");
    for (page, is_example, expected) in [
        (PuzzlePage::default(), false, false),
        (PuzzlePage::default(), true, true),
        (PuzzlePage::parse(page), false, true),
    ] {
        let mut record = empty_record(PUZZLE);
        set_page(&mut record, Ok(page));
        let examples = CheckedExamples {
            input_is_example: is_example,
            ..CheckedExamples::default()
        };
        let input = OpenedInput::Text("1\n2\n".to_owned());
        let found = AnswerToSubmit::solved("7", input, examples);
        let decision = guard(&facts(&record, &found, &plan));
        assert_eq!(decision.is_some(), expected, "{is_example}");
    }
}

/// Each answer also fails at all guards after the one that refuses it, up to the guards of the next
/// test.
#[test]
fn the_guards_of_the_part_and_of_the_form_come_first() {
    /// A change that makes the answer pass the guard.
    type Mend = fn(&mut PartRecord, &mut AnswerToSubmit);
    let (_temp, app) = testing::app(&format!("part1 = 7\npart2 = 8\n{JUDGED}"));
    let plan = SubmitPlan {
        part: Some(Part::Two),
        overrides: Overrides::default().with(Override::Force),
        ..SubmitPlan::default()
    };
    let mut record = PartRecord {
        is_page_new: true,
        missing_before_last: Some(2),
        ..testing::record(&app, &plan)
    };
    set_page(&mut record, Ok(PuzzlePage::default()));
    record.day_stars.on_site = Some(2);
    let mut found = found("", Status::Wrong);
    let rows: [(&str, Option<&str>, Mend); 6] = [
        ("a part already solved", None, |record, _| {
            record.day_stars.on_site = None;
        }),
        (
            "the form of the answer",
            Some("the answer is empty"),
            |_, found| found.answer = "7".to_owned(),
        ),
        (
            "a part that the page shows as closed",
            Some("part 1 comes first"),
            |record, _| set_page(record, empty_record(PUZZLE).page),
        ),
        (
            "an event's last star",
            Some("the last star of 2016 requires all others: 2 stars are missing"),
            |record, _| record.missing_before_last = None,
        ),
        (
            "already judged",
            Some("the site judged 7 wrong"),
            |record, _| record.answers.recorded.guesses.clear(),
        ),
        (
            "another recorded answer",
            Some("the recorded answer is 8, not 7; `aoc accept 2016/8 -p 2 7 --force` replaces it"),
            |record, _| assert!(record.answers.recorded.withdraw(Part::Two, "8")),
        ),
    ];
    for (name, why, mend) in rows {
        let (refused_by, decision) = decided(&record, &plan, &found);
        assert_eq!(refused_by, Some(name));
        match (decision, why) {
            (Decision::Refuse(refusal), Some(why)) => {
                let told = refusal.message.strip_prefix("not submitted: ");
                assert!(told.expect(why).starts_with(why), "{}", refusal.message);
                assert_eq!(refusal.lifted_by, None, "{name}");
            }
            (decision, why) => assert_eq!((decision, why), (Decision::Compare, None), "{name}"),
        }
        mend(&mut record, &mut found);
    }
}

/// The longest possible wait is that of a reply that has just come.
#[test]
fn a_wait_is_called_wrong_if_no_reply_can_ask_for_it() {
    let asked = Some((false, Some(Override::Wait)));
    let wrong = Some((true, None));
    for (more, with_wait, refusal) in [
        (0, false, asked),
        (0, true, None),
        (1, false, wrong),
        // It may be years.
        (1, true, wrong),
    ] {
        let wait = MAX_ANSWER_WAIT + ROUNDING_MARGIN + Duration::from_millis(more);
        let mut record = empty_record(PUZZLE);
        record.answers.recorded.not_before = Some(now() + wait);
        let plan = SubmitPlan {
            overrides: Overrides {
                wait: with_wait,
                ..Overrides::default()
            },
            ..SubmitPlan::default()
        };
        let guard = guard("too soon");
        let refused = match check(guard, &record, &[], &plan, DecidesBy::Nothing) {
            Some(Decision::Refuse(Refusal {
                message, lifted_by, ..
            })) => Some((message.contains("wrong date"), lifted_by)),
            decision => {
                assert_eq!(decision, None);
                None
            }
        };
        assert_eq!(refused, refusal, "{more} {with_wait}");
    }
}

#[test]
fn the_first_guard_that_refuses_decides() {
    let other = "part1 = 7\n";
    let early = "not_before = 2026-12-25T05:01:01Z\n";
    let [all, bounds, others] = [
        format!("{other}{early}{JUDGED}{TOO_HIGH}"),
        format!("{other}{early}{TOO_HIGH}"),
        format!("{other}{early}"),
    ];
    let wait = Some(Override::Wait);
    let force = Some(Override::Force);
    let wrong = Status::Wrong;
    // Each answer also fails at all guards after the one that refuses it.
    for (name, answers, answer, status, why, lifted_by) in [
        (
            "the form of the answer",
            &*all,
            "",
            wrong,
            "the answer is empty",
            None,
        ),
        (
            "already judged",
            &all,
            "7",
            wrong,
            "the site judged 7 wrong",
            None,
        ),
        (
            "beyond a bound",
            &bounds,
            "7",
            wrong,
            "7 cannot be right, as",
            None,
        ),
        (
            "the other part's answer",
            &others,
            "7",
            wrong,
            "7 is the answer to part 1; if part 2 has the same answer, submit it on the site, and \
             `aoc fetch 2016/8 --force` records it",
            None,
        ),
        (
            "too soon",
            early,
            "7",
            wrong,
            "the site takes the next",
            wait,
        ),
        (
            "examples",
            "",
            "7",
            wrong,
            "the example in the code fails",
            force,
        ),
        (
            "an input that equals an example",
            "",
            "7",
            Status::Matched,
            "the input is",
            force,
        ),
    ] {
        let (_temp, app) = testing::app(answers);
        let mut plan = SubmitPlan {
            part: Some(Part::Two),
            ..SubmitPlan::default()
        };
        let record = testing::record(&app, &plan);
        let found = found(answer, status);
        let (refused_by, decision) = decided(&record, &plan, &found);
        let Decision::Refuse(refusal) = decision else {
            panic!("{why}");
        };
        let told = refusal.message.strip_prefix("not submitted: ");
        assert!(told.expect(why).starts_with(why), "{}", refusal.message);
        assert_eq!(
            (refused_by, refusal.lifted_by),
            (Some(name), lifted_by),
            "{why}"
        );
        // Only failed examples are shown.
        assert_eq!(refusal.shows_examples, name == "examples");
        // `--force` overrides the guards of the examples.
        plan.overrides.force = true;
        let is_overridden = decided(&record, &plan, &found).1 == Decision::Send;
        assert_eq!(is_overridden, lifted_by == force, "{why}");
    }
}

/// Decides under the lock. Also returns the first guard that refuses the answer.
fn decided(
    record: &PartRecord,
    plan: &SubmitPlan,
    found: &AnswerToSubmit,
) -> (Option<&'static str>, Decision) {
    let facts = Facts {
        stage: Stage::UnderLock,
        ..facts(record, found, plan)
    };
    let first = GUARDS
        .iter()
        .find(|(_, guard)| guard(&facts).is_some())
        .map(|(name, _)| *name);
    (first, decide(&facts))
}

/// The page, which is downloaded under the lock, may show the verdict on the guess.
#[test]
fn the_minute_after_an_unknown_verdict_counts_under_the_lock_and_in_a_dry_run() {
    let minute = Some(now() + TimeDelta::minutes(1));
    for (not_before, stage, dry_run, counts, with_wait) in [
        (
            None,
            Stage::BeforeLock,
            false,
            false,
            Decision::TakeLock(None),
        ),
        (None, Stage::BeforeLock, true, true, Decision::DryRun(None)),
        (None, Stage::UnderLock, false, true, Decision::Wait),
        // The wait that the site asked for counts at once.
        (
            minute,
            Stage::BeforeLock,
            false,
            true,
            Decision::TakeLock(None),
        ),
    ] {
        let mut record = PartRecord {
            is_page_new: true,
            ..empty_record(PUZZLE)
        };
        record.answers.recorded.not_before = not_before;
        record.answers.recorded.guesses.push(Guess {
            part: Part::Two,
            answer: "5".to_owned(),
            verdict: Verdict::Unknown,
            time: now(),
        });
        let decision = |wait| {
            let plan = SubmitPlan {
                overrides: Overrides { wait, force: false },
                dry_run,
                ..SubmitPlan::default()
            };
            decide(&Facts {
                stage,
                ..facts(&record, &AnswerToSubmit::given("7"), &plan)
            })
        };
        let case = format!("{not_before:?} {stage:?} {dry_run}");
        assert_eq!(decision(true), with_wait, "{case}");
        let is_refused = matches!(decision(false), Decision::Refuse(_));
        assert_eq!(is_refused, counts, "{case}");
    }
}

#[test]
fn the_guide_has_the_guards_in_their_order() {
    let names: Vec<&str> = GUARDS.iter().map(|(name, _)| *name).collect();
    assert_eq!(names_in_reference("in this order:"), names);
    assert_eq!(names.len(), 11);
    // Without a page, a recorded answer counts as a star.
    let mut solved = empty_record(PUZZLE);
    set_page(&mut solved, Err(UnusablePage::Missing));
    solved.answers.recorded.accept(Part::Two, "7");
    let plan = SubmitPlan::default();
    let decision = check(
        guard("a part already solved"),
        &solved,
        &[],
        &plan,
        DecidesBy::Nothing,
    );
    assert_eq!(decision, Some(Decision::Compare));
}

#[test]
fn the_answer_to_an_open_part_is_the_one_that_was_recorded_by_hand() {
    let differs =
        refuse("the recorded answer is 8, not 7; `aoc accept 2020/8 -p 2 7 --force` replaces it");
    for (recorded, decision) in [("7", None), ("8", Some(differs))] {
        let mut record = empty_record(PUZZLE);
        record.answers.recorded.accept(Part::Two, recorded);
        let plan = SubmitPlan {
            overrides: Overrides::default().with(Override::Force),
            ..SubmitPlan::default()
        };
        let guard = guard("another recorded answer");
        let is = check(guard, &record, &[], &plan, DecidesBy::Nothing);
        assert_eq!(is, decision, "{recorded}");
        assert!(record.why_page_needed().is_some());
    }
}

/// Part 1 was open on the stored page. The new page shows whether part 2 is open.
#[test]
fn a_page_that_is_needed_is_read_once_under_the_lock() {
    let closed = "part 1 comes first; `aoc submit 2020/8 --part 1` submits it";
    for (stage, is_new, is_solved, decision) in [
        (Stage::BeforeLock, false, false, Decision::TakeLock(None)),
        (Stage::UnderLock, false, false, Decision::DownloadPage),
        (Stage::UnderLock, true, false, refuse(closed)),
        (Stage::UnderLock, true, true, Decision::Send),
    ] {
        let mut record = empty_record(PUZZLE);
        record.is_page_new = is_new;
        if !is_solved {
            set_page(&mut record, Ok(PuzzlePage::default()));
        }
        let decided = decide(&Facts {
            stage,
            ..facts(&record, &AnswerToSubmit::given("7"), &SubmitPlan::default())
        });
        assert_eq!(decided, decision, "{stage:?} {is_new} {is_solved}");
    }
}

/// Only the site's list of stars shows that the part is solved.
#[test]
fn the_page_shows_the_accepted_answer_that_is_not_stored() {
    let mut record = empty_record(PUZZLE);
    record.day_stars.on_site = Some(2);
    let plan = SubmitPlan::default();
    let solved = guard("a part already solved");
    let decision = check(solved, &record, &[], &plan, DecidesBy::Nothing);
    assert_eq!(decision, Some(Decision::DownloadPage));
    record.is_page_new = true;
    let mut part1_open = empty_record(PUZZLE);
    part1_open.day_stars.on_site = Some(2);
    part1_open.is_page_new = true;
    set_page(&mut part1_open, Ok(PuzzlePage::default()));
    for record in [record, part1_open] {
        let decision = check(solved, &record, &[], &plan, DecidesBy::Nothing);
        let Some(Decision::Refuse(Refusal { message: why, .. })) = decision else {
            panic!("{decision:?}");
        };
        let says = "the site showed a star for the part, but its page does not show it as solved";
        assert!(why.starts_with(says), "{why}");
    }
}

/// The last star may be known from the files of another account.
#[test]
fn a_new_page_has_priority_over_the_last_star_of_the_year() {
    let mut record = empty_record(PUZZLE);
    record.day_stars.required = [true; 2];
    let plan = SubmitPlan::default();
    let solved = guard("a part already solved");
    let decision = check(solved, &record, &[], &plan, DecidesBy::Nothing);
    assert_eq!(decision, Some(Decision::DownloadPage));
    record.is_page_new = true;
    let decision = check(solved, &record, &[], &plan, DecidesBy::Nothing);
    assert_eq!(decision, None);
    // Only the user's own page shows which parts are solved.
    set_page(&mut record, Err(UnusablePage::OtherAccount));
    assert!(record.is_solved());
}
