"""Tokens: what proves that a seat is one's own. Only their hashes are kept, and compared in constant time."""

from __future__ import annotations

import secrets
from hashlib import sha256
from hmac import compare_digest
from typing import Final

TOKEN_BYTES: Final = 24
"""How many bytes of chance a token has: 192 bits."""

NAME_ALPHABET: Final = "23456789abcdefghjkmnpqrstuvwxyz"
"""What the names of tables are made of; none of them is easily taken for another."""

NAME_LENGTH: Final = 10
"""How many letters the name of a table has."""


def new_token() -> str:
    """A new token, to be told to one person once."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def new_table_name() -> str:
    """The name of a new table; it is no secret."""
    return "".join(secrets.choice(NAME_ALPHABET) for _ in range(NAME_LENGTH))


def hashed(token: str) -> str:
    """What is kept of a token."""
    return sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def matches(token: str, kept: str) -> bool:
    """Whether a token is the one whose hash was kept; where none was, no token is."""
    return bool(kept) and compare_digest(hashed(token), kept)
