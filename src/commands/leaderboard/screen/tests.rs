use chrono::TimeDelta;
use clap::ValueEnum;

use super::*;
use crate::commands::leaderboard::testing::{YEAR, board, day, member};

fn view(board: &Leaderboard, width: usize, order: Order) -> View<'_> {
    View {
        terminal: Terminal::wide(width),
        board,
        ids: &[1001],
        age: Duration::from_secs(125),
        order,
        own_id: Some(9),
        has_all_times: false,
        has_starless: false,
    }
}

/// The leaderboard with `-v`.
fn verbose(board: &Leaderboard, width: usize, order: Order) -> View<'_> {
    View {
        has_all_times: true,
        ..view(board, width, order)
    }
}

fn three() -> Leaderboard {
    board(vec![
        member(
            7,
            "member 7 \u{1b}[2Jカニ",
            12,
            &[day(1, 125, Some(754)), day(2, 100, None)],
        ),
        member(8, "member 8 \u{1b}[2Jカニ", 9, &[day(1, -9, None)]),
        member(9, "member 9 with a name", 0, &[]),
    ])
}

#[test]
fn members_and_days_are_shown() {
    let ours = three();
    insta::assert_snapshot!(verbose(&ours, 80, Order::Score).all(), @r"
    2020  leaderboard 1001  3 members  fetched 2m 5s ago
    rank  stars  score  name
       1      3     12  member 7 \u{1b}[2Jカニ
       2      1      9  member 8 \u{1b}[2Jカニ
       3      0      0  member 9 with a name (you)

    the times of each day
    day    part 1    part 2     delta  name
      1     2m 5s   12m 34s   10m 29s  member 7 \u{1b}[2Jカニ
      1        0s         –         –  member 8 \u{1b}[2Jカニ
      2    1m 40s         –         –  member 7 \u{1b}[2Jカニ

    score: the earlier a star, the more points; part 1, part 2: the time since the
      unlock; delta: the time between them
    ");
    let first = View {
        terminal: Terminal::PLAIN,
        ..view(&ours, 80, Order::Score)
    };
    let first = first.all();
    assert_eq!(first.matches("member 8").count(), 1, "{first}");
    assert!(first.contains("\nthe first of each day\n"), "{first}");
    assert!(first.ends_with("; -v shows everyone's\n"), "{first}");
}

#[test]
fn without_any_star_no_times_are_explained() {
    let ours = board(vec![member(7, "member 7", 0, &[])]);
    insta::assert_snapshot!(view(&ours, 80, Order::Score).all(), @r"
    2020  leaderboard 1001  1 member  fetched 2m 5s ago
    rank  stars  score  name
       1      0      0  member 7
    ");
    let ours = board(vec![member(7, "member 7", 0, &[]), member(9, "a", 0, &[])]);
    insta::assert_snapshot!(view(&ours, 80, Order::Sum).all(), @r"
    2020  leaderboard 1001  2 members  fetched 2m 5s ago
    2 members without a star, you among them; --all shows them
    ");
}

#[test]
fn the_year_or_the_puzzle_in_the_heading_is_a_link() {
    let ours = three();
    let view = View {
        terminal: Terminal {
            links: true,
            ..Terminal::wide(80)
        },
        ..view(&ours, 80, Order::Score)
    };
    let all = view.all();
    let day = view.day(Day::of(1));
    for (text, page, name) in [(all, "2020", "2020"), (day, "2020/day/1", "2020/1")] {
        let link = format!("\x1b]8;;https://adventofcode.com/{page}\x1b\\{name}\x1b]8;;\x1b\\");
        assert!(text.starts_with(&link), "{text:?}");
    }
}

#[test]
fn a_leaderboard_in_forty_columns() {
    let ours = three();
    insta::assert_snapshot!(verbose(&ours, 40, Order::Score).all(), @r"
    2020  leaderboard 1001  3 members
      fetched 2m 5s ago
    rank  stars  score  name
       1      3     12  member 7 \u{1b}[2J…
       2      1      9  member 8 \u{1b}[2J…
       3      0      0  member 9 with… (you)

    the times of each day
    day    part 1    part 2  name
      1     2m 5s   12m 34s  member 7 \u{1b…
      1        0s         –  member 8 \u{1b…
      2    1m 40s         –  member 7 \u{1b…

    score: the earlier a star, the more
      points; part 1, part 2: the time since
      the unlock
    ");
}

#[test]
fn anonymous_members_keep_their_ids_on_a_narrow_terminal() {
    let mut ours = three();
    for member in &mut ours.members[..2] {
        member.id += 1_000_000;
        member.name = format!("(anonymous user #{})", member.id);
    }
    let shown = verbose(&ours, 40, Order::Score).all();
    for id in [" #1000007)", " #1000008)"] {
        let lines = shown.lines().filter(|line| line.ends_with(id));
        assert!(lines.count() >= 2, "{shown}");
    }
    for order in Order::value_variants() {
        let shown = verbose(&ours, 40, *order).all();
        let mut lines = shown.lines();
        assert!(lines.all(|line| line.chars().count() <= 40), "{shown}");
    }
}

/// The user's name is as long as fits beside its mark.
#[test]
fn lines_of_days_fit_with_ones_own_name() {
    let mut ours = three();
    ours.members[0].name = "member 9 with a name".to_owned();
    for width in 40..60 {
        let view = verbose(&ours, width, Order::Score);
        let days = table(view.terminal, &times_columns("day"), &view.days());
        for line in (days + &view.day(Day::FIRST)).lines().skip(1) {
            assert!(!line.starts_with("  m"), "{line}");
            assert!(line.chars().count() <= width, "{line}");
        }
    }
}

#[test]
fn an_order_is_explained() {
    let ours = three();
    for (order, word) in [
        (Order::First, "first: "),
        (Order::Delta, "delta of a member: "),
        (Order::Sum, "sum: "),
    ] {
        let shown = verbose(&ours, 250, order).all();
        let legend = shown.lines().last().expect("a line");
        assert!(legend.starts_with(word), "{legend}");
    }
}

#[test]
fn an_order_has_its_column_and_long_names_are_cut() {
    let mut ours = three();
    for member in &mut ours.members {
        member.name = member.name.replace('\u{1b}', "~");
    }
    let shown = [Order::First, Order::Delta, Order::Sum].map(|order| {
        let view = view(&ours, 40, order);
        view.ranks()
    });
    insta::assert_snapshot!(shown.join("\n"), @r"
    rank  stars  score     first  name
       1      3     12         2  member 7…
       2      1      9         1  member 8…
       3      0      0         0  mem… (you)

    rank  stars  score     delta  name
       1      3     12   10m 29s  member 7…
       2      1      9         –  member 8…
       3      0      0         –  mem… (you)

    rank  stars  score       sum  name
       1      3     12   12m 34s  member 7…
       2      1      9         –  member 8…
       3      0      0         –  mem… (you)
    ");
}

#[test]
fn a_day_is_in_the_order_of_completion() {
    let ours = three();
    let view = view(&ours, 60, Order::Score);
    insta::assert_snapshot!(view.day(Day::FIRST) + &view.day(Day::of(3)), @r"
    2020/1  leaderboard 1001  3 members  fetched 2m 5s ago
    rank    part 1    part 2     delta  name
       1     2m 5s   12m 34s   10m 29s  member 7 \u{1b}[2Jカニ
       2        0s         –         –  member 8 \u{1b}[2Jカニ
    2020/3  leaderboard 1001  3 members  fetched 2m 5s ago
    nobody has a star of this day yet
    ");
}

#[test]
fn the_first_member_and_both_stars_of_a_day_are_golden() {
    let ours = three();
    let view = View {
        terminal: Terminal {
            color: true,
            ..Terminal::wide(80)
        },
        ..view(&ours, 80, Order::Score)
    };
    let gold = GOLD.render().to_string();
    for shown in [view.ranks(), view.day(Day::FIRST)] {
        let golden: Vec<&str> = shown.lines().filter(|line| line.contains(&gold)).collect();
        assert_eq!(golden.len(), 1, "{shown}");
        assert!(golden[0].contains("member 7"), "{shown}");
    }
}

#[test]
fn several_members_without_a_star_are_a_line_unless_all_are_asked_for() {
    let mut ours = three();
    ours.members.push(member(10, "Dee", 0, &[]));
    let own = view(&ours, 60, Order::Score);
    let folded = own.ranks();
    insta::assert_snapshot!(folded, @r"
    rank  stars  score  name
       1      3     12  member 7 \u{1b}[2Jカニ
       2      1      9  member 8 \u{1b}[2Jカニ
    2 members without a star, you among them; --all shows them
    ");
    let other = View {
        own_id: None,
        ..view(&ours, 60, Order::Score)
    };
    let line = "\n2 members without a star; --all shows them\n";
    assert!(other.ranks().ends_with(line));
    let with_all = View {
        has_starless: true,
        ..own
    };
    let all = with_all.ranks();
    insta::assert_snapshot!(all, @r"
    rank  stars  score  name
       1      3     12  member 7 \u{1b}[2Jカニ
       2      1      9  member 8 \u{1b}[2Jカニ
       3      0      0  member 9 with a name (you)
       4      0      0  Dee
    ");
}

#[test]
fn new_stars_of_more_than_a_week_are_grouped_by_day() {
    let board = board(Vec::new());
    let star = |day, part, id, name: &str| NewStar {
        day: Day::of(day),
        part,
        time: unlock(YEAR.day(Day::of(day))),
        id,
        name: name.to_owned(),
    };
    let stars = [
        star(2, Part::One, 8, "Bob"),
        star(1, Part::One, 7, "Ana"),
        star(1, Part::One, 8, "Bob"),
        star(1, Part::Two, 9, "Cy \u{1b}[2J"),
        star(1, Part::Two, 7, "Ana"),
        star(3, Part::One, 7, "Ana"),
        star(3, Part::Two, 7, "Ana"),
    ];
    let grouped = [80, 40].map(|width| {
        let view = view(&board, width, Order::Score);
        view.new_stars_by_day(&stars)
    });
    insta::assert_snapshot!(grouped.join("\n"), @r"
    2020/1   **  2 members    Cy \u{1b}[2J, Ana
    2020/1   *   1 member     Bob
    2020/2   *   1 member     Bob
    2020/3   **  1 member     Ana

    2020/1   **  2 members    Cy \u{1b}[2J,
      Ana
    2020/1   *   1 member     Bob
    2020/2   *   1 member     Bob
    2020/3   **  1 member     Ana
    ");
}

#[test]
fn new_stars_are_lines() {
    let board = board(Vec::new());
    let time = unlock(YEAR.day(Day::of(12))) + TimeDelta::seconds(754);
    let star = |part| NewStar {
        day: Day::of(12),
        part,
        time,
        id: 7,
        name: "Ana".to_owned(),
    };
    let shown = view(&board, 80, Order::Score).new_stars(&Part::BOTH.map(star));
    insta::assert_snapshot!(shown, @r"
    2020/12  *    12m 34s  Ana
    2020/12  **   12m 34s  Ana
    ");
}
