import TestSupport

/// Inputs that need no file.
extension FuzzCorpus {
  /// Small archives: stored and deflated (a stored block), streamed, and with the fields of large ones.
  private static var archives: [[UInt8]] {
    let text = Array(#"{"a": 1}"#.utf8)
    let block: [UInt8] = [1, 8, 0, 0xF7, 0xFF]
    var streamed = ZipWriter.Entry("a/b.json", deflated: block + text, of: text)
    streamed.isStreamed = true
    var large = ZipWriter.Entry("c.har", text)
    large.isLarge = true
    var whole = ZipWriter([ZipWriter.Entry("x/", []), streamed, ZipWriter.Entry("d.json", text)])
    whole.comment = Array("comment".utf8)
    var zip64 = ZipWriter([large, ZipWriter.Entry("e.json", deflated: block + text, of: text)])
    zip64.isLarge = true
    return [ZipWriter([ZipWriter.Entry("a.json", text)]).bytes, whole.bytes, zip64.bytes]
  }

  static let builtIn: FuzzCorpus = {
    var corpus = FuzzCorpus()
    corpus.documents = encoded([
      #"{"a": [1, -0.5e+3, true, false, null], "é": "\u00e9\ud83d\ude00\n", "": {"a": {}}}"#,
      #"[[[[[[]]]]], {"a": 1, "a": 2}, 9007199254740993, "text"]"#,
      "  \"only a string\"\r\n", "12345678901234567890", "[]", "{}",
    ])
    corpus.yaml = encoded([
      "%YAML 1.2\n--- # c\na: &x\n  - b: !!str 12\n    c: [0x1F, .5, 'it''s', {d: e}]\n  -\n"
        + "f: *x\n? g\n: - - h\n    - i\n200: ~\n...\n",
      "text: |2-\n   literal\n\n    more\nfolded: >+\n  one\n  two\n\n   three\n\nplain: a\n  b\n"
        + "quoted: \"a\\\n  b \\u00e9\n\n  c\"\n",
      "openapi: 3.1.0\r\npaths:\r\n  /a/{id}:\r\n    get: {responses: {200: {description: ok}}}\r\n",
      "- &a [x]\n- &b [*a, *a]\n- [*b, *b, {*c : 1}]\n- &c name\n- {*c : 1, \"k\":v}\n",
    ])
    corpus.captures = encoded([
      #"{"log":{"version":"1.2","entries":[{"request":{"method":"POST","url":"https://h/api/devices/register","#
        + #""postData":{"mimeType":"application/json","text":"{\"platform\":\"iOS\",\"deviceToken\":\"a\\u0062\"}"}},"#
        + #""response":{"status":200,"content":{"encoding":"base64","text":"eyJhIjogMX0="}}},"#
        + #"{"request":{"method":"GET","url":"/posts?page=1"},"response":{"status":0,"content":{}}}]}}"#,
      #"{"log":{"entries":[{"request":{"method":"GET","url":"/a"},"response":{"status":200,"headers":["#
        + #"{"name":"content-encoding","value":"gzip, deflate"}],"content":{"_isBinary":true,"text":"#
        + #""[\"1f8b080000\",\"000000000303\"]"}}},{"request":{"method":"GET","url":"/a"},"response":{"#
        + #""status":200,"headers":{"Content-Encoding":"br"},"content":{"text":"H4sIAAAA","mimeType":"a/json"}}}]}}"#,
      "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
        + "b\r\n{\"a\": 1, \"b\r\nc\r\nc\": [1,\n 2]}\r\n0\r\n\r\n",
      "POST /x HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\n{}HTTP/2 200\r\n\r\n[1]",
      "*   Trying ::1:80...\n> GET /slots HTTP/1.1\r\n> Host: h\r\n> \r\n< HTTP/1.1 200 OK\r\n"
        + "< Content-Length: 7\r\n< \r\n{ [7 bytes data]\n{\"a\":1}* left intact\n",
      #"{"method":"POST","url":"/comments","status":200,"requestHeaders":{"content-type":"#
        + #""application/x-www-form-urlencoded"},"requestBody":"operation=create&postid=1","responseBody":""}"#
        + "\n[3]\n",
      #"{"method":"POST","url":"/posts","status":201,"requestHeaders":{"content-type":"multipart/form-data; boundary=b"},"#
        + #""requestBody":"--b\r\nContent-Disposition: form-data; name=\"file\"\r\nContent-Type: image/png\r\n\r\na\r\n"#
        + #"--b\r\nContent-Disposition: form-data;\r\n name=\"caption\"\r\n\r\nx\r\n--b--\r\n"}"#,
    ])
    corpus.archives = archives
    let contract =
      #"{"openapi":"3.1.0","info":{"title":"t","version":"1"},"servers":[{"url":"https://h:1/b/{v}"}],"paths":{"/a/{id}":{"#
      + #""parameters":[{"name":"id","in":"path","required":true,"style":"label","schema":{"type":"array","items":{"type":"integer"}}},"#
      + #"{"name":"f","in":"query","style":"deepObject","schema":{"type":"object","properties":{"a":{"type":"boolean"}}}},"#
      + #"{"name":"x-list","in":"header","required":true,"schema":{"type":"array","maxItems":1}},"#
      + #"{"name":"q","in":"query","explode":false,"schema":{"type":"array"}}],"get":{"operationId":"g","#
      + ##""responses":{"200":{"description":"","content":{"application/json":{"schema":{"$ref":"#/components/schemas/A"},"##
      + ##""examples":{"x":{"value":{"lat":1,"lng":2}}}}}},"4XX":{"$ref":"#/components/responses/E"}}}}},"##
      + #""components":{"responses":{"E":{"description":"e"}},"schemas":{"A":{"type":["object","null"],"required":["lat","lng","at"],"#
      + #""properties":{"lat":{"type":"number"},"lng":{"type":"number"},"at":{"type":["string","null"],"format":"date-time","readOnly":true},"#
      + ##""next":{"$ref":"#/components/schemas/A"}},"nullable":true,"additionalProperties":false,"allOf":[{"writeOnly":true,"properties":{"b":{"writeOnly":true}}}],"##
      + ##""discriminator":{"propertyName":"at","mapping":{"a":"B"}},"oneOf":[{"$ref":"#/components/schemas/B"},{"required":["x"]}]},"B":{"required":["lat"]}}},"##
      + #""x-schemacheck":{"rules":{"iso-dates":{"profile":"rfc3339"},"key-case":{"case":"camel"}}}}"#
    corpus.contracts = encoded([contract])
    corpus.rules = encoded([
      #"{"customRules":{"a":{"where":{"names":["a","*_b"],"types":["string","null"]},"#
        + #""schema":{"type":"string","pattern":"^a+$"},"message":"`{name}` is {value}","#
        + #""fix":{"replace":"a{value}"},"examples":{"right":[{"a":"a"}],"wrong":[{"body":{"a":1},"at":"/a"}]}},"#
        + #""b":{"where":{"pointers":["/a/*/**/0"]},"forbid":true,"severity":"note"}}}"#,
      "customRules:\n  r: {relation: 'a.b >= sum(c[].d) * -2.5 + count(e) and not unique(f[][0])'}\n"
        + "  s: {where: {names: x}, secret: true}\n  t: {where: {in: query, names: q}, rename: p}\n",
      #"{"customRules":{"r":{"relation":"before(a, b) or absent(c) or 'x' == [\"y\"]"}}}"#,
      #"{"customRules":{"r":{"guess":true,"where":{"names":["lat","at"]},"answersFor":["type","string"],"#
        + #""schema":{"minimum":1},"also":[{"where":{"members":["a"],"documented":true},"together":["b","{latitude}"]}],"#
        + #""messages":[{"of":["minimum","minLength"],"names":"a*","message":"{name} {limit}","help":"h"},{"message":"m"}],"#
        + #""fix":{"choose":"c"}},"s":{"where":{"documented":false},"forbid":true},"#
        + #""t":{"where":{"names":"b","nullable":true},"answersFor":"required"},"#
        + #""u":{"where":{"names":"b","documented":false,"in":"response"},"secret":true}}}"#,
    ])
    corpus.configurations = encoded([
      #"{"$schema":"s","contracts":["fotolokashen"],"inputs":["a/**/*.{har,json}"],"failOn":"warning","#
        + #""bodies":[{"file":"f/[a-c]?.json","operation":"GET /a","status":200},{"file":"**","schema":"A"}],"#
        + #""rules":{"key-case":"off","iso-dates":{"profile":"date"}},"expectedBroken":["b/**"],"#
        + #""formats":["text","json=o"],"baseline":"b","server":"s","parameters":{"id":"7"}}"#,
      #"{"suppressions":[{"rule":"schema","pointer":"/a/*/**/b~1","file":"{a,b}/**","reason":"r","#
        + #""expires":"2026-02-28"},{"operation":"GET /a/{id}","reason":"é"}]}"#,
      #"{"contracts":[],"inputs":["a"]}"#,
      #"{"schemacheckBaseline":1,"findings":[{"rule":"schema","operation":"GET /a","pointer":"/a/*","#
        + #""message":"m","fingerprint":"00112233445566778899aabbccddeeff","count":2},"#
        + "\n"
        + #"{"fingerprint":"ffffffffffffffffffffffffffffffff"}]}"#,
    ])
    corpus.schemas = encoded([
      #"{"type":"object","properties":{"a":{"type":["integer","null"],"minimum":1}},"required":["a"],"additionalProperties":false}"#,
      ##"{"$defs":{"n":{"$dynamicAnchor":"n","items":{"$dynamicRef":"#n"}}},"$ref":"#/$defs/n","unevaluatedItems":false}"##,
      #"{"anyOf":[{"const":1},{"multipleOf":0.01}],"if":{"type":"string"},"then":{"pattern":"^a+$","maxLength":3}}"#,
      ##"{"items":{"anyOf":[{"$ref":"#"},{"$ref":"#"}]},"properties":{"a":{"oneOf":[{"$ref":"#"},{"$ref":"#"}]}}}"##,
    ])
    corpus.patterns = encoded([
      "^[0-9a-fA-F]{64}$", "^(a+)+$", "(?=.*[a-z])(?!.*\\d).{8,}", "(a|ab)(c|bcd)(d*)",
      "(\\w+)\\s\\1",
      "\\p{Lu}\\p{Script=Greek}*", "^\\d{1,3}(\\.\\d{1,3}){3}$", "[^\\u0000-\\u{10FFFF}]",
      "(?<year>\\d{4})-\\k<year>",
      "(x+x+)+y", "((a{0,9}){0,9}){0,9}",
    ])
    corpus.texts = encoded([
      "https://user:pw@example.com:8443/a/b%20c/?q=1&token=secret#f", "//[::1]:80/..",
      "localhost:3000/api",
      "/api/devices/00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff",
      "2026-02-23T10:15:30.000Z", "Mon Feb 23 2026 10:00:00 GMT+0000 (UTC)", "02/23/2026",
      "a@b.example",
      "xn--bcher-kva.example", "application/json; charset=\"utf-8\"",
      "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!",
    ])
    corpus.instances = corpus.documents
    corpus.yaml += corpus.documents
    return corpus
  }()
}
