"""Where messages live: `conversations/<conversation>/<turn>/<place>`.

Turn and place are numbers of fixed width, so that the order of the paths is the order in which things were said.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rna_cli.domain.uri import RESERVED_DIRECTORIES, Address, parse_address
from rna_cli.errors import UsageError

if TYPE_CHECKING:
    from rna_cli.domain.scope import Scope

(CONVERSATIONS,) = RESERVED_DIRECTORIES

MAX_TURN = 999_999
MAX_PLACE = 9_999


def message_address(scope: Scope, conversation: str, turn: int, place: int) -> Address:
    """Return the address of a message.

    Args:
        scope: the project.
        conversation: its id: any name that can stand in an address.
        turn: the number of the turn in the conversation, from 0.
        place: the number of the message in the turn, from 0.

    Raises:
        UsageError: an id that is no name, or a number out of range.
    """
    if not conversation or "/" in conversation or "://" in conversation:
        raise UsageError(
            f"{conversation[:80]!r} cannot be the id of a conversation.", hint="Use a name without '/', like chat-1."
        )
    for name, number, most in (("turn", turn, MAX_TURN), ("place", place, MAX_PLACE)):
        if not 0 <= number <= most:
            raise UsageError(f"{name} {number} is out of range.", hint=f"Count from 0 to {most}.")
    return parse_address(scope, f"{CONVERSATIONS}/{conversation}/{turn:06d}/{place:04d}")


def conversation_path(path: str) -> str:
    """Return the directory of the conversation that a message's path is in, with its slash at the end."""
    return path.rpartition("/")[0].rpartition("/")[0] + "/"
