"""One step of a benchmark, in a process of its own: make the data, time one peer, or report on all runs."""

import importlib
import json
import os
import resource
import sys
import time
from pathlib import Path

# Another commit's workloads call that commit's interface.
sys.path.insert(0, os.environ.get("BENCH_SOURCE", str(Path(__file__).parent)))

import report  # noqa: E402

# Work this quick is repeated until the clock can be trusted; work this slow is not warmed up.
TIMED_SECONDS = 1.0
MOST_RUNS = 15
COLD_SECONDS = 3.0


def make(workload, folder, shape, seed):
    if shape not in workload.SHAPES:
        sys.exit(f"there is no shape '{shape}'; there are {', '.join(workload.SHAPES)}")
    if not (folder / "ready").exists():
        folder.mkdir(parents=True, exist_ok=True)
        workload.make(folder, int(seed), **workload.SHAPES[shape])
        (folder / "ready").touch()
    return {"peers": list(workload.PEERS)}


def time_peer(workload, folder, peer):
    work, quality = workload.PEERS[peer](folder)
    before = resident_bytes()
    forget_peak()
    result, first = timed(work)
    runs = [first]
    if first["wall"] < COLD_SECONDS:
        runs = []
        while not runs or (len(runs) < MOST_RUNS and sum(run["wall"] for run in runs) < TIMED_SECONDS):
            # The old result must not stand beside the new one in the peak.
            del result
            result, run = timed(work)
            runs.append(run)
    best = min(runs, key=lambda run: run["wall"])
    memory = max(0, peak_bytes() - before)
    return {**best, "memory": memory, "quality": quality(result)}


def repeat(workload, folder, peer):
    """Does the work once for each line that comes in, so that two builds can take turns. The first time warms up."""
    work, _ = workload.PEERS[peer](folder)
    work()
    print("ready", flush=True)
    for _ in sys.stdin:
        _, run = timed(work)
        print(json.dumps(run), flush=True)


def timed(work):
    busy, cpu, wall = busy_seconds(), cpu_seconds(), time.perf_counter()
    result = work()
    wall, cpu, busy = time.perf_counter() - wall, cpu_seconds() - cpu, busy_seconds() - busy
    # What the machine did that was not us, as a fraction of all its cores.
    other = max(0.0, busy - cpu) / (wall * os.cpu_count()) if wall > 0.05 else None
    return result, {"wall": wall, "cpu": cpu, "other": other}


def cpu_seconds():
    """What this process and the programs it ran have used."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in used)


def busy_seconds():
    """How long the cores have been busy, those stolen by other machines included."""
    with open("/proc/stat") as file:
        user, nice, system, _idle, _wait, *interrupts = map(int, file.readline().split()[1:9])
    return (user + nice + system + sum(interrupts)) / os.sysconf("SC_CLK_TCK")


def status_bytes(field):
    with open("/proc/self/status") as file:
        return next(int(line.split()[1]) * 1024 for line in file if line.startswith(field))


def resident_bytes():
    return status_bytes("VmRSS")


def peak_bytes():
    return status_bytes("VmHWM")


def forget_peak():
    Path("/proc/self/clear_refs").write_text("5")


def main():
    step, name, folder, *rest = sys.argv[1:]
    workload, folder = importlib.import_module(f"workloads.{name}"), Path(folder)
    if step == "make":
        answer = make(workload, folder, *rest)
    elif step == "time":
        answer = time_peer(workload, folder, *rest)
    elif step == "repeat":
        return repeat(workload, folder, *rest)
    else:
        answer = report.report(workload, folder, json.loads(Path(rest[0]).read_text()))
    print(json.dumps(answer))


if __name__ == "__main__":
    main()
