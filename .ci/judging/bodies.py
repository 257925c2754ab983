"""Makes bodies that a schema allows, and changes one place of a body so that it does not."""

import copy
import re

import words
from mutations import gather
from values import ValueMaker

PRINTABLE = [chr(code) for code in range(33, 127)] + [" "]
CATEGORIES = {"DIGIT": r"\d", "SPACE": r"\s", "WORD": r"\w"}
FORMATS = {"idn-email": ["a@b.example"], "idn-hostname": ["a.example"], "iri": ["https://a.example/b"],
           "iri-reference": ["/a/b"], "uri-template": ["/a/{b}"], "relative-json-pointer": ["0/a"]}


class BodyMaker(ValueMaker):
    """Makes values that are nearly always valid. A judge must confirm them."""

    def __init__(self, chance, root):
        super().__init__(chance, root)
        self.budget = chance.choice([30, 120, 250])

    def likely(self, share):
        return share >= 0.8 or share > 0.3 and self.chance.random() < share

    def near(self, schema, depth):
        self.budget -= 1
        return super().near(schema, depth)

    def kind(self, parts):
        kinds = [super(BodyMaker, self).kind(parts) for _ in range(3)]
        return next((kind for kind in kinds if kind != "null"), kinds[0])

    def anything(self, depth):
        return self.chance.choice(["k", 3, True, {"k": 1}, ["k"]])

    def object(self, parts, depth):
        listed = list(dict.fromkeys(name for part in parts for name in part.get("properties", {})))
        names = list(dict.fromkeys(name for part in parts for name in part.get("required", [])))
        wants_more = self.budget > 0 and depth < 7
        share = self.chance.choice([0.3, 0.6, 1]) if wants_more else 0
        others = [name for name in listed if name not in names and self.chance.random() < share]
        names += self.chance.sample(others, min(len(others), 25))
        for part in parts:
            for name, needed in part.get("dependentRequired", {}).items():
                names += [other for other in needed if name in names and other not in names]
        least = max((part.get("minProperties", 0) for part in parts), default=0)
        extra = any(isinstance(part.get("additionalProperties"), dict) or part.get("patternProperties")
                    for part in parts) and wants_more
        patterns = [pattern for part in parts for pattern in part.get("patternProperties", {})]
        for index in range(max(least - len(names), self.chance.randint(0, 2) if extra else 0)):
            name = matching(self.chance.choice(patterns), self.chance) if patterns else f"key{index}"
            names += [name] if name not in names else []
        most = min((part.get("maxProperties", len(names)) for part in parts), default=len(names))
        return {name: self.property(name, parts, depth) for name in names[:most]}

    def property(self, name, parts, depth):
        wanted = []
        for part in parts:
            found = [schema for pattern, schema in part.get("patternProperties", {}).items()
                     if re.search(pattern, name)]
            if name in part.get("properties", {}):
                found.append(part["properties"][name])
            wanted += found or [part[word] for word in ("additionalProperties", "unevaluatedProperties")
                                if isinstance(part.get(word), dict)]
        return self.near(wanted[0] if len(wanted) == 1 else {"allOf": wanted}, depth + 1)

    def array(self, parts, depth):
        if self.budget <= 0 or depth > 7:
            parts = [*parts, {"maxItems": max([part.get("minItems", 0) for part in parts])}]
        return super().array(parts, depth)

    def string(self, parts):
        chance = self.chance
        least = max((part.get("minLength", 0) for part in parts), default=0)
        most = min((part.get("maxLength", 2000) for part in parts), default=2000)
        for part in parts:
            if "pattern" in part:
                return matching(part["pattern"], chance, least, most)
        for part in parts:
            right = FORMATS.get(part.get("format")) or words.FORMATS.get(part.get("format"), [[]])[0]
            if right:
                return chance.choice(right)
        result = chance.choice(["k", "some text", "Zoë", "7", "true", "a/b~c", "quote\"", "👍"])
        return (result + "k" * (least - len(result)))[:most]

    def number(self, parts, kind):
        low, high = [], []
        for part in parts:
            low += [part["minimum"]] if "minimum" in part else []
            high += [part["maximum"]] if "maximum" in part else []
            low += [part["exclusiveMinimum"] + 1] if "exclusiveMinimum" in part else []
            high += [part["exclusiveMaximum"] - 1] if "exclusiveMaximum" in part else []
        least, most = max(low, default=min([0, *high]) - 3), min(high, default=max([0, *low]) + 40)
        ends = [end for end in (least, most) if abs(end) < 2**52]
        if kind == "number" and not any("format" in part and "int" in part["format"] for part in parts):
            result = self.chance.choice([*ends, least + (most - least) * 0.5, int(least) + 1])
        else:
            first = -int(-least // 1)
            result = self.chance.choice([*ends, self.chance.randint(first, max(int(most), first))])
        for part in parts:
            if part.get("multipleOf"):
                result = -int(-result // part["multipleOf"]) * part["multipleOf"]
        return int(result) if result == int(result) else result


def matching(pattern, chance, least=0, most=2000):
    """A text that a pattern accepts, of a length that is allowed, if there is one soon."""
    tree = re._parser.parse(pattern)
    for extra in (1, 3, 10, 40, 100):
        text = "".join(piece(step, chance, extra) for step in tree)
        if least <= len(text) <= most:
            break
    return text


def piece(step, chance, extra):
    """A text for one step of a pattern."""
    word, value = str(step[0]), step[1]
    if word == "LITERAL":
        return chr(value)
    if word in ("ANY", "NOT_LITERAL", "IN"):
        fits = [each for each in PRINTABLE if word != "IN" or is_in(each, value)]
        return chance.choice([each for each in fits if word != "NOT_LITERAL" or ord(each) != value] or ["k"])
    if word == "BRANCH":
        return "".join(piece(inner, chance, extra) for inner in chance.choice(value[1]))
    if word == "SUBPATTERN":
        return "".join(piece(inner, chance, extra) for inner in value[-1])
    if word in ("MAX_REPEAT", "MIN_REPEAT"):
        count = chance.randint(value[0], min(int(value[1]), value[0] + extra))
        return "".join(piece(inner, chance, extra) for _ in range(count) for inner in value[2])
    return ""


def is_in(character, items):
    found = False
    for word, value in items:
        if str(word) == "LITERAL":
            found |= ord(character) == value
        elif str(word) == "RANGE":
            found |= value[0] <= ord(character) <= value[1]
        elif str(word) == "CATEGORY":
            name = str(value).removeprefix("CATEGORY_")
            found |= bool(re.match(CATEGORIES[name.removeprefix("NOT_")], character)) != name.startswith("NOT_")
    return found != (str(items[0][0]) == "NEGATE")


OTHER_KINDS = {dict: [[], "k", 7, None], list: [{}, "k", 7, None], str: [7, True, {}, ["k"], None],
               bool: ["true", 1, None, {}], int: ["7", 0.5, None, [7]], float: ["7.5", None, {}],
               type(None): [7, "k", {}, []]}


def broken(value, chance):
    """Lists of copies of a value, each with one change. Each list has changes of one kind; other types come late."""
    kinds = [drop, add, other_text, longer, shorter, bound, fewer, repeat]
    chance.shuffle(kinds)
    kinds.insert(chance.choice([0, len(kinds), len(kinds)]), other_kind)
    for kind in kinds:
        root, copies = [value], []
        places = []
        gather(root, places)
        for index in chance.sample(range(len(places)), len(places)):
            holder, key = places[index]
            after = kind(copy.deepcopy(holder[key]), chance) if len(copies) < 6 else SAME
            if after is not SAME:
                before, holder[key] = holder[key], after
                copies.append(copy.deepcopy(root[0]))
                holder[key] = before
        yield copies


SAME = object()


def drop(value, chance):
    if not isinstance(value, dict) or not value:
        return SAME
    del value[chance.choice(list(value))]
    return value


def add(value, chance):
    return {**value, "notListedAnywhere": 1} if isinstance(value, dict) else SAME


def other_kind(value, chance):
    return chance.choice(OTHER_KINDS[type(value)])


def other_text(value, chance):
    return chance.choice(["~ no such text ~", "", value.swapcase() + "~"]) if isinstance(value, str) else SAME


def longer(value, chance):
    return value + "k" * chance.choice([1, 60, 300, 3000]) if isinstance(value, str) else SAME


def shorter(value, chance):
    return value[:-1] if isinstance(value, str) and value else SAME


def bound(value, chance):
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return SAME
    return chance.choice([-1, 0, -10**7, 10**7, 2**31, 2**63, -2**63 - 1, value + 0.5 if abs(value) < 2**50 else 0.5])


def fewer(value, chance):
    return [] if isinstance(value, list) and value else SAME


def repeat(value, chance):
    return value * chance.choice([2, 12, 120]) if isinstance(value, list) and 0 < len(value) < 4 else SAME
