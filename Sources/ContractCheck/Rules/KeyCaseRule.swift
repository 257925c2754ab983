internal import JSONSchema

extension Rule {
  /// Keys in the contract's case.
  static let keyCase = Rule(
    "key-case", "a key that is not in the contract's case",
    rationale: "the app names each key; in another case the member is not there",
    source: "iOS Data Models, Snake Case to CamelCase Mapping",
    options: [
      RuleOption(
        "case", "the case of the contract's keys",
        values: .choice(KeyCase.allCases.map(\.rawValue)), standard: "none: the rule is idle")
    ],
    fix: "rename the key",
    form: .keys(.keyCase),
    examples: [
      .right("bmn-boston", "TimeSlot", #"{"time": "09:30", "available": true}"#),
      .wrong(
        "bmn-boston", "School", at: "/schoolType",
        #"{"id": 1, "name": "n", "schoolType": "High", "distance": 0.4}"#),
      .wrong(
        "fotolokashen", "Photo", at: "/imagekit_file_path",
        #"{"id": 1, "imagekit_file_path": "/a.jpg", "isPrimary": true, "caption": null}"#),
    ])
}
