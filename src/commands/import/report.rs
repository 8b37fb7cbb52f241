//! The screen of `aoc import`: what is imported, what is not and why, notes on the copies, and the
//! next command.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{MAIN_SEPARATOR, Path};

use aoc_solution::Part;

use super::ImportArgs;
use crate::error::{CliError, Result};
use crate::import::plan::cargo_lock::VersionsOutcome;
use crate::import::{Kind, NeededLibrary, Plan, Replaced, SkippedKind};
use crate::puzzle::{ByMessage, Puzzle, puzzle_list};
use crate::site::{AOCD, Tool};
use crate::terminal::style::PLAIN;
use crate::terminal::{Terminal, plural, shell_word, text_line};

pub fn screen(
    terminal: Terminal,
    plan: &Plan,
    versions: Result<&VersionsOutcome, &CliError>,
    args: &ImportArgs,
) -> String {
    let mut lines = copied(plan, args);
    lines.extend(versions.ok().and_then(library_versions));
    lines.extend(left_out(plan));
    lines.extend(notes(plan));
    lines.extend(nightly_days(plan));
    lines.extend(needed_libraries(plan));
    lines.extend(next_command(plan, args));
    // After an error, what was found is unknown.
    if lines.is_empty() && versions.is_ok() {
        lines.push(if plan.has_failed() {
            nothing_found(args)
        } else {
            "nothing new to import".to_owned()
        });
    }
    lines
        .iter()
        .map(|line| text_line(terminal, PLAIN, line))
        .collect()
}

/// The message if nothing was found in a folder, or if the tool has no session that can be read.
fn nothing_found(args: &ImportArgs) -> String {
    let from = args.from.as_deref().unwrap_or(AOCD.name);
    if Tool::find(from) == Some(AOCD) {
        return "found nothing to import in ~/.config/aocd (or AOCD_DIR): name a folder, such as \
                `aoc import ../old`"
            .to_owned();
    }
    format!("found nothing to import from {from}")
}

fn copied(plan: &Plan, args: &ImportArgs) -> Vec<String> {
    let state = if args.dry_run { "to import" } else { "copied" };
    let is_unbuilt = args.no_check && !args.dry_run;
    let of_days = if is_unbuilt {
        ", but not built because of --no-check"
    } else {
        ""
    };
    let mut lines = Vec::new();
    let mut new_days = plan.new_days();
    new_days.retain(|day| !plan.to_try.contains(day));
    for (name, detail, puzzles) in [
        ("day", of_days, new_days),
        ("input", "", plan.new_inputs()),
        ("answer", "", plan.new_answers()),
    ] {
        if !puzzles.is_empty() {
            let count = plural(puzzles.len(), name);
            let list = puzzle_list(puzzles);
            lines.push(format!("{count} {state}{detail}: {list}"));
        }
    }
    if !plan.to_try.is_empty() {
        let count = plural(plan.to_try.len(), "day");
        let list = puzzle_list(plan.to_try.iter().copied());
        lines.push(format!(
            "{count} to try: {list}: names alone do not say how to call them; without \
             --dry-run, `aoc import` compiles and runs the possible calls"
        ));
    }
    for (replaced, line) in [
        (
            Replaced::SureCall,
            "your expressions replace copies that were correct, or that you had made with other \
             expressions",
        ),
        (Replaced::OtherCode, "copies of other code are replaced"),
    ] {
        let days = plan.replacing(replaced);
        if !days.is_empty() {
            lines.push(format!("{line}: {}", puzzle_list(days)));
        }
    }
    let unchanged = plan.unchanged();
    if !unchanged.is_empty() {
        let count = plural(unchanged.len(), "day");
        let list = puzzle_list(unchanged);
        lines.push(format!("{count} there already, unchanged: {list}"));
    }
    for file in &plan.files {
        if let Kind::Session { tool } = file.kind {
            lines.push(format!("1 session of {} {state}", tool.name));
        }
    }
    lines
}

fn library_versions(versions: &VersionsOutcome) -> Option<String> {
    match versions {
        VersionsOutcome::Unchanged => None,
        VersionsOutcome::Taken(count) => {
            let libraries = if *count == 1 { "library" } else { "libraries" };
            Some(format!(
                "{count} {libraries} at the version of the old Cargo.lock"
            ))
        }
        VersionsOutcome::Rejected { is_offline, why } => {
            let cause = if *is_offline {
                ": cargo cannot use them with --offline"
            } else {
                " conflict with yours, so cargo chose newer ones"
            };
            Some(format!(
                "not imported: the versions in the old Cargo.lock{cause}: {why}"
            ))
        }
    }
}

/// Files and days that are not imported for the same reason.
#[derive(Default)]
struct SameReason<'p> {
    /// The reason, which several texts give with different types.
    texts: BTreeSet<&'p str>,
    files: Vec<&'p Path>,
    inputs: BTreeSet<Puzzle>,
    answers: BTreeSet<Puzzle>,
    days: Vec<Puzzle>,
    wanted_by: Vec<Puzzle>,
}

/// A reason with `Solution<..>` for types such as `Solution<u8, u16>`.
fn without_type_arguments(why: &str) -> String {
    let parts = why
        .split('`')
        .map(|part| match (part.split_once('<'), part.rsplit_once('>')) {
            (Some((before, _)), Some((_, after))) => format!("{before}<..>{after}"),
            _ => part.to_owned(),
        });
    parts.collect::<Vec<_>>().join("`")
}

/// The paths of files with forward slashes. The folder around several files is named once:
/// `old/{01.rs, 02.rs}`.
fn file_list(files: &[&Path]) -> String {
    let is_around = |folder: &&Path| files.iter().all(|file| file.starts_with(folder));
    let folder = match files {
        [first, _, ..] => first.ancestors().skip(1).find(is_around),
        _ => None,
    };
    let folder = folder.unwrap_or(Path::new(""));
    let inner = files
        .iter()
        .map(|file| file.strip_prefix(folder).unwrap_or(file));
    let shown: Vec<String> = inner.map(|file| file.display().to_string()).collect();
    let names = shown.join(", ");
    let list = if folder.as_os_str().is_empty() {
        names
    } else {
        folder.join(format!("{{{names}}}")).display().to_string()
    };
    list.replace(MAIN_SEPARATOR, "/")
}

fn left_out(plan: &Plan) -> impl Iterator<Item = String> {
    let mut reasons = BTreeMap::<String, SameReason>::new();
    let new_inputs = plan.new_inputs();
    for skipped in &plan.left_out.skipped {
        let why = skipped.why.text();
        let same = reasons.entry(without_type_arguments(why)).or_default();
        same.texts.insert(why);
        match skipped.kind {
            SkippedKind::Input(puzzle) if !new_inputs.contains(&puzzle) => {
                same.inputs.insert(puzzle);
            }
            // The plan may have a new input of this day from another file.
            SkippedKind::File | SkippedKind::UnknownDay | SkippedKind::Input(_) => {
                same.files.push(&skipped.from);
            }
            SkippedKind::Answer(puzzle) => {
                same.answers.insert(puzzle);
            }
            SkippedKind::Day(puzzle) | SkippedKind::Part { puzzle, .. } => same.days.push(puzzle),
        }
        same.wanted_by.extend(&skipped.wanted_by);
    }
    reasons.into_iter().map(|(why, skipped)| {
        let mut names = Vec::new();
        if !skipped.files.is_empty() {
            names.push(file_list(&skipped.files));
        }
        for (one, several, puzzles) in [
            ("the input of", "the inputs of", skipped.inputs),
            ("an answer of", "answers of", skipped.answers),
        ] {
            if !puzzles.is_empty() {
                let name = if puzzles.len() == 1 { one } else { several };
                names.push(format!("{name} {}", puzzle_list(puzzles)));
            }
        }
        if !skipped.days.is_empty() {
            names.push(puzzle_list(skipped.days));
        }
        let why = match skipped.texts.first() {
            Some(text) if skipped.texts.len() == 1 => text,
            _ => &*why,
        };
        let mut line = format!("not imported: {}: {why}", names.join(", "));
        if !skipped.wanted_by.is_empty() {
            line += &format!(" ({})", puzzle_list(skipped.wanted_by));
        }
        line
    })
}

/// A line for each note on imported days.
fn notes(plan: &Plan) -> impl Iterator<Item = String> {
    let mut notes = ByMessage::default();
    for note in &plan.notes {
        notes.add(&*note.why, note.puzzle);
    }
    notes
        .into_lists()
        .map(|(why, days)| format!("note: {days}: {why}"))
}

/// The days that need a nightly compiler. `None` if there are none.
fn nightly_days(plan: &Plan) -> Option<String> {
    let nightly = plan.nightly();
    if nightly.is_empty() {
        return None;
    }
    let count = plural(nightly.len(), "day");
    let list = puzzle_list(nightly);
    let features = Vec::from_iter(plan.features()).join(", ");
    let mut stems = plan
        .left_out
        .skipped
        .iter()
        .filter_map(|skipped| skipped.from.file_stem());
    let write = if stems.any(|stem| stem == "rust-toolchain") {
        "copy the repository's rust-toolchain.toml, or write one"
    } else {
        "write a rust-toolchain.toml"
    };
    Some(format!(
        "{count} with `#![feature({features})]`, for a nightly compiler: {list}: {write} with \
         `toolchain.channel = \"nightly\"`"
    ))
}

/// A line for each library that cargo does not get from a registry.
fn needed_libraries(plan: &Plan) -> impl Iterator<Item = String> {
    plan.needs.iter().map(|NeededLibrary { what, days }| {
        let verb = if days.len() == 1 { "needs" } else { "need" };
        let count = plural(days.len(), "day");
        let list = puzzle_list(days.iter().copied());
        let years: BTreeSet<String> = days.iter().map(|day| day.year.to_string()).collect();
        let all = Vec::from_iter(years).join(", ");
        format!("{count} {verb} {what}: {list}; without it no day of {all} is built")
    })
}

/// The command that may import the days whose calls are not clear. It has the options of this
/// command, except for `--dry-run`. An example replaces the expression for the unclear part,
/// because that expression did not help these days.
fn next_command(plan: &Plan, args: &ImportArgs) -> Option<String> {
    let part = *plan.left_out.unclear().first()?;
    // All fields are named, so that the compiler reports a new option that is missing here.
    let ImportArgs {
        from,
        year,
        dry_run: _,
        no_check,
        run_old,
        text,
        parse,
        part1,
        part2,
    } = args;
    let other = match part {
        Part::One => ("--part2", part2),
        Part::Two => ("--part1", part1),
    };
    let mut options = shell_word(from.as_deref().unwrap_or("DIR"));
    for (name, value) in [
        ("--year", year),
        ("--text", text),
        ("--parse", parse),
        other,
    ] {
        if let Some(value) = value {
            options += &format!(" {name} {}", shell_word(value));
        }
    }
    for (name, is_given) in [("--no-check", no_check), ("--run-old", run_old)] {
        if *is_given {
            options += &format!(" {name}");
        }
    }
    Some(format!(
        "say how to call the days that were not understood, for example: `aoc import {options} \
         --part{part} 'solve(input).{}'` or `--part{part} \
         'Day%PADDED_DAY%::new(input).part{part}()'`",
        part.index()
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::import::tests::parsed;
    use crate::import::{ImportedFile, Kind, Reason};
    use crate::testing::with_slashes;

    #[test]
    fn versions_that_cargo_does_not_find_offline_are_not_called_unfit() {
        let shown = |is_offline| {
            let why = "no matching package named `a` found".to_owned();
            library_versions(&VersionsOutcome::Rejected { is_offline, why })
        };
        let why = "not imported: the versions in the old Cargo.lock";
        let [beside, offline] = [false, true].map(shown);
        assert_eq!(
            beside,
            Some(format!(
                "{why} conflict with yours, so cargo chose newer ones: no matching package named `a` found"
            ))
        );
        assert_eq!(
            offline,
            Some(format!(
                "{why}: cargo cannot use them with --offline: no matching package named `a` found"
            ))
        );
    }

    #[test]
    fn the_paths_of_files_have_forward_slashes() {
        let [one, two] = ["src/a.rs", "src/b.rs"].map(|file| Path::new("old").join(file));
        assert_eq!(file_list(&[&one]), "old/src/a.rs");
        assert_eq!(file_list(&[&one, &two]), "old/src/{a.rs, b.rs}");
    }

    #[test]
    fn a_file_of_a_copied_day_is_not_called_the_day() {
        let mut plan = Plan::default();
        let days = [1, 2, 3].map(|day| Puzzle::of(2020, day));
        let [one, two, three] = days;
        for (file, kind, why) in [
            ("01.txt", SkippedKind::Input(one), "it is empty"),
            ("03.txt", SkippedKind::Input(three), "it is empty"),
            ("01a_answer.txt", SkippedKind::Answer(one), "it is empty"),
            (
                "02.txt",
                SkippedKind::Input(two),
                "`02.txt` and `d2.txt` differ",
            ),
            (
                "01.rs",
                SkippedKind::Part {
                    puzzle: one,
                    part: Part::Two,
                },
                "part 2: no",
            ),
            ("2.rs", SkippedKind::File, "its calls disagree"),
            ("old/src/day05.rs", SkippedKind::UnknownDay, "no year"),
            ("old/src/day06/mod.rs", SkippedKind::UnknownDay, "no year"),
            ("a/x.rs", SkippedKind::UnknownDay, "no day"),
            ("b/x.rs", SkippedKind::UnknownDay, "no day"),
            ("3.rs", SkippedKind::Day(three), "its calls disagree"),
        ] {
            plan.left_out.skip(file, kind, why);
        }
        plan.left_out
            .skip("4.txt", SkippedKind::Input(Puzzle::of(2020, 4)), "not text");
        plan.files.push(ImportedFile {
            kind: Kind::Input {
                puzzle: Puzzle::of(2020, 4),
            },
            file: "inputs/year2020/day04.txt".to_owned(),
            from: None,
            text: "1".to_owned(),
        });
        let lines = left_out(&plan).map(|line| with_slashes(&line));
        assert_eq!(
            lines.collect::<Vec<_>>(),
            [
                "not imported: the input of 2020/2: `02.txt` and `d2.txt` differ",
                "not imported: the inputs of 2020/1,3, an answer of 2020/1: it is empty",
                "not imported: 2.rs, 2020/3: its calls disagree",
                "not imported: a/x.rs, b/x.rs: no day",
                "not imported: old/src/{day05.rs, day06/mod.rs}: no year",
                "not imported: 4.txt: not text",
                "not imported: 2020/1: part 2: no",
            ]
        );
    }

    #[test]
    fn reasons_that_differ_only_in_types_are_one_line() {
        let mut plan = Plan::default();
        for (day, ty) in [
            (1, "Solution<u8, Vec<u8>>"),
            (2, "Solution<u16, u8>"),
            (3, "Both<u8>"),
        ] {
            let kind = SkippedKind::Day(Puzzle::of(2020, day));
            plan.left_out
                .skip("1.rs", kind, format!("`{ty}` is not a pair"));
        }
        assert_eq!(
            left_out(&plan).collect::<Vec<_>>(),
            [
                "not imported: 2020/3: `Both<u8>` is not a pair",
                "not imported: 2020/1-2: `Solution<..>` is not a pair",
            ]
        );
    }

    #[test]
    fn what_has_nothing_to_import_is_named() {
        let of_aocd = "found nothing to import in ~/.config/aocd (or AOCD_DIR): name a folder, such \
                       as `aoc import ../old`\n";
        for (words, expected) in [
            (&[][..], of_aocd),
            (&["aocd"], of_aocd),
            (&["cargo-aoc"], "found nothing to import from cargo-aoc\n"),
            (&["."], "found nothing to import from .\n"),
        ] {
            let plan = Plan::default();
            let shown = screen(
                Terminal::PLAIN,
                &plan,
                Ok(&VersionsOutcome::Unchanged),
                &parsed(words),
            );
            assert_eq!(shown, expected);
        }
    }

    #[test]
    fn inputs_answers_and_sessions_have_the_state_of_days() {
        let puzzle = Puzzle::of(2020, 1);
        let part = Part::One;
        let tool = Tool::find("aoc-cli").expect("a tool");
        let mut plan = Plan::default();
        for kind in [
            Kind::Input { puzzle },
            Kind::Answer { puzzle, part },
            Kind::Session { tool },
        ] {
            plan.files.push(ImportedFile {
                kind,
                file: "a".to_owned(),
                from: None,
                text: String::new(),
            });
        }
        for (option, state) in [
            ("--dry-run", "to import"),
            ("--run-old", "copied"),
            ("--no-check", "copied"),
        ] {
            assert_eq!(
                copied(&plan, &parsed(&["aoc-cli", option])),
                [
                    format!("1 input {state}: 2020/1"),
                    format!("1 answer {state}: 2020/1"),
                    format!("1 session of aoc-cli {state}"),
                ]
            );
        }
    }

    #[test]
    fn what_a_library_needs_from_the_system_is_named_with_its_days() {
        let days = [Puzzle::of(2020, 1), Puzzle::of(2021, 2)];
        for (days, line) in [
            (
                &days[..1],
                "1 day needs Z3 on the system, for `z3`: 2020/1; without it no day of 2020 is built\n",
            ),
            (
                &days[..],
                "2 days need Z3 on the system, for `z3`: 2020/1, 2021/2; without it no day of 2020, \
                 2021 is built\n",
            ),
        ] {
            let plan = Plan {
                needs: vec![NeededLibrary {
                    what: "Z3 on the system, for `z3`".to_owned(),
                    days: days.iter().copied().collect(),
                }],
                ..Plan::default()
            };
            let found: String = needed_libraries(&plan).collect();
            assert_eq!(found + "\n", line);
        }
    }

    #[test]
    fn an_import_without_news_says_so() {
        let args = parsed(&["../old"]);
        let plan = Plan {
            has_unchanged: true,
            ..Plan::default()
        };
        let shown = screen(
            Terminal::PLAIN,
            &plan,
            Ok(&VersionsOutcome::Unchanged),
            &args,
        );
        assert_eq!(shown, "nothing new to import\n");
    }

    /// A plan that does not import this, because it is not clear how to call it.
    fn plan_with_unclear(kind: SkippedKind) -> Plan {
        let mut plan = Plan::default();
        let why = Reason::Unclear("its calls disagree".to_owned());
        plan.left_out.add("01.rs", kind, why);
        plan
    }

    #[test]
    fn the_next_command_has_the_options_of_this_one() {
        let plan = plan_with_unclear(SkippedKind::Day(Puzzle::of(2020, 1)));
        for (line, expected) in [
            (&["../old"][..], "`aoc import ../old --part1 "),
            (
                &["../old", "-y", "2020", "--text", "input.trim()"],
                "`aoc import ../old --year 2020 --text 'input.trim()' --part1 ",
            ),
            (
                &[
                    "../old",
                    "--parse",
                    "parse(input)",
                    "--part1",
                    "a(input)",
                    "--part2",
                    "b(input)",
                ],
                "`aoc import ../old --parse 'parse(input)' --part2 'b(input)' --part1 'solve(",
            ),
            (
                &["../old", "--run-old"],
                "`aoc import ../old --run-old --part1 ",
            ),
            (
                &["../old", "--no-check", "--dry-run"],
                "`aoc import ../old --no-check --part1 ",
            ),
        ] {
            let shown = next_command(&plan, &parsed(line)).expect("a day is unclear");
            assert!(shown.contains(expected), "{shown}");
        }
    }

    #[test]
    fn the_next_command_is_for_the_part_that_is_not_clear() {
        let plan = plan_with_unclear(SkippedKind::Part {
            puzzle: Puzzle::of(2020, 1),
            part: Part::Two,
        });
        let line = ["../old", "--part1", "a(input)", "--part2", "b(input)"];
        assert_eq!(
            next_command(&plan, &parsed(&line)).as_deref(),
            Some(
                "say how to call the days that were not understood, for example: `aoc import ../old \
                 --part1 'a(input)' --part2 'solve(input).1'` or `--part2 \
                 'Day%PADDED_DAY%::new(input).part2()'`"
            )
        );
        assert_eq!(next_command(&Plan::default(), &parsed(&line)), None);
    }
}
