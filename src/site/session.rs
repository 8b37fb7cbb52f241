//! The session token: it is looked for and read here and nowhere else, and only
//! the site's client sees its text.

mod error;
mod find;
mod place;
mod token;

pub use error::SessionError;
pub use find::{Places, Session};

#[cfg(test)]
mod tests;
