"""Runs the binary and reads which values it refuses."""

import base64
import json
import pathlib
import subprocess

JSON_TYPE = "application/json"


class NotChecked(Exception):
    """The tool gave no verdict on everything that it was given."""


class Tool:
    """The binary, with a folder for its inputs."""

    def __init__(self, path, folder):
        self.path = str(pathlib.Path(path).resolve())
        self.folder = pathlib.Path(folder)
        self.runs = 0

    def run(self, arguments, accept=(0, 1)):
        self.runs += 1
        result = subprocess.run([self.path, *arguments], cwd=self.folder, capture_output=True)
        words = result.stderr.decode("utf-8", "replace").strip()
        if result.returncode not in accept:
            raise NotChecked(f"exit {result.returncode}: {words[-400:]}")
        return result.stdout.decode("utf-8", "replace"), words, result.returncode

    def write(self, name, text):
        (self.folder / name).write_bytes(text.encode("utf-8"))
        return name

    def knows_strictness(self):
        """Whether the tool can turn its leniencies off."""
        contract = {"openapi": "3.1.0", "info": {"title": "Judged", "version": "1"}, "paths": {},
                    "x-schemacheck": {"leniencies": "none"}}
        words = self.run(["contracts", self.write("contract.json", json.dumps(contract))], (0, 1, 2))[1]
        return "leniencies" not in words

    def rules(self):
        """The rules of a check, with their default severities."""
        rules = {}
        for line in self.run(["rules", "--no-config"])[0].splitlines():
            if not line.strip():
                break
            name, severity = line.split()[:2]
            rules[name] = severity
        return rules

    def validate(self, schema, bodies, options=(), report=False):
        """Which of the bodies `validate` refuses. All of them are lines of one file."""
        arguments = ["validate", "--schema", self.write("schema.json", schema), "--input-format", "ndjson", *options,
                     self.write("values.ndjson", "\n".join(bodies) + "\n")]
        if report:
            return self.refused(arguments + ["--format", "ndjson"], len(bodies))
        output = self.run(arguments + ["--output", "flag", "--quiet"])[0].split()
        if len(output) != len(bodies):
            raise NotChecked(f"{len(output)} lines of output for {len(bodies)} values")
        return [json.loads(line)["valid"] is False for line in output]

    def check(self, contract, exchanges, form, options=()):
        """Which of the exchanges `check` refuses: pairs of a path and a body, as records or as entries of a HAR."""
        if form == "har":
            name = self.write("capture.har", har(exchanges))
        else:
            name = self.write("capture.ndjson", "".join(record(*exchange) + "\n" for exchange in exchanges))
        arguments = ["check", name, "--contract", self.write("contract.json", contract), *options]
        return self.refused(arguments + ["--format", "ndjson"], len(exchanges))

    def check_files(self, contract, operation, bodies, options=()):
        """Which of the bodies `check` refuses: one file each, as the response of one operation."""
        names = [self.write(f"body{index:04}.json", body) for index, body in enumerate(bodies)]
        arguments = ["check", *names, "--contract", self.write("contract.json", contract), "--operation", operation,
                     *options]
        return self.refused(arguments + ["--format", "ndjson"], len(bodies), names)

    def refused(self, arguments, count, files=None):
        """Reads a report: refused is what has at least one error."""
        output, words, _ = self.run(arguments)
        refused = [False] * count
        checked = None
        for line in output.splitlines():
            item = json.loads(line)
            if "summary" in item:
                checked = item["summary"]["checked"]
            elif item.get("severity") == "error" and "group" not in item:
                refused[files.index(item["file"]) if files else item["exchange"]["index"]] = True
        if checked != count:
            raise NotChecked(f"checked {checked} of {count}: {words[-400:]}")
        return refused


def record(path, body, spread=0, status=200):
    """An exchange as a line. The body is JSON, text or, by `spread`, base64."""
    exchange = {"method": "GET", "url": f"https://api.example.com{path}", "status": status,
                "responseHeaders": {"content-type": JSON_TYPE}}
    if spread % 10 == 7:
        exchange["responseBodyEncoding"] = "base64"
        exchange["responseBody"] = base64.b64encode(body.encode("utf-8")).decode("ascii")
        return json.dumps(exchange)
    if spread % 3 == 1 or body.lstrip()[0] in 'n"':
        # A string and `null` must be given as text, or they would be a body of that text, and none.
        return json.dumps({**exchange, "responseBody": body})
    return json.dumps(exchange)[:-1] + ', "responseBody": ' + body + "}"


def har(exchanges):
    """Exchanges as an HTTP archive."""
    entries = []
    for path, body, spread in exchanges:
        content = {"size": len(body.encode("utf-8")), "mimeType": JSON_TYPE, "text": body}
        if spread % 10 == 7:
            content["encoding"] = "base64"
            content["text"] = base64.b64encode(body.encode("utf-8")).decode("ascii")
        entries.append({
            "startedDateTime": "2026-01-22T12:00:00.000Z", "time": 1, "cache": {},
            "timings": {"send": 0, "wait": 1, "receive": 0},
            "request": {"method": "GET", "url": f"https://api.example.com{path}", "httpVersion": "HTTP/1.1",
                        "cookies": [], "headers": [], "queryString": [], "headersSize": -1, "bodySize": 0},
            "response": {"status": 200, "statusText": "OK", "httpVersion": "HTTP/1.1", "cookies": [],
                         "headers": [{"name": "content-type", "value": JSON_TYPE}], "content": content,
                         "redirectURL": "", "headersSize": -1, "bodySize": -1},
        })
    log = {"version": "1.2", "creator": {"name": "judges", "version": "1"}, "entries": entries}
    return json.dumps({"log": log}, ensure_ascii=False)
