"""What a notebook shows of a fitted model, below its parameters: how it was trained, what it learned, and a drawing."""

from __future__ import annotations

import html
import json

# A drawing of a deep tree would fill the notebook, and a long list of weights too.
_LEVELS = 4
_LINES = 40


def fitted_html(estimator) -> str:
    """The page of a fitted estimator as a fragment of HTML that needs nothing from outside."""
    model = estimator.model_
    summary = json.loads(model.info())["summary"]
    parts = [f"<p>Trained on {summary['rows']} rows.</p>"]
    parts += [f"<p>⚠ {html.escape(warning)}</p>" for warning in summary["warnings"]]
    lines = str(estimator.explain()).splitlines()
    said = "\n".join(lines[:_LINES])
    more = f"\n… {len(lines) - _LINES} more lines: explain() has them all" if len(lines) > _LINES else ""
    parts.append(f'<pre style="overflow-x:auto">{html.escape(said + more)}</pre>')
    drawing = _drawing(model)
    if drawing:
        parts.append(f'<div style="overflow-x:auto">{drawing}</div>')
    return "<details open><summary>What it learned</summary>" + "".join(parts) + "</details>"


def _drawing(model) -> str:
    try:
        return model.to_svg(None, _LEVELS)
    except (ValueError, TypeError):
        # It is not made of one tree.
        return ""
