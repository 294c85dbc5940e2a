"""The authors' side: exercises with their wrong and right answers. Students never receive it."""
