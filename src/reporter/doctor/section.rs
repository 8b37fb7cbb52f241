//! How a section of the report is drawn: marks, labels and cells in columns.

use anstyle::Style;

use crate::terminal::layout::Line;
use crate::terminal::sanitize;
use crate::terminal::screen::Terminal;
use crate::terminal::style::{BAD, DIM, DOUBT, GOOD, PLAIN, STRONG};
use crate::terminal::{cut_start, width};

/// How a row is meant.
#[derive(Clone, Copy)]
pub(super) enum Mark {
    Good,
    Plain,
    Absent,
    Doubt,
    Bad,
}

impl Mark {
    pub(super) const fn symbol(self) -> &'static str {
        match self {
            Self::Good => "✓",
            Self::Plain => "·",
            Self::Absent => "–",
            Self::Doubt => "!",
            Self::Bad => "✗",
        }
    }

    const fn style(self) -> Style {
        match self {
            Self::Good => GOOD,
            Self::Plain => PLAIN,
            Self::Absent => DIM,
            Self::Doubt => DOUBT,
            Self::Bad => BAD,
        }
    }

    /// The style of the text beside it.
    const fn text_style(self) -> Style {
        match self {
            Self::Absent => DIM,
            Self::Good | Self::Plain | Self::Doubt | Self::Bad => PLAIN,
        }
    }
}

/// A heading and its rows.
pub(super) struct Section {
    title: &'static str,
    rows: Vec<Row>,
}

pub(super) struct Row {
    mark: Mark,
    label: String,
    /// Short cells, which stand in columns.
    pub(super) cells: Vec<(Style, String)>,
    /// Text that may wrap.
    text: String,
}

impl Section {
    pub(super) const fn new(title: &'static str) -> Self {
        Self {
            title,
            rows: Vec::new(),
        }
    }

    pub(super) fn row(&mut self, mark: Mark, label: &str, text: impl Into<String>) -> &mut Row {
        self.rows.push(Row {
            mark,
            label: sanitize(label).into_owned(),
            cells: Vec::new(),
            text: sanitize(&text.into()).into_owned(),
        });
        self.rows.last_mut().expect("a row was pushed")
    }

    pub(super) fn lines(&self, terminal: Terminal) -> String {
        let mut title = Line::new(terminal, 0);
        title.cell(STRONG, self.title);
        let mut text = title.end();
        let widest = |texts: &mut dyn Iterator<Item = &str>| texts.map(width).max().unwrap_or(0);
        // A path leaves half of the line to what is said of it.
        let most = terminal.width.map_or(usize::MAX, |width| width / 2);
        let label = widest(&mut self.rows.iter().map(|row| &*row.label)).min(most);
        let columns = self.rows.iter().map(|row| row.cells.len()).max();
        let cells: Vec<usize> = (0..columns.unwrap_or(0))
            .map(|at| {
                let cells = self.rows.iter().filter_map(|row| row.cells.get(at));
                widest(&mut cells.map(|(_, text)| &**text))
            })
            .collect();
        for row in &self.rows {
            let mut line = Line::new(terminal, 6);
            line.gap(2)
                .cell(row.mark.style(), row.mark.symbol())
                .gap(1)
                .left(row.mark.text_style(), &cut_start(&row.label, label), label);
            for ((style, text), columns) in row.cells.iter().zip(&cells) {
                if *columns > 0 {
                    line.gap(2).left(*style, text, *columns);
                }
            }
            line.gap(2).words(row.mark.text_style(), &row.text);
            text += &line.end();
        }
        text
    }
}
