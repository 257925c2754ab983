"""The judges: independent validators. The verdict on which they agree is the expected one."""

import importlib
import importlib.metadata

import dialects

PACKAGES = {
    "jsonschema": "jsonschema",
    "jsonschema_rs": "jsonschema-rs",
    "openapi_schema_validator": "openapi-schema-validator",
}


class Disagreement(Exception):
    """The judges have different verdicts, or one of them gave up."""


class Judges:
    """All judges that this Python has."""

    def __init__(self):
        self.modules = {}
        self.missing = []
        self.known = {}
        for module in PACKAGES:
            try:
                self.modules[module] = importlib.import_module(module)
            except ImportError:
                self.missing.append(module)

    def versions(self):
        names = [PACKAGES[module] for module in self.modules]
        return ", ".join(f"{name} {importlib.metadata.version(name)}" for name in names)

    def can(self, version):
        """Whether there is a judge for this version of schemas."""
        if version.startswith("3.0"):
            return "openapi_schema_validator" in self.modules
        return bool(self.modules)

    def verdict(self, schema, version):
        """A function from values to verdicts, for `2020-12`, `7`, `4`, `3.1.0` or `3.0.3`."""
        panel = self.panel(schema, version)
        # In drafts before 6 a judge takes 1.0 for no integer, and `int32` is only about integers of Python.
        # The tool takes 1.0 for an integer everywhere, as it documents.
        plain = version in ("4", "3.0.3", "3.1.0")
        integers = version in ("3.0.3", "3.1.0") and has_integers(schema)

        def judge(value):
            if plain:
                value = whole(value)
            if integers and has_fraction(value):
                raise Disagreement("nobody says whether int32 is about fractions")
            if version == "3.0.3":
                # Only one judge knows 3.0. Two know formats.
                self.agree_on_formats(schema, value)
            verdicts = set()
            for valid in panel:
                try:
                    verdicts.add(bool(valid(value)))
                except Exception as error:  # A judge that breaks is no judge of this value.
                    raise Disagreement(repr(error)[:200]) from error
            if len(verdicts) != 1:
                raise Disagreement("different verdicts")
            return verdicts.pop()

        return judge

    def panel(self, schema, version):
        """The judges of one schema. One of them divides by 5.0 in floats, so whole numbers are integers."""
        schema = whole(schema)
        result = []
        try:
            if version == "3.0.3":
                validator = self.modules["openapi_schema_validator"].OAS30Validator
                # The judge lets required `readOnly` properties be absent: a kindness, so it does not see the word.
                result.append(validator(without_directions(schema), format_checker=formats(validator)).is_valid)
                return result
            contract = version == "3.1.0"
            if contract and "openapi_schema_validator" in self.modules:
                validator = self.modules["openapi_schema_validator"].OAS31Validator
                result.append(validator(schema, format_checker=formats(validator)).is_valid)
            if "jsonschema_rs" in self.modules:
                result.append(self.fast(with_ranges(schema) if contract else schema, version))
            if "jsonschema" in self.modules and not contract:
                result.append(self.slow(schema, version))
        except Exception as error:
            raise Disagreement(repr(error)[:200]) from error
        if not result:
            raise Disagreement("no judge")
        return result

    def agree_on_formats(self, schema, value):
        """Whether two judges agree on every text of the value in every format of the schema."""
        if len(self.modules) < len(PACKAGES):
            return
        for name in found(schema, "format"):
            for text in texts(value):
                if (name, text) not in self.known:
                    small = {"format": name}
                    self.known[name, text] = self.fast(small, "2020-12")(text) == self.slow(small, "2020-12")(text)
                if not self.known[name, text]:
                    raise Disagreement(f"different verdicts on {name}")

    def fast(self, schema, version):
        module = self.modules["jsonschema_rs"]
        classes = {"7": module.Draft7Validator, "4": module.Draft4Validator}
        return classes.get(version, module.Draft202012Validator)(schema, validate_formats=True).is_valid

    def slow(self, schema, version):
        module = self.modules["jsonschema"]
        classes = {"7": module.Draft7Validator, "4": module.Draft4Validator}
        validator = classes.get(version, module.Draft202012Validator)
        return validator(schema, format_checker=validator.FORMAT_CHECKER).is_valid


def formats(validator):
    """The formats of 2020-12 with the integers of OpenAPI. By itself the judge has `time` as in draft 3."""
    jsonschema = importlib.import_module("jsonschema")
    result = jsonschema.FormatChecker(())
    result.checkers = {
        **jsonschema.Draft202012Validator.FORMAT_CHECKER.checkers,
        **{name: validator.FORMAT_CHECKER.checkers[name] for name in ("int32", "int64")},
    }
    return result


def has_integers(schema):
    """Whether a schema, or a component beside it, has a format for integers."""
    if isinstance(schema, bool):
        return False
    everything = [schema, *schema.get("components", {}).get("schemas", {}).values()]
    return any(dialects.mentions(one, lambda inner: inner.get("format") in ("int32", "int64")) for one in everything)


def with_ranges(schema):
    """A schema with bounds for `int32` and `int64`, for a judge that does not know these formats."""
    if isinstance(schema, bool):
        return schema
    result = dialects.children(schema, with_ranges)
    bits = {"int32": 31, "int64": 63}.get(result.get("format"))
    if bits:
        ranged = {"minimum": -(2**bits), "maximum": 2**bits - 1}
        result["allOf"] = [*result.get("allOf", []), {"anyOf": [{"not": {"type": "integer"}}, ranged]}]
    return result


def found(schema, keyword):
    """The texts under a keyword anywhere in a schema."""
    if isinstance(schema, list):
        return {text for inner in schema for text in found(inner, keyword)}
    if not isinstance(schema, dict):
        return set()
    own = {schema[keyword]} if isinstance(schema.get(keyword), str) else set()
    return own.union(*(found(inner, keyword) for inner in schema.values()))


def texts(value):
    """All texts in a value, without the names of properties."""
    if isinstance(value, str):
        return [value]
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else []
    return [text for item in inner for text in texts(item)]


def has_fraction(value):
    if isinstance(value, dict):
        value = list(value.values())
    return any(map(has_fraction, value)) if isinstance(value, list) else isinstance(value, float)


def whole(value):
    """The value with whole numbers as integers."""
    if isinstance(value, float) and value == int(value):
        return int(value)
    if isinstance(value, list):
        return [whole(item) for item in value]
    if isinstance(value, dict):
        return {name: whole(item) for name, item in value.items()}
    return value


def without_directions(schema):
    """A schema, and the components beside it, without `readOnly` and `writeOnly`."""
    if isinstance(schema, bool):
        return schema
    result = dialects.children(schema, without_directions)
    result.pop("readOnly", None)
    result.pop("writeOnly", None)
    if "components" in result:
        named = result["components"]["schemas"]
        result["components"] = {"schemas": {name: without_directions(inner) for name, inner in named.items()}}
    return result
