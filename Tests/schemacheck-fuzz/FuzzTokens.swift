/// The pieces that mutations are made of.
enum FuzzTokens {
  static let bytes: [UInt8] =
    Array("{}[]\",:\\/ \t\r\n09eE+-.uU<>*#?%&=()|^$".utf8)
    + [0x00, 0x1F, 0x7F, 0x80, 0xBF, 0xC0, 0xED, 0xF4, 0xFF]

  static let numbers = words(
    """
    0 -0 1 -1 00 1.0 0.1 1e5 1E+400 1e-999999999999999999999 9007199254740993 9223372036854775807
    9223372036854775808 -9223372036854775808 18446744073709551616 123456789012345678901234567890.5
    1e 1. .5 - 0x10 NaN -Infinity 2147483648 4294967296 512 513 90.0000001 -180.5 1e1000000000
    99999999999999999999
    """)

  static let values =
    numbers
    + words(
      ##"""
      null true false 0 -1 "" "a" [] {} [null] [[],{}] {"a":{"b":[1]}} {"lat":"1","longitude":2}
      "2026-02-30T00:00:00.000Z" 1771840530 "iOS" {"$ref":"#"} {"type":"object"} ["string","null"]
      {"not":{}} {"pattern":"^(a+)+$"} {"rules":{"key-case":"off"}}
      {"rules":{"iso-dates":{"profile":"date"}}}
      """##)
    + encoded([#""Mon Feb 23 2026 10:00:00 GMT+0000 (Coordinated Universal Time)""#])

  static let escapes =
    invalid
    + words(
      #"""
      \ \u \" \\ \u0000 \u00e9 \ud83d\ude00 \ud83d \ude00 \u12 \x41 \/ \n \uD800\u0041 \u2028 é 😀
      """#)
    + encoded(["\u{FEFF}", "\u{0}", "\n", "\u{202E}", "\u{1B}[31m", "e\u{301}"])

  /// Not UTF-8: too long, a surrogate, too large, cut.
  private static let invalid: [[UInt8]] = [
    [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x82],
  ]

  static let all =
    marks + yamlWords + captureWords + propertyWords + schemaWords + patternWords + lineWords
    + numbers + escapes

  private static let marks =
    words(#"{ } [ ] , : " {} [] null true // /*"#) + encoded(["\u{FEFF}"])

  private static let yamlWords = encoded([
    "- ", "? ", ": ", "\n", "\n  ", "\n- ", "\n    - ", "a: ", "\n  b: ", "# c", " #", "'", "|\n  ",
    ">-\n ", "|+2", "&a ", "*a", "*a : ", "!!str ", "!<tag:yaml.org,2002:int> ", "! ", "%TAG ! !\n",
    "\n---\n", "\n...\n", "<<: ", "\\\n", "\r", "\t", "0o17", "0x1F", "~", ".inf", "+.5e3",
  ])

  private static let captureWords =
    words(
      #"""
      "log":{ "entries":[ "text":" "encoding":"base64", "status":304, "request":{ "response":{
      "url":"/api/v1/locations/public?page=2&limit=0" "requestBody": "responseBody":
      "responseHeaders":{"content-type":"text/html"}, eyJhIjogMX0= ====
      """#)
    + encoded([
      "HTTP/1.1 200 OK\r\n", "HTTP/2 204\r\n\r\n", "GET /devices HTTP/1.1\r\n",
      "Transfer-Encoding: chunked\r\n", "Content-Length: 99999999999999999999\r\n", "\r\n\r\n",
      "\n\n", "ffffffffffffffff\r\n", "0\r\n\r\n", "5;x=y\r\n{\"a\":\r\n", "< ", "> ",
      "* Connected\n", "content-encoding: br\r\n",
      "content-type: application/json; charset=\"utf-8\r\n",
    ])

  private static let propertyWords =
    words(
      #"""
      "latitude":37.7, "lon":"-122", "LAT":1, "deviceToken":"aa", "platform":"IOS",
      "pagination":{"page":0,"limit":0,"total":-1,"totalPages":1,"hasMore":true},
      "passwordHash":"x", "😀":1, "a":1,"a":2,
      """#)
    + encoded([#""created_at":"2026-01-01 00:00:00","#])

  private static let schemaWords = words(
    ##"""
    "$ref":"#/components/schemas/User", "$ref":"#", "$id":"http://h/a", "$dynamicRef":"#a",
    "$dynamicAnchor":"a", "$anchor":"a", "$defs":{"a":{}}, "allOf":[ "anyOf":[{},{"type":"string"}],
    "oneOf":[ "not":{ "if":{ "then":{ "items":{ "prefixItems":[ "contains":{},"minContains":0,
    "minContains":1e400, "properties":{"a":{}}, "patternProperties":{"^(a|a)*$":{}},
    "additionalProperties":false, "unevaluatedProperties":false, "unevaluatedItems":{"type":"null"},
    "propertyNames":{ "dependentRequired":{"a":["b"]}, "dependentSchemas":{"a":true},
    "required":["a","a"], "enum":[1,1.0,"1"], "const":null, "type":["integer","null"],
    "format":"date-time", "multipleOf":0, "multipleOf":1e-400, "minLength":-1, "maxItems":1.5,
    "uniqueItems":true, "x-schemacheck":{"rules":{"schema":"off"}}, "nullable":true,
    "x-schemacheck":{"rules":{"key-case":{"case":"snake","severity":"note"}}}, "2XX":{},
    "parameters":[{"name":"a","in":"path","schema":{"pattern":"("}}],
    "discriminator":{"propertyName":"a"}, "servers":[{"url":"//{host}:99999/../x"}],
    """##)

  private static let patternWords = words(
    #"""
    (?= (?<! (?<n> (?: ) \k<n> \1 {2,1} {1000} {0,} * +? | [^ ]- \p{L} \p{Script=Greek} \u{110000}
    \cA \b \B (a*)* (a|a)* [a-\d] $ ^
    """#)

  /// URLs and dates.
  private static let lineWords = words(
    #"""
    https:// user:pw@ [::1] :80 :99999999999999999999 % %zz %2F ?a=b& &token= #f // .. ;v=1 \ {a}
    2026-02-23T10:15:30.000Z 2026-02-30 23:59:60Z +24:00 P1Y2M3DT4H5M6S xn--
    """#)

  /// Words that are whole properties, with their comma.
  static let properties = (propertyWords + schemaWords).filter { word in
    word.last == UInt8(ascii: ",") && word.contains(UInt8(ascii: ":"))
  }

  /// What nests: values, schemas in schemas, groups.
  static let wrappings: [(open: String, close: String)] = [
    ("[", "]"), (#"{"a":"#, "}"), (#"{"items":"#, "}"), (#"{"not":"#, "}"), (#"{"allOf":["#, "]}"),
    (#"{"anyOf":[true,"#, "]}"), (#"{"oneOf":[{},"#, "]}"), (#"{"properties":{"a":"#, "}}"),
    (#"{"additionalProperties":"#, "}"), (#"{"$defs":{"a":"#, "}}"), (#"{"if":"#, "}"),
    (#"{"unevaluatedProperties":"#, "}"), ("(", ")"), ("(?=", ")"), ("(?:", ")*"),
    ("(?!", "){0,3}"),
  ]

  /// The words of a text, between white space.
  private static func words(_ text: String) -> [[UInt8]] {
    encoded(text.split(whereSeparator: \.isWhitespace).map(String.init))
  }
}

func encoded(_ texts: [String]) -> [[UInt8]] { texts.map { Array($0.utf8) } }
