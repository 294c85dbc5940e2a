"""What we add to nbgrader, through its own configuration points (see `nbgrader_config.py`)."""
