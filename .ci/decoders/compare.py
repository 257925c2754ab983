"""Whether what an app has is what a body says: the same numbers to the digits that were written, the same text, the same
moment, null for null. Keys that the app does not read and missing values that are null do not count."""

import datetime
import decimal
import json
import re
import struct

from model import STRUCTS

# Languages without numbers of 32 bits.
WIDE = {"zod", "pydantic"}

decimal.getcontext().prec = 1200


class Number(str):
    pass


class Object(list):
    pass


class NotJSON(Exception):
    pass


def read(body):
    def refuse(word):
        raise ValueError(word)
    try:
        return json.loads(body.lstrip("\ufeff"), parse_int=Number, parse_float=Number, object_pairs_hook=Object,
                          parse_constant=refuse)
    except (ValueError, RecursionError) as error:
        raise NotJSON from error


def same_number(body, had):
    try:
        sent, got = decimal.Decimal(body), decimal.Decimal(had)
    except decimal.InvalidOperation:
        return False
    if not got.is_finite():
        return False
    digits = len(sent.as_tuple().digits) - len(re.search("0*$", str(int("".join(map(str, sent.as_tuple().digits))) or 0))[0])
    return sent == got or decimal.Context(prec=max(digits, 1), Emax=10**8, Emin=-10**8).plus(got) == sent


def exact(had, kind):
    """The decimal that a binary number is."""
    if kind in ("double", "float", "any"):
        try:
            value = float(had)
        except ValueError:
            return had
        if kind == "float" and not exact.is_wide:
            value = struct.unpack("f", struct.pack("f", value))[0] if abs(value) < 3.5e38 else value
        return str(decimal.Decimal(value)) if value == value and abs(value) != float("inf") else "inf"
    return had


exact.is_wide = False


def is_equal(body, had):
    """Whether both write the same number."""
    try:
        return decimal.Decimal(body) == decimal.Decimal(had)
    except decimal.InvalidOperation:
        return False


# A Date of Foundation is a Double.
exact.slack = decimal.Decimal(0)

MOMENT = re.compile(r"(\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d):(\d\d):(\d\d)(?:\.(\d+))?)?(Z|z|[+-]\d\d:?\d\d)?")


def moment(text):
    found = MOMENT.fullmatch(text)
    if not found:
        return None
    year, month, day, hour, minute, second, fraction, zone = found.groups()
    try:
        days = (datetime.date(int(year), int(month), int(day)) - datetime.date(1970, 1, 1)).days
    except ValueError:
        return None
    seconds = decimal.Decimal(days * 86400 + int(hour or 0) * 3600 + int(minute or 0) * 60 + int(second or 0))
    if fraction:
        seconds += decimal.Decimal(f"0.{fraction}")
    if zone and zone not in "Zz":
        offset = int(zone[1:3]) * 3600 + int(zone[-2:]) * 60
        seconds += offset if zone[0] == "-" else -offset
    return seconds


def changed(body, had, kind):
    """Whether the app has another value."""
    if body is None or had is None:
        return body is not None or had is not None and had != body
    if isinstance(body, bool) or isinstance(had, bool):
        return body is not had
    if isinstance(body, Number):
        if not isinstance(had, str) or had[:2] != "n:":
            return True
        return not is_equal(body, had[2:]) and not same_number(body, exact(had[2:], kind))
    if isinstance(body, str):
        if not isinstance(had, str):
            return True
        if had[:2] == "t:":
            sent = moment(body)
            return sent is None or abs(sent - decimal.Decimal(had[2:])) > exact.slack
        return had[:2] != "s:" or (body.lower() != had[2:].lower() if kind == "uuid" else body != had[2:])
    if isinstance(body, Object):
        if not isinstance(had, dict):
            return True
        if kind in STRUCTS:
            return any(changed_member(body, had.get(name), name, inner) for name, inner, _ in STRUCTS[kind])
        inner = kind[1:-1] if kind.startswith("{") else "any"
        names = {name for name, _ in body}
        return any(name not in names for name in had) or any(changed_member(body, had.get(name), name, inner) for name in names)
    inner = kind[1:-1] if kind.startswith("[") else "any"
    return not isinstance(had, list) or len(had) != len(body) or any(changed(b, h, inner) for b, h in zip(body, had))


def changed_member(body, had, name, kind):
    values = [value for key, value in body if key == name]
    if not values:
        return had is not None
    if len(values) > 1 and any(value != values[0] for value in values):
        return True
    return changed(values[-1], had, kind)
