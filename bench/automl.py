#!/usr/bin/env python3
"""Which AutoML is best in equal time? `hornbook study` beside FLAML, AutoGluon and two learners of scikit-learn.

    bench/automl.py suite                                   the tables
    bench/automl.py run --seconds 20 --folds 2              the race on the tables one may tune on
    bench/automl.py run --part judgement --seconds 20       on the others: for the last look
    bench/automl.py report --seconds 20                     what was found, as Markdown

On each table and fold the systems run one after the other, each in a process of its own, on the same rows and threads and with the
same metric. Each result is a line in bench/work/automl.jsonl; a run that was broken off goes on where it was. Needs an
interpreter with bench/requirements-automl.txt.
"""

import argparse
import importlib.machinery
import importlib.util
import json
import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import automl_results as results
import numpy as np
from automl_report import report
from automl_systems import CLASSES, SYSTEMS, TARGET, version_of
from automl_tables import FOLDS, TABLES

HERE = Path(__file__).resolve().parent
PARTS = ("development", "judgement")
# Who takes longer than this many times its budget, and a minute, is stopped.
PATIENCE = 4


def load_run():
    """What bench/run knows about threads and where builds are."""
    loader = importlib.machinery.SourceFileLoader("bench_run", str(HERE / "run"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("bench_run", loader))
    loader.exec_module(module)
    return module


RUN = load_run()


def main():
    options = parse_arguments()
    if options.work == "suite":
        suite(options)
    elif options.work == "run":
        race(options)
    else:
        found = results.read(options.results).values()
        wanted = [r for r in found if (r["seconds"], r["threads"]) == (options.seconds, options.threads)]
        print(report(newest(wanted, options.systems), chosen_tables(options)))


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    works = parser.add_subparsers(dest="work", required=True)
    listed = works.add_parser("suite", help="list the tables")
    raced = works.add_parser("run", help="run the race")
    told = works.add_parser("report", help="print what was found")
    for command in (listed, raced, told):
        command.add_argument("--part", choices=[*PARTS, "all"], default="all" if command is listed else "development")
        command.add_argument("--tables", type=names, help="only these, comma-separated; of any part")
    for command in (raced, told):
        command.add_argument("--seconds", type=int, default=20, help="the time budget of each")
        command.add_argument("--threads", type=int, default=2, help="threads for everybody")
        command.add_argument("--systems", type=names, default=["hornbook", "flaml"], help=f"any of {', '.join(SYSTEMS)}")
        command.add_argument("--results", type=Path, default=RUN.WORK / "automl.jsonl", help="the file of results")
    raced.add_argument("--folds", type=int, default=2, choices=range(1, FOLDS + 1), help=f"how many of {FOLDS} folds")
    raced.add_argument("--command", type=Path, default=RUN.TARGET / "release" / "hornbook", help="a release build of the command")
    raced.add_argument("--commit", help="what the build of the command is called; by default the commit checked out")
    options = parser.parse_args()
    unknown = set(getattr(options, "systems", [])) - set(SYSTEMS)
    unknown |= set(options.tables or []) - {table.name for table in TABLES}
    if unknown:
        parser.error(f"there is no {', '.join(sorted(unknown))}")
    return options


def names(text):
    return [name.strip() for name in text.split(",") if name.strip()]


def chosen_tables(options):
    if options.tables:
        return [table for table in TABLES if table.name in options.tables]
    return [table for table in TABLES if options.part in (table.part, "all")]


def newest(found, systems):
    """The results of the version of each system that ran last, system by system."""
    latest = {result["system"]: result["version"] for result in found}
    return [r for system in systems for r in found if (r["system"], r["version"]) == (system, latest.get(system))]


def suite(options):
    print("| table | package | rows | columns | missing cells | task | classes | part |\n|---|---|---|---|---|---|---|---|")
    for table in chosen_tables(options):
        x, y = table.load()
        classes = y.nunique() if table.task == CLASSES else ""
        cells = [table.name, table.package, len(x), x.shape[1], int(x.isna().sum().sum()), table.task, classes, table.part]
        print("|", " | ".join(map(str, cells)), "|", flush=True)


def race(options):
    versions = {system: version_of(system) for system in options.systems if system != "hornbook"}
    if "hornbook" in options.systems:
        if not options.command.exists():
            sys.exit(f"there is no {options.command}: give --command, or build it with cargo build --release -p hornbook-cli")
        options.command = options.command.resolve()
        versions["hornbook"] = options.commit or checked_out()
    absent = [system for system, version in versions.items() if version is None]
    if absent:
        sys.exit(f"not installed: {', '.join(absent)}; see bench/requirements-automl.txt, or leave out with --systems")
    done = results.read(options.results)
    for table in chosen_tables(options):
        x, y = table.load()
        for fold, test in enumerate(table.folds(y)[: options.folds]):
            for system in options.systems:
                key = (table.name, fold, system, versions[system], options.seconds, options.threads)
                if key in done:
                    continue
                result = {**dict(zip(results.KEY, key, strict=True)), **run_system(options, table, system, x, y, test)}
                results.append(options.results, result)
                outcome = result["failed"] or f"{result['value']:.4g} in {result['wall']:.1f} s"
                print(f"{table.name}, fold {fold}, {system}: {outcome}", file=sys.stderr, flush=True)


def checked_out():
    command = ["git", "-C", str(HERE), "describe", "--always", "--dirty"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def run_system(options, table, system, x, y, test):
    """Trains a system on all other rows and scores it on the test rows."""
    train = np.setdiff1d(np.arange(len(y)), test)
    truth = y.iloc[test].to_numpy()
    baseline = baseline_losses(table, y.iloc[train], truth)
    result = {
        "metric": "log loss" if table.task == CLASSES else "RMSE",
        "baseline": baseline.score,
        "wall": None,
        "failed": None,
    }
    settings = {"task": table.task, "seconds": options.seconds, "threads": options.threads, "seed": 0}
    settings["command"] = str(options.command)
    with tempfile.TemporaryDirectory(prefix="automl-") as name:
        folder = Path(name)
        x.iloc[train].assign(**{TARGET: y.iloc[train]}).reset_index(drop=True).to_feather(folder / "train.arrow")
        x.iloc[test].reset_index(drop=True).to_feather(folder / "test.arrow")
        try:
            result |= in_process(options, system, folder, settings)
            losses = losses_of(table, truth, folder / "found.npz")
        except Exception as error:  # noqa: BLE001
            # Whatever goes wrong in a system is a failure of the system, and is said.
            result["failed"] = " ".join(str(error).split())[-300:] or type(error).__name__
            losses = baseline
    return {**result, "value": losses.score, "losses": results.packed(losses.values)}


def in_process(options, system, folder, settings):
    command = [sys.executable, str(HERE / "automl_systems.py"), system, str(folder), json.dumps(settings)]
    # Each is alone, so that its threads may wait as they like.
    environment = {**os.environ, **RUN.thread_limits(options.threads)}
    limit = PATIENCE * options.seconds + 60
    process = subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    try:
        told, errors = process.communicate(timeout=limit)
    except subprocess.TimeoutExpired:
        # Systems start processes of their own.
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        raise RuntimeError(f"not done in {limit} s") from None
    if process.returncode:
        # Of a traceback the last line says what went wrong.
        raise RuntimeError((errors.strip().splitlines() or [f"ended with status {process.returncode}"])[-1])
    return json.loads(told.splitlines()[-1])


def baseline_losses(table, train, truth):
    """Those of the mean, or of the shares of the classes."""
    if table.task != CLASSES:
        return results.Losses.of_numbers(truth, np.full(len(truth), train.mean()))
    shares = train.value_counts(normalize=True)
    return results.Losses.of_classes(truth, list(shares.index), np.tile(shares.to_numpy(), (len(truth), 1)))


def losses_of(table, truth, path):
    found = np.load(path)
    if len(found["values"]) != len(truth):
        raise ValueError(f"{len(found['values'])} predictions for {len(truth)} rows")
    if table.task == CLASSES:
        return results.Losses.of_classes(truth, list(found["classes"]), found["values"])
    return results.Losses.of_numbers(truth, found["values"])


if __name__ == "__main__":
    main()
