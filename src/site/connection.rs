//! Messages for errors of the HTTP library, without addresses and request headers. Each kind of
//! failure needs its own remedy, so it has its own message.

use std::error::Error;
use std::io;
use std::iter::successors;

use super::error::{SiteError, SiteErrorKind};
use super::proxy::used_proxy;
use crate::error::without_error_numbers;
use crate::pages::short_excerpt;

/// The error of sending a request or of reading its reply.
pub fn request_error(error: &reqwest::Error, host: &str) -> SiteError {
    if error.is_timeout() {
        let sent = !error.is_connect();
        return timeout_error(host, sent);
    }
    if error.is_connect() {
        // A refused certificate is treated as the site's, because a proxy would already be
        // connected at this point.
        if let Some(tls) = causes(error).find_map(|cause| cause.downcast_ref::<rustls::Error>()) {
            let why = short_excerpt(&tls.to_string());
            return unreachable_error(format!("no secure connection to {host}: {why}"))
                .with_hint("possible causes: a network login page, a proxy, or a wrong clock");
        }
        return match error.url().and_then(used_proxy) {
            Some(proxy) => SiteError {
                kind: SiteErrorKind::Unreachable,
                ..connection_error(error, &format!("the proxy {proxy}"))
            }
            .with_hint("check the proxy's address, as in HTTPS_PROXY, and whether it runs"),
            None => connection_error(error, host),
        };
    }
    damaged_reply_error(host, &innermost_cause(error))
}

/// The error for a connection that could not be made, so nothing was sent. Each cause has its own
/// hint.
fn connection_error(error: &reqwest::Error, host: &str) -> SiteError {
    let not_connected = |message| SiteError::new(SiteErrorKind::NotConnected, message);
    if error.is_dns() {
        return not_connected(format!("the address of {host} cannot be found"))
            .with_hint("is the network up?");
    }
    let is_refused = causes(error)
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|error| error.kind() == io::ErrorKind::ConnectionRefused);
    if is_refused {
        return not_connected(format!("{host} refuses the connection"))
            .with_hint("try again later; behind a proxy, check its address");
    }
    let why = innermost_cause(error);
    not_connected(format!("cannot connect to {host}: {why}"))
        .with_hint("is the network up, and the proxy if there is one?")
}

fn unreachable_error(message: String) -> SiteError {
    SiteError::new(SiteErrorKind::Unreachable, message)
}

/// The error for a timeout. With `sent`, the server may have received the request.
fn timeout_error(host: &str, sent: bool) -> SiteError {
    let message = format!("{host} did not answer in time");
    SiteError::new(SiteErrorKind::TimedOut { sent }, message)
}

/// The error for a damaged reply. The request may be repeated.
pub fn damaged_reply_error(host: &str, why: &str) -> SiteError {
    let message =
        format!("the connection to {host} was interrupted, or its reply is damaged ({why})");
    SiteError::new(SiteErrorKind::ConnectionLost, message)
}

/// The message of the innermost cause, without the system's error number.
pub fn innermost_cause(error: &(dyn Error + 'static)) -> String {
    let message = causes(error).last().unwrap_or(error).to_string();
    short_excerpt(&without_error_numbers(&message))
}

/// An error and then its causes.
fn causes<'a>(error: &'a (dyn Error + 'static)) -> impl Iterator<Item = &'a (dyn Error + 'static)> {
    successors(Some(error), |error| {
        let error: &'a (dyn Error + 'static) = *error;
        // `source` does not return the error inside of an `io::Error`.
        match error
            .downcast_ref::<io::Error>()
            .and_then(io::Error::get_ref)
        {
            Some(inner) => Some(inner as &(dyn Error + 'static)),
            None => error.source(),
        }
    })
}

#[cfg(test)]
mod tests {
    use reqwest::blocking::Client;

    use super::*;
    use crate::site::error::UnlockFailure;

    /// After a sleep, the network is up some seconds later.
    #[test]
    fn a_network_that_is_down_at_an_unlock_is_waited_for() {
        let _ = rustls::crypto::ring::default_provider().install_default();
        let http = Client::builder().tls_certs_only([]).no_proxy().build();
        let reply = http.unwrap().get("http://nobody.invalid").send();
        let error = request_error(&reply.unwrap_err(), "nobody.invalid");
        assert_eq!(error.kind.policy().at_unlock, Some(UnlockFailure::Down));
    }

    #[test]
    fn the_innermost_cause_has_no_number_of_the_system() {
        let inner = io::Error::other(io::Error::other("\u{1b}it is broken"));
        assert_eq!(innermost_cause(&inner), r"\u{1b}it is broken");
        let missing = io::Error::from_raw_os_error(2);
        let shown = innermost_cause(&missing);
        assert!(
            missing.to_string().starts_with(&shown) && shown.len() > 10,
            "{shown}"
        );
        assert!(!shown.contains("os error"), "{shown}");
    }
}
