"""The wheel and the sdist hold everything, and the installed package works away from a checkout."""

import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[1]
pytest.importorskip("build")
pytest.importorskip("hatchling")


def run(*command: str | Path, cwd: Path, path: Path | None = None) -> str:
    env = {k: v for k, v in os.environ.items() if not k.startswith("TRIAGE_") and k != "PYTHONPATH"}
    if path is not None:
        env["PYTHONPATH"] = str(path)
    done = subprocess.run([str(c) for c in command], cwd=cwd, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the sdist, and the wheel that was built from it."""
    out = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", out, ROOT, cwd=out)
    return out


@pytest.fixture(scope="module")
def installed(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel unpacked into a folder of its own: what an installer does with a wheel of pure Python."""
    target = tmp_path_factory.mktemp("site")
    with zipfile.ZipFile(next(built.glob("*.whl"))) as wheel:
        wheel.extractall(target)
    return target


def test_both_hold_the_data(built: Path) -> None:
    with zipfile.ZipFile(next(built.glob("*.whl"))) as wheel:
        inside = set(wheel.namelist())
    with tarfile.open(next(built.glob("*.tar.gz"))) as sdist:
        source = {name.partition("/")[2] for name in sdist.getnames()}
    tracked = run("git", "ls-files", "queries", "sample_transcripts", cwd=ROOT).split("\n") if (ROOT / ".git").exists() else []
    for name in filter(None, tracked):
        assert f"triage/{name}" in inside
        assert name in source
    assert {"triage/py.typed", "triage/labels/taxonomy.toml", "triage/queries/README.md", "triage/report/templates/page.html.j2"} <= inside
    assert {"README.md", "LICENSE", "CHANGELOG.md", "docs/formats.md", "tests/test_packaging.py"} <= source


def test_works_away_from_a_checkout(installed: Path, tmp_path: Path) -> None:
    triage = (sys.executable, "-m", "triage")
    assert str(installed) in run(sys.executable, "-c", "import triage; print(triage.__file__)", cwd=tmp_path, path=installed)
    assert "grader.noop_credit" in run(*triage, "detectors", "--format", "csv", cwd=tmp_path, path=installed)
    assert "harbor" in run(*triage, "formats", cwd=tmp_path, path=installed)
    told = run(*triage, "demo", "try", cwd=tmp_path, path=installed)
    assert "policy-export" in told
    assert (tmp_path / "try" / "report" / "index.html").is_file()
    assert (tmp_path / "try" / "triage.duckdb").is_file()


def test_a_folder_of_ones_own_is_not_taken_for_a_checkout(installed: Path, tmp_path: Path) -> None:
    """A project that keeps its packages below itself, with its own queries/ and pyproject.toml."""
    (tmp_path / "queries").mkdir()
    (tmp_path / "pyproject.toml").touch()
    (tmp_path / "lib").symlink_to(installed)
    assert "grader.noop_credit" in run(sys.executable, "-m", "triage", "detectors", "--format", "csv", cwd=tmp_path, path=tmp_path / "lib")
