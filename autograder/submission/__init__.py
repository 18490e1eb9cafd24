"""What was handed in: a notebook or a script, read as data and never executed.

The rules, which docs/submissions.md tells students and teaching assistants:

1. The release's structure is authoritative. A cell is known by nbgrader's `grade_id`, else by the stub's name or the cell's id, else by
   the one function that it defines. Nothing else of the notebook is believed: no points, locks, outputs, kernel.
2. Check cells and what stands in them are ignored. All other code takes part, in the notebook's order, as 'Run All' would run it.
3. A function left as in the stub never undoes one that is written, wherever the two stand. Of several written ones the last wins.
4. A cell that was split is joined again where its parts are Python only together.
5. A solution cell of another type is still code; the written part's cell of another type is still text.
6. The written part is its cell's text, else the text cells beside it, else a string that code assigns to its name.
7. IPython's own syntax becomes harmless, and every line keeps its number. In a script, what cannot be parsed is set apart so that the
   rest still counts.
8. What a file is, is decided by its content. What cannot be read gives one sentence (`unreadable`), what was resolved gives a note.

No content makes `read_submission` raise, and none costs more than its length explains.
"""

from autograder.submission.model import Chunk, Submission
from autograder.submission.read import read_submission

__all__ = ["Chunk", "Submission", "read_submission"]
