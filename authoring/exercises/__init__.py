"""One module an assignment: its exercises, their visible cases, wrong and right answers."""
