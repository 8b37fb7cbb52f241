//! The proxy of the requests, which the HTTP library reads from the environment and the system. The
//! library ignores an address that it does not understand, and would then ask the site directly,
//! with the session.

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
    let value = |name| {
        environment
            .variable(name)
            .map(|value| value.to_string_lossy())
    };
    let names = if base_url.is_secure() {
        ["HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"]
    } else {
        ["HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"]
    };
    let first_set = names
        .into_iter()
        .find_map(|name| Some((name, value(name)?)));
    let Some((name, address)) = first_set else {
        return Ok(());
    };
    let no_proxy = value("NO_PROXY").or_else(|| value("no_proxy"));
    let no_proxy = no_proxy.unwrap_or_default();
    let site = base_url.at("/").as_str().parse().expect("an address");
    let scheme_of = |proxy: &str| {
        let matcher = Matcher::builder().all(proxy).no(&*no_proxy).build();
        let scheme = matcher.intercept(&site)?.uri().scheme_str()?.to_owned();
        Some(scheme)
    };
    // If `NO_PROXY` names the site, the library asks the site directly.
    if scheme_of("http://localhost").is_none() {
        return Ok(());
    }
    let shown = short_excerpt(&without_password(&address));
    let (why, advice) = match scheme_of(&address) {
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
