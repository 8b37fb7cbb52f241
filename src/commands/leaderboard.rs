//! `aoc leaderboard`: shows private leaderboards, each of which is requested at most every 15
//! minutes.

mod new_stars;
mod ranking;
mod screen;
#[cfg(test)]
mod testing;

use chrono::SubsecRound;
use clap::Args;
use serde::Serialize;

use self::new_stars::{NewStar, NewStars};
use self::ranking::Order;
use self::screen::View;
use crate::app::args::Completes;
use crate::app::{App, SiteAccess, Ui};
use crate::config::{LeaderboardName, SITE, ViewKey};
use crate::error::{CliError, Exit, Result, usage_error};
use crate::puzzle::{Day, PuzzleScope, Year, contradicting_year_error, day_count, next_unlock};
use crate::site::{Credentials, FailureScope, Leaderboard, Member};
use crate::steps::login::id_of_user;
use crate::steps::selection::{Resolver, begun_year};
use crate::terminal::{Verbosity, is_stdout_closed};

/// Show a private leaderboard
///
/// Shows the members of a private leaderboard with their stars, and the first of
/// each day; with -v everyone's times. Several leaderboards are shown as one, with
/// scores among all their members. The site is asked at most every 15 minutes; in
/// between, or if the request fails, the last reply is shown.
#[derive(Args)]
#[command(add = PuzzleScope::Events, after_help = "\
Examples:
  aoc leaderboard 1001                      show the leaderboard with this ID
  aoc leaderboard 1001 --view-key 1a2b3c4d  show it without a session")]
pub struct LeaderboardArgs {
    /// The IDs of leaderboards, such as 1001, or the links to them [default: the setting
    /// `leaderboard`]; and the year, such as 2024
    #[arg(value_name = "ID")]
    #[arg(add = Completes::Year)]
    ids: Vec<String>,
    /// The year [default: that of `AOC_YEAR`, of the settings or of the year folder you are in,
    /// else the newest event]
    #[arg(short, long)]
    #[arg(add = Completes::Year)]
    year: Option<String>,
    /// Use this read-only key instead of the session
    #[arg(long, value_name = "KEY")]
    view_key: Option<String>,
    /// The order of the members
    ///
    /// The order of the members. With --day and --new it orders only the members in JSON, because
    /// the lines have an order of their own.
    #[arg(long, value_enum, value_name = "ORDER", default_value_t)]
    by: Order,
    /// Show this day only, in the order of completion
    #[arg(long, value_name = "DAY")]
    #[arg(add = Completes::DayOfYear)]
    day: Option<String>,
    /// Leave out the member with this name or ID
    ///
    /// Leave out the member with this name or ID, and compute the scores of the others again; may
    /// be given several times
    #[arg(long, value_name = "NAME")]
    hide: Vec<String>,
    /// Show the members without a star as well
    ///
    /// Show the members without a star as well, instead of only counting them
    #[arg(long, conflicts_with_all = ["day", "new"])]
    all: bool,
    /// Show only the stars since the last call with --new
    ///
    /// Show only the stars since the last call with --new. If that call was more than a week ago,
    /// they are grouped by day. The exit code is 1 if there are none.
    #[arg(long, conflicts_with = "day")]
    new: bool,
}

/// The document of `aoc leaderboard --json`.
#[derive(Serialize)]
struct LeaderboardDocument<'a> {
    #[serde(flatten)]
    board: &'a Leaderboard,
    /// The IDs, if there are several leaderboards.
    #[serde(skip_serializing_if = "Option::is_none")]
    ids: Option<&'a [u64]>,
    /// The stars since the last call with `--new`.
    #[serde(skip_serializing_if = "Option::is_none")]
    new: Option<&'a [NewStar]>,
}

pub fn run(app: &App, args: &LeaderboardArgs) -> Result<Exit> {
    let (names, year) = names_and_year(app, args)?;
    let day = match &args.day {
        Some(day) => Some(day_in_year(year, day)?),
        None => None,
    };
    let mut exit = Exit::Done;
    let mut boards = Vec::new();
    for name in &names {
        let found = current_or_stored(&app.ui, &app.site, year, name);
        let (board, board_exit) = found.map_err(|error| CliError {
            exit: exit.or(error.exit),
            ..error
        })?;
        exit = exit.or(board_exit);
        boards.push(board);
    }
    let ids: Vec<u64> = boards.iter().map(|board| board.id).collect();
    let mut board = ranking::merge(boards.clone());
    board.fetched = board.fetched.trunc_subsecs(0);
    let own_id = find_own_id(&app.site, &board);
    hide(&app.ui, &mut board, &args.hide);
    let new = args
        .new
        .then(|| NewStars::find(&app.ui, &app.site, &board, &boards));
    ranking::sort(&mut board, args.by);
    let document = LeaderboardDocument {
        board: &board,
        ids: (ids.len() > 1).then_some(&ids),
        new: new.as_ref().map(|new| &new.stars[..]),
    };
    let is_verbose = app.ui.verbosity == Verbosity::Verbose;
    let view = View {
        terminal: app.ui.stdout,
        board: &board,
        ids: &ids,
        age: app.site.time().age(board.fetched),
        order: args.by,
        own_id,
        has_all_times: is_verbose,
        has_starless: args.all,
    };
    app.ui
        .show("leaderboard", &document, || match (&new, day) {
            (Some(new), _) if new.is_after_a_week && !is_verbose => {
                view.new_stars_by_day(&new.stars)
            }
            (Some(new), _) => view.new_stars(&new.stars),
            (None, Some(day)) => view.day(day),
            (None, None) => view.all(),
        })?;
    if let Some(new) = new {
        // If nobody has read the output, the stars stay new.
        if !is_stdout_closed() {
            new.remember(&app.ui);
        }
        // If there are new stars, the call succeeds even after a failed request: a bot would ignore
        // the output of a failed call, and the next call does not show these stars again.
        return Ok(if new.stars.is_empty() {
            exit.or(Exit::Failed)
        } else {
            Exit::Done
        });
    }
    Ok(exit)
}

/// The ID of the member who is the session's user. `None` if that is not known.
fn find_own_id(site: &SiteAccess, board: &Leaderboard) -> Option<u64> {
    let name = site.stored_replies().stars().user?;
    let index = board.index_of(&name, id_of_user(site, &name))?;
    Some(board.members[index].id)
}

/// The names of the leaderboards on the command line or in the settings, and their year.
fn names_and_year(app: &App, args: &LeaderboardArgs) -> Result<(Vec<LeaderboardName>, Year)> {
    let facts = Resolver::new(app).facts();
    // A number above the year of the next event may be an ID.
    let last_year = next_unlock(facts.now).map(|puzzle| puzzle.year);
    let (ids, year) = ids_and_year(args, last_year)?;
    let names = if ids.is_empty() {
        vec![name_in_settings(app, facts.year_of_site())?]
    } else {
        let site = format!("{}/", app.settings.base_url);
        ids.iter()
            .map(|word| {
                let path = word
                    .strip_prefix(&site)
                    .filter(|path| path.contains("/leaderboard/private/view/"));
                parse_leaderboard(path.unwrap_or(word))
            })
            .collect::<Result<Vec<_>>>()?
    };
    let year = match year {
        Some(year) => year,
        // The year of a link in the settings is ignored.
        None if ids.is_empty() => facts.year_of_site(),
        None => year_of_links(&names)?.unwrap_or_else(|| facts.year_of_site()),
    };
    let mut names = without_duplicates(names);
    if let Some(word) = &args.view_key {
        let key = ViewKey::parse(word)
            .map_err(|why| usage_error(format!("--view-key cannot be used: {why}")))?;
        let [name] = &mut names[..] else {
            return Err(usage_error(
                "--view-key is for a single leaderboard: for several, give links that contain \
                 their keys",
            ));
        };
        name.key = Some(key);
    }
    Ok((names, begun_year(app, year)?))
}

/// The words that are not a year, and the year of the words and of `--year`. A number above
/// `last_year` is not a year.
fn ids_and_year(
    args: &LeaderboardArgs,
    last_year: Option<Year>,
) -> Result<(Vec<&String>, Option<Year>)> {
    let mut ids = Vec::new();
    let mut year = None;
    for word in &args.ids {
        let word_year = Year::parse(word).filter(|year| last_year.is_none_or(|last| *year <= last));
        let Some(word_year) = word_year else {
            ids.push(word);
            continue;
        };
        if let Some(other) = year
            && other != word_year
        {
            return Err(usage_error(format!(
                "`{other}` and `{word_year}` are two years: remove one of them"
            )));
        }
        year = Some(word_year);
    }
    if let Some(flag) = &args.year {
        let flagged = Year::parse_word(flag)?;
        if let Some(other) = year
            && other != flagged
        {
            return Err(contradicting_year_error(flag, other));
        }
        year = Some(flagged);
    }
    Ok((ids, year))
}

/// The year of the links. `None` if there are only IDs.
fn year_of_links(names: &[LeaderboardName]) -> Result<Option<Year>> {
    let mut years = names.iter().filter_map(|name| name.year);
    let first = years.next();
    if let Some(first) = first
        && let Some(other) = years.find(|year| *year != first)
    {
        return Err(usage_error(format!(
            "the links are of {first} and {other}: choose the year with --year"
        )));
    }
    Ok(first)
}

/// The leaderboards without repetitions. If only some of a leaderboard's names contain its key, the
/// key is kept.
fn without_duplicates(names: Vec<LeaderboardName>) -> Vec<LeaderboardName> {
    let mut once: Vec<LeaderboardName> = Vec::new();
    for name in names {
        match once.iter_mut().find(|other| other.id == name.id) {
            Some(other) => other.key = other.key.take().or(name.key),
            None => once.push(name),
        }
    }
    once
}

fn name_in_settings(app: &App, year: Year) -> Result<LeaderboardName> {
    if let Some(name) = &app.settings.leaderboard {
        return Ok(name.clone());
    }
    Err(usage_error(format!(
        "no leaderboard given: name its ID, as in `aoc leaderboard 1001`, or set one \
         with `aoc config leaderboard 1001`; the IDs of yours are at \
         {SITE}/{year}/leaderboard/private"
    )))
}

fn parse_leaderboard(word: &str) -> Result<LeaderboardName> {
    LeaderboardName::parse(word.trim()).ok_or_else(|| {
        let word = word.escape_debug();
        usage_error(format!(
            "`{word}` is not the ID of a leaderboard: write its number, such as 1001, or the link \
             to it"
        ))
    })
}

fn day_in_year(year: Year, word: &str) -> Result<Day> {
    let count = day_count(year);
    match Day::parse(word) {
        Some(day) if year.has_day(day) => Ok(day),
        _ => Err(usage_error(format!(
            "`{}` is not a day of {year}: write 1 to {count}",
            word.escape_debug()
        ))),
    }
}

/// Removes members, and computes the scores of the other members again.
fn hide(ui: &Ui, board: &mut Leaderboard, names: &[String]) {
    for name in names {
        if !board.members.iter().any(|member| is_named(member, name)) {
            ui.warning(format!(
                "--hide: there is no member `{}`",
                name.escape_debug()
            ));
        }
    }
    let all = board.members.len();
    board
        .members
        .retain(|member| !names.iter().any(|name| is_named(member, name)));
    if board.members.len() < all {
        ranking::count_scores(board);
    }
}

/// True if this is the member's name, in any capitals, or the member's ID.
fn is_named(member: &Member, name: &str) -> bool {
    member.name.to_lowercase() == name.to_lowercase() || member.id.to_string() == name
}

/// The current leaderboard, and the exit code of the command. Returns the stored leaderboard if it
/// is too early for a request or the request fails. Without a session that the site accepts, only
/// leaderboards with a view key are requested, and after most other failures none.
fn current_or_stored(
    ui: &Ui,
    site: &SiteAccess,
    year: Year,
    name: &LeaderboardName,
) -> Result<(Leaderboard, Exit)> {
    let id = name.id;
    let file = Leaderboard::file(site.config(), year, id);
    let waiting = ui.note_once("waiting for another aoc that asks for this leaderboard");
    let _lock = file.lock(waiting);
    if site.online_client().is_ok()
        && let Some(board) = Leaderboard::recent(&file, site.time())
    {
        return Ok((board, Exit::Done));
    }
    let what = format!("leaderboard {id} of {year}");
    let refreshed = site.request(&format!("asking for {what}"), |_| {
        if let Some(key) = &name.key {
            let client = site.client_for(FailureScope::Site)?;
            return client.leaderboard(year, id, Credentials::ViewKey(key));
        }
        let session = site.session()?;
        let client = site.client_for(FailureScope::Session)?;
        client.leaderboard(year, id, Credentials::Session(&session))
    });
    match refreshed {
        Ok(board) => {
            site.warn_if_unwritten("leaderboard", board.store(site.config()));
            Ok((board, Exit::Done))
        }
        Err(error) => {
            // A failure of the site ends the requests for all leaderboards.
            site.record_failure(FailureScope::Site, &error);
            let error = error.context_if_not_made(what);
            let Some(board) = file.read() else {
                return Err(error.into());
            };
            let exit = site.report_failed_or_skipped_refresh("the stored leaderboard", error);
            Ok((board, exit))
        }
    }
}
