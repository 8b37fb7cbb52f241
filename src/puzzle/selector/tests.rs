use proptest::prelude::*;

use super::*;

fn days(year: Option<u16>, items: &[DayItem]) -> Selector {
    Selector::Days {
        year: year.map(Year),
        items: items.to_vec(),
    }
}

fn each(years: Option<(u16, u16)>, items: &[DayItem]) -> Selector {
    Selector::EachYear {
        years: years.map(|(first, last)| (Year(first), Year(last))),
        items: items.to_vec(),
    }
}

fn one(day: u8) -> DayItem {
    DayItem::One(Day(day))
}

fn range(first: u8, last: u8) -> DayItem {
    DayItem::Range(Day(first), Day(last))
}

#[test]
fn reads_every_form() {
    let cases = [
        ("22", days(None, &[one(22)])),
        ("07", days(None, &[one(7)])),
        ("1-5", days(None, &[range(1, 5)])),
        ("5-5", days(None, &[range(5, 5)])),
        ("1,3,22", days(None, &[one(1), one(3), one(22)])),
        ("2020", Selector::Year(Year(2020))),
        ("2020/22", days(Some(2020), &[one(22)])),
        ("2020/1-5,22", days(Some(2020), &[range(1, 5), one(22)])),
        ("2099/12", days(Some(2099), &[one(12)])),
        ("all", Selector::All),
        ("today", Selector::Today),
        ("latest", Selector::Latest),
        ("ALL", Selector::All),
        ("Today", Selector::Today),
        ("LaTeSt", Selector::Latest),
        ("2015-2018", Selector::Years(Year(2015), Year(2018))),
        ("2020-2020", Selector::Years(Year(2020), Year(2020))),
        ("*/25", each(None, &[one(25)])),
        ("*/1-5,22", each(None, &[range(1, 5), one(22)])),
        ("all/25", each(None, &[one(25)])),
        ("ALL/1-5", each(None, &[range(1, 5)])),
        ("2016-2017/25", each(Some((2016, 2017)), &[one(25)])),
        (
            "2015-2018/1-5,22",
            each(Some((2015, 2018)), &[range(1, 5), one(22)]),
        ),
        // One of the years has the day.
        ("2024-2026/25", each(Some((2024, 2026)), &[one(25)])),
        ("inputs/year2020/day22.txt", days(Some(2020), &[one(22)])),
        ("days/year2020", Selector::Year(Year(2020))),
        ("days/year2020/day22.rs", days(Some(2020), &[one(22)])),
        ("days/year2020/day22/lanes.rs", days(Some(2020), &[one(22)])),
    ];
    for (text, selector) in cases {
        assert_eq!(text.parse(), Ok(selector), "{text}");
    }
}

#[test]
fn refuses_with_what_to_write_instead() {
    let unknown = |word: &str| {
        format!(
            "unknown puzzle `{word}`: write 22, 1-5, 2020, 2020/22, all, today, latest or a day's \
             file"
        )
    };
    let no_day = |number: &str| {
        format!("day {number} does not exist: days are 1 to 25 (1 to 12 since 2025)")
    };
    let early = |year: &str| format!("there was no event in {year}: the first one was in 2015");
    let path = "`/22` is not the file of a day: those are such as days/year2020/day01.rs";
    let cases = [
        ("", unknown("")),
        ("crab", unknown("crab")),
        ("+5", unknown("+5")),
        ("-5", unknown("-5")),
        ("1,,3", unknown("1,,3")),
        ("1-", unknown("1-")),
        ("1-2-3", unknown("1-2-3")),
        ("2020/", unknown("2020/")),
        ("/22", path.to_owned()),
        ("2020/1/2", unknown("2020/1/2")),
        ("*", unknown("*")),
        ("*/", unknown("*/")),
        ("*/*", unknown("*/*")),
        ("2015-/25", unknown("2015-/25")),
        ("2015-2018/", unknown("2015-2018/")),
        ("2015-2016-2017/1", unknown("2015-2016-2017/1")),
        ("a\nb", unknown("a\\nb")),
        ("20200", unknown("20200")),
        (
            "tody",
            "unknown puzzle `tody`; did you mean `today`?".to_owned(),
        ),
        (
            "Lastest",
            "unknown puzzle `Lastest`; did you mean `latest`?".to_owned(),
        ),
        ("day99", unknown("day99")),
        ("2020-", unknown("2020-")),
        ("a", unknown("a")),
        ("0", no_day("0")),
        ("26", no_day("26")),
        ("999", no_day("999")),
        ("1-26", no_day("26")),
        ("*/26", no_day("26")),
        ("2020/0", no_day("0")),
        ("2020/2020", no_day("2020")),
        ("2014", early("2014")),
        ("2014-2016", early("2014")),
        ("2014-2016/25", early("2014")),
        ("2015-2016/26", no_day("26")),
        ("20/22", early("20")),
        ("15-18/22", early("15")),
        ("2015-18/22", early("18")),
        ("5-1", "the range 5-1 is backwards: write 1-5".to_owned()),
        (
            "2020/22-21",
            "the range 22-21 is backwards: write 21-22".to_owned(),
        ),
        (
            "2018-2015",
            "the range 2018-2015 is backwards: write 2015-2018".to_owned(),
        ),
        (
            "2018-2015/25",
            "the range 2018-2015 is backwards: write 2015-2018".to_owned(),
        ),
        (
            "2025-2026/13",
            "2025/13 does not exist: 2025 has 12 days".to_owned(),
        ),
        (
            "2020-22",
            "`2020-22` has a year and a day in one range: write 2020/22".to_owned(),
        ),
        (
            "2020,2021",
            "`2020,2021` has a year in a list of days: write 2020 2021".to_owned(),
        ),
        (
            "2020,1,3-5",
            "`2020,1,3-5` has a year in a list of days: write 2020/1,3-5".to_owned(),
        ),
        (
            "2025/13",
            "2025/13 does not exist: 2025 has 12 days".to_owned(),
        ),
        (
            "2025/10-14",
            "2025/14 does not exist: 2025 has 12 days".to_owned(),
        ),
    ];
    for (text, message) in cases {
        let error = text.parse::<Selector>().unwrap_err();
        assert_eq!(error.to_string(), message, "{text:?}");
    }
}

#[test]
fn words_and_numbers_of_any_length_are_refused() {
    let long = "d".repeat(100_000);
    for word in [
        &*long,
        "99999999999999999999",
        "1-99999999999999999999",
        "٣",
    ] {
        assert!(word.parse::<Selector>().is_err(), "{word:?}");
    }
}

#[test]
fn habits_from_elsewhere_are_corrected() {
    for (word, ours) in [
        ("day22", "22"),
        ("Day07", "7"),
        ("d3", "3"),
        ("year2020", "2020"),
        ("2020/day07", "2020/7"),
        ("2020:22", "2020/22"),
        ("1..5", "1-5"),
        ("2015..=2018", "2015-2018"),
    ] {
        let error = word.parse::<Selector>().unwrap_err();
        let expected = format!("unknown puzzle `{word}`; did you mean `{ours}`?");
        assert_eq!(error.to_string(), expected);
    }
    // What a shell makes of `*/25` where there are such files.
    assert_eq!(
        "notes/25".parse::<Selector>().unwrap_err().to_string(),
        "`notes/25` is not the file of a day: those are such as days/year2020/day01.rs; day 25 of \
         every year is all/25"
    );
}

fn item(last: u8) -> impl Strategy<Value = DayItem> {
    (1..=last, 1..=last, any::<bool>()).prop_map(|(a, b, single)| {
        if single {
            one(a)
        } else {
            range(a.min(b), a.max(b))
        }
    })
}

fn selector() -> impl Strategy<Value = Selector> {
    let items = |last| prop::collection::vec(item(last), 1..6);
    prop_oneof![
        Just(Selector::All),
        Just(Selector::Today),
        Just(Selector::Latest),
        (2015u16..=9999).prop_map(|year| Selector::Year(Year(year))),
        (2015u16..=2030, 0u16..50)
            .prop_map(|(year, more)| Selector::Years(Year(year), Year(year + more))),
        items(25).prop_map(|items| each(None, &items)),
        (2015u16..=2024, 0u16..50, items(25))
            .prop_map(|(year, more, items)| each(Some((year, year + more)), &items)),
        items(25).prop_map(|items| days(None, &items)),
        (2015u16..=2024, items(25)).prop_map(|(year, items)| days(Some(year), &items)),
        (2025u16..=9999, items(12)).prop_map(|(year, items)| days(Some(year), &items)),
    ]
}

proptest! {
    #[test]
    fn what_is_written_is_read_again(selector in selector()) {
        prop_assert_eq!(selector.to_string().parse(), Ok(selector));
    }

    #[test]
    fn no_text_makes_it_panic(text in any::<String>()) {
        let _ = text.parse::<Selector>();
    }

    #[test]
    fn no_text_of_these_characters_makes_it_panic(text in "[0-9,/*-]{0,12}") {
        if let Ok(selector) = text.parse::<Selector>() {
            prop_assert_eq!(selector.to_string().parse(), Ok(selector));
        }
    }

    #[test]
    fn an_error_is_one_line(text in any::<String>()) {
        if let Err(error) = text.parse::<Selector>() {
            prop_assert!(!error.to_string().contains('\n'));
        }
    }
}
