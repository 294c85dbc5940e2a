"""Imported, this starts the fork server of which those of this process's forks will be copies.

It is for the process that the workers are copies of, see `course.grader.template`.
"""

import sys

from course.grader.kernel.forkserver import fork_server

if sys.platform == "linux":  # elsewhere two workers' requests could get mixed up
    fork_server().warm_up()
