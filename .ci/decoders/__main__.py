"""Runs the real decoders beside `check`. See `.ci/clients`."""

import argparse
import collections
import decimal
import json
import pathlib
import random
import subprocess
import sys
import tempfile

import model
from clients import CLIENTS, Missing
from compare import NotJSON, WIDE, changed, exact, read

# What is known to differ, by client: a word of the body or of the error, and why it is left.
KNOWN = {
    "kotlinx.serialization": [("18446744073709551617", "kotlinx reads 2^64 + 1 as 1, without an error")],
}


def said(tool, clients, bodies):
    """The findings of each body."""
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / "api.json").write_text(json.dumps(model.contract(clients)))
        with open(folder / "traffic.ndjson", "w", encoding="utf-8") as file:
            for body in bodies:
                file.write(json.dumps({"method": "GET", "url": "/parcel", "status": 200, "responseBody": body}) + "\n")
        result = subprocess.run(
            [tool, "check", "traffic.ndjson", "--contract", "api.json", "--format", "json", "--max-findings", "100000000"],
            cwd=folder, capture_output=True)
        if result.returncode not in (0, 1):
            raise RuntimeError(result.stderr.decode()[-500:])
        found = [[] for _ in bodies]
        for finding in json.loads(result.stdout)["findings"]:
            found[finding["line"] - 1].append(finding)
        return found


def mistake(body, answer, findings):
    """What is wrong with the findings of a body, if anything."""
    errors = [f for f in findings if f["severity"] == "error"]
    judged = [f for f in findings if f["rule"] in ("decodable", "silent-change")]
    if answer.startswith("R"):
        return None if errors else "missed refusal"
    refused = [f for f in judged if f["rule"] == "decodable" and f["severity"] == "error"]
    try:
        is_changed = changed(read(body), json.loads(answer[2:]), "Parcel")
    except NotJSON:
        return None if errors or refused else "missed syntax"
    if refused:
        return "false refusal"
    if is_changed:
        return None if errors or judged else "missed change"
    return "false change" if judged else None


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--tool", required=True)
    options.add_argument("--folder", required=True)
    options.add_argument("--seed", type=int, default=random.randrange(2**32))
    options.add_argument("--bodies", type=int, default=4000)
    options.add_argument("--only", action="append")
    options = options.parse_args()
    folder = pathlib.Path(options.folder)
    folder.mkdir(parents=True, exist_ok=True)
    tool = str(pathlib.Path(options.tool).resolve())
    bodies = model.bodies(options.bodies, random.Random(options.seed))
    wrong = 0
    print(f"seed {options.seed}: {len(bodies)} bodies for each decoder and its options")
    for client in CLIENTS:
        if options.only and client.name not in options.only:
            continue
        exact.is_wide = client.name in WIDE
        exact.slack = decimal.Decimal("0.000001" if client.name == "JSONDecoder" else 0)
        for variant in client.variants:
            title = f"{client.name} {json.dumps(variant) if variant else ''}".strip()
            try:
                answers = client.answers(folder, variant, bodies)
            except (Missing, subprocess.CalledProcessError) as reason:
                print(f"{title}: skipped: {reason}")
                break
            findings = said(tool, {"app": {"decoder": client.name, **variant}}, bodies)
            counts = collections.Counter()
            shown = collections.Counter()
            for body, answer, found in zip(bodies, answers, findings):
                counts["refused" if answer.startswith("R") else "decoded"] += 1
                kind = mistake(body, answer, found)
                if kind and any(word in body for word, _ in KNOWN.get(client.name, [])):
                    kind = "known"
                if not kind:
                    continue
                counts[kind] += 1
                if kind != "known":
                    wrong += 1
                    shown[kind] += 1
                    if shown[kind] <= 3:
                        print(f"  {kind}: {body}\n    {answer[:300]}\n    {[(f['rule'], f['message']) for f in found]}")
            print(f"{title}: " + ", ".join(f"{count} {word}" for word, count in sorted(counts.items())))
    print(f"{wrong} wrong")
    return 1 if wrong else 0


sys.exit(main())
