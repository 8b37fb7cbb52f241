//! Links the code that unwinds panics into the program, so that the loader has one
//! library less to find and to map: 5 % of `aoc --help`. Every gcc comes with it.

fn main() {
    let target = |name| std::env::var(format!("CARGO_CFG_TARGET_{name}")).unwrap_or_default();
    println!("cargo::rerun-if-changed=build.rs");
    if target("OS") == "linux" && target("ENV") == "gnu" {
        println!("cargo::rustc-link-lib=static=gcc_eh");
    }
}
