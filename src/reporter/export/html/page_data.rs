//! The rows, sentences and positions that the script of the `bench --html` page draws. The page
//! embeds them beside the document of `bench --json`. Their form may change with every version.

mod comparisons;

use aoc_solution::protocol::Phase;
use serde::Serialize;

use self::comparisons::Comparisons;
use crate::bench::{
    BenchGroup, BenchReport, BenchResult, BenchWarning, PrimarySum, RatioVerdict, Statistics,
};
use crate::reporter::bench_figures::{
    day_title, days_and_inputs, figures, load_note, percent, puzzle_title, results_by_warning,
    spread_text, sum_text, tick_label,
};
use crate::reporter::export::date_and_host;
use crate::reporter::scale::Scale;
use crate::runner::{function_name, phase_name, with_input_name};
use crate::terminal::{DASH, computed_time, count, plural};

#[derive(Serialize)]
pub struct PageData {
    /// The date and the machine.
    measured: String,
    /// The note about other programs. `None` if they did not disturb the measurement.
    load: Option<String>,
    tiles: Vec<Tile>,
    /// The bars of the years. `None` if there is only one year.
    years: Option<Bars>,
    /// The bars of the days. `None` if there is only one day.
    days: Option<Bars>,
    changes: Comparisons,
    alternatives: Comparisons,
    /// A row for each result of the report, in its order.
    phases: Vec<PhaseRow>,
    warnings: Vec<Explanation>,
}

/// A figure at the top of the page.
#[derive(Serialize)]
struct Tile {
    name: String,
    value: String,
    more: String,
    /// The class that colours the tile.
    class: &'static str,
}

/// A table with a bar in each row.
#[derive(Serialize)]
struct Bars {
    is_logarithmic: bool,
    ticks: Vec<Tick>,
    rows: Vec<BarRow>,
}

/// A position on a scale with its name.
#[derive(Serialize)]
struct Tick {
    /// The distance from the start of the scale, relative to its length.
    share: f64,
    label: String,
}

#[derive(Serialize)]
struct BarRow {
    name: String,
    title: String,
    phases: [Time; 3],
    total: Time,
}

/// A time, or the reason why there is none.
#[derive(Serialize)]
struct Time {
    text: String,
    /// The time to sort by. `None` if unknown.
    ns: Option<f64>,
    has_failed: bool,
    share: f64,
}

#[derive(Serialize)]
struct PhaseRow {
    puzzle: String,
    function: String,
    /// The reason why there are no figures.
    message: Option<String>,
    /// The headline, its relative interval, the median, the allocations and the peak memory.
    figures: [String; 5],
    samples: String,
    /// The range of samples in the drawing, and the range in words.
    range: Option<[f64; 2]>,
    range_words: String,
}

/// The meaning of a warning.
#[derive(Serialize)]
struct Explanation {
    warning: BenchWarning,
    sentence: String,
    /// The number of phases with the warning, such as `3 of 4 phases: `. `None` unless most phases
    /// have it.
    shared: Option<String>,
}

impl PageData {
    pub fn of(report: &BenchReport) -> Self {
        let mut years = BenchGroup::totals(report);
        let all = years.pop().map(|(_, all)| all);
        let days = BenchGroup::days(report);
        let changes = Comparisons::with_base(report);
        let year_rows = years
            .iter()
            .map(|(name, year)| (name.clone(), days_and_inputs(year), year));
        let day_rows = days
            .iter()
            .map(|day| (day.header.puzzle.to_string(), day_title(day), day));
        Self {
            measured: date_and_host(report),
            load: load_note(report),
            tiles: tiles(all.as_ref(), &days, &changes),
            years: bars(year_rows.collect()),
            days: bars(day_rows.collect()),
            changes,
            alternatives: Comparisons::with_primaries(report),
            phases: report.results.iter().map(phase_row).collect(),
            warnings: explanations(report),
        }
    }
}

impl Tile {
    fn new(name: &str, value: String, more: String) -> Self {
        Self {
            name: name.to_owned(),
            value,
            more,
            class: "",
        }
    }
}

/// The tiles of a report. `all` is the sum of its results, if there are any.
fn tiles(all: Option<&BenchGroup>, days: &[BenchGroup], changes: &Comparisons) -> Vec<Tile> {
    let Some(all) = all else {
        return vec![Tile::new("Total", DASH.to_owned(), plural(0, "day"))];
    };
    let counts = days_and_inputs(all);
    let about = match all.sum.spread {
        Some(_) => format!("{}, {counts}", spread_text(all.sum.spread)),
        None => counts,
    };
    let mut tiles = vec![Tile::new("Total", sum_text(&all.sum), about)];
    if days.len() == 1 {
        tiles.extend(phase_tiles(all));
    } else {
        tiles.extend(day_tiles(all, days));
    }
    for (verdict, class) in [
        (RatioVerdict::Slower, "slower"),
        (RatioVerdict::Faster, "faster"),
    ] {
        let found = changes.count(verdict);
        if found > 0 {
            let value = format!("{found} {class}");
            let more = format!("of {}", changes.rows.len());
            let tile = Tile::new(&changes.heading, value, more);
            tiles.push(Tile { class, ..tile });
        }
    }
    let failed = all
        .sum
        .missing
        .iter()
        .filter(|result| result.status.is_failure())
        .count();
    if failed > 0 {
        let tile = Tile::new("Failed", failed.to_string(), "not in the total".to_owned());
        tiles.push(Tile {
            class: "slower",
            ..tile
        });
    }
    tiles
}

/// Tiles with the times of a day's phases.
fn phase_tiles(day: &BenchGroup) -> Vec<Tile> {
    let mut tiles = Vec::new();
    for phase in Phase::ALL {
        let PrimarySum { ns, .. } = day.phase_sum(phase);
        if ns > 0.0 {
            let share = of_total(ns, day);
            tiles.push(Tile::new(phase_name(phase), computed_time(ns), share));
        }
    }
    tiles
}

/// Tiles with the slowest day and the median of several days. A day without one of its phases has
/// no known time, so both tiles ignore it.
fn day_tiles(all: &BenchGroup, days: &[BenchGroup]) -> Vec<Tile> {
    let mut measured: Vec<&BenchGroup> = days
        .iter()
        .filter(|day| day.sum.ns > 0.0 && day.sum.missing.is_empty())
        .collect();
    measured.sort_by(|one, other| other.sum.ns.total_cmp(&one.sum.ns));
    let [slowest, _, ..] = measured[..] else {
        return Vec::new();
    };
    let share = of_total(slowest.sum.ns, all);
    let among = if measured.len() < days.len() {
        "; only days with all phases count"
    } else {
        ""
    };
    let about = format!("{}, {share}{among}", puzzle_title(slowest));
    let last = measured.len() - 1;
    let median = f64::midpoint(measured[last / 2].sum.ns, measured[last.div_ceil(2)].sum.ns);
    let halves = format!("half take longer, half less{among}");
    vec![
        Tile::new("Slowest", computed_time(slowest.sum.ns), about),
        Tile::new("Median", computed_time(median), halves),
    ]
}

fn of_total(ns: f64, all: &BenchGroup) -> String {
    format!("{} of the total", percent(ns / all.sum.ns))
}

/// The largest number of ticks on a scale of the page. Zero does not count.
const MAX_TICKS: u8 = 5;

/// The bars of several groups, each with its name and title. `None` if there is a single group.
fn bars(groups: Vec<(String, String, &BenchGroup)>) -> Option<Bars> {
    if groups.len() < 2 {
        return None;
    }
    let phases = groups
        .iter()
        .flat_map(|(_, _, group)| Phase::ALL.map(|phase| group.phase_sum(phase).ns));
    let scale = Scale::of(groups.iter().map(|(_, _, group)| group.sum.ns)).down_to(phases);
    let zero = (!scale.is_logarithmic()).then_some(0.0);
    let ticks = zero.into_iter().chain(scale.ticks(MAX_TICKS));
    let ticks = ticks
        .map(|ns| Tick {
            share: scale.share(ns),
            label: tick_label(ns),
        })
        .collect();
    let rows = groups.into_iter().map(|(name, title, group)| BarRow {
        name,
        title,
        phases: Phase::ALL.map(|phase| Time::of(&group.phase_sum(phase), scale)),
        total: Time::of(&group.sum, scale),
    });
    Some(Bars {
        is_logarithmic: scale.is_logarithmic(),
        ticks,
        rows: rows.collect(),
    })
}

impl Time {
    fn of(sum: &PrimarySum, scale: Scale) -> Self {
        let ns = Some(sum.ns).filter(|ns| *ns > 0.0);
        Self {
            text: sum_text(sum),
            ns,
            has_failed: ns.is_none() && !sum.missing.is_empty(),
            share: ns.map_or(0.0, |ns| scale.share(ns)),
        }
    }
}

fn phase_row(result: &BenchResult) -> PhaseRow {
    let measured = result.measured.as_ref();
    let range = measured.and_then(Statistics::middle_range);
    PhaseRow {
        puzzle: result.header.puzzle.to_string(),
        function: shown_function(result),
        message: result.message.clone(),
        figures: figures(result),
        samples: measured.map_or_else(String::new, |figures| count(figures.samples as u64)),
        range,
        range_words: range.map_or_else(String::new, |ends| ends.map(computed_time).join(" to ")),
    }
}

/// The name of a function, followed by the name of its input if it has one. The name of a part
/// never wraps.
fn shown_function(result: &BenchResult) -> String {
    let name = function_name(result.phase, result.alternative.as_deref());
    with_input_name(&name.replacen("part ", "part\u{a0}", 1), &result.header)
}

fn explanations(report: &BenchReport) -> Vec<Explanation> {
    let measured = report.measured().count();
    results_by_warning(report)
        .into_iter()
        .map(|(warning, results)| Explanation {
            warning,
            sentence: warning.to_string(),
            shared: (2 * results.len() > measured)
                .then(|| format!("{} of {}: ", results.len(), plural(measured, "phase"))),
        })
        .collect()
}
