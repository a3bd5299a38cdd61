mod formula;
mod lists;
mod of_tree;
