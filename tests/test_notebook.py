"""The notebook of the guide runs from top to bottom."""

from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.slow

NOTEBOOK = Path(__file__).parents[1] / "docs" / "notebook.ipynb"


def outputs(cell: Any) -> str:
    return "".join(o.get("text") or o.get("data", {}).get("text/plain", "") for o in cell.get("outputs", []))


def test_notebook_runs() -> None:
    nbformat = pytest.importorskip("nbformat")
    nbclient = pytest.importorskip("nbclient")
    pytest.importorskip("ipykernel")
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    for cell in notebook.cells:
        assert not cell.get("outputs"), "the notebook is kept without outputs: they would go stale"
    nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3", resources={"metadata": {"path": str(NOTEBOOK.parent)}}).execute()
    told = [outputs(c) for c in notebook.cells if c.cell_type == "code"]
    assert "findings" in told[0]
    assert "policy-export" in told[1]
    assert "provider.credit_exhausted" in told[2]
    assert "contract.undisclosed" in told[3]
    assert "assistant" in told[5]
