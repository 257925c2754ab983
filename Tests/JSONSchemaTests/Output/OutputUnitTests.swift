@_spi(Engine) import JSONSchema
import JSONTape
import TestSupport
import Testing

@Suite struct OutputUnitTests {
  private func units(
    _ schema: String, _ instance: String, uri: String = "https://example.com/s"
  ) throws -> [OutputUnit] {
    let schema = try CompiledSchema(JSONDocument(schema), uri: uri, keepsReferences: true)
    return schema.outputUnits(for: try JSONDocument(instance), base: "")
  }

  /// The units that have something to say: location, place, and what.
  private func told(_ schema: String, _ instance: String) throws -> [String] {
    let document = try JSONDocument(instance)
    return try units(schema, instance).filter(\.isTelling).map { unit in
      let place = "\(unit.keywordLocation) @\(document.pointer(to: unit.instance))"
      switch unit.annotation {
      case nil: return place
      case .all: return "\(place) true"
      case .value(let node): return "\(place) \(node.text)"
      case .names(let names): return "\(place) \(names)"
      case .position(let position): return "\(place) \(position)"
      case .positions(let positions): return "\(place) \(positions)"
      }
    }
  }

  @Test func annotationsOfApplicators() throws {
    let object = ##"""
      {"properties": {"a": true, "b": {}}, "patternProperties": {"^a": {}, "^aa": true},
       "additionalProperties": {}, "unevaluatedProperties": false}
      """##
    #expect(
      try told(object, #"{"b": 1, "aaa": 2, "a": 3, "c": 4, "c": 5}"#) == [
        #"/properties @ ["b", "a"]"#, #"/patternProperties @ ["aaa", "a"]"#,
        #"/additionalProperties @ ["c"]"#, "/unevaluatedProperties @ []",
      ])
    #expect(try told(object, "1").isEmpty)
    let array = ##"""
      {"prefixItems": [{}, true], "contains": {"type": "string"}, "minContains": 0,
       "items": {}, "unevaluatedItems": {}}
      """##
    #expect(
      try told(array, #"[1, "a", 2]"#) == [
        "/prefixItems @ 1", "/contains @ [1]", "/items @ true",
      ])
    #expect(try told(array, #"["a"]"#) == ["/prefixItems @ true", "/contains @ true"])
    #expect(try told(array, "[]") == ["/contains @ []"])
    #expect(
      try told(#"{"contains": {"const": 1}, "unevaluatedItems": {"title": "t"}}"#, "[2, 1]") == [
        "/contains @ [1]", "/unevaluatedItems @ true", #"/unevaluatedItems/title @/0 "t""#,
      ])
  }

  @Test func annotationsAreOfWhatHolds() throws {
    let schema = ##"""
      {"anyOf": [{"title": "a", "type": "string"}, {"title": "b"}, {"title": "c"}],
       "not": {"not": {"title": "d"}}, "if": {"title": "e"}, "then": {"title": "f"},
       "else": {"title": "g"}, "propertyNames": {"title": "h"}, "x-own": {"a" : [1, " "]}}
      """##
    #expect(
      try told(schema, #"{"k": 1}"#) == [
        #"/anyOf/1/title @ "b""#, #"/anyOf/2/title @ "c""#, #"/if/title @ "e""#,
        #"/then/title @ "f""#, #"/x-own @ {"a" : [1, " "]}"#,
      ])
  }

  @Test func everyKeywordOfAValueIsJudged() throws {
    #expect(
      try told(#"{"type": "string", "const": 1, "enum": [2], "minimum": 5}"#, "3") == [
        "/type @", "/const @", "/enum @", "/minimum @",
      ])
  }

  @Test func failuresAreThoseTheVerdictIsDueTo() throws {
    // A branch that fails beside one that holds is no reason, nor is a condition.
    let schema = ##"""
      {"anyOf": [{"type": "string"}, true], "oneOf": [{"const": 1}, {"const": 2}, {"minimum": 0}],
       "if": {"const": 7}, "else": {"const": 8}, "not": {"type": "number"},
       "contains": {"const": 1}}
      """##
    #expect(
      try told(schema, "1") == ["/oneOf @", "/else/const @", "/not @"])
    #expect(
      try told(schema, "[2, 3]") == [
        "/else/const @", "/contains @", "/contains/const @/0", "/contains/const @/1",
      ])
    let bounds = #"{"contains": {"const": 1}, "minContains": 2, "maxContains": 3}"#
    #expect(try told(bounds, "[1]") == ["/minContains @"])
    #expect(try told(bounds, "[1, 1, 1, 1, 2]") == ["/maxContains @"])
    #expect(try told(bounds, "[2]") == ["/contains @", "/contains/const @/0"])
  }

  @Test func placesOfProperties() throws {
    let schema = ##"""
      {"required": ["r", "s"], "additionalProperties": false, "properties": {"a/b": false, "c": {}},
       "propertyNames": {"maxLength": 3}, "dependentRequired": {"c": ["d", "e"]}}
      """##
    #expect(
      try told(schema, #"{"a/b": 1, "c": 2, "long": 3}"#) == [
        "/required @", "/required @", "/additionalProperties @/long", "/properties/a~1b @/a~1b",
        "/propertyNames/maxLength @", "/dependentRequired @", "/dependentRequired @",
      ])
  }

  @Test func locationsLeadThroughReferences() throws {
    let schema = ##"""
      {"$ref": "#/$defs/a", "$defs": {
        "a": {"$ref": "b#/$defs/c d"},
        "b": {"$id": "b", "$defs": {"c d": {"$anchor": "x", "items": {"$dynamicRef": "#n"}},
              "n": {"$dynamicAnchor": "n", "properties": {"é^": {"type": "null"}}}}}}}
      """##
    let failed = try units(schema, #"[{"é^": 1}]"#).filter { $0.failure != nil }
    #expect(
      failed.map(\.keywordLocation) == ["/$ref/$ref/items/$dynamicRef/properties/é^/type"])
    #expect(
      failed.map(\.absoluteKeywordLocation) == [
        "https://example.com/b#/$defs/n/properties/%C3%A9%5E/type"
      ])
  }

  @Test func detailedIsCondensed() throws {
    let schema = ##"""
      {"allOf": [{"properties": {"a": {"type": "string"}}}, {"required": ["b", "c"]}],
       "$ref": "#/$defs/x", "$defs": {"x": {"maxProperties": 0}}}
      """##
    let units = OutputUnit.condensed(try units(schema, #"{"a": 1}"#))
    #expect(
      units.map { "\($0.level) \($0.keywordLocation)" } == [
        "0 ", "1 /allOf", "2 /allOf/0/properties/a/type", "2 /allOf/1/required",
        "3 /allOf/1/required", "3 /allOf/1/required", "1 /$ref/maxProperties",
      ])
    let single = OutputUnit.condensed(try self.units(#"{"items": {"type": "null"}}"#, "[1]"))
    #expect(single.map(\.keywordLocation) == ["/items/type"] && single[0].level == 0)
    #expect(OutputUnit.condensed(try self.units("true", "1")).map(\.keywordLocation) == [""])
    #expect(OutputUnit.condensed(try self.units("false", "1")).map(\.keywordLocation) == [""])
  }

  /// Dialects before 2020-12: elements by position are `items`, a reference stands alone.
  @Test func otherDialects() throws {
    let older = ##"""
      {"$schema": "https://json-schema.org/draft/2019-09/schema",
       "items": [{"title": "a"}], "additionalItems": {"title": "b"}, "contains": true}
      """##
    #expect(
      try told(older, "[1, 2]") == [
        "/items @ 0", #"/items/0/title @/0 "a""#, "/additionalItems @ true",
        #"/additionalItems/title @/1 "b""#,
      ])
    let seventh = ##"""
      {"$schema": "http://json-schema.org/draft-07/schema#",
       "properties": {"a": {"$ref": "#/definitions/d", "title": "ignored"}},
       "definitions": {"d": {"title": "d", "dependencies": {"x": ["y"], "z": {"minimum": 1}}}}}
      """##
    #expect(
      try told(seventh, #"{"a": 1}"#) == [
        #"/properties @ ["a"]"#, #"/properties/a/$ref/title @/a "d""#,
      ])
    #expect(
      try told(seventh, #"{"a": {"x": 1}}"#) == ["/properties/a/$ref/dependencies @/a"])
  }

  /// References kept as nodes take no depth: a trace is too deep for the same instances.
  @Test(arguments: [
    ##"{"items": {"$ref": "#/$defs/r"}, "$defs": {"r": {"$ref": "#"}}, "title": "t"}"##,
    ##"{"anyOf": [{"allOf": [{"oneOf": [{"items": {"$ref": "#"}}]}]}]}"##,
    ##"{"unevaluatedItems": {"$ref": "#"}}"##, ##"{"contains": {"$ref": "#"}}"##,
    ##"{"not": {"not": {"items": {"$ref": "#"}}}}"##,
  ])
  func deepInstances(schema: String) throws {
    try SmallStack.run {
      let plain = try CompiledSchema(
        JSONDocument(schema), keepsReferences: false, merges: false)
      let traced = try CompiledSchema(
        JSONDocument(schema), uri: "https://example.com/s", keepsReferences: true)
      for depth in [100, 300, 500] {
        let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        guard let document = try? JSONDocument(text) else { continue }
        let units = traced.outputUnits(for: document, base: "")
        let isGivenUp = plain.failures(in: document).contains {
          if case .tooDeep = $0.kind { true } else { false }
        }
        #expect(units.contains(where: \.isGivenUp) == isGivenUp)
        #expect(units[0].isValid == plain.isValid(document))
        #expect(OutputUnit.condensed(units).count >= 1)
      }
    }
  }

  @Test func branchesThatMultiplyAreGivenUp() throws {
    let deep = String(repeating: "[", count: 60) + "1" + String(repeating: "]", count: 60)
    let units = try units(##"{"items": {"anyOf": [{"$ref": "#"}, {"$ref": "#"}]}}"##, deep)
    #expect(units.count == 2 && units[1].isGivenUp && !units[0].isValid)
  }
}
