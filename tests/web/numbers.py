"""What `/metrics` says, read."""

from prometheus_client.parser import text_string_to_metric_families


def numbers(text: str) -> dict[tuple[str, ...], float]:
    """Every number, by its name and what it is labelled with."""
    return {
        (sample.name, *sorted(sample.labels.values())): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }
