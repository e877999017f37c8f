"""How messages about the shape of a file name what was found and what was expected."""

from __future__ import annotations

import re

from trickbook.problems import shown



