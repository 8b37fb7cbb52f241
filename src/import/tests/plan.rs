//! Importing days and inputs that the project already has.

use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};

use super::*;
use crate::import::ImportedFile;
use crate::import::left_out::reason::Reason;
use crate::import::plan::{PlanOptions, PlanStage, Replaced};
use crate::import::repository::day_decision::{Certainty, DayDecision, TakenWiring};
use crate::project::new_year_manifest;
use crate::site::AOCD;

#[test]
fn days_that_are_there_as_they_would_be_copied_are_told() {
    let temp = tempfile::tempdir().unwrap();
    for day in ["01", "02"] {
        let path = format!("old/2020/day{day}.rs");
        write(temp.path(), &path, "fn part1(_: &str) -> u8 { 1 }");
    }
    let plan = planned(temp.path(), Some("old")).unwrap();
    assert_eq!(plan.unchanged(), []);
    write(
        &temp.path().join("project"),
        "days/year2020/day02.rs",
        text_in(&plan, "days/year2020/day02.rs"),
    );
    let plan = planned(temp.path(), Some("old")).unwrap();
    assert_eq!(plan.unchanged(), [Puzzle::of(2020, 2)]);
}

#[test]
fn only_an_unchanged_template_is_replaced_and_no_link_is_followed() {
    let temp = tempfile::tempdir().unwrap();
    let project = temp.path().join("project");
    for (year, edit) in [(2019, ""), (2020, "\n")] {
        let day = new_day_file(BUILT_IN_TEMPLATE, Puzzle::of(year, 1), None);
        write(&project, &day.path, day.text + edit);
    }
    write(&project, "days/year2021/day01/mod.rs", "");
    #[cfg(unix)]
    std::os::unix::fs::symlink(temp.path(), project.join("days/year2022")).unwrap();
    #[cfg(not(unix))]
    write(&project, "days/year2022/day01.rs", "");
    for year in 2018..2023 {
        let path = format!("old/{year}/day01.rs");
        write(temp.path(), &path, "fn part1(_: &str) -> u8 { 1 }");
    }
    let plan = planned(temp.path(), Some("old")).unwrap();
    let days = plan.files.iter().filter(|it| it.puzzle().is_some());
    let days = days.map(|day| &*day.file);
    assert!(days.eq(["days/year2018/day01.rs", "days/year2019/day01.rs"]));
    insta::assert_snapshot!(reasons_by_file(&plan, &temp.path().join("old")), @"
    2020/day01.rs: the project has its own day there, or a link: move it to import this one
    2021/day01.rs: the project has its own day there, or a link: move it to import this one
    2022/day01.rs: the project has its own day there, or a link: move it to import this one
    ");
}

#[test]
fn a_module_of_the_project_is_named_in_the_form_that_is_there() {
    let temp = tempfile::tempdir().unwrap();
    let project = temp.path().join("project");
    write(&project, "days/year2020/util.rs", "");
    // An earlier import has written the module in the other form.
    write(&project, "days/.imported", "0  days/year2020/util/mod.rs\n");
    for (path, code) in [
        ("main.rs", "mod day01;\nmod util;\nfn main() {}\n"),
        (
            "day01.rs",
            "use crate::util::one;\nfn part1(_: &str) -> u8 { one() }\n",
        ),
        ("util/mod.rs", "pub fn one() -> u8 { 1 }\n"),
    ] {
        write(temp.path(), &format!("old/2020/src/{path}"), code);
    }
    let plan = planned(temp.path(), Some("old")).unwrap();
    let why = "the project has its own days/year2020/util.rs there, or a link: move it to import this one";
    assert!(
        reasons(&plan).eq([why]),
        "{:?}",
        reasons(&plan).collect::<Vec<_>>()
    );
}

#[test]
fn a_module_is_not_copied_in_both_of_its_forms() {
    let day = |package: &str, day: &str, module: &str| {
        format!(
            "== 2020/{package}/Cargo.toml\n[package]\nname = \"{package}\"\nedition = \"2021\"\n\
             == 2020/{package}/src/main.rs\nmod {day};\nmod util;\nfn main() {{}}\n\
             == 2020/{package}/src/{day}.rs\n\
             pub fn part1(i: &str) -> usize {{ crate::util::count(i) }}\n\
             == 2020/{package}/src/{module}\npub fn count(i: &str) -> usize {{ i.len() }}\n"
        )
    };
    let plan = plan_of(&(day("one", "day01", "util.rs") + &day("two", "day02", "util/mod.rs")));
    assert_eq!(plan.new_days(), [Puzzle::of(2020, 1)]);
    let why = "2020/1 of this import has a different days/year2020/util.rs: give one of the two \
               another name first";
    assert!(reasons(&plan).eq([why]), "{:?}", plan.left_out);
}

#[test]
fn a_module_that_another_day_has_is_not_replaced_by_the_next_import() {
    let temp = tempfile::tempdir().unwrap();
    for (package, day, count) in [("one", "day01", 1), ("two", "day02", 2)] {
        let files = format!(
            "== old/2020/{package}/Cargo.toml\n[package]\nname = \"{package}\"\n\
             == old/2020/{package}/src/main.rs\nmod {day};\nmod util;\nfn main() {{}}\n\
             == old/2020/{package}/src/{day}.rs\n\
             pub fn part1(_: &str) -> usize {{ crate::util::count() }}\n\
             == old/2020/{package}/src/util.rs\npub fn count() -> usize {{ {count} }}\n"
        );
        unpack(temp.path(), &files);
    }
    let why = "2020/1 of this import has a different days/year2020/util.rs: give one of the two \
               another name first";
    with_request(temp.path(), Some("old"), |request| {
        for new in [&[Puzzle::of(2020, 1)][..], &[]] {
            let mut plan = plan_request(request, instructions::by_names).unwrap();
            assert_eq!(plan.new_days(), new);
            assert!(reasons(&plan).eq([why]), "{:?}", plan.left_out);
            super::super::apply(&mut plan, request).unwrap();
        }
    });
    let module = std::fs::read_to_string(temp.path().join("project/days/year2020/util.rs"));
    assert!(module.unwrap().contains("{ 1 }"));
}

/// A package is often made by copying the package of another year.
#[test]
fn a_year_that_the_package_and_its_folder_tell_differently_is_asked_for() {
    let temp = tempfile::tempdir().unwrap();
    let package = "[package]\nname = \"aoc2021\"\n";
    for folder in ["aoc2021", "aoc2022", "aoc2022/inner"] {
        let folder = temp.path().join(folder);
        write(&folder, "Cargo.toml", package);
        write(&folder, "src/bin/01.rs", "fn part1(_: &str) -> u8 { 1 }");
    }
    let equal = planned(temp.path(), Some("aoc2021")).unwrap();
    assert_eq!(equal.days(), [Puzzle::of(2021, 1)]);
    // In an inner folder, the year of the package counts.
    let different = planned(temp.path(), Some("aoc2022")).unwrap();
    assert_eq!(different.days(), [Puzzle::of(2021, 1)]);
    assert_eq!(
        reasons_by_file(&different, &temp.path().join("aoc2022")),
        "src/bin/01.rs: its package is of 2021, and the name of the folder `aoc2022` says 2022: give \
         the year with -y"
    );
    // The name may be that of the folder around the imported folder.
    let inner = planned(temp.path(), Some("aoc2022/inner")).unwrap();
    assert_eq!(
        reasons(&inner).collect::<Vec<_>>(),
        [
            "its package is of 2021, and the name of the folder `aoc2022` says 2022: give the year with -y"
        ]
    );
    let year = Some(Year::of(2022));
    let given = with_request(temp.path(), Some("aoc2022"), |request| {
        let request = ImportRequest { year, ..*request };
        plan_request(&request, instructions::by_names).unwrap()
    });
    assert_eq!(given.days(), [Puzzle::of(2022, 1)]);
}

#[test]
fn a_text_with_the_name_of_a_day_that_includes_it_is_its_input() {
    let part1 = |i: &str| format!("fn part1() -> usize {{ {i}.len() }}");
    let test = "#[test] fn one() { include_str!(\"day01.txt\"); }";
    for (code, is_input) in [
        (part1("include_str!(\"day01.txt\")"), true),
        (part1("include_bytes!(\"day01.txt\")"), true),
        (part1("\"day01.txt\""), true),
        // The path is of another file, or only a test includes the file.
        (part1("include_str!(\"../day01.txt\")"), false),
        (part1("\"\"") + test, false),
        // One of the two may be an example.
        (
            part1("include_str!(\"day01.txt\")") + "const B: &str = include_str!(\"my01.txt\");",
            false,
        ),
    ] {
        let plan = plan_of(&format!(
            "== 2020/src/bin/day01.rs\n{code}\n== 2020/src/bin/day01.txt\n7\n\
             == 2020/src/bin/day02.txt\n7\n== 2020/src/bin/my01.txt\n7\n"
        ));
        let inputs = plan.files.iter().filter_map(|file| match file.kind {
            Kind::Input { puzzle } => Some(puzzle),
            _ => None,
        });
        let expected = is_input.then_some(Puzzle::of(2020, 1));
        assert_eq!(
            inputs.collect::<Vec<_>>(),
            Vec::from_iter(expected),
            "{code}"
        );
    }
}

#[test]
fn a_file_that_can_be_called_is_the_day_beside_one_that_cannot() {
    let temp = tempfile::tempdir().unwrap();
    let files = "== old/2023/src/day05.rs\npub fn part1(_: &str) -> u8 { 1 }\n\
                 == old/2023/tests/day05_test.rs\n#[test]\nfn works() {}\n";
    unpack(temp.path(), files);
    write(temp.path(), "project/days/year2023/day05.rs", "// mine\n");
    let plan = planned(temp.path(), Some("old")).unwrap();
    let own = ["the project has its own day there, or a link: move it to import this one"];
    assert!(
        reasons(&plan).eq(own)
            && plan.left_out.has_refused_days()
            && plan.left_out.unclear().is_empty()
    );
}

/// The plan after a trial of a file with this result.
fn planned_as_found(home: &Path, file: &str, decision: DayDecision) -> Plan {
    planned_as(home, Some("old"), |source| {
        let day = source.day_files().find(|day| day.file == file).unwrap();
        let decisions = BTreeMap::from([(day.puzzle, (file.to_owned(), decision))]);
        instructions::decided(source, &decisions)
    })
    .unwrap()
}

#[test]
fn the_reason_of_a_trial_is_given_to_the_file_that_was_tried() {
    let temp = tempfile::tempdir().unwrap();
    let code = "fn part1(input: &str) -> u8 { 1 }\nfn part2(input: &str) -> u8 { 1 }\n";
    let files = format!("== old/2020/day01.rs\n{code}== old/2020/day01_alt.rs\n{code}");
    unpack(temp.path(), &files);
    let unclear = Err(Reason::Unclear("its calls disagree".to_owned()));
    let plan = planned_as_found(temp.path(), "2020/day01.rs", unclear);
    insta::assert_snapshot!(reasons_by_file(&plan, &temp.path().join("old")), @"
    2020/day01.rs: its calls disagree
    2020/day01_alt.rs: another file of this day, `2020/day01.rs`, was tried instead: rename that file to import this one
    ");
    assert!(!plan.left_out.unclear().is_empty());
    // The report names the day once.
    let skipped = plan.left_out.skipped.iter();
    let kinds: Vec<SkippedKind> = skipped.map(|skipped| skipped.kind).collect();
    let day = SkippedKind::Day(Puzzle::of(2020, 1));
    assert_eq!(kinds, [day, SkippedKind::File]);
}

#[test]
fn a_file_that_is_refused_beside_an_imported_one_has_one_reason_and_is_not_the_day() {
    let plan = plan_of(
        "== 2020/src/lib.rs\nmod all; pub fn all() { all::day01::part1(\"\"); }\n\
         == 2020/src/a/day01.rs\npub fn part1(input: &str) -> u8 { crate::all() }\n\
         == 2020/src/all/day01.rs\npub fn part1(input: &str) -> u8 { 1 }\n",
    );
    let skipped = &plan.left_out.skipped;
    assert_eq!((plan.days().len(), skipped.len()), (1, 1), "{skipped:?}");
    assert_eq!(skipped[0].kind, SkippedKind::File);
    assert!(
        skipped[0].why.text().contains("`crate::all`"),
        "{skipped:?}"
    );
}

#[test]
fn what_names_do_not_tell_has_the_reason_that_holds_after_a_build() {
    let printing = "pub fn solve() { let a = include_str!(\"1.example\"); println!(\"Part 1: {}\", a.len()); }\n";
    let helper = "fn day02_part1(input: &str) { println!(\"{}\", find_part1(input)); }\n\
                  fn find_part1(input: &str) -> u8 { 1 }\n";
    let temp = tempfile::tempdir().unwrap();
    let files = format!(
        "== old/2020/day01.rs\n{printing}== old/2020/day02.rs\n{helper}\
         == old/2020/day02_alt.rs\n{helper}"
    );
    unpack(temp.path(), &files);
    let named = "`include_str!` names a file that the copy does not have: change it in the old \
                 repository, then import again";
    let build = "the function names do not say how to call it: let `aoc import` build and run it, or \
                 use `--part1` and `--part2`";
    let plan = planned(temp.path(), Some("old")).unwrap();
    assert_eq!(reasons(&plan).collect::<Vec<_>>(), [named, build, build]);
    // A trial has tried one of the files.
    let unclear = Err(Reason::Unclear("its calls disagree".to_owned()));
    let plan = planned_as_found(temp.path(), "2020/day02.rs", unclear);
    let other = "another file of this day, `2020/day02.rs`, was tried instead: rename that file \
                 to import this one";
    let expected = [named, "its calls disagree", other];
    assert_eq!(reasons(&plan).collect::<Vec<_>>(), expected);
}

#[test]
fn a_file_with_one_part_has_that_reason_beside_a_day_that_the_trial_refuses() {
    let temp = tempfile::tempdir().unwrap();
    let code = "fn go(input: &str) -> u8 { 1 }\n";
    let files = format!("== old/2020/day01.rs\n{code}== old/2020/day01b.rs\n{code}");
    unpack(temp.path(), &files);
    let unclear = Err(Reason::Unclear("its functions disagree".to_owned()));
    let plan = planned_as_found(temp.path(), "2020/day01.rs", unclear);
    let expected = [
        "its functions disagree",
        "it has only one part: put both parts of a day into one file",
    ];
    assert_eq!(reasons(&plan).collect::<Vec<_>>(), expected);
    assert!(!plan.left_out.unclear().is_empty());
}

#[test]
fn copies_that_were_written_before_an_error_are_known() {
    let temp = tempfile::tempdir().unwrap();
    let files = "== 2020/src/bin/01.rs\nfn part1(_: &str) -> u8 { 1 }\n\
         == 2020/src/bin/02.rs\nfn part1(_: &str) -> u8 { 1 }\n\
         == 2020/Cargo.toml\n[package]\nname = \"y\"\n";
    unpack(&temp.path().join("old"), files);
    let mut plan = planned(temp.path(), Some("old")).unwrap();
    let root = temp.path().join("project");
    std::fs::create_dir_all(root.join("days/year2020/day02.rs")).unwrap();
    let folder = temp.path().join("old").display().to_string();
    let request = ImportRequest {
        project: &Project::find(&root, &crate::testing::no_variables()).unwrap(),
        store: &Store::new(root.join("inputs"), Locks { cache_dir: None }),
        environment: &environment(temp.path(), &[]),
        from: Some(&folder),
        year: None,
        expressions: &[],
        text: None,
    };
    super::super::apply(&mut plan, &request).unwrap_err();
    assert_eq!(plan.days(), [Puzzle::of(2020, 1)]);
    let written = plan.files.iter().map(|file| &*file.file);
    assert!(written.eq(["days/year2020/Cargo.toml", "days/year2020/day01.rs"]));
    std::fs::remove_dir(root.join("days/year2020/day02.rs")).unwrap();
    // The next import may replace the copy with another one.
    let request = ImportRequest {
        text: Some("input.trim()"),
        ..request
    };
    let next = plan_request(&request, instructions::by_names).unwrap();
    assert_eq!(next.days().len(), 2, "{:?}", next.left_out.skipped);
}

#[test]
fn a_copy_that_was_not_written_because_of_an_error_is_not_named_as_replaced() {
    let temp = tempfile::tempdir().unwrap();
    let day =
        |value: u8| format!("== old/2020/day02.rs\npub fn part1(_: &str) -> u8 {{ {value} }}\n");
    unpack(temp.path(), &day(1));
    with_request(temp.path(), Some("old"), |request| {
        let mut plan = plan_request(request, instructions::by_names).unwrap();
        super::super::apply(&mut plan, request).unwrap();
        // A file is in the way of the folder of day 1.
        let files = "== old/2020/day01.rs\nmod x;\npub fn part1(_: &str) -> u8 { x::one() }\n\
                     == old/2020/day01/x.rs\npub fn one() -> u8 { 1 }\n\
                     == project/days/year2020/day01\n";
        unpack(temp.path(), &(day(2) + files));
        let mut plan = plan_request(request, instructions::by_names).unwrap();
        assert_eq!(plan.replacing(Replaced::OtherCode), [Puzzle::of(2020, 2)]);
        super::super::apply(&mut plan, request).unwrap_err();
        assert_eq!(plan.replacing(Replaced::OtherCode), []);
    });
}

#[test]
fn a_manifest_of_the_user_stays_the_users_when_a_day_adds_a_library() {
    let temp = tempfile::tempdir().unwrap();
    let own = "[package]\nname = \"year2020\"\n\n[dependencies]\n\
               regex = { version = \"1\", default-features = false }\n";
    write(temp.path(), "project/days/year2020/Cargo.toml", own);
    for (day, library) in [("01", "itertools"), ("02", "regex")] {
        let files = format!(
            "== old/2020/{library}/Cargo.toml\n[package]\nname = \"{library}-day\"\n\
             [dependencies]\n{library} = \"1\"\n\
             == old/2020/{library}/src/bin/{day}.rs\nuse {library}::all;\n\
             fn part1(_: &str) -> usize {{ all() }}\n"
        );
        unpack(temp.path(), &files);
    }
    let why = "the year has another `regex`: it needs `regex = \"1\"`";
    with_request(temp.path(), Some("old"), |request| {
        for new in [&[Puzzle::of(2020, 1)][..], &[]] {
            let mut plan = plan_request(request, instructions::by_names).unwrap();
            assert_eq!(plan.new_days(), new);
            assert!(reasons(&plan).eq([why]), "{:?}", plan.left_out);
            super::super::apply(&mut plan, request).unwrap();
        }
    });
    let manifest = std::fs::read_to_string(temp.path().join("project/days/year2020/Cargo.toml"));
    let manifest = manifest.unwrap();
    assert!(manifest.contains("itertools = \"1\"\n"), "{manifest}");
    let record = std::fs::read_to_string(temp.path().join("project/days/.imported")).unwrap();
    assert!(!record.contains("Cargo.toml"), "{record}");
}

#[test]
fn a_day_of_which_only_a_module_changes_is_not_called_unchanged() {
    let temp = tempfile::tempdir().unwrap();
    let files = "== old/2020/src/main.rs\nmod day01;\nmod day02;\nmod util;\nfn main() {}\n\
                 == old/2020/src/day01.rs\nuse crate::util::one;\n\
                 pub fn part1(_: &str) -> u8 { one() }\n\
                 == old/2020/src/day02.rs\npub fn part1(_: &str) -> u8 { 2 }\n";
    unpack(temp.path(), files);
    let [one, two] = [1, 2].map(|day| Puzzle::of(2020, day));
    with_request(temp.path(), Some("old"), |request| {
        for (value, new, unchanged) in [
            (1, vec![one, two], vec![]),
            (1, vec![], vec![one, two]),
            (5, vec![one], vec![two]),
        ] {
            let module = format!("pub fn one() -> u8 {{ {value} }}\n");
            write(temp.path(), "old/2020/src/util.rs", &module);
            let mut plan = plan_request(request, instructions::by_names).unwrap();
            assert_eq!(plan.new_days(), new);
            assert_eq!(plan.unchanged(), unchanged);
            super::super::apply(&mut plan, request).unwrap();
        }
    });
}

#[test]
fn an_unedited_copy_of_other_code_is_replaced_and_named() {
    let temp = tempfile::tempdir().unwrap();
    let puzzle = Puzzle::of(2020, 1);
    for (value, replaced) in [(1, vec![]), (1, vec![]), (2, vec![puzzle])] {
        let day = format!("pub fn part1(_: &str) -> u8 {{ {value} }}\n");
        write(temp.path(), "old/2020/src/day01.rs", &day);
        with_request(temp.path(), Some("old"), |request| {
            let mut plan = plan_request(request, instructions::by_names).unwrap();
            assert_eq!(plan.replacing(Replaced::OtherCode), replaced, "{value}");
            super::super::apply(&mut plan, request).unwrap();
        });
    }
}

#[test]
fn a_module_that_the_user_has_edited_stays_while_its_original_is_unchanged() {
    let temp = tempfile::tempdir().unwrap();
    let day = "use crate::util::one;\npub fn part1(_: &str) -> u8 { one() }\n";
    let files = format!(
        "== old/2020/src/main.rs\nmod day01;\nmod util;\nfn main() {{}}\n\
         == old/2020/src/day01.rs\n{day}\
         == old/2020/src/util.rs\npub fn one() -> u8 {{ 1 }}\n"
    );
    unpack(temp.path(), &files);
    let [one, two] = [1, 2].map(|day| Puzzle::of(2020, day));
    let copy = "project/days/year2020/util.rs";
    let edited = "pub fn one() -> u8 { 1 }\npub fn mine() {}\n";
    with_request(temp.path(), Some("old"), |request| {
        let mut plan = plan_request(request, instructions::by_names).unwrap();
        super::super::apply(&mut plan, request).unwrap();
        write(temp.path(), copy, edited);
        let main = "mod day01;\nmod day02;\nmod util;\nfn main() {}\n";
        write(temp.path(), "old/2020/src/main.rs", main);
        write(temp.path(), "old/2020/src/day02.rs", day);
        let mut plan = plan_request(request, instructions::by_names).unwrap();
        assert!(reasons(&plan).eq([""; 0]), "{:?}", plan.left_out);
        assert_eq!((plan.new_days(), plan.unchanged()), (vec![two], vec![one]));
        super::super::apply(&mut plan, request).unwrap();
        assert_eq!(
            std::fs::read_to_string(temp.path().join(copy)).unwrap(),
            edited
        );
        std::fs::remove_file(temp.path().join(copy)).unwrap();
        let plan = plan_request(request, instructions::by_names).unwrap();
        assert_eq!(plan.new_days(), [one, two]);
        write(temp.path(), copy, edited);
        let changed = "pub fn one() -> u8 { 2 }\n";
        write(temp.path(), "old/2020/src/util.rs", changed);
        let plan = plan_request(request, instructions::by_names).unwrap();
        let why =
            "days/year2020/util.rs was edited since it was imported: delete it to import it again";
        assert!(
            reasons(&plan).all(|reason| reason == why),
            "{:?}",
            plan.left_out
        );
        assert!(plan.copied.is_empty());
    });
}

#[test]
fn a_manifest_that_aoc_wrote_for_a_new_year_is_not_the_users() {
    let own = new_year_manifest(Year::of(2020));
    // Git may write other line ends at a checkout.
    for own in [own.clone(), own.replace('\n', "\r\n")] {
        let temp = tempfile::tempdir().unwrap();
        write(temp.path(), "project/days/year2020/Cargo.toml", &own);
        let day = "use regex::all;\nfn part1(_: &str) -> usize { all() }\n";
        write(temp.path(), "old/2020/src/bin/01.rs", day);
        with_request(temp.path(), Some("old"), |request| {
            for library in ["{ version = \"1\", default-features = false }", "\"1\""] {
                let manifest =
                    format!("[package]\nname = \"day\"\n[dependencies]\nregex = {library}\n");
                write(temp.path(), "old/2020/Cargo.toml", &manifest);
                let mut plan = plan_request(request, instructions::by_names).unwrap();
                assert!(reasons(&plan).eq([""; 0]), "{:?}", plan.left_out);
                super::super::apply(&mut plan, request).unwrap();
            }
        });
    }
}

#[test]
fn a_whole_project_of_aoc_gives_its_days() {
    let day = "aoc_solution::functions! {\n    Day01, \"T\",\n    part1 = part1,\n}\n\n\
               pub fn part1(_: &str) -> u8 { 1 }\n";
    let plan = plan_of(&format!(
        "== Cargo.toml\n[workspace]\nmembers = [\"days/year*\"]\n\
         == vendor/aoc-solution/Cargo.toml\n[package]\nname = \"aoc-solution\"\n\
         == vendor/aoc-solution/src/lib.rs\nmod functions;\n\
         == vendor/aoc-solution/src/functions.rs\nmacro_rules! functions {{ () => {{}} }}\n\
         == days/year2020/Cargo.toml\n[package]\nname = \"year2020\"\n\
         [dependencies]\naoc-solution = {{ path = \"../../vendor/aoc-solution\" }}\n\
         == days/year2020/main.rs\nmod day01;\naoc_solution::main!(day01);\n\
         == days/year2020/day01.rs\n{day}"
    ));
    assert_eq!(text_in(&plan, "days/year2020/day01.rs"), day);
    assert_eq!(notes(&plan).len(), 0, "{:?}", plan.notes);
}

/// No expression would help to import the day, so no reason asks for one.
#[test]
fn a_day_that_the_project_has_is_the_reason_even_if_names_are_unclear() {
    let temp = tempfile::tempdir().unwrap();
    write(temp.path(), "project/days/year2020/day01.rs", "// mine\n");
    let why = "the project has its own day there, or a link: move it to import this one";
    for code in [
        "fn easy(i: &str) -> u8 { 1 }",
        "fn main() { println!(\"{}\", 1); }",
        "fn part1(i: &str) -> u8 { 1 }",
    ] {
        write(temp.path(), "old/2020/day01.rs", code);
        with_request(temp.path(), Some("old"), |request| {
            let plan = plan_request(request, instructions::by_names).unwrap();
            assert!(reasons(&plan).eq([why]), "{code}: {:?}", plan.left_out);
        });
    }
}

/// An import of a program that prints its answers writes a day whose call needs `main`.
#[test]
fn a_day_of_aoc_keeps_its_main() {
    for day in [
        "aoc_solution::functions! { Day01, \"T\", part1 = |i| printed(i, 1, || main()) }\n\
         fn main() {}\n",
        "aoc_solution::functions! { Day01, \"T\", part1 = part1 }\n\
         fn part1(_: &str) -> u8 { 1 }\nfn main() { part1(\"\"); }\n",
        "aoc_solution::functions! { Day01, \"T\", part1 = part1::solve, part2 = part2::solve }\n\
         mod part1; mod part2;\n",
    ] {
        let part = "pub fn solve(_: &str) -> u8 { 1 }\n";
        let plan = plan_of(&format!(
            "== 2020/day01.rs\n{day}== 2020/day01/part1.rs\n{part}== 2020/day01/part2.rs\n{part}"
        ));
        assert_eq!(text_in(&plan, "days/year2020/day01.rs"), day);
    }
}

#[test]
fn a_day_of_aoc_keeps_the_texts_that_it_includes() {
    let other = "names a file that the copy does not have";
    let private = "names a file that may be an input or have a secret, so no copy has it";
    for (path, expected) in [
        ("words.txt", Ok("days/year2020/words.txt")),
        ("../../words.txt", Err(other)),
        ("day01.txt", Err(private)),
    ] {
        for included in [
            format!(
                "aoc_solution::functions! {{ Day01, \"T\", part1 = part1 }}\n\
                 const WORDS: &str = include_str!({path:?});\n\
                 fn part1(_: &str) -> usize {{ WORDS.len() }}\n"
            ),
            format!(
                "aoc_solution::functions! {{ Day01, \"T\", part1 = part1, examples = \
                 [aoc_solution::example!(include_str!({path:?})).part1(\"1\")] }}\n\
                 fn part1(_: &str) -> u8 {{ 1 }}\n"
            ),
        ] {
            let files = format!(
                "== days/year2020/day01.rs\n{included}== days/year2020/words.txt\na\n\
                 == words.txt\na\n== days/year2020/day01.txt\na\n"
            );
            let plan = plan_of(&files);
            match expected {
                Ok(copy) => {
                    assert_eq!(text_in(&plan, copy), "a\n");
                    assert_eq!(text_in(&plan, "days/year2020/day01.rs"), included);
                }
                Err(why) => {
                    let refused = format!(
                        "`include_str!` {why}: change it in the old repository, then import again"
                    );
                    assert!(reasons(&plan).any(|reason| reason == refused), "{path}");
                    assert!(plan.days().is_empty(), "{path}");
                }
            }
        }
    }
}

#[test]
fn expressions_and_a_text_that_a_day_of_aoc_does_not_use_are_told() {
    let temp = tempfile::tempdir().unwrap();
    let day = "aoc_solution::functions! { Day01, \"T\", part1 = part1 }\n\
               fn part1(_: &str) -> u8 { 1 }\n";
    write(temp.path(), "old/2020/day01.rs", day);
    let gone = [(Part::One, "gone(input)".to_owned())];
    let no_name = "your expressions are not used: this day has no `gone`";
    let no_text = "`--text` is not used: the file already is a day of `aoc`";
    with_request(temp.path(), Some("old"), |request| {
        for (expressions, text, expected) in [
            (&[][..], None, vec![]),
            (&gone, None, vec![format!("2020/1: {no_name}")]),
            (
                &[],
                Some("input.trim()"),
                vec![format!("2020/1: {no_text}")],
            ),
            (
                &gone,
                Some("input.trim()"),
                vec![format!("2020/1: {no_name}; {no_text}")],
            ),
        ] {
            let request = ImportRequest {
                expressions,
                text,
                ..*request
            };
            let plan = plan_request(&request, instructions::by_names).unwrap();
            assert_eq!(text_in(&plan, "days/year2020/day01.rs"), day);
            assert_eq!(notes(&plan), expected);
        }
    });
}

#[test]
fn a_program_without_a_package_has_the_modules_beside_it() {
    let day = "mod input;\nfn part1(_: &str) -> u8 { input::one() }\nfn main() {}\n";
    let plan = plan_of(&format!(
        "== 2020/01.rs\n{day}== 2020/02.rs\n{day}== 2020/input.rs\npub fn one() -> u8 {{ 1 }}\n"
    ));
    assert_eq!(plan.days().len(), 2, "{:?}", plan.left_out);
    for day in ["day01", "day02"] {
        let module = text_in(&plan, &format!("days/year2020/{day}/input.rs"));
        assert_eq!(module, "pub fn one() -> u8 { 1 }\n");
    }
    // A module has its own modules in its folder, even if it has a `main`.
    let plan = plan_of(&format!(
        "== 2020/day01.rs\n{day}== 2020/day01/input.rs\npub fn one() -> u8 {{ 2 }}\n\
         == 2020/input.rs\npub fn one() -> u8 {{ 1 }}\n"
    ));
    let module = text_in(&plan, "days/year2020/day01/input.rs");
    assert_eq!(module, "pub fn one() -> u8 { 2 }\n");
}

#[test]
fn a_copy_that_was_being_replaced_when_an_import_was_killed_is_known() {
    for is_last in [false, true] {
        let temp = tempfile::tempdir().unwrap();
        for day in ["01", "02"] {
            let path = format!("old/2020/day{day}.rs");
            write(temp.path(), &path, "fn part1(_: &str) -> u8 { 1 }");
        }
        with_request(temp.path(), Some("old"), |request| {
            let plan_with = |text| {
                let request = ImportRequest { text, ..*request };
                plan_request(&request, instructions::by_names).unwrap()
            };
            super::super::apply(&mut plan_with(None), request).unwrap();
            let mut plan = plan_with(Some("input.trim()"));
            assert_eq!(plan.new_days().len(), 2);
            // A session without a file panics, so nothing is written or recorded after it.
            let end = if is_last { plan.files.len() } else { 1 };
            let session = ImportedFile {
                kind: Kind::Session { tool: AOCD },
                file: String::new(),
                from: None,
                text: String::new(),
            };
            plan.files.insert(end, session);
            catch_unwind(AssertUnwindSafe(|| super::super::apply(&mut plan, request))).unwrap_err();
            let mut next = plan_with(Some("input.trim_end()"));
            assert_eq!(next.days().len(), 2, "{:?}", next.left_out.skipped);
            super::super::apply(&mut next, request).unwrap();
            let record = request.project.root().join("days/.imported");
            let record = std::fs::read_to_string(record).unwrap();
            let paths: Vec<&str> = record
                .lines()
                .filter_map(|line| line.split_whitespace().nth(1))
                .collect();
            let expected = [
                "days/year2020/Cargo.toml",
                "days/year2020/day01.rs",
                "days/year2020/day02.rs",
            ];
            assert_eq!(paths, expected);
        });
    }
}

/// The expressions of `--part1`.
fn part1_by(call: Option<&str>) -> Vec<(Part, String)> {
    let call = call.map(|call| (Part::One, call.to_owned()));
    call.into_iter().collect()
}

/// The plan after a trial that is this certain of a call of 2020/1. A `certainty` of `None` means
/// that the trial refuses the day, and `Tried` that the call does not compile.
fn plan_after_trial(request: &ImportRequest, call: &str, certainty: Option<Certainty>) -> Plan {
    let request = ImportRequest {
        expressions: &part1_by(Some(call)),
        ..*request
    };
    let import = Import::read(&request).unwrap();
    let day = import.repository.day_files().next().unwrap();
    let refusal = Reason::Unclear("its answer is wrong".to_owned());
    let decision = certainty.ok_or(refusal).map(|certainty| {
        let mut taken = day.wiring_by_names().unwrap();
        if certainty == Certainty::Tried {
            taken.broken_call = Some("your call does not compile".to_owned());
        }
        Box::new(TakenWiring { certainty, ..taken })
    });
    let decisions = BTreeMap::from([(day.puzzle, (day.file.clone(), decision))]);
    let instructions = instructions::decided(&import.repository, &decisions);
    let allowed = BTreeSet::from([day.puzzle]);
    let is_built = certainty != Some(Certainty::ByNames);
    import.plan(&PlanOptions {
        stage: if is_built {
            PlanStage::Tried { allowed }
        } else {
            PlanStage::Untried
        },
        ..PlanOptions::before_trial(instructions)
    })
}

#[test]
fn a_copy_of_unchanged_code_stays_if_it_is_more_certain() {
    let [names, tried, sure] = [Certainty::ByNames, Certainty::Tried, Certainty::Sure].map(Some);
    for (first, second, is_replaced) in [
        (names, names, true),
        (names, tried, true),
        (names, sure, true),
        (names, None, false),
        (tried, names, false),
        (tried, tried, true),
        (tried, sure, true),
        (tried, None, false),
        (sure, names, false),
        (sure, tried, false),
        (sure, sure, true),
        (sure, None, false),
    ] {
        let temp = tempfile::tempdir().unwrap();
        let code = "pub fn one(_: &str) -> u8 { 1 }\npub fn other(_: &str) -> u8 { 2 }\n";
        write(temp.path(), "old/2020/day01.rs", code);
        with_request(temp.path(), Some("old"), |request| {
            // The copy stays as certain as the most certain of the imports that have made it.
            for certainty in [names, first] {
                let mut plan = plan_after_trial(request, "one(input)", certainty);
                super::super::apply(&mut plan, request).unwrap();
            }
            let plan = plan_after_trial(request, "other(input)", second);
            let is_new = plan.new_days() == [Puzzle::of(2020, 1)];
            assert_eq!(is_new, is_replaced, "{first:?} {second:?}");
            let is_refused = second.is_none() && first != sure;
            assert_eq!(plan.copied.is_empty(), is_refused, "{first:?} {second:?}");
            let shown: Vec<&str> = plan.notes.iter().map(|note| &*note.why).collect();
            assert_eq!(
                shown,
                match (is_refused, second) {
                    (true, _) => vec![
                        "the copy of an earlier import was not replaced, and may be wrong: \
                         check it, or delete it"
                    ],
                    (false, None) => {
                        vec!["its answer is wrong; its copy of an earlier import stays"]
                    }
                    (false, Some(Certainty::Tried)) => vec!["your call does not compile"],
                    (false, Some(_)) => vec![],
                }
            );
        });
    }
}

/// An expression that is meant for one day may also apply to others.
#[test]
fn a_copy_that_was_right_and_that_an_expression_replaces_is_named() {
    let [tried, sure] = [Certainty::Tried, Certainty::Sure].map(Some);
    for (first, again, is_named) in [
        (sure, "other(input)", true),
        (sure, "one(input)", false),
        (tried, "other(input)", false),
    ] {
        let temp = tempfile::tempdir().unwrap();
        let code = "pub fn one(_: &str) -> u8 { 1 }\npub fn other(_: &str) -> u8 { 2 }\n";
        write(temp.path(), "old/2020/day01.rs", code);
        with_request(temp.path(), Some("old"), |request| {
            let mut plan = plan_after_trial(request, "one(input)", first);
            assert_eq!(plan.replacing(Replaced::SureCall), []);
            super::super::apply(&mut plan, request).unwrap();
            let plan = plan_after_trial(request, again, sure);
            let named: &[Puzzle] = if is_named {
                &[Puzzle::of(2020, 1)]
            } else {
                &[]
            };
            assert_eq!(
                plan.replacing(Replaced::SureCall),
                named,
                "{first:?} {again}"
            );
        });
    }
}

/// Only a build tells which features a copy needs.
#[test]
fn a_changed_day_keeps_its_features_if_nothing_is_built() {
    let temp = tempfile::tempdir().unwrap();
    let code = "#![feature(one)]\npub fn part1(_: &str) -> u8 { 1 }\n";
    write(temp.path(), "old/2020/day01.rs", code);
    let declaring = "#![feature(one)]\n";
    with_request(temp.path(), Some("old"), |request| {
        let mut plan = plan_request(request, instructions::by_names).unwrap();
        for file in &mut plan.files {
            if matches!(file.kind, Kind::Day { .. }) {
                file.text.insert_str(0, declaring);
            }
        }
        super::super::apply(&mut plan, request).unwrap();
        write(
            temp.path(),
            "old/2020/day01.rs",
            code.replace("{ 1 }", "{ 2 }"),
        );
        let plan = plan_request(request, instructions::by_names).unwrap();
        let text = text_in(&plan, "days/year2020/day01.rs");
        assert!(text.contains(declaring), "{text}");
    });
}

/// Names alone know less than the user.
#[test]
fn a_copy_is_not_replaced_by_one_that_is_less_certain() {
    let code = "pub fn part1(i: &str) -> usize { 1 }\npub fn other(i: &str) -> usize { 2 }\n";
    let changed = code.to_owned() + "fn more() {}\n";
    let other = Some("other(input)");
    for (first, second, second_code, expected) in [
        (other, None, code, "other(input)"),
        (other, Some("gone(input)"), code, "other(input)"),
        (other, None, &changed, "= part1,"),
        (other, Some("part1(input)"), code, "part1(input)"),
        (None, other, code, "other(input)"),
    ] {
        let temp = tempfile::tempdir().unwrap();
        with_request(temp.path(), Some("."), |request| {
            for (call, code) in [(first, code), (second, second_code)] {
                write(temp.path(), "old/2020/day01.rs", code);
                let request = ImportRequest {
                    from: Some(&temp.path().join("old").display().to_string()),
                    expressions: &part1_by(call),
                    ..*request
                };
                let mut plan = plan_request(&request, instructions::by_names).unwrap();
                // The expression applies to no day at all.
                let is_unused = call == Some("gone(input)");
                assert_eq!(
                    notes(&plan).len(),
                    usize::from(is_unused),
                    "{:?}",
                    plan.notes
                );
                super::super::apply(&mut plan, &request).unwrap();
            }
        });
        let copy = temp.path().join("project/days/year2020/day01.rs");
        let copy = std::fs::read_to_string(copy).unwrap();
        let mut calls = copy.lines().filter(|line| line.contains("part1 = "));
        let call = calls.next().unwrap();
        assert!(call.contains(expected), "{first:?} {second:?}: {copy}");
    }
}

#[test]
fn a_day_that_the_user_has_called_is_not_refused_because_of_an_expression_for_another_day() {
    let temp = tempfile::tempdir().unwrap();
    for (day, name) in [("01", "first"), ("02", "second")] {
        let code = format!("pub fn {name}(i: &str) -> usize {{ 1 }}\n");
        write(temp.path(), &format!("old/2020/day{day}.rs"), code);
    }
    let [one, two] = [1, 2].map(|day| Puzzle::of(2020, day));
    with_request(temp.path(), Some("old"), |request| {
        let stays = |day: u8, name: &str| {
            format!(
                "2020/{day}: `{name}` takes the text, and no name says its part: use `--part1` and `--part2`; its copy of an earlier \
                 import stays"
            )
        };
        for (call, new, unchanged, expected) in [
            (Some("first(input)"), &[one][..], &[][..], vec![]),
            (
                Some("second(input)"),
                &[two],
                &[one],
                vec![stays(1, "first")],
            ),
            (
                None,
                &[],
                &[one, two],
                vec![stays(1, "first"), stays(2, "second")],
            ),
        ] {
            let request = ImportRequest {
                expressions: &part1_by(call),
                ..*request
            };
            let mut plan = plan_request(&request, instructions::by_names).unwrap();
            assert_eq!(plan.new_days(), new);
            assert_eq!(plan.unchanged(), unchanged);
            let is_first = unchanged.is_empty();
            assert_eq!(
                !plan.left_out.unclear().is_empty(),
                is_first,
                "{:?}",
                plan.left_out
            );
            if !is_first {
                assert_eq!(notes(&plan), expected);
            }
            super::super::apply(&mut plan, &request).unwrap();
        }
        // The copy of other code may be wrong.
        write(
            temp.path(),
            "old/2020/day01.rs",
            "pub fn first(i: &str) -> usize { 2 }\n",
        );
        let plan = plan_request(request, instructions::by_names).unwrap();
        assert_eq!(plan.unchanged(), [two]);
        let note = "the copy of an earlier import was not replaced, and may be wrong: check it, or delete it";
        assert!(
            plan.notes
                .iter()
                .any(|it| it.puzzle == one && it.why == note)
        );
    });
}

#[test]
fn a_refused_day_whose_module_has_changed_is_named() {
    let temp = tempfile::tempdir().unwrap();
    for (path, code) in [
        ("main.rs", "mod day01;\nmod util;\nfn main() {}\n"),
        (
            "day01.rs",
            "pub fn first(_: &str) -> u8 { crate::util::one() }\n",
        ),
        ("util.rs", "pub fn one() -> u8 { 1 }\n"),
    ] {
        write(temp.path(), &format!("old/2020/src/{path}"), code);
    }
    with_request(temp.path(), Some("old"), |request| {
        let called = ImportRequest {
            expressions: &part1_by(Some("first(input)")),
            ..*request
        };
        let mut plan = plan_request(&called, instructions::by_names).unwrap();
        super::super::apply(&mut plan, &called).unwrap();
        let changed = "pub fn one() -> u8 { 2 }\n";
        write(temp.path(), "old/2020/src/util.rs", changed);
        let plan = plan_request(request, instructions::by_names).unwrap();
        assert!(plan.files.is_empty() && plan.copied.is_empty());
        assert!(!plan.left_out.unclear().is_empty());
        assert_eq!(plan.notes.len(), 1, "{:?}", plan.notes);
    });
}

/// An earlier import may have copied a day that used the module and is now gone from the
/// repository.
#[test]
fn a_module_that_only_imports_have_written_is_replaced() {
    let temp = tempfile::tempdir().unwrap();
    let day = "pub fn part1(_: &str) -> u8 { crate::util::one() }\n";
    let files = format!(
        "== old/2020/src/main.rs\nmod day01;\nmod day02;\nmod util;\nfn main() {{}}\n\
         == old/2020/src/day01.rs\n{day}== old/2020/src/day02.rs\n{day}\
         == old/2020/src/util.rs\npub fn one() -> u8 {{ 1 }}\n"
    );
    unpack(temp.path(), &files);
    with_request(temp.path(), Some("old"), |request| {
        let mut plan = plan_request(request, instructions::by_names).unwrap();
        super::super::apply(&mut plan, request).unwrap();
        std::fs::remove_file(temp.path().join("old/2020/src/day02.rs")).unwrap();
        let changed = "pub fn one() -> u8 { 2 }\n";
        write(temp.path(), "old/2020/src/util.rs", changed);
        let plan = plan_request(request, instructions::by_names).unwrap();
        assert_eq!(
            plan.new_days(),
            [Puzzle::of(2020, 1)],
            "{:?}",
            plan.left_out
        );
        assert_eq!(text_in(&plan, "days/year2020/util.rs"), changed);
    });
}

#[test]
fn two_crates_with_items_at_their_roots_are_told_what_to_move() {
    let of_crate = |name: &str, day: &str, count: u8| {
        format!(
            "== 2020/{name}/Cargo.toml\n[package]\nname = \"{name}\"\n\
             == 2020/{name}/src/lib.rs\nmod {day};\npub fn count() -> u8 {{ {count} }}\n\
             == 2020/{name}/src/{day}.rs\npub fn part1(_: &str) -> u8 {{ crate::count() }}\n"
        )
    };
    let plan = plan_of(&(of_crate("one", "day01", 1) + &of_crate("two", "day02", 2)));
    assert_eq!(plan.new_days(), [Puzzle::of(2020, 1)]);
    let why = "2020/1 of this import has other items at the root of its crate: move the items of \
               one of the two roots to a module first";
    assert!(reasons(&plan).eq([why]), "{:?}", plan.left_out);
}
