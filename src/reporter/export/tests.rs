//! A report to make documents of, and what holds for all of them.

use std::path::PathBuf;
use std::{env, fs};

use aoc_solution::protocol::{Allocations, Phase};
use chrono::{DateTime, Utc};
use serde_json::json;

use super::super::bench_listing::{Entry, listing};
use super::*;
use crate::bench::{BenchReport, BenchResult, BenchedPuzzle, Host, Load, Measured, Warning};
use crate::puzzle::{Day, Year};
use crate::runner::{PuzzleHeader, SourceKind};
use crate::terminal::screen::Terminal;
use crate::terminal::width;

mod chart;
mod page;
mod shapes;

/// Figures of samples that are spread by about two percent, with a long tail.
fn measured(ns: f64) -> Measured {
    let quantile = |step: i32| {
        let share = f64::from(step) / 20.0;
        ns * (0.99 + 0.02 * share + 0.2 * share.powi(12))
    };
    let mut measured = Measured {
        first_ns: 3_000,
        process_p10_ns: [0.998, 1.0, 1.001, 1.003, 1.006]
            .map(|share| ns * share)
            .to_vec(),
        quantiles_ns: (0..=20).map(quantile).collect(),
        ..Measured::default()
    };
    let figures = &mut measured.figures;
    figures.p10_ns = ns;
    figures.p10_ci95_ns = Some([ns * 0.996, ns * 1.004]);
    figures.median_ns = ns * 1.01;
    figures.ci95_ns = [ns * 1.008, ns * 1.014];
    figures.min_ns = ns * 0.99;
    figures.mad_ns = ns * 0.004;
    (figures.processes, figures.samples) = (5, 650);
    (figures.iterations, figures.outliers) = (130_000, 12);
    measured
}

fn result(header: &PuzzleHeader, phase: Phase, ns: f64) -> BenchResult {
    let result = json!({
        "year": header.year, "day": header.day, "title": header.title, "phase": phase,
        "alternative": null, "source": header.source, "name": header.name,
        "status": "ok", "message": null, "allocations": {"count": 12, "bytes": 1040, "peak": 1024},
        "ratio": null, "change": null, "regressed": false, "warnings": [],
    });
    let mut result: BenchResult = serde_json::from_value(result).unwrap();
    result.measured = Some(measured(ns));
    result
}

fn puzzle(year: u16, day: u8, title: &str, times: [f64; 3]) -> BenchedPuzzle {
    let header = PuzzleHeader {
        title: title.into(),
        ..PuzzleHeader::unknown(Year(year).day(Day(day)))
    };
    let phases = Phase::ALL.into_iter().zip(times);
    let results = phases.map(|(phase, ns)| result(&header, phase, ns));
    BenchedPuzzle {
        results: results.collect(),
        not_reached: Vec::new(),
        header,
    }
}

/// Two years with everything that can be in a report, the later one first.
pub(super) fn report() -> BenchReport {
    let host = Host {
        os: "linux".into(),
        arch: "x86_64".into(),
        cpu: Some("Fast & Small <9000>".into()),
        cores: 2,
        rustc: Some("rustc 1.91.0 (f8297e351 2025-10-28)".into()),
        aoc: "0.1.0".into(),
        profile: "aoc-bench".into(),
    };
    let date: DateTime<Utc> = "2026-11-20T12:00:00Z".parse().unwrap();
    let command = "aoc bench all --all-alts --baseline main".to_owned();
    let mut report = BenchReport::new(date, command, host);
    let mut first = puzzle(2020, 1, "Sums", [45.1, 702.0, 2_810_000.0]);
    let mut textbook = first.results[2].clone();
    textbook.alternative = Some("textbook".into());
    textbook.measured = Some(measured(34_500_000.0));
    textbook.allocations = Some(Allocations {
        count: 1_203_400,
        bytes: 1 << 30,
        peak: 3_600_000,
    });
    let slower = json!({"of": "own", "ratio": 12.28, "ci95": [12.11, 12.52], "pairs": 30,
        "verdict": "slower"});
    textbook.ratio = serde_json::from_value(slower).unwrap();
    let faster = json!({"of": "main", "ratio": 0.5, "ci95": [0.48, 0.52], "pairs": 0,
        "verdict": "faster"});
    textbook.change = serde_json::from_value(faster).unwrap();
    first.results[2].warnings = vec![Warning::Noisy];
    first.results.push(textbook);

    let mut other = puzzle(
        2019,
        3,
        "<script>alert('x')</script> | *wild*",
        [9.0, 80.0, 4e9],
    );
    other.header.source = SourceKind::Named;
    other.header.name = Some("=bob".into());
    let failed = &mut other.results[1];
    failed.measured = None;
    failed.allocations = None;
    failed.status = serde_json::from_value(json!("panic")).unwrap();
    failed.message = Some("index <1>\nout | of \u{1b}[31m range".into());
    report.puzzles = vec![first, puzzle(2020, 2, "Words", [1.2e6, 3e6, 5e6]), other];
    report
}

#[test]
fn the_readme_has_a_line_for_each_day() {
    insta::assert_snapshot!(bench_readme(&report()), @r"
    | day | title | parse | part 1 | part 2 | all |
    |:--|:--|--:|--:|--:|--:|
    | 2019/3 | \<script\>alert('x')\</script\> \| \*wild\* (=bob) | 9.00 ns | panic | 4.00 s | \> 4.00 s |
    | 2020/1 | Sums | 45.1 ns | 702 ns | 2.81 ms | 2.81 ms |
    | 2020/2 | Words | 1.20 ms | 3.00 ms | 5.00 ms | 9.20 ms |
    | **2019** | 1 day, without 1 failed phase | | | | **4.00 s** |
    | **2020** | 2 days | | | | **12.0 ms** |
    | **all** | 3 days, without 1 failed phase | | | | **4.01 s** |

    The 10th percentile of each phase, measured on 20 November 2026 on Fast \& Small \<9000\>, 2 cores, linux x86\_64, rustc 1.91.0 by `aoc bench all --all-alts --baseline main`.
    ");
    let again = bench_readme(&report());
    let mut turned = report();
    turned.puzzles.reverse();
    assert_eq!(bench_readme(&turned), again);
}

#[test]
fn markdown_has_a_row_for_each_phase() {
    insta::assert_snapshot!(markdown(&report()), @r"
    | puzzle | phase | p10 | ± | median | allocs | peak | compared |
    |:--|:--|--:|--:|--:|--:|--:|:--|
    | 2020/1 Sums | parse | 45.1 ns | 0.4% | 45.6 ns | 12 | 1.00 KiB |  |
    | 2020/1 Sums | part 1 | 702 ns | 0.4% | 709 ns | 12 | 1.00 KiB |  |
    | 2020/1 Sums | part 2 | 2.81 ms | 0.4% | 2.84 ms | 12 | 1.00 KiB |  |
    | 2020/1 Sums | part 2, textbook | 34.5 ms | 0.4% | 34.8 ms | 1.20M | 3.43 MiB | 2.00x faster, against main \[1.92, 2.08\] |
    | 2020/2 Words | parse | 1.20 ms | 0.4% | 1.21 ms | 12 | 1.00 KiB |  |
    | 2020/2 Words | part 1 | 3.00 ms | 0.4% | 3.03 ms | 12 | 1.00 KiB |  |
    | 2020/2 Words | part 2 | 5.00 ms | 0.4% | 5.05 ms | 12 | 1.00 KiB |  |
    | 2019/3 \<script\>alert('x')\</script\> \| \*wild\* (=bob) | parse | 9.00 ns | 0.4% | 9.09 ns | 12 | 1.00 KiB |  |
    | 2019/3 \<script\>alert('x')\</script\> \| \*wild\* (=bob) | part 1 | panic: index \<1\>; out \| of \\u{1b}\[31m range |  |  |  |  |  |
    | 2019/3 \<script\>alert('x')\</script\> \| \*wild\* (=bob) | part 2 | 4.00 s | 0.4% | 4.04 s | 12 | 1.00 KiB |  |

    Note: 2020/1 part 2: noisy machine: the median is more than 1.2 times the 10th percentile.

    The 10th percentile of each phase, measured on 20 November 2026 on Fast \& Small \<9000\>, 2 cores, linux x86\_64, rustc 1.91.0 by `aoc bench all --all-alts --baseline main`.
    ");
}

#[test]
fn a_disturbed_measurement_says_so() {
    let mut report = report();
    report.load = Some(Load {
        seconds: 10.0,
        others: 1.2,
        stolen: 0.0,
    });
    let says = "other programs kept 1.2 processors busy";
    for document in [
        bench_readme(&report),
        markdown(&report),
        bench_html(&report),
    ] {
        assert!(document.contains(says), "{document}");
    }
}

/// With `AOC_PAGES=FOLDER` the documents are left there, to be looked at;
/// `trials/page/run` opens them in a browser.
#[test]
fn reports_of_every_shape_are_documents() {
    let folder = env::var_os("AOC_PAGES").map(PathBuf::from);
    for (name, report) in shapes::SHAPES {
        let report = report();
        let documents = [
            ("html", bench_html(&report)),
            ("svg", bench_svg(&report)),
            ("readme.md", bench_readme(&report)),
            ("md", markdown(&report)),
            ("csv", csv(&report)),
        ];
        for (kind, document) in documents {
            assert!(document.ends_with('\n'), "{name}.{kind}");
            for wrong in ["NaN", "inf", "\u{1b}", "\u{202e}"] {
                assert!(!document.contains(wrong), "{wrong} in {name}.{kind}");
            }
            if let Some(folder) = &folder {
                fs::write(folder.join(format!("{name}.{kind}")), document).unwrap();
            }
        }
    }
}

/// As lines and with details, on terminals of many widths. With `AOC_PAGES` they
/// are left there, too.
#[test]
fn tables_of_every_shape_fit_their_terminal() {
    let folder = env::var_os("AOC_PAGES").map(PathBuf::from);
    for (name, report) in shapes::SHAPES {
        let entries: Vec<Entry> = report().puzzles.into_iter().map(Entry::Puzzle).collect();
        for columns in [24, 40, 60, 80, 120, 200] {
            let terminal = Terminal {
                width: Some(columns),
                ..Terminal::PLAIN
            };
            for (kind, details) in [("days", false), ("details", true)] {
                let table = listing(terminal, details, &entries);
                let widest = table.lines().map(width).max().unwrap();
                // A word of a message may be longer than a line.
                let whole =
                    columns >= 40 && !matches!(name, "failures" | "titles" | "alternatives");
                assert!(!whole || widest <= columns, "{name}, {columns}: {table}");
                // Lines of days have bars wherever these tell something.
                let bars = table.contains(['█', '▏']);
                assert!(columns < 40 || bars, "{name}, {columns}: {table}");
                if let Some(folder) = &folder {
                    let file = format!("{name}.{kind}.{columns}.txt");
                    fs::write(folder.join(file), table).unwrap();
                }
            }
        }
    }
}

#[test]
fn an_empty_report_is_a_document_too() {
    let mut report = report();
    report.puzzles.clear();
    for document in [bench_html, bench_svg, bench_readme, markdown, csv] {
        let text = document(&report);
        assert!(text.ends_with('\n') && !text.contains("NaN"), "{text}");
    }
}
