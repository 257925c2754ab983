"""Makes exchanges of the operations of a document: valid ones, and the same with a mistake."""

import collections
import dataclasses
import json
import re
import urllib.parse

import jsonschema
import jsonschema_rs

import texts
from bodies import BodyMaker, broken
from documents import Left
from judges import Disagreement

# The places that these name contain the mistake: a branch of several may be meant, or a name or an element is wrong.
AROUND = {"anyOf", "oneOf", "not", "additionalProperties", "unevaluatedProperties", "propertyNames", "uniqueItems",
          "contains", "items", "unevaluatedItems", "maxItems", "maxProperties"}
JSON = re.compile(r"(application/(.*\+)?json|\*/\*)(;.*)?", re.I)
UNJUDGED = {"accept", "authorization", "content-type"}
FORM = "application/x-www-form-urlencoded"
JOINTS = {"ssv": " ", "spaceDelimited": " ", "pipes": "|", "pipeDelimited": "|", "csv": ",", "form": ","}
WRONG_TEXTS = ["~", "-1", "0", "1.5", "99999999999999999999", "", "true", "k" * 600]


class Form(str):
    """A body that is a form."""


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
                text = value if isinstance(value, Form) else texts.text(value, chance)
                bodies += f', "{name}": ' + (json.dumps(text) if value is None or isinstance(value, str) else text)
        rest = {name: value for name, value in self.exchange.items() if "Body" not in name}
        return json.dumps(rest)[:-1] + bodies + "}"


class Exchanges:
    """The exchanges of some operations of one document, chosen by chance."""

    def __init__(self, document, chance, formats, operations, mistakes):
        self.document, self.chance, self.formats = document, chance, formats
        self.wanted, self.mistakes = operations, mistakes
        self.judges, self.plains = {}, {}
        self.left = collections.Counter()

    def records(self):
        """Exchanges of some operations, each followed by the same with mistakes."""
        chosen = []
        try:
            chosen = list(self.document.operations())
        except Left as reason:
            self.left[str(reason)] += 1
        self.chance.shuffle(chosen)
        records, used = [], 0
        for operation in chosen:
            if used == self.wanted:
                break
            try:
                made = self.exchanges(*operation)
            except Left as reason:
                self.left[str(reason)] += 1
                continue
            except Exception as error:  # A judge that breaks is no judge of this operation.
                self.left[f"the judge gave up: {type(error).__name__}"] += 1
                continue
            used += 1
            records += made
        return records

    def exchanges(self, path, method, item, operation, status):
        response = self.document.resolve(operation["responses"][status])
        media, node = self.content(response, operation.get("produces"))
        if node is None and (response.get("content") or "schema" in response):
            raise Left("no JSON body")
        judges = {} if node is None else {"response": self.judge(node)}
        sent = self.request(item, operation) if status[0] in "2d" and method != "get" else (None, None)
        if sent[1] is not None and sent[0] != FORM:
            judges["request"] = self.judge(sent[1])
        result = []
        for _ in range(2):
            given, answered = self.given(item, operation), self.headers(response)
            exchange = {"method": method.upper(), **self.address(path, item, operation, given),
                        "status": self.status(status, operation["responses"])}
            exchange["responseHeaders"] = self.fields(answered)
            if node is not None:
                exchange["responseHeaders"]["content-type"] = media
            for part, judge in judges.items():
                exchange[f"{part}Body"] = self.valid(judge)
            fields = self.form(self.judge(sent[1])) if sent[0] == FORM else {}
            if fields:
                exchange["requestBody"] = self.encoded(fields)
            if fields or sent[1] is not None and sent[0] != FORM:
                exchange["requestHeaders"]["content-type"] = sent[0]
            name = f"{method.upper()} {path}"
            result.append(Record(name, exchange))
            for part, judge in judges.items():
                result += self.with_mistakes(name, exchange, part, judge, self.mistakes // len(judges))
            if not self.mistakes:
                continue
            if fields:
                result += self.with_field(name, exchange, self.judge(sent[1]), fields)
            if status[0] in "2d":
                for changed, errors in self.wrong_parameter(given):
                    address = self.address(path, item, operation, changed)
                    address["requestHeaders"] = {**exchange["requestHeaders"], **address["requestHeaders"]}
                    result.append(Record(name, {**exchange, **address}, "request", errors, ["(parameter)"]))
            for changed, errors in self.wrong_parameter(answered):
                headers = {**exchange["responseHeaders"], **self.fields(changed)}
                result.append(Record(name, {**exchange, "responseHeaders": headers}, "response", errors, ["(header)"]))
        return result

    def judge(self, node):
        if id(node) not in self.judges:
            schema = self.document.closed(node)
            self.judges[id(node)] = jsonschema.Draft202012Validator(schema, format_checker=self.formats), node
        return self.judges[id(node)][0]

    def valid(self, judge):
        for _ in range(12):
            value = BodyMaker(self.chance, judge.schema).make()
            try:
                if len(json.dumps(value)) < 30_000 and judge.is_valid(value):
                    return value
            except Disagreement:
                continue
        raise Left("no valid body was made")

    def with_mistakes(self, name, exchange, part, judge, wanted):
        result, rounds = [], 0
        while len(result) < wanted and rounds < 3:
            rounds += 1
            for values in broken(exchange[f"{part}Body"], self.chance):
                wrong = (value for value in values if value is not None and len(json.dumps(value)) < 60_000
                         and not judge.is_valid(value))
                try:
                    value = next(wrong, None) if len(result) < wanted else None
                    if value is not None:
                        result.append(self.mistake(name, exchange, part, judge, value))
                except Disagreement:
                    continue
        return result

    def mistake(self, name, exchange, part, judge, value):
        if self.chance.random() < 0.25:
            more = [changed for values in broken(value, self.chance) for changed in values if changed is not None]
            value = next((changed for changed in more[:5] if not judge.is_valid(changed)), value)
        found = list(judge.iter_errors(value))
        errors = [(pointer(error.absolute_path), error.validator in AROUND, error.message) for error in found]
        # Nothing more is said about a value of another type.
        typed = [pointer(error.absolute_path) + "/" for error in found if error.validator == "type"]
        errors = [error for error in errors if not error[0].startswith(tuple(typed))]
        return Record(name, {**exchange, f"{part}Body": value}, part, errors, [str(error.validator) for error in found])

    def content(self, holder, types):
        """The first JSON media type and its schema."""
        if self.document.version == "2.0":
            types = types or self.document.root.get("produces") or ["application/json"]
            found = next((kind for kind in types if JSON.fullmatch(kind)), None)
            return found, holder.get("schema") if found else None
        for kind, media in (holder.get("content") or {}).items():
            if JSON.fullmatch(kind) and "schema" in self.document.resolve(media):
                return "application/json" if kind == "*/*" else kind, self.document.resolve(media)["schema"]
        return None, None

    def request(self, item, operation):
        """The media type and the schema of a request body."""
        if self.document.version != "2.0":
            body = self.document.resolve(operation.get("requestBody")) or {}
            form = self.document.resolve((body.get("content") or {}).get(FORM)) or {}
            found = self.content(body, None)
            return (FORM, form["schema"]) if found[1] is None and "schema" in form and "encoding" not in form else found
        types = operation.get("consumes") or self.document.root.get("consumes") or ["application/json"]
        found = next((kind for kind in types if JSON.fullmatch(kind)), None)
        bodies = [one["schema"] for one in self.parameters(item, operation) if one.get("in") == "body"]
        fields = [one for one in self.parameters(item, operation) if one.get("in") == "formData"]
        if fields and FORM in types and not any("collectionFormat" in one or one["type"] == "file" for one in fields):
            plain = {one["name"]: self.plain(one) for one in fields}
            required = [one["name"] for one in fields if one.get("required") is True]
            return FORM, self.plains.setdefault(id(operation), {
                "type": "object", "properties": plain, **({"required": required} if required else {})})
        return (found, bodies[0]) if found and bodies else (None, None)

    def parameters(self, item, operation):
        found = {}
        for one in [*(item.get("parameters") or []), *(operation.get("parameters") or [])]:
            one = self.document.resolve(one)
            found[one.get("name"), one.get("in")] = one
        return list(found.values())

    def given(self, item, operation):
        """The values of all required parameters, and of some others, by name and place."""
        result = {}
        for one in self.parameters(item, operation):
            place = one.get("in")
            if place in ("path", "query", "header") and str(one.get("name")).lower() not in UNJUDGED:
                self.give(result, one["name"], place, one)
            elif one.get("required") is True and place in ("cookie", "querystring"):
                raise Left("a required cookie or query string")
        return result

    def headers(self, response):
        """The values of the headers of a response."""
        result = {}
        for name, one in (response.get("headers") or {}).items():
            if name.lower() not in UNJUDGED | {"set-cookie"}:
                self.give(result, name, "header", self.document.resolve(one))
        return result

    def give(self, result, name, place, one):
        is_needed = place == "path" or one.get("required") is True
        try:
            if is_needed or self.chance.random() < 0.4:
                result[name, place] = self.value(one), one
        except Left:
            if is_needed:
                raise

    def plain(self, parameter):
        """The schema of a parameter; always the same object."""
        if "content" in parameter:
            raise Left("a required parameter with a media type")
        if self.document.version != "2.0":
            return parameter.get("schema", {})
        return self.plains.setdefault(
            id(parameter), {key: value for key, value in parameter.items() if key != "required"})

    def value(self, parameter):
        """A value that is a simple text, or a list or an object of some."""
        judge = self.judge(self.plain(parameter))
        for _ in range(8):
            value = self.valid(judge)
            if isinstance(value, (list, dict)):
                items = [*value, *value.values()] if isinstance(value, dict) else value
                if items and all(re.fullmatch(r"[\w~-]+", self.text(item), re.A) for item in items):
                    return value
            elif re.fullmatch(r"[!-~]([ -~]*[!-~])?", self.text(value)) and value not in (".", ".."):
                return value
        raise Left("a required parameter that is no simple text")

    def text(self, value):
        if isinstance(value, str):
            return value
        return json.dumps(value) if isinstance(value, (bool, int, float)) else ""

    def written(self, name, place, value, one):
        """The names and texts of a parameter, in its style."""
        usual = "form" if place == "query" else "simple"
        style = one.get("style", usual) if self.document.version != "2.0" else one.get("collectionFormat", usual)
        explodes = one.get("explode", style == "form") if self.document.version != "2.0" else style == "multi"
        if {"label": "path", "matrix": "path", "deepObject": "query"}.get(style, place) != place:
            raise Left("a style that is not defined for the place")
        first = {"label": ".", "matrix": ";" if explodes and isinstance(value, dict) else f";{name}="}.get(style, "")
        if not isinstance(value, (list, dict)):
            return [(name, first + self.text(value))]
        joint = JOINTS.get(style, ",")
        if style == "tsv" or style == "label" and not explodes or isinstance(value, dict) and joint != "," or (
                place == "query" and explodes and style not in ("form", "multi", "deepObject")):
            raise Left("a style of a parameter")
        if isinstance(value, list):
            items = [self.text(item) for item in value]
            if explodes and place == "query":
                return [(name, item) for item in items]
            joint = {"label": ".", "matrix": f";{name}="}.get(style, joint) if explodes else joint
            return [(name, first + joint.join(items))]
        pairs = [(key, self.text(item)) for key, item in value.items()]
        if style == "deepObject":
            return [(f"{name}[{key}]", item) for key, item in pairs]
        if explodes and place == "query":
            return pairs
        joint = {"label": ".", "matrix": ";"}.get(style, ",") if explodes else ","
        return [(name, first + joint.join(("=" if explodes else ",").join(pair) for pair in pairs))]

    def address(self, path, item, operation, given):
        """The URL and the headers."""
        query = []
        for (name, place), (value, one) in given.items():
            for key, text in self.written(name, place, value, one) if place != "header" else []:
                if place == "path":
                    path = path.replace("{" + name + "}", urllib.parse.quote(text, safe=",;="))
                else:
                    query.append(f"{urllib.parse.quote(key, safe='[]')}={urllib.parse.quote(text, safe=',')}")
        path = re.sub(r"\{[^}]*\}", "any", path)
        url = self.document.base(item, operation) + path + ("?" + "&".join(query) if query else "")
        return {"url": url, "requestHeaders": self.fields(given)}

    def fields(self, given):
        """The headers."""
        return {name: self.written(name, place, value, one)[0][1] for (name, place), (value, one) in given.items()
                if place == "header"}

    def readings(self, text):
        return [text] + ([json.loads(text)] if text[-1:].isdigit() or text == "true" else [])

    def wrong_parameter(self, given):
        """The parameters with one that is wrong in every reading, if there can be one."""
        if not given:
            return
        (name, place), (value, one) = self.chance.choice(list(given.items()))
        judge = self.judge(self.plain(one))
        for text in self.chance.sample(WRONG_TEXTS, len(WRONG_TEXTS)):
            can_be_empty = place == "query" and one.get("allowEmptyValue") is not True
            if text == "" and (not can_be_empty or isinstance(value, (list, dict))):
                continue
            changes = [self.replaced(value, reading) for reading in self.readings(text)]
            if not any(judge.is_valid(change) for change in changes):
                yield {**given, (name, place): (changes[0], one)}, [("", True, f"{place} {name}: {changes[0]!r}"[:200])]
                return

    def replaced(self, value, reading):
        """The value with its last part replaced."""
        if isinstance(value, dict):
            return {**value, list(value)[-1]: reading}
        return [*value[:-1], reading] if isinstance(value, list) else reading

    def form(self, judge):
        """Fields that a form can have; none if there are no such."""
        for _ in range(6):
            value = self.valid(judge)
            if isinstance(value, dict):
                value = {name: inner for name, inner in value.items() if isinstance(inner, (str, int, float))}
                if value and judge.is_valid(value):
                    return value
        return {}

    def encoded(self, fields):
        return Form(urllib.parse.urlencode({name: self.text(value) for name, value in fields.items()}))

    def with_field(self, name, exchange, judge, fields):
        """The exchange without a required field, or with a wrong one."""
        changes = []
        for field in fields:
            rest = {key: value for key, value in fields.items() if key != field}
            if rest and not judge.is_valid(rest):
                changes.append((rest, "", f"no field {field}"))
            for text in WRONG_TEXTS:
                if text and not any(judge.is_valid({**fields, field: reading}) for reading in self.readings(text)):
                    changes.append(({**fields, field: text}, pointer([field]), f"field {field}: {text}"[:200]))
        chosen = self.chance.sample(changes, min(len(changes), 2))
        return [Record(name, {**exchange, "requestBody": self.encoded(changed)}, "request", [(place, True, said)],
                       ["(form)"]) for changed, place, said in chosen]

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


def agreed(formats):
    """The same formats, but only where two judges agree: jsonschema takes every text with an `@` for an address."""
    result = jsonschema.FormatChecker(())
    for name, (check, reasons) in formats.checkers.items():
        second = jsonschema_rs.Draft202012Validator({"format": name}, validate_formats=True).is_valid

        def both(value, check=check, reasons=reasons, second=second, name=name):
            try:
                first = bool(check(value))
            except reasons:
                first = False
            if isinstance(value, str) and first != second(value):
                raise Disagreement(f"different verdicts on {name}")
            return first

        result.checkers[name] = both, ()
    return result
