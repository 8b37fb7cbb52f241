//! The bars: a row for each day, and for each year where there are several.

use std::fmt::Write;

use super::super::days::{DayRow, PhaseCell, YearRow};
use super::super::escape::xml;
use super::super::scale::Scale;
use super::super::svg;
use super::table::{Heading, begin, end, number};
use crate::text::{plural, time};

pub(super) fn write(page: &mut String, rows: &[DayRow]) {
    let years = YearRow::all(rows);
    if years.len() > 1 {
        page.push_str(
            "<section aria-labelledby=\"years-title\">\n<h2 id=\"years-title\">Years</h2>\n",
        );
        write_years(page, &years);
        page.push_str("</section>\n");
    }
    page.push_str("<section aria-labelledby=\"days-title\">\n<h2 id=\"days-title\">Days</h2>\n");
    page.push_str(LEGEND);
    let scale = svg::scale(rows);
    let headings = [
        Heading::of("Day", "day"),
        Heading {
            more: axis(scale),
            ..Heading::of("Title", "what")
        },
        Heading::of("Parse", "n wide"),
        Heading::of("Part 1", "n wide"),
        Heading::of("Part 2", "n wide"),
        Heading::of("All", "n"),
    ];
    begin(page, "days", &headings);
    for row in rows {
        write_day(page, row, scale);
    }
    end(page, "days", &about("each day", scale));
    page.push_str("</section>\n");
}

const LEGEND: &str = "<ul class=\"legend\">\
    <li><svg width=\"14\" height=\"14\" aria-hidden=\"true\"><circle class=\"parse\" cx=\"7\" cy=\"7\" r=\"4\"/></svg>parse</li>\
    <li><svg width=\"14\" height=\"14\" aria-hidden=\"true\"><circle class=\"part1\" cx=\"7\" cy=\"7\" r=\"5\"/></svg>part 1</li>\
    <li><svg width=\"14\" height=\"14\" aria-hidden=\"true\"><path class=\"part2\" d=\"M7 1l6 6l-6 6l-6 -6z\"/></svg>part 2</li>\
    <li><svg width=\"22\" height=\"14\" aria-hidden=\"true\"><rect class=\"bar\" y=\"1\" width=\"22\" height=\"12\" rx=\"2\"/></svg>all together</li>\
    </ul>\n";

fn about(of: &str, scale: Scale) -> String {
    let kind = if scale.is_logarithmic() {
        "The scale is logarithmic: each line stands for a time 10 times longer"
    } else {
        "The scale is one of time, from zero"
    };
    format!("The time of {of}: 10th percentile. {kind}.")
}

fn write_years(page: &mut String, years: &[YearRow]) {
    let sums: Vec<f64> = years.iter().map(|year| year.sum.ns).collect();
    let scale = Scale::of(&sums, &[]);
    let headings = [
        Heading::of("Year", "day"),
        Heading {
            more: axis(scale),
            ..Heading::of("Days", "what")
        },
        Heading::of("All", "n"),
    ];
    begin(page, "years", &headings);
    for year in years {
        let mut days = plural(year.days, "day");
        if year.missing > 0 {
            let _ = write!(days, ", without {}", plural(year.missing, "failed phase"));
        }
        let _ = write!(
            page,
            "<tr><th scope=\"row\" class=\"day\">{}</th>\
             <td class=\"what\" data-value=\"{}\"><div><span>{days}</span>",
            year.year, year.days
        );
        bar(page, scale, year.sum.ns, &[]);
        page.push_str("</div></td>");
        number(page, "n all", Some(year.sum.ns), &time(year.sum.ns));
        page.push_str("</tr>\n");
    }
    end(page, "years", &about("each year", scale));
}

fn write_day(page: &mut String, row: &DayRow, scale: Scale) {
    let puzzle = row.puzzle;
    let order = u32::from(puzzle.year.0) * 100 + u32::from(puzzle.day.0);
    let _ = write!(
        page,
        "<tr><th scope=\"row\" class=\"day\" data-value=\"{order}\">{puzzle}</th>\
         <td class=\"what\"><div><span>{}</span>",
        xml(&row.name)
    );
    if row.is_measured() {
        let failed: Vec<String> = row
            .missing()
            .map(|(phase, word)| {
                format!("{}: {word}", super::super::super::head::phase_name(phase))
            })
            .collect();
        bar(page, scale, row.sum.ns, &row.phases);
        if !failed.is_empty() {
            let _ = write!(
                page,
                "<small class=\"failed\">{}</small>",
                failed.join(", ")
            );
        }
    } else {
        let why = row.failure.as_deref().unwrap_or("not measured");
        let _ = write!(page, "<small class=\"failed\">{}</small>", xml(why));
    }
    page.push_str("</div></td>");
    for cell in row.phases {
        let class = match cell {
            PhaseCell::Failed(_) => "n wide failed",
            PhaseCell::Nothing | PhaseCell::Ns(_) => "n wide",
        };
        number(page, class, cell.ns(), &cell.text());
    }
    let measured = row.is_measured();
    let all = if measured {
        time(row.sum.ns)
    } else {
        "–".to_owned()
    };
    number(page, "n all", measured.then_some(row.sum.ns), &all);
    page.push_str("</tr>\n");
}

/// Lines at the ticks, a bar, and a mark for each phase. The figures stand in
/// the other cells, so a screen reader passes over it.
fn bar(page: &mut String, scale: Scale, ns: f64, phases: &[PhaseCell]) {
    page.push_str("<svg class=\"chart\" width=\"100%\" height=\"20\" aria-hidden=\"true\">");
    for (tick, _) in scale.ticks() {
        let at = percent(scale, tick);
        let _ = write!(
            page,
            "<line class=\"grid\" x1=\"{at}\" x2=\"{at}\" y1=\"0\" y2=\"20\"/>"
        );
    }
    let _ = write!(
        page,
        "<rect class=\"bar\" y=\"4\" width=\"{}\" height=\"12\" rx=\"2\"/>",
        percent(scale, ns)
    );
    for (class, cell) in ["parse", "part1", "part2"].into_iter().zip(phases) {
        if let Some(ns) = cell.ns() {
            let at = percent(scale, ns);
            let _ = match class {
                "parse" => write!(
                    page,
                    "<circle class=\"parse\" cx=\"{at}\" cy=\"10\" r=\"3.5\"/>"
                ),
                "part1" => write!(
                    page,
                    "<circle class=\"part1\" cx=\"{at}\" cy=\"10\" r=\"4.5\"/>"
                ),
                _ => write!(
                    page,
                    "<svg class=\"at\" x=\"{at}\" y=\"10\"><path class=\"part2\" \
                     d=\"M0 -5.5l5.5 5.5l-5.5 5.5l-5.5 -5.5z\"/></svg>"
                ),
            };
        }
    }
    page.push_str("</svg>");
}

/// The names of the ticks, above the bars.
fn axis(scale: Scale) -> String {
    let mut axis =
        "<svg class=\"chart axis\" width=\"100%\" height=\"16\" aria-hidden=\"true\">".to_owned();
    let ticks = scale.ticks();
    let room = |names: usize| ticks.len().div_ceil(names);
    for (index, (ns, name)) in ticks.iter().enumerate() {
        let class = match index {
            it if it % room(4) == 0 => "few",
            it if it % room(8) == 0 => "more",
            _ => continue,
        };
        let _ = write!(
            axis,
            "<text class=\"{class}\" x=\"{}\" y=\"12\">{name}</text>",
            percent(scale, *ns)
        );
    }
    axis + "</svg>"
}

fn percent(scale: Scale, ns: f64) -> String {
    format!("{:.2}%", scale.share(ns) * 100.0)
}
