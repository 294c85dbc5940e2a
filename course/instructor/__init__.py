"""The commands behind ``python -m course``; nothing in here is used by a notebook."""
