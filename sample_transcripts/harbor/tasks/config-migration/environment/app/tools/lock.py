"""Write the digest of the configs to configs/.lock."""
import hashlib
from pathlib import Path

folder = Path("/app/configs")
digest = hashlib.sha256(b"".join(p.read_bytes() for p in sorted(folder.glob("*.ini")))).hexdigest()
(folder / ".lock").write_text(digest + "\n")
print(digest)
