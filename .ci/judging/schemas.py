"""Random schemas of all keywords of JSON Schema 2020-12.

A schema refers only to its own `$defs` and to itself, so that it can be put anywhere. References that apply in
place never go round in a circle.
"""

import copy

import words

DEFINITIONS = ["node", "Place", "Page", "a~1b"]


class SchemaMaker:
    """Makes schemas from one source of chance."""

    def __init__(self, chance, integer_formats=False):
        self.chance = chance
        self.integer_formats = integer_formats

    def make(self):
        """One schema with its definitions."""
        self.definitions = self.chance.sample(DEFINITIONS, self.chance.choice([0, 0, 1, 2, 3]))
        self.order = -1
        root = self.schema(3, False)
        if isinstance(root, bool):
            return root
        if self.definitions:
            root["$defs"] = {}
            for order, name in enumerate(self.definitions):
                self.order = order
                # In a reference `~1` stands for `/` in the name.
                root["$defs"][name.replace("~1", "/")] = self.schema(2, False)
        return root

    def likely(self, share):
        return self.chance.random() < share

    def schema(self, depth, guarded):
        """A schema. `guarded` says that a property or an item lies between it and the definition's start."""
        chance = self.chance
        if self.likely(0.03):
            return chance.choice([True, True, True, False])
        if depth <= 0:
            return self.leaf()
        kind = chance.choices(
            ["object", "array", "leaf", "reference", "combined", "mixed"], [42, 14, 20, 9, 10, 5])[0]
        if kind == "object":
            result = self.object(depth)
        elif kind == "array":
            result = self.array(depth)
        elif kind == "leaf":
            result = self.leaf()
        elif kind == "reference":
            result = self.reference(depth, guarded)
        elif kind == "mixed":
            result = {**self.object(depth - 1), **self.array(depth - 1), **self.leaf()}
            if self.likely(0.6):
                result.pop("type", None)
        else:
            result = {}
        if kind == "combined" or self.likely(0.15):
            self.combine(result, depth - 1, guarded)
        if self.likely(0.02):
            result[chance.choice(["title", "description", "$comment"])] = "words"
        if self.likely(0.02):
            result[chance.choice(["readOnly", "writeOnly", "deprecated"])] = True
        return result

    def reference(self, depth, guarded):
        """A reference to a definition, or to the root if something lies between."""
        later = self.definitions[self.order + 1:]
        targets = [f"#/$defs/{name}" for name in (self.definitions if guarded else later)] + (["#"] if guarded else [])
        if not targets:
            return self.leaf()
        result = {"$ref": self.chance.choice(targets)}
        if self.likely(0.25):
            result.update(self.object(depth - 1))
        return result

    def combine(self, result, depth, guarded):
        """Adds keywords that apply schemas in place."""
        chance = self.chance
        for keyword in chance.sample(["allOf", "anyOf", "oneOf", "not", "if"], chance.choice([1, 1, 2])):
            if keyword == "not":
                result["not"] = self.schema(depth - 1, guarded)
            elif keyword == "if":
                result["if"] = self.schema(depth - 1, guarded)
                for branch in ("then", "else"):
                    if self.likely(0.7):
                        result[branch] = self.schema(depth - 1, guarded)
            else:
                result[keyword] = [self.schema(depth, guarded) for _ in range(chance.choice([1, 2, 2, 3]))]
        if self.likely(0.15):
            result["unevaluatedProperties"] = self.closing()
        if self.likely(0.08):
            result["unevaluatedItems"] = self.closing()

    def closing(self):
        """The value of a keyword for what is left over: mostly `false`."""
        return False if self.likely(0.6) else self.schema(1, True)

    def names(self):
        """Names of properties, often a group that a rule knows."""
        if self.likely(0.6):
            names = list(self.chance.choice(words.GROUPS))
            names += self.chance.sample(words.NAMES, self.chance.choice([0, 0, 1]))
            return list(dict.fromkeys(names))
        return self.chance.sample(words.NAMES, self.chance.randint(1, 4))

    def object(self, depth):
        chance = self.chance
        names = self.names()
        result = {"type": "object"} if self.likely(0.75) else {}
        listed = [name for name in names if self.likely(0.85)]
        if listed:
            result["properties"] = {name: self.property(name, depth - 1) for name in listed}
        if self.likely(0.65):
            result["required"] = [name for name in names if self.likely(0.6)]
        if self.likely(0.2):
            result["additionalProperties"] = self.closing()
        elif self.likely(0.06):
            result["unevaluatedProperties"] = self.closing()
        if self.likely(0.08):
            result["patternProperties"] = {
                pattern: self.schema(depth - 1, True) for pattern in chance.sample(words.NAME_PATTERNS, 2)}
        if self.likely(0.06):
            result["propertyNames"] = chance.choice([
                {"maxLength": 5}, {"minLength": 1}, {"pattern": "^[a-z]"}, {"enum": names},
                {"not": {"const": names[0]}}])
        if self.likely(0.06):
            result["minProperties"] = chance.randint(0, 3)
        if self.likely(0.06):
            result["maxProperties"] = chance.randint(1, 5)
        if self.likely(0.07):
            result["dependentRequired"] = {chance.choice(names): chance.sample(words.NAMES, 1)}
        if self.likely(0.05):
            result["dependentSchemas"] = {chance.choice(names): self.leaf_object()}
        return result

    def leaf_object(self):
        """A small schema of objects, without references."""
        name = self.chance.choice(words.NAMES)
        return self.chance.choice([
            {"required": [name]}, {"properties": {name: self.leaf()}}, {"maxProperties": 3}, False])

    def property(self, name, depth):
        if name in words.NATURAL and self.likely(0.5):
            return copy.deepcopy(words.NATURAL[name])
        return self.schema(depth, True)

    def array(self, depth):
        chance = self.chance
        result = {"type": "array"} if self.likely(0.8) else {}
        if self.likely(0.7):
            result["items"] = self.schema(depth - 1, True)
        if self.likely(0.2):
            result["prefixItems"] = [self.schema(depth - 1, True) for _ in range(chance.randint(1, 2))]
            if "items" not in result and self.likely(0.3):
                result["unevaluatedItems"] = self.closing()
        if self.likely(0.15):
            result["contains"] = self.leaf()
            if self.likely(0.5):
                result["minContains"] = chance.randint(0, 2)
            if self.likely(0.5):
                result["maxContains"] = chance.randint(1, 3)
        if self.likely(0.15):
            result["uniqueItems"] = True
        if self.likely(0.12):
            result["minItems"] = chance.randint(0, 3)
        if self.likely(0.12):
            result["maxItems"] = chance.randint(0, 4)
        return result

    def leaf(self):
        """A schema of a single value."""
        chance = self.chance
        kind = chance.choice(["string", "string", "number", "integer", "boolean", "null", "choice", "types", "any"])
        if kind == "string":
            return self.string()
        if kind in ("number", "integer"):
            return self.number(kind)
        if kind == "choice":
            return self.listed()
        if kind == "types":
            result = {"type": chance.sample(["string", "number", "integer", "boolean", "null", "object", "array"], 2)}
            if self.likely(0.3):
                result.update({key: value for key, value in self.string().items() if key != "type"})
            return result
        return {} if kind == "any" else {"type": kind}

    def listed(self):
        values = ["ios", "android", "a", "", None, True, False, 0, 1, 1.5, -2, {"a": 1}, [1], [], {}, "2024-02-29"]
        if self.likely(0.4):
            return {"const": self.chance.choice(values)}
        chosen = self.chance.sample(values, self.chance.randint(1, 4))
        result = {"enum": chosen}
        if self.likely(0.3):
            result["type"] = self.chance.choice(["string", ["string", "null"]])
        return result

    def string(self):
        chance = self.chance
        result = {"type": "string"} if self.likely(0.85) else {}
        if self.likely(0.25):
            result["minLength"] = chance.randint(0, 4)
        if self.likely(0.25):
            result["maxLength"] = chance.randint(1, 8)
        if self.likely(0.25):
            result["pattern"] = chance.choice(words.PATTERNS)[0]
        if self.likely(0.3):
            result["format"] = chance.choice(list(words.FORMATS))
        return result

    def number(self, kind):
        chance = self.chance
        result = {"type": kind} if self.likely(0.85) else {}
        bounds = [-90, -10, -1, 0, 1, 2, 3, 10, 90, 180, 1.5, -0.5, 100.0, 1000000, 2147483647, -2147483648]
        for keyword in ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"):
            if self.likely(0.2):
                result[keyword] = chance.choice(bounds)
        if self.likely(0.15):
            result["multipleOf"] = chance.choice([1, 2, 3, 10, 0.5, 0.25, 5.0])
        if self.integer_formats and self.likely(0.3):
            result["format"] = chance.choice(["int32", "int64"])
        return result
