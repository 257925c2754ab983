"""Contracts around schemas, and the settings of rules that must not change a verdict."""

import dialects

SEVERITIES = ["off", "note", "warning"]
# Rules that decide a verdict cannot be off.
ALWAYS_ON = {"schema", "json-syntax"}


class Setting:
    """The `x-schemacheck`, the configuration and the options of one run."""

    def __init__(self, name, extension=None, configuration=None, options=()):
        self.name = name
        self.extension = extension
        self.configuration = configuration
        self.options = list(options)

    def arguments(self, tool, text):
        """The options for the tool; writes the configuration."""
        if self.configuration is None:
            return ["--no-config", *self.options]
        return ["--config", tool.write("settings.json", text(self.configuration)), *self.options]

    def described(self):
        return {"setting": self.name, "x-schemacheck": self.extension, "configuration": self.configuration,
                "options": self.options}


class SettingMaker:
    """Makes settings in which no rule is an error by itself, apart from `schema`."""

    def __init__(self, chance, rules, leniencies):
        self.chance = chance
        self.rules = [rule for rule in rules if rule != "schema"]
        self.strict = {"leniencies": "none"} if leniencies == "none" else {}

    def make(self):
        kind = self.chance.choice(["foreign", "foreign", "calm", "calm", "mixed", "configured", "options", "decoder"])
        calm = {rule: "warning" for rule in self.rules}
        mixed = {rule: self.chance.choice(SEVERITIES[rule in ALWAYS_ON:]) for rule in self.rules}
        if kind == "foreign":
            return Setting(kind, None, dict(self.strict) if self.strict else None)
        if kind == "calm":
            return Setting(kind, {**self.strict, "rules": calm})
        if kind == "mixed":
            return Setting(kind, {**self.strict, "rules": self.with_options(mixed)})
        if kind == "configured":
            extension = self.chance.choice([None, {**self.strict}])
            return Setting(kind, extension, {**self.strict, "rules": self.with_options(mixed)})
        if kind == "decoder" and self.strict:
            # The conversion of names, another form of dates: only a warning each without the leniencies.
            decoder = {"keys": "convertFromSnakeCase", "numbers": self.chance.choice(["double", "decimal"])}
            return Setting(kind, {**self.strict, "rules": self.with_options(mixed), "decoder": decoder})
        options = [word for rule, severity in mixed.items() for word in ("--rule", f"{rule}={severity}")]
        return Setting("options", self.chance.choice([None, {}]), dict(self.strict) if self.strict else None, options)

    def with_options(self, rules):
        """The rules, some with their own options."""
        result = dict(rules)
        if self.strict and self.chance.random() < 0.4:
            profile = self.chance.choice(["to-iso-string", "swift-iso8601", "wordpress", "local-date-time",
                                          "date", "rfc3339"])
            result["iso-dates"] = {"severity": rules["iso-dates"], "profile": profile}
        if self.chance.random() < 0.4:
            result["key-case"] = {"severity": rules["key-case"], "case": self.chance.choice(["camel", "snake"])}
        if self.chance.random() < 0.3:
            result["coordinate-names"] = {"severity": rules["coordinate-names"], "names": ["latitude", "longitude"]}
        return result


def document(version, schemas, components=None, extension=None):
    """A contract with one operation, `GET /s0`, `GET /s1` …, for each response schema."""
    paths = {}
    for index, schema in enumerate(schemas):
        response = {"description": "The answer", "content": {"application/json": {"schema": schema}}}
        paths[f"/s{index}"] = {"get": {"operationId": f"s{index}", "summary": "One", "responses": {"200": response}}}
    result = {"openapi": version, "info": {"title": "Judged", "version": "1"}}
    if extension is not None:
        result["x-schemacheck"] = extension
    result["paths"] = paths
    if components:
        result["components"] = {"schemas": components}
    return result


def contract31(schemas, extension, inline):
    """A contract of version 3.1. Schemas are components or, if `inline` says so, in the responses themselves."""
    responses, components = [], {}
    for index, schema in enumerate(schemas):
        if inline(index):
            place = f"#/paths/~1s{index}/get/responses/200/content/application~1json/schema"
            responses.append(dialects.moved(schema, place))
        else:
            components[f"S{index}"] = dialects.moved(schema, f"#/components/schemas/S{index}")
            responses.append({"$ref": f"#/components/schemas/S{index}"})
    return document("3.1.0", responses, components, extension)


def contract30(packages, extension):
    """A contract of version 3.0 from schemas with their components."""
    components = {name: schema for package in packages for name, schema in package["components"]["schemas"].items()}
    return document("3.0.3", [{"$ref": package["$ref"]} for package in packages], components, extension)


def package30(schema, index, chance):
    """A schema of 2020-12 as one of OpenAPI 3.0: a reference, and the components that it needs."""
    root = f"S{index}"
    named = {root: schema} if isinstance(schema, bool) else {root: {k: v for k, v in schema.items() if k != "$defs"}}
    definitions = {} if isinstance(schema, bool) else schema.get("$defs", {})
    for name, inner in definitions.items():
        named[f"{root}.{safe(name)}"] = inner

    def placed(inner):
        if isinstance(inner, bool):
            return inner
        result = dialects.children(inner, placed)
        if "$ref" in result:
            target = result["$ref"]
            suffix = "" if target == "#" else "." + safe(target.removeprefix("#/$defs/"))
            result["$ref"] = f"#/components/schemas/{root}{suffix}"
        return result

    components = {name: dialects.openapi30(placed(inner), chance) for name, inner in named.items()}
    return {"$ref": f"#/components/schemas/{root}", "components": {"schemas": components}}


def safe(name):
    return name.replace("~1", "-").replace("/", "-")
