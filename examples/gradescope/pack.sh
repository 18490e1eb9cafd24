#!/usr/bin/env bash
# Makes the zip that is uploaded to Gradescope for one exercise: examples/gradescope/pack.sh SLUG [OUTPUT.zip]
set -euo pipefail
slug=${1:?usage: pack.sh SLUG [OUTPUT.zip]}
output=$(realpath -m "${2:-gradescope-$slug.zip}")
examples=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$examples/../.." && pwd)
python=${PYTHON:-$root/.venv/bin/python}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cp "$examples/setup.sh" "$examples/run_autograder" "$root/constraints.txt" "$work"
printf '%s\n' "$slug" > "$work/exercise"
"$python" -m build --wheel --no-isolation --outdir "$work" "$root" > /dev/null
(cd "$work" && "$python" -m zipfile -c "$output" setup.sh run_autograder constraints.txt exercise plm_exercises-*.whl)
echo "$output"
