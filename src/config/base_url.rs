//! The site's origin: scheme, host and port, and nothing after them.

use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;

use reqwest::Url;

/// Where requests go, and the cookie with them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BaseUrl {
    url: Url,
}

impl FromStr for BaseUrl {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, &'static str> {
        let url = Url::parse(text.trim()).map_err(|_| "it is no URL")?;
        if !matches!(url.scheme(), "http" | "https") || url.host_str().is_none_or(str::is_empty) {
            return Err("it must be https://HOST");
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err("it must not hold a user's name or password");
        }
        if url.path() != "/" || url.query().is_some() || url.fragment().is_some() {
            return Err("it must end after the host");
        }
        Ok(Self { url })
    }
}

impl BaseUrl {
    /// The site.
    pub fn adventofcode() -> Self {
        "https://adventofcode.com".parse().expect("a valid URL")
    }

    /// The address of a path.
    pub fn at(&self, path: &str) -> Url {
        let mut url = self.url.clone();
        url.set_path(path);
        url
    }

    /// Host and port as people write them.
    pub fn host(&self) -> String {
        let host = self.url.host_str().unwrap_or_default();
        self.url
            .port()
            .map_or_else(|| host.to_owned(), |port| format!("{host}:{port}"))
    }

    /// The host as part of a file's name.
    pub fn file_name(&self) -> String {
        self.host().replace(
            |c: char| !(c.is_ascii_alphanumeric() || matches!(c, '.' | '-')),
            "_",
        )
    }

    /// Whether this is HTTPS.
    pub fn is_secure(&self) -> bool {
        self.url.scheme() == "https"
    }

    /// Whether this is the machine itself, which needs no sparing.
    pub fn is_loopback(&self) -> bool {
        let host = self.url.host_str().unwrap_or_default();
        let address: Option<IpAddr> = host.trim_matches(['[', ']']).parse().ok();
        address.map_or_else(
            || host == "localhost" || host.ends_with(".localhost"),
            |address| address.is_loopback(),
        )
    }

    /// Whether an address, such as a redirect's, is of this origin.
    pub fn has(&self, url: &Url) -> bool {
        self.url.origin() == url.origin()
    }

    /// An address as a reply gives it, which may lack the host.
    pub fn resolve(&self, location: &str) -> Option<Url> {
        self.url.join(location).ok()
    }
}

impl fmt::Display for BaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.url.origin().ascii_serialization())
    }
}
