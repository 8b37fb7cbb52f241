//! What a build tells while it goes.

use std::time::Duration;

use crate::project::Note;
use crate::puzzle::Year;

/// Told what happens while workers are built. Of nothing, if nothing changed.
pub trait BuildEvents {
    /// Cargo is about to be called for these years.
    fn started(&mut self, years: &[Year]);
    /// A message of the compiler's, as cargo renders it, with its line ends.
    fn message(&mut self, rendered: &str);
    /// A line of cargo's own.
    fn line(&mut self, line: &str);
    /// A day that is not in its year's registry.
    fn note(&mut self, note: &Note);
    /// Cargo is done.
    fn finished(&mut self, took: Duration);
    /// Whether to stop: asked some times a second, and cargo is killed if so.
    fn interrupted(&self) -> bool {
        false
    }
}
