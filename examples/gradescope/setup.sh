#!/usr/bin/env bash
# Runs once, when Gradescope builds the image: a virtual environment with the grader, outside the folder of the submission.
set -euo pipefail
source_folder=$(cd "$(dirname "$0")" && pwd)
venv=$(dirname "$source_folder")/venv

find_python() { # the newest Python that will do, 3.11 or later
  for name in python3.13 python3.12 python3.11 python3; do
    "$name" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && command -v "$name" && return
  done
  return 1
}

if ! python=$(find_python); then
  apt-get update
  apt-get install --yes python3.11 python3.11-venv
  python=$(find_python)
fi
"$python" -m venv "$venv"
"$venv/bin/python" -m pip install --quiet --constraint "$source_folder/constraints.txt" "$source_folder"/plm_exercises-*.whl
