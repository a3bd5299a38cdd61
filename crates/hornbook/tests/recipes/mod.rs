//! The recipes of CONTRIBUTING.md, each followed once: learners that live in a folder of their own and are known to nobody else.

mod sequence_learner;
