"""Photographs that cannot be read, or show nothing."""

import io
from dataclasses import replace
from typing import get_args

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from vision import PhotoError, Quality, Reading, VisionError, WeightsError
from vision.photo import read_photo
from vision.quality import Problem
from webui.app import UPLOAD_LIMIT, create_app

FAULTS = [
    "unreadable",
    "empty",
    "no_picture",
    "heic",
    "truncated",
    "too_large",
    "too_small",
]


def send(client: FlaskClient, url: str, content: bytes, name: str) -> TestResponse:
    return client.post(url, data={"photo": (io.BytesIO(content), name)})


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("fault", FAULTS)
def test_a_broken_photograph_gets_one_sentence_and_changes_nothing(
    app: Flask, client: FlaskClient, table_photo: bytes, fault: str, language: str
) -> None:
    client.get(f"/?lang={language}")
    url = send(client, "/hands", table_photo, "good.png").location
    before = app.extensions["store"].load(url.split("/")[2])

    def refuse(_: bytes) -> Reading:
        raise PhotoError(fault, "no")  # type: ignore[arg-type]  # one of FAULTS

    app.extensions["recognise"] = refuse
    for address in ("/hands", f"{url}/photo"):
        answer = send(client, address, b"x", "IMG_7.jpg")
        assert answer.status_code == 422
        shown = answer.text.split("<template")[0]  # the rest waits for a lost network
        assert shown.count('role="alert"') == 1
        assert "IMG_7.jpg" in answer.text
    assert app.extensions["store"].load(url.split("/")[2]) == before


@pytest.mark.parametrize(
    ("language", "word"), [("zh", "存成 JPEG"), ("en", "save it as")]
)
def test_an_avif_is_called_so(
    app: Flask, client: FlaskClient, language: str, word: str
) -> None:
    client.get(f"/?lang={language}")
    app.extensions["recognise"] = read_photo
    avif = b"\0\0\0\x1cftypavif\0\0\0\0avifmif1miaf"
    answer = send(client, "/hands", avif, "IMG_7.avif")
    assert answer.status_code == 422
    assert "AVIF" in answer.text.replace("IMG_7.avif", "")
    assert word in answer.text


def test_an_empty_file_is_refused_before_it_is_read(client: FlaskClient) -> None:
    answer = send(client, "/hands", b"", "empty.jpg")
    assert answer.status_code == 422
    assert "empty.jpg" in answer.text


def test_a_file_over_the_limit_keeps_the_hand(
    app: Flask, client: FlaskClient, table_photo: bytes
) -> None:
    url = send(client, "/hands", table_photo, "good.png").location
    answer = client.post(
        f"{url}/photo",
        data=b"x" * (UPLOAD_LIMIT + 1),
        content_type="multipart/form-data; boundary=x",
    )
    assert answer.status_code == 413
    assert f"{UPLOAD_LIMIT // 1024**2} MB" in answer.text
    assert 'id="t1"' in answer.text


def test_a_photograph_without_tiles_is_no_error(
    app: Flask, client: FlaskClient, table_photo: bytes
) -> None:
    app.extensions["recognise"].lies = []
    answer = send(client, "/hands", table_photo, "felt.png")
    assert answer.status_code == 303
    page = client.get(answer.location).text
    assert "没有看到麻将牌" in page
    assert "重拍" in page


def spoil(app: Flask, problem: Problem) -> None:
    """Let the reader say that something is wrong with every photograph."""
    eye, told = app.extensions["recognise"], Quality(problem, 23.46, 15.0)
    app.extensions["recognise"] = lambda content: replace(eye(content), quality=told)


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("problem", get_args(Problem))
@pytest.mark.parametrize("tiles", [True, False])
def test_a_bad_photograph_is_said_to_be_bad_and_keeps_its_tiles(
    app: Flask,
    client: FlaskClient,
    table_photo: bytes,
    language: str,
    problem: Problem,
    tiles: bool,
) -> None:
    client.get(f"/?lang={language}")
    if not tiles:
        app.extensions["recognise"].lies = []
    spoil(app, problem)
    page = client.get(send(client, "/hands", table_photo, "dim.png").location).text
    words = {
        "dark": ("照片太暗", "Too dark"),
        "glaring": ("照片反光", "Glare"),
        "far": ("拍得太远", "Too far"),
        "blurred": ("照片模糊", "Blurred"),
    }
    assert words[problem][language == "en"] in page
    assert "23.5" in page
    assert page.count('class="notice"') == 1
    assert ('id="t1"' in page) == tiles
    assert ("没有看到麻将牌" in page) == (not tiles and language == "zh")


def test_the_advice_goes_when_the_hand_is_right(
    app: Flask, client: FlaskClient, table_photo: bytes
) -> None:
    spoil(app, "dark")
    url = send(client, "/hands", table_photo, "dim.png").location
    assert "照片太暗" in client.get(url).text
    client.post(f"{url}/line", data={"line": "46m 123p 789s 55s (888p) +5m /E"})
    assert "照片太暗" not in client.get(url).text


def test_a_retake_that_is_too_dark_says_so_and_leaves_the_hand(
    app: Flask, client: FlaskClient, table_photo: bytes
) -> None:
    url = send(client, "/hands", table_photo, "good.png").location
    app.extensions["recognise"].lies = []
    spoil(app, "dark")
    answer = send(client, f"{url}/photo", table_photo, "dim.png")
    assert "原来的牌没有动" in answer.text
    assert "照片太暗" in answer.text
    assert 'id="t1"' in answer.text


def test_a_retake_without_tiles_leaves_the_hand(
    app: Flask, client: FlaskClient, table_photo: bytes
) -> None:
    url = send(client, "/hands", table_photo, "good.png").location
    app.extensions["recognise"].lies = []
    answer = send(client, f"{url}/photo", table_photo, "felt.png")
    assert "原来的牌没有动" in answer.text
    assert 'id="t1"' in answer.text


def test_the_photograph_comes_back_as_it_was_sent(
    client: FlaskClient, table_photo: bytes
) -> None:
    url = send(client, "/hands", table_photo, "good.png").location
    answer = client.get(f"{url}/photo/1")
    assert answer.data == table_photo
    assert answer.mimetype == "image/png"
    answer.close()
    assert client.get(f"{url}/photo/2").status_code == 404


@pytest.mark.parametrize("error", [VisionError, WeightsError])
def test_without_networks_hands_can_still_be_tapped(
    app: Flask, client: FlaskClient, table_photo: bytes, error: type[VisionError]
) -> None:
    def blind(_: bytes) -> Reading:
        raise error("models/detector.onnx is missing")

    app.extensions["recognise"] = blind
    answer = send(client, "/hands", table_photo, "good.png")
    assert answer.status_code == 503
    assert "detector.onnx" in answer.text
    assert client.post("/hands").status_code == 303


def test_the_app_starts_without_a_recogniser(tmp_path: object) -> None:
    app = create_app({"DATA": tmp_path, "TESTING": True})
    assert app.test_client().get("/").status_code == 200
