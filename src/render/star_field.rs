//! Draws the stars of all years as a grid of years and days, for a README or a profile. The picture
//! of the site's calendar is not used, because it belongs to its author. The grid suits light and
//! dark pages.

use super::svg::Svg;
use crate::records::YearRecord;

/// The width of a day and the height of a year in pixels.
const PITCH: i32 = 18;
/// The coordinates of the first star in pixels.
const LEFT: i32 = 58;
const TOP: i32 = 62;
/// The width in pixels of a year's sum, which is to the right of the days.
const RIGHT: i32 = 62;
/// The smallest number of columns. It leaves room for the title.
const MIN_COLUMNS: i32 = 12;

/// The days whose number is shown above the grid.
const LABELS: [i32; 6] = [1, 5, 10, 15, 20, 25];

/// The beginning of the title. The number of stars follows.
const TITLE: &str = "Advent of Code: ";

/// A star around the origin.
const STAR: &str = "0,-7.2 1.9,-2.6 6.8,-2.2 3,1 4.2,5.8 0,3.2 -4.2,5.8 -3,1 -6.8,-2.2 -1.9,-2.6";

/// A square of the grid, which shows the stars of a day.
#[derive(Clone, Copy)]
enum Square {
    Open,
    Silver,
    Gold,
    /// The day may have some of the year's stars.
    Unknown,
}

impl Square {
    fn class(self) -> &'static str {
        match self {
            Self::Open => "o",
            Self::Silver => "s",
            Self::Gold => "g",
            Self::Unknown => "u",
        }
    }
}

/// An SVG of the years, newest first. A year without stars has no row, but the title counts it.
pub fn star_field_svg<'a>(years: impl IntoIterator<Item = &'a YearRecord>) -> String {
    let years = Vec::from_iter(years);
    let stars = star_sum(years.iter().copied());
    let total: u32 = years
        .iter()
        .map(|year| year.total)
        .fold(0, u32::saturating_add);
    let years: Vec<&YearRecord> = years
        .into_iter()
        .filter(|year| year.stars > Some(0))
        .collect();
    let count = i32::try_from(years.len()).unwrap_or_default();
    let height = TOP + count * PITCH + 8;
    let title = format!("{TITLE}{stars} of {total} stars");
    let columns = years
        .iter()
        .filter_map(|year| i32::try_from(year.days.len()).ok())
        .fold(MIN_COLUMNS, i32::max);
    let width = LEFT + columns * PITCH + RIGHT;
    let mut body = format!(
        "<defs><polygon id=\"x\" points=\"{STAR}\"/></defs>\n\
         <text class=\"t\" x=\"12\" y=\"26\">{title}</text>\n"
    );
    for day in LABELS.into_iter().filter(|day| *day <= columns) {
        let x = LEFT + (day - 1) * PITCH;
        let y = TOP - 14;
        body += &format!("<text class=\"m\" x=\"{x}\" y=\"{y}\">{day}</text>\n");
    }
    for (row, year) in (0..).zip(&years) {
        let y = TOP + row * PITCH;
        let below = y + 4;
        body += &format!("<text x=\"12\" y=\"{below}\">{}</text>\n", year.year);
        for (column, square) in (0..).zip(squares(year)) {
            let x = LEFT + column * PITCH;
            let class = square.class();
            body += &format!("<use href=\"#x\" class=\"{class}\" x=\"{x}\" y=\"{y}\"/>\n");
        }
        let end = width - 12;
        let total = year.total;
        let stars = year.stars.unwrap_or(0);
        body += &format!("<text class=\"e\" x=\"{end}\" y=\"{below}\">{stars}/{total}</text>\n");
    }
    Svg {
        width,
        height,
        title: &title,
        description: "",
        font: "12px",
        style: STYLE,
        dark: DARK_STYLE,
        body: &body,
    }
    .document()
}

fn star_sum<'a>(years: impl Iterator<Item = &'a YearRecord>) -> u32 {
    years
        .filter_map(|year| year.stars)
        .fold(0, u32::saturating_add)
}

/// True if this drawing shows more stars than the years have.
pub fn shows_more_stars(svg: &str, years: &[YearRecord]) -> bool {
    svg.split_once(TITLE)
        .and_then(|(_, title)| title.split_once(" of "))
        .and_then(|(drawn, _)| drawn.parse().ok())
        .is_some_and(|drawn: u32| drawn > star_sum(years.iter()))
}

const STYLE: &str = "\
text { fill: #59636e; } .t { fill: #1f2328; font-size: 16px; font-weight: 650; }
.m { text-anchor: middle; } .e { text-anchor: end; }
.g { fill: #d4a106; } .s { fill: #98a3af; } .o { fill: #e4e8ec; } .u { fill: none; stroke: #d4a106; }";
const DARK_STYLE: &str = "\
text { fill: #9198a1; } .t { fill: #e6edf3; }
.g { fill: #ffcc33; } .s { fill: #8b96a3; } .o { fill: #262c36; } .u { stroke: #ffcc33; }";

/// The squares of a year. If the year has more stars than are known for its days, each day without
/// stars may have some of the others.
fn squares(year: &YearRecord) -> Vec<Square> {
    let known: u32 = year
        .days
        .iter()
        .filter_map(|day| day.stars.count().map(u32::from))
        .sum();
    let other = match year.stars.unwrap_or(0) {
        stars if stars >= year.total => Square::Gold,
        stars if stars > known => Square::Unknown,
        _ => Square::Open,
    };
    year.days
        .iter()
        .map(|day| match day.stars.count() {
            Some(2..) => Square::Gold,
            Some(1) => Square::Silver,
            Some(0) | None => other,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Year;
    use crate::records::{DayRecord, KnownStars};

    fn day(shown: Option<u8>) -> DayRecord {
        DayRecord {
            stars: KnownStars {
                on_site: shown,
                ..KnownStars::default()
            },
            ..DayRecord::default()
        }
    }

    fn year(stars: u32, days: &[Option<u8>]) -> YearRecord {
        YearRecord {
            year: Year::of(2025),
            stars: Some(stars),
            total: 8,
            days: days.iter().copied().map(day).collect(),
            ..YearRecord::default()
        }
    }

    #[test]
    fn a_day_is_gold_silver_open_or_not_known() {
        for (name, year, expected) in [
            ("known", year(3, &[Some(2), Some(1), Some(0), None]), "gsoo"),
            ("a sum", year(5, &[None; 4]), "uuuu"),
            ("some known", year(5, &[Some(2), None, None, None]), "guuu"),
            ("all", year(8, &[Some(2), None, None, Some(1)]), "gggs"),
            ("none", year(0, &[None; 4]), "oooo"),
        ] {
            let squares: String = squares(&year).into_iter().map(Square::class).collect();
            assert_eq!(squares, expected, "{name}");
        }
    }

    #[test]
    fn the_field_has_a_row_for_each_year_in_both_colour_schemes() {
        let years = [
            year(3, &[Some(2), Some(1), Some(0), None]),
            year(8, &[None; 4]),
        ];
        let svg = star_field_svg(&years);
        assert!(svg.contains("<title id=\"title\">Advent of Code: 11 of 16 stars</title>"));
        assert!(shows_more_stars(&svg, &years[..1]) && !shows_more_stars(&svg, &years));
        assert!(!shows_more_stars("", &[]));
        assert!(svg.contains("prefers-color-scheme: dark"));
        assert!(svg.contains("aria-labelledby=\"title\""), "{svg}");
        assert_eq!(svg.matches("<use ").count(), 8);
        assert_eq!(svg.matches("class=\"g\"").count(), 5);
        assert!(svg.contains(">3/8</text>") && svg.contains(">8/8</text>"));
        assert!(svg.contains("height=\"106\""), "{svg}");
        // A year without stars has no row, but the title counts it.
        let [first, second] = years;
        let svg = star_field_svg(&[first, second, year(0, &[Some(0); 4])]);
        assert!(svg.contains(": 11 of 24 stars</title>") && svg.contains("height=\"106\""));
    }

    /// A star is 14 pixels wide and high.
    #[test]
    fn each_star_is_in_the_row_of_its_year_and_below_the_number_of_its_day() {
        let years = [24, 25].map(|stars| year(stars, &[Some(1); 25]));
        let svg = star_field_svg(&years);
        let numbers = |element: &str, name: &str| -> Vec<i32> {
            svg.lines()
                .filter_map(|line| line.strip_prefix(element))
                .map(|line| {
                    let (_, value) = line.split_once(&format!("{name}=\"")).expect(name);
                    let (value, _) = value.split_once('"').expect(name);
                    value.parse().expect(name)
                })
                .collect()
        };
        let columns = numbers("<use ", " x");
        let rows = numbers("<use ", " y");
        assert_eq!(columns[..25], columns[25..]);
        assert!(columns[..25].windows(2).all(|pair| pair[0] + 14 <= pair[1]));
        let [first, second] = [rows[0], rows[25]];
        assert_eq!(rows, [[first; 25], [second; 25]].concat());
        assert!(first + 14 <= second);

        let labels = LABELS.map(|day| columns[usize::try_from(day).unwrap() - 1]);
        assert_eq!(numbers("<text class=\"m\"", " x"), labels);
        for label in numbers("<text class=\"m\"", " y") {
            assert!((26 + 7..first - 7).contains(&label), "{label}");
        }
        for texts in [
            numbers("<text x=\"12\"", " y"),
            numbers("<text class=\"e\"", " y"),
        ] {
            assert_eq!(texts.len(), 2);
            assert!((first..first + 7).contains(&texts[0]), "{texts:?}");
            assert!((second..second + 7).contains(&texts[1]), "{texts:?}");
        }
        let width = numbers("<svg ", " width")[0];
        for end in numbers("<text class=\"e\"", " x") {
            assert!((columns[24] + 14..width).contains(&end), "{end}");
        }
    }

    #[test]
    fn the_field_is_as_wide_as_its_longest_year() {
        for (days, width, last_label) in [(4, 336, 10), (12, 336, 10), (25, 570, 25)] {
            let svg = star_field_svg(&[year(3, &[Some(1); 4]), year(3, &vec![None; days])]);
            assert!(svg.contains(&format!(" width=\"{width}\" ")), "{svg}");
            let labels = svg.matches("<text class=\"m\"").count();
            let expected = LABELS.iter().filter(|day| **day <= last_label).count();
            assert_eq!(labels, expected, "{days}");
        }
    }
}
