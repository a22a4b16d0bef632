"""What Python's datetime answers to calls of the server Time; null where it refuses."""

import json
import sys
from datetime import date, datetime, timedelta
from fractions import Fraction


def parse(text):
    return datetime.fromisoformat(text)


def seconds_between(start, end):
    return float(Fraction((parse(end) - parse(start)) // timedelta(microseconds=1), 1_000_000))


def add_seconds(timestamp, seconds):
    later = parse(timestamp) + timedelta(microseconds=round(Fraction(str(seconds)) * 1_000_000))
    return [later.replace(tzinfo=None).isoformat(), timestamp[26:]]


TOOLS = {
    "days_diff": lambda start, end: (date.fromisoformat(end) - date.fromisoformat(start)).days,
    "date_to_weekday": lambda date: ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"][parse(date).weekday()],
    "iso_seconds_diff": seconds_between,
    "add_seconds_iso": add_seconds,
}


def answer(tool, args):
    try:
        return TOOLS[tool](**args)
    except (ValueError, OverflowError, TypeError):
        return None


print(json.dumps([answer(tool, args) for tool, args in json.load(sys.stdin)]))
