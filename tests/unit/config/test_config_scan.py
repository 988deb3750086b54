"""Lines, comments and repetitions in TOML texts."""

from __future__ import annotations

import tomllib

import pytest
import tomli_w
from hypothesis import given
from hypothesis import strategies as st

from rna_cli.config.scan import find_duplicate, has_comments, line_of, show_path

TEXT = '''\
# the file
top = 1
"quoted.key" = 2

[memory]  # ways
backend = """
[openviking]
endpoint = "not a key" # not a comment
""" # after
'context_budget' = 3
list = [
  "a]", # ]
  'b',
  { endpoint = 1 },
]
inner.deep."x y" = 4

  [ openviking . "sub" ]
  inline = { one = 1, two = { three = 3 } }
text = \'\'\'
last = """ ' '' \'\'\'\'
after = """four""""
end = "\\"#"
'''


@pytest.mark.parametrize(
    ("path", "line"),
    [
        (("top",), 2),
        (("quoted.key",), 3),
        (("memory",), 5),
        (("memory", "backend"), 6),
        (("memory", "context_budget"), 10),
        (("memory", "list"), 11),
        (("memory", "inner"), 16),
        (("memory", "inner", "deep", "x y"), 16),
        (("openviking",), 18),
        (("openviking", "sub"), 18),
        (("openviking", "sub", "inline"), 19),
        (("openviking", "sub", "inline", "two", "three"), 19),
        (("openviking", "sub", "text"), 20),
        (("openviking", "sub", "after"), 22),
        (("openviking", "sub", "end"), 23),
        (("openviking", "endpoint"), 18),
        (("quoted", "key"), 1),
    ],
)
def test_the_line_of_a_key(path: tuple[str, ...], line: int) -> None:
    tomllib.loads(TEXT)
    assert line_of(TEXT, path) == line
    assert line_of(TEXT.replace("\n", "\r\n"), path) == line


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a = 1 # x", True),
        ("# x", True),
        ("a = [\n1, # x\n]", True),
        ('a = "\\"" # x', True),
        ('a = """\n""""" # x', True),
        ('a = """x"""" # x', True),
        ("a = '''x'''' # x", True),
        ('a = "# x"', False),
        ("a = '# x'", False),
        ("a = '''\n# x\n'''", False),
        ('a = """\n# x \\"""\n# y"""', False),
        ('"#" = 1', False),
        ('["#"]', False),
        ("", False),
    ],
)
def test_a_comment_is_not_a_number_sign_in_a_string(text: str, expected: bool) -> None:
    tomllib.loads(text)
    assert has_comments(text) is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a = 1\na = 2", (("a",), 1, 2)),
        ("[m]\na = 1\n[n]\na = 1\n[m]\n", (("m",), 1, 5)),
        ("[m]\na = '''\na = 1\n'''\n'a' = 2\nbroken", (("m", "a"), 2, 5)),
        ("m.a = 1\n[m]\na = 2", (("m", "a"), 1, 3)),
        ("[[m]]\na = 1\n[[m]]\na = 2", None),
        ("[[m]]\na = 1\n[[m]]\na = 2\na = 3", (("m", "a"), 4, 5)),
        ('a = """\na = 1\na = 2', None),
        ("a = [\na = 1\na = 2", None),
        ("", None),
    ],
)
def test_a_repetition_is_found_and_only_a_real_one(text: str, expected: tuple[object, ...] | None) -> None:
    assert find_duplicate(text) == expected


def test_a_path_is_shown_on_one_short_line() -> None:
    assert show_path(("memory", "auto_recall")) == "memory.auto_recall"
    assert show_path(("a", 'b\n"c.d')) == 'a."b\\n\\"c.d"'
    assert len(show_path(("x" * 500,))) == 100


KEYS = st.one_of(
    st.sampled_from(["memory", "backend", "a", "b-1", "x y", "a.b", "#", "[t]", "'", '"', "=", "é"]),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=6),
)
STRINGS = st.one_of(
    st.sampled_from(['a = 1\n[memory]\nb = "2" # c', "'''\n\"\"\"", '"""', "\\", "]}", "#", "\n" * 3, 'x"""""']),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=12),
)
LEAVES = st.one_of(STRINGS, st.integers(-9, 9), st.booleans(), st.floats(allow_nan=False), st.dates())
VALUES = st.recursive(LEAVES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3))


@given(table=st.dictionaries(KEYS, VALUES, min_size=1, max_size=5), multiline=st.booleans(), data=st.data())
def test_the_line_is_found_in_any_text_that_a_writer_makes(
    table: dict[str, object], multiline: bool, data: st.DataObject
) -> None:
    """The line of a key is where the text begins to hold it."""
    paths = _paths(table)
    path = data.draw(st.sampled_from(paths))
    text = tomli_w.dumps(table, multiline_strings=multiline)
    line = line_of(text, path)
    lines = text.split("\n")
    # All before the line does not hold the key, all up to the end of its statement does.
    before = tomllib.loads("\n".join(lines[: line - 1]))
    assert not _holds(before, path)
    for end in range(line, len(lines) + 1):
        try:
            assert _holds(tomllib.loads("\n".join(lines[:end])), path)
        except tomllib.TOMLDecodeError:
            continue
        break
    else:
        pytest.fail("the statement never ends")


def _paths(table: dict[str, object]) -> list[tuple[str, ...]]:
    """Every key of the table and of the tables in it."""
    found: list[tuple[str, ...]] = []
    for key, value in table.items():
        found.append((key,))
        if isinstance(value, dict):
            found.extend((key, *rest) for rest in _paths(value))
    return found


def _holds(table: object, path: tuple[str, ...]) -> bool:
    for part in path:
        if not isinstance(table, dict) or part not in table:
            return False
        table = table[part]
    return True


@given(text=st.text(st.sampled_from(list("ab=.\"'#[]{}\n \\\t,1")), max_size=60))
def test_no_text_makes_the_scan_fail(text: str) -> None:
    has_comments(text)
    line = line_of(text, ("a", "b"))
    assert 1 <= line <= text.count("\n") + 1
    try:
        tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        find_duplicate(text)
    else:
        assert find_duplicate(text) is None
