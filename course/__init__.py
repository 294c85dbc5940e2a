"""Attention by Hand: what the course's notebooks import, and the instructor's commands."""

__version__ = "0.1.0"
