"""Rewrites a schema of 2020-12 for draft 7, draft 4 and OpenAPI 3.0, without the keywords that they do not have."""

import copy

# Where schemas are inside a schema.
ONE = ["items", "contains", "additionalProperties", "propertyNames", "not", "if", "then", "else", "unevaluatedItems",
       "unevaluatedProperties", "additionalItems"]
MANY = ["allOf", "anyOf", "oneOf", "prefixItems"]
NAMED = ["properties", "patternProperties", "$defs", "dependentSchemas"]

KEYWORDS_30 = {
    "type", "enum", "multipleOf", "maximum", "exclusiveMaximum", "minimum", "exclusiveMinimum", "maxLength",
    "minLength", "pattern", "maxItems", "minItems", "uniqueItems", "maxProperties", "minProperties", "required",
    "allOf", "oneOf", "anyOf", "not", "items", "properties", "additionalProperties", "format", "nullable", "title",
    "description", "readOnly", "writeOnly", "deprecated", "$ref",
}
# Judges know only the formats of a draft in that draft.
FORMATS_4 = {"date-time", "email", "ipv4", "ipv6", "uri"}
FORMATS_7 = FORMATS_4 | {"date", "time", "regex", "json-pointer", "uri-reference"}
NOT_IN_DRAFT_4 = ["const", "contains", "propertyNames", "if", "then", "else", "readOnly", "writeOnly", "deprecated",
                  "$comment"]
NEWER = ["minContains", "maxContains", "unevaluatedItems", "unevaluatedProperties"]


def children(schema, change):
    """A copy of a schema in which every schema directly inside is changed."""
    result = dict(schema)
    for keyword in ONE:
        if keyword in result:
            result[keyword] = change(result[keyword])
    for keyword in MANY:
        if keyword in result:
            result[keyword] = [change(inner) for inner in result[keyword]]
    for keyword in NAMED:
        if keyword in result:
            result[keyword] = {name: change(inner) for name, inner in result[keyword].items()}
    return result


def mentions(schema, found):
    """Whether the schema, or one inside it, is one that `found` looks for."""
    if isinstance(schema, bool):
        return False
    seen = found(schema)

    def look(inner):
        nonlocal seen
        seen = seen or mentions(inner, found)
        return inner

    children(schema, look)
    return seen


def moved(schema, place):
    """The schema with its references changed for another place, such as `#/components/schemas/S1`."""
    if isinstance(schema, bool):
        return schema
    result = children(schema, lambda inner: moved(inner, place))
    if "$ref" in result:
        result["$ref"] = place + result["$ref"][1:]
    return result


def draft7(schema):
    """The schema for draft 7."""
    if isinstance(schema, bool):
        return schema
    result = children(schema, draft7)
    if "prefixItems" in result:
        prefix = result.pop("prefixItems")
        if "items" in result:
            result["additionalItems"] = result["items"]
        result["items"] = prefix
    dependencies = {**result.pop("dependentRequired", {}), **result.pop("dependentSchemas", {})}
    if dependencies:
        result["dependencies"] = dependencies
    if "$defs" in result:
        result["definitions"] = result.pop("$defs")
    if "$ref" in result:
        result["$ref"] = result["$ref"].replace("#/$defs/", "#/definitions/")
    for keyword in NEWER:
        result.pop(keyword, None)
    return result


def known_formats(schema, draft):
    """The schema, or any part of one, with the formats of its draft only."""
    if isinstance(schema, list):
        return [known_formats(inner, draft) for inner in schema]
    if not isinstance(schema, dict):
        return schema
    formats = FORMATS_4 if draft == "4" else FORMATS_7
    unknown = isinstance(schema.get("format"), str) and schema["format"] not in formats
    return {key: known_formats(inner, draft) for key, inner in schema.items() if not (unknown and key == "format")}


def draft4(schema):
    """The schema for draft 4. It has no true and false as schemas, and its exclusive bounds are booleans."""
    return without_booleans(old_bounds(draft7(schema)))


def without_booleans(schema, closing=False):
    if isinstance(schema, bool):
        return schema if closing else {} if schema else {"not": {}}
    result = {key: value for key, value in schema.items() if key not in NOT_IN_DRAFT_4}
    items = result.pop("items", None)
    rest = {key: result.pop(key) for key in ("additionalItems", "additionalProperties") if key in result}
    result = children(result, without_booleans)
    if items is not None:
        listed = isinstance(items, list)
        result["items"] = [without_booleans(item) for item in items] if listed else without_booleans(items)
    result.update({key: without_booleans(value, True) for key, value in rest.items()})
    for name, value in list(result.get("dependencies", {}).items()):
        # A list of names must have one.
        if not isinstance(value, list) or not value:
            result["dependencies"][name] = without_booleans(True if isinstance(value, list) else value)
    if "definitions" in result:
        result["definitions"] = {name: without_booleans(inner) for name, inner in result["definitions"].items()}
    if result.get("required") == []:
        del result["required"]
    return result


def old_bounds(schema):
    """Bounds as in draft 4: `exclusiveMinimum` says how `minimum` is meant."""
    if isinstance(schema, bool) or isinstance(schema, list):
        return [old_bounds(inner) for inner in schema] if isinstance(schema, list) else schema
    result = children(schema, old_bounds)
    for name in ("definitions", "dependencies"):
        if name in result:
            result[name] = {
                key: old_bounds(inner) if isinstance(inner, dict) else inner for key, inner in result[name].items()}
    for exclusive, bound in (("exclusiveMinimum", "minimum"), ("exclusiveMaximum", "maximum")):
        if exclusive in result:
            result[bound] = result.pop(exclusive)
            result[exclusive] = True
    return result


def openapi30(schema, chance):
    """The schema for OpenAPI 3.0: one type, `nullable`, no keywords beside a reference."""
    if isinstance(schema, bool):
        return {} if schema else {"not": {}}
    if "$ref" in schema:
        return {"$ref": schema["$ref"]}
    result = copy.deepcopy(schema)
    if "const" in result:
        result["enum"] = [result.pop("const")]
    kinds = result.get("type")
    if isinstance(kinds, list) or kinds == "null":
        others = [kind for kind in ([kinds] if isinstance(kinds, str) else kinds) if kind != "null"]
        if others:
            result["type"] = others[0]
        else:
            del result["type"]
        if others != kinds:
            result["nullable"] = True
    elif chance.random() < 0.12:
        # With a type, without one, beside `enum` and beside schemas that apply in place.
        result["nullable"] = chance.random() < 0.9
    closed = result.pop("additionalProperties", None)
    result = {key: value for key, value in result.items() if key in KEYWORDS_30}
    result = children(old_bounds_here(result), lambda inner: openapi30(inner, chance))
    if closed is not None:
        result["additionalProperties"] = closed if isinstance(closed, bool) else openapi30(closed, chance)
    if result.get("type") == "array":
        result.setdefault("items", {})
    if result.get("required") == []:
        del result["required"]
    return result


def old_bounds_here(schema):
    for exclusive, bound in (("exclusiveMinimum", "minimum"), ("exclusiveMaximum", "maximum")):
        if exclusive in schema and not isinstance(schema[exclusive], bool):
            schema[bound] = schema.pop(exclusive)
            schema[exclusive] = True
    return schema
