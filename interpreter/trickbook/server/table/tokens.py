"""Tokens that prove the ownership of seats. Only hashes are stored, and compared in constant time."""

from __future__ import annotations

import secrets
from hashlib import sha256
from hmac import compare_digest
from typing import Final

TOKEN_BYTES: Final = 24
"""The random bytes of a token: 192 bits."""

NAME_ALPHABET: Final = "23456789abcdefghjkmnpqrstuvwxyz"
"""The letters of table ids; none is easily mistaken for another."""

NAME_LENGTH: Final = 10
"""The length of a table id."""


def new_token() -> str:
    """A new token, sent to one person once."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def new_table_name() -> str:
    """The id of a new table; it is not secret."""
    return "".join(secrets.choice(NAME_ALPHABET) for _ in range(NAME_LENGTH))


def hashed(token: str) -> str:
    """The stored hash of a token."""
    return sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def matches(token: str, kept: str) -> bool:
    """Return whether a token has the stored hash; no token matches an empty one."""
    return bool(kept) and compare_digest(hashed(token), kept)
