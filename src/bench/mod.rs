//! Numbers: statistics of samples, and what `bench --json` gives. The sampling
//! loop itself is the worker's.
