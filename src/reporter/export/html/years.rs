//! A bar for each year, where there are several.

use std::fmt::Write;

use super::super::super::scale::Scale;
use super::super::days::YearRow;
use super::bars::Bars;
use super::table::{Heading, begin, end, number};
use crate::terminal::{plural, time};

pub(super) fn write(page: &mut String, years: &[YearRow]) {
    let sums: Vec<f64> = years.iter().map(|year| year.sum.ns).collect();
    let bars = Bars {
        table: "years",
        scale: Scale::of(&sums, &[]),
    };
    page.push_str("<section>\n<h2 id=\"years-title\">Years</h2>\n");
    let headings = [
        Heading::first("Year", "day"),
        Heading::number("Days", "what"),
        Heading::picture(bars.axis(), "plot"),
        Heading::number("Total", "n all"),
    ];
    begin(page, "years", &headings);
    for year in years {
        let _ = write!(
            page,
            "<tr><th scope=\"row\" class=\"day\">{}</th><td class=\"what\" data-value=\"{}\">{}",
            year.year,
            year.days,
            plural(year.days, "day")
        );
        if year.missing > 0 {
            let failed = plural(year.missing, "failed phase");
            let _ = write!(page, " <small class=\"failed\">without {failed}</small>");
        }
        page.push_str("</td><td class=\"plot\">");
        bars.bar(page, year.sum.ns, &[]);
        page.push_str("</td>");
        number(page, "n all", Some(year.sum.ns), &time(year.sum.ns));
        page.push_str("</tr>\n");
    }
    end(page, "years", &bars.about("each year"));
    page.push_str("</section>\n");
}
