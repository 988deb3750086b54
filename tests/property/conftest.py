"""How the property tests run: no deadline on a busy machine, nothing kept between runs, the same examples each time."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

settings.register_profile(
    "rna",
    deadline=None,
    database=None,
    derandomize=True,
    max_examples=60,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("rna")
