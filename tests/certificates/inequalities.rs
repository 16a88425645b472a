//! Tables are as high as they can be: no entry can be raised without a push that breaks it.
//!
//! The writer's values are exact, so each claim that is one step stronger is false, and must be refused.

use super::folder::{APART, BROUGHT, COUNTED, COUNTER, Cert, Wish};

/// Fields of a line `lone CELL DIR B F H L` that are lower bounds, and the step between two values.
const BOUNDS: [(usize, i64); 3] = [(3, 1), (4, 1), (6, 1)];

fn certificates() -> Vec<Cert> {
    let spare = ["########", "#@  . .#", "# $ #  #", "#   $ .#", "########"];
    vec![
        Cert::new(&COUNTER, Some(COUNTED), Wish::default()),
        Cert::new(&APART, Some(BROUGHT), Wish::default()),
        Cert::new(
            &spare,
            Some(SPARED),
            Wish {
                lemmas: "all,-terminal",
                ..Wish::default()
            },
        ),
    ]
}

/// A solution of a level with a spare goal.
const SPARED: &str = "ddrUluRRddRR";

/// Each way to make one line of the tables claim more.
fn stronger(line: &str) -> Vec<String> {
    let words: Vec<&str> = line.split(' ').collect();
    let with = |place: usize, word: String| {
        let mut words: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
        words[place] = word;
        words.join(" ")
    };
    match words[0] {
        // Of dead states nothing else is believed or needed.
        "lone" if words[3] == "-" => Vec::new(),
        "lone" => {
            let raised = |(place, step): (usize, i64)| {
                let value: i64 = words[place].parse().ok()?;
                Some(with(place, (value + step).to_string()))
            };
            let never = [3, 4].into_iter().filter(|&place| words[place] != "-");
            let never = never.map(|place| with(place, "-".into()));
            BOUNDS.into_iter().filter_map(raised).chain(never).collect()
        }
        "set" => {
            let last = words.len() - 1;
            let value: Option<i64> = words[last].parse().ok();
            let more = value.map(|value| [(value + 1).to_string(), "x".into()]);
            more.into_iter()
                .flatten()
                .map(|word| with(last, word))
                .collect()
        }
        _ => Vec::new(),
    }
}

#[test]
fn no_entry_can_be_raised() {
    let mut raised = 0;
    for mut cert in certificates() {
        assert!(cert.check().is_ok());
        let text = cert.text("tables.txt");
        let lines: Vec<&str> = text.lines().collect();
        for (index, line) in lines.iter().enumerate() {
            for stronger in stronger(line) {
                let mut changed = lines.clone();
                changed[index] = &stronger;
                cert.write("tables.txt", changed.join("\n") + "\n");
                cert.rehash();
                let said = cert.refusal();
                assert!(
                    said.starts_with("tables.txt: "),
                    "{line} -> {stronger}: {said}"
                );
                raised += 1;
            }
        }
    }
    assert!(raised > 400, "{raised}");
}

#[test]
fn no_pair_that_costs_nothing_can_be_made_to_cost() {
    let mut cert = Cert::new(&APART, Some(BROUGHT), Wish::default());
    let text = cert.text("tables.txt");
    let lines: Vec<&str> = text.lines().collect();
    let listed = |pair: &str| {
        lines
            .iter()
            .any(|line| line.starts_with(&format!("set {pair} ")))
    };
    let first = lines
        .iter()
        .position(|line| line.starts_with("set "))
        .unwrap();
    let mut tried = 0;
    for a in 8..20 {
        for b in a + 1..20 {
            if listed(&format!("{a} {b}")) {
                continue;
            }
            let claim = format!("set {a} {b} * 1");
            let end = format!("end {}", lines.len());
            let mut changed = lines.clone();
            changed.insert(first, &claim);
            *changed.last_mut().unwrap() = &end;
            cert.write("tables.txt", changed.join("\n") + "\n");
            cert.rehash();
            let said = cert.refusal();
            assert!(said.starts_with("tables.txt: "), "{claim}: {said}");
            tried += 1;
        }
    }
    assert!(tried > 10, "{tried}");
}
