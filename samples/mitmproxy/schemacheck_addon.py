"""Checks the traffic of a proxy while it runs: an addon for mitmproxy and mitmdump.

    mitmdump -s schemacheck_addon.py --set schemacheck_contract=openapi.yaml

Each flow becomes a record of one long run of `schemacheck check -`. The verdict of a flow is a line in the event log.
A flow that fails is marked, and its comment says why. mitmproxy does not keep bodies that it streams
(`stream_large_bodies`), so they are not checked. They count as skipped, with the reason.
"""

import base64
import json
import logging
import subprocess
import threading

from mitmproxy import ctx, http

MARKS = {"fail": ":red_circle:", "warn": ":yellow_circle:", "unreadable": ":red_circle:"}


def body(message):
    """A body as a record has it, and its encoding."""
    content = message.content
    if content is None:
        return None, None
    try:
        return content.decode(), None
    except UnicodeDecodeError:
        return base64.b64encode(content).decode(), "base64"


def headers(message):
    """The headers; mitmproxy has decoded the body already."""
    return {
        name: ", ".join(message.headers.get_all(name))
        for name in message.headers if name.lower() not in ("content-encoding", "transfer-encoding", "content-length")}


def record(flow):
    line = {"id": flow.id, "method": flow.request.method, "url": flow.request.pretty_url,
            "requestHeaders": headers(flow.request)}
    messages = [("request", flow.request)]
    if flow.response is not None:
        line["status"] = flow.response.status_code
        line["responseHeaders"] = headers(flow.response)
        messages.append(("response", flow.response))
    for part, message in messages:
        text, encoding = body(message)
        if message.stream and message.raw_content is None:
            line.setdefault("omitted", {})[f"{part}Body"] = "streamed"
        elif text:
            line[f"{part}Body"] = text
            if encoding:
                line[f"{part}BodyEncoding"] = encoding
    return line


class SchemaCheck:
    def __init__(self):
        self.process = None
        self.flows = {}
        self.counts = {}
        self.lock = threading.Lock()

    def load(self, loader):
        loader.add_option("schemacheck_contract", str, "", "The contract: a file, or the name of a bundled one.")
        loader.add_option("schemacheck_tool", str, "schemacheck", "The command.")

    def running(self):
        if self.process is not None or not ctx.options.schemacheck_contract:
            return
        self.process = subprocess.Popen(
            [ctx.options.schemacheck_tool, "check", "-", "--input-format", "ndjson", "--format", "verdicts",
             "--contract", ctx.options.schemacheck_contract, "--quiet"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True)
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()

    def response(self, flow: http.HTTPFlow):
        self.send(flow)

    def error(self, flow: http.HTTPFlow):
        self.send(flow)

    def send(self, flow):
        if self.process is None:
            return
        with self.lock:
            self.flows[flow.id] = flow
            try:
                self.process.stdin.write(json.dumps(record(flow)).encode() + b"\n")
                self.process.stdin.flush()
            except OSError:
                logging.error("schemacheck has ended: nothing is checked any more")

    def read(self):
        for line in self.process.stdout:
            verdict = json.loads(line)
            with self.lock:
                flow = self.flows.pop(verdict["id"], None)
            self.counts[verdict["verdict"]] = self.counts.get(verdict["verdict"], 0) + 1
            words = [finding["message"] for finding in verdict["findings"]]
            if verdict["reason"]:
                words.append(verdict["reason"])
            name = verdict["operation"] or (flow.request.path.split("?")[0] if flow else "")
            text = f"schemacheck: {verdict['verdict']} {name}: {'; '.join(words)}".rstrip(": ")
            isGrave = verdict["verdict"] in ("fail", "unreadable")
            logging.log(logging.WARNING if isGrave else logging.INFO, text)
            if flow is not None and verdict["verdict"] in MARKS:
                flow.marked = MARKS[verdict["verdict"]]
                flow.comment = "; ".join(words)

    def done(self):
        if self.process is None:
            return
        self.process.stdin.close()
        self.reader.join(timeout=10)
        self.process.wait(timeout=10)
        counts = ", ".join(f"{count} {word}" for word, count in sorted(self.counts.items()))
        logging.info(f"schemacheck: {counts or 'no flow'}")


addons = [SchemaCheck()]
