"""Judges exchanges of published OpenAPI documents: valid ones, and the same with one mistake.

For every document, jsonschema confirms that a body is valid, and says at which places a changed body is wrong. The tool
reads all exchanges of a document in one run.
"""

import collections
import json
import pathlib
import random
import re
import shlex

from documents import Document
from exchanges import Exchanges, agreed
from judges import formats

COUNTS = ["loaded", "valid", "false alarms", "mistakes", "told", "told exactly"]


class Published:
    """All documents of a folder."""

    def __init__(self, options, seed, tool, ledger):
        import openapi_schema_validator

        self.options, self.seed, self.tool, self.ledger = options, seed, tool, ledger
        self.formats = agreed(formats(openapi_schema_validator.OAS31Validator))
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
        try:
            document = Document(path)
        except Exception as error:  # The judge cannot read it; the tool is not asked.
            print(f"{path.name}: the judge cannot read it: {str(error)[:80]!r}", flush=True)
            return
        counts = self.table.setdefault(document.version, dict.fromkeys(["documents", *COUNTS], 0))
        counts["documents"] += 1
        chance = random.Random(f"{self.seed} {path.name}")
        exchanges = Exchanges(document, chance, self.formats, self.options.operations, self.mistakes)
        records = exchanges.records()
        lines = [record.line(chance) for record in records] or ["{}"]
        words = ["check", self.tool.write("published.ndjson", "\n".join(lines) + "\n"), "--input-format", "ndjson",
                 "--contract", str(path), "--config", str(self.settings.resolve()), "--format", "verdicts", "--format",
                 "ndjson=findings.ndjson"]
        output, said, status = self.tool.run(words, accept=(0, 1, 2))
        verdicts = [json.loads(line) for line in output.splitlines()]
        if len(verdicts) != len(lines):
            print(f"{path.name}: not loaded: {said.splitlines()[-1][:200] if said else status}", flush=True)
            return
        # A verdict lists only its first findings.
        for verdict in verdicts:
            verdict["findings"] = []
        for line in self.tool.folder.joinpath("findings.ndjson").read_text("utf-8").splitlines():
            found = json.loads(line)
            if found.get("severity") == "error" and "group" not in found:
                verdicts[found["exchange"]["index"]]["findings"].append(found)
        before = dict(counts)
        counts["loaded"] += 1
        wrong = set()
        for record, line, verdict in zip(records, lines, verdicts):
            if verdict["operation"] == record.operation and verdict["verdict"] in ("pass", "warn", "fail"):
                self.compare(path, f"published {document.version}", counts, record, line, verdict, wrong)
            else:
                which = "the" if verdict["operation"] == record.operation else "another"
                exchanges.left[f"{verdict['verdict']} as {which} operation ({verdict['reason']})"] += 1
        warnings = sum(1 + int((re.search(r"and (\d+) more like it", line) or [0, 0])[1])
                       for line in said.splitlines() if " warning: " in line)
        made = ", ".join(f"{counts[key] - before[key]} {key}" for key in COUNTS[1:])
        left = ", ".join(f"{count} × {reason}" for reason, count in sorted(exchanges.left.items()))
        print(f"{path.name}: {warnings} warnings; {made}{'; left out: ' + left if left else ''}", flush=True)

    def compare(self, path, kind, counts, record, line, verdict, wrong):
        """One verdict of the tool and the one of the judge."""
        findings = verdict["findings"]

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
        exact = all(any(meets(place, error) for error in record.errors) for place in told) and all(
            any(meets(place, error) for place in told) for error in record.errors)
        counts["told exactly"] += bool(told) and exact
        if told and not exact:
            self.ledger.noted += 1
            print("elsewhere: " + json.dumps(case(), ensure_ascii=False), flush=True)


def meets(place, error):
    """Whether a finding is at the place that the judge names, or in it where the judge names only what is around."""
    return place == error[0] or error[1] and place.startswith(error[0] + "/")
