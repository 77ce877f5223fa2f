"""What the page refuses.

PageError(Exception)
├── MissingError       the hand or photograph of a URL is not there
├── EditError          a correction that cannot be made (the tile is gone, …)
├── FormError          a form field with a value that the page never offers
├── NumberError        a typed number that is none, or too small or large
└── UploadError        a photograph that cannot be read
"""

from __future__ import annotations


class PageError(Exception):
    """A refusal in the page's own words: a locale key and what it quotes.

    Attributes:
        key: the sentence, below ``[error]`` in the locales.
        values: what the sentence quotes.
        status: the HTTP status of the answer.
    """

    status = 400

    def __init__(self, key: str, **values: object) -> None:
        super().__init__(key, values)
        self.key = key
        self.values = values


class MissingError(PageError):
    """The hand or photograph of a URL is not in the data folder."""

    status = 404


class EditError(PageError):
    """A correction that cannot be made on the hand as it is now."""

    status = 409


class FormError(PageError):
    """A form field whose value the page never offers."""


class NumberError(PageError):
    """A typed number that is none, or too small or large."""

    status = 422


class UploadError(PageError):
    """A photograph that cannot be read; what was there before stays."""

    status = 422
