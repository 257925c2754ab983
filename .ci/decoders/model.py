"""A parcel service: what apps decode, its contract, and bodies with mutations."""

import copy
import json

# name, type, and how it may be absent: "" never, "?" absent, "n" null, "?n" both
PARCEL = [
    ("id", "int64", ""), ("shelf", "int32", ""), ("weight", "double", ""), ("label", "string", ""),
    ("fragile", "bool", ""), ("size", "Size", ""), ("slot", "int32", "n"), ("count", "int32", "?"),
    ("note", "string", "?n"), ("load", "float", "?"), ("price", "decimal", "?"), ("sentAt", "date", "?"),
    ("code", "uuid", "?"), ("link", "url", "?"), ("flags", "uint8", "?"), ("grade", "int8", "?"),
    ("total", "uint64", "?"), ("tags", "[string]", "?"), ("scores", "{int32}", "?"), ("stops", "[Stop]", "?"),
    ("meta", "any", "?"),
]
STOP = [("row", "int32", ""), ("name", "string", ""), ("open", "bool", "?")]
STRUCTS = {"Parcel": PARCEL, "Stop": STOP}
SIZES = ["small", "large", "odd-1"]

SCALARS = {
    "string": {"type": "string"}, "bool": {"type": "boolean"}, "any": {},
    "double": {"type": "number", "format": "double"}, "float": {"type": "number", "format": "float"},
    "decimal": {"type": "number", "format": "decimal"}, "date": {"type": "string", "format": "date-time"},
    "uuid": {"type": "string", "format": "uuid"}, "url": {"type": "string", "format": "uri"},
}


def schema(kind, null=False):
    if kind.startswith("["):
        found = {"type": "array", "items": schema(kind[1:-1])}
    elif kind.startswith("{"):
        found = {"type": "object", "additionalProperties": schema(kind[1:-1])}
    elif kind in STRUCTS or kind == "Size":
        return {"$ref": f"#/components/schemas/{kind}"}
    else:
        found = dict(SCALARS.get(kind, {"type": "integer", "format": kind}))
    if null:
        found["type"] = [found["type"], "null"]
    return found


def contract(clients):
    schemas = {"Size": {"type": "string", "enum": SIZES}}
    for name, members in STRUCTS.items():
        schemas[name] = {
            "type": "object", "required": [m for m, _, absent in members if "?" not in absent],
            "properties": {m: schema(kind, "n" in absent) for m, kind, absent in members}}
    content = {"application/json": {"schema": schema("Parcel")}}
    return {
        "openapi": "3.1.0", "info": {"title": "Parcels", "version": "1"}, "x-schemacheck": {"clients": clients},
        "paths": {"/parcel": {"get": {"responses": {"200": {"description": "A parcel", "content": content}}}}},
        "components": {"schemas": schemas}}


# Values as JSON texts, for every place: what one decoder takes, another refuses or changes.
NUMBERS = """0 -0 1 -1 2.0 2e0 2E2 20e-1 2.5 127 128 200 255 256 -128 -129 32768 2147483647 2147483648 2147483648.0
 -2147483649 4294967296 9007199254740991 9007199254740992 9007199254740993 9007199254740993.0 9007199254740993e0
 9223372036854775807 9223372036854775808 9223372036854775807.0 18446744073709551615 18446744073709551617 1e18 1e19 1e39
 1e309 1e-46 1e-400 0.1 1.10 16777217 0.12345678 0.123456789012345678 40.712345678901234 3.5e38 1e127 1e130
 1.7976931348623157e308 1.7976931348623159e308 5e-324 2e-324 12345678901234567890.5""".split()
TEXTS = ['""', '"2"', '"2.0"', '"9.5"', '"true"', '"x"', '"\\ud83d"', '"\\ude00"', '"\\u0000"', '"é"', '"SMALL"', '"large"',
         '"NaN"', '"2024-05-01T10:00:00Z"', '"2024-05-01T10:00:00.5Z"', '"2024-05-01T10:00:00.123456Z"',
         '"2024-05-01T10:00:00.123456789Z"', '"2024-05-01T10:00:00+02:00"', '"2024-05-01T10:00:00+0200"',
         '"2024-05-01T10:00:00"', '"2024-05-01"', '"2024-05-01 10:00:00Z"', '"2024-05-01t10:00:00z"',
         '"2016-12-31T23:59:60Z"', '"2024-02-30T10:00:00Z"', '"2024-05-01T24:00:00Z"',
         '"123e4567-e89b-12d3-a456-426614174000"', '"123E4567-E89B-12D3-A456-426614174000"',
         '"123e4567e89b12d3a456426614174000"', '"123e4567-e89b-f2d3-0456-426614174000"', '"https://a.example/x"',
         '"https://a.example"', '"https://A.example/x"', '"mailto:a@b.example"', '"urn:isbn:1"', '"/x"',
         '"https://a.example/a b"', '"https://a.example:443/x"', '"https://a.example/a/../b"']
OTHERS = ["null", "true", "false", "[]", "{}", "[1]", '{"x":1}', "[null]", "[1e309]", '{"deep":9007199254740993}']
POOL = NUMBERS + TEXTS + OTHERS

VALID = {
    "double": ["9.5", "0.1", "7", "1e2"], "float": ["1.5", "2"], "decimal": ["1.5", "12"], "string": ['"a"', '"é\\n"'],
    "bool": ["true", "false"], "date": ['"2024-05-01T10:00:00Z"'], "uuid": ['"123e4567-e89b-12d3-a456-426614174000"'],
    "url": ['"https://a.example/x"'], "any": ["1", '"s"', "null", "true"], "Size": [f'"{size}"' for size in SIZES],
}


def value(kind, random):
    if kind.startswith("["):
        return [value(kind[1:-1], random) for _ in range(random.randrange(3))]
    if kind.startswith("{"):
        return {name: value(kind[1:-1], random) for name in random.sample(["a", "b_c", "dE"], random.randrange(3))}
    if kind in STRUCTS:
        found = {}
        for name, inner, absent in STRUCTS[kind]:
            if "?" in absent and random.random() < 0.4:
                continue
            found[name] = "null" if "n" in absent and random.random() < 0.3 else value(inner, random)
        return found
    return random.choice(VALID[kind]) if kind in VALID else str(random.randrange(100))


def text(found):
    """Objects are lists of keys and values where a key repeats."""
    if isinstance(found, dict):
        return "{" + ",".join(f"{json.dumps(key.rstrip())}:{text(inner)}" for key, inner in found.items()) + "}"
    if isinstance(found, list):
        return "[" + ",".join(map(text, found)) + "]"
    return found


def places(found, path=()):
    inner = found.items() if isinstance(found, dict) else enumerate(found) if isinstance(found, list) else ()
    for key, child in inner:
        yield (*path, key)
        yield from places(child, (*path, key))


def mutate(found, random):
    found = copy.deepcopy(found)
    *path, key = random.choice(list(places(found)))
    holder = found
    for step in path:
        holder = holder[step]
    chance = random.random()
    if chance < 0.66 or not isinstance(holder, dict):
        holder[key] = random.choice(POOL)
    elif chance < 0.76:
        del holder[key]
    elif chance < 0.82:
        holder[key] = "null"
    elif chance < 0.89:
        holder["more"] = random.choice(POOL)
    elif chance < 0.93:
        holder[key.upper()] = holder.pop(key)
    elif chance < 0.96:
        holder[key.upper() + " "] = random.choice(POOL)
    else:
        holder[key + " "] = random.choice(POOL)  # the same key again
    return found


def bodies(count, random):
    made = []
    while len(made) < count:
        found = value("Parcel", random)
        for _ in range(random.choice([0, 1, 1, 1, 1, 2])):
            found = mutate(found, random)
        body = text(found)
        if random.random() < 0.02:
            body = random.choice(["\ufeff" + body, body[:-1], body + " x", body.replace('"', "'")])
        made.append(body)
    return made
