//! adventofcode.com.
