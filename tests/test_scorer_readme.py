"""The commands of `scorer/README.md` are run, and print what it says they print."""

import doctest
import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from webui.cli import main

README = (Path(__file__).parents[1] / "scorer" / "README.md").read_text("utf-8")
COMMANDS = re.findall(r"( *)```console\n\s*\$ (.+)\n((?:.+\n)*?) *```\n", README)


def test_ten_questions_are_answered() -> None:
    assert len(COMMANDS) == 10
    asked = README.split("## Ten questions")[1]
    assert re.findall(r"^(\d+)\. \*\*", asked, re.M) == [str(n + 1) for n in range(10)]


@pytest.mark.parametrize(("indent", "command", "said"), COMMANDS)
def test_a_question_is_answered_by_its_command(
    indent: str, command: str, said: str
) -> None:
    echo, _, rest = command.rpartition(" | ")
    given = shlex.split(echo)[1] if echo else None
    name, *words = shlex.split(rest)
    assert name == "tianjin"
    result = CliRunner().invoke(main, words, input=given)
    assert result.exit_code == 0
    want = "".join(line.removeprefix(indent) for line in said.splitlines(True))
    checker = doctest.OutputChecker()
    assert checker.check_output(want, result.stdout, doctest.ELLIPSIS), result.stdout
