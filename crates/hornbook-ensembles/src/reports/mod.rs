//! When an ensemble helps: what a majority gets wrong, whether members err together, how stable a learner is.

mod diversity;
mod majority;
mod stability;

pub use diversity::{Diversity, MemberPair};
pub use majority::majority_error;
pub use stability::{Stability, stability};
