//! The days of a repository's packages.

use std::collections::{BTreeMap, BTreeSet};

use super::super::manifest;
use super::super::plan::Plan;
use super::super::target::Target;
use super::super::tree::Tree;
use super::found::Found;
use super::paths::{is_rust, within};
use super::root::Root;
use super::sources::{Hints, Sources};
use crate::puzzle::Year;

const LOCK_FILE: &str = "Cargo.lock";

/// Plans the copies of all days. `year` is the year of files where neither the
/// path nor the package says one; `hints` are of the project. Returns the years
/// that the packages have, those in the deepest folders first.
pub fn plan(
    tree: &Tree,
    year: Option<Year>,
    hints: Hints<'_>,
    target: &Target<'_>,
    plan: &mut Plan,
) -> Vec<(String, BTreeSet<Year>)> {
    let mut years = Vec::new();
    let packages = manifest::packages(tree);
    let mut taken: BTreeSet<&str> = BTreeSet::new();
    for package in &packages {
        let files: Vec<&str> = tree
            .below(&package.folder)
            .filter(|file| is_rust(file) && !taken.contains(file))
            .collect();
        taken.extend(&files);
        let sources = Sources::read(tree, package, &files, hints, plan);
        years.push((package.folder.clone(), sources.plan(year, target, plan)));
    }
    report_toolchain(tree, plan);
    if let Some(text) = lock_file(tree, plan) {
        target.add_lock_file(text, tree.path(LOCK_FILE), plan);
    }
    years
}

/// Notes that the other repository is built with a toolchain of its own. It is
/// not taken over, as it would be that of all years.
fn report_toolchain(tree: &Tree, plan: &mut Plan) {
    let mut files = tree.files.iter();
    let file = files.find(|file| matches!(&***file, "rust-toolchain" | "rust-toolchain.toml"));
    if let Some(file) = file.filter(|_| has_days(plan)) {
        let why =
            "the other repository is built with this toolchain: copy the file if its days need it";
        plan.skip(tree.path(file), None, why);
    }
}

fn has_days(plan: &Plan) -> bool {
    plan.files.iter().any(|file| file.role.puzzle().is_some())
}

/// The versions of the libraries that the days were written with.
fn lock_file(tree: &Tree, plan: &mut Plan) -> Option<String> {
    let is_there = has_days(plan) && tree.files.iter().any(|file| file == LOCK_FILE);
    is_there.then(|| tree.source(LOCK_FILE, plan)).flatten()
}

impl Sources<'_> {
    /// Plans all that is made of a package; returns its years.
    fn plan(&self, year: Option<Year>, target: &Target<'_>, plan: &mut Plan) -> BTreeSet<Year> {
        let mut days: BTreeMap<Year, Vec<Found>> = BTreeMap::new();
        for (file, text) in &self.texts {
            if let Some(found) = self.find(file, text, year, plan) {
                days.entry(found.puzzle.year).or_default().push(found);
            }
        }
        let root = self.used_root(&mut days);
        let all: Vec<&Found> = days.values().flatten().collect();
        let is_day = |file: &str| {
            all.iter()
                .any(|day| day.file == file || within(&day.children, file) != file)
        };
        let mut uses_shared = false;
        for (year, days) in &days {
            let mut files = Vec::new();
            for day in days {
                self.copy_day(day, root.as_ref(), &mut files, plan);
            }
            self.copy_siblings(*year, days, root.as_ref(), &is_day, &mut files, plan);
            uses_shared |= self.write_year(*year, files, root.as_ref(), &is_day, target, plan);
        }
        if uses_shared {
            // The modules beside days of one year are in the year.
            let modules = if days.len() == 1 && root.is_some() {
                Vec::new()
            } else {
                self.shared_files(&is_day)
            };
            self.write_shared(&modules, root.as_ref(), target, plan);
        }
        days.into_keys().collect()
    }

    /// The items of the crate's root, if its days use them: their paths lead to
    /// the crate that these become.
    fn used_root(&self, days: &mut BTreeMap<Year, Vec<Found>>) -> Option<Root> {
        let is_module = |day: &Found| day.layout.root.is_none();
        if !days.values().flatten().any(is_module) {
            return None;
        }
        let root = self.root_items(days.len() > 1)?;
        if !self
            .texts
            .iter()
            .any(|(file, text)| *file != root.file && root.is_used(text))
        {
            return None;
        }
        for day in days.values_mut().flatten().filter(|day| is_module(day)) {
            day.layout.moved = Some((root.names.clone(), self.shared_folder()));
        }
        Some(root)
    }
}
