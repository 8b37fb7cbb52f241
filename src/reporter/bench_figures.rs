//! The parts that the table and the documents of `bench` share: the days of a report and their
//! sums, and the words for functions, ratios and warnings.

use std::collections::BTreeMap;

use super::names::{full_name, function_name, with_input};
use super::summary::some_names;
use crate::bench::{
    BenchGroup, BenchReport, BenchResult, BenchWarning, Ratio, RatioBase, RatioVerdict,
};
use crate::terminal::{self, LOWER_BOUND, bytes, count, digits, one_line, plural};

/// The title of a day, and the input if it needs a name.
pub fn day_title(day: &BenchGroup) -> String {
    with_input(&one_line(&day.header.title), day.header)
}

/// The puzzle with its title and the input, as far as they are known.
pub fn puzzle_title(day: &BenchGroup) -> String {
    let title = format!("{} {}", day.header.puzzle, day_title(day));
    title.trim_end().to_owned()
}

/// The sum of all phases. If a phase failed, the sum is shown as a lower bound.
pub fn sum_of(group: &BenchGroup) -> String {
    match group.missing().next() {
        Some(failed) if group.ns <= 0.0 => headline(Some(failed)),
        Some(_) => format!("{LOWER_BOUND}{}", terminal::computed_time(group.ns)),
        None => terminal::computed_time(group.ns),
    }
}

/// The number of days and, if a day has several, of inputs: `2 days, 4 inputs`.
pub fn days_and_inputs(group: &BenchGroup) -> String {
    let days = group
        .results
        .chunk_by(|one, next| one.header.puzzle == next.header.puzzle)
        .count();
    let inputs = group
        .results
        .chunk_by(|one, next| one.header == next.header)
        .count();
    if inputs > days {
        return format!("{}, {}", plural(days, "day"), plural(inputs, "input"));
    }
    plural(days, "day")
}

/// The headline, its relative interval, the median, allocations and peak memory; empty
/// if they are not known.
pub fn figures(result: &BenchResult) -> [String; 5] {
    let mut cells = <[String; 5]>::default();
    if let Some(figures) = &result.measured {
        cells[0] = terminal::computed_time(figures.p10_ns);
        cells[1] = spread(figures.spread());
        cells[2] = terminal::computed_time(figures.median_ns);
        if let Some(allocations) = &result.allocations {
            cells[3] = count(allocations.count);
            cells[4] = bytes(allocations.peak);
        }
    }
    cells
}

/// A relative interval with two digits, such as `±0.4%`. Empty if it is not known.
pub fn spread(share: Option<f64>) -> String {
    let Some(share) = share else {
        return String::new();
    };
    let percent = share * 100.0;
    let places = usize::from(percent < 9.95);
    format!("±{percent:.places$}%")
}

/// The headline, or the status if there is none.
pub fn headline(result: Option<&BenchResult>) -> String {
    let Some(result) = result else {
        return "–".to_owned();
    };
    match &result.measured {
        Some(figures) => terminal::computed_time(figures.p10_ns),
        None => result.status.to_string(),
    }
}

/// The name of a result with its puzzle, such as `2020/7 part 2 textbook` or `2020/7 part 2 (bob)`.
pub fn result_name(result: &BenchResult) -> String {
    full_name(&result.header, result.phase, result.alternative.as_deref())
}

/// The comparison of a function with a baseline or another revision, else with the
/// primary solution.
pub fn comparison(result: &BenchResult) -> Option<&Ratio> {
    result.change.as_ref().or(result.ratio.as_ref())
}

/// The comparison in words, such as `12.3x slower than part 2 [12.1, 12.5]`, and `too much` after a
/// regression. Empty if the function is compared with nothing.
pub fn ratio_words(result: &BenchResult) -> String {
    let Some(ratio) = comparison(result) else {
        return String::new();
    };
    let is_faster = ratio.verdict == RatioVerdict::Faster;
    let factor = digits(if is_faster {
        1.0 / ratio.value
    } else {
        ratio.value
    });
    let other = match &ratio.of {
        RatioBase::Primary => function_name(result.phase, None),
        RatioBase::Named(name) => one_line(name),
    };
    let mut words = match ratio.verdict {
        RatioVerdict::Slower => format!("{factor}x slower than {other}"),
        RatioVerdict::Faster => format!("{factor}x faster than {other}"),
        RatioVerdict::Same => format!("no difference shown ({factor}x) against {other}"),
        RatioVerdict::MachineVaried => format!("no verdict ({factor}x) against {other}"),
    };
    if let Some([low, high]) = ratio.ci95 {
        let ends = if is_faster {
            [1.0 / high, 1.0 / low]
        } else {
            [low, high]
        };
        words += &format!(" [{}]", ends.map(digits).join(", "));
    }
    if result.regressed {
        words += ": too much";
    }
    words
}

/// The warnings about all figures, each only once, and a note on the load.
pub fn bench_notes(report: &BenchReport) -> Vec<String> {
    /// More functions than this are counted instead of named.
    const NAMED: usize = 6;
    let mut functions: BTreeMap<BenchWarning, Vec<String>> = BTreeMap::new();
    for result in &report.results {
        for &warning in &result.warnings {
            functions
                .entry(warning)
                .or_default()
                .push(result_name(result));
        }
    }
    let measured = report.measured().count();
    let mut notes: Vec<String> = functions
        .into_iter()
        .map(|(warning, names)| {
            if names.len() > 1 && names.len() == measured {
                format!("all phases: {warning}")
            } else {
                format!("{}: {warning}", some_names(&names, NAMED))
            }
        })
        .collect();
    if let Some(load) = report.load
        && load.is_disturbing()
        && measured > 0
    {
        notes.push(format!(
            "other programs had {:.1} threads running meanwhile, so these times may be too long: \
             measure again when they are done",
            load.others
        ));
    }
    notes
}
