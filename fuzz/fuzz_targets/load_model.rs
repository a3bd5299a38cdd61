//! Any bytes as a model file: loading refuses them or gives a model that explains itself and predicts.

#![no_main]

use hornbook::data::Table;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    // Most mutations only break the checksum; mend it, so that the parsers behind it are reached too.
    let mut mended = bytes.to_vec();
    hornbook::model_file::mend_checksum(&mut mended);
    for bytes in [bytes, &mended] {
        if let Ok(model) = hornbook::model_file::from_bytes(bytes, hornbook::registry()) {
            let _ = model.explain();
            if let Ok(table) = Table::new(Vec::new()) {
                let _ = model.predict(&table);
            }
        }
    }
});
