//! Everything that is shown.
