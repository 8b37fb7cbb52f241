//! What is known of days without a request: code, input, examples, stars, answers, the
//! last time and what is missing; and the table of them, which `aoc`, `aoc status` and
//! `aoc list` show.
//!
//! ```text
//! day     title         stars examples answers     last
//! 2025/1  Secret Entr…  **           2       2  2.10 ms
//! 2025/2  Gift Shop     *            1       1           no input
//! ```

use std::time::Duration;

use anstyle::Style;
use chrono::{DateTime, Utc};
use serde::Serialize;

use super::context::App;
use super::inputs;
use super::new_day::title;
use super::times::{self, LastTime, LastTimes};
use crate::error::{CliError, Result};
use crate::inputs::Answers;
use crate::project::source::example_count;
use crate::puzzle::{self, Day, Puzzle, Year, part_count, unlock};
use crate::runner::{ExampleSources, Status};
use crate::site::SeenStars;
use crate::terminal::style::{BAD, DIM, DOUBT, PLAIN, STRONG, star_marks, star_style};
use crate::terminal::{Terminal, cut_end, elapsed, one_line, row, width};

/// There may be more stars than the site showed longer ago than this.
pub const LONG_AGO: Duration = Duration::from_hours(24);

/// What is known of a day.
#[derive(Clone, Default, Serialize)]
pub struct DayOverview {
    #[serde(flatten)]
    pub puzzle: Puzzle,
    /// `None` if neither the code nor a stored page has one.
    pub title: Option<String>,
    pub unlocked: bool,
    /// 0 to 2: the most of what the site showed and of the recorded answers; `None` if
    /// neither is known.
    pub stars: Option<u8>,
    /// The stars that the site showed; `None` if it was never asked.
    pub seen_stars: Option<u8>,
    /// Whether the files exist.
    pub solution: bool,
    pub input: bool,
    pub page: bool,
    pub examples: bool,
    /// The number of recorded accepted answers.
    pub answers: usize,
    /// The last complete run with the user's input.
    pub last_run: Option<LastTime>,
    /// The examples of the file or of the code, whichever has more.
    #[serde(skip)]
    pub example_count: usize,
    /// Whether the stars are only what the site showed long ago.
    #[serde(skip)]
    pub is_old: bool,
    #[serde(skip)]
    pub problem: Option<DayProblem>,
}

/// What keeps a day from its stars.
#[derive(Clone)]
pub enum DayProblem {
    /// The last run failed.
    Fails(Status),
    NoInput,
    /// The page has an example that is not clear, which a hint says.
    UnclearExample(String),
}

impl DayOverview {
    /// True if a part is unlocked that has an answer and no star. The last star of an
    /// event has no answer.
    pub fn is_open(&self) -> bool {
        self.unlocked && usize::from(self.stars.unwrap_or(0)) < part_count(self.puzzle)
    }

    /// True if there is something to show.
    pub fn is_known(&self) -> bool {
        self.solution
            || self.input
            || self.examples
            || self.stars > Some(0)
            || self.last_run.is_some()
    }

    /// True if the answers to the code's day can still be taken from the puzzle's page, as
    /// in a clone on another computer or after an import.
    pub fn is_unchecked(&self) -> bool {
        let may_show_answers = !self.page || self.seen_stars > Some(0);
        self.solution && self.unlocked && self.answers == 0 && may_show_answers
    }
}

/// The stars of a year.
#[derive(Serialize)]
pub struct StarsOverview {
    /// The most of what the site showed and of the recorded answers.
    pub stars: u32,
    pub of: u32,
    /// The time at which the site showed the stars; `None` if it was never asked.
    pub seen: Option<DateTime<Utc>>,
    /// The time since then, by the site's clock.
    #[serde(skip)]
    pub age: Option<Duration>,
    /// The stars that the site showed then.
    pub seen_stars: Option<u32>,
}

/// The sources of the overviews.
pub struct Overview<'a> {
    app: &'a App,
    now: DateTime<Utc>,
    pub seen: SeenStars,
    times: LastTimes,
    /// Why files could not be read. They count as missing.
    pub errors: Vec<CliError>,
}

impl<'a> Overview<'a> {
    pub fn new(app: &'a App) -> Self {
        let mut errors = Vec::new();
        if let Ok(store) = app.store() {
            errors.extend(store.check_folder().err());
        }
        Self {
            app,
            now: app.site_time(),
            seen: app.seen_stars(app.session().ok()),
            times: times::last(app),
            errors,
        }
    }

    /// Warns of the files that could not be read.
    pub fn warn(&self) {
        for error in &self.errors {
            self.app.warn_once(&format!("{error:#}"));
        }
    }

    /// The stars and the days of a year.
    pub fn year(&mut self, year: Year) -> (StarsOverview, Vec<DayOverview>) {
        let seen = self.seen.years.get(&year);
        let mut stars = StarsOverview {
            stars: 0,
            of: seen.map_or(2 * u32::from(puzzle::days(year)), |seen| seen.stars.of),
            seen: seen.map(|seen| seen.seen),
            age: seen.map(|seen| self.app.age(seen.seen)),
            seen_stars: seen.map(|seen| seen.stars.stars),
        };
        // A damaged file may have any number.
        let count = u8::try_from(stars.of / 2).unwrap_or_default().min(31);
        let mut days = Vec::new();
        for number in 1..=count {
            let day = self.day(year.day(Day(number)));
            stars.stars += u32::from(day.stars.unwrap_or(0));
            days.push(day);
        }
        stars.stars = stars.stars.max(stars.seen_stars.unwrap_or(0));
        (stars, days)
    }

    pub fn day(&mut self, puzzle: Puzzle) -> DayOverview {
        let app = self.app;
        let mut day = DayOverview {
            puzzle,
            title: title(app, puzzle),
            unlocked: unlock(puzzle) <= self.now,
            ..DayOverview::default()
        };
        if let Some(year) = self.seen.years.get(&puzzle.year)
            && year.stars.days.is_some()
        {
            day.seen_stars = Some(year.stars.of_day(puzzle.day).unwrap_or(0));
            day.stars = day.seen_stars;
            day.is_old = app.age(year.seen) > LONG_AGO;
        }
        day.last_run = self
            .times
            .get(&puzzle.year)
            .and_then(|days| days.get(&puzzle.day))
            .copied();
        if let Ok(project) = app.project() {
            day.solution = project.day_file(puzzle).is_some();
            day.example_count = example_count(&project.source(puzzle));
        }
        if let Ok(store) = app.store() {
            day.page = store.has_page(puzzle);
            day.input = store.has_input(puzzle, None);
            day.add_answers(&self.or_missing(puzzle, store.answers(puzzle, None)));
            day.add_examples(self.or_missing(puzzle, inputs::examples(app, puzzle)));
            // The hint was not shown.
            app.access.unclear_pages.borrow_mut().remove(&puzzle);
        }
        if let Some(LastTime { status, .. }) = day.last_run
            && status.is_failure()
        {
            day.problem = Some(DayProblem::Fails(status));
        } else if day.solution && day.unlocked && !day.input {
            day.problem = Some(DayProblem::NoInput);
        }
        day
    }

    /// The value, or that of a missing file and an error for later.
    fn or_missing<T: Default>(&mut self, puzzle: Puzzle, value: Result<T>) -> T {
        value.unwrap_or_else(|error| {
            self.errors.push(error.context(puzzle));
            T::default()
        })
    }
}

impl DayOverview {
    /// Counts the recorded answers. One may be recorded before the site is asked again.
    fn add_answers(&mut self, answers: &Answers) {
        self.answers = answers.accepted_parts().count();
        let recorded = answers.stars(self.puzzle);
        if recorded > 0 && Some(recorded) >= self.stars {
            self.stars = Some(recorded);
            self.is_old = false;
        }
    }

    fn add_examples(&mut self, sources: ExampleSources) {
        let count = sources.stored.len() + sources.confirmed.len();
        self.examples = count > 0;
        if let Some((_, hint)) = sources.hint
            && !sources.likely.is_empty()
            && self.solution
            && self.example_count == 0
        {
            self.problem = Some(DayProblem::UnclearExample(hint));
        }
        self.example_count = self.example_count.max(count);
    }
}

type Cell = (Style, String);

/// Below this width a line has no counts, and below the other one no times.
const MIN_COUNTS: usize = 72;
const MIN_TIMES: usize = 36;

/// A line for each day. Titles have the room that is left; a pipe has whole titles.
pub fn days_table(terminal: Terminal, days: &[DayOverview]) -> String {
    if days.is_empty() {
        return String::new();
    }
    let mut title_width = width("title");
    let mut note_width = 0;
    for day in days {
        title_width = title_width.max(width(&day.shown_title()));
        note_width = note_width.max(width(&day.note().1));
    }
    if let Some(columns) = terminal.width {
        // The other columns with their gaps.
        let others = if columns < MIN_TIMES {
            14
        } else if columns < MIN_COUNTS {
            23
        } else {
            41 + note_width
        };
        title_width = title_width.min(columns.saturating_sub(others));
    }
    let widths = [7, title_width.cast_signed(), 5, -8, -7, -8];
    let widths = fitting(terminal, widths.to_vec());
    let heading =
        ["day", "title", "stars", "examples", "answers", "last"].map(|name| (DIM, name.to_owned()));
    let mut text = row(terminal, 1, &widths, &fitting(terminal, heading.to_vec()));
    for day in days {
        let mut cells = fitting(terminal, day.cells(title_width));
        cells.push(day.note());
        text += &row(terminal, 1, &widths, &cells);
    }
    text
}

/// The columns that a terminal has room for.
fn fitting<T>(terminal: Terminal, mut columns: Vec<T>) -> Vec<T> {
    if terminal.width.is_some_and(|width| width < MIN_COUNTS) {
        columns.drain(3..5);
    }
    if terminal.width.is_some_and(|width| width < MIN_TIMES) {
        columns.truncate(3);
    }
    columns
}

impl DayOverview {
    fn shown_title(&self) -> String {
        one_line(self.title.as_deref().unwrap_or("(no title)"))
    }

    /// What is missing, in words.
    fn note(&self) -> Cell {
        match &self.problem {
            Some(DayProblem::Fails(status)) => (BAD, format!("{status} now")),
            Some(DayProblem::NoInput) => (DOUBT, "no input".to_owned()),
            Some(DayProblem::UnclearExample(_)) => (DOUBT, "example not clear".to_owned()),
            None => (PLAIN, String::new()),
        }
    }

    fn cells(&self, title_width: usize) -> Vec<Cell> {
        let title = self.shown_title();
        let marks = self.stars.map(star_marks);
        let mut style = star_style(self.stars.unwrap_or(0).into(), 2);
        if self.is_old {
            style = DIM;
        }
        let last = self.last_run.map(|last| elapsed(last.ns));
        vec![
            (STRONG, self.puzzle.to_string()),
            (PLAIN, cut_end(&title, title_width).into_owned()),
            (style, marks.unwrap_or_default().to_owned()),
            count_cell(self.example_count),
            count_cell(self.answers),
            (PLAIN, last.unwrap_or_default()),
        ]
    }
}

fn count_cell(count: usize) -> Cell {
    match count {
        0 => (DIM, "·".to_owned()),
        _ => (PLAIN, count.to_string()),
    }
}
