"""Starting the command."""

import os
import subprocess

from report import absolute_bar

TITLE = "Start the command and print its help."
QUALITY = "exit code 0"
SHAPES = {"full": {}, "small": {}}


def make(folder, seed):
    """There are no data."""


def hornbook(folder):
    command = [os.environ["HORNBOOK_COMMAND"], "--help"]
    work = lambda: subprocess.run(command, stdout=subprocess.DEVNULL, check=False)
    return work, lambda done: float(done.returncode == 0)


PEERS = {"hornbook": hornbook}


def bars(results, folder):
    return [absolute_bar(results, "hornbook", 0.020)]
