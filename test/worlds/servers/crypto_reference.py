"""What Python's standard library answers to calls of the server Crypto; null where it refuses."""

import base64
import codecs
import hashlib
import hmac
import json
import math
import string
import sys
from collections import Counter


def bits(data):
    return -sum(n / len(data) * math.log2(n / len(data)) for n in Counter(data).values()) + 0.0


def decode(data, altchars, padded):
    if not padded:
        data = data.rstrip("=") + "=" * (-len(data.rstrip("=")) % 4) if len(data.rstrip("=")) % 4 != 1 else data + "!"
    raw = base64.b64decode(data, altchars=altchars, validate=True)
    if base64.b64encode(raw, altchars=altchars).decode() != data:
        raise ValueError("not canonical")
    return raw.decode()


def xor(data, key):
    return bytes(byte ^ key[i % len(key)] for i, byte in enumerate(data))


def same_length(a, b):
    if len(a) != len(b):
        raise ValueError("lengths differ")
    return a


def caesar(text, shift):
    shift %= 26
    low, up = string.ascii_lowercase, string.ascii_uppercase
    return text.translate(str.maketrans(low + up, low[shift:] + low[:shift] + up[shift:] + up[:shift]))


def digits(text):
    data = bytes.fromhex(text)
    if data.hex() != text.lower():
        raise ValueError("white space")
    return data


def entropy_estimate(hex):
    data = digits(hex)
    return {"bytes": len(data), "bits_per_byte": round(bits(data), 6), "total_bits": round(bits(data) * len(data), 6)}


def sign(key, message):
    return hmac.new(key.encode(), message.encode(), "sha256").hexdigest()


TOOLS = {
    "sha256": lambda text: hashlib.sha256(text.encode()).hexdigest(),
    "sha1": lambda text: hashlib.sha1(text.encode()).hexdigest(),
    "md5": lambda text: hashlib.md5(text.encode()).hexdigest(),
    "checksum_sha256_hex": lambda hex: hashlib.sha256(digits(hex)).hexdigest(),
    "hmac_sha256": sign,
    "hmac_sign_hex": sign,
    "hmac_verify_hex": lambda key, message, signature: hmac.compare_digest(sign(key, message), signature.lower()),
    "pbkdf2_hex": lambda password, salt, iterations, length: hashlib.pbkdf2_hmac("sha256", password.encode(), salt.encode(), iterations, length).hex(),
    "derive_key": lambda secret, salt, length: hashlib.pbkdf2_hmac("sha256", secret.encode(), salt.encode(), 10_000, length).hex(),
    "timing_safe_compare": lambda a, b: a.encode() == b.encode(),
    "crypto_base64_encode": lambda text: base64.b64encode(text.encode()).decode(),
    "crypto_base64_decode": lambda data: decode(data, b"+/", True),
    "urlsafe_b64_encode": lambda text: base64.urlsafe_b64encode(text.encode()).decode(),
    "urlsafe_b64_decode": lambda data: decode(data, b"-_", False),
    "hex_to_bytes": lambda hex: list(digits(hex)),
    "bytes_to_hex": lambda bytes: bytearray(bytes).hex(),
    "entropy_estimate_hex": entropy_estimate,
    "xor_cipher": lambda text, key: xor(text.encode(), key.encode()).hex(),
    "xor_dec": lambda hex, key: xor(digits(hex), key.encode()).decode(),
    "xor_bytes_hex": lambda a, b: xor(same_length(digits(a), digits(b)), digits(b) or b"0").hex(),
    "simple_caesar": caesar,
    "rot13": lambda text: codecs.encode(text, "rot13"),
}


def answer(tool, args):
    try:
        return TOOLS[tool](**args)
    except (ValueError, UnicodeError):
        return None


json.dump([answer(tool, args) for tool, args in json.load(sys.stdin)], sys.stdout)
