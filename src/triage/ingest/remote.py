"""Paths that are URLs: fetched through fsspec into a temporary folder first."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

from triage.errors import UsageError


def is_url(path: str) -> bool:
    """Whether the path has a protocol (`s3://`, `gs://`, `file://`, `memory://`)."""
    return re.match(r"^[a-z][a-z0-9+.-]+(::[a-z0-9+.-]+)*://", path) is not None


def fetch(url: str, into: Path) -> tuple[Path, str]:
    """Copy a URL's file or folder below `into`. Returns the local path and the URL as it is shown."""
    import fsspec

    target = into / hashlib.blake2b(url.encode(), digest_size=8).hexdigest()
    try:
        fs, path = fsspec.core.url_to_fs(url)
        target.mkdir(parents=True)
        if fs.isdir(path):
            fs.get(path.rstrip("/") + "/", str(target), recursive=True)
            return target, url
        local = target / Path(path).name
        fs.get_file(path, str(local))
        return local, url
    except FileNotFoundError as error:
        raise UsageError(f"{url} does not exist", hint="check the address") from error
    except Exception as error:  # each protocol has its own errors
        raise UsageError(
            f"{url} can't be fetched: {error}", hint="check the address and credentials; protocols other than file, memory and zip need their fsspec package"
        ) from error
