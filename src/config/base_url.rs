//! The site's address. It has only a scheme, a host and a port.

use std::fmt::{self, Display, Formatter};
use std::net::IpAddr;

use reqwest::Url;

/// The address of the real site.
pub const SITE: &str = "https://adventofcode.com";

/// The address to which requests and the session cookie are sent.
#[derive(Clone, Debug, PartialEq)]
pub struct BaseUrl(Url);

impl Default for BaseUrl {
    fn default() -> Self {
        Self::parse(SITE).expect("a valid URL")
    }
}

impl BaseUrl {
    /// Parses `https://HOST`, or `http://HOST` if the host is this machine, with an optional port.
    /// Without https, others could read the session in transit.
    pub fn parse(text: &str) -> Option<Self> {
        let url = Url::parse(text).ok()?;
        // An origin has no user, path or query.
        let is_origin = url.as_str() == format!("{}/", url.origin().ascii_serialization());
        let url = Self(url);
        let is_safe = url.is_secure() || url.0.scheme() == "http" && url.is_loopback();
        (is_safe && is_origin).then_some(url)
    }

    /// The address of a path, which may end with a query.
    pub fn at(&self, path: &str) -> Url {
        self.0.join(path).expect("a valid path")
    }

    /// The host, and the port if it is not the scheme's default.
    pub fn host(&self) -> &str {
        self.0.authority()
    }

    /// The host in a form that can be part of a file name.
    pub fn file_name(&self) -> String {
        self.host().replace([':', '[', ']'], "_")
    }

    /// True if the scheme is https.
    pub fn is_secure(&self) -> bool {
        self.0.scheme() == "https"
    }

    /// True for this machine. Requests to it are not throttled.
    pub fn is_loopback(&self) -> bool {
        let host = self.0.host_str().unwrap_or_default();
        match host.trim_matches(['[', ']']).parse::<IpAddr>() {
            Ok(address) => address.is_loopback(),
            Err(_) => host == "localhost" || host.ends_with(".localhost"),
        }
    }

    /// The absolute address of a `Location` header, which may be relative. `None` if it has another
    /// scheme, host or port.
    pub fn same_origin(&self, location: &str) -> Option<Url> {
        let url = self.0.join(location).ok()?;
        (url.origin() == self.0.origin()).then_some(url)
    }
}

impl Display for BaseUrl {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        f.write_str(&self.0.origin().ascii_serialization())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The stored data of one host is never used for another host.
    #[test]
    fn each_host_and_port_has_a_name_and_a_file_name() {
        for (text, host, file_name) in [
            (
                "https://adventofcode.com",
                "adventofcode.com",
                "adventofcode.com",
            ),
            (
                "https://adventofcode.com:443",
                "adventofcode.com",
                "adventofcode.com",
            ),
            ("http://127.0.0.1:8080", "127.0.0.1:8080", "127.0.0.1_8080"),
            ("http://[::1]:80", "[::1]", "___1_"),
        ] {
            let url = BaseUrl::parse(text).expect(text);
            assert_eq!(url.host(), host);
            assert_eq!(url.file_name(), file_name);
        }
    }
}
