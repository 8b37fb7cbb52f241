//! Everything that is known of days and years: one record of each, which is loaded in `load.rs`
//! from the code, the stored files, the last runs and what the site showed. Screens are made of
//! the records and of the time. Nothing here makes a request.

mod day;
mod examples;
mod known_stars;
mod last_run;
mod last_runs;
mod load;
mod replies;
mod run_basis;
mod share_line;
mod star_times;
mod started_runs;
mod stored_day;
mod year;
mod year_times;

#[cfg(test)]
pub use day::DayCode;
pub use day::{DayProblem, DayRecord};
pub use known_stars::KnownStars;
pub use last_run::{LastRun, LastTime};
pub use load::Records;
pub use replies::StoredReplies;
pub use share_line::share_line;
pub use star_times::StarTimes;
pub use started_runs::StartedRuns;
pub use stored_day::{NoOwnPage, StoredDay};
pub use year::{LONG_AGO, SiteStars, YearRecord};
pub use year_times::{DayTimes, YearTimes};
