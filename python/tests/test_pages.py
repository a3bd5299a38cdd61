"""The Python on the pages of the documentation runs as it stands, beside the project's data."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "python" / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
PROGRAMS = [
    pytest.param(program, id=f"{page.relative_to(ROOT).with_suffix('')}-{position}")
    for page in PAGES
    for position, program in enumerate(re.findall(r"^```python\n(.*?)^```$", page.read_text(), re.DOTALL | re.MULTILINE))
]


@pytest.mark.parametrize("program", PROGRAMS)
def test_programs_run(program, monkeypatch, tmp_path):
    (tmp_path / "data").symlink_to(ROOT / "data")
    monkeypatch.chdir(tmp_path)
    exec(compile(program, "page", "exec"), {})


def test_there_are_programs():
    assert len(PROGRAMS) >= 20
