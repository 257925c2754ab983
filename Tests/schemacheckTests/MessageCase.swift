/// A value that breaks a schema in one way, for ``MessageTests``: what people read of it is in
/// `Goldens/messages.txt`.
struct MessageCase {
  let schema: String
  let value: String

  init(_ schema: String, _ value: String) {
    self.schema = schema
    self.value = value
  }

  private static let animals = #"""
    "$defs":{"Cat":{"required":["kind","meow"],"properties":{"kind":{"const":"cat"},"meow":{"type":"string"}}},"Dog":{"required":["kind","bark"],"properties":{"kind":{"const":"dog"},"bark":{"type":"string"}}}}
    """#
  private static let pets =
    ##"{"oneOf":[{"$ref":"#/$defs/Cat"},{"$ref":"#/$defs/Dog"},{"type":"null"}],"## + animals + "}"

  static let all: [MessageCase] = branches + names + values + containers + excluded

  static let branches = [
    // A constant decides, however many failures.
    MessageCase(pets, #"{"kind":"dog","meow":"x"}"#),
    MessageCase(pets, #"{"kind":"dog","bark":1}"#),
    MessageCase(pets, #"{"kind":"Cat","meow":"x"}"#),
    MessageCase(pets, #"{"meow":"x"}"#),
    MessageCase(pets, "{}"),
    MessageCase(pets, "7"),
    // A branch that has nothing in common with the value is not meant.
    MessageCase(
      ##"{"oneOf":[{"$ref":"#/$defs/Cat"},{"$ref":"#/$defs/Dog"},{"required":["error"]}],"##
        + animals + "}", #"{"kind":"Dog","bark":"x"}"#),
    // One of several constants decides where another branch takes the value.
    MessageCase(
      #"{"anyOf":[{"title":"Open","required":["from"],"properties":{"state":{"enum":["new","open"]}}},{"title":"Done","required":["by","at"],"properties":{"state":{"enum":["closed","gone"]}}}]}"#,
      #"{"state":"gone"}"#),
    // Branches within branches, and null beside one branch.
    MessageCase(
      ##"{"anyOf":[{"title":"Animal","oneOf":[{"$ref":"#/$defs/Cat"},{"$ref":"#/$defs/Dog"}]},{"title":"Plant","required":["leaves"]}],"##
        + animals + "}", #"{"kind":"dog"}"#),
    MessageCase(
      ##"{"properties":{"pet":{"anyOf":[{"$ref":"#/$defs/Cat"},{"type":"null"}]}},"## + animals
        + "}", #"{"pet":{"kind":"cat"}}"#),
    // Types of several branches are one failure.
    MessageCase(#"{"anyOf":[{"type":"string"},{"type":"integer"},{"type":"null"}]}"#, "1.50"),
    MessageCase(
      #"{"anyOf":[{"properties":{"a":{"type":"string"}}},{"properties":{"a":{"type":"integer"}}}]}"#,
      #"{"a":[]}"#),
    MessageCase(
      #"{"anyOf":[{"items":{"type":"string"}},{"items":{"type":"integer"}}]}"#, "[true,false]"),
    MessageCase(#"{"anyOf":[{"items":{"const":"a"}},{"items":{"const":"b"}}]}"#, #"["a","b"]"#),
    MessageCase(#"{"anyOf":[{"type":"integer"},{"enum":["auto","none"]}]}"#, "1.5"),
    MessageCase(#"{"anyOf":[{"type":"integer"},{"enum":["auto","none"]}]}"#, #""atuo""#),
    MessageCase(#"{"anyOf":[false,{"type":"string"}]}"#, "1"),
    // Nothing says which is meant: all are said.
    MessageCase(#"{"anyOf":[{"required":["email"]},{"required":["phone"]}]}"#, #"{"x":1}"#),
    MessageCase(
      #"{"oneOf":[{"required":["lat","lng"]},{"required":["address"]},{"required":["place"]}]}"#,
      "{}"),
    MessageCase(
      #"{"anyOf":[{"title":"A","properties":{"a":{"type":"string"}}},{"properties":{"b":{"maximum":1}}}]}"#,
      #"{"a":[],"b":2}"#),
    MessageCase(#"{"oneOf":[{"type":"number"},{"title":"Whole","type":"integer"}]}"#, "3"),
  ]

  static let names = [
    MessageCase(
      #"{"properties":{"a":{"required":["a","b","c"]}}}"#, #"{"a":{"b":1}}"#),
    MessageCase(#"{"items":{"required":["a","b"]}}"#, #"[{},{"b":1},{}]"#),
    MessageCase(#"{"items":{"required":["a","b"]}}"#, "[{},{}]"),
    MessageCase(
      #"{"required":["a","b","c","d","e","f","g","h","i","j"]}"#, "{}"),
    MessageCase(
      #"{"required":["userName","id"],"properties":{"userName":{}}}"#, #"{"user_name":1}"#),
    MessageCase(
      #"{"required":["line1"],"properties":{"line1":{}}}"#, #"{"line2":1}"#),
    MessageCase(
      #"{"properties":{"userName":{},"id":{}},"additionalProperties":false}"#,
      #"{"user_name":1,"other":2}"#),
    MessageCase(
      #"{"allOf":[{"properties":{"userName":{}}},{"properties":{"id":{}}}],"unevaluatedProperties":false}"#,
      #"{"usrName":1,"other":2}"#),
    MessageCase(#"{"propertyNames":{"pattern":"^[a-z]+$"}}"#, #"{"Ab1":1}"#),
    MessageCase(#"{"propertyNames":{"maxLength":3}}"#, #"{"abcd":1}"#),
    MessageCase(#"{"propertyNames":{"enum":["left","right"]}}"#, #"{"Left":1}"#),
    MessageCase(#"{"dependentRequired":{"card":["expiry"]}}"#, #"{"card":1}"#),
    MessageCase(#"{"properties":{"a":false}}"#, #"{"a":1}"#),
  ]

  static let values = [
    // Quotes alone do not help.
    MessageCase(#"{"type":"string","pattern":"^[0-9]+\\.[0-9]{2}$"}"#, "19.9"),
    MessageCase(#"{"type":"string","pattern":"^[0-9]+\\.[0-9]{2}$"}"#, "19.90"),
    MessageCase(#"{"type":["string","null"],"enum":["a","b",null]}"#, "1"),
    MessageCase(#"{"type":"string","const":"2"}"#, "1"),
    MessageCase(#"{"type":"string","minLength":5}"#, "123"),
    MessageCase(#"{"type":"string","maxLength":2}"#, "123"),
    MessageCase(#"{"type":"string","format":"date"}"#, "20260131"),
    MessageCase(#"{"type":"integer","maximum":9}"#, #""12""#),
    MessageCase(#"{"type":"number","exclusiveMinimum":0}"#, #""0""#),
    MessageCase(
      ##"{"$ref":"#/$defs/price","$defs":{"price":{"type":"string","pattern":"x$"}}}"##, "7"),
    MessageCase(#"{"enum":["public","private"]}"#, #""Public""#),
    MessageCase(#"{"enum":["public","private"]}"#, #"" private ""#),
    MessageCase(#"{"enum":["public","private"]}"#, #""nobody""#),
    MessageCase(#"{"enum":[1,2]}"#, #""1""#),
    MessageCase(#"{"const":"cat"}"#, #""Cat""#),
    MessageCase(#"{"const":"cat"}"#, #""cat ""#),
    MessageCase(#"{"const":1.0}"#, #""1.0""#),
    MessageCase(#"{"type":"integer"}"#, #""7""#),
    MessageCase(#"{"type":["string","null"]}"#, "7"),
    MessageCase(#"{"type":"integer"}"#, "1e-2"),
    MessageCase(#"{"minimum":1.0,"exclusiveMinimum":1e2,"multipleOf":0.50}"#, "0.7500"),
    MessageCase(#"{"allOf":[{"maximum":1.0},{"maximum":1}]}"#, "1e2"),
    MessageCase(#"{"minLength":3000000000}"#, #""é""#),
    MessageCase(#"{"minLength":1}"#, #""""#),
    MessageCase(#"{"maxLength":1}"#, #""ab""#),
    MessageCase(#"{"pattern":"^[0-9]{5}$"}"#, #""a\u001b[2Jb""#),
    MessageCase(#"{"pattern":"^https://"}"#, #""ftp://x""#),
    MessageCase(#"{"pattern":"(a|b)c"}"#, #""x""#),
    MessageCase(#"{"format":"date-time"}"#, #""2026-01-31T10:00:00""#),
    MessageCase(#"{"format":"date-time"}"#, #""2026-01-31 10:00:00Z""#),
    MessageCase(#"{"format":"uuid"}"#, #""x""#),
    MessageCase(
      #"{"properties":{"password":{"enum":["a","b"]}}}"#, #"{"password":"hunter2"}"#),
    MessageCase(
      #"{"const":"x"}"#,
      #""01234567890123456789012345678901234👨‍👩‍👧👨‍👩‍👧0123456789012345678901234567👨‍👩‍👧""#),
  ]

  static let containers = [
    MessageCase(#"{"minItems":1}"#, "[]"),
    MessageCase(#"{"minItems":1e1}"#, "[1]"),
    MessageCase(#"{"maxItems":1}"#, "[1,2]"),
    MessageCase(#"{"properties":{"tags":{"uniqueItems":true}}}"#, #"{"tags":["a",1,"a"]}"#),
    MessageCase(#"{"uniqueItems":true}"#, #"[{"a":1},{"a":1.0}]"#),
    MessageCase(#"{"contains":{"const":"admin"}}"#, #"["user"]"#),
    MessageCase(#"{"contains":{"type":"string"},"maxContains":1}"#, #"["a","b"]"#),
    MessageCase(#"{"contains":{"minLength":2,"maxLength":3},"minContains":2}"#, #"["ab"]"#),
    MessageCase(#"{"prefixItems":[{}],"items":false}"#, "[1,2,3]"),
    MessageCase(#"{"prefixItems":[{}],"unevaluatedItems":false}"#, "[1,2]"),
    MessageCase(#"{"minProperties":2}"#, #"{"a":1}"#),
    MessageCase(#"{"maxProperties":1}"#, #"{"a":1,"b":2}"#),
    // Keys that are ids are the places of one mistake.
    MessageCase(
      #"{"additionalProperties":{"type":"integer"}}"#,
      #"{"123e4567-e89b-12d3-a456-426614174000":"a","223e4567-e89b-12d3-a456-426614174000":"b"}"#),
    MessageCase(#"{"additionalProperties":{"type":"integer"}}"#, #"{"home":"a","work":"b"}"#),
  ]

  static let excluded = [
    MessageCase(#"{"not":{"type":"null"}}"#, "null"),
    MessageCase(#"{"not":{"enum":["root","admin"]}}"#, #""root""#),
    MessageCase(#"{"not":{"required":["a"]}}"#, #"{"a":1}"#),
    MessageCase(#"{"not":{"required":["a","b"]}}"#, #"{"a":1,"b":2}"#),
    MessageCase(#"{"not":{"anyOf":[{"required":["a"]},{"required":["b"]}]}}"#, #"{"b":2}"#),
    MessageCase(#"{"not":{"pattern":"^x"}}"#, #""xy""#),
    MessageCase(#"{"not":{"minLength":1,"maxLength":2}}"#, #""xy""#),
    MessageCase(#"{"propertyNames":{"not":{"const":"lat"}}}"#, #"{"lat":1}"#),
  ]
}
