"""What must hold of an answer where many answers are right.

Each function takes the learner's value and the case's arguments and returns a sentence that says
what does not hold, or the empty string.
"""
