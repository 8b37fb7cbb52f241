//! What comes from outside the program, read once and handed in: the
//! environment, the user's folders, the clock, and the settings of all sources.

mod base_url;
mod child_env;
mod environment;
mod error;
mod provenance;
mod settings;
mod source;

pub use base_url::BaseUrl;
pub use child_env::ChildEnv;
pub use environment::Environment;
pub use error::SettingsError;
pub use provenance::Provenance;
pub use settings::{Settings, Sources};
pub use source::PartialSettings;
