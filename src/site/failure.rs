//! What the HTTP library's errors mean, told by their causes. Messages contain
//! neither addresses nor request headers.

use std::error::Error;
use std::io;
use std::iter;

use super::error::SiteError;
use crate::terminal::excerpt;

/// The failure of a request before there was a reply.
pub fn sending(error: &reqwest::Error, host: String) -> SiteError {
    if let Some(tls) = causes(error).find_map(tls) {
        return SiteError::Tls {
            host,
            why: excerpt(&tls.to_string(), 160),
        };
    }
    if error.is_timeout() {
        return SiteError::TimedOut { host };
    }
    if error.is_dns() {
        return SiteError::Dns { host };
    }
    if error.is_connect() {
        return match causes(error).find_map(|cause| cause.downcast_ref::<io::Error>()) {
            Some(io) if io.kind() == io::ErrorKind::ConnectionRefused => {
                SiteError::ConnectionRefused { host }
            }
            _ => SiteError::Connect {
                host,
                why: innermost(error),
            },
        };
    }
    classify(error, host)
}

/// The failure to read a reply to its end.
pub fn reading(error: &io::Error, host: String) -> SiteError {
    let inner = error
        .get_ref()
        .and_then(|inner| inner.downcast_ref::<reqwest::Error>());
    if error.kind() == io::ErrorKind::TimedOut || inner.is_some_and(reqwest::Error::is_timeout) {
        return SiteError::TimedOut { host };
    }
    match inner {
        Some(inner) => classify(inner, host),
        None => classify(error, host),
    }
}

/// The message of the innermost cause.
pub fn innermost(error: &(dyn Error + 'static)) -> String {
    excerpt(&causes(error).last().unwrap_or(error).to_string(), 160)
}

/// An interrupted reply may be complete the next time; one that makes no sense
/// is what the server sends.
fn classify(error: &(dyn Error + 'static), host: String) -> SiteError {
    let why = innermost(error);
    if causes(error).any(broke_off) {
        SiteError::BrokenOff { host, why }
    } else {
        SiteError::Damaged { host, why }
    }
}

fn broke_off(cause: &(dyn Error + 'static)) -> bool {
    if let Some(io) = cause.downcast_ref::<io::Error>() {
        return matches!(
            io.kind(),
            io::ErrorKind::ConnectionReset
                | io::ErrorKind::ConnectionAborted
                | io::ErrorKind::BrokenPipe
                | io::ErrorKind::UnexpectedEof
        );
    }
    // Naming hyper's error type would take a dependency on it.
    let words = cause.to_string();
    [
        "connection closed before message completed",
        "end of file before message length reached",
        "unexpected EOF",
    ]
    .iter()
    .any(|kind| words.contains(kind))
}

fn tls<'a>(cause: &'a (dyn Error + 'static)) -> Option<&'a rustls::Error> {
    cause.downcast_ref().or_else(|| {
        // What an `io::Error` contains is not part of its chain of sources, and
        // may itself be an `io::Error`.
        let inner: &'a (dyn Error + 'static) = cause.downcast_ref::<io::Error>()?.get_ref()?;
        tls(inner)
    })
}

fn causes<'a>(error: &'a (dyn Error + 'static)) -> impl Iterator<Item = &'a (dyn Error + 'static)> {
    let mut next = Some(error);
    iter::from_fn(move || {
        let cause = next?;
        next = cause.source();
        Some(cause)
    })
}
