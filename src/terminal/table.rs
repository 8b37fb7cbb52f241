//! Tables as data: rows of cells, and columns that define what happens on a narrow terminal. A
//! [`Layout`] gives the columns their widths on a terminal or in a pipe.
//!
//! If all rows are known, a column is as wide as its widest text. Rows may also arrive one by one,
//! as results do. Then each column has its minimum width, and a longer text moves the rest of its
//! line to the right.

use std::collections::BTreeSet;

use anstyle::Style;

use super::line::Line;
use super::link::Link;
use super::sanitize::{escape_markdown, one_line};
use super::screen::Terminal;
use super::style::DIM;

/// The blanks before a column.
const GAP: usize = 2;

#[derive(Clone, Copy)]
pub struct Column {
    title: &'static str,
    align: Align,
    gap: usize,
    width: Width,
    /// The step at which a narrow terminal drops the column. `None` means never.
    drop_order: Option<DropOrder>,
    /// True if long text wraps between words. Such a column may have width 0.
    wraps: bool,
    /// True if the column is left out when all its cells are empty.
    is_optional: bool,
}

#[derive(Clone, Copy)]
enum Align {
    Left,
    Right,
}

/// The step at which a narrow terminal drops a column. Columns of the same order are dropped
/// together.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum DropOrder {
    /// Before texts are cut to `least`. The columns with the smallest number are dropped first.
    BeforeCuts(u8),
    /// After texts are cut to `least`.
    AfterCuts,
}

#[derive(Clone, Copy)]
enum Width {
    /// As wide as the widest text, but at least `least`. On a terminal without room for it,
    /// `narrow` replaces `least`.
    Content { least: usize, narrow: usize },
    /// As wide as the widest text, but at most `most`, if that is set. On a narrow terminal, texts
    /// are cut to `short` before other columns are dropped, and to `least` after that.
    Cut {
        least: usize,
        short: usize,
        most: Option<usize>,
    },
    /// The room that the other columns leave on a terminal.
    Rest { least: usize, most: usize },
}

impl Column {
    const fn new(title: &'static str, align: Align) -> Self {
        Self {
            title,
            align,
            gap: GAP,
            width: Width::Content {
                least: 0,
                narrow: 0,
            },
            drop_order: None,
            wraps: false,
            is_optional: title.is_empty(),
        }
    }

    /// A column of texts.
    pub const fn left(title: &'static str) -> Self {
        Self::new(title, Align::Left)
    }

    /// A column of figures.
    pub const fn right(title: &'static str) -> Self {
        Self::new(title, Align::Right)
    }

    pub const fn at_least(self, least: usize) -> Self {
        self.at_least_or(least, least)
    }

    /// Makes the column at least `least` columns wide, or at least `narrow` on a terminal without
    /// room for `least`.
    pub const fn at_least_or(mut self, least: usize, narrow: usize) -> Self {
        self.width = Width::Content { least, narrow };
        self
    }

    /// Makes the column at most `most` columns wide. `None` means as wide as its texts. A narrow
    /// terminal cuts them to `short` and later to `least`, in the steps of `Layout::fit`.
    pub const fn cut(mut self, least: usize, short: usize, most: Option<usize>) -> Self {
        self.width = Width::Cut { least, short, most };
        self
    }

    /// Gives the column the room that the others leave on a terminal, from `least` to `most`
    /// columns. The column is left out in a pipe, and if there is less room.
    pub const fn rest(mut self, least: usize, most: usize) -> Self {
        self.width = Width::Rest { least, most };
        self.is_optional = false;
        self.drop_after_cuts()
    }

    /// Sets the number of blanks before the column. The first column has none.
    pub const fn gap(mut self, gap: usize) -> Self {
        self.gap = gap;
        self
    }

    /// Lets a narrow terminal drop the column. Columns with the smallest number are dropped first.
    /// Columns with the same number are dropped together.
    pub const fn drop_order(mut self, order: u8) -> Self {
        self.drop_order = Some(DropOrder::BeforeCuts(order));
        self
    }

    /// Lets a narrow terminal drop the column if cutting texts is not enough.
    pub const fn drop_after_cuts(mut self) -> Self {
        self.drop_order = Some(DropOrder::AfterCuts);
        self
    }

    /// Lets long text wrap between words. A narrow terminal gives the column width 0 instead of
    /// dropping it.
    pub const fn wraps(mut self) -> Self {
        self.wraps = true;
        self
    }

    /// Leaves the column out if it has no text in any row. Columns without a title are optional by
    /// default.
    pub const fn optional(mut self) -> Self {
        self.is_optional = true;
        self
    }

    /// The width of the column with these texts, if the terminal has enough room.
    fn natural_width(self, terminal: Terminal, cells: &[&Cell]) -> usize {
        let texts = cells.iter().map(|cell| cell.width(terminal));
        let widest = texts.fold(terminal.width_of(self.title), usize::max);
        match self.width {
            Width::Content { least, .. } => widest.max(least),
            Width::Cut { most, .. } => most.map_or(widest, |most| widest.min(most)),
            Width::Rest { most, .. } => most,
        }
    }
}

#[derive(Clone, Debug)]
pub struct Cell {
    style: Style,
    text: String,
    indent: usize,
    tail: String,
    link: Option<Link>,
}

impl Cell {
    /// A cell with text from any source, shown on one line.
    pub fn new(style: Style, text: impl AsRef<str>) -> Self {
        Self {
            style,
            text: one_line(text.as_ref()),
            indent: 0,
            tail: String::new(),
            link: None,
        }
    }

    /// Makes the text a link to this target.
    pub fn link(self, link: Option<Link>) -> Self {
        Self { link, ..self }
    }

    /// Adds blanks before the text.
    pub fn indent(self, blanks: usize) -> Self {
        let indent = self.indent + blanks;
        Self { indent, ..self }
    }

    /// Adds a suffix to the text. The suffix is never cut.
    pub fn tail(self, tail: impl Into<String>) -> Self {
        let tail = tail.into();
        Self { tail, ..self }
    }

    fn width(&self, terminal: Terminal) -> usize {
        self.indent + terminal.width_of(&self.text) + terminal.width_of(&self.tail)
    }

    /// The text with its suffix in at most `columns` columns. The suffix is cut last.
    fn cut(&self, terminal: Terminal, columns: usize) -> String {
        let columns = columns.saturating_sub(self.indent);
        let room = columns.saturating_sub(terminal.width_of(&self.tail));
        if room == 0 {
            return terminal.cut_end(self.tail.trim_start(), columns);
        }
        terminal.cut_end(&self.text, room) + &self.tail
    }
}

/// The cells of a row in one style.
pub fn cells<T: AsRef<str>>(style: Style, texts: impl IntoIterator<Item = T>) -> Vec<Cell> {
    texts
        .into_iter()
        .map(|text| Cell::new(style, text))
        .collect()
}

/// The columns with their widths on one terminal.
pub struct Layout {
    terminal: Terminal,
    columns: Vec<Column>,
    /// `None` for a column that is left out.
    widths: Vec<Option<usize>>,
}

impl Layout {
    /// The layout of a table whose rows arrive one by one.
    pub fn of_columns(terminal: Terminal, columns: &[Column]) -> Self {
        let natural = columns
            .iter()
            .map(|column| Some(column.natural_width(terminal, &[])))
            .collect();
        Self::with_natural_widths(terminal, columns, natural)
    }

    /// The layout of a table whose rows are all known.
    pub fn of_rows(terminal: Terminal, columns: &[Column], rows: &[Vec<Cell>]) -> Self {
        let natural = (0..)
            .zip(columns)
            .map(|(index, column)| {
                let cells: Vec<&Cell> = rows.iter().filter_map(|row| row.get(index)).collect();
                let is_empty = cells.iter().all(|cell| cell.width(terminal) == 0);
                (!is_empty || !column.is_optional).then(|| column.natural_width(terminal, &cells))
            })
            .collect();
        Self::with_natural_widths(terminal, columns, natural)
    }

    fn with_natural_widths(
        terminal: Terminal,
        columns: &[Column],
        natural: Vec<Option<usize>>,
    ) -> Self {
        let mut layout = Self {
            terminal,
            columns: columns.to_vec(),
            widths: natural,
        };
        match terminal.width {
            Some(width) => layout.fit(width),
            None => layout.set_widths(|column, natural| match column.width {
                Width::Rest { .. } => None,
                _ => Some(natural),
            }),
        }
        layout
    }

    /// Makes the columns fit on a terminal of this width. Each step but the first is taken only if
    /// the columns do not fit yet:
    ///
    /// 1. Texts are cut to `short`.
    /// 2. Columns become `narrow`.
    /// 3. Columns are dropped in the order of [`Column::drop_order`].
    /// 4. Texts are cut to `least`.
    /// 5. The columns of [`Column::drop_after_cuts`] are dropped.
    /// 6. Texts are cut as far as needed.
    ///
    /// The remaining room goes to the cut texts and to the column for the rest.
    fn fit(&mut self, width: usize) {
        let natural = self.widths.clone();
        self.set_widths(|column, natural| match column.width {
            Width::Content { .. } => Some(natural),
            Width::Cut { short, .. } => Some(natural.min(short)),
            Width::Rest { least, .. } => Some(least),
        });
        if self.total() > width {
            self.set_widths(|column, width| match column.width {
                Width::Content { least, narrow } if width == least => Some(narrow),
                _ => Some(width),
            });
        }
        let orders = self.columns.iter().filter_map(|column| column.drop_order);
        let before_cuts: BTreeSet<DropOrder> = orders
            .filter(|order| *order != DropOrder::AfterCuts)
            .collect();
        for order in before_cuts {
            self.drop_columns(width, order);
        }
        if self.total() > width {
            self.set_widths(|column, width| match column.width {
                Width::Cut { least, .. } => Some(width.min(least)),
                _ => Some(width),
            });
        }
        self.drop_columns(width, DropOrder::AfterCuts);
        let excess = self.total().saturating_sub(width);
        self.set_widths(|column, width| match column.width {
            Width::Cut { .. } => Some(width.saturating_sub(excess).max(1)),
            _ => Some(width),
        });
        let mut free = width.saturating_sub(self.total());
        for ((column, width), natural) in self.columns.iter().zip(&mut self.widths).zip(natural) {
            if let (Some(width), Some(natural)) = (width, natural)
                && !matches!(column.width, Width::Content { .. })
            {
                let more = free.min(natural - *width);
                *width += more;
                free -= more;
            }
        }
    }

    /// Drops the columns of this order unless all columns fit. A column that wraps is not dropped,
    /// because it continues on another line.
    fn drop_columns(&mut self, width: usize, order: DropOrder) {
        if self.total() > width {
            self.set_widths(|column, width| match column.drop_order {
                Some(other) if other == order => column.wraps.then_some(0),
                _ => Some(width),
            });
        }
    }

    /// Sets the width of each column that is shown.
    fn set_widths(&mut self, width: impl Fn(&Column, usize) -> Option<usize>) {
        for (column, shown) in self.columns.iter().zip(&mut self.widths) {
            *shown = shown.and_then(|natural| width(column, natural));
        }
    }

    /// The width of all columns with the blanks between them.
    fn total(&self) -> usize {
        self.columns
            .iter()
            .zip(&self.widths)
            .filter_map(|(column, width)| Some((column, (*width)?)))
            // A column of width 0 continues on another line.
            .filter(|(column, width)| *width > 0 || !column.wraps)
            .enumerate()
            .map(|(index, (column, width))| match index {
                0 => width,
                _ => column.gap + width,
            })
            .sum()
    }

    /// True if the column with this title is shown.
    pub fn shows(&self, title: &str) -> bool {
        self.columns
            .iter()
            .zip(&self.widths)
            .any(|(column, width)| column.title == title && width.is_some())
    }

    /// True if one of these rows has exactly this text in a column that is shown.
    pub fn shows_text(&self, rows: &[Vec<Cell>], text: &str) -> bool {
        rows.iter()
            .flat_map(|row| self.widths.iter().zip(row))
            .any(|(width, cell)| width.is_some() && cell.text == text)
    }

    /// The width of the column for the [rest](Column::rest); `None` if it is left out.
    pub fn rest_width(&self) -> Option<usize> {
        let (_, width) = self
            .columns
            .iter()
            .zip(&self.widths)
            .find(|(column, _)| matches!(column.width, Width::Rest { .. }))?;
        *width
    }

    /// The cells of the heading.
    pub fn titles(&self) -> Vec<Cell> {
        cells(DIM, self.columns.iter().map(|column| column.title))
    }

    /// A row on a line.
    pub fn line(&self, cells: &[Cell]) -> Line {
        let mut line = Line::new(self.terminal, 2);
        self.add(&mut line, cells);
        line
    }

    /// The heading and these rows.
    pub fn table(&self, rows: &[Vec<Cell>]) -> String {
        let mut text = self.line(&self.titles()).end();
        for row in rows {
            text += &self.line(row).end();
        }
        text
    }

    /// Adds a row, or its first cells, to a line.
    pub fn add(&self, line: &mut Line, cells: &[Cell]) {
        let mut is_first = true;
        for ((column, width), cell) in self.columns.iter().zip(&self.widths).zip(cells) {
            let Some(width) = *width else {
                continue;
            };
            if !is_first {
                line.gap(column.gap);
            }
            is_first = false;
            let text = match column.width {
                Width::Cut { .. } => cell.cut(self.terminal, width),
                _ => format!("{}{}", cell.text, cell.tail),
            };
            line.gap(cell.indent).link(cell.link.clone());
            let columns = width.saturating_sub(cell.indent);
            match column.align {
                Align::Right => line.right(cell.style, text, width),
                Align::Left if column.wraps && self.terminal.width_of(&text) > columns => {
                    line.words(cell.style, text)
                }
                Align::Left => line.left(cell.style, text, columns),
            };
        }
    }
}

/// A table with the titles of its columns as the heading.
pub fn table(terminal: Terminal, columns: &[Column], rows: &[Vec<Cell>]) -> String {
    Layout::of_rows(terminal, columns, rows).table(rows)
}

/// A list: rows without a heading. The columns have their minimum widths.
pub fn list(
    terminal: Terminal,
    columns: &[Column],
    rows: impl IntoIterator<Item = impl AsRef<[Cell]>>,
) -> String {
    let layout = Layout::of_columns(terminal, columns);
    rows.into_iter()
        .map(|row| layout.line(row.as_ref()).end())
        .collect()
}

/// A table in Markdown. The cells contain Markdown already.
pub fn markdown<T: AsRef<str>>(
    columns: &[Column],
    rows: impl IntoIterator<Item = impl IntoIterator<Item = T>>,
) -> String {
    let titles: Vec<&str> = columns.iter().map(|column| column.title).collect();
    let mut text = format!("| {} |\n|", titles.join(" | "));
    for column in columns {
        text += match column.align {
            Align::Left => ":--|",
            Align::Right => "--:|",
        };
    }
    text.push('\n');
    for row in rows {
        text.push('|');
        for cell in row {
            text += &format!(" {} |", cell.as_ref());
        }
        text.push('\n');
    }
    text
}

/// The cells of a row that [`markdown`] wrote. `None` if the line is not a row.
pub fn markdown_cells(line: &str) -> Option<Vec<&str>> {
    let row = line.strip_prefix("| ")?.strip_suffix(" |")?;
    Some(row.split(" | ").collect())
}

/// Text for a cell of a table in Markdown.
pub fn escape_cell(text: &str) -> String {
    // Markdown separates columns by `|` and puts formulas between `$`.
    escape_markdown(&one_line(text))
        .replace('|', "\\|")
        .replace('$', "\\$")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::terminal::style::PLAIN;
    use crate::terminal::width;

    const COLUMNS: &[Column] = &[
        Column::right("rank").at_least(4),
        Column::left("name").cut(4, 10, Some(20)),
        Column::right("parse").drop_order(1),
        Column::right("time").at_least(7),
        Column::left("bar").rest(4, 8),
        Column::left(""),
    ];

    fn rows() -> Vec<Vec<Cell>> {
        vec![
            vec![
                Cell::new(PLAIN, "1"),
                Cell::new(PLAIN, "Crab Combat of the Ocean"),
                Cell::new(PLAIN, "45.1 ns"),
                Cell::new(PLAIN, "2.81 ms"),
                Cell::new(PLAIN, "████"),
            ],
            vec![
                Cell::new(PLAIN, "12"),
                Cell::new(PLAIN, "a name").indent(2).tail(" (you)"),
                Cell::new(PLAIN, "-"),
                Cell::new(PLAIN, "1 s"),
            ],
        ]
    }

    #[test]
    fn a_narrow_terminal_cuts_texts_and_then_columns() {
        let shown = [
            Terminal::PLAIN,
            Terminal::wide(60),
            Terminal::wide(44),
            Terminal::wide(33),
        ]
        .map(|terminal| table(terminal, COLUMNS, &rows()));
        insta::assert_snapshot!(shown.join("\n"), @"
        rank  name                    parse     time
           1  Crab Combat of the…   45.1 ns  2.81 ms
          12    a name (you)              -      1 s

        rank  name                    parse     time  bar
           1  Crab Combat of the…   45.1 ns  2.81 ms  ████
          12    a name (you)              -      1 s

        rank  name              parse     time  bar
           1  Crab Combat o…  45.1 ns  2.81 ms  ████
          12    a name (you)        -      1 s

        rank  name             time  bar
           1  Crab Combat…  2.81 ms  ████
          12    a n… (you)      1 s
        ");
    }

    /// Some symbols are wider in ASCII. The columns have room for them.
    #[test]
    fn a_table_in_ascii_fits_and_is_aligned() {
        let columns = [
            Column::left("name").cut(4, 10, Some(20)),
            Column::right("p10"),
            Column::right(""),
            Column::right("median"),
        ];
        let rows = [
            ["Crab Combat of the Ocean", "1.18 µs", "±0.9%", "1.18 µs"],
            ["Crab", "1.16 ns", "", "–"],
        ]
        .map(|row| cells(PLAIN, row));
        let ascii = |terminal| Terminal {
            unicode: false,
            ..terminal
        };
        let shown = [Terminal::PLAIN, Terminal::wide(40)]
            .map(|terminal| table(ascii(terminal), &columns, &rows));
        insta::assert_snapshot!(shown.join("\n"), @"
        name                      p10           median
        Crab Combat of th...  1.18 us  +-0.9%  1.18 us
        Crab                  1.16 ns                -

        name                p10           median
        Crab Combat...  1.18 us  +-0.9%  1.18 us
        Crab            1.16 ns                -
        ");
    }

    #[test]
    fn rows_that_come_one_by_one_have_the_least_widths() {
        let columns = [
            Column::left("").at_least_or(9, 4),
            Column::right("").gap(1).at_least(8),
        ];
        let line = |columns_of_terminal, name| {
            let layout = Layout::of_columns(Terminal::wide(columns_of_terminal), &columns);
            let cells = [Cell::new(PLAIN, name), Cell::new(PLAIN, "702 ns")];
            layout.line(&cells).end()
        };
        assert_eq!(line(20, "part 1"), "part 1      702 ns\n");
        assert_eq!(line(20, "a long name"), "a long name   702 ns\n");
        // A terminal without room for nine columns.
        assert_eq!(line(17, "p"), "p      702 ns\n");
    }

    #[test]
    fn a_table_in_markdown_has_all_columns() {
        let columns = [
            Column::left("puzzle").cut(1, 1, Some(1)),
            Column::right("p10").drop_order(1),
        ];
        assert_eq!(
            markdown(&columns, [["2020/22", "2.81 ms"]]),
            "| puzzle | p10 |\n|:--|--:|\n| 2020/22 | 2.81 ms |\n"
        );
    }

    #[test]
    fn a_row_in_markdown_is_read_as_it_was_written() {
        let columns = [Column::left("day"); 4];
        for cells in [["[1](a)", "", "a \\| b", ""], ["", "", "", "x"]] {
            let text = markdown(&columns, [cells]);
            let row = text.lines().last().expect("a row");
            assert_eq!(markdown_cells(row).as_deref(), Some(&cells[..]), "{text}");
        }
        assert_eq!(markdown_cells("|:--|--:|"), None);
    }

    proptest! {
        #[test]
        fn every_row_fits(
            names in prop::collection::vec("[a-z ]{0,40}|\\PC{0,20}", 0..4),
            columns in 24_usize..90,
            unicode: bool,
        ) {
            let terminal = Terminal { unicode, ..Terminal::wide(columns) };
            let rows: Vec<_> = names
                .iter()
                .map(|name| cells(PLAIN, ["1", name, "45.1 ns", "2.81 ms"]))
                .collect();
            for line in table(terminal, COLUMNS, &rows).lines() {
                prop_assert!(width(line) <= columns, "{line:?}");
            }
        }
    }
}
