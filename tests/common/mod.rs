//! Helpers shared by the tests of this folder.

pub(crate) mod oracle;
