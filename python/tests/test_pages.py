"""The Python on the pages of the documentation runs as it stands, from the root of the project."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROGRAMS = [
    pytest.param(program, id=f"{page.stem}-{place}")
    for page in sorted((ROOT / "docs").glob("*.md"))
    for place, program in enumerate(re.findall(r"^```python\n(.*?)^```$", page.read_text(), re.DOTALL | re.MULTILINE))
]


@pytest.mark.parametrize("program", PROGRAMS)
def test_programs_run(program, monkeypatch):
    monkeypatch.chdir(ROOT)
    exec(compile(program, "page", "exec"), {})


def test_there_are_programs():
    assert len(PROGRAMS) >= 8
