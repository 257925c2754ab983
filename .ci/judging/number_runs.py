"""Numbers in every spelling against bounds in every spelling, judged by exact arithmetic."""

import json
from fractions import Fraction

import contracts
import number_texts
from tool import NotChecked

KEYWORDS = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "enum", "const", "integer",
            "int32", "int64"]
RANGES = {"int32": (-(2**31), 2**31 - 1), "int64": (-(2**63), 2**63 - 1)}
GROUP = 40


class Numbers:
    """One keyword with one bound, as text, and the values that are near it."""

    def __init__(self, chance, keyword, bound, every, old):
        self.keyword = keyword
        self.bound = abs(bound) if keyword == "multipleOf" else bound
        if keyword == "multipleOf" and bound == 0:
            self.bound = Fraction(1)
        spelled = chance.choice(number_texts.spellings(self.bound))
        self.schema = self.written(chance, spelled, old)
        values = [(self.bound, text) for text in number_texts.spellings(self.bound)]
        near = number_texts.neighbours(self.bound) + [-self.bound, -self.bound - 1, self.bound * 10, Fraction(0)]
        near += chance.sample(every, 3)
        for places in (chance.randint(1, 18), chance.randint(1, 25)):
            near.append(Fraction(chance.randint(-(10**places), 10**places)))
        if keyword == "multipleOf":
            factors = [chance.randint(2, 99), 10**6, Fraction(chance.randint(2, 99), 10)]
            near += [self.bound * factor for factor in factors]
        if keyword in RANGES:
            ends = RANGES[keyword]
            near += [Fraction(end + step) for end in ends for step in (-1, 0, 1)]
            near += [Fraction(chance.randint(2 * ends[0], 2 * ends[1])), Fraction(chance.randint(-(10**17), 10**17))]
        values += [(number, chance.choice(number_texts.spellings(number))) for number in near]
        # A format for integers says nothing about other numbers.
        self.values = [pair for pair in values if keyword not in RANGES or pair[0].denominator == 1]

    def written(self, chance, spelled, old):
        """The schema as text; `old` is OpenAPI 3.0, where exclusive bounds are booleans."""
        kind = chance.choice(["", "", '"type":"number",'])
        keyword = self.keyword
        if keyword == "integer":
            return '{"type":"integer"}'
        if keyword in RANGES:
            kind = chance.choice(["", '"type":"integer",', '"type":"integer",', '"type":"number",'])
            return f'{{{kind}"format":"{keyword}"}}'
        if keyword == "enum" or keyword == "const" and old:
            self.keyword = "enum"
            return f'{{{kind}"enum":[{spelled}]}}'
        if old and keyword.startswith("exclusive"):
            name = keyword.removeprefix("exclusive").lower()
            return f'{{{kind}"{name}":{spelled},"{keyword}":true}}'
        return f'{{{kind}"{keyword}":{spelled}}}'

    def refused(self, value):
        bound = self.bound
        if self.keyword in RANGES:
            least, most = RANGES[self.keyword]
            return not least <= value <= most
        return not {
            "minimum": value >= bound, "maximum": value <= bound, "exclusiveMinimum": value > bound,
            "exclusiveMaximum": value < bound, "multipleOf": (value / (bound or 1)).denominator == 1,
            "enum": value == bound, "const": value == bound, "integer": value.denominator == 1,
        }[self.keyword]


def run(chance, tool, ledger, wanted, mode):
    """Every number is a bound in its turn, until there are enough verdicts."""
    every = number_texts.numbers()
    for number in chance.sample(every, 50):
        for text in number_texts.spellings(number):
            assert number_texts.read(text) == number, text
    settings = contracts.SettingMaker(chance, tool.rules(), mode)
    start = ledger.total
    turn = 0
    while ledger.total - start < wanted:
        before = ledger.total
        bounds = list(every)
        chance.shuffle(bounds)
        for first in range(0, len(bounds), GROUP):
            if ledger.total - start >= wanted:
                return
            old = turn % 4 == 3
            part = bounds[first:first + GROUP]
            groups = [Numbers(chance, chance.choice(KEYWORDS), bound, every, old) for bound in part]
            if not old:
                validate(tool, ledger, [group for group in groups if group.keyword not in RANGES])
            version = "3.0.3" if old else "3.1.0"
            contract(tool, ledger, groups, version, settings.make(), "har" if turn % 5 == 2 else "ndjson")
            turn += 1
        if ledger.total == before:
            return


def validate(tool, ledger, groups):
    """One schema with a property for each bound; some bounds are a schema of their own."""
    properties = ",".join(f'"p{index}":{group.schema}' for index, group in enumerate(groups))
    lines = [f'{{"p{index}":{text}}}' for index, group in enumerate(groups) for _, text in group.values]
    pairs = [(group, value) for group in groups for value in group.values]
    compare(ledger, "numbers, validate", pairs, lambda: tool.validate(f'{{"properties":{{{properties}}}}}', lines), {})
    for group in groups[:2]:
        pairs = [(group, value) for value in group.values]
        lines = [text for _, text in group.values]
        compare(ledger, "numbers, validate", pairs, lambda: tool.validate(group.schema, lines, report=True), {})


def contract(tool, ledger, groups, version, setting, form):
    """One operation for each bound. The texts of the bounds replace marks in the contract."""
    marks = [f"@{index}@" for index in range(len(groups))]
    text = json.dumps(contracts.document(version, marks, None, setting.extension))
    for index, group in enumerate(groups):
        text = text.replace(f'"@{index}@"', group.schema)
    pairs = [(group, value) for group in groups for value in group.values]
    exchanges = [(f"/s{index}", body, order) for index, group in enumerate(groups)
                 for order, (_, body) in enumerate(group.values)]
    arguments = setting.arguments(tool, json.dumps)
    compare(ledger, f"numbers, {version} {form}", pairs, lambda: tool.check(text, exchanges, form, arguments),
            {"contract": version, **setting.described()})


def compare(ledger, kind, pairs, look, more):
    try:
        seen = look()
    except NotChecked as reason:
        ledger.failure(kind, str(reason), lambda: {"schemas": [group.schema for group in dict(pairs)], **more})
        return
    for (group, (value, text)), refused in zip(pairs, seen):
        ledger.verdict(kind, group.refused(value), refused, lambda: {"schema": group.schema, "text": text, **more})
