"""YAML text becomes a tree that remembers where every key and value was written."""

from trickbook.document.alignment import within
from trickbook.document.commas import is_card, joining, parted
from trickbook.document.files import fetch, load_file, nearest_file
from trickbook.document.limits import LIMITS, Limits
from trickbook.document.nodes import (
    Entry,
    Listing,
    Mapping,
    Node,
    Scalar,
    at,
    key_place,
    plain,
)
from trickbook.document.reading import read

__all__ = [
    "LIMITS",
    "Entry",
    "Limits",
    "Listing",
    "Mapping",
    "Node",
    "Scalar",
    "at",
    "fetch",
    "is_card",
    "joining",
    "key_place",
    "load_file",
    "nearest_file",
    "parted",
    "plain",
    "read",
    "within",
]
