/// Recordings and stubs of other tools.
extension ServerLogTests {
  static let recorders = [
    Case(
      testDescription: "MockServer",
      text:
        #"[{"httpRequest":{"path":"/none"},"httpForward":{"host":"h"}},{"httpRequest":{"method":"GET","path":"/users/1"},"httpResponse":{"body":{"type":"JSON","json":\#(quoted)}}}]"#,
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
