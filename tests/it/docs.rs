//! The README and the pages under `docs/` are true: their commands run and
//! print what they show, their links lead somewhere, and what they say of
//! options, files, variables and exit codes is what the program says.

mod architecture;
mod document;
mod documents_in_json;
mod names;
mod reference;
mod runner_source;
mod sessions;
mod trust;
