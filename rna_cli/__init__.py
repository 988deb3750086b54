"""Project memory for AI agents and for the people who work with them."""

__version__ = "0.1.0"
