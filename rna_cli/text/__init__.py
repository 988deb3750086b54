"""How text becomes words, passages and outlines. Pure functions; the same for records, queries and passages."""

ANALYSER_VERSION = 2
"""Changes whenever `analyser` gives other terms for the same text; older stores are then indexed anew."""
