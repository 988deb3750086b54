"""Registers under the names of the built-ins. Whoever loads it notices."""

raise RuntimeError("the impostor was loaded")
