//! Where the session token comes from.
