//! SAT solvers of others on this machine: tests use those found and say which are not.

/// Name and command line of the solvers that are looked for.
#[allow(dead_code, reason = "not every test file asks all of them")]
pub(crate) const SOLVERS: [(&str, &str); 6] = [
    ("kissat", "kissat -q"),
    ("kissat", "kissat <"),
    ("cadical", "cadical -q"),
    ("minisat", "minisat -verb=0 {} {out}"),
    ("cryptominisat5", "cryptominisat5 --verb 0"),
    ("picosat", "picosat"),
];

/// Whether a program is found on the path; says so if not.
pub(crate) fn found(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let found = std::env::split_paths(&path).any(|folder| folder.join(program).is_file());
    if !found {
        println!("skipped: {program} is not installed");
    }
    found
}
