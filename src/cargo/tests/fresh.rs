//! A program is built again if and only if one of its sources has changed.

use super::*;

#[test]
fn edits_count_whatever_their_times() {
    let repository = repository(2015);
    let (result, events) = repository.run(&[1]);
    // Modules that other days use cause no messages.
    let expected = ("year2015-01: 1001", vec![]);
    assert_eq!((&*result, events.output), expected);
    repository.alone(1, "1001", 0);
    repository.day(1, "1002");
    for starts in [1, 0] {
        repository.built(&[1, 2], "year2015: 1002 | year2015: 2002", starts);
    }
    // If the program of the year is up to date, none of its days is built separately.
    repository.built(&[2], "year2015: 2002", 0);
    // The file is restored. It has the same size and is older than the build.
    repository.write_old(&day_file(2015, 1), &day_text(1, "1003"));
    repository.alone(1, "1003", 1);
    repository.alone(1, "1003", 0);
    // Without fingerprints, the sources of a program that cargo calls fresh are not known.
    fs::remove_dir_all(repository.path("target/aoc-stamps")).unwrap();
    repository.write_old(&day_file(2015, 1), &day_text(1, "1007"));
    repository.alone(1, "1007", 1);
    // A new day does not affect the programs of other days.
    repository.day(3, "3003");
    repository.alone(3, "3003", 1);
    repository.alone(1, "1007", 0);
    // Days that are requested together share a program, even if each has its own program.
    repository.built(&[1, 3], "year2015: 1007 | year2015: 3003", 1);
}

#[test]
fn a_program_is_kept_although_others_have_later_times() {
    let repository = repository(2026);
    repository.alone(1, "1001", 1);
    // There are more builds than are kept, all of them for later days.
    let ahead = SystemTime::now() + Duration::from_hours(24);
    for name in ["a", "b", "c", "d", "e", "f"] {
        let build = format!("target/aoc-workers/programs/year2026-01-dev/{name}");
        fs::create_dir_all(repository.path(&build)).unwrap();
        filetime::set_file_mtime(repository.path(&build), ahead.into()).unwrap();
    }
    repository.day(1, "1002");
    repository.alone(1, "1002", 1);
    repository.alone(1, "1002", 0);
}

/// A worker that a crash or a timeout ends is started again from the same file.
#[test]
fn a_program_is_kept_as_long_as_a_command_uses_it() {
    let repository = repository(2048);
    let puzzle = [Year::of(2048).day(Day::of(1))];
    let used = repository.build(&puzzle, &mut Events::default()).unwrap();
    let program = used.program(puzzle[0]).unwrap().to_owned();
    for other in 1..=6 {
        repository.day(1, &format!("{other}"));
        repository.alone(1, &format!("{other}"), 1);
    }
    assert_eq!(answer(&program, Day::of(1)), "1001");
    drop(used);
    repository.day(1, "7");
    repository.alone(1, "7", 1);
    assert!(!program.exists());
}

#[test]
fn what_was_not_used_for_long_is_removed() {
    let repository = repository(2034);
    repository.alone(1, "1001", 1);
    let long_ago = SystemTime::now() - Duration::from_hours(9999);
    let debug = "target/aoc-workers/debug";
    let folders = [
        ("target/aoc-workers/programs".to_owned(), 400),
        (format!("{debug}/deps"), 200),
        (format!("{debug}/incremental"), 12),
    ];
    for (folder, kept) in &folders {
        for name in (0..=*kept)
            .map(|number| format!("year1999-{number}"))
            .chain(["other".into()])
        {
            let path = repository.path(folder).join(name);
            fs::write(&path, "").unwrap();
            filetime::set_file_mtime(path, long_ago.into()).unwrap();
        }
    }
    repository.day(1, "1002");
    repository.alone(1, "1002", 1);
    for (folder, kept) in folders {
        let names: Vec<String> = fs::read_dir(repository.path(&folder))
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        let years = names.iter().filter(|name| name.starts_with("year"));
        assert_eq!(years.count(), kept, "{folder}");
        assert!(names.contains(&"other".to_owned()), "{folder}");
        fs::remove_file(repository.path(&folder).join("other")).unwrap();
    }
    repository.alone(1, "1002", 0);
}

/// The compiler links in such a folder. If it is stopped, it does not remove the folder.
#[test]
fn what_stopped_compilers_have_left_is_removed() {
    let repository = repository(2050);
    repository.alone(1, "1001", 1);
    let outputs = repository.path("target/aoc-workers/debug/deps");
    for number in 0..20 {
        let left = outputs.join(format!("rustc{number:06}"));
        fs::create_dir(&left).unwrap();
        fs::write(left.join("symbols.o"), "").unwrap();
    }
    repository.day(1, "1002");
    repository.alone(1, "1002", 1);
    let kept = fs::read_dir(outputs)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.starts_with("rustc"));
    assert_eq!(kept.count(), 10);
    repository.alone(1, "1002", 0);
}

#[test]
fn libraries_configuration_and_variables_count() {
    let mut repository = repository(2016);
    let library = "solution/src/lib.rs";
    let text = repository.read(library);
    // The day needs a change that cargo does not notice. Otherwise it does not compile.
    repository.day(1, "aoc_solution::magic()");
    let magic = format!("{text}\n/// Magic.\npub fn magic() -> u32 {{ 5004 }}\n");
    repository.write_old(library, &magic);
    let (result, events) = repository.run(&[1]);
    // The first attempt is not shown.
    assert_eq!((&*result, events.output), ("year2016-01: 5004", vec![]));
    repository.write(library, &text);

    repository.day(1, "option_env!(\"SET\").unwrap_or(\"none\")");
    for value in ["2", "1"] {
        let text = format!("[env]\nSET = '{value}'\n");
        repository.write(".cargo/config.toml", &text);
        repository.alone(1, value, 1);
    }
    repository.remove(".cargo/config.toml");

    repository.day(1, "option_env!(\"AOC_MINE\").unwrap_or(\"none\")");
    repository.alone(1, "none", 1);
    let plain = repository.set("AOC_MINE", "yes");
    repository.alone(1, "yes", 1);
    repository.alone(1, "yes", 0);
    repository.environment = plain;
}

#[cfg(unix)]
#[test]
fn saves_during_a_build_and_other_terminals_do_no_harm() {
    let mut repository = repository(2019);
    repository.day(1, "6001");
    std::thread::scope(|scope| {
        let repository = &*repository;
        let all =
            [vec![1], vec![1], vec![1, 2]].map(|days| scope.spawn(move || repository.run(&days).0));
        for result in all {
            assert!(result.join().unwrap().contains(": 6001"));
        }
    });

    // Later builds do not change a program.
    let first = repository.program(1);
    repository.day(1, "6002");
    let second = repository.program(1);
    assert_ne!(second, first);
    assert_eq!(answer(&first, Day::of(1)), "6001");
    // An older file replaces a file while it is compiled. In the first build this also happens to a
    // file that is included by a path with dots.
    let wrapper = repository.path("wrapper");
    write_program(
        &wrapper,
        "#!/bin/sh\n\"$@\"\nstatus=$?\ncase \"$*\" in *--crate-name\\ year2019*)\n\
         [ -s save.rs ] && cp -p save.rs \"$(cat save.to)\" && : >save.rs;; esac\n\
         exit $status\n",
    );
    let plain = repository.set("RUSTC_WRAPPER", wrapper.to_str().unwrap());
    let included = "include_str!(\"../../notes/../notes/data.txt\")";
    for (day, source, file, [before, after]) in [
        (
            1,
            "3000",
            "days/year2019/day01.rs",
            ["", &day_text(1, "4001")],
        ),
        (3, included, "notes/data.txt", ["4000", "4001"]),
    ] {
        repository.write_old(file, before);
        repository.write("save.to", file);
        repository.write_old("save.rs", after);
        repository.day(day, source);
        repository.run(&[day]);
        assert_eq!(repository.read("save.rs"), "");
        let (result, _) = repository.run(&[day]);
        assert_eq!(result, format!("year2019-{day:02}: 4001"));
    }
    // Another wrapper replaces the wrapper under the same name.
    repository.alone(3, "4001", 0);
    let script = fs::read_to_string(&wrapper).unwrap();
    fs::write(&wrapper, format!("{script}# another one\n")).unwrap();
    repository.alone(3, "4001", 1);
    repository.environment = plain;
    // A wrapper in cargo's configuration counts, too.
    let config = "[build]\nrustc-wrapper = './wrapper'\n";
    repository.write(".cargo/config.toml", config);
    for starts in [1, 0] {
        repository.alone(3, "4001", starts);
    }
    fs::write(&wrapper, script).unwrap();
    for starts in [1, 0] {
        repository.alone(3, "4001", starts);
    }
    repository.remove(".cargo/config.toml");
}

/// The saves happen after cargo has ended, and before its messages are read.
#[cfg(unix)]
#[test]
fn saves_that_do_not_end_delay_a_build_but_do_not_stay_unbuilt() {
    let mut repository = repository(2027);
    let log = "days/year2027/calls.log";
    let answer = "{ include_str!(\"number.txt\").trim().to_owned() }";
    repository.write("days/year2027/number.txt", "0");
    repository.day(1, answer);
    // The libraries have no records, whichever test ran first.
    let _ = fs::remove_dir_all(repository.path("target/aoc-stamps"));
    let real = repository.wrap_cargo(
        "cd days/year2027; echo \"$*\" >> calls.log; (cd ../..; cargo \"$@\"); status=$?\n\
         saves=$(cat saves) && [ $saves -gt 0 ] && echo $((saves - 1)) > saves && echo $saves > \
         number.txt\nexit $status",
    );
    repository.write("days/year2027/saves", "0");
    let calls = || {
        let text = repository.read(log);
        repository.remove(log);
        text.lines()
            .filter(|line| line.starts_with("rustc "))
            .map(|line| line.contains(" --quiet "))
            .collect::<Vec<_>>()
    };
    // Cargo's progress is shown now, but not after every save.
    repository.alone(1, "0", 1);
    assert!(!calls()[0]);
    repository.write("days/year2027/number.txt", "9");
    repository.alone(1, "9", 1);
    assert_eq!(calls(), [true]);
    // Cargo is called as often as allowed. Still no result is certain, so the next build calls
    // cargo, too.
    repository.write("days/year2027/saves", "7");
    repository.day(1, &format!(" {answer}"));
    repository.alone(1, "5", 1);
    assert_eq!(calls(), [true; 4]);
    repository.write("days/year2027/saves", "0");
    repository.alone(1, "4", 1);
    repository.environment = real;
}

/// The saved files are old, so cargo calls the program fresh after each save.
#[cfg(unix)]
#[test]
fn old_files_that_are_saved_without_end_take_no_program_away() {
    let mut repository = repository(2043);
    repository.write("days/year2043/number.txt", "0");
    repository.day(1, "{ include_str!(\"number.txt\").trim().to_owned() }");
    repository.alone(1, "0", 1);
    let real = repository.wrap_cargo(
        "cargo \"$@\"; status=$?; echo $1 >> calls.log; cd days/year2043\n\
         if [ $1 = rustc ]; then number=$(($(cat number.txt) + 1)); echo $number > number.txt\n\
         touch -t 200001010000 number.txt; fi; exit $status",
    );
    repository.write("days/year2043/number.txt", "1");
    // The last program is the second compiled one.
    let (result, events) = repository.run(&[1]);
    repository.environment = real;
    assert_eq!((&*result, events.starts), ("year2043-01: 3", 1));
    assert_eq!(
        repository.read("calls.log"),
        "rustc\nrustc\nclean\nrustc\nrustc\n"
    );
    for starts in [1, 0] {
        repository.alone(1, "5", starts);
    }
}

/// The second save is undone before the compiler ends.
#[cfg(unix)]
#[test]
fn a_save_that_is_undone_during_a_build_does_not_stay_in_the_program() {
    let mut repository = repository(2018);
    let wrapper = repository.path("wrapper");
    let script = "#!/bin/sh\nis_first=\ncase \"$*\" in *--crate-name\\ year2018*) [ -s slip.rs ] && \
                  is_first=1;; esac\n[ $is_first ] && cp -p $DAY kept.rs && cp slip.rs $DAY && : \
                  >slip.rs\n\"$@\"\nstatus=$?\n[ $is_first ] && cp $PLAIN kept.rs $DAY\nexit $status\n";
    repository.set("RUSTC_WRAPPER", wrapper.to_str().unwrap());
    for (number, how) in [("6001", "-p"), ("6002", "--")] {
        let file = "days/year2018/day01.rs";
        let script = script.replace("$DAY", file).replace("$PLAIN", how);
        write_program(&wrapper, &script);
        repository.write("slip.rs", &day_text(1, "6666"));
        repository.day(1, number);
        let saved = repository.read(file);
        repository.run(&[1]);
        assert_eq!(repository.read("slip.rs"), "");
        assert_eq!(repository.read(file), saved);
        let (result, _) = repository.run(&[1]);
        assert_eq!(result, format!("year2018-01: {number}"), "{how}");
    }
}

/// The files that a program may use are known before the build. So a save during the build is
/// noticed without another call.
#[cfg(unix)]
#[test]
fn a_build_is_one_call_of_cargo() {
    let mut repository = repository(2039);
    repository.alone(2, "2002", 1);
    let real = repository.wrap_cargo("echo $1 >> one.log");
    let (first, _) = repository.run(&[1]);
    repository.day(1, "1002");
    let (second, _) = repository.run(&[1]);
    repository.environment = real;
    assert_eq!(first, "year2039-01: 1001");
    assert_eq!(second, "year2039-01: 1002");
    assert_eq!(repository.read("one.log"), "rustc\nrustc\n");
}

#[test]
fn what_a_program_was_built_from_is_known() {
    let repository = repository(2042);
    let project = Project::find(&repository.root, &repository.environment).unwrap();
    let built = || {
        let built = last_sources(&project, Puzzle::of(2042, 2), Profile::Dev);
        let files = ["day02.rs", "grid.rs", "day01.rs"]
            .into_iter()
            .filter(|name| built.files.iter().any(|(path, _)| path.ends_with(name)));
        (files.collect::<Vec<_>>(), built.is_fresh)
    };
    assert_eq!(built(), (vec![], false));
    repository.alone(2, "2002", 1);
    assert_eq!(built(), (vec!["day02.rs", "grid.rs"], true));
    // These files are watched until the next build, too.
    repository.day(2, "2003");
    assert_eq!(built(), (vec!["day02.rs", "grid.rs"], false));
    // A day without its own program uses the program of its year.
    repository.built(&[1, 2], "year2042: 1001 | year2042: 2003", 1);
    assert_eq!(built(), (vec!["day02.rs", "grid.rs", "day01.rs"], true));
}

#[test]
fn a_day_was_built_from_the_files_of_the_program_that_has_it() {
    let repository = repository(2044);
    let project = Project::find(&repository.root, &repository.environment).unwrap();
    let is_fresh = |day| last_sources(&project, Puzzle::of(2044, day), Profile::Dev).is_fresh;
    repository.day(3, "3003");
    repository.run(&[1, 2, 3]);
    assert_eq!([1, 2, 3, 4].map(is_fresh), [true, true, true, false]);
    // The program has only the days that compile.
    repository.day(3, "nothing()");
    repository.run(&[1, 2]);
    assert_eq!([1, 2, 3].map(is_fresh), [true, true, false]);
    repository.day(2, "2003");
    assert_eq!([1, 2, 3].map(is_fresh), [false; 3]);
}

#[cfg(unix)]
#[test]
fn a_link_that_is_turned_counts() {
    use std::os::unix::fs::symlink;

    let repository = repository(2029);
    for version in ["1", "2"] {
        let text = format!("90{version}");
        repository.write_old(&format!("texts/{version}/in.txt"), &text);
        repository.write_old(&format!("days/year2029/texts/{version}.txt"), &text);
        let module = format!("pub fn number() -> u32 {{ {text} }}\n");
        repository.write_old(&format!("texts/{version}/module.rs"), &module);
    }
    let turn = |link: &str, target: &str| {
        let link = repository.path(link);
        let _ = fs::remove_file(&link);
        symlink(target, &link).unwrap();
    };
    let module = "{ #[path = \"../../texts/module.rs\"] mod module; module::number() }";
    for (name, link, targets, answer) in [
        (
            "a file",
            "texts/in.txt",
            ["1/in.txt", "2/in.txt"],
            "include_str!(\"../../texts/in.txt\")",
        ),
        (
            "a folder",
            "texts/now",
            ["1", "2"],
            "include_str!(\"../../texts/now/in.txt\")",
        ),
        (
            "a file in the package",
            "days/year2029/in.txt",
            ["texts/1.txt", "texts/2.txt"],
            "include_str!(\"in.txt\")",
        ),
        (
            "a module",
            "texts/module.rs",
            ["1/module.rs", "2/module.rs"],
            module,
        ),
        (
            "an absolute path",
            "texts/of.txt",
            ["1/in.txt", "2/in.txt"],
            "include_str!(concat!(env!(\"CARGO_MANIFEST_DIR\"), \"/../../texts/of.txt\"))",
        ),
        (
            "bytes",
            "texts/bytes.txt",
            ["1/in.txt", "2/in.txt"],
            "String::from_utf8_lossy(include_bytes!(\"../../texts/bytes.txt\")).into_owned()",
        ),
    ] {
        turn(link, targets[0]);
        repository.day(1, answer);
        assert_eq!(repository.run(&[1]).0, "year2029-01: 901", "{name}");
        repository.alone(1, "901", 0);
        turn(link, targets[1]);
        assert_eq!(repository.run(&[1]).0, "year2029-01: 902", "{name}");
        repository.alone(1, "902", 0);
        turn(link, targets[0]);
        assert_eq!(repository.run(&[1]).0, "year2029-01: 901", "{name}");
    }
    // A file replaces a link.
    repository.day(1, "include_str!(\"../../texts/in.txt\")");
    repository.alone(1, "901", 1);
    repository.remove("texts/in.txt");
    repository.write_old("texts/in.txt", "903");
    repository.alone(1, "903", 1);
    repository.alone(1, "903", 0);
}

#[cfg(unix)]
#[test]
fn an_outdated_program_that_cannot_be_removed_is_not_run() {
    let mut repository = repository(2028);
    repository.alone(1, "1001", 1);
    repository.write_old(&day_file(2028, 1), &day_text(1, "1002"));
    let real = repository.wrap_cargo("[ $1 != clean ] || exit 7");
    let built = repository.build(&[Puzzle::of(2028, 1)], &mut Events::default());
    repository.environment = real;
    let expected = "cannot remove an outdated build: cargo failed without a reason: exit status: 7";
    assert_eq!(built.unwrap_err().to_string(), expected);
    repository.alone(1, "1002", 1);
}

#[test]
fn tests_are_built_again_if_something_has_changed_and_leave_the_solutions_alone() {
    let mut repository = repository(2046);
    let tested = |answer: &str, right: &str| {
        let test = format!("#[test] fn one() {{ assert_eq!({answer}, {right}); }}\n");
        day_text(1, "1001") + &test
    };
    let run = |repository: &Repository, expected: &str, starts| {
        let mut events = Events::default();
        let puzzles = [1, 2].map(|day| Year::of(2046).day(Day::of(day)));
        let programs = repository.build(&puzzles, &mut events).unwrap();
        let program = programs.program(puzzles[0]).unwrap();
        let output = Command::new(program).arg("day01::").output().unwrap();
        let output = String::from_utf8(output.stdout).unwrap();
        let counts = (output.contains(expected), events.starts);
        assert_eq!(counts, (true, starts), "{output}");
    };
    let file = day_file(2046, 1);
    repository.write(&file, &tested("1", "1"));
    let alone = "year2046-01: 1001";
    repository.built(&[1], alone, 1);
    repository.tests = true;
    run(&repository, "1 passed; 0 failed", 1);
    run(&repository, "1 passed; 0 failed", 0);
    // The file has the same size and is older than the build.
    repository.write_old(&file, &tested("1", "2"));
    run(&repository, "0 passed; 1 failed", 1);
    let set = "option_env!(\"AOC_TESTED\").is_some()";
    repository.write(&file, &tested(set, "true"));
    run(&repository, "0 passed; 1 failed", 1);
    let before = repository.set("AOC_TESTED", "1");
    run(&repository, "1 passed; 0 failed", 1);
    // Packages that only tests need are there, too.
    let manifest = "days/year2046/Cargo.toml";
    let text = repository.read(manifest) + "[dev-dependencies]\nanyhow = '1'\n";
    repository.write(manifest, &text);
    repository.write(&file, &tested("anyhow::Ok(1).unwrap()", "1"));
    run(&repository, "1 passed; 0 failed", 1);
    // Other programs and tests of the package are not built.
    let other =
        "[[bin]]\nname = 'a'\npath = 'other/a.rs'\n[[test]]\nname = 'it'\npath = 'other/a.rs'\n";
    repository.write(manifest, &(text + other));
    repository.write("days/year2046/other/a.rs", "fn main() { broken }\n");
    run(&repository, "1 passed; 0 failed", 1);
    // A program with one day also runs its tests. They check debug assertions.
    repository.write(&file, &tested("cfg!(debug_assertions)", "true"));
    repository.per_day = true;
    run(&repository, "1 passed; 0 failed", 2);
    repository.per_day = false;
    repository.tests = false;
    repository.environment = before;
    repository.built(&[1], alone, 1);
    repository.built(&[1], alone, 0);
}
