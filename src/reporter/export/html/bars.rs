//! Bars on an axis of times, with a mark for each phase. The figures stand in
//! other cells, so a screen reader passes over them.
//!
//! What all bars of a table have in common, the lines at the ticks, and what all
//! tables have, the shapes of the marks, are in the page once.

use std::fmt::Write;

use super::super::super::scale::Scale;
use super::super::days::PhaseCell;

/// The classes of the marks, in the order of the phases.
const MARKS: [&str; 3] = ["parse", "part1", "part2"];

/// What the marks and the bar stand for, with the shapes that the charts refer to.
pub(super) const LEGEND: &str = "<ul class=\"legend\">\
    <li><svg class=\"key\" aria-hidden=\"true\"><circle id=\"parse\" class=\"parse\" r=\"4\"/></svg>parse</li>\
    <li><svg class=\"key\" aria-hidden=\"true\"><circle id=\"part1\" class=\"part1\" r=\"5\"/></svg>part 1</li>\
    <li><svg class=\"key\" aria-hidden=\"true\"><path id=\"part2\" class=\"part2\" d=\"M0-6L6 0L0 6L-6 0z\"/></svg>part 2</li>\
    <li><svg class=\"key wide-key\" aria-hidden=\"true\"><rect class=\"bar\" x=\".5\" y=\"-5.5\" width=\"25\" height=\"11\" rx=\"2\"/></svg>all phases</li>\
    </ul>\n";

/// The bars of one table.
pub(super) struct Bars {
    /// The table's id.
    pub(super) table: &'static str,
    pub(super) scale: Scale,
}

impl Bars {
    /// The names of the ticks, to stand above the bars, and the lines there.
    pub(super) fn axis(&self) -> String {
        let mut axis = format!(
            "<span class=\"unseen\">Chart</span><svg class=\"axis\" aria-hidden=\"true\">\
             <defs><g id=\"{}-grid\" class=\"grid\">",
            self.table
        );
        let ticks = self.scale.ticks();
        for (ns, _) in &ticks {
            let at = self.place(*ns);
            let _ = write!(axis, "<line x1=\"{at}\" x2=\"{at}\" y1=\"-6\" y2=\"26\"/>");
        }
        axis.push_str("</g></defs>");
        // As many names as there is room for: every second one in a narrow window.
        let step = ticks.len().div_ceil(8);
        for (index, (ns, name)) in ticks.iter().step_by(step).enumerate() {
            let class = if index % 2 == 0 {
                ""
            } else {
                " class=\"more\""
            };
            let _ = write!(
                axis,
                "<text{class} x=\"{}\" y=\"12\">{name}</text>",
                self.place(*ns)
            );
        }
        axis + "</svg>"
    }

    pub(super) fn bar(&self, page: &mut String, ns: f64, phases: &[PhaseCell]) {
        let _ = write!(
            page,
            "<svg class=\"chart\" aria-hidden=\"true\"><use href=\"#{}-grid\"/>\
             <rect class=\"bar\" y=\"4\" width=\"{}\" height=\"12\" rx=\"2\"/>",
            self.table,
            self.place(ns)
        );
        for (mark, cell) in MARKS.into_iter().zip(phases) {
            if let Some(ns) = cell.ns() {
                let _ = write!(
                    page,
                    "<use href=\"#{mark}\" x=\"{}\" y=\"10\"/>",
                    self.place(ns)
                );
            }
        }
        page.push_str("</svg>");
    }

    /// What is said of the scale below a table.
    pub(super) fn about(&self, of: &str) -> String {
        let kind = if self.scale.is_logarithmic() {
            " The scale is logarithmic: equal distances are equal factors."
        } else {
            ""
        };
        format!("The time of {of}: the sum of the 10th percentiles of its phases.{kind}")
    }

    fn place(&self, ns: f64) -> String {
        format!("{:.2}%", self.scale.share(ns) * 100.0)
    }
}
