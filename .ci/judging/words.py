"""The names, texts, patterns and formats that random schemas and values are made of.

Many names are those that built-in rules know, because a rule must never decide a verdict.
"""

# Names that belong together in an object of a real API.
GROUPS = [
    ["lat", "lng"],
    ["latitude", "longitude"],
    ["lat", "lng", "name", "id"],
    ["page", "limit", "total", "totalPages", "hasMore"],
    ["page", "limit", "total"],
    ["page", "per_page", "total", "total_pages"],
    ["platform", "deviceToken"],
    ["createdAt", "updatedAt", "id"],
    ["created_at", "name"],
    ["data", "pagination"],
    ["items", "nextPageToken"],
    ["user_name", "userName"],
    ["id", "name", "email"],
    ["password", "refreshToken"],
]

NAMES = sorted({name for group in GROUPS for name in group}) + [
    "a", "b", "c", "x", "n", "_id", "ID", "lon", "long", "Latitude", "device_token", "deviceName",
    "passwordHash", "token", "tags", "url", "user", "locations", "success", "error", "type", "status",
    "a/b", "m~n", "", "with space", "naïve", "東京", "$ref", "const", "required",
]

# Other spellings of a name: what the tool may take for the same property.
SPELLINGS = {
    "lat": ["latitude", "Lat", "LAT"],
    "lng": ["longitude", "lon", "long", "Lng"],
    "latitude": ["lat", "Latitude"],
    "longitude": ["lng", "lon", "long"],
    "id": ["_id", "ID", "Id"],
    "_id": ["id"],
    "createdAt": ["created_at", "createdat", "CreatedAt", "createAt"],
    "created_at": ["createdAt", "created-at"],
    "updatedAt": ["updated_at"],
    "deviceToken": ["device_token", "devicetoken", "token"],
    "platform": ["Platform", "plattform"],
    "userName": ["user_name", "username"],
    "user_name": ["userName"],
    "totalPages": ["total_pages", "pages"],
    "total_pages": ["totalPages"],
    "limit": ["pageSize", "per_page"],
    "per_page": ["perPage", "limit"],
    "hasMore": ["has_more"],
    "name": ["Name", "nam", "names"],
    "email": ["Email", "e_mail"],
    "data": ["Data", "result"],
}

STRINGS = [
    "", "a", "b", "ab", "abc", "ios", "android", "iOS", "true", "null", "1", "1.5", "x" * 40, "0" * 64, "éa",
    "👍🏽", "line\nbreak", "quote\"", "back\\slash",
    "2024-02-29", "https://a.example/b", "e\u0301", "\u0000", "\u2028",
]

# Patterns that ECMA-262 and Python read alike, with texts that match and texts that do not.
PATTERNS = [
    ("^a", ["a", "abc"], ["b", "ba", ""]),
    ("b$", ["b", "ab"], ["ba", ""]),
    ("^[a-z]+$", ["abc", "x"], ["A", "a1", ""]),
    ("^[0-9]{2,4}$", ["12", "1234"], ["1", "12345", "ab"]),
    ("^(ios|android)$", ["ios", "android"], ["iOS", "web"]),
    ("[A-Z]", ["A", "aB"], ["abc", ""]),
    ("^.{2}$", ["ab", "12"], ["a", "abc"]),
    ("^[^@ ]+@[^@ ]+$", ["a@b"], ["ab", "a b@c"]),
    ("(a|b)*c", ["c", "abac"], ["ab", ""]),
    ("^(?!x)", ["a", ""], ["x", "xa"]),
    ("^[a-f0-9]+(-[a-f0-9]+)?$", ["a1", "a-b"], ["g", "a-"]),
]

# Patterns for property names.
NAME_PATTERNS = ["^a", "^l", "At$", "^[a-z]+$", "_", "^(lat|lng)$", "o", "[A-Z]", "^.{2,4}$", "^$"]

# Formats, with texts whose verdict is beyond doubt. The judges must agree on every one of them.
FORMATS = {
    "date": (["2024-02-29", "1999-12-31"], ["2023-02-29", "2024-13-01", "2024-1-1", "yesterday", ""]),
    "time": (["12:30:00Z", "23:59:59.5+01:00"], ["24:00:00Z", "12:60:00Z", "noon", "12:30"]),
    "date-time": (
        ["2024-02-29T12:30:00Z", "2024-02-29T12:30:00.000Z", "1999-12-31T23:59:59.25+01:00"],
        ["2023-02-29T12:30:00Z", "2024-02-29 12:30", "2024-02-29", "Thu Jan 22 2026 12:00:00 GMT+0000", "1700000000",
         "2024-02-29T25:00:00Z", "2024-02-29T12:30:00", ""],
    ),
    "ipv4": (["127.0.0.1", "255.255.255.0"], ["256.0.0.1", "1.2.3", "1.2.3.4.5", "a.b.c.d", ""]),
    "ipv6": (["::1", "2001:db8::ff00:42:8329"], ["::1::", "12345::", "1.2.3.4", ""]),
    "uuid": (["00112233-4455-6677-8899-aabbccddeeff", "00112233-4455-6677-8899-AABBCCDDEEFF"],
             ["00112233445566778899aabbccddeeff", "g0112233-4455-6677-8899-aabbccddeeff", "", "1"]),
    "email": (["a@b.example", "joe.bloggs@example.com"], ["ab", "", "a.example"]),
    "uri": (["https://a.example/b?c#d", "urn:a:b"], ["a b", "//a.example", "", "\\\\share"]),
    "uri-reference": (["/a/b", "https://a.example", "#f"], ["\\\\share", "#a\\b"]),
    "json-pointer": (["", "/a/0", "/a~1b/~0"], ["a", "/a~2", "#/a"]),
    "regex": (["a+", "^[a-z]$"], ["(", "[a"]),
    "hostname": (["a.example", "localhost"], ["-a.example", "a b", "a_b.example"]),
    "duration": (["P1D", "PT36H", "P1Y2M"], ["1D", "P", "P1", ""]),
    "unknown-format": (["anything", ""], ["also this"]),
}

# What a property of this name holds in a real API.
NATURAL = {
    "lat": {"type": "number", "minimum": -90, "maximum": 90},
    "lng": {"type": "number"},
    "latitude": {"type": "number"},
    "longitude": {"type": "number", "minimum": -180},
    "page": {"type": "integer", "minimum": 1},
    "limit": {"type": "integer", "minimum": 1, "maximum": 100},
    "per_page": {"type": "integer"},
    "total": {"type": "integer", "minimum": 0},
    "totalPages": {"type": "integer"},
    "total_pages": {"type": "integer"},
    "hasMore": {"type": "boolean"},
    "platform": {"enum": ["ios", "android"]},
    "deviceToken": {"type": "string", "minLength": 32},
    "createdAt": {"type": "string", "format": "date-time"},
    "created_at": {"type": "string", "format": "date-time"},
    "updatedAt": {"type": ["string", "null"], "format": "date-time"},
    "id": {"type": "string"},
    "name": {"type": ["string", "null"]},
    "email": {"type": "string", "format": "email"},
    "password": {"type": "string"},
    "url": {"type": "string", "format": "uri"},
    "pagination": {
        "type": "object",
        "required": ["page", "limit", "total", "totalPages"],
        "properties": {
            "page": {"type": "integer"}, "limit": {"type": "integer"}, "total": {"type": "integer"},
            "totalPages": {"type": "integer"}, "hasMore": {"type": "boolean"},
        },
    },
}
