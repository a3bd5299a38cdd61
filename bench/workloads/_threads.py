"""How many threads everybody may use."""

import os

THREADS = int(os.environ.get("BENCH_THREADS", "2"))
