"""Makes the student package: everything to work and check with, nothing that gives solutions or hidden checks away."""

from autograder.release.package import build_package

__all__ = ["build_package"]
