//! Selectors: the words of a command line that name puzzles.
//!
//! ```text
//! selector = word | years | [ ( years | every ) "/" ] items | year "-" items | date | address
//! word     = "all" | "latest" | "today" | "yesterday" | "tomorrow"
//! every    = "*" | "all"
//! years    = year [ "-" year ]
//! items    = item { "," item }
//! item     = day [ "-" day ]
//! day      = [ "day" ] number
//! date     = year "-12-" digit [ digit ]
//! address  = [ site "/" ] year "/day/" number [ ( "#" | "/" | "?" ) rest ]
//! ```
//!
//! `2020-12-05` is a date and means day 5, and not the days 12 to 5.
//!
//! A comma may end a selector, as in the lists of messages: `2020/1-5,22, 2021/3`.

use std::fmt::{self, Display, Formatter};

use super::calendar::{Day, Puzzle, Year, day_count_hint, no_such_day_message, parse_number};
use crate::error::{CliError, Result, usage_error};
use crate::spelling::{did_you_mean, nearest};

/// A selector. A word with commas becomes several selectors.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Selector {
    /// All puzzles that have a solution, for every command.
    All,
    /// The puzzle whose source was edited last.
    Latest,
    /// The same, but passes over the templates of locked puzzles, so it may select nothing. No word
    /// has this meaning: it is the default of `run`, `test`, `bench` and `profile`.
    LatestToRun,
    /// The puzzle that unlocks in this many days.
    FromToday(i64),
    Days(DaySpan),
}

impl Selector {
    /// True for a selector of exactly one day.
    pub fn names_one_day(self) -> bool {
        match self {
            Self::All | Self::LatestToRun => false,
            Self::Latest | Self::FromToday(_) => true,
            Self::Days(DaySpan { years, days }) => {
                years.is_none_or(Span::is_one) && days.is_some_and(Span::is_one)
            }
        }
    }

    /// The year, if the selector selects all days of a single year.
    pub fn whole_year(self) -> Option<Year> {
        match self {
            Self::Days(DaySpan {
                years: Some(years),
                days: None,
            }) if years.is_one() => Some(years.first),
            _ => None,
        }
    }
}

/// The selectors that are words, in the order in which completion offers them.
pub const SELECTOR_WORDS: &[(&str, Selector)] = &[
    ("latest", Selector::Latest),
    ("all", Selector::All),
    ("today", Selector::FromToday(0)),
    ("yesterday", Selector::FromToday(-1)),
    ("tomorrow", Selector::FromToday(1)),
];

/// Days of years: `2020`, `2015-2018`, `22`, `1-5`, `2020/22`, `*/25`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DaySpan {
    /// The years. `None` if the selector has no year. If there are several years, some of them may
    /// lack the days.
    pub years: Option<Span<Year>>,
    /// The days. `None` for whole years.
    pub days: Option<Span<Day>>,
}

/// A range of values, which includes the first and the last one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Span<T> {
    pub first: T,
    pub last: T,
}

impl<T: Copy + PartialOrd> Span<T> {
    pub const fn of(one: T) -> Self {
        Self {
            first: one,
            last: one,
        }
    }

    pub fn is_one(self) -> bool {
        self.first == self.last
    }

    pub fn contains(self, value: T) -> bool {
        (self.first..=self.last).contains(&value)
    }
}

impl Span<Year> {
    /// All possible years, as `*` selects them.
    pub const EVERY: Self = Self {
        first: Year::FIRST,
        last: Year::LAST,
    };
}

impl Span<Day> {
    /// All possible days.
    pub const EVERY: Self = Self {
        first: Day::FIRST,
        last: Day::LAST,
    };
}

impl DaySpan {
    /// All puzzles of the kind that the command needs.
    pub const EVERY_PUZZLE: Self = Self {
        years: Some(Span::<Year>::EVERY),
        days: None,
    };

    pub fn of(Puzzle { year, day }: Puzzle) -> Self {
        Self {
            years: Some(Span::of(year)),
            days: Some(Span::of(day)),
        }
    }

    /// Turns this into a selector. Fails if no year has the last day.
    fn checked(self) -> Result<Selector> {
        if let Some(Span { first, last }) = self.years
            && let Some(Span { last: day, .. }) = self.days
            && !first.through(last).any(|year| year.has_day(day))
        {
            let problem = first.day(day).not_in_event_message();
            return Err(usage_error(problem + &day_count_hint(first)));
        }
        Ok(Selector::Days(self))
    }
}

/// Parses the selectors of a command line. `flag` is the value of `--year`. Days without a year get
/// the only year of the line, which is a selector or the value of `--year`.
pub fn parse_selectors<S: AsRef<str>>(words: &[S], flag: Option<&str>) -> Result<Vec<Selector>> {
    let mut selectors = Vec::new();
    for word in words {
        selectors.extend(parse_word(word.as_ref())?);
    }
    let mut whole_year = None;
    if let Some(flag) = flag {
        let year = Year::parse_word(flag)?;
        check_year(&selectors, year, flag)?;
        whole_year = Some(Selector::Days(DaySpan {
            years: Some(Span::of(year)),
            days: None,
        }));
    }
    if let Some(bare_day) = selectors.iter().find_map(bare_day) {
        selectors.extend(whole_year);
        selectors = with_common_year(selectors, bare_day)?;
    }
    if let Some(whole_year) = whole_year {
        // With `--year`, no selector and `all` mean the whole year.
        if selectors.is_empty() {
            selectors.push(whole_year);
        }
        for selector in &mut selectors {
            if *selector == Selector::All {
                *selector = whole_year;
            }
        }
    }
    Ok(selectors)
}

/// Fails if a selector has another year than `--year`. `flag` is the value of `--year`.
fn check_year(selectors: &[Selector], year: Year, flag: &str) -> Result<()> {
    let years = Some(Span::of(year));
    for selector in selectors {
        match selector {
            Selector::All => {}
            Selector::Days(span) if span.years.is_none() || span.years == years => {}
            _ => return Err(contradicting_year_error(flag, selector)),
        }
    }
    Ok(())
}

/// The error for an argument that has another year than `--year`. `flag` is the value of `--year`.
pub fn contradicting_year_error(flag: &str, argument: impl Display) -> CliError {
    usage_error(format!(
        "--year {flag} contradicts `{argument}`: remove one of them"
    ))
}

/// Gives days without a year the only whole year among the selectors. That year is then removed
/// from the selectors. `bare_day` is one of the days, for the error.
fn with_common_year(selectors: Vec<Selector>, bare_day: Day) -> Result<Vec<Selector>> {
    let mut common = None;
    let mut spans = Vec::new();
    let mut result = Vec::new();
    for selector in selectors {
        match selector {
            Selector::Days(DaySpan {
                years: Some(years),
                days: None,
            }) => {
                if !years.is_one() || common.is_some_and(|common| common != years) {
                    return Err(usage_error(format!(
                        "the year of day {bare_day} is not clear: write {selector}/{bare_day}"
                    )));
                }
                common = Some(years);
            }
            Selector::Days(span) => spans.push(span),
            word => result.push(word),
        }
    }
    for mut span in spans {
        span.years = span.years.or(common);
        result.push(span.checked()?);
    }
    Ok(result)
}

/// The first day of a selector that has no year.
fn bare_day(selector: &Selector) -> Option<Day> {
    match selector {
        Selector::Days(DaySpan { years: None, days }) => days.map(|days| days.first),
        _ => None,
    }
}

fn parse_word(word: &str) -> Result<Vec<Selector>> {
    // The lists in messages have a comma and a space between two years.
    let lower = &*word.strip_suffix(',').unwrap_or(word).to_ascii_lowercase();
    for (name, selector) in SELECTOR_WORDS {
        if *name == lower {
            return Ok(vec![*selector]);
        }
    }
    let address = address(lower);
    if address.is_none() {
        check_form(word, lower)?;
    }
    let years_and_days = address
        .or_else(|| lower.split_once('/'))
        .or_else(|| year_and_days(lower));
    let Some((years, days)) = years_and_days else {
        if lower.split('-').next().is_some_and(is_year) {
            let years = Some(parse_span(lower, Year::parse_word)?);
            return Ok(vec![Selector::Days(DaySpan { years, days: None })]);
        }
        return parse_days(word, None, lower);
    };
    let years = if is_every_year(years) {
        Span::<Year>::EVERY
    } else {
        parse_span(years, Year::parse_word)?
    };
    parse_days(word, Some(years), days)
}

/// Fails for an address of another site, and for a list with years that must be separate words.
/// `lower` is `word` in lower case.
fn check_form(word: &str, lower: &str) -> Result<()> {
    if lower.contains("://") || lower.contains("/day/") {
        return Err(unknown_puzzle_error(word));
    }
    if is_list_of_years(lower) {
        let words = lower.replace(',', " ");
        return Err(usage_error(format!(
            "`{lower}` is a list of years: write them as separate words, {words}"
        )));
    }
    if let Some(words) = separate_years(lower) {
        return Err(usage_error(format!(
            "`{lower}` names a year within a list: write separate words, {words}"
        )));
    }
    Ok(())
}

/// Parses `days`, the part of `word` with the days, which are in these years.
fn parse_days(word: &str, years: Option<Span<Year>>, days: &str) -> Result<Vec<Selector>> {
    let mut selectors = Vec::new();
    for range in days.split(',') {
        let days = Some(parse_span(range, |text| parse_day(word, text))?);
        selectors.push(DaySpan { years, days }.checked()?);
    }
    Ok(selectors)
}

/// The year and the day in the address of a puzzle, or in the end of such an address:
/// `2020/day/22#part2`. `None` for addresses of other sites.
fn address(word: &str) -> Option<(&str, &str)> {
    let (start, rest) = word.split_once("/day/")?;
    let year = year_of_address(start)?;
    let day = rest.split(['/', '#', '?']).next()?;
    parse_number(year)?;
    Some((year, day))
}

/// True for the address of a puzzle, or for the end of such an address. The day need not exist.
pub fn is_address(word: &str) -> bool {
    address(word).is_some_and(|(_, day)| parse_number(day).is_some())
}

/// The year, unparsed, in the start of an address, such as `https://adventofcode.com/2020` or
/// `2020`. `None` for addresses of other sites.
pub fn year_of_address(start: &str) -> Option<&str> {
    let (site, year) = start.rsplit_once('/').unwrap_or(("", start));
    let site = site.to_ascii_lowercase();
    let site = site
        .trim_start_matches("https:")
        .trim_start_matches("http:");
    let host = site.trim_start_matches("//").trim_start_matches("www.");
    matches!(host, "" | "adventofcode.com").then_some(year)
}

/// The year and the days in a word such as `2020-05`, `2020-1-5` or the date `2020-12-05`. Days 12
/// to 5 would be backwards, so `2020-12-5` is a date, too.
fn year_and_days(word: &str) -> Option<(&str, &str)> {
    let (year, days) = word.split_once('-')?;
    if !is_year(year) || is_year(days) {
        return None;
    }
    let day_of_december = days
        .strip_prefix("12-")
        .filter(|day| day.len() <= 2 && parse_number(day).is_some());
    Some((year, day_of_december.unwrap_or(days)))
}

/// True for years and ranges of years with commas between them.
fn is_list_of_years(text: &str) -> bool {
    text.contains(',') && text.split([',', '-']).all(is_year)
}

/// The words to write in place of a list in which a later day has a year of its own, such as
/// `22,2021/21`.
fn separate_years(list: &str) -> Option<String> {
    let (first, rest) = list.split_once(',')?;
    let mut words = first.to_owned();
    for part in rest.split(',') {
        words += if part.contains('/') { " " } else { "," };
        words += part;
    }
    let has_several = words.contains(' ') && words.split(' ').all(is_selector);
    has_several.then_some(words)
}

/// True for a number that is a year.
fn is_year(text: &str) -> bool {
    parse_number(text).is_some_and(|number| number >= 1000)
}

fn parse_span<T: Copy + PartialOrd + Display>(
    text: &str,
    parse: impl Fn(&str) -> Result<T>,
) -> Result<Span<T>> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let first = parse(first)?;
    let last = parse(last)?;
    if first > last {
        return Err(usage_error(format!(
            "the range {first}-{last} is backwards: write {last}-{first}"
        )));
    }
    Ok(Span { first, last })
}

fn parse_day(word: &str, text: &str) -> Result<Day> {
    let digits = text.strip_prefix("day").unwrap_or(text);
    if parse_number(digits).is_none() {
        return Err(unknown_puzzle_error(word));
    }
    Day::parse(digits).ok_or_else(|| usage_error(no_such_day_message(digits)))
}

fn unknown_puzzle_error(word: &str) -> CliError {
    let names = SELECTOR_WORDS.iter().map(|(name, _)| *name);
    let instead = match nearest(word, names) {
        Some(meant) => did_you_mean(meant),
        None => ": write 22, 1-5, 2020, 2020/22, all, today, latest or a day's file".to_owned(),
    };
    let word = word.escape_debug();
    usage_error(format!("unknown puzzle `{word}`{instead}"))
}

/// True if the word is a selector and not a path.
pub fn is_selector(word: &str) -> bool {
    parse_word(word).is_ok()
}

/// True for a word that is a selector or looks like one, such as `26`.
pub fn looks_like_selector(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_digit()) || is_path(word) || is_selector(word)
}

/// True for a path. A word that can also be another selector does not count as a path.
pub fn is_path(word: &str) -> bool {
    if matches!(word, "." | "..") || word.strip_suffix(".rs").is_some() {
        return true;
    }
    let is_address = address(&word.to_ascii_lowercase()).is_some();
    if is_address || word.contains("://") {
        return false;
    }
    let Some((folder, _)) = word.split_once(['/', '\\']) else {
        return false;
    };
    if folder.is_empty() {
        return true;
    }
    let is_years = folder.chars().all(|c| matches!(c, '0'..='9' | '-' | ','));
    !is_years && !is_every_year(folder)
}

/// True for the words that mean every year when they precede a day. `all` is one of them, because
/// shells expand `*`.
fn is_every_year(word: &str) -> bool {
    word == "*" || word.eq_ignore_ascii_case("all")
}

impl Display for Selector {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        match self {
            Self::Days(span) => span.fmt(f),
            word => {
                let named = SELECTOR_WORDS.iter().find(|(_, selector)| selector == word);
                f.write_str(named.map_or("", |(name, _)| name))
            }
        }
    }
}

impl Display for DaySpan {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        let years = match self.years {
            Some(Span::<Year>::EVERY) => Some("*".to_owned()),
            years => years.map(|years| years.to_string()),
        };
        let mut parts = Vec::from_iter(years);
        parts.extend(self.days.map(|days| days.to_string()));
        f.write_str(&parts.join("/"))
    }
}

/// Writes `1-5`, or `5` for a single value.
impl<T: Display + PartialEq> Display for Span<T> {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        let Self { first, last } = self;
        if first == last {
            return first.fmt(f);
        }
        write!(f, "{first}-{last}")
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn written(selectors: &[Selector]) -> String {
        let words: Vec<String> = selectors.iter().map(Selector::to_string).collect();
        words.join(" ")
    }

    /// The selectors as they are displayed, or the error.
    fn read(word: &str) -> String {
        parse_word(word).map_or_else(|error| error.to_string(), |selectors| written(&selectors))
    }

    #[test]
    fn reads_every_form() {
        for (word, ours) in [
            ("22", "22"),
            ("07", "7"),
            ("1-5", "1-5"),
            ("5-5", "5"),
            ("1,3,22", "1 3 22"),
            ("2020", "2020"),
            ("2020/1-5", "2020/1-5"),
            ("2020/1-5,22", "2020/1-5 2020/22"),
            ("2020/1-5,22,", "2020/1-5 2020/22"),
            ("2020,", "2020"),
            ("2099/12", "2099/12"),
            ("ALL", "all"),
            ("Today", "today"),
            ("LaTeSt", "latest"),
            ("Yesterday", "yesterday"),
            ("tomorrow", "tomorrow"),
            ("day22", "22"),
            ("Day05-7", "5-7"),
            ("2020/day5", "2020/5"),
            ("2020-05", "2020/5"),
            ("2020-1-5,22", "2020/1-5 2020/22"),
            ("2020-12-05", "2020/5"),
            ("2020-12-5", "2020/5"),
            ("2024-12-25", "2024/25"),
            ("2020-12-14,22", "2020/12-14 2020/22"),
            ("2020/day/5", "2020/5"),
            ("https://adventofcode.com/2020/day/5#part2", "2020/5"),
            ("adventofcode.com/2020/day/5/input", "2020/5"),
            ("http://www.adventofcode.com/2020/day/5?x", "2020/5"),
            ("/2020/day/5", "2020/5"),
            ("2015-2018", "2015-2018"),
            ("2020-2020", "2020"),
            ("*/1-5", "*/1-5"),
            ("ALL/25", "*/25"),
            ("2015-2018/1-5", "2015-2018/1-5"),
            // Only one of the years has the day.
            ("2024-2026/25", "2024-2026/25"),
        ] {
            assert_eq!(read(word), ours, "{word}");
        }
    }

    #[test]
    fn refuses_with_what_to_write_instead() {
        let no_day = "does not exist: days are 1 to 25 (1 to 12 since 2025)";
        let write = "write 22, 1-5, 2020, 2020/22, all, today, latest or a day's file";
        for (word, says) in [
            ("0", &*format!("day 0 {no_day}")),
            ("1-26", &*format!("day 26 {no_day}")),
            ("*/26", &*format!("day 26 {no_day}")),
            (
                "2014-2016/25",
                "`2014` is not a year: years are 2015 and later",
            ),
            ("2015-/25", "`` is not a year: years are 2015 and later"),
            ("20200", "`20200` is not a year: years are 2015 and later"),
            ("20/22", "`20` is not a year: years are 2015 and later"),
            ("5-1", "the range 5-1 is backwards: write 1-5"),
            (
                "2020-12-",
                "unknown puzzle `2020-12-`: write 22, 1-5, 2020, 2020/22, all, today, latest or a day's file",
            ),
            (
                "2018-2015/25",
                "the range 2018-2015 is backwards: write 2015-2018",
            ),
            ("day99", &*format!("day 99 {no_day}")),
            (
                "2020,2021",
                "`2020,2021` is a list of years: write them as separate words, 2020 2021",
            ),
            (
                "2015-2018,2020,",
                "`2015-2018,2020` is a list of years: write them as separate words, 2015-2018 2020",
            ),
            ("1,2020", &*format!("day 2020 {no_day}")),
            (
                "22,2021/21",
                "`22,2021/21` names a year within a list: write separate words, 22 2021/21",
            ),
            (
                "2020/1-5,22,2021/3,",
                "`2020/1-5,22,2021/3` names a year within a list: write separate words, 2020/1-5,22 \
                 2021/3",
            ),
            (
                "2020/1,2020/2",
                "`2020/1,2020/2` names a year within a list: write separate words, 2020/1 2020/2",
            ),
            (
                "22,2021/99",
                "`22,2021` is not a year: years are 2015 and later",
            ),
            ("2025-14", "2025/14 does not exist: 2025 has 12 days"),
            ("2025-12-14", "2025/14 does not exist: 2025 has 12 days"),
            ("2025/10-14", "2025/14 does not exist: 2025 has 12 days"),
            (
                "2031/13",
                "2031/13 does not exist: 2031 has 12 days as far as is known; from its first day on, \
                 `aoc calendar 2031` asks the site",
            ),
            ("tody", "unknown puzzle `tody`; did you mean `today`?"),
            (
                "Lastest",
                "unknown puzzle `Lastest`; did you mean `latest`?",
            ),
            ("crab", &*format!("unknown puzzle `crab`: {write}")),
        ] {
            assert_eq!(&read(word), says);
        }
        for word in ["2015-2018/", "2020/day/x"].into_iter().chain([
            "+5",
            "-5",
            "1,,3",
            "1,,",
            ",",
            "1-",
            "1-2-3",
            "2020/",
            "2020/1/2",
            "*",
            "*/",
            "*/*",
            "d5",
            "day",
            "2020-",
            "a",
            "٣",
            "",
            "a\nb",
            // Addresses of other sites are refused, even if they resemble an address of the site.
            "https://example.com/2020/day/5",
            "https://adventofcode.com.example.com/2020/day/5",
            "example.com/adventofcode.com/2020/day/5",
            "https://codyssi.com/2020/day/5",
            "ftp://adventofcode.com/2020/day/5",
            "days/2020/day/5",
        ]) {
            let says = format!("unknown puzzle `{}`: {write}", word.escape_debug());
            assert_eq!(read(word), says);
        }
    }

    #[test]
    fn every_selector_that_is_a_word_has_its_text() {
        for (_, selector) in SELECTOR_WORDS {
            assert_eq!(read(&selector.to_string()), selector.to_string());
        }
    }

    fn parsed_line(line: &str, flag: Option<&str>) -> String {
        let words: Vec<&str> = line.split_whitespace().collect();
        match parse_selectors(&words, flag) {
            Ok(selectors) => written(&selectors),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn a_year_beside_days_is_theirs() {
        for (line, says) in [
            ("22", "22"),
            ("22 2020", "2020/22"),
            ("1-5 2020 22", "2020/1-5 2020/22"),
            ("2020 2020 22", "2020/22"),
            ("2020 22 2021/3", "2020/22 2021/3"),
            ("2020 2021", "2020 2021"),
            ("2020 all", "2020 all"),
            ("*/25 22 2020", "*/25 2020/22"),
            (
                "2020 2021 22",
                "the year of day 22 is not clear: write 2021/22",
            ),
            (
                "22 2015-2018",
                "the year of day 22 is not clear: write 2015-2018/22",
            ),
            ("13 2025", "2025/13 does not exist: 2025 has 12 days"),
        ] {
            assert_eq!(&parsed_line(line, None), says);
        }
    }

    #[test]
    fn the_year_of_the_flag_must_not_contradict() {
        for (line, says) in [
            ("", "2020"),
            ("ALL", "2020"),
            ("all 5", "2020 2020/5"),
            ("2020/5 all", "2020/5 2020"),
            ("2020", "2020"),
            ("22 2020", "2020/22"),
            ("2020/22", "2020/22"),
            (
                "22 2021",
                "--year 2020 contradicts `2021`: remove one of them",
            ),
            (
                "2020-2021",
                "--year 2020 contradicts `2020-2021`: remove one of them",
            ),
            (
                "Today",
                "--year 2020 contradicts `today`: remove one of them",
            ),
        ] {
            assert_eq!(&parsed_line(line, Some("2020")), says);
        }
        let too_early = "`2014` is not a year: years are 2015 and later";
        assert_eq!(parsed_line("22", Some("2014")), too_early);
        let too_late = "2025/13 does not exist: 2025 has 12 days";
        assert_eq!(parsed_line("13", Some("2025")), too_late);
    }

    #[test]
    fn tells_paths_from_other_selectors() {
        for word in [
            "days/year2020/day22.rs",
            "./day22.rs",
            "day22.rs",
            "/tmp/days/year2020",
            "year2020/",
            "..",
            "days\\year2020\\day22.rs",
        ] {
            assert!(is_path(word), "{word}");
        }
        for word in [
            "2020/22",
            "2020/",
            "22,2021/21",
            "*/25",
            "all/25",
            "ALL/1",
            "22",
            "all",
            "crab",
            "20.5",
            "https://example.com/2020/day/5",
            "AdventOfCode.com/2020/day/5",
        ] {
            assert!(!is_path(word), "{word}");
        }
        assert!(!is_path("2020/day/22"));
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_again(word in "\\PC{0,12}|[0-9,/*-]{0,12}|20[12][0-9]/[0-9]{1,2}(-[0-9]{1,2})?|201[0-9]-202[0-9](/[0-9]{1,2})?") {
            match parse_word(&word) {
                Ok(selectors) => for selector in selectors {
                    prop_assert_eq!(parse_word(&selector.to_string()).ok(), Some(vec![selector]));
                },
                Err(error) => prop_assert!(!error.to_string().contains('\n')),
            }
        }
    }
}
