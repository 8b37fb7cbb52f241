//! A bar for each day, or for each input of a day.

use std::fmt::Write;

use super::super::super::head::phase_name;
use super::super::days::{DayRow, PhaseCell};
use super::super::escape::xml;
use super::super::svg;
use super::bars::{Bars, LEGEND};
use super::table::{Heading, begin, end, number};

pub(super) fn write(page: &mut String, rows: &[DayRow]) {
    let bars = Bars {
        table: "days",
        scale: svg::scale(rows),
    };
    let one = rows.iter().all(|row| row.puzzle == rows[0].puzzle);
    let (title, column, each) = if one {
        ("Inputs", "Input", "the day with each input")
    } else {
        ("Days", "Title", "each day")
    };
    let _ = writeln!(
        page,
        "<section>\n<div class=\"head\"><h2 id=\"days-title\">{title}</h2>\n{LEGEND}</div>"
    );
    let headings = [
        Heading::first("Day", "day"),
        Heading::text(column, "what"),
        Heading::picture(bars.axis(), "plot"),
        Heading::number("Parse", "n wide"),
        Heading::number("Part 1", "n wide"),
        Heading::number("Part 2", "n wide"),
        Heading::number("Total", "n all"),
    ];
    begin(page, "days", &headings);
    for row in rows {
        let name = if one {
            row.input_name().to_owned()
        } else {
            row.name()
        };
        write_row(page, row, &name, &bars);
    }
    end(page, "days", &bars.about(each));
    page.push_str("</section>\n");
}

fn write_row(page: &mut String, row: &DayRow, name: &str, bars: &Bars) {
    let puzzle = row.puzzle;
    let order = u32::from(puzzle.year.0) * 100 + u32::from(puzzle.day.0);
    let _ = write!(
        page,
        "<tr><th scope=\"row\" class=\"day\" data-value=\"{order}\">{puzzle}</th>\
         <td class=\"what\"><bdi>{}</bdi></td><td class=\"plot\">",
        xml(name)
    );
    let measured = row.is_measured();
    let failures: Vec<String> = row
        .missing()
        .map(|(phase, word)| format!("{}: {word}", phase_name(phase)))
        .collect();
    let mut failures = failures.join(", ");
    if measured {
        bars.bar(page, row.sum.ns, &row.phases);
    } else if let Some(why) = &row.failure {
        failures.clone_from(why);
    } else if failures.is_empty() {
        "not measured".clone_into(&mut failures);
    }
    if !failures.is_empty() {
        let _ = write!(page, "<small class=\"failed\">{}</small>", xml(&failures));
    }
    page.push_str("</td>");
    for cell in row.phases {
        let class = match cell {
            PhaseCell::Failed(_) => "n wide failed",
            PhaseCell::Nothing | PhaseCell::Ns(_) => "n wide",
        };
        number(page, class, cell.ns(), &cell.text());
    }
    let total = measured.then_some(row.sum.ns);
    number(page, "n all", total, &xml(&row.total()));
    page.push_str("</tr>\n");
}
