"""What Python's standard library answers to calls of the server String; null where it refuses."""

import base64
import hashlib
import json
import math
import re
import string
import sys
import unicodedata
from collections import Counter

SMALL = {"of", "the", "and", "a", "in", "to"}


def is_word_sign(c):
    return c == "_" or unicodedata.category(c)[0] in "LMN"


def tokenize(text):
    """Reads sign by sign, where the server matches a pattern."""
    tokens, i = [], 0
    while i < len(text):
        if text[i].isspace():
            i += 1
            continue
        end = i + 1
        if text[i].isdigit():
            run = end
            while run < len(text) and text[run].isdigit():
                run += 1
            number = run
            while number + 1 < len(text) and text[number] in ".,:" and text[number + 1].isdigit():
                number += 1
                while number < len(text) and text[number].isdigit():
                    number += 1
            if number > run:
                tokens.append(text[i:number])
                i = number
                continue
        if is_word_sign(text[i]):
            while end < len(text) and (is_word_sign(text[end]) or (text[end] in "'’-" and end + 1 < len(text) and is_word_sign(text[end + 1]))):
                end += 1
        tokens.append(text[i:end])
        i = end
    return tokens


def words(text):
    return [t for t in tokenize(text) if is_word_sign(t[0])]


def levenshtein(a, b):
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        diagonal, row[0] = row[0], i
        for j, y in enumerate(b, 1):
            diagonal, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, diagonal + (x != y))
    return row[-1]


def jaccard(a, b):
    left, right = {w.lower() for w in words(a)}, {w.lower() for w in words(b)}
    return len(left & right) / len(left | right) if left | right else 1


def word_freq(text, top):
    return [{"word": w, "count": n} for w, n in Counter(w.lower() for w in words(text)).most_common(top)]


def extract_numbers(text):
    found, i = [], 0
    while i < len(text):
        start = i
        sign = text[i] in "+-" and (i == 0 or not (is_word_sign(text[i - 1]) or text[i - 1] in ")]}"))
        j = i + 1 if sign else i
        m = re.compile(r"[0-9]+").match(text, j)
        if m:
            end = m.end()
            if len(m.group()) <= 3:
                groups = re.compile(r"(?:,[0-9]{3})+").match(text, end)
                while groups and groups.end() < len(text) and text[groups.end()].isdigit():
                    shorter = groups.end() - 4
                    groups = re.compile(r"(?:,[0-9]{3})+").match(text[:shorter], end)
                    if groups and text[groups.end()].isdigit():
                        continue
                end = groups.end() if groups else end
            fraction = re.compile(r"\.[0-9]+").match(text, end)
            end = fraction.end() if fraction else end
        else:
            fraction = re.compile(r"\.[0-9]+").match(text, j)
            if not fraction:
                i += 1
                continue
            end = fraction.end()
        exponent = re.compile(r"[eE][-+]?[0-9]+").match(text, end)
        end = exponent.end() if exponent else end
        value = float(text[start:end].replace(",", ""))
        if math.isinf(value):
            raise ValueError("too large")
        found.append(value + 0.0)
        i = end
    return found


def count_chars(text):
    return {
        "characters": len(text),
        "without_spaces": sum(not c.isspace() for c in text),
        "letters_and_digits": sum(unicodedata.category(c)[0] in "LN" for c in text),
    }


def read_time(text, words_per_minute):
    count = len(words(text))
    return {"words": count, "seconds": -(-count * 60 // words_per_minute), "minutes": math.floor(count * 100 / words_per_minute + 0.5) / 100}


def is_palindrome(text):
    signs = [c for c in text.lower() if c.isalnum()]
    return signs == signs[::-1]


def regex_search(text, pattern, ignore_case, limit):
    found = list(re.finditer(pattern, text, re.IGNORECASE if ignore_case else 0))[:limit]
    return [{"match": m.group(), "start": m.start(), "end": m.end(), "groups": list(m.groups())} for m in found]


def truncate(text, length, suffix):
    if len(suffix) > length:
        raise ValueError("suffix too long")
    return text if len(text) <= length else text[: length - len(suffix)] + suffix


def title(text):
    """For words of small letters: capitals but for small words inside."""
    parts = text.split(" ")
    return " ".join(w if w in SMALL and 0 < i < len(parts) - 1 else w[:1].upper() + w[1:] for i, w in enumerate(parts))


def name_parts(text):
    parts = re.sub(r"[^A-Za-z0-9]+", " ", text)
    parts = re.sub(r"([a-z0-9])([A-Z])", r"\1 \2", parts)
    parts = re.sub(r"([A-Z])([A-Z][a-z])", r"\1 \2", parts)
    return parts.split()


def camel_case(text):
    first, *rest = name_parts(text) or [""]
    return first.lower() + "".join(w[0].upper() + w[1:].lower() for w in rest)


def slugify(text):
    slug = "-".join(re.findall(r"[a-z0-9]+", unicodedata.normalize("NFD", text).encode("ascii", "ignore").decode().lower()))
    if not slug:
        raise ValueError("nothing left")
    return slug


def ordinal(n):
    return str(n) + ("th" if str(n)[-2:-1] == "1" else {"1": "st", "2": "nd", "3": "rd"}.get(str(n)[-1], "th"))


def remove_punctuation(text):
    return "".join(c for c in text if unicodedata.category(c)[0] != "P" and c not in string.punctuation)


def render(template, values):
    parts = re.split(r"\{\{([^{}]*)\}\}", template)
    return "".join(values[part.strip()] if i % 2 else part for i, part in enumerate(parts))


def base64_decode(data):
    raw = base64.b64decode(data, validate=True)
    if base64.b64encode(raw).decode() != data:
        raise ValueError("not canonical")
    return raw.decode()


TOOLS = {
    "tokenize": tokenize,
    "ngrams": lambda text, n: [" ".join(words(text)[i : i + n]) for i in range(len(words(text)) - n + 1)],
    "extract_numbers": extract_numbers,
    "count_words": lambda text: len(words(text)),
    "count_chars": count_chars,
    "word_freq": word_freq,
    "read_time_estimate": read_time,
    "levenshtein": levenshtein,
    "jaccard_similarity": jaccard,
    "is_palindrome": is_palindrome,
    "regex_search": regex_search,
    "to_lower": str.lower,
    "to_upper": str.upper,
    "title_case": title,
    "snake_case": lambda text: "_".join(name_parts(text)).lower(),
    "camel_case": camel_case,
    "slugify": slugify,
    "ordinal": ordinal,
    "normalize_whitespace": lambda text: " ".join(text.split()),
    "remove_punctuation": remove_punctuation,
    "replace": str.replace,
    "truncate": truncate,
    "template_render": render,
    "hash_text": lambda text, algorithm: hashlib.new(algorithm, text.encode()).hexdigest(),
    "base64_encode": lambda text: base64.b64encode(text.encode()).decode(),
    "base64_decode": base64_decode,
}
POSITIONAL = {"to_lower", "to_upper", "replace"}


def answer(tool, args):
    try:
        return TOOLS[tool](*args.values()) if tool in POSITIONAL else TOOLS[tool](**args)
    except (ValueError, KeyError, UnicodeError):
        return None


json.dump([answer(tool, args) for tool, args in json.load(sys.stdin)], sys.stdout)
