"""The tables of `embedded.sqlite`. A change is a new entry in `MIGRATIONS`, never an edit of an old one."""

from __future__ import annotations

APPLICATION_ID = 0x726E616D  # "rnam"

PASSAGE_BITS = 32
"""A passage's id is `project_pk << 32 | n`, so that a project is one range of row ids. FTS5 takes a range of row ids
into the query itself, which is ten times cheaper than joining the hits with their project afterwards.
"""


def passage_range(project_pk: int) -> tuple[int, int]:
    """Return the first and the last id that a passage of a project can have."""
    first = project_pk << PASSAGE_BITS
    return first, first + (1 << PASSAGE_BITS) - 1


VERSIONS_USED = "versions_used"
"""A row of `meta`: the highest `version_pk` so far, deleted ones included. What refers to a record by its number must
never find another. AUTOINCREMENT would see to it too, with one more write a row.
"""

SCRUB_DUE = "scrub_due"
"""A row of `meta` from the moment that texts are deleted until their bytes have left the file; its value says when."""

# The analyser ends each term with a space and uses no other separator, so FTS5 must split at spaces only: every other
# ASCII character that can stand in a term is declared a token character; all else above ASCII is one by itself.
_TOKENIZER = "ascii tokenchars '_./:@~+&-#'''"

CURRENT = "passage_index"
PAST = "past_index"

_INDEX = """
CREATE VIRTUAL TABLE {name} USING fts5(
  title_terms, head_terms, body_terms, content='{content}', content_rowid='passage_pk', tokenize="{tokenizer}"{more}
)
"""


def _create_index(name: str, content: str, more: str) -> str:
    return _INDEX.format(name=name, content=content, tokenizer=_TOKENIZER, more=more)


# Only bm25() needs the sizes of columns, and it is not used: it counts the words of all projects.
CREATE_CURRENT_INDEX = _create_index(CURRENT, "current_passage", ", columnsize=0")
CREATE_PAST_INDEX = _create_index(PAST, "past_passage", ", columnsize=0")

MIGRATIONS = (
    (
        "CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID",
        """
        CREATE TABLE project (
          project_pk INTEGER PRIMARY KEY AUTOINCREMENT,  -- a number is never used again
          project_id TEXT NOT NULL UNIQUE,
          initialized_at TEXT NOT NULL,
          changed_at TEXT  -- newest recorded_at: a clock that jumps back never reorders versions
        ) STRICT
        """,
        # One row a version. `body` is last, so that reading the columns before it never loads a long text.
        """
        CREATE TABLE version (
          version_pk INTEGER PRIMARY KEY,  -- a number is never used again, see VERSIONS_USED
          record_pk INTEGER NOT NULL,      -- version_pk of the record's first version
          project_pk INTEGER NOT NULL REFERENCES project,
          number INTEGER NOT NULL,         -- 1, 2, … within the record
          path TEXT NOT NULL,              -- below the project's uri
          title TEXT NOT NULL,
          lead TEXT NOT NULL,              -- the first sentence
          headings TEXT NOT NULL,          -- the others, a line each
          content_hash BLOB NOT NULL,      -- SHA-256 of the text in UTF-8
          size_bytes INTEGER NOT NULL,
          line_count INTEGER NOT NULL,
          recorded_at TEXT NOT NULL,       -- when we knew it …
          superseded_at TEXT,              -- … and until when
          valid_from TEXT,                 -- when it was true …
          valid_to TEXT,                   -- … and until when
          first_passage INTEGER NOT NULL,
          passage_count INTEGER NOT NULL,
          body TEXT NOT NULL
        ) STRICT
        """,
        "CREATE UNIQUE INDEX version_current ON version (project_pk, path) WHERE superseded_at IS NULL",
        "CREATE INDEX version_past_path ON version (project_pk, path) WHERE superseded_at IS NOT NULL",
        "CREATE INDEX version_past_record ON version (record_pk) WHERE superseded_at IS NOT NULL",
        "CREATE TABLE hidden (record_pk INTEGER PRIMARY KEY, hidden_at TEXT NOT NULL) STRICT",
        "CREATE VIEW visible AS SELECT * FROM version WHERE record_pk NOT IN (SELECT record_pk FROM hidden)",
        # The words of a text, each once: title, lead and headings apart from the rest. Offsets are in characters.
        """
        CREATE TABLE passage (
          passage_pk INTEGER PRIMARY KEY,
          version_pk INTEGER NOT NULL,
          start_char INTEGER NOT NULL,
          end_char INTEGER NOT NULL,
          first_line INTEGER NOT NULL,
          title_terms TEXT NOT NULL,
          head_terms TEXT NOT NULL,
          body_terms TEXT NOT NULL
        ) STRICT
        """,
        """
        CREATE VIEW current_passage AS
        SELECT passage.* FROM passage JOIN visible USING (version_pk) WHERE superseded_at IS NULL
        """,
        """
        CREATE VIEW past_passage AS
        SELECT passage.* FROM passage JOIN visible USING (version_pk) WHERE superseded_at IS NOT NULL
        """,
        _create_index(CURRENT, "current_passage", ""),
        _create_index(PAST, "past_passage", ""),
        # What happened to records, in numbers: the texts of deleted ones are gone, the fact is not.
        """
        CREATE TABLE evolution (
          project_pk INTEGER NOT NULL REFERENCES project ON DELETE CASCADE,
          day TEXT NOT NULL,
          change TEXT NOT NULL,
          count INTEGER NOT NULL,
          PRIMARY KEY (project_pk, day, change)
        ) STRICT, WITHOUT ROWID
        """,
        f"INSERT INTO meta VALUES ('{VERSIONS_USED}', '0')",
        "INSERT INTO meta VALUES ('analyser_version', '1')",
    ),
    (
        # Messages, and `body` is last again.
        "DROP VIEW current_passage",
        "DROP VIEW past_passage",
        "DROP VIEW visible",
        "DROP INDEX version_current",
        "DROP INDEX version_past_path",
        "DROP INDEX version_past_record",
        "ALTER TABLE version RENAME TO version_1",
        """
        CREATE TABLE version (
          version_pk INTEGER PRIMARY KEY,  -- a number is never used again, see VERSIONS_USED
          record_pk INTEGER NOT NULL,      -- version_pk of the record's first version
          project_pk INTEGER NOT NULL REFERENCES project,
          number INTEGER NOT NULL,         -- 1, 2, … within the record
          kind TEXT NOT NULL,
          path TEXT NOT NULL,              -- below the project's uri
          title TEXT NOT NULL,
          lead TEXT NOT NULL,              -- the first sentence
          headings TEXT NOT NULL,          -- the others, a line each
          role TEXT,                       -- of a message: who speaks, by part …
          speaker TEXT,                    -- … and by name, and when
          said_at TEXT,
          content_hash BLOB NOT NULL,      -- SHA-256 of the text in UTF-8
          size_bytes INTEGER NOT NULL,
          line_count INTEGER NOT NULL,
          recorded_at TEXT NOT NULL,       -- when we knew it …
          superseded_at TEXT,              -- … and until when
          valid_from TEXT,                 -- when it was true …
          valid_to TEXT,                   -- … and until when
          first_passage INTEGER NOT NULL,
          passage_count INTEGER NOT NULL,
          body TEXT NOT NULL
        ) STRICT
        """,
        """
        INSERT INTO version
        SELECT version_pk, record_pk, project_pk, number, 'document', path, title, lead, headings, NULL, NULL, NULL,
          content_hash, size_bytes, line_count, recorded_at, superseded_at, valid_from, valid_to, 0, 0, body
        FROM version_1
        """,
        "DROP TABLE version_1",
        "CREATE UNIQUE INDEX version_current ON version (project_pk, path) WHERE superseded_at IS NULL",
        "CREATE INDEX version_past_path ON version (project_pk, path) WHERE superseded_at IS NOT NULL",
        "CREATE INDEX version_past_record ON version (record_pk) WHERE superseded_at IS NOT NULL",
        "CREATE VIEW visible AS SELECT * FROM version WHERE record_pk NOT IN (SELECT record_pk FROM hidden)",
        """
        CREATE VIEW current_passage AS
        SELECT passage.* FROM passage JOIN visible USING (version_pk) WHERE superseded_at IS NULL
        """,
        """
        CREATE VIEW past_passage AS
        SELECT passage.* FROM passage JOIN visible USING (version_pk) WHERE superseded_at IS NOT NULL
        """,
        # How many passages of a project's current index have a term: what a search weighs its words by, and the
        # vocabulary that spellings are repaired from.
        """
        CREATE TABLE term (
          project_pk INTEGER NOT NULL REFERENCES project ON DELETE CASCADE,
          term TEXT NOT NULL,
          passages INTEGER NOT NULL,
          PRIMARY KEY (project_pk, term)
        ) STRICT, WITHOUT ROWID
        """,
        "ALTER TABLE project ADD COLUMN passages INTEGER NOT NULL DEFAULT 0",  # in its current index
        # A project is indexed anew when it is next searched: 0 is no analyser's version.
        "ALTER TABLE project ADD COLUMN analyser_version INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE project ADD COLUMN reindexed_to INTEGER",  # version_pk; unset when no reindexing is going on …
        "ALTER TABLE project ADD COLUMN reindexing_version INTEGER",  # … and by which analyser
        "DELETE FROM meta WHERE key = 'analyser_version'",
        "DELETE FROM passage",
        f"DROP TABLE {CURRENT}",
        f"DROP TABLE {PAST}",
        CREATE_CURRENT_INDEX,
        CREATE_PAST_INDEX,
    ),
)
