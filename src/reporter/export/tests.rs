//! The documents of an invented report.

use std::fs;
use std::path::Path;

use aoc_solution::protocol::Phase;
use insta::assert_snapshot;
use serde_json::{Value, json};

use super::*;
use crate::bench::{BenchWarning, Load, RatioVerdict};
use crate::files::Destination;
use crate::reporter::bench_figures::bench_notes;
use crate::reporter::testing::{ratio, report, result};

#[test]
fn markdown_has_a_row_for_each_function() {
    let mut report = report();
    report.results[2].change = Some(ratio("main", 0.9, RatioVerdict::Faster));
    assert_snapshot!(bench_markdown(&report), @r#"
    | puzzle | phase | p10 | ± | median | allocs | peak | compared |
    |:--|:--|--:|--:|--:|--:|--:|--:|
    | 2020/22 Crab Combat | parse | 45.1 ns | ±0.4% | 45.6 ns | 12 | 1.05 MiB |  |
    | 2020/22 Crab Combat | part 1 | 702 ns | ±0.4% | 709 ns | 12 | 1.05 MiB |  |
    | 2020/22 Crab Combat | part 2 | 2.81 ms | ±0.4% | 2.84 ms | 12 | 1.05 MiB | 1.11x faster than main \[1.10, 1.12\] |
    | 2020/22 Crab Combat | part 2 textbook | 34.5 ms | ±0.4% | 34.8 ms | 12 | 1.05 MiB | 12.3x slower than part 2 \[12.2, 12.4\] |
    | 2021/5 \</script\>\<b\>\|\*\`羊 | parse | 1.00 µs | ±0.4% | 1.01 µs | 12 | 1.05 MiB |  |
    | 2021/5 \</script\>\<b\>\|\*\`羊 | part 1 | panic: at days/year2021/day05.rs:7:9: ="oh"; \<no\> |  |  |  |  |  |
    | 2021/5 \</script\>\<b\>\|\*\`羊 (bob) | parse | 2.00 µs | ±0.4% | 2.02 µs | 12 | 1.05 MiB |  |
    | 2021/6 |  | error: it does not compile |  |  |  |  |  |

    Note: 2020/22 part 2 textbook: noisy machine: the median is more than 1.2 times the 10th percentile

    Note: other programs used the processor meanwhile (1.5 threads on average), so these times may be too long: measure again when they are done

    The 10th percentile of each phase, measured on 1 January 1970 on A processor, 2 cores, linux x86\_64, rustc 1.95.0 by ``aoc bench 'a`b' --all-alts``.
    "#);
}

#[test]
fn csv_has_every_figure() {
    let mut report = report();
    report.results[0].header.title = "=1+2".into();
    let csv = bench_csv(&report);
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!(lines.len(), 9);
    for (line, start) in [
        (0, "year,day,title,phase,alternative,"),
        (1, "2020,22,'=1+2,parse,,"),
        (4, "2020,22,Crab Combat,part2,textbook,input,,ok,,"),
        (
            6,
            r#"2021,5,</script><b>|*`羊,part1,,input,,panic,"at days/year2021/day05.rs:7:9: =""oh""; <no>",,"#,
        ),
    ] {
        assert!(lines[line].starts_with(start), "{}", lines[line]);
    }
    for part in [",34500000.0,", ",own,12.28,", ",noisy,"] {
        assert!(lines[4].contains(part), "{part}");
    }
    for (line, end) in [
        (0, ",process_chain_ns,input"),
        (4, ",inputs/year2020/day22.txt"),
    ] {
        assert!(lines[line].ends_with(end), "{}", lines[line]);
    }
    // A result in which every figure is known.
    let mut full = report.results[3].clone();
    full.change.clone_from(&full.ratio);
    full.measured.as_mut().expect("a measured function").load = Some(Load { others: 1.5 });
    let mut columns: Vec<&str> = lines[0].split(',').collect();
    let full = serde_json::to_value(full).expect("plain data");
    let mut paths = value_paths(&columns, String::new(), &full);
    columns.sort_unstable();
    paths.sort_unstable();
    assert_eq!(paths, columns);
}

/// The paths of all values in a document. A value with a column of its own is not taken apart.
fn value_paths(columns: &[&str], path: String, value: &Value) -> Vec<String> {
    let fields: Vec<(String, &Value)> = match value {
        _ if columns.contains(&&*path) => return vec![path],
        Value::Object(fields) => fields
            .iter()
            .map(|(name, value)| (name.clone(), value))
            .collect(),
        Value::Array(values) if !values.is_empty() => (0..)
            .zip(values)
            .map(|(index, value): (usize, _)| (index.to_string(), value))
            .collect(),
        _ => return vec![path],
    };
    fields
        .into_iter()
        .flat_map(|(name, value)| {
            let inner = if path.is_empty() {
                name
            } else {
                format!("{path}.{name}")
            };
            value_paths(columns, inner, value)
        })
        .collect()
}

/// True if a later document may replace this one.
fn is_replaced(document: &str) -> bool {
    let temp = tempfile::tempdir().expect("a folder");
    fs::write(temp.path().join("file"), document).expect("written");
    Destination::checked(Path::new("file"), temp.path(), false).is_ok()
}

#[test]
fn the_card_is_well_formed() {
    let all = report().results;
    for (results, bars, texts) in [
        // The card has a bar for each year. The sum leaves out the failed part.
        (
            &all[..],
            2,
            &[">Advent of Code 2020 to 2021<", ">2020<", ">&gt; 3.00 µs<"][..],
        ),
        // The card has a bar for each day or input. A failure is a word.
        (
            &all[4..],
            2,
            &[
                ">05 &lt;/script&gt;&lt;b&gt;|*`羊<",
                ">&gt; 1.00 µs<",
                "\"end failed\"",
            ],
        ),
    ] {
        let mut report = report();
        report.results = results.to_vec();
        let card = bench_svg(&report);
        assert!(is_replaced(&card) && is_replaced(&bench_html(&report)));
        let ends = card.matches("</text>").count();
        assert_eq!(card.matches("<text").count(), ends);
        let empty = card.matches("width=\"0.0\"").count();
        assert_eq!(card.matches("class=\"bar\"").count() - empty, bars);
        // The longest bar ends at the end of the track.
        assert!(card.contains("class=\"bar\" x=\"206\" y=\"7.5\" width=\"180.0\""));
        for text in texts {
            assert!(card.contains(text), "{text}: {card}");
        }
    }
}

#[test]
fn the_scale_of_a_card_has_ticks_and_its_name() {
    let mut report = report();
    for (ns, kind, ticks) in [
        (
            [45.0, 34e6],
            "1 day, 10th percentile, logarithmic scale",
            vec!["100 ns", "10 µs", "1 ms"],
        ),
        (
            [3e6, 7e6],
            "1 day, 10th percentile",
            vec!["2 ms", "4 ms", "6 ms"],
        ),
    ] {
        report.results = ns
            .into_iter()
            .map(|ns| result(2021, 5, "Title", Phase::Part1, ns))
            .collect();
        report.results[0].header.name = Some("bob".into());
        let card = bench_svg(&report);
        assert!(
            card.contains(&kind.replace("1 day", "1 day, 2 inputs")),
            "{card}"
        );
        let labels: Vec<&str> = card
            .lines()
            .filter(|line| line.contains("dim axis"))
            .filter_map(|line| line.split(['<', '>']).nth(2))
            .collect();
        assert_eq!(labels, ticks);
    }
}

/// Each document can still be made after an interrupt before the first result.
#[test]
fn each_document_can_be_made_without_results() {
    let mut report = report();
    report.results.clear();
    assert_eq!(bench_svg(&report), "");
    assert_eq!(bench_csv(&report).lines().count(), 1);
    assert!(bench_markdown(&report).starts_with("| puzzle |"));
    assert!(bench_html(&report).contains("<title>Advent of Code</title>"));
    let tiles = fields(&drawn(&report)["tiles"], &["name", "value", "more"]);
    assert_eq!(tiles, ["Total | – | 0 days"]);
}

/// The JSON in the script element with this id.
fn embedded(page: &str, id: &str) -> Value {
    let start = format!("<script id=\"{id}\" type=\"application/json\">");
    let (_, rest) = page.split_once(&start).unwrap();
    let (json, _) = rest.split_once("</script>").unwrap();
    assert!(!json.contains('<'));
    serde_json::from_str(json).unwrap()
}

/// The data for the script of the page.
fn drawn(report: &BenchReport) -> Value {
    embedded(&bench_html(report), "page")
}

/// A browser would follow a character that changes the direction of writing.
#[test]
fn texts_on_the_page_are_safe_to_show() {
    let mut report = report();
    report.results[0].header.title = "Crab\u{1b}".into();
    report.results[5].message = Some("a\u{202e}\nb".into());
    let page = drawn(&report);
    assert_eq!(page["days"]["rows"][0]["title"], r"Crab\u{1b}");
    assert_eq!(page["phases"][5]["message"], r"a\u{202e}; b");
}

/// These fields of each object, separated by ` | `.
fn fields(objects: &Value, names: &[&str]) -> Vec<String> {
    let objects = objects.as_array().unwrap();
    objects
        .iter()
        .map(|object| {
            let values = names.iter().map(|name| match &object[name] {
                Value::String(text) => text.clone(),
                other => other.to_string(),
            });
            values.collect::<Vec<_>>().join(" | ")
        })
        .collect()
}

#[test]
fn the_page_contains_the_escaped_document() {
    let mut report = report();
    let quantiles = (0..=20).map(f64::from).collect();
    report.results[0].measured.as_mut().unwrap().quantiles_ns = quantiles;
    let page = bench_html(&report);
    let read = embedded(&page, "report");
    assert_eq!(read["results"][4]["title"], *report.results[4].header.title);
    assert!(!page.contains("{{"));
    // The labels of a distribution match its caption.
    let drawn = embedded(&page, "page");
    assert_eq!(drawn["phases"][0]["range_words"], "1.00 ns to 19.0 ns");
    assert!(page.contains("the samples from their 5th to their 95th percentile"));
    assert!(page.contains("<title>Advent of Code 2020 to 2021</title>"));
    assert!(page.matches("://").count() <= 2, "only namespaces");
    // A text may look like a placeholder.
    report.command = "{{title}} {{report}} {{page}}".into();
    let page = bench_html(&report);
    assert_eq!(embedded(&page, "report")["command"], *report.command);
    assert_eq!(embedded(&page, "page"), drawn);
}

#[test]
fn the_figures_of_the_page_are_those_of_the_table() {
    let mut report = report();
    let all = drawn(&report);
    let tile = ["name", "value", "more"];
    assert_eq!(
        fields(&all["tiles"], &tile),
        [
            "Total | > 2.81 ms | ±0.4%, 3 days, 4 inputs",
            "Slowest | 2.81 ms | 2020/22 Crab Combat, 100% of the total; only days with all phases count",
            "Median | 1.41 ms | half take longer, half less; only days with all phases count",
            "Failed | 2 | not in the total",
        ]
    );
    let texts = |row: &Value| {
        let mut texts = fields(&row["phases"], &["text"]);
        texts.push(row["total"]["text"].as_str().unwrap().to_owned());
        texts.join(", ")
    };
    // A sum without a part is a lower bound, also in the row of a year.
    let years = &all["years"]["rows"];
    assert_eq!(texts(&years[0]), "45.1 ns, 702 ns, 2.81 ms, 2.81 ms");
    assert_eq!(texts(&years[1]), "3.00 µs, panic, –, > 3.00 µs");
    assert_eq!(years[1]["title"], "2 days, 3 inputs");
    let days = &all["days"]["rows"];
    assert_eq!(texts(&days[2]), "2.00 µs, –, –, 2.00 µs");
    assert_eq!(days[2]["title"], "</script><b>|*`羊 (bob)");
    assert_eq!(texts(&days[3]), "–, –, –, error");
    // A failure has no bar and no time to sort by.
    let total = &days[3]["total"];
    assert_eq!((&total["ns"], &total["share"]), (&Value::Null, &0.0.into()));
    assert_eq!(total["has_failed"], true);
    // On the logarithmic scale even the shortest phase is visible.
    assert_eq!(all["days"]["is_logarithmic"], true);
    assert!(days[0]["phases"][0]["share"].as_f64() > Some(0.05));
    assert_eq!(days[0]["total"]["share"], 1.0);
    let ticks = fields(&all["days"]["ticks"], &["label"]);
    assert_eq!(ticks, ["100 ns", "1 µs", "10 µs", "100 µs", "1 ms"]);
    let phases = &all["phases"];
    assert_eq!(phases[3]["function"], "part\u{a0}2 textbook");
    let figures = json!(["34.5 ms", "±0.4%", "34.8 ms", "12", "1.05 MiB"]);
    assert_eq!(phases[3]["figures"], figures);
    let note = "other programs used the processor meanwhile (1.5 threads on average), so these times \
                may be too long: measure again when they are done";
    assert_eq!(all["load"], note);
    // A single day has no bars. It has the shares of its phases.
    report.results.truncate(4);
    report.load = Some(Load { others: 0.3 });
    let day = drawn(&report);
    assert_eq!(
        fields(&day["tiles"], &tile)[1..],
        [
            "parse | 45.1 ns | 0.0% of the total",
            "part 1 | 702 ns | 0.0% of the total",
            "part 2 | 2.81 ms | 100% of the total",
        ]
    );
    assert_eq!(
        [&day["years"], &day["days"], &day["load"]],
        [&Value::Null; 3]
    );
}

#[test]
fn comparisons_on_the_page_begin_with_the_largest() {
    let mut report = report();
    for (index, value, verdict) in [
        (0, 1.001, RatioVerdict::Same),
        (1, 0.5, RatioVerdict::Faster),
        (2, 4.0, RatioVerdict::Slower),
        (4, 1.1, RatioVerdict::MachineVaried),
    ] {
        report.results[index].change = Some(ratio("main", value, verdict));
    }
    report.results[2].regressed = true;
    let all = drawn(&report);
    assert_eq!(all["changes"]["heading"], "Against main");
    let tiles = fields(&all["tiles"], &["name", "value", "more", "class"]);
    assert!(tiles.contains(&"Against main | 1 slower | of 4 | slower".to_owned()));
    assert!(tiles.contains(&"Against main | 1 faster | of 4 | faster".to_owned()));
    let changes = &all["changes"];
    let row = ["name", "words", "interval", "has_regressed", "is_folded"];
    assert_eq!(
        fields(&changes["rows"], &row),
        [
            "2020/22 part\u{a0}2 | 4.00x slower |  [3.96, 4.04] | true | false",
            "2020/22 part\u{a0}1 | 2.00x faster |  [1.98, 2.02] | false | false",
            "2021/5 parse | no verdict |  [1.09, 1.11] | false | false",
            "2020/22 parse | no difference shown |  [0.99, 1.01] | false | true",
        ]
    );
    assert_eq!(changes["folded"], "1 function: no difference shown");
    assert_eq!(changes["is_open"], false);
    let ticks = fields(&changes["ticks"], &["label"]);
    assert_eq!(ticks, ["same", "2.02x faster", "4.04x slower"]);
    // The longest interval ends at the end of the scale.
    assert_eq!(changes["rows"][0]["ends"][1], 1.0);
    let alternatives = fields(&all["alternatives"]["rows"], &row[..3]);
    let textbook = "2020/22 part\u{a0}2 textbook | 12.3x slower |  [12.2, 12.4]";
    assert_eq!(alternatives, [textbook]);
    // Rows without a difference are shown if there are only a few and no others.
    report.results.truncate(1);
    assert_eq!(drawn(&report)["changes"]["is_open"], true);
}

#[test]
fn a_note_names_six_phases_and_counts_the_others() {
    let mut report = report();
    report.load = None;
    report.results.truncate(3);
    for result in &mut report.results {
        result.warnings.push(BenchWarning::BelowClock);
    }
    assert_eq!(
        bench_notes(&report),
        ["all phases: too fast to time reliably"]
    );
    for day in 1..=8 {
        let mut result = result(2021, day, "T", Phase::Part1, 1000.0);
        result.warnings.push(BenchWarning::AnswerChanges);
        report.results.push(result);
    }
    let notes = bench_notes(&report);
    let changes = "2021/5 part 1, 2021/6 part 1 and 2 more: a later call gave another answer than \
                   the first one";
    assert!(
        notes.iter().any(|note| note.ends_with(changes)),
        "{notes:#?}"
    );
}

/// The rows of the table of changes are not phases. Counting them once gave `6 of 3 phases`.
#[test]
fn a_warning_that_most_phases_share_says_how_many_have_it() {
    let mut report = report();
    report.results.truncate(3);
    for result in &mut report.results {
        result.set_change(ratio("main", 1.1, RatioVerdict::MachineVaried), None);
    }
    report.results[0].warnings.push(BenchWarning::Memo);
    assert_eq!(
        fields(
            &drawn(&report)["warnings"],
            &["warning", "shared", "sentence"]
        ),
        [
            "memo | null | the first call took more than 20 times as long as later ones: does the \
             solution store results?",
            "machine-varied | 3 of 3 phases:  | no verdict: the machine's own speed or other programs \
             could be the cause; measure both again, or use --against",
        ]
    );
}
