"""What game, page and tools share: matches, levels, advice, descriptions, boards."""

import sys

if sys.hexversion < 0x30B0000:
    # In words that any Python 3 reads, before one of the modules fails with a traceback.
    version = sys.version.split()[0]
    sys.exit("Tic-Tac-Total needs Python 3.11 or later, and this is " + version)

__version__ = "4.0.0"
