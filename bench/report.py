"""From runs to a table and to bars that are met or missed."""

from dataclasses import asdict, dataclass


@dataclass
class Result:
    """The best run of a peer."""

    wall: float
    cpu: float
    other: float | None
    memory: int
    quality: float


@dataclass
class Bar:
    """A claim, what was found, and whether that is enough."""

    claim: str
    found: str
    met: bool


def report(workload, folder, runs):
    results, errors = {}, {}
    for run in runs:
        peer = run["peer"]
        if "error" in run:
            errors[peer] = " ".join(run["error"].split())[-120:]
        else:
            result = Result(**{name: run[name] for name in Result.__annotations__})
            results[peer] = min(results.get(peer, result), result, key=lambda r: r.wall)
    for peer in results:
        errors.pop(peer, None)
    bars = workload.bars(results, folder)
    return {
        "workload": workload.__name__,
        "runs": runs,
        "bars": [asdict(bar) for bar in bars],
        "markdown": markdown(workload, results, errors, bars) + remarks(workload, results, folder),
    }


def markdown(workload, results, errors, bars):
    lines = [
        workload.TITLE,
        "",
        f"| who | time | ÷ fastest peer | CPU | memory | {workload.QUALITY} | others' CPU |",
        "|---|---|---|---|---|---|---|",
    ]
    fastest = min((r.wall for peer, r in results.items() if not is_ours(peer)), default=None)
    for peer, r in sorted(results.items(), key=lambda item: item[1].wall):
        name = f"**{peer}**" if is_ours(peer) else peer
        ratio = f"{r.wall / fastest:.2f}" if fastest else ""
        other = "" if r.other is None else f"{r.other:.0%}"
        lines.append(
            f"| {name} | {seconds(r.wall)} | {ratio} | {seconds(r.cpu)} | {r.memory / 1e6:.0f} MB "
            f"| {r.quality:.5g} | {other} |"
        )
    lines += [f"| {peer} | failed: {error} | | | | | |" for peer, error in errors.items()]
    lines += ["", "| bar | found | |", "|---|---|---|"]
    lines += [f"| {bar.claim} | {bar.found} | {'met' if bar.met else '**missed**'} |" for bar in bars]
    return "\n".join(lines)


def remarks(workload, results, folder):
    """What else a workload has to show."""
    lines = workload.remarks(results, folder) if hasattr(workload, "remarks") else []
    return "".join(f"\n\n{line}" for line in lines)


def is_ours(peer):
    return peer.startswith("hornbook")


def seconds(value):
    return f"{value * 1e3:.3g} ms" if value < 1 else f"{value:.3g} s"


def time_bar(results, ours, peers, limit):
    """Our time is at most `limit` times that of the fastest of the peers."""
    there = {peer: results[peer].wall for peer in peers if peer in results}
    claim = f"{ours}: at most {limit} × {peers[0] if len(peers) == 1 else 'the fastest of ' + ', '.join(peers)}"
    if ours not in results or not there:
        return Bar(claim, "not measured", False)
    fastest = min(there, key=there.get)
    ratio = results[ours].wall / there[fastest]
    return Bar(claim, f"{ratio:.3f} × {fastest}", ratio <= limit)


def quality_bar(results, ours, peer, slack):
    """Our quality is that of the peer or better, but for `slack`, which is the noise of the metric itself."""
    claim = f"{ours}: as good as {peer} (noise {slack:.4f})"
    if ours not in results or peer not in results:
        return Bar(claim, "not measured", False)
    found = results[ours].quality - results[peer].quality
    return Bar(claim, f"{found:+.4f}", found >= -slack)


def objective_bar(results, ours, slack):
    """Our objective is as small as the peers', but for a fraction of `slack`."""
    claim = f"{ours}: an objective as small as that of every peer (to {slack:g})"
    lowest = min((r.quality for peer, r in results.items() if not is_ours(peer)), default=None)
    if ours not in results or lowest is None:
        return Bar(claim, "not measured", False)
    found = results[ours].quality / lowest - 1
    return Bar(claim, f"{found:+.1e}", found <= slack)


def memory_bar(results, ours, what, limit_bytes):
    """Our work takes at most so much memory beyond what was there before it."""
    claim = f"{ours}: at most {what} of memory ({limit_bytes / 1e6:.0f} MB)"
    if ours not in results:
        return Bar(claim, "not measured", False)
    return Bar(claim, f"{results[ours].memory / 1e6:.0f} MB", results[ours].memory <= limit_bytes)


def absolute_bar(results, ours, limit_seconds):
    """Our time is at most so many seconds."""
    claim = f"{ours}: at most {seconds(limit_seconds)}"
    if ours not in results:
        return Bar(claim, "not measured", False)
    return Bar(claim, seconds(results[ours].wall), results[ours].wall <= limit_seconds)
