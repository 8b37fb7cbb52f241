//! The session token: it is looked for, read and stored here and nowhere else,
//! and only the site's client sees its text.

mod error;
mod file;
mod find;
mod place;
mod places;
mod survey;
mod token;

pub use error::SessionError;
pub use file::SessionFile;
pub use find::Session;
pub use place::Place;
pub use places::{MAX_FILE as MAX_SESSION_FILE, Places};
pub use survey::{Surveyed, survey};

#[cfg(test)]
mod tests;
