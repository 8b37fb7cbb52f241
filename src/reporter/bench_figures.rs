//! The parts that the table and the exported documents of `bench` share: days with their sums, and
//! the wording of functions, ratios and warnings.

use std::collections::BTreeMap;

use super::summary::some_names;
use crate::bench::{
    BenchGroup, BenchReport, BenchResult, BenchWarning, PrimarySum, Ratio, RatioVerdict,
};
use crate::runner::{PuzzleHeader, SourceKind, full_function_name, function_name, with_input_name};
use crate::terminal::{self, DASH, LOWER_BOUND, bytes, count, digits, plural};

/// The title of a day, followed by the name of its input if it has one.
pub fn day_title(day: &BenchGroup) -> String {
    with_input_name(&day.header.title, day.header)
}

/// The puzzle with its title and its input, if these are known.
pub fn puzzle_title(day: &BenchGroup) -> String {
    let title = format!("{} {}", day.header.puzzle, day_title(day));
    title.trim_end().to_owned()
}

/// A sum as text. If a phase has no figures, this is a lower bound, or the status of that phase if
/// nothing was measured at all. A dash if nothing was run.
pub fn sum_text(sum: &PrimarySum) -> String {
    match sum.missing.first() {
        Some(missing) if sum.ns <= 0.0 => missing.status.to_string(),
        Some(_) => format!("{LOWER_BOUND}{}", terminal::computed_time(sum.ns)),
        None if sum.ns <= 0.0 => DASH.to_owned(),
        None => terminal::computed_time(sum.ns),
    }
}

/// Counts days and inputs, as in `2 days, 4 inputs`. The inputs are left out unless a day has
/// several. A day for which no input could be generated counts no input.
pub fn days_and_inputs(group: &BenchGroup) -> String {
    let days = group
        .results
        .chunk_by(|one, next| one.header.puzzle == next.header.puzzle)
        .count();
    let headers: Vec<&PuzzleHeader> = group
        .results
        .chunk_by(|one, next| one.header == next.header)
        .map(|results| &results[0].header)
        .filter(|header| header.source != SourceKind::Generated || header.name.is_some())
        .collect();
    let has_several = headers
        .windows(2)
        .any(|pair| pair[0].puzzle == pair[1].puzzle);
    if has_several {
        let inputs = plural(headers.len(), "input");
        return format!("{}, {inputs}", plural(days, "day"));
    }
    plural(days, "day")
}

/// The headline, its relative interval, the median, the allocations and the peak memory. An unknown
/// figure is empty.
pub fn figures(result: &BenchResult) -> [String; 5] {
    let mut cells = <[String; 5]>::default();
    if let Some(figures) = &result.measured {
        cells[0] = terminal::computed_time(figures.p10_ns);
        cells[1] = spread_text(figures.spread());
        cells[2] = terminal::computed_time(figures.median_ns);
        if let Some(allocations) = &result.allocations {
            cells[3] = count(allocations.count);
            cells[4] = bytes(allocations.peak);
        }
    }
    cells
}

/// A relative interval with two significant digits, such as `±0.4%`. Above 100% its exact size says
/// nothing, because the lower end of the interval is 0. Empty if the interval is unknown.
pub fn spread_text(share: Option<f64>) -> String {
    match share {
        Some(share) if share > 1.0 => "±>100%".to_owned(),
        Some(share) => format!("±{}", percent(share)),
        None => String::new(),
    }
}

/// A share with two significant digits, such as `0.4%` or `12%`.
pub fn percent(share: f64) -> String {
    let percent = share * 100.0;
    let places = usize::from(percent < 9.95);
    format!("{percent:.places$}%")
}

/// A round time for the label of a tick, without trailing zeros, such as `1 µs`.
pub fn tick_label(ns: f64) -> String {
    let text = terminal::computed_time(ns);
    match text.split_once(' ') {
        Some((number, unit)) => match number.parse::<f64>() {
            Ok(number) => format!("{number} {unit}"),
            Err(_) => text,
        },
        None => text,
    }
}

/// The name of a result with its puzzle, such as `2020/7 part 2 textbook` or `2020/7 part 2 (bob)`.
pub fn result_name(result: &BenchResult) -> String {
    full_function_name(&result.header, result.phase, result.alternative.as_deref())
}

/// The comparison of a function with a baseline or another revision, or else with the primary
/// solution.
pub fn shown_ratio(result: &BenchResult) -> Option<&Ratio> {
    result.change.as_ref().or(result.ratio.as_ref())
}

/// The comparison in words, such as `12.3x slower than part 2 [12.1, 12.5]`. A regression ends with
/// `too much`. Empty if there is no comparison.
pub fn ratio_words(result: &BenchResult) -> String {
    let Some(ratio) = shown_ratio(result) else {
        return String::new();
    };
    let other = match &result.change {
        Some(change) => change.of.clone(),
        None => function_name(result.phase, None),
    };
    let verdict = verdict_words(ratio);
    let mut words = match ratio.verdict {
        RatioVerdict::Slower | RatioVerdict::Faster => format!("{verdict} than {other}"),
        RatioVerdict::Same | RatioVerdict::MachineVaried => {
            format!("{verdict} ({}x) against {other}", digits(ratio.value))
        }
    };
    words += &ratio_interval(ratio);
    if result.regressed {
        words += ": too much";
    }
    words
}

/// The verdict in words, such as `12.3x slower` or `no difference shown`.
pub fn verdict_words(ratio: &Ratio) -> String {
    match ratio.verdict {
        RatioVerdict::Slower => format!("{}x slower", digits(ratio.value)),
        RatioVerdict::Faster => format!("{}x faster", digits(1.0 / ratio.value)),
        RatioVerdict::Same => "no difference shown".to_owned(),
        RatioVerdict::MachineVaried => "no verdict".to_owned(),
    }
}

/// The interval of the factor in [`verdict_words`], such as ` [12.1, 12.5]`. Empty if the interval
/// is unknown.
pub fn ratio_interval(ratio: &Ratio) -> String {
    let Some([low, high]) = ratio.ci95 else {
        return String::new();
    };
    let ends = match ratio.verdict {
        RatioVerdict::Faster => [1.0 / high, 1.0 / low],
        _ => [low, high],
    };
    format!(" [{}]", ends.map(digits).join(", "))
}

/// The functions with each warning.
pub fn results_by_warning(report: &BenchReport) -> BTreeMap<BenchWarning, Vec<&BenchResult>> {
    let mut warned: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for result in &report.results {
        for &warning in &result.warnings {
            warned.entry(warning).or_default().push(result);
        }
    }
    warned
}

/// A note that other programs slowed down the measurement. `None` if none did.
pub fn load_note(report: &BenchReport) -> Option<String> {
    let load = report.load.filter(|load| load.is_disturbing())?;
    report.measured().next()?;
    Some(format!(
        "other programs used the processor meanwhile ({:.1} threads on average), so these times \
         may be too long: measure again when they are done",
        load.others
    ))
}

/// Each warning of the report once, with the functions that have it, and the note about the load.
pub fn bench_notes(report: &BenchReport) -> Vec<String> {
    /// If more functions than this have a warning, they are counted instead of named.
    const NAMED: usize = 6;
    let measured = report.measured().count();
    let mut notes: Vec<String> = results_by_warning(report)
        .into_iter()
        .map(|(warning, results)| {
            if results.len() > 1 && results.len() == measured {
                return format!("all phases: {warning}");
            }
            let names: Vec<String> = results.into_iter().map(result_name).collect();
            format!("{}: {warning}", some_names(&names, NAMED))
        })
        .collect();
    notes.extend(load_note(report));
    notes
}
