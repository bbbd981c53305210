import configparser
import sys
from pathlib import Path

sys.path.insert(0, "/app/tools")
from compare import differences

CONFIGS = Path("/app/configs")


def load(name):
    parser = configparser.ConfigParser()
    parser.read(CONFIGS / f"{name}.ini")
    return parser


def test_configs_migrated():
    found = differences()
    assert not found, "; ".join(found)


def test_old_keys_gone():
    for name in ("serve", "batch", "shadow"):
        assert not load(name).has_option("model", "timeout"), f"{name}: timeout is still there"
        assert not load(name).has_option("server", "workers"), f"{name}: workers is still in [server]"


def test_ports_kept():
    assert [load(n).getint("server", "port") for n in ("serve", "batch", "shadow")] == [8080, 8081, 8082]
