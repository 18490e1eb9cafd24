"""Confinement of student code: one module for each kind of layer, `enter` to put them on, `probe` to see what a machine gives."""

from autograder.sandbox.confine.entry import enter, prepare
from autograder.sandbox.confine.memory import TreeWatch
from autograder.sandbox.confine.pages import fold_memory
from autograder.sandbox.confine.policy import EXTRAS, LAYERS, Policy, Refused, Report
from autograder.sandbox.confine.probe import probe
from autograder.sandbox.confine.rootfs import runtime_folders
from autograder.sandbox.confine.warden import MEMORY_EXIT

__all__ = [
    "EXTRAS",
    "LAYERS",
    "MEMORY_EXIT",
    "Policy",
    "Refused",
    "Report",
    "TreeWatch",
    "enter",
    "fold_memory",
    "prepare",
    "probe",
    "runtime_folders",
]
