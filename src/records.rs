//! Everything that is known about days and years. `load.rs` loads one record for each day and each
//! year. Its sources are the code, the stored files, the last runs and the replies of the site.
//! Each screen is a function of the records and the time. Nothing here makes a request.

mod day;
mod examples;
mod known_answers;
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

pub use day::{DayCode, DayProblem, DayRecord};
pub use known_answers::{AcceptedBySite, KnownAnswers};
pub use known_stars::KnownStars;
pub use last_run::{LastRun, MeasuredTime};
pub use last_runs::remember_readme;
pub use load::Records;
pub use replies::SessionReplies;
pub use share_line::share_line;
pub use star_times::StarTimes;
pub use started_runs::{RunFacts, StartedRuns};
pub use stored_day::{StoredDay, answers_to_input};
pub use year::{LONG_AGO, ShownStarCount, YearRecord};
