"""Python values as JSON text, in one of the many spellings that mean the same."""

import json


def number_text(value, chance):
    """A number as text. A whole number gets a fraction of zeros or an exponent now and then."""
    if isinstance(value, int):
        if chance.random() < 0.85 or abs(value) > 10**15:
            return str(value)
        return chance.choice(whole_spellings(value))
    if value == int(value) and abs(value) < 10**15:
        return chance.choice(whole_spellings(int(value)))
    return repr(value)


def whole_spellings(value):
    """Spellings of a whole number."""
    spellings = [f"{value}.0", f"{value}.00", f"{value}e0", f"{value}.0E+0"]
    sign, digits = ("-", str(-value)) if value < 0 else ("", str(value))
    zeros = len(digits) - len(digits.rstrip("0"))
    if 0 < zeros < len(digits):
        spellings += [f"{sign}{digits[:-zeros]}e{zeros}", f"{sign}{digits[:-zeros]}.0E+{zeros}"]
    if len(digits) > 1:
        spellings.append(f"{sign}{digits[0]}.{digits[1:]}e{len(digits) - 1}")
    if value != 0:
        spellings.append(f"{value}0e-1")
    return spellings


def string_text(value, chance):
    """A string as text: as it is, in ASCII, or with one needless escape."""
    text = json.dumps(value, ensure_ascii=chance.random() < 0.5)
    if value and value[0].isalpha() and ord(value[0]) < 128 and chance.random() < 0.04:
        return f'"\\u{ord(value[0]):04x}{text[2:]}'
    return text


def text(value, chance):
    """A value as JSON text."""
    space = " " if chance.random() < 0.2 else ""
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    if isinstance(value, (int, float)):
        return number_text(value, chance)
    if isinstance(value, str):
        return string_text(value, chance)
    if isinstance(value, list):
        return "[" + f",{space}".join(text(item, chance) for item in value) + "]"
    members = (f"{string_text(name, chance)}:{space}{text(item, chance)}" for name, item in value.items())
    return "{" + f",{space}".join(members) + "}"
