"""Which model files belong together: ``models/manifest.toml``, checked.

The manifest has a table for each network, ``[detector]`` and ``[classifier]``:

    file        name of the ONNX file, beside the manifest
    sha256      of that file
    version     a short name for people
    input       pixels: the long side of a photograph's first pass, or a crop's side
    classes     names in the order of the network's outputs
    threshold   (detector) least certainty of a find
    temperature (classifier) its logits are divided by it

Other keys (how trained, what measured) are for people.
"""

import hashlib
import sysconfig
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from scorer.tiles import ALL_TILES
from vision.errors import WeightsError

BACK, OTHER = "back", "other"
CLASSES = (*map(str, ALL_TILES), BACK, OTHER)
"""What the classifier tells apart, in the order of its outputs."""
FINDS = ("face", "back")
"""What the detector finds, in the order of its scores."""


@dataclass(frozen=True)
class Model:
    """One network's file, read and verified."""

    file: Path
    version: str
    input: int
    content: bytes = field(repr=False)


@dataclass(frozen=True)
class Weights:
    """A detector and a classifier, and the numbers to run them with."""

    detector: Model
    classifier: Model
    threshold: float
    temperature: float


def models_folder() -> Path:
    """Find the folder with the models: the checkout's, else the installed one's."""
    checkout = Path(__file__).parents[1] / "models"
    if (checkout / "manifest.toml").is_file():
        return checkout
    return Path(sysconfig.get_path("data")) / "share/tianjin/models"


def model_versions(folder: Path | None = None) -> dict[str, str]:
    """Give the version of each network, without reading the networks.

    Raises:
        WeightsError: there is no readable manifest.
    """
    manifest = _manifest(folder or models_folder())
    return {name: manifest.text(name, "version") for name in ("detector", "classifier")}


def load_weights(folder: Path | None = None) -> Weights:
    """Read the networks of a folder and check that they are what they should be.

    Raises:
        WeightsError: a file is missing or has another checksum, the manifest lacks a
            key, or the classes are not ours in our order.
    """
    manifest = _manifest(folder or models_folder())
    return Weights(
        manifest.model("detector", FINDS),
        manifest.model("classifier", CLASSES),
        manifest.number("detector", "threshold"),
        manifest.number("classifier", "temperature"),
    )


@dataclass(frozen=True)
class _Manifest:
    path: Path
    tables: dict[str, Any]

    def value(self, table: str, key: str) -> Any:
        try:
            return self.tables[table][key]
        except (KeyError, TypeError):
            raise WeightsError(f"{str(self.path)!r} lacks [{table}] {key!r}") from None

    def text(self, table: str, key: str) -> str:
        return str(self.value(table, key))

    def number(self, table: str, key: str) -> float:
        value = self.value(table, key)
        if type(value) not in (int, float) or not value > 0:
            raise WeightsError(
                f"{str(self.path)!r}: [{table}] {key} must be a number above 0, "
                f"not {value!r}"
            )
        return float(value)

    def model(self, table: str, classes: tuple[str, ...]) -> Model:
        found = tuple(self.value(table, "classes"))
        if found != classes:
            raise WeightsError(
                f"{str(self.path)!r}: [{table}] classes must be {' '.join(classes)}, "
                f"not {' '.join(map(str, found))}"
            )
        file = self.path.parent / self.text(table, "file")
        content = _read(file)
        digest = hashlib.sha256(content).hexdigest()
        if digest != self.value(table, "sha256"):
            raise WeightsError(
                f"{str(file)!r} is not the file of the manifest: its sha256 is "
                f"{digest!r}; fetch the models folder again"
            )
        version = self.text(table, "version")
        return Model(file, version, int(self.number(table, "input")), content)


def _manifest(folder: Path) -> _Manifest:
    path = folder / "manifest.toml"
    try:
        return _Manifest(path, tomllib.loads(_read(path).decode()))
    except ValueError as error:
        raise WeightsError(f"cannot read {str(path)!r}: {error}") from error


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise WeightsError(f"cannot read {str(path)!r}: {error.strerror}") from error
