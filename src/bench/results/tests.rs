//! The document of `bench --json`, and the warnings.

use aoc_solution::protocol::Call;

use super::*;
use crate::bench::schedule::Side;
use crate::bench::statistics::{self, PRIMARY, ProcessSamples, SampleTurn, Samples, samples_of};
use crate::puzzle::Puzzle;
use crate::runner::PhaseResult;

/// A report without results.
pub fn report() -> BenchReport {
    BenchReport {
        schema: "aoc-bench/1",
        date: DateTime::UNIX_EPOCH,
        command: String::new(),
        host: super::super::host::test_host(),
        load: None,
        results: Vec::new(),
    }
}

fn samples(ns: u64) -> Samples {
    let turn = |chain_ns| SampleTurn {
        calls_ns: vec![float(ns) / 3.0; 10],
        chain_ns,
    };
    // An interrupt ended two of the processes before the chain.
    let processes = [Some(80.0), None, None].map(|chain_ns| ProcessSamples {
        turns: vec![turn(chain_ns), turn(None)],
    });
    Samples {
        first_ns: 2 * ns,
        grain_ns: Some(20),
        ..samples_of(3, processes)
    }
}

/// A result with the figures of these samples.
fn result(ns: u64) -> BenchResult {
    let header = PuzzleHeader {
        title: "Crab Combat".into(),
        input: Some("inputs/year2020/day22.txt".into()),
        ..PuzzleHeader::unknown(Puzzle::of(2020, 22))
    };
    BenchResult {
        measured: Statistics::of(&samples(ns)),
        header,
        phase: Some(Phase::Part2),
        alternative: Some("textbook".into()),
        ..BenchResult::default()
    }
}

#[test]
fn json_of_a_measured_phase() {
    let mut result = result(100_000);
    let [count, bytes, peak] = [3, 4096, 1024];
    result.allocations = Some(Allocations { count, bytes, peak });
    result.ratio = Ratio::of_samples(PRIMARY, &samples(100_000), &samples(50_000));
    let mut json = to_value(&result).unwrap();
    assert_eq!(json["quantiles_ns"].as_array().unwrap().len(), 21);
    json["quantiles_ns"] = "21 of them".into();
    insta::assert_snapshot!(json, @r#"{"allocations":{"bytes":4096,"count":3,"peak":1024},"alternative":"textbook","change":null,"ci95_ns":[33333.333,33333.333],"day":22,"first_ns":200000,"input":"inputs/year2020/day22.txt","iterations":180,"load":null,"mad_ns":0.0,"median_ns":33333.333,"message":null,"min_ns":33333.333,"name":null,"outliers":0,"p10_ci95_ns":[33000.0,33666.667],"p10_ns":33333.333,"phase":"part2","process_chain_ns":[80.0],"process_p10_ns":[33333.333,33333.333,33333.333],"processes":3,"quantiles_ns":"21 of them","ratio":{"ci95":[2.0,2.0],"of":"own","pairs":6,"ratio":2.0,"verdict":"slower"},"regressed":false,"samples":60,"source":"input","status":"ok","title":"Crab Combat","warnings":[],"year":2020}"#);
    let read: BenchResult = serde_json::from_value(to_value(&result).unwrap()).unwrap();
    assert_eq!(read, result);
}

#[test]
fn a_difference_of_the_machine_is_a_warning_and_no_regression() {
    let mut change = Ratio::of_samples("main", &samples(100_000), &samples(50_000)).unwrap();
    change.verdict = RatioVerdict::MachineVaried;
    let mut result = result(100_000);
    result.set_change(change, Some(0.05));
    let json = to_value(&result).unwrap();
    assert_eq!(json["change"]["verdict"], "machine-varied");
    assert_eq!(json["warnings"], serde_json::json!(["machine-varied"]));
    assert_eq!(json["regressed"], false);
}

fn function(samples: Samples) -> MeasuredFunction {
    let result = PhaseResult::new(Phase::Part2, Status::Ok, None);
    let mut function = MeasuredFunction::new(Side::Current, Call::primary(Phase::Part2), result);
    function.samples = samples;
    function
}

#[test]
fn warnings_follow_from_the_figures() {
    let warnings = |first_ns, processes: &[&[u64]], calls, peak: u64, again_ns| {
        let samples = Samples {
            first_ns,
            grain_ns: Some(20),
            ..statistics::samples(calls, processes)
        };
        let (count, bytes) = (1, peak);
        let allocations = Some(Allocations { count, bytes, peak });
        let figures = Statistics::of(&samples).unwrap();
        let mut function = function(samples);
        function.allocations = allocations;
        function.again_ns = again_ns;
        BenchWarning::of(&function, &figures)
    };
    let of = |first_ns, batches: &[u64], calls| warnings(first_ns, &[batches; 3], calls, 0, None);
    let noisy = [[10_000; 40].as_slice(), &[12_500; 60]].concat();
    let calm = [[10_000; 40].as_slice(), &[12_000; 60]].concat();
    let slow: [&[u64]; 3] = [&[1_000_000; 9]; 3];
    let third = |ns| warnings(0, &[&[30_000; 20], &[30_100; 20], &[ns; 20]], 1, 0, None);
    // The first call allocates 640 KiB, whose pages take time. Later calls take 18 µs.
    let large = |peak| warnings(500_000, &[&[18_000; 9][..]; 3], 1, peak, None);
    for (name, (warnings, expected)) in [
        ("steady", (of(5000, &[30_000; 100], 100), vec![])),
        (
            "a busy machine",
            (of(0, &noisy, 1), vec![BenchWarning::Noisy]),
        ),
        ("a median of 1.2 times", (of(0, &calm, 1), vec![])),
        ("processes that agree", (third(30_200), vec![])),
        (
            "processes that differ",
            (third(45_000), vec![BenchWarning::FewSamples]),
        ),
        (
            "two processes",
            (
                warnings(0, &slow[..2], 1, 0, None),
                vec![BenchWarning::FewSamples],
            ),
        ),
        (
            "a slow first call",
            (of(1_000_000, &[30_000; 100], 100), vec![BenchWarning::Memo]),
        ),
        // Each process has a slow first call among its samples.
        (
            "slow first calls",
            (
                warnings(1_000_000, &slow, 1, 0, Some(300)),
                vec![BenchWarning::Memo],
            ),
        ),
        ("a small result", (large(1000), vec![BenchWarning::Memo])),
        ("the pages of a large result", (large(640 << 10), vec![])),
        // A first call of 50 µs is not significant, even if later calls take 0.3 µs.
        ("cold caches", (of(50_000, &[30_000; 100], 100), vec![])),
        (
            "a first call of 51 µs",
            (of(51_000, &[30_000; 100], 100), vec![BenchWarning::Memo]),
        ),
        (
            "a first call of 20 times",
            (of(6_000_000, &[300_000; 100], 1), vec![]),
        ),
        (
            "a first call of 21 times",
            (of(6_300_000, &[300_000; 100], 1), vec![BenchWarning::Memo]),
        ),
        ("a nanosecond", (of(0, &[65_536; 100], 65_536), vec![])),
        (
            "half a nanosecond",
            (
                of(0, &[30_000; 100], 65_536),
                vec![BenchWarning::BelowClock],
            ),
        ),
        (
            "95 steps of the clock",
            (of(0, &[1900; 100], 10), vec![BenchWarning::BelowClock]),
        ),
        ("100 steps of the clock", (of(0, &[2000; 100], 10), vec![])),
    ] {
        assert_eq!(warnings, expected, "{name}");
    }
    let words = serde_json::to_string(&[BenchWarning::Memo, BenchWarning::AnswerChanges]).unwrap();
    assert_eq!(words, r#"["memo","answer-changes"]"#);
}

#[test]
fn an_interval_of_a_tenth_is_narrow_enough() {
    for (half, expected) in [(100.0, vec![]), (101.0, vec![BenchWarning::FewSamples])] {
        let figures = Statistics {
            p10_ns: 1000.0,
            median_ns: 1000.0,
            p10_ci95_ns: Some([1000.0 - half, 1000.0 + half]),
            ..Statistics::default()
        };
        let warnings = BenchWarning::of(&function(Samples::default()), &figures);
        assert_eq!(warnings, expected, "{half}");
    }
}

#[test]
fn a_report_is_titled_by_what_it_measured() {
    let of = |days: &[(u16, u8)]| BenchReport {
        results: days
            .iter()
            .map(|&(year, day)| BenchResult {
                header: PuzzleHeader {
                    title: "Title".to_owned(),
                    ..PuzzleHeader::unknown(Puzzle::of(year, day))
                },
                ..BenchResult::default()
            })
            .collect(),
        ..report()
    };
    for (days, title) in [
        (&[][..], "Advent of Code"),
        (&[(2020, 22), (2020, 22)], "2020/22 Title"),
        (&[(2020, 1), (2020, 22)], "Advent of Code 2020"),
        (&[(2019, 22), (2020, 22)], "Advent of Code 2019 to 2020"),
    ] {
        assert_eq!(of(days).title(), title);
    }
}

#[test]
fn a_function_is_the_same_in_all_of_its_names() {
    let one = result(100_000);
    assert!(one.is_same_function(&result(200_000)));
    let change = |change: &dyn Fn(&mut BenchResult)| {
        let mut other = result(100_000);
        change(&mut other);
        other
    };
    for (name, other) in [
        ("phase", change(&|result| result.phase = Some(Phase::Part1))),
        ("alternative", change(&|result| result.alternative = None)),
        (
            "puzzle",
            change(&|result| result.header.puzzle = Puzzle::of(2020, 21)),
        ),
        (
            "source",
            change(&|result| result.header.source = crate::runner::SourceKind::Named),
        ),
        (
            "input",
            change(&|result| result.header.name = Some("bob".to_owned())),
        ),
    ] {
        assert!(!one.is_same_function(&other), "{name}");
    }
}

#[test]
fn a_change_is_the_ratio_of_a_primary_only() {
    let change = Ratio::of_samples("main", &samples(100_000), &samples(50_000)).unwrap();
    let mut primary = BenchResult {
        alternative: None,
        ..result(100_000)
    };
    primary.set_change(change.clone(), None);
    assert_eq!(primary.ratio.as_ref(), Some(&change));
    assert!(!primary.regressed && primary.warnings.is_empty());
    let mut textbook = result(100_000);
    textbook.set_change(change, Some(0.5));
    assert_eq!(textbook.ratio, None);
    assert!(textbook.regressed);
}

#[test]
fn a_failure_or_a_regression_is_a_failed_measurement() {
    let exit = |result| {
        let results = vec![result];
        Measurements {
            results,
            ..Measurements::default()
        }
        .exit()
    };
    assert_eq!(exit(result(1000)), Exit::Done);
    assert_eq!(
        exit(BenchResult {
            regressed: true,
            ..result(1000)
        }),
        Exit::Failed
    );
    assert_eq!(
        exit(BenchResult {
            status: Status::Panic,
            ..result(1000)
        }),
        Exit::Failed
    );
}

#[test]
fn the_load_of_an_input_is_not_that_of_the_inputs_before_it() {
    let mut measurements = Measurements::default();
    let loads = [&[3, 3][..], &[0, 0], &[]].map(|samples| {
        let load = measurements.add_load(samples);
        load.map(|load| load.others)
    });
    assert_eq!(loads, [Some(3.0), Some(0.0), None]);
    let of_all = Load::of(&measurements.load_samples);
    assert_eq!(of_all.map(|load| load.others), Some(1.5));
}
