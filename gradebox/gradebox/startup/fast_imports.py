"""Imported before nbgrader, this halves the time that the import takes, and that to end.

jsonschema, which nbformat uses, builds a grammar of international web addresses when it is
imported: a second, where all else takes 1.3. Nothing that the course's commands validate holds
such an address.
"""

import atexit
import gc
import sys

# What Python finds here is None, it does not import. jsonschema then goes without.
sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]

# Nearly all that a command makes it keeps, or it goes by itself. To look for the rest as often as
# Python does by default takes a sixth of the time of a command that imports nbgrader.
gc.set_threshold(10_000, 10, 10)

# A process that ends looks through all that it has for what nobody needs: a third of a second.
atexit.register(gc.freeze)
