//! `aoc leaderboard`: a private leaderboard, asked for at most every 15 minutes.

mod standings;

use clap::Args;
use standings::standings;

use crate::app::{App, DownloadError};
use crate::error::{CliError, Exit, HasExit};
use crate::puzzle::Year;
use crate::site::{
    Leaderboard, LeaderboardAccess, LeaderboardFile, SeenLeaderboard, SiteError, ViewKey,
};
use crate::terminal::span;
use crate::{reporter, terminal};

/// Show a private leaderboard
///
/// Shows the members of a private leaderboard with their stars, medians and the
/// first of each day. The site is asked at most every 15 minutes; in between, and
/// when the site fails, the last answer is shown.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  aoc leaderboard 1001                      show the leaderboard with this ID
  aoc leaderboard 1001 -y 2024 -v           show that of 2024, with everyone's
                                            times
  aoc leaderboard 1001 --view-key 1a2b3c4d  show it without a session")]
pub struct LeaderboardArgs {
    /// Its ID, such as 1001 [default: the setting `leaderboard`]
    pub id: Option<String>,
    /// The year [default: as for days without one, else the newest event]
    #[arg(short, long)]
    pub year: Option<String>,
    /// Use this read-only key instead of the session
    #[arg(long, value_name = "KEY")]
    pub view_key: Option<String>,
}

pub fn run(app: &App, args: &LeaderboardArgs) -> Result<Exit, CliError> {
    let year = match &args.year {
        Some(word) => app.begun_year(word)?,
        None => app.usual_event(),
    };
    let id = id(app, args.id.as_deref(), year)?;
    let key: Option<ViewKey> = match args.view_key.as_deref().map(str::parse) {
        Some(key) => Some(key.map_err(|why| LeaderboardError::Key { why })?),
        None => None,
    };
    let (seen, exit) = get(app, year, id, key.as_ref())?;
    let results = standings(&seen);
    if app.json {
        terminal::json(&mut app.console(), &results)?;
    } else {
        reporter::leaderboard(&mut app.console(), app.stdout, app.verbosity, &results)?;
    }
    Ok(exit)
}

/// The ID that was typed, or that of the settings.
fn id(app: &App, word: Option<&str>, year: Year) -> Result<u64, LeaderboardError> {
    let Some(word) = word else {
        let set = app.settings.leaderboard;
        return set.ok_or(LeaderboardError::NoId { year });
    };
    // The code with which one joins a leaderboard begins with its ID.
    let number = word.split_once('-').map_or(word, |(number, _)| number);
    number.parse().map_err(|_| LeaderboardError::NotAnId {
        word: word.to_owned(),
    })
}

/// The leaderboard as it is now, or as it was if it is too early to ask again,
/// or if asking fails: then with the exit code of the failure.
fn get(
    app: &App,
    year: Year,
    id: u64,
    key: Option<&ViewKey>,
) -> Result<(SeenLeaderboard, Exit), CliError> {
    let file = LeaderboardFile::new(&app.site_config(), year, id);
    let _lock = file.lock(|| app.note("waiting for another aoc that asks for this leaderboard"));
    let old = file.load();
    if let Some(old) = &old
        && old.is_fresh()
    {
        return Ok((old.clone(), Exit::Done));
    }
    let board = match ask(app, year, id, key) {
        Ok(board) => board,
        Err(error) => {
            let Some(old) = old else {
                return Err(error.into());
            };
            let age = span(old.age);
            if app.offline {
                app.note(&format!(
                    "showing the leaderboard of {age} ago, because of --offline"
                ));
                return Ok((old, Exit::Done));
            }
            let exit = error.exit();
            let error = CliError::from(error).source;
            app.warning(&format!("showing the leaderboard of {age} ago: {error:#}"));
            return Ok((old, exit));
        }
    };
    let (seen, stored) = file.store(board);
    if let Err(error) = stored {
        app.warning(&format!(
            "the leaderboard cannot be kept: {error}; wait 15 minutes before you ask for it again"
        ));
    }
    Ok((seen, Exit::Done))
}

fn ask(
    app: &App,
    year: Year,
    id: u64,
    key: Option<&ViewKey>,
) -> Result<Leaderboard, DownloadError> {
    if app.offline {
        return Err(SiteError::offline().into());
    }
    let access = match key {
        Some(key) => LeaderboardAccess::Key(key),
        None => LeaderboardAccess::Session(app.session()?),
    };
    let what = format!("asking for leaderboard {id} of {year}");
    Ok(app.ask(&what, |site, listener| {
        site.leaderboard(year, id, access, listener)
    })?)
}

#[derive(Debug, thiserror::Error)]
enum LeaderboardError {
    #[error(
        "no leaderboard given: name its ID, as in `aoc leaderboard 1001`, or set `leaderboard = \
         1001` in config.toml or in [workspace.metadata.aoc] of Cargo.toml; the IDs of yours are \
         at https://adventofcode.com/{year}/leaderboard/private"
    )]
    NoId { year: Year },
    #[error(
        "`{}` is not the ID of a leaderboard: write its number, such as 1001",
        .word.escape_debug()
    )]
    NotAnId { word: String },
    #[error("--view-key cannot be used: {why}")]
    Key { why: &'static str },
}

impl HasExit for LeaderboardError {
    fn exit(&self) -> Exit {
        match self {
            Self::NoId { .. } | Self::NotAnId { .. } | Self::Key { .. } => Exit::Usage,
        }
    }
}
