"""A prompt that contradicts itself: nobody can do both."""

from __future__ import annotations

import re

_ADDED = re.compile(r"\bgit\s+add\s+([\w./-]+\.\w+)")
_MADE = re.compile(r">\s*([\w./-]+\.\w+)")
_COMPILED = re.compile(r"\b(?:gcc|g\+\+|cc|clang|clang\+\+)((?:[ \t]+-{1,2}[\w=+.-]+)*)[ \t]+([\w./-]+\.(?:py|rs|js|ts|rb|java|sh|txt|md|json|pl|php|go|cs))(?![\w.])([^\n;&|`]*)")
_FILE = re.compile(r"(?<![\w.])\w[\w-]+\.[a-z]\w{0,5}\b")


def conflicts(prompt: str, files: frozenset[str] = frozenset()) -> list[str]:
    """What the prompt says in two ways, one sentence each. files: base names of the environment's files."""
    return _added_other(prompt, files) + _spelled_twice(prompt, files) + _never_compiles(prompt)


def _added_other(prompt: str, files: frozenset[str]) -> list[str]:
    """Its commands write one file and commit another, which nothing makes and nothing else names."""
    made, added = set(_MADE.findall(prompt)), set(_ADDED.findall(prompt))
    lost = sorted(name for name in added - made if prompt.count(name) == 1 and name not in files)
    return [f"its commands write {', '.join(sorted(made))} and add {name} to git, which nothing writes" for name in lost if made and not made & added]


def _spelled_twice(prompt: str, files: frozenset[str]) -> list[str]:
    """One file is called by two names that differ only in a plural, a dash or a capital, and neither is there already."""
    names: dict[tuple[str, str], set[str]] = {}
    for name in _FILE.findall(prompt):
        stem, _, ending = name.rpartition(".")
        if len(stem) >= 4:
            names.setdefault(("".join(w.removesuffix("s") for w in re.findall(r"[a-z]+|\d+", stem.casefold())), ending.casefold()), set()).add(name)
    return [f"it calls one file {' and '.join(sorted(n))}" for n in names.values() if len(n) > 1 and not n & files]


def _never_compiles(prompt: str) -> list[str]:
    """A C compiler is called on a file that it takes for no source: it goes by the ending, unless `-x` says the language."""
    found = [(before, name, after) for before, name, after in _COMPILED.findall(prompt) if "-x" not in before and "-x" not in after]
    return list(dict.fromkeys(f"it compiles {name} with a C compiler, which takes no file with that ending for a source" for _, name, _ in found))
