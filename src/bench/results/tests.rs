//! The JSON of `bench --json`.

use super::*;
use crate::bench::measurement::Turns;
use crate::runner::JobError;

fn result() -> BenchResult {
    BenchResult {
        year: Year(2020),
        day: Day(22),
        title: "Crab Combat".into(),
        phase: Some(Phase::Part2),
        alternative: Some("textbook".into()),
        source: SourceKind::Input,
        name: None,
        status: Status::Timeout,
        message: Some("took longer than 10 s".into()),
        measured: None,
        allocations: None,
        ratio: None,
        change: None,
        regressed: false,
        warnings: Vec::new(),
    }
}

fn measurement(ns: u64) -> Measurement {
    Measurement {
        first_ns: 2 * ns,
        grain_ns: 20,
        calls: 3,
        processes: vec![Turns(vec![vec![ns; 10]; 2]); 3],
    }
}

#[test]
fn json_of_a_measured_phase() {
    let mut result = result();
    result.set_measurement(&measurement(100_000), Some(&measurement(50_000)), None);
    result.allocations = Some(Allocations {
        count: 3,
        bytes: 4096,
        peak: 1024,
    });
    insta::assert_snapshot!(serde_json::to_string_pretty(&result).unwrap(), @r#"
    {
      "year": 2020,
      "day": 22,
      "title": "Crab Combat",
      "phase": "part2",
      "alternative": "textbook",
      "source": "input",
      "name": null,
      "status": "ok",
      "message": null,
      "p10_ns": 33333.333,
      "p10_ci95_ns": [
        33000.0,
        33666.667
      ],
      "median_ns": 33333.333,
      "ci95_ns": [
        33333.333,
        33333.333
      ],
      "min_ns": 33333.333,
      "mad_ns": 0.0,
      "processes": 3,
      "samples": 60,
      "iterations": 180,
      "outliers": 0,
      "first_ns": 200000,
      "process_p10_ns": [
        33333.333,
        33333.333,
        33333.333
      ],
      "quantiles_ns": [
        33333.333,
        33333.333,
        33333.333,
        33333.333,
        33333.333,
        33333.333,
        33333.333,
        33333.333,
        33333.333,
        33333.333,
        33333.333,
        33333.333,
        33333.333,
        33333.333,
        33333.333,
        33333.333,
        33333.333,
        33333.333,
        33333.333,
        33333.333,
        33333.333
      ],
      "allocations": {
        "count": 3,
        "bytes": 4096,
        "peak": 1024
      },
      "ratio": {
        "of": "own",
        "ratio": 2.0,
        "ci95": [
          2.0,
          2.0
        ],
        "pairs": 6,
        "verdict": "slower"
      },
      "change": null,
      "regressed": false,
      "warnings": []
    }
    "#);
}

#[test]
fn json_of_a_failed_phase_has_the_same_names() {
    let names = |result: &BenchResult| -> Vec<String> {
        let value = serde_json::to_value(result).unwrap();
        value.as_object().unwrap().keys().cloned().collect()
    };
    let failed = result();
    let mut measured = result();
    measured.set_measurement(&measurement(1000), None, None);
    assert_eq!(names(&failed), names(&measured));
    let json = serde_json::to_value(&failed).unwrap();
    assert!(json["p10_ns"].is_null() && json["ratio"].is_null());
    assert_eq!(json["status"], "timeout");
}

#[test]
fn json_of_the_whole() {
    let host = Host {
        os: "linux".into(),
        arch: "x86_64".into(),
        cpu: None,
        cores: 2,
        rustc: None,
        aoc: "0.1.0".into(),
        profile: "aoc-bench".into(),
    };
    let json = serde_json::to_string(&BenchResults::new(host, None, Vec::new())).unwrap();
    insta::assert_snapshot!(json, @r#"{"schema":"aoc-bench/1","host":{"os":"linux","arch":"x86_64","cpu":null,"cores":2,"rustc":null,"aoc":"0.1.0","profile":"aoc-bench"},"load":null,"results":[]}"#);
}

#[test]
fn a_first_call_far_slower_than_the_others_is_a_memo() {
    let mut measurement = measurement(300);
    measurement.first_ns = 1_000_000;
    let mut result = result();
    result.set_measurement(&measurement, None, None);
    assert!(result.warnings.contains(&Warning::Memo));
}

#[test]
fn what_is_written_can_be_read_back() {
    let host = Host {
        os: "linux".into(),
        arch: "x86_64".into(),
        cpu: Some("a processor".into()),
        cores: 2,
        rustc: None,
        aoc: "0.1.0".into(),
        profile: "aoc-bench".into(),
    };
    let mut measured = result();
    measured.set_measurement(&measurement(100_000), Some(&measurement(50_000)), None);
    measured.warnings = vec![Warning::AnswerChanges];
    let puzzle = Year(2020).day(Day(22));
    let failure = JobFailure::new(puzzle, JobError::NoGenerate { puzzle });
    let all = vec![result(), measured, BenchResult::failed(&failure)];
    let results = BenchResults::new(host, Some(Load::default()), all);
    let written = serde_json::to_string(&results).unwrap();
    let read: BenchResults = serde_json::from_str(&written).unwrap();
    assert_eq!(read, results);
}
