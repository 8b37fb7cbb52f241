use proptest::prelude::*;

use super::*;

fn parsed(text: &str, year: u16) -> Leaderboard {
    parse(text, Year(year), 1001).expect("a leaderboard")
}

fn at(seconds: i64) -> Option<DateTime<Utc>> {
    DateTime::from_timestamp(seconds, 0)
}

const MODERN: &str = r#"{"event":"2025","day1_ts":1764565200,"num_days":12,"owner_id":7,
    "new_field":{"a":[1,2]},"members":{
    "12":{"id":12,"name":null,"stars":0,"local_score":0,"last_star_ts":0,"completion_day_level":{}},
    "7":{"id":7,"name":"Ana","stars":3,"local_score":12,"last_star_ts":1764566000,"more":null,
      "completion_day_level":{
        "2":{"1":{"get_star_ts":1764651700,"star_index":9}},
        "1":{"2":{"get_star_ts":1764566000,"star_index":null},"1":{"get_star_ts":1764565500}}}}}}"#;

#[test]
fn the_form_of_today() {
    let board = parsed(MODERN, 2025);
    assert_eq!(board.first_unlock.timestamp(), 1_764_565_200);
    assert_eq!(board.unlock(Day(2)).timestamp(), 1_764_651_600);
    let [ana, anonymous] = &board.members[..] else {
        panic!("{board:?}");
    };
    assert_eq!(
        (ana.id, &*ana.name, ana.stars, ana.local_score),
        (7, "Ana", 3, 12)
    );
    let days = [
        (Day(1), [at(1_764_565_500), at(1_764_566_000)]),
        (Day(2), [at(1_764_651_700), None]),
    ];
    assert_eq!(ana.days, days.into());
    assert_eq!(anonymous.name, "(anonymous user #12)");
    assert_eq!(anonymous.days, BTreeMap::new());
}

#[test]
fn numbers_may_be_strings() {
    // As saved around 2018.
    let board = parsed(
        r#"{"owner_id":"7","event":"2018","members":{"7":{"stars":2,"id":"7","global_score":0,
        "last_star_ts":"1543641000","name":"Ana","local_score":"4","completion_day_level":{
        "1":{"1":{"get_star_ts":"1543640500"},"2":{"get_star_ts":"1543641000"}}}}}}"#,
        2018,
    );
    let ana = &board.members[0];
    assert_eq!((ana.id, ana.local_score), (7, 4));
    assert_eq!(ana.days[&Day(1)], [at(1_543_640_500), at(1_543_641_000)]);
    assert_eq!(board.first_unlock, unlock(Year(2018).day(Day(1))));
}

#[test]
fn what_is_missing_or_makes_no_sense_is_left_out() {
    let board = parsed(
        r#"{"event":2025,"day1_ts":1,"members":{"7":{},"x":{"name":"nobody"},"8":null,
        "9":{"name":"\u001b[31mred\u202e","stars":-1,"completion_day_level":{"0":{"1":{}},
        "99":{},"one":{},"3":7,"4":{"1":{"get_star_ts":0},"2":{"get_star_ts":"soon"}},
        "5":{"1":{"get_star_ts":9223372036854775807},"2":{"get_star_ts":1764900000}}}}}}"#,
        2025,
    );
    let names: Vec<&str> = board.members.iter().map(|member| &*member.name).collect();
    assert_eq!(names, ["(anonymous user #7)", r"\u{1b}[31mred\u{202e}"]);
    assert_eq!(board.members[1].stars, 1);
    assert_eq!(board.members[1].days[&Day(5)], [None, at(1_764_900_000)]);
    assert_eq!(board.first_unlock, unlock(Year(2025).day(Day(1))));
}

#[test]
fn the_error_says_what_it_is() {
    let error = |text| parse(text, Year(2025), 1001).expect_err("no leaderboard");
    assert_eq!(error(""), "it is empty");
    assert_eq!(error("  \n"), "it is empty");
    assert_eq!(error(&MODERN[..300]), "it is incomplete");
    assert_eq!(error("log in"), "it is not JSON");
    assert_eq!(error("{}"), "it has no members");
    assert_eq!(error("[]"), "it has no members");
    assert_eq!(
        error(r#"{"members":[],"event":"2025"}"#),
        "it has no members"
    );
    assert_eq!(
        error(r#"{"members":{},"event":"2024"}"#),
        "it is of another event"
    );
    assert_eq!(error(&"[".repeat(100_000)), "it is not JSON");
}

#[test]
fn a_key_is_plain_and_hidden() {
    let key: ViewKey = " 1a2b3c4d\n".parse().expect("a key");
    assert_eq!(format!("{key:?}"), "<redacted>");
    for text in ["", "a b", "a&b=c", "a\r\nCookie: b", "ä", &"a".repeat(200)] {
        let error = text.parse::<ViewKey>().expect_err("no key");
        assert!(!error.contains("Cookie"));
    }
    let to = "http://hotel/?from=/x.json?view_key=1a2b3c4d".to_owned();
    let hidden = without_key(SiteError::Redirected { to }, &key).to_string();
    assert!(!hidden.contains("1a2b3c4d"), "{hidden}");
}

/// Any JSON.
fn json() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        "\\PC{0,5}|[\u{0}-\u{9f}]{0,5}|1764[0-9]{6}".prop_map(Value::from),
    ];
    let key = "[0-9]{1,3}|id|name|stars|local_score|completion_day_level|get_star_ts";
    let value = leaf.prop_recursive(5, 64, 6, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map(key, inner, 0..6)
                .prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    });
    prop::collection::btree_map("[0-9]{1,3}", value, 0..4).prop_map(|members| {
        let members = Value::Object(members.into_iter().collect());
        serde_json::json!({"event": "2025", "members": members}).to_string()
    })
}

proptest! {
    #[test]
    fn no_document_makes_it_panic(text in json()) {
        let board = parse(&text, Year(2025), 1).expect("there are members");
        for member in &board.members {
            prop_assert!(!member.name.is_empty());
            prop_assert!(!member.name.chars().any(char::is_control), "{:?}", member.name);
        }
        let written = serde_json::to_string(&board).expect("plain data is JSON");
        prop_assert_eq!(serde_json::from_str::<Leaderboard>(&written).expect("the same"), board);
    }

    #[test]
    fn no_text_makes_it_panic(text in "\\PC*|([{}\\[\\]\",:0-9a-z]|\"members\"|\"event\"){0,40}") {
        let _ = parse(&text, Year(2025), 1);
    }
}
