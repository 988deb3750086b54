"""The retrieval benchmark: what it reads, asks and counts. How good the answers are is asserted nowhere."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from benchmarks.retrieval import abstracts, functions, locomo, made, squad
from benchmarks.retrieval.baselines import beside, bm25s, fts5_plain, fts5_porter, tantivy
from benchmarks.retrieval.data import SOURCES, data_folder, missing_table
from benchmarks.retrieval.dense import fused
from benchmarks.retrieval.measures import Interval, bootstrap, figures_of, hits, rank_of
from benchmarks.retrieval.product import plain, product
from benchmarks.retrieval.sets import Project, Question, Trial, path_of, sampled, text_of
from benchmarks.retrieval.typos import misspelt
from rna_cli.domain.query import Query, parse_query
from rna_cli.memory.gateway import Draft, MessageDraft

ROOT = Path(__file__).resolve().parents[2]

CONVERSATION: dict[str, Any] = {
    "sample_id": "conv-26",
    "conversation": {
        "speaker_a": "Caroline",
        "speaker_b": "Melanie",
        "session_1_date_time": "1:56 pm on 8 May, 2023",
        "session_1": [
            {"speaker": "Caroline", "dia_id": "D1:1", "text": "Hey Mel!"},
            {"speaker": "Melanie", "dia_id": "D1:2", "text": "Look.", "blip_caption": "a photo of a lake"},
            {"speaker": "Caroline", "dia_id": "D1:3", "text": "I went to a support group."},
        ],
        "session_2_date_time": "12:09 am on 13 September, 2023",
        "session_2": [{"speaker": "Melanie", "dia_id": "D2:1", "text": "I ran a race."}],
        "session_3_date_time": "2:00 pm on 14 September, 2023",
    },
    "qa": [
        {"question": "What did Melanie run?", "evidence": ["D2:1"], "category": 4},
        {"question": "Which two?", "evidence": ["D1:2; D2:1"], "category": 1},
        {"question": "Which of these is there?", "evidence": ["D1:3", "D9:9", "D:1:26", "D"], "category": 3},
        {"question": "None of it is there", "evidence": ["D9:9"], "category": 2},
        {"question": "No evidence", "evidence": [], "category": 3},
        {"question": "Adversarial", "evidence": ["D1:1"], "category": 5},
    ],
}

SQUAD: dict[str, Any] = {
    "data": [
        {
            "title": "article",
            "paragraphs": [
                {
                    "context": "梅雨 [SEP] 雨が降る。いつ？六月だ！終わり",
                    "qas": [
                        {"question": "何月？", "answers": [{"text": "六月", "answer_start": 17}]},
                        {"question": "最後は？", "answers": [{"text": "終わり", "answer_start": 21}]},
                        {"question": "題は？", "answers": [{"text": "梅雨", "answer_start": 0}]},
                        {"question": "答えなし？", "answers": []},
                    ],
                },
                {
                    "context": "很长的句子。",
                    "qas": [{"question": "长吗？", "answers": [{"text": "很", "answer_start": 0}]}],
                },
            ],
        }
    ]
}


def by_name(trials: list[Trial]) -> dict[str, Trial]:
    return {trial.name: trial for trial in trials}


def asked(trial: Trial) -> dict[str, set[str]]:
    return {question.text: set(question.relevant) for question in trial.questions}


# LoCoMo


def test_a_turn_is_a_message_with_its_speaker_its_time_and_the_caption_of_its_picture() -> None:
    (project,) = by_name(locomo.trials([CONVERSATION]))[locomo.TURN].projects
    assert project.name == "c26"
    assert project.records[1] == MessageDraft(
        "session-1", 2, 0, "Look. a photo of a lake", speaker="Melanie", time="2023-05-08T13:56:00"
    )
    assert project.records[3] == MessageDraft(
        "session-2", 1, 0, "I ran a race.", speaker="Melanie", time="2023-09-13T00:09:00"
    )
    assert len(project.records) == 4


def test_evidence_is_split_and_what_is_not_there_is_dropped() -> None:
    trial = by_name(locomo.trials([CONVERSATION]))[locomo.TURN]
    assert asked(trial) == {
        "What did Melanie run?": {"conversations/session-2/000001/0000"},
        "Which two?": {"conversations/session-1/000002/0000", "conversations/session-2/000001/0000"},
        "Which of these is there?": {"conversations/session-1/000003/0000"},
    }


def test_larger_records_hold_the_same_turns() -> None:
    trials = by_name(locomo.trials([CONVERSATION]))
    (pairs,) = trials[locomo.TWO_TURNS].projects
    assert [record.text for record in pairs.records] == [
        "Caroline: Hey Mel!\nMelanie: Look. a photo of a lake",
        "Caroline: I went to a support group.",
        "Melanie: I ran a race.",
    ]
    assert isinstance(pairs.records[0], MessageDraft)
    assert not pairs.records[0].speaker
    assert asked(trials[locomo.TWO_TURNS])["Which two?"] == {
        "conversations/session-1/000001/0000",
        "conversations/session-2/000001/0000",
    }
    (sessions,) = trials[locomo.SESSION].projects
    assert sessions.records[1] == Draft(
        "sessions/session-2.md", "12:09 am on 13 September, 2023\nMelanie: I ran a race."
    )
    assert asked(trials[locomo.SESSION])["Which two?"] == {"sessions/session-1.md", "sessions/session-2.md"}


def test_without_a_speaker_the_name_is_still_in_the_text() -> None:
    (project,) = by_name(locomo.trials([CONVERSATION]))[locomo.SPEAKER_IN_TEXT].projects
    assert project.records[0] == MessageDraft(
        "session-1", 1, 0, "Caroline: Hey Mel!", speaker="", time="2023-05-08T13:56:00"
    )


def test_pooled_conversations_are_one_project_and_keep_apart() -> None:
    other = CONVERSATION | {"sample_id": "conv-41"}
    (project,) = by_name(locomo.trials([CONVERSATION, other]))[locomo.POOLED].projects
    assert len({path_of(record) for record in project.records}) == len(project.records) == 8
    assert [sorted(question.relevant) for question in project.questions if question.text.startswith("What")] == [
        ["conversations/c26-session-2/000001/0000"],
        ["conversations/c41-session-2/000001/0000"],
    ]


def test_every_trial_asks_the_same_questions_and_one_asks_them_misspelt() -> None:
    trials = locomo.trials(made.conversations(2))
    texts = {trial.name: [question.text for question in trial.questions] for trial in trials}
    misspelt_texts = texts.pop(locomo.TYPO)
    assert all(each == texts[locomo.TURN] for each in texts.values())
    assert len(misspelt_texts) == 24
    assert all(before != after for before, after in zip(texts[locomo.TURN], misspelt_texts, strict=True))


# sets in the format of SQuAD


def test_a_paragraph_has_the_title_of_its_article_or_its_own() -> None:
    paragraphs, _ = squad.trials(SQUAD, "jsquad")
    assert paragraphs.name == "jsquad, paragraph"
    assert paragraphs.projects[0].records == [
        Draft("p/0.md", "雨が降る。いつ？六月だ！終わり", "梅雨"),
        Draft("p/1.md", "很长的句子。", "article"),
    ]
    assert asked(paragraphs) == {
        "何月？": {"p/0.md"},
        "最後は？": {"p/0.md"},
        "題は？": {"p/0.md"},
        "长吗？": {"p/1.md"},
    }


def test_a_sentence_is_the_one_in_which_the_answer_starts() -> None:
    _, sentences = squad.trials(SQUAD, "jsquad")
    assert [record.text for record in sentences.projects[0].records] == [
        "雨が降る。",
        "いつ？",
        "六月だ！",
        "終わり",
        "很长的句子。",
    ]
    assert asked(sentences) == {  # an answer in the title is in no sentence
        "何月？": {"conversations/p-0/000002/0000"},
        "最後は？": {"conversations/p-0/000003/0000"},
        "长吗？": {"conversations/p-1/000000/0000"},
    }


# abstracts


def test_cranfield_numbers_its_questions_by_their_place(tmp_path: Path) -> None:
    (tmp_path / "cran.all.1400").write_text(
        ".I 1\n.T\nwings in a\nslipstream .\n.A\nbrenckman,m.\n.B\nj. ae. scs.\n.W\nan experimental study .\n"
        ".I 2\n.T\nonly a title .\n.A\n.B\n.W\n.I 3\n.T\n.A\n.B\n.W\n.I 4\n.W\nno title\n"
    )
    (tmp_path / "cran.qry").write_text(
        ".I 001\n.W\nwhat about\nwings .\n.I 004\n.W\nwhat is unknown .\n.I 8\n.W\nnone .\n"
    )
    (tmp_path / "cranqrel").write_text("1 1 2 \n1 2 -1\n1 9 3\n2 4 1\n3 3 4\n\n")
    trial = abstracts.cranfield(tmp_path)
    assert trial.projects[0].records == [
        Draft("d/1.txt", "an experimental study .", "wings in a slipstream ."),
        Draft("d/2.txt", "only a title .", "only a title ."),
        Draft("d/4.txt", "no title", None),
    ]
    assert asked(trial) == {"what about wings .": {"d/1.txt"}, "what is unknown .": {"d/4.txt"}}


def test_cisi_joins_title_and_text_of_a_question_and_drops_what_nobody_judged(tmp_path: Path) -> None:
    (tmp_path / "CISI.ALL").write_text(
        ".I 1\n.T \nDewey\n.A\nComaromi, J.P.\n.W\n  A history.\n.X\n1\t5\t1\n.I 2\n.T\nB\n.W\nb\n.X\n"
    )
    (tmp_path / "CISI.QRY").write_bytes(b".I 1\r\n.T\r\nDewey\r\n.W\r\nWhat is it?\r\n.I 2\r\n.W\r\nUnjudged?\r\n")
    (tmp_path / "CISI.REL").write_bytes(b"     1      1\t0\t0.000000\r\n     1      2\t0\t0.000000\r\n")
    trial = abstracts.cisi(tmp_path)
    assert trial.projects[0].records[0] == Draft("d/1.txt", "A history.", "Dewey")
    assert asked(trial) == {"Dewey What is it?": {"d/1.txt", "d/2.txt"}}


# functions

SOURCE = '''
import os

@decorated
def walk(top):
    """Walk a
    tree.

    More about it.
    """
    # a comment
    yield top


async def wait():
    """Wait."""
    return None

def only(): "Nothing else."

def bare():
    return 1

def blank():
    """ """
    return 1

class Tree:
    def method(self):
        """Not at the top."""
        return self
'''


def test_functions_come_without_their_doc_strings() -> None:
    walk, wait = functions.documented(SOURCE)
    assert (walk.name, walk.line, walk.says) == ("walk", 5, "Walk a tree.")
    assert walk.code == "@decorated\ndef walk(top):\n    # a comment\n    yield top\n"
    assert (wait.name, wait.says) == ("wait", "Wait.")
    assert "Wait" not in wait.code


def test_functions_of_the_standard_library_have_an_address_each() -> None:
    trial = functions.functions(12)
    (project,) = trial.projects
    paths = [path_of(record) for record in project.records]
    assert len(set(paths)) == len(paths) == len(trial.questions) > 12
    assert len({path.rpartition("/")[0] for path in paths}) == 12
    assert not any({"test", "site-packages", "idlelib"} & set(path.split("/")) for path in paths)
    for record, question in zip(project.records, project.questions, strict=True):
        assert question.relevant == {path_of(record)}
        assert question.text
        assert record.title
        assert f"def {record.title}" in record.text


# typos


def distance(left: str, right: str) -> int:
    """Count edits, a swap of neighbours as one."""
    rows = [[i + j if not i * j else 0 for j in range(len(right) + 1)] for i in range(len(left) + 1)]
    for i, a in enumerate(left, 1):
        for j, b in enumerate(right, 1):
            rows[i][j] = min(rows[i - 1][j] + 1, rows[i][j - 1] + 1, rows[i - 1][j - 1] + (a != b))
            if i > 1 and j > 1 and a == right[j - 2] and left[i - 2] == b:
                rows[i][j] = min(rows[i][j], rows[i - 2][j - 2] + 1)
    return rows[-1][-1]


def test_a_typo_is_one_edit_in_the_longest_word_and_always_the_same() -> None:
    for number in range(300):
        question = ("Is {} painting?", "{} counselling's", "{} aaa", "{} x")[number % 4].format(number)
        found = misspelt(question)
        assert found == misspelt(question)
        assert distance(question, found) == 1, (question, found)
    for article in ("a", "the", "that"):
        found = misspelt(f"{article} support group")
        assert found.startswith(f"{article} ")
        assert found.endswith(" group")
    assert misspelt("12 / 34?") == "12 / 34?"


def test_typos_are_of_all_kinds() -> None:
    lengths = [len(misspelt(f"reading {number}")) - len(f"reading {number}") for number in range(100)]
    assert set(lengths) == {-1, 0, 1}
    same = [misspelt(f"reading {number}").split()[0] for number in range(100)]
    assert any(sorted(word) == sorted("reading") for word in same)
    assert any(len(word) == 7 and sorted(word) != sorted("reading") for word in same)


# samples and texts


def test_a_sample_keeps_all_records_and_the_same_questions_of_each_trial() -> None:
    turns, *_, typos = locomo.trials(made.conversations(3))
    some = sampled(turns, 7)
    assert len(some.questions) == 7
    assert some.records == turns.records == 36
    whole = [question.text for question in turns.questions]
    places = [whole.index(question.text) for question in some.questions]
    assert places == sorted(places)
    assert [misspelt(question.text) for question in some.questions] == [
        question.text for question in sampled(typos, 7).questions
    ]
    assert sampled(turns, 36) is turns


def test_a_text_says_all_that_the_product_is_given() -> None:
    assert text_of(Draft("a.md", "text", "Title")) == "Title text"
    assert text_of(Draft("a.md", "text")) == "text"
    assert text_of(MessageDraft("c", 1, 0, "Hi", speaker="Ann", time="2023-05-08T13:56:00")) == "Ann 8 May 2023 Hi"
    assert text_of(MessageDraft("c", 1, 0, "Hi")) == "Hi"


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ('Who wrote "Charlotte\'s Web"?', "Who wrote Charlotte's Web ?"),
        ("a -b --c -5 d-e", "a b c 5 d-e"),
        ("title:x TITLE：y subtitle:z", "title x TITLE y subtitle:z"),
        ('-"title:title:x" after:-before:2020 kind:message', "title title x after before 2020 kind message"),
        ("＂x＂ －y ﹣z", "x y z"),
    ],
)
def test_nothing_of_a_question_is_an_operator(question: str, words: str) -> None:
    assert plain(question).split() == words.split()
    parsed = parse_query(plain(question))
    assert parsed == Query(parsed.text)


# measures


def test_the_rank_is_that_of_the_first_relevant_result() -> None:
    assert rank_of(["a", "b", "c"], {"b", "c"}) == 2
    assert rank_of(["a"], {"b"}) == 0
    assert rank_of([], {"b"}) == 0
    assert rank_of([*"abcdefghij", "k"], {"k"}) == 0


def test_figures_count_hits_as_percentages_and_ranks_as_reciprocals() -> None:
    found = figures_of([1, 0, 5, 10])
    assert (found.questions, found.hit1, found.hit5, found.hit10) == (4, 25, 50, 75)
    assert found.mrr == pytest.approx((1 + 1 / 5 + 1 / 10) / 4)
    assert found.interval.low <= found.hit5 <= found.interval.high


def test_an_interval_is_that_of_the_binomial_distribution_and_always_the_same() -> None:
    ranks = [1] * 300 + [0] * 100
    random.Random(1).shuffle(ranks)
    found = bootstrap(ranks, 5)
    deviation = 100 * (0.75 * 0.25 / 400) ** 0.5
    assert found.low == pytest.approx(75 - 1.96 * deviation, abs=0.8)
    assert found.high == pytest.approx(75 + 1.96 * deviation, abs=0.8)
    assert found == bootstrap(ranks, 5)
    few = bootstrap(ranks[:40], 5)
    assert few.high - few.low > 2 * (found.high - found.low)
    assert bootstrap([1, 2, 3], 5) == Interval(100, 100)
    assert bootstrap([1, 2, 6], 1).low < hits([1, 2, 6], 1) < bootstrap([1, 2, 6], 1).high
    assert str(Interval(71.53, 77)) == "71.5–77.0"


# ways

TRIAL = Trial(
    "small",
    [
        Project(
            "one",
            [
                Draft("a.md", "The ferry leaves the harbour at noon.", "Ferries"),
                MessageDraft(
                    "c", 1, 0, "We painted the kitchen wall yellow.", speaker="Ann", time="2023-05-08T13:56:00"
                ),
                Draft("b.md", "Nothing of all this."),
            ],
            [
                Question('When does "the ferry" leave?', frozenset({"a.md"})),
                Question("painted kitchen", frozenset({"conversations/c/000001/0000"})),
                Question("??", frozenset({"a.md"})),
                Question("长" * 60, frozenset({"a.md"})),
            ],
        ),
        Project("two", [Draft("a.md", "Another harbour.")], [Question("harbour", frozenset({"a.md"}))]),
        Project("three", [Draft("a.md", "Never asked.")], []),
    ],
)


def ranks(answers: list[list[str]]) -> list[int]:
    return [rank_of(answer, question.relevant) for answer, question in zip(answers, TRIAL.questions, strict=True)]


def test_the_product_answers_through_its_own_way_in_and_out() -> None:
    assert ranks(product(TRIAL)) == [1, 1, 0, 0, 1]


@pytest.mark.parametrize(
    "baseline",
    [fts5_plain, fts5_porter, bm25s, tantivy],
    ids=["plain", "porter", "bm25s", "tantivy"],
)
def test_a_baseline_answers_over_the_same_texts(baseline: Any) -> None:
    assert ranks(beside(baseline, TRIAL)) == [1, 1, 0, 0, 1]


def test_only_porter_finds_other_forms_of_a_word() -> None:
    texts, question = ["a harbour", "two ferries"], ["ferry"]
    assert fts5_plain(texts, question, 10) == [[]]
    assert fts5_porter(texts, question, 10) == [[1]]
    assert fts5_porter(["ferry", "a ferry"], ["ferry OR NOT"], 1) == [[0]]


def test_fusing_prefers_what_both_found() -> None:
    assert fused([[3, 1, 2], [1, 4]]) == [1, 3, 4, 2]
    assert fused([[], [7]]) == [7]


# the whole


def test_missing_files_are_named_with_what_they_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RNA_BENCH_DATA", str(tmp_path))
    assert data_folder() == tmp_path
    table = missing_table(tmp_path)
    assert table
    assert [row[0] for row in table.rows] == list(SOURCES)
    (tmp_path / "locomo_other.json").write_text("[]")
    (tmp_path / "CISI.QRY").write_text("")
    table = missing_table(tmp_path)
    assert table
    assert {row[0] for row in table.rows} == set(SOURCES) - {"locomo_dev.json", "CISI.QRY"}
    for name in SOURCES:
        (tmp_path / name).write_text("")
    assert missing_table(tmp_path) is None


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "benchmarks", "retrieval", *arguments]
    environ = {name: value for name, value in os.environ.items() if name != "FULL"}
    environ["RNA_BENCH_DATA"] = str(folder)
    return subprocess.run(command, capture_output=True, text=True, cwd=ROOT, env=environ, check=False, timeout=110)


def test_the_tiny_form_needs_no_data(tmp_path: Path) -> None:
    done = run(tmp_path / "none", "--tiny", "--json", str(tmp_path / "figures.json"))
    assert done.returncode == 0, done.stderr
    figures = json.loads((tmp_path / "figures.json").read_text(encoding="utf-8"))
    conversations, code = figures["tables"]
    assert (conversations["title"], code["title"]) == ("Made conversations", "Code")
    rows = conversations["rows"]
    assert {row["way"] for row in rows} == {"rna", "FTS5 porter"}
    assert len(rows) == 14
    assert {row["questions"] for row in rows if "questions" in row} == {"5"}
    for target in ("≥ 77", "≥ 74", "≥ 80", "≤ 5", "≥ 64"):
        assert done.stdout.count(f" {target}: ") == 1, target
