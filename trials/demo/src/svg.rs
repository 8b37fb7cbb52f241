//! Draws frames as an animated SVG. A row that does not change is drawn only once. Viewers that
//! prefer no motion, or cannot show it, show the last frame.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::time::Duration;

use vt100::{Cell, Color, Screen};

use crate::recorder::{COLUMNS, Frame, ROWS};

const CELL: (f64, f64) = (8.4, 19.0);
const MARGIN: f64 = 14.0;

/// The time for which the last frame is shown.
const END: Duration = Duration::from_secs(6);

/// Black, red, green, yellow, blue, magenta, cyan and white, and then their bright forms. All have
/// enough contrast to the background.
const COLORS: [&str; 16] = [
    "#484f58", "#ff7b72", "#3fb950", "#d29922", "#58a6ff", "#bc8cff", "#39c5cf", "#b1bac4",
    "#6e7681", "#ffa198", "#56d364", "#e3b341", "#79c0ff", "#d2a8ff", "#56d4dd", "#ffffff",
];

pub fn animated(frames: &[Frame]) -> String {
    let last = frames.last().expect("a frame");
    let total = frames.iter().map(|frame| frame.time).sum::<Duration>() + END;
    let percent = |time: Duration| 100.0 * time.as_secs_f64() / total.as_secs_f64();
    let mut rows = String::new();
    let mut steps = BTreeMap::new();
    for row in 0..ROWS {
        let mut time = Duration::ZERO;
        let mut shown: Option<(String, Duration)> = None;
        for frame in frames {
            let text = drawn(&frame.screen, row);
            if shown.as_ref().is_none_or(|(other, _)| *other != text) {
                add(&mut rows, &mut steps, shown.take(), percent, time);
                shown = Some((text, time));
            }
            time += frame.time;
        }
        add(&mut rows, &mut steps, shown, percent, total);
    }
    let still: String = (0..ROWS).map(|row| drawn(&last.screen, row)).collect();
    let width = CELL.0 * f64::from(COLUMNS) + 2.0 * MARGIN;
    let height = CELL.1 * f64::from(ROWS) + 2.0 * MARGIN;
    let steps: String = steps
        .into_iter()
        .map(|(step, name)| format!("@keyframes {name}{step}\n"))
        .collect();
    let seconds = total.as_secs_f64();
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" \
         width=\"{width:.0}\" height=\"{height:.0}\" role=\"img\">\n\
         <title>A day with aoc: countdown, save, example, answer, submit, part two, bench</title>\n\
         <style>\n\
         text{{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;fill:#e6edf3;white-space:pre}}\n\
         .b{{font-weight:bold}}.d{{opacity:.6}}.m{{visibility:hidden}}\n\
         @media (prefers-reduced-motion:no-preference){{.s{{visibility:hidden}}\
         .m{{animation:{seconds:.1}s step-end infinite}}}}\n\
         {steps}</style>\n\
         <rect width=\"100%\" height=\"100%\" rx=\"8\" fill=\"#161b22\"/>\n\
         <g class=\"s\">\n{still}</g>\n{rows}</svg>\n"
    )
}

/// Adds a row that is shown during a range of time.
fn add(
    rows: &mut String,
    steps: &mut BTreeMap<String, String>,
    shown: Option<(String, Duration)>,
    percent: impl Fn(Duration) -> f64,
    end: Duration,
) {
    let Some((text, start)) = shown.filter(|(text, _)| !text.is_empty()) else {
        return;
    };
    let (start, end) = (percent(start), percent(end));
    let hidden = if start > 0.0 { "hidden" } else { "visible" };
    let step = format!(
        "{{0%{{visibility:{hidden}}}{start:.2}%{{visibility:visible}}{end:.2}%{{visibility:hidden}}}}"
    );
    let name = format!("k{}", steps.len());
    let name = steps.entry(step).or_insert(name);
    let _ = writeln!(
        rows,
        "<g class=\"m\" style=\"animation-name:{name}\">{}</g>",
        text.trim_end()
    );
}

/// A row of the screen, with a text element for each run of equal style.
fn drawn(screen: &Screen, row: u16) -> String {
    let style = |cell: &Cell| (color(cell.fgcolor()), cell.bold(), cell.dim());
    let mut pieces: Vec<(u16, String, _)> = Vec::new();
    for column in 0..COLUMNS {
        let Some(cell) = screen.cell(row, column) else {
            continue;
        };
        let shown = match cell.contents() {
            "" => " ",
            contents => contents,
        };
        match pieces.last_mut() {
            // A blank gets the style of the text before it.
            Some((_, text, last)) if shown == " " || *last == style(cell) => text.push_str(shown),
            _ => pieces.push((column, shown.to_owned(), style(cell))),
        }
    }
    let y = MARGIN + CELL.1 * (f64::from(row) + 0.75);
    let mut drawn = String::new();
    for (column, text, (color, bold, dim)) in pieces {
        let text = text.trim_end();
        if text.is_empty() {
            continue;
        }
        let x = MARGIN + CELL.0 * f64::from(column);
        let length = CELL.0 * text.chars().count() as f64;
        let fill = color.map_or_else(String::new, |color| {
            format!(" fill=\"{color}\" style=\"fill:{color}\"")
        });
        let classes = [(bold, "b"), (dim, "d")];
        let classes: Vec<&str> = classes
            .into_iter()
            .filter_map(|(has, it)| has.then_some(it))
            .collect();
        let class = match classes.join(" ") {
            none if none.is_empty() => none,
            some => format!(" class=\"{some}\""),
        };
        let text = text.replace('&', "&amp;").replace('<', "&lt;");
        let _ = write!(
            drawn,
            "<text x=\"{x:.1}\" y=\"{y:.1}\" textLength=\"{length:.1}\"{fill}{class}>{text}</text>"
        );
    }
    if !drawn.is_empty() {
        drawn.push('\n');
    }
    drawn
}

fn color(color: Color) -> Option<&'static str> {
    match color {
        Color::Idx(index) => COLORS.get(usize::from(index)).copied(),
        _ => None,
    }
}
