//! The checker is tested by what it refuses: one corruption each, and its sentence.

use sokosat::certify::dimacs::Cnf;
use sokosat::certify::lrat::{self, Report};
use sokosat::limits::Limits;

/// All eight clauses over three variables.
const FORMULA: &str = "c all signs\np cnf 3 8\n1 2 3 0\n1 2 -3 0\n1 -2 3 0\n1 -2 -3 0\n\
                       -1 2 3 0\n-1 2 -3 0\n-1 -2 3 0\n-1 -2 -3 0\n";

/// Refutes them.
const PROOF: &str = "9 1 2 0 1 2 0\n9 d 1 2 0\n10 1 0 9 3 4 0\n11 2 0 10 5 6 0\n\
                     11 d 5 9 0\n12 0 10 11 7 8 0\n";

fn verdict(formula: &str, proof: &[u8]) -> Result<Report, String> {
    let cnf = Cnf::read(formula.as_bytes(), &Limits::none()).expect("the formula is sound");
    lrat::check(&cnf, proof, &Limits::none()).map_err(|error| error.to_string())
}

/// The binary form of a plain text.
fn binary(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    for line in text.lines() {
        let (id, rest) = line.split_once(' ').expect("each step has an id");
        let words = match rest.strip_prefix("d ") {
            Some(ids) => format!("d {ids}"),
            None => format!("a {id} {rest}"),
        };
        for word in words.split_whitespace() {
            match word.parse::<i64>() {
                Ok(number) => put(&mut bytes, number),
                Err(_) => bytes.extend(word.bytes()),
            }
        }
    }
    bytes
}

fn put(bytes: &mut Vec<u8>, number: i64) {
    let mut code = 2 * number.unsigned_abs() + u64::from(number < 0);
    while code >= 0x80 {
        bytes.push(code.to_le_bytes()[0] | 0x80);
        code /= 0x80;
    }
    bytes.push(code.to_le_bytes()[0]);
}

/// The columns of a row of a table.
fn columns<const N: usize>(row: &str) -> [&str; N] {
    let columns: Vec<&str> = row.split(" => ").collect();
    columns.try_into().expect("a row has all columns")
}

/// Changes one spot of a text; a slash stands for the end of a line.
fn edit(text: &str, from: &str, to: &str) -> String {
    let [from, to] = [from, to].map(|words| words.replace('/', "\n"));
    assert_eq!(text.matches(&from).count(), 1, "{from:?} in {text:?}");
    text.replacen(&from, &to, 1)
}

#[test]
fn a_correct_proof_is_accepted_in_both_forms_with_its_counts() {
    for proof in [PROOF.as_bytes(), &binary(PROOF)] {
        let expected = Report {
            additions: 4,
            deletions: 4,
            hints: 12,
            bytes: proof.len() as u64,
        };
        assert_eq!(verdict(FORMULA, proof), Ok(expected));
    }
}

#[test]
fn blanks_comments_and_line_ends_of_a_text_say_nothing() {
    let loose = PROOF
        .replace('\n', " \r\nc 99 0 0\n\n \t")
        .replace(' ', "  ");
    assert!(verdict(FORMULA, loose.as_bytes()).is_ok());
    assert!(verdict(FORMULA, PROOF.trim_end().as_bytes()).is_ok());
}

#[test]
fn steps_behind_the_empty_clause_are_checked_too() {
    let more = format!("{PROOF}13 3 0 10 11 7 0\n13 d 12 0\n");
    assert!(verdict(FORMULA, more.as_bytes()).is_ok());
    let wrong = format!("{PROOF}13 3 0 10 7 0\n");
    let expected = "line 7, step 13: the hints do not lead to a conflict";
    assert_eq!(verdict(FORMULA, wrong.as_bytes()), Err(expected.into()));
}

/// What stands in the proof, what takes its place, the step that is refused, and why.
const STEPS: &str = "\
10 1 0 9 => 10 -1 0 9 => step 10 => hint 9 is not unit: its literal 1 is true
10 1 0 9 => 10 1 2 0 9 => step 10 => hint 3 stands after the conflict
10 1 0 9 => 10 1 3 0 9 => step 10 => hint 4 stands after the conflict
10 1 0 9 => 10 0 9 => step 10 => hint 9 is not unit: two of its literals are open
10 1 0 9 => 10 1 1 0 9 => step 10 => the clause has literal 1 twice
10 1 0 9 => 10 1 -1 0 9 => step 10 => the clause has both -1 and its negation
10 1 0 9 => 10 4 1 0 9 => step 10 => the variable of literal 4 does not occur
10 1 0 9 => 10 2147483648 0 9 => step 10 => a number is too large
10 1 0 9 => 10 -2147483648 0 9 => step 10 => a number is too large
10 1 0 9 => 9 1 0 9 => step 9 => the id is not above the last one, 9
10 1 0 9 => 8 1 0 9 => step 8 => the id is not above the last one, 9
10 1 0 9 => 0 1 0 9 => - => a step starts with 0, which is no clause id
10 1 0 9 => -10 1 0 9 => - => a step starts with -10, which is no clause id
9 3 4 0 => 9 3 5 0 => step 10 => hint 5 is not unit: its literal -1 is true
9 3 4 0 => 9 7 4 0 => step 10 => hint 7 is not unit: its literal -1 is true
9 3 4 0 => 3 9 4 0 => step 10 => hint 3 is not unit: two of its literals are open
9 3 4 0 => 9 3 0 => step 10 => the hints do not lead to a conflict
9 3 4 0 => 0 => step 10 => the hints do not lead to a conflict
9 3 4 0 => 9 3 4 8 0 => step 10 => hint 8 stands after the conflict
9 3 4 0 => 9 9 3 4 0 => step 10 => hint 9 is not unit: its literal 2 is true
9 3 4 0 => 1 9 3 4 0 => step 10 => clause 1 has been deleted or was never added
9 3 4 0 => 10 3 4 0 => step 10 => no clause has had the id 10 so far
9 3 4 0 => 9223372036854775807 0 => step 10 => no clause has had the id 9223372036854775807
9 3 4 0 => 9 -3 4 0 => step 10 => hint -3 asks for a RAT check
d 5 9 0 => d 5 99 0 => - => no clause has had the id 99 so far
d 5 9 0 => d 5 -9 0 => - => no clause has had the id -9 so far
d 5 9 0 => d 5 1 0 => - => clause 1 has been deleted or was never added
d 5 9 0 => d 5 9 5 0 => - => clause 5 has been deleted or was never added
d 5 9 0 => d 9 10 0 => step 12 => clause 10 has been deleted or was never added
12 0 10 11 7 8 0/ =>  => - => the proof ends without the empty clause
12 0 10 11 7 8 0/ => 12 3 0 10 11 7 0/ => - => the proof ends without the empty
";

#[test]
fn each_corruption_of_a_step_is_refused_in_both_forms() {
    for row in STEPS.lines() {
        let [from, to, step, expected] = columns(row);
        let text = edit(PROOF, from, to);
        for proof in [text.as_bytes(), &binary(&text)] {
            let found = verdict(FORMULA, proof).expect_err(row);
            let (place, sentence) = found.split_once(": ").expect("a refusal has its place");
            let found_step = place.split_once(", ").map_or("-", |(_, step)| step);
            assert_eq!(found_step, step, "{row}: {found}");
            assert!(sentence.starts_with(expected), "{row}: {found}");
        }
    }
}

#[test]
fn without_any_one_of_its_clauses_the_formula_is_not_refuted() {
    let clauses: Vec<&str> = FORMULA.lines().skip(2).collect();
    for dropped in 0..clauses.len() {
        let mut rest = clauses.clone();
        rest.remove(dropped);
        let formula = format!("p cnf 3 7\n{}", rest.join("\n"));
        assert!(verdict(&formula, PROOF.as_bytes()).is_err(), "{dropped}");
        for literal in ["1", "2", "3"] {
            let mut other = clauses.clone();
            let flipped = other[dropped]
                .replace(literal, &format!("-{literal}"))
                .replace("--", "");
            other[dropped] = &flipped;
            let formula = format!("p cnf 3 8\n{}", other.join("\n"));
            assert!(verdict(&formula, PROOF.as_bytes()).is_err(), "{flipped}");
        }
    }
}

/// What stands in the text, what takes its place, and the refusal.
const SPELLINGS: &str = "\
10 1 0 => 10 1 x 0 => line 3, step 10: the byte 0x78 does not belong
10 1 0 => 10 1 +2 0 => line 3, step 10: the byte 0x2b does not belong
10 1 0 => 10 01 0 => line 3, step 10: a number is not written plainly
10 1 0 => 10 -0 0 => line 3, step 10: a number is not written plainly
10 1 0 => 10 1.5 0 => line 3, step 10: a number is not written plainly
10 1 0 => 10 99999999999999999999 0 => line 3, step 10: a number is too large
10 1 0 => d 1 0 => line 3: the byte 0x64 does not belong
9 3 4 0 => 9 3 4 => line 3, step 10: the line ends inside a step
9 3 4 0 => 9 3 4 0 0 => line 3, step 10: the line goes on after its step
9 d 1 2 0 => 9 d 1 2 => line 2: the line ends inside a step
9 d 1 2 0 => 9 d1 2 0 => line 2: the byte 0x31 does not belong
9 d 1 2 0 => 9 d 1 2 0 3 => line 2: the line goes on after its step
";

#[test]
fn each_corruption_of_a_text_is_refused_at_its_line() {
    for row in SPELLINGS.lines() {
        let [from, to, expected] = columns(row);
        let found = verdict(FORMULA, edit(PROOF, from, to).as_bytes()).expect_err(row);
        assert!(found.starts_with(expected), "{row}: {found}");
    }
    let found = verdict(FORMULA, b"\0\x01").unwrap_err();
    assert_eq!(found, "line 1: the byte 0x00 does not belong into a proof");
    let found = verdict(FORMULA, b"").unwrap_err();
    assert_eq!(found, "line 1: the proof ends without the empty clause");
}

#[test]
fn each_corruption_of_a_binary_file_is_refused_at_its_byte() {
    for (proof, expected) in [
        (&b"a"[..], "byte 1: the file ends inside a step"),
        (b"d\x80", "byte 2: the file ends inside a step"),
        (b"d\0x", "byte 3: the byte 0x78 does not belong"),
        (
            b"a\x12\x01",
            "byte 3, step 9: a number is not written plainly",
        ),
        (
            b"a\x12\x82\0",
            "byte 4, step 9: a number is not written plainly",
        ),
        (
            b"a\x12\xff\xff\xff\xff\xff\xff\xff\xff\xff\x02",
            "byte 12, step 9: a number is too",
        ),
        (
            b"a\x12\xff\xff\xff\xff\xff\xff\xff\xff\xff\x81\0",
            "byte 12, step 9: a number is too",
        ),
        (
            b"a\0",
            "byte 2: a step starts with 0, which is no clause id",
        ),
        (
            b"a\x12\0\0",
            "byte 0, step 9: the hints do not lead to a conflict",
        ),
    ] {
        let found = verdict(FORMULA, proof).unwrap_err();
        assert!(found.starts_with(expected), "{proof:?}: {found}");
    }
}

#[test]
fn every_shortened_file_is_refused() {
    let last = PROOF.len() - 1;
    for length in 0..last {
        assert!(
            verdict(FORMULA, &PROOF.as_bytes()[..length]).is_err(),
            "{length}"
        );
    }
    let binary = binary(PROOF);
    for length in 0..binary.len() {
        assert!(verdict(FORMULA, &binary[..length]).is_err(), "{length}");
    }
}

#[test]
fn repeated_literals_and_tautologies_of_a_formula_are_read_as_sets() {
    let formula = "p cnf 2 4\n1 1 0\n-1 2 -1 2 0\n-2 -2 0\n1 -1 0\n";
    assert!(verdict(formula, b"5 0 1 2 3 0\n").is_ok());
    let found = verdict(formula, b"5 0 1 4 2 3 0\n").unwrap_err();
    assert!(
        found.ends_with("hint 4 is not unit: its literal 1 is true"),
        "{found}"
    );
    let found = verdict(formula, b"5 0 4 0\n").unwrap_err();
    assert!(found.ends_with("two of its literals are open"), "{found}");
}

#[test]
fn an_empty_clause_of_the_formula_must_be_named_by_the_proof() {
    let formula = "p cnf 1 2\n1 0\n0\n";
    assert!(verdict(formula, b"3 0 2 0\n").is_ok());
    assert!(verdict(formula, b"").is_err());
}

#[test]
fn a_limit_ends_the_check() {
    let cnf = Cnf::read(FORMULA.as_bytes(), &Limits::none()).unwrap();
    let limits = Limits::none().with_time(std::time::Duration::ZERO);
    let more: Vec<String> = (13..20_000)
        .map(|id| format!("{id} 3 0 10 11 7 0"))
        .collect();
    let endless = edit(PROOF, "12 0 10 11 7 8 0", "12 3 0 10 11 7 0") + &more.join("\n");
    let error = lrat::check(&cnf, endless.as_bytes(), &limits).unwrap_err();
    assert_eq!(error.to_string(), "the time limit was reached");
}
