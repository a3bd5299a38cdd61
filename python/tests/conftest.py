import os

# Without this, scikit-learn skips its array API checks. It is read when scipy is imported.
os.environ["SCIPY_ARRAY_API"] = "1"
