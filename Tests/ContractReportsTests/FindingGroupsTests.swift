@_spi(Engine) import ContractCaptures
@_spi(Engine) @testable import ContractReports
import JSONTape
import Testing

@testable import ContractCheck

@Suite struct FindingGroupsTests {
  private func tallies(_ findings: [Finding]) -> [String] {
    var groups = FindingGroups()
    for finding in findings { groups.add(finding) }
    return groups.all.map(\.tally)
  }

  @Test func oneMistakeAtManyElements() {
    let findings = (0..<200).map { SampleFindings.coordinate(element: $0) }
    #expect(tallies(findings) == [" (×200)"])
    #expect(tallies([findings[0]]) == [""])
  }

  @Test func exchangesAreCountedOnce() {
    let findings = (0..<30).map { SampleFindings.coordinate(entry: $0 / 10, element: $0) }
    #expect(tallies(findings) == [" (×30 in 3 exchanges)"])
    var other = SampleFindings.coordinate()
    other.file = "other.har"
    #expect(tallies([SampleFindings.coordinate(), other]) == [" (×2 in 2 exchanges of 2 files)"])
  }

  @Test func whateverTellsMistakesApart() {
    let base = SampleFindings.coordinate()
    let changes: [(inout Finding) -> Void] = [
      { $0.rule = "key-case" }, { $0.severity = .warning }, { $0.keyword = "type" },
      { $0.contract = "other" }, { $0.exchange?.operation = "GET /other" },
      { $0.exchange?.status = 201 }, { $0.exchange?.part = .request }, { $0.property = "a" },
      { $0.instance = $0.instance.appending("x") },
    ]
    for change in changes {
      var other = base
      change(&other)
      #expect(tallies([base, other]) == ["", ""])
    }
    var reworded = base
    reworded.message = "another number"
    #expect(tallies([base, reworded]) == [" (×2)"])
  }

  @Test func withoutAnOperationTheWordingAndTheFileCount() {
    var reworded = SampleFindings.bareFile
    (reworded.schema, reworded.message) = (nil, "other words")
    var loose = SampleFindings.bareFile
    loose.schema = nil
    #expect(tallies([loose, reworded]) == ["", ""])
    var elsewhere = SampleFindings.bareFile
    elsewhere.file = "Fixtures/other.json"
    #expect(tallies([SampleFindings.bareFile, elsewhere]) == ["", ""])
    #expect(tallies([SampleFindings.bareFile, SampleFindings.bareFile]) == [" (×2)"])
  }

  /// The message has the whole path; the shape has none of its ids.
  @Test func unknownRoutesAreGroupedByTheirPaths() {
    var first = SampleFindings.unknownRoute
    first.shape = "GET /films/*"
    var second = first
    second.message = "no operation for GET /films/2"
    #expect(tallies([first, second]) == [" (×2)"])
    second.shape = "GET /halls/*"
    #expect(tallies([first, second]) == ["", ""])
  }

  private func absent(_ property: String, element: Int, rule: String = "schema") -> Finding {
    var finding = SampleFindings.coordinate(element: element)
    finding.rule = rule
    finding.keyword = "required"
    finding.instance = JSONPointer(tokens: ["locations", "\(element)"])
    finding.property = property
    finding.message = "`\(property)` is missing"
    return finding
  }

  private func headlines(_ findings: [Finding]) -> [String] {
    var groups = FindingGroups()
    for finding in findings { groups.add(finding) }
    #expect(groups.all.map(\.count).reduce(0, +) == findings.count)
    return groups.all.map { $0.message + $0.tally }
  }

  @Test func missingPropertiesOfOneObjectAreOneBlock() {
    #expect(headlines([absent("a", element: 0)]) == ["`a` is missing"])
    #expect(
      headlines([absent("a", element: 0), absent("b", element: 0)]) == ["`a` and `b` are missing"])
    let all = (0..<3).flatMap { [absent("a", element: $0), absent("b", element: $0)] }
    #expect(headlines(all) == ["`a` and `b` are missing (each ×3)"])
    #expect(
      headlines([absent("a", element: 0)] + all.dropFirst(2))
        == ["`a` ×3 and `b` ×2 are missing"])
    #expect(
      headlines(["a", "b"].map { absent($0, element: 0, rule: "explicit-null") })
        == ["`a` and `b` are missing; this API sends an explicit `null`"])
  }

  private func label(_ findings: [Finding]) -> [String] {
    var groups = FindingGroups()
    for finding in findings { groups.add(finding) }
    return groups.all.map(\.label)
  }

  /// The advice stands at the object that is shown, so it is for that one.
  @Test func adviceIsForTheObjectThatIsShown() {
    func null(_ properties: String, element: Int) -> [Finding] {
      properties.map { absent(String($0), element: element, rule: "explicit-null") }
    }
    #expect(
      label(null("a", element: 0) + null("b", element: 1) + null("c", element: 2))
        == [#"add `"a": null` here; in other objects, other properties are missing"#])
    #expect(
      label(null("ab", element: 0) + null("bc", element: 1))
        == [
          #"add `"a": null` and `"b": null` here; in other objects, other properties are missing"#
        ])
    // The others lack nothing that this one has.
    #expect(
      label(null("ab", element: 0) + null("b", element: 1))
        == [#"add `"a": null` and `"b": null`"#])
    #expect(
      label(null("abcd", element: 0) + null("e", element: 1))
        == [
          "add the 4 properties that are missing here; in other objects, other properties are "
            + "missing"
        ])
  }

  private func unlisted(_ name: String, element: Int, near: String? = nil) -> Finding {
    var finding = SampleFindings.coordinate(element: element)
    finding.rule = "undocumented-field"
    finding.severity = .warning
    finding.instance = JSONPointer(tokens: ["locations", "\(element)", name])
    finding.message = "`\(name)` is not in the contract"
    finding.label = "document it or remove it"
    finding.isUnlisted = true
    finding.near = near
    return finding
  }

  @Test func undocumentedPropertiesOfOneObjectAreOneBlock() {
    let one = [unlisted("a", element: 0)]
    #expect(headlines(one) == ["`a` is not in the contract"])
    #expect(label(one) == ["document it or remove it"])
    let two = one + [unlisted("b", element: 0)]
    #expect(headlines(two) == ["`a` and `b` are not in the contract"])
    #expect(label(two) == ["document them or remove them"])
    let near = two + [unlisted("c", element: 0, near: "d")]
    #expect(headlines(near) == ["`a`, `b` and `c` (did you mean `d`?) are not in the contract"])
    #expect(
      label(near) == [
        "rename the misspelled properties; document the other properties, or "
          + "remove them"
      ])
    #expect(
      headlines(two + [unlisted("a", element: 1)]) == ["`a` ×2 and `b` ×1 are not in the contract"])
    // One property of many objects is shown with its own place, several with their object's.
    var groups = FindingGroups()
    for finding in one + [unlisted("a", element: 1)] { groups.add(finding) }
    #expect(groups.all.map(\.pointer) == ["/locations/*/a, first /locations/0/a"])
    groups.add(unlisted("b", element: 1))
    #expect(groups.all.map(\.pointer) == ["/locations/*, first /locations/0"])
    // A property of an inner object is another mistake, and so is a property that is absent.
    var inner = unlisted("b", element: 0)
    inner.instance = inner.instance.appending("c")
    #expect(headlines(one + [inner, absent("b", element: 0)]).count == 3)
  }

  /// The list is bounded, and says so.
  @Test func veryManyUndocumentedProperties() {
    let all = (0..<300).map { unlisted("m\($0)x", element: 0) }
    #expect(
      headlines(Array(all.prefix(92))) == [
        "`m0x`, `m1x`, `m2x`, `m3x`, `m4x`, `m5x`, `m6x`, `m7x` and 84 more are not in the contract"
      ])
    #expect(headlines(all)[0].contains("and over 248 more are not in the contract"))
  }

  @Test func keysThatAreIdsArePlaces() {
    func at(_ key: String) -> Finding {
      var finding = SampleFindings.coordinate()
      finding.instance = JSONPointer(tokens: ["users", key, "lat"])
      return finding
    }
    let ids = [
      "7", "123e4567-e89b-12d3-a456-426614174000", "507f1f77bcf86cd799439011", "2026-01-31",
    ]
    #expect(tallies(ids.map(at)) == [" (×4)"])
    let names = ["home", "work", "line1", "line2", "sha256", "en-US", "address2"]
    #expect(tallies(names.map(at)).count == names.count)
  }

  /// Memory stays bounded however many different mistakes there are; none is forgotten in silence.
  @Test func furtherGroupsAreCounted() {
    var groups = FindingGroups(limit: 2)
    for number in 0..<5 {
      var finding = SampleFindings.coordinate()
      finding.rule = "rule-\(min(number, 3))"
      groups.add(finding)
    }
    #expect(groups.all.count == 2 && groups.leftOut == 3)
    #expect(groups.rest == "3 further findings are not shown; `--format json` has them all")
  }

  @Test func orderOfFindings() {
    let base = SampleFindings.coordinate()
    var later = base
    later.region.bytes.offset += 1
    var rule = base
    rule.rule = "explicit-null"
    var property = rule
    property.property = "a"
    #expect(
      [later, property, rule, base].sorted(by: Finding.inReportOrder) == [
        base, rule, property, later,
      ])
  }
}
