/// Captures of other tools, one of each kind.
extension FuzzCorpus {
  static let layouts: [[UInt8]] = [
    #"{"request":{"method":"GET","urlPathPattern":"/devices/[0-9]+","queryParameters":{"a":{"equalTo":"b"}}},"response":{"status":200,"headers":{"Content-Type":["application/json"]},"jsonBody":{"id":"{{x}}"}}}"#,
    #"{"mappings":[{"request":{"url":"/a"},"response":{"body":"{\"id\": {{x y='z'}}, \"a\":\"{{b}}\"}"}},{"request":{"method":"ANY"},"response":{"base64Body":"e30="}},{"request":{"url":"/b"},"response":{"bodyFileName":"b.json"}}]}"#,
    #"{"info":{"schema":"https://schema.getpostman.com/v2.1.0"},"item":[{"item":[{"request":{"method":"GET","url":{"raw":"{{u}}/devices/:id?a=1","variable":[{"key":"id","value":"1"}]}},"response":[{"code":200,"header":[{"key":"content-type","value":"application/json"}],"body":"// n\n{\"id\":1}"}]}]}]}"#,
    #"{"run":{"executions":[{"request":{"method":"GET","url":{"protocol":"https","host":["h","i"],"path":["a"],"query":[{"key":"b","value":"c"}]}},"response":{"code":200,"stream":{"type":"Buffer","data":[123,34,97,34,58,49,125]}}}]}}"#,
    #"{"consumer":{},"provider":{},"interactions":[{"request":{"method":"GET","path":"/a","query":{"b":["c"]}},"response":{"status":200,"body":{"content":"e30=","encoded":"base64","contentType":"application/json"}}}],"metadata":{"pactSpecification":{"version":"4.0"}}}"#,
    #"{"name":"n","interactions":[{"recorded_at":1400000000.5,"request":{"method":"GET","url":"https://h/a"},"response":{"status":200,"headers":{"Content-Type":"application/json"},"body":{"a":[1]}}}]}"#,
    #"[{"protocolVersion":"HTTP/1.1","actualPort":443,"method":"GET","scheme":"https","host":"h","port":443,"path":"/a","query":"b=c","request":{},"response":{"status":200,"mimeType":"application/json","body":{"text":"{\"a\":1}"}}}]"#,
    #"{"http_buffered_trace":{"request":{"headers":[{"key":":method","value":"GET"},{"key":":path","value":"/a"},{"key":":authority","value":"h"}]},"response":{"headers":[{"key":":status","value":"200"}],"body":{"as_bytes":"eyJhIjoxfQ==","truncated":false}}}}"#,
    #"{"request":{"method":"GET","uri":"/a"},"response":{"status":"200","body":{"a":1}},"latencies":{}}"#,
    #"{"request":"GET /a?b HTTP/1.1","status":"200","response_body":"{\"a\":1}"}"#,
    #"{"r":{"log":{"version":"1.2","creator":{},"entries":[{"request":{"method":"GET","url":"/a"},"response":{"status":200,"content":{"_file":"x.json"}}}]}}}"#,
    "http_interactions:\n- request:\n    method: get\n    uri: http://h/a\n  response:\n    status: {code: 200}\n    headers: {Content-Type: [application/json]}\n    body:\n      string: \"{\\\"a\\\": \\\n        \\xe9 \\u00e9}\"\n- request: {method: post, uri: /a, body: {string: 'a=''b'''}}\n  response:\n    status: 200\n    body:\n      string: |2-\n        {\"a\":\n         1}\n",
    "interactions:\n- request: {body: null, method: GET, uri: http://h/a}\n  response:\n    body: {string: !!binary eyJhIjoxfQ==}\n    headers: {}\n    status: {code: 200, message: OK}\n- request: {uri: /b}\n  response:\n    body:\n      string: >-\n        {\"a\":\n        1}\nversion: 1\n",
    #"{"request":{"host":"h","port":443,"scheme":"https","method":{"name":"GET"},"fullPath":"/a?b=c","header":{"entries":[{"key":{"name":"A"},"value":"b"}]},"bodyData":"e30="},"response":{"status":{"code":200},"header":{"entries":[]},"bodyData":"eyJhIjoxfQ=="}}"#,
    #"{"method":"GET","scheme":"https","host":"h","path":"/a","query":null,"request":{},"response":{"status":200,"mimeType":"application/json"}}"#,
    #"{"httpBufferedTrace":{"request":{"headers":[{"key":":method","value":"POST"},{"key":":path","value":"/a"}],"body":{"asString":"{}"}},"response":{"headers":[{"key":":status","value":"201"}],"body":{"asBytes":"eyJhIjoxfQ=="}}}}"#,
    #"{"type":"resource-snapshot","snapshot":{"startedDateTime":"2026-02-23T10:15:30.000Z","request":{"method":"GET","url":"https://h/a"},"response":{"status":200,"content":{"mimeType":"application/json","text":"{\"a\":1}"}}}}"#,
    #"{"consumer":{},"provider":{},"interactions":[{"type":"Synchronous/HTTP","request":{"method":"GET","path":"/a"},"response":{"status":200,"body":{"content":{"a":1},"contentType":"application/json","encoded":false}}}],"metadata":{"pactSpecification":{"version":"4.0"}}}"#,
  ].map { Array($0.utf8) }
}
