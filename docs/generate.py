"""Write the generated parts of the documentation from the code: `python docs/generate.py`; with --check only compare.

`docs/reference/*.md` are written whole. In other pages the text between `<!-- generated: NAME -->` and `<!-- end -->` is replaced.
What is generated stands in the repository, so that it can be read there; a test holds it to the code.
"""

from __future__ import annotations

import inspect
import re
import sys
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import click

DOCS = Path(__file__).parent
WIDTH = 110
HEAD = "<!-- Written by docs/generate.py: change the code that it is made from instead. -->\n\n"


def _cell(text: object) -> str:
    return re.sub(r"\s+", " ", str(text)).replace("|", "\\|").replace("<", "&lt;")


def _table(head: tuple[str, ...], rows: Iterator[tuple[object, ...]] | list[tuple[object, ...]]) -> str:
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join([*lines, *("| " + " | ".join(_cell(c) for c in row) + " |" for row in rows)]) + "\n"


def _prose(text: str) -> str:
    """Prose of a header: `<` of placeholders outside code would be read as a tag."""
    parts = re.split(r"(`[^`]*`)", text)
    return "".join(p if p.startswith("`") else p.replace("<", "&lt;").replace("*", "\\*") for p in parts)


def schema() -> str:
    """Tables with their columns, and the views over them."""
    from triage.catalogue import load
    from triage.dictionary import docs
    from triage.store.fixture import make_store
    from triage.store.schema import DERIVED, OWN, TABLES, columns

    out = ["# Tables and views\n", "What `triage query`, the Python API and any DuckDB program can ask. `triage query --schema` prints the names and types alone.\n", "## Views\n"]
    out.append("Ask `runs` rather than `run_records`: it has the verdict, the version and the score of the grading report.\n")
    store = make_store({})
    for view in load("views"):
        told = docs(view.id)
        shown = store.execute("select column_name, data_type from duckdb_columns() where table_name = $1 order by column_index", [view.id]).fetchall()
        out.append(f"### `{view.id}`\n\n{_prose(view.title)}.\n\n{_prose(view.doc)}\n")
        out.append(_table(("column", "type", "what it holds"), [(f"`{name}`", kind, told.get(name, "")) for name, kind in dict(shown).items()]))
    out.append("## Tables\n")
    for name, table in {**TABLES, **DERIVED}.items():
        out.append(f"### `{name}`\n\n{_prose(inspect.getdoc(table) or '')}\n")
        out.append(_table(("column", "type", "what it holds"), [(f"`{c.name}`", c.type + (" (zstd)" if c.compressed else ""), c.doc) for c in columns(table)]))
        if name in TABLES:
            out.append("And `source_id`: the row of `sources` that it came from.\n")
    out.append("### Derived tables and bookkeeping\n\nWhat ingest and detection fill beside these. Lists in VARCHAR columns are JSON.\n")
    out.append(_table(("table", "columns"), [_declared(s) for s in OWN]))
    return "\n".join(out)


def _declared(statement: str) -> tuple[str, str]:
    found = re.match(r"CREATE TABLE (\w+) \((.*)\)$", statement, re.S)
    if found is None:
        raise ValueError(f"not a CREATE TABLE: {statement}")
    names = [part.split()[0] for part in re.split(r",\s*", found[2])]
    return f"`{found[1]}`", ", ".join(f"`{n}`" for n in names)


def findings() -> str:
    """Every detector by family."""
    from triage.catalogue import detectors

    found = sorted(detectors(), key=lambda q: (q.kind, q.id))
    out = [
        "# Findings\n",
        "Each kind of finding is one SQL file in `queries/detectors`; `triage detectors KIND` prints the same text. Severity: `invalid` takes a run out of the pass rate,",
        "`problem` is probably wrong with the task, `suspicious` deserves a look, `note` is a fact about it.\n",
    ]
    family = ""
    for q in found:
        if q.kind.partition(".")[0] != family:
            family = q.kind.partition(".")[0]
            out.append(f"## {family}\n")
        name = q.kind if q.id == q.kind else f"{q.kind} ({q.id})"
        facts = f"scope {q.scope} · severity {q.fields.get('severity', 'note')} · confidence {q.fields.get('confidence', '0.5')}"
        out.append(f"### {name}\n\n**{_prose(q.title)}**: {facts} · `queries/detectors/{q.id}.sql`\n\n{_prose(q.doc)}\n")
    return "\n".join(out)


def queries() -> str:
    """Named queries, prepared tables and macros."""
    from triage.catalogue import load

    out = ["# Queries\n", "Run one with `triage query NAME` (parameters: `-p name=value`), copy one with `triage queries copy NAME` to change it.\n"]
    for group, title in (
        ("reports", "Listings and report sections"),
        ("tables", "Tables that are prepared before detectors run"),
        ("macros", "Families of wordings, as SQL functions"),
    ):
        out.append(f"## {title}\n")
        out.append(_table(("name", "shows", "notes"), [(f"`{q.id}`", q.title, q.doc) for q in load(group)]))
    return "\n".join(out)


def labels() -> str:
    """The taxonomy."""
    from triage.catalogue import builtin_folder
    from triage.labels.taxonomy import load_taxonomy

    out = ["# Labels\n", "What a person may decide after reading a run, from `labels/taxonomy.toml`. A `taxonomy.toml` in your own labels folder replaces the list.\n"]
    for c in load_taxonomy(builtin_folder("labels")):
        out.append(f"## {c.verdict}\n\nKey `{c.key}`. **{c.title}.**\n\n- When: {c.when}\n- Not when: {c.when_not}\n- Example: {c.example}\n")
    return "\n".join(out)


def commands() -> str:
    """The help of every command."""
    from triage.cli.app import app

    out = ["# Commands\n", "The text of `triage COMMAND --help`.\n", f"```text\n{_help(app, 'triage')}\n```\n"]
    for path, command in walk(app):
        out.append(f"## {path}\n\n```text\n{_help(command, 'triage ' + path)}\n```\n")
    return "\n".join(out)


def walk(group: click.Group, above: str = "") -> Iterator[tuple[str, click.Command]]:
    """Every command below a group with the words that call it."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if command is not None:
            yield f"{above}{name}", command
            if isinstance(command, click.Group):
                yield from walk(command, f"{above}{name} ")


def _help(command: click.Command, path: str) -> str:
    return command.get_help(click.Context(command, info_name=path, terminal_width=WIDTH, max_content_width=WIDTH, help_option_names=["-h", "--help"])).rstrip()


def python() -> str:
    """The Python API from its docstrings."""
    import triage
    from triage.api import Triage

    out = ["# Python\n", '```python\nimport triage\n\nwith triage.open("triage.duckdb") as store:\n    store.runs(where="verdict = \'invalid\'")\n```\n']
    out.append(f"## triage.open\n\n`triage.open{_signature(triage.open)}`\n\n{_prose(inspect.getdoc(triage.open) or '')}\n")
    out.append(f"## Triage\n\n{_prose(inspect.getdoc(Triage) or '')}\n")
    for name, method in vars(Triage).items():
        if not name.startswith("_") and inspect.isfunction(method):
            out.append(f"### {name}\n\n`{name}{_signature(method)}`\n\n{_prose(inspect.getdoc(method) or '')}\n")
    return "\n".join(out)


def _signature(function: Callable[..., Any]) -> str:
    """The signature as it is written: annotations without quotes, defaults with them."""
    text = re.sub(r"(: |-> )'([^']*)'", r"\1\2", str(inspect.signature(function)))
    return re.sub(r"\(self(, )?", "(", text)


def formats() -> str:
    """One section an anchor, in the order of precedence."""
    from triage.formats import all_formats
    from triage.formats.graders import GRADERS
    from triage.formats.graders import load as load_grader

    readers = all_formats()
    out = [_table(("name", "reads", "documented"), [(f"`{f.NAME}`", f.TITLE, f"[{f.WHERE.partition('#')[2]}](#{f.WHERE.partition('#')[2]})") for f in readers])]
    sections: dict[str, list[Any]] = {}
    for f in readers:
        sections.setdefault(f.WHERE.partition("#")[2], []).append(f)
    for anchor, members in sections.items():
        if anchor != "plain-layout":
            out.append(f'<a id="{anchor}"></a>\n\n### {members[0].TITLE.partition(":")[0].partition(" (")[0]}\n')
            out += [f"`{f.NAME}`: {_prose(inspect.getdoc(f) or '')}\n" for f in members]
    out.append('<a id="grader-outputs"></a>\n\n### Grader outputs\n\nRead wherever a harness keeps them beside a run.\n')
    out.append(_table(("name", "reads", "notes"), [(f"`{g}`", load_grader(g).TITLE, inspect.getdoc(load_grader(g)) or "") for g in GRADERS]))
    return "\n".join(out)


def measured() -> str:
    """Precision and recall, from docs/measured.toml."""
    data = tomllib.loads((DOCS / "measured.toml").read_text(encoding="utf-8"))
    out = []
    for corpus in data.get("corpus", []):
        out.append(f"### {corpus['title']}\n\n{corpus['what']}\n")
        head = ("finding", "found", "right", "due", "precision (95 %)", "recall (95 %)")
        out.append(_table(head, [(f"`{r['kind']}`", r["found"], r["right"], r["due"], _rate(r["right"], r["found"]), _rate(r["right"], r["due"])) for r in corpus.get("row", [])]))
    return "\n".join(out) or "No measurement is recorded in this version.\n"


def _rate(k: int, n: int) -> str:
    from triage.audit.stats import wilson

    if not n:
        return "–"
    low, high = wilson(k, n)
    return f"{k / n:.2f} ({low:.2f} to {high:.2f})"


PAGES: dict[str, Callable[[], str]] = {"schema": schema, "findings": findings, "queries": queries, "labels": labels, "commands": commands, "python": python}
PARTS: dict[str, Callable[[], str]] = {"formats": formats, "measured": measured}


def texts() -> dict[Path, str]:
    """Every page that holds generated text, as it should be."""
    made = {DOCS / "reference" / f"{name}.md": HEAD + page().rstrip() + "\n" for name, page in PAGES.items()}
    for path in sorted(DOCS.rglob("*.md")):
        text = path.read_text(encoding="utf-8")
        if path not in made and "<!-- generated:" in text:
            made[path] = re.sub(r"(<!-- generated: (\w+) -->\n).*?(<!-- end -->)", lambda m: f"{m[1]}\n{PARTS[m[2]]().rstrip()}\n\n{m[3]}", text, flags=re.S)
    return made


def main() -> int:
    """Write what differs; with --check name it and return 1."""
    check = "--check" in sys.argv
    stale = [path for path, text in texts().items() if not path.is_file() or path.read_text(encoding="utf-8") != text]
    for path in stale:
        print(("not up to date: " if check else "wrote ") + str(path.relative_to(DOCS.parent)))
        if not check:
            path.parent.mkdir(exist_ok=True)
            path.write_text(texts()[path], encoding="utf-8")
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
