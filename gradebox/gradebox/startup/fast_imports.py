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

# A process that ends looks through all that it has for what nobody needs: a third of a second.
atexit.register(gc.freeze)
