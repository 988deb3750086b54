"""The ways to remember: one package each, behind one protocol, found through one registry."""
