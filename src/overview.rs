//! What is known of days, as plain data: files, stars and when they came, and the last runs.
//! `steps/` collects it, `reporter/` shows it.

mod day;
mod last_run;
mod star_times;

pub use day::{DayOverview, DayProblem, YearDays};
pub use last_run::{LastRun, LastTime, Refutation, RunBasis};
pub use star_times::{DayTimes, LATER, StarTimes, YearTimes};
