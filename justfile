# The commands of this repository; `just` alone lists them.

_default:
    @just --list

# Everything that a change must pass
check:
    bash .ci/run

# Both packages as a registry would get them, and git: installed elsewhere and tried
package-check:
    bash .ci/package

# The archive of a release for this machine, tried in an empty HOME
archive:
    bash .ci/archive

# All tests, including those of the days
test:
    cargo test

# Licences and sources of the dependencies; the public CI also looks for known defects
deny:
    cargo deny --offline check licenses bans sources

# Property tests of a module with new texts, for an hour: `just fuzz site`
fuzz MODULE MINUTES="60":
    #!/usr/bin/env bash
    set -euo pipefail
    end=$((SECONDS + 60 * {{MINUTES}}))
    while [ $SECONDS -lt $end ]; do
        PROPTEST_CASES=20000 cargo test --locked --bin aoc -- {{MODULE}}::properties
    done

# Mutation tests of these files
mutants *FILES:
    .ci/mutants {{FILES}}

# Time from saving a file to the new answer, here and with 500 days, beside a bare crate
measure:
    cargo bench --bench edit_to_answer

# How a repository of 500 days feels: first build, disk, and the commands over all days
scale:
    cargo bench --bench scale

# The fast solutions of both days beside the textbook ones
bench-days:
    cargo run --release -- bench 2020/22 2021/21 --all-alts

# The page and the chart of `aoc bench` in a browser, with screenshots
page:
    trials/page/run

# The same functions measured with `aoc bench`, criterion and divan
harnesses:
    cargo build --release
    cd trials/harnesses && cargo run --release

# Format everything
fmt:
    cargo fmt --all
