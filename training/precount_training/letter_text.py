"""Invented lines of text with the letters of many languages: words of our own docs with other accents, and numbers."""

# ruff: noqa: RUF001  # the signs are meant

from __future__ import annotations

import random
import re
import unicodedata
from functools import cache

from precount_training.sources import TRAINING

# The letters of each language besides A to Z, so that a line mixes only letters that occur together.
LANGUAGES = (
    "äöüÄÖÜßé", "àâæçéèêëîïôœùûüÀÂÇÉÈÊÎÔŒÛ", "áéíóúñüÁÉÍÓÚÑ", "ãõáâàéêíóôúçÃÕÁÂÉÊÍÓÔÚÇ", "àèéìòùÀÈÉÌÒÙ",
    "çğıİöşüÇĞÖŞÜâî", "ąćęłńóśźżĄĆĘŁŃÓŚŹŻ", "åäöøæÅÄÖØÆé", "áčďéěíňóřšťúůýžÁČĎÉĚÍŇÓŘŠŤÚŮÝŽ",
    "áéíóöőúüűÁÉÍÓÖŐÚÜŰ", "ăâîșțĂÂÎȘȚ",
)  # fmt: skip
SIGNS = "€£§°¡¿«»„“”‘’–—…•²³½×·±µ"
EXTRA = sorted(set("".join(LANGUAGES)) | set(SIGNS))
# The characters that the letter head can read, in the order of its classes after the blank.
ALPHABET = [chr(code) for code in range(0x20, 0x7F)] + EXTRA
LONGEST = 60
QUOTES = (("(", ")"), ('"', '"'), ("«", "»"), ("„", "“"), ("“", "”"), ("‘", "’"), ("¿", "?"), ("¡", "!"))
UNITS = ("€", " €", " €", "%", " %", "°", " kg", " l", " g", " ml", " cm²", " m³", " £")
# Letters for which Unicode defines no plain form.
STROKES = {"ß": "s", "ı": "i", "ł": "l", "Ł": "L", "ø": "o", "Ø": "O"}


@cache
def _variants() -> dict[str, list[str]]:
    """The accented forms of each plain letter."""
    variants: dict[str, list[str]] = {}
    for letter in EXTRA:
        plain = STROKES.get(letter, unicodedata.normalize("NFD", letter)[0])
        if plain != letter:
            variants.setdefault(plain, []).append(letter)
    return variants


@cache
def _words() -> list[str]:
    """The words of the project's docs, as often as they occur."""
    docs = TRAINING.parent / "docs"
    texts = (path.read_text() for path in sorted([*docs.glob("*.md"), *docs.glob("decisions/*.md")]))
    return [word for text in texts for word in re.findall(r"[A-Za-z]{1,14}", text)]


def _word(rng: random.Random, letters: str) -> str:
    word = rng.choice(_words())
    if rng.random() < 0.5:
        word = word.lower()
    case = rng.random()
    if case < 0.12:
        word = word.upper()
    elif case < 0.35:
        word = word[:1].upper() + word[1:]
    share = rng.choice([0, 0.15, 0.35, 0.6])
    accented = []
    for letter in word:
        fitting = [variant for variant in _variants().get(letter, []) if variant in letters]
        accented.append(rng.choice(fitting) if fitting and rng.random() < share else letter)
    word = "".join(accented)
    if letters and rng.random() < 0.08:  # also at places where no plain letter stands for it
        at, letter = rng.randrange(len(word) + 1), rng.choice(letters)
        word = word[:at] + letter + word[at:]
    return word


def _number(rng: random.Random) -> str:
    value, kind = rng.randrange(10 ** rng.randint(1, 6)), rng.random()
    if kind < 0.3:
        text = str(value)
    elif kind < 0.55:
        text = f"{value / 100:.2f}".replace(".", rng.choice(",."))
    elif kind < 0.7:
        text = f"{value:,}".replace(",", rng.choice("., "))
    elif kind < 0.8:
        text = rng.choice("./-").join(
            (f"{rng.randint(1, 31):02}", f"{rng.randint(1, 12):02}", str(rng.randint(1990, 2030)))
        )
    else:
        text = "".join(rng.choice("0123456789ABCDEFGHIKLMNPRSTUVXYZ-") for _ in range(rng.randint(3, 10)))
    unit = rng.random()
    if unit < 0.2:
        return text + rng.choice(UNITS)
    return rng.choice(("€", "€ ", "£", "$", "§ ", "±", "½ ", "× ")) + text if unit < 0.28 else text


def line_of_text(rng: random.Random) -> str:
    """A line of one to six words and numbers, at most LONGEST letters."""
    kind = rng.random()
    letters = rng.choice(LANGUAGES) if kind < 0.75 else "".join(LANGUAGES) if kind < 0.85 else ""
    parts = []
    for _ in range(rng.choice([1, 1, 2, 3, 4, 5, 6])):
        part = _number(rng) if rng.random() < 0.2 else _word(rng, letters)
        if rng.random() < 0.1:
            part += rng.choice(".,;:!?")
        if rng.random() < 0.05:
            first, last = rng.choice(QUOTES)
            part = first + part + last
        if rng.random() < 0.04:
            part += rng.choice(["'s", "’s", "/", "-", "…"]) + _word(rng, letters)
        if rng.random() < 0.02:
            part += rng.choice([" –", " —", " •", " ·", " &", " +", " =", " /", " *"])
        parts.append(part)
    return " ".join(parts)[:LONGEST].strip()
