"""A project, and what belongs to it.

Every content call takes a `Scope`; there is no way to ask for content without one.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from rna_cli.errors import UsageError

ROOT_URI = "viking://resources/projects/"

RESERVED_IDS = frozenset(
    """
    rna memory memory-config doctor restore-point projects mcp sync help version
    health initialize status write read search grep list tree history move delete hide unhide forget tombstones
    capture conversations rollback recall recalls summarize review edit merge pin unpin verify dispute tag
    audit eval import export browse reindex create show restore prune run retry resolve log lift jsonl markdown risuai
    """.split()
)
"""Words of the command tree, present and planned: `rna memory health` must never mean a project called `health`."""

_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")


class Scope(NamedTuple):
    """One project. Make it with `Scope.of`, which checks the id."""

    project_id: str

    @classmethod
    def of(cls, project_id: str) -> Scope:
        """Return the scope of `project_id`.

        Raises:
            UsageError: when the id is malformed or is a word of the command tree.
        """
        if project_id in RESERVED_IDS:
            raise UsageError(
                f"{project_id!r} is a command, not a project id.",
                hint=f"Put the project id first: rna memory PROJECT_ID {project_id} …",
            )
        if not _ID.fullmatch(project_id):
            raise UsageError(
                f"{project_id!r} is not a project id.",
                hint="A project id is 1 to 64 letters, digits, '.', '_' or '-', and starts with a letter or digit.",
            )
        return cls(project_id)

    @property
    def uri(self) -> str:
        """The project's own directory, without a trailing slash."""
        return ROOT_URI + self.project_id

    def admits(self, uri: str) -> bool:
        """Tell whether `uri` lies in this project. The last filter that each result passes."""
        return uri == self.uri or uri.startswith(self.uri + "/")
