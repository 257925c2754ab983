"""Every rule at every severity in every kind of contract: an error if, and only if, the schema refuses the body or a
rule that is an error there refuses it."""

import json

import contracts
import rule_bodies
from judges import Disagreement
from tool import NotChecked

SEVERITIES = ["off", "note", "warning", "error"]

# In a contract that was not written for these rules they are warnings, unless something sets them.
GUESTS = {"coordinate-names", "coordinate-range", "pagination-shape", "pagination-arithmetic", "device-token",
          "device-platform", "secret-exposure", "page-sequence"}


class Cell:
    """One kind of contract and one severity of one rule."""

    def __init__(self, name, severity, setting, has_option):
        self.name = name
        self.severity = severity
        self.setting = setting
        # Whether the options of the rule are set: `--rule` can only set severities.
        self.has_option = has_option


def cells(rule, option, defaults, strict):
    """All cells of a rule. Every other rule is a warning, so that it cannot decide; `schema` stays an error."""
    others = {other: "warning" for other in defaults if other not in (rule, "schema")}
    default = "warning" if rule == "decodable" else defaults[rule]
    yield Cell("foreign", "warning" if rule in GUESTS else default,
               contracts.Setting("foreign", None, {**strict, "rules": others}), False)
    own = {rule: option} if option else {}
    yield Cell("x-schemacheck", default, contracts.Setting("own", {**strict, "rules": {**others, **own}}), True)
    for severity in SEVERITIES:
        if severity == "off" and rule in contracts.ALWAYS_ON:
            continue
        rules = {**others, rule: {"severity": severity, **option} if option else severity}
        words = [word for other, value in {**others, rule: severity}.items() for word in ("--rule", f"{other}={value}")]
        yield Cell("x-schemacheck", severity, contracts.Setting("own", {**strict, "rules": rules}), True)
        for name, extension in (("foreign", None), ("x-schemacheck", {})):
            yield Cell(f"{name}, configuration", severity,
                       contracts.Setting("configured", extension, {**strict, "rules": rules}), True)
        yield Cell("foreign, --rule", severity, contracts.Setting("options", None, strict or None, words), False)
        extension = {**strict, "rules": own}
        yield Cell("x-schemacheck, --rule", severity, contracts.Setting("options", extension, None, words), True)


def run(judges, tool, ledger, mode):
    """All rules. A rule without bodies is a difference: it is new, and somebody must write them."""
    defaults = tool.rules()
    strict = {"leniencies": "none"} if mode == "none" else {}
    known = {body.rule for body in rule_bodies.BODIES}
    for rule in defaults:
        if rule in rule_bodies.UNREACHABLE:
            print(f"skipped: {rule} has no exchange that shows it", flush=True)
        elif rule not in known:
            ledger.difference(
                {"kind": "matrix", "rule": rule, "expected": "bodies in rule_bodies.py", "seen": "none"})
    for body in rule_bodies.BODIES:
        if body.rule not in defaults:
            ledger.difference({"kind": "matrix", "rule": body.rule, "expected": "a rule", "seen": "none"})
            continue
        try:
            refuses = body.judged and not judges.verdict(body.schema, "3.1.0")(json.loads(body.body))
        except Disagreement:
            ledger.drop("matrix: the judges disagree")
            continue
        for cell in cells(body.rule, body.option, defaults, strict):
            one(tool, ledger, body, cell, refuses)


def one(tool, ledger, body, cell, refuses):
    """One body in one cell."""
    in_force = cell.severity
    if body.rule == "schema":
        expected = refuses and in_force == "error"
    else:
        by_rule = body.refuses and (cell.has_option or not body.option) and in_force == "error"
        expected = refuses or by_rule
    contract = json.dumps(contracts.document("3.1.0", [body.schema], None, cell.setting.extension))

    def case():
        return {"rule": body.rule, "cell": cell.name, "severity": in_force, "schema": body.schema, "text": body.body,
                "status": body.status, **cell.setting.described()}

    try:
        seen = looked(tool, body, contract, cell.setting.arguments(tool, json.dumps))
    except NotChecked as reason:
        ledger.difference({"kind": "matrix", **case(), "expected": "a verdict", "seen": str(reason)})
        return
    ledger.verdict("matrix", expected, seen, case)


def looked(tool, body, contract, arguments):
    """Whether the exchange has an error."""
    exchange = {"method": "GET", "url": f"https://api.example.com{body.path}", "status": body.status, **body.note,
                "responseHeaders": {"content-type": body.media}, "responseBody": body.body}
    name = tool.write("record.ndjson", json.dumps(exchange) + "\n")
    words = ["check", name, "--contract", tool.write("contract.json", contract), *arguments, "--format", "ndjson"]
    # Exit status 2 with a report: the exchange was not checked beyond its finding.
    output, said, status = tool.run(words, accept=(0, 1, 2))
    findings = [json.loads(line) for line in output.splitlines()]
    if not findings:
        raise NotChecked(f"exit {status}: {said[-400:]}")
    return any(item.get("severity") == "error" for item in findings if "group" not in item and "summary" not in item)
