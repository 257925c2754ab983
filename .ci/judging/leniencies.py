"""The cases in which a verdict is less strict than JSON Schema on purpose, unless the contract turns this off."""

import dialects


def may_apply(schema, version):
    """Whether a schema has keywords that a listed leniency is about."""
    if isinstance(schema, bool):
        return False
    found = directions if version == "3.1.0" else lambda inner: directions(inner) or nullable(inner)
    named = schema.get("components", {}).get("schemas", {}).values()
    everything = [schema, *named]
    if any(dialects.mentions(one, found) for one in everything):
        return True
    # A closed schema beside `allOf`, or one that a schema with `allOf` refers to.
    return any(dialects.mentions(one, closed) for one in everything) and any(
        dialects.mentions(one, lambda inner: "allOf" in inner) for one in everything)


def directions(schema):
    return "readOnly" in schema or "writeOnly" in schema


def closed(schema):
    return schema.get("additionalProperties") is False


def nullable(schema):
    """`nullable` beside what refuses null: `enum` and `allOf`."""
    return schema.get("nullable") is True and ("enum" in schema or "allOf" in schema)
