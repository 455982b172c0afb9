"""The formatters that ``make check`` runs are pinned by hash, and name no host that they come from."""

import json
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FORMATTERS = ROOT / "tests" / "tools" / "formatters"


def test_the_formatter_of_styles_and_scripts_is_pinned_by_hash_and_names_no_registry() -> None:
    packages = json.loads((FORMATTERS / "package-lock.json").read_text("utf-8"))["packages"]
    wanted = json.loads((FORMATTERS / "package.json").read_text("utf-8"))["devDependencies"]
    assert wanted == {"prettier": packages["node_modules/prettier"]["version"]}
    fetched = [package for name, package in packages.items() if name]
    assert all(package["integrity"].startswith("sha512-") for package in fetched)
    assert [package for package in fetched if "resolved" in package] == []
