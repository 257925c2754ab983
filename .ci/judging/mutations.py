"""Changes one place of a value: the mistakes that real servers make, and the ones that built-in rules explain."""

import copy

import words

PAGINATIONS = [
    {"page": 1, "limit": 20, "total": 41, "totalPages": 3, "hasMore": True},
    {"page": 1, "limit": 20, "total": 41, "totalPages": 2, "hasMore": False},
    {"page": 0, "limit": 0, "total": -1, "totalPages": 9},
    {"page": "1", "limit": 20},
    {"total": 3},
]


def mutated(value, chance):
    """A copy of a value with one change."""
    result = [copy.deepcopy(value)]
    places = []
    gather(result, places)
    holder, key = chance.choice(places)
    holder[key] = changed(holder[key], chance)
    return result[0]


def gather(holder, places):
    """All places of a value, as holders with a key or an index."""
    for key in list(holder) if isinstance(holder, dict) else range(len(holder)):
        places.append((holder, key))
        if isinstance(holder[key], (dict, list)):
            gather(holder[key], places)


def changed(value, chance):
    """Another value for one place."""
    kinds = [other_kind]
    if isinstance(value, dict):
        kinds += [with_object] * 6
    elif isinstance(value, list):
        kinds += [with_array] * 3
    elif isinstance(value, str):
        kinds += [with_string] * 3
    elif isinstance(value, (int, float)) and not isinstance(value, bool):
        kinds += [with_number] * 4
    return chance.choice(kinds)(value, chance)


def other_kind(value, chance):
    """`null`, quotes, an array or an envelope around the value, or something else."""
    return chance.choice([
        None, str(value), [value], {"data": value}, {"id": value}, {"result": {"items": value}}, 0, -1, True, {}, [],
        "",
        copy.deepcopy(chance.choice(PAGINATIONS)), {"latitude": 1.5, "longitude": 2}, 1e2,
    ])


def with_object(value, chance):
    """A property more or less, under another name, null, one level deeper or higher."""
    names = list(value)
    kind = chance.choice([
        "drop", "drop", "add", "rename", "rename", "null", "both", "wrap", "lift", "pagination", "sink"])
    if kind == "add" or not names:
        added = chance.choice(words.NAMES)
        value[added] = chance.choice([None, 1, "x", True, {}, [1], {"lat": 1}, "2024-02-29T12:30:00Z", -5])
        return value
    name = chance.choice(names)
    spelling = chance.choice(words.SPELLINGS.get(name, [name.upper(), name + "s", "_" + name, name.replace("_", "")]))
    if kind == "drop":
        del value[name]
    elif kind == "rename":
        # The order of the properties stays.
        return {spelling if key == name else key: item for key, item in value.items()}
    elif kind == "null":
        value[name] = None
    elif kind == "both":
        value[spelling] = chance.choice([None, value[name], "x", 1])
    elif kind == "wrap":
        return {chance.choice(["data", "id", "result", "response", "n"]): value}
    elif kind == "sink":
        value[name] = {name: value[name]}
    elif kind == "lift":
        if isinstance(value[name], dict):
            inner = value.pop(name)
            value.update(inner)
    else:
        value[chance.choice(["pagination", "meta", name])] = copy.deepcopy(chance.choice(PAGINATIONS))
    return value


def with_array(value, chance):
    kind = chance.choice(["drop", "repeat", "add", "reverse", "empty", "first"])
    if kind == "add" or not value:
        return value + [chance.choice([None, 1, "x", {}, []])]
    if kind == "drop":
        del value[chance.randrange(len(value))]
    elif kind == "repeat":
        value.append(copy.deepcopy(chance.choice(value)))
    elif kind == "reverse":
        value.reverse()
    elif kind == "empty":
        return []
    else:
        return value[0]
    return value


def with_string(value, chance):
    kind = chance.choice(["case", "longer", "shorter", "number", "other", "format"])
    if kind == "case":
        return value.swapcase()
    if kind == "longer":
        return value + chance.choice(["x", " ", "é", "👍"])
    if kind == "shorter":
        return value[:-1]
    if kind == "number":
        return len(value)
    if kind == "format":
        right, wrong = words.FORMATS[chance.choice(list(words.FORMATS))]
        return chance.choice(right + wrong)
    return chance.choice(words.STRINGS)


def with_number(value, chance):
    if isinstance(value, float) and value != int(value):
        return chance.choice([value + 1, -value, round(value), 0])
    value = int(value)
    # The judges see larger floats as the nearest integer; `numbers` has them, exactly.
    whole, half = (float(value), value + 0.5) if abs(value) < 2**52 else (value, value)
    return chance.choice([
        value + 1, value - 1, -value, whole, half, value * 10, str(value), 133456787, -2147483649, 2147483648,
        2**53 + 1, 9007199254740993, -(2**63),
    ])
