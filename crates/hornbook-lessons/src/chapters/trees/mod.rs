//! Decision trees: ID3 on PlayTennis, and what came after it.

mod growing;
mod pruning;
mod variants;

use super::Chapter;

pub(super) const CHAPTER: Chapter = Chapter {
    name: "trees",
    title: "Decision trees: ID3 on fourteen days of tennis, and what came after it",
    ids: &[
        "000a:H1", "000a:H2", "000a:H3", "000a:H4", "000a:H5", "000a:H7", "000a:H8", "000a:H9", "000a:H10",
        "000a:H11", "000a:H16", "000a:H18", "000a:H21", "000a:H22", "000a:H24", "000a:H25", "000a:H26",
        "000a:H27", "001:15", "001:16", "001:18", "001:19", "001:20", "001:21", "001:23", "001:24", "001:25",
        "001:26", "002:B04", "002:B07", "002:B09", "002:B10", "002:B11", "002:B12", "002:B15", "002:B18",
    ],
    steps: &[
        growing::entropies,
        growing::gains,
        growing::nodes,
        growing::rules,
        growing::fifteenth_day,
        growing::restaurant,
        pruning::chi_square,
        pruning::reduced_error,
        pruning::pessimistic,
        variants::identity,
        variants::costs,
        variants::thresholds,
        variants::gaps,
        variants::fractions,
    ],
};
