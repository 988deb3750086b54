"""Character classes, as the insides of regular-expression sets.

Scripts are split before words are: a Latin or digit run must not swallow the CJK text that follows it (`2005年に`).
"""

from __future__ import annotations

HAN = "\u3005-\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
KANA = "\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff"
HANGUL = "\u1100-\u11ff\u3131-\u318e\uac00-\ud7a3"
CJK = HAN + KANA + HANGUL

UNSPACED = "\u0e01-\u0e4e\u0e81-\u0ecd\u1000-\u103f\u104c-\u108f\u109a-\u109f\u1780-\u17d3"
"""Thai, Lao, Burmese and Khmer: written without spaces between words, so indexed as adjacent pairs like CJK."""

PICTOGRAPHS = "\u2190-\u21ff\u2300-\u23ff\u2600-\u27bf\u2b00-\u2bff\U0001f000-\U0001f3fa\U0001f400-\U0001faff"
"""Emoji and arrows: each is a word of its own. Skin tones, joiners and variation selectors are not indexed."""

MARKS = (
    "\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed"
    "\u0900-\u0963\u0966-\u0dff"
)
"""Combining marks, and the Indic blocks without their full stops: they belong to the word that they stand in."""

IGNORED = "\u00ad\ufe00-\ufe0f\U000e0100-\U000e01ef"
"""Soft hyphens and variation selectors: nobody sees or types them, so a word is the same with and without."""
