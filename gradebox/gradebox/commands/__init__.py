"""Commands for those who have a course: grade, report, doctor, check, solution, serve, handout."""
