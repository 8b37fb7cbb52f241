//! Inputs, pages, answers on disk.
