"""Help has examples that work, unknown words name the nearest right one, and the shell completes."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from triage.cli.app import app


def walk(group: click.Group, above: str = "") -> Iterator[tuple[str, click.Command]]:
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        if isinstance(command, click.Group):
            yield from walk(command, f"{above}{name} ")
        else:
            yield f"{above}{name}", command


COMMANDS = dict(walk(app))


@pytest.mark.parametrize("name", COMMANDS)
def test_help_has_examples_with_options_that_exist(name: str) -> None:
    command = COMMANDS[name]
    text = command.get_help(click.Context(command, info_name=f"triage {name}", help_option_names=["-h", "--help"]))
    assert re.search(r"^\s*Examples?\b.*:$", text, re.M), f"triage {name} --help has no example"
    known = {o for p in command.params for o in (*p.opts, *p.secondary_opts)}
    for line in re.findall(rf"^\s+triage {name}\b(.*)$", command.help or "", re.M):
        for word in shlex.split(line.split("  ")[0] if "  " in line else line):
            if re.match(r"--?[a-z]", word):
                assert word in known, f"triage {name}{line}"


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_says_what_it_does(name: str) -> None:
    for parameter in COMMANDS[name].params:
        if isinstance(parameter, click.Option):
            assert parameter.help, f"triage {name} {parameter.opts[-1]}"


def run(*words: str, cwd: Path, **env: str) -> subprocess.CompletedProcess[str]:
    clean = {k: v for k, v in os.environ.items() if not k.startswith("TRIAGE_")}
    return subprocess.run([sys.executable, "-m", "triage", *words], cwd=cwd, env=clean | env, capture_output=True, text=True, check=False)


WRONG = [
    (("finding",), "findings", 2),
    (("taks",), "tasks", 2),
    (("runs", "--fromat", "json"), "--format", 2),
    (("runs", "--format", "xml"), "json", 2),
    (("ingest",), "PATH", 2),
    (("ingest", "no-such-folder"), "no-such-folder", 2),
    (("ingest", ".", "--format", "harbour"), "harbor", 2),
    (("status",), "triage ingest", 5),
    (("status", "--db", "elsewhere/x.duckdb"), "elsewhere", 5),
    (("detectors", "provider.credit_exausted"), "provider.credit_exhausted", 2),
    (("queries", "copy", "headlin"), "headline", 2),
    (("queries", "lst"), "list", 2),
    (("label",), "RUN", 2),
    (("report",), "--out", 2),
    (("gate",), "--all", 2),
    (("completion", "powershell"), "bash", 2),
    (("labels", "agrement"), "agreement", 2),
    (("demo", "full"), "triage demo", 2),
]


@pytest.mark.parametrize(("words", "told", "code"), WRONG, ids=[" ".join(w[0]) for w in WRONG])
def test_errors_name_the_nearest_right_thing(words: tuple[str, ...], told: str, code: int, tmp_path: Path) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "a").touch()
    done = run(*words, cwd=tmp_path)
    assert told in done.stderr
    assert done.returncode == code
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


def test_nothing_recognised_tells_what_was_looked_for(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("hello")
    done = run("ingest", "notes.txt", cwd=tmp_path)
    assert done.returncode == 4
    for word in ("notes.txt", "Harbor", "Inspect", "run.json", "triage formats"):
        assert word in done.stderr
    assert max(map(len, done.stderr.splitlines())) <= 200


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
def test_bash_completes(tmp_path: Path) -> None:
    script = run("completion", "bash", cwd=tmp_path)
    assert script.returncode == 0
    folder = tmp_path / "bin"
    folder.mkdir()
    program = folder / "triage"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m triage "$@"\n')
    program.chmod(0o755)
    (tmp_path / "triage.bash").write_text(script.stdout)
    ask = 'source triage.bash; COMP_WORDS=(triage {words}); COMP_CWORD={at}; _triage_completion triage; printf "%s\\n" "${{COMPREPLY[@]}}"'
    for words, at, wanted in (("fin", 1, "findings"), ("labels agr", 2, "agreement"), ("runs --for", 2, "--format"), ("runs --format js", 3, "jsonl")):
        env = {**os.environ, "PATH": f"{folder}:{os.environ['PATH']}"}
        done = subprocess.run(["bash", "-c", ask.format(words=words, at=at)], cwd=tmp_path, env=env, capture_output=True, text=True, check=False)
        assert wanted in done.stdout.split(), done.stdout + done.stderr


def without(module: str, *words: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Run triage as if a package were not installed."""
    code = f"import sys; sys.modules[{module!r}] = None; from triage.cli import main; main({list(words)!r})"
    return subprocess.run([sys.executable, "-c", code], cwd=cwd, capture_output=True, text=True, check=False)


def test_what_needs_an_extra_names_it(tmp_path: Path) -> None:
    (tmp_path / "results.csv").write_text("task,model,passed\na,m,true\na,m,false\n")
    assert run("ingest", "results.csv", cwd=tmp_path).returncode == 0
    asked = without("mcp", "mcp", cwd=tmp_path)
    assert asked.returncode == 2
    assert "rollout-triage[mcp]" in asked.stderr
    for module in ("altair", "vl_convert"):
        made = without(module, "report", "--out", module, cwd=tmp_path)
        assert made.returncode == 0, made.stderr
        assert "rollout-triage[plots]" in (tmp_path / module / "index.html").read_text(encoding="utf-8")
