"""Random schemas and values near them, judged in every way in which the tool reads them."""

import json

import dialects
import leniencies
import texts
from contracts import SettingMaker, contract30, contract31, package30
from judges import Disagreement
from mutations import mutated
from schemas import SchemaMaker
from tool import NotChecked
from values import ValueMaker

SCHEMAS = 60
VALUES = 7


class Judged:
    """A schema with its values: their texts, and whether the judges refuse them."""

    def __init__(self, schema, version):
        self.schema = schema
        self.version = version
        self.texts = []
        self.values = []
        self.refused = []


class RandomRuns:
    """Makes batches until there are enough verdicts."""

    def __init__(self, chance, judges, tool, ledger, mode):
        self.chance = chance
        self.judges = judges
        self.tool = tool
        self.ledger = ledger
        self.mode = mode
        self.settings = SettingMaker(chance, tool.rules(), mode)

    def run(self, wanted):
        start = self.ledger.total
        batch = 0
        while self.ledger.total - start < wanted:
            before = self.ledger.total
            self.batch(batch)
            batch += 1
            if self.ledger.total == before and batch > 20:
                self.ledger.say("no verdicts: the judges have none for these schemas")
                return
            if batch % 20 == 0:
                self.ledger.say(f"{self.ledger.total} verdicts, {self.ledger.differences} differences")

    def batch(self, number):
        chance = self.chance
        maker = SchemaMaker(chance, integer_formats=number % 3 == 0)
        plain = [maker.make() for _ in range(SCHEMAS)]
        values = [self.near(schema) for schema in plain]
        newest = [self.judged(schema, "2020-12", near) for schema, near in zip(plain, values)]
        for judged in newest:
            self.validate(judged)
        for schema, near in list(zip(plain, values))[:6]:
            older = ("7", dialects.draft7) if chance.random() < 0.5 else ("4", dialects.draft4)
            self.validate(self.judged(dialects.known_formats(older[1](schema), older[0]), older[0], near))
        self.contract([self.judged(schema, "3.1.0", near) for schema, near in zip(plain, values)], number)
        packages = [package30(schema, index, chance) for index, schema in enumerate(plain)]
        judged = [self.judged(package, "3.0.3", self.near30(package, near)) for package, near in zip(packages, values)]
        self.contract(judged, number)

    def near(self, schema):
        """Values near a schema, half of them with a change."""
        maker = ValueMaker(self.chance, schema)
        result = []
        for index in range(VALUES):
            value = maker.make()
            for _ in range(self.chance.choice([0, 0, 1, 1, 1, 2]) if index else 0):
                value = mutated(value, self.chance)
            result.append(value)
        return result

    def near30(self, package, near):
        """Values near a schema of 3.0; some are those of the schema that it was made from."""
        result = near[:2]
        maker = ValueMaker(self.chance, package)
        for _ in range(VALUES - 2):
            value = maker.make()
            result.append(mutated(value, self.chance) if self.chance.random() < 0.5 else value)
        return result

    def judged(self, schema, version, values):
        """The verdicts of the judges. Values on which they disagree are left out."""
        result = Judged(schema, version)
        if not self.judges.can(version):
            return result
        try:
            valid = self.judges.verdict(schema, version)
        except Disagreement as reason:
            self.ledger.drop(f"{version}: no judge takes the schema", len(values))
            self.ledger.note(schema, str(reason))
            return result
        for value in values:
            try:
                refused = not valid(value)
            except Disagreement as reason:
                self.ledger.drop(f"{version}: the judges disagree")
                self.ledger.note([schema, value], str(reason))
                continue
            result.texts.append(texts.text(value, self.chance))
            result.values.append(value)
            result.refused.append(refused)
        return result

    def case(self, judged, index, more):
        return {"version": judged.version, "schema": judged.schema, "body": judged.texts[index], **more}

    def validate(self, judged):
        """All values of one schema in one run of `validate`."""
        if not judged.texts:
            return
        options = []
        schema = judged.schema
        if judged.version in ("7", "4"):
            if isinstance(schema, dict) and self.chance.random() < 0.5:
                schema = {"$schema": f"http://json-schema.org/draft-0{judged.version}/schema#", **schema}
            else:
                options = ["--draft", judged.version]
        kind = "validate" if judged.version == "2020-12" else "validate, older drafts"
        try:
            seen = self.tool.validate(json.dumps(schema), judged.texts, options, report=self.chance.random() < 0.3)
        except NotChecked as reason:
            self.ledger.failure(kind, str(reason), lambda: self.case(judged, 0, {"schema": schema, "options": options}))
            return
        for index, refused in enumerate(seen):
            self.ledger.verdict(kind, judged.refused[index], refused,
                                lambda: self.case(judged, index, {"schema": schema, "options": options}))

    def contract(self, judged, number):
        """One contract for all schemas: exchange records, a HAR, and files of their own for some of the schemas."""
        judged = [one for one in judged if one.texts]
        if not judged:
            return
        version = judged[0].version
        forms = ["ndjson", "har"] if version == "3.1.0" else [["ndjson", "har"][number % 2]]
        for form in forms:
            self.exchanges(judged, form, f"{version} {form}")
        if version == "3.1.0" or number % 4 == 0:
            for one in self.chance.sample(judged, min(6, len(judged))):
                self.files(one)

    def exchanges(self, judged, form, kind, setting=None, inline=None):
        setting = setting or self.settings.make()
        inline = inline if inline is not None else [self.chance.random() < 0.3 for _ in judged]
        contract = self.document(judged, setting, inline)
        exchanges, places = [], []
        for order, one in enumerate(judged):
            for index, body in enumerate(one.texts):
                exchanges.append((f"/s{order}", body, self.chance.randrange(30)))
                places.append((one, index))
        arguments = setting.arguments(self.tool, json.dumps)
        try:
            seen = self.tool.check(json.dumps(contract), exchanges, form, arguments)
        except NotChecked as reason:
            if len(judged) == 1:
                self.ledger.failure(kind, str(reason), lambda: self.case(judged[0], 0, setting.described()))
                return
            # One schema of many is the cause: the halves say which.
            middle = len(judged) // 2
            for half in (slice(None, middle), slice(middle, None)):
                self.exchanges(judged[half], form, kind, setting, inline[half])
            return
        self.compare(kind, places, seen, setting)

    def document(self, judged, setting, inline):
        if judged[0].version == "3.0.3":
            return contract30([one.schema for one in judged], setting.extension)
        return contract31([one.schema for one in judged], setting.extension, lambda index: inline[index])


    def files(self, one):
        """The bodies of one schema as files, with `--operation`."""
        setting = self.settings.make()
        contract = self.document([one], setting, [self.chance.random() < 0.5])
        arguments = setting.arguments(self.tool, json.dumps) + self.chance.choice([[], ["--input-format", "json"]])
        kind = f"{one.version} files"
        try:
            seen = self.tool.check_files(json.dumps(contract), "s0", one.texts, arguments)
        except NotChecked as reason:
            self.ledger.failure(kind, str(reason), lambda: self.case(one, 0, setting.described()))
            return
        self.compare(kind, [(one, index) for index in range(len(one.texts))], seen, setting)

    def compare(self, kind, places, seen, setting):
        for (one, index), refused in zip(places, seen):
            expected = one.refused[index]
            if self.mode == "listed" and expected != refused and leniencies.may_apply(one.schema, one.version):
                self.ledger.drop("listed leniency")
                continue
            self.ledger.verdict(
                kind, expected, refused, lambda: self.case(one, index, setting.described()))
