"""`python -m autograder` is `plm`."""

from autograder.cli import main

main()
