"""The Hub kit: a class on a JupyterHub. See README.md in this folder."""
