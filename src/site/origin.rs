//! The site's origin: scheme, host and port, and nothing after them.

use std::net::IpAddr;
use std::str::FromStr;

use reqwest::Url;

use super::{SiteError, clean};

/// Where requests go, and the cookie with them.
#[derive(Clone, Debug)]
pub struct Origin {
    url: Url,
}

impl FromStr for Origin {
    type Err = SiteError;

    fn from_str(text: &str) -> Result<Self, SiteError> {
        let bad = |why| SiteError::BaseUrl {
            url: clean(text),
            why,
        };
        let url = Url::parse(text.trim()).map_err(|_| bad("it is no URL"))?;
        if !matches!(url.scheme(), "http" | "https") || url.host_str().is_none_or(str::is_empty) {
            return Err(bad("it must be https://HOST"));
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err(bad("it must not hold a user's name or password"));
        }
        if url.path() != "/" || url.query().is_some() || url.fragment().is_some() {
            return Err(bad("it must end after the host"));
        }
        Ok(Self { url })
    }
}

impl Origin {
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
