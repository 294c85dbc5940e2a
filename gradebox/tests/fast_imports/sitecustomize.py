"""With this folder on PYTHONPATH, commands that tests start save a second each."""

import atexit
import gc
import sys

sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]
# A process that ends looks through all that it has for what nobody needs: up to half a second.
atexit.register(gc.freeze)
