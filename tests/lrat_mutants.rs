//! Damaged files never panic the readers, and no damage makes the checker accept what is false.
//!
//! Formulas have few variables, so that truth tables decide: a satisfiable formula must have no
//! accepted proof at all, and each lemma of an accepted proof must follow from its formula.

use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sokosat::certify::dimacs::Cnf;
use sokosat::certify::lrat;
use sokosat::cnf::Lit;
use sokosat::limits::Limits;
use sokosat::sat::proof::{Format, ProofRecorder};
use varisat::{ExtendFormula, Solver};

const VARIABLES: i32 = 6;

/// The assignments that satisfy a clause, one bit each.
fn table<'a>(clause: impl IntoIterator<Item = &'a i32>) -> u64 {
    let holds = |values: u32, lit: &i32| (values >> (lit.abs() - 1) & 1 == 1) == (*lit > 0);
    let clause: Vec<&i32> = clause.into_iter().collect();
    let bit = |values| u64::from(clause.iter().any(|lit| holds(values, lit))) << values;
    (0..1 << VARIABLES).fold(0, |table, values| table | bit(values))
}

/// The assignments that satisfy all clauses.
fn models(cnf: &Cnf) -> u64 {
    cnf.clauses()
        .fold(u64::MAX, |models, clause| models & table(clause))
}

/// A random unsatisfiable formula and its proof.
fn refuted(rng: &mut ChaCha8Rng, format: Format) -> (Vec<u8>, Vec<u8>) {
    let made = ProofRecorder::new(&Limits::none());
    let (mut recorder, recording) = made.expect("temporary files can be made");
    let mut solver = Solver::new();
    solver.add_proof_processor(&mut recorder);
    while solver.solve().expect("nothing stops the solver") {
        for _ in 0..10 {
            let mut lit = || rng.random_range(1..=VARIABLES) * [1, -1][rng.random_range(0..2)];
            let clause = [lit(), lit(), lit()];
            recording.clause(&clause.map(|lit| Lit::from_dimacs(lit).expect("small and not 0")));
            let wide = clause.map(|lit| isize::try_from(lit).expect("32 bits fit"));
            solver.add_clause(&wide.map(varisat::Lit::from_dimacs));
        }
    }
    let (mut cnf, mut proof) = (Vec::new(), Vec::new());
    let written = recording.write(&mut cnf, &mut proof, format, &Limits::none());
    written.expect("the formula was refuted");
    (cnf, proof)
}

/// Damages a file at a random place.
fn damage(rng: &mut ChaCha8Rng, bytes: &mut Vec<u8>) {
    let at = rng.random_range(0..bytes.len());
    match rng.random_range(0..6) {
        0 => bytes[at] ^= 1 << rng.random_range(0..8),
        1 => bytes[at] = b"0123456789 -\nad"[rng.random_range(0..15)],
        2 => bytes.insert(at, b"0123456789 -\nad"[rng.random_range(0..15)]),
        3 => {
            bytes.remove(at);
        }
        4 => {
            let end = rng.random_range(at..bytes.len().min(at + 20));
            let piece = bytes[at..end].to_vec();
            let to = rng.random_range(0..bytes.len());
            bytes.splice(to..to, piece);
        }
        _ => {
            bytes.drain(at..bytes.len().min(at + rng.random_range(0..20)));
        }
    }
    if bytes.is_empty() {
        bytes.push(b'0');
    }
}

/// The lemmas of a text that is known to be well formed.
fn lemmas(text: &str) -> Vec<Vec<i32>> {
    let lines = text.lines().map(str::trim);
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with('c'));
    let words = lines.map(|line| line.split_whitespace().skip(1).collect::<Vec<_>>());
    let additions = words.filter(|words| words[0] != "d");
    let clause = |words: Vec<&str>| {
        let lits = words.into_iter().map_while(|word| match word {
            "0" => None,
            word => Some(word.parse().expect("an accepted proof has plain numbers")),
        });
        lits.collect()
    };
    additions.map(clause).collect()
}

#[test]
fn a_damaged_proof_is_refused_or_still_a_proof() {
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    let (mut accepted, mut refused) = (0, 0);
    for _ in 0..60 {
        for format in [Format::Text, Format::Binary] {
            let (cnf, proof) = refuted(&mut rng, format);
            let cnf = Cnf::read(&cnf[..], &Limits::none()).unwrap();
            assert_eq!(models(&cnf), 0);
            for _ in 0..100 {
                let mut damaged = proof.clone();
                damage(&mut rng, &mut damaged);
                if lrat::check(&cnf, &damaged[..], &Limits::none()).is_err() {
                    refused += 1;
                    continue;
                }
                accepted += 1;
                if format == Format::Text {
                    let lemmas = lemmas(std::str::from_utf8(&damaged).unwrap());
                    assert!(lemmas.iter().any(Vec::is_empty));
                }
            }
        }
    }
    assert!(refused > 8000 && accepted > 50, "{refused} {accepted}");
}

#[test]
fn no_damage_makes_a_proof_of_a_satisfiable_formula() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let (mut formulas, mut lemmas_followed) = (0, 0);
    while formulas < 150 {
        let format = [Format::Text, Format::Binary][formulas % 2];
        let (cnf, proof) = refuted(&mut rng, format);
        // One literal of the formula changes its sign; that often makes it satisfiable.
        let text = String::from_utf8(cnf).unwrap();
        let (head, body) = text.split_once('\n').unwrap();
        let mut words: Vec<String> = body.split_whitespace().map(String::from).collect();
        let at = rng.random_range(0..words.len());
        words[at] = format!("-{}", words[at])
            .replace("--", "")
            .replace("-0", "0");
        let text = format!("{head}\n{}", words.join(" "));
        let cnf = Cnf::read(text.as_bytes(), &Limits::none()).unwrap();
        let models = models(&cnf);
        if models == 0 {
            continue;
        }
        formulas += 1;
        for _ in 0..100 {
            let mut damaged = proof.clone();
            for _ in 0..rng.random_range(0..4) {
                damage(&mut rng, &mut damaged);
            }
            let verdict = lrat::check(&cnf, &damaged[..], &Limits::none());
            assert!(verdict.is_err(), "{text}\n{damaged:?}");
        }
        if format == Format::Text {
            lemmas_followed += count_accepted_lemmas(&cnf, models, &proof);
        }
    }
    assert!(lemmas_followed > 100, "{lemmas_followed}");
}

/// Checks the steps before the first refused one of a proof against the truth table.
fn count_accepted_lemmas(cnf: &Cnf, models: u64, proof: &[u8]) -> usize {
    let text = std::str::from_utf8(proof).expect("the proof is a text");
    let verdict = lrat::check(cnf, proof, &Limits::none());
    let Err(lrat::LratError::Refused { place, .. }) = verdict else {
        panic!("a satisfiable formula cannot be refuted");
    };
    let lrat::At::Line(line) = place.at else {
        panic!("a text has lines");
    };
    let before = usize::try_from(line - 1).expect("the text is short");
    let good: Vec<&str> = text.lines().take(before).collect();
    let good = lemmas(&good.join("\n"));
    for lemma in &good {
        assert_eq!(models & !table(lemma), 0, "{lemma:?} does not follow");
    }
    good.len()
}

proptest! {
    #[test]
    fn arbitrary_bytes_never_panic_a_reader(
        bytes in prop::collection::vec(any::<u8>(), 0..200),
        start in prop::sample::select(vec![&b""[..], b"p cnf 9 9\n", b"a", b"d", b"9 "]),
    ) {
        let cnf = Cnf::read(&b"p cnf 2 2\n1 2 0\n-1 0\n"[..], &Limits::none()).unwrap();
        let all = [start, &bytes].concat();
        let _ = Cnf::read(&all[..], &Limits::none());
        prop_assert!(lrat::check(&cnf, &all[..], &Limits::none()).is_err());
    }

    #[test]
    fn what_is_written_is_read_back(
        clauses in prop::collection::vec(
            prop::collection::vec((1..i32::MAX, any::<bool>()), 0..6),
            0..20,
        ),
        blanks in prop::collection::vec(
            prop::sample::select(vec![" ", "\n", "\r\n", "\t", "  ", " \n\n "]),
            1..50,
        ),
    ) {
        let clauses: Vec<Vec<i32>> = clauses
            .into_iter()
            .map(|lits| lits.into_iter().map(|(v, plain)| if plain { v } else { -v }).collect())
            .collect();
        let mut blanks = blanks.iter().cycle();
        let mut text = format!("c\nc a comment\np cnf {} {}\n", i32::MAX, clauses.len());
        for lit in clauses.iter().flat_map(|clause| clause.iter().chain(&[0])) {
            text += &lit.to_string();
            text += blanks.next().unwrap();
        }
        let cnf = Cnf::read(text.as_bytes(), &Limits::none()).unwrap();
        let read: Vec<Vec<i32>> = cnf.clauses().map(<[i32]>::to_vec).collect();
        prop_assert_eq!(read, clauses);
    }
}
