//! What the recorder writes of a varisat run is accepted by the checker, which shares no code
//! with it, and speaks of exactly the clauses that the solver was given.

use std::collections::HashMap;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sokosat::certify::dimacs::Cnf;
use sokosat::certify::lrat;
use sokosat::cnf::Lit;
use sokosat::limits::{Limits, Stop};
use sokosat::sat::proof::{Format, ProofRecorder, RecordError, Recording, Summary};
use varisat::solver::SolverError;
use varisat::{ExtendFormula, Solver};

type Clause = Vec<i32>;

fn foreign(lits: &[i32]) -> Vec<varisat::Lit> {
    let wide = lits.iter().map(|lit| isize::try_from(*lit));
    wide.map(|lit| varisat::Lit::from_dimacs(lit.expect("32 bits fit")))
        .collect()
}

fn record() -> (ProofRecorder, Recording) {
    ProofRecorder::new(&Limits::none()).expect("temporary files can be made")
}

fn add(solver: &mut Solver, recording: &Recording, clause: &[i32]) {
    let lits = clause.iter().map(|lit| Lit::from_dimacs(*lit));
    let lits: Option<Vec<Lit>> = lits.collect();
    recording.clause(&lits.expect("the tests have plain literals"));
    solver.add_clause(&foreign(clause));
}

/// Writes the last refutation in both forms, checks both, and returns the formula.
fn written(recording: &Recording) -> (Cnf, Summary) {
    let limits = Limits::none();
    let [text, binary] = [Format::Text, Format::Binary].map(|format| {
        let (mut cnf, mut proof) = (Vec::new(), Vec::new());
        let summary = recording.write(&mut cnf, &mut proof, format, &limits);
        let summary = summary.expect("there is a refutation");
        assert_eq!(summary.bytes, proof.len() as u64);
        let formula = Cnf::read(&cnf[..], &limits).expect("what is written can be read");
        let report = lrat::check(&formula, &proof[..], &limits)
            .unwrap_or_else(|error| panic!("{error}\n{}", String::from_utf8_lossy(&cnf)));
        assert_eq!(report.additions, summary.lemmas);
        (
            formula,
            Summary {
                bytes: 0,
                ..summary
            },
        )
    });
    assert_eq!(text, binary);
    text
}

/// The formula is these clauses as they were given, then the core as units.
fn assert_verbatim(cnf: &Cnf, summary: &Summary, clauses: &[Clause]) {
    assert_eq!(summary.clauses, clauses.len() as u64);
    let units = summary.assumed.iter().map(std::slice::from_ref);
    let expected: Vec<&[i32]> = clauses.iter().map(Vec::as_slice).chain(units).collect();
    assert_eq!(cnf.clauses().collect::<Vec<_>>(), expected);
}

/// Solves once; the refutation, if there is one, is written and checked.
fn solve(clauses: &[Clause]) -> bool {
    let (mut recorder, recording) = record();
    let mut solver = Solver::new();
    solver.add_proof_processor(&mut recorder);
    for clause in clauses {
        add(&mut solver, &recording, clause);
    }
    let satisfiable = solver.solve().expect("nothing stops the solver");
    assert_eq!(recording.refuted(), !satisfiable);
    if !satisfiable {
        let (cnf, summary) = written(&recording);
        assert_verbatim(&cnf, &summary, clauses);
        assert_eq!(summary.assumed, [0; 0]);
    }
    satisfiable
}

/// Whether some assignment satisfies all clauses, by trying each.
fn satisfiable(variables: u32, clauses: &[Clause], units: &[i32]) -> bool {
    (0..1_u32 << variables).any(|values| {
        let holds = |lit: &i32| (values >> (lit.unsigned_abs() - 1) & 1 == 1) == (*lit > 0);
        units.iter().all(holds) && clauses.iter().all(|clause| clause.iter().any(holds))
    })
}

/// A random clause of up to four literals, sometimes with a literal or a variable twice.
fn random_clause(rng: &mut ChaCha8Rng, variables: i32) -> Clause {
    let length = [1, 2, 2, 3, 3, 3, 3, 4][rng.random_range(0..8)];
    let lit = |_| rng.random_range(1..=variables) * [1, -1][rng.random_range(0..2)];
    (0..length).map(lit).collect()
}

fn pigeons(holes: i32) -> Vec<Clause> {
    let sits = |pigeon: i32, hole: i32| 1 + pigeon * holes + hole;
    let seats = (0..=holes).map(|pigeon| (0..holes).map(|hole| sits(pigeon, hole)).collect());
    let mut clauses: Vec<Clause> = seats.collect();
    for hole in 0..holes {
        for pigeon in 0..=holes {
            clauses.extend((0..pigeon).map(|other| vec![-sits(pigeon, hole), -sits(other, hole)]));
        }
    }
    clauses
}

#[test]
fn refutations_of_small_random_formulas_are_accepted() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut refuted = 0;
    for round in 0..3000 {
        let variables = rng.random_range(1..=10);
        let mut clauses: Vec<Clause> = (0..rng.random_range(1..=6 * variables))
            .map(|_| random_clause(&mut rng, variables))
            .collect();
        if round % 50 == 0 {
            clauses.insert(rng.random_range(0..=clauses.len()), Vec::new());
        }
        let answer = solve(&clauses);
        let truth = satisfiable(variables.unsigned_abs(), &clauses, &[]);
        assert_eq!(answer, truth, "round {round}: {clauses:?}");
        refuted += usize::from(!answer);
    }
    assert!((500..2500).contains(&refuted), "{refuted}");
}

#[test]
fn incremental_runs_are_accepted_with_the_failed_assumptions_as_units() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let mut by_assumptions = 0;
    for round in 0..600 {
        let variables = rng.random_range(3..=10);
        let (mut recorder, recording) = record();
        let mut solver = Solver::new();
        solver.add_proof_processor(&mut recorder);
        let mut clauses = Vec::new();
        for _ in 0..8 {
            for _ in 0..rng.random_range(0..variables) {
                let clause = random_clause(&mut rng, variables);
                add(&mut solver, &recording, &clause);
                clauses.push(clause);
            }
            let assumed: Clause = (0..rng.random_range(0..4))
                .map(|_| rng.random_range(1..=variables) * [1, -1][rng.random_range(0..2)])
                .collect();
            solver.assume(&foreign(&assumed));
            let answer = solver.solve().unwrap();
            let truth = satisfiable(variables.unsigned_abs(), &clauses, &assumed);
            assert_eq!(answer, truth, "round {round}: {clauses:?} {assumed:?}");
            if !answer {
                let (cnf, summary) = written(&recording);
                assert_verbatim(&cnf, &summary, &clauses);
                assert!(summary.assumed.iter().all(|lit| assumed.contains(lit)));
                by_assumptions += usize::from(!summary.assumed.is_empty());
                // An assumption that fails alone may be false at the top level; asked again after
                // that, varisat may panic.
                if summary.assumed.len() == 1 {
                    break;
                }
            }
        }
    }
    assert!(by_assumptions > 300, "{by_assumptions}");
}

#[test]
fn the_last_refutation_can_be_written_after_later_models() {
    let (mut recorder, recording) = record();
    let mut solver = Solver::new();
    solver.add_proof_processor(&mut recorder);
    let mut clauses = pigeons(5);
    let switch = 1000;
    for clause in &mut clauses {
        clause.push(-switch);
        add(&mut solver, &recording, clause);
    }
    solver.assume(&foreign(&[switch]));
    assert!(!solver.solve().unwrap());
    let early = written(&recording);
    add(&mut solver, &recording, &[2000, -1]);
    solver.assume(&foreign(&[-switch]));
    assert!(solver.solve().unwrap());
    assert_eq!(written(&recording), early);
    let (cnf, summary) = early;
    assert_verbatim(&cnf, &summary, &clauses);
    assert_eq!((summary.assumed, cnf.variables()), (vec![switch], 1000));
}

#[test]
fn assumptions_that_contradict_each_other_are_refuted_by_their_units() {
    let (mut recorder, recording) = record();
    let mut solver = Solver::new();
    solver.add_proof_processor(&mut recorder);
    add(&mut solver, &recording, &[1, 2]);
    solver.assume(&foreign(&[3, -3, 1]));
    assert!(!solver.solve().unwrap());
    let (_, mut summary) = written(&recording);
    summary.assumed.sort_unstable();
    assert_eq!((summary.assumed, summary.lemmas), (vec![-3, 3], 1));
}

#[test]
fn only_lemmas_that_are_needed_are_written_and_each_is_deleted_after_its_last_use() {
    for holes in 3..=6 {
        let (mut recorder, recording) = record();
        let mut solver = Solver::new();
        solver.add_proof_processor(&mut recorder);
        for clause in pigeons(holes) {
            add(&mut solver, &recording, &clause);
        }
        assert!(!solver.solve().unwrap());
        let (_, summary) = written(&recording);
        let mut proof = Vec::new();
        recording
            .write(&mut Vec::new(), &mut proof, Format::Text, &Limits::none())
            .unwrap();
        assert_lemmas_live_as_long_as_they_are_used(&String::from_utf8(proof).unwrap());
        assert!(summary.lemmas <= summary.derived + 1);
    }
}

/// Each lemma but the last is a hint, and is deleted right behind the step where it is so for the
/// last time, unless that is the last step.
fn assert_lemmas_live_as_long_as_they_are_used(proof: &str) {
    let (mut used, mut deleted, mut added) = (HashMap::new(), HashMap::new(), Vec::new());
    for line in proof.lines() {
        let (id, rest) = line.split_once(' ').expect("each step has an id");
        if let Some(ids) = rest.strip_prefix("d ") {
            deleted.extend(ids.split(' ').map(|hint| (hint, id)));
            continue;
        }
        let words: Vec<&str> = rest.split(' ').collect();
        let mut lists = words.split(|word| *word == "0");
        let hints = lists.nth(1).expect("hints follow the clause");
        used.extend(hints.iter().map(|hint| (*hint, id)));
        added.push(id);
    }
    let last = added.pop().expect("the proof has an empty clause");
    for id in added {
        let use_of = used.get(id).copied();
        assert_eq!(
            use_of.filter(|by| *by != last),
            deleted.get(id).copied(),
            "{id}"
        );
        assert!(use_of.is_some(), "{id}");
    }
}

#[test]
fn larger_random_formulas_are_refuted_through_clause_deletion() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let variables = 130;
    let mut clause = || {
        let mut clause = Clause::new();
        while clause.len() < 3 {
            let variable = rng.random_range(1..=variables);
            if clause.iter().all(|lit| lit.abs() != variable) {
                clause.push(variable * [1, -1][rng.random_range(0..2)]);
            }
        }
        clause
    };
    let clauses: Vec<Clause> = (0..700).map(|_| clause()).collect();
    assert!(!solve(&clauses));
}

#[test]
fn nothing_is_written_before_a_refutation() {
    let (mut recorder, recording) = record();
    let mut solver = Solver::new();
    solver.add_proof_processor(&mut recorder);
    add(&mut solver, &recording, &[1, 2]);
    assert!(solver.solve().unwrap());
    let error = recording.write(
        &mut Vec::new(),
        &mut Vec::new(),
        Format::Text,
        &Limits::none(),
    );
    assert!(matches!(error, Err(RecordError::NotRefuted)));
}

#[test]
fn a_clause_that_was_not_recorded_ends_the_solve() {
    let (mut recorder, recording) = record();
    let mut solver = Solver::new();
    solver.add_proof_processor(&mut recorder);
    add(&mut solver, &recording, &[1, 2]);
    solver.add_clause(&foreign(&[1, -2]));
    let Err(SolverError::ProofProcessorError { cause }) = solver.solve() else {
        panic!("the recording cannot be complete");
    };
    assert!(matches!(
        cause.downcast_ref::<RecordError>(),
        Some(RecordError::Unrecorded)
    ));
}

#[test]
fn a_limit_ends_the_solve_with_its_reason() {
    let limits = Limits::none().with_time(std::time::Duration::from_millis(100));
    let (mut recorder, recording) = ProofRecorder::new(&limits).unwrap();
    let mut solver = Solver::new();
    solver.add_proof_processor(&mut recorder);
    for clause in pigeons(13) {
        add(&mut solver, &recording, &clause);
    }
    let Err(SolverError::ProofProcessorError { cause }) = solver.solve() else {
        panic!("thirteen pigeons take longer");
    };
    assert_eq!(cause.downcast_ref::<Stop>(), Some(&Stop::Time));
    assert!(limits.elapsed() < std::time::Duration::from_secs(20));
}

#[test]
fn a_full_disk_is_an_error_of_the_writing_and_not_of_the_recording() {
    let (mut recorder, recording) = record();
    let mut solver = Solver::new();
    solver.add_proof_processor(&mut recorder);
    for clause in pigeons(4) {
        add(&mut solver, &recording, &clause);
    }
    assert!(!solver.solve().unwrap());
    let mut small = [0_u8; 100];
    let error = recording.write(
        &mut Vec::new(),
        &mut &mut small[..],
        Format::Text,
        &Limits::none(),
    );
    assert!(matches!(error, Err(RecordError::Io(_))));
    written(&recording);
}
