//! How the table looks: in a pipe, on terminals wide and narrow.

use insta::assert_snapshot;

use super::super::bench_figures::bench_notes;
use super::super::export::tests::{combat, ratio, report};
use super::*;
use crate::puzzle::Day;

fn terminal(width: usize) -> Terminal {
    Terminal {
        width: Some(width),
        ..Terminal::PLAIN
    }
}

fn table(terminal: Terminal, report: &BenchReport, details: bool) -> String {
    let console = Console::new(terminal, terminal, Verbosity::Normal);
    let puzzles: BTreeSet<Puzzle> = report.results.iter().map(BenchResult::puzzle).collect();
    let puzzles: Vec<Puzzle> = puzzles.into_iter().collect();
    bench_table(&console, report, &puzzles, details)
}

fn one() -> BenchReport {
    BenchReport {
        results: combat(),
        ..report()
    }
}

#[test]
fn a_puzzle_has_a_row_for_each_function() {
    assert_snapshot!(table(terminal(100), &one(), false), @"");
}

#[test]
fn a_narrow_terminal_has_the_headlines_and_bars() {
    assert_snapshot!(table(terminal(44), &one(), false), @"");
}

#[test]
fn days_have_a_line_each_and_years_a_sum() {
    assert_snapshot!(table(terminal(100), &report(), false), @"");
}

#[test]
fn a_narrow_terminal_has_days_without_their_phases() {
    assert_snapshot!(table(terminal(50), &report(), false), @"");
}

#[test]
fn a_pipe_has_all_columns_and_no_bars() {
    assert_snapshot!(table(Terminal::PLAIN, &report(), true), @"");
}

#[test]
fn each_comparison_names_its_other_side_and_the_last_line_counts_one_kind() {
    let mut report = one();
    for (result, change) in report.results.iter_mut().zip([1.0, 0.8, 1.2, 1.3]) {
        let verdict = match change {
            1.0 => Verdict::Same,
            0.8 => Verdict::Faster,
            _ => Verdict::Slower,
        };
        result.set_change(Some(ratio("main", change, verdict)), Some(0.15));
    }
    assert_snapshot!(table(terminal(120), &report, false), @"");
    assert_snapshot!(changes(terminal(80), &report, false), @"");
}

#[test]
fn lines_fit_their_terminal() {
    for width in 20..130 {
        for details in [false, true] {
            let lines = table(terminal(width), &report(), details);
            // A word that is wider stays whole.
            let fits = |line: &str| super::width(line) <= width.max(40);
            assert!(lines.lines().all(fits), "{width}:\n{lines}");
        }
    }
}

#[test]
fn days_that_an_interrupt_came_before_are_counted() {
    let console = Console::new(Terminal::PLAIN, Terminal::PLAIN, Verbosity::Normal);
    let puzzles: Vec<Puzzle> = (20..25).map(|day| Year(2020).day(Day(day))).collect();
    let lines = bench_table(&console, &one(), &puzzles, false);
    assert!(lines.contains("2020  1 of 5 days in 2.81 ms"), "{lines}");
}

#[test]
fn notes_are_told_once() {
    assert_eq!(
        bench_notes(&report()),
        [
            "2020/22 part 2 textbook: noisy machine: the median is more than 1.2 times the 10th \
             percentile",
            "other programs kept 1.5 processors busy meanwhile, so these times may be too long: \
             measure again when they are done"
        ]
    );
    let mut many = report();
    for result in &mut many.results {
        result.warnings = vec![crate::bench::Warning::BelowClock];
    }
    assert_eq!(
        bench_notes(&many)[0],
        "8 of 6 phases: too fast to time reliably"
    );
}
