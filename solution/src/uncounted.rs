//! Without the feature `allocations` the global allocator is the solution's own
//! affair: nobody counts, and the memory limit is the runner's alone.

use crate::protocol::Allocations;

/// Counts nothing.
pub(crate) struct Count;

impl Count {
    pub(crate) const fn start() -> Self {
        Self
    }

    #[expect(clippy::unused_self, reason = "with the feature it counts")]
    pub(crate) const fn end(self) -> Option<Allocations> {
        None
    }
}

/// Does nothing.
pub(crate) const fn limit(_bytes: u64, _exceeded: fn() -> !) {}
