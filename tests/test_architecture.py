import ast
import sys
import tomllib
from dataclasses import is_dataclass
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ["scorer", "vision", "webui"]


def imported(file: Path) -> set[str]:
    """Name the top-level modules that a file imports."""
    found = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}: relative import"
            found.add(node.module or "")
    return {name.split(".")[0] for name in found}


@pytest.mark.parametrize(
    "file", sorted((ROOT / "scorer").glob("*.py")), ids=lambda f: f.name
)
def test_the_scorer_needs_the_standard_library_alone(file: Path) -> None:
    assert imported(file) - sys.stdlib_module_names <= {"scorer"}


@pytest.mark.parametrize(
    "file", sorted((ROOT / "scorer").glob("*.py")), ids=lambda f: f.name
)
def test_the_scorer_is_pure(file: Path) -> None:
    assert imported(file).isdisjoint(
        {"logging", "random", "time", "datetime", "os", "sys"}
    )
    names = {
        n.id
        for n in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(n, ast.Name)
    }
    assert names.isdisjoint({"print", "input", "open"})


def test_the_wheel_holds_three_packages() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert project["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"] == PACKAGES
    assert all((ROOT / name / "py.typed").is_file() for name in PACKAGES)


@pytest.mark.parametrize(
    "folder", ["benchmarks", "datasets", "datasets/synth", "models", "tests"]
)
def test_folders_of_data_and_tests_are_no_packages(folder: str) -> None:
    assert not (ROOT / folder / "__init__.py").exists()


def test_what_the_scorer_gives_cannot_be_changed() -> None:
    files = (ROOT / "scorer").glob("[a-z]*.py")
    found = [vars(import_module(f"scorer.{file.stem}")).values() for file in files]
    classes = {one for some in found for one in some if isinstance(one, type)}
    made = [one for one in classes if is_dataclass(one)]
    assert len(made) > 20
    for one in made:
        assert one.__dataclass_params__.frozen, one  # type: ignore[attr-defined]
        assert one.__name__ == "House" or "__slots__" in vars(one), one


@pytest.mark.parametrize("name", ["scorer", "vision"])
def test_the_public_face_is_what_is_there(name: str) -> None:
    package = import_module(name)
    names = package.__all__
    public = {
        key
        for key, value in vars(package).items()
        if not key.startswith("_") and not isinstance(value, ModuleType)
    }
    assert set(names) == public
    assert names == sorted(
        names, key=lambda key: (not key.isupper(), key.islower(), key)
    )
