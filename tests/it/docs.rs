//! The README and the pages under `docs/` are correct: their commands run and print what is
//! shown, their links lead to existing places, and their statements about options, files,
//! variables and exit codes match the program.

mod architecture;
mod document;
mod documents_in_json;
mod names;
mod reference;
mod runner_source;
mod scripts;
mod sessions;
mod trust;
