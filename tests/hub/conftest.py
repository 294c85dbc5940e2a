"""The Hub's tests use the same Chromium as the browser tests."""

from browser.conftest import browser_type_launch_args

__all__ = ["browser_type_launch_args"]
