"""Judges exchanges of published OpenAPI documents: valid ones, and the same with one mistake.

For every document, jsonschema confirms that a body is valid, and says at which places a changed body is wrong. The tool
reads all exchanges of a document in one run.
"""

import collections
import dataclasses
import json
import pathlib
import random
import re
import shlex
import urllib.parse

import jsonschema

import texts
from bodies import BodyMaker, broken
from documents import Document, Left
from judges import formats

# The places that these name contain the mistake: a branch of several may be meant, or a name or an element is wrong.
AROUND = {"anyOf", "oneOf", "not", "additionalProperties", "unevaluatedProperties", "propertyNames", "uniqueItems",
          "contains", "items", "unevaluatedItems", "maxItems", "maxProperties"}
JSON = re.compile(r"(application/(.*\+)?json|\*/\*)(;.*)?", re.I)
UNJUDGED = {"accept", "authorization", "content-type"}
WRONG_TEXTS = ["~", "-1", "0", "1.5", "99999999999999999999", "", "true", "k" * 600]
COUNTS = ["loaded", "valid", "false alarms", "mistakes", "told", "told exactly"]


@dataclasses.dataclass
class Record:
    """An exchange, and what the judge says about it."""

    operation: str
    exchange: dict
    part: str = ""
    errors: list = dataclasses.field(default_factory=list)
    keywords: list = dataclasses.field(default_factory=list)

    def line(self, chance):
        """The record. A text and null are given as text, or they would be a body of that text, and none."""
        bodies = ""
        for name in ("requestBody", "responseBody"):
            if name in self.exchange:
                value = self.exchange[name]
                text = texts.text(value, chance)
                bodies += f', "{name}": ' + (json.dumps(text) if value is None or isinstance(value, str) else text)
        rest = {name: value for name, value in self.exchange.items() if "Body" not in name}
        return json.dumps(rest)[:-1] + bodies + "}"


class Published:
    """All documents of a folder."""

    def __init__(self, options, seed, tool, ledger):
        import openapi_schema_validator

        self.options, self.seed, self.tool, self.ledger = options, seed, tool, ledger
        self.formats = formats(openapi_schema_validator.OAS31Validator)
        self.table = {}
        self.keywords = collections.Counter()
        # A mistake may be one that a leniency allows.
        self.mistakes = options.mutations if options.leniencies == "none" else 0
        self.kept = pathlib.Path(options.differences).with_suffix("")
        self.kept.mkdir(parents=True, exist_ok=True)
        self.settings = self.kept / "settings.json"
        self.settings.write_text(json.dumps({"leniencies": "none"} if options.leniencies == "none" else {}))

    def run(self):
        folder = pathlib.Path(self.options.documents)
        paths = [folder] if folder.is_file() else sorted(folder.rglob("*.*"))
        for path in paths:
            if path.suffix in (".json", ".yaml", ".yml"):
                self.document(path.resolve())
        print(" ".join(f"{word:>12}" for word in ["version", "documents", *COUNTS]))
        for version, counts in sorted(self.table.items()):
            print(" ".join(f"{word:>12}" for word in [version, counts["documents"], *(counts[key] for key in COUNTS)]))
        print("mistakes: " + ", ".join(f"{count} {keyword}" for keyword, count in self.keywords.most_common()))

    def document(self, path):
        self.chance = random.Random(f"{self.seed} {path.name}")
        try:
            self.read = Document(path)
        except Exception as error:  # The judge cannot read it; the tool is not asked.
            print(f"{path.name}: the judge cannot read it: {str(error)[:80]!r}", flush=True)
            return
        counts = self.table.setdefault(self.read.version, dict.fromkeys(["documents", *COUNTS], 0))
        counts["documents"] += 1
        self.left, self.judges, self.plains = {}, {}, {}
        records = self.records()
        lines = [record.line(self.chance) for record in records] or ["{}"]
        words = ["check", self.tool.write("published.ndjson", "\n".join(lines) + "\n"), "--input-format", "ndjson",
                 "--contract", str(path), "--config", str(self.settings.resolve()), "--format", "verdicts"]
        output, said, status = self.tool.run(words, accept=(0, 1, 2))
        verdicts = [json.loads(line) for line in output.splitlines()]
        if len(verdicts) != len(lines):
            print(f"{path.name}: not loaded: {said.splitlines()[-1][:200] if said else status}", flush=True)
            return
        before = dict(counts)
        counts["loaded"] += 1
        wrong = set()
        for record, line, verdict in zip(records, lines, verdicts):
            self.compare(path, counts, record, line, verdict, wrong)
        warnings = sum(1 + int((re.search(r"and (\d+) more like it", line) or [0, 0])[1])
                       for line in said.splitlines() if " warning: " in line)
        made = ", ".join(f"{counts[key] - before[key]} {key}" for key in COUNTS[1:])
        left = ", ".join(f"{count} × {reason}" for reason, count in sorted(self.left.items()))
        print(f"{path.name}: {warnings} warnings; {made}{'; left out: ' + left if left else ''}", flush=True)

    def drop(self, reason):
        self.left[reason] = self.left.get(reason, 0) + 1

    def compare(self, path, counts, record, line, verdict, wrong):
        """One verdict of the tool and the one of the judge."""
        if verdict["operation"] != record.operation or verdict["verdict"] in ("skipped", "unmatched", "unreadable"):
            self.drop(f"{verdict['verdict']} as {'the' if verdict['operation'] == record.operation else 'another'} "
                      f"operation ({verdict['reason']})")
            return
        findings = [found for found in verdict["findings"] if found["severity"] == "error"]
        kind = f"published {self.read.version}"

        def case():
            file = self.kept / f"{self.ledger.differences + self.ledger.noted}.ndjson"
            file.write_text(line + "\n")
            return {"document": path.name, "operation": record.operation, "part": record.part,
                    "judge": [f"{place}: {message}"[:300] for place, _, message in record.errors],
                    "tool": [f"{found['instance']}: {found['message']}"[:300] for found in findings],
                    "run": shlex.join(["schemacheck", "check", str(file), "-c", str(path), "--config",
                                       str(self.settings)])}

        base = json.dumps({key: value for key, value in record.exchange.items() if "Body" not in key})
        if not record.part:
            counts["valid"] += 1
            counts["false alarms"] += verdict["errors"] > 0
            if verdict["errors"]:
                wrong.add(base)
            self.ledger.verdict(kind, False, verdict["errors"] > 0, case)
            return
        if base in wrong:
            return
        told = [found["instance"] for found in findings if found["exchange"]["part"] == record.part]
        counts["mistakes"] += 1
        counts["told"] += bool(told)
        self.keywords.update(set(record.keywords))
        self.ledger.verdict(kind, True, bool(told), case)
        # A verdict lists the first findings only.
        exact = all(any(meets(place, error) for error in record.errors) for place in told) and (
            verdict["more"] > 0 or all(any(meets(place, error) for place in told) for error in record.errors))
        counts["told exactly"] += bool(told) and exact
        if told and not exact:
            self.ledger.noted += 1
            print("elsewhere: " + json.dumps(case(), ensure_ascii=False), flush=True)

    def records(self):
        """Exchanges of some operations, each followed by the same with mistakes."""
        chosen = []
        try:
            chosen = list(self.read.operations())
        except Left as reason:
            self.drop(str(reason))
        self.chance.shuffle(chosen)
        records, used = [], 0
        for operation in chosen:
            if used == self.options.operations:
                break
            try:
                made = self.exchanges(*operation)
            except Left as reason:
                self.drop(str(reason))
                continue
            except (TypeError, AttributeError, KeyError, ValueError, RecursionError, re.error) as error:
                self.drop(f"the judge gave up: {type(error).__name__}")
                continue
            used += 1
            records += made
        return records

    def exchanges(self, path, method, item, operation, status):
        response = self.read.resolve(operation["responses"][status])
        media, node = self.content(response, operation.get("produces"))
        if node is None:
            raise Left("no JSON body")
        judges = {"response": self.judge(node)}
        sent = self.request(item, operation) if status[0] in "2d" and method != "get" else (None, None)
        if sent[1] is not None:
            judges["request"] = self.judge(sent[1])
        result = []
        for _ in range(2):
            given = self.given(item, operation)
            exchange = {"method": method.upper(), **self.address(path, item, operation, given),
                        "status": self.status(status, operation["responses"])}
            exchange["responseHeaders"] = {"content-type": media, **self.headers(response)}
            for part, judge in judges.items():
                exchange[f"{part}Body"] = self.valid(judge)
            if sent[1] is not None:
                exchange["requestHeaders"]["content-type"] = sent[0]
            name = f"{method.upper()} {path}"
            result.append(Record(name, exchange))
            for part, judge in judges.items():
                result += self.with_mistakes(name, exchange, part, judge, self.mistakes // len(judges))
            if status[0] in "2d" and given and self.mistakes:
                result += self.with_parameter(name, exchange, path, item, operation, given)
        return result

    def judge(self, node):
        if id(node) not in self.judges:
            schema = self.read.closed(node)
            self.judges[id(node)] = jsonschema.Draft202012Validator(schema, format_checker=self.formats), node
        return self.judges[id(node)][0]

    def valid(self, judge):
        for _ in range(12):
            value = BodyMaker(self.chance, judge.schema).make()
            text = json.dumps(value)
            if len(text) < 30_000 and judge.is_valid(value):
                return value
        raise Left("no valid body was made")

    def with_mistakes(self, name, exchange, part, judge, wanted):
        result, rounds = [], 0
        while len(result) < wanted and rounds < 3:
            rounds += 1
            for values in broken(exchange[f"{part}Body"], self.chance):
                wrong = (value for value in values if value is not None and len(json.dumps(value)) < 60_000
                         and not judge.is_valid(value))
                value = next(wrong, None) if len(result) < wanted else None
                if value is not None:
                    result.append(self.mistake(name, exchange, part, judge, value))
        return result

    def mistake(self, name, exchange, part, judge, value):
        if self.chance.random() < 0.25:
            more = [changed for values in broken(value, self.chance) for changed in values if changed is not None]
            value = next((changed for changed in more[:5] if not judge.is_valid(changed)), value)
        found = list(judge.iter_errors(value))
        errors = [(pointer(error.absolute_path), error.validator in AROUND, error.message) for error in found]
        return Record(name, {**exchange, f"{part}Body": value}, part, errors, [str(error.validator) for error in found])

    def content(self, holder, types):
        """The first JSON media type and its schema."""
        if self.read.version == "2.0":
            types = types or self.read.root.get("produces") or ["application/json"]
            found = next((kind for kind in types if JSON.fullmatch(kind)), None)
            return found, holder.get("schema") if found else None
        for kind, media in (holder.get("content") or {}).items():
            if JSON.fullmatch(kind) and "schema" in self.read.resolve(media):
                return "application/json" if kind == "*/*" else kind, self.read.resolve(media)["schema"]
        return None, None

    def request(self, item, operation):
        """The media type and the schema of a request body."""
        if self.read.version != "2.0":
            return self.content(self.read.resolve(operation.get("requestBody")) or {}, None)
        types = operation.get("consumes") or self.read.root.get("consumes") or ["application/json"]
        found = next((kind for kind in types if JSON.fullmatch(kind)), None)
        bodies = [one["schema"] for one in self.parameters(item, operation) if one.get("in") == "body"]
        return (found, bodies[0]) if found and bodies else (None, None)

    def parameters(self, item, operation):
        found = {}
        for one in [*(item.get("parameters") or []), *(operation.get("parameters") or [])]:
            one = self.read.resolve(one)
            found[one.get("name"), one.get("in")] = one
        return list(found.values())

    def given(self, item, operation):
        """The texts of all required parameters, and of some others, by name and place."""
        result = {}
        for one in self.parameters(item, operation):
            place = one.get("in")
            if place in ("path", "query", "header") and str(one.get("name")).lower() not in UNJUDGED:
                try:
                    if place == "path" or one.get("required") is True or self.chance.random() < 0.4:
                        result[one["name"], place] = self.text(one), one
                except Left:
                    if place == "path" or one.get("required") is True:
                        raise
            elif one.get("required") is True and place in ("cookie", "querystring"):
                raise Left("a required cookie or query string")
        return result

    def address(self, path, item, operation, given):
        """The URL and the headers."""
        query, headers = [], {}
        for (name, place), (text, _) in given.items():
            if place == "path":
                path = path.replace("{" + name + "}", urllib.parse.quote(text, safe=""))
            elif place == "query":
                query.append(f"{urllib.parse.quote(name, safe='[]')}={urllib.parse.quote(text)}")
            else:
                headers[name] = text
        path = re.sub(r"\{[^}]*\}", "any", path)
        url = self.read.base(item, operation) + path + ("?" + "&".join(query) if query else "")
        return {"url": url, "requestHeaders": headers}

    def with_parameter(self, name, exchange, path, item, operation, given):
        """The exchange with a wrong parameter, if there can be one: its text is wrong in every reading."""
        (word, place), (_, one) = self.chance.choice(list(given.items()))
        judge = self.judge(self.plain(one))
        for text in self.chance.sample(WRONG_TEXTS, len(WRONG_TEXTS)):
            readings = [text] + ([json.loads(text)] if text[-1:].isdigit() or text == "true" else [])
            empty = text == "" and (place != "query" or one.get("allowEmptyValue") is True)
            if empty or any(judge.is_valid(reading) for reading in readings):
                continue
            changed = self.address(path, item, operation, {**given, (word, place): (text, one)})
            changed["requestHeaders"] = {**exchange["requestHeaders"], **changed["requestHeaders"]}
            errors = [("", True, f"{place} parameter {word}: {text!r}")]
            return [Record(name, {**exchange, **changed}, "request", errors, [f"({place} parameter)"])]
        return []

    def headers(self, response):
        return {name: self.text(self.read.resolve(one)) for name, one in (response.get("headers") or {}).items()
                if self.read.resolve(one).get("required") is True}

    def text(self, parameter):
        """A value of a parameter as text."""
        judge = self.judge(self.plain(parameter))
        for _ in range(8):
            value = self.valid(judge)
            if isinstance(value, str) and re.fullmatch(r"[!-~]([ -~]*[!-~])?", value) and value not in (".", ".."):
                return value
            if isinstance(value, (bool, int)):
                return json.dumps(value)
        raise Left("a required parameter that is no simple text")

    def plain(self, parameter):
        """The schema of a parameter; always the same object."""
        if "content" in parameter or parameter.get("style") not in (None, "form", "simple"):
            raise Left("a required parameter with a media type or a style")
        if self.read.version != "2.0":
            return parameter.get("schema", {})
        return self.plains.setdefault(
            id(parameter), {key: value for key, value in parameter.items() if key != "required"})

    def status(self, status, responses):
        if status == "default":
            options = [200, 201, 500, 503]
        else:
            options = [int(status)] if status.isdigit() else [int(status[0]) * 100 + more for more in (0, 2, 9, 17)]
        free = [one for one in options if str(one) == status or str(one) not in responses and (
            status != "default" or f"{one // 100}XX" not in responses)]
        if not free:
            raise Left("no free status")
        return free[0]


def pointer(path):
    return "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in path)


def meets(place, error):
    """Whether a finding is at the place that the judge names, or in it where the judge names only what is around."""
    return place == error[0] or error[1] and place.startswith(error[0] + "/")
