//! Turns data into text, for several screens: the tables of days and stars on the terminal and in
//! the README, a puzzle's page, the picture of a calendar, the stars of all years in SVG, the names
//! of puzzles and statuses, and a day in JSON. Nothing here prints.

mod days;
mod names;
mod page_text;
mod picture;
mod readme_table;
mod star_field;
mod star_table;
mod svg;

pub use days::{DayDocument, DaysTable};
pub use names::{
    header_line, line_with_symbol, message_line, puzzle_link, row_name, source_name, status_count,
    status_style, year_link,
};
pub use page_text::{PageFormat, page_text};
pub use picture::picture_text;
pub use readme_table::ReadmeTables;
pub use star_field::{shows_more_stars, star_field_svg};
pub use star_table::{StarRows, star_rows, star_table};
pub use svg::{Svg, escape_xml};
