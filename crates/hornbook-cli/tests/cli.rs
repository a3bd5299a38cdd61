//! What the command says, word for word. `TRYCMD=overwrite cargo test -p hornbook-cli --test suite the_command_says` writes it anew.

#[test]
fn the_command_says_what_is_written_down() {
    trycmd::TestCases::new().case("tests/cmd/*.md");
}
