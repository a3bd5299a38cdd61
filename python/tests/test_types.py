"""The types that the package tells editors and type checkers."""

import subprocess
import sys
from pathlib import Path


def test_the_stubs_say_what_the_native_module_has():
    command = [sys.executable, "-m", "mypy.stubtest", "hornbook._hornbook", "--concise"]
    done = subprocess.run(command, capture_output=True, text=True)
    # The list of names that a native module exports is nothing to be typed.
    faults = [line for line in done.stdout.splitlines() if "__all__ is not present in stub" not in line]
    assert not faults and not done.stderr, faults


def test_programs_that_use_the_package_are_checked(tmp_path):
    program = tmp_path / "program.py"
    program.write_text(
        "import hornbook\n"
        "found = hornbook.study('rows.csv', 'y', budget=5.0)\n"
        "reveal_type(found.answer)\n"
        "reveal_type(found.score)\n"
        "found.save(3)\n"
        "hornbook.study('rows.csv', 'y', bugdet=5.0)\n"
    )
    done = subprocess.run([sys.executable, "-m", "mypy", program], capture_output=True, text=True, cwd=tmp_path)
    said = [line for line in done.stdout.splitlines() if Path(program).name in line]
    assert 'Revealed type is "list[str]"' in said[0].replace("builtins.", "")
    assert 'Revealed type is "dict[str, Any]"' in said[1].replace("builtins.", "")
    assert 'incompatible type "int"' in said[2]
    assert any("bugdet" in line for line in said[3:])
