/// Recordings and stubs of other tools.
extension ServerLogTests {
  static let recorders = [
    Case(
      testDescription: "MockServer",
      text:
        #"[{"httpRequest":{"path":"/users/2"},"httpForward":{"host":"h"}},{"httpRequest":{"method":"GET","path":"/users/1"},"httpResponse":{"body":{"type":"JSON","json":\#(quoted)}}}]"#,
      name: "t.json"),
    Case(
      testDescription: "Betamax in Python",
      text:
        #"{"http_interactions":[{"request":{"body":{"string":"","encoding":"utf-8"},"method":"GET","uri":"https://a.example.com/users/1"},"response":{"body":{"string":"","base64_string":"eyJpZCI6ICJ4In0=","encoding":"utf-8"},"headers":{},"status":{"code":200}}}],"recorded_with":"betamax/0.8"}"#,
      name: "t.json"),
    Case(
      testDescription: "Betamax in Java",
      text: """
        !tape
        interactions:
        - recorded: 2013-10-01T21:53:48.227Z
          request: {method: GET, uri: 'https://a.example.com/users/1', headers: {Accept: '*/*'}}
          response:
            status: 200
            headers: {Content-Type: application/json}
            body: |-
              {"id": "x"}
        """, name: "t.yaml"),
    Case(
      testDescription: "VCR in R, compressed",
      text: """
        http_interactions:
        - request: {method: GET, uri: 'https://a.example.com/users/1'}
          response:
            status: 200
            headers: {content-type: application/json}
            body:
              raw_gzip: |-
                eJyrVspMUbJSUKpQqgUA
                ExQDIA==
        """, name: "t.yaml"),
    Case(
      testDescription: "EasyVCR in .NET",
      text:
        #"[{"RecordedAt":"2024-08-16T11:12:58.698795-06:00","Request":{"Body":"","Method":"GET","RequestHeaders":{},"Uri":"https://a.example.com/users/1"},"Response":{"Body":\#(quoted),"ContentHeaders":{"Content-Type":"application/json"},"HttpVersion":"1.1","ResponseHeaders":{},"Status":{"Code":200,"Message":"OK"}}}]"#,
      name: "t.json"),
    Case(
      testDescription: "EasyVCR in Java",
      text:
        #"[{"recordedAt":1723823883,"request":{"body":"","method":"GET","headers":{},"uri":"https://a.example.com/users/1"},"response":{"body":\#(quoted),"httpVersion":null,"headers":{"null":["HTTP/1.1 200 OK"]},"status":{"code":200,"message":"OK"}}}]"#,
      name: "t.json"),
    Case(
      testDescription: "PHP-VCR",
      text: """

        -
            request:
                method: GET
                url: 'https://a.example.com/users/1'
            response:
                status: {http_version: '1.1', code: '200', message: OK}
                headers: {Content-Type: 'application/json; charset=UTF-8'}
                body: '{"id": "x"}'
        """, name: "unittest_annotation"),
    Case(
      testDescription: "PHP-VCR with a number",
      text: """
        - request: {method: GET, url: 'https://a.example.com/users/1'}
          response:
            status: 200
            headers: {Content-Type: application/json}
            body: '{"id": "x"}'
        """, name: "t.yml"),
    Case(
      testDescription: "a HAR whose mark says base64",
      text:
        #"{"log":{"version":"1.2","entries":[{"request":{"method":"GET","url":"https://a.example.com/users/1","headers":[]},"response":{"status":200,"headers":[],"content":{"encoding":"base64","mimeType":"application/json","text":\#(quoted)}}}]}}"#,
      name: "t.har"),
    Case(
      testDescription: "a HAR in YAML",
      text: """
        log:
          _recordingName: a
          creator: {name: Polly.JS, version: 6.0.6}
          entries:
            - _id: 4b64
              request: {headers: [], method: GET, queryString: [], url: 'https://a.example.com/users/1'}
              response:
                content: {mimeType: application/json, size: 11, text: '{"id": "x"}'}
                headers: []
                status: 200
          version: "1.2"
        """, name: "t.har.yaml"),
  ]
}
