"""What is installed: every package, every .lp file, and nothing at the top level."""

from __future__ import annotations

import importlib
import importlib.resources
import sysconfig
import tomllib
from importlib.metadata import entry_points, packages_distributions, version
from pathlib import Path

import pytest

from magistrate.cli.commands import TABLE, available

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def folders_with_python() -> set[str]:
    found = {"magistrate.asp"}
    for top in ("bridge", "cli"):
        for file in (ROOT / top).rglob("*.py"):
            found.add(".".join(("magistrate", *file.parent.relative_to(ROOT).parts)))
    return found


def test_no_package_is_forgotten() -> None:
    assert set(PROJECT["tool"]["setuptools"]["packages"]) == folders_with_python()


def test_every_package_has_an_init() -> None:
    for package in folders_with_python():
        parts = package.split(".")[1:]
        assert ROOT.joinpath(*parts, "__init__.py").exists(), package


def test_asp_holds_no_python_beside_its_init() -> None:
    assert {file.relative_to(ROOT / "asp").as_posix() for file in (ROOT / "asp").rglob("*.py")} == {
        "__init__.py"
    }


@pytest.mark.parametrize("package", sorted(folders_with_python()))
def test_every_package_imports(package: str) -> None:
    importlib.import_module(package)


def test_installed_programs_are_those_of_the_source() -> None:
    def names(folder: object) -> set[str]:
        found = set()
        for entry in folder.iterdir():  # type: ignore[attr-defined]
            if entry.is_dir():
                found |= {f"{entry.name}/{name}" for name in names(entry)}
            elif entry.name.endswith(".lp"):
                found.add(entry.name)
        return found

    installed = names(importlib.resources.files("magistrate.asp"))
    assert installed == {file.relative_to(ROOT / "asp").as_posix() for file in (ROOT / "asp").rglob("*.lp")}


def test_no_program_includes_another_or_runs_a_script() -> None:
    for file in (ROOT / "asp").rglob("*.lp"):
        text = file.read_text("utf-8")
        assert "#include" not in text, file
        assert "#script" not in text, file


def test_nothing_lands_at_the_top_level() -> None:
    ours = {name for name, dists in packages_distributions().items() if "magistrate" in dists}
    assert {name for name in ours if not name.startswith("__editable__")} <= {"magistrate"}
    site_packages = Path(sysconfig.get_paths()["purelib"])
    for name in ("bridge", "asp", "cli"):
        assert not (site_packages / name).exists(), name


def test_the_entry_points_exist() -> None:
    assert version("magistrate") == PROJECT["project"]["version"]
    for group in ("console_scripts", "pytest11"):
        for entry in entry_points(group=group, name="magistrate"):
            assert entry.load() is not None


def test_the_pytest_plugin_is_announced() -> None:
    announced = PROJECT["project"].get("entry-points", {}).get("pytest11", {})
    assert bool(announced) == (ROOT / "bridge" / "rulings" / "plugin.py").exists()


def test_every_command_of_the_table_is_a_file_or_still_to_come() -> None:
    assert set(available()) == {
        name for name, entry in TABLE.items() if (ROOT / "cli" / f"{entry.module}.py").exists()
    }
    known = {entry.module for entry in TABLE.values()}
    known |= {"__init__", "__main__", "app", "commands", "common", "covered", "declarations"}
    known |= {"best_play", "combat_worlds", "ending", "parameters", "pictures", "progress", "quick", "worlds"}
    assert {file.stem for file in (ROOT / "cli").glob("*.py")} <= known


def test_optional_engines_are_imported_only_where_used() -> None:
    """The bridge works without them: none is imported when the package is."""
    import subprocess
    import sys

    code = (
        "import sys, magistrate.bridge, magistrate.cli.app\n"
        "heavy = {'clingo', 'highspy', 'pyganak', 'pysat', 'numpy', 'rich', 'ruamel', 'parsy', 'rapidfuzz'}\n"
        "sys.exit(str(sorted(heavy & set(sys.modules))) if heavy & set(sys.modules) else 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
