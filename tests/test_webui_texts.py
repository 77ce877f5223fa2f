"""The words of the page: the same keys in each language, each of them used."""

import re
from pathlib import Path

import pytest

from webui import texts
from webui.texts import LANGUAGES, words

WEBUI = Path(texts.__file__).parent
BUILT = (
    *(
        "group.",
        "unsure.",
        "meld.",
        "flag.",
        "pad.",
        "seat.",
        "kong.",
        "reason.",
        "suit.",
        "quality.",
    ),
    *("check.first_", "check.two_", "error.photo_"),
    *(
        "rule.",
        "rules.",
        "mark.",
        "end.",
        "done.",
        "paid.",
        "choice.",
        "games.",
        "dice.",
    ),
    *("result.sit", "result.pull", "result.back", "result.new"),
)
"""Keys whose last part is data: `t("group." ~ group.kind)`."""


def test_every_language_has_the_same_keys() -> None:
    first, *others = (set(words(language)) for language in LANGUAGES)
    for other in others:
        assert other == first


def test_every_language_quotes_the_same_values() -> None:
    for key, sentence in words(LANGUAGES[0]).items():
        for language in LANGUAGES[1:]:
            quoted = set(re.findall(r"{\w+}", words(language)[key]))
            assert quoted == set(re.findall(r"{\w+}", sentence)), key


def test_no_word_is_left_over_and_none_is_missing() -> None:
    files = [*WEBUI.glob("*.py"), *WEBUI.glob("templates/*.html")]
    source = "\n".join(file.read_text("utf-8") for file in files)
    keys = words(LANGUAGES[0])
    for key in keys:
        part = key.removeprefix("error.")
        said = f'"{key}"' in source or f"'{key}'" in source or f'"{part}"' in source
        assert said or key.startswith(BUILT), key
    for key in re.findall(r"""\bt\(["']([a-z_]+\.[a-z_]+)["'][,)]""", source):
        assert key in keys


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_word_not_there_is_an_error(language: str) -> None:
    with pytest.raises(KeyError):
        words(language)["no.such"]
