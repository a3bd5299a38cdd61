//! Every chapter against the numbers of the books.
