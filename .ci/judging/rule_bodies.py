"""Bodies for each rule: some that the rule refuses and the schema accepts, and some that both refuse.

The judges decide whether the schema refuses a body. `refuses` says whether the rule does, with the settings in
`option`, as `schemacheck explain` describes the rule.
"""

from dataclasses import dataclass, field

NUMBER = {"type": "number"}
TEXT = {"type": "string"}
DATE = {"type": "string", "format": "date-time"}


def an_object(required=(), **properties):
    result = {"type": "object", "properties": properties}
    if required:
        result["required"] = list(required)
    return result


@dataclass
class RuleBody:
    """One body for a rule, as text, with the schema of its operation."""
    rule: str
    schema: dict
    body: str
    refuses: bool = True
    option: dict = field(default_factory=dict)
    status: int = 200
    path: str = "/s0"
    media: str = "application/json"
    # What a live run would have noted beside the exchange.
    note: dict = field(default_factory=dict)
    # A body that is not JSON, or that has no documented schema, is no body for the judges.
    judged: bool = True


PAGES = an_object(
    page={"type": "integer"}, limit={"type": "integer"}, total={"type": "integer"}, totalPages={"type": "integer"})
STRICT_PAGES = {**PAGES, "required": ["page", "limit", "total", "totalPages"]}
COUNTED_PAGES = an_object(**{**PAGES["properties"], "total": {"type": "integer", "minimum": 0}})
PLACE = an_object(lat=NUMBER, lng=NUMBER)
CAMEL = {"case": "camel"}

BODIES = [
    RuleBody("coordinate-names", PLACE, '{"latitude":1,"longitude":2}'),
    RuleBody("coordinate-names", PLACE, '{"lat":1,"longitude":2}'),
    RuleBody("coordinate-names", {**PLACE, "required": ["lat", "lng"]}, '{"latitude":1,"longitude":2}'),
    RuleBody("coordinate-names", {**PLACE, "required": ["lat", "lng"]}, '{"lat":1,"lon":2}'),
    RuleBody("coordinate-names", {"type": "array", "items": {**PLACE, "required": ["lat"]}},
             '[{"lat":1,"lng":2},{"latitude":1,"lng":2}]'),
    RuleBody("coordinate-names", {**PLACE, "additionalProperties": False}, '{"latitude":1}'),
    RuleBody("explicit-null", an_object(["a"], a={"type": ["string", "null"]}), '{}'),
    RuleBody("explicit-null", an_object(["a", "b"], a={"type": ["string", "null"]}, b=TEXT), '{"b":"x"}'),
    RuleBody("explicit-null", an_object(["b"], a={"type": ["string", "null"]}, b=TEXT), '{"b":"x"}', refuses=False),
    RuleBody("iso-dates", an_object(createdAt=DATE),
             '{"createdAt":"2024-02-29T12:30:00Z"}', option={"profile": "to-iso-string"}),
    RuleBody("iso-dates", an_object(createdAt=DATE),
             '{"createdAt":"2024-02-29T12:30:00.000Z"}', option={"profile": "swift-iso8601"}),
    RuleBody("iso-dates", an_object(createdAt=DATE), '{"createdAt":"yesterday"}'),
    RuleBody("iso-dates", an_object(createdAt=DATE),
             '{"createdAt":"2023-02-29T12:30:00Z"}', option={"profile": "to-iso-string"}),
    RuleBody("iso-dates", an_object(day={"type": "string", "format": "date"}), '{"day":"2024-1-1"}'),
    RuleBody("iso-dates", an_object(["createdAt"], createdAt=DATE),
             '{"created_at":"2024-02-29T12:30:00Z"}', refuses=False),
    RuleBody("pagination-shape", an_object(["pagination"], pagination=STRICT_PAGES), '{}'),
    RuleBody("pagination-shape", an_object(["pagination"], pagination=STRICT_PAGES),
             '{"pagination":{"page":1,"limit":20}}'),
    RuleBody("pagination-shape", an_object(["pagination"], pagination=PAGES),
             '{"pagination":{"page":1,"limit":20,"total":"41","totalPages":3}}'),
    RuleBody("pagination-shape", an_object(["pagination"], pagination=PAGES),
             '{"pagination":{"page":1,"limit":20}}', refuses=False),
    RuleBody("device-token", an_object(deviceToken=TEXT, platform=TEXT),
             '{"deviceToken":"short","platform":"android"}'),
    RuleBody("device-token", an_object(deviceToken=TEXT, platform=TEXT),
             '{"deviceToken":"fcm-registration-token-0123456789-abc","platform":"ios"}'),
    RuleBody("device-token", an_object(deviceToken={"type": "string", "minLength": 32}), '{"deviceToken":"short"}'),
    RuleBody("device-token", an_object(["deviceToken"], deviceToken=TEXT), '{"deviceToken":12}', refuses=False),
    RuleBody("device-platform", an_object(platform=TEXT), '{"platform":"iOS"}'),
    RuleBody("device-platform", an_object(platform=TEXT), '{"platform":"web"}'),
    RuleBody("device-platform", an_object(platform={"enum": ["ios", "android"]}), '{"platform":"iOS"}'),
    RuleBody("pagination-arithmetic", an_object(pagination=PAGES),
             '{"pagination":{"page":1,"limit":20,"total":41,"totalPages":2}}'),
    RuleBody("pagination-arithmetic", an_object(pagination=PAGES),
             '{"pagination":{"page":0,"limit":20,"total":41,"totalPages":3}}'),
    RuleBody("pagination-arithmetic", an_object(pagination=COUNTED_PAGES),
             '{"pagination":{"page":1,"limit":20,"total":-1,"totalPages":0}}'),
    RuleBody("coordinate-range", PLACE, '{"lat":95,"lng":1}'),
    RuleBody("coordinate-range", PLACE, '{"lat":1,"lng":-180.5}'),
    RuleBody("coordinate-range", an_object(lat={"type": "number", "maximum": 90}, lng=NUMBER), '{"lat":95,"lng":1}'),
    RuleBody("coordinate-range", PLACE, '{"lat":"37.7","lng":1}'),
    RuleBody("coordinate-range", {**PLACE, "required": ["lat", "lng"]}, '{"lat":1}'),
    RuleBody("secret-exposure", an_object(id=TEXT), '{"id":"a","passwordHash":"$2b$10$abcdefghijklmnopqrstuv"}'),
    RuleBody("secret-exposure", an_object(id=TEXT), '{"id":"a","refreshToken":"0123456789abcdef0123456789"}'),
    RuleBody("secret-exposure", {**an_object(id=TEXT), "additionalProperties": False},
             '{"id":"a","password":"hunter22"}'),
    RuleBody("key-case", an_object(userName=TEXT), '{"user_name":"x"}', option=CAMEL),
    RuleBody("key-case", an_object(userName=TEXT, id=TEXT), '{"id":"a","user_name":"x"}', option=CAMEL),
    RuleBody("key-case", an_object(["userName"], userName=TEXT), '{"user_name":"x"}', option=CAMEL),
    RuleBody("undocumented-field", an_object(a=TEXT), '{"a":"x","zebra":1}'),
    RuleBody("undocumented-field", an_object(a=TEXT, b=TEXT), '{"b":"x","q":null}'),
    RuleBody("undocumented-field", {**an_object(a=TEXT), "additionalProperties": False},
             '{"a":"x","zebra":1}', refuses=False),
    RuleBody("schema", an_object(a={"type": "integer"}), '{"a":"42"}', refuses=False),
    RuleBody("schema", an_object(["a"], a=TEXT), '{"b":1}', refuses=False),
    RuleBody("decodable", an_object(n={"type": "integer"}), '{"n":9223372036854775808}'),
    RuleBody("decodable", an_object(n=TEXT), '{"n":"\\ud83d"}'),
    RuleBody("decodable", an_object(n={"type": "integer", "maximum": 100}), '{"n":9223372036854775808}'),
    RuleBody("silent-change", an_object(n={"type": "number", "x-schemacheck": {"decoder": {}}}), '{"n":0.1234567890123456789}'),
    RuleBody("json-syntax", an_object(a={"type": "integer"}), '{"a":42,}', judged=False),
    RuleBody("json-syntax", an_object(a={"type": "integer"}), "{'a':42}", judged=False),
    RuleBody("duplicate-key", an_object(a={"type": "integer"}), '{"a":1,"a":2}'),
    RuleBody("duplicate-key", an_object(a={"type": "integer"}), '{"a":"x","a":"y"}'),
    RuleBody("unknown-route", an_object(a={"type": "integer"}), '{"a":1}', path="/nowhere", judged=False),
    RuleBody("undocumented-status", an_object(a={"type": "integer"}), '{"a":1}', status=418, judged=False),
    RuleBody("content-type", an_object(a={"type": "integer"}), '{"a":1}', media="text/html"),
    RuleBody("content-type", an_object(a={"type": "integer"}), '{"a":1}', media="text/plain"),
    RuleBody("unexpected-status", an_object(a={"type": "integer"}),
             '{"a":1}', status=404, note={"expect": "2XX"}, judged=False),
    RuleBody("unexpected-status", an_object(a={"type": "integer"}),
             '{"a":1}', status=404, note={"expect": "404"}, refuses=False, judged=False),
]
# `unmatched-body` is about bodies without an operation, `page-sequence` about live pages: no exchange shows them.
# The last two are about requests, and never decide on these bodies, which are responses.
UNREACHABLE = ["unmatched-body", "page-sequence", "missing-credentials", "deprecated-use"]
