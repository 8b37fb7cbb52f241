//! Where the session token comes from. It is read here and nowhere else, and
//! only the site's client ever sees its text.

mod error;
mod sources;
mod token;

pub use error::SessionError;
pub use sources::{Places, Session};

#[cfg(test)]
mod tests;
