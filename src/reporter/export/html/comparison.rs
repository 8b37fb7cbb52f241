//! What became faster or slower: a row for each ratio. Where no difference is
//! shown, there is nothing to look at first: those rows are folded.

use std::fmt::Write;

use super::super::super::bench_row::ratio_words;
use super::super::days::phase_name_of;
use super::super::escape::xml;
use super::ratios::{RatioAxis, verdict_class};
use super::table::{Heading, begin, end};
use crate::bench::{BenchReport, RatioTo, Verdict};
use crate::terminal::plural;

/// A phase and how it compares.
struct Compared<'a> {
    name: String,
    /// In the calendar.
    order: usize,
    to: &'a RatioTo,
    regressed: bool,
}

/// As many rows without a difference are shown at once, if there are no others.
const FEW: usize = 8;

pub(super) fn write(page: &mut String, report: &BenchReport) {
    let mut changes = Vec::new();
    let mut alternatives = Vec::new();
    for puzzle in report.sorted() {
        for result in &puzzle.results {
            let compared = |to, regressed, order| Compared {
                name: format!(
                    "{} {}",
                    result.puzzle(),
                    phase_name_of(&puzzle.header, result)
                ),
                order,
                to,
                regressed,
            };
            if let Some(to) = &result.change {
                changes.push(compared(to, result.regressed, changes.len()));
            }
            if let Some(to) = result.ratio.as_ref().filter(|to| to.of == "own") {
                alternatives.push(compared(to, false, alternatives.len()));
            }
        }
    }
    if let Some(change) = changes.first() {
        let title = format!("Against <bdi>{}</bdi>", xml(&change.to.of));
        let about = "How many times longer each phase takes now, with the 95% interval.";
        section(page, "changes", &title, about, changes);
    }
    if !alternatives.is_empty() {
        let about = "How many times longer each alternative takes than the day's own solution, \
                     with the 95% interval.";
        section(page, "alternatives", "Alternatives", about, alternatives);
    }
}

fn section(page: &mut String, id: &str, title: &str, about: &str, mut all: Vec<Compared<'_>>) {
    // The worst before all.
    all.sort_by(|a, b| {
        let is_faster = |it: &Compared<'_>| it.to.verdict == Verdict::Faster;
        let far = |it: &Compared<'_>| it.to.ratio.ln().abs();
        is_faster(a)
            .cmp(&is_faster(b))
            .then(far(b).total_cmp(&far(a)))
    });
    let (same, differ): (Vec<_>, Vec<_>) = all
        .into_iter()
        .partition(|compared| compared.to.verdict == Verdict::Same);
    let _ = writeln!(page, "<section>\n<h2 id=\"{id}-title\">{title}</h2>");
    if !differ.is_empty() {
        table(page, id, about, &differ);
    }
    if !same.is_empty() {
        let open = if differ.is_empty() && same.len() <= FEW {
            " open"
        } else {
            ""
        };
        let id = format!("{id}-same");
        let _ = writeln!(
            page,
            "<details{open}>\n<summary id=\"{id}-title\">{}: no difference shown</summary>",
            plural(same.len(), "phase")
        );
        table(page, &id, about, &same);
        page.push_str("</details>\n");
    }
    page.push_str("</section>\n");
}

fn table(page: &mut String, id: &str, about: &str, all: &[Compared<'_>]) {
    let axis = RatioAxis::of(all.iter().map(|compared| compared.to));
    let headings = [
        Heading::text("Phase", "phase"),
        Heading::number("Ratio", "ratio"),
        Heading::picture(axis.axis(id), "plot"),
    ];
    begin(page, id, &headings);
    for compared in all {
        row(page, id, compared, axis);
    }
    end(page, id, about);
}

fn row(page: &mut String, id: &str, compared: &Compared<'_>, axis: RatioAxis) {
    let Compared {
        name,
        order,
        to,
        regressed,
    } = compared;
    let (mut text, interval) = ratio_words(to);
    if to.verdict == Verdict::Same {
        // The rest stands above the table.
        text = crate::terminal::ratio(to.ratio);
    }
    let _ = write!(
        page,
        "<tr class=\"{}\"><th scope=\"row\" class=\"phase\" data-value=\"{order}\"><bdi>{}</bdi></th>\
         <td class=\"ratio\" data-value=\"{}\"><b>{text}</b> <small>{interval}</small>",
        verdict_class(to.verdict),
        xml(name),
        to.ratio,
    );
    if *regressed {
        page.push_str(" <small class=\"failed\">too much</small>");
    }
    page.push_str("</td><td class=\"plot\">");
    axis.mark(page, id, to);
    page.push_str("</td></tr>\n");
}
