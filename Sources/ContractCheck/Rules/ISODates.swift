internal import JSONSchema

extension Rule {
  /// Dates in the one form that the contract's clients decode.
  static let isoDates = Rule(
    "iso-dates", "a date that is not ISO 8601 in the contract's profile",
    rationale: "the app's date decoder takes this one form and fails on every other",
    source: "Mobile API Response Schemas (v1), Core Principles 3 and Common Mistakes 3",
    options: [
      RuleOption(
        "profile", "the form that dates have",
        values: .choice(DateProfile.allCases.map(\.rawValue)), standard: "rfc3339",
        notes: DateProfile.allCases.map { "\($0.rawValue): \($0.shape)" })
    ],
    fix: "rewrite the date where the instant is certain",
    form: .owns([.dates]),
    examples: [
      .right(
        "unitedwerise-devices", "Device",
        """
        {"id": "c", "platform": "ios", "deviceName": null,
         "createdAt": "2026-01-22T12:00:00.000Z", "updatedAt": "2026-01-22T12:00:00.000Z"}
        """),
      .wrong(
        "unitedwerise-devices", "Device", at: "/createdAt",
        """
        {"id": "c", "platform": "ios", "deviceName": null,
         "createdAt": "Thu Jan 22 2026 12:00:00 GMT+0000 (Coordinated Universal Time)",
         "updatedAt": "2026-01-22T12:00:00.000Z"}
        """),
      .wrong(
        "unitedwerise-devices", "Device", at: "/updatedAt",
        """
        {"id": "c", "platform": "ios", "deviceName": null,
         "createdAt": "2026-01-22T12:00:00.000Z", "updatedAt": "2026-02-30T12:00:00.000Z"}
        """),
    ])
}
