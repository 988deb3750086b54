"""`rna memory PROJECT_ID import …`: the group; each format is a module beside this one."""

from __future__ import annotations

from rna_cli.cli.tree import ImportGroup, new_app

app = new_app(cls=ImportGroup, epilog="rna memory demo import jsonl chats.jsonl")


@app.callback()
def import_() -> None:
    """Bring in many messages and documents at once."""
