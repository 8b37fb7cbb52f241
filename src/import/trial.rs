//! Which call of a day is right? The candidate calls that compile run on the day's input, and their
//! answers decide. No other module of `import` builds or runs code of the imported folder.
//!
//! 1. `known` has the facts that are known before anything runs: recorded answers, and answers that
//!    the code asserts. If the user agrees, the program of the folder runs, too (`old_program`),
//!    and its output is another known fact.
//! 2. `workspace` copies the candidates of all days into a separate workspace, compiles them there,
//!    and runs them. `state` has the candidates of a day that compile, and the decision.
//! 3. `program` runs one candidate in a separate process, as a `foreign_program`: within limits,
//!    and without variables that have secrets or name folders with settings. `protocol` defines how
//!    the trial and that process communicate. No other file starts a candidate, so tests of
//!    decisions can replace the runs.
//! 4. `runs` gives the texts of the day to candidates. `trimming` decides whether these texts are
//!    trimmed. `results` compares the answers with the known ones.
//! 5. `order` decides which candidates run, and `decision` which of them is taken, or why none is.
//!    `reasons` has the sentences for these reasons.

mod decision;
mod foreign_program;
mod known;
pub mod old_program;
mod order;
mod program;
mod protocol;
mod reasons;
mod results;
mod runs;
mod state;
mod trimming;
pub mod workspace;

pub use self::foreign_program::MAX_MEMORY;
pub use self::known::known_facts;

#[cfg(test)]
mod tests;
