"""Counts verdicts and keeps the differences."""

import json
import pathlib
import sys
import time

PRINTED = 50


class Ledger:
    """What the run has found so far."""

    def __init__(self, path):
        self.path = pathlib.Path(path)
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.with_suffix(".dropped").unlink(missing_ok=True)
        self.file = self.path.open("w", encoding="utf-8")
        self.verdicts = {}
        self.refused = {}
        self.dropped = {}
        self.differences = 0
        self.noted = 0
        self.first = []
        self.started = time.monotonic()

    @property
    def total(self):
        return sum(self.verdicts.values())

    def verdict(self, kind, expected, seen, case):
        """One verdict. `expected` and `seen` say whether the value is refused; `case` makes it reproducible."""
        self.verdicts[kind] = self.verdicts.get(kind, 0) + 1
        self.refused[kind] = self.refused.get(kind, 0) + expected
        if expected == seen:
            return
        words = {True: "refused", False: "accepted"}
        self.difference({"kind": kind, **case(), "expected": words[expected], "seen": words[seen]})

    def failure(self, kind, reason, case):
        """The tool gave no verdict where it should have given one."""
        self.difference({"kind": kind, **case(), "expected": "a verdict", "seen": reason})

    def difference(self, case):
        self.differences += 1
        line = json.dumps(case, ensure_ascii=False)
        self.file.write(line + "\n")
        self.file.flush()
        if self.differences <= PRINTED:
            self.first.append(case)

    def drop(self, reason, count=1):
        """A value without a verdict."""
        self.dropped[reason] = self.dropped.get(reason, 0) + count

    def note(self, case, reason):
        """Keeps one of a hundred dropped values, to see that they are dropped for a good cause."""
        self.noted += 1
        if self.noted % 100 == 1:
            with self.path.with_suffix(".dropped").open("a", encoding="utf-8") as file:
                file.write(json.dumps({"case": case, "reason": reason}, ensure_ascii=False) + "\n")

    def say(self, words):
        print(words, file=sys.stderr, flush=True)

    def close(self, seed, shrunk):
        """Prints the first differences and the counts, and gives the exit status."""
        self.file.close()
        seconds = time.monotonic() - self.started
        for case in self.first:
            print(json.dumps(shrunk(case), ensure_ascii=False), flush=True)
        if self.differences > PRINTED:
            print(f"… and {self.differences - PRINTED} more differences, all of them in {self.path}")
        for reason, count in sorted(self.dropped.items()):
            print(f"dropped: {count} ({reason})")
        kinds = ", ".join(
            f"{kind} {count} ({self.refused.get(kind, 0)} refused)" for kind, count in sorted(self.verdicts.items()))
        print(f"judges: {kinds}; {self.total} verdicts in {seconds:.0f} s, {self.differences} differences, seed {seed}")
        return 1 if self.differences else 0
