"""Machines are shared: whatever a test tries, it may take its time; and it tries the same things each time.

`make soak` tries others.
"""

import os

from hypothesis import HealthCheck, settings

settings.register_profile(
    "ours",
    deadline=None,
    derandomize="TRICKBOOK_FUZZ" not in os.environ,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("ours")
