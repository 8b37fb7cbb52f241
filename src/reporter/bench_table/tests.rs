//! The table in a pipe, and on wide and narrow terminals.

use insta::assert_snapshot;

use super::*;
use crate::reporter::testing::{combat, ratio, report, result};
use crate::runner::Status;
use crate::terminal::{Verbosity, width};

fn table(terminal: Terminal, report: &BenchReport) -> String {
    table_with(Verbosity::Normal, terminal, report)
}

fn table_with(verbosity: Verbosity, terminal: Terminal, report: &BenchReport) -> String {
    bench_table(&Console::new(terminal, terminal, verbosity), report)
}

fn one() -> BenchReport {
    let results = combat();
    BenchReport {
        results,
        ..report()
    }
}

#[test]
fn a_narrow_terminal_has_the_headlines_their_intervals_and_bars() {
    assert_snapshot!(table(Terminal::wide(40), &one()), @"
    2020/22 Crab Combat
      inputs/year2020/day22.txt
                      p10         log
      parse       45.1 ns  ±0.4%  ▋
      part 1       702 ns  ±0.4%  ██▌
      part 2      2.81 ms  ±0.4%  ████████▎
        textbook  34.5 ms  ±0.4%  ██████████
          12.3x slower than part 2 [12.2,
          12.4]
    p10: the 10th percentile of the samples;
      ±: its 95% interval
    ");
}

#[test]
fn the_narrowest_terminal_keeps_the_names_of_phases() {
    assert_snapshot!(table(Terminal::wide(20), &one()), @"
    2020/22 Crab Combat
      …ear2020/day22.txt
                     p10
      parse      45.1 ns
      part 1      702 ns
      part 2     2.81 ms
        textbo…  34.5 ms
          12.3x slower
          than part 2
          [12.2, 12.4]
    p10: the 10th
      percentile of the
      samples; ±: its
      95% interval
    ");
}

#[test]
fn a_comparison_has_a_colour_unless_other_programs_ran() {
    let terminal = Terminal {
        color: true,
        ..Terminal::wide(80)
    };
    for (others, warning, is_red) in [
        (0.0, None, true),
        (1.5, None, false),
        (0.0, Some(BenchWarning::Noisy), false),
        (0.0, Some(BenchWarning::FewSamples), false),
    ] {
        let mut report = one();
        report.load = Some(Load { others });
        report.results[3].warnings = Vec::from_iter(warning);
        let text = table(terminal, &report);
        assert_eq!(text.contains("\u{1b}[31m12.3x"), is_red, "{text}");
    }
}

#[test]
fn years_and_days_are_links() {
    let terminal = Terminal {
        links: true,
        ..Terminal::wide(80)
    };
    let mut report = report();
    report.results.remove(3);
    let text = table(terminal, &report);
    for (name, page) in [("2020", "2020"), ("22 Crab Combat", "2020/day/22")] {
        let link = format!("\x1b]8;;https://adventofcode.com/{page}\x1b\\");
        let mut pieces = text.split(&link);
        assert!(
            pieces.any(|text| text.trim_start().starts_with(name)),
            "{text:?}"
        );
    }
}

#[test]
fn days_have_a_line_each_and_years_a_sum() {
    let mut report = report();
    report.results.remove(3);
    assert_snapshot!(table(Terminal::wide(80), &report), @r#"
    2020                              all           parse  part 1   part 2  log
     22 Crab Combat               2.81 ms  ±0.4%  45.1 ns  702 ns  2.81 ms  ████████

    2021                              all           parse  part 1   part 2  log
      5 </script><b>|*`羊       > 1.00 µs  ±0.4%  1.00 µs   panic        –  ▉
        part 1  panic: at days/year2021/day05.rs:7:9: ="oh"; <no>
      5 </script><b>|*`羊 (bo…    2.00 µs  ±0.4%  2.00 µs       –        –  █▌
    2021/6  error: it does not compile

    2020  1 day in 2.81 ms ±0.4%
    2021  2 days, 3 inputs in > 3.00 µs ±0.3%  without 2021/5 part 1, 2021/6
    all   3 days, 4 inputs in > 2.81 ms ±0.4%  without 2021/5 part 1, 2021/6
    times: the 10th percentile of the samples; ±: its 95% interval
    "#);
}

#[test]
fn of_several_days_those_that_changed_are_named_and_details_are_asked_for() {
    let mut report = report();
    report.results.remove(3);
    let wide = Terminal::wide(80);
    report.results[1].set_change(ratio("main", 1.0, RatioVerdict::Same), None);
    report.results[2].set_change(ratio("main", 1.2, RatioVerdict::Slower), None);
    let normal = table(wide, &report);
    let changed = normal.lines().filter(|line| line.starts_with("  2020/22 "));
    let changed: Vec<&str> = changed.collect();
    assert!(
        matches!(changed[..], [line] if line.contains("part 2") && line.contains("slower")),
        "{normal}"
    );
    let [all, median] = ["\nall ", " median "];
    assert!(normal.contains(all) && !normal.contains(median));
    let verbose = table_with(Verbosity::Verbose, wide, &report);
    assert!(verbose.contains(median), "{verbose}");
    let quiet = table_with(Verbosity::Quiet, wide, &report);
    assert!(!quiet.contains(all), "{quiet}");
}

#[test]
fn a_sum_without_an_interrupted_phase_is_a_lower_bound() {
    let mut report = report();
    report.results.truncate(6);
    report.results.remove(3);
    report.results[4].status = Status::Interrupted;
    report.results[4].message = Some("not measured".to_owned());
    assert_snapshot!(table(Terminal::wide(80), &report), @"
    2020                         all           parse       part 1   part 2  log
     22 Crab Combat          2.81 ms  ±0.4%  45.1 ns       702 ns  2.81 ms  ████████

    2021                         all           parse       part 1   part 2  log
      5 </script><b>|*`羊  > 1.00 µs  ±0.4%  1.00 µs  interrupted        –  ▉

    2020  1 day in 2.81 ms ±0.4%
    2021  1 day in > 1.00 µs ±0.4%  without 2021/5 part 1
    all   2 days in > 2.81 ms ±0.4%  without 2021/5 part 1
    times: the 10th percentile of the samples; ±: its 95% interval
    ");
}

#[test]
fn an_alternative_without_its_part_is_not_below_another_part() {
    for others in [2, 0] {
        let mut report = report();
        report.results = combat();
        report.results.drain(others..3);
        let table = table(Terminal::PLAIN, &report);
        assert!(table.contains("\n  part 2 textbook "), "{table}");
    }
}

/// All days begin in the same column, also from day 10 on. At 40 columns, days still have bars.
#[test]
fn days_of_a_year_are_aligned() {
    let mut report = report();
    let of = |day, title, ns| result(2025, day, title, Phase::Part1, ns);
    report.results = vec![
        of(9, "Movie Theater", 26.0),
        of(10, "Factory", 9_580.0),
        of(11, "Reactor", 4.86e6),
    ];
    assert_snapshot!(table(Terminal::wide(40), &report), @"
    2025                all         log
      9 Movie The…  26.0 ns  ±0.4%  ▌
     10 Factory     9.58 µs  ±0.4%  ████▏
     11 Reactor     4.86 ms  ±0.4%  ████████

    2025  3 days in 4.87 ms ±0.4%
    times: the 10th percentile of the
      samples; ±: its 95% interval
    ");
}

#[test]
fn a_pipe_has_all_columns_and_no_bars() {
    let table = table(Terminal::PLAIN, &report());
    let lines: Vec<&str> = table.lines().skip(7).take(4).collect();
    assert_snapshot!(lines.join("\n"), @r#"
    2021/5 </script><b>|*`羊  inputs/year2021/day05.txt
                      p10          median  allocs      peak
      parse       1.00 µs  ±0.4%  1.01 µs      12  1.05 MiB
      part 1      panic: at days/year2021/day05.rs:7:9: ="oh"; <no>
    "#);
}

#[test]
fn a_comparison_is_in_each_row_and_counted_below() {
    let mut report = one();
    for (result, change) in report.results.iter_mut().zip([1.0, 0.8, 1.2, 1.3]) {
        let verdict = match change {
            1.0 => RatioVerdict::Same,
            0.8 => RatioVerdict::Faster,
            _ => RatioVerdict::Slower,
        };
        result.set_change(ratio("main", change, verdict), Some(0.15));
    }
    assert_snapshot!(table(Terminal::wide(120), &report), @"
    2020/22 Crab Combat  inputs/year2020/day22.txt
                      p10          median  allocs      peak  log
      parse       45.1 ns  ±0.4%  45.6 ns      12  1.05 MiB  █
          no difference shown (1.00x) against main [0.99, 1.01]
      part 1       702 ns  ±0.4%   709 ns      12  1.05 MiB  ████              1.25x faster than main [1.24, 1.26]
      part 2      2.81 ms  ±0.4%  2.84 ms      12  1.05 MiB  █████████████▎    1.20x slower than main [1.19, 1.21]: too much
        textbook  34.5 ms  ±0.4%  34.8 ms      12  1.05 MiB  ████████████████  1.30x slower than main [1.29, 1.31]: too much

    against main  4 functions: 2 slower, 1 faster, 1 with no difference shown
    p10: the 10th percentile of the samples; ±: its 95% interval
    ");
    report.results[2].set_change(ratio("main", 1.2, RatioVerdict::MachineVaried), Some(0.15));
    let varied = table(Terminal::wide(120), &report);
    assert!(varied.contains("  no verdict (1.20x) against main [1.19, 1.21]\n"));
    assert!(varied.contains(
        "4 functions: 1 slower, 1 faster, 1 with no difference shown, 1 with no verdict\n"
    ));
    let narrow = table(Terminal::wide(40), &report);
    let fits = |line: &str| width(line) <= 40;
    assert!(narrow.lines().all(fits), "{narrow}");
}

#[test]
fn an_interval_that_is_wider_than_its_figure_has_no_size() {
    let mut report = report();
    report.results.truncate(3);
    report
        .results
        .push(result(2020, 23, "Crab Cups", Phase::Part1, 77.0));
    let figures = report.results[3].measured.as_mut().unwrap();
    figures.p10_ci95_ns = Some([0.0, 24_237_055.0]);
    let text = table(Terminal::PLAIN, &report);
    assert!(text.contains("77.0 ns  ±>100%"), "{text}");
    assert!(text.contains("2020  2 days in 2.81 ms ±>100%\n"), "{text}");
}

fn ascii(terminal: Terminal) -> Terminal {
    Terminal {
        unicode: false,
        ..terminal
    }
}

/// `+-` is wider than `±`.
#[test]
fn days_are_aligned_in_ascii() {
    let mut report = report();
    report.results.truncate(3);
    report.results.push(BenchResult {
        measured: None,
        status: Status::Panic,
        ..result(2020, 23, "Crab Cups", Phase::Part1, 77.0)
    });
    let table = table(ascii(Terminal::PLAIN), &report);
    assert_snapshot!(table, @"
    2020                 all            parse  part 1   part 2
     22 Crab Combat  2.81 ms  +-0.4%  45.1 ns  702 ns  2.81 ms
     23 Crab Cups      panic                -   panic        -
        part 1  panic:

    2020  2 days in > 2.81 ms +-0.4%  without 2020/23 part 1
    ");
}

#[test]
fn lines_fit_their_terminal() {
    for width in 20..130 {
        for without in [0, 1] {
            let mut report = report();
            report.results.drain(3..3 + without);
            let unicode = table(Terminal::wide(width), &report);
            let ascii = table(ascii(Terminal::wide(width)), &report);
            // A word that is wider than a line is not split.
            let fits = |line: &str| crate::terminal::width(line) <= width.max(40);
            for lines in [&unicode, &ascii] {
                assert!(lines.lines().all(fits), "{width}:\n{lines}");
            }
        }
    }
}
