mod lists;
mod of_tree;
