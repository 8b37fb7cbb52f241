use proptest::prelude::*;

use super::*;

fn days(year: Option<u16>, items: &[DayItem]) -> Selector {
    Selector::Days {
        year: year.map(Year),
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
    ];
    for (text, selector) in cases {
        assert_eq!(text.parse(), Ok(selector), "{text}");
    }
}

#[test]
fn refuses_with_the_word_and_what_to_write() {
    let grammar = "write such as 22, 1-5, 2020, 2020/22, all, today or latest";
    let no_day = "is no day: write a day from 1 to 25, or a year from 2015 on";
    let early = "the first event was in 2015: write a year from 2015 on";
    let cases = [
        ("", format!("`` names no puzzle: {grammar}")),
        ("crab", format!("`crab` names no puzzle: {grammar}")),
        ("ALL", format!("`ALL` names no puzzle: {grammar}")),
        ("+5", format!("`+5` names no puzzle: {grammar}")),
        ("-5", format!("`-5` names no puzzle: {grammar}")),
        ("1,,3", format!("`1,,3` names no puzzle: {grammar}")),
        ("1-", format!("`1-` names no puzzle: {grammar}")),
        ("1-2-3", format!("`1-2-3` names no puzzle: {grammar}")),
        ("2020/", format!("`2020/` names no puzzle: {grammar}")),
        ("/22", format!("`/22` names no puzzle: {grammar}")),
        ("2020/1/2", format!("`2020/1/2` names no puzzle: {grammar}")),
        ("a\nb", format!("`a\\nb` names no puzzle: {grammar}")),
        ("20200", format!("`20200` names no puzzle: {grammar}")),
        ("0", format!("`0`: 0 {no_day}")),
        ("26", format!("`26`: 26 {no_day}")),
        ("999", format!("`999`: 999 {no_day}")),
        ("1-26", format!("`1-26`: 26 {no_day}")),
        ("2020/0", format!("`2020/0`: 0 {no_day}")),
        ("2020/2020", format!("`2020/2020`: 2020 {no_day}")),
        ("2014", format!("`2014`: {early}")),
        ("20/22", format!("`20/22`: {early}")),
        ("5-1", "`5-1` runs backwards: write 1-5".to_owned()),
        (
            "2019-2021",
            "`2019-2021` has a year in a range: write the years one by one, such as 2019 2021"
                .to_owned(),
        ),
        (
            "2020-22",
            "`2020-22` has a year in a range: write 2020/22".to_owned(),
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
            "there is no 2025/13, since 2025 has 12 days: write 2025/1 to 2025/12".to_owned(),
        ),
        (
            "2025/10-14",
            "there is no 2025/14, since 2025 has 12 days: write 2025/1 to 2025/12".to_owned(),
        ),
    ];
    for (text, message) in cases {
        let error = text.parse::<Selector>().unwrap_err();
        assert_eq!(error.to_string(), message, "{text:?}");
    }
    assert!("99999999999999999999".parse::<Selector>().is_err());
    assert!("1-99999999999999999999".parse::<Selector>().is_err());
    assert!("٣".parse::<Selector>().is_err());
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
    fn no_text_of_its_own_letters_makes_it_panic(text in "[0-9,/-]{0,12}") {
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
