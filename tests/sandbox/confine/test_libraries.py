"""torch, transformers, tokenizers and datasets do in a session what an exercise asks of them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from autograder.sandbox.confine import linux
from autograder.sandbox.session import ENVIRONMENT

_PATHS = [str(Path(__file__).resolve().parents[3]), str(Path(__file__).resolve().parent)]

_SESSION = """
import json, os, sys
sys.path[:0] = {paths!r}
import torch, transformers, datasets
from transformers import BertConfig, BertForMaskedLM, Trainer, TrainingArguments
torch.set_num_threads(1)
from arena import Arena
from autograder.sandbox.confine import Report, fold_memory
fold_memory()

def exercise(ground):
    config = BertConfig(vocab_size=100, hidden_size=32, num_hidden_layers=2, num_attention_heads=2, intermediate_size=64)
    model = BertForMaskedLM(config)
    ids = torch.randint(0, 100, (2, 8))
    model(input_ids=ids, labels=ids).loss.backward()
    rows = [dict(input_ids=[1, 2, 3, 4], labels=[1, 2, 3, 4])] * 8
    data = datasets.Dataset.from_list(rows).map(lambda row: dict(attention_mask=[1] * 4))
    arguments = TrainingArguments("out", max_steps=2, per_device_train_batch_size=2, report_to=[], use_cpu=True, save_steps=2)
    trainer = Trainer(model=model, args=arguments, train_dataset=data)
    steps = trainer.train().global_step
    again = BertForMaskedLM.from_pretrained("out/checkpoint-2")
    loader = torch.utils.data.DataLoader(list(range(4)), num_workers=1)
    return dict(
        gradient=model.bert.embeddings.word_embeddings.weight.grad is not None or steps == 2,
        steps=steps,
        same=bool(torch.equal(again.cls.predictions.bias, model.cls.predictions.bias)),
        loader=[int(x) for x in loader],
        cwd=os.getcwd(),
    )

from pathlib import Path
import tempfile, shutil
folder = Path(tempfile.mkdtemp(prefix="plm-arena-"))
folder.chmod(0o755)
policy = dict(memory_mb=1024, scratch_mb=64, file_mb=64, open_files=256)
outcome = Arena({who!r}, folder).run(exercise, **policy)
shutil.rmtree(folder)
print(json.dumps([Report.of(outcome.layers).level, outcome.value, outcome.error]), file=sys.__stdout__)
"""


@pytest.mark.parametrize("who", ["root", "ordinary"])
def test_training_with_all_layers_on(who: str) -> None:
    if not linux.LINUX:
        pytest.skip("confinement is for Linux")
    if who == "root" and os.geteuid() != 0:
        pytest.skip("not root here")
    code = _SESSION.format(paths=_PATHS, who=who)
    # Not what `make coverage` adds: its hook in multiprocessing reads a file that confinement hides.
    environment = {**ENVIRONMENT, "PATH": os.defpath}
    environment.pop("COVERAGE_PROCESS_CONFIG", None)
    done = subprocess.run(
        [sys.executable, "-P", "-c", code], env=environment, capture_output=True, text=True, check=False
    )
    level, value, error = json.loads(done.stdout.strip().splitlines()[-1])
    assert error == "", done.stderr[-2000:]
    assert value == {"gradient": True, "steps": 2, "same": True, "loader": [0, 1, 2, 3], "cwd": "/tmp"}
    if level != "full":
        pytest.skip(f"it works, but this machine gives only {level}")
