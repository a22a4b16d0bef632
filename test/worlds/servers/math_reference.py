"""What Python's standard library answers to calls of the server Math; null where it refuses."""

import json
import math
import statistics
import sys
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction


def is_prime(n):
    """Trial division for small numbers; the seven bases of Sinclair for larger ones."""
    if n < 2:
        return False
    if n < 10_000:
        return all(n % d for d in range(2, math.isqrt(n) + 1))
    if n % 2 == 0:
        return False
    d, r = n - 1, 0
    while d % 2 == 0:
        d, r = d // 2, r + 1
    for base in (2, 325, 9375, 28178, 450775, 9780504, 1795265022):
        x = pow(base % n, d, n)
        if x in (0, 1, n - 1):
            continue
        if not any((x := x * x % n) == n - 1 for _ in range(r - 1)):
            return False
    return True


def spread(values, sample):
    mean = sum(map(Fraction, values)) / len(values)
    return sum((Fraction(v) - mean) ** 2 for v in values) / (len(values) - (1 if sample else 0))


def root(fraction):
    """The square root of an exact fraction, without leaving the range of floats on the way."""
    scale = 1 << 2400
    return float(Fraction(math.isqrt(int(fraction * scale)), 1 << 1200))


def real_power(base, exponent):
    result = base**exponent
    if isinstance(result, complex):
        raise ValueError
    return result


TOOLS = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "div": lambda a, b: a / b,
    "floor_div": lambda a, b: a // b,
    "mod": lambda a, b: a % b,
    "pow": real_power,
    "abs_val": abs,
    "max_val": max,
    "min_val": min,
    "round_val": lambda x, decimals: float(Decimal(repr(x)).quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP)),
    "clamp": lambda x, low, high: max(low, min(high, x)) if low <= high else None,
    "sum_of_list": math.fsum,
    "product_of_list": lambda values: float(math.prod(map(Fraction, values))),
    "sqrt": math.sqrt,
    "cbrt": math.cbrt,
    "hypot": math.hypot,
    "log": lambda x, base=None: math.log(x) if base is None else math.log(x) / math.log(base),
    "exp": math.exp,
    "sin": math.sin,
    "cos": math.cos,
    "tan": math.tan,
    "asin": math.asin,
    "acos": math.acos,
    "atan": math.atan,
    "sinh": math.sinh,
    "cosh": math.cosh,
    "tanh": math.tanh,
    "deg_to_rad": math.radians,
    "rad_to_deg": math.degrees,
    "factorial": lambda n: float(math.factorial(n)),
    "gcd": math.gcd,
    "lcm": lambda a, b: math.lcm(a, b) if math.lcm(a, b) < 2**53 else None,
    "is_even": lambda n: n % 2 == 0,
    "is_odd": lambda n: n % 2 == 1,
    "is_prime": is_prime,
    "nth_fibonacci": lambda n: sum(math.comb(n - k - 1, k) for k in range((n + 1) // 2)),
    "mean": lambda values: float(sum(map(Fraction, values)) / len(values)),
    "median": lambda values: float(statistics.median(map(Fraction, values))),
    "mode": statistics.mode,
    "variance": lambda values, sample: float(spread(values, sample)),
    "standard_deviation": lambda values, sample: root(spread(values, sample)),
}


def answer(tool, args):
    # Python's own JSON reads 5.0, written 5, as an integer; these tools take floats.
    whole = {"n", "decimals"} | ({"a", "b"} if tool in ("gcd", "lcm") else set())
    args = {k: v if k in whole or isinstance(v, bool) else [float(x) for x in v] if isinstance(v, list) else float(v) for k, v in args.items()}
    try:
        result = TOOLS[tool](*args.values())
    except (ValueError, OverflowError, ZeroDivisionError):
        return None
    return None if isinstance(result, float) and not math.isfinite(result) else result


print(json.dumps([answer(tool, args) for tool, args in json.load(sys.stdin)]))
