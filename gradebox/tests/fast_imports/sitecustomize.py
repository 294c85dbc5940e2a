"""With this folder on PYTHONPATH, commands that tests start save a second each."""

import sys

sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]
