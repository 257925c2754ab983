"""Reads OpenAPI documents, and converts their schemas to JSON Schema 2020-12."""

import json
import re
import urllib.parse

import yaml

from dialects import KEYWORDS_30, children

METHODS = ["get", "put", "post", "delete", "options", "patch", "query"]
BASE = "https://api.example.com"
UNREAD = ["$id", "$anchor", "$dynamicRef", "$recursiveRef", "$schema", "$dynamicAnchor"]


class Left(Exception):
    """An operation or a schema is left out, with the reason."""


class CoreLoader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):
    """YAML 1.2 as JSON: the core schema, and names that are text."""

    yaml_implicit_resolvers = {}


CORE = {"null": (r"~|null|Null|NULL|", "~nN\0"), "bool": (r"true|True|TRUE|false|False|FALSE", "tTfF"),
        "int": (r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+", "-+0123456789"),
        "float": (r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?", "-+.0123456789")}
for name, (pattern, first) in CORE.items():
    starts = [character.replace("\0", "") for character in first]
    CoreLoader.add_implicit_resolver(f"tag:yaml.org,2002:{name}", re.compile(f"^(?:{pattern})$"), starts)
CoreLoader.add_constructor("tag:yaml.org,2002:int", lambda loader, node: int(
    node.value, 0 if node.value[:2] in ("0x", "0o") else 10))
CoreLoader.add_constructor("tag:yaml.org,2002:float", lambda loader, node: float(node.value))
CoreLoader.add_constructor("tag:yaml.org,2002:map", lambda loader, node: {
    key.value: loader.construct_object(value, deep=True) for key, value in node.value})


class Document:
    """One document, with the schemas that its operations use."""

    def __init__(self, path):
        text = path.read_text("utf-8-sig")
        self.root = json.loads(text) if path.suffix == ".json" else yaml.load(text, CoreLoader)
        self.version = str(self.root.get("openapi") or self.root.get("swagger"))[:3]
        self.newer = self.version not in ("2.0", "3.0")
        self.definitions = {}
        self.names = {}
        self.find_heirs()

    def resolve(self, node):
        """The node, or what its references lead to."""
        for _ in range(20):
            if not isinstance(node, dict) or not isinstance(node.get("$ref"), str):
                return node
            node = self.target(node["$ref"])
        raise Left("a reference to itself")

    def target(self, reference):
        if not reference.startswith("#"):
            raise Left("a reference to another file")
        place = self.root
        for token in urllib.parse.unquote(reference[1:]).split("/")[1:]:
            token = token.replace("~1", "/").replace("~0", "~")
            try:
                place = place[int(token) if isinstance(place, list) else token]
            except (KeyError, ValueError, IndexError, TypeError) as error:
                raise Left("a reference to nothing") from error
        return place

    def find_heirs(self):
        """Schemas with a discriminator that others extend by `allOf`: it says which of them a value must be."""
        named = self.root.get("definitions") or (self.root.get("components") or {}).get("schemas") or {}
        prefix = "#/definitions/" if "definitions" in self.root else "#/components/schemas/"
        extends = {prefix + name: [part.get("$ref") for part in schema.get("allOf") or [] if isinstance(part, dict)]
                   for name, schema in named.items() if isinstance(schema, dict)}
        self.extending = {id(named[name[len(prefix):]]) for name, parents in extends.items() if any(parents)}
        self.heirs = {}
        for name, schema in named.items():
            if not isinstance(schema, dict) or "discriminator" not in schema or {"oneOf", "anyOf"} & set(schema):
                continue
            found = [prefix + name]
            for one in found:
                found += [heir for heir, parents in extends.items() if one in parents and heir not in found]
            if len(found) > 1:
                self.heirs[id(schema)] = found

    def choice(self, node):
        """The discriminator of a schema with heirs in JSON Schema: the value names one of them, and is one."""
        said = node["discriminator"]
        word = said if isinstance(said, str) else said["propertyName"]
        names = {heir.rsplit("/", 1)[1]: heir for heir in self.heirs[id(node)]}
        names.update({self.target(heir)["x-ms-discriminator-value"]: heir for heir in self.heirs[id(node)]
                      if "x-ms-discriminator-value" in self.target(heir)})
        mapping = said.get("mapping") or {} if isinstance(said, dict) else {}
        names.update({name: names.get(heir, heir) for name, heir in mapping.items()})
        # What a value without a name is, the standard does not say: it is judged by the schema alone.
        unnamed = {"not": {"required": [word]}, "allOf": [{"$ref": self.named(self.heirs[id(node)][0], True)}]}
        return {"anyOf": [unnamed] + [{"properties": {word: {"const": name}}, "required": [word],
                           "allOf": [{"$ref": self.named(heir, True)}]} for name, heir in names.items()]}

    def schema(self, node, plain=False):
        """The schema in JSON Schema. What cannot be converted becomes a mark, which `closed` finds."""
        try:
            return self.converted(node, plain)
        except Left as reason:
            return {"x-left": str(reason)}

    def converted(self, node, plain):
        if isinstance(node, bool):
            return node
        if not isinstance(node, dict):
            raise Left("a schema that is none")
        if id(node) in self.heirs and not plain:
            return self.choice(node)
        if any(word in node for word in UNREAD):
            raise Left("identifiers and dialects of schemas")
        result = dict(node) if self.newer else self.older(node)
        if "nullable" in result or "discriminator" in result:
            result = {key: value for key, value in result.items() if key not in ("nullable", "discriminator")}
        for exclusive, bound in (("exclusiveMinimum", "minimum"), ("exclusiveMaximum", "maximum")):
            if isinstance(result.get(exclusive), bool) and result.pop(exclusive) and bound in result:
                result[exclusive] = result.pop(bound)
        if isinstance(result.get("required"), bool):
            del result["required"]
        if isinstance(result.get("pattern"), str):
            self.pattern(result)
        if "$ref" in result:
            result["$ref"] = self.named(result["$ref"])
        parts = result.pop("allOf", None)
        result = children(result, self.schema)
        if parts is not None:
            # A schema that extends another one is that one, whatever its discriminator says.
            result["allOf"] = [{"$ref": self.named(part["$ref"], True)} if set(part) == {"$ref"} and
                               id(node) in self.extending else self.schema(part) for part in parts]
        return result

    def older(self, node):
        """A schema of 2.0 or 3.0: keywords of other versions, and those beside a reference, say nothing."""
        if "$ref" in node:
            return {"$ref": node["$ref"]}
        known = KEYWORDS_30 - ({"anyOf", "oneOf", "not"} if self.version == "2.0" else set())
        result = {key: value for key, value in node.items() if key in known}
        if result.get("type") == "file":
            del result["type"]
        if (node.get("nullable") is True or self.version == "2.0" and node.get("x-nullable") is True) and \
                isinstance(result.get("type"), str):
            result["type"] = [result["type"], "null"]
        if not isinstance(result.get("items", {}), dict):
            del result["items"]
        return result

    def pattern(self, schema):
        """Only patterns that Python and ECMA-262 read alike. The tool warns of `(?i)`, and does not check it."""
        text = schema["pattern"]
        if re.search(r"\(\?(?![:=!<])", text):
            del schema["pattern"]
            return
        try:
            re.compile(text)
        except re.error as error:
            raise Left("a pattern that Python does not know") from error
        if re.search(r"\\[pPuZAc]|\[\^?\]|(?<!\\)\[[^\]]*\[", text):
            raise Left("a pattern that Python reads in another way")

    def named(self, reference, plain=False):
        key = (reference, plain)
        if key not in self.names:
            name = self.names[key] = f"s{len(self.names)}"
            try:
                self.definitions[name] = self.schema(self.target(reference), plain)
            except Left as reason:
                self.definitions[name] = {"x-left": str(reason)}
        return "#/$defs/" + self.names[key]

    def closed(self, node):
        """The converted schema with the definitions that it needs."""
        schema = self.schema(node)
        needed, open_ones = {}, [schema]
        while open_ones:
            for one in self.inside(open_ones.pop()):
                if "x-left" in one:
                    raise Left(one["x-left"])
                name = str(one.get("$ref", ""))[8:]
                if name and name not in needed:
                    needed[name] = self.definitions[name]
                    open_ones.append(needed[name])
        return {"allOf": [schema], "$defs": needed}

    def inside(self, schema):
        """A schema and all schemas in it."""
        found = []

        def look(inner):
            if isinstance(inner, dict):
                found.append(inner)
                children(inner, look)
            return inner

        look(schema)
        return found

    def operations(self):
        """Operations with one of their statuses: (path, method, path item, operation, status)."""
        for path, item in (self.root.get("paths") or {}).items():
            if not path.startswith("/") or set("?#") & set(path):
                continue
            item = self.resolve(item)
            for method in METHODS if self.version == "3.2" else METHODS[:-1]:
                operation = self.resolve(item.get(method)) if isinstance(item, dict) else None
                if isinstance(operation, dict):
                    for status in operation.get("responses") or {}:
                        if re.fullmatch(r"[2-5]\d\d|[2-5]XX|default", status) and status != "304":
                            yield path, method, item, operation, status

    def base(self, item, operation):
        """The first server."""
        if self.version == "2.0":
            scheme = (self.root.get("schemes") or ["https"])[0]
            host = f"{scheme}://{self.root['host']}" if self.root.get("host") else BASE
            return host + str(self.root.get("basePath") or "").rstrip("/")
        server = (operation.get("servers") or item.get("servers") or self.root.get("servers") or [{"url": "/"}])[0]
        url = re.sub(r"\{([^}]*)\}", lambda match: str(
            (server.get("variables") or {}).get(match[1], {}).get("default", "any")), server["url"])
        return urllib.parse.urljoin(BASE + "/", url).rstrip("/")
