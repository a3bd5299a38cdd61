//! Tables without faults raise no alarm.

use super::made::{KINDS, MadeTable, SHAPES};
use super::{findings, warnings};

#[test]
fn clean_tables_raise_no_alarm() {
    let (mut tables, mut alarms) = (0, Vec::new());
    for shape in SHAPES {
        for kind in KINDS {
            for (rows, seeds) in [(40, 25), (150, 20), (600, 10), (5000, 3)] {
                for seed in 0..seeds {
                    let found = findings(&MadeTable::new(shape, kind, rows, seed).table(), "y");
                    let sentences = warnings(&found).into_iter().map(|finding| finding.sentence.clone());
                    tables += 1;
                    alarms.extend(
                        sentences
                            .take(1)
                            .map(|sentence| format!("{shape:?} {kind:?} {rows} {seed}: {sentence}")),
                    );
                }
            }
        }
    }
    assert_eq!(tables, 696);
    assert!(alarms.len() <= tables / 20, "{} of {tables}: {alarms:#?}", alarms.len());
}
