# The commands of this repository; `just` alone lists them.

_default:
    @just --list

# Everything that a change must pass
check:
    bash .ci/run

# All tests, those of the days included
test:
    cargo test

# From saving a file to the new answer, here and with 500 days, beside a bare crate
measure:
    cargo bench --bench edit_to_answer

# Fast against textbook, for both showcase days
story:
    cargo run --release -- bench 2020/22 2021/21 --all-alts

# Format everything
fmt:
    cargo fmt --all
