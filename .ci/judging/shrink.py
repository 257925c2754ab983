"""Makes the case of a difference small: it removes everything that the difference does not need."""

import copy
import json
import time

from contracts import Setting, contract30, contract31
from judges import Disagreement
from tool import NotChecked

# Seconds for one case, and for all of them.
ONE = 6
ALL = 120


class Shrinker:
    """Shrinks cases of random runs."""

    def __init__(self, judges, tool, leniencies):
        self.strict = {"leniencies": "none"} if leniencies == "none" else None
        self.judges = judges
        self.tool = tool
        self.end = time.monotonic() + ALL

    def shrunk(self, case):
        """A smaller case with the same difference, or the case itself."""
        if "body" not in case or case.get("seen") not in ("refused", "accepted"):
            return case
        end = min(self.end, time.monotonic() + ONE)
        best = {**case, "value": json.loads(case["body"])}
        if not self.differs({**best, "body": None}):
            return case
        del best["body"]
        smaller = True
        while smaller and time.monotonic() < end:
            smaller = False
            for trial in self.smaller(best):
                if time.monotonic() > end:
                    break
                if self.differs(trial):
                    best, smaller = trial, True
                    break
        return best

    def smaller(self, case):
        """Cases that are a little smaller."""
        plain = {"setting": "foreign", "x-schemacheck": None, "configuration": None, "options": []}
        if "setting" in case and {key: case[key] for key in plain} != {**plain, "configuration": self.strict}:
            yield {**case, **plain, "configuration": self.strict}
        if "setting" in case and case["expected"] == "refused":
            # Without its setting a rule can only refuse more, so the difference stays one.
            for place in ("x-schemacheck", "configuration"):
                for rule in (case[place] or {}).get("rules", {}):
                    yield {**case, place: changed(case[place], ["rules", rule], None, drop=True)}
            for index in range(0, len(case["options"]), 2):
                yield {**case, "options": case["options"][:index] + case["options"][index + 2:]}
        for value in reduced(case["value"], False):
            yield {**case, "value": value}
        for schema in reduced(case["schema"], True):
            yield {**case, "schema": schema}

    def differs(self, case):
        """Whether the case has the same difference."""
        try:
            valid = self.judges.verdict(case["schema"], case["version"])(case["value"])
            if valid != (case["expected"] == "accepted"):
                return False
            return self.seen(case) == (case["seen"] == "refused")
        except (Disagreement, NotChecked, KeyError, TypeError, AttributeError, ValueError):
            return False

    def seen(self, case):
        body = json.dumps(case["value"])
        schema = case["schema"]
        if "setting" not in case:
            return self.tool.validate(json.dumps(schema), [body], case["options"])[0]
        setting = Setting("", case["x-schemacheck"], case["configuration"], case["options"])
        if case["version"] == "3.0.3":
            contract, operation = contract30([schema], setting.extension), "/s0"
        else:
            contract, operation = contract31([schema], setting.extension, lambda index: False), "/s0"
        arguments = setting.arguments(self.tool, json.dumps)
        if case["kind"].endswith("files"):
            return self.tool.check_files(json.dumps(contract), "s0", [body], arguments)[0]
        form = case["kind"].split()[-1]
        return self.tool.check(json.dumps(contract), [(operation, body, 0)], form, arguments)[0]


def reduced(value, schema):
    """Copies of a JSON value with one part less, the largest parts first."""
    places = [([], value)]
    for path, inner in places:
        if isinstance(inner, dict):
            places += [(path + [key], item) for key, item in inner.items()]
        elif isinstance(inner, list):
            places += [(path + [index], item) for index, item in enumerate(inner)]
    for path, inner in places:
        if path:
            yield changed(value, path, None, drop=True)
        for simple in ([{}] if schema else [1, "a", None]):
            if inner != simple and size(inner) > size(simple):
                yield changed(value, path, simple)
        # A part takes the place of the whole.
        if isinstance(inner, dict):
            for item in inner.values():
                if isinstance(item, (dict, list)) and not (schema and isinstance(item, list)):
                    yield changed(value, path, item)
        elif isinstance(inner, list):
            for item in inner:
                yield changed(value, path, item)


def size(value):
    return len(json.dumps(value))


def changed(value, path, new, drop=False):
    """A copy of a value with another value at a path, or without it."""
    if not path:
        return copy.deepcopy(new)
    result = copy.deepcopy(value)
    holder = result
    for key in path[:-1]:
        holder = holder[key]
    if drop:
        del holder[path[-1]]
    else:
        holder[path[-1]] = copy.deepcopy(new)
    return result
