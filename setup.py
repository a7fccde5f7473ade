"""Builds the search with mypyc where T3_COMPILE=1 asks for it; see the README.

All else is in pyproject.toml, and without the switch nothing is compiled.
"""

import os
import sys

from setuptools import setup

extensions = []
if os.environ.get("T3_COMPILE") == "1":
    from mypyc.build import mypycify

    # What is hot. The rest stays Python, so that it can be subclassed and patched.
    extensions = mypycify(["t3_clock.py", "t3_position.py", "t3_proof.py"])
    if sys.platform == "linux":
        for extension in extensions:
            # The modules call each other directly, not as a shared library would.
            extension.extra_compile_args += ["-fno-plt", "-fno-semantic-interposition"]
            extension.extra_link_args += ["-Wl,-Bsymbolic"]
setup(ext_modules=extensions)
