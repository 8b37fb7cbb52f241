//! Inputs, pages and answers on disk: where they lie, and how they get there
//! whole or not at all.

mod answers;
mod atomic;
mod error;
mod lock;
mod name;
mod paths;
mod store;

pub use atomic::{Readers, create, replace, settle};
pub use error::StoreError;
pub use lock::Locks;
pub use name::InputName;
pub use store::{Store, read_text};

#[cfg(test)]
mod tests;
