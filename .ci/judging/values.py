"""Values near a schema: most of them satisfy it, and some are wrong by chance."""

import re

import words

TYPES = ["object", "array", "string", "number", "integer", "boolean", "null"]


class ValueMaker:
    """Makes values for one schema."""

    def __init__(self, chance, root):
        self.chance = chance
        self.root = root

    def likely(self, share):
        return self.chance.random() < share

    def make(self):
        return self.near(self.root, 0)

    def near(self, schema, depth):
        """A value near a schema."""
        if isinstance(schema, bool) or depth > 9:
            return self.anything(depth)
        parts = []
        self.collect(schema, parts, 0)
        for part in parts:
            if "const" in part and self.likely(0.9):
                return part["const"]
        lists = [part["enum"] for part in parts if "enum" in part]
        if lists and self.likely(0.9):
            common = [value for value in lists[0] if all(value in other for other in lists[1:])]
            return self.chance.choice(common or lists[0])
        kind = self.kind(parts)
        if kind is None:
            return self.anything(depth)
        if kind == "object":
            return self.object(parts, depth)
        if kind == "array":
            return self.array(parts, depth)
        if kind == "string":
            return self.string(parts)
        if kind in ("number", "integer"):
            return self.number(parts, kind)
        return None if kind == "null" else self.likely(0.5)

    def collect(self, schema, parts, level):
        """The schemas that apply to the same place, with one branch of each choice."""
        if not isinstance(schema, dict) or level > 6:
            return
        parts.append(schema)
        if "$ref" in schema:
            self.collect(self.resolve(schema["$ref"]), parts, level + 1)
        for branch in schema.get("allOf", []):
            self.collect(branch, parts, level + 1)
        for keyword in ("anyOf", "oneOf"):
            if schema.get(keyword):
                self.collect(self.chance.choice(schema[keyword]), parts, level + 1)
        if "if" in schema:
            if self.likely(0.5):
                self.collect(schema["if"], parts, level + 1)
                self.collect(schema.get("then"), parts, level + 1)
            else:
                self.collect(schema.get("else"), parts, level + 1)
        for branch in schema.get("dependentSchemas", {}).values():
            self.collect(branch, parts, level + 1)

    def resolve(self, reference):
        place = self.root
        for token in reference.split("/")[1:]:
            place = place[token.replace("~1", "/").replace("~0", "~")]
        return place

    def kind(self, parts):
        """The type that all parts allow, or one that their keywords are about."""
        kinds = set(TYPES)
        typed = False
        for part in parts:
            if "type" in part:
                typed = True
                own = {part["type"]} if isinstance(part["type"], str) else set(part["type"])
                if "number" in own:
                    own.add("integer")
                if part.get("nullable"):
                    own.add("null")
                kinds &= own
        if typed:
            return self.chance.choice(sorted(kinds)) if kinds else None
        hints = {"properties": "object", "required": "object", "additionalProperties": "object", "items": "array",
                 "prefixItems": "array", "contains": "array", "uniqueItems": "array", "minLength": "string",
                 "maxLength": "string", "pattern": "string", "format": "string", "minimum": "number",
                 "maximum": "number", "multipleOf": "number", "patternProperties": "object",
                 "unevaluatedProperties": "object", "unevaluatedItems": "array", "dependentRequired": "object"}
        found = [kind for keyword, kind in hints.items() if any(keyword in part for part in parts)]
        return self.chance.choice(found) if found and self.likely(0.9) else None

    def object(self, parts, depth):
        schemas = {}
        for part in parts:
            for name, schema in part.get("properties", {}).items():
                schemas.setdefault(name, []).append(schema)
        required = [name for part in parts for name in part.get("required", [])]
        names = list(dict.fromkeys(required)) if self.likely(0.95) else []
        sparse = self.chance.choice([0.2, 0.6, 0.9])
        names += [name for name in schemas if name not in names and self.likely(sparse)]
        for part in parts:
            for name, needed in part.get("dependentRequired", {}).items():
                if name in names and self.likely(0.8):
                    names += [other for other in needed if other not in names]
        if self.likely(0.2):
            names += [name for name in self.chance.sample(words.NAMES, 1) if name not in names]
        least = max([part.get("minProperties", 0) for part in parts], default=0)
        while len(names) < least and self.likely(0.9):
            names += [name for name in self.chance.sample(words.NAMES, 1) if name not in names]
        if self.likely(0.2):
            self.chance.shuffle(names)
        result = {}
        for name in names:
            wanted = list(schemas.get(name, []))
            for part in parts:
                patterns = part.get("patternProperties", {})
                matching = [schema for pattern, schema in patterns.items() if re.search(pattern, name)]
                wanted += matching
                if not matching and name not in part.get("properties", {}):
                    for keyword in ("additionalProperties", "unevaluatedProperties"):
                        if isinstance(part.get(keyword), dict):
                            wanted.append(part[keyword])
            result[name] = self.near(wanted[0] if len(wanted) == 1 else {"allOf": wanted}, depth + 1)
        return result

    def array(self, parts, depth):
        least = max([part.get("minItems", 0) for part in parts], default=0)
        most = min([part.get("maxItems", 9) for part in parts], default=9)
        count = self.chance.randint(least, max(least, min(most, least + 2)))
        result = []
        for index in range(count):
            wanted = []
            for part in parts:
                prefix = part.get("prefixItems", [])
                if index < len(prefix):
                    wanted.append(prefix[index])
                elif "items" in part:
                    wanted.append(part["items"])
                elif isinstance(part.get("unevaluatedItems"), dict):
                    wanted.append(part["unevaluatedItems"])
            result.append(self.near(wanted[0] if len(wanted) == 1 else {"allOf": wanted}, depth + 1))
        for part in parts:
            if "contains" in part and self.likely(0.8):
                for _ in range(part.get("minContains", 1)):
                    result.insert(self.chance.randint(0, len(result)), self.near(part["contains"], depth + 1))
        if result and self.likely(0.08):
            result.append(self.chance.choice(result))
        return result

    def string(self, parts):
        formats = [part["format"] for part in parts if part.get("format") in words.FORMATS]
        patterns = [part["pattern"] for part in parts if "pattern" in part]
        if formats and (not patterns or self.likely(0.5)):
            right, wrong = words.FORMATS[self.chance.choice(formats)]
            return self.chance.choice(right if self.likely(0.65) else wrong)
        if patterns:
            wanted = self.chance.choice(patterns)
            for pattern, right, wrong in words.PATTERNS:
                if pattern == wanted:
                    return self.chance.choice(right if self.likely(0.75) else wrong)
        result = self.chance.choice(words.STRINGS)
        least = max([part.get("minLength", 0) for part in parts], default=0)
        most = min([part.get("maxLength", 99) for part in parts], default=99)
        if self.likely(0.8):
            result = (result + "k" * max(0, least - len(result)))[:most]
        return result

    def number(self, parts, kind):
        ends = [part[keyword] for part in parts for keyword in
                ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum")
                if not isinstance(part.get(keyword, True), bool)]
        if any(part.get("format") == "int32" for part in parts):
            ends += [2147483647, -2147483648, 2147483648]
        if any(part.get("format") == "int64" for part in parts):
            ends += [2**63 - 1, -(2**63), 2**62]
        if ends and self.likely(0.8):
            end = self.chance.choice(ends)
            # No larger floats: the judges see the nearest integer.
            result = end + self.chance.choice([0, 0, 1, -1, 0.5, -0.5, 10] if abs(end) < 2**52 else [0, 1, -1])
        else:
            result = self.chance.choice([0, 1, 2, 3, -1, 5, 20, 41, 100, 1.5, -0.25, 37.7749, -122.5, 200, 1e2, 3.0])
        multiples = [part["multipleOf"] for part in parts if "multipleOf" in part]
        if multiples and self.likely(0.7):
            result = result // multiples[0] * multiples[0]
        if kind == "integer" and self.likely(0.9):
            result = int(result)
        return result

    def anything(self, depth):
        """A value of any kind."""
        chance = self.chance
        kinds = ["null", "boolean", "number", "string", "string", "object", "array"]
        kind = chance.choice(kinds if depth < 4 else ["null", "string"])
        if kind == "null":
            return None
        if kind == "boolean":
            return self.likely(0.5)
        if kind == "number":
            return chance.choice([0, 1, -1, 2.5, 1.0, 1e2, -7, 10**9, 2147483648, -2147483649, 133456787])
        if kind == "string":
            return chance.choice(words.STRINGS)
        if kind == "array":
            return [self.anything(depth + 2) for _ in range(chance.randint(0, 3))]
        return {name: self.anything(depth + 2) for name in chance.sample(words.NAMES, chance.randint(0, 3))}
