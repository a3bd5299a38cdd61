"""Looking at a report in a browser: any report, given by its path.

A copy of the report gets a probe before its end, which measures the page as it is laid out and tells the page around it;
the browser then prints that page.
"""

import html
import json
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

BROWSER = shutil.which("chromium")

# Elements are measured after the page is laid out. Contrast is that of the Web Content Accessibility Guidelines, with
# backgrounds laid over each other from the page up; what is folded is opened first.
PROBE = r"""
<script>
addEventListener('load', () => {
  document.querySelectorAll('details').forEach((part) => { part.open = true; });
  const numbers = (color) => {
    const found = (color.match(/-?[\d.]+(e-?\d+)?/g) || []).map(Number);
    const unit = color.startsWith('color(srgb') ? 255 : 1;
    const [r, g, b, a = 1] = found;
    return [r * unit, g * unit, b * unit, a];
  };
  const over = (top, below) => top.slice(0, 3).map((c, at) => c * top[3] + below[at] * (1 - top[3])).concat(1);
  const light = (color) => {
    const part = (c) => (c /= 255) <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
    return 0.2126 * part(color[0]) + 0.7152 * part(color[1]) + 0.0722 * part(color[2]);
  };
  const contrast = (a, b) => (Math.max(light(a), light(b)) + 0.05) / (Math.min(light(a), light(b)) + 0.05);
  const background = (element) => {
    const layers = [];
    for (let at = element; at; at = at.parentElement) layers.unshift(numbers(getComputedStyle(at).backgroundColor));
    return layers.reduce((below, top) => over(top, below), [255, 255, 255, 1]);
  };
  const faint = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  let texts = 0;
  for (let node; (node = walker.nextNode());) {
    const element = node.parentElement;
    if (!node.textContent.trim() || element.closest('script, style, title, desc, .tree')) continue;
    const style = getComputedStyle(element);
    const below = background(element);
    const ratio = contrast(over(numbers(element.closest('svg') ? style.fill : style.color), below), below);
    texts += 1;
    if (ratio < 4.5) faint.push([node.textContent.trim().slice(0, 40), ratio]);
  }
  const box = (element) => element.getBoundingClientRect();
  const wide = [...document.querySelectorAll('main *')].filter((element) =>
    box(element).right > innerWidth + 1 && !element.closest('.scroll, pre'));
  const found = {
    width: innerWidth,
    page: document.documentElement.scrollWidth,
    wide: wide.slice(0, 5).map((element) => element.outerHTML.slice(0, 100)),
    dark: matchMedia('(prefers-color-scheme: dark)').matches,
    background: background(document.body),
    figures: document.querySelectorAll('figure').length,
    pictures: [...document.querySelectorAll('svg')].map((svg) => [box(svg).width, box(svg).height, svg.children.length]),
    texts,
    faint,
  };
  parent.postMessage(JSON.stringify(found), '*');
});
</script>
"""

# A window has a least width, a frame has none: the report stands in a frame as wide as the screen in question.
FRAME = r"""<!doctype html>
<html><head><meta name="color-scheme" content="light dark"></head><body>
<script>
addEventListener('message', (found) => {
  const note = document.createElement('pre');
  note.id = 'probe';
  note.textContent = found.data;
  document.body.append(note);
});
</script>
<iframe src="report.html" style="width: WIDTHpx; height: 900px; border: 0"></iframe>
</body></html>
"""


def run(page: Path, *options: str) -> subprocess.CompletedProcess:
    """Opens a page in a browser of its own, which keeps nothing."""
    with tempfile.TemporaryDirectory() as folder:
        command = [
            BROWSER, "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
            "--disable-component-update", "--disable-sync", "--hide-scrollbars", f"--user-data-dir={folder}",
            "--enable-logging=stderr", *options, page.as_uri(),
        ]  # fmt: skip
        return subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)


def look(report: Path, width: int, dark: bool) -> dict:
    """What the probe finds, and what the console says, on a screen of a width."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "report.html"
        text = report.read_text(encoding="utf-8")
        assert text.count("</body>") == 1
        copy.write_text(text.replace("</body>", PROBE + "</body>"), encoding="utf-8")
        frame = Path(folder) / "frame.html"
        frame.write_text(FRAME.replace("WIDTH", str(width)), encoding="utf-8")
        scheme = f"--blink-settings=preferredColorScheme={0 if dark else 1}"
        done = run(frame, "--window-size=1600,1000", scheme, "--virtual-time-budget=3000", "--dump-dom")
    probe = re.search(r'<pre id="probe">(.*?)</pre>', done.stdout, re.DOTALL)
    assert probe, f"the probe did not run: {done.stderr[-2000:]}"
    found = json.loads(html.unescape(probe.group(1)))
    found["console"] = [line for line in done.stderr.splitlines() if "CONSOLE" in line]
    return found


# What the page does when it is printed is told through the console.
PRINT_PROBE = r"""
<script>
addEventListener('beforeprint', () =>
  console.log('folded parts: ' + document.querySelectorAll('details:not([open])').length));
matchMedia('print').addEventListener('change', (printing) => {
  if (printing.matches) console.log('navigation: ' + getComputedStyle(document.querySelector('nav')).display);
});
</script>
"""


def print_to(report: Path, pdf: Path) -> str:
    """Prints a report, and gives what its probe says."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "report.html"
        copy.write_text(report.read_text(encoding="utf-8").replace("</body>", PRINT_PROBE + "</body>"), encoding="utf-8")
        return run(copy, f"--print-to-pdf={pdf}", "--no-pdf-header-footer").stderr


def check(report: Path, width: int, dark: bool) -> None:
    """Fails unless the report is drawn, fits and can be read."""
    found = look(report, width, dark)
    assert found["console"] == []
    assert found["dark"] == dark and (sum(found["background"][:3]) < 200) == dark
    assert found["width"] == width
    assert found["page"] <= width, found["wide"]
    assert found["wide"] == []
    assert all(w > 20 and h > 20 and parts > 1 for w, h, parts in found["pictures"]), found["pictures"]
    assert len(found["pictures"]) >= found["figures"]
    assert found["texts"] > 30
    assert found["faint"] == []
