import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// One rule called `r`, a record, and the findings that it must have.
struct OwnRuleCase: Sendable, CustomTestStringConvertible {
  let rule: String
  let record: String
  private(set) var found: [String]

  var testDescription: String { "\(rule) \(record)" }

  init(_ rule: String, _ record: String, _ found: String...) {
    self.rule = rule
    self.record = record
    self.found = found
  }

  private static func get(_ body: String) -> String { OwnRuleShop.get(body) }

  private static let two = #""schema": {"type": "string", "pattern": "^[0-9]+\\.[0-9]{2}$"}"#

  /// Each condition of `where`.
  static let conditions: [OwnRuleCase] = [
    // Names, in any case style, where the contract describes the value and where it does not.
    .init(#""where": {"names": "amount"}, \#(two)"#, get(#"{"amount": 1}"#), "r /amount"),
    .init(#""where": {"names": "amount"}, \#(two)"#, get(#"{"amount": "1.00"}"#)),
    .init(#""where": {"names": "amount"}, \#(two)"#, get(#"{"total": 1}"#)),
    .init(
      #""where": {"names": ["*_amount"]}, \#(two)"#,
      get(#"{"amount": 1, "tax_amount": 2, "meta": {"taxAmount": 3, "paramount": 4}}"#),
      "r /tax_amount", "r /meta/taxAmount"),
    .init(
      #""where": {"names": ["*_at"]}, "schema": false"#,
      get(#"{"meta": {"format": 1, "createdAt": 2, "created_at": 3, "lat": 4}}"#),
      "r /meta/createdAt", "r /meta/created_at"),
    .init(
      #""where": {"names": ["amount"]}, \#(two)"#,
      get(
        #"{"meta": {"deep": [[{"amount": 1}]]}, "unknown": {"amount": 2}, "start": {"amount": 3}}"#),
      "r /meta/deep/0/0/amount", "r /unknown/amount", "r /start/amount"),
    // Branches: the one that holds, and no property twice.
    .init(
      #""where": {"names": ["amount"]}, "schema": {"maximum": 1}"#,
      get(#"{"items": [{"free": true, "amount": 2}]}"#), "r /items/0/amount"),
    // Types of the schema, and of the value.
    .init(
      #""where": {"names": "tax_amount", "types": ["string", "number"]}, \#(two)"#,
      get(#"{"tax_amount": null}"#)),
    .init(
      #""where": {"names": "tax_amount"}, \#(two)"#, get(#"{"tax_amount": null}"#),
      "r /tax_amount"),
    .init(
      #""where": {"types": "boolean"}, "schema": false"#,
      get(#"{"items": [{"free": true}], "meta": {"x": false}, "count": 1}"#),
      "r /items/0/free", "r /meta/x"),
    .init(
      #""where": {"names": "count", "types": "string"}, "schema": false"#, get(#"{"count": 1}"#)),
    // Null beside branches.
    .init(
      #""where": {"names": "note"}, "schema": {"const": "a"}"#, get(#"{"note": "b"}"#), "r /note"),
    .init(
      #""where": {"names": "note"}, "schema": {"const": "a"}"#, get(#"{"note": null}"#), "r /note"),
    .init(#""where": {"names": "note"}, "schema": {"const": "a"}"#, get(#"{"note": "a"}"#)),
    .init(
      #""where": {"names": "note", "types": "string"}, "schema": {"const": "a"}"#,
      get(#"{"note": null}"#)),
    // Formats of the schema; of the value where there is no schema.
    .init(
      #""where": {"formats": "date-time"}, "schema": {"pattern": "Z$"}"#,
      get(
        #"{"at": "2026-01-01T00:00:00+01:00", "meta": {"x": "2026-01-01T00:00:00+01:00", "y": "z"}}"#
      ),
      "r /at", "r /meta/x"),
    // Pointers.
    .init(
      #""where": {"pointers": "/items/*/price"}, "schema": {"maximum": 1}"#,
      get(#"{"items": [{"price": 1}, {"price": 2}], "meta": {"price": 3}}"#), "r /items/1/price"),
    .init(
      #""where": {"pointers": ["/**/x", "/meta/0"]}, "schema": false"#,
      get(#"{"meta": {"0": 1, "y": [{"x": 2}]}, "x": 3}"#), "r /meta/0", "r /meta/y/0/x", "r /x"),
    .init(
      #""where": {"pointers": ["/items/1"]}, "schema": {"required": ["free"]}"#,
      get(#"{"items": [{"price": 1}, {"price": 2}]}"#), "r /items/1"),
    .init(#""where": {"pointers": ""}, "schema": {"required": ["ok"]}"#, get("{}"), "r "),
    // Schemas.
    .init(
      #""where": {"schemas": "Ord*"}, "schema": {"required": ["amount"]}"#, get(#"{"meta": {}}"#),
      "r "),
    .init(
      #""where": {"schemas": "Refund"}, "schema": {"required": ["amount"]}"#, get(#"{"meta": {}}"#)),
    // Null allowed or not.
    .init(
      #""where": {"names": "*amount", "nullable": true}, "schema": false"#,
      get(#"{"amount": 1, "tax_amount": 1}"#), "r /tax_amount"),
    .init(
      #""where": {"names": "*amount", "nullable": false}, "schema": false"#,
      get(#"{"amount": 1, "tax_amount": 1}"#), "r /amount"),
    // Where in the exchange.
    .init(
      #""where": {"names": "amount", "in": "request"}, "schema": false"#,
      OwnRuleShop.put(#"{"amount": 1}"#), "r > /amount"),
    .init(
      #""where": {"names": "amount", "in": "response"}, "schema": false"#,
      OwnRuleShop.put(#"{"amount": 1}"#), "r /amount"),
    .init(
      #""where": {"names": "amount"}, "schema": false"#,
      OwnRuleShop.put(#"{"amount": 1}"#), "r > /amount", "r /amount"),
    .init(
      #""where": {"names": "page", "in": "query"}, "schema": {"minimum": 1}"#,
      OwnRuleShop.get(#"{"page": 0}"#, query: "?page=0"), "r > "),
    .init(
      #""where": {"names": "page", "in": "response"}, "schema": {"minimum": 1}"#,
      OwnRuleShop.get(#"{"page": 0}"#, query: "?page=0"), "r /page"),
    .init(
      #""where": {"names": "id", "in": "path"}, "schema": {"minLength": 2}"#, get(#"{"id": "7"}"#),
      "r > "),
    // Operations, statuses, media types.
    .init(
      #""where": {"names": "amount", "operations": "GET /orders*"}, "schema": false"#,
      get(#"{"amount": 1}"#), "r /amount"),
    .init(
      #""where": {"names": "amount", "operations": "GET /orders*"}, "schema": false"#,
      OwnRuleShop.refunds(#"[{"amount": 1}]"#)),
    .init(
      #""where": {"names": "amount", "operations": "GET /*"}, "schema": false"#,
      OwnRuleShop.refunds(#"[{"amount": 1}]"#), "r /0/amount"),
    .init(
      #""where": {"names": "amount", "statuses": ["4XX"]}, "schema": false"#,
      get(#"{"amount": 1}"#)),
    .init(
      #""where": {"names": "amount", "statuses": [404]}, "schema": false"#,
      OwnRuleShop.get(#"{"amount": 1}"#, status: 404), "r /amount"),
    .init(
      #""where": {"names": "amount", "mediaTypes": "*/problem+json"}, "schema": false"#,
      OwnRuleShop.get(#"{"amount": 1}"#, type: "application/problem+json"), "r /amount"),
    .init(
      #""where": {"names": "amount", "mediaTypes": "*/problem+json"}, "schema": false"#,
      get(#"{"amount": 1}"#)),
  ]

  private static func status(_ statuses: String) -> String {
    #""where": {"names": "note", "statuses": \#(statuses)}, "schema": false"#
  }

  /// The status that came counts, whatever the contract documents it as.
  static let statuses: [OwnRuleCase] = [
    .init(status(#""404""#), OwnRuleShop.cart(#"{"note":"a"}"#, status: 422)),
    .init(status(#""404""#), OwnRuleShop.cart(#"{"note":"a"}"#, status: 404), "r /note"),
    .init(status(#""4XX""#), OwnRuleShop.cart(#"{"note":"a"}"#, status: 422), "r /note"),
    .init(status(#""default""#), OwnRuleShop.cart(#"{"note":"a"}"#, status: 422)),
    .init(status(#""503""#), OwnRuleShop.cart(#"{"note":"a"}"#, status: 503), "r /note"),
    .init(status(#""503""#), OwnRuleShop.cart(#"{"note":"a"}"#, status: 500)),
    .init(status(#""5xx""#), OwnRuleShop.cart(#"{"note":"a"}"#, status: 500), "r /note"),
    .init(status(#""5XX""#), OwnRuleShop.cart(#"{"note":"a"}"#, status: 302)),
    .init(status(#""default""#), OwnRuleShop.cart(#"{"note":"a"}"#, status: 500), "r /note"),
    .init(
      status(#"["503", "404", "2XX"]"#), OwnRuleShop.cart(#"{"note":"a"}"#, status: 404), "r /note"),
    .init(
      #""where": {"in": "header", "statuses": 503}, "schema": {"minimum": 2}"#,
      OwnRuleShop.cart("{}", status: 503), "r "),
    .init(
      #""where": {"in": "header", "statuses": 503}, "schema": {"minimum": 2}"#,
      OwnRuleShop.cart("{}", status: 500)),
  ]

  private static let zeros = Array(repeating: "0", count: 1201).joined(separator: ",")

  /// Places in bodies.
  static let places: [OwnRuleCase] = [
    .init(
      #""where": {"pointers": "/count", "types": "integer"}, "schema": {"maximum": 1}"#,
      get(#"{"count": 2}"#), "r /count"),
    .init(
      #""where": {"pointers": "/count", "types": "string"}, "schema": {"maximum": 1}"#,
      get(#"{"count": 2}"#)),
    .init(
      #""where": {"pointers": "/tags/1200"}, "schema": false"#, get(#"{"tags": [\#(zeros)]}"#),
      "r /tags/1200"),
    .init(
      #""where": {"pointers": ["/tags/1201", "/tags/01"]}, "schema": false"#,
      get(#"{"tags": [\#(zeros)]}"#)),
    .init(
      #""where": {"pointers": ["/tags/0/x", "/tags/*/x", "/**/x", "/tags/9"]}, "schema": false"#,
      get(#"{"tags": [{"x": 1}, {"x": 2}]}"#), "r /tags/0/x", "r /tags/1/x"),
    .init(
      #""where": {"pointers": ["/a/**", "/a/b"]}, "schema": {"maximum": 1}"#,
      get(#"{"a": {"b": 2, "c": [3]}}"#), "r /a/b", "r /a/c/0"),
    .init(
      #""where": {"pointers": "/meta/**/0"}, "schema": {"type": "string"}"#,
      get(#"{"meta": {"0": 1, "a": [2, 3]}}"#), "r /meta/0", "r /meta/a/0"),
  ]

  /// A schema of a rule in an older draft.
  static let drafts: [OwnRuleCase] = [#""types": "array", "#, ""].flatMap {
    types -> [OwnRuleCase] in
    let draft7 = #""$schema": "http://json-schema.org/draft-07/schema#""#
    let rule =
      #""where": {\#(types)"names": "tags"}, "schema": {\#(draft7), "items": [{"minimum": 1}]}"#
    return [
      .init(rule, get(#"{"tags": [0, 0]}"#), "r /tags/0"), .init(rule, get(#"{"tags": [1, 0]}"#)),
    ]
  }

  /// A key that has the new name is right.
  static let renames: [OwnRuleCase] = [
    .init(
      #""where": {"names": "userID"}, "rename": "userId""#,
      get(#"{"meta": {"userId": 1, "x": {"user_id": 2}, "y": {"userID": 3}}}"#),
      "r /meta/x/user_id", "r /meta/y/userID"),
    .init(#""where": {"names": "co*t"}, "rename": "count""#, get(#"{"count": 1}"#)),
    .init(
      #""where": {"names": "co*t"}, "rename": "count""#, get(#"{"meta": {"cost": 1, "count": 2}}"#),
      "r /meta/cost"),
    .init(
      #""where": {"pointers": "/meta/*"}, "rename": "b""#, get(#"{"meta": {"a": 1, "b": 2}}"#),
      "r /meta/a"),
  ]

  private static func meta(_ relation: String, _ object: String, _ found: String...) -> OwnRuleCase
  {
    var test = OwnRuleCase(
      #""where": {"names": "meta"}, "relation": "\#(relation)""#, get(#"{"meta": \#(object)}"#))
    test.found = found
    return test
  }

  /// What relations compare.
  static let comparisons: [OwnRuleCase] = [
    // Elements without the property say nothing.
    meta("unique(l[].id)", #"{"l": [{"id": 1}, {}, {"id": 1}]}"#, "r /meta/l"),
    meta("unique(l[].id)", #"{"l": [{"id": 1}, {"id": 1}, {}]}"#, "r /meta/l"),
    meta("unique(l[].id)", #"{"l": [{"id": 1}, {}, 7, {"id": 2}]}"#),
    meta("unique(l[].id)", #"{"l": [{"id": null}, {"id": null}, {"id": 2}]}"#),
    // Equal bytes, not equal letters.
    meta("a == b", #"{"a": "\u00e9", "b": "e\u0301"}"#, "r /meta/a"),
    meta("count(l[].id) == 2", #"{"l": [{"id": 1}, {}, {"id": 2}]}"#),
    meta("count(l[].id) == 3", #"{"l": [{"id": 1}, {}, {"id": 2}]}"#, "r /meta/l"),
    meta("count(l[].m[]) == 1", #"{"l": [{"m": [1]}, {}]}"#),
    meta("count(l[].id) == 1", "{}"),
    meta("sum(l[].n) == 3", #"{"l": [{"n": 1}, {}]}"#),
    // Times, dates with a time and without a zone.
    meta("a < b", #"{"a": "10:00", "b": "09:00"}"#, "r /meta/a"),
    meta("a < b", #"{"a": "09:00", "b": "09:00:01"}"#),
    meta("a == b", #"{"a": "09:00", "b": "09:00:00.0"}"#),
    meta("a < b", #"{"a": "2026-01-02T10:00:00", "b": "2026-01-02T09:00:00"}"#, "r /meta/a"),
    meta("a < b", #"{"a": "2026-01-02 10:00:00", "b": "2026-01-02 09:00:00"}"#, "r /meta/a"),
    meta("a < b", #"{"a": "2026-01-02 10:00:00", "b": "2026-01-02T10:00:00.5"}"#),
    meta(
      "before(a, b)", #"{"a": "2026-01-02T10:00:00.5Z", "b": "2026-01-02T10:00:00.50Z"}"#,
      "r /meta/a"
    ),
    // What cannot be compared has no finding.
    meta("a < b", #"{"a": "2026-01-02", "b": "2026-01-01T00:00:00Z"}"#),
    meta("a < b", #"{"a": "2026-01-02T10:00:00Z", "b": "2026-01-01T10:00:00"}"#),
    meta("a < b", #"{"a": "10:00", "b": "2026-01-01"}"#),
    // Numbers of any size.
    meta("a < b", #"{"a": 1e402, "b": 1e401}"#, "r /meta/a"),
    meta("a < b", #"{"a": -1e402, "b": 1e-402}"#),
    meta("a == b", #"{"a": 1e999999999, "b": 10e999999998}"#),
    meta("a + 1 > a", #"{"a": 1e999999999}"#),
    meta("a * a > a", #"{"a": 1e999999999}"#),
    // Null is equal to null alone; arrays and objects by value.
    meta("a == b", #"{"a": null, "b": 1}"#, "r /meta/a"),
    meta("a == b", #"{"a": null, "b": null}"#),
    meta("a != b", #"{"a": null, "b": null}"#, "r /meta/a"),
    meta("a == b", #"{"a": null}"#),
    meta("a >= b", #"{"a": null, "b": 1}"#),
    meta("a == b", #"{"a": [1, {"x": 2}], "b": [1.0, {"x": 2}]}"#),
    meta("a == b", #"{"a": [1, 2], "b": [2, 1]}"#, "r /meta/a"),
    meta("a == b", #"{"a": {"x": 1, "y": 2}, "b": {"y": 2, "x": 1}}"#),
    meta("a == b", #"{"a": [1], "b": {}}"#),
    meta("a == b", #"{"a": [1], "b": 1}"#),
    // Several values of each element; names; parameters of a link.
    meta("unique(l[].a, l[].b.c)", #"{"l": [{"a": 1, "b": {"c": 2}}, {"a": 1, "b": {"c": 3}}]}"#),
    meta(
      "unique(l[].a, l[].b)", #"{"l": [{"a": 1, "b": 2}, {"a": 1}, {"a": 1.0, "b": 2}]}"#,
      "r /meta/l"),
    meta("disjoint(a, b)", #"{"a": {"x": 1}, "b": {"y": 1}}"#),
    meta("disjoint(a, b)", #"{"a": {"x": 1}, "b": {"y": 1, "x": 2}}"#, "r /meta/a"),
    meta("disjoint(a, b)", #"{"a": {"x": 1}, "b": ["x"]}"#),
    meta("query(a, 'page[n]') == 2", #"{"a": "/x?size=1&page%5Bn%5D=2#page[n]=3"}"#),
    meta("query(a, 'q') == 'b c'", #"{"a": "?q=b+c&q=d"}"#),
    meta("query(a, 'page') == 2", #"{"a": "/x?page=3"}"#, "r /meta/a"),
    meta("query(a, 'page') == 2", #"{"a": "/x?pages=3"}"#),
    meta("query(a, 'page') == 2", #"{"a": 7}"#),
    meta("absent(query(a, 'page'))", #"{"a": "/x?page"}"#, "r /meta/a"),
    meta("absent(query(a, 'page'))", #"{"a": "/x"}"#),
  ]

  /// What relations ask of the message, where they are in force, and what they mark.
  static let messages: [OwnRuleCase] = [
    .init(#""relation": "count == status()""#, get(#"{"count": 200}"#)),
    .init(#""relation": "count == status()""#, get(#"{"count": 404}"#), "r /count"),
    .init(#""relation": "note == mediaType()""#, get(#"{"note": "a"}"#), "r /note"),
    .init(
      #""where": {"pointers": "/amount", "when": "mediaType() == 'application/problem+json'"}, "schema": false"#,
      OwnRuleShop.get(#"{"amount": 1}"#, type: "application/Problem+json; charset=utf-8"),
      "r /amount"),
    .init(
      #""where": {"pointers": "/amount", "when": "mediaType() == 'application/problem+json'"}, "schema": false"#,
      get(#"{"amount": 1}"#)),
    .init(
      ##""where": {"pointers": "/**/n", "when": "count > 1"}, "schema": {"$defs": {"n": {"maximum": 1}}, "$ref": "#/$defs/n"}"##,
      get(#"{"count": 2, "meta": {"n": 2}}"#), "r /meta/n"),
    // What is not known is not meant.
    .init(
      #""where": {"pointers": "/meta/n", "when": "count > 1"}, "schema": false"#,
      get(#"{"meta": {"n": 2}}"#)),
    .init(
      #""where": {"names": "meta"}, "relation": "a < b", "at": "c.d[1]""#,
      get(#"{"meta": {"a": 2, "b": 1, "c": {"d": [1, 2]}}}"#), "r /meta/c/d/1"),
    .init(
      #""where": {"names": "meta"}, "relation": "a < b", "at": "c.d[1]""#,
      get(#"{"meta": {"a": 2, "b": 1, "c": {}}}"#), "r /meta/c"),
    // A status that the contract does not document.
    .init(
      #""where": {"names": "amount", "statuses": 500, "operations": "GET /orders*"}, "schema": false"#,
      OwnRuleShop.get(#"{"amount": 1}"#, status: 500), "undocumented-status ", "r /amount"),
    .init(
      #""where": {"names": "amount", "operations": "GET /carts"}, "schema": false"#,
      OwnRuleShop.get(#"{"amount": 1}"#, status: 500), "undocumented-status "),
    // The description of an API is no body of the API.
    .init(
      #""where": {"names": "amount"}, "schema": false"#,
      get(#"{"amount": 1, "openapi": "3.1.0"}"#)),
  ]

  /// Each thing that a rule may ask.
  static let demands: [OwnRuleCase] = [
    // What the contract refuses has no second finding.
    .init(
      #""where": {"names": "count"}, "schema": {"type": "string"}"#, get(#"{"count": true}"#),
      "schema /count"),
    .init(
      #""where": {"names": "count"}, "schema": {"type": "string"}"#, get(#"{"count": 1}"#),
      "r /count"),
    .init(
      #""where": {"schemas": "Order"}, "schema": {"required": ["a", "b"]}"#, get("{}"), "r ",
      "r "),
    .init(
      ##""where": {"names": "meta"}, "schema": {"$defs": {"n": {"type": "integer"}}, "additionalProperties": {"$ref": "#/$defs/n"}}"##,
      get(#"{"meta": {"a": 1, "b": "x"}}"#), "r /meta/b"),
    .init(
      ##""where": {"pointers": "/meta"}, "schema": {"$defs": {"n": {"type": "integer"}}, "additionalProperties": {"$ref": "#/$defs/n"}}"##,
      get(#"{"meta": {"a": 1, "b": "x"}}"#), "r /meta/b"),
    .init(
      #""where": {"names": "debug"}, "forbid": true"#, get(#"{"meta": {"debug": 1}}"#),
      "r /meta/debug"),
    .init(#""where": {"names": "debug"}, "forbid": true"#, get(#"{"meta": {"debugger": 1}}"#)),
    .init(
      ##""where": {"names": "meta"}, "schema": {"properties": {"n": {"$ref": "#"}, "v": {"type": "integer"}}}"##,
      get(#"{"meta": {"n": {"n": {"v": "x"}}}}"#), "r /meta/n/n/v"),
    .init(
      #""where": {"names": "qty"}, "rename": "count"# + "\"", get(#"{"meta": {"qty": 1}}"#),
      "r /meta/qty"),
    .init(
      #""where": {"names": "pan"}, "secret": true"#, get(#"{"meta": {"pan": "4111"}}"#),
      "r /meta/pan"),
    // Relations.
    .init(#""relation": "end >= start""#, get(#"{"start": 2, "end": 1}"#), "r /end"),
    .init(#""relation": "end >= start""#, get(#"{"start": 1, "end": 1}"#)),
    .init(#""relation": "end >= start""#, get(#"{"start": 1}"#)),
    .init(
      #""relation": "end >= start""#,
      get(#"{"meta": {"m": {"start": 3, "end": 1}}, "end": null, "start": 1}"#), "r /meta/m/end"),
    .init(
      #""relation": "total == sum(items[].price)""#,
      get(#"{"total": 0.3, "items": [{"price": 0.1}, {"price": 0.2}]}"#)),
    .init(
      #""relation": "total == sum(items[].price)""#,
      get(#"{"total": 0.30000000000000004, "items": [{"price": 0.1}, {"price": 0.2}]}"#), "r /total"
    ),
    .init(#""relation": "unique(tags[])""#, get(#"{"tags": [1, 2, 1.0]}"#), "r /tags"),
    .init(
      #""where": {"names": "meta"}, "relation": "present(a) or present(b)""#,
      get(#"{"meta": {"c": {}}}"#), "r /meta"),
  ]

  static let all: [OwnRuleCase] =
    conditions + statuses + places + drafts + renames + comparisons + messages + demands
}

@Suite struct OwnRuleCheckTests {
  @Test(arguments: OwnRuleCase.all)
  func findsWhatItSays(test: OwnRuleCase) throws {
    let shop = try OwnRuleShop("\"r\": {\(test.rule)}")
    #expect(try shop.found(test.record).sorted() == test.found.sorted())
  }
}
