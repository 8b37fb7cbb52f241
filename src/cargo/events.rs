//! The events of a build.

use crate::project::Note;
use crate::puzzle::Year;

/// Listens to a build. If nothing has changed there are only notes.
pub trait BuildEvents {
    /// Cargo is about to be started for these years.
    fn started(&mut self, years: &[Year]);
    /// A message of the compiler as cargo renders it, with its line ends.
    fn message(&mut self, rendered: &str);
    /// A line of cargo's own.
    fn line(&mut self, line: &str);
    fn note(&mut self, note: &Note);
    fn finished(&mut self);
}
