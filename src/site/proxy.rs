//! The proxy of the requests, which the HTTP library reads from the environment and the system. The
//! library ignores an address that it does not understand, and would then ask the site directly,
//! with the session.

use std::borrow::Cow;
use std::ffi::OsStr;

use hyper_util::client::proxy::matcher::Matcher;
use reqwest::Url;

use super::error::{SiteError, SiteErrorKind, SiteResult};
use crate::config::{BaseUrl, Environment, without_password};
use crate::pages::short_excerpt;

/// The host and port of the proxy that the HTTP library uses for an address.
pub fn used_proxy(url: &Url) -> Option<String> {
    let address = url.as_str().parse().ok()?;
    let proxy = Matcher::from_system().intercept(&address)?;
    // The user and the password before the host are left out.
    let authority = proxy.uri().authority()?;
    let host = authority.host();
    Some(match authority.port() {
        Some(port) => format!("{host}:{port}"),
        None => host.to_owned(),
    })
}

/// Fails if the HTTP library cannot use the value of the variable that sets the proxy for the site.
/// Examples: `socks5://localhost:1080`, which is not an HTTP proxy, and `yes`, which is not an
/// address.
pub fn check_proxy(environment: &Environment, base_url: &BaseUrl) -> SiteResult<()> {
    let names = if base_url.is_secure() {
        ["HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"]
    } else {
        ["HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"]
    };
    let first_set = names
        .into_iter()
        .find_map(|name| Some((name, value(environment, name)?)));
    let Some((name, address)) = first_set else {
        return Ok(());
    };
    let no_proxy = value(environment, "NO_PROXY")
        .or_else(|| value(environment, "no_proxy"))
        .unwrap_or_default();
    // If `NO_PROXY` names the site, the library asks the site directly.
    if scheme_of_proxy("http://localhost", &no_proxy, base_url).is_none() {
        return Ok(());
    }
    let shown = short_excerpt(&without_password(&address));
    let (why, advice) = match scheme_of_proxy(&address, &no_proxy, base_url) {
        None => (
            "is not the address of a proxy, such as http://localhost:3128",
            "correct it",
        ),
        Some(scheme) if scheme.starts_with("socks") => (
            "is a SOCKS proxy, which aoc cannot use",
            "name an HTTP proxy",
        ),
        Some(_) => return Ok(()),
    };
    let message = format!("{name}: `{shown}` {why}");
    Err(SiteError::new(SiteErrorKind::Unreachable, message)
        .with_hint(format!("{advice}, or unset {name}")))
}

fn value<'a>(environment: &'a Environment, name: &str) -> Option<Cow<'a, str>> {
    environment.variable(name).map(OsStr::to_string_lossy)
}

/// The scheme of the proxy that the library uses for the site, such as `http`. `None` if the
/// library does not understand the address, or if `no_proxy` names the site.
fn scheme_of_proxy(proxy: &str, no_proxy: &str, base_url: &BaseUrl) -> Option<String> {
    let matcher = Matcher::builder().all(proxy).no(no_proxy).build();
    let site = base_url.at("/").as_str().parse().expect("an address");
    Some(matcher.intercept(&site)?.uri().scheme_str()?.to_owned())
}
