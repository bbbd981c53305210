"""The guide is up to date with the code, its links lead somewhere, its commands exist, and it builds without a network."""

import importlib.util
import re
import shlex
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import click
import pytest

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", ROOT / "queries" / "README.md", *sorted(DOCS.rglob("*.md"))]
HOSTS = re.compile(r"py[p]i\.org|python[h]osted|ana[c]onda\.org|con[d]a\.io|npm[j]s|crat[e]s\.io|hub\.doc[k]er|ghc[r]\.io|find-links|index-url", re.I)
PLACES = re.compile(r"(?<![\w.~-])/(work|home|root|Users|farm|opt)/")


def generator() -> ModuleType:
    spec = importlib.util.spec_from_file_location("docs_generate", DOCS / "generate.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_generated_pages_are_up_to_date() -> None:
    for path, text in generator().texts().items():
        assert path.read_text(encoding="utf-8") == text, f"{path.relative_to(ROOT)} is not what the code says: python docs/generate.py"


def test_every_format_is_documented_where_it_says() -> None:
    from triage.formats import all_formats

    for module in all_formats():
        page, _, anchor = module.WHERE.partition("#")
        assert f'<a id="{anchor}"></a>' in (ROOT / page).read_text(encoding="utf-8"), module.NAME


def test_no_registry_hosts_and_no_places_of_a_machine() -> None:
    for path in PAGES:
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            assert not HOSTS.search(line), f"{path.name}:{number}: {line}"
            assert not PLACES.search(line), f"{path.name}:{number}: {line}"


def anchors(text: str) -> set[str]:
    found = set(re.findall(r'<a id="([^"]+)"', text))
    for title in re.findall(r"^#+ (.+)$", text, re.M):
        found.add(re.sub(r"\s", "-", re.sub(r"[^\w\s-]", "", title.lower()).strip()))
    return found


@pytest.mark.parametrize("path", PAGES, ids=lambda p: str(p.relative_to(ROOT)))
def test_links_lead_somewhere(path: Path) -> None:
    text = re.sub(r"```.*?```|`[^`\n]*`", "", path.read_text(encoding="utf-8"), flags=re.S)
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if re.match(r"[a-z]+:", target):
            continue
        name, _, anchor = target.partition("#")
        there = (path.parent / name).resolve() if name else path
        assert there.exists(), f"{path.name}: {target}"
        if anchor and there.suffix == ".md":
            assert anchor in anchors(there.read_text(encoding="utf-8")), f"{path.name}: {target}"


def commands_in(path: Path) -> list[str]:
    blocks = re.findall(r"```(?:sh|yaml)\n(.*?)```", path.read_text(encoding="utf-8"), re.S)
    found = [re.search(r"(?:^|run: |&& \S*)triage (.+)$", line.partition(" # ")[0]) for block in blocks for line in block.splitlines()]
    return [m[1].strip() for m in found if m]


@pytest.mark.parametrize("path", [p for p in PAGES if commands_in(p)], ids=lambda p: str(p.relative_to(ROOT)))
def test_commands_of_the_guide_exist(path: Path) -> None:
    from triage.cli.app import app

    for line in commands_in(path):
        words = shlex.split(re.split(r" (?:&&|\|\||>|\|) ?", line)[0])
        command: click.Command | None = app
        while isinstance(command, click.Group) and words:
            command = command.get_command(click.Context(command), words.pop(0))
        assert command is not None, line
        known = {o for p in command.params for o in (*p.opts, *p.secondary_opts)} | {"--help"}
        for word in words:
            if re.match(r"--?[a-z]", word):
                assert word.partition("=")[0] in known, f"{path.name}: triage {line}: no option {word}"


def test_the_site_builds_without_a_network(tmp_path: Path) -> None:
    pytest.importorskip("mkdocs")
    pytest.importorskip("material")
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(tmp_path / "site")], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    page = (tmp_path / "site" / "index.html").read_text(encoding="utf-8")
    loaded = re.findall(r"<(?:script|img|link)[^>]*(?:src|href)=\"?([^\" >]+)", page)
    assert loaded
    assert not [u for u in loaded if re.match(r"(https?:)?//", u)]


@pytest.mark.parametrize("path", sorted((DOCS / "images").glob("*.svg")), ids=lambda p: p.name)
def test_pictures_load_nothing(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert not re.findall(r"(?:src|href)=|url\((?!#)|@import|@font-face|<script", text)


def test_measured_tables_come_from_the_data_file(tmp_path: Path) -> None:
    module = generator()
    module.DOCS = tmp_path  # type: ignore[attr-defined]
    (tmp_path / "measured.toml").write_text('[[corpus]]\ntitle = "Made up"\nwhat = "Ten runs."\n[[corpus.row]]\nkind = "a.b"\nfound = 10\nright = 9\ndue = 0\n')
    assert "| `a.b` | 10 | 9 | 0 | 0.90 (0.60 to 0.98) | – |" in module.measured()


def test_every_variable_is_documented() -> None:
    named = {name for path in (ROOT / "src").rglob("*.py") for name in re.findall(r"(?<![_A-Z])TRIAGE_[A-Z]+", path.read_text(encoding="utf-8"))}
    told = (DOCS / "contracts.md").read_text(encoding="utf-8")
    assert named
    assert not [name for name in sorted(named) if f"`{name}`" not in told]
