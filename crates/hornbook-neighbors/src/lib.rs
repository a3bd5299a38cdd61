//! Nearest neighbours: who is close to a row, and what follows from that.
