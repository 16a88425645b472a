//! The evidence of each kind of certificate, looked at.

use super::super::dimacs::Cnf;
use super::claim::{Claim, Kind};
use super::fault::Fault;
use super::formula::{self, Map, Subject};
use super::refuted::MOST_BYTES;
use super::tables::{self, Field, Tables};
use super::{Case, search};

impl Case<'_> {
    /// Looks at all evidence.
    pub(super) fn evidence(&mut self) -> Result<(), Fault> {
        let manifest = &self.folder.manifest;
        match (manifest.kind, manifest.claim) {
            (Kind::Refutation, Claim::Minimum(pushes)) => self.refutation(pushes),
            (Kind::Bound, Claim::Minimum(pushes)) => self.bound(pushes),
            (Kind::Exhaustive, claim) => self.exhaustive(claim),
            _ => self.obstacle(),
        }
    }

    fn refutation(&mut self, pushes: u32) -> Result<(), Fault> {
        let Some(most) = self.shorter(pushes) else {
            return Err(Fault::refused(
                "no solution could be shorter, so there is nothing to refute",
            ));
        };
        if self.folder.manifest.at_most != Some(most) {
            return Err(Fault::refused(format!(
                "a solution shorter than {pushes} pushes has at most {most}, which the formula is not about"
            )));
        }
        self.note_parity(most);
        let (cnf, cnf_hash) = self.folder.formula(self.limits)?;
        let map: Map = self.folder.map(self.limits)?;
        map.check_head(Subject {
            level: &self.hash,
            rows: &self.rows,
            most,
        })?;
        if map.cnf() != cnf_hash {
            return Err(Fault::bad(
                "formula.cnf is not the formula that map.json describes",
            ));
        }
        let account = self.account(&cnf, &map)?;
        drop(map);
        self.checked.extend(account);
        let proved = self.folder.proof(&cnf, self.limits)?;
        self.checked.push(proved);
        Ok(())
    }

    fn note_parity(&mut self, most: u32) {
        self.checked.push(if self.ground.has_fixed_parity() {
            format!(
                "there are as many boxes as goals, so that all solutions have pushes of one parity, \
                 and a shorter one has at most {most}"
            )
        } else {
            format!("a shorter solution has at most {most} pushes")
        });
    }

    /// Accounts for the formula; gives what was checked.
    fn account(&self, cnf: &Cnf, map: &Map) -> Result<Vec<String>, Fault> {
        let field = self.field();
        let (tables, said) = self.tables(&field)?;
        let line_of = |clause| self.folder.line_of(clause);
        let account = formula::account(cnf, map, &tables, &line_of, self.limits)?;
        let mut checked: Vec<String> = said.into_iter().collect();
        checked.push(format!(
            "all {} variables have a meaning, and {} more are absent for a reason",
            account.variables, account.absent
        ));
        checked.push(format!(
            "all {} clauses hold in every solution: {} by the rules of the game, {} by lemmas",
            account.clauses,
            account.hard,
            account.clauses - account.hard
        ));
        Ok(checked)
    }

    fn field(&self) -> Field<'_> {
        Field {
            ground: &self.ground,
            lone: &self.lone,
        }
    }

    /// The tables, checked, and what was checked of them.
    fn tables<'f>(&self, field: &'f Field<'f>) -> Result<(Tables<'f>, Option<String>), Fault> {
        if !self.folder.has("tables.txt") {
            return Ok((Tables::none(field), None));
        }
        let text = self.folder.text("tables.txt", MOST_BYTES, self.limits)?;
        let claims = tables::read(&text, &self.ground, self.limits)?;
        let (lone, sets) = claims.counts();
        let checked = Tables::check(field, &claims, self.limits)?;
        let said = format!(
            "no push breaks the tables: {lone} states of a lone box, {sets} claims about two or three boxes"
        );
        Ok((checked, Some(said)))
    }

    fn bound(&mut self, pushes: u32) -> Result<(), Fault> {
        let Some(most) = self.shorter(pushes) else {
            if self.folder.has("tables.txt") {
                return Err(Fault::refused("the tables have nothing to prove"));
            }
            self.checked.push(
                "no solution can be shorter, by the parity of pushes or as none has fewer than 0"
                    .into(),
            );
            return Ok(());
        };
        self.note_parity(most);
        let field = self.field();
        let (tables, said) = self.tables(&field)?;
        let bound = tables.start_bound()?;
        if bound.is_some_and(|bound| bound <= i64::from(most)) {
            return Err(Fault::refused(format!(
                "the start bounds the pushes by {} only",
                bound.unwrap_or_default()
            )));
        }
        self.checked.extend(said);
        self.checked.push(format!(
            "by these tables no solution has {most} pushes or fewer"
        ));
        Ok(())
    }

    fn obstacle(&mut self) -> Result<(), Fault> {
        let reason = self.folder.manifest.reason.as_ref();
        let reason = reason.ok_or_else(|| Fault::refused("the manifest gives no reason"))?;
        let said = reason.check(&self.ground, &self.lone, self.limits)?;
        self.checked.push(said);
        Ok(())
    }

    /// There is no evidence to look at: the search is repeated, by a plain one.
    fn exhaustive(&mut self, claim: Claim) -> Result<(), Fault> {
        if self.ground.stray.is_some() {
            return Err(Fault::refused(
                "a box out of reach is off the goals: no search is needed",
            ));
        }
        let found = search::search(&self.ground, &self.lone, &self.ground.boxes, self.limits);
        let found = found.map_err(|stop| Fault::Unrepeated {
            said: "the certificate rests on an exhausted search, and the plain search that repeats it \
                   did not end"
                .into(),
            stop,
        })?;
        let claimed = match claim {
            Claim::Minimum(pushes) => Some(pushes as usize),
            Claim::Unsolvable {} => None,
        };
        if found.fewest != claimed {
            let truth = found
                .fewest
                .map_or("there is no solution".into(), |pushes| {
                    format!("the minimum is {pushes}")
                });
            return Err(Fault::refused(format!(
                "a plain search contradicts the claim: {truth}"
            )));
        }
        self.checked.push(format!(
            "the exhausted search was repeated by a plain one of the checker: {} positions",
            found.positions
        ));
        Ok(())
    }
}
