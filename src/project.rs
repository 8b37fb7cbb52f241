//! The repository that one stands in.
