"""Builds the search with mypyc where T3_COMPILE=1 asks for it; see the README.

All else is in pyproject.toml, and without the switch nothing is compiled.
"""

import os

from setuptools import setup

if os.environ.get("T3_COMPILE") == "1":
    from mypyc.build import mypycify

    # What is hot. The rest stays Python, so that it can be subclassed and patched.
    setup(ext_modules=mypycify(["t3_position.py", "t3_proof.py"]))
else:
    setup()
