//! Everything that comes from outside of the program: the environment, the user's folders, the
//! clock, and the settings of all sources. Each is read once and passed to the functions that need
//! it.

mod base_url;
mod child_env;
mod edit;
mod environment;
mod inputs_folder;
mod leaderboard;
mod local_clock;
mod settings;

pub use base_url::{BaseUrl, SITE};
pub use child_env::{ChildEnv, HOME_VARIABLE, is_hidden};
pub use edit::SettingsFile;
pub use environment::{Environment, no_config_dir_error};
pub use inputs_folder::{InputsFolder, is_outside_project};
pub use leaderboard::{LeaderboardName, ViewKey};
pub use local_clock::LocalClock;
pub use settings::{INPUTS, Provenance, SETTINGS, SettingInfo, Settings, without_password};
