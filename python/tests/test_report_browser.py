"""The reports that the Rust tests write, in a browser: phone and desk, light and dark."""

import os
from pathlib import Path

import pytest
import report_browser

TARGET = Path(os.environ.get("CARGO_TARGET_DIR", Path(__file__).parents[2] / "target"))
REPORTS = sorted((TARGET / "tmp" / "reports").glob("*.html"))

# Whoever works on something else may have no browser; where all must pass, its absence is a failure.
IN_CI = bool(os.environ.get("CI"))
needs_browser = pytest.mark.skipif(report_browser.BROWSER is None and not IN_CI, reason="there is no chromium")
needs_reports = pytest.mark.skipif(
    not REPORTS and not IN_CI, reason="the tests of hornbook-report did not write their reports"
)


@pytest.mark.skipif(not IN_CI, reason="only where all must pass")
def test_there_are_a_browser_and_reports():
    assert report_browser.BROWSER is not None
    assert len(REPORTS) >= 5


@needs_browser
@needs_reports
@pytest.mark.parametrize("report", REPORTS, ids=lambda report: report.stem)
@pytest.mark.parametrize(("width", "dark"), [(360, False), (1200, True)], ids=["phone", "desk"])
def test_reports_are_drawn_fit_and_can_be_read(report, width, dark):
    report_browser.check(report, width, dark)


@needs_browser
@needs_reports
def test_printing_shows_what_is_folded_and_leaves_out_the_navigation(tmp_path):
    report = next(report for report in REPORTS if report.stem == "binary")
    said = report_browser.print_to(report, tmp_path / "report.pdf")
    assert "folded parts: 0" in said and "navigation: none" in said
    assert (tmp_path / "report.pdf").read_bytes().startswith(b"%PDF")


@needs_browser
def test_the_checks_find_faults(tmp_path):
    page = tmp_path / "bad.html"
    style = "color:#999;width:500px"
    page.write_text(
        f"<!doctype html><html><body><main><p style='{style}'>faint and wide</p></main>"
        "<script>undefined_function()</script></body></html>",
        encoding="utf-8",
    )
    found = report_browser.look(page, 360, dark=False)
    assert found["console"] and found["wide"] and found["page"] > 360
    assert [text for text, _ in found["faint"]] == ["faint and wide"]
